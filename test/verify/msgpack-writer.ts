/** Writes msgpack by hand, right or deliberately wrong. */
const joined = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

const big = (width: number, value: number): Uint8Array => {
  const bytes = Buffer.alloc(width);
  bytes.writeUIntBE(value, 0, width);
  return new Uint8Array(bytes);
};

export const str = (text: string): Uint8Array => {
  const bytes = new TextEncoder().encode(text);
  return joined(
    bytes.length < 32
      ? Uint8Array.of(0xa0 | bytes.length)
      : joined(Uint8Array.of(0xda), big(2, bytes.length)),
    bytes,
  );
};

export const int = (value: number): Uint8Array =>
  value < 128 ? Uint8Array.of(value) : joined(Uint8Array.of(0xce), big(4, value));

export const bin = (bytes: Uint8Array): Uint8Array =>
  joined(Uint8Array.of(0xc6), big(4, bytes.length), bytes);

export const list = (...items: Uint8Array[]): Uint8Array =>
  joined(Uint8Array.of(0x90 | items.length), ...items);

export const ext = (code: number, bytes: Uint8Array): Uint8Array =>
  joined(Uint8Array.of(0xc9), big(4, bytes.length), Uint8Array.of(code & 255), bytes);

/** Entries in the given order, so that a key may stand there twice. */
export const map = (...entries: [string | Uint8Array, Uint8Array][]): Uint8Array =>
  joined(
    Uint8Array.of(0xde),
    big(2, entries.length),
    ...entries.flatMap(([key, value]) => [typeof key === 'string' ? str(key) : key, value]),
  );

export const triple = (shape: number[], dtype: string, data: Uint8Array): Uint8Array =>
  list(list(...shape.map(int)), str(dtype), bin(data));

export const ndarray = (shape: number[], dtype: string, data: Uint8Array): Uint8Array =>
  ext(1, triple(shape, dtype, data));
