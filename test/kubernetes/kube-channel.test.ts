// Over a minute: commands and files go through a real API server into pods of a real control plane, and the line is cut.
// In turn: a control plane beside the lives on it
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Channel, TransportFailed } from '../../src/box/channel.ts';
import { systemClock } from '../../src/clock.ts';
import { ASKED_OF_KUBERNETES } from '../../src/job/kubernetes-schema.ts';
import type { PlatformContext } from '../../src/platforms/context.ts';
import { kubernetes } from '../../src/platforms/kubernetes/driver.ts';
import { openPlace } from '../../src/platforms/registry.ts';
import { channelContract } from '../box/channel-contract.ts';
import { missing } from '../requirement.ts';
import { type ApiProxy, apiProxy, kubeconfigOf } from './api-proxy.ts';
import { type KubeCluster, kubeCluster } from './cluster.ts';
import { claimOf, type Pod } from './objects.ts';

const skip = missing('kube');

const contextOf = (kubeconfig: string, claim: string): PlatformContext => ({
  clock: systemClock,
  localRoot: '/nowhere',
  selfCommand: ['false'],
  queue: `kube:///default/${claim}`,
  secret: (name) => (name === 'KUBE_CONFIG' ? kubeconfig : undefined),
});

/** A claim that has been worked on, by root, who may read what tests lay down. */
async function workedOn(cluster: KubeCluster, claim: string, mode: 'ReadWriteOnce' | 'ReadWriteMany') {
  await cluster.apply(claimOf(claim, mode));
  const own = kubeconfigOf(cluster.server, cluster.token, cluster.ca);
  const queue = `kube:///default/${claim}`;
  const held = await kubernetes(contextOf(own, claim)).create({
    name: `worked-on-${claim}`,
    owner: 'aaaaaaaaaa',
    offer: { id: queue, platform: 'kubernetes', summary: 'test', usdPerHour: 0, market: 'on-demand' },
    want: {},
    candidate: {
      platform: 'kubernetes',
      queue,
      kubernetes: { ...ASKED_OF_KUBERNETES, user: 0, graceSeconds: 10 },
    },
    image: `registry.test/trainer@sha256:${'ab'.repeat(32)}`,
    authorizedKey: 'none',
    lifetimeSeconds: 3600,
  });
  return { own, held };
}

const hashOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

channelContract('the API server of Kubernetes', skip, async () => {
  const cluster = await kubeCluster([{ name: 'one' }]);
  const { own } = await workedOn(cluster, 'contract', 'ReadWriteMany');
  const channel = await openPlace(contextOf(own, 'contract'));
  const { metadata } = (await cluster.get<{ metadata: { uid: string } }>('pvc', 'contract')) ?? assert.fail();
  return {
    channel,
    home: await cluster.volumeFolder('contract'),
    calls: '/checkpoints',
    hostKeySha256: createHash('sha256').update(metadata.uid).digest('base64').replace(/=+$/, ''),
    down: cluster.down,
  };
});

describe('files on a claim', { skip, concurrency: 1, timeout: 240_000 }, () => {
  let cluster: KubeCluster;
  let proxy: ApiProxy;
  before(async () => {
    cluster = await kubeCluster([{ name: 'one' }, { name: 'two' }]);
    proxy = await apiProxy(cluster);
  });
  after(async () => {
    await proxy?.close();
    await cluster?.down();
  });

  it('are read on where a cut line left off, and none that was cut passes for whole', async () => {
    await workedOn(cluster, 'cut', 'ReadWriteMany');
    const channel = await openPlace(contextOf(proxy.kubeconfig(), 'cut'));
    const data = randomBytes(3_000_000);
    await writeFile(join(await cluster.volumeFolder('cut'), 'model.bin'), data);
    let cuts = 0;
    proxy.meddler.cutAfter = ({ path }) => (path.endsWith('/exec') && cuts++ < 3 ? 700_000 : undefined);
    const got: Uint8Array[] = [];
    let have = 0;
    for (let tries = 0; have < data.length; tries += 1) {
      assert.ok(tries < 10, 'it goes on');
      await channel
        .get('/checkpoints/model.bin', have, data.length - have, (chunk) => {
          got.push(chunk);
          have += chunk.length;
        })
        .catch((error: unknown) => assert.ok(error instanceof TransportFailed, String(error)));
    }
    delete proxy.meddler.cutAfter;
    assert.ok(cuts >= 3, `${cuts} streams`);
    assert.equal(hashOf(Buffer.concat(got)), hashOf(data));
  });

  it('are reached again after their pod was taken away, and after the API server was killed', async () => {
    const { own } = await workedOn(cluster, 'again', 'ReadWriteMany');
    const channel = await openPlace(contextOf(own, 'again'));
    assert.equal((await channel.exec(['sh', '-c', 'echo one >f; cat f'])).stdout, 'one\n');
    await cluster.kubectl('delete', 'pod', 'gpu-lease-place-again', '--grace-period=1');
    assert.equal((await channel.exec(['cat', 'f'], { timeoutSeconds: 60 })).stdout, 'one\n');
    await cluster.stop('apiserver');
    await assert.rejects(
      channel.exec(['cat', 'f'], { timeoutSeconds: 60 }),
      (error) => error instanceof TransportFailed || (error as { kind?: string }).kind === 'unreachable',
    );
    await cluster.start('apiserver');
    assert.equal((await channel.exec(['cat', 'f'], { timeoutSeconds: 60 })).stdout, 'one\n');
  });

  it('do not keep a claim of one node from the pod that trains, and are read beside it [K8S4]', async () => {
    const { own, held } = await workedOn(cluster, 'alone', 'ReadWriteOnce');
    const context = contextOf(own, 'alone');
    const driver = kubernetes(context);
    const channel = await openPlace(context);
    const place = (await cluster.get<Pod>('pod', 'gpu-lease-place-alone')) ?? assert.fail('no place');
    // The only other node is the one for the work.
    await cluster.kubectl('cordon', place.spec.nodeName ?? '');
    const base = '/checkpoints/jobs/w';
    const keeper = `mkdir -p ${base} .gpu-lease/.queue; echo 'echo $HOSTNAME >at; exec sleep 60' >${base}/keeper.sh; printf '%s\\n' ${base}/keeper.sh ${base} >.gpu-lease/.queue/worked-on-alone`;
    assert.equal((await channel.exec(['sh', '-c', keeper])).exitCode, 0);
    await driver.begin?.(held.boxId);
    let phase: string | undefined;
    for (let look = 0; look < 200 && phase !== 'running'; look += 1) {
      phase = (await driver.describe(held.boxId)).queue?.phase;
      await systemClock.sleep(0.2);
    }
    assert.equal(phase, 'running');
    await cluster.kubectl('uncordon', place.spec.nodeName ?? '');
    const seen = await read(channel, 'cat at; hostname');
    assert.match(seen, /^(worked-on-alone-\S+)\n\1\n$/, 'it is read in the very pod that works');
    await driver.verbs['delete-job']?.(held.boxId, {} as never);
  });

  it('are looked at by a pod that ends by itself when nobody asks it anything', async () => {
    const { own } = await workedOn(cluster, 'idle', 'ReadWriteMany');
    const channel = await openPlace(contextOf(own, 'idle'));
    // Its rounds of five seconds are told by a clock of its own there.
    await read(channel, 'mkdir -p bin; true');
    const { spec } =
      (await cluster.get<{ spec: { activeDeadlineSeconds: number } }>('pod', 'gpu-lease-place-idle')) ??
      assert.fail();
    assert.ok(spec.activeDeadlineSeconds <= 6 * 3600);
    await channel.close();
    await cluster.kubectl(
      'wait',
      '--for=jsonpath={.status.phase}=Succeeded',
      'pod/gpu-lease-place-idle',
      '--timeout=120s',
    );
    const again = await openPlace(contextOf(own, 'idle'));
    assert.equal(await read(again, 'echo on'), 'on\n');
  });
});

async function read(channel: Channel, script: string): Promise<string> {
  const { exitCode, stdout, stderr } = await channel.exec(['sh', '-c', script], { timeoutSeconds: 60 });
  assert.equal(exitCode, 0, stderr);
  return stdout;
}
