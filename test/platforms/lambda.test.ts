import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { type PlatformDriver, RentFailed, type RentIntent } from '../../src/platforms/driver.ts';
import { guarded } from '../../src/platforms/guarded.ts';
import { described } from '../../src/platforms/lambda/box.ts';
import { lambda } from '../../src/platforms/lambda/driver.ts';
import type { Problem } from '../../src/problem.ts';
import { hostKey, loginKey, newSecret } from '../../src/secret/keys.ts';
import { missing } from '../requirement.ts';
import { Description } from '../twins/description.ts';
import { LAMBDA_KEY, LAMBDA_READ_ONLY_KEY, type LambdaTwin, startLambdaTwin } from '../twins/lambda-twin.ts';
import type { Exchange } from '../twins/twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { recordsUses } from './api-uses.ts';
import { type ContractPlatform, driverContract } from './driver-contract.ts';
import { warrantFor } from './warrant-for-tests.ts';

const uses = recordsUses({
  platform: 'lambda',
  name: 'Lambda',
  spec: 'lambda.json',
  chosen: /^region_name$/,
  understands: (place, status) => {
    if (!/^data(?:\[\])?\.status$/.test(place)) return undefined;
    const { state, hopeless } = described({ status } as Parameters<typeof described>[0]);
    return state !== 'unknown' || hopeless !== undefined;
  },
});

const secret = newSecret();
const authorizedKey = loginKey(secret, 'run').publicOpenSsh;
const clock = new SkippingClock(0);
const exchanges: Exchange[] = [];

/**
 * What the contract's faults put into answers, which is not the twin's. And 429: the document has the limits in its prose
 * and no such answer in its calls.
 */
const isInjected = ({ reply: { status, body } }: Exchange): boolean =>
  status === 429 || status >= 500 || /"(down|hibernating)"/.test(JSON.stringify(body ?? ''));

const driverOf = (twin: LambdaTwin, key: string | undefined = LAMBDA_KEY): PlatformDriver => {
  const env: Record<string, string | undefined> = {
    LAMBDA_API_KEY: key,
    GPU_LEASE_API_LAMBDA: twin.server.url,
  };
  return guarded(lambda({ clock, localRoot: '', selfCommand: ['false'], secret: (name) => env[name] }));
};

const intentOf = (name: string, more: Partial<RentIntent> = {}): RentIntent => ({
  name,
  owner: 'abcdefghij',
  offer: {
    id: 'gpu_1x_a10@us-east-1',
    platform: 'lambda',
    summary: '1x A10',
    usdPerHour: 0.75,
    market: 'on-demand',
    region: 'us-east-1',
  },
  want: { gpu: { names: ['A10'], count: 1 } },
  candidate: { platform: 'lambda' },
  authorizedKey,
  hostKey: hostKey(secret, name).privateOpenSsh,
  lifetimeSeconds: 3600,
  ...more,
});

async function finish(twin: LambdaTwin): Promise<void> {
  exchanges.push(...twin.server.exchanges);
  await twin.close();
}

driverContract(
  'lambda',
  { skip: false, features: ['release', 'no-capacity', 'answer-lost', 'late-readings', 'http'] },
  async (): Promise<ContractPlatform> => {
    const twin = await startLambdaTwin({ clock });
    const driver = driverOf(twin);
    const createCall = { method: 'POST', path: /\/launch$/ };
    return {
      driver,
      clock,
      intent: (name) => intentOf(name),
      zero: ['terminate'],
      billed: async () => twin.billed(),
      failing: (how) => {
        if (how === 'no-capacity') twin.runOut();
        else twin.server.fail({ ...createCall, how: 'lost' });
        return driver;
      },
      lagging: (readings) => {
        twin.slowEnd(0, readings);
        return driver;
      },
      twin: {
        server: twin.server,
        createCall,
        withKey: (kind) =>
          driverOf(
            twin,
            { missing: '', unknown: 'secret_nobody_knows', 'read-only': LAMBDA_READ_ONLY_KEY }[kind],
          ),
        strangeState: (boxId) => twin.set(boxId, 'hibernating'),
        secrets: [LAMBDA_KEY, LAMBDA_READ_ONLY_KEY, 'lambdaspaces.com'],
        foreign: () => twin.foreign(),
      },
      names: true,
      down: () => finish(twin),
    };
  },
);

describe('lambda', () => {
  let twin: LambdaTwin;
  let driver: PlatformDriver;
  before(async () => {
    twin = await startLambdaTwin({ clock, terminateSeconds: 240 });
    driver = driverOf(twin);
  });
  after(() => finish(twin));
  const up = async (name: string, more: Partial<RentIntent> = {}) => {
    const held = await driver.create(intentOf(name, more));
    clock.pass(30);
    return held;
  };
  const launches = () => twin.server.exchanges.filter(({ request }) => request.path.endsWith('/launch'));

  it('offers every type in every region that has it, at the price of the whole machine', async () => {
    const offers = await driver.offers({}, { platform: 'lambda' });
    const h100 = offers.find(({ id }) => id === 'gpu_8x_h100_sxm5@us-west-1');
    assert.deepEqual([h100?.usdPerHour, h100?.market, h100?.region], [23.92, 'on-demand', 'us-west-1']);
    assert.deepEqual(
      [h100?.gpu?.model, h100?.gpu?.form, h100?.gpu?.memoryGb, h100?.gpu?.count],
      ['H100', 'SXM', 80, 8],
    );
    assert.equal(
      offers.some(({ region }) => region === 'us-south-1'),
      false,
    );
    assert.equal(offers.find(({ id }) => id.startsWith('cpu_'))?.gpu, undefined);
    const want = { gpu: { names: [], count: 1 } };
    const withCards = await driver.offers(want, { platform: 'lambda' });
    assert.ok(
      withCards.length > 0 && withCards.every(({ gpu }) => gpu),
      'no machine without a card for a job that wants one',
    );
    assert.deepEqual(await driver.offers({}, { platform: 'lambda', market: 'spot' }), []);
  });

  it('offers only in the region of the file system, and says which there are when it is unknown [LAM2]', async () => {
    const id = twin.addFileSystem('weights', 'us-west-1');
    const offers = await driver.offers({}, { platform: 'lambda', volume: 'weights' });
    assert.deepEqual([...new Set(offers.map(({ region }) => region))], ['us-west-1']);
    await assert.rejects(driver.offers({}, { platform: 'lambda', volume: id }), (error: Problem) => {
      assert.deepEqual([error.kind, error.code], ['usage', 'volume-by-id']);
      assert.match(error.next, /`volume: weights`/);
      return true;
    });
    await assert.rejects(driver.offers({}, { platform: 'lambda', volume: 'wights' }), (error: Problem) => {
      assert.deepEqual([error.kind, error.code], ['usage', 'volume-unknown']);
      assert.match(error.message, /weights/);
      return true;
    });
    const candidate = { platform: 'lambda', volume: 'weights' };
    await assert.rejects(driver.create(intentOf('elsewhere', { candidate })), (error: Problem) => {
      assert.deepEqual([error.kind, error.code], ['usage', 'volume-elsewhere']);
      return true;
    });
    assert.equal(twin.billed().includes('elsewhere'), false);
  });

  it('attaches the file system at launch, with our login key, host key and tags', async () => {
    const candidate = { platform: 'lambda', volume: 'weights' };
    const offer = { ...intentOf('x').offer, id: 'gpu_1x_a10@us-west-1' };
    const { boxId } = await up('attached', { candidate, offer });
    const sent = launches().at(-1)?.request.body as Record<string, unknown>;
    assert.deepEqual(sent['file_system_names'], ['weights']);
    assert.deepEqual(sent['ssh_key_names'], ['attached']);
    assert.equal('quantity' in sent, false);
    const cloud = parse(twin.userData(boxId) ?? '');
    assert.deepEqual(cloud.ssh_authorized_keys, [authorizedKey]);
    assert.equal(cloud.ssh_keys.ed25519_private, hostKey(secret, 'attached').privateOpenSsh);
  });

  it('I10: keeps its login key in the account until the box ends, and touches nobody elses', async () => {
    twin.addKey('laptop', 'ssh-ed25519 AAAAlaptop me');
    const mine = () => twin.keys().filter((name) => name.startsWith('key'));
    const { boxId } = await up('keyed');
    assert.deepEqual(mine(), ['keyed']);
    twin.runOut();
    await assert.rejects(driver.create(intentOf('keyed-too')), RentFailed);
    assert.deepEqual(mine(), ['keyed']);
    // As a crash between registering and launching leaves it.
    twin.addKey('key-left-over', `${authorizedKey.split(' ').slice(0, 2).join(' ')} other-comment`);
    const other = await up('key-left-over');
    for (const id of [boxId, other.boxId])
      await driver.carryOut(warrantFor(id, 'terminate'), id, 'terminate');
    assert.deepEqual(mine(), []);
    assert.ok(twin.keys().includes('laptop'));
  });

  it('I10: keeps the key of a launch whose answer was lost, for the box that may be on its way', async () => {
    twin.server.fail({ method: 'POST', path: /launch$/, how: 'lost' });
    await assert.rejects(
      driver.create(intentOf('key-lost')),
      (error: RentFailed) => error.reason === 'unclear',
    );
    assert.ok(twin.keys().includes('key-lost'));
    const [found] = await driver.find('key-lost');
    await driver.carryOut(warrantFor(found?.boxId ?? '', 'terminate'), found?.boxId ?? '', 'terminate');
    assert.equal(twin.keys().includes('key-lost'), false);
  });

  it('refuses when a key of that name is somebody elses, and leaves it alone', async () => {
    twin.addKey('taken', 'ssh-ed25519 AAAAsomebody theirs');
    const before = launches().length;
    await assert.rejects(driver.create(intentOf('taken')), (error: RentFailed) => error.reason === 'refused');
    assert.equal(launches().length, before);
    assert.ok(twin.keys().includes('taken'));
  });

  it('never lets Lambda make a key pair', () => {
    const posts = twin.server.exchanges.filter(
      ({ request }) => request.method === 'POST' && request.path.endsWith('/ssh-keys'),
    );
    assert.ok(posts.length > 0);
    for (const { request } of posts) assert.ok((request.body as { public_key?: string }).public_key);
  });

  it('refuses a name that is too long, and an image, before anything is registered or rented', async () => {
    const calls = twin.server.exchanges.length;
    for (const intent of [
      intentOf('x'.repeat(65)),
      intentOf('imaged', { image: `a@sha256:${'0'.repeat(64)}` }),
    ])
      await assert.rejects(driver.create(intent), (error: RentFailed) => error.reason === 'refused');
    assert.equal(twin.server.exchanges.length, calls);
  });

  for (const [code, reason] of [
    ['instance-operations/launch/insufficient-capacity', 'no-capacity'],
    ['global/quota-exceeded', 'refused'],
    ['global/invalid-parameters', 'refused'],
    ['provider/internal-unavailable', 'unclear'],
  ] as const) {
    it(`reads ${code} of a launch as ${reason}${reason === 'no-capacity' ? ' [LAM5]' : ''}`, async () => {
      const body = { error: { code, message: 'down' } };
      twin.server.fail({ method: 'POST', path: /\/launch$/, how: { reply: { status: 400, body } } });
      await assert.rejects(driver.create(intentOf('coded')), (error: RentFailed) => error.reason === reason);
    });
  }

  it('keeps the pace: one call a second, one launch in twelve', async () => {
    const twelve = clock.now().getTime();
    for (const name of ['paced-1', 'paced-2']) await driver.create(intentOf(name));
    assert.ok(clock.now().getTime() - twelve >= 12_000);
    const tooMany = twin.server.exchanges.filter(({ reply }) => reply.status === 429);
    assert.deepEqual(tooMany, []);
  });

  it('finds a renamed box by its tag, and takes no box for ours that only has the name', async () => {
    const { boxId } = await up('renamed');
    twin.rename(boxId, 'my favourite');
    twin.foreign('lookalike');
    assert.deepEqual(
      (await driver.find('renamed')).map((each) => each.boxId),
      [boxId],
    );
    assert.deepEqual(await driver.find('lookalike'), []);
  });

  it('has an endpoint only when the machine is active and has an address, another one each launch [LAM10]', async () => {
    const one = await driver.create(intentOf('up-1'));
    assert.deepEqual(await driver.describe(one.boxId), { state: 'starting', native: 'booting' });
    clock.pass(30);
    const first = await driver.describe(one.boxId);
    assert.deepEqual([first.state, first.endpoint?.port, first.endpoint?.user], ['running', 22, 'ubuntu']);
    const second = await driver.describe((await up('up-2')).boxId);
    assert.notEqual(second.endpoint?.host, first.endpoint?.host);
  });

  it('calls a machine in Alert hopeless and still billing [LAM3], and a preempted one evicted', async () => {
    const held = await up('alert');
    twin.set(held.boxId, 'unhealthy');
    assert.match((await driver.describe(held.boxId)).hopeless ?? '', /bills/);
    assert.deepEqual(await driver.meters(held), [{ id: 'gpu', state: 'running' }]);
    twin.set(held.boxId, 'preempted');
    const { state, evicted } = await driver.describe(held.boxId);
    assert.deepEqual([state, evicted], ['stopped', true]);
    assert.deepEqual(await driver.meters(held), [{ id: 'gpu', state: 'unknown' }]);
  });

  it('counts a machine as billing while it is terminating, and asks before a second terminate [LAM14] [P5-13]', async () => {
    const held = await up('hanging');
    const posts = () =>
      twin.server.exchanges.filter(({ request }) => request.path.endsWith('/terminate')).length;
    const before = posts();
    twin.server.fail({ method: 'POST', path: /\/terminate$/, how: 'lost' });
    await driver.carryOut(warrantFor(held.boxId, 'terminate'), held.boxId, 'terminate');
    assert.equal(posts() - before, 1, 'done, and seen to be done');
    assert.deepEqual(await driver.meters(held), [{ id: 'gpu', state: 'running' }]);
    assert.equal((await driver.find('hanging')).length, 1);
    clock.pass(300);
    assert.deepEqual(await driver.meters(held), [{ id: 'gpu', state: 'gone' }]);
    assert.deepEqual(await driver.find('hanging'), []);
  });

  it('shows file systems as bills of their own, and deletes one only once nothing uses it [LAM6] [P5-19]', async () => {
    const id = twin.addFileSystem('loose', 'us-east-1');
    const held = await up('user-of-loose', { candidate: { platform: 'lambda', volume: 'loose' } });
    const seen = (await driver.inventory()).find((each) => each.id === id);
    assert.deepEqual([seen?.kind, seen?.name, seen?.billing], ['filesystem', 'loose', 'yes']);
    const drop = () => driver.carryOut(warrantFor(id, 'delete-filesystem'), id, 'delete-filesystem');
    await assert.rejects(drop, (error: Problem) => error.kind === 'billing');
    await driver.carryOut(warrantFor(held.boxId, 'terminate'), held.boxId, 'terminate');
    clock.pass(300);
    for (const _ of ['once', 'again']) await drop();
    assert.equal(
      (await driver.inventory()).some((each) => each.id === id),
      false,
    );
  });

  it('keeps the Jupyter token of its listings out of everything it returns', async () => {
    const held = await up('tokened');
    const told = JSON.stringify([
      await driver.inventory(),
      await driver.find('tokened'),
      await driver.describe(held.boxId),
    ]);
    assert.ok(twin.tokens().length > 5);
    assert.ok(twin.tokens().every((token) => !told.includes(token)));
    assert.equal(/jupyter/i.test(told), false);
  });
});

describe('lambda twin and driver', { skip: missing('specs') }, () => {
  it('say nothing to each other that the published description does not allow', () => {
    const description = new Description('lambda.json');
    const own = exchanges.filter((each) => !isInjected(each));
    const violations = own.flatMap((each) => description.violations(each));
    assert.deepEqual(violations, []);
    assert.ok(own.length > 100);
    process.stdout.write(`show: lambda: ${own.length} exchanges, ${violations.length} violations\n`);
  });
});

uses.check();
