import { ownWorkflow, workflowFor } from '../github/caller-workflow.ts';
import type { GitHub, WorkflowRun } from '../github/github.ts';
import { type Asking, type AskTurn, askTurn, type SeenAsking, unaskedNext } from '../lease/asking.ts';
import { fold } from '../lease/fold.ts';
import { next } from '../lease/next.ts';
import { leaseOf, type Run } from '../lease/run.ts';
import type { Step } from '../lease/step.ts';
import { appendDecided } from '../ledger/append-to-run.ts';
import { Problem } from '../problem.ts';
import { plansOf } from '../release/lease-plans.ts';
import type { World } from '../world.ts';
import { releaseMeaning } from './meaning.ts';

/** One lease that waits for its approval, and the workflow run in which a person is asked. */
export interface Asked {
  run: string;
  lease: string;
  seal: string;
  /** `undefined`: started, and GitHub did not say as which one. */
  workflowRun: number | undefined;
  /** Whether it was started now, or was there before. */
  started: boolean;
}

/** As many of the newest are looked through for one that asks already. */
const MOST_RUNS = 100;
/** Clocks of runners and of GitHub agree that well. */
const SKEW_SECONDS = 60;

/**
 * Starts, of these runs, a workflow run for every release that waits for nothing but an approval. That it will be started is written
 * into the record first, by compare-and-swap. A lease and seal that some workflow run asks for already, or did, is not asked for again:
 * a reviewer's "no" is an answer. One that ended before anybody was asked is.
 */
export async function askForApprovals(
  env: NodeJS.ProcessEnv,
  world: World,
  runs: readonly Run[],
): Promise<Asked[]> {
  const waiting = await allWaiting(world, runs);
  if (waiting.length === 0) world.face.line('no release waits for an approval');
  const { github } = world;
  if (waiting.length > 0 && !github) throw unknownRepository(waiting);
  const asked: Asked[] = [];
  if (!github) return asked;
  const place = await placeOf(env, github);
  for (const each of waiting) asked.push(...(await askOne(world, place, each)));
  return asked;
}

/** Whether a release waits for an approval that no workflow run asks for yet. */
export async function hasUnasked(
  env: NodeJS.ProcessEnv,
  world: World,
  runs: readonly Run[],
): Promise<boolean> {
  const waiting = await allWaiting(world, runs);
  const { github } = world;
  if (waiting.length === 0 || !github) return false;
  const place = await placeOf(env, github);
  for (const each of waiting) {
    const turn = askTurn(askingOf(each.run, each), await seenOf(place, each), world.clock.now());
    // What GitHub did not say at its dispatch may stay unsaid: it asks.
    if (turn.do === 'start' || (turn.do === 'note' && turn.asked.ended !== undefined)) return true;
  }
  return false;
}

async function allWaiting(world: World, runs: readonly Run[]): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  for (const run of runs) waiting.push(...(await waitingOf(world, run)));
  return waiting;
}

const meaningOf = ({ step: { lease, seal }, staleFacts }: Waiting) =>
  releaseMeaning({ lease, seal, staleFacts });

interface Waiting {
  run: Run;
  step: Extract<Step, { do: 'ask' }>;
  staleFacts: boolean;
}

/** Where releases are asked for. */
interface Place {
  github: GitHub;
  file: string;
  ref: string;
  stage: { stage?: string };
  /** The newest of that file, asked for when they are needed, and anew once one was started. */
  newest(): Promise<WorkflowRun[]>;
}

async function placeOf(env: NodeJS.ProcessEnv, github: GitHub): Promise<Place> {
  const { file, ref, isOne } = await workflowFor('release', ownWorkflow(env), github);
  let listed: Promise<WorkflowRun[]> | undefined;
  const newest = () => {
    listed ??= github.runsOf(file, MOST_RUNS);
    return listed;
  };
  return { github, file, ref, stage: isOne ? { stage: 'release' } : {}, newest };
}

/** What the record says of this lease and seal. */
function askingOf(run: Run, { step: { lease, seal } }: Waiting): Asking | undefined {
  const { asking } = leaseOf(run, lease);
  return asking?.seal === seal ? asking : undefined;
}

async function seenOf(place: Place, waiting: Waiting): Promise<SeenAsking | undefined> {
  const { github } = place;
  const had = askingOf(waiting.run, waiting);
  if (had?.workflowRun !== undefined && had.ended === undefined) {
    const known = await github.workflowRun(had.workflowRun);
    if (known) return seenAs(github, known);
    return { workflowRun: had.workflowRun, is: { endedBecause: 'GitHub does not know it any more' } };
  }
  const since = had ? Date.parse(had.at) - SKEW_SECONDS * 1000 : Number.NEGATIVE_INFINITY;
  const found = (await place.newest()).find(
    ({ id, title, createdAt }) =>
      id !== had?.workflowRun &&
      Date.parse(createdAt) >= since &&
      meaningOf(waiting).title.every(({ holds }) => words(title).some(holds)),
  );
  return found && seenAs(github, found);
}

/** Without reviewers a green one has shown the phrase that is to be typed. */
async function seenAs(github: GitHub, { id, status, conclusion }: WorkflowRun): Promise<SeenAsking> {
  if (status !== 'completed') return { workflowRun: id, is: 'under-way' };
  if (conclusion === 'success') return { workflowRun: id, is: 'answered' };
  const reviews = await github.approvals(id);
  if (reviews.some(({ state }) => state === 'rejected')) return { workflowRun: id, is: 'answered' };
  const isApproved = reviews.some(({ state }) => state === 'approved');
  const end = `it ended (${conclusion ?? 'GitHub does not say how'})`;
  return {
    workflowRun: id,
    is: { endedBecause: isApproved ? `approved, ${end}` : `nobody answered, ${end}` },
  };
}

/** As many turns as it may take: it is noted that one has ended, another one is started. */
const MOST_TURNS = 4;

async function askOne(world: World, place: Place, waiting: Waiting): Promise<Asked[]> {
  const { step } = waiting;
  const { lease, seal } = step;
  let now = waiting;
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    const seen = await seenOf(place, now);
    const turn = askTurn(askingOf(now.run, now), seen, world.clock.now());
    if (turn.do === 'leave') return left(world, now, turn);
    if (turn.do === 'start') {
      const started = await startOne(world, place, now, seen);
      if (started) return [started];
    } else await note(world, now, turn.asked);
    now = { ...now, run: fold(now.run.id, (await world.ledger.read(now.run.id)).events) };
    if (now.run.seal?.seal !== seal || now.run.closed) return [];
  }
  world.face.line(`others ask for the release of ${lease}, or look whether it was asked for`);
  return [];
}

/** @returns `undefined`: somebody else was first */
async function startOne(
  world: World,
  { github, file, ref, stage }: Place,
  waiting: Waiting,
  seen: SeenAsking | undefined,
): Promise<Asked | undefined> {
  const { run, step } = waiting;
  const { lease, seal } = step;
  const outcome = await appendDecided(world, run.id, (now) => {
    const turn = now.closed ? undefined : askTurn(askingOf(now, waiting), seen, world.clock.now());
    return turn?.do === 'start' ? [{ type: 'asked', lease, seal, nth: turn.nth }] : [];
  });
  const [claimed] = outcome.outcome === 'appended' ? outcome.events : [];
  if (claimed?.type !== 'asked') return;
  const { nth } = claimed;
  const inputs = Object.fromEntries(meaningOf(waiting).inputs.map(({ name, says }) => [name, says]));
  const { workflowRun } = await github
    .dispatch(file, ref, { ...stage, run: run.id, ...inputs })
    .catch(async (error: unknown) => {
      if (error instanceof Problem && error.kind === 'refused')
        await note(world, waiting, { nth, ended: `it could not be started: ${error.what}` });
      throw error;
    });
  if (workflowRun !== undefined) await note(world, waiting, { nth, workflowRun });
  world.face.line(`asked for the release of ${lease}, seal ${seal.slice(0, 8)}${inRun(workflowRun)}`);
  return { run: run.id, lease, seal, workflowRun, started: true };
}

/** What others have written meanwhile of a later try stands. */
async function note(
  world: World,
  { run, step: { lease, seal } }: Waiting,
  asked: { nth: number; workflowRun?: number; ended?: string },
): Promise<void> {
  await appendDecided(world, run.id, ({ closed, seal: now }) =>
    closed || now?.seal !== seal ? [] : [{ type: 'asked', lease, seal, ...asked }],
  );
  if (asked.ended !== undefined)
    world.face.warn(
      `The workflow run${inRun(asked.workflowRun).replace(':', ',')} in which the release of ${lease} was to be asked for is over: ${asked.ended}.`,
    );
}

function left({ face }: World, waiting: Waiting, turn: Extract<AskTurn, { do: 'leave' }>): Asked[] {
  const { run, step } = waiting;
  const { lease, seal } = step;
  const of = `the release of ${lease}, seal ${seal.slice(0, 8)}`;
  if (turn.to === 'person') face.warn(`Nobody is asked any more for ${of}. Next: ${unaskedNext(run.id)}`);
  else if (turn.to === 'later')
    face.line(`${of} is asked for once more a little later: ${askingOf(run, waiting)?.ended}`);
  else
    face.line(
      `was asked already for ${of}${inRun(turn.to === 'workflow-run' ? turn.workflowRun : undefined)}`,
    );
  return turn.to === 'workflow-run'
    ? [{ run: run.id, lease, seal, workflowRun: turn.workflowRun, started: false }]
    : [];
}

const inRun = (workflowRun: number | undefined): string =>
  workflowRun === undefined ? '' : `: workflow run ${workflowRun}`;

async function waitingOf(world: World, run: Run): Promise<Waiting[]> {
  const plans = await plansOf(world, run);
  return next(run, plans, world.clock.now()).flatMap((step) => {
    if (step.do !== 'ask') return [];
    const staleFacts = plans(leaseOf(run, step.lease)).zero.some((verb) => verb.staleFacts === true);
    return [{ run, step, staleFacts }];
  });
}

const words = (title: string): string[] => title.split(/\s+/);

const unknownRepository = (waiting: readonly Waiting[]): Problem =>
  new Problem({
    code: 'github-unknown',
    kind: 'usage',
    what: `${waiting.length} release${waiting.length === 1 ? ' waits' : 's wait'} for an approval, and nothing says in which repository and with which token to ask for it.`,
    next: `Set GITHUB_REPOSITORY and GH_TOKEN (actions: write), or release from here: ${waiting.map(({ run }) => `gpu-lease release ${run.id}`).join('; ')}`,
  });
