import { join } from 'node:path';
import { type Afar, freeBytesOf } from '../collect/afar.ts';
import { parcelOf } from '../collect/parcel.ts';
import type { Restoring } from '../collect/restore-kept.ts';
import { evidenceOf, type StoresFor } from '../collect/stored-evidence.ts';
import { fetchFor } from '../host/proxied-fetch.ts';
import type { Job } from '../job/job.ts';
import type { EventBody } from '../lease/events.ts';
import { costing, type Run } from '../lease/run.ts';
import type { EvidenceNow } from '../lease/warrant.ts';
import type { StoreWorld } from '../stores/registry.ts';
import type { UploadWish } from '../stores/store.ts';
import type { UploadStep } from '../stores/workflow-artifact-store.ts';
import type { World } from '../world.ts';
import { tierForSeal, tierNow } from './tier.ts';

export type UploadOf = 'sealed' | 'kept';

/** What a stage knows about the upload step of its composite action, and what it asks of it. */
export interface Uploading {
  /** Absent where no step uploads. */
  step: UploadStep | undefined;
  /** Set by a stage that leaves the upload to the next step. */
  wish: (UploadWish['upload'] & { of: UploadOf }) | undefined;
  /** Puts the report among the evidence of what was sealed, before it is stored. */
  report?: (run: Run) => Promise<void>;
}

/**
 * Brings what was sealed into the first store of the job's ladder that takes it, and says `stored` only after it was read
 * back and compared. No events where the upload is the next step's.
 */
export async function storeSealed(
  world: World,
  run: Run,
  job: Job,
  uploading: Uploading,
): Promise<EventBody[]> {
  if (await parcelOf(world.storeDir, run)) await uploading.report?.(run);
  const parcel = await parcelOf(world.storeDir, run);
  if (!parcel) {
    world.face.line(
      `what is sealed as ${shortSeal(run)} is not on this machine; the one that sealed it stores it`,
    );
    return [];
  }
  world.face.heading('store');
  const { ladderOf, openStore } = await import('../stores/registry.ts');
  const { storeParcel } = await import('../stores/ladder.ts');
  const storeWorld = storeWorldOf(world, run, uploading.step);
  const outcome = await storeParcel(
    ladderOf(job).map((rung) => openStore(rung, storeWorld)),
    parcel,
    {
      say: (line) => world.face.line(line),
      onProgress: (done, total) =>
        world.face.progress('read back', { label: 'read back', done, total, unit: 'bytes' }),
      signal: world.signal,
      costing: costing(run),
    },
  );
  world.face.settle('read back');
  if ('upload' in outcome) {
    uploading.wish = { ...outcome.upload, of: 'sealed' };
    world.face.line(`the next step uploads ${outcome.upload.name}; it counts once it was read back`);
    return [];
  }
  const { files, place, keptUntil } = outcome.stored;
  const until = keptUntil === undefined ? '' : `, which is kept until ${keptUntil}`;
  world.face.line(`stored: ${files} files in ${place}, read back and equal${until}`);
  return [{ type: 'stored', ...outcome.stored }];
}

const shortSeal = (run: Run): string => (run.seal?.seal ?? '').slice(0, 8);

/** Nothing where it lies on this very machine: then it is only not stored yet. */
export async function unseal(world: World, run: Run, seal: string): Promise<EventBody[]> {
  if (await parcelOf(world.storeDir, run)) return [];
  return [{ type: 'unsealed', seal, why: 'it was sealed on a machine that is gone, before it was stored' }];
}

/** The buckets that the box of this run may send to by itself, and its durable tier where its artifacts need no store. */
export async function afarOf(world: World, run: Run, job: Job): Promise<Afar | undefined> {
  if (!run.opened?.needsStore)
    return { stores: [], freeBytes: freeBytesOf, tier: () => tierForSeal(world, run, job) };
  const { ladderOf } = await import('../stores/registry.ts');
  const rungs = ladderOf(job).filter((rung) => rung.kind === 's3');
  if (rungs.length === 0) return undefined;
  const { s3BoxStore } = await import('../stores/box-store.ts');
  const storeWorld = storeWorldOf(world, run, undefined);
  return { stores: rungs.map((rung) => s3BoxStore(rung, storeWorld)), freeBytes: freeBytesOf };
}

/** What was sealed is at this moment, wherever it lies. */
export const sealedNow = (world: World, run: Run): Promise<EvidenceNow> =>
  evidenceOf(world, run, storesOf(world, run), () => tierNow(world, run));

/** For `evidenceOf`: the job's stores of the kind that something was stored in. */
export const storesOf =
  (world: World, run: Run): StoresFor =>
  async (stored) => {
    const { storesFor } = await import('../stores/registry.ts');
    return storesFor(stored, run.opened?.document ?? {}, storeWorldOf(world, run, undefined));
  };

export const restoringOf = (world: World, run: Run, job: Job): Restoring => ({
  world,
  run,
  storesFor: storesOf(world, run),
  afar: () => afarOf(world, run, job),
});

/** What of the world stores are opened with. */
type OpensStores = Pick<World, 'github' | 'storeDir' | 'secret' | 'identity' | 'clock' | 'signal'>;

export function storeWorldOf(
  world: OpensStores,
  run: Pick<Run, 'id'>,
  uploads: UploadStep | undefined,
): StoreWorld {
  const hubUrl = world.secret('HF_ENDPOINT');
  return {
    github: world.github,
    uploads,
    // `+` is in no cell's name, and so in nothing that is stored.
    scratchDir: join(world.storeDir, run.id, '+readback'),
    secret: (name) => world.secret(name),
    identity: world.identity,
    clock: world.clock,
    signal: world.signal,
    ...(hubUrl && { hubUrl }),
    fetch: viaProxy(),
  };
}

/** Runners of one's own often reach the world by a proxy only. One agent for all requests of a stage. */
export function viaProxy(): typeof fetch {
  const known = new Map<string, ReturnType<typeof fetchFor>>();
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const own = known.get(url.host) ?? fetchFor(url);
    known.set(url.host, own);
    return (await own)(input, init);
  };
}

/**
 * The upload step of this composite action, where it has one.
 *
 * @param outcome of it, in the step after it
 */
export function uploadStepOf(
  env: NodeJS.ProcessEnv,
  outcome?: UploadStep['outcome'],
): UploadStep | undefined {
  const workflowRun = Number(env['GITHUB_RUN_ID']);
  if (env['GITHUB_ACTIONS'] !== 'true' || env['GPU_LEASE_UPLOADS'] !== 'true' || !workflowRun) return;
  const attempt = env['GITHUB_RUN_ATTEMPT'] ?? '1';
  const job = (env['GITHUB_JOB'] ?? 'job').replace(/[^A-Za-z0-9._-]/g, '-');
  return { workflowRun, nameEnd: `${workflowRun}.${attempt}-${job}`, ...(outcome && { outcome }) };
}

/** How the upload step ended, from the `env:` of the step after it. */
export function uploadOutcome(env: NodeJS.ProcessEnv): NonNullable<UploadStep['outcome']> {
  const artifact = Number(env['GPU_LEASE_ARTIFACT_ID']);
  const ended = env['GPU_LEASE_UPLOAD_OUTCOME'] ?? '';
  if (ended !== 'success' || !Number.isSafeInteger(artifact) || artifact <= 0)
    return { failed: ended || 'unknown' };
  return { artifact, digest: env['GPU_LEASE_ARTIFACT_DIGEST'] ?? '' };
}
