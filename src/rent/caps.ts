import type { Budget } from '../job/job.ts';
import { usdInLastDay } from '../lease/cost.ts';
import { fold } from '../lease/fold.ts';
import { costing, type Run } from '../lease/run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { monthOfMoney, monthText } from '../ledger/month-of-money.ts';
import { formatUsd } from '../money.ts';
import { Problem } from '../problem.ts';

const DAY_SECONDS = 86_400;

/**
 * No box is rented while the last 24 hours have cost as much as the job allows, for this run or for all of the ledger.
 * @throws Problem `daily-cap`
 */
export async function refuseOverDay(ledger: Ledger, run: Run, budget: Budget, now: Date): Promise<void> {
  const { usdPerDay, usdRepositoryPerDay } = budget;
  const own = usdInLastDay(run, now);
  if (usdPerDay !== undefined && own >= usdPerDay)
    throw overDay(run, 'This run has', own, `budget.usdPerDay ${usdPerDay}`);
  if (usdRepositoryPerDay === undefined) return;
  const all = own + (await usdOfOthers(ledger, run.id, now));
  if (all >= usdRepositoryPerDay)
    throw overDay(
      run,
      `All runs in ${ledger.where} have`,
      all,
      `budget.usdRepositoryPerDay ${usdRepositoryPerDay}`,
    );
}

/**
 * No box is rented in a month in which all runs of the ledger have cost what the job allows for it.
 * @throws Problem `monthly-cap`
 */
export async function refuseOverMonth(ledger: Ledger, run: Run, budget: Budget, now: Date): Promise<void> {
  if (budget.usdRepositoryPerMonth === undefined) return;
  const month = await monthOfMoney(ledger, budget.usdRepositoryPerMonth, now);
  if (month.state !== 'over') return;
  throw new Problem({
    code: 'monthly-cap',
    kind: 'refused',
    what: `${monthText(month)}. Nothing was rented.`,
    next: '"gpu-lease cost --by job" shows what it went to. Run the same command again next month, or start a new run with a higher bound.',
    costing: costing(run),
  });
}

/** Listings tell only what a run had cost at its last event, so every run that may have cost something is read. */
async function usdOfOthers(ledger: Ledger, own: string, now: Date): Promise<number> {
  const listed = await ledger.list({ archived: true });
  const dayAgo = now.getTime() - DAY_SECONDS * 1000;
  const recent = listed.filter(
    ({ run, archived, updatedAt }) => run !== own && (!archived || Date.parse(updatedAt) > dayAgo),
  );
  let usd = 0;
  for (const { run } of recent) usd += usdInLastDay(fold(run, (await ledger.read(run)).events), now);
  return usd;
}

const overDay = (run: Run, who: string, usd: number, bound: string): Problem =>
  new Problem({
    code: 'daily-cap',
    kind: 'refused',
    what: `${who} cost ${formatUsd(usd)} in the last 24 hours, and ${bound} allows no more. Nothing was rented.`,
    next: 'Run the same command again when the oldest of it is a day ago, or start a new run with a higher bound.',
    costing: costing(run),
  });
