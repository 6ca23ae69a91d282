'use strict';
const __here = require('node:url').pathToFileURL(__filename).href;
"use strict";
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
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

// src/verify/apart/apart-worker.ts
var import_node_worker_threads2 = require("node:worker_threads");

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
var ahead = /* @__PURE__ */ new Map();
var aheadThreads = () => ahead;
function startAhead(name, count) {
  const waiting = ahead.get(name) ?? /* @__PURE__ */ new Set();
  ahead.set(name, waiting);
  while (waiting.size < count) {
    const worker = startHelper(name);
    worker.unref();
    waiting.add(worker);
    worker.on("error", () => {
    });
    worker.on("exit", () => waiting.delete(worker));
  }
}
var startHelper = (name) => startThread(name, { name: "verify", env: {}, execArgv: [], resourceLimits: import_node_worker_threads.resourceLimits });

// src/verify/tensor/shared-bytes.ts
var WORTH_BYTES = 64 * 1024 ** 2;

// src/verify/apart/others.ts
var SHARE_OF_SLICED = 0.5;
var [BYTES_PER_MS, SMALL_BYTES_PER_MS] = [2e6, 2e4];
var SMALL_BYTES = 1024 ** 2;
var WORTH_MS = 200;
var slicedFrom = (bytes, jobs) => Math.max(WORTH_BYTES, bytes / jobs * SHARE_OF_SLICED);
var costOf = (sizeBytes) => sizeBytes / (sizeBytes < SMALL_BYTES ? SMALL_BYTES_PER_MS : BYTES_PER_MS);
var crewFor = (costMs, jobs) => Math.max(0, Math.min(jobs, Math.floor(costMs / WORTH_MS)) - 1);
function othersFor(order) {
  const { jobs, sizes } = sharedIn(order);
  if (jobs < 2) return [];
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const cut = slicedFrom(bytes, jobs);
  const whole = sizes.filter((size) => size < cut);
  const shared = whole.reduce((sum, size) => sum + costOf(size), 0);
  return [
    ["scan-worker", whole.length < sizes.length ? jobs - 1 : 0],
    ["crew-worker", crewFor(shared, jobs)]
  ];
}
function sharedIn(order) {
  if (order.order === "file") return { jobs: order.options.jobs ?? 1, sizes: [order.bytes] };
  if (order.order === "role") return { jobs: 1, sizes: [] };
  const isLocal = order.local !== void 0;
  const jobs = order.order === "roles" ? order.jobs : order.options.jobs ?? 1;
  const asked = order.order === "tree" ? order.files.filter((_file, n) => order.tasks[n]) : order.files;
  return { jobs: isLocal ? jobs : 1, sizes: asked.map(({ sizeBytes }) => sizeBytes) };
}

// src/verify/apart/apart-worker.ts
var early = [];
var hear = (told) => void early.push(told);
import_node_worker_threads2.parentPort?.on("message", (told) => {
  if ("order" in told) for (const [name, count] of othersFor(told)) startAhead(name, count);
  hear(told);
});
void import("./apart-work.mjs").then((work) => {
  work.takeFrom(aheadThreads());
  for (const told of early) work.hear(told);
  hear = work.hear;
});
