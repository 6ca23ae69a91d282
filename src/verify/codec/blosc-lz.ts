import { Broken } from '../contract/findings.ts';

const LEAST_MATCH = 3;
/** What thirteen bits can say; a distance of all ones is followed by one of sixteen bits beyond it. */
const FAR = 8191;

/**
 * Unpacks one stream of BloscLZ, the compressor that Blosc brings itself (facts from `blosclz.c` of c-blosc 1.21: runs of up to 32
 * literals, and copies of at least three bytes).
 *
 * @param offset of the stream in the file, for messages
 * @returns how much of `out` it fills
 */
export function bloscLz(packed: Uint8Array, out: Uint8Array, offset: number): number {
  const broken = (what: string) =>
    new Broken('L1', 'blosc-broken', `a stream of BloscLZ ${what}`, { offset });
  let [at, to] = [0, 0];
  const next = (): number => {
    const byte = packed[at];
    if (byte === undefined) throw broken('ends inside a copy');
    at += 1;
    return byte;
  };
  while (at < packed.length) {
    // The first is literals, whatever its upper bits say.
    const control = at === 0 ? next() & 31 : next();
    if (control < 32) {
      const literals = control + 1;
      if (literals > packed.length - at || literals > out.length - to) throw broken('holds more than it may');
      out.set(packed.subarray(at, at + literals), to);
      at += literals;
      to += literals;
      continue;
    }
    let length = (control >> 5) - 1 + LEAST_MATCH;
    if (control >> 5 === 7) {
      let more: number;
      do {
        more = next();
        length += more;
      } while (more === 255);
    }
    let back = 256 * (control & 31) + next();
    if (back === FAR) back += 256 * next() + next();
    back += 1;
    if (back > to || length > out.length - to) throw broken('copies from outside of what was unpacked');
    for (const end = to + length; to < end; to += 1) out[to] = out[to - back] as number;
    if (at === packed.length) throw broken('ends with a copy');
  }
  return to;
}
