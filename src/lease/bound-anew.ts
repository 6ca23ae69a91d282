import type { BoundAnew } from './events.ts';
import { attemptsOf, currentLease, isGivenUp, type Run } from './run.ts';

type NewBinding = Pick<BoundAnew, 'configHash' | 'cells' | 'document'>;

/** Why a run cannot go on with another commit on the box that it holds; `undefined` where it can. */
export function whyNotBoundAnew(run: Run, { configHash, cells, document }: NewBinding): string | undefined {
  const { opened, seal } = run;
  if (!opened) return 'it was never opened';
  if (seal) return 'it is sealed';
  if (isGivenUp(run)) return 'it was given up';
  if (opened.sweep) return 'it is a part of a sweep, whose parts are all of one configuration';
  if (opened.change) return 'it is of a labelled change, and approved as that';
  if (document.name !== opened.job) return `it is of job ${opened.job}, and the job file is of another one`;
  if (document.from !== opened.document.from) return 'it begins from another run than the job file says now';
  if (cells.length !== run.cells.size || cells.some((name) => !run.cells.has(name)))
    return `its cells are ${[...run.cells.keys()].slice(0, 10).join(', ')}, and the job file has others`;
  if (configHash === opened.configHash) return 'it is bound to that very configuration';
  return whyNotNow(run);
}

/** Something works on it, or it has ended as its job wanted, or there is no box on which anything was begun. */
function whyNotNow(run: Run): string | undefined {
  const lease = currentLease(run);
  if (!lease?.started) return 'no box of it is held on which anything was begun';
  if (lease.state === 'running') return 'it works';
  if (lease.state === 'preempted') return undefined;
  const isDead = [...run.cells.values()].some(({ ended }) => ended?.verdict === 'dead');
  return lease.state === 'ended' && isDead ? undefined : `its box is ${lease.state}`;
}

/** From here on it is of the new commit; what was done before is told as that. Copies that were kept are what it goes on from. */
export function bindAnew(run: Run, event: BoundAnew): string | undefined {
  const why = whyNotBoundAnew(run, event);
  if (why !== undefined || !run.opened) return why;
  const { commit, codeHash, configHash } = run.opened;
  run.bindings.push({ commit, codeHash, configHash, untilAttempt: attemptsOf(run) });
  const { type: _type, person: _person, ...bound } = event;
  run.opened = { ...run.opened, ...bound, at: run.opened.at, by: run.opened.by };
  run.smoke = 'missing';
  run.footprint = undefined;
  for (const cell of run.cells.values()) if (cell.ended?.verdict === 'dead') cell.ended = undefined;
  const lease = currentLease(run);
  if (lease?.state === 'ended') lease.state = 'preempted';
  return undefined;
}
