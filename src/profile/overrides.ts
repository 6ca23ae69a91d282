import type { Profile } from './schema.ts';

type Key = Exclude<
  keyof Profile['overrides'],
  'env' | 'verified' | 'source' | 'confidence' | 'contested' | 'note'
>;

/** Three things, never folded: nothing was said; "none" was said; a value was said. */
export type Override = { is: 'unset' } | { is: 'empty' } | { is: 'value'; value: string };

export function overrideOf(profile: Profile, key: Key): Override {
  const value = profile.overrides[key];
  if (value === undefined || value === null) return { is: 'unset' };
  return value === '' ? { is: 'empty' } : { is: 'value', value };
}
