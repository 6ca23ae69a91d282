import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/metrics/rule.ts
var METRICS_FORMATS = ["jsonl", "csv", "trainer-state", "tensorboard", "wandb", "trackio"];
var sourcesOf = ({ metrics, moreMetrics }) => metrics ? [metrics, ...moreMetrics ?? []] : [];
var stepKeyOf = (format) => format === "wandb" ? "_step" : "step";
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
  if (format === "tensorboard" || format === "trackio" || format === "log") return { stepKey };
  const isCertain = format === void 0 || lossKey !== "loss";
  return { stepKey, ...isCertain && { lossKey }, ...best && { best } };
}

// src/metrics/python-json.ts
function parsePythonJson(text) {
  for (const each of [() => text, () => withWordsAsTexts(text)]) {
    try {
      return JSON.parse(each());
    } catch {
    }
  }
  return void 0;
}
var withWordsAsTexts = (text) => (
  // The word first, then what stands before it: the other way round, a long run of blanks costs its square.
  text.replaceAll(/(-?(?:Infinity|NaN))(?<=[:[,]\s*-?(?:Infinity|NaN))(?=\s*[,}\]])/g, '"$1"')
);
function asRecord(value) {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? new Map(Object.entries(value)) : void 0;
}
function isNonFinite(value) {
  if (value === null) return true;
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "string" && /^[+-]?(?:nan(?:\(\w*\))?|inf(?:inity)?|1\.#\w+)$/i.test(value.trim());
}

// src/metrics/log-pattern.ts
var MOST_CHARACTERS = 2e3;
var HOLE = /\{([^{}]*)\}/g;
var NAME = /^[A-Za-z_][\w./-]{0,63}$/;
var NUMBER = "([+-]?(?:\\d{1,3}(?:,\\d{3}){1,6}(?!\\d)|\\d{1,20})(?:\\.\\d{0,20})?(?:e[+-]?\\d{1,4})?|[+-]?\\.\\d{1,20}(?:e[+-]?\\d{1,4})?|[+-]?nan|[+-]?inf(?:inity)?)";
function patternFault(pattern, stepKey) {
  const names = [...pattern.matchAll(HOLE)].map(([, name]) => name ?? "");
  const rest = pattern.replaceAll(HOLE, "\0");
  const fault = (why, next) => ({ why, next });
  if (/[{}]/.test(rest)) return fault("has a brace that is alone", "A number is written `{name}`.");
  const odd = names.find((name) => !NAME.test(name));
  if (odd !== void 0)
    return fault(
      `names a number ${JSON.stringify(odd)}`,
      "Name it by letters, digits, `_`, `.`, `/` and `-`."
    );
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== void 0)
    return fault(`has {${twice}} twice`, "Give each number a name of its own, or write `*`.");
  if (!names.includes(stepKey))
    return fault(`has no {${stepKey}}`, "Write it where the step stands, such as `step {step} loss {loss}`.");
  if (/\0[\0*]|\*[\0*]/.test(rest))
    return fault("does not say where one number ends", "Leave what is printed between them.");
  if (!/[^\0*\s]/.test(rest))
    return fault("has no word by which a line is known", "Copy a whole line of the log.");
  return void 0;
}
function lineReader(pattern) {
  const parts = pattern.split("*").filter((part) => part.trim() !== "").map(partOf);
  return (line) => {
    const record = /* @__PURE__ */ new Map();
    const plain = line.slice(0, MOST_CHARACTERS).replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, "");
    let from = 0;
    for (const { names, expression } of parts) {
      expression.lastIndex = from;
      const found = expression.exec(plain);
      if (!found) return;
      from = expression.lastIndex;
      for (const [at, name] of names.entries()) record.set(name, numberIn(found[at + 1] ?? ""));
    }
    return record;
  };
}
function partOf(part) {
  const source = part.trim().split(/(\{[^{}]*\}|\s+)/).map((token) => {
    if (token.startsWith("{")) return `${NUMBER}(?!\\d)`;
    return /^\s+$/.test(token) ? "\\s{1,200}" : token.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  }).join("");
  return {
    names: [...part.matchAll(HOLE)].map(([, name]) => name ?? ""),
    expression: new RegExp(source, "gi")
  };
}
var numberIn = (text) => isNonFinite(text) ? text : Number(text.replaceAll(",", ""));

export {
  METRICS_FORMATS,
  sourcesOf,
  stepKeyOf,
  isPrinted,
  nameOfSource,
  formatByName,
  filesOf,
  trackerFiles,
  lossKeyIn,
  keysInFile,
  parsePythonJson,
  asRecord,
  isNonFinite,
  patternFault,
  lineReader
};
