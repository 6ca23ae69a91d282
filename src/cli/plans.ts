import type { PlannedVerb, Plans } from '../lease/next.ts';
import type { Lease, Run } from '../lease/run.ts';
import { deadlines } from '../profile/deadlines.ts';
import {
  type HeldResource,
  type TeardownPlan,
  type TeardownStep,
  teardownPlan,
} from '../profile/teardown.ts';
import type { World } from '../world.ts';

/** Teardown plans of every lease of the run, from its platforms' profiles. */
export async function plansOf(
  world: Pick<World, 'profile' | 'clock'>,
  run: Run,
): Promise<(lease: Lease) => Plans> {
  const known = new Map<string, Plans>();
  for (const lease of run.leases) {
    const zero = await fullPlan(world, lease, 'zero');
    const park = await fullPlan(world, lease, 'park');
    known.set(lease.name, {
      zero: zero.steps.map((step) => plannedVerb(step, lease)),
      park: park.steps.length > 0 ? park.steps.map((step) => plannedVerb(step, lease)) : null,
    });
  }
  return (lease) => known.get(lease.name) ?? { zero: [], park: null };
}

export async function fullPlan(
  world: Pick<World, 'profile' | 'clock'>,
  lease: Lease,
  goal: 'park' | 'zero',
): Promise<TeardownPlan> {
  return teardownPlan(await world.profile(lease.platform), heldBy(lease), goal, { now: world.clock.now() });
}

const heldBy = (lease: Lease): HeldResource[] =>
  lease.meters.map((meter) => ({
    meter: meter.id,
    kind: meter.kind as HeldResource['kind'],
    resource: lease.boxId ?? lease.name,
  }));

/** A verb on something beside the box is named with it: two volumes are two verbs. */
const plannedVerb = (step: TeardownStep, lease: Lease): PlannedVerb => ({
  verb: step.resource === (lease.boxId ?? lease.name) ? step.verb : `${step.verb} ${step.resource}`,
  stops: step.stops,
  destroys: step.destroys,
  reversible: step.reversible === 'yes' || typeof step.reversible === 'object',
});

/** How long proof may take, and what a person can do where no program can: of the last verb of the plan. */
export async function verbFacts(
  world: Pick<World, 'profile' | 'clock'>,
  lease: Lease,
): Promise<{ withinSeconds: number; consoleStep: string | undefined }> {
  const { steps } = await fullPlan(world, lease, 'zero');
  const longest = Math.max(0, ...steps.map((step) => step.confirm?.withinSeconds ?? 0));
  return {
    withinSeconds: longest > 0 ? longest : 60,
    consoleStep: steps.findLast((step) => step.consoleStep !== undefined)?.consoleStep,
  };
}

/** What a parked box runs into, and when. */
export async function parkClocks(world: Pick<World, 'profile' | 'clock'>, lease: Lease) {
  const profile = await world.profile(lease.platform);
  return deadlines(profile, 'stopped', world.clock.now()).map((each) => ({
    id: each.clock,
    effect: each.says,
    at: each.at?.toISOString() ?? 'unknown',
  }));
}
