import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/report/best-cell.ts
function bestCell({
  metric,
  cells
}) {
  const known = cells.flatMap((cell) => {
    const value = metric ? cell.metric : cell.loss;
    return value === null || cell.state === "dead" ? [] : [{ cell, value }];
  });
  const [first, ...others] = known;
  if (!first || others.length === 0) return;
  const isMax = metric?.direction === "max";
  const best = others.reduce((so, each) => isBetter(each.value, so.value, isMax) ? each : so, first);
  const words = metric ? `${metric.key} ${brief(best.value)}, the ${isMax ? "highest" : "lowest"}` : `loss ${brief(best.value)}`;
  return { ...best, words };
}
var isBetter = (one, other, isMax) => isMax ? one > other : one < other;
var bestFirst = ({ metric }, cells) => {
  const rank = ({ metric: value, loss }) => metric ? value === null ? Infinity : metric.direction === "max" ? -value : value : loss ?? Infinity;
  return [...cells].sort((a, b) => compared(rank(a), rank(b)));
};
var compared = (a, b) => a === b ? 0 : a < b ? -1 : 1;
var brief = (value) => String(Number(value.toPrecision(4)));

export {
  bestCell,
  bestFirst,
  brief
};
