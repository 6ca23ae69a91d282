import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  attemptsIn,
  attemptsOf as attemptsOf2
} from "./lease-task-ranges.shared.mjs";
import {
  MENDED_EVENTS,
  boolean,
  comeBack,
  either,
  endCell,
  everyCellEnded,
  fallBack,
  fallBackTo,
  fields,
  forgetEnds,
  listOf,
  newCell,
  noteClaim,
  noteOutcome,
  nothing,
  number,
  object,
  ofLease,
  ofRecord,
  ofRun,
  oneOf,
  onlyTrue,
  optional,
  quiet,
  runAgain,
  shortOf,
  standsStopped,
  takeOnTier,
  text,
  withCell
} from "./lease-comes-back.shared.mjs";
import {
  opaqueWords
} from "./lease-opaque-words.shared.mjs";
import {
  attemptsOf,
  computing,
  currentLease,
  isGivenUp,
  openMeters
} from "./lease-run.shared.mjs";
import {
  isQueued,
  queueMoved,
  withoutAllocation
} from "./lease-fold-queue.shared.mjs";
import {
  count,
  formatGb
} from "./lease-traffic.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  sourcesOf
} from "./metrics-rule.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/stored.ts
var storedNow = (run, now) => run.stored.filter(({ keptUntil }) => keptUntil === void 0 || Date.parse(keptUntil) > now.getTime());
var needsStoring = (run, now) => run.seal !== void 0 && run.opened?.needsStore === true && storedNow(run, now).length === 0;
var GONE_AFTER_SECONDS = 3600;
function storing(run, seal, now) {
  if (!needsStoring(run, now)) return [];
  const silentSeconds = secondsBetween(new Date(run.updatedAt ?? 0), now);
  const isVoid = silentSeconds >= GONE_AFTER_SECONDS && run.leases.some(stillHasIt);
  return [{ do: "store", seal }, ...isVoid ? [{ do: "unseal", seal }] : []];
}
var stillHasIt = (lease) => lease.started !== void 0 && !lease.boxGone && lease.verbsDone.length === 0 && openMeters(lease).length > 0;

// src/lease/kept.ts
function goesOnFrom({ kept, sets, beside }) {
  const newest = sets.at(-1);
  if (!newest) return [...kept.values()];
  const files = new Map([...beside.values(), ...newest.files].map((file) => [file.path, file]));
  return [...files.values()];
}
var heldOf = ({ kept, sets, beside }) => [
  ...kept.values(),
  ...beside.values(),
  ...sets.flatMap(({ files }) => files)
];
function cellsToStore(run, now) {
  const cells = [...run.cells.values()];
  if (!run.opened?.needsStore || run.seal || run.closed || cells.every((cell) => cell.ended)) return [];
  return cells.filter((cell) => cell.kept.size > 0 && !isStored(run, cell, now));
}
function isStored(run, cell, now) {
  const { stored } = cell;
  const set = stored && run.keptSets.get(stored.mark);
  if (!stored || !set || set.keptUntil !== void 0 && Date.parse(set.keptUntil) <= now.getTime())
    return false;
  return sameFiles(goesOnFrom(cell), stored.copies);
}
var sameFiles = (files, others) => files.length === others.size && files.every(({ path, sha256 }) => others.get(path)?.sha256 === sha256);
var isNewest = (run, mark) => [...run.cells.values()].some(({ stored }) => stored?.mark === mark);
var isRetained = (run, mark) => (run.keptSets.get(mark)?.cells ?? []).some(({ cell, copies }) => {
  const hashes = new Map(copies.map(({ path, sha256 }) => [path, sha256]));
  const earlier2 = run.cells.get(cell)?.sets.slice(0, -1) ?? [];
  return earlier2.some(({ files }) => files.every(({ path, sha256 }) => hashes.get(path) === sha256));
});
var mayDrop = (run, mark) => run.keptSets.has(mark) && !isRetained(run, mark) && (!isNewest(run, mark) || run.seal !== void 0 && run.stored.length > 0);
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

// src/lease/retained.ts
function retained(sets, { retain = {}, direction }) {
  const { last = 1, every, best } = retain;
  const top = best && direction ? bestOf(sets, direction) : void 0;
  return sets.filter(
    (set, at) => at >= sets.length - last || set === top || every !== void 0 && isEvery(set.step, every)
  );
}
var isEvery = (step, every) => step !== void 0 && step % every === 0;
function bestOf(sets, direction) {
  let best;
  const isBetter = (one, other) => direction === "min" ? one < other : one > other;
  for (const set of sets) {
    if (set.metric === void 0) continue;
    if (best?.metric === void 0 || isBetter(set.metric, best.metric)) best = set;
  }
  return best;
}

// src/lease/events/kept.ts
var keptFiles = listOf(
  fields({ path: text, bytes: number, sha256: text, verdict: oneOf() })
);
var onMachine = fields({ machine: text, dir: text });
var farAway = either(
  /** In a store, whither the box sent it: `mark` as of `kept-stored`. */
  fields({ store: text, place: text, mark: text }),
  /** On the durable tier of a platform: an absolute directory of any box that has it mounted. */
  fields({ durable: text, platform: text })
);
var inStore = {
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
var KEPT_EVENTS = [
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
      apply: (run, event) => storeKept2(run, event),
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
  const isBeside = new Set(set?.beside);
  const own = files.filter(({ path }) => !isBeside.has(path));
  for (const file of files) if (isBeside.has(file.path)) cell.beside.set(file.path, file);
  for (const { path } of own) cell.beside.delete(path);
  const newest = { name: set?.name ?? "", step, metric: set?.metric, files: own };
  const before = cell.sets.filter((each) => !isLater(each.step, step));
  cell.sets = retained([...before, newest], retentionOf(run));
  const all = [...cell.beside.values(), ...cell.sets.flatMap((each) => each.files)];
  cell.kept = new Map(all.map((file) => [file.path, file]));
}
var isLater = (one, other) => one !== void 0 && other !== void 0 && one >= other;
var retentionOf = ({ opened }) => ({
  retain: opened?.document.checkpoint?.retain,
  direction: opened && sourcesOf(opened.document).find(({ best }) => best)?.best?.direction
});
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

// src/lease/events/begin.ts
var BEGIN_EVENTS = [
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
function begin(run, event) {
  const wanted = run.opened?.document.from;
  if (wanted !== event.run || event.run === run.id)
    return `the job begins from ${wanted === void 0 ? "nothing" : wanted}`;
  if (run.begunFrom) return "it has a beginning already";
  if (run.leases.some(({ started }) => started !== void 0)) return "work was begun before";
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
var MOST_LEASES = 500;
var tooManyLeases = `a run has no more than ${MOST_LEASES} leases`;
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

// src/lease/events/box.ts
var IN_QUEUE = {
  waiting: "waits in its queue",
  running: "has its allocation",
  over: "is over at its queue"
};
var endsItselfAt = optional(text);
var clocks = listOf(fields({ id: text, effect: text, at: text }));
var BOX_EVENTS = [
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
      sentence: ({ lease, fit, findings, tasks }) => {
        const count2 = tasks === void 0 ? 0 : attemptsIn(tasks).size;
        const bad = findings.filter(({ level: level2 }) => level2 !== "info");
        const told = bad.map(({ level: level2, id, what }) => `${level2} ${id}: ${what}`).join("; ");
        return `audited ${lease}${count2 > 0 ? `, ${count2} of its tasks` : ""}: ${fit ? "fit" : "NOT FIT"}${told && `; ${told}`}`;
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
function audit(lease, event) {
  if (event.attempt !== void 0) return auditOfAttempt(lease, event, event.attempt);
  const goesBack = event.goesBack === true && lease.started === void 0;
  const to = event.fit ? "audited" : goesBack ? "failed" : "unfit";
  return move(lease, ["reachable", "unfit", "audited"], to, () => {
    lease.placed = event.placed;
    lease.gpus = cardsIn(event.measured);
    lease.endsItselfAt = event.endsItselfAt ?? lease.endsItselfAt;
    if (to !== "failed") return;
    const bad = event.findings.filter(({ level: level2 }) => level2 === "fail").map(({ what }) => what);
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
  const bad = event.findings.filter(({ level: level2 }) => level2 === "fail").map(({ what }) => what);
  if (event.tasks !== void 0) return auditOfTasks(lease, { ...event, attempt }, event.tasks, bad);
  lease.allocation = { attempt, at: event.at, ...event.fit ? {} : { unfit: bad.join(" ").slice(0, 500) } };
  return;
}
function auditOfTasks(lease, { attempt, at, fit }, tasks, bad) {
  const known = lease.allocation?.attempt === attempt ? lease.allocation : void 0;
  const unfit = [...known?.unfit === void 0 ? [] : [known.unfit], ...fit ? [] : bad].join(" ");
  lease.allocation = {
    attempt,
    at: known?.unfit === void 0 ? at : known.at,
    tasks: attemptsOf2(new Map([...attemptsIn(known?.tasks ?? ""), ...attemptsIn(tasks)])),
    ...unfit === "" ? {} : { unfit: unfit.slice(0, 500) }
  };
  return;
}
var PROCESS = ["running", "preempted"];
var LOSABLE = [...PARKABLE, "parked"];
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
var neverLetUsIn = ({ state, started, pin, intent }) => state === "rented" && started === void 0 && pin === void 0 && intent.attach === void 0;
function afterReach(run, lease) {
  if (wasOver(run, lease)) return "ended";
  return lease.wakes !== void 0 && lease.started !== void 0 ? "running" : "reachable";
}
var wasOver = (run, { started, endedAt }) => started !== void 0 && endedAt !== void 0 && everyCellEnded(run);
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

// src/lease/events/data.ts
var DATA_EVENTS = [
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
function noteFetched(run, to, fetched) {
  const source = run.data.get(to);
  if (source) source.fetched ??= fetched;
}
function countFetched(run, { traffic }, at) {
  const toBoxBytes = [...run.data.values()].reduce((sum, { fetched }) => sum + (fetched?.bytes ?? 0), 0);
  if (toBoxBytes > 0) count(traffic, "its data", { toBoxBytes, fromBoxBytes: 0 }, Date.parse(at));
}

// src/lease/events/cell.ts
var CELL_EVENTS = [
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

// src/lease/events/notice.ts
var TELLING_EVENTS = [
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

// src/lease/self-park.ts
var WORKED = ["running", "ended"];
var isToldToPark = ({ started, state, intent }) => started?.parksItself !== void 0 && WORKED.includes(state) && intent.attach === void 0;
function mayHaveParked(lease, seenAt, now) {
  const after = lease.started?.parksItself?.afterSeconds;
  if (after === void 0 || !isToldToPark(lease)) return false;
  const known = [lease.startedAt, lease.seenAt, seenAt?.toISOString()].filter((at) => at !== void 0);
  const last = known.sort().at(-1);
  return last !== void 0 && secondsBetween(new Date(last), now) >= after;
}
var comesUpAgain = ({ state, wakes }) => state === "rented" && wakes !== void 0;
var parkedItself = ({ name, started }) => ({
  type: "parked",
  lease: name,
  verb: started?.parksItself?.verb ?? "",
  itself: true,
  clocks: []
});
var GOES_OFF_SECONDS = 60;
function datePark(lease, { parkedAt }) {
  const { parkedItself: parkedItself2 } = lease;
  if (!parkedItself2) return "it was not taken to have parked itself";
  return move(lease, ["running", "ended"], lease.state, () => {
    if (parkedAt === void 0) lease.parkedItself = void 0;
    const said = Date.parse(parkedAt ?? "");
    if (Number.isNaN(said)) return;
    parkedItself2.at = parkedAt;
    const off = new Date(said + GOES_OFF_SECONDS * 1e3).toISOString();
    for (const meter of computing(lease)) {
      const span = meter.before.at(-1);
      if (!span || span.stoppedAt <= parkedItself2.seenAt) continue;
      const least = [span.startedAt, parkedItself2.seenAt, off].sort().at(-1) ?? off;
      if (least < span.stoppedAt) span.stoppedAt = least;
    }
  });
}

// src/lease/events/release.ts
var RELEASE_EVENTS = [
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
      subject: ({ lease, nth, ended }) => `${ended === void 0 ? "asks" : "nobody was asked"} for ${lease}, ${nth}. time`,
      sentence: ({ lease, nth, workflowRun, ended }) => `somebody is asked for the release of ${lease}${workflowRun === void 0 ? "" : ` in workflow run ${workflowRun}`} (${nth}. time)${ended === void 0 ? "" : `; that is over, and NOBODY HAS ANSWERED: ${ended}`}`
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
function ask(run, lease, { seal, nth, at, workflowRun, ended }) {
  if (run.seal?.seal !== seal) return "no such seal";
  const had = lease.asking?.seal === seal ? lease.asking : void 0;
  if (nth < (had?.nth ?? 0)) return `it was asked for the ${had?.nth}. time`;
  const isSame = had?.nth === nth;
  if (isSame && had.ended !== void 0) return "that one is over";
  if (isSame && had.workflowRun !== void 0 && workflowRun !== void 0 && had.workflowRun !== workflowRun)
    return `that one is workflow run ${had.workflowRun}`;
  lease.asking = {
    ...{ seal, nth, ended, at: isSame ? had.at : at },
    workflowRun: workflowRun ?? (isSame ? had.workflowRun : void 0)
  };
  return;
}

// src/lease/events/traffic.ts
var trafficPrice = optional(
  fields({
    toBoxUsdPerGb: optional(number),
    fromBoxUsdPerGb: optional(number),
    freeFromBoxGbPerHour: optional(number)
  })
);
var TRAFFIC_EVENTS = [
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

// src/lease/events/rent.ts
var meterPrices = listOf(fields({ id: text, kind: text, usdPerHour: number, source: text }));
var RENT_EVENTS = [
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
  const isDead = [...run.cells.values()].some(({ ended }) => ended?.verdict === "dead");
  return lease.state === "ended" && isDead ? void 0 : `its box is ${lease.state}`;
}
function bindAnew(run, event) {
  const why = whyNotBoundAnew(run, event);
  if (why !== void 0 || !run.opened) return why;
  const { commit, codeHash, configHash } = run.opened;
  run.bindings.push({ commit, codeHash, configHash, untilAttempt: attemptsOf(run) });
  const { type: _type, person: _person, ...bound } = event;
  run.opened = { ...run.opened, ...bound, at: run.opened.at, by: run.opened.by };
  run.smoke = "missing";
  run.footprint = void 0;
  for (const cell of run.cells.values()) if (cell.ended?.verdict === "dead") cell.ended = void 0;
  const lease = currentLease(run);
  if (lease?.state === "ended") lease.state = "preempted";
  return void 0;
}

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
  if (lease.unfit || lease.evicted) return null;
  const what = lease.failure ?? (lease.refusal?.reason === "refused" ? lease.refusal.what : void 0);
  if (what === void 0) return null;
  const words = what.toLowerCase().replace(/[0-9a-f]{6,}|\d+(\.\d+)?/g, "#");
  return { kind: `${lease.platform}: ${words}`, what: `${lease.name}: ${what}` };
}

// src/lease/events/version.ts
var LEDGER_VERSION = 1;

// src/lease/events/run.ts
var budget = fields({
  usd: number,
  hours: number,
  usdPerHour: number,
  usdPerDay: optional(number),
  gpuHours: optional(number),
  usdRepositoryPerDay: optional(number),
  usdRepositoryPerMonth: optional(number)
});
var RUN_EVENTS = [
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
var workflowRunOf = (by) => /^github:(\d+)\./.exec(by)?.[1] ?? by;
var minutesOf = ({ bill }) => bill.reduce((sum, { minutes }) => sum + minutes, 0);

// src/lease/events/seal.ts
var level = oneOf();
var SEAL_EVENTS = [
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
        const short = shortOf(run, event);
        if (short.length > 0) return short.join("; ");
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

// src/lease/events.ts
var TABLE = [
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
var ENTRIES = new Map(TABLE.map((entry) => [entry.type, entry]));
var entryOf = ({ type }) => ENTRIES.get(type);
var base = fields({ type: text, seq: number, at: text, by: text });
function faultOfEvent(value) {
  const fault = base(value, "the line");
  if (fault) return fault;
  const { type } = value;
  return fields(ENTRIES.get(type)?.shape ?? {})(value, type);
}
var subjectOf = (event, platformOf) => entryOf(event)?.subject(event, platformOf) ?? event.type;
var sentenceOf = (event) => entryOf(event)?.sentence(event) ?? event.type;

export {
  storedNow,
  needsStoring,
  storing,
  goesOnFrom,
  heldOf,
  cellsToStore,
  dropKept,
  storeKept,
  PARKABLE,
  mayHaveParked,
  comesUpAgain,
  parkedItself,
  whyNotBoundAnew,
  sameFailureAgain,
  LEDGER_VERSION,
  entryOf,
  faultOfEvent,
  subjectOf,
  sentenceOf
};
