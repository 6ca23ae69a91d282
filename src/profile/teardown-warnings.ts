import { outcomeOfVerb } from './placement.ts';
import type { Profile, Verb } from './schema.ts';
import { ageInMonths, DEFAULT_LIMIT_MONTHS } from './staleness.ts';
import type { Known, TeardownOptions, TeardownPlan } from './teardown-plan.ts';

/** What a pause costs and risks, or why there is none. */
export function parkWarnings(profile: Profile, verbs: readonly Verb[]): string[] {
  const note = profile.teardown['park-note'];
  const dearer = verbs.flatMap((verb) => verb.leaves.flatMap((meter) => dearerWhenStopped(profile, meter)));
  const clocks = verbs.length > 0 ? profile.clocks.filter((clock) => clock.while === 'stopped') : [];
  return [...(note ? [note] : []), ...clocks.map((clock) => clock.says), ...dearer];
}

/** What an approver would want to have known: undo that may fail, tiers that last only a while, bills beside the held ones. */
export function verbWarnings(profile: Profile, verbs: readonly Verb[], held: readonly Known[]): string[] {
  const heldMeters = new Set(held.map((each) => each.profileMeter));
  const endedLater = (meter: string) => verbs.some((verb) => verb.stops.includes(meter));
  return verbs.flatMap((verb) => {
    const beside = verb.leaves.filter((meter) => !heldMeters.has(meter) && !endedLater(meter));
    const brief = profile.tiers.flatMap((tier) => {
      const outcome = outcomeOfVerb(tier, verb);
      return typeof outcome === 'string'
        ? []
        : [
            `${tier.path ?? tier.id} is kept for ${outcome['kept-for'].text} after "${verb.id}" and then lost`,
          ];
    });
    return [
      ...(verb.catch ? [`${verb.id}: ${verb.catch}`] : []),
      ...brief,
      ...beside.map(
        (meter) =>
          `"${verb.id}" does not end ${meter}: if one exists beside what is held, it goes on billing`,
      ),
      ...(verb.contested ?? []).map((other) => `${verb.id}: another source says: ${other.says}`),
    ];
  });
}

function dearerWhenStopped(profile: Profile, meterId: string): string[] {
  const prices = profile.meters.find((meter) => meter.id === meterId)?.prices ?? [];
  const running = prices.find((price) => price.while === 'running');
  const stopped = prices.find((price) => price.while === 'stopped');
  if (!running || !stopped || stopped.per !== running.per || stopped.amount <= running.amount) return [];
  const unit = `${stopped.currency} per ${stopped.per}`;
  return [`${meterId} costs more while stopped: ${stopped.amount} instead of ${running.amount} ${unit}`];
}

export function staleVerbs(
  verbs: readonly Verb[],
  { now, limitMonths = DEFAULT_LIMIT_MONTHS }: TeardownOptions,
) {
  return verbs.flatMap(({ id, verified, source }) => {
    const ageMonths = verified !== null && now ? ageInMonths(verified, now) : null;
    const isStale = verified === null || (ageMonths !== null && ageMonths > limitMonths);
    return isStale ? [{ verb: id, verified, ageMonths, source }] : [];
  });
}

export const staleWarnings = (stale: TeardownPlan['stale']): string[] =>
  stale.map(({ verb, verified, ageMonths, source }) =>
    verified === null
      ? `what "${verb}" does was never verified (${source.join(', ')}): read it up before approving`
      : `what "${verb}" does was last verified ${verified}, ${ageMonths} months ago (${source.join(', ')}): read it up again before approving`,
  );

export const unknownMeters = (held: readonly Known[]): string[] =>
  held
    .filter((each) => each.profileMeter === undefined && each.kind !== 'none')
    .map((each) => `the profile knows no meter "${each.meter}" (${each.kind}, ${each.resource})`);

export function unknownOutcomes(profile: Profile, verbs: readonly Verb[]): string[] {
  return verbs.flatMap((verb) => [
    ...profile.tiers
      .filter((tier) => outcomeOfVerb(tier, verb) === 'unknown')
      .map((tier) => `what "${verb.id}" does to the tier "${tier.id}"${tier.path ? ` (${tier.path})` : ''}`),
    ...(verb.reversible === 'unknown' ? [`whether "${verb.id}" can be undone`] : []),
  ]);
}
