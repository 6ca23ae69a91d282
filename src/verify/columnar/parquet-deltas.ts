import { readVarint } from '../codec/top-fields.ts';
import { Broken } from '../contract/findings.ts';
import { unpackBits } from './rle-hybrid.ts';

/** Of a difference. DuckDB takes more than 32 for numbers of 32 (2.0.1, second-version pages), which pyarrow 26 refuses. */
const MOST_BITS = 64;
const MOST_WANTED_BITS = 32;

interface DeltaWish {
  /** Of values that there must be. */
  count: number;
  /** Of the page in the file, for messages. */
  offset: number;
  /** Takes the values, where they are wanted. Only for 32 bits. */
  into?: Int32Array;
}

const broken = (what: string, offset: number): Broken =>
  new Broken('L2', 'parquet-values', `numbers as differences ${what}`, { offset });

export const unsafeDelta = (offset: number): Broken => broken('give a length below nothing', offset);

/**
 * Parquet's DELTA_BINARY_PACKED: sizes, count and first value, then blocks: the least difference, a width for each of their
 * parts, and the parts, packed. Parts behind the last value have no bytes, whatever their width says.
 *
 * @returns where in `bytes` it ends
 */
export function readDeltas(bytes: Uint8Array, from: number, wish: DeltaWish): { end: number } {
  const { count, offset, into } = wish;
  let at = from;
  const number = (): number => {
    const read = readVarint(bytes, at);
    if (read === undefined) throw broken('end inside a number', offset);
    at = read.end;
    return read.value;
  };
  const signed = (): number => {
    const end = varintEnd(bytes, at);
    if (end === undefined) throw broken('end inside a number', offset);
    const raw = readVarint(bytes, at);
    at = end;
    if (raw === undefined) return 0;
    return raw.value % 2 === 0 ? raw.value / 2 : -(raw.value + 1) / 2;
  };
  const [block, parts, total] = [number(), number(), number()];
  if (block === 0 || block % 128 !== 0 || parts === 0 || block % parts !== 0 || (block / parts) % 32 !== 0)
    throw broken('come in blocks that cannot be divided', offset);
  if (total !== count) {
    const extra = { offset, expected: String(count), found: String(total) };
    throw new Broken(
      'L2',
      'parquet-values',
      'numbers as differences are not as many as their page holds',
      extra,
    );
  }
  let last = signed();
  let done = 0;
  const put = (value: number) => {
    if (into !== undefined && done < count) into[done] = value;
    done += 1;
  };
  put(last);
  const part = block / parts;
  for (let left = count - 1; left > 0; ) {
    const least = signed();
    const widths = at;
    if (parts > bytes.length - at) throw broken('end inside a block', offset);
    at += parts;
    for (let i = 0; i < parts && left > 0; i += 1) {
      const width = bytes[widths + i] as number;
      if (width > (into === undefined ? MOST_BITS : MOST_WANTED_BITS))
        throw broken('have a width beyond their type', offset);
      const size = (part * width) / 8;
      if (size > bytes.length - at) throw broken('end inside a block', offset);
      const taken = Math.min(part, left);
      if (into !== undefined)
        unpackBits(bytes, at, width, taken, (value, times) => {
          for (let n = 0; n < times; n += 1) {
            last = (last + least + value) | 0;
            put(last);
          }
        });
      at += size;
      left -= taken;
    }
  }
  return { end: at };
}

const MOST_BYTES = 10;

/** Behind a number of up to 64 bits, which need not be one that a double holds. */
function varintEnd(bytes: Uint8Array, from: number): number | undefined {
  for (let at = from; at < from + MOST_BYTES && at < bytes.length; at += 1)
    if ((bytes[at] as number) < 0x80) return at + 1;
  return undefined;
}
