import type { Lease, Run } from '../lease/run.ts';
import type { PlannedVerb, Plans } from '../lease/step.ts';
import { deadlines } from '../profile/deadlines.ts';
import { staleFrom } from '../profile/stale-verbs.ts';
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
    // A box that only a person can stop is not parked behind their back; it is held until they release it.
    const canPark =
      park.steps.length > 0 && lease.intent.attach === undefined && (await letsItselfBeStopped(world, lease));
    known.set(lease.name, {
      zero: zero.steps.map((step) => plannedVerb(step, lease, zero.stale)),
      park: canPark ? park.steps.map((step) => plannedVerb(step, lease, park.stale)) : null,
      endedByStop: await endedByStop(world, lease),
      provenWithinSeconds: (await verbFacts(world, lease)).withinSeconds,
    });
  }
  return (lease) => known.get(lease.name) ?? { zero: [], park: null };
}

/** A verb that its platform always refuses would stand before the release for ever. */
async function letsItselfBeStopped(
  world: Pick<World, 'profile'>,
  { platform, intent }: Lease,
): Promise<boolean> {
  return intent.market !== 'spot' || (await world.profile(platform)).spot['can-park'] !== 'no';
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
const plannedVerb = (step: TeardownStep, lease: Lease, stale: TeardownPlan['stale']): PlannedVerb => ({
  verb: step.resource === (lease.boxId ?? lease.name) ? step.verb : `${step.verb} ${step.resource}`,
  stops: step.stops,
  destroys: step.destroys,
  reversible: step.reversible === 'yes' || typeof step.reversible === 'object',
  ...(!step.safe && stale.some(({ verb }) => verb === step.verb) ? { staleFacts: true as const } : {}),
  ...(step.safe ? {} : { staleFrom: staleFrom(step.stamp.verified) }),
});

/** How long proof may take, and what a person can do where no program can: of the last verb of the plan. */
export async function verbFacts(
  world: Pick<World, 'profile' | 'clock'>,
  lease: Lease,
): Promise<{ withinSeconds: number; apartSeconds: number; consoleStep?: string }> {
  const { steps } = await fullPlan(world, lease, 'zero');
  const longest = Math.max(0, ...steps.map((step) => step.confirm?.withinSeconds ?? 0));
  const console = steps.findLast((step) => step.consoleStep !== undefined)?.consoleStep;
  return {
    withinSeconds: longest > 0 ? longest : 60,
    apartSeconds: isUnmetered(lease) ? 0 : longestApart(steps),
    ...(console === undefined ? {} : { consoleStep: console }),
  };
}

/** The least time between two sightings where the profile does not say. */
const APART_SECONDS = 60;

const longestApart = (steps: readonly TeardownStep[]): number =>
  Math.max(0, ...steps.map((step) => step.confirm?.apartSeconds ?? APART_SECONDS)) || APART_SECONDS;

/** One's own machine: nobody bills it, so there is no list that could lag behind. */
const isUnmetered = ({ meters }: Lease): boolean => meters.every(({ kind }) => kind === 'none');

async function endedByStop(world: Pick<World, 'profile'>, lease: Lease): Promise<string[]> {
  const { verbs } = await world.profile(lease.platform);
  return [...new Set(verbs.filter(({ event }) => event === 'stop').flatMap(({ stops }) => stops))];
}

/** The stop by which an evicted box is kept from coming back by itself: reversible, and it destroys nothing. */
export async function stayStopped(
  world: Pick<World, 'profile'>,
  lease: Lease,
): Promise<PlannedVerb | undefined> {
  const { verbs, spot } = await world.profile(lease.platform);
  if (spot['on-evict'] !== 'pause') return;
  const stop = verbs.find(
    ({ event, surface, reversible, destroys }) =>
      event === 'stop' &&
      surface === 'api' &&
      reversible !== 'no' &&
      reversible !== 'unknown' &&
      destroys.length === 0,
  );
  return stop && { verb: stop.id, stops: stop.stops, destroys: [], reversible: true };
}

type Clocks = { id: string; effect: string; at: string }[];

/** What a parked box runs into, and when. */
export const parkClocks = (world: Pick<World, 'profile' | 'clock'>, lease: Lease): Promise<Clocks> =>
  clocksOf(world, lease, ['stopped']);

/** What an evicted box runs into: it is stopped as well. */
export const evictionClocks = (world: Pick<World, 'profile' | 'clock'>, lease: Lease): Promise<Clocks> =>
  clocksOf(world, lease, ['evicted', 'stopped']);

async function clocksOf(
  world: Pick<World, 'profile' | 'clock'>,
  lease: Lease,
  states: readonly ('stopped' | 'evicted')[],
): Promise<Clocks> {
  const profile = await world.profile(lease.platform);
  return states
    .flatMap((state) => deadlines(profile, state, world.clock.now()))
    .map((each) => ({ id: each.clock, effect: each.says, at: each.at?.toISOString() ?? 'unknown' }));
}
