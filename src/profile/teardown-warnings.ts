import { dearerWhenStopped } from './first-contact.ts';
import { outcomeOfVerb } from './placement.ts';
import type { Profile, Verb } from './schema.ts';
import { ageInMonths, DEFAULT_LIMIT_MONTHS } from './staleness.ts';
import type { Known, TeardownOptions, TeardownPlan } from './teardown-plan.ts';

/** What a pause costs and risks, or why there is none. */
export function parkWarnings(profile: Profile, verbs: readonly Verb[]): string[] {
  const note = profile.teardown['park-note'];
  const dearer = verbs.flatMap((verb) => dearerWhenStopped(profile, verb.leaves));
  const clocks = verbs.length > 0 ? profile.clocks.filter((clock) => clock.while === 'stopped') : [];
  return [...(note ? [note] : []), ...clocks.map((clock) => clock.says), ...dearer];
}

/** What an approver would want to have known: undo that may fail, tiers that last only a while, bills beside the held ones. */
export function verbWarnings(profile: Profile, verbs: readonly Verb[], held: readonly Known[]): string[] {
  return [
    ...verbs.flatMap((verb) => [
      ...(verb.catch ? [`${verb.id}: ${verb.catch}`] : []),
      ...keptForAWhile(profile, verb),
      ...(verb.contested ?? []).map((other) => `${verb.id}: another source says: ${other.says}`),
    ]),
    ...billsBeside(verbs, held),
  ];
}

const keptForAWhile = (profile: Profile, verb: Verb): string[] =>
  profile.tiers.flatMap((tier) => {
    const outcome = outcomeOfVerb(tier, verb);
    if (typeof outcome === 'string') return [];
    return [
      `${tier.path ?? tier.id} is kept for ${outcome['kept-for'].text} after "${verb.id}" and then lost`,
    ];
  });

/** Meters that these verbs leave running, that nobody listed as held, and that may exist all the same. */
function billsBeside(verbs: readonly Verb[], held: readonly Known[]): string[] {
  const accounted = new Set([
    ...held.map((each) => each.profileMeter),
    ...verbs.flatMap((verb) => verb.stops),
  ]);
  const left = [...new Set(verbs.flatMap((verb) => verb.leaves))].filter((meter) => !accounted.has(meter));
  return left.map(
    (meter) => `${meter} is not ended by this: if one exists beside what is held, it goes on billing`,
  );
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
