import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownPark } from '../../src/cli/own-park.ts';
import type { Candidate } from '../../src/job/job.ts';
import type { Profile } from '../../src/profile/schema.ts';
import type { Ranked } from '../../src/rent/choose.ts';
import { selfParkOf } from '../../src/storage/self-park.ts';
import { loadJob } from '../job/job-text.ts';
import { namesIn, profileOf, SHIPPED } from '../profile/profiles.ts';

const parks = loadJob({ f: 'on-finish: park' });
const on = (id: string, more: Partial<Candidate> = {}) =>
  selfParkOf(parks, profileOf(id), { platform: id, ...more });
const why = (found: ReturnType<typeof selfParkOf>): string => (found && 'why' in found ? found.why : '');

describe('whether a box parks itself when its work is over', () => {
  it('does where the line is that of the verb that parks, and says of every other platform why not', () => {
    assert.deepEqual(on('autodl'), { line: 'shutdown', verb: 'power-off', afterSeconds: 600 });
    for (const id of namesIn(SHIPPED)) if (id !== 'autodl') assert.ok(why(on(id)).length > 10, id);
    assert.match(why(on('vastai')), /no stop that keeps the data/);
    assert.match(why(on('compshare')), /no line is known/);
  });

  it('does not where the job holds its box, and takes the time from the job', () => {
    assert.equal(selfParkOf(loadJob({}), profileOf('autodl'), { platform: 'autodl' }), undefined);
    const soon = loadJob({ f: 'on-finish: park', g: 'park-after: 90s' });
    const found = selfParkOf(soon, profileOf('autodl'), { platform: 'autodl' });
    assert.equal(found && 'line' in found && found.afterSeconds, 90);
  });

  it('does not switch off a box of a person, nor one that would look outbid', () => {
    assert.match(why(on('autodl', { attach: 'ssh://root@box:22' })), /not ours to switch off/);
    const spot: Profile = { ...profileOf('autodl'), spot: { ...profileOf('autodl').spot, available: 'yes' } };
    assert.match(
      why(selfParkOf(parks, spot, { platform: 'autodl', market: 'spot' })),
      /looks like one that was taken away/,
    );
  });

  it('does not where the disk of the run, or what the line does, is another than a park would keep', () => {
    const own = profileOf('autodl');
    const wiped: Profile = {
      ...own,
      tiers: own.tiers.map((tier) => ({ ...tier, survival: { ...tier.survival, stop: 'lost' as const } })),
    };
    assert.match(
      why(selfParkOf(parks, wiped, { platform: 'autodl' })),
      /after "power-off" on AutoDL that is lost/,
    );
    const selfStop = own.rent['self-stop'];
    assert.ok(selfStop);
    const other: Profile = { ...own, rent: { ...own.rent, 'self-stop': { ...selfStop, verb: 'release' } } };
    assert.match(
      why(selfParkOf(parks, other, { platform: 'autodl' })),
      /does as "release", and it is parked by "power-off"/,
    );
  });
});

describe('what a plan says of it', () => {
  const chosen = (platform: string): Ranked =>
    ({
      offer: { platform, usdPerHour: 3, market: 'on-demand' },
      candidate: { platform },
    }) as unknown as Ranked;

  it('saves the time between two looks less its own, and costs a boot', () => {
    assert.deepEqual(ownPark(parks, profileOf('autodl'), chosen('autodl')), {
      verb: 'power-off',
      afterSeconds: 600,
      savedSeconds: 1200,
      savedUsd: 1,
      savedUsdPerHour: 3,
      backSeconds: 180,
      backUsd: 0.15,
    });
    assert.equal(ownPark(loadJob({}), profileOf('autodl'), chosen('autodl')), null);
    assert.ok('why' in (ownPark(parks, profileOf('runpod'), chosen('runpod')) ?? {}));
  });
});
