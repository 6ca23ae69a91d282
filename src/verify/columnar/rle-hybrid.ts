import { readVarint } from '../codec/top-fields.ts';
import { Broken } from '../contract/findings.ts';

/** Is told so many equal values, one after the other. */
export type TakeRun = (value: number, count: number) => void;

const broken = (what: string, offset: number): Broken =>
  new Broken('L2', 'parquet-values', `a run of values ${what}`, { offset });

/**
 * Parquet's RLE and bit-packing hybrid: runs of one value, and groups of eight packed values, least significant bit first.
 * The last group may be cut behind the last value that is wanted.
 *
 * @param width bits of a value, 0 to 32
 * @param count of values that there must be
 * @param take may be left out where every number of that width will do
 * @param offset of the page in the file, for messages
 * @returns where in `bytes` it ends
 */
export function readHybrid(
  bytes: Uint8Array,
  from: number,
  width: number,
  count: number,
  offset: number,
  take?: TakeRun,
): number {
  const valueBytes = Math.ceil(width / 8);
  let at = from;
  for (let left = count; left > 0; ) {
    const head = readVarint(bytes, at);
    if (head === undefined) throw broken('has no length', offset);
    at = head.end;
    const runs = Math.floor(head.value / 2);
    if (runs === 0) throw broken('has no values', offset);
    if (head.value % 2 === 0) {
      if (valueBytes > bytes.length - at) throw broken('ends before its value', offset);
      let value = 0;
      for (let i = 0; i < valueBytes; i += 1) value += (bytes[at + i] as number) * 2 ** (8 * i);
      at += valueBytes;
      take?.(value, Math.min(runs, left));
      left -= Math.min(runs, left);
      continue;
    }
    const values = Math.min(8 * runs, left);
    // Some writers cut the last group behind the last value.
    const least = Math.max((runs - 1) * width + 1, Math.ceil((values * width) / 8));
    if (width > 0 && least > bytes.length - at) throw broken('ends before its last value', offset);
    if (take !== undefined) unpackBits(bytes, at, width, values, take);
    at = Math.min(at + runs * width, bytes.length);
    left -= values;
  }
  return at;
}

/** Packed numbers of 0 to 32 bits, least significant bit first; `bytes` hold them all. */
export function unpackBits(
  bytes: Uint8Array,
  from: number,
  width: number,
  count: number,
  take: TakeRun,
): void {
  if (width === 0) {
    take(0, count);
    return;
  }
  if (width <= FAST_BITS) {
    unpackFast(bytes, from, width, count, take);
    return;
  }
  const modulus = 2 ** width;
  let held = 0;
  let bits = 0;
  let at = from;
  // At most 39 bits are held, which a double does exactly; shifts would lose all above 32.
  for (let i = 0; i < count; i += 1) {
    while (bits < width) {
      held += (bytes[at] as number) * 2 ** bits;
      at += 1;
      bits += 8;
    }
    const value = held % modulus;
    take(value, 1);
    held = (held - value) / modulus;
    bits -= width;
  }
}

/** With so many and up to seven left over, all fits into the 31 bits in which shifts are exact. */
const FAST_BITS = 24;

function unpackFast(bytes: Uint8Array, from: number, width: number, count: number, take: TakeRun): void {
  const mask = 2 ** width - 1;
  let held = 0;
  let bits = 0;
  let at = from;
  for (let i = 0; i < count; i += 1) {
    while (bits < width) {
      held |= (bytes[at] as number) << bits;
      at += 1;
      bits += 8;
    }
    take(held & mask, 1);
    held >>>= width;
    bits -= width;
  }
}

/** How many bits the levels from 0 up to this one take. */
export const bitsFor = (most: number): number => (most === 0 ? 0 : 32 - Math.clz32(most));
