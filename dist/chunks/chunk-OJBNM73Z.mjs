import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/release/meaning.ts
var LEAST_DIGITS = 8;
var names = (digest) => (text) => text.length >= LEAST_DIGITS && digest.startsWith(text);
var is = (expected) => (text) => text === expected;
var STALE = "stale-facts";
function releaseMeaning({
  lease,
  seal,
  staleFacts
}) {
  const short = seal.slice(0, LEAST_DIGITS);
  const acknowledge = staleFacts ? [{ name: "acknowledge", says: STALE, holds: is(STALE) }] : [];
  return {
    what: `the release of ${lease} for seal ${short}`,
    inputs: [
      { name: "lease", says: lease, holds: is(lease) },
      { name: "seal", says: short, holds: names(seal) },
      ...acknowledge
    ],
    title: [
      { says: lease, holds: is(lease) },
      { says: short, holds: names(seal) },
      ...acknowledge.map(({ says, holds }) => ({ says, holds }))
    ],
    runName: `release \${{ inputs.lease }} \${{ inputs.seal }} \${{ inputs.acknowledge }}`
  };
}
var standingMeaning = (run, level) => ({
  what: `an approval in advance for run ${run}`,
  inputs: [{ name: "standing", says: level, holds: is(level) }],
  title: [
    { says: "standing", holds: is("standing") },
    { says: level, holds: is(level) }
  ],
  runName: `train standing \${{ inputs.standing }}`
});

export {
  releaseMeaning,
  standingMeaning
};
