import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  giveUp
} from "./approval-approve-loss.shared.mjs";
import "./approval-ended-by-hand.shared.mjs";
import "./box-dead-man.shared.mjs";
import "./course-store-kept.shared.mjs";
import {
  forgetReleased
} from "./cli-ssh-hosts.shared.mjs";
import "./box-openssh-client.shared.mjs";
import {
  refuseStrangers
} from "./cli-refuse-strangers.shared.mjs";
import "./collect-kept-parcel.shared.mjs";
import "./box-run-logs.shared.mjs";
import "./notify-discord.shared.mjs";
import "./collect-set-listing.shared.mjs";
import "./lease-giving-up.shared.mjs";
import "./lease-phases.shared.mjs";
import "./lease-change-news.shared.mjs";
import "./collect-known-files.shared.mjs";
import "./lease-ended-in-queue.shared.mjs";
import "./box-memory-use.shared.mjs";
import "./box-memory-series.shared.mjs";
import "./box-route.shared.mjs";
import "./report-card-words.shared.mjs";
import "./course-large-checkpoint.shared.mjs";
import "./course-data.shared.mjs";
import "./launch-keeper-launcher.shared.mjs";
import "./collect-afar.shared.mjs";
import "./lease-clock-doubt.shared.mjs";
import "./collect-box-questions.shared.mjs";
import "./box-audit.shared.mjs";
import "./lease-cost-by.shared.mjs";
import "./crash-frames.shared.mjs";
import "./crash-inert-line.shared.mjs";
import "./report-links.shared.mjs";
import "./report-markdown-text.shared.mjs";
import {
  givenOf
} from "./cli-given-approval.shared.mjs";
import {
  onlyOpenRun
} from "./course-find-run.shared.mjs";
import "./ledger-append.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./attest-run-statement.shared.mjs";
import "./attest-beside.shared.mjs";
import "./report-html-page.shared.mjs";
import "./report-metrics-charts.shared.mjs";
import "./collect-printed.shared.mjs";
import "./box-log-name.shared.mjs";
import "./lease-lookable.shared.mjs";
import "./report-kept-curves.shared.mjs";
import "./report-loss-chart.shared.mjs";
import "./metrics-series.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./collect-claims.shared.mjs";
import "./collect-collect-problems.shared.mjs";
import "./collect-load-verify.shared.mjs";
import "./collect-kept-copies.shared.mjs";
import "./verify-contract-key-book.shared.mjs";
import "./collect-places.shared.mjs";
import "./cli-bringing.shared.mjs";
import "./collect-seal.shared.mjs";
import "./collect-disk-worker.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./collect-manifest.shared.mjs";
import "./launch-install-command.shared.mjs";
import "./job-watched.shared.mjs";
import "./launch-conda-by-pip.shared.mjs";
import "./job-requirements-file.shared.mjs";
import "./box-keeper-call.shared.mjs";
import "./box-keeper-text.shared.mjs";
import "./box-keeper-pattern.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-tensor-element-block.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./approval-approve-release.shared.mjs";
import "./approval-lines-for-approver.shared.mjs";
import "./github-in-workflow.shared.mjs";
import "./approval-meaning.shared.mjs";
import "./lease-warrant.shared.mjs";
import "./profile-deadlines.shared.mjs";
import "./job-roster.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./platforms-api.shared.mjs";
import "./host-hold-file.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./lease-next.shared.mjs";
import "./lease-endings.shared.mjs";
import "./record-mark-text.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./host-process-identity.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./report-whole-file.shared.mjs";
import "./report-run-table.shared.mjs";
import "./report-debt-lines.shared.mjs";
import "./lease-balance.shared.mjs";
import "./lease-runner-minutes.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import "./report-page.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./job-glob.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./stores-compare.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import "./data-fetch-plan.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-event-words.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./verify-codec-checksum.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./box-channel.shared.mjs";
import "./stores-box-store.shared.mjs";
import "./verify-read-http-source.shared.mjs";
import "./stores-store.shared.mjs";
import "./stores-lent.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./refused-here.shared.mjs";
import "./verify-apart-limits.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./secret-keys.shared.mjs";
import "./job-cadence.shared.mjs";
import "./profile-overrides.shared.mjs";
import "./profile-stale-verbs.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./job-cuda.shared.mjs";
import "./lease-meter-price.shared.mjs";
import "./lease-forecast.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
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
import "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/abandon.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  const face = await faceOf(settings);
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  const print = settings.json ? (line) => process.stdout.write(line) : void 0;
  try {
    const id = settings.value("run") ?? await onlyOpenRun(ledger);
    return await giveUp({ here: settings, world, given: givenOf(settings), print }, id);
  } finally {
    await world.close();
    await forgetReleased(settings);
  }
}
export {
  command
};
