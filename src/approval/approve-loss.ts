import { inWorkflow } from '../github/in-workflow.ts';
import type { Approved } from '../lease/events.ts';
import { type Lease, openMeters, type Run } from '../lease/run.ts';
import { lossesDigest } from '../lease/warrant.ts';
import { fullPlan, plansOf } from '../release/lease-plans.ts';
import type { World } from '../world.ts';
import { askAtTerminal, environmentIsGate, givenPhrase } from './approve-release.ts';
import { gateOf, personOfEnvironment } from './gate.ts';
import type { Given } from './given.ts';
import { verbLine } from './lines-for-approver.ts';
import { abandonMeaning } from './meaning.ts';
import { type Answer, type ApprovalRequest, approvalRequest, approveByPhrase } from './request.ts';

interface Asking {
  world: World;
  given: Given;
  run: Run;
}

/** Shows what ends and what is lost with it, then takes the word for exactly that; nothing where nobody gives it. */
export async function approveLoss(
  asking: Asking,
  lease: Lease,
  losses: readonly string[],
): Promise<Approved | undefined> {
  const { world, run } = asking;
  const { zero } = (await plansOf(world, run))(lease);
  const request = approvalRequest(lease, 'abandon', lossesDigest(run.id, losses), zero);
  world.face.settle();
  world.face.heading(`abandon ${lease.name}: ${request.verbs.join(', ')}`);
  const { steps, warnings } = await fullPlan(world, lease, 'zero');
  for (const step of steps) world.face.line(verbLine(step, world.clock.now()));
  for (const warning of warnings) world.face.line(`warning: ${warning}`);
  for (const line of losses) world.face.line(line);
  const answer = await wordFor(asking, lease, request);
  return answer && approveByPhrase(run, request, answer, world.clock.now());
}

/** Of a box of one's own that costs nothing and on which nothing was started, the command itself is word enough. */
async function wordFor(asking: Asking, lease: Lease, request: ApprovalRequest): Promise<Answer | undefined> {
  const { world, given } = asking;
  if (given.phrase === undefined && !inWorkflow(given) && losesNothing(lease)) {
    world.face.line('it costs nothing, so no phrase is asked for');
    return { typed: request.phrase, person: given.person, via: 'phrase' };
  }
  world.face.line(`to give this up, type: ${request.phrase}`);
  return answerTo(asking, request);
}

const losesNothing = (lease: Lease): boolean =>
  lease.intent.attach !== undefined &&
  lease.started === undefined &&
  openMeters(lease).every(({ usdPerHour }) => usdPerHour === 0);

/** The gate of a release is that of the worse act as well: where reviewers stand before it, a typed phrase does not pass them by. */
async function answerTo(
  { world, given, run }: Asking,
  request: ApprovalRequest,
): Promise<Answer | undefined> {
  if (inWorkflow(given)) {
    const gate = await gateOf(given, world, run);
    if (gate.kind === 'environment') {
      if (given.environment === undefined) throw environmentIsGate(run, gate.name, 'abandon');
      const meaning = abandonMeaning({ lease: request.lease, losses: request.binds });
      const person = await personOfEnvironment({ given, world, run }, gate, meaning);
      return { typed: request.phrase, person, via: 'environment' };
    }
  }
  return (await givenPhrase(given, world, run)) ?? (await askAtTerminal(given, world, request.phrase));
}
