import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/billed-minutes.ts
var OWN_RUNNER = "self-hosted";
var billedMinutes = (seconds) => Math.max(1, Math.ceil(seconds / 60));
function billOf(jobs) {
  const bill = /* @__PURE__ */ new Map();
  for (const { label, seconds } of jobs)
    if (label !== OWN_RUNNER) bill.set(label, (bill.get(label) ?? 0) + billedMinutes(seconds));
  return bill;
}
var totalOf = (bill) => [...bill.values()].reduce((sum, minutes) => sum + minutes, 0);
function together(bills) {
  const sum = /* @__PURE__ */ new Map();
  for (const [label, minutes] of bills.flatMap((bill) => [...bill]))
    sum.set(label, (sum.get(label) ?? 0) + minutes);
  return sum;
}
function jobTimesOf(jobs, now) {
  const seen = /* @__PURE__ */ new Map();
  for (const { name, ranAt, completedAt, labels } of jobs) {
    if (ranAt === void 0) continue;
    const end = completedAt === void 0 ? now : new Date(completedAt);
    const seconds = Math.max(0, secondsBetween(new Date(ranAt), end));
    const label = labels.includes(OWN_RUNNER) ? OWN_RUNNER : labels[0] ?? "ubuntu-latest";
    seen.set(`${name} ${ranAt} ${completedAt}`, { label, seconds });
  }
  return [...seen.values()];
}

export {
  OWN_RUNNER,
  billOf,
  totalOf,
  together,
  jobTimesOf
};
