import type { Candidate } from '../job/job.ts';
import { isKubeTarget } from '../job/kube-target.ts';
import type { Profile } from '../profile/schema.ts';
import { profileOfPlatform } from './known-platforms.ts';

/** What a workflow needs for a candidate: a key of its platform, or the one that opens a box that a person made, or a login node. */
export function keysOfCandidate({ platform, attach, queue }: Candidate): string[][] {
  if (queue !== undefined && isKubeTarget(queue)) return keysOf(platform);
  return attach === undefined && queue === undefined ? keysOf(platform) : [['GPU_LEASE_SSH_KEY']];
}

/**
 * Of each way to rent there one variable is enough; of a pair, such as id and secret, both are named by the profile. What no run rents at has
 * a workflow of its own, and the others declare no key of it.
 */
function keysOf(platform: string): string[][] {
  const profile = profileOfPlatform(platform);
  return profile.automation === 'batch' ? [] : keysOfProfile(profile);
}

/** What opens an account there: in each of these one is enough. */
export function keysOfProfile({ rent }: Profile): string[][] {
  const auths = rent.entries.flatMap(({ auth }) => (auth?.secret === undefined ? [] : [auth]));
  const names = [...new Set(auths.flatMap(({ secret = [] }) => secret))];
  const halves = [...new Set(auths.flatMap(({ also = [] }) => also))];
  return [...(names.length > 0 ? [names] : []), ...halves.map((name) => [name])];
}
