import type { Profile, Stamp, Verb } from './schema.ts';
import type { HeldResource, Known, TeardownOptions, TeardownPlan, TeardownStep } from './teardown-plan.ts';
import {
  parkWarnings,
  staleVerbs,
  staleWarnings,
  unknownMeters,
  unknownOutcomes,
  verbWarnings,
} from './teardown-warnings.ts';

export type { HeldResource, TeardownPlan, TeardownStep } from './teardown-plan.ts';

/**
 * The verbs that reach `goal`, in order, for exactly what is held. Nothing is decided here: a step that destroys or
 * cannot be undone still needs its warrant, and a meter that the platform cannot stop is said, not hidden.
 */
export function teardownPlan(
  profile: Profile,
  held: readonly HeldResource[],
  goal: 'park' | 'zero',
  options: TeardownOptions = {},
): TeardownPlan {
  const known = held.map((each) => ({ ...each, profileMeter: profileMeterOf(profile, each) }));
  const verbs = (goal === 'park' ? parkVerbs(profile, known) : zeroVerbs(profile, known)).filter(
    (verb) => targetsOf(profile, verb, known).length > 0,
  );
  const { steps, running } = stepsOf(profile, verbs, known);
  const stale = staleVerbs(verbs, options);
  const leftBilling = running.map((each) => ({
    meter: each.meter,
    resource: each.resource,
    why: whyLeft(profile, each, goal, steps.length),
  }));
  return {
    platform: profile.id,
    goal,
    steps,
    leftBilling,
    clocks: goal === 'park' && steps.length > 0 ? parkedClocks(profile) : [],
    warnings: [
      ...(goal === 'park' ? parkWarnings(profile, verbs) : []),
      ...verbWarnings(profile, verbs, known),
      ...staleWarnings(stale),
    ],
    stale,
    unknown: [...unknownMeters(known), ...unknownOutcomes(profile, verbs)],
  };
}

/** By id, by the part before `:`, or as the profile's only meter of that kind. */
function profileMeterOf(profile: Profile, held: HeldResource): string | undefined {
  const has = (id: string) => profile.meters.some((meter) => meter.id === id);
  if (has(held.meter)) return held.meter;
  const stem = held.meter.split(':')[0] ?? '';
  if (has(stem)) return stem;
  const ofKind = profile.meters.filter((meter) => meter.kind === held.kind);
  return ofKind.length === 1 ? ofKind[0]?.id : undefined;
}

const stopsHeld = (verb: Verb, held: Known): boolean =>
  held.profileMeter !== undefined && verb.stops.includes(held.profileMeter);

function parkVerbs(profile: Profile, held: readonly Known[]): Verb[] {
  const verb = profile.verbs.find((each) => each.id === profile.teardown.park);
  if (!verb) return [];
  const compute = held.filter((each) => each.kind === 'gpu' || each.kind === 'cpu');
  return compute.length > 0 && compute.every((each) => stopsHeld(verb, each)) ? [verb] : [];
}

/** Every verb of the profile's order that ends a held meter, with what has to come before it. */
function zeroVerbs(profile: Profile, held: readonly Known[]): Verb[] {
  const byId = (id: string) => profile.verbs.find((verb) => verb.id === id);
  const wanted = new Set<string>();
  const want = (id: string): void => {
    if (wanted.has(id)) return;
    wanted.add(id);
    for (const earlier of byId(id)?.after ?? []) want(earlier);
  };
  for (const id of profile.teardown.zero) {
    const verb = byId(id);
    if (verb && held.some((each) => stopsHeld(verb, each))) want(id);
  }
  return profile.teardown.zero.flatMap((id) => (wanted.has(id) ? (byId(id) ?? []) : []));
}

/** Plays the verbs through: what each ends, and what still runs after it and at the end. */
function stepsOf(profile: Profile, verbs: readonly Verb[], held: readonly Known[]) {
  let open = held;
  const running = () => open.filter((each) => each.kind !== 'none');
  const steps = verbs.flatMap((verb) =>
    targetsOf(profile, verb, held).map((resource) => {
      const ends = (each: Known) =>
        stopsHeld(verb, each) && (each.resource === resource || !isOwn(profile, verb, each));
      const stops = open.filter(ends);
      open = open.filter((each) => !ends(each));
      return stepOf(verb, resource, stops.map(label), running().map(label));
    }),
  );
  return { steps, running: running() };
}

const label = (held: HeldResource): string => held.meter;

/** Whether the meter hangs on the kind of thing that the verb acts on; else it only ends as a consequence. */
const isOwn = (profile: Profile, verb: Verb, held: Known): boolean =>
  profile.meters.find((meter) => meter.id === held.profileMeter)?.of === verb.resource;

/**
 * What the verb has to be carried out on: one step for each volume, one for the box whatever hangs on it. Nothing when no
 * such thing is held (any more): an address is never handed to a verb that destroys machines.
 */
function targetsOf(profile: Profile, verb: Verb, held: readonly Known[]): string[] {
  const own = held.filter((each) => isOwn(profile, verb, each));
  const stopped = own.filter((each) => stopsHeld(verb, each));
  return [...new Set((stopped.length > 0 ? stopped : own).map((each) => each.resource))];
}

function stepOf(verb: Verb, resource: string, stops: string[], leavesBilling: string[]): TeardownStep {
  const { reversible, confirm } = verb;
  return {
    verb: verb.id,
    ...(verb.native !== undefined && { native: verb.native }),
    resource,
    stops,
    destroys: [...verb.destroys],
    leavesBilling,
    reversible:
      typeof reversible === 'string'
        ? reversible
        : {
            untilSeconds: reversible.until.seconds,
            ...(reversible.clock !== undefined && { clock: reversible.clock }),
          },
    ...(verb.catch !== undefined && { catch: verb.catch }),
    safe: mayUndo(verb) && verb.destroys.length === 0,
    surface: verb.surface,
    ...(verb.call !== undefined && { call: verb.call }),
    ...(verb.console !== undefined && { consoleStep: verb.console }),
    ...(confirm && {
      confirm: {
        ask: confirm.ask,
        proof: confirm.proof,
        withinSeconds: confirm.within.seconds,
        ...(confirm.apart ? { apartSeconds: confirm.apart.seconds } : {}),
      },
    }),
    stamp: stampOf(verb),
  };
}

const mayUndo = (verb: Verb): boolean => verb.reversible === 'yes' || typeof verb.reversible === 'object';

const stampOf = ({ verified, source, confidence, contested, note }: Verb): Stamp => ({
  verified,
  source,
  ...(confidence !== undefined && { confidence }),
  ...(contested !== undefined && { contested }),
  ...(note !== undefined && { note }),
});

function whyLeft(profile: Profile, held: Known, goal: 'park' | 'zero', stepCount: number): string {
  const meter = profile.meters.find((each) => each.id === held.profileMeter);
  if (!meter) return `${profile.name}'s profile knows no meter "${held.meter}" of kind ${held.kind}`;
  if (goal === 'park' && stepCount === 0) return profile.teardown['park-note'] ?? 'there is no park';
  if (goal === 'park') return 'a park keeps it, and what is kept costs';
  return meter.unstoppable ?? 'no verb of the profile stops it';
}

function parkedClocks(profile: Profile): TeardownPlan['clocks'] {
  return profile.clocks
    .filter((clock) => clock.while === 'stopped')
    .map((clock) => ({
      id: clock.id,
      afterSeconds: clock.after?.seconds ?? null,
      effect: clock.effect,
      says: clock.says,
    }));
}
