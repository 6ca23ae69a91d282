import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type PlatformDriver, RentFailed } from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import type { TwinReply } from '../twins/twin.ts';
import type { ContractPlatform } from './driver-contract.ts';

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
  '503-without-words':
    'I1: calls a create that got a bare 503 failed, holds nothing, and rents when it is asked again',
} as const;

type Behaviour = keyof typeof SECOND_SOURCE;

const ODD = 'the moon is in the wrong house';
/** As Cloudflare answers by itself, with no JSON around it. */
const TURNED_AWAY: TwinReply = { status: 403, body: 'error code: 1010' };

/** Registers a clause for each behaviour. @param platform of the suite around it, there once its tests run */
export function secondSourceClauses(platform: () => ContractPlatform): void {
  const clause = (behaviour: Behaviour, body: (world: World) => Promise<void>) =>
    it(`${SECOND_SOURCE[behaviour]} [${behaviour}]`, async () => {
      const { driver, twin, billed, intent } = platform();
      assert.ok(twin);
      const create = async (name: string) => driver.create(await intent(name));
      const count = async (name: string) => (await billed()).filter((each) => each === name).length;
      try {
        await body({ driver, twin, create, count });
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
  });
}

interface World {
  driver: PlatformDriver;
  twin: NonNullable<ContractPlatform['twin']>;
  create(name: string): ReturnType<PlatformDriver['create']>;
  count(name: string): Promise<number>;
}

const isUnclear = (error: Error): boolean => error instanceof RentFailed && error.reason === 'unclear';
