import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  usdFor
} from "./chunk-PFFAVEAZ.mjs";
import {
  secondsBetween
} from "./chunk-ZJZVJPPJ.mjs";

// src/lease/cost.ts
var DAY_MS = 864e5;
function costLines(run, now) {
  return run.leases.flatMap((lease) => leaseCost(lease, now));
}
function leaseCost(lease, now) {
  return lease.meters.map((meter) => {
    const end = meter.stoppedAt ? new Date(meter.stoppedAt) : now;
    const seconds = Math.max(0, secondsBetween(new Date(meter.startedAt), end));
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
  return lease.meters.reduce((sum, meter) => {
    const start = Math.max(from, Date.parse(meter.startedAt));
    const end = Math.min(to, meter.stoppedAt ? Date.parse(meter.stoppedAt) : to);
    return sum + usdFor(meter.usdPerHour, Math.max(0, end - start) / 1e3);
  }, 0);
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
