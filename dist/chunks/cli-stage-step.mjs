import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  inInputWords,
  maskedBy,
  publishFailure,
  settingsOfAction
} from "./cli-action-secrets.shared.mjs";
import {
  offerRecord
} from "./cli-record-offer.shared.mjs";
import {
  runStage
} from "./cli-stages.shared.mjs";
import "./cli-ledger-note.shared.mjs";
import "./world.shared.mjs";
import "./course-bound-at-commit.shared.mjs";
import "./cli-chain-link.shared.mjs";
import "./course-chain.shared.mjs";
import "./course-taken-back.shared.mjs";
import "./cli-first-look.shared.mjs";
import "./cli-platform-keys.shared.mjs";
import "./cli-own-run.shared.mjs";
import "./report-compared-curves.shared.mjs";
import "./tick-look-bill.shared.mjs";
import "./cli-last-smoke.shared.mjs";
import "./verify-tensor-diff.shared.mjs";
import "./job-init-reading-option-names.shared.mjs";
import "./course-open-run.shared.mjs";
import "./smoke-evidence.shared.mjs";
import "./github-caller-workflow.shared.mjs";
import "./cli-bind-job.shared.mjs";
import "./host-nearest-file.shared.mjs";
import "./job-init-reading-shell-words.shared.mjs";
import "./job-config-hash.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./github-checkout.shared.mjs";
import "./cli-git-remotes.shared.mjs";
import "./approval-ended-by-hand.shared.mjs";
import "./box-dead-man.shared.mjs";
import "./course-store-kept.shared.mjs";
import "./cli-ssh-hosts.shared.mjs";
import "./box-openssh-client.shared.mjs";
import "./cli-refuse-strangers.shared.mjs";
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
import "./cli-given-approval.shared.mjs";
import "./course-find-run.shared.mjs";
import "./ledger-append.shared.mjs";
import "./box-traffic-count.shared.mjs";
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
  faceOf
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
import {
  refuseUntrusted
} from "./github-untrusted-event.shared.mjs";
import "./cli-ledger-opening.shared.mjs";
import "./ledger-event-lines.shared.mjs";
import "./ledger-no-refs.shared.mjs";
import "./ledger-refs.shared.mjs";
import "./host-hold-file.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import {
  workflowsRepository
} from "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./lease-next.shared.mjs";
import "./lease-endings.shared.mjs";
import "./record-mark-text.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./host-process-identity.shared.mjs";
import "./box-ssh-config-hosts.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./report-whole-file.shared.mjs";
import "./report-run-table.shared.mjs";
import "./report-debt-lines.shared.mjs";
import "./lease-balance.shared.mjs";
import "./lease-runner-minutes.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import "./report-page.shared.mjs";
import "./github-publish.shared.mjs";
import "./github-inert.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./github-runner.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./job-kubernetes-schema.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./job-glob.shared.mjs";
import "./job-slurm-schema.shared.mjs";
import "./job-quantity.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import {
  hiddenSecretsOf
} from "./job-secret-names.shared.mjs";
import "./cli-known-platforms.shared.mjs";
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
import {
  redactorOf
} from "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import {
  refusedHere
} from "./refused-here.shared.mjs";
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
import {
  COMMANDS
} from "./cli-command.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./job-short-forms.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./sweep-record.shared.mjs";
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
import {
  startingEvent
} from "./github-starting-event.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/stage-step.ts
async function stageStep(stage, env, signal, uploaded) {
  let settings;
  let command;
  let order;
  let runId = env["INPUT_RUN"] ?? "";
  try {
    refuseUntrusted({ name: stage }, startingEvent(env));
    command = stageNamed(stage === "kept" ? "watch" : stage);
    settings = settingsOfAction(command, env);
    const face = await faceOf(settings);
    const mask = maskedBy(face, env);
    const step = await stepOf(stage);
    const call = { settings, face, signal };
    if (command.action?.records) order = call;
    const exitCode = await step(call, {
      uploaded,
      async onRun(run) {
        runId = run.id;
        for (const name of run.opened ? hiddenSecretsOf(run.opened.document) : []) mask(name);
        await warnOfCheckout(stage, run, face, env);
      }
    });
    if (order) await offerRecord(order, runId);
    return exitCode;
  } catch (thrown) {
    const error = (settings?.redactor ?? redactorOf(env)).error(inInputWords(refusedHere(thrown), command));
    await publishFailure({ stage, error, runId, settings });
    if (order) await offerRecord(order, runId, thrown);
    throw error;
  }
}
async function stepOf(stage) {
  if (stage === "gate") return (await import("./cli-gate.mjs")).runGate;
  if (stage === "kept") return (await import("./cli-kept-step.mjs")).runKeptStep;
  return runStage.bind(void 0, stage);
}
function stageNamed(stage) {
  const stages = COMMANDS.filter((each) => each.action?.of === "run");
  const command = stages.find((each) => each.name === stage);
  if (command) return command;
  throw new Problem({
    code: "unknown-stage",
    kind: "usage",
    what: `"${stage}" is no stage.`,
    next: `Use one of: ${stages.map((each) => each.name).join(", ")}.`
  });
}
async function warnOfCheckout(stage, run, face, env) {
  const commit = run.opened?.commit;
  if (commit === void 0 || run.seal || run.closed || !["launch", "watch"].includes(stage)) return;
  const mayFetch = workflowsRepository(env) !== void 0;
  const { checkoutOf, checkoutWarning } = await import("./github-checkout.mjs");
  const warning = checkoutWarning(run.id, commit, await checkoutOf(process.cwd(), commit), mayFetch);
  if (warning) face.warn(warning);
}
export {
  stageStep
};
