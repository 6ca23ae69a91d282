import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  bestCell
} from "./report-best-cell.shared.mjs";
import {
  valuesOfCells
} from "./job-cell-differences.shared.mjs";
import {
  readParts
} from "./sweep-record.shared.mjs";
import {
  usdPerHourNow,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  needsStoring
} from "./lease-bound-anew.shared.mjs";
import {
  currentLease,
  isGivenUp,
  runState
} from "./lease-run.shared.mjs";
import {
  sourcesOf
} from "./metrics-rule.shared.mjs";
import {
  EXIT,
  exitCodeOf
} from "./problem.shared.mjs";

// src/sweep/reconcile.ts
function reconcile(parts, now) {
  const cells = parts.flatMap((part) => part.cells.map((cell) => cellRow(part, cell)));
  const rows = parts.map((part) => partRow(part, now));
  const failed = cells.filter(({ state }) => isFailed(state)).map(({ cell }) => cell);
  const twice = parts.flatMap(
    ({ id, cells: own, run }) => [...run?.cells.keys() ?? []].filter((cell) => !own.includes(cell)).map((cell) => ({ cell, run: id }))
  );
  return {
    state: stateOf(rows, cells, failed.length + twice.length > 0),
    parts: rows,
    cells,
    twice,
    failed,
    goOn: parts.filter(({ run }) => run !== void 0 && !isOver(run, now)).map(({ id }) => id)
  };
}
var isFailed = (state) => ["missing", "dead", "lost"].includes(state);
var isOver = (run, now) => run.closed !== void 0 || run.halted !== void 0 || isGivenUp(run) || run.seal !== void 0 && !needsStoring(run, now);
function cellRow({ id, run, problem }, name) {
  const cell = run?.cells.get(name);
  const row = {
    ...{ cell: name, run: id, exitCode: null, failureClass: null },
    ...{ step: null, loss: null, metric: null, kept: 0 }
  };
  if (!run || !cell) {
    const why = problem?.what ?? (run ? `${id} was opened without it` : `${id} was never opened`);
    return { ...row, state: "missing", why };
  }
  return {
    ...row,
    state: cellState(run, cell.ended?.verdict),
    exitCode: cell.ended?.exitCode ?? null,
    failureClass: cell.ended?.failureClass ?? null,
    step: cell.lastStep ?? cell.verifiedStep ?? null,
    loss: cell.lastLoss ?? null,
    metric: run.seal?.best?.find((each) => each.cell === name)?.value ?? null,
    kept: cell.kept.size,
    why: ""
  };
}
function cellState(run, ended) {
  if (ended === "dead") return "dead";
  if (run.seal) return "sealed";
  if (run.closed || isGivenUp(run)) return "lost";
  if (ended === "finished") return "finished";
  return ["running", "preempted"].includes(currentLease(run)?.state ?? "") ? "running" : "waiting";
}
function partRow({ id, cells, run, problem }, now) {
  const lease = run && (currentLease(run) ?? run.leases.at(-1));
  return {
    run: id,
    state: run ? runState(run) : problem ? "unreadable" : "missing",
    cells: cells.length,
    lease: lease ? `${lease.name} ${lease.platform} ${lease.state}` : "",
    costUsd: run ? Number(usdSoFar(run, now).toFixed(6)) : 0,
    usdPerHourNow: run ? usdPerHourNow(run, now) : 0,
    seal: run?.seal?.seal ?? null,
    halted: run?.halted && !run.closed ? { code: run.halted.code, what: run.halted.what, next: run.halted.next } : null
  };
}
function stateOf(parts, cells, hasFailed) {
  if (parts.some(({ state }) => state === "debt")) return "debt";
  if (hasFailed) return "failed";
  if (parts.every(({ state }) => state === "released")) return "released";
  if (cells.every(({ state }) => state === "sealed")) return "sealed";
  if (parts.some(({ halted }) => halted)) return "halted";
  return parts.some(({ lease }) => lease !== "") ? "running" : "opened";
}
var MOST_NAMED = 20;
function failureLine({ cells, twice }) {
  const rows = cells.filter(({ state }) => isFailed(state));
  const named = [
    ...rows.map((row) => `${row.cell} (${reasonOf(row)})`),
    ...twice.map(({ cell, run }) => `${cell} (in ${run}, which the roster does not give it)`)
  ];
  if (named.length === 0) return "";
  const left = named.length - MOST_NAMED;
  const list = named.slice(0, MOST_NAMED).join(", ") + (left > 0 ? ` and ${left} more` : "");
  return `${named.length} of ${cells.length} cells failed: ${list}`;
}
function reasonOf({ state, exitCode, failureClass, why }) {
  if (state !== "dead") return why === "" ? state : `${state}: ${why}`;
  return ["dead", `exit ${exitCode}`, ...failureClass ? [failureClass] : []].join(", ");
}

// src/course/sweep-facts.ts
async function standingOf(ledger, sweep, now, problems = /* @__PURE__ */ new Map()) {
  const parts = await readParts(ledger, sweep);
  const found = reconcile(parts, now);
  return { facts: sweepFacts(sweep, parts, found, problems), found, failures: failureLine(found), parts };
}
function sealedHere(parts, who) {
  const workflowRun = /^github:\d+\./.exec(who)?.[0];
  if (workflowRun === void 0) return [];
  return parts.filter(({ run }) => run?.seal?.statement !== void 0 && run.seal.by.startsWith(workflowRun)).map(({ id }) => id);
}
function sweepFacts(sweep, parts, found, problems) {
  const differs = differing(parts);
  const sum = (of) => Number(found.parts.reduce((all, row) => all + of(row), 0).toFixed(6));
  const cells = found.cells.map((row) => ({ ...row, differs: differs.get(row.cell) ?? {} }));
  const metric = sourcesOf(sweep.opened.document).find((rule) => rule.best)?.best ?? null;
  const best = bestCell({ metric, cells });
  return {
    sweep: sweep.id,
    job: sweep.opened.job,
    commit: sweep.opened.commit,
    state: found.state,
    smoke: parts[0]?.run?.smoke ?? "missing",
    failed: found.failed,
    parts: found.parts.map((row, index) => ({
      ...row,
      budgetUsd: parts[index]?.run?.opened?.budget.usd ?? null,
      problem: wordsOf(problems.get(row.run) ?? parts[index]?.problem)
    })),
    metric,
    best: best ? { cell: best.cell.cell, value: best.value } : null,
    cells,
    twice: found.twice,
    costUsd: sum(({ costUsd }) => costUsd),
    usdPerHourNow: sum(({ usdPerHourNow: usdPerHourNow2 }) => usdPerHourNow2)
  };
}
var wordsOf = (problem) => problem ? { code: problem.code, what: problem.what, next: problem.next } : null;
function differing(parts) {
  const jobs = parts.flatMap(({ run }) => run?.opened ? [run.opened.document] : []);
  return valuesOfCells(
    jobs.flatMap((job) => job.cells),
    jobs[0]?.vars ?? {}
  );
}
function sweepExitCode(found, problems) {
  if (found.state === "debt") return EXIT.billing;
  if (found.twice.length > 0 || found.cells.some(({ state }) => isFailed(state))) return EXIT.failed;
  const [problem] = problems.values();
  if (problem) return exitCodeOf(problem);
  return found.parts.some(({ halted }) => halted) ? EXIT.failed : EXIT.ok;
}

export {
  standingOf,
  sealedHere,
  sweepExitCode
};
