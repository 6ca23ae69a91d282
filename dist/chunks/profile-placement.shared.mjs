import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  EVENTS,
  badness,
  outcomeText
} from "./profile-survival.shared.mjs";

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

// src/profile/placement.ts
function placementCheck(profile, artifact, happening, options = {}) {
  const where = "tier" in artifact ? `the tier "${artifact.tier}"` : artifact.path;
  const tiers = "tier" in artifact ? profile.tiers.filter((tier) => tier.id === artifact.tier) : tiersAt(profile, artifact.path, options);
  const verb = "verb" in happening ? profile.verbs.find((each) => each.id === happening.verb) : void 0;
  const what = "verb" in happening ? happening.verb : happening.event;
  if ("verb" in happening && !verb) {
    return { outcome: "unknown", tiers: [], why: `${profile.name} has no verb "${happening.verb}"` };
  }
  const outcomes = tiers.map((tier) => ({
    tier,
    outcome: verb ? outcomeOfVerb(tier, verb) : eventOutcome(tier, happening)
  }));
  const worst = outcomes.sort((a, b) => badness(b.outcome) - badness(a.outcome))[0];
  const ids = tiers.map((tier) => tier.id);
  if (!worst)
    return { outcome: "unknown", tiers: [], why: `no tier of ${profile.name} is known to hold ${where}` };
  const either = ids.length > 1 ? ` (it may also be ${ids.filter((id) => id !== worst.tier.id).join(" or ")})` : "";
  const why = `${where} is on "${worst.tier.id}"${either}; after "${what}" on ${profile.name} that is ${outcomeText(worst.outcome)}`;
  return { ...verdictOf(worst.outcome), tiers: ids, why };
}
function eventOutcome(tier, happening) {
  return "event" in happening ? tier.survival[happening.event] ?? "unknown" : "unknown";
}
function outcomeOfVerb(tier, verb) {
  if (verb.event) return tier.survival[verb.event] ?? "unknown";
  return verb.destroys.includes(tier.id) ? "lost" : "kept";
}
function verdictOf(outcome) {
  if (typeof outcome !== "string") return { outcome: "survives-for", seconds: outcome["kept-for"].seconds };
  const verdicts = {
    kept: "survives",
    "n/a": "cannot-happen",
    "kept-billed": "survives-billed",
    unknown: "unknown",
    "reset-to-image": "reset",
    lost: "lost"
  };
  return { outcome: verdicts[outcome] };
}
function tiersAt(profile, path, options = {}) {
  const wanted = segmentsOf(path, options.home);
  if (!wanted) return [];
  const matches = profile.tiers.filter((tier) => !options.present || options.present.includes(tier.id)).flatMap(
    (tier) => [tier.path, ...tier.also ?? []].flatMap((mount) => {
      const mounted = mount === null ? void 0 : segmentsOf(mount, options.home);
      return mounted && isPrefix(mounted, wanted) ? [{ tier, depth: mounted.length }] : [];
    })
  );
  const deepest = Math.max(0, ...matches.map((match) => match.depth));
  return [...new Set(matches.filter((match) => match.depth === deepest).map((match) => match.tier))];
}
function segmentsOf(path, home) {
  const absolute = path.replace(/^(?:\$HOME|~)(?=\/|$)/, home ?? "~");
  const parts = absolute.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..") || /[\x00-\x1f]/.test(path)) return void 0;
  if (absolute.startsWith("/")) return ["/", ...parts];
  return /^(?:~|\$[A-Z_]+|<[^>]+>)$/.test(parts[0] ?? "") ? parts : void 0;
}
var isPrefix = (mount, path) => mount.length <= path.length && mount.every((part, index) => part === path[index] || /^<.*>$/.test(part) && path[index] !== void 0);
function survivalTable(profile) {
  const events = EVENTS.filter((event) => profile.tiers.some((tier) => tier.survival[event] !== void 0));
  const rows = profile.tiers.map((tier) => ({
    tier: tier.id,
    name: tier.name ?? tier.id,
    path: tier.path,
    outcomes: events.map((event) => outcomeText(tier.survival[event] ?? "unknown"))
  }));
  return { events, rows };
}

export {
  DEFAULT_LIMIT_MONTHS,
  ageInMonths,
  ageOf,
  worstFirst,
  retirements,
  placementCheck,
  outcomeOfVerb,
  tiersAt,
  survivalTable
};
