import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  quoted
} from "./secret-shape.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/strict-yaml/plain-form.ts
var WORDS = {
  yes: true,
  on: true,
  y: true,
  no: false,
  off: false,
  n: false
};
function plainForm(expected, key, value) {
  if (typeof value !== "string") return;
  const found = expected === "boolean" ? truthIn(value) : isNumber(expected) ? numberIn(value) : void 0;
  if (!found || expected === "int" && !Number.isInteger(found.plain)) return;
  const line = typeof key === "string" ? `${key}: ${found.plain}` : String(found.plain);
  const note = found.note && { note: found.note };
  return { line, ...note, isSure: found.note === void 0 };
}
var isNumber = (expected) => expected === "number" || expected === "int";
function truthIn(text) {
  const plain = WORDS[text.trim().toLowerCase()];
  return plain === void 0 ? void 0 : { plain };
}
var FACTORS = { k: 1e3 };
var OTHER_MONEY = ["\u20AC", "\xA3", "\xA5", "eur", "euro", "euros", "gbp", "cny", "rmb"];
var UNITS = ["", "$", "usd", "k", "h", "hour", "hours", "step", "steps", ...OTHER_MONEY];
function numberIn(text) {
  const [, before = "", digits = "", after = ""] = new RegExp("^([$\u20AC\xA3\xA5]?)\\s*(-?\\d[\\d_,]*(?:\\.\\d+)?|-?\\.\\d+)\\s*(\\p{L}*|[$\u20AC\xA3\xA5])$", "u").exec(text.trim()) ?? [];
  const unit = (before || after).toLowerCase();
  const number = Number(digits.replace(/[_,]/g, ""));
  if (digits === "" || !Number.isFinite(number) || !UNITS.includes(unit)) return;
  const plain = number * (FACTORS[unit] ?? 1);
  return { plain, ...OTHER_MONEY.includes(unit) && { note: "with the amount in US dollars" } };
}

// src/strict-yaml/explain.ts
var pathText = (path) => path.map((part, at) => typeof part === "number" ? `[${part}]` : at === 0 ? part : `.${part}`).join("");
function wordIssue(issue) {
  switch (issue.code) {
    case "invalid_type":
      return `is not ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `is none of ${alternatives(issue.values.map(String))}`;
    case "too_small":
      return `is ${issue.origin === "number" || issue.origin === "int" ? "below" : "shorter than"} ${issue.minimum}`;
    case "too_big":
      return `is ${issue.origin === "number" || issue.origin === "int" ? "above" : "longer than"} ${issue.maximum}`;
    default:
      return void 0;
  }
}
var KINDS = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
  record: "a mapping"
};
var alternatives = (words) => words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
var isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function notAMapping({ value, kind, placeOfOffset }) {
  const at = placeOfOffset(0);
  const isEmpty = value === void 0 || value === null;
  const what = `${at.file} is ${isEmpty ? "empty" : "not a mapping of keys to values"}.`;
  return problem(`not-a-${kind.name}`, what, kind.start, { ...at, line: 1, column: 1 });
}
var MOST_KEYS = 100;
function explain(issue, root, raw, source) {
  const path = [...root, ...issue.path];
  const value = valueAt(raw, path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, MOST_KEYS).map((key) => unknownKey(key, path, { valid: issue.message.split(" "), raw, source }));
  }
  if (value === void 0 && issue.code !== "invalid_key") return [missingKey(path, source)];
  if (value === null) return [emptyValue(path, source)];
  if (issue.code === "invalid_union") return explainUnion(issue.errors, path, raw, source);
  if (issue.code === "invalid_key") return [invalidKey(issue, path, source)];
  const [why, next] = splitAdvice(issue.message);
  const what = `\`${pathText(path)}\`: ${shown(value, path, source)} ${why}.`;
  const told = toldOf(issue, { path, value, raw, source }) ?? next ?? "Correct the value here.";
  return [problem(CODES[issue.code] ?? "bad-value", what, told, source.placeOf(path))];
}
function toldOf(issue, { path, value, raw, source }) {
  const instead = source.kind.instead?.(path, value, valueAt(raw, path.slice(0, -1)));
  if (instead) return insteadOf(instead, path);
  if (issue.code === "invalid_type") {
    const plain = plainForm(issue.expected, path.at(-1), value);
    return plain && insteadOf(plain, path);
  }
  if (issue.code !== "invalid_value" || typeof value !== "string") return;
  const words = issue.values.map(String);
  const near = nearestOf(value, words);
  if (near === void 0) return { next: `Write one of them: ${alternatives(words)}.` };
  return { next: `Did you mean ${JSON.stringify(near)}?`, meant: { path, as: { value: near } } };
}
function insteadOf({ line, note, at, isSure }, path) {
  const next = `Write \`${line}\`${note === void 0 ? "" : ` ${note}`}.`;
  return isSure ? { next, meant: { path: at ?? path, as: { text: line } } } : { next };
}
var CODES = { invalid_type: "wrong-type", invalid_value: "wrong-value" };
function explainUnion(branches, path, raw, source) {
  const isOther = (issue) => issue.path.length === 0 && (issue.code === "invalid_type" || issue.code === "invalid_value");
  const meant = branches.filter((issues) => !issues.some(isOther)).sort((a, b) => a.length - b.length).at(0);
  if (meant) return meant.flatMap((issue) => explain(issue, path, raw, source));
  const forms = alternatives(
    branches.flatMap((issues) => issues.map((issue) => issue.message.replace(/^is (not|none of) /, "")))
  );
  const value = valueAt(raw, path);
  const what = `\`${pathText(path)}\`: ${shown(value, path, source)} is not ${forms}.`;
  const instead = source.kind.instead?.(path, value, valueAt(raw, path.slice(0, -1)));
  const told = instead ? insteadOf(instead, path) : "Write one of these.";
  return [problem("wrong-type", what, told, source.placeOf(path))];
}
function unknownKey(key, parent, { valid, raw, source }) {
  const near = nearestOf(key, valid);
  const path = [...parent, key];
  const place = source.placeOfKey(path);
  const where = parent.length > 0 ? ` in \`${pathText(parent)}\`` : "";
  const instead = source.kind.instead?.(path, valueAt(raw, path), valueAt(raw, parent));
  const told = instead ? insteadOf(instead, path) : near ? { next: `Did you mean \`${near}\`?`, meant: { path, as: { key: near } } } : { next: `The keys here are: ${valid.join(", ")}.` };
  return problem("unknown-key", `There is no key ${quoted(key)}${where}.`, told, place);
}
function missingKey(path, source) {
  const parent = path.slice(0, -1);
  const next = source.kind.missing?.[pathText(path)] ?? `Add \`${path.at(-1)}:\`${parent.length > 0 ? ` to \`${pathText(parent)}\`` : ""}.`;
  return problem("missing-key", `\`${pathText(path)}\` is missing.`, next, source.placeOfKey(parent));
}
function emptyValue(path, source) {
  const what = `\`${pathText(path)}\` has nothing behind it.`;
  return problem(
    "empty-value",
    what,
    'Remove it to leave it unset, or write `""` for empty text.',
    source.placeOf(path)
  );
}
function invalidKey(issue, path, source) {
  const [why, next] = splitAdvice(issue.issues[0]?.message ?? "is not a valid name");
  const what = `\`${pathText(path.slice(0, -1))}\`: the name ${quoted(path.at(-1))} ${why}.`;
  return problem("bad-name", what, next ?? "Choose another name.", source.placeOfKey(path));
}
function splitAdvice(message) {
  const [, why, next] = /^(.*?)(?:; |\. )(.+?)\.?$/s.exec(message) ?? [];
  if (why === void 0 || !next) return [message, void 0];
  return [why, `${next.charAt(0).toUpperCase()}${next.slice(1)}.`];
}
function shown(value, path, { kind }) {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  return typeof value === "string" ? quoted(kind.shown?.(value, path) ?? value) : String(value);
}
function valueAt(raw, path) {
  let value = raw;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return void 0;
    value = value[part];
  }
  return value;
}
var problem = (code, what, told, at) => new Problem({ code, kind: "usage", what, at, ...typeof told === "string" ? { next: told } : told });

export {
  wordIssue,
  isMapping,
  notAMapping,
  explain
};
