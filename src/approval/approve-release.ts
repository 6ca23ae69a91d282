import { inWorkflow } from '../github/in-workflow.ts';
import type { EventBody } from '../lease/events.ts';
import { next } from '../lease/next.ts';
import { costing, leaseOf, type Run } from '../lease/run.ts';
import type { PlannedVerb, Step } from '../lease/step.ts';
import { approvalRefusals, type Refusal } from '../lease/warrant.ts';
import { Problem } from '../problem.ts';
import { plansOf } from '../release/lease-plans.ts';
import type { World } from '../world.ts';
import { gateOf, leaseMeant, personOfEnvironment, thisRun } from './gate.ts';
import type { Given } from './given.ts';
import { approvalLines } from './lines-for-approver.ts';
import { releaseMeaning } from './meaning.ts';
import { type Answer, type ApprovalRequest, approvalRequest, approveByPhrase, isPhrase } from './request.ts';
import { approvalSentence } from './sentence.ts';

/** Who is asked; `undefined` as an answer means that nobody can be asked now and the run waits. */
export type ApprovalSource = (request: ApprovalRequest, world: World) => Promise<Answer | undefined>;

interface Asking {
  world: World;
  given: Given;
  run: Run;
  asked: Extract<Step, { do: 'ask' }>;
  source: ApprovalSource | undefined;
  /** Path of the page on which everything about the run can be read. */
  report: string;
}

/**
 * Shows everything that an approver needs, then takes the approval: of the source, of the workflow's one gate, or as a
 * phrase from `--approve` or the terminal.
 */
export async function approveRelease(asking: Asking): Promise<EventBody | undefined> {
  const { world, run, asked, report } = asking;
  const lease = leaseOf(run, asked.lease);
  const { zero } = (await plansOf(world, run))(lease);
  const request = approvalRequest(lease, 'release', asked.seal, zero);
  // Nothing stands between a question and where it is answered.
  world.face.settle();
  world.face.heading(`approval needed: release ${lease.name}`);
  for (const line of await approvalLines(world, run, asked)) world.face.line(line);
  world.face.line(await approvalSentence(world, run, asked));
  if (!inWorkflow(asking.given)) world.face.line(`report: ${report}`);
  world.face.line(`to approve, type: ${request.phrase}`);
  const answer = await answerOf(asking, request, zero);
  if (!answer) return;
  const approved = approveByPhrase(run, request, answer, world.clock.now());
  world.face.line(`approved by ${answer.person} (${answer.via})`);
  return approved;
}

/** Of several leases that wait, the one that this workflow run or the typed phrase is for. */
export async function askMeant(
  world: World,
  given: Given,
  run: Run,
): Promise<Extract<Step, { do: 'ask' }> | undefined> {
  const steps = next(run, await plansOf(world, run), world.clock.now());
  const asks = steps.flatMap((step) => (step.do === 'ask' ? [step] : []));
  return leaseMeant(asks, await thisRun(given), given.phrase);
}

/** Why what was approved for this lease does not count now; empty while nothing was, for then it simply waits. */
export async function unusableApprovals(
  world: World,
  run: Run,
  asked: Extract<Step, { do: 'ask' }>,
): Promise<Refusal[]> {
  const lease = leaseOf(run, asked.lease);
  const plan = (await plansOf(world, run))(lease).zero;
  const refusals = approvalRefusals({ run, lease, plan }, asked.seal, world.clock.now());
  return refusals.filter(({ code }) => code !== 'not-approved');
}

async function answerOf(
  asking: Asking,
  request: ApprovalRequest,
  plan: readonly PlannedVerb[],
): Promise<Answer | undefined> {
  const { given, world, run, source } = asking;
  if (!source && inWorkflow(given)) return answerOfGate(asking, request, plan);
  const typed = await givenPhrase(given, world, run);
  if (typed) return typed;
  if (source) return source(request, world);
  return askAtTerminal(given, world, request.phrase);
}

/** In a workflow there is one gate, and the other one does not open it. */
async function answerOfGate(
  { given, world, run, asked }: Asking,
  request: ApprovalRequest,
  plan: readonly PlannedVerb[],
): Promise<Answer | undefined> {
  const gate = await gateOf(given, world, run);
  const isGated = given.environment !== undefined;
  const hasPhrase = given.phrase !== undefined;
  if (gate.kind === 'environment') {
    if (isGated) {
      const staleFacts = plan.some((each) => each.staleFacts);
      const meaning = releaseMeaning({ lease: asked.lease, seal: asked.seal, staleFacts });
      const person = await personOfEnvironment({ given, world, run }, gate, meaning);
      return { typed: request.phrase, person, via: 'environment' };
    }
    if (hasPhrase) throw environmentIsGate(run, gate.name);
    return;
  }
  if (hasPhrase) {
    if (gate.because) world.face.warn(`${gate.because.what} So the typed phrase is the gate.`);
    return givenPhrase(given, world, run);
  }
  if (!isGated || !gate.because) return;
  const { code, what, next } = gate.because;
  throw new Problem({
    code,
    kind: 'refused',
    what,
    next: `${next} Or start the workflow with the phrase "${request.phrase}".`,
    costing: costing(run),
  });
}

export const environmentIsGate = (
  run: Run,
  environment: string,
  goal: 'release' | 'abandon' = 'release',
): Problem =>
  new Problem({
    code: 'environment-is-the-gate',
    kind: 'refused',
    what: `The job of run ${run.id} is ${goal === 'release' ? 'released' : 'given up'} in a workflow by the reviewers of the environment "${environment}", which a typed phrase does not pass by.`,
    next: `Start the workflow of the ${goal}, whose job waits in "${environment}", and have it approved there.`,
    costing: costing(run),
  });

/**
 * The phrase that came with the command. From a terminal it is the word of whoever sits there; in a workflow it counts
 * only as what a person with write access typed into a `workflow_dispatch`.
 */
export async function givenPhrase(
  given: Pick<Given, 'phrase' | 'env' | 'person'>,
  world: Pick<World, 'clock' | 'signal'>,
  run: Run,
): Promise<Answer | undefined> {
  const { phrase: typed } = given;
  return typed === undefined
    ? undefined
    : { typed, person: await whoTyped(given, world, run, typed), via: 'phrase' };
}

/**
 * From a terminal whoever sits there; in a workflow the person with write access who typed it into a `workflow_dispatch`.
 * @throws Problem `refused` when it was no such person
 */
export async function whoTyped(
  given: Pick<Given, 'env' | 'person'>,
  world: Pick<World, 'clock' | 'signal'>,
  run: Run,
  typed: string,
): Promise<string> {
  if (!inWorkflow(given)) return given.person;
  const { dispatchingPerson } = await import('../github/dispatcher.ts');
  const { clock, signal } = world;
  return dispatchingPerson({
    phrase: typed,
    env: given.env,
    clock,
    signal,
    costing: costing(run),
  });
}

/** A finger slips, and a yes is typed where a phrase is wanted; whoever guesses is not asked for ever. */
const MOST_TRIES = 3;

/**
 * Whoever sits at the terminal, where somebody does. What is not the phrase may be typed again; the last try is answered as it is,
 * so that the caller refuses it.
 */
export async function askAtTerminal(
  { atTerminal, person }: Pick<Given, 'atTerminal' | 'person'>,
  { signal, face }: Pick<World, 'signal' | 'face'>,
  phrase: string,
): Promise<Answer | undefined> {
  for (let left = MOST_TRIES - 1; ; left -= 1) {
    const typed = await atTerminal(signal);
    if (typed === undefined) return;
    if (left === 0 || signal.aborted || isPhrase(typed, phrase)) return { typed, person, via: 'phrase' };
    face.warn(
      `"${typed.trim().slice(0, 80)}" is not the phrase; ${left === 1 ? 'one more try' : `${left} more tries`}\nType exactly: ${phrase}`,
    );
  }
}
