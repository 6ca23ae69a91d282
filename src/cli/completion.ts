import { nearestOf } from '../nearest.ts';
import { Problem } from '../problem.ts';
import type { CommandDefinition, Request } from './command.ts';
import { platformNames } from './known-platforms.ts';
import type { OptionName } from './options.ts';
import { settingsOf } from './settings.ts';
import { runsOf } from './status.ts';

/** What a shell asks for each time that a name of a run may stand there. */
const RUNS = 'gpu-lease completion runs 2>/dev/null';

const SCRIPTS: Readonly<Record<string, (commands: readonly CommandDefinition[]) => string>> = {
  bash,
  zsh: (commands) => `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`,
  fish,
};

export async function command(request: Request): Promise<number> {
  const shell = request.words[0] ?? 'bash';
  if (shell === 'runs') {
    const { runs } = await runsOf(settingsOf(request), false);
    process.stdout.write(runs.map(({ run }) => `${run}\n`).join(''));
    return 0;
  }
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  const near = nearestOf(shell, Object.keys(SCRIPTS));
  if (!script)
    throw new Problem({
      code: 'unknown-shell',
      kind: 'usage',
      what: `There is no completion for "${shell}".`,
      next: `${near === undefined ? '' : `Did you mean "${near}"? `}Use one of: ${Object.keys(SCRIPTS)
        .map((name) => `"gpu-lease completion ${name}"`)
        .join(', ')}.`,
    });
  process.stdout.write(script(request.commands));
  return 0;
}

const takesRun = ({ positional, name }: CommandDefinition): boolean => positional === 'run' || name === 'cp';

function bash(commands: readonly CommandDefinition[]): string {
  const cases = commands.map(
    (each) =>
      `    ${each.name}) words="${each.options.map((name) => `--${name}`).join(' ')} --help"; runs=${takesRun(each) ? 'yes' : 'no'} ;;`,
  );
  return `_gpu_lease() {
  local words runs=no
  if [ "\${COMP_WORDS[COMP_CWORD-1]}" = --platform ]; then
    COMPREPLY=($(compgen -W "${platformNames().join(' ')}" -- "\${COMP_WORDS[COMP_CWORD]}"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map((each) => each.name).join(' ')} --help --version"; runs=no; fi
  case "$runs \${COMP_WORDS[COMP_CWORD]}" in
    yes\\ -*) ;;
    yes*) words="$words $(${RUNS})" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gpu_lease gpu-lease
`;
}

function fish(commands: readonly CommandDefinition[]): string {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const valuesOf = (name: OptionName): string =>
    name === 'platform' ? ` -x -a '${platformNames().join(' ')}'` : '';
  const of = ({ name }: CommandDefinition): string => `-n '__fish_seen_subcommand_from ${name}'`;
  return `complete -c gpu-lease -f
${commands.map(({ name, about }) => `complete -c gpu-lease -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`).join('\n')}
${commands.flatMap((each) => each.options.map((name) => `complete -c gpu-lease ${of(each)} -l ${name}${valuesOf(name)}`)).join('\n')}
complete -c gpu-lease -F -n '__fish_seen_subcommand_from ${commands
    .filter(({ words = '' }) => /PATH|FILE|DIR|FOLDER/.test(words))
    .map(({ name }) => name)
    .join(' ')}'
complete -c gpu-lease -n '__fish_seen_subcommand_from ${commands
    .filter(takesRun)
    .map(({ name }) => name)
    .join(' ')}' -a '(${RUNS})'
`;
}
