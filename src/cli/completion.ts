import { Problem } from '../problem.ts';
import type { CommandDefinition, Request } from './command.ts';

export async function command(request: Request): Promise<number> {
  const shell = request.words[0] ?? 'bash';
  if (shell !== 'bash' && shell !== 'zsh') {
    throw new Problem({
      code: 'unknown-shell',
      kind: 'usage',
      what: `There is no completion for "${shell}".`,
      next: 'Use "gpu-lease completion bash" or "gpu-lease completion zsh".',
    });
  }
  const script = bash(request.commands);
  process.stdout.write(shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script);
  return 0;
}

function bash(commands: readonly CommandDefinition[]): string {
  const cases = commands.map(
    (each) => `    ${each.name}) words="${each.options.map((name) => `--${name}`).join(' ')} --help" ;;`,
  );
  return `_gpu_lease() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map((each) => each.name).join(' ')} --help --version"; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gpu_lease gpu-lease
`;
}
