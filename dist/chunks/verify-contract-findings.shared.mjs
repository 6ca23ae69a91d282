import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  KEPT_PER_SEVERITY
} from "./verify-contract-verdict.shared.mjs";

// src/verify/contract/findings.ts
var Broken = class extends Error {
  constructor(level, code, what, extra = {}) {
    super(what);
    this.level = level;
    this.code = code;
    this.extra = extra;
  }
  level;
  code;
  extra;
  name = "Broken";
};
var Unsettled = class extends Error {
  constructor(level, code, what, extra = {}) {
    super(what);
    this.level = level;
    this.code = code;
    this.extra = extra;
  }
  level;
  code;
  extra;
  name = "Unsettled";
};
var OverBudget = class extends Unsettled {
  constructor(budget, extra) {
    super("L2", "over-budget", `more than the budget ${budget} allows`, extra);
    this.budget = budget;
  }
  budget;
};
var overBudget = (budget, limit, found, offset) => new OverBudget(budget, {
  expected: `<= ${limit}`,
  found: String(found),
  ...offset === void 0 ? {} : { offset }
});
var WORST_FIRST = ["fail", "inconclusive", "degraded", "note"];
var Findings = class _Findings {
  #kept = new Map(WORST_FIRST.map((severity) => [severity, []]));
  #blocked = /* @__PURE__ */ new Set();
  #leftOut = 0;
  #parent;
  fail(level, code, what, extra) {
    this.#add({ severity: "fail", level, code, what, ...extra });
  }
  inconclusive(level, code, what, extra) {
    this.#add({ severity: "inconclusive", level, code, what, ...extra });
  }
  degraded(level, code, what, extra) {
    this.#add({ severity: "degraded", level, code, what, ...extra });
  }
  note(level, code, what, extra) {
    this.#add({ severity: "note", level, code, what, ...extra });
  }
  /** Turns what a walk threw into a reason. Returns false for anything that is not ours to judge. */
  caught(error) {
    if (error instanceof Broken) this.fail(error.level, error.code, error.message, error.extra);
    else if (error instanceof Unsettled)
      this.inconclusive(error.level, error.code, error.message, error.extra);
    else return false;
    return true;
  }
  /** Does work of which every fault becomes a reason. @returns whether it came to its end */
  async guard(work) {
    try {
      await work();
      return true;
    } catch (error) {
      if (!this.caught(error)) throw error;
      return false;
    }
  }
  /** Takes over what was found in a file inside this one, or in one file of a set. */
  absorb(reasons, place) {
    for (const reason of reasons.map(place)) this.#add(reason);
  }
  /** The same collection, for the part of a set that is being read: its reasons name the file. */
  in(file) {
    const scoped = new _Findings();
    scoped.#parent = (reason) => this.#add({ file, ...reason });
    return scoped;
  }
  has(severity) {
    return this.#list(severity).length > 0;
  }
  /** Whether something stands in the way of this level or one below it. */
  blocks(level) {
    return [...this.#blocked].some((blocked) => blocked <= level);
  }
  /** The highest level, up to `reaches`, that nothing stands in the way of. */
  level(reaches) {
    const ladder = ["L1", "L2", "L3"];
    return ladder.filter((level) => level <= reaches && !this.blocks(level)).at(-1) ?? "L0";
  }
  verdict() {
    if (this.has("fail")) return "fail";
    if (this.has("inconclusive")) return "inconclusive";
    return this.has("degraded") ? "pass-degraded" : "pass";
  }
  get reasons() {
    return WORST_FIRST.flatMap((severity) => this.#list(severity));
  }
  get leftOut() {
    return this.#leftOut;
  }
  #list(severity) {
    return this.#kept.get(severity) ?? [];
  }
  #add({ code, severity, level, what, ...extra }) {
    const reason = { code, severity, level, what, ...extra };
    this.#parent?.(reason);
    if (severity === "fail" || severity === "inconclusive") this.#blocked.add(level);
    const list = this.#list(severity);
    if (list.length >= KEPT_PER_SEVERITY) this.#leftOut += 1;
    else list.push(reason);
  }
};

export {
  Broken,
  Unsettled,
  overBudget,
  Findings
};
