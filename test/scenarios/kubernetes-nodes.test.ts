// Over ten seconds: torchrun trains in two pods of a real JobSet, loses one to a drained node, and goes on in two others.
// In turn: what befalls work in a queue or on several nodes
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { kubeconfigOf } from '../kubernetes/api-proxy.ts';
import { type KubeCluster, kubeCluster } from '../kubernetes/cluster.ts';
import { installJobSet } from '../kubernetes/jobset.ts';
import { leastAccount } from '../kubernetes/least-account.ts';
import { claimOf, type Pod } from '../kubernetes/objects.ts';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Place, placeFor, repositoryRoot } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

/** As `docs/nodes.md` has it for a cluster without DNS; torch 1.13 on Python 3.11 stumbles over its own default of the last two. */
const TORCHRUN = [
  '/usr/bin/python3 -m torch.distributed.run --nnodes=$GPU_LEASE_NODES --nproc_per_node=1 --max_restarts=3',
  '--node_rank=$GPU_LEASE_NODE_RANK --master_addr=$MASTER_ADDR --master_port=$MASTER_PORT',
  '--redirects=1 --tee=1 train.py',
].join(' ');
const PULLED = /checkpoint of step \d+ pulled, hash-equal and loaded/;

describe('a job of two nodes on a Kubernetes cluster', {
  skip: missing('kube', 'jobset', 'torch', 'openssl'),
  timeout: 600_000,
}, () => {
  let cluster: KubeCluster;
  let token: string;
  let jobSet: { stop: () => Promise<void> } | undefined;
  before(async () => {
    cluster = await kubeCluster([{ name: 'one' }, { name: 'two' }]);
    await cluster.apply(claimOf('work', 'ReadWriteMany'), claimOf('single'));
    token = await leastAccount(cluster);
  });
  after(async () => {
    await jobSet?.stop();
    await cluster?.down();
  });

  function placeAt(t: TestContext, change: (job: JobFile) => void = () => {}): Place {
    const place = placeFor(t);
    const file = join(place.home, 'kubeconfig');
    writeFileSync(file, kubeconfigOf(cluster.server, token, cluster.ca), { mode: 0o600 });
    Object.assign(place.env, { KUBECONFIG: file });
    cpSync(join(repositoryRoot, 'examples', 'torchrun', 'train.py'), join(place.repository, 'train.py'));
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
      job['image'] = `registry.test/trainer@sha256:${'ab'.repeat(32)}`;
      job['candidates'] = [
        { platform: 'kubernetes', queue: 'kube://test/default/work', kubernetes: { graceSeconds: 20 } },
      ];
      job['resources'] = { nodes: 2 };
      job['run'] = `echo "$GPU_LEASE_NODE_RANK" >>"$GPU_LEASE_OUT/starts.txt"; exec ${TORCHRUN}`;
      job['vars'] = { STEPS: 240, CKPT_EVERY: 20, STEP_MS: 60, OMP_NUM_THREADS: 1 };
      job['metrics'] = { path: 'metrics.jsonl', 'total-steps': 240 };
      job['artifacts'] = [
        { path: 'checkpoints/last.pt', role: 'checkpoint', keep: 'last', contains: ['model', 'step'] },
        { path: 'metrics.jsonl', role: 'metrics' },
        { path: 'starts.txt', role: 'opaque' },
      ];
      job['checkpoint'] = { path: 'checkpoints/last.pt', resume: 'continues' };
      change(job);
    });
    return place;
  }

  const podsOf = async (jobSetName: string): Promise<Pod[]> => {
    const selector = `jobset.sigs.k8s.io/jobset-name=${jobSetName}`;
    return JSON.parse(await cluster.kubectl('get', 'pods', '-l', selector, '-o', 'json')).items;
  };

  it('is refused before anything is submitted where there is no JobSet, or a claim that one node may have', async (t) => {
    const none = await placeAt(t).run(['run'], { timeoutSeconds: 60 });
    assert.notEqual(none.exitCode, 0);
    assert.match(none.output, /has no JobSet \(jobset\.x-k8s\.io\/v1alpha2\), by which 2 nodes are started/);
    const single = placeAt(t, (job) => {
      job['candidates'] = [{ platform: 'kubernetes', queue: 'kube://test/default/single' }];
    });
    const one = await single.run(['run'], { timeoutSeconds: 60 });
    assert.match(
      one.output,
      /claim single of .* is ReadWriteOnce, so one node at a time may have it, and the job wants 2/,
    );
  });

  it('trains by torchrun, is begun again as one when a node is drained, and goes on from its checkpoint [ND-06] [MN5]', async (t) => {
    jobSet = await installJobSet(cluster);
    const place = placeAt(t);
    const running = place.start(['run'], { timeoutSeconds: 300 });
    await running.says(PULLED);
    const [lease] = onlyStory(place).run.leases;
    const [, name = ''] = lease?.boxId?.split('/') ?? [];
    const first = await podsOf(name);
    assert.deepEqual(first.map(({ spec }) => spec.nodeName).sort(), ['one', 'two'], 'a machine for each');
    const [, second] = first.sort((a, b) => a.metadata.name.localeCompare(b.metadata.name));
    const node = second?.spec.nodeName ?? assert.fail('no second pod');
    await cluster.kubectl(
      'drain',
      node,
      '--ignore-daemonsets',
      '--force',
      '--delete-emptydir-data',
      '--timeout=60s',
    );
    await cluster.kubectl('uncordon', node);
    const done = await running.ended;
    assert.equal(done.exitCode, 0, done.output);
    const story = onlyStory(place);
    assert.ok(story.run.seal && story.run.closed, 'sealed and closed');
    assert.equal(story.run.leases.length, 1, 'the same submission all along');
    assert.equal(story.run.relaunches, 0, 'that costs no retry');
    const resumed = ofType(story, 'resumed');
    assert.ok(
      resumed.length > 0 &&
        resumed.every(({ firstStep, verifiedStep }) => firstStep > verifiedStep - 1 && firstStep > 0),
    );
    const starts = readFileSync(join(story.run.seal.place, 'main', 'starts.txt'), 'utf8')
      .trim()
      .split('\n');
    assert.deepEqual(starts.sort(), ['0', '0', '1', '1']);
    const set = await cluster.get<{ status: { terminalState?: string; restarts?: number } }>('jobset', name);
    assert.deepEqual([set?.status.terminalState, set?.status.restarts], ['Completed', 1]);
    assert.deepEqual(new Set((await podsOf(name)).map(({ status }) => status.phase)), new Set(['Succeeded']));
  });

  it('names the node that failed first, and is not begun again [ND-05] [MN3]', async (t) => {
    const place = placeAt(t, (job) => {
      job['run'] =
        'if [ "$GPU_LEASE_NODE_RANK" = 1 ]; then sleep 1; echo "RuntimeError: no such layer" >&2; exit 7; fi; sleep 60';
      job['preflight'] = 'none';
    });
    const done = await place.run(['run'], { timeoutSeconds: 100 });
    assert.equal(done.exitCode, 1, done.output);
    const story = onlyStory(place);
    assert.equal(story.run.halted?.code, 'cells-dead');
    assert.match(
      done.output,
      /main is dead: node 1 \(.+-node-0-1\) of 2 was the first to fail, with exit code 7/,
    );
    assert.equal(ofType(story, 'cell-ended').at(-1)?.exitCode, 7);
    assert.equal(ofType(story, 'started').length, 1);
  });
});
