import { type CostBy, costBy } from '../lease/cost-by.ts';
import { everyRun } from '../ledger/month-of-money.ts';
import { printCostBy } from '../report/cost-by-table.ts';
import { lookingLedgerOf, type Settings } from './settings.ts';

/** `cost --by`: what all runs of the ledger have cost, the closed ones too. */
export async function costOfAll(settings: Settings, by: CostBy): Promise<number> {
  const ledger = await lookingLedgerOf(settings);
  const { runs, unread } = await everyRun(ledger);
  if (unread > 0)
    process.stderr.write(
      `${unread} of ${runs.length + unread} records could not be read, and what they cost is not counted; "gpu-lease status --archived" names them.\n`,
    );
  return printCostBy(
    { by, groups: costBy(by, runs, settings.clock.now()), where: ledger.where, unread },
    settings,
  );
}
