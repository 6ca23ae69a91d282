import { secondsBetween } from '../clock.ts';
import { gpuHoursSoFar, usdInLastDay, usdSoFar } from './cost.ts';
import { heldSince } from './fold-queue.ts';
import { openMeters, type Run } from './run.ts';

/** From this share on a person is told that the budget will soon be used up. */
const NEARLY_USED = 0.9;

export interface OverBudget {
  code: 'over-time' | 'over-day' | 'over-budget' | 'over-gpu-hours';
  /** With the number of this moment. */
  what: string;
  /** It is used up by what is counted, and not only by what may have been spent while nobody could see it. */
  isCounted: boolean;
  /** The same in words that do not change while it lasts. */
  stable: string;
  /** What a person can do; what becomes of the box meanwhile is not in it. */
  next: string;
}

export interface BudgetUse {
  over: OverBudget | undefined;
  /** Most of it is used and not all. */
  nearly: string | undefined;
}

/** How far a run's budgets of time and money are used: the one place that asks. */
export function budgetUse(run: Run, now: Date): BudgetUse {
  const budget = run.opened?.budget;
  if (!budget) return { over: undefined, nearly: undefined };
  const since = run.leases.map(heldSince).find((at) => at !== undefined);
  const isHeld = run.leases.some((lease) => openMeters(lease).length > 0);
  const hours = since && isHeld ? secondsBetween(new Date(since), now) / 3600 : 0;
  const today = usdInLastDay(run, now);
  const usd = usdSoFar(run, now);
  const gpuHours = gpuHoursSoFar(run, now);
  const { gpuHours: mostGpuHours = Number.POSITIVE_INFINITY } = budget;
  const unseenUsd = run.leases.reduce((sum, lease) => sum + lease.unseenUsd, 0);
  const over = [
    ...(hours > budget.hours ? [overTime(run.id, hours, budget.hours)] : []),
    ...(gpuHours > mostGpuHours ? [overGpuHours(run.id, gpuHours, mostGpuHours)] : []),
    ...(budget.usdPerDay !== undefined && today > budget.usdPerDay
      ? [overDay(run.id, today, budget.usdPerDay)]
      : []),
    ...(usd > budget.usd ? [overMoney(run.id, usd, budget.usd)] : []),
    ...(usd <= budget.usd && usd + unseenUsd > budget.usd
      ? [perhapsOverMoney(run.id, usd, unseenUsd, budget.usd)]
      : []),
  ];
  const nearly = [
    ...(hours > NEARLY_USED * budget.hours ? [`${budget.hours} h (budget.hours)`] : []),
    ...(gpuHours > NEARLY_USED * mostGpuHours ? [`${mostGpuHours} GPU-hours (budget.gpuHours)`] : []),
    ...(usd > NEARLY_USED * budget.usd ? [`${budget.usd} USD (budget.usd)`] : []),
  ];
  return {
    over: over[0],
    nearly: nearly.length > 0 ? `More than nine tenths of ${nearly.join(' and of ')} are used.` : undefined,
  };
}

/** What becomes of a box whose budget is used up, where nobody knows here whether its platform can stop it. */
export const KEPT =
  'Where the platform can stop a box and keep its data, it is stopped; else it is held and goes on costing.';

const overTime = (run: string, hours: number, budget: number): OverBudget => ({
  code: 'over-time',
  isCounted: true,
  what: `This run has held boxes for ${hours.toFixed(1)} h; its budget is ${budget} h.`,
  stable: `The run holds boxes for longer than its budget of ${budget} h.`,
  next: `"gpu-lease abandon ${run}" saves what can be saved and gives it back.`,
});

const overGpuHours = (run: string, used: number, budget: number): OverBudget => ({
  code: 'over-gpu-hours',
  isCounted: true,
  what: `This run has used ${used.toFixed(1)} GPU-hours; its budget is ${budget}.`,
  stable: `The run has used more than its budget of ${budget} GPU-hours.`,
  next: `"gpu-lease abandon ${run}" saves what can be saved and gives it back; a larger budget needs a new run.`,
});

const overDay = (run: string, usd: number, budget: number): OverBudget => ({
  code: 'over-day',
  isCounted: true,
  what: `This run has cost ${usd.toFixed(2)} USD in the last 24 hours; its budget is ${budget} USD a day.`,
  stable: `The run has cost more than its budget of ${budget} USD a day.`,
  next: `"gpu-lease resume ${run}" goes on once the oldest of it is a day ago; "gpu-lease abandon ${run}" saves what can be saved and gives the box back.`,
});

const overMoney = (run: string, usd: number, budget: number): OverBudget => ({
  code: 'over-budget',
  isCounted: true,
  what: `This run has cost ${usd.toFixed(2)} USD; its budget is ${budget} USD.`,
  stable: `The run has cost more than its budget of ${budget} USD.`,
  next: `"gpu-lease abandon ${run}" saves what can be saved and gives it back; a larger budget needs a new run.`,
});

/**
 * No sum of costs holds what nobody saw. What counts on it is told and stopped where nobody has any use of it; work that goes on is not
 * ended for money that may never have been spent.
 */
const perhapsOverMoney = (run: string, usd: number, unseenUsd: number, budget: number): OverBudget => ({
  code: 'over-budget',
  isCounted: false,
  what: `This run has cost ${usd.toFixed(2)} USD, and up to ${unseenUsd.toFixed(2)} USD more while nobody could see a box that somebody had started; its budget is ${budget} USD.`,
  stable: `The run may have cost more than its budget of ${budget} USD: a box of it that stood stopped was started while nobody could look at it.`,
  next: `Look at the bill. "gpu-lease abandon ${run}" saves what can be saved and gives the box back.`,
});
