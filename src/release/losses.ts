import { compileGlob } from '../job/glob.ts';
import type { ArtifactRule, Job } from '../job/job.ts';
import type { Cell, Run } from '../lease/run.ts';

/**
 * What giving the boxes back now would lose, line by line, in words a person can decide on. Deterministic for a given
 * ledger: an approval of an abandon binds to exactly this list.
 */
export function lossesOf(run: Run, job: Job): string[] {
  const onBox = run.leases.some((lease) => lease.started && !lease.boxGone);
  if (!onBox) return ['nothing: no work was started on the box', ...[...run.cells.values()].flatMap(safe)];
  return [...run.cells.values()].flatMap((cell) => {
    const lost = job.artifacts.filter((rule) => !isWholeHere(cell, rule));
    return [
      `${cell.name}: ${inAWord(cell, lost)}`,
      ...lost.map((rule) => `${cell.name}: lost on the box: newest ${rule.path} (${rule.role})`),
      ...safe(cell),
    ];
  });
}

function inAWord({ verifiedStep }: Cell, lost: readonly ArtifactRule[]): string {
  if (lost.length === 0) return 'nothing that the job names as an artifact';
  if (lost.every(({ role }) => BESIDE_THE_WORK.includes(role))) return 'none of its work, only what follows';
  return verifiedStep === undefined ? 'all of its work' : `all work after step ${verifiedStep}`;
}

/** What tells of the work and is not it. */
const BESIDE_THE_WORK: readonly ArtifactRule['role'][] = ['metrics', 'config', 'log'];

/** As much of it as the job asks for was pulled after the end and verified: what is on the box is here as well. */
function isWholeHere(cell: Cell, { path, min }: ArtifactRule): boolean {
  if (!cell.ended) return false;
  const matches = compileGlob(path);
  const here = [...cell.kept.keys()].filter(matches);
  return here.length >= Math.max(1, min) && here.every((file) => cell.keptAtEnd.has(file));
}

const safe = (cell: Cell): string[] =>
  [...cell.kept.values()].map(
    (file) => `${cell.name}: safe: ${file.path} (${file.bytes} bytes, ${file.sha256.slice(0, 12)})`,
  );
