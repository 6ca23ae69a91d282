import { Broken, Unsettled } from '../contract/findings.ts';
import { isObject, type JsonObject, parsedJson } from '../read/json-object.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';
import { DTYPE_KINDS, dtypeNamed } from '../tensor/numpy-names.ts';

/** What stands between the elements of a chunk and its stored bytes, in the order in which it is undone. */
export type ByteCodec = (typeof BYTE_CODECS)[number] | 'crc32c';

/** What compresses, by the names that both versions and numcodecs use. */
const BYTE_CODECS = ['blosc', 'gzip', 'lz4', 'zlib', 'zstd'] as const;

const byteCodec = (name: unknown): (typeof BYTE_CODECS)[number] | undefined =>
  BYTE_CODECS.find((each) => each === name);

/** How one rectangle of elements is stored. */
export interface ChunkCodec {
  littleEndian: boolean;
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
  dtype: Dtype;
  shape: number[];
  /** Of one stored object: a chunk, or a shard. */
  chunk: number[];
  codec: ChunkCodec;
  sharding?: Sharding;
  /** The name of a stored object below the array's folder. */
  keyOf(index: readonly number[]): string;
}

/** Texts, dates and anything of one length: an innermost dimension of bytes, which no key counts. */
function asBytes(info: ZarrArrayInfo, bytes: number): ZarrArrayInfo {
  const withOne = (codec: ChunkCodec): ChunkCodec =>
    codec.order === undefined ? codec : { ...codec, order: [...codec.order, codec.order.length] };
  const { sharding } = info;
  return {
    ...info,
    shape: [...info.shape, bytes],
    chunk: [...info.chunk, bytes],
    codec: withOne(info.codec),
    ...(sharding === undefined
      ? {}
      : {
          sharding: {
            ...sharding,
            chunk: [...sharding.chunk, bytes],
            codec: withOne(sharding.codec),
          },
        }),
    keyOf: (index) => info.keyOf(index.slice(0, -1)),
  };
}

/** `.zarray`, from the version 2 specification; names such as `bfloat16` are TensorStore's. */
export function parseZarrV2(text: string): ZarrArrayInfo {
  const meta = parseObject(text);
  if (meta['zarr_format'] !== 2) throw malformed('zarr_format is not 2');
  const shape = counts(meta['shape'], 'shape');
  const chunk = counts(meta['chunks'], 'chunks', 1);
  if (shape.length !== chunk.length) throw malformed('shape and chunks have different lengths');
  const { dtype, littleEndian, bytes } = v2Dtype(meta['dtype']);
  const filters = meta['filters'];
  if (filters !== null && filters !== undefined && !(Array.isArray(filters) && filters.length === 0))
    throw unsupported('filters', filters);
  const turned = meta['order'] === 'F';
  if (!turned && meta['order'] !== 'C' && shape.length > 1) throw unsupported('order', meta['order']);
  const separator = meta['dimension_separator'] ?? '.';
  if (separator !== '.' && separator !== '/') throw malformed('dimension_separator is neither . nor /');
  const info: ZarrArrayInfo = {
    ...{ dtype, shape, chunk },
    codec: {
      ...{ littleEndian, undo: v2Compressor(meta['compressor']) },
      ...(turned ? { order: shape.map((_size, i) => shape.length - 1 - i) } : {}),
    },
    keyOf: (index) => (index.length === 0 ? '0' : index.join(separator)),
  };
  return bytes === undefined ? info : asBytes(info, bytes);
}

/** `zarr.json` of an array, from the version 3 specification. */
export function parseZarrV3(meta: JsonObject): ZarrArrayInfo {
  const shape = counts(meta['shape'], 'shape');
  const bytes = v3Bytes(meta['data_type']);
  const dtype = bytes === undefined ? dtypeNamed(String(meta['data_type'])) : DTYPES.u8;
  if (dtype === undefined) throw unsupported('data_type', meta['data_type']);
  const grid = named(meta['chunk_grid']);
  if (grid.name !== 'regular') throw unsupported('chunk_grid', grid.name);
  const chunk = counts(grid.configuration['chunk_shape'], 'chunk_shape', 1);
  if (shape.length !== chunk.length) throw malformed('shape and chunk_shape have different lengths');
  const transformers = meta['storage_transformers'];
  if (Array.isArray(transformers) && transformers.length > 0)
    throw unsupported('storage_transformers', transformers);
  const { codec, sharding } = v3Codecs(meta['codecs'], chunk, true);
  const info: ZarrArrayInfo = {
    ...{ dtype, shape, chunk, codec },
    ...(sharding === undefined ? {} : { sharding }),
    keyOf: v3Keys(meta['chunk_key_encoding']),
  };
  return bytes === undefined ? info : asBytes(info, bytes);
}

/** @returns undefined for a number, and for what has no length of its own */
function v3Bytes(type: unknown): number | undefined {
  if (!isObject(type)) return undefined;
  const { name, configuration } = named(type);
  if (name === 'numpy.datetime64' || name === 'numpy.timedelta64') return 8;
  if (!['fixed_length_utf32', 'null_terminated_bytes', 'raw_bytes'].includes(name)) return undefined;
  return lengthInBytes(Number(configuration['length_bytes']));
}

/** Of nothing at all no chunk can be told from another. */
const lengthInBytes = (bytes: number): number | undefined =>
  Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;

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

function v3Codecs(
  list: unknown,
  outer: readonly number[],
  mayShard: boolean,
): { codec: ChunkCodec; sharding?: Sharding } {
  if (!Array.isArray(list)) throw malformed('codecs is no list');
  const codec: ChunkCodec = { littleEndian: true, undo: [] };
  let sharding: Sharding | undefined;
  let toBytes = false;
  for (const { name, configuration } of list.map(named)) {
    if (name === 'bytes' && !toBytes) {
      toBytes = true;
      codec.littleEndian = configuration['endian'] !== 'big';
    } else if (name === 'sharding_indexed' && !toBytes && mayShard) {
      toBytes = true;
      sharding = shardingOf(configuration, outer);
    } else if (name === 'transpose' && !toBytes && codec.order === undefined) {
      codec.order = orderOf(configuration['order'], outer.length);
    } else if (toBytes) {
      const compressor = name === 'crc32c' ? name : byteCodec(name.replace(/^numcodecs\./, ''));
      if (compressor === undefined) throw unsupported('codec', name);
      codec.undo.unshift(compressor);
    } else {
      throw unsupported('codec', name);
    }
  }
  if (!toBytes) throw malformed('codecs make no bytes');
  if (sharding !== undefined && (codec.undo.length > 0 || codec.order !== undefined))
    throw unsupported('codec', 'a compressed or a turned shard');
  return sharding === undefined ? { codec } : { codec, sharding };
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

function shardingOf(configuration: JsonObject, outer: readonly number[]): Sharding {
  const chunk = counts(configuration['chunk_shape'], 'chunk_shape of a shard', 1);
  const fits = chunk.length === outer.length && chunk.every((size, i) => (outer[i] ?? 0) % size === 0);
  if (!fits) throw malformed('the chunks of a shard do not divide it');
  const index = v3Codecs(configuration['index_codecs'], [], false).codec;
  if (
    !index.littleEndian ||
    index.order !== undefined ||
    index.undo.some((each) => each !== 'crc32c') ||
    index.undo.length > 1
  )
    throw unsupported('index_codecs', index.undo.join());
  const location = configuration['index_location'] ?? 'end';
  if (location !== 'end' && location !== 'start') throw malformed('index_location is neither start nor end');
  return {
    chunk,
    codec: v3Codecs(configuration['codecs'], chunk, false).codec,
    indexAtEnd: location === 'end',
    indexHasCrc: index.undo.length === 1,
  };
}

function v2Dtype(word: unknown): { dtype: Dtype; littleEndian: boolean; bytes?: number } {
  const [, text = '', size = ''] =
    typeof word === 'string' ? (/^[<>|]([SUVmM])([0-9]+)/.exec(word) ?? []) : [];
  const bytes = lengthInBytes(Number(size) * (text === 'U' ? 4 : 1));
  if (bytes !== undefined) return { dtype: DTYPES.u8, littleEndian: true, bytes };
  const [, order, kind = ''] = typeof word === 'string' ? (/^([<>|])([a-z][0-9]+)$/.exec(word) ?? []) : [];
  const dtype = Object.hasOwn(DTYPE_KINDS, kind) ? DTYPE_KINDS[kind] : dtypeNamed(String(word));
  if (dtype === undefined) throw unsupported('dtype', word);
  return { dtype, littleEndian: order !== '>' };
}

function v2Compressor(compressor: unknown): ByteCodec[] {
  if (compressor === null || compressor === undefined) return [];
  const id = isObject(compressor) ? compressor['id'] : undefined;
  const known = byteCodec(id);
  if (known === undefined) throw unsupported('compressor', id);
  return [known];
}

function named(value: unknown): { name: string; configuration: JsonObject } {
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
