import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  inInputWords,
  maskedBy,
  problemsIn,
  settingsOfAction
} from "./cli-action-secrets.shared.mjs";
import "./world.shared.mjs";
import {
  failureMarkdown
} from "./lease-phases.shared.mjs";
import "./box-memory-use.shared.mjs";
import "./box-memory-series.shared.mjs";
import "./report-card-words.shared.mjs";
import {
  uploadOutcome
} from "./collect-afar.shared.mjs";
import "./collect-box-questions.shared.mjs";
import "./box-audit.shared.mjs";
import "./crash-frames.shared.mjs";
import "./crash-inert-line.shared.mjs";
import "./report-links.shared.mjs";
import "./report-markdown-text.shared.mjs";
import "./lease-driven.shared.mjs";
import "./report-html-page.shared.mjs";
import "./report-metrics-charts.shared.mjs";
import "./box-log-name.shared.mjs";
import "./report-loss-chart.shared.mjs";
import "./metrics-series.shared.mjs";
import "./collect-collect-problems.shared.mjs";
import "./collect-places.shared.mjs";
import "./collect-seal.shared.mjs";
import "./collect-disk-worker.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./collect-manifest.shared.mjs";
import "./job-requirements-file.shared.mjs";
import "./box-keeper-text.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-tensor-element-block.shared.mjs";
import {
  faceOf
} from "./cli-settings.shared.mjs";
import "./profile-deadlines.shared.mjs";
import "./job-roster.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import {
  refuseUntrusted
} from "./github-untrusted-event.shared.mjs";
import "./ledger-refs.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./report-whole-file.shared.mjs";
import "./report-run-table.shared.mjs";
import "./report-debt-lines.shared.mjs";
import "./lease-balance.shared.mjs";
import "./lease-runner-minutes.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import "./report-page.shared.mjs";
import {
  publishSummary,
  setOutputs
} from "./github-publish.shared.mjs";
import "./github-inert.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./github-runner.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-glob.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import {
  hiddenSecretsOf
} from "./job-secret-names.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./stores-compare.shared.mjs";
import "./report-event-words.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
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
import "./verify-contract-verdict.shared.mjs";
import "./profile-overrides.shared.mjs";
import "./profile-stale-verbs.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./lease-forecast.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import {
  COMMANDS
} from "./cli-command.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
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
import "./npm-tunnel-index.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/action.ts
async function runAction(name, env, signal) {
  const [wisher = ""] = name === "stored" ? (env["GPU_LEASE_UPLOAD_OF"] ?? "").split(" ") : [name];
  const command = COMMANDS.find((each) => each.name === wisher);
  const load = command?.action?.step;
  if (command && load) {
    refuseUntrusted(command, startingEvent(env));
    const { step } = await load();
    return actionStep(command, step, env, signal);
  }
  const { stageStep } = await import("./cli-stage-step.mjs");
  if (name !== "stored") return stageStep(name, env, signal);
  return stageStep(wisher === "kept" ? "kept" : "collect", env, signal, uploadOutcome(env));
}
async function actionStep(command, step, env, signal) {
  const { outputs = {}, atFirst = {} } = command.action ?? {};
  setOutputs(Object.fromEntries(Object.keys(outputs).map((each) => [each, atFirst[each] ?? ""])));
  let redactor = redactorOf(env);
  try {
    const settings = settingsOfAction(command, env, command);
    redactor = settings.redactor;
    const face = await faceOf(settings);
    const mask = maskedBy(face, env);
    const onRun = (run) => {
      for (const each of run.opened ? hiddenSecretsOf(run.opened.document) : []) {
        mask(each);
        redactor.learn(env[each] ?? "");
      }
    };
    return await step({ settings, face, signal, onRun, tell: setOutputs, summarize: publishSummary });
  } catch (thrown) {
    const error = redactor.error(inInputWords(refusedHere(thrown), command));
    await publishSummary(failureMarkdown(command.name, problemsIn(error)));
    throw error;
  }
}
export {
  runAction
};
