import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  endStage,
  givenWord
} from "./approval-ended-by-hand.shared.mjs";
import {
  Keeping,
  advance,
  driveOf,
  endWork,
  giveUpIntent,
  lookForLate,
  newStage,
  refuseStrangers,
  salvage
} from "./box-route.shared.mjs";
import "./collect-kept-parcel.shared.mjs";
import "./notify-discord.shared.mjs";
import "./lease-loss.shared.mjs";
import "./report-facts.shared.mjs";
import "./report-html-page.shared.mjs";
import {
  givingUp
} from "./lease-giving-up.shared.mjs";
import "./box-memory-series.shared.mjs";
import "./report-card-words.shared.mjs";
import "./collect-load-verify.shared.mjs";
import "./collect-kept-copies.shared.mjs";
import "./metrics-series.shared.mjs";
import "./report-links.shared.mjs";
import "./report-markdown-text.shared.mjs";
import "./course-data.shared.mjs";
import "./box-audit.shared.mjs";
import "./lease-recognize.shared.mjs";
import "./lease-clock-doubt.shared.mjs";
import "./job-watched.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./job-cadence.shared.mjs";
import "./profile-overrides.shared.mjs";
import "./launch-conda-by-pip.shared.mjs";
import "./job-requirements-file.shared.mjs";
import "./box-keeper-call.shared.mjs";
import "./box-keeper-text.shared.mjs";
import {
  givenOf
} from "./cli-given-approval.shared.mjs";
import {
  appendDecision
} from "./ledger-append.shared.mjs";
import {
  askAtTerminal,
  environmentIsGate,
  gateOf,
  givenPhrase,
  personOfEnvironment,
  verbLine
} from "./approval-approve-release.shared.mjs";
import {
  approvalRequest,
  approveByPhrase,
  lossesDigest
} from "./approval-request.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import "./job-roster.shared.mjs";
import {
  onlyOpenRun,
  readRun
} from "./course-find-run.shared.mjs";
import {
  openWorld
} from "./cli-copies-in-artifacts.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import {
  abandonMeaning
} from "./approval-meaning.shared.mjs";
import {
  fullPlan,
  plansOf
} from "./profile-deadlines.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./attest-run-statement.shared.mjs";
import "./attest-beside.shared.mjs";
import "./report-whole-file.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./record-mark-text.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./platforms-api.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import {
  compileGlob
} from "./job-glob.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./host-installed.shared.mjs";
import "./host-hold-file.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import {
  stepsToClose,
  takes
} from "./lease-endings.shared.mjs";
import "./lease-meter-price.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./host-process-identity.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import "./data-fetch-plan.shared.mjs";
import "./job-data-source.shared.mjs";
import "./secret-shape.shared.mjs";
import "./report-event-words.shared.mjs";
import "./report-run-table.shared.mjs";
import "./report-debt-lines.shared.mjs";
import "./lease-balance.shared.mjs";
import "./lease-runner-minutes.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import "./lease-forecast.shared.mjs";
import "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./stores-compare.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./box-channel.shared.mjs";
import "./stores-box-store.shared.mjs";
import "./stores-lent.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./stores-store.shared.mjs";
import "./refused-here.shared.mjs";
import "./secret-keys.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./verify-engine-role-guess.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-read-http-source.shared.mjs";
import "./host-backoff.shared.mjs";
import "./verify-apart-messages.shared.mjs";
import "./verify-engine-change.shared.mjs";
import "./verify-codec-crc32c.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./verify-read-hdf5-signature.shared.mjs";
import "./wildcard.shared.mjs";
import "./verify-contract-oddity.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./verify-codec-crc32.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./host-limit.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import "./lease-fold.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./lease-breaker.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./lease-concerns.shared.mjs";
import "./lease-clock-warning.shared.mjs";
import "./lease-comes-back.shared.mjs";
import {
  costing,
  jobOf
} from "./lease-run.shared.mjs";
import {
  usdSoFar
} from "./lease-cost.shared.mjs";
import "./money.shared.mjs";
import "./clock.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

// src/approval/approve-loss.ts
async function approveLoss(asking, lease, losses) {
  const { world, run } = asking;
  const { zero } = (await plansOf(world, run))(lease);
  const request = approvalRequest(lease, "abandon", lossesDigest(run.id, losses), zero);
  world.face.heading(`abandon ${lease.name}: ${request.verbs.join(", ")}`);
  const { steps, warnings } = await fullPlan(world, lease, "zero");
  for (const step of steps) world.face.line(verbLine(step, world.clock.now()));
  for (const warning of warnings) world.face.line(`warning: ${warning}`);
  for (const line of losses) world.face.line(line);
  world.face.line(`to give this up, type: ${request.phrase}`);
  const answer = await answerTo(asking, request);
  return answer && approveByPhrase(run, request, answer, world.clock.now());
}
async function answerTo({ world, given, run }, request) {
  if (inWorkflow(given)) {
    const gate = await gateOf(given, world, run);
    if (gate.kind === "environment") {
      if (given.environment === void 0) throw environmentIsGate(run, gate.name, "abandon");
      const meaning = abandonMeaning({ lease: request.lease, losses: request.binds });
      const person = await personOfEnvironment({ given, world, run }, gate, meaning);
      return { typed: request.phrase, person, via: "environment" };
    }
  }
  return await givenPhrase(given, world, run) ?? await askAtTerminal(given, world);
}

// src/release/losses.ts
function lossesOf(run, job) {
  const onBox = run.leases.some((lease) => lease.started && !lease.boxGone);
  if (!onBox) return ["nothing: no work was started on the box", ...[...run.cells.values()].flatMap(safe)];
  return [...run.cells.values()].flatMap((cell) => {
    const lost = job.artifacts.filter((rule) => !isWholeHere(cell, rule));
    return [
      `${cell.name}: ${inAWord(cell, lost)}`,
      ...lost.map((rule) => `${cell.name}: lost on the box: newest ${rule.path} (${rule.role})`),
      ...safe(cell)
    ];
  });
}
function inAWord({ verifiedStep }, lost) {
  if (lost.length === 0) return "nothing that the job names as an artifact";
  if (lost.every(({ role }) => BESIDE_THE_WORK.includes(role))) return "none of its work, only what follows";
  return verifiedStep === void 0 ? "all of its work" : `all work after step ${verifiedStep}`;
}
var BESIDE_THE_WORK = ["metrics", "config", "log"];
function isWholeHere(cell, { path, min }) {
  if (!cell.ended) return false;
  const matches = compileGlob(path);
  const here = [...cell.kept.keys()].filter(matches);
  return here.length >= Math.max(1, min) && here.every((file) => cell.keptAtEnd.has(file));
}
var safe = (cell) => [...cell.kept.values()].map(
  (file) => `${cell.name}: safe: ${file.path} (${file.bytes} bytes, ${file.sha256.slice(0, 12)})`
);

// src/course/give-up.ts
var STOP_GRACE_SECONDS = 10;
async function giveUp(order, id) {
  const { here, world, given } = order;
  const run = await readRun(world.ledger, id);
  refuseWhenNeedless(run);
  const found = givingUp(run, here.clock.now());
  for (const lease of found.unrented) await appendDecision(world, id, await giveUpIntent(world, lease));
  if (given.phrase === void 0) for (const lease of found.held) await save(world, run, lease);
  const now = await readRun(world.ledger, id);
  const { held, lapsed } = givingUp(now, here.clock.now());
  const losses = held.length > 0 ? lossesOf(now, jobOf(now)) : [];
  for (const lease of held) {
    const approved = await approveLoss({ world, given, run: now }, lease, losses);
    if (!approved) return waiting(world, now, lease);
    await save(world, now, lease);
    await endAttached(world, lease);
    await appendDecision(world, id, [approved, { type: "abandoned", lease: lease.name, lost: losses }]);
  }
  for (const lease of lapsed) {
    const approved = await approveLoss({ world, given, run: now }, lease, lease.lost);
    if (!approved) return waiting(world, now, lease);
    await endAttached(world, lease);
    await appendDecision(world, id, [approved]);
  }
  return giveBack(order, now);
}
async function save(world, run, lease) {
  const kept = await salvage(new Keeping(), { world, run, lease, job: jobOf(run) });
  if (kept.length > 0) await appendDecision(world, run.id, kept);
}
async function endAttached(world, lease) {
  if (lease.intent.attach !== void 0) await endWork(world, lease, STOP_GRACE_SECONDS);
}
function refuseWhenNeedless(run) {
  if (!run.closed && !run.seal) return;
  throw new Problem({
    code: run.closed ? "closed" : "sealed",
    kind: "usage",
    what: run.closed ? `Run ${run.id} is closed; there is nothing to give up.` : `Run ${run.id} is sealed: nothing need be lost.`,
    next: run.closed ? 'See "gpu-lease status --archived".' : `Release it with its approval: "gpu-lease release ${run.id}".`
  });
}
function waiting(world, run, lease) {
  const costs = costing(run);
  const meanwhile = costs.length > 0 ? `what goes on costing: ${costs.join("; ")}` : "it costs nothing";
  world.face.line(`nothing was given up; ${lease.name} of run ${run.id} is held, and ${meanwhile}`);
  return EXIT.refused;
}
async function giveBack({ here, world, given, print }, run) {
  const never = () => Promise.reject(new Error("an abandoned run starts nothing"));
  const word = givenWord(given, world, run);
  const stage = newStage(world, { bound: never, smoke: never, word, boundSeconds: here.boundSeconds });
  const drive = driveOf(stage, (step) => takes("abandon", step), { endsAt: here.endsAt });
  for (; ; ) {
    const stand = await advance(drive, run.id);
    const ending = await endingOf(world, stand.run);
    if (ending.length === 0) return endStage({ name: "abandon", here, stage, stand, print });
    await appendDecision(world, run.id, ending);
  }
}
async function endingOf(world, run) {
  if (world.signal.aborted) return [];
  for (const step of stepsToClose(run, world.clock.now())) {
    if (step.do === "drop-kept") continue;
    if (step.do === "close") return [{ type: "closed", usd: usdSoFar(run, world.clock.now()) }];
    const late = await lookForLate(world, run, new Date(step.until)).catch((error) => {
      if (world.signal.aborted) return void 0;
      throw error;
    });
    if (!late || late.length > 0) return late ?? [];
  }
  return [];
}

// src/cli/abandon.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  const face = await faceOf(settings);
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  const print = settings.json ? (line) => process.stdout.write(line) : void 0;
  try {
    const id = settings.value("run") ?? await onlyOpenRun(ledger);
    return await giveUp({ here: settings, world, given: givenOf(settings), print }, id);
  } finally {
    await world.close();
  }
}
export {
  command
};
