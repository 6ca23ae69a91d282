import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  HEAP_BYTES,
  inThread
} from "./verify-apart-limits.shared.mjs";
import {
  verdictGivenUp
} from "./verify-contract-oddity.shared.mjs";
import {
  FilesUnderWay,
  keyOf,
  plainFileOptions,
  plainTreeOptions
} from "./verify-apart-files-under-way.shared.mjs";
import {
  DEFAULT_BUDGETS
} from "./verify-contract-budgets.shared.mjs";

// src/verify/apart/own-jobs.ts
import { availableParallelism } from "node:os";
var MOST_JOBS = 4;
var ownJobs = () => Math.min(availableParallelism(), MOST_JOBS);

// src/verify/apart/apart.ts
var MiB = 1024 ** 2;
var GRACE_SECONDS = 5;
var TOTAL_SECONDS = 600;
var SECONDS_PER_FILE = 1;
var MOST_STOPS = 3;
var MEMORY = { heapBytes: HEAP_BYTES, grownBytes: 3072 * MiB };
async function verifyTreeApart(tree, { asKept = (verdict) => verdict, ...options }) {
  const { limits: given, ...asked } = options;
  const tasks = tree.files.map(({ path }) => options.taskOf(path));
  const limits = { ...limitsOf(tree, options.budgets), ...given };
  const until = performance.now() + limits.totalSeconds * 1e3;
  const refusals = /* @__PURE__ */ new Map();
  const onVerdict = oncePerFile(options.onVerdict);
  let jobs = options.jobs ?? ownJobs();
  for (; ; ) {
    const files = [];
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
