import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Clock, systemClock } from '../../src/clock.ts';
import {
  type Held,
  type MeterReading,
  type PlatformDriver,
  RentFailed,
  type RentIntent,
} from '../../src/platforms/driver.ts';
import type { Problem } from '../../src/problem.ts';
import type { Twin } from '../twins/twin.ts';
import type { OddAnswers } from './odd-answers.ts';
import type { QueueSide } from './queue-contract.ts';
import { secondSourceClauses } from './second-source.ts';
import { warrantFor } from './warrant-for-tests.ts';

/** What a platform does beside the least that all do; tests of the rest are not registered for it. */
export type Feature =
  /** Everything can be ended by program. */
  | 'release'
  /** The platform itself refuses a second box of a name. */
  | 'unique-names'
  | 'no-capacity'
  | 'answer-lost'
  | 'late-readings'
  /** The account can be looked at from where its boxes cannot be seen. */
  | 'blind'
  /** There is an API behind HTTP that can be told to fail: `twin` is there. */
  | 'http';

/** A platform under test: loopback, and able to misbehave where the real one can. */
export interface ContractPlatform {
  driver: PlatformDriver;
  /** The clock of driver and platform; the system's where absent. */
  clock?: Clock;
  intent(name: string): Promise<RentIntent> | RentIntent;
  /** Verbs of the profile that end everything, in order; empty where nothing can be released by program. */
  zero: string[];
  /** Boxes that the platform charges for at this moment, by their name, asked behind the driver's back. */
  billed(): Promise<string[]>;
  /** A driver whose next `create` is answered so; absent where a create cannot fail like that. */
  failing?(how: 'no-capacity' | 'answer-lost'): PlatformDriver;
  /** A driver to whom the platform shows stopped meters running for the next `readings` looks. */
  lagging?(readings: number): PlatformDriver;
  /** The same account seen from elsewhere: another machine, a platform that does not answer. */
  blind?(): PlatformDriver;
  /** The loopback server behind an HTTP driver, and what is particular to this platform about failing. */
  twin?: {
    server: Twin;
    /** The call that creates: the faults are aimed at it, or kept off it. */
    createCall: { method: string; path: RegExp };
    /** The same account through a key that is unknown, and through one that may only look. */
    withKey(kind: 'missing' | 'unknown' | 'read-only'): PlatformDriver;
    /** Makes the platform call this box by a state that no document names. */
    strangeState(boxId: string): void;
    /** Ends the box from the platform's side: reclaimed, outbid; absent where there is no spot. */
    evict?(boxId: string): Promise<void>;
    /** How it answers oddly; absent where odd-answers.ts says it. */
    odd?: OddAnswers;
    /** Text that must never be in a message: the key, passwords and tokens of its answers. */
    secrets: string[];
    /** A machine and a volume of somebody else in the same account, made behind the driver's back. */
    foreign(): { boxId: string };
  };
  /** A queue: what is submitted waits, and runs once it is let go (queue-contract.ts). */
  queue?: QueueSide;
  /** Whether boxes can be found by their name: false only where nothing is rented. */
  names: boolean;
  down(): Promise<void>;
}

/** What every driver promises, whatever its platform. */
export function driverContract(
  name: string,
  { skip, features }: { skip: string | false; features: readonly Feature[] },
  start: () => Promise<ContractPlatform>,
): void {
  const itWhen = (feature: Feature) => (features.includes(feature) ? it : () => {});

  describe(`${name} driver`, { skip, concurrency: 1, timeout: 120_000 }, () => {
    let platform: ContractPlatform;
    let driver: PlatformDriver;
    before(async () => {
      platform = await start();
      driver = platform.driver;
    });
    after(() => platform?.down());
    const create = async (boxName: string) => driver.create(await platform.intent(boxName));

    it('returns a held box with its name and the price of each meter', async () => {
      const held = await create('priced');
      assert.equal(held.name, 'priced');
      assert.ok(held.boxId.length > 0);
      assert.ok(held.meters.length > 0);
      for (const meter of held.meters) {
        assert.ok(
          meter.usdPerHour !== undefined && meter.usdPerHour >= 0 && meter.source.length > 0,
          JSON.stringify(meter),
        );
      }
      assert.equal(new Set(held.meters.map((meter) => meter.id)).size, held.meters.length);
    });

    it('adopts the box that has the name already instead of renting a second', async () => {
      const first = await create('adopted');
      assert.deepEqual(await create('adopted'), first);
      const billed = (await platform.billed()).filter((each) => each === 'adopted');
      assert.equal(billed.length, platform.names ? 1 : 0);
    });

    itWhen('unique-names')('makes one box of one name even when two programs create it at once', async () => {
      const [one, two] = await Promise.all([create('raced'), create('raced')]);
      assert.equal(one.boxId, two.boxId);
    });

    it('finds a box by its name alone, and nothing under a name that was never used', async () => {
      const held = await create('found');
      assert.deepEqual(await driver.find('found'), platform.names ? [held] : []);
      assert.deepEqual(await driver.find('never-used'), []);
    });

    it('lists what it holds', async () => {
      await create('listed');
      const names = (await driver.inventory()).map((resource) => resource.name);
      assert.equal(names.includes('listed'), platform.names);
    });

    it('gives an endpoint for a box that runs', async () => {
      const { boxId } = await create('described');
      await letGo(platform, boxId, 'described');
      const { state, endpoint } = await running(platform, boxId);
      assert.equal(state, 'running');
      assert.ok(endpoint?.host && endpoint.port > 0 && endpoint.user, JSON.stringify(endpoint));
    });

    it('refuses a verb or a box that the warrant does not name, and touches nothing', async () => {
      const held = await create('guarded');
      const other = await create('other');
      const [verb = 'terminate'] = platform.zero.slice(-1);
      const readings = await driver.meters(held);
      await refused(driver.carryOut(warrantFor(held.boxId, 'something-else'), held.boxId, verb));
      if (other.boxId !== held.boxId)
        await refused(driver.carryOut(warrantFor(other.boxId, verb), held.boxId, verb));
      assert.deepEqual(await driver.meters(held), readings);
    });

    it('shows every meter running while the box is held, and reads unknown ids as no proof', async () => {
      const held = await create('metered');
      if (platform.queue) {
        await letGo(platform, held.boxId, 'metered');
        await running(platform, held.boxId);
      }
      const paid = held.meters.filter((meter) => meter.kind !== 'none').map((meter) => meter.id);
      const readings = (await driver.meters(held)).filter((reading) => paid.includes(reading.id));
      assert.equal(readings.length, paid.length);
      assert.ok(
        readings.every((reading) => reading.state !== 'gone'),
        JSON.stringify(readings),
      );
    });

    itWhen('release')('stops every meter with the verbs of its plan, and twice is no error', async () => {
      const held = await create('released');
      for (const _ of ['once', 'again']) await release(driver, platform, held);
      assert.deepEqual(await goneWithin(platform, held), []);
      assert.equal((await platform.billed()).includes('released'), false);
      assert.deepEqual(await driver.find('released'), []);
      assert.equal((await driver.describe(held.boxId)).state, 'gone');
    });

    itWhen('no-capacity')(
      'refuses to rent without leaving anything behind when there is no capacity',
      async () => {
        const failing = given(platform.failing)('no-capacity');
        const isNoCapacity = (error: unknown) =>
          error instanceof RentFailed && error.reason === 'no-capacity';
        await assert.rejects(async () => failing.create(await platform.intent('nothing')), isNoCapacity);
        assert.deepEqual(await driver.find('nothing'), []);
        assert.equal((await platform.billed()).includes('nothing'), false);
      },
    );

    itWhen('answer-lost')(
      'finds the box of a create whose answer was lost, and creates no second',
      async () => {
        const failing = given(platform.failing)('answer-lost');
        await assert.rejects(async () => failing.create(await platform.intent('lost')), RentFailed);
        const [found] = await driver.find('lost');
        assert.equal(found?.name, 'lost');
        assert.equal((await create('lost')).boxId, found?.boxId);
        assert.equal((await platform.billed()).filter((each) => each === 'lost').length, 1);
      },
    );

    itWhen('late-readings')(
      'believes a list that lags: a meter is running until it is shown gone',
      async () => {
        const lagging = given(platform.lagging)(2);
        const held = await create('slow');
        await release(lagging, platform, held);
        const states: string[][] = [];
        for (let look = 0; look < 3; look += 1)
          states.push((await lagging.meters(held)).map((each) => each.state));
        assert.deepEqual(
          states.map((each) => [...new Set(each)].join()),
          ['running', 'running', 'gone'],
        );
      },
    );

    itWhen('http')('carries our mark, and shows foreign boxes as foreign', async () => {
      const { foreign } = given(platform.twin);
      const other = foreign();
      const intent = await platform.intent('marked');
      await driver.create(intent);
      const seen = await driver.inventory();
      const mine = seen.find((each) => each.kind === 'instance' && each.name === 'marked');
      assert.deepEqual([mine?.owner, mine?.billing], [intent.owner, 'yes']);
      const theirs = seen.find((each) => each.id === other.boxId);
      assert.ok(theirs, 'a foreign box is in the inventory');
      assert.equal(theirs.owner, undefined);
    });

    it('shows the mark of begun work again, and is found and owned as before [security 1]', async (t) => {
      if (!driver.mark) return t.diagnostic(`${name} keeps no labels that we can write`);
      const intent = await platform.intent('at-work');
      const { boxId } = await driver.create(intent);
      assert.equal((await driver.describe(boxId)).mark, undefined);
      await driver.mark(boxId, '12-0123456789');
      assert.equal((await driver.describe(boxId)).mark, '12-0123456789');
      await driver.mark(boxId, '40-abcdefabcd');
      const marked = ['40-abcdefabcd', '12-0123456789'].includes((await driver.describe(boxId)).mark ?? '');
      assert.ok(marked, 'a later mark does not take the first one away without putting itself there');
      assert.deepEqual(
        (await driver.find('at-work')).map((each) => each.boxId),
        [boxId],
      );
      const mine = (await driver.inventory()).find((each) => each.name === 'at-work');
      assert.equal(mine?.owner, intent.owner);
    });

    itWhen('http')('waits out 429 and tries a failed read again, and still rents only once', async () => {
      const { server, createCall } = given(platform.twin);
      const slow = { status: 429, headers: { 'retry-after': '1' }, body: { error: 'too many' } };
      server.fail({ ...createCall, times: 1, how: { reply: slow } });
      server.fail({ method: 'GET', times: 2, how: { reply: slow } });
      await create('throttled');
      server.fail({ method: 'GET', times: 2, how: { reply: { status: 503, body: 'down' } } });
      server.fail({ method: 'GET', after: 1, times: 1, how: 'reset' });
      assert.equal((await driver.find('throttled')).length, 1);
      assert.equal((await platform.billed()).filter((each) => each === 'throttled').length, 1);
    });

    itWhen('http')(
      'calls a create unclear whose answer was 5xx or lost, and finds what it made',
      async () => {
        const { server, createCall } = given(platform.twin);
        for (const [name, how] of [
          ['unclear-500', { reply: { status: 500, body: 'oops' } }],
          ['unclear-lost', 'lost'],
        ] as const) {
          server.fail({ ...createCall, how });
          await assert.rejects(create(name), (error: Error) => {
            return error instanceof RentFailed && error.reason === 'unclear';
          });
          assert.equal((await driver.find(name)).length, how === 'lost' ? 1 : 0);
        }
      },
    );

    itWhen('http')('is unreachable, never gone, while the platform does not answer', async () => {
      const { server } = given(platform.twin);
      const held = await create('away');
      server.fail({ method: 'GET', times: 40, how: { reply: { status: 503, body: 'down' } } });
      server.fail({ method: 'POST', times: 40, how: { reply: { status: 503, body: 'down' } } });
      const isUnreachable = (error: Problem) => error.kind === 'unreachable';
      await assert.rejects(driver.describe(held.boxId), isUnreachable);
      await assert.rejects(driver.find('away'), isUnreachable);
      await assert.rejects(driver.inventory(), isUnreachable);
      const readings = await driver.meters(held).catch((error) => {
        assert.ok(isUnreachable(error));
        return [];
      });
      assert.equal(readings.filter(({ state }) => state === 'gone').length, 0);
      server.calm();
    });

    itWhen('http')('calls a state that no document names unknown: neither gone nor running', async () => {
      const held = await create('strange');
      await running(platform, held.boxId);
      given(platform.twin).strangeState(held.boxId);
      const { state, native } = await driver.describe(held.boxId);
      assert.equal(state, 'unknown');
      assert.ok(native, 'it says what the platform called it');
      assert.equal((await driver.meters(held)).filter((each) => each.state === 'gone').length, 0);
    });

    itWhen('http')(
      'says of a key that is missing, unknown or read-only what to do, and repeats no secret',
      async () => {
        const { withKey, secrets } = given(platform.twin);
        const expected = {
          missing: 'api-key-missing',
          unknown: 'api-key-refused',
          'read-only': 'api-key-may-not',
        };
        for (const kind of ['missing', 'unknown', 'read-only'] as const) {
          const attempt = async () => withKey(kind).create(await platform.intent(`key-${kind}`));
          await assert.rejects(attempt, (error: Problem) => {
            assert.deepEqual([error.kind, error.code], ['usage', expected[kind]], error.message);
            assert.ok(secrets.every((secret) => !error.message.includes(secret)));
            return true;
          });
          assert.equal((await platform.billed()).includes(`key-${kind}`), false);
        }
      },
    );

    itWhen('http')('puts no secret into a URL', () => {
      const { server, secrets } = given(platform.twin);
      for (const { request } of server.exchanges) {
        const url = `${request.path}?${request.query}`;
        assert.ok(
          secrets.every((secret) => !url.includes(encodeURIComponent(secret)) && !url.includes(secret)),
          request.path,
        );
      }
    });

    itWhen('http')(
      'shows a box that the platform took away as evicted or gone, not as stopped by us',
      async () => {
        const { evict } = given(platform.twin);
        if (!evict) return;
        const held = await driver.create({
          ...(await platform.intent('evicted')),
          ...(await spotIntent(platform)),
        });
        await running(platform, held.boxId);
        await evict(held.boxId);
        const seen = await driver.describe(held.boxId);
        assert.ok(seen.state === 'gone' || seen.evicted === true, JSON.stringify(seen));
      },
    );

    if (features.includes('http')) secondSourceClauses(() => platform);

    itWhen('blind')('never calls a box or a meter gone that it cannot see', async () => {
      const held = await create('unseen');
      const blind = given(platform.blind)();
      const { state } = await blind.describe(held.boxId).catch(unreachableMeansUnknown);
      assert.equal(state, 'unknown');
      const readings = await blind.meters(held).catch(() => [] as MeterReading[]);
      assert.ok(
        readings.every((reading) => reading.state === 'unknown'),
        JSON.stringify(readings),
      );
    });
  });
}

async function spotIntent(platform: ContractPlatform): Promise<Pick<RentIntent, 'offer' | 'candidate'>> {
  const { candidate, want } = await platform.intent('any');
  const spot = { ...candidate, market: 'spot' as const };
  const offer = (await platform.driver.offers(want, spot)).find((each) => each.market === 'spot');
  assert.ok(offer, 'a platform whose boxes are taken away offers spot');
  return { offer, candidate: spot };
}

function given<T>(wanted: T | undefined): T {
  assert.ok(wanted, 'the platform names a feature and does not bring it');
  return wanted;
}

async function release(driver: PlatformDriver, platform: ContractPlatform, held: Held): Promise<void> {
  const warrant = warrantFor(held.boxId, ...platform.zero);
  for (const verb of platform.zero) await driver.carryOut(warrant, held.boxId, verb);
}

const refused = (call: Promise<void>) => assert.rejects(call, (error: Problem) => error.kind === 'refused');

const unreachableMeansUnknown = (error: Problem) => {
  assert.equal(error.kind, 'unreachable');
  return { state: 'unknown' as const };
};

/** What is submitted to a queue is held until it is let go. */
async function letGo({ driver, queue }: ContractPlatform, boxId: string, name: string): Promise<void> {
  await queue?.layDown(name, 'sleep 300');
  await driver.begin?.(boxId);
}

const LOOK_AGAIN_SECONDS = 0.1;

async function running({ driver, clock = systemClock }: ContractPlatform, boxId: string) {
  for (let look = 0; look < 300; look += 1) {
    const description = await driver.describe(boxId);
    if (description.state === 'running') return description;
    await clock.sleep(LOOK_AGAIN_SECONDS);
  }
  throw new Error(`${boxId} did not come up`);
}

/** Meters that the platform still does not show gone after a bounded number of looks. */
async function goneWithin(
  { driver, clock = systemClock }: ContractPlatform,
  held: Held,
): Promise<MeterReading[]> {
  let left: MeterReading[] = [];
  for (let look = 0; look < 50; look += 1) {
    left = (await driver.meters(held)).filter((reading) => reading.state !== 'gone');
    if (left.length === 0) return [];
    await clock.sleep(LOOK_AGAIN_SECONDS);
  }
  return left;
}
