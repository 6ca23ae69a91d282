import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  lastWordsIn,
  memoryUses,
  memoryWords
} from "./box-memory-use.shared.mjs";
import {
  readMemory
} from "./box-memory-series.shared.mjs";
import {
  headline,
  keyFacts,
  mermaidCurve,
  nextWords
} from "./report-card-words.shared.mjs";
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
  VERDICT_TONE,
  htmlPage,
  htmlText,
  part,
  section,
  tileList
} from "./report-html-page.shared.mjs";
import {
  fewCharts,
  metricsSeries
} from "./report-metrics-charts.shared.mjs";
import {
  chooseLogs,
  fileOfLog,
  logOfFile,
  wordsOfLog
} from "./box-log-name.shared.mjs";
import {
  downsample,
  textChart
} from "./report-loss-chart.shared.mjs";
import {
  writeWhole
} from "./report-whole-file.shared.mjs";
import {
  debtsOf
} from "./report-debt-lines.shared.mjs";
import {
  runnerUse
} from "./lease-runner-minutes.shared.mjs";
import {
  valuesOfCells
} from "./job-cell-differences.shared.mjs";
import {
  describeEvent
} from "./report-event-words.shared.mjs";
import {
  roomOn
} from "./report-ink.shared.mjs";
import {
  formatBytes
} from "./report-progress-bar.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import {
  visible,
  visibleLine
} from "./report-visible-text.shared.mjs";
import {
  attentionOf
} from "./lease-asking.shared.mjs";
import {
  costLines,
  usdBetween,
  usdPerHourNow,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  storedNow
} from "./lease-bound-anew.shared.mjs";
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
  formatGb
} from "./lease-traffic.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/phases.ts
function phasesOf(run, events2, now) {
  const smoked = events2.findLast((event) => event.type === "smoke-passed");
  const smoke = smoked?.type === "smoke-passed" ? [{ lease: "", what: "smoke", seconds: smoked.seconds, usd: 0, isOn: false }] : [];
  return [...smoke, ...run.leases.flatMap((lease) => phasesOfLease(run, lease, events2, now))];
}
function secondsOf({ opened, closed }, now) {
  if (!opened) return 0;
  return Math.max(0, secondsBetween(new Date(opened.at), closed ? new Date(closed.at) : now));
}
function phasesOfLease(run, lease, events2, now) {
  const intended = events2.find((event) => event.type === "intended" && event.lease === lease.name);
  const over = endOfLease(lease);
  const end = over ?? now.getTime();
  let from = Date.parse(intended?.at ?? lease.rentedAt ?? now.toISOString());
  const phases2 = [];
  for (const { what, until } of stretches(run, lease)) {
    if (from >= end) break;
    const to = Math.max(from, Math.min(end, until === void 0 ? end : Date.parse(until)));
    const isOn = until === void 0 && over === void 0;
    const usd = usdBetween(lease, from, to);
    if (to > from) phases2.push({ lease: lease.name, what, seconds: (to - from) / 1e3, usd, isOn });
    if (until === void 0) break;
    from = to;
  }
  return phases2;
}
function stretches({ seal }, lease) {
  const { rentedAt, firstStartedAt, endedAt, lostAt, failedAt, verbsSince, state } = lease;
  const looking = { what: "looking for a box", until: rentedAt };
  const ending = { what: state === "parked" ? "parked" : "ending it", until: void 0 };
  if (firstStartedAt === void 0) {
    const ready2 = { what: "getting it ready", until: lostAt ?? failedAt ?? verbsSince };
    const unused = { what: "held and of no use", until: verbsSince };
    return [looking, ready2, ...lostAt ?? failedAt ? [unused] : [], ending];
  }
  const ready = { what: "getting it ready", until: firstStartedAt };
  if (endedAt === void 0 || lostAt !== void 0 && lostAt < endedAt)
    return [
      looking,
      ready,
      { what: "training", until: lostAt ?? verbsSince },
      ...lostAt === void 0 ? [] : [{ what: "after it was taken away", until: verbsSince }],
      ending
    ];
  return [
    looking,
    ready,
    { what: "training", until: endedAt },
    { what: "bringing home and verifying", until: seal && seal.at > endedAt ? seal.at : verbsSince },
    ...seal && seal.at > endedAt ? [{ what: "waiting for an approval", until: verbsSince }] : [],
    ending
  ];
}
function endOfLease({ meters: meters2, refusal, rentedAt }) {
  if (rentedAt === void 0) return refusal && Date.parse(refusal.at);
  const stopped = meters2.map(({ stoppedAt }) => stoppedAt);
  if (stopped.length === 0 || stopped.includes(void 0)) return;
  return Math.max(...stopped.map((at) => Date.parse(at ?? "")));
}

// src/report/facts.ts
function factsOf(run, events2, now, more2) {
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
    cells: cellsOf(run),
    seconds: secondsOf(run, now),
    phases: phasesOf(run, events2, now),
    seal: run.seal,
    stored: storedNow(run, now).map(({ store, place, keptUntil }) => ({ store, place, keptUntil })),
    kept: run.seal ? [] : keptRows(run),
    onTier: tierFacts(run).map(tierWords),
    attention: attentionOf(run, now),
    debts: debtsOf(run),
    halted: run.halted && { what: run.halted.what, next: run.halted.next },
    events: events2,
    madeAt: now.toISOString(),
    ...more2
  };
}
function cellsOf(run) {
  const { cells: cells2 = [], vars = {} } = run.opened?.document ?? {};
  const differing = valuesOfCells(cells2, vars);
  return [...run.cells.values()].map((cell) => {
    const differs = differing.get(cell.name);
    return {
      name: cell.name,
      ended: cell.ended ? `${endOf(run, cell)} (exit ${cell.ended.exitCode}${cell.ended.failureClass ? `, ${cell.ended.failureClass}` : ""})` : "",
      verifiedStep: cell.verifiedStep,
      resumedAt: cell.resumedAt,
      ...differs && { differs }
    };
  });
}
var keptRows = (run) => [...run.cells.values()].flatMap(({ name: cell, kept, keptIn }) => {
  const place = keptIn === void 0 ? "" : placeOfKept(keptIn);
  return [...kept.values()].map(({ path, bytes, sha256, verdict }) => ({
    ...{ cell, path, bytes, sha256, verdict, place }
  }));
});
function placeOfKept(kept) {
  if ("machine" in kept) return kept.dir;
  return "durable" in kept ? `${kept.durable} on any box of ${kept.platform} that has it` : kept.place;
}
var CALM = ["pass-degraded", "pass"];
var worstFirst = (rows2) => [...rows2].sort((a, b) => CALM.indexOf(a.verdict) - CALM.indexOf(b.verdict));

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
  return `${parts.filter((part2) => part2 !== "").join("\n\n")}
`;
}
var markdownLine = (facts) => `${markdownCode(facts.run)}: ${[headline(facts), ...keyFacts(facts)].map(markdownText).join(" \xB7 ")}
`;
function failureMarkdown(stage, problems) {
  const list = problems.map(({ what, next }) => {
    const [first = "", ...more2] = what.split("\n");
    const block = more2.length > 0 ? `

${markdownBlock(visible(more2.join("\n")))}` : "";
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
    const more2 = next === "" || next === below || state === "abandoned" || state === "released" ? "" : `
>
> **Next:** ${markdownText(next)}`;
    return `> [!WARNING]
> ${markdownText(what)}${more2}`;
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
  const report = links?.artifact === void 0 ? "" : `Look first at the [files, evidence and report](${links.artifact}): the page with every curve is \`+evidence/report.html\` in it.

`;
  const form = links?.form === void 0 ? "" : `

[Open the form that starts a release](${links.form})`;
  const details = markdownFolded("What stops, what is destroyed, what is where", bullets(needed.lines));
  return `### Approval needed

**${markdownText(needed.sentence ?? "")}**

${report}${ways}${typed}${form}

${details}`;
}
var bullets = (lines) => lines.map((each) => `- ${markdownText(each)}`).join("\n");
function verdicts({ verdicts: all }) {
  if (all.length === 0) return "";
  const rows2 = worstFirst(all);
  const shown = rows2.slice(0, MAX_ROWS);
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
  const rest = rows2.length > shown.length ? `

${rows2.length - shown.length} more are in the report.` : "";
  return `${markdownTable(titles, body)}${rest}`;
}
function costs({ cost, runners: { billedMinutes, minutesPerTrainingHour: rate } }) {
  if (cost.length === 0) return "";
  const rows2 = cost.map((row) => [
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
  return `${markdownTable(titles, rows2)}${runners}`;
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
  return [`### ${markdownText(title)}`, words, mermaidCurve(title, points), plain].filter((part2) => part2 !== "").join("\n\n");
}

// src/report/report-run.ts
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join as join2 } from "node:path";

// src/report/axis.ts
var FAR_APART = 20;
var LOWEST = 0.1;
var MOST_TICKS = 6;
function valueAxis(values2) {
  const low = Math.min(...values2);
  const high = Math.max(...values2);
  if (isSquashed(values2, low, high)) return logAxis(low, high);
  if (low === high) {
    const room = Math.abs(low) * 0.1 || 1;
    return roundedOut(low - room, high + room);
  }
  return roundedOut(low, high);
}
function stepAxis(from, to) {
  const step = roundStep(to - from, MOST_TICKS - 1);
  const at = (value) => (value - from) / (to - from);
  return { isLog: false, at, ticks: evenTicks(Math.ceil(from / step), Math.floor(to / step), step, at) };
}
function isSquashed(values2, low, high) {
  if (low <= 0 || high / low < FAR_APART) return false;
  const border = low + LOWEST * (high - low);
  return values2.filter((value) => value <= border).length * 2 > values2.length;
}
function roundedOut(low, high) {
  const step = roundStep(high - low, MOST_TICKS - 2);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const [bottom, top] = [Math.min(first * step, low), Math.max(last * step, high)];
  const at = (value) => top > bottom ? (value - bottom) / (top - bottom) : 0.5;
  return { isLog: false, at, ticks: evenTicks(first, last, step, at) };
}
function evenTicks(first, last, step, at) {
  const count = Math.min(2 * MOST_TICKS, last - first + 1);
  const ticks = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const value = (first + index) * step;
    return { at: at(value), words: tickWords(value, step) };
  });
  return ticks.filter(({ words }, index) => words !== ticks[index - 1]?.words);
}
function roundStep(span2, parts) {
  const least = Math.max(1e-300, span2 / parts);
  const power = 10 ** Math.floor(Math.log10(least));
  const times = [1, 2, 5].find((each) => each * power >= least * 0.999999) ?? 10;
  return times * power;
}
function logAxis(low, high) {
  const [bottom, top] = [Math.log10(low), Math.log10(high)];
  const at = (value) => (Math.log10(value) - bottom) / (top - bottom);
  const powers = span(Math.floor(bottom), Math.ceil(top)).map((power) => 10 ** power);
  const isIn = (value) => value >= low && value <= high;
  const finer = powers.flatMap((power) => [power, 2 * power, 5 * power]).filter(isIn);
  const coarser = powers.filter(isIn);
  const chosen = finer.length <= MOST_TICKS || coarser.length < 2 ? finer : coarser;
  const every = Math.ceil(chosen.length / MOST_TICKS);
  const ticks = chosen.filter((_, index) => index % every === 0);
  return {
    isLog: true,
    at,
    ticks: ticks.map((value) => ({ at: at(value), words: tickWords(value, value) }))
  };
}
var span = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
var UNITS = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"]
];
function tickWords(value, step) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e12 || step < 1e-5) return Number(value.toPrecision(4)).toExponential().replace("e+", "e");
  const [unit, word] = UNITS.find(([least]) => size >= 1e5 && size >= least) ?? [1, ""];
  const decimals = Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-9));
  return `${(value / unit).toFixed(Math.min(decimals, 12))}${word}`;
}

// src/report/html-chart.ts
var [WIDTH, HEIGHT] = [2e3, 1e3];
var MAX_MARKS = 20;
var WIDEST = 1e307;
var COLOURS = 8;
var DASHES = 3;
var MOST_LINES = COLOURS * DASHES;
function slotClass(slot) {
  const [colour, dashes] = [slot % COLOURS, Math.floor(slot / COLOURS) % DASHES];
  return ["line", ...colour > 0 ? [`k${colour}`] : [], ...dashes > 0 ? [`d${dashes}`] : []].join(" ");
}
function htmlChart({ title, lines, resumedAt, mostPoints }) {
  const drawn = lines.map((line) => ({ ...line, points: fewOf(line.points, mostPoints) })).filter(({ points }) => points.length > 1);
  const all = drawn.flatMap(({ points }) => points);
  const steps = all.map(({ step }) => step);
  const values2 = all.map(({ value }) => value);
  const [from, to] = [leastOf(steps), greatestOf(steps)];
  if (!(to > from) || !(greatestOf(values2) - leastOf(values2) < WIDEST)) return "";
  const [xs, ys] = [stepAxis(from, to), valueAxis(values2)];
  const isFilled = drawn.length === 1 && !ys.isLog;
  const curves2 = drawn.map((line) => curve(line, xs.at, ys.at, isFilled));
  const [first, last] = [all[0], all.at(-1)];
  const words = drawn.length === 1 && first && last ? `${brief(first.value)} to ${brief(last.value)}` : `${drawn.length} cells, ${brief(leastOf(values2))} to ${brief(greatestOf(values2))}`;
  const label = `${title}: ${words}, from step ${from} to step ${to}`;
  return `<figure><figcaption>${htmlText(title)} <span>${htmlText(words)}${ys.isLog ? " \xB7 logarithmic" : ""}</span></figcaption>
<svg class="plot" role="img" aria-label="${htmlText(label)}">
${rows(ys)}
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">${curves2.join("")}</svg>
${columns(xs)}${marks(resumedAt, from, to, xs.at)}
</svg></figure>`;
}
function fewOf(points, most) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length <= most) return points;
  return [first, ...downsample(points.slice(1, -1), Math.max(1, most - 2)), last];
}
function curve({ name, points, slot }, x, y, isFilled) {
  const path = points.map(({ step, value }) => `${Math.round(x(step) * WIDTH)} ${Math.round((1 - y(value)) * HEIGHT)}`).join("L");
  const [from, to] = [points[0], points.at(-1)].map((point) => Math.round(x(point?.step ?? 0) * WIDTH));
  const area = isFilled ? `<path class="area" d="M${from} ${HEIGHT}L${path}L${to} ${HEIGHT}Z"/>` : "";
  return `${area}<path class="${slotClass(slot)}" d="M${path}"><title>${htmlText(name)}</title></path>`;
}
var rows = ({ ticks }) => ticks.map(({ at, words }) => {
  const y = percent(1 - at);
  return `<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/><text x="-7" y="${y}" dy=".35em" class="end">${htmlText(words)}</text>`;
}).join("\n");
var columns = ({ ticks }) => ticks.map(
  ({ at, words }) => `<text x="${percent(at)}" y="100%" dy="1.5em" class="${at > 0.93 ? "end" : "mid"}">${htmlText(words)}</text>`
).join("");
function marks(resumedAt, from, to, at) {
  return resumedAt.filter((step) => step >= from && step <= to).slice(0, MAX_MARKS).map((step) => {
    const x = percent(at(step));
    const place = at(step) > 0.6 ? 'dx="-4" class="end"' : 'dx="4"';
    return `
<g class="resume"><title>resumed at step ${step}</title><line x1="${x}" x2="${x}" y1="0" y2="100%"/><text x="${x}" y="12" ${place}>resumed at ${step}</text></g>`;
  }).join("");
}
var percent = (share) => `${Math.round(share * 1e3) / 10}%`;
var leastOf = (values2) => values2.reduce((so, each) => Math.min(so, each), Number.POSITIVE_INFINITY);
var greatestOf = (values2) => values2.reduce((so, each) => Math.max(so, each), Number.NEGATIVE_INFINITY);
var brief = (value) => String(Number(value.toPrecision(4)));

// src/report/html-cells.ts
var MOST_ROWS = 1e3;
var MOST_VARIABLES = 8;
function cells({ cells: all, series }) {
  const judged = judgedBy(series);
  const variables = [...new Set(all.flatMap(({ differs = {} }) => Object.keys(differs)))].slice(
    0,
    MOST_VARIABLES
  );
  const ranked = [...all].sort((one, other) => compared(rankOf(one, judged), rankOf(other, judged)));
  const shown = ranked.slice(0, MOST_ROWS);
  const best = all.length > 1 ? ranked.find((cell) => Number.isFinite(rankOf(cell, judged))) : void 0;
  return section({
    title: "Cells",
    columns: [
      { title: "cell" },
      ...variables.map((title) => ({ title, class: "mono" })),
      { title: `last ${judged?.key ?? ""}`, class: "number" },
      { title: `best ${judged?.key ?? ""}`, class: "number" },
      { title: "ended", class: "short" },
      { title: "verified step", class: "number" },
      { title: "resumed at" }
    ],
    rows: shown.map((cell) => [
      cell === best ? `${cell.name} \u2605 best` : cell.name,
      ...variables.map((name) => cell.differs?.[name] ?? ""),
      numberOf(judged?.last.get(cell.name)),
      numberOf(judged?.best.get(cell.name)),
      cell.ended,
      String(cell.verifiedStep ?? ""),
      cell.resumedAt.slice(0, 20).join(", ")
    ]),
    left: all.length - shown.length,
    where: "cells are in the ledger."
  });
}
function judgedBy(series) {
  const known = series.filter(({ better: better2 }) => better2 !== void 0);
  const first = known.find(({ decides: decides2 }) => decides2) ?? known[0];
  if (!first?.better) return;
  const { key, source, better, decides } = first;
  const own = known.filter((each) => each.key === key && each.source === source);
  return {
    ...{ key, better, decides },
    last: new Map(own.map(({ cell, points }) => [cell, points.at(-1)?.value ?? Number.NaN])),
    best: new Map(
      own.map(({ cell, least, greatest }) => [cell, (better === "min" ? least : greatest).value])
    )
  };
}
var isFinished = (ended) => ended.startsWith("finished");
function rankOf({ name, ended }, judged) {
  if (!isFinished(ended)) return Number.NEGATIVE_INFINITY;
  const value = (judged?.decides ? judged.best : judged?.last)?.get(name);
  if (value === void 0) return Number.POSITIVE_INFINITY;
  return judged?.better === "max" ? -value : value;
}
var compared = (one, other) => one === other ? 0 : one < other ? -1 : 1;
var numberOf = (value) => value === void 0 || Number.isNaN(value) ? "" : brief(value);

// src/report/html-curves.ts
var OPEN_CHARTS = 9;
var MOST_CHARTS = 60;
var ALL_POINTS = 24e3;
var POINTS = { least: 30, most: 240 };
var MOST_VALUES = 600;
function curves({ series, cells: cells2 }) {
  const names = [...new Set(series.map(({ cell }) => cell))];
  const drawn = names.slice(0, MOST_LINES);
  const slots = new Map(drawn.map((name, slot) => [name, slot]));
  const groups = groupsOf(series).slice(0, MOST_CHARTS);
  const count = groups.reduce((sum, { of }) => sum + Math.min(of.length, MOST_LINES), 0);
  const mostPoints = Math.min(POINTS.most, Math.max(POINTS.least, Math.floor(ALL_POINTS / (count || 1))));
  const resumedAt = [...new Set(cells2.flatMap((cell) => cell.resumedAt))].sort((a, b) => a - b);
  const charts = groups.flatMap(({ key, of }) => {
    const lines = of.flatMap(({ cell: name, points }) => {
      const slot = slots.get(name);
      return slot === void 0 ? [] : [{ name, points, slot }];
    });
    const marks2 = names.length === 1 ? resumedAt : [];
    return htmlChart({ title: key, lines, resumedAt: marks2, mostPoints }) || [];
  });
  if (charts.length === 0) return "";
  const left = names.length - drawn.length;
  const rest = left > 0 ? `<p class="rest">${left} more cells are not drawn; the table has them.</p>` : "";
  return part(
    "Curves, by step",
    `${legend(drawn)}${figures(charts.slice(0, OPEN_CHARTS))}${more(charts)}${rest}`
  );
}
var figures = (charts) => `<div class="figures">${charts.join("\n")}</div>`;
function more(charts) {
  const rest = charts.slice(OPEN_CHARTS);
  if (rest.length === 0) return "";
  return `<details><summary>${rest.length} more curves</summary>${figures(rest)}</details>`;
}
function legend(names) {
  if (names.length < 2) return "";
  const items = names.map(
    (name, slot) => `<li><svg class="swatch" viewBox="0 0 24 8" aria-hidden="true"><path class="${slotClass(slot)}" d="M0 4H24"/></svg>${htmlText(name)}</li>`
  );
  return `<ul class="legend">${items.join("")}</ul>`;
}
function groupsOf(series) {
  const groups = /* @__PURE__ */ new Map();
  for (const each of series) {
    const { source, key } = each;
    const group = groups.get(`${source} ${key}`) ?? { key, of: [] };
    groups.set(`${source} ${key}`, group);
    group.of.push(each);
  }
  return [...groups.values()];
}
function values({ series }) {
  const rows2 = groupsOf(series).flatMap(({ of }) => {
    const best = bestOf(of);
    return of.map((each) => ({ ...each, isBest: each === best }));
  });
  const isMany = new Set(rows2.map(({ cell }) => cell)).size > 1;
  const shown = rows2.slice(0, MOST_VALUES);
  return section({
    title: "Metrics",
    columns: [
      { title: "metric", class: "mono" },
      { title: "cell" },
      { title: "first", class: "number" },
      { title: "last", class: "number" },
      { title: "at step", class: "number" },
      { title: "lowest", class: "number" },
      { title: "highest", class: "number" }
    ],
    rows: shown.map(({ key, cell, points, better, isBest, least, greatest }) => [
      key,
      isMany ? cell : "",
      brief(points[0]?.value ?? 0),
      brief(points.at(-1)?.value ?? 0),
      String(points.at(-1)?.step ?? ""),
      extreme(least, isBest && better === "min"),
      extreme(greatest, isBest && better === "max")
    ]),
    left: rows2.length - shown.length,
    where: "are in what the cells logged."
  });
}
function bestOf([first, ...others]) {
  const isBetter = (one, other) => one.better === "max" ? one.greatest.value > other.greatest.value : one.better === "min" && one.least.value < other.least.value;
  return first && others.reduce((so, each) => isBetter(each, so) ? each : so, first);
}
var extreme = ({ step, value }, isBest) => `${isBest ? "\u2605 best " : ""}${brief(value)} at ${step}`;

// src/report/html-files.ts
var MOST_ROWS2 = 1500;
var MOST_SUMS = 400;
var files = (facts) => `${sealed(facts)}${safe(facts)}`;
function sealed({ verdicts: verdicts2, seal, stored }) {
  const rows2 = worstFirst(verdicts2).slice(0, MOST_ROWS2);
  const places = [
    ...seal ? [{ of: "sealed in", place: seal.place }] : [],
    ...stored.map(({ store, place, keptUntil }) => ({
      of: `${store.replaceAll("-", " ")}${keptUntil === void 0 ? "" : ` until ${keptUntil.slice(0, 10)}`}`,
      place
    }))
  ];
  return section({
    title: "Files",
    lead: placesList(places),
    columns: [
      { title: "verdict", class: "short" },
      { title: "file", class: "copy" },
      { title: "role", class: "short" },
      { title: "size", class: "number" },
      { title: "level" },
      { title: "sha256", class: "mono" },
      { title: "why", class: "long" }
    ],
    rows: rows2.map((row) => [
      { word: row.verdict, tone: VERDICT_TONE[row.verdict] ?? "bad" },
      `${row.cell}/${row.path}`,
      row.role,
      formatBytes(row.bytes),
      row.level,
      row.sha256.slice(0, 12),
      row.why
    ]),
    left: verdicts2.length - rows2.length,
    where: "are in +evidence/verdicts.json.",
    after: sums(rows2)
  });
}
function safe({ kept }) {
  const rows2 = kept.slice(0, MOST_ROWS2);
  const places = [...new Set(kept.map(({ place }) => place))].filter((place) => place !== "").slice(0, 12);
  return section({
    title: "Safe so far",
    lead: placesList(places.map((place) => ({ of: "verified copies in", place }))),
    columns: [
      { title: "verdict", class: "short" },
      { title: "file", class: "copy" },
      { title: "size", class: "number" },
      { title: "sha256", class: "mono" }
    ],
    rows: rows2.map((row) => [
      { word: row.verdict, tone: VERDICT_TONE[row.verdict] ?? "bad" },
      `${row.cell}/${row.path}`,
      formatBytes(row.bytes),
      row.sha256.slice(0, 12)
    ]),
    left: kept.length - rows2.length,
    where: "are in the ledger.",
    after: sums(rows2)
  });
}
var placesList = (places) => places.length === 0 ? "" : `<ul class="where">${places.map(({ of, place }) => `<li>${htmlText(of)} <code class="copy">${htmlText(place)}</code></li>`).join("")}</ul>`;
function sums(rows2) {
  const lines = rows2.slice(0, MOST_SUMS).map(({ cell, path, sha256 }) => `${visibleLine(sha256)}  ${visibleLine(`${cell}/${path}`)}`);
  const left = rows2.length - lines.length;
  const words = `SHA-256 of ${left > 0 ? `the first ${lines.length}` : "each"}, as "sha256sum -c" reads it in that folder`;
  return `<details><summary>${htmlText(words)}</summary><pre class="copy" tabindex="0">${htmlText(lines.join("\n"))}</pre></details>`;
}

// src/report/html.ts
var MOST_EVENTS = 600;
function htmlReport(facts) {
  const { run, job, state } = facts;
  const isDead = facts.logs.some(({ crash }) => crash !== void 0);
  const parts = [
    `<header><h1>${htmlText(job)}</h1><p class="state ${toneOf(state)}">${htmlText(state)}</p></header>`,
    under(facts),
    notes(facts),
    approval2(facts),
    tiles(facts),
    isDead ? logs(facts) : "",
    curves(facts),
    values(facts),
    cells(facts),
    files(facts),
    phases(facts),
    meters(facts),
    isDead ? "" : logs(facts),
    section({
      title: "Memory",
      columns: [{ title: "what a cell held" }],
      rows: facts.memory.map((each) => [each])
    }),
    section({
      title: "Durable copies",
      columns: [{ title: "what the boxes said" }],
      rows: facts.onTier.map((each) => [each])
    }),
    events(facts)
  ];
  return htmlPage(`${job}: ${run}`, parts.filter((each) => each !== "").join("\n"));
}
var toneOf = (state) => {
  if (state === "released") return "good";
  if (["debt", "halted", "abandoned", "unfit"].includes(state)) return "bad";
  return ["sealed", "parked", "preempted"].includes(state) ? "warn" : "";
};
function under({ run, commit, seal, leases, cells: all, madeAt }) {
  const resumes = all.reduce((sum, cell) => sum + cell.resumedAt.length, 0);
  const parts = [
    `run <code class="copy">${htmlText(run)}</code>`,
    `commit <code class="copy">${htmlText(commit.slice(0, 12))}</code>`,
    ...seal ? [`seal <code class="copy">${htmlText(seal.seal.slice(0, 8))}</code>`] : [],
    `${leases.length} box${leases.length === 1 ? "" : "es"}`,
    resumes === 0 ? "never resumed" : `resumed ${resumes} time${resumes === 1 ? "" : "s"}`,
    `made ${htmlText(madeAt.replace("T", " ").replace(/\.\d+Z$/, " UTC"))}`
  ];
  return `<p class="under">${parts.join(" \xB7 ")}</p>`;
}
var isOver = (state) => state === "released" || state === "abandoned";
function notes(facts) {
  const { smoke, dirty, halted, attention, costing: costing2, state } = facts;
  const all = [
    ...[...halted ? [halted] : [], ...attention].map(
      ({ what, next }) => isOver(state) ? htmlText(what) : `${htmlText(what)}<br><strong>Next:</strong> ${htmlText(next)}`
    ),
    ...state === "debt" ? [`A meter is not proven stopped: ${htmlText(costing2.join("; "))}`] : [],
    ...smoke === "waived" ? ["No smoke was run for this job."] : [],
    ...dirty ? ["The code had uncommitted changes."] : []
  ];
  return all.map((each) => `<p class="note">${each}</p>`).join("\n");
}
function approval2({ approval: needed }) {
  if (!needed) return "";
  const { phrase, sentence = "", lines, ways = [] } = needed;
  const list = (items) => items.length === 0 ? "" : `<ul>${items.map((each) => `<li>${htmlText(each)}</li>`).join("")}</ul>`;
  const typed = phrase === "" ? "" : `<p>The phrase: <code class="copy">${htmlText(phrase)}</code></p>`;
  return `<section class="ask"><h2>Approval needed</h2><p><strong>${htmlText(sentence)}</strong></p>${typed}${list(ways)}<details><summary>What stops, what is destroyed, what is where</summary>${list(lines)}</details></section>`;
}
function tiles({ usd, budgetUsd, usdPerHourNow: usdPerHourNow2, seal, seconds, phases: all, series }) {
  const trained = all.filter(({ what }) => what === "training").reduce((sum, each) => sum + each.seconds, 0);
  const judged = series.find(({ decides }) => decides) ?? series[0];
  const last = judged?.points.at(-1);
  return tileList([
    [judged ? `last ${judged.key}` : "last loss", last ? brief(last.value) : "none"],
    [
      "verified",
      seal ? `${seal.verified}/${seal.roster} at ${seal.level}${opaqueWords(seal.opaque)}` : "not yet"
    ],
    ["took", formatSeconds(seconds)],
    ["of it training", trained > 0 ? formatSeconds(trained) : "none"],
    [`cost, of ${formatUsd(budgetUsd)}`, formatUsd(usd)],
    ["waiting costs", usdPerHourNow2 > 0 ? `${formatUsd(usdPerHourNow2)} / h` : "nothing"]
  ]);
}
function logs({ logs: all }) {
  if (all.length === 0) return "";
  const each = all.map(({ title, file, bytes, lines, crash }, at) => {
    const died = crash === void 0 ? "" : `<p class="crash">${htmlText(crash)}</p>`;
    return `<details${at === 0 ? ' open=""' : ""}><summary>${htmlText(title)} \xB7 <code>${htmlText(file)}</code> \xB7 ${formatBytes(bytes)}</summary>${died}<pre tabindex="0">${htmlText(lines.join("\n"))}</pre></details>`;
  });
  return part("What it printed last", each.join("\n"));
}
var phases = ({ phases: all }) => section({
  title: "Where time and money went",
  columns: [
    { title: "phase" },
    { title: "box" },
    { title: "time", class: "number" },
    { title: "cost", class: "number" },
    { title: "now", class: "short" }
  ],
  rows: all.map(({ lease, what, seconds, usd, isOn }) => [
    what,
    lease,
    formatSeconds(seconds),
    formatUsd(usd),
    isOn ? { word: "goes on", tone: "warn" } : ""
  ])
});
var meters = ({ cost }) => section({
  title: "Meters",
  columns: [
    { title: "lease" },
    { title: "platform" },
    { title: "meter" },
    { title: "USD/h", class: "number" },
    { title: "for", class: "number" },
    { title: "cost", class: "number" },
    { title: "state", class: "short" }
  ],
  rows: cost.map((row) => [
    row.lease,
    row.platform,
    row.meter,
    row.bytes === void 0 ? String(row.usdPerHour) : "by the GB",
    row.bytes === void 0 ? formatSeconds(row.seconds) : formatGb(row.bytes),
    formatUsd(row.usd),
    row.bytes !== void 0 ? { word: "as far as known", tone: "warn" } : row.running ? { word: "RUNNING", tone: "bad" } : { word: "proven stopped", tone: "good" }
  ])
});
function events({ events: all }) {
  const half = MOST_EVENTS / 2;
  const shown = all.length > MOST_EVENTS ? [...all.slice(0, half), ...all.slice(-half)] : all;
  return section({
    title: `What happened, in ${all.length} events`,
    columns: [
      { title: "when", class: "short" },
      { title: "by", class: "short" },
      { title: "what", class: "long" }
    ],
    rows: shown.map((event) => [
      event.at.replace("T", " ").replace(/\.\d+Z$/, "Z"),
      event.by,
      describeEvent(event)
    ]),
    left: all.length - shown.length,
    where: 'in between are in the ledger ("gpu-lease events").',
    isFolded: true
  });
}

// src/report/log-tails.ts
import { closeSync, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
var MOST_LOGS = 12;
var LINES = 40;
var TAIL_BYTES = 65536;
function logTails(dir, { cells: cells2 }) {
  const isDead = (cell) => cells2.get(cell ?? "")?.ended?.verdict === "dead";
  const chosen = chooseLogs(filesIn(dir), { cell: void 0, attempt: void 0 });
  return [...chosen.filter(({ cell }) => isDead(cell)), ...chosen.filter(({ cell }) => !isDead(cell))].slice(0, MOST_LOGS).map((log) => ({
    title: wordsOfLog(log),
    file: `+evidence/${fileOfLog(log)}`,
    ...endOf2(join(dir, fileOfLog(log)), isDead(log.cell))
  }));
}
function filesIn(dir) {
  try {
    return readdirSync(dir).flatMap((file) => logOfFile(file) ?? []);
  } catch {
    return [];
  }
}
function endOf2(path, isDead) {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const read = readSync(file, tail, 0, tail.length, size - tail.length);
    const lines = tail.toString("utf8", 0, read).trimEnd().split("\n").slice(-LINES);
    const crash = isDead ? crashIn(tail.subarray(0, read)) : void 0;
    return {
      ...crash !== void 0 && { crash },
      bytes: size,
      lines: lines.map((line) => inertLine(line.split("\r").findLast((each) => each !== "") ?? ""))
    };
  } finally {
    closeSync(file);
  }
}
function crashIn(tail) {
  const { crash, place } = lastWordsIn(tail);
  return crash === void 0 || place === void 0 ? crash : `${crash}, at ${place.file}:${place.line}`;
}

// src/report/report-run.ts
var MAX_TERMINAL_ROWS = 30;
function reportRun(order) {
  const { run, storeDir, face } = order;
  const dir = join2(storeDir, run.id);
  mkdirSync(dir, { recursive: true });
  const facts = factsIn(dir, order);
  const card = markdownReport(facts);
  const page = join2(dir, "report.html");
  writeWhole(page, htmlReport(facts));
  writeWhole(join2(dir, "summary.md"), card);
  if (run.seal) showEnd(facts, face);
  return { card, line: markdownLine(facts), page };
}
function keepReport(order) {
  const { run, storeDir } = order;
  const path = join2(storeDir, run.id, "+evidence", "report.html");
  const seal = run.seal?.seal.slice(0, 8);
  if (seal === void 0 || existsSync(path) && readFileSync(path, "utf8").includes(seal)) return;
  writeWhole(path, htmlReport(factsIn(join2(storeDir, run.id), { ...order, approval: void 0 })));
}
function factsIn(dir, { run, events: events2, now, approval: approval3, links, redactor }) {
  const series = metricsSeries(dir, run.cells.keys(), run.opened?.document ?? {});
  const charts = fewCharts(series);
  const memory = memoryIn(dir, run.cells.keys());
  const verdicts2 = verdictsIn(dir);
  const logs2 = logTails(join2(dir, "+evidence"), run);
  const more2 = { verdicts: verdicts2, charts, series, approval: approval3, memory, logs: logs2, ...links && { links } };
  return redactor.deep(factsOf(run, events2, now, more2));
}
var chartColumns = (face) => Math.min(60, (roomOn(face) ?? 80) - 14);
function showEnd(facts, face) {
  for (const { title, points } of facts.charts.slice(0, 3)) {
    face.heading(title);
    for (const line of textChart(points, chartColumns(face))) face.line(line);
  }
  face.heading("artifacts");
  const rows2 = worstFirst(facts.verdicts);
  const shown = rows2.slice(0, MAX_TERMINAL_ROWS);
  face.line(
    table(
      ["verdict", "level", "artifact", "size", "why"],
      shown.map((row) => [
        row.verdict,
        row.level,
        `${row.cell}/${row.path}`,
        formatBytes(row.bytes),
        row.why
      ]),
      roomOn(face)
    ).trimEnd()
  );
  if (rows2.length > shown.length) face.line(`and ${rows2.length - shown.length} more, all in report.html`);
  if (facts.seal)
    face.line(
      `verified ${facts.seal.verified}/${facts.seal.roster}, seal ${facts.seal.seal.slice(0, 8)}, in ${facts.seal.place}`
    );
}
function verdictsIn(dir) {
  try {
    const { verdicts: verdicts2 } = JSON.parse(readFileSync(join2(dir, "+evidence", "verdicts.json"), "utf8"));
    return verdicts2.map((row) => ({ ...row, why: row.reasons?.[0] ?? "" }));
  } catch {
    return [];
  }
}
var MOST_CELLS = 20;
function memoryIn(dir, cells2) {
  let text;
  try {
    text = readFileSync(join2(dir, "+evidence", "memory.tsv"), "utf8");
  } catch {
    return [];
  }
  const samples = readMemory(text);
  return [...cells2].slice(0, MOST_CELLS).flatMap((cell) => memoryUses(samples, cell).map((use) => `${cell}: ${memoryWords(use)}`));
}

export {
  curves,
  values,
  failureMarkdown,
  reportRun,
  keepReport
};
