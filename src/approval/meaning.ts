import type { Meaning } from '../github/environment-rules.ts';
import type { Run } from '../lease/run.ts';

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

/** What an approval of a workflow run must be of that gives a lease up: exactly what is lost with it. */
export function abandonMeaning({ lease, losses }: { lease: string; losses: string }): Meaning {
  const short = losses.slice(0, LEAST_DIGITS);
  return {
    what: `giving up ${lease} with the losses ${short}`,
    inputs: [
      { name: 'lease', says: lease, holds: is(lease) },
      { name: 'losses', says: short, holds: names(losses) },
    ],
    title: [
      { says: 'abandon', holds: is('abandon') },
      { says: lease, holds: is(lease) },
      { says: short, holds: names(losses) },
    ],
    runName: `abandon \${{ inputs.lease }} \${{ inputs.losses }}`,
  };
}

/**
 * What an approval of a launch must be of, to count in advance: a least level that was asked for in so many words, for this very
 * run. A workflow run that opens a run of its own cannot have been told its id; there its own number is in the id and in the title.
 *
 * @param workflowRun the one that we are in
 */
export function standingMeaning(
  { id, opened }: Pick<Run, 'id' | 'opened'>,
  level: string,
  workflowRun: string | undefined,
): Meaning {
  const isOwn = workflowRun !== undefined && id === `${opened?.job}-${workflowRun}`;
  return {
    what: `an approval in advance for run ${id}`,
    inputs: [
      { name: 'standing', says: level, holds: is(level) },
      { name: 'run', says: id, holds: (text) => text === id || (isOwn && text === '') },
    ],
    title: [
      { says: 'standing', holds: is('standing') },
      { says: level, holds: is(level) },
      {
        says: isOwn ? workflowRun : id,
        holds: (text) => text === id || (isOwn && text === workflowRun),
      },
    ],
    runName: `train standing \${{ inputs.standing }} of \${{ inputs.run || github.run_id }}`,
  };
}
