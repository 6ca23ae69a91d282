import { crc32c } from '../codec/crc32c.ts';
import { readyZstd } from '../codec/zstd.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import type { SetSubject } from '../contract/set.ts';
import { inFolder } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { holdsTensors } from '../contract/verdict.ts';
import type { ScanResult } from '../tensor/element-scan.ts';
import { Fingerprint } from '../tensor/fingerprint.ts';
import { mayNotBeNegative } from '../tensor/judge.ts';
import type { Region } from '../tensor/pass.ts';
import type { TensorBook } from '../tensor/tensor-book.ts';
import { ZarrChunk } from './zarr-chunk.ts';
import type { ChunkCodec, Sharding, ZarrArrayInfo } from './zarr-metadata.ts';

/** Where a stored object lies: a stretch of a file, or inside an index that was read already. */
export type Stored = { path: string; offset: number; bytes: number } | { inline: Uint8Array };

export interface ChunkStore {
  /** `undefined` when nothing is stored under this key. */
  find(key: string): Stored | undefined;
  read(path: string, offset: number, bytes: number): Promise<Uint8Array>;
}

/** One chunk and what takes it. */
export interface ChunkSpan {
  stored: Stored;
  region: Region;
}

interface ChunkPlace {
  codec: ChunkCodec;
  chunk: readonly number[];
  extent: readonly number[];
  /** Of all chunks of the array, in the order of the grid. */
  ordinal: number;
}

const NOT_THERE = 2n ** 64n - 1n;

/** One array of a zarr hierarchy: what it consists of, and what its chunks said once all have gone by. */
export class ZarrArray {
  readonly #subject: SetSubject;
  readonly #name: string;
  readonly #folder: string;
  readonly #info: ZarrArrayInfo;
  readonly #results: (ScanResult | undefined)[] = [];
  #offset = 0;
  #missing = 0;

  /** @param folder key of the array in the store, without a slash at its end; `''` for the root */
  constructor(subject: SetSubject, name: string, folder: string, info: ZarrArrayInfo) {
    this.#subject = subject;
    this.#name = name;
    this.#folder = folder;
    this.#info = info;
  }

  /** Keys of everything that the grid needs. */
  *keys(): Generator<{ key: string; index: number[] }> {
    const { shape, chunk, keyOf } = this.#info;
    const grid = gridOf(shape, chunk);
    const count = grid.reduce((product, size) => product * BigInt(size), 1n);
    const { objects } = this.#subject.budgets;
    if (count > BigInt(objects)) throw overBudget('objects', objects, count);
    for (let i = 0; i < Number(count); i += 1) {
      const index = indexOf(i, grid);
      yield { key: inFolder(this.#folder, keyOf(index)), index };
    }
  }

  /** Throws `Broken` or `Unsettled` for an index of a shard that cannot be read. */
  async spans(store: ChunkStore): Promise<ChunkSpan[]> {
    const { codec: whole, sharding } = this.#info;
    const mayBeZstd = ['zstd', 'blosc'] as const;
    if ([whole, sharding?.codec].some((codec) => mayBeZstd.some((each) => codec?.undo.includes(each))))
      await readyZstd();
    const spans: ChunkSpan[] = [];
    for (const { key, index } of this.keys()) {
      const stored = store.find(key);
      const { chunk, shape } = this.#info;
      const extent = chunk.map((size, i) => Math.min(size, (shape[i] ?? 0) - size * (index[i] ?? 0)));
      if (stored === undefined) this.#isMissing(key);
      else if (this.#info.sharding === undefined) {
        const place = { codec: this.#info.codec, chunk, extent, ordinal: this.#results.length };
        spans.push(this.#span(key, stored, place));
      } else spans.push(...(await this.#shard({ key, stored, store }, extent)));
    }
    return spans;
  }

  /** Judges the array when all of it was read. */
  finish(book: TensorBook): void {
    const { type, shape, codec } = this.#info;
    const { dtype, typeName } = type;
    if (this.#missing > 0) {
      this.#reportMissing();
      return;
    }
    const results = this.#results.filter((result) => result !== undefined);
    // A chunk that broke has its own reason.
    if (results.length !== this.#results.length) return;
    const scan = together(results);
    const elements = shape.reduce((product, size) => product * size, 1);
    const name = this.#name;
    this.#subject.keys.addTensor(name, name.split(/[./]/, 1)[0] ?? name);
    const place = { fileOffset: this.#offset, proven: this.#subject.digestGiven };
    book.take(
      {
        names: [name],
        dtype,
        shape,
        elements,
        scan,
        ...place,
        ...(typeName === undefined ? {} : { typeName }),
      },
      codec.littleEndian,
    );
    if (type.isRecord === true) {
      const what = `${quoted(name)} holds structures, whose fields were not looked at`;
      this.#subject.findings.degraded('L3', 'fields-not-read', what);
    }
  }

  #isMissing(key: string): void {
    this.#missing += 1;
    if (this.#missing === 1) this.#firstMissing = key;
  }
  #firstMissing = '';

  /** Writers leave out chunks that hold nothing but the fill value; weights are never written so. */
  #reportMissing(): void {
    const { findings, role } = this.#subject;
    const what = `${quoted(this.#name)} lacks ${this.#missing} of its chunks`;
    const where = { expected: JSON.stringify(this.#firstMissing) };
    if (holdsTensors(role)) findings.fail('L2', 'chunk-missing', what, where);
    else findings.degraded('L2', 'chunk-missing', what, where);
  }

  async #shard({ key, stored, store }: Shard, extent: readonly number[]): Promise<ChunkSpan[]> {
    const { chunk, sharding } = this.#info;
    if (sharding === undefined) return [];
    const grid = chunk.map((size, i) => size / (sharding.chunk[i] ?? 1));
    const count = grid.reduce((product, size) => product * size, 1);
    const entries = await shardIndex({ key, stored, store }, count, sharding);
    const spans: ChunkSpan[] = [];
    entries.forEach((entry, i) => {
      const index = indexOf(i, grid);
      const inner = sharding.chunk.map((size, d) =>
        Math.max(0, Math.min(size, (extent[d] ?? 0) - size * (index[d] ?? 0))),
      );
      // Chunks that lie wholly in the padding need not be there.
      const needed = inner.every((size) => size > 0);
      if (entry === undefined) {
        if (needed) this.#isMissing(`${key} chunk ${i}`);
        return;
      }
      const place = {
        codec: sharding.codec,
        chunk: sharding.chunk,
        extent: inner,
        ordinal: this.#results.length,
      };
      spans.push(this.#span(`${key} chunk ${i}`, partOfStored(stored, entry), place));
    });
    return spans;
  }

  #span(key: string, stored: Stored, { codec, chunk, extent, ordinal }: ChunkPlace): ChunkSpan {
    this.#results.push(undefined);
    const { budgets, scanning } = this.#subject;
    const [offset, storedBytes] =
      'inline' in stored ? [0, stored.inline.length] : [stored.offset, stored.bytes];
    if (ordinal === 0) this.#offset = offset;
    let taker: ZarrChunk | undefined;
    const turned = (sizes: readonly number[]) => codec.order?.map((at) => sizes[at] ?? 1) ?? sizes;
    const open = () =>
      new ZarrChunk({
        ...{ name: JSON.stringify(key), type: this.#info.type, codec, offset, storedBytes },
        ...{ chunk: turned(chunk), extent: turned(extent) },
        scanning: { ...scanning, countNegative: mayNotBeNegative([this.#name.replaceAll('/', '.')]) },
        mostBytes: budgets.structureBytes,
        done: (result) => {
          this.#results[ordinal] = result;
        },
      });
    // Opened only when its bytes come by: an array may have a million chunks.
    const region: Region = {
      offset,
      length: storedBytes,
      feed(piece) {
        taker ??= open();
        taker.feed(piece);
      },
      end() {
        taker ??= open();
        taker.end();
        taker = undefined;
      },
    };
    return { stored, region };
  }
}

/** Several chunks under one key, behind an index of their own. */
interface Shard {
  key: string;
  stored: Stored;
  store: ChunkStore;
}

interface IndexEntry {
  offset: number;
  bytes: number;
}

/** Pairs of u64: offset in the shard and length; all ones where a chunk is not there. */
async function shardIndex(
  { key, stored, store }: Shard,
  count: number,
  { indexAtEnd, indexHasCrc }: Sharding,
): Promise<(IndexEntry | undefined)[]> {
  const size = 'inline' in stored ? stored.inline.length : stored.bytes;
  const at = 'inline' in stored ? 0 : stored.offset;
  const broken = (code: string, what: string) =>
    new Broken(code === 'crc-mismatch' ? 'L1' : 'L2', code, `shard ${quoted(key)}: ${what}`, {
      offset: at,
    });
  const indexBytes = 16 * count + (indexHasCrc ? 4 : 0);
  if (size < indexBytes) throw broken('cut-short', 'is shorter than its index');
  const indexAt = indexAtEnd ? size - indexBytes : 0;
  const index =
    'inline' in stored
      ? stored.inline.slice(indexAt, indexAt + indexBytes)
      : await store.read(stored.path, stored.offset + indexAt, indexBytes);
  const view = new DataView(index.buffer, index.byteOffset, index.length);
  if (indexHasCrc && crc32c(index.subarray(0, -4), 0) !== view.getUint32(indexBytes - 4, true))
    throw broken('crc-mismatch', 'its index is not what was written: its CRC-32C differs');
  const dataEnd = indexAtEnd ? indexAt : size;
  const entries: (IndexEntry | undefined)[] = [];
  let covered = 0;
  for (let i = 0; i < count; i += 1) {
    const [offset, bytes] = [view.getBigUint64(16 * i, true), view.getBigUint64(16 * i + 8, true)];
    if (offset === NOT_THERE && bytes === NOT_THERE) {
      entries.push(undefined);
      continue;
    }
    const inside = offset + bytes <= BigInt(dataEnd) && offset >= (indexAtEnd ? 0n : BigInt(indexBytes));
    if (!inside) throw broken('outside-file', `its chunk ${i} lies outside`);
    entries.push({ offset: Number(offset), bytes: Number(bytes) });
    covered += Number(bytes);
  }
  if (covered !== size - indexBytes)
    throw broken('hole-between-chunks', 'its chunks do not cover it exactly');
  return entries;
}

const partOfStored = (stored: Stored, { offset, bytes }: IndexEntry): Stored =>
  'inline' in stored
    ? { inline: stored.inline.subarray(offset, offset + bytes) }
    : { path: stored.path, offset: stored.offset + offset, bytes };

const gridOf = (shape: readonly number[], chunk: readonly number[]): number[] =>
  shape.map((size, i) => Math.ceil(size / (chunk[i] ?? 1)));

/** Row-major. */
function indexOf(ordinal: number, grid: readonly number[]): number[] {
  const index: number[] = [];
  let rest = ordinal;
  for (let i = grid.length - 1; i >= 0; i -= 1) {
    const size = grid[i] ?? 1;
    index.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return index;
}

/**
 * What the chunks of an array say together. Chunks come by in the order of their files, so the array's bytes are never seen
 * in logical order: its fingerprint is that of its chunks' fingerprints in the order of the grid.
 */
function together(results: readonly ScanResult[]): ScanResult {
  const [only] = results;
  if (results.length === 1 && only !== undefined) return only;
  const print = new Fingerprint();
  print.add(new TextEncoder().encode(results.map(({ fingerprint }) => fingerprint).join('')));
  const sum = (of: (result: ScanResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  return {
    bytes: sum(({ bytes }) => bytes),
    nonFinite: sum(({ nonFinite }) => nonFinite),
    nan: sum(({ nan }) => nan),
    nonFiniteAt: [],
    large: sum(({ large }) => large),
    huge: sum(({ huge }) => huge),
    hugeAt: undefined,
    badBools: sum(({ badBools }) => badBools),
    allZero: results.length > 0 && results.every(({ allZero }) => allZero),
    constant: false,
    negative: sum(({ negative }) => negative),
    zeroRuns: [],
    zerosAtEnd: 0,
    firstBytes: only?.firstBytes ?? new Uint8Array(0),
    fingerprint: print.hex(),
  };
}
