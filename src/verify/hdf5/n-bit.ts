import { BitReader } from '../codec/bit-reader.ts';
import { Broken } from '../contract/findings.ts';

/** Parts of a type as the filter describes them: a number, an array, a structure, or bytes that are left alone. */
const [ATOM, ARRAY, COMPOUND, PLAIN] = [1, 2, 3, 4];
const DEEPEST = 16;

interface Part {
  kind: number;
  bytes: number;
  /** Of a number: its order, the bits that count, and the lowest of them. */
  isBigEndian: boolean;
  precision: number;
  lowest: number;
  /** Of an array its one item, which stands again and again; of a structure its members, and where each begins. */
  parts: { at: number; part: Part }[];
}

/**
 * HDF5's filter 5: only those bits of each number that its type says count, one behind the other. From the library's documentation
 * of the filter and its `H5Znbit.c`.
 *
 * @param values those that the file keeps for it: their count, whether nothing was done, elements, and the type's parts
 * @param most bytes that may come out
 */
export function withoutNBit(
  values: readonly number[],
  data: Uint8Array,
  { most, place }: { most: number; place: number },
): Uint8Array {
  const [count = 0, isUntouched = 0, elements = 0] = values;
  if (count !== values.length) throw broken('nbit has settings that cannot be', place);
  if (isUntouched !== 0) return data;
  const settings = values.slice(3);
  const part = readPart(settings, place, 0);
  if (settings.length > 0) throw broken('nbit has settings that cannot be', place);
  if (elements * part.bytes > most) throw broken('a chunk unpacks to more than it may', place);
  const out = new Uint8Array(elements * part.bytes);
  // Behind bits that fill their last byte the library leaves one more.
  if (data.length !== Math.floor((elements * bitsOf(part)) / 8) + 1)
    throw broken('a chunk has another length than its numbers need', place);
  const reader = new BitReader(data);
  for (let i = 0; i < elements; i += 1) put(out, i * part.bytes, part, reader);
  return out;
}

function readPart(settings: number[], place: number, depth: number): Part {
  const wrong = (): Broken => broken('nbit has settings that cannot be', place);
  const next = (): number => {
    const value = settings.shift();
    if (value === undefined) throw wrong();
    return value;
  };
  if (depth > DEEPEST) throw wrong();
  const [kind, bytes] = [next(), next()];
  const part: Part = { kind, bytes, isBigEndian: false, precision: bytes * 8, lowest: 0, parts: [] };
  if (bytes === 0) throw wrong();
  if (kind === ATOM) {
    part.isBigEndian = next() === 1;
    [part.precision, part.lowest] = [next(), next()];
    if (part.precision === 0 || part.lowest + part.precision > bytes * 8) throw wrong();
  } else if (kind === ARRAY) {
    const item = readPart(settings, place, depth + 1);
    if (bytes % item.bytes !== 0) throw wrong();
    part.parts.push({ at: 0, part: item });
  } else if (kind === COMPOUND) {
    for (let left = next(); left > 0; left -= 1) {
      const at = next();
      const member = readPart(settings, place, depth + 1);
      if (at + member.bytes > bytes) throw wrong();
      part.parts.push({ at, part: member });
    }
  } else if (kind !== PLAIN) throw wrong();
  return part;
}

function bitsOf({ kind, bytes, precision, parts }: Part): number {
  if (kind === ATOM || kind === PLAIN) return precision;
  const bits = parts.reduce((sum, { part }) => sum + bitsOf(part), 0);
  return kind === ARRAY ? bits * (bytes / itemOf(parts).bytes) : bits;
}

const itemOf = (parts: Part['parts']): Part => (parts[0] as { part: Part }).part;

function put(out: Uint8Array, from: number, whole: Part, reader: BitReader): void {
  const { kind, bytes, parts } = whole;
  if (kind === PLAIN) for (let i = 0; i < bytes; i += 1) out[from + i] = reader.take(8);
  else if (kind === ATOM) putNumber(out.subarray(from, from + bytes), whole, reader);
  else if (kind === ARRAY)
    for (let at = 0; at < bytes; at += itemOf(parts).bytes) put(out, from + at, itemOf(parts), reader);
  else for (const { at, part } of parts) put(out, from + at, part, reader);
}

/** From its highest bit to its lowest, byte by byte; all other bits are zero. */
function putNumber(
  out: Uint8Array,
  { bytes, isBigEndian, precision, lowest }: Part,
  reader: BitReader,
): void {
  for (let top = lowest + precision; top > lowest; ) {
    const byte = Math.ceil(top / 8) - 1;
    const bottom = Math.max(lowest, byte * 8);
    const value = reader.take(top - bottom) << (bottom - byte * 8);
    out[isBigEndian ? bytes - 1 - byte : byte] = value;
    top = bottom;
  }
}

const broken = (what: string, offset: number): Broken => new Broken('L1', 'chunk-broken', what, { offset });
