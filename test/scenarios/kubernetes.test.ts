// Over ten seconds: work is handed over to a real control plane, waits, runs, is taken away and begun again.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { kubeconfigOf } from '../kubernetes/api-proxy.ts';
import { type KubeCluster, kubeCluster } from '../kubernetes/cluster.ts';
import { leastAccount } from '../kubernetes/least-account.ts';
import { claimOf, type Pod } from '../kubernetes/objects.ts';
import { missing } from '../requirement.ts';
import { ofType, onlyStory, type Story } from './ledger-story.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const PULLED = /checkpoint of step \d+ pulled, hash-equal and loaded/;

const moves = (story: Story) => ofType(story, 'queue-moved').map(({ to }) => to);

describe('a job on a Kubernetes cluster', { skip: missing('kube'), timeout: 600_000 }, () => {
  let cluster: KubeCluster;
  let token: string;
  before(async () => {
    cluster = await kubeCluster([{ name: 'one' }, { name: 'two' }]);
    await cluster.apply(claimOf('work', 'ReadWriteMany'));
    token = await leastAccount(cluster);
  });
  after(() => cluster?.down());

  function placeAt(t: TestContext, stepMs: number): Place {
    const place = placeFor(t);
    const file = join(place.home, 'kubeconfig');
    writeFileSync(file, kubeconfigOf(cluster.server, token, cluster.ca), { mode: 0o600 });
    Object.assign(place.env, { KUBECONFIG: file });
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
      job['image'] = `registry.test/trainer@sha256:${'ab'.repeat(32)}`;
      job['candidates'] = [
        { platform: 'kubernetes', queue: 'kube://test/default/work', kubernetes: { graceSeconds: 20 } },
      ];
      job['vars'].TINY_STEP_MS = stepMs;
    });
    return place;
  }

  const podsOf = async (lease: string): Promise<Pod[]> =>
    JSON.parse(await cluster.kubectl('get', 'pods', '-l', `job-name=${lease}`, '-o', 'json')).items;

  it('is submitted suspended, let go, trained, sealed, and closed by the word of the cluster alone [K8S2]', async (t) => {
    const place = placeAt(t, 5);
    const done = await place.run(['run'], { timeoutSeconds: 200 });
    assert.equal(done.exitCode, 0, done.output);
    const story = onlyStory(place);
    assert.ok(story.run.seal && story.run.closed, 'sealed and closed');
    assert.equal(moves(story).at(-1), 'over');
    assert.equal(ofType(story, 'started').length, 1);
    assert.deepEqual(ofType(story, 'releasing'), [], 'nothing had to be ended');
  });

  it('is taken away by a drained node, begun again as the same submission, and resumes', async (t) => {
    const place = placeAt(t, 60);
    const running = place.start(['run'], { timeoutSeconds: 200 });
    await running.says(PULLED);
    const [lease] = onlyStory(place).run.leases;
    const [, job = ''] = lease?.boxId?.split('/') ?? [];
    const [first] = await podsOf(job);
    const node = first?.spec.nodeName ?? assert.fail('no pod of it has a node');
    await cluster.kubectl(
      'drain',
      node,
      '--ignore-daemonsets',
      '--force',
      '--delete-emptydir-data',
      '--timeout=60s',
    );
    const done = await running.ended;
    assert.equal(done.exitCode, 0, done.output);
    const story = onlyStory(place);
    assert.ok(story.run.seal && story.run.closed, done.output);
    assert.ok(ofType(story, 'started').length >= 2);
    const resumed = ofType(story, 'resumed');
    assert.ok(
      resumed.length > 0 &&
        resumed.every(({ firstStep, verifiedStep }) => firstStep > 0 && firstStep >= verifiedStep),
    );
    assert.equal(story.run.leases.length, 1);
    assert.equal(story.run.relaunches, 0, 'that costs no retry');
    await cluster.kubectl('uncordon', node);
  });
});
