import type { LedgerEvent } from '../../src/lease/events.ts';
import { lookForStrays } from '../../src/release/look-for-strays.ts';
import type { Life, Seen } from './life.ts';
import { Mortal } from './mortal.ts';

/** Compares what is said of one life with what its boxes and the platform's books show. */
export class Watcher {
  readonly #life: Life;
  /** Nothing that is told counts as told. */
  readonly #isMute: boolean;
  #toldMoney = false;
  readonly #verified: { at: number; step: number }[] = [];
  readonly #seen: LedgerEvent[] = [];

  constructor(life: Life, isMute: boolean) {
    this.#life = life;
    this.#isMute = isMute;
  }

  /** Where nothing outside of the record remembers, what it said is said no more. */
  forget(): void {
    this.#verified.splice(0);
  }

  /** @param seen by those whose look it was */
  async look(seen: Seen): Promise<void> {
    const { books } = this.#life;
    books.settle();
    const fresh = seen.events.filter(
      (event) =>
        !this.#seen.some((old) => old.seq === event.seq && old.at === event.at && old.type === event.type),
    );
    this.#seen.push(...fresh);
    if (fresh.length > 0) this.#life.said.push(`    ${fresh.map(wordOf).join(', ')}`);
    for (const event of fresh) {
      if (event.type === 'kept' && event.step !== undefined)
        this.#verified.push({ at: this.#life.now, step: event.step });
      this.word(event);
    }
    books.heard(seen.events);
    if (seen.problem?.kind === 'bug' && !seen.killed)
      books.find('wrong', `"a bug of ours": ${seen.problem.what.slice(0, 400)}`);
    this.#judgeMoney(seen, fresh.some(isOfMoney));
    if (!this.#isMute) this.#life.nosy.judge(seen);
    if (seen.run?.closed && books.left().length > 0) await this.#huntStrays();
  }

  /** A closed run that has something left is a word that the tick's hunt for strays has to take back. */
  async #huntStrays(): Promise<void> {
    const life = this.#life;
    const world = life.world(new Mortal(Number.POSITIVE_INFINITY));
    const reported = new Set<string>();
    // Those who look come again until they are answered.
    life.remote.asleep = false;
    life.twin.server.calm();
    for (let look = 0; look < 3; look += 1) {
      for (const { strays, sorted } of await lookForStrays(world, [life.fate.platform])) {
        for (const stray of strays) if (stray.reported) reported.add(stray.resource.id);
        // Of a record that is not believed: said as that, and with it the box.
        for (const { resource } of sorted?.untold ?? []) reported.add(resource.id);
      }
      life.clock.pass(1800);
    }
    const ids = [...new Set(life.books.left().map((line) => line.split(' ')[0] ?? ''))];
    const unseen = ids.filter((id) => ![...reported].some((known) => known.includes(id)));
    if (unseen.length > 0)
      life.books.find('wrong', `closed, and ${unseen.join(', ')} is charged for and no stray`);
  }

  /** A word of the record that the box itself can refute. */
  word(event: LedgerEvent): void {
    const { books, fate } = this.#life;
    const machine =
      'lease' in event ? books.machines.findLast((each) => each.lease === event.lease) : undefined;
    if (event.type === 'cell-ended' && event.verdict === 'finished' && machine?.box.isTraining)
      books.find('wrong', `called finished at step ${machine.box.step} while it trains`);
    if (event.type === 'cell-ended' && event.failureClass === 'CODE_BUG' && fate.job !== 'code-bug')
      books.find('wrong', `called a bug of the code, which has none (${fate.job})`);
    if (event.type === 'halted' && event.code === 'resumed-behind' && fate.job !== 'non-atomic')
      books.find('wrong', `blames the script: ${event.what}`);
  }

  /** @param saidSo in the record of this look: by its own reckoning the budget is nearly used up, or is */
  #judgeMoney({ told, blind, run }: Seen, saidSo: boolean): void {
    const { job, books } = this.#life;
    const { budget } = job;
    const usd = books.usd();
    if (told && !this.#isMute && (saidSo || usd > 0.85 * budget.usd)) this.#toldMoney = true;
    const beyond = usd - 1.02 * budget.usd - 0.05;
    if (beyond <= 0 || this.#toldMoney || blind || !run || run.closed) return;
    books.find('unseen', `${usd.toFixed(2)} USD on a budget of ${budget.usd}, and nobody was told`, beyond);
    this.#toldMoney = true;
  }

  async end(): Promise<void> {
    const { books, fate } = this.#life;
    const { run } = await this.#life.seen();
    const verifiedAt = (at: number): number =>
      Math.max(0, ...this.#verified.filter((each) => each.at < at).map(({ step }) => step));
    books.judgeStarts(verifiedAt, fate.job === 'non-atomic');
    books.judgeClaims(run?.seal ? run.seal.place : undefined);
  }
}

const isOfMoney = (event: LedgerEvent): boolean =>
  (event.type === 'told' && /^(?:over-|budget-nearly)/.test(event.of)) ||
  (event.type === 'halted' && event.code.startsWith('over-'));

function wordOf(event: LedgerEvent): string {
  if (event.type === 'kept') return `kept ${event.step ?? ''}`;
  if (event.type === 'cell-ended')
    return `cell-ended ${event.verdict} ${event.failureClass ?? ''} ${event.lastStep ?? ''}`.trim();
  if (event.type === 'preempted') return `preempted ${event.what}`;
  if (event.type === 'halted') return `halted ${event.code}`;
  if (event.type === 'told') return `told ${event.of}`;
  if (event.type === 'boot-failed') return `boot-failed (${event.why})`;
  if (event.type === 'rent-refused') return `rent-refused (${event.what.slice(0, 80)})`;
  return event.type;
}
