import { type Clock, formatSeconds, secondsBetween } from '../clock.ts';
import type { EventBody, LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import { newsToTell } from '../lease/news.ts';
import { next } from '../lease/next.ts';
import { isBeingTold } from '../lease/notices.ts';
import { costing, type Lease, type Run } from '../lease/run.ts';
import type { Plans, Step } from '../lease/step.ts';
import { appendDecided, stamped } from '../ledger/append-to-run.ts';
import { isDoubtfulClock, refuseDoubtfulClock } from '../ledger/doubtful-clock.ts';
import { notARecord } from '../ledger/git-problems.ts';
import type { Ledger, RunRecord } from '../ledger/ledger.ts';
import { Problem, Problems } from '../problem.ts';
import { refusedHere } from '../refused-here.ts';

const FIRST_PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 60;

/** Lost answers of the ledger's remote in a row that one stage puts up with. */
const MAX_UNCLEAR = 5;

/** For `patienceSeconds`, within the bound of the stage: a remote that is away for a short maintenance comes back within it. */
export const LEDGER_PATIENCE_SECONDS = 600;

export interface Drive {
  ledger: Ledger;
  clock: Clock;
  /** `by` of every event. */
  who: string;
  signal: AbortSignal;
  /** So long a ledger that does not answer is asked again, once the run was read; nothing is done meanwhile. Default 0. */
  patienceSeconds?: number;
  /** Told when the wait for the ledger begins and when it ends well. */
  say?(what: string): void;
  /** The bound of the command, beyond which no such pause reaches. */
  endsAt?: Date;
  /** Teardown plans of a lease's platform, from its profile. */
  plans(run: Run): Promise<(lease: Lease) => Plans>;
  /** Does one effect and returns what happened. No events = no progress on that step now. */
  perform(run: Run, step: Step): Promise<EventBody[]>;
  /** What was moved to and from boxes meanwhile, as it is to stand in the record beside what happened. */
  moved?(run: Run): EventBody[];
  /** Asks somebody what time it is, where the record and this machine's clock contradict each other. */
  hear?(run: Run): Promise<void>;
  /** Steps that this stage takes; the first one that it does not ends it. */
  may(step: Step, run: Run): boolean;
}

export interface Standstill {
  run: Run;
  events: LedgerEvent[];
  /** What would be next; `undefined` when the stage was interrupted or made no progress within its bound. */
  waitingFor: Step | undefined;
}

/**
 * The one loop that every stage is: read the ledger, fold, ask what is next, do one effect, append what happened.
 * Killed anywhere it continues from the ledger; two at once lose races and re-read, they do not do things twice.
 */
export async function advance(drive: Drive, runId: string): Promise<Standstill> {
  const seen: Seen = { run: undefined };
  try {
    return await toStandstill(drive, runId, seen);
  } finally {
    await tellMoved(drive, runId, seen);
  }
}

/** The run as it was last read. */
interface Seen {
  run: Run | undefined;
}

/** What no event has taken along: the bytes of a transfer that failed, or of one that brought nothing new. */
async function tellMoved(drive: Drive, runId: string, seen: Seen): Promise<void> {
  const { moved } = drive;
  // Most platforms take nothing for bytes: their record is not read once more.
  if (!moved || !seen.run || moved(seen.run).length === 0) return;
  // Why the stage ends is what its person has to be told; what could not be written here is missing from the cost alone.
  await appendDecided(drive, runId, (run) =>
    run.opened && !run.closed && !isDoubtfulClock(drive.clock, run) ? moved(run) : [],
  ).catch(() => undefined);
}

async function toStandstill(drive: Drive, runId: string, seen: Seen): Promise<Standstill> {
  let unclear = 0;
  for (;;) {
    const record = await patientRead(drive, runId, seen.run);
    const run = fold(runId, record.events);
    seen.run = run;
    const standstill = { run, events: record.events };
    if (!run.opened) throw notARecord(runId, run.ignored[0]?.why ?? 'it has no events', undefined);
    await refuseWrongClock(drive, run);
    if (drive.signal.aborted) return { ...standstill, waitingFor: undefined };
    const steps = next(run, await drive.plans(run), drive.clock.now());
    const tell = record.archived ? [] : noticeStep(run, steps, drive.clock.now());
    const outcome = await firstProgress(drive, run, [...tell, ...steps]).catch((error: unknown) => {
      if (isInterruption(error, drive.signal)) return undefined;
      unclear += 1;
      // The step met a ledger that is away. It may be done again, once the next turn could read.
      if (isAway(error) && drive.patienceSeconds && unclear <= MAX_UNCLEAR) return AGAIN;
      throw withCosting(refusedHere(error), run);
    });
    if (outcome === AGAIN) continue;
    if (!outcome) return { ...standstill, waitingFor: undefined };
    if (outcome.events.length === 0) {
      // Another process of the same command may have done it: that is progress, too.
      const isOvertaken = !outcome.stoppedAt && (await patientRead(drive, runId, run)).tip !== record.tip;
      if (isOvertaken && !drive.signal.aborted) continue;
      return { ...standstill, waitingFor: outcome.stoppedAt };
    }
    // A lost race is no error: whoever was first wrote what happened, and the next turn decides on that. Nor is a lost
    // answer: the next turn reads whether it landed, and every step may be done again.
    try {
      await appendAll(drive, record, run, outcome.events);
      unclear = 0;
    } catch (error) {
      // Another was first to put the record of a closed run away: what it was told of is all that is lost.
      if (isNoticeOfArchived(error, outcome.events)) continue;
      unclear += 1;
      if (!(error instanceof Problem && error.code === 'append-unclear') || unclear > MAX_UNCLEAR)
        throw withCosting(error, run);
    }
  }
}

const isNoticeOfArchived = (error: unknown, events: readonly EventBody[]): boolean =>
  error instanceof Problem &&
  error.code === 'archived' &&
  events.every(({ type }) => type === 'notice-claimed' || type === 'notice-sent');

/** Nothing was done, and the turn begins anew. */
const AGAIN = Symbol('again');

const isAway = (error: unknown): error is Problem =>
  error instanceof Problem && (error.code === 'remote-unreachable' || error.code === 'append-unclear');

/** An event of a clock that was ahead would keep every right one out: who is right is asked before anybody is refused. */
async function refuseWrongClock({ clock, hear }: Drive, run: Run): Promise<void> {
  if (isDoubtfulClock(clock, run)) await hear?.(run);
  refuseDoubtfulClock(clock, run);
}

/**
 * A remote that is away for minutes ends no run that is being watched. Only reading is patient: it is the first thing of every
 * turn, so nothing is rented, started or released while the record cannot be seen.
 *
 * @param before the run as it was last read; nobody waits for one that was never seen
 */
async function patientRead(drive: Drive, runId: string, before: Run | undefined): Promise<RunRecord> {
  const { clock, ledger, signal, endsAt } = drive;
  const since = clock.now();
  const left = endsAt ? secondsBetween(since, endsAt) : Number.POSITIVE_INFINITY;
  const patienceSeconds = Math.min(drive.patienceSeconds ?? 0, left);
  const waited = () => secondsBetween(since, clock.now());
  for (let pause = FIRST_PAUSE_SECONDS, tries = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE_SECONDS)) {
    try {
      const record = await ledger.read(runId);
      if (tries > 1) drive.say?.(`The ledger answers again, after ${formatSeconds(waited())}.`);
      return record;
    } catch (error) {
      if (before === undefined) throw error;
      if (!isAway(error) || signal.aborted) throw withCosting(error, before);
      if (waited() + pause > patienceSeconds)
        throw withCosting(error, before, ` It was waited for, ${formatSeconds(waited())} in all.`);
      if (tries === 1) drive.say?.(waitingWords(error, before, patienceSeconds));
      tries += 1;
    }
    await clock.sleep(pause, signal);
  }
}

function waitingWords({ what }: Problem, run: Run, patienceSeconds: number): string {
  const held = costing(run);
  const bill = held.length > 0 ? ` Still costing money: ${held.join('; ')}.` : '';
  return `${what}${/[.!?]$/.test(what) ? '' : '.'} Nothing is done on ${run.id} before it answers; it is asked again, for ${formatSeconds(patienceSeconds)} at most.${bill}`;
}

/** A driver knows no run: what goes on costing while its problem is unsolved is said here. */
function withCosting(error: unknown, run: Run, more = ''): unknown {
  if (error instanceof Problems) {
    const [first, ...others] = error.all;
    return new Problems([withCosting(first, run, more) as Problem, ...others]);
  }
  const held = costing(run);
  if (!(error instanceof Problem) || error.costing.length > 0 || (held.length === 0 && more === ''))
    return error;
  const { code, kind, what, next, at } = error;
  const detail = { code, kind, what: `${what}${more}`, next, costing: held };
  return new Problem({ ...detail, ...(at && { at }) }, { cause: error });
}

/** Beside the steps and before them: it is bounded, and what comes after may take hours. Every stage may do it. */
function noticeStep(run: Run, steps: readonly Step[], now: Date): Step[] {
  const due = newsToTell(run, steps, now);
  return due.length > 0 || isBeingTold(run) ? [{ do: 'notify', due }] : [];
}

async function firstProgress(
  drive: Drive,
  run: Run,
  steps: readonly Step[],
): Promise<{ events: EventBody[]; stoppedAt?: Step }> {
  for (const step of steps) {
    if (step.do !== 'notify' && !drive.may(step, run)) return { events: [], stoppedAt: step };
    const events = await drive.perform(run, step);
    if (events.length > 0) return { events };
  }
  return { events: [] };
}

/** An effect that was cut short by Ctrl-C or a cancelled job; the next command does it again. */
const isInterruption = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted &&
  (error === signal.reason ||
    (typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'));

/** The record's time does not go back: clocks of machines differ by seconds. */
const laterOf = (now: Date, last: string | undefined): Date =>
  last !== undefined && Date.parse(last) > now.getTime() ? new Date(last) : now;

async function appendAll(
  drive: Drive,
  record: { tip: string | null; events: LedgerEvent[] },
  run: Run,
  bodies: EventBody[],
): Promise<void> {
  // What was heard while the effect was carried out: a doubtful time must not get into the record, and a box with a wrong clock
  // must not end the looks at it.
  await refuseWrongClock(drive, run);
  const now = laterOf(drive.clock.now(), run.updatedAt);
  // First: nothing stands behind the end of a run.
  const all = run.closed ? bodies : [...(drive.moved?.(run) ?? []), ...bodies];
  const { events, after, summary } = stamped(record, run.id, all, { now, who: drive.who });
  const refused = after.ignored[run.ignored.length];
  if (refused)
    throw new Error(`our own event "${refused.type}" does not follow from the record: ${refused.why}`);
  await drive.ledger.append(run.id, record.tip, { events, summary });
}
