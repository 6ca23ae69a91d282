import { secondsBetween } from '../clock.ts';
import type { StrayLook } from './outcome.ts';

/** Since when no look came by the account of a platform, ISO 8601 by the clock of the machine whose look was the first to fail. */
export type Unlooked = Readonly<Record<string, string>>;

/** From which age on a person is told: outages of an API are over sooner, a key that was taken away is not. */
const TELL_AFTER_SECONDS = 3600;

/**
 * What a look leaves behind. An account that nobody has a reason to look at any more is forgotten.
 *
 * @param looks `undefined` when no account could be asked at all: nothing is known anew
 */
export function unlookedAfter(
  before: Unlooked,
  looks: readonly StrayLook[] | undefined,
  now: Date,
): Record<string, string> {
  if (!looks) return { ...before };
  const dark = looks.filter(({ answered }) => !answered);
  return Object.fromEntries(
    dark.map(({ platform }) => {
      const since = before[platform];
      // Of a clock that is ahead of ours: from here on by ours.
      return [
        platform,
        since !== undefined && Date.parse(since) <= now.getTime() ? since : now.toISOString(),
      ];
    }),
  );
}

/** Platforms on whose accounts nobody has had an eye for long enough to be told, with since when. */
export const longUnlooked = (unlooked: Unlooked, now: Date): [platform: string, since: string][] =>
  Object.entries(unlooked).filter(([, since]) => secondsBetween(new Date(since), now) >= TELL_AFTER_SECONDS);
