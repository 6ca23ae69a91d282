import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  isRun
} from "./cli-kaggle-problems.shared.mjs";
import "./cli-job-at-commit.shared.mjs";
import "./cli-committed-job.shared.mjs";
import "./colab-notebook-job.shared.mjs";
import "./cli-bind-job.shared.mjs";
import "./job-init-reading-shell-words.shared.mjs";
import "./job-config-hash.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./github-checkout.shared.mjs";
import "./launch-install-command.shared.mjs";
import "./job-watched.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./launch-conda-by-pip.shared.mjs";
import "./job-requirements-file.shared.mjs";
import "./box-keeper-call.shared.mjs";
import "./box-keeper-text.shared.mjs";
import {
  settingsOf
} from "./cli-settings.shared.mjs";
import "./platforms-context.shared.mjs";
import {
  PlatformAnswer
} from "./platforms-api.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./github-runner.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-glob.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./job-slurm-schema.shared.mjs";
import "./job-kubernetes-schema.shared.mjs";
import "./job-quantity.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./host-installed.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./job-data-source.shared.mjs";
import "./secret-shape.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./host-backoff.shared.mjs";
import "./verify-codec-crc32c.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./verify-read-hdf5-signature.shared.mjs";
import "./wildcard.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./verify-codec-crc32.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./clock.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/kaggle.ts
async function command(request, signal) {
  try {
    return await verbOf(request, signal);
  } catch (error) {
    throw error instanceof PlatformAnswer ? unexpected(error) : error;
  }
}
async function verbOf(request, signal) {
  const [verb, place, ...more] = request.words;
  if (more.length > 0) throw wrongWords();
  switch (verb) {
    case "push": {
      const { pushNext } = await import("./cli-kaggle-push.mjs");
      if (place !== void 0 && isRun(place)) return pushNext(settingsOf(request), place, signal);
      const given = place === void 0 ? request.given : { ...request.given, job: place };
      return pushNext(settingsOf({ ...request, given }), void 0, signal);
    }
    case "status": {
      const { showSessions } = await import("./cli-kaggle-status.mjs");
      return showSessions(settingsOf(request), place, signal);
    }
    case "collect": {
      const { collectOutput } = await import("./cli-kaggle-collect.mjs");
      return collectOutput(settingsOf(request), place, signal);
    }
    default:
      throw wrongWords();
  }
}
var unexpected = (error) => new Problem(
  {
    code: "kaggle-answer",
    kind: "unreachable",
    what: `${error.message}. This says nothing about sessions there; one that runs uses the quota until it ends.`,
    next: "Run the same command again; where it stays so, look at kaggle.com/code and at what the login may do."
  },
  { cause: error }
);
var wrongWords = () => new Problem({
  code: "kaggle-words",
  kind: "usage",
  what: 'That is neither "kaggle push [JOB or RUN]" nor "kaggle status [RUN]" nor "kaggle collect [RUN]".',
  next: 'Write one of them. See "gpu-lease kaggle --help".'
});
export {
  command
};
