import type { Fault } from '../../yaml-problems.ts';
import { stampedFacts } from '../facts.ts';
import type { Profile } from '../schema.ts';

/** A fact is verified exactly when something that can be looked up stands behind it. */
export function stampFaults(profile: Profile): Fault[] {
  const uncheckable = (tag: string) => {
    const kind = profile.sources[tag]?.kind;
    return kind === 'inferred' || kind === 'unstamped';
  };
  return stampedFacts(profile).flatMap(({ path, name, stamp }) => {
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
