import { type Loaders, runProgram } from './program.ts';

/** The commands that read the ledger and nothing else. */
export const LOOKING: Loaders = {
  status: () => import('./status.ts'),
  log: () => import('./status.ts'),
  cost: () => import('./status.ts'),
};

/**
 * `--help`, `--version` and the commands above, for `dist/start.cjs`. The build makes one CommonJS file of this: Node's
 * loader of ES modules and a dozen small files cost as much again as Node's own start (docs/decisions/0002-bundle.md).
 *
 * @returns false, with nothing done, for everything else: the whole program is to be loaded
 */
export async function look(argv: readonly string[]): Promise<boolean> {
  if (argv[0]?.startsWith('__') || argv.includes('--billed')) return false;
  const code = await runProgram(argv, LOOKING);
  if (code === undefined) return false;
  process.exitCode = code;
  return true;
}
