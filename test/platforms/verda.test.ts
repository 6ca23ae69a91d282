import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type PlatformDriver, RentFailed, type RentIntent } from '../../src/platforms/driver.ts';
import { guarded } from '../../src/platforms/guarded.ts';
import { verda } from '../../src/platforms/verda/driver.ts';
import type { Problem } from '../../src/problem.ts';
import { hostKey, loginKey, newSecret } from '../../src/secret/keys.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { startVerdaTwin, type VerdaTwin } from '../twins/verda-twin.ts';
import { driverContract } from './driver-contract.ts';
import { warrantFor } from './warrant-for-tests.ts';

const secret = newSecret();
const clock = new SkippingClock(0);
const OWNER = 'abcdefghij';
const GPU = { gpu: { names: ['H100'], count: 1 } };

function driverOf(twin: VerdaTwin, clientSecret: string | undefined = twin.clientSecret): PlatformDriver {
  const env: Record<string, string | undefined> = {
    VERDA_CLIENT_ID: twin.clientId,
    VERDA_CLIENT_SECRET: clientSecret,
    GPU_LEASE_API_VERDA: twin.server.url,
  };
  return guarded(
    verda({ clock, localRoot: '/nowhere', selfCommand: ['false'], secret: (name) => env[name] }),
  );
}

async function intentFor(
  driver: PlatformDriver,
  name: string,
  market: 'on-demand' | 'spot' = 'on-demand',
): Promise<RentIntent> {
  const candidate = { platform: 'verda', market };
  const offer = (await driver.offers(GPU, candidate)).find(
    ({ id }) => id === `1H100.80S.30V@FIN-01@${market}`,
  );
  assert.ok(offer);
  return {
    name,
    owner: OWNER,
    offer,
    want: GPU,
    candidate,
    authorizedKey: loginKey(secret, 'run').publicOpenSsh,
    hostKey: hostKey(secret, name).privateOpenSsh,
    lifetimeSeconds: 3600,
  };
}

async function up(driver: PlatformDriver, boxId: string): Promise<void> {
  for (let look = 0; look < 100; look += 1) {
    if ((await driver.describe(boxId)).state === 'running') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${boxId} did not come up`);
}

const features = ['release', 'no-capacity', 'answer-lost', 'late-readings', 'http'] as const;

driverContract('verda', { skip: false, features }, async () => {
  const twin = await startVerdaTwin({ clock });
  const driver = driverOf(twin);
  return {
    driver,
    clock,
    intent: (name) => intentFor(driver, name),
    zero: ['delete'],
    names: true,
    billed: async () => twin.billed(),
    failing: (how) => {
      if (how === 'no-capacity') twin.emptyLooks = 1;
      else twin.server.fail({ method: 'POST', path: /^\/v1\/instances$/, how: 'lost' });
      return driver;
    },
    lagging: (readings) => {
      twin.lagLooks = readings;
      return driver;
    },
    twin: {
      server: twin.server,
      createCall: { method: 'POST', path: /^\/v1\/instances$/ },
      withKey: (kind) =>
        driverOf(
          twin,
          kind === 'missing' ? '' : kind === 'unknown' ? 'a-secret-nobody-knows' : twin.readOnlySecret,
        ),
      strangeState: (boxId) => twin.setStatus(boxId, 'transmogrifying'),
      evict: (boxId) => twin.evict(boxId),
      secrets: twin.secrets,
      foreign: () => {
        twin.addVolume({ name: 'their-data', size: 100, location: 'FIN-01' });
        return { boxId: twin.addForeign('their-box') };
      },
    },
    down: () => twin.close(),
  };
});

describe('verda', { timeout: 60_000 }, () => {
  let twin: VerdaTwin;
  let driver: PlatformDriver;
  before(async () => {
    twin = await startVerdaTwin({ clock });
    driver = driverOf(twin);
  });
  after(() => twin.close());

  const calls = (method: string, path: RegExp) =>
    twin.server.exchanges.filter(({ request }) => request.method === method && path.test(request.path));
  const bearer = () => String(calls('GET', /instances/).at(-1)?.request.headers.authorization);
  const boxOf = async (name: string, market: 'on-demand' | 'spot' = 'on-demand') => {
    const held = await driver.create(await intentFor(driver, name, market));
    await up(driver, held.boxId);
    return held;
  };

  it('offers every type of every location in both markets, its disk in the price', async () => {
    const offers = await driver.offers(
      { ...GPU, diskGb: { min: 200 } },
      { platform: 'verda', market: 'any' },
    );
    const h100 = offers.filter(({ id }) => id.startsWith('1H100'));
    assert.deepEqual(
      h100.map(({ id }) => id),
      ['1H100.80S.30V@FIN-01@on-demand', '1H100.80S.30V@FIN-03@on-demand', '1H100.80S.30V@FIN-01@spot'],
    );
    // 200 GB at 0.2 USD a month and 730 hours, rounded up to the hundredth of a cent.
    assert.deepEqual(
      h100.map(({ usdPerHour }) => Number(usdPerHour.toFixed(4))),
      [2.3448, 2.3448, 0.8548],
    );
    assert.deepEqual([h100[0]?.gpu?.model, h100[0]?.gpu?.form, h100[0]?.gpu?.memoryGb], ['H100', 'SXM', 80]);
    const eight = offers.find(({ id }) => id.startsWith('8A100'));
    assert.deepEqual([eight?.gpu?.count, eight?.gpu?.memoryGb], [8, 80]);
    assert.ok(offers.every(({ id }) => !id.startsWith('CPU')));
  });

  it('fetches one token for many calls, another when it is refused half-way, and none that has run out', async () => {
    const fresh = driverOf(twin);
    const before = calls('POST', /oauth2/).length;
    await Promise.all([fresh.find('nobody'), fresh.inventory(), fresh.find('nobody')]);
    assert.equal(calls('POST', /oauth2/).length - before, 1);
    twin.forgetTokens();
    await fresh.find('nobody');
    assert.equal(calls('POST', /oauth2/).length - before, 2);
    clock.pass(3600 - 30);
    const refused = twin.server.exchanges.filter(({ reply }) => reply.status === 401).length;
    await fresh.find('nobody');
    assert.equal(calls('POST', /oauth2/).length - before, 3);
    assert.equal(twin.server.exchanges.filter(({ reply }) => reply.status === 401).length, refused);
  });

  it('installs login key and host key by objects of the lease, and takes both away once the box runs', async () => {
    const intent = await intentFor(driver, 'keyed');
    const held = await driver.create(intent);
    const marked = `keyed--gl${OWNER}`;
    assert.ok(twin.keys().includes(marked));
    const script = twin.scripts().find(({ name }) => name === marked)?.script ?? '';
    assert.ok(script.includes(intent.authorizedKey) && script.includes(intent.hostKey ?? '?'));
    await up(driver, held.boxId);
    assert.equal(twin.keys().includes(marked), false);
    assert.deepEqual(
      twin.scripts().filter(({ name }) => name === marked),
      [],
    );
  });

  it('leaves neither key nor script behind when a create is refused', async () => {
    const intent = await intentFor(driver, 'refused');
    twin.server.fail({
      method: 'POST',
      path: /^\/v1\/instances$/,
      how: { reply: { status: 402, body: { code: 'insufficient_funds', message: 'Top up' } } },
    });
    await assert.rejects(driver.create(intent), (error: RentFailed) => error.reason === 'refused');
    assert.deepEqual([twin.keys(), twin.scripts()], [[], []]);
  });

  it('rents what its price says: held meters and the account bill agree to the hundredth of a cent', async () => {
    const held = await boxOf('billed');
    const running = twin.billing.running().filter((line) => line.startsWith(held.boxId));
    assert.deepEqual(running, [`${held.boxId} gpu`]);
    assert.deepEqual(
      held.meters.map(({ id, usdPerHour }) => [id, usdPerHour]),
      [
        ['gpu', 2.29],
        ['os-volume', 0.0137],
      ],
    );
    const from = twin.billing.invoice();
    const others = twin.billing.running().length;
    assert.ok(others >= 2);
    await driver.carryOut(warrantFor(held.boxId, 'delete'), held.boxId, 'delete');
    clock.pass(3600);
    assert.ok(twin.billing.invoice() - from < 3600);
  });

  it('deletes the disk with its instance and past the trash, and leaves the volume of the user', async () => {
    const volume = twin.addVolume({ name: 'my-data', size: 500, location: 'FIN-01' });
    const intent = await intentFor(driver, 'with-volume');
    const held = await driver.create({ ...intent, candidate: { ...intent.candidate, volume: 'my-data' } });
    await up(driver, held.boxId);
    await driver.carryOut(warrantFor(held.boxId, 'delete'), held.boxId, 'delete');
    const [sent] = calls('PUT', /^\/v1\/instances$/).slice(-1);
    assert.match(JSON.stringify(sent?.request.body), /"delete_permanently":true/);
    assert.deepEqual(
      twin.volumes().filter(({ name }) => name === 'my-data' || name.startsWith('with-volume')),
      [{ name: 'my-data', inTrash: false, instanceId: null }],
    );
    assert.ok(twin.billing.running().includes(`${volume} volume`));
  });

  it('B1: takes the 400 for an id that it has forgotten for gone, and no other 400', async () => {
    const forgotten = '5f1a0000-0000-4000-8000-00000000dead';
    assert.deepEqual(await driver.describe(forgotten), { state: 'gone' });
    const held = await boxOf('forgotten');
    // An answer of that kind about a box that is in the list says nothing of it.
    const refusal = { status: 400, body: { code: 'invalid_request', message: 'Invalid instance id' } };
    twin.server.fail({
      method: 'GET',
      when: ({ path }) => path.endsWith(held.boxId),
      how: { reply: refusal },
    });
    assert.equal((await driver.describe(held.boxId)).state, 'running');
    // And a release whose box Verda has forgotten is proven.
    await driver.carryOut(warrantFor(held.boxId, 'delete'), held.boxId, 'delete');
    twin.server.fail({
      method: 'GET',
      when: ({ path }) => path.endsWith(held.boxId),
      how: { reply: refusal },
    });
    assert.deepEqual(
      (await driver.meters(held)).map(({ state }) => state),
      ['gone', 'gone'],
    );
    const other = { status: 400, body: { code: 'invalid_request', message: 'Project is suspended' } };
    twin.server.fail({ method: 'GET', when: ({ path }) => path.endsWith(held.boxId), how: { reply: other } });
    await assert.rejects(driver.describe(held.boxId), (error: Problem) => {
      assert.equal(error.kind, 'unreachable');
      assert.match(error.what, /Project is suspended/);
      return true;
    });
  });

  it('waits while an instance is being made, in which it cannot be deleted', async () => {
    const held = await driver.create(await intentFor(driver, 'too-early'));
    const slept = clock.skipped.length;
    await driver.carryOut(warrantFor(held.boxId, 'delete'), held.boxId, 'delete');
    assert.deepEqual(clock.skipped.slice(slept), [10]);
    assert.equal(twin.billed().includes('too-early'), false);
    assert.deepEqual(
      twin.volumes().filter(({ name }) => name.startsWith('too-early')),
      [],
    );
  });

  it('takes no 207 for a yes, and says what is left billing', async () => {
    const held = await boxOf('stuck');
    const body = [{ action: 'delete', instanceId: held.boxId, status: 'error', error: 'host is busy' }];
    twin.server.fail({ method: 'PUT', how: { reply: { status: 207, body } } });
    await assert.rejects(
      driver.carryOut(warrantFor(held.boxId, 'delete'), held.boxId, 'delete'),
      (error: Problem) => error.kind === 'billing' && /host is busy/.test(error.what),
    );
    assert.ok(twin.billed().includes('stuck'));
    await driver.carryOut(warrantFor(held.boxId, 'delete'), held.boxId, 'delete');
  });

  it('shows the disk of a spot instance that was taken away as a meter, keeps its data, and ends it when told to', async () => {
    // Warrants of tests are for this lease.
    const held = await boxOf('lease-of-a-test', 'spot');
    assert.equal(held.meters[0]?.usdPerHour, 0.8);
    await twin.evict(held.boxId);
    assert.deepEqual(await driver.describe(held.boxId), {
      state: 'gone',
      native: 'discontinued',
      evicted: true,
    });
    assert.deepEqual(await driver.find(held.name), []);
    assert.deepEqual(
      (await driver.meters(held)).map(({ state }) => state),
      ['gone', 'running'],
    );
    const loose = (await driver.inventory()).find((each) => each.kind === 'disk' && each.name === held.name);
    assert.deepEqual([loose?.owner, loose?.billing, loose?.native], [OWNER, 'yes', 'detached']);
    await driver.carryOut(warrantFor(held.boxId, 'delete'), held.boxId, 'delete');
    assert.deepEqual(
      (await driver.meters(held)).map(({ state }) => state),
      ['gone', 'gone'],
    );
    assert.deepEqual(await driver.describe(held.boxId), { state: 'gone', native: 'discontinued' });
  });

  it('does not call a disk gone that lies in the trash', async () => {
    const held = await boxOf('binned');
    await fetch(`${twin.server.url}/v1/instances`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: bearer() },
      body: JSON.stringify({ id: [held.boxId], action: 'delete' }),
    });
    assert.deepEqual(
      (await driver.meters(held)).map(({ state }) => state),
      ['gone', 'running'],
    );
    const [binned] = (await driver.inventory()).filter((each) => each.name === 'binned');
    assert.match(binned?.native ?? '', /in the trash/);
    await driver.carryOut(warrantFor(binned?.id ?? '', 'delete-volume'), binned?.id ?? '', 'delete-volume');
    assert.deepEqual(
      (await driver.meters(held)).map(({ state }) => state),
      ['gone', 'gone'],
    );
  });

  it('goes on billing a box that is shut down, and calls one hopeless for which there is no machine', async () => {
    const held = await boxOf('shut-down');
    twin.setStatus(held.boxId, 'offline');
    assert.equal((await driver.describe(held.boxId)).state, 'stopped');
    assert.ok((await driver.meters(held)).every(({ state }) => state === 'running'));
    twin.setStatus(held.boxId, 'no_capacity');
    const seen = await driver.describe(held.boxId);
    assert.deepEqual([seen.state, seen.hopeless !== undefined], ['unknown', true]);
  });

  it('offers only where the volume is, and refuses one that nobody has or that is elsewhere', async () => {
    twin.addVolume({ name: 'data-fin3', size: 10, location: 'FIN-03' });
    const offers = await driver.offers(GPU, { platform: 'verda', volume: 'data-fin3' });
    assert.deepEqual([...new Set(offers.map(({ region }) => region))], ['FIN-03']);
    const usage = (code: string) => (error: Problem) => error.kind === 'usage' && error.code === code;
    await assert.rejects(driver.offers(GPU, { platform: 'verda', volume: 'nope' }), usage('volume-unknown'));
    const intent = await intentFor(driver, 'elsewhere');
    const candidate = { ...intent.candidate, volume: 'data-fin3' };
    await assert.rejects(driver.create({ ...intent, candidate }), usage('volume-elsewhere'));
    assert.equal(twin.billed().includes('elsewhere'), false);
  });

  it('I1: takes a 503 to a create for no capacity where it says so or has the type no more, else for unclear', async () => {
    const reasonOf = async (said: string, looks: number) => {
      const body = { code: 'service_unavailable', message: said };
      const create = { method: 'POST', path: /^\/v1\/instances$/ };
      twin.server.fail({ ...create, how: { reply: { status: 503, body } } });
      const look = { method: 'GET', path: /^\/v1\/instance-availability\/./, after: 1 };
      if (looks > 0) twin.server.fail({ ...look, how: { reply: { status: 200, body: false } } });
      const failed = await driver.create(await intentFor(driver, 'snatched')).catch((error) => error);
      assert.ok(failed instanceof RentFailed, String(failed));
      twin.server.calm();
      return failed.reason;
    };
    assert.equal(await reasonOf('No capacity for this instance type', 0), 'no-capacity');
    assert.equal(await reasonOf('Service unavailable', 1), 'no-capacity');
    assert.equal(await reasonOf('Service unavailable', 0), 'unclear');
    assert.equal(twin.billed().includes('snatched'), false);
    assert.equal((await driver.create(await intentFor(driver, 'snatched'))).name, 'snatched');
  });

  it('refuses a container image and a name that is no host name before anything is made', async () => {
    const intent = await intentFor(driver, 'fine');
    for (const wrong of [{ image: 'a/b@sha256:00' }, { name: 'no_host_name' }, { name: 'x'.repeat(64) }])
      await assert.rejects(
        driver.create({ ...intent, ...wrong }),
        (error: RentFailed) => error.reason === 'refused',
      );
    assert.equal(
      calls('POST', /sshkeys/).some(({ request }) => JSON.stringify(request.body).includes('fine')),
      false,
    );
  });

  it('finds a left-over start script beyond the first page', async () => {
    for (let n = 0; n < 101; n += 1) {
      await fetch(`${twin.server.url}/v1/scripts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: bearer() },
        body: JSON.stringify({ name: n === 100 ? `paged--gl${OWNER}` : `theirs-${n}`, script: '#!/bin/sh' }),
      });
    }
    await boxOf('paged');
    assert.deepEqual(
      twin.scripts().filter(({ name }) => name.startsWith('paged')),
      [],
    );
    assert.equal(twin.scripts().filter(({ name }) => name.startsWith('theirs')).length, 100);
  });
});
