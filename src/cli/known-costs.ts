import type { LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import { costing } from '../lease/run.ts';
import { readLines } from '../ledger/event-lines.ts';
import { Problem } from '../problem.ts';
import { machineCopiesOf } from './ledger-opening.ts';
import type { Settings } from './settings.ts';

/**
 * A ledger that does not answer, or whose record is not whole, cannot say what its runs cost meanwhile; what this machine saw of them
 * last can. Nothing is done on its strength, it is only told.
 */
export function withKnownCosts(settings: Settings, error: unknown): unknown {
  if (!(error instanceof Problem && UNREAD.has(error.code)) || error.costing.length > 0) return error;
  const { code, kind, what, next, at } = error;
  const held = lastSeenCosting(settings);
  const costs =
    held.length > 0
      ? held
      : ['whatever box the runs of this ledger have rented; no copy here knows of one, so ask the platforms'];
  return new Problem({ code, kind, what, next, costing: costs, ...(at && { at }) }, { cause: error });
}

const UNREAD = new Set(['remote-unreachable', 'append-unclear', 'history-rewritten', 'ledger-damaged']);

function lastSeenCosting(settings: Settings): string[] {
  const copies = machineCopiesOf(settings);
  const meant = settings.value('run');
  return copies
    .runs()
    .filter((run) => meant === undefined || run === meant || run.startsWith(`${meant}-p`))
    .flatMap((run) => {
      const events = eventsOf(copies.read(run)?.text ?? '');
      const seenAt = events.at(-1)?.at;
      return costing(fold(run, events)).map((line) => `${line} (as this machine saw it at ${seenAt})`);
    });
}

/** Believed when it was written. One that is damaged must not hide the problem that is told here. */
function eventsOf(text: string): LedgerEvent[] {
  try {
    return readLines(text, undefined).events;
  } catch {
    return [];
  }
}
