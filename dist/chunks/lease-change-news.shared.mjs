import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  isUnapproved
} from "./lease-next.shared.mjs";
import {
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  endOf,
  runState
} from "./lease-run.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/change-news.ts
var NEWS_SECONDS = 7 * 86400;
var PARTS = 10;
function untoldOfChange(run, now) {
  const { opened, closed, changeTold } = run;
  if (!opened?.change || isUnapproved(run) && runState(run) !== "abandoned") return;
  const news = standing(run, now);
  if (news === changeTold) return;
  return closed && secondsBetween(new Date(closed.at), now) > NEWS_SECONDS ? void 0 : news;
}
function standing(run, now) {
  const { seal, halted, closed, cells } = run;
  const ends = new Set([...cells.values()].map((cell) => endOf(run, cell)));
  return [
    runState(run),
    ...seal ? [`sealed ${seal.seal.slice(0, 16)}`] : [],
    ...halted ? [`halted ${halted.at}`] : [],
    ...closed || seal || halted ? [[...ends].sort().join("+")] : [`cost ${partOfBudget(run, now)}/${PARTS}`]
  ].join(", ");
}
var partOfBudget = (run, now) => Math.floor(PARTS * usdSoFar(run, now) / Math.max(run.opened?.budget.usd ?? 0, 0.01));

export {
  untoldOfChange
};
