import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  exitOf,
  printTable,
  unlessInterrupted,
  verified,
  writeReports
} from "./cli-print-parts.shared.mjs";
import "./cli-verify-plan.shared.mjs";
import "./cli-verify-url.shared.mjs";
import "./cli-spelling.shared.mjs";
import "./report-verify-document.shared.mjs";
import "./host-nearest-file.shared.mjs";
import "./cli-settings.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./github-inert.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-columns.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./verify-apart-limits.shared.mjs";
import "./verify-contract-verdicts.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./evidence-level.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";
export {
  command,
  exitOf,
  printTable,
  unlessInterrupted,
  verified,
  writeReports
};
