import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Channel, HostKeyChanged, LoginRefused, TransportFailed } from '../../src/box/channel.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { Description } from '../../src/platforms/driver.ts';
import { exitCodeOf, Problem } from '../../src/problem.ts';
import { reach } from '../../src/rent/reach.ts';
import { HELD, LEASE, leaseOf } from '../lease/told-run.ts';
import { execChannel, scriptedWorld } from '../scripted-world.ts';

const { channel } = execChannel(() => ({}));
const silent = () => new TransportFailed('nobody answers', 'refused');
type State = Description['state'];

/** The platform's words in turn (the last one for ever), and what connecting comes to in turn. */
function box(states: State[], connects: (Channel | Error)[] = [], hostKeySha256?: string) {
  const [toldStates, left] = [[...states], [...connects]];
  let describes = 0;
  const scripted = scriptedWorld({
    driver: {
      describe: async () => {
        describes += 1;
        const state = (toldStates.length > 1 ? toldStates.shift() : toldStates[0]) ?? 'running';
        return {
          state,
          endpoint: { host: 'h', port: 22, user: 'u', ...(hostKeySha256 ? { hostKeySha256 } : {}) },
        };
      },
    },
    channel: async () => {
      const now = left.shift() ?? silent();
      if (now instanceof Error) throw now;
      return now;
    },
  });
  return { ...scripted, describes: () => describes };
}

const { run, lease } = leaseOf(HELD);
const attached = leaseOf(
  HELD.map((event) => (event.type === 'intended' ? { ...event, attach: 'ssh://me@box' } : event)),
);

describe('reaching a box', () => {
  it('waits through starting and refused connections until it answers', async () => {
    const { world, clock } = box(['starting', 'starting', 'running'], [silent(), silent(), channel]);
    assert.deepEqual(await reach(world, run, lease), [
      { type: 'reachable', lease: LEASE, hostKeySha256: 'key', pin: 'first-contact' },
    ]);
    assert.equal(clock.slept.length, 4);
  });

  it('says who vouches for the host key: the platform only when it named this one [P1-03]', async () => {
    const pinOf = async (vouched?: string) => {
      const [event] = await reach(box(['running'], [channel], vouched).world, run, lease);
      return event?.type === 'reachable' ? event.pin : undefined;
    };
    assert.equal(await pinOf('key'), 'platform');
    assert.equal(await pinOf('another key'), 'first-contact');
    assert.equal(await pinOf(), 'first-contact');
  });

  it('asks the platform again before every try, for an endpoint may change [P1-02]', async () => {
    const { world, describes } = box(['running'], [silent(), silent(), channel]);
    await reach(world, run, lease);
    assert.ok(describes() >= 3);
  });

  for (const [who, of, within] of [
    ['a rented box', { run, lease }, 900],
    ['an attached box, which should be up', attached, 30],
  ] as const) {
    it(`ends at its bound for ${who}, keeps it, and says what it costs [XC-05] [P3-11]`, async () => {
      const { world, clock } = box(['running']);
      await assert.rejects(reach(world, of.run, of.lease), (error: unknown) => {
        assert.ok(error instanceof Problem && error.code === 'box-never-answered');
        assert.equal(exitCodeOf(error), 13);
        assert.match(error.message, /the platform calls it running/);
        assert.match(error.message, /Still costing money: tiny-7-1 on sim: gpu 1 USD\/h/);
        return true;
      });
      const waited = clock.slept.reduce((sum, seconds) => sum + seconds, 0);
      assert.ok(waited > within && waited <= within + 10, `waited ${waited} s`);
      assert.ok(
        clock.slept.every((seconds) => seconds > 0 && seconds <= 10),
        'and was never hasty nor asleep',
      );
    });
  }

  it('ends at its bound, too, for a box that never leaves "starting" or that nobody understands [XC-05]', async () => {
    for (const state of ['starting', 'unknown', 'stopped'] as const) {
      await assert.rejects(reach(box([state]).world, run, lease), new RegExp(`calls it ${state}`));
    }
  });

  it('stops waiting when it is interrupted, and gives nothing back [GH-07]', async () => {
    const { world, abort, clock } = box(['starting']);
    abort.abort();
    await assert.rejects(reach(world, run, lease), Problem);
    assert.ok(clock.slept.length <= 1);
  });

  it('calls the box lost when the platform shows it gone two times in a row, and not for one lagging list [P4-17]', async () => {
    const [lost] = (await reach(box(['starting', 'gone', 'gone']).world, run, lease)) as [EventBody];
    assert.ok(lost.type === 'preempted' && lost.what === 'box');
    const [found] = (await reach(
      box(['gone', 'starting', 'gone', 'running'], [channel]).world,
      run,
      lease,
    )) as [EventBody];
    assert.equal(found.type, 'reachable');
  });

  it('stops at once for another host key and asks a person; nothing is tried again [P1-03]', async () => {
    const { world, clock } = box(['running'], [new HostKeyChanged('old', 'new', 'h:22'), channel]);
    await assert.rejects(reach(world, run, lease), (error: unknown) => {
      assert.ok(error instanceof Problem && error.code === 'host-key-changed' && error.kind === 'identity');
      assert.match(error.what, /SHA256:new, pinned is SHA256:old/);
      return true;
    });
    assert.deepEqual(clock.slept, []);
  });

  it('stops at once when the login is refused: waiting does not make a key right [P1-04]', async () => {
    const { world, clock } = box(['running'], [new LoginRefused('publickey denied'), channel]);
    await assert.rejects(reach(world, run, lease), (error: unknown) => {
      assert.ok(error instanceof Problem && error.code === 'login-refused');
      assert.match(error.next, /GPU_LEASE_SECRET/);
      return true;
    });
    assert.deepEqual(clock.slept, []);
  });
});
