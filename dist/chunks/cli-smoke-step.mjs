import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  smokeLines,
  smokeOf
} from "./cli-last-smoke.shared.mjs";
import "./verify-tensor-diff.shared.mjs";
import "./job-init-reading-option-names.shared.mjs";
import {
  smokeReason
} from "./smoke-reason.shared.mjs";
import {
  derivedRunId
} from "./course-open-run.shared.mjs";
import {
  evidenceText,
  smokeEvidence
} from "./smoke-evidence.shared.mjs";
import {
  bindJob
} from "./cli-bind-job.shared.mjs";
import "./host-nearest-file.shared.mjs";
import "./job-init-reading-shell-words.shared.mjs";
import "./job-config-hash.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./github-checkout.shared.mjs";
import "./crash-frames.shared.mjs";
import "./crash-inert-line.shared.mjs";
import {
  formOf
} from "./report-links.shared.mjs";
import {
  markdownBlock,
  markdownText
} from "./report-markdown-text.shared.mjs";
import "./ledger-append.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./metrics-series.shared.mjs";
import "./collect-load-verify.shared.mjs";
import "./collect-kept-copies.shared.mjs";
import "./verify-contract-key-book.shared.mjs";
import "./collect-places.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./collect-manifest.shared.mjs";
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
import "./github-in-workflow.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./host-process-identity.shared.mjs";
import "./box-stranger-text.shared.mjs";
import {
  publishSummary,
  setOutputs
} from "./github-publish.shared.mjs";
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
import "./job-secret-names.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import {
  jsonLine,
  visible
} from "./report-visible-text.shared.mjs";
import "./verify-codec-checksum.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./refused-here.shared.mjs";
import "./verify-apart-limits.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
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
import "./npm-tunnel-index.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import {
  formatSeconds
} from "./clock.shared.mjs";
import {
  EXIT
} from "./problem.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./nothing.shared.mjs";

// src/report/smoke-markdown.ts
function smokeMarkdown({ job, inShort, proved, notProved, warnings, lines, form }) {
  const next = "a training may be started";
  return `${[
    `## ${markdownText(job)}: the smoke passed`,
    `**${markdownText(inShort)}**`,
    ...warnings.map(({ what, next: then }) => `> [!WARNING]
> ${markdownText(what)} Next: ${markdownText(then)}`),
    `**Next:** ${next}${form === void 0 ? "." : ` ([open the form](${form})).`}`,
    `It proved:

${bullets(proved)}`,
    `It did not prove:

${bullets(notProved)}`,
    `<details><summary>As the log has it</summary>

${markdownBlock(visible(lines.join("\n")))}

</details>`
  ].join("\n\n")}
`;
}
var bullets = (lines) => lines.map((each) => `- ${markdownText(each)}`).join("\n");

// src/smoke/proof.ts
function smokeProof(report) {
  const { smoke, drill, seconds, environment } = report;
  return {
    inShort: [...drillInShort(drill), ...lossInShort(report), `${formatSeconds(seconds)} in all`].join("; "),
    proved: [
      `The command runs to its end: exit 0 after ${formatSeconds(smoke.seconds)}, ${memoryWords(report)}.`,
      ...smoke.metrics ? [
        `Its metrics have ${count(smoke.metrics.lines, "record")}, and its loss is finite in each that has one.`
      ] : [],
      ...drill === "none" ? [] : drillProved(drill)
    ],
    notProved: [
      ...smoke.metrics ? [] : ["that it learns: the job declares no metrics"],
      ...drill === "none" ? ["that it goes on after a kill: the job has no resume drill"] : drillLeaves(drill),
      `anything about a GPU: it ran on ${environment.os} ${environment.arch} with ${environment.interpreter}, with tiny shapes`
    ]
  };
}
var drillInShort = (drill) => drill === "none" ? ["ran to its end; nobody killed it"] : [`killed at step ${drill.killedAtStep}, went on at step ${drill.resumedAtStep}`];
var lossInShort = ({ smoke: { metrics } }) => metrics ? [`loss ${brief(metrics.firstLoss)} to ${brief(metrics.lastLoss)}`] : [];
var memoryWords = ({ smoke: { peakMemoryMb, memoryLimitMb } }) => peakMemoryMb === void 0 ? "memory not measured" : `memory at most ${peakMemoryMb} MB of ${memoryLimitMb} MB`;
function drillProved({
  killedAtStep,
  resumedAtStep,
  reachedStep,
  checkpoint,
  replay,
  equal
}) {
  const same = replay.steps > 0 && replay.differences.length === 0;
  return [
    `Killed beside ${checkpoint} of step ${killedAtStep}, the same command in a fresh folder went on at step ${resumedAtStep} and reached step ${reachedStep}; the checkpoint loads.`,
    ...same ? [`${count(replay.steps, "step")} done twice had the same loss and rate, where they are logged.`] : [],
    ...equal ? [
      `Exact: it ended as a run that was never killed, in ${count(equal.losses, "step")} and ${count(equal.tensors, "tensor")}.`
    ] : []
  ];
}
function drillLeaves({ replay, equal }) {
  if (equal) return [];
  const differs = replay.differences.length > 0;
  return [
    `that it is the same run after a kill${differs ? `: ${count(replay.steps, "step")} done twice differ` : ""}; optimizer, scheduler, random state and place in the data were not compared (\`drill: exact\` does)`
  ];
}
var brief = (value) => String(Number(value.toPrecision(4)));
var count = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

// src/cli/smoke-step.ts
async function step(call) {
  try {
    return await smokeStep(call);
  } catch (error) {
    call.tell({ reason: visible(smokeReason(call.settings.redactor.error(error))) });
    throw error;
  }
}
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
  const { redactor, env } = settings;
  const card = {
    job: job.name,
    ...smokeProof(report),
    warnings: report.warnings,
    lines: smokeLines(report),
    form: formOf(env, "train")
  };
  await publishSummary(smokeMarkdown(redactor.deep(card)));
  return EXIT.ok;
}
export {
  smokeStep,
  step
};
