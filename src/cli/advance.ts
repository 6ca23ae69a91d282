import type { Clock } from '../clock.ts';
import type { EventBody, LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import { next, type Plans, type Step } from '../lease/next.ts';
import { costing, type Lease, type Run } from '../lease/run.ts';
import { summarise } from '../lease/summary.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';

/** Lost answers of the ledger's remote that one stage puts up with. */
const MAX_UNCLEAR = 5;

export interface Drive {
  ledger: Ledger;
  clock: Clock;
  /** `by` of every event. */
  who: string;
  signal: AbortSignal;
  /** Teardown plans of a lease's platform, from its profile. */
  plans(run: Run): Promise<(lease: Lease) => Plans>;
  /** Does one effect and returns what happened. No events = no progress on that step now. */
  perform(run: Run, step: Step): Promise<EventBody[]>;
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
  let unclear = 0;
  for (;;) {
    const record = await drive.ledger.read(runId);
    const run = fold(runId, record.events);
    const standstill = { run, events: record.events };
    if (drive.signal.aborted) return { ...standstill, waitingFor: undefined };
    const steps = next(run, await drive.plans(run), drive.clock.now());
    const outcome = await firstProgress(drive, run, steps).catch((error: unknown) => {
      if (isInterruption(error, drive.signal)) return undefined;
      throw withCosting(error, run);
    });
    if (!outcome) return { ...standstill, waitingFor: undefined };
    if (outcome.events.length === 0) {
      // Another process of the same command may have done it: that is progress, too.
      const isOvertaken = !outcome.stoppedAt && (await drive.ledger.read(runId)).tip !== record.tip;
      if (isOvertaken && !drive.signal.aborted) continue;
      return { ...standstill, waitingFor: outcome.stoppedAt };
    }
    // A lost race is no error: whoever was first wrote what happened, and the next turn decides on that. Nor is a lost
    // answer: the next turn reads whether it landed, and every step may be done again.
    await appendAll(drive, record, run, outcome.events).catch((error: unknown) => {
      unclear += 1;
      if (!(error instanceof Problem && error.code === 'append-unclear') || unclear > MAX_UNCLEAR)
        throw error;
    });
  }
}

/** A driver knows no run: what goes on costing while its problem is unsolved is said here. */
function withCosting(error: unknown, run: Run): unknown {
  const held = costing(run);
  if (!(error instanceof Problem) || error.costing.length > 0 || held.length === 0) return error;
  const { code, kind, what, next, at } = error;
  return new Problem({ code, kind, what, next, costing: held, ...(at && { at }) }, { cause: error });
}

async function firstProgress(
  drive: Drive,
  run: Run,
  steps: readonly Step[],
): Promise<{ events: EventBody[]; stoppedAt?: Step }> {
  for (const step of steps) {
    if (!drive.may(step, run)) return { events: [], stoppedAt: step };
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

async function appendAll(
  drive: Drive,
  record: { tip: string | null; events: LedgerEvent[] },
  run: Run,
  bodies: EventBody[],
): Promise<void> {
  const now = drive.clock.now();
  const stamped = bodies.map((body) => ({ ...body, at: now.toISOString(), by: drive.who }));
  const after = fold(run.id, [
    ...record.events,
    ...stamped.map((event, i) => ({ ...event, seq: record.events.length + i })),
  ]);
  const refused = after.ignored[run.ignored.length];
  if (refused)
    throw new Error(`our own event "${refused.type}" does not follow from the record: ${refused.why}`);
  await drive.ledger.append(run.id, record.tip, stamped, summarise(after, now));
}
