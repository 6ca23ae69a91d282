import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  count,
  noCounts
} from "./verify-contract-verdicts.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

// src/verify/apart/packed-verdicts.ts
import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";
var PACKED_TOGETHER = 256;
var BLOCKS_AT_HAND = 6;
var PackedVerdicts = class {
  /** Of each place, as the how many-eth its verdict came, from 1. */
  #came;
  #blocks = [];
  /** Not packed yet. */
  #last = [];
  #length = 0;
  counts = noCounts();
  /** @param places that there are at most */
  constructor(places) {
    this.#came = new Uint32Array(places);
  }
  /** @throws RangeError where there is no such place, or one that is taken */
  put(place, verdict) {
    if (this.#came[place] !== 0) throw new RangeError(`place ${place} of ${this.#came.length} is not free`);
    this.#length += 1;
    count(verdict, this.counts);
    this.#last.push(verdict);
    this.#came[place] = this.#blocks.length * PACKED_TOGETHER + this.#last.length;
    if (this.#last.length < PACKED_TOGETHER) return;
    this.#blocks.push(Uint8Array.from(deflateRawSync(serialize(this.#last), { level: 1 })));
    this.#last = [];
  }
  /** Places with a verdict. */
  get length() {
    return this.#length;
  }
  *[Symbol.iterator]() {
    const atHand = /* @__PURE__ */ new Map();
    for (const came of this.#came) {
      if (came === 0) continue;
      const block = Math.floor((came - 1) / PACKED_TOGETHER);
      const verdict = this.#unpacked(block, atHand)[(came - 1) % PACKED_TOGETHER];
      if (verdict !== void 0) yield verdict;
    }
  }
  #unpacked(block, atHand) {
    const packed = this.#blocks[block];
    if (packed === void 0) return this.#last;
    const known = atHand.get(block);
    if (known !== void 0) return known;
    const verdicts = deserialize(inflateRawSync(packed));
    atHand.set(block, verdicts);
    for (const first of atHand.keys()) if (atHand.size > BLOCKS_AT_HAND) atHand.delete(first);
    return verdicts;
  }
};
export {
  PACKED_TOGETHER,
  PackedVerdicts
};
