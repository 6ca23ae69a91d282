import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  worstFirst,
  worstOf
} from "./report-verify-document.shared.mjs";
import {
  VERDICT_TONE,
  htmlPage,
  htmlText,
  section,
  tileList
} from "./report-html-page.shared.mjs";
import {
  formatBytes
} from "./report-progress-bar.shared.mjs";
import "./report-columns.shared.mjs";
import "./report-visible-text.shared.mjs";
import {
  countsOf
} from "./verify-contract-verdicts.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

// src/report/verify-html.ts
var MAX_ROWS = { files: 2e3, reasons: 3e3, tensors: 5e3 };
function verifyHtml({ sets, ...told }) {
  const files = [...told.files];
  const verdicts = { files, sets };
  const worst = worstOf(verdicts);
  return htmlPage(
    `${worst}: ${files.length} files`,
    [
      `<header><h1>Artifacts</h1><p class="state ${toneOf(worst)}">${htmlText(worst)}</p></header>`,
      tiles(verdicts),
      table("Sets", sets),
      table("Files", worstFirst({ files, sets: [] })),
      reasons(worstFirst(verdicts)),
      tensors([
        ...sets,
        ...files.filter((file) => file.partOf === void 0 || !hasTable(sets, file.partOf))
      ])
    ].filter((part) => part !== "").join("\n")
  );
}
var toneOf = (verdict) => VERDICT_TONE[verdict] ?? "bad";
var hasTable = (sets, label) => sets.some((set) => set.label === label && (set.table?.length ?? 0) > 0);
function tiles({ files, sets }) {
  const { of: counts } = countsOf(files);
  return tileList([
    ["pass", String(counts.pass)],
    ["pass-degraded", String(counts["pass-degraded"])],
    ["inconclusive", String(counts.inconclusive)],
    ["fail", String(counts.fail)],
    ["sets", String(sets.length)],
    ["bytes", formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0))],
    ["tensors", String(files.reduce((sum, each) => sum + (each.tensors?.count ?? 0), 0))],
    ["verifier", `version ${files[0]?.verifierVersion ?? sets[0]?.verifierVersion ?? ""}`]
  ]);
}
function table(title, verdicts) {
  const shown = verdicts.slice(0, MAX_ROWS.files);
  return section({
    title,
    columns: [
      { title: "verdict", class: "short" },
      { title: "level" },
      { title: title === "Sets" ? "set" : "file", class: "mono" },
      { title: "format" },
      { title: "role", class: "short" },
      { title: "tensors", class: "number" },
      { title: "size", class: "number" },
      { title: "sha256", class: "mono" }
    ],
    rows: shown.map((each) => [
      { word: each.verdict, tone: toneOf(each.verdict) },
      each.level,
      each.label,
      each.format,
      each.role,
      each.tensors === void 0 ? "" : String(each.tensors.count),
      formatBytes(each.bytes),
      each.sha256 ?? ""
    ]),
    left: verdicts.length - shown.length,
    where: "are in the result of --json."
  });
}
var SEVERITY_TONE = { degraded: "warn", note: "good" };
function reasons(verdicts) {
  const all = verdicts.flatMap((verdict) => verdict.reasons.map((reason) => ({ verdict, reason })));
  const shown = all.slice(0, MAX_ROWS.reasons);
  const leftOut = verdicts.reduce((sum, { reasonsLeftOut }) => sum + reasonsLeftOut, 0);
  return section({
    title: "Reasons",
    columns: [
      { title: "severity", class: "short" },
      { title: "level" },
      { title: "file", class: "mono" },
      { title: "code", class: "mono" },
      { title: "what" },
      { title: "byte", class: "number" },
      { title: "expected" },
      { title: "found" }
    ],
    rows: shown.map(({ verdict, reason }) => [
      { word: reason.severity, tone: SEVERITY_TONE[reason.severity] ?? "bad" },
      reason.level,
      reason.file ?? verdict.label,
      reason.code,
      reason.what,
      reason.offset === void 0 ? "" : String(reason.offset),
      reason.expected ?? "",
      reason.found ?? ""
    ]),
    left: all.length - shown.length + leftOut,
    where: "are not shown."
  });
}
function tensors(verdicts) {
  const all = verdicts.flatMap(({ label, table: rows = [] }) => rows.map((row) => ({ label, row })));
  const shown = all.slice(0, MAX_ROWS.tensors);
  return section({
    title: "Tensors",
    columns: [
      { title: "file", class: "mono" },
      { title: "tensor", class: "mono" },
      { title: "type", class: "short" },
      { title: "shape", class: "short" },
      { title: "elements", class: "number" },
      { title: "not finite", class: "number" },
      { title: "fingerprint", class: "mono" }
    ],
    rows: shown.map(({ label, row }) => [label, ...tensorCells(row)]),
    left: all.length - shown.length,
    where: "are shown by --explain."
  });
}
var tensorCells = ({ name, dtype, shape, nonFinite, fingerprint }) => [
  name,
  dtype,
  shape.length === 0 ? "scalar" : shape.join(" x "),
  String(shape.reduce((product, size) => product * size, 1)),
  String(nonFinite),
  fingerprint ?? ""
];
export {
  verifyHtml
};
