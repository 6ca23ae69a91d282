import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  attemptsOf,
  currentLease
} from "./chunk-LC3LL5FN.mjs";
import {
  LEDGER_VERSION
} from "./chunk-NX3KFUAZ.mjs";

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
  approvals: [],
  halted: void 0,
  closed: void 0,
  ignored: [],
  updatedAt: void 0
});
function fold(id, events) {
  const run = emptyRun(id);
  for (const event of events) {
    const why = apply(run, event);
    if (why) run.ignored.push({ seq: event.seq, type: event.type, why });
    else run.updatedAt = event.at;
  }
  return run;
}
function apply(run, event) {
  if (event.type === "run-opened") return open(run, event);
  if (!run.opened) return "the run was never opened";
  if (run.closed) return "the run is closed";
  switch (event.type) {
    case "smoke-passed":
      if (event.commit !== run.opened.commit) return `evidence for commit ${event.commit}`;
      if (event.configHash !== run.opened.configHash) return "evidence for another configuration";
      run.smoke = "passed";
      return;
    case "smoke-waived":
      run.smoke = run.smoke === "passed" ? "passed" : "waived";
      return;
    case "intended":
      return intend(run, event);
    case "approved":
      run.approvals.push(event);
      return;
    case "halted":
      run.halted = event;
      return;
    case "resolved":
      run.halted = void 0;
      run.relaunches = Math.min(run.relaunches, run.opened.retryMax);
      for (const lease of run.leases) if (lease.state === "unfit") lease.state = "reachable";
      return;
    case "kept":
      return keep(run, event);
    case "cell-ended":
      return endCell(run, event);
    case "resumed":
      return withCell(run, event.cell, (cell) => {
        cell.resumedAt.push(event.firstStep);
        cell.resumedAttempt = event.attempt;
      });
    case "collected":
      if (!everyCellEnded(run)) return "not every cell has ended";
      run.collected = true;
      return;
    case "sealed":
      if (!run.collected) return "nothing was collected";
      if (event.verified < event.roster)
        return `${event.roster - event.verified} of ${event.roster} not verified`;
      run.seal = event;
      return;
    case "unsealed":
      if (run.seal?.seal !== event.seal) return "no such seal";
      run.seal = void 0;
      run.collected = false;
      return;
    case "closed":
      if (run.leases.some((lease) => lease.meters.some((meter) => !meter.stoppedAt)))
        return "a meter is not proven stopped";
      run.closed = event;
      return;
    default:
      return applyToLease(run, event);
  }
}
function open(run, event) {
  if (run.opened) return "the run is open already";
  if (event.version > LEDGER_VERSION)
    return `ledger version ${event.version}, we read up to ${LEDGER_VERSION}`;
  run.opened = event;
  for (const name of event.cells) {
    run.cells.set(name, {
      name,
      ended: void 0,
      kept: /* @__PURE__ */ new Map(),
      verifiedStep: void 0,
      lastStep: void 0,
      resumedAt: [],
      resumedAttempt: 0
    });
  }
  return;
}
function intend(run, event) {
  if (run.leases.some((lease) => lease.name === event.lease)) return "intended already";
  if (currentLease(run)) return "another lease is held";
  run.leases.push({
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
    verbsDone: [],
    boxGone: false,
    rentedAt: void 0,
    clocks: [],
    lost: []
  });
  return;
}
var HELD = [
  "rented",
  "reachable",
  "audited",
  "unfit",
  "running",
  "preempted",
  "ended",
  "parked",
  "releasing"
];
function applyToLease(run, event) {
  const lease = run.leases.find((each) => each.name === event.lease);
  if (!lease) return `no lease ${event.lease}`;
  switch (event.type) {
    case "rent-refused":
      return move(lease, ["intended"], "refused");
    case "rented":
      if (lease.state !== "intended") return `lease is ${lease.state}`;
      lease.boxId = event.boxId;
      lease.adopted = event.adopted;
      lease.rentedAt = event.at;
      lease.meters = event.meters.map((meter) => ({
        ...meter,
        startedAt: event.at,
        stoppedAt: void 0,
        owed: void 0
      }));
      return move(lease, ["intended"], "rented");
    case "reachable":
      return move(lease, ["rented"], "reachable", () => {
        lease.pin ??= { sha256: event.hostKeySha256, by: event.pin };
      });
    case "audited":
      return move(lease, ["reachable", "unfit", "audited"], event.fit ? "audited" : "unfit");
    case "started":
      return start(run, lease, event);
    case "preempted":
      return preempt(run, lease, event);
    case "releasing":
      return move(
        lease,
        [...HELD, "abandoned"],
        lease.state === "abandoned" ? "abandoned" : "releasing",
        () => {
          if (!lease.verbsDone.includes(event.verb)) lease.verbsDone.push(event.verb);
        }
      );
    case "meter-stopped":
      return stopMeter(lease, event);
    case "owed":
      return withMeter(lease, event.meter, (meter) => {
        if (!meter.stoppedAt) meter.owed = { why: event.why, next: event.next };
      });
    case "parked":
      return move(lease, ["ended"], "parked", () => {
        lease.clocks = event.clocks;
      });
    case "released":
      if (lease.meters.some((meter) => !meter.stoppedAt)) return "a meter is not proven stopped";
      return move(lease, ["releasing", "preempted", "parked", "ended"], "released");
    case "abandoned":
      return move(lease, HELD, "abandoned", () => {
        lease.lost = event.lost;
      });
    default:
      return "not an event of a lease";
  }
}
function start(run, lease, event) {
  if (event.configHash !== run.opened?.configHash)
    return "another configuration: only the identical one may be retried";
  if (event.attempt <= attemptsOf(run)) return `attempt ${event.attempt} was started already`;
  const revived = lease.state === "preempted" && !lease.boxGone;
  if (lease.state !== "audited" && lease.state !== "running" && !revived) return `lease is ${lease.state}`;
  lease.state = "running";
  lease.started = event;
  lease.startedAt = event.at;
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
  if (!run.seal) {
    for (const cell of run.cells.values()) if (cell.ended && event.what === "box") cell.ended = void 0;
    run.collected = false;
  }
  if (event.what === "process" && lease.state !== "preempted") run.relaunches += 1;
  lease.boxGone ||= event.what === "box";
  lease.state = "preempted";
  return;
}
function stopMeter(lease, event) {
  if (event.sightings.length < 2) return "seen gone fewer than two times";
  return withMeter(lease, event.meter, (meter) => {
    meter.stoppedAt ??= event.at;
    meter.owed = void 0;
  });
}
function keep(run, event) {
  return withCell(run, event.cell, (cell) => {
    for (const file of event.files) cell.kept.set(file.path, file);
    if (event.step !== void 0) cell.verifiedStep = event.step;
  });
}
function endCell(run, event) {
  const lease = run.leases.find((each) => each.name === event.lease);
  if (lease?.state !== "running") return lease ? `lease is ${lease.state}` : `no lease ${event.lease}`;
  const unknown = withCell(run, event.cell, (cell) => {
    cell.ended = {
      verdict: event.verdict,
      exitCode: event.exitCode,
      failureClass: event.failureClass,
      attempt: event.attempt
    };
    cell.lastStep = event.lastStep ?? cell.lastStep;
  });
  if (!unknown && everyCellEnded(run)) lease.state = "ended";
  return unknown;
}
var everyCellEnded = (run) => run.cells.size > 0 && [...run.cells.values()].every((cell) => cell.ended);
function move(lease, from, to, then) {
  if (!from.includes(lease.state)) return `lease is ${lease.state}`;
  lease.state = to;
  then?.();
  return;
}
function withCell(run, name, change) {
  const cell = run.cells.get(name);
  if (!cell) return `no cell ${name}`;
  change(cell);
  return;
}
function withMeter(lease, id, change) {
  const meter = lease.meters.find((each) => each.id === id);
  if (!meter) return `no meter ${id}`;
  change(meter);
  return;
}

export {
  emptyRun,
  fold
};
