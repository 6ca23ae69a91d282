import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Clock } from '../../src/clock.ts';
import { type Held, type PlatformDriver, RentFailed } from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import type { TwinReply, TwinRequest } from '../twins/twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import type { ContractPlatform } from './driver-contract.ts';
import { atPrice, ODD_ANSWERS, type OddAnswers, withFields } from './odd-answers.ts';
import { warrantFor } from './warrant-for-tests.ts';

/**
 * What platforms were seen to do that their own documents do not say, so that no twin made of those documents does it by itself:
 * each is switched on here by its name, and each has a clause that says what every driver then owes. Who reported it, and when,
 * stands in the table of docs/platform-checks/README.md under the same name.
 */
export const SECOND_SOURCE = {
  'no-in-other-words': 'B2: tells a no to a look as what the platform said, and never as a bug of gpu-lease',
  'unknown-id-400': 'B1: takes no 400 about an id for the end of a box that the account still lists',
  'turned-away':
    'I3: tells a machine that was turned away at the door from a key that may not, and rents one box later',
  'create-500-made':
    'finds the one box of a create that was answered 500 though it was done, and creates no second',
  'listing-lag': 'calls no box gone that a list does not show yet, and finds it by its mark once it does',
  'running-and-dead':
    'calls a box that runs without an address neither ready nor gone, and still proves its end',
  'boot-25-minutes': 'waits for a box that needs 25 minutes to boot without a word against it',
  'evicted-while-booting': 'says of a box that was taken away before it came up that it was',
  'zero-balance':
    'calls a create of an account without money refused, so that no other offer is tried in vain',
  'price-changed': 'holds a box at the price that it has, not at the one that it was offered at',
  'delayed-invoice': 'I4: says that there is no bill yet, which is not a bill of nothing',
  '503-without-words':
    'I1: calls a create that got a bare 503 failed, holds nothing, and rents when it is asked again',
} as const;

type Behaviour = keyof typeof SECOND_SOURCE;

const ODD = 'the moon is in the wrong house';
/** As Cloudflare answers by itself, with no JSON around it. */
const TURNED_AWAY: TwinReply = { status: 403, body: 'error code: 1010' };

/** Registers a clause for each behaviour; one that ends with words was not for this platform. @param platform of the suite around it, there once its tests run */
export function secondSourceClauses(platform: () => ContractPlatform): void {
  const clause = (behaviour: Behaviour, body: (world: World) => Promise<string>) =>
    it(`${SECOND_SOURCE[behaviour]} [${behaviour}]`, async (t) => {
      const { driver, twin, billed, intent, clock, zero } = platform();
      assert.ok(twin);
      const create = async (name: string) => driver.create(await intent(name));
      const count = async (name: string) => (await billed()).filter((each) => each === name).length;
      try {
        const skipping = skippingIn(clock);
        const odd = twin.odd ?? ODD_ANSWERS[driver.platform];
        assert.ok(odd, `odd-answers.ts or the twin says how ${driver.platform} answers`);
        const left = await body({ driver, twin, create, count, intent, odd, zero, skipping });
        if (left) t.diagnostic(`${driver.platform} ${left}`);
      } finally {
        twin.server.calm();
      }
    });

  clause('no-in-other-words', async ({ driver, twin, create }) => {
    const held = await create('answered-oddly');
    const looks: Record<string, () => Promise<unknown>> = {
      describe: () => driver.describe(held.boxId),
      find: () => driver.find('answered-oddly'),
      inventory: () => driver.inventory(),
      meters: () => driver.meters(held),
    };
    for (const status of [400, 402, 409, 418, 422])
      for (const [name, look] of Object.entries(looks)) {
        twin.server.fail({ times: 40, how: { reply: { status, body: { message: ODD, said: ODD } } } });
        const error = await look().then(
          (answer) => assert.fail(`${name} took ${status} for ${JSON.stringify(answer)}`),
          (thrown: unknown) => thrown,
        );
        twin.server.calm();
        assert.ok(error instanceof Problem, `${name}, ${status}: ${String(error)}`);
        assert.equal(error.kind, 'unreachable', `${name}, ${status}: ${error.message}`);
        assert.ok(error.what.includes(String(status)) && error.next.length > 20, error.message);
        assert.doesNotMatch(error.message, /bug/i);
      }
    return '';
  });

  clause('unknown-id-400', async ({ driver, twin, create }) => {
    const held = await create('listed-still');
    const id = held.boxId;
    const reply = { status: 400, body: { code: 'invalid_request', message: 'Invalid instance id' } };
    const when = ({ path }: { path: string }) => path.endsWith(id) || path.endsWith(`${id}/`);
    twin.server.fail({ when, times: 40, how: { reply } });
    const seen = await driver.describe(id).catch((error: unknown) => error);
    const readings = await driver.meters(held).catch(() => []);
    if (seen instanceof Error) assert.ok(seen instanceof Problem, String(seen));
    else assert.notEqual((seen as { state: string }).state, 'gone');
    assert.ok(
      readings.every(({ state }) => state !== 'gone'),
      JSON.stringify(readings),
    );
    return '';
  });

  clause('turned-away', async ({ driver, twin, create, count }) => {
    for (const call of [
      () => driver.find('at-the-door'),
      () => driver.inventory(),
      () => create('at-the-door'),
    ]) {
      twin.server.fail({ times: 40, how: { reply: TURNED_AWAY } });
      await assert.rejects(call(), (error: Error) => {
        assert.ok(error instanceof Problem, String(error));
        assert.deepEqual([error.code, error.kind], ['api-turned-away', 'unreachable']);
        assert.match(error.what, /1010/);
        return true;
      });
      twin.server.calm();
    }
    assert.equal(await count('at-the-door'), 0);
    await create('at-the-door');
    assert.equal(await count('at-the-door'), 1);
    return '';
  });

  clause('create-500-made', async ({ driver, twin, create, count }) => {
    twin.server.fail({
      ...twin.createCall,
      how: { doneBut: { status: 500, body: 'Internal Server Error' } },
    });
    await assert.rejects(create('made-all-the-same'), isUnclear);
    const [found, ...others] = await driver.find('made-all-the-same');
    assert.ok(found);
    assert.deepEqual(others, []);
    assert.equal((await create('made-all-the-same')).boxId, found.boxId);
    assert.equal(await count('made-all-the-same'), 1);
    return '';
  });

  clause('503-without-words', async ({ driver, twin, create, count }) => {
    twin.server.fail({ ...twin.createCall, how: { reply: { status: 503, body: '' } } });
    await assert.rejects(create('no-words'), (error: Error) => {
      assert.ok(error instanceof RentFailed, String(error));
      return error.reason !== 'refused';
    });
    assert.deepEqual([await driver.find('no-words'), await count('no-words')], [[], 0]);
    await create('no-words');
    assert.equal(await count('no-words'), 1);
    return '';
  });

  clause('listing-lag', async ({ driver, twin, create, count }) => {
    const { exchanges } = twin.server;
    const before = exchanges.length;
    assert.deepEqual(await driver.find('lagging'), []);
    const lists = exchanges.slice(before);
    const stale = (times: number) => {
      for (const { request, reply } of lists)
        twin.server.fail({ when: (now) => questionOf(now) === questionOf(request), times, how: { reply } });
    };
    twin.server.fail({
      ...twin.createCall,
      how: { doneBut: { status: 500, body: 'Internal Server Error' } },
    });
    await assert.rejects(create('lagging'), isUnclear);
    stale(1);
    assert.deepEqual(await driver.find('lagging'), []);
    twin.server.calm();
    const [found, ...others] = await driver.find('lagging');
    assert.ok(found);
    assert.deepEqual(others, []);
    assert.equal((await create('lagging')).boxId, found.boxId);
    assert.equal(await count('lagging'), 1);
    // And while it is held, a list without it is no proof of its end.
    stale(9);
    assert.notEqual((await driver.describe(found.boxId)).state, 'gone');
    return '';
  });

  clause('running-and-dead', async ({ driver, twin, create, odd, zero, skipping }) => {
    if (!odd.noAddress) return 'gives no address in fields of its own';
    const held = await create('dead');
    await skipping?.sleep(600);
    twin.server.fail(withFields(odd.noAddress));
    const seen = await driver.describe(held.boxId);
    assert.equal(seen.endpoint, undefined);
    assert.ok(seen.hopeless || ['starting', 'running', 'unknown'].includes(seen.state), JSON.stringify(seen));
    assert.ok((await driver.meters(held)).every(({ state }) => state !== 'gone'));
    twin.server.calm();
    for (const verb of zero) await driver.carryOut(warrantFor(held.boxId, ...zero), held.boxId, verb);
    if (!skipping) return '';
    let state = '';
    for (let look = 0; look < 10 && state !== 'gone'; look += 1) {
      await skipping.sleep(120);
      ({ state } = await driver.describe(held.boxId));
    }
    assert.equal(state, 'gone');
    return '';
  });

  clause('boot-25-minutes', async ({ driver, twin, create, odd, skipping }) => {
    if (!odd.booting) return 'tells its state by a bare word';
    const held = await create('slow-boot');
    twin.server.fail(withFields(odd.booting));
    for (let minute = 0; minute <= 25; minute += 5) {
      const seen = await driver.describe(held.boxId);
      assert.deepEqual([seen.state, seen.hopeless], ['starting', undefined], `after ${minute} min`);
      assert.ok((await driver.meters(held)).every(({ state }) => state !== 'gone'));
      await skipping?.sleep(300);
    }
    return '';
  });

  clause('evicted-while-booting', async ({ driver, twin, intent }) => {
    if (!twin.evict) return 'takes no box away';
    const plain = await intent('booting-and-gone');
    const candidate = { ...plain.candidate, market: 'spot' as const };
    const offer = (await driver.offers(plain.want, candidate)).find(({ market }) => market === 'spot');
    const held = await driver.create({ ...plain, ...(offer && { offer, candidate }) });
    await twin.evict(held.boxId);
    const seen = await driver.describe(held.boxId);
    assert.ok(seen.state === 'gone' || seen.evicted || seen.hopeless, JSON.stringify(seen));
    return '';
  });

  clause('zero-balance', async ({ driver, twin, create, count, odd }) => {
    if (!odd.noMoney) return 'was not seen to answer so';
    twin.server.fail({ ...twin.createCall, how: { reply: odd.noMoney } });
    await assert.rejects(create('no-money'), (error: Error) =>
      error instanceof RentFailed
        ? error.reason === 'refused' && error.message.length > 20
        : error instanceof Problem && error.kind === 'usage',
    );
    assert.deepEqual([await driver.find('no-money'), await count('no-money')], [[], 0]);
    return '';
  });

  clause('price-changed', async ({ driver, twin, create, odd }) => {
    twin.server.fail(atPrice(odd.price, 2));
    const held = await create('dearer');
    const [found] = await driver.find('dearer');
    twin.server.calm();
    const [usual] = await driver.find('dearer');
    for (const [by, now] of [
      ['create', held],
      ['list', found],
    ] as const)
      assert.ok(
        Math.abs(gpuUsd(now) - 2 * gpuUsd(usual)) < 1e-6,
        `${gpuUsd(now)} USD/h by the ${by}, and it was ${gpuUsd(usual)} before it doubled`,
      );
    return '';
  });

  clause('delayed-invoice', async ({ driver, twin, create, odd }) => {
    if (!driver.billed || !odd.noBill) return 'has no bill of a box in its API';
    const held = await create('billed-later');
    twin.server.fail({ path: odd.noBill.path, how: { reply: { status: 200, body: odd.noBill.body } } });
    assert.equal(await driver.billed(held), null);
    return '';
  });
}

/** What tells one question from another: also where a platform has one path for everything. */
const questionOf = ({ method, path, query, body }: TwinRequest): string =>
  JSON.stringify([method, path, [...query], String(body ?? '').replace(/Signature=[^&]*/, '')]);

const gpuUsd = (held: Held | undefined): number =>
  held?.meters.find(({ kind }) => kind === 'gpu')?.usdPerHour ?? Number.NaN;

/** Only of a clock that is not the world's. */
const skippingIn = (clock: Clock | undefined): Clock | undefined =>
  clock instanceof SkippingClock ? clock : undefined;

interface World extends Pick<ContractPlatform, 'intent' | 'zero'> {
  odd: OddAnswers;
  skipping: Clock | undefined;
  driver: PlatformDriver;
  twin: NonNullable<ContractPlatform['twin']>;
  create(name: string): ReturnType<PlatformDriver['create']>;
  count(name: string): Promise<number>;
}

const isUnclear = (error: Error): boolean => error instanceof RentFailed && error.reason === 'unclear';
