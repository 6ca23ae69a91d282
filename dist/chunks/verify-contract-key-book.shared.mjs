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
  // Keras 2 keeps the slots of its optimizer beside each variable. An option called `optim` names one and is none.
  optimizer: /^(optim|opt)[./]|^(optim|opt|optimizers?)(_?states?|_state_dict|_dict|_weights)([./]|$)|^optimizers?([./]|$)|\/\.OPTIMIZER_SLOT\//,
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

export {
  partOf,
  KeyBook
};
