import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import ssh2 from 'ssh2';
import { type FirstLogin, putKeyIn } from '../../src/box/ssh-first-login.ts';
import { signed } from '../../src/platforms/compshare/api.ts';
import { compshare } from '../../src/platforms/compshare/driver.ts';
import type { PlatformContext } from '../../src/platforms/context.ts';
import { type PlatformDriver, RentFailed, type RentIntent } from '../../src/platforms/driver.ts';
import { guarded } from '../../src/platforms/guarded.ts';
import { driverFor } from '../../src/platforms/registry.ts';
import type { Problem } from '../../src/problem.ts';
import { hostKey, loginKey, newSecret } from '../../src/secret/keys.ts';
import { clientEnvironment, missing } from '../requirement.ts';
import { type CompshareTwin, formOf, startCompshareTwin } from '../twins/compshare-twin.ts';
import type { TwinRequest } from '../twins/twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { driverContract } from './driver-contract.ts';
import { warrantFor } from './warrant-for-tests.ts';

const secret = newSecret();
const OWNER = 'abcdefghij';
const authorizedKey = loginKey(secret, 'run').publicOpenSsh;
const candidate = { platform: 'compshare', market: 'on-demand' as const };
const spot = { platform: 'compshare', market: 'spot' as const };
const want = { gpu: { names: ['RTX 4090'], count: 1 } };

const doing = (action: string) => ({
  method: 'POST',
  path: /^\/$/,
  when: (request: TwinRequest) => formOf(request)['Action'] === action,
});
const CREATE = doing('CreateCompShareInstance');
const said = (code: number, message: string) => ({
  reply: { status: 200, body: { RetCode: code, Message: message } },
});

function contextOf(
  twin: CompshareTwin,
  clock: SkippingClock,
  env: Record<string, string> = {},
): PlatformContext {
  const { publicKey, privateKey } = twin.keys.full;
  const all: Record<string, string> = {
    GPU_LEASE_API_COMPSHARE: twin.server.url,
    COMPSHARE_PUBLIC_KEY: publicKey,
    COMPSHARE_PRIVATE_KEY: privateKey,
    ...env,
  };
  return { clock, localRoot: '/nowhere', selfCommand: ['false'], secret: (name) => all[name] };
}

const letIn = async (): Promise<FirstLogin> => 'in';

async function intentOf(
  driver: PlatformDriver,
  name: string,
  changes: Partial<RentIntent> = {},
): Promise<RentIntent> {
  const [offer] = await driver.offers(changes.want ?? want, changes.candidate ?? candidate);
  assert.ok(offer);
  const keys = { authorizedKey, hostKey: hostKey(secret, name).privateOpenSsh };
  return { name, owner: OWNER, offer, want, candidate, lifetimeSeconds: 3600, ...keys, ...changes };
}

const idOf = (boxId: string): string => boxId.split('@')[0] ?? '';

const features = ['release', 'no-capacity', 'answer-lost', 'late-readings', 'http'] as const;

driverContract('compshare', { skip: false, features }, async () => {
  const clock = new SkippingClock(0);
  const twin = await startCompshareTwin({ clock });
  const driver = guarded(compshare(contextOf(twin, clock), letIn));
  return {
    driver,
    clock,
    intent: (name) => intentOf(driver, name),
    zero: ['terminate'],
    names: true,
    billed: async () => twin.billed(),
    failing: (how) => ({
      ...driver,
      create(intent) {
        const shortage = said(226604, 'Resource not enough, Please try again later');
        twin.server.fail({ ...CREATE, how: how === 'answer-lost' ? 'lost' : shortage });
        return driver.create(intent);
      },
    }),
    lagging: (looks) => ({
      ...driver,
      async carryOut(warrant, boxId, verb) {
        await driver.carryOut(warrant, boxId, verb);
        twin.lag(looks);
      },
    }),
    twin: {
      server: twin.server,
      createCall: CREATE,
      withKey(kind) {
        const { publicKey, privateKey } = twin.keys.readOnly;
        const pair = {
          missing: { COMPSHARE_PUBLIC_KEY: '' },
          unknown: { COMPSHARE_PUBLIC_KEY: 'pub-nobody-has-this' },
          'read-only': { COMPSHARE_PUBLIC_KEY: publicKey, COMPSHARE_PRIVATE_KEY: privateKey },
        }[kind];
        return guarded(compshare(contextOf(twin, clock, pair), letIn));
      },
      strangeState: (boxId) => twin.setState(idOf(boxId), 'Migrating'),
      evict: async (boxId) => twin.evict(idOf(boxId)),
      get secrets() {
        return twin.secrets();
      },
      foreign: () => ({ boxId: `${twin.foreign('h3-comfyui')}@cn-sh2-02` }),
    },
    down: () => twin.close(),
  };
});

describe('CompShare', { timeout: 60_000 }, () => {
  let clock: SkippingClock;
  let twin: CompshareTwin;
  let driver: PlatformDriver;
  before(async () => {
    clock = new SkippingClock();
    twin = await startCompshareTwin({ clock, bootSeconds: 60, offSeconds: 30 });
    driver = guarded(compshare(contextOf(twin, clock), letIn));
  });
  after(() => twin.close());
  const create = async (name: string, changes: Partial<RentIntent> = {}) =>
    driver.create(await intentOf(driver, name, changes));
  const lastForm = (action: string) =>
    formOf(
      twin.server.exchanges.findLast(({ request }) => formOf(request)['Action'] === action)
        ?.request as TwinRequest,
    );

  it('is driven by the profile’s driver name', async () => {
    assert.equal((await driverFor('compshare', contextOf(twin, clock), 'compshare')).platform, 'compshare');
  });

  it('signs as the public scheme does, to the letter of its own examples', () => {
    // From the official client's documentation.
    assert.equal(
      signed({ foo: 'bar' }, 'my_public_key', 'my_private_key')['Signature'],
      'd4411ab30953fb0bbcb1e7313081f05e4e91a394',
    );
  });

  it('has the platform stop a forgotten box by itself when its time is over, and the disk stays', async () => {
    const held = await create('forgotten', { lifetimeSeconds: 7200 });
    const left = (Date.parse(held.endsAt ?? '') - clock.now().getTime()) / 1000;
    assert.ok(left > 7100 && left <= 7201, `${left} s`);
    assert.deepEqual((await driver.find('forgotten'))[0]?.endsAt, held.endsAt);
    clock.pass(61);
    assert.equal((await driver.describe(held.boxId)).state, 'running');
    clock.pass(7200);
    await driver.describe(held.boxId);
    clock.pass(31);
    assert.equal((await driver.describe(held.boxId)).state, 'stopped');
    const states = (await driver.meters(held)).map(({ id, state }) => `${id} ${state}`);
    assert.deepEqual(states, ['gpu gone', 'disk running']);
  });

  it('claims no price for a box whose price is not told', async () => {
    const { boxId } = await create('priceless');
    const each = twin.instances.get(idOf(boxId));
    assert.ok(each);
    each.priceless = true;
    const [held] = await driver.find('priceless');
    assert.deepEqual(held?.meters, [
      { id: 'gpu', kind: 'gpu', usdPerHour: undefined, source: 'InstancePrice is not told yet' },
      { id: 'disk', kind: 'disk', usdPerHour: undefined, source: 'DiskPriceInfo is not told yet' },
    ]);
  });

  it('sets the timer no earlier than the platform takes it', async () => {
    const held = await create('brief', { lifetimeSeconds: 10 });
    assert.ok(held.endsAt);
  });

  it('holds a box whose timer was refused, without an end', async () => {
    twin.server.fail({ ...doing('UpdateCompShareStopScheduler'), how: said(8433, 'service error') });
    const held = await create('timeless');
    assert.equal(held.endsAt, undefined);
    assert.match(held.untimed ?? '', /took no timed stop: .*RetCode 8433 \(service error\)/);
    assert.match((await driver.find('timeless'))[0]?.untimed ?? '', /shows no timed stop/);
    assert.equal(twin.billed().includes('timeless'), false, 'it boots still');
    assert.equal((await driver.find('timeless')).length, 1);
  });

  it('offers what is sold and in stock, at the price of card and disk, in dollars and yuan', async () => {
    const all = await driver.offers({}, { platform: 'compshare' });
    assert.ok(
      all.some(({ market }) => market === 'spot') && all.some(({ market }) => market === 'on-demand'),
    );
    const [offer] = await driver.offers({ ...want, diskGb: { min: 300 }, regions: ['cn-sh2'] }, candidate);
    assert.deepEqual(
      [
        offer?.region,
        offer?.cpus,
        offer?.memoryGb,
        offer?.gpu?.model,
        offer?.gpu?.memoryGb,
        offer?.gpu?.native,
      ],
      ['cn-sh2-02', 16, 64, 'RTX 4090', 24, '4090'],
    );
    assert.equal(offer?.usdPerHour, 0.3225);
    assert.match(offer?.summary ?? '', /^1x RTX 4090 24 GB, cn-sh2-02, 2\.15 CNY\/h$/);
  });

  it('offers nothing that is sold out, too large, elsewhere, or more than is in stock', async () => {
    assert.deepEqual(await driver.offers({ ...want, diskGb: { min: 1001 } }, candidate), []);
    assert.deepEqual(await driver.offers({ ...want, regions: ['us'] }, candidate), []);
    assert.deepEqual(await driver.offers({ gpu: { names: ['H100'], count: 1 } }, candidate), []);
    assert.deepEqual(await driver.offers({ gpu: { names: ['RTX 4090'], count: 4 } }, candidate), []);
    twin.soldOut('A800', true);
    assert.deepEqual(await driver.offers({ gpu: { names: ['A800'], count: 1 } }, candidate), []);
    twin.soldOut('A800', false);
    assert.equal((await driver.offers({ gpu: { names: ['A800'], count: 1 } }, candidate)).length, 1);
  });

  it('takes the newest image with PyTorch, or the one that the user names', async () => {
    await create('imaged');
    assert.equal(lastForm('CreateCompShareInstance')['CompShareImageId'], 'compshareImage-torch29');
    const own = guarded(
      compshare(contextOf(twin, clock, { COMPSHARE_IMAGE: 'compshareImage-torch28' }), letIn),
    );
    await own.create(await intentOf(own, 'own-image'));
    assert.equal(lastForm('CreateCompShareInstance')['CompShareImageId'], 'compshareImage-torch28');
    const pinned = create('pinned', { image: `pytorch@sha256:${'0'.repeat(64)}` });
    await assert.rejects(
      pinned,
      (error: unknown) => error instanceof RentFailed && error.reason === 'refused',
    );
    assert.equal((await driver.find('pinned')).length, 0);
  });

  for (const { code, reason } of [
    { code: 226604, reason: 'no-capacity' },
    { code: 8333, reason: 'no-capacity' },
    { code: 226603, reason: 'refused' },
    { code: 230, reason: 'refused' },
    { code: 8433, reason: 'unclear' },
  ] as const) {
    it(`calls RetCode ${code} on create ${reason}`, async () => {
      twin.server.fail({ ...CREATE, how: said(code, 'as told') });
      await assert.rejects(create(`code-${code}`), (error: unknown) => {
        return error instanceof RentFailed && error.reason === reason;
      });
    });
  }

  it('says of an account that is not verified what is missing', async () => {
    twin.server.fail({ ...CREATE, how: said(226606, 'The account has not been verified.') });
    await assert.rejects(create('unverified'), { code: 'api-key-may-not', kind: 'usage' });
  });

  it('shows a box as starting until our key is let in, and lets it in once', async () => {
    const answers: FirstLogin[] = ['silent', 'in'];
    const asked: string[] = [];
    const careful = guarded(
      compshare(contextOf(twin, clock), async (_endpoint, password, key) => {
        asked.push(`${password} ${key}`);
        return answers.shift() ?? 'refused';
      }),
    );
    const { boxId } = await careful.create(await intentOf(careful, 'let-in'));
    clock.pass(61);
    const states: string[] = [];
    for (let look = 0; look < 3; look += 1) states.push((await careful.describe(boxId)).state);
    assert.deepEqual(states, ['starting', 'running', 'running']);
    const password = twin.instances.get(idOf(boxId))?.password;
    const key = authorizedKey.split(' ').slice(0, 2).join(' ');
    assert.deepEqual(asked, [`${password} ${key}`, `${password} ${key}`]);
  });

  it('stops a box, keeps its disk, and deletes it only once it is off', async () => {
    const held = await create('parked');
    clock.pass(61);
    await driver.carryOut(warrantFor(held.boxId, 'stop'), held.boxId, 'stop');
    assert.deepEqual(await driver.describe(held.boxId), { state: 'unknown', native: 'Stopping' });
    clock.pass(31);
    assert.deepEqual(await driver.describe(held.boxId), { state: 'stopped', native: 'Stopped' });
    const running = await create('at-once');
    clock.pass(61);
    for (const { boxId } of [held, running]) {
      await driver.carryOut(warrantFor(boxId, 'terminate'), boxId, 'terminate');
      assert.equal((await driver.describe(boxId)).state, 'gone');
    }
  });

  it('deletes a spot box as it is, does not claim to stop it, and sets no timer that the platform refuses', async () => {
    const held = await create('spotted', { ...(await intentOf(driver, 'spotted', { candidate: spot })) });
    assert.deepEqual([held.endsAt, held.untimed], [undefined, undefined]);
    clock.pass(61);
    const stop = driver.carryOut(warrantFor(held.boxId, 'stop'), held.boxId, 'stop');
    await assert.rejects(
      stop,
      (error: Problem) => error.code === 'spot-cannot-stop' && error.kind === 'billing',
    );
    await driver.carryOut(warrantFor(held.boxId, 'terminate'), held.boxId, 'terminate');
    assert.equal((await driver.describe(held.boxId)).state, 'gone');
  });

  it('says that a deletion was not accepted, and what costs on', async () => {
    const { boxId } = await create('locked');
    clock.pass(61);
    twin.server.fail({ ...doing('StopCompShareInstance'), how: said(8500, 'InstanceOperationInProgress') });
    await assert.rejects(driver.carryOut(warrantFor(boxId, 'terminate'), boxId, 'terminate'), {
      code: 'verb-refused',
      kind: 'billing',
    });
    assert.ok(twin.instances.has(idOf(boxId)));
  });

  it('calls a box whose image failed hopeless, and an empty state unknown', async () => {
    const { boxId } = await create('failed');
    twin.setState(idOf(boxId), 'Install Fail');
    assert.ok((await driver.describe(boxId)).hopeless);
    twin.setState(idOf(boxId), '');
    assert.deepEqual(await driver.describe(boxId), { state: 'unknown', native: '(empty)' });
  });

  it('shows loose disks of the account, and finds every box over all pages', async () => {
    for (let i = 0; i < 110; i += 1) twin.foreign(`filler-${i}`);
    const seen = await driver.inventory();
    assert.equal(seen.filter(({ kind }) => kind === 'instance').length, twin.instances.size);
    assert.deepEqual(
      seen.filter(({ kind }) => kind === 'disk').map(({ id, billing, native }) => [id, billing, native]),
      [['udisk-foreign', 'yes', 'detached']],
    );
  });

  it('refuses a volume and a name that the platform does not take before anything is rented', async () => {
    await assert.rejects(driver.offers(want, { ...candidate, volume: 'udisk-1' }), { kind: 'usage' });
    const long = create('x'.repeat(64));
    await assert.rejects(long, (error: unknown) => error instanceof RentFailed && error.reason === 'refused');
  });

  it('shows nobody a password or a key', async () => {
    const held = await create('secretive');
    clock.pass(61);
    const shown = JSON.stringify([held, await driver.describe(held.boxId), await driver.inventory()]);
    for (const each of twin.secrets()) assert.equal(shown.includes(each), false);
  });
});

describe('the first login with a password', { timeout: 30_000 }, () => {
  const host = hostKey(secret, 'box').privateOpenSsh;
  const commands: string[] = [];
  const server = new ssh2.Server({ hostKeys: [host] }, (client) => {
    client.on('error', () => {});
    client.on('authentication', (login) => {
      if (login.method === 'password' && login.password === 'right') return login.accept();
      return login.reject(['password']);
    });
    client.on('session', (accept) => {
      accept().on('exec', (run, _refuse, info) => {
        commands.push(info.command);
        const stream = run();
        stream.exit(0);
        stream.end();
      });
    });
  });
  before(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  after(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const at = () => ({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'root' });
  const key = authorizedKey.split(' ').slice(0, 2).join(' ');

  it('puts our key in, with the password of the platform', async () => {
    assert.equal(await putKeyIn(at(), 'right', key), 'in');
    assert.ok(commands[0]?.includes(key) && commands[0].includes('authorized_keys'));
    assert.equal(commands[0]?.includes('right'), false);
  });

  it('tells a password that is no longer good from a box that does not answer yet', async () => {
    assert.equal(await putKeyIn(at(), 'wrong', key), 'refused');
    assert.equal(await putKeyIn({ ...at(), port: 1 }, 'right', key), 'silent');
  });

  it('runs nothing that is no key', async () => {
    const before = commands.length;
    await putKeyIn(at(), 'right', "ssh-ed25519 AAAA'; rm -rf /; '");
    assert.equal(commands.length, before);
  });
});

describe("CompShare's official client", { skip: missing('ucloud-client'), timeout: 120_000 }, () => {
  it('lists, prices, creates, shows, stops and deletes at the twin', async () => {
    const clock = new SkippingClock();
    const twin = await startCompshareTwin({ clock });
    try {
      const { publicKey, privateKey } = twin.keys.full;
      const script = join(import.meta.dirname, '..', 'twins', 'official', 'compshare_client.py');
      const env = { ...clientEnvironment('ucloud'), NO_PROXY: '127.0.0.1' };
      const args = [script, twin.server.url, publicKey, privateKey, 'by-the-client'];
      const { stdout } = await promisify(execFile)('python3', args, { env, timeout: 90_000 });
      const told = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
      assert.deepEqual(told.seen, ['Running', 'Stopped', 'gone']);
      assert.equal(told.price, 2.05);
      assert.ok(told.types.includes('4090'));
      assert.deepEqual(twin.billed(), []);
    } finally {
      await twin.close();
    }
  });
});
