// Over ten seconds: jobs on a real control plane wait for cards, are evicted, and are ended for memory.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { kubeconfigOf } from '../kubernetes/api-proxy.ts';
import { type KubeCluster, kubeCluster } from '../kubernetes/cluster.ts';
import { leastAccount } from '../kubernetes/least-account.ts';
import { claimOf, type Pod } from '../kubernetes/objects.ts';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

const PULLED = /checkpoint of step \d+ pulled, hash-equal and loaded/;

describe('what may befall a job on Kubernetes', {
  skip: missing('kube'),
  timeout: 600_000,
  concurrency: 1,
}, () => {
  let cluster: KubeCluster;
  let token: string;
  before(async () => {
    cluster = await kubeCluster([{ name: 'small', gpus: 2 }]);
    await cluster.apply(claimOf('work', 'ReadWriteMany'));
    token = await leastAccount(cluster);
  });
  after(() => cluster?.down());

  function placeAt(t: TestContext, asked: object, change: (job: JobFile) => void = () => {}): Place {
    const place = placeFor(t);
    const file = join(place.home, 'kubeconfig');
    writeFileSync(file, kubeconfigOf(cluster.server, token, cluster.ca), { mode: 0o600 });
    Object.assign(place.env, { KUBECONFIG: file });
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
      job['image'] = `registry.test/trainer@sha256:${'ab'.repeat(32)}`;
      const kubernetes = { graceSeconds: 10, ...asked };
      job['candidates'] = [{ platform: 'kubernetes', queue: 'kube://test/default/work', kubernetes }];
      job['vars'].TINY_STEP_MS = 40;
      change(job);
    });
    return place;
  }

  async function podOf(place: Place): Promise<Pod> {
    const [, job = ''] = onlyStory(place).run.leases[0]?.boxId?.split('/') ?? [];
    const pods = await cluster.kubectl('get', 'pods', '-l', `job-name=${job}`, '-o', 'json');
    return JSON.parse(pods).items.at(-1) ?? assert.fail('no pod of it');
  }

  it('waits for cards and says so, begins on a node that has them, and warns where its container sees none [K8S1] [K8S6]', async (t) => {
    const place = placeAt(t, {}, (job) => {
      job['resources'] = { gpu: { count: 3 } };
    });
    const running = place.start(['run'], { timeoutSeconds: 240 });
    await running.says(/no node has as many free cards/);
    await running.says(/K8S1/);
    // Its cards are a number of the node's, as where the plugin counts what the runtime does not hand on.
    await cluster.addNode({ name: 'large', gpus: 4 });
    const done = await running.ended;
    assert.equal(done.exitCode, 0, done.output);
    const { run } = onlyStory(place);
    assert.ok(run.seal && run.closed, done.output);
    assert.match(done.output, /NOT FIT, U31/);
  });

  it('is evicted from a node that runs low, begun again, and resumes [K8S5]', async (t) => {
    const place = placeAt(t, {});
    const running = place.start(['run'], { timeoutSeconds: 240 });
    await running.says(PULLED);
    const { metadata, spec } = await podOf(place);
    await cluster.evictUnderPressure(spec.nodeName ?? assert.fail('it has no node'), metadata.name);
    const done = await running.ended;
    assert.equal(done.exitCode, 0, done.output);
    const story = onlyStory(place);
    assert.ok(story.run.seal && story.run.closed, done.output);
    const resumed = ofType(story, 'resumed');
    assert.ok(resumed.length > 0 && resumed.every(({ firstStep }) => firstStep > 0));
    assert.equal(story.run.leases.length, 1);
    assert.equal(story.run.relaunches, 0, 'that costs no retry');
  });

  it('is ended for memory, which is known, and is not tried again', async (t) => {
    const place = placeAt(t, { memoryGb: 0.3 }, (job) => {
      job['run'] = 'sh hungry.sh';
    });
    const hungry = 'const a = []; setInterval(() => a.push(Buffer.alloc(20e6, 1)), 40);';
    writeFileSync(join(place.repository, 'hungry.sh'), `node -e '${hungry}'\n`);
    place.commit();
    const done = await place.run(['run'], { timeoutSeconds: 120 });
    assert.equal(done.exitCode, 1, done.output);
    const story = onlyStory(place);
    assert.equal(ofType(story, 'cell-ended').at(-1)?.failureClass, 'HOST_OOM', done.output);
    assert.equal(story.run.halted?.code, 'cells-dead');
  });
});
