import { randomUUID } from 'node:crypto';
import { type Clock, secondsBetween } from '../clock.ts';
import { backoff } from '../host/backoff.ts';
import type { LedgerEvent } from '../lease/events.ts';
import { Problem } from '../problem.ts';
import type { Draft, Ledger, RunRecord } from './ledger.ts';
import { LOST_RACE } from './tries.ts';

export type Decision = Omit<Draft, 'nonce'>;

export type DecideOutcome =
  /** `record` is the run with `events` in it; others may have appended before and behind them. */
  | { outcome: 'appended'; events: LedgerEvent[]; record: RunRecord }
  /** `decide` gave null: as the record stands there is nothing to add. */
  | { outcome: 'nothing'; record: RunRecord };

export interface DecideBounds {
  /** How long to go on losing races. Default 60. */
  contendedSeconds?: number;
  /** How often a lost answer is looked after. Default 3. */
  unclearTries?: number;
}

/**
 * Reads the run, lets `decide` fold and decide, appends. After a lost race it reads and decides again; after a lost answer it
 * reads first and looks for its own nonce, so an event is never written twice.
 *
 * @param decide pure: it is called again with every newer record
 * @throws Problem `contended` (kind ledger) when others were first for the whole bound; what the ledger throws
 */
export async function decideAndAppend(
  ledger: Ledger,
  run: string,
  decide: (record: RunRecord) => Decision | null | Promise<Decision | null>,
  world: { clock: Clock; random?: () => number } & DecideBounds,
): Promise<DecideOutcome> {
  const { contendedSeconds = 60, unclearTries = 3 } = world;
  const random = world.random ?? Math.random;
  const start = world.clock.now();
  /** Of appends whose answer was lost. One that was on its way for long may land at any later look, so none is forgotten. */
  const unclear: { nonce: string; cause: Problem }[] = [];

  for (let attempt = 1; ; attempt++) {
    const tried = await inTurn(ledger, run, () => tryOnce(ledger, run, decide, { unclear, unclearTries }));
    if (tried.outcome === 'appended' || tried.outcome === 'nothing') return tried;
    if (secondsBetween(start, world.clock.now()) > contendedSeconds)
      throw contended(run, ledger.where, attempt, contendedSeconds);
    await world.clock.sleep(backoff(attempt, LOST_RACE, random()));
  }
}

async function tryOnce(
  ledger: Ledger,
  run: string,
  decide: (record: RunRecord) => Decision | null | Promise<Decision | null>,
  { unclear, unclearTries }: { unclear: { nonce: string; cause: Problem }[]; unclearTries: number },
): Promise<DecideOutcome | { outcome: 'lost-race' | 'unclear' }> {
  const record = await ledger.read(run);
  const landed = record.events.filter((_, index) =>
    unclear.some(({ nonce }) => nonce === record.nonces?.[index]),
  );
  if (landed.length > 0) return { outcome: 'appended', events: landed, record };

  // Only after a last look: what is still on its way then is refused by the compare-and-swap or found by the next run.
  const last = unclear.at(-1);
  if (last && unclear.length >= unclearTries) throw last.cause;

  const decision = await decide(record);
  if (decision === null || decision.events.length === 0) return { outcome: 'nothing', record };
  const nonce = randomUUID();
  try {
    const appended = await ledger.append(run, record.tip, { ...decision, nonce });
    if (appended.outcome === 'lost-race') return appended;
    const { events, tip } = appended;
    const nonces = [...(record.nonces ?? []), ...events.map(() => nonce)];
    return {
      outcome: 'appended',
      events,
      record: { ...record, tip, events: [...record.events, ...events], nonces },
    };
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'append-unclear')) throw error;
    unclear.push({ nonce, cause: error });
    return { outcome: 'unclear' };
  }
}

async function inTurn<T>(ledger: Ledger, run: string, work: () => Promise<T>): Promise<T> {
  const leave = (await ledger.turn?.(run)) ?? (() => {});
  try {
    return await work();
  } finally {
    leave();
  }
}

const contended = (run: string, where: string, attempts: number, seconds: number): Problem =>
  new Problem({
    code: 'contended',
    kind: 'ledger',
    what: `Others kept writing to run ${run} first: ${attempts} attempts in ${seconds} s (${where}).`,
    next: 'Look with `gpu-lease events` at who writes so much; then run the same command again.',
  });
