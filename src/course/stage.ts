import type { ApprovalSource } from '../approval/approve-release.ts';
import { givenWord } from '../approval/ended-by-hand.ts';
import type { Given } from '../approval/given.ts';
import { inWorkflow } from '../github/in-workflow.ts';
import type { Job } from '../job/job.ts';
import { hiddenSecretsOf } from '../job/secret-names.ts';
import type { EventBody, SmokePassed } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import { type Run, runState } from '../lease/run.ts';
import { stores, takes } from '../lease/stage-steps.ts';
import type { Step } from '../lease/step.ts';
import { isUnapproved } from '../lease/unapproved.ts';
import { appendDecision } from '../ledger/append-to-run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import type { Standstill } from './advance.ts';
import { approveAhead, refuseIdleRelease, toStandstill } from './ask-within.ts';
import { statementHere } from './attested.ts';
import { type BoundJob, boundAs } from './bound-job.ts';
import { arrive, type ChainLink, chainOfRun, goOn } from './chain.ts';
import { countRunner } from './count-runner.ts';
import { driveOf } from './drive.ts';
import { newStage, perform, type Stage } from './effects.ts';
import { endStage } from './end.ts';
import { awaitFirstSight } from './first-sight.ts';
import type { Here } from './here.ts';
import { type Meant, runMeant } from './meant-run.ts';
import { putAway } from './put-away.ts';
import { reportBefore, reportOf } from './report-of.ts';
import { refuseWithoutSecrets } from './secrets-here.ts';
import { uploadStepOf } from './store.ts';
import { storeKept } from './store-kept.ts';
import { tellCommitOf } from './tell-commit.ts';
import { switchOn } from './tick-switch.ts';
import { unsealIfChanged } from './unseal.ts';

/** What a stage is beside the steps that it takes (src/lease/stage-steps.ts). */
interface StageKind {
  /** Begins a run that is not there yet. */
  opens?: true;
  /** Smokes by itself what was not smoked. */
  smokes?: true;
  /** What it starts needs the job's secrets. */
  rents?: true;
  /** Lasts as long as its run, where nobody gave a bound. */
  lasts?: true;
  /** Its composite action has a step that uploads. */
  uploads?: true;
  /** Ends with a start, so it waits for the first that the work shows. */
  awaitsFirstStep?: true;
  before?(order: StageOrder, run: Run): Promise<void>;
  after?(world: World, stand: Standstill): Promise<void>;
  /** Outputs of its action beside every stage's. */
  outputs?(stand: Standstill, world: World): Record<string, string>;
}

const STAGES: Readonly<Record<string, StageKind>> = {
  run: { opens: true, smokes: true, rents: true, lasts: true, before: letScheduleLook },
  smoke: { opens: true, smokes: true },
  open: { opens: true, before: letScheduleLook },
  launch: { opens: true, rents: true, awaitsFirstStep: true, before: letScheduleLook },
  watch: { uploads: true },
  collect: { uploads: true, before: unsealUnlessUploaded, outputs: ofCollected },
  release: { after: refuseIdleRelease },
  resume: { smokes: true, rents: true, lasts: true, before: resolveHalt },
};

function kindOf(name: string): StageKind {
  const kind = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
  if (!kind) throw new RangeError(`there is no stage ${JSON.stringify(name)}`);
  return kind;
}

export const opensRuns = (name: string): boolean => kindOf(name).opens === true;
/** Begins with a job file and ends with a box. */
export const rentsAndOpens = (name: string): boolean => opensRuns(name) && kindOf(name).rents === true;

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

/** Everything that a command says to a stage, whatever its words were. */
export interface StageOrder {
  name: string;
  here: Here;
  world: World;
  meant: Meant;
  given: Given;
  /** Somebody gave the bound; else it is the stage's own. */
  hasBound: boolean;
  /** Where a look of this workflow stands in its chain. */
  chain: ChainLink | undefined;
  /** Seals again here what another machine has sealed. */
  anew: boolean;
  /** Goes on without what lies where nobody gets at it. */
  withoutCopies: boolean;
  /** The smoke of what is bound, as that run's. @throws Problem or Problems with all that it found */
  smoke(run: string, bound: BoundJob): Promise<SmokePassed>;
  /** @throws Problem where this machine lacks what every candidate needs, or none of them lets it in */
  refuseUnreachable(job: Job): Promise<void>;
  /** Where facts for a program go, where one is to read them. */
  print: ((line: string) => void) | undefined;
  hooks: StageHooks;
}

/** One stage of a run, from the run that is meant to what it leaves behind. @returns the exit code */
export async function runStage(order: StageOrder): Promise<number> {
  const { name, here, world, chain, given, hooks } = order;
  const kind = kindOf(name);
  const run = await runMeant(here, world, order.meant, {
    opens: kind.opens === true,
    ...(kind.smokes && { first: (id, bound) => lookFirst(order, id, bound) }),
  });
  for (const secret of run.opened ? hiddenSecretsOf(run.opened.document) : [])
    here.redactor.learn(here.env[secret] ?? '');
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
  const firstSight = kind.awaitsFirstStep ? await awaitFirstSight(stage, still.run) : undefined;
  const stand = await countRunner(here, stage, name, await keepInStore(stage, still));
  const code = await endStage({
    name,
    here,
    stage,
    stand,
    print: order.print,
    outputs: kind.outputs?.(stand, world),
    isFollowed: isFollowed(name, stand),
    firstSight,
  });
  await putAway(world, await tellCommitOf(world, stand.run, here));
  if (chain && chain.chaining !== 'never' && !world.signal.aborted)
    await goOn(chain, world, chainOfRun(run.id));
  return code;
}

/**
 * Before the run is in the record, so that what is refused here, or does not pass, leaves no open run behind; and what takes
 * seconds before what takes minutes.
 */
async function lookFirst(order: StageOrder, id: string, bound: BoundJob): Promise<SmokePassed | undefined> {
  const { here, world } = order;
  const { job } = bound;
  for (const secret of hiddenSecretsOf(job)) here.redactor.learn(here.env[secret] ?? '');
  if (kindOf(order.name).rents) {
    await refuseWithoutSecrets(world, job, undefined, storingOf(order));
    await order.refuseUnreachable(job);
  }
  if (job.smoke === 'none') return;
  world.face.heading('smoke');
  return order.smoke(id, bound);
}

function stageOf(order: StageOrder, run: Run): Stage {
  const { name, here, world, meant, given, hasBound, hooks } = order;
  const { uploads, lasts } = kindOf(name);
  return newStage(world, {
    bound: () => meant.boundTo(run),
    smoke: async (of) => [await order.smoke(of.id, boundAs(of, await meant.bind()))],
    word: givenWord(given, world, run),
    uploading: {
      step: uploads ? uploadStepOf(here.env, hooks.uploaded) : undefined,
      wish: undefined,
      report: reportOf(here, world),
    },
    boundSeconds: lasts && !hasBound ? Number.POSITIVE_INFINITY : here.boundSeconds,
  });
}

const driveOfStage = ({ name, here, hooks }: StageOrder, stage: Stage) =>
  driveOf(stage, (step) => takes(name, step), {
    endsAt: here.endsAt,
    async performing(of, run, step) {
      const events = await perform(of, run, step);
      await hooks.onEvents?.(run, step, events);
      return events;
    },
  });

/** At a terminal every later command has the keys that this one has; a workflow gives each step its own. */
const storingOf = ({ name, here }: StageOrder): 'here' | 'elsewhere' =>
  stores(name) || !inWorkflow(here) ? 'here' : 'elsewhere';

/** Nothing may be rented before the smoke of this commit has passed (P2-02). */
function refuseWithoutSmoke(kind: StageKind, here: Here, run: Run): void {
  if (run.smoke !== 'missing' || kind.smokes) return;
  throw new Problem({
    code: 'no-smoke',
    kind: 'refused',
    what: `Run ${run.id} has no smoke evidence for commit ${run.opened?.commit.slice(0, 8)}; nothing was rented.`,
    next: `${inWorkflow(here) ? 'Hand the output "evidence" of a job with the action "smoke" to this step' : 'Run "gpu-lease smoke" first'}, or write "smoke: none" into the job file, which is shown as a warning for ever.`,
  });
}

/** Code of a branch is rented for only on a reviewer's word, whoever starts the launch. */
async function refuseUnapproved({ rents }: StageKind, { ledger }: World, { id, opened }: Run): Promise<void> {
  if (!rents || !opened?.change) return;
  const run = fold(id, (await ledger.read(id)).events);
  if (run.closed || !isUnapproved(run)) return;
  throw new Problem({
    code: 'change-not-approved',
    kind: 'refused',
    what: `Run ${id} is of commit ${opened.commit.slice(0, 12)} of pull request ${opened.change.pullRequest}, and nobody has approved it in advance; nothing was rented.`,
    next: `Start it with "standing: L2", so that the reviewers of the protected environment are asked; or approve it from a terminal: gpu-lease approve ${id} --standing L2`,
  });
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

/** What was uploaded in between is what was sealed before. */
async function unsealUnlessUploaded({ world, anew, hooks }: StageOrder, run: Run): Promise<void> {
  if (!hooks.uploaded) await unsealIfChanged(world, run, anew);
}

/** Before anything is rented. In a workflow the job that opens the run does: one that holds keys of platforms may start nothing. */
async function letScheduleLook({ name, here, world }: StageOrder, run: Run): Promise<void> {
  if (!run.closed && (name === 'open' || !inWorkflow(here))) await switchOn(here.env, world);
}

/** A person looked at the halt and says go on; with `--without-copies` also without what lies where nobody gets at it. */
async function resolveHalt({ world, given, withoutCopies }: StageOrder, run: Run): Promise<void> {
  const { person } = given;
  const cells = withoutCopies ? [...run.cells.values()] : [];
  const lost = cells.flatMap(({ name, kept, ended }): EventBody[] =>
    kept.size > 0 && !ended ? [{ type: 'kept-lost', cell: name, person }] : [],
  );
  const resolved: EventBody[] = run.halted
    ? [{ type: 'resolved', how: `gpu-lease resume by ${world.who}` }]
    : [];
  if (lost.length + resolved.length > 0) await appendDecision(world, run.id, [...resolved, ...lost]);
}

/** Where another step of the same job comes after this one, as the workflows have them, that one has the card. */
function isFollowed(name: string, { run, waitingFor }: Standstill): boolean {
  const state = runState(run);
  if (name === 'open' || name === 'launch') return !NEEDS_A_PERSON.includes(state);
  if (name === 'watch') return GOES_TO_COLLECT.includes(state);
  return name === 'collect' && waitingFor?.do === 'approve-standing';
}

const NEEDS_A_PERSON = ['debt', 'halted', 'no-capacity'];
const GOES_TO_COLLECT = ['ended', 'collected'];

/** Whether a word in advance covers the release, and what a later job may sign. */
function ofCollected({ waitingFor, run }: Standstill, { storeDir }: World): Record<string, string> {
  return {
    approved: waitingFor?.do === 'approve-standing' ? 'in-advance' : '',
    statement: statementHere(storeDir, run) ?? '',
  };
}
