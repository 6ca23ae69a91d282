import type { Profile } from './schema.ts';

type Key = Exclude<
  keyof Profile['overrides'],
  'env' | 'verified' | 'source' | 'confidence' | 'contested' | 'note'
>;

/** Three things, never folded: nothing was said; "none" was said; a value was said. */
export type Override = { is: 'unset' } | { is: 'empty' } | { is: 'value'; value: string };

/** What the job says, and where it says nothing what the profile says. */
export function overrideOf(profile: Profile, key: Key, ofJob?: string): Override {
  const value = ofJob ?? profile.overrides[key];
  if (value === undefined || value === null) return { is: 'unset' };
  return value === '' ? { is: 'empty' } : { is: 'value', value };
}
