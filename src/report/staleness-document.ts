import type { AgeLimits } from '../profile/staleness.ts';
import { countsOf, type StampScan } from '../profile/stamp-scan.ts';

/** The answer of `staleness --json`, as docs/json.md says; fresh facts stand in it, too. */
export function stalenessDocument(scan: StampScan, limits: AgeLimits) {
  return {
    ...countsOf(scan),
    limits,
    list: scan.facts.map(
      ({ profile, name, state, ageMonths, risk, stamp, blocksFrom, file, line, sources }) => ({
        profile,
        fact: name,
        state,
        verified: stamp.verified,
        ageMonths,
        risk,
        blocksFrom: blocksFrom ?? null,
        contested: stamp.contested !== undefined,
        file,
        line,
        sources,
      }),
    ),
    faults: scan.faults,
    retirements: scan.retirements,
  };
}
