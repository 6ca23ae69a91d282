import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { resolveSshTarget } from '../../src/box/ssh-user-config.ts';
import { systemClock } from '../../src/clock.ts';
import { genericSsh } from '../../src/platforms/generic-ssh/driver.ts';
import { guarded } from '../../src/platforms/guarded.ts';
import { driverFor } from '../../src/platforms/registry.ts';
import type { Problem } from '../../src/problem.ts';
import { missing } from '../requirement.ts';
import { sshdTestbed } from '../testbed.ts';
import { driverContract } from './driver-contract.ts';
import { warrantFor } from './warrant-for-tests.ts';

const offer = { id: '', platform: 'generic-ssh', summary: '', market: 'on-demand' } as const;
const intent = (attach: string, usdPerHour = 0) => ({
  name: 'run-1',
  offer: { ...offer, id: attach, usdPerHour },
  authorizedKey: 'ssh-ed25519 AAAA',
  owner: 'aaaaaaaaaa',
  want: {},
  candidate: { platform: 'generic-ssh', attach, usdPerHour },
  lifetimeSeconds: 3600,
  attach,
});

const needs = { skip: missing('sshd', 'ssh', 'testbed'), features: ['unique-names'] } as const;

for (const { what, usdPerHour } of [
  { what: "one's own machine", usdPerHour: 0 },
  { what: 'a box billed elsewhere', usdPerHour: 1.2 },
]) {
  driverContract(`generic-ssh (${what})`, needs, async () => {
    const bed = await sshdTestbed();
    const resolve = (target: string) =>
      resolveSshTarget(target, { env: process.env, home: bed.dir, configFile: bed.sshConfig });
    return {
      driver: guarded(genericSsh({ resolve })),
      intent: (name) => ({ ...intent('box0', usdPerHour), name }),
      zero: [],
      names: false,
      billed: async () => [],
      down: bed.down,
    };
  });
}

describe('generic-ssh', () => {
  const direct = async (host: string, port: number) => ({
    host,
    port,
    user: 'me',
    login: {},
    skippedKeys: [],
    pin: undefined,
  });

  const withKey = {
    ...{ host: 'box', port: 22, user: 'me', skippedKeys: [], pin: undefined },
    login: { agentSocket: '/run/agent' },
  };

  it('offers the box that the candidate names, at the price the user stated', async () => {
    const driver = guarded(genericSsh({ resolve: async () => withKey }));
    const candidate = { platform: 'generic-ssh', attach: 'me@box:2222', usdPerHour: 1.2 };
    const [found] = await driver.offers({ gpu: { names: ['A100'], count: 8 } }, candidate);
    assert.deepEqual([found?.id, found?.usdPerHour, found?.market], ['ssh://me@box:2222', 1.2, 'on-demand']);
    await assert.rejects(driver.offers({}, { platform: 'generic-ssh' }), /does not say where the box is/);
    await assert.rejects(
      driver.offers({}, { platform: 'generic-ssh', attach: '-oProxyCommand=x' }),
      /does not say where/,
    );
  });

  it('offers nothing that nobody could log in to, before anything is written down', async () => {
    const driver = guarded(genericSsh({ resolve: async () => ({ ...withKey, login: { keys: [] } }) }));
    await assert.rejects(driver.offers({}, { platform: 'generic-ssh', attach: 'me@box' }), {
      code: 'no-key',
      next: /GPU_LEASE_SSH_KEY/,
    });
  });

  it('says that a host cannot be reached, why, and that nothing was rented', async () => {
    const closed = net.createServer().listen(0, '127.0.0.1');
    const { port } = await listening(closed);
    await new Promise((done) => closed.close(done));
    const driver = guarded(genericSsh({ resolve: () => direct('127.0.0.1', port) }));
    await assert.rejects(driver.create(intent('me@127.0.0.1')), (error: Problem) => {
      assert.deepEqual([error.kind, error.code], ['unreachable', 'host-unreachable']);
      return /ECONNREFUSED.*Nothing was rented/s.test(error.message);
    });
    const nowhere = guarded(genericSsh({ resolve: () => direct('no-such-host.invalid', 22) }));
    await assert.rejects(nowhere.create(intent('me@no-such-host.invalid')), /Correct the host name/);
  });

  it('tells something else on the port from a server that is down', async (t) => {
    const web = net
      .createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
      .listen(0, '127.0.0.1');
    t.after(() => web.close());
    const { port } = await listening(web);
    const driver = guarded(genericSsh({ resolve: () => direct('127.0.0.1', port) }));
    await assert.rejects(driver.create(intent('me@127.0.0.1')), /before an SSH banner/);
  });

  it('has no meter for an own machine, and never sees the meter of a billed one stop', async () => {
    const driver = guarded(genericSsh({ resolve: () => direct('127.0.0.1', 22), greet: async () => {} }));
    const own = await driver.create(intent('me@box'));
    assert.deepEqual([own.meters[0]?.kind, own.meters[0]?.usdPerHour], ['none', 0]);
    assert.deepEqual(await driver.meters(own), [{ id: 'none', state: 'gone' }]);
    const billed = await driver.create(intent('me@box', 1.2));
    assert.deepEqual(await driver.meters(billed), [{ id: 'gpu', state: 'unknown' }]);
    const warrant = warrantFor(billed.boxId, 'terminate');
    await assert.rejects(driver.carryOut(warrant, billed.boxId, 'terminate'), (error: Problem) => {
      assert.deepEqual([error.code, error.costing], ['release-by-hand', ['ssh://me@box']]);
      return /console of its provider/.test(error.next);
    });
  });
});

describe('whether an attached box still answers', { skip: missing('sshd', 'ssh', 'testbed') }, () => {
  it('is told from a real server, directly and through a jump host, and never by a guess', async (t) => {
    const bed = await sshdTestbed(2);
    t.after(() => bed.down());
    const [box, jump] = bed.boxes;
    assert.ok(box && jump);
    const login = { keys: [{ text: bed.clientKey, label: 'the test’s key' }] };
    const through = {
      ...jump,
      user: bed.user,
      login,
      pin: { sha256: jump.hostKeySha256 },
      named: 'gate',
    };
    const at = { host: box.host, port: box.port, user: bed.user, login, skippedKeys: [], pin: undefined };
    const direct = guarded(genericSsh({ resolve: async () => at }));
    const behind = guarded(genericSsh({ resolve: async () => ({ ...at, jump: through }) }));
    const both = async () => [
      (await direct.answers?.('ssh://box'))?.answers,
      (await behind.answers?.('ssh://box'))?.answers,
    ];
    assert.deepEqual(await both(), ['yes', 'yes']);
    await bed.fault('rekey', 'box0');
    assert.deepEqual(await both(), ['yes', 'yes'], 'another host key is an answer');
    await bed.fault('crash', 'box0');
    // A connection that the dying server still took is cut, and that is no answer: "unclear" once is right.
    let seen = await both();
    for (let look = 0; look < 5 && seen.includes('unclear'); look += 1) seen = await both();
    assert.deepEqual(seen, ['no', 'no']);
    await bed.fault('crash', 'box1');
    assert.deepEqual(await both(), ['no', 'unclear'], 'the jump host is down, which says nothing');
    const unknown = guarded(genericSsh({ resolve: async () => ({ ...at, host: 'no-such-host.invalid' }) }));
    assert.equal((await unknown.answers?.('ssh://box'))?.answers, 'unclear');
  });
});

describe('driverFor', () => {
  const context = {
    clock: systemClock,
    localRoot: '/nowhere',
    selfCommand: ['false'],
    secret: () => undefined,
  } as const;

  it('gives the driver of a platform, and that of a profile that names its driver', async () => {
    assert.equal((await driverFor('local', context)).platform, 'local');
    assert.equal((await driverFor('generic-ssh', context)).platform, 'generic-ssh');
    assert.equal((await driverFor('featurize', context, 'ssh')).platform, 'featurize');
  });

  it('refuses an unknown platform and names those it knows', async () => {
    for (const name of ['runpood', 'constructor', '__proto__']) {
      await assert.rejects(driverFor(name, context), /Use one of local, generic-ssh/);
    }
  });
});

async function listening(server: net.Server): Promise<AddressInfo> {
  if (!server.listening) await new Promise((done) => server.once('listening', done));
  return server.address() as AddressInfo;
}
