import { usdBetween, usdPerHourNow } from './cost.ts';
import type { Lease, Run } from './run.ts';

export const COST_BY = ['month', 'platform', 'job'] as const;
export type CostBy = (typeof COST_BY)[number];

/** What one month, platform or job has cost, over all runs. */
export interface CostGroup {
  /** `2026-11` (UTC), `runpod`, or the name of a job. */
  of: string;
  usd: number;
  runs: number;
  /** Of it, what runs now costs in an hour; in months that of the present one. */
  usdPerHour: number;
}

/** By UTC, as platforms bill. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** Its beginning and that of the next one, milliseconds since 1970. */
function boundsOf(month: string): [from: number, to: number] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return [Date.UTC(year, number - 1, 1), Date.UTC(year, number, 1)];
}

/** What all meters of these runs cost in that month, as far as it is over. */
export function usdInMonth(runs: readonly Run[], month: string, now: Date): number {
  const [from, to] = boundsOf(month);
  const until = Math.min(to, now.getTime());
  return runs.flatMap(({ leases }) => leases).reduce((sum, lease) => sum + usdBetween(lease, from, until), 0);
}

/** Months with the oldest first, else what cost most. What cost nothing is left out. */
export function costBy(by: CostBy, runs: readonly Run[], now: Date): CostGroup[] {
  const parts = runs.flatMap((run) =>
    run.leases.flatMap((lease) => partsOf(by, run, lease, now).map((part) => ({ ...part, run: run.id }))),
  );
  const groups = [...new Set(parts.map(({ of }) => of))].map((of): CostGroup => {
    const mine = parts.filter((part) => part.of === of);
    const sum = (key: 'usd' | 'usdPerHour') => mine.reduce((all, part) => all + part[key], 0);
    return {
      of,
      usd: Number(sum('usd').toFixed(6)),
      runs: new Set(mine.map(({ run }) => run)).size,
      usdPerHour: Number(sum('usdPerHour').toFixed(6)),
    };
  });
  return groups.sort((a, b) => (by === 'month' ? (a.of < b.of ? -1 : 1) : b.usd - a.usd));
}

type Part = Omit<CostGroup, 'runs'>;

function partsOf(by: CostBy, run: Run, lease: Lease, now: Date): Part[] {
  const usdPerHour = usdPerHourNow({ ...run, leases: [lease] }, now);
  const priced =
    by === 'month' ? monthsOf(lease, now) : [by === 'job' ? (run.opened?.job ?? '') : lease.platform];
  return priced.flatMap((of): Part[] => {
    const [from, to] = by === 'month' ? boundsOf(of) : [0, Number.POSITIVE_INFINITY];
    const usd = usdBetween(lease, from, Math.min(to, now.getTime()));
    const isNow = by !== 'month' || of === monthOf(now);
    return usd > 0 || (isNow && usdPerHour > 0) ? [{ of, usd, usdPerHour: isNow ? usdPerHour : 0 }] : [];
  });
}

/** Far more than any box is held. A record that names an older beginning was written to hold up whoever reads it. */
const MOST_MONTHS = 120;

function monthsOf({ meters }: Lease, now: Date): string[] {
  const starts = meters.flatMap(({ startedAt, before }) => [
    startedAt,
    ...before.map((each) => each.startedAt),
  ]);
  const first = Math.min(...starts.map((at) => Date.parse(at)).filter((at) => !Number.isNaN(at)));
  if (!Number.isFinite(first)) return [];
  const began = new Date(Math.max(first, Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MOST_MONTHS, 1)));
  const months: string[] = [];
  for (let n = 0; ; n += 1) {
    const month = new Date(Date.UTC(began.getUTCFullYear(), began.getUTCMonth() + n, 1));
    if (month > now) return months;
    months.push(monthOf(month));
  }
}
