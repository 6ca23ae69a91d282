import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  attemptsOf,
  comeBack,
  currentLease,
  runAgain,
  shortOf,
  standsStopped
} from "./lease-comes-back.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/breaker.ts
var SAME_FAILURES = 3;
function sameFailureAgain(run) {
  const failures = run.leases.map(failureOf).filter((failure) => failure !== null);
  const last = failures.slice(run.forgivenFailures).slice(-SAME_FAILURES);
  const [first] = last;
  if (last.length < SAME_FAILURES || first === void 0 || last.some((each) => each.kind !== first.kind))
    return;
  return {
    do: "halt",
    code: "launch-breaker",
    what: `The launch failed ${SAME_FAILURES} times in the same way: ${last.map((each) => each.what).join(" | ")}`,
    next: `Change what the message names (image, region, quota, key), then "gpu-lease resume ${run.id}" to go on, or "gpu-lease abandon ${run.id}".`
  };
}
var failedLaunches = (run) => run.leases.filter((lease) => failureOf(lease)).length;
function failureOf(lease) {
  if (lease.unfit) return null;
  const what = lease.failure ?? (lease.refusal?.reason === "no-capacity" ? void 0 : lease.refusal?.what);
  if (what === void 0) return null;
  const words = what.toLowerCase().replace(/[0-9a-f]{6,}|\d+(\.\d+)?/g, "#");
  return { kind: `${lease.platform}: ${words}`, what: `${lease.name}: ${what}` };
}

// src/lease/events.ts
var LEDGER_VERSION = 1;

// src/lease/fold-lease.ts
var newLease = (event, at) => ({
  name: event.lease,
  platform: event.platform,
  offer: event.offer,
  usdPerHour: event.usdPerHour,
  intent: event,
  state: "intended",
  boxId: void 0,
  adopted: false,
  meters: [],
  pin: void 0,
  started: void 0,
  startedAt: void 0,
  firstStartedAt: void 0,
  endedAt: void 0,
  lostAt: void 0,
  verbsDone: [],
  verbAt: void 0,
  verbsSince: void 0,
  verbTimes: /* @__PURE__ */ new Map(),
  boxGone: false,
  evicted: false,
  claim: { by: event.claim, at },
  refusal: void 0,
  host: event.host,
  endsAt: void 0,
  untimed: void 0,
  failure: void 0,
  failedAt: void 0,
  unfit: false,
  rentedAt: void 0,
  wipes: 0,
  seenAt: void 0,
  unreached: void 0,
  stoppedSeenAt: void 0,
  ranAgain: void 0,
  unseenUsd: 0,
  clocks: [],
  clocksSince: void 0,
  words: [],
  lost: []
});
var PARKABLE = [
  "rented",
  "reachable",
  "audited",
  "unfit",
  "running",
  "preempted",
  "ended"
];
var HELD = [...PARKABLE, "parked", "releasing", "failed"];
var RULES = {
  "rent-refused": (_run, lease, event) => move(lease, ["intended"], "refused", () => {
    lease.refusal = { reason: event.reason, what: event.what, at: event.at };
  }),
  claimed: (_run, lease, event) => move(lease, ["intended"], "intended", () => {
    lease.claim = { by: event.claim, at: event.at };
  }),
  rented(_run, lease, event) {
    if (lease.state !== "intended") return `lease is ${lease.state}`;
    hold(lease, event);
    lease.adopted = event.adopted;
    lease.host = event.host ?? lease.host;
    lease.endsAt = event.endsAt;
    lease.untimed = event.untimed;
    return move(lease, ["intended"], "rented");
  },
  "boot-failed": (_run, lease, event) => move(lease, ["rented"], "failed", () => {
    lease.failure = event.why;
    lease.failedAt = event.at;
    lease.host = event.host ?? lease.host;
  }),
  reachable: (_run, lease, event) => move(lease, ["rented"], "reachable", () => {
    lease.pin ??= { sha256: event.hostKeySha256, by: event.pin };
    runAgain(lease, lease.meters, event.at);
  }),
  audited: (_run, lease, event) => audit(lease, event),
  started: (run, lease, event) => start(run, lease, event),
  preempted: (run, lease, event) => preempt(run, lease, event),
  // An abandoned lease stays one while its verbs are carried out: nothing was sealed.
  releasing: (_run, lease, event) => move(lease, [...HELD, "abandoned"], lease.state === "abandoned" ? "abandoned" : "releasing", () => {
    if (!lease.verbsDone.includes(event.verb)) lease.verbsDone.push(event.verb);
    lease.verbAt = event.at;
    lease.verbsSince ??= event.at;
    lease.verbTimes.set(event.verb, (lease.verbTimes.get(event.verb) ?? 0) + 1);
  }),
  "meter-stopped": (run, lease, event) => stopMeter(run, lease, event),
  owed: (_run, lease, event) => withMeter(lease, event.meter, (meter) => {
    if (!meter.stoppedAt) meter.owed = { why: event.why, next: event.next };
    lease.words = [];
  }),
  "word-given": (_run, lease, event) => move(lease, [...HELD, "abandoned"], lease.state, () => {
    lease.words.push({ verb: event.verb, person: event.person, at: event.at });
  }),
  seen: (_run, lease) => lease.boxId === void 0 ? "it has no box" : void 0,
  unreached(_run, lease, event) {
    if (lease.boxId === void 0) return "it has no box";
    lease.unreached ??= { at: event.at, shown: event.shown };
    lease.unreached.shown = event.shown;
  },
  "stands-stopped"(_run, lease, event) {
    if (!standsStopped(lease)) return `lease is ${lease.state}`;
    lease.stoppedSeenAt = event.at;
  },
  "runs-again": (run, lease, event) => comeBack(run, lease, event),
  parked(_run, lease, event) {
    if (lease.boxGone || lease.evicted) return "the platform has taken the box away";
    return move(lease, PARKABLE, "parked", () => {
      lease.clocks = event.clocks;
      lease.clocksSince = event.at;
      lease.ranAgain = void 0;
    });
  },
  released(_run, lease) {
    if (lease.meters.some((meter) => !meter.stoppedAt)) return "a meter is not proven stopped";
    return move(lease, ["releasing", "preempted", "parked", "ended", "failed"], "released");
  },
  abandoned: (_run, lease, event) => move(lease, HELD, "abandoned", () => {
    lease.lost = event.lost;
  })
};
var isOfLease = (event) => Object.hasOwn(RULES, event.type);
function applyToLease(run, event) {
  const lease = run.leases.find((each) => each.name === event.lease);
  if (!lease) return `no lease ${event.lease}`;
  const rule = RULES[event.type];
  return rule(run, lease, event);
}
function hold(lease, event) {
  const since = event.since !== void 0 && event.since < event.at ? event.since : void 0;
  const isFound = event.type === "rented" && event.adopted;
  const startedAt = since ?? (isFound && lease.claim.at < event.at ? lease.claim.at : event.at);
  lease.boxId = event.boxId;
  lease.rentedAt = since ?? event.at;
  lease.meters = event.meters.map((meter) => ({
    ...meter,
    startedAt,
    stoppedAt: void 0,
    before: [],
    owed: void 0
  }));
}
function audit(lease, event) {
  const goesBack = event.goesBack === true && lease.started === void 0;
  const to = event.fit ? "audited" : goesBack ? "failed" : "unfit";
  return move(lease, ["reachable", "unfit", "audited"], to, () => {
    if (to !== "failed") return;
    const bad = event.findings.filter(({ level }) => level === "fail").map(({ what }) => what);
    lease.failedAt = event.at;
    lease.unfit = true;
    lease.failure = `not fit: ${bad.join("; ") || "its audit says so"}`.slice(0, 300);
  });
}
var MOST_LEASES = 500;
var tooManyLeases = `a run has no more than ${MOST_LEASES} leases`;
function surface(run, event) {
  const origin = run.leases.find((each) => each.name === event.of);
  if (!origin) return `no lease ${event.of}`;
  if (run.leases.some((each) => each.boxId === event.boxId)) return `${event.boxId} is held already`;
  const known = run.leases.find((each) => each.name === event.lease);
  if (known && known.state !== "refused") return `lease is ${known.state}`;
  if (!known && run.leases.length >= MOST_LEASES) return tooManyLeases;
  const lease = known ?? newLease({ ...origin.intent, lease: event.lease }, event.at);
  if (!known) run.leases.push(lease);
  hold(lease, event);
  lease.host = void 0;
  lease.state = "failed";
  lease.failure = "it came up after its create had been given up";
  return;
}
function start(run, lease, event) {
  if (event.configHash !== run.opened?.configHash)
    return "another configuration: only the identical one may be retried";
  if (event.attempt <= attemptsOf(run)) return `attempt ${event.attempt} was started already`;
  const revived = lease.state === "preempted" && !lease.boxGone && !lease.evicted;
  const wasFailed = lease.state === "failed" && lease.verbsDone.length === 0;
  if (lease.state !== "audited" && lease.state !== "running" && !revived && !wasFailed)
    return `lease is ${lease.state}`;
  lease.state = "running";
  lease.failure = void 0;
  lease.ranAgain = void 0;
  for (const cell of run.cells.values())
    Object.assign(cell, { stalledSince: void 0, detached: void 0 });
  lease.started = event;
  lease.startedAt = event.at;
  lease.firstStartedAt ??= event.at;
  return;
}
var PROCESS = ["running", "preempted"];
var LOSABLE = [
  "rented",
  "reachable",
  "audited",
  "unfit",
  "running",
  "ended",
  "parked",
  "preempted"
];
function preempt(run, lease, event) {
  const from = event.what === "process" ? PROCESS : LOSABLE;
  if (!from.includes(lease.state)) return `lease is ${lease.state}`;
  if (event.what === "disk") return wipe(run, lease);
  if (!run.seal) forgetEnds(run, event.what !== "process");
  if (event.what === "process" && lease.state !== "preempted") run.relaunches += 1;
  if (event.what !== "process") lease.lostAt ??= event.at;
  lease.boxGone ||= event.what === "box";
  lease.evicted ||= event.what === "evicted";
  lease.state = "preempted";
  if (event.clocks) {
    lease.clocks = event.clocks;
    lease.clocksSince = event.at;
  }
  return;
}
function wipe(run, lease) {
  if (run.seal) return "what it held is sealed";
  if (!lease.started || lease.boxGone || lease.evicted) return `lease is ${lease.state}`;
  forgetEnds(run, true);
  lease.wipes += 1;
  lease.endedAt = void 0;
  lease.state = "reachable";
  return;
}
function forgetEnds(run, too) {
  for (const cell of run.cells.values()) {
    if (too) cell.ended = void 0;
    Object.assign(cell, { stalledSince: void 0, detached: void 0 });
  }
  run.collected = false;
}
function stopMeter(run, lease, event) {
  if (event.sightings.length < 2) return "seen gone fewer than two times";
  return withMeter(lease, event.meter, (meter) => {
    meter.stoppedAt ??= later(run.updatedAt, earlier(event.sightings[0], event.at));
    meter.owed = void 0;
    lease.stoppedSeenAt = event.sightings.at(-1) ?? event.at;
  });
}
var earlier = (sighting, at) => sighting !== void 0 && sighting < at ? sighting : at;
var later = (before, at) => before !== void 0 && before > at ? before : at;
function move(lease, from, to, then) {
  if (!from.includes(lease.state)) return `lease is ${lease.state}`;
  lease.state = to;
  then?.();
  return;
}
function withMeter(lease, id, change) {
  const meter = lease.meters.find((each) => each.id === id);
  if (!meter) return `no meter ${id}`;
  change(meter);
  return;
}

// src/lease/stored.ts
var storedNow = (run, now) => run.stored.filter(({ keptUntil }) => keptUntil === void 0 || Date.parse(keptUntil) > now.getTime());
var needsStoring = (run, now) => run.seal !== void 0 && run.opened?.needsStore === true && storedNow(run, now).length === 0;
var GONE_AFTER_SECONDS = 3600;
function storing(run, seal, now) {
  if (!needsStoring(run, now)) return [];
  const silentSeconds = secondsBetween(new Date(run.updatedAt ?? 0), now);
  return [
    { do: "store", seal },
    ...silentSeconds < GONE_AFTER_SECONDS ? [] : [{ do: "unseal", seal }]
  ];
}

// src/lease/kept.ts
function cellsToStore(run, now) {
  const cells = [...run.cells.values()];
  if (!run.opened?.needsStore || run.seal || run.closed || cells.every((cell) => cell.ended)) return [];
  return cells.filter((cell) => cell.kept.size > 0 && !isStored(run, cell, now));
}
function isStored(run, { kept, stored }, now) {
  const set = stored && run.keptSets.get(stored.mark);
  if (!stored || !set || set.keptUntil !== void 0 && Date.parse(set.keptUntil) <= now.getTime())
    return false;
  return sameFiles(kept, stored.copies);
}
var sameFiles = (one, other) => one.size === other.size && [...one].every(([path, { sha256 }]) => other.get(path)?.sha256 === sha256);
var isNewest = (run, mark) => [...run.cells.values()].some(({ stored }) => stored?.mark === mark);
var mayDrop = (run, mark) => run.keptSets.has(mark) && (!isNewest(run, mark) || run.seal !== void 0 && run.stored.length > 0);
var droppable = (run, now) => [...run.keptSets.values()].filter(
  ({ mark }) => mayDrop(run, mark) && (!isNewest(run, mark) || storedNow(run, now).length > 0)
);
function dropKept(run, now) {
  const marks = droppable(run, now).map(({ mark }) => mark);
  return marks.length > 0 ? [{ do: "drop-kept", marks }] : [];
}
var storeKept = (run, now) => [
  ...cellsToStore(run, now).length > 0 ? [{ do: "store-kept" }] : [],
  ...dropKept(run, now)
];

// src/lease/fold.ts
var emptyRun = (id) => ({
  id,
  opened: void 0,
  smoke: "missing",
  leases: [],
  cells: /* @__PURE__ */ new Map(),
  relaunches: 0,
  collected: false,
  seal: void 0,
  stored: [],
  keptSets: /* @__PURE__ */ new Map(),
  approvals: [],
  standing: [],
  halted: void 0,
  haltedToo: [],
  forgivenFailures: 0,
  noCapacity: void 0,
  continued: void 0,
  runnerSeconds: 0,
  closed: void 0,
  unattendedSince: void 0,
  told: /* @__PURE__ */ new Map(),
  ignored: [],
  updatedAt: void 0
});
var ATTENDED_SECONDS = 300;
function fold(id, events) {
  const run = emptyRun(id);
  for (const event of events) {
    const why = apply(run, event);
    if (why) run.ignored.push({ seq: event.seq, type: event.type, why });
    else {
      noteSight(run, event);
      noteGap(run, event);
      run.updatedAt = event.at;
    }
  }
  return run;
}
var SIGHTS = [
  "reachable",
  "audited",
  "started",
  "resumed",
  "kept",
  "cell-ended",
  "collected",
  "seen",
  "stalled",
  "moving",
  "detached"
];
function noteSight(run, event) {
  if (!SIGHTS.includes(event.type) || !("lease" in event)) return;
  const lease = run.leases.find(({ name }) => name === event.lease);
  if (lease) Object.assign(lease, { seenAt: event.at, unreached: void 0 });
}
function noteGap(run, event) {
  if (event.type === "vouched" || event.type === "resolved") {
    run.unattendedSince = void 0;
    return;
  }
  const before = run.updatedAt;
  if (before === void 0) return;
  if (Math.abs(secondsBetween(new Date(before), new Date(event.at))) > ATTENDED_SECONDS)
    run.unattendedSince ??= before;
}
var RULES2 = {
  "smoke-passed"(run, event) {
    if (event.commit !== run.opened.commit) return `evidence for commit ${event.commit}`;
    if (event.configHash !== run.opened.configHash) return "evidence for another configuration";
    run.smoke = "passed";
  },
  "smoke-waived"(run) {
    run.smoke = run.smoke === "passed" ? "passed" : "waived";
  },
  intended: (run, event) => intend(run, event),
  approved(run, event) {
    run.approvals.push(event);
  },
  "standing-approved"(run, event) {
    run.standing.push(event);
  },
  continued: (run, event) => goOn(run, event),
  "runner-used"(run, event) {
    run.runnerSeconds += Math.max(0, event.seconds);
  },
  halted(run, event) {
    if (run.halted) run.haltedToo.push(event);
    else run.halted = event;
  },
  resolved(run) {
    goOnAfter(run);
    run.relaunches = Math.min(run.relaunches, run.opened.retryMax);
    run.forgivenFailures = failedLaunches(run);
  },
  vouched: () => void 0,
  told(run, event) {
    run.told.set(event.of, event.since);
  },
  stalled: (run, event) => withCell(run, event.cell, (cell) => {
    const at = Date.parse(event.at) - event.quietSeconds * 1e3;
    cell.stalledSince ??= new Date(at).toISOString();
  }),
  moving: (run, event) => withCell(run, event.cell, (cell) => {
    cell.stalledSince = void 0;
  }),
  detached: (run, event) => withCell(run, event.cell, (cell) => {
    cell.detached ??= { at: event.at, processes: event.processes };
    cell.detached.processes = event.processes;
  }),
  surfaced: (run, event) => surface(run, event),
  "no-capacity"(run, event) {
    run.noCapacity = { ...event, since: run.noCapacity?.since ?? event.at };
  },
  kept: (run, event) => keep(run, event),
  "kept-stored": (run, event) => storeKept2(run, event),
  "kept-dropped"(run, event) {
    if (!mayDrop(run, event.mark)) return "these copies are needed";
    run.keptSets.delete(event.mark);
  },
  "kept-lost": (run, event) => withCell(run, event.cell, (cell) => {
    cell.kept = new Map(cell.stored?.copies);
    cell.verifiedStep = cell.stored?.step;
  }),
  "cell-ended": (run, event) => endCell(run, event),
  resumed: (run, event) => withCell(run, event.cell, (cell) => {
    cell.resumedAt.push(event.firstStep);
    cell.resumedAttempt = event.attempt;
  }),
  collected(run) {
    if (!everyCellEnded(run)) return "not every cell has ended";
    run.collected = true;
  },
  sealed: (run, event) => sealRun(run, event),
  stored(run, event) {
    if (run.seal?.seal !== event.seal) return "no such seal";
    run.stored.push(event);
  },
  unsealed(run, event) {
    if (run.seal?.seal !== event.seal) return "no such seal";
    run.seal = void 0;
    run.stored = [];
    run.collected = false;
  },
  closed(run, event) {
    if (run.leases.some((lease) => lease.meters.some((meter) => !meter.stoppedAt)))
      return "a meter is not proven stopped";
    run.closed = event;
  }
};
function apply(run, event) {
  if (event.type === "run-opened") return open(run, event);
  if (!isOpened(run)) return "the run was never opened";
  if (run.closed) return "the run is closed";
  if (!isOfLease(event))
    return Object.hasOwn(RULES2, event.type) ? RULES2[event.type](run, event) : "no event that is known here";
  const why = applyToLease(run, event);
  if (!why && event.type === "started") fallBack(run, event);
  return why;
}
var isOpened = (run) => run.opened !== void 0;
function goOnAfter(run) {
  const codes = [run.halted, ...run.haltedToo].map((halt) => halt?.code);
  run.halted = void 0;
  run.haltedToo = [];
  const attempt = attemptsOf(run);
  for (const cell of run.cells.values()) {
    if (codes.includes("cells-dead") && cell.ended?.verdict === "dead") cell.ended = void 0;
    if (codes.includes("resumed-behind")) cell.resumedAttempt = attempt;
  }
  for (const lease of run.leases) {
    lease.unreached = void 0;
    if (lease.state === "unfit") lease.state = "reachable";
    if (lease.state === "ended" && !run.seal && !everyCellEnded(run)) lease.state = "preempted";
    if (lease.state === "parked" && !run.seal) Object.assign(lease, { state: "rented", clocks: [] });
  }
}
function goOn(run, event) {
  const known = run.continued;
  if (event.hop < (known?.hop ?? 0)) return `hop ${known?.hop} was taken already`;
  if (known?.hop === event.hop && known.workflowRun !== void 0 && known.workflowRun !== event.workflowRun)
    return `hop ${event.hop} is workflow run ${known.workflowRun}`;
  run.continued = event;
  return;
}
function open(run, event) {
  if (run.opened) return "the run is open already";
  if (event.run !== void 0 && event.run !== run.id) return `the record is that of run ${event.run}`;
  if (event.version > LEDGER_VERSION)
    return `ledger version ${event.version}, we read up to ${LEDGER_VERSION}`;
  run.opened = event;
  for (const name of event.cells) {
    run.cells.set(name, {
      name,
      ended: void 0,
      stalledSince: void 0,
      detached: void 0,
      kept: /* @__PURE__ */ new Map(),
      keptAtEnd: /* @__PURE__ */ new Set(),
      keptIn: void 0,
      stored: void 0,
      verifiedStep: void 0,
      lastStep: void 0,
      stride: void 0,
      lastLoss: void 0,
      resumedAt: [],
      resumedAttempt: 0
    });
  }
  return;
}
function intend(run, event) {
  if (run.leases.some((lease) => lease.name === event.lease)) return "intended already";
  if (!event.lease.startsWith(`${run.id}-`)) return `${event.lease} is a lease of another run`;
  if (currentLease(run)) return "another lease is held";
  if (run.leases.length >= MOST_LEASES) return tooManyLeases;
  run.noCapacity = void 0;
  run.leases.push(newLease(event, event.at));
  return;
}
function sealRun(run, event) {
  if (!run.collected) return "nothing was collected";
  const short = shortOf(run, event);
  if (short.length > 0) return short.join("; ");
  run.seal = event;
  run.stored = [];
  return;
}
function keep(run, event) {
  return withCell(run, event.cell, (cell) => {
    for (const file of event.files) {
      cell.kept.set(file.path, file);
      if (cell.ended) cell.keptAtEnd.add(file.path);
      else cell.keptAtEnd.delete(file.path);
    }
    cell.keptIn = event.in;
    if (event.step !== void 0) cell.verifiedStep = event.step;
  });
}
function storeKept2(run, event) {
  const unknown = event.cells.find(({ cell }) => !run.cells.has(cell));
  if (unknown) return `no cell ${unknown.cell}`;
  run.keptSets.set(event.mark, event);
  for (const { cell, copies, step } of event.cells)
    withCell(run, cell, (known) => {
      known.stored = { mark: event.mark, step, copies: new Map(copies.map((file) => [file.path, file])) };
    });
  return;
}
function fallBack(run, { from }) {
  for (const { cell: name, step, source } of from) {
    const cell = run.cells.get(name);
    if (source !== "our-copy" || !cell?.stored || cell.stored.step !== step) continue;
    if (cell.verifiedStep === void 0 || step >= cell.verifiedStep) continue;
    cell.kept = new Map(cell.stored.copies);
    cell.verifiedStep = step;
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
      background: event.background === true
    };
    Object.assign(cell, { stalledSince: void 0, detached: void 0, stride: event.stride });
    cell.lastStep = event.lastStep ?? cell.lastStep;
    cell.lastLoss = event.lastLoss;
  });
  if (!unknown && everyCellEnded(run)) {
    lease.state = "ended";
    lease.endedAt = event.at;
  }
  return unknown;
}
var everyCellEnded = (run) => run.cells.size > 0 && [...run.cells.values()].every((cell) => cell.ended);
function withCell(run, name, change) {
  const cell = run.cells.get(name);
  if (!cell) return `no cell ${name}`;
  change(cell);
  return;
}

export {
  sameFailureAgain,
  LEDGER_VERSION,
  PARKABLE,
  storedNow,
  needsStoring,
  storing,
  cellsToStore,
  dropKept,
  storeKept,
  emptyRun,
  ATTENDED_SECONDS,
  fold
};
