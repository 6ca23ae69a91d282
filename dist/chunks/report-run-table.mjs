import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  printRun,
  runJson,
  runText
} from "./report-run-table.shared.mjs";
import "./report-debt-lines.shared.mjs";
import "./lease-balance.shared.mjs";
import "./lease-runner-minutes.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import "./report-page.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./lease-forecast.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import "./evidence-level.shared.mjs";
import "./clock.shared.mjs";
import "./nothing.shared.mjs";
export {
  printRun,
  runJson,
  runText
};
