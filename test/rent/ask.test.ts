import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Candidate } from '../../src/job/job.ts';
import { Problem } from '../../src/problem.ts';
import { askAndChoose } from '../../src/rent/ask.ts';
import { loadJob } from '../job/job-text.ts';
import { opened, told } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { scriptedWorld } from '../scripted-world.ts';

const jobOf = (candidates: Candidate[]) => ({
  ...loadJob({ candidates: 'candidates: [vastai]', b: 'budget: {usd: 5, hours: 4, usdPerHour: 1}' }),
  candidates,
});

describe('a candidate that names a login for its registry', () => {
  it('is asked for offers where the platform takes it, and declined by name elsewhere', async () => {
    // As an older record may hold it: a job file with such a candidate is refused.
    const job = jobOf([
      { platform: 'lambda', registry: 'clx-1' },
      { platform: 'runpod', registry: 'clx-1' },
    ]);
    const offering = (platform: string) => ({
      platform,
      offers: async () => [
        { id: 'o', platform, summary: 'a card', usdPerHour: 0.3, market: 'on-demand' as const },
      ],
    });
    const { world } = scriptedWorld({
      profile: async (platform) => profileOf(platform),
      drivers: {
        lambda: { ...offering('lambda'), takesRegistry: false },
        runpod: { ...offering('runpod'), takesRegistry: true },
      },
    });
    const { ranked, declined } = await askAndChoose(world, told([opened({}, job)]), job);
    assert.deepEqual(
      ranked.map(({ offer, candidate }) => [offer.platform, candidate.registry]),
      [['runpod', 'clx-1']],
    );
    assert.match(
      declined[0]?.why ?? '',
      /^not asked: lambda takes no registry login \(clx-1\) .*public images alone/,
    );
  });
});

describe('a candidate that asks for a spot box', () => {
  const asked: string[] = [];
  const { world } = scriptedWorld({
    profile: async (platform) => profileOf(platform),
    driver: {
      platform: 'any',
      offers: async (_want, { platform }) => {
        asked.push(platform);
        return [{ id: 'o', platform, summary: 'a card', usdPerHour: 0.3, market: 'spot' }];
      },
    },
  });
  const [runpod, vastai]: Candidate[] = [
    { platform: 'runpod', market: 'spot' },
    { platform: 'vastai', market: 'spot' },
  ];
  assert.ok(runpod && vastai);

  it('is declined by name where the platform has none, and nobody is asked: to wait for one would be in vain', async () => {
    const both = jobOf([runpod, vastai]);
    const { ranked, declined } = await askAndChoose(world, told([opened({}, both)]), both);
    assert.deepEqual(asked.splice(0), ['vastai']);
    assert.equal(ranked.length, 1);
    assert.match(declined[0]?.why ?? '', /^not asked: runpod rents no spot boxes to programs/);
  });

  it('is told apart from one whose platform does not answer', async () => {
    const { world: silent } = scriptedWorld({
      profile: async (platform) => profileOf(platform),
      driver: {
        platform: 'vastai',
        offers: () =>
          Promise.reject(new Problem({ code: 'x', kind: 'unreachable', what: 'No answer.', next: 'Wait.' })),
      },
    });
    const both = jobOf([runpod, vastai]);
    const { declined } = await askAndChoose(silent, told([opened({}, both)]), both);
    assert.deepEqual(
      declined.map(({ why }) => why.split(':')[0]),
      ['not asked', 'could not be asked'],
    );
  });

  it('is the reason why nothing is rented where there is no other', async () => {
    const only = jobOf([runpod]);
    const { unasked } = await askAndChoose(world, told([opened({}, only)]), only);
    assert.deepEqual([unasked?.code, unasked?.kind], ['no-spot', 'usage']);
    assert.match(unasked?.next ?? '', /Leave "market: spot" out/);
  });
});
