import { isObject, type JsonObject } from '../read/json-object.ts';
import { type ElementType, elementTypeV2, VARIABLE } from './zarr-types.ts';

/** What compresses or adds a checksum, by the names that both versions and numcodecs use; LZMA in a container of xz. */
const BYTE_CODECS = ['adler32', 'blosc', 'bz2', 'crc32', 'gzip', 'lz4', 'lzma', 'zlib', 'zstd'] as const;

/** What stands between the elements of a chunk and its stored bytes. */
export type ByteCodec = (typeof BYTE_CODECS)[number] | 'crc32c' | 'packbits' | { shuffledBytes: number };

const [XZ, FIRST_BYTES] = [1, 'start'];

/** @returns nothing for one that is not known, or is asked for something that is not */
export function byteCodec(name: unknown, configuration: JsonObject): ByteCodec | undefined {
  if (name === 'shuffle') {
    const size = configuration['elementsize'] ?? 4;
    return Number.isSafeInteger(size) && Number(size) > 0 ? { shuffledBytes: Number(size) } : undefined;
  }
  const { format = XZ, filters, location = FIRST_BYTES } = configuration;
  if (name === 'lzma' && (format !== XZ || (filters ?? undefined) !== undefined)) return undefined;
  if (location !== FIRST_BYTES) return undefined;
  return BYTE_CODECS.find((each) => each === name);
}

/** Filters that give other elements for the same ones, and under which name they say of what type those are. */
const VALUE_FILTERS: Readonly<Record<string, string>> = {
  delta: 'astype',
  fixedscaleoffset: 'astype',
  quantize: 'astype',
  bitround: '',
  astype: 'encode_dtype',
};

/** Numbers are read divided by the one and with the other added. */
const isScale = ({ scale, offset = 0 }: JsonObject): boolean =>
  Number.isFinite(scale) && scale !== 0 && Number.isFinite(offset);

/** The type of the elements behind a filter of values; `undefined` where that is none that we know. */
export function filteredType(
  name: unknown,
  configuration: JsonObject,
  type: ElementType,
): ElementType | undefined {
  const key = Object.hasOwn(VALUE_FILTERS, String(name)) ? VALUE_FILTERS[String(name)] : undefined;
  if (key === undefined || type.variable !== undefined) return undefined;
  if (key === '') return type;
  if (name === 'fixedscaleoffset' && !isScale(configuration)) return undefined;
  const stored = elementTypeV2(configuration[key] ?? configuration['dtype']);
  if (stored === undefined) return undefined;
  return { ...stored, typeName: type.typeName ?? type.dtype.name };
}

/** Filters of version 2 in the order in which they are written, and then the compressor. */
export function undoV2(
  declared: unknown,
  filters: unknown,
  compressor: unknown,
): { type: ElementType; undo: ByteCodec[] } | { unknown: unknown } {
  const list = [...(Array.isArray(filters) ? filters : []), ...(isObject(compressor) ? [compressor] : [])];
  let type = declared === '|O' ? undefined : elementTypeV2(declared);
  const undo: ByteCodec[] = [];
  for (const [i, filter] of list.entries()) {
    if (!isObject(filter)) return { unknown: filter };
    const { id, ...configuration } = filter;
    if (i === 0 && declared === '|O') type = variable(id);
    else if (type === undefined) break;
    else if (id === 'packbits' && type.dtype.name === 'bool' && undo.length === 0) undo.unshift(id);
    else {
      const codec = byteCodec(id, configuration);
      const next =
        codec === undefined && undo.length === 0 ? filteredType(id, configuration, type) : undefined;
      if (codec !== undefined) undo.unshift(codec);
      else if (next !== undefined) type = next;
      else return { unknown: id };
    }
  }
  return type === undefined ? { unknown: declared } : { type, undo };
}

const variable = (id: unknown): ElementType | undefined =>
  id === 'vlen-utf8' ? VARIABLE.text : id === 'vlen-bytes' ? VARIABLE.bytes : undefined;
