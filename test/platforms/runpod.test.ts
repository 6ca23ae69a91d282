import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectSsh } from '../../src/box/ssh-connect.ts';
import { type Held, type PlatformDriver, RentFailed, type RentIntent } from '../../src/platforms/driver.ts';
import { driverFor } from '../../src/platforms/registry.ts';
import { descriptionOf } from '../../src/platforms/runpod/box.ts';
import type { Problem } from '../../src/problem.ts';
import { hostKey, loginKey, newSecret } from '../../src/secret/keys.ts';
import { profileOf } from '../profile/profiles.ts';
import { missing } from '../requirement.ts';
import { boxPool } from '../twins/boxes.ts';
import { Description } from '../twins/description.ts';
import { startedBy } from '../twins/runpod-args.ts';
import { type RunpodTwin, startRunpodTwin } from '../twins/runpod-twin.ts';
import type { Exchange } from '../twins/twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { recordsUses } from './api-uses.ts';
import { driverContract } from './driver-contract.ts';
import { warrantFor } from './warrant-for-tests.ts';

const uses = recordsUses({
  platform: 'runpod',
  name: 'RunPod',
  spec: 'runpod-v2.json',
  understands: (place, status) =>
    /(?:^|\.|\[\]\.)status$/.test(place)
      ? descriptionOf({ status } as Parameters<typeof descriptionOf>[0]).state !== 'unknown'
      : undefined,
});

const { publicOpenSsh, privateOpenSsh } = loginKey(newSecret(), 'test');

const intentOf = (name: string): RentIntent => {
  const want = { gpu: { names: ['RTX 4090'], count: 1 } };
  const candidate = { platform: 'runpod' };
  return {
    name,
    offer: {
      id: 'SECURE/US-KS-2/1/NVIDIA GeForce RTX 4090',
      platform: 'runpod',
      summary: '1x RTX 4090 24 GB, US-KS-2, secure',
      usdPerHour: 0.445479,
      market: 'on-demand',
    },
    owner: 'aaaaaaaaaa',
    want,
    candidate,
    authorizedKey: publicOpenSsh,
    lifetimeSeconds: 3600,
  };
};

const clock = new SkippingClock(0);
const twins: RunpodTwin[] = [];

async function newTwin(): Promise<RunpodTwin> {
  const twin = await startRunpodTwin({ clock });
  twins.push(twin);
  return twin;
}

const driverOf = (twin: RunpodTwin, key: string | undefined): Promise<PlatformDriver> =>
  driverFor(
    'runpod',
    {
      clock,
      localRoot: '/nonexistent',
      selfCommand: ['false'],
      secret: (name) => ({ RUNPOD_API_KEY: key, GPU_LEASE_API_RUNPOD: twin.server.url })[name],
    },
    'runpod',
  );

const features = ['release', 'no-capacity', 'answer-lost', 'late-readings', 'http'] as const;

driverContract('runpod', { skip: false, features }, async () => {
  const twin = await newTwin();
  const driver = await driverOf(twin, twin.key);
  const keyed = {
    missing: await driverOf(twin, undefined),
    unknown: await driverOf(twin, 'rpa_NOBODYKNOWSTHISKEY'),
    'read-only': await driverOf(twin, twin.readOnlyKey),
  };
  const createCall = { method: 'POST', path: /^\/v2\/pods$/ };
  return {
    driver,
    clock,
    intent: intentOf,
    zero: ['terminate'],
    names: true,
    billed: async () => twin.billed(),
    failing: (how) => {
      if (how === 'answer-lost') twin.server.fail({ ...createCall, how: 'lost' });
      else twin.snatched = 1;
      return driver;
    },
    lagging: (readings) => {
      twin.ghostLooks = readings;
      return driver;
    },
    twin: {
      server: twin.server,
      createCall,
      withKey: (kind) => keyed[kind],
      strangeState: (boxId) => twin.setStatus(boxId, 'HIBERNATING'),
      secrets: [twin.key, twin.readOnlyKey, 'rpa_NOBODYKNOWSTHISKEY', twin.foreignPassword],
      foreign: () => {
        twin.addVolume({ name: 'theirs', size: 50, dataCenter: 'EU-RO-1', type: 'STANDARD' });
        return { boxId: twin.addForeign('somebody-elses') };
      },
    },
    down: () => twin.close(),
  };
});

describe('runpod', { timeout: 120_000 }, () => {
  after(() => Promise.all(twins.map((twin) => twin.close())));

  const account = async () => {
    const twin = await newTwin();
    const driver = await driverOf(twin, twin.key);
    return { twin, driver };
  };
  const want = { gpu: { names: ['RTX 4090'], count: 1 } };
  const candidate = { platform: 'runpod' };
  const createsOf = (twin: RunpodTwin) =>
    twin.server.exchanges.filter(({ request }) => request.method === 'POST' && request.path === '/v2/pods');
  // biome-ignore lint/suspicious/noExplicitAny: the body that was sent
  const lastBody = (twin: RunpodTwin): any => createsOf(twin).at(-1)?.request.body;
  const untilRunning = async (driver: PlatformDriver, { boxId }: Held) => {
    for (let look = 0; look < 50; look += 1) {
      const seen = await driver.describe(boxId);
      if (seen.state === 'running') return seen;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return assert.fail('it did not come up');
  };
  const failsWith = async (call: Promise<unknown>, reason: RentFailed['reason']) =>
    assert.rejects(call, (error: Error) => {
      assert.ok(error instanceof RentFailed, String(error));
      assert.equal(error.reason, reason, error.message);
      return true;
    });

  it('sends count, disk, port, key and mark with every create, and leaves the keys of the account alone [RP11]', async () => {
    const { twin, driver } = await account();
    await driver.create({ ...intentOf('whole'), want: { ...want, diskGb: { min: 70.5 } } });
    const { gpu, disk, ports, cloud, env, image, mounts, dataCenterIds } = lastBody(twin);
    assert.equal(image, profileOf('runpod').rent.image?.name);
    assert.deepEqual(gpu, { id: 'NVIDIA GeForce RTX 4090', count: 1, minCudaVersion: '12.8' });
    assert.deepEqual([disk, ports, cloud, dataCenterIds], [71, ['22/tcp'], 'SECURE', ['US-KS-2']]);
    assert.deepEqual(env, { PUBLIC_KEY: publicOpenSsh.trim(), GPU_LEASE_OWNER: 'aaaaaaaaaa' });
    assert.equal(mounts, undefined);
    assert.ok(twin.server.exchanges.every(({ request }) => !request.path.includes('ssh-keys')));
  });

  it('offers one card per data center at the price of cards and disk, of the secure cloud unless asked', async () => {
    const { driver } = await account();
    const two = { gpu: { names: ['RTX 4090'], count: 2 }, diskGb: { min: 730 } };
    const offers = (await driver.offers(two, candidate)).filter((each) => each.gpu?.model === 'RTX 4090');
    assert.deepEqual(offers.map((each) => each.region).sort(), ['EU-RO-1', 'US-KS-2', 'US-TX-3']);
    assert.deepEqual([...new Set(offers.map((each) => each.usdPerHour))], [0.98]);
    assert.deepEqual([...new Set(offers.map((each) => each.market))], ['on-demand']);
    const here = await driver.offers({ ...two, regions: ['US-KS'] }, candidate);
    assert.deepEqual([...new Set(here.map((each) => each.region))], ['US-KS-2']);
    const cheap = await driver.offers({ ...two, regions: ['COMMUNITY'] }, candidate);
    assert.deepEqual([...new Set(cheap.map((each) => each.region))], ['COMMUNITY']);
    assert.equal(cheap.find((each) => each.gpu?.model === 'RTX 4090')?.usdPerHour, 0.72);
  });

  it('creates on the community cloud what was offered there', async () => {
    const { twin, driver } = await account();
    const [offer] = await driver.offers({ ...want, regions: ['COMMUNITY'] }, candidate);
    assert.ok(offer);
    await driver.create({ ...intentOf('communal'), offer });
    assert.deepEqual([lastBody(twin).cloud, lastBody(twin).dataCenterIds], ['COMMUNITY', undefined]);
  });

  it('offers nothing that is sold out, too big for one machine, or spot, which v2 cannot rent [RP15]', async () => {
    const { twin, driver } = await account();
    assert.deepEqual(await driver.offers(want, { ...candidate, market: 'spot' }), []);
    const many = await driver.offers({ gpu: { names: ['V100'], count: 8 } }, candidate);
    assert.ok(many.length > 0 && many.every((each) => !each.summary.includes('V100')));
    twin.sellOut('NVIDIA GeForce RTX 4090');
    const left = await driver.offers(want, candidate);
    assert.ok(left.length > 0 && left.every((each) => each.gpu?.model !== 'RTX 4090'));
    twin.sellOut();
    assert.deepEqual(await driver.offers(want, candidate), []);
  });

  describe('a pod that never comes up', () => {
    /** Made so long ago, and what is said of it then. */
    const seenAfter = async (
      seconds: number,
      status: string,
      system: readonly string[],
      container: readonly string[] = [],
    ) => {
      const { twin, driver } = await account();
      const { boxId } = await driver.create(intentOf('hopeless'));
      twin.breakBoot(boxId, status, system, container);
      clock.pass(seconds);
      const logs = () => twin.server.exchanges.filter(({ request }) => request.path.endsWith('/logs'));
      return { twin, driver, boxId, logs, seen: await driver.describe(boxId) };
    };
    const begin = 'start container for runpod/pytorch:2.8.0: begin';
    const driverTooOld =
      'nvidia-container-cli: requirement error: unsatisfied condition: cuda>=12.8, please update your driver to a newer version, or use an earlier cuda container: unknown';

    for (const { what, status, system, says } of [
      {
        what: 'a driver that the image refuses',
        status: 'RUNNING',
        system: [
          'create container runpod/pytorch:2.8.0',
          begin,
          'error starting container: Error response from daemon: failed to create task for container: failed to create shim task: OCI runtime create failed',
          driverTooOld,
        ],
        says: /driver of its host is older than the image wants \(cuda>=12\.8\)/,
      },
      {
        what: 'a layer that its registry does not give',
        status: 'STARTING',
        system: ['create container acme/trainer:7', 'error pulling image: layer does not exist'],
        says: /image cannot be pulled: .*layer does not exist/,
      },
      {
        what: 'an image that may not be pulled',
        status: 'STARTING',
        system: [
          'Error response from daemon: pull access denied for acme/trainer, repository does not exist or may require',
        ],
        says: /image cannot be pulled: .*pull access denied/,
      },
      {
        what: 'a container that ends and is started again for ever',
        status: 'RUNNING',
        system: [begin, begin, begin, begin],
        says: /started 4 times and does not stay up/,
      },
    ])
      it(`M6: says so of ${what}, while RunPod calls it ${status}`, async () => {
        const { seen, logs } = await seenAfter(200, status, system);
        assert.equal(seen.state, 'starting');
        assert.match(seen.hopeless ?? '', says);
        assert.equal(logs().at(-1)?.request.query.get('source'), 'system');
      });

    it('M6: reads no log of a pod that may still come up, nor one again within a minute', async () => {
      const { seen, driver, boxId, logs } = await seenAfter(60, 'STARTING', [driverTooOld]);
      assert.deepEqual([seen.hopeless, logs().length], [undefined, 0]);
      clock.pass(130);
      assert.ok((await driver.describe(boxId)).hopeless);
      clock.pass(5);
      await driver.describe(boxId);
      assert.equal(logs().length, 1);
    });

    it('M6: takes a pull that goes on, one failed start, and what the container itself writes for no reason', async () => {
      for (const [system, container] of [
        [['a1b2 Extracting [====>  ]', 'a1b2 Pull complete', begin], []],
        [[begin, 'error starting container: timeout'], []],
        [[begin], ['pull access denied', driverTooOld, begin, begin, begin]],
      ] as const)
        assert.equal((await seenAfter(200, 'STARTING', system, container)).seen.hopeless, undefined);
    });

    it('M6: waits neither for a log that stays open nor for one that cannot be had', async () => {
      const { twin, driver, boxId } = await seenAfter(60, 'STARTING', [
        driverTooOld,
        ...Array(6).fill(begin),
      ]);
      const logs = { method: 'GET', path: /\/logs$/ };
      clock.pass(130);
      // As much as arrives in the time that is given to it; the rest takes longer.
      twin.server.fail({ ...logs, how: { pieces: { bytes: 600, everyMs: 6_000 } } });
      const began = Date.now();
      assert.match((await driver.describe(boxId)).hopeless ?? '', /cuda>=12\.8/);
      assert.ok(Date.now() - began < 5_900);
      for (const how of ['reset', { reply: { status: 500 } }, { reply: { status: 403 } }] as const) {
        clock.pass(61);
        twin.server.fail({ ...logs, how });
        assert.deepEqual(await driver.describe(boxId), { state: 'starting', native: 'STARTING' });
        twin.server.calm();
      }
    });

    it('R8: is one whose container runs for five minutes without a public address', async () => {
      const { twin, driver } = await account();
      const { boxId } = await driver.create(intentOf('hidden'));
      twin.hideAddress(boxId);
      clock.pass(240);
      assert.deepEqual(await driver.describe(boxId), { state: 'starting', native: 'RUNNING' });
      clock.pass(120);
      assert.match((await driver.describe(boxId)).hopeless ?? '', /no public address is published/);
    });
  });

  it('pulls an image that is not public by the login that the candidate names', async () => {
    const { twin, driver } = await account();
    for (const registry of ['clx-1a2b', undefined]) {
      const named = { ...candidate, ...(registry && { registry }) };
      const held = await driver.create({ ...intentOf(`image-of-${registry ?? 'all'}`), candidate: named });
      assert.equal(lastBody(twin).registry, registry);
      assert.equal(held.name, `image-of-${registry ?? 'all'}`);
    }
  });

  describe('a login that the job names by its secrets', () => {
    const login = { user: 'ada', password: 'correct-horse-battery' };
    const image = `ghcr.io/ada/trainer@sha256:${'a'.repeat(64)}`;
    const ours = ({ registries }: RunpodTwin) =>
      [...registries.values()].map(({ name, username, password }) => ({ name, username, password }));

    it('R7: is kept at RunPod for its lease alone, named to the pod, and goes with it', async () => {
      const { twin, driver } = await account();
      twin.registries.set('own', { id: 'own', name: 'work', username: 'ada', password: 'x' });
      const held = await driver.create({ ...intentOf('lease-of-a-test'), image, login });
      const [, made] = [...twin.registries.values()];
      assert.deepEqual(ours(twin)[1], {
        name: 'lease-of-a-test--glaaaaaaaaaa',
        username: login.user,
        password: login.password,
      });
      assert.equal(lastBody(twin).registry, made?.id);
      assert.equal(JSON.stringify(lastBody(twin)).includes(login.password), false);
      await driver.carryOut(warrantFor(held.boxId, 'terminate'), held.boxId, 'terminate');
      assert.deepEqual([...twin.registries.keys()], ['own']);
    });

    it('is taken away once its pod is gone, where its end was still under way at the first try', async () => {
      const { twin, driver } = await account();
      const held = await driver.create({ ...intentOf('lease-of-a-test'), image, login });
      twin.ghostLooks = 2;
      await driver.carryOut(warrantFor(held.boxId, 'terminate'), held.boxId, 'terminate');
      assert.equal(twin.registries.size, 1);
      const seen = async () => (await driver.meters(held)).map(({ state }) => state);
      while ((await seen()).some((state) => state !== 'gone'));
      assert.equal(twin.registries.size, 0);
    });

    it('R7: is in no message, though RunPod repeats what it refuses', async () => {
      const { twin, driver } = await account();
      const detail = `password ${login.password} (${Buffer.from(login.password).toString('base64')}) was not accepted`;
      for (const [status, body] of [
        [400, { title: 'Bad Request', status: 400, detail }],
        [500, detail],
      ] as const) {
        twin.server.fail({
          method: 'POST',
          path: /^\/v2\/registries/,
          times: 8,
          how: { reply: { status, body } },
        });
        await assert.rejects(driver.create({ ...intentOf('told-back'), image, login }), (error: Error) => {
          assert.match(error.message, /password \*\*\* \(\*\*\*\) was not accepted/);
          return true;
        });
        twin.server.calm();
      }
    });

    it('is made anew by the next try of the same lease, and left nowhere by a create that found nothing', async () => {
      const { twin, driver } = await account();
      twin.registries.set('old', {
        id: 'old',
        name: 'again--glaaaaaaaaaa',
        username: 'ada',
        password: 'mistyped',
      });
      await driver.create({ ...intentOf('again'), image, login });
      assert.deepEqual(
        ours(twin).map(({ password }) => password),
        [login.password],
      );
      twin.snatched = 1;
      await assert.rejects(driver.create({ ...intentOf('none'), image, login }), RentFailed);
      assert.equal(twin.registries.size, 1);
    });

    it('is no reason to miss what bills, where its list is refused', async () => {
      const { twin, driver } = await account();
      const held = await driver.create({ ...intentOf('lease-of-a-test'), image, login });
      for (const status of [401, 403, 404, 500]) {
        const how = { reply: { status, body: { title: 'x', status, detail: 'no' } } };
        twin.server.fail({ method: 'GET', path: /^\/v2\/registries/, times: 8, how });
        assert.deepEqual(
          (await driver.inventory()).map(({ id }) => id),
          [held.boxId],
        );
        twin.server.calm();
      }
    });

    it('that stayed behind is in the inventory, unpaid, and nobody else’s is', async () => {
      const { twin, driver } = await account();
      twin.registries.set('left', {
        id: 'left',
        name: 'gone-7-1--glaaaaaaaaaa',
        username: 'a',
        password: 'b',
      });
      twin.registries.set('own', { id: 'own', name: 'work', username: 'a', password: 'b' });
      assert.deepEqual(await driver.inventory(), [
        {
          kind: 'login',
          id: 'registry:left',
          name: 'gone-7-1',
          owner: 'aaaaaaaaaa',
          native: 'login of a container registry',
          billing: 'no',
          usdPerHour: 0,
        },
      ]);
    });
  });

  it("rents only where the job's volume lies, attaches it at creation, and leaves it when the pod goes [RP3] [RP7]", async () => {
    const { twin, driver } = await account();
    const volume = twin.addVolume({ name: 'weights', size: 100, dataCenter: 'EU-RO-1', type: 'STANDARD' });
    for (const named of [volume.id, 'weights']) {
      const offers = await driver.offers(want, { ...candidate, volume: named });
      assert.deepEqual([...new Set(offers.map((each) => each.region))], ['EU-RO-1']);
    }
    const intent = { ...intentOf('with-volume'), candidate: { ...candidate, volume: 'weights' } };
    const held = await driver.create(intent);
    assert.deepEqual(lastBody(twin).mounts, { network: [{ volumeId: volume.id, path: '/workspace' }] });
    assert.deepEqual(lastBody(twin).dataCenterIds, ['EU-RO-1']);
    assert.deepEqual(
      held.meters.map((each) => each.id),
      ['gpu', 'container-disk'],
    );
    await driver.carryOut(warrantFor(held.boxId, 'terminate'), held.boxId, 'terminate');
    const left = (await driver.inventory()).filter((each) => each.billing === 'yes');
    assert.deepEqual(
      left.map((each) => [each.kind, each.name]),
      [['volume', 'weights']],
    );
  });

  it('refuses a volume that is not there, is meant twice, or lies where the job does not want to be [RP7]', async () => {
    const { twin, driver } = await account();
    for (const dataCenter of ['EU-RO-1', 'US-KS-2'])
      twin.addVolume({ name: 'twice', size: 20, dataCenter, type: 'STANDARD' });
    const one = twin.addVolume({ name: 'once', size: 20, dataCenter: 'EU-RO-1', type: 'HIGH_PERFORMANCE' });
    const refused = async (volume: string, code: string, regions?: string[]) =>
      assert.rejects(
        driver.offers({ ...want, ...(regions ? { regions } : {}) }, { ...candidate, volume }),
        (error: Problem) => {
          assert.deepEqual([error.kind, error.code], ['usage', code]);
          assert.ok(error.next.includes(one.id) || error.next.includes('EU-RO-1'), error.next);
          return true;
        },
      );
    await refused('nothing-like-it', 'volume-unknown');
    await refused('twice', 'volume-ambiguous');
    await refused('once', 'volume-elsewhere', ['US']);
    assert.equal(createsOf(twin).length, 0);
  });

  it('deletes a network volume only by its own verb, and proves it by its own page', async () => {
    const { twin, driver } = await account();
    twin.addVolume({ name: 'stray', size: 2000, dataCenter: 'EU-RO-1', type: 'STANDARD' });
    const [stray] = await driver.inventory();
    assert.ok(stray);
    assert.deepEqual([stray.kind, stray.usdPerHour, stray.owner], ['volume', 0.164384, undefined]);
    assert.equal((await driver.describe(stray.id)).state, 'running');
    const meter = { id: 'network-volume', kind: 'volume', usdPerHour: 0.16, source: 'profile' } as const;
    const held = { boxId: stray.id, name: stray.name, meters: [meter] };
    assert.deepEqual(await driver.meters(held), [{ id: 'network-volume', state: 'running' }]);
    const verb = 'delete-network-volume';
    for (const _ of ['once', 'again']) await driver.carryOut(warrantFor(stray.id, verb), stray.id, verb);
    assert.deepEqual(await driver.meters(held), [{ id: 'network-volume', state: 'gone' }]);
    assert.equal((await driver.describe(stray.id)).state, 'gone');
    assert.deepEqual(twin.billing.running(), []);
  });

  it('tells no capacity from a bad request by the words, and by the same words for a second offer', async () => {
    const { twin, driver } = await account();
    const at = (place: string) => {
      const { offer, ...intent } = intentOf(`at-${place}`);
      return driver.create({ ...intent, offer: { ...offer, id: offer.id.replace('US-KS-2', place) } });
    };
    const answer = (status: number, detail: string) =>
      twin.server.fail({ method: 'POST', how: { reply: { status, body: { title: 'x', status, detail } } } });
    for (const place of ['US-KS-2', 'EU-RO-1']) {
      answer(400, 'There are no longer any instances available with the requested specifications.');
      await failsWith(at(place), 'no-capacity');
    }
    answer(400, 'image reference in US-KS-2 is malformed');
    await failsWith(at('US-KS-2'), 'no-capacity');
    answer(400, 'image reference in US-KS-2 is malformed');
    await failsWith(at('US-KS-2'), 'no-capacity');
    answer(400, 'image reference in EU-RO-1 is malformed');
    await failsWith(at('EU-RO-1'), 'refused');
    answer(422, 'Request validation failed.');
    await failsWith(at('US-KS-2'), 'refused');
    answer(403, 'your account cannot access the requested GPU pool');
    await failsWith(at('US-KS-2'), 'no-capacity');
    twin.balanceUsd = 0.1;
    await failsWith(at('US-KS-2'), 'refused');
    await failsWith(
      driver.create({ ...intentOf('odd'), offer: { ...intentOf('odd').offer, id: 'x' } }),
      'refused',
    );
    assert.deepEqual(twin.billed(), []);
  });

  it('I1: takes a 5xx in the words of no capacity for that, and any other for unclear', async () => {
    const { twin, driver } = await account();
    const answer = (detail: string) =>
      twin.server.fail({
        method: 'POST',
        how: { reply: { status: 500, body: { title: 'x', status: 500, detail } } },
      });
    answer('There are no longer any instances available with the requested specifications.');
    await failsWith(driver.create(intentOf('taken-500')), 'no-capacity');
    answer('create pod: something went wrong');
    await failsWith(driver.create(intentOf('odd-500')), 'unclear');
  });

  it('I5: takes a volume for deleted that a 500 answers for and the account does not have, and no other', async () => {
    const { twin, driver } = await account();
    const volume = twin.addVolume({ name: 'gone', size: 20, dataCenter: 'EU-RO-1', type: 'STANDARD' });
    const verb = 'delete-network-volume';
    const release = (id: string) => driver.carryOut(warrantFor(id, verb), id, verb);
    const broken = (how: { reply: { status: number; body: string } }) =>
      twin.server.fail({ method: 'DELETE', times: 8, how });
    broken({ reply: { status: 500, body: 'failed to delete network volume' } });
    await assert.rejects(release(volume.id), (error: Problem) => error.kind === 'unreachable');
    twin.server.calm();
    await release(volume.id);
    broken({ reply: { status: 500, body: 'failed to delete network volume' } });
    await release(volume.id);
    twin.server.calm();
    assert.equal((await driver.describe(`volume:${volume.id}`)).state, 'gone');
  });

  it('I4: has no bill yet for a while and says so, and says until when the one counts that it has', async () => {
    const { twin, driver } = await account();
    const held = await driver.create(intentOf('invoiced'));
    const path = /^\/v2\/billing\/pods$/;
    const late = (records: object[]) =>
      twin.server.fail({ path, how: { reply: { status: 200, body: { records } } } });
    late([]);
    assert.equal(await driver.billed?.(held), null);
    const bucket = (hour: string) => ({
      startTime: `2026-11-01T0${hour}:00:00Z`,
      podId: held.boxId,
      totalAmount: 0.5,
    });
    late([
      { ...bucket('1'), endTime: '2026-11-01T02:00:00Z' },
      { ...bucket('0'), endTime: '2026-11-01T01:00:00Z' },
    ]);
    const told = await driver.billed?.(held);
    assert.equal(told?.usd, 1);
    assert.match(told?.source ?? '', /until 2026-11-01T02:00:00Z/);
  });

  it('I9: puts our host key into the image whose command it knows, and leaves the command of any other', async () => {
    const { twin, driver } = await account();
    const { privateOpenSsh } = hostKey(newSecret(), 'keyed');
    const held = await driver.create({ ...intentOf('keyed'), hostKey: privateOpenSsh });
    assert.equal(startedBy(lastBody(twin).args).hostKey?.trim(), privateOpenSsh.trim());
    // Its sshd comes up all the same, which a command in the place of the image's would keep from it.
    assert.ok((await untilRunning(driver, held)).endpoint);
    const image = 'me/mine@sha256:00';
    await driver.create({ ...intentOf('mine'), hostKey: privateOpenSsh, image });
    assert.equal(lastBody(twin).args, undefined);
    assert.equal(startedBy("bash -c 'sleep infinity'").hasSshd, false);
  });

  it('asks for a host whose driver carries the CUDA of the image, and so never gets an older one [RP9]', async () => {
    const { twin, driver } = await account();
    const on = (name: string, image?: string) => {
      const { offer, ...intent } = intentOf(name);
      const v100 = { ...offer, id: 'SECURE/US-KS-2/1/Tesla V100-PCIE-16GB' };
      return driver.create({ ...intent, offer: v100, ...(image === undefined ? {} : { image }) });
    };
    await failsWith(on('too-old'), 'no-capacity');
    await on('older-image', 'nvidia/cuda:12.1.1-runtime-ubuntu22.04');
    assert.equal(lastBody(twin).gpu.minCudaVersion, '12.1');
    await on('older-torch', 'runpod/pytorch:2.1.0-py3.10-cuda11.8.0-devel');
    assert.equal(lastBody(twin).gpu.minCudaVersion, '11.8');
    await on('silent', 'me/mine@sha256:00cu1281');
    assert.equal(lastBody(twin).gpu.minCudaVersion, undefined);
  });

  it('gives an address only once the port is published, and the new one after a restart [RP6] [P1-02]', async () => {
    const { twin, driver } = await account();
    const held = await driver.create(intentOf('slow-port'));
    const seen = new Set<string>();
    for (let look = 0; look < 60; look += 1) {
      const { state, native, endpoint } = await driver.describe(held.boxId);
      assert.equal(state === 'running', endpoint !== undefined);
      seen.add(`${state} ${native}`);
      if (endpoint) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.deepEqual(
      [...seen],
      ['starting PROVISIONING', 'starting STARTING', 'starting RUNNING', 'running RUNNING'],
    );
    const { endpoint } = await driver.describe(held.boxId);
    twin.movePort(held.boxId);
    assert.notEqual((await driver.describe(held.boxId)).endpoint?.port, endpoint?.port);
  });

  it('cannot say who stopped a pod: it remembers nothing, and the record knows what we asked', async () => {
    const { twin, driver } = await account();
    const held = await driver.create(intentOf('taken'));
    const ours = await driver.create(intentOf('stopped'));
    await untilRunning(driver, held);
    await untilRunning(driver, ours);
    await twin.evict(held.boxId);
    assert.deepEqual(await driver.describe(held.boxId), {
      state: 'stopped',
      native: 'EXITED',
      evicted: true,
    });
    for (const _ of ['once', 'again'])
      await driver.carryOut(warrantFor(ours.boxId, 'stop'), ours.boxId, 'stop');
    assert.deepEqual(await driver.describe(ours.boxId), await driver.describe(held.boxId));
    assert.deepEqual(
      (await driver.meters(ours)).map((each) => each.state),
      ['gone', 'gone'],
    );
  });

  it('counts the volume disk of a stopped pod at twice its price until it is deleted [RP4]', async () => {
    const { twin, driver } = await account();
    const boxId = twin.addForeign('parked', { persistentGb: 730 });
    const [before] = await driver.find('parked');
    assert.equal(before?.meters.find((each) => each.id === 'volume-disk')?.usdPerHour, 0.1);
    await driver.carryOut(warrantFor(boxId, 'stop'), boxId, 'stop');
    const [held] = await driver.find('parked');
    assert.ok(held);
    assert.deepEqual(
      held.meters.map(({ id, usdPerHour }) => [id, usdPerHour]),
      [
        ['gpu', 0],
        ['container-disk', 0],
        ['volume-disk', 0.2],
      ],
    );
    assert.deepEqual(
      (await driver.meters(held)).map((each) => each.state),
      ['gone', 'gone', 'running'],
    );
    const [seen] = await driver.inventory();
    assert.deepEqual([seen?.billing, seen?.usdPerHour], ['yes', 0.2]);
    await driver.carryOut(warrantFor(boxId, 'terminate'), boxId, 'terminate');
    assert.deepEqual(await driver.inventory(), []);
  });

  it('takes a broken pod for billing and hopeless, and an acknowledged delete for no proof [RP14] [P5-13]', async () => {
    const { twin, driver } = await account();
    const broken = await driver.create(intentOf('broken'));
    twin.setStatus(broken.boxId, 'ERROR');
    const seen = await driver.describe(broken.boxId);
    assert.equal(seen.state, 'stopped');
    assert.match(seen.hopeless ?? '', /ERROR/);
    assert.ok((await driver.meters(broken)).every((each) => each.state === 'running'));

    const page = { path: new RegExp(`^/v2/pods/${broken.boxId}$`) };
    const notFound = { status: 404, body: { title: 'Not Found', status: 404, detail: 'pod not found' } };
    twin.server.fail({ ...page, method: 'GET', how: { reply: notFound } });
    assert.ok((await driver.meters(broken)).every((each) => each.state === 'running'));
    twin.server.fail({ ...page, method: 'DELETE', how: { reply: { status: 204 } } });
    await driver.carryOut(warrantFor(broken.boxId, 'terminate'), broken.boxId, 'terminate');
    assert.ok((await driver.meters(broken)).every((each) => each.state === 'running'));
    assert.deepEqual(twin.billed(), ['broken']);
    await driver.carryOut(warrantFor(broken.boxId, 'terminate'), broken.boxId, 'terminate');
    assert.ok((await driver.meters(broken)).every((each) => each.state === 'gone'));
  });

  it('shows twins of one name, the oldest first, and lists members of clusters that it cannot end', async () => {
    const { twin, driver } = await account();
    const first = twin.addForeign('same');
    clock.pass(5);
    const second = twin.addForeign('same');
    const clustered = twin.addForeign('theirs', { cluster: true });
    assert.deepEqual(
      (await driver.find('same')).map((each) => each.boxId),
      [first, second],
    );
    const seen = (await driver.inventory()).find((each) => each.id === clustered);
    assert.match(seen?.native ?? '', /cluster/);
    const kill = driver.carryOut(warrantFor(clustered, 'terminate'), clustered, 'terminate');
    await assert.rejects(
      kill,
      (error: Problem) => error.code === 'api-refused' && /cluster/.test(error.what),
    );
    assert.equal(twin.billed().includes('theirs'), true);
  });

  it('follows a list to its last page, and takes none for whole that does not say where it goes on', async () => {
    const twin = await startRunpodTwin({ clock, pageSize: 2 });
    try {
      const driver = await driverOf(twin, twin.key);
      for (let n = 0; n < 5; n += 1) twin.addForeign(`pod-${n}`);
      for (let n = 0; n < 3; n += 1)
        twin.addVolume({ name: `volume-${n}`, size: 10, dataCenter: 'EU-RO-1', type: 'STANDARD' });
      assert.equal((await driver.inventory()).length, 8);
      assert.equal((await driver.find('pod-4')).length, 1);
      const held = await driver.create(intentOf('sixth'));
      assert.equal((await driver.create(intentOf('sixth'))).boxId, held.boxId);
      const endless = { status: 200, body: { pods: [], pagination: { hasNextPage: true } } };
      twin.server.fail({ path: /^\/v2\/pods$/, how: { reply: endless } });
      await assert.rejects(driver.find('sixth'), (error: Problem) => error.code === 'api-reply');
    } finally {
      await twin.close();
    }
  });

  it('leads to a box that our key opens, and that is closed when the pod is stopped', {
    skip: missing('sshd', 'testbed'),
  }, async () => {
    const boxes = await boxPool(1);
    const twin = await startRunpodTwin({ clock, boxes });
    try {
      const driver = await driverOf(twin, twin.key);
      const held = await driver.create(intentOf('real'));
      const { endpoint } = await untilRunning(driver, held);
      assert.ok(endpoint);
      const login = { keys: [{ text: privateOpenSsh, label: 'test' }] };
      const dial = () => connectSsh({ endpoint: async () => endpoint, login, pin: 'first-contact' });
      const { channel } = await dial();
      assert.equal((await channel.exec(['echo', 'in'])).stdout, 'in\n');
      await channel.close();
      await driver.carryOut(warrantFor(held.boxId, 'stop'), held.boxId, 'stop');
      await assert.rejects(dial());
    } finally {
      await twin.close();
      await boxes.down();
    }
  });

  it('tells what RunPod has charged, to the cent of its invoice', async () => {
    const { twin, driver } = await account();
    const held = await driver.create(intentOf('billed'));
    assert.equal(held.since, (await driver.inventory())[0]?.createdAt);
    clock.pass(7200);
    await driver.carryOut(warrantFor(held.boxId, 'terminate'), held.boxId, 'terminate');
    const billed = await driver.billed?.(held);
    const byMeters = held.meters.reduce((sum, each) => sum + (each.usdPerHour ?? 0) * 2, 0);
    assert.ok(Math.abs((billed?.usd ?? 0) - twin.billing.invoice(held.boxId)) < 1e-9);
    assert.equal(billed?.usd.toFixed(2), byMeters.toFixed(2));
    assert.equal(await driver.billed?.({ ...held, boxId: 'nobody' }), null);
  });

  it('says what is wrong with the request in the platform’s words, without the key', async () => {
    const { twin, driver } = await account();
    const body = { title: 'x', status: 422, detail: `no ${twin.key}`, errors: ['$.disk: too small', 'more'] };
    twin.server.fail({ method: 'POST', how: { reply: { status: 422, body } } });
    await assert.rejects(driver.create(intentOf('worded')), (error: Error) => {
      assert.match(error.message, /no \*\*\*; \$\.disk: too small; more/);
      return true;
    });
  });

  it('exchanges nothing that the published description does not know', { skip: missing('specs') }, () => {
    const description = new Description('runpod-v2.json');
    const exchanges = twins.flatMap((twin) => twin.server.exchanges).filter((each) => !isInjected(each));
    const violations = exchanges.flatMap((exchange) => description.violations(exchange));
    assert.deepEqual(violations, []);
    assert.ok(exchanges.length > 100);
    process.stdout.write(`show: runpod: ${exchanges.length} exchanges, 0 violations\n`);
  });
});

/** Answers that a test put there, and the state that no document names. */
function isInjected({ reply }: Exchange): boolean {
  const text = JSON.stringify(reply.body ?? '');
  return ['"down"', '"oops"'].includes(text) || /"too many"|HIBERNATING/.test(text);
}

uses.check();
