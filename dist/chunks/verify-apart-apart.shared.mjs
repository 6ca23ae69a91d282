import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  DEFAULT_BUDGETS
} from "./verify-contract-budgets.shared.mjs";
import {
  HEAP_BYTES,
  LimitWatch,
  keepThread,
  takeThread
} from "./verify-apart-limits.shared.mjs";
import {
  VERIFIER_VERSION
} from "./verify-contract-verdict.shared.mjs";
import {
  LEVEL_NEEDED
} from "./evidence-level.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/verify/engine/role-guess.ts
var BY_NAME = [
  [/^(scheduler|rng_state|random_states|training_args|scaler)[^/]*\.(pt|pth|bin|pkl)$/i, "archive"],
  // Tables of spaCy.
  [/^lookups\.bin$/i, "archive"],
  [/^optim[^/]*\.(pt|pth|bin|safetensors)$/i, "optimizer"],
  [/^adapter_model\.(safetensors|bin)$/i, "adapter"],
  [/\.(pt|pth|ckpt|safetensors|bin|distcp|msgpack|h5|hdf5)$/i, "checkpoint"],
  [/\.(gguf|onnx|keras)$/i, "model"],
  [/\.(jsonl|csv|tsv)$/i, "metrics"],
  [/^events\.out\.tfevents\./, "metrics"],
  [/\.(json|json5|jsonc|ya?ml|toml|ini|cfg)$|^MLmodel$/i, "config"],
  [/\.(log|txt|out|err|md)$/i, "log"],
  [/\.(parquet|arrow|feather|npy|npz|tfrecords?|nc|nc4|cdf|h5ad|loom|mat)$/i, "dataset"],
  [/\.(zip|tar|tgz|gz|mar|pt2)$/i, "archive"]
];
var roleByName = (path) => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
};

// src/verify/contract/oddity.ts
function strangeness(entry) {
  if (entry.isFile()) return void 0;
  if (entry.isSymbolicLink()) {
    const what = "is a symbolic link; links are never followed, so name what it points to";
    return { code: "symbolic-link", severity: "inconclusive", what };
  }
  return { code: "not-a-file", severity: "fail", what: "is a device, pipe or socket, not a file" };
}
function verdictWithoutReading({ path, code, severity, what }, role) {
  return {
    label: path,
    verdict: severity === "fail" ? "fail" : "inconclusive",
    counts: false,
    level: "L0",
    requiredLevel: LEVEL_NEEDED[role],
    role,
    format: "unknown",
    bytes: 0,
    facts: { scalars: {} },
    keys: { top: [], total: 0 },
    imports: [],
    reasons: [{ code, severity, level: "L0", what }],
    reasonsLeftOut: 0,
    requests: 0,
    bytesRead: 0,
    verifierVersion: VERIFIER_VERSION
  };
}
var verdictGivenUp = ({ path, bytes }, what, role) => ({
  ...verdictWithoutReading({ path, code: "over-budget", severity: "inconclusive", what }, role),
  bytes
});
var withNote = (verdict, { code, what }) => ({
  ...verdict,
  reasons: [...verdict.reasons, { code, severity: "note", level: "L0", what }]
});

// src/verify/apart/files-under-way.ts
var NONE = -1;
var FilesUnderWay = class {
  /** One for each thread: the file's place in the tree. */
  cells;
  #files;
  #seen;
  constructor(files, threads) {
    this.#files = files;
    this.cells = new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT)).fill(NONE);
    this.#seen = Array.from({ length: threads }, () => ({ index: NONE, since: 0 }));
  }
  /** Each with when it was first seen here: later than it began, by at most the time between two looks. */
  look(now) {
    return this.#seen.flatMap((seen, thread) => {
      const index = Atomics.load(this.cells, thread);
      if (index !== seen.index) Object.assign(seen, { index, since: now });
      const file = this.#files[index];
      if (file === void 0) return [];
      return [{ turn: { kind: "file", path: file.path, bytes: file.sizeBytes }, since: seen.since }];
    });
  }
};

// src/verify/apart/messages.ts
var keyOf = ({ kind, path }) => `${kind}:${path}`;
function plainTreeOptions(options) {
  const { taskOf: _t, signal: _s, clock: _c, onProgress: _p, onVerdict: _v, ...plain } = options;
  return plain;
}
function plainFileOptions(options) {
  const { signal: _s, clock: _c, onProgress: _p, workers: _w, ...plain } = options;
  return plain;
}

// src/verify/apart/own-jobs.ts
import { availableParallelism } from "node:os";
var MOST_JOBS = 4;
var ownJobs = () => Math.min(availableParallelism(), MOST_JOBS);

// src/verify/apart/thread.ts
import { deserialize } from "node:v8";

// src/verify/apart/sources.ts
var ApartSources = class {
  #open;
  #tell;
  #sources = /* @__PURE__ */ new Map();
  #failures = /* @__PURE__ */ new Map();
  #closed = false;
  constructor(open, tell) {
    this.#open = open;
    this.#tell = tell;
  }
  /** Never rejects: what goes wrong is told to the thread, and kept as it was. */
  async answer(id, question) {
    try {
      const value = await this.#answerTo(id, question);
      if (!this.#closed)
        this.#tell({ answer: id, value }, value instanceof Uint8Array ? [value.buffer] : []);
    } catch (error) {
      this.#failures.set(id, error);
      if (!this.#closed) this.#tell({ answer: id, failure: failureOf(error, id) }, []);
    }
  }
  /** What made this answer fail. */
  failure(id) {
    return this.#failures.get(id);
  }
  /** Only when the thread reads no more: a descriptor may be another file's from then on. */
  async close() {
    this.#closed = true;
    const left = [...this.#sources.values()];
    this.#sources.clear();
    await Promise.allSettled(left.map((source) => source.close()));
  }
  async #answerTo(id, question) {
    if (question.to === "open") return await this.#opened(id, question.path);
    const source = this.#sources.get(question.source);
    if (question.to === "close") {
      this.#sources.delete(question.source);
      return await source?.close();
    }
    if (source === void 0) throw new Error("read from what is closed");
    if (question.to === "changed") return await source.changed?.();
    return new Uint8Array(await source.read(question.offset, question.length));
  }
  async #opened(id, path) {
    const source = await this.#open(path);
    if (this.#closed) return void await source.close();
    this.#sources.set(id, source);
    const { label, sizeBytes, descriptor } = source;
    return { source: id, label, sizeBytes, ...descriptor === void 0 ? {} : { descriptor } };
  }
};
function failureOf(error, id) {
  if (error instanceof RangeError) return { kind: "range", message: error.message, id };
  if (error instanceof Problem) {
    const { code, kind, what, next, costing, at } = error;
    return { kind: "problem", detail: { code, kind, what, next, costing, ...at && { at } }, id };
  }
  if (error instanceof Error) return { kind: "other", name: error.name, message: error.message, id };
  return { kind: "other", name: "Error", message: String(error), id };
}

// src/verify/apart/thread.ts
async function inThread(order, beyond) {
  beyond.signal?.throwIfAborted();
  const { heapBytes } = beyond.limits;
  const worker = takeThread(heapBytes);
  worker.ref();
  const sources = new ApartSources(beyond.open, (told, transfer) => worker.postMessage(told, transfer));
  let isFit = false;
  try {
    const outcome = await ended(worker, order, beyond, sources);
    isFit = "result" in outcome;
    return outcome;
  } finally {
    worker.unref();
    if (!isFit || beyond.isMuch || !keepThread(worker, heapBytes)) await worker.terminate();
    await sources.close();
  }
}
function ended(worker, order, beyond, sources) {
  const { signal, limits, files, onProgress, onVerdict, onFinal } = beyond;
  return new Promise((resolve, reject) => {
    const stop = (breach) => done(resolve, { ...breach, isOver: watch.isTotalOver });
    const watch = new LimitWatch(limits, files, stop);
    const abort = () => done(reject, signal?.reason);
    const listeners = {
      error(error) {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
          stop({ turn: watch.turn, why: watch.heapWords, ofMemory: true });
        else done(reject, error);
      },
      exit: () => done(reject, new Error("the thread that verifies ended by itself")),
      message(said) {
        if (said.said === "turn") watch.begin(said.turn);
        else if (said.said === "ask") void sources.answer(said.id, said.question);
        else if (said.said === "progress") for (const each of said.of) onProgress?.(...each);
        else if (said.said === "final") onFinal?.(said.verdicts);
        else if (said.said === "packed") onFinal?.(deserialize(said.verdicts));
        else if (said.said === "crowded") stop({ turn: watch.turn, why: said.what, ofMemory: true });
        else if (said.said === "verdict") onVerdict?.(said.verdict);
        else if (said.said === "done") done(resolve, { result: said.result });
        else if (said.id !== void 0) done(reject, sources.failure(said.id));
        else if (said.problem !== void 0) done(reject, new Problem(said.problem));
        else stop({ turn: watch.turn, why: `could not be examined: ${said.what}` });
      }
    };
    const done = (settle, value) => {
      watch.end();
      signal?.removeEventListener("abort", abort);
      for (const [name, listener] of Object.entries(listeners)) worker.off(name, listener);
      settle(value);
    };
    signal?.addEventListener("abort", abort, { once: true });
    for (const [name, listener] of Object.entries(listeners)) worker.on(name, listener);
    worker.postMessage(order);
  });
}

// src/verify/apart/apart.ts
var MiB = 1024 ** 2;
var GRACE_SECONDS = 5;
var TOTAL_SECONDS = 600;
var SECONDS_PER_FILE = 1;
var MANY_FILES = 1e3;
var MOST_STOPS = 3;
var MEMORY = { heapBytes: HEAP_BYTES, grownBytes: 3072 * MiB };
async function verifyTreeApart(tree, options) {
  const { files, sets } = await verifyManyApart(tree, { asKept: (verdict) => verdict, ...options });
  return { files: [...files], sets };
}
async function verifyManyApart(tree, { asKept, ...options }) {
  const { limits: given, ...asked } = options;
  const tasks = tree.files.map(({ path }) => options.taskOf(path));
  const limits = { ...limitsOf(tree, options.budgets), ...given };
  const until = performance.now() + limits.totalSeconds * 1e3;
  const refusals = /* @__PURE__ */ new Map();
  const onVerdict = oncePerFile(options.onVerdict);
  let jobs = options.jobs ?? ownJobs();
  for (; ; ) {
    const files = await collected(tree, options.table === true);
    const underWay = new FilesUnderWay(tree.files, jobs);
    const outcome = await inThread(
      {
        order: "tree",
        label: tree.label,
        files: tree.files,
        tasks,
        options: { ...plainTreeOptions(asked), jobs },
        refusals,
        cells: underWay.cells,
        ...tree.local === void 0 ? {} : { local: tree.local },
        tellsVerdicts: onVerdict !== void 0
      },
      {
        open: (path) => tree.open(path),
        isMuch: tree.files.length >= MANY_FILES,
        limits: { ...limits, totalSeconds: (until - performance.now()) / 1e3 },
        signal: options.signal,
        files: underWay,
        onProgress: options.onProgress,
        onVerdict,
        onFinal: (verdicts) => {
          for (const [index, verdict] of verdicts) files.put(index, asKept(verdict));
        }
      }
    );
    if ("result" in outcome)
      return {
        files: files.all(),
        sets: outcome.result
      };
    const { turn, why, isOver, ofMemory } = outcome;
    if (ofMemory === true && jobs > 1 && !isOver) {
      jobs = 1;
      continue;
    }
    refusals.set(keyOf(turn), why);
    const isOne = turn.kind !== "all";
    if (isOne && !isOver && refusals.size < MOST_STOPS) continue;
    const whole = isOne ? `was not verified: ${JSON.stringify(turn.path)} ${why}` : why;
    return { files: nothingProven(tree, options, whole).map(asKept), sets: [] };
  }
}
async function verifyFileApart(source, options) {
  const { limits: given, ...asked } = options;
  const one = { files: [{ path: "", sizeBytes: source.sizeBytes }] };
  const outcome = await inThread(
    { order: "file", bytes: source.sizeBytes, options: { jobs: ownJobs(), ...plainFileOptions(asked) } },
    {
      open: async () => unclosed(source),
      limits: { ...limitsOf(one, options.budgets), ...given },
      signal: options.signal,
      onProgress: (_path, done, total) => options.onProgress?.(done, total)
    }
  );
  if ("result" in outcome) return outcome.result;
  return verdictGivenUp({ path: source.label, bytes: source.sizeBytes }, outcome.why, options.role);
}
async function roleOfSourceApart(source, signal) {
  const one = { files: [{ path: "", sizeBytes: 0 }] };
  const outcome = await inThread(
    { order: "role", bytes: 0 },
    { open: async () => unclosed(source), limits: limitsOf(one), signal }
  );
  return "result" in outcome ? outcome.result : "opaque";
}
async function rolesApart(files, local, { jobs = ownJobs(), signal } = {}) {
  if (files.length === 0) return [];
  const outcome = await inThread(
    { order: "roles", files, local, jobs },
    { open: () => Promise.reject(new Error("opened in the thread")), limits: limitsOf({ files }), signal }
  );
  return "result" in outcome ? outcome.result : files.map(() => "opaque");
}
async function readyApart() {
  const nothing = { label: "", sizeBytes: 0, read: async () => new Uint8Array(), close: async () => {
  } };
  await roleOfSourceApart(nothing);
}
function limitsOf({ files }, given = {}) {
  const { wallSeconds, wallBytesPerSecond } = { ...DEFAULT_BUDGETS, ...given };
  const perFile = files.length * SECONDS_PER_FILE;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return {
    ...MEMORY,
    secondsOf: ({ kind, bytes: own }) => wallSeconds + GRACE_SECONDS + own / wallBytesPerSecond + (kind === "all" ? perFile : 0),
    totalSeconds: TOTAL_SECONDS + perFile + bytes / wallBytesPerSecond
  };
}
async function collected({ files }, withTables) {
  if (withTables || files.length < MANY_FILES) {
    const list = [];
    return {
      put(place, verdict) {
        list[place] = verdict;
      },
      all: () => list.filter((verdict) => verdict !== void 0)
    };
  }
  const { PackedVerdicts } = await import("./verify-apart-packed-verdicts.mjs");
  const packed = new PackedVerdicts(files.length);
  return { put: (place, verdict) => packed.put(place, verdict), all: () => packed };
}
function unclosed(source) {
  const { label, sizeBytes, descriptor } = source;
  return {
    label,
    sizeBytes,
    ...descriptor === void 0 ? {} : { descriptor },
    read: (offset, length) => source.read(offset, length),
    changed: async () => source.changed?.(),
    close: async () => {
    }
  };
}
function oncePerFile(onVerdict) {
  if (onVerdict === void 0) return void 0;
  const told = /* @__PURE__ */ new Set();
  return (verdict) => {
    const key = `${verdict.format}:${verdict.label}`;
    if (!told.has(key)) onVerdict(verdict);
    told.add(key);
  };
}
function nothingProven(tree, { taskOf }, why) {
  return tree.files.flatMap(({ path, sizeBytes }) => {
    const task = taskOf(path);
    return task === void 0 ? [] : [verdictGivenUp({ path, bytes: sizeBytes }, why, task.role)];
  });
}

export {
  roleByName,
  strangeness,
  verdictWithoutReading,
  withNote,
  verifyTreeApart,
  verifyManyApart,
  verifyFileApart,
  roleOfSourceApart,
  rolesApart,
  readyApart
};
