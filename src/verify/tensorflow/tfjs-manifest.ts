import { isObject, parsedJson } from '../read/json-object.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';

/** One weight as it is stored. */
export interface StoredWeight {
  name: string;
  shape: number[];
  /** Of the stored numbers; `undefined` for texts, each behind its length in 32 bits. Another word for what is not known. */
  dtype: Dtype | 'text' | undefined;
  typeName: string;
}

/** Files whose bytes, put together, are these weights one after the other. */
export interface WeightGroup {
  paths: string[];
  weights: StoredWeight[];
}

/** Of @tensorflow/tfjs-core 4.22, `io/types` and `io/io_utils`. */
const TYPES: Readonly<Record<string, Dtype | 'text'>> = {
  float32: DTYPES.f32,
  int32: DTYPES.i32,
  bool: DTYPES.bool,
  complex64: DTYPES.c64,
  string: 'text',
};
const QUANTIZED: Readonly<Record<string, Dtype>> = {
  uint8: DTYPES.u8,
  uint16: DTYPES.u16,
  float16: DTYPES.f16,
};

/** @returns `undefined` for JSON that is no such manifest, whatever else it is */
export function readManifest(text: string): WeightGroup[] | undefined {
  const whole = parsedJson(text);
  const list = isObject(whole) ? whole['weightsManifest'] : whole;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const groups = list.map(groupOf);
  return groups.every((group) => group !== undefined) ? groups : undefined;
}

function groupOf(value: unknown): WeightGroup | undefined {
  if (!isObject(value)) return undefined;
  const { paths, weights } = value;
  if (!Array.isArray(paths) || !paths.every(isPlainPath) || !Array.isArray(weights)) return undefined;
  const read = weights.map(weightOf);
  return read.every((each) => each !== undefined) ? { paths, weights: read } : undefined;
}

/** Below the folder of the manifest, and no address. */
const isPlainPath = (path: unknown): path is string =>
  typeof path === 'string' &&
  path.split('/').every((step) => step !== '' && step !== '.' && step !== '..') &&
  !/[\\:\u0000-\u001f]/.test(path);

function weightOf(value: unknown): StoredWeight | undefined {
  if (!isObject(value)) return undefined;
  const { name, shape, dtype, quantization } = value;
  const isSize = (each: unknown) => Number.isSafeInteger(each) && Number(each) >= 0;
  if (typeof name !== 'string' || typeof dtype !== 'string') return undefined;
  if (!Array.isArray(shape) || !shape.every(isSize)) return undefined;
  const quantized = isObject(quantization) ? String(quantization['dtype']) : undefined;
  const stored = quantized === undefined ? TYPES[dtype] : QUANTIZED[quantized];
  return { name, shape, dtype: stored, typeName: quantized ?? dtype };
}
