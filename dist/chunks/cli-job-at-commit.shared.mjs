import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  colabRunId
} from "./colab-notebook-job.shared.mjs";
import {
  configHash
} from "./job-config-hash.shared.mjs";
import {
  bundleCode
} from "./launch-code-bundle.shared.mjs";
import {
  folderIn
} from "./github-checkout.shared.mjs";
import {
  bringing
} from "./cli-bringing.shared.mjs";
import {
  readGitArchive
} from "./launch-conda-by-pip.shared.mjs";
import {
  parseJob
} from "./job-approval-rules.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/job-at-commit.ts
import { basename, dirname, resolve } from "node:path";
var jobAtCommit = async (settings, made, runId = ({ name }, hash) => colabRunId(name, hash)) => (await boundAtCommit(settings, made, runId)).job;
async function boundAtCommit(settings, { commit, run }, runId) {
  const path = resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml");
  const dir = dirname(path);
  const code = await bundleCode(dir, { commit, bring: bringing(settings).bringCommit });
  const files = readGitArchive(Buffer.from(code.tar));
  const textOf = (name2) => {
    const file = files.find((each) => each.path === name2 && each.link === void 0);
    return file && Buffer.from(file.content).toString("utf8");
  };
  const name = basename(path);
  const text = textOf(name);
  const shown = `${name} of commit ${commit.slice(0, 12)}`;
  if (text === void 0) throw otherJob(`Commit ${commit.slice(0, 12)} holds no ${name}.`);
  const { job } = parseJob(text, shown, knownPlatforms());
  const hash = configHash(job, { commit: code.commit, codeHash: code.hash });
  const own = runId(job, hash);
  if (own !== run) throw otherJob(`${shown} makes the run ${own}, and what was made is of ${run}.`);
  const requirements = job.requirements && textOf(job.requirements.file);
  return { job, code, requirements, configHash: hash, dir, folder: await folderIn(dir) };
}
var otherJob = (what) => new Problem({
  code: "other-job",
  kind: "usage",
  what,
  next: "Name the job file that it was made from: --job FILE, in the clone that holds its commit."
});

export {
  jobAtCommit,
  boundAtCommit
};
