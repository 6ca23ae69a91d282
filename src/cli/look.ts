import { COMMANDS } from './command-list.ts';
import { runProgram } from './program.ts';

/**
 * `--help`, `--version` and the commands that only read the ledger, for `dist/start.cjs`. The build makes one CommonJS file of this:
 * Node's loader of ES modules and a dozen small files cost as much again as Node's own start (docs/decisions/0002-bundle.md).
 *
 * @returns false, with nothing done, for everything else: the whole program is to be loaded
 */
export async function look(argv: readonly string[]): Promise<boolean> {
  if (argv[0]?.startsWith('__') || argv.includes('--billed') || argv.includes('--watch')) return false;
  const code = await runProgram(argv, COMMANDS, process.env, ({ quick }) => quick);
  if (code === undefined) return false;
  process.exitCode = code;
  return true;
}
