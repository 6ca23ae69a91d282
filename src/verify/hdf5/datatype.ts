import { utf8 } from '../codec/utf8.ts';
import { Unsettled } from '../contract/findings.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';
import { type Cursor, hdf5Broken } from './cursor.ts';

export interface Datatype {
  /** Of one element, in the file. */
  bytes: number;
  /** Elements that we can look at as numbers. */
  number?: { dtype: Dtype; littleEndian: boolean };
  text?: 'fixed' | 'variable';
  /** An opaque element; Keras keeps bfloat16 so. */
  isOpaque?: boolean;
  /** Where, within an element, references into the shared heap lie, and how large each item there is. */
  variable?: { at: number; itemBytes: number }[];
}

const DEEPEST = 16;
/** References of one element; a compound of arrays of strings could claim any number. */
const MOST_VARIABLE = 4096;
const CLASS = {
  integer: 0,
  float: 1,
  time: 2,
  text: 3,
  bits: 4,
  opaque: 5,
  compound: 6,
  reference: 7,
  enum: 8,
  variable: 9,
  array: 10,
  complex: 11,
};

/** From the specification, versions 1 to 5. Advances the cursor over the whole description. */
export function readDatatype(cursor: Cursor, depth = 0): Datatype {
  const from = cursor.place;
  if (depth > DEEPEST)
    throw new Unsettled('L2', 'over-budget', 'a type is nested more deeply than we follow', { offset: from });
  const first = cursor.u8();
  const [kind, version] = [first & 15, first >> 4];
  const bits = cursor.uint(3);
  const bytes = cursor.u32();
  if (version < 1 || version > 5)
    throw hdf5Broken('a type has a version that does not exist', from, { found: String(version) });
  if (bytes === 0) throw hdf5Broken('a type without size', from);
  switch (kind) {
    case CLASS.integer:
    case CLASS.bits:
      return integer(cursor, bytes, bits);
    case CLASS.float:
      return float(cursor, bytes, bits);
    case CLASS.time:
      cursor.skip(2);
      return { bytes };
    case CLASS.text:
      mustBeEncoding((bits >> 4) & 15, from);
      return { bytes, text: 'fixed' };
    case CLASS.opaque:
      cursor.skip(Math.ceil((bits & 0xff) / 8) * 8);
      return { bytes, isOpaque: true };
    case CLASS.compound:
      return compound(cursor, { bytes, version, members: bits & 0xffff, depth });
    case CLASS.reference:
      return reference(bytes, bits, from);
    case CLASS.enum:
      return enumeration(cursor, { bytes, version, members: bits & 0xffff, depth });
    case CLASS.variable: {
      const isText = (bits & 15) === 1;
      if (isText) mustBeEncoding((bits >> 8) & 15, from);
      const item = readDatatype(cursor, depth + 1);
      // Items that hold references themselves are not followed further: their bytes are there.
      return {
        bytes,
        ...(isText ? { text: 'variable' } : {}),
        variable: [{ at: 0, itemBytes: item.bytes }],
      };
    }
    case CLASS.array:
      return array(cursor, { bytes, version, depth });
    case CLASS.complex: {
      const half = readDatatype(cursor, depth + 1);
      return complex(bytes, half);
    }
    default:
      throw hdf5Broken('a type of a class that does not exist', from, { found: String(kind) });
  }
}

/** ASCII and UTF-8; other numbers have no meaning yet. */
function mustBeEncoding(encoding: number, from: number): void {
  if (encoding > 1)
    throw hdf5Broken('a type of texts has an encoding that does not exist', from, {
      expected: '0 or 1',
      found: String(encoding),
    });
}

/** How many bits of an element are its number, and from which one on. The library refuses what does not fit. */
function bitsWithin(cursor: Cursor, bytes: number): { isWhole: boolean; precision: number } {
  const from = cursor.place;
  const bitOffset = cursor.u16();
  const precision = cursor.u16();
  if (precision === 0 || bitOffset + precision > bytes * 8)
    throw hdf5Broken('the bits of a type do not fit into its size', from, {
      expected: `1 to ${bytes * 8} bits`,
      found: `${precision} from ${bitOffset} on`,
    });
  return { isWhole: bitOffset === 0 && precision === bytes * 8, precision };
}

function integer(cursor: Cursor, bytes: number, bits: number): Datatype {
  const { isWhole } = bitsWithin(cursor, bytes);
  const dtype = (DTYPES as Record<string, Dtype>)[`${(bits & 8) !== 0 ? 'i' : 'u'}${bytes * 8}`];
  if (dtype === undefined || bytes > 8 || !isWhole) return { bytes };
  return { bytes, number: { dtype, littleEndian: (bits & 1) === 0 } };
}

/** Exponent bits, mantissa bits: the formats that have a name. */
const FLOATS: Record<string, Dtype> = {
  '8 11 52 1023': DTYPES.f64,
  '4 8 23 127': DTYPES.f32,
  '2 5 10 15': DTYPES.f16,
  '2 8 7 127': DTYPES.bf16,
  '1 4 3 7': DTYPES.f8_e4m3,
  '1 5 2 15': DTYPES.f8_e5m2,
};

/** A long double: what NumPy has at most. */
const LARGEST_FLOAT = 16;

function float(cursor: Cursor, bytes: number, bits: number): Datatype {
  const from = cursor.place;
  const { isWhole, precision } = bitsWithin(cursor, bytes);
  const [exponentAt, exponent, mantissaAt, mantissa] = [cursor.u8(), cursor.u8(), cursor.u8(), cursor.u8()];
  const bias = cursor.u32();
  const signAt = (bits >> 8) & 0xff;
  if (((bits >> 4) & 3) === 3)
    throw hdf5Broken('a floating-point type is normalised in a way that does not exist', from);
  if (
    exponent === 0 ||
    mantissa === 0 ||
    Math.max(exponentAt + exponent, mantissaAt + mantissa, signAt + 1) > precision
  )
    throw hdf5Broken('the parts of a floating-point type do not fit into it', from, {
      expected: `at most ${precision} bits`,
      found: `exponent ${exponent} from ${exponentAt}, mantissa ${mantissa} from ${mantissaAt}, sign ${signAt}`,
    });
  const parts = [
    { name: 'exponent', from: exponentAt, to: exponentAt + exponent },
    { name: 'mantissa', from: mantissaAt, to: mantissaAt + mantissa },
    { name: 'sign', from: signAt, to: signAt + 1 },
  ].sort((one, other) => one.from - other.from);
  const over = parts.find(({ from: start }, i) => start < (parts[i - 1]?.to ?? 0));
  if (over !== undefined)
    throw hdf5Broken('the parts of a floating-point type overlap', from, { found: over.name });
  // Of IEEE and its kin without infinities, and of VAX. With another one h5py finds no type that holds such numbers.
  const half = 2 ** (exponent - 1);
  if (Math.abs(bias - half) > 1)
    throw new Unsettled('L2', 'hdf5-float', 'a floating-point type is of no kind that we know', {
      offset: from,
      expected: `a bias of ${half - 1}`,
      found: String(bias),
    });
  if (bytes > LARGEST_FLOAT)
    throw new Unsettled('L2', 'hdf5-float', 'a floating-point type is larger than any that h5py finds', {
      offset: from,
      expected: `at most ${LARGEST_FLOAT} bytes`,
      found: String(bytes),
    });
  const isPlain =
    isWhole && mantissaAt === 0 && exponentAt === mantissa && signAt === bytes * 8 - 1 && (bits & 0x40) === 0;
  const dtype = FLOATS[`${bytes} ${exponent} ${mantissa} ${bias}`];
  if (dtype === undefined || !isPlain) return { bytes };
  return { bytes, number: { dtype, littleEndian: (bits & 1) === 0 } };
}

interface Parts {
  bytes: number;
  version: number;
  depth: number;
}

/** Two equal floats called r and i are how h5py keeps complex numbers. */
function compound(cursor: Cursor, { bytes, version, members, depth }: Parts & { members: number }): Datatype {
  const from = cursor.place;
  const found: { name: string; at: number; type: Datatype }[] = [];
  const ends: { at: number; to: number }[] = [];
  for (let i = 0; i < members; i += 1) {
    const name = memberName(cursor, version);
    const at = version >= 3 ? cursor.uint(widthOf(bytes)) : cursor.u32();
    let elements = 1;
    if (version === 1) {
      const rank = cursor.u8();
      cursor.skip(11);
      const sizes = [cursor.u32(), cursor.u32(), cursor.u32(), cursor.u32()];
      for (const size of sizes.slice(0, Math.min(rank, 4))) elements *= size;
      if (rank > 4 || elements === 0)
        throw hdf5Broken('a member is an array that cannot be', from, {
          found: JSON.stringify(name.slice(0, 80)),
        });
    }
    const type = readDatatype(cursor, depth + 1);
    if (at + type.bytes * elements > bytes)
      throw hdf5Broken('a member lies outside its type', from, { found: JSON.stringify(name.slice(0, 80)) });
    found.push({ name, at, type });
    ends.push({ at, to: at + type.bytes * elements });
  }
  ends.sort((one, other) => one.at - other.at);
  if (ends.some(({ at }, i) => at < (ends[i - 1]?.to ?? 0)))
    throw hdf5Broken('the members of a type overlap', from);
  const [r, i] = found;
  if (found.length === 2 && r?.name === 'r' && i?.name === 'i' && r.at === 0 && i.at === r.type.bytes) {
    const halves = complex(bytes, r.type);
    if (halves.number !== undefined && r.type.number?.dtype === i.type.number?.dtype) return halves;
  }
  const variable = found.flatMap(({ at, type }) =>
    (type.variable ?? []).map((each) => ({ ...each, at: each.at + at })),
  );
  return { bytes, ...limited(variable, from) };
}

function complex(bytes: number, half: Datatype): Datatype {
  const dtype =
    half.number?.dtype === DTYPES.f32
      ? DTYPES.c64
      : half.number?.dtype === DTYPES.f64
        ? DTYPES.c128
        : undefined;
  if (dtype === undefined || half.number === undefined || bytes !== 2 * half.bytes) return { bytes };
  return { bytes, number: { dtype, littleEndian: half.number.littleEndian } };
}

/** Numbers with names; two of one byte called FALSE and TRUE are how h5py keeps bools. */
function enumeration(
  cursor: Cursor,
  { bytes, version, members, depth }: Parts & { members: number },
): Datatype {
  const base = readDatatype(cursor, depth + 1);
  const names = Array.from({ length: members }, () => memberName(cursor, version));
  const values = cursor.take(members * base.bytes);
  const isBool = bytes === 1 && names.join() === 'FALSE,TRUE' && values[0] === 0 && values[1] === 1;
  if (base.bytes !== bytes || base.number === undefined) return { bytes };
  return { bytes, number: isBool ? { dtype: DTYPES.bool, littleEndian: true } : base.number };
}

function array(cursor: Cursor, { bytes, version, depth }: Parts): Datatype {
  const from = cursor.place;
  const rank = cursor.u8();
  if (version < 3) cursor.skip(3);
  let elements = 1;
  for (let i = 0; i < rank; i += 1) elements *= cursor.u32();
  if (version < 3) cursor.skip(4 * rank);
  const item = readDatatype(cursor, depth + 1);
  if (elements * item.bytes !== bytes)
    throw hdf5Broken('an array type has another size than its items', from);
  if (item.variable === undefined) return { bytes };
  const variable: { at: number; itemBytes: number }[] = [];
  for (let i = 0; i < elements && variable.length <= MOST_VARIABLE; i += 1)
    variable.push(...item.variable.map((each) => ({ ...each, at: each.at + i * item.bytes })));
  return { bytes, ...limited(variable, from) };
}

/** Object references are addresses; those to regions lie in the shared heap, where we do not follow them. */
function reference(bytes: number, bits: number, place: number): Datatype {
  if ((bits & 15) > 4) throw hdf5Broken('a reference of a kind that does not exist', place);
  return { bytes };
}

function limited(variable: { at: number; itemBytes: number }[], offset: number): Pick<Datatype, 'variable'> {
  if (variable.length > MOST_VARIABLE)
    throw new Unsettled('L2', 'over-budget', 'a type has more parts of variable length than we follow', {
      offset,
    });
  return variable.length === 0 ? {} : { variable };
}

/** Padded with NULs to a multiple of 8 until version 3. */
function memberName(cursor: Cursor, version: number): string {
  const offset = cursor.place;
  const bytes = cursor.text();
  if (version < 3) cursor.skip((8 - ((bytes.length + 1) % 8)) % 8);
  const name = utf8(bytes);
  // Its type says of a text which encoding it has, of this nothing does. h5py 3.16 takes UTF-8 and reads no value where it is none.
  if (name === undefined)
    throw new Unsettled('L2', 'hdf5-name', 'a member of a type has a name that is not UTF-8', {
      offset,
      found: Buffer.from(bytes.subarray(0, 40)).toString('hex'),
    });
  return name;
}

const widthOf = (bytes: number): number =>
  bytes < 0x100 ? 1 : bytes < 0x10000 ? 2 : bytes < 0x1000000 ? 3 : 4;
