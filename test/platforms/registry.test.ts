import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { driverFor } from '../../src/platforms/registry.ts';
import { Problem } from '../../src/problem.ts';
import { RENTED_PLATFORMS } from '../faults/rented-platforms.ts';
import { namesIn, profileOf, SHIPPED } from '../profile/profiles.ts';

const context = {
  clock: systemClock,
  localRoot: '/nowhere',
  selfCommand: ['false'] as const,
  secret: (name: string) => (name.startsWith('GPU_LEASE_API_') ? undefined : 'x'),
};

describe('the registry of platforms', () => {
  for (const id of namesIn(SHIPPED)) {
    const { drive, automation } = profileOf(id);
    it(`has the driver that the profile of ${id} names, or says that nothing of it is rented`, async () => {
      if (automation === 'instructions') return assert.equal(drive.driver, 'none');
      const driver = driverFor(id, context, drive.driver);
      if (automation === 'batch')
        return assert.rejects(driver, (error) => error instanceof Problem && error.code === 'not-rented');
      assert.equal((await driver).platform, id);
    });
  }

  for (const { name, keepsMarks = false } of RENTED_PLATFORMS)
    it(`has a driver of ${name} that ${keepsMarks ? 'writes' : 'writes no'} words on boxes, as its twin says`, async () => {
      const driver = await driverFor(name, context, profileOf(name).drive.driver);
      assert.equal(driver.mark !== undefined, keepsMarks);
    });

  it('says of an unknown driver which platforms there are', async () => {
    for (const driver of ['runpot', 'toString', 'none'])
      await assert.rejects(
        driverFor('x', context, driver),
        (error) => error instanceof Problem && error.code === 'unknown-platform',
      );
  });
});
