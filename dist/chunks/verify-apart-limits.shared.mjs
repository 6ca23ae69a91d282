import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/tensor/thread.ts
import { existsSync } from "node:fs";
import { resourceLimits, Worker } from "node:worker_threads";
var SOURCES = {
  "scan-worker": "./scan-worker.ts",
  "apart-worker": "../apart/apart-worker.ts",
  "crew-worker": "../apart/crew-worker.ts"
};
function startThread(name, options = {}) {
  if (!import.meta.url.endsWith(".ts")) {
    const files = [`./${name}.cjs`, `./${name}.mjs`, `./chunks/${name}.cjs`, `./chunks/${name}.mjs`];
    const places = files.map((path) => new URL(path, import.meta.url));
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

// src/verify/apart/ready-thread.ts
var MiB2 = 1024 ** 2;
var YOUNG_MB = 6;
var OLD_MB = 2047;
var idle;
function startAhead() {
  idle ??= { worker: takeThread(HEAP_BYTES), heapBytes: HEAP_BYTES };
  idle.worker.unref();
}
function takeThread(heapBytes) {
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
      maxOldGenerationSizeMb: Math.min(Math.ceil(heapBytes / MiB2), OLD_MB),
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
function keepThread(worker, heapBytes) {
  if (idle !== void 0) return false;
  idle = { worker, heapBytes };
  return true;
}

export {
  HEAP_BYTES,
  LimitWatch,
  startAhead,
  takeThread,
  keepThread
};
