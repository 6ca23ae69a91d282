import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/metrics/rule.ts
var METRICS_FORMATS = ["jsonl", "csv", "trainer-state", "tensorboard", "wandb", "trackio"];
var sourcesOf = ({ metrics, moreMetrics }) => metrics ? [metrics, ...moreMetrics ?? []] : [];
var isPrinted = ({ path }) => path === "";
var nameOfSource = (rule) => isPrinted(rule) ? "the log" : rule.path;
function formatByName(path) {
  const name = path.split("/").at(-1) ?? "";
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? "jsonl";
}
var BY_NAME = [
  [/\.(csv|tsv)$/i, "csv"],
  [/^trainer_state\.json$/, "trainer-state"],
  [/tfevents/, "tensorboard"],
  [/\.wandb$/, "wandb"]
];
function filesOf(path, format) {
  if (format === "trackio") return path.endsWith(".db") ? `${path.slice(0, -1)}*[bl]` : `${path}/*.d*[bl]`;
  const inFolder = IN_FOLDER[format];
  return inFolder === void 0 || inFolder.names.test(path) ? path : `${path}/${inFolder.files}`;
}
var IN_FOLDER = {
  tensorboard: { names: /tfevents[^/]*$/, files: "**/*tfevents*" },
  wandb: { names: /\.wandb$/, files: "*run-*/run-*.wandb" }
};
function trackerFiles({
  format,
  path
}) {
  if (format === "tensorboard") return { path, role: "metrics" };
  if (format !== "wandb" && format !== "trackio") return;
  const folder = path.split("/").slice(0, -1).join("/");
  return { path: folder === "" ? path : `${folder}/**`, role: "opaque" };
}
var LOSS_NAMES = [
  "loss",
  "train_loss",
  "train/loss",
  "train_loss_step",
  "loss/train",
  "Loss/train",
  "loss_step"
];
function lossKeyIn(record, { format, lossKey }) {
  if (format === void 0 || lossKey !== "loss" || record.has(lossKey)) return lossKey;
  const known = LOSS_NAMES.find((name) => record.has(name));
  const other = format === "csv" ? [...record.keys()].find(isLossOfTraining) : void 0;
  return known ?? other ?? lossKey;
}
var isLossOfTraining = (name) => /loss$/i.test(name) && !/val|test/i.test(name);
function keysInFile({ format, stepKey, lossKey, best }) {
  if (format === "trainer-state") {
    const within = (key) => `log_history.${key}`;
    return {
      stepKey: "global_step",
      lossKey: within(lossKey),
      ...best && { best: { ...best, key: within(best.key) } }
    };
  }
  if (format === "tensorboard" || format === "trackio" || format === "log") return { stepKey };
  const isCertain = format === void 0 || lossKey !== "loss";
  return { stepKey, ...isCertain && { lossKey }, ...best && { best } };
}

export {
  METRICS_FORMATS,
  sourcesOf,
  isPrinted,
  nameOfSource,
  formatByName,
  filesOf,
  trackerFiles,
  lossKeyIn,
  keysInFile
};
