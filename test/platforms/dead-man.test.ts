// Over ten seconds: a real box waits for its deadline, and asks the platform by itself.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type DeadMan, layDeadMan } from '../../src/box/dead-man.ts';
import type { RentIntent } from '../../src/platforms/driver.ts';
import { driverFor } from '../../src/platforms/registry.ts';
import { loginKey, newSecret } from '../../src/secret/keys.ts';
import { started } from '../box/keeper-run.ts';
import { eventually, kill, processesOf, type ShellBox, shellBox } from '../box/shell-channel.ts';
import { profileOf } from '../profile/profiles.ts';
import { missing } from '../requirement.ts';
import { type RunpodTwin, startRunpodTwin } from '../twins/runpod-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { startVastaiTwin, type VastaiTwin } from '../twins/vastai-twin.ts';

const clock = new SkippingClock(0);
const { publicOpenSsh } = loginKey(newSecret(), 'test');
const skip =
  missing('dash') ||
  (existsSync('/usr/bin/curl') || existsSync('/usr/bin/python3') ? false : 'needs curl or python3');
const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

const intentOf = (name: string, offer: RentIntent['offer']): RentIntent => ({
  name,
  owner: 'aaaaaaaaaa',
  offer,
  want: { gpu: { names: ['RTX 4090'], count: 1 } },
  candidate: { platform: offer.platform },
  authorizedKey: publicOpenSsh,
  lifetimeSeconds: 3600,
});

const driverOf = (platform: string, url: string, key: string) =>
  driverFor(
    platform,
    {
      clock,
      localRoot: '/nonexistent',
      selfCommand: ['false'],
      secret: (name) =>
        ({ RUNPOD_API_KEY: key, VAST_API_KEY: key, GPU_LEASE_API_RUNPOD: url, GPU_LEASE_API_VASTAI: url })[
          name
        ],
    },
    platform,
  );

/** A shell that plays the inside of a rented box: its first process has that environment, and the platform is the twin. */
async function insideOf(platform: 'runpod' | 'vastai', url: string, environ: Record<string, string>) {
  const box = await shellBox('dash');
  closing.push(() => box.destroy());
  const first = join(box.home, 'environ');
  const all = { HOME: '/root', ...environ };
  await writeFile(
    first,
    Object.entries(all)
      .map(([name, value]) => `${name}=${value}\0`)
      .join(''),
  );
  const here = (line: string | undefined): string =>
    (line ?? '')
      .replaceAll('/proc/1/environ', first)
      .replaceAll(platform === 'runpod' ? 'https://api.runpod.io' : 'https://console.vast.ai', url);
  const end = profileOf(platform).rent['self-stop'];
  return {
    box,
    lay: (seconds: number): Promise<DeadMan> =>
      layDeadMan(box.channel, { run: 'tiny-7', seconds, line: here(end?.line), probe: here(end?.probe) }),
  };
}

async function rentedPod(name: string): Promise<{ twin: RunpodTwin; podId: string }> {
  const twin = await startRunpodTwin({ clock });
  closing.push(() => twin.close());
  const driver = await driverOf('runpod', twin.server.url, twin.key);
  const [offer] = await driver.offers({ gpu: { names: ['RTX 4090'], count: 1 } }, { platform: 'runpod' });
  assert.ok(offer);
  const { boxId } = await driver.create(intentOf(name, offer));
  clock.pass(60);
  return { twin, podId: boxId };
}

const gpuRuns = ({ billing }: RunpodTwin | VastaiTwin, boxId: string): boolean =>
  billing.running().some((line) => line.startsWith(`${boxId} gpu`));

/** Everything but what waits on the box for its deadline, and what that does now. */
async function killAll(box: ShellBox): Promise<void> {
  const { readFile } = await import('node:fs/promises');
  for (const pid of await processesOf(box.home)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes('dead-man-') && !command.startsWith('sleep\0')) kill(pid);
    if (command.startsWith('sleep\x001000')) kill(pid);
  }
}

describe('a rented box for which nobody comes', { skip, timeout: 120_000 }, () => {
  it('M3: stops itself on RunPod by the key of its pod, where it is fit and a start never comes', async () => {
    const { twin, podId } = await rentedPod('never-started');
    const key = twin.podKey(podId);
    const { box, lay } = await insideOf('runpod', twin.server.url, {
      RUNPOD_POD_ID: podId,
      RUNPOD_API_KEY: key,
    });
    const laid = await lay(3);
    assert.equal(laid.tried?.exitCode, 0, JSON.stringify(laid));
    assert.equal(gpuRuns(twin, podId), true);
    await eventually('the meter has ended', async () => (gpuRuns(twin, podId) ? undefined : true));
    const driver = await driverOf('runpod', twin.server.url, twin.key);
    assert.equal((await driver.describe(podId)).state, 'stopped', 'and not deleted');
    assert.ok(!box.execs.flat().some((word) => word.includes(key)), 'no key in a command line');
  });

  it('M3: stops itself when its keeper was killed with all of its work', async () => {
    const { twin, podId } = await rentedPod('killed');
    const { box, lay } = await insideOf('runpod', twin.server.url, {
      RUNPOD_POD_ID: podId,
      RUNPOD_API_KEY: twin.podKey(podId),
    });
    await lay(600);
    await started(box, { command: 'touch "$HOME/up"; exec sleep 1000', deadManSeconds: 600 });
    await eventually('the work is up', async () => (existsSync(join(box.home, 'up')) ? true : undefined));
    await lay(3);
    await killAll(box);
    assert.equal(gpuRuns(twin, podId), true);
    await eventually('the meter has ended', async () => (gpuRuns(twin, podId) ? undefined : true));
  });

  it('M3: shows by a read that its key opens nothing, and that of another pod not this one', async () => {
    const { twin, podId } = await rentedPod('refused');
    const other = twin.addForeign('other');
    for (const key of [twin.podKey(podId, 'none'), twin.podKey(other), 'rpa_OFNOBODY']) {
      const { lay } = await insideOf('runpod', twin.server.url, {
        RUNPOD_POD_ID: podId,
        RUNPOD_API_KEY: key,
      });
      const laid = await lay(600);
      assert.notEqual(laid.tried?.exitCode, 0);
      assert.match(laid.tried?.said ?? '', /40[13]/);
    }
    // A box without the two variables asks nobody anything.
    const before = twin.server.exchanges.length;
    const { lay } = await insideOf('runpod', twin.server.url, {});
    assert.notEqual((await lay(600)).tried?.exitCode, 0);
    assert.equal(twin.server.exchanges.length, before);
  });

  it('M3: tries again where the key may read and not stop, and tells whoever comes', async () => {
    const { twin, podId } = await rentedPod('read-alone');
    const { lay } = await insideOf('runpod', twin.server.url, {
      RUNPOD_POD_ID: podId,
      RUNPOD_API_KEY: twin.podKey(podId, 'read'),
    });
    assert.equal((await lay(1)).tried?.exitCode, 0);
    const stops = () =>
      twin.server.exchanges.filter(({ request }) => request.path.endsWith('/action')).length;
    // Each try asks twice: by curl, and by what stands in for it.
    await eventually('it was tried again', async () => (stops() >= 3 ? true : undefined));
    const next = await lay(600);
    assert.ok((next.failed?.times ?? 0) >= 1 && next.failed?.exitCode !== 0, JSON.stringify(next));
    assert.equal(gpuRuns(twin, podId), true);
  });

  it('M3: stops itself on vast.ai, and tries its key by a read before', async () => {
    const twin = await startVastaiTwin({ clock });
    closing.push(() => twin.close());
    const driver = await driverOf('vastai', twin.server.url, twin.keys.full);
    const want = { gpu: { names: ['RTX 4090'], count: 1 } };
    const [offer] = await driver.offers(want, { platform: 'vastai' });
    assert.ok(offer);
    const { boxId } = await driver.create(intentOf('vast', offer));
    clock.pass(120);
    const environ = { CONTAINER_ID: boxId, CONTAINER_API_KEY: twin.account.containerKey(boxId) };
    const refused = await insideOf('vastai', twin.server.url, { ...environ, CONTAINER_API_KEY: 'nobodys' });
    assert.notEqual((await refused.lay(600)).tried?.exitCode, 0);
    const { lay } = await insideOf('vastai', twin.server.url, environ);
    const laid = await lay(3);
    assert.equal(laid.tried?.exitCode, 0, JSON.stringify(laid));
    await eventually('the meter has ended', async () => {
      clock.pass(5);
      return (await driver.describe(boxId)).state === 'stopped' ? true : undefined;
    });
  });
});
