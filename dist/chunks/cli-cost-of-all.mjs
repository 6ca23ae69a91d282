import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  costBy,
  everyRun
} from "./lease-cost-by.shared.mjs";
import {
  lookingLedgerOf
} from "./cli-settings.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import {
  pageOn
} from "./report-page.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/report/cost-by-table.ts
function printCostBy({ by, groups, where, unread }, { json, env }) {
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
    group.usdPerHour > 0 ? `${group.usdPerHour} USD/h` : "-"
  ]);
  page.print(`${table([by, "cost", "runs", "now"], rows, page.columns)}sum ${formatUsd(usd)} in ${where}`);
  return 0;
}

// src/cli/cost-of-all.ts
async function costOfAll(settings, by) {
  const ledger = await lookingLedgerOf(settings);
  const { runs, unread } = await everyRun(ledger);
  if (unread > 0)
    process.stderr.write(
      `${unread} of ${runs.length + unread} records could not be read, and what they cost is not counted; "gpu-lease status --archived" names them.
`
    );
  return printCostBy(
    { by, groups: costBy(by, runs, settings.clock.now()), where: ledger.where, unread },
    settings
  );
}
export {
  costOfAll
};
