import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/approval/meaning.ts
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
function abandonMeaning({ lease, losses }) {
  const short = losses.slice(0, LEAST_DIGITS);
  return {
    what: `giving up ${lease} with the losses ${short}`,
    inputs: [
      { name: "lease", says: lease, holds: is(lease) },
      { name: "losses", says: short, holds: names(losses) }
    ],
    title: [
      { says: "abandon", holds: is("abandon") },
      { says: lease, holds: is(lease) },
      { says: short, holds: names(losses) }
    ],
    runName: `abandon \${{ inputs.lease }} \${{ inputs.losses }}`
  };
}
function standingMeaning({ id, opened }, level, workflowRun) {
  const isOwn = workflowRun !== void 0 && id === `${opened?.job}-${workflowRun}`;
  return {
    what: `an approval in advance for run ${id}`,
    inputs: [
      { name: "standing", says: level, holds: is(level) },
      { name: "run", says: id, holds: (text) => text === id || isOwn && text === "" }
    ],
    title: [
      { says: "standing", holds: is("standing") },
      { says: level, holds: is(level) },
      {
        says: isOwn ? workflowRun : id,
        holds: (text) => text === id || isOwn && text === workflowRun
      }
    ],
    runName: `train standing \${{ inputs.standing }} of \${{ inputs.run || github.run_id }}`
  };
}

export {
  releaseMeaning,
  abandonMeaning,
  standingMeaning
};
