import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Held,
  type MeterReading,
  type PlatformDriver,
  RentFailed,
  type RentIntent,
} from '../../src/platforms/driver.ts';
import type { Problem } from '../../src/problem.ts';
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
  | 'blind';

/** A platform under test: loopback, and able to misbehave where the real one can. */
export interface ContractPlatform {
  driver: PlatformDriver;
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

  describe(`${name} driver`, { skip, timeout: 120_000 }, () => {
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
        assert.ok(meter.usdPerHour >= 0 && meter.source.length > 0, JSON.stringify(meter));
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
      assert.deepEqual(await driver.find('found'), platform.names ? held : null);
      assert.equal(await driver.find('never-used'), null);
    });

    it('lists what it holds', async () => {
      await create('listed');
      const names = (await driver.list()).map((held) => held.name);
      assert.equal(names.includes('listed'), platform.names);
    });

    it('gives an endpoint for a box that runs', async () => {
      const { boxId } = await create('described');
      const { state, endpoint } = await running(driver, boxId);
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
      assert.deepEqual(await goneWithin(driver, held), []);
      assert.equal((await platform.billed()).includes('released'), false);
      assert.equal(await driver.find('released'), null);
      assert.equal((await driver.describe(held.boxId)).state, 'gone');
    });

    itWhen('no-capacity')(
      'refuses to rent without leaving anything behind when there is no capacity',
      async () => {
        const failing = given(platform.failing)('no-capacity');
        const isNoCapacity = (error: unknown) =>
          error instanceof RentFailed && error.reason === 'no-capacity';
        await assert.rejects(async () => failing.create(await platform.intent('nothing')), isNoCapacity);
        assert.equal(await driver.find('nothing'), null);
        assert.equal((await platform.billed()).includes('nothing'), false);
      },
    );

    itWhen('answer-lost')(
      'finds the box of a create whose answer was lost, and creates no second',
      async () => {
        const failing = given(platform.failing)('answer-lost');
        await assert.rejects(async () => failing.create(await platform.intent('lost')), RentFailed);
        const found = await driver.find('lost');
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

async function running(driver: PlatformDriver, boxId: string) {
  for (let look = 0; look < 300; look += 1) {
    const description = await driver.describe(boxId);
    if (description.state === 'running') return description;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${boxId} did not come up`);
}

/** Meters that the platform still does not show gone after a bounded number of looks. */
async function goneWithin(driver: PlatformDriver, held: Held): Promise<MeterReading[]> {
  let left: MeterReading[] = [];
  for (let look = 0; look < 50; look += 1) {
    left = (await driver.meters(held)).filter((reading) => reading.state !== 'gone');
    if (left.length === 0) return [];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return left;
}
