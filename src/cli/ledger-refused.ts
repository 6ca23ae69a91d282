import type { BoundJob } from '../course/bound-job.ts';
import { refuseWithoutSecrets } from '../course/secrets-here.ts';
import { inWorkflow } from '../github/in-workflow.ts';
import { Problem, Problems } from '../problem.ts';
import type { World } from '../world.ts';
import { ledgerNamed } from './ledger-place.ts';
import type { Settings } from './settings.ts';

const REFUSED: readonly string[] = ['login-refused', 'no-write-permission', 'no-repository'];

/**
 * In a workflow a ledger elsewhere opens by its own token alone; without one that it takes, nothing of the run is known yet. What else
 * a launch would lack by the job file is named along with it.
 *
 * @param bind of a stage that rents
 */
export async function inLedgersWords(
  settings: Settings,
  error: unknown,
  world: World,
  bind: (() => Promise<BoundJob>) | undefined,
): Promise<unknown> {
  if (!(error instanceof Problem) || !REFUSED.includes(error.code)) return error;
  if (!inWorkflow(settings) || ledgerNamed(settings) === undefined) return error;
  const { code, kind, what, costing } = error;
  const token = settings.env['GPU_LEASE_LEDGER_TOKEN'] ? 'is not accepted there' : 'is not set here';
  const told = new Problem(
    {
      ...{ code, kind, costing },
      what: `${what} GPU_LEASE_LEDGER_TOKEN ${token}.`,
      next: 'Store a token that may read and write the contents of that repository as the secret GPU_LEASE_LEDGER_TOKEN of the environment, and hand it on: by "ledger-token:" to an action, under "secrets:" to a called workflow.',
    },
    { cause: error },
  );
  const more = costing.length > 0 ? [] : await lackedBeside(world, bind);
  return more.length === 0 ? told : new Problems([told, ...more]);
}

async function lackedBeside(
  world: World,
  bind: (() => Promise<BoundJob>) | undefined,
): Promise<readonly Problem[]> {
  if (bind === undefined) return [];
  try {
    await refuseWithoutSecrets(world, (await bind()).job);
    return [];
  } catch (error) {
    if (error instanceof Problems) return error.all;
    // Nothing else that goes wrong may hide why the ledger is shut.
    return error instanceof Problem ? [error] : [];
  }
}
