import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { approveInAdvance } from '../../src/approval/approve-in-advance.ts';
import type { Given } from '../../src/approval/given.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { next } from '../../src/lease/next.ts';
import type { Offer } from '../../src/platforms/driver.ts';
import type { Profile } from '../../src/profile/schema.ts';
import { staleVerbsBy } from '../../src/profile/stale-verbs.ts';
import { plansOf } from '../../src/release/lease-plans.ts';
import { askAndChoose } from '../../src/rent/ask.ts';
import { asEvents, HELD, jobWith, opened, RUN, SEALED, standing, told, waived } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { scriptedWorld } from '../scripted-world.ts';

const DRIVERS = [
  'runpod',
  'vastai',
  'lambda',
  'digitalocean',
  'verda',
  'paperspace-core',
  'autodl',
  'compshare',
];

/** Its verbs were all checked in one month, so that the date at which they age is the test's. */
function checkedIn(platform: string, verified: string): Profile {
  const profile = profileOf(platform);
  const verbs = profile.verbs.map((verb) => ({ ...verb, verified }));
  return { ...profile, verbs } as Profile;
}

/** Sealed in November 2026 after a word in advance that counts to the end of 2028. */
const story = (platform: string): EventBody[] => {
  const job = jobWith({ candidates: [{ platform }], budget: { usd: 1e9, hours: 1e6, usdPerHour: 2 } });
  const on = (event: EventBody) => (event.type === 'intended' ? { ...event, platform } : event);
  const word = standing({ platforms: [platform], expiresAt: '2028-12-31T00:00:00Z' });
  return [
    opened({ document: job, budget: job.budget }, job),
    ...HELD.slice(1).map(on),
    word,
    ...SEALED.slice(HELD.length),
  ];
};

const months = (from: number, to: number): Date[] =>
  Array.from({ length: to - from }, (_, n) => new Date(Date.UTC(2026, from + n, 15)));

describe('an approval in advance and the calendar', () => {
  for (const platform of DRIVERS)
    it(`M2: is not blocked on ${platform} by any date to the end of 2028 once its box bills`, async () => {
      const profile = checkedIn(platform, '2026-11');
      const told = { ...fold(RUN, asEvents(story(platform))), unattendedSince: undefined };
      for (const now of months(11, 36)) {
        // Somebody vouched for the record a moment ago: nothing here is about that.
        const run = { ...told, askedAt: now.toISOString() };
        const clock = { now: () => now, sleep: async () => {} };
        const plans = await plansOf({ clock, profile: async () => profile }, run);
        const steps = next(run, plans, now).map((step) => step.do);
        const [lease] = run.leases;
        const verbs = lease ? plans(lease).zero : [];
        assert.ok(
          steps.includes('approve-standing') || steps.includes('park'),
          `${now.toISOString()}: ${steps.join(' ')} for ${verbs.map(({ verb, staleFrom }) => `${verb} ${staleFrom}`)}`,
        );
        assert.ok(!steps.includes('ask'), now.toISOString());
      }
    });

  const word = (expiresAt: string) =>
    told([opened(), waived, standing({ platforms: ['runpod'], expiresAt })]);
  const offered: Offer = {
    id: 'o-1',
    platform: 'runpod',
    summary: 'one',
    usdPerHour: 1,
    market: 'on-demand',
  };
  const asked = async (expiresAt: string, run = word(expiresAt)) => {
    const { world } = scriptedWorld({
      driver: { offers: async () => [offered] },
      profile: async () => checkedIn('runpod', '2026-06'),
    });
    return askAndChoose(world, run, jobWith({ candidates: [{ platform: 'runpod' }] }));
  };

  it('M2: lets nothing be rented whose facts age before the word ends, and names the date', async () => {
    const { ranked, unasked } = await asked('2027-01-02T00:00:00Z');
    assert.deepEqual([ranked.length, unasked?.code], [0, 'standing-stale-facts']);
    assert.match(unasked?.what ?? '', /until 2027-01-02T00:00:00Z.*terminate from 2027-01-01/);
    assert.equal((await asked('2026-12-31T00:00:00Z')).ranked.length, 1);
    assert.equal(
      (await asked('', told([opened(), waived]))).ranked.length,
      1,
      'a person is asked at the end',
    );
  });

  it('M2: is not given for longer than what it rests on is fresh, by name and date', async () => {
    const given = { inAdvance: 'L2', env: {} } as unknown as Given;
    const giving = (hours: number) => {
      const job = jobWith({
        candidates: [{ platform: 'runpod' }],
        budget: { usd: 10, hours, usdPerHour: 2 },
      });
      const { world } = scriptedWorld({ profile: async () => checkedIn('runpod', '2026-06') });
      return approveInAdvance(world, given, told([opened({ budget: job.budget }, job), waived]));
    };
    await assert.rejects(giving(24 * 60), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'standing-stale-facts');
      assert.match(error.message, /terminate from 2027-01-01/);
      return true;
    });
    // The next thing that it needs is a person: the facts were no hindrance.
    await assert.rejects(
      giving(24),
      (error: Error & { code?: string }) => error.code !== 'standing-stale-facts',
    );
  });

  it('M2: knows the day on which each verb ages', () => {
    const profile = checkedIn('runpod', '2026-06');
    assert.deepEqual(staleVerbsBy(profile, new Date('2026-12-31T23:59:59Z')), []);
    const stale = staleVerbsBy(profile, new Date('2027-01-01T00:00:00Z'));
    assert.ok(stale.includes('terminate from 2027-01-01'), stale.join());
  });
});
