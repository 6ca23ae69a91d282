import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/job/init/reading/option-names.ts
var OUTPUT = [
  "output-dir",
  "out-dir",
  "out",
  "output",
  "output-path",
  "save-dir",
  "save-path",
  "checkpoint-dir",
  "ckpt-dir",
  "workdir",
  "work-dir",
  "logdir",
  "log-dir",
  "trainer.default_root_dir",
  "default-root-dir"
];
var OUTPUT_NAMES = new Set(OUTPUT);
var STEPS = {
  names: [
    "max-steps",
    "max-train-steps",
    "steps",
    "num-steps",
    "train-steps",
    "total-steps",
    "max-iters",
    "iters",
    "iterations",
    "num-iterations",
    "trainer.max_steps"
  ],
  value: "20"
};
var EPOCHS = {
  names: ["epochs", "num-epochs", "max-epochs", "num-train-epochs", "n-epochs"],
  value: "1"
};
var DRILL_EPOCHS = "20";
var SAVES = {
  names: [
    "save-steps",
    "save-every",
    "save-interval",
    "checkpoint-every",
    "ckpt-every",
    "ckpt-interval",
    "checkpointing-steps",
    "checkpoint-interval",
    "save-freq"
  ],
  value: "5"
};
var LOGS = {
  names: ["logging-steps", "log-interval", "log-every", "log-every-n-steps"],
  value: "1"
};
var ON_CPU = [
  { names: ["use-cpu", "cpu", "no-cuda"], value: "True" },
  { names: ["device", "accelerator", "trainer.accelerator"], value: "cpu" }
];
var RESUME_NAMES = [
  "resume-from-checkpoint",
  "resume-from",
  "resume",
  "resume-path",
  "ckpt-path",
  "load-checkpoint",
  "restore-from",
  "auto-resume"
];
var lastPart = (name) => name.split(".").at(-1)?.replaceAll("_", "-") ?? name;
function flagNamed(all, names) {
  const keys = [...all.keys()];
  const byName = new Map([
    ...keys.map((name) => [lastPart(name), name]),
    ...keys.map((name) => [name.replaceAll("_", "-"), name])
  ]);
  for (const name of names) {
    const own = all.has(name) ? name : byName.get(name.replaceAll("_", "-"));
    if (own !== void 0) return own;
  }
  return void 0;
}
function outputFlag(all) {
  return flagNamed(all, OUTPUT) ?? (isFolder(all.get("project")) ? "project" : void 0);
}
var isFolder = (flag) => /\//.test(flag?.default ?? "");
var isOutputName = (all, name) => OUTPUT_NAMES.has(name.replaceAll("_", "-")) || outputFlag(all) === name;

export {
  STEPS,
  EPOCHS,
  DRILL_EPOCHS,
  SAVES,
  LOGS,
  ON_CPU,
  RESUME_NAMES,
  flagNamed,
  outputFlag,
  isOutputName
};
