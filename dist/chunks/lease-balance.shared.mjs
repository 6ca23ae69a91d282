import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  runnerUse
} from "./lease-runner-minutes.shared.mjs";
import {
  pageOn
} from "./report-page.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  workLeftSeconds
} from "./lease-forecast.shared.mjs";
import {
  costLines,
  gpuHoursSoFar,
  usdBetween,
  usdPerHourNow
} from "./lease-cost.shared.mjs";
import {
  isQueued
} from "./lease-fold-queue.shared.mjs";
import {
  formatGb
} from "./lease-traffic.shared.mjs";
import {
  formatUsd,
  usdFor
} from "./money.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";

// src/lease/balance.ts
function balanceOf(run, now) {
  const accruedUsd = costLines(run, now).reduce((sum, line) => sum + line.usd, 0);
  const waste = run.leases.flatMap((lease) => wasteOf(lease, now)).filter(({ usd }) => usd > 0);
  const perHour = usdPerHourNow(run, now);
  const left = run.closed ? 0 : secondsLeft(run, now);
  return {
    plannedUsd: run.leases.find((lease) => lease.intent.expectedUsd !== void 0)?.intent.expectedUsd ?? null,
    accruedUsd,
    waste,
    wasteUsd: waste.reduce((sum, { usd }) => sum + usd, 0),
    forecastUsd: left === void 0 ? null : accruedUsd + usdFor(perHour > 0 ? perHour : lastPrice(run), left),
    usdPerHourNow: perHour
  };
}
function wasteOf(lease, now) {
  const name = lease.name;
  const end = now.getTime();
  if (lease.failure !== void 0)
    return [{ lease: name, usd: usdBetween(lease, 0, end), why: `never used: ${lease.failure}` }];
  const begin = lease.firstStartedAt ?? lease.lostAt;
  const idleUntil = begin === void 0 ? end : Math.min(end, Date.parse(begin));
  const idle = { lease: name, usd: usdBetween(lease, 0, idleUntil), why: "before the run was started on it" };
  if (lease.lostAt === void 0) return [idle];
  const after = usdBetween(lease, Date.parse(lease.lostAt), end);
  return [idle, { lease: name, usd: after, why: "after the platform took it away" }];
}
function secondsLeft(run, now) {
  const left = workLeftSeconds(run);
  if (left === void 0 || left === 0) return left;
  const isCounted = run.opened?.document.metrics?.totalSteps !== void 0;
  const startedAt = run.leases.findLast((lease) => lease.state === "running")?.startedAt;
  if (isCounted || startedAt === void 0) return left;
  return Math.max(0, left - Math.max(0, secondsBetween(new Date(startedAt), now)));
}
var lastPrice = (run) => run.leases.at(-1)?.usdPerHour ?? 0;

// src/report/cost-table.ts
function printCost(run, now, { json, env, billed, runnersUsd }) {
  const lines = costLines(run, now);
  const balance = balanceOf(run, now);
  if (json) {
    const { accruedUsd: usd, ...rest } = balance;
    const runners = { ...runnerUse(run, now), usd: runnersUsd ?? null };
    process.stdout.write(
      jsonLine({ run: run.id, usd, ...rest, meters: lines, billed: billed ?? null, runners })
    );
    return 0;
  }
  const rows = lines.map((line) => [
    line.lease,
    line.meter,
    line.bytes === void 0 ? `${line.usdPerHour} USD/h` : "by the GB",
    line.bytes === void 0 ? formatSeconds(line.seconds) : formatGb(line.bytes),
    formatUsd(line.usd),
    line.bytes !== void 0 ? "as far as known" : line.running ? "RUNNING" : "stopped, proven",
    line.source
  ]);
  const page = pageOn(process.stdout, env);
  page.print(
    [
      table(["lease", "meter", "price", "for", "cost", "state", "price from"], rows, page.columns),
      ...moneyLines(balance),
      ...gpuHourLines(run, now),
      ...billedLines(billed),
      ...runnerLines(run, now, runnersUsd)
    ].join("\n")
  );
  return 0;
}
function moneyLines(balance) {
  const { plannedUsd, accruedUsd, waste, wasteUsd, forecastUsd, usdPerHourNow: usdPerHourNow2 } = balance;
  const waiting = usdPerHourNow2 > 0 ? `waiting costs ${formatUsd(usdPerHourNow2)} per hour` : "nothing is running";
  return [
    `sum ${formatUsd(accruedUsd)}; ${waiting}`,
    ...plannedUsd === null ? [] : [`planned ${formatUsd(plannedUsd)}, when the box was chosen`],
    ...forecastUsd === null ? [] : [`forecast ${formatUsd(forecastUsd)}, at today's price for the work that is left`],
    ...waste.length === 0 ? [] : [`of no use ${formatUsd(wasteUsd)}:`],
    ...waste.map(({ lease, usd, why }) => `  ${lease}: ${formatUsd(usd)} ${why}`)
  ];
}
function gpuHourLines(run, now) {
  const most = run.opened?.budget?.gpuHours;
  const used = gpuHoursSoFar(run, now);
  if (most === void 0 && (used === 0 || !run.leases.some(isQueued))) return [];
  return [`GPU-hours ${used.toFixed(1)}${most === void 0 ? "" : ` of ${most} (budget.gpuHours)`}`];
}
function runnerLines(run, now, usd) {
  const { billedMinutes, minutesPerTrainingHour: rate } = runnerUse(run, now);
  if (billedMinutes === 0) return [];
  const price = usd === void 0 ? "" : ` (${formatUsd(usd)} where a private repository pays for them)`;
  const perHour = rate === null ? "" : `, ${rate.toFixed(1)} min per hour of training`;
  return [`runners ${billedMinutes} min billed, each job rounded up${price}${perHour}`];
}
var billedLines = (billed = []) => billed.map(
  ({ lease, platform, usd, source }) => usd === null ? `billed: ${platform} does not say for ${lease}: ${source}` : `billed by ${platform} for ${lease}: ${formatUsd(usd)} (${source})`
);

export {
  printCost,
  gpuHourLines,
  runnerLines
};
