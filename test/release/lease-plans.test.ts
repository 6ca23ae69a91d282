import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Lease } from '../../src/lease/run.ts';
import { verbFacts } from '../../src/release/lease-plans.ts';
import { HELD, opened, told } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { ScriptedClock } from '../scripted-world.ts';

/** What a proof at that platform asks for, of a box with one meter of that kind. */
async function factsOf(platform: string, kind: string) {
  const [lease] = told([opened(), ...HELD.slice(1)]).leases;
  assert.ok(lease);
  const meters = [{ ...lease.meters[0], kind }] as Lease['meters'];
  const world = { clock: new ScriptedClock(), profile: async () => profileOf(platform) };
  return verbFacts(world, { ...lease, platform, meters });
}

describe('what a proof that meters stopped asks for', () => {
  it('is time between two sightings wherever somebody bills', async () => {
    for (const platform of ['runpod', 'vastai', 'lambda', 'generic-ssh'])
      assert.ok((await factsOf(platform, 'gpu')).apartSeconds >= 20, platform);
  });

  it('is no waiting at a machine of one’s own, which no list shows and nobody bills', async () => {
    assert.equal((await factsOf('generic-ssh', 'none')).apartSeconds, 0);
  });
});
