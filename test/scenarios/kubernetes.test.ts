// Over ten seconds: work is handed over to a real control plane, waits, runs, is taken away and begun again.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import type { Lease } from '../../src/lease/run.ts';
import type { Meter } from '../../src/platforms/driver.ts';
import { kubernetes } from '../../src/platforms/kubernetes/driver.ts';
import { kubeconfigOf } from '../kubernetes/api-proxy.ts';
import { type KubeCluster, kubeCluster } from '../kubernetes/cluster.ts';
import { leastAccount } from '../kubernetes/least-account.ts';
import { claimOf, type Pod } from '../kubernetes/objects.ts';
import { missing } from '../requirement.ts';
import { ofType, onlyStory, type Story } from './ledger-story.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

const PULLED = /checkpoint of step \d+ pulled, hash-equal and loaded/;

const TOKEN = 'hub-73c0ffee59';
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The Job of the one lease. */
const jobOfLease = (place: Place): string =>
  onlyStory(place).run.leases[0]?.boxId?.split('/')[1] ?? assert.fail('no Job');

interface Secret {
  metadata: { ownerReferences: { kind: string; name: string; uid: string }[] };
  data: Record<string, string>;
}

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

  function placeAt(t: TestContext, stepMs: number, change: (job: JobFile) => void = () => {}): Place {
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
      change(job);
    });
    return place;
  }

  const secretOf = (job: string) => cluster.get<Secret>('secret', `gpu-lease-secrets-${job}`);

  const podsOf = async (lease: string): Promise<Pod[]> =>
    JSON.parse(await cluster.kubectl('get', 'pods', '-l', `job-name=${lease}`, '-o', 'json')).items;

  it('is submitted suspended, let go, trained, sealed, and closed by the word of the cluster alone [K8S2]', async (t) => {
    const place = placeAt(t, 20, (job) => {
      job['env'] = ['HUB_TOKEN'];
      job['run'] = `printf %s "$HUB_TOKEN" | sha256sum | grep -q ^${digestOf(TOKEN)} && exec sh train.sh`;
    });
    Object.assign(place.env, { HUB_TOKEN: TOKEN });
    const running = place.start(['run'], { timeoutSeconds: 200 });
    await running.says(/is RUNNING/);
    const lease = jobOfLease(place);
    const { metadata, data } = (await secretOf(lease)) ?? assert.fail('no Secret of it');
    assert.deepEqual(
      metadata.ownerReferences.map(({ kind, name, uid }) => [kind, name, uid]),
      [['Job', lease, onlyStory(place).run.leases[0]?.boxId?.split('/')[2]]],
    );
    assert.match(Buffer.from(data['secrets'] ?? '', 'base64').toString(), new RegExp(TOKEN));
    assert.doesNotMatch(await cluster.kubectl('get', 'jobs,pods', '-o', 'yaml'), new RegExp(TOKEN));
    const done = await running.ended;
    assert.equal(done.exitCode, 0, done.output);
    const story = onlyStory(place);
    assert.ok(story.run.seal && story.run.closed, 'sealed and closed');
    assert.equal(moves(story).at(-1), 'over');
    assert.equal(ofType(story, 'started').length, 1);
    assert.deepEqual(ofType(story, 'releasing'), [], 'nothing had to be ended');
    assert.match(done.output, /its node bills until its pool is scaled down/);
    assert.equal(await secretOf(lease), undefined, 'its secrets end with its work');
    const found = spawnSync('grep', ['-rlF', TOKEN, await cluster.volumeFolder('work')], {
      encoding: 'utf8',
    });
    assert.deepEqual([found.status, found.stdout], [1, ''], 'and never lay on the claim');
    await assertTidied(story.run.leases[0] ?? assert.fail('no lease'), lease);
  });

  /** Once it is closed the cluster takes it away by itself, and that is no loss. */
  async function assertTidied({ boxId = '', name, meters }: Lease, job: string): Promise<void> {
    const of = ['get', 'job', job, '-o', 'jsonpath={.spec.ttlSecondsAfterFinished}'];
    assert.equal(await cluster.kubectl(...of), '3600');
    await cluster.kubectl(
      'patch',
      'job',
      job,
      '--type=merge',
      '-p',
      '{"spec":{"ttlSecondsAfterFinished":0}}',
    );
    await cluster.kubectl('wait', '--for=delete', `job/${job}`, '--timeout=30s');
    const kubeconfig = kubeconfigOf(cluster.server, token, cluster.ca);
    const driver = kubernetes({
      clock: systemClock,
      localRoot: '/nowhere',
      selfCommand: ['false'],
      queue: 'kube://test/default/work',
      secret: (of) => (of === 'KUBE_CONFIG' ? kubeconfig : undefined),
    });
    const known = meters.map(({ id }): Meter => ({ id, kind: 'none', usdPerHour: 0, source: '' }));
    const readings = await driver.meters({ boxId, name, meters: known });
    assert.deepEqual(
      readings.map(({ state }) => state),
      ['gone', 'gone'],
    );
    await driver.forget?.(boxId);
  }

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
