import type { InStore, Stored } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import type { EvidenceNow } from '../lease/warrant.ts';
import { compareStored, textOf } from '../stores/compare.ts';
import type { ArtifactStore, StoredSet } from '../stores/store.ts';
import { evidenceNow } from './evidence.ts';
import { checkSeal, type FileNow, sealedFiles } from './seal.ts';
import { EVIDENCE } from './store.ts';
import { evidenceOnTier, type TierNow } from './tier-place.ts';

/** So much is downloaded and hashed again before every release; of more, the store's own listing and digests speak. */
const DEEP_BYTES = 256 * 1024 ** 2;
/** A seal's document of a hundred thousand files. */
const MOST_SEAL_BYTES = 64 * 1024 ** 2;

/** The stores that can read what was stored there. */
export type StoresFor = (stored: Pick<InStore, 'store'>) => Promise<ArtifactStore[]>;

/**
 * What the sealed artifacts are this moment: on this machine where their run lives on one, else in the store that outlived
 * the machine that sealed them. Any one place that still holds everything is enough. What was sealed on a durable tier is there alone.
 */
export async function evidenceOf(
  world: { storeDir: string; signal: AbortSignal },
  run: Pick<Run, 'id' | 'seal' | 'opened' | 'stored'>,
  storesFor: StoresFor,
  tierNow: () => Promise<TierNow> = async () => ({ is: 'not-reached' }),
): Promise<EvidenceNow> {
  if (run.seal?.in) return evidenceOnTier(world.storeDir, run, await tierNow());
  const here = () => evidenceNow(world.storeDir, run);
  if (run.stored.length === 0) return here();
  if (!run.opened?.needsStore) {
    const local = await here();
    if (local.problems.length === 0 && local.seal === run.seal?.seal) return local;
  }
  let found: EvidenceNow | undefined;
  for (const stored of run.stored.toReversed()) {
    const now = await storedEvidence(stored, await storesFor(stored), world.signal);
    if (now.problems.length === 0) return now;
    found ??= now;
  }
  return found ?? { seal: 'none', problems: [] };
}

/** Of one store: there, the same by its own listing, and read again where that is quickly done. */
export async function storedEvidence(
  stored: Stored,
  stores: readonly ArtifactStore[],
  signal: AbortSignal,
): Promise<EvidenceNow> {
  for (const store of stores) {
    const set = await store.open(stored.id);
    if (!set) continue;
    try {
      if (set.digest !== stored.digest)
        return { seal: stored.seal, problems: [{ path: stored.place, problem: 'changed' }] };
      if (stored.bytes > DEEP_BYTES) return { seal: stored.seal, problems: [] };
      return await readAgain(store, set, stored, signal);
    } finally {
      await set.close();
    }
  }
  return { seal: stored.seal, problems: [{ path: stored.place, problem: 'not-downloadable' }] };
}

/** The stored seal speaks for itself: its document comes to the digest, and every file of it is what it says. */
async function readAgain(
  store: ArtifactStore,
  set: StoredSet,
  stored: Stored,
  signal: AbortSignal,
): Promise<EvidenceNow> {
  const document = documentIn(await textOf(set, store.nameOf(`${EVIDENCE}/seal.json`), MOST_SEAL_BYTES));
  const files = sealedFiles(document) ?? [];
  const expected = files.map(({ cell, path, bytes, sha256 }) => ({ path: `${cell}/${path}`, bytes, sha256 }));
  const differences = new Map(
    (await compareStored(store, set, expected, { signal })).map(({ path, problem }) => [path, problem]),
  );
  const sealed = new Map(files.map((file) => [`${file.cell}/${file.path}`, file]));
  const now = (cell: string, path: string): FileNow => {
    const file = sealed.get(`${cell}/${path}`);
    const problem = differences.get(`${cell}/${path}`);
    if (!file || problem === 'missing') return undefined;
    if (problem === undefined) return file;
    return {
      bytes: { 'zero-byte': 0, truncated: file.bytes - 1 }[problem as string] ?? file.bytes,
      sha256: '',
    };
  };
  const { seal, problems } = checkSeal(document, now);
  return seal === stored.seal
    ? { seal, problems }
    : { seal, problems: [...problems, { path: stored.place, problem: 'changed' }] };
}

function documentIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { document?: unknown }).document;
  } catch {
    return undefined;
  }
}
