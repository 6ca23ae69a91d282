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
  readSweep
} from "./sweep-record.shared.mjs";
import {
  partOfId
} from "./sweep-division.shared.mjs";
import {
  summarise
} from "./lease-summary.shared.mjs";
import {
  sharedRepositoryOf
} from "./ledger-repository-name.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  LEDGER_VERSION,
  fold
} from "./lease-breaker.shared.mjs";

// src/cli/open-run.ts
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
    requirements: job.requirements && { ...job.requirements },
    vars: job.vars,
    gpus: job.resources.gpu?.count ?? 0,
    cells: [...job.cells].sort(byName).map(({ name, vars }) => ({ name, vars }))
  });
}
var byName = (a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

// src/cli/open-run.ts
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
    return bytes.toString("utf8");
  throw new Problem({
    code: "requirements-differ",
    kind: "usage",
    what: bound ? `${file} is not what commit ${code.commit.slice(0, 8)} holds.` : `requirements.file is ${file}, which the commit does not hold.`,
    next: "Commit it, or correct requirements.file."
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
async function openRun(settings, ledger, bound) {
  const id = await runIdOf(settings, ledger, bound);
  const record = await ledger.read(id);
  if (record.events.length > 0) return sameConfiguration(fold(id, record.events), bound);
  await refusePart(ledger, id);
  const at = settings.clock.now().toISOString();
  const events = [
    { ...openedBody(settings, bound), run: id, at, by: settings.who },
    ...bound.job.smoke === "none" ? [{ type: "smoke-waived", at, by: settings.who }] : []
  ];
  const run = fold(
    id,
    events.map((event, seq) => ({ ...event, seq }))
  );
  await ledger.append(id, record.tip, events, summarise(run, settings.clock.now()));
  return fold(id, (await ledger.read(id)).events);
}
async function refusePart(ledger, id) {
  const named = partOfId(id);
  const sweep = named && await readSweep(ledger, named.sweep);
  if (!sweep) return;
  const isMissing = named.part <= sweep.roster.length;
  throw new Problem({
    code: "no-such-part",
    kind: "refused",
    what: isMissing ? `Part ${named.part} of sweep ${sweep.id} was never opened: its opening was cut short.` : `Sweep ${sweep.id} has ${sweep.roster.length} parts, and no part ${named.part}.`,
    next: `"gpu-lease sweep ${sweep.id}" opens what is missing and goes on with all parts.`
  });
}
var runIdOf = (settings, ledger, bound) => freeOrOpen(settings, ledger, settings.value("run") ?? derivedRunId(settings, bound));
function derivedRunId(settings, { job, configHash: hash }) {
  const started = settings.env["GITHUB_RUN_ID"] ?? digestOf({ job: job.name, configHash: hash }).slice(0, 8);
  return `${job.name}-${started}`;
}
async function freeOrOpen(settings, ledger, base) {
  if (settings.env["GITHUB_RUN_ID"] || settings.value("run")) return base;
  const taken = new Set(
    (await ledger.list({ archived: true })).filter((run) => run.archived).map((run) => run.run)
  );
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? base : `${base}.${n}`;
    if (!taken.has(id)) return id;
  }
}
function sameConfiguration(run, bound) {
  if (!run.opened || run.opened.configHash === bound.configHash) return run;
  throw new Problem({
    code: "other-configuration",
    kind: "refused",
    what: `Run ${run.id} is bound to configuration ${run.opened.configHash.slice(0, 12)}; the job file and code here make ${bound.configHash.slice(0, 12)}.`,
    next: "Check out the commit of that run to go on with it, or let a new run id be derived (leave --run out)."
  });
}
var needsStore = (job, { env }) => job.store !== "none" && (job.store !== void 0 || env["GITHUB_ACTIONS"] === "true");
function belonging({ env, cwd }) {
  const name = env["GITHUB_REPOSITORY"] || env["GPU_LEASE_REPOSITORY"] || sharedRepositoryOf(cwd);
  if (!name) return {};
  const id = env["GITHUB_REPOSITORY_ID"];
  return { repository: { name, ...id ? { id } : {} } };
}
var openedBody = (settings, { job, code, configHash: hash }) => ({
  type: "run-opened",
  version: LEDGER_VERSION,
  ...belonging(settings),
  job: job.name,
  configHash: hash,
  commit: code.commit,
  codeHash: code.hash,
  dirty: code.dirty,
  cells: job.cells.map((cell) => cell.name),
  budget: job.budget,
  retryMax: job.retry.max,
  onFinish: job.onFinish,
  resumes: job.checkpoint?.resume === "continues",
  ...needsStore(job, settings) && { needsStore: true },
  document: job
});

export {
  bindJob,
  readJob,
  openRun,
  runIdOf,
  derivedRunId,
  openedBody
};
