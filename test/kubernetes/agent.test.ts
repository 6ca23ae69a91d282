// Over ten seconds: a real control plane runs pods on our nodes, and kubectl, which is not ours, sees what a kubelet would tell.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { type KubeCluster, kubeCluster } from './cluster.ts';
import { claimOf, jobOf, podOf, until } from './objects.ts';

let cluster: KubeCluster;

const options = { skip: missing('kube'), concurrency: 6 };

describe('the nodes of a test cluster', options, () => {
  before(async () => {
    cluster = await kubeCluster([{ name: 'one', gpus: 2 }, { name: 'two' }, { name: 'three' }]);
  });
  after(() => cluster?.down());

  it('run a Job to its success, and keep its log', async () => {
    await cluster.apply(jobOf('hello', { command: ['sh', '-c', 'echo hello; echo oops >&2'] }));
    await cluster.kubectl('wait', '--for=condition=complete', 'job/hello', '--timeout=60s');
    const log = await cluster.kubectl('logs', 'job/hello');
    assert.deepEqual(log.trim().split('\n').sort(), ['hello', 'oops']);
  });

  it('tell the exit code of a container that fails', async () => {
    await cluster.apply(podOf('seven', { command: ['sh', '-c', 'exit 7'] }));
    const pod = await until(cluster, 'seven', (each) => each.status.phase === 'Failed');
    const { exitCode, reason } = pod.status.containerStatuses?.[0]?.state.terminated ?? {};
    assert.deepEqual({ exitCode, reason }, { exitCode: 7, reason: 'Error' });
  });

  it('give a claim a folder, which the next pod finds as the last one left it', async () => {
    const onVolume = (name: string, script: string) =>
      podOf(name, {
        command: ['sh', '-ec', script],
        container: { volumeMounts: [{ name: 'kept', mountPath: '/checkpoints' }] },
        spec: { volumes: [{ name: 'kept', persistentVolumeClaim: { claimName: 'kept' } }] },
      });
    await cluster.apply(
      claimOf('kept'),
      onVolume('writer', 'echo step 5 > /checkpoints/latest; echo x > /lost'),
    );
    await until(cluster, 'writer', (each) => each.status.phase === 'Succeeded');
    await cluster.apply(onVolume('reader', 'cat /checkpoints/latest; test ! -e /lost'));
    await until(cluster, 'reader', (each) => each.status.phase === 'Succeeded');
    assert.equal(await cluster.kubectl('logs', 'reader'), 'step 5\n');
    assert.equal(readFileSync(join(await cluster.volumeFolder('kept'), 'latest'), 'utf8'), 'step 5\n');
  });
});
