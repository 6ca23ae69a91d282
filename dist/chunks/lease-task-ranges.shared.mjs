import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/lease/task-ranges.ts
var MOST_TASKS = 1e4;
function placesIn(ranges) {
  const places = /* @__PURE__ */ new Set();
  for (const part of ranges.split(",")) {
    const [, from, to = from, step = "1"] = /^(\d{1,5})(?:-(\d{1,5})(?::(\d{1,5}))?)?$/.exec(part.trim()) ?? [];
    if (from === void 0 || Number(step) === 0) continue;
    const last = Math.min(Number(to), MOST_TASKS - 1);
    for (let place = Number(from); place <= last; place += Number(step)) places.add(place);
  }
  return [...places].sort((a, b) => a - b);
}
function rangesOf(places) {
  const parts = [];
  for (const place of [...new Set(places)].sort((a, b) => a - b)) {
    const last = parts.at(-1);
    if (last && last.to === place - 1) last.to = place;
    else parts.push({ from: place, to: place });
  }
  return parts.map(({ from, to }) => from === to ? `${from}` : `${from}-${to}`).join(",");
}
function othersThan(count, ...ranges) {
  const named = new Set(ranges.flatMap(placesIn));
  return Array.from({ length: Math.min(count, MOST_TASKS) }, (_, place) => place).filter(
    (place) => !named.has(place)
  );
}
var attemptsIn = (text) => new Map(
  text.split(";").flatMap((part) => {
    const [, attempt, ranges = ""] = /^(\d{1,9}):(.+)$/.exec(part) ?? [];
    return attempt === void 0 ? [] : placesIn(ranges).map((place) => [place, Number(attempt)]);
  })
);
function attemptsOf(of) {
  const places = /* @__PURE__ */ new Map();
  for (const [place, attempt] of of) places.set(attempt, [...places.get(attempt) ?? [], place]);
  return [...places].map(([attempt, all]) => `${attempt}:${rangesOf(all)}`).join(";");
}

export {
  placesIn,
  rangesOf,
  othersThan,
  attemptsIn,
  attemptsOf
};
