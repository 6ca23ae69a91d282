import type { Clock } from '../clock.ts';
import type { EventBody, NewEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import { summarise } from '../lease/summary.ts';
import { type DecideOutcome, decideAndAppend } from './append.ts';
import type { Ledger, RunRecord, RunSummary } from './ledger.ts';

export interface Writer {
  ledger: Ledger;
  clock: Clock;
  /** `by` of every event. */
  who: string;
}

/** Events as they would stand at the end of a record, and what its run would be with them. */
export function stamped(
  record: Pick<RunRecord, 'events'>,
  run: string,
  bodies: readonly EventBody[],
  { now, who }: { now: Date; who: string },
): { events: NewEvent[]; after: Run; summary: Omit<RunSummary, 'archived'> } {
  const events = bodies.map((body) => ({ ...body, at: now.toISOString(), by: who }));
  const added = events.map((event, index) => ({ ...event, seq: record.events.length + index }));
  const after = fold(run, [...record.events, ...added]);
  return { events, after, summary: summarise(after, now) };
}

/**
 * Appends what `decide` makes of the newest record, and asks it again where others were first; nothing where it has nothing to say.
 * @throws Problem as `decideAndAppend`
 */
export function appendDecided(
  { ledger, clock, who }: Writer,
  run: string,
  decide: (now: Run, record: RunRecord) => readonly EventBody[],
): Promise<DecideOutcome> {
  return decideAndAppend(
    ledger,
    run,
    (record) => {
      const bodies = decide(fold(run, record.events), record);
      return bodies.length === 0 ? null : stamped(record, run, bodies, { now: clock.now(), who });
    },
    { clock },
  );
}

/** What a person decided, appended whatever others append meanwhile: it binds by what it names, not by when it lands. */
export async function appendDecision(
  writer: Writer,
  run: string,
  bodies: readonly EventBody[],
): Promise<void> {
  await appendDecided(writer, run, () => bodies);
}
