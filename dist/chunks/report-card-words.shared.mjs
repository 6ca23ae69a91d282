import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  evenly
} from "./report-loss-chart.shared.mjs";
import {
  visibleLine
} from "./report-visible-text.shared.mjs";
import {
  opaqueWords
} from "./lease-opaque-words.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";

// src/report/card-words.ts
var STANDS = {
  debt: "a meter is not proven stopped",
  "no-capacity": "nothing that fits is to be had",
  preempted: "the box was taken away, and another one is looked for",
  opened: "opened, and nothing is rented yet",
  ended: "the work has ended, and is not home yet",
  collected: "home, and not sealed yet"
};
var GOES_ON = {
  opened: "nothing: a box is rented by the next step, or by the next look",
  running: "nothing: it is looked at again when something can have changed",
  "no-capacity": "nothing: the platforms are asked again at the next look",
  preempted: "nothing: the next look goes on from the newest verified checkpoint",
  ended: "nothing: the next step brings home what the job promises",
  collected: "nothing: the next step seals what was brought home",
  sealed: "say whether its release is approved: gpu-lease release in a terminal or the workflow shows what that means",
  parked: "say whether its release is approved: gpu-lease release in a terminal or the workflow shows what that means",
  released: "nothing: it is done, and every meter is proven stopped",
  abandoned: "nothing: it was given up"
};
function headline({
  state,
  seal
}) {
  const stands = STANDS[state] ?? state;
  return seal === void 0 ? stands : `${stands}, ${seal.verified} of ${seal.roster} files verified`;
}
function keyFacts(facts) {
  const { seal, usd, budgetUsd, usdPerHourNow } = facts;
  return [
    ...seal ? [`verified at ${levelWords(seal.level)}${opaqueWords(seal.opaque)}`] : [],
    ...lossWords(facts),
    `${formatUsd(usd)} of at most ${formatUsd(budgetUsd)}`,
    usdPerHourNow > 0 ? `waiting costs ${formatUsd(usdPerHourNow)} per hour` : "nothing costs money now"
  ];
}
function lossWords({ charts }) {
  const [chart] = charts;
  const [first, last] = [chart?.points[0], chart?.points.at(-1)];
  if (!chart || !first || !last) return [];
  const name = chart.title.split(" of ")[0] ?? "";
  return [`${name} ${brief(first.value)} to ${brief(last.value)} at step ${last.step}`];
}
function nextWords({ state, halted, approval, debts = [], attention, run }) {
  const [debt] = debts;
  if (state === "debt")
    return debt?.next ?? `look at it ("gpu-lease status ${run}"), and end by hand what still bills`;
  if (halted && state === "halted") return halted.next;
  if (approval) return "read what a yes means, and say it or leave it";
  const [concern] = attention;
  return concern?.next ?? GOES_ON[state] ?? "nothing: it goes on by itself";
}
var levelWords = (level) => {
  const means = LEVELS[level];
  return means === void 0 ? level : `${level} (${means})`;
};
var LEVELS = {
  L0: "there, and of a known kind",
  L1: "every byte accounted for",
  L2: "holds together",
  L3: "complete, finite and of the right step"
};
var brief = (value) => String(Number(value.toPrecision(4)));

// src/report/mermaid.ts
var MERMAID_POINTS = 60;
var MERMAID_RANGE = { least: 1e-9, most: 1e12 };
var COLOURS = ["#3b82f6", "#d47404"];
var MERMAID_LOOK = `%%{init: {"themeVariables": {"xyChart": {"backgroundColor": "transparent", "plotColorPalette": "${COLOURS.join(", ")}"}}}}%%`;
var MOST_TITLE = 60;
function mermaidCurve(title, ...curves) {
  const { from, to } = sharedSteps(curves);
  if (!(to > from)) return "";
  const lines = curves.map((points) => evenly(points, from, to, countOf(curves)));
  const largest = Math.max(...lines.flat().map((point) => Math.abs(point.value)));
  if (!(largest >= MERMAID_RANGE.least && largest <= MERMAID_RANGE.most)) return "";
  const digits = Math.min(12, Math.max(0, 4 - Math.floor(Math.log10(largest))));
  const block = [
    MERMAID_LOOK,
    "xychart-beta",
    `  title "${label(title)}"`,
    `  x-axis "step" ${decimal(from, 0)} --> ${decimal(to, 0)}`,
    `  y-axis "${label(title.split(" of ")[0] ?? "")}"`,
    ...lines.map((points) => `  line [${points.map((point) => decimal(point.value, digits)).join(", ")}]`)
  ];
  return `\`\`\`mermaid
${block.join("\n")}
\`\`\``;
}
function sharedSteps(curves) {
  return {
    from: Math.max(...curves.map((points) => points[0]?.step ?? Number.POSITIVE_INFINITY)),
    to: Math.min(...curves.map((points) => points.at(-1)?.step ?? Number.NEGATIVE_INFINITY))
  };
}
function countOf([points = [], ...others]) {
  const [first, second] = points;
  if (!first || !second || others.length > 0 || points.length > MERMAID_POINTS) return MERMAID_POINTS;
  const apart = second.step - first.step;
  const isEven = points.every(({ step }, at) => Math.abs(step - (first.step + at * apart)) < apart / 1e3);
  return isEven ? points.length : MERMAID_POINTS;
}
var label = (text) => visibleLine(text).replace(/[^\w ./-]/g, "-").replace(/\s+/g, " ").trim().slice(0, MOST_TITLE) || "value";
var decimal = (value, digits) => {
  const fixed = value.toFixed(digits);
  return Number(fixed) === 0 ? "0" : fixed;
};

export {
  headline,
  keyFacts,
  nextWords,
  levelWords,
  mermaidCurve,
  sharedSteps
};
