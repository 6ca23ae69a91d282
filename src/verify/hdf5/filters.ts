import { constants, inflateSync } from 'node:zlib';
import { lzfDecompress } from '../codec/lzf.ts';
import { unshuffled } from '../codec/shuffle.ts';
import { Broken, Unsettled } from '../contract/findings.ts';
import { type Cursor, hdf5Broken } from './cursor.ts';
import { checksumBroken } from './file.ts';
import { withoutNBit } from './n-bit.ts';
import { isPacked, PACKED, unpacked } from './packed-chunks.ts';
import { withoutScaleOffset } from './scale-offset.ts';

export interface Filter {
  id: number;
  values: number[];
}

const DEFLATE = 1;
const SHUFFLE = 2;
const FLETCHER32 = 3;
const NBIT = 5;
const SCALEOFFSET = 6;
const LZF = 32000;
const OWN: ReadonlySet<number> = new Set([DEFLATE, SHUFFLE, FLETCHER32, NBIT, SCALEOFFSET, LZF]);
const NAMES: Record<number, string> = {
  4: 'szip',
  32013: 'zfp',
  32017: 'sz',
  32026: 'blosc2',
};
const MOST_FILTERS = 32;

export function readFilters(cursor: Cursor): Filter[] {
  const place = cursor.place;
  const version = cursor.version('filters', 1, 2);
  const count = cursor.u8();
  if (version === 1) cursor.skip(6);
  if (count === 0 || count > MOST_FILTERS)
    throw hdf5Broken('a number of filters that cannot be', place, { found: String(count) });
  return Array.from({ length: count }, () => {
    const id = cursor.u16();
    const nameBytes = version === 1 || id >= 256 ? cursor.u16() : 0;
    cursor.skip(2);
    const values = cursor.u16();
    cursor.skip(version === 1 ? Math.ceil(nameBytes / 8) * 8 : nameBytes);
    const filter = { id, values: Array.from({ length: values }, () => cursor.u32()) };
    if (version === 1 && values % 2 === 1) cursor.skip(4);
    const level = filter.values[0];
    if (id === DEFLATE && (values !== 1 || level === undefined || level > 9))
      throw hdf5Broken('deflate has a level that zlib has not', place, {
        found: filter.values.slice(0, 8).join(', '),
      });
    return filter;
  });
}

/** The filters that we cannot undo, by the names they go by. */
export const unreadable = (filters: readonly Filter[]): string[] =>
  filters.filter(({ id }) => !OWN.has(id) && !isPacked(id)).map(({ id }) => NAMES[id] ?? `filter ${id}`);

const GUARDING: ReadonlySet<number> = new Set([DEFLATE, FLETCHER32, PACKED.BZIP2]);

/** Whether a checksum guards the bytes of a chunk for which no filter was skipped: zlib's own, bzip2's, or Fletcher's. */
export const guards = (filters: readonly Filter[], mask: number): boolean =>
  filters.some(({ id }, i) => GUARDING.has(id) && (mask & (1 << i)) === 0);

/** Fletcher's sum of zeros is zero: a hole that took the checksum along looks whole, so it guards nothing there. */
export const isHollow = (stored: Uint8Array, filters: readonly Filter[], mask: number): boolean =>
  !filters.some(({ id }, i) => id === DEFLATE && (mask & (1 << i)) === 0) &&
  stored.every((byte) => byte === 0);

/**
 * Undoes the filters in the reverse of their order. `mask`: bit i is set where filter i was skipped for this chunk.
 * @returns exactly `bytes` bytes
 */
export function undoFilters(
  stored: Uint8Array,
  filters: readonly Filter[],
  { mask, bytes, place }: { mask: number; bytes: number; place: number },
): Uint8Array {
  let data = stored;
  for (let i = filters.length - 1; i >= 0; i -= 1) {
    if ((mask & (1 << i)) !== 0) continue;
    const { id, values } = filters[i] as Filter;
    if (id === DEFLATE) data = inflate(data, bytes + 4 * filters.length, place);
    else if (id === SHUFFLE) data = unshuffled(data, values[0] ?? 1);
    else if (id === FLETCHER32) data = withoutFletcher(data, place);
    else if (id === LZF) data = unLzf(data, bytes, place);
    else if (id === NBIT) data = withoutNBit(values, data, { most: bytes, place });
    else if (id === SCALEOFFSET) data = withoutScaleOffset(values, data, { most: bytes, place });
    else if (isPacked(id)) data = unpacked(id, values, data, { most: bytes + 4 * filters.length, place });
    else
      throw new Unsettled('L1', 'hdf5-filter', 'data are compressed in a way that we cannot read', {
        offset: place,
        found: NAMES[id] ?? `filter ${id}`,
      });
  }
  if (data.length !== bytes)
    throw new Broken('L1', 'chunk-length', 'a chunk does not hold as many bytes as its shape says', {
      offset: place,
      expected: `${bytes} bytes`,
      found: `${data.length} bytes`,
    });
  return data;
}

function unLzf(data: Uint8Array, bytes: number, place: number): Uint8Array {
  const out = lzfDecompress(data, bytes);
  if (out !== undefined) return out;
  throw new Broken('L1', 'lzf-broken', 'a chunk cannot be decompressed (lzf)', { offset: place });
}

function inflate(data: Uint8Array, most: number, place: number): Uint8Array {
  try {
    const { buffer, engine } = inflateSync(data, {
      maxOutputLength: most,
      finishFlush: constants.Z_FINISH,
      info: true,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    if (engine.bytesWritten !== data.length)
      throw new Error(`${data.length - engine.bytesWritten} bytes follow its end`);
    return buffer;
  } catch (error) {
    const what = `a chunk cannot be inflated: ${error instanceof Error ? error.message : ''}`;
    throw new Broken('L1', 'deflate-broken', what, { offset: place });
  }
}

function withoutFletcher(data: Uint8Array, place: number): Uint8Array {
  if (data.length < 4)
    throw new Broken('L1', 'chunk-length', 'a chunk is shorter than its checksum', { offset: place });
  const body = data.subarray(0, data.length - 4);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const stored = view.getUint32(data.length - 4, true);
  const found = fletcher32(body);
  if (stored === found) return body;
  throw checksumBroken('a chunk', place, stored, found);
}

/** Words of 16 bits in big-endian order, sums modulo 65535; an odd last byte counts as the upper half of a word. */
export function fletcher32(data: Uint8Array): number {
  let sum = 0;
  let sumOfSums = 0;
  const words = data.length >> 1;
  for (let i = 0; i < words; ) {
    const end = Math.min(words, i + 360);
    for (; i < end; i += 1) {
      sum += ((data[2 * i] as number) << 8) | (data[2 * i + 1] as number);
      sumOfSums += sum;
    }
    sum = (sum & 0xffff) + (sum >>> 16);
    sumOfSums = (sumOfSums & 0xffff) + (sumOfSums >>> 16);
  }
  if (data.length % 2 === 1) {
    sum += (data[data.length - 1] as number) << 8;
    sumOfSums += sum;
    sum = (sum & 0xffff) + (sum >>> 16);
    sumOfSums = (sumOfSums & 0xffff) + (sumOfSums >>> 16);
  }
  sum = (sum & 0xffff) + (sum >>> 16);
  sumOfSums = (sumOfSums & 0xffff) + (sumOfSums >>> 16);
  return ((sumOfSums << 16) | sum) >>> 0;
}
