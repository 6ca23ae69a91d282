import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Broken
} from "./verify-contract-findings.shared.mjs";

// src/verify/codec/varint.ts
var MOST_BYTES = 10;
function takeVarint(next) {
  let value = 0;
  for (let i = 0; i < MOST_BYTES; i += 1) {
    const byte = next();
    value += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) return value;
  }
  return void 0;
}
var Varint = class {
  #count = 0;
  #low = 0;
  #middle = 0;
  #high = 0;
  get isEmpty() {
    return this.#count === 0;
  }
  reset() {
    this.#count = 0;
    this.#low = 0;
    this.#middle = 0;
    this.#high = 0;
  }
  /** @returns whether the number is whole. `at`: the byte after this one, for the message. */
  add(byte, at) {
    const group = byte & 127;
    const place = this.#count;
    this.#count += 1;
    if (place < 4) this.#low |= group << 7 * place;
    else if (place < 8) this.#middle |= group << 7 * (place - 4);
    else this.#high |= group << 7 * (place - 8);
    const tooLong = this.#count === MOST_BYTES && (byte & 128) !== 0;
    if (tooLong || this.#high > 255)
      throw new Broken("L1", "varint-too-long", "has a number of more than 64 bits", {
        offset: at - this.#count
      });
    return (byte & 128) === 0;
  }
  /** The lower 32 bits, unsigned. */
  get low32() {
    return (this.#low | this.#middle << 28) >>> 0;
  }
  /** The upper 32 bits, unsigned. */
  get high32() {
    return (this.#middle >>> 4 | this.#high << 24) >>> 0;
  }
  /** Unsigned; beyond 2^53 only good enough to be found too large. */
  toNumber() {
    return this.high32 * 2 ** 32 + this.low32;
  }
  /** As a signed 64-bit number, which is how `int32` and `int64` lie in the file. */
  toSigned() {
    return BigInt.asIntN(64, BigInt(this.high32) << 32n | BigInt(this.low32));
  }
  /** As a signed number; `undefined` beyond 2^53. */
  toSafeInteger() {
    const value = Number(this.toSigned());
    return Number.isSafeInteger(value) ? value : void 0;
  }
};

export {
  takeVarint,
  Varint
};
