import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  smokeLines,
  smokeOf
} from "./cli-smoke.shared.mjs";
import {
  evidenceText,
  smokeEvidence
} from "./smoke-evidence.shared.mjs";
import {
  derivedRunId
} from "./course-open-run.shared.mjs";
import {
  bindJob
} from "./cli-bind-job.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./job-init-reading-shell-words.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./collect-load-verify.shared.mjs";
import "./collect-kept-copies.shared.mjs";
import "./metrics-series.shared.mjs";
import {
  markdownBlock,
  markdownText
} from "./report-markdown-text.shared.mjs";
import "./job-watched.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./launch-conda-by-pip.shared.mjs";
import "./box-keeper-call.shared.mjs";
import "./box-keeper-text.shared.mjs";
import "./job-requirements-file.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./ledger-append.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./cli-installed.shared.mjs";
import "./job-glob.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./host-process-identity.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import "./job-data-source.shared.mjs";
import "./secret-shape.shared.mjs";
import "./lease-cost.shared.mjs";
import {
  publishSummary,
  setOutputs
} from "./github-publish.shared.mjs";
import "./github-inert.shared.mjs";
import "./host-own-environment.shared.mjs";
import {
  jsonLine,
  visible
} from "./report-visible-text.shared.mjs";
import "./github-runner.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./refused-here.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./verify-tensor-diff.shared.mjs";
import "./verify-engine-role-guess.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./host-backoff.shared.mjs";
import "./verify-apart-messages.shared.mjs";
import "./verify-engine-change.shared.mjs";
import "./verify-codec-crc32c.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./verify-read-hdf5-signature.shared.mjs";
import "./wildcard.shared.mjs";
import "./verify-contract-oddity.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./evidence-level.shared.mjs";
import "./verify-codec-crc32.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./sweep-record.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./host-limit.shared.mjs";
import {
  EXIT
} from "./problem.shared.mjs";
import "./lease-fold.shared.mjs";
import "./lease-breaker.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./money.shared.mjs";
import "./clock.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/smoke-step.ts
var step = (call) => smokeStep(call);
async function smokeStep({ settings, face, signal }) {
  const bound = await bindJob(settings, face);
  const { job, code, configHash } = bound;
  if (job.smoke === "none") {
    face.line('the job says "smoke: none": nothing is run, and whoever opens the run writes that down');
    if (settings.json) process.stdout.write(jsonLine({ smoke: "none" }));
    await publishSummary(`## No smoke for ${markdownText(job.name)}

The job file says \`smoke: none\`.
`);
    return EXIT.ok;
  }
  face.heading(`smoke of ${job.name} at commit ${code.commit.slice(0, 8)}`);
  const { clock } = settings;
  const report = await smokeOf({ clock, face, signal }, settings, bound, derivedRunId(settings, bound));
  const evidence = smokeEvidence(report, { commit: code.commit, configHash });
  setOutputs({ evidence: evidenceText(evidence) });
  if (settings.json) process.stdout.write(jsonLine({ smoke: "passed", evidence }));
  const lines = visible(settings.redactor.text(smokeLines(report).join("\n")));
  await publishSummary(`## Smoke of ${markdownText(job.name)} passed

${markdownBlock(lines)}
`);
  return EXIT.ok;
}
export {
  smokeStep,
  step
};
