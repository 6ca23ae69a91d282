import { Broken, Unsettled } from '../contract/findings.ts';
import { isObject, type JsonObject, parsedJson } from '../read/json-object.ts';
import { DTYPES } from '../tensor/dtype.ts';
import { type ByteCodec, byteCodec, filteredType, undoV2 } from './zarr-filters.ts';
import { type ElementType, elementTypeV3 } from './zarr-types.ts';

/** How one rectangle of elements is stored. */
export interface ChunkCodec {
  littleEndian: boolean;
  /** In the order in which they are undone. */
  undo: ByteCodec[];
  /** In which order the dimensions lie in the bytes, the slowest first; absent where in their own. */
  order?: readonly number[];
}

/** Several chunks in one file, with an index of offset and length for each. */
export interface Sharding {
  chunk: number[];
  codec: ChunkCodec;
  indexAtEnd: boolean;
  indexHasCrc: boolean;
}

export interface ZarrArrayInfo {
  /** As it lies in a chunk. */
  type: ElementType;
  shape: number[];
  /** Of one stored object: a chunk, or a shard. */
  chunk: number[];
  codec: ChunkCodec;
  sharding?: Sharding;
  /** No codec is named that makes bytes of the numbers: they are taken for such in little endian. */
  impliesBytes?: true;
  /** The name of a stored object below the array's folder. */
  keyOf(index: readonly number[]): string;
}

/** `.zarray`, from the version 2 specification; names such as `bfloat16` are TensorStore's. */
export function parseZarrV2(text: string): ZarrArrayInfo {
  const meta = parseObject(text);
  if (meta['zarr_format'] !== 2) throw malformed('zarr_format is not 2');
  const shape = counts(meta['shape'], 'shape');
  const chunk = counts(meta['chunks'], 'chunks', 1);
  if (shape.length !== chunk.length) throw malformed('shape and chunks have different lengths');
  const stored = undoV2(meta['dtype'], meta['filters'], meta['compressor']);
  if ('unknown' in stored) throw unsupported('type, filter or compressor', stored.unknown);
  const { type, undo } = stored;
  const turned = meta['order'] === 'F';
  if (!turned && meta['order'] !== 'C' && shape.length > 1) throw unsupported('order', meta['order']);
  const separator = meta['dimension_separator'] ?? '.';
  if (separator !== '.' && separator !== '/') throw malformed('dimension_separator is neither . nor /');
  return {
    ...{ type, shape, chunk },
    codec: {
      ...{ littleEndian: type.littleEndian, undo },
      ...(turned ? { order: shape.map((_size, i) => shape.length - 1 - i) } : {}),
    },
    keyOf: (index) => (index.length === 0 ? '0' : index.join(separator)),
  };
}

/** Others change how the array is read, unless they say themselves that they do not (zarr 3.1 refuses them). */
const KNOWN_V3: ReadonlySet<string> = new Set(
  'zarr_format node_type shape data_type chunk_grid chunk_key_encoding fill_value codecs attributes dimension_names storage_transformers'.split(
    ' ',
  ),
);

/** `zarr.json` of an array, from the version 3 specification. */
export function parseZarrV3(meta: JsonObject): ZarrArrayInfo {
  for (const [key, value] of Object.entries(meta))
    if (!KNOWN_V3.has(key) && !(isObject(value) && value['must_understand'] === false))
      throw unsupported(key, value);
  const shape = counts(meta['shape'], 'shape');
  const declared = elementTypeV3(meta['data_type']);
  if (declared === undefined) throw unsupported('data_type', meta['data_type']);
  const grid = named(meta['chunk_grid']);
  if (grid.name !== 'regular') throw unsupported('chunk_grid', grid.name);
  const chunk = counts(grid.configuration['chunk_shape'], 'chunk_shape', 1);
  if (shape.length !== chunk.length) throw malformed('shape and chunk_shape have different lengths');
  const transformers = meta['storage_transformers'];
  if (Array.isArray(transformers) && transformers.length > 0)
    throw unsupported('storage_transformers', transformers);
  const given = Array.isArray(meta['codecs']) ? meta['codecs'].map(named) : undefined;
  const implied = given === undefined ? undefined : withBytes(given, declared);
  const { codec, sharding, type } = v3Codecs(implied ?? given, chunk, { type: declared, mayShard: true });
  return {
    ...{ type, shape, chunk, codec },
    ...(implied === undefined ? {} : { impliesBytes: true as const }),
    ...(sharding === undefined ? {} : { sharding }),
    keyOf: v3Keys(meta['chunk_key_encoding']),
  };
}

export function parseObject(text: string): JsonObject {
  const parsed = parsedJson(text);
  if (isObject(parsed)) return parsed;
  throw malformed(parsed === undefined ? 'is no JSON' : 'is no JSON object');
}

function v3Keys(encoding: unknown): (index: readonly number[]) => string {
  const { name, configuration } = named(encoding ?? { name: 'default' });
  const separator = configuration['separator'] ?? (name === 'v2' ? '.' : '/');
  if (separator !== '.' && separator !== '/') throw malformed('separator is neither . nor /');
  if (name === 'default') return (index) => ['c', ...index].join(separator);
  if (name !== 'v2') throw unsupported('chunk_key_encoding', name);
  return (index) => (index.length === 0 ? '0' : index.join(separator));
}

/** @returns codecs with the one that zarrita takes as said where none makes bytes (0.7.5, 2026-11-27), if that is so */
function withBytes(codecs: readonly NamedCodec[], type: ElementType): NamedCodec[] | undefined {
  const makesBytes = ({ name }: NamedCodec) => name === 'sharding_indexed' || SERIALIZER.test(name);
  if (type.variable !== undefined || codecs.some(makesBytes)) return undefined;
  const turned = codecs.filter(({ name }) => name === 'transpose');
  const isOrdered = turned.every((each, i) => codecs[i] === each);
  return isOrdered
    ? [...turned, { name: 'bytes', configuration: {} }, ...codecs.slice(turned.length)]
    : undefined;
}

function v3Codecs(
  list: unknown,
  outer: readonly number[],
  { type: declared, mayShard }: { type: ElementType; mayShard: boolean },
): { codec: ChunkCodec; sharding?: Sharding; type: ElementType } {
  if (!Array.isArray(list)) throw malformed('codecs is no list');
  const codec: ChunkCodec = { littleEndian: true, undo: [] };
  let sharding: Sharding | undefined;
  let toBytes = false;
  let type = declared;
  const serializer =
    type.variable === undefined ? 'bytes' : type.variable === 'text' ? 'vlen-utf8' : 'vlen-bytes';
  for (const { name: full, configuration } of list.map(named)) {
    const name = full.replace(/^numcodecs\./, '');
    const filtered = toBytes ? undefined : filteredType(name, configuration, type);
    if (filtered !== undefined) type = filtered;
    else if (name === serializer && !toBytes) {
      toBytes = true;
      codec.littleEndian = configuration['endian'] !== 'big';
    } else if (name === 'sharding_indexed' && !toBytes && mayShard) {
      toBytes = true;
      const inner = shardingOf(configuration, outer, type);
      sharding = inner.sharding;
      type = inner.type;
    } else if (name === 'transpose' && !toBytes && codec.order === undefined) {
      codec.order = orderOf(configuration['order'], outer.length);
    } else if (toBytes) {
      const compressor = name === 'crc32c' ? name : byteCodec(name, configuration);
      if (compressor === undefined) throw unsupported('codec', full);
      codec.undo.unshift(compressor);
    } else {
      throw unsupported('codec', full);
    }
  }
  if (!toBytes) throw malformed('codecs make no bytes');
  if (sharding !== undefined && (codec.undo.length > 0 || codec.order !== undefined))
    throw unsupported('codec', 'a compressed or a turned shard');
  return { codec, type, ...(sharding === undefined ? {} : { sharding }) };
}

/** A permutation of the dimensions. */
function orderOf(given: unknown, dimensions: number): number[] {
  const order = counts(given, 'order of a transpose');
  if (
    order.length !== dimensions ||
    new Set(order).size !== dimensions ||
    order.some((at) => at >= dimensions)
  )
    throw malformed('order of a transpose is none of its dimensions');
  return order;
}

function shardingOf(
  configuration: JsonObject,
  outer: readonly number[],
  declared: ElementType,
): { sharding: Sharding; type: ElementType } {
  const chunk = counts(configuration['chunk_shape'], 'chunk_shape of a shard', 1);
  const fits = chunk.length === outer.length && chunk.every((size, i) => (outer[i] ?? 0) % size === 0);
  if (!fits) throw malformed('the chunks of a shard do not divide it');
  const index = v3Codecs(configuration['index_codecs'], [], { type: OFFSET, mayShard: false }).codec;
  if (
    !index.littleEndian ||
    index.order !== undefined ||
    index.undo.some((each) => each !== 'crc32c') ||
    index.undo.length > 1
  )
    throw unsupported('index_codecs', index.undo.join());
  const location = configuration['index_location'] ?? 'end';
  if (location !== 'end' && location !== 'start') throw malformed('index_location is neither start nor end');
  const { codec, type } = v3Codecs(configuration['codecs'], chunk, { type: declared, mayShard: false });
  const at = { indexAtEnd: location === 'end', indexHasCrc: index.undo.length === 1 };
  return { sharding: { chunk, codec, ...at }, type };
}

/** Of a chunk in its shard. */
const OFFSET: ElementType = { dtype: DTYPES.u64, bytes: 8, littleEndian: true };

interface NamedCodec {
  name: string;
  configuration: JsonObject;
}

const SERIALIZER = /^(numcodecs\.)?(bytes|vlen-\w+|pcodec|packbits|zfpy)$/;

function named(value: unknown): NamedCodec {
  if (typeof value === 'string') return { name: value, configuration: {} };
  if (!isObject(value) || typeof value['name'] !== 'string') throw malformed('a named entry has no name');
  const configuration = value['configuration'];
  return { name: value['name'], configuration: isObject(configuration) ? configuration : {} };
}

function counts(value: unknown, what: string, least = 0): number[] {
  const right = (each: unknown) => Number.isSafeInteger(each) && Number(each) >= least;
  if (!Array.isArray(value) || value.length > 32 || !value.every(right))
    throw malformed(`${what} is no list of counts`);
  return value as number[];
}

const malformed = (what: string): Broken =>
  new Broken('L2', 'zarr-malformed', `the array's metadata: ${what}`);

const unsupported = (what: string, found: unknown): Unsettled =>
  new Unsettled('L2', 'zarr-unsupported', `the array's ${what} is one that we cannot read`, {
    found: JSON.stringify(found ?? null).slice(0, 80),
  });
