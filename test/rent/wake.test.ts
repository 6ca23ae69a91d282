import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { RentFailed } from '../../src/platforms/driver.ts';
import { wake } from '../../src/rent/wake.ts';
import { leaseOf, RUNNING, started } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const clocks = [{ id: 'c', effect: 'its disk is gone', at: '2026-12-06T00:00:00Z' }];
const PARKED: readonly EventBody[] = [
  ...RUNNING.slice(0, -1),
  started({ parksItself: { verb: 'stop', afterSeconds: 1 } }),
  { type: 'parked', lease: 'tiny-7-1', verb: 'stop', itself: true, clocks },
];
const MEANT: readonly EventBody[] = [...PARKED, { type: 'waking', lease: 'tiny-7-1' }];

describe('starting a box again that parked itself', () => {
  it('is written down before its platform is told', async () => {
    const { run, lease } = leaseOf(PARKED);
    const { world } = scriptedWorld();
    assert.deepEqual(await wake(world, run, lease), [{ type: 'waking', lease: lease.name }]);
  });

  it('tells the platform once it stands written, and again after a kill', async () => {
    const { run, lease } = leaseOf(MEANT);
    const asked: string[] = [];
    const { world } = scriptedWorld({ driver: { startAgain: async (id) => void asked.push(id) } });
    for (const _ of [1, 2])
      assert.deepEqual(await wake(world, run, lease), [{ type: 'woken', lease: lease.name }]);
    assert.deepEqual(asked, [lease.boxId, lease.boxId]);
  });

  it('asks a person where there is no card, or no call, with what it costs and until when it is kept', async () => {
    const { run, lease } = leaseOf(MEANT);
    const none = async () => Promise.reject(new RentFailed('all 8 are taken', 'no-capacity'));
    for (const [startAgain, why] of [
      [none, /all 8 are taken/],
      [undefined, /knows no call/],
    ] as const) {
      const { world } = scriptedWorld({ driver: { startAgain } as object });
      const [event] = await wake(world, run, lease);
      assert.ok(event?.type === 'halted' && event.code === 'box-not-started');
      assert.match(event.what, why);
      assert.match(event.what, /its disk keeps the work\. its disk is gone \(2026-12-06.*disk 0\.1 USD\/h/);
      assert.match(event.next, /gpu-lease resume tiny-7/);
    }
  });

  it('says nothing of the box where the answer was lost', async () => {
    const { run, lease } = leaseOf(MEANT);
    const lost = async () => Promise.reject(new RentFailed('504', 'unclear'));
    const { world } = scriptedWorld({ driver: { startAgain: lost } });
    await assert.rejects(wake(world, run, lease), { reason: 'unclear' });
  });
});
