import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  usdFor
} from "./money.shared.mjs";

// src/lease/cost.ts
var DAY_MS = 864e5;
function costLines(run, now) {
  return run.leases.flatMap((lease) => leaseCost(lease, now));
}
function leaseCost(lease, now) {
  return lease.meters.map((meter) => {
    const seconds = spansOf(meter, now.getTime()).reduce((sum, { from, to }) => sum + (to - from) / 1e3, 0);
    return {
      lease: lease.name,
      platform: lease.platform,
      meter: meter.id,
      usdPerHour: meter.usdPerHour,
      source: meter.source,
      seconds,
      usd: usdFor(meter.usdPerHour, seconds),
      running: meter.stoppedAt === void 0
    };
  });
}
var usdSoFar = (run, now) => costLines(run, now).reduce((sum, line) => sum + line.usd, 0);
var usdInLastDay = (run, now) => run.leases.reduce((sum, lease) => sum + usdBetween(lease, now.getTime() - DAY_MS, now.getTime()), 0);
function usdBetween(lease, from, to) {
  return lease.meters.reduce(
    (sum, meter) => spansOf(meter, to).reduce((part, span) => {
      const seconds = Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)) / 1e3;
      return part + usdFor(meter.usdPerHour, seconds);
    }, sum),
    0
  );
}
function spansOf(meter, now) {
  const last = { startedAt: meter.startedAt, stoppedAt: meter.stoppedAt };
  return [...meter.before, last].map(({ startedAt, stoppedAt }) => {
    const from = Date.parse(startedAt);
    return { from, to: Math.max(from, stoppedAt === void 0 ? now : Date.parse(stoppedAt)) };
  });
}
function usdPerHourNow(run, now) {
  const usd = costLines(run, now).reduce((sum, line) => sum + (line.running ? line.usdPerHour : 0), 0);
  return Number(usd.toFixed(6));
}

export {
  costLines,
  usdSoFar,
  usdInLastDay,
  usdBetween,
  usdPerHourNow
};
