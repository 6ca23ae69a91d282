import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { connectSsh } from '../../src/box/ssh-connect.ts';
import { autodl } from '../../src/platforms/autodl/driver.ts';
import { type PlatformDriver, RentFailed, type RentIntent } from '../../src/platforms/driver.ts';
import { guarded } from '../../src/platforms/guarded.ts';
import { driverFor, type PlatformContext } from '../../src/platforms/registry.ts';
import type { Problem } from '../../src/problem.ts';
import { hostKey, loginKey, newSecret } from '../../src/secret/keys.ts';
import { missing } from '../requirement.ts';
import { type AutodlTwin, startAutodlTwin } from '../twins/autodl-twin.ts';
import { boxPool } from '../twins/boxes.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { driverContract } from './driver-contract.ts';
import { warrantFor } from './warrant-for-tests.ts';

const secret = newSecret();
const OWNER = 'abcdefghij';
const CREATE = { method: 'POST', path: /\/instance\/pro\/create$/ };
const candidate = { platform: 'autodl' };
const want = { gpu: { names: ['RTX 4090'], count: 1 } };

function contextOf(twin: AutodlTwin, clock: SkippingClock, env: Record<string, string>): PlatformContext {
  const all: Record<string, string> = { GPU_LEASE_API_AUTODL: twin.server.url, ...env };
  return { clock, localRoot: '/nowhere', selfCommand: ['false'], secret: (name) => all[name] };
}

const driverOf = (twin: AutodlTwin, clock: SkippingClock, env: Record<string, string> = {}): PlatformDriver =>
  guarded(autodl(contextOf(twin, clock, { AUTODL_TOKEN: twin.tokens.good, ...env })));

async function intentOf(
  driver: PlatformDriver,
  name: string,
  changes: Partial<RentIntent> = {},
): Promise<RentIntent> {
  const offers = await driver.offers(changes.want ?? want, candidate);
  const offer = offers.find(({ id }) => id.startsWith('v-48g:'));
  assert.ok(offer);
  const keys = {
    authorizedKey: loginKey(secret, 'run').publicOpenSsh,
    hostKey: hostKey(secret, name).privateOpenSsh,
  };
  return { name, owner: OWNER, offer, want, candidate, lifetimeSeconds: 3600, ...keys, ...changes };
}

const isFailed = (reason: RentFailed['reason']) => (error: unknown) =>
  error instanceof RentFailed && error.reason === reason;

const features = ['release', 'no-capacity', 'answer-lost', 'late-readings', 'http'] as const;

driverContract('autodl', { skip: false, features }, async () => {
  const clock = new SkippingClock(0);
  const twin = await startAutodlTwin({ clock });
  const driver = driverOf(twin, clock);
  /** The same driver, with something going wrong on the way to its next create. */
  const failing = (before: () => void): PlatformDriver => ({
    ...driver,
    create(intent) {
      before();
      return driver.create(intent);
    },
  });
  return {
    driver,
    clock,
    intent: (name) => intentOf(driver, name),
    zero: ['power-off', 'release'],
    names: true,
    billed: async () => twin.billed().map((name) => name.replace(/--gl.*$/, '')),
    failing: (how) =>
      failing(() => {
        if (how === 'answer-lost') return twin.server.fail({ ...CREATE, how: 'lost' });
        const msg = '当前算力规格暂无库存，请更换规格或稍后再试';
        const body = { code: 'InternalError', data: null, msg, request_id: 'x' };
        twin.server.fail({ ...CREATE, how: { reply: { status: 200, body } } });
      }),
    lagging: (looks) => ({
      ...driver,
      async carryOut(warrant, boxId, verb) {
        await driver.carryOut(warrant, boxId, verb);
        if (verb === 'release') twin.lag(looks);
      },
    }),
    twin: {
      server: twin.server,
      createCall: CREATE,
      withKey: (kind) => {
        const token = { missing: '', unknown: 'adl-nobody-has-this', 'read-only': twin.tokens.unverified }[
          kind
        ];
        return guarded(autodl(contextOf(twin, clock, { AUTODL_TOKEN: token })));
      },
      strangeState: (boxId) => twin.setState(boxId, 'migrating'),
      get secrets() {
        return twin.secrets();
      },
      foreign: () => ({ boxId: twin.foreign('API创建的实例') }),
    },
    down: () => twin.close(),
  };
});

describe('AutoDL', { timeout: 60_000 }, () => {
  let clock: SkippingClock;
  let twin: AutodlTwin;
  let driver: PlatformDriver;
  before(async () => {
    clock = new SkippingClock();
    twin = await startAutodlTwin({ clock, bootSeconds: 60, offSeconds: 30 });
    driver = driverOf(twin, clock);
  });
  after(() => twin.close());
  const create = async (name: string, changes: Partial<RentIntent> = {}) =>
    driver.create(await intentOf(driver, name, changes));

  it('is driven by the profile’s driver name', async () => {
    const context = contextOf(twin, clock, { AUTODL_TOKEN: twin.tokens.good });
    assert.equal((await driverFor('autodl', context, 'autodl')).platform, 'autodl');
  });

  it('sends the token as it is, without "Bearer", and every question in the query', async () => {
    const { boxId } = await create('asked');
    await driver.describe(boxId);
    const { exchanges } = twin.server;
    assert.ok(exchanges.every(({ request }) => request.headers.authorization === twin.tokens.good));
    const gets = exchanges.filter(({ request }) => request.method === 'GET');
    assert.ok(gets.length > 0);
    for (const { request } of gets)
      assert.deepEqual([request.body, request.query.get('instance_uuid')], [undefined, boxId]);
  });

  it('goes through starting, running, off and gone, and calls what lies between unknown', async () => {
    const { boxId } = await create('walked');
    assert.deepEqual(await driver.describe(boxId), { state: 'starting', native: 'creating' });
    clock.pass(61);
    assert.equal((await driver.describe(boxId)).state, 'running');
    await driver.carryOut(warrantFor(boxId, 'power-off'), boxId, 'power-off');
    assert.deepEqual(await driver.describe(boxId), { state: 'unknown', native: 'shutting_down' });
    clock.pass(31);
    assert.deepEqual(await driver.describe(boxId), { state: 'stopped', native: 'shutdown' });
    await driver.carryOut(warrantFor(boxId, 'release'), boxId, 'release');
    assert.equal((await driver.describe(boxId)).state, 'gone');
  });

  it('a power-off stops the GPU meter, keeps the disk, and is shown so only once it is off', async () => {
    const held = await create('parked', { want: { ...want, diskGb: { min: 130 } } });
    clock.pass(61);
    const read = async () =>
      Object.fromEntries((await driver.meters(held)).map(({ id, state }) => [id, state]));
    await driver.carryOut(warrantFor(held.boxId, 'power-off'), held.boxId, 'power-off');
    assert.deepEqual(await read(), { gpu: 'running', 'data-disk': 'running' });
    clock.pass(31);
    assert.deepEqual(await read(), { gpu: 'gone', 'data-disk': 'running' });
    assert.equal((await driver.find('parked')).length, 1, 'a box that is off is still found');
  });

  it('releases what still runs by powering it off first, and waits until it is off', async () => {
    const { boxId } = await create('at-once');
    clock.pass(61);
    await driver.carryOut(warrantFor(boxId, 'release'), boxId, 'release');
    assert.equal(twin.instances.has(boxId), false);
    const calls = twin.server.exchanges
      .map(({ request }) => request)
      .filter(({ method }) => method === 'POST');
    const acts = calls.map(({ path }) => path.split('/').at(-1)).slice(-2);
    assert.deepEqual(acts, ['power_off', 'release']);
  });

  it('says after a bounded wait that a box is not off yet, and what it costs', async () => {
    const { boxId } = await create('stuck');
    twin.setState(boxId, 'shutting_down');
    await assert.rejects(
      driver.carryOut(warrantFor(boxId, 'release'), boxId, 'release'),
      (error: Problem) => {
        assert.deepEqual([error.kind, error.code, error.costing], ['billing', 'not-off-yet', [boxId]]);
        return true;
      },
    );
    assert.ok(twin.instances.has(boxId));
  });

  it('starts a box again that stands stopped, quietly where it runs, and pays for it from then', async () => {
    const { boxId } = await create('woken');
    clock.pass(61);
    await driver.startAgain?.(boxId);
    const calls = () => twin.server.exchanges.filter(({ request }) => request.path.endsWith('/power_on'));
    assert.equal(calls().length, 0, 'it runs');
    await twin.shutDownInside(boxId);
    clock.pass(31);
    assert.equal((await driver.describe(boxId)).state, 'stopped');
    const isPaid = () => twin.billing.running().includes(`${boxId} gpu`);
    assert.equal(isPaid(), false);
    await driver.startAgain?.(boxId);
    await driver.startAgain?.(boxId);
    assert.deepEqual(
      calls().map(({ request }) => request.body),
      [{ instance_uuid: boxId, payload: 'gpu' }],
    );
    assert.equal((await driver.describe(boxId)).state, 'starting');
    clock.pass(61);
    assert.deepEqual([(await driver.describe(boxId)).state, isPaid()], ['running', true]);
    await driver.carryOut(warrantFor(boxId, 'release'), boxId, 'release');
  });

  it('says that the cards of a stopped box are taken, and another no for what it is', async () => {
    const { boxId } = await create('sold-out');
    clock.pass(61);
    await driver.carryOut(warrantFor(boxId, 'power-off'), boxId, 'power-off');
    clock.pass(31);
    assert.equal((await driver.describe(boxId)).state, 'stopped');
    twin.setStock('v-48g', 0);
    await assert.rejects(driver.startAgain?.(boxId) ?? Promise.resolve(), isFailed('no-capacity'));
    twin.setStock('v-48g', 100);
    const body = { code: 'InternalError', msg: '账户余额不足', data: null, request_id: 'x' };
    twin.server.fail({ method: 'POST', path: /power_on$/, how: { reply: { status: 200, body } } });
    await assert.rejects(driver.startAgain?.(boxId) ?? Promise.resolve(), isFailed('refused'));
    await driver.carryOut(warrantFor(boxId, 'release'), boxId, 'release');
  });

  it('leaves steps that only the console has to a person', async () => {
    const { boxId } = await create('by-hand');
    for (const verb of ['no-gpu-boot', 'cancel-shared-storage'])
      await assert.rejects(driver.carryOut(warrantFor(boxId, verb), boxId, verb), {
        code: 'release-by-hand',
      });
  });

  it('takes the platform’s own price once there is one, in yuan and dollars, and the stated one before', async () => {
    const offer = (await intentOf(driver, 'any')).offer;
    assert.match(offer.summary, /1x RTX 4090 48 GB \(v-48g\).*2\.88 CNY\/h.*not the platform's word/);
    assert.equal(offer.usdPerHour, 0.432);
    const [gpu] = (await create('priced')).meters;
    assert.deepEqual([gpu?.usdPerHour, gpu?.source], [0.4185, '2.79 CNY/h: payg_price of the instance']);
    twin.detailsLate(1);
    const [early] = (await create('priced-early')).meters;
    assert.equal(early?.usdPerHour, 0.432);
    assert.equal((await driver.find('priced-early'))[0]?.meters[0]?.usdPerHour, 0.4185);
  });

  it('counts the disk beyond the free 30 GB, finds its size again, and refuses what is too large', async () => {
    const large = { ...want, diskGb: { min: 130 } };
    const [plain, more] = [await driver.offers(want, candidate), await driver.offers(large, candidate)];
    assert.ok((more[0]?.usdPerHour ?? 0) > (plain[0]?.usdPerHour ?? 0));
    const held = await create('large', { want: large });
    assert.match(held.meters[1]?.source ?? '', /^100 GB beyond the free 30/);
    assert.deepEqual(await driver.find('large'), [held]);
    assert.deepEqual(await driver.offers({ ...want, diskGb: { min: 531 } }, candidate), []);
  });

  it('counts a card whose price nobody has told as the dearest one, and says so', async () => {
    const offers = await driver.offers({}, candidate);
    const unpriced = offers.find(({ id }) => id === 'pro6000-p:1');
    assert.match(unpriced?.summary ?? '', /8\.88 CNY\/h \(told only after renting/);
    assert.ok(offers.every((offer) => offer.usdPerHour <= (unpriced?.usdPerHour ?? 0)));
  });

  it('passes on a specification that is newer than its table', async () => {
    const offers = await driver.offers({ gpu: { names: ['v-24g-p'], count: 2 } }, candidate);
    const newer = offers.find(({ id }) => id === 'v-24g-p:2');
    assert.deepEqual([newer?.gpu?.native, newer?.gpu?.model, newer?.gpu?.count], ['v-24g-p', null, 2]);
  });

  it('offers only regions where instances can be made, no spot, and at most 4 cards', async () => {
    const there = await driver.offers({ ...want, regions: ['WestDC3', 'neimengDC1'] }, candidate);
    assert.deepEqual([...new Set(there.map(({ region }) => region))], ['westDC3']);
    assert.deepEqual(await driver.offers({ ...want, regions: ['US'] }, candidate), []);
    assert.deepEqual(await driver.offers(want, { ...candidate, market: 'spot' }), []);
    assert.deepEqual(await driver.offers({ gpu: { names: ['RTX 4090'], count: 5 } }, candidate), []);
    const name = 'regional';
    const offer = there.find(({ id }) => id === 'v-48g:1:westDC3');
    assert.ok(offer);
    await create(name, { offer });
    const body = twin.server.exchanges.findLast(({ request }) => CREATE.path.test(request.path))?.request
      .body;
    assert.deepEqual((body as { data_center_list?: string[] }).data_center_list, ['westDC3']);
  });

  it('refuses a volume before anything is rented: the file system of a region is mounted by itself [AD3]', async () => {
    await assert.rejects(driver.offers(want, { ...candidate, volume: 'fs-1' }), (error: Problem) => {
      assert.deepEqual([error.kind, error.code], ['usage', 'volume-unknown']);
      return true;
    });
  });

  it('refuses an image of a registry before anything is rented, and takes one of its own', async () => {
    const before = twin.instances.size;
    await assert.rejects(
      create('imaged', { image: `pytorch@sha256:${'0'.repeat(64)}` }),
      isFailed('refused'),
    );
    assert.equal(twin.instances.size, before);
    const own = driverOf(twin, clock, { AUTODL_IMAGE: 'image-db8346e037' });
    await own.create(await intentOf(own, 'own-image'));
    const body = twin.server.exchanges.findLast(({ request }) => CREATE.path.test(request.path))?.request
      .body;
    assert.equal((body as { image_uuid: string }).image_uuid, 'image-db8346e037');
  });

  for (const { code, msg, reason } of [
    { code: 'InternalError', msg: '当前算力规格暂无库存，请稍后再试', reason: 'no-capacity' },
    { code: 'InternalError', msg: '服务异常', reason: 'unclear' },
    { code: 'RequestParameterIsWrong', msg: '请求参数错误', reason: 'refused' },
    { code: 'InternalError', msg: '账户余额不足', reason: 'refused' },
    { code: 'NobodyKnowsThis', msg: '', reason: 'unclear' },
  ] as const) {
    it(`calls ${code} "${msg}" on create ${reason}`, async () => {
      const body = { code, msg, data: null, request_id: 'x' };
      twin.server.fail({ ...CREATE, how: { reply: { status: 200, body } } });
      await assert.rejects(create(`said-${code}-${msg.length}`), isFailed(reason));
    });
  }

  it('takes a permission that is missing for good as such, not as a lack of machines', async () => {
    const body = { code: 'BadRequest', msg: '无当前资源访问权限', data: null, request_id: 'x' };
    twin.server.fail({ ...CREATE, how: { reply: { status: 200, body } } });
    await assert.rejects(create('forbidden'), { code: 'api-key-may-not', kind: 'usage' });
  });

  it('calls an answer of another shape what it is, and never success', async () => {
    const { boxId } = await create('shaped');
    for (const body of [{ code: 'Success', data: { status: 'running' } }, { data: 'running' }, 'running']) {
      twin.server.fail({ method: 'GET', how: { reply: { status: 200, body } } });
      await assert.rejects(driver.describe(boxId), { code: 'api-reply', kind: 'unreachable' });
    }
  });

  it('reads a refusal that it does not know as no word about the box', async () => {
    const { boxId } = await create('busy');
    const body = { code: 'InternalError', msg: '服务繁忙', data: null };
    twin.server.fail({ method: 'GET', how: { reply: { status: 200, body } } });
    await assert.rejects(driver.describe(boxId), { code: 'api-refused', kind: 'unreachable' });
  });

  it('finds twins of one name, the oldest first, over all pages', async () => {
    const marked = `twinned--gl${OWNER}`;
    const first = twin.foreign(marked);
    clock.pass(10);
    for (let i = 0; i < 60; i += 1) twin.foreign(`filler-${i}`);
    clock.pass(10);
    const last = twin.foreign(marked);
    assert.deepEqual(
      (await driver.find('twinned')).map(({ boxId }) => boxId),
      [first, last],
    );
    assert.equal((await driver.inventory()).length, twin.instances.size);
  });

  it('shows nobody the password or the tokens that the platform answers with', async () => {
    const held = await create('secretive');
    clock.pass(61);
    const shown = JSON.stringify([
      held,
      await driver.find('secretive'),
      await driver.describe(held.boxId),
      await driver.inventory(),
    ]);
    assert.ok(twin.secrets().length > 4);
    for (const each of twin.secrets()) assert.equal(shown.includes(each), false);
  });

  it('repeats no token that the platform repeats', async () => {
    const body = { code: 'InternalError', msg: `bad ${twin.tokens.good}`, data: null };
    twin.server.fail({ ...CREATE, how: { reply: { status: 200, body } } });
    await assert.rejects(create('echoed'), (error: Error) => !error.message.includes(twin.tokens.good));
  });
});

describe('a box of AutoDL', { skip: missing('sshd', 'testbed'), timeout: 120_000 }, () => {
  it('lets in our derived key and shows our host key, put there by the start command [P1-03]', async () => {
    const clock = new SkippingClock();
    const pool = await boxPool(1);
    const twin = await startAutodlTwin({ clock, boxes: pool });
    try {
      const driver = driverOf(twin, clock);
      const held = await driver.create(await intentOf(driver, 'real'));
      const { endpoint } = await driver.describe(held.boxId);
      assert.ok(endpoint);
      assert.equal(endpoint.user, 'root');
      const { channel } = await connectSsh({
        endpoint: async () => ({ ...endpoint, user: pool.user }),
        login: { keys: [{ text: loginKey(secret, 'run').privateOpenSsh, label: 'derived' }] },
        pin: { sha256: hostKey(secret, 'real').sha256, by: 'derived' },
      });
      assert.equal((await channel.exec(['echo', 'in'])).stdout, 'in\n');
      await channel.close();
    } finally {
      await twin.close();
      await pool.down();
    }
  });
});
