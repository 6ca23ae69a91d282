'use strict';
const __here = require('node:url').pathToFileURL(__filename).href;
"use strict";
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
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
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// src/verify/apart/ready-thread.ts
var ready_thread_exports = {};
__export(ready_thread_exports, {
  keepThread: () => keepThread,
  startAhead: () => startAhead,
  takeThread: () => takeThread
});
module.exports = __toCommonJS(ready_thread_exports);

// src/verify/tensor/thread.ts
var import_node_fs = require("node:fs");
var import_node_worker_threads = require("node:worker_threads");
var import_meta = {};
var SOURCES = {
  "scan-worker": "./scan-worker.ts",
  "apart-worker": "../apart/apart-worker.ts",
  "crew-worker": "../apart/crew-worker.ts"
};
function startThread(name, options = {}) {
  if (!__here.endsWith(".ts")) {
    const files = [`./${name}.cjs`, `./${name}.mjs`, `./chunks/${name}.cjs`, `./chunks/${name}.mjs`];
    const places = files.map((path) => new URL(path, __here));
    return new import_node_worker_threads.Worker(places.find((place) => (0, import_node_fs.existsSync)(place)) ?? places[0], options);
  }
  const loader = import_meta.resolve("tsx/esm/api");
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(
    new URL(SOURCES[name], __here).href
  )}); });`;
  return new import_node_worker_threads.Worker(start, { ...options, eval: true });
}

// src/verify/apart/limits.ts
var MiB = 1024 ** 2;
var HEAP_BYTES = 2048 * MiB;

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
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  keepThread,
  startAhead,
  takeThread
});
