import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  planAsked,
  planFacts
} from "./cli-plan.shared.mjs";
import "./cli-boxes-asked.shared.mjs";
import "./profile-platform-facts.shared.mjs";
import "./report-sweep-text.shared.mjs";
import "./cli-offers.shared.mjs";
import "./course-open-run.shared.mjs";
import "./cli-bind-job.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./ledger-append.shared.mjs";
import "./cli-copies-in-artifacts.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./profile-facts.shared.mjs";
import "./cli-settings.shared.mjs";
import "./secret-shape.shared.mjs";
import "./cli-installed.shared.mjs";
import "./launch-keeper-launcher.shared.mjs";
import "./job-roster.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./job-cadence.shared.mjs";
import "./box-keeper-call.shared.mjs";
import "./profile-placement.shared.mjs";
import "./job-glob.shared.mjs";
import "./duration.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./platforms-api.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./record-mark-text.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./lease-forecast.shared.mjs";
import "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./ledger-event-lines.shared.mjs";
import "./ledger-refs.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./lease-meter-price.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./lease-cost.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./sweep-record.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-limit.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./secret-keys.shared.mjs";
import "./cli-options.shared.mjs";
import "./nearest.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./wildcard.shared.mjs";
import "./evidence-level.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./host-backoff.shared.mjs";
import "./problem.shared.mjs";
import "./lease-fold.shared.mjs";
import "./lease-breaker.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./money.shared.mjs";
import "./clock.shared.mjs";
import "./nothing.shared.mjs";
export {
  command,
  planAsked,
  planFacts
};
