import { definition } from './commands/verify.ts';
import { runProgram } from './program.ts';

/**
 * `gpu-lease verify` of files, for `dist/start.cjs`: one CommonJS file, as `look.ts` is for looks, because people verify one small file
 * after the other, and Node's loader of ES modules and forty small files took a third of the time. What asks a server is not in it
 * (`--attested`, URLs): `start.cjs` leaves that to the whole program.
 */
export async function verifyAlone(argv: readonly string[]): Promise<void> {
  process.exitCode = await runProgram(argv, [definition], process.env, () => () => import('./verify.ts'));
}
