import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planFacts } from '../../src/cli/plan.ts';
import type { BoundJob } from '../../src/course/bound-job.ts';
import { planText } from '../../src/report/plan-text.ts';
import { jobWith } from '../lease/told-run.ts';
import { namesIn, profileOf, SHIPPED } from '../profile/profiles.ts';
import { rulesWiderThan } from '../report/table-rules.ts';
import { scriptedWorld } from '../scripted-world.ts';

const code = { commit: 'abcdef0123', dirty: false };

describe('plan', () => {
  for (const id of namesIn(SHIPPED)) {
    it(`${id}: holds every clock, danger and meter that no verb ends, whether or not it has an offer [XC-14]`, async () => {
      const { world } = scriptedWorld({
        profile: async () => profileOf(id),
        driver: { offers: async () => [] },
        secret: () => undefined,
      });
      const job = jobWith({ candidates: [{ platform: id }] });
      const facts = await planFacts(world, { job, code } as BoundJob);
      const text = planText(facts);
      const { clocks, surface, meters } = profileOf(id);
      const wanted = [
        ...clocks.map((clock) => clock.says),
        ...surface.dangers.filter((each) => each.clock === undefined).map((each) => each.says),
        ...meters.flatMap((meter) => meter.unstoppable ?? []),
      ];
      assert.deepEqual(
        wanted.filter((each) => !text.includes(each)),
        [],
      );
      for (const columns of [60, 80]) assert.deepEqual(rulesWiderThan(columns, planText(facts, columns)), []);
    });
  }
});
