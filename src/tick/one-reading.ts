import { randomUUID } from 'node:crypto';
import type { Ledger, RunRecord } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';

export interface OneReading {
  ledger: Ledger;
  /** Every open run as it stood at the first reading; a Problem for one that cannot be read or trusted. */
  records: ReadonlyMap<string, RunRecord | Problem>;
}

/**
 * The ledger as one tick sees it: all open runs read at once, then known from there and from what the tick itself appends. So two
 * hundred looks cost one fetch. That a record may have moved on meanwhile does no harm: the append is a compare-and-swap, and
 * after a lost race the run is read anew.
 */
export async function oneReadingOf(ledger: Ledger): Promise<OneReading> {
  const known = new Map<string, RunRecord>();
  const readAll = async () => {
    const records = await ledger.readOpen();
    for (const [run, record] of records) if (!(record instanceof Problem)) known.set(run, record);
    return records;
  };
  const records = await readAll();

  const read: Ledger['read'] = async (run) => {
    const record = known.get(run) ?? (await ledger.read(run));
    known.set(run, record);
    return { ...record, events: [...record.events] };
  };

  return {
    records,
    ledger: {
      where: ledger.where,
      notes: ledger.notes,
      ticks: ledger.ticks,
      read,
      readOpen: (options) => (options?.archived ? ledger.readOpen(options) : readAll()),
      // Whoever asks for a list has looked at something else first, and what that was stands in the ledger by now.
      async list(options) {
        await readAll();
        return ledger.list(options);
      },
      async append(run, tip, draft) {
        const before = known.get(run);
        known.delete(run);
        // Made up here, so that what is known of the record stays whole without reading it again.
        const nonce = draft.nonce ?? randomUUID();
        const appended = await ledger.append(run, tip, { ...draft, nonce });
        if (appended.outcome === 'appended' && before?.tip === tip) {
          const added = appended.events.map(() => nonce);
          known.set(run, {
            ...before,
            tip: appended.tip,
            events: [...before.events, ...appended.events],
            nonces: [...(before.nonces ?? []), ...added],
          });
        }
        return appended;
      },
      text: (run) => ledger.text(run),
      weigh: (run, copy) => ledger.weigh(run, copy),
      hidden: (known) => ledger.hidden(known),
      unhide: (run) => ledger.unhide(run),
      isCopy: (run, text) => ledger.isCopy(run, text),
      peek: (run) => ledger.peek(run),
      async restore(run, copy, over) {
        await ledger.restore(run, copy, over);
        known.delete(run);
      },
      async archive(run, year) {
        await ledger.archive(run, year);
        known.delete(run);
      },
      ...(ledger.turn ? { turn: (run: string) => ledger.turn?.(run) ?? Promise.resolve(() => {}) } : {}),
    },
  };
}
