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

// src/job/init/reading/started-where.ts
var READS_OUR_DIRECTORY = /GPU_LEASE_OUT(?!['"]\s+(?:not\s+)?in\b)/;
function isStartedInOutput({ entry, files, flags, repository }) {
  if (!entry || !/^[\w./-]+\.py$/.test(entry.path) || entry.installed !== void 0) return false;
  if (flags.style === "override" || outputFlag(flags.all) !== void 0) return false;
  if (files.some(({ code: text }) => READS_OUR_DIRECTORY.test(text))) return false;
  if (!files.some(({ bare }) => WRITES.test(bare)) || files.some(({ bare }) => /^\s*from\s+\./m.test(bare)))
    return false;
  const given = [...entry.line?.launcherArguments ?? [], ...entry.line?.scriptArguments ?? []];
  return findsItsFiles(files, repository, given);
}
function findsItsFiles(files, repository, given) {
  const isThere = pathsOf(repository);
  return !files.some(({ code }) => ASKS_WHERE.test(code)) && ![...files.flatMap(literalsOf), ...given].some(isThere) && !files.some(readsData);
}
var WRITES = /\.\s*(?:save\w*|dump|fit|train|to_\w+|write\w*)\s*\(|\bsave\w*\s*\(/;
var ASKS_WHERE = /\bgetcwd\s*\(|\bPath\.cwd\s*\(|\bsys\.path\b|\bsubprocess\b|\bos\.system\s*\(/;
var LITERAL = /(['"])((?:(?!\1)[^\\\n]){1,200})\1/g;
var literalsOf = ({ code }) => [...code.matchAll(LITERAL)].map(([, , text = ""]) => text);
function pathsOf({ files }) {
  const known = /* @__PURE__ */ new Set();
  for (const file of files.filter((each) => !each.endsWith(".py"))) {
    const names = file.split("/");
    for (const at of names.keys()) known.add(names.slice(0, at + 1).join("/"));
  }
  return (text) => known.has(text.replace(/^(\.\/)+/, "").replace(/\/+$/, ""));
}
var readsData = ({ code }) => /\b(?:read_\w+|load_from_disk|memmap|fromfile|loadtxt|genfromtxt|ImageFolder|DatasetFolder|image_dataset_from_directory|listdir|scandir)\s*\(\s*[fr]?['"](?![/~]|\w+:)/.test(
  code
) || /\bopen\s*\(\s*[fr]?(['"])(?![/~])[^'"\n]*\1\s*(?:\)|,\s*(?:mode\s*=\s*)?['"]r|,\s*encoding)/.test(code) || /\bdata_files\s*=|\bfrom_pretrained\s*\(\s*['"]\./.test(code) || /\b(?:np|numpy)\.load\s*\(\s*[fr]?['"](?![/~])/.test(code);

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
  isOutputName,
  READS_OUR_DIRECTORY,
  isStartedInOutput,
  findsItsFiles
};
