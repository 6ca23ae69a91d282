import { Problem } from '../problem.ts';
import { inOrder } from '../strict-yaml/in-order.ts';
import { parseYaml } from '../strict-yaml/parse.ts';
import type { FileKind } from '../strict-yaml/read.ts';
import type { Fault } from './fault.ts';
import { accessFaults } from './faults/access.ts';
import { referenceFaults } from './faults/references.ts';
import { stampFaults } from './faults/stamps.ts';
import { storageFaults } from './faults/storage.ts';
import { teardownFaults } from './faults/teardown.ts';
import { type Profile, ProfileSchema } from './schema.ts';

export const PROFILE: FileKind = {
  name: 'profile',
  start: 'Write one; docs/profiles.md shows how.',
  manyValues: 'Write the values out.',
};

/**
 * A platform profile, checked: shape first, then everything that one part says about another.
 *
 * @param fileName as the user knows it; its stem must be the profile's id
 * @param now of whoever writes a profile: then a month to come is a fault. A user's clock may be wrong and refuses nothing.
 * @throws Problems of kind `usage`, every fault with its line and column
 */
export function parseProfile(text: string, fileName: string, now?: Date): Profile {
  const { value: profile, source } = parseYaml(text, fileName, ProfileSchema, PROFILE);
  const faults: Fault[] = [
    ...nameFault(profile, fileName),
    ...referenceFaults(profile),
    ...stampFaults(profile, now),
    ...storageFaults(profile),
    ...teardownFaults(profile),
    ...accessFaults(profile),
  ];
  if (faults.length === 0) return profile;
  throw inOrder(
    faults.map(({ path, ...fault }) => new Problem({ ...fault, kind: 'usage', at: source.placeOf(path) })),
  );
}

function nameFault(profile: Profile, fileName: string) {
  const stem = fileName.replace(/^.*[/\\]/, '').replace(/\.ya?ml$/, '');
  if (stem === profile.id) return [];
  const what = `the profile "${profile.id}" stands in a file called "${stem}"`;
  return [{ path: ['id'], code: 'file-name', what, next: `Call the file ${profile.id}.yml.` }];
}
