import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/verify/apart/thread.ts
import { deserialize } from "node:v8";

// src/verify/tensor/thread.ts
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
var SOURCES = {
  "scan-worker": "./scan-worker.ts",
  "apart-worker": "../apart/apart-worker.ts",
  "crew-worker": "../apart/crew-worker.ts"
};
function startThread(name, options = {}) {
  if (!import.meta.url.endsWith(".ts")) {
    const places = [`./${name}.mjs`, `./chunks/${name}.mjs`].map((path) => new URL(path, import.meta.url));
    return new Worker(places.find((place) => existsSync(place)) ?? places[0], options);
  }
  const loader = import.meta.resolve("tsx/esm/api");
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(
    new URL(SOURCES[name], import.meta.url).href
  )}); });`;
  return new Worker(start, { ...options, eval: true });
}

// src/verify/apart/limits.ts
var MiB = 1024 ** 2;
var LOOK_EVERY_MS = 200;
var HEAP_BYTES = 2048 * MiB;
var LimitWatch = class {
  #limits;
  #files;
  #bytesBefore = process.memoryUsage.rss();
  #overAt;
  #timer;
  #told = { turn: { kind: "all", path: "", bytes: 0 }, since: performance.now() };
  /** @param stop called once */
  constructor(limits, files, stop) {
    this.#limits = limits;
    this.#files = files;
    this.#overAt = performance.now() + limits.totalSeconds * 1e3;
    this.#timer = setInterval(() => {
      const breach = this.#breach();
      if (breach === void 0) return;
      this.end();
      stop(breach);
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
      return {
        turn,
        why: `needed more than ${mebibytes(grownBytes)} of memory to be verified`,
        ofMemory: true
      };
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
var YOUNG_MB = 6;
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
function startAhead() {
  idle ??= { worker: taken(HEAP_BYTES), heapBytes: HEAP_BYTES };
  idle.worker.unref();
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
    resourceLimits: {
      maxOldGenerationSizeMb: Math.ceil(heapBytes / MiB2),
      maxYoungGenerationSizeMb: YOUNG_MB
    }
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

export {
  HEAP_BYTES,
  inThread,
  startAhead
};
