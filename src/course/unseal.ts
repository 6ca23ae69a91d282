import { breakIfChanged, isSealedElsewhere } from '../collect/evidence.ts';
import { costing, type Run } from '../lease/run.ts';
import { evidenceRefusals } from '../lease/warrant.ts';
import { appendDecision } from '../ledger/append-to-run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { sealedNow } from './store.ts';

/**
 * Collecting a sealed run again means: look whether what was sealed is still what it was, and start over where not.
 * @param anew also where another machine sealed it
 */
export async function unsealIfChanged(world: World, run: Run, anew: boolean): Promise<void> {
  if (!run.seal || run.closed) return;
  if (!anew) await refuseSealedElsewhere(world, run);
  const why = await changeOf(world, run);
  if (why === undefined) return;
  world.face.warn(`the seal ${run.seal.seal.slice(0, 8)} is void: ${why}`);
  await appendDecision(world, run.id, [{ type: 'unsealed', seal: run.seal.seal, why }]);
}

/** Another machine sealed it, or another clone on this one, and holds what it sealed: to seal it here would void that, and what was approved of it. */
async function refuseSealedElsewhere(world: World, run: Run): Promise<void> {
  if (run.stored.length > 0 || run.opened?.needsStore || !isSealedElsewhere(run, world)) return;
  const [refusal] = evidenceRefusals(run, await sealedNow(world, run));
  if (refusal?.code !== 'sealed-elsewhere') return;
  throw new Problem({ ...refusal, kind: 'refused', costing: costing(run) });
}

/** What lies in a store counts from there, whether or not this machine holds a copy. */
async function changeOf(world: World, run: Run): Promise<string | undefined> {
  if (run.stored.length === 0 && !run.seal?.in) return breakIfChanged(world.storeDir, run);
  const { seal, problems } = await sealedNow(world, run);
  // What nobody could look at has not changed for that.
  if (problems.some(({ problem }) => problem === 'not-readable')) return;
  if (problems.length === 0 && seal === run.seal?.seal) return;
  return (
    problems.map(({ path, problem }) => `${path} is ${problem}`).join('; ') ||
    `it comes to seal ${seal.slice(0, 8)}`
  );
}
