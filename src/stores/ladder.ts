import { Problem } from '../problem.ts';
import { compareStored } from './compare.ts';
import {
  type ArtifactStore,
  bytesOf,
  meaningOf,
  type Parcel,
  type StoredFacts,
  type UploadWish,
} from './store.ts';

export interface Climb {
  /** What this machine may say while it works. */
  say(line: string): void;
  onProgress?(bytesDone: number, bytesTotal: number): void;
  signal: AbortSignal;
  /** What goes on costing while nothing is stored. */
  costing: readonly string[];
  /** Where it is safe until it is stored, and what stores it; unset: the box of a run, and "gpu-lease collect". */
  meanwhile?: { held: string; again: string };
}

const ON_ITS_BOX = { held: 'The box is held with everything on it.', again: '"gpu-lease collect"' };

export type Outcome = { stored: StoredFacts } | UploadWish;

/**
 * Takes the first store of the ladder that fits, says why those before it did not, and counts a parcel as stored only
 * after everything was read back and compared.
 */
export async function storeParcel(
  ladder: readonly ArtifactStore[],
  parcel: Parcel,
  climb: Climb,
): Promise<Outcome> {
  const refused: string[] = [];
  for (const store of ladder) {
    const why = (await store.refusal(parcel)) ?? (await liesElsewhere(store, parcel));
    if (why !== undefined) {
      refused.push(`${store.describe()}: ${why}`);
      climb.say(`not to ${store.describe()}: ${why}`);
      continue;
    }
    climb.say(`storing ${parcel.files.length} files, ${bytesOf(parcel)} bytes, to ${store.describe()}`);
    const placed = await store.put(parcel);
    if ('upload' in placed) return placed;
    return { stored: await readBack(store, parcel, placed, climb) };
  }
  const { held, again } = climb.meanwhile ?? ON_ITS_BOX;
  throw new Problem({
    code: 'nowhere-to-store',
    kind: 'refused',
    what: `What was ${meaningOf(parcel)} has no store that takes it:\n${refused.map((each) => `- ${each}`).join('\n')}`,
    next: `${held} Add a store that fits to "store" in the job file for the next run, give the missing key or permission to this workflow, and run ${again} again.`,
    costing: [...climb.costing],
  });
}

/** What was sent from the box is not on this machine, so no other store can have it. */
async function liesElsewhere(store: ArtifactStore, { lies }: Parcel): Promise<string | undefined> {
  if (lies === undefined) return undefined;
  const elsewhere = `the files went from the box straight to ${lies}`;
  if (store.kind !== 's3') return elsewhere;
  const set = await store.open(lies);
  await set?.close();
  return set === undefined ? `${elsewhere}, and are not there` : undefined;
}

/** A claim is not a fact: listed, read, compared, and listed again, so that nothing moved meanwhile. */
async function readBack(
  store: ArtifactStore,
  parcel: Parcel,
  { id, place }: { id: string; place: string },
  climb: Climb,
): Promise<StoredFacts> {
  const set = await store.open(id);
  if (set === undefined) throw differs(store, parcel, ['it is not there'], climb);
  const total = bytesOf(parcel);
  try {
    const differences = await compareStored(store, set, parcel.files, {
      signal: climb.signal,
      onProgress: (done) => climb.onProgress?.(done, total),
    });
    const again = await store.open(id);
    await again?.close();
    if (again?.digest !== set.digest) throw differs(store, parcel, ['it changed while it was read'], climb);
    if (differences.length > 0) {
      const list = differences.map(({ path, problem }) => `${path} is ${problem}`);
      throw differs(store, parcel, list, climb);
    }
    return {
      seal: parcel.seal,
      store: store.kind,
      id,
      place,
      digest: set.digest,
      bytes: total,
      files: parcel.files.length,
      ...(set.keptUntil !== undefined && { keptUntil: set.keptUntil }),
    };
  } finally {
    await set.close();
  }
}

const differs = (store: ArtifactStore, parcel: Parcel, list: readonly string[], climb: Climb): Problem =>
  new Problem({
    code: 'store-differs',
    kind: 'failed',
    what: `What ${store.describe()} gives back is not what was ${meaningOf(parcel)}:\n${list
      .slice(0, 20)
      .map((each) => `- ${each}`)
      .join('\n')}`,
    next: `Nothing of it counts and nothing was released. Remove it there, or name another store, and run ${(climb.meanwhile ?? ON_ITS_BOX).again} again.`,
    costing: [...climb.costing],
  });
