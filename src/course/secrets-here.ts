import type { Job } from '../job/job.ts';
import { requireSet, secretsOf } from '../launch/start.ts';
import { emptyRun } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import { Problem, Problems } from '../problem.ts';
import type { ArtifactStore } from '../stores/store.ts';
import type { World } from '../world.ts';
import { storeWorldOf } from './store.ts';
import { warnOfUntold } from './telling.ts';

/** A store that is silent is no reason to rent nothing, and none to wait for it. */
const STORE_SECONDS = 20;

/**
 * Whatever a person has to bring before a box is rented is named at once: a secret that is not set here would be missed only on a
 * box that is paid for, and each try costs its reader a workflow run.
 *
 * @param run what is known of the run; a box that is held already is never left for the keys of a store
 * @param storing `elsewhere` where another step of the workflow stores: its keys are that step's alone, and not to be seen here
 * @throws Problem, or Problems where it is more than one
 */
export async function refuseWithoutSecrets(
  world: World,
  job: Job,
  run: Run = emptyRun(job.name),
  storing: 'here' | 'elsewhere' = 'here',
): Promise<void> {
  const [first, ...more] = await lackedHere(world, job, run, storing);
  warnOfUntold(world, job);
  if (first) throw more.length === 0 ? first : new Problems([first, ...more]);
}

/** The keys of platforms last, and only beside others: by themselves they are asked for where an offer is. */
async function lackedHere(
  world: World,
  job: Job,
  run: Run,
  storing: 'here' | 'elsewhere',
): Promise<Problem[]> {
  const isHeld = run.leases.length > 0;
  const stores = isHeld ? { unset: [], refused: [] } : await lackedOfStores(world, job, run);
  const lacked = [...lackedOfJob(world, job, isHeld), ...(storing === 'here' ? stores.unset : [])];
  if (isHeld || lacked.length + stores.refused.length === 0) return lacked;
  return [...lacked, ...(await lackedOfPlatforms(world, job, run)), ...stores.refused];
}

/** A box that is held has its image. */
function lackedOfJob(world: World, job: Job, isHeld: boolean): Problem[] {
  try {
    if (isHeld) secretsOf(world, job);
    else requireSet(world, job);
    return [];
  } catch (error) {
    if (error instanceof Problem) return [error];
    throw error;
  }
}

/** Each key once, whoever needs it; and each store that takes none of those that are set. */
async function lackedOfStores(
  world: World,
  job: Job,
  run: Run,
): Promise<{ unset: Problem[]; refused: Problem[] }> {
  if (job.store === undefined || job.store === 'none') return { unset: [], refused: [] };
  const { ladderOf, openStore } = await import('../stores/registry.ts');
  const signal = AbortSignal.any([world.signal, AbortSignal.timeout(STORE_SECONDS * 1000)]);
  const storeWorld = { ...storeWorldOf(world, run, undefined), signal };
  const stores = ladderOf(job).map((rung) => openStore(rung, storeWorld));
  const needs = stores.map((store) => ({ store, names: store.unset?.() ?? [] }));
  const keyless = needs.filter(({ names }) => names.length > 0);
  const others = needs.filter(({ names }) => names.length === 0);
  const refused = await Promise.all(others.map(({ store }) => refusalOf(world, store)));
  return {
    unset: keyless.length === 0 ? [] : [keysUnset(keyless)],
    refused: refused.filter((each) => each !== undefined),
  };
}

const keysUnset = (keyless: readonly { store: ArtifactStore; names: readonly string[] }[]): Problem =>
  new Problem({
    code: 'store-key-unset',
    kind: 'usage',
    what: `The stores of the job need keys that are not set here: ${[...new Set(keyless.flatMap(({ names }) => names))].join(', ')} (${keyless.map(({ store }) => store.describe()).join('; ')}).`,
    next: 'Set them in the environment of this command; in a workflow store them as secrets and pass them under "env:". Keys that are lent to a job need its "permissions: id-token: write" instead.',
  });

/** What does not answer now may well answer when something is stored, hours from now. */
async function refusalOf({ face, signal }: World, store: ArtifactStore): Promise<Problem | undefined> {
  try {
    await store.probe?.();
    return;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Problem && error.kind === 'refused') return error;
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    face.warn(
      `whether ${store.describe()} takes the keys that are set here could not be found out: ${why} It is asked again when there is something to store.`,
    );
    return;
  }
}

/** Where every platform lacks one. */
async function lackedOfPlatforms(world: World, job: Job, run: Run): Promise<Problem[]> {
  const { askAndChoose } = await import('../rent/ask.ts');
  const { unasked, unaskedToo } = await askAndChoose(world, run, job);
  return unasked?.kind === 'usage' ? [unasked, ...unaskedToo] : [];
}
