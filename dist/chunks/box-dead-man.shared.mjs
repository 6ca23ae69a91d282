import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  KeptStoring
} from "./course-store-kept.shared.mjs";
import {
  Keeping,
  LogKeeping,
  NoRoomToHold,
  boxSource,
  collectAlone,
  endWork,
  holdsNewest,
  isNewer,
  isNewest,
  keepCell,
  keepNew,
  keptEvent,
  letGo,
  otherThanCopied,
  pullSnapshot,
  pullingAlone,
  salvage,
  setOfCopy,
  wordsOf
} from "./cli-refuse-strangers.shared.mjs";
import {
  faultOfTarget,
  messageOf,
  sendTo,
  targetWords
} from "./notify-discord.shared.mjs";
import {
  listSeen
} from "./collect-set-listing.shared.mjs";
import {
  wasGivenUp
} from "./lease-giving-up.shared.mjs";
import {
  PullBroken,
  SMALL_BYTES,
  inBatches
} from "./collect-known-files.shared.mjs";
import {
  look,
  settleOver,
  submissionEnded,
  submissionLost
} from "./lease-ended-in-queue.shared.mjs";
import {
  dataRoutes
} from "./box-route.shared.mjs";
import {
  AFTER_KEEPER_SECONDS,
  environmentAdvice,
  ownEndOf,
  selfParkOf,
  spotAdvice,
  warnOfLargeCheckpoint
} from "./course-large-checkpoint.shared.mjs";
import {
  boundData,
  boxData,
  isDataNew,
  lastThere,
  leftThere,
  requireSecrets,
  resolvedAs,
  start
} from "./course-data.shared.mjs";
import {
  MARGIN_BYTES,
  afarOf,
  auditLease,
  boxStorage,
  candidateOf,
  freeBytesOf,
  nameInFolder,
  rangesOf,
  restoringOf,
  sealedNow,
  storeSealed,
  storesOf,
  unseal,
  uploaderOf
} from "./collect-afar.shared.mjs";
import {
  hearTheTime,
  isDoubtfulClock,
  listenForTime,
  refuseDoubtfulClock,
  refuseMadeLater,
  refuseMarked,
  refuseRewritten,
  vouch
} from "./lease-clock-doubt.shared.mjs";
import {
  hashOnBox,
  patienceSeconds
} from "./collect-box-questions.shared.mjs";
import {
  recognize,
  wordsOfRecognized
} from "./box-audit.shared.mjs";
import {
  monthOfMoney,
  monthText
} from "./lease-cost-by.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import {
  appendDecided,
  stamped
} from "./ledger-append.shared.mjs";
import {
  drivenBy
} from "./lease-driven.shared.mjs";
import {
  durableSets,
  holdOnTier
} from "./collect-claims.shared.mjs";
import {
  loadedSet,
  loadedSetIn
} from "./collect-load-verify.shared.mjs";
import {
  KeptCopies
} from "./collect-kept-copies.shared.mjs";
import {
  cellOutDir,
  storeOf
} from "./collect-places.shared.mjs";
import {
  EVIDENCE,
  RunStore,
  sealedFiles
} from "./collect-seal.shared.mjs";
import {
  DiskWorker
} from "./collect-disk-worker.shared.mjs";
import {
  LocalTree
} from "./collect-local-tree.shared.mjs";
import {
  pathFault,
  readManifest
} from "./collect-manifest.shared.mjs";
import {
  answersOf,
  writeTar
} from "./box-keeper-call.shared.mjs";
import {
  checkpointSets,
  deadManHash,
  deadManText,
  fingerprint,
  isOfSets,
  isUnfinishedName,
  namesOneOfFolder,
  numberOf,
  setGlobs,
  setWords
} from "./box-keeper-text.shared.mjs";
import {
  approvalLines,
  approvalSentence,
  approvalWays,
  approveByStanding
} from "./approval-lines-for-approver.shared.mjs";
import {
  issueAbandonWarrant,
  issueParkWarrant,
  issueUnusedWarrant,
  issueWarrant,
  releasePhrase
} from "./lease-warrant.shared.mjs";
import {
  evictionClocks,
  parkClocks,
  plansOf,
  stayStopped,
  verbFacts
} from "./profile-deadlines.shared.mjs";
import {
  copyIdWords,
  formatSshTarget,
  parseSshTarget
} from "./box-ssh-target.shared.mjs";
import {
  notARecord
} from "./ledger-git-problems.shared.mjs";
import {
  isBeside,
  isBesideLook,
  next
} from "./lease-next.shared.mjs";
import {
  endsAll,
  isWorking
} from "./lease-endings.shared.mjs";
import {
  RentFailed
} from "./platforms-driver.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  textOf
} from "./stores-compare.shared.mjs";
import {
  HostKeyChanged,
  LoginRefused,
  TransportFailed,
  isOfTheLine
} from "./box-channel.shared.mjs";
import {
  refusedHere
} from "./refused-here.shared.mjs";
import {
  askAndChoose,
  learnElsewhere,
  tasksOf
} from "./job-cadence.shared.mjs";
import {
  HOME_WORK,
  wantedPlaces
} from "./profile-overrides.shared.mjs";
import {
  firstContact
} from "./profile-first-contact.shared.mjs";
import {
  constraintFor
} from "./job-cuda.shared.mjs";
import {
  lostCreates,
  pricedMeters,
  surfaced
} from "./lease-meter-price.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  fold,
  isPatient,
  newsToTell
} from "./lease-capacity.shared.mjs";
import {
  endedItself,
  lossOf,
  ownEndWords,
  shownLost
} from "./lease-asking.shared.mjs";
import {
  usdInLastDay,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  comesUpAgain,
  goesOnFrom,
  mayHaveParked,
  parkedItself
} from "./lease-bound-anew.shared.mjs";
import {
  claimedBy,
  isBeingTold,
  isRepeat,
  mendedWords,
  targetsOf
} from "./lease-comes-back.shared.mjs";
import {
  costing,
  jobOf,
  leaseOf,
  openMeters
} from "./lease-run.shared.mjs";
import {
  isQueued
} from "./lease-fold-queue.shared.mjs";
import {
  isPriced,
  movedSince
} from "./lease-traffic.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  formatSeconds,
  secondsBetween,
  systemClock
} from "./clock.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";

// src/rent/twins.ts
async function twinsOf(driver, lease, boxId) {
  const others = (await seen(driver, lease.name)).filter((held) => held.boxId !== boxId);
  return others.map((held, i) => surfaced(`${lease.name}~${i + 2}`, lease, held));
}
async function lateBoxes(world, run) {
  const events = [];
  for (const lease of lostCreates(run)) {
    const [held] = await seen(await world.driver(drivenBy(lease)), lease.name);
    if (!held) continue;
    await refuseMadeLater(world, run, lease, held);
    events.push(surfaced(lease.name, lease, held));
  }
  return events;
}
async function seen(driver, name) {
  try {
    return await driver.find(name);
  } catch (error) {
    if (error instanceof Problem && error.kind === "unreachable") return [];
    throw error;
  }
}

// src/rent/close.ts
var LOOK_SECONDS = 60;
async function lookForLate(world, run, until2) {
  for (; ; ) {
    const wait = secondsBetween(world.clock.now(), until2);
    const late = await lateBoxes(world, run);
    if (late.length > 0 || wait <= 0) return late;
    world.face.line(
      `The answer to a create was lost; its box may still come up, so the run closes in ${Math.ceil(wait)} s.`
    );
    await world.clock.sleep(Math.min(wait, LOOK_SECONDS), world.signal);
    world.signal.throwIfAborted();
  }
}

// src/lease/may-create.ts
var CLAIM_SECONDS = 120;
var CLAIM_FRESH_SECONDS = 60;
function mayCreate({ claim: held, intent }, claim, now, unique) {
  if (unique || intent.attach !== void 0) return { now: "create" };
  const age = secondsBetween(new Date(held.at), now);
  if (held.by === claim) return age > CLAIM_FRESH_SECONDS ? { now: "claim" } : { now: "create" };
  if (age >= CLAIM_SECONDS) return { now: "claim" };
  return {
    now: "wait",
    // A claim of a clock that is ahead keeps nobody waiting for longer than a claim lasts.
    seconds: Math.min(CLAIM_SECONDS - age + 1, CLAIM_SECONDS),
    claimedSecondsAgo: Math.max(0, age)
  };
}

// src/lease/time-left.ts
function secondsLeft(run, hours, now) {
  const since = run.leases.find((each) => each.rentedAt)?.rentedAt;
  const usedSeconds = since === void 0 ? 0 : Math.max(0, secondsBetween(new Date(since), now));
  return Math.ceil(hours * 3600 - usedSeconds);
}

// src/rent/held-elsewhere.ts
async function refuseHeldElsewhere(world, run, lease) {
  if (lease.intent.attach === void 0) return;
  const mine = await addressesOf(world, lease.intent);
  const since = intentOf(lease, (await world.ledger.read(run.id)).events);
  for (const { run: id } of await world.ledger.list()) {
    if (id === run.id) continue;
    const { events } = await world.ledger.read(id);
    for (const other of fold(id, events).leases) {
      if (other.intent.attach === void 0 || !isBefore(other, intentOf(other, events), since)) continue;
      const theirs = await addressesOf(world, other.intent);
      if (theirs.some((address) => mine.includes(address))) throw heldElsewhere(run, lease, id, other);
    }
  }
}
var isBefore = (other, theirIntent, ours) => openMeters(other).length > 0 || other.state === "intended" && theirIntent < ours;
function intentOf(lease, events) {
  const event = events.find((each) => each.type === "intended" && each.lease === lease.name);
  return `${event?.at ?? ""} ${lease.name}`;
}
async function addressesOf(world, intent) {
  const written = formatSshTarget(parseSshTarget(intent.attach ?? intent.offer));
  const driver = await world.driver(intent);
  const { endpoint } = await driver.describe(written).catch(() => ({ endpoint: void 0 }));
  return [written, ...endpoint ? [`${endpoint.host} ${endpoint.port}`] : []];
}
function heldElsewhere(run, lease, id, other) {
  return new Problem({
    code: "box-held-elsewhere",
    kind: "refused",
    what: `${lease.intent.attach} is held by run ${id} (${other.name}, ${other.state}); nothing was started on it.`,
    next: `Let that run end, or end it ("gpu-lease status ${id}"), then run the same command again; "gpu-lease abandon ${run.id}" gives this one up.`,
    costing: costing(run)
  });
}

// src/rent/rent.ts
var SETTLE_SECONDS = 30;
async function rent(world, run, lease) {
  const events = await adoptOrCreate(world, run, lease);
  for (const event of events) if (event.type === "rented") warnOfEnd(world, run, lease, event);
  return events;
}
function warnOfEnd(world, run, { name }, { endsAt: endsAt2, untimed }) {
  if (untimed !== void 0)
    world.face.warn(`${name} has no end at the platform, so only its keeper and the tick end it: ${untimed}`);
  const now = world.clock.now();
  if (endsAt2 === void 0) return;
  if (secondsBetween(now, new Date(endsAt2)) < 0.9 * secondsLeft(run, jobOf2(run).budget.hours, now))
    world.face.warn(
      `${name} ends at the platform at ${endsAt2}, before budget.hours are over: what is not collected by then may be deleted.`
    );
}
async function adoptOrCreate(world, run, lease) {
  await refuseHeldElsewhere(world, run, lease);
  const driver = await world.driver(drivenBy(lease));
  const found = await findIntended(world, run, lease);
  if (found.length > 0) return found;
  const { find } = (await world.profile(lease.platform)).rent;
  const isOnce = find.unique === "yes" || driver.createsOnce === true;
  const may = mayCreate(lease, world.claim, world.clock.now(), isOnce);
  if (may.now === "wait") return takeOver(world, driver, lease, may);
  if (may.now === "claim") return [claimed(world, lease)];
  await refuseRewritten(world, run, lease);
  const intent = await intentOf2(world, run, lease);
  try {
    const held = await driver.create(intent);
    return [rented(lease, held, false), ...await twinsOf(driver, lease, held.boxId)];
  } catch (error) {
    if (!(error instanceof RentFailed)) throw error;
    return afterFailure(world, driver, lease, error);
  }
}
async function findIntended(world, run, lease) {
  const driver = await world.driver(drivenBy(lease));
  const found = await driver.find(lease.name);
  for (const { boxId } of found) await refuseMarked(world, run, lease, { boxId });
  return adopted(lease, found);
}
async function giveUpIntent(world, lease) {
  const driver = await world.driver(drivenBy(lease));
  const left = await driver.find(lease.name);
  if (left.length > 0) return adopted(lease, left);
  return [
    { type: "rent-refused", lease: lease.name, reason: "unclear", what: "given up before it was rented" }
  ];
}
function adopted(lease, [first, ...others]) {
  if (!first) return [];
  const twins = others.map((held, i) => surfaced(`${lease.name}~${i + 2}`, lease, held));
  return [rented(lease, first, true), ...twins];
}
var claimed = ({ claim }, { name }) => ({ type: "claimed", lease: name, claim });
async function takeOver(world, driver, lease, { seconds, claimedSecondsAgo }) {
  world.face.line(
    `${lease.name}: another process began to rent it ${Math.round(claimedSecondsAgo)} s ago and nothing is to be seen yet; waiting`
  );
  await world.clock.sleep(seconds, world.signal);
  if (world.signal.aborted) return [];
  const late = await driver.find(lease.name);
  return late.length > 0 ? adopted(lease, late) : [claimed(world, lease)];
}
async function afterFailure(world, driver, lease, error) {
  const settle = error.reason === "unclear" ? await settleSeconds(world, lease) : 0;
  for (const wait of settle > 0 ? [0, settle / 3, 2 * settle / 3] : [0, 0]) {
    if (wait > 0) await world.clock.sleep(wait, world.signal);
    if (world.signal.aborted) return [];
    const left = await driver.find(lease.name);
    if (left.length > 0) return adopted(lease, left);
  }
  world.face.warn(`${lease.platform} did not rent out ${lease.offer}: ${error.message}`);
  return [
    { type: "rent-refused", lease: lease.name, reason: error.reason, what: error.message.slice(0, 300) }
  ];
}
async function settleSeconds(world, lease) {
  const { rent: facts } = await world.profile(lease.platform);
  if (facts.find.by === "none") return 0;
  return facts.find.settle?.seconds ?? SETTLE_SECONDS;
}
async function intentOf2(world, run, lease) {
  const { intent } = lease;
  const login = await world.loginKey(run.id);
  const host = await world.hostKey(lease.name);
  const job = jobOf2(run);
  const candidate = candidateOf2(job, lease);
  const lifetimeSeconds = lifetimeOf(run, job, world.clock.now());
  return {
    name: lease.name,
    owner: world.ownerMark(lease.name),
    want: constraintFor(job, candidate),
    candidate,
    ...job.image === void 0 ? {} : { image: job.image },
    ...loginOf(world, job, candidate),
    lifetimeSeconds,
    offer: {
      id: intent.offer,
      platform: intent.platform,
      summary: intent.summary,
      usdPerHour: intent.usdPerHour,
      market: intent.market,
      ...intent.region === void 0 ? {} : { region: intent.region },
      ...intent.host === void 0 ? {} : { hostId: intent.host }
    },
    authorizedKey: login.publicOpenSsh,
    hostKey: host.privateOpenSsh,
    ...intent.attach === void 0 ? {} : { attach: intent.attach },
    ...intent.queue === void 0 ? {} : { queue: intent.queue },
    ...intent.tasks === void 0 ? {} : { tasks: intent.tasks }
  };
}
function loginOf(world, { registry, image }, { attach, queue }) {
  if (registry === void 0 || image === void 0 || attach !== void 0 || queue !== void 0) return {};
  const [user = "", password = ""] = [world.secret(registry.user), world.secret(registry.password)];
  if (user !== "" && password !== "") return { login: { user, password } };
  throw new Problem({
    code: "secret-unset",
    kind: "usage",
    what: `The login of the image's registry (${registry.user}, ${registry.password}) is not set here. Nothing was rented.`,
    next: 'Set both in the environment of this command; in a workflow pass them under "env:" from secrets.'
  });
}
function jobOf2(run) {
  if (!run.opened) throw new Error(`run ${run.id} was never opened`);
  return run.opened.document;
}
function candidateOf2(job, { intent, platform }) {
  const numbered = intent.candidate === void 0 ? void 0 : job.candidates[intent.candidate];
  return numbered ?? job.candidates.find((each) => each.platform === platform) ?? { platform };
}
function lifetimeOf(run, job, now) {
  const left = secondsLeft(run, job.budget.hours, now);
  if (Number.isFinite(left) && left > 0) return left;
  throw new Problem({
    code: "no-lifetime",
    kind: "refused",
    what: `A box may only be rented with an end: of budget.hours ${job.budget.hours} h nothing is left.`,
    next: "Set `budget.hours` to what the whole run may take and start a new run."
  });
}
var rented = (lease, held, isAdopted) => ({
  type: "rented",
  lease: lease.name,
  boxId: held.boxId,
  meters: pricedMeters(held.meters, lease.usdPerHour),
  adopted: isAdopted,
  ...held.hostId === void 0 ? {} : { host: held.hostId },
  ...held.since === void 0 ? {} : { since: held.since },
  ...held.endsAt === void 0 ? {} : { endsAt: held.endsAt },
  ...held.untimed === void 0 ? {} : { untimed: held.untimed.slice(0, 300) },
  ...held.traffic === void 0 ? {} : { traffic: held.traffic }
});

// src/course/advance.ts
var FIRST_PAUSE_SECONDS = 2;
var LONGEST_PAUSE_SECONDS = 60;
var MAX_UNCLEAR = 5;
var LEDGER_PATIENCE_SECONDS = 600;
async function advance(drive, runId) {
  const seen2 = { run: void 0 };
  try {
    return await toStandstill(drive, runId, seen2);
  } finally {
    await tellMoved(drive, runId, seen2);
  }
}
async function tellMoved(drive, runId, seen2) {
  const { moved } = drive;
  if (!moved || !seen2.run || moved(seen2.run).length === 0) return;
  await appendDecided(
    drive,
    runId,
    (run) => run.opened && !run.closed && !isDoubtfulClock(drive.clock, run) ? moved(run) : []
  ).catch(() => void 0);
}
async function toStandstill(drive, runId, seen2) {
  let unclear = 0;
  for (; ; ) {
    const record = await patientRead(drive, runId, seen2.run);
    const run = fold(runId, record.events);
    seen2.run = run;
    const standstill = { run, events: record.events };
    if (!run.opened) throw notARecord(runId, run.ignored[0]?.why ?? "it has no events", void 0);
    await refuseWrongClock(drive, run);
    if (drive.signal.aborted) return { ...standstill, waitingFor: void 0 };
    const steps = next(run, await drive.plans(run), drive.clock.now());
    const tell = record.archived ? [] : noticeStep(run, steps, drive.clock.now());
    const outcome = await firstProgress(drive, run, [...tell, ...steps]).catch((error) => {
      if (isInterruption(error, drive.signal)) return void 0;
      unclear += 1;
      if (isAway(error) && drive.patienceSeconds && unclear <= MAX_UNCLEAR) return AGAIN;
      throw withCosting(refusedHere(error), run);
    });
    if (outcome === AGAIN) continue;
    if (!outcome) return { ...standstill, waitingFor: void 0 };
    if (outcome.events.length === 0) {
      const isOvertaken = !outcome.stoppedAt && (await patientRead(drive, runId, run)).tip !== record.tip;
      if (isOvertaken && !drive.signal.aborted) continue;
      return { ...standstill, waitingFor: outcome.stoppedAt };
    }
    try {
      await appendAll(drive, record, run, outcome.events);
      unclear = 0;
    } catch (error) {
      if (isNoticeOfArchived(error, outcome.events)) continue;
      unclear += 1;
      if (!(error instanceof Problem && error.code === "append-unclear") || unclear > MAX_UNCLEAR)
        throw withCosting(error, run);
    }
  }
}
var isNoticeOfArchived = (error, events) => error instanceof Problem && error.code === "archived" && events.every(({ type }) => type === "notice-claimed" || type === "notice-sent");
var AGAIN = /* @__PURE__ */ Symbol("again");
var isAway = (error) => error instanceof Problem && (error.code === "remote-unreachable" || error.code === "append-unclear");
async function refuseWrongClock({ clock, hear }, run) {
  if (isDoubtfulClock(clock, run)) await hear?.(run);
  refuseDoubtfulClock(clock, run);
}
async function patientRead(drive, runId, before) {
  const { clock, ledger, signal, endsAt: endsAt2 } = drive;
  const since = clock.now();
  const left = endsAt2 ? secondsBetween(since, endsAt2) : Number.POSITIVE_INFINITY;
  const patienceSeconds2 = Math.min(drive.patienceSeconds ?? 0, left);
  const waited = () => secondsBetween(since, clock.now());
  for (let pause = FIRST_PAUSE_SECONDS, tries = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE_SECONDS)) {
    try {
      const record = await ledger.read(runId);
      if (tries > 1) drive.say?.(`The ledger answers again, after ${formatSeconds(waited())}.`);
      return record;
    } catch (error) {
      if (before === void 0) throw error;
      if (!isAway(error) || signal.aborted) throw withCosting(error, before);
      if (waited() + pause > patienceSeconds2)
        throw withCosting(error, before, ` It was waited for, ${formatSeconds(waited())} in all.`);
      if (tries === 1) drive.say?.(waitingWords(error, before, patienceSeconds2));
      tries += 1;
    }
    await clock.sleep(pause, signal);
  }
}
function waitingWords({ what }, run, patienceSeconds2) {
  const held = costing(run);
  const bill = held.length > 0 ? ` Still costing money: ${held.join("; ")}.` : "";
  return `${what}${/[.!?]$/.test(what) ? "" : "."} Nothing is done on ${run.id} before it answers; it is asked again, for ${formatSeconds(patienceSeconds2)} at most.${bill}`;
}
function withCosting(error, run, more = "") {
  if (error instanceof Problems) {
    const [first, ...others] = error.all;
    return new Problems([withCosting(first, run, more), ...others]);
  }
  const held = costing(run);
  if (!(error instanceof Problem) || error.costing.length > 0 || held.length === 0 && more === "")
    return error;
  const { code, kind, what, next: next2, at } = error;
  const detail = { code, kind, what: `${what}${more}`, next: next2, costing: held };
  return new Problem({ ...detail, ...at && { at } }, { cause: error });
}
function noticeStep(run, steps, now) {
  const due = newsToTell(run, steps, now);
  return due.length > 0 || isBeingTold(run) ? [{ do: "notify", due }] : [];
}
async function firstProgress(drive, run, steps) {
  for (const step of steps) {
    if (step.do !== "notify" && !drive.may(step, run)) return { events: [], stoppedAt: step };
    const events = await drive.perform(run, step);
    if (events.length > 0) return { events };
  }
  return { events: [] };
}
var isInterruption = (error, signal) => signal.aborted && (error === signal.reason || typeof error === "object" && error !== null && "name" in error && error.name === "AbortError");
var laterOf = (now, last) => last !== void 0 && Date.parse(last) > now.getTime() ? new Date(last) : now;
async function appendAll(drive, record, run, bodies) {
  await refuseWrongClock(drive, run);
  const now = laterOf(drive.clock.now(), run.updatedAt);
  const all = run.closed ? bodies : [...drive.moved?.(run) ?? [], ...bodies];
  const { events, after, summary } = stamped(record, run.id, all, { now, who: drive.who });
  const refused2 = after.ignored[run.ignored.length];
  if (refused2)
    throw new Error(`our own event "${refused2.type}" does not follow from the record: ${refused2.why}`);
  await drive.ledger.append(run.id, record.tip, { events, summary });
}

// src/course/telling.ts
var MOST_SECONDS = 20;
var MOST_AT_ONCE = 10;
var Telling = class {
  /** By news, what was sent: an append that was lost to another's is no reason to send again. */
  #sent = /* @__PURE__ */ new Map();
  /** @returns events, or none where there is nothing that this process could tell */
  async perform(world, run, due) {
    const mine = claimedBy(run, world.claim);
    if (mine.length > 0) return Promise.all(mine.map((each) => this.#once(world, run, each)));
    const claims = due.flatMap(({ news: { key, ...told2 }, to }) => {
      const able = to.filter((id) => isAble(world, run, id));
      return able.length > 0 ? [{ type: "notice-claimed", claim: world.claim, notice: key, ...told2, to: able }] : [];
    });
    return claims.slice(0, MOST_AT_ONCE);
  }
  #once(world, run, notice) {
    const claims = notice.to.map((id) => run.notices.get(notice.news.key)?.to.get(id)?.claims ?? 0);
    const of = `${run.id} ${notice.news.key} ${claims.join(" ")}`;
    const sent2 = this.#sent.get(of) ?? send(world, run, notice);
    this.#sent.set(of, sent2);
    return sent2;
  }
};
function isAble(world, run, id) {
  const found = targetsOf(run).find((each) => each.id === id);
  return found !== void 0 && faultOfTarget(found.target, world.secret) === void 0;
}
function warnOfUntold({ face, secret }, job) {
  for (const [at, target] of (job.notices ?? []).entries()) {
    const fault = faultOfTarget(target, secret);
    if (fault !== void 0)
      face.warn(
        `${targetWords(`${target.kind}-${at + 1}`, target)} of \`notify\` is told nothing from here: ${fault}. Next: set it where this command runs; in a workflow store it as a secret and hand it on by name.`
      );
  }
}
async function send(world, run, { news, to }) {
  const { clock, signal, face, page } = world;
  const until2 = new Date(clock.now().getTime() + MOST_SECONDS * 1e3);
  const targets = targetsOf(run).filter(({ id }) => to.includes(id));
  const outcomes = await Promise.all(
    targets.map(async ({ id, target }) => {
      const message = messageOf(run, news, { now: clock.now(), page, repeat: isRepeat(run, news.key, id) });
      const outcome = await sendTo(target, message, world.secret, { clock, signal, until: until2 });
      say(face, targetWords(id, target), news.event, outcome);
      return { to: id, ...outcome };
    })
  );
  return { type: "notice-sent", claim: world.claim, notice: news.key, outcomes };
}
function say(face, who, event, outcome) {
  if (outcome.taken) face.line(`told ${who}: ${event}`);
  else
    face.warn(
      `${who} was not told of "${event}": ${outcome.why}. The run is none the worse for it; a later look tries again. Next: "gpu-lease notify --test" shows what happens.`
    );
}

// src/collect/newer-on-tier.ts
import { readFile } from "node:fs/promises";
import { join } from "node:path";
async function newerOnTier(of, asked, freeBytes = freeBytesOf) {
  const { world, run, lease, job } = of;
  const durable = lease.placed?.durable;
  if (durable === void 0 || !job.checkpoint) return [];
  const channel = await world.channel(lease);
  const copies = await durableSets(channel, durable, run.id);
  const events = [];
  for (const cell of run.cells.values()) {
    if (cell.ended) continue;
    const own = copies.filter((copy) => copy.cell === cell.name);
    const kept = await newestOf({ of, channel, cell, asked, freeBytes }, own);
    if (kept) events.push(kept);
  }
  return events;
}
async function newestOf(asking, copies) {
  const { of, cell, asked } = asking;
  for (const copy of copies) {
    if (isNewest(cell, copy.files)) return void 0;
    const set = setOfCopy(copy, of.job);
    if (!set || isOlder(cell, set) || asked.has(`${copy.cell}/${copy.id}`)) continue;
    asked.add(`${copy.cell}/${copy.id}`);
    const kept = await counted(asking, copy, set);
    if (kept) return kept;
  }
  return void 0;
}
function isOlder({ sets }, { name }) {
  const [known, found] = [numberOf(sets.at(-1)?.name ?? ""), numberOf(name)];
  return known !== void 0 && found !== void 0 && found < known;
}
async function counted(asking, copy, set) {
  const { of, cell } = asking;
  const found = await broughtHere(asking, copy);
  const verdict = await loadedSet({ of, cell: cell.name, ...found.afar }, set, copy.files);
  const why = verdict.isWhole ? await differing(of, found, verdict) : `${verdict.path}: ${verdict.why}`;
  if (!verdict.isWhole || why !== void 0) {
    of.world.face.warn(`${cell.name}: ${set.name} on the durable tier (${copy.dir}) is not taken: ${why}`);
    return void 0;
  }
  if (!isNewer(cell, verdict)) return void 0;
  if (found.afar && !await holdOnTier(asking.channel, copy)) return void 0;
  const bundle = { set, beside: [], metrics: [], onBox: /* @__PURE__ */ new Set() };
  if (!found.afar) {
    await new KeptCopies(storeOf(of.world.storeDir, of.run.id, cell.name)).hold(verdict.files);
    await letGo(of, bundle, cell.name, verdict.files);
  }
  of.world.face.line(
    `${cell.name}: ${wordsOf(set, verdict.step)} was on the durable tier, newer than what was kept; it loads`
  );
  const { read } = found;
  return keptEvent({ of, cell }, { bundle, whole: verdict, beside: [], in: found.in, read });
}
async function broughtHere({ of, channel, cell, freeBytes }, copy) {
  const { world, run, lease } = of;
  const bytes = copy.files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes + MARGIN_BYTES <= await freeBytes(join(world.storeDir, run.id))) {
    const dir = storeOf(world.storeDir, run.id, cell.name);
    const here = await pullSnapshot(of, channel, cell.name, { dir: copy.dir, entries: copy.files });
    if (here.length === copy.files.length)
      return { in: { machine: world.machine, dir }, read: (path) => readFile(join(dir, path)) };
  }
  const sizes = new Map(copy.files.map((file) => [file.path, file.bytes]));
  const open2 = async (path) => boxSource(channel, `${copy.dir}/${path}`, sizes.get(path) ?? 0);
  const read = async (path) => {
    const source = await open2(path);
    return source.read(0, source.sizeBytes);
  };
  return { in: { durable: copy.dir, platform: lease.platform }, read, afar: { open: open2 } };
}
var differing = async ({ world }, { afar }, whole) => afar && otherThanCopied(whole, afar.open, world.signal);

// src/collect/box-download.ts
var FETCH = `
umask 077
mkdir -p -- "$1" && cd -- "$1" || exit 5
case $2 in */*) mkdir -p -- "./\${2%/*}" || exit 5 ;; esac
file=./$2 bytes=$3
shift 3
size() { [ -f "$file" ] && echo "$(($(wc -c <"$file")))" || echo 0; }
[ "$(size)" -le "$bytes" ] || rm -f -- "$file"
[ "$(size)" -eq "$bytes" ] || "$@"
chmod 644 "$file" 2>/dev/null
[ "$(size)" -eq "$bytes" ]
`;
async function downloadToBox(channel, program, { dir, path, bytes, url, signal }) {
  const { argv, stdin } = PROGRAMS[program](`./${path}`, url);
  const words = ["sh", "-c", FETCH, "sh", dir, path, String(bytes), ...argv];
  const { exitCode } = await channel.exec(words, {
    stdin: Buffer.from(stdin),
    timeoutSeconds: patienceSeconds(bytes),
    maxOutputBytes: 65536,
    signal
  });
  return exitCode === 0;
}
var PROGRAMS = {
  // Without the user's own settings, which might log or send elsewhere.
  curl: (file, url) => ({
    argv: ["curl", "-q", "-K", "-"],
    stdin: [
      `url = "${url}"`,
      `output = "${file.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`,
      "continue-at = -",
      "globoff",
      "fail",
      "silent",
      "connect-timeout = 30",
      "speed-limit = 1000",
      "speed-time = 120",
      ""
    ].join("\n")
  }),
  wget: (file, url) => ({
    argv: [
      "wget",
      "--no-config",
      "--no-hsts",
      "--continue",
      "--tries=1",
      "--timeout=120",
      "--quiet",
      `--output-document=${file}`,
      "--input-file=-"
    ],
    stdin: `${url}
`
  }),
  python3: (file, url) => ({
    argv: ["python3", "-I", "-c", PYTHON],
    stdin: JSON.stringify({ url, path: file })
  })
};
var PYTHON = `
import json, os, shutil, sys, urllib.request
told = json.loads(sys.stdin.buffer.read().decode("utf-8"))
with open(told["path"], "ab") as content:
    at = content.tell()
    request = urllib.request.Request(told["url"], headers={"Range": "bytes=%d-" % at})
    with urllib.request.urlopen(request, timeout=120) as answer:
        if answer.status != 206:
            content.truncate(0)
        shutil.copyfileobj(answer, content, 1048576)
`;

// src/collect/push.ts
import { constants, createReadStream } from "node:fs";
import { open } from "node:fs/promises";
async function pushBack(channel, request) {
  const { entries, refused: refused2 } = readManifest(request.entries);
  const files = refused2.map(({ path, why }) => ({ path, outcome: "refused", bytes: 0, why }));
  const end = ({ path, bytes }, outcome, why) => files.push({ path, outcome, bytes, ...why === void 0 ? {} : { why } });
  const tree = await LocalTree.open(request.fromDir);
  const sound = await proveHere(tree, entries, end);
  const toSend = await whatBoxLacks({ channel, request, tree, end }, sound);
  if (toSend.length > 0) {
    const staging = `${request.remoteDir}/.gpu-lease-push`;
    await stage(channel, tree, staging, toSend);
    const proven = await publish(channel, request.remoteDir, staging, toSend);
    for (const entry of toSend) {
      if (proven.has(entry.path)) end(entry, "pushed");
      else
        end(
          entry,
          "damaged",
          "did not arrive on the box with the hash it left with, or could not be moved there"
        );
    }
  }
  return { files, complete: files.every(({ outcome }) => outcome === "pushed" || outcome === "already") };
}
async function proveHere(tree, entries, end) {
  const disk = new DiskWorker();
  const sound = [];
  try {
    for (const entry of entries) {
      const here = tree.look(entry.path);
      if (here.kind !== "file") end(entry, "unfit-here", here.kind === "absent" ? "is not here" : here.why);
      else if (here.stats.size !== entry.bytes) end(entry, "unfit-here", `has ${here.stats.size} bytes here`);
      else if (await disk.hash(`${tree.root}/${entry.path}`, entry.bytes) === entry.sha256)
        sound.push(entry);
      else end(entry, "unfit-here", "has another hash here than the manifest says");
    }
  } finally {
    await disk.close();
  }
  return sound;
}
async function whatBoxLacks({ channel, request, tree, end }, entries) {
  const { remoteDir, clock = systemClock, signal } = request;
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const paths = entries.map(({ path }) => path);
  const look3 = await hashOnBox(channel, remoteDir, paths, { bytes, ...signal ? { signal } : {} });
  return entries.filter((entry) => {
    const there = look3.files.get(entry.path);
    if (there === void 0) return true;
    if (there.sha256 === entry.sha256) end(entry, "already");
    else if (isNewer2(look3, entry.path, tree, clock))
      end(entry, "newer-there", `the box holds ${there.sha256}, written later`);
    else return true;
    return false;
  });
}
function isNewer2(look3, path, tree, clock) {
  const here = tree.look(path);
  const there = look3.files.get(path);
  if (here.kind !== "file" || there === void 0) return true;
  const ageThere = look3.boxTime - there.modifiedAt;
  const ageHere = (clock.now().getTime() - here.stats.mtimeMs) / 1e3;
  return ageThere <= ageHere + 2;
}
var UNPACK_SCRIPT = `
umask 077
[ "$2" != first ] || rm -rf -- "$1" || exit
mkdir -p -- "$1" && cd -- "$1" && tar -xf -
`;
async function stage(channel, tree, staging, entries) {
  const small = entries.filter(({ bytes }) => bytes < SMALL_BYTES);
  let which = "first";
  for (const batch of small.length === 0 ? [[]] : inBatches(small)) {
    const members = await Promise.all(
      batch.map(async (entry) => ({ path: entry.path, content: await contentOf(tree, entry) }))
    );
    const archive = writeTar(members);
    const stdin = { stdin: archive, timeoutSeconds: patienceSeconds(archive.length) };
    const { exitCode, stderr } = await channel.exec(["sh", "-c", UNPACK_SCRIPT, "sh", staging, which], stdin);
    if (exitCode !== 0) throw notUnpacked(staging, exitCode, stderr);
    which = "next";
  }
  for (const { path, bytes } of entries) {
    if (bytes < SMALL_BYTES) continue;
    await channel.put(
      `${staging}/${path}`,
      createReadStream(`${tree.root}/${path}`, { highWaterMark: 1 << 20 }),
      420
    );
  }
}
async function contentOf(tree, { path }) {
  const handle = await open(`${tree.root}/${path}`, constants.O_RDONLY | constants.O_NOFOLLOW);
  return handle.readFile().finally(() => handle.close());
}
var notUnpacked = (dir, exitCode, stderr) => new Problem({
  code: "write-refused",
  kind: "unfit",
  what: `The box did not unpack into ${dir} (exit code ${exitCode}): ${oneLine(stderr) || "it said nothing"}.`,
  next: "Free space or inodes on that file system, or correct its permissions, then run the same command again."
});
var PUBLISH_SCRIPT = `
dir=$1; cd -- "$2" || exit 5
: >"$2.time" || exit 5
while IFS= read -r path; do
  to=$dir/\${path#./}
  [ -d "\${to%/*}" ] || mkdir -p -- "\${to%/*}" || continue
  if [ -L "$to" ] || { [ -e "$to" ] && [ ! -f "$to" ]; }; then continue; fi
  touch -r "$2.time" -- "$path" 2>/dev/null
  mv -f -- "$path" "$to" && printf '%s\\n' "$path"
done
cd / && rm -rf -- "$2" "$2.time"
`;
async function publish(channel, remoteDir, staging, entries) {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const paths = entries.map(({ path }) => path);
  const { files } = await hashOnBox(channel, staging, paths, { bytes });
  const proven = entries.filter(({ path, sha256 }) => files.get(path)?.sha256 === sha256);
  const answer = await channel.exec(["sh", "-c", PUBLISH_SCRIPT, "sh", remoteDir, staging], {
    stdin: Buffer.from(proven.map(({ path }) => `./${path}
`).join("")),
    timeoutSeconds: patienceSeconds(0) + entries.length,
    maxOutputBytes: 65536 + entries.reduce((sum, { path }) => sum + 8 + Buffer.byteLength(path), 0)
  });
  return new Set(answer.stdout.split("\n").map((line) => line.replace(/^\.\//, "")));
}

// src/collect/fetch-kept.ts
var TRIES = 4;
var ROUNDS = 2;
async function fetchKept(of, files, remoteDir) {
  const { channel, world } = of;
  const { entries, refused: refused2 } = readManifest(
    files.map(({ path, bytes: bytes2, sha256 }) => ({ path, bytes: bytes2, sha256 }))
  );
  const ends = refused2.map(({ path, why: why2 }) => ({ path, outcome: "refused", bytes: 0, why: why2 }));
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const paths = entries.map(({ path }) => path);
  const there = await hashOnBox(channel, remoteDir, paths, { bytes, signal: world.signal });
  const isThere = ({ path, sha256 }) => there.files.get(path)?.sha256 === sha256;
  ends.push(...entries.filter(isThere).map((entry) => ({ ...entry, outcome: "already" })));
  const uploader = await uploaderOf(channel);
  let lacking = entries.filter((entry) => !isThere(entry));
  for (let round = 1; lacking.length > 0 && round <= ROUNDS; round += 1) {
    const staging = `${remoteDir}/.gpu-lease-fetch`;
    for (const entry of lacking) await new FileFetch(of, entry).into(staging, uploader);
    world.face.settle("fetch");
    const proven = await publish(channel, remoteDir, staging, lacking);
    const isProven = ({ path }) => proven.has(path);
    ends.push(...lacking.filter(isProven).map((entry) => ({ ...entry, outcome: "pushed" })));
    lacking = lacking.filter((entry) => !isProven(entry));
  }
  const why = `did not come from ${of.folder.place} with the hash that was kept, or could not be moved into place`;
  ends.push(
    ...lacking.map(({ path, bytes: size }) => ({ path, bytes: size, outcome: "damaged", why }))
  );
  return {
    files: ends,
    complete: ends.every(({ outcome }) => outcome === "pushed" || outcome === "already")
  };
}
var FileFetch = class {
  #of;
  #entry;
  constructor(of, entry) {
    this.#of = of;
    this.#entry = entry;
  }
  async into(staging, uploader) {
    const { world, channel, folder, cell } = this.#of;
    const { path, bytes } = this.#entry;
    const name = nameInFolder({ cell, path });
    world.face.progress("fetch", { label: "store to box", done: 0, total: bytes, unit: "bytes", note: name });
    if (bytes > 0 && uploader && await this.#byItself(staging, uploader, name)) return;
    if (bytes > 0 && uploader)
      world.face.line(
        `${name}: the box does not get it from ${folder.place}; it passes through this machine`
      );
    const content = bytes > 0 ? rangesOf(await folder.open(name), world.signal) : new Uint8Array(0);
    await channel.put(`${staging}/${path}`, content, 420);
  }
  /** An address is good for a quarter of an hour to begin with, so each try has its own. */
  async #byItself(staging, uploader, name) {
    const { world, channel, folder } = this.#of;
    const { path, bytes } = this.#entry;
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      world.signal.throwIfAborted();
      const url = await folder.readLink(name);
      const order = { dir: staging, path, bytes, url, signal: world.signal };
      if (await downloadToBox(channel, uploader, order)) return true;
      if (attempt < TRIES) await world.clock.sleep(backoff(attempt, { first: 0.5 }), world.signal);
    }
    return false;
  }
};

// src/collect/from-tier.ts
import { basename } from "node:path";
var COPY = `
umask 077
rm -rf -- "$2" && mkdir -p -- "$2" && cd -- "$1" || exit 5
while IFS= read -r path; do
  case $path in */*) mkdir -p -- "$2/\${path%/*}" || exit 5 ;; esac
  cp -- "./$path" "$2/$path" && chmod 644 "$2/$path" || exit 6
done
`;
async function bringFromTier(of, channel, { cell, only }, dir) {
  const { lease, world } = of;
  const durable = lease?.placed?.durable;
  if (!lease || durable === void 0) return void 0;
  const sets = await durableSets(channel, durable, basename(dir.base));
  for (const copy of sets.filter((each) => each.cell === cell.name)) {
    if (!holdsNewest(cell, copy.files)) continue;
    const report = await copied(
      channel,
      { ...copy, files: copy.files.filter(({ path }) => only(path)) },
      cellOutDir(dir.base, cell.name)
    );
    if (report.complete) return { report, step: cell.verifiedStep };
    const bad = report.files.find(({ outcome }) => outcome === "damaged");
    world.face.warn(
      `${cell.name}: ${copy.dir} is not what its keeper laid down there: ${bad?.path} ${bad?.why}`
    );
  }
  return void 0;
}
async function copied(channel, { dir, files }, remoteDir) {
  const staging = `${remoteDir}/.gpu-lease-fetch`;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const { exitCode, stderr } = await channel.exec(["sh", "-c", COPY, "sh", dir, staging], {
    stdin: Buffer.from(files.map(({ path }) => `${path}
`).join("")),
    timeoutSeconds: patienceSeconds(bytes)
  });
  const proven = exitCode === 0 ? await publish(channel, remoteDir, staging, files) : /* @__PURE__ */ new Set();
  const why = exitCode === 0 ? "has another hash than its manifest says" : oneLine(stderr, 200);
  const ends = files.map(({ path, bytes: size }) => {
    if (proven.has(path)) return { path, bytes: size, outcome: "pushed" };
    return { path, bytes: size, outcome: "damaged", why };
  });
  return { files: ends, complete: ends.every(({ outcome }) => outcome === "pushed") };
}

// src/collect/kept-place.ts
function placeOfKept(keptIn) {
  if (!keptIn) return "the machine that pulled them";
  if ("dir" in keptIn) return `${keptIn.dir} of machine ${keptIn.machine}`;
  if ("durable" in keptIn) return `${keptIn.durable} on the durable tier of ${keptIn.platform}`;
  return keptIn.place;
}

// src/collect/restore-kept.ts
import { join as join2 } from "node:path";
async function restoreKept(of, cell, copies) {
  const { world, run } = of;
  const newest = { files: goesOnFrom(cell), step: cell.verifiedStep, far: void 0 };
  if ((await copies.missing(newest.files)).length === 0) return newest;
  if (!cell.stored) return;
  const stored = {
    files: [...cell.stored.copies.values()],
    step: cell.stored.step,
    far: await tooLargeFor(of, cell, copies)
  };
  if (!stored.far) {
    await bring(of, cell, copies);
    if ((await copies.missing(newest.files)).length === 0) return newest;
    if ((await copies.missing(stored.files)).length > 0) return;
  }
  if (stored.step !== newest.step)
    world.face.warn(
      `${cell.name}: its newest verified copy${ofStep(newest.step)} was on a machine that is gone; it goes on from the one${ofStep(stored.step)} that ${run.keptSets.get(cell.stored.mark)?.place} holds`
    );
  return stored;
}
async function tooLargeFor({ world, run, afar }, { name, stored }, copies) {
  const id = stored && run.keptSets.get(stored.mark)?.id;
  const far = await afar?.();
  if (!stored || id === void 0 || !far) return void 0;
  const missing = await copies.missing(stored.copies.values());
  const bytes = missing.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes + MARGIN_BYTES <= await far.freeBytes(join2(world.storeDir, run.id))) return void 0;
  for (const store of far.stores) {
    const folder = store.at(id);
    if (!folder || store.refusal([]) !== void 0) continue;
    const there = new Map((await folder.list()).map((object) => [object.name, object.bytes]));
    const hasAll = [...stored.copies.values()].every(
      (file) => there.get(nameInFolder({ cell: name, path: file.path })) === file.bytes
    );
    if (hasAll) return folder;
  }
  return void 0;
}
var ofStep = (step) => step === void 0 ? "" : ` of step ${step}`;
async function bring({ world, run, storesFor }, { name, stored }, copies) {
  const place = stored && run.keptSets.get(stored.mark);
  const missing = stored ? await copies.missing(stored.copies.values()) : [];
  if (!place || missing.length === 0) return;
  for (const store of await storesFor(place)) {
    const set = await store.open(place.id);
    if (!set) continue;
    try {
      for (const file of missing) {
        world.face.line(`${name}: ${file.path}, ${file.bytes} bytes, comes back from ${place.place}`);
        const isIt = await copies.takeIn(file, (sink) => set.read(store.nameOf(`${name}/${file.path}`), sink)).catch((error) => otherThanKept(world, error));
        if (!isIt) world.face.warn(`${name}: ${file.path} in ${place.place} is not what was stored there`);
      }
    } finally {
      await set.close();
    }
    if ((await copies.missing(missing)).length === 0) return;
  }
}
function otherThanKept(world, error) {
  world.signal.throwIfAborted();
  const isOther = error instanceof RangeError || error instanceof Problem && error.kind === "failed";
  if (!isOther) throw error;
  return false;
}

// src/collect/push-kept.ts
async function pushKept(of, channel, dir) {
  const from = [];
  for (const cell of of.run.cells.values()) {
    if (cell.kept.size === 0) continue;
    const { step, source } = await putKept(of, channel, dir, {
      cell,
      only: () => true,
      where: "on the new box"
    });
    if (step !== void 0) from.push({ cell: cell.name, step, source });
  }
  return from;
}
async function putKept(of, channel, dir, putting) {
  const { world, run } = of;
  const { cell } = putting;
  const put = await putFromTier(of, channel, putting, dir) ?? await putCopies(of, channel, putting, dir);
  if (!put.report.complete) throw notPushed(world, run, cell, put.report.files);
  const { report, step, source, place } = put;
  world.face.line(
    `${cell.name}: our verified copy${step === void 0 ? "" : ` of step ${step}`} is ${putting.where}, ${report.files.length} files${place === void 0 ? "" : ` from ${place}`}`
  );
  return { step, source };
}
async function putFromTier(of, channel, { cell, only }, dir) {
  const brought = await bringFromTier(of, channel, { cell, only }, dir);
  if (!brought) return void 0;
  const { world, run } = of;
  const copies = new KeptCopies(storeOf(world.storeDir, run.id, cell.name));
  const gone = new Set(await copies.missing(cell.beside.values()));
  const files = [...cell.beside.values()].filter((file) => !gone.has(file) && only(file.path));
  const remoteDir = cellOutDir(dir.base, cell.name);
  const beside = await pushHeld(world, channel, { copies, files, remoteDir });
  const all = [...brought.report.files, ...beside.files];
  const report = { files: all, complete: brought.report.complete && beside.complete };
  return { report, step: brought.step, source: "durable-tier", place: "the durable tier" };
}
async function putCopies(of, channel, { cell, only }, dir) {
  const { world, run } = of;
  const copies = new KeptCopies(storeOf(world.storeDir, run.id, cell.name));
  const restored = await restoreKept(of, cell, copies);
  const { step, far } = restored ?? { step: cell.verifiedStep, far: void 0 };
  const files = (restored?.files ?? goesOnFrom(cell)).filter(({ path }) => only(path));
  const remoteDir = cellOutDir(dir.base, cell.name);
  const report = far ? await fetchKept({ world, channel, folder: far, cell: cell.name }, files, remoteDir) : await pushHeld(world, channel, { copies, files, remoteDir });
  return { report, step, source: far ? "store" : "our-copy", place: far?.place };
}
async function pushHeld({ clock, signal }, channel, { copies, files, remoteDir }) {
  const report = await pushBack(channel, {
    fromDir: await copies.laidOut(files),
    entries: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
    remoteDir,
    clock,
    signal
  });
  await copies.dropLayout();
  return report;
}
async function bringKeptHere(of) {
  const { world, run } = of;
  for (const cell of run.cells.values()) {
    if (cell.kept.size === 0 || cell.ended) continue;
    if (cell.keptIn && "durable" in cell.keptIn) continue;
    const copies = new KeptCopies(storeOf(world.storeDir, run.id, cell.name));
    if (!await restoreKept(of, cell, copies)) throw keptElsewhere(world, run, cell);
  }
}
function keptElsewhere(world, run, { name, verifiedStep, keptIn }) {
  const of = verifiedStep === void 0 ? "" : ` of step ${verifiedStep}`;
  return new Problem({
    code: "kept-elsewhere",
    kind: "refused",
    what: `The newest verified copy${of} of cell ${name} lies in ${placeOfKept(keptIn)}, in no store that can be read here, and not on this machine (${world.machine}). Nothing was rented.`,
    next: `Run the same command there, or bring that directory to ${storeOf(world.storeDir, run.id, name)} of this machine. To go on without it: "gpu-lease resume ${run.id} --without-copies".`,
    costing: costing(run)
  });
}
function notPushed(world, run, { name, stored, keptIn }, files) {
  const bad = files.filter((file) => file.outcome !== "pushed" && file.outcome !== "already");
  const list = bad.slice(0, 10).map((file) => `- ${file.path}: ${file.outcome}${file.why ? `, ${file.why}` : ""}`);
  const place = stored && run.keptSets.get(stored.mark)?.place;
  return new Problem({
    code: "kept-copy-missing",
    kind: "failed",
    what: `The verified copies of cell ${name} could not be put on the box, so it was not started:
${list.join("\n")}`,
    next: `They were kept in ${placeOfKept(keptIn)}${place === void 0 ? ", and in no store" : ` and stored in ${place}`}. Bring them to ${storeOf(world.storeDir, run.id, name)} here and run the same command again, or give the run up with "gpu-lease abandon ${run.id}".`,
    costing: costing(run)
  });
}

// src/release/by-hand.ts
var APART_SECONDS = 60;
var END = "end by hand";
var isByHand = (lease) => lease.intent.attach !== void 0 && lease.meters.some((meter) => meter.kind !== "none");
async function askPerson(world, hand, verb) {
  const { lease } = hand;
  if (!lease.words.some((each) => each.verb === verb)) return wordOrDebt(world, hand);
  return [{ type: "releasing", lease: lease.name, verb }];
}
async function proveByHand(world, hand) {
  const { lease } = hand;
  const [word] = lease.words;
  if (!word) return wordOrDebt(world, hand);
  const profile = await world.profile(lease.platform);
  const apart = apartSeconds(profile, hand.plan);
  const sightings = [];
  while (sightings.length < 2) {
    if (sightings.length > 0) await world.clock.sleep(apart, world.signal);
    const { answers, what } = await answering(world, lease);
    if (world.signal.aborted) return [];
    if (answers !== "no") return contradicted(hand, profile, word.person, what);
    sightings.push(world.clock.now().toISOString());
    world.face.line(
      sightings.length === 1 ? `${lease.name}: ${what}; one more look in ${apart} s` : `${lease.name}: ${what}, for the second time: taken for stopped, by the word of ${word.person}`
    );
  }
  return openMeters(lease).map(({ id }) => ({
    type: "meter-stopped",
    lease: lease.name,
    meter: id,
    sightings
  }));
}
async function wordOrDebt(world, hand) {
  const { lease } = hand;
  const person = await hand.word(lease);
  if (person !== void 0)
    return verbsOf(hand.plan).map((verb) => ({ type: "word-given", lease: lease.name, verb, person }));
  const unowed = openMeters(lease).filter((meter) => !meter.owed);
  if (unowed.length === 0) return [];
  const profile = await world.profile(lease.platform);
  const why = "gpu-lease has no way to end this box, and nobody has said that they ended it";
  return debts(hand, why, whatToDo(hand, profile)).filter(
    ({ meter }) => unowed.some((each) => each.id === meter)
  );
}
var contradicted = (hand, profile, person, seen2) => debts(hand, `${person} said that it was ended, and ${seen2}`, whatToDo(hand, profile));
var debts = ({ lease }, why, next2) => openMeters(lease).map(({ id }) => ({ type: "owed", lease: lease.name, meter: id, why, next: next2 }));
var verbsOf = (plan) => plan.length > 0 ? plan.map((each) => each.verb) : [END];
async function answering(world, lease) {
  const driver = await world.driver(drivenBy(lease));
  await world.hangUp(lease.name);
  return await driver.answers?.(lease.boxId ?? "") ?? {
    answers: "unclear",
    what: `${lease.platform} has no way to look whether it still answers`
  };
}
function apartSeconds(profile, plan) {
  const asked = plan.flatMap(({ verb }) => profileVerb(profile, verb)?.confirm?.apart?.seconds ?? []);
  return asked.length > 0 ? Math.max(...asked) : APART_SECONDS;
}
var profileVerb = (profile, planned) => profile.verbs.find((each) => each.id === planned.split(" ")[0]);
function whatToDo({ run, lease, plan }, profile) {
  const steps = verbsOf(plan).map((verb) => consoleStep(profile, verb, lease));
  const beside = besideIt(profile, plan);
  const word = `When it is done, say so: gpu-lease release ${run.id} --stopped "${lease.name}"; in GitHub Actions start the release workflow with run ${run.id} and stopped ${lease.name}.`;
  return [`${lease.boxId ?? lease.name}:`, ...steps, ...beside, word].join(" ");
}
function consoleStep(profile, planned, lease) {
  const verb = profileVerb(profile, planned);
  if (verb?.console !== void 0) return sentence(verb.console);
  const what = verb?.native ?? (verb ? `"${verb.id}"` : "stop or delete it");
  return `In the console of ${profile.name}: ${what} for the box of ${lease.name}; look there that it no longer bills.`;
}
function besideIt(profile, plan) {
  const planned = plan.flatMap(({ verb }) => profileVerb(profile, verb) ?? []);
  const left = new Set(planned.flatMap((verb) => verb.leaves));
  return profile.verbs.filter((verb) => profile.teardown.zero.includes(verb.id) && !planned.includes(verb)).flatMap((verb) => {
    const ends = verb.stops.filter((meter) => left.has(meter));
    if (ends.length === 0 || verb.console === void 0) return [];
    return [`If you also pay for ${ends.join(" or ")} there, that bills on: ${sentence(verb.console)}`];
  });
}
var sentence = (text) => /[.!?)。]$/.test(text) ? text : `${text}.`;

// src/release/forget.ts
async function forgetSubmissions(world, { leases }) {
  for (const lease of leases) {
    const { boxId } = lease;
    if (boxId === void 0 || !isQueued(lease)) continue;
    try {
      const driver = await world.driver(drivenBy(lease));
      await driver.forget?.(boxId);
    } catch (error) {
      if (!(error instanceof Problem || isOfTheLine(error))) throw error;
      world.face.line(
        `${lease.platform} goes on showing ${lease.name}, which is over and costs nothing: ${error.message}`
      );
    }
  }
}

// src/release/prove.ts
var LOOK_AGAIN_SECONDS = { first: 2, most: 20 };
async function prove(world, lease, meters, { withinSeconds, apartSeconds: apartSeconds2, consoleStep: consoleStep2, once }) {
  const driver = await world.driver(drivenBy(lease));
  const sightings = new Map(meters.map((id) => [id, []]));
  const started = world.clock.now();
  const patienceSeconds2 = meters.every((id) => isOwed(lease, id)) ? apartSeconds2 : withinSeconds;
  for (let pause = LOOK_AGAIN_SECONDS.first; ; pause = Math.min(pause * 1.5, LOOK_AGAIN_SECONDS.most)) {
    await look2(world, driver, lease, sightings);
    const open2 = [...sightings].filter(([, seen2]) => seen2.length < 2);
    if (open2.length === 0) break;
    const left = patienceSeconds2 - secondsBetween(started, world.clock.now());
    const almost = open2.some(([, seen2]) => seen2.length === 1);
    if ((once ? !almost : left <= 0) || world.signal.aborted) break;
    await world.clock.sleep(almost ? apartSeconds2 : Math.min(pause, left), world.signal);
  }
  return [...sightings].flatMap(([meter, seen2]) => {
    if (seen2.length >= 2) return [{ type: "meter-stopped", lease: lease.name, meter, sightings: seen2 }];
    const isEarly = once === true && waitedSeconds(lease, world.clock.now()) < withinSeconds;
    return world.signal.aborted || isEarly ? [] : owed(lease, meter, consoleStep2);
  });
}
function waitedSeconds({ verbAt, lostAt }, now) {
  const since = verbAt ?? lostAt;
  return since === void 0 ? Number.POSITIVE_INFINITY : secondsBetween(new Date(since), now);
}
async function look2(world, driver, lease, sightings) {
  const readings = await readMeters(world, driver, lease);
  const at = world.clock.now().toISOString();
  for (const [id, seen2] of sightings) {
    const state = readings.find((reading) => reading.id === id)?.state ?? "unknown";
    if (state === "gone") seen2.push(at);
    else seen2.length = 0;
  }
}
async function readMeters(world, driver, lease) {
  try {
    return await driver.meters({
      boxId: lease.boxId ?? "",
      name: lease.name,
      meters: lease.meters.map(asMeter)
    });
  } catch (error) {
    if (error instanceof Problem && error.kind === "unreachable") {
      world.face.warn(`${lease.platform} did not answer: ${error.what}`);
      return [];
    }
    throw error;
  }
}
var RUNNING_LOOKS = 2;
async function recheck(world, lease, meters) {
  const driver = await world.driver(drivenBy(lease));
  let running = [];
  for (let looks = 1; looks <= RUNNING_LOOKS; looks += 1) {
    const own = (await readWhereLetIn(world, driver, lease)).filter(({ id }) => meters.includes(id));
    const readings = own.length > 0 ? own : await shownRunning(driver, lease, meters);
    running = readings.filter(({ state }) => state === "running").map(({ id }) => id);
    if (readings.length === meters.length && readings.every(({ state }) => state === "gone"))
      return [{ type: "stands-stopped", lease: lease.name }];
    if (running.length === 0) return [];
    if (looks < RUNNING_LOOKS) await world.clock.sleep(LOOK_AGAIN_SECONDS.first, world.signal);
  }
  return [{ type: "runs-again", lease: lease.name, meters: running }];
}
async function readWhereLetIn(world, driver, lease) {
  try {
    return await readMeters(world, driver, lease);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`Whether ${lease.name} stands stopped cannot be seen: ${error.what}`);
    return [];
  }
}
async function shownRunning(driver, lease, meters) {
  const listed = await driver.running?.().catch(() => void 0);
  const isThere = listed?.get(lease.boxId ?? "")?.state === "running";
  return isThere ? meters.map((id) => ({ id, state: "running" })) : [];
}
var asMeter = (meter) => ({
  id: meter.id,
  kind: meter.kind,
  usdPerHour: meter.usdPerHour,
  source: meter.source
});
var isOwed = (lease, meter) => lease.meters.some((each) => each.id === meter && each.owed !== void 0);
function owed(lease, meter, consoleStep2) {
  if (isOwed(lease, meter)) return [];
  return [
    {
      type: "owed",
      lease: lease.name,
      meter,
      why: `${lease.platform} has not shown it gone two times`,
      next: consoleStep2 ?? `look at box ${lease.boxId ?? lease.name} in the console of ${lease.platform}, then run the release again`
    }
  ];
}

// src/release/release.ts
async function releaseVerb(world, hand, verb, evidence) {
  const { run, lease } = hand;
  const now = world.clock.now();
  const issued = wasGivenUp(lease) ? issueAbandonWarrant(hand, lease.lost, now) : issueWarrant(hand, await evidence(), now);
  const warrant = warrantOf(run, issued);
  if (isByHand(lease)) return askPerson(world, hand, verb);
  await refuseRewritten(world, run, lease);
  return sent(world, { lease, warrant, verb }, "");
}
async function discardVerb(world, hand, verb) {
  const { run, lease, plan } = hand;
  const warrant = warrantOf(run, issueUnusedWarrant(lease, plan));
  if (isByHand(lease)) return askPerson(world, hand, verb);
  await refuseRewritten(world, run, lease);
  return sent(world, { lease, warrant, verb }, ", which was never used");
}
async function sent(world, sending, words) {
  const { lease, verb } = sending;
  const again = lease.verbTimes.get(verb) ?? 0;
  const isGone = await isShownGone(world, lease);
  if (!isGone) await carryOut(world, sending);
  const times = again > 0 ? `, sent for the ${again + 1}th time: it was not seen to have been carried out` : "";
  world.face.line(
    isGone ? `${lease.platform} shows ${lease.name} gone already; "${verb}" was not sent` : `${lease.platform} accepted "${verb}" of ${lease.name}${words}${times}`
  );
  return [{ type: "releasing", lease: lease.name, verb, ...isGone && { found: "gone" } }];
}
async function isShownGone(world, lease) {
  const driver = await world.driver(drivenBy(lease));
  const kinds = lease.meters.filter(({ stoppedAt }) => stoppedAt === void 0).map(({ kind }) => kind);
  if (!kinds.every((kind) => kind === "gpu" || kind === "cpu" || kind === "disk")) return false;
  try {
    return (await driver.describe(lease.boxId ?? "")).state === "gone";
  } catch (error) {
    if (error instanceof Problem && error.kind === "unreachable") return false;
    throw error;
  }
}
async function keepStopped(world, lease, stop) {
  if (!stop) return;
  const issued = issueParkWarrant(lease, [stop]);
  if (!issued.ok) return;
  try {
    await carryOut(world, { lease, warrant: issued.warrant, verb: stop.verb });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(
      `${lease.name} could not be told to stay stopped: ${error.what} It may come back and bill.`
    );
  }
}
async function park(world, parking) {
  const { run, lease, plan, clocks, why } = parking;
  const warrant = warrantOf(run, issueParkWarrant(lease, plan));
  for (const { verb: verb2 } of plan) await carryOut(world, { lease, warrant, verb: verb2 });
  const verb = plan.map((each) => each.verb).join(", ");
  world.face.line(`parked ${lease.name} (${verb}); its data is kept, see the clocks`);
  return [{ type: "parked", lease: lease.name, verb, clocks, ...why !== void 0 && { why } }];
}
async function carryOut(world, { lease, warrant, verb }) {
  const driver = await world.driver(drivenBy(lease));
  await world.hangUp(lease.name);
  await driver.carryOut(warrant, lease.boxId ?? "", verb);
}
function warrantOf(run, issued) {
  if (issued.ok) return issued.warrant;
  const [first, ...rest] = issued.refusals.map(
    ({ code, what, next: next2 }) => new Problem({ code, kind: "refused", what, next: next2, costing: costing(run) })
  );
  if (first && rest.length > 0) throw new Problems([first, ...rest]);
  throw first;
}

// src/rent/caps.ts
var DAY_SECONDS = 86400;
async function refuseOverDay(ledger, run, budget, now) {
  const { usdPerDay, usdRepositoryPerDay } = budget;
  const own = usdInLastDay(run, now);
  if (usdPerDay !== void 0 && own >= usdPerDay)
    throw overDay(run, "This run has", own, `budget.usdPerDay ${usdPerDay}`);
  if (usdRepositoryPerDay === void 0) return;
  const all = own + await usdOfOthers(ledger, run.id, now);
  if (all >= usdRepositoryPerDay)
    throw overDay(
      run,
      `All runs in ${ledger.where} have`,
      all,
      `budget.usdRepositoryPerDay ${usdRepositoryPerDay}`
    );
}
async function refuseOverMonth(ledger, run, budget, now) {
  if (budget.usdRepositoryPerMonth === void 0) return;
  const month = await monthOfMoney(ledger, budget.usdRepositoryPerMonth, now);
  if (month.state !== "over") return;
  throw new Problem({
    code: "monthly-cap",
    kind: "refused",
    what: `${monthText(month)}. Nothing was rented.`,
    next: '"gpu-lease cost --by job" shows what it went to. Run the same command again next month, or start a new run with a higher bound.',
    costing: costing(run)
  });
}
async function usdOfOthers(ledger, own, now) {
  const listed = await ledger.list({ archived: true });
  const dayAgo = now.getTime() - DAY_SECONDS * 1e3;
  const recent = listed.filter(
    ({ run, archived, updatedAt }) => run !== own && (!archived || Date.parse(updatedAt) > dayAgo)
  );
  let usd = 0;
  for (const { run } of recent) usd += usdInLastDay(fold(run, (await ledger.read(run)).events), now);
  return usd;
}
var overDay = (run, who, usd, bound) => new Problem({
  code: "daily-cap",
  kind: "refused",
  what: `${who} cost ${formatUsd(usd)} in the last 24 hours, and ${bound} allows no more. Nothing was rented.`,
  next: "Run the same command again when the oldest of it is a day ago, or start a new run with a higher bound.",
  costing: costing(run)
});

// src/rent/tell-dangers.ts
async function tellDangers(world, run, { offer: { platform, usdPerHour }, candidate: { attach } }) {
  if (run.leases.some((lease) => lease.platform === platform)) return;
  const profile = await world.profile(platform);
  if (profile.kind === "loopback") return;
  const isOwn = attach !== void 0 && usdPerHour === 0;
  if (isOwn && world.isFirstContact?.(`${platform} ${attach}`) === false) return;
  const { conveniences, dangers } = firstContact(profile);
  world.face.heading(`first contact: ${platform}`);
  for (const each of conveniences) world.face.line(`good to know: ${each}`);
  for (const each of dangers) world.face.line(`DANGER: ${each}`);
  for (const { says } of run.opened ? environmentAdvice(run.opened.document, profile) : [])
    world.face.warn(says);
}

// src/rent/intend.ts
var TRY_AGAIN_SECONDS = 900;
var SAME_AGAIN_SECONDS = 600;
var MOST_DECLINED = 10;
async function intend(world, order, until2) {
  const { run, job } = order;
  await refuseOverDay(world.ledger, run, job.budget, world.clock.now());
  await refuseOverMonth(world.ledger, run, job.budget, world.clock.now());
  const elsewhere = await learnElsewhere(world.ledger, run.id, job, world.clock.now());
  for (; ; ) {
    const { ranked, declined, unasked, unaskedToo } = await askAndChoose(world, run, job, elsewhere);
    if (unasked) throw unaskedToo.length > 0 ? new Problems([unasked, ...unaskedToo]) : unasked;
    const [best] = ranked;
    if (best) {
      for (const { candidate, why, isSilent } of declined)
        if (isSilent) world.face.warn(`${candidate.platform} ${why}`);
      await tellDangers(world, run, best);
      return [intended(world, order, best)];
    }
    const missed = noCapacity(job, declined, world.clock.now());
    if (isNews(run, missed, world.clock.now())) return [missed];
    const patient = isPatient(run, new Date(missed.tryAgainAt));
    await sleepUntil(world, { missed, patient, until: until2 });
    if (world.signal.aborted) return [];
  }
}
async function waitForBox(world, run, { patient }, { startedAt, until: until2 }) {
  const missed = run.noCapacity;
  if (!missed || new Date(missed.at) < startedAt) return [];
  await sleepUntil(world, { missed, patient, until: until2 });
  world.signal.throwIfAborted();
  return [];
}
function intended(world, { run, job, n }, best) {
  const { index, candidate, offer, cost } = best;
  const tasks = tasksOf(run, job, candidate);
  const expected = cost.known ? `; the job is expected to cost ${formatUsd(cost.usd)}` : "";
  world.face.line(
    `chose ${offer.platform}: ${offer.summary}, ${offer.usdPerHour} USD/h, ${offer.market}${expected}`
  );
  if (best.heldBack)
    world.face.warn(`${offer.platform} ${offer.id} is taken for want of another: ${best.heldBack.why}`);
  for (const line of spotAdvice(job, best)) world.face.line(line);
  return {
    type: "intended",
    lease: `${run.id}-${n}`,
    platform: offer.platform,
    offer: offer.id,
    summary: offer.summary,
    usdPerHour: offer.usdPerHour,
    market: offer.market,
    ...candidate.attach === void 0 ? {} : { attach: candidate.attach },
    ...candidate.queue === void 0 ? {} : { queue: candidate.queue },
    ...tasks === void 0 ? {} : { tasks },
    ...candidate.user === void 0 ? {} : { user: candidate.user },
    candidate: index,
    claim: world.claim,
    ...offer.hostId === void 0 ? {} : { host: offer.hostId },
    ...offer.region === void 0 ? {} : { region: offer.region },
    ...trafficOf(offer),
    ...cost.known ? { expectedUsd: Number(cost.usd.toFixed(6)) } : {}
  };
}
function trafficOf(offer) {
  const traffic = {
    ...offer.ingressUsdPerGb ? { toBoxUsdPerGb: offer.ingressUsdPerGb } : {},
    ...offer.egressUsdPerGb ? { fromBoxUsdPerGb: offer.egressUsdPerGb } : {},
    ...offer.freeEgressGbPerHour ? { freeFromBoxGbPerHour: offer.freeEgressGbPerHour } : {}
  };
  return isPriced(traffic) ? { traffic } : {};
}
function noCapacity(job, declined, now) {
  const lines = declined.map(
    ({ candidate, offer, why }) => `${candidate.platform}${offer ? ` ${offer.id}` : ""}: ${why}`
  );
  const left = lines.length - MOST_DECLINED;
  const seconds = job.capacity?.tryAgainSeconds ?? TRY_AGAIN_SECONDS;
  return {
    type: "no-capacity",
    declined: [
      ...lines.slice(0, MOST_DECLINED).map((line) => line.slice(0, 300)),
      ...left > 0 ? [`and ${left} more offers`] : []
    ],
    tryAgainAt: new Date(now.getTime() + seconds * 1e3).toISOString()
  };
}
function isNews({ noCapacity: last }, missed, now) {
  if (!last || last.declined.join("\n") !== missed.declined.join("\n")) return true;
  return secondsBetween(new Date(last.at), now) >= SAME_AGAIN_SECONDS;
}
async function sleepUntil(world, { missed, patient, until: until2 }) {
  const again = new Date(missed.tryAgainAt);
  if (!patient || until2 && again > until2) throw nobodyHasOne(missed);
  world.face.line(`no candidate has a box now; asking again at ${missed.tryAgainAt}`);
  await world.clock.sleep(Math.max(0, secondsBetween(world.clock.now(), again)), world.signal);
}
var nobodyHasOne = ({ declined, tryAgainAt }) => new Problem({
  code: "no-capacity",
  kind: "capacity",
  what: `No candidate has a box for this job now. Nothing was rented.
${declined.map((line) => `- ${line}`).join("\n")}`,
  next: `Run the same command again after ${tryAgainAt}, or widen resources, candidates or budget.usdPerHour in the job file.`
});

// src/rent/reach.ts
var BOOT_DEADLINE_SECONDS = 900;
var ATTACH_DEADLINE_SECONDS = 30;
var LOOK_AGAIN_SECONDS2 = { first: 0.2, most: 5 };
var LEAST_WAIT_SECONDS = 60;
var GONE_LOOKS = 2;
async function reach(world, run, lease, until2) {
  const driver = await world.driver(drivenBy(lease));
  const deadlineSeconds = await bootDeadline(world, run, lease);
  const began = world.clock.now();
  let lost = 0;
  let stopped = 0;
  let refused2;
  for (let pause = LOOK_AGAIN_SECONDS2.first; ; pause = Math.min(pause * 1.5, LOOK_AGAIN_SECONDS2.most)) {
    const seen2 = await driver.describe(lease.boxId ?? "");
    const loss = lossOf(run, lease, seen2, world.clock.now());
    const isOver = isQueued(lease) && seen2.queue?.phase === "over";
    lost = loss || isOver ? lost + 1 : 0;
    if (isOver && lost >= GONE_LOOKS) return overBefore(run, lease, seen2);
    if (loss && lost >= GONE_LOOKS)
      return [lostBefore(lease, loss, isPastDeadline(lease, world.clock.now(), deadlineSeconds))];
    if (seen2.hopeless !== void 0 && isNew(lease)) return [bootFailed(world, lease, seen2.hopeless)];
    stopped = seen2.state === "stopped" && !loss ? stopped + 1 : 0;
    if (stopped >= GONE_LOOKS && lease.wakes === void 0 && secondsBetween(began, world.clock.now()) > 2 * pause)
      return standsStopped(run, lease, world.clock.now());
    const isThere = seen2.state === "running" || isQueued(lease) && !isOver && seen2.endpoint !== void 0;
    const reached = isThere ? await connect(world, run, lease, seen2) : void 0;
    if (reached && !(reached instanceof Error))
      return [
        reached,
        ...await twinsOf(driver, lease, lease.boxId ?? ""),
        ...await lateBoxes(world, run)
      ];
    refused2 = reached;
    if (world.signal.aborted) return [];
    const now = world.clock.now();
    if (isOverdue(lease, began, now, deadlineSeconds))
      return overdue(world, run, lease, { now, seen: seen2, refused: refused2 });
    const mustDecide = lost > 0 || stopped > 0 && lease.wakes === void 0 || isPastDeadline(lease, now, deadlineSeconds);
    if (until2 && now >= until2 && !mustDecide) return [];
    await world.clock.sleep(pause, world.signal);
  }
}
function overBefore(run, lease, { queue, native = "" }) {
  const why = queue?.why ?? (native || "its engine does not say how");
  if (lease.queue?.to === "over") return [submissionLost(lease, why)];
  return [
    { type: "queue-moved", lease: lease.name, to: "over", why },
    submissionEnded(run, lease, { cancelled: /^CANCELLED\b/.test(native), why })
  ];
}
var isNew = (lease) => lease.intent.attach === void 0 && lease.started === void 0;
var standsStopped = (run, lease, now) => [
  ...lease.unreached?.shown === "stopped" ? [] : [{ type: "unreached", lease: lease.name, shown: "stopped" }],
  {
    type: "halted",
    code: "box-stopped",
    what: endedItself(lease, now.toISOString()) ? `${lease.platform} shows ${lease.name} stopped: ${ownEndWords(lease.endsItselfAt)}.` : `${lease.platform} shows ${lease.name} stopped. The record does not say that anybody stopped it${lease.started ? "" : ", nor that it ever ran"}.`,
    next: `Look at it in the console of ${lease.platform}, and whether the record is whole ("gpu-lease events ${run.id}", "gpu-lease restore ${run.id}"). Start it there and "gpu-lease resume ${run.id}" to go on, or "gpu-lease abandon ${run.id}".`
  }
];
async function bootDeadline(world, run, lease) {
  if (lease.intent.attach !== void 0) return ATTACH_DEADLINE_SECONDS;
  const { boot } = (await world.profile(lease.platform)).rent;
  const { "many-gpus": many, within } = boot ?? {};
  const isLarge = many !== void 0 && (run.opened?.document.resources.gpu?.count ?? 0) >= many.from;
  return (isLarge ? many.within : within)?.seconds ?? BOOT_DEADLINE_SECONDS;
}
function isOverdue(lease, began, now, deadlineSeconds) {
  const here = secondsBetween(began, now);
  if (lease.intent.attach !== void 0) return here > deadlineSeconds;
  return isPastDeadline(lease, now, deadlineSeconds) && here > Math.min(deadlineSeconds, LEAST_WAIT_SECONDS);
}
function isPastDeadline(lease, now, deadlineSeconds) {
  const since = bootsSince(lease);
  return since !== void 0 && secondsBetween(new Date(since), now) > deadlineSeconds;
}
var bootsSince = ({ rentedAt, wakes }) => wakes ?? rentedAt;
var lostBefore = (lease, what, isLate) => ({
  type: "preempted",
  lease: lease.name,
  what,
  ...what === "evicted" && isNew(lease) && lease.pin === void 0 && !isLate && { goesBack: true },
  why: what === "evicted" ? "stopped by the platform before it answered" : "gone before it answered"
});
function bootFailed(world, lease, why) {
  const hours = secondsBetween(new Date(lease.rentedAt ?? world.clock.now()), world.clock.now()) / 3600;
  const wasted = hours * lease.meters.reduce((sum, meter) => sum + meter.usdPerHour, 0);
  world.face.warn(
    `${lease.name} on ${lease.platform} goes back unused: ${why}. Wasted: about ${wasted.toFixed(4)} USD.`
  );
  return {
    type: "boot-failed",
    lease: lease.name,
    why: why.slice(0, 300),
    ...lease.host === void 0 ? {} : { host: lease.host }
  };
}
function overdue(world, run, lease, { now, seen: seen2, refused: refused2 }) {
  const waitedSeconds2 = secondsBetween(new Date(bootsSince(lease) ?? now), now);
  if (refused2 instanceof HostKeyChanged) throw asProblem(refused2, run, lease);
  if (!isNew(lease))
    throw refused2 ? asProblem(refused2, run, lease) : neverAnswered(run, lease, waitedSeconds2, seen2.state);
  const why = refused2 instanceof LoginRefused ? "it does not accept our key" : `the platform calls it ${seen2.native ?? seen2.state}`;
  return [bootFailed(world, lease, `no login within ${formatSeconds(waitedSeconds2)}; ${why}`)];
}
async function connect(world, run, lease, { endpoint }) {
  try {
    const channel = await world.channel(lease);
    const vouched = endpoint?.hostKeySha256;
    const pin = vouched === channel.hostKeySha256 ? "platform" : await pinOf(world, lease, channel.hostKeySha256);
    return { type: "reachable", lease: lease.name, hostKeySha256: channel.hostKeySha256, pin };
  } catch (error) {
    if (error instanceof TransportFailed) return;
    const mayPass = error instanceof LoginRefused || error instanceof HostKeyChanged;
    if (mayPass && lease.intent.attach === void 0) {
      await world.hangUp(lease.name);
      return error;
    }
    throw asProblem(error, run, lease);
  }
}
var pinOf = async (world, lease, sha256) => lease.intent.attach === void 0 && (await world.hostKey(lease.name)).sha256 === sha256 ? "derived" : "first-contact";
function asProblem(error, run, lease) {
  if (error instanceof HostKeyChanged) {
    return new Problem(
      {
        code: "host-key-changed",
        kind: "identity",
        what: `${lease.name}: ${error.message}. Either the box was rebuilt or somebody is in between; nothing was sent.`,
        next: `Compare the key with the platform's console. A rebuilt box is another box: "gpu-lease abandon ${run.id}" and start a new run.`,
        costing: costing(run)
      },
      { cause: error }
    );
  }
  if (error instanceof LoginRefused) {
    return new Problem(
      {
        code: "login-refused",
        kind: "unreachable",
        what: `${lease.name} does not accept our key: ${error.message}.`,
        next: lease.intent.attach === void 0 ? "Check that GPU_LEASE_SECRET is the one the box was rented with." : `Put your public key into its authorized_keys (\`ssh-copy-id ${copyIdWords(lease.intent.attach)}\` asks for the password once), or name the right IdentityFile in ~/.ssh/config; "ssh -v" to the same target shows the same.`,
        costing: costing(run)
      },
      { cause: error }
    );
  }
  return error;
}
function neverAnswered(run, lease, waitedSeconds2, state) {
  return new Problem({
    code: "box-never-answered",
    kind: "unreachable",
    what: `${lease.name} on ${lease.platform} did not answer within ${formatSeconds(waitedSeconds2)}; the platform calls it ${state}.`,
    next: `Run the same command to go on waiting, or "gpu-lease abandon ${run.id}" to give the box back.`,
    costing: costing(run)
  });
}

// src/rent/wake.ts
async function wake(world, run, lease, until2) {
  if (comesUpAgain(lease)) return reach(world, run, lease, until2);
  if (lease.wakes === void 0) return [{ type: "waking", lease: lease.name }];
  const { startAgain } = await world.driver(drivenBy(lease));
  if (!startAgain) return [notStarted(run, lease, "gpu-lease knows no call for it there")];
  try {
    await startAgain(lease.boxId ?? "");
  } catch (error) {
    if (!(error instanceof RentFailed) || error.reason === "unclear") throw error;
    return [notStarted(run, lease, error.message)];
  }
  world.face.line(`${lease.name} had parked itself; ${lease.platform} starts it again for the collect`);
  return [{ type: "woken", lease: lease.name }];
}
function notStarted(run, lease, why) {
  const { name, platform, clocks } = lease;
  const ends = clocks.map(({ effect, at }) => ` ${effect} (${at}).`).join("");
  const paid = costing(run).join("; ");
  return {
    type: "halted",
    code: "box-not-started",
    what: `${name} parked itself when its work was over, and ${platform} does not start it again: ${why}. Nothing is lost: its disk keeps the work.${ends}${paid === "" ? "" : ` Paid for meanwhile: ${paid}.`}`,
    next: `"gpu-lease resume ${run.id}" tries again. Where it goes on, start it in the console of ${platform}, without a card if that is offered, and then "gpu-lease resume ${run.id}" collects from it; "gpu-lease abandon ${run.id}" gives it back.`
  };
}

// src/watch/watching.ts
var newWatching = () => ({
  lastSeen: void 0,
  first: /* @__PURE__ */ new Map(),
  gone: 0,
  settling: 0,
  strange: false,
  takenAway: false,
  notOnTier: /* @__PURE__ */ new Set(),
  verdict: void 0,
  queue: void 0,
  unused: /* @__PURE__ */ new Map(),
  shown: /* @__PURE__ */ new Map(),
  over: /* @__PURE__ */ new Set()
});

// src/collect/begin-from.ts
import { createReadStream as createReadStream2, lstatSync } from "node:fs";
import { join as join3 } from "node:path";
var MOST_SEAL_BYTES = 64 * 1024 ** 2;
async function beginFrom(of) {
  const { world, run, job, source } = of;
  if (!source.seal || !source.opened) throw notSealed(source);
  const rule = job.checkpoint;
  if (!rule) throw new Error(`job ${job.name} begins from ${source.id} and has no checkpoint`);
  const sets = await openSets(of);
  try {
    const rows = await sealedRows(of, sets);
    const cells = [];
    for (const cell of run.cells.keys()) {
      const { set, chosen } = chosenFor(cell, source, rows, rule);
      const copies = new KeptCopies(storeOf(world.storeDir, run.id, cell));
      await bring2(of, sets, chosen, copies);
      const step = await loadedStep(of, set, chosen, copies);
      const begun = { ...chosen, ...step !== void 0 && { step } };
      cells.push(begun);
      told(of, begun);
    }
    const { seal } = source.seal;
    const { commit, configHash } = source.opened;
    const place = { machine: world.machine, dir: join3(world.storeDir, run.id) };
    const digest = digestOf(cells);
    return { type: "begins-from", run: source.id, seal, commit, configHash, cells, digest, in: place };
  } finally {
    for (const { set } of sets) await set.close();
  }
}
async function openSets({ source, storesFor, world }) {
  const open2 = [];
  for (const stored of source.stored.toReversed())
    for (const store of await storesFor(stored)) {
      const set = await store.open(stored.id).catch((error) => {
        if (!(error instanceof Problem)) throw error;
        world.face.warn(`${stored.place} was not asked for ${source.id}: ${error.what}`);
        return null;
      });
      if (set) open2.push({ set, nameOf: (path) => store.nameOf(path) });
    }
  return open2;
}
async function sealedRows({ world, source }, sets) {
  const isIt = (document) => digestOf(document ?? null) === source.seal?.seal;
  const here = new RunStore(world.storeDir, source.id).readSeal()?.document;
  if (isIt(here)) return passedIn(here);
  for (const { set, nameOf } of sets) {
    const text = await textOf(set, nameOf(`${EVIDENCE}/seal.json`), MOST_SEAL_BYTES).catch(() => "{}");
    const document = documentIn(text);
    if (isIt(document)) return passedIn(document);
  }
  throw notHere(source, [`its seal ${source.seal?.seal.slice(0, 8)}`], world.machine);
}
function documentIn(text) {
  try {
    return JSON.parse(text).document;
  } catch {
    return void 0;
  }
}
function passedIn(document) {
  const { verdicts = [] } = document;
  const passed = new Map(
    verdicts.filter(({ verdict }) => verdict === "pass" || verdict === "pass-degraded").map((row) => [`${row.cell}/${row.path}/${row.sha256}`, row.verdict])
  );
  return (sealedFiles(document) ?? []).flatMap(({ cell, path, bytes, sha256 }) => {
    const verdict = passed.get(`${cell}/${path}/${sha256}`);
    return verdict === void 0 ? [] : [{ cell, path, bytes, sha256, verdict }];
  });
}
function chosenFor(cell, source, all, rule) {
  const names = [...source.cells.keys()];
  const of = source.cells.has(cell) ? cell : names.length === 1 ? names[0] : void 0;
  if (of === void 0) throw noSuchCell(cell, source, names);
  const rows = new Map(all.filter((row) => row.cell === of).map((row) => [row.path, row]));
  const listing = [...rows.values()].map(({ path, bytes }) => ({ path, bytes, modifiedAt: 0 }));
  const whole = checkpointSets(listing, rule).filter(({ ending }) => ending !== "lacking");
  const kept = source.cells.get(of)?.sets ?? [];
  const last = kept.at(-1)?.name;
  const set = whole.find(({ name }) => name === last) ?? whole[0];
  if (!set) throw noCheckpoint(source, of, rule, [...rows.keys()]);
  const files = set.files.map(({ path }) => {
    const { bytes = 0, sha256 = "", verdict = "pass" } = rows.get(path) ?? {};
    return { path, bytes, sha256, verdict };
  });
  return { set, chosen: { cell, of, name: set.name, files } };
}
async function loadedStep({ world, job, source }, set, { of, files }, copies) {
  try {
    const verdict = await loadedSetIn(await copies.laidOut(files), job, set, world.signal);
    if (!verdict.isWhole) throw notLoaded(source, `${of}/${verdict.path}`, verdict.why);
    return verdict.step;
  } finally {
    await copies.dropLayout();
  }
}
var told = ({ world, source }, { cell, name, step, files }) => world.face.line(
  `${cell}: begins from ${name}${step === void 0 ? "" : ` of step ${step}`} of ${source.id}, ${files.length} file${files.length === 1 ? "" : "s"}, as sealed`
);
async function bring2({ world, source }, sets, { of, files }, copies) {
  const missing = [];
  for (const file of await copies.missing(files)) {
    world.signal.throwIfAborted();
    const local = join3(storeOf(world.storeDir, source.id, of), file.path);
    const isHere = lstatSync(local, { throwIfNoEntry: false })?.isFile() === true;
    const sources = [
      ...isHere ? [(sink) => readLocal(local, sink)] : [],
      ...sets.map(
        ({ set, nameOf }) => (sink) => set.read(nameOf(`${of}/${file.path}`), sink)
      )
    ];
    if (!await firstThatIsIt(world, copies, file, sources)) missing.push(`${of}/${file.path}`);
  }
  if (missing.length > 0) throw notHere(source, missing, world.machine);
}
async function readLocal(path, sink) {
  for await (const piece of createReadStream2(path)) sink(piece);
}
async function firstThatIsIt(world, copies, file, sources) {
  for (const read of sources) {
    const isIt = await copies.takeIn(file, read).catch((error) => {
      world.signal.throwIfAborted();
      if (error instanceof RangeError || error instanceof Problem) return false;
      throw error;
    });
    if (isIt) return true;
  }
  return false;
}
var refused = (code, what, next2) => new Problem({ code, kind: "refused", what: `${what} Nothing was rented.`, next: next2 });
var notSealed = ({ id }) => refused(
  "from-not-sealed",
  `The job begins from ${id}, which is not sealed: nothing of it is proven.`,
  `Collect it first ("gpu-lease collect ${id}"), or name another run: "gpu-lease status --archived" lists them.`
);
var noSuchCell = (cell, { id }, names) => refused(
  "from-no-checkpoint",
  `The cell ${cell} begins from ${id}, which has no cell of that name and ${names.length} others: ${names.slice(0, 10).join(", ")}.`,
  "Give the cells the same names, or begin from a run of one cell."
);
var noCheckpoint = ({ id }, of, rule, sealed) => refused(
  "from-no-checkpoint",
  `${id} has no sealed and verified checkpoint that ${setWords(rule)} names. Sealed of ${of}: ${sealed.slice(0, 10).join(", ") || "nothing that passed"}.`,
  "Name in `checkpoint.path` where the script looks, as that run saved it; or begin from another run."
);
var notLoaded = ({ id }, path, why) => refused(
  "from-no-checkpoint",
  `The checkpoint of ${id} is no checkpoint of this job: ${path} ${why}.`,
  "Say under `checkpoint` what that run saved, and how its step is called; or begin from another run."
);
var notHere = ({ id, seal, stored }, missing, machine) => refused(
  "from-not-here",
  `Of ${id} this machine (${machine}) and its stores do not have, as it was sealed: ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? ` and ${missing.length - 5} more` : ""}.`,
  `It lies in ${[seal?.place ?? "an unknown place", ...stored.map(({ place }) => place)].join(", and in ")}. Run this command there, or set the keys of that store here.`
);

// src/course/begin.ts
var lacksBeginning = ({ opened, begunFrom }) => opened?.document.from !== void 0 && begunFrom === void 0;
async function begin(world, run, job) {
  const id = job.from ?? "";
  if (id === run.id)
    throw new Problem({
      code: "from-itself",
      kind: "usage",
      what: `The job begins from ${id}, and that is the run itself.`,
      next: "Name another run, or leave `from` out: a run goes on from its own checkpoint by itself."
    });
  const source = await readRun(world.ledger, id);
  return [await beginFrom({ world, run, job, source, storesFor: storesOf(world, source) })];
}
function refuseWithoutBeginning(run) {
  if (!lacksBeginning(run)) return;
  throw new Problem({
    code: "from-missing",
    kind: "refused",
    what: `The job begins from ${run.opened?.document.from}, and the record of ${run.id} does not say that anything of that was brought. Nothing was started.`,
    next: `Look at it with "gpu-lease events ${run.id}"; "gpu-lease abandon ${run.id}" gives the box back.`,
    costing: costing(run)
  });
}

// src/box/dead-man.ts
var LAY = `umask 077; dir=\${HOME:?}/.gpu-lease/.dead-man; file=$dir/dead-man-$1.sh
mkdir -p "$dir" || exit 5
[ -f "$file" ] || { cat >"$file.$$" && [ "$(($(wc -c <"$file.$$")))" -eq "$2" ] && mv -f "$file.$$" "$file"; } || exit 5
sh "$file" lay "$dir" "$3" "$4" "$5" || exit
[ -z "$6" ] || sh "$file" try "$6"`;
var LIFT = 'rm -f "$HOME"/.gpu-lease/.dead-man/*/"for.$1"';
var WHY = {
  5: "nothing could be written below ~/.gpu-lease",
  6: "the process that waits for the deadline did not stay alive"
};
var TRY_SECONDS = 120;
async function layDeadMan(channel, order) {
  const { run, seconds, line, probe = "" } = order;
  const script = Buffer.from(deadManText());
  const words = [deadManHash(), String(script.length), run, String(Math.ceil(seconds)), line, probe];
  const done = await channel.exec(["sh", "-c", LAY, "sh", ...words], {
    stdin: script,
    timeoutSeconds: 30 + (probe === "" ? 0 : TRY_SECONDS)
  });
  return readDeadMan(answersOf(done), done);
}
async function liftDeadMan(channel, run) {
  await channel.exec(["sh", "-c", LIFT, "sh", run]);
}
function readDeadMan(answers, { exitCode, stderr }) {
  const words = answers.flatMap((line) => line.startsWith("dead-man ") ? [line.slice(9)] : []);
  const left = words.map((each) => /^laid (-?\d{1,10})$/.exec(each)?.[1]).find((each) => each !== void 0);
  const failedAt = words.findIndex((each) => each.startsWith("failed "));
  const [, times, code, ago] = /^failed (\d{1,6}) (\d{1,3}) (\d{1,10})$/.exec(words[failedAt] ?? "") ?? [];
  const triedAt = words.findIndex((each) => each.startsWith("tried "));
  const [, tried] = /^tried (\d{1,3})$/.exec(words[triedAt] ?? "") ?? [];
  return {
    secondsLeft: left === void 0 ? void 0 : Number(left),
    ...left === void 0 && {
      why: WHY[exitCode] ?? `exit ${exitCode}${stderr === "" ? "" : `, ${oneLine(stderr.slice(-200))}`}`
    },
    ...times !== void 0 && {
      failed: {
        times: Number(times),
        exitCode: Number(code),
        agoSeconds: Number(ago),
        said: saidAfter(words, failedAt)
      }
    },
    ...tried !== void 0 && {
      tried: { exitCode: Number(tried), said: saidAfter(words, triedAt) }
    }
  };
}
var saidAfter = (words, at) => oneLine(/^said (.*)$/.exec(words[at + 1] ?? "")?.[1] ?? "", 300);

// src/course/dead-man.ts
var LEAST_SECONDS = 3600;
async function ownEndNow(world, { run, lease, job }, at) {
  if (isQueued(lease)) return;
  const profile = await world.profile(lease.platform);
  const candidate = candidateOf(job, lease);
  const { placed } = lease;
  const work = placed ? placed.work ?? HOME_WORK : wantedPlaces(job, profile, candidate).work;
  const end = ownEndOf(profile, candidate, work);
  if ("never" in end) return;
  const hasWork = at === "start" || lease.started !== void 0;
  if (hasWork && end.holds === "until-work") return;
  const { hours } = job.budget;
  const left = at === "start" ? hours * 3600 : secondsLeft(run, hours, world.clock.now());
  return { ...end, seconds: Math.max(Math.ceil(left), LEAST_SECONDS) + AFTER_KEEPER_SECONDS };
}
async function laidAtContact(world, of, events) {
  if (!events.some(({ type }) => type === "reachable")) return events;
  const end = await ownEndNow(world, of, "contact");
  if (!end) return events;
  try {
    const laid = await lay(await world.channel(of.lease), of.run, end);
    return withEnd(events, "reachable", endsAt(world, laid));
  } catch (error) {
    if (error instanceof TransportFailed) return events;
    throw error;
  }
}
async function laidAtStart(world, of, start2) {
  const end = await ownEndNow(world, of, "start");
  const wasLaid = of.lease.endsItselfAt !== void 0 || await ownEndNow(world, of, "contact");
  if (!end && !wasLaid) return start2(void 0);
  const channel = await world.channel(of.lease);
  if (!end) {
    await liftDeadMan(channel, of.run.id);
    return start2(void 0);
  }
  const laid = await lay(channel, of.run, end);
  return withEnd(await start2(end.line), "started", endsAt(world, laid));
}
async function laidToCollect(world, of) {
  const end = await ownEndNow(world, of, "contact");
  if (end) await lay(await world.channel(of.lease), of.run, end);
}
async function seenAtAudit(world, of, channel) {
  const end = await ownEndNow(world, of, "contact");
  if (!end) return;
  const laid = await lay(channel, of.run, end, end.probe);
  const at = endsAt(world, laid);
  return { findings: findingsOf(of, end, laid), ...at !== void 0 && { endsItselfAt: at } };
}
var lay = (channel, run, end, probe) => layDeadMan(channel, { run: run.id, seconds: end.seconds, line: end.line, probe });
var endsAt = ({ clock }, { secondsLeft: left }) => left === void 0 ? void 0 : new Date(clock.now().getTime() + left * 1e3).toISOString();
var withEnd = (events, type, endsItselfAt) => events.map(
  (event) => event.type === type && endsItselfAt !== void 0 ? { ...event, endsItselfAt } : event
);
function findingsOf({ run, lease }, { verb, why, holds }, laid) {
  const { secondsLeft: left, failed, tried } = laid;
  const platforms = lease.endsAt === void 0 ? "" : `the platform's own timer at ${lease.endsAt}, `;
  const fix = `Work goes on all the same. What ends its meter without it: ${platforms}every look and the schedule (\`tick\`), which see when budget.hours are over, and "gpu-lease abandon ${run.id}". Keep a schedule on.`;
  const warn = (what, cause) => ({
    id: "dead-man",
    level: "warn",
    what,
    cause,
    fix
  });
  const words = (code, said) => `exit ${code}${said === "" ? "" : `: ${said}`}`;
  if (left === void 0)
    return [
      warn(
        `this box cannot end its own meter: ${laid.why ?? "it does not say why"}.`,
        "What would wait for the deadline could not be laid down on it."
      )
    ];
  const ends = `if nobody comes, it ends its own meter in ${formatSeconds(left)} ("${verb}"${holds === "until-work" ? "; until work is begun on it" : ""}); ${why}`;
  return [
    { id: "dead-man", level: "info", what: ends, cause: "", fix: "" },
    ...tried && tried.exitCode !== 0 ? [
      warn(
        `this box cannot end its own meter: a read by its own key was refused (${words(tried.exitCode, tried.said)}).`,
        `The platform does not let through what a box of it holds for that, or it cannot be reached from there. The line for "${verb}" is tried at the deadline all the same.`
      )
    ] : [],
    ...failed ? [
      warn(
        `the line that ends its meter was done ${failed.times} times, last ${formatSeconds(failed.agoSeconds)} ago, and the box goes on (${words(failed.exitCode, failed.said)}).`,
        `Its deadline was over and "${verb}" did not come about.`
      )
    ] : []
  ];
}

// src/course/in-order.ts
function inOrder(seen2, kept) {
  const began = (event) => event.type === "begun-again";
  return [...seen2.filter(began), ...kept, ...seen2.filter((event) => !began(event))];
}

// src/course/known-there.ts
async function withKnown(world, run, lease, events) {
  const texts = events.flatMap(textsOf);
  if (texts.length === 0) return events;
  const known = recognize({ run, lease }, await world.profile(lease.platform), texts);
  for (const each of known) world.face.warn(wordsOfRecognized(each));
  return [...events, ...known.map(({ event }) => event)];
}
function textsOf(event) {
  if (event.type === "rent-refused") return [{ in: "api", text: event.what }];
  if (event.type !== "boot-failed") return [];
  return [
    { in: "api", text: event.why },
    { in: "ssh", text: event.why }
  ];
}

// src/course/over-any-line.ts
var FIRST_PAUSE_SECONDS2 = 2;
var LONGEST_PAUSE_SECONDS2 = 60;
var PATIENCE_SECONDS = 600;
var GOT_AHEAD_BYTES = 64 << 10;
var NOT_REACHED = "box-not-reached";
var WHILE = {
  audit: "it was audited",
  start: "the work was laid down on it",
  collect: "its files were collected"
};
async function overAnyLine({ world, startedAt, boundSeconds }, { run, lease, during, work, instead }) {
  let since;
  for (let pause = FIRST_PAUSE_SECONDS2; ; pause = Math.min(2 * pause, LONGEST_PAUSE_SECONDS2)) {
    try {
      return await work();
    } catch (error) {
      const broken = brokenLine(error);
      if (!broken || world.signal.aborted) throw error;
      const now = world.clock.now();
      if (broken instanceof PullBroken && broken.progress.movedBytes >= GOT_AHEAD_BYTES) {
        since = void 0;
        pause = FIRST_PAUSE_SECONDS2;
      }
      since ??= now;
      const isOver = (of, seconds) => secondsBetween(of, now) + pause > seconds;
      if (isOver(since, PATIENCE_SECONDS) || isOver(startedAt, boundSeconds)) throw error;
      const first = next(run, await plansOf(world, run), now).find((step) => !isBeside(step));
      if (first && first.do !== during) return instead(first);
      world.face.warn(
        `the line to ${lease.name} broke while ${WHILE[during]} (${broken.reason}: ${broken.message}). It goes on in ${pause} s.`
      );
      await world.clock.sleep(pause, world.signal);
    }
  }
}
var OF_THE_LINE = [
  "reset",
  "timeout",
  "closed",
  "refused",
  "banner",
  "unresolved"
];
var brokenLine = (error) => error instanceof Problem && error.code === NOT_REACHED && error.cause instanceof TransportFailed && OF_THE_LINE.includes(error.cause.reason) ? error.cause : void 0;

// src/course/lost-or-unreached.ts
var isEviction = (event) => event.type === "preempted" && event.what === "evicted";
var isOwnPark = (event) => event.type === "parked" && event.itself === true;
async function evicted(world, lease, events) {
  const park2 = events.find(isOwnPark);
  if (park2) {
    await world.hangUp(lease.name);
    world.face.line(
      `${lease.name} is stopped, as it was told to stop itself (${park2.verb}) when its work was over; it is started again to be collected`
    );
    const clocks2 = await parkClocks(world, lease);
    return events.map((event) => isOwnPark(event) ? { ...event, clocks: clocks2 } : event);
  }
  if (!events.some(isEviction)) return events;
  await keepStopped(world, lease, await stayStopped(world, lease));
  const clocks = await evictionClocks(world, lease);
  return events.map((event) => isEviction(event) ? { ...event, clocks } : event);
}
async function reported(world, run, lease, work) {
  try {
    return await evicted(world, lease, await work());
  } catch (error) {
    if (error instanceof TransportFailed && error.reason === "noise") throw mixedUp(run, lease, error);
    if (error instanceof TransportFailed) return lostOrUnreached(world, run, lease, error);
    if (error instanceof Problem && error.code === "keeper-gone" && lease.started && !run.seal)
      return [{ type: "preempted", lease: lease.name, what: "disk", why: error.what.slice(0, 300) }];
    throw asProblem(error, run, lease);
  }
}
async function lostOrUnreached(world, run, lease, error) {
  const driver = await world.driver(drivenBy(lease));
  await world.hangUp(lease.name);
  for (let sighting = 1; ; sighting += 1) {
    const seen2 = await driver.describe(lease.boxId ?? "");
    const what = lossOf(run, lease, seen2, world.clock.now());
    const isStopped = seen2.state === "stopped";
    const isOurs = isStopped && mayHaveParked(lease, void 0, world.clock.now());
    if (isOurs && sighting === 2) return evicted(world, lease, [parkedItself(lease)]);
    if (!what && (!isStopped || lease.unreached?.shown === "stopped" && !isOurs))
      throw notReached(run, lease, seen2.state, error);
    if (sighting === 2 && !what) return [{ type: "unreached", lease: lease.name, shown: "stopped" }];
    if (sighting === 2 && what) return evicted(world, lease, [shownLost(lease, what, error.reason)]);
    await world.clock.sleep(1, world.signal);
  }
}
var mixedUp = (run, lease, cause) => new Problem(
  {
    code: "bytes-altered",
    kind: "failed",
    what: `${lease.name} answers, and what it sends is not what its files and commands say: ${cause.message}. None of it counts; nothing on the box was touched.`,
    next: "Look at what writes into the output of that account's commands (start files, a banner, a monitor, ForceCommand) and take it out; then run the same command again, which goes on where this one stopped.",
    costing: costing(run)
  },
  { cause }
);
var notReached = (run, lease, state, cause) => new Problem(
  {
    code: NOT_REACHED,
    kind: "unreachable",
    what: `${lease.name} was not reached (${cause.reason}: ${cause.message}); the platform calls it ${state}. This says nothing about the run.`,
    next: "Run the same command again; it goes on where this one stopped.",
    costing: costing(run)
  },
  { cause }
);

// src/collect/disk-look.ts
var MOST_READ = 4;
async function standingOf(looked, channel, { rule, kept, base }) {
  const { memory, cell, of } = looked;
  const outDir = cellOutDir(base, cell.name);
  const sets = checkpointSets(await listSeen(channel, outDir, setGlobs(rule)), rule);
  const known = await findKept(channel, outDir, { sets, kept, memory });
  if (of.job.resources.leastNodes === void 0) refuseLesser(sets, kept, memory);
  for (let read = 0; ; read += 1) {
    const at = sets.findIndex((set) => tornWhy(set, memory) === void 0);
    const torn = (at < 0 ? sets : sets.slice(0, at)).flatMap((set) => tornOf(set, memory));
    const newest = sets[at];
    const is = (word) => ({ torn, newest: word, set: newest });
    if (!newest) return is("gone");
    if (newest === known) return is("kept");
    const print = fingerprint(newest);
    if (memory.refused.has(print)) return is("other");
    if (memory.kept === print) return is(known || newest.name === kept.name ? "other" : "gone");
    if (read === MOST_READ) return is("unknown");
    const events = await keptNow(looked);
    if (events === void 0) return is("unknown");
    if (events.length > 0) return { events };
    if (memory.kept !== print && !memory.refused.has(print)) return is("unknown");
  }
}
async function keptNow(looked) {
  try {
    return (await keepCell(looked)).events ?? [];
  } catch (error) {
    if (error instanceof NoRoomToHold) return void 0;
    throw error;
  }
}
async function findKept(channel, outDir, { sets, kept, memory }) {
  const found = sets.find((set) => set.name === kept.name && hasSizes(set, kept));
  if (!found) return void 0;
  const print = fingerprint(found);
  if (memory.kept === print) return found;
  if (memory.refused.has(print)) return void 0;
  const bytes = kept.files.reduce((sum, file) => sum + file.bytes, 0);
  const paths = kept.files.map(({ path }) => path);
  const { files } = await hashOnBox(channel, outDir, paths, { bytes });
  if (!kept.files.every(({ path, sha256 }) => files.get(path)?.sha256 === sha256)) return void 0;
  memory.kept = print;
  return found;
}
function hasSizes({ files }, kept) {
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  return files.length === kept.files.length && kept.files.every(({ path, bytes }) => sizes.get(path) === bytes);
}
function refuseLesser(sets, kept, memory) {
  for (const set of sets) {
    const print = fingerprint(set);
    if (print === memory.kept) return;
    if (set.ending !== "unsaid" || set.files.length >= kept.files.length || memory.refused.has(print))
      continue;
    const own = countsOf(set.files);
    const theirs = countsOf(kept.files);
    const lacking = [...theirs].find(([name, count]) => (own.get(name) ?? 0) < count)?.[0];
    if (lacking === void 0) continue;
    const has = `${own.get(lacking) ?? 0} of ${lacking}`;
    memory.refused.set(print, {
      why: `has ${has}, and ${kept.name} has ${theirs.get(lacking)}`,
      isTorn: true
    });
  }
}
function countsOf(files) {
  const counts = /* @__PURE__ */ new Map();
  for (const { path } of files) {
    const name = path.replace(/[0-9]+/g, "#");
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
var tornOf = (set, memory) => {
  const why = tornWhy(set, memory);
  return why === void 0 || isUnfinishedName(set.name) ? [] : [{ set, why }];
};
function tornWhy(set, { kept, refused: refused2 }) {
  const print = fingerprint(set);
  if (print === kept) return void 0;
  const refusal = refused2.get(print);
  if (refusal) return refusal.isTorn ? refusal.why : void 0;
  return set.ending === "lacking" ? set.why : void 0;
}

// src/collect/pointers.ts
import { posix } from "node:path";
function mendedPointers(pointers, gone, there) {
  const lost = gone.filter((unit) => unit !== there);
  return pointers.flatMap((pointer) => {
    const now = lost.map((unit) => renamed(pointer, unit, there)).find((each) => each !== void 0);
    return now === void 0 ? [] : [{ ...pointer, now }];
  });
}
function renamed({ how, path, says }, unit, there) {
  const dir = posix.dirname(path);
  const [from, to] = [posix.relative(dir, unit), posix.relative(dir, there)];
  if (how === "link") return posix.normalize(says).replace(/\/$/, "") === from ? to : void 0;
  const said = says.trim();
  if (said === from) return to;
  if (posix.dirname(unit) !== dir || posix.dirname(there) !== dir) return void 0;
  const [number, other] = [numberOf(unit), numberOf(there)];
  const isNumber = number !== void 0 && /^[0-9]{1,15}$/.test(said) && Number(said) === number;
  if (!isNumber || other === void 0 || !NUMBERED.test(posix.basename(path))) return void 0;
  return String(other).padStart(said.length, said.startsWith("0") ? "0" : "");
}
var NUMBERED = /latest|last|checkpoint|iteration/i;
var LIST = `
cd -- "$1" 2>/dev/null || exit 0
shift
for dir in "$@"; do
  for path in "$dir"/*; do
    if [ -L "$path" ]; then printf 'link %s\\n%s\\n' "$path" "$(readlink -- "$path" | head -n 1)"
    elif [ -f "$path" ] && [ "$(wc -c <"$path")" -le 300 ] && [ "$(wc -l <"$path")" -le 1 ]; then
      printf 'text %s\\n%s\\n' "$path" "$(head -n 1 -- "$path" | tr -d '\\000\\r')"
    fi
  done
done 2>/dev/null
exit 0
`;
async function listPointers(channel, outDir, units) {
  const dirs = [.../* @__PURE__ */ new Set([".", ...units.map((unit) => posix.dirname(unit))])];
  const fit = dirs.filter((dir) => dir === "." || pathFault(dir) === void 0).map((dir) => `./${dir}`);
  const { stdout } = await channel.exec(["sh", "-c", LIST, "sh", outDir, ...fit], {
    timeoutSeconds: 120,
    maxOutputBytes: 1024 ** 2
  });
  const lines = stdout.split("\n");
  return lines.flatMap((line, at) => {
    const [, how, named = ""] = /^(link|text) (\.\/.+)$/.exec(line) ?? [];
    const path = posix.normalize(named);
    if (how !== "link" && how !== "text" || pathFault(path) !== void 0) return [];
    return [{ how, path, says: lines[at + 1] ?? "" }];
  });
}
var WRITE = `
umask 022
cd -- "$1" || exit 4
while IFS= read -r how && IFS= read -r path && IFS= read -r now; do
  case $path in */*) mkdir -p -- "$2/\${path%/*}" ;; *) mkdir -p -- "$2" ;; esac || exit 5
  [ -e "$2/$path" ] || [ -L "$2/$path" ] || cp -P -- "./$path" "$2/$path" || exit 5
  new=./$path.gpu-lease
  rm -f -- "$new"
  if [ "$how" = link ]; then ln -s -- "$now" "$new"
  elif [ "$(tail -c 1 -- "./$path" | wc -l)" -eq 0 ]; then printf '%s' "$now" >"$new"
  else printf '%s\\n' "$now" >"$new"; fi || exit 6
  mv -fT -- "$new" "./$path" 2>/dev/null || { rm -f -- "./$path" && mv -f -- "$new" "./$path"; } || exit 6
done
`;
async function writePointers(channel, outDir, aside, pointers) {
  if (pointers.length === 0) return;
  const { exitCode, stderr } = await channel.exec(["sh", "-c", WRITE, "sh", outDir, aside], {
    stdin: Buffer.from(pointers.map(({ how, path, now }) => `${how}
${path}
${now}
`).join("")),
    timeoutSeconds: 120
  });
  if (exitCode !== 0)
    throw new TransportFailed(
      `the box could not write ${pointers.map(({ path }) => path).join(", ")} anew: ${oneLine(stderr, 200)}`,
      "short"
    );
}

// src/collect/set-aside.ts
import { posix as posix2 } from "node:path";
var asideDir = (base, cell, attempt) => `${base}/cells/${cell}/unread-before-${attempt}`;
var unitOf = (name, { path }) => typeof path === "string" && namesOneOfFolder(path) ? posix2.dirname(name) : name;
var MOVE = `
umask 077
cd -- "$1" || exit 4
while IFS= read -r path; do
  [ -e "./$path" ] || [ -L "./$path" ] || continue
  [ ! -e "$2/$path" ] && [ ! -L "$2/$path" ] || continue
  case $path in */*) mkdir -p -- "$2/\${path%/*}" ;; *) mkdir -p -- "$2" ;; esac || exit 5
  mv -- "./$path" "$2/$path" || exit 6
done
`;
async function setAside(channel, { base, cell, attempt }, sets, rule) {
  const paths = sets.flatMap((set) => {
    const unit = unitOf(set.name, rule);
    return set.form === "folder" || unit !== set.name ? [unit] : set.files.map(({ path }) => path);
  });
  const lines = [...new Set(paths)].filter((path) => pathFault(path) === void 0).map((path) => `${path}
`);
  if (lines.length === 0) return;
  const { exitCode, stderr } = await channel.exec(
    ["sh", "-c", MOVE, "sh", cellOutDir(base, cell), asideDir(base, cell, attempt)],
    { stdin: Buffer.from(lines.join("")), timeoutSeconds: 300 }
  );
  if (exitCode !== 0)
    throw new TransportFailed(
      `the box could not set aside a half checkpoint: ${oneLine(stderr, 200)}`,
      "short"
    );
}
var movedBefore = async (channel, { base, cell, attempt }, rule) => checkpointSets(await listSeen(channel, asideDir(base, cell, attempt), setGlobs(rule)), rule);

// src/collect/mend-disk.ts
async function mendDisk(order) {
  const { run, job } = order.of;
  const rule = job.checkpoint;
  if (!rule || rule.resume === "none") return [];
  const events = [];
  const stop = AbortSignal.timeout(order.lookSeconds * 1e3);
  for (const cell of run.cells.values()) {
    const kept = cell.sets.at(-1);
    if (!kept || kept.name === "" || cell.ended || cell.mended?.attempt === order.attempt) continue;
    events.push(...await new CellMending(order, { rule, cell, kept }).mend(stop));
  }
  return events;
}
var CellMending = class {
  #order;
  #rule;
  #cell;
  #kept;
  constructor(order, { rule, cell, kept }) {
    this.#order = order;
    this.#rule = rule;
    this.#cell = cell;
    this.#kept = kept;
  }
  async mend(stop) {
    const standing = await this.#look(stop);
    if ("events" in standing) return standing.events;
    const { torn, newest } = standing;
    if (newest === "unknown") {
      this.#warn("what its disk has could not be looked into to its end; it is started with that as it is");
      return [];
    }
    const { channel, dir, attempt } = this.#order;
    const place = { base: dir.base, cell: this.#cell.name, attempt };
    const before = await movedBefore(channel, place, this.#rule);
    if (torn.length === 0 && before.length === 0 && newest !== "gone") return [];
    const whyNot = newest === "gone" && before.length === 0 ? await this.#whyNoCopy() : void 0;
    if (whyNot !== void 0) {
      const names2 = torn.map(({ set, why }) => `${set.name} (${why})`).join(", ");
      this.#warn(
        `${names2 || this.#kept.name} cannot be gone on from, and ${whyNot}; it is started with that as it is`
      );
      return [];
    }
    const names = new Set(before.map(({ name }) => name));
    const left = torn.filter(({ set }) => !names.has(set.name));
    const sets = left.map(({ set }) => set);
    await setAside(channel, place, sets, this.#rule);
    const back = await this.#putBack(newest, names.has(this.#kept.name));
    const gone = [...sets, ...before].map(({ name }) => unitOf(name, this.#rule));
    const pointers = await this.#mendPointers(standing, gone, back?.name);
    const cutOff = [...names].map((name) => ({ name, why: "moved by a start that was cut off" }));
    return [
      this.#mended([...left.map(({ set, why }) => ({ name: set.name, why })), ...cutOff], back, pointers)
    ];
  }
  async #look(stop) {
    const { of, channel, dir, seen: seen2, keeping, boxStores } = this.#order;
    const { name } = this.#cell;
    const world = {
      ...of.world,
      signal: AbortSignal.any([of.world.signal, stop]),
      channel: async () => channel
    };
    const looked = {
      of: { ...of, world },
      probe: { boxTime: 0 },
      cell: { name, state: "exited", watched: [], metrics: [] },
      memory: keeping.memoryOf(name, seen2.bootId),
      freeBytes: () => keeping.freeBytes(of),
      boxStores
    };
    const known = { rule: this.#rule, kept: this.#kept, base: dir.base };
    return standingOf(looked, channel, known).catch((error) => {
      if (!stop.aborted || of.world.signal.aborted) throw error;
      return { torn: [], newest: "unknown", set: void 0 };
    });
  }
  /** As the end of a sentence; nothing is moved where what is to take its place cannot be had. */
  async #whyNoCopy() {
    const { restoring, seen: seen2 } = this.#order;
    const { world, run, lease } = restoring;
    const bytes = this.#kept.files.reduce((sum, file) => sum + file.bytes, 0);
    const { freeBytes, totalBytes } = seen2.disk;
    if (totalBytes > 0 && bytes > freeBytes)
      return `our verified copy does not fit beside it (${bytes} bytes, and ${freeBytes} are free there)`;
    const { keptIn, name } = this.#cell;
    const isThere = keptIn && "durable" in keptIn ? lease?.placed?.durable !== void 0 : await restoreKept(restoring, this.#cell, new KeptCopies(storeOf(world.storeDir, run.id, name)));
    return isThere ? void 0 : "our verified copy is neither on this machine nor in a store";
  }
  async #putBack(newest, wasPut) {
    const { restoring, channel, dir } = this.#order;
    const { name, step: keptStep } = this.#kept;
    if (newest !== "gone")
      return wasPut ? { name, ...keptStep !== void 0 && { step: keptStep }, source: "our-copy" } : void 0;
    const putting = { cell: this.#cell, only: isOfSets(this.#rule), where: "back on its disk" };
    const { step, source } = await putKept(restoring, channel, dir, putting);
    const older = this.#cell.sets.findLast((set) => set.step === step)?.name;
    return { name: older ?? name, ...step !== void 0 && { step }, source };
  }
  async #mendPointers({ newest, set }, gone, back) {
    const { channel, dir, attempt } = this.#order;
    const there = back ?? (newest === "kept" ? this.#kept.name : set?.name);
    if (there === void 0) return [];
    const outDir = cellOutDir(dir.base, this.#cell.name);
    const unit = unitOf(there, this.#rule);
    const pointers = mendedPointers(await listPointers(channel, outDir, [...gone, unit]), gone, unit);
    await writePointers(channel, outDir, asideDir(dir.base, this.#cell.name, attempt), pointers);
    return pointers.map(({ path }) => path);
  }
  #mended(aside, back, pointers) {
    const { of, dir, attempt } = this.#order;
    const event = {
      type: "disk-mended",
      lease: of.lease.name,
      cell: this.#cell.name,
      attempt,
      dir: asideDir(dir.base, this.#cell.name, attempt),
      aside,
      ...back && { back },
      pointers
    };
    this.#warn(mendedWords(event));
    return event;
  }
  #warn(what) {
    this.#order.of.world.face.warn(`${this.#cell.name}: ${what}`);
  }
};

// src/course/mend-before-start.ts
var LOOK_SECONDS2 = 900;
async function mendBeforeStart({ keeping }, of, attempt) {
  const { world, run, lease, job } = of;
  const last = lastThere(run, lease);
  const isKept = [...run.cells.values()].some(({ sets, ended }) => sets.length > 0 && !ended);
  if (!isKept || !last.started) return [];
  const channel = await world.channel(lease);
  const seen2 = await leftThere(channel, last);
  if (!seen2 || seen2.queue === "running" || seen2.attempt >= attempt) return [];
  const { started } = last;
  return pullingAlone(
    world,
    run,
    () => mendDisk({
      of: { ...of, lease: { ...lease, started } },
      restoring: { ...restoringOf(world, run, job), lease },
      channel,
      dir: started.dir,
      attempt,
      seen: seen2,
      keeping,
      boxStores: async () => (await afarOf(world, run, job))?.stores ?? [],
      lookSeconds: LOOK_SECONDS2
    })
  );
}

// src/course/want-box.ts
async function wantBox(world, order, until2) {
  const { run, job, n } = order;
  if (lacksBeginning(run)) {
    world.face.heading("from");
    return begin(world, run, job);
  }
  if (isDataNew(run, job)) {
    world.face.heading("data");
    requireSecrets(world, job);
    const found = await boundData(world, run, job);
    return "halted" in found ? [found.halted] : [resolvedAs(job, found.sources)];
  }
  world.face.heading(n === 1 ? "rent" : `rent again (box ${n})`);
  await bringKeptHere(restoringOf(world, run, job));
  await warnOfLargeCheckpoint(world, run, job);
  requireSecrets(world, job);
  const same = await boundData(world, run, job);
  return "halted" in same ? [same.halted] : intend(world, order, until2);
}

// src/course/effects.ts
var MOST_SIGHTINGS = 4;
var SETTLE_SECONDS2 = 2;
var BESIDE_EVERY_SECONDS = 60;
var newStage = (world, parts) => ({
  world,
  word: async () => void 0,
  uploading: { step: void 0, wish: void 0 },
  storing: new KeptStoring(),
  telling: new Telling(),
  ...parts,
  startedAt: world.clock.now(),
  watching: newWatching(),
  keeping: new Keeping(),
  logs: new LogKeeping(),
  askedOnTier: /* @__PURE__ */ new Set(),
  pollSeconds: 1
});
async function perform(stage2, run, step) {
  const { world } = stage2;
  const job = jobOf(run);
  switch (step.do) {
    case "smoke":
      world.face.heading("smoke");
      return stage2.smoke(run);
    case "intend":
      return wantBox(world, { run, job, n: step.n }, until(stage2));
    case "wait":
      return waitForBox(world, run, step, { startedAt: stage2.startedAt, until: until(stage2) });
    case "halt":
      await hearTheTime(world, run);
      return [{ type: "halted", code: step.code, what: step.what, next: step.next }];
    case "tell": {
      await hearTheTime(world, run);
      const price = step.usdPerHour > 0 ? ` It costs ${step.usdPerHour} USD per hour.` : "";
      world.face.warn(`${step.what}${price} Next: ${step.next}`);
      return [{ type: "told", of: step.of, since: step.since }];
    }
    case "notify":
      return stage2.telling.perform(world, run, step.due);
    case "vouch":
      return vouch(world, run);
    case "look-for-late":
      return lookForLate(world, run, new Date(step.until));
    case "close":
      await forgetSubmissions(world, run);
      return [{ type: "closed", usd: usdSoFar(run, world.clock.now()) }];
    case "store-kept":
      return stage2.storing.whenDue(world, run, job);
    case "drop-kept":
      return stage2.storing.drop(world, run, step.marks);
    case "store":
      return storeSealed(world, run, job, stage2.uploading);
    case "unseal":
      return unseal(world, run, step.seal);
    case "ask":
    case "nothing":
      return [];
    default:
      return onLease({ stage: stage2, run, lease: leaseOf(run, step.lease), job }, step);
  }
}
async function onLease(of, step) {
  const { stage: stage2, run, lease, job } = of;
  const { world } = stage2;
  const patient = (during, work) => overAnyLine(stage2, {
    run,
    lease,
    during,
    work: () => reported(world, run, lease, work),
    instead: (other) => perform(stage2, run, other)
  });
  switch (step.do) {
    case "rent":
      return withKnown(world, run, lease, await rent(world, run, lease));
    case "find":
      return findIntended(world, run, lease);
    case "reach":
      return evicted(
        world,
        lease,
        await laidAtContact(
          world,
          of,
          await withKnown(world, run, lease, await reach(world, run, lease, until(stage2)))
        )
      );
    case "audit":
      return patient(
        "audit",
        () => auditLease(world, {
          run,
          lease,
          job,
          deadMan: (channel) => seenAtAudit(world, of, channel),
          routes: (channel, placed) => dataRoutes(world, of, channel, placed)
        })
      );
    case "start":
      return patient("start", () => startAttempt(of, step.attempt));
    case "look":
      return reported(world, run, lease, () => lookUntilSomething(stage2, run, lease, job));
    case "collect":
      world.face.heading("collect and verify");
      return patient("collect", async () => {
        await laidToCollect(world, of);
        return collectAlone(world, run, lease, job);
      });
    default:
      return towardsTheEnd(of, step);
  }
}
async function towardsTheEnd(of, step) {
  const { stage: stage2, run, lease, job } = of;
  const { world } = stage2;
  switch (step.do) {
    case "park": {
      const saved = await windDown(stage2, run, lease, job);
      if (saved.length > 0) return saved;
      const plan = (await planFor(world, run, lease)).park ?? [];
      const why = run.halted && `the run stands halted (${run.halted.code})`;
      return park(world, { run, lease, plan, clocks: await parkClocks(world, lease), why });
    }
    case "wake":
      return reported(
        world,
        run,
        lease,
        async () => laidAtContact(world, of, await wake(world, run, lease, until(stage2)))
      );
    case "approve-standing": {
      await hearTheTime(world, run);
      const plan = (await planFor(world, run, lease)).zero;
      const approved = approveByStanding({ run, lease, plan }, step, world.clock.now());
      for (const { person } of approved)
        world.face.line(`approved in advance by ${person}: release of ${lease.name}`);
      return approved;
    }
    case "release": {
      world.face.heading(`release: ${step.verb} ${lease.name}`);
      const evidence = () => sealedNow(world, run);
      return releaseVerb(world, await byHand(stage2, run, lease), step.verb, evidence);
    }
    case "discard":
      return discardVerb(world, await byHand(stage2, run, lease), step.verb);
    case "prove": {
      if (isByHand(lease)) return proveByHand(world, await byHand(stage2, run, lease));
      const facts = await verbFacts(world, lease);
      return prove(world, lease, step.meters, stage2.boundSeconds === 0 ? { ...facts, once: true } : facts);
    }
    case "recheck":
      return reported(world, run, lease, async () => {
        const seen2 = await recheck(world, lease, step.meters);
        if (lease.evicted && seen2.some(({ type }) => type === "runs-again"))
          await keepStopped(world, lease, await stayStopped(world, lease));
        return seen2;
      });
    case "mark-released":
      return [{ type: "released", lease: lease.name, usd: usdSoFar(run, world.clock.now()) }];
    default:
      return [];
  }
}
var until = ({ startedAt, boundSeconds }) => Number.isFinite(boundSeconds) ? new Date(startedAt.getTime() + boundSeconds * 1e3) : void 0;
var planFor = async (world, run, lease) => (await plansOf(world, run))(lease);
var byHand = async ({ world, word }, run, lease) => ({
  run,
  lease,
  plan: (await planFor(world, run, lease)).zero,
  word
});
async function startAttempt({ stage: stage2, run, lease, job }, attempt) {
  const { world } = stage2;
  refuseWithoutBeginning(run);
  const { code, requirements } = await stage2.bound();
  const profile = await world.profile(lease.platform);
  const bound = await boundData(world, run, job, profile);
  if ("halted" in bound) return [bound.halted];
  const newer = await newerCheckpoints(stage2, { world, run, lease, job });
  if (newer.length > 0) return newer;
  const mended = await mendBeforeStart(stage2, { world, run, lease, job }, attempt);
  if (mended.length > 0) return mended;
  const order = {
    run,
    lease,
    job,
    code,
    requirements,
    attempt,
    data: boxData(world, run, bound.sources),
    launchers: profile.drive.launchers,
    hooks: hooksOf(profile),
    storage: boxStorage(job, profile, candidateOf(job, lease), lease.placed),
    isRented: lease.intent.attach === void 0 && !isQueued(lease) && profile.environment.kind !== "host",
    parksItself: parksItselfOn(job, profile, lease),
    pushBack: (channel, dir) => pushKept({ ...restoringOf(world, run, job), lease }, channel, dir)
  };
  return laidAtStart(world, { run, lease, job }, (selfStop) => start(world, { ...order, selfStop }));
}
function parksItselfOn(job, profile, lease) {
  const parks = selfParkOf(job, profile, { ...candidateOf(job, lease), market: lease.intent.market });
  return parks && "line" in parks ? parks : void 0;
}
function hooksOf({ hooks }) {
  const [transfer, whole] = [true, false].map(
    (is) => hooks.filter(({ scope }) => scope === "transfer" === is)
  );
  return {
    enter: (whole ?? []).flatMap(({ enter }) => enter),
    leave: (whole ?? []).flatMap(({ leave }) => leave),
    transfer: (transfer ?? []).flatMap(({ enter }) => enter)
  };
}
async function newerCheckpoints(stage2, of) {
  const { world, lease } = of;
  if (lease.placed?.durable === void 0) return [];
  if (await leftThere(await world.channel(lease), lease)) return [];
  return newerOnTier(of, stage2.askedOnTier);
}
async function windDown(stage2, run, lease, job) {
  const { world } = stage2;
  if (!isWorking(run, lease)) return [];
  await endWork(world, lease);
  return salvage(stage2, { world, run, lease, job });
}
async function lookUntilSomething(stage2, run, lease, job) {
  const { world } = stage2;
  let besideAt = world.clock.now();
  for (; ; ) {
    const seen2 = await look(world, { run, lease, job }, stage2.watching);
    const isEnd = seen2.probe?.queue !== "running" || endsAll(run, seen2.events);
    const kept = seen2.probe ? await keepNew(stage2, { world, run, lease, job }, seen2.probe, isEnd) : [];
    const events = inOrder(seen2.events, kept);
    if (events.length > 0) return events;
    const steps = next(run, await plansOf(world, run), world.clock.now());
    const told2 = await stage2.telling.perform(world, run, newsToTell(run, steps, world.clock.now()));
    if (told2.length > 0) return told2;
    const first = steps.find((step) => !isBesideLook(step));
    if (first && first.do !== "look") return perform(stage2, run, first);
    if (secondsBetween(besideAt, world.clock.now()) >= BESIDE_EVERY_SECONDS) {
      besideAt = world.clock.now();
      for (const step of steps.filter(isBeside)) {
        const brought = await perform(stage2, run, step);
        if (brought.length > 0) return brought;
      }
    }
    const spent = secondsBetween(stage2.startedAt, world.clock.now());
    const { gone, settling } = stage2.watching;
    const isOpen = gone > 0 && gone < MOST_SIGHTINGS || settling > 0 && settling < MOST_SIGHTINGS;
    if (spent >= stage2.boundSeconds && !isOpen || world.signal.aborted) return [];
    await world.clock.sleep(settling > 0 ? SETTLE_SECONDS2 : stage2.pollSeconds, world.signal);
  }
}

// src/course/moved.ts
var movedOf = ({ traffic, claim }, { leases }) => traffic === void 0 ? [] : leases.filter((lease) => lease.boxId !== void 0 && isPriced(lease.traffic.price)).flatMap((lease) => movedSince(lease, claim, traffic.of(lease.name)));

// src/course/drive.ts
function driveOf(stage2, may, { endsAt: endsAt2, performing = perform } = {}) {
  const { ledger, clock, who, signal, face } = stage2.world;
  return {
    ledger,
    clock,
    who,
    signal,
    // Of a tick nothing: its bound is nought, and the next one comes by itself.
    patienceSeconds: Math.min(stage2.boundSeconds, LEDGER_PATIENCE_SECONDS),
    ...endsAt2 && { endsAt: endsAt2 },
    say: (what) => face.warn(what),
    plans: (run) => plansOf(stage2.world, run),
    hear: async (run) => void await listenForTime(stage2.world, run),
    async perform(run, step) {
      const events = await performing(stage2, run, step);
      settleOver(stage2.world, stage2.watching, events);
      return events;
    },
    moved: (run) => movedOf(stage2.world, run),
    may
  };
}

// src/course/approval-of.ts
async function approvalOf(world, { run, waitingFor }) {
  if (waitingFor?.do !== "ask") return;
  const { zero } = (await plansOf(world, run))(leaseOf(run, waitingFor.lease));
  const phrase = releasePhrase(waitingFor.lease, waitingFor.seal, zero);
  return {
    phrase,
    sentence: await approvalSentence(world, run, waitingFor),
    lines: await approvalLines(world, run, waitingFor),
    ways: approvalWays(run, waitingFor, phrase)
  };
}

export {
  isByHand,
  lookForLate,
  giveUpIntent,
  advance,
  warnOfUntold,
  newStage,
  perform,
  driveOf,
  approvalOf
};
