import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  bestCell,
  brief
} from "./report-best-cell.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";

// src/report/sweep-text.ts
var MOST_ROWS = 60;
var MOST_VARIABLES = 6;
function divisionText({ parts, differing }, columns) {
  const daily = parts.some(({ usdPerDay }) => usdPerDay !== null);
  const rows = parts.map(({ run, cells, usd, usdPerDay }) => [
    run,
    String(cells.length),
    formatUsd(usd),
    ...daily ? [usdPerDay === null ? "" : formatUsd(usdPerDay)] : [],
    cells.join(", ")
  ]);
  const header = ["part", "cells", "budget", ...daily ? ["a day"] : [], "its cells, in order"];
  return [...bounded(header, rows, columns), ...differingText(differing, columns)];
}
function differingText({ variables, cells }, columns) {
  if (variables.length === 0) return ["no variable differs between the cells"];
  const shown = variables.slice(0, MOST_VARIABLES);
  const rows = cells.map(({ cell, values }) => [
    cell,
    ...shown.map((_, index) => values[index] ?? "(not set)")
  ]);
  const left = variables.length - shown.length;
  return [
    ...bounded(["cell", ...shown], rows, columns),
    `all else is the same for every cell: commit, command, ${left > 0 ? `and the variables but these and ${left} more` : "and every other variable"}`
  ];
}
function sweepText(facts, columns) {
  const { parts, cells, metric, costUsd, usdPerHourNow } = facts;
  const best = bestCell(facts);
  return [
    ...bounded(
      ["part", "state", "cells", "box", "cost", "budget", "seal"],
      parts.map((part) => [
        part.run,
        part.state,
        String(part.cells),
        part.lease,
        formatUsd(part.costUsd),
        part.budgetUsd === null ? "" : formatUsd(part.budgetUsd),
        part.seal?.slice(0, 8) ?? ""
      ]),
      columns
    ),
    ...bounded(
      ["cell", "part", "state", "step", "loss", ...metric ? [`best ${metric.key}`] : [], "files kept"],
      worstFirst(cells).map((row) => [
        row.cell,
        row.run,
        row.exitCode ? `${row.state} (exit ${row.exitCode})` : row.state,
        String(row.step ?? ""),
        row.loss === null ? "" : row.loss.toPrecision(4),
        ...metric ? [row.metric === null ? "" : brief(row.metric)] : [],
        String(row.kept)
      ]),
      columns
    ),
    ...best ? [`best: ${best.cell.cell} with ${best.words}`] : [],
    `cost ${formatUsd(costUsd)}; one more hour ${usdPerHourNow > 0 ? `costs ${formatUsd(usdPerHourNow)}` : "costs nothing"}`,
    ...parts.flatMap(({ run, halted, problem }) => [
      ...halted ? [`${run} is halted: ${halted.what}`, `  next: ${halted.next}`] : [],
      ...problem ? [`${run}: ${problem.what}`, `  next: ${problem.next}`] : []
    ])
  ];
}
var RANK = ["missing", "dead", "lost", "waiting", "running", "finished", "sealed"];
var worstFirst = (rows) => [...rows].sort((a, b) => RANK.indexOf(a.state) - RANK.indexOf(b.state));
function bounded(header, rows, columns) {
  const shown = rows.slice(0, MOST_ROWS);
  const left = rows.length - shown.length;
  return [
    table(header, shown, columns).trimEnd(),
    ...left > 0 ? [`and ${left} more; "--json" and the report have all`] : []
  ];
}

export {
  divisionText,
  sweepText,
  worstFirst
};
