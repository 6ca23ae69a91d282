import { overBudget } from '../contract/findings.ts';
import { DTYPES, type Dtype } from './dtype.ts';
import { DTYPE_KINDS } from './numpy-names.ts';
import { type Literal, LiteralTuple } from './python-literal.ts';

/** The type of one element of a NumPy array. */
export interface NumpyType {
  /** Bytes of one element; of `object` what lies in memory, not in the file. */
  bytes: number;
  /** Python objects: a pickle takes the place of the elements. */
  object: boolean;
  /** Where numbers lie in an element. A plain type has one part, at 0. */
  parts: readonly NumpyPart[];
}

/** One plain type inside an element: a field, or the whole of it. */
export interface NumpyPart {
  /** Path of the field, as in `state.position`; empty for a plain type. Untrusted text. */
  field: string;
  offset: number;
  /** Elements of `dtype` in a row, of a field that is an array itself. */
  shape: readonly number[];
  bytes: number;
  dtype: Dtype;
  /** Our word where there is one, else NumPy's without its byte order: `U12`, `M8[ns]`. */
  typeName: string;
  littleEndian: boolean;
}

/** What a stranger's header can make us keep. */
const MOST_FIELDS = 10_000;

/** NumPy has no bfloat16; ml_dtypes lends it one, which a file knows as two bytes of anything. */
const PLAIN: Readonly<Record<string, Dtype>> = { ...DTYPE_KINDS, V2: DTYPES.bf16 };

/** Sizes that are no numbers to us: long doubles, text, bytes, dates and anything. */
const OPAQUE =
  /^(f(?:12|16)|c(?:24|32)|S\d+|U\d+|V\d+|[Mm]8(?:\[\d*(?:Y|M|W|D|h|m|s|ms|us|ns|ps|fs|as)\])?)$/;

/** @returns undefined for a type that NumPy does not have */
export function typeOfDescr(descr: Literal): NumpyType | undefined {
  if (typeof descr === 'string') return plainType(descr);
  if (Array.isArray(descr)) return structure(descr.map(fieldOfDescr));
  // `(type, shape)`
  if (!(descr instanceof LiteralTuple) || descr.items.length !== 2) return undefined;
  const [inner, shape] = [typeOfDescr(descr.items[0] ?? null), shapeOf(descr.items[1] ?? null)];
  return inner === undefined || shape === undefined ? undefined : arrayOf(inner, shape);
}

/** `<f4`, `|O`, `>M8[ns]` */
export function plainType(word: string): NumpyType | undefined {
  const [, order, kind = ''] = /^([<>=|]?)(.+)$/.exec(word) ?? [];
  if (/^O[48]?$/.test(kind)) return { bytes: 8, object: true, parts: [] };
  const dtype = PLAIN[kind];
  if (dtype === undefined && !OPAQUE.test(kind)) return undefined;
  const bytes = dtype === undefined ? opaqueBytes(kind) : dtype.bits / 8;
  if (!Number.isSafeInteger(bytes)) return undefined;
  const part: NumpyPart = {
    field: '',
    offset: 0,
    shape: [],
    bytes,
    dtype: dtype ?? DTYPES.u8,
    typeName: dtype?.name ?? kind,
    littleEndian: order !== '>',
  };
  return { bytes, object: false, parts: [part] };
}

function opaqueBytes(kind: string): number {
  if (kind[0] === 'M' || kind[0] === 'm') return 8;
  const size = Number(kind.slice(1));
  return kind[0] === 'U' ? size * 4 : size;
}

/** A field with a name, or padding when it has none. */
export interface NumpyField {
  name: string;
  type: NumpyType;
  /** Absent = right after the one before it. */
  offset?: number;
}

function fieldOfDescr(field: Literal): NumpyField | undefined {
  const items = field instanceof LiteralTuple ? field.items : [];
  if (items.length < 2 || items.length > 3) return undefined;
  const [title, descr = null, dimensions] = items;
  // A field with a title is written as `((title, name), type)`.
  const name = title instanceof LiteralTuple ? title.items[1] : title;
  const inner = typeOfDescr(descr);
  const shape = dimensions === undefined ? [] : shapeOf(dimensions);
  const type = inner === undefined || shape === undefined ? undefined : arrayOf(inner, shape);
  return typeof name !== 'string' || type === undefined ? undefined : { name, type };
}

/** Fields side by side; `bytes` of the whole where it is longer than they are. */
export function structure(
  fields: readonly (NumpyField | undefined)[],
  bytes?: number,
): NumpyType | undefined {
  const parts: NumpyPart[] = [];
  const names = new Set<string>();
  let end = 0;
  let object = false;
  for (const field of fields) {
    if (field === undefined || (field.name !== '' && names.has(field.name))) return undefined;
    names.add(field.name);
    const { name, type, offset = end } = field;
    if (offset < end) return undefined;
    end = offset + type.bytes;
    object ||= type.object;
    if (parts.length + type.parts.length > MOST_FIELDS)
      throw overBudget('fields of a type', MOST_FIELDS, parts.length + type.parts.length);
    if (name === '') continue;
    for (const part of type.parts) {
      const inner = part.field === '' ? name : `${name}.${part.field}`;
      parts.push({ ...part, field: inner, offset: offset + part.offset });
    }
  }
  if (!Number.isSafeInteger(end) || (bytes !== undefined && bytes < end)) return undefined;
  return { bytes: bytes ?? end, object, parts };
}

/** A field that is an array. Of a structure its parts are read as one stretch of bytes. */
export function arrayOf(type: NumpyType, shape: readonly number[]): NumpyType | undefined {
  if (shape.length === 0) return type;
  const bytes = shape.reduce((product, size) => product * size, type.bytes);
  if (!Number.isSafeInteger(bytes)) return undefined;
  const [only] = type.parts;
  if (type.parts.length === 1 && only !== undefined && only.field === '')
    return { ...type, bytes, parts: [{ ...only, bytes, shape: [...shape, ...only.shape] }] };
  const whole: NumpyPart = {
    field: '',
    offset: 0,
    shape,
    bytes,
    dtype: DTYPES.u8,
    typeName: `V${type.bytes}`,
    littleEndian: true,
  };
  return { ...type, bytes, parts: [whole] };
}

/** A tuple of counts, or one count. NumPy has at most 64 dimensions. */
export function shapeOf(literal: Literal): number[] | undefined {
  const items = literal instanceof LiteralTuple ? literal.items : [literal];
  const isCount = (item: Literal) =>
    typeof item === 'bigint' && item >= 0n && item <= BigInt(Number.MAX_SAFE_INTEGER);
  return items.length <= 64 && items.every(isCount) ? items.map(Number) : undefined;
}
