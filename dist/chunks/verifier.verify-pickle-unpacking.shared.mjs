import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Inflater
} from "./verifier.verify-archive-archive-members.shared.mjs";
import {
  Broken,
  overBudget
} from "./verifier.clock.shared.mjs";

// src/verify/pickle/unpacking.ts
var Unpacking = class {
  #subject;
  #reading;
  #old;
  #inflater;
  #out = 0;
  constructor(subject, wrapping, { reading, old }) {
    this.#subject = subject;
    this.#reading = reading;
    this.#old = old;
    const declared = Number.MAX_SAFE_INTEGER;
    this.#inflater = new Inflater(declared, 0, (piece) => this.#take(piece), wrapping);
  }
  feed(piece, offset) {
    return this.#inflater.feed(piece.subarray(Math.max(0, (this.#old?.bytes ?? 0) - offset)));
  }
  async end() {
    const used = (this.#old?.bytes ?? 0) + await this.#inflater.end();
    const { sizeBytes } = this.#subject;
    if (used !== sizeBytes) {
      throw new Broken("L1", "trailing-bytes", "bytes follow the compressed stream", {
        offset: used,
        found: `${sizeBytes - used} bytes`
      });
    }
    const expected = this.#old?.unpackedBytes ?? this.#out;
    if (expected !== this.#out)
      throw new Broken("L2", "size-lies", "does not unpack to the length that it says", {
        expected: `${expected} bytes`,
        found: `${this.#out} bytes`
      });
    this.#reading?.end(void 0, true);
  }
  #take(piece) {
    const { expandedBytes } = this.#subject.budgets;
    this.#out += piece.length;
    if (this.#out > expandedBytes) throw overBudget("expandedBytes", expandedBytes, this.#out);
    this.#reading?.feed(piece);
  }
};

export {
  Unpacking
};
