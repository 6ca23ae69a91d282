import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  DEFAULT_LIMIT_MONTHS,
  ageInMonths,
  outcomeOfVerb
} from "./profile-placement.shared.mjs";

// src/profile/first-contact.ts
function firstContact(profile) {
  const inClocks = new Set(profile.clocks.map((clock) => clock.id));
  const dangers = [
    ...profile.surface.dangers.filter((each) => !each.clock || !inClocks.has(each.clock)).map((each) => each.says),
    ...profile.clocks.map((clock) => `${clock.says}${unsettled(clock)}`),
    ...dearerWhenStopped(
      profile,
      profile.meters.map((meter) => meter.id)
    ),
    ...profile.teardown.never.map((each) => `Never: ${each.what}. ${each.why}`),
    ...profile.meters.filter((meter) => meter.unstoppable).map((meter) => `${meter.id}: ${meter.unstoppable}`)
  ];
  return { conveniences: [...profile.surface.conveniences], dangers: [...new Set(dangers)] };
}
function unsettled({ verified, contested }) {
  if (contested) return ` (contested: ${contested.map((each) => each.says).join("; ")})`;
  return verified === null ? " (never verified)" : "";
}
var dearerWhenStopped = (profile, meterIds) => profile.meters.flatMap(({ id, prices }) => {
  const running = prices.find((price) => price.while === "running");
  const stopped = prices.find((price) => price.while === "stopped");
  if (!meterIds.includes(id) || !running || !stopped || stopped.per !== running.per) return [];
  if (stopped.amount <= running.amount) return [];
  const unit = `${stopped.currency} per ${stopped.per}`;
  return [`${id} costs more while stopped: ${stopped.amount} instead of ${running.amount} ${unit}`];
});

// src/profile/teardown-warnings.ts
function parkWarnings(profile, verbs) {
  const note = profile.teardown["park-note"];
  const dearer = verbs.flatMap((verb) => dearerWhenStopped(profile, verb.leaves));
  const clocks = verbs.length > 0 ? profile.clocks.filter((clock) => clock.while === "stopped") : [];
  return [...note ? [note] : [], ...clocks.map((clock) => clock.says), ...dearer];
}
function verbWarnings(profile, verbs, held) {
  return [
    ...verbs.flatMap((verb) => [
      ...verb.catch ? [`${verb.id}: ${verb.catch}`] : [],
      ...keptForAWhile(profile, verb),
      ...(verb.contested ?? []).map((other) => `${verb.id}: another source says: ${other.says}`)
    ]),
    ...billsBeside(verbs, held)
  ];
}
var keptForAWhile = (profile, verb) => profile.tiers.flatMap((tier) => {
  const outcome = outcomeOfVerb(tier, verb);
  if (typeof outcome === "string") return [];
  return [
    `${tier.path ?? tier.id} is kept for ${outcome["kept-for"].text} after "${verb.id}" and then lost`
  ];
});
function billsBeside(verbs, held) {
  const accounted = /* @__PURE__ */ new Set([
    ...held.map((each) => each.profileMeter),
    ...verbs.flatMap((verb) => verb.stops)
  ]);
  const left = [...new Set(verbs.flatMap((verb) => verb.leaves))].filter((meter) => !accounted.has(meter));
  return left.map(
    (meter) => `${meter} is not ended by this: if one exists beside what is held, it goes on billing`
  );
}
function staleVerbs(verbs, { now, limitMonths = DEFAULT_LIMIT_MONTHS }) {
  return verbs.flatMap(({ id, verified, source }) => {
    const ageMonths = verified !== null && now ? ageInMonths(verified, now) : null;
    const isStale = verified === null || ageMonths !== null && ageMonths > limitMonths;
    return isStale ? [{ verb: id, verified, ageMonths, source }] : [];
  });
}
var staleWarnings = (stale) => stale.map(
  ({ verb, verified, ageMonths, source }) => verified === null ? `what "${verb}" does was never verified (${source.join(", ")}): read it up before approving` : `what "${verb}" does was last verified ${verified}, ${ageMonths} months ago (${source.join(", ")}): read it up again before approving`
);
var unknownMeters = (held) => held.filter((each) => each.profileMeter === void 0 && each.kind !== "none").map((each) => `the profile knows no meter "${each.meter}" (${each.kind}, ${each.resource})`);
function unknownOutcomes(profile, verbs) {
  return verbs.flatMap((verb) => [
    ...profile.tiers.filter((tier) => outcomeOfVerb(tier, verb) === "unknown").map((tier) => `what "${verb.id}" does to the tier "${tier.id}"${tier.path ? ` (${tier.path})` : ""}`),
    ...verb.reversible === "unknown" ? [`whether "${verb.id}" can be undone`] : []
  ]);
}

// src/profile/teardown.ts
function teardownPlan(profile, held, goal, options = {}) {
  const known = held.map((each) => ({ ...each, profileMeter: profileMeterOf(profile, each) }));
  const verbs = (goal === "park" ? parkVerbs(profile, known) : zeroVerbs(profile, known)).filter(
    (verb) => targetsOf(profile, verb, known).length > 0
  );
  const { steps, running } = stepsOf(profile, verbs, known);
  const stale = staleVerbs(verbs, options);
  const leftBilling = running.map((each) => ({
    meter: each.meter,
    resource: each.resource,
    why: whyLeft(profile, each, goal, steps.length)
  }));
  return {
    platform: profile.id,
    goal,
    steps,
    leftBilling,
    clocks: goal === "park" && steps.length > 0 ? parkedClocks(profile) : [],
    warnings: [
      ...goal === "park" ? parkWarnings(profile, verbs) : [],
      ...verbWarnings(profile, verbs, known),
      ...staleWarnings(stale)
    ],
    stale,
    unknown: [...unknownMeters(known), ...unknownOutcomes(profile, verbs)]
  };
}
function profileMeterOf(profile, held) {
  const has = (id) => profile.meters.some((meter) => meter.id === id);
  if (has(held.meter)) return held.meter;
  const stem = held.meter.split(":")[0] ?? "";
  if (has(stem)) return stem;
  const ofKind = profile.meters.filter((meter) => meter.kind === held.kind);
  return ofKind.length === 1 ? ofKind[0]?.id : void 0;
}
var stopsHeld = (verb, held) => held.profileMeter !== void 0 && verb.stops.includes(held.profileMeter);
function parkVerbs(profile, held) {
  const verb = profile.verbs.find((each) => each.id === profile.teardown.park);
  if (!verb) return [];
  const compute = held.filter((each) => each.kind === "gpu" || each.kind === "cpu");
  return compute.length > 0 && compute.every((each) => stopsHeld(verb, each)) ? [verb] : [];
}
function zeroVerbs(profile, held) {
  const byId = (id) => profile.verbs.find((verb) => verb.id === id);
  const wanted = /* @__PURE__ */ new Set();
  const want = (id) => {
    if (wanted.has(id)) return;
    wanted.add(id);
    for (const earlier of byId(id)?.after ?? []) want(earlier);
  };
  for (const id of profile.teardown.zero) {
    const verb = byId(id);
    if (verb && held.some((each) => stopsHeld(verb, each))) want(id);
  }
  return profile.teardown.zero.flatMap((id) => wanted.has(id) ? byId(id) ?? [] : []);
}
function stepsOf(profile, verbs, held) {
  let open = held;
  const running = () => open.filter((each) => each.kind !== "none");
  const steps = verbs.flatMap(
    (verb) => targetsOf(profile, verb, held).map((resource) => {
      const ends = (each) => stopsHeld(verb, each) && (each.resource === resource || !isOwn(profile, verb, each));
      const stops = open.filter(ends);
      open = open.filter((each) => !ends(each));
      return stepOf(verb, resource, stops.map(label), running().map(label));
    })
  );
  return { steps, running: running() };
}
var label = (held) => held.meter;
var isOwn = (profile, verb, held) => profile.meters.find((meter) => meter.id === held.profileMeter)?.of === verb.resource;
function targetsOf(profile, verb, held) {
  const own = held.filter((each) => isOwn(profile, verb, each));
  const stopped = own.filter((each) => stopsHeld(verb, each));
  return [...new Set((stopped.length > 0 ? stopped : own).map((each) => each.resource))];
}
function stepOf(verb, resource, stops, leavesBilling) {
  const { reversible, confirm } = verb;
  return {
    verb: verb.id,
    ...verb.native !== void 0 && { native: verb.native },
    resource,
    stops,
    destroys: [...verb.destroys],
    leavesBilling,
    reversible: typeof reversible === "string" ? reversible : {
      untilSeconds: reversible.until.seconds,
      ...reversible.clock !== void 0 && { clock: reversible.clock }
    },
    ...verb.catch !== void 0 && { catch: verb.catch },
    safe: mayUndo(verb) && verb.destroys.length === 0,
    surface: verb.surface,
    ...verb.call !== void 0 && { call: verb.call },
    ...verb.console !== void 0 && { consoleStep: verb.console },
    ...confirm && {
      confirm: {
        ask: confirm.ask,
        proof: confirm.proof,
        withinSeconds: confirm.within.seconds,
        ...confirm.apart ? { apartSeconds: confirm.apart.seconds } : {}
      }
    },
    stamp: stampOf(verb)
  };
}
var mayUndo = (verb) => verb.reversible === "yes" || typeof verb.reversible === "object";
var stampOf = ({ verified, source, confidence, contested, note }) => ({
  verified,
  source,
  ...confidence !== void 0 && { confidence },
  ...contested !== void 0 && { contested },
  ...note !== void 0 && { note }
});
function whyLeft(profile, held, goal, stepCount) {
  const meter = profile.meters.find((each) => each.id === held.profileMeter);
  if (!meter) return `${profile.name}'s profile knows no meter "${held.meter}" of kind ${held.kind}`;
  if (goal === "park" && stepCount === 0) return profile.teardown["park-note"] ?? "there is no park";
  if (goal === "park") return "a park keeps it, and what is kept costs";
  return meter.unstoppable ?? "no verb of the profile stops it";
}
function parkedClocks(profile) {
  return profile.clocks.filter((clock) => clock.while === "stopped").map((clock) => ({
    id: clock.id,
    afterSeconds: clock.after?.seconds ?? null,
    effect: clock.effect,
    says: clock.says
  }));
}

export {
  firstContact,
  teardownPlan
};
