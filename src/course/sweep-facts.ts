import { valuesOfCells } from '../job/cell-differences.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { sourcesOf } from '../metrics/rule.ts';
import { EXIT, exitCodeOf, type Problem } from '../problem.ts';
import { bestCell } from '../report/best-cell.ts';
import type { SweepFacts } from '../report/sweep-text.ts';
import { failureLine, isFailed, type Reconciled, reconcile } from '../sweep/reconcile.ts';
import { type PartRecord, readParts, type SweepRecord } from '../sweep/record.ts';

/** The roster beside what became of it, from the ledger alone. */
export async function standingOf(
  ledger: Pick<Ledger, 'read' | 'readOpen'>,
  sweep: SweepRecord,
  now: Date,
  problems: ReadonlyMap<string, Problem> = new Map(),
): Promise<{ facts: SweepFacts; found: Reconciled; failures: string; parts: readonly PartRecord[] }> {
  const parts = await readParts(ledger, sweep);
  const found = reconcile(parts, now);
  return { facts: sweepFacts(sweep, parts, found, problems), found, failures: failureLine(found), parts };
}

/**
 * Run ids of the parts whose seal this workflow run made, in any attempt, and can leave to a signer.
 *
 * @param who as the world has it: `github:<run id>.<attempt>`
 */
export function sealedHere(parts: readonly PartRecord[], who: string): string[] {
  const workflowRun = /^github:\d+\./.exec(who)?.[0];
  if (workflowRun === undefined) return [];
  return parts
    .filter(({ run }) => run?.seal?.statement !== undefined && run.seal.by.startsWith(workflowRun))
    .map(({ id }) => id);
}

/** The documented shape of `sweep --json` (docs/json.md). */
function sweepFacts(
  sweep: SweepRecord,
  parts: readonly PartRecord[],
  found: Reconciled,
  problems: ReadonlyMap<string, Problem>,
): SweepFacts {
  const differs = differing(parts);
  const sum = (of: (row: Reconciled['parts'][number]) => number) =>
    Number(found.parts.reduce((all, row) => all + of(row), 0).toFixed(6));
  const cells = found.cells.map((row) => ({ ...row, differs: differs.get(row.cell) ?? {} }));
  const metric = sourcesOf(sweep.opened.document).find((rule) => rule.best)?.best ?? null;
  const best = bestCell({ metric, cells });
  return {
    sweep: sweep.id,
    job: sweep.opened.job,
    commit: sweep.opened.commit,
    state: found.state,
    smoke: parts[0]?.run?.smoke ?? 'missing',
    failed: found.failed,
    parts: found.parts.map((row, index) => ({
      ...row,
      budgetUsd: parts[index]?.run?.opened?.budget.usd ?? null,
      problem: wordsOf(problems.get(row.run) ?? parts[index]?.problem),
    })),
    metric,
    best: best ? { cell: best.cell.cell, value: best.value } : null,
    cells,
    twice: found.twice,
    costUsd: sum(({ costUsd }) => costUsd),
    usdPerHourNow: sum(({ usdPerHourNow }) => usdPerHourNow),
  };
}

const wordsOf = (problem: Problem | undefined): SweepFacts['parts'][number]['problem'] =>
  problem ? { code: problem.code, what: problem.what, next: problem.next } : null;

/** Of the parts that can be read. */
function differing(parts: readonly PartRecord[]): Map<string, Record<string, string | null>> {
  const jobs = parts.flatMap(({ run }) => (run?.opened ? [run.opened.document] : []));
  return valuesOfCells(
    jobs.flatMap((job) => job.cells),
    jobs[0]?.vars ?? {},
  );
}

/** Red for what was promised and will not come, for debts, and for parts that could not go on; never for what goes on. */
export function sweepExitCode(found: Reconciled, problems: ReadonlyMap<string, Problem>): number {
  if (found.state === 'debt') return EXIT.billing;
  if (found.twice.length > 0 || found.cells.some(({ state }) => isFailed(state))) return EXIT.failed;
  const [problem] = problems.values();
  if (problem) return exitCodeOf(problem);
  return found.parts.some(({ halted }) => halted) ? EXIT.failed : EXIT.ok;
}
