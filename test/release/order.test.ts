import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type HeldResource, teardownPlan } from '../../src/profile/teardown.ts';
import { namesIn, profileOf, SHIPPED } from '../profile/profiles.ts';

const NOW = new Date('2026-11-21T00:00:00Z');
const COMPUTE = new Set(['gpu', 'cpu']);
const STORAGE = new Set(['disk', 'volume', 'snapshot']);

describe('a teardown to zero', () => {
  const ids = namesIn(SHIPPED);
  let compared = 0;
  for (const id of ids) {
    const profile = profileOf(id);
    it(`of ${id} stops what computes before it touches what only stores [P5-19]`, () => {
      const held = profile.meters.map((meter) => ({
        meter: meter.id,
        kind: meter.kind as HeldResource['kind'],
        resource: `${meter.kind}-of-box`,
      }));
      const kindOf = new Map<string, string>(held.map((each) => [each.meter, each.kind]));
      const { steps } = teardownPlan(profile, held, 'zero', { now: NOW });
      const stops = (kinds: ReadonlySet<string>) =>
        steps.map((step) => step.stops.some((meter) => kinds.has(kindOf.get(meter) ?? '')));
      const computes = stops(COMPUTE);
      const stores = stops(STORAGE).map((does, i) => does && !computes[i]);
      const lastCompute = computes.lastIndexOf(true);
      const firstStore = stores.indexOf(true);
      if (lastCompute < 0 || firstStore < 0) return;
      compared += 1;
      assert.ok(lastCompute < firstStore, steps.map((step) => `${step.verb} stops ${step.stops}`).join('; '));
    });
  }

  it('is compared where both are held: several platforms have storage that outlives its box', () =>
    assert.ok(compared >= 2, `${compared} of ${ids.length}`));
});
