import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/lease/stage-steps.ts
var TO_A_START = ["intend", "rent", "reach", "audit", "start"];
var OF_LOST_BOXES = [
  "find",
  "discard",
  "prove",
  "recheck",
  "halt",
  "vouch",
  "tell",
  "park"
];
var LAUNCH = [...TO_A_START, ...OF_LOST_BOXES];
var WATCH = [...LAUNCH, "look"];
var COLLECT = ["look", "collect", "store", ...OF_LOST_BOXES];
var RELEASE = [
  "tell",
  "vouch",
  "park",
  "approve-standing",
  "release",
  "discard",
  "prove",
  "recheck",
  "mark-released",
  "close"
];
var STAGE_STEPS = {
  smoke: /* @__PURE__ */ new Set(["tell", "smoke"]),
  launch: new Set(LAUNCH),
  watch: new Set(WATCH),
  collect: new Set(COLLECT),
  release: new Set(RELEASE),
  run: /* @__PURE__ */ new Set(["smoke", ...WATCH, ...COLLECT, ...RELEASE]),
  // Never what gives a box back that carried anything: each part of a sweep has an approval of its own.
  sweep: /* @__PURE__ */ new Set([...WATCH, ...COLLECT]),
  // The disk of a hosted runner ends with the job: what is collected has to be stored by the job that collected it.
  tick: new Set([...WATCH, ...COLLECT, ...RELEASE].filter((step) => step !== "store"))
};
var stepsOf = (stage) => Object.hasOwn(STAGE_STEPS, stage) && STAGE_STEPS[stage] || /* @__PURE__ */ new Set();
var takes = (stage, step) => stepsOf(stage).has(step.do) && (step.do !== "vouch" || takes(stage, step.before));
var mayGiveBack = (stage) => stepsOf(stage).has("release");

export {
  takes,
  mayGiveBack
};
