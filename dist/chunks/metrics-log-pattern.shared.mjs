import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

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
  parsePythonJson,
  asRecord,
  isNonFinite,
  patternFault,
  lineReader
};
