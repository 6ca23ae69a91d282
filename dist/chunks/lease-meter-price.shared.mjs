import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/meter-price.ts
function pricedMeters(meters, offerUsdPerHour) {
  const told = meters.reduce((sum, { usdPerHour }) => sum + (usdPerHour ?? 0), 0);
  const untold = Number((offerUsdPerHour - told).toFixed(6));
  const carrier = meters.find(({ kind, usdPerHour }) => (kind === "gpu" || kind === "cpu") && !usdPerHour) ?? meters.find(({ usdPerHour }) => usdPerHour === void 0);
  return meters.map((meter) => {
    if (meter === carrier && untold > 0)
      return { ...meter, usdPerHour: untold, source: `the offer's price, because: ${meter.source}` };
    if (meter.usdPerHour !== void 0) return { ...meter, usdPerHour: meter.usdPerHour };
    return { ...meter, usdPerHour: 0, source: `counted in another meter, because: ${meter.source}` };
  });
}

// src/lease/surfaced.ts
var surfaced = (name, of, held) => ({
  type: "surfaced",
  lease: name,
  of: of.name,
  boxId: held.boxId,
  meters: pricedMeters(held.meters, of.usdPerHour),
  ...held.since === void 0 ? {} : { since: held.since },
  ...held.traffic === void 0 ? {} : { traffic: held.traffic }
});
var LATE_EFFECT_SECONDS = 1800;
var isLateEffect = ({ refusal }, madeAt) => refusal !== void 0 && madeAt !== void 0 && secondsBetween(new Date(refusal.at), new Date(madeAt)) <= LATE_EFFECT_SECONDS;
var LATE_SECONDS = 300;
var lostCreates = (run) => run.leases.filter(({ state, refusal }) => state === "refused" && refusal?.reason === "unclear");
function lateSearch(run) {
  const lost = lostCreates(run);
  if (lost.length === 0) return [];
  const until = lost.map(({ refusal, intent }) => {
    const seconds = intent.attach === void 0 ? LATE_SECONDS : 0;
    return Date.parse(refusal?.at ?? "") + seconds * 1e3;
  });
  return [
    {
      do: "look-for-late",
      leases: lost.map(({ name }) => name),
      until: new Date(Math.max(...until)).toISOString()
    }
  ];
}
function lastUnclear(run, platform) {
  const tried = run.leases.filter((each) => each.platform === platform && each.state !== "intended");
  const isUnclear = ({ state, refusal }) => state === "refused" && refusal?.reason === "unclear";
  return tried.slice(tried.findLastIndex((each) => !isUnclear(each)) + 1);
}

export {
  pricedMeters,
  surfaced,
  isLateEffect,
  lostCreates,
  lateSearch,
  lastUnclear
};
