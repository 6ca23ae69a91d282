import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import {
  type Held,
  type PlatformDriver,
  RentFailed,
  type RentIntent,
  type Resource,
} from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import { rent } from '../../src/rent/rent.ts';
import {
  HELD,
  jobWith,
  LEASE,
  leaseOf,
  opened,
  told,
  intended as toldIntent,
  waived,
} from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { scriptedWorld } from '../scripted-world.ts';

const box: Held = {
  boxId: 'b-1',
  name: LEASE,
  meters: [{ id: 'gpu', kind: 'gpu', usdPerHour: 1, source: 'offer' }],
};
const { run, lease: intended } = leaseOf(HELD.slice(0, 3));
/** Intended by this very process, a moment ago. */
const lease = { ...intended, claim: { by: 'mine', at: new Date('2026-11-21T11:59:50Z').toISOString() } };

/** As every platform that rents: a second box of one name is a second box. */
const namesRepeat = async () => profileOf('runpod');

/** A platform whose `find` answers in turn, and whose `create` does what it is told. */
function platform(finds: (Held | null)[], create: () => Promise<Held>) {
  const calls: string[] = [];
  const left = [...finds];
  const driver: Partial<PlatformDriver> = {
    inventory: async () => [],
    find: async (name) => {
      calls.push(`find ${name}`);
      const found = left.shift();
      return found ? [found] : [];
    },
    create: async (intent: RentIntent) => {
      calls.push(`create ${intent.name}`);
      return create();
    },
  };
  return { driver, calls };
}

const fails =
  (reason: RentFailed['reason'], message = 'no') =>
  () =>
    Promise.reject(new RentFailed(message, reason));

describe('renting', () => {
  it('B4: says at once that a rental ends before the budget does, and of no other', async () => {
    for (const [hours, isTold] of [
      [3, true],
      [1000, false],
    ] as const) {
      let endsAt = '';
      const { driver } = platform([null], async () => ({ ...box, endsAt }));
      const { world, clock, face } = scriptedWorld({ driver });
      endsAt = new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
      await rent(world, run, lease);
      assert.equal(
        face.warnings.some((each) => each.includes(endsAt) && /budget\.hours/.test(each)),
        isTold,
      );
    }
  });

  it('hands the login of an image to the platform that pulls, to no event, and rents nothing without it', async () => {
    const registry = { user: 'REGISTRY_USER', password: 'REGISTRY_PASSWORD' };
    const job = jobWith({ image: `ghcr.io/ada/t@sha256:${'a'.repeat(64)}`, registry });
    const told = leaseOf([opened({}, job), waived, toldIntent()]);
    const mine = { ...told.lease, claim: lease.claim };
    const values: Record<string, string> = { REGISTRY_USER: 'ada', REGISTRY_PASSWORD: 'ghp_0a1b2c' };
    const intents: RentIntent[] = [];
    const { driver } = platform([null], async () => box);
    const noted: Partial<PlatformDriver> = {
      ...driver,
      create: async (intent) => {
        intents.push(intent);
        return box;
      },
    };
    const { world } = scriptedWorld({ driver: noted, secret: (name) => values[name] });
    const events = await rent(world, told.run, mine);
    assert.deepEqual(intents[0]?.login, { user: 'ada', password: 'ghp_0a1b2c' });
    assert.equal(JSON.stringify([events, told.run.opened]).includes('ghp_'), false);
    values['REGISTRY_PASSWORD'] = '';
    await assert.rejects(rent(world, told.run, mine), (error: Problem) => error.code === 'secret-unset');
    assert.equal(intents.length, 1);
  });

  it('looks by name before it creates, and creates once', async () => {
    const { driver, calls } = platform([null], async () => box);
    const { world } = scriptedWorld({ driver });
    assert.deepEqual(await rent(world, run, lease), [
      { type: 'rented', lease: LEASE, boxId: 'b-1', meters: box.meters, adopted: false },
    ]);
    // The last look is for a twin: a create of the same intent that answered late.
    assert.deepEqual(calls, [`find ${LEASE}`, `create ${LEASE}`, `find ${LEASE}`]);
  });

  it('creates none where the platform has a box of this run that the record knows nothing of [security 1]', async () => {
    const { driver, calls } = platform([null], async () => box);
    const other = (over: object) => ({
      kind: 'instance' as const,
      id: 'b-7',
      name: 'tiny-7-2',
      native: 'RUNNING',
      billing: 'yes' as const,
      owner: 'mark of tiny-7-2',
      ...over,
    });
    const marked = { ownerMark: (name: string) => `mark of ${name}` };
    const withBoxes = (...boxes: Resource[]) => ({
      ...scriptedWorld({ driver: { ...driver, inventory: async () => boxes } }).world,
      ...marked,
    });
    await assert.rejects(rent(withBoxes(other({})), run, lease), (error: Problem) => {
      assert.equal(error.code, 'history-rewritten');
      assert.match(error.what, /has its box tiny-7-2 \(b-7\), of which it says nothing/);
      return true;
    });
    assert.deepEqual(calls, [`find ${LEASE}`]);
    // Of another run, of nobody who has our secret, or known to the record.
    const others = [
      other({ name: 'tiny-77-2', owner: 'mark of tiny-77-2' }),
      other({ owner: 'another mark' }),
      other({ name: LEASE, owner: `mark of ${LEASE}` }),
    ];
    const [event] = await rent(withBoxes(...others), run, lease);
    assert.equal(event?.type, 'rented');
  });

  it('creates none where the platform has a box made long after the record gave its create up [security 1]', async () => {
    const given: EventBody = { type: 'rent-refused', lease: LEASE, reason: 'refused', what: '403' };
    const second = told([opened(), waived, toldIntent(), given, toldIntent('tiny-7-2')]);
    const made = (createdAt: string): Resource => ({
      kind: 'instance',
      id: 'b-7',
      name: LEASE,
      native: 'RUNNING',
      billing: 'yes',
      owner: `mark of ${LEASE}`,
      createdAt,
    });
    const attempt = (createdAt: string) => {
      const { driver } = platform([null], async () => box);
      const { world } = scriptedWorld({ driver: { ...driver, inventory: async () => [made(createdAt)] } });
      const lease = second.leases.at(-1);
      assert.ok(lease);
      return rent({ ...world, ownerMark: (name: string) => `mark of ${name}` }, second, lease);
    };
    await assert.rejects(attempt('2026-11-21T14:48:00Z'), (error: Problem) => {
      assert.equal(error.code, 'history-rewritten');
      assert.match(error.what, /tiny-7-1 \(b-7\), made 2026-11-21T14:48:00Z, and by the record/);
      return true;
    });
    const [event] = await attempt('2026-11-21T10:04:00Z');
    assert.equal(event?.type, 'rented');
  });

  it('gives the platform the derived login key and host key, so that the pin is there before the first contact [P1-03] [GH-01]', async () => {
    let given: RentIntent | undefined;
    const driver: Partial<PlatformDriver> = {
      inventory: async () => [],
      find: async () => [],
      create: async (intent) => {
        given = intent;
        return box;
      },
    };
    await rent(scriptedWorld({ driver }).world, run, lease);
    assert.equal(given?.authorizedKey, 'ssh-ed25519 tiny-7');
    assert.equal(given?.hostKey, `host key of ${LEASE}`);
    assert.equal(given?.offer.id, 'o-1');
  });

  it('adopts the box of an earlier create that nobody wrote down, and creates none', async () => {
    const { driver, calls } = platform([box], fails('refused'));
    const [event] = await rent(scriptedWorld({ driver }).world, run, lease);
    assert.ok(event?.type === 'rented' && event.adopted);
    assert.deepEqual(calls, [`find ${LEASE}`]);
  });

  for (const [when, finds] of [
    ['at the first look', [null, box]],
    ['only after a while', [null, null, box]],
  ] as [string, (Held | null)[]][]) {
    it(`adopts the box of a create whose answer was lost, when it shows ${when}`, async () => {
      const { driver, calls } = platform(finds, fails('unclear', '504'));
      const { world } = scriptedWorld({ driver });
      const [event] = await rent(world, run, lease);
      assert.ok(event?.type === 'rented' && event.adopted && event.boxId === 'b-1');
      assert.equal(calls.filter((call) => call.startsWith('create')).length, 1, 'never a second create');
    });
  }

  it('is refused only when no box of that name showed over the time that lists lag [P5-13]', async () => {
    const { driver, calls } = platform([], fails('unclear', '504'));
    const { world, clock } = scriptedWorld({ driver });
    assert.deepEqual(await rent(world, run, lease), [
      { type: 'rent-refused', lease: LEASE, reason: 'unclear', what: '504' },
    ]);
    const looks = Array.from({ length: 3 }, () => `find ${LEASE}`);
    assert.deepEqual(calls, [`find ${LEASE}`, `create ${LEASE}`, ...looks]);
    assert.equal(
      clock.slept.reduce((sum, each) => sum + each, 0),
      5,
      "the profile's time to settle",
    );
  });

  for (const reason of ['no-capacity', 'refused'] as const) {
    it(`is refused at once for "${reason}", which is an answer, and says so`, async () => {
      const { driver } = platform([], fails(reason, 'x'.repeat(1000)));
      const { world, clock, face } = scriptedWorld({ driver });
      const [event] = await rent(world, run, lease);
      assert.ok(event?.type === 'rent-refused' && event.reason === reason);
      assert.equal(event.what.length, 300, "the platform's words are bounded");
      assert.deepEqual(clock.slept, []);
      assert.match(face.warnings[0] ?? '', /sim did not rent out o-1/);
    });
  }

  it('decides nothing when it was interrupted before it could look again: the intent stays', async () => {
    const { driver } = platform([], fails('unclear'));
    const { world, abort } = scriptedWorld({ driver });
    abort.abort();
    assert.deepEqual(await rent(world, run, lease), []);
  });

  it('decides nothing when the platform cannot be asked what became of it', async () => {
    const down = new Problem({ code: 'down', kind: 'unreachable', what: 'w', next: 'n' });
    let finds = 0;
    const driver: Partial<PlatformDriver> = {
      inventory: async () => [],
      find: async () => {
        finds += 1;
        if (finds > 1) throw down;
        return [];
      },
      create: fails('unclear'),
    };
    await assert.rejects(rent(scriptedWorld({ driver }).world, run, lease), down);
  });

  it('passes on what is no failure to rent: a bug is not a refusal', async () => {
    const { driver } = platform([null], () => Promise.reject(new TypeError('bug')));
    await assert.rejects(rent(scriptedWorld({ driver }).world, run, lease), TypeError);
  });

  it('creates nothing under the claim of another process, and takes over only when that one has been silent long enough', async () => {
    const { driver, calls } = platform([], async () => box);
    const { world, clock } = scriptedWorld({ driver, profile: namesRepeat });
    const theirs = { ...lease, claim: { by: 'theirs', at: clock.now().toISOString() } };
    assert.deepEqual(await rent(world, run, theirs), [{ type: 'claimed', lease: LEASE, claim: 'mine' }]);
    assert.ok(clock.slept.reduce((sum, each) => sum + each, 0) >= 120, 'a create of theirs may be under way');
    assert.deepEqual(calls, [`find ${LEASE}`, `find ${LEASE}`]);
  });

  it('needs no claim where the platform itself refuses a second box of one name', async () => {
    const { driver, calls } = platform([], async () => box);
    const { world, clock } = scriptedWorld({ driver });
    const theirs = { ...lease, claim: { by: 'theirs', at: clock.now().toISOString() } };
    const [event] = await rent(world, run, theirs);
    assert.equal(event?.type, 'rented');
    assert.deepEqual(clock.slept, []);
    assert.equal(calls.filter((call) => call.startsWith('create')).length, 1);
  });

  it('adopts what the other process made while it was waited for', async () => {
    const { driver, calls } = platform([null, box], async () => box);
    const { world, clock } = scriptedWorld({ driver, profile: namesRepeat });
    const theirs = { ...lease, claim: { by: 'theirs', at: clock.now().toISOString() } };
    const [event] = await rent(world, run, theirs);
    assert.ok(event?.type === 'rented' && event.adopted);
    assert.equal(
      calls.some((call) => call.startsWith('create')),
      false,
    );
  });

  it('claims anew when its own claim has grown old: somebody may have taken over meanwhile', async () => {
    const { driver, calls } = platform([], async () => box);
    const { world, clock } = scriptedWorld({ driver, profile: namesRepeat });
    const stale = {
      ...lease,
      claim: { by: 'mine', at: new Date(clock.now().getTime() - 61_000).toISOString() },
    };
    assert.deepEqual(await rent(world, run, stale), [{ type: 'claimed', lease: LEASE, claim: 'mine' }]);
    assert.equal(
      calls.some((call) => call.startsWith('create')),
      false,
    );
  });

  it('holds one of several boxes of its name and puts the others up to be given back', async () => {
    const second = { ...box, boxId: 'b-2' };
    const driver: Partial<PlatformDriver> = { find: async () => [box, second] };
    const [first, twin] = await rent(scriptedWorld({ driver }).world, run, lease);
    assert.ok(first?.type === 'rented' && first.boxId === 'b-1' && first.adopted);
    assert.ok(twin?.type === 'surfaced' && twin.boxId === 'b-2' && twin.lease === `${LEASE}~2`);
  });

  for (const usdPerHour of [undefined, 0]) {
    it(`counts a box whose GPU is told to cost ${usdPerHour ?? 'nothing at all'} at the offer's price, or no budget would end it`, async () => {
      const priceless: Held = {
        ...box,
        meters: [{ id: 'gpu', kind: 'gpu', usdPerHour, source: 'price is not told yet' }],
      };
      const { driver } = platform([null], async () => priceless);
      const created = await rent(scriptedWorld({ driver }).world, run, lease);
      const find = async () => [priceless, { ...priceless, boxId: 'b-2' }];
      const adopted = await rent(scriptedWorld({ driver: { find } }).world, run, lease);
      const meters = [...created, ...adopted].map((event) => 'meters' in event && event.meters);
      const counted = {
        ...priceless.meters[0],
        usdPerHour: 1,
        source: "the offer's price, because: price is not told yet",
      };
      assert.deepEqual(meters, [[counted], [counted], [counted]]);
    });
  }

  it('writes down and says when the platform’s own timer of the box is not set', async () => {
    const { driver } = platform([null], async () => ({ ...box, untimed: 'service error' }));
    const { world, face } = scriptedWorld({ driver });
    const [event] = await rent(world, run, lease);
    assert.ok(event?.type === 'rented' && event.untimed === 'service error');
    assert.match(face.warnings.join('\n'), new RegExp(`${LEASE} has no end at the platform.*service error`));
    const timed = platform([null], async () => ({ ...box, endsAt: '2026-11-22T00:00:00Z' }));
    const other = scriptedWorld({ driver: timed.driver });
    await rent(other.world, run, lease);
    assert.deepEqual(other.face.warnings, []);
  });

  it('rents no box without an end', async () => {
    const driver: Partial<PlatformDriver> = { find: async () => [], inventory: async () => [] };
    const used = { ...run, leases: [{ ...lease, rentedAt: '2026-11-20T00:00:00Z' }] };
    await assert.rejects(rent(scriptedWorld({ driver }).world, used, lease), (error: Problem) => {
      return error.code === 'no-lifetime' && /budget.hours 10 h nothing is left/.test(error.what);
    });
  });
});
