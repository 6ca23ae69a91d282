/** Writes GGUF files by hand, right or deliberately wrong. */
export interface GgufTensorSpec {
  name: string;
  /** Row length first. */
  sizes: (number | bigint)[];
  type: number;
  data: Uint8Array;
  /** Default: the padded sum of what stands before it. */
  offset?: bigint;
}

export interface GgufSpec {
  version?: number;
  littleEndian?: boolean;
  alignment?: number;
  tensorCount?: bigint;
  keyCount?: bigint;
  keys?: Uint8Array[];
  tensors?: GgufTensorSpec[];
  /** Pad behind the last tensor; default true. */
  padLast?: boolean;
  padByte?: number;
}

const joined = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** Little- or big-endian fields. */
export const order = (littleEndian = true) => {
  const field = (size: number, set: (view: DataView) => void): Uint8Array => {
    const bytes = new Uint8Array(size);
    set(new DataView(bytes.buffer));
    return bytes;
  };
  const u32 = (value: number) => field(4, (view) => view.setUint32(0, value, littleEndian));
  const u64 = (value: number | bigint) =>
    field(8, (view) => view.setBigUint64(0, BigInt(value), littleEndian));
  const text = (value: string | Uint8Array) => {
    const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
    return joined(u64(bytes.length), bytes);
  };
  return {
    u32,
    u64,
    text,
    key: (name: string | Uint8Array, type: number, ...value: Uint8Array[]) =>
      joined(text(name), u32(type), ...value),
  };
};

export const { u32, u64, text, key } = order();

export const architecture = key('general.architecture', 8, text('llama'));

export function ggufFile({
  version = 3,
  littleEndian = true,
  alignment = 32,
  keys = [architecture],
  tensors = [],
  keyCount = BigInt(keys.length),
  tensorCount = BigInt(tensors.length),
  padLast = true,
  padByte = 0,
}: GgufSpec = {}): Uint8Array {
  const out = order(littleEndian);
  const padding = (length: number) =>
    new Uint8Array((alignment - (length % alignment)) % alignment).fill(padByte);
  let at = 0n;
  const entries = tensors.map(({ name, sizes, type, data, offset }) => {
    const entry = joined(
      out.text(name),
      out.u32(sizes.length),
      ...sizes.map(out.u64),
      out.u32(type),
      out.u64(offset ?? at),
    );
    at += BigInt(data.length + padding(data.length).length);
    return entry;
  });
  const header = joined(
    new TextEncoder().encode('GGUF'),
    out.u32(version),
    out.u64(tensorCount),
    out.u64(keyCount),
    ...keys,
    ...entries,
  );
  const data = tensors.flatMap(({ data }, i) =>
    padLast || i + 1 < tensors.length ? [data, padding(data.length)] : [data],
  );
  return joined(header, padding(header.length), ...data);
}
