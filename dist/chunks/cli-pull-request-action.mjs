import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  problemsIn,
  readInputs
} from "./cli-failed-stage.shared.mjs";
import "./world.shared.mjs";
import {
  tellPullRequest
} from "./cli-pull-request.shared.mjs";
import "./cli-plan.shared.mjs";
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
import {
  failureMarkdown
} from "./report-facts.shared.mjs";
import "./report-html-page.shared.mjs";
import "./report-markdown-text.shared.mjs";
import "./ledger-append.shared.mjs";
import "./cli-copies-in-artifacts.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./profile-facts.shared.mjs";
import {
  faceOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./secret-shape.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
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
import "./github-starting-event.shared.mjs";
import "./github-untrusted-event.shared.mjs";
import "./record-mark-text.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./report-debt-lines.shared.mjs";
import "./lease-clock-warning.shared.mjs";
import "./lease-balance.shared.mjs";
import "./lease-runner-minutes.shared.mjs";
import "./lease-forecast.shared.mjs";
import "./report-text-table.shared.mjs";
import {
  publishSummary,
  setOutputs
} from "./github-publish.shared.mjs";
import "./npm-actions-core-lib-command.shared.mjs";
import "./npm-actions-exec-lib-exec.shared.mjs";
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
import "./lease-concerns.shared.mjs";
import "./lease-cost.shared.mjs";
import "./github-inert.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-columns.shared.mjs";
import "./sweep-record.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-limit.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./report-event-words.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./secret-keys.shared.mjs";
import "./npm-undici-index.shared.mjs";
import {
  COMMANDS
} from "./cli-command-list.shared.mjs";
import "./cli-command.shared.mjs";
import "./cli-options.shared.mjs";
import "./nearest.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./wildcard.shared.mjs";
import "./evidence-level.shared.mjs";
import "./box-channel.shared.mjs";
import {
  redactorOf
} from "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./host-backoff.shared.mjs";
import "./problem.shared.mjs";
import "./lease-fold.shared.mjs";
import "./lease-breaker.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./money.shared.mjs";
import "./clock.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/pull-request-action.ts
async function pullRequestAction(signal) {
  setOutputs({ comment: "", smoke: "" });
  try {
    const options = COMMANDS.find(({ name }) => name === "comment")?.options ?? [];
    const settings = settingsOf({ given: readInputs(options, process.env) });
    const { markdown, smoke, comment } = await tellPullRequest(settings, await faceOf(settings), signal);
    setOutputs({ comment, smoke });
    await publishSummary(markdown);
    return 0;
  } catch (thrown) {
    const error = redactorOf(process.env).error(thrown);
    await publishSummary(failureMarkdown("comment", problemsIn(error)));
    throw error;
  }
}
export {
  pullRequestAction
};
