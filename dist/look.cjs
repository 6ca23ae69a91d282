'use strict';
const __here = require('node:url').pathToFileURL(__filename).href;
"use strict";
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// src/clock.ts
function formatSeconds(seconds) {
  const s = Math.max(0, Math.round(seconds));
  if (s < 120) return `${s} s`;
  if (s < 7200) return `${Math.round(s / 60)} min`;
  const pad2 = (n) => String(n).padStart(2, "0");
  if (s < 172800) return `${Math.floor(s / 3600)} h ${pad2(Math.floor(s % 3600 / 60))} min`;
  return `${Math.floor(s / 86400)} d ${pad2(Math.floor(s % 86400 / 3600))} h`;
}
var systemClock, secondsBetween;
var init_clock = __esm({
  "src/clock.ts"() {
    "use strict";
    systemClock = {
      now: () => /* @__PURE__ */ new Date(),
      sleep: (seconds, signal) => new Promise((resolve6) => {
        if (signal?.aborted) return resolve6();
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", done);
          resolve6();
        };
        const timer = setTimeout(done, seconds * 1e3);
        signal?.addEventListener("abort", done, { once: true });
      })
    };
    secondsBetween = (from, to) => (to.getTime() - from.getTime()) / 1e3;
  }
});

// src/lease/events/entry.ts
function whyNot(run) {
  if (!run.opened) return "the run was never opened";
  return run.closed ? "the run is closed" : void 0;
}
var ofRecord, ofRun, ofLease;
var init_entry = __esm({
  "src/lease/events/entry.ts"() {
    "use strict";
    ofRecord = (type, shape, told) => ({ ...told, type, shape });
    ofRun = (type, shape, told) => ofRecord(type, shape, {
      ...told,
      apply: (run, event) => whyNot(run) ?? told.apply(run, event)
    });
    ofLease = (type, shape, told) => ofRun(type, shape, {
      ...told,
      apply(run, event) {
        const { lease: named } = event;
        const lease = run.leases.find(({ name }) => name === named);
        return lease ? told.apply(run, lease, event) : `no lease ${named}`;
      }
    });
  }
});

// src/metrics/rule.ts
var sourcesOf;
var init_rule = __esm({
  "src/metrics/rule.ts"() {
    "use strict";
    sourcesOf = ({ metrics, moreMetrics }) => metrics ? [metrics, ...moreMetrics ?? []] : [];
  }
});

// src/lease/fold-cell.ts
function withCell(run, name, change) {
  const cell = run.cells.get(name);
  if (!cell) return `no cell ${name}`;
  change(cell);
  return;
}
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
  const earlier2 = cell.sets.filter((set) => set.step !== void 0 && step !== void 0 && set.step < step);
  cell.sets = earlier2.length > 0 ? [...earlier2, { name: "", step, metric: void 0, files }] : [];
  cell.kept = new Map([...earlier2.flatMap((set) => set.files), ...files].map((file) => [file.path, file]));
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
  const unknown2 = withCell(run, event.cell, (cell) => {
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
  if (!unknown2 && everyCellEnded(run)) {
    lease.state = "ended";
    lease.endedAt = event.at;
  }
  return unknown2;
}
var newCell, everyCellEnded;
var init_fold_cell = __esm({
  "src/lease/fold-cell.ts"() {
    "use strict";
    newCell = (name) => ({
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
    everyCellEnded = (run) => run.cells.size > 0 && [...run.cells.values()].every((cell) => cell.ended);
  }
});

// src/lease/run.ts
function endedEarly(run) {
  const totalSteps = run.opened?.document.metrics?.totalSteps;
  if (totalSteps === void 0) return [];
  return [...run.cells.values()].flatMap(({ name, ended: ended2, verifiedStep, stride, ...cell }) => {
    if (ended2?.verdict !== "finished") return [];
    const lastStep = cell.lastStep ?? verifiedStep;
    const isThere = lastStep !== void 0 && lastStep + (stride ?? 1) >= totalSteps;
    return isThere ? [] : [{ cell: name, lastStep, totalSteps }];
  });
}
function endOf(run, { name, ended: ended2 }) {
  if (!ended2) return "";
  const isEarly = endedEarly(run).some(({ cell }) => cell === name);
  return `${ended2.verdict}${isEarly ? " EARLY" : ""}${ended2.background ? " IN THE BACKGROUND" : ""}`;
}
function doubtsOf(run) {
  const early = endedEarly(run).map(
    ({ cell, lastStep, totalSteps }) => lastStep === void 0 ? `${cell} ended, and its metrics do not show how far it came; metrics.total-steps is ${totalSteps}` : `${cell} ended at step ${lastStep} of ${totalSteps}`
  );
  const behind = [...run.cells.values()].flatMap(
    ({ name, ended: ended2 }) => ended2?.background ? [`${name} put its work into the background; how that ended nobody was told`] : []
  );
  return [...early, ...behind];
}
function costing(run) {
  return run.leases.flatMap((lease) => {
    const paid = openMeters(lease).filter((meter) => meter.usdPerHour > 0);
    if (paid.length === 0) return [];
    return [
      `${lease.name} on ${lease.platform}: ${paid.map((m) => `${m.id} ${m.times > 1 ? `${m.times} times ` : ""}${m.usdPerHour} USD/h`).join(", ")}`
    ];
  });
}
function runState(run) {
  if (run.closed) return run.seal ? "released" : "abandoned";
  if (run.leases.some((lease2) => lease2.meters.some((meter) => meter.owed && !meter.stoppedAt))) return "debt";
  if (run.halted) return "halted";
  if (!run.opened) return "empty";
  const lease = currentLease(run);
  if (!lease && run.noCapacity) return "no-capacity";
  if (!lease) return run.leases.some((each) => each.state === "preempted") ? "preempted" : "opened";
  if (lease.state === "ended") return run.seal ? "sealed" : run.collected ? "collected" : "ended";
  return lease.state;
}
var currentLease, isUnused, attemptsOf, isGivenUp, computing, openMeters;
var init_run = __esm({
  "src/lease/run.ts"() {
    "use strict";
    currentLease = (run) => run.leases.findLast(
      ({ state, started: started2, boxGone, evicted, failure, queue }) => state !== "refused" && // What is over at a queue runs nothing again.
      !(state === "preempted" && (boxGone || evicted || queue?.to === "over")) && // Given back or still to be: it never carried anything (`isUnused`).
      !(failure !== void 0 && started2 === void 0)
    );
    isUnused = (lease) => lease.failure !== void 0 && lease.started === void 0 && lease.intent.attach === void 0 && (lease.state === "failed" || lease.state === "releasing" || lease.state === "released");
    attemptsOf = (run) => run.leases.reduce((most, lease) => Math.max(most, lease.started?.attempt ?? 0), 0);
    isGivenUp = ({ leases }) => leases.some(({ state }) => state === "abandoned");
    computing = ({ meters }) => meters.filter(({ kind, usdPerHour }) => (kind === "gpu" || kind === "cpu") && usdPerHour > 0);
    openMeters = (lease) => lease.meters.filter((meter) => meter.stoppedAt === void 0);
  }
});

// src/lease/stored.ts
var storedNow, needsStoring;
var init_stored = __esm({
  "src/lease/stored.ts"() {
    "use strict";
    init_clock();
    init_run();
    storedNow = (run, now) => run.stored.filter(({ keptUntil }) => keptUntil === void 0 || Date.parse(keptUntil) > now.getTime());
    needsStoring = (run, now) => run.seal !== void 0 && run.opened?.needsStore === true && storedNow(run, now).length === 0;
  }
});

// src/lease/kept.ts
var isNewest, isRetained, mayDrop;
var init_kept = __esm({
  "src/lease/kept.ts"() {
    "use strict";
    init_stored();
    isNewest = (run, mark) => [...run.cells.values()].some(({ stored }) => stored?.mark === mark);
    isRetained = (run, mark) => (run.keptSets.get(mark)?.cells ?? []).some(({ cell, copies }) => {
      const hashes = new Map(copies.map(({ path, sha256 }) => [path, sha256]));
      const earlier2 = run.cells.get(cell)?.sets.slice(0, -1) ?? [];
      return earlier2.some(({ files }) => files.every(({ path, sha256 }) => hashes.get(path) === sha256));
    });
    mayDrop = (run, mark) => run.keptSets.has(mark) && !isRetained(run, mark) && (!isNewest(run, mark) || run.seal !== void 0 && run.stored.length > 0);
  }
});

// src/lease/on-tier.ts
function takeOnTier(cell, { lease, copy, failure, at }) {
  const before = cell.onTier?.lease === lease ? cell.onTier.failure : void 0;
  const since = before !== void 0 && before.why === failure ? before.since : at;
  cell.onTier = { lease, at, copy, failure: failure && { why: failure, since } };
}
var NOT_ON_TIER, tierFacts, beganAt, tierWords;
var init_on_tier = __esm({
  "src/lease/on-tier.ts"() {
    "use strict";
    init_clock();
    NOT_ON_TIER = {
      "no-room": "it has no room",
      "not-there": "it is not there, or cannot be written",
      "copy-failed": "the copy breaks off",
      differs: "the copy has other hashes than its source"
    };
    tierFacts = (run) => [...run.cells.values()].flatMap(({ name: cell, onTier }) => {
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
    beganAt = (id) => new Date(Number(id.split("-")[0]) * 1e3).toISOString();
    tierWords = ({ cell, lease, dir, copy, failure, seenAt }) => [
      `${cell}: on the durable tier of ${lease}${dir === null ? "" : ` (${dir})`}: ${copy ? `${copy.set}, ${copy.files} files, ${copy.bytes} bytes, since ${copy.since}` : "no whole copy"}`,
      ...failure ? [`FAILS since ${failure.since}: ${failure.why}`] : [],
      `seen at ${seenAt}`
    ].join("; ");
  }
});

// src/lease/retained.ts
function retained(sets, { retain = {}, direction }) {
  const { last = 1, every, best } = retain;
  const top = best && direction ? bestOf(sets, direction) : void 0;
  return sets.filter(
    (set, at) => at >= sets.length - last || set === top || every !== void 0 && isEvery(set.step, every)
  );
}
function bestOf(sets, direction) {
  let best;
  const isBetter2 = (one, other) => direction === "min" ? one < other : one > other;
  for (const set of sets) {
    if (set.metric === void 0) continue;
    if (best?.metric === void 0 || isBetter2(set.metric, best.metric)) best = set;
  }
  return best;
}
var isEvery;
var init_retained = __esm({
  "src/lease/retained.ts"() {
    "use strict";
    isEvery = (step, every) => step !== void 0 && step % every === 0;
  }
});

// src/lease/events/shape.ts
function first(all, faultOf2) {
  for (const each of all) {
    const fault = faultOf2(each);
    if (fault !== void 0) return fault;
  }
  return void 0;
}
var isText, text, oneOf, number, isTruth, boolean, onlyTrue, nothing, isObject, object, fields, listOf, either, optional;
var init_shape = __esm({
  "src/lease/events/shape.ts"() {
    "use strict";
    isText = (value, name) => typeof value === "string" ? void 0 : `${name} is not text`;
    text = isText;
    oneOf = () => isText;
    number = (value, name) => typeof value === "number" && Number.isFinite(value) ? void 0 : `${name} is not a number`;
    isTruth = (value, name) => typeof value === "boolean" ? void 0 : `${name} is not true or false`;
    boolean = isTruth;
    onlyTrue = isTruth;
    nothing = (value, name) => value === null ? void 0 : `${name} is not null`;
    isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
    object = () => (value, name) => isObject(value) ? void 0 : `${name} is not an object`;
    fields = (all) => (value, name) => {
      if (!isObject(value)) return `${name} is not an object`;
      return first(Object.entries(all), ([key, shape]) => shape(value[key], `${name}.${key}`));
    };
    listOf = (shape) => (value, name) => {
      if (!Array.isArray(value)) return `${name} is not a list`;
      return first([...value.entries()], ([index, one]) => shape(one, `${name}[${index}]`));
    };
    either = (one, other) => (value, name) => other(value, name) === void 0 ? void 0 : one(value, name);
    optional = (shape) => Object.assign((value, name) => value === void 0 ? void 0 : shape(value, name), {
      mayLack: true
    });
  }
});

// src/lease/events/kept.ts
function keep(run, event) {
  return withCell(run, event.cell, (cell) => {
    if (event.set) takeSet(run, cell, event);
    else if (event.step !== void 0) cell.sets = [];
    for (const file of event.files) {
      cell.kept.set(file.path, file);
      if (cell.ended) cell.keptAtEnd.add(file.path);
      else cell.keptAtEnd.delete(file.path);
    }
    cell.keptIn = event.in;
    cell.unkept = void 0;
    if (event.step === void 0) return;
    if (event.step > (cell.verifiedStep ?? -1)) for (const lease of run.leases) lease.begunInVain = 0;
    cell.verifiedStep = event.step;
  });
}
function takeSet(run, cell, { set, step, files }) {
  const isBeside2 = new Set(set?.beside);
  const own = files.filter(({ path }) => !isBeside2.has(path));
  for (const file of files) if (isBeside2.has(file.path)) cell.beside.set(file.path, file);
  for (const { path } of own) cell.beside.delete(path);
  const newest = { name: set?.name ?? "", step, metric: set?.metric, files: own };
  const before = cell.sets.filter((each) => !isLater(each.step, step));
  cell.sets = retained([...before, newest], retentionOf(run));
  const all = [...cell.beside.values(), ...cell.sets.flatMap((each) => each.files)];
  cell.kept = new Map(all.map((file) => [file.path, file]));
}
function storeKept(run, event) {
  const unknown2 = event.cells.find(({ cell }) => !run.cells.has(cell));
  if (unknown2) return `no cell ${unknown2.cell}`;
  run.keptSets.set(event.mark, event);
  for (const { cell, copies, step } of event.cells)
    withCell(run, cell, (known) => {
      known.stored = { mark: event.mark, step, copies: new Map(copies.map((file) => [file.path, file])) };
    });
  return;
}
var keptFiles, onMachine, farAway, inStore, KEPT_EVENTS, isLater, retentionOf;
var init_kept2 = __esm({
  "src/lease/events/kept.ts"() {
    "use strict";
    init_rule();
    init_fold_cell();
    init_kept();
    init_on_tier();
    init_retained();
    init_entry();
    init_shape();
    keptFiles = listOf(
      fields({ path: text, bytes: number, sha256: text, verdict: oneOf() })
    );
    onMachine = fields({ machine: text, dir: text });
    farAway = either(
      /** In a store, whither the box sent it: `mark` as of `kept-stored`. */
      fields({ store: text, place: text, mark: text }),
      /** On the durable tier of a platform: an absolute directory of any box that has it mounted. */
      fields({ durable: text, platform: text })
    );
    inStore = {
      store: oneOf(),
      /** What the store's own interface finds it by: an artifact's id, `s3://bucket/prefix`. */
      id: text,
      /** By a name or an address that a person can use. */
      place: text,
      /** `sha256:<hex>` of the whole as the store has it, or of the list of its objects' digests. */
      digest: text,
      bytes: number,
      files: number,
      /** When the store throws it away by itself. */
      keptUntil: optional(text)
    };
    KEPT_EVENTS = [
      /**
       * What was copied while the job runs, hash-equal to the box's and loaded: one whole checkpoint, and what is kept beside it.
       * Pulled to a machine of ours, or where that has no room for it, in a store or on the durable tier.
       */
      ofRun(
        "kept",
        {
          lease: text,
          cell: text,
          files: keptFiles,
          /** The newest checkpoint's step, where the files include one. */
          step: optional(number),
          /** All files but those that `beside` lists are one checkpoint of this name. Absent before checkpoints were sets. */
          set: optional(
            fields({
              name: text,
              beside: listOf(text),
              /** The metric that decides on the best, at the checkpoint's step. */
              metric: optional(number)
            })
          ),
          /** Where the copies lie. Absent before it was written. */
          in: optional(either(onMachine, farAway))
        },
        {
          isSight: true,
          apply: (run, event) => keep(run, event),
          subject: ({ files, cell, step }) => `kept ${files.length} file${files.length === 1 ? "" : "s"} of ${cell}${step === void 0 ? "" : ` at step ${step}`}`,
          sentence: (event) => `kept ${event.files.length} file(s) of ${event.cell}${event.step === void 0 ? "" : `, step ${event.step}`}, loaded`
        }
      ),
      /** The newest checkpoint lies on its box alone: it has no room with us, and no other place takes it. Until a copy is `kept`. */
      ofRun(
        "not-kept",
        {
          lease: text,
          cell: text,
          bytes: number,
          /** On the disk of the machine that looked. */
          freeBytes: number,
          /** Each other place that there is or might be, and why it has no copy. */
          why: listOf(text)
        },
        {
          isSight: true,
          apply: (run, { lease, cell, bytes, freeBytes, why, at }) => withCell(run, cell, (known) => {
            known.unkept = { lease, at, bytes, freeBytes, why };
          }),
          subject: ({ cell, bytes }) => `no copy of ${cell}'s newest checkpoint (${bytes} bytes)`,
          sentence: ({ cell, bytes, freeBytes, why }) => `the newest checkpoint of ${cell} (${bytes} bytes) is kept nowhere: ${freeBytes} bytes are free on this side${why.map((each) => `; ${each}`).join("")}`
        }
      ),
      /** What a box said of the copies that it makes on its durable tier by itself. Nobody here has read them. */
      ofRun(
        "on-tier",
        {
          lease: text,
          cell: text,
          /** The newest whole one; `id` is `<seconds since the epoch>-<attempt>` by the box's clock. */
          copy: optional(fields({ id: text, name: text, files: number, bytes: number })),
          /** Why there is no newer one. */
          failure: optional(oneOf())
        },
        {
          isSight: true,
          apply: (run, event) => withCell(run, event.cell, (known) => takeOnTier(known, event)),
          subject: ({ cell, copy, failure }) => `${cell} ${failure ? `does not get to the durable tier (${failure})` : `has ${copy?.name ?? "nothing"} on the durable tier`}`,
          sentence: ({ cell, lease, copy, failure }) => `${lease} has ${copy ? `${copy.name} of ${cell} (${copy.files} files, ${copy.bytes} bytes)` : `no copy of ${cell}`} on its durable tier${failure ? `; a newer one does not get there (${failure})` : ""}`
        }
      ),
      /** Verified copies of some cells lie in a store that outlives this machine, and were read back from there, equal byte for byte. */
      ofRun(
        "kept-stored",
        {
          /** SHA-256 over the cells and their files: what the store has them under. */
          mark: text,
          cells: listOf(fields({ cell: text, step: optional(number), copies: keptFiles })),
          ...inStore
        },
        {
          apply: (run, event) => storeKept(run, event),
          subject: ({ cells, store }) => `stored kept copies of ${cells.length} cell${cells.length === 1 ? "" : "s"} as ${store}`,
          sentence: (event) => `stored the newest copies of ${event.cells.map(({ cell, step }) => `${cell}${step === void 0 ? "" : ` (step ${step})`}`).join(", ")} in ${event.place}: ${event.files} files, ${event.bytes} bytes, read back and equal`
        }
      ),
      /** Copies that nothing needs any more were removed from their store. */
      ofRun(
        "kept-dropped",
        { mark: text },
        {
          apply(run, event) {
            if (!mayDrop(run, event.mark)) return "these copies are needed";
            run.keptSets.delete(event.mark);
            return;
          },
          subject: (event) => `removed kept copies ${event.mark.slice(0, 8)} from their store`,
          sentence: (event) => `removed the copies ${event.mark.slice(0, 8)} from their store; newer ones are there`
        }
      ),
      /** A person said to go on without the newest copies, which lie where nobody gets at them: from what a store has, else from nothing. */
      ofRun(
        "kept-lost",
        { cell: text, person: text },
        {
          apply: (run, event) => withCell(run, event.cell, (cell) => {
            fallBackTo(cell, cell.stored?.step);
          }),
          subject: (event) => `goes on without the newest copies of ${event.cell}`,
          sentence: (event) => `${event.person} said to go on without the newest copies of ${event.cell}`
        }
      )
    ];
    isLater = (one, other) => one !== void 0 && other !== void 0 && one >= other;
    retentionOf = ({ opened }) => ({
      retain: opened?.document.checkpoint?.retain,
      direction: opened && sourcesOf(opened.document).find(({ best }) => best)?.best?.direction
    });
  }
});

// src/lease/events/begin.ts
function begin(run, event) {
  const wanted = run.opened?.document.from;
  if (wanted !== event.run || event.run === run.id)
    return `the job begins from ${wanted === void 0 ? "nothing" : wanted}`;
  if (run.begunFrom) return "it has a beginning already";
  if (run.leases.some(({ started: started2 }) => started2 !== void 0)) return "work was begun before";
  const cells = new Map(event.cells.map((each) => [each.cell, each]));
  if (cells.size !== event.cells.length || cells.size !== run.cells.size)
    return "not each cell has one beginning";
  const strange = event.cells.find(({ cell, files }) => !run.cells.has(cell) || files.length === 0);
  if (strange) return `no beginning for ${strange.cell}`;
  run.begunFrom = event;
  for (const [name, cell] of run.cells) {
    const { name: set = "", step, files = [] } = cells.get(name) ?? {};
    cell.sets = [{ name: set, step, metric: void 0, files }];
    cell.kept = new Map(files.map((file) => [file.path, file]));
    cell.keptIn = event.in;
    cell.verifiedStep = step;
  }
  return;
}
var BEGIN_EVENTS;
var init_begin = __esm({
  "src/lease/events/begin.ts"() {
    "use strict";
    init_entry();
    init_kept2();
    init_shape();
    BEGIN_EVENTS = [
      /**
       * Once, before anything is rented: copies of another run's sealed checkpoint, hash-equal to its seal, are kept for each cell, and every
       * box is given them as it is given copies of our own.
       */
      ofRun(
        "begins-from",
        {
          /** The other run, its seal at that time, and what it was made from. */
          run: text,
          seal: text,
          commit: text,
          configHash: text,
          cells: listOf(
            fields({
              cell: text,
              /** Cell of the other run. */
              of: text,
              /** The checkpoint, as a person would call it. */
              name: text,
              step: optional(number),
              files: keptFiles
            })
          ),
          /** `digestOf` the cells above. */
          digest: text,
          in: onMachine
        },
        {
          apply: (run, event) => begin(run, event),
          subject: (event) => `begins from ${event.run}`,
          sentence: ({ run, seal, cells, digest }) => `begins from ${run}, sealed as ${seal.slice(0, 8)}: ${cells.map(({ cell, name, step }) => `${cell} from ${name}${step === void 0 ? "" : ` of step ${step}`}`).join(", ")} (${digest.slice(0, 12)})`
        }
      )
    ];
  }
});

// src/money.ts
function usdFor(usdPerHour, seconds) {
  if (!(usdPerHour >= 0 && seconds >= 0 && Number.isFinite(usdPerHour) && Number.isFinite(seconds))) {
    throw new RangeError(`not a cost: ${usdPerHour} USD/h for ${seconds} s`);
  }
  return usdPerHour * seconds / 3600;
}
function formatUsd(usd) {
  if (usd === 0) return "0.00 USD";
  if (usd > 0 && usd < 5e-5) return "under 0.0001 USD";
  return `${usd < 0.1 ? usd.toFixed(4) : usd.toFixed(2)} USD`;
}
var init_money = __esm({
  "src/money.ts"() {
    "use strict";
  }
});

// src/lease/comes-back.ts
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
var isStopped, standsStopped, COUNTED_UNSEEN_SECONDS, isUseless;
var init_comes_back = __esm({
  "src/lease/comes-back.ts"() {
    "use strict";
    init_clock();
    init_money();
    init_run();
    isStopped = (lease) => lease.state === "parked" || lease.state === "preempted" && lease.evicted;
    standsStopped = (lease) => isStopped(lease) || lease.state === "rented" && lease.stoppedSeenAt !== void 0 && computing(lease).every(({ stoppedAt }) => stoppedAt !== void 0);
    COUNTED_UNSEEN_SECONDS = 7200;
    isUseless = (run, lease) => run.halted !== void 0 || run.seal !== void 0 || lease.evicted;
  }
});

// src/lease/fold-queue.ts
function withoutAllocation(meter) {
  return meter.id === WALLTIME ? { ...meter, stoppedAt: meter.startedAt } : meter;
}
function queueMoved(lease, { to, why, stuck, at, tasks }) {
  if (!isQueued(lease)) return "it is no submission to a queue";
  if (lease.boxId === void 0) return "it was never submitted";
  const { queue: known } = lease;
  const count2 = tasks !== void 0 && tasks > 0 ? Math.floor(tasks) : void 0;
  if (known?.to === "over") return "it was over before";
  const isSame = known?.to === to && known.why === why && known.stuck === stuck && known.tasks === count2;
  if (isSame) return "nothing has changed";
  const begunAt = known?.begunAt ?? (to === "running" ? at : void 0);
  lease.queue = { to, why, at, begunAt, stuck, tasks: count2 };
  for (const meter of lease.meters) {
    if (meter.id === WALLTIME && to === "running") runOn(meter, at, count2 ?? 1);
    else if (meter.id === WALLTIME || to === "over") meter.stoppedAt ??= at;
  }
  return;
}
function runOn(meter, at, times) {
  if (meter.stoppedAt === void 0 && meter.times === times) return;
  const { startedAt, stoppedAt = at } = meter;
  if (stoppedAt !== startedAt) meter.before.push({ startedAt, stoppedAt, times: meter.times });
  Object.assign(meter, { startedAt: [stoppedAt, at].sort().at(-1), stoppedAt: void 0, times });
}
var WALLTIME, isQueued, heldSince;
var init_fold_queue = __esm({
  "src/lease/fold-queue.ts"() {
    "use strict";
    WALLTIME = "walltime";
    isQueued = ({ intent }) => intent.queue !== void 0;
    heldSince = (lease) => isQueued(lease) ? lease.queue?.begunAt : lease.rentedAt;
  }
});

// src/lease/fold-lease.ts
function hold(lease, event) {
  const since = event.since !== void 0 && event.since < event.at ? event.since : void 0;
  const isFound = event.type === "rented" && event.adopted;
  const startedAt = since ?? (isFound && lease.claim.at < event.at ? lease.claim.at : event.at);
  lease.boxId = event.boxId;
  lease.rentedAt = since ?? event.at;
  lease.traffic.price = event.traffic ?? lease.traffic.price;
  const meters = event.meters.map((meter) => ({
    ...meter,
    startedAt,
    stoppedAt: void 0,
    times: 1,
    before: [],
    owed: void 0
  }));
  lease.meters = isQueued(lease) ? meters.map(withoutAllocation) : meters;
}
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
var newLease, PARKABLE, HELD, MOST_LEASES, tooManyLeases;
var init_fold_lease = __esm({
  "src/lease/fold-lease.ts"() {
    "use strict";
    init_fold_queue();
    newLease = (event, at) => ({
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
      placed: void 0,
      gpus: void 0,
      started: void 0,
      startedAt: void 0,
      firstStartedAt: void 0,
      endedAt: void 0,
      lostAt: void 0,
      setBackAt: void 0,
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
      endsItselfAt: void 0,
      failure: void 0,
      failedAt: void 0,
      unfit: false,
      rentedAt: void 0,
      wipes: 0,
      seenAt: void 0,
      overAt: void 0,
      unreached: void 0,
      queue: void 0,
      allocation: void 0,
      begunInVain: 0,
      stoppedSeenAt: void 0,
      ranAgain: void 0,
      parkedItself: void 0,
      wakes: void 0,
      unseenUsd: 0,
      traffic: { price: event.traffic ?? {}, counted: /* @__PURE__ */ new Map(), steps: [] },
      clocks: [],
      clocksSince: void 0,
      words: [],
      asking: void 0,
      lost: []
    });
    PARKABLE = [
      "rented",
      "reachable",
      "audited",
      "unfit",
      "running",
      "preempted",
      "ended"
    ];
    HELD = [...PARKABLE, "parked", "releasing", "failed"];
    MOST_LEASES = 500;
    tooManyLeases = `a run has no more than ${MOST_LEASES} leases`;
  }
});

// src/lease/task-ranges.ts
function placesIn(ranges) {
  const places = /* @__PURE__ */ new Set();
  for (const part of ranges.split(",")) {
    const [, from, to = from, step = "1"] = /^(\d{1,5})(?:-(\d{1,5})(?::(\d{1,5}))?)?$/.exec(part.trim()) ?? [];
    if (from === void 0 || Number(step) === 0) continue;
    const last = Math.min(Number(to), MOST_TASKS - 1);
    for (let place = Number(from); place <= last; place += Number(step)) places.add(place);
  }
  return [...places].sort((a, b) => a - b);
}
function rangesOf(places) {
  const parts = [];
  for (const place of [...new Set(places)].sort((a, b) => a - b)) {
    const last = parts.at(-1);
    if (last && last.to === place - 1) last.to = place;
    else parts.push({ from: place, to: place });
  }
  return parts.map(({ from, to }) => from === to ? `${from}` : `${from}-${to}`).join(",");
}
function attemptsOf2(of) {
  const places = /* @__PURE__ */ new Map();
  for (const [place, attempt] of of) places.set(attempt, [...places.get(attempt) ?? [], place]);
  return [...places].map(([attempt, all]) => `${attempt}:${rangesOf(all)}`).join(";");
}
var MOST_TASKS, attemptsIn;
var init_task_ranges = __esm({
  "src/lease/task-ranges.ts"() {
    "use strict";
    MOST_TASKS = 1e4;
    attemptsIn = (text2) => new Map(
      text2.split(";").flatMap((part) => {
        const [, attempt, ranges = ""] = /^(\d{1,9}):(.+)$/.exec(part) ?? [];
        return attempt === void 0 ? [] : placesIn(ranges).map((place) => [place, Number(attempt)]);
      })
    );
  }
});

// src/lease/events/box.ts
function audit(lease, event) {
  if (event.attempt !== void 0) return auditOfAttempt(lease, event, event.attempt);
  const goesBack = event.goesBack === true && lease.started === void 0;
  const to = event.fit ? "audited" : goesBack ? "failed" : "unfit";
  return move(lease, ["reachable", "unfit", "audited"], to, () => {
    lease.placed = event.placed;
    lease.gpus = cardsIn(event.measured);
    lease.endsItselfAt = event.endsItselfAt ?? lease.endsItselfAt;
    if (to !== "failed") return;
    const bad = event.findings.filter(({ level: level3 }) => level3 === "fail").map(({ what }) => what);
    lease.failedAt = event.at;
    lease.unfit = true;
    lease.failure = `not fit: ${bad.join("; ") || "its audit says so"}`.slice(0, 300);
  });
}
function cardsIn({ gpuName: name, gpuCount: count2 }) {
  if (typeof name !== "string" || typeof count2 !== "number") return;
  return name === "" || name.includes(";") || count2 < 1 ? void 0 : { name, count: count2 };
}
function auditOfAttempt(lease, event, attempt) {
  if (!isQueued(lease) || lease.started === void 0) return "it is no submission that was begun";
  const bad = event.findings.filter(({ level: level3 }) => level3 === "fail").map(({ what }) => what);
  if (event.tasks !== void 0) return auditOfTasks(lease, { ...event, attempt }, event.tasks, bad);
  lease.allocation = { attempt, at: event.at, ...event.fit ? {} : { unfit: bad.join(" ").slice(0, 500) } };
  return;
}
function auditOfTasks(lease, { attempt, at, fit: fit2 }, tasks, bad) {
  const known = lease.allocation?.attempt === attempt ? lease.allocation : void 0;
  const unfit = [...known?.unfit === void 0 ? [] : [known.unfit], ...fit2 ? [] : bad].join(" ");
  lease.allocation = {
    attempt,
    at: known?.unfit === void 0 ? at : known.at,
    tasks: attemptsOf2(new Map([...attemptsIn(known?.tasks ?? ""), ...attemptsIn(tasks)])),
    ...unfit === "" ? {} : { unfit: unfit.slice(0, 500) }
  };
  return;
}
function preempt(run, lease, event) {
  const from = event.what === "process" ? PROCESS : LOSABLE;
  if (!from.includes(lease.state)) return `lease is ${lease.state}`;
  if (event.what === "disk") return wipe(run, lease, event.at);
  if (!run.seal) forgetEnds(run, event.what !== "process");
  if (event.what === "process" && lease.state !== "preempted") {
    run.relaunches += 1;
    lease.setBackAt = event.at;
  }
  if (event.what !== "process") lease.lostAt ??= event.at;
  lease.boxGone ||= event.what === "box";
  lease.evicted ||= event.what === "evicted";
  const goesBack = event.goesBack === true && event.what === "evicted" && neverLetUsIn(lease);
  lease.state = goesBack ? "failed" : "preempted";
  if (goesBack) {
    lease.failure = event.why;
    lease.failedAt = event.at;
  }
  if (event.clocks) {
    lease.clocks = event.clocks;
    lease.clocksSince = event.at;
  }
  return;
}
function afterReach(run, lease) {
  if (wasOver(run, lease)) return "ended";
  return lease.wakes !== void 0 && lease.started !== void 0 ? "running" : "reachable";
}
function wipe(run, lease, at) {
  if (run.seal) return "what it held is sealed";
  if (!lease.started || lease.boxGone || lease.evicted) return `lease is ${lease.state}`;
  forgetEnds(run, true);
  lease.wipes += 1;
  lease.setBackAt = at;
  lease.endedAt = void 0;
  lease.state = "reachable";
  return;
}
var IN_QUEUE, endsItselfAt, clocks, BOX_EVENTS, PROCESS, LOSABLE, neverLetUsIn, wasOver;
var init_box = __esm({
  "src/lease/events/box.ts"() {
    "use strict";
    init_comes_back();
    init_fold_cell();
    init_fold_lease();
    init_fold_queue();
    init_task_ranges();
    init_entry();
    init_shape();
    IN_QUEUE = {
      waiting: "waits in its queue",
      running: "has its allocation",
      over: "is over at its queue"
    };
    endsItselfAt = optional(text);
    clocks = listOf(fields({ id: text, effect: text, at: text }));
    BOX_EVENTS = [
      ofLease(
        "reachable",
        {
          lease: text,
          /** Pinned from here on. */
          hostKeySha256: text,
          /** Who vouches for it. */
          pin: oneOf(),
          endsItselfAt
        },
        {
          isSight: true,
          apply: (run, lease, event) => (
            // It was stopped when its work was over, and somebody started it: what is left is to collect, not to train again.
            move(lease, ["rented"], afterReach(run, lease), () => {
              lease.wakes = void 0;
              lease.endsItselfAt = event.endsItselfAt;
              lease.pin ??= { sha256: event.hostKeySha256, by: event.pin };
              if (!isQueued(lease)) runAgain(lease, lease.meters, event.at);
            })
          ),
          subject: (event) => `${event.lease} answers`,
          sentence: (event) => `reached ${event.lease}, host key SHA256:${event.hostKeySha256} (${event.pin})`
        }
      ),
      ofLease(
        "audited",
        {
          lease: text,
          fit: boolean,
          /** Unfit, rented, and nothing was ever started on it: it is given back, and neither its offer nor its host is taken again. */
          goesBack: optional(onlyTrue),
          /** Of a queue: what the machine that began this attempt saw of itself. What runs there runs on, fit or not. */
          attempt: optional(number),
          /** Of several tasks: of which ones, by the places of their cells in the run (`attemptsOf`); `findings` name the cells. */
          tasks: optional(text),
          findings: listOf(fields({ id: text, level: oneOf(), what: text })),
          /** Numbers worth keeping: `diskFreeBytes`, `memoryMaxBytes`, `cpuQuota`, `gpuCount`. */
          measured: object(),
          /** Directories of the job or its platform's profile that the box was seen to have. Absent before they were looked for. */
          placed: optional(fields({ work: optional(text), durable: optional(text), data: optional(text) })),
          endsItselfAt
        },
        {
          isSight: true,
          apply: (_run, lease, event) => audit(lease, event),
          subject: (event) => event.fit ? `${event.lease} is fit` : `${event.lease} is not fit`,
          sentence: ({ lease, fit: fit2, findings, tasks }) => {
            const count2 = tasks === void 0 ? 0 : attemptsIn(tasks).size;
            const bad = findings.filter(({ level: level3 }) => level3 !== "info");
            const told = bad.map(({ level: level3, id, what }) => `${level3} ${id}: ${what}`).join("; ");
            return `audited ${lease}${count2 > 0 ? `, ${count2} of its tasks` : ""}: ${fit2 ? "fit" : "NOT FIT"}${told && `; ${told}`}`;
          }
        }
      ),
      /** The box answered. Written when the record's last word of it has grown old, not at every look. */
      ofLease(
        "seen",
        {
          lease: text,
          /** When the work on it is expected to be over, by the pace that was seen. Absent where nobody can tell. */
          overAt: optional(text)
        },
        {
          isSight: true,
          apply(_run, lease, { overAt }) {
            if (lease.boxId === void 0) return "it has no box";
            if (overAt !== void 0) lease.overAt = overAt;
            return;
          },
          subject: (event) => `${event.lease} was seen`,
          sentence: ({ lease, overAt }) => `${lease} was seen${overAt === void 0 ? "" : `; its work is expected to be over at ${overAt}`}`
        }
      ),
      /** The box did not answer, for the first time since it last did. */
      ofLease(
        "unreached",
        {
          lease: text,
          /** The platform's word for its state at that moment. */
          shown: text
        },
        {
          apply(_run, lease, event) {
            if (lease.boxId === void 0) return "it has no box";
            lease.unreached ??= { at: event.at, shown: event.shown };
            lease.unreached.shown = event.shown;
            return;
          },
          subject: (event) => `${event.lease} does not answer`,
          sentence: (event) => `${event.lease} DOES NOT ANSWER; its platform calls it ${event.shown}`
        }
      ),
      /** A submission to a queue has its allocation, waits for one again, or is over: by the word of the engine. */
      ofLease(
        "queue-moved",
        {
          lease: text,
          to: oneOf(),
          /** In words: why it waits, or how it ended. */
          why: optional(text),
          /** It waits, and does not start by itself: somebody holds it, or nothing that it waits for comes. */
          stuck: optional(oneOf()),
          /** Of a submission of several tasks that runs: how many of them have an allocation. */
          tasks: optional(number)
        },
        {
          apply: (_run, lease, event) => queueMoved(lease, event),
          subject: (event) => `${event.lease} is ${event.to}`,
          sentence: ({ lease, to, why, tasks }) => `${lease} ${IN_QUEUE[to]}${tasks === void 0 ? "" : `, ${tasks} of its tasks at once`}${why === void 0 ? "" : `: ${why}`}`
        }
      ),
      /** Stopped, its meters of computing proven so, and its platform shows them stopped still. Written rarely, as `seen` is. */
      ofLease(
        "stands-stopped",
        { lease: text },
        {
          apply(_run, lease, event) {
            if (!standsStopped(lease)) return `lease is ${lease.state}`;
            lease.stoppedSeenAt = event.at;
            return;
          },
          subject: (event) => `${event.lease} is stopped still`,
          sentence: (event) => `${event.lease} is stopped still`
        }
      ),
      /** A box that was proven stopped computes again, and nobody here started it: shown so twice. */
      ofLease(
        "runs-again",
        {
          lease: text,
          /** Ids of the meters that run. */
          meters: listOf(text)
        },
        {
          apply: (run, lease, event) => comeBack(run, lease, event),
          subject: (event) => `${event.lease} runs again`,
          sentence: (event) => `${event.lease} RUNS AGAIN, and nobody here started it: ${event.meters.join(", ")}`
        }
      ),
      ofLease(
        "preempted",
        {
          lease: text,
          /**
           * `box`: gone at the platform, twice. `process`: dead for a probabilistic reason on a living box. `evicted`: stopped by
           * the platform without our asking; the box is lost to the run, its disk may bill until it is released. `disk`: the box
           * answers, and nothing of what was laid down on it is there any more.
           */
          what: oneOf(),
          why: text,
          /** Evicted before it ever answered, rented, and nothing was ever started on it: it is given back as one that never came up. */
          goesBack: optional(onlyTrue),
          /** Of an evicted box: profile clocks that now run against what it still holds, as in `parked`. */
          clocks: optional(clocks)
        },
        {
          apply: (run, lease, event) => preempt(run, lease, event),
          subject: (event) => `preempted on ${event.lease}: ${event.what} lost`,
          sentence: (event) => `PREEMPTED ${event.lease} (${event.what}): ${event.why}`
        }
      )
    ];
    PROCESS = ["running", "preempted"];
    LOSABLE = [...PARKABLE, "parked"];
    neverLetUsIn = ({ state, started: started2, pin, intent }) => state === "rented" && started2 === void 0 && pin === void 0 && intent.attach === void 0;
    wasOver = (run, { started: started2, endedAt }) => started2 !== void 0 && endedAt !== void 0 && everyCellEnded(run);
  }
});

// src/lease/traffic.ts
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
function hoursHeld(meters, to) {
  const begins = meters.flatMap(({ startedAt, before }) => [
    startedAt,
    ...before.map((each) => each.startedAt)
  ]);
  const ends = meters.map(({ stoppedAt }) => stoppedAt === void 0 ? to : Date.parse(stoppedAt));
  const first2 = Math.min(...begins.map((at) => Date.parse(at)));
  const hours = (Math.min(to, Math.max(...ends)) - first2) / 36e5;
  return Number.isFinite(hours) ? Math.max(0, hours) : 0;
}
var GB, formatGb, trafficUsd;
var init_traffic = __esm({
  "src/lease/traffic.ts"() {
    "use strict";
    GB = 2 ** 30;
    formatGb = (bytes) => `${(bytes / GB).toFixed(bytes < 10 * GB ? 3 : 1)} GB`;
    trafficUsd = (lease, to) => trafficCosts(lease, to).reduce((sum, { usd }) => sum + usd, 0);
  }
});

// src/lease/events/data.ts
function noteFetched(run, to, fetched) {
  const source = run.data.get(to);
  if (source) source.fetched ??= fetched;
}
function countFetched(run, { traffic }, at) {
  const toBoxBytes = [...run.data.values()].reduce((sum, { fetched }) => sum + (fetched?.bytes ?? 0), 0);
  if (toBoxBytes > 0) count(traffic, "its data", { toBoxBytes, fromBoxBytes: 0 }, Date.parse(at));
}
var DATA_EVENTS;
var init_data = __esm({
  "src/lease/events/data.ts"() {
    "use strict";
    init_traffic();
    init_entry();
    init_shape();
    DATA_EVENTS = [
      /** Once, before anything is rented: every box of the run fetches these very files. */
      ofRun(
        "data-resolved",
        {
          sources: listOf(
            fields({
              from: text,
              /** Below the data directory of a box. */
              to: text,
              /** Commit of a repository of the Hub. */
              revision: optional(text),
              files: number,
              /** As far as the sources say. */
              bytes: number,
              /** Files of which nothing but the size is known beforehand. */
              unproven: number,
              /** Over paths, sizes and digests. */
              digest: text,
              /** Level to which it was verified where it lies. */
              verified: optional(text)
            })
          )
        },
        {
          apply(run, event) {
            if (run.data.size > 0) return "the data were resolved before";
            for (const source of event.sources) run.data.set(source.to, { ...source, fetched: void 0 });
            return;
          },
          subject: ({ sources }) => `data: ${sources.length} source${sources.length === 1 ? "" : "s"}`,
          sentence: ({ sources }) => `resolved the data: ${sources.map(({ from, revision, files, bytes, verified }) => `${from}${revision === void 0 ? "" : ` at ${revision.slice(0, 12)}`} (${files} files, ${bytes} bytes${verified === void 0 ? "" : `, verified to ${verified}`})`).join("; ")}`
        }
      ),
      /** All of it lies on the box, and was held against what is known of it. */
      ofRun(
        "data-fetched",
        {
          lease: text,
          sources: listOf(
            fields({
              to: text,
              files: number,
              bytes: number,
              /** Over the lines "SHA256  PATH" of its files, by path. */
              sha256: text
            })
          )
        },
        {
          isSight: true,
          apply(run, { lease: name, sources, at }) {
            const strange = sources.find(({ to }) => !run.data.has(to));
            if (strange) return `no data goes to ${strange.to}`;
            for (const { to, ...fetched } of sources) noteFetched(run, to, fetched);
            const lease = run.leases.find((each) => each.name === name);
            if (lease) countFetched(run, lease, at);
            return;
          },
          subject: ({ lease }) => `the data are on ${lease}`,
          sentence: ({ lease, sources }) => `the data are on ${lease}: ${sources.map(({ to, files, bytes, sha256 }) => `${to} ${files} files, ${bytes} bytes, ${sha256.slice(0, 12)}`).join("; ")}`
        }
      )
    ];
  }
});

// src/lease/events/cell.ts
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
  for (const cell of run.cells.values()) quiet(cell);
  lease.started = event;
  lease.startedAt = event.at;
  lease.endsItselfAt = event.endsItselfAt;
  lease.overAt = void 0;
  if (lease.firstStartedAt === void 0) countFetched(run, lease, event.at);
  lease.firstStartedAt ??= event.at;
  lease.begunInVain += 1;
  return;
}
var CELL_EVENTS;
var init_cell = __esm({
  "src/lease/events/cell.ts"() {
    "use strict";
    init_fold_cell();
    init_run();
    init_data();
    init_entry();
    init_shape();
    CELL_EVENTS = [
      /** The keeper was told to start attempt `attempt`. */
      ofLease(
        "started",
        {
          lease: text,
          attempt: number,
          configHash: text,
          /** As proven on the box. */
          codeHash: text,
          keeper: text,
          /** Where the run lies on the box, and the keeper in it. */
          dir: fields({ base: text, keeper: text }),
          launcher: text,
          /** Of the box right after the start: another boot id later means a reboot, more kills an OOM. */
          bootId: text,
          oomKills: either(number, nothing),
          /** How far the starter's clock was ahead of the box's. */
          aheadOfBoxSeconds: optional(number),
          /** The box was told to park itself by what does as this verb, so long after its last cell and its last visitor. */
          parksItself: optional(fields({ verb: text, afterSeconds: number })),
          /** What each cell continues from; absent cells start fresh. Earlier versions called the same disk `durable-tier`, too. */
          from: listOf(
            fields({
              cell: text,
              step: number,
              source: oneOf()
            })
          ),
          /** As of `reachable`; absent: from here on the box does not end itself, only its keeper ends the cells. */
          endsItselfAt: optional(text)
        },
        {
          isSight: true,
          apply(run, lease, event) {
            const why = start(run, lease, event);
            if (!why) fallBack(run, event);
            return why;
          },
          subject: (event) => `started attempt ${event.attempt} on ${event.lease}`,
          sentence: (event) => `started attempt ${event.attempt} on ${event.lease}${event.from.map((from) => `; ${from.cell} continues from step ${from.step} (${from.source})`).join("")}`
        }
      ),
      /** The first step seen after a resume, and that it is not behind what was verified. */
      ofRun(
        "resumed",
        { lease: text, cell: text, attempt: number, firstStep: number, verifiedStep: number },
        {
          isSight: true,
          apply: (run, event) => withCell(run, event.cell, (cell) => {
            cell.resumedAt.push(event.firstStep);
            cell.resumedAttempt = event.attempt;
          }),
          subject: (event) => `${event.cell} resumed at step ${event.firstStep}`,
          sentence: (event) => `${event.cell} resumed at step ${event.firstStep} on ${event.lease} (verified: ${event.verifiedStep})`
        }
      ),
      /** The engine of a queue ran the task of one cell once more, by itself: an attempt of that cell alone. */
      ofRun(
        "begun-again",
        { lease: text, cell: text, attempt: number },
        {
          isSight: true,
          apply: (run, event) => withCell(run, event.cell, (cell) => {
            cell.begunAgain = { attempt: event.attempt, step: cell.verifiedStep };
          }),
          subject: (event) => `${event.cell} was begun again`,
          sentence: (event) => `${event.cell} on ${event.lease} was begun again by its engine (attempt ${event.attempt})`
        }
      ),
      /** Alive, and no new byte for longer than the job allows. */
      ofRun(
        "stalled",
        {
          lease: text,
          cell: text,
          /** How long it had been silent then, by the box's clock. */
          quietSeconds: number
        },
        {
          isSight: true,
          apply: (run, event) => withCell(run, event.cell, (cell) => {
            const at = Date.parse(event.at) - event.quietSeconds * 1e3;
            cell.stalledSince ??= new Date(at).toISOString();
          }),
          subject: (event) => `${event.cell} is silent for ${Math.round(event.quietSeconds)} s`,
          sentence: (event) => `${event.cell} on ${event.lease} is STALLED, silent for ${Math.round(event.quietSeconds)} s`
        }
      ),
      /** A cell that was stalled writes again. */
      ofRun(
        "moving",
        { lease: text, cell: text },
        {
          isSight: true,
          apply: (run, event) => withCell(run, event.cell, (cell) => {
            cell.stalledSince = void 0;
          }),
          subject: (event) => `${event.cell} goes on`,
          sentence: (event) => `${event.cell} on ${event.lease} goes on`
        }
      ),
      /** The command returned, and what it started in the background goes on: followed, and not finished. */
      ofRun(
        "detached",
        {
          lease: text,
          cell: text,
          attempt: number,
          /** Processes that carry the cell's mark; 0 where only files changed behind its back. */
          processes: number
        },
        {
          isSight: true,
          apply: (run, event) => withCell(run, event.cell, (cell) => {
            cell.detached ??= { at: event.at, processes: event.processes };
            cell.detached.processes = event.processes;
          }),
          subject: (event) => `${event.cell} went into the background`,
          sentence: (event) => `${event.cell} on ${event.lease} WENT INTO THE BACKGROUND: its command returned, ${event.processes} process(es) go on`
        }
      ),
      /** A text of the box, or of its platform, shows something that the profile of the platform knows. */
      ofRun(
        "recognized",
        {
          lease: text,
          /** Whose log shows it; absent where it is no cell's. */
          cell: optional(text),
          /** Of the gotcha in the profile. */
          id: text,
          cause: text,
          fix: text
        },
        {
          apply(run, event) {
            const key = `${event.lease}:${event.id}`;
            if (run.recognized.has(key)) return "it is known already";
            run.recognized.set(key, event);
            return;
          },
          subject: (event) => `${event.id} recognised on ${event.lease}`,
          sentence: (event) => `${event.cell ?? event.lease} shows ${event.id}, known of its platform: ${event.cause} ${event.fix}`
        }
      ),
      ofRun(
        "cell-ended",
        {
          lease: text,
          cell: text,
          attempt: number,
          verdict: oneOf(),
          exitCode: number,
          /** Failure class of `src/watch/failures`, such as `CODE_BUG`; absent for `finished`. */
          failureClass: optional(text),
          /** For a full disk before it began: how much room is missing, and what takes it. */
          shortage: optional(text),
          lastStep: optional(number),
          /** Loss of that step, where the metrics have one: what a pull request is compared by. */
          lastLoss: optional(number),
          /** Steps between the last two points of its metrics: how much further than `lastStep` it may have come. */
          stride: optional(number),
          /** Its command, from its start to its end by the box's clock, setup not counted. */
          ranSeconds: optional(number),
          /** The command had returned long before: what it left in the background ended then, or was still. */
          background: optional(onlyTrue)
        },
        {
          isSight: true,
          apply: (run, event) => endCell(run, event),
          subject: (event) => `${event.cell} ${event.verdict} with exit code ${event.exitCode}`,
          sentence: (event) => `${event.cell} ${event.verdict}, exit ${event.exitCode}${event.failureClass ? `, ${event.failureClass}` : ""}${event.lastStep === void 0 ? "" : `, last step ${event.lastStep}`}${event.background ? ", its work had gone into the background" : ""}`
        }
      )
    ];
  }
});

// src/lease/events/mended.ts
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
var MENDED_EVENTS;
var init_mended = __esm({
  "src/lease/events/mended.ts"() {
    "use strict";
    init_fold_cell();
    init_entry();
    init_shape();
    MENDED_EVENTS = [
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
  }
});

// src/lease/notices.ts
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
var FIRST_PAUSE_SECONDS, NEVER_TOLD, targetsOf, withoutDeliveries, deliveryOf, TELL_FROM_FAILURES;
var init_notices = __esm({
  "src/lease/notices.ts"() {
    "use strict";
    init_clock();
    FIRST_PAUSE_SECONDS = 60;
    NEVER_TOLD = {
      claim: void 0,
      claims: 0,
      taken: false,
      failures: 0,
      why: "",
      notBefore: void 0
    };
    targetsOf = (run) => (run.opened?.document.notices ?? []).map((target, at) => ({ id: `${target.kind}-${at + 1}`, target }));
    withoutDeliveries = ({ key, event, since, what, next }) => ({
      key,
      event,
      since,
      what,
      ...next !== void 0 && { next }
    });
    deliveryOf = (run, key, id) => run.notices.get(key)?.to.get(id) ?? NEVER_TOLD;
    TELL_FROM_FAILURES = 3;
  }
});

// src/lease/events/notice.ts
var TELLING_EVENTS;
var init_notice = __esm({
  "src/lease/events/notice.ts"() {
    "use strict";
    init_notices();
    init_entry();
    init_shape();
    TELLING_EVENTS = [
      /** Written before anything is sent: whoever is first sends, and nobody else while the claim is fresh. */
      ofRecord(
        "notice-claimed",
        {
          /** Of the process that sends. */
          claim: text,
          /** Names the news within the run: `sealed:41`. */
          notice: text,
          event: oneOf(),
          /** When it happened. */
          since: text,
          /** As it is told. */
          what: text,
          next: optional(text),
          /** Targets of the job, in its order: `slack-1`. */
          to: listOf(text)
        },
        {
          apply(run, event) {
            if (!run.opened) return "the run was never opened";
            noteClaim(run, event);
            return;
          },
          subject: ({ event, to }) => `tells ${to.join(", ")}: ${event}`,
          sentence: ({ event, to }) => `tells ${to.join(", ")} of "${event}"`
        }
      ),
      ofRecord(
        "notice-sent",
        {
          claim: text,
          notice: text,
          outcomes: listOf(
            fields({
              to: text,
              taken: boolean,
              /** Why not, in a few words without an address. */
              why: optional(text),
              /** Not tried again before, ISO 8601. */
              notBefore: optional(text)
            })
          )
        },
        {
          apply(run, event) {
            if (!run.notices.has(event.notice)) return "nobody was to be told of it";
            noteOutcome(run, event);
            return;
          },
          subject: ({ notice, outcomes }) => `told of ${notice}: ${outcomes.map(({ to, taken }) => `${to} ${taken ? "took it" : "did not"}`).join(", ")}`,
          sentence: ({ notice, outcomes }) => `${notice}: ${outcomes.map(({ to, taken, why }) => taken ? `${to} was told` : `${to} WAS NOT TOLD (${why ?? "no reason"})`).join("; ")}`
        }
      ),
      /** On the commit of a labelled run, and at its end on the change, stands how it is. Written once it was posted. */
      ofRecord(
        "change-told",
        {
          /** How it stood, as `change-news.ts` has it. */
          of: text,
          /** GitHub let nobody post it, the schedule's look neither: nobody tries again. */
          refused: optional(onlyTrue)
        },
        {
          apply(run, event) {
            if (!run.opened?.change) return "it is of no change";
            run.changeTold = event.of;
            return;
          },
          subject: ({ of, refused }) => `${refused ? "may not tell" : "told"} the change: ${of}`,
          sentence: ({ of, refused }) => `its commit and its change ${refused ? "COULD NOT BE TOLD" : "were told"} that it is ${of}`
        }
      )
    ];
  }
});

// src/lease/self-park.ts
function datePark(lease, { parkedAt }) {
  const { parkedItself } = lease;
  if (!parkedItself) return "it was not taken to have parked itself";
  return move(lease, ["running", "ended"], lease.state, () => {
    if (parkedAt === void 0) lease.parkedItself = void 0;
    const said = Date.parse(parkedAt ?? "");
    if (Number.isNaN(said)) return;
    parkedItself.at = parkedAt;
    const off = new Date(said + GOES_OFF_SECONDS * 1e3).toISOString();
    for (const meter of computing(lease)) {
      const span = meter.before.at(-1);
      if (!span || span.stoppedAt <= parkedItself.seenAt) continue;
      const least = [span.startedAt, parkedItself.seenAt, off].sort().at(-1) ?? off;
      if (least < span.stoppedAt) span.stoppedAt = least;
    }
  });
}
var WORKED, isToldToPark, GOES_OFF_SECONDS;
var init_self_park = __esm({
  "src/lease/self-park.ts"() {
    "use strict";
    init_clock();
    init_fold_lease();
    init_run();
    WORKED = ["running", "ended"];
    isToldToPark = ({ started: started2, state, intent }) => started2?.parksItself !== void 0 && WORKED.includes(state) && intent.attach === void 0;
    GOES_OFF_SECONDS = 60;
  }
});

// src/lease/events/release.ts
function stopMeter(run, lease, event) {
  if (event.sightings.length < 2) return "seen gone fewer than two times";
  return withMeter(lease, event.meter, (meter) => {
    meter.stoppedAt ??= later(run.updatedAt, earlier(event.sightings[0], event.at));
    meter.owed = void 0;
    lease.stoppedSeenAt = event.sightings.at(-1) ?? event.at;
  });
}
function ask(run, lease, { seal, nth, at, workflowRun, ended: ended2 }) {
  if (run.seal?.seal !== seal) return "no such seal";
  const had = lease.asking?.seal === seal ? lease.asking : void 0;
  if (nth < (had?.nth ?? 0)) return `it was asked for the ${had?.nth}. time`;
  const isSame = had?.nth === nth;
  if (isSame && had.ended !== void 0) return "that one is over";
  if (isSame && had.workflowRun !== void 0 && workflowRun !== void 0 && had.workflowRun !== workflowRun)
    return `that one is workflow run ${had.workflowRun}`;
  lease.asking = {
    ...{ seal, nth, ended: ended2, at: isSame ? had.at : at },
    workflowRun: workflowRun ?? (isSame ? had.workflowRun : void 0)
  };
  return;
}
var RELEASE_EVENTS, earlier, later;
var init_release = __esm({
  "src/lease/events/release.ts"() {
    "use strict";
    init_money();
    init_comes_back();
    init_fold_lease();
    init_run();
    init_self_park();
    init_box();
    init_entry();
    init_shape();
    RELEASE_EVENTS = [
      /**
       * A workflow run in which somebody is asked for this release. Written before it is started; again with its id after that; once more
       * where it is over and nobody was asked.
       */
      ofLease(
        "asked",
        {
          lease: text,
          seal: text,
          /** Counted from 1. */
          nth: number,
          workflowRun: optional(number),
          /** Why nobody has answered in it. */
          ended: optional(text)
        },
        {
          apply: (run, lease, event) => ask(run, lease, event),
          subject: ({ lease, nth, ended: ended2 }) => `${ended2 === void 0 ? "asks" : "nobody was asked"} for ${lease}, ${nth}. time`,
          sentence: ({ lease, nth, workflowRun, ended: ended2 }) => `somebody is asked for the release of ${lease}${workflowRun === void 0 ? "" : ` in workflow run ${workflowRun}`} (${nth}. time)${ended2 === void 0 ? "" : `; that is over, and NOBODY HAS ANSWERED: ${ended2}`}`
        }
      ),
      /** The platform accepted a verb of the teardown plan; more than once where it was not seen to have been carried out. */
      ofLease(
        "releasing",
        {
          lease: text,
          verb: text,
          /** It was not sent: the platform showed the box gone already. */
          found: optional(oneOf())
        },
        {
          // An abandoned lease stays one while its verbs are carried out: nothing was sealed.
          apply: (_run, lease, event) => move(lease, [...HELD, "abandoned"], lease.state === "abandoned" ? "abandoned" : "releasing", () => {
            if (!lease.verbsDone.includes(event.verb)) lease.verbsDone.push(event.verb);
            lease.verbAt = event.at;
            lease.verbsSince ??= event.at;
            lease.verbTimes.set(event.verb, (lease.verbTimes.get(event.verb) ?? 0) + 1);
          }),
          subject: (event) => `${event.verb} ${event.lease}`,
          sentence: (event) => `${event.lease}: ${event.found ? `is gone already, so ${event.verb} was not sent` : `platform accepted ${event.verb}`}`
        }
      ),
      /** The platform showed the meter gone, twice. */
      ofLease(
        "meter-stopped",
        { lease: text, meter: text, sightings: listOf(text) },
        {
          apply: (run, lease, event) => stopMeter(run, lease, event),
          subject: (event) => `meter ${event.meter} of ${event.lease} stopped`,
          sentence: (event) => `${event.lease}: meter ${event.meter} seen gone ${event.sightings.length} times`
        }
      ),
      /** A meter should have stopped and has not been proven to. */
      ofLease(
        "owed",
        { lease: text, meter: text, why: text, next: text },
        {
          apply: (_run, lease, event) => withMeter(lease, event.meter, (meter) => {
            if (!meter.stoppedAt) meter.owed = { why: event.why, next: event.next };
            lease.words = [];
          }),
          subject: (event) => `owed: meter ${event.meter} of ${event.lease}`,
          sentence: (event) => `DEBT: ${event.lease} meter ${event.meter}: ${event.why}; ${event.next}`
        }
      ),
      /**
       * A person says that they have done what no program can: ended the box by hand where it was rented. Proves nothing; without
       * it a box that does not answer is only a box that does not answer.
       */
      ofLease(
        "word-given",
        {
          lease: text,
          /** The verb of the teardown plan that they say was done. */
          verb: text,
          person: text
        },
        {
          apply: (_run, lease, event) => move(lease, [...HELD, "abandoned"], lease.state, () => {
            lease.words.push({ verb: event.verb, person: event.person, at: event.at });
          }),
          // Whose word it is stands in the event, as with an approval.
          subject: (event) => `word given: ${event.verb} of ${event.lease} was done`,
          sentence: (event) => `${event.person} says that ${event.verb} of ${event.lease} was done by hand; not proven by that`
        }
      ),
      ofLease(
        "parked",
        {
          lease: text,
          verb: text,
          /** Why it was not left running, where nobody had asked for a park. */
          why: optional(text),
          /** It was told to park itself when its work was over, and its platform shows it stopped. What it did its own record says. */
          itself: optional(onlyTrue),
          /** Profile clocks that now run: what is destroyed when. */
          clocks
        },
        {
          apply(_run, lease, event) {
            if (lease.boxGone || lease.evicted) return "the platform has taken the box away";
            if (event.itself && !isToldToPark(lease)) return "it was not told to park itself";
            return move(lease, PARKABLE, "parked", () => {
              lease.clocks = event.clocks;
              lease.clocksSince = event.at;
              lease.ranAgain = void 0;
              lease.unreached = void 0;
              lease.wakes = void 0;
              const seenAt = lease.seenAt ?? lease.startedAt ?? event.at;
              lease.parkedItself = event.itself ? { seenAt, at: void 0 } : void 0;
            });
          },
          subject: (event) => `${event.itself ? "parked itself:" : "parked"} ${event.lease}`,
          sentence: (event) => `${event.itself ? `${event.lease} parked itself, as it was told to` : `parked ${event.lease}`} (${event.verb})${event.why === void 0 ? "" : ` because ${event.why}`}${event.clocks.map((clock) => `; ${clock.effect} at ${clock.at}`).join("")}`
        }
      ),
      /** A box that parked itself is started again, so that its work can be collected. Written before its platform is told. */
      ofLease(
        "waking",
        { lease: text },
        {
          apply(run, lease, event) {
            if (run.seal) return "its work is sealed";
            if (lease.parkedItself === void 0) return "it did not park itself";
            return move(lease, ["parked"], "parked", () => {
              lease.wakes = event.at;
            });
          },
          subject: (event) => `starts ${event.lease} again`,
          sentence: (event) => `${event.lease} is to be started again for the collect`
        }
      ),
      /** Its platform accepted the start: it is paid for again, from when that was written down. */
      ofLease(
        "woken",
        { lease: text },
        {
          apply(_run, lease, event) {
            const { wakes } = lease;
            if (wakes === void 0) return "nobody meant to start it";
            return move(lease, ["parked"], "rented", () => {
              lease.clocks = [];
              lease.stoppedSeenAt = wakes;
              runAgain(lease, computing(lease), event.at);
            });
          },
          subject: (event) => `${event.lease} was started again`,
          sentence: (event) => `${event.lease} was started again; its computing is paid for`
        }
      ),
      /** Of a box that was taken to have parked itself: what its own record says, which could be read once it was started again. */
      ofLease(
        "park-dated",
        {
          lease: text,
          /** Absent: it did not; somebody else had stopped it. */
          parkedAt: optional(text)
        },
        {
          apply: (_run, lease, event) => datePark(lease, event),
          subject: ({ lease, parkedAt }) => parkedAt === void 0 ? `${lease} had not parked itself` : `${lease} had parked itself at ${parkedAt}`,
          sentence: ({ lease, parkedAt }) => parkedAt === void 0 ? `${lease} HAD NOT PARKED ITSELF, by its own record: somebody else had stopped it` : `${lease} had parked itself at ${parkedAt}, by its own record`
        }
      ),
      ofLease(
        "released",
        { lease: text, usd: number },
        {
          apply(_run, lease) {
            if (lease.meters.some((meter) => !meter.stoppedAt)) return "a meter is not proven stopped";
            return move(lease, ["releasing", "preempted", "parked", "ended", "failed"], "released");
          },
          subject: (event) => `released ${event.lease}`,
          sentence: (event) => `released ${event.lease}, ${formatUsd(event.usd)}`
        }
      ),
      ofLease(
        "abandoned",
        { lease: text, lost: listOf(text) },
        {
          apply: (_run, lease, event) => move(lease, HELD, "abandoned", () => {
            lease.lost = event.lost;
          }),
          subject: ({ lease, lost }) => `abandoned ${lease}, ${lost.length} artifact${lost.length === 1 ? "" : "s"} lost`,
          sentence: (event) => `ABANDONED ${event.lease}: ${event.lost.join("; ")}`
        }
      )
    ];
    earlier = (sighting, at) => sighting !== void 0 && sighting < at ? sighting : at;
    later = (before, at) => before !== void 0 && before > at ? before : at;
  }
});

// src/lease/events/traffic.ts
var trafficPrice, TRAFFIC_EVENTS;
var init_traffic2 = __esm({
  "src/lease/events/traffic.ts"() {
    "use strict";
    init_traffic();
    init_entry();
    init_shape();
    trafficPrice = optional(
      fields({
        toBoxUsdPerGb: optional(number),
        fromBoxUsdPerGb: optional(number),
        freeFromBoxGbPerHour: optional(number)
      })
    );
    TRAFFIC_EVENTS = [
      /** Sums since that counter began; of a box whose platform bills what it receives or sends. */
      ofLease(
        "moved",
        {
          lease: text,
          /** One word of the process that counts. */
          counter: text,
          toBoxBytes: number,
          fromBoxBytes: number
        },
        {
          apply(_run, lease, { counter, toBoxBytes, fromBoxBytes, at }) {
            if (lease.boxId === void 0) return "it has no box";
            count(lease.traffic, counter, { toBoxBytes, fromBoxBytes }, Date.parse(at));
            return;
          },
          subject: ({ lease }) => `traffic of ${lease}`,
          sentence: ({ lease, toBoxBytes, fromBoxBytes }) => `${formatGb(toBoxBytes)} went to ${lease} and ${formatGb(fromBoxBytes)} came from it, by one process so far`
        }
      )
    ];
  }
});

// src/lease/events/rent.ts
function intend(run, event) {
  if (run.leases.some((lease) => lease.name === event.lease)) return "intended already";
  if (!event.lease.startsWith(`${run.id}-`)) return `${event.lease} is a lease of another run`;
  if (currentLease(run)) return "another lease is held";
  if (run.leases.length >= MOST_LEASES) return tooManyLeases;
  run.noCapacity = void 0;
  run.leases.push(newLease(event, event.at));
  return;
}
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
var meterPrices, RENT_EVENTS;
var init_rent = __esm({
  "src/lease/events/rent.ts"() {
    "use strict";
    init_fold_lease();
    init_run();
    init_entry();
    init_shape();
    init_traffic2();
    meterPrices = listOf(fields({ id: text, kind: text, usdPerHour: number, source: text }));
    RENT_EVENTS = [
      /** Written before the create call leaves. */
      ofRun(
        "intended",
        {
          /** Lease name, `<run id>-<n>`: the deterministic resource name at the platform. */
          lease: text,
          platform: text,
          offer: text,
          summary: text,
          usdPerHour: number,
          market: oneOf(),
          /** Attach only: the box that is already there, as the job file names it. */
          attach: optional(text),
          /** A queue only: how it is reached, as the job file names it. What is rented is then one submission to it. */
          queue: optional(text),
          /** A queue only: that submission has so many tasks, one for each cell that has not ended, in their order. */
          tasks: optional(fields({ count: number, atOnce: number })),
          /** Position of the candidate in the job; absent in records of before there were several of one platform. */
          candidate: optional(number),
          /** The physical machine and the region of the offer, where the platform names them. */
          host: optional(text),
          region: optional(text),
          /** What the offer says that bytes cost; absent where its platform bills none. */
          traffic: trafficPrice,
          /** What the rest of the job was expected to cost on it, where the job says how long it takes. */
          expectedUsd: optional(number),
          /** Login name, where the job names another than the platform's usual one. */
          user: optional(text),
          /** Which process will send the create: one word, made up by it. Absent in records of before. */
          claim: optional(text)
        },
        {
          apply: (run, event) => intend(run, event),
          subject: (event) => `intend to rent ${event.lease} on ${event.platform}`,
          sentence: (event) => `intends ${event.lease}: ${event.summary} on ${event.platform} at ${event.usdPerHour} USD/h`
        }
      ),
      /**
       * Another process takes over an intent whose first one is gone: only the one whose claim is the last may send a create,
       * because no platform refuses a second box of one name.
       */
      ofLease(
        "claimed",
        { lease: text, claim: text },
        {
          apply: (_run, lease, event) => move(lease, ["intended"], "intended", () => {
            lease.claim = { by: event.claim, at: event.at };
          }),
          subject: (event) => `another process goes on with ${event.lease}`,
          sentence: (event) => `another process goes on renting ${event.lease}; the first one is gone`
        }
      ),
      /** A create that is proven to have left nothing behind (found by name: none, twice). */
      ofLease(
        "rent-refused",
        { lease: text, reason: oneOf(), what: text },
        {
          apply: (_run, lease, event) => move(lease, ["intended"], "refused", () => {
            lease.refusal = { reason: event.reason, what: event.what, at: event.at };
          }),
          subject: (event) => `could not rent ${event.lease}: ${event.reason}`,
          sentence: (event) => `${event.lease} was not rented (${event.reason}): ${event.what}`
        }
      ),
      /** No candidate had a box. An outcome, not a failure. */
      ofRun(
        "no-capacity",
        {
          /** `platform: why`, the first few. */
          declined: listOf(text),
          tryAgainAt: text
        },
        {
          apply(run, event) {
            run.noCapacity = { ...event, since: run.noCapacity?.since ?? event.at };
            return;
          },
          subject: () => "no candidate has a box",
          sentence: (event) => `no candidate has a box; again at ${event.tryAgainAt}${event.declined.map((why) => `; ${why}`).join("")}`
        }
      ),
      ofLease(
        "rented",
        {
          lease: text,
          boxId: text,
          meters: meterPrices,
          /** Found by name after a lost answer or a crash, not created by this call. */
          adopted: boolean,
          host: optional(text),
          /** When the platform says that it began to bill; else the event's own time counts. */
          since: optional(text),
          /** When the platform's own timer ends the box. */
          endsAt: optional(text),
          /** The platform has such a timer and it is not set on this box: why. */
          untimed: optional(text),
          /** What bytes cost, where the platform says it of the box itself; else what the offer said counts. */
          traffic: trafficPrice
        },
        {
          apply(_run, lease, event) {
            if (lease.state !== "intended") return `lease is ${lease.state}`;
            hold(lease, event);
            lease.adopted = event.adopted;
            lease.host = event.host ?? lease.host;
            lease.endsAt = event.endsAt;
            lease.untimed = event.untimed;
            return move(lease, ["intended"], "rented");
          },
          subject: (event, platformOf) => `${event.adopted ? "adopted" : "rented"} ${event.lease} on ${platformOf(event.lease) ?? "its platform"}`,
          sentence: (event) => `${event.adopted ? "adopted" : "rented"} ${event.lease}; meters: ${event.meters.map((meter) => `${meter.id} ${meter.usdPerHour} USD/h`).join(", ")}`
        }
      ),
      /** A rented box that never came up within its deadline, or said that it never will. Nothing was ever put on it. */
      ofLease(
        "boot-failed",
        {
          lease: text,
          why: text,
          /** Not taken again in this run. */
          host: optional(text)
        },
        {
          apply: (_run, lease, event) => move(lease, ["rented"], "failed", () => {
            lease.failure = event.why;
            lease.failedAt = event.at;
            lease.host = event.host ?? lease.host;
          }),
          subject: (event) => `${event.lease} never came up`,
          sentence: (event) => `${event.lease} NEVER CAME UP: ${event.why}${event.host === void 0 ? "" : `; host ${event.host} is not taken again`}`
        }
      ),
      /**
       * A box that a create of ours left behind and that nobody holds: the late answer to a refused intent, or a second box of
       * one name. Nothing was ever put on it, so it goes back without a seal.
       */
      ofRun(
        "surfaced",
        {
          /** Name of the refused lease that it turned out to be, or a new one, `<lease>~2`. */
          lease: text,
          /** The lease whose intent made it. */
          of: text,
          boxId: text,
          meters: meterPrices,
          since: optional(text),
          traffic: trafficPrice
        },
        {
          apply: (run, event) => surface(run, event),
          subject: (event) => `${event.lease} surfaced, a box that nobody holds`,
          sentence: (event) => `SURFACED ${event.lease} (box ${event.boxId}): an earlier create of ${event.of} left it behind`
        }
      )
    ];
  }
});

// src/lease/bound-anew.ts
function whyNotBoundAnew(run, { configHash, cells, document }) {
  const { opened, seal } = run;
  if (!opened) return "it was never opened";
  if (seal) return "it is sealed";
  if (isGivenUp(run)) return "it was given up";
  if (opened.sweep) return "it is a part of a sweep, whose parts are all of one configuration";
  if (opened.change) return "it is of a labelled change, and approved as that";
  if (document.name !== opened.job) return `it is of job ${opened.job}, and the job file is of another one`;
  if (document.from !== opened.document.from) return "it begins from another run than the job file says now";
  if (cells.length !== run.cells.size || cells.some((name) => !run.cells.has(name)))
    return `its cells are ${[...run.cells.keys()].slice(0, 10).join(", ")}, and the job file has others`;
  if (configHash === opened.configHash) return "it is bound to that very configuration";
  return whyNotNow(run);
}
function whyNotNow(run) {
  const lease = currentLease(run);
  if (!lease?.started) return "no box of it is held on which anything was begun";
  if (lease.state === "running") return "it works";
  if (lease.state === "preempted") return void 0;
  const isDead = [...run.cells.values()].some(({ ended: ended2 }) => ended2?.verdict === "dead");
  return lease.state === "ended" && isDead ? void 0 : `its box is ${lease.state}`;
}
function bindAnew(run, event) {
  const why = whyNotBoundAnew(run, event);
  if (why !== void 0 || !run.opened) return why;
  const { commit, codeHash, configHash } = run.opened;
  run.bindings.push({ commit, codeHash, configHash, untilAttempt: attemptsOf(run) });
  const { type: _type, person: _person, ...bound2 } = event;
  run.opened = { ...run.opened, ...bound2, at: run.opened.at, by: run.opened.by };
  run.smoke = "missing";
  run.footprint = void 0;
  for (const cell of run.cells.values()) if (cell.ended?.verdict === "dead") cell.ended = void 0;
  const lease = currentLease(run);
  if (lease?.state === "ended") lease.state = "preempted";
  return void 0;
}
var init_bound_anew = __esm({
  "src/lease/bound-anew.ts"() {
    "use strict";
    init_run();
  }
});

// src/lease/breaker.ts
function failureOf(lease) {
  if (lease.unfit || lease.evicted) return null;
  const what = lease.failure ?? (lease.refusal?.reason === "refused" ? lease.refusal.what : void 0);
  if (what === void 0) return null;
  const words = what.toLowerCase().replace(/[0-9a-f]{6,}|\d+(\.\d+)?/g, "#");
  return { kind: `${lease.platform}: ${words}`, what: `${lease.name}: ${what}` };
}
var failedLaunches;
var init_breaker = __esm({
  "src/lease/breaker.ts"() {
    "use strict";
    failedLaunches = (run) => run.leases.filter((lease) => failureOf(lease)).length;
  }
});

// src/lease/events/version.ts
var LEDGER_VERSION;
var init_version = __esm({
  "src/lease/events/version.ts"() {
    "use strict";
    LEDGER_VERSION = 1;
  }
});

// src/lease/events/run.ts
function open(run, event) {
  if (run.opened) return "the run is open already";
  if (event.run !== void 0 && event.run !== run.id) return `the record is that of run ${event.run}`;
  if (event.version > LEDGER_VERSION)
    return `ledger version ${event.version}, we read up to ${LEDGER_VERSION}`;
  run.opened = event;
  for (const name of event.cells) run.cells.set(name, newCell(name));
  return;
}
function goOnAfter(run) {
  const codes = [run.halted, ...run.haltedToo].map((halt) => halt?.code);
  run.halted = void 0;
  run.haltedToo = [];
  const attempt = attemptsOf(run);
  for (const cell of run.cells.values()) {
    if (codes.includes("cells-dead") && cell.ended?.verdict === "dead") cell.ended = void 0;
    if (codes.includes("resumed-behind"))
      cell.resumedAttempt = Math.max(attempt, cell.begunAgain?.attempt ?? 0);
  }
  for (const lease of run.leases) {
    lease.unreached = void 0;
    if (lease.state === "unfit") lease.state = "reachable";
    if (lease.state === "ended" && !run.seal && !everyCellEnded(run)) lease.state = "preempted";
    if (lease.state === "parked" && !run.seal && !lease.parkedItself)
      Object.assign(lease, { state: "rented", clocks: [] });
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
var budget, RUN_EVENTS, workflowRunOf, minutesOf;
var init_run2 = __esm({
  "src/lease/events/run.ts"() {
    "use strict";
    init_money();
    init_bound_anew();
    init_breaker();
    init_fold_cell();
    init_run();
    init_entry();
    init_shape();
    init_version();
    budget = fields({
      usd: number,
      hours: number,
      usdPerHour: number,
      usdPerDay: optional(number),
      gpuHours: optional(number),
      usdRepositoryPerDay: optional(number),
      usdRepositoryPerMonth: optional(number)
    });
    RUN_EVENTS = [
      /** First event of every run. The job travels by hash; the parts that later stages need are here. */
      ofRecord(
        "run-opened",
        {
          version: number,
          /** Its own id, and the repository that it belongs to: a record under another name is another run's. Absent before they were written. */
          run: optional(text),
          repository: optional(fields({ name: text, id: optional(text) })),
          job: text,
          /** `digestOf` everything that determines the computation: XC-06. */
          configHash: text,
          commit: text,
          /** Where in the repository the job file lies, `.` at its top: the root of the code that goes to the box. */
          folder: optional(text),
          /** Hash over path and content of every file pushed. */
          codeHash: text,
          /** Made from a work tree with uncommitted changes; shown for ever. */
          dirty: boolean,
          cells: listOf(text),
          budget,
          retryMax: number,
          onFinish: oneOf(),
          /** Whether a run of this job continues from its checkpoint; without it a preemption ends the run. */
          resumes: boolean,
          /** Opened where the disk is thrown away: a seal counts only once its artifacts are in a store that was read back. */
          needsStore: optional(onlyTrue),
          /** Of a commit that a label on a pull request asked for: nothing is rented for it before a reviewer's word in advance. */
          change: optional(fields({ pullRequest: number })),
          /** This run is one part of a sweep; its cells are that part's. All parts have one configuration hash: that of the whole sweep. */
          sweep: optional(
            fields({
              id: text,
              /** Counted from 1. */
              part: number,
              of: number,
              /** `digestOf` the roster, so that parts of another division are never taken for its own. */
              division: text,
              /** In part 1 alone: the names of the cells of every part, which is what a sweep is reconciled with. */
              roster: optional(listOf(listOf(text)))
            })
          ),
          /** The job as parsed, so that any later stage continues without the repository. Holds names of secrets, no values. */
          document: object()
        },
        {
          apply: (run, event) => open(run, event),
          subject: (event) => `opened ${event.job} at ${event.commit.slice(0, 10)}${event.dirty ? " (dirty)" : ""}`,
          sentence: (event) => `opened job ${event.job} at commit ${event.commit.slice(0, 8)}${event.dirty ? " with uncommitted changes" : ""}, ${event.cells.length} cell(s)`
        }
      ),
      ofRun(
        "smoke-passed",
        {
          commit: text,
          configHash: text,
          seconds: number,
          environment: object(),
          drill: either(oneOf(), fields({ killedAtStep: number, resumedAtStep: number })),
          /** What a disk budget is reckoned from. Absent before it was measured. */
          footprint: optional(object())
        },
        {
          apply(run, event) {
            if (event.commit !== run.opened.commit) return `evidence for commit ${event.commit}`;
            if (event.configHash !== run.opened.configHash) return "evidence for another configuration";
            run.smoke = "passed";
            run.footprint = event.footprint ?? run.footprint;
            return;
          },
          subject: ({ drill }) => drill === "none" ? "smoke passed" : `smoke passed, resumed at step ${drill.resumedAtStep}`,
          sentence: ({ seconds, drill }) => `smoke passed in ${seconds} s${drill === "none" ? ", no drill" : `; killed at step ${drill.killedAtStep}, resumed at step ${drill.resumedAtStep}`}`
        }
      ),
      /** The job says `smoke: none`. A warning wherever the run is shown. */
      ofRun(
        "smoke-waived",
        {},
        {
          apply(run) {
            run.smoke = run.smoke === "passed" ? "passed" : "waived";
            return;
          },
          subject: () => "smoke waived by the job",
          sentence: () => "WARNING: no smoke, by the job file"
        }
      ),
      /** The run stopped itself and waits for a person; the box is held. */
      ofRun(
        "halted",
        { code: text, what: text, next: text },
        {
          apply(run, event) {
            if (run.halted) run.haltedToo.push(event);
            else run.halted = event;
            return;
          },
          subject: (event) => `halted: ${event.code}`,
          sentence: (event) => `HALTED (${event.code}): ${event.what} Next: ${event.next}`
        }
      ),
      /** A person looked at a halt and said go on (`gpu-lease resume`). */
      ofRun(
        "resolved",
        { how: text },
        {
          apply(run) {
            goOnAfter(run);
            run.relaunches = Math.min(run.relaunches, run.opened.retryMax);
            run.forgivenFailures = failedLaunches(run);
            return;
          },
          subject: () => "resolved, going on",
          sentence: (event) => `resolved by ${event.how}`
        }
      ),
      /** A person mended the job: it goes on on the box that it holds, by another commit (`gpu-lease retry`). */
      ofRun(
        "bound-anew",
        {
          person: text,
          configHash: text,
          commit: text,
          codeHash: text,
          dirty: boolean,
          cells: listOf(text),
          budget,
          retryMax: number,
          resumes: boolean,
          document: object()
        },
        {
          apply: (run, event) => bindAnew(run, event),
          subject: (event) => `goes on with commit ${event.commit.slice(0, 10)}`,
          sentence: ({ person, commit, dirty }) => `${person} bound it to commit ${commit.slice(0, 8)}${dirty ? " with uncommitted changes" : ""}: it goes on on its box with that`
        }
      ),
      /** The chain of bounded looks goes on in another workflow run. Written before the dispatch; again with its id after it. */
      ofRun(
        "continued",
        {
          how: oneOf(),
          /** Counted from 1. */
          hop: number,
          workflowRun: optional(number),
          /** When it is due to look, by the wait that it was given: not later than that it is waited for. */
          lookAt: optional(text)
        },
        {
          apply: (run, event) => goOn(run, event),
          subject: (event) => `goes on elsewhere (${event.how}, hop ${event.hop})`,
          sentence: (event) => `goes on in ${event.workflowRun === void 0 ? "another workflow run" : `workflow run ${event.workflowRun}`} (${event.how}, hop ${event.hop})`
        }
      ),
      /** What a stage cost in runner time, which is money of another kind. */
      ofRun(
        "runner-used",
        {
          stage: text,
          seconds: number,
          /** As the runner names itself: `GitHub Actions 12`, or `self-hosted`. */
          runner: text,
          /** Id of the workflow's job that it was a part of. */
          job: optional(text)
        },
        {
          apply(run, event) {
            const seconds = Math.max(0, event.seconds);
            run.runnerSeconds += seconds;
            const key = `${event.by} ${event.job ?? event.stage}`;
            const before = run.runnerJobs.get(key)?.seconds ?? 0;
            const { runner, by } = event;
            run.runnerJobs.set(key, { workflowRun: workflowRunOf(by), seconds: before + seconds, runner });
            return;
          },
          subject: (event) => `${event.stage} used ${Math.round(event.seconds)} s of a runner`,
          sentence: (event) => `${event.stage} used ${Math.round(event.seconds)} s of ${event.runner}`
        }
      ),
      /** What a workflow run of this run is billed so far, all jobs of all its attempts: GitHub told it to the last of them. */
      ofRun(
        "runners-billed",
        {
          workflowRun: number,
          bill: listOf(fields({ label: text, minutes: number }))
        },
        {
          apply(run, { workflowRun, bill }) {
            run.runnerBills.set(
              String(workflowRun),
              new Map(bill.map(({ label, minutes }) => [label, Math.max(0, minutes)]))
            );
            return;
          },
          subject: (event) => `workflow run ${event.workflowRun} is billed ${minutesOf(event)} min`,
          sentence: (event) => `workflow run ${event.workflowRun} is billed ${minutesOf(event)} min of runners, each job rounded up`
        }
      ),
      /**
       * After a time in which nobody wrote to the record, something outside its ref was asked whether the record is all there was,
       * and knew of nothing more (docs/lifecycle.md, "Absence proves nothing").
       */
      ofRun(
        "vouched",
        {
          /** Who was asked: "artifact 4001 of workflow run 7", "this machine". */
          witnesses: listOf(text),
          /** When, by the clock of whoever asked, where the record is ahead of it: `at` never goes back. */
          askedAt: optional(text)
        },
        {
          apply(run, { askedAt }) {
            run.askedAt = askedAt;
            return;
          },
          subject: (event) => `vouched for by ${event.witnesses.join(", ")}`,
          sentence: (event) => `nothing is missing from the record, as far as ${event.witnesses.join(" and ")} can tell`
        }
      ),
      /** A person was told of something that lasts (`concerns.ts`): in an issue, by an exit code, on the terminal. */
      ofRun(
        "told",
        {
          /** The concern's key. */
          of: text,
          /** Since when it lasts, as it was told: begun anew, it is told anew. */
          since: text
        },
        {
          apply(run, event) {
            run.told.set(event.of, event.since);
            return;
          },
          subject: (event) => `told: ${event.of}`,
          sentence: (event) => `a person was told of ${event.of}`
        }
      ),
      ofRun(
        "closed",
        { usd: number },
        {
          apply(run, event) {
            if (run.leases.some((lease) => lease.meters.some((meter) => !meter.stoppedAt)))
              return "a meter is not proven stopped";
            run.closed = event;
            return;
          },
          subject: (event) => `closed at ${event.usd.toFixed(4)} USD`,
          sentence: (event) => `closed, ${formatUsd(event.usd)} in all`
        }
      )
    ];
    workflowRunOf = (by) => /^github:(\d+)\./.exec(by)?.[1] ?? by;
    minutesOf = ({ bill }) => bill.reduce((sum, { minutes }) => sum + minutes, 0);
  }
});

// src/lease/opaque-words.ts
var opaqueWords;
var init_opaque_words = __esm({
  "src/lease/opaque-words.ts"() {
    "use strict";
    opaqueWords = (files) => files ? `, ${files} opaque file${files === 1 ? "" : "s"} by ${files === 1 ? "its" : "their"} bytes only` : "";
  }
});

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
var init_promised = __esm({
  "src/lease/promised.ts"() {
    "use strict";
  }
});

// src/lease/events/seal.ts
var level, SEAL_EVENTS;
var init_seal = __esm({
  "src/lease/events/seal.ts"() {
    "use strict";
    init_fold_cell();
    init_opaque_words();
    init_promised();
    init_entry();
    init_kept2();
    init_shape();
    level = oneOf();
    SEAL_EVENTS = [
      ofRun(
        "collected",
        { lease: text, files: number, bytes: number, manifestSha256: text, codeProven: boolean },
        {
          isSight: true,
          apply(run) {
            if (!everyCellEnded(run)) return "not every cell has ended";
            run.collected = true;
            return;
          },
          subject: ({ files, lease }) => `collected ${files} file${files === 1 ? "" : "s"} from ${lease}`,
          sentence: (event) => `collected ${event.files} files, ${event.bytes} bytes; code on the box ${event.codeProven ? "proven" : "NOT PROVEN"}`
        }
      ),
      ofRun(
        "sealed",
        {
          seal: text,
          verified: number,
          /** Files that the roster claims. */
          roster: number,
          /**
           * Verified files of each row of the roster, cell by cell in the order of the job: what was promised stands in `run-opened`, so
           * that the two can be held against each other. Seals of before they were counted do not say.
           */
          rows: optional(listOf(number)),
          bytes: number,
          /** What every file that is to be loaded reaches, as far as its role can be proven. */
          level,
          /** Of the verified files, those that count by their bytes only. Seals of before this was counted do not say. */
          opaque: optional(number),
          /** Where the artifacts are, by a name a person can use. */
          place: text,
          /** The machine on which it was sealed. Absent before it was written. */
          machine: optional(text),
          /** Where the files lie when they had no room with us: on a durable tier that outlives the box, by the profile's word. */
          in: optional(fields({ durable: text, platform: text, tier: text })),
          /** SHA-256 over the meaning of the statement that lies beside the evidence. Absent before there was one. */
          statement: optional(text),
          /**
           * What its metrics came to, in few points, for whoever has the record alone: at most six series of sixty steps, each with its
           * value. Shown, and never decided by. Absent where no metrics came home, and before they were kept.
           */
          curves: optional(listOf(fields({ cell: text, key: text, points: listOf(listOf(number)) }))),
          /** What the metric that decides on the best (`metrics.best`) came to at its best, cell by cell. Shown, and never decided by. */
          best: optional(listOf(fields({ cell: text, value: number, step: number })))
        },
        {
          apply(run, event) {
            if (!run.collected) return "nothing was collected";
            const short2 = shortOf(run, event);
            if (short2.length > 0) return short2.join("; ");
            run.seal = event;
            run.stored = [];
            return;
          },
          subject: (event) => `sealed ${event.verified}/${event.roster} as ${event.seal.slice(0, 8)}`,
          sentence: (event) => `sealed ${event.seal.slice(0, 8)}: verified ${event.verified}/${event.roster} at ${event.level}${opaqueWords(event.opaque)}, in ${event.place}`
        }
      ),
      /** Something sealed is no longer what it was; the seal is void. */
      ofRun(
        "unsealed",
        { seal: text, why: text },
        {
          apply(run, event) {
            if (run.seal?.seal !== event.seal) return "no such seal";
            run.seal = void 0;
            run.stored = [];
            run.collected = false;
            return;
          },
          subject: (event) => `seal ${event.seal.slice(0, 8)} is void: ${event.why}`,
          sentence: (event) => `seal ${event.seal.slice(0, 8)} is void: ${event.why}`
        }
      ),
      /** What was sealed lies in a store that outlives this machine, and was read back from there, equal byte for byte. */
      ofRun(
        "stored",
        { seal: text, ...inStore },
        {
          apply(run, event) {
            if (run.seal?.seal !== event.seal) return "no such seal";
            run.stored.push(event);
            return;
          },
          subject: ({ files, seal, store }) => `stored ${files} file${files === 1 ? "" : "s"} of ${seal.slice(0, 8)} as ${store}`,
          sentence: (event) => `stored ${event.seal.slice(0, 8)} in ${event.place}: ${event.files} files, ${event.bytes} bytes, read back and equal`
        }
      ),
      /**
       * A reviewer's word in advance: what of this run is sealed within these bounds may be released without asking again,
       * so that no meter waits for a person.
       */
      ofRun(
        "standing-approved",
        {
          person: text,
          via: oneOf(),
          /** Of the job that they saw. */
          configHash: text,
          platforms: listOf(text),
          maxUsdPerHour: number,
          /** The least level of verification, with nothing missing. */
          level,
          expiresAt: text
        },
        {
          apply(run, event) {
            run.standing.push(event);
            return;
          },
          subject: (event) => `approved in advance: release at ${event.level} or better`,
          sentence: (event) => `${event.person} approved in advance (${event.via}): release once sealed at ${event.level} or better, on ${event.platforms.join(", ")}, at most ${event.maxUsdPerHour} USD/h, until ${event.expiresAt}`
        }
      ),
      ofRun(
        "approved",
        {
          /** What it binds to: for a release the seal, for an abandon the digest of the list of losses. */
          binds: text,
          goal: oneOf(),
          lease: text,
          /** Verbs in order, as shown to the person. */
          verbs: listOf(text),
          person: text,
          via: oneOf(),
          expiresAt: text
        },
        {
          apply(run, event) {
            run.approvals.push(event);
            return;
          },
          // Who approved is in the event; a log that may be public names nobody.
          subject: (event) => `approved ${event.goal} of ${event.lease} for ${event.binds.slice(0, 8)}`,
          sentence: (event) => `${event.person} approved (${event.via}) ${event.goal} of ${event.lease}: ${event.verbs.join(", ")}; binds to ${event.binds.slice(0, 8)}`
        }
      )
    ];
  }
});

// src/lease/events.ts
function faultOfEvent(value) {
  const fault = base(value, "the line");
  if (fault) return fault;
  const { type } = value;
  return fields(ENTRIES.get(type)?.shape ?? {})(value, type);
}
var TABLE, ENTRIES, entryOf, base, subjectOf, sentenceOf;
var init_events = __esm({
  "src/lease/events.ts"() {
    "use strict";
    init_begin();
    init_box();
    init_cell();
    init_data();
    init_kept2();
    init_mended();
    init_notice();
    init_release();
    init_rent();
    init_run2();
    init_seal();
    init_shape();
    init_traffic2();
    TABLE = [
      ...RUN_EVENTS,
      ...RENT_EVENTS,
      ...BEGIN_EVENTS,
      ...DATA_EVENTS,
      ...BOX_EVENTS,
      ...CELL_EVENTS,
      ...KEPT_EVENTS,
      ...MENDED_EVENTS,
      ...SEAL_EVENTS,
      ...RELEASE_EVENTS,
      ...TRAFFIC_EVENTS,
      ...TELLING_EVENTS
    ];
    ENTRIES = new Map(TABLE.map((entry) => [entry.type, entry]));
    entryOf = ({ type }) => ENTRIES.get(type);
    base = fields({ type: text, seq: number, at: text, by: text });
    subjectOf = (event, platformOf) => entryOf(event)?.subject(event, platformOf) ?? event.type;
    sentenceOf = (event) => entryOf(event)?.sentence(event) ?? event.type;
  }
});

// src/lease/clock-warning.ts
function clockWarning(startedAt, at, now, lastWarnedAt) {
  const since = secondsBetween(startedAt, now);
  const due = (moment) => lastWarnedAt === void 0 || secondsBetween(startedAt, lastWarnedAt) < moment;
  if (at === null) {
    const day = Math.max(0, Math.floor(since / DAY_SECONDS) * DAY_SECONDS);
    return { level: "unknown", leftSeconds: null, due: due(day) };
  }
  const length = Math.max(0, secondsBetween(startedAt, at));
  const passed = moments(length).filter((each) => each.seconds <= since);
  const last = passed.at(-1);
  const leftSeconds = length - since;
  return last ? { level: last.level, leftSeconds, due: due(last.seconds) } : { level: "info", leftSeconds, due: false };
}
function moments(length) {
  const lastBegins = length - Math.min(LAST_SECONDS, length / 8);
  const days = Math.ceil((length - lastBegins) / DAY_SECONDS);
  return [
    { seconds: length / 2, level: "half" },
    { seconds: length * 3 / 4, level: "three-quarters" },
    ...Array.from({ length: days }, (_, day) => ({
      seconds: lastBegins + day * DAY_SECONDS,
      level: "last-day"
    })),
    { seconds: length, level: "over" }
  ];
}
function runningClocks(lease, now) {
  if (lease.state === "released" || lease.meters.every((meter) => meter.stoppedAt)) return [];
  return [...endOfRental(lease, now), ...clocksOfStop(lease, now)];
}
function endOfRental({ name, rentedAt, endsAt }, now) {
  if (rentedAt === void 0 || endsAt === void 0) return [];
  const warning = clockWarning(new Date(rentedAt), new Date(endsAt), now);
  if (warning.level !== "last-day" && warning.level !== "over") return [];
  const says = "the platform ends the box then, and may delete what is on it soon after";
  return [{ lease: name, clock: "rental-end", says, at: endsAt, ...warning }];
}
function clocksOfStop(lease, now) {
  const since = lease.clocksSince;
  if (since === void 0) return [];
  return lease.clocks.map(({ id, effect, at }) => {
    const end = new Date(at);
    const known = Number.isNaN(end.getTime()) ? null : end;
    return {
      lease: lease.name,
      clock: id,
      says: effect,
      at: known ? at : null,
      ...clockWarning(new Date(since), known, now)
    };
  });
}
var DAY_SECONDS, LAST_SECONDS;
var init_clock_warning = __esm({
  "src/lease/clock-warning.ts"() {
    "use strict";
    init_clock();
    DAY_SECONDS = 86400;
    LAST_SECONDS = 2 * DAY_SECONDS;
  }
});

// src/lease/asking.ts
var MOST_TRIES, isGivenUp2, unaskedNext;
var init_asking = __esm({
  "src/lease/asking.ts"() {
    "use strict";
    init_clock();
    MOST_TRIES = 3;
    isGivenUp2 = ({ ended: ended2, nth }) => ended2 !== void 0 && nth >= MOST_TRIES;
    unaskedNext = (run) => `Look at how the last of them ended, and start the release by hand: "Run workflow" of the file of the release with run ${run}, or "gpu-lease release ${run}".`;
  }
});

// src/lease/idle-concerns.ts
function dueAfter(since, seconds, now) {
  const at = Date.parse(since) + seconds * 1e3;
  if (Number.isNaN(at)) return { due: false };
  return { due: secondsBetween(new Date(at), now) >= 0, dueAt: new Date(at).toISOString() };
}
function unused(lease, { after: { heldSeconds }, usdPerHour, now }) {
  if (!isUnused(lease) || lease.rentedAt === void 0) return [];
  const since = lease.rentedAt;
  return [
    {
      key: `unused-held:${lease.name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${lease.name} on ${lease.platform} was never used (${lease.failure}) and is still held.`,
      next: `End it in the console of ${lease.platform}; the next look proves that it is gone.`,
      usdPerHour
    }
  ];
}
function notStarted(run, lease, { after: { heldSeconds }, usdPerHour, now }) {
  const { name, platform, state, started: started2, rentedAt: since } = lease;
  if (!BEFORE_START.includes(state) || started2 !== void 0 || since === void 0) return [];
  return [
    {
      key: `not-started:${name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${name} on ${platform} is held since ${since}, and nothing was started on it yet.`,
      next: `"gpu-lease watch ${run.id}" goes on with it and says what is in the way; "gpu-lease abandon ${run.id}" gives it back.`,
      usdPerHour
    }
  ];
}
function notBegunAgain(run, lease, { after: { heldSeconds }, usdPerHour, now }) {
  const { name, platform, state, started: started2, boxGone, evicted } = lease;
  const isHere = state === "preempted" ? !boxGone && !evicted : BEFORE_START.includes(state);
  const since = [lease.startedAt, lease.setBackAt, lease.endedAt, lease.ranAgain?.at, lease.stoppedSeenAt].filter((at) => at !== void 0).sort().at(-1);
  if (!isHere || started2 === void 0 || since === void 0 || run.halted) return [];
  return [
    {
      key: `not-begun-again:${name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${name} on ${platform} is held, and its work did not go on since ${since}.`,
      next: `"gpu-lease watch ${run.id}" goes on with it and says what is in the way; "gpu-lease abandon ${run.id}" saves what can be saved and gives it back.`,
      usdPerHour
    }
  ];
}
function takenAway(run, lease, { after: { heldSeconds }, usdPerHour, now }) {
  const { name, platform, state, evicted, lostAt: since, started: started2 } = lease;
  if (state !== "preempted" || !evicted || since === void 0 || run.seal || run.halted || usdPerHour === 0)
    return [];
  const holds = started2 ? "may hold what nobody pulled" : "was never worked on";
  return [
    {
      key: `taken-away:${name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${platform} stopped ${name} at ${since}. The run goes on elsewhere, and the disk of ${name}, which ${holds}, is paid for until the run is released.`,
      next: `Where what was verified is enough ("gpu-lease status ${run.id}"), end it in the console of ${platform}; else nothing.`,
      usdPerHour
    }
  ];
}
function givenUp({ id, approvals }, lease, { after: { heldSeconds }, usdPerHour, now }) {
  const { name, platform, state } = lease;
  const since = approvals.findLast((each) => each.lease === name && each.goal === "abandon")?.at;
  if (state !== "abandoned" || since === void 0) return [];
  return [
    {
      key: `given-up-held:${name}`,
      since,
      ...dueAfter(since, heldSeconds, now),
      what: `${name} on ${platform} was given up at ${since} and is still paid for.`,
      next: `"gpu-lease abandon ${id}" tries again and says what is in the way; or end it in the console of ${platform}.`,
      usdPerHour
    }
  ];
}
var idle, BEFORE_START;
var init_idle_concerns = __esm({
  "src/lease/idle-concerns.ts"() {
    "use strict";
    init_clock();
    init_run();
    idle = (run, lease, of) => [
      ...unused(lease, of),
      ...notStarted(run, lease, of),
      ...notBegunAgain(run, lease, of),
      ...takenAway(run, lease, of),
      ...givenUp(run, lease, of)
    ];
    BEFORE_START = ["rented", "reachable", "audited"];
  }
});

// src/lease/log-of.ts
function logOf({ id, leases, cells }, cell) {
  if (!leases.some(({ started: started2 }) => started2 !== void 0)) return "its log";
  const attempt = cells.get(cell)?.ended?.attempt;
  const words = [
    `gpu-lease log ${id}`,
    ...cells.size > 1 ? [`--cell ${cell}`] : [],
    ...attempt === void 0 ? [] : [`--attempt ${attempt}`]
  ];
  return `its log ("${words.join(" ")}")`;
}
var init_log_of = __esm({
  "src/lease/log-of.ts"() {
    "use strict";
  }
});

// src/lease/loss.ts
var endedItself, ownEndWords, ownEndAhead;
var init_loss = __esm({
  "src/lease/loss.ts"() {
    "use strict";
    init_fold_queue();
    endedItself = ({ endsItselfAt: endsItselfAt2 }, at) => endsItselfAt2 !== void 0 && Date.parse(endsItselfAt2) <= Date.parse(at);
    ownEndWords = (endsItselfAt2 = "") => `it ended its own meter, as it was to do at ${endsItselfAt2} if nobody came`;
    ownEndAhead = ({ state, evicted, endsItselfAt: endsItselfAt2 }) => state === "parked" || evicted ? void 0 : endsItselfAt2;
  }
});

// src/lease/cost.ts
function costLines(run, now) {
  return run.leases.flatMap((lease) => leaseCost(lease, now));
}
function trafficLines(lease, now) {
  const { name, platform } = lease;
  return trafficCosts(lease, now.getTime()).map(({ way, bytes, usdPerGb, usd, freeGb }) => ({
    lease: name,
    platform,
    meter: `traffic ${way}`,
    usdPerHour: 0,
    source: `${usdPerGb} USD/GB, as its platform says${freeGb > 0 ? `; ${freeGb.toFixed(1)} GB of it are free` : ""}`,
    seconds: 0,
    bytes,
    usd,
    running: false
  }));
}
function meterLines(lease, now) {
  return lease.meters.map((meter) => {
    const seconds = spansOf(meter, now.getTime()).reduce(
      (sum, { from, to, times }) => sum + times * (to - from) / 1e3,
      0
    );
    return {
      lease: lease.name,
      platform: lease.platform,
      meter: meter.id,
      usdPerHour: meter.usdPerHour,
      source: meter.source,
      seconds,
      usd: usdFor(meter.usdPerHour, seconds),
      running: meter.stoppedAt === void 0,
      ...meter.stoppedAt === void 0 && meter.times > 1 && { times: meter.times }
    };
  });
}
function gpuHoursSoFar(run, now) {
  const gpu = run.opened?.document.resources?.gpu;
  const cards2 = gpu?.most ?? gpu?.count ?? 0;
  const computing2 = new Set(
    run.leases.flatMap(
      ({ name, meters }) => meters.flatMap(({ id, kind }) => kind === "gpu" ? [`${name} ${id}`] : [])
    )
  );
  const lines = costLines(run, now).filter(({ lease, meter }) => computing2.has(`${lease} ${meter}`));
  return cards2 * lines.reduce((sum, { seconds }) => sum + seconds, 0) / 3600;
}
function usdBetween(lease, from, to) {
  const traffic = trafficUsd(lease, to) - trafficUsd(lease, from);
  return traffic + metersBetween(lease, from, to);
}
function metersBetween(lease, from, to) {
  return lease.meters.reduce(
    (sum, meter) => spansOf(meter, to).reduce((part, span) => {
      const seconds = Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)) / 1e3;
      return part + usdFor(meter.usdPerHour, span.times * seconds);
    }, sum),
    0
  );
}
function spansOf(meter, now) {
  const last = { startedAt: meter.startedAt, stoppedAt: meter.stoppedAt, times: meter.times };
  return [...meter.before, last].map(({ startedAt, stoppedAt, times }) => {
    const from = Date.parse(startedAt);
    return { times, from, to: Math.max(from, stoppedAt === void 0 ? now : Date.parse(stoppedAt)) };
  });
}
function usdPerHourNow(run, now) {
  const usd = costLines(run, now).reduce(
    (sum, { running, times = 1, usdPerHour }) => sum + (running ? times * usdPerHour : 0),
    0
  );
  return Number(usd.toFixed(6));
}
var DAY_MS, leaseCost, usdSoFar, usdInLastDay;
var init_cost = __esm({
  "src/lease/cost.ts"() {
    "use strict";
    init_money();
    init_traffic();
    DAY_MS = 864e5;
    leaseCost = (lease, now) => [
      ...meterLines(lease, now),
      ...trafficLines(lease, now)
    ];
    usdSoFar = (run, now) => costLines(run, now).reduce((sum, line) => sum + line.usd, 0);
    usdInLastDay = (run, now) => run.leases.reduce((sum, lease) => sum + usdBetween(lease, now.getTime() - DAY_MS, now.getTime()), 0);
  }
});

// src/lease/over-budget.ts
function budgetUse(run, now) {
  const budget2 = run.opened?.budget;
  if (!budget2) return { over: void 0, nearly: void 0 };
  const since = run.leases.map(heldSince).find((at) => at !== void 0);
  const isHeld = run.leases.some((lease) => openMeters(lease).length > 0);
  const hours = since && isHeld ? secondsBetween(new Date(since), now) / 3600 : 0;
  const today = usdInLastDay(run, now);
  const usd = usdSoFar(run, now);
  const gpuHours = gpuHoursSoFar(run, now);
  const { gpuHours: mostGpuHours = Number.POSITIVE_INFINITY } = budget2;
  const unseenUsd = run.leases.reduce((sum, lease) => sum + lease.unseenUsd, 0);
  const over = [
    ...hours > budget2.hours ? [overTime(run.id, hours, budget2.hours)] : [],
    ...gpuHours > mostGpuHours ? [overGpuHours(run.id, gpuHours, mostGpuHours)] : [],
    ...budget2.usdPerDay !== void 0 && today > budget2.usdPerDay ? [overDay(run.id, today, budget2.usdPerDay)] : [],
    ...usd > budget2.usd ? [overMoney(run.id, usd, budget2.usd)] : [],
    ...usd <= budget2.usd && usd + unseenUsd > budget2.usd ? [perhapsOverMoney(run.id, usd, unseenUsd, budget2.usd)] : []
  ];
  const nearly = [
    ...hours > NEARLY_USED * budget2.hours ? [`${budget2.hours} h (budget.hours)`] : [],
    ...gpuHours > NEARLY_USED * mostGpuHours ? [`${mostGpuHours} GPU-hours (budget.gpuHours)`] : [],
    ...usd > NEARLY_USED * budget2.usd ? [`${budget2.usd} USD (budget.usd)`] : []
  ];
  return {
    over: over[0],
    nearly: nearly.length > 0 ? `More than nine tenths of ${nearly.join(" and of ")} are used.` : void 0
  };
}
var NEARLY_USED, KEPT, overTime, overGpuHours, overDay, overMoney, perhapsOverMoney;
var init_over_budget = __esm({
  "src/lease/over-budget.ts"() {
    "use strict";
    init_clock();
    init_cost();
    init_fold_queue();
    init_run();
    NEARLY_USED = 0.9;
    KEPT = "Where the platform can stop a box and keep its data, it is stopped; else it is held and goes on costing.";
    overTime = (run, hours, budget2) => ({
      code: "over-time",
      isCounted: true,
      what: `This run has held boxes for ${hours.toFixed(1)} h; its budget is ${budget2} h.`,
      stable: `The run holds boxes for longer than its budget of ${budget2} h.`,
      next: `"gpu-lease abandon ${run}" saves what can be saved and gives it back.`
    });
    overGpuHours = (run, used, budget2) => ({
      code: "over-gpu-hours",
      isCounted: true,
      what: `This run has used ${used.toFixed(1)} GPU-hours; its budget is ${budget2}.`,
      stable: `The run has used more than its budget of ${budget2} GPU-hours.`,
      next: `"gpu-lease abandon ${run}" saves what can be saved and gives it back; a larger budget needs a new run.`
    });
    overDay = (run, usd, budget2) => ({
      code: "over-day",
      isCounted: true,
      what: `This run has cost ${usd.toFixed(2)} USD in the last 24 hours; its budget is ${budget2} USD a day.`,
      stable: `The run has cost more than its budget of ${budget2} USD a day.`,
      next: `"gpu-lease resume ${run}" goes on once the oldest of it is a day ago; "gpu-lease abandon ${run}" saves what can be saved and gives the box back.`
    });
    overMoney = (run, usd, budget2) => ({
      code: "over-budget",
      isCounted: true,
      what: `This run has cost ${usd.toFixed(2)} USD; its budget is ${budget2} USD.`,
      stable: `The run has cost more than its budget of ${budget2} USD.`,
      next: `"gpu-lease abandon ${run}" saves what can be saved and gives it back; a larger budget needs a new run.`
    });
    perhapsOverMoney = (run, usd, unseenUsd, budget2) => ({
      code: "over-budget",
      isCounted: false,
      what: `This run has cost ${usd.toFixed(2)} USD, and up to ${unseenUsd.toFixed(2)} USD more while nobody could see a box that somebody had started; its budget is ${budget2} USD.`,
      stable: `The run may have cost more than its budget of ${budget2} USD: a box of it that stood stopped was started while nobody could look at it.`,
      next: `Look at the bill. "gpu-lease abandon ${run}" saves what can be saved and gives the box back.`
    });
  }
});

// src/lease/queue-concerns.ts
function concernsInQueue(run, lease, usdPerHour) {
  return [...inVain(run, lease, usdPerHour), ...onUnfit(run, lease, usdPerHour)];
}
function onUnfit(run, { allocation, queue, name, boxId, platform, started: started2 }, usdPerHour) {
  const isThere = queue?.to === "running" && allocation?.attempt === started2?.attempt;
  if (run.seal || allocation?.unfit === void 0 || !isThere) return [];
  return [
    {
      key: `unfit-node:${name}:${allocation.attempt}`,
      since: allocation.at,
      due: true,
      what: `${platform} runs ${allocation.tasks === void 0 ? "" : "tasks of "}${name} (${boxId}) on a machine that is not what the job asks for: ${allocation.unfit}`,
      next: `Look at its log. Begun again it may get another machine; "gpu-lease abandon ${run.id}" ends it, for a new run that leaves that machine out.`,
      usdPerHour
    }
  ];
}
function inVain(run, lease, usdPerHour) {
  const { queue, name, boxId, platform, begunInVain, firstStartedAt } = lease;
  if (run.seal || !queue) return [];
  if (queue.stuck === "held")
    return [
      {
        key: `held-in-queue:${name}`,
        since: queue.at,
        due: true,
        what: `${name} (${boxId}) waits on ${platform} and does not start by itself: ${queue.why ?? "it is held"}.`,
        next: `Let it go there, or have it let go: it goes on by itself then. "gpu-lease abandon ${run.id}" takes it out of the queue.`,
        usdPerHour: 0
      }
    ];
  if (begunInVain < BEGUN_IN_VAIN || firstStartedAt === void 0) return [];
  return [
    {
      key: `begun-in-vain:${name}`,
      since: firstStartedAt,
      due: true,
      what: `${platform} has begun ${name} (${boxId}) ${BEGUN_IN_VAIN} times and more, and no newer checkpoint came of it.`,
      next: `Look at why each allocation ended ("gpu-lease events ${run.id}"): a walltime that is shorter than the way to a checkpoint, a partition whose jobs are taken away, a node that fails. "gpu-lease abandon ${run.id}" ends it.`,
      usdPerHour
    }
  ];
}
var BEGUN_IN_VAIN;
var init_queue_concerns = __esm({
  "src/lease/queue-concerns.ts"() {
    "use strict";
    BEGUN_IN_VAIN = 4;
  }
});

// src/evidence-level.ts
var LEVELS, ROLES;
var init_evidence_level = __esm({
  "src/evidence-level.ts"() {
    "use strict";
    LEVELS = ["L0", "L1", "L2", "L3"];
    ROLES = [
      "checkpoint",
      "model",
      "optimizer",
      "adapter",
      "metrics",
      "config",
      "log",
      "dataset",
      "archive",
      "opaque"
    ];
  }
});

// src/lease/standing.ts
function standingGaps({ run, lease, plan }, standing, now) {
  const stale = plan.filter(({ staleFrom }) => staleFrom !== void 0 && staleFrom <= standing.at).map(({ verb }) => verb);
  const owed = run.leases.flatMap((each) => openMeters(each).filter((meter) => meter.owed));
  return [
    ...boundGaps(run, lease, standing),
    ...Date.parse(standing.expiresAt) > now.getTime() ? [] : [`it was given until ${standing.expiresAt}`],
    ...stale.length > 0 ? [`what is known of ${stale.join(", ")} was too old when it was given`] : [],
    ...doubtsOf(run),
    ...owed.length > 0 ? [`the run owes ${owed.map(({ id }) => id).join(", ")}`] : [],
    ...run.leases.some(({ state }) => state === "abandoned") ? ["the run was given up"] : []
  ];
}
function boundGaps(run, lease, standing) {
  const { configHash, platforms, maxUsdPerHour, level: level3 } = standing;
  const usdPerHour = priceOf(lease);
  return [
    ...run.opened?.configHash === configHash ? [] : [`it is for configuration ${configHash.slice(0, 8)}`],
    ...platforms.includes(lease.platform) ? [] : [`it is for ${platforms.join(", ")}`],
    ...usdPerHour <= maxUsdPerHour + 1e-9 ? [] : [`it is for at most ${maxUsdPerHour} USD/h; this box is ${usdPerHour}`],
    ...sealGaps(run, level3)
  ];
}
function sealGaps({ opened, seal }, level3) {
  if (!seal) return ["nothing is sealed"];
  return [
    ...shortOf({ opened }, seal),
    ...LEVELS.indexOf(seal.level) >= LEVELS.indexOf(level3) ? [] : [`it is for ${level3} or better; this seal is ${seal.level}`]
  ];
}
var priceOf;
var init_standing = __esm({
  "src/lease/standing.ts"() {
    "use strict";
    init_evidence_level();
    init_promised();
    init_run();
    priceOf = (lease) => Math.max(
      lease.usdPerHour,
      lease.meters.reduce((sum, { usdPerHour }) => sum + usdPerHour, 0)
    );
  }
});

// src/lease/tell-after.ts
var TELL_AFTER, tellAfterOf;
var init_tell_after = __esm({
  "src/lease/tell-after.ts"() {
    "use strict";
    TELL_AFTER = {
      unreachableSeconds: 900,
      uncollectedSeconds: 3600,
      unreleasedSeconds: 3600,
      heldSeconds: 3600
    };
    tellAfterOf = (run) => ({
      ...TELL_AFTER,
      ...run.opened?.document.watch?.tellAfter
    });
  }
});

// src/lease/concerns.ts
function concernsOf(run, now) {
  if (run.closed || !run.opened) return [];
  const held = run.leases.filter((lease) => openMeters(lease).length > 0);
  const unkept = [...notKept(run), ...notTold(run)];
  const [first2] = held;
  if (!first2) return unkept;
  const after = tellAfterOf(run);
  return [
    ...money(run, held, now),
    ...held.flatMap((lease) => [
      ...sight(run, lease, after, now),
      ...idle(run, lease, { after, usdPerHour: usdPerHourOf([lease]), now }),
      ...startedAgain(run, lease),
      ...concernsInQueue(run, lease, usdPerHourOf([lease]))
    ]),
    ...unkept,
    ...silences(run, held),
    ...knownThere(run, held),
    ...endings(run, held, after, now)
  ];
}
function money(run, held, now) {
  const usdPerHour = usdPerHourOf(held);
  const since = run.leases.find(({ rentedAt }) => rentedAt)?.rentedAt;
  const { over, nearly } = budgetUse(run, now);
  if (usdPerHour === 0 || since === void 0) return [];
  const release = run.seal && `It is sealed: "gpu-lease release ${run.id}" gives the box back.`;
  if (over) {
    const { code, stable, next: next2 } = over;
    return [{ key: code, since, due: true, what: stable, next: release ?? `${KEPT} ${next2}`, usdPerHour }];
  }
  if (nearly === void 0) return [];
  const next = release ?? `If it needs no more than that, nothing. Then the run is halted. ${KEPT} "gpu-lease status ${run.id}" shows how far it is.`;
  return [{ key: "budget-nearly", since, due: true, what: nearly, next, usdPerHour }];
}
function sight(run, lease, { unreachableSeconds }, now) {
  const { unreached, name, platform } = lease;
  if (!unreached || run.seal || lease.state === "parked") return [];
  const since = lease.seenAt ?? lease.rentedAt ?? unreached.at;
  const usdPerHour = usdPerHourOf([lease]);
  if (unreached.shown === "stopped") {
    return [
      {
        key: `stopped:${name}`,
        since: unreached.at,
        due: true,
        what: `${platform} shows ${name} stopped, and ${endedItself(lease, unreached.at) ? ownEndWords(lease.endsItselfAt) : "nobody here stopped it"}. What that ended is not proven, so all of its meters are counted on.`,
        next: `Start it in the console of ${platform} if its work should go on there, then "gpu-lease resume ${run.id}"; or "gpu-lease abandon ${run.id}".`,
        usdPerHour
      }
    ];
  }
  return [
    {
      key: `unreachable:${name}`,
      since,
      ...dueAfter(since, unreachableSeconds, now),
      what: `${name} on ${platform} does not answer since ${since}; ${shownWords(unreached.shown)}. That says nothing about its work.`,
      next: `Look at it in the console of ${platform}: a firewall, a full disk, a dead sshd. It is looked at again by itself; "gpu-lease abandon ${run.id}" gives it back.`,
      usdPerHour
    }
  ];
}
function startedAgain(run, lease) {
  const { ranAgain, name, platform } = lease;
  if (!ranAgain || !isUseless(run, lease) || lease.verbsDone.length > 0) return [];
  const { at, countedFrom: countedFrom2, stoppedSeenAt } = ranAgain;
  const unseenUsd = usdUnseen(computing(lease), stoppedSeenAt, countedFrom2);
  const unseen = unseenUsd > 0 ? ` It was last seen stopped at ${stoppedSeenAt}; what it cost before ${countedFrom2} is not counted, up to ${formatUsd(unseenUsd)}: look at the bill.` : "";
  return [
    {
      key: `runs-again:${name}`,
      since: at,
      due: true,
      what: `${platform} shows ${name} running again since ${at} at the latest, and nobody here started it.${unseen}`,
      next: startedAgainNext(run, lease),
      usdPerHour: usdPerHourOf([lease])
    }
  ];
}
function startedAgainNext(run, { evicted, platform }) {
  if (evicted)
    return `Stop it in the console of ${platform}; the run goes on elsewhere and has no use of it.`;
  if (run.seal)
    return `It is sealed: "gpu-lease release ${run.id}" gives the box back. Else it is stopped again later where its platform can.`;
  return `"gpu-lease resume ${run.id}" goes on with it. Else it is stopped again later where its platform can, and "gpu-lease abandon ${run.id}" gives it back.`;
}
function notKept(run) {
  if (run.seal) return [];
  return [...run.cells.values()].flatMap(({ name, unkept, verifiedStep }) => {
    const lease = run.leases.find((each) => each.name === unkept?.lease);
    if (!unkept || !lease || lease.boxGone || !WITH_WORK.includes(lease.state)) return [];
    const { at, bytes, freeBytes, why } = unkept;
    const since = verifiedStep === void 0 ? "everything" : `everything since step ${verifiedStep}`;
    return [
      {
        key: `not-kept:${name}`,
        since: at,
        due: true,
        what: `The newest checkpoint of ${name} (${bytes} bytes) lies on ${lease.name} alone: ${freeBytes} bytes are free on this side${why.map((each) => `; ${each}`).join("")}. If the box is lost, ${since} is lost.`,
        next: `Free ${gbFor(bytes)} GB here, or look at it from a machine that has as much ("gpu-lease watch ${run.id}"), or give the missing key to this step: else it cannot be sealed at the end, and the box is paid for until it is. For the next run name a store that the box can send to ("store" with "kind: s3") or a durable directory ("storage: durable").`,
        usdPerHour: usdPerHourOf([lease])
      }
    ];
  });
}
function roomWords(run) {
  const large = [...run.cells.values()].filter(
    ({ keptIn, unkept }) => unkept ?? (keptIn && "durable" in keptIn)
  );
  const bytes = large.reduce((sum, cell) => sum + newestBytes(cell), 0);
  return bytes === 0 ? "" : ` What it made had no room here while it trained: free ${gbFor(bytes)} GB here, or collect from a machine that has as much; the next run may name a store ("store" with "kind: s3").`;
}
function silences(run, held) {
  const usdPerHour = usdPerHourOf(held);
  return [...run.cells.values()].flatMap(({ name, stalledSince, detached }) => [
    ...stalledSince === void 0 ? [] : [
      {
        key: `stalled:${name}`,
        since: stalledSince,
        due: true,
        what: `${name} is alive and has written nothing since ${stalledSince}: no log, no metrics, no checkpoint.`,
        next: `Look at ${logOf(run, name)}: a hung collective, a data loader, a full disk. It is not touched before its budget is used up; "gpu-lease abandon ${run.id}" ends it.`,
        usdPerHour
      }
    ],
    ...detached === void 0 ? [] : [
      {
        key: `detached:${name}`,
        since: detached.at,
        due: true,
        what: `The command of ${name} returned, and its work goes on in the background. It is followed and not taken for finished.`,
        next: 'Let the command of the job file wait for its work (no "&", no nohup, no daemon): how it ends is then known.',
        usdPerHour
      }
    ]
  ]);
}
function knownThere(run, held) {
  const names = new Set(held.map(({ name }) => name));
  return [...run.recognized.values()].flatMap(
    ({ at, lease, cell, id, cause, fix }) => !names.has(lease) || cell !== void 0 && run.cells.get(cell)?.ended?.verdict === "finished" ? [] : [
      {
        key: `known:${lease}:${id}`,
        since: at,
        due: true,
        what: `${cell ?? lease} shows ${id}, which is known of its platform: ${cause}`,
        next: fix,
        usdPerHour: 0
      }
    ]
  );
}
function notCovered(run, seal, held, now) {
  const waiting = held.filter(({ state }) => state === "ended" || state === "parked");
  return waiting.flatMap((lease) => {
    const words = run.standing.map((standing) => ({
      person: standing.person,
      gaps: standingGaps({ run, lease, plan: [] }, standing, now)
    }));
    if (words.length === 0 || words.some(({ gaps }) => gaps.length === 0)) return [];
    const why = words.map(({ person, gaps }) => `that of ${person}: ${gaps.join("; ")}`);
    return [
      {
        key: `not-covered:${lease.name}`,
        since: seal.at,
        due: true,
        what: `No approval in advance covers the release of ${lease.name} (${why.join(" / ")}).`,
        next: `Look at what was sealed and approve its release: "gpu-lease release ${run.id}".`,
        usdPerHour: usdPerHourOf([lease])
      }
    ];
  });
}
function endings(run, held, after, now) {
  const usdPerHour = usdPerHourOf(held);
  if (usdPerHour === 0) return [];
  if (run.seal) {
    const since = run.seal.at;
    return [
      ...notCovered(run, run.seal, held, now),
      ...notAsked(run, run.seal, held),
      {
        key: "unreleased",
        since,
        ...dueAfter(since, after.unreleasedSeconds, now),
        what: `The run is sealed (${run.seal.seal.slice(0, 8)}) since ${since} and its box is still paid for.`,
        next: `Approve its release: "gpu-lease release ${run.id}".`,
        usdPerHour
      }
    ];
  }
  return held.flatMap(
    ({ name, state, endedAt }) => state !== "ended" || endedAt === void 0 ? [] : [
      {
        key: `unsealed:${name}`,
        since: endedAt,
        ...dueAfter(endedAt, after.uncollectedSeconds, now),
        what: `The work on ${name} ended at ${endedAt}, and what it made is not sealed yet; the box is still paid for.`,
        next: `"gpu-lease collect ${run.id}" says what is missing.${roomWords(run)}`,
        usdPerHour
      }
    ]
  );
}
var attentionOf, mendedOf, usdPerHourOf, shownWords, WITH_WORK, notTold, ROOM_BESIDE_BYTES, gbFor, newestBytes, notAsked;
var init_concerns = __esm({
  "src/lease/concerns.ts"() {
    "use strict";
    init_money();
    init_asking();
    init_comes_back();
    init_mended();
    init_idle_concerns();
    init_log_of();
    init_loss();
    init_notices();
    init_over_budget();
    init_queue_concerns();
    init_run();
    init_standing();
    init_tell_after();
    attentionOf = (run, now) => [
      ...doubtsOf(run).map((doubt) => ({
        what: `${doubt}.`,
        next: "Look at its log and metrics before its release is approved; an approval in advance does not cover it."
      })),
      ...mendedOf(run),
      ...concernsOf(run, now).filter(({ due, key }) => due && key !== run.halted?.code).map(({ what, next, usdPerHour }) => ({
        what: usdPerHour > 0 ? `${what} It costs ${usdPerHour} USD per hour.` : what,
        next
      }))
    ];
    mendedOf = (run) => [...run.cells.values()].flatMap(({ mended }) => {
      const lease = run.leases.find(({ name }) => name === mended?.lease);
      if (!mended || !lease || lease.boxGone || openMeters(lease).length === 0) return [];
      const next = mended.aside.length > 0 ? "Nothing has to be done. What was set aside goes with the box: look at it before, if it is of use." : "Nothing has to be done.";
      return [{ what: `${mended.cell}: ${mendedWords(mended)}.`, next }];
    });
    usdPerHourOf = (leases) => {
      const usd = leases.flatMap(openMeters).reduce((sum, { usdPerHour }) => sum + usdPerHour, 0);
      return Number(usd.toFixed(6));
    };
    shownWords = (shown3) => shown3 === "unknown" ? "its platform does not say for certain what it is" : `its platform calls it ${shown3}`;
    WITH_WORK = ["running", "ended"];
    notTold = (run) => failingTargets(run).map(({ id, since, why }) => ({
      key: `not-told:${id}`,
      since,
      due: true,
      what: `Messages to ${id} of \`notify\` are not taken (${why}).`,
      next: `"gpu-lease notify --test" sends one and says what happens; a secret that was changed counts from the next look on.`,
      usdPerHour: 0
    }));
    ROOM_BESIDE_BYTES = 1024 ** 3;
    gbFor = (bytes) => Math.ceil((bytes + ROOM_BESIDE_BYTES) / 1e9);
    newestBytes = ({ unkept, sets }) => unkept?.bytes ?? (sets.at(-1)?.files ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
    notAsked = (run, { seal }, held) => held.flatMap((lease) => {
      const { asking, name } = lease;
      if (asking?.seal !== seal || !isGivenUp2(asking)) return [];
      return [
        {
          key: `not-asked:${name}`,
          since: asking.at,
          due: true,
          what: `Nobody was asked for the release of ${name}: ${asking.nth} workflow runs were to, and the last one${asking.workflowRun === void 0 ? "" : `, ${asking.workflowRun},`} is over (${asking.ended}).`,
          next: unaskedNext(run.id),
          usdPerHour: usdPerHourOf([lease])
        }
      ];
    });
  }
});

// src/lease/capacity.ts
var init_capacity = __esm({
  "src/lease/capacity.ts"() {
    "use strict";
    init_clock();
  }
});

// src/lease/later-look.ts
var init_later_look = __esm({
  "src/lease/later-look.ts"() {
    "use strict";
    init_capacity();
    init_run();
  }
});

// src/lease/look-plan.ts
var init_look_plan = __esm({
  "src/lease/look-plan.ts"() {
    "use strict";
    init_clock();
    init_clock_warning();
    init_comes_back();
    init_concerns();
    init_cost();
    init_fold_queue();
    init_later_look();
    init_over_budget();
    init_run();
    init_tell_after();
  }
});

// src/lease/news.ts
function noteNews(run, event) {
  if (!run.opened?.document.notices) return;
  const told = newsIn(run, event);
  if (!told) return;
  const { of = String(event.seq), ...rest } = told;
  const key = `${rest.event}:${of}`;
  if (!run.news.some((each) => each.key === key)) run.news.push({ ...rest, key, since: event.at });
}
function newsIn(run, event) {
  switch (event.type) {
    case "started":
      return {
        event: "started",
        what: `Attempt ${event.attempt} runs on ${event.lease}.`,
        next: `Nothing: it is looked at by itself. "gpu-lease watch ${run.id}" follows it.`
      };
    case "kept":
      return event.step === void 0 ? void 0 : {
        event: "checkpoint",
        of: "first",
        what: `The first checkpoint (${event.cell}, step ${event.step}) is on this side, loaded.`,
        next: `Nothing: a loss of the box costs what comes after it. "gpu-lease status ${run.id}" shows what is kept.`
      };
    case "cell-ended":
      return ended(run, event);
    case "halted":
      return halted(run, event);
    case "preempted":
      return {
        event: "preempted",
        what: `${event.lease} was lost (${event.what}): ${event.why}`,
        next: `"gpu-lease status ${run.id}" shows whether it begins again, and from where; "gpu-lease abandon ${run.id}" ends it.`
      };
    case "stalled":
      return {
        event: "stalled",
        what: `${event.cell} on ${event.lease} is alive and has written nothing for ${Math.round(event.quietSeconds)} s.`,
        next: `Look at ${logOf(run, event.cell)}; "gpu-lease abandon ${run.id}" ends it.`
      };
    case "sealed":
      return {
        event: "sealed",
        what: `Sealed as ${event.seal.slice(0, 8)}: verified ${event.verified}/${event.roster} at ${event.level}, in ${event.place}.`,
        next: `Look at it, then "gpu-lease release ${run.id}" gives the box back, unless that was approved in advance.`
      };
    case "owed":
      return {
        event: "debt",
        of: `${event.lease}:${event.meter}`,
        what: `Meter ${event.meter} of ${event.lease} may still cost money: ${event.why}`,
        next: event.next
      };
    case "closed":
      return {
        event: "released",
        what: `It is over: every meter is proven stopped. It cost ${event.usd.toFixed(2)} USD in all.`,
        next: `Nothing. "gpu-lease cost ${run.id}" shows for what.`
      };
    default:
      return;
  }
}
function ended(run, { cell, verdict, exitCode, failureClass }) {
  const cells = [...run.cells.values()];
  const dead = cells.filter((each) => each.ended?.verdict === "dead").length;
  const isOver2 = everyCellEnded(run);
  if (isOver2 && dead === 0)
    return {
      event: "ended",
      what: cells.length === 1 ? "Its work is done." : `All ${cells.length} cells are done.`,
      next: `"gpu-lease collect ${run.id}" brings it home; a job of the tick does so by itself.`
    };
  const isFirst = verdict === "dead" && dead === 1;
  const isWhole = isOver2 && cells.length > 1;
  if (!isFirst && !isWhole) return;
  const why = `exit code ${exitCode}${failureClass === void 0 ? "" : `, ${failureClass}`}`;
  const whole2 = `${dead} of ${cells.length} cells ${dead === 1 ? "is" : "are"} dead, and nothing runs any more.`;
  return {
    event: "failed",
    what: [verdict === "dead" && `${cell} died (${why}).`, isWhole && whole2].filter(Boolean).join(" "),
    next: `"gpu-lease watch ${run.id}" shows the end of its log and what is known of such an end.`
  };
}
function halted(run, { code, what, next }) {
  if (code.startsWith("over-")) return { event: "over-budget", of: code, what, next };
  if (code === "cells-dead" && run.news.some(({ event }) => event === "failed")) return;
  return { event: "halted", what: `${what} (${code})`, next };
}
var init_news = __esm({
  "src/lease/news.ts"() {
    "use strict";
    init_clock();
    init_clock_warning();
    init_concerns();
    init_cost();
    init_fold_cell();
    init_log_of();
    init_look_plan();
    init_notices();
  }
});

// src/lease/fold.ts
var fold_exports = {};
__export(fold_exports, {
  ATTENDED_SECONDS: () => ATTENDED_SECONDS,
  emptyRun: () => emptyRun,
  fold: () => fold
});
function fold(id, events) {
  const run = emptyRun(id);
  for (const event of events) {
    const entry = entryOf(event);
    const why = entry ? entry.apply(run, event) : whyNot(run) ?? "no event that is known here";
    if (why) run.ignored.push({ seq: event.seq, type: event.type, why });
    else {
      if (entry?.isSight) noteSight(run, event);
      noteGap(run, event);
      noteNews(run, event);
      run.updatedAt = event.at;
    }
  }
  return run;
}
function noteSight(run, event) {
  if (!("lease" in event)) return;
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
var emptyRun, ATTENDED_SECONDS;
var init_fold = __esm({
  "src/lease/fold.ts"() {
    "use strict";
    init_clock();
    init_entry();
    init_events();
    init_news();
    emptyRun = (id) => ({
      id,
      opened: void 0,
      bindings: [],
      smoke: "missing",
      footprint: void 0,
      leases: [],
      cells: /* @__PURE__ */ new Map(),
      data: /* @__PURE__ */ new Map(),
      begunFrom: void 0,
      recognized: /* @__PURE__ */ new Map(),
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
      runnerJobs: /* @__PURE__ */ new Map(),
      runnerBills: /* @__PURE__ */ new Map(),
      closed: void 0,
      unattendedSince: void 0,
      askedAt: void 0,
      told: /* @__PURE__ */ new Map(),
      changeTold: void 0,
      news: [],
      notices: /* @__PURE__ */ new Map(),
      ignored: [],
      updatedAt: void 0
    });
    ATTENDED_SECONDS = 300;
  }
});

// src/nearest.ts
function nearestOf(word, candidates) {
  if (word.length > MAX_WORD) return void 0;
  let best;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate.length > MAX_WORD) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}
function editDistance(a, b) {
  let beforeLast = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const substitute = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          substitute,
          swap ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
        )
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
var MAX_WORD;
var init_nearest = __esm({
  "src/nearest.ts"() {
    "use strict";
    MAX_WORD = 64;
  }
});

// src/problem.ts
function exitCodeOf(error) {
  if (error instanceof Problem) return EXIT[error.kind];
  if (error instanceof Problems) return EXIT[error.all[0].kind];
  return EXIT.bug;
}
var EXIT, Problem, Problems, stackOf;
var init_problem = __esm({
  "src/problem.ts"() {
    "use strict";
    EXIT = {
      ok: 0,
      /** The run itself failed: the trainer died, an artifact did not verify. */
      failed: 1,
      /** The caller's input cannot be used. Nothing was rented. */
      usage: 2,
      /** Something could be neither proven nor disproven (a format feature we cannot read, a budget hit). */
      inconclusive: 3,
      /** Verified, but only as far as the format allows. */
      degraded: 4,
      /** A destructive or spending step lacks its approval, seal or evidence. */
      refused: 10,
      /** Something still costs money and could not be stopped. */
      billing: 11,
      /** Nothing to rent that meets the constraint. */
      capacity: 12,
      /** The box, a platform or the ledger's remote could not be reached. Says nothing about the run. */
      unreachable: 13,
      /** The ledger could not be read, written or trusted. */
      ledger: 14,
      /** The box's host key is not the pinned one. */
      identity: 15,
      /** The box was reached and is not fit for the job. */
      unfit: 16,
      /** The CPU smoke or the resume drill failed. */
      smoke: 17,
      bug: 70,
      interrupted: 130
    };
    Problem = class extends Error {
      name = "Problem";
      code;
      kind;
      what;
      next;
      costing;
      at;
      edits;
      meant;
      constructor(detail, options) {
        const costing2 = detail.costing ?? [];
        const bill = costing2.length > 0 ? `
Still costing money: ${costing2.join("; ")}` : "";
        super(`${detail.what}${bill}
Next: ${detail.next}`, options);
        this.code = detail.code;
        this.kind = detail.kind;
        this.what = detail.what;
        this.next = detail.next;
        this.costing = costing2;
        this.at = detail.at;
        this.edits = detail.edits ?? [];
        this.meant = detail.meant;
      }
    };
    Problems = class extends Error {
      constructor(all) {
        super(all.map((each) => each.message).join("\n\n"));
        this.all = all;
      }
      all;
      name = "Problems";
    };
    stackOf = (error) => error instanceof Error ? error.stack ?? error.message : String(error);
  }
});

// src/host/limit.ts
async function inParallel(items, most, work) {
  const limit = new Limit(most);
  const results = [];
  let failure;
  const one = async (item, index) => {
    if (failure) return;
    try {
      results[index] = await work(item);
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(items.map((item, index) => limit.run(() => one(item, index))));
  if (failure) throw failure.error;
  return results;
}
var Limit;
var init_limit = __esm({
  "src/host/limit.ts"() {
    "use strict";
    Limit = class {
      #most;
      #taken = 0;
      #waiting = [];
      #idle = [];
      constructor(most) {
        this.#most = Math.max(1, most);
      }
      get taken() {
        return this.#taken;
      }
      async run(work, signal) {
        const free = await this.take(signal);
        try {
          return await work();
        } finally {
          free();
        }
      }
      /** Resolves with the function that gives the place back (calling it twice is harmless); rejects when `signal` aborts first. */
      async take(signal) {
        signal?.throwIfAborted();
        if (this.#taken >= this.#most) await this.#turn(signal);
        else this.#taken += 1;
        let held = true;
        return () => {
          if (!held) return;
          held = false;
          this.#giveBack();
        };
      }
      /** Whoever serves refused one more than it had: never ask for that many again. */
      shrink() {
        this.#most = Math.max(1, Math.min(this.#most, this.#taken - 1));
      }
      grow(most) {
        this.#most = Math.max(this.#most, most);
        while (this.#taken < this.#most && this.#waiting.length > 0) {
          this.#taken += 1;
          this.#waiting.shift()?.();
        }
      }
      /** Resolves once nothing is taken and nobody waits. */
      whenIdle() {
        return this.#taken === 0 ? Promise.resolve() : new Promise((resolve6) => this.#idle.push(resolve6));
      }
      /** A place is handed on without being given back in between, so nobody can slip in front of the queue. */
      #giveBack() {
        const next = this.#taken <= this.#most ? this.#waiting.shift() : void 0;
        if (next) next();
        else this.#taken -= 1;
        if (this.#taken === 0) for (const tell of this.#idle.splice(0)) tell();
      }
      #turn(signal) {
        return new Promise((resolve6, reject) => {
          const onAbort = () => {
            this.#waiting.splice(this.#waiting.indexOf(granted), 1);
            reject(signal?.reason);
          };
          const granted = () => {
            signal?.removeEventListener("abort", onAbort);
            resolve6();
          };
          signal?.addEventListener("abort", onAbort, { once: true });
          this.#waiting.push(granted);
        });
      }
    };
  }
});

// src/canonical.ts
function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const members = Object.keys(value).sort().flatMap((key) => {
      const member = value[key];
      return member === void 0 ? [] : [`${JSON.stringify(key)}:${canonicalJson(member)}`];
    });
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value);
}
var import_node_crypto, digestOf;
var init_canonical = __esm({
  "src/canonical.ts"() {
    "use strict";
    import_node_crypto = require("node:crypto");
    digestOf = (value) => (0, import_node_crypto.createHash)("sha256").update(canonicalJson(value)).digest("hex");
  }
});

// src/job/job.ts
var init_job = __esm({
  "src/job/job.ts"() {
    "use strict";
  }
});

// src/sweep/division.ts
var divisionOf, partId;
var init_division = __esm({
  "src/sweep/division.ts"() {
    "use strict";
    init_canonical();
    init_job();
    init_problem();
    divisionOf = (roster) => digestOf(roster.map((part) => [...part].sort()));
    partId = (sweep, part) => `${sweep}-p${part}`;
  }
});

// src/sweep/record.ts
var record_exports = {};
__export(record_exports, {
  AT_ONCE: () => AT_ONCE,
  readParts: () => readParts,
  readSweep: () => readSweep,
  requireSweep: () => requireSweep,
  smokeOf: () => smokeOf,
  strangerOf: () => strangerOf,
  sweepPart: () => sweepPart
});
async function readSweep(ledger, id) {
  if (id.length > LONGEST_ID) return;
  const first2 = partId(id, 1);
  const { opened } = fold(first2, (await ledger.read(first2)).events);
  const roster = opened?.sweep?.roster;
  if (!opened || !roster || opened.sweep?.id !== id) return;
  return { id, roster, opened };
}
async function requireSweep(ledger, id) {
  const sweep = await readSweep(ledger, id);
  if (sweep) return sweep;
  throw new Problem({
    code: "no-such-sweep",
    kind: "usage",
    what: `There is no sweep "${id}" in ${ledger.where}.`,
    next: 'See "gpu-lease status" for those that are open; leave the name out to open the one of this job and commit.'
  });
}
async function readParts(ledger, { id, roster, opened }) {
  const open2 = await ledger.readOpen();
  return inParallel([...roster.entries()], AT_ONCE, async ([index, cells]) => {
    const part = { part: index + 1, id: partId(id, index + 1), cells };
    const { events, problem } = await recordOf(ledger, open2, part.id);
    const run = events.length > 0 ? fold(part.id, events) : void 0;
    const fault = problem ?? (run && strangerOf(run, opened));
    return { ...part, run: fault ? void 0 : run, problem: fault };
  });
}
async function recordOf(ledger, open2, run) {
  try {
    const record = open2.get(run) ?? await ledger.read(run);
    return record instanceof Problem ? { events: [], problem: record } : { events: record.events };
  } catch (error) {
    if (error instanceof Problem) return { events: [], problem: error };
    throw error;
  }
}
function strangerOf(run, first2) {
  const own = run.opened?.sweep;
  const { id, division } = first2.sweep ?? {};
  if (own && own.id === id && own.division === division && run.opened?.configHash === first2.configHash)
    return;
  return new Problem({
    code: "not-a-part",
    kind: "refused",
    what: own ? `Run ${run.id} is part ${own.part} of ${own.of} of another division or configuration of sweep ${own.id}; nothing was done to it.` : `Run ${run.id} is no part of sweep ${id}, only named like one; nothing was done to it.`,
    next: "Start the sweep under another id: another commit or another workflow run makes one."
  });
}
async function smokeOf(ledger, id) {
  const { events } = await ledger.read(partId(id, 1));
  const passed = events.findLast((event) => event.type === "smoke-passed");
  if (!passed) return;
  const { seq: _seq, at: _at, by: _by, ...body } = passed;
  return body;
}
var AT_ONCE, LONGEST_ID, sweepPart;
var init_record = __esm({
  "src/sweep/record.ts"() {
    "use strict";
    init_limit();
    init_fold();
    init_problem();
    init_division();
    AT_ONCE = 8;
    LONGEST_ID = 115;
    sweepPart = (id, roster, part) => ({
      id,
      part,
      of: roster.length,
      division: divisionOf(roster),
      // Once for all: a thousand names in each of 256 records would be megabytes that nobody reads.
      ...part === 1 && { roster }
    });
  }
});

// src/course/find-run.ts
async function noRun(ledger, id) {
  const { readSweep: readSweep2 } = await Promise.resolve().then(() => (init_record(), record_exports));
  const sweep = await readSweep2(ledger, id);
  if (!sweep) return noSuchRun(id, ledger.where, await nearestRun(ledger, id));
  const last = sweep.roster.length;
  return new Problem({
    code: "whole-sweep",
    kind: "usage",
    what: `${id} is a sweep of ${last} part${last === 1 ? "" : "s"}, each a run of its own.`,
    next: `Name one of them, ${id}-p1${last > 1 ? ` to ${id}-p${last}` : ""}; "gpu-lease status ${id}" shows all of them, "gpu-lease sweep ${id}" goes on with all.`
  });
}
async function nearestRun(ledger, id) {
  const records = await ledger.list?.({ archived: true }).catch(() => []) ?? [];
  const names = records.map(({ run }) => run);
  const begun = names.filter((name) => name.startsWith(`${id}-`));
  return begun.length === 1 ? begun[0] : nearestOf(id, names);
}
async function onlyOpenRun(ledger) {
  const open2 = await ledger.list();
  const begun = open2.filter(({ leases }) => leases.length > 0);
  const [first2, ...others] = begun.length > 0 ? begun : open2;
  if (first2 && others.length === 0) return first2.run;
  throw new Problem({
    code: open2.length === 0 ? "no-open-run" : "which-run",
    kind: "usage",
    what: open2.length === 0 ? `No run is open in ${ledger.where}.` : `${open2.length} runs are open: ${open2.map((each) => each.run).join(", ")}.`,
    next: open2.length === 0 ? 'Start one with "gpu-lease run".' : "Name the one you mean."
  });
}
var noSuchRun;
var init_find_run = __esm({
  "src/course/find-run.ts"() {
    "use strict";
    init_fold();
    init_nearest();
    init_problem();
    noSuchRun = (id, where, near) => new Problem({
      code: "no-such-run",
      kind: "usage",
      what: `There is no run "${id}" in ${where}.`,
      next: `${near === void 0 ? "" : `Did you mean "${near}"? `}See "gpu-lease status --archived" for all of them, or name another ledger with --ledger.`
    });
  }
});

// src/ledger/location.ts
function defaultLedgerLocation(cwd, env) {
  const repository = findRepository(cwd);
  if (repository) return { kind: "local-repo", dir: repository.dir };
  return { kind: "local-repo", dir: (0, import_node_path.join)(stateDir(env, cwd), "ledger.git"), create: true };
}
function stateDir(env, cwd) {
  const xdg = env["XDG_STATE_HOME"];
  if (xdg?.startsWith("/")) return (0, import_node_path.join)(xdg, "gpu-lease");
  const home = env["HOME"] || env["USERPROFILE"];
  return home ? (0, import_node_path.join)(home, ".local", "state", "gpu-lease") : (0, import_node_path.join)(cwd, ".gpu-lease");
}
function findRepository(start2) {
  for (let dir = (0, import_node_path.resolve)(start2); ; dir = (0, import_node_path.dirname)(dir)) {
    const dotGit = (0, import_node_path.join)(dir, ".git");
    if (isRepository(dotGit)) return { dir, gitDir: dotGit };
    if (isGitDir(dir)) return { dir, gitDir: dir };
    if ((0, import_node_path.dirname)(dir) === dir) return void 0;
  }
}
function localPlace({ dir, create }) {
  const path = (0, import_node_path.resolve)(dir);
  const found = create ? void 0 : findRepository(path);
  const place = found ?? { dir: path, gitDir: path };
  return { ...place, words: `refs/gpu-lease in ${place.dir}` };
}
function ownsAll(paths) {
  const user = process.geteuid?.();
  return user !== void 0 && paths.every((path) => (0, import_node_fs.lstatSync)(path, { throwIfNoEntry: false })?.uid === user);
}
function isGitFile(path) {
  try {
    return (0, import_node_fs.statSync)(path).isFile() && (0, import_node_fs.readFileSync)(path, "utf8").startsWith("gitdir:");
  } catch {
    return false;
  }
}
var import_node_fs, import_node_path, isRepository, isGitDir;
var init_location = __esm({
  "src/ledger/location.ts"() {
    "use strict";
    import_node_fs = require("node:fs");
    import_node_path = require("node:path");
    isRepository = (path) => isGitDir(path) || isGitFile(path);
    isGitDir = (dir) => (0, import_node_fs.existsSync)((0, import_node_path.join)(dir, "HEAD")) && (0, import_node_fs.existsSync)((0, import_node_path.join)(dir, "objects"));
  }
});

// src/ledger/refs.ts
function parseRefs(text2) {
  return text2.split("\n").flatMap((line) => {
    const [, oid, ref] = /^([0-9a-f]{40,64})\s(\S+)$/.exec(line) ?? [];
    if (oid === void 0 || ref === void 0) return [];
    const [, open2, closed] = /^refs\/gpu-lease\/(?:runs\/([^/]+)|archive\/\d{4}\/([^/]+))$/.exec(ref) ?? [];
    const run = open2 ?? closed;
    return run === void 0 || !RUN.test(run) ? [] : [{ ref, run, archived: open2 === void 0, oid }];
  });
}
function checkedRun(run) {
  if (RUN.test(run)) return run;
  throw new Problem({
    code: "bad-run-name",
    kind: "usage",
    what: `${JSON.stringify(run.slice(0, 140))} cannot be the name of a run.`,
    next: 'Use letters, digits, ".", "_" and "-", starting with a letter or digit, at most 120 characters; `gpu-lease status` lists the runs there are.'
  });
}
function checkedYear(year) {
  if (Number.isInteger(year) && year >= 2e3 && year <= 9999) return year;
  throw new RangeError(`not a year: ${year}`);
}
function onePerRun(refs) {
  const open2 = new Set(refs.filter((ref) => !ref.archived).map((ref) => ref.run));
  return refs.filter((ref) => !ref.archived || !open2.has(ref.run));
}
var RUNS, ARCHIVE, STRAY_NOTES, TICK_NOTES, runRef, archiveRef, archivePattern, RUN;
var init_refs = __esm({
  "src/ledger/refs.ts"() {
    "use strict";
    init_problem();
    RUNS = "refs/gpu-lease/runs/";
    ARCHIVE = "refs/gpu-lease/archive/";
    STRAY_NOTES = "refs/gpu-lease/strays";
    TICK_NOTES = "refs/gpu-lease/ticks";
    runRef = (run) => `${RUNS}${checkedRun(run)}`;
    archiveRef = (run, year) => `${ARCHIVE}${checkedYear(year)}/${checkedRun(run)}`;
    archivePattern = (run) => `${ARCHIVE}*/${checkedRun(run)}`;
    RUN = /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9][A-Za-z0-9._-]{0,119}(?<!\.)$/;
  }
});

// src/ledger/no-refs.ts
function surelyEmpty(where, archived) {
  if (where.kind !== "local-repo") return void 0;
  const { gitDir, words } = localPlace(where);
  const missing = !isRepository(gitDir);
  if (missing) return where.create ? words : void 0;
  return surelyNoRefs(gitDir, archived ? [RUNS, ARCHIVE] : [RUNS]) ? words : void 0;
}
function surelyNoRefs(gitDir, prefixes) {
  try {
    const common = commonDir(gitDir);
    if ((0, import_node_fs2.existsSync)((0, import_node_path2.join)(common, "reftable"))) return false;
    if (!(0, import_node_fs2.existsSync)((0, import_node_path2.join)(common, "refs"))) return false;
    if (prefixes.some((prefix) => !isAbsentOrEmpty((0, import_node_path2.join)(common, prefix)))) return false;
    const packed = (0, import_node_path2.join)(common, "packed-refs");
    const size = (0, import_node_fs2.statSync)(packed, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MAX_PACKED_BYTES) return false;
    const text2 = size > 0 ? (0, import_node_fs2.readFileSync)(packed, "latin1") : "";
    return !prefixes.some((prefix) => text2.includes(` ${prefix}`));
  } catch {
    return false;
  }
}
function commonDir(gitDir) {
  const own = (0, import_node_fs2.statSync)(gitDir).isFile() ? (0, import_node_path2.resolve)(
    (0, import_node_path2.dirname)(gitDir),
    (0, import_node_fs2.readFileSync)(gitDir, "utf8").replace(/^gitdir: /, "").trimEnd()
  ) : gitDir;
  const link = (0, import_node_path2.join)(own, "commondir");
  return (0, import_node_fs2.existsSync)(link) ? (0, import_node_path2.resolve)(own, (0, import_node_fs2.readFileSync)(link, "utf8").trimEnd()) : own;
}
function isAbsentOrEmpty(dir) {
  try {
    const entries = (0, import_node_fs2.readdirSync)(dir, { withFileTypes: true });
    return entries.every((entry) => entry.isDirectory() && isAbsentOrEmpty((0, import_node_path2.join)(dir, entry.name)));
  } catch (error) {
    if (error.code === "ENOENT") return true;
    throw error;
  }
}
var import_node_fs2, import_node_path2, MAX_PACKED_BYTES;
var init_no_refs = __esm({
  "src/ledger/no-refs.ts"() {
    "use strict";
    import_node_fs2 = require("node:fs");
    import_node_path2 = require("node:path");
    init_location();
    init_refs();
    MAX_PACKED_BYTES = 16 * 1024 * 1024;
  }
});

// src/report/visible-text.ts
function shown(char) {
  const code = char.codePointAt(0) ?? 0;
  return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}
var UNSEEN, visible, visibleLine, jsonLine, escapedJson, unitsOf, escaped;
var init_visible_text = __esm({
  "src/report/visible-text.ts"() {
    "use strict";
    UNSEEN = /[\u0000-\u0009\u000b-\u001f\p{Zl}\p{Zp}\u007f-\u009f\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
    visible = (text2) => text2.replace(/\t/g, "    ").replace(UNSEEN, shown).replace(new RegExp("\\p{Cs}", "gu"), "\uFFFD");
    visibleLine = (text2) => visible(text2.replace(/\s*[\r\n]+\s*/g, " ").trim());
    jsonLine = (value) => `${escapedJson(JSON.stringify(value))}
`;
    escapedJson = (json) => json.replace(UNSEEN, (char) => unitsOf(char).map(escaped).join("")).replace(/#(?=[^\x20-\x7e]*#)/g, escaped);
    unitsOf = (char) => Array.from({ length: char.length }, (_, index) => char.charAt(index));
    escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  }
});

// src/cli/ledger-place.ts
function ledgerLocation(asked) {
  const named = ledgerNamed(asked);
  if (named === void 0) return actionsRemote(asked) ?? defaultLedgerLocation(asked.cwd, asked.env);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(named) || /^[^/]+@[^/]+:/.test(named))
    return remote(asked, named, tokenFor(named, asked.env));
  return { kind: "local-repo", dir: (0, import_node_path3.isAbsolute)(named) ? named : (0, import_node_path3.resolve)(asked.cwd, named), create: true };
}
function actionsRemote(asked) {
  const own = workflowsRepository(asked.env);
  return own && remote(asked, own.url, own.token);
}
function workflowsRepository(env) {
  const { GITHUB_REPOSITORY: repository, GH_TOKEN: token } = env;
  if (env["GITHUB_ACTIONS"] !== "true" || !repository || !token) return;
  return { url: `${env["GITHUB_SERVER_URL"] ?? "https://github.com"}/${repository}.git`, token };
}
function remote(asked, url, token) {
  return { kind: "remote", url, scratchDir: (0, import_node_path3.join)(asked.stateDir, "scratch"), ...token ? { token } : {} };
}
function tokenFor(url, env) {
  const own = env["GPU_LEASE_LEDGER_TOKEN"];
  if (own) return own;
  const isOf = (server) => URL.canParse(url) && URL.canParse(server) && new URL(url).host === new URL(server).host;
  return isOf(env["GITHUB_SERVER_URL"] || "https://github.com") ? env["GH_TOKEN"] : void 0;
}
var import_node_path3, recordsDir, ledgerNamed;
var init_ledger_place = __esm({
  "src/cli/ledger-place.ts"() {
    "use strict";
    import_node_path3 = require("node:path");
    init_location();
    recordsDir = ({ stateDir: stateDir2 }) => (0, import_node_path3.join)(stateDir2, "records");
    ledgerNamed = ({ value, env }) => value("ledger") ?? (env["GPU_LEASE_LEDGER"] || void 0);
  }
});

// src/heard-clock.ts
var MOST_SOURCES, HeardClock;
var init_heard_clock = __esm({
  "src/heard-clock.ts"() {
    "use strict";
    MOST_SOURCES = 50;
    HeardClock = class {
      #clock;
      #heard = /* @__PURE__ */ new Map();
      constructor(clock) {
        this.#clock = clock;
      }
      now() {
        return this.#clock.now();
      }
      sleep(seconds, signal) {
        return this.#clock.sleep(seconds, signal);
      }
      heard(source, theirs, by) {
        const aheadSeconds = (this.now().getTime() - theirs.getTime()) / 1e3;
        if (!Number.isFinite(aheadSeconds)) return;
        if (this.#heard.size < MOST_SOURCES || this.#heard.has(source))
          this.#heard.set(source, { source, by, aheadSeconds });
      }
      others() {
        return [...this.#heard.values()];
      }
    };
  }
});

// src/report/redacted-face.ts
var init_redacted_face = __esm({
  "src/report/redacted-face.ts"() {
    "use strict";
  }
});

// src/secret/forms.ts
function secretForms(value) {
  const whole2 = value.trim();
  const lines = whole2.split(/\r?\n/).map((line) => line.trim());
  const parts = [...lines, whole2, value];
  const forms = parts.filter(isTelling).flatMap(formsOf);
  return [...new Set(forms.filter((each) => isTelling(each) && !/[\r\n]/.test(each)))].sort(
    (a, b) => b.length - a.length
  );
}
function formsOf(text2) {
  const bytes = Buffer.from(text2, "utf8");
  const hex = bytes.toString("hex");
  const base64 = bytes.toString("base64");
  const escaped2 = JSON.stringify(text2).slice(1, -1);
  const encoded = encodeURIComponent(bytes.toString("utf8"));
  const all = [
    text2,
    escaped2,
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (each) => each.toLowerCase()),
    encoded.replaceAll("%20", "+"),
    hex.replace(/../g, "%$&"),
    hex.toUpperCase().replace(/../g, "%$&"),
    hex,
    hex.toUpperCase(),
    base64,
    ...[0, 1, 2].map((before) => alignedBase64(bytes, before)),
    ...WRAPS.flatMap((columns) => [...inLines(base64, columns), ...inLines(hex, columns)])
  ];
  const forUrls = all.map((each) => /^[\w+/]+=*$/.test(each) ? urlSafe(each) : each);
  return [...all, ...forUrls, [...text2].reverse().join(""), [...base64].reverse().join("")];
}
function alignedBase64(bytes, before) {
  const text2 = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
  return text2.slice(Math.ceil(before * 8 / 6), Math.floor((before + bytes.length) * 8 / 6));
}
function inLines(text2, columns) {
  if (text2.length <= columns) return [];
  return Array.from(
    { length: Math.ceil(text2.length / columns) },
    (_, i) => text2.slice(i * columns, (i + 1) * columns)
  );
}
var MIN_LENGTH, MIN_DIFFERENT, WRAPS, isTelling, urlSafe;
var init_forms = __esm({
  "src/secret/forms.ts"() {
    "use strict";
    MIN_LENGTH = 8;
    MIN_DIFFERENT = 3;
    WRAPS = [76, 64, 60];
    isTelling = (text2) => text2.length >= MIN_LENGTH && new Set(text2).size >= MIN_DIFFERENT && !/^-+(?:BEGIN|END) [A-Z ]+-+$/.test(text2);
    urlSafe = (base64) => base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }
});

// src/secret/redactor.ts
function redactorOf(env) {
  const redactor = new Redactor();
  for (const [name, value] of Object.entries(env))
    if (value !== void 0 && CREDENTIAL_NAME.test(name)) redactor.learn(value);
  return redactor;
}
var HIDDEN, CREDENTIAL_NAME, Redactor;
var init_redactor = __esm({
  "src/secret/redactor.ts"() {
    "use strict";
    init_problem();
    init_forms();
    HIDDEN = "***";
    CREDENTIAL_NAME = /(?:^|_)(?:TOKEN|SECRET|KEY|CLIENT_ID|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|WEBHOOK|WEBHOOK_URL)$/i;
    Redactor = class {
      #forms = /* @__PURE__ */ new Set();
      #longestFirst = [];
      /** @returns false where the value is too short or too plain to be hidden */
      learn(value) {
        const forms = secretForms(value);
        for (const form of forms) this.#forms.add(form);
        this.#longestFirst = [...this.#forms].sort((a, b) => b.length - a.length);
        return forms.length > 0 || value.trim() === "";
      }
      text = (text2) => {
        let clean = text2;
        for (const form of this.#longestFirst) if (clean.includes(form)) clean = clean.replaceAll(form, HIDDEN);
        return clean;
      };
      /** Every text in a plain value, keys aside. For what is shown; a record is only redacted where it holds free words. */
      deep(value) {
        return this.#within(value);
      }
      #within(value) {
        if (typeof value === "string") return this.text(value);
        if (Array.isArray(value)) return value.map((each) => this.#within(each));
        if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype)
          return value;
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#within(each)]));
      }
      /** The same failure, in words without secrets; what caused it stays behind, because its message is not ours. */
      error(error) {
        if (error instanceof Problems) {
          const [first2, ...more] = error.all;
          return new Problems([this.#problem(first2), ...more.map((each) => this.#problem(each))]);
        }
        if (error instanceof Problem) return this.#problem(error);
        if (!(error instanceof Error)) return this.text(String(error));
        const told = new Error(this.text(error.message));
        if (error.stack !== void 0) told.stack = this.text(error.stack);
        return told;
      }
      #problem({ code, kind, what, next, costing: costing2, at, edits }) {
        const words = {
          what: this.text(what),
          next: this.text(next),
          costing: costing2.map(this.text),
          edits: edits.map(({ path, value }) => ({ path, value: value === true ? value : this.text(value) }))
        };
        return new Problem({ code, kind, ...words, ...at ? { at: { ...at, file: this.text(at.file) } } : {} });
      }
    };
  }
});

// src/duration.ts
function secondsOf(text2) {
  const [, amount, unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?) ?(s|min|h|d|w)$/.exec(text2) ?? [];
  const factor = SECONDS.get(unit);
  return amount === void 0 || factor === void 0 ? void 0 : Number(amount) * factor;
}
var SECONDS;
var init_duration = __esm({
  "src/duration.ts"() {
    "use strict";
    SECONDS = /* @__PURE__ */ new Map([
      ["s", 1],
      ["min", 60],
      ["h", 3600],
      ["d", 86400],
      ["w", 604800]
    ]);
  }
});

// src/cli/option-values.ts
function readOption(definition51, text2) {
  switch (definition51.kind) {
    case "duration":
      return duration(definition51.name, text2);
    case "whole":
      return whole(definition51, text2);
    case "choice":
      return choice(definition51, text2);
    case "level":
      return level2(definition51.name, text2);
    default:
      return text2;
  }
}
function duration(name, text2) {
  const seconds = secondsOf(text2.trim()) ?? 0;
  if (seconds > 0) return seconds;
  const bare = /^[1-9]\d{0,5}$/.exec(text2.trim())?.[0];
  const next = bare === void 0 ? "Write a number with its unit: 90s, 10min, 2h. Every wait is bounded, so 0 is not one." : `Write its unit: --${name} ${bare}min, or ${bare}s, ${bare}h.`;
  return wrong(name, `"${shown2(text2)}" is no time.`, next);
}
function whole({ name, least = 0, most }, text2) {
  const number2 = /^\d{1,15}$/.test(text2.trim()) ? Number(text2) : Number.NaN;
  if (number2 >= least && number2 <= (most ?? number2)) return number2;
  const bounds = most === void 0 ? `${least} on` : `${least} to ${most}`;
  return wrong(
    name,
    `"${shown2(text2)}" is no whole number from ${bounds}.`,
    `Write digits: --${name} ${Math.max(1, least)}.`
  );
}
function choice({ name, choices = [] }, text2) {
  const word = text2.trim();
  if (choices.includes(word)) return word;
  const nearest2 = nearestOf(word, [...choices]);
  const hint = nearest2 === void 0 ? "" : `Did you mean "${nearest2}"? `;
  return wrong(name, `"${shown2(text2)}" is none of its words.`, `${hint}Use one of: ${choices.join(", ")}.`);
}
function level2(name, text2) {
  const word = text2.trim().toUpperCase();
  if (word === "" || LEVELS.some((each) => each === word)) return word;
  return wrong(name, `"${shown2(text2)}" is no level of verification.`, `Use one of: ${LEVELS.join(", ")}.`);
}
var wrong, shown2;
var init_option_values = __esm({
  "src/cli/option-values.ts"() {
    "use strict";
    init_duration();
    init_evidence_level();
    init_nearest();
    init_problem();
    wrong = (name, what, next) => new Problem({ code: `bad-${name}`, kind: "usage", what: `--${name} ${what}`, next });
    shown2 = (text2) => text2.length > 60 ? `${text2.slice(0, 57)}...` : text2;
  }
});

// src/cli/option-definition.ts
var YES_OR_NO;
var init_option_definition = __esm({
  "src/cli/option-definition.ts"() {
    "use strict";
    YES_OR_NO = ["true", "false"];
  }
});

// src/cli/verifying-options.ts
var VERIFYING;
var init_verifying_options = __esm({
  "src/cli/verifying-options.ts"() {
    "use strict";
    init_evidence_level();
    init_option_definition();
    VERIFYING = {
      path: { about: "File or directory to verify; several, one per line.", kind: "text" },
      role: {
        about: "What the files are for: checkpoint, model, optimizer, adapter, metrics, config, log, dataset, archive or opaque; guessed from name and content when unset.",
        kind: "choice",
        choices: ROLES
      },
      contains: {
        about: "What a checkpoint must hold, separated by commas: names or globs of keys and tensors, or model, optimizer, scheduler, step, epoch, rng, scaler, ema.",
        kind: "text"
      },
      "allow-degraded": {
        about: 'Whether a pickle that needs more than weights-only loading is "pass-degraded" (true) or a failure (false).',
        kind: "choice",
        choices: YES_OR_NO,
        fallback: "true"
      },
      manifest: {
        about: "Digests as sha256sum lists them; what is listed and not there is a failure.",
        kind: "text"
      },
      previous: { about: "The checkpoint before: something must have changed since.", kind: "text" },
      step: { about: "Step that a checkpoint must be of.", kind: "whole", least: 0 },
      "min-step": { about: "Step that a checkpoint must at least be of.", kind: "whole", least: 0 },
      "allow-import": {
        about: "Names that a pickle may import beyond the list, module.name or patterns as ultralytics.*, separated by commas.",
        kind: "text"
      },
      "may-be-zero": {
        about: "Globs of tensor names that may be zero throughout although they are weights, separated by commas.",
        kind: "text"
      },
      dtype: {
        about: "Type of the numbers in files that are nothing but numbers, as numpy.memmap and tofile leave them: uint16, float32 and the like.",
        kind: "text"
      },
      "fail-on": {
        about: "The least bad verdict that ends with an exit code other than 0: fail, inconclusive, doubtful or degraded. Degraded is also a whole file of a format without checksums; doubtful is what has another reason, such as an unsafe loader.",
        kind: "choice",
        choices: ["fail", "inconclusive", "doubtful", "degraded"],
        fallback: "doubtful"
      },
      require: {
        about: "What every file must be proven by, or the end is 4: nothing, a checksum (its own or one of the manifest) or a manifest that lists it.",
        kind: "choice",
        choices: ["nothing", "checksum", "manifest"],
        fallback: "nothing"
      },
      report: { about: "Where to write a page for people, NAME.html.", kind: "text" },
      sarif: { about: "Where to write the findings for code scanning, NAME.sarif.", kind: "text" },
      jobs: {
        about: "Threads that share large files and the files of a folder (default: as many as there are cores, up to 4).",
        kind: "whole",
        least: 1
      },
      attested: {
        about: "Check the files against a signed statement instead of loading them: who attests what of these bytes.",
        kind: "flag",
        terminalOnly: true
      },
      bundle: {
        about: "The Sigstore bundle with the signed statement; GitHub is asked for it when unset.",
        kind: "text",
        terminalOnly: true
      },
      repo: {
        about: "Repository at GitHub, OWNER/NAME, that the statement must have been signed for.",
        kind: "text",
        terminalOnly: true
      },
      "certificate-identity": {
        about: "Who must have signed: the address of the workflow, https://github.com/ with OWNER/NAME/.github/workflows/X.yml@REF behind it; * stands for anything.",
        kind: "text",
        terminalOnly: true
      },
      "certificate-oidc-issuer": {
        about: "Who must have vouched for the signer.",
        kind: "text",
        fallback: "https://token.actions.githubusercontent.com",
        terminalOnly: true
      },
      "trusted-root": {
        about: 'Whom to believe: a file as "gh attestation trusted-root" prints it; the public Sigstore as of this version when unset.',
        kind: "text",
        terminalOnly: true
      },
      commit: { about: "The commit that it must have been made from.", kind: "text", terminalOnly: true },
      key: {
        about: "A key of an elliptic curve as PEM: the private one to sign, the public one to verify.",
        kind: "text",
        terminalOnly: true
      },
      output: {
        about: "Where to write the signature; beside the folder, as DIR.sig, when unset.",
        kind: "text",
        terminalOnly: true
      },
      sha256: { about: "Give the digest of every file.", kind: "flag", terminalOnly: true },
      explain: {
        about: "Show the tensors of one file or directory, with their values in short.",
        kind: "flag",
        terminalOnly: true
      },
      diff: {
        about: "Compare the tensors of two files or directories; 1 when they differ.",
        kind: "flag",
        terminalOnly: true
      }
    };
  }
});

// src/cli/option-table.ts
var OTHERS, definitions;
var init_option_table = __esm({
  "src/cli/option-table.ts"() {
    "use strict";
    init_option_definition();
    init_verifying_options();
    OTHERS = {
      job: { about: "The job file.", kind: "text", fallback: "gpu-lease.yml" },
      run: {
        about: "Run id; derived from the job and from what started it when unset, so that a re-run is the same run.",
        kind: "text"
      },
      ledger: {
        about: "Git remote or directory that holds the ledger; in a workflow this repository when unset, else the one that one stands in.",
        kind: "text"
      },
      store: {
        about: "Directory for pulled artifacts, manifests and reports.",
        kind: "text",
        fallback: "gpu-lease-out"
      },
      bound: {
        about: "Longest time this step may take before it ends with the state it found, such as 90s, 10min or 2h.",
        kind: "duration",
        fallback: "10min"
      },
      approve: {
        about: "The phrase that approves a release: lease name and the first 8 of the seal, as the step shows it.",
        kind: "text"
      },
      environment: {
        about: "The protected environment that this step's job waits in; the approval of its reviewers is then proven through GitHub's API. That of the job file when both are given, which must be the same.",
        kind: "text"
      },
      noted: {
        about: "What the gate step of this attempt noted about earlier approvals, its output of that name; without it only a first attempt counts.",
        kind: "text"
      },
      standing: {
        about: "Approve in advance: the least level of verification (L0 to L3) at which what is sealed may be released without asking again.",
        kind: "level"
      },
      stopped: {
        about: "Your word that a box which no program can end was ended where it was rented: the name of its lease. Then looked at from here.",
        kind: "text"
      },
      evidence: {
        about: "What the smoke of an earlier job showed: its output of that name. Checked against the job file and the commit here, and recorded.",
        kind: "text"
      },
      github: {
        about: "Write the workflow file for GitHub Actions, say how to set the environments up, and look at them.",
        kind: "flag",
        terminalOnly: true
      },
      attest: {
        about: 'With --github: whether the files have a job that signs what was sealed; "auto" leaves it out of a repository that was seen not to be public.',
        kind: "choice",
        choices: ["auto", "always", "never"],
        fallback: "auto",
        terminalOnly: true
      },
      "allow-dirty": {
        about: "Use the work tree with its uncommitted changes; the run is marked so for ever.",
        kind: "flag",
        terminalOnly: true
      },
      anew: {
        about: "Pull, verify and seal again here what another machine has sealed; that seal and its approvals are void then.",
        kind: "flag",
        terminalOnly: true
      },
      "without-copies": {
        about: "Go on although the newest verified copies lie on a machine that nobody gets at: from a store, else from nothing.",
        kind: "flag",
        terminalOnly: true
      },
      from: {
        about: 'A copy of the record to put back: a file, as "gpu-lease restore" names them. Default: the longest.',
        kind: "text",
        terminalOnly: true
      },
      over: {
        about: "First eight of the commit that stands there and is to be dropped, where a copy does not go on from it.",
        kind: "text",
        terminalOnly: true
      },
      "dry-run": {
        about: "Show what would happen; rent, write and change nothing.",
        kind: "flag",
        terminalOnly: true
      },
      cell: {
        about: 'The cell whose output is meant; "setup" and "data" are what came before all cells.',
        kind: "text",
        terminalOnly: true
      },
      attempt: { about: "Which attempt; the newest when unset.", kind: "whole", least: 1, terminalOnly: true },
      lines: { about: "Only so many lines from the end of each.", kind: "whole", least: 1, terminalOnly: true },
      follow: {
        about: "Go on with what is printed from now on, until the attempt is over or you stop it.",
        kind: "flag",
        short: "f",
        terminalOnly: true
      },
      probe: {
        about: "Log in to the job's machines of your own and look at them: Python, PyTorch, GPU, disk, the way to the data. Starts nothing there.",
        kind: "flag",
        terminalOnly: true
      },
      why: {
        about: "Only why this offer and not another: a sentence for each, and what declined the rest.",
        kind: "flag",
        terminalOnly: true
      },
      write: {
        about: "Write the file; without it only the difference is shown.",
        kind: "flag",
        terminalOnly: true
      },
      test: {
        about: "Send the message; without it only what would be told to whom is shown.",
        kind: "flag",
        terminalOnly: true
      },
      yes: {
        about: "Take defaults instead of asking. Never approves a destructive verb.",
        kind: "flag",
        terminalOnly: true
      },
      ask: { about: "Let the person at the terminal play the reviewer.", kind: "flag", terminalOnly: true },
      json: {
        about: "End with one line of JSON; everything else goes to stderr.",
        kind: "flag",
        terminalOnly: true
      },
      chain: {
        about: 'Whether the workflow is started again when the bound is over and the job is not: "never", "auto" (only where no schedule looks) or "always"; needs "actions: write" and inputs "run" and "hop".',
        kind: "choice",
        choices: ["never", "auto", "always"],
        fallback: "never"
      },
      hop: { about: "Which link of a chain this is; set by the one before.", kind: "whole", least: 0 },
      hops: {
        about: "Most links that the chains of one run may have, together.",
        kind: "whole",
        least: 1,
        fallback: "2000"
      },
      due: {
        about: "Whether all open runs are meant instead of one: those that nobody is known to look at in time are gone on with.",
        kind: "choice",
        choices: ["true", "false"],
        fallback: "false"
      },
      idle: {
        about: 'With "due": whether the tick before found nothing open or owed, so that the schedule of the tick may be switched off.',
        kind: "choice",
        choices: ["true", "false"],
        fallback: "false"
      },
      boxes: {
        about: "Boxes over which the cells of a sweep are divided, 1 to 256; the job file's `sweep.boxes` when unset.",
        kind: "whole",
        least: 1
      },
      rent: {
        about: 'Whether boxes are rented and followed here; "false" only opens the parts of the sweep, for jobs of their own to go on with.',
        kind: "choice",
        choices: YES_OR_NO,
        fallback: "true"
      },
      every: {
        about: "How often the schedule is to look, to be shown beside how often it really does. What is late is measured by the plan of looks.",
        kind: "duration",
        fallback: "30min"
      },
      parallel: {
        about: "How many runs are looked at at once, 1 to 64.",
        kind: "whole",
        least: 1,
        most: 64,
        fallback: "16"
      },
      calls: {
        about: "Most requests to GitHub that one look may spend on issues; a repository's jobs share 1,000 an hour.",
        kind: "whole",
        least: 0,
        most: 1e3,
        fallback: "100"
      },
      issues: {
        about: 'Whether each real problem gets one issue of this repository, kept up to date and closed when solved; needs "issues: write".',
        kind: "choice",
        choices: YES_OR_NO,
        fallback: "true"
      },
      months: {
        about: "Age in months from which on a fact of a profile is stale.",
        kind: "whole",
        least: 0,
        most: 999,
        fallback: "6"
      },
      "months-money": {
        about: "The same for what costs money or data when it is believed wrongly.",
        kind: "whole",
        least: 0,
        most: 999,
        fallback: "3"
      },
      profiles: {
        about: "Directory of profiles; those that come with gpu-lease when unset.",
        kind: "text"
      },
      issue: {
        about: 'Whether one issue of this repository is kept up to date with the list; needs "issues: write".',
        kind: "choice",
        choices: YES_OR_NO,
        fallback: "false"
      },
      label: {
        about: "The label on a pull request that asks for a run of its commit; with init --github, the workflow file for it.",
        kind: "text"
      },
      "head-commit": { about: "Whole id of the commit that a label asked for.", kind: "text" },
      results: { about: "How the jobs before ended, each as its name and its result.", kind: "text" },
      number: { about: "Number of the pull request; that of the event when unset.", kind: "whole", least: 1 },
      smoke: {
        about: 'How the step of the smoke ended (its "outcome": success, failure, skipped); the ledger is asked when unset.',
        kind: "text"
      },
      reason: {
        about: "Why the smoke failed: its output of that name. It is shown as words of a stranger, for the job that wrote it ran the change.",
        kind: "text"
      },
      check: {
        about: 'Whether the newest run is a check on the commit, too; needs "checks: write".',
        kind: "choice",
        choices: YES_OR_NO,
        fallback: "false"
      },
      symptom: { about: "What is seen when it goes wrong.", kind: "text", terminalOnly: true },
      cause: { about: "Why it happens: the root of it.", kind: "text", terminalOnly: true },
      fix: { about: "What helps.", kind: "text", terminalOnly: true },
      proof: {
        about: "How it was reproduced, or the mechanism that makes it certain.",
        kind: "text",
        terminalOnly: true
      },
      general: { about: "Why it hits others, too.", kind: "text", terminalOnly: true },
      concerns: {
        about: "Whom it concerns; correction is of an entry that is wrong.",
        kind: "choice",
        choices: ["platform", "training", "project", "machine", "correction"],
        fallback: "platform",
        terminalOnly: true
      },
      source: {
        about: "URL, tag of a source of the profile, or words for what was observed.",
        kind: "text",
        terminalOnly: true
      },
      match: {
        about: "The line it shows by, STREAM:PATTERN; STREAM is log, setup, ssh, api, scheduler or probe.",
        kind: "text",
        terminalOnly: true
      },
      platform: {
        about: 'Only this platform, whatever the job names; for "strays" also several, separated by commas.',
        kind: "text",
        terminalOnly: true
      },
      all: {
        about: "Everything, with the reason for each offer that was declined.",
        kind: "flag",
        terminalOnly: true
      },
      billed: {
        about: "Ask the platforms what they have charged; else only the ledger is read.",
        kind: "flag",
        terminalOnly: true
      },
      "put-up": {
        about: "Hand each reported stray to the run that made it, which gives it back under a warrant.",
        kind: "flag",
        terminalOnly: true
      },
      "end-left": {
        about: "End what the run left alive on its box: processes of ours, named by the same look without this, and no others.",
        kind: "flag",
        terminalOnly: true
      },
      apart: {
        about: "Least time between the look that marks a stray and the one that reports it.",
        kind: "duration",
        fallback: "10min",
        terminalOnly: true
      },
      "allow-blind": {
        about: "End with 0 also where nothing known was there to be seen.",
        kind: "flag",
        terminalOnly: true
      },
      verbose: { about: "Show also what looks like ours and is not signed.", kind: "flag", terminalOnly: true },
      watch: {
        about: "Redraw it every few seconds until Ctrl-C; for an hour where no bound is given.",
        kind: "flag",
        terminalOnly: true
      },
      html: { about: "Write the same as one page, to this file.", kind: "text", terminalOnly: true },
      by: {
        about: "All runs of the ledger together, closed ones too, instead of one: a line for each month (UTC), platform or job.",
        kind: "choice",
        choices: ["month", "platform", "job"],
        terminalOnly: true
      },
      archived: { about: "Closed runs, too.", kind: "flag", terminalOnly: true },
      entry: {
        about: "The script that trains, or the configuration of axolotl; unset: the likeliest of the repository.",
        kind: "text",
        terminalOnly: true
      },
      name: {
        about: "How the names of the workflow files begin, for a second job file of the repository; gpu-lease when unset.",
        kind: "text",
        terminalOnly: true
      },
      "keys-environment": {
        about: "Environment that holds the keys of the platforms; gpu-lease when unset.",
        kind: "text",
        terminalOnly: true
      },
      "ledger-environment": {
        about: "Environment that holds GPU_LEASE_SECRET and no key of a platform, for the jobs that use none; unset: one environment for all.",
        kind: "text",
        terminalOnly: true
      },
      force: { about: "Overwrite an existing file.", kind: "flag", terminalOnly: true },
      push: {
        about: 'What a step may push: "next", a session that goes on with a run; "first", also that of a run of the committed job file; "again", one more although the last failed or brought it no further; "none".',
        kind: "choice",
        choices: ["next", "first", "again", "none"],
        fallback: "next"
      },
      again: {
        about: "Push another session although the last one failed or brought the run no further.",
        kind: "flag",
        terminalOnly: true
      },
      out: {
        about: "Where to write the notebook; NAME.colab.ipynb when unset.",
        kind: "text",
        terminalOnly: true
      },
      remote: {
        about: 'Address that the notebook fetches the code from; that of the remote "origin" when unset.',
        kind: "text",
        terminalOnly: true
      },
      include: {
        about: "Have ~/.ssh/config include what was written: one line at its top.",
        kind: "flag",
        terminalOnly: true
      },
      remove: {
        about: "Take out what was written, of the run that is named; of all runs, and the line in ~/.ssh/config, where none is.",
        kind: "flag",
        terminalOnly: true
      },
      keep: { about: "Keep the demo directory for a look around.", kind: "flag", terminalOnly: true }
    };
    definitions = { ...OTHERS, ...VERIFYING };
  }
});

// src/cli/options.ts
var option, optionOf;
var init_options = __esm({
  "src/cli/options.ts"() {
    "use strict";
    init_option_table();
    option = (name) => ({ name, ...definitions[name] });
    optionOf = ({ defaults, meanings }, name) => {
      const [fallback, about] = [defaults?.[name], meanings?.[name]];
      return {
        ...option(name),
        ...about === void 0 ? {} : { about },
        ...fallback === void 0 ? {} : { fallback }
      };
    };
  }
});

// src/cli/given-options.ts
function givenOptions({ given: given2, command: command2 }) {
  const faults = [];
  const definitionOf = (name) => command2 ? optionOf(command2, name) : option(name);
  const read3 = /* @__PURE__ */ new Map();
  for (const [name, text2] of Object.entries(given2)) {
    if (typeof text2 !== "string") continue;
    const value = readOption(definitionOf(name), text2);
    if (value instanceof Problem) faults.push(value);
    else read3.set(name, value);
  }
  const typed = (name) => {
    const definition51 = definitionOf(name);
    const value = read3.get(name) ?? readOption(definition51, definition51.fallback ?? "");
    return value instanceof Problem ? void 0 : value;
  };
  return {
    options: {
      value(name) {
        const text2 = given2[name];
        return typeof text2 === "string" ? text2 : definitionOf(name).fallback;
      },
      number: (name) => typed(name),
      choice: (name) => typed(name),
      flag: (name) => given2[name] === true
    },
    faults
  };
}
function throwAll([first2, ...more]) {
  if (first2) throw more.length > 0 ? new Problems([first2, ...more]) : first2;
}
var init_given_options = __esm({
  "src/cli/given-options.ts"() {
    "use strict";
    init_problem();
    init_option_values();
    init_options();
  }
});

// src/host/backoff.ts
var backoff;
var init_backoff = __esm({
  "src/host/backoff.ts"() {
    "use strict";
    backoff = (attempt, { first: first2, most = Number.POSITIVE_INFINITY, jitter = 0 }, random = Math.random()) => Math.min(most, first2 * 2 ** (attempt - 1)) * (1 - jitter + jitter * random);
  }
});

// src/host/own-environment.ts
var ownEnvironment;
var init_own_environment = __esm({
  "src/host/own-environment.ts"() {
    "use strict";
    ownEnvironment = () => process.env;
  }
});

// src/lease/summary.ts
function sweepOf({ opened }) {
  if (!opened?.sweep) return {};
  const { id, part, of } = opened.sweep;
  return { sweep: { id, part, of } };
}
var summarise;
var init_summary = __esm({
  "src/lease/summary.ts"() {
    "use strict";
    init_cost();
    init_run();
    summarise = (run, now) => ({
      run: run.id,
      ...sweepOf(run),
      job: run.opened?.job ?? "",
      state: runState(run),
      usd: Number(usdSoFar(run, now).toFixed(6)),
      updatedAt: run.updatedAt ?? now.toISOString(),
      leases: run.leases.map((lease) => `${lease.name} ${lease.platform} ${lease.state}`)
    });
  }
});

// src/secret/keys.ts
function derive(secret, purpose, name) {
  const text2 = secret.trim();
  if (text2.length < MIN_SECRET_CHARACTERS || new Set(text2).size < MIN_DISTINCT_CHARACTERS) {
    const fault = text2.length < MIN_SECRET_CHARACTERS ? `has ${text2.length} characters` : "repeats a few characters";
    throw new Problem({
      code: "secret-too-weak",
      kind: "usage",
      what: `GPU_LEASE_SECRET ${fault}; it must carry 32 random bytes (${MIN_SECRET_CHARACTERS} characters of base64url or more).`,
      next: "Make one with `gpu-lease init --github`, or `openssl rand -base64 32`, and store it as the secret GPU_LEASE_SECRET of the environment."
    });
  }
  return Buffer.from((0, import_node_crypto2.hkdfSync)("sha256", text2, "gpu-lease/1", `${purpose}\0${name}`, 32));
}
var import_node_crypto2, MIN_SECRET_CHARACTERS, MIN_DISTINCT_CHARACTERS, macKey, PKCS8_ED25519_PREFIX;
var init_keys = __esm({
  "src/secret/keys.ts"() {
    "use strict";
    import_node_crypto2 = require("node:crypto");
    init_problem();
    MIN_SECRET_CHARACTERS = 43;
    MIN_DISTINCT_CHARACTERS = 12;
    macKey = (secret, run, repository) => derive(secret, "ledger-mac", repository === void 0 ? run : `${run}\0${repository.toLowerCase()}`);
    PKCS8_ED25519_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
  }
});

// src/ledger/mac-chain.ts
function isMac(key, previousMac, event, mac) {
  const expected = Buffer.from(chainedMac(key, previousMac, event));
  const given2 = Buffer.from(mac);
  return given2.length === expected.length && (0, import_node_crypto3.timingSafeEqual)(given2, expected);
}
var import_node_crypto3, chainedMac;
var init_mac_chain = __esm({
  "src/ledger/mac-chain.ts"() {
    "use strict";
    import_node_crypto3 = require("node:crypto");
    init_canonical();
    chainedMac = (key, previousMac, event) => (0, import_node_crypto3.createHmac)("sha256", key).update(`${previousMac}
${canonicalJson(event)}`).digest("base64url");
  }
});

// src/ledger/event-lines.ts
function readLines(text2, key, known = noLines) {
  if (text2 === known.text) return known;
  const added = text2.slice(known.text.length);
  const first2 = known.events.length;
  if (!added.endsWith("\n"))
    throw new BadLine(first2 + added.split("\n").length - 1, "corrupt", "the last line is cut off");
  const read3 = { text: text2, events: [...known.events], nonces: [...known.nonces], lastMac: known.lastMac };
  for (const [offset, line] of added.slice(0, -1).split("\n").entries()) {
    const { event, nonce, mac } = readLine(line, first2 + offset);
    if (key) {
      checkMac(key, read3.lastMac, { signed: { ...event, nonce }, mac }, first2 + offset);
      const text3 = canonicalJson({ ...event, nonce, mac });
      if (text3 !== line) throw new BadLine(first2 + offset, "broken-mac", "the line was written anew");
    }
    read3.events.push(event);
    read3.nonces.push(nonce);
    read3.lastMac = mac;
  }
  return read3;
}
function readLine(line, index) {
  let parsed;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new BadLine(index, "corrupt", `not JSON: ${JSON.stringify(line.slice(0, 80))}`);
  }
  refuseNewer(parsed, index);
  const fault = faultOfEvent(parsed);
  if (fault) throw new BadLine(index, "corrupt", fault);
  const { nonce, mac, ...event } = parsed;
  if (event.seq !== index) throw new BadLine(index, "corrupt", `the line says seq ${event.seq}`);
  return {
    event,
    nonce: typeof nonce === "string" ? nonce : "",
    mac: typeof mac === "string" ? mac : ""
  };
}
function refuseNewer(parsed, index) {
  const { type, version } = parsed ?? {};
  if (type !== "run-opened" || typeof version !== "number" || version <= LEDGER_VERSION) return;
  const why = `version ${version}, this program reads up to ${LEDGER_VERSION}`;
  throw new BadLine(index, "newer-version", why);
}
function checkMac(key, previous, { signed: signed2, mac }, index) {
  if (mac === "") throw new BadLine(index, "unsigned", "the event carries no signature");
  if (!isMac(key, previous, signed2, mac)) {
    throw new BadLine(
      index,
      "broken-mac",
      "the signature is not one that our secret makes for this event at this place"
    );
  }
}
function writeLines(known, events, nonce, key) {
  const written2 = { ...known, events: [...known.events], nonces: [...known.nonces] };
  for (const [offset, event] of events.entries()) {
    const stored = JSON.parse(
      canonicalJson({ ...event, seq: known.events.length + offset })
    );
    const fault = faultOfEvent(stored);
    if (fault) throw new Error(`not a ledger event: ${fault}`);
    const signed2 = { ...stored, nonce };
    const mac = key ? chainedMac(key, written2.lastMac, signed2) : void 0;
    written2.text += `${canonicalJson({ ...signed2, mac })}
`;
    written2.events.push(stored);
    written2.nonces.push(nonce);
    written2.lastMac = mac ?? "";
  }
  return written2;
}
var noLines, BadLine;
var init_event_lines = __esm({
  "src/ledger/event-lines.ts"() {
    "use strict";
    init_canonical();
    init_version();
    init_events();
    init_mac_chain();
    noLines = { text: "", events: [], nonces: [], lastMac: "" };
    BadLine = class extends Error {
      constructor(line, fault, message) {
        super(message);
        this.line = line;
        this.fault = fault;
      }
      line;
      fault;
      name = "BadLine";
    };
  }
});

// src/ledger/git-problems.ts
function faultOf(stderr, timedOut) {
  if (timedOut) return "transport";
  return MEANINGS.find(([, words]) => words.test(stderr))?.[0] ?? "other";
}
function gitProblem(fault, doing, where, stderr) {
  const { code, why, next } = FAULTS[fault];
  const said = stderr.trim() ? ` Git says: ${firstLines(stderr)}` : "";
  return new Problem({
    code,
    kind: fault === "transport" ? "unreachable" : "ledger",
    what: `Could not ${doing} (${where})${why === void 0 ? "" : `: ${why}`}.${said}`,
    next
  });
}
function problemOf(swap, run, where) {
  const { fault, stderr } = swap.outcome === "failed" ? swap : { fault: "busy", stderr: "the ref keeps moving" };
  return gitProblem(fault, `write to run ${run}`, where, stderr);
}
var MEANINGS, isPassing, GIVE_ACCESS, FAULTS, otherOwner, noGit, appendUnclear, notARecord, newerVersion, rewritten, foreignRecord, distrusted, secretNeeded, copyUnusable, restoreContended, runArchived, firstLines;
var init_git_problems = __esm({
  "src/ledger/git-problems.ts"() {
    "use strict";
    init_problem();
    MEANINGS = [
      ["disk-full", /No space left on device|Disk quota exceeded/i],
      // Only where git was told to follow nobody.
      ["moved", /returned error: 30[12378]/],
      // Before the permissions: what cannot be unpacked beside a damaged object is an "unpacker error", too.
      [
        "damaged",
        /corrupt loose object|loose object \S+ .*is corrupt|object corrupt or missing|object file \S+ is empty|inflate: data stream error|missing necessary objects|possible repository corruption|did not receive expected object/i
      ],
      // A remote whose hook ends a transaction hangs up on us: that is no lost connection.
      ["hook", /ref updates aborted by hook/i],
      [
        "login",
        /Authentication failed|could not read (Username|Password)|terminal prompts disabled|Permission denied \(|returned error: 401|Host key verification failed|Invalid username or password/i
      ],
      [
        "permission",
        /hook declined|insufficient permission|returned error: 403|denied to |not allowed|protected|deny|prohibited|read-only|Read-only|Permission denied|unpacker error|unable to create temporary|cannot create directory/i
      ],
      // Behind the permissions: a lock that may not be made says both.
      [
        "busy",
        /Unable to create '[^']*\.lock': File exists|cannot lock ref|failed to update ref|failed to lock/i
      ],
      [
        "no-repository",
        /does not appear to be a git repository|[Rr]epository .*not found|returned error: 404|not a git repository|does not exist/i
      ],
      [
        "transport",
        /Could not resolve|Couldn't connect|Failed to connect|Connection (refused|reset|timed out|closed)|timed out|unreachable|early EOF|unexpected disconnect|hung up|RPC failed|returned error: (429|5\d\d)|Empty reply|SSL|TLS|GnuTLS|kex_exchange|Could not read from remote repository|Operation too slow|unable to access/i
      ]
    ];
    isPassing = (fault) => fault === "transport" || fault === "busy";
    GIVE_ACCESS = "Give whoever runs this write access there: in a workflow `permissions: contents: write`, elsewhere a token or key that may push refs/gpu-lease/* (with a token, git 2.31 or newer), or the rights on the directory.";
    FAULTS = {
      transport: {
        code: "remote-unreachable",
        next: "Check the address and the network, then run the same command again; it goes on from the ledger. This says nothing about the run itself."
      },
      login: {
        code: "login-refused",
        next: GIVE_ACCESS
      },
      permission: {
        code: "no-write-permission",
        next: GIVE_ACCESS
      },
      damaged: {
        code: "ledger-damaged",
        why: "objects of that repository are damaged, and nothing was written",
        next: 'Have it repaired there: "git fsck --full" names the objects, and a backup or another clone has them. Where nobody has, take the damaged files and the ref away, and "gpu-lease restore RUN" on a machine that followed the run puts its record back. Until then no look at a box is written down: watch it in the console of its platform.'
      },
      hook: {
        code: "hook-refused",
        why: "a hook of that repository (reference-transaction) refuses the ref, and nothing was written",
        next: "Have whoever keeps it let refs/gpu-lease/* pass in hooks/reference-transaction there, or name another repository with --ledger, then run the same command again."
      },
      "no-repository": {
        code: "no-repository",
        next: "Check that the ledger names an existing git repository; create an empty one there if it should be new."
      },
      "disk-full": {
        code: "disk-full",
        next: "Free some space there and run the same command again."
      },
      moved: {
        code: "ledger-moved",
        next: "Its token is sent to no other server than the one it was given for. Give the address where the ledger is now, with a token for that server."
      },
      busy: {
        code: "ref-locked",
        next: "If no other git works in that repository, remove the .lock file that git names, then run the same command again."
      },
      other: {
        code: "git-failed",
        next: "Try the same with git by hand in that repository."
      }
    };
    otherOwner = (dir, stderr) => new Problem({
      code: "other-owner",
      kind: "ledger",
      what: `The repository ${dir} belongs to another user, so git does not use it, and neither does gpu-lease. Git says: ${firstLines(stderr)}`,
      next: `If you trust whoever owns it, run \`git config --global --add safe.directory ${dir}\`; else stand in a repository of your own, or name a ledger with --ledger.`
    });
    noGit = (cause) => new Problem(
      {
        code: "no-git",
        kind: "ledger",
        what: `The ledger is kept with git, and git could not be started (${cause instanceof Error ? cause.message : String(cause)}).`,
        next: "Install it (`apt-get install git`, `apk add git`, or https://git-scm.com) or put it on the PATH."
      },
      { cause }
    );
    appendUnclear = (run, where, cause) => new Problem(
      {
        code: "append-unclear",
        kind: "unreachable",
        what: `Lost contact while writing to run ${run}; the events may or may not be in the ledger (${where}). ${cause.what}`,
        next: "Run the same command again when the ledger can be reached: it reads what is there first and writes nothing twice."
      },
      { cause }
    );
    notARecord = (run, why, commit) => new Problem({
      code: "corrupt-record",
      kind: "ledger",
      what: `The record of run ${run} cannot be read: ${why}${commit ? ` (brought by commit ${commit})` : ""}.`,
      next: `Look at \`git log -p refs/gpu-lease/runs/${run}\`; when the commit before was good, put the ref back to it with \`git update-ref\`.`
    });
    newerVersion = (run, why) => new Problem({
      code: "newer-version",
      kind: "ledger",
      what: `The record of run ${run} is a ledger written by a newer version of gpu-lease: ${why}.`,
      next: "Update gpu-lease here to the version that opened the run, and run the same command again. Nothing was changed."
    });
    rewritten = (run, why, commit) => new Problem({
      code: "history-rewritten",
      kind: "ledger",
      what: `The record of run ${run} is not whole: ${why}${commit ? ` (now at commit ${commit.slice(0, 12)})` : ""}. Nothing is rented, stopped or destroyed on its strength.`,
      next: `Somebody pushed an older or another record, by accident (a mirror, a backup) or not. "gpu-lease restore ${run}" shows what is known of it and puts the longest good copy back.`
    });
    foreignRecord = (run, whose) => new Problem({
      code: "foreign-record",
      kind: "ledger",
      what: `What stands as the record of run ${run} is a record of ${whose}.`,
      next: "Nothing is done with it here. If the repository was renamed, or is known by another name here, set GPU_LEASE_REPOSITORY to the name in the record; else find out who copied it."
    });
    distrusted = (run, code, why, commit) => new Problem({
      code,
      kind: "ledger",
      what: `The record of run ${run} is refused: ${why}${commit ? `, brought by commit ${commit}` : ""}.`,
      next: code === "unsigned" ? `Events of this run were written without GPU_LEASE_SECRET. Set the secret wherever gpu-lease runs for it; look at the commit with \`git show\` before you believe it.` : `Somebody without the secret wrote or rewrote it, or the secret was changed. Compare with \`git log -p refs/gpu-lease/runs/${run}\`, and check the box at the platform by hand before anything is released.`
    });
    secretNeeded = (run) => new Problem({
      code: "secret-needed",
      kind: "ledger",
      what: `The record of run ${run} is signed, and GPU_LEASE_SECRET is not set here.`,
      next: "Set GPU_LEASE_SECRET to the repository's value. Without it nobody can tell whether an approval in it was given or made up, so nothing is done on its strength; `gpu-lease status`, `log` and `cost` show it as not verified."
    });
    copyUnusable = (run) => new Problem({
      code: "copy-unusable",
      kind: "ledger",
      what: `That copy is no record of run ${run} that can be verified here.`,
      next: "Set GPU_LEASE_SECRET to the value it was signed with, or name another copy with --from."
    });
    restoreContended = (run) => new Problem({
      code: "restore-contended",
      kind: "ledger",
      what: `The record of run ${run} moved while it was looked at; nothing was put back.`,
      next: "Run the same command again: it shows what stands there now."
    });
    runArchived = (run) => new Problem({
      code: "archived",
      kind: "ledger",
      what: `The record of run ${run} lies in the archive; nothing can be added to it there.`,
      next: `A closed run stays there: start a new one. One that is not closed ("gpu-lease status ${run}") was put there by somebody: "gpu-lease restore ${run}" brings it back.`
    });
    firstLines = (text2) => text2.trim().split("\n").slice(0, 4).join(" | ").replace(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, 400);
  }
});

// src/ledger/git-objects.ts
function gitObject(type, content, format) {
  const bytes = Buffer.from(content);
  const oid = (0, import_node_crypto4.createHash)(format).update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
  return { type, content: bytes, oid };
}
function treeOf(files, format) {
  const entries = Object.entries(files).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))).flatMap(([name, { oid }]) => [Buffer.from(`100644 ${name}\0`), Buffer.from(oid, "hex")]);
  return gitObject("tree", Buffer.concat(entries), format);
}
function commitOf(commit, format) {
  const seconds = Math.floor(commit.at.getTime() / 1e3);
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parent === null ? [] : [`parent ${commit.parent}`],
    `author ${AUTHOR} ${seconds} +0000`,
    `committer ${AUTHOR} ${seconds} +0000`,
    "",
    commit.message
  ];
  return gitObject("commit", lines.join("\n"), format);
}
function parentsOf(commit) {
  const header = commit.toString("utf8").split("\n\n", 1)[0] ?? "";
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] ?? "");
}
function packOf(objects, format) {
  const header = Buffer.alloc(12);
  header.write("PACK");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.length, 8);
  const body = objects.flatMap(({ type, content }) => [
    packEntryHeader(PACK_TYPE[type], content.length),
    // Git deflates again when it stores the object, so time spent on squeezing here would be wasted.
    (0, import_node_zlib.deflateSync)(content, { level: 1 })
  ]);
  const pack = Buffer.concat([header, ...body]);
  return Buffer.concat([pack, (0, import_node_crypto4.createHash)(format).update(pack).digest()]);
}
function packEntryHeader(type, sizeBytes) {
  const bytes = [type << 4 | sizeBytes & 15];
  for (let rest = Math.floor(sizeBytes / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}
var import_node_crypto4, import_node_zlib, absentOid, EMPTY_TREE_SHA1, AUTHOR, PACK_TYPE;
var init_git_objects = __esm({
  "src/ledger/git-objects.ts"() {
    "use strict";
    import_node_crypto4 = require("node:crypto");
    import_node_zlib = require("node:zlib");
    absentOid = (format) => "0".repeat(format === "sha1" ? 40 : 64);
    EMPTY_TREE_SHA1 = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
    AUTHOR = "gpu-lease <noreply@gpu-lease.invalid>";
    PACK_TYPE = { commit: 1, tree: 2, blob: 3 };
  }
});

// src/ledger/object-reader.ts
var MAX_OBJECT_BYTES, ReaderBroke, ObjectTooLarge, ObjectReader;
var init_object_reader = __esm({
  "src/ledger/object-reader.ts"() {
    "use strict";
    MAX_OBJECT_BYTES = 64 * 1024 * 1024;
    ReaderBroke = class extends Error {
      constructor(stderr, exitCode) {
        super(`git cat-file ended with ${exitCode}: ${stderr.trim()}`);
        this.stderr = stderr;
        this.exitCode = exitCode;
      }
      stderr;
      exitCode;
      name = "ReaderBroke";
    };
    ObjectTooLarge = class extends Error {
      name = "ObjectTooLarge";
    };
    ObjectReader = class {
      #git;
      #chunks;
      #pending = Buffer.alloc(0);
      constructor(git) {
        this.#git = git;
        this.#chunks = git.stdout[Symbol.asyncIterator]();
      }
      /**
       * @param name anything git understands as one object (`<oid>:run.json`); without a newline
       * @returns null when there is no such object here
       */
      async get(name) {
        const [found] = await this.getAll([name]);
        return found ?? null;
      }
      /** Asks for all before it reads the first answer, so that neither side waits for the other. */
      async getAll(names) {
        if (names.length === 0) return [];
        this.#git.stdin.write(names.map((name) => `${name}
`).join(""));
        const found = [];
        for (const _ of names) found.push(await this.#answer());
        return found;
      }
      async close() {
        await this.#git.close();
      }
      async #answer() {
        const header = await this.#line();
        const [, oid, type, size] = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/.exec(header) ?? [];
        if (oid === void 0 || type === void 0) return null;
        const sizeBytes = Number(size);
        if (sizeBytes > MAX_OBJECT_BYTES) throw new ObjectTooLarge(`${oid} has ${sizeBytes} bytes`);
        const content = await this.#bytes(sizeBytes + 1);
        return { oid, type, content: content.subarray(0, sizeBytes) };
      }
      async #line() {
        let end = this.#pending.indexOf(10);
        while (end < 0) {
          await this.#more(1);
          end = this.#pending.indexOf(10);
        }
        const line = this.#pending.toString("utf8", 0, end);
        this.#pending = this.#pending.subarray(end + 1);
        return line;
      }
      async #bytes(count2) {
        if (this.#pending.length < count2) await this.#more(count2 - this.#pending.length);
        const bytes = this.#pending.subarray(0, count2);
        this.#pending = this.#pending.subarray(count2);
        return bytes;
      }
      /** Reads until at least `count` bytes have come, and joins them once. */
      async #more(count2) {
        const chunks = [this.#pending];
        let missing = count2;
        while (missing > 0) {
          const next = await this.#chunks.next().catch(() => void 0);
          if (!next || next.done) {
            const { stderr, exitCode } = await this.#git.close();
            throw new ReaderBroke(stderr, exitCode);
          }
          chunks.push(next.value);
          missing -= next.value.length;
        }
        this.#pending = Buffer.concat(chunks);
      }
    };
  }
});

// src/ledger/record-history.ts
async function commitsOf(reader, tip) {
  const commits = [];
  let next = tip;
  while (next !== void 0) {
    const commit = await reader.get(next);
    if (commit?.type !== "commit") break;
    commits.push(commit.oid);
    const [parent, ...more] = parentsOf(commit.content);
    if (more.length > 0) throw new OddHistory("a merge of two records", commit.oid);
    if (commits.length >= MAX_COMMITS) throw new OddHistory(`more than ${MAX_COMMITS} commits`, commit.oid);
    next = parent;
  }
  return commits;
}
async function checkOnlyGrows(objects, reader, tip) {
  const commits = await commitsOf(reader, tip);
  const names = commits.map((commit) => `${commit}:events.jsonl
`).join("");
  const args = ["cat-file", "--batch-check=%(objectsize)"];
  const sizes = (await objects.mustRun("check the history of the ledger", args, { stdin: Buffer.from(names) })).split("\n");
  for (const [index, commit] of commits.entries()) {
    const sizeBytes = Number(sizes[index]);
    const parentBytes = index + 1 < commits.length ? Number(sizes[index + 1]) : 0;
    if (!(sizeBytes > parentBytes)) throw new OddHistory("it takes away events that were there", commit);
  }
}
async function commitThatBrought(reader, tip, index) {
  const lineAt = async (commit) => (await reader.get(`${commit}:events.jsonl`))?.content.toString("utf8").split("\n")[index];
  const line = await lineAt(tip);
  let brought = tip;
  for (const commit of await commitsOf(reader, tip).catch(() => [tip])) {
    if (await lineAt(commit) !== line) break;
    brought = commit;
  }
  return brought;
}
async function textAt(run, reader, commit) {
  const events = await reader.get(`${commit}:events.jsonl`).catch((error) => {
    throw error instanceof ObjectTooLarge ? notARecord(run, error.message, commit) : error;
  });
  if (!events) throw notARecord(run, "it has no events.jsonl", commit);
  return events.content.toString("utf8");
}
var MAX_COMMITS, OddHistory;
var init_record_history = __esm({
  "src/ledger/record-history.ts"() {
    "use strict";
    init_git_objects();
    init_git_problems();
    init_object_reader();
    MAX_COMMITS = 2e4;
    OddHistory = class extends Error {
      constructor(message, commit) {
        super(message);
        this.commit = commit;
      }
      commit;
      name = "OddHistory";
    };
  }
});

// src/ledger/belief.ts
function keyOf({ secret }, run, first2) {
  return secret ? macKey(secret, run, repositoryOf(first2)?.name) : void 0;
}
async function checkedLines(grounds, run, { objects, reader, tip, text: text2 }, seen) {
  try {
    const key = keyOf(grounds, run, seen?.events[0] ?? firstEventOf(text2));
    const lines = readLines(text2, key, seen);
    if (!seen) refuseForeign(grounds, run, lines);
    if (key && !seen) await checkOnlyGrows(objects, reader, tip);
    return lines;
  } catch (error) {
    if (error instanceof OddHistory) throw rewritten(run, error.message, error.commit);
    if (!(error instanceof BadLine)) throw error;
    const commit = await commitThatBrought(reader, tip, error.line);
    const why = `event ${error.line}: ${error.message}`;
    if (error.fault === "corrupt") throw notARecord(run, why, commit);
    if (error.fault === "newer-version") throw newerVersion(run, why);
    throw distrusted(run, error.fault, why, commit);
  }
}
function copiedLines(grounds, run, copy) {
  try {
    const lines = readLines(copy, keyOf(grounds, run, firstEventOf(copy)));
    refuseForeign(grounds, run, lines);
    return lines.events[0]?.type === "run-opened" ? lines : void 0;
  } catch (error) {
    if (error instanceof BadLine || error instanceof Problem) return void 0;
    throw error;
  }
}
function refuseForeign({ repository }, run, { events: [first2] }) {
  if (first2?.type === "run-opened" && first2.run !== void 0 && first2.run !== run)
    throw foreignRecord(run, `run ${first2.run}`);
  const theirs = repositoryOf(first2);
  const ours = theirs && repository?.();
  if (!theirs || !ours || ours.names.length === 0) return;
  if (theirs.id !== void 0 && theirs.id === ours.id) return;
  if (ours.names.some((name) => name.toLowerCase() === theirs.name.toLowerCase())) return;
  throw foreignRecord(run, `repository ${theirs.name}; this is ${ours.names.join(" or ")}`);
}
function firstEventOf(text2) {
  try {
    const first2 = JSON.parse(text2.slice(0, Math.max(0, text2.indexOf("\n"))));
    const name = Object(Object(first2).repository).name;
    return typeof name === "string" ? first2 : void 0;
  } catch {
    return void 0;
  }
}
var repositoryOf;
var init_belief = __esm({
  "src/ledger/belief.ts"() {
    "use strict";
    init_problem();
    init_keys();
    init_event_lines();
    init_git_problems();
    init_record_history();
    repositoryOf = (first2) => first2?.type === "run-opened" ? first2.repository : void 0;
  }
});

// src/ledger/tries.ts
var ATTEMPTS, PASSING;
var init_tries = __esm({
  "src/ledger/tries.ts"() {
    "use strict";
    ATTEMPTS = 4;
    PASSING = { first: 0.4, most: 4, jitter: 0.5 };
  }
});

// src/ledger/git-notes.ts
var FILE, GitNotes;
var init_git_notes = __esm({
  "src/ledger/git-notes.ts"() {
    "use strict";
    init_backoff();
    init_git_objects();
    init_git_problems();
    init_tries();
    FILE = "note.json";
    GitNotes = class {
      #refs;
      #ref;
      #world;
      constructor(refs, ref, world) {
        this.#refs = refs;
        this.#ref = ref;
        this.#world = world;
      }
      async read() {
        const name = await this.#refs.bringNotes(this.#ref);
        if (name === null) return { text: "", tip: null };
        return this.#refs.objects.reading(async (reader) => {
          const commit = await reader.get(name);
          if (!commit) return { text: "", tip: null };
          const file = await reader.get(`${commit.oid}:${FILE}`);
          return { text: file?.content.toString("utf8") ?? "", tip: commit.oid };
        });
      }
      async write(text2, tip) {
        await this.#refs.prepare();
        const commit = await this.#store(text2, tip);
        for (let attempt = 1; ; attempt++) {
          const swap = await this.#refs.swap(this.#ref, commit, tip);
          if (swap.outcome === "swapped") return "written";
          if (swap.outcome === "lost") return (await this.read()).tip === commit ? "written" : "lost-race";
          if (!isPassing(swap.fault) || attempt >= ATTEMPTS)
            throw gitProblem(swap.fault, `write ${this.#ref}`, this.#refs.where, swap.stderr);
          await this.#world.clock.sleep(backoff(attempt, PASSING, this.#world.random()));
        }
      }
      /** Writes blob, tree and commit; nothing points at them yet. */
      async #store(text2, parent) {
        const format = parent === null ? await this.#refs.objectFormat() : parent.length === 40 ? "sha1" : "sha256";
        const file = gitObject("blob", text2, format);
        const tree = treeOf({ [FILE]: file }, format);
        const message = `${this.#ref.slice("refs/gpu-lease/".length)}
`;
        const commit = commitOf({ tree: tree.oid, parent, message, at: this.#world.clock.now() }, format);
        await this.#refs.objects.write([file, tree, commit], format);
        return commit.oid;
      }
    };
  }
});

// src/job/platform-accounts.ts
var ACCOUNTS;
var init_platform_accounts = __esm({
  "src/job/platform-accounts.ts"() {
    "use strict";
    ACCOUNTS = {
      AUTODL_TOKEN: "AutoDL",
      COMPSHARE_PUBLIC_KEY: "CompShare",
      COMPSHARE_PRIVATE_KEY: "CompShare",
      DIGITALOCEAN_TOKEN: "DigitalOcean",
      KAGGLE_KEY: "Kaggle",
      KAGGLE_API_TOKEN: "Kaggle",
      KUBE_CONFIG: "Kubernetes",
      LAMBDA_API_KEY: "Lambda",
      PAPERSPACE_API_KEY: "Paperspace",
      RUNPOD_API_KEY: "RunPod",
      VAST_API_KEY: "vast.ai",
      VERDA_CLIENT_ID: "Verda",
      VERDA_CLIENT_SECRET: "Verda"
    };
  }
});

// src/job/secret-names.ts
var USUAL_SECRETS, REGISTRY_SECRETS;
var init_secret_names = __esm({
  "src/job/secret-names.ts"() {
    "use strict";
    USUAL_SECRETS = {
      webhook: "GPU_LEASE_WEBHOOK_URL",
      secret: "GPU_LEASE_WEBHOOK_SECRET",
      slack: "SLACK_WEBHOOK_URL",
      discord: "DISCORD_WEBHOOK_URL",
      password: "SMTP_PASSWORD"
    };
    REGISTRY_SECRETS = ["REGISTRY_USER", "REGISTRY_PASSWORD"];
  }
});

// src/job/keys-of-others.ts
var PLATFORM_KEYS, OWN_KEYS, RUNNER_TOKEN, KEPT_FROM_PROGRAMS, forPrograms, forErrands;
var init_keys_of_others = __esm({
  "src/job/keys-of-others.ts"() {
    "use strict";
    init_redactor();
    init_platform_accounts();
    init_secret_names();
    PLATFORM_KEYS = Object.keys(ACCOUNTS);
    OWN_KEYS = [
      "GPU_LEASE_SECRET",
      "GPU_LEASE_LEDGER_TOKEN",
      "GPU_LEASE_SSH_KEY"
    ];
    RUNNER_TOKEN = /^ACTIONS_\w*TOKEN$/;
    KEPT_FROM_PROGRAMS = /* @__PURE__ */ new Set([
      ...PLATFORM_KEYS,
      ...OWN_KEYS,
      ...Object.values(USUAL_SECRETS),
      ...REGISTRY_SECRETS
    ]);
    forPrograms = (env) => Object.fromEntries(
      Object.entries(env).filter(([name]) => !KEPT_FROM_PROGRAMS.has(name) && !RUNNER_TOKEN.test(name))
    );
    forErrands = (env) => Object.fromEntries(
      Object.entries(forPrograms(env)).filter(
        ([name]) => name.startsWith("GIT_") || !CREDENTIAL_NAME.test(name)
      )
    );
  }
});

// src/ledger/git-process.ts
function systemGit(environment, program = "git") {
  const alone = quietEnvironment(forErrands(environment));
  const helped = quietEnvironment(forPrograms(environment));
  const start2 = (call) => {
    const base2 = call.needsHelp ? helped : alone;
    return new Running(program, call, { ...base2, ...numberedConfig(base2, call.env ?? {}) });
  };
  return {
    async run(call) {
      const running = start2(call);
      const chunks = [];
      running.child.stdout?.on("data", (chunk) => chunks.push(chunk));
      running.child.stdin?.end(call.stdin);
      const ended2 = await running.ended;
      return { ...ended2, stdout: Buffer.concat(chunks) };
    },
    open(call) {
      const running = start2(call);
      const { stdin, stdout } = running.child;
      if (!stdin || !stdout) throw new GitMissing(program);
      return {
        stdin,
        stdout,
        close() {
          stdin.end();
          stdout.resume();
          return running.ended;
        }
      };
    }
  };
}
function endGroup(child, signal) {
  try {
    if (child.pid !== void 0) process.kill(-child.pid, signal);
  } catch {
  }
}
function quietEnvironment(environment) {
  const inherited = Object.entries(environment).filter(([name]) => !NOT_INHERITED.test(name));
  return {
    // A remote that accepts the connection and then says nothing ends long before our own bound.
    GIT_HTTP_LOW_SPEED_LIMIT: "1",
    GIT_HTTP_LOW_SPEED_TIME: "30",
    ...Object.fromEntries(inherited),
    // Its messages are matched, so they must not be translated.
    LC_ALL: "C",
    LANGUAGE: "C",
    GIT_TERMINAL_PROMPT: "0",
    GCM_INTERACTIVE: "never",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
    // Only reflogs would carry it, where somebody has them on for all refs.
    GIT_COMMITTER_NAME: "gpu-lease",
    GIT_COMMITTER_EMAIL: "noreply@gpu-lease.invalid"
  };
}
function numberedConfig(base2, env) {
  const already = Number(base2["GIT_CONFIG_COUNT"] ?? 0);
  let count2 = Number.isInteger(already) && already > 0 ? already : 0;
  const numbered = {};
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith("config:")) {
      numbered[name] = value;
      continue;
    }
    numbered[`GIT_CONFIG_KEY_${count2}`] = name.slice("config:".length).replace(/#\d+$/, "");
    numbered[`GIT_CONFIG_VALUE_${count2}`] = value;
    count2 += 1;
  }
  if (count2 > 0) numbered["GIT_CONFIG_COUNT"] = String(count2);
  return numbered;
}
var import_node_child_process, GitMissing, DEFAULT_TIMEOUT_SECONDS, MAX_STDERR_CHARACTERS, Running, NOT_INHERITED;
var init_git_process = __esm({
  "src/ledger/git-process.ts"() {
    "use strict";
    import_node_child_process = require("node:child_process");
    init_keys_of_others();
    GitMissing = class extends Error {
      name = "GitMissing";
    };
    DEFAULT_TIMEOUT_SECONDS = 60;
    MAX_STDERR_CHARACTERS = 64 * 1024;
    Running = class {
      child;
      ended;
      constructor(program, call, env) {
        this.child = (0, import_node_child_process.spawn)(program, call.args, { cwd: call.cwd, env, stdio: "pipe", detached: true });
        this.ended = this.#watch(program, call.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS);
        this.ended.catch(() => {
        });
      }
      #watch(program, timeoutSeconds) {
        const { child } = this;
        return new Promise((resolve6, reject) => {
          let stderr = "";
          let timedOut = false;
          let harder;
          const bound2 = setTimeout(() => {
            timedOut = true;
            endGroup(child, "SIGTERM");
            harder = setTimeout(() => endGroup(child, "SIGKILL"), 2e3);
          }, timeoutSeconds * 1e3);
          child.stderr?.on("data", (chunk) => {
            if (stderr.length < MAX_STDERR_CHARACTERS) stderr += chunk.toString("utf8");
          });
          child.stdin?.on("error", () => {
          });
          child.on("error", (cause) => {
            clearTimeout(bound2);
            reject(new GitMissing(`${program}: ${cause.message}`, { cause }));
          });
          child.on("close", (code, signal) => {
            clearTimeout(bound2);
            clearTimeout(harder);
            resolve6({ exitCode: code ?? 128, stderr: stderr || (signal ? `ended by ${signal}` : ""), timedOut });
          });
        });
      }
    };
    NOT_INHERITED = /^GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|QUARANTINE_PATH|TRACE.*|CURL_VERBOSE)$/;
  }
});

// src/host/guarded-git.ts
var GUARDED, OFFLINE;
var init_guarded_git = __esm({
  "src/host/guarded-git.ts"() {
    "use strict";
    GUARDED = [
      "core.hooksPath=/dev/null",
      "core.fsmonitor=false",
      "core.alternateRefsCommand=true",
      "log.showSignature=false",
      "protocol.ext.allow=never"
    ].flatMap((setting) => ["-c", setting]);
    OFFLINE = {
      GIT_NO_LAZY_FETCH: "1",
      GIT_ALLOW_PROTOCOL: "none",
      GIT_TERMINAL_PROMPT: "0",
      GIT_OPTIONAL_LOCKS: "0"
    };
  }
});

// src/ledger/repository.ts
async function started(result) {
  try {
    return await result;
  } catch (error) {
    throw error instanceof GitMissing ? noGit(error) : error;
  }
}
var import_node_fs3, import_node_path4, LOCAL_TIMEOUT_SECONDS, SETTINGS, Repository;
var init_repository = __esm({
  "src/ledger/repository.ts"() {
    "use strict";
    import_node_fs3 = require("node:fs");
    import_node_path4 = require("node:path");
    init_guarded_git();
    init_git_objects();
    init_git_problems();
    init_git_process();
    init_location();
    init_object_reader();
    LOCAL_TIMEOUT_SECONDS = 60;
    SETTINGS = [
      // An intent must survive a power cut, or the box it announces is forgotten: loose objects are not synced by default.
      ["core.fsync", "committed,loose-object,reference"],
      // No collection in the background: it would outlive us and hold locks. `tidy` does it where the repository is ours.
      ["gc.auto", "0"],
      ["maintenance.auto", "false"]
    ].flatMap(([key, value]) => ["-c", `${key}=${value}`]);
    Repository = class {
      /** @param found the directory that was found with it, and perhaps not made by us: git is asked whether it would use it */
      constructor(git, gitDir, found) {
        this.git = git;
        this.gitDir = gitDir;
        this.found = found;
      }
      git;
      gitDir;
      found;
      #judged;
      exists() {
        return isRepository(this.gitDir);
      }
      /** Makes it, bare. Two at once do no harm: `git init` of what is there changes nothing. */
      async init() {
        try {
          (0, import_node_fs3.mkdirSync)((0, import_node_path4.dirname)(this.gitDir), { recursive: true });
        } catch (cause) {
          throw gitProblem("permission", "make the directory of the ledger", this.gitDir, String(cause));
        }
        const args = ["init", "--bare", "--quiet", "--template=", "--", this.gitDir];
        const made = await started(
          this.git.run({
            args,
            cwd: (0, import_node_path4.dirname)(this.gitDir),
            // Whatever this user's default is: the copy of a remote must speak what remotes speak.
            env: { GIT_DEFAULT_HASH: "sha1" },
            timeoutSeconds: LOCAL_TIMEOUT_SECONDS
          })
        );
        if (made.exitCode !== 0) throw this.#problem("make the ledger", made);
      }
      async run(args, options = {}) {
        await this.#trusted();
        return started(
          this.git.run({
            timeoutSeconds: LOCAL_TIMEOUT_SECONDS,
            ...options,
            env: { ...this.#guard(), ...options.env },
            // The git directory is named, never searched for: no other repository, no `safe.bareRepository` in the way.
            args: [`--git-dir=${this.gitDir}`, ...GUARDED, ...SETTINGS, ...args],
            cwd: (0, import_node_path4.dirname)(this.gitDir)
          })
        );
      }
      /** Our own copy of a remote needs the network; one that was found here never does. */
      #guard() {
        return this.found === void 0 ? {} : OFFLINE;
      }
      /** Naming the git directory switches git's own look at its owner off, so it is asked once without that. */
      #trusted() {
        if (this.found === void 0 || !this.exists()) return Promise.resolve();
        this.#judged ??= ownsAll([this.found, this.gitDir]) ? Promise.resolve() : this.#askGit(this.found);
        return this.#judged;
      }
      async #askGit(dir) {
        const args = ["-C", dir, ...GUARDED, "rev-parse", "--absolute-git-dir"];
        const judged = await started(
          this.git.run({ args, cwd: dir, env: OFFLINE, timeoutSeconds: LOCAL_TIMEOUT_SECONDS })
        );
        if (judged.exitCode !== 0 && /dubious ownership/.test(judged.stderr))
          throw otherOwner(dir, judged.stderr);
      }
      /** The same, where a non-zero exit is a Problem. */
      async mustRun(doing, args, options) {
        const result = await this.run(args, options);
        if (result.exitCode !== 0) throw this.#problem(doing, result);
        return result.stdout.toString("utf8");
      }
      /** One `cat-file --batch` process for as many objects as `use` asks for. */
      async reading(use) {
        await this.#trusted();
        const args = [`--git-dir=${this.gitDir}`, ...GUARDED, "cat-file", "--batch"];
        const conversation = this.git.open({
          args,
          // Reading never needs the network: what our copy lacks is fetched by name.
          env: OFFLINE,
          cwd: (0, import_node_path4.dirname)(this.gitDir),
          timeoutSeconds: LOCAL_TIMEOUT_SECONDS
        });
        const reader = new ObjectReader(conversation);
        try {
          return await use(reader);
        } catch (error) {
          if (error instanceof GitMissing) throw noGit(error);
          if (error instanceof ReaderBroke) {
            throw gitProblem(faultOf(error.stderr, false), "read the ledger", this.gitDir, error.stderr);
          }
          throw error;
        } finally {
          await reader.close().catch(() => {
          });
        }
      }
      async write(objects, format) {
        await this.mustRun("write to the ledger", ["unpack-objects", "-q"], { stdin: packOf(objects, format) });
      }
      async objectFormat() {
        const format = await this.mustRun("look at the ledger", ["rev-parse", "--show-object-format"]);
        return format.trim() === "sha256" ? "sha256" : "sha1";
      }
      /** Packs what has piled up; for repositories that are ours alone. In the foreground, and of no consequence when it fails. */
      async tidy() {
        await this.run(["-c", "gc.auto=2000", "-c", "gc.autoDetach=false", "gc", "--auto", "--quiet"]);
      }
      /** For the turns of this machine's writers. */
      get turnsDir() {
        return (0, import_node_path4.join)(this.gitDir, "gpu-lease", "turns");
      }
      #problem(doing, result) {
        return gitProblem(faultOf(result.stderr, result.timedOut), doing, this.gitDir, result.stderr);
      }
    };
  }
});

// src/ledger/stale-lock.ts
function removeStaleRefLock(stderr, clock) {
  const [, path] = /Unable to create '([^'\n]*\/refs\/gpu-lease\/[^'\n]*\.lock)': File exists/.exec(stderr) ?? [];
  if (path === void 0 || path.includes("/../")) return;
  try {
    if (clock.now().getTime() - (0, import_node_fs4.statSync)(path).mtimeMs > STALE_SECONDS * 1e3) (0, import_node_fs4.unlinkSync)(path);
  } catch {
  }
}
var import_node_fs4, STALE_SECONDS;
var init_stale_lock = __esm({
  "src/ledger/stale-lock.ts"() {
    "use strict";
    import_node_fs4 = require("node:fs");
    STALE_SECONDS = 60;
  }
});

// src/ledger/local-refs.ts
function swapOutcome(result) {
  if (result.exitCode === 0) return { outcome: "swapped" };
  const { stderr, timedOut } = result;
  const notWhereWeThought = /is at [0-9a-f]+ but expected|reference already exists|unable to resolve reference/;
  if (notWhereWeThought.test(stderr)) return { outcome: "lost" };
  return { outcome: "failed", fault: faultOf(stderr, timedOut), stderr };
}
var import_node_path5, LocalRefs;
var init_local_refs = __esm({
  "src/ledger/local-refs.ts"() {
    "use strict";
    import_node_path5 = require("node:path");
    init_problem();
    init_git_objects();
    init_git_problems();
    init_location();
    init_no_refs();
    init_refs();
    init_repository();
    init_stale_lock();
    LocalRefs = class {
      where;
      objects;
      #dir;
      #create;
      #clock;
      constructor(git, dir, create, clock) {
        this.#clock = clock;
        this.#dir = (0, import_node_path5.resolve)(dir);
        this.#create = create;
        const place = localPlace({ dir, create });
        this.objects = new Repository(git, place.gitDir, place.dir);
        this.where = place.words;
      }
      async prepare() {
        if (this.objects.exists()) return;
        if (!this.#create) throw this.#noRepository();
        await this.objects.init();
      }
      objectFormat() {
        return this.objects.objectFormat();
      }
      async bring(run) {
        const ref = runRef(run);
        return this.#isThere() ? ref : null;
      }
      async bringArchived(run) {
        if (!this.#isThere()) return null;
        const [found] = await this.#list([archivePattern(run)]);
        return found?.oid ?? null;
      }
      async tip(ref) {
        if (!this.#isThere()) return null;
        const found = await this.objects.run(["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]);
        return found.exitCode === 0 ? found.stdout.toString("utf8").trim() : null;
      }
      async bringNotes(ref) {
        return this.#isThere() ? ref : null;
      }
      async refs(archived) {
        const prefixes = archived ? [RUNS, ARCHIVE] : [RUNS];
        return this.#isThere() && !surelyNoRefs(this.objects.gitDir, prefixes) ? this.#list(prefixes) : [];
      }
      async bringAll() {
      }
      async bringThese() {
      }
      async swap(ref, next, old) {
        const absent = absentOid(next.length === 40 ? "sha1" : "sha256");
        const result = await this.objects.run(["update-ref", "--no-deref", ref, next, old ?? absent]);
        if (result.exitCode !== 0) removeStaleRefLock(result.stderr, this.#clock);
        return swapOutcome(result);
      }
      async move(from, to, oid) {
        const transaction = `create ${to} ${oid}
delete ${from} ${oid}
`;
        const moved = swapOutcome(
          await this.objects.run(["update-ref", "--stdin"], { stdin: Buffer.from(transaction) })
        );
        if (moved.outcome === "swapped" && this.#create) await this.objects.tidy();
        return moved;
      }
      async #list(patterns) {
        const args = ["for-each-ref", "--format=%(objectname) %(refname)", ...patterns];
        return parseRefs(await this.objects.mustRun("list the runs", args));
      }
      #isThere() {
        if (this.objects.exists()) return true;
        if (this.#create) return false;
        throw this.#noRepository();
      }
      #noRepository() {
        return new Problem({
          code: "no-repository",
          kind: "ledger",
          what: `There is no git repository at ${this.#dir} to keep the ledger in.`,
          next: "Name an existing one, or make it with `git init --bare`."
        });
      }
    };
  }
});

// src/ledger/machine-copies.ts
function machineCopies(dir) {
  const fileOf = (run) => (0, import_node_path6.join)(dir, `${run}.jsonl`);
  const closedFile = (0, import_node_path6.join)(dir, "closed");
  return {
    read(run) {
      try {
        return parseCopy((0, import_node_fs5.readFileSync)(fileOf(run), "utf8"));
      } catch {
        return void 0;
      }
    },
    runs() {
      if (!(0, import_node_fs5.existsSync)(dir)) return [];
      const names = (0, import_node_fs5.readdirSync)(dir, { encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
      return names.map((name) => name.slice(0, -".jsonl".length));
    },
    write(run, copy) {
      const head = { gpuLease: "copy", metAt: copy.metAt };
      const text2 = `${JSON.stringify(head)}
${copy.text}`;
      if (sizeOf(fileOf(run)) < Buffer.byteLength(text2)) replace(fileOf(run), text2);
    },
    closed() {
      try {
        return new Set((0, import_node_fs5.readFileSync)(closedFile, "utf8").split("\n").filter(Boolean));
      } catch {
        return /* @__PURE__ */ new Set();
      }
    },
    rememberClosed: (commits) => replace(closedFile, commits.map((commit) => `${commit}
`).join(""))
  };
}
function replace(file, text2) {
  const draft = `${file}.${process.pid}.${(0, import_node_crypto5.randomBytes)(4).toString("hex")}`;
  try {
    (0, import_node_fs5.mkdirSync)((0, import_node_path6.dirname)(file), { recursive: true, mode: 448 });
    try {
      (0, import_node_fs5.writeFileSync)(draft, text2, { mode: 384 });
      (0, import_node_fs5.renameSync)(draft, file);
    } finally {
      (0, import_node_fs5.rmSync)(draft, { force: true });
    }
  } catch {
  }
}
function sizeOf(file) {
  return (0, import_node_fs5.statSync)(file, { throwIfNoEntry: false })?.size ?? -1;
}
function parseCopy(content) {
  const end = content.indexOf("\n");
  const head = Object(JSON.parse(content.slice(0, end)));
  if (head.gpuLease !== "copy" || !Number.isSafeInteger(head.metAt)) return;
  return { text: content.slice(end + 1), metAt: head.metAt };
}
var import_node_crypto5, import_node_fs5, import_node_path6;
var init_machine_copies = __esm({
  "src/ledger/machine-copies.ts"() {
    "use strict";
    import_node_crypto5 = require("node:crypto");
    import_node_fs5 = require("node:fs");
    import_node_path6 = require("node:path");
  }
});

// src/ledger/record-commit.ts
async function storeRecord(objects, { parent, text: text2, run, subject, nonce, at }, format) {
  const events = gitObject("blob", text2, format);
  const snapshot = gitObject("blob", run, format);
  const tree = treeOf({ "events.jsonl": events, "run.json": snapshot }, format);
  const commit = commitOf({ tree: tree.oid, parent, message: `${subject}

Nonce: ${nonce}
`, at }, format);
  const all = [events, snapshot, tree, commit];
  await objects.write(all, format);
  return commit.oid;
}
var init_record_commit = __esm({
  "src/ledger/record-commit.ts"() {
    "use strict";
    init_git_objects();
  }
});

// src/ledger/remote-patience.ts
var CALL_SECONDS, LAST_WORDS_SECONDS, KNOWN_SILENT_SECONDS, RemotePatience;
var init_remote_patience = __esm({
  "src/ledger/remote-patience.ts"() {
    "use strict";
    init_clock();
    CALL_SECONDS = 90;
    LAST_WORDS_SECONDS = 10;
    KNOWN_SILENT_SECONDS = 2;
    RemotePatience = class {
      #endsAt;
      #clock;
      #isSilent = false;
      /** @param endsAt the bound of the command; none: every call has its full time */
      constructor(endsAt, clock) {
        this.#endsAt = endsAt;
        this.#clock = clock;
      }
      /**
       * Whether the remote let the last call pass in silence: nothing is asked of it again for the sake of a try. Whoever has the
       * patience waits where it can be told, and not inside of one call after the other.
       */
      get isOver() {
        return this.#isSilent;
      }
      callSeconds() {
        if (this.#endsAt === void 0) return CALL_SECONDS;
        const left = secondsBetween(this.#clock.now(), this.#endsAt);
        const least = this.#isSilent ? KNOWN_SILENT_SECONDS : LAST_WORDS_SECONDS;
        return Math.min(CALL_SECONDS, Math.max(left, least));
      }
      note({ timedOut }) {
        this.#isSilent = timedOut;
      }
    };
  }
});

// src/ledger/remote-login.ts
function checkedUrl(url, holds) {
  const withLogin = /^https?:\/\/[^/]*@/i.test(url);
  if (withLogin || url === "" || url.startsWith("-") || /[\p{Cc}]/u.test(url)) {
    throw new Problem({
      code: "bad-remote",
      kind: "usage",
      what: withLogin ? `The address of ${holds} carries a login.` : `${JSON.stringify(url)} is no address of a git remote.`,
      next: "Give the plain address, and the token by its own input or environment variable."
    });
  }
  return url;
}
function loginWith(url, token, holds) {
  const { origin, protocol, hostname: hostname3 } = URL.canParse(url) ? new URL(url) : { origin: "", protocol: "", hostname: "" };
  if (protocol !== "https:" && protocol !== "http:") return { env: {} };
  if (protocol === "http:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname3)) {
    throw new Problem({
      code: "token-in-the-clear",
      kind: "usage",
      what: `The token of ${holds} would travel unencrypted to ${url}.`,
      next: "Use its https:// address."
    });
  }
  const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
  return {
    authorization,
    env: {
      "config:credential.helper": "",
      [`config:http.${origin}/.extraHeader`]: "",
      [`config:http.${origin}/.extraHeader#2`]: `Authorization: ${authorization}`,
      // Git would take the header along to where it is sent, whatever server that is.
      [`config:http.${origin}/.followRedirects`]: "false"
    }
  };
}
var init_remote_login = __esm({
  "src/ledger/remote-login.ts"() {
    "use strict";
    init_problem();
  }
});

// src/host/proxied-fetch.ts
async function fetchFor(url) {
  const { env } = process;
  const isSet = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].some((name) => env[name]);
  if (!isSet || isLoopback(url.hostname)) return fetch;
  const { EnvHttpProxyAgent, fetch: proxied } = await import("undici");
  const dispatcher = new EnvHttpProxyAgent();
  return ((input, init) => proxied(input, { ...init, dispatcher }));
}
var isLoopback;
var init_proxied_fetch = __esm({
  "src/host/proxied-fetch.ts"() {
    "use strict";
    isLoopback = (host) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
  }
});

// src/ledger/moved-remote.ts
var moved_remote_exports = {};
__export(moved_remote_exports, {
  movedTo: () => movedTo
});
async function movedTo(url, authorization) {
  const question = new URL(`${url.replace(/\/+$/, "")}${FIRST_QUESTION}`);
  try {
    const ask2 = await fetchFor(question);
    const answer = await ask2(question, {
      headers: { authorization, "user-agent": "git/gpu-lease" },
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_SECONDS * 1e3)
    });
    await answer.body?.cancel();
    const location = answer.headers.get("location") ?? "";
    if (answer.status < 300 || answer.status > 399 || !URL.canParse(location, question.href)) return;
    const there = new URL(location, question);
    const isRepository2 = `${there.pathname}${there.search}`.endsWith(FIRST_QUESTION);
    if (there.origin !== question.origin || !isRepository2) return { elsewhere: there.host };
    return { url: there.href.slice(0, -FIRST_QUESTION.length) };
  } catch {
    return;
  }
}
var ANSWER_SECONDS, FIRST_QUESTION;
var init_moved_remote = __esm({
  "src/ledger/moved-remote.ts"() {
    "use strict";
    init_proxied_fetch();
    ANSWER_SECONDS = 20;
    FIRST_QUESTION = "/info/refs?service=git-upload-pack";
  }
});

// src/ledger/git-remote.ts
var MOST_MOVES, GitRemote;
var init_git_remote = __esm({
  "src/ledger/git-remote.ts"() {
    "use strict";
    init_backoff();
    init_git_problems();
    init_remote_login();
    init_tries();
    MOST_MOVES = 3;
    GitRemote = class {
      #objects;
      /** Changes where its server says that it has another name there now. */
      #url;
      #login;
      #world;
      #patience;
      /** @param remote `holds`: what is there, for errors; default the ledger */
      constructor(objects, { url, token, holds = "the ledger" }, world, patience) {
        this.#objects = objects;
        this.#url = checkedUrl(url, holds);
        this.#login = token ? loginWith(this.#url, token, holds) : { env: {} };
        this.#world = world;
        this.#patience = patience;
      }
      get url() {
        return this.#url;
      }
      async prepare() {
        if (!this.#objects.exists()) await this.#objects.init();
      }
      async call(args) {
        const known = this.#url;
        for (let moves = 0; ; moves += 1) {
          const { result, saying } = await this.#callOnce(
            args.map((word) => word === known ? this.#url : word)
          );
          const { authorization } = this.#login;
          const sentAway = result.exitCode !== 0 && faultOf(result.stderr, result.timedOut) === "moved";
          if (!sentAway || authorization === void 0 || moves >= MOST_MOVES) return { result, saying };
          const { movedTo: movedTo2 } = await Promise.resolve().then(() => (init_moved_remote(), moved_remote_exports));
          const moved = await movedTo2(this.#url, authorization);
          if (moved === void 0) return { result, saying };
          if ("elsewhere" in moved) return { result, saying: `It is now at ${moved.elsewhere}.
${saying}` };
          this.#url = moved.url;
        }
      }
      /** Git that was ended by us at its time has nothing to say for itself. */
      async #callOnce(args) {
        const timeoutSeconds = this.#patience.callSeconds();
        const { env, authorization } = this.#login;
        const needsHelp = authorization === void 0 && !/^(?:file:\/)?\//i.test(this.#url);
        const result = await this.#objects.run(args, { env, needsHelp, timeoutSeconds });
        this.#patience.note(result);
        const silence = `no whole answer in ${Math.round(timeoutSeconds)} s`;
        return { result, saying: result.timedOut ? `${silence}
${result.stderr}` : result.stderr };
      }
      /** Reading may be tried again freely; only what may pass by itself is. */
      async read(args, problem, expected = []) {
        await this.prepare();
        for (let attempt = 1; ; attempt++) {
          const { result, saying } = await this.call(args);
          if (result.exitCode === 0 || expected.some((words) => words.test(result.stderr))) return result;
          const fault = faultOf(result.stderr, result.timedOut);
          if (!isPassing(fault) || attempt >= ATTEMPTS || this.#patience.isOver)
            throw problem({ fault, stderr: saying });
          await this.#world.clock.sleep(backoff(attempt, PASSING, this.#world.random()));
        }
      }
    };
  }
});

// src/ledger/remote-refs.ts
function rejectionFirst(said) {
  const lines = said.split("\n").filter((line) => line.trim() !== "" && !/^(To |Done$)/.test(line));
  return [
    ...lines.filter((line) => line.startsWith("!")),
    ...lines.filter((line) => !line.startsWith("!"))
  ].join("\n");
}
var import_node_path7, REFS_A_FETCH, RemoteRefs, noSuchRef;
var init_remote_refs = __esm({
  "src/ledger/remote-refs.ts"() {
    "use strict";
    import_node_path7 = require("node:path");
    init_git_problems();
    init_git_remote();
    init_refs();
    init_remote_patience();
    init_repository();
    REFS_A_FETCH = 100;
    RemoteRefs = class {
      where;
      objects;
      #remote;
      constructor(git, remote2, world, patience = new RemotePatience(void 0, world.clock)) {
        this.objects = new Repository(git, (0, import_node_path7.join)(remote2.scratchDir, "ledger-copy.git"));
        this.#remote = new GitRemote(this.objects, remote2, world, patience);
        this.where = `refs/gpu-lease at ${this.#remote.url}`;
      }
      async prepare() {
        await this.#remote.prepare();
      }
      /** Of our copy, as `init` makes it; a SHA-256 remote refuses to talk to it by name. */
      async objectFormat() {
        return "sha1";
      }
      async bring(run) {
        const ref = runRef(run);
        const fetched = await this.#network("read the ledger", this.#fetch([`+${ref}:${ref}`]), [noSuchRef]);
        return fetched.exitCode === 0 ? ref : null;
      }
      async bringArchived(run) {
        const [found] = await this.#lsRemote([archivePattern(run)]);
        if (!found) return null;
        const year = Number(found.ref.slice(ARCHIVE.length).split("/")[0]);
        const ref = archiveRef(run, year);
        await this.#mustFetch([`+${ref}:${ref}`]);
        return ref;
      }
      async tip(ref) {
        const [found] = await this.#lsRemote([ref]);
        return found?.oid ?? null;
      }
      async bringNotes(ref) {
        const fetched = await this.#network(`read ${ref}`, this.#fetch([`+${ref}:${ref}`]), [noSuchRef]);
        return fetched.exitCode === 0 ? ref : null;
      }
      async refs(archived) {
        return this.#lsRemote(archived ? [`${RUNS}*`, `${ARCHIVE}*`] : [`${RUNS}*`]);
      }
      async bringAll(archived) {
        const listed2 = [`+${RUNS}*:refs/gpu-lease/listed/runs/*`];
        if (archived) listed2.push(`+${ARCHIVE}*:refs/gpu-lease/listed/archive/*`);
        await this.#mustFetch(listed2, ["--prune"]);
      }
      async bringThese(refs) {
        for (let from = 0; from < refs.length; from += REFS_A_FETCH) {
          const some = refs.slice(from, from + REFS_A_FETCH);
          await this.#mustFetch(
            some.map(({ ref }) => `+${ref}:refs/gpu-lease/listed/${ref.slice("refs/gpu-lease/".length)}`)
          );
        }
      }
      swap(ref, next, old) {
        return this.#push([`--force-with-lease=${ref}:${old ?? ""}`], [`${next}:${ref}`]);
      }
      async move(from, to, oid) {
        const leases = [`--force-with-lease=${from}:${oid}`, `--force-with-lease=${to}:`];
        const moved = await this.#push(["--atomic", ...leases], [`${oid}:${to}`, `:${from}`]);
        if (moved.outcome === "swapped") await this.objects.tidy();
        return moved;
      }
      /** One try: the caller looks before it tries again. */
      async #push(options, refspecs) {
        const args = [
          "push",
          "--porcelain",
          "--no-progress",
          "--no-verify",
          "--no-signed",
          ...options,
          "--",
          this.#remote.url,
          ...refspecs
        ];
        const { result: pushed, saying } = await this.#remote.call(args);
        if (pushed.exitCode === 0) return { outcome: "swapped" };
        const said = `${pushed.stderr}
${pushed.stdout.toString("utf8")}`;
        if (said.includes("(stale info)")) return { outcome: "lost" };
        const fault = faultOf(said, pushed.timedOut);
        const stderr = pushed.timedOut || fault === "moved" ? saying : rejectionFirst(said);
        return { outcome: "failed", fault, stderr };
      }
      async #lsRemote(patterns) {
        await this.prepare();
        const listed2 = await this.#network("list the runs", ["ls-remote", "--", this.#remote.url, ...patterns]);
        return parseRefs(listed2.stdout.toString("utf8"));
      }
      /** Not quiet: that would hide why a ref was refused. */
      #fetch(refspecs, options = []) {
        return [
          "fetch",
          "--no-progress",
          "--no-tags",
          "--no-recurse-submodules",
          ...options,
          "--",
          this.#remote.url,
          ...refspecs
        ];
      }
      async #mustFetch(refspecs, options) {
        await this.#network("read the ledger", this.#fetch(refspecs, options));
      }
      /** Reading may be tried again freely; only what may pass by itself is. */
      #network(doing, args, expected = []) {
        return this.#remote.read(
          args,
          ({ fault, stderr }) => gitProblem(fault, doing, this.where, stderr),
          expected
        );
      }
    };
    noSuchRef = /couldn't find remote ref/i;
  }
});

// src/ledger/run-json.ts
function runJson(summary) {
  const { run, job, state, usd, updatedAt, sweep } = summary;
  const encode = (leases) => `${canonicalJson({ version: LEDGER_VERSION, run, job, state, usd, updatedAt, leases: [...leases], sweep })}
`;
  let kept = summary.leases;
  let text2 = encode(kept);
  while (Buffer.byteLength(text2) >= MAX_RUN_JSON_BYTES && kept.length > 0) {
    kept = kept.slice(Math.ceil(kept.length / 8));
    text2 = encode(kept);
  }
  if (Buffer.byteLength(text2) >= MAX_RUN_JSON_BYTES)
    throw new Error(`the summary of run ${run} does not fit ${MAX_RUN_JSON_BYTES} bytes`);
  return text2;
}
function readRunJson(text2, run, archived) {
  const unreadable = { run, job: "", state: "unreadable", usd: 0, updatedAt: "", leases: [], archived };
  if (text2 === null || text2.length > MAX_RUN_JSON_BYTES) return unreadable;
  let value;
  try {
    value = Object(JSON.parse(text2));
  } catch {
    return unreadable;
  }
  const { version, job, state, usd, updatedAt, leases } = value;
  if (typeof version === "number" && version > LEDGER_VERSION)
    return { ...unreadable, state: "written by a newer version" };
  const whole2 = typeof job === "string" && typeof state === "string" && typeof usd === "number" && typeof updatedAt === "string" && Array.isArray(leases) && leases.every((lease) => typeof lease === "string");
  if (!whole2) return unreadable;
  const sweep = sweepIn(value["sweep"]);
  return { run, job, state, usd, updatedAt, leases, ...sweep && { sweep }, archived };
}
function sweepIn(value) {
  const { id, part, of } = Object(value);
  return typeof id === "string" && Number.isSafeInteger(part) && Number.isSafeInteger(of) ? { id, part, of } : void 0;
}
var MAX_RUN_JSON_BYTES, newestFirst, compare;
var init_run_json = __esm({
  "src/ledger/run-json.ts"() {
    "use strict";
    init_canonical();
    init_version();
    MAX_RUN_JSON_BYTES = 64 * 1024;
    newestFirst = (runs) => runs.sort((a, b) => compare(b.updatedAt, a.updatedAt) || compare(a.run, b.run));
    compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;
  }
});

// src/ledger/run-list.ts
async function listRuns(store, archived) {
  const refs = onePerRun(await store.refs(archived));
  if (refs.length === 0) return [];
  const found = await summaries(store, refs);
  const absent = refs.filter((_, index) => found[index] === null);
  if (absent.length > 0) {
    await store.bringAll(archived);
    const later2 = await summaries(store, absent);
    for (const [index, ref] of absent.entries()) found[refs.indexOf(ref)] = later2[index] ?? null;
  }
  return newestFirst(refs.map((ref, index) => readRunJson(found[index] ?? null, ref.run, ref.archived)));
}
async function askedAgain(records, read3) {
  for (const [run, record] of records) {
    if (!(record instanceof Problem) || record.code !== "history-rewritten") continue;
    const again = await read3(run).catch((error) => {
      if (error instanceof Problem) return error;
      throw error;
    });
    records.set(run, again);
  }
  return records;
}
var summaries;
var init_run_list = __esm({
  "src/ledger/run-list.ts"() {
    "use strict";
    init_problem();
    init_refs();
    init_run_json();
    summaries = ({ objects }, refs) => objects.reading(async (reader) => {
      const found = await reader.getAll(refs.map(({ oid }) => `${oid}:run.json`));
      return found.map((object2) => object2?.content.toString("utf8") ?? null);
    });
  }
});

// src/lease/meter-price.ts
var init_meter_price = __esm({
  "src/lease/meter-price.ts"() {
    "use strict";
  }
});

// src/lease/surfaced.ts
var init_surfaced = __esm({
  "src/lease/surfaced.ts"() {
    "use strict";
    init_clock();
    init_meter_price();
  }
});

// src/lease/teardown.ts
var init_teardown = __esm({
  "src/lease/teardown.ts"() {
    "use strict";
  }
});

// src/lease/endings.ts
var init_endings = __esm({
  "src/lease/endings.ts"() {
    "use strict";
    init_clock();
    init_comes_back();
    init_fold_lease();
    init_kept();
    init_over_budget();
    init_run();
    init_standing();
    init_stored();
    init_surfaced();
    init_teardown();
    init_tell_after();
  }
});

// src/lease/stage-steps.ts
var TO_A_START, OF_LOST_BOXES, OF_KEPT, LAUNCH, WATCH, COLLECT, RELEASE, RUN2, STAGE_STEPS;
var init_stage_steps = __esm({
  "src/lease/stage-steps.ts"() {
    "use strict";
    TO_A_START = ["wait", "intend", "rent", "reach", "audit", "start"];
    OF_LOST_BOXES = [
      "find",
      "discard",
      "prove",
      "recheck",
      "halt",
      "vouch",
      "tell",
      "park"
    ];
    OF_KEPT = ["store-kept", "drop-kept"];
    LAUNCH = [...TO_A_START, ...OF_LOST_BOXES];
    WATCH = [...LAUNCH, ...OF_KEPT, "look"];
    COLLECT = [
      ...OF_KEPT,
      "look",
      "wake",
      "collect",
      "store",
      "unseal",
      ...OF_LOST_BOXES
    ];
    RELEASE = [
      "tell",
      "vouch",
      "park",
      "approve-standing",
      "release",
      "discard",
      "prove",
      "recheck",
      "mark-released",
      "drop-kept",
      "look-for-late",
      "close"
    ];
    RUN2 = ["smoke", ...WATCH, ...COLLECT, ...RELEASE];
    STAGE_STEPS = {
      smoke: /* @__PURE__ */ new Set(["tell", "smoke"]),
      /** Only writes down that there is a run. */
      open: /* @__PURE__ */ new Set(),
      launch: new Set(LAUNCH),
      watch: new Set(WATCH),
      collect: new Set(COLLECT),
      release: new Set(RELEASE),
      /** Of what a person has given up already. */
      abandon: /* @__PURE__ */ new Set(["release", "discard", "prove", "drop-kept", "look-for-late", "close"]),
      run: new Set(RUN2),
      resume: new Set(RUN2),
      // Never what gives a box back that carried anything: each part of a sweep has an approval of its own.
      sweep: /* @__PURE__ */ new Set([...WATCH, ...COLLECT]),
      // The disk of a hosted runner ends with the job: what is collected has to be stored by the job that collected it.
      tick: new Set([...WATCH, ...COLLECT, ...RELEASE].filter((step) => step !== "store"))
    };
  }
});

// src/lease/unapproved.ts
var LAUNCH_SECONDS;
var init_unapproved = __esm({
  "src/lease/unapproved.ts"() {
    "use strict";
    init_clock();
    LAUNCH_SECONDS = 31 * 86400;
  }
});

// src/lease/next.ts
var isAttended, isFresh;
var init_next = __esm({
  "src/lease/next.ts"() {
    "use strict";
    init_clock();
    init_breaker();
    init_capacity();
    init_concerns();
    init_endings();
    init_fold();
    init_kept();
    init_log_of();
    init_loss();
    init_over_budget();
    init_run();
    init_self_park();
    init_stage_steps();
    init_tell_after();
    init_unapproved();
    isAttended = ({ unattendedSince, updatedAt, askedAt }, now) => unattendedSince === void 0 && [updatedAt, askedAt].some((at) => at !== void 0 && isFresh(at, now));
    isFresh = (at, now) => Math.abs(secondsBetween(new Date(at), now)) <= ATTENDED_SECONDS;
  }
});

// src/ledger/seen-here.ts
var SeenHere, wroteOnMeanwhile;
var init_seen_here = __esm({
  "src/ledger/seen-here.ts"() {
    "use strict";
    init_fold();
    init_next();
    init_git_problems();
    SeenHere = class {
      #copies;
      #known = /* @__PURE__ */ new Map();
      /** How many events of a run came before this machine met it, and could have been more. */
      #metAt = /* @__PURE__ */ new Map();
      /** @param copies none: nothing outlives this process */
      constructor(copies) {
        this.#copies = copies;
      }
      /** What this machine knew of the run before this process asked; read once. */
      of(run) {
        if (!this.#known.has(run)) this.#known.set(run, this.#copies?.read(run));
        return this.#known.get(run);
      }
      /** A record that is being written at this very time is met in time: nothing can have been taken from its end. */
      meet(run, { events }, now) {
        if (!this.#metAt.has(run)) this.#metAt.set(run, isAttended(fold(run, events), now) ? 0 : events.length);
      }
      remember(run, text2) {
        const known = this.of(run);
        if (!this.#copies || known && known.text.length >= text2.length) return;
        const copy = { text: text2, metAt: known?.metAt ?? this.#metAt.get(run) ?? 0 };
        this.#copies.write(run, copy);
        this.#known.set(run, copy);
      }
      /**
       * Against what this machine remembers: a chain of signatures does not show that its end was cut off.
       *
       * @throws Problem `history-rewritten`
       */
      refuseShorter(run, { text: text2, events }, tip) {
        const known = this.of(run)?.text;
        if (known === void 0 || text2.startsWith(known)) return;
        const count2 = known.split("\n").length - 1;
        const why = known.startsWith(text2) ? `it has ${events.length} events, and this machine has seen ${count2}` : `it is not what this machine has seen of it (${count2} events)`;
        throw rewritten(run, why, tip);
      }
    };
    wroteOnMeanwhile = (seen, known, answer) => seen !== known && seen.text.startsWith(answer) && answer.startsWith(known?.text ?? "");
  }
});

// src/ledger/standing.ts
var nothing2, recordOf2;
var init_standing2 = __esm({
  "src/ledger/standing.ts"() {
    "use strict";
    init_event_lines();
    nothing2 = { ...noLines, tip: null, archived: false };
    recordOf2 = (run, { tip, events, nonces, archived }) => ({
      run,
      tip,
      events: [...events],
      nonces: [...nonces],
      archived
    });
  }
});

// src/ledger/story.ts
function storyOf(events, before) {
  const platformOf = (lease) => [...events, ...before].flatMap(
    (event) => event.type === "intended" && event.lease === lease ? [event.platform] : []
  )[0];
  const words = events.map((event) => subjectOf(event, platformOf));
  const subject = words.map(plain).join("; ");
  return subject.length <= MAX_SUBJECT ? subject : `${subject.slice(0, MAX_SUBJECT - 3)}...`;
}
var MAX_SUBJECT, plain;
var init_story = __esm({
  "src/ledger/story.ts"() {
    "use strict";
    init_events();
    MAX_SUBJECT = 100;
    plain = (text2) => text2.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
  }
});

// src/host/process-identity.ts
function processIdentity(pid) {
  return `${pid}-${processStat(pid)?.startTicks ?? "unknown"}`;
}
function isRunning(identity) {
  const pid = Number.parseInt(identity, 10);
  if (processIdentity(pid) !== identity) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
function processStat(pid) {
  try {
    const stat = (0, import_node_fs6.readFileSync)(`/proc/${pid}/stat`, "latin1");
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? null : { parent: Number(parent), startTicks: rest[17] ?? "" };
  } catch {
    return null;
  }
}
var import_node_fs6;
var init_process_identity = __esm({
  "src/host/process-identity.ts"() {
    "use strict";
    import_node_fs6 = require("node:fs");
  }
});

// src/host/hold-file.ts
function holdFile(file, deadAfterSeconds) {
  const mine = `${processIdentity(process.pid)} ${(0, import_node_os.hostname)()} ${(0, import_node_crypto6.randomBytes)(4).toString("hex")} ${processesSeen()}`;
  let left;
  for (; ; ) {
    const heldFor = publish(file, mine);
    if (heldFor === "mine") return holding(file, mine);
    const holder = read(file);
    if (holder === void 0) continue;
    const [identity = "", host = "", , where = ""] = holder.split(" ");
    const isVisible = where === "" ? host === (0, import_node_os.hostname)() : where === processesSeen();
    const isAlive = isVisible ? isRunning(identity) : heldFor < deadAfterSeconds;
    if (isAlive || holder === left)
      return { pid: Number.parseInt(identity, 10), ...isVisible ? {} : { host }, file };
    removeIf(file, holder);
    left = holder;
  }
}
function processesSeen() {
  try {
    const boot = (0, import_node_fs7.readFileSync)("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${boot}/${(0, import_node_fs7.readlinkSync)("/proc/self/ns/pid")}`;
  } catch {
    return (0, import_node_os.hostname)();
  }
}
function holding(file, mine) {
  const beat = setInterval(() => {
    try {
      if (read(file) === mine) (0, import_node_fs7.utimesSync)(file, /* @__PURE__ */ new Date(), /* @__PURE__ */ new Date());
    } catch {
    }
  }, BEAT_SECONDS * 1e3);
  beat.unref();
  return () => {
    clearInterval(beat);
    removeIf(file, mine);
  };
}
function publish(file, text2) {
  const draft = `${file}.${process.pid}`;
  (0, import_node_fs7.writeFileSync)(draft, text2);
  try {
    (0, import_node_fs7.linkSync)(draft, file);
    return "mine";
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    const held = (0, import_node_fs7.statSync)(file, { throwIfNoEntry: false });
    return held === void 0 ? 0 : ((0, import_node_fs7.statSync)(draft).mtimeMs - held.mtimeMs) / 1e3;
  } finally {
    (0, import_node_fs7.rmSync)(draft, { force: true });
  }
}
function removeIf(file, text2) {
  const aside = `${file}.${process.pid}.gone`;
  try {
    (0, import_node_fs7.renameSync)(file, aside);
    if ((0, import_node_fs7.readFileSync)(aside, "utf8") !== text2) (0, import_node_fs7.linkSync)(aside, file);
  } catch {
  } finally {
    (0, import_node_fs7.rmSync)(aside, { force: true });
  }
}
function read(file) {
  try {
    return (0, import_node_fs7.readFileSync)(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
}
var import_node_crypto6, import_node_fs7, import_node_os, BEAT_SECONDS;
var init_hold_file = __esm({
  "src/host/hold-file.ts"() {
    "use strict";
    import_node_crypto6 = require("node:crypto");
    import_node_fs7 = require("node:fs");
    import_node_os = require("node:os");
    init_process_identity();
    BEAT_SECONDS = 10;
  }
});

// src/ledger/turn.ts
async function takeTurn(dir, run, world) {
  const file = (0, import_node_path8.join)(dir, run);
  const endMs = world.clock.now().getTime() + LONGEST_WAIT_SECONDS * 1e3;
  try {
    (0, import_node_fs8.mkdirSync)(dir, { recursive: true });
    for (let tries = 0; ; tries++) {
      const held = holdFile(file, STALE_SECONDS2);
      if (typeof held === "function") return held;
      if (world.clock.now().getTime() > endMs) return () => {
      };
      await world.clock.sleep(pollSeconds(tries, world.random()));
    }
  } catch {
    return () => {
    };
  }
}
var import_node_fs8, import_node_path8, LONGEST_WAIT_SECONDS, STALE_SECONDS2, pollSeconds;
var init_turn = __esm({
  "src/ledger/turn.ts"() {
    "use strict";
    import_node_fs8 = require("node:fs");
    import_node_path8 = require("node:path");
    init_hold_file();
    LONGEST_WAIT_SECONDS = 30;
    STALE_SECONDS2 = 30;
    pollSeconds = (tries, random) => Math.min(0.04, 4e-3 * 1.3 ** tries) * (0.5 + random);
  }
});

// src/ledger/git-ledger.ts
function openLedger(where, world) {
  const git = world.git ?? systemGit(ownEnvironment());
  const random = world.random ?? Math.random;
  const clock = world.clock;
  const copies = world.copies ?? (where.kind === "remote" ? machineCopies((0, import_node_path9.join)(where.scratchDir, "records")) : void 0);
  const patience = new RemotePatience(world.endsAt, clock);
  const refs = where.kind === "local-repo" ? new LocalRefs(git, where.dir, where.create ?? false, clock) : new RemoteRefs(git, where, { clock, random }, patience);
  return new GitLedger(refs, { ...world, clock, random, patience, ...copies && { copies } });
}
function ifUnreachable(error) {
  if (error instanceof Problem && error.kind === "unreachable") return;
  throw error;
}
var import_node_crypto7, import_node_path9, GitLedger;
var init_git_ledger = __esm({
  "src/ledger/git-ledger.ts"() {
    "use strict";
    import_node_crypto7 = require("node:crypto");
    import_node_path9 = require("node:path");
    init_backoff();
    init_own_environment();
    init_fold();
    init_summary();
    init_problem();
    init_belief();
    init_event_lines();
    init_git_notes();
    init_git_objects();
    init_git_problems();
    init_git_process();
    init_local_refs();
    init_machine_copies();
    init_record_commit();
    init_record_history();
    init_refs();
    init_remote_patience();
    init_remote_refs();
    init_run_json();
    init_run_list();
    init_seen_here();
    init_standing2();
    init_story();
    init_tries();
    init_turn();
    GitLedger = class {
      where;
      notes;
      ticks;
      #refs;
      #world;
      /** The newest state of each run that this process has seen: saves reading it again, and nothing may go back behind it. */
      #seen = /* @__PURE__ */ new Map();
      #here;
      #format;
      constructor(refs, world) {
        this.#refs = refs;
        this.#world = world;
        this.#here = new SeenHere(world.copies);
        this.where = refs.where;
        this.notes = new GitNotes(refs, STRAY_NOTES, world);
        this.ticks = new GitNotes(refs, TICK_NOTES, world);
      }
      list({ archived = false } = {}) {
        return listRuns(this.#refs, archived);
      }
      async read(run) {
        return this.#believed(run, await this.#look(run));
      }
      /** @throws Problem `secret-needed` for a signed record that nobody here can verify, unless it is only looked at */
      #believed(run, standing) {
        const trust = this.#world.secret !== void 0 ? "proven" : standing.lastMac === "" ? "plain" : "not-verified";
        if (trust === "not-verified" && this.#world.reading !== "looking") throw secretNeeded(run);
        const metHereAt = this.#here.of(run)?.metAt;
        return { ...recordOf2(run, standing), trust, ...metHereAt !== void 0 && { metHereAt } };
      }
      async readOpen({
        archived = false
      } = {}) {
        const refs = onePerRun(await this.#refs.refs(archived));
        const records = /* @__PURE__ */ new Map();
        const absent = await this.#readEach(refs, records);
        if (absent.length === 0) return askedAgain(records, (run) => this.read(run));
        await this.#refs.bringAll(archived);
        await this.#readEach(absent, records);
        return askedAgain(records, (run) => this.read(run));
      }
      /** One reading process for all of them. @returns those whose objects are not here */
      #readEach(refs, into) {
        if (refs.length === 0) return Promise.resolve([]);
        return this.#refs.objects.reading(async (reader) => {
          const absent = [];
          for (const ref of refs) {
            try {
              const standing = await this.#loadWith(reader, ref.run, ref.oid, { archived: ref.archived });
              if (standing) into.set(ref.run, this.#believed(ref.run, standing));
              else absent.push(ref);
            } catch (error) {
              if (!(error instanceof Problem)) throw error;
              into.set(ref.run, error);
            }
          }
          return absent;
        });
      }
      async append(run, tip, { events, summary, nonce = (0, import_node_crypto7.randomUUID)() }) {
        if (events.length === 0) throw new Error(`nothing to append to run ${run}`);
        await this.#refs.prepare();
        const base2 = await this.#baseOf(run, tip);
        if (base2 === "moved on") return { outcome: "lost-race" };
        if (base2.archived) throw runArchived(run);
        const key = keyOf(this.#world, run, base2.events[0] ?? events[0]);
        if (!key && base2.lastMac) throw secretNeeded(run);
        const lines = writeLines(base2, events, nonce, key);
        const added = lines.events.slice(base2.events.length);
        const commit = await this.#store(tip, lines.text, {
          run: runJson(summary),
          subject: storyOf(added, base2.events),
          nonce
        });
        const outcome = await this.#swapUntilKnown(run, { commit, tip, nonce });
        if (outcome === "lost") return { outcome: "lost-race" };
        if (outcome === "swapped") {
          this.#seen.set(run, { ...lines, tip: commit, archived: false });
          this.#here.remember(run, lines.text);
        }
        return { outcome: "appended", tip: commit, events: added };
      }
      async text(run) {
        return (await this.#look(run)).text;
      }
      async weigh(run, copy) {
        const seen = this.#seen.get(run)?.text;
        if (seen?.startsWith(copy) && copy.endsWith("\n")) return copy === seen ? "same" : "behind";
        if (!copiedLines(this.#world, run, copy)) return "unreadable";
        const { text: text2 } = await this.#look(run);
        if (copy === text2) return "same";
        return text2.startsWith(copy) ? "behind" : copy.startsWith(text2) ? "ahead" : "apart";
      }
      async isCopy(run, text2) {
        return copiedLines(this.#world, run, text2) !== void 0;
      }
      async peek(run) {
        const tip = await this.#refs.tip(runRef(run));
        if (tip === null) return null;
        return this.#refs.objects.reading(async (reader) => {
          if (!await reader.get(tip)) await this.#refs.bring(run);
          return { tip, text: await textAt(run, reader, tip).catch(() => "") };
        });
      }
      async restore(run, copy, over) {
        const lines = copiedLines(this.#world, run, copy);
        if (!lines || lines.lastMac !== "" && this.#world.secret === void 0) throw copyUnusable(run);
        await this.#refs.prepare();
        const present = await this.peek(run);
        if ((present?.tip ?? null) !== over) throw restoreContended(run);
        const told = {
          run: runJson(summarise(fold(run, lines.events), this.#world.clock.now())),
          subject: `restored, ${lines.events.length} events`,
          nonce: (0, import_node_crypto7.randomUUID)()
        };
        const parent = present && copy.startsWith(present.text) ? present.tip : null;
        const commit = await this.#store(parent, lines.text, told);
        const swap = await this.#refs.swap(runRef(run), commit, over);
        if (swap.outcome === "lost") throw restoreContended(run);
        if (swap.outcome === "failed") throw problemOf(swap, run, this.where);
        this.#seen.set(run, { ...lines, tip: commit, archived: false });
        this.#here.remember(run, lines.text);
      }
      async archive(run, year) {
        for (let attempt = 1; ; attempt++) {
          const standing = await this.#look(run);
          if (standing.tip === null || standing.archived) return;
          const moved = await this.#refs.move(runRef(run), archiveRef(run, year), standing.tip);
          if (moved.outcome === "swapped") return void this.#seen.set(run, { ...standing, archived: true });
          const mayPass = moved.outcome === "lost" || isPassing(moved.fault);
          if (!mayPass || attempt >= ATTEMPTS || this.#world.patience.isOver)
            throw problemOf(moved, run, this.where);
          await this.#pause(attempt);
        }
      }
      async hidden(known) {
        const refs = onePerRun(await this.#refs.refs(true)).filter(({ archived }) => archived);
        const unknown2 = refs.filter(({ oid }) => !known.has(oid));
        const found = /* @__PURE__ */ new Map();
        const closed = refs.filter(({ oid }) => known.has(oid)).map(({ oid }) => oid);
        if (unknown2.length > 0) await this.#refs.bringThese(unknown2);
        await this.#refs.objects.reading(async (reader) => {
          for (const { run, oid } of unknown2) {
            try {
              const standing = await this.#loadWith(reader, run, oid, { archived: true });
              if (!standing) continue;
              if (standing.events.at(-1)?.type === "closed" || fold(run, standing.events).closed)
                closed.push(oid);
              else found.set(run, this.#believed(run, standing));
            } catch (error) {
              if (!(error instanceof Problem)) throw error;
              found.set(run, error);
            }
          }
        });
        return { found, closed };
      }
      async unhide(run) {
        const [ref] = (await this.#refs.refs(true)).filter((each) => each.archived && each.run === run);
        if (!ref) return;
        const moved = await this.#refs.move(ref.ref, runRef(run), ref.oid);
        if (moved.outcome !== "swapped") throw problemOf(moved, run, this.where);
        const seen = this.#seen.get(run);
        if (seen) this.#seen.set(run, { ...seen, archived: false });
      }
      turn(run) {
        return takeTurn(this.#refs.objects.turnsDir, run, this.#world);
      }
      #pause(attempt) {
        return this.#world.clock.sleep(backoff(attempt, PASSING, this.#world.random()));
      }
      /** The run as it stands now, wherever it is. */
      async #look(run) {
        this.#here.of(run);
        const known = this.#seen.get(run);
        const found = await this.#find(run, known) ?? (this.#isKnown(run) ? await this.#find(run, known) : null);
        if (found) return found;
        if (this.#isKnown(run)) throw rewritten(run, `it was in ${this.where} before and is gone`, void 0);
        return nothing2;
      }
      #isKnown(run) {
        return this.#seen.has(run) || this.#here.of(run) !== void 0;
      }
      async #find(run, known) {
        const open2 = await this.#refs.bring(run);
        const standing = open2 === null ? null : await this.#load(run, open2, { archived: false, known });
        if (standing) return standing;
        const closed = await this.#refs.bringArchived(run);
        return closed === null ? null : this.#load(run, closed, { archived: true, known });
      }
      /** What stands at `tip`; a tip behind what we have seen has lost already. */
      async #baseOf(run, tip) {
        const seen = this.#seen.get(run);
        if (tip === null) return seen ? "moved on" : nothing2;
        if (seen?.tip === tip) return seen;
        const base2 = await this.#load(run, tip, { archived: false, mayBeOlder: true });
        return base2 ?? "moved on";
      }
      /** Reads, checks and remembers the record at `name`; null when there is none, or one older than what we have seen and that is allowed. */
      #load(run, name, how) {
        return this.#refs.objects.reading((reader) => this.#loadWith(reader, run, name, how));
      }
      async #loadWith(reader, run, name, { archived, mayBeOlder = false, known }) {
        const commit = await reader.get(name);
        if (!commit) {
          this.#format ??= await reader.get(EMPTY_TREE_SHA1) ? "sha1" : "sha256";
          return null;
        }
        const before = this.#seen.get(run);
        const text2 = before?.tip === commit.oid ? before.text : await textAt(run, reader, commit.oid);
        const seen = this.#seen.get(run);
        if (seen && !text2.startsWith(seen.text)) {
          if (mayBeOlder && seen.text.startsWith(text2)) return null;
          if (wroteOnMeanwhile(seen, known, text2)) return seen;
          throw rewritten(run, "it no longer starts with what was there before", commit.oid);
        }
        const found = { objects: this.#refs.objects, reader, tip: commit.oid, text: text2 };
        const lines = await checkedLines(this.#world, run, found, seen);
        const now = this.#seen.get(run);
        if (now && wroteOnMeanwhile(now, seen, text2)) return now;
        this.#here.refuseShorter(run, lines, commit.oid);
        const standing = { ...lines, tip: commit.oid, archived };
        this.#seen.set(run, standing);
        this.#here.meet(run, lines, this.#world.clock.now());
        this.#here.remember(run, text2);
        return standing;
      }
      /** @param told `run` is the text of `run.json` */
      async #store(parent, text2, told) {
        const format = await this.#formatOf(parent);
        return storeRecord(this.#refs.objects, { ...told, parent, text: text2, at: this.#world.clock.now() }, format);
      }
      async #formatOf(parent) {
        if (parent !== null) return parent.length === 40 ? "sha1" : "sha256";
        this.#format ??= await this.#refs.objectFormat();
        return this.#format;
      }
      /**
       * Swaps, and after any failure that leaves a doubt looks whether our nonce is in the record. Trying again with the same
       * commit cannot double anything: it is the same commit.
       * @returns `landed` when it was written and others have written behind it
       */
      async #swapUntilKnown(run, { commit, tip, nonce }) {
        for (let attempt = 1; ; attempt++) {
          const swap = await this.#refs.swap(runRef(run), commit, tip);
          if (swap.outcome === "swapped") return "swapped";
          if (swap.outcome === "lost" && attempt === 1) return "lost";
          const problem = problemOf(swap, run, this.where);
          const standing = await this.#look(run).catch(ifUnreachable);
          if (standing?.nonces.includes(nonce)) return "landed";
          if (standing && standing.tip !== tip) return "lost";
          if (swap.outcome === "failed" && !isPassing(swap.fault)) throw problem;
          if (attempt >= ATTEMPTS || this.#world.patience.isOver)
            throw problem.kind === "unreachable" ? appendUnclear(run, this.where, problem) : problem;
          await this.#pause(attempt);
        }
      }
    };
  }
});

// src/ledger/redacted-ledger.ts
function redactedLedger(ledger, redactor) {
  const { turn } = ledger;
  return {
    list: (options) => ledger.list(options),
    read: (run) => ledger.read(run),
    readOpen: () => ledger.readOpen(),
    append: (run, tip, draft) => ledger.append(run, tip, {
      ...draft,
      events: draft.events.map((event) => withoutSecrets(event, redactor))
    }),
    archive: (run, year) => ledger.archive(run, year),
    text: (run) => ledger.text(run),
    weigh: (run, copy) => ledger.weigh(run, copy),
    hidden: (known) => ledger.hidden(known),
    unhide: (run) => ledger.unhide(run),
    isCopy: (run, text2) => ledger.isCopy(run, text2),
    peek: (run) => ledger.peek(run),
    restore: (run, copy, over) => ledger.restore(run, copy, over),
    ...turn ? { turn: (run) => turn.call(ledger, run) } : {},
    get notes() {
      return ledger.notes;
    },
    get ticks() {
      return ledger.ticks;
    },
    get where() {
      return ledger.where;
    }
  };
}
var WORDS, withoutSecrets;
var init_redacted_ledger = __esm({
  "src/ledger/redacted-ledger.ts"() {
    "use strict";
    WORDS = /* @__PURE__ */ new Set([
      "what",
      "why",
      "next",
      "how",
      "cause",
      "declined",
      "untimed",
      "lost",
      "findings",
      "curves"
    ]);
    withoutSecrets = (event, redactor) => Object.fromEntries(
      Object.entries(event).map(([field, value]) => [field, WORDS.has(field) ? redactor.deep(value) : value])
    );
  }
});

// src/ledger/repository-name.ts
function ownerAndName(url) {
  const [, name] = /[/:]([^/:]+\/[^/:]+?)(?:\.git)?\/?\s*$/.exec(url) ?? [];
  return name;
}
function sharedRepositoryOf(cwd) {
  const url = originOf(cwd) ?? "";
  const isNetwork = /^(https?|ssh|git):\/\//i.test(url) || /^[^/@]+@[^/:]+:/.test(url);
  return isNetwork ? ownerAndName(url) : void 0;
}
function originOf(cwd) {
  try {
    const url = (0, import_node_child_process2.execFileSync)("git", ["config", "--get", "remote.origin.url"], {
      cwd,
      env: forErrands(ownEnvironment()),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: GIT_SECONDS * 1e3
    });
    return url.trim() || void 0;
  } catch {
    return void 0;
  }
}
var import_node_child_process2, GIT_SECONDS;
var init_repository_name = __esm({
  "src/ledger/repository-name.ts"() {
    "use strict";
    import_node_child_process2 = require("node:child_process");
    init_own_environment();
    init_keys_of_others();
    GIT_SECONDS = 10;
  }
});

// src/cli/ledger-opening.ts
var ledger_opening_exports = {};
__export(ledger_opening_exports, {
  machineCopiesOf: () => machineCopiesOf,
  openLedgerOf: () => openLedgerOf
});
async function openLedgerOf(opening, where, reading) {
  const ledger = openLedger(inOwnPlace(where), {
    secret: opening.secret,
    clock: opening.clock,
    ...opening.endsAt && { endsAt: opening.endsAt },
    reading,
    repository: () => repositoriesHere(opening, where),
    copies: machineCopiesOf(opening)
  });
  return redactedLedger(ledger, opening.redactor);
}
function machineCopiesOf(asked) {
  const where = ledgerLocation(asked);
  return machineCopies((0, import_node_path10.join)(recordsDir(asked), placeName(where.kind === "remote" ? where.url : where.dir)));
}
function repositoriesHere({ env, cwd }, where) {
  const own = env["GITHUB_REPOSITORY"] || env["GPU_LEASE_REPOSITORY"] || sharedRepositoryOf(cwd) || "";
  const named = where.kind === "remote" ? ownerAndName(where.url) : void 0;
  const id = env["GITHUB_REPOSITORY_ID"];
  return {
    // A ledger at another address than the code's may hold runs of both.
    names: own === "" ? [] : [own, ...named === void 0 ? [] : [named]],
    ...id === void 0 ? {} : { id }
  };
}
var import_node_crypto8, import_node_path10, inOwnPlace, placeName;
var init_ledger_opening = __esm({
  "src/cli/ledger-opening.ts"() {
    "use strict";
    import_node_crypto8 = require("node:crypto");
    import_node_path10 = require("node:path");
    init_git_ledger();
    init_machine_copies();
    init_redacted_ledger();
    init_repository_name();
    init_ledger_place();
    inOwnPlace = (where) => where.kind === "remote" ? { ...where, scratchDir: (0, import_node_path10.join)(where.scratchDir, placeName(where.url)) } : where;
    placeName = (place) => (0, import_node_crypto8.createHash)("sha256").update(place).digest("hex").slice(0, 16);
  }
});

// src/cli/settings.ts
function settingsOf(request, env = request.env ?? {}, cwd = process.cwd()) {
  const { options, faults } = givenOptions(request);
  if (request.faults) request.faults.push(...faults);
  else throwAll(faults);
  const person = env["GITHUB_ACTOR"] || safeUserName();
  const clock = new HeardClock(systemClock);
  const boundSeconds = options.number("bound");
  const hasBound = typeof request.given.bound === "string" && !(env["GITHUB_ACTIONS"] === "true" && request.given.bound === option("bound").fallback);
  return {
    cwd,
    env,
    clock,
    stateDir: stateDir(env, cwd),
    storeDir: (0, import_node_path11.resolve)(cwd, options.value("store") ?? ""),
    repository: env["GITHUB_REPOSITORY"] || env["GPU_LEASE_REPOSITORY"] || "",
    secret: env["GPU_LEASE_SECRET"] || void 0,
    who: env["GITHUB_RUN_ID"] ? `github:${env["GITHUB_RUN_ID"]}.${env["GITHUB_RUN_ATTEMPT"] ?? "1"}` : `${person}@${(0, import_node_os2.hostname)()}`,
    person,
    json: request.given.json === true,
    redactor: redactorOf(env),
    boundSeconds,
    hasBound,
    ...hasBound || ENDS_BY_ITSELF.includes(request.command?.name ?? "") ? { endsAt: new Date(clock.now().getTime() + boundSeconds * 1e3) } : {},
    ...options
  };
}
function safeUserName() {
  try {
    return (0, import_node_os2.userInfo)().username;
  } catch {
    return `uid-${process.getuid?.() ?? "unknown"}`;
  }
}
async function openFor(settings, reading) {
  const { openLedgerOf: openLedgerOf2 } = await Promise.resolve().then(() => (init_ledger_opening(), ledger_opening_exports));
  return openLedgerOf2(settings, ledgerLocation(settings), reading);
}
var import_node_os2, import_node_path11, ENDS_BY_ITSELF, lookingLedgerOf;
var init_settings = __esm({
  "src/cli/settings.ts"() {
    "use strict";
    import_node_os2 = require("node:os");
    import_node_path11 = require("node:path");
    init_clock();
    init_heard_clock();
    init_location();
    init_redacted_face();
    init_redactor();
    init_given_options();
    init_ledger_place();
    init_options();
    ENDS_BY_ITSELF = ["status", "board", "log", "cost", "open", "launch", "watch", "collect"];
    lookingLedgerOf = (settings) => openFor(settings, "looking");
  }
});

// src/cli/known-costs.ts
var known_costs_exports = {};
__export(known_costs_exports, {
  withKnownCosts: () => withKnownCosts
});
function withKnownCosts(settings, error) {
  if (!(error instanceof Problem && UNREAD.has(error.code)) || error.costing.length > 0) return error;
  const { code, kind, what, next, at } = error;
  const held = lastSeenCosting(settings);
  const costs = held.length > 0 ? held : ["whatever box the runs of this ledger have rented; no copy here knows of one, so ask the platforms"];
  return new Problem({ code, kind, what, next, costing: costs, ...at && { at } }, { cause: error });
}
function lastSeenCosting(settings) {
  const copies = machineCopiesOf(settings);
  const meant = settings.value("run");
  return copies.runs().filter((run) => meant === void 0 || run === meant || run.startsWith(`${meant}-p`)).flatMap((run) => {
    const events = eventsOf(copies.read(run)?.text ?? "");
    const seenAt = events.at(-1)?.at;
    return costing(fold(run, events)).map((line) => `${line} (as this machine saw it at ${seenAt})`);
  });
}
function eventsOf(text2) {
  try {
    return readLines(text2, void 0).events;
  } catch {
    return [];
  }
}
var UNREAD;
var init_known_costs = __esm({
  "src/cli/known-costs.ts"() {
    "use strict";
    init_fold();
    init_run();
    init_event_lines();
    init_problem();
    init_ledger_opening();
    UNREAD = /* @__PURE__ */ new Set(["remote-unreachable", "append-unclear", "history-rewritten", "ledger-damaged"]);
  }
});

// src/lease/cost-by.ts
function boundsOf(month) {
  const [year = 0, number2 = 1] = month.split("-").map(Number);
  return [Date.UTC(year, number2 - 1, 1), Date.UTC(year, number2, 1)];
}
function costBy(by, runs, now) {
  const parts = runs.flatMap(
    (run) => run.leases.flatMap((lease) => partsOf(by, run, lease, now).map((part) => ({ ...part, run: run.id })))
  );
  const groups = [...new Set(parts.map(({ of }) => of))].map((of) => {
    const mine = parts.filter((part) => part.of === of);
    const sum = (key) => mine.reduce((all, part) => all + part[key], 0);
    return {
      of,
      usd: Number(sum("usd").toFixed(6)),
      runs: new Set(mine.map(({ run }) => run)).size,
      usdPerHour: Number(sum("usdPerHour").toFixed(6))
    };
  });
  return groups.sort((a, b) => by === "month" ? a.of < b.of ? -1 : 1 : b.usd - a.usd);
}
function partsOf(by, run, lease, now) {
  const usdPerHour = usdPerHourNow({ ...run, leases: [lease] }, now);
  const priced = by === "month" ? monthsOf(lease, now) : [by === "job" ? run.opened?.job ?? "" : lease.platform];
  return priced.flatMap((of) => {
    const [from, to] = by === "month" ? boundsOf(of) : [0, Number.POSITIVE_INFINITY];
    const usd = usdBetween(lease, from, Math.min(to, now.getTime()));
    const isNow = by !== "month" || of === monthOf(now);
    return usd > 0 || isNow && usdPerHour > 0 ? [{ of, usd, usdPerHour: isNow ? usdPerHour : 0 }] : [];
  });
}
function monthsOf({ meters }, now) {
  const starts = meters.flatMap(({ startedAt, before }) => [
    startedAt,
    ...before.map((each) => each.startedAt)
  ]);
  const first2 = Math.min(...starts.map((at) => Date.parse(at)).filter((at) => !Number.isNaN(at)));
  if (!Number.isFinite(first2)) return [];
  const began = new Date(Math.max(first2, Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MOST_MONTHS, 1)));
  const months = [];
  for (let n = 0; ; n += 1) {
    const month = new Date(Date.UTC(began.getUTCFullYear(), began.getUTCMonth() + n, 1));
    if (month > now) return months;
    months.push(monthOf(month));
  }
}
var monthOf, MOST_MONTHS;
var init_cost_by = __esm({
  "src/lease/cost-by.ts"() {
    "use strict";
    init_cost();
    monthOf = (at) => at.toISOString().slice(0, 7);
    MOST_MONTHS = 120;
  }
});

// src/ledger/month-of-money.ts
async function everyRun(ledger) {
  const records = [...await ledger.readOpen({ archived: true })];
  const runs = records.flatMap(
    ([id, record]) => record instanceof Problem ? [] : [fold(id, record.events)]
  );
  return { runs, unread: records.length - runs.length };
}
var init_month_of_money = __esm({
  "src/ledger/month-of-money.ts"() {
    "use strict";
    init_cost_by();
    init_fold();
    init_money();
    init_problem();
  }
});

// src/report/ink.ts
function wantsColour({ isTTY, env }) {
  const forced = env["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  if (env["NO_COLOR"] || env["NODE_DISABLE_COLORS"]) return false;
  return isTTY === true && env["TERM"] !== "dumb";
}
var import_node_util, plain2, inkFor, styled, DANGER, BAD, GOOD, NEXT, DONE, coloured;
var init_ink = __esm({
  "src/report/ink.ts"() {
    "use strict";
    import_node_util = __toESM(require("node:util"), 1);
    plain2 = { heading: (text2) => text2, mark: (text2) => text2, line: (text2) => text2 };
    inkFor = (asking) => wantsColour(asking) ? coloured : plain2;
    styled = (styles, text2) => styles.reduce((sum, style) => import_node_util.default.styleText?.(style, sum, { validateStream: false }) ?? sum, text2);
    DANGER = /(?<![\w-])(DANGER|ATTENTION|HALTED|WARNING|STALLED|OVER|NOT SAFE|NOT FIT|NOT VERIFIED|LOOK AT THIS)(?![\w-])/g;
    BAD = /(?<= {2})(debt|halted|dead|lost|missing|unreadable|preempted|no-capacity|RUNNING)(?= {2}|$)/g;
    GOOD = /(?<= {2})(running|finished|sealed|released)(?= {2}|$)/g;
    NEXT = /^(\s*)(Next:)/;
    DONE = /\[(#+)(?=-*\])/;
    coloured = {
      heading: (text2) => styled(["bold"], text2),
      mark: (text2) => styled(["bold", "magenta"], text2),
      line: (text2) => text2.replace(DANGER, (word) => styled(["bold", "red"], word)).replace(BAD, (word) => styled(["red"], word)).replace(GOOD, (word) => styled(["green"], word)).replace(NEXT, (_all, blanks, word) => `${blanks}${styled(["bold"], word)}`).replace(DONE, (_all, done) => `[${styled(["green"], done)}`)
    };
  }
});

// src/report/columns.ts
function columnsOf(text2) {
  if (/^[\x20-\x7e]*$/.test(text2)) return text2.length;
  let columns = 0;
  for (const char of text2) columns += widthOf(char);
  return columns;
}
function fit(text2, columns) {
  if (columnsOf(text2) <= columns) return text2;
  const room = Math.max(0, columns - 3);
  let taken = "";
  let used = 0;
  for (const char of text2) {
    used += widthOf(char);
    if (used > room) break;
    taken += char;
  }
  return `${taken}${"...".slice(0, Math.max(0, columns))}`;
}
var NO_COLUMN, TWO_COLUMNS, pad, widthOf;
var init_columns = __esm({
  "src/report/columns.ts"() {
    "use strict";
    NO_COLUMN = /^[\p{M}]$/u;
    TWO_COLUMNS = /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]$/u;
    pad = (text2, columns) => text2 + " ".repeat(Math.max(0, columns - columnsOf(text2)));
    widthOf = (char) => NO_COLUMN.test(char) ? 0 : TWO_COLUMNS.test(char) ? 2 : 1;
  }
});

// src/report/progress-bar.ts
var init_progress_bar = __esm({
  "src/report/progress-bar.ts"() {
    "use strict";
    init_columns();
    init_visible_text();
  }
});

// src/report/wrapped.ts
function wrapped(text2, columns) {
  return text2.split("\n").flatMap((line) => wrappedLine(line, columns));
}
function wrappedLine(line, columns) {
  if (columnsOf(line) <= columns) return [line];
  const indent = /^ */.exec(line)?.[0] ?? "";
  const [, prose, command2] = BEFORE_COMMAND.exec(line) ?? [];
  if (prose !== void 0 && command2 !== void 0)
    return [...wrappedLine(prose, columns), ...wrappedLine(`${indent}  ${command2}`, columns)];
  const isCommand = COMMAND.test(line);
  const room = columns - (isCommand ? GOES_ON.length : 0);
  const words = line.slice(indent.length).match(isCommand ? WORDS_OF_COMMAND : WORDS2) ?? [];
  const rows = filled(brokenWhereWide(words, room - indent.length), indent, room);
  return isCommand ? rows.map((row, at) => at < rows.length - 1 ? `${row}${GOES_ON}` : row) : rows;
}
function filled(words, indent, room) {
  const [first2 = "", ...others] = words;
  const hanging = /^([-*]|\d+\.) /.test(`${first2} `) || indent.length > 0 ? `${indent}  ` : indent;
  const rows = [`${indent}${first2.trimStart()}`];
  for (const word of others) {
    const last = rows.at(-1) ?? "";
    if (columnsOf(last) + columnsOf(word) <= room) rows[rows.length - 1] = `${last}${word}`;
    else rows.push(`${hanging}${word.trimStart()}`);
  }
  return rows;
}
var GOES_ON, COMMAND, BEFORE_COMMAND, WORDS2, WORDS_OF_COMMAND, brokenWhereWide;
var init_wrapped = __esm({
  "src/report/wrapped.ts"() {
    "use strict";
    init_columns();
    GOES_ON = " \\";
    COMMAND = /^ {2,}(gpu-lease|git|cd|export|ssh) \S/;
    BEFORE_COMMAND = /^(.*\S[:;]) (gpu-lease [a-z].*)$/;
    WORDS2 = /\s*(?:[^\s"]*"[^"\n]*"[^\s"]*|\S+)/g;
    WORDS_OF_COMMAND = /\s*(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
    brokenWhereWide = (words, room) => words.flatMap((word) => columnsOf(word.trimStart()) <= room ? [word] : word.match(/\s*\S+/g) ?? []);
  }
});

// src/report/terminal-face.ts
var USUAL_COLUMNS, columnsOn;
var init_terminal_face = __esm({
  "src/report/terminal-face.ts"() {
    "use strict";
    init_columns();
    init_ink();
    init_progress_bar();
    init_visible_text();
    init_wrapped();
    USUAL_COLUMNS = 80;
    columnsOn = ({ isTTY, columns }) => isTTY ? Math.max(20, (columns || USUAL_COLUMNS) - 1) : void 0;
  }
});

// src/report/page.ts
var page_exports = {};
__export(page_exports, {
  pageOn: () => pageOn
});
function pageOn(out, env) {
  const columns = columnsOn(out);
  const ink = inkFor({ isTTY: out.isTTY, env });
  return {
    columns,
    print(text2) {
      const shown3 = visible(text2);
      const rows = columns === void 0 ? shown3.split("\n") : wrapped(shown3, columns);
      out.write(`${rows.map(ink.line).join("\n")}
`);
    }
  };
}
var init_page = __esm({
  "src/report/page.ts"() {
    "use strict";
    init_ink();
    init_terminal_face();
    init_visible_text();
    init_wrapped();
  }
});

// src/report/text-table.ts
var text_table_exports = {};
__export(text_table_exports, {
  table: () => table
});
function table(header, rows, columns) {
  const shown3 = rows.map((row) => row.map((cell) => fit(visibleLine(cell), MAX_CELL)));
  const natural = widthsOf(header, shown3, columnsOf);
  if (columns === void 0 || widthOf2(natural) <= columns) return laidOut(header, shown3, natural);
  const widths = narrowed(natural, widthsOf(header, shown3, longestWord), columns);
  return widths ? laidOut(header, shown3, widths) : listed(header, shown3, columns);
}
function widthsOf(header, rows, measure) {
  return header.map(
    (title, column) => Math.max(measure(title), ...rows.map((row) => measure(row[column] ?? "")))
  );
}
function narrowed(natural, least, columns) {
  if (widthOf2(least) > columns) return;
  const widths = [...natural];
  while (widthOf2(widths) > columns) {
    const spare = widths.map((width, at) => width > (least[at] ?? 0) ? width : 0);
    const widest = spare.indexOf(Math.max(...spare));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
function laidOut(header, rows, widths) {
  const line = (cells) => widths.map((width, column) => pad(cells[column] ?? "", width)).join(GAP).trimEnd();
  const lines = (cells) => {
    const broken = cells.map((cell, column) => brokenAt(cell, widths[column] ?? 0));
    const height = Math.max(1, ...broken.map((each) => each.length));
    return Array.from({ length: height }, (_, at) => line(broken.map((each) => each[at] ?? "")));
  };
  const rule = line(widths.map((width) => "-".repeat(width)));
  return `${[...lines(header), rule, ...rows.flatMap(lines)].join("\n")}
`;
}
function brokenAt(cell, width) {
  const rows = [""];
  for (const word of cell.split(" ")) {
    const last = rows.at(-1) ?? "";
    if (last === "") rows[rows.length - 1] = word;
    else if (columnsOf(last) + 1 + columnsOf(word) <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}
function listed(header, rows, columns) {
  const width = Math.max(...header.map(columnsOf));
  const room = Math.max(1, columns - width - GAP.length);
  const blocks = rows.map(
    (row) => row.flatMap(
      (cell, column) => cell === "" ? [] : brokenAt(cell, room).map(
        (part, at) => `${pad(at === 0 ? header[column] ?? "" : "", width)}${GAP}${part}`
      )
    )
  );
  return `${blocks.map((block) => block.join("\n")).join("\n\n")}
`;
}
var MAX_CELL, GAP, longestWord, widthOf2;
var init_text_table = __esm({
  "src/report/text-table.ts"() {
    "use strict";
    init_columns();
    init_visible_text();
    MAX_CELL = 100;
    GAP = "  ";
    longestWord = (text2) => Math.max(0, ...text2.split(" ").map(columnsOf));
    widthOf2 = (widths) => widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
  }
});

// src/report/cost-by-table.ts
function printCostBy({ by, groups, where, unread }, { json, env }) {
  const usd = Number(groups.reduce((sum, group) => sum + group.usd, 0).toFixed(6));
  if (json) {
    const named = groups.map(({ of, ...rest }) => ({ [by]: of, ...rest }));
    process.stdout.write(jsonLine({ by, usd, unread, groups: named }));
    return 0;
  }
  const page = pageOn(process.stdout, env);
  if (groups.length === 0) {
    page.print(`No run in ${where} has cost anything.`);
    return 0;
  }
  const rows = groups.map((group) => [
    group.of,
    formatUsd(group.usd),
    String(group.runs),
    group.usdPerHour > 0 ? `${group.usdPerHour} USD/h` : "-"
  ]);
  page.print(`${table([by, "cost", "runs", "now"], rows, page.columns)}sum ${formatUsd(usd)} in ${where}`);
  return 0;
}
var init_cost_by_table = __esm({
  "src/report/cost-by-table.ts"() {
    "use strict";
    init_money();
    init_page();
    init_text_table();
    init_visible_text();
  }
});

// src/cli/cost-of-all.ts
var cost_of_all_exports = {};
__export(cost_of_all_exports, {
  costOfAll: () => costOfAll
});
async function costOfAll(settings, by) {
  const ledger = await lookingLedgerOf(settings);
  const { runs, unread } = await everyRun(ledger);
  if (unread > 0)
    process.stderr.write(
      `${unread} of ${runs.length + unread} records could not be read, and what they cost is not counted; "gpu-lease status --archived" names them.
`
    );
  return printCostBy(
    { by, groups: costBy(by, runs, settings.clock.now()), where: ledger.where, unread },
    settings
  );
}
var init_cost_of_all = __esm({
  "src/cli/cost-of-all.ts"() {
    "use strict";
    init_cost_by();
    init_month_of_money();
    init_cost_by_table();
    init_settings();
  }
});

// src/lease/forecast.ts
function workLeftSeconds(run) {
  const job = run.opened?.document;
  const expected = job?.watch?.expectedSeconds;
  if (expected === void 0) return;
  const total = job?.metrics?.totalSteps;
  const open2 = [...run.cells.values()].filter((cell) => !cell.ended);
  return open2.reduce((sum, { verifiedStep }) => {
    const done = verifiedStep !== void 0 && total ? Math.min(1, verifiedStep / total) : 0;
    return sum + expected * (1 - done);
  }, 0);
}
var init_forecast = __esm({
  "src/lease/forecast.ts"() {
    "use strict";
  }
});

// src/lease/balance.ts
function balanceOf(run, now) {
  const accruedUsd = costLines(run, now).reduce((sum, line) => sum + line.usd, 0);
  const waste = run.leases.flatMap((lease) => wasteOf(lease, now)).filter(({ usd }) => usd > 0);
  const perHour = usdPerHourNow(run, now);
  const left = run.closed ? 0 : secondsLeft(run, now);
  return {
    plannedUsd: run.leases.find((lease) => lease.intent.expectedUsd !== void 0)?.intent.expectedUsd ?? null,
    accruedUsd,
    waste,
    wasteUsd: waste.reduce((sum, { usd }) => sum + usd, 0),
    forecastUsd: left === void 0 ? null : accruedUsd + usdFor(perHour > 0 ? perHour : lastPrice(run), left),
    usdPerHourNow: perHour
  };
}
function wasteOf(lease, now) {
  const name = lease.name;
  const end = now.getTime();
  if (lease.failure !== void 0)
    return [{ lease: name, usd: usdBetween(lease, 0, end), why: `never used: ${lease.failure}` }];
  const begin2 = lease.firstStartedAt ?? lease.lostAt;
  const idleUntil = begin2 === void 0 ? end : Math.min(end, Date.parse(begin2));
  const idle2 = { lease: name, usd: usdBetween(lease, 0, idleUntil), why: "before the run was started on it" };
  if (lease.lostAt === void 0) return [idle2];
  const after = usdBetween(lease, Date.parse(lease.lostAt), end);
  return [idle2, { lease: name, usd: after, why: "after the platform took it away" }];
}
function secondsLeft(run, now) {
  const left = workLeftSeconds(run);
  if (left === void 0 || left === 0) return left;
  const isCounted = run.opened?.document.metrics?.totalSteps !== void 0;
  const startedAt = run.leases.findLast((lease) => lease.state === "running")?.startedAt;
  if (isCounted || startedAt === void 0) return left;
  return Math.max(0, left - Math.max(0, secondsBetween(new Date(startedAt), now)));
}
var lastPrice;
var init_balance = __esm({
  "src/lease/balance.ts"() {
    "use strict";
    init_clock();
    init_money();
    init_cost();
    init_forecast();
    lastPrice = (run) => run.leases.at(-1)?.usdPerHour ?? 0;
  }
});

// src/lease/billed-minutes.ts
function billOf(jobs) {
  const bill = /* @__PURE__ */ new Map();
  for (const { label, seconds } of jobs)
    if (label !== OWN_RUNNER) bill.set(label, (bill.get(label) ?? 0) + billedMinutes(seconds));
  return bill;
}
function together(bills) {
  const sum = /* @__PURE__ */ new Map();
  for (const [label, minutes] of bills.flatMap((bill) => [...bill]))
    sum.set(label, (sum.get(label) ?? 0) + minutes);
  return sum;
}
var OWN_RUNNER, billedMinutes, totalOf;
var init_billed_minutes = __esm({
  "src/lease/billed-minutes.ts"() {
    "use strict";
    init_clock();
    OWN_RUNNER = "self-hosted";
    billedMinutes = (seconds) => Math.max(1, Math.ceil(seconds / 60));
    totalOf = (bill) => [...bill.values()].reduce((sum, minutes) => sum + minutes, 0);
  }
});

// src/lease/runner-minutes.ts
function runnerUse(run, now) {
  const billed = totalOf(billOfRun(run));
  const seconds = run.leases.reduce((sum, lease) => sum + trainingSeconds(lease, now), 0);
  const trainingHours = seconds / 3600;
  return {
    minutes: round(run.runnerSeconds / 60),
    billedMinutes: billed,
    trainingHours: round(trainingHours),
    minutesPerTrainingHour: trainingHours < LEAST_HOURS ? null : round(billed / trainingHours)
  };
}
function billOfRun({ runnerBills, runnerJobs }) {
  const guessed = [...runnerJobs.values()].filter(({ workflowRun }) => !runnerBills.has(workflowRun));
  const jobs = guessed.map(({ seconds, runner }) => ({
    label: runner === OWN_RUNNER ? OWN_RUNNER : USUAL_LABEL,
    seconds
  }));
  return together([...runnerBills.values(), billOf(jobs)]);
}
function trainingSeconds(lease, now) {
  if (lease.firstStartedAt === void 0) return 0;
  const end = lease.endedAt ?? lease.lostAt;
  return Math.max(0, secondsBetween(new Date(lease.firstStartedAt), end === void 0 ? now : new Date(end)));
}
var LEAST_HOURS, USUAL_LABEL, round;
var init_runner_minutes = __esm({
  "src/lease/runner-minutes.ts"() {
    "use strict";
    init_clock();
    init_billed_minutes();
    LEAST_HOURS = 0.05;
    USUAL_LABEL = "ubuntu-latest";
    round = (number2) => Number(number2.toFixed(2));
  }
});

// src/report/cost-table.ts
var cost_table_exports = {};
__export(cost_table_exports, {
  gpuHourLines: () => gpuHourLines,
  printCost: () => printCost,
  runnerLines: () => runnerLines
});
function printCost(run, now, { json, env, billed, runnersUsd }) {
  const lines = costLines(run, now);
  const balance = balanceOf(run, now);
  if (json) {
    const { accruedUsd: usd, ...rest } = balance;
    const runners = { ...runnerUse(run, now), usd: runnersUsd ?? null };
    process.stdout.write(
      jsonLine({ run: run.id, usd, ...rest, meters: lines, billed: billed ?? null, runners })
    );
    return 0;
  }
  const rows = lines.map((line) => [
    line.lease,
    line.meter,
    line.bytes === void 0 ? `${line.usdPerHour} USD/h` : "by the GB",
    line.bytes === void 0 ? formatSeconds(line.seconds) : formatGb(line.bytes),
    formatUsd(line.usd),
    line.bytes !== void 0 ? "as far as known" : line.running ? "RUNNING" : "stopped, proven",
    line.source
  ]);
  const page = pageOn(process.stdout, env);
  page.print(
    [
      table(["lease", "meter", "price", "for", "cost", "state", "price from"], rows, page.columns),
      ...moneyLines(balance),
      ...gpuHourLines(run, now),
      ...billedLines(billed),
      ...runnerLines(run, now, runnersUsd)
    ].join("\n")
  );
  return 0;
}
function moneyLines(balance) {
  const { plannedUsd, accruedUsd, waste, wasteUsd, forecastUsd, usdPerHourNow: usdPerHourNow2 } = balance;
  const waiting = usdPerHourNow2 > 0 ? `waiting costs ${formatUsd(usdPerHourNow2)} per hour` : "nothing is running";
  return [
    `sum ${formatUsd(accruedUsd)}; ${waiting}`,
    ...plannedUsd === null ? [] : [`planned ${formatUsd(plannedUsd)}, when the box was chosen`],
    ...forecastUsd === null ? [] : [`forecast ${formatUsd(forecastUsd)}, at today's price for the work that is left`],
    ...waste.length === 0 ? [] : [`of no use ${formatUsd(wasteUsd)}:`],
    ...waste.map(({ lease, usd, why }) => `  ${lease}: ${formatUsd(usd)} ${why}`)
  ];
}
function gpuHourLines(run, now) {
  const most = run.opened?.budget?.gpuHours;
  const used = gpuHoursSoFar(run, now);
  if (most === void 0 && (used === 0 || !run.leases.some(isQueued))) return [];
  return [`GPU-hours ${used.toFixed(1)}${most === void 0 ? "" : ` of ${most} (budget.gpuHours)`}`];
}
function runnerLines(run, now, usd) {
  const { billedMinutes: billedMinutes2, minutesPerTrainingHour: rate } = runnerUse(run, now);
  if (billedMinutes2 === 0) return [];
  const price = usd === void 0 ? "" : ` (${formatUsd(usd)} where a private repository pays for them)`;
  const perHour = rate === null ? "" : `, ${rate.toFixed(1)} min per hour of training`;
  return [`runners ${billedMinutes2} min billed, each job rounded up${price}${perHour}`];
}
var billedLines;
var init_cost_table = __esm({
  "src/report/cost-table.ts"() {
    "use strict";
    init_clock();
    init_balance();
    init_cost();
    init_fold_queue();
    init_runner_minutes();
    init_traffic();
    init_money();
    init_page();
    init_text_table();
    init_visible_text();
    billedLines = (billed = []) => billed.map(
      ({ lease, platform, usd, source }) => usd === null ? `billed: ${platform} does not say for ${lease}: ${source}` : `billed by ${platform} for ${lease}: ${formatUsd(usd)} (${source})`
    );
  }
});

// src/report/debt-lines.ts
function debtsOf(run) {
  return run.leases.flatMap(({ name, meters }) => {
    const byDebt = /* @__PURE__ */ new Map();
    for (const { id, owed, stoppedAt } of meters) {
      if (!owed || stoppedAt !== void 0) continue;
      const said = JSON.stringify([owed.why, owed.next]);
      const { ids } = byDebt.get(said) ?? { ids: [] };
      byDebt.set(said, { why: owed.why, next: owed.next, ids: [...ids, id] });
    }
    return [...byDebt.values()].map(({ why, next, ids }) => ({
      what: `owed: ${name} ${ids.join(", ")}: ${why}`,
      next
    }));
  });
}
var debtLines;
var init_debt_lines = __esm({
  "src/report/debt-lines.ts"() {
    "use strict";
    debtLines = (run) => debtsOf(run).map(({ what, next }) => `${what}
Next: ${next}`);
  }
});

// src/report/run-table.ts
var run_table_exports = {};
__export(run_table_exports, {
  printRun: () => printRun,
  runJson: () => runJson2,
  runText: () => runText
});
function printRun(run, now, { json, env }) {
  const page = pageOn(process.stdout, env);
  if (json) process.stdout.write(jsonLine(runJson2(run, now)));
  else page.print(runText(run, now, page.columns));
  return 0;
}
function runText(run, now, columns) {
  const out = [
    `run ${run.id}: ${runState(run)}${run.smoke === "waived" ? "  (WARNING: no smoke)" : ""}${run.opened?.dirty ? "  (uncommitted code)" : ""}`
  ];
  if (run.updatedAt)
    out.push(`last event ${formatSeconds(secondsBetween(new Date(run.updatedAt), now))} ago`);
  out.push(
    "",
    table(
      ["lease", "platform", "state", "box"],
      run.leases.map((lease) => [lease.name, lease.platform, lease.state, lease.boxId ?? ""]),
      columns
    )
  );
  out.push(cellTable(run, columns), ...tierFacts(run).slice(0, 50).map(tierWords));
  if (run.seal)
    out.push(
      `seal ${run.seal.seal.slice(0, 8)}: verified ${run.seal.verified}/${run.seal.roster} at ${run.seal.level}${opaqueWords(run.seal.opaque)}, in ${run.seal.place}`
    );
  if (run.noCapacity && !run.closed)
    out.push(
      `waiting for capacity until ${run.noCapacity.tryAgainAt}, since ${run.noCapacity.since}`,
      ...run.noCapacity.declined.map((why) => `  ${why}`)
    );
  out.push(...queueLines(run));
  for (const { what, next } of attentionOf(run, now)) out.push(`ATTENTION: ${what}
Next: ${next}`);
  if (run.halted) out.push(`HALTED (${run.halted.code}): ${run.halted.what}
Next: ${run.halted.next}`);
  out.push(
    `cost ${formatUsd(usdSoFar(run, now))}`,
    ...gpuHourLines(run, now),
    ...runnerLines(run, now),
    ...costing(run).map((line) => `still costing: ${line}`),
    ...ownEnds(run),
    ...debtLines(run),
    ...clocksOf(run, now).map(clockLine)
  );
  return out.join("\n");
}
function endWords(run, cell) {
  if (cell.ended) return `${endOf(run, cell)} (exit ${cell.ended.exitCode})`;
  if (cell.detached) return "no: goes on in the background";
  return cell.stalledSince ? `no: silent since ${cell.stalledSince}` : "";
}
function clockLine({ lease, clock, says, level: level3, leftSeconds }) {
  const left = leftSeconds === null ? "nobody says when" : leftSeconds > 0 ? `in ${formatSeconds(leftSeconds)}` : `since ${formatSeconds(-leftSeconds)}`;
  return `${LEVELS2[level3]}: ${lease}, ${clock}, ${left}: ${says}`;
}
function runJson2(run, now) {
  const boxes = run.leases.filter((lease) => lease.boxId !== void 0).length;
  const resumed = [...run.cells.values()].flatMap((cell) => cell.resumedAt);
  return {
    run: run.id,
    state: runState(run),
    smoke: run.smoke,
    resumedAtStep: resumed.length > 0 ? Math.max(...resumed) : null,
    roster: run.seal?.roster ?? null,
    verified: run.seal?.verified ?? null,
    boxes,
    metersRunning: run.leases.flatMap((lease) => lease.meters).filter((meter) => !meter.stoppedAt).length,
    costUsd: Number(usdSoFar(run, now).toFixed(6)),
    usdPerHourNow: usdPerHourNow(run, now),
    runners: runnerUse(run, now),
    seal: run.seal?.seal ?? null,
    attention: attentionOf(run, now),
    halted: run.halted ? { code: run.halted.code, what: run.halted.what, next: run.halted.next } : null,
    clocks: clocksOf(run, now),
    onTier: tierFacts(run),
    leases: run.leases.map((lease) => ({
      name: lease.name,
      platform: lease.platform,
      state: lease.state,
      boxId: lease.boxId ?? null
    }))
  };
}
var queueLines, cellTable, ownEnds, clocksOf, LEVELS2;
var init_run_table = __esm({
  "src/report/run-table.ts"() {
    "use strict";
    init_clock();
    init_clock_warning();
    init_concerns();
    init_cost();
    init_loss();
    init_on_tier();
    init_opaque_words();
    init_run();
    init_runner_minutes();
    init_money();
    init_cost_table();
    init_debt_lines();
    init_page();
    init_text_table();
    init_visible_text();
    queueLines = ({ id, leases, closed }) => leases.flatMap(
      ({ name, queue }) => queue?.to === "waiting" && !closed ? [
        `${name} waits in its queue since ${queue.at}${queue.why === void 0 ? "" : `: ${queue.why}`}`,
        `  what it stands behind, asked now: gpu-lease diagnose ${id}`
      ] : []
    );
    cellTable = (run, columns) => table(
      ["cell", "ended", "verified step", "resumed at", "files kept"],
      [...run.cells.values()].slice(0, 50).map((cell) => [
        cell.name,
        endWords(run, cell),
        String(cell.verifiedStep ?? ""),
        cell.resumedAt.join(", "),
        String(cell.kept.size)
      ]),
      columns
    );
    ownEnds = (run) => run.leases.flatMap((lease) => {
      const { name, endsAt, untimed, unreached } = lease;
      const endsItselfAt2 = ownEndAhead(lease);
      if (openMeters(lease).length === 0) return [];
      const isOver2 = unreached?.shown === "stopped" && endedItself(lease, unreached.at);
      const own = isOver2 ? ownEndWords(endsItselfAt2) : `it ends its own meter at ${endsItselfAt2} if nobody comes`;
      return [
        ...endsAt === void 0 ? [] : [`${name}: the platform ends it at ${endsAt}`],
        ...endsAt === void 0 && untimed !== void 0 ? [`WARNING: ${name} has no end at the platform: ${untimed}`] : [],
        ...endsItselfAt2 === void 0 ? [] : [`${name}: ${own}`]
      ];
    });
    clocksOf = (run, now) => run.leases.flatMap((lease) => runningClocks(lease, now));
    LEVELS2 = {
      info: "clock",
      half: "WARNING, half of it is over",
      "three-quarters": "WARNING, three quarters of it are over",
      "last-day": "WARNING, it is nearly over",
      over: "OVER",
      unknown: "WARNING, at any moment"
    };
  }
});

// src/course/hidden-runs.ts
var hidden_runs_exports = {};
__export(hidden_runs_exports, {
  hiddenRun: () => hiddenRun,
  hiddenRuns: () => hiddenRuns
});
async function hiddenRuns(world, { closed }) {
  const known = closed.mac !== "" && closed.mac === signed(world, closed.commits) ? closed.commits : [];
  const { found, closed: all } = await world.ledger.hidden(new Set(known));
  const commits = all.slice(-MOST_COMMITS);
  const problems = new Map(
    [...found].map(([id, record]) => [
      id,
      record instanceof Problem ? record : hiddenRun(fold(id, record.events))
    ])
  );
  return { problems, closed: { commits, mac: signed(world, commits) } };
}
var import_node_crypto9, MOST_COMMITS, signed, hiddenRun;
var init_hidden_runs = __esm({
  "src/course/hidden-runs.ts"() {
    "use strict";
    import_node_crypto9 = require("node:crypto");
    init_fold();
    init_run();
    init_problem();
    MOST_COMMITS = 4e3;
    signed = (world, commits) => world.ownerMark(`closed records ${(0, import_node_crypto9.createHash)("sha256").update(commits.join(" ")).digest("hex")}`);
    hiddenRun = (run) => new Problem({
      code: "hidden-run",
      kind: "ledger",
      what: `Run ${run.id} lies in the archive and is not closed: its ref was moved there by somebody, and no look comes by it any more.`,
      next: `"gpu-lease restore ${run.id}" brings it back among the open runs.`,
      costing: costing(run)
    });
  }
});

// src/job/cell-differences.ts
function cellDifferences(cells, shared) {
  const names = [...new Set(cells.flatMap((cell) => Object.keys(cell.vars)))].sort();
  const valueIn = (cell, name) => Object.hasOwn(cell.vars, name) ? cell.vars[name] : Object.hasOwn(shared, name) ? shared[name] : void 0;
  const differences = { varied: [], partial: [] };
  for (const name of names) {
    const values = [...new Set(cells.map((cell) => valueIn(cell, name)))];
    const present = values.filter((value) => value !== void 0);
    if (values.length > 1) differences.varied.push({ name, values: present });
    const without = cells.filter((cell) => valueIn(cell, name) === void 0).map((cell) => cell.name);
    if (without.length > 0) differences.partial.push({ name, without });
  }
  return differences;
}
function valuesOfCells(cells, shared) {
  const names = cellDifferences(cells, shared).varied.map(({ name }) => name);
  return new Map(
    cells.map(({ name, vars }) => [
      name,
      Object.fromEntries(names.map((variable) => [variable, vars[variable] ?? shared[variable] ?? null]))
    ])
  );
}
var init_cell_differences = __esm({
  "src/job/cell-differences.ts"() {
    "use strict";
  }
});

// src/report/best-cell.ts
function bestCell({
  metric,
  cells
}) {
  const known = cells.flatMap((cell) => {
    const value = metric ? cell.metric : cell.loss;
    return value === null || cell.state === "dead" ? [] : [{ cell, value }];
  });
  const [first2, ...others] = known;
  if (!first2 || others.length === 0) return;
  const isMax = metric?.direction === "max";
  const best = others.reduce((so, each) => isBetter(each.value, so.value, isMax) ? each : so, first2);
  const words = metric ? `${metric.key} ${brief(best.value)}, the ${isMax ? "highest" : "lowest"}` : `loss ${brief(best.value)}`;
  return { ...best, words };
}
var isBetter, brief;
var init_best_cell = __esm({
  "src/report/best-cell.ts"() {
    "use strict";
    isBetter = (one, other, isMax) => isMax ? one > other : one < other;
    brief = (value) => String(Number(value.toPrecision(4)));
  }
});

// src/sweep/reconcile.ts
function reconcile(parts, now) {
  const cells = parts.flatMap((part) => part.cells.map((cell) => cellRow(part, cell)));
  const rows = parts.map((part) => partRow(part, now));
  const failed = cells.filter(({ state }) => isFailed(state)).map(({ cell }) => cell);
  const twice = parts.flatMap(
    ({ id, cells: own, run }) => [...run?.cells.keys() ?? []].filter((cell) => !own.includes(cell)).map((cell) => ({ cell, run: id }))
  );
  return {
    state: stateOf(rows, cells, failed.length + twice.length > 0),
    parts: rows,
    cells,
    twice,
    failed,
    goOn: parts.filter(({ run }) => run !== void 0 && !isOver(run, now)).map(({ id }) => id)
  };
}
function cellRow({ id, run, problem }, name) {
  const cell = run?.cells.get(name);
  const row = {
    ...{ cell: name, run: id, exitCode: null, failureClass: null },
    ...{ step: null, loss: null, metric: null, kept: 0 }
  };
  if (!run || !cell) {
    const why = problem?.what ?? (run ? `${id} was opened without it` : `${id} was never opened`);
    return { ...row, state: "missing", why };
  }
  return {
    ...row,
    state: cellState(run, cell.ended?.verdict),
    exitCode: cell.ended?.exitCode ?? null,
    failureClass: cell.ended?.failureClass ?? null,
    step: cell.lastStep ?? cell.verifiedStep ?? null,
    loss: cell.lastLoss ?? null,
    metric: run.seal?.best?.find((each) => each.cell === name)?.value ?? null,
    kept: cell.kept.size,
    why: ""
  };
}
function cellState(run, ended2) {
  if (ended2 === "dead") return "dead";
  if (run.seal) return "sealed";
  if (run.closed || isGivenUp(run)) return "lost";
  if (ended2 === "finished") return "finished";
  return ["running", "preempted"].includes(currentLease(run)?.state ?? "") ? "running" : "waiting";
}
function partRow({ id, cells, run, problem }, now) {
  const lease = run && (currentLease(run) ?? run.leases.at(-1));
  return {
    run: id,
    state: run ? runState(run) : problem ? "unreadable" : "missing",
    cells: cells.length,
    lease: lease ? `${lease.name} ${lease.platform} ${lease.state}` : "",
    costUsd: run ? Number(usdSoFar(run, now).toFixed(6)) : 0,
    usdPerHourNow: run ? usdPerHourNow(run, now) : 0,
    seal: run?.seal?.seal ?? null,
    halted: run?.halted && !run.closed ? { code: run.halted.code, what: run.halted.what, next: run.halted.next } : null
  };
}
function stateOf(parts, cells, hasFailed) {
  if (parts.some(({ state }) => state === "debt")) return "debt";
  if (hasFailed) return "failed";
  if (parts.every(({ state }) => state === "released")) return "released";
  if (cells.every(({ state }) => state === "sealed")) return "sealed";
  if (parts.some(({ halted: halted2 }) => halted2)) return "halted";
  return parts.some(({ lease }) => lease !== "") ? "running" : "opened";
}
function failureLine({ cells, twice }) {
  const rows = cells.filter(({ state }) => isFailed(state));
  const named = [
    ...rows.map((row) => `${row.cell} (${reasonOf(row)})`),
    ...twice.map(({ cell, run }) => `${cell} (in ${run}, which the roster does not give it)`)
  ];
  if (named.length === 0) return "";
  const left = named.length - MOST_NAMED;
  const list = named.slice(0, MOST_NAMED).join(", ") + (left > 0 ? ` and ${left} more` : "");
  return `${named.length} of ${cells.length} cells failed: ${list}`;
}
function reasonOf({ state, exitCode, failureClass, why }) {
  if (state !== "dead") return why === "" ? state : `${state}: ${why}`;
  return ["dead", `exit ${exitCode}`, ...failureClass ? [failureClass] : []].join(", ");
}
var isFailed, isOver, MOST_NAMED;
var init_reconcile = __esm({
  "src/sweep/reconcile.ts"() {
    "use strict";
    init_cost();
    init_run();
    init_stored();
    isFailed = (state) => ["missing", "dead", "lost"].includes(state);
    isOver = (run, now) => run.closed !== void 0 || run.halted !== void 0 || isGivenUp(run) || run.seal !== void 0 && !needsStoring(run, now);
    MOST_NAMED = 20;
  }
});

// src/course/sweep-facts.ts
var sweep_facts_exports = {};
__export(sweep_facts_exports, {
  sealedHere: () => sealedHere,
  standingOf: () => standingOf,
  sweepExitCode: () => sweepExitCode
});
async function standingOf(ledger, sweep, now, problems = /* @__PURE__ */ new Map()) {
  const parts = await readParts(ledger, sweep);
  const found = reconcile(parts, now);
  return { facts: sweepFacts(sweep, parts, found, problems), found, failures: failureLine(found), parts };
}
function sealedHere(parts, who) {
  const workflowRun = /^github:\d+\./.exec(who)?.[0];
  if (workflowRun === void 0) return [];
  return parts.filter(({ run }) => run?.seal?.statement !== void 0 && run.seal.by.startsWith(workflowRun)).map(({ id }) => id);
}
function sweepFacts(sweep, parts, found, problems) {
  const differs = differing(parts);
  const sum = (of) => Number(found.parts.reduce((all, row) => all + of(row), 0).toFixed(6));
  const cells = found.cells.map((row) => ({ ...row, differs: differs.get(row.cell) ?? {} }));
  const metric = sourcesOf(sweep.opened.document).find((rule) => rule.best)?.best ?? null;
  const best = bestCell({ metric, cells });
  return {
    sweep: sweep.id,
    job: sweep.opened.job,
    commit: sweep.opened.commit,
    state: found.state,
    smoke: parts[0]?.run?.smoke ?? "missing",
    failed: found.failed,
    parts: found.parts.map((row, index) => ({
      ...row,
      budgetUsd: parts[index]?.run?.opened?.budget.usd ?? null,
      problem: wordsOf(problems.get(row.run) ?? parts[index]?.problem)
    })),
    metric,
    best: best ? { cell: best.cell.cell, value: best.value } : null,
    cells,
    twice: found.twice,
    costUsd: sum(({ costUsd }) => costUsd),
    usdPerHourNow: sum(({ usdPerHourNow: usdPerHourNow2 }) => usdPerHourNow2)
  };
}
function differing(parts) {
  const jobs = parts.flatMap(({ run }) => run?.opened ? [run.opened.document] : []);
  return valuesOfCells(
    jobs.flatMap((job) => job.cells),
    jobs[0]?.vars ?? {}
  );
}
function sweepExitCode(found, problems) {
  if (found.state === "debt") return EXIT.billing;
  if (found.twice.length > 0 || found.cells.some(({ state }) => isFailed(state))) return EXIT.failed;
  const [problem] = problems.values();
  if (problem) return exitCodeOf(problem);
  return found.parts.some(({ halted: halted2 }) => halted2) ? EXIT.failed : EXIT.ok;
}
var wordsOf;
var init_sweep_facts = __esm({
  "src/course/sweep-facts.ts"() {
    "use strict";
    init_cell_differences();
    init_rule();
    init_problem();
    init_best_cell();
    init_reconcile();
    init_record();
    wordsOf = (problem) => problem ? { code: problem.code, what: problem.what, next: problem.next } : null;
  }
});

// src/report/sweep-text.ts
var sweep_text_exports = {};
__export(sweep_text_exports, {
  divisionText: () => divisionText,
  sweepText: () => sweepText,
  worstFirst: () => worstFirst
});
function divisionText({ parts, differing: differing2 }, columns) {
  const daily = parts.some(({ usdPerDay }) => usdPerDay !== null);
  const rows = parts.map(({ run, cells, usd, usdPerDay }) => [
    run,
    String(cells.length),
    formatUsd(usd),
    ...daily ? [usdPerDay === null ? "" : formatUsd(usdPerDay)] : [],
    cells.join(", ")
  ]);
  const header = ["part", "cells", "budget", ...daily ? ["a day"] : [], "its cells, in order"];
  return [...bounded(header, rows, columns), ...differingText(differing2, columns)];
}
function differingText({ variables, cells }, columns) {
  if (variables.length === 0) return ["no variable differs between the cells"];
  const shown3 = variables.slice(0, MOST_VARIABLES);
  const rows = cells.map(({ cell, values }) => [
    cell,
    ...shown3.map((_, index) => values[index] ?? "(not set)")
  ]);
  const left = variables.length - shown3.length;
  return [
    ...bounded(["cell", ...shown3], rows, columns),
    `all else is the same for every cell: commit, command, ${left > 0 ? `and the variables but these and ${left} more` : "and every other variable"}`
  ];
}
function sweepText(facts, columns) {
  const { parts, cells, metric, costUsd, usdPerHourNow: usdPerHourNow2 } = facts;
  const best = bestCell(facts);
  return [
    ...bounded(
      ["part", "state", "cells", "box", "cost", "budget", "seal"],
      parts.map((part) => [
        part.run,
        part.state,
        String(part.cells),
        part.lease,
        formatUsd(part.costUsd),
        part.budgetUsd === null ? "" : formatUsd(part.budgetUsd),
        part.seal?.slice(0, 8) ?? ""
      ]),
      columns
    ),
    ...bounded(
      ["cell", "part", "state", "step", "loss", ...metric ? [`best ${metric.key}`] : [], "files kept"],
      worstFirst(cells).map((row) => [
        row.cell,
        row.run,
        row.exitCode ? `${row.state} (exit ${row.exitCode})` : row.state,
        String(row.step ?? ""),
        row.loss === null ? "" : row.loss.toPrecision(4),
        ...metric ? [row.metric === null ? "" : brief(row.metric)] : [],
        String(row.kept)
      ]),
      columns
    ),
    ...best ? [`best: ${best.cell.cell} with ${best.words}`] : [],
    `cost ${formatUsd(costUsd)}; one more hour ${usdPerHourNow2 > 0 ? `costs ${formatUsd(usdPerHourNow2)}` : "costs nothing"}`,
    ...parts.flatMap(({ run, halted: halted2, problem }) => [
      ...halted2 ? [`${run} is halted: ${halted2.what}`, `  next: ${halted2.next}`] : [],
      ...problem ? [`${run}: ${problem.what}`, `  next: ${problem.next}`] : []
    ])
  ];
}
function bounded(header, rows, columns) {
  const shown3 = rows.slice(0, MOST_ROWS);
  const left = rows.length - shown3.length;
  return [
    table(header, shown3, columns).trimEnd(),
    ...left > 0 ? [`and ${left} more; "--json" and the report have all`] : []
  ];
}
var MOST_ROWS, MOST_VARIABLES, RANK, worstFirst;
var init_sweep_text = __esm({
  "src/report/sweep-text.ts"() {
    "use strict";
    init_money();
    init_best_cell();
    init_text_table();
    MOST_ROWS = 60;
    MOST_VARIABLES = 6;
    RANK = ["missing", "dead", "lost", "waiting", "running", "finished", "sealed"];
    worstFirst = (rows) => [...rows].sort((a, b) => RANK.indexOf(a.state) - RANK.indexOf(b.state));
  }
});

// src/report/event-words.ts
var event_words_exports = {};
__export(event_words_exports, {
  describeEvent: () => describeEvent
});
var describeEvent;
var init_event_words = __esm({
  "src/report/event-words.ts"() {
    "use strict";
    init_events();
    init_visible_text();
    describeEvent = (event) => visibleLine(sentenceOf(event));
  }
});

// src/cli/status.ts
var status_exports = {};
__export(status_exports, {
  command: () => command,
  listing: () => listing,
  recordOf: () => recordOf3,
  runsOf: () => runsOf,
  sayNotVerified: () => sayNotVerified
});
async function command(request) {
  const settings = settingsOf(request);
  try {
    return await show(request.command.name, settings);
  } catch (error) {
    const { withKnownCosts: withKnownCosts2 } = await Promise.resolve().then(() => (init_known_costs(), known_costs_exports));
    throw withKnownCosts2(settings, error);
  }
}
async function show(name, settings) {
  const run = settings.value("run");
  if (name === "status" && run === void 0) return listRuns2(settings);
  const by = name === "cost" ? settings.value("by") : void 0;
  if (by !== void 0) {
    const { costOfAll: costOfAll2 } = await Promise.resolve().then(() => (init_cost_of_all(), cost_of_all_exports));
    return costOfAll2(settings, by);
  }
  if (name === "status" && run !== void 0 && await showSweep(settings, run)) return 0;
  const { id, events, trust } = await recordOf3(settings, run);
  if (trust === "not-verified") sayNotVerified(id);
  const { fold: fold2 } = await Promise.resolve().then(() => (init_fold(), fold_exports));
  const folded = fold2(id, events);
  if (name === "events") return printEvents(settings, events);
  if (name === "cost") {
    const { printCost: printCost2 } = await Promise.resolve().then(() => (init_cost_table(), cost_table_exports));
    return printCost2(folded, settings.clock.now(), settings);
  }
  const { printRun: printRun2 } = await Promise.resolve().then(() => (init_run_table(), run_table_exports));
  return printRun2(folded, settings.clock.now(), settings);
}
async function listRuns2(settings) {
  const archived = settings.flag("archived");
  const { where, runs } = await runsOf(settings, archived);
  const outOfSight = await runsOutOfSight(settings, runs);
  if (settings.json) {
    process.stdout.write(`${jsonLine({ runs, outOfSight })}
`);
    return 0;
  }
  const { pageOn: pageOn2 } = await Promise.resolve().then(() => (init_page(), page_exports));
  const page = pageOn2(process.stdout, settings.env);
  const list = await listing({ where, runs, archived, columns: page.columns }, settings.clock.now());
  page.print(list.trimEnd());
  for (const { run, what, next } of outOfSight) page.print(`ATTENTION: ${run}: ${what}
Next: ${next}`);
  return 0;
}
async function runsOutOfSight(settings, listed2) {
  const mayHide = surelyEmpty(ledgerLocation(settings), true) === void 0;
  if (!mayHide && !(0, import_node_fs9.existsSync)(recordsDir(settings))) return [];
  const { machineCopiesOf: machineCopiesOf2 } = await Promise.resolve().then(() => (init_ledger_opening(), ledger_opening_exports));
  const copies = machineCopiesOf2(settings);
  const ledger = await lookingLedgerOf(settings);
  const found = mayHide ? await runsInArchive(ledger, copies) : [];
  const known = new Set([...listed2, ...found].map(({ run }) => run));
  for (const run of copies.runs()) {
    if (known.has(run) || copies.read(run)?.text.trimEnd().split("\n").at(-1)?.includes('"type":"closed"'))
      continue;
    try {
      await ledger.read(run);
    } catch (error) {
      if (!(error instanceof Problem && error.kind === "ledger")) throw error;
      found.push({ run, what: error.what, next: error.next });
    }
  }
  return found;
}
async function runsInArchive(ledger, copies) {
  const before = copies.closed();
  const { found, closed } = await ledger.hidden(before);
  if (closed.length !== before.size || closed.some((commit) => !before.has(commit)))
    copies.rememberClosed(closed);
  if (found.size === 0) return [];
  const { hiddenRun: hiddenRun2 } = await Promise.resolve().then(() => (init_hidden_runs(), hidden_runs_exports));
  const { fold: fold2 } = await Promise.resolve().then(() => (init_fold(), fold_exports));
  return [...found].map(([run, record]) => {
    const { what, next } = record instanceof Problem ? record : hiddenRun2(fold2(run, record.events));
    return { run, what, next };
  });
}
async function listing({
  where,
  runs,
  archived,
  columns
}, now) {
  if (runs.length === 0) return `No ${archived ? "" : "open "}runs in ${where}.
`;
  const rows = bySweep(runs).map((run) => [
    run.sweep ? `${run.run}  (part ${run.sweep.part} of ${run.sweep.of})` : run.run,
    run.archived ? `${run.state} (closed)` : run.state,
    formatUsd(run.usd),
    `${formatSeconds(secondsBetween(new Date(run.updatedAt), now))} ago`,
    run.leases.at(-1) ?? ""
  ]);
  const { table: table2 } = await Promise.resolve().then(() => (init_text_table(), text_table_exports));
  return table2(["run", "state", "cost then", "last event", "lease"], rows, columns);
}
function bySweep(runs) {
  const groups = /* @__PURE__ */ new Map();
  for (const run of runs) {
    const key = run.sweep ? `sweep ${run.sweep.id}` : `run ${run.run}`;
    groups.set(key, [...groups.get(key) ?? [], run]);
  }
  return [...groups.values()].flatMap(
    (group) => [...group].sort((a, b) => (a.sweep?.part ?? 0) - (b.sweep?.part ?? 0))
  );
}
async function showSweep(settings, id) {
  const ledger = await lookingLedgerOf(settings);
  const { readSweep: readSweep2 } = await Promise.resolve().then(() => (init_record(), record_exports));
  const sweep = (await ledger.read(id)).events.length > 0 ? void 0 : await readSweep2(ledger, id);
  if (!sweep) return false;
  const { standingOf: standingOf2 } = await Promise.resolve().then(() => (init_sweep_facts(), sweep_facts_exports));
  const { sweepText: sweepText2 } = await Promise.resolve().then(() => (init_sweep_text(), sweep_text_exports));
  const { facts, failures } = await standingOf2(ledger, sweep, settings.clock.now());
  const { pageOn: pageOn2 } = await Promise.resolve().then(() => (init_page(), page_exports));
  const page = pageOn2(process.stdout, settings.env);
  const lines = [
    `sweep ${id}: ${facts.state}`,
    ...sweepText2(facts, page.columns),
    ...failures === "" ? [] : [failures]
  ];
  if (settings.json) process.stdout.write(jsonLine(facts));
  else page.print(lines.join("\n"));
  return true;
}
async function runsOf(settings, archived) {
  const empty = surelyEmpty(ledgerLocation(settings), archived);
  if (empty !== void 0) return { where: empty, runs: [] };
  const ledger = await lookingLedgerOf(settings);
  return { where: ledger.where, runs: await ledger.list({ archived }) };
}
async function recordOf3(settings, run) {
  const ledger = await lookingLedgerOf(settings);
  const id = run ?? await onlyOpenRun(ledger);
  const { events, trust = "plain" } = await ledger.read(id);
  if (events.length === 0) throw await noRun(ledger, id);
  return { id, events, trust };
}
function sayNotVerified(id) {
  process.stderr.write(
    `The record of ${id} is NOT VERIFIED: it is signed, and GPU_LEASE_SECRET is not set here. Anybody who can push may have written what follows.
`
  );
}
async function printEvents(settings, events) {
  if (settings.json) {
    process.stdout.write(`${jsonLine({ events })}
`);
    return 0;
  }
  const { describeEvent: describeEvent2 } = await Promise.resolve().then(() => (init_event_words(), event_words_exports));
  const { pageOn: pageOn2 } = await Promise.resolve().then(() => (init_page(), page_exports));
  const page = pageOn2(process.stdout, settings.env);
  for (const event of events) page.print(`${event.at}  ${event.by}  ${describeEvent2(event)}`);
  return 0;
}
var import_node_fs9;
var init_status = __esm({
  "src/cli/status.ts"() {
    "use strict";
    import_node_fs9 = require("node:fs");
    init_clock();
    init_find_run();
    init_no_refs();
    init_money();
    init_problem();
    init_visible_text();
    init_ledger_place();
    init_settings();
  }
});

// src/host/installed.ts
function installedDir() {
  let here = new URL(".", __here);
  for (let depth = 0; depth < 6; depth += 1) {
    if ((0, import_node_fs10.existsSync)(new URL("package.json", here)) && (0, import_node_fs10.existsSync)(new URL("profiles/", here))) return here;
    here = new URL("..", here);
  }
  throw new Error(
    `this installation of gpu-lease is not whole: no package.json and profiles/ above ${__here}`
  );
}
var import_node_fs10;
var init_installed = __esm({
  "src/host/installed.ts"() {
    "use strict";
    import_node_fs10 = require("node:fs");
  }
});

// src/cli/help.ts
var help_exports = {};
__export(help_exports, {
  columnsForHelp: () => columnsForHelp,
  printHelp: () => printHelp,
  printVersion: () => printVersion
});
function printHelp(argv, commands, columns) {
  const name = argv.find((word) => !word.startsWith("-") && word !== "help");
  const command2 = commands.find((each) => each.name === name);
  process.stdout.write(command2 ? commandHelp(command2, columns) : overview(commands, columns));
  return 0;
}
function printVersion() {
  const { version } = JSON.parse((0, import_node_fs11.readFileSync)(new URL("package.json", installedDir()), "utf8"));
  process.stdout.write(`gpu-lease ${version}
`);
  return 0;
}
function overview(commands, columns) {
  const groups = ["stages", "looking", "hands on a run", "setting up", "when things go wrong"];
  const width = Math.max(...commands.map((each) => each.name.length)) + 2;
  const lists = groups.map((group) => {
    const rows = commands.filter((each) => each.group === group).map(({ name, about }) => ({ name, about }));
    return `${group}:
${hung(rows, width, columns)}`;
  });
  return [
    filled2(
      "gpu-lease: trains on rented GPUs, and never loses a checkpoint or leaves a meter running.",
      "",
      columns
    ),
    "usage: gpu-lease <command> [options]\n       gpu-lease <command> --help",
    ...lists,
    "First time? Try: gpu-lease demo",
    ""
  ].join("\n\n");
}
function commandHelp(command2, columns) {
  const takes = [
    ...command2.positional ? [`[${command2.positional.toUpperCase()}]`] : [],
    ...command2.words ? [command2.words] : []
  ].map((word) => ` ${word}`);
  const flagOf = (name) => `--${name}${optionOf(command2, name).kind === "flag" ? "" : " VALUE"}`;
  const width = Math.max(22, ...command2.options.map((name) => flagOf(name).length)) + 2;
  const rows = command2.options.map((name) => {
    const { about, fallback } = optionOf(command2, name);
    return { name: flagOf(name), about: `${about}${fallback ? ` (default: ${fallback})` : ""}` };
  });
  return `${filled2(`gpu-lease ${command2.name}: ${command2.about}`, "", columns)}

${filled2(`usage: gpu-lease ${command2.name}${takes.join("")} [options]`, " ".repeat("usage: ".length), columns)}

${hung(rows, width, columns)}
`;
}
function hung(rows, width, columns) {
  const isBeside2 = columns - width - 2 >= LEAST_BESIDE;
  const indent = " ".repeat(isBeside2 ? width + 2 : BELOW);
  return rows.flatMap(({ name, about }) => {
    const lines = wrapped(about, columns - indent.length).map((line) => `${indent}${line}`);
    return isBeside2 ? [`  ${name.padEnd(width)}${lines.join("\n").slice(indent.length)}`] : [`  ${name}`, ...lines];
  }).join("\n");
}
var import_node_fs11, PLAIN_COLUMNS, LEAST_BESIDE, BELOW, columnsForHelp, filled2;
var init_help = __esm({
  "src/cli/help.ts"() {
    "use strict";
    import_node_fs11 = require("node:fs");
    init_installed();
    init_terminal_face();
    init_wrapped();
    init_options();
    PLAIN_COLUMNS = 100;
    LEAST_BESIDE = 30;
    BELOW = 8;
    columnsForHelp = (out, env) => columnsOn(out) ?? (/^[1-9]\d{0,4}$/.test(env["COLUMNS"] ?? "") ? Number(env["COLUMNS"]) : PLAIN_COLUMNS);
    filled2 = (text2, hanging, columns) => wrapped(text2, columns - hanging.length).join(`
${hanging}`);
  }
});

// src/github/inert.ts
function annotation(level3, text2, at) {
  const place = at ? [`file=${property(at.file)}`, `line=${at.line}`, `col=${at.column}`] : [];
  const properties = [...place, "title=gpu-lease"].join(",");
  return `::${level3} ${properties}::${data(short(inert(text2)))}
`;
}
var inert, MAX_ANNOTATION, short, data, property;
var init_inert = __esm({
  "src/github/inert.ts"() {
    "use strict";
    init_visible_text();
    inert = (text2) => visible(text2).split("\n").map(
      (line) => line.replace(/^([^\x21-\x7e]*):(?=[^\x20-\x7e]*:)/, "$1\\x3a").replace(/#(?=[^\x20-\x7e]*#[^\x20-\x7e]*\[)/g, "\\x23")
    ).join("\n");
    MAX_ANNOTATION = 3900;
    short = (text2) => text2.length > MAX_ANNOTATION ? `${text2.slice(0, MAX_ANNOTATION)} ... (cut)` : text2;
    data = (text2) => text2.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
    property = (text2) => data(visible(text2)).replaceAll(":", "%3A").replaceAll(",", "%2C");
  }
});

// src/cli/print-error.ts
var print_error_exports = {};
__export(print_error_exports, {
  printError: () => printError
});
function printError(error, env, toPerson = (text2) => pageOn(process.stderr, env).print(text2.trimEnd()), toRunner = (text2) => void process.stdout.write(text2)) {
  const isWorkflow = env["GITHUB_ACTIONS"] === "true";
  const shown3 = isWorkflow ? inert : visible;
  const problems = error instanceof Problems ? error.all : error instanceof Problem ? [error] : [];
  if (problems.length === 0) {
    toPerson(`gpu-lease: a bug of ours, please report it with this text:
${shown3(stackOf(error))}
`);
    if (isWorkflow) toRunner(annotation("error", `a bug of gpu-lease: ${String(error)}`));
    return;
  }
  for (const problem of problems) {
    const at = problem.at ? `${problem.at.file}:${problem.at.line}:${problem.at.column}: ` : "";
    if (isWorkflow) toRunner(annotation("error", problem.message, problem.at));
    else toPerson(`gpu-lease: ${shown3(`${at}${problem.message}`)}
`);
  }
}
var init_print_error = __esm({
  "src/cli/print-error.ts"() {
    "use strict";
    init_inert();
    init_problem();
    init_page();
    init_visible_text();
  }
});

// src/refused-here.ts
var refused_here_exports = {};
__export(refused_here_exports, {
  lackOn: () => lackOn,
  refusedHere: () => refusedHere
});
function refusedHere(error) {
  if (!(error instanceof Error) || error instanceof Problem) return error;
  const { path, syscall = "write" } = error;
  const code = isLackInDisguise(error) ? "ENOSPC" : error.code ?? "";
  const refusal = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : void 0;
  if (!refusal || path === void 0 && code === "EACCES") return error;
  const where = path === void 0 ? "a file of this command" : path;
  const what = `This machine refused to ${syscall} ${where} (${code}): ${refusal.why(path ?? "")}. This says nothing about the run.`;
  return new Problem({ code: "refused-here", kind: "failed", what, next: refusal.next }, { cause: error });
}
function isLackInDisguise({ code, syscall, path }) {
  const there = code === "ENOENT" && syscall === "mkdir" ? nearest(path ?? "") : void 0;
  if (there === void 0) return false;
  const { bavail, ffree, files } = (0, import_node_fs12.statfsSync)(there);
  return bavail === 0 || files > 0 && ffree === 0;
}
function lackOn(dir) {
  const there = nearest(dir);
  if (there === void 0) return "no bytes or no inodes are left";
  const { bavail, bsize, ffree, files } = (0, import_node_fs12.statfsSync)(there);
  if (files > 0 && ffree === 0) return `none of ${files} inodes is free`;
  return `${bavail * bsize} bytes are free`;
}
function nearest(path) {
  if (path === "") return void 0;
  for (let at = path; ; at = (0, import_node_path12.dirname)(at)) {
    if ((0, import_node_fs12.existsSync)(at)) return at;
    if (at === (0, import_node_path12.dirname)(at)) return void 0;
  }
}
var import_node_fs12, import_node_path12, NEXT2, REFUSALS;
var init_refused_here = __esm({
  "src/refused-here.ts"() {
    "use strict";
    import_node_fs12 = require("node:fs");
    import_node_path12 = require("node:path");
    init_problem();
    NEXT2 = "then run the same command again; it goes on where this one stopped.";
    REFUSALS = {
      ENOSPC: { why: lackOn, next: `Free space there, ${NEXT2}` },
      EDQUOT: { why: () => "this user's quota there is used up", next: `Free space or ask for more, ${NEXT2}` },
      EROFS: {
        why: () => "the file system is mounted read-only, which kernels do after an error of the disk",
        next: `See what the kernel says of it ("dmesg") and mount it for writing, ${NEXT2}`
      },
      EIO: {
        why: () => "the disk itself failed",
        next: `Look at the disk ("dmesg"), and go on from another machine if it is failing; ${NEXT2.replace("then ", "")}`
      },
      EMFILE: {
        why: () => 'this process may open no more files ("ulimit -n")',
        next: `Raise the limit of open files, ${NEXT2}`
      },
      ENFILE: {
        why: () => "this machine has no more open files to give",
        next: `End what holds so many files open, ${NEXT2}`
      },
      EACCES: { why: () => "this user may not", next: `Give the path to this user ("ls -l"), ${NEXT2}` }
    };
  }
});

// src/cli/look.ts
var look_exports = {};
__export(look_exports, {
  look: () => look
});
module.exports = __toCommonJS(look_exports);

// src/cli/command.ts
var given = (expression) => `\${{ ${expression} }}`;
var startedWith = (inputs) => [
  "on:",
  "  workflow_dispatch:",
  "    inputs:",
  ...Object.entries(inputs).map(([name, about]) => `      ${name}: { type: string, description: ${about} }`)
];
var RELEASE_HEAD = [
  `run-name: release ${given("inputs.lease")} ${given("inputs.seal")} ${given("inputs.acknowledge")} # what its reviewers read`,
  ...startedWith({
    run: "Run to release",
    lease: "Lease to release",
    seal: "Seal that the release is for",
    acknowledge: "stale-facts where the summary asks for it",
    approve: "Release phrase where no environment has reviewers"
  })
];
var PLACE = ["ledger", "store", "json"];

// src/cli/commands/abandon.ts
var definition = {
  name: "abandon",
  group: "when things go wrong",
  place: 30,
  about: "Save what can be saved, list what is lost, and give the boxes back. Needs its own phrase.",
  positional: "run",
  options: ["run", ...PLACE, "approve", "environment", "noted", "stopped", "bound"],
  load: () => import("../abandon.ts")
};

// src/cli/commands/approve.ts
var definition2 = {
  name: "approve",
  group: "stages",
  place: 110,
  about: "Approve in advance: what is sealed within bounds is released without asking again.",
  positional: "run",
  options: ["run", ...PLACE, "standing", "approve", "environment", "noted"],
  load: () => import("../approve.ts")
};

// src/cli/commands/ask.ts
var definition3 = {
  name: "ask",
  group: "stages",
  place: 120,
  about: "Start the workflow run in which a person is asked for a release: of one run or all that wait.",
  positional: "run",
  options: ["run", ...PLACE],
  load: () => import("../ask.ts"),
  action: {
    of: "all",
    step: () => import("../ask-step.ts"),
    token: "Token that may start a workflow (actions: write) and write the ledger (contents: write).",
    secret: "needed",
    outputs: { asked: "For how many releases a workflow run asks now." },
    example: {
      head: [
        "# .github/workflows/mine-train.yml: it starts mine-release.yml, the file of gate and release",
        "on: workflow_dispatch"
      ]
    }
  }
};

// src/cli/commands/attest.ts
var definition4 = {
  name: "attest",
  group: "looking",
  place: 67,
  about: "Hold the statement about a seal against the record, and lay it out for whoever signs it.",
  options: ["run", "path", "ledger"],
  load: () => import("../attest.ts"),
  action: {
    of: "all",
    step: async () => ({ step: (await import("../attest.ts")).attestStep }),
    token: "Token that may read the ledger (contents: read).",
    secret: "taken",
    outputs: {
      subjects: "Path of the list of files and digests; empty where there are more than a signer takes.",
      predicate: "Path of what is said of them.",
      "predicate-type": "The type of that.",
      model: "Name of the whole set, for a model signature.",
      "model-digest": "Digest of the whole set, as sha256:DIGEST.",
      "model-predicate": "Path of the list of its files.",
      "model-predicate-type": "The type of a model signature."
    },
    example: {
      head: startedWith({ run: "Run to go on with" }),
      job: ["needs: collect # a job with the action of that name"],
      before: [
        "- uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1",
        `  with: { name: 'gpu-lease-statement-${given("inputs.run")}' }`
      ],
      with: { run: given("inputs.run"), path: "statement.json" }
    }
  }
};

// src/cli/commands/board.ts
var definition5 = {
  name: "board",
  group: "looking",
  place: 25,
  about: "Open runs at a glance: how far, what they cost now, whom they wait for; asks the ledger alone.",
  positional: "run",
  defaults: { bound: "60s" },
  meanings: { run: "One run, or the id of one sweep; all that are open when unset." },
  options: ["run", ...PLACE, "watch", "html", "bound"],
  load: () => import("../board.ts")
};

// src/cli/commands/colab.ts
var definition6 = {
  name: "colab",
  group: "stages",
  place: 170,
  about: "Make a notebook of Colab that trains this job and saves to Drive; bring what it made from there.",
  words: "export [JOB] | collect FOLDER",
  options: ["job", "out", "remote", "force", "store", "json"],
  load: () => import("../colab.ts")
};

// src/cli/commands/collect.ts
var definition7 = {
  name: "collect",
  group: "stages",
  place: 90,
  about: "Pull what was promised, load every file, seal the evidence.",
  positional: "run",
  options: ["run", "job", ...PLACE, "bound", "anew"],
  load: () => import("../stages.ts"),
  action: {
    of: "run",
    token: "Token that may write the ledger (contents: write) and read back what was uploaded (actions: read).",
    uploads: true,
    records: true,
    outputs: {
      approved: "in-advance where a word that was given before covers the release of what is sealed now; else empty.",
      statement: "Path of the statement about what is sealed, which the workflow attest signs; empty before there is a seal."
    },
    example: {
      head: startedWith({ run: "Run to go on with" }),
      keys: true,
      with: { run: given("inputs.run"), bound: "70min" },
      queue: "gpu-lease"
    }
  }
};

// src/cli/commands/comment.ts
var definition8 = {
  name: "comment",
  group: "looking",
  place: 90,
  about: "Keep one comment on a pull request: smoke, planned cost, runs against the base. Rents nothing.",
  options: ["job", "ledger", "number", "smoke", "reason", "check", "json"],
  trust: "anybody",
  load: () => import("../pull-request.ts"),
  action: {
    of: "all",
    step: () => import("../pull-request.ts"),
    token: "Token for the comment (pull-requests: write; contents: read for the ledger).",
    outputs: {
      comment: "created, updated, unchanged, or not-allowed where the token only reads, as on a fork.",
      smoke: "passed, failed, waived or unknown."
    },
    example: {
      head: ["on: pull_request"],
      checkout: "history",
      job: ["needs: smoke # a job with the action of that name", `if: ${given("!cancelled()")}`],
      with: { smoke: given("needs.smoke.result"), reason: given("needs.smoke.outputs.reason") }
    }
  }
};

// src/cli/commands/completion.ts
var definition9 = {
  name: "completion",
  group: "setting up",
  place: 60,
  about: "A completion script for bash, zsh or fish; names of open runs are completed, too.",
  words: "bash | zsh | fish | runs",
  options: [],
  load: () => import("../completion.ts")
};

// src/cli/commands/continue.ts
var definition10 = {
  name: "continue",
  group: "stages",
  place: 80,
  about: "In a workflow: see that somebody goes on with the run; start the workflow again if nobody does.",
  positional: "run",
  defaults: { chain: "auto" },
  options: ["run", "job", "ledger", "chain", "hop", "hops", "due", "idle"],
  load: () => import("../continue.ts"),
  action: {
    of: "all",
    step: () => import("../continue.ts"),
    token: "Token that may write the ledger (contents: write) and start or switch a workflow (actions: write).",
    secret: "needed",
    records: true,
    outputs: {
      next: "Who goes on with the run: tick, chain, person, or nobody where nothing is left to look at."
    },
    example: {
      head: startedWith({ run: "Run to go on with", hop: "Left to the chain" }),
      job: ["needs: watch # a job with the action of that name", `if: ${given("!cancelled()")}`],
      with: { run: given("inputs.run"), chain: "auto", hop: given("inputs.hop") }
    }
  }
};

// src/cli/commands/cost.ts
var definition11 = {
  name: "cost",
  group: "looking",
  place: 40,
  about: "Every meter of a run: price, time, sum, forecast, waste, what still runs; or all runs by month, platform or job.",
  positional: "run",
  defaults: { bound: "60s" },
  options: ["run", ...PLACE, "by", "billed", "bound"],
  load: () => import("../cost.ts"),
  quick: () => Promise.resolve().then(() => (init_status(), status_exports))
};

// src/cli/commands/cp.ts
var definition12 = {
  name: "cp",
  group: "hands on a run",
  place: 20,
  about: "Copy a file from or to the box of a run, hash-equal. RUN:PATH is below the output of its cell.",
  words: "RUN:PATH FILE | FILE RUN:PATH",
  options: ["cell", "ledger", "store"],
  load: () => import("../cp.ts")
};

// src/cli/commands/demo.ts
var definition13 = {
  name: "demo",
  group: "setting up",
  place: 10,
  about: "A real run on a loopback box, from smoke to release, in a minute.",
  options: ["ask", "keep", "store", "json"],
  load: () => import("../demo.ts")
};

// src/cli/commands/diagnose.ts
var definition14 = {
  name: "diagnose",
  group: "when things go wrong",
  place: 5,
  about: "What happened, how sure that is and what to do: of a run, or a log (a file, - for stdin).",
  positional: "run",
  options: ["run", "end-left", ...PLACE],
  load: () => import("../diagnose.ts")
};

// src/cli/commands/doctor.ts
var definition15 = {
  name: "doctor",
  group: "setting up",
  place: 50,
  about: "What keeps gpu-lease from working in this repository at GitHub, with each fix. Changes nothing.",
  options: ["job", "json"],
  trust: "anybody",
  load: () => import("../doctor.ts"),
  action: {
    of: "all",
    step: () => import("../doctor-step.ts"),
    token: "Token that may look at the repository (contents: read, actions: read).",
    outputs: {
      faults: "How many things will fail, be lost or go unasked.",
      unknown: "How many could not be looked at with this token."
    },
    example: {
      checkout: true,
      job: [
        "environment: gpu-lease # holds the secret and the keys",
        `env: { GPU_LEASE_SECRET: '${given("secrets.GPU_LEASE_SECRET")}', RUNPOD_API_KEY: '${given("secrets.RUNPOD_API_KEY")}' }`
      ]
    }
  }
};

// src/cli/commands/du.ts
var definition16 = {
  name: "du",
  group: "hands on a run",
  place: 50,
  about: "What a run has on its box by folder and size: what of it is kept, what would be lost.",
  positional: "run",
  options: ["run", ...PLACE],
  load: () => import("../du.ts")
};

// src/cli/commands/events.ts
var definition17 = {
  name: "events",
  group: "looking",
  place: 35,
  about: "What happened to a run, event by event.",
  positional: "run",
  defaults: { bound: "60s" },
  options: ["run", ...PLACE, "bound"],
  load: () => Promise.resolve().then(() => (init_status(), status_exports)),
  quick: () => Promise.resolve().then(() => (init_status(), status_exports))
};

// src/cli/commands/exec.ts
var definition18 = {
  name: "exec",
  group: "hands on a run",
  place: 10,
  about: "Run a command on the box of a run, in the code that it trains; ends with its exit code.",
  positional: "run",
  words: "-- COMMAND...",
  options: ["run", "ledger", "store"],
  load: () => import("../exec.ts")
};

// src/cli/commands/fix.ts
var definition19 = {
  name: "fix",
  group: "setting up",
  place: 35,
  about: "The job file as its own faults and those a smoke finds would have it; --write writes it.",
  options: ["job", "store", "write", "json", "allow-dirty"],
  load: () => import("../fix.ts")
};

// src/cli/commands/gate.ts
var definition20 = {
  name: "gate",
  group: "stages",
  place: 60,
  about: "Before a release waits: prove that its gate holds, show what will be approved. Changes nothing.",
  positional: "run",
  options: ["run", "job", ...PLACE, "environment", "approve", "standing"],
  load: () => import("../gate.ts"),
  action: {
    of: "run",
    token: "Token that may read the ledger (contents: read), rules and approvals (actions: read).",
    outputs: {
      gate: "environment, phrase, wanted where nobody has typed the phrase yet, or none where nothing waits for anybody.",
      environment: "The environment that the release job has to wait in; empty where a phrase is the gate.",
      noted: "How many approvals this attempt began with; the input of that name of launch and release.",
      lease: "The lease that will be released."
    },
    example: {
      head: RELEASE_HEAD,
      job: [
        `outputs: { environment: '${given("steps.gate.outputs.environment")}', noted: '${given("steps.gate.outputs.noted")}' }`
      ],
      with: { run: given("inputs.run"), approve: given("inputs.approve") }
    }
  }
};

// src/cli/commands/gotcha.ts
var definition21 = {
  name: "gotcha",
  group: "looking",
  place: 80,
  about: "Draft an entry about what goes wrong on a platform, as a patch of its profile. Changes no file.",
  words: "add",
  options: [
    "platform",
    "concerns",
    "symptom",
    "cause",
    "proof",
    "general",
    "fix",
    "source",
    "match",
    "profiles"
  ],
  load: () => import("../gotcha.ts")
};

// src/cli/commands/init.ts
var definition22 = {
  name: "init",
  group: "setting up",
  place: 20,
  about: "Look at this repository, write a commented job file for it; with --github a workflow, too.",
  options: [
    ...["job", "entry", "platform", "github", "name", "label", "ledger"],
    ...["ledger-environment", "keys-environment", "attest", "force"]
  ],
  meanings: {
    platform: "Write it for this platform: its candidate, and what it needs; unset: for this machine."
  },
  load: () => import("../init.ts")
};

// src/cli/commands/kaggle.ts
var definition23 = {
  name: "kaggle",
  group: "stages",
  place: 180,
  about: "Push the next session of this job to Kaggle; show how it stands; bring what it made.",
  words: "push [JOB or RUN] | status [RUN] | collect [RUN] | step [RUN]",
  options: ["run", "job", "push", "again", "store", "json"],
  meanings: {
    run: 'Run on Kaggle, or the name of one of its sessions; unset: the newest of the job, or that which "first" begins.'
  },
  load: () => import("../kaggle.ts"),
  action: {
    of: "all",
    step: () => import("../kaggle-action.ts"),
    token: "Token that may fetch the commit of a run (contents: read) and read back what was uploaded (actions: read).",
    uploads: true,
    records: true,
    outputs: {
      run: "Run on Kaggle; empty where the job has none there.",
      state: "none, pushed, going-on, waiting (no room now), unfinished (none was to be pushed), stored, sealed (the job wants no store), or failed (a person has to decide).",
      session: "Number of its newest session.",
      url: "Page of that session.",
      seal: "The seal of what was verified; empty before the run is done.",
      place: "Where it was stored and read back."
    },
    example: {
      head: [
        "on:",
        "  schedule: [{ cron: '11 * * * *' }] # goes on with the newest run, and begins none",
        "  workflow_dispatch:",
        "    inputs:",
        "      push: { type: choice, options: [first, next, again, none], description: What may be pushed }"
      ],
      checkout: true,
      job: [
        "environment: gpu-lease # holds the token",
        `env: { KAGGLE_API_TOKEN: '${given("secrets.KAGGLE_API_TOKEN")}' }`
      ],
      with: { push: given("inputs.push || 'next'") },
      queue: "gpu-lease-kaggle"
    }
  }
};

// src/cli/commands/label.ts
var definition24 = {
  name: "label",
  group: "stages",
  place: 35,
  about: "In a workflow: start a run of a labelled pull request, for reviewers to approve.",
  options: ["label", "standing", "json"],
  defaults: { standing: "L2" },
  trust: "anybody",
  load: () => import("../label.ts"),
  action: {
    of: "all",
    step: () => import("../label.ts"),
    token: "Token that may take the label off (pull-requests: write), start a workflow (actions: write), post a status (statuses: write) and read the file that it starts (contents: read).",
    outputs: { started: "The workflow run that was started; empty where the label starts nothing." },
    example: { head: ["on:", "  pull_request: { types: [labeled] }"], with: { label: "gpu" } }
  }
};

// src/cli/commands/launch.ts
var definition25 = {
  name: "launch",
  group: "stages",
  place: 50,
  about: "Rent one box, audit it, start the job detached.",
  options: [
    "job",
    "run",
    ...PLACE,
    "evidence",
    "bound",
    "standing",
    "environment",
    "noted",
    "allow-dirty",
    "dry-run"
  ],
  load: () => import("../stages.ts"),
  action: {
    of: "run",
    token: 'Token that may write the ledger (contents: write), read what earlier workflow runs kept of it and, with "standing", see who approved (actions: read).',
    records: true,
    example: {
      checkout: true,
      keys: true,
      job: ["needs: smoke # a job with the action of that name"],
      with: { evidence: given("needs.smoke.outputs.evidence") },
      queue: "gpu-lease"
    }
  }
};

// src/cli/commands/log.ts
var definition26 = {
  name: "log",
  group: "looking",
  place: 30,
  about: "What a run printed, from its box or else what was brought of it; with --follow as it comes.",
  positional: "run",
  options: ["run", "cell", "attempt", "lines", "follow", ...PLACE],
  load: () => import("../log.ts")
};

// src/cli/commands/notify.ts
var definition27 = {
  name: "notify",
  group: "setting up",
  place: 55,
  about: 'Whom "notify" of the job file tells of what; with --test a message to each, and its outcome.',
  options: ["job", "test", "dry-run", "json"],
  load: () => import("../notify.ts"),
  action: {
    of: "all",
    step: () => import("../notify-step.ts"),
    outputs: {
      sent: "How many targets took the message.",
      failed: "How many did not."
    },
    example: {
      checkout: true,
      job: [
        "environment: gpu-lease # holds the secrets",
        `env: { SLACK_WEBHOOK_URL: '${given("secrets.SLACK_WEBHOOK_URL")}' }`
      ]
    }
  }
};

// src/cli/commands/offers.ts
var definition28 = {
  name: "offers",
  group: "setting up",
  place: 40,
  about: "What the candidates offer now, the best first, and why the rest was declined.",
  options: ["job", "ledger", "platform", "all", "json"],
  load: () => import("../offers.ts")
};

// src/cli/commands/open.ts
var definition29 = {
  name: "open",
  group: "stages",
  place: 40,
  about: "Open the run, on the evidence of a smoke that another job made. Runs none of the job's code.",
  options: ["job", "run", ...PLACE, "evidence", "number", "head-commit", "allow-dirty"],
  load: () => import("../stages.ts"),
  action: {
    of: "run",
    token: "Token that may write the ledger (contents: write), read what earlier workflow runs kept of it and switch the schedule of the tick on (actions: write).",
    records: true,
    example: {
      checkout: true,
      job: ["needs: smoke # a job with the action of that name"],
      with: { evidence: given("needs.smoke.outputs.evidence") }
    }
  }
};

// src/cli/commands/plan.ts
var definition30 = {
  name: "plan",
  group: "setting up",
  place: 30,
  about: "What a run would do, cost and risk. Rents nothing.",
  options: ["job", "ledger", "boxes", "probe", "why", "json", "allow-dirty"],
  load: () => import("../plan.ts"),
  action: {
    of: "all",
    step: async () => ({ step: (await import("../looking-steps.ts")).planStep }),
    token: "Token that may read the ledger (contents: read).",
    secret: "taken",
    outputs: {
      platform: "Platform of the best offer; empty when no candidate has one.",
      offer: "Its name there.",
      "usd-per-hour": "Its price.",
      "expected-usd": "What the whole job is expected to cost; empty where the job does not say how long it takes.",
      "at-most-usd": "What the budget lets it cost."
    },
    example: { checkout: true, keys: true }
  }
};

// src/cli/commands/platforms.ts
var definition31 = {
  name: "platforms",
  group: "looking",
  place: 10,
  about: "What every platform can do, costs, keeps and destroys; one in full when named. Asks nobody.",
  positional: "platform",
  options: ["platform", "json"],
  load: () => import("../platforms.ts")
};

// src/cli/commands/release.ts
var definition32 = {
  name: "release",
  group: "stages",
  place: 100,
  about: "With an approval of the seal: stop every meter and prove that each stopped.",
  positional: "run",
  options: ["run", "job", ...PLACE, "approve", "environment", "noted", "stopped", "bound", "dry-run"],
  load: () => import("../stages.ts"),
  action: {
    of: "run",
    token: "Token that may write the ledger (contents: write), see who approved and what is stored (actions: read).",
    records: true,
    example: {
      head: RELEASE_HEAD,
      keys: true,
      job: [
        "needs: gate # a job with the action of that name",
        `environment: ${given("needs.gate.outputs.environment || 'gpu-lease'")} # waits for its reviewers`
      ],
      with: {
        run: given("inputs.run"),
        approve: given("inputs.approve"),
        environment: given("needs.gate.outputs.environment"),
        noted: given("needs.gate.outputs.noted")
      },
      queue: "gpu-lease-release"
    }
  }
};

// src/cli/commands/restore.ts
var definition33 = {
  name: "restore",
  group: "when things go wrong",
  place: 20,
  about: "Put a good copy back of a run whose record was cut or deleted; shows it first.",
  positional: "run",
  options: ["run", "ledger", "from", "over", "yes", "json"],
  load: () => import("../restore.ts")
};

// src/cli/commands/resume.ts
var definition34 = {
  name: "resume",
  group: "when things go wrong",
  place: 10,
  about: "Go on with a run that stopped itself for a person to look at.",
  positional: "run",
  options: ["run", ...PLACE, "bound", "without-copies"],
  load: () => import("../stages.ts")
};

// src/cli/commands/retry.ts
var definition35 = {
  name: "retry",
  group: "hands on a run",
  place: 70,
  about: "After a fix: smoke the commit that lies here, and go on with it on the box that is held.",
  positional: "run",
  options: ["run", "job", "allow-dirty", ...PLACE, "bound"],
  load: () => import("../retry.ts")
};

// src/cli/commands/run.ts
var definition36 = {
  name: "run",
  group: "stages",
  place: 10,
  about: "The whole life of a job: smoke, launch, watch, collect, release. Goes on where it stopped.",
  positional: "run",
  options: ["run", "job", ...PLACE, "approve", "bound", "allow-dirty", "dry-run", "yes"],
  load: () => import("../stages.ts")
};

// src/cli/commands/sign.ts
var definition37 = {
  name: "sign",
  group: "looking",
  place: 65,
  about: "Sign a folder as one model with a key: an OpenSSF model signature. Needs no run and no ledger.",
  words: "DIR",
  options: ["key", "output"],
  load: () => import("../sign.ts")
};

// src/cli/commands/smoke.ts
var definition38 = {
  name: "smoke",
  group: "stages",
  place: 30,
  about: "Tiny run on this machine, then kill and resume. Nothing may be rented before it passes.",
  options: ["job", "run", ...PLACE, "allow-dirty"],
  trust: "forks-without-secrets",
  load: () => import("../stages.ts"),
  action: {
    of: "all",
    step: () => import("../smoke-step.ts"),
    without: ["run", "ledger"],
    inRoot: true,
    outputs: {
      evidence: "What it showed, as JSON for the input of that name of open, launch or sweep; empty where the job has no smoke.",
      reason: "Why it failed, for the input of that name of comment: findings, file and line, last lines. Empty where it passed."
    },
    example: {
      head: ["on: pull_request"],
      checkout: true,
      job: [
        `outputs: { evidence: '${given("steps.smoke.outputs.evidence")}', reason: '${given("steps.smoke.outputs.reason")}' }`
      ]
    }
  }
};

// src/cli/commands/ssh.ts
var definition39 = {
  name: "ssh",
  group: "hands on a run",
  place: 5,
  about: "A shell on the box of a run, in its code, by OpenSSH; or one command with your terminal.",
  positional: "run",
  words: "[-- COMMAND...]",
  options: ["run", "ledger", "store"],
  load: () => import("../ssh.ts")
};

// src/cli/commands/ssh-config.ts
var definition40 = {
  name: "ssh-config",
  group: "hands on a run",
  place: 40,
  about: "Host blocks for the boxes of held runs, for VS Code and others; gone with the release.",
  positional: "run",
  options: ["run", "include", "remove", "ledger", "store"],
  meanings: { run: "Only this run; all that hold a box when unset." },
  load: () => import("../ssh-config.ts")
};

// src/cli/commands/staleness.ts
var definition41 = {
  name: "staleness",
  group: "looking",
  place: 70,
  about: "Which facts about platforms have to be read up again, the worst first. Asks no platform.",
  options: ["months", "months-money", "profiles", "platform", "all", "sarif", "issue", "json"],
  trust: "anybody",
  load: () => import("../staleness.ts"),
  action: {
    of: "all",
    step: () => import("../staleness-step.ts"),
    token: "Token for the issue (issues: write).",
    outputs: {
      stale: "How many facts are older than the limit.",
      never: "How many facts nobody ever verified.",
      errors: "How many stamps or profiles cannot be read, or are of a month to come.",
      sarif: "Path of the findings for code scanning; empty when none were asked for."
    },
    example: {
      head: ["on:", "  schedule: [{ cron: '23 5 1 * *' }]", "  workflow_dispatch:"],
      with: { issue: "true" }
    }
  }
};

// src/cli/commands/status.ts
var definition42 = {
  name: "status",
  group: "looking",
  place: 20,
  about: "Every open run, its state and what it costs; one run in full when named.",
  positional: "run",
  defaults: { bound: "60s" },
  options: ["run", ...PLACE, "archived", "watch", "bound"],
  trust: "anybody",
  load: () => import("../status-watch.ts"),
  quick: () => Promise.resolve().then(() => (init_status(), status_exports)),
  action: {
    of: "all",
    step: async () => ({ step: (await import("../looking-steps.ts")).statusStep }),
    token: "Token that may read the ledger (contents: read).",
    secret: "taken",
    without: ["bound"],
    atFirst: { state: "unknown" },
    outputs: {
      runs: "How many runs are open; 1 when one was named.",
      state: "Of the run that was named, or of the only open one; empty for several.",
      "cost-usd": "Accrued cost in USD, of all of them.",
      json: 'What "gpu-lease status --json" prints.'
    }
  }
};

// src/cli/commands/stop.ts
var definition43 = {
  name: "stop",
  group: "hands on a run",
  place: 60,
  about: "End the work on the box, bring and verify its last save, and hold the box; releases nothing.",
  positional: "run",
  options: ["run", ...PLACE],
  load: () => import("../stop.ts")
};

// src/cli/commands/strays.ts
var definition44 = {
  name: "strays",
  group: "looking",
  place: 50,
  about: "Boxes and volumes of ours that no lease holds, from the platforms' own lists. Deletes nothing.",
  options: ["platform", "put-up", "apart", "allow-blind", "verbose", ...PLACE],
  load: () => import("../strays.ts")
};

// src/cli/commands/sweep.ts
var definition45 = {
  name: "sweep",
  group: "stages",
  place: 20,
  about: "The cells of a job over several boxes, from one smoke to sealed parts. Releases none.",
  positional: "run",
  defaults: { parallel: "64" },
  options: [
    "run",
    "job",
    ...PLACE,
    "boxes",
    "evidence",
    "rent",
    "bound",
    "parallel",
    "allow-dirty",
    "dry-run"
  ],
  load: () => import("../sweep.ts"),
  action: {
    of: "all",
    step: () => import("../sweep-step.ts"),
    token: "Token that may write the ledger (contents: write) and read what earlier workflow runs kept of it (actions: read).",
    secret: "needed",
    records: true,
    atFirst: { state: "unknown" },
    outputs: {
      sweep: "Id of the sweep.",
      runs: "Run ids of the parts that a job can go on with, as a JSON list for a matrix; at most 256.",
      sealed: "Run ids of the parts that this workflow run has sealed, as a JSON list for the workflow attest; empty where there is none.",
      cells: "How many cells its roster has.",
      failed: "How many of them are missing, dead or lost.",
      state: "opened, running, failed, halted, debt, sealed or released: the worst of it in one word.",
      "cost-usd": "Accrued cost in USD, of all parts."
    },
    example: {
      checkout: true,
      keys: true,
      job: ["needs: smoke # a job with the action of that name"],
      with: { evidence: given("needs.smoke.outputs.evidence"), boxes: "4" },
      queue: "gpu-lease"
    }
  }
};

// src/cli/commands/tick.ts
var definition46 = {
  name: "tick",
  group: "stages",
  place: 130,
  about: "One look at every open run, as far as each goes now; strays, debts, clocks. For a schedule.",
  defaults: { bound: "60s" },
  options: ["job", ...PLACE, "bound", "parallel", "every", "issues", "calls"],
  load: () => import("../tick.ts"),
  action: {
    of: "all",
    step: () => import("../tick-step.ts"),
    token: "Token that may write the ledger (contents: write) and issues (issues: write), and read what earlier looks kept (actions: read).",
    secret: "needed",
    records: true,
    atFirst: { state: "unknown" },
    outputs: {
      runs: "How many runs are open.",
      advanced: "How many of them went on.",
      problems: "How many things a person must look at.",
      debts: "How many meters should have stopped and are not proven to have.",
      strays: "How many boxes and volumes of ours no lease holds, seen in two looks.",
      state: "well, problems or billing: the worst of it in one word.",
      collect: "Runs that have ended and wait for a job that collects and stores them, as a JSON list for a matrix.",
      next: "Whether somebody has to be asked for a release or to look at a run in time, or the schedule to be switched: a job that may start workflow runs is needed.",
      idle: "Whether nothing is open or owed, so that the schedule may be switched off."
    },
    example: {
      head: ["on:", "  schedule: [{ cron: '7,37 * * * *' }]", "  workflow_dispatch:"],
      checkout: true,
      keys: true
    }
  }
};

// src/cli/commands/told.ts
var definition47 = {
  name: "told",
  group: "stages",
  place: 125,
  about: "In a workflow: say on a labelled commit which job kept its run from beginning.",
  options: ["head-commit", "results", "json"],
  load: () => import("../told.ts"),
  action: {
    of: "all",
    step: () => import("../told.ts"),
    token: "Token that may post a status (statuses: write).",
    outputs: { told: "The state that was posted." },
    example: {
      head: startedWith({ commit: "Whole id of the commit" }),
      job: [
        "needs: smoke # a job with the action of that name",
        `if: ${given("always() && needs.smoke.result != 'success'")}`
      ],
      with: { "head-commit": given("inputs.commit"), results: `smoke ${given("needs.smoke.result")}` }
    }
  }
};

// src/cli/commands/tunnel.ts
var definition48 = {
  name: "tunnel",
  group: "hands on a run",
  place: 30,
  about: "A port of the box on the loopback of this machine, for Jupyter or TensorBoard, until Ctrl-C.",
  positional: "run",
  words: "[LOCAL:]PORT...",
  options: ["run", "ledger", "store", "bound"],
  defaults: { bound: "12h" },
  meanings: { bound: "Longest time that the port stays open." },
  load: () => import("../tunnel.ts")
};

// src/cli/commands/verify.ts
var definition49 = {
  name: "verify",
  group: "looking",
  place: 60,
  about: "Load-verify files or directories. Needs no run and no ledger.",
  words: "PATH...",
  options: [
    "path",
    "role",
    "contains",
    "allow-degraded",
    "manifest",
    "previous",
    "step",
    "min-step",
    "allow-import",
    "may-be-zero",
    "dtype",
    "fail-on",
    "require",
    "report",
    "sarif",
    "jobs",
    "sha256",
    "explain",
    "diff",
    "attested",
    "bundle",
    "repo",
    "certificate-identity",
    "certificate-oidc-issuer",
    "trusted-root",
    "commit",
    "key",
    "run",
    "ledger",
    "json"
  ],
  trust: "anybody",
  async load() {
    void import("../../verify/apart/ready-thread.ts").then(({ startAhead }) => startAhead());
    return import("../verify.ts");
  },
  action: {
    of: "all",
    without: ["run", "ledger"],
    step: () => import("../verify-step.ts"),
    atFirst: { verdict: "unknown", failed: "0" },
    outputs: {
      verdict: "pass, pass-degraded, inconclusive or fail: the worst of all files and sets.",
      failed: "How many files and sets failed.",
      json: "Path of the whole result as JSON.",
      report: "Path of the page for people; empty when none was asked for."
    },
    example: {
      head: ["on: push"],
      checkout: true,
      with: { path: "out/", report: "verify.html" }
    }
  }
};

// src/cli/commands/watch.ts
var definition50 = {
  name: "watch",
  group: "stages",
  place: 70,
  about: "Follow the run for a bounded time; pull checkpoints; recover from preemption.",
  positional: "run",
  options: ["run", "job", ...PLACE, "bound", "chain", "hop", "hops"],
  load: () => import("../stages.ts"),
  action: {
    of: "run",
    token: "Token that may write the ledger (contents: write) and read back what was uploaded (actions: read).",
    uploads: true,
    records: true,
    example: {
      head: startedWith({ run: "Run to go on with" }),
      checkout: true,
      keys: true,
      with: { run: given("inputs.run"), bound: "30min" },
      queue: "gpu-lease"
    }
  }
};

// src/cli/command-list.ts
var COMMANDS = [
  definition36,
  definition45,
  definition38,
  definition24,
  definition29,
  definition25,
  definition20,
  definition50,
  definition10,
  definition7,
  definition32,
  definition2,
  definition3,
  definition47,
  definition46,
  definition6,
  definition23,
  definition31,
  definition42,
  definition5,
  definition26,
  definition17,
  definition11,
  definition44,
  definition49,
  definition37,
  definition4,
  definition41,
  definition21,
  definition8,
  definition39,
  definition18,
  definition12,
  definition48,
  definition40,
  definition16,
  definition43,
  definition35,
  definition13,
  definition22,
  definition30,
  definition19,
  definition28,
  definition15,
  definition27,
  definition9,
  definition14,
  definition34,
  definition33,
  definition
];

// src/cli/program.ts
var import_node_fs13 = require("node:fs");
init_problem();

// src/cli/arguments.ts
var import_node_util2 = require("node:util");
init_nearest();
init_problem();
init_given_options();
init_options();

// src/strict-yaml/explain.ts
init_nearest();
init_problem();

// src/strict-yaml/plain-form.ts
var OTHER_MONEY = ["\u20AC", "\xA3", "\xA5", "eur", "euro", "euros", "gbp", "cny", "rmb"];
var UNITS = ["", "$", "usd", "k", "h", "hour", "hours", "step", "steps", ...OTHER_MONEY];

// src/strict-yaml/explain.ts
var isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// src/job/gpus.ts
init_nearest();

// src/job/gpu-cards.ts
var CARDS = [
  // Consumer
  { model: "GTX 970", compute: 5.2, memoryGb: [4], also: ["970"] },
  { model: "GTX 750 Ti", compute: 5, memoryGb: [2] },
  { model: "GTX 1050", compute: 6.1, memoryGb: [2, 3], also: ["1050"] },
  { model: "GTX 1650 Ti", compute: 7.5, memoryGb: [4] },
  { model: "GTX 1050 Ti", compute: 6.1, memoryGb: [4], also: ["1050 Ti"] },
  { model: "GTX 1060", compute: 6.1, memoryGb: [6, 3], also: ["1060"] },
  { model: "GTX 1070", compute: 6.1, memoryGb: [8], also: ["1070"] },
  { model: "GTX 1070 Ti", compute: 6.1, memoryGb: [8], also: ["1070 Ti"] },
  { model: "GTX 1080", compute: 6.1, memoryGb: [8], also: ["1080"] },
  { model: "GTX 1080 Ti", compute: 6.1, memoryGb: [11], also: ["1080 Ti"] },
  { model: "GTX 1650", compute: 7.5, memoryGb: [4], also: ["1650"] },
  { model: "GTX 1650 SUPER", compute: 7.5, memoryGb: [4], also: ["GTX 1650 S", "1650 SUPER"] },
  { model: "GTX 1660", compute: 7.5, memoryGb: [6], also: ["1660"] },
  { model: "GTX 1660 SUPER", compute: 7.5, memoryGb: [6], also: ["GTX 1660 S", "1660 SUPER"] },
  { model: "GTX 1660 Ti", compute: 7.5, memoryGb: [6], also: ["1660 Ti"] },
  { model: "RTX 2060", compute: 7.5, memoryGb: [6, 12], also: ["2060"] },
  { model: "RTX 2060 SUPER", compute: 7.5, memoryGb: [8], also: ["RTX 2060S", "2060S", "2060 SUPER"] },
  { model: "RTX 2070", compute: 7.5, memoryGb: [8], also: ["2070"] },
  { model: "RTX 2070 SUPER", compute: 7.5, memoryGb: [8], also: ["RTX 2070S", "2070S", "2070 SUPER"] },
  { model: "RTX 2080 SUPER", compute: 7.5, memoryGb: [8], also: ["RTX 2080S", "2080S", "2080 SUPER"] },
  { model: "RTX 2080 Ti", compute: 7.5, memoryGb: [11, 22], also: ["2080 Ti"] },
  { model: "RTX 2080", compute: 7.5, memoryGb: [8], also: ["2080"] },
  { model: "RTX 3050", compute: 8.6, memoryGb: [8, 6], also: ["3050"] },
  { model: "RTX 3060", compute: 8.6, memoryGb: [12, 8], also: ["3060"] },
  { model: "RTX 3060 Ti", compute: 8.6, memoryGb: [8], also: ["3060 Ti"] },
  { model: "RTX 3070", compute: 8.6, memoryGb: [8], also: ["3070"] },
  { model: "RTX 3070 Ti", compute: 8.6, memoryGb: [8], also: ["3070 Ti"] },
  { model: "RTX 3080", compute: 8.6, memoryGb: [10, 12, 20], also: ["3080"] },
  { model: "RTX 3080 Ti", compute: 8.6, memoryGb: [12], also: ["3080 Ti"] },
  { model: "RTX 3090", compute: 8.6, memoryGb: [24], also: ["3090"] },
  { model: "RTX 3090 Ti", compute: 8.6, memoryGb: [24], also: ["3090 Ti"] },
  { model: "RTX 4060", compute: 8.9, memoryGb: [8], also: ["4060"] },
  { model: "RTX 4060 Ti", compute: 8.9, memoryGb: [8, 16], also: ["4060 Ti"] },
  { model: "RTX 4070", compute: 8.9, memoryGb: [12], also: ["4070"] },
  { model: "RTX 4070 SUPER", compute: 8.9, memoryGb: [12], also: ["RTX 4070S", "4070S", "4070 SUPER"] },
  { model: "RTX 4070 Ti", compute: 8.9, memoryGb: [12], also: ["4070 Ti"] },
  {
    model: "RTX 4070 Ti SUPER",
    compute: 8.9,
    memoryGb: [16],
    also: ["4070 Ti SUPER", "RTX 4070S Ti", "RTX 4070 TiS", "4070S Ti"]
  },
  { model: "RTX 4080", compute: 8.9, memoryGb: [16], also: ["4080"] },
  { model: "RTX 4080 SUPER", compute: 8.9, memoryGb: [16, 32], also: ["RTX 4080S", "4080S", "4080 SUPER"] },
  { model: "RTX 4090", compute: 8.9, memoryGb: [24, 48], also: ["4090"] },
  { model: "RTX 4090D", compute: 8.9, memoryGb: [24, 48], also: ["4090D", "RTX 4090 D", "4090 D"] },
  { model: "RTX 5060", compute: 12, memoryGb: [8], also: ["5060"] },
  { model: "RTX 5060 Ti", compute: 12, memoryGb: [8, 16], also: ["5060 Ti"] },
  { model: "RTX 5070", compute: 12, memoryGb: [12], also: ["5070"] },
  { model: "RTX 5070 Ti", compute: 12, memoryGb: [16], also: ["5070 Ti"] },
  { model: "RTX 5080", compute: 12, memoryGb: [16], also: ["5080"] },
  { model: "RTX 5090", compute: 12, memoryGb: [32], also: ["5090"] },
  { model: "RTX 5090D", compute: 12, memoryGb: [32, 24], also: ["5090D", "RTX 5090 D", "5090 D"] },
  { model: "RTX 3060 laptop", compute: 8.6, memoryGb: [6] },
  { model: "RTX 3070 laptop", compute: 8.6, memoryGb: [8] },
  { model: "RTX 4060 laptop", compute: 8.9, memoryGb: [8] },
  { model: "RTX 4070 laptop", compute: 8.9, memoryGb: [8] },
  { model: "RTX 4080 laptop", compute: 8.9, memoryGb: [12] },
  { model: "RTX 4090 laptop", compute: 8.9, memoryGb: [16] },
  { model: "P104-100", compute: 6.1, memoryGb: [4, 8] },
  { model: "P106-100", compute: 6.1, memoryGb: [6] },
  { model: "CMP 50HX", compute: 7.5, memoryGb: [10] },
  { model: "CMP 170HX", compute: 8, memoryGb: [8] },
  { model: "TITAN RTX", compute: 7.5, memoryGb: [24] },
  { model: "TITAN V", compute: 7, memoryGb: [12] },
  { model: "TITAN X", compute: 5.2, memoryGb: [12], also: ["GTX TITAN X"] },
  { model: "TITAN Xp", compute: 6.1, memoryGb: [12] },
  // Workstation
  { model: "K620", compute: 5, memoryGb: [2] },
  { model: "K2200", compute: 5, memoryGb: [4] },
  { model: "P2000", compute: 6.1, memoryGb: [5] },
  { model: "P4000", compute: 6.1, memoryGb: [8] },
  { model: "P5000", compute: 6.1, memoryGb: [16] },
  { model: "P6000", compute: 6.1, memoryGb: [24] },
  { model: "GP100", compute: 6, memoryGb: [16] },
  { model: "GV100", compute: 7, memoryGb: [32] },
  { model: "RTX 4000", compute: 7.5, memoryGb: [8] },
  { model: "RTX 5000", compute: 7.5, memoryGb: [16] },
  { model: "RTX 6000", compute: 7.5, memoryGb: [24] },
  { model: "RTX 8000", compute: 7.5, memoryGb: [48] },
  { model: "A1000", compute: 8.6, memoryGb: [8], also: ["RTX A1000"] },
  { model: "A2000", compute: 8.6, memoryGb: [6, 12], also: ["RTX A2000"] },
  { model: "A4000", compute: 8.6, memoryGb: [16], also: ["RTX A4000"] },
  { model: "A4500", compute: 8.6, memoryGb: [20], also: ["RTX A4500"] },
  { model: "A5000", compute: 8.6, memoryGb: [24], also: ["RTX A5000"] },
  { model: "A5500", compute: 8.6, memoryGb: [24], also: ["RTX A5500"] },
  { model: "A6000", compute: 8.6, memoryGb: [48], also: ["RTX A6000"] },
  { model: "RTX 2000 Ada", compute: 8.9, memoryGb: [16], also: ["2000 Ada"] },
  {
    model: "RTX 4000 Ada",
    compute: 8.9,
    memoryGb: [20],
    also: ["4000 Ada", "RTX 4000 SFF Ada", "RTX 4000 Ada Generation"]
  },
  { model: "RTX 4500 Ada", compute: 8.9, memoryGb: [24], also: ["4500 Ada"] },
  { model: "RTX 5000 Ada", compute: 8.9, memoryGb: [32], also: ["5000 Ada", "A5000 Ada"] },
  { model: "RTX 5880 Ada", compute: 8.9, memoryGb: [48], also: ["5880 Ada"] },
  { model: "RTX 6000 Ada", compute: 8.9, memoryGb: [48], also: ["6000 Ada", "A6000 Ada"] },
  { model: "RTX PRO 4000", compute: 12, memoryGb: [24], also: ["PRO 4000"] },
  { model: "RTX PRO 4000 Mobile", compute: 12, memoryGb: [16] },
  { model: "RTX PRO 4500", compute: 12, memoryGb: [32], also: ["PRO 4500"] },
  { model: "RTX PRO 5000", compute: 12, memoryGb: [48, 72], also: ["PRO 5000"] },
  { model: "RTX PRO 6000", compute: 12, memoryGb: [96], also: ["PRO 6000"] },
  // Data centre, NVIDIA
  { model: "K20", compute: 3.5, memoryGb: [5], also: ["K20c"] },
  { model: "K80", compute: 3.7, memoryGb: [12] },
  { model: "M40", compute: 5.2, memoryGb: [12, 24] },
  { model: "M60", compute: 5.2, memoryGb: [8] },
  { model: "P4", compute: 6.1, memoryGb: [8] },
  { model: "P6", compute: 6.1, memoryGb: [16] },
  { model: "P40", compute: 6.1, memoryGb: [24] },
  { model: "P100", compute: 6, memoryGb: [16, 12] },
  { model: "V100", compute: 7, memoryGb: [16, 32], also: ["V100S"] },
  { model: "T4", compute: 7.5, memoryGb: [16], also: ["T4G"] },
  { model: "A2", compute: 8.6, memoryGb: [16] },
  { model: "A10", compute: 8.6, memoryGb: [24] },
  { model: "A10G", compute: 8.6, memoryGb: [24] },
  { model: "A16", compute: 8.6, memoryGb: [16] },
  { model: "A30", compute: 8, memoryGb: [24] },
  { model: "A40", compute: 8.6, memoryGb: [48] },
  { model: "A100", compute: 8, memoryGb: [40, 80], also: ["A100X"] },
  { model: "A800", compute: 8, memoryGb: [40, 80] },
  { model: "L4", compute: 8.9, memoryGb: [24] },
  { model: "L20", compute: 8.9, memoryGb: [48] },
  { model: "L40", compute: 8.9, memoryGb: [48] },
  { model: "L40S", compute: 8.9, memoryGb: [48] },
  { model: "H20", compute: 9, memoryGb: [96, 141] },
  { model: "H100", compute: 9, memoryGb: [80, 94] },
  { model: "H800", compute: 9, memoryGb: [80] },
  { model: "H200", compute: 9, memoryGb: [141] },
  { model: "GH200", compute: 9, memoryGb: [96, 144] },
  { model: "B100", compute: 10, memoryGb: [192] },
  { model: "B200", compute: 10, memoryGb: [180, 192] },
  { model: "B300", compute: 10.3, memoryGb: [288, 270] },
  { model: "GB200", compute: 10, memoryGb: [186] },
  { model: "GB300", compute: 10.3, memoryGb: [288] },
  // Data centre, AMD. Some size names end in a count: `gpu-mi300x1-192gb` is one MI300X.
  { model: "MI50", memoryGb: [16, 32] },
  { model: "MI100", memoryGb: [32] },
  { model: "MI210", memoryGb: [64] },
  { model: "MI250", memoryGb: [128], also: ["MI250X"] },
  { model: "MI300A", memoryGb: [128] },
  { model: "MI308X", memoryGb: [192, 128] },
  { model: "MI300X", memoryGb: [192], also: ["MI300"] },
  { model: "MI325X", memoryGb: [256], also: ["MI325"] },
  { model: "MI350X", memoryGb: [288], also: ["MI350"] },
  { model: "MI355X", memoryGb: [288], also: ["MI355"] },
  // AMD, desktop
  { model: "RX 6800", memoryGb: [16] },
  { model: "RX 6800 XT", memoryGb: [16] },
  { model: "RX 6900 XT", memoryGb: [16] },
  { model: "RX 6950 XT", memoryGb: [16] },
  { model: "RX 7600", memoryGb: [8] },
  { model: "RX 7700 XT", memoryGb: [12] },
  { model: "RX 7800 XT", memoryGb: [16] },
  { model: "RX 7900 GRE", memoryGb: [16] },
  { model: "Radeon VII", memoryGb: [16] },
  { model: "Radeon Pro VII", memoryGb: [16] },
  { model: "Pro V620", memoryGb: [32] },
  { model: "PRO W7800", memoryGb: [32], also: ["W7800"] },
  { model: "RX 7900 XTX", memoryGb: [24], also: ["7900 XTX"] },
  { model: "RX 7900 XT", memoryGb: [20], also: ["7900 XT"] },
  { model: "PRO W7900", memoryGb: [48], also: ["W7900"] },
  { model: "PRO W6800", memoryGb: [32], also: ["W6800"] },
  // Slices that AutoDL names by their memory and not by the card they are cut from.
  { model: "vGPU-32GB", memoryGb: [32], also: ["vGPU 32", "v 32g", "vGPU 32G", "vGPU 32GB"] },
  { model: "vGPU-48GB", memoryGb: [48], also: ["vGPU 48", "v 48g", "vGPU 48G", "vGPU 48GB"] }
];

// src/job/gpus.ts
function knownGpu(name) {
  const card = cardIn(name);
  if (!card) return;
  const form = formIn(name);
  const memoryGb = saidMemory(card, name);
  return {
    model: card.model,
    ...form === void 0 ? {} : { form },
    ...memoryGb === void 0 ? {} : { memoryGb }
  };
}
function cardIn(text2) {
  const plain3 = plainly(text2);
  let best;
  for (const { card, pattern, length } of PATTERNS) {
    if (length > (best?.length ?? 0) && pattern.test(plain3)) best = { card, length };
  }
  return best?.card;
}
var spellingsOf = ({ model, also = [] }) => [model, ...also];
var squeezed = (text2) => text2.toLowerCase().replace(/[^a-z0-9]/g, "");
var plainly = (text2) => text2.toLowerCase().replace(/[^a-z0-9]+/g, " ").replace(/(nvidia|tesla|geforce|quadro|amd|instinct) ?/g, " $1 ").trim();
var OTHER_CARD = "(?! (?:ti|laptop|mobile)\\b)";
function patternOf(spelling) {
  const words = spelling.toLowerCase().split(/[ -]/).join(" ?");
  const before = /^[a-z]/.test(words) ? "(?<![a-wyz]|(?<!\\d)x)" : "(?<![a-z0-9])";
  return new RegExp(`${before}${words}(?=$|[^a-z0-9]|x\\d|sxm|pcie|nvl|oam)${OTHER_CARD}`);
}
var PATTERNS = CARDS.flatMap(
  (card) => spellingsOf(card).map((each) => ({ card, pattern: patternOf(each), length: squeezed(each).length }))
);
function formIn(text2) {
  const plain3 = plainly(text2);
  if (/sxm/.test(plain3) || /\.\d{2,3}S\./.test(text2) || /h100 80gb hbm3/.test(plain3)) return "SXM";
  if (/pcie/.test(plain3)) return "PCIe";
  return /nvl\b/.test(plain3) ? "NVL" : void 0;
}
function saidMemory(card, text2) {
  for (const [, digits] of text2.matchAll(/(?<!\d)(\d{1,3}) ?(?:gi?b?|s(?=\.))(?![a-z])/gi)) {
    const size = nearestSize(card.memoryGb, Number(digits));
    if (card.memoryGb.includes(size)) return size;
  }
  return;
}
function nearestSize(sizes, measured) {
  const off = (size) => Math.abs(size - measured) / size;
  const [nearest2] = [...sizes].sort((a, b) => off(a) - off(b));
  return nearest2 !== void 0 && off(nearest2) < 0.08 ? nearest2 : Math.round(measured);
}

// src/job/short-forms.ts
function gpuInstead(path, value, within) {
  const key = String(path.at(-1));
  const parent = path.slice(0, -1).join(".");
  if (parent === "resources.gpu" && key !== "memory") {
    const line = written("", wishOf(within));
    return line && { ...line, at: path.slice(0, -1) };
  }
  if (NAMES_OF_GPU.includes(key) && (parent === "resources" || parent === ""))
    return written(parent === "" ? "resources" : "", wishOf(value));
  if (SIZES.includes(`${parent}.${key}`)) return bound(key, value, "GB");
  if (parent === "resources" && (key === "cpus" || key === "cpu")) return bound("cpus", value, "");
  return;
}
var NAMES_OF_GPU = ["gpu", "gpus", "accelerator", "accelerators", "gpu_type", "gpu-type", "gpuType"];
var SIZES = ["resources.gpu.memory", "resources.memory", "resources.disk"];
function written(parent, wish) {
  if (!wish) return;
  const { names, memory, count: count2 } = wish;
  const [name, ...others] = names;
  const parts = [
    ...name === void 0 ? [] : [`name: ${others.length > 0 ? `[${names.join(", ")}]` : name}`],
    ...memory === void 0 ? [] : [`memory: ${memory}`],
    ...count2 === void 0 ? [] : [`count: ${count2}`]
  ];
  const line = `gpu: { ${parts.join(", ")} }`;
  return { line: parent === "" ? line : `${parent}: { ${line} }`, isSure: true };
}
function wishOf(value) {
  if (typeof value === "number") return isCount(value) ? { names: [], count: value } : void 0;
  if (typeof value === "string") return wishInText(value);
  const each = Array.isArray(value) ? value.map(wishOf) : isMapping(value) ? Object.entries(value).map(([name, count2]) => wishInText(`${name}:${count2}`)) : [];
  const wishes = each.filter((wish) => wish !== void 0);
  const [first2] = wishes;
  if (!first2 || wishes.length < each.length) return;
  const isOne = wishes.every(({ count: count2, memory }) => count2 === first2.count && memory === first2.memory);
  return isOne ? { ...first2, names: wishes.flatMap(({ names }) => names) } : void 0;
}
var isCount = (value) => Number.isInteger(value) && value >= 1 && value <= 64;
function wishInText(text2) {
  const wish = { names: [] };
  for (const part of text2.split(":").flatMap(unmultiplied)) {
    const memory = /^(\d{1,3}) ?Gi?B ?\+?$/i.exec(part)?.[1];
    if (/^\d{1,2}$/.test(part) && isCount(Number(part))) wish.count = Number(part);
    else if (memory !== void 0) wish.memory = `${memory}GB+`;
    else if (/^\d{1,3}GB\.\.\d{1,3}GB$/.test(part)) wish.memory = part;
    else if (!addNames(wish, part)) return;
  }
  return wish.names.length > 0 || wish.memory !== void 0 || wish.count !== void 0 ? wish : void 0;
}
function unmultiplied(part) {
  const text2 = part.trim();
  const [, before, after] = /^(\d{1,2}) ?x ?([A-Za-z].*)$/i.exec(text2) ?? [];
  if (before !== void 0 && after !== void 0) return [after, before];
  const [, name, count2] = /^([A-Za-z].*?) ?x ?(\d{1,2})$/i.exec(text2) ?? [];
  return name !== void 0 && count2 !== void 0 && knownGpu(name) ? [name, count2] : [text2];
}
function addNames(wish, part) {
  for (const name of part.split(",").map((each) => each.trim())) {
    const card = knownGpu(name);
    if (!card) return false;
    const { model, form, memoryGb } = card;
    const isSaid = memoryGb !== void 0 && /\d ?Gi?B/i.test(name);
    wish.names.push(form === void 0 ? model : `${model} ${form}`);
    if (isSaid) wish.memory = `${memoryGb}GB+`;
  }
  return true;
}
function bound(key, value, unit) {
  const text2 = typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
  const digits = /^(\d{1,6}) ?\+?$/.exec(text2)?.[1];
  if (digits === void 0 || digits === "0") return;
  const note = `for at least ${digits}${unit && ` ${unit}`}`;
  return { line: `${key}: ${digits}${unit}+`, note, isSure: true };
}

// src/cli/words-of-others.ts
var OF_THE_JOB_FILE = {
  gpu: cards,
  gpus: cards,
  "gpu-type": cards,
  accelerator: cards,
  accelerators: cards,
  gres: cards,
  time: (value) => `\`hours: ${value ?? 24}\` below \`budget\``,
  "max-price": (value) => `\`usdPerHour: ${value ?? 2}\` below \`budget\``,
  image: () => "`image: NAME@sha256:DIGEST`",
  env: () => "`vars` for plain values, and the names of secrets under `env`",
  spot: () => "`market: spot` of a candidate",
  "use-spot": () => "`market: spot` of a candidate"
};
function cards(value) {
  const line = value === void 0 ? void 0 : gpuInstead(["resources", "gpus"], value.replace(/^gpu:/, ""), {})?.line;
  return `\`${line ?? "gpu: { name: A100, count: 1 }"}\` below \`resources\``;
}
function saidInJobFile(option2, value) {
  const name = option2.replace(/^-+/, "").replaceAll("_", "-");
  const words = Object.hasOwn(OF_THE_JOB_FILE, name) ? OF_THE_JOB_FILE[name]?.(value) : void 0;
  return words && `The job file says that: ${words}.`;
}

// src/cli/arguments.ts
function parseArguments(argv, commands) {
  const [name, ...rest] = argv;
  if (name === void 0 || name === "help" || name === "--help" || name === "-h") return "help";
  if (name === "--version" || name === "-V" || name === "-v") return "version";
  const command2 = commands.find((each) => each.name === name);
  if (!command2 && Object.hasOwn(ELSEWHERE, name)) throw calledElse(name, ELSEWHERE[name] ?? "");
  if (!command2)
    throw unknown(
      "command",
      name,
      commands.map((each) => each.name),
      "gpu-lease --help"
    );
  const help = `gpu-lease ${command2.name} --help`;
  const { given: given2, words, faults, asksForHelp } = read2(command2, rest, help);
  if (asksForHelp) return "help";
  const file = command2.words === void 0 ? words.find((each) => /\.ya?ml$/.test(each)) : void 0;
  if (file !== void 0 && command2.options.includes("job")) faults.push(fileAsWord(command2.name, file));
  if (command2.positional && words.length > 0) given2[command2.positional] ??= words.shift() ?? "";
  if (words.length > 0 && command2.words === void 0 && faults.length === 0)
    faults.push(unknown("argument", words[0] ?? "", [], help));
  if (faults.length > 0) throwAll([...faults, ...givenOptions({ given: given2, command: command2 }).faults]);
  return { command: command2, commands, given: given2, words };
}
function read2(command2, args, help) {
  const kinds = new Map(command2.options.map((name) => [name, option(name).kind]));
  const shorts = new Map(command2.options.map((name) => [`-${option(name).short}`, name]));
  const options = Object.fromEntries(
    [...kinds].map(([name, kind]) => [
      name,
      { type: kind === "flag" ? "boolean" : "string" }
    ])
  );
  const { tokens } = (0, import_node_util2.parseArgs)({ args, options, allowPositionals: true, strict: false, tokens: true });
  const reading = { given: {}, words: [], faults: [], asksForHelp: false };
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "positional") reading.words.push(token.value);
    if (token.kind !== "option") continue;
    const { rawName, value, inlineValue } = token;
    if (token.name === "help") {
      reading.asksForHelp = true;
      continue;
    }
    const name = rawName.startsWith("--") ? token.name : shorts.get(rawName) ?? "";
    const kind = kinds.get(name);
    if (kind === void 0)
      reading.faults.push(unknownOption(rawName, value ?? wordAt(tokens, at + 1), kinds, help));
    else if (kind === "flag" && value !== void 0) reading.faults.push(takesNone(rawName, help));
    else if (kind !== "flag" && (value === void 0 || !inlineValue && /^-./.test(value)))
      reading.faults.push(needsValue(rawName, value, help));
    else reading.given[name] = value ?? true;
  }
  return reading;
}
var namesOf = (kinds) => [...kinds.keys()].map((name) => `--${name}`);
var wordAt = (tokens, at) => tokens[at]?.kind === "positional" ? tokens[at].value : void 0;
function unknownOption(rawName, value, kinds, help) {
  const known = namesOf(kinds);
  const said = kinds.has("job") ? saidInJobFile(rawName, value) : void 0;
  const problem = unknown("option", rawName, known, help);
  if (said === void 0 || nearestOf(rawName, known) !== void 0) return problem;
  return new Problem({ ...detailOf(problem), next: said });
}
var detailOf = ({ code, kind, what, next }) => ({ code, kind, what, next });
var fileAsWord = (command2, file) => new Problem({
  code: "unknown-argument",
  kind: "usage",
  what: `"${file}" is an argument, and a job file is named by an option.`,
  next: `Write "gpu-lease ${command2} --job ${file}".`
});
var takesNone = (option2, help) => new Problem({
  code: "option-value",
  kind: "usage",
  what: `${option2} takes no value.`,
  next: `Write it alone, or leave it out. See "${help}".`
});
var needsValue = (option2, value, help) => new Problem({
  code: "option-value",
  kind: "usage",
  what: `${option2} needs a value${value === void 0 ? "" : `, and "${value}" looks like another option`}.`,
  next: `Write ${option2} VALUE, or ${option2}=VALUE for one that begins with a dash. See "${help}".`
});
var ELSEWHERE = {
  logs: '"gpu-lease log RUN", with --follow for what comes',
  tail: '"gpu-lease log RUN --follow"',
  ps: '"gpu-lease status"',
  ls: '"gpu-lease status"',
  list: '"gpu-lease status"',
  queue: '"gpu-lease status"',
  history: '"gpu-lease status --archived", and "gpu-lease events RUN" for one run',
  up: '"gpu-lease run"',
  apply: '"gpu-lease run"',
  submit: '"gpu-lease run"',
  attach: '"gpu-lease watch RUN", which follows it, or "gpu-lease ssh RUN" for a shell',
  shell: '"gpu-lease ssh RUN"',
  login: '"gpu-lease ssh RUN"',
  forward: '"gpu-lease tunnel RUN PORT"',
  "port-forward": '"gpu-lease tunnel RUN PORT"',
  scp: '"gpu-lease cp RUN:PATH FILE"',
  rsync: '"gpu-lease cp RUN:PATH FILE"',
  down: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  destroy: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  delete: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  terminate: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  cancel: '"gpu-lease abandon RUN"',
  check: '"gpu-lease doctor"',
  gpus: '"gpu-lease offers"',
  version: '"gpu-lease --version"'
};
var calledElse = (word, here) => new Problem({
  code: "unknown-command",
  kind: "usage",
  what: `There is no command "${word}".`,
  next: `Here it is ${here}.`
});
function unknown(what, word, known, help) {
  const nearest2 = nearestOf(word, known);
  return new Problem({
    code: `unknown-${what}`,
    kind: "usage",
    what: `"${word}" is no ${what} that gpu-lease knows here.`,
    next: `${nearest2 ? `Did you mean "${nearest2}"? ` : ""}See "${help}".`
  });
}

// src/cli/program.ts
async function runProgram(argv, commands, env, loadOf) {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", unlessGone);
  try {
    const request = parseArguments(argv, commands);
    if (request === "help") {
      const { columnsForHelp: columnsForHelp2, printHelp: printHelp2 } = await Promise.resolve().then(() => (init_help(), help_exports));
      return printHelp2(argv, commands, columnsForHelp2(process.stdout, env));
    }
    if (request === "version") return (await Promise.resolve().then(() => (init_help(), help_exports))).printVersion();
    const load = loadOf(request.command);
    return load && await (await load()).command({ ...request, env }, interruption());
  } catch (error) {
    return report(error, env);
  }
}
function unlessGone(error) {
  if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
}
var TIDY_MS = 800;
function interruption() {
  const controller = new AbortController();
  let times = 0;
  for (const name of ["SIGINT", "SIGTERM"]) {
    process.on(name, () => {
      times += 1;
      if (times > 1) process.exit(EXIT.interrupted);
      controller.abort();
      setTimeout(endNow, TIDY_MS).unref();
    });
  }
  return controller.signal;
}
function endNow() {
  (0, import_node_fs13.writeSync)(2, "gpu-lease: interrupted; nothing was torn down. Run the same command again.\n");
  process.exit(EXIT.interrupted);
}
async function report(error, env) {
  const [{ printError: printError2 }, { refusedHere: refusedHere2 }] = await Promise.all([
    Promise.resolve().then(() => (init_print_error(), print_error_exports)),
    Promise.resolve().then(() => (init_refused_here(), refused_here_exports))
  ]);
  const told = refusedHere2(error);
  printError2(told, env);
  return exitCodeOf(told);
}

// src/cli/look.ts
async function look(argv) {
  if (argv[0]?.startsWith("__") || argv.includes("--billed") || argv.includes("--watch")) return false;
  const code = await runProgram(argv, COMMANDS, process.env, ({ quick }) => quick);
  if (code === void 0) return false;
  process.exitCode = code;
  return true;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  look
});
