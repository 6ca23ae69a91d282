import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  drivenBy
} from "./lease-driven.shared.mjs";
import {
  rewritten
} from "./ledger-git-problems.shared.mjs";
import {
  MARK
} from "./record-mark-text.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import {
  markedBy,
  sameSignature
} from "./secret-keys.shared.mjs";
import {
  isLateEffect
} from "./lease-meter-price.shared.mjs";
import {
  canonicalJson
} from "./canonical.shared.mjs";
import {
  costing,
  openMeters
} from "./lease-run.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/ledger/record-mark.ts
import { createHash } from "node:crypto";
var recordMark = (record, count = record.events.length) => markOf(record, count, isSigned(record));
var isSigned = ({ trust }) => trust === "proven" || trust === "not-verified";
function markOf({ events, nonces }, count, signed) {
  const last = { ...events[count - 1], nonce: nonces?.[count - 1] ?? "" };
  const marked = signed ? ["signed", last] : last;
  const digest = createHash("sha256").update(canonicalJson(marked));
  return `${count}-${digest.digest("hex").slice(0, 10)}`;
}
function whyNotFromMark(record, mark) {
  const count = Number(MARK.exec(mark)?.[1]);
  if (count > record.events.length)
    return `it has ${record.events.length} events, and had ${count} when work was begun on that box`;
  const fits = recordMark(record, count) === mark || markOf(record, count, false) === mark;
  return fits ? void 0 : `its event ${count - 1} is another one than when work was begun on that box`;
}

// src/lease/clock-doubt.ts
var SERVICE_SECONDS = 300;
var RECORD_SECONDS = 600;
function clockDoubt(run, heard, now) {
  const services = heard.filter(({ by }) => by === "service");
  if (services.some(({ aheadSeconds }) => Math.abs(aheadSeconds) <= SERVICE_SECONDS)) return;
  const [off] = services;
  if (off) return `${differs(off.aheadSeconds)} that of ${off.source}`;
  const last = run.updatedAt === void 0 ? void 0 : new Date(run.updatedAt);
  const sinceSeconds = last ? secondsBetween(last, now) : 0;
  const boxes = heard.filter(({ by }) => by === "box");
  if (boxes.some((box2) => Math.abs(drift(run, box2)) <= SERVICE_SECONDS)) return;
  if (sinceSeconds < -RECORD_SECONDS)
    return `${differs(sinceSeconds)} the last event of the record of ${run.id}`;
  const [box] = boxes;
  if (!box || sinceSeconds <= RECORD_SECONDS) return;
  return `${differs(drift(run, box))} that of ${box.source}, compared with how far they were apart when its work was begun`;
}
function drift(run, { source, aheadSeconds }) {
  const started = run.leases.find(({ name }) => name === source)?.started;
  return aheadSeconds - (started?.aheadOfBoxSeconds ?? 0);
}
var differs = (aheadSeconds) => `the clock of this machine is ${formatSeconds(Math.abs(aheadSeconds))} ${aheadSeconds > 0 ? "ahead of" : "behind"}`;

// src/ledger/doubtful-clock.ts
var isDoubtfulClock = (clock, run) => clockDoubt(run, clock.others?.() ?? [], clock.now()) !== void 0;
function refuseDoubtfulClock(clock, run) {
  const doubt = clockDoubt(run, clock.others?.() ?? [], clock.now());
  if (doubt === void 0) return;
  throw new Problem({
    code: "clock-off",
    kind: "refused",
    what: `${doubt[0]?.toUpperCase()}${doubt.slice(1)}, so nothing is decided here about time or money; nothing was changed.`,
    next: 'Set the clock of this machine (chrony, systemd-timesyncd, "date"), then run the same command again. If it is right, the other one is wrong: run it from a third machine.',
    costing: costing(run)
  });
}

// src/ledger/hear-the-time.ts
var SILENT_SECONDS = 86400;
var BOX_SECONDS = 15;
async function hearTheTime(world, run) {
  const unheard = await listenForTime(world, run);
  refuseDoubtfulClock(world.clock, run);
  const now = world.clock.now();
  const silentSeconds = run.updatedAt === void 0 ? 0 : secondsBetween(new Date(run.updatedAt), now);
  if (!unheard || silentSeconds <= SILENT_SECONDS) return;
  throw new Problem(
    {
      code: "time-unheard",
      kind: "unreachable",
      // The same words at every look: a person is told of it.
      what: `By the clock of this machine the last event of the record of ${run.id} (${run.updatedAt}) is more than ${formatSeconds(SILENT_SECONDS)} old, and nobody could be asked whether that is so: ${unheard.what} Nothing is decided about time or money.`,
      next: "Run the same command again when the platform answers; it goes on where this one stopped."
    },
    { cause: unheard }
  );
}
async function listenForTime(world, run) {
  if (hasHeard(world, "service")) return;
  const unheard = await askAnybody(world, run).then(
    () => void 0,
    (error) => {
      if (error instanceof Problem) return error;
      throw error;
    }
  );
  if (hasHeard(world, "service")) return;
  if (unheard === void 0) await askBox(world, run);
  return unheard;
}
var hasHeard = (world, whom) => (world.clock.others?.() ?? []).some(({ by }) => by === whom);
async function askBox(world, run) {
  const { clock } = world;
  const lease = run.leases.findLast((each) => openMeters(each).length > 0);
  if (!lease || lease.started?.aheadOfBoxSeconds === void 0 || !clock.heard || hasHeard(world, "box"))
    return;
  try {
    const channel = await world.channel(lease);
    const { stdout } = await channel.exec(["date", "+%s"], { timeoutSeconds: BOX_SECONDS });
    const said = Number(/^\d{9,12}$/m.exec(stdout)?.[0]);
    if (said > 0) clock.heard(lease.name, new Date(said * 1e3), "box");
  } catch (error) {
    if (!(error instanceof TransportFailed || error instanceof Problem)) throw error;
  }
}
async function askAnybody(world, run) {
  const lease = run.leases.findLast((each) => openMeters(each).length > 0);
  if (lease?.boxId !== void 0 && lease.intent.attach === void 0)
    return void await (await world.driver(drivenBy(lease))).describe(lease.boxId);
  const candidate = run.opened?.document.candidates.find(({ attach }) => attach === void 0);
  if (lease === void 0 && candidate) await (await world.driver(candidate)).find(`${run.id}-1`);
}

// src/ledger/vouch.ts
async function vouch(world, run) {
  await hearTheTime(world, run);
  const record = await world.ledger.read(run.id);
  for (const lease of run.leases) {
    await refuseOtherMark(world, run, lease, record);
    await refuseUnsigned(world, run, lease, record);
  }
  for (const candidate of candidatesOf(run))
    await refuseUnknownBoxes(world, run, candidate, record).catch((error) => {
      if (!(error instanceof Problem) || error.code === "history-rewritten") throw error;
    });
  const witnesses = [
    ...thisMachine(record),
    ...await askElsewhere(world, record, attendedEvents(run, record))
  ];
  if (witnesses.length > 0) return [{ type: "vouched", witnesses, ...askedBehind(run, world.clock.now()) }];
  return [
    {
      type: "halted",
      code: "not-vouched",
      what: `Nobody wrote to the record of ${run.id} since ${run.unattendedSince ?? run.updatedAt}, this machine did not follow it, and nothing outside of it can say that it is whole. Nothing is rented or given back on its strength alone.`,
      next: `Look at it ("gpu-lease events ${run.id}") and at the platform's console: if that is all there was, "gpu-lease resume ${run.id}" goes on.`
    }
  ];
}
var askedBehind = ({ updatedAt }, now) => updatedAt !== void 0 && new Date(updatedAt) > now ? { askedAt: now.toISOString() } : {};
async function refuseRewritten(world, run, lease) {
  const record = await world.ledger.read(run.id);
  await refuseOtherMark(world, run, lease, record);
  await refuseUnsigned(world, run, lease, record);
  await refuseOtherCopies(world, record);
  if (lease.boxId === void 0 && lease.intent.attach === void 0)
    await refuseUnknownBoxes(world, run, lease.intent, record);
  refuseDoubtfulClock(world.clock, run);
}
function thisMachine({ events, metHereAt }) {
  const anchor = events.findLastIndex(isAnchor);
  return metHereAt !== void 0 && metHereAt <= anchor ? ["this machine, which has followed it"] : [];
}
var isAnchor = ({ type }) => type === "run-opened" || type === "vouched" || type === "resolved";
function attendedEvents({ unattendedSince }, { events }) {
  const last = events.findLastIndex(({ at }) => at === unattendedSince);
  return unattendedSince === void 0 || last < 0 ? events.length : last + 1;
}
async function refuseOtherCopies(world, record, among = "all") {
  await askElsewhere(world, record, 0, among);
}
async function askElsewhere(world, record, least, among = "all") {
  const witnesses = [];
  for (const copy of await world.copiesElsewhere?.(record.run, among) ?? [])
    if (await isWitness(world.ledger, record, copy, least)) witnesses.push(copy.source);
  return witnesses;
}
async function isWitness(ledger, record, { source, text, amongUnread }, least) {
  const weight = await ledger.weigh(record.run, text);
  const count = text.split("\n").length - 1;
  if (weight === "ahead" || weight === "apart")
    throw rewritten(
      record.run,
      weight === "ahead" ? `it has ${record.events.length} events, and ${source} has ${count}` : `${source} has another record of it (${count} events)`,
      record.tip ?? void 0
    );
  return weight !== "unreadable" && record.trust !== "plain" && !amongUnread && count >= least;
}
var candidatesOf = (run) => [
  ...new Map(
    [...(run.opened?.document.candidates ?? []).filter(({ attach }) => attach === void 0)].map((each) => [
      `${each.platform} ${each.queue ?? ""}`,
      each
    ])
  ).values()
];
async function refuseUnknownBoxes(world, run, candidate, record) {
  const driver = await world.driver(candidate);
  const seenAt = world.clock.now().toISOString();
  const leases = new Map(run.leases.map((lease2) => [lease2.name, lease2]));
  const isKnown = ({ name, createdAt }) => {
    const lease2 = leases.get(name);
    return lease2 !== void 0 && (lease2.state !== "refused" || isLateEffect(lease2, createdAt ?? seenAt));
  };
  const isOurs = ({ kind, name, owner }) => kind === "instance" && name.replace(/-\d+$/, "") === run.id && owner !== void 0 && sameSignature(world.ownerMark(name), owner);
  const unknown = (await driver.inventory()).find((each) => isOurs(each) && !isKnown(each));
  if (!unknown) return;
  const lease = leases.get(unknown.name);
  const why = lease ? madeLater(lease, unknown.id, unknown.createdAt) : `${candidate.platform} has its box ${unknown.name} (${unknown.id}), of which it says nothing`;
  throw rewritten(run.id, why, record.tip ?? void 0);
}
async function refuseMadeLater(world, run, lease, { boxId, since }) {
  if (isLateEffect(lease, since ?? world.clock.now().toISOString())) return;
  const madeAt = since ?? await listedAt(world, lease, boxId);
  if (isLateEffect(lease, madeAt)) return;
  const { tip } = await world.ledger.read(run.id);
  throw rewritten(run.id, madeLater(lease, boxId, madeAt), tip ?? void 0);
}
async function listedAt(world, lease, boxId) {
  const list = await (await world.driver(drivenBy(lease))).inventory();
  return list.find(({ kind, id }) => kind === "instance" && id === boxId)?.createdAt;
}
var madeLater = ({ name, platform, refusal }, boxId, madeAt) => `${platform} has its box ${name} (${boxId}), ${madeAt === void 0 ? "which does not say when it was made" : `made ${madeAt}`}, and by the record its create was given up ${refusal?.at ?? ""}; where no better copy is known, look at the box and end it in the console`;
async function refuseUnsigned(world, run, lease, { trust, tip }) {
  if (trust !== "plain" || !isRentedHere(lease)) return;
  const driver = await world.driver(drivenBy(lease));
  const box = (await driver.inventory()).find(({ kind, id }) => kind === "instance" && id === lease.boxId);
  if (box?.owner !== void 0 && markedBy(box.owner) === "shared")
    throw rewritten(
      run.id,
      `it has no signatures, and ${lease.name} at ${lease.platform} was rented by a record that has them`,
      tip ?? void 0
    );
}
var isRentedHere = (lease) => lease.boxId !== void 0 && lease.intent.attach === void 0 && openMeters(lease).length > 0;
async function refuseOtherMark(world, run, lease, record) {
  if (!isRentedHere(lease)) return;
  await refuseMarked(world, run, lease, { boxId: lease.boxId, known: record });
}
async function refuseMarked(world, run, lease, box) {
  const unsaid = lease.started === void 0 ? "it does not say that work was begun" : void 0;
  await refuseLabel(world, run, lease, { ...box, unsaid });
}
async function refuseBegunElsewhere(world, run, lease) {
  if (lease.started || lease.boxId === void 0 || lease.intent.attach !== void 0) return;
  await refuseLabel(world, run, lease, { boxId: lease.boxId });
}
async function refuseLabel(world, run, lease, { boxId, unsaid, known }) {
  const driver = await world.driver(drivenBy(lease));
  if (!driver.mark) return;
  const { mark } = await driver.describe(boxId);
  if (mark === void 0) return;
  const record = known ?? await world.ledger.read(run.id);
  const why = whyNotFromMark(record, mark) ?? unsaid;
  if (why !== void 0)
    throw rewritten(run.id, `${why} (label of ${lease.name} at ${lease.platform})`, record.tip ?? void 0);
}

export {
  isDoubtfulClock,
  refuseDoubtfulClock,
  hearTheTime,
  listenForTime,
  recordMark,
  vouch,
  refuseRewritten,
  refuseOtherCopies,
  isWitness,
  refuseMadeLater,
  refuseMarked,
  refuseBegunElsewhere
};
