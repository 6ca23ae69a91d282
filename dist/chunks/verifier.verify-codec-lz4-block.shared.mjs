import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Broken
} from "./verifier.clock.shared.mjs";

// src/verify/codec/lz4-block.ts
var LEAST_MATCH = 4;
function lz4Block(packed, out, from, offset) {
  const broken = (what) => new Broken("L1", "lz4-broken", what, { offset });
  let [at, to] = [0, from];
  const length = (nibble) => {
    let value = nibble;
    if (nibble < 15) return value;
    for (; ; ) {
      const byte = packed[at];
      if (byte === void 0) throw broken("a block ends inside a length");
      at += 1;
      value += byte;
      if (byte < 255) return value;
    }
  };
  while (at < packed.length) {
    const token = packed[at];
    at += 1;
    const literals = length(token >> 4);
    if (literals > packed.length - at || literals > out.length - to)
      throw broken("a block holds more than it may");
    out.set(packed.subarray(at, at + literals), to);
    at += literals;
    to += literals;
    if (at === packed.length) return to;
    if (packed.length - at < 2) throw broken("a block ends inside a copy");
    const back = packed[at] + 256 * packed[at + 1];
    at += 2;
    const copied = length(token & 15) + LEAST_MATCH;
    if (back === 0 || back > to || copied > out.length - to)
      throw broken("a copy points outside of what was unpacked");
    for (const end = to + copied; to < end; to += 1) out[to] = out[to - back];
  }
  throw broken("a block ends with a copy");
}

export {
  lz4Block
};
