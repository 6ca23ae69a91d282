import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  columnsOf,
  fit,
  pad
} from "./report-columns.shared.mjs";
import {
  visibleLine
} from "./report-visible-text.shared.mjs";

// src/report/progress-bar.ts
var MAX_BAR = 24;
var MIN_BAR = 6;
var MAX_NOTE = 44;
var LABEL = 10;
var GIVES_WAY = [
  "tier",
  "rate",
  "bar",
  "cards",
  "loss",
  "words of the amount",
  "blanks",
  "amount",
  "left",
  "words of the state",
  "note",
  "percent",
  "state"
];
function progressBar(state, columns) {
  const shown = { ...state, label: visibleLine(state.label) };
  const given = /* @__PURE__ */ new Set();
  for (const next of GIVES_WAY) {
    const line = lineWithout(given, shown, columns);
    if (columnsOf(line) <= columns) return line;
    given.add(next);
  }
  const facts = factsWithout(given, state);
  const label = fit(shown.label, Math.max(0, columns - (facts ? columnsOf(facts) + 2 : 0)));
  return fit([label, facts].filter(Boolean).join("  "), columns);
}
var wordsBeside = ({ note, facts }) => [...(facts ?? []).map(({ text }) => text), note ?? ""].filter((text) => text !== "").join(", ");
function lineWithout(given, state, columns) {
  const label = fit(state.label, Math.max(8, Math.floor(columns / 3)));
  const share = shareOf(state);
  const amount = given.has("amount") && share !== void 0 ? "" : amountOf(state, given);
  const percent = share === void 0 || given.has("percent") ? "" : `${Math.floor(share * 100)} %`;
  const fixed = [percent === "" ? "" : percent.padStart(5), amount, factsWithout(given, state)].filter(Boolean).join("  ");
  if (given.has("blanks")) return withNote(`${label}  ${fixed.trimStart()}`, state, given, columns);
  const head = pad(label, LABEL);
  const room = columns - columnsOf(`${head} ${fixed}`);
  const bar = percent === "" || given.has("bar") ? "" : barIn(room - noteColumns(state), share ?? 0);
  if (bar === void 0) return " ".repeat(columns + 1);
  const line = [head, ...bar ? [bar] : [], fixed].join(" ");
  return withNote(line, state, given, columns);
}
function withNote(line, { note }, given, columns) {
  if (!note || given.has("note")) return line;
  const room = columns - columnsOf(line) - 2;
  return room < 8 ? " ".repeat(columns + 1) : `${line}  ${fit(visibleLine(note), room)}`;
}
var noteColumns = ({ note }) => note ? Math.min(columnsOf(visibleLine(note)) + 2, MAX_NOTE) : 0;
function barIn(room, share) {
  const size = Math.min(MAX_BAR, room - "[] ".length);
  return size < MIN_BAR ? void 0 : barOf(size, share);
}
function barOf(size, share) {
  const filled = Math.round(share * size);
  return `[${"#".repeat(filled)}${"-".repeat(size - filled)}]`;
}
var shareOf = ({ done, total }) => total ? Math.min(1, Math.max(0, done / total)) : void 0;
function amountOf({ done, total, unit }, given) {
  const count = unit === "bytes" ? formatBytes : (n) => String(Math.round(n));
  const isBrief = unit === "bytes" || given.has("words of the amount") && total;
  return `${count(done)}${total ? `/${count(total)}` : ""}${isBrief ? "" : ` ${unit}`}`;
}
var factsWithout = (given, { facts = [] }) => facts.filter(({ is, text }) => text !== "" && !given.has(is)).map((fact) => visibleLine(given.has("words of the state") ? briefOf(fact) : fact.text)).join(", ");
var briefOf = ({ text, brief }) => brief ?? text;
var UNITS = ["B", "kB", "MB", "GB", "TB"];
function formatBytes(bytes) {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1e3;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

export {
  progressBar,
  wordsBeside,
  barOf,
  formatBytes
};
