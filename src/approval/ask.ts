import { ownWorkflow, workflowFor } from '../github/caller-workflow.ts';
import type { WorkflowRun } from '../github/github.ts';
import { next } from '../lease/next.ts';
import { leaseOf, type Run } from '../lease/run.ts';
import type { Step } from '../lease/step.ts';
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

/**
 * Starts, of these runs, a workflow run for every release that waits for nothing but an approval. A lease and seal that some workflow run
 * asks for already, or did, is not asked for again: a reviewer's "no" is an answer.
 */
export async function askForApprovals(
  env: NodeJS.ProcessEnv,
  world: World,
  runs: readonly Run[],
): Promise<Asked[]> {
  const waiting = await allWaiting(world, runs);
  if (waiting.length === 0) world.face.line('no release waits for an approval');
  const asked = waiting.length > 0 ? await askAll(env, world, waiting) : [];
  for (const each of asked) world.face.line(lineOf(each));
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
  const begun = await github.runsOf((await workflowFor('release', ownWorkflow(env), github)).file, MOST_RUNS);
  return waiting.some((each) => askedIn(begun, each) === undefined);
}

async function allWaiting(world: World, runs: readonly Run[]): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  for (const run of runs) waiting.push(...(await waitingOf(world, run)));
  return waiting;
}

const meaningOf = ({ step: { lease, seal }, staleFacts }: Waiting) =>
  releaseMeaning({ lease, seal, staleFacts });

const askedIn = (begun: readonly WorkflowRun[], waiting: Waiting): WorkflowRun | undefined =>
  begun.find(({ title }) => meaningOf(waiting).title.every(({ holds }) => words(title).some(holds)));

interface Waiting {
  run: Run;
  step: Extract<Step, { do: 'ask' }>;
  staleFacts: boolean;
}

async function waitingOf(world: World, run: Run): Promise<Waiting[]> {
  const plans = await plansOf(world, run);
  return next(run, plans, world.clock.now()).flatMap((step) => {
    if (step.do !== 'ask') return [];
    const staleFacts = plans(leaseOf(run, step.lease)).zero.some((verb) => verb.staleFacts === true);
    return [{ run, step, staleFacts }];
  });
}

async function askAll(env: NodeJS.ProcessEnv, world: World, waiting: readonly Waiting[]): Promise<Asked[]> {
  const { github } = world;
  if (!github) throw unknownRepository(waiting);
  const { file, ref, isOne } = await workflowFor('release', ownWorkflow(env), github);
  const stage = isOne ? { stage: 'release' } : {};
  const runs = await github.runsOf(file, MOST_RUNS);
  const asked: Asked[] = [];
  for (const each of waiting) {
    const { run, step } = each;
    const { lease, seal } = step;
    const earlier = askedIn(runs, each);
    const inputs = Object.fromEntries(meaningOf(each).inputs.map(({ name, says }) => [name, says]));
    const begun = earlier ?? (await github.dispatch(file, ref, { ...stage, run: run.id, ...inputs }));
    const workflowRun = 'id' in begun ? (begun as WorkflowRun).id : begun.workflowRun;
    asked.push({ run: run.id, lease, seal, workflowRun, started: earlier === undefined });
  }
  return asked;
}

const words = (title: string): string[] => title.split(/\s+/);

const lineOf = ({ lease, seal, workflowRun, started }: Asked): string =>
  `${started ? 'asked' : 'was asked already'} for the release of ${lease}, seal ${seal.slice(0, 8)}${workflowRun === undefined ? '' : `: workflow run ${workflowRun}`}`;

const unknownRepository = (waiting: readonly Waiting[]): Problem =>
  new Problem({
    code: 'github-unknown',
    kind: 'usage',
    what: `${waiting.length} release${waiting.length === 1 ? ' waits' : 's wait'} for an approval, and nothing says in which repository and with which token to ask for it.`,
    next: `Set GITHUB_REPOSITORY and GH_TOKEN (actions: write), or release from here: ${waiting.map(({ run }) => `gpu-lease release ${run.id}`).join('; ')}`,
  });
