import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  boundAs,
  countRunner,
  givenEvidence,
  inLedgersWords,
  noteLedger,
  recordEvidence,
  refuseWithoutSecrets,
  reportBefore,
  reportOf
} from "./cli-ledger-note.shared.mjs";
import {
  boundAtCommit,
  isBoundElsewhere,
  tellCommitOf
} from "./course-bound-at-commit.shared.mjs";
import {
  chainLinkOf
} from "./cli-chain-link.shared.mjs";
import {
  arrive,
  chainOfRun,
  goOn
} from "./course-chain.shared.mjs";
import {
  metHere,
  refuseTakenBack,
  switchOn
} from "./course-taken-back.shared.mjs";
import {
  refuseUnreachable
} from "./cli-first-look.shared.mjs";
import {
  meantRun
} from "./cli-own-run.shared.mjs";
import {
  bindSmoke,
  ignoreHere
} from "./cli-last-smoke.shared.mjs";
import {
  openRun,
  runIdOf
} from "./course-open-run.shared.mjs";
import {
  bindJob,
  nameOfJob
} from "./cli-bind-job.shared.mjs";
import {
  endStage,
  givenWord,
  putAway
} from "./approval-ended-by-hand.shared.mjs";
import {
  advance,
  driveOf,
  newStage,
  perform
} from "./box-dead-man.shared.mjs";
import {
  storeKept
} from "./course-store-kept.shared.mjs";
import {
  forgetReleased
} from "./cli-ssh-hosts.shared.mjs";
import {
  refuseStrangers,
  statementHere
} from "./cli-refuse-strangers.shared.mjs";
import {
  baselineOf,
  judgeCell,
  ruleOf,
  sightingOf
} from "./lease-ended-in-queue.shared.mjs";
import {
  breakIfChanged,
  isSealedElsewhere,
  sealedNow,
  uploadStepOf
} from "./collect-afar.shared.mjs";
import {
  givenOf
} from "./cli-given-approval.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import {
  appendDecision
} from "./ledger-append.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import {
  probe
} from "./box-keeper-call.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  approveRelease,
  askMeant,
  unusableApprovals
} from "./approval-approve-release.shared.mjs";
import {
  inWorkflow
} from "./github-in-workflow.shared.mjs";
import {
  evidenceRefusals,
  notSealed,
  storeRefusals
} from "./lease-warrant.shared.mjs";
import {
  machineCopiesOf
} from "./cli-ledger-opening.shared.mjs";
import {
  isUnapproved,
  mayGiveBack,
  stores,
  takes
} from "./lease-next.shared.mjs";
import {
  isWorking
} from "./lease-endings.shared.mjs";
import {
  withoutTerminalCodes
} from "./box-stranger-text.shared.mjs";
import {
  hiddenSecretsOf
} from "./job-secret-names.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  costing,
  isGivenUp,
  jobOf,
  runState
} from "./lease-run.shared.mjs";
import {
  isQueued
} from "./lease-fold-queue.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/stages.ts
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";

// src/course/ask-within.ts
async function approveAhead({ world, given }, run) {
  if (given.inAdvance === void 0 || run.closed) return;
  const { approveInAdvance } = await import("./approval-approve-in-advance.mjs");
  const approved = await approveInAdvance(world, given, run);
  if (approved) await appendDecision(world, run.id, [approved]);
}
async function toStandstill(asking, drive, runId) {
  const { stage, world, given, source } = asking;
  for (let approvals = 0; ; approvals += 1) {
    const stand = await advance(drive, runId);
    if (stand.waitingFor?.do !== "ask" || !mayGiveBack(stage)) return stand;
    if (approvals > 0 && (inWorkflow(given) || given.phrase)) return stand;
    const asked = await askMeant(world, given, stand.run) ?? stand.waitingFor;
    await refuseWithoutEvidence(asking, stand.run);
    const report = await asking.report({ ...stand, waitingFor: asked });
    const approved = await approveRelease({ world, given, run: stand.run, asked, source, report });
    if (!approved) return stand;
    await appendDecision(world, runId, [approved]);
  }
}
async function refuseWithoutEvidence({ stage, world, given }, run) {
  const isGiven = stage === "release" || inWorkflow(given) || given.phrase !== void 0;
  const refusals = evidenceRefusals(run, await sealedNow(world, run));
  for (const { code, what, next } of refusals) {
    if (isGiven) throw new Problem({ code, kind: "refused", what, next, costing: costing(run) });
    world.face.warn(`${what} Next: ${next}`);
  }
}
async function refuseIdleRelease(world, { run, waitingFor }) {
  const refusals = waitingFor?.do === "ask" ? await unusableApprovals(world, run, waitingFor) : waitingFor?.do === "store" ? storeRefusals(run, world.clock.now()) : run.seal || run.closed || isGivenUp(run) ? [] : [notSealed(run)];
  for (const { code, what, next } of refusals)
    throw new Problem({ code, kind: "refused", what, next, costing: costing(run) });
}

// src/watch/first-sight.ts
var isOpen = ({ shows }) => shows === "early" || shows === "nothing";
function firstSightOf(seen, { lease, job, baseline }) {
  const cell = seen.cells.findLast(({ state }) => state !== "waiting");
  if (!cell) return beforeCells(seen);
  const rule = ruleOf(job);
  const { verdict, ...rest } = judgeCell(cell, seen, baseline, rule);
  if (verdict === "dead" && "diagnosis" in rest) {
    const { cause, failureClass, fix } = rest.diagnosis;
    return sight(cell, "ended", `is dead already: ${cause} (${failureClass}). ${fix}`, { isBad: true });
  }
  const found = sightingOf(cell.metrics, rule.sources);
  const from = lease.started?.from.find((each) => each.cell === cell.name);
  const step = (from && found?.firstAfter(from.step)) ?? found?.last.step;
  if (step !== void 0 && from && step < from.step)
    return sight(cell, "behind", `began at step ${step}, and was to go on from step ${from.step}`, {
      isBad: true,
      step
    });
  if (step !== void 0) return sight(cell, "step", `${startWords(from?.step)} step ${step}`, { step });
  if (verdict === "finished" || verdict === "settling")
    return sight(cell, "ended", "has ended with exit code 0 already");
  return withoutStep(cell, rule.sources.length > 0);
}
var startWords = (from) => from === void 0 ? "does its work, seen at" : `goes on from step ${from}, seen at`;
function withoutStep(cell, hasMetrics) {
  const lines = withoutTerminalCodes(cell.logTail).trimEnd().split("\n");
  const last = lines.at(-1)?.trim().slice(0, 200) ?? "";
  if (lines.some((line) => line.startsWith("Traceback (most recent call last)")))
    return sight(cell, "traceback", `runs, and its log has a traceback: ${last}`, { isBad: true });
  const words = last === "" ? "its log is empty" : `its log ends with: ${last}`;
  if (!hasMetrics && last !== "") return sight(cell, "log", `runs; ${words}`);
  const missing = hasMetrics ? "shows no step yet" : "has printed nothing yet";
  return sight(cell, "nothing", `runs and ${missing}; ${words}`);
}
function beforeCells({ queue, queueReason, data, setup }) {
  const of = { cell: null, step: null };
  if (queue !== "running") {
    const why = queueReason ? ` (${queueReason})` : "";
    return {
      ...of,
      shows: "ended",
      says: `no cell was started, and nothing runs any more${why}`,
      isBad: true
    };
  }
  const [what] = [
    ...data?.state === "running" ? ["the data are being fetched"] : [],
    ...setup?.state === "running" ? ["the setup runs"] : [],
    "the first cell is not started"
  ];
  return { ...of, shows: "early", says: `${what} yet; no step can show before its end`, isBad: false };
}
var sight = ({ name }, shows, says, { step = null, isBad = false } = {}) => ({ cell: name, shows, step, says: `${name} ${says}`, isBad });

// src/course/first-sight.ts
var MOST_SECONDS = 60;
async function awaitFirstSight(stage, run) {
  const { world } = stage;
  const lease = run.leases.find((each) => isWorking(run, each) && wasStartedBy(stage, each));
  if (!lease?.started || isQueued(lease)) return;
  const seen = await sightWithin(stage, run, lease).catch((error) => {
    if (!(error instanceof TransportFailed || error instanceof Problem)) throw error;
    world.face.warn(
      `${lease.name} was started and not reached since; whether it does its work is for the next look to say ("gpu-lease watch ${run.id}").`
    );
  });
  if (seen?.isBad) world.face.warn(`${lease.name}: ${seen.says}`);
  else if (seen) world.face.line(`${lease.name}: ${seen.says}`);
  return seen ?? void 0;
}
var wasStartedBy = ({ startedAt }, lease) => lease.startedAt !== void 0 && new Date(lease.startedAt) >= startedAt;
async function sightWithin(stage, run, lease) {
  const { world } = stage;
  const { clock, signal } = world;
  const dir = lease.started?.dir;
  if (!dir) return;
  const of = { lease, job: jobOf(run), baseline: baselineOf(lease) };
  const began = clock.now();
  for (; ; ) {
    const seen = firstSightOf(await probe(await world.channel(lease), dir), of);
    const now = clock.now();
    const isOver = secondsBetween(began, now) >= MOST_SECONDS || secondsBetween(stage.startedAt, now) >= stage.boundSeconds;
    if (!isOpen(seen) || isOver || signal.aborted) return seen;
    await clock.sleep(stage.pollSeconds, signal);
  }
}

// src/course/meant-run.ts
async function runMeant(here, world, meant, { opens, first }) {
  const { ledger } = world;
  let evidence = await givenEvidence(meant.evidence, meant.bind);
  const isNew = opens && !await isKnown(world, meant);
  const opening = { ...here, named: meant.named, pullRequest: meant.change?.pullRequest };
  if (isNew && meant.change) requireCommit(meant.change.commit, (await meant.bind()).code.commit);
  const id = isNew ? await runIdOf(opening, ledger, await meant.bind()) : await meant.find();
  await meant.refuseTakenBack(id);
  if (isNew && first && !evidence && (await ledger.read(id)).events.length === 0)
    evidence = await first(id, await meant.bind());
  const run = isNew ? await openRun(opening, ledger, await meant.bind()) : await readRun(ledger, id);
  if (isNew && run.leases.length === 0) meant.noteLedger();
  return evidence ? await recordEvidence(ledger, here, run.id, evidence) : run;
}
function requireCommit(asked, here) {
  if (asked === here) return;
  throw new Problem({
    code: "other-commit",
    kind: "refused",
    what: `A run of commit ${JSON.stringify(asked.slice(0, 60))} was asked for, and ${here} is checked out here; nothing was opened.`,
    next: 'Let the label start it, or give the whole id of the commit, which actions/checkout takes as "ref".'
  });
}
var isKnown = async ({ ledger }, { named }) => named !== void 0 && (await ledger.read(named)).events.length > 0;

// src/course/unseal.ts
async function unsealIfChanged(world, run, anew) {
  if (!run.seal || run.closed) return;
  if (!anew) await refuseSealedElsewhere(world, run);
  const why = await changeOf(world, run);
  if (why === void 0) return;
  world.face.warn(`the seal ${run.seal.seal.slice(0, 8)} is void: ${why}`);
  await appendDecision(world, run.id, [{ type: "unsealed", seal: run.seal.seal, why }]);
}
async function refuseSealedElsewhere(world, run) {
  if (run.stored.length > 0 || run.opened?.needsStore || !isSealedElsewhere(run, world)) return;
  const [refusal] = evidenceRefusals(run, await sealedNow(world, run));
  if (refusal?.code !== "sealed-elsewhere") return;
  throw new Problem({ ...refusal, kind: "refused", costing: costing(run) });
}
async function changeOf(world, run) {
  if (run.stored.length === 0 && !run.seal?.in) return breakIfChanged(world.storeDir, run);
  const { seal, problems } = await sealedNow(world, run);
  if (problems.some(({ problem }) => problem === "not-readable")) return;
  if (problems.length === 0 && seal === run.seal?.seal) return;
  return problems.map(({ path, problem }) => `${path} is ${problem}`).join("; ") || `it comes to seal ${seal.slice(0, 8)}`;
}

// src/course/stage.ts
var STAGES = {
  run: { opens: true, smokes: true, rents: true, lasts: true, before: letScheduleLook },
  smoke: { opens: true, smokes: true },
  open: { opens: true, before: letScheduleLook },
  launch: { opens: true, rents: true, awaitsFirstStep: true, before: letScheduleLook },
  watch: { uploads: true },
  collect: { uploads: true, before: unsealUnlessUploaded, outputs: ofCollected },
  release: { after: refuseIdleRelease },
  resume: { smokes: true, rents: true, lasts: true, before: resolveHalt }
};
function kindOf(name) {
  const kind = Object.hasOwn(STAGES, name) ? STAGES[name] : void 0;
  if (!kind) throw new RangeError(`there is no stage ${JSON.stringify(name)}`);
  return kind;
}
var opensRuns = (name) => kindOf(name).opens === true;
var rentsAndOpens = (name) => opensRuns(name) && kindOf(name).rents === true;
async function runStage(order) {
  const { name, here, world, chain, given, hooks } = order;
  const kind = kindOf(name);
  const run = await runMeant(here, world, order.meant, {
    opens: kind.opens === true,
    ...kind.smokes && { first: (id, bound) => lookFirst(order, id, bound) }
  });
  for (const secret of run.opened ? hiddenSecretsOf(run.opened.document) : [])
    here.redactor.learn(here.env[secret] ?? "");
  await hooks.onRun?.(run);
  refuseWithoutSmoke(kind, here, run);
  if (kind.rents && run.opened && !run.closed && !run.seal)
    await refuseWithoutSecrets(world, run.opened.document, run, storingOf(order));
  await approveAhead(order, run);
  await refuseUnapproved(kind, world, run);
  const stage = stageOf(order, run);
  await kind.before?.(order, run);
  if (chain) await arrive(chain, world, chainOfRun(run.id));
  const asking = { stage: name, world, given, source: hooks.approval, report: reportBefore(here, world) };
  const still = await toStandstill(asking, driveOfStage(order, stage), run.id);
  await kind.after?.(world, still);
  const firstSight = kind.awaitsFirstStep ? await awaitFirstSight(stage, still.run) : void 0;
  const stand = await countRunner(here, stage, name, await keepInStore(stage, still));
  const code = await endStage({
    name,
    here,
    stage,
    stand,
    print: order.print,
    outputs: kind.outputs?.(stand, world),
    isFollowed: isFollowed(name, stand),
    firstSight
  });
  await putAway(world, await tellCommitOf(world, stand.run, here));
  if (chain && chain.chaining !== "never" && !world.signal.aborted)
    await goOn(chain, world, chainOfRun(run.id));
  return code;
}
async function lookFirst(order, id, bound) {
  const { here, world } = order;
  const { job } = bound;
  for (const secret of hiddenSecretsOf(job)) here.redactor.learn(here.env[secret] ?? "");
  if (kindOf(order.name).rents) {
    await refuseWithoutSecrets(world, job, void 0, storingOf(order));
    await order.refuseUnreachable(job);
  }
  if (job.smoke === "none") return;
  world.face.heading("smoke");
  return order.smoke(id, bound);
}
function stageOf(order, run) {
  const { name, here, world, meant, given, hasBound, hooks } = order;
  const { uploads, lasts } = kindOf(name);
  return newStage(world, {
    bound: () => meant.boundTo(run),
    smoke: async (of) => [await order.smoke(of.id, boundAs(of, await meant.bind()))],
    word: givenWord(given, world, run),
    uploading: {
      step: uploads ? uploadStepOf(here.env, hooks.uploaded) : void 0,
      wish: void 0,
      report: reportOf(here, world)
    },
    boundSeconds: lasts && !hasBound ? Number.POSITIVE_INFINITY : here.boundSeconds
  });
}
var driveOfStage = ({ name, here, hooks }, stage) => driveOf(stage, (step) => takes(name, step), {
  endsAt: here.endsAt,
  async performing(of, run, step) {
    const events = await perform(of, run, step);
    await hooks.onEvents?.(run, step, events);
    return events;
  }
});
var storingOf = ({ name, here }) => stores(name) || !inWorkflow(here) ? "here" : "elsewhere";
function refuseWithoutSmoke(kind, here, run) {
  if (run.smoke !== "missing" || kind.smokes) return;
  throw new Problem({
    code: "no-smoke",
    kind: "refused",
    what: `Run ${run.id} has no smoke evidence for commit ${run.opened?.commit.slice(0, 8)}; nothing was rented.`,
    next: `${inWorkflow(here) ? 'Hand the output "evidence" of a job with the action "smoke" to this step' : 'Run "gpu-lease smoke" first'}, or write "smoke: none" into the job file, which is shown as a warning for ever.`
  });
}
async function refuseUnapproved({ rents }, { ledger }, { id, opened }) {
  if (!rents || !opened?.change) return;
  const run = fold(id, (await ledger.read(id)).events);
  if (run.closed || !isUnapproved(run)) return;
  throw new Problem({
    code: "change-not-approved",
    kind: "refused",
    what: `Run ${id} is of commit ${opened.commit.slice(0, 12)} of pull request ${opened.change.pullRequest}, and nobody has approved it in advance; nothing was rented.`,
    next: `Start it with "standing: L2", so that the reviewers of the protected environment are asked; or approve it from a terminal: gpu-lease approve ${id} --standing L2`
  });
}
async function keepInStore(stage, stand) {
  const { world } = stage;
  const { run } = stand;
  if (world.signal.aborted || !run.opened) return stand;
  const events = await storeKept(world, run, run.opened.document, stage.uploading).catch((error) => {
    if (!world.signal.aborted) throw error;
    return [];
  });
  if (events.length === 0) return stand;
  await appendDecision(world, run.id, events);
  const record = await world.ledger.read(run.id);
  return { ...stand, run: fold(run.id, record.events), events: record.events };
}
async function unsealUnlessUploaded({ world, anew, hooks }, run) {
  if (!hooks.uploaded) await unsealIfChanged(world, run, anew);
}
async function letScheduleLook({ name, here, world }, run) {
  if (!run.closed && (name === "open" || !inWorkflow(here))) await switchOn(here.env, world);
}
async function resolveHalt({ world, given, withoutCopies }, run) {
  const { person } = given;
  const cells = withoutCopies ? [...run.cells.values()] : [];
  const lost = cells.flatMap(
    ({ name, kept, ended }) => kept.size > 0 && !ended ? [{ type: "kept-lost", cell: name, person }] : []
  );
  const resolved = run.halted ? [{ type: "resolved", how: `gpu-lease resume by ${world.who}` }] : [];
  if (lost.length + resolved.length > 0) await appendDecision(world, run.id, [...resolved, ...lost]);
}
function isFollowed(name, { run, waitingFor }) {
  const state = runState(run);
  if (name === "open" || name === "launch") return !NEEDS_A_PERSON.includes(state);
  if (name === "watch") return GOES_TO_COLLECT.includes(state);
  return name === "collect" && waitingFor?.do === "approve-standing";
}
var NEEDS_A_PERSON = ["debt", "halted", "no-capacity"];
var GOES_TO_COLLECT = ["ended", "collected"];
function ofCollected({ waitingFor, run }, { storeDir }) {
  return {
    approved: waitingFor?.do === "approve-standing" ? "in-advance" : "",
    statement: statementHere(storeDir, run) ?? ""
  };
}

// src/cli/stages.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  const face = await faceOf(settings);
  if (request.command.name === "smoke" && inWorkflow(settings))
    return (await import("./cli-smoke-step.mjs")).smokeStep({ settings, face, signal });
  return runStage2(request.command.name, { settings, face, signal }, {});
}
async function runStage2(name, call, hooks) {
  try {
    return await stageToEnd(name, call, hooks);
  } catch (error) {
    const { withKnownCosts } = await import("./cli-known-costs.mjs");
    throw withKnownCosts(call.settings, error);
  }
}
async function stageToEnd(name, call, hooks) {
  const { settings } = call;
  const chain = name === "watch" ? chainLinkOf(settings) : void 0;
  const isMet = metHere(settings, machineCopiesOf(settings));
  const world = openWorld(call, await ledgerOf(settings));
  const meant = meantOf(settings, world, isMet);
  try {
    if (settings.flag("dry-run")) return await showDryRun(name, settings, world);
    return await runStage({ ...orderOf(settings, world), name, chain, meant, hooks });
  } catch (error) {
    throw await inLedgersWords(settings, error, world, rentsAndOpens(name) ? meant.bind : void 0);
  } finally {
    await world.close();
    await forgetReleased(settings);
    if (!inWorkflow(settings) && existsSync(settings.storeDir)) ignoreHere(settings.storeDir);
  }
}
var orderOf = (settings, world) => ({
  here: settings,
  world,
  given: givenOf(settings),
  hasBound: settings.hasBound === true,
  anew: settings.flag("anew"),
  withoutCopies: settings.flag("without-copies"),
  smoke: (run, bound) => bindSmoke(world, settings, run, bound),
  refuseUnreachable: (job) => refuseUnreachable(world, settings, job),
  print: settings.json ? (line) => process.stdout.write(line) : void 0
});
function meantOf(settings, world, isMet) {
  const { ledger, face } = world;
  let bound;
  const bind = () => {
    bound ??= bindJob(settings, face);
    return bound;
  };
  const codeDir = dirname(resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml"));
  return {
    named: settings.value("run"),
    change: changeGiven(settings),
    find: () => meantRun(settings, ledger),
    bind,
    boundTo: async (run) => await isBoundElsewhere(settings, { codeDir, jobName: () => nameOfJob(settings) }, run) ? boundAtCommit(world, codeDir, run) : bind(),
    evidence: settings.value("evidence") ?? "",
    refuseTakenBack: (run) => refuseTakenBack(world, run, isMet),
    noteLedger: () => noteLedger(settings, face)
  };
}
function changeGiven(settings) {
  const [commit, pullRequest] = [settings.value("head-commit")?.trim() ?? "", settings.number("number")];
  if (commit === "" && pullRequest === void 0) return;
  if (commit !== "" && pullRequest !== void 0) return { commit, pullRequest };
  throw new Problem({
    code: "half-a-change",
    kind: "usage",
    what: "A commit of a pull request needs both: its whole id and the number of the pull request.",
    next: "Leave both out for the default branch, or put the label on the pull request, which gives both."
  });
}
async function showDryRun(stage, settings, world) {
  const { dryRun } = await import("./cli-dry-run.mjs");
  return dryRun({ stage, settings, world, may: (step) => takes(stage, step), opens: opensRuns(stage) });
}

export {
  command,
  runStage2 as runStage
};
