import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  canonicalJson
} from "./canonical.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/tick/schedule.ts
var VERSION = 1;
var MAX_LOOKS = 20;
var LATE_INTERVALS = 3;
var FRESH_INTERVALS = 2;
var NOTHING = { looks: [], seen: {}, unlooked: {}, closed: { commits: [], mac: "" } };
function readSchedule(text) {
  let parsed;
  try {
    parsed = Object(JSON.parse(text));
  } catch {
    return NOTHING;
  }
  if (parsed.version !== VERSION) return NOTHING;
  const looks = Array.isArray(parsed.looks) ? parsed.looks.filter(isLook) : [];
  return {
    looks: looks.slice(-MAX_LOOKS),
    seen: timesIn(parsed.seen),
    unlooked: timesIn(parsed.unlooked),
    closed: closedIn(parsed.closed)
  };
}
var timesIn = (value) => Object.fromEntries(
  Object.entries(Object(value)).filter((entry) => isTime(entry[1]))
);
function closedIn(value) {
  const { commits, mac } = Object(value);
  const isWhole = Array.isArray(commits) && commits.every((each) => /^[0-9a-f]{40,64}$/.test(String(each)));
  return isWhole && typeof mac === "string" ? { commits: commits.map(String), mac } : NOTHING.closed;
}
var scheduleText = ({ looks, seen, unlooked, closed }) => `${canonicalJson({ version: VERSION, looks: looks.map((look) => ({ ...look })), seen, unlooked: { ...unlooked }, closed })}
`;
function afterLook(before, look, found) {
  const { open, closed = before.closed, unlooked = before.unlooked } = found;
  const at = (run) => found.seen.includes(run) ? look.at : before.seen[run];
  const seen = open.flatMap((run) => {
    const when = at(run);
    return when === void 0 ? [] : [[run, when]];
  });
  const looks = [...before.looks, look].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return { looks: looks.slice(-MAX_LOOKS), seen: Object.fromEntries(seen), unlooked, closed };
}
function punctuality({ looks }, everySeconds, now) {
  const last = looks.at(-1);
  if (!last) return { lastAt: void 0, sinceSeconds: void 0, late: false };
  const sinceSeconds = Math.max(0, secondsBetween(new Date(last.at), now));
  return { lastAt: last.at, sinceSeconds, late: sinceSeconds > LATE_INTERVALS * everySeconds };
}
function freshUntil({ looks }) {
  const last = looks.at(-1);
  return last && new Date(Date.parse(last.at) + FRESH_INTERVALS * last.everySeconds * 1e3);
}
function isLook(value) {
  const { at, everySeconds, seconds, runs } = Object(value);
  return isTime(at) && [everySeconds, seconds, runs].every((number) => Number.isFinite(number));
}
var isTime = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));

export {
  readSchedule,
  scheduleText,
  afterLook,
  punctuality,
  freshUntil
};
