import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  opaqueWords
} from "./lease-comes-back.shared.mjs";
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
  preempted: "nothing: the next look goes on from the newest verified checkpoint",
  ended: "nothing: the next step brings home what the job promises",
  collected: "nothing: the next step seals what was brought home",
  sealed: "say whether its release is approved: gpu-lease release in a terminal or the workflow shows what that means",
  parked: "say whether its release is approved: gpu-lease release in a terminal or the workflow shows what that means",
  released: "nothing",
  abandoned: "nothing: it was given up"
};
function headline({ state, seal }) {
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

export {
  headline,
  keyFacts,
  nextWords,
  levelWords
};
