import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  staleFrom
} from "./profile-stale-verbs.shared.mjs";
import {
  teardownPlan
} from "./profile-first-contact.shared.mjs";
import {
  isDestroyed
} from "./profile-survival.shared.mjs";

// src/profile/deadlines.ts
function deadlines(profile, state, since) {
  const clocks = profile.clocks.filter((clock) => clock.while === state).map((clock) => ({
    clock: clock.id,
    at: clock.after && new Date(since.getTime() + clock.after.seconds * 1e3),
    approximate: clock.after?.approximate ?? true,
    effect: clock.effect,
    tiers: clock.effect === "release" ? releasedTiers(profile) : clock.tiers,
    says: clock.says
  }));
  const saidByClock = (each) => clocks.some(
    (clock) => each.tiers.every((tier) => clock.tiers.includes(tier)) && time(clock) <= time(each)
  );
  const tiers = state === "stopped" ? keptForAWhile(profile, since).filter((each) => !saidByClock(each)) : [];
  return [...clocks, ...tiers].sort((a, b) => time(a) - time(b));
}
function keptForAWhile(profile, since) {
  return profile.tiers.flatMap((tier) => {
    const outcome = tier.survival.stop;
    if (outcome === void 0 || typeof outcome === "string") return [];
    const { seconds, approximate, text } = outcome["kept-for"];
    return [
      {
        clock: `tier:${tier.id}`,
        at: new Date(since.getTime() + seconds * 1e3),
        approximate,
        effect: "wipe",
        tiers: [tier.id],
        says: `${tier.path ?? tier.id} is wiped ${text} after a stop.`
      }
    ];
  });
}
var releasedTiers = (profile) => profile.tiers.filter((tier) => isDestroyed(tier.survival.release ?? "unknown")).map((tier) => tier.id);
var time = (each) => each.at?.getTime() ?? Number.NEGATIVE_INFINITY;

// src/release/lease-plans.ts
async function plansOf(world, run) {
  const known = /* @__PURE__ */ new Map();
  for (const lease of run.leases) {
    const zero = await fullPlan(world, lease, "zero");
    const park = await fullPlan(world, lease, "park");
    const canPark = park.steps.length > 0 && lease.intent.attach === void 0 && await letsItselfBeStopped(world, lease);
    known.set(lease.name, {
      zero: zero.steps.map((step) => plannedVerb(step, lease, zero.stale)),
      park: canPark ? park.steps.map((step) => plannedVerb(step, lease, park.stale)) : null,
      endedByStop: await endedByStop(world, lease),
      provenWithinSeconds: (await verbFacts(world, lease)).withinSeconds
    });
  }
  return (lease) => known.get(lease.name) ?? { zero: [], park: null };
}
async function letsItselfBeStopped(world, { platform, intent }) {
  return intent.market !== "spot" || (await world.profile(platform)).spot["can-park"] !== "no";
}
async function fullPlan(world, lease, goal) {
  return teardownPlan(await world.profile(lease.platform), heldBy(lease), goal, { now: world.clock.now() });
}
var heldBy = (lease) => lease.meters.map((meter) => ({
  meter: meter.id,
  kind: meter.kind,
  resource: lease.boxId ?? lease.name
}));
var plannedVerb = (step, lease, stale) => ({
  verb: step.resource === (lease.boxId ?? lease.name) ? step.verb : `${step.verb} ${step.resource}`,
  stops: step.stops,
  destroys: step.destroys,
  reversible: step.reversible === "yes" || typeof step.reversible === "object",
  ...!step.safe && stale.some(({ verb }) => verb === step.verb) ? { staleFacts: true } : {},
  ...step.safe ? {} : { staleFrom: staleFrom(step.stamp.verified) }
});
async function verbFacts(world, lease) {
  const { steps } = await fullPlan(world, lease, "zero");
  const longest = Math.max(0, ...steps.map((step) => step.confirm?.withinSeconds ?? 0));
  const console = steps.findLast((step) => step.consoleStep !== void 0)?.consoleStep;
  return {
    withinSeconds: longest > 0 ? longest : 60,
    apartSeconds: isUnmetered(lease) ? 0 : longestApart(steps),
    ...console === void 0 ? {} : { consoleStep: console }
  };
}
var APART_SECONDS = 60;
var longestApart = (steps) => Math.max(0, ...steps.map((step) => step.confirm?.apartSeconds ?? APART_SECONDS)) || APART_SECONDS;
var isUnmetered = ({ meters }) => meters.every(({ kind }) => kind === "none");
async function endedByStop(world, lease) {
  const { verbs } = await world.profile(lease.platform);
  return [...new Set(verbs.filter(({ event }) => event === "stop").flatMap(({ stops }) => stops))];
}
async function stayStopped(world, lease) {
  const { verbs, spot } = await world.profile(lease.platform);
  if (spot["on-evict"] !== "pause") return;
  const stop = verbs.find(
    ({ event, surface, reversible, destroys }) => event === "stop" && surface === "api" && reversible !== "no" && reversible !== "unknown" && destroys.length === 0
  );
  return stop && { verb: stop.id, stops: stop.stops, destroys: [], reversible: true };
}
var parkClocks = (world, lease) => clocksOf(world, lease, ["stopped"]);
var evictionClocks = (world, lease) => clocksOf(world, lease, ["evicted", "stopped"]);
async function clocksOf(world, lease, states) {
  const profile = await world.profile(lease.platform);
  return states.flatMap((state) => deadlines(profile, state, world.clock.now())).map((each) => ({ id: each.clock, effect: each.says, at: each.at?.toISOString() ?? "unknown" }));
}

export {
  plansOf,
  fullPlan,
  verbFacts,
  stayStopped,
  parkClocks,
  evictionClocks
};
