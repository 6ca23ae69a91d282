import { isUtf8 } from 'node:buffer';
import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import { readDeltas, unsafeDelta } from './parquet-deltas.ts';
import type { Leaf } from './parquet-schema.ts';
import { BOOLEAN, BYTE_ARRAY, DOUBLE, FIXED, FLOAT, INT32, INT64, INT96 } from './parquet-types.ts';
import { readHybrid } from './rle-hybrid.ts';

export const [
  PLAIN,
  PLAIN_DICTIONARY,
  RLE,
  BIT_PACKED,
  DELTAS,
  DELTA_LENGTHS,
  DELTA_TEXTS,
  DICTIONARY,
  SPLIT,
] = [0, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** What the texts of one page may add up to that only say how they differ from the one before: a page has some MiB. */
const MOST_WHOLE_BYTES = 512 * 1024 ** 2;

/** The values of a page that lie in memory, unpacked. */
export interface PageValues {
  bytes: Uint8Array;
  encoding: number;
  count: number;
  /** Of values in the chunk's dictionary; `undefined` where it has none. */
  dictionary: number | undefined;
  /** Of the page in the file. */
  offset: number;
}

/** Reads the values of a page as far as their encoding gives them. @returns where in `bytes` they end */
export function readValues(leaf: Leaf, { bytes, encoding, count, dictionary, offset }: PageValues): number {
  const reader = new ValueReader(leaf, bytes, offset);
  // Nothing need stand where there is no value; readers look at the sizes of blocks all the same.
  if (count === 0) return encoding === DELTAS && bytes.length > 0 ? reader.deltas(0) : bytes.length;
  if (encoding === PLAIN) return reader.plain(count);
  if (encoding === PLAIN_DICTIONARY || encoding === DICTIONARY) return reader.indices(count, dictionary);
  if (encoding === RLE && leaf.type === BOOLEAN) return reader.truths(count);
  if (encoding === DELTAS && (leaf.type === INT32 || leaf.type === INT64)) return reader.deltas(count);
  if (encoding === DELTA_LENGTHS && leaf.type === BYTE_ARRAY) return reader.deltaLengths(count);
  if (encoding === DELTA_TEXTS && (leaf.type === BYTE_ARRAY || leaf.type === FIXED))
    return reader.deltaTexts(count);
  if (encoding === SPLIT && leaf.type !== BOOLEAN && leaf.type !== BYTE_ARRAY) return reader.plain(count);
  throw new Unsettled('L2', 'parquet-encoding', 'has values in an encoding that its type does not have', {
    offset,
    found: String(encoding),
  });
}

class ValueReader {
  readonly #leaf: Leaf;
  readonly #bytes: Uint8Array;
  readonly #offset: number;

  constructor(leaf: Leaf, bytes: Uint8Array, offset: number) {
    this.#leaf = leaf;
    this.#bytes = bytes;
    this.#offset = offset;
  }

  plain(count: number): number {
    const { type, typeBytes } = this.#leaf;
    if (type === BYTE_ARRAY) return this.#plainTexts(count);
    const bytes = type === BOOLEAN ? Math.ceil(count / 8) : count * widthOf(type, typeBytes);
    if (bytes > this.#bytes.length) throw this.#broken('end before the last of them');
    return bytes;
  }

  indices(count: number, dictionary: number | undefined): number {
    if (dictionary === undefined) throw this.#broken('point into a dictionary that is not there');
    const width = this.#bytes[0] ?? 0;
    if (width > 32) throw this.#broken('have indices of more than 32 bits');
    // Some writers leave out the runs where the only value there is needs no bit.
    if (width === 0 && this.#bytes.length <= 1 && dictionary > 0) return this.#bytes.length;
    const most = dictionary - 1;
    const take = (index: number) => {
      if (index > most) throw this.#broken('point outside their dictionary', `${index} of ${dictionary}`);
    };
    // A run repeats one value in whole bytes, which may be more than its bits hold: so none is left out.
    return readHybrid(this.#bytes, 1, width, count, this.#offset, take);
  }

  truths(count: number): number {
    const length = this.#bytes.length < 4 ? Number.NaN : view(this.#bytes).getUint32(0, true);
    if (!(length <= this.#bytes.length - 4)) throw this.#broken('end before the last of them');
    readHybrid(this.#bytes.subarray(0, 4 + length), 4, 1, count, this.#offset, (value) => {
      if (value > 1) throw this.#broken('are truth values that are neither');
    });
    return 4 + length;
  }

  deltas(count: number): number {
    return readDeltas(this.#bytes, 0, { count, offset: this.#offset }).end;
  }

  deltaLengths(count: number): number {
    return this.#joined(this.#lengths(0, count));
  }

  /** Each begins with so many bytes of the one before. */
  deltaTexts(count: number): number {
    const prefixes = this.#lengths(0, count);
    const suffixes = this.#lengths(prefixes.end, count);
    const bytes = this.#bytes;
    const { typeBytes, type, isText } = this.#leaf;
    let at = suffixes.end;
    let before: Uint8Array = new Uint8Array(0);
    let whole = 0;
    for (let i = 0; i < count; i += 1) {
      const [shared, own] = [prefixes.values[i] as number, suffixes.values[i] as number];
      if (shared > before.length) throw this.#broken('repeat more than the one before has');
      if (own > bytes.length - at) throw this.#broken('end before the last of them');
      if (type === FIXED && shared + own !== typeBytes) throw this.#broken('are not as long as their type');
      whole += shared + own;
      if (whole > MOST_WHOLE_BYTES) throw overBudget('wholeTextBytes', MOST_WHOLE_BYTES, whole, this.#offset);
      const next = new Uint8Array(shared + own);
      next.set(before.subarray(0, shared));
      next.set(bytes.subarray(at, at + own), shared);
      if (isText) this.#mustBeText(next, 0, next.length);
      before = next;
      at += own;
    }
    return at;
  }

  /** Texts without anything between them, behind their lengths. */
  #joined({ values, end }: { values: Int32Array; end: number }): number {
    let at = end;
    for (const length of values) {
      if (length > this.#bytes.length - at) throw this.#broken('end before the last of them');
      if (this.#leaf.isText) this.#mustBeText(this.#bytes, at, at + length);
      at += length;
    }
    return at;
  }

  #lengths(from: number, count: number): { values: Int32Array; end: number } {
    const values = new Int32Array(count);
    const { end } = readDeltas(this.#bytes, from, { count, offset: this.#offset, into: values });
    if (values.some((length) => length < 0)) throw unsafeDelta(this.#offset);
    return { values, end };
  }

  #plainTexts(count: number): number {
    const bytes = this.#bytes;
    const { isText } = this.#leaf;
    let at = 0;
    for (let i = 0; i < count; i += 1) {
      if (bytes.length - at < 4) throw this.#broken('end before the last of them');
      const length =
        (bytes[at] as number) +
        (bytes[at + 1] as number) * 0x100 +
        (bytes[at + 2] as number) * 0x10000 +
        (bytes[at + 3] as number) * 0x1000000;
      at += 4;
      if (length > bytes.length - at)
        throw this.#broken('have one that is longer than what is left of its page');
      if (isText) this.#mustBeText(bytes, at, at + length);
      at += length;
    }
    return at;
  }

  #mustBeText(bytes: Uint8Array, from: number, to: number): void {
    let at = from;
    while (at < to && (bytes[at] as number) < 0x80) at += 1;
    if (at === to || isUtf8(bytes.subarray(at, to))) return;
    throw this.#broken('are texts, and one of them is not UTF-8');
  }

  #broken(what: string, found?: string): Broken {
    const column = JSON.stringify(this.#leaf.path);
    return new Broken('L2', 'parquet-values', `values of column ${column} ${what}`, {
      offset: this.#offset,
      ...(found === undefined ? {} : { found }),
    });
  }
}

function widthOf(type: number, typeBytes: number): number {
  if (type === FIXED) return typeBytes;
  if (type === INT96) return 12;
  return type === INT64 || type === DOUBLE ? 8 : type === INT32 || type === FLOAT ? 4 : 0;
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
