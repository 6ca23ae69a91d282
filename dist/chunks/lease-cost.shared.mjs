import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  trafficCosts,
  trafficUsd
} from "./lease-traffic.shared.mjs";
import {
  usdFor
} from "./money.shared.mjs";

// src/lease/cost.ts
var DAY_MS = 864e5;
function costLines(run, now) {
  return run.leases.flatMap((lease) => leaseCost(lease, now));
}
var leaseCost = (lease, now) => [
  ...meterLines(lease, now),
  ...trafficLines(lease, now)
];
function trafficLines(lease, now) {
  const { name, platform } = lease;
  return trafficCosts(lease, now.getTime()).map(({ way, bytes, usdPerGb, usd, freeGb }) => ({
    lease: name,
    platform,
    meter: `traffic ${way}`,
    usdPerHour: 0,
    source: `${usdPerGb} USD/GB, as its platform says${freeGb > 0 ? `; ${freeGb.toFixed(1)} GB of it are free` : ""}`,
    seconds: 0,
    bytes,
    usd,
    running: false
  }));
}
function meterLines(lease, now) {
  return lease.meters.map((meter) => {
    const seconds = spansOf(meter, now.getTime()).reduce(
      (sum, { from, to, times }) => sum + times * (to - from) / 1e3,
      0
    );
    return {
      lease: lease.name,
      platform: lease.platform,
      meter: meter.id,
      usdPerHour: meter.usdPerHour,
      source: meter.source,
      seconds,
      usd: usdFor(meter.usdPerHour, seconds),
      running: meter.stoppedAt === void 0,
      ...meter.stoppedAt === void 0 && meter.times > 1 && { times: meter.times }
    };
  });
}
var usdSoFar = (run, now) => costLines(run, now).reduce((sum, line) => sum + line.usd, 0);
function gpuHoursSoFar(run, now) {
  const gpu = run.opened?.document.resources?.gpu;
  const cards = gpu?.most ?? gpu?.count ?? 0;
  const computing = new Set(
    run.leases.flatMap(
      ({ name, meters }) => meters.flatMap(({ id, kind }) => kind === "gpu" ? [`${name} ${id}`] : [])
    )
  );
  const lines = costLines(run, now).filter(({ lease, meter }) => computing.has(`${lease} ${meter}`));
  return cards * lines.reduce((sum, { seconds }) => sum + seconds, 0) / 3600;
}
var usdInLastDay = (run, now) => run.leases.reduce((sum, lease) => sum + usdBetween(lease, now.getTime() - DAY_MS, now.getTime()), 0);
function usdBetween(lease, from, to) {
  const traffic = trafficUsd(lease, to) - trafficUsd(lease, from);
  return traffic + metersBetween(lease, from, to);
}
function metersBetween(lease, from, to) {
  return lease.meters.reduce(
    (sum, meter) => spansOf(meter, to).reduce((part, span) => {
      const seconds = Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)) / 1e3;
      return part + usdFor(meter.usdPerHour, span.times * seconds);
    }, sum),
    0
  );
}
function spansOf(meter, now) {
  const last = { startedAt: meter.startedAt, stoppedAt: meter.stoppedAt, times: meter.times };
  return [...meter.before, last].map(({ startedAt, stoppedAt, times }) => {
    const from = Date.parse(startedAt);
    return { times, from, to: Math.max(from, stoppedAt === void 0 ? now : Date.parse(stoppedAt)) };
  });
}
function usdPerHourNow(run, now) {
  const usd = costLines(run, now).reduce(
    (sum, { running, times = 1, usdPerHour }) => sum + (running ? times * usdPerHour : 0),
    0
  );
  return Number(usd.toFixed(6));
}

export {
  costLines,
  usdSoFar,
  gpuHoursSoFar,
  usdInLastDay,
  usdBetween,
  usdPerHourNow
};
