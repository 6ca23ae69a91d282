import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  PushParser,
  overBudget,
  quoted,
  utf8,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/classical/ubjson-stream.ts
var MOST_KEY_BYTES = 65536;
var WIDTHS = { i: 1, U: 1, I: 2, l: 4, L: 8, d: 4, D: 8, C: 1 };
var EMPTY = /* @__PURE__ */ new Set(["Z", "N", "T", "F"]);
var UbjsonStream = class {
  #limits;
  #events;
  #values = 0;
  #at = 0;
  constructor(events, limits) {
    this.#events = events;
    this.#limits = limits;
  }
  *read() {
    yield* this.#value(yield* this.#marker(), 0, "");
  }
  *#value(marker, depth, key) {
    this.#values += 1;
    const { values, depth: most } = this.#limits;
    if (this.#values > values) throw overBudget("objects", values, this.#values, this.#at);
    if (depth > most) throw overBudget("ubjson depth", most, depth, this.#at);
    if (EMPTY.has(marker)) return;
    if (marker === "S") yield* this.#text(key);
    else if (marker === "{") yield* this.#object(depth);
    else if (marker === "[") yield* this.#list(depth, key);
    else if (marker in WIDTHS) yield* this.#stretch(marker, 1, key);
    else throw this.#broken("ubjson-type", `${quoted(marker)} begins no value`);
  }
  *#object(depth) {
    const seen = /* @__PURE__ */ new Set();
    for (let marker = yield* this.#marker(); marker !== "}"; marker = yield* this.#marker()) {
      const bytes = yield* this.#integer(marker);
      if (bytes > MOST_KEY_BYTES) throw overBudget("key bytes", MOST_KEY_BYTES, bytes, this.#at);
      const key = utf8(yield* this.#take(bytes));
      if (key === void 0) throw this.#broken("not-utf8", "a key is not UTF-8 text");
      if (seen.has(key)) throw this.#broken("duplicate-key", `${quoted(key)} stands there twice`);
      seen.add(key);
      this.#events.key(key, depth);
      yield* this.#value(yield* this.#marker(), depth + 1, key);
    }
  }
  /** `[`, then values to `]`; or `#` and how many there are; or `$` and their type before that, and then nothing but bytes. */
  *#list(depth, key) {
    let marker = yield* this.#marker();
    let type;
    if (marker === "$") {
      type = yield* this.#marker();
      marker = yield* this.#marker();
      if (marker !== "#") throw this.#broken("ubjson-list", "a list gives its type and no length");
    }
    if (marker === "#") {
      const count = yield* this.#integer(yield* this.#marker());
      if (type !== void 0 && type in WIDTHS) yield* this.#stretch(type, count, key);
      else
        for (let i = 0; i < count; i += 1)
          yield* this.#value(type ?? (yield* this.#marker()), depth + 1, key);
      return;
    }
    for (; marker !== "]"; marker = yield* this.#marker()) yield* this.#value(marker, depth + 1, key);
  }
  *#text(key) {
    const bytes = yield* this.#integer(yield* this.#marker());
    this.#mustFit(bytes);
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const decode = (piece, stream) => {
      try {
        decoder.decode(piece, { stream });
      } catch {
        throw this.#broken("not-utf8", `the text ${quoted(key)} is not UTF-8`);
      }
    };
    yield { bytes, sink: (piece) => decode(piece, true) };
    decode(new Uint8Array(0), false);
    this.#at += bytes;
  }
  /** Numbers without markers, big-endian. */
  *#stretch(type, count, key) {
    const width = WIDTHS[type] ?? 1;
    const bytes = count * width;
    this.#mustFit(bytes);
    const from = this.#at;
    let done = 0;
    const isFloat = type === "d" || type === "D";
    let high = 0;
    const sink = (piece) => {
      for (const byte of isFloat ? piece : []) {
        const place = done % width;
        if (place === 0) high = byte & 127;
        else if (place === 1 && high === 127 && isNan(type, byte))
          this.#events.notFinite(key, from + done - 1);
        done += 1;
      }
    };
    yield { bytes, sink };
    this.#at += bytes;
  }
  *#marker() {
    for (; ; ) {
      const [byte = 0] = yield* this.#take(1);
      if (byte !== 78) return String.fromCharCode(byte);
    }
  }
  *#integer(type) {
    const width = "iUIlL".includes(type) ? WIDTHS[type] : void 0;
    if (width === void 0) throw this.#broken("ubjson-length", "gives a length that is no number");
    const bytes = yield* this.#take(width);
    const view = new DataView(bytes.buffer, bytes.byteOffset, width);
    const value = width === 8 ? Number(view.getBigInt64(0)) : width === 4 ? view.getInt32(0) : width === 2 ? view.getInt16(0) : type === "U" ? view.getUint8(0) : view.getInt8(0);
    if (value < 0 || !Number.isSafeInteger(value))
      throw this.#broken("ubjson-length", "gives a length below zero");
    return value;
  }
  *#take(bytes) {
    this.#mustFit(bytes);
    this.#at += bytes;
    return bytes === 0 ? new Uint8Array(0) : yield bytes;
  }
  #mustFit(bytes) {
    const left = this.#limits.sizeBytes - this.#at;
    if (bytes <= left) return;
    throw new Broken("L1", "cut-short", "a value is longer than the file", {
      offset: this.#at,
      expected: `at most ${left} bytes`,
      found: `${bytes} bytes`
    });
  }
  #broken(code, what) {
    return new Broken("L2", code, what, { offset: this.#at });
  }
};
var isNan = (type, byte) => type === "d" ? byte >= 192 : byte >= 248;

// src/verify/classical/ubjson-walk.ts
var MOST_DEPTH = 100;
function openUbjson(subject) {
  const { budgets, sizeBytes, findings, keys } = subject;
  const stream = new UbjsonStream(
    {
      key: (name, depth) => {
        if (depth < 2) keys.addValue(name, name);
      },
      notFinite: (key, offset) => {
        findings.fail("L3", "non-finite", `"${key.slice(0, 80)}" holds a NaN`, { offset });
      }
    },
    { depth: MOST_DEPTH, values: budgets.objects, sizeBytes }
  );
  const parser = new PushParser(stream.read());
  return {
    checksummed: false,
    reaches: "L3",
    regions: () => [
      wholeFile(subject, { feed: (...piece) => parser.feed(...piece), end: () => parser.end(sizeBytes) })
    ],
    finish: () => {
    }
  };
}
export {
  openUbjson
};
