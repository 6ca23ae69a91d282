import type { Meaning } from '../github/environment-rules.ts';

/** Fewer characters of a digest could be typed by chance. */
const LEAST_DIGITS = 8;

const names = (digest: string) => (text: string) => text.length >= LEAST_DIGITS && digest.startsWith(text);
const is = (expected: string) => (text: string) => text === expected;

/** The word that acknowledges stale facts about a verb, as in the phrase (FR-03). */
const STALE = 'stale-facts';

/** What an approval of a release workflow run must be of: one lease, one seal, and stale facts where there are some. */
export function releaseMeaning({
  lease,
  seal,
  staleFacts,
}: {
  lease: string;
  seal: string;
  staleFacts: boolean;
}): Meaning {
  const short = seal.slice(0, LEAST_DIGITS);
  const acknowledge = staleFacts ? [{ name: 'acknowledge', says: STALE, holds: is(STALE) }] : [];
  return {
    what: `the release of ${lease} for seal ${short}`,
    inputs: [
      { name: 'lease', says: lease, holds: is(lease) },
      { name: 'seal', says: short, holds: names(seal) },
      ...acknowledge,
    ],
    title: [
      { says: lease, holds: is(lease) },
      { says: short, holds: names(seal) },
      ...acknowledge.map(({ says, holds }) => ({ says, holds })),
    ],
    runName: `release \${{ inputs.lease }} \${{ inputs.seal }} \${{ inputs.acknowledge }}`,
  };
}

/** What an approval of a launch must be of, to count in advance: a least level that was asked for in so many words. */
export const standingMeaning = (run: string, level: string): Meaning => ({
  what: `an approval in advance for run ${run}`,
  inputs: [{ name: 'standing', says: level, holds: is(level) }],
  title: [
    { says: 'standing', holds: is('standing') },
    { says: level, holds: is(level) },
  ],
  runName: `train standing \${{ inputs.standing }}`,
});
