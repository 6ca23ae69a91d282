// Over ten seconds: nodes of a real control plane are tainted, drained, lost and cut off, and its controllers replace their pods.
// In turn: a control plane beside the lives on it
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { missing } from '../requirement.ts';
import { type KubeCluster, kubeCluster } from './cluster.ts';
import { claimOf, eventsOf, jobOf, onVolume, type Pod, podOf, terminatedOf, until } from './objects.ts';

let cluster: KubeCluster;

const hasPhase = (phase: string) => (pod: Pod) => pod.status.phase === phase;

/** What runs only on nodes that are for one test, of which two or three bear its name as a label and a taint. */
const only = (test: string) => ({
  nodeSelector: { for: test },
  terminationGracePeriodSeconds: 1,
  // Nobody waits five minutes here for a node that is lost.
  tolerations: [
    { key: 'for', value: test },
    ...['not-ready', 'unreachable'].map((state) => ({
      key: `node.kubernetes.io/${state}`,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 1,
    })),
  ],
});

const nodesFor = (test: string) =>
  ['a', 'b'].map((end) => ({
    name: `${test}-${end}`,
    labels: { for: test },
    taints: [{ key: 'for', value: test, effect: 'NoSchedule' as const }],
  }));

/** The pods of a Job, newest last. */
async function podsOf(job: string): Promise<Pod[]> {
  const sorted = ['--sort-by=.metadata.creationTimestamp', '-o', 'json'];
  return JSON.parse(await cluster.kubectl('get', 'pods', '-l', `job-name=${job}`, ...sorted)).items;
}

/** The pod of a Job that runs, other than this one. */
async function runningOf(job: string, other = ''): Promise<Pod> {
  for (let tried = 0; tried < 200; tried++) {
    const runs = (pod: Pod) => pod.status.phase === 'Running' && !pod.metadata.deletionTimestamp;
    const found = (await podsOf(job)).find((pod) => runs(pod) && pod.metadata.name !== other);
    if (found) return found;
    await sleep(200);
  }
  return assert.fail(
    `no pod of ${job} runs: ${JSON.stringify((await podsOf(job)).map(({ status }) => status))}`,
  );
}

const nodeOf = (pod: Pod): string => pod.spec.nodeName ?? assert.fail(`${pod.metadata.name} is on no node`);

/** Saves when it is asked to end, and does not call that a success: a Job would take its word and be complete. */
const SAVES = 'trap "echo saved; exit 143" TERM; while :; do sleep 0.1; done';

const reasonOf = (pod: Pod): string | undefined =>
  pod.status.conditions?.find(({ type }) => type === 'DisruptionTarget')?.reason;

describe('a test cluster', { skip: missing('kube') }, () => {
  before(async () => {
    cluster = await kubeCluster([
      { name: 'plain' },
      ...['taint', 'drain', 'death', 'cut', 'stuck', 'low'].flatMap(nodesFor),
    ]);
  });
  after(() => cluster?.down());

  describe('whose nodes fail', { concurrency: 6 }, () => {
    it('lose by a taint the pods that do not tolerate it, and the Job runs them elsewhere', async () => {
      const lasting = { backoffLimit: 3 };
      await cluster.apply(jobOf('tainted', { command: ['sh', '-c', SAVES], spec: only('taint') }, lasting));
      const first = await runningOf('tainted');
      await cluster.kubectl('taint', 'node', nodeOf(first), 'maintenance=now:NoExecute');
      const second = await runningOf('tainted', first.metadata.name);
      assert.notEqual(nodeOf(second), nodeOf(first));
      await cluster.kubectl('delete', 'job', 'tainted');
    });

    it('are drained of their pods, whose end a Job counts as a disruption', async () => {
      const ignored = [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }];
      const policy = { podFailurePolicy: { rules: ignored }, podReplacementPolicy: 'Failed' };
      const command = ['sh', '-c', 'trap "exit 1" TERM; while :; do sleep 0.1; done'];
      await cluster.apply(jobOf('drained', { command, spec: only('drain') }, policy));
      const first = await runningOf('drained');
      const [, second] = await Promise.all([
        cluster.kubectl('drain', nodeOf(first), '--ignore-daemonsets', '--force', '--timeout=60s'),
        runningOf('drained', first.metadata.name),
      ]);
      assert.notEqual(nodeOf(second), nodeOf(first));
      await cluster.kubectl('delete', 'job', 'drained');
    });

    it('die with all that runs there, unheard, and the Job runs its pod elsewhere', async () => {
      const script = 'while :; do date +%s%N > /checkpoints/alive; sleep 0.1; done';
      const { spec } = onVolume('', 'dead', script, only('death'));
      await cluster.apply(claimOf('dead', 'ReadWriteMany'), {
        ...jobOf('dying', { command: [] }),
        spec: { template: { spec } },
      });
      const first = await runningOf('dying');
      await cluster.fault('die', nodeOf(first));
      const alive = join(await cluster.volumeFolder('dead'), 'alive');
      const last = readFileSync(alive, 'utf8');
      await sleep(500);
      assert.equal(readFileSync(alive, 'utf8'), last);
      const second = await runningOf('dying', first.metadata.name);
      assert.notEqual(nodeOf(second), nodeOf(first));
      const marked = await until(cluster, first.metadata.name, (pod) => !!pod.metadata.deletionTimestamp);
      assert.equal(marked.status.phase, 'Running');
      assert.equal(reasonOf(marked), 'DeletionByTaintManager');
      await cluster.fault('heal', nodeOf(first));
      await cluster.kubectl('wait', '--for=delete', `pod/${first.metadata.name}`, '--timeout=30s');
      await cluster.kubectl('wait', '--for=condition=Ready', `node/${nodeOf(first)}`, '--timeout=30s');
      await cluster.kubectl('delete', 'job', 'dying', '--cascade=foreground');
    });

    it('run on what they have while nobody reaches them, beside what replaced it, until they hear of it', async () => {
      const script = 'while :; do touch /checkpoints/$HOSTNAME; sleep 0.05; done';
      const { spec } = onVolume('', 'both', script, only('cut'));
      const job = {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'cut' },
        spec: { template: { spec } },
      };
      await cluster.apply(claimOf('both', 'ReadWriteMany'), job);
      const first = await runningOf('cut');
      const beside = cluster.kubectl('exec', first.metadata.name, '--', 'sleep', '600');
      await sleep(1000);
      await cluster.fault('part', nodeOf(first));
      // Well before its 600 s; some versions of kubectl take a stream that is cut for a success.
      await beside.catch(() => undefined);
      await runningOf('cut', first.metadata.name);
      const mark = join(await cluster.volumeFolder('both'), first.metadata.name);
      const writesOn = async () => {
        rmSync(mark, { force: true });
        await sleep(500);
        return existsSync(mark);
      };
      assert.equal(await writesOn(), true);
      await cluster.fault('heal', nodeOf(first));
      await cluster.kubectl('wait', '--for=delete', `pod/${first.metadata.name}`, '--timeout=30s');
      assert.equal(await writesOn(), false);
      await cluster.kubectl('delete', 'job', 'cut', '--cascade=foreground');
    });

    it('keep when they die what only one node may have, until an operator says that they are gone', async () => {
      const holder = onVolume('holder', 'stuck', 'exec sleep 600', only('stuck'));
      await cluster.apply(claimOf('stuck'), holder);
      const lost = nodeOf(await until(cluster, 'holder', hasPhase('Running')));
      await cluster.fault('die', lost);
      await until(cluster, 'holder', (pod) => !!pod.metadata.deletionTimestamp);
      await cluster.apply(onVolume('heir', 'stuck', 'exec sleep 600', only('stuck')));
      assert.match(await eventsOf(cluster, 'heir', 'FailedAttachVolume'), /already used by pod\(s\) holder/);
      await cluster.kubectl(
        'taint',
        'node',
        lost,
        'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute',
      );
      await until(cluster, 'heir', hasPhase('Running'));
      await cluster.kubectl('delete', 'pod', 'heir', '--grace-period=1');
    });

    it('evict a pod when they run low, which says so', async () => {
      await cluster.apply(podOf('evicted', { command: ['sh', '-c', SAVES], spec: only('low') }));
      const pod = await until(cluster, 'evicted', hasPhase('Running'));
      await cluster.evictUnderPressure(nodeOf(pod), 'evicted');
      const { status } = await until(cluster, 'evicted', hasPhase('Failed'));
      assert.equal(status.reason, 'Evicted');
      assert.match(status.message ?? '', /^The node was low on resource: memory\. /);
      assert.equal(await cluster.kubectl('logs', 'evicted'), 'saved\n');
    });
  });

  it('end while the API server is away, and are told of when it is back', async () => {
    const script = 'until [ -e /checkpoints/enough ]; do sleep 0.1; done; exit 6';
    await cluster.apply(claimOf('unseen'), onVolume('unseen', 'unseen', script));
    await until(cluster, 'unseen', hasPhase('Running'));
    const folder = await cluster.volumeFolder('unseen');
    await cluster.stop('apiserver');
    writeFileSync(join(folder, 'enough'), '');
    await sleep(1000);
    await cluster.start('apiserver');
    const ended = await until(cluster, 'unseen', hasPhase('Failed'));
    assert.equal(terminatedOf(ended).exitCode, 6);
  });
});
