import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  installCommand
} from "./launch-install-command.shared.mjs";
import {
  watchedGlobs
} from "./job-watched.shared.mjs";
import {
  pushedRequirements
} from "./launch-conda-by-pip.shared.mjs";
import {
  UNFINISHED_ERE,
  namesOneOfFolder,
  setGlobs
} from "./box-keeper-text.shared.mjs";
import {
  globToEre
} from "./box-keeper-pattern.shared.mjs";
import {
  growthOf
} from "./metrics-csv-table.shared.mjs";
import {
  filesOf,
  isPrinted,
  sourcesOf
} from "./metrics-rule.shared.mjs";

// src/colab/notebook-job.ts
var colabRunId = (job, configHash) => `${job}-colab-${configHash.slice(0, 12)}`;
function notebookJob(bound, remote) {
  const { job, code, configHash } = bound;
  const growing = sourcesOf(job).filter((rule) => ["lines", "table"].includes(growthOf(rule)));
  const wide = (globs) => globs.map((glob) => globToEre(glob, "wide"));
  return {
    run: colabRunId(job.name, configHash),
    job: job.name,
    commit: code.commit,
    remote,
    folder: bound.folder ?? ".",
    configHash,
    command: job.run,
    setup: job.setup || null,
    vars: job.vars,
    cells: job.cells.map(({ name, vars }) => ({ name, vars })),
    secrets: job.secrets,
    gpu: gpuOf(job),
    requirements: requirementsOf(bound),
    checkpoint: job.checkpoint && job.checkpoint.resume !== "none" ? setsOf(job.checkpoint) : null,
    watched: wide(watchedGlobs(job)),
    beside: wide(besideGlobs(job)),
    growing: wide(growing.flatMap((rule) => isPrinted(rule) ? [] : [rule.path])),
    artifacts: wide(job.artifacts.map(({ path }) => path)),
    unfinished: UNFINISHED_ERE
  };
}
function gpuOf({ resources: { gpu } }) {
  return gpu ? { names: gpu.names, count: gpu.count, memory_gb: gpu.memoryGb?.min ?? 0 } : null;
}
function requirementsOf({ job, code, requirements }) {
  if (!job.requirements || requirements === void 0) return null;
  const { file, torch, index } = job.requirements;
  const { text, constraints } = pushedRequirements(job.requirements, requirements, code);
  return {
    text,
    install: installCommand(file, torch, constraints),
    index: index ? { url: index.url, token: index.token ?? null } : null
  };
}
function setsOf(rule) {
  const { path, complete } = rule;
  const below = setGlobs(rule).map((glob) => globToEre(glob, "wide"));
  const shared = { below, complete: complete ?? null };
  if (Array.isArray(path)) return { form: "list", paths: path, pattern: "", ...shared };
  const form = namesOneOfFolder(path) ? "one" : "glob";
  return { form, paths: [], pattern: globToEre(path, "narrow"), ...shared };
}
var besideGlobs = (job) => [
  ...job.artifacts.filter(({ keep }) => keep !== "evidence").map(({ path }) => path),
  ...sourcesOf(job).flatMap((rule) => isPrinted(rule) ? [] : [filesOf(rule.path, rule.format ?? "jsonl")])
];

export {
  colabRunId,
  notebookJob
};
