import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/clock-warning.ts
var DAY_SECONDS = 86400;
var LAST_SECONDS = 2 * DAY_SECONDS;
function clockWarning(startedAt, at, now, lastWarnedAt) {
  const since = secondsBetween(startedAt, now);
  const due = (moment) => lastWarnedAt === void 0 || secondsBetween(startedAt, lastWarnedAt) < moment;
  if (at === null) {
    const day = Math.max(0, Math.floor(since / DAY_SECONDS) * DAY_SECONDS);
    return { level: "unknown", leftSeconds: null, due: due(day) };
  }
  const length = Math.max(0, secondsBetween(startedAt, at));
  const passed = moments(length).filter((each) => each.seconds <= since);
  const last = passed.at(-1);
  const leftSeconds = length - since;
  return last ? { level: last.level, leftSeconds, due: due(last.seconds) } : { level: "info", leftSeconds, due: false };
}
function moments(length) {
  const lastBegins = length - Math.min(LAST_SECONDS, length / 8);
  const days = Math.ceil((length - lastBegins) / DAY_SECONDS);
  return [
    { seconds: length / 2, level: "half" },
    { seconds: length * 3 / 4, level: "three-quarters" },
    ...Array.from({ length: days }, (_, day) => ({
      seconds: lastBegins + day * DAY_SECONDS,
      level: "last-day"
    })),
    { seconds: length, level: "over" }
  ];
}
function runningClocks(lease, now) {
  const since = lease.clocksSince;
  if (since === void 0 || lease.state === "released" || lease.meters.every((meter) => meter.stoppedAt))
    return [];
  return lease.clocks.map(({ id, effect, at }) => {
    const end = new Date(at);
    const known = Number.isNaN(end.getTime()) ? null : end;
    return {
      lease: lease.name,
      clock: id,
      says: effect,
      at: known ? at : null,
      ...clockWarning(new Date(since), known, now)
    };
  });
}

export {
  runningClocks
};
