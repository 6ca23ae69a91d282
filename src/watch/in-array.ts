import type { KnownTasks, Probe, ProbeCell } from '../box/box-plan.ts';
import { submissionEnded, submissionLost } from '../lease/ended-in-queue.ts';
import type { EventBody } from '../lease/events.ts';
import type { Cell, Lease, Run } from '../lease/run.ts';
import { othersThan, placesIn, rangesOf } from '../lease/task-ranges.ts';
import type { TaskWords } from '../platforms/driver.ts';
import type { Engine } from './in-queue.ts';
import { endOfTask, isCancelled } from './words-of-engine.ts';

/**
 * A look at a submission of several tasks: of each cell either its own record speaks, or, where the task is over for the engine and left
 * none, the engine. Pure. `docs/decisions/0022-arrays.md`.
 */

/** What the keeper is told before it is asked; `undefined` of a submission that is one task. */
export function knownTasks(run: Run, { intent }: Lease, engine: Engine | undefined): KnownTasks | undefined {
  if (!intent.tasks) return;
  const { word, tasks } = engine ?? {};
  const { count } = intent.tasks;
  const over =
    word === 'over' ? othersThan(count) : tasks ? othersThan(count, tasks.waiting, tasks.running) : [];
  const ended = [...run.cells.values()].filter((cell) => cell.ended).map(({ name }) => name);
  return { over: rangesOf(over), ended };
}

/** What there is nothing to tell of waits for its turn. Ended cells of the record are left out. */
export function withWaiting(run: Run, seen: Probe): Probe {
  if (!seen.tasks) return seen;
  const told = new Map(seen.cells.map((cell) => [cell.name, cell]));
  const open = [...run.cells.values()].filter((cell) => !cell.ended);
  return { ...seen, cells: open.map((cell) => told.get(cell.name) ?? waiting(cell)) };
}

const waiting = ({ name }: Cell): ProbeCell => ({
  name,
  state: 'waiting',
  attempt: 0,
  exitCode: null,
  syncExitCode: null,
  startedAt: null,
  endedAt: null,
  heartbeatAgeSeconds: null,
  logBytes: 0,
  logTail: '',
  metrics: [],
  background: 0,
  changedAfterEnd: 0,
  changedAgoSeconds: null,
  quietSeconds: null,
  watched: [],
});

/**
 * The cells that their own records speak for. While tasks are left none of them is concluded to be the last, and a cell that waits when
 * none is left and no setup failed was never run.
 */
export function ownWord(seen: Probe): Probe {
  if (!seen.tasks || seen.queue === 'ended') return seen;
  return { ...seen, queue: 'running', cells: seen.cells.filter(({ state }) => state !== 'lost') };
}

export interface LostTasks {
  events: EventBody[];
  /** What a person hears of each cell that ended by it. */
  said: { cell: string; why: string }[];
}

/**
 * @param decided what the cells' own records came to, which is written down first
 * @returns ends of cells, and once no task is left what becomes of the others: another submission, or a person is asked
 */
export function lostTasks(
  run: Run,
  lease: Lease,
  engine: Engine,
  { seen, decided }: { seen: Probe; decided: number },
): LostTasks {
  if (!seen.tasks) return { events: [], said: [] };
  const ends = endsOf(engine.tasks);
  const ofAll = endOfAll(engine);
  const lost = seen.cells
    .filter(({ state }) => state === 'lost')
    .map((cell) => ({ cell, end: (cell.task === undefined ? undefined : ends.get(cell.task)) ?? ofAll }));
  const repeating = lost.flatMap(({ cell, end }) => {
    const failureClass = end && endOfTask(end.native);
    return failureClass === undefined || failureClass === 'again'
      ? []
      : [{ cell, why: end?.why ?? '', failureClass }];
  });
  const said = repeating.map(({ cell, why }) => ({ cell: cell.name, why }));
  if (repeating.length > 0) return { events: repeating.map((each) => dead(lease, each)), said };
  if (engine.word !== 'over' || decided > 0 || seen.cells.some(isToBeTold)) return { events: [], said: [] };
  const notRun = seen.queue === 'ended' ? [] : seen.cells.filter(({ state }) => state === 'waiting');
  return { events: [...lost, ...notRun].length > 0 ? [whenNoneIsLeft(run, lease, lost)] : [], said: [] };
}

/** Its end is there, and is written down by one of the next looks. */
const isToBeTold = ({ state, exitCode, more }: ProbeCell): boolean =>
  state === 'exited' && (exitCode === 0 || more === true);

type Lost = { cell: ProbeCell; end: { native: string; why: string } | undefined }[];

function whenNoneIsLeft(run: Run, lease: Lease, lost: Lost): EventBody {
  // A person was asked about it, and said go on.
  if (lease.queue?.to === 'over') return submissionLost(lease, 'tasks of it are left to run');
  const cancelled = lost.filter(({ end }) => end && isCancelled(end.native));
  if (cancelled.length > 0) return submissionEnded(run, lease, wordsOf(cancelled, true));
  const unknown = lost.filter(({ end }) => !end || endOfTask(end.native) !== 'again');
  if (unknown.length > 0) return submissionEnded(run, lease, wordsOf(unknown, false));
  return submissionLost(lease, lost.length > 0 ? tasksOf(lost) : 'tasks of it were never run');
}

const wordsOf = (lost: Lost, cancelled: boolean) => ({
  cancelled,
  why: tasksOf(lost),
  ...(lost[0] ? { of: lost[0].cell.name } : {}),
});

const MOST_NAMED = 10;

/** By the names of their cells, with the end of the first. */
function tasksOf(lost: Lost): string {
  const names = lost.slice(0, MOST_NAMED).map(({ cell }) => cell.name);
  const more = lost.length > names.length ? ` and ${lost.length - names.length} more` : '';
  const why = lost[0]?.end?.why ?? 'its engine does not say how';
  return `the task${lost.length === 1 ? '' : 's'} of ${names.join(', ')}${more}: ${why}`;
}

const endsOf = (tasks: TaskWords | undefined): Map<number, TaskWords['ended'][number]> =>
  new Map((tasks?.ended ?? []).flatMap((end) => placesIn(end.places).map((place) => [place, end] as const)));

/** Of a submission that is over an engine may know no single task any more, as where it was deleted. */
const endOfAll = ({ word, tasks, native, why }: Engine): { native: string; why: string } | undefined =>
  word === 'over' && tasks === undefined
    ? { native, why: why ?? (native || 'its engine does not say how') }
    : undefined;

const dead = (
  { name, started }: Lease,
  { cell, failureClass }: { cell: ProbeCell; failureClass: string },
): EventBody => ({
  type: 'cell-ended',
  lease: name,
  cell: cell.name,
  attempt: started?.attempt ?? 0,
  verdict: 'dead',
  exitCode: -1,
  failureClass,
});
