import type { Candidate } from '../job/job.ts';
import { type Placement, placementCheck } from '../profile/placement.ts';
import type { Profile } from '../profile/schema.ts';
import { lookAt } from './wanted-places.ts';

/** Whether what lies in a directory of a box is there once the box was given back: on which tiers, or why that does not hold. */
export type Outliving = { outlives: true; tier: string } | { outlives: false; why: string };

const STAYS: readonly Placement['outcome'][] = ['survives', 'survives-billed'];

/**
 * By the profile's word alone, for a release and for each verb that it sends: a volume that outlives a destroy and is deleted
 * right after it is none. What the profile does not know does not count.
 *
 * @param verbs as planned; what follows a verb's first word is the resource
 */
export function outliving(
  profile: Profile,
  candidate: Candidate,
  dir: string,
  verbs: readonly string[],
): Outliving {
  const options = lookAt(profile, candidate);
  const happenings = [
    { event: 'release' } as const,
    ...verbs.map((verb) => ({ verb: verb.split(' ')[0] ?? verb })),
  ];
  const ends = happenings.map((what) => placementCheck(profile, { path: dir }, what, options));
  const lost = ends.find(({ outcome }) => !STAYS.includes(outcome));
  if (lost) return { outlives: false, why: lost.why };
  return { outlives: true, tier: ends[0]?.tiers.join(' or ') ?? '' };
}
