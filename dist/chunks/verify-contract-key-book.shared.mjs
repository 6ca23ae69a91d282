import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  matchesWildcard
} from "./wildcard.shared.mjs";
import {
  overBudget
} from "./verify-contract-findings.shared.mjs";

// src/verify/contract/key-book.ts
var PARTS = {
  model: /^(model|net|network|module|state_dict|params|weights|generator|student|(model|net|module)_?(state|state_dict|weights|params))([./]|$)/,
  // Keras 2 keeps the slots of its optimizer beside each variable.
  optimizer: /^(optim|opt|optimizers?)(_?states?|_state_dict|_dict|_weights)?([./]|$)|\/\.OPTIMIZER_SLOT\//,
  scheduler: /^(lr_?)?sched(uler)?s?(_?states?|_state_dict)?([./]|$)/,
  step: /^(global_?|current_?|total_?|train_?)?(step|steps|iter|iteration|iterations|num_steps|num_updates)$/,
  epoch: /^(current_?|last_?)?epochs?$/,
  rng: /^(.*[._/])?(rng|random)(_?states?)?(_.*)?([./].*)?$/,
  scaler: /^(grad_?|amp_?)?scaler(_?state|_state_dict)?([./]|$)|^amp([./]|$)/,
  // Lightning's: what its callbacks remember, best scores that may be infinite among them.
  callbacks: /^callbacks([./]|$)/,
  ema: /^(model_?|net_?)?ema(_?model|_?state|_state_dict|_weights)?([./]|$)|^shadow([./]|$)/
};
function partOf(name) {
  return OTHER_PARTS.find(([, pattern]) => pattern.test(name))?.[0] ?? "model";
}
var OTHER_PARTS = Object.entries(PARTS).filter(([part]) => part !== "model");
var MOST_NAMES = 2e6;
var KeyBook = class {
  #top = /* @__PURE__ */ new Set();
  #values = /* @__PURE__ */ new Set();
  #tensors = /* @__PURE__ */ new Set();
  addTensor(path, top) {
    this.#enter(this.#tensors, path, top);
  }
  /** A value that is not a tensor. `null` is no content, so it only shows in the summary. */
  addValue(path, top, isNull = false) {
    if (isNull) this.#enter(void 0, path, top);
    else this.#enter(this.#values, path, top);
  }
  /** Everything of a file inside this one. */
  take(inner, prefix) {
    for (const name of inner.#tensors) this.addTensor(prefix + name, topOf(prefix + name));
    for (const name of inner.#values) this.addValue(prefix + name, topOf(prefix + name));
  }
  has(path) {
    return this.#tensors.has(path) || this.#values.has(path);
  }
  get tensorCount() {
    return this.#tensors.size;
  }
  /** The first of the given patterns that nothing in the file answers to, and so on. */
  missing(wanted) {
    return wanted.filter((each) => !this.#contains(each));
  }
  summary() {
    return { top: [...this.#top].slice(0, 64), total: this.#top.size };
  }
  #contains(wanted) {
    const part = Object.hasOwn(PARTS, wanted) ? PARTS[wanted] : void 0;
    const hit = (name) => name === wanted || name.startsWith(`${wanted}.`) || name.startsWith(`${wanted}/`) || part?.test(name) || matchesWildcard(wanted, name);
    for (const name of this.#tensors) {
      if (hit(name) || wanted === "model" && partOf(name) === "model") return true;
    }
    for (const name of this.#values) {
      if (wanted !== "model" && hit(name)) return true;
    }
    return false;
  }
  #enter(set, path, top) {
    if (this.#top.size < MOST_NAMES) this.#top.add(top);
    if (set === void 0) return;
    if (set.size >= MOST_NAMES) throw overBudget("names", MOST_NAMES, set.size + 1);
    set.add(path);
  }
};
var topOf = (name) => /^[^./]*/.exec(name)?.[0] || name;

// src/verify/tensor/dtype.ts
var NONE = { mask: 0, addend: 0, test: 0, sign: 0 };
var zeroOrOne = { mask: -16843010, addend: 0, test: -16843010, sign: 0 };
var float64 = {
  unitBytes: 8,
  word: { mask: 2147483647, addend: 1048576, test: -2147483648, sign: -2147483648 },
  count: { absMask: 2147483647, from: 2146435072, infinity: 2146435072 }
};
var float32 = {
  unitBytes: 4,
  word: { mask: 2147483647, addend: 8388608, test: -2147483648, sign: -2147483648 },
  count: { absMask: 2147483647, from: 2139095040, infinity: 2139095040 }
};
var float16 = {
  unitBytes: 2,
  word: { mask: 2147450879, addend: 67109888, test: -2147450880, sign: -2147450880 },
  count: { absMask: 32767, from: 31744, infinity: 31744 }
};
var bfloat16 = {
  unitBytes: 2,
  word: { mask: 2147450879, addend: 8388736, test: -2147450880, sign: -2147450880 },
  count: { absMask: 32767, from: 32640, infinity: 32640 }
};
var e4m3 = {
  unitBytes: 1,
  word: { mask: 2139062143, addend: 16843009, test: -2139062144, sign: -2139062144 },
  count: { absMask: 127, from: 127, infinity: 0 }
};
var e5m2 = {
  unitBytes: 1,
  word: { mask: 2139062143, addend: 67372036, test: -2139062144, sign: -2139062144 },
  count: { absMask: 127, from: 124, infinity: 124 }
};
var float = (name, bits, { unitBytes, word, count }) => ({
  name,
  bits,
  kind: "float",
  unitBytes,
  word,
  count
});
var integer = (name, bits) => ({
  name,
  bits,
  kind: "integer",
  unitBytes: 1,
  word: NONE
});
var oddFloat = (name, bits, exactly) => ({
  ...integer(name, bits),
  ...exactly === void 0 ? {} : { kind: "float", exactly }
});
var DTYPES = {
  f64: float("f64", 64, float64),
  f32: float("f32", 32, float32),
  f16: float("f16", 16, float16),
  bf16: float("bf16", 16, bfloat16),
  c64: float("c64", 64, float32),
  c128: float("c128", 128, float64),
  f8_e4m3: float("f8_e4m3", 8, e4m3),
  f8_e5m2: float("f8_e5m2", 8, e5m2),
  f8_e4m3fnuz: oddFloat("f8_e4m3fnuz", 8, 128),
  f8_e5m2fnuz: oddFloat("f8_e5m2fnuz", 8, 128),
  e8m0: oddFloat("e8m0", 8, 255),
  f4: oddFloat("f4", 4),
  f6_e2m3: oddFloat("f6_e2m3", 6),
  f6_e3m2: oddFloat("f6_e3m2", 6),
  i8: integer("i8", 8),
  u8: integer("u8", 8),
  i16: integer("i16", 16),
  u16: integer("u16", 16),
  i32: integer("i32", 32),
  u32: integer("u32", 32),
  i64: integer("i64", 64),
  u64: integer("u64", 64),
  bool: { name: "bool", bits: 8, kind: "bool", unitBytes: 1, word: zeroOrOne }
};

export {
  partOf,
  KeyBook,
  DTYPES
};
