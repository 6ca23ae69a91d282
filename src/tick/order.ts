import { secondsBetween } from '../clock.ts';
import { runningClocks } from '../lease/clock-warning.ts';
import { usdPerHourNow, usdSoFar } from '../lease/cost.ts';
import { openMeters, type Run } from '../lease/run.ts';

/** From this share of the budget on a run comes before those that merely cost money. */
const NEARLY_USED = 0.9;

/** The smaller, the sooner. */
export type Urgency = 'destroys-soon' | 'debt' | 'budget' | 'costs' | 'rest';

const RANKS: readonly Urgency[] = ['destroys-soon', 'debt', 'budget', 'costs', 'rest'];

/**
 * The order in which a tick goes through the runs: it may not come to the last of them. What is about to be destroyed first, then
 * debts, then budgets that are nearly used, then what costs money; of like ones the one that was not looked at for longest.
 *
 * @param seenAt when a run was last looked at; `undefined` for one that never was
 */
export function inOrder(runs: readonly Run[], seenAt: (run: string) => string | undefined, now: Date): Run[] {
  const keys = new Map(runs.map((run) => [run.id, RANKS.indexOf(urgencyOf(run, now))]));
  const seen = (run: Run): number => {
    const at = Date.parse(seenAt(run.id) ?? '');
    return Number.isNaN(at) ? 0 : at;
  };
  return [...runs].sort(
    (a, b) => (keys.get(a.id) ?? 0) - (keys.get(b.id) ?? 0) || seen(a) - seen(b) || (a.id < b.id ? -1 : 1),
  );
}

export function urgencyOf(run: Run, now: Date): Urgency {
  const clocks = run.leases.flatMap((lease) => runningClocks(lease, now));
  if (clocks.some(({ level }) => isDanger(level))) return 'destroys-soon';
  if (run.leases.some((lease) => openMeters(lease).some((meter) => meter.owed))) return 'debt';
  if (isNearlyUsed(run, now)) return 'budget';
  return usdPerHourNow(run, now) > 0 ? 'costs' : 'rest';
}

/** Three quarters of the time are over, or nobody says how much there is. */
export const isDanger = (level: string): boolean =>
  ['three-quarters', 'last-day', 'over', 'unknown'].includes(level);

function isNearlyUsed(run: Run, now: Date): boolean {
  const budget = run.opened?.budget;
  if (!budget || usdPerHourNow(run, now) === 0) return false;
  const since = run.leases.find((lease) => lease.rentedAt)?.rentedAt;
  const hours = since ? secondsBetween(new Date(since), now) / 3600 : 0;
  return usdSoFar(run, now) >= NEARLY_USED * budget.usd || hours >= NEARLY_USED * budget.hours;
}
