import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { profileOfPlatform } from '../../src/cli/known-platforms.ts';
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

describe('what is blocked for a repository', () => {
  const job = jobOf([{ platform: 'vastai' }, { platform: 'runpod' }]);
  const asked: string[] = [];
  const offers = async (_want: unknown, { platform }: Candidate) => {
    asked.push(platform);
    return ['7', '8'].map((host) => ({
      id: `o-${host}`,
      platform,
      summary: 'a card',
      usdPerHour: 0.3,
      market: 'on-demand' as const,
      hostId: host,
    }));
  };
  const chosen = (block: string) => {
    asked.length = 0;
    const { world } = scriptedWorld({
      profile: async (platform) => profileOfPlatform(platform),
      secret: (name) => (name === 'GPU_LEASE_BLOCK' ? block : undefined),
      driver: { platform: 'any', offers },
    });
    return askAndChoose(world, told([opened({}, job)]), job);
  };
  const of = ({ ranked }: Awaited<ReturnType<typeof chosen>>) =>
    ranked.map(({ offer }) => `${offer.platform}/${offer.hostId}`).sort();

  it('is a platform, which is not asked, and a machine of one, each told by the name of the variable', async () => {
    assert.equal(of(await chosen('')).length, 4);
    const without = await chosen('runpod,\nvastai/7');
    assert.deepEqual([of(without), asked], [['vastai/8'], ['vastai']]);
    const why = without.declined.map((each) => each.why).join('\n');
    assert.match(why, /its host 7 is blocked for this repository \(GPU_LEASE_BLOCK\)/);
    assert.match(why, /not asked: runpod is blocked for this repository \(GPU_LEASE_BLOCK\)/);
  });

  it('is the reason why nothing is rented where nothing else is left', async () => {
    const { ranked, unasked } = await chosen('runpod vastai');
    assert.deepEqual([ranked, asked, unasked?.code], [[], [], 'platform-blocked']);
  });

  it('is refused where a word would block nothing, before anybody is asked', async () => {
    for (const [block, says] of [
      ['vast.ai', /"vast\.ai", which blocks nothing[\s\S]*vastai/],
      ['vastai/', /A machine is `platform\/host`/],
      ['runpod, lamda/1', /"lamda\/1"/],
    ] as const)
      await assert.rejects(chosen(block), (error: Error & { code?: string }) => {
        assert.equal(error.code, 'block-unknown');
        assert.match(error.message, says);
        return true;
      });
    assert.deepEqual(asked, []);
  });
});
