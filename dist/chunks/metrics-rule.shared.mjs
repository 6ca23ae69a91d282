import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/metrics/rule.ts
var METRICS_FORMATS = ["jsonl", "csv", "trainer-state", "tensorboard"];
var sourcesOf = ({ metrics, moreMetrics }) => metrics ? [metrics, ...moreMetrics ?? []] : [];
function formatByName(path) {
  const name = path.split("/").at(-1) ?? "";
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? "jsonl";
}
var BY_NAME = [
  [/\.(csv|tsv)$/i, "csv"],
  [/^trainer_state\.json$/, "trainer-state"],
  [/tfevents/, "tensorboard"]
];
function filesOf(path, format) {
  const inFolder = IN_FOLDER[format];
  return inFolder === void 0 || inFolder.names.test(path) ? path : `${path}/${inFolder.files}`;
}
var IN_FOLDER = {
  tensorboard: { names: /tfevents[^/]*$/, files: "**/*tfevents*" }
};
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
  return LOSS_NAMES.find((name) => record.has(name)) ?? lossKey;
}
function keysInFile({ format, stepKey, lossKey, best }) {
  if (format === "trainer-state") {
    const within = (key) => `log_history.${key}`;
    return {
      stepKey: "global_step",
      lossKey: within(lossKey),
      ...best && { best: { ...best, key: within(best.key) } }
    };
  }
  if (format === "tensorboard") return { stepKey };
  const isCertain = format === void 0 || lossKey !== "loss";
  return { stepKey, ...isCertain && { lossKey }, ...best && { best } };
}

export {
  METRICS_FORMATS,
  sourcesOf,
  formatByName,
  filesOf,
  lossKeyIn,
  keysInFile
};
