import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import type { Problem } from '../../src/problem.ts';
import { refuseHeldElsewhere } from '../../src/rent/held-elsewhere.ts';
import { gone, opened, waived } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const intended = (run: string, attach: string | undefined, platform = 'lanrui'): EventBody => ({
  type: 'intended',
  lease: `${run}-1`,
  platform,
  offer: attach ?? 'o-1',
  summary: '',
  usdPerHour: 1,
  market: 'on-demand',
  ...(attach === undefined ? {} : { attach }),
});
const rented = (run: string): EventBody => ({
  type: 'rented',
  lease: `${run}-1`,
  boxId: 'box',
  meters: [{ id: 'gpu', kind: 'gpu', usdPerHour: 1, source: 'word' }],
  adopted: false,
});

/** Where the names lead by the configuration of whoever asks. */
const KNOWN: Record<string, { host: string; port: number }> = {
  'ssh://my-box': { host: '10.0.0.7', port: 2201 },
  'ssh://me@10.0.0.7:2201': { host: '10.0.0.7', port: 2201 },
  'ssh://me@10.0.0.7:2202': { host: '10.0.0.7', port: 2202 },
};

/** @param runs by name, each with its events and the second in which they were written */
async function asked(runs: Record<string, { at: number; story: EventBody[] }>, of = 'mine') {
  const { world, clock } = scriptedWorld({
    driver: {
      describe: async (boxId) => {
        const known = KNOWN[boxId];
        if (!known) throw new Error('no such Host');
        return { state: 'running', endpoint: { ...known, user: 'me' } };
      },
    },
  });
  for (const [id, { at, story }] of Object.entries(runs)) {
    const stamp = new Date(clock.now().getTime() + at * 1000).toISOString();
    const events = [opened(), waived, ...story].map((event) => ({ ...event, at: stamp, by: 'test' }));
    const run = fold(
      id,
      events.map((event, seq) => ({ ...event, seq })),
    );
    assert.deepEqual(run.ignored, []);
    await world.ledger.append(id, null, { events, summary: summarise(run, clock.now()) });
  }
  const run = fold(of, (await world.ledger.read(of)).events);
  const [lease] = run.leases;
  assert.ok(lease);
  return refuseHeldElsewhere(world, run, lease).then(
    () => 'free',
    (problem: Problem) => `${problem.kind} ${problem.code}: ${problem.message}`,
  );
}

describe('a box that is attached to', () => {
  for (const [what, theirs, attach] of [
    ['by the same name', 'my-box', 'my-box'],
    ['by another name of the same address', 'my-box', 'ssh://me@10.0.0.7:2201'],
    ['under another platform', 'my-box', 'my-box'],
    ['by a name that only the other side knows, written the same', 'theirs', 'theirs'],
  ] as const) {
    it(`is refused while another run holds it ${what}, and the run is named [P3-02]`, async () => {
      const said = await asked({
        theirs: { at: 5, story: [intended('theirs', theirs, 'generic-ssh'), rented('theirs')] },
        mine: { at: 0, story: [intended('mine', attach)] },
      });
      assert.match(
        said,
        /^refused box-held-elsewhere: .*held by run theirs \(theirs-1, rented\); nothing was started/,
      );
      assert.match(said, /gpu-lease status theirs.*gpu-lease abandon mine/);
    });
  }

  for (const [what, theirs, attach] of [
    ['another port of the same gateway is held', 'ssh://me@10.0.0.7:2202', 'my-box'],
    ['what is held was rented and not attached', undefined, 'my-box'],
  ] as const) {
    it(`is free when ${what}`, async () => {
      const story = [intended('theirs', theirs), rented('theirs')];
      assert.equal(
        await asked({ theirs: { at: 0, story }, mine: { at: 5, story: [intended('mine', attach)] } }),
        'free',
      );
    });
  }

  it('is free again once the other run has seen its meter stop', async () => {
    const story = [
      intended('theirs', 'my-box'),
      rented('theirs'),
      { ...gone('gpu'), lease: 'theirs-1' } as EventBody,
    ];
    assert.equal(
      await asked({ theirs: { at: 0, story }, mine: { at: 5, story: [intended('mine', 'my-box')] } }),
      'free',
    );
  });

  it('goes to exactly one of two runs that intend it at the same time, whoever asks first', async () => {
    for (const [early, late] of [
      [0, 5],
      [3, 3],
    ] as const) {
      const runs = {
        a: { at: early, story: [intended('a', 'my-box')] },
        b: { at: late, story: [intended('b', 'my-box')] },
      };
      assert.equal(await asked(runs, 'a'), 'free');
      assert.match(await asked(runs, 'b'), /held by run a/);
    }
  });
});
