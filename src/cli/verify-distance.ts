import { resolve } from 'node:path';
import { Problem } from '../problem.ts';
import { partOf } from '../verify/contract/key-book.ts';
import type { TensorRow } from '../verify/contract/tensor-table.ts';
import type { FileVerdict } from '../verify/contract/verdict.ts';
import { type FileSource, openFileSource } from '../verify/read/file-source.ts';
import { type Distance, DistanceSum } from '../verify/tensor/distance.ts';
import { DTYPES, type Dtype } from '../verify/tensor/dtype.ts';
import { decodeElements } from '../verify/tensor/element-values.ts';
import type { Watching } from './verify-targets.ts';

const PIECE_BYTES = 1024 ** 2;

/** Where the numbers of a tensor lie on this disk. */
interface Place {
  path: string;
  offset: number;
  bytes: number;
  dtype: Dtype;
}

export interface Distances {
  /** In the order of the names that were asked for. Names are untrusted text. */
  tensors: ({ name: string } & Distance)[];
  /** Of all tensors of a part (`model`, `optimizer`, ...) that changed, where it is more than one. */
  parts: ({ part: string; tensors: number } & Omit<Distance, 'largest' | 'first'>)[];
  /** Names of which the numbers are not to be had: packed types, compressed members, a server, a file that changed. */
  unmeasured: string[];
}

/**
 * How far these tensors went between two sides, read once more from their files: both must hold them as they are.
 *
 * @throws `signal.reason`
 */
export async function distancesOf(
  names: readonly string[],
  sides: readonly [readonly FileVerdict[], readonly FileVerdict[]],
  { cwd, signal, onProgress }: { cwd: string } & Watching,
): Promise<Distances> {
  const [before, after] = sides.map((files) => placesIn(files, cwd)) as [Places, Places];
  const found: Distances = { tensors: [], parts: [], unmeasured: [] };
  const parts = new Map<string, { sum: DistanceSum; tensors: number }>();
  const pairs = names.map((name) => ({ name, pair: pairOf(before.get(name), after.get(name)) }));
  const bytesTotal = pairs.reduce((sum, { pair }) => sum + (pair === undefined ? 0 : 2 * pair[0].bytes), 0);
  let bytesDone = 0;
  const opened = new Map<string, Promise<FileSource>>();
  const sourceOf = (path: string): Promise<FileSource> => {
    const source = opened.get(path) ?? openFileSource(path, { allowHardLinks: true });
    opened.set(path, source);
    return source;
  };
  try {
    for (const { name, pair } of pairs) {
      const tell = (done: number) => onProgress(name, bytesDone + done, bytesTotal);
      const sum = pair && (await compared(pair, sourceOf, { signal, tell }).catch(unlessReadable));
      if (pair !== undefined) {
        bytesDone += 2 * pair[0].bytes;
        tell(0);
      }
      if (!sum) {
        found.unmeasured.push(name);
        continue;
      }
      found.tensors.push({ name, ...sum.distance });
      const part = parts.get(partOf(name)) ?? { sum: new DistanceSum(), tensors: 0 };
      part.sum.take(sum);
      part.tensors += 1;
      parts.set(partOf(name), part);
    }
  } finally {
    for (const source of opened.values()) await source.then((each) => each.close()).catch(() => {});
  }
  for (const [part, { sum, tensors }] of parts) {
    const { largest: _largest, first: _first, ...distance } = sum.distance;
    if (tensors > 1) found.parts.push({ part, tensors, ...distance });
  }
  return found;
}

type Places = Map<string, Place>;

/** A name that several files have is none of one file. */
function placesIn(files: readonly FileVerdict[], cwd: string): Places {
  const rows = files.flatMap(({ label, table = [] }) => table.map((row) => ({ label, row })));
  const times = new Map<string, number>();
  for (const { row } of rows) times.set(row.name, (times.get(row.name) ?? 0) + 1);
  return new Map(
    rows.flatMap(({ label, row }): [string, Place][] => {
      const place = times.get(row.name) === 1 ? placeOf(row, resolve(cwd, label)) : undefined;
      return place ? [[row.name, place]] : [];
    }),
  );
}

const BY_NAME = new Map<string, Dtype>(Object.values(DTYPES).map((dtype) => [dtype.name, dtype]));

function placeOf({ at, dtype }: TensorRow, path: string): Place | undefined {
  const known = BY_NAME.get(dtype);
  return at && known ? { path, ...at, dtype: known } : undefined;
}

type Pair = readonly [Place, Place];

/** Both sides, where they can be held against each other number by number. */
function pairOf(before: Place | undefined, after: Place | undefined): Pair | undefined {
  if (before === undefined || after === undefined || before.bytes !== after.bytes) return undefined;
  return decodeElements(before.dtype, new Uint8Array(0)) && [before, after];
}

async function compared(
  [before, after]: Pair,
  sourceOf: (path: string) => Promise<FileSource>,
  { signal, tell }: { signal: AbortSignal; tell(bytesDone: number): void },
): Promise<DistanceSum> {
  const sum = new DistanceSum();
  for (let at = 0; at < before.bytes; at += PIECE_BYTES) {
    signal.throwIfAborted();
    const length = Math.min(PIECE_BYTES, before.bytes - at);
    const pieces = await Promise.all(
      [before, after].map(async ({ path, offset, dtype }) =>
        decodeElements(dtype, await (await sourceOf(path)).read(offset + at, length)),
      ),
    );
    const [a, b] = pieces;
    if (a && b) sum.add(a, b);
    tell(2 * (at + length));
  }
  return sum;
}

/** It was read a moment ago: cut, replaced or taken away since, it has no numbers to compare, and that they differ stands. */
function unlessReadable(error: unknown): undefined {
  if (error instanceof RangeError || error instanceof Problem) return;
  throw error;
}
