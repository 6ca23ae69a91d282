import {
  type ApprovalSource,
  approveRelease,
  askMeant,
  unusableApprovals,
} from '../approval/approve-release.ts';
import { givenWord } from '../approval/ended-by-hand.ts';
import type { Given } from '../approval/given.ts';
import { breakIfChanged, isSealedElsewhere } from '../collect/evidence.ts';
import { evidenceOf } from '../collect/stored-evidence.ts';
import { advance, type Standstill } from '../course/advance.ts';
import type { BoundJob } from '../course/bound-job.ts';
import { arrive, chainOfRun, goOn } from '../course/chain.ts';
import { countRunner } from '../course/count-runner.ts';
import { driveOf } from '../course/drive.ts';
import { newStage, perform, type Stage } from '../course/effects.ts';
import { readRun } from '../course/find-run.ts';
import { openRun, runIdOf } from '../course/open-run.ts';
import { recordEvidence } from '../course/record-evidence.ts';
import { storesOf, uploadStepOf } from '../course/store.ts';
import { storeKept } from '../course/store-kept.ts';
import { inWorkflow } from '../github/in-workflow.ts';
import { secretsOf } from '../launch/start.ts';
import type { EventBody } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import { costing, type Run } from '../lease/run.ts';
import { mayGiveBack, takes } from '../lease/stage-steps.ts';
import type { Step } from '../lease/step.ts';
import { evidenceRefusals, notSealed, storeRefusals } from '../lease/warrant.ts';
import { appendDecision } from '../ledger/append-to-run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import type { Face, World } from '../world.ts';
import { bindJob, openingOf } from './bind-job.ts';
import { chainLinkOf } from './chain-link.ts';
import type { Request } from './command.ts';
import { endStage } from './end-stage.ts';
import { givenOf } from './given-approval.ts';
import { givenEvidence } from './given-evidence.ts';
import { noteLedger } from './ledger-note.ts';
import { meantRun } from './own-run.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { bindSmoke } from './smoke.ts';
import { refuseStrangers } from './strangers.ts';
import { metHere, refuseTakenBack } from './taken-back.ts';
import { openWorld } from './world.ts';

/** Stages whose composite action has a step that uploads. */
const UPLOADING = ['watch', 'collect'];

/** `run`, `smoke`, `open`, `launch`, `watch`, `collect`, `release`, `resume`. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  const face = await faceOf(settings);
  if (request.command.name === 'smoke' && inWorkflow(settings))
    return (await import('./smoke-step.ts')).smokeStep(settings, face, signal);
  return runStage(request.command.name, settings, face, signal, {});
}

export interface StageHooks {
  /** Called once with the run that is meant, before anything is done to it. */
  onRun?(run: Run): Promise<void>;
  /** How an approval is had when the run waits for one. Default: `--approve`, or the terminal. */
  approval?: ApprovalSource;
  /** How the upload before this step ended, in the step after it. */
  uploaded?: NonNullable<ReturnType<typeof uploadStepOf>>['outcome'];
  /** Called with each performed step, before its events are appended: where the demo destroys a box. */
  onEvents?(run: Run, step: Step, events: readonly EventBody[]): Promise<void>;
}

export async function runStage(
  name: string,
  settings: Settings,
  face: Face,
  signal: AbortSignal,
  hooks: StageHooks,
): Promise<number> {
  try {
    return await stageToEnd(name, settings, face, signal, hooks);
  } catch (error) {
    const { withKnownCosts } = await import('./known-costs.ts');
    throw withKnownCosts(settings, error);
  }
}

async function stageToEnd(
  name: string,
  settings: Settings,
  face: Face,
  signal: AbortSignal,
  hooks: StageHooks,
): Promise<number> {
  const link = name === 'watch' ? chainLinkOf(settings) : undefined;
  const met = metHere(settings);
  const ledger = await ledgerOf(settings);
  const world = openWorld(settings, ledger, face, signal);
  try {
    if (settings.flag('dry-run')) return await showDryRun(name, settings, world);
    const { run, bound } = await runOf(name, settings, world, met);
    for (const name of run.opened?.document.secrets ?? []) settings.redactor.learn(settings.env[name] ?? '');
    await hooks.onRun?.(run);
    refuseWithoutSmoke(name, settings, run);
    refuseWithoutSecrets(name, world, run);
    const given = givenOf(settings);
    await approveAhead(world, given, run);
    const stage = newStage(world, {
      bound,
      smoke: (of) => bindSmoke(world, settings, of, bound),
      word: givenWord(given, world, run),
      uploading: {
        step: UPLOADING.includes(name) ? uploadStepOf(settings.env, hooks.uploaded) : undefined,
        wish: undefined,
      },
      boundSeconds:
        (name === 'run' || name === 'resume') && !settings.hasBound
          ? Number.POSITIVE_INFINITY
          : settings.boundSeconds,
    });
    if (name === 'resume') await resolveHalt(world, settings, run);
    if (name === 'collect' && !hooks.uploaded) await unsealIfChanged(world, settings, run);
    if (link) await arrive(link, world, chainOfRun(run.id));
    const still = await toStandstill(name, stage, run.id, settings, hooks);
    if (name === 'release') await refuseIdleRelease(world, still);
    const stand = await countRunner(settings, stage, name, await keepInStore(stage, still));
    const code = await endStage({ name, settings, world, stage, stand });
    if (link && link.chaining !== 'never' && !signal.aborted) await goOn(link, world, chainOfRun(run.id));
    return code;
  } finally {
    await world.close();
  }
}

/** The loop of a stage, and the person in it: when the run waits for an approval that can be had, it goes on. */
async function toStandstill(
  name: string,
  stage: Stage,
  runId: string,
  settings: Settings,
  hooks: StageHooks,
): Promise<Standstill> {
  const { world } = stage;
  const given = givenOf(settings);
  for (let approvals = 0; ; approvals += 1) {
    const stand = await advance(
      driveOf(stage, (step) => takes(name, step), {
        endsAt: settings.endsAt,
        async performing(of, run, step) {
          const events = await perform(of, run, step);
          await hooks.onEvents?.(run, step, events);
          return events;
        },
      }),
      runId,
    );
    if (stand.waitingFor?.do !== 'ask' || !mayGiveBack(name)) return stand;
    // What was typed or approved was for one lease; whoever is there may be asked about the next one.
    if (approvals > 0 && (inWorkflow(settings) || given.phrase)) return stand;
    const asked = (await askMeant(world, given, stand.run)) ?? stand.waitingFor;
    await refuseWithoutEvidence(name, world, given, stand.run);
    const approved = await approveRelease({ world, given, run: stand.run, asked, source: hooks.approval });
    if (!approved) return stand;
    await appendDecision(world, runId, [approved]);
  }
}

/** Before anybody is asked for a word that could not be acted upon here. */
async function refuseWithoutEvidence(name: string, world: World, given: Given, run: Run): Promise<void> {
  const isGiven = name === 'release' || inWorkflow(given) || given.phrase !== undefined;
  const refusals = evidenceRefusals(run, await evidenceOf(world, run, storesOf(world, run)));
  for (const { code, what, next } of refusals) {
    if (isGiven) throw new Problem({ code, kind: 'refused', what, next, costing: costing(run) });
    world.face.warn(`${what} Next: ${next}`);
  }
}

/** This machine ends with the stage: what it pulled and verified is brought where it stays, if need be by the next step. */
async function keepInStore(stage: Stage, stand: Standstill): Promise<Standstill> {
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

/** Told to release and not allowed to: the reason, instead of a wait that looks like a success. */
async function refuseIdleRelease(world: World, { run, waitingFor }: Standstill): Promise<void> {
  const given = run.leases.some((lease) => lease.state === 'abandoned');
  const refusals =
    waitingFor?.do === 'ask'
      ? await unusableApprovals(world, run, waitingFor)
      : waitingFor?.do === 'store'
        ? storeRefusals(run, world.clock.now())
        : run.seal || run.closed || given
          ? []
          : [notSealed(run)];
  for (const { code, what, next } of refusals)
    throw new Problem({ code, kind: 'refused', what, next, costing: costing(run) });
}

/** The run that is meant, opened if this stage may open one; and how to get at its code when a start needs it. */
async function runOf(
  name: string,
  settings: Settings,
  world: World,
  met: ReadonlySet<string>,
): Promise<{ run: Run; bound: () => Promise<BoundJob> }> {
  const { ledger, face } = world;
  let bound: Promise<BoundJob> | undefined;
  const bind = () => {
    bound ??= bindJob(settings, face);
    return bound;
  };
  // Before the run is opened: what is refused leaves nothing behind.
  const evidence = await givenEvidence(settings, bind);
  const isNew = opensRuns(name) && !(await isKnown(settings, ledger));
  const id = isNew
    ? await runIdOf(openingOf(settings), ledger, await bind())
    : await meantRun(settings, ledger);
  await refuseTakenBack(settings, world, id, met);
  const run = isNew ? await openRun(openingOf(settings), ledger, await bind()) : await readRun(ledger, id);
  if (isNew && run.leases.length === 0) noteLedger(settings, face);
  return { run: evidence ? await recordEvidence(ledger, settings, run.id, evidence) : run, bound: bind };
}

/** A run that was named and exists goes on without its job file. */
async function isKnown(settings: Settings, ledger: Ledger): Promise<boolean> {
  const id = settings.value('run');
  return id !== undefined && (await ledger.read(id)).events.length > 0;
}

/** Nothing may be rented before the smoke of this commit has passed (P2-02). */
function refuseWithoutSmoke(name: string, settings: Settings, run: Run): void {
  if (run.smoke !== 'missing' || name === 'smoke' || name === 'run' || name === 'resume') return;
  throw new Problem({
    code: 'no-smoke',
    kind: 'refused',
    what: `Run ${run.id} has no smoke evidence for commit ${run.opened?.commit.slice(0, 8)}; nothing was rented.`,
    next: `${inWorkflow(settings) ? 'Hand the output "evidence" of a job with the action "smoke" to this step' : 'Run "gpu-lease smoke" first'}, or write "smoke: none" into the job file, which is shown as a warning for ever.`,
  });
}

/** Asked for with the launch: a reviewer's word in advance, before anything is rented on it. */
async function approveAhead(world: World, given: Given, run: Run): Promise<void> {
  if (given.inAdvance === undefined || run.closed) return;
  const { approveInAdvance } = await import('../approval/approve-in-advance.ts');
  const approved = await approveInAdvance(world, given, run);
  if (approved) await appendDecision(world, run.id, [approved]);
}

/** A secret that is not set here would be missed only on a box that is paid for. */
function refuseWithoutSecrets(name: string, world: World, run: Run): void {
  const rents = name === 'run' || name === 'launch' || name === 'resume';
  if (rents && run.opened && !run.closed && !run.seal) secretsOf(world, run.opened.document);
}

const opensRuns = (stage: string): boolean => ['run', 'smoke', 'open', 'launch'].includes(stage);

async function showDryRun(stage: string, settings: Settings, world: World): Promise<number> {
  const { dryRun } = await import('./dry-run.ts');
  return dryRun({
    stage,
    settings,
    world,
    may: (step) => takes(stage, step),
    opens: opensRuns(stage),
  });
}

/** Collecting a sealed run again means: look whether what was sealed is still what it was, and start over where not. */
async function unsealIfChanged(world: World, settings: Settings, run: Run): Promise<void> {
  if (!run.seal || run.closed) return;
  if (!settings.flag('anew')) await refuseSealedElsewhere(world, run);
  const why = await changeOf(world, run);
  if (why === undefined) return;
  world.face.warn(`the seal ${run.seal.seal.slice(0, 8)} is void: ${why}`);
  await appendDecision(world, run.id, [{ type: 'unsealed', seal: run.seal.seal, why }]);
}

/** Another machine sealed it, or another clone on this one, and holds what it sealed: to seal it here would void that, and what was approved of it. */
async function refuseSealedElsewhere(world: World, run: Run): Promise<void> {
  if (run.stored.length > 0 || run.opened?.needsStore || !isSealedElsewhere(run, world)) return;
  const [refusal] = evidenceRefusals(run, await evidenceOf(world, run, storesOf(world, run)));
  if (refusal?.code !== 'sealed-elsewhere') return;
  throw new Problem({ ...refusal, kind: 'refused', costing: costing(run) });
}

/** What lies in a store counts from there, whether or not this machine holds a copy. */
async function changeOf(world: World, run: Run): Promise<string | undefined> {
  if (run.stored.length === 0) return breakIfChanged(world.storeDir, run);
  const { seal, problems } = await evidenceOf(world, run, storesOf(world, run));
  if (problems.length === 0 && seal === run.seal?.seal) return;
  return (
    problems.map(({ path, problem }) => `${path} is ${problem}`).join('; ') ||
    `it comes to seal ${seal.slice(0, 8)}`
  );
}

/** A person looked at the halt and says go on; with `--without-copies` also without what lies where nobody gets at it. */
async function resolveHalt(world: World, settings: Settings, run: Run): Promise<void> {
  const { person } = settings;
  const cells = settings.flag('without-copies') ? [...run.cells.values()] : [];
  const lost = cells.flatMap(({ name, kept, ended }): EventBody[] =>
    kept.size > 0 && !ended ? [{ type: 'kept-lost', cell: name, person }] : [],
  );
  const resolved: EventBody[] = run.halted
    ? [{ type: 'resolved', how: `gpu-lease resume by ${world.who}` }]
    : [];
  if (lost.length + resolved.length > 0) await appendDecision(world, run.id, [...resolved, ...lost]);
}
