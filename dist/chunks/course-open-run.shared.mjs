import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  stamped
} from "./ledger-append.shared.mjs";
import {
  sharedRepositoryOf
} from "./ledger-repository-name.shared.mjs";
import {
  readSweep
} from "./sweep-record.shared.mjs";
import {
  partOfId
} from "./sweep-division.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  LEDGER_VERSION
} from "./lease-bound-anew.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/course/open-run.ts
async function openRun(opening, ledger, bound) {
  const { clock, who } = opening;
  const id = await runIdOf(opening, ledger, bound);
  const record = await ledger.read(id);
  if (record.events.length > 0) return sameConfiguration(fold(id, record.events), bound, opening);
  await refusePart(ledger, id);
  const { events, summary } = stamped(
    record,
    id,
    [
      { ...openedBody(opening, bound), run: id },
      ...bound.job.smoke === "none" ? [{ type: "smoke-waived" }] : []
    ],
    { now: clock.now(), who }
  );
  await ledger.append(id, record.tip, { events, summary });
  return sameConfiguration(fold(id, (await ledger.read(id)).events), bound, opening);
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
async function runIdOf(opening, ledger, bound) {
  const { env, named } = opening;
  if (named !== void 0) return named;
  const derived = derivedRunId(opening, bound);
  if (env["GITHUB_RUN_ID"]) return derived;
  const records = await ledger.list({ archived: true });
  const taken = new Set(records.filter((run) => run.archived).map((run) => run.run));
  return await boundAnewTo(bound, ledger, records) ?? firstFree(derived, taken);
}
function derivedRunId({ env }, { job, configHash: hash }) {
  const started = env["GITHUB_RUN_ID"] ?? digestOf({ job: job.name, configHash: hash }).slice(0, 8);
  return `${job.name}-${started}`;
}
async function boundAnewTo({ job, configHash }, ledger, records) {
  for (const { run: id, job: name, archived, sweep } of records) {
    if (archived || sweep || name !== job.name) continue;
    const run = fold(id, (await ledger.read(id)).events);
    if (run.bindings.length > 0 && !run.closed && run.opened?.configHash === configHash) return id;
  }
  return void 0;
}
function firstFree(base, taken) {
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? base : `${base}.${n}`;
    if (!taken.has(id)) return id;
  }
}
function sameConfiguration(run, bound, { env, named }) {
  if (!run.opened || run.opened.configHash === bound.configHash) return run;
  throw new Problem({
    code: "other-configuration",
    kind: "refused",
    what: `Run ${run.id} is bound to configuration ${run.opened.configHash.slice(0, 12)}; the job file and code here make ${bound.configHash.slice(0, 12)}.`,
    next: env["GITHUB_RUN_ID"] && named === void 0 ? `A workflow run has one run of each job name. Where it has two job files that both say "name: ${bound.job.name}", as in a matrix, give each its own; where the commit is another one, start a new workflow run.` : "Check out the commit of that run to go on with it, or let a new run id be derived (leave --run out)."
  });
}
var needsStore = (job, { env }) => job.store !== "none" && (job.store !== void 0 || env["GITHUB_ACTIONS"] === "true");
function belonging({ env, cwd }) {
  const name = env["GITHUB_REPOSITORY"] || env["GPU_LEASE_REPOSITORY"] || sharedRepositoryOf(cwd);
  if (!name) return {};
  const id = env["GITHUB_REPOSITORY_ID"];
  return { repository: { name, ...id ? { id } : {} } };
}
var openedBody = (here, { job, code, configHash: hash, folder }) => ({
  type: "run-opened",
  version: LEDGER_VERSION,
  ...belonging(here),
  job: job.name,
  configHash: hash,
  commit: code.commit,
  ...folder !== void 0 && { folder },
  codeHash: code.hash,
  dirty: code.dirty,
  cells: job.cells.map((cell) => cell.name),
  budget: job.budget,
  retryMax: job.retry.max,
  onFinish: job.onFinish,
  resumes: job.checkpoint?.resume === "continues",
  ...here.pullRequest !== void 0 && { change: { pullRequest: here.pullRequest } },
  ...needsStore(job, here) && { needsStore: true },
  document: job
});

export {
  openRun,
  runIdOf,
  derivedRunId,
  openedBody
};
