import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandDefinition } from '../src/cli/command.ts';
import type { Generated } from './generate-job-schema.ts';

const DIRECTORY = join(import.meta.dirname, '../src/cli/commands');
const GROUPS = ['stages', 'looking', 'hands on a run', 'setting up', 'when things go wrong'];

/** Every command that there is a file of, in the order of the help. */
export async function commandsThere(): Promise<CommandDefinition[]> {
  const found: CommandDefinition[] = [];
  for (const file of readdirSync(DIRECTORY)) {
    const { definition } = (await import(join(DIRECTORY, file))) as { definition: CommandDefinition };
    if (`${definition.name}.ts` !== file) throw new Error(`${file} defines the command "${definition.name}"`);
    found.push(definition);
  }
  return found.sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || a.place - b.place);
}

/** The list of all commands, so that whoever adds one writes its file and nothing else. */
export function generateCommands(commands: readonly CommandDefinition[]): Generated[] {
  const nameOf = (name: string): string =>
    `${name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())}Command`;
  // By name and not by file: "ssh" stands before "ssh-config", as the formatter has it.
  const imports = [...commands]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ name }) => `import { definition as ${nameOf(name)} } from './commands/${name}.ts';\n`);
  const content = `// Generated from src/cli/commands/ by "npm run generate"; do not edit.
import type { CommandDefinition } from './command.ts';
${imports.join('')}
/** In the order of the help. */
export const COMMANDS: readonly CommandDefinition[] = [
${commands.map(({ name }) => `  ${nameOf(name)},\n`).join('')}];
`;
  return [{ path: 'src/cli/command-list.ts', content }];
}
