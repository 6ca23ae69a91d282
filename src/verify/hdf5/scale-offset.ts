import { BitReader } from '../codec/bit-reader.ts';
import { Broken, Unsettled } from '../contract/findings.ts';

/** The number of values that the filter keeps, and where its own header ends in a chunk. */
const VALUES = 20;
const DATA_AT = 21;
const FILL_AT = 8;
/** `H5Z_SO_FLOAT_DSCALE`: numbers times a power of ten, rounded. The library has no other way for floats. */
const DECIMAL = 0;
const [INTEGER, FLOAT] = [0, 1];

/**
 * HDF5's filter 6: the distance of each number from the least of its chunk, in as many bits as the largest needs; all ones are
 * the fill value. From the library's documentation of the filter and its `H5Zscaleoffset.c`.
 *
 * @param values those that the file keeps for it
 * @param most bytes that may come out
 */
export function withoutScaleOffset(
  values: readonly number[],
  data: Uint8Array,
  { most, place }: { most: number; place: number },
): Uint8Array {
  const [scaling = 0, factor = 0, elements = 0, kind = 0, size = 0, , order = 0, hasFill = 0] = values;
  const isFloat = kind === FLOAT;
  const sizes = isFloat ? [4, 8] : [1, 2, 4, 8];
  if (values.length !== VALUES || (!isFloat && kind !== INTEGER) || !sizes.includes(size))
    throw broken('scaleoffset has settings that cannot be', place);
  if (isFloat && scaling !== DECIMAL)
    throw new Unsettled('L1', 'hdf5-filter', 'data are compressed in a way that no library can read', {
      offset: place,
      found: `scaleoffset by ${scaling}`,
    });
  // All of its bits were asked for: nothing was done.
  if (!isFloat && factor === size * 8) return data;
  const bytes = elements * size;
  if (bytes > most) throw broken('a chunk unpacks to more than it may', place);
  if (data.length < DATA_AT) throw broken('a chunk is shorter than its header', place);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const bits = view.getUint32(0, true);
  if (bits > size * 8) throw broken('a chunk has numbers of more bits than their type', place);
  // Behind bits that fill their last byte the library leaves one more, but for whole numbers.
  const packedBytes = bits === size * 8 ? bytes : Math.floor((elements * bits) / 8) + 1;
  if (data.length !== DATA_AT + packedBytes)
    throw broken('a chunk has another length than its numbers need', place);
  const out = new Uint8Array(bytes);
  const to = new DataView(out.buffer);
  if (bits === size * 8) out.set(data.subarray(DATA_AT, DATA_AT + bytes));
  else {
    const fill = hasFill === 0 ? undefined : fillOf(values);
    const least = leastOf(view);
    const packed = { reader: new BitReader(data.subarray(DATA_AT)), bits, fill, least };
    if (isFloat) putFloats(to, size, packed, factor | 0);
    else putIntegers(to, size, packed);
  }
  if (order === 1) reverseEach(out, size);
  return out;
}

/** A number of 64 bits, as halves of 32. */
interface Wide {
  low: number;
  high: number;
}

interface Packed {
  reader: BitReader;
  bits: number;
  fill: Wide | undefined;
  least: Wide;
}

const fillOf = (values: readonly number[]): Wide => ({
  low: values[FILL_AT] as number,
  high: values[FILL_AT + 1] as number,
});

/** How many of its bytes count stands before it. */
function leastOf(view: DataView): Wide {
  const known = Math.min(8, view.getUint8(4));
  const bytes = new DataView(new ArrayBuffer(8));
  for (let i = 0; i < known; i += 1) bytes.setUint8(i, view.getUint8(5 + i));
  return { low: bytes.getUint32(0, true), high: bytes.getUint32(4, true) };
}

/** The next distance; `undefined` where all of its bits are set and that means the fill value. */
function nextOf({ reader, bits, fill }: Packed): Wide | undefined {
  const highBits = Math.max(0, bits - 32);
  const lowBits = bits - highBits;
  const high = reader.take(highBits);
  const low = reader.take(lowBits);
  const isAllOnes = high === 2 ** highBits - 1 && low === 2 ** lowBits - 1;
  return fill !== undefined && isAllOnes ? undefined : { low, high };
}

function putIntegers(to: DataView, size: number, packed: Packed): void {
  const { least, fill } = packed;
  for (let at = 0; at < to.byteLength; at += size) {
    const next = nextOf(packed);
    const sum = next === undefined ? (fill as Wide) : plus(next, least);
    if (size === 1) to.setUint8(at, sum.low);
    else if (size === 2) to.setUint16(at, sum.low, true);
    else {
      to.setUint32(at, sum.low, true);
      if (size === 8) to.setUint32(at + 4, sum.high, true);
    }
  }
}

function plus(one: Wide, other: Wide): Wide {
  const low = one.low + other.low;
  return { low: low >>> 0, high: (one.high + other.high + (low > 0xffffffff ? 1 : 0)) >>> 0 };
}

/** In the arithmetic of the type itself, as the library does it. */
function putFloats(to: DataView, size: number, packed: Packed, exponent: number): void {
  const raw = new DataView(new ArrayBuffer(8));
  const numberOf = ({ low, high }: Wide): number => {
    raw.setUint32(0, low, true);
    raw.setUint32(4, high, true);
    return size === 4 ? raw.getFloat32(0, true) : raw.getFloat64(0, true);
  };
  const round = size === 4 ? Math.fround : (value: number) => value;
  const scale = round(Number(`1e${exponent}`));
  const least = numberOf(packed.least);
  const { fill } = packed;
  for (let at = 0; at < to.byteLength; at += size) {
    const next = nextOf(packed);
    if (next === undefined) {
      to.setUint32(at, (fill as Wide).low, true);
      if (size === 8) to.setUint32(at + 4, (fill as Wide).high, true);
      continue;
    }
    const value = round(round(round(next.high * 2 ** 32 + next.low) / scale) + least);
    if (size === 4) to.setFloat32(at, value, true);
    else to.setFloat64(at, value, true);
  }
}

function reverseEach(bytes: Uint8Array, size: number): void {
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
}

const broken = (what: string, offset: number): Broken => new Broken('L1', 'chunk-broken', what, { offset });
