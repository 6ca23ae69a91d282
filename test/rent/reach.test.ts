import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Channel, HostKeyChanged, LoginRefused, TransportFailed } from '../../src/box/channel.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { Description } from '../../src/platforms/driver.ts';
import { exitCodeOf, Problem } from '../../src/problem.ts';
import { reach } from '../../src/rent/reach.ts';
import type { World } from '../../src/world.ts';
import { audited, HELD, jobWith, LEASE, leaseOf, opened, reachable, started } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
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
      find: async () => [],
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

const wiped: EventBody = { type: 'preempted', lease: LEASE, what: 'disk', why: 'reset' };

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

  it('ends at its bound for an attached box, which should be up, keeps it, and says what it costs [XC-05] [P3-11]', async () => {
    const { world, clock } = box(['running']);
    await assert.rejects(reach(world, attached.run, attached.lease), (error: unknown) => {
      assert.ok(error instanceof Problem && error.code === 'box-never-answered');
      assert.equal(exitCodeOf(error), 13);
      assert.match(error.message, /the platform calls it running/);
      assert.match(error.message, /Still costing money: tiny-7-1 on sim: gpu 1 USD\/h/);
      return true;
    });
    const waited = clock.slept.reduce((sum, seconds) => sum + seconds, 0);
    assert.ok(waited > 30 && waited <= 40, `waited ${waited} s`);
    assert.ok(
      clock.slept.every((seconds) => seconds > 0 && seconds <= 10),
      'and was never hasty nor asleep',
    );
  });

  for (const state of ['running', 'starting', 'unknown'] as const) {
    it(`gives up a rented box that is still ${state} at its boot deadline, names its host and the waste [P3-11] [XC-05]`, async () => {
      const { world, clock, face } = box([state]);
      clock.pass(-Number(clock.now().getTime() - Date.parse(lease.rentedAt ?? '')) / 1000);
      const events = await reach(world, run, { ...lease, host: 'machine-9' });
      const [failed] = events;
      assert.ok(events.length === 1 && failed?.type === 'boot-failed' && failed.host === 'machine-9');
      assert.match(failed.why, new RegExp(`no login within 15 min; the platform calls it ${state}`));
      assert.match(face.warnings.at(-1) ?? '', /goes back unused.*Wasted: about 0\.27\d+ USD/);
      const waited = clock.slept.reduce((sum, seconds) => sum + seconds, 0);
      assert.ok(waited > 900 && waited <= 910, `waited ${waited} s`);
    });
  }

  for (const { cards, minutes } of [
    { cards: 1, minutes: 20 },
    { cards: 7, minutes: 20 },
    { cards: 8, minutes: 35 },
  ])
    it(`R5: waits ${minutes} minutes for a box of ${cards} cards at Lambda, which checks each before it is up`, async () => {
      const resources = { gpu: { names: ['H100'], count: cards } };
      const large = leaseOf([opened({}, jobWith({ resources })), ...HELD.slice(1)]);
      const scripted = box(['starting']);
      const { clock } = scripted;
      const world = { ...scripted.world, profile: async () => profileOf('lambda') };
      clock.pass(-Number(clock.now().getTime() - Date.parse(large.lease.rentedAt ?? '')) / 1000);
      const [failed] = await reach(world, large.run, large.lease);
      assert.ok(failed?.type === 'boot-failed');
      const waited = clock.slept.reduce((sum, seconds) => sum + seconds, 0) / 60;
      assert.ok(waited > minutes && waited < minutes + 1, `waited ${waited} min`);
    });

  it('takes a box that is shown stopped for no failed boot: it may hold what the record has lost [security 1]', async () => {
    const { world, clock } = box(['stopped']);
    clock.pass(-Number(clock.now().getTime() - Date.parse(lease.rentedAt ?? '')) / 1000);
    const events = await reach(world, run, lease);
    assert.deepEqual(
      events.map((event) => ('code' in event ? event.code : event.type)),
      ['unreached', 'box-stopped'],
    );
  });

  it('gives a box up at once that says that it will never come up [P3-11]', async () => {
    const { world, clock } = box(['starting']);
    const driver = await world.driver(lease.intent);
    const hopeless = {
      ...driver,
      find: async () => [],
      describe: async () => ({ state: 'starting' as const, hopeless: 'OCI runtime create failed' }),
    };
    const [failed] = await reach({ ...world, driver: async () => hopeless }, run, lease);
    assert.ok(failed?.type === 'boot-failed' && /OCI runtime/.test(failed.why));
    assert.deepEqual(clock.slept, []);
  });

  it('does not give a box up on one look alone, however late the stage comes', async () => {
    const { world, clock } = box(['running'], [silent(), channel]);
    clock.pass(86_400);
    const [event] = await reach(world, run, lease);
    assert.equal(event?.type, 'reachable');
  });

  it('leaves a box that is still starting to the next stage when its own bound is over', async () => {
    const { world, clock } = box(['starting']);
    const until = new Date(clock.now().getTime() + 30_000);
    const young = { ...lease, rentedAt: clock.now().toISOString() };
    assert.deepEqual(await reach(world, run, young, until), []);
    assert.ok(clock.now() >= until && clock.now().getTime() < until.getTime() + 10_000);
  });

  it('decides about a box whose own time is over also in a stage of one look', async () => {
    const { world, clock } = box(['starting']);
    const until = clock.now();
    const [event] = await reach(world, run, lease, until);
    assert.equal(event?.type, 'boot-failed');
    assert.ok(clock.now().getTime() - until.getTime() < 80_000, 'and not on the word of one look alone');
  });

  it('stops waiting when it is interrupted, and gives nothing back [GH-07]', async () => {
    const { world, abort, clock } = box(['starting']);
    abort.abort();
    assert.deepEqual(await reach(world, run, lease), []);
    assert.deepEqual(clock.slept, []);
  });

  it('holds what an earlier create left behind: a second box of the name, and the late answer to a refused one', async () => {
    const scripted = box(['running'], [channel]);
    const other = { boxId: 'twin', name: LEASE, meters: [] };
    const world: World = {
      ...scripted.world,
      driver: async () => ({
        ...(await scripted.world.driver(lease.intent)),
        describe: async () => ({ state: 'running', endpoint: { host: 'h', port: 22, user: 'u' } }),
        find: async () => [{ ...other, boxId: lease.boxId ?? '' }, other],
      }),
    };
    const [, twin] = await reach(world, run, lease);
    assert.ok(twin?.type === 'surfaced' && twin.lease === `${LEASE}~2` && twin.boxId === 'twin');
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

  it('gives back what its platform stopped before it let us in, within the time that it may boot and no later', async () => {
    const reached = async (minutes: number, of: { run: typeof run; lease: typeof lease }) => {
      const { world, clock } = box(['stopped']);
      clock.pass((Date.parse(lease.rentedAt ?? '') - clock.now().getTime()) / 1000 + minutes * 60);
      const driver = await world.driver(lease.intent);
      const describe = async () => ({ state: 'stopped' as const, evicted: true });
      const events = await reach(
        { ...world, driver: async () => ({ ...driver, find: async () => [], describe }) },
        of.run,
        of.lease,
      );
      return events.map((event) => event.type === 'preempted' && [event.what, event.goesBack ?? false]);
    };
    assert.deepEqual(await reached(1, { run, lease }), [['evicted', true]]);
    assert.deepEqual(await reached(20, { run, lease }), [['evicted', false]], 'nobody can tell any more');
    const back = leaseOf([...HELD, reachable(), audited(), started(), wiped]);
    assert.equal(back.lease.state, 'reachable');
    assert.deepEqual(await reached(1, back), [['evicted', false]], 'it was worked on');
  });

  it('stops at once for another host key of an attached box and asks a person [P1-03]', async () => {
    const { world, clock } = box(['running'], [new HostKeyChanged('old', 'new', 'h:22'), channel]);
    await assert.rejects(reach(world, attached.run, attached.lease), isChangedKey);
    assert.deepEqual(clock.slept, []);
  });

  it('lets a rented box put our host key in place while it starts, and never takes another one for it [P1-03]', async () => {
    const changed = () => new HostKeyChanged('old', 'new', 'h:22');
    const [event] = await reach(box(['running'], [changed(), changed(), channel]).world, run, lease);
    assert.equal(event?.type, 'reachable');
    const { world } = box(['running'], Array.from({ length: 2000 }, changed));
    await assert.rejects(reach(world, run, lease), isChangedKey);
  });

  it('stops at once when an attached box refuses the login: waiting does not make a key right [P1-04]', async () => {
    const { world, clock } = box(['running'], [new LoginRefused('publickey denied'), channel]);
    await assert.rejects(reach(world, attached.run, attached.lease), (error: unknown) => {
      assert.ok(error instanceof Problem && error.code === 'login-refused');
      assert.match(error.next, /authorized_keys/);
      return true;
    });
    assert.deepEqual(clock.slept, []);
  });

  it('waits for a rented box to take our key, and gives it back when it never does [P1-04]', async () => {
    const denied = () => new LoginRefused('publickey denied');
    const [event] = await reach(box(['running'], [denied(), channel]).world, run, lease);
    assert.equal(event?.type, 'reachable');
    const { world } = box(['running'], Array.from({ length: 2000 }, denied));
    const [failed] = await reach(world, run, lease);
    assert.ok(failed?.type === 'boot-failed' && /does not accept our key/.test(failed.why));
  });
});

function isChangedKey(error: unknown): boolean {
  assert.ok(error instanceof Problem && error.code === 'host-key-changed' && error.kind === 'identity');
  assert.match(error.what, /SHA256:new, pinned is SHA256:old/);
  return true;
}
