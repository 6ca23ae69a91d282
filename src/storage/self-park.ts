import type { Candidate, Job } from '../job/job.ts';
import { placementCheck } from '../profile/placement.ts';
import type { Profile } from '../profile/schema.ts';
import { whyNotParked } from './fates.ts';
import { lookAt, wantedPlaces } from './wanted-places.ts';

/** Where the job does not say how long a finished box waits for somebody who comes for its work. */
export const PARK_AFTER_SECONDS = 600;

/** How a box parks itself when all of its work is finished. */
export interface SelfPark {
  /** One line of shell, run on the box. */
  line: string;
  /** Of the profile; the line does the same. */
  verb: string;
  /** After the last cell, and after whoever looked or read last. */
  afterSeconds: number;
}

/**
 * Whether a box parks itself there, or why it waits for the next look instead. Only by what we would do ourselves: the line is that of
 * the verb that parks, and the disk that holds the run and the keeper's record outlives it.
 *
 * @returns `undefined` where the job asks for no park
 */
export function selfParkOf(
  job: Job,
  profile: Profile,
  candidate: Candidate,
): SelfPark | { why: string } | undefined {
  if (job.onFinish !== 'park') return;
  const why = whyNot(job, profile, candidate);
  const own = profile.rent['self-stop'];
  if (why !== undefined || own === undefined)
    return { why: why ?? `no line is known for it on ${profile.name}` };
  return { line: own.line, verb: own.verb, afterSeconds: job.parkAfterSeconds ?? PARK_AFTER_SECONDS };
}

function whyNot(job: Job, profile: Profile, candidate: Candidate): string | undefined {
  const { name, teardown, rent, spot } = profile;
  const held = whyNotParked(profile);
  if (held !== null) return held;
  if (candidate.attach !== undefined) return 'it is a box of your own, which is not ours to switch off';
  if (candidate.market === 'spot' && spot.available !== 'no')
    return 'a spot box that stands stopped looks like one that was taken away';
  const own = rent['self-stop'];
  if (!own) return `no line is known by which a box of ${name} stops itself`;
  if (own.verb !== teardown.park)
    return `its own line does as "${own.verb}", and it is parked by "${teardown.park}"`;
  const { work } = wantedPlaces(job, profile, candidate);
  const left = placementCheck(profile, { path: work }, { verb: own.verb }, lookAt(profile, candidate));
  return left.outcome === 'survives' || left.outcome === 'survives-billed' ? undefined : left.why;
}
