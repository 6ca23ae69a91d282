import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  VERDICT_TONE,
  htmlPage,
  htmlText,
  section,
  tileList
} from "./report-html-page.shared.mjs";
import {
  chooseLogs,
  fileOfLog,
  logOfFile,
  wordsOfLog
} from "./box-log-name.shared.mjs";
import {
  memoryUses,
  memoryWords,
  readMemory
} from "./box-memory-series.shared.mjs";
import {
  downsample,
  headline,
  inOrder,
  keyFacts,
  mermaidCurve,
  nextWords,
  textChart
} from "./report-card-words.shared.mjs";
import {
  numbersOf
} from "./metrics-series.shared.mjs";
import {
  inertLine
} from "./crash-inert-line.shared.mjs";
import {
  markdownBlock,
  markdownCode,
  markdownFolded,
  markdownTable,
  markdownText
} from "./report-markdown-text.shared.mjs";
import {
  rowsOf
} from "./metrics-csv-table.shared.mjs";
import {
  writeWhole
} from "./report-whole-file.shared.mjs";
import {
  formatBytes
} from "./report-progress-bar.shared.mjs";
import {
  compileGlob
} from "./job-glob.shared.mjs";
import {
  describeEvent
} from "./report-event-words.shared.mjs";
import {
  debtsOf
} from "./report-debt-lines.shared.mjs";
import {
  runnerUse
} from "./lease-runner-minutes.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import {
  visible
} from "./report-visible-text.shared.mjs";
import {
  isPrinted,
  sourcesOf
} from "./metrics-rule.shared.mjs";
import {
  attentionOf
} from "./lease-asking.shared.mjs";
import {
  tierFacts,
  tierWords
} from "./lease-comes-back.shared.mjs";
import {
  opaqueWords
} from "./lease-opaque-words.shared.mjs";
import {
  costing,
  endOf,
  runState
} from "./lease-run.shared.mjs";
import {
  costLines,
  usdPerHourNow,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  formatSeconds
} from "./clock.shared.mjs";

// src/report/facts.ts
function factsOf(run, events2, now, more) {
  return {
    run: run.id,
    job: run.opened?.job ?? "",
    state: runState(run),
    commit: run.opened?.commit ?? "",
    dirty: run.opened?.dirty ?? false,
    smoke: run.smoke,
    usd: usdSoFar(run, now),
    usdPerHourNow: usdPerHourNow(run, now),
    runners: runnerUse(run, now),
    budgetUsd: run.opened?.budget.usd ?? 0,
    costing: costing(run),
    cost: costLines(run, now),
    leases: run.leases.map(({ name, platform, state, intent }) => ({
      name,
      platform,
      state,
      summary: intent.summary
    })),
    cells: [...run.cells.values()].map((cell) => ({
      name: cell.name,
      ended: cell.ended ? `${endOf(run, cell)} (exit ${cell.ended.exitCode}${cell.ended.failureClass ? `, ${cell.ended.failureClass}` : ""})` : "",
      verifiedStep: cell.verifiedStep,
      resumedAt: cell.resumedAt
    })),
    seal: run.seal,
    onTier: tierFacts(run).map(tierWords),
    attention: attentionOf(run, now),
    debts: debtsOf(run),
    halted: run.halted && { what: run.halted.what, next: run.halted.next },
    events: events2,
    madeAt: now.toISOString(),
    ...more
  };
}
var CALM = ["pass-degraded", "pass"];
var worstFirst = (rows) => [...rows].sort((a, b) => CALM.indexOf(a.verdict) - CALM.indexOf(b.verdict));

// src/report/markdown.ts
var MAX_ROWS = 60;
function markdownReport(facts) {
  const parts = [
    `## ${markdownText(facts.job)}: ${markdownText(headline(facts))}`,
    keyFacts(facts).map(markdownText).join(" \xB7 "),
    linkLine(facts),
    ...warnings(facts),
    approval(facts) || `**Next:** ${markdownText(nextWords(facts))}`,
    ...facts.charts.slice(0, 1).map(({ title, points }) => chart(title, points)),
    markdownFolded(`More curves (${facts.charts.length - 1})`, moreCharts(facts)),
    markdownFolded(`Artifacts (${facts.verdicts.length})`, verdicts(facts)),
    markdownFolded("Meters and minutes", costs(facts)),
    markdownFolded("Memory", bullets(facts.memory)),
    markdownFolded("Durable copies", bullets(facts.onTier))
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}
`;
}
var markdownLine = (facts) => `${markdownCode(facts.run)}: ${[headline(facts), ...keyFacts(facts)].map(markdownText).join(" \xB7 ")}
`;
function failureMarkdown(stage, problems) {
  const list = problems.map(({ what, next }) => {
    const [first = "", ...more] = what.split("\n");
    const block = more.length > 0 ? `

${markdownBlock(visible(more.join("\n")))}` : "";
    return `> [!CAUTION]
> ${markdownText(first)}
>
> **Next:** ${markdownText(next)}${block}`;
  });
  return `## ${markdownText(stage)} failed

${list.join("\n\n")}
`;
}
function linkLine({ run, commit, seal, links = {} }) {
  const to = (words, url) => url === void 0 ? [] : [`[${words}](${url})`];
  const short = markdownCode(commit.slice(0, 8));
  return [
    `run ${markdownCode(run)}`,
    `commit ${links.commit === void 0 ? short : `[${short}](${links.commit})`}`,
    ...seal ? [`seal ${markdownCode(seal.seal.slice(0, 8))}`] : [],
    ...to("files, evidence and report", links.artifact),
    ...to("workflow run", links.workflowRun)
  ].join(" \xB7 ");
}
function warnings(facts) {
  const { smoke, dirty, halted, attention, debts = [], costing: costing2, state } = facts;
  const below = facts.approval ? "" : nextWords(facts);
  const all = [
    ...smoke === "waived" ? [{ what: "No smoke was run for this job (smoke: none).", next: "" }] : [],
    ...dirty ? [{ what: "The code had uncommitted changes.", next: "" }] : [],
    ...halted ? [halted] : [],
    ...attention,
    ...state === "debt" ? [{ what: `A meter is not proven stopped: ${costing2.join("; ")}`, next: "" }] : [],
    ...debts
  ];
  return all.map(({ what, next }) => {
    const more = next === "" || next === below ? "" : `
>
> **Next:** ${markdownText(next)}`;
    return `> [!WARNING]
> ${markdownText(what)}${more}`;
  });
}
function approval({ approval: needed, links }) {
  if (!needed) return "";
  const phrase = needed.phrase.replace(/[^\w .-]/g, "?");
  const ways = needed.ways?.length ? needed.ways.map((each) => `- ${markdownText(each)}`).join("\n") : "To approve, start the release by hand with exactly this phrase:";
  const typed = phrase === "" ? "" : `

\`\`\`text
${phrase}
\`\`\``;
  const form = links?.form === void 0 ? "" : `

[Open the form that starts a release](${links.form})`;
  const details = markdownFolded("What stops, what is destroyed, what is where", bullets(needed.lines));
  return `### Approval needed

**${markdownText(needed.sentence ?? "")}**

${ways}${typed}${form}

${details}`;
}
var bullets = (lines) => lines.map((each) => `- ${markdownText(each)}`).join("\n");
function verdicts({ verdicts: all }) {
  if (all.length === 0) return "";
  const rows = worstFirst(all);
  const shown = rows.slice(0, MAX_ROWS);
  const body = shown.map((row) => [
    markdownText(row.cell),
    markdownCode(row.path),
    markdownText(row.role),
    String(row.bytes),
    markdownCode(row.sha256.slice(0, 12)),
    markdownText(row.verdict),
    markdownText(row.level),
    markdownText(row.why)
  ]);
  const titles = ["cell", "file", "role", "bytes>", "sha256", "verdict", "level", "why"];
  const rest = rows.length > shown.length ? `

${rows.length - shown.length} more are in the report.` : "";
  return `${markdownTable(titles, body)}${rest}`;
}
function costs({ cost, runners: { billedMinutes, minutesPerTrainingHour: rate } }) {
  if (cost.length === 0) return "";
  const rows = cost.map((row) => [
    markdownText(row.lease),
    markdownText(row.platform),
    markdownText(row.meter),
    String(row.usdPerHour),
    formatSeconds(row.seconds),
    formatUsd(row.usd),
    row.running ? "**running**" : "proven stopped"
  ]);
  const titles = ["lease", "platform", "meter", "USD/h>", "time", "cost>", "state"];
  const runners = billedMinutes > 0 ? `

Runners: ${billedMinutes} min billed${rate === null ? "" : `, ${rate.toFixed(1)} min per hour of training`}.` : "";
  return `${markdownTable(titles, rows)}${runners}`;
}
var moreCharts = ({ charts }) => charts.slice(1).map(({ title, points }) => chart(title, points)).join("\n\n");
function chart(title, points) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return "";
  const words = `from ${first.value.toPrecision(4)} at step ${first.step} to ${last.value.toPrecision(4)} at step ${last.step}`;
  const plain = `<details><summary>as text</summary>

\`\`\`text
${textChart(points).join("\n")}
\`\`\`

</details>`;
  return [`### ${markdownText(title)}`, words, mermaidCurve(title, points), plain].filter((part) => part !== "").join("\n\n");
}

// src/report/report-run.ts
import { existsSync, mkdirSync, readFileSync as readFileSync2 } from "node:fs";
import { join as join3 } from "node:path";

// src/report/html-chart.ts
var CHART = { width: 720, height: 240, left: 56, right: 12, top: 12, bottom: 30 };
var MAX_POINTS = 240;
var MAX_MARKS = 20;
var GRID_LINES = 4;
function htmlChart(title, points, resumedAt) {
  const few = downsample(points, MAX_POINTS);
  const first = few[0];
  const last = few.at(-1);
  if (!first || !last || last.step <= first.step) return "";
  const values = few.map((point) => point.value);
  const top = Math.max(...values);
  const bottom = Math.min(...values);
  if (!Number.isFinite(top - bottom)) return "";
  const { width, height, left, right } = CHART;
  const floor = height - CHART.bottom;
  const x = (step) => round(left + (step - first.step) / (last.step - first.step) * (width - left - right));
  const y = (value) => round(CHART.top + (top - value) / (top - bottom || 1) * (floor - CHART.top));
  const line = few.map((point) => `${x(point.step)} ${y(point.value)}`).join("L");
  const grid = Array.from({ length: GRID_LINES + 1 }, (_, index) => {
    const value = bottom + (top - bottom) * index / GRID_LINES;
    return `<path class="grid" d="M${left} ${y(value)}H${width - right}"/><text x="${left - 6}" y="${round(y(value) + 4)}" class="end">${htmlText(value.toPrecision(3))}</text>`;
  });
  const marks = resumedAt.filter((step) => step >= first.step && step <= last.step).slice(0, MAX_MARKS).map(
    (step) => `<g class="resume"><title>resumed at step ${step}</title><path d="M${x(step)} ${CHART.top}V${floor}"/><text x="${x(step)}" y="${CHART.top + 10}">&#160;resumed at ${step}</text></g>`
  );
  const label = `${title}: from ${first.value.toPrecision(4)} at step ${first.step} to ${last.value.toPrecision(4)} at step ${last.step}`;
  return `<section><h2>${htmlText(title)}</h2>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${htmlText(label)}">
${grid.join("\n")}
<path class="area" d="M${x(first.step)} ${floor}L${line}L${x(last.step)} ${floor}Z"/>
<path class="curve" d="M${line}"/>
${marks.join("\n")}
<text x="${left}" y="${height - 10}">step ${first.step}</text><text x="${width - right}" y="${height - 10}" class="end">step ${last.step}</text>
</svg></section>`;
}
var round = (value) => Math.round(value * 10) / 10;

// src/report/html.ts
var MAX_ROWS2 = { artifacts: 1500, cells: 1e3, events: 600 };
function htmlReport(facts) {
  const { run, job, state } = facts;
  const resumedAt = [...new Set(facts.cells.flatMap((cell) => cell.resumedAt))].sort((a, b) => a - b);
  return htmlPage(
    `${job}: ${run}`,
    `<header><h1>${htmlText(job)}</h1><p class="state ${toneOf(state)}">${htmlText(state)}</p></header>
<p class="under">run <code>${htmlText(run)}</code> \xB7 commit <code>${htmlText(facts.commit.slice(0, 12))}</code> \xB7 made ${htmlText(facts.madeAt)}</p>
${notes(facts)}
${tiles(facts)}
${facts.charts.map(({ title, points }) => htmlChart(title, points, resumedAt)).join("\n")}
${logs(facts)}
${artifacts(facts)}
${meters(facts)}
${cells(facts)}
${section({ title: "Memory", columns: [{ title: "what a cell held" }], rows: facts.memory.map((each) => [each]) })}
${section({ title: "Durable copies", columns: [{ title: "what the boxes said" }], rows: facts.onTier.map((each) => [each]) })}
${events(facts)}`
  );
}
var toneOf = (state) => {
  if (state === "released") return "good";
  if (["debt", "halted", "abandoned", "unfit"].includes(state)) return "bad";
  return ["sealed", "parked", "preempted"].includes(state) ? "warn" : "";
};
function notes({ smoke, dirty, halted, attention, costing: costing2, state }) {
  const all = [
    ...[...halted ? [halted] : [], ...attention].map(
      ({ what, next }) => `${htmlText(what)}<br><strong>Next:</strong> ${htmlText(next)}`
    ),
    ...state === "debt" ? [`A meter is not proven stopped: ${htmlText(costing2.join("; "))}`] : [],
    ...smoke === "waived" ? ["No smoke was run for this job."] : [],
    ...dirty ? ["The code had uncommitted changes."] : []
  ];
  return all.map((each) => `<p class="note">${each}</p>`).join("\n");
}
function tiles({ usd, budgetUsd, usdPerHourNow: usdPerHourNow2, seal, leases, cells: all }) {
  const resumes = all.reduce((sum, cell) => sum + cell.resumedAt.length, 0);
  const pairs = [
    ["cost", formatUsd(usd)],
    ["budget", formatUsd(budgetUsd)],
    ["waiting costs", usdPerHourNow2 > 0 ? `${formatUsd(usdPerHourNow2)} / h` : "nothing"],
    [
      "verified",
      seal ? `${seal.verified}/${seal.roster} at ${seal.level}${opaqueWords(seal.opaque)}` : "not yet"
    ],
    ["seal", seal ? seal.seal.slice(0, 8) : "none"],
    ["boxes", String(leases.length)],
    ["resumed", resumes === 0 ? "never" : `${resumes} x`]
  ];
  return tileList(pairs);
}
function artifacts({ verdicts: verdicts2 }) {
  const rows = worstFirst(verdicts2).slice(0, MAX_ROWS2.artifacts);
  return section({
    title: "Artifacts",
    columns: [
      { title: "verdict", class: "short" },
      { title: "level" },
      { title: "cell" },
      { title: "file", class: "mono" },
      { title: "role", class: "short" },
      { title: "size", class: "number" },
      { title: "sha256", class: "mono" },
      { title: "why" }
    ],
    rows: rows.map((row) => [
      { word: row.verdict, tone: VERDICT_TONE[row.verdict] ?? "bad" },
      row.level,
      row.cell,
      row.path,
      row.role,
      formatBytes(row.bytes),
      row.sha256.slice(0, 12),
      row.why
    ]),
    left: verdicts2.length - rows.length,
    where: "are in +evidence/verdicts.json."
  });
}
var logs = ({ logs: all }) => all.length === 0 ? "" : `<section class="said"><h2>What it printed last</h2>
${all.map(
  ({ title, file, bytes, lines }, at) => `<details${at === 0 ? " open" : ""}><summary>${htmlText(title)} \xB7 <code>${htmlText(file)}</code> \xB7 ${formatBytes(bytes)}</summary><pre tabindex="0">${htmlText(lines.join("\n"))}</pre></details>`
).join("\n")}</section>`;
var meters = ({ cost }) => section({
  title: "Meters",
  columns: [
    { title: "lease" },
    { title: "platform" },
    { title: "meter" },
    { title: "USD/h", class: "number" },
    { title: "time", class: "number" },
    { title: "cost", class: "number" },
    { title: "state", class: "short" }
  ],
  rows: cost.map((row) => [
    row.lease,
    row.platform,
    row.meter,
    String(row.usdPerHour),
    formatSeconds(row.seconds),
    formatUsd(row.usd),
    row.running ? { word: "RUNNING", tone: "bad" } : { word: "proven stopped", tone: "good" }
  ])
});
function cells({ cells: all }) {
  const rows = [
    ...all.filter((cell) => !cell.ended.startsWith("finished")),
    ...all.filter((cell) => cell.ended.startsWith("finished"))
  ];
  const shown = rows.slice(0, MAX_ROWS2.cells);
  return section({
    title: "Cells",
    columns: [
      { title: "cell" },
      { title: "ended" },
      { title: "verified step", class: "number" },
      { title: "resumed at" }
    ],
    rows: shown.map((cell) => [
      cell.name,
      cell.ended,
      String(cell.verifiedStep ?? ""),
      cell.resumedAt.slice(0, 20).join(", ")
    ]),
    left: rows.length - shown.length,
    where: "cells are in the ledger."
  });
}
function events({ events: all }) {
  const half = MAX_ROWS2.events / 2;
  const shown = all.length > MAX_ROWS2.events ? [...all.slice(0, half), ...all.slice(-half)] : all;
  return section({
    title: "What happened",
    columns: [{ title: "when", class: "short" }, { title: "by", class: "short" }, { title: "what" }],
    rows: shown.map((event) => [
      event.at.replace("T", " ").replace(/\.\d+Z$/, "Z"),
      event.by,
      describeEvent(event)
    ]),
    left: all.length - shown.length,
    where: 'in between are in the ledger ("gpu-lease events").'
  });
}

// src/report/log-tails.ts
import { closeSync, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
var MOST_LOGS = 12;
var LINES = 40;
var TAIL_BYTES = 16384;
function logTails(dir, { cells: cells2 }) {
  const isDead = (cell) => cells2.get(cell ?? "")?.ended?.verdict === "dead";
  const chosen = chooseLogs(filesIn(dir), { cell: void 0, attempt: void 0 });
  return [...chosen.filter(({ cell }) => isDead(cell)), ...chosen.filter(({ cell }) => !isDead(cell))].slice(0, MOST_LOGS).map((log) => ({
    title: wordsOfLog(log),
    file: `+evidence/${fileOfLog(log)}`,
    ...endOf2(join(dir, fileOfLog(log)))
  }));
}
function filesIn(dir) {
  try {
    return readdirSync(dir).flatMap((file) => logOfFile(file) ?? []);
  } catch {
    return [];
  }
}
function endOf2(path) {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const read = readSync(file, tail, 0, tail.length, size - tail.length);
    const lines = tail.toString("utf8", 0, read).trimEnd().split("\n").slice(-LINES);
    return {
      bytes: size,
      lines: lines.map((line) => inertLine(line.split("\r").findLast((each) => each !== "") ?? ""))
    };
  } finally {
    closeSync(file);
  }
}

// src/report/metrics-charts.ts
import { readdirSync as readdirSync2, readFileSync } from "node:fs";
import { join as join2 } from "node:path";
var MAX_METRICS_BYTES = 64 * 1024 * 1024;
var MAX_ENTRIES = 2e4;
var MAX_DEPTH = 16;
var MAX_CELLS = 12;
var MAX_SERIES = 6;
var NO_CURVE = /(^|[._/])(_?step|_?timestamp|_?runtime|epoch|iter|iteration|wall_?time|global_step|total_flos|.*_(runtime|per_second))$/i;
function metricsCharts(dir, cells2, job) {
  const charts = [...cells2].slice(0, MAX_CELLS).flatMap((cell) => {
    const files = filesBelow(join2(dir, cell));
    const sources = sourcesOf(job).filter((rule) => !isPrinted(rule));
    return sources.map((rule) => chartsOf(cell, seriesIn(join2(dir, cell), files, rule), rule));
  });
  return [...charts.flatMap((each) => each.slice(0, 1)), ...charts.flatMap((each) => each.slice(1))];
}
function chartsOf(cell, series, { lossKey, best }) {
  const named = [lossKey, ...best ? [best.key] : []];
  const keys = /* @__PURE__ */ new Set([...named, ...[...series.keys()].filter((key) => !NO_CURVE.test(key))]);
  const loss = series.get(lossKey);
  const isTwin = (key) => key !== lossKey && loss !== void 0 && isSame(series.get(key), loss);
  const once = [...keys].filter((key) => !isTwin(key));
  return once.slice(0, MAX_SERIES).flatMap((key) => {
    const points = inOrder(series.get(key) ?? []);
    const name = key.slice(0, 80);
    return points.length > 1 ? [{ cell, key: name, title: `${name} of ${cell}`, points }] : [];
  });
}
var isSame = (one, other) => one?.length === other.length && one.every(({ step, value }, at) => step === other[at]?.step && value === other[at]?.value);
function seriesIn(dir, files, rule) {
  const series = /* @__PURE__ */ new Map();
  const isOne = compileGlob(rule.path);
  let left = MAX_METRICS_BYTES;
  for (const path of files.filter(isOne).sort(BY_NUMBER.compare)) {
    const piece = { bytes: readBounded(join2(dir, path), left), at: 0 };
    left -= piece.bytes.length;
    for (const row of rowsOf(piece, rule)) if (row.kind === "record") addTo(series, row.record, rule);
  }
  return series;
}
var BY_NUMBER = new Intl.Collator("en", { numeric: true });
var MOST_KEYS = 200;
function addTo(series, record, rule) {
  const numbers = numbersOf(record, rule);
  const step = numbers.get(rule.stepKey);
  if (step === void 0) return;
  for (const [key, value] of numbers) {
    if (key === rule.stepKey) continue;
    const points = series.get(key);
    if (points) points.push({ step, value });
    else if (series.size < MOST_KEYS || key === rule.lossKey || key === rule.best?.key)
      series.set(key, [{ step, value }]);
  }
}
function filesBelow(dir) {
  const found = [];
  const walk = (prefix, depth) => {
    for (const entry of entriesOf(join2(dir, prefix))) {
      if (found.length >= MAX_ENTRIES) return;
      const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && depth < MAX_DEPTH) walk(path, depth + 1);
    }
  };
  walk("", 0);
  return found;
}
function entriesOf(dir) {
  try {
    return readdirSync2(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}
function readBounded(path, mostBytes) {
  try {
    const bytes = readFileSync(path);
    return bytes.length > mostBytes ? new Uint8Array() : bytes;
  } catch {
    return new Uint8Array();
  }
}

// src/report/report-run.ts
var MAX_TERMINAL_ROWS = 30;
function reportRun(order) {
  const { run, storeDir, face } = order;
  const dir = join3(storeDir, run.id);
  mkdirSync(dir, { recursive: true });
  const facts = factsIn(dir, order);
  const card = markdownReport(facts);
  writeWhole(join3(dir, "report.html"), htmlReport(facts));
  writeWhole(join3(dir, "summary.md"), card);
  if (run.seal) showEnd(facts, face);
  return { card, line: markdownLine(facts) };
}
function keepReport(order) {
  const { run, storeDir } = order;
  const path = join3(storeDir, run.id, "+evidence", "report.html");
  const seal = run.seal?.seal.slice(0, 8);
  if (seal === void 0 || existsSync(path) && readFileSync2(path, "utf8").includes(seal)) return;
  writeWhole(path, htmlReport(factsIn(join3(storeDir, run.id), { ...order, approval: void 0 })));
}
function factsIn(dir, { run, events: events2, now, approval: approval2, links, redactor }) {
  const charts = metricsCharts(dir, run.cells.keys(), run.opened?.document ?? {});
  const memory = memoryIn(dir, run.cells.keys());
  const verdicts2 = verdictsIn(dir);
  const logs2 = logTails(join3(dir, "+evidence"), run);
  const more = { verdicts: verdicts2, charts, approval: approval2, memory, logs: logs2, ...links && { links } };
  return redactor.deep(factsOf(run, events2, now, more));
}
function showEnd(facts, face) {
  for (const { title, points } of facts.charts.slice(0, 3)) {
    face.heading(title);
    for (const line of textChart(points)) face.line(line);
  }
  face.heading("artifacts");
  const rows = worstFirst(facts.verdicts);
  const shown = rows.slice(0, MAX_TERMINAL_ROWS);
  face.line(
    table(
      ["verdict", "level", "artifact", "size", "why"],
      shown.map((row) => [
        row.verdict,
        row.level,
        `${row.cell}/${row.path}`,
        formatBytes(row.bytes),
        row.why
      ])
    ).trimEnd()
  );
  if (rows.length > shown.length) face.line(`and ${rows.length - shown.length} more, all in report.html`);
  if (facts.seal)
    face.line(
      `verified ${facts.seal.verified}/${facts.seal.roster}, seal ${facts.seal.seal.slice(0, 8)}, in ${facts.seal.place}`
    );
}
function verdictsIn(dir) {
  try {
    const { verdicts: verdicts2 } = JSON.parse(readFileSync2(join3(dir, "+evidence", "verdicts.json"), "utf8"));
    return verdicts2.map((row) => ({ ...row, why: row.reasons?.[0] ?? "" }));
  } catch {
    return [];
  }
}
var MOST_CELLS = 20;
function memoryIn(dir, cells2) {
  let text;
  try {
    text = readFileSync2(join3(dir, "+evidence", "memory.tsv"), "utf8");
  } catch {
    return [];
  }
  const samples = readMemory(text);
  return [...cells2].slice(0, MOST_CELLS).flatMap((cell) => memoryUses(samples, cell).map((use) => `${cell}: ${memoryWords(use)}`));
}

export {
  metricsCharts,
  seriesIn,
  filesBelow,
  failureMarkdown,
  reportRun,
  keepReport
};
