import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  bundleCode
} from "./launch-code-bundle.shared.mjs";
import {
  parseJob
} from "./job-approval-rules.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";
import {
  requirementsFault
} from "./job-requirements-file.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/bind-job.ts
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

// src/job/config-hash.ts
function configHash(job, { commit, codeHash }) {
  return digestOf({
    commit,
    codeHash,
    run: job.run,
    setup: job.setup,
    image: job.image,
    requirements: job.requirements && { ...job.requirements, index: job.requirements.index?.url },
    data: job.data?.map(({ from, to, sha256 }) => ({ from, to, sha256 })),
    python: job.storage?.python,
    vars: job.vars,
    gpus: job.resources.gpu?.count ?? 0,
    cells: [...job.cells].sort(byName).map(({ name, vars }) => ({ name, vars }))
  });
}
var byName = (a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

// src/cli/bind-job.ts
async function bindJob(settings, face) {
  const { job, path } = readJob(settings, face);
  const dir = dirname(path);
  const code = await bundleCode(dir, {
    allowDirty: settings.flag("allow-dirty"),
    storeDir: settings.storeDir
  });
  for (const note of code.notes ?? []) face.warn(note);
  if (code.dirty) face.warn("the code has uncommitted changes; this run is marked so for ever");
  return {
    job,
    code,
    requirements: requirementsText(job, code, dir),
    dir,
    configHash: configHash(job, { commit: code.commit, codeHash: code.hash })
  };
}
function readJob(settings, face) {
  const path = resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml");
  const { job, warnings } = parseJob(jobText(path), settings.value("job") ?? path, knownPlatforms());
  for (const warning of warnings) face.warn(`${warning.what} ${warning.next}`, warning.at);
  return { job, path };
}
function requirementsText(job, code, dir) {
  if (!job.requirements) return;
  const { file } = job.requirements;
  const bound = code.files.find((each) => each.path === file);
  const bytes = bound ? readFileSync(join(dir, file)) : void 0;
  if (bytes && createHash("sha256").update(bytes).digest("hex") === bound?.sha256)
    return installable(file, bytes.toString("utf8"));
  throw new Problem({
    code: "requirements-differ",
    kind: "usage",
    what: bound ? `${file} is not what commit ${code.commit.slice(0, 8)} holds.` : `requirements.file is ${file}, which the commit does not hold.`,
    next: "Commit it, or correct requirements.file."
  });
}
function installable(file, text) {
  const fault = requirementsFault(file, text);
  if (fault === void 0) return text;
  throw new Problem({
    code: "requirements-unread",
    kind: "usage",
    what: `requirements.file is ${file}, which ${fault}.`,
    next: "Name a file that lists what is needed, or install it by `setup`."
  });
}
function jobText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new Problem(
      {
        code: "no-job-file",
        kind: "usage",
        what: `There is no readable job file at ${path}.`,
        next: 'Write one with "gpu-lease init", or name another with --job.'
      },
      { cause }
    );
  }
}
var openingOf = ({ env, cwd, clock, who, value }) => ({
  env,
  cwd,
  clock,
  who,
  named: value("run")
});

export {
  bindJob,
  readJob,
  openingOf
};
