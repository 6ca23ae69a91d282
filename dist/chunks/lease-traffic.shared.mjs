import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/lease/traffic.ts
var GB = 2 ** 30;
var formatGb = (bytes) => `${(bytes / GB).toFixed(bytes < 10 * GB ? 3 : 1)} GB`;
var WORTH_USD = 1e-4;
var isPriced = ({ toBoxUsdPerGb = 0, fromBoxUsdPerGb = 0 }) => toBoxUsdPerGb > 0 || fromBoxUsdPerGb > 0;
var worthOf = (price, { toBoxBytes, fromBoxBytes }) => ((price.toBoxUsdPerGb ?? 0) * toBoxBytes + (price.fromBoxUsdPerGb ?? 0) * fromBoxBytes) / GB;
function movedSince({ name, traffic }, counter, { toBoxBytes, fromBoxBytes }) {
  const known = traffic.counted.get(counter) ?? { toBoxBytes: 0, fromBoxBytes: 0 };
  const fresh = {
    toBoxBytes: toBoxBytes - known.toBoxBytes,
    fromBoxBytes: fromBoxBytes - known.fromBoxBytes
  };
  if (worthOf(traffic.price, fresh) < WORTH_USD) return [];
  return [{ type: "moved", lease: name, counter, toBoxBytes, fromBoxBytes }];
}
function count(traffic, counter, seen, at) {
  const known = traffic.counted.get(counter) ?? { toBoxBytes: 0, fromBoxBytes: 0 };
  const more = {
    toBoxBytes: Math.max(known.toBoxBytes, seen.toBoxBytes),
    fromBoxBytes: Math.max(known.fromBoxBytes, seen.fromBoxBytes)
  };
  traffic.counted.set(counter, more);
  traffic.steps.push({
    at,
    toBoxBytes: more.toBoxBytes - known.toBoxBytes,
    fromBoxBytes: more.fromBoxBytes - known.fromBoxBytes
  });
}
function trafficCosts({ traffic, meters }, to) {
  const { toBoxUsdPerGb = 0, fromBoxUsdPerGb = 0, freeFromBoxGbPerHour = 0 } = traffic.price;
  const moved = traffic.steps.filter(({ at }) => at <= to);
  const of = (way, key, usdPerGb, free) => {
    const bytes = moved.reduce((sum, step) => sum + step[key], 0);
    const freeGb = Math.min(free, bytes / GB);
    const usd = usdPerGb * (bytes / GB - freeGb);
    return usdPerGb > 0 && bytes > 0 ? [{ way, bytes, usdPerGb, usd, freeGb }] : [];
  };
  return [
    ...of("in", "toBoxBytes", toBoxUsdPerGb, 0),
    ...of("out", "fromBoxBytes", fromBoxUsdPerGb, freeFromBoxGbPerHour * hoursHeld(meters, to))
  ];
}
var trafficUsd = (lease, to) => trafficCosts(lease, to).reduce((sum, { usd }) => sum + usd, 0);
function hoursHeld(meters, to) {
  const begins = meters.flatMap(({ startedAt, before }) => [
    startedAt,
    ...before.map((each) => each.startedAt)
  ]);
  const ends = meters.map(({ stoppedAt }) => stoppedAt === void 0 ? to : Date.parse(stoppedAt));
  const first = Math.min(...begins.map((at) => Date.parse(at)));
  const hours = (Math.min(to, Math.max(...ends)) - first) / 36e5;
  return Number.isFinite(hours) ? Math.max(0, hours) : 0;
}

export {
  formatGb,
  isPriced,
  movedSince,
  count,
  trafficCosts,
  trafficUsd
};
