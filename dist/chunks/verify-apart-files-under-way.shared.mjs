import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/verify/apart/files-under-way.ts
var NONE = -1;
var FilesUnderWay = class {
  /** One for each thread: the file's place in the tree. */
  cells;
  #files;
  #seen;
  constructor(files, threads) {
    this.#files = files;
    this.cells = new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT)).fill(NONE);
    this.#seen = Array.from({ length: threads }, () => ({ index: NONE, since: 0 }));
  }
  /** Each with when it was first seen here: later than it began, by at most the time between two looks. */
  look(now) {
    return this.#seen.flatMap((seen, thread) => {
      const index = Atomics.load(this.cells, thread);
      if (index !== seen.index) Object.assign(seen, { index, since: now });
      const file = this.#files[index];
      if (file === void 0) return [];
      return [{ turn: { kind: "file", path: file.path, bytes: file.sizeBytes }, since: seen.since }];
    });
  }
};
var setUnderWay = (cells, thread, index = NONE) => void Atomics.store(cells, thread, index);

// src/verify/apart/messages.ts
var keyOf = ({ kind, path }) => `${kind}:${path}`;
var VERDICTS_AT_ONCE = 256;
var thrown = (error, id) => ({
  said: "thrown",
  what: String(error).slice(0, 200),
  ...error instanceof Problem ? { problem: detailOf(error) } : {},
  ...id === void 0 ? {} : { id }
});
function detailOf({ code, kind, what, next, costing, at }) {
  return { code, kind, what, next, costing, ...at && { at } };
}
function plainTreeOptions(options) {
  const { taskOf: _t, signal: _s, clock: _c, onProgress: _p, onVerdict: _v, ...plain } = options;
  return plain;
}
function plainFileOptions(options) {
  const { signal: _s, clock: _c, onProgress: _p, workers: _w, ...plain } = options;
  return plain;
}

export {
  FilesUnderWay,
  setUnderWay,
  keyOf,
  VERDICTS_AT_ONCE,
  thrown,
  plainTreeOptions,
  plainFileOptions
};
