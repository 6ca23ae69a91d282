import type { EngineWord, Probe } from '../box/box-plan.ts';
import { oneLine } from '../box/stranger-text.ts';
import { secondsBetween } from '../clock.ts';
import { submissionEnded, submissionLost, submissionStuck } from '../lease/ended-in-queue.ts';
import type { EventBody } from '../lease/events.ts';
import type { Lease, Run } from '../lease/run.ts';
import { placesIn } from '../lease/task-ranges.ts';
import type { Description, TaskWords } from '../platforms/driver.ts';
import { SIGNATURES } from './failures/catalogue.ts';
import type { Signature } from './failures/failure.ts';
import type { CellVerdict } from './judge.ts';
import { isCancelled } from './words-of-engine.ts';

/**
 * A look at a submission to a queue: the engine's word about its allocation, held together with what its keeper left in its place. Neither
 * is believed alone. Pure.
 */

/** What the engine said just before the keeper was asked. */
export interface Engine {
  word: EngineWord;
  /** In words, for people. */
  why: string | undefined;
  /** The engine's own word for the state. */
  native: string;
  startsAt: string | undefined;
  stuck: 'held' | 'never' | undefined;
  /** Its lines in the log of the submission. */
  said: string;
  askedAt: Date;
  /** Of several. */
  tasks: TaskWords | undefined;
}

export const engineOf = ({ queue, native }: Description, askedAt: Date): Engine => ({
  word: queue?.phase ?? 'unknown',
  why: queue?.why === undefined ? undefined : oneLine(queue.why, 300),
  native: oneLine(native ?? '', 100),
  startsAt: queue?.startsAt,
  stuck: queue?.stuck,
  said: (queue?.said ?? '').slice(0, 1000),
  askedAt,
  tasks: queue?.tasks,
});

export type InQueue =
  /** Its commands are judged like those of any box. */
  | { judge: true; events: EventBody[] }
  /** Nothing of its commands is concluded from this look. */
  | { judge: false; events: EventBody[]; is: 'waiting' | 'unknown' | 'ending' | 'dead' };

/** So long may an engine take to see that what it ran has ended, before that is believed without its word. */
const ENDING_SECONDS = 120;
/** Held by somebody, of which a person was told at once: so long it is waited for whoever holds it. */
const HELD_SECONDS = 86_400;

export function inQueue(run: Run, lease: Lease, engine: Engine, seen: Probe): InQueue {
  const moved = movedTo(lease, engine);
  const begun = lease.started?.attempt ?? 0;
  // The engine ran it once more: what is seen now is of that attempt, and is looked at as such by the next look.
  if (seen.attempt > begun)
    return { judge: false, events: [...moved, begunAgain(run, lease, seen)], is: 'waiting' };
  switch (engine.word) {
    case 'held':
    case 'waiting':
      // While the others wait some of its tasks may have ended.
      return {
        judge: seen.tasks !== undefined && seen.attempt === begun,
        events: [...moved, ...stuck(run, lease, engine)],
        is: 'waiting',
      };
    case 'unknown':
      return seen.queue === 'ended' && !isTaken(seen) && !isEnding(seen)
        ? { judge: true, events: [] }
        : { judge: false, events: [], is: 'unknown' };
    case 'running':
      if (seen.queue !== 'ended' && !(hasNoneLeft(seen) && isEnding(seen)))
        return { judge: seen.attempt === begun, events: moved, is: 'waiting' };
      // Its work has ended, or it was told that its time is over, and either waits to be begun again or is about to be gone.
      if (isTaken(seen) || isEnding(seen)) return { judge: false, events: moved, is: 'ending' };
      return { judge: true, events: moved };
    case 'over':
      // Each of its tasks has an end of its own.
      if (seen.tasks) return { judge: true, events: moved };
      if (seen.queue === 'ended' && !isTaken(seen) && seen.attempt === begun)
        return { judge: true, events: moved };
      return { judge: false, events: [...moved, ...lost(run, lease, engine)], is: 'dead' };
  }
}

/** Told that its allocation ends, and not yet at the end of its work. */
const isTaken = ({ takenAwayAt, queueExitCode }: Probe): boolean =>
  takenAwayAt !== undefined && queueExitCode !== 0;

/** Between the end of the last of its commands and its own. */
const hasNoneLeft = ({ cells }: Probe): boolean =>
  cells.length > 0 && cells.every(({ endedAt }) => endedAt !== null);

function isEnding({ boxTime, cells }: Probe): boolean {
  const last = Math.max(0, ...cells.map(({ endedAt }) => endedAt ?? 0));
  return boxTime - last < ENDING_SECONDS;
}

function movedTo(
  { name, queue: known }: Lease,
  { word, why, stuck: held, tasks: words }: Engine,
): EventBody[] {
  const to = word === 'held' ? 'waiting' : word;
  if (to === 'unknown' || known?.to === 'over') return [];
  const tasks = words && to === 'running' ? placesIn(words.running).length : undefined;
  if (known?.to === to && (to === 'running' ? !isOtherCount(known.tasks, tasks) : known.why === why))
    return [];
  const said = to === 'running' ? {} : { ...(why !== undefined && { why }), ...(held && { stuck: held }) };
  return [{ type: 'queue-moved', lease: name, to, ...said, ...(tasks && { tasks }) }];
}

/** Whoever holds it may let it go; what it waits for in vain never comes. */
function stuck(run: Run, lease: Lease, { stuck: how, why, native, askedAt }: Engine): EventBody[] {
  const { queue: known } = lease;
  const isHeldLong =
    how === 'held' && known?.stuck === 'held' && secondsBetween(new Date(known.at), askedAt) >= HELD_SECONDS;
  return how === 'never' || isHeldLong ? [submissionStuck(run, lease, why ?? native)] : [];
}

/** Of many tasks one or two change at every look. */
const isOtherCount = (known = 1, now = 1): boolean => Math.abs(now - known) > Math.max(known, now) / 20;

function begunAgain(run: Run, lease: Lease, { attempt }: Probe): EventBody {
  const { started } = lease;
  if (!started) throw new Error(`${lease.name} was never started`);
  const from = [...run.cells.values()].flatMap(({ name, ended, verifiedStep }) =>
    ended || verifiedStep === undefined
      ? []
      : [{ cell: name, step: verifiedStep, source: 'same-disk' as const }],
  );
  return { ...partsOf(started), attempt, from };
}

/** Of the attempt before, what holds for the next one. */
function partsOf(started: NonNullable<Lease['started']>) {
  const { lease, configHash, codeHash, keeper, dir, launcher, bootId, oomKills } = started;
  return { type: 'started', lease, configHash, codeHash, keeper, dir, launcher, bootId, oomKills } as const;
}

/** It is over, and its own record does not say that its work is. */
function lost(run: Run, lease: Lease, engine: Engine): EventBody[] {
  const { native, why } = engine;
  const told = why ?? (native || 'its engine does not say how');
  // A person was asked about it, and said go on.
  if (lease.queue?.to === 'over') return [submissionLost(lease, told)];
  const known = shownBy(engine);
  // What was only taken away, or ran out of its time, goes on from its newest checkpoint with another submission.
  if (known?.probabilistic || known?.failureClass === 'WALLTIME') return [submissionLost(lease, told)];
  if (known?.failureClass !== 'HOST_OOM')
    return [submissionEnded(run, lease, { cancelled: isCancelled(native), why: told, fix: helpFor(native) })];
  return [...run.cells.values()]
    .filter(({ ended }) => !ended)
    .map(({ name }) => ({
      type: 'cell-ended',
      lease: lease.name,
      cell: name,
      attempt: lease.started?.attempt ?? 0,
      verdict: 'dead',
      exitCode: -1,
      failureClass: known.failureClass,
    }));
}

/** The row of a state as sacct would print it, and of what the engine wrote into the log; of Kubernetes the reason of its memory alone. */
function shownBy({ native, said }: Engine): Signature | undefined {
  const text = `0|${native.split(' ')[0]}|\n${said}`;
  return SIGNATURES.find(
    ({ in: places, line, failureClass }) =>
      (places.includes('scheduler') && line?.test(text)) ||
      (places.includes('kubernetes') && failureClass === 'HOST_OOM' && line?.test(native)),
  );
}

/** By what Kubernetes calls the end: `FAILED BackoffLimitExceeded`. */
function helpFor(native: string): string | undefined {
  for (const row of SIGNATURES) {
    const match = row.in.includes('kubernetes') ? row.line?.exec(native) : undefined;
    if (match) return `${(row.closer?.(match) ?? row).fix} (${row.signature})`;
  }
  return;
}

/** What a signal ended left no word; where the engine says that it was for memory, that counts. */
export function closerBy(engine: Engine | undefined, verdict: CellVerdict): CellVerdict {
  if (engine?.word !== 'over' || verdict.verdict !== 'dead') return verdict;
  if (!WORDLESS.has(verdict.diagnosis.signature)) return verdict;
  const known = shownBy(engine);
  if (known?.failureClass !== 'HOST_OOM') return verdict;
  const { signature, failureClass, cause, fix } = known;
  return { ...verdict, diagnosis: { signature, failureClass, cause, fix, probabilistic: false } };
}
const WORDLESS: ReadonlySet<string> = new Set(['exit', 'exit-signal', 'vanished']);

/** One line for a person who watches. */
export function wordsOfQueue(
  { name, boxId }: Lease,
  { word, why, native, startsAt }: Engine,
  now: Date,
): string {
  const state = word === 'unknown' ? 'in a state that its queue does not tell' : native || word;
  const starts =
    startsAt !== undefined && Date.parse(startsAt) > now.getTime()
      ? `; expected to start at ${startsAt}`
      : '';
  return `${name} (${boxId ?? 'not submitted'}) is ${state}${why === undefined ? '' : `: ${why}`}${starts}`;
}
