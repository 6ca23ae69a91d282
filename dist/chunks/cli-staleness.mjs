import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  exitOf,
  scanned
} from "./cli-staleness.shared.mjs";
import "./report-sarif.shared.mjs";
import "./cli-bundled-root.shared.mjs";
import "./cli-runner-rates.shared.mjs";
import "./cli-profile-files.shared.mjs";
import "./report-markdown-text.shared.mjs";
import "./cli-settings.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./report-whole-file.shared.mjs";
import "./report-page.shared.mjs";
import "./github-inert.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./profile-stale-verbs.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./evidence-level.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";
export {
  command,
  exitOf,
  scanned
};
