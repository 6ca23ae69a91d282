import { formatSeconds } from '../clock.ts';
import { costLines, usdPerHourNow, usdSoFar } from '../lease/cost.ts';
import type { Run } from '../lease/run.ts';
import { formatUsd } from '../money.ts';
import { table } from './text-table.ts';
import { jsonLine } from './visible-text.ts';

export function printCost(run: Run, now: Date, json: boolean): number {
  const lines = costLines(run, now);
  const usd = usdSoFar(run, now);
  if (json) {
    process.stdout.write(
      jsonLine({ run: run.id, usd, usdPerHourNow: usdPerHourNow(run, now), meters: lines }),
    );
    return 0;
  }
  const rows = lines.map((line) => [
    line.lease,
    line.meter,
    `${line.usdPerHour} USD/h`,
    formatSeconds(line.seconds),
    formatUsd(line.usd),
    line.running ? 'RUNNING' : 'stopped, proven',
    line.source,
  ]);
  process.stdout.write(table(['lease', 'meter', 'price', 'time', 'cost', 'state', 'price from'], rows));
  const perHour = usdPerHourNow(run, now);
  process.stdout.write(
    `\nsum ${formatUsd(usd)}${perHour > 0 ? `; waiting costs ${formatUsd(perHour)} per hour` : '; nothing is running'}\n`,
  );
  return 0;
}
