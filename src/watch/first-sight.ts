import type { Probe, ProbeCell } from '../box/box-plan.ts';
import { withoutTerminalCodes } from '../box/stranger-text.ts';
import type { Job } from '../job/job.ts';
import type { Lease } from '../lease/run.ts';
import { sightingOf } from '../metrics/sighting.ts';
import { type Baseline, judgeCell, ruleOf } from './judge.ts';

/** What a start came to within its first minute (P3-05). Nothing is concluded from it: ends and deaths are for a look to write down. */
export interface FirstSight {
  /** `null` before any cell was started. */
  cell: string | null;
  /**
   * `step`: the expected one, or one behind it. `log`: a line, of a job that names no metrics. `behind`: a step before the one
   * that was to be gone on from. `traceback`: in the log of what still runs. `ended`: well or badly. `early`: data or setup
   * go on. `nothing`: it runs and shows none of these.
   */
  shows: 'step' | 'log' | 'behind' | 'traceback' | 'ended' | 'early' | 'nothing';
  step: number | null;
  says: string;
  /** A person should look. */
  isBad: boolean;
}

/** Whether waiting on could show more of the start. */
export const isOpen = ({ shows }: FirstSight): boolean => shows === 'early' || shows === 'nothing';

/** @param baseline of the box as it was when the work began */
export function firstSightOf(
  seen: Probe,
  { lease, job, baseline }: { lease: Pick<Lease, 'started'>; job: Job; baseline: Baseline },
): FirstSight {
  const cell = seen.cells.findLast(({ state }) => state !== 'waiting');
  if (!cell) return beforeCells(seen);
  const rule = ruleOf(job);
  const { verdict, ...rest } = judgeCell(cell, seen, baseline, rule);
  if (verdict === 'dead' && 'diagnosis' in rest) {
    const { cause, failureClass, fix } = rest.diagnosis;
    return sight(cell, 'ended', `is dead already: ${cause} (${failureClass}). ${fix}`, { isBad: true });
  }
  const found = sightingOf(cell.metrics, rule.sources);
  const from = lease.started?.from.find((each) => each.cell === cell.name);
  const step = (from && found?.firstAfter(from.step)) ?? found?.last.step;
  if (step !== undefined && from && step < from.step)
    return sight(cell, 'behind', `began at step ${step}, and was to go on from step ${from.step}`, {
      isBad: true,
      step,
    });
  if (step !== undefined) return sight(cell, 'step', `${startWords(from?.step)} step ${step}`, { step });
  if (verdict === 'finished' || verdict === 'settling')
    return sight(cell, 'ended', 'has ended with exit code 0 already');
  return withoutStep(cell, rule.sources.length > 0);
}

const startWords = (from: number | undefined): string =>
  from === undefined ? 'does its work, seen at' : `goes on from step ${from}, seen at`;

/** Of a command that runs, by its log alone. */
function withoutStep(cell: ProbeCell, hasMetrics: boolean): FirstSight {
  const lines = withoutTerminalCodes(cell.logTail).trimEnd().split('\n');
  const last = lines.at(-1)?.trim().slice(0, 200) ?? '';
  if (lines.some((line) => line.startsWith('Traceback (most recent call last)')))
    return sight(cell, 'traceback', `runs, and its log has a traceback: ${last}`, { isBad: true });
  const words = last === '' ? 'its log is empty' : `its log ends with: ${last}`;
  if (!hasMetrics && last !== '') return sight(cell, 'log', `runs; ${words}`);
  const missing = hasMetrics ? 'shows no step yet' : 'has printed nothing yet';
  // The first step of a large model takes longer than anybody waits here.
  return sight(cell, 'nothing', `runs and ${missing}; ${words}`);
}

function beforeCells({ queue, queueReason, data, setup }: Probe): FirstSight {
  const of = { cell: null, step: null };
  if (queue !== 'running') {
    const why = queueReason ? ` (${queueReason})` : '';
    return {
      ...of,
      shows: 'ended',
      says: `no cell was started, and nothing runs any more${why}`,
      isBad: true,
    };
  }
  const [what] = [
    ...(data?.state === 'running' ? ['the data are being fetched'] : []),
    ...(setup?.state === 'running' ? ['the setup runs'] : []),
    'the first cell is not started',
  ];
  return { ...of, shows: 'early', says: `${what} yet; no step can show before its end`, isBad: false };
}

const sight = (
  { name }: ProbeCell,
  shows: FirstSight['shows'],
  says: string,
  { step = null, isBad = false }: { step?: number | null; isBad?: boolean } = {},
): FirstSight => ({ cell: name, shows, step, says: `${name} ${says}`, isBad });
