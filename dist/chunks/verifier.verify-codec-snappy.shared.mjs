import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Broken,
  readVarint
} from "./verifier.clock.shared.mjs";

// src/verify/codec/snappy.ts
var broken = (what, offset) => new Broken("L1", "snappy-broken", what, { offset });
var FEW_BYTES = 24;
function snappyLength(packed, offset) {
  const length = readVarint(packed, 0);
  if (length === void 0 || length.value > 4294967295)
    throw broken("a compressed block has no length", offset);
  return length;
}
function unsnappy(packed, offset) {
  const { value: length, end } = snappyLength(packed, offset);
  const out = new Uint8Array(length);
  let to = 0;
  let at = end;
  const number = (bytes) => {
    if (bytes > packed.length - at) throw broken("a compressed block ends inside an element", offset);
    let value = 0;
    for (let i = 0; i < bytes; i += 1) value += packed[at + i] * 2 ** (8 * i);
    at += bytes;
    return value;
  };
  while (at < packed.length) {
    const tag = packed[at];
    at += 1;
    const kind = tag & 3;
    if (kind === 0) {
      const short = tag >>> 2;
      const count2 = (short < 60 ? short : number(short - 59)) + 1;
      if (count2 > packed.length - at || count2 > length - to)
        throw broken("a compressed block holds more than it says", offset);
      if (count2 > FEW_BYTES) out.set(packed.subarray(at, at + count2), to);
      else for (let i = 0; i < count2; i += 1) out[to + i] = packed[at + i];
      at += count2;
      to += count2;
      continue;
    }
    const count = kind === 1 ? (tag >>> 2 & 7) + 4 : (tag >>> 2) + 1;
    const back = kind === 1 ? (tag >>> 5 << 8) + number(1) : number(kind === 2 ? 2 : 4);
    if (back === 0 || back > to || count > length - to)
      throw broken("a compressed block points outside itself", offset);
    if (count > FEW_BYTES && back >= count) out.copyWithin(to, to - back, to - back + count);
    else for (let i = to; i < to + count; i += 1) out[i] = out[i - back];
    to += count;
  }
  if (to !== length) throw broken("a compressed block holds less than it says", offset);
  return out;
}

export {
  snappyLength,
  unsnappy
};
