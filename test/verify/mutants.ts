/** Small, fast, seeded: the same mutants on every machine (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Where parsers break: limits of signed and unsigned fields, of doubles, and a little beside them. */
const LENGTHS = [
  0n,
  1n,
  0x7fn,
  0xffn,
  0x7fffn,
  0xffffn,
  0x7fffffffn,
  0x80000000n,
  0xffffffffn,
  1n << 32n,
  (1n << 53n) - 1n,
  1n << 53n,
  (1n << 63n) - 1n,
  1n << 63n,
  (1n << 64n) - 1n,
];

/** One to three changes, of the kinds that broken transfers and hostile hands make. */
export function mutate(bytes: Uint8Array, seed: number): Uint8Array {
  const next = random(seed);
  let mutant = bytes;
  const changes = next() < 0.8 ? 1 : 1 + Math.floor(next() * 3);
  for (let i = 0; i < changes; i += 1) mutant = change(mutant, next);
  return mutant;
}

function change(bytes: Uint8Array, next: () => number): Uint8Array {
  if (bytes.length === 0) return Uint8Array.of(Math.floor(next() * 256));
  const place = () => Math.floor(next() * bytes.length);
  const copy = bytes.slice();
  const at = place();
  // Headers and trailers are small and matter most.
  const edge =
    next() < 0.5 ? Math.min(at % 512, bytes.length - 1) : Math.max(0, bytes.length - 1 - (at % 512));
  const spot = next() < 0.5 ? at : edge;
  const kind = Math.floor(next() * 10);
  const length = 1 + Math.floor(next() * next() * Math.min(bytes.length, 4096));
  switch (kind) {
    case 0:
    case 1:
      copy[spot] = (copy[spot] as number) ^ (1 << Math.floor(next() * 8));
      return copy;
    case 2:
    case 3:
      copy[spot] = Math.floor(next() * 256);
      return copy;
    case 4:
      return bytes.subarray(0, spot);
    case 5:
      copy.fill(next() < 0.5 ? 0 : 0xff, spot, spot + length);
      return copy;
    case 6:
      return withLength(copy, spot, next);
    case 7:
      return spliced(bytes, spot, 0, bytes.subarray(at, at + length));
    case 8:
      return spliced(bytes, spot, length, new Uint8Array(0));
    default:
      copy.set(
        bytes
          .subarray(at, Math.min(at + length, bytes.length - Math.max(0, spot + length - bytes.length)))
          .subarray(0, bytes.length - spot),
        spot,
      );
      return copy;
  }
}

function withLength(copy: Uint8Array, spot: number, next: () => number): Uint8Array {
  const value = LENGTHS[Math.floor(next() * LENGTHS.length)] ?? 0n;
  const width = [1, 2, 4, 8][Math.floor(next() * 4)] ?? 4;
  const bigEndian = next() < 0.3;
  for (let i = 0; i < width && spot + i < copy.length; i += 1)
    copy[spot + i] = Number((value >> BigInt(8 * (bigEndian ? width - 1 - i : i))) & 255n);
  return copy;
}

const spliced = (bytes: Uint8Array, at: number, drop: number, insert: Uint8Array): Uint8Array =>
  new Uint8Array(Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + drop)]));
