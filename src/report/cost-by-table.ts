import type { CostBy, CostGroup } from '../lease/cost-by.ts';
import { formatUsd } from '../money.ts';
import { pageOn } from './page.ts';
import { table } from './text-table.ts';
import { jsonLine } from './visible-text.ts';

interface CostsOfAll {
  by: CostBy;
  groups: readonly CostGroup[];
  /** The ledger. */
  where: string;
  /** Records that could not be read. */
  unread: number;
}

export function printCostBy(
  { by, groups, where, unread }: CostsOfAll,
  { json, env }: { json: boolean; env: NodeJS.ProcessEnv },
): number {
  const usd = Number(groups.reduce((sum, group) => sum + group.usd, 0).toFixed(6));
  if (json) {
    const named = groups.map(({ of, ...rest }) => ({ [by]: of, ...rest }));
    process.stdout.write(jsonLine({ by, usd, unread, groups: named }));
    return 0;
  }
  const page = pageOn(process.stdout, env);
  if (groups.length === 0) {
    page.print(`No run in ${where} has cost anything.`);
    return 0;
  }
  const rows = groups.map((group) => [
    group.of,
    formatUsd(group.usd),
    String(group.runs),
    group.usdPerHour > 0 ? `${group.usdPerHour} USD/h` : '-',
  ]);
  page.print(`${table([by, 'cost', 'runs', 'now'], rows, page.columns)}sum ${formatUsd(usd)} in ${where}`);
  return 0;
}
