import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  teardownPlan
} from "./profile-first-contact.shared.mjs";
import {
  DEFAULT_LIMIT_MONTHS
} from "./profile-placement.shared.mjs";

// src/profile/stale-verbs.ts
function staleFrom(verified) {
  const [year, month] = (verified ?? "").split("-").map(Number);
  if (year === void 0 || month === void 0) return (/* @__PURE__ */ new Date(0)).toISOString();
  return new Date(Date.UTC(year, month + DEFAULT_LIMIT_MONTHS, 1)).toISOString();
}
function staleVerbsBy(profile, by) {
  const held = profile.meters.map(({ id, kind }) => ({ meter: id, kind, resource: id }));
  const { steps } = teardownPlan(profile, held, "zero", { now: by });
  const old = steps.flatMap(({ safe, verb, stamp: { verified } }) => {
    const from = staleFrom(verified);
    if (safe || Date.parse(from) > by.getTime()) return [];
    return [verified === null ? `${verb} never checked` : `${verb} from ${from.slice(0, 10)}`];
  });
  return [...new Set(old)];
}

export {
  staleFrom,
  staleVerbsBy
};
