import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./verifier.clock.shared.mjs";

// src/verify/apart/item-queue.ts
var ItemPacker = class {
  #records = [];
  #tasks = /* @__PURE__ */ new Map();
  add({ task, ...item }) {
    const { sha256, alreadyHashed, ...common } = task;
    const key = JSON.stringify(common);
    const known = this.#tasks.get(key) ?? { index: this.#tasks.size, task: common };
    this.#tasks.set(key, known);
    const record = {
      ...item,
      task: known.index,
      ...sha256 && { sha256 },
      ...alreadyHashed && { alreadyHashed }
    };
    this.#records.push({ text: JSON.stringify(record), sizeBytes: item.sizeBytes });
  }
  shared() {
    const records = this.#records.sort((a, b) => b.sizeBytes - a.sizeBytes);
    const bytes = records.reduce((sum, { text: text2 }) => sum + Buffer.byteLength(text2), 0);
    const text = Buffer.from(new SharedArrayBuffer(bytes));
    const ends = new Float64Array(new SharedArrayBuffer(records.length * Float64Array.BYTES_PER_ELEMENT));
    let at = 0;
    for (const [n, record] of records.entries()) {
      at += text.write(record.text, at);
      ends[n] = at;
    }
    const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    return { text, ends, next, tasks: [...this.#tasks.values()].map(({ task }) => task) };
  }
};
function takeItem({ text, ends, next, tasks }) {
  const n = Atomics.add(next, 0, 1);
  const end = ends[n];
  if (end === void 0) return void 0;
  const from = n === 0 ? 0 : ends[n - 1];
  const record = Buffer.from(text.buffer, text.byteOffset + from, end - from).toString();
  const { task, sha256, alreadyHashed, ...item } = JSON.parse(record);
  const common = tasks[task];
  return { ...item, task: { ...common, ...sha256 && { sha256 }, ...alreadyHashed && { alreadyHashed } } };
}

// src/verify/apart/files-under-way.ts
var NONE = -1;
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

// src/verify/apart/progress-of-many.ts
var TELL_EVERY_MS = 50;
var ProgressOfMany = class {
  #say;
  #said = 0;
  #waiting = /* @__PURE__ */ new Map();
  constructor(say) {
    this.#say = say;
  }
  tell(path, done, total) {
    this.#waiting.set(path, [path, done, total]);
    if (performance.now() - this.#said >= TELL_EVERY_MS) this.flush();
  }
  flush() {
    this.#said = performance.now();
    if (this.#waiting.size > 0) this.#say([...this.#waiting.values()]);
    this.#waiting = /* @__PURE__ */ new Map();
  }
};

export {
  ItemPacker,
  takeItem,
  setUnderWay,
  keyOf,
  VERDICTS_AT_ONCE,
  thrown,
  ProgressOfMany
};
