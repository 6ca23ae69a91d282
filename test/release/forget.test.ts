import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HostKeyChanged, LoginRefused, TransportFailed } from '../../src/box/channel.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { Lease } from '../../src/lease/run.ts';
import { Problem } from '../../src/problem.ts';
import { forgetSubmissions } from '../../src/release/forget.ts';
import { audited, intended, opened, reachable, rented, told, waived } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const STORY: EventBody[] = [
  opened(),
  waived,
  { ...intended(), queue: 'kube://lab/train/work' } as EventBody,
  rented(),
];

describe('what a queue still shows of a run that closes', () => {
  const [lease] = told(STORY).leases;
  const run = { leases: [lease, { ...lease, name: 'tiny-7-2', boxId: 'other' }] as Lease[] };

  for (const [what, error] of [
    ['is not reached', new TransportFailed('the login node is away', 'closed')],
    ['lets nobody in any more', new LoginRefused('no key of ours counts')],
    ['shows another key', new HostKeyChanged('known', 'another', 'login')],
  ] as const)
    it(`keeps no run open where its queue ${what}`, async () => {
      const { world, face } = scriptedWorld({ driver: { forget: () => Promise.reject(error) } });
      await forgetSubmissions(world, run);
      assert.equal(face.lines.length, 2);
      assert.match(face.lines[0] ?? '', new RegExp(error.message.replaceAll('.', '\\.')));
    });

  it('may go there, each submission of it, and one that is not answered of holds up none', async () => {
    const asked: string[] = [];
    const forget = async (boxId: string) => {
      asked.push(boxId);
      if (asked.length === 1)
        throw new Problem({ code: 'queue-silent', kind: 'unreachable', what: 'Nobody answers.', next: '' });
    };
    const { world, face } = scriptedWorld({ driver: { forget } });
    await forgetSubmissions(world, run);
    assert.deepEqual(
      asked,
      run.leases.map(({ boxId }) => boxId),
    );
    assert.equal(asked.length, 2);
    assert.match(
      face.lines.join(),
      /goes on showing tiny-7-1, which is over and costs nothing: Nobody answers\./,
    );
  });

  it('is nothing of a box, and of a queue that shows nothing for ever', async () => {
    const box = told([opened(), waived, intended(), rented(), reachable(), audited()]);
    const { world } = scriptedWorld({ driver: { forget: async () => assert.fail('it is a box') } });
    await forgetSubmissions(world, box);
    const silent = scriptedWorld({ driver: { forget: undefined } as object });
    await forgetSubmissions(silent.world, run);
    assert.deepEqual(silent.face.lines, []);
  });
});
