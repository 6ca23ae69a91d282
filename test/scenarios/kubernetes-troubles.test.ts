// Over ten seconds: jobs on a real control plane wait for cards, are evicted, and are ended for memory.
// In turn: what befalls work in a queue or on several nodes
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { inTurn } from '../in-turn.ts';
import { kubeconfigOf } from '../kubernetes/api-proxy.ts';
import { type KubeCluster, kubeCluster } from '../kubernetes/cluster.ts';
import { installDefinitions } from '../kubernetes/definitions.ts';
import { leastAccount } from '../kubernetes/least-account.ts';
import { claimOf, type Pod, until } from '../kubernetes/objects.ts';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

interface QueuedJob {
  metadata: { uid: string; labels: Record<string, string> };
  spec: { suspend: boolean; parallelism: number; template: object };
}

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
    const place = placeAt(t, {}, (job) => {
      job['vars'].TINY_STEP_MS = 100;
    });
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

  /** Two nodes for one test, and what runs only there; a node that is not heard keeps its pods for a second, and not for five minutes. */
  async function nodesFor(test: string): Promise<object> {
    const label = { for: test };
    const taints = [{ key: 'for', value: test, effect: 'NoSchedule' as const }];
    for (const end of ['a', 'b']) await cluster.addNode({ name: `${test}-${end}`, labels: label, taints });
    const lost = ['not-ready', 'unreachable'].map((state) => ({
      ...{ key: `node.kubernetes.io/${state}`, effect: 'NoExecute', seconds: 1 },
    }));
    return { nodeSelector: label, tolerations: [{ key: 'for', value: test }, ...lost] };
  }

  const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute';
  const GOES: Record<string, (node: string, pod: string) => Promise<void>> = {
    'bears a taint by which all have to go': async (node) => {
      await cluster.kubectl('taint', 'node', node, 'maintenance=now:NoExecute');
    },
    'is lost for good, as an operator says': async (node, pod) => {
      await cluster.fault('die', node);
      await until(cluster, pod, ({ metadata }) => metadata.deletionTimestamp !== undefined);
      await cluster.kubectl('taint', 'node', node, OUT_OF_SERVICE);
    },
    'is cut off, works on unheard, and comes back': async (node, pod) => {
      await cluster.fault('part', node);
      await until(cluster, pod, ({ metadata }) => metadata.deletionTimestamp !== undefined);
      await cluster.fault('heal', node);
    },
  };
  for (const how of inTurn('a node of Kubernetes that goes', Object.keys(GOES)))
    it(`goes on elsewhere as the same submission when its node ${how}`, async (t) => {
      const test = `gone-${Object.keys(GOES).indexOf(how)}`;
      const place = placeAt(t, await nodesFor(test), (job) => {
        job['vars'].TINY_STEP_MS = 150;
      });
      const running = place.start(['run'], { timeoutSeconds: 240 });
      await running.says(PULLED);
      const { metadata, spec } = await podOf(place);
      const node = spec.nodeName ?? assert.fail('it has no node');
      await GOES[how]?.(node, metadata.name);
      const done = await running.ended;
      assert.equal(done.exitCode, 0, done.output);
      const story = onlyStory(place);
      assert.ok(story.run.seal && story.run.closed, done.output);
      const [, job = ''] = story.run.leases[0]?.boxId?.split('/') ?? [];
      const of = ['-l', `job-name=${job}`, '--field-selector=status.phase=Succeeded'];
      const ended = await cluster.kubectl('get', 'pods', ...of, '-o', 'jsonpath={.items[*].spec.nodeName}');
      // A node that is back is as good as the other one.
      if (how.includes('comes back')) assert.match(ended, new RegExp(`^${test}-[ab]$`));
      else assert.equal(ended, node === `${test}-a` ? `${test}-b` : `${test}-a`);
      const resumed = ofType(story, 'resumed');
      assert.ok(resumed.length > 0 && resumed.every(({ firstStep }) => firstStep > 0));
      assert.deepEqual([story.run.leases.length, story.run.relaunches], [1, 0]);
    });

  /** What Kueue's webhook does with a Job that names no queue where the namespace has one called "default". */
  async function defaultQueue(t: TestContext): Promise<void> {
    const version = 'admissionregistration.k8s.io/v1';
    const metadata = { name: 'default-queue' };
    const label = "'kueue.x-k8s.io/queue-name'";
    const rule = { apiGroups: ['batch'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['jobs'] };
    const expression = `Object{metadata: Object.metadata{labels: {${label}: 'default'}}}`;
    await cluster.apply(
      {
        apiVersion: version,
        kind: 'MutatingAdmissionPolicy',
        metadata,
        spec: {
          reinvocationPolicy: 'Never',
          matchConstraints: { resourceRules: [rule] },
          matchConditions: [
            {
              name: 'unnamed',
              expression: `!has(object.metadata.labels) || !(${label} in object.metadata.labels)`,
            },
          ],
          mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }],
        },
      },
      {
        apiVersion: version,
        kind: 'MutatingAdmissionPolicyBinding',
        metadata,
        spec: { policyName: 'default-queue' },
      },
    );
    t.after(() => cluster.kubectl('delete', 'mutatingadmissionpolicybinding', 'default-queue'));
    const dry = [
      'create',
      'job',
      'asked',
      '--image=x',
      '--dry-run=server',
      '-o',
      'jsonpath={.metadata.labels}',
    ];
    // Restricted pods are only warned of here: the Job itself is taken.
    for (let tried = 0; !(await cluster.kubectl(...dry)).includes('default'); tried++)
      assert.ok(tried < 100, 'the policy does nothing');
  }

  it('waits in its queue of Kueue, is suspended by it, and goes on when it is let go again', async (t) => {
    await installDefinitions(cluster, 'kueue', ['LocalQueue', 'Workload']);
    await cluster.apply({
      apiVersion: 'kueue.x-k8s.io/v1beta2',
      kind: 'LocalQueue',
      metadata: { name: 'team' },
      spec: { clusterQueue: 'all' },
    });
    await defaultQueue(t);
    const unnamed = await placeAt(t, {}).run(['run'], { timeoutSeconds: 60 });
    assert.notEqual(unnamed.exitCode, 0);
    assert.match(unnamed.output, /puts what names no queue into its queue "default".*Nothing was submitted/s);
    const place = placeAt(t, { kueue: 'team' }, (job) => {
      job['vars'].TINY_STEP_MS = 100;
    });
    const running = place.start(['run'], { timeoutSeconds: 240 });
    await running.says(/waits in the queue team of Kueue for its quota/);
    const [, name = ''] = onlyStory(place).run.leases[0]?.boxId?.split('/') ?? [];
    // What its controller does, which is not here: a Workload of the Job's template, and suspend.
    const { metadata, spec } = (await cluster.get<QueuedJob>('job', name)) ?? assert.fail('no Job of it');
    assert.equal(spec.suspend, true);
    const owner = { apiVersion: 'batch/v1', kind: 'Job', name, uid: metadata.uid, controller: true };
    await cluster.apply({
      apiVersion: 'kueue.x-k8s.io/v1beta2',
      kind: 'Workload',
      metadata: { name: `job-${name}`, ownerReferences: [owner] },
      spec: {
        queueName: metadata.labels['kueue.x-k8s.io/queue-name'],
        podSets: [{ name: 'main', count: spec.parallelism, template: spec.template }],
      },
    });
    const queue = await cluster.kubectl('get', `workload/job-${name}`, '-o', 'jsonpath={.spec.queueName}');
    assert.equal(
      await cluster.kubectl('get', `localqueue/${queue}`, '-o', 'name'),
      'localqueue.kueue.x-k8s.io/team\n',
    );
    const suspend = (is: boolean) =>
      cluster.kubectl('patch', 'job', name, '--type=merge', '-p', JSON.stringify({ spec: { suspend: is } }));
    await suspend(false);
    await running.says(PULLED);
    await suspend(true);
    await running.says(/is RUNNING[\s\S]*waits in the queue team of Kueue/);
    await suspend(false);
    const done = await running.ended;
    assert.equal(done.exitCode, 0, done.output);
    const story = onlyStory(place);
    assert.ok(story.run.seal && story.run.closed, done.output);
    assert.ok(ofType(story, 'resumed').some(({ firstStep }) => firstStep > 0));
    assert.deepEqual([story.run.leases.length, story.run.relaunches], [1, 0]);
  });
});
