import { fold } from '../lease/fold.ts';
import { isAttended } from '../lease/next.ts';
import type { Lines } from './event-lines.ts';
import { rewritten } from './git-problems.ts';
import type { MachineCopies, MachineCopy } from './machine-copies.ts';

/** What this machine has seen of the records of one ledger, and how it holds them against it. */
export class SeenHere {
  readonly #copies: MachineCopies | undefined;
  readonly #known = new Map<string, MachineCopy | undefined>();
  /** How many events of a run came before this machine met it, and could have been more. */
  readonly #metAt = new Map<string, number>();

  /** @param copies none: nothing outlives this process */
  constructor(copies: MachineCopies | undefined) {
    this.#copies = copies;
  }

  /** What this machine knew of the run before this process asked; read once. */
  of(run: string): MachineCopy | undefined {
    if (!this.#known.has(run)) this.#known.set(run, this.#copies?.read(run));
    return this.#known.get(run);
  }

  /** A record that is being written at this very time is met in time: nothing can have been taken from its end. */
  meet(run: string, { events }: Lines, now: Date): void {
    if (!this.#metAt.has(run)) this.#metAt.set(run, isAttended(fold(run, events), now) ? 0 : events.length);
  }

  remember(run: string, text: string): void {
    const known = this.of(run);
    if (!this.#copies || (known && known.text.length >= text.length)) return;
    // Met where it stood when it was first read; a run that is opened here was never met.
    const copy = { text, metAt: known?.metAt ?? this.#metAt.get(run) ?? 0 };
    this.#copies.write(run, copy);
    this.#known.set(run, copy);
  }

  /**
   * Against what this machine remembers: a chain of signatures does not show that its end was cut off.
   *
   * @throws Problem `history-rewritten`
   */
  refuseShorter(run: string, { text, events }: Lines, tip: string): void {
    const known = this.of(run)?.text;
    if (known === undefined || text.startsWith(known)) return;
    const count = known.split('\n').length - 1;
    const why = known.startsWith(text)
      ? `it has ${events.length} events, and this machine has seen ${count}`
      : `it is not what this machine has seen of it (${count} events)`;
    throw rewritten(run, why, tip);
  }
}

/**
 * Whether this process wrote on while it waited for an answer, which is therefore older than what it has seen since and no record
 * that was put back.
 *
 * @param seen now @param known when it asked
 */
export const wroteOnMeanwhile = <T extends Lines>(seen: T, known: T | undefined, answer: string): boolean =>
  seen !== known && seen.text.startsWith(answer) && answer.startsWith(known?.text ?? '');
