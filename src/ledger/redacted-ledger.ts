import type { NewEvent } from '../lease/events.ts';
import type { Redactor } from '../secret/redactor.ts';
import type { Ledger } from './ledger.ts';

/**
 * Fields of events that hold words of a box, a platform or a person. Names, paths and ids are decided upon and stay as they
 * are, whatever they look like; the job as parsed holds no values of secrets.
 */
const WORDS = new Set([
  'what',
  'why',
  'next',
  'how',
  'cause',
  'declined',
  'untimed',
  'lost',
  'findings',
  'curves',
]);

/** The same record, into which no secret is written that is known here. Records cannot be taken back. */
export function redactedLedger(ledger: Ledger, redactor: Redactor): Ledger {
  const { turn } = ledger;
  return {
    list: (options) => ledger.list(options),
    read: (run) => ledger.read(run),
    readOpen: () => ledger.readOpen(),
    append: (run, tip, draft) =>
      ledger.append(run, tip, {
        ...draft,
        events: draft.events.map((event) => withoutSecrets(event, redactor)),
      }),
    archive: (run, year) => ledger.archive(run, year),
    text: (run) => ledger.text(run),
    weigh: (run, copy) => ledger.weigh(run, copy),
    hidden: (known) => ledger.hidden(known),
    unhide: (run) => ledger.unhide(run),
    isCopy: (run, text) => ledger.isCopy(run, text),
    peek: (run) => ledger.peek(run),
    restore: (run, copy, over) => ledger.restore(run, copy, over),
    ...(turn ? { turn: (run) => turn.call(ledger, run) } : {}),
    get notes() {
      return ledger.notes;
    },
    get ticks() {
      return ledger.ticks;
    },
    get where() {
      return ledger.where;
    },
  };
}

const withoutSecrets = (event: NewEvent, redactor: Redactor): NewEvent =>
  Object.fromEntries(
    Object.entries(event).map(([field, value]) => [field, WORDS.has(field) ? redactor.deep(value) : value]),
  ) as unknown as NewEvent;
