import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LoginRefused } from '../../src/box/channel.ts';
import { connectSsh } from '../../src/box/ssh-connect.ts';
import { systemClock } from '../../src/clock.ts';
import { processStat } from '../../src/host/process-identity.ts';
import type { Constraint } from '../../src/job/constraint.ts';
import type { Held, PlatformDriver } from '../../src/platforms/driver.ts';
import { guarded } from '../../src/platforms/guarded.ts';
import { lastBoot, readMeters, readRecord, writeRecord } from '../../src/platforms/local/box-dir.ts';
import { local } from '../../src/platforms/local/driver.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { hostKeyFrom } from '../../src/platforms/local/host-key.ts';
import { processesOf } from '../../src/platforms/local/marked-processes.ts';
import { Problem } from '../../src/problem.ts';
import { hostKey, loginKey, newSecret } from '../../src/secret/keys.ts';
import { driverContract } from './driver-contract.ts';
import { daemonCommand, type Loopback, loopback, untilState } from './loopback.ts';
import { warrantFor } from './warrant-for-tests.ts';

const features = ['release', 'unique-names', 'no-capacity', 'answer-lost', 'late-readings', 'blind'] as const;

driverContract('local', { skip: false, features }, async () => {
  const platform = await loopback();
  const elsewhere = await loopback();
  return {
    driver: platform.driver(),
    intent: platform.intent,
    zero: ['terminate'],
    names: true,
    failing: (how) => platform.driver({ create: how }),
    lagging: (readings) => platform.driver({ lateReadings: readings }),
    blind: () => elsewhere.driver(),
    billed: async () => {
      const names = (await readdir(platform.root)).filter((name) => !name.startsWith('.'));
      const meters = await Promise.all(names.map((name) => readMeters(join(platform.root, name))));
      return names.filter((_, i) => meters[i]?.some((meter) => meter.stoppedAt === null));
    },
    down: async () => {
      await platform.down();
      await elsewhere.down();
    },
  };
});

describe('local platform', { timeout: 120_000 }, () => {
  let platform: Loopback;
  let driver: PlatformDriver;
  before(async () => {
    platform = await loopback();
    driver = platform.driver();
  });
  after(() => platform.down());

  const dirOf = (held: Held) => join(platform.root, held.name);
  const up = async (name: string) => {
    const held = await driver.create(platform.intent(name));
    const { endpoint } = await untilState(driver, held.boxId, 'running');
    assert.ok(endpoint);
    return { held, endpoint };
  };
  const connect = async (name: string, key = platform.clientKey) => {
    const { held, endpoint } = await up(name);
    const login = { keys: [{ text: key, label: 'test' }] };
    const { channel, pinnedBy } = await connectSsh({
      endpoint: async () => endpoint,
      login,
      pin: 'first-contact',
    });
    return { held, channel, pinnedBy, endpoint };
  };

  it('offers this machine, and says what of it a job that wants a GPU, more of anything, or another place asks for in vain', async () => {
    const candidate = { platform: 'local' };
    const [offer] = await driver.offers({}, candidate);
    assert.deepEqual([offer?.platform, offer?.usdPerHour], ['local', 0.41]);
    const card =
      / is asked for, and (this machine has none \(nothing is in \/proc|a loopback box gets none of)/;
    const wanted: [Constraint, RegExp][] = [
      [
        { gpu: { names: [], count: 1, memoryGb: { min: 16 } } },
        /1 GPU with at least 16 GB is asked for, and /,
      ],
      [{ gpu: { names: ['A100'], count: 1 } }, card],
      [{ cpus: { min: 4096 } }, /at least 4096 CPUs are asked for, and this machine has \d+\./],
      [{ cpus: { max: 0 } }, /at most 0 CPUs are asked for/],
      [
        { memoryGb: { min: 1e6 } },
        /at least 1000000 GB of memory are asked for, and this machine has [\d.]+/,
      ],
      [{ diskGb: { min: 1e9 } }, /GB of free disk at .* are asked for/],
      [{ regions: ['eu'] }, /the job wants the region eu, and this is "local"/],
    ];
    for (const [want, words] of wanted)
      await assert.rejects(driver.offers(want, candidate), (error) => {
        assert.ok(error instanceof Problem && error.code === 'local-unfit');
        assert.match(error.what, words);
        assert.match(
          error.next,
          want.gpu ? /^Leave `resources\.gpu` out .* or name another platform/ : /^Ask for less/,
        );
        return true;
      });
    assert.equal((await driver.offers({ cpus: { min: 1 }, regions: ['local'] }, candidate)).length, 1);
  });

  it('shows the host key that was derived before the box existed, vouched for by the platform [P1-03]', async () => {
    const derived = hostKeyFrom(undefined);
    const held = await driver.create({ ...platform.intent('derived'), hostKey: derived.privateKey });
    const { endpoint } = await untilState(driver, held.boxId, 'running');
    assert.equal(endpoint?.hostKeySha256, derived.sha256);
    const login = { keys: [{ text: platform.clientKey, label: 'test' }] };
    const pin = { sha256: derived.sha256, by: 'derived' } as const;
    const { channel } = await connectSsh({ endpoint: async () => endpoint, login, pin });
    assert.equal(channel.hostKeySha256, derived.sha256);
    await channel.close();
  });

  it('works with keys whose public half begins with a zero byte', async () => {
    const secret = newSecret();
    const zero = (make: typeof loginKey) => {
      for (let i = 0; ; i += 1) {
        const key = make(secret, `name-${i}`);
        if (Buffer.from(key.publicOpenSsh.split(' ')[1] ?? '', 'base64').at(-32) === 0) return key;
      }
    };
    const [login, host] = [zero(loginKey), zero(hostKey)];
    const keys = { authorizedKey: login.publicOpenSsh, hostKey: host.privateOpenSsh };
    const held = await driver.create({ ...platform.intent('zero'), ...keys });
    const { endpoint } = await untilState(driver, held.boxId, 'running');
    assert.ok(endpoint);
    const { channel } = await connectSsh({
      endpoint: async () => endpoint,
      login: { keys: [{ text: login.privateOpenSsh, label: 'derived' }] },
      pin: { sha256: host.sha256, by: 'derived' },
    });
    assert.equal((await channel.exec(['echo', 'in'])).stdout, 'in\n');
    await channel.close();
  });

  it('lets in only the key of the intent', async () => {
    const other = hostKeyFrom(undefined).privateKey;
    await assert.rejects(connect('locked', other), LoginRefused);
    const { channel, pinnedBy } = await connect('locked');
    assert.equal(pinnedBy, 'platform');
    await channel.close();
  });

  it('gives the box nothing of our own environment [P1-07]', async () => {
    process.env['GPU_LEASE_SECRET'] = 'not-for-the-box';
    const { channel, held } = await connect('clean');
    delete process.env['GPU_LEASE_SECRET'];
    const { stdout } = await channel.exec(['env']);
    assert.doesNotMatch(stdout, /not-for-the-box|NODE_OPTIONS/);
    assert.match(stdout, new RegExp(`^GPU_LEASE_LOCAL_BOX=${held.name}$`, 'm'));
    assert.match(stdout, /^TMUX_TMPDIR=\/tmp\/gpu-lease-/m);
    await channel.close();
  });

  it('ends every process of the box, detached or stripped of its environment, and none of another box', async () => {
    const { channel, held } = await connect('ended');
    const { channel: neighbour, held: next } = await connect('neighbour');
    const stripped = `setsid sh -c 'env -i sh -c "echo \\$\\$ >stripped.pid; exec sleep 301"; :'`;
    const quiet = '>/dev/null 2>&1 </dev/null &';
    await channel.exec([
      'sh',
      '-c',
      `setsid nohup sleep 300 ${quiet} ${stripped} ${quiet} (sleep 302 ${quiet})`,
    ]);
    await neighbour.exec(['sh', '-c', `setsid sleep 303 ${quiet}`]);
    const pid = Number(await eventually(join(dirOf(held), 'home/stripped.pid')));
    assert.ok(processesOf(dirOf(held)).includes(pid));
    await driver.carryOut(warrantFor(held.boxId, 'terminate'), held.boxId, 'terminate');
    assert.deepEqual([processesOf(dirOf(held)), processStat(pid)], [[], null]);
    assert.equal(existsSync(join(dirOf(held), 'home')), false);
    assert.ok(processesOf(dirOf(next)).length >= 2);
    await neighbour.close();
  });

  it('stops only the GPU meter on "stop", keeps the home, and stays stopped', async () => {
    const { channel, held } = await connect('parked');
    await channel.put('kept.txt', Buffer.from('kept'));
    await driver.carryOut(warrantFor(held.boxId, 'stop'), held.boxId, 'stop');
    assert.deepEqual(await driver.meters(held), [
      { id: 'gpu', state: 'gone' },
      { id: 'disk', state: 'running' },
    ]);
    assert.equal((await driver.describe(held.boxId)).state, 'stopped');
    assert.equal((await driver.create(platform.intent('parked'))).boxId, held.boxId);
    assert.equal((await driver.describe(held.boxId)).state, 'stopped');
    assert.equal(await readFile(join(dirOf(held), 'home/kept.txt'), 'utf8'), 'kept');
    assert.deepEqual(processesOf(dirOf(held)), []);
  });

  it('loses a box to a preemption: processes, home and meters end at once', async () => {
    const { channel, held } = await connect('preempted');
    await channel.exec(['sh', '-c', 'setsid sleep 300 >/dev/null 2>&1 </dev/null &']);
    await destroyLocalBox(platform.root, 'preempted', systemClock);
    assert.deepEqual(await driver.describe(held.boxId), { state: 'gone', native: 'destroyed (preemption)' });
    assert.deepEqual(
      (await driver.meters(held)).map((reading) => reading.state),
      ['gone', 'gone'],
    );
    assert.deepEqual(processesOf(dirOf(held)), []);
    await assert.rejects(channel.exec(['true']));
  });

  it('carries on a destruction that was killed half-way', async () => {
    const { held } = await up('half');
    const record = await readRecord(dirOf(held));
    assert.ok(record);
    await writeRecord(dirOf(held), { ...record, state: 'closing', endedBy: 'terminate' });
    assert.equal((await driver.describe(held.boxId)).state, 'unknown');
    await driver.carryOut(warrantFor(held.boxId, 'terminate'), held.boxId, 'terminate');
    assert.equal((await driver.describe(held.boxId)).state, 'gone');
  });

  it('never uses the name of a destroyed box again', async () => {
    await up('once');
    await destroyLocalBox(platform.root, 'once', systemClock);
    await assert.rejects(driver.create(platform.intent('once')), /not used again/);
    assert.deepEqual(await driver.find('once'), []);
  });

  it('boots a box whose creator died before booting it, once it is looked for', async () => {
    const dying = platform.driver({ create: 'dies-before-boot' });
    await assert.rejects(dying.create(platform.intent('unborn')));
    assert.equal(await lastBoot(join(platform.root, 'unborn')), null);
    const [held] = await driver.find('unborn');
    assert.ok(held);
    await untilState(driver, held.boxId, 'running');
    assert.equal((await lastBoot(dirOf(held)))?.generation, 1);
  });

  it('has one server for a box however many were started', async () => {
    const creating = Array.from({ length: 4 }, () => platform.driver().create(platform.intent('many')));
    const [held] = await Promise.all(creating);
    assert.ok(held);
    await untilState(driver, held.boxId, 'running');
    let servers = processesOf(dirOf(held));
    for (let look = 0; look < 200 && servers.length > 1; look += 1) {
      await sleep(50);
      servers = processesOf(dirOf(held));
    }
    assert.deepEqual(servers, [(await lastBoot(dirOf(held)))?.pid]);
  });

  it('starts a box again whose server died, with its files and on a new port [P1-02]', async () => {
    const { held, channel, endpoint } = await connect('reborn');
    await channel.put('still.txt', Buffer.from('here'));
    const before = await lastBoot(dirOf(held));
    process.kill(before?.pid ?? 0, 'SIGKILL');
    const again = await untilState(driver, held.boxId, 'starting').then(() =>
      untilState(driver, held.boxId, 'running'),
    );
    assert.notEqual(again.endpoint?.port, endpoint.port);
    const { channel: second } = await connect('reborn');
    assert.equal((await second.exec(['cat', 'still.txt'])).stdout, 'here');
    assert.equal(
      (await driver.meters(held)).some((reading) => reading.state === 'gone'),
      false,
    );
    await second.close();
  });

  it('stops a forgotten box by itself when its time is over', async () => {
    const brief = guarded(
      local({
        root: platform.root,
        daemon: daemonCommand(),
        clock: systemClock,
        maxLifetimeSeconds: 3,
      }),
    );
    const held = await brief.create(platform.intent('forgotten'));
    await untilState(driver, held.boxId, 'stopped');
    assert.equal((await readRecord(dirOf(held)))?.endedBy, 'lifetime');
    assert.ok(existsSync(join(dirOf(held), 'home')));
  });

  it('says unknown of a box whose record cannot be read, and nothing of its meters', async () => {
    const { held } = await up('garbled');
    await writeFile(join(dirOf(held), 'box.json.bak'), await readFile(join(dirOf(held), 'box.json')));
    await writeFile(join(dirOf(held), 'box.json'), '{');
    await writeFile(join(dirOf(held), 'meter.json'), 'nonsense');
    assert.equal((await driver.describe(held.boxId)).state, 'unknown');
    assert.deepEqual(
      (await driver.meters(held)).map((reading) => reading.state),
      ['unknown', 'unknown'],
    );
    await writeFile(join(dirOf(held), 'box.json'), await readFile(join(dirOf(held), 'box.json.bak')));
    await writeFile(join(dirOf(held), 'meter.json'), '[]');
  });

  it('refuses names that would leave its directory', async () => {
    for (const name of ['../up', 'a/b', '.hidden', '', 'x'.repeat(200), 'nul\0']) {
      await assert.rejects(driver.create(platform.intent(name)), RangeError, JSON.stringify(name));
    }
  });

  it('is not confused by a directory that is no box', async () => {
    await mkdir(join(platform.root, 'not-a-box'));
    assert.equal(
      (await driver.inventory()).some((held) => held.name === 'not-a-box'),
      false,
    );
    assert.deepEqual(await driver.find('not-a-box'), []);
    await rm(join(platform.root, 'not-a-box'), { recursive: true });
  });
});

async function eventually(path: string): Promise<string> {
  for (let look = 0; look < 200; look += 1) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (text.endsWith('\n')) return text.trim();
    await sleep(25);
  }
  throw new Error(`${path} was not written within 5 s`);
}
