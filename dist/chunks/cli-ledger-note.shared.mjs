import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  originUrlOf,
  withoutLogin
} from "./cli-git-remotes.shared.mjs";
import {
  keepReport
} from "./report-facts.shared.mjs";
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
  Problem
} from "./problem.shared.mjs";
import {
  fold
} from "./lease-fold.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";

// src/course/given-evidence.ts
async function givenEvidence(text, bound) {
  if (text.trim() === "") return;
  const { readEvidence } = await import("./smoke-evidence.mjs");
  const { job, code, configHash } = await bound();
  return readEvidence(text.trim(), { commit: code.commit, configHash, job });
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

export {
  countRunner,
  givenEvidence,
  recordEvidence,
  reportOf,
  noteLedger
};
