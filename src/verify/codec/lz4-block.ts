import { Broken } from '../contract/findings.ts';

const LEAST_MATCH = 4;

/**
 * Unpacks one LZ4 block (facts from the format's description: literals, and copies of at least four bytes from up to 64 KiB
 * before) into `out` from `from` on; copies may reach back to the start of `out`.
 *
 * @param offset of the block in the file, for messages
 * @returns where in `out` it ends
 */
export function lz4Block(packed: Uint8Array, out: Uint8Array, from: number, offset: number): number {
  const broken = (what: string) => new Broken('L1', 'lz4-broken', what, { offset });
  let [at, to] = [0, from];
  const length = (nibble: number): number => {
    let value = nibble;
    if (nibble < 15) return value;
    for (;;) {
      const byte = packed[at];
      if (byte === undefined) throw broken('a block ends inside a length');
      at += 1;
      value += byte;
      if (byte < 255) return value;
    }
  };
  while (at < packed.length) {
    const token = packed[at] as number;
    at += 1;
    const literals = length(token >> 4);
    if (literals > packed.length - at || literals > out.length - to)
      throw broken('a block holds more than it may');
    out.set(packed.subarray(at, at + literals), to);
    at += literals;
    to += literals;
    // The last sequence has no copy.
    if (at === packed.length) return to;
    if (packed.length - at < 2) throw broken('a block ends inside a copy');
    const back = (packed[at] as number) + 256 * (packed[at + 1] as number);
    at += 2;
    const copied = length(token & 15) + LEAST_MATCH;
    if (back === 0 || back > to || copied > out.length - to)
      throw broken('a copy points outside of what was unpacked');
    // One by one: a copy may overlap what it writes.
    for (const end = to + copied; to < end; to += 1) out[to] = out[to - back] as number;
  }
  throw broken('a block ends with a copy');
}
