/**
 * The safetensors format: 8 bytes of header length (little endian), a JSON header, then every tensor's bytes without a
 * gap. https://github.com/huggingface/safetensors#format
 */
const DTYPES = { F32: Float32Array, F64: Float64Array, U32: Uint32Array, I64: BigInt64Array };
const dtypeOf = (values) => Object.keys(DTYPES).find((dtype) => values instanceof DTYPES[dtype]);

/**
 * @param {Record<string, { shape: number[], values: Float32Array | Float64Array | Uint32Array | BigInt64Array }>} tensors
 * @param {Record<string, string>} metadata
 */
export function encodeSafetensors(tensors, metadata) {
  // Widest elements first: each tensor then starts at a multiple of its element size.
  const entries = Object.entries(tensors).sort(
    ([, a], [, b]) => b.values.BYTES_PER_ELEMENT - a.values.BYTES_PER_ELEMENT,
  );
  const header = { __metadata__: metadata };
  let end = 0;
  for (const [name, { shape, values }] of entries) {
    header[name] = { dtype: dtypeOf(values), shape, data_offsets: [end, end + values.byteLength] };
    end += values.byteLength;
  }
  const json = Buffer.from(JSON.stringify(header));
  const padding = Buffer.alloc((8 - (json.length % 8)) % 8, ' ');
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length + padding.length));
  const data = entries.map(([, { values }]) =>
    Buffer.from(values.buffer, values.byteOffset, values.byteLength),
  );
  return Buffer.concat([length, json, padding, ...data]);
}

/** @returns {{ tensors: Record<string, { shape: number[], values }>, metadata: Record<string, string> }} */
export function decodeSafetensors(bytes) {
  const headerEnd = 8 + Number(bytes.readBigUInt64LE(0));
  const { __metadata__: metadata = {}, ...header } = JSON.parse(bytes.toString('utf8', 8, headerEnd));
  const tensors = {};
  for (const [name, { dtype, shape, data_offsets: offsets }] of Object.entries(header)) {
    const [begin, end] = offsets.map((offset) => headerEnd + offset);
    if (end > bytes.length)
      throw new Error(`tensor ${name} ends at byte ${end} of ${bytes.length}: truncated`);
    // A copy, because a typed array must start at a multiple of its element size and the file's bytes may not.
    const copy = bytes.buffer.slice(bytes.byteOffset + begin, bytes.byteOffset + end);
    tensors[name] = { shape, values: new DTYPES[dtype](copy) };
  }
  return { tensors, metadata };
}
