import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  FilesUnderWay,
  keyOf,
  plainFileOptions,
  plainTreeOptions
} from "./verify-apart-files-under-way.shared.mjs";
import {
  startThread,
  verdictGivenUp
} from "./verify-contract-oddity.shared.mjs";
import {
  DEFAULT_BUDGETS
} from "./verify-contract-budgets.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/verify/apart/limits.ts
var MiB = 1024 ** 2;
var LOOK_EVERY_MS = 200;
var LimitWatch = class {
  #limits;
  #files;
  #bytesBefore = process.memoryUsage.rss();
  #overAt;
  #timer;
  #told = { turn: { kind: "all", path: "", bytes: 0 }, since: performance.now() };
  /** @param stop called once, with why and in which turn */
  constructor(limits, files, stop) {
    this.#limits = limits;
    this.#files = files;
    this.#overAt = performance.now() + limits.totalSeconds * 1e3;
    this.#timer = setInterval(() => {
      const breach = this.#breach();
      if (breach === void 0) return;
      this.end();
      stop(breach.why, breach.turn);
    }, LOOK_EVERY_MS);
  }
  begin(turn) {
    this.#told = { turn, since: performance.now() };
  }
  /** The one under way; of several files the largest. */
  get turn() {
    return largestOf(this.#underWay()).turn;
  }
  get isTotalOver() {
    return performance.now() > this.#overAt;
  }
  get heapWords() {
    return `needed more than ${mebibytes(this.#limits.heapBytes)} of memory to be verified`;
  }
  end() {
    clearInterval(this.#timer);
  }
  /** Files, where some are; else what was told. */
  #underWay() {
    const [first, ...others] = this.#files?.look(performance.now()) ?? [];
    return first === void 0 ? [this.#told] : [first, ...others];
  }
  #breach() {
    const { grownBytes, totalSeconds } = this.#limits;
    const underWay = this.#underWay();
    for (const { turn: turn2, since } of underWay) {
      const seconds = this.#limits.secondsOf(turn2);
      if (performance.now() - since > seconds * 1e3)
        return { turn: turn2, why: `could not be verified within ${Math.round(seconds)} s` };
    }
    const { turn } = largestOf(underWay);
    if (this.isTotalOver)
      return { turn, why: `could not be verified within the ${Math.round(totalSeconds)} s for all files` };
    if (process.memoryUsage.rss() - this.#bytesBefore > grownBytes)
      return { turn, why: `needed more than ${mebibytes(grownBytes)} of memory to be verified` };
    return void 0;
  }
};
var largestOf = ([first, ...others]) => others.reduce((most, each) => each.turn.bytes > most.turn.bytes ? each : most, first);
var mebibytes = (bytes) => `${Math.round(bytes / MiB)} MiB`;

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
var MiB2 = 1024 ** 2;
var idle;
async function inThread(order, beyond) {
  beyond.signal?.throwIfAborted();
  const { heapBytes } = beyond.limits;
  const worker = taken(heapBytes);
  worker.ref();
  const sources = new ApartSources(beyond.open, (told, transfer) => worker.postMessage(told, transfer));
  let isFit = false;
  try {
    const outcome = await ended(worker, order, beyond, sources);
    isFit = "result" in outcome;
    return outcome;
  } finally {
    worker.unref();
    if (isFit && idle === void 0) idle = { worker, heapBytes };
    else await worker.terminate();
    await sources.close();
  }
}
function taken(heapBytes) {
  if (idle?.heapBytes === heapBytes) {
    const { worker: worker2 } = idle;
    idle = void 0;
    return worker2;
  }
  const worker = startThread("apart-worker", {
    name: "verify",
    env: {},
    execArgv: [],
    // Files that it opened by itself are closed with it, wherever it is ended.
    trackUnmanagedFds: true,
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(heapBytes / MiB2) }
  });
  worker.on("error", () => {
  });
  worker.on("exit", () => {
    if (idle?.worker === worker) idle = void 0;
  });
  return worker;
}
function ended(worker, order, beyond, sources) {
  const { signal, limits, files, onProgress, onVerdict, onFinal } = beyond;
  return new Promise((resolve, reject) => {
    const stop = (why, stopped = watch.turn) => done(resolve, { stopped, why, isOver: watch.isTotalOver });
    const watch = new LimitWatch(limits, files, stop);
    const abort = () => done(reject, signal?.reason);
    const listeners = {
      error(error) {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY") stop(watch.heapWords);
        else done(reject, error);
      },
      exit: () => done(reject, new Error("the thread that verifies ended by itself")),
      message(said) {
        if (said.said === "turn") watch.begin(said.turn);
        else if (said.said === "ask") void sources.answer(said.id, said.question);
        else if (said.said === "progress") for (const each of said.of) onProgress?.(...each);
        else if (said.said === "final") onFinal?.(said.verdicts);
        else if (said.said === "verdict") onVerdict?.(said.verdict);
        else if (said.said === "done") done(resolve, { result: said.result });
        else if (said.id !== void 0) done(reject, sources.failure(said.id));
        else if (said.problem !== void 0) done(reject, new Problem(said.problem));
        else stop(`could not be examined: ${said.what}`);
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
var MiB3 = 1024 ** 2;
var GRACE_SECONDS = 5;
var TOTAL_SECONDS = 600;
var SECONDS_PER_FILE = 1;
var MOST_STOPS = 3;
var MEMORY = { heapBytes: 2048 * MiB3, grownBytes: 3072 * MiB3 };
async function verifyTreeApart(tree, { asKept = (verdict) => verdict, ...options }) {
  const { limits: given, ...asked } = options;
  const tasks = tree.files.map(({ path }) => options.taskOf(path));
  const limits = { ...limitsOf(tree, options.budgets), ...given };
  const until = performance.now() + limits.totalSeconds * 1e3;
  const refusals = /* @__PURE__ */ new Map();
  const onVerdict = oncePerFile(options.onVerdict);
  for (; ; ) {
    const files = [];
    const underWay = new FilesUnderWay(tree.files, 1);
    const outcome = await inThread(
      {
        order: "tree",
        label: tree.label,
        files: tree.files,
        tasks,
        options: plainTreeOptions(asked),
        refusals,
        cells: underWay.cells,
        ...tree.local === void 0 ? {} : { local: tree.local },
        tellsVerdicts: onVerdict !== void 0
      },
      {
        open: (path) => tree.open(path),
        limits: { ...limits, totalSeconds: (until - performance.now()) / 1e3 },
        signal: options.signal,
        files: underWay,
        onProgress: options.onProgress,
        onVerdict,
        onFinal: (verdicts) => {
          for (const [index, verdict] of verdicts) files[index] = asKept(verdict);
        }
      }
    );
    if ("result" in outcome)
      return {
        files: files.filter((verdict) => verdict !== void 0),
        sets: outcome.result
      };
    const { stopped, why, isOver } = outcome;
    refusals.set(keyOf(stopped), why);
    const isOne = stopped.kind !== "all";
    if (isOne && !isOver && refusals.size < MOST_STOPS) continue;
    const whole = isOne ? `was not verified: ${JSON.stringify(stopped.path)} ${why}` : why;
    return { files: nothingProven(tree, options, whole).map(asKept), sets: [] };
  }
}
async function verifyFileApart(source, options) {
  const { limits: given, ...asked } = options;
  const one = { files: [{ path: "", sizeBytes: source.sizeBytes }] };
  const outcome = await inThread(
    { order: "file", bytes: source.sizeBytes, options: plainFileOptions(asked) },
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
async function rolesApart(files, local, signal) {
  if (files.length === 0) return [];
  const outcome = await inThread(
    { order: "roles", files, local },
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
  verifyTreeApart,
  verifyFileApart,
  roleOfSourceApart,
  rolesApart,
  readyApart
};
