import { readFileSync } from 'node:fs';
import { installedDir } from '../host/installed.ts';
import type { CommandDefinition } from './command.ts';
import { type OptionName, optionOf } from './options.ts';

export function printHelp(argv: readonly string[], commands: readonly CommandDefinition[]): number {
  const name = argv.find((word) => !word.startsWith('-') && word !== 'help');
  const command = commands.find((each) => each.name === name);
  process.stdout.write(command ? commandHelp(command) : overview(commands));
  return 0;
}

export function printVersion(): number {
  const { version } = JSON.parse(readFileSync(new URL('package.json', installedDir()), 'utf8'));
  process.stdout.write(`gpu-lease ${version}\n`);
  return 0;
}

function overview(commands: readonly CommandDefinition[]): string {
  const groups = ['stages', 'looking', 'hands on a run', 'setting up', 'when things go wrong'] as const;
  const width = Math.max(...commands.map((each) => each.name.length)) + 2;
  const lists = groups.map((group) => {
    const rows = commands
      .filter((each) => each.group === group)
      .map((each) => `  ${each.name.padEnd(width)}${each.about}`);
    return `${group}:\n${rows.join('\n')}`;
  });
  return [
    'gpu-lease: trains on rented GPUs, and never loses a checkpoint or leaves a meter running.',
    'usage: gpu-lease <command> [options]      gpu-lease <command> --help',
    ...lists,
    'First time? Try: gpu-lease demo',
    '',
  ].join('\n\n');
}

function commandHelp(command: CommandDefinition): string {
  const takes = [
    ...(command.positional ? [`[${command.positional.toUpperCase()}]`] : []),
    ...(command.words ? [command.words] : []),
  ].map((word) => ` ${word}`);
  const flagOf = (name: OptionName) => `--${name}${optionOf(command, name).kind === 'flag' ? '' : ' VALUE'}`;
  const width = Math.max(22, ...command.options.map((name) => flagOf(name).length)) + 2;
  const rows = command.options.map((name) => {
    const { about, fallback } = optionOf(command, name);
    return `  ${flagOf(name).padEnd(width)}${about}${fallback ? ` (default: ${fallback})` : ''}`;
  });
  return `gpu-lease ${command.name}: ${command.about}\n\nusage: gpu-lease ${command.name}${takes.join('')} [options]\n\n${rows.join('\n')}\n`;
}
