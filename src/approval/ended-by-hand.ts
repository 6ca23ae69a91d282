import { inWorkflow } from '../github/in-workflow.ts';
import { approverOf } from '../lease/endings.ts';
import { wasGivenUp } from '../lease/giving-up.ts';
import { type Lease, openMeters, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { type ByHand, isByHand } from '../release/by-hand.ts';
import { plansOf } from '../release/lease-plans.ts';
import type { World } from '../world.ts';
import { environmentIsGate, whoTyped } from './approve-release.ts';
import { gateOf, personOfEnvironment } from './gate.ts';
import type { Given } from './given.ts';
import { releaseMeaning } from './meaning.ts';

/**
 * The word that came with the command: `--stopped` and the name of the lease whose box a person says they ended. Counts
 * once, because what is seen after it may contradict it.
 *
 * It releases nothing and is looked into twice. So in a workflow it is the word of a person who may write, who typed it there, about a
 * box whose release was approved; where it was not and reviewers stand before it, they approve that first, in this workflow run.
 * @throws Problem `not-by-hand` when no such lease of the run waits for anybody's word
 */
export function givenWord(given: Given, world: World, run: Run): ByHand['word'] {
  const { ended: typed } = given;
  if (typed === undefined) return async () => undefined;
  const waiting = run.leases.filter((lease) => isByHand(lease) && openMeters(lease).length > 0);
  if (!waiting.some((lease) => lease.name === typed)) throw notByHand(run, typed, waiting);
  let isSaid = false;
  return async (lease) => {
    if (isSaid || lease.name !== typed) return undefined;
    if (inWorkflow(given) && !(await isApproved(world, run, lease)))
      await requireReviewers(given, world, run, lease);
    isSaid = true;
    return whoTyped(given, world, run, typed);
  };
}

async function isApproved(world: World, run: Run, lease: Lease): Promise<boolean> {
  if (wasGivenUp(lease)) return true;
  const { zero } = (await plansOf(world, run))(lease);
  return approverOf({ run, lease, plan: zero }, world.clock.now()) !== undefined;
}

async function requireReviewers(given: Given, world: World, run: Run, lease: Lease): Promise<void> {
  const gate = await gateOf(given, world, run);
  if (gate.kind !== 'environment') return;
  const { seal } = run.seal ?? {};
  if (given.environment === undefined || seal === undefined) throw environmentIsGate(run, gate.name);
  const { zero } = (await plansOf(world, run))(lease);
  const staleFacts = zero.some((verb) => verb.staleFacts === true);
  await personOfEnvironment(
    { given, world, run },
    gate,
    releaseMeaning({ lease: lease.name, seal, staleFacts }),
  );
}

function notByHand(run: Run, typed: string, waiting: Run['leases']): Problem {
  const names = waiting.map((lease) => `--stopped "${lease.name}"`).join(' or ');
  return new Problem({
    code: 'not-by-hand',
    kind: 'usage',
    what: `"${typed.slice(0, 80)}" is no lease of run ${run.id} that waits for somebody to end its box.`,
    next:
      names === ''
        ? 'Leave --stopped out: nothing of this run has to be ended by hand.'
        : `Give the lease's name: ${names}.`,
  });
}
