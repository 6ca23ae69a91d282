import type { Probe, ProbeCell } from '../box/box-plan.ts';
import { TransportFailed } from '../box/channel.ts';
import { probe } from '../box/keeper.ts';
import { secondsBetween } from '../clock.ts';
import type { Job } from '../job/job.ts';
import { usdSoFar } from '../lease/cost.ts';
import type { EventBody } from '../lease/events.ts';
import type { Lease, Run } from '../lease/run.ts';
import { formatUsd } from '../money.ts';
import type { Description } from '../platforms/driver.ts';
import type { World } from '../world.ts';
import { type CellVerdict, judgeCell } from './judge.ts';
import { describeProgress, pace, parsePoint } from './progress.ts';

export type RunVerdict = 'finished' | 'dead' | 'stalled' | 'running' | { unknownSince: Date };

/** What one stage remembers between its looks. */
export interface Watching {
  lastSeen: Date | undefined;
  /** First sighting of each cell's step in this stage, for the pace. */
  first: Map<string, { step: number; atSeconds: number }>;
  /** Looks in a row at which the platform showed the box gone. */
  gone: number;
  verdict: RunVerdict | undefined;
}

export const newWatching = (): Watching => ({
  lastSeen: undefined,
  first: new Map(),
  gone: 0,
  verdict: undefined,
});

export interface Look {
  verdict: RunVerdict;
  events: EventBody[];
  probe: Probe | undefined;
}

/**
 * One look: one exec on the box, one line per cell for the person. What it decides becomes events; a transport failure
 * decides nothing but the age of what is known (design 3.4), unless the platform itself shows the box gone, twice.
 */
export async function look(
  world: World,
  run: Run,
  lease: Lease,
  job: Job,
  watching: Watching,
): Promise<Look> {
  const dir = lease.started?.dir;
  if (!dir) throw new Error(`${lease.name} was never started`);
  let seen: Probe;
  try {
    seen = await probe(await world.channel(lease), dir);
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
    return notReached(world, lease, watching, error);
  }
  watching.lastSeen = world.clock.now();
  watching.gone = 0;
  const judged = seen.cells.map((cell) => ({ cell, verdict: judge(cell, seen, lease, job) }));
  for (const { cell, verdict } of judged) showCell(world, run, job, watching, cell, verdict);
  const events = eventsOf(world, run, lease, job, seen, judged);
  for (const event of events) {
    if (event.type === 'resumed')
      world.face.line(
        `${event.cell} resumed at step ${event.firstStep}; step ${event.verifiedStep} was verified`,
      );
  }
  const verdict = overall(
    seen,
    judged.map((each) => each.verdict),
  );
  watching.verdict = verdict;
  return { verdict, events, probe: seen };
}

async function notReached(
  world: World,
  lease: Lease,
  watching: Watching,
  error: TransportFailed,
): Promise<Look> {
  const since = watching.lastSeen ?? world.clock.now();
  const driver = await world.driver(lease.intent);
  const seen = await driver.describe(lease.boxId ?? '').catch((): Description => ({ state: 'unknown' }));
  const loss = lossOf(seen);
  watching.gone = loss ? watching.gone + 1 : 0;
  const verdict = { unknownSince: since };
  watching.verdict = verdict;
  const age = Math.round(secondsBetween(since, world.clock.now()));
  world.face.warn(
    `${lease.name} not reached (${error.reason}); last seen ${age} s ago, the platform says ${seen.state}. This says nothing about the run.`,
  );
  if (!loss || watching.gone < 2) return { verdict, events: [], probe: undefined };
  await world.hangUp(lease.name);
  const shown = loss === 'box' ? 'gone' : 'stopped by the platform';
  const why = `not reached (${error.reason}) and shown ${shown} by ${lease.platform} two times`;
  return {
    verdict: 'dead',
    events: [{ type: 'preempted', lease: lease.name, what: loss, why }],
    probe: undefined,
  };
}

/** Whether what the platform shows means that the run has lost the box: gone, or stopped without our asking. */
export const lossOf = ({ state, evicted }: Description): 'box' | 'evicted' | undefined =>
  state === 'gone' ? 'box' : state === 'stopped' && evicted === true ? 'evicted' : undefined;

const judge = (cell: ProbeCell, seen: Probe, lease: Lease, job: Job): CellVerdict =>
  judgeCell(
    cell,
    seen,
    { bootId: lease.started?.bootId ?? '', oomKills: lease.started?.oomKills ?? null },
    { ...job.watch, ...(job.metrics ? { metrics: job.metrics } : {}) },
  );

function overall(seen: Probe, verdicts: CellVerdict[]): RunVerdict {
  const has = (name: CellVerdict['verdict']) => verdicts.some((each) => each.verdict === name);
  if (has('dead') || seen.queue === 'lost' || seen.queue === 'absent') return 'dead';
  if (verdicts.length > 0 && verdicts.every((each) => each.verdict === 'finished')) return 'finished';
  return has('stalled') ? 'stalled' : 'running';
}

function eventsOf(
  world: World,
  run: Run,
  lease: Lease,
  job: Job,
  seen: Probe,
  judged: { cell: ProbeCell; verdict: CellVerdict }[],
): EventBody[] {
  const attempt = lease.started?.attempt ?? 0;
  const events: EventBody[] = [];
  let chance: string | undefined;
  for (const { cell, verdict } of judged) {
    const known = run.cells.get(cell.name);
    if (!known || known.ended) continue;
    const behind = resumeEvents(run, lease, job, cell, attempt);
    if (behind.some((event) => event.type === 'halted')) return behind;
    events.push(...behind);
    const point = parsePoint(cell.metricsLast, job.metrics ?? NO_METRICS);
    const ended = {
      type: 'cell-ended',
      lease: lease.name,
      cell: cell.name,
      attempt,
      ...(point === undefined ? {} : { lastStep: point.step }),
      ...(point?.loss === undefined ? {} : { lastLoss: point.loss }),
    } as const;
    if (verdict.verdict === 'finished') {
      if (verdict.fast)
        world.face.warn(
          `${cell.name} finished in less than half of the expected time: look at it before you believe it`,
        );
      events.push({ ...ended, verdict: 'finished', exitCode: 0 });
    }
    if (verdict.verdict !== 'dead') continue;
    const { diagnosis, exitCode } = verdict;
    // The other cells of the box go on; a relaunch waits until none of them runs.
    if (diagnosis.probabilistic && seen.queue === 'running') continue;
    world.face.warn(
      `${cell.name} is dead: ${diagnosis.cause} (${diagnosis.failureClass}, ${diagnosis.signature}). ${diagnosis.fix}.`,
    );
    if (diagnosis.probabilistic) chance ??= `${cell.name}: ${diagnosis.cause}`;
    else events.push({ ...ended, verdict: 'dead', exitCode, failureClass: diagnosis.failureClass });
  }
  if (chance !== undefined) return [...events, preempted(lease, chance)];
  const unreported = events.length === 0 && (seen.queue === 'lost' || seen.queue === 'absent');
  if (unreported) return [preempted(lease, `the keeper's queue is ${seen.queue} on a living box`)];
  if (events.length === 0 && seen.queue === 'ended') return queueEnded(run, lease, attempt, seen, judged);
  return events;
}

const QUEUE_CLASSES = new Map([
  [3, 'DISK_FULL'],
  [4, 'ENV_BUG'],
  [143, 'WALLTIME'],
]);

/** The queue ended without running every planned cell: setup failed, the disk gate closed, or the plan was unusable. */
function queueEnded(
  run: Run,
  lease: Lease,
  attempt: number,
  seen: Probe,
  judged: { cell: ProbeCell; verdict: CellVerdict }[],
): EventBody[] {
  const failureClass = QUEUE_CLASSES.get(seen.queueExitCode ?? -1) ?? 'CODE_BUG';
  return judged
    .filter(({ cell, verdict }) => verdict.verdict === 'waiting' && !run.cells.get(cell.name)?.ended)
    .map(({ cell }) => ({
      type: 'cell-ended',
      lease: lease.name,
      cell: cell.name,
      attempt,
      verdict: 'dead',
      exitCode: seen.queueExitCode ?? -1,
      failureClass,
    }));
}

const preempted = (lease: Lease, why: string): EventBody => ({
  type: 'preempted',
  lease: lease.name,
  what: 'process',
  why,
});

const NO_METRICS = { stepKey: 'step', lossKey: 'loss' };

/** The first step after a resume must not lie behind what we verified, else work would be lost in silence. */
function resumeEvents(run: Run, lease: Lease, job: Job, cell: ProbeCell, attempt: number): EventBody[] {
  const from = lease.started?.from.find((each) => each.cell === cell.name);
  if (!from || !job.metrics || attempt < 2) return [];
  if ((run.cells.get(cell.name)?.resumedAttempt ?? 0) >= attempt) return [];
  // A file that was cut back further than to the checkpoint has no first line yet, and its last one says it all.
  const cutBack = cell.metricsFirst === null ? parsePoint(cell.metricsLast, job.metrics) : undefined;
  const isBehind = cutBack !== undefined && cutBack.step < from.step;
  const first = isBehind ? cutBack : parsePoint(cell.metricsFirst, job.metrics);
  if (!first) return [];
  if (first.step < from.step) {
    return [
      {
        type: 'halted',
        code: 'resumed-behind',
        what: `${cell.name} went on at step ${first.step} although step ${from.step} was verified: it did not load its checkpoint.`,
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
      firstStep: first.step,
      verifiedStep: from.step,
    },
  ];
}

/** One live line per cell: always speaks, even if nothing changed (P4-08). */
function showCell(
  world: World,
  run: Run,
  job: Job,
  watching: Watching,
  cell: ProbeCell,
  verdict: CellVerdict,
): void {
  const point = parsePoint(cell.metricsLast, job.metrics ?? NO_METRICS);
  const atSeconds = world.clock.now().getTime() / 1000;
  if (point && !watching.first.has(cell.name)) watching.first.set(cell.name, { step: point.step, atSeconds });
  const first = watching.first.get(cell.name);
  const speed =
    point && first ? pace(first, { step: point.step, atSeconds }, job.metrics?.totalSteps) : undefined;
  const cost = formatUsd(usdSoFar(run, world.clock.now()));
  const state =
    verdict.verdict === 'stalled'
      ? `STALLED, silent for ${Math.round(verdict.quietSeconds)} s`
      : verdict.verdict;
  world.face.progress(cell.name, {
    label: cell.name,
    done: point?.step ?? 0,
    total: job.metrics?.totalSteps,
    unit: 'steps',
    note: [state, point ? describeProgress(point, speed) : '', cost].filter(Boolean).join(', '),
  });
}
