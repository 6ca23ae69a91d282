import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  stampedFacts
} from "./profile-facts.shared.mjs";
import {
  firstContact,
  teardownPlan
} from "./profile-first-contact.shared.mjs";
import {
  survivalTable
} from "./profile-placement.shared.mjs";
import {
  isDestroyed,
  outcomeText
} from "./profile-survival.shared.mjs";

// src/profile/platform-facts.ts
var everythingHeld = (profile) => profile.meters.map(({ id, kind }) => ({
  meter: id,
  kind: kind === "bandwidth" ? "none" : kind,
  resource: "the box"
}));
function platformFacts(profile) {
  const { drive, teardown, spot } = profile;
  const stop = profile.verbs.find((verb) => verb.id === teardown["gpu-stop"]);
  return {
    platform: profile.id,
    name: profile.name,
    nativeName: profile["native-name"] ?? null,
    kind: profile.kind,
    automation: profile.automation,
    status: profile.status,
    seams: { driver: drive.driver, channel: drive.channel, launchers: [...drive.launchers] },
    gpuStop: stop ? {
      verb: stop.id,
      native: stop.native ?? null,
      surface: stop.surface,
      leavesBilling: [...stop.leaves]
    } : null,
    survives: { stop: survivors(profile, "stop"), release: survivors(profile, "release") },
    park: teardown.park,
    parkNote: teardown["park-note"] ?? null,
    clocks: profile.clocks.map((clock) => `${clock.id}: ${shortly(clock)}`),
    spot: {
      mechanism: spot.mechanism,
      available: spot.available,
      notice: spot.notice?.text ?? null,
      onEvict: spot["on-evict"],
      signal: spot.signal
    },
    stamps: stampsOf(profile)
  };
}
function platformPage(profile) {
  const held = everythingHeld(profile);
  return {
    ...platformFacts(profile),
    entries: entriesOf(profile),
    human: [...profile.rent.human],
    renting: rentingOf(profile),
    ssh: sshOf(profile),
    tiers: tiersOf(profile),
    survival: survivalTable(profile),
    verbs: verbsOf(profile),
    teardown: { park: teardownPlan(profile, held, "park"), zero: teardownPlan(profile, held, "zero") },
    meters: metersOf(profile),
    clockPages: clocksOf(profile),
    spotPage: spotPage(profile),
    ...firstContact(profile),
    gotchas: gotchasOf(profile),
    contested: stampedFacts(profile).flatMap(
      ({ name, stamp }) => (stamp.contested ?? []).map((each) => ({ fact: name, says: each.says, source: each.source }))
    ),
    sources: Object.entries(profile.sources).map(([tag, { kind, where, note }]) => ({
      tag,
      kind,
      where: note ? `${where} (${note})` : where
    }))
  };
}
var entriesOf = (profile) => profile.rent.entries.map((entry) => ({
  says: [entry.type, entry.base, entry.auth?.scheme, entry.note].filter(Boolean).join(", "),
  secret: entry.auth?.secret ?? null,
  retiresOn: entry["retires-on"] ?? null,
  stamp: stampWords(entry)
}));
var tiersOf = (profile) => profile.tiers.map((tier) => ({
  tier: tier.id,
  path: tier.path,
  says: joined([
    `${tier.role} on ${tier.medium}, one per ${tier.scope}`,
    tier.size,
    typeof tier.inodes === "number" ? `${tier.inodes} inodes at most` : void 0,
    tier["at-create"] ? "attached only at creation" : void 0,
    tier.optional ? "may be absent" : void 0,
    tier.note
  ]),
  stamp: stampWords(tier)
}));
var verbsOf = (profile) => profile.verbs.map((verb) => ({
  verb: verb.native && verb.native !== verb.id ? `${verb.id} (${verb.native})` : verb.id,
  says: verbWords(verb),
  confirm: verb.confirm ? `${verb.confirm.ask}: ${verb.confirm.proof.join(", ")}, within ${verb.confirm.within.text}` : null,
  console: verb.console ?? null,
  stamp: stampWords(verb)
}));
var metersOf = (profile) => profile.meters.map((meter) => ({
  meter: meter.id,
  says: joined([
    `${meter.kind} of ${meter.of}`,
    meter.granularity && `by the ${meter.granularity}`,
    meter.unstoppable,
    meter.note
  ]),
  prices: meter.prices.map(
    (price) => `${price.amount} ${price.currency} per ${price.per}, ${price.while}${price.when ? `, ${price.when}` : ""} (${stampWords(price)})`
  ),
  stamp: stampWords(meter)
}));
var clocksOf = (profile) => profile.clocks.map((clock) => ({
  clock: `${clock.id} (${shortly(clock)}, ${EDITABLE[clock.editable]})`,
  says: [clock.says, clock.note].filter(Boolean).join(" "),
  stamp: stampWords(clock)
}));
var gotchasOf = (profile) => profile.gotchas.map((each) => ({
  id: [each.id, ...each.aliases ?? []].join(", "),
  symptom: each.symptom,
  cause: each.cause,
  fix: each.fix,
  stamp: stampWords(each)
}));
var stampWords = ({ verified, source, confidence }) => [
  verified ?? "unverified",
  ...source,
  ...confidence === void 0 ? [] : [`${confidence} confidence`]
].join(", ");
function joined(parts) {
  const there = parts.flatMap((part) => part || []);
  return there.map((part, at) => at < there.length - 1 ? part.replace(/\.$/, "") : part).join("; ");
}
var EDITABLE = {
  api: "can be set by API",
  console: "can be set in the console",
  "at-create": "can be set at creation only",
  no: "cannot be changed",
  unknown: "unknown whether it can be changed"
};
var shortly = (clock) => `${clock.while} ${clock.after?.text ?? "for an unknown time"} -> ${clock.effect}`;
function survivors(profile, event) {
  return profile.tiers.flatMap((tier) => {
    const outcome = tier.survival[event];
    if (outcome === void 0 || outcome === "n/a" || isDestroyed(outcome)) return [];
    return [outcome === "kept" ? tier.id : `${tier.id} (${outcomeText(outcome)})`];
  });
}
function stampsOf(profile) {
  const facts = stampedFacts(profile);
  const months = facts.flatMap(({ stamp }) => stamp.verified ?? []).sort();
  return {
    facts: facts.length,
    unverified: facts.length - months.length,
    contested: facts.filter(({ stamp }) => stamp.contested).length,
    oldest: months.at(0) ?? null,
    newest: months.at(-1) ?? null
  };
}
var bootWords = ({ usual, within, "many-gpus": many }) => `usually ${usual.text}; given back after ${within.text}${many ? `, with ${many.from} cards and more after ${many.within.text}` : ""}`;
function ownEndWords({ verbs }, { verb, probe }) {
  const destroys = verbs.find(({ id }) => id === verb)?.destroys ?? [];
  const lost = destroys.length > 0 ? `; it destroys ${destroys.join(", ")}, so no longer than until work is begun there` : "; it destroys nothing";
  return `from the inside, as ${verb} does, once budget.hours are over and nobody came${lost}${probe ? "; the audit tries it by a read" : ""}`;
}
function rentingOf(profile) {
  const { rent } = profile;
  const { boot, image, timer, find, capacity } = rent;
  const selfStop = rent["self-stop"];
  const said = (what, says, stamp) => ({
    what,
    says: stamp.note ? `${says}. ${stamp.note}` : says,
    stamp: stampWords(stamp)
  });
  return [
    ...boot ? [said("boot", bootWords(boot), boot)] : [],
    ...image ? [said("image", image.name, image)] : [],
    ...timer ? [
      said(
        "the platform's own timer",
        `${timer.verb}, in steps of ${timer.granularity.text}${timer.most ? `, ${timer.most.text} at most` : ""}, set at ${timer["set-at"] === "create" ? "creation" : "any time"}`,
        timer
      )
    ] : [],
    ...selfStop ? [said("how a box stops itself", ownEndWords(profile, selfStop), selfStop)] : [],
    said("what tells capacity", `${capacity.signal}${capacity.field ? `, ${capacity.field}` : ""}`, capacity),
    said(
      "how a box is found again",
      `by ${find.by}${find.call ? `, ${find.call}` : ""}; unique: ${find.unique}${find.settle ? `; settles within ${find.settle.text}` : ""}`,
      find
    ),
    ...rent["fixed-at-create"].length > 0 ? [{ what: "fixed at creation", says: rent["fixed-at-create"].join(", "), stamp: "" }] : []
  ];
}
function sshOf({ ssh }) {
  if (!ssh) return null;
  const changes = ssh.address["changes-on"].join(", ") || "nothing that is known";
  const says = `${ssh.user}@${ssh.host}, by ${ssh.auth.join(" or ")}; port ${ssh.port.assigned}; the address changes on ${changes}; host key: ${ssh["host-key"]}`;
  return { says: ssh.note ? `${says}. ${ssh.note}` : says, stamp: stampWords(ssh) };
}
function verbWords(verb) {
  const { reversible } = verb;
  const undo = typeof reversible === "object" ? `can be undone for ${reversible.until.text}` : { yes: "can be undone", no: "cannot be undone", unknown: "unknown whether it can be undone" }[reversible];
  return joined([
    `stops ${verb.stops.join(", ") || "no meter"}`,
    ...verb.leaves.length > 0 ? [`leaves ${verb.leaves.join(", ")} billing`] : [],
    `destroys ${verb.destroys.join(", ") || "nothing"}`,
    undo,
    ...verb.after ? [`after ${verb.after.join(", ")}`] : [],
    verb.call ? `${verb.surface}: ${verb.call}` : `by ${verb.surface}`,
    ...verb.catch ? [`but: ${verb.catch}`] : [],
    ...verb.note ? [verb.note] : []
  ]);
}
function spotPage({ spot }) {
  const mean = spot["mean-hours-between"];
  return {
    says: [
      `available: ${spot.available}; ${spot.mechanism}; notice ${spot.notice?.text ?? "n/a"}; signal ${spot.signal}; on eviction: ${spot["on-evict"]}`,
      ...mean === void 0 ? [] : [`kept ${mean} h on average`],
      ...spot.detect.map((each) => `shows as: ${each}`),
      ...(spot["other-losses"] ?? []).map((each) => `also lost by: ${each}`),
      ...spot.note ? [spot.note] : []
    ],
    stamp: stampWords(spot)
  };
}

export {
  everythingHeld,
  platformFacts,
  platformPage
};
