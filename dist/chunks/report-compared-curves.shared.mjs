import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  headline,
  levelWords,
  mermaidCurve,
  sharedSteps
} from "./report-card-words.shared.mjs";
import {
  linksOf
} from "./report-links.shared.mjs";
import {
  markdownBlock,
  markdownCode,
  markdownFolded,
  markdownTable,
  markdownText
} from "./report-markdown-text.shared.mjs";
import {
  chartsKept
} from "./report-kept-curves.shared.mjs";
import {
  textChart
} from "./report-loss-chart.shared.mjs";
import {
  visible
} from "./report-visible-text.shared.mjs";
import {
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  costing,
  endOf,
  runState
} from "./lease-run.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";

// src/report/compared-curves.ts
function comparedCurves(own, base) {
  const [first, ...others] = own.charts.flatMap((chart) => {
    const drawn = oneCurve(own.run, chart, base);
    return drawn === "" ? [] : [drawn];
  });
  if (first === void 0) return "";
  const rest = others.join("\n\n");
  const more = rest === "" ? "" : `

<details><summary>More curves (${others.length})</summary>

${rest}

</details>`;
  return `${first}${more}`;
}
function oneCurve(run, chart, base) {
  const { points } = chart;
  const there = base?.charts.find(({ cell, key }) => cell === chart.cell && key === chart.key);
  const both = there && mermaidCurve(chart.title, points, there.points);
  const drawn = both || mermaidCurve(chart.title, points);
  if (drawn === "") return "";
  const name = `**${markdownText(chart.key)}** of ${markdownText(chart.cell)}`;
  const words = both && base && there ? `${name}: ${span(points)} in ${markdownCode(run)} (blue); ${span(there.points)} in ${markdownCode(base.run)}${base.is === void 0 ? "" : `, ${base.is}`} (orange).${cutWords(points, there.points)}` : `${name}: ${span(points)} in ${markdownCode(run)}.`;
  const plain = `<details><summary>as text</summary>

\`\`\`text
${textChart(points).join("\n")}
\`\`\`

</details>`;
  return [words, drawn, plain].join("\n\n");
}
var span = (points) => {
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? `${brief(first.value)} at step ${first.step} to ${brief(last.value)} at step ${last.step}` : "nothing";
};
function cutWords(own, base) {
  const { from, to } = sharedSteps([own, base]);
  const isWhole = [own, base].every((points) => points[0]?.step === from && points.at(-1)?.step === to);
  return isWhole ? "" : ` Drawn from step ${from} to ${to}, which both have.`;
}
var brief = (value) => String(Number(value.toPrecision(4)));

// src/report/pull-request-comment.ts
var MAX_ROWS = 12;
var BASE = "base branch";
function pullRequestComment(facts) {
  const parts = [
    `### gpu-lease: ${markdownText(facts.job)} at ${linked(markdownCode(facts.commit.slice(0, 8)), facts.links?.commit)}: ${markdownText(verdict(facts))}`,
    `**Smoke:** ${SMOKE[facts.smoke]}${facts.url === "" ? "" : ` \xB7 [workflow run](${safeUrl(facts.url)})`}`,
    `**Next:** ${markdownText(nextStep(facts))}${form(facts)}${reportWords(facts)}`,
    reason(facts),
    alive(facts),
    runs(facts),
    curves(facts),
    plan(facts)
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}
`;
}
function verdict({ smoke, runs: all }) {
  const bad = all.find(({ state }) => state === "debt") ?? all.find(({ state }) => state === "halted");
  if (smoke === "failed" && !bad) return "its smoke failed";
  const [newest] = all;
  const run = bad ?? newest;
  if (run) return headline({ state: run.state, seal: run.verified });
  return { passed: "its smoke passed", waived: "no smoke", unknown: "no smoke yet", failed: "" }[smoke];
}
var SMOKE = {
  passed: "passed \u2713",
  failed: "failed \u2717: the annotation on the changed files and the log say where",
  waived: "none (the job says `smoke: none`)",
  unknown: "not known yet"
};
function reason({ smoke, reason: words = "" }) {
  if (smoke !== "failed" || words === "") return "";
  const shown = visible(words).replaceAll("<!--", "<! --");
  return `As the job says that ran this change:

${markdownBlock(shown)}`;
}
var linked = (words, url) => url === void 0 ? words : `[${words}](${safeUrl(url)})`;
var form = ({ smoke, runs: all, links }) => links?.form === void 0 || all.length > 0 || smoke !== "passed" && smoke !== "waived" ? "" : ` [Open the form](${safeUrl(links.form)}).`;
function reportWords({ runs: all }) {
  const waiting = all.find(isWaiting);
  return waiting?.artifact === void 0 ? "" : ` Its curves and verdicts: \`+evidence/report.html\` in [its files](${safeUrl(waiting.artifact)}).`;
}
function plan({ plan: planned, smoke, runs: all }) {
  if (!planned || smoke === "failed") return "";
  const rows = planned.candidates.slice(0, MAX_ROWS).map((each) => [
    markdownText(each.platform),
    markdownText(each.summary),
    `${each.usdPerHour}`,
    each.expectedUsd === null ? "not known without `watch.expected`" : formatUsd(each.expectedUsd)
  ]);
  const declined = planned.declined.slice(0, MAX_ROWS).map(({ platform, why }) => `- ${markdownText(platform)}: ${markdownText(why)}`);
  const title = `Planned cost: at most ${formatUsd(planned.atMostUsd)}`;
  const body = [
    rows.length > 0 ? markdownTable(["candidate", "offer", "USD/h>", "expected>"], rows) : "Nothing that fits is offered now.",
    declined.length > 0 ? `<details><summary>${planned.declined.length} declined</summary>

${declined.join("\n")}

</details>` : ""
  ].filter((part) => part !== "").join("\n\n");
  return all.length > 0 ? markdownFolded(title, body) : `#### ${title}

${body}`;
}
function runs({ runs: all, base, baseIs = BASE }) {
  if (all.length === 0) return "";
  const rows = all.slice(0, MAX_ROWS).map((each) => row(each, base));
  const against = base ? [[`**${baseIs}**`, ...row(base, void 0).slice(1)]] : [];
  const unverified = all.some((each) => each.notVerified) ? "\n\nNot verified: these records are signed, and this job holds no secret to check them with." : "";
  const note = base ? "" : "\n\nNo sealed run of the base branch is known here, so there is nothing to compare with.";
  const legend = legendOf(base ? [...all, base] : all);
  return `#### Runs

${markdownTable(["run", "commit", "state", "cells", "loss", "verified", "cost>"], [...rows, ...against])}${unverified}${note}${legend}`;
}
function curves({ runs: all, base, baseIs = BASE }) {
  const own = all.find(({ charts = [] }) => charts.length > 0);
  const against = base && { run: base.run, is: baseIs, charts: base.charts ?? [] };
  return own ? comparedCurves({ run: own.run, charts: own.charts ?? [] }, against) : "";
}
function legendOf(all) {
  const levels = [...new Set(all.flatMap(({ verified }) => verified ? [verified.level] : []))];
  const words = [
    ...levels.map((level) => levelWords(level)),
    ...all.some(({ state }) => state === "sealed") ? ["sealed: home, verified and bound to one digest; the box is held until its release is approved"] : []
  ];
  return words.length === 0 ? "" : `

<sub>${words.map(markdownText).join(" \xB7 ")}</sub>`;
}
function row(run, base) {
  return [
    linked(markdownCode(run.run), run.artifact),
    markdownCode(run.commit.slice(0, 8)),
    markdownText(run.state),
    run.cells.slice(0, MAX_ROWS).map(
      ({ name, ended, step }) => [markdownText(name), markdownText(ended), step === void 0 ? "" : `at step ${step}`].filter((word) => word !== "").join(" ")
    ).join("<br>"),
    run.cells.slice(0, MAX_ROWS).map(({ name, loss }) => lossText(loss, base?.cells.find((each) => each.name === name)?.loss)).join("<br>"),
    run.verified ? `${run.verified.verified}/${run.verified.roster} ${markdownText(run.verified.level)}` : "",
    formatUsd(run.usd)
  ];
}
function lossText(loss, base) {
  if (loss === void 0) return "";
  if (base === void 0) return loss.toPrecision(4);
  const change = loss - base;
  const sign = change > 0 ? "+" : "";
  const verdict2 = change === 0 ? "the same" : change < 0 ? "better" : "worse";
  return `${loss.toPrecision(4)} (${sign}${change.toPrecision(2)}, ${verdict2})`;
}
function alive({ runs: all }) {
  const costing2 = all.flatMap((run) => run.costing);
  if (costing2.length === 0) return all.length > 0 ? "**Machines alive:** none" : "";
  return `> [!WARNING]
> **Machines alive:** ${costing2.slice(0, MAX_ROWS).map(markdownText).join("; ")}`;
}
var isWaiting = ({ state }) => state === "sealed" || state === "parked";
function nextStep({ smoke, runs: all }) {
  const debt = all.find(({ state }) => state === "debt");
  if (debt) return `a meter of ${debt.run} is not proven stopped; look at it: gpu-lease status ${debt.run}`;
  const halted = all.find((run) => run.halted && run.state === "halted");
  if (halted?.halted) return `${halted.run} stopped itself: ${halted.halted.next}`;
  const waiting = all.find(isWaiting);
  if (waiting) return `${waiting.run} waits for its release to be approved.`;
  if (smoke === "failed") return "correct what the smoke found; nothing is rented before it passes.";
  const [newest] = all;
  if (newest && newest.costing.length > 0) return `${newest.run} goes on by itself.`;
  if (newest) return `nothing; ${newest.run} is ${newest.state}.`;
  return smoke === "passed" || smoke === "waived" ? "a training of this branch can be started by hand (Run workflow)." : "wait for the smoke.";
}
var safeUrl = (url) => /^https?:\/\/[\w.:/~-]{1,300}$/.test(url) ? url : "https://github.com";

// src/report/told-run.ts
function toldRun(run, now, env = {}) {
  const { seal, halted } = run;
  const { artifact } = linksOf(env, run);
  return {
    ...artifact && { artifact },
    run: run.id,
    state: runState(run),
    commit: run.opened?.commit ?? "",
    usd: usdSoFar(run, now),
    cells: [...run.cells.values()].map((cell) => ({
      name: cell.name,
      ended: endOf(run, cell),
      step: cell.lastStep ?? cell.verifiedStep,
      loss: cell.lastLoss
    })),
    charts: chartsKept(seal?.curves),
    verified: seal && { verified: seal.verified, roster: seal.roster, level: seal.level },
    costing: costing(run),
    halted: halted && { what: halted.what, next: halted.next }
  };
}

export {
  pullRequestComment,
  nextStep,
  toldRun
};
