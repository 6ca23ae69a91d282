import { formatSeconds } from '../clock.ts';
import { type Balance, balanceOf } from '../lease/balance.ts';
import { costLines, gpuHoursSoFar } from '../lease/cost.ts';
import { isQueued } from '../lease/fold-queue.ts';
import type { Run } from '../lease/run.ts';
import { runnerUse } from '../lease/runner-minutes.ts';
import { formatGb } from '../lease/traffic.ts';
import { formatUsd } from '../money.ts';
import { pageOn } from './page.ts';
import { table } from './text-table.ts';
import { jsonLine } from './visible-text.ts';

/** What a platform says that it has charged for one box, or why it does not say. */
export interface Billed {
  lease: string;
  platform: string;
  /** USD; `null` where the platform tells nothing. */
  usd: number | null;
  /** Where the number is from, or why there is none. */
  source: string;
}

export interface CostAsked {
  json: boolean;
  env: NodeJS.ProcessEnv;
  /** Only where the platforms were asked. */
  billed?: readonly Billed[];
  /** What the minutes of runners cost where they are paid; absent where nobody was asked. */
  runnersUsd?: number;
}

export function printCost(run: Run, now: Date, { json, env, billed, runnersUsd }: CostAsked): number {
  const lines = costLines(run, now);
  const balance = balanceOf(run, now);
  if (json) {
    const { accruedUsd: usd, ...rest } = balance;
    const runners = { ...runnerUse(run, now), usd: runnersUsd ?? null };
    process.stdout.write(
      jsonLine({ run: run.id, usd, ...rest, meters: lines, billed: billed ?? null, runners }),
    );
    return 0;
  }
  const rows = lines.map((line) => [
    line.lease,
    line.meter,
    line.bytes === undefined ? `${line.usdPerHour} USD/h` : 'by the GB',
    line.bytes === undefined ? formatSeconds(line.seconds) : formatGb(line.bytes),
    formatUsd(line.usd),
    line.bytes !== undefined ? 'as far as known' : line.running ? 'RUNNING' : 'stopped, proven',
    line.source,
  ]);
  const page = pageOn(process.stdout, env);
  page.print(
    [
      table(['lease', 'meter', 'price', 'for', 'cost', 'state', 'price from'], rows, page.columns),
      ...moneyLines(balance),
      ...gpuHourLines(run, now),
      ...billedLines(billed),
      ...runnerLines(run, now, runnersUsd),
    ].join('\n'),
  );
  return 0;
}

function moneyLines(balance: Balance): string[] {
  const { plannedUsd, accruedUsd, waste, wasteUsd, forecastUsd, usdPerHourNow } = balance;
  const waiting =
    usdPerHourNow > 0 ? `waiting costs ${formatUsd(usdPerHourNow)} per hour` : 'nothing is running';
  return [
    `sum ${formatUsd(accruedUsd)}; ${waiting}`,
    ...(plannedUsd === null ? [] : [`planned ${formatUsd(plannedUsd)}, when the box was chosen`]),
    ...(forecastUsd === null
      ? []
      : [`forecast ${formatUsd(forecastUsd)}, at today's price for the work that is left`]),
    ...(waste.length === 0 ? [] : [`of no use ${formatUsd(wasteUsd)}:`]),
    ...waste.map(({ lease, usd, why }) => `  ${lease}: ${formatUsd(usd)} ${why}`),
  ];
}

/** For who is given hours of cards and no money: of a queue, or where the job has such a budget. */
export function gpuHourLines(run: Run, now: Date): string[] {
  const most = run.opened?.budget?.gpuHours;
  const used = gpuHoursSoFar(run, now);
  if (most === undefined && (used === 0 || !run.leases.some(isQueued))) return [];
  return [`GPU-hours ${used.toFixed(1)}${most === undefined ? '' : ` of ${most} (budget.gpuHours)`}`];
}

/** Money of another kind; nothing where no stage ran on a runner. */
export function runnerLines(run: Run, now: Date, usd?: number): string[] {
  const { billedMinutes, minutesPerTrainingHour: rate } = runnerUse(run, now);
  if (billedMinutes === 0) return [];
  const price = usd === undefined ? '' : ` (${formatUsd(usd)} where a private repository pays for them)`;
  const perHour = rate === null ? '' : `, ${rate.toFixed(1)} min per hour of training`;
  return [`runners ${billedMinutes} min billed, each job rounded up${price}${perHour}`];
}

const billedLines = (billed: readonly Billed[] = []): string[] =>
  billed.map(({ lease, platform, usd, source }) =>
    usd === null
      ? `billed: ${platform} does not say for ${lease}: ${source}`
      : `billed by ${platform} for ${lease}: ${formatUsd(usd)} (${source})`,
  );
