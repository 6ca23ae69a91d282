import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PlatformDriver, RentIntent } from '../../src/platforms/driver.ts';
import { guarded } from '../../src/platforms/guarded.ts';
import { paperspace } from '../../src/platforms/paperspace/driver.ts';
import type { Problem } from '../../src/problem.ts';
import { hostKey, loginKey, newSecret } from '../../src/secret/keys.ts';
import { type PaperspaceTwin, startPaperspaceTwin } from '../twins/paperspace-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { driverContract } from './driver-contract.ts';
import { warrantFor } from './warrant-for-tests.ts';

const secret = newSecret();
const clock = new SkippingClock(0);
const ZERO = ['shut-down', 'destroy', 'delete-snapshots'];

function driverOf(twin: PaperspaceTwin, key = twin.key): PlatformDriver {
  const env: Record<string, string> = { PAPERSPACE_API_KEY: key, GPU_LEASE_API_PAPERSPACE: twin.server.url };
  return guarded(
    paperspace(
      { clock, localRoot: '/nowhere', selfCommand: ['false'], secret: (name) => env[name] },
      'paperspace-core',
    ),
  );
}

const intentOf = (name: string): RentIntent => ({
  name,
  owner: 'abcdefghij',
  offer: {
    id: 'H100@East Coast (NY2)@tmlbox22',
    platform: 'paperspace',
    summary: 'H100',
    usdPerHour: 6,
    market: 'on-demand',
  },
  want: { gpu: { names: ['H100'], count: 1 } },
  candidate: { platform: 'paperspace-core', usdPerHour: 6 },
  authorizedKey: loginKey(secret, 'run').publicOpenSsh,
  hostKey: hostKey(secret, name).privateOpenSsh,
  lifetimeSeconds: 5400,
});

const features = ['release', 'no-capacity', 'answer-lost', 'late-readings', 'http'] as const;

driverContract('paperspace', { skip: false, features }, async () => {
  const twin = await startPaperspaceTwin({ clock });
  const driver = driverOf(twin);
  const createCall = { method: 'POST', path: /^\/v1\/machines$/ };
  return {
    driver,
    clock,
    intent: intentOf,
    zero: ZERO,
    names: true,
    billed: async () => twin.billed(),
    failing: (how) => {
      if (how === 'no-capacity') twin.emptyLooks = 1;
      else twin.server.fail({ ...createCall, how: 'lost' });
      return driver;
    },
    lagging: (readings) => {
      twin.ghostLooks = readings;
      return driver;
    },
    twin: {
      server: twin.server,
      createCall,
      withKey: (kind) =>
        driverOf(twin, kind === 'missing' ? '' : kind === 'unknown' ? 'nobody-knows-it' : twin.readOnlyKey),
      strangeState: (boxId) => twin.setState(boxId, 'transmogrifying'),
      secrets: [twin.key, twin.readOnlyKey],
      foreign: () => ({ boxId: twin.addForeign('their-box') }),
    },
    down: () => twin.close(),
  };
});

describe('paperspace', { timeout: 60_000 }, () => {
  let twin: PaperspaceTwin;
  let driver: PlatformDriver;
  before(async () => {
    twin = await startPaperspaceTwin({ clock });
    driver = driverOf(twin);
  });
  after(() => twin.close());

  const carryOut = (boxId: string, verb: string) => driver.carryOut(warrantFor(boxId, verb), boxId, verb);
  const statesOf = async (held: Awaited<ReturnType<PlatformDriver['create']>>) =>
    (await driver.meters(held)).map(({ state }) => state).join(' ');

  it('I7: asks for the stock of its types and regions at a pace, once each in a look', async () => {
    const asked = () =>
      twin.server.exchanges.filter(({ request }) => request.path === '/v1/machine-availability').length;
    const [before, from] = [asked(), clock.now().getTime()];
    await driver.offers({ gpu: { names: ['H100'], count: 1 } }, intentOf('x').candidate);
    const questions = asked() - before;
    assert.ok(questions >= 3, `${questions} questions`);
    assert.ok(clock.now().getTime() - from >= (questions - 1) * 500 - 50);
  });

  it("sets the platform's own timer in whole hours, asks for no snapshot, no static address and no e-mail", async () => {
    const held = await driver.create(intentOf('timed'));
    const sent = twin.server.exchanges.find(
      ({ request }) => request.method === 'POST' && request.path === '/v1/machines',
    );
    const body = sent?.request.body as Record<string, unknown>;
    assert.deepEqual(
      [body['autoShutdownTimeout'], body['takeInitialSnapshot'], body['publicIpType'], body['emailPassword']],
      [2, false, 'dynamic', false],
    );
    assert.equal(Date.parse(held.endsAt ?? '') - Date.parse(held.since ?? ''), 7_200_000);
    clock.pass(7_200);
    assert.equal((await driver.describe(held.boxId)).state, 'stopped');
    assert.equal(await statesOf(held), 'gone running running');
  });

  it('lists what runs as it would describe it, and nothing that is off or gone', async () => {
    const [on, off, gone] = [
      await driver.create(intentOf('on')),
      await driver.create(intentOf('off')),
      await driver.create(intentOf('gone')),
    ];
    await carryOut(off.boxId, 'shut-down');
    await carryOut(gone.boxId, 'destroy');
    await clock.sleep(120);
    const listed = await driver.running?.();
    assert.deepEqual(listed?.get(on.boxId), await driver.describe(on.boxId));
    assert.equal(listed?.get(on.boxId)?.state, 'running');
    assert.deepEqual([listed?.has(off.boxId), listed?.has(gone.boxId)], [false, false]);
  });

  it('goes on paying storage while off, and a snapshot after the machine, until each is ended', async () => {
    const held = await driver.create(intentOf('ordered'));
    await carryOut(held.boxId, 'shut-down');
    assert.equal(await statesOf(held), 'gone running running');
    twin.addSnapshot(held.boxId);
    await carryOut(held.boxId, 'destroy');
    assert.equal(await statesOf(held), 'gone gone running');
    assert.ok((await driver.inventory()).some(({ kind }) => kind === 'snapshot'));
    await carryOut(held.boxId, 'delete-snapshots');
    assert.equal(await statesOf(held), 'gone gone gone');
    assert.deepEqual(
      twin.scripts().filter(({ name }) => name.startsWith('ordered')),
      [],
    );
  });

  it('offers at the price that the candidate states and, without one, says what to do', async () => {
    const want = { gpu: { names: ['H100'], count: 1 } };
    const offers = await driver.offers(want, { platform: 'paperspace-core', usdPerHour: 6 });
    assert.deepEqual([...new Set(offers.map(({ usdPerHour }) => usdPerHour))], [6]);
    const eight = { gpu: { ...want.gpu, count: 8 } };
    const ofEight = await driver.offers(eight, { platform: 'paperspace-core', usdPerHour: 48 });
    assert.deepEqual([offers.length, ofEight.map(({ gpu }) => gpu?.count)], [3, [8, 8, 8]]);
    assert.ok(offers.every(({ platform }) => platform === 'paperspace-core'));
    await assert.rejects(
      driver.offers(want, { platform: 'paperspace-core', usdPerHour: 6, volume: 'mine' }),
      (error: Problem) => error.code === 'volume-unknown',
    );
    await assert.rejects(
      driver.offers(want, { platform: 'paperspace-core' }),
      (error: Problem) => error.kind === 'usage' && error.code === 'price-unknown',
    );
    assert.deepEqual(
      await driver.offers(want, { platform: 'paperspace-core', market: 'spot', usdPerHour: 6 }),
      [],
    );
  });
});
