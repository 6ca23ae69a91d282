import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  silentFace
} from "./world.shared.mjs";
import {
  originUrlOf,
  withoutLogin
} from "./cli-git-remotes.shared.mjs";
import {
  approvalOf,
  warnOfUntold
} from "./box-dead-man.shared.mjs";
import {
  keepReport,
  reportRun
} from "./lease-phases.shared.mjs";
import {
  requireSet,
  secretsOf
} from "./course-data.shared.mjs";
import {
  storeWorldOf
} from "./collect-afar.shared.mjs";
import {
  linksOf
} from "./report-links.shared.mjs";
import {
  appendDecided,
  appendDecision,
  stamped
} from "./ledger-append.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import {
  defaultLedgerLocation,
  ledgerNamed
} from "./cli-ledger-place.shared.mjs";
import {
  emptyRun,
  fold
} from "./lease-capacity.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";

// src/course/bound-job.ts
var boundAs = ({ opened }, bound) => opened ? { ...bound, code: { ...bound.code, commit: opened.commit } } : bound;

// src/course/given-evidence.ts
async function givenEvidence(text, bound) {
  if (text.trim() === "") return;
  const { readEvidence } = await import("./smoke-evidence.mjs");
  const { job, code, configHash } = await bound();
  return readEvidence(text.trim(), { commit: code.commit, configHash, job });
}

// src/course/secrets-here.ts
var STORE_SECONDS = 20;
async function refuseWithoutSecrets(world, job, run = emptyRun(job.name), storing = "here") {
  const [first, ...more] = await lackedHere(world, job, run, storing);
  warnOfUntold(world, job);
  if (first) throw more.length === 0 ? first : new Problems([first, ...more]);
}
async function lackedHere(world, job, run, storing) {
  const isHeld = run.leases.length > 0;
  const stores = isHeld ? { unset: [], refused: [] } : await lackedOfStores(world, job, run);
  const lacked = [...lackedOfJob(world, job, isHeld), ...storing === "here" ? stores.unset : []];
  if (isHeld || lacked.length + stores.refused.length === 0) return lacked;
  return [...lacked, ...await lackedOfPlatforms(world, job, run), ...stores.refused];
}
function lackedOfJob(world, job, isHeld) {
  try {
    if (isHeld) secretsOf(world, job);
    else requireSet(world, job);
    return [];
  } catch (error) {
    if (error instanceof Problem) return [error];
    throw error;
  }
}
async function lackedOfStores(world, job, run) {
  if (job.store === void 0 || job.store === "none") return { unset: [], refused: [] };
  const { ladderOf, openStore } = await import("./stores-registry.mjs");
  const signal = AbortSignal.any([world.signal, AbortSignal.timeout(STORE_SECONDS * 1e3)]);
  const storeWorld = { ...storeWorldOf(world, run, void 0), signal };
  const stores = ladderOf(job).map((rung) => openStore(rung, storeWorld));
  const needs = stores.map((store) => ({ store, names: store.unset?.() ?? [] }));
  const keyless = needs.filter(({ names }) => names.length > 0);
  const others = needs.filter(({ names }) => names.length === 0);
  const refused = await Promise.all(others.map(({ store }) => refusalOf(world, store)));
  return {
    unset: keyless.length === 0 ? [] : [keysUnset(keyless)],
    refused: refused.filter((each) => each !== void 0)
  };
}
var keysUnset = (keyless) => new Problem({
  code: "store-key-unset",
  kind: "usage",
  what: `The stores of the job need keys that are not set here: ${[...new Set(keyless.flatMap(({ names }) => names))].join(", ")} (${keyless.map(({ store }) => store.describe()).join("; ")}).`,
  next: 'Set them in the environment of this command; in a workflow store them as secrets and pass them under "env:". Keys that are lent to a job need its "permissions: id-token: write" instead.'
});
async function refusalOf({ face, signal }, store) {
  try {
    await store.probe?.();
    return;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Problem && error.kind === "refused") return error;
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    face.warn(
      `whether ${store.describe()} takes the keys that are set here could not be found out: ${why} It is asked again when there is something to store.`
    );
    return;
  }
}
async function lackedOfPlatforms(world, job, run) {
  const { askAndChoose } = await import("./rent-ask.mjs");
  const { unasked, unaskedToo } = await askAndChoose(world, run, job);
  return unasked?.kind === "usage" ? [unasked, ...unaskedToo] : [];
}

// src/cli/ledger-note.ts
function noteLedger(settings, face) {
  if (inWorkflow(settings) || ledgerNamed(settings) !== void 0) return;
  const where = defaultLedgerLocation(settings.cwd, settings.env);
  const origin = originUrlOf(settings.cwd, settings.env);
  if (where.kind !== "local-repo" || where.create || origin === void 0) return;
  if (isNear(origin)) {
    face.warn(
      `The record of this run is kept in this clone alone (${where.dir}). Another clone of ${withoutLogin(origin)} keeps a ledger of its own, sees nothing of this run and may rent for the same job. Next: name one for all of them, with --ledger or GPU_LEASE_LEDGER.`
    );
    return;
  }
  face.line(
    `ledger: in this clone (${where.dir}); another clone or a workflow sees the run only in one that both name, with --ledger or GPU_LEASE_LEDGER`
  );
}
var isNear = (origin) => /^(?:file|git):\/\//i.test(origin) || /^[/.~]/.test(origin);

// src/cli/ledger-refused.ts
var REFUSED = ["login-refused", "no-write-permission", "no-repository"];
async function inLedgersWords(settings, error, world, bind) {
  if (!(error instanceof Problem) || !REFUSED.includes(error.code)) return error;
  if (!inWorkflow(settings) || ledgerNamed(settings) === void 0) return error;
  const { code, kind, what, costing } = error;
  const token = settings.env["GPU_LEASE_LEDGER_TOKEN"] ? "is not accepted there" : "is not set here";
  const told = new Problem(
    {
      ...{ code, kind, costing },
      what: `${what} GPU_LEASE_LEDGER_TOKEN ${token}.`,
      next: 'Store a token that may read and write the contents of that repository as the secret GPU_LEASE_LEDGER_TOKEN of the environment, and hand it on: by "ledger-token:" to an action, under "secrets:" to a called workflow.'
    },
    { cause: error }
  );
  const more = costing.length > 0 ? [] : await lackedBeside(world, bind);
  return more.length === 0 ? told : new Problems([told, ...more]);
}
async function lackedBeside(world, bind) {
  if (bind === void 0) return [];
  try {
    await refuseWithoutSecrets(world, (await bind()).job);
    return [];
  } catch (error) {
    if (error instanceof Problems) return error.all;
    return error instanceof Problem ? [error] : [];
  }
}

// src/course/count-runner.ts
var WORTH_SECONDS = 60;
async function countRunner({ env }, { world, startedAt }, name, stand) {
  const { run, events } = stand;
  if (env["GITHUB_ACTIONS"] !== "true" || run.closed || world.signal.aborted) return stand;
  const seconds = secondsBetween(startedAt, world.clock.now());
  const hasWritten = events.some((event) => event.by === world.who && new Date(event.at) >= startedAt);
  if (!hasWritten && seconds < WORTH_SECONDS) return stand;
  const runner = runnerName(env);
  const job = env["GITHUB_JOB"] ? { job: env["GITHUB_JOB"].slice(0, 100) } : {};
  await appendDecision(world, run.id, [
    { type: "runner-used", stage: name, seconds: Math.round(seconds), runner, ...job }
  ]);
  const record = await world.ledger.read(run.id);
  return { ...stand, run: fold(run.id, record.events), events: record.events };
}
var runnerName = (env) => env["RUNNER_ENVIRONMENT"] === "self-hosted" ? "self-hosted" : (env["RUNNER_NAME"] ?? "hosted").slice(0, 100);

// src/course/record-evidence.ts
async function recordEvidence(ledger, { clock, who }, id, evidence) {
  const decided = await appendDecided({ ledger, clock, who }, id, (run, record) => {
    if (run.smoke !== "missing") return [];
    const { after } = stamped(record, id, [evidence], { now: clock.now(), who });
    if (after.smoke === "missing") throw ofAnother(id, after);
    return [evidence];
  });
  return fold(id, decided.record.events);
}
var ofAnother = (id, { opened }) => new Problem({
  code: "evidence-of-another",
  kind: "refused",
  what: `Run ${id} is bound to commit ${opened?.commit.slice(0, 8)} in configuration ${opened?.configHash.slice(0, 12)}, which is not what was smoked. Nothing was recorded.`,
  next: "Check out the commit of that run to go on with it, or let a new run id be derived."
});

// src/course/report-of.ts
var reportOf = ({ storeDir, redactor }, { ledger, clock }) => async (run) => {
  const { events } = await ledger.read(run.id);
  keepReport({ run, events, now: clock.now(), storeDir, redactor });
};
var reportBefore = ({ env, storeDir, redactor }, world) => async (stand) => {
  const { run, events } = stand;
  const approval = await approvalOf(world, stand);
  const links = linksOf(env, run);
  const now = world.clock.now();
  return reportRun({ run, events, now, storeDir, face: silentFace, approval, links, redactor }).page;
};

export {
  boundAs,
  countRunner,
  givenEvidence,
  recordEvidence,
  reportOf,
  reportBefore,
  refuseWithoutSecrets,
  noteLedger,
  inLedgersWords
};
