import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  tick
} from "./cli-tick.shared.mjs";
import "./course-face-of-run.shared.mjs";
import {
  offerLook
} from "./cli-record-offer.shared.mjs";
import "./tick-schedule.shared.mjs";
import "./course-taken-back.shared.mjs";
import "./course-hidden-runs.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./box-audit.shared.mjs";
import "./collect-kept-parcel.shared.mjs";
import "./lease-loss.shared.mjs";
import "./lease-giving-up.shared.mjs";
import "./collect-load-verify.shared.mjs";
import "./collect-kept-copies.shared.mjs";
import "./metrics-series.shared.mjs";
import "./report-markdown-text.shared.mjs";
import "./course-data.shared.mjs";
import "./collect-afar.shared.mjs";
import "./lease-clock-doubt.shared.mjs";
import "./job-watched.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./job-cadence.shared.mjs";
import "./box-keeper-call.shared.mjs";
import "./job-requirements-file.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./ledger-append.shared.mjs";
import "./cli-copies-in-artifacts.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./profile-facts.shared.mjs";
import "./cli-settings.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./cli-installed.shared.mjs";
import "./approval-request.shared.mjs";
import "./github-in-workflow.shared.mjs";
import "./profile-deadlines.shared.mjs";
import "./job-roster.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./profile-placement.shared.mjs";
import "./job-glob.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./platforms-api.shared.mjs";
import "./cli-ledger-opening.shared.mjs";
import "./ledger-no-refs.shared.mjs";
import "./ledger-event-lines.shared.mjs";
import "./ledger-refs.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./host-hold-file.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./lease-meter-price.shared.mjs";
import "./record-mark-text.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./host-process-identity.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import "./data-fetch-plan.shared.mjs";
import "./job-data-source.shared.mjs";
import "./secret-shape.shared.mjs";
import "./lease-clock-warning.shared.mjs";
import "./lease-concerns.shared.mjs";
import "./lease-forecast.shared.mjs";
import "./lease-cost.shared.mjs";
import "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import "./github-publish.shared.mjs";
import "./github-inert.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./github-runner.shared.mjs";
import "./stores-compare.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./box-channel.shared.mjs";
import "./stores-box-store.shared.mjs";
import "./stores-s3-bucket.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./stores-store.shared.mjs";
import "./refused-here.shared.mjs";
import "./secret-keys.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-options.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./verify-engine-role-guess.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-read-http-source.shared.mjs";
import "./host-backoff.shared.mjs";
import "./verify-apart-messages.shared.mjs";
import "./verify-engine-change.shared.mjs";
import "./verify-codec-crc32c.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./wildcard.shared.mjs";
import "./verify-contract-oddity.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./evidence-level.shared.mjs";
import "./verify-codec-crc32.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./host-limit.shared.mjs";
import "./problem.shared.mjs";
import "./lease-fold.shared.mjs";
import "./lease-breaker.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./money.shared.mjs";
import "./clock.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/tick-step.ts
async function step({ settings, face, signal, onRun }) {
  const runs = [];
  let earlier;
  const { exitCode } = await tick(settings, face, signal, {
    onRun(run) {
      runs.push(run.id);
      onRun(run);
    },
    onEarlier(found) {
      earlier = found;
    }
  });
  await offerLook({ settings, face, signal }, runs, earlier);
  return exitCode;
}
export {
  step
};
