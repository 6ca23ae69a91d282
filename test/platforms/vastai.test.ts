import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type PlatformDriver, RentFailed, type RentIntent } from '../../src/platforms/driver.ts';
import { driverFor } from '../../src/platforms/registry.ts';
import { DEFAULT_IMAGE } from '../../src/platforms/vastai/rent.ts';
import type { Problem } from '../../src/problem.ts';
import { hostKey, loginKey, newSecret } from '../../src/secret/keys.ts';
import { profileOf } from '../profile/profiles.ts';
import { clientEnvironment, missing } from '../requirement.ts';
import { boxPool } from '../twins/boxes.ts';
import { Description } from '../twins/description.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { startVastaiTwin, type VastaiTwin, type VastaiTwinOptions } from '../twins/vastai-twin.ts';
import { recordsUses } from './api-uses.ts';
import { type ContractPlatform, driverContract } from './driver-contract.ts';
import { warrantFor } from './warrant-for-tests.ts';

const uses = recordsUses({
  platform: 'vastai',
  name: 'vast.ai',
  spec: 'vast.yaml',
  // Its description lists no states.
  understands: () => undefined,
});

const secret = newSecret();
const want = { gpu: { names: ['RTX 4090'], count: 1, memoryGb: { min: 24 } }, diskGb: { min: 40 } };

interface Account {
  twin: VastaiTwin;
  clock: SkippingClock;
  driver: PlatformDriver;
  with(key: string | undefined): PlatformDriver;
  intent(name: string, candidate?: Partial<RentIntent['candidate']>): Promise<RentIntent>;
}

/** Replies that a test put in, which are no exchanges of driver and twin. */
const injected = new Set<unknown>();
const accounts: Account[] = [];

async function account(options: Partial<VastaiTwinOptions> = {}): Promise<Account> {
  const clock = new SkippingClock(0);
  const twin = await startVastaiTwin({ clock, ...options });
  const { fail } = twin.server;
  twin.server.fail = (fault) => {
    if (typeof fault.how === 'object' && 'reply' in fault.how) injected.add(fault.how.reply);
    fail(fault);
  };
  const withKey = (key: string | undefined): Promise<PlatformDriver> =>
    driverFor(
      'vastai',
      {
        clock,
        localRoot: '/nowhere',
        selfCommand: ['false'],
        secret: (name) =>
          name === 'VAST_API_KEY' ? key : name === 'GPU_LEASE_API_VASTAI' ? twin.server.url : undefined,
      },
      'vastai',
    );
  const drivers = new Map<string | undefined, PlatformDriver>();
  for (const key of [twin.keys.full, twin.keys.readOnly, 'a-key-that-nobody-gave-out', undefined])
    drivers.set(key, await withKey(key));
  const driver = given(drivers.get(twin.keys.full));
  const made: Account = {
    twin,
    clock,
    driver,
    with: (key) => given(drivers.get(key)),
    async intent(name, more = {}) {
      const candidate = { platform: 'vastai', market: 'on-demand' as const, ...more };
      const offer = (await driver.offers(want, candidate)).at(0);
      return {
        name,
        owner: 'abcdefghij',
        want,
        candidate,
        offer: given(offer),
        authorizedKey: loginKey(secret, 'run').publicOpenSsh,
        hostKey: hostKey(secret, name).privateOpenSsh,
        lifetimeSeconds: 3600,
      };
    },
  };
  accounts.push(made);
  return made;
}

function given<T>(value: T | undefined): T {
  assert.ok(value !== undefined);
  return value;
}

driverContract(
  'vastai',
  { skip: false, features: ['release', 'no-capacity', 'answer-lost', 'late-readings', 'http'] },
  async (): Promise<ContractPlatform> => {
    const { twin, driver, clock, intent, with: withKey } = await account();
    const create = { method: 'PUT', path: /^\/api\/v0\/asks\// };
    return {
      driver,
      clock,
      intent: (name) => intent(name),
      zero: ['destroy'],
      billed: async () => {
        const running = new Set(twin.billing.running().map((line) => line.split(' ')[0]));
        return twin.account
          .labels()
          .filter(({ id }) => running.has(String(id)))
          .map(({ label }) => label.replace(/#.*$/, ''));
      },
      failing(how) {
        if (how === 'no-capacity') twin.account.takeNext();
        else twin.server.fail({ ...create, how: 'lost' });
        return driver;
      },
      lagging(readings) {
        twin.account.lag(readings);
        return driver;
      },
      twin: {
        server: twin.server,
        createCall: create,
        withKey: (kind) =>
          withKey(
            { missing: undefined, unknown: 'a-key-that-nobody-gave-out', 'read-only': twin.keys.readOnly }[
              kind
            ],
          ),
        strangeState: (boxId) => twin.account.force(boxId, 'teleporting'),
        evict: (boxId) => twin.account.evict(boxId),
        secrets: twin.secrets,
        foreign: () => twin.account.foreign('somebody'),
      },
      names: true,
      down: () => twin.close(),
    };
  },
);

describe('vast.ai', { timeout: 120_000 }, () => {
  let at: Account;
  before(async () => {
    at = await account();
  });
  after(() => at?.twin.close());
  const rented = async (name: string, candidate?: Partial<RentIntent['candidate']>) =>
    at.driver.create(await at.intent(name, candidate));
  const up = async (name: string, candidate?: Partial<RentIntent['candidate']>) => {
    const held = await rented(name, candidate);
    at.clock.pass(60);
    return held;
  };
  const carry = (boxId: string, verb: string) => at.driver.carryOut(warrantFor(boxId, verb), boxId, verb);

  it('asks the server for verified, reliable hosts with open ports, new drivers and room for the disk [P3-12] [VAST7]', async () => {
    const offers = await at.driver.offers(want, { platform: 'vastai', market: 'on-demand' });
    const body = lastCall(at, 'POST').body as Record<string, unknown>;
    assert.deepEqual(
      [body['verified'], body['rentable'], body['disk_space'], body['allocated_storage'], body['num_gpus']],
      [{ eq: true }, { eq: true }, { gte: 40 }, 40, { eq: 1 }],
    );
    assert.deepEqual(
      [body['reliability'], body['direct_port_count'], body['cuda_max_good']],
      [{ gte: 0.98 }, { gte: 2 }, { gte: 12.4 }],
    );
    assert.equal(offers.length, 60, 'none of the six that are cheaper and unfit');
    const [cheapest] = offers;
    assert.deepEqual(
      [cheapest?.gpu?.model, cheapest?.gpu?.memoryGb, cheapest?.region, cheapest?.egressUsdPerGb],
      ['RTX 4090', 24, 'SE', 0.003],
    );
    assert.equal(cheapest?.usdPerHour, 0.368219, 'GPU and 40 GB of disk');
  });

  it('asks for the memory as well as for the name, which is coarse [VAST14]', async () => {
    const a100 = (least: number) =>
      at.driver.offers(
        { gpu: { names: ['A100'], count: 1, memoryGb: { min: least } } },
        { platform: 'vastai', market: 'on-demand' },
      );
    assert.deepEqual(
      (await a100(80)).map(({ gpu }) => gpu?.native),
      ['A100 SXM4'],
    );
    assert.deepEqual((await a100(40)).map(({ gpu }) => gpu?.native).sort(), ['A100 PCIE', 'A100 SXM4']);
  });

  it('bids what the job says, else 5 % above the lowest that runs, and offers nothing that would not run', async () => {
    const spot = (bidUsdPerHour?: number) =>
      at.driver.offers(want, {
        platform: 'vastai',
        market: 'spot',
        ...(bidUsdPerHour === undefined ? {} : { bidUsdPerHour }),
      });
    const [cheapest] = await spot();
    assert.deepEqual([cheapest?.market, cheapest?.usdPerHour], ['spot', 0.179219]);
    assert.ok((await spot(0.2)).every(({ usdPerHour }) => usdPerHour === 0.208219));
    assert.deepEqual(await spot(0.1), []);
    const held = await rented('bid', { market: 'spot', bidUsdPerHour: 0.25 });
    assert.equal((lastCall(at, 'PUT').body as { price: number }).price, 0.25);
    assert.equal(held.meters.find(({ id }) => id === 'gpu')?.usdPerHour, 0.25);
  });

  it('R7: hands the login of a registry over as one line, in no environment and no start script', async () => {
    const image = `ghcr.io/ada/trainer@sha256:${'a'.repeat(64)}`;
    const intent = { ...(await at.intent('private')), image, login: { user: 'ada', password: 'ghp_0a1b' } };
    const { boxId } = await at.driver.create(intent);
    const sent = lastCall(at, 'PUT').body as Record<string, unknown>;
    assert.equal(sent['image_login'], '-u ada -p ghp_0a1b ghcr.io');
    assert.equal(at.twin.account.onstart(boxId).includes('ghp_0a1b'), false);
    for (const [of, host] of [
      ['ada/trainer', 'docker.io'],
      ['localhost:5000/trainer', 'localhost:5000'],
    ]) {
      const named = { ...(await at.intent(`of-${host}`)), image: `${of}@sha256:${'a'.repeat(64)}` };
      await at.driver.create({ ...named, login: { user: 'ada', password: 'p' } });
      const { image_login: line } = lastCall(at, 'PUT').body as { image_login: string };
      assert.equal(line, `-u ada -p p ${host}`);
    }
    for (const password of ['two words', "o'clock", '$HOME', '-x'])
      await assert.rejects(
        at.driver.create({ ...intent, name: 'odd', login: { user: 'ada', password } }),
        (error: RentFailed) => {
          assert.equal(error.reason, 'refused');
          return !error.message.includes(password);
        },
      );
  });

  it('R7: shows nobody the login of a registry, though the platform repeats what it refuses', async () => {
    const image = `ghcr.io/ada/trainer@sha256:${'a'.repeat(64)}`;
    const intent = {
      ...(await at.intent('told-back')),
      image,
      login: { user: 'ada', password: 'ghp_0a1b2c3d' },
    };
    const body = {
      success: false,
      error: 'invalid_args',
      msg: 'image_login: "-u ada -p ghp_0a1b2c3d ghcr.io"',
    };
    at.twin.server.fail({ method: 'PUT', path: /\/asks\//, times: 1, how: { reply: { status: 400, body } } });
    await assert.rejects(at.driver.create(intent), (error: Error) => {
      assert.match(error.message, /-u ada -p \*\*\* ghcr\.io/);
      return true;
    });
  });

  it('holds the contract and not the offer, by label, with the end of the rental', async () => {
    const intent = await at.intent('contract');
    const held = await at.driver.create(intent);
    assert.notEqual(held.boxId, intent.offer.id);
    const { body, path } = lastCall(at, 'PUT');
    assert.match(path, new RegExp(`/asks/${intent.offer.id}/$`));
    const sent = body as Record<string, unknown>;
    assert.deepEqual(
      [sent['label'], sent['runtype'], sent['disk'], sent['image'], sent['env']],
      ['contract#abcdefghij', 'ssh_direct', 40, DEFAULT_IMAGE, undefined],
    );
    assert.equal(profileOf('vastai').rent.image?.name, DEFAULT_IMAGE);
    assert.equal(held.hostId, intent.offer.hostId);
    const days = (Date.parse(given(held.endsAt)) - Date.parse(given(held.since))) / 86_400_000;
    assert.equal(days, 40);
  });

  it('puts no secret of the job and no key of the account into what the platform keeps [VAST11]', async () => {
    const { boxId } = await rented('bare');
    const onstart = at.twin.account.onstart(boxId);
    assert.ok(onstart.length <= 4048, `${onstart.length} characters`);
    for (const each of [secret, at.twin.keys.full]) assert.equal(onstart.includes(each), false);
  });

  it('loses no contract that a refusal made all the same', async () => {
    at.twin.account.keepContract();
    const intent = await at.intent('kept');
    await assert.rejects(at.driver.create(intent), (error: RentFailed) => {
      assert.equal(error.reason, 'unclear');
      assert.match(error.message, /contract \d+ all the same/);
      return error instanceof RentFailed;
    });
    const [left] = await at.driver.find('kept');
    assert.equal((await at.driver.describe(given(left).boxId)).state, 'stopped');
    assert.ok(at.twin.billing.running().includes(`${left?.boxId} disk`));
    await carry(given(left).boxId, 'destroy');
    assert.deepEqual(await at.driver.find('kept'), []);
  });

  it('takes an offer that is gone or was outbid meanwhile for no capacity', async () => {
    const intent = await at.intent('late');
    await at.driver.create({ ...intent, name: 'quicker' });
    const low = { ...intent.offer, id: `${(await at.intent('x')).offer.id}@0.01` };
    for (const offer of [intent.offer, low]) {
      await assert.rejects(
        at.driver.create({ ...intent, offer }),
        (error: RentFailed) => error.reason === 'no-capacity',
      );
    }
    assert.deepEqual(await at.driver.find('late'), []);
  });

  it('calls a refused request refused', async () => {
    const intent = await at.intent('huge');
    const image = '';
    await assert.rejects(
      at.driver.create({ ...intent, image }),
      (error: RentFailed) => error.reason === 'refused' && /invalid_args/.test(error.message),
    );
  });

  it('comes back with the contract when the look after the create fails', async () => {
    const intent = await at.intent('unseen');
    at.twin.server.fail({
      method: 'GET',
      path: /v0\/instances/,
      times: 8,
      how: { reply: { status: 503, body: 'down' } },
    });
    const held = await at.driver.create(intent);
    at.twin.server.calm();
    assert.equal((await at.driver.find('unseen'))[0]?.boxId, held.boxId);
  });

  it('tells a stop of ours from being outbid, although every state field is the same [VAST4]', async () => {
    const [mine, outbid] = [await up('ours', { market: 'spot' }), await up('outbid', { market: 'spot' })];
    await carry(mine.boxId, 'stop');
    await at.twin.account.evict(outbid.boxId);
    const [one, other] = [mine, outbid].map(({ boxId }) => at.twin.account.row(boxId));
    for (const field of ['actual_status', 'cur_state', 'intended_status', 'next_state'])
      assert.equal(one?.[field], other?.[field]);
    assert.deepEqual(await at.driver.describe(mine.boxId), { state: 'stopped', native: 'stopped' });
    assert.deepEqual(await at.driver.describe(outbid.boxId), {
      state: 'stopped',
      native: 'stopped',
      evicted: true,
    });
    assert.equal((await at.driver.find('ours'))[0]?.boxId, mine.boxId, 'by the same name as before');
    const [seen] = (await at.driver.inventory()).filter(({ name }) => name === 'ours');
    assert.equal(seen?.owner, 'abcdefghij');
    await at.twin.account.regain(outbid.boxId);
    at.clock.pass(60);
    assert.equal((await at.driver.describe(outbid.boxId)).state, 'running');
  });

  it('shows that a stopped box bills its disk until it is destroyed, and proves neither too early [VAST1] [VAST15] [P5-13]', async () => {
    const held = await up('parked');
    await carry(held.boxId, 'stop');
    assert.deepEqual(await at.driver.meters(held), [
      { id: 'gpu', state: 'gone' },
      { id: 'disk', state: 'running' },
    ]);
    const listed = (await at.driver.inventory()).find(({ id }) => id === held.boxId);
    assert.deepEqual([listed?.billing, listed?.usdPerHour], ['yes', 0.008219]);
    at.twin.account.slowDelete(90);
    await carry(held.boxId, 'destroy');
    assert.deepEqual((await at.driver.meters(held)).at(1), { id: 'disk', state: 'running' });
    at.clock.pass(90);
    assert.deepEqual(
      (await at.driver.meters(held)).map(({ state }) => state),
      ['gone', 'gone'],
    );
  });

  it('reads a refused key as no proof that a box is gone', async () => {
    const held = await up('proof');
    const reply = { status: 404, body: { success: false, error: 'auth_error', msg: 'Invalid user key' } };
    at.twin.server.fail({ method: 'GET', times: 2, how: { reply } });
    await assert.rejects(
      at.driver.describe(held.boxId),
      (error: Problem) => error.code === 'api-key-refused',
    );
    await assert.rejects(at.driver.meters(held), (error: Problem) => error.code === 'api-key-refused');
    at.twin.server.fail({ method: 'GET', how: { reply: { status: 404, body: '<html>not here</html>' } } });
    await assert.rejects(at.driver.describe(held.boxId), (error: Problem) => error.kind === 'unreachable');
  });

  for (const [status, state, hopeless] of [
    ['created', 'starting', false],
    ['rebooting', 'starting', false],
    ['frozen', 'unknown', false],
    ['exited', 'unknown', true],
    ['unknown', 'unknown', true],
    ['offline', 'unknown', true],
  ] as const) {
    it(`reads actual_status ${status} as ${state}${hopeless ? ', and as a box that will not come up' : ''}`, async () => {
      const { boxId, hostId } = await up(`state-${status}`);
      at.twin.account.force(boxId, status);
      const seen = await at.driver.describe(boxId);
      assert.deepEqual([seen.state, seen.hopeless !== undefined], [state, hopeless]);
      if (hopeless) assert.match(seen.hopeless ?? '', new RegExp(`machine ${hostId}`));
    });
  }

  it('goes on counting the GPU of a frozen box, and of one that has just ended by itself', async () => {
    for (const status of ['frozen', 'exited']) {
      const held = await up(`gpu-${status}`);
      at.twin.account.force(held.boxId, status);
      assert.deepEqual((await at.driver.meters(held))[0], { id: 'gpu', state: 'running' });
    }
  });

  it('gives a container that cannot be started up, with its machine [VAST5]', async () => {
    const { boxId, hostId } = await rented('no-cuda');
    at.twin.account.force(boxId, 'loading', 'Error: OCI runtime create failed: nvidia-container-cli');
    const { state, hopeless } = await at.driver.describe(boxId);
    assert.equal(state, 'starting');
    assert.match(hopeless ?? '', new RegExp(`machine ${hostId} cannot start the container`));
  });

  it('reaches the box by its direct port, and by the proxy only where the host has none, saying so [VAST6] [VAST8] [P1-06]', async () => {
    const { boxId } = await up('direct');
    const direct = await at.driver.describe(boxId);
    assert.match(given(direct.endpoint).host, /^203\.0\.113\.\d+$/);
    assert.equal(direct.endpoint?.user, 'root');
    const { boxId: foreign } = at.twin.account.foreign('by-proxy');
    at.clock.pass(60);
    const proxied = await at.driver.describe(foreign);
    assert.deepEqual(
      [proxied.endpoint?.host, /about 1 GB/.test(proxied.native ?? '')],
      ['ssh5.vast.ai', true],
    );
  });

  for (const { isUptimeSaid, early, late } of [
    { isUptimeSaid: true, early: 100, late: 240 },
    { isUptimeSaid: false, early: 500, late: 660 },
  ])
    it(`R6: goes by the proxy where a host with ports maps none, ${isUptimeSaid ? 'three minutes after it runs' : 'ten after its contract where it says no more'}`, async () => {
      const { boxId } = await rented(`unmapped-${isUptimeSaid}`);
      at.twin.account.unmap(boxId, { isUptimeSaid });
      at.clock.pass(early);
      const waiting = await at.driver.describe(boxId);
      assert.deepEqual([waiting.state, waiting.endpoint], ['running', undefined]);
      at.clock.pass(late - early);
      const seen = await at.driver.describe(boxId);
      assert.equal(seen.endpoint?.host, 'ssh5.vast.ai');
      assert.match(seen.native ?? '', /SSH proxy/);
      const listed = await at.driver.running?.();
      assert.equal(listed?.get(boxId)?.endpoint?.host, 'ssh5.vast.ai');
    });

  it("rents only on a volume's machine, and says what volumes there are when it is another name [VAST12]", async () => {
    const [offer] = await at.driver.offers(want, { platform: 'vastai', market: 'on-demand' });
    const volume = at.twin.account.volume(Number(given(offer).hostId), 'datasets');
    const home = await at.driver.offers(want, {
      platform: 'vastai',
      market: 'on-demand',
      volume: `${volume}`,
    });
    assert.deepEqual(
      home.map(({ hostId }) => hostId),
      [offer?.hostId],
    );
    const { boxId } = await rented('with-volume', { volume: 'datasets' });
    assert.deepEqual((lastCall(at, 'PUT').body as Record<string, unknown>)['volume_info'], {
      create_new: false,
      volume_id: volume,
      mount_path: '/data',
    });
    const seen = (await at.driver.inventory()).find(({ kind }) => kind === 'volume');
    assert.deepEqual([seen?.id, seen?.name, seen?.billing], [`volume/${volume}`, 'datasets', 'yes']);
    await assert.rejects(carry(`volume/${volume}`, 'delete-volume'), /did not accept.*in use/);
    await carry(boxId, 'destroy');
    await carry(`volume/${volume}`, 'delete-volume');
    await carry(`volume/${volume}`, 'delete-volume');
    assert.equal((await at.driver.inventory()).filter(({ kind }) => kind === 'volume').length, 0);
    await assert.rejects(
      at.driver.offers(want, { platform: 'vastai', volume: 'elsewhere' }),
      (error: Problem) => error.code === 'volume-not-found' && error.kind === 'usage',
    );
  });

  it('reads the list to its end, 25 at a time, and finds every box of one name, the oldest first', async () => {
    for (let i = 0; i < 30; i += 1) at.twin.account.foreign(i % 10 === 0 ? 'twins#abcdefghij' : null);
    const pages = at.twin.server.exchanges.length;
    const found = await at.driver.find('twins');
    assert.equal(found.length, 3);
    assert.deepEqual(
      found.map(({ boxId }) => Number(boxId)),
      found.map(({ boxId }) => Number(boxId)).sort((a, b) => a - b),
    );
    assert.ok(at.twin.server.exchanges.length - pages >= 2);
    const listing = given(at.twin.server.exchanges.at(-1)).reply.body as { instances: object[] };
    assert.ok(listing.instances.every((row) => !('jupyter_token' in row) && !('onstart' in row)));
  });

  it("keeps each endpoint's pace, and waits out a 429 that names no time", async () => {
    const { exchanges } = at.twin.server;
    assert.equal(
      exchanges.filter(
        ({ request, reply }) =>
          reply.status === 429 &&
          !injected.has(reply) &&
          request.headers.authorization?.endsWith(at.twin.keys.full),
      ).length,
      0,
    );
    const held = await up('paced');
    at.twin.server.fail({
      method: 'GET',
      times: 2,
      how: { reply: { status: 429, body: 'API requests too frequent' } },
    });
    assert.equal((await at.driver.describe(held.boxId)).state, 'running');
  });

  it('tells what was charged', async () => {
    const held = await up('billed');
    assert.equal((await at.driver.describe(held.boxId)).state, 'running');
    at.clock.pass(3600);
    const billed = await at.driver.billed?.(held);
    const invoice = at.twin.billing.invoice(held.boxId);
    assert.ok(invoice > 0.3, `${invoice}`);
    assert.ok(Math.abs(given(billed ?? undefined).usd - invoice) < 0.001, JSON.stringify(billed));
    assert.equal(await at.driver.billed?.({ ...held, boxId: '1' }), null);
  });

  it('refuses ids and verbs that are none', async () => {
    await assert.rejects(carry('../users', 'destroy'), (error: Problem) => error.code === 'not-a-box-id');
    await assert.rejects(carry('31000007', 'reboot'), (error: Problem) => error.code === 'release-by-hand');
  });

  it('stops itself from inside by the line of the profile, with no key in any command line', {
    skip: existsSync('/usr/bin/curl') ? false : 'needs curl',
  }, async () => {
    const { line } = given(profileOf('vastai').rent['self-stop']);
    for (const [name, path] of [
      ['by-curl', '/usr/bin:/bin'],
      ['by-python', ''],
    ] as const) {
      const held = await up(name);
      const dir = await mkdtemp(join(tmpdir(), 'gl-vast-stop-'));
      const key = at.twin.account.containerKey(held.boxId);
      await writeFile(
        join(dir, 'environ'),
        `HOME=/root\0CONTAINER_API_KEY=${key}\0CONTAINER_ID=${held.boxId}\0`,
      );
      if (path === '') {
        // Everything but curl; and python itself, not what finds it.
        const found = (shell: string) => spawnSync('sh', ['-c', shell]).stdout.toString().trim();
        const python = found('python3 -c "import sys; print(sys.executable)"');
        for (const program of [found('command -v tr'), found('command -v grep')])
          await symlink(program, join(dir, basename(program)));
        await symlink(python, join(dir, 'python3'));
      }
      const here = line
        .replaceAll('/proc/1/environ', join(dir, 'environ'))
        .replaceAll('https://console.vast.ai', at.twin.server.url);
      const code = await exitOf(
        spawn('/bin/sh', ['-c', here], { env: { PATH: path || dir }, stdio: 'ignore' }),
      );
      assert.equal(code, 0);
      assert.equal((await at.driver.describe(held.boxId)).state, 'stopped');
      await rm(dir, { recursive: true });
    }
  });
});

const exitOf = (child: ReturnType<typeof spawn>): Promise<number | null> =>
  new Promise((resolve) => child.once('exit', resolve));

const lastCall = ({ twin }: Account, method: string) =>
  given(twin.server.exchanges.filter(({ request }) => request.method === method).at(-1)).request;

describe('vast.ai with real boxes', { skip: missing('sshd', 'testbed'), timeout: 60_000 }, () => {
  it('lets in our key by our host key, and runs the boot hook when an outbid box comes back [P3-10] [VAST4]', async () => {
    const boxes = await boxPool(1);
    const at = await account({ boxes });
    try {
      const intent = await at.intent('real', { market: 'spot' });
      const { boxId } = await at.driver.create(intent);
      at.clock.pass(60);
      const { endpoint } = await at.driver.describe(boxId);
      const box = given(at.twin.account.box(boxId));
      assert.deepEqual([endpoint?.host, endpoint?.port], [box.host, box.port]);
      assert.equal(box.hostKeySha256, hostKey(secret, 'real').sha256);
      const hook = join(box.home, '.gpu-lease', 'boot.sh');
      spawnSync('mkdir', ['-p', join(box.home, '.gpu-lease')]);
      await writeFile(hook, '#!/bin/sh\necho back >>"$HOME/came-back"\n', { mode: 0o755 });
      await at.twin.account.evict(boxId);
      await at.twin.account.regain(boxId);
      assert.equal(await readFile(join(box.home, 'came-back'), 'utf8'), 'back\n');
    } finally {
      await at.twin.close();
      await boxes.down();
    }
  });
});

describe("vast.ai's official client", { skip: missing('vastai-client'), timeout: 120_000 }, () => {
  it('searches, creates, lists, shows, stops and destroys at the twin', async () => {
    const at = await account();
    try {
      const script = join(import.meta.dirname, '..', 'twins', 'official', 'vastai_client.py');
      const home = await mkdtemp(join(tmpdir(), 'gl-vast-client-'));
      const env = { ...clientEnvironment('vastai'), HOME: home, VASTAI_NO_UPDATE_CHECK: '1' };
      const child = spawn('python3', [script, at.twin.server.url, at.twin.keys.full], { env });
      let said = '';
      let wrong = '';
      child.stdout.on('data', (chunk) => {
        said += chunk;
      });
      child.stderr.on('data', (chunk) => {
        wrong += chunk;
      });
      assert.equal(await exitOf(child), 0, wrong);
      await rm(home, { recursive: true });
      const result = JSON.parse(said) as Record<string, unknown>;
      assert.deepEqual(
        { ...result, box: 0, offers: 0 },
        {
          version: '1.9.1',
          offers: 0,
          box: 0,
          listed: true,
          shown: [result['box'], 'from-the-official-client'],
          stopped: true,
          volumes: 0,
          destroyed: true,
          after: null,
        },
      );
      assert.deepEqual(at.twin.billing.running(), []);
      assert.ok(
        at.twin.server.exchanges.every(({ request }) => !`${request.query}`.includes(at.twin.keys.full)),
      );
      console.log(
        `show: vast.ai: official client vastai ${result['version']}, ${at.twin.server.exchanges.length} exchanges`,
      );
    } finally {
      await at.twin.close();
    }
  });
});

/** Where the description contradicts its own prose or the official client. */
const KNOWN_ERRORS = [
  /** An instance that is gone is null. */
  /^reply 200: \/instances must be object/,
  /** A map by container port in the list, in the prose and for the client. */
  /^reply 200: \/instances\/ports must be array/,
  /** Without them network volumes may be left out of the list. */
  /^query "(owner|type)" is not described/,
];
/** What the official client sends otherwise: an object for `env`, null for what it was not told, a body with DELETE. */
const KNOWN_OF_THE_CLIENT = [/^request /, /^query "owner" is not described/];

describe("vast.ai's published description", { skip: missing('specs') }, () => {
  it('allows everything that driver and twin say to each other', () => {
    const description = new Description('vast.yaml');
    const exchanges = accounts
      .flatMap(({ twin }) => twin.server.exchanges)
      .filter(({ reply }) => !injected.has(reply));
    const unknown = exchanges.flatMap((each) => {
      const isClient = each.request.headers['user-agent']?.startsWith('vastai') === true;
      const known = isClient ? [...KNOWN_ERRORS, ...KNOWN_OF_THE_CLIENT] : KNOWN_ERRORS;
      return description
        .violations(each)
        .filter(({ where, what }) => !known.some((pattern) => pattern.test(`${where} ${what}`)));
    });
    assert.deepEqual(unknown.slice(0, 8), []);
    assert.ok(exchanges.length > 200);
    console.log(`show: vast.ai: ${exchanges.length} exchanges, ${unknown.length} violations`);
  });
});

uses.check();
