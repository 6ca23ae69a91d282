import type { Job } from '../job/job.ts';
import type { Cell, Run } from '../lease/run.ts';

/**
 * What giving the boxes back now would lose, line by line, in words a person can decide on. Deterministic for a given
 * ledger: an approval of an abandon binds to exactly this list.
 */
export function lossesOf(run: Run, job: Job): string[] {
  const onBox = run.leases.some((lease) => lease.started && !lease.boxGone);
  if (!onBox) return ['nothing: no work was started on the box', ...[...run.cells.values()].flatMap(safe)];
  return [...run.cells.values()].flatMap((cell) => {
    const last =
      cell.verifiedStep === undefined ? 'all of its work' : `all work after step ${cell.verifiedStep}`;
    const lost = job.artifacts.map(
      (rule) => `${cell.name}: lost on the box: newest ${rule.path} (${rule.role})`,
    );
    return [`${cell.name}: ${last}`, ...lost, ...safe(cell)];
  });
}

const safe = (cell: Cell): string[] =>
  [...cell.kept.values()].map(
    (file) => `${cell.name}: safe: ${file.path} (${file.bytes} bytes, ${file.sha256.slice(0, 12)})`,
  );
