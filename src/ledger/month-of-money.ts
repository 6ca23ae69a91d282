import { monthOf, usdInMonth } from '../lease/cost-by.ts';
import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import { formatUsd } from '../money.ts';
import { Problem } from '../problem.ts';
import type { Ledger } from './ledger.ts';

/** From this share on somebody is told. */
const NEARLY_USED = 0.9;

/** What all runs of a ledger have cost in the present month, beside what they may. */
export interface MonthOfMoney {
  /** `2026-11`, UTC. */
  month: string;
  usd: number;
  /** `budget.usdRepositoryPerMonth`. */
  most: number;
  state: 'within' | 'nearly' | 'over';
  /** Records that could not be read: what they cost is not counted. */
  unread: number;
}

/**
 * Every run of a ledger, closed ones too.
 *
 * @returns `unread`: how many records could not be read or trusted
 */
export async function everyRun(ledger: Pick<Ledger, 'readOpen'>): Promise<{ runs: Run[]; unread: number }> {
  const records = [...(await ledger.readOpen({ archived: true }))];
  const runs = records.flatMap(([id, record]) =>
    record instanceof Problem ? [] : [fold(id, record.events)],
  );
  return { runs, unread: records.length - runs.length };
}

/** The strictest bound of those that are named; `undefined` where none is. */
export const leastOf = (bounds: readonly (number | undefined)[]): number | undefined => {
  const named = bounds.filter((bound) => bound !== undefined);
  return named.length > 0 ? Math.min(...named) : undefined;
};

export async function monthOfMoney(
  ledger: Pick<Ledger, 'readOpen'>,
  most: number,
  now: Date,
): Promise<MonthOfMoney> {
  const { runs, unread } = await everyRun(ledger);
  const month = monthOf(now);
  const usd = usdInMonth(runs, month, now);
  const state = usd >= most ? 'over' : usd >= NEARLY_USED * most ? 'nearly' : 'within';
  return { month, usd: Number(usd.toFixed(6)), most, state, unread };
}

export const monthText = ({ month, usd, most, unread }: MonthOfMoney): string =>
  `${month}: all runs of the ledger have cost ${formatUsd(usd)} of ${formatUsd(most)} (budget.usdRepositoryPerMonth)${unread > 0 ? `; ${unread} record(s) could not be read and are not counted` : ''}`;
