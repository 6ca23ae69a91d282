import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  askForReleases
} from "./cli-ask.shared.mjs";
import "./approval-ask.shared.mjs";
import "./github-caller-workflow.shared.mjs";
import "./course-find-run.shared.mjs";
import "./cli-copies-in-artifacts.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./ledger-append.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./approval-meaning.shared.mjs";
import "./profile-deadlines.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./profile-staleness.shared.mjs";
import "./cli-settings.shared.mjs";
import "./platforms-api.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./host-installed.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./lease-endings.shared.mjs";
import "./lease-meter-price.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./secret-shape.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./secret-keys.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./host-backoff.shared.mjs";
import "./sweep-record.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./host-limit.shared.mjs";
import "./problem.shared.mjs";
import "./lease-fold.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./lease-breaker.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-clock-warning.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import "./lease-run.shared.mjs";
import "./lease-cost.shared.mjs";
import "./money.shared.mjs";
import "./clock.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/ask-step.ts
async function step({ settings, face, signal, tell }) {
  const asked = await askForReleases(settings, face, signal);
  tell({ asked: String(asked.length) });
  return 0;
}
export {
  step
};
