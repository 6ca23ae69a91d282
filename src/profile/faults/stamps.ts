import { stampedFacts } from '../facts.ts';
import type { Fault } from '../fault.ts';
import type { Profile } from '../schema.ts';
import { ageInMonths } from '../staleness.ts';

/** A fact is verified exactly when something that can be looked up stands behind it, and never in a month to come. */
export function stampFaults(profile: Profile, now?: Date): Fault[] {
  const uncheckable = (tag: string) => {
    const kind = profile.sources[tag]?.kind;
    return kind === 'inferred' || kind === 'unstamped';
  };
  return stampedFacts(profile).flatMap(({ path, name, stamp }) => {
    if (now && stamp.verified !== null && ageInMonths(stamp.verified, now) < 0) {
      const what = `${name} says verified ${stamp.verified}, which is a month to come`;
      return [{ path, code: 'future-stamp', what, next: 'Write the month in which it was read.' }];
    }
    const unbacked = stamp.source.every(uncheckable);
    if (unbacked && stamp.verified !== null) {
      const what = `${name} says verified ${stamp.verified}, but nothing it names can be looked up (${stamp.source.join(', ')})`;
      return [
        {
          path,
          code: 'unbacked-stamp',
          what,
          next: 'Name the page it was read on, or write verified: null.',
        },
      ];
    }
    if (!unbacked && stamp.verified === null) {
      const what = `${name} names ${stamp.source.join(', ')} and says that nobody verified it`;
      const next = 'Compare it with that source and write the month, or give a source of kind unstamped.';
      return [{ path, code: 'unverified-source', what, next }];
    }
    return [];
  });
}
