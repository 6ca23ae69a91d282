import { createHash } from 'node:crypto';
import { fold } from '../lease/fold.ts';
import { costing, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { Schedule } from '../tick/schedule.ts';
import type { World } from '../world.ts';

/** The note stays small; what is not in it is read once more. */
const MOST_COMMITS = 4000;

export interface Hidden {
  /** What a person must be told of each, by run. */
  problems: Map<string, Problem>;
  /** Archived records that need not be read again. */
  closed: Schedule['closed'];
}

/**
 * Runs whose refs lie in the archive although their records are not closed. Which of the others were read before stands in the
 * note of the schedule, which anybody may write who can push: it counts only with our own signature under it.
 */
export async function hiddenRuns(world: World, { closed }: Pick<Schedule, 'closed'>): Promise<Hidden> {
  const known = closed.mac !== '' && closed.mac === signed(world, closed.commits) ? closed.commits : [];
  const { found, closed: all } = await world.ledger.hidden(new Set(known));
  const commits = all.slice(-MOST_COMMITS);
  const problems = new Map(
    [...found].map(([id, record]) => [
      id,
      record instanceof Problem ? record : hiddenRun(fold(id, record.events)),
    ]),
  );
  return { problems, closed: { commits, mac: signed(world, commits) } };
}

const signed = (world: World, commits: readonly string[]): string =>
  world.ownerMark(`closed records ${createHash('sha256').update(commits.join(' ')).digest('hex')}`);

export const hiddenRun = (run: Run): Problem =>
  new Problem({
    code: 'hidden-run',
    kind: 'ledger',
    what: `Run ${run.id} lies in the archive and is not closed: its ref was moved there by somebody, and no look comes by it any more.`,
    next: `"gpu-lease restore ${run.id}" brings it back among the open runs.`,
    costing: costing(run),
  });
