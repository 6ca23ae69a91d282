import type { LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { rewritten } from '../../src/ledger/git-problems.ts';
import type { Ledger, RunRecord } from '../../src/ledger/ledger.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { Problem } from '../../src/problem.ts';
import type { Mortal } from './mortal.ts';

interface Copy {
  text: string;
  metAt: number;
}

/** A machine's memory of records, which outlives its processes; `undefined` for one that is thrown away after each. */
export type Memory = Map<string, Copy>;

/**
 * The ledger's remote of a drill: it sleeps, loses answers and is taken back. What a machine remembers of a record is asked and
 * refused as `git-ledger.ts` does it.
 */
export class Remote {
  /** Its lives have a secret, and what somebody else wrote is not among their troubles. */
  readonly memory = new MemoryLedger('proven');
  asleep = false;
  /** Of appends, in percent. */
  rejects = 0;

  /** A run that is opened there is followed from its first event on. */
  opensAt(memory: Memory, run: string): void {
    memory.set(run, { text: '', metAt: 0 });
  }

  async eventsOf(run: string): Promise<LedgerEvent[]> {
    return (await this.memory.read(run)).events;
  }

  /** Takes the last events away, as whoever may push can. @returns how many */
  async rewind(run: string, count: number): Promise<number> {
    const lines = (await this.memory.text(run)).split('\n').slice(0, -1);
    const taken = Math.min(count, lines.length - 2);
    if (taken < 1) return 0;
    await this.memory.restore(run, `${lines.slice(0, -taken).join('\n')}\n`);
    return taken;
  }

  /** As one process sees it. */
  seenBy(mortal: Mortal, memory: Memory): Ledger {
    const { memory: kept } = this;
    const reach = (): void => {
      mortal.point('ledger');
      if (!this.asleep) return;
      throw new Problem({
        code: 'remote-unreachable',
        kind: 'unreachable',
        what: "The ledger's remote does not answer.",
        next: 'Run the same command again.',
      });
    };
    return {
      where: 'the remote of the drill',
      notes: kept.notes,
      ticks: kept.ticks,
      list: async (options) => {
        reach();
        return kept.list(options);
      },
      readOpen: async () => {
        reach();
        return kept.readOpen();
      },
      read: async (run) => {
        reach();
        return this.#remembered(await kept.read(run), await kept.text(run), memory);
      },
      append: async (...words) => {
        reach();
        const done = await kept.append(...words);
        mortal.point('appended');
        return done;
      },
      text: async (run) => {
        reach();
        return kept.text(run);
      },
      weigh: (run, copy) => kept.weigh(run, copy),
      isCopy: (run, text) => kept.isCopy(run, text),
      hidden: () => kept.hidden(),
      unhide: () => kept.unhide(),
      peek: (run) => kept.peek(run),
      restore: (run, copy) => kept.restore(run, copy),
      archive: async (run) => {
        reach();
        return kept.archive(run);
      },
    };
  }

  #remembered(record: RunRecord, text: string, memory: Memory): RunRecord {
    const { run, events } = record;
    const known = memory.get(run);
    if (known && !text.startsWith(known.text)) {
      const count = known.text.split('\n').length - 1;
      throw rewritten(
        run,
        `it has ${events.length} events, and this machine has seen ${count}`,
        record.tip ?? undefined,
      );
    }
    const metAt = known?.metAt ?? events.length;
    memory.set(run, { text, metAt });
    return { ...record, metHereAt: metAt };
  }

  async closed(run: string): Promise<boolean> {
    return fold(run, await this.eventsOf(run)).closed !== undefined;
  }
}
