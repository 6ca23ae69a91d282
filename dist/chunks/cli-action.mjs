import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  problemsIn,
  publishFailure,
  readInputs
} from "./cli-failed-stage.shared.mjs";
import "./world.shared.mjs";
import {
  runStage
} from "./cli-stages.shared.mjs";
import "./cli-given-evidence.shared.mjs";
import "./cli-chain-link.shared.mjs";
import "./tick-schedule.shared.mjs";
import "./cli-taken-back.shared.mjs";
import "./cli-smoke.shared.mjs";
import "./cli-own-run.shared.mjs";
import "./course-open-run.shared.mjs";
import "./cli-bind-job.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./cli-doctor.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./cli-end-stage.shared.mjs";
import "./cli-strangers.shared.mjs";
import {
  failureMarkdown
} from "./report-facts.shared.mjs";
import "./report-html-page.shared.mjs";
import "./report-markdown-text.shared.mjs";
import "./course-append-decision.shared.mjs";
import "./ledger-append.shared.mjs";
import "./cli-approval.shared.mjs";
import "./cli-gates.shared.mjs";
import "./github-caller-file.shared.mjs";
import "./course-find-run.shared.mjs";
import {
  RECORDS_OF_A_LOOK,
  RecordArtifacts,
  recordArtifactOf
} from "./cli-copies-in-artifacts.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./profile-facts.shared.mjs";
import {
  faceOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./secret-shape.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./cli-installed.shared.mjs";
import "./release-meaning.shared.mjs";
import "./box-audit.shared.mjs";
import {
  uploadOutcome
} from "./collect-afar.shared.mjs";
import "./host-process-identity.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import "./course-plans.shared.mjs";
import "./launch-keeper-launcher.shared.mjs";
import "./job-roster.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./job-cadence.shared.mjs";
import "./box-keeper-call.shared.mjs";
import "./profile-placement.shared.mjs";
import "./job-glob.shared.mjs";
import "./duration.shared.mjs";
import "./smoke-evidence.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./platforms-api.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import {
  startingEvent
} from "./github-starting-event.shared.mjs";
import {
  refuseUntrusted
} from "./github-untrusted-event.shared.mjs";
import {
  maskSecret
} from "./github-runner.shared.mjs";
import "./record-mark-text.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./report-debt-lines.shared.mjs";
import "./lease-clock-warning.shared.mjs";
import "./lease-balance.shared.mjs";
import "./lease-runner-minutes.shared.mjs";
import "./lease-forecast.shared.mjs";
import "./report-text-table.shared.mjs";
import {
  publishRecord,
  publishSummary,
  setOutputs
} from "./github-publish.shared.mjs";
import "./npm-actions-core-lib-command.shared.mjs";
import "./npm-actions-exec-lib-exec.shared.mjs";
import {
  machineCopiesOf
} from "./cli-ledger-opening.shared.mjs";
import "./ledger-no-refs.shared.mjs";
import "./ledger-event-lines.shared.mjs";
import "./ledger-refs.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./lease-meter-price.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./lease-concerns.shared.mjs";
import "./lease-cost.shared.mjs";
import "./github-inert.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-columns.shared.mjs";
import "./stores-compare.shared.mjs";
import "./sweep-record.shared.mjs";
import {
  partOfId
} from "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-limit.shared.mjs";
import {
  openGitHub
} from "./github-this-repository.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./report-event-words.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./secret-keys.shared.mjs";
import "./npm-undici-index.shared.mjs";
import {
  COMMANDS
} from "./cli-command-list.shared.mjs";
import "./cli-command.shared.mjs";
import "./cli-options.shared.mjs";
import "./nearest.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-apart-messages.shared.mjs";
import "./verify-engine-change.shared.mjs";
import "./verify-contract-oddity.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./wildcard.shared.mjs";
import "./evidence-level.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./box-channel.shared.mjs";
import "./stores-box-store.shared.mjs";
import "./stores-s3-bucket.shared.mjs";
import {
  redactorOf
} from "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./stores-store.shared.mjs";
import "./verify-read-http-source.shared.mjs";
import "./host-backoff.shared.mjs";
import {
  refusedHere
} from "./refused-here.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./lease-fold.shared.mjs";
import "./lease-breaker.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./money.shared.mjs";
import "./clock.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/record-offer.ts
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
var RUN_DAYS = 90;
var LOOK_DAYS = 30;
async function offerRecord(order, run, thrown) {
  if (isRewritten(thrown) || run === "") return;
  await offer(order, recordArtifactOf(run), recordsHere(order.settings, [run]), RUN_DAYS);
}
async function offerParts(order, runs, thrown) {
  const part = partOfId(runs[0] ?? "");
  if (isRewritten(thrown) || !part) return;
  await offer(order, recordArtifactOf(part.sweep), recordsHere(order.settings, runs), RUN_DAYS);
}
async function offerLook(order, runs, earlier) {
  const records = recordsHere(order.settings, runs);
  for (const [run, text] of earlier?.rescued ?? []) records.set(run, text);
  if ([...records].every(([run, text]) => earlier?.has(run, text))) return;
  await offer(order, RECORDS_OF_A_LOOK, records, LOOK_DAYS);
}
var isRewritten = (thrown) => thrown instanceof Problem && thrown.code === "history-rewritten";
function recordsHere(settings, runs) {
  const copies = machineCopiesOf(settings);
  return new Map(
    runs.flatMap((run) => {
      const text = copies.read(run)?.text;
      return text ? [[run, text]] : [];
    })
  );
}
async function offer(order, name, records, days) {
  const { settings, face } = order;
  if (settings.env["GITHUB_ACTIONS"] !== "true" || records.size === 0) return;
  try {
    const before = await leftAlready(order, name);
    if (before && !keepLonger(records, before)) return;
    const dir = mkdtempSync(join(runnerTemp(settings), "gpu-lease-record-"));
    mkdirSync(dir, { recursive: true });
    for (const [run, text] of records) writeFileSync(join(dir, `${run}.jsonl`), text, { mode: 384 });
    publishRecord({ path: dir, name, days, mayReplace: before !== void 0 });
  } catch (error) {
    face.warn(`The record could not be left for the upload: ${String(error)}`);
  }
}
var runnerTemp = ({ env }) => env["RUNNER_TEMP"] || tmpdir();
async function leftAlready({ settings, face, signal }, name) {
  const { env, clock } = settings;
  const github = signal.aborted ? void 0 : openGitHub(env, clock, signal);
  const artifacts = github && new RecordArtifacts({ github, clock, warn: (text) => face.warn(text) });
  return artifacts?.replacedBy(Number(env["GITHUB_RUN_ID"]), name);
}
function keepLonger(records, before) {
  for (const [run, text] of before) {
    const ours = records.get(run);
    if (ours === void 0 || !ours.startsWith(text)) records.set(run, text);
  }
  return [...records].some(([run, text]) => before.get(run) !== text);
}

// src/cli/action.ts
async function runAction(stage, signal) {
  const asked = COMMANDS.find((each) => each.name === stage);
  if (asked?.action?.of !== "run") refuseUntrusted(asked ?? { name: stage }, startingEvent(process.env));
  if (stage === "verify") return (await import("./cli-verify-action.mjs")).verifyAction(signal);
  if (stage === "doctor") return (await import("./cli-doctor-action.mjs")).doctorAction(signal);
  if (stage === "staleness") return (await import("./cli-staleness-action.mjs")).stalenessAction(signal);
  if (stage === "tick") return tickStep(signal);
  if (stage === "smoke")
    return ofAllRuns("smoke", async (settings, face) => {
      const { smokeStep } = await import("./cli-smoke-step.mjs");
      return smokeStep(settings, face, signal);
    });
  if (stage === "sweep") return sweepAction(signal);
  if (stage === "ask")
    return ofAllRuns("ask", async (settings, face) => {
      const { askForReleases } = await import("./cli-ask.mjs");
      const asked2 = await askForReleases(settings, face, signal);
      setOutputs({ asked: String(asked2.length) });
      return 0;
    });
  if (stage === "continue")
    return ofAllRuns("continue", async (settings, face) => {
      const { continueRun } = await import("./cli-continue.mjs");
      let carrier = "";
      const next = await continueRun(settings, face, signal, (id) => {
        carrier = id;
      });
      setOutputs({ next });
      await offerRecord({ settings, face, signal }, carrier);
      return 0;
    });
  if (stage === "plan" || stage === "status") {
    const { planStep, statusStep } = await import("./cli-looking-actions.mjs");
    const step = stage === "plan" ? planStep : statusStep;
    return ofAllRuns(stage, (settings, face) => step(settings, face, signal));
  }
  if (stage === "comment") return (await import("./cli-pull-request-action.mjs")).pullRequestAction(signal);
  const { env } = process;
  if (stage === "stored") {
    const ofKept = env["GPU_LEASE_UPLOAD_OF"] === "kept";
    return runStageStep(ofKept ? "kept" : "collect", env, signal, uploadOutcome(env));
  }
  return runStageStep(stage, env, signal, void 0);
}
function tickStep(signal) {
  return ofAllRuns("tick", async (settings, face, onRun) => {
    const { tick } = await import("./cli-tick.mjs");
    const runs = [];
    let earlier;
    const { exitCode } = await tick(settings, face, signal, {
      onRun(run) {
        runs.push(run.id);
        onRun(run);
      },
      onEarlier(found) {
        earlier = found;
      }
    });
    await offerLook({ settings, face, signal }, runs, earlier);
    return exitCode;
  });
}
function sweepAction(signal) {
  return ofAllRuns("sweep", async (settings, face, onRun) => {
    const { sweepStep } = await import("./cli-sweep.mjs");
    const parts = [];
    const order = { settings, face, signal };
    try {
      const exitCode = await sweepStep(settings, face, signal, (run) => {
        parts.push(run.id);
        onRun(run);
      });
      await offerParts(order, parts);
      return exitCode;
    } catch (error) {
      await offerParts(order, parts, error);
      throw error;
    }
  });
}
async function runStageStep(stage, env, signal, uploaded) {
  let settings;
  let order;
  let runId = env["INPUT_RUN"] ?? "";
  try {
    refuseUntrusted({ name: stage }, startingEvent(env));
    const { options } = stageNamed(stage === "kept" ? "watch" : stage);
    settings = settingsOf({ given: readInputs(options, env) });
    const face = await faceOf(settings);
    const mask = maskedBy(face, env);
    for (const name of MASKED) mask(name);
    refuseWithoutSecret(stage, settings);
    const step = await stepOf(stage);
    order = stage === "gate" ? void 0 : { settings, face, signal };
    const exitCode = await step(settings, face, signal, {
      uploaded,
      async onRun(run) {
        runId = run.id;
        for (const name of run.opened?.document.secrets ?? []) mask(name);
        await warnOfCheckout(stage, run, face);
      }
    });
    if (order) await offerRecord(order, runId);
    return exitCode;
  } catch (thrown) {
    const error = (settings?.redactor ?? redactorOf(env)).error(refusedHere(thrown));
    await publishFailure({ stage, error, runId, settings });
    if (order) await offerRecord(order, runId, thrown);
    throw error;
  }
}
async function stepOf(stage) {
  if (stage === "gate") return (await import("./cli-gate.mjs")).runGate;
  if (stage === "kept") return (await import("./cli-kept-step.mjs")).runKeptStep;
  return runStage.bind(void 0, stage);
}
async function ofAllRuns(name, act) {
  const command = COMMANDS.find((each) => each.name === name);
  const outputs = Object.keys(command?.action?.outputs ?? {});
  setOutputs(Object.fromEntries(outputs.map((each) => [each, each === "state" ? "unknown" : ""])));
  let redactor = redactorOf(process.env);
  try {
    const settings = settingsOf({
      given: readInputs(command?.options ?? [], process.env),
      ...command && { command }
    });
    redactor = settings.redactor;
    const face = await faceOf(settings);
    const mask = maskedBy(face, process.env);
    for (const each of MASKED) mask(each);
    refuseWithoutSecret(name, settings);
    return await act(settings, face, (run) => {
      for (const each of run.opened?.document.secrets ?? []) {
        mask(each);
        settings.redactor.learn(process.env[each] ?? "");
      }
    });
  } catch (thrown) {
    const error = redactor.error(refusedHere(thrown));
    await publishSummary(failureMarkdown(name, problemsIn(error)));
    throw error;
  }
}
function stageNamed(stage) {
  const stages = COMMANDS.filter((each) => each.action?.of === "run");
  const command = stages.find((each) => each.name === stage);
  if (command) return command;
  throw new Problem({
    code: "unknown-stage",
    kind: "usage",
    what: `"${stage}" is no stage.`,
    next: `Use one of: ${stages.map((each) => each.name).join(", ")}.`
  });
}
function maskedBy(face, env) {
  const done = /* @__PURE__ */ new Set();
  return (name) => {
    const value = env[name];
    if (value === void 0 || done.has(name)) return;
    done.add(name);
    if (maskSecret(value)) return;
    face.warn(
      `The secret ${name} is too short to be masked in the log. Next: use one of at least 8 characters.`
    );
  };
}
var MASKED = ["GPU_LEASE_SECRET", "GPU_LEASE_LEDGER_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"];
var WITHOUT_SECRET = ["smoke", "plan", "status"];
function refuseWithoutSecret(stage, { secret }) {
  if (secret !== void 0 || WITHOUT_SECRET.includes(stage)) return;
  throw new Problem({
    code: "no-secret",
    kind: "usage",
    what: `GPU_LEASE_SECRET is not set, so no later job could reach the box of a ${stage}.`,
    next: 'Make one ("gpu-lease init --github" prints it), store it in an environment that only the default branch may use, let the job name that, and pass the secret as the input "secret". Workflows of forks receive no secrets.'
  });
}
async function warnOfCheckout(stage, run, face) {
  const commit = run.opened?.commit;
  if (commit === void 0 || run.seal || run.closed || !["launch", "watch"].includes(stage)) return;
  const { checkoutOf, checkoutWarning } = await import("./github-checkout.mjs");
  const warning = checkoutWarning(run.id, commit, await checkoutOf(process.cwd(), commit));
  if (warning) face.warn(warning);
}
export {
  runAction
};
