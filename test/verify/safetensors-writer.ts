/** Writes safetensors files by hand, right or deliberately wrong. */
export interface TensorSpec {
  dtype?: string;
  shape?: number[];
  /** Numbers are written as F32; bytes as they are. */
  data: number[] | Uint8Array;
}

export interface FileSpec {
  metadata?: Record<string, string>;
  /** Gets the header as it would be and returns what to write instead. */
  editHeader?: (header: Record<string, unknown>) => unknown;
  /** The data begins at a multiple of this; writers pad the header's JSON with spaces. */
  padTo?: number;
}

export const f32 = (values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

export function safetensorsFile(tensors: Record<string, TensorSpec>, spec: FileSpec = {}): Uint8Array {
  const header: Record<string, unknown> = spec.metadata === undefined ? {} : { __metadata__: spec.metadata };
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [name, tensor] of Object.entries(tensors)) {
    const bytes = tensor.data instanceof Uint8Array ? tensor.data : f32(tensor.data);
    const length = Array.isArray(tensor.data) ? tensor.data.length : bytes.length / 4;
    header[name] = {
      dtype: tensor.dtype ?? 'F32',
      shape: tensor.shape ?? [length],
      data_offsets: [at, at + bytes.length],
    };
    parts.push(bytes);
    at += bytes.length;
  }
  return withHeader(
    JSON.stringify(spec.editHeader?.(header) ?? header),
    Buffer.concat(parts),
    spec.padTo ?? 8,
  );
}

export function withHeader(json: string, data: Uint8Array, padTo = 8): Uint8Array {
  const text = new TextEncoder().encode(json);
  const length = Math.ceil((8 + text.length) / padTo) * padTo - 8;
  const file = new Uint8Array(8 + length + data.length).fill(0x20, 8, 8 + length);
  new DataView(file.buffer).setBigUint64(0, BigInt(length), true);
  file.set(text, 8);
  file.set(data, 8 + length);
  return file;
}

/** Numbers that look like trained weights: small, none zero, none alike. Deterministic. */
export const weights = (count: number, seed = 1): number[] =>
  Array.from({ length: count }, (_none, i) => Math.sin((i + 1) * 12.9898 * seed) * 0.1 + 0.001);

/** A small whole checkpoint as the tiny trainer writes it. */
export const wholeCheckpoint = (): Uint8Array =>
  safetensorsFile(
    {
      'model.0.weight': { shape: [8, 64], data: weights(512) },
      'model.0.bias': { data: weights(8, 2) },
      'optimizer.0.exp_avg_sq': { shape: [8, 64], data: weights(512, 3).map(Math.abs) },
    },
    { metadata: { step: '40', format: 'pt' } },
  );
