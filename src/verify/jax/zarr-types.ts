import { isObject } from '../read/json-object.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';
import { DTYPE_KINDS, dtypeNamed } from '../tensor/numpy-names.ts';
import { arrayOf, type NumpyField, type NumpyType, plainType, structure } from '../tensor/numpy-type.ts';

/** The elements of an array as they lie in a chunk once all codecs of bytes are undone. */
export interface ElementType {
  /** Bytes of no numbers are `u8`, as often as an element has them. */
  dtype: Dtype;
  bytes: number;
  littleEndian: boolean;
  /** Where the format's own word says more than that of `dtype`. */
  typeName?: string;
  /** A structure, whose fields are not taken apart. */
  isRecord?: boolean;
  /** Each element is a length and so many bytes. */
  variable?: 'text' | 'bytes';
}

const plain = (dtype: Dtype, littleEndian = true): ElementType => ({
  dtype,
  bytes: dtype.bits / 8,
  littleEndian,
});

const opaque = (bytes: number, typeName: string): ElementType => ({
  dtype: DTYPES.u8,
  bytes,
  littleEndian: true,
  typeName,
});

const record = (type: NumpyType | undefined): ElementType | undefined =>
  type === undefined || type.object ? undefined : { ...opaque(type.bytes, `V${type.bytes}`), isRecord: true };

export const VARIABLE = {
  text: { ...opaque(0, 'text'), variable: 'text' },
  bytes: { ...opaque(0, 'bytes'), variable: 'bytes' },
} as const satisfies Record<string, ElementType>;

/** A type in NumPy's notation as JSON has it: `<f4`, or a list of fields. Names such as `bfloat16` are TensorStore's. */
export function elementTypeV2(word: unknown): ElementType | undefined {
  if (Array.isArray(word)) return record(recordOf(word));
  if (typeof word !== 'string') return undefined;
  const [, order, kind = ''] = /^([<>|])([a-z][0-9]+)$/.exec(word) ?? [];
  const dtype = Object.hasOwn(DTYPE_KINDS, kind) ? DTYPE_KINDS[kind] : dtypeNamed(word);
  if (dtype !== undefined) return plain(dtype, order !== '>');
  const [part] = plainType(word)?.parts ?? [];
  return part === undefined || part.bytes === 0 ? undefined : opaque(part.bytes, part.typeName);
}

function recordOf(fields: unknown[]): NumpyType | undefined {
  return structure(fields.map(fieldOf));
}

function fieldOf(field: unknown): NumpyField | undefined {
  if (!Array.isArray(field) || typeof field[0] !== 'string') return undefined;
  const [name, descr, shape = []] = field as [string, unknown, unknown];
  const inner = Array.isArray(descr) ? recordOf(descr) : plainType(String(descr));
  const isShape =
    Array.isArray(shape) && shape.every((size) => Number.isSafeInteger(size) && Number(size) > 0);
  const type = inner === undefined || !isShape ? undefined : arrayOf(inner, shape as number[]);
  return type === undefined ? undefined : { name, type };
}

/** By the specification of version 3, and the types that zarr-python adds to it. */
export function elementTypeV3(value: unknown): ElementType | undefined {
  const name = isObject(value) ? value['name'] : value;
  const configuration = isObject(value) && isObject(value['configuration']) ? value['configuration'] : {};
  const lengthBytes = Number(configuration['length_bytes']);
  const hasLength = Number.isSafeInteger(lengthBytes) && lengthBytes > 0;
  switch (name) {
    case 'string':
      return VARIABLE.text;
    case 'bytes':
    case 'variable_length_bytes':
      return VARIABLE.bytes;
    case 'fixed_length_utf32':
      return hasLength && lengthBytes % 4 === 0 ? opaque(lengthBytes, `U${lengthBytes / 4}`) : undefined;
    case 'null_terminated_bytes':
      return hasLength ? opaque(lengthBytes, `S${lengthBytes}`) : undefined;
    case 'raw_bytes':
      return hasLength ? opaque(lengthBytes, `V${lengthBytes}`) : undefined;
    case 'numpy.datetime64':
    case 'numpy.timedelta64': {
      const { scale_factor: scale = 1, unit = '' } = configuration;
      const word = `${name === 'numpy.datetime64' ? 'M8' : 'm8'}[${scale === 1 ? '' : scale}${unit}]`;
      return opaque(8, word);
    }
    case 'structured':
    case 'struct':
      return structured(configuration['fields']);
  }
  const dtype = typeof name === 'string' ? dtypeNamed(name) : undefined;
  return dtype === undefined ? undefined : plain(dtype);
}

function structured(fields: unknown): ElementType | undefined {
  if (!Array.isArray(fields) || fields.length === 0) return undefined;
  let bytes = 0;
  for (const field of fields) {
    const type = elementTypeV3(
      Array.isArray(field) ? field[1] : isObject(field) ? field['data_type'] : undefined,
    );
    if (type === undefined || type.variable !== undefined) return undefined;
    bytes += type.bytes;
  }
  return { ...opaque(bytes, `V${bytes}`), isRecord: true };
}
