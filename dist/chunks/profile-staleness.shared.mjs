import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/profile/staleness.ts
var DEFAULT_LIMIT_MONTHS = 6;
function ageInMonths(verified, now) {
  const [year = 0, month = 0] = verified.split("-").map(Number);
  return now.getUTCFullYear() * 12 + now.getUTCMonth() + 1 - (year * 12 + month);
}
function ageOf(fact, profile, now, limits) {
  const { verified } = fact.stamp;
  const ageMonths = verified === null ? null : ageInMonths(verified, now);
  const limit = fact.risk === "money-or-data" ? limits.monthsMoney : limits.months;
  return { ...fact, profile, ageMonths, state: stateOf(ageMonths, limit) };
}
function stateOf(ageMonths, limitMonths) {
  if (ageMonths === null) return "never";
  if (ageMonths < 0) return "future";
  return ageMonths > limitMonths ? "stale" : "fresh";
}
function worstFirst(a, b) {
  const rank = { future: 0, never: 1, stale: 2, fresh: 3 };
  const costly = (fact) => fact.risk === "money-or-data" ? 0 : 1;
  return rank[a.state] - rank[b.state] || costly(a) - costly(b) || (b.ageMonths ?? 0) - (a.ageMonths ?? 0) || a.profile.localeCompare(b.profile) || a.name.localeCompare(b.name);
}
function retirements(profile, now) {
  return profile.rent.entries.flatMap((entry, index) => {
    const on = entry["retires-on"];
    if (on === void 0) return [];
    const daysLeft = Math.floor((Date.parse(`${on}T00:00:00Z`) - now.getTime()) / 864e5);
    const path = ["rent", "entries", index, "retires-on"];
    return [{ entry: entry.base ?? entry.type, on, daysLeft, path }];
  }).sort((a, b) => a.daysLeft - b.daysLeft);
}

export {
  DEFAULT_LIMIT_MONTHS,
  ageInMonths,
  ageOf,
  worstFirst,
  retirements
};
