import { parseArgs } from 'node:util';
import { nearestOf } from '../nearest.ts';
import { Problem } from '../problem.ts';
import type { CommandDefinition, Request } from './command.ts';
import { givenOptions, throwAll } from './given-options.ts';
import { type OptionName, option } from './options.ts';
import { saidInJobFile } from './words-of-others.ts';

/**
 * Parses `gpu-lease <command> ...`.
 * @throws Problem or Problems for every option and word that is wrong, each with the nearest that is known
 */
export function parseArguments(
  argv: readonly string[],
  commands: readonly CommandDefinition[],
): Omit<Request, 'env'> | 'help' | 'version' {
  const [name, ...rest] = argv;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return 'help';
  if (name === '--version' || name === '-V' || name === '-v') return 'version';
  const command = commands.find((each) => each.name === name);
  if (!command && Object.hasOwn(ELSEWHERE, name)) throw calledElse(name, ELSEWHERE[name] ?? '');
  if (!command)
    throw unknown(
      'command',
      name,
      commands.map((each) => each.name),
      'gpu-lease --help',
    );
  const help = `gpu-lease ${command.name} --help`;
  const { given, words, faults, asksForHelp } = read(command, rest, help);
  if (asksForHelp) return 'help';
  const file = command.words === undefined ? words.find((each) => /\.ya?ml$/.test(each)) : undefined;
  if (file !== undefined && command.options.includes('job')) faults.push(fileAsWord(command.name, file));
  if (command.positional && words.length > 0) given[command.positional] ??= words.shift() ?? '';
  // Behind an option that nobody knows a word may be meant as its value.
  if (words.length > 0 && command.words === undefined && faults.length === 0)
    faults.push(unknown('argument', words[0] ?? '', [], help));
  // What the options say is read later (settings.ts); here it only joins what is wrong already.
  if (faults.length > 0) throwAll([...faults, ...givenOptions({ given, command }).faults]);
  return { command, commands, given, words };
}

interface Reading {
  given: Request['given'];
  words: string[];
  faults: Problem[];
  asksForHelp: boolean;
}

/** Every wrong option is found, not only the first. */
function read(command: CommandDefinition, args: string[], help: string): Reading {
  const kinds = new Map(command.options.map((name) => [name as string, option(name).kind]));
  const shorts = new Map(command.options.map((name) => [`-${option(name).short}`, name as string]));
  const options = Object.fromEntries(
    [...kinds].map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  const reading: Reading = { given: {}, words: [], faults: [], asksForHelp: false };
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'positional') reading.words.push(token.value);
    if (token.kind !== 'option') continue;
    const { rawName, value, inlineValue } = token;
    if (token.name === 'help') {
      reading.asksForHelp = true;
      continue;
    }
    const name = rawName.startsWith('--') ? token.name : (shorts.get(rawName) ?? '');
    const kind = kinds.get(name);
    if (kind === undefined)
      reading.faults.push(unknownOption(rawName, value ?? wordAt(tokens, at + 1), kinds, help));
    else if (kind === 'flag' && value !== undefined) reading.faults.push(takesNone(rawName, help));
    else if (kind !== 'flag' && (value === undefined || (!inlineValue && /^-./.test(value))))
      reading.faults.push(needsValue(rawName, value, help));
    else reading.given[name as OptionName] = value ?? true;
  }
  return reading;
}

const namesOf = (kinds: ReadonlyMap<string, unknown>): string[] =>
  [...kinds.keys()].map((name) => `--${name}`);

const wordAt = (
  tokens: readonly { kind: string; value?: string | undefined }[],
  at: number,
): string | undefined => (tokens[at]?.kind === 'positional' ? tokens[at].value : undefined);

/** One of another tool may stand in the job file here, if the command reads one. */
function unknownOption(
  rawName: string,
  value: string | undefined,
  kinds: ReadonlyMap<string, unknown>,
  help: string,
): Problem {
  const known = namesOf(kinds);
  const said = kinds.has('job') ? saidInJobFile(rawName, value) : undefined;
  const problem = unknown('option', rawName, known, help);
  if (said === undefined || nearestOf(rawName, known) !== undefined) return problem;
  return new Problem({ ...detailOf(problem), next: said });
}

const detailOf = ({ code, kind, what, next }: Problem) => ({ code, kind, what, next });

const fileAsWord = (command: string, file: string): Problem =>
  new Problem({
    code: 'unknown-argument',
    kind: 'usage',
    what: `"${file}" is an argument, and a job file is named by an option.`,
    next: `Write "gpu-lease ${command} --job ${file}".`,
  });

const takesNone = (option: string, help: string): Problem =>
  new Problem({
    code: 'option-value',
    kind: 'usage',
    what: `${option} takes no value.`,
    next: `Write it alone, or leave it out. See "${help}".`,
  });

const needsValue = (option: string, value: string | undefined, help: string): Problem =>
  new Problem({
    code: 'option-value',
    kind: 'usage',
    what: `${option} needs a value${value === undefined ? '' : `, and "${value}" looks like another option`}.`,
    next: `Write ${option} VALUE, or ${option}=VALUE for one that begins with a dash. See "${help}".`,
  });

/** What other tools call it, and what it is here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  logs: '"gpu-lease log RUN", with --follow for what comes',
  tail: '"gpu-lease log RUN --follow"',
  ps: '"gpu-lease status"',
  ls: '"gpu-lease status"',
  list: '"gpu-lease status"',
  queue: '"gpu-lease status"',
  history: '"gpu-lease status --archived", and "gpu-lease events RUN" for one run',
  up: '"gpu-lease run"',
  apply: '"gpu-lease run"',
  submit: '"gpu-lease run"',
  attach: '"gpu-lease watch RUN", which follows it, or "gpu-lease ssh RUN" for a shell',
  shell: '"gpu-lease ssh RUN"',
  login: '"gpu-lease ssh RUN"',
  forward: '"gpu-lease tunnel RUN PORT"',
  'port-forward': '"gpu-lease tunnel RUN PORT"',
  scp: '"gpu-lease cp RUN:PATH FILE"',
  rsync: '"gpu-lease cp RUN:PATH FILE"',
  down: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  destroy: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  delete: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  terminate: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  cancel: '"gpu-lease abandon RUN"',
  check: '"gpu-lease doctor"',
  gpus: '"gpu-lease offers"',
  version: '"gpu-lease --version"',
};

const calledElse = (word: string, here: string): Problem =>
  new Problem({
    code: 'unknown-command',
    kind: 'usage',
    what: `There is no command "${word}".`,
    next: `Here it is ${here}.`,
  });

function unknown(what: string, word: string, known: string[], help: string): Problem {
  const nearest = nearestOf(word, known);
  return new Problem({
    code: `unknown-${what}`,
    kind: 'usage',
    what: `"${word}" is no ${what} that gpu-lease knows here.`,
    next: `${nearest ? `Did you mean "${nearest}"? ` : ''}See "${help}".`,
  });
}
