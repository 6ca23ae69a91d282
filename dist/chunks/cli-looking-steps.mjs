import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  listing,
  recordOf,
  runsOf,
  sayNotVerified
} from "./cli-status.shared.mjs";
import {
  planAsked,
  planText
} from "./cli-own-park.shared.mjs";
import "./course-sweep-open.shared.mjs";
import "./profile-platform-facts.shared.mjs";
import "./profile-runner-price.shared.mjs";
import "./cli-runner-rates.shared.mjs";
import "./tick-look-bill.shared.mjs";
import "./course-open-run.shared.mjs";
import "./report-sweep-text.shared.mjs";
import "./cli-offers.shared.mjs";
import "./report-best-cell.shared.mjs";
import "./cli-bind-job.shared.mjs";
import "./host-nearest-file.shared.mjs";
import "./job-init-reading-shell-words.shared.mjs";
import "./job-config-hash.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./github-checkout.shared.mjs";
import "./course-large-checkpoint.shared.mjs";
import "./course-data.shared.mjs";
import "./launch-keeper-launcher.shared.mjs";
import "./collect-afar.shared.mjs";
import "./lease-clock-doubt.shared.mjs";
import "./collect-box-questions.shared.mjs";
import "./box-audit.shared.mjs";
import {
  markdownBlock
} from "./report-markdown-text.shared.mjs";
import "./course-find-run.shared.mjs";
import "./ledger-append.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./collect-collect-problems.shared.mjs";
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
  lookingLedgerOf
} from "./cli-settings.shared.mjs";
import "./profile-deadlines.shared.mjs";
import "./job-roster.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./platforms-api.shared.mjs";
import "./ledger-event-lines.shared.mjs";
import "./ledger-no-refs.shared.mjs";
import "./ledger-refs.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./record-mark-text.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./box-stranger-text.shared.mjs";
import {
  runJson,
  runText
} from "./report-run-table.shared.mjs";
import "./report-debt-lines.shared.mjs";
import "./lease-balance.shared.mjs";
import "./lease-runner-minutes.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import "./report-page.shared.mjs";
import {
  inert
} from "./github-inert.shared.mjs";
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
import "./job-secret-names.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./stores-compare.shared.mjs";
import "./data-fetch-plan.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import {
  visible
} from "./report-visible-text.shared.mjs";
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
import {
  fold
} from "./lease-capacity.shared.mjs";
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
import "./npm-tunnel-index.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/looking-steps.ts
async function planStep(call) {
  const { settings, face, signal, tell } = call;
  const world = openWorld({ settings, face, signal }, await lookingLedgerOf(settings));
  try {
    const facts = settings.redactor.deep(await planAsked(world, settings, face));
    const { choice, cost } = facts;
    tell({
      platform: choice?.platform ?? "",
      offer: choice?.offer ?? "",
      "usd-per-hour": choice ? String(choice.usdPerHour) : "",
      "expected-usd": cost.expectedUsd === null ? "" : cost.expectedUsd.toFixed(4),
      "at-most-usd": cost.atMostUsd.toFixed(4)
    });
    await show(call, "plan", planText(facts));
    return 0;
  } finally {
    await world.close();
  }
}
async function statusStep(call) {
  const { settings, tell } = call;
  const now = settings.clock.now();
  const named = settings.value("run");
  const { where, runs } = named === void 0 ? await runsOf(settings, false) : { where: "", runs: [] };
  const only = named ?? (runs.length === 1 ? runs[0]?.run : void 0);
  if (only !== void 0) {
    const { id, events, trust } = await recordOf(settings, only);
    if (trust === "not-verified") sayNotVerified(id);
    const run = fold(id, events);
    const facts = settings.redactor.deep(runJson(run, now));
    tell({
      runs: "1",
      state: facts.state,
      "cost-usd": facts.costUsd.toFixed(4),
      json: JSON.stringify(facts)
    });
    await show(call, `status of ${id}`, settings.redactor.text(runText(run, now)));
    return 0;
  }
  tell({
    runs: String(runs.length),
    state: "",
    "cost-usd": runs.reduce((sum, { usd }) => sum + usd, 0).toFixed(4),
    json: JSON.stringify({ runs })
  });
  await show(call, "status", await listing({ where, runs, archived: false }, now));
  return 0;
}
async function show({ summarize }, heading, text) {
  const shown = visible(text);
  process.stdout.write(inert(`${shown}
`));
  await summarize(`## ${heading}

${markdownBlock(shown)}
`);
}
export {
  planStep,
  statusStep
};
