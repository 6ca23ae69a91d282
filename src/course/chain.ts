import { type CallerWorkflow, workflowFor } from '../github/caller-workflow.ts';
import type { GitHub } from '../github/github.ts';
import type { EventBody } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';

import { type NextLook, WAIT_PREFIX } from '../lease/look-plan.ts';
import type { Run } from '../lease/run.ts';
import { appendDecided } from '../ledger/append-to-run.ts';
import { Problem } from '../problem.ts';
import { arrivalOf, type Circumstances, type Link, type Onward, onward } from '../tick/chain.ts';
import { ROUTINE } from '../tick/look-bill.ts';
import { paceOf, readSchedule } from '../tick/schedule.ts';
import { asInput, dueAt, type Waiting, type WaitTimer, waitingFor } from '../tick/waiting.ts';
import type { World } from '../world.ts';

type ChainWorld = Pick<World, 'ledger' | 'clock' | 'who' | 'face' | 'github'>;

export type Chaining = 'never' | 'auto' | 'always';

/** Where a link of a chain stands, and what it may do. */
export interface ChainLink {
  chaining: Chaining;
  link: Link;
  maxHops: number;
  /** This workflow, where it can be dispatched again. */
  workflow: CallerWorkflow | undefined;
}

/** What a chain goes on with, and where its hops are written down. */
export interface Chained {
  /** Run id of the record that has the hops. */
  carrier: string;
  /** By which the caller's own file goes on with it; a stage only where it is not the one that is meant by itself. */
  inputs: { run: string; stage?: string };
  /** What decides whether and by whom it is gone on with, by the newest record of the carrier. */
  whole(carrier: Run): Run;
}

export const chainOfRun = (run: string): Chained => ({
  carrier: run,
  inputs: { run },
  whole: (carrier) => carrier,
});

/** A link that a chain started says so, before it looks: others then see that the chain lives. */
export async function arrive({ link }: ChainLink, world: ChainWorld, chained: Chained): Promise<void> {
  if (link.hop === 0) return;
  await appendIf(world, chained.carrier, (run) => arrivalOf(chained.whole(run), link));
}

/**
 * Sees to it that somebody goes on with the run when its bounded look is over: the schedule, a dispatch of the workflow that trains, or
 * a person, who is told. Safe to be killed anywhere and to be called again.
 *
 * @throws Problem as the dispatch does; the hop then stands in the ledger without its run, and may be taken over later
 */
export async function goOn(here: ChainLink, world: ChainWorld, chained: Chained): Promise<Onward> {
  const around = await circumstances(here, world);
  let decided = onward(await runNow(world, chained), around);
  if (decided.do === 'ask') {
    const { workflowRun } = decided;
    around.asked = { workflowRun, alive: await isAlive(world, workflowRun) };
    decided = onward(await runNow(world, chained), around);
  }
  if (decided.do === 'claim') decided = await dispatchHop(here, world, chained, around);
  if (decided.do === 'leave' && decided.to !== 'nobody')
    world.face.line(`${WHO[decided.to]} goes on with it: ${decided.why}`);
  return decided;
}

const WHO = { tick: 'the schedule', chain: 'another workflow run', person: 'a person' } as const;

async function circumstances(
  { chaining, link, maxHops }: ChainLink,
  world: ChainWorld,
): Promise<Circumstances> {
  const { text } = chaining === 'always' ? { text: '' } : await world.ledger.ticks.read();
  return {
    now: world.clock.now(),
    link,
    ticks: paceOf(readSchedule(text)),
    plan: ROUTINE,
    always: chaining === 'always',
    maxHops,
  };
}

const runNow = async (world: ChainWorld, { carrier, whole }: Chained): Promise<Run> =>
  whole(fold(carrier, (await world.ledger.read(carrier)).events));

/** What GitHub does not know any more is as good as over. */
export async function isAlive({ github }: Pick<ChainWorld, 'github'>, workflowRun: number): Promise<boolean> {
  const found = await github?.workflowRun(workflowRun);
  return found !== undefined && found.status !== 'completed';
}

async function dispatchHop(
  { workflow }: ChainLink,
  world: ChainWorld,
  chained: Chained,
  around: Circumstances,
): Promise<Onward> {
  const { github } = world;
  if (!workflow || !github) {
    const why =
      'this workflow run has no branch, tag or token with which its workflow could be started again';
    return { do: 'leave', to: 'person', why };
  }
  const target = await workflowFor('train', workflow, github);
  const timers = await waitTimers(world, github);
  let look: NextLook | undefined;
  const claimed = await appendIf(world, chained.carrier, (run) => {
    const decided = onward(chained.whole(run), around);
    if (decided.do !== 'claim') return undefined;
    look = decided.look;
    // Not when the plan wants it: where the link waits for less than that, one that never comes is missed so much earlier.
    const due = dueAt(look, world.clock.now(), timers);
    return { type: 'continued', how: 'dispatch', hop: decided.hop, lookAt: due.toISOString() };
  });
  if (claimed?.type !== 'continued' || !look) {
    return { do: 'leave', to: 'chain', why: 'it was first to write the next hop into the ledger' };
  }
  const { hop } = claimed;
  const waiting = waitingFor(look, world.clock.now(), timers);
  const inputs = { ...chained.inputs, hop: String(hop), ...asInput(waiting) };
  const { workflowRun } = await started(world, github, target, inputs);
  if (workflowRun !== undefined) {
    await appendIf(world, chained.carrier, (run) => arrivalOf(chained.whole(run), { hop, workflowRun }));
  }
  const name = workflowRun === undefined ? `a run of ${target.file}` : `workflow run ${workflowRun}`;
  world.face.line(
    `goes on in ${name} (hop ${hop} of at most ${around.maxHops}): next look at ${claimed.lookAt}, planned for ${look.at.toISOString()}: ${look.why}${howItWaits(waiting)}`,
  );
  return { do: 'claim', hop, look };
}

/** A caller's file of before there was an input `wait` is started without it: it then looks at once, and too often, but it looks. */
async function started(
  { face }: ChainWorld,
  github: GitHub,
  { file, ref }: CallerWorkflow,
  inputs: Record<string, string>,
): Promise<{ workflowRun: number | undefined }> {
  try {
    return await github.dispatch(file, ref, inputs);
  } catch (error) {
    const { wait, ...others } = inputs;
    const isOld =
      error instanceof Problem && /Unexpected inputs/i.test(error.what) && /"wait"/.test(error.what);
    if (!isOld || wait === undefined) throw error;
    face.warn(
      `${file} has no input "wait", so the next look comes at once, and each is billed. Next: "gpu-lease init --github" writes a file that has it.`,
    );
    return github.dispatch(file, ref, others);
  }
}

const howItWaits = ({ environment, pauseSeconds }: Waiting): string =>
  environment !== undefined
    ? `; it waits in the environment ${environment}, on no runner`
    : pauseSeconds !== undefined
      ? `; it waits ${pauseSeconds} s on a runner, which is billed: an environment ${WAIT_PREFIX}-80 with a wait timer would wait for nothing`
      : '';

/** Without the right or the plan to have any there are none, and it is waited otherwise. */
async function waitTimers({ face }: ChainWorld, github: GitHub): Promise<WaitTimer[]> {
  try {
    const all = await github.environments();
    return all
      .filter(
        ({ name, waitMinutes, reviewers }) =>
          name.startsWith(WAIT_PREFIX) && waitMinutes > 0 && reviewers.length === 0,
      )
      .map(({ name, waitMinutes }) => ({ environment: name, minutes: waitMinutes }));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`Whether an environment has a wait timer could not be read: ${error.what}`);
    return [];
  }
}

/** @returns what was appended of what `decide` made of the newest record, if anything was */
async function appendIf(
  world: ChainWorld,
  runId: string,
  decide: (run: Run) => EventBody | undefined,
): Promise<EventBody | undefined> {
  const outcome = await appendDecided(world, runId, (run) => {
    const body = decide(run);
    return body ? [body] : [];
  });
  return outcome.outcome === 'appended' ? outcome.events[0] : undefined;
}
