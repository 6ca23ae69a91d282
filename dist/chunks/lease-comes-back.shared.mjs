import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  computing
} from "./lease-run.shared.mjs";
import {
  usdFor
} from "./money.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/events/entry.ts
var ofRecord = (type, shape, told) => ({ ...told, type, shape });
var ofRun = (type, shape, told) => ofRecord(type, shape, {
  ...told,
  apply: (run, event) => whyNot(run) ?? told.apply(run, event)
});
var ofLease = (type, shape, told) => ofRun(type, shape, {
  ...told,
  apply(run, event) {
    const { lease: named } = event;
    const lease = run.leases.find(({ name }) => name === named);
    return lease ? told.apply(run, lease, event) : `no lease ${named}`;
  }
});
function whyNot(run) {
  if (!run.opened) return "the run was never opened";
  return run.closed ? "the run is closed" : void 0;
}

// src/lease/on-tier.ts
var NOT_ON_TIER = {
  "no-room": "it has no room",
  "not-there": "it is not there, or cannot be written",
  "copy-failed": "the copy breaks off",
  differs: "the copy has other hashes than its source"
};
var TOLD_EVERY_SECONDS = 600;
var tierNews = (run, lease, seen, now) => seen.flatMap(({ cell, copy, failure }) => {
  const known = run.cells.get(cell)?.onTier;
  const isOther = known?.lease !== lease || known.failure?.why !== failure || !known.copy !== !copy;
  const isOld = known !== void 0 && secondsBetween(new Date(known.at), now) >= TOLD_EVERY_SECONDS;
  const isNewer = known?.copy?.id !== copy?.id && (isOld || run.cells.get(cell)?.ended !== void 0);
  if (!(copy || failure || known) || !(isOther || isNewer)) return [];
  return [{ type: "on-tier", lease, cell, ...copy && { copy }, ...failure && { failure } }];
});
var tierFacts = (run) => [...run.cells.values()].flatMap(({ name: cell, onTier }) => {
  if (!onTier) return [];
  const { lease, at, copy, failure } = onTier;
  return [
    {
      cell,
      lease,
      dir: run.leases.find(({ name }) => name === lease)?.placed?.durable ?? null,
      copy: copy ? { set: copy.name, files: copy.files, bytes: copy.bytes, since: beganAt(copy.id) } : null,
      failure: failure ? { why: NOT_ON_TIER[failure.why], since: failure.since } : null,
      seenAt: at
    }
  ];
});
var beganAt = (id) => new Date(Number(id.split("-")[0]) * 1e3).toISOString();
var tierWords = ({ cell, lease, dir, copy, failure, seenAt }) => [
  `${cell}: on the durable tier of ${lease}${dir === null ? "" : ` (${dir})`}: ${copy ? `${copy.set}, ${copy.files} files, ${copy.bytes} bytes, since ${copy.since}` : "no whole copy"}`,
  ...failure ? [`FAILS since ${failure.since}: ${failure.why}`] : [],
  `seen at ${seenAt}`
].join("; ");
function takeOnTier(cell, { lease, copy, failure, at }) {
  const before = cell.onTier?.lease === lease ? cell.onTier.failure : void 0;
  const since = before !== void 0 && before.why === failure ? before.since : at;
  cell.onTier = { lease, at, copy, failure: failure && { why: failure, since } };
}

// src/lease/fold-cell.ts
var newCell = (name) => ({
  name,
  ended: void 0,
  stalledSince: void 0,
  detached: void 0,
  kept: /* @__PURE__ */ new Map(),
  sets: [],
  beside: /* @__PURE__ */ new Map(),
  keptAtEnd: /* @__PURE__ */ new Set(),
  keptIn: void 0,
  unkept: void 0,
  onTier: void 0,
  stored: void 0,
  mended: void 0,
  verifiedStep: void 0,
  lastStep: void 0,
  stride: void 0,
  lastLoss: void 0,
  resumedAt: [],
  resumedAttempt: 0,
  begunAgain: void 0
});
function withCell(run, name, change) {
  const cell = run.cells.get(name);
  if (!cell) return `no cell ${name}`;
  change(cell);
  return;
}
var everyCellEnded = (run) => run.cells.size > 0 && [...run.cells.values()].every((cell) => cell.ended);
function quiet(cell) {
  cell.stalledSince = void 0;
  cell.detached = void 0;
}
function forgetEnds(run, too) {
  for (const cell of run.cells.values()) {
    if (too) cell.ended = void 0;
    quiet(cell);
  }
  run.collected = false;
}
function fallBackTo(cell, step) {
  const files = [...cell.stored?.copies.values() ?? []];
  const earlier = cell.sets.filter((set) => set.step !== void 0 && step !== void 0 && set.step < step);
  cell.sets = earlier.length > 0 ? [...earlier, { name: "", step, metric: void 0, files }] : [];
  cell.kept = new Map([...earlier.flatMap((set) => set.files), ...files].map((file) => [file.path, file]));
  cell.beside = /* @__PURE__ */ new Map();
  cell.verifiedStep = step;
}
function fallBack(run, { from }) {
  for (const { cell: name, step, source } of from) {
    const cell = run.cells.get(name);
    if (source !== "our-copy" && source !== "store" || !cell?.stored || cell.stored.step !== step) continue;
    if (cell.verifiedStep !== void 0 && step < cell.verifiedStep) fallBackTo(cell, step);
  }
}
function endCell(run, event) {
  const lease = run.leases.find((each) => each.name === event.lease);
  if (lease?.state !== "running") return lease ? `lease is ${lease.state}` : `no lease ${event.lease}`;
  const unknown = withCell(run, event.cell, (cell) => {
    cell.ended = {
      verdict: event.verdict,
      exitCode: event.exitCode,
      failureClass: event.failureClass,
      attempt: event.attempt,
      background: event.background === true,
      ...event.ranSeconds !== void 0 && { ranSeconds: event.ranSeconds },
      ...event.shortage !== void 0 && { shortage: event.shortage }
    };
    quiet(cell);
    cell.stride = event.stride;
    cell.lastStep = event.lastStep ?? cell.lastStep;
    cell.lastLoss = event.lastLoss;
  });
  if (!unknown && everyCellEnded(run)) {
    lease.state = "ended";
    lease.endedAt = event.at;
  }
  return unknown;
}

// src/lease/events/shape.ts
var isText = (value, name) => typeof value === "string" ? void 0 : `${name} is not text`;
var text = isText;
var oneOf = () => isText;
var number = (value, name) => typeof value === "number" && Number.isFinite(value) ? void 0 : `${name} is not a number`;
var isTruth = (value, name) => typeof value === "boolean" ? void 0 : `${name} is not true or false`;
var boolean = isTruth;
var onlyTrue = isTruth;
var nothing = (value, name) => value === null ? void 0 : `${name} is not null`;
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var object = () => (value, name) => isObject(value) ? void 0 : `${name} is not an object`;
var fields = (all) => (value, name) => {
  if (!isObject(value)) return `${name} is not an object`;
  return first(Object.entries(all), ([key, shape]) => shape(value[key], `${name}.${key}`));
};
var listOf = (shape) => (value, name) => {
  if (!Array.isArray(value)) return `${name} is not a list`;
  return first([...value.entries()], ([index, one]) => shape(one, `${name}[${index}]`));
};
var either = (one, other) => (value, name) => other(value, name) === void 0 ? void 0 : one(value, name);
var optional = (shape) => Object.assign((value, name) => value === void 0 ? void 0 : shape(value, name), {
  mayLack: true
});
function first(all, faultOf) {
  for (const each of all) {
    const fault = faultOf(each);
    if (fault !== void 0) return fault;
  }
  return void 0;
}

// src/lease/comes-back.ts
var RECHECK_SECONDS = 1800;
var isStopped = (lease) => lease.state === "parked" || lease.state === "preempted" && lease.evicted;
var standsStopped = (lease) => isStopped(lease) || lease.state === "rented" && lease.stoppedSeenAt !== void 0 && computing(lease).every(({ stoppedAt }) => stoppedAt !== void 0);
var COUNTED_UNSEEN_SECONDS = 7200;
function countedFrom(stoppedSeenAt, at) {
  if (stoppedSeenAt === void 0 || stoppedSeenAt > at) return at;
  const unseenSeconds = secondsBetween(new Date(stoppedSeenAt), new Date(at));
  return unseenSeconds <= COUNTED_UNSEEN_SECONDS ? stoppedSeenAt : at;
}
function runAgain(lease, meters, at) {
  const from = countedFrom(lease.stoppedSeenAt, at);
  for (const meter of meters) {
    const { startedAt, stoppedAt } = meter;
    if (stoppedAt === void 0) continue;
    meter.before.push({ startedAt, stoppedAt, times: meter.times });
    Object.assign(meter, { startedAt: [stoppedAt, from].sort().at(-1), stoppedAt: void 0 });
  }
}
var isUseless = (run, lease) => run.halted !== void 0 || run.seal !== void 0 || lease.evicted;
var idleSince = ({ ranAgain }, since) => ranAgain && since !== void 0 && ranAgain.at > since ? ranAgain.at : since;
function usdUnseen(meters, from, to) {
  const seconds = secondsBetween(new Date(from), new Date(to));
  if (!(seconds > 0)) return 0;
  return meters.reduce((sum, { usdPerHour }) => sum + usdFor(usdPerHour, seconds), 0);
}
function comeBack(run, lease, event) {
  if (!standsStopped(lease)) return `lease is ${lease.state}`;
  const meters = lease.meters.filter(({ id, stoppedAt }) => event.meters.includes(id) && stoppedAt);
  if (meters.length === 0) return "no meter of it was proven stopped";
  const stoppedSeenAt = lease.stoppedSeenAt ?? event.at;
  lease.unreached = void 0;
  const from = countedFrom(stoppedSeenAt, event.at);
  lease.ranAgain = { at: event.at, countedFrom: from, stoppedSeenAt };
  lease.unseenUsd += isUseless(run, lease) ? usdUnseen(meters, stoppedSeenAt, from) : 0;
  runAgain(lease, meters, event.at);
  if (lease.state === "parked") {
    if (lease.parkedItself && !run.seal) lease.wakes ??= event.at;
    lease.state = run.seal ? "ended" : "rented";
    lease.clocks = [];
  }
  return;
}
function toRecheck(lease, now) {
  const { stoppedSeenAt, intent } = lease;
  if (!standsStopped(lease) || intent.attach !== void 0 || stoppedSeenAt === void 0) return [];
  if (lease.wakes !== void 0) return [];
  if (secondsBetween(new Date(stoppedSeenAt), now) < RECHECK_SECONDS) return [];
  return computing(lease).filter(({ stoppedAt }) => stoppedAt !== void 0).map(({ id }) => id);
}

// src/lease/events/mended.ts
var MENDED_EVENTS = [
  /** Before an attempt on the same disk. Nothing was removed: what no trainer could read was moved beside the outputs. */
  ofRun(
    "disk-mended",
    {
      lease: text,
      cell: text,
      /** That was about to start. */
      attempt: number,
      /** Whither it was moved: absolute, on the box. */
      dir: text,
      /** What was moved, the newest first, and why it does not count; none where the newest that is kept had only gone. */
      aside: listOf(fields({ name: text, why: text })),
      /** Our verified copy that is in its place now; absent where the box had it still. */
      back: optional(
        fields({
          name: text,
          step: optional(number),
          source: oneOf()
        })
      ),
      /** Files and links by which a trainer finds its newest checkpoint, that named what was moved. */
      pointers: listOf(text)
    },
    {
      isSight: true,
      apply: (run, event) => withCell(run, event.cell, (cell) => {
        cell.mended = event;
      }),
      subject: ({ cell, lease, attempt }) => `mended ${cell} on ${lease} before attempt ${attempt}`,
      sentence: (event) => mendedWords(event)
    }
  )
];
function mendedWords({
  cell,
  lease,
  attempt,
  dir,
  aside,
  back,
  pointers
}) {
  const moved = aside.map(({ name, why }) => `${name} (${why})`).join(", ");
  const copy = back && `our verified copy${back.step === void 0 ? "" : ` of step ${back.step}`} (${back.name})`;
  return [
    `before attempt ${attempt} on ${lease}`,
    ...moved === "" ? [] : [`${moved} of ${cell} was set aside in ${dir}`],
    copy ? `${copy} ${moved === "" ? `of ${cell}, which was not there any more, ` : ""}was put back` : "the newest that is kept was there still",
    ...pointers.length > 0 ? [`${pointers.join(", ")} names it again`] : []
  ].join("; ");
}

// src/lease/notices.ts
var CLAIM_SECONDS = 180;
var NEWS_SECONDS = 86400;
var MOST_FAILURES = 5;
var FIRST_PAUSE_SECONDS = 60;
var NEVER_TOLD = {
  claim: void 0,
  claims: 0,
  taken: false,
  failures: 0,
  why: "",
  notBefore: void 0
};
var targetsOf = (run) => (run.opened?.document.notices ?? []).map((target, at) => ({ id: `${target.kind}-${at + 1}`, target }));
function dueNotices(run, moment, now) {
  const targets = targetsOf(run);
  if (targets.length === 0) return [];
  const all = new Map([...run.news, ...moment, ...run.notices.values()].map((news) => [news.key, news]));
  return [...all.values()].filter(({ since }) => secondsBetween(new Date(since), now) < NEWS_SECONDS).flatMap((news) => {
    const to = targets.filter(
      ({ id, target }) => target.on.includes(news.event) && isFree(deliveryOf(run, news.key, id), now)
    ).map(({ id }) => id);
    return to.length > 0 ? [{ news: withoutDeliveries(news), to }] : [];
  });
}
var withoutDeliveries = ({ key, event, since, what, next }) => ({
  key,
  event,
  since,
  what,
  ...next !== void 0 && { next }
});
var deliveryOf = (run, key, id) => run.notices.get(key)?.to.get(id) ?? NEVER_TOLD;
function isFree({ claim, taken, failures, notBefore }, now) {
  if (taken || failures >= MOST_FAILURES) return false;
  if (claim && Math.abs(secondsBetween(new Date(claim.at), now)) < CLAIM_SECONDS) return false;
  return notBefore === void 0 || Date.parse(notBefore) <= now.getTime();
}
var isBeingTold = (run) => [...run.notices.values()].some(({ to }) => [...to.values()].some(({ claim }) => claim));
var claimedBy = (run, claim) => [...run.notices.values()].flatMap((notice) => {
  const to = [...notice.to].filter(([, each]) => each.claim?.by === claim).map(([id]) => id);
  return to.length > 0 ? [{ news: withoutDeliveries(notice), to }] : [];
});
var isRepeat = (run, key, id) => {
  const { failures, claims } = deliveryOf(run, key, id);
  return failures > 0 || claims > 1;
};
function failingTargets(run) {
  return targetsOf(run).flatMap(({ id }) => {
    const failed = [...run.notices.values()].flatMap((notice) => {
      const delivery = notice.to.get(id);
      return delivery && !delivery.taken && delivery.failures > 0 ? [{ notice, delivery }] : [];
    });
    const looks = failed.reduce((sum, { delivery }) => sum + delivery.failures, 0);
    const [first2] = failed;
    return first2 && looks >= TELL_FROM_FAILURES ? [{ id, since: first2.notice.since, why: failed.at(-1)?.delivery.why ?? "" }] : [];
  });
}
var TELL_FROM_FAILURES = 3;
function noteClaim(run, { at, claim, notice: key, to, ...news }) {
  const known = run.notices.get(key) ?? { ...withoutDeliveries({ ...news, key }), to: /* @__PURE__ */ new Map() };
  run.notices.set(key, known);
  for (const id of to) {
    const before = deliveryOf(run, key, id);
    known.to.set(id, { ...before, claims: before.claims + 1, claim: { by: claim, at } });
  }
}
function noteOutcome(run, { at, claim, notice: key, outcomes }) {
  for (const { to, taken, why = "", notBefore } of outcomes) {
    const before = deliveryOf(run, key, to);
    const isOvertaken = before.claim?.by !== claim;
    if (isOvertaken && !taken) continue;
    const failures = before.failures + (taken ? 0 : 1);
    const pauseMs = FIRST_PAUSE_SECONDS * 2 ** (failures - 1) * 1e3;
    run.notices.get(key)?.to.set(to, {
      claim: isOvertaken ? before.claim : void 0,
      claims: before.claims,
      taken: taken || before.taken,
      failures,
      why,
      notBefore: taken ? void 0 : notBefore ?? new Date(Date.parse(at) + pauseMs).toISOString()
    });
  }
}

// src/lease/promised.ts
function shortOf({ opened }, { verified, roster, rows }) {
  const missing = roster - verified;
  const sum = missing > 0 ? [`${missing} of ${roster} files are not verified`] : [];
  if (!rows || !opened) return sum;
  const { cells, artifacts } = opened.document;
  const promised = cells.flatMap(({ name }) => artifacts.map(({ path, min }) => ({ cell: name, path, min })));
  if (rows.length !== promised.length)
    return [...sum, `it counts ${rows.length} rows; the run promised ${promised.length}`];
  return [
    ...sum,
    ...promised.flatMap(({ cell, path, min }, row) => {
      const found = rows[row] ?? 0;
      return found >= min ? [] : [`${path} of ${cell}: ${found} of at least ${min} verified`];
    })
  ];
}

export {
  ofRecord,
  ofRun,
  ofLease,
  whyNot,
  newCell,
  withCell,
  everyCellEnded,
  quiet,
  forgetEnds,
  fallBackTo,
  fallBack,
  endCell,
  NOT_ON_TIER,
  tierNews,
  tierFacts,
  tierWords,
  takeOnTier,
  text,
  oneOf,
  number,
  boolean,
  onlyTrue,
  nothing,
  object,
  fields,
  listOf,
  either,
  optional,
  isStopped,
  standsStopped,
  runAgain,
  isUseless,
  idleSince,
  usdUnseen,
  comeBack,
  toRecheck,
  MENDED_EVENTS,
  mendedWords,
  targetsOf,
  dueNotices,
  isBeingTold,
  claimedBy,
  isRepeat,
  failingTargets,
  noteClaim,
  noteOutcome,
  shortOf
};
