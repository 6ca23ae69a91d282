import type { Probe, ProbeCell } from '../box/box-plan.ts';
import { oneLine } from '../box/stranger-text.ts';
import type { Job } from '../job/job.ts';
import type { EventBody } from '../lease/events.ts';
import { isQueued } from '../lease/fold-queue.ts';
import type { Cell, Lease, Run } from '../lease/run.ts';
import { sourcesOf } from '../metrics/rule.ts';
import { type Sighting, sightingOf } from '../metrics/sighting.ts';
import type { Diagnosis } from './diagnose.ts';
import type { CellVerdict } from './judge.ts';

/**
 * What a look comes to: which death is answered with a relaunch, which ends its cell, which waits for the others. Pure: what a
 * person hears of it is in the answer.
 */

export interface Judged {
  cell: ProbeCell;
  verdict: CellVerdict;
}

export interface Watched {
  run: Run;
  lease: Lease;
  job: Pick<Job, 'metrics' | 'moreMetrics'>;
}

/** In the order of the cells. */
export type Said =
  | { what: 'fast'; cell: string }
  | { what: 'dead'; cell: string; diagnosis: Diagnosis }
  /** What comes before the cells failed, and its last line. */
  | { what: 'early'; name: 'data' | 'setup'; why: string }
  /** The keeper found that nothing of it can be run where it is. */
  | { what: 'place'; why: string };

export interface Decided {
  events: EventBody[];
  said: Said[];
}

interface OfCell extends Decided {
  /** It died of chance: the same is started again once no cell runs any more. */
  chance?: string;
}

export function decide(of: Watched, seen: Probe, judged: readonly Judged[]): Decided {
  const events: EventBody[] = [];
  const said: Said[] = [];
  let chance: string | undefined;
  for (const each of judged) {
    const known = of.run.cells.get(each.cell.name);
    if (!known || known.ended) continue;
    const behind = resumeEvents(of, each.cell);
    // A cell that lost its checkpoint stops the run; nothing else is concluded from such a look.
    if (behind.some((event) => event.type === 'halted')) return { events: behind, said };
    events.push(...behind, ...changes(of.lease, known, each.verdict));
    const end = endOf(of, each, seen);
    events.push(...end.events);
    said.push(...end.said);
    chance ??= end.chance;
  }
  const ofEnd = ofQueue(of, seen, { events, judged, chance });
  if (ofEnd.length > 0 && events.length === 0) said.push(...earlySaid(seen));
  return { events: [...fetched(of, seen), ...events, ...ofEnd], said };
}

/** Once for a run: every later box is held against it by its own keeper. */
function fetched({ run, lease }: Watched, { data }: Probe): EventBody[] {
  const known = [...run.data.values()];
  if (data?.exitCode !== 0 || known.length === 0 || known.every((each) => each.fetched)) return [];
  if (data.fetched.length !== known.length) return [];
  const sources = known.flatMap(({ to }, at) => {
    const seen = data.fetched[at];
    return seen ? [{ to, ...seen }] : [];
  });
  return [{ type: 'data-fetched', lease: lease.name, sources }];
}

/** Of what the cells waited for in vain. */
const earlySaid = (seen: Probe): Said[] =>
  isWrongPlace(seen) ? [{ what: 'place', why: seen.queueReason ?? '' }] : earlyOf(seen);

const isWrongPlace = ({ queueExitCode, queueReason }: Probe): boolean =>
  queueExitCode === 5 && queueReason !== undefined && queueReason !== 'plan';

const earlyOf = (seen: Probe): Said[] =>
  (['data', 'setup'] as const).flatMap((name): Said[] => {
    const { exitCode, logTail = '' } = seen[name] ?? {};
    const why = logTail.trimEnd().split('\n').at(-1)?.slice(0, 300) ?? '';
    return exitCode === undefined || exitCode === null || exitCode === 0
      ? []
      : [{ what: 'early', name, why }];
  });

const attemptOf = ({ started }: Lease): number => started?.attempt ?? 0;

function endOf({ run, lease, job }: Watched, { cell, verdict }: Judged, seen: Probe): OfCell {
  const ended = endedAt(lease, cell, sightingOf(cell.metrics, sourcesOf(job)));
  if (verdict.verdict === 'finished')
    return {
      events: [{ ...ended, verdict: 'finished', exitCode: 0 }],
      said: verdict.fast ? [{ what: 'fast', cell: cell.name }] : [],
    };
  if (verdict.verdict !== 'dead') return { events: [], said: [] };
  const { diagnosis, exitCode } = verdict;
  // The other cells of the box go on; a relaunch waits until none of them runs.
  const isChance = diagnosis.probabilistic || isMendedNext({ run, lease }, cell, diagnosis);
  if (isChance && seen.queue === 'running') return { events: [], said: [] };
  const said: Said[] = [{ what: 'dead', cell: cell.name, diagnosis }];
  if (isChance) return { events: [], said, chance: `${cell.name}: ${diagnosis.cause}` };
  const { failureClass } = diagnosis;
  const shortage = shortageIn(cell);
  return {
    events: [
      { ...ended, verdict: 'dead', exitCode, failureClass, ...(shortage !== undefined && { shortage }) },
    ],
    said,
  };
}

/**
 * An engine that runs a submission again by itself asks nobody what a kill left on the disk. The next submission is looked over before it
 * starts, and is given our copy where one is kept.
 */
const isMendedNext = (
  { run, lease }: Pick<Watched, 'run' | 'lease'>,
  { name }: ProbeCell,
  { failureClass }: Diagnosis,
): boolean => {
  const known = run.cells.get(name);
  if (failureClass !== 'CKPT_BAD' || !isQueued(lease) || !known || known.sets.length === 0) return false;
  const before = run.leases.filter((each) => each !== lease).map(({ started }) => started?.attempt ?? 0);
  return known.begunAgain !== undefined || attemptOf(lease) > Math.max(0, ...before) + 1;
};

/** In the keeper's words, of a cell that it did not start. */
function shortageIn({ reason, logTail }: ProbeCell): string | undefined {
  if (reason !== 'disk-gate') return;
  const missing = /^DISK_GATE_ABORT [^\n]{1,200}: ([\d.]{1,20} (?:GB|inodes)) missing$/m.exec(logTail)?.[1];
  if (missing === undefined) return;
  const largest = [...logTail.matchAll(/^LARGEST (\d{1,16}) (\/[^\n]{1,200})$/gm)].map(
    ([, bytes, path = '']) => `${oneLine(path, 200)} ${(Number(bytes) / 1e9).toFixed(2)} GB`,
  );
  const where = largest.length > 0 ? `; the largest on that disk: ${largest.slice(-6).join(', ')}` : '';
  return `${missing} are missing on its disk${where}`;
}

function endedAt(lease: Lease, cell: ProbeCell, seen: Sighting | undefined) {
  const { last: point, before } = seen ?? {};
  const stride = point && before !== undefined ? point.step - before : undefined;
  return {
    type: 'cell-ended',
    lease: lease.name,
    cell: cell.name,
    attempt: attemptOf(lease),
    ...(point === undefined ? {} : { lastStep: point.step }),
    ...(point?.loss === undefined ? {} : { lastLoss: point.loss }),
    ...(stride === undefined ? {} : { stride }),
    ...(cell.startedAt !== null && cell.endedAt !== null && cell.endedAt > cell.startedAt
      ? { ranSeconds: cell.endedAt - cell.startedAt }
      : {}),
    ...(cell.reason === 'background' || cell.changedAfterEnd > 0 ? { background: true as const } : {}),
  } as const;
}

/** What the end of the queue means beside the ends of its cells. */
function ofQueue(
  of: Watched,
  seen: Probe,
  {
    events,
    judged,
    chance,
  }: { events: readonly EventBody[]; judged: readonly Judged[]; chance: string | undefined },
): EventBody[] {
  if (chance !== undefined) return [preempted(of.lease, chance)];
  if (events.length > 0) return [];
  if (seen.queue === 'lost')
    return [preempted(of.lease, `the keeper's queue is ${seen.queue} on a living box`)];
  return seen.queue === 'ended' ? queueEnded(of, seen, judged) : [];
}

/** By the exit code that the queue itself ends with. */
const QUEUE_CLASSES = new Map([
  [3, 'DISK_FULL'],
  [4, 'ENV_BUG'],
  [9, 'DATA_DIFFERS'],
  [143, 'WALLTIME'],
]);

/** Of the data by the exit code of what fetches them, where it is not that other bytes came. */
const DATA_CLASSES = new Map([
  [3, 'DISK_FULL'],
  [7, 'ENV_BUG'],
]);
/** Its line broke again and again: what has come is there, and the next attempt goes on with it. */
const NOT_REACHED = 4;

/** The queue ended without running every planned cell: setup failed, the disk gate closed, or the plan was unusable. */
function queueEnded({ run, lease }: Watched, seen: Probe, judged: readonly Judged[]): EventBody[] {
  const { queueExitCode, data } = seen;
  if (queueExitCode === 9 && data?.exitCode === NOT_REACHED)
    return [preempted(lease, 'the data did not come: their source was not reached from the box')];
  const ofData = queueExitCode === 9 ? DATA_CLASSES.get(data?.exitCode ?? -1) : undefined;
  const ofPlace = isWrongPlace(seen) ? 'ENV_BUG' : undefined;
  const failureClass = ofData ?? ofPlace ?? QUEUE_CLASSES.get(queueExitCode ?? -1) ?? 'CODE_BUG';
  return judged
    .filter(({ cell, verdict }) => verdict.verdict === 'waiting' && !run.cells.get(cell.name)?.ended)
    .map(({ cell }) => ({
      type: 'cell-ended',
      lease: lease.name,
      cell: cell.name,
      attempt: attemptOf(lease),
      verdict: 'dead',
      exitCode: queueExitCode ?? -1,
      failureClass,
    }));
}

const preempted = (lease: Lease, why: string): EventBody => ({
  type: 'preempted',
  lease: lease.name,
  what: 'process',
  why,
});

/** What began or ended to be so since the record last spoke of the cell. */
function changes(lease: Lease, known: Cell, verdict: CellVerdict): EventBody[] {
  const of = { lease: lease.name, cell: known.name };
  if (verdict.verdict === 'stalled' && known.stalledSince === undefined)
    return [{ type: 'stalled', ...of, quietSeconds: verdict.quietSeconds }];
  if (verdict.verdict === 'running' && known.stalledSince !== undefined) return [{ type: 'moving', ...of }];
  if (verdict.verdict === 'background' && known.detached === undefined)
    return [{ type: 'detached', ...of, attempt: attemptOf(lease), processes: verdict.processes }];
  return [];
}

const stepOf = (again: Cell['begunAgain']): { step: number } | undefined =>
  again?.step === undefined ? undefined : { step: again.step };

/** The first step after a resume must not lie behind what we verified, else work would be lost in silence. */
function resumeEvents({ run, lease, job }: Watched, cell: ProbeCell): EventBody[] {
  const isTask = lease.intent.tasks !== undefined;
  const attempt = isTask ? cell.attempt : attemptOf(lease);
  const again = run.cells.get(cell.name)?.begunAgain;
  if (isTask && attempt > 1 && again?.attempt !== attempt)
    return [{ type: 'begun-again', lease: lease.name, cell: cell.name, attempt }];
  const from = isTask ? stepOf(again) : lease.started?.from.find((each) => each.cell === cell.name);
  if (!from || !job.metrics || (attempt < 2 && !run.begunFrom)) return [];
  if ((run.cells.get(cell.name)?.resumedAttempt ?? 0) >= attempt) return [];
  const first = sightingOf(cell.metrics, sourcesOf(job))?.firstAfter(from.step);
  if (first === undefined) return [];
  if (first < from.step) {
    return [
      {
        type: 'halted',
        code: 'resumed-behind',
        what: `${cell.name} went on at step ${first} although step ${from.step} was verified: it did not load its checkpoint.`,
        next: 'The box is held. Fix the resume (the smoke drill should catch it) and start a new run; the verified copies are safe.',
      },
    ];
  }
  return [
    {
      type: 'resumed',
      lease: lease.name,
      cell: cell.name,
      attempt,
      firstStep: first,
      verifiedStep: from.step,
    },
  ];
}
