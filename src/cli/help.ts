import { readFileSync } from 'node:fs';
import { installedDir } from '../host/installed.ts';
import { columnsOn, type Screen } from '../report/terminal-face.ts';
import { wrapped } from '../report/wrapped.ts';
import type { CommandDefinition } from './command.ts';
import { type OptionName, optionOf } from './options.ts';

/** Of a pipe, or a file: its reader may be a person all the same. */
const PLAIN_COLUMNS = 100;
/** A text beside its name that has fewer is set below it. */
const LEAST_BESIDE = 30;
const BELOW = 8;

/**
 * Columns that the help may take: those of the terminal, else those that `COLUMNS` says, as a pager or an editor sets it for what it
 * runs, else 100.
 */
export const columnsForHelp = (out: Pick<Screen, 'isTTY' | 'columns'>, env: NodeJS.ProcessEnv): number =>
  columnsOn(out) ?? (/^[1-9]\d{0,4}$/.test(env['COLUMNS'] ?? '') ? Number(env['COLUMNS']) : PLAIN_COLUMNS);

export function printHelp(
  argv: readonly string[],
  commands: readonly CommandDefinition[],
  columns: number,
): number {
  const name = argv.find((word) => !word.startsWith('-') && word !== 'help');
  const command = commands.find((each) => each.name === name);
  process.stdout.write(command ? commandHelp(command, columns) : overview(commands, columns));
  return 0;
}

export function printVersion(): number {
  const { version } = JSON.parse(readFileSync(new URL('package.json', installedDir()), 'utf8'));
  process.stdout.write(`gpu-lease ${version}\n`);
  return 0;
}

function overview(commands: readonly CommandDefinition[], columns: number): string {
  const groups = ['stages', 'looking', 'hands on a run', 'setting up', 'when things go wrong'] as const;
  const width = Math.max(...commands.map((each) => each.name.length)) + 2;
  const lists = groups.map((group) => {
    const rows = commands.filter((each) => each.group === group).map(({ name, about }) => ({ name, about }));
    return `${group}:\n${hung(rows, width, columns)}`;
  });
  return [
    filled(
      'gpu-lease: trains on rented GPUs, and never loses a checkpoint or leaves a meter running.',
      '',
      columns,
    ),
    'usage: gpu-lease <command> [options]\n       gpu-lease <command> --help',
    ...lists,
    'First time? Try: gpu-lease demo',
    '',
  ].join('\n\n');
}

function commandHelp(command: CommandDefinition, columns: number): string {
  const takes = [
    ...(command.positional ? [`[${command.positional.toUpperCase()}]`] : []),
    ...(command.words ? [command.words] : []),
  ].map((word) => ` ${word}`);
  const flagOf = (name: OptionName) => `--${name}${optionOf(command, name).kind === 'flag' ? '' : ' VALUE'}`;
  const width = Math.max(22, ...command.options.map((name) => flagOf(name).length)) + 2;
  const rows = command.options.map((name) => {
    const { about, fallback } = optionOf(command, name);
    return { name: flagOf(name), about: `${about}${fallback ? ` (default: ${fallback})` : ''}` };
  });
  return `${filled(`gpu-lease ${command.name}: ${command.about}`, '', columns)}

${filled(`usage: gpu-lease ${command.name}${takes.join('')} [options]`, ' '.repeat('usage: '.length), columns)}

${hung(rows, width, columns)}
`;
}

/** Names with their texts beside them, each text under itself; below the names where the window is narrow. */
function hung(rows: readonly { name: string; about: string }[], width: number, columns: number): string {
  const isBeside = columns - width - 2 >= LEAST_BESIDE;
  const indent = ' '.repeat(isBeside ? width + 2 : BELOW);
  return rows
    .flatMap(({ name, about }) => {
      const lines = wrapped(about, columns - indent.length).map((line) => `${indent}${line}`);
      return isBeside
        ? [`  ${name.padEnd(width)}${lines.join('\n').slice(indent.length)}`]
        : [`  ${name}`, ...lines];
    })
    .join('\n');
}

/** @param hanging what stands before the second row and those behind it */
const filled = (text: string, hanging: string, columns: number): string =>
  wrapped(text, columns - hanging.length).join(`\n${hanging}`);
