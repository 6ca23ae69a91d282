import { parseArgs } from 'node:util';
import { nearestOf } from '../nearest.ts';
import { Problem } from '../problem.ts';
import { COMMANDS, type CommandDefinition } from './commands.ts';
import { type OptionName, option } from './options.ts';

export interface Request {
  command: CommandDefinition;
  /** As given; defaults are not filled in, so that unset, empty and a value stay three things. */
  given: Partial<Record<OptionName, string | true>>;
  /** Words after the options that no option took. */
  words: string[];
}

/** Parses `gpu-lease <command> ...`. Every unknown word is a Problem that names the nearest known one. */
export function parseArguments(argv: readonly string[]): Request | 'help' | 'version' {
  const [name, ...rest] = argv;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return 'help';
  if (name === '--version' || name === '-V') return 'version';
  const command = COMMANDS.find((each) => each.name === name);
  if (!command)
    throw unknown(
      'command',
      name,
      COMMANDS.map((each) => each.name),
      'gpu-lease --help',
    );
  const options = Object.fromEntries(
    command.options.map((each) => [
      each,
      { type: option(each).kind === 'flag' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { values, positionals } = parse(command, rest, { ...options, help: { type: 'boolean' } });
  if (values['help']) return 'help';
  const given = values as Request['given'];
  if (command.positional && positionals.length > 0) given[command.positional] ??= positionals.shift() ?? '';
  if (positionals.length > 0 && command.words === undefined) {
    throw unknown('argument', positionals[0] ?? '', [], `gpu-lease ${command.name} --help`);
  }
  return { command, given, words: positionals };
}

function parse(
  command: CommandDefinition,
  args: string[],
  options: Record<string, { type: 'boolean' | 'string' }>,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const word = /'(-{1,2}[^'\s]+)/.exec(String(error))?.[1] ?? '';
    throw unknown(
      'option',
      word || String(error),
      Object.keys(options).map((each) => `--${each}`),
      `gpu-lease ${command.name} --help`,
    );
  }
}

function unknown(what: string, word: string, known: string[], help: string): Problem {
  const nearest = nearestOf(word, known);
  return new Problem({
    code: `unknown-${what}`,
    kind: 'usage',
    what: `"${word}" is no ${what} that gpu-lease knows here.`,
    next: `${nearest ? `Did you mean "${nearest}"? ` : ''}See "${help}".`,
  });
}
