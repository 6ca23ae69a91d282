import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { placementCheck } from '../../src/profile/placement.ts';
import { namesIn, profileOf, SHIPPED, textOf } from './profiles.ts';

interface Written {
  tiers: { id: string; path: string | null; survival: Record<string, unknown> }[];
  verbs: { id: string; event?: string; destroys: string[] }[];
}

/** What the profile's own text says is left of a tier, read as plain YAML: the code under test has no say in it. */
function leftOf(tier: Written['tiers'][number], verb: Written['verbs'][number]): unknown {
  if (verb.event === undefined) return verb.destroys.includes(tier.id) ? 'lost' : 'kept';
  return tier.survival[verb.event] ?? 'unknown';
}

const KEPT = ['kept', 'kept-billed', 'n/a'];
const ACCEPTED = ['survives', 'survives-billed', 'cannot-happen'];

describe('every artifact of every tier under every verb', () => {
  it('is refused where it is lost, reset, kept only for a while or nobody knows, and accepted where it is kept [P0-02]', () => {
    let pairs = 0;
    let refused = 0;
    const profiles = namesIn(SHIPPED);
    for (const id of profiles) {
      const profile = profileOf(id);
      const { tiers, verbs } = parse(textOf(id)) as Written;
      for (const tier of tiers) {
        for (const verb of verbs) {
          const left = leftOf(tier, verb);
          const isKept = typeof left === 'string' && KEPT.includes(left);
          const byTier = placementCheck(profile, { tier: tier.id }, { verb: verb.id });
          const where = `${id}: ${tier.id} under ${verb.id} is ${JSON.stringify(left)}`;
          assert.equal(
            ACCEPTED.includes(byTier.outcome),
            isKept,
            `${where}, the check says ${byTier.outcome}`,
          );
          assert.ok(byTier.why.includes(tier.id) && byTier.why.includes(verb.id), byTier.why);
          // A path can lie on several tiers, of which the box has one: then it is never called safer than any of them.
          if (tier.path !== null && !isKept) {
            const byPath = placementCheck(profile, { path: `${tier.path}/run/best.pth` }, { verb: verb.id });
            assert.ok(
              !ACCEPTED.includes(byPath.outcome),
              `${where}, at ${tier.path} the check says ${byPath.outcome}`,
            );
          }
          pairs += 1;
          if (!isKept) refused += 1;
        }
      }
    }
    assert.ok(pairs > 0 && refused > 0 && refused < pairs, `${refused} of ${pairs}`);
    process.stdout.write(`show: ${pairs} pairs of ${profiles.length} profiles, ${refused} refused\n`);
  });
});
