import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { intend } from '../../src/rent/intend.ts';
import { tellDangers } from '../../src/rent/tell-dangers.ts';
import { HELD, jobWith, leaseOf, opened, told, waived } from '../lease/told-run.ts';
import { namesIn, profileOf, SHIPPED } from '../profile/profiles.ts';
import { scriptedWorld } from '../scripted-world.ts';

const nothingYet = told([opened(), waived]);
const at = (platform: string, over: { attach?: string; usdPerHour?: number } = {}) => ({
  offer: { platform, id: 'o-1', summary: '', usdPerHour: over.usdPerHour ?? 1, market: 'on-demand' as const },
  candidate: { platform, ...(over.attach !== undefined && { attach: over.attach }) },
});
const worldOf = (id: string) => scriptedWorld({ profile: async () => profileOf(id) });

describe('first contact of a run with a platform', () => {
  for (const id of namesIn(SHIPPED).filter((each) => each !== 'local')) {
    it(`${id}: every clock and danger is told before the intent [XC-14]`, async () => {
      const { world, face } = worldOf(id);
      await tellDangers(world, nothingYet, at(id));
      assert.equal(face.lines[0], `# first contact: ${id}`);
      const said = face.lines.join('\n');
      for (const clock of profileOf(id).clocks) assert.ok(said.includes(`DANGER: ${clock.says}`), clock.id);
      for (const each of profileOf(id).surface.conveniences) assert.ok(said.includes(each));
    });
  }

  it('is told by the step that intends, once per platform, and before anything is written [XC-14]', async () => {
    const offer = {
      platform: 'runpod',
      id: 'o-1',
      summary: 'one GPU',
      usdPerHour: 1,
      market: 'on-demand' as const,
    };
    const { world, face } = scriptedWorld({
      profile: async () => profileOf('runpod'),
      driver: { offers: async () => [offer] },
    });
    const [event] = await intend(world, {
      run: nothingYet,
      job: jobWith({ candidates: [{ platform: 'runpod' }] }),
      n: 1,
    });
    assert.equal(event?.type, 'intended');
    assert.ok(face.lines.includes('# first contact: runpod'));
    assert.match(
      face.lines.join('\n'),
      /DANGER: A stopped pod that nobody uses is removed after about 30 days/,
    );
  });

  it('is not told again with a lease there, nor of a loopback box', async () => {
    const { run } = leaseOf(HELD.slice(0, 3));
    const again = worldOf('runpod');
    await tellDangers(again.world, run, at(run.leases[0]?.platform ?? ''));
    const loopback = worldOf('local');
    await tellDangers(loopback.world, nothingYet, at('local'));
    assert.deepEqual([again.face.lines, loopback.face.lines], [[], []]);
  });

  it('is told once for ever of a box of one’s own that costs nothing, and each time of one that is paid for', async () => {
    const met = new Set<string>();
    const isFirstContact = (box: string): boolean => met.size < met.add(box).size;
    const said = async (usdPerHour: number): Promise<number> => {
      const { world, face } = scriptedWorld({
        profile: async () => profileOf('generic-ssh'),
        isFirstContact,
      });
      await tellDangers(world, nothingYet, at('generic-ssh', { attach: 'lab', usdPerHour }));
      return face.lines.length;
    };
    assert.ok((await said(0)) > 0);
    assert.equal(await said(0), 0);
    assert.ok((await said(0.5)) > 0 && (await said(0.5)) > 0);
  });
});
