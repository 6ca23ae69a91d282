import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  standingOf
} from "./kaggle-output.shared.mjs";
import {
  hours,
  opened,
  quotaWords,
  runMeant,
  tailOf
} from "./cli-kaggle-problems.shared.mjs";
import "./colab-record.shared.mjs";
import "./cli-job-at-commit.shared.mjs";
import "./cli-committed-job.shared.mjs";
import "./cli-bind-job.shared.mjs";
import "./host-nearest-file.shared.mjs";
import "./job-init-reading-shell-words.shared.mjs";
import "./colab-notebook-job.shared.mjs";
import "./job-config-hash.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./github-checkout.shared.mjs";
import "./cli-bringing.shared.mjs";
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
import "./cli-settings.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./platforms-context.shared.mjs";
import "./platforms-api.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./box-stranger-text.shared.mjs";
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
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
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
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./clock.shared.mjs";
import {
  EXIT
} from "./problem.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/kaggle-status.ts
async function showSessions(settings, named, signal) {
  const { face, api, quotas } = await opened(settings, signal);
  const run = await runMeant(settings, named, face);
  const standing = await standingOf(api, run, signal);
  const user = await api.user();
  if (settings.json) process.stdout.write(jsonLine(toldOf({ run, user, quotas }, standing)));
  for (const quota of quotas) face.line(quotaWords(quota));
  say(face, run, standing);
  return standing.is === "done" ? EXIT.ok : standing.is === "failed" ? EXIT.failed : EXIT.inconclusive;
}
function toldOf({ run, user, quotas }, standing) {
  const ended = "newest" in standing ? standing.newest : void 0;
  const word = standing.is === "going-on" ? standing.word : ended?.word;
  return {
    run,
    state: standing.is,
    why: "why" in standing ? standing.why : word?.why ?? null,
    native: word?.native ?? null,
    sessions: standing.sessions.map(({ number, slug, version, header, lacks }) => ({
      session: number,
      kernel: `${user}/${slug}`,
      version,
      seconds: header.seconds,
      lacks
    })),
    cells: ended?.record?.cells.map(({ name, exitCode, saved }) => ({ cell: name, exitCode, saved })) ?? [],
    gpus: ended?.record?.gpus ?? [],
    quota: quotas.map(({ kind, used, reserved, allowed, refreshesAt = null }) => ({
      kind,
      used,
      reserved,
      allowed,
      refreshesAt
    }))
  };
}
function say(face, run, standing) {
  for (const { number, slug, version, header } of standing.sessions)
    face.line(
      `session ${number}: ${slug}, at most ${hours(header.seconds)}${version > 1 ? `, pushed ${version} times` : ""}`
    );
  if (standing.is === "none") face.line(`${run} has no session yet. next: "gpu-lease kaggle push"`);
  else if (standing.is === "going-on") {
    const { native, why } = standing.word;
    face.line(
      `session ${standing.session.number} of ${run} is ${native}${why === void 0 ? "" : `: ${why}`}`
    );
  } else if (standing.is === "done") face.line(`${run} is done. next: "gpu-lease kaggle collect"`);
  else sayEnded(face, run, standing);
}
function sayEnded(face, run, { is, newest, why, from }) {
  const { number } = newest.session;
  const what = { failed: "failed", still: "brought it no further" }[is] ?? "ended before the work was done";
  face.line(`session ${number} of ${run} ${what}: ${why}`);
  if (newest.record && newest.record.gpus.length > 0) face.line(`it ran on ${newest.record.gpus.join(", ")}`);
  const tail = is === "unfinished" ? "" : tailOf(newest);
  if (tail !== "") face.line(`its log ends with:
${tail}`);
  const start = from ? `goes on from session ${from.session.number}` : "begins at the start: nothing is saved";
  face.line(`next: "gpu-lease kaggle push${is === "unfinished" ? "" : " --again"}"; it ${start}`);
}
export {
  showSessions
};
