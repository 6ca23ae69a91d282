import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  notebookText,
  requireCommitted
} from "./cli-committed-job.shared.mjs";
import {
  bindJob
} from "./cli-bind-job.shared.mjs";
import "./host-nearest-file.shared.mjs";
import "./job-init-reading-shell-words.shared.mjs";
import {
  notebookJob
} from "./colab-notebook-job.shared.mjs";
import "./job-config-hash.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./github-checkout.shared.mjs";
import {
  askGit,
  originUrlOf,
  repositoryAt,
  withoutLogin
} from "./cli-git-remotes.shared.mjs";
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
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./box-stranger-text.shared.mjs";
import {
  writeWhole
} from "./report-whole-file.shared.mjs";
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
import {
  parseProfile
} from "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-data-source.shared.mjs";
import {
  installedDir
} from "./host-installed.shared.mjs";
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
import {
  findSecrets
} from "./secret-shape.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/colab-export.ts
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

// src/colab/about.ts
function leftOut(job) {
  const said = [
    job.image !== void 0 && `The image ${job.image} is not used: Colab has its own.`,
    job.storage?.python !== void 0 && `The interpreter ${job.storage.python} is not used: python3 of Colab is.`,
    (job.notify ?? job.notices) !== void 0 && "Nobody is told by `notify`: the notebook sends nothing.",
    job.checkpoint?.resume === "none" && "The job cannot resume: a session that ends before the command does has lost its work.",
    job.checkpoint === void 0 && "The job names no `checkpoint`: a session that ends before the command does has lost its work."
  ];
  return said.filter((each) => each !== false);
}
function aboutNotebook(job, lacks, profile) {
  return `# ${job.job} on ${profile.name}

Made by \`gpu-lease colab export\` from commit \`${job.commit}\` of ${job.remote}. It holds no secret; where it asks for one, add it
under the key in the side bar.

**Use.** *Runtime > Run all*, in one browser tab, and keep that open. When the session is over, run all again: it goes on from the
newest checkpoint that is whole on Drive. When the last cell says that Drive has all files, bring them home:
\`gpu-lease colab collect FOLDER\`, with the folder \`gpu-lease/${job.run}\` of your Drive.

**What this platform cannot do**, and no notebook changes:

${itemsOf(limitsOf(profile))}
**What the notebook does about it.** It copies each checkpoint to Drive once it is whole, lists and hashes it there again, writes its
manifest last, and removes an older one only after a newer one was listed whole. It goes on from no set of which a file is
missing, empty or another one. At the end it flushes Drive, mounts it anew and looks again.
${lacks.length > 0 ? `
**What it leaves out of the job:**

${itemsOf(lacks)}` : ""}`;
}
function limitsOf({ clocks, surface, durable }) {
  const stamped = clocks.map(({ says, verified }) => `${says} (${verified ?? "not verified"})`);
  return [
    ...stamped,
    ...surface.dangers.map(({ says }) => `${says} (${durable.verified ?? "not verified"})`)
  ];
}
var itemsOf = (lines) => lines.map((line) => `- ${line}
`).join("");

// src/cli/colab-export.ts
async function exportNotebook(settings) {
  const face = await faceOf(settings);
  const bound = await bindJob(settings, face);
  requireCommitted(settings, bound, "the notebook");
  requireNoData(bound);
  const job = notebookJob(bound, remoteOf(settings, bound, face));
  const lacks = leftOut(bound.job);
  for (const each of lacks) face.warn(each);
  const text = notebookText(job, aboutNotebook(job, lacks, colabProfile()));
  requireNoSecret(settings, text);
  const target = resolve(settings.cwd, settings.value("out") ?? `${job.job}.colab.ipynb`);
  write(target, text, settings.flag("force"));
  face.line(`wrote ${target}: commit ${job.commit.slice(0, 12)} of ${job.remote}`);
  face.line("next: open it at colab.research.google.com (File > Upload notebook), then Runtime > Run all");
  if (settings.json)
    process.stdout.write(
      jsonLine({
        notebook: target,
        run: job.run,
        commit: job.commit,
        remote: job.remote,
        configHash: job.configHash,
        leftOut: lacks
      })
    );
  return 0;
}
function colabProfile() {
  const file = "profiles/colab.yml";
  return parseProfile(readFileSync(new URL(file, installedDir()), "utf8"), file);
}
function requireNoData({ job: { data = [], from } }) {
  if (from !== void 0)
    throw new Problem({
      code: "colab-from",
      kind: "usage",
      what: `The job begins from ${from}, and in a notebook nobody brings its checkpoint.`,
      next: "Leave `from` out, and put the checkpoint into the folder of the run on Drive yourself."
    });
  const [first] = data;
  if (!first) return;
  throw new Problem({
    code: "colab-data",
    kind: "usage",
    what: `The job has ${first.from} fetched under "data", and in a notebook nobody does that.`,
    next: 'Fetch it in `setup`, into "$GPU_LEASE_DATA", or read it from Drive.'
  });
}
function remoteOf({ cwd, env, value }, { code, dir }, face) {
  const named = value("remote") ?? originUrlOf(dir, env);
  if (named === void 0) {
    throw new Problem({
      code: "no-remote",
      kind: "usage",
      what: `The repository of ${dir} has no remote "origin" that a notebook could fetch from.`,
      next: "Push it somewhere, or name the address: --remote https://github.com/OWNER/NAME.git"
    });
  }
  const server = env["GITHUB_SERVER_URL"] || "https://github.com";
  const repository = repositoryAt(named, env["GITHUB_SERVER_URL"]);
  const known = askGit(dir, env, ["for-each-ref", "--contains", code.commit, "--count=1", "refs/remotes"]);
  if (known === "")
    face.warn(
      `commit ${code.commit.slice(0, 12)} is on no branch that was pushed from here: push it before the notebook runs`
    );
  if (repository !== void 0) return `${server}/${repository}.git`;
  const isNear = /^(\.{0,2}\/|file:)/.test(named);
  if (isNear) face.warn(`${named} lies on this machine: a notebook of Colab cannot fetch from it`);
  return isNear && !named.startsWith("file:") ? resolve(cwd, named) : withoutLogin(named);
}
function requireNoSecret({ redactor }, text) {
  const [found] = findSecrets(text);
  if (!found && redactor.text(text) === text) return;
  throw new Problem({
    code: "colab-secret",
    kind: "usage",
    what: `The notebook would hold ${found?.kind ?? "the value of a secret of this environment"}.`,
    next: "Take it out of the job file and its requirements, and name it under `env`: the notebook asks Colab for it."
  });
}
function write(target, text, isForced) {
  if (existsSync(target) && !isForced && readFileSync(target, "utf8") !== text) {
    throw new Problem({
      code: "exists",
      kind: "usage",
      what: `${target} exists already and is another one; it was left as it is.`,
      next: "Name another place with --out, or write over it with --force."
    });
  }
  writeWhole(target, text);
}
export {
  exportNotebook
};
