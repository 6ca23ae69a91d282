import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  isWholeAsTold
} from "./verify-contract-verdict.shared.mjs";

// src/verify/contract/verdicts.ts
var WORST_FIRST = ["fail", "inconclusive", "pass-degraded", "pass"];
var countsOf = (verdicts) => verdicts.counts ?? counted(verdicts);
function counted(verdicts) {
  const counts = noCounts();
  for (const verdict of verdicts) count(verdict, counts);
  return counts;
}
var noCounts = () => ({
  of: { pass: 0, "pass-degraded": 0, inconclusive: 0, fail: 0 },
  doubtful: 0
});
function count(verdict, counts) {
  counts.of[verdict.verdict] += 1;
  if (verdict.verdict === "pass-degraded" && !isWholeAsTold(verdict)) counts.doubtful += 1;
}
function sumOf(all) {
  const sum = noCounts();
  for (const { of, doubtful } of all) {
    for (const verdict of WORST_FIRST) sum.of[verdict] += of[verdict];
    sum.doubtful += doubtful;
  }
  return sum;
}
function joined(lists) {
  const [only] = lists;
  if (only !== void 0 && lists.length === 1) return only;
  return {
    length: lists.reduce((sum, { length }) => sum + length, 0),
    get counts() {
      return sumOf(lists.map(countsOf));
    },
    *[Symbol.iterator]() {
      for (const list of lists) yield* list;
    }
  };
}
function mergedByLabel(one, other) {
  if (other.length === 0) return one;
  return {
    length: one.length + other.length,
    get counts() {
      return sumOf([countsOf(one), countsOf(other)]);
    },
    *[Symbol.iterator]() {
      const others = other[Symbol.iterator]();
      let next = others.next();
      for (const verdict of one) {
        for (; next.done !== true && next.value.label < verdict.label; next = others.next()) yield next.value;
        yield verdict;
      }
      for (; next.done !== true; next = others.next()) yield next.value;
    }
  };
}

export {
  WORST_FIRST,
  countsOf,
  noCounts,
  count,
  joined,
  mergedByLabel
};
