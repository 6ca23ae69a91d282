import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../../src/problem.ts';
import { askAndChoose } from '../../src/rent/ask.ts';
import { loadJob } from '../job/job-text.ts';
import { opened, told } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { scriptedWorld } from '../scripted-world.ts';

describe('a candidate that names a login for its registry', () => {
  it('is asked for offers where the platform takes it, and declined by name elsewhere', async () => {
    const job = loadJob({
      candidates: 'candidates: [{platform: vastai, registry: clx-1}, {platform: runpod, registry: clx-1}]',
      b: 'budget: {usd: 5, hours: 4, usdPerHour: 1}',
    });
    const offering = (platform: string) => ({
      platform,
      offers: async () => [
        { id: 'o', platform, summary: 'a card', usdPerHour: 0.3, market: 'on-demand' as const },
      ],
    });
    const { world } = scriptedWorld({
      profile: async (platform) => profileOf(platform),
      drivers: {
        vastai: { ...offering('vastai'), takesRegistry: false },
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
      /^not asked: vastai takes no registry login \(clx-1\) .*public images alone/,
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
  const job = (candidates: string) =>
    loadJob({ candidates: `candidates: ${candidates}`, b: 'budget: {usd: 5, hours: 4, usdPerHour: 1}' });

  it('is declined by name where the platform has none, and nobody is asked: to wait for one would be in vain', async () => {
    const both = job('[{platform: runpod, market: spot}, {platform: vastai, market: spot}]');
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
    const both = job('[{platform: runpod, market: spot}, {platform: vastai, market: spot}]');
    const { declined } = await askAndChoose(silent, told([opened({}, both)]), both);
    assert.deepEqual(
      declined.map(({ why }) => why.split(':')[0]),
      ['not asked', 'could not be asked'],
    );
  });

  it('is the reason why nothing is rented where there is no other', async () => {
    const only = job('[{platform: runpod, market: spot}]');
    const { unasked } = await askAndChoose(world, told([opened({}, only)]), only);
    assert.deepEqual([unasked?.code, unasked?.kind], ['no-spot', 'usage']);
    assert.match(unasked?.next ?? '', /Leave "market: spot" out/);
  });
});
