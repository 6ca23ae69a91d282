import { secondsBetween } from '../clock.ts';
import { usdFor } from '../money.ts';
import { costLines, usdBetween, usdPerHourNow } from './cost.ts';
import { workLeftSeconds } from './forecast.ts';
import type { Lease, Run } from './run.ts';

/** Money of a run beside its meters. All in USD, from the ledger alone. */
export interface Balance {
  /** What the job was expected to cost when its first box was chosen; `null` where it does not say how long it takes. */
  plannedUsd: number | null;
  accruedUsd: number;
  /** Paid for and of no use: boxes that never came up, time before the start, meters of boxes that were taken away. */
  waste: { lease: string; usd: number; why: string }[];
  wasteUsd: number;
  /** Accrued, and the work that is left at what the box costs; `null` where nobody can say how much that is. */
  forecastUsd: number | null;
  usdPerHourNow: number;
}

export function balanceOf(run: Run, now: Date): Balance {
  const accruedUsd = costLines(run, now).reduce((sum, line) => sum + line.usd, 0);
  const waste = run.leases.flatMap((lease) => wasteOf(lease, now)).filter(({ usd }) => usd > 0);
  const perHour = usdPerHourNow(run, now);
  const left = run.closed ? 0 : secondsLeft(run, now);
  return {
    plannedUsd:
      run.leases.find((lease) => lease.intent.expectedUsd !== undefined)?.intent.expectedUsd ?? null,
    accruedUsd,
    waste,
    wasteUsd: waste.reduce((sum, { usd }) => sum + usd, 0),
    forecastUsd:
      left === undefined ? null : accruedUsd + usdFor(perHour > 0 ? perHour : lastPrice(run), left),
    usdPerHourNow: perHour,
  };
}

function wasteOf(lease: Lease, now: Date): Balance['waste'] {
  const name = lease.name;
  const end = now.getTime();
  if (lease.failure !== undefined)
    return [{ lease: name, usd: usdBetween(lease, 0, end), why: `never used: ${lease.failure}` }];
  const begin = lease.firstStartedAt ?? lease.lostAt;
  const idleUntil = begin === undefined ? end : Math.min(end, Date.parse(begin));
  const idle = { lease: name, usd: usdBetween(lease, 0, idleUntil), why: 'before the run was started on it' };
  if (lease.lostAt === undefined) return [idle];
  const after = usdBetween(lease, Date.parse(lease.lostAt), end);
  return [idle, { lease: name, usd: after, why: 'after the platform took it away' }];
}

/** Steps count where they were verified; else the time since the start does. */
function secondsLeft(run: Run, now: Date): number | undefined {
  const left = workLeftSeconds(run);
  if (left === undefined || left === 0) return left;
  const isCounted = run.opened?.document.metrics?.totalSteps !== undefined;
  const startedAt = run.leases.findLast((lease) => lease.state === 'running')?.startedAt;
  if (isCounted || startedAt === undefined) return left;
  return Math.max(0, left - Math.max(0, secondsBetween(new Date(startedAt), now)));
}

const lastPrice = (run: Run): number => run.leases.at(-1)?.usdPerHour ?? 0;
