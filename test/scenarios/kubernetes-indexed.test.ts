// Over ten seconds: a sweep on a real control plane, as one Indexed Job, from its submit to its seal.
// In turn: what befalls work in a queue or on several nodes
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLong, partInTurn } from '../in-turn.ts';
import { kubeconfigOf } from '../kubernetes/api-proxy.ts';
import { type KubeCluster, kubeCluster } from '../kubernetes/cluster.ts';
import { leastAccount } from '../kubernetes/least-account.ts';
import { claimOf, type Pod } from '../kubernetes/objects.ts';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Place, placeFor, type Running } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

interface JobObject {
  metadata: { name: string };
  spec: { completionMode: string; completions: number; parallelism: number };
  status: { succeeded?: number; failedIndexes?: string };
}

describe('a sweep on a Kubernetes cluster', { skip: missing('kube'), timeout: 1_200_000 }, () => {
  let cluster: KubeCluster;
  let token: string;
  let folder: string;
  before(async () => {
    cluster = await kubeCluster([{ name: 'one' }, { name: 'two' }]);
    await cluster.apply(claimOf('work', 'ReadWriteMany'), claimOf('narrow', 'ReadWriteOnce'));
    await cluster.kubectl('wait', '--for=jsonpath={.status.phase}=Bound', 'pvc/work', '--timeout=60s');
    folder = await cluster.volumeFolder('work');
    token = await leastAccount(cluster);
  });
  after(() => cluster?.down());

  function placeAt(
    t: TestContext,
    { count, atOnce, claim = 'work' }: { count: number; atOnce: number; claim?: string },
    change: (job: JobFile) => void = () => {},
  ): Place {
    const place = placeFor(t);
    const file = join(place.home, 'kubeconfig');
    writeFileSync(file, kubeconfigOf(cluster.server, token, cluster.ca), { mode: 0o600 });
    Object.assign(place.env, { KUBECONFIG: file });
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
      job['image'] = `registry.test/trainer@sha256:${'ab'.repeat(32)}`;
      job['candidates'] = [
        { platform: 'kubernetes', queue: `kube://test/default/${claim}`, kubernetes: { graceSeconds: 20 } },
      ];
      job['cells'] = Array.from({ length: count }, (_, at) => ({ name: `c${at}`, vars: { SEED: at } }));
      job['sweep'] = { 'at-once': atOnce };
      change(job);
    });
    return place;
  }

  /** All Jobs and pods that there were of a run: nothing tidies them away. */
  async function objectsOf(place: Place): Promise<{ jobs: JobObject[]; pods: Pod[] }> {
    const { id } = onlyStory(place).run;
    const { items: all }: { items: JobObject[] } = JSON.parse(
      await cluster.kubectl('get', 'jobs', '-o', 'json'),
    );
    const jobs = all.filter(({ metadata }) => metadata.name.startsWith(id));
    const { items: pods }: { items: Pod[] } = JSON.parse(
      await cluster.kubectl('get', 'pods', '-l', `job-name=${jobs[0]?.metadata.name}`, '-o', 'json'),
    );
    return { jobs, pods };
  }

  async function mostAtOnce(place: Place, running: Running, everySeconds: number): Promise<number> {
    let most = 0;
    let isOver = false;
    void running.ended.then(() => {
      isOver = true;
    });
    await running.says(/RUNNING/);
    while (!isOver) {
      const { pods } = await objectsOf(place);
      most = Math.max(most, pods.filter(({ status }) => status.phase === 'Running').length);
      await sleep(everySeconds * 1000);
    }
    return most;
  }

  /** Of a cell, on the claim. */
  const outOf = (place: Place, cell: string, file: string): string | undefined => {
    const [lease] = onlyStory(place).run.leases;
    const base = lease?.started?.dir.base.replace(/^\/checkpoints/, folder);
    const path = join(base ?? '/nowhere', 'cells', cell, 'out', file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };

  it('is one Indexed Job; a pod evicted in the middle begins its cell again alone, which resumes, and all is sealed', async (t) => {
    const place = placeAt(t, { count: 3, atOnce: 2 }, (job) => {
      job['env'] = ['WORD'];
      job['run'] = `[ "$WORD" = only-for-the-tasks ] || exit 9; ${job['run']}`;
      Object.assign(job['vars'], { TINY_STEP_MS: 100, TINY_STEPS: 50 });
      job['metrics']['total-steps'] = 50;
    });
    const running = place.start(['run'], { timeoutSeconds: 240, env: { WORD: 'only-for-the-tasks' } });
    await running.says(/RUNNING/);
    for (let tried = 0; !outOf(place, 'c0', 'checkpoints/last.safetensors'); tried++) {
      assert.ok(tried < 300, 'c0 has saved nothing after 60 s');
      await sleep(200);
    }
    const { pods } = await objectsOf(place);
    const first = pods.find(({ metadata }) => /-0-[a-z0-9]+$/.test(metadata.name));
    assert.ok(first?.spec.nodeName, 'the pod of c0 has a node');
    await cluster.evictUnderPressure(first.spec.nodeName, first.metadata.name);
    const done = await running.ended;
    assert.equal(done.exitCode, 0, done.output);
    assert.match(done.output, /chose kubernetes: .*3 tasks, 2 at once/);
    const story = onlyStory(place);
    assert.ok(story.run.seal && story.run.closed, done.output);
    const { jobs } = await objectsOf(place);
    assert.deepEqual(
      jobs.map(({ spec: { completionMode, completions, parallelism } }) => [
        completionMode,
        completions,
        parallelism,
      ]),
      [['Indexed', 3, 2]],
    );
    assert.deepEqual(
      ['c0', 'c1', 'c2'].map((cell) => outOf(place, cell, 'starts.txt')?.trim().split('\n').length),
      [2, 1, 1],
    );
    // Its file of metrics is cut to the step from which it goes on, and each start counts its seconds anew.
    const seconds = (outOf(place, 'c0', 'metrics.jsonl') ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).seconds);
    const starts = seconds.filter((each, at) => at > 0 && each < seconds[at - 1]);
    assert.deepEqual([seconds.length, starts.length], [50, 1], 'it went on where it was');
    assert.equal(ofType(story, 'started').length, 1, 'no attempt of the run');
    assert.equal(ofType(story, 'rented').length, 1);
    assert.equal(story.run.relaunches, 0, 'that costs no retry');
    assert.deepEqual(ofType(story, 'releasing'), [], 'nothing had to be ended');
  });

  const others: { it: string; play: (t: TestContext) => Promise<void> }[] = [
    {
      it: 'names the cell that fails by its own error, which ends no other, all on one node where the claim is of one node',
      play: async (t) => {
        const place = placeAt(t, { count: 4, atOnce: 4, claim: 'narrow' }, (job) => {
          job['run'] =
            `if [ "$GPU_LEASE_CELL" = c2 ]; then echo "RuntimeError: no such layer" >&2; exit 7; fi; ${job['run']}`;
        });
        const done = await place.run(['run'], { timeoutSeconds: 240 });
        assert.match(done.output, /c2/);
        assert.deepEqual(
          ofType(onlyStory(place), 'cell-ended')
            .map(({ cell, verdict }) => `${cell} ${verdict}`)
            .sort(),
          ['c0 finished', 'c1 finished', 'c2 dead', 'c3 finished'],
          done.output,
        );
        const { jobs, pods } = await objectsOf(place);
        assert.deepEqual(
          [jobs.length, jobs[0]?.status.failedIndexes, pods.length],
          [1, '2', 4],
          'begun once',
        );
        assert.equal(new Set(pods.map(({ spec }) => spec.nodeName)).size, 1);
      },
    },
    {
      it: 'is given up as one: no pod of it runs or waits any more',
      play: async (t) => {
        const place = placeAt(t, { count: 6, atOnce: 2 }, (job) => {
          job['vars'].TINY_STEP_MS = 5000;
        });
        const watched = await place.run(['run', '--bound', '15s'], { timeoutSeconds: 90 });
        const { id } = onlyStory(place).run;
        assert.ok((await objectsOf(place)).pods.length > 0, watched.output);
        const asked = await place.run(['abandon', id]);
        const phrase = /type: (\S+ \S+)/.exec(asked.output)?.[1] ?? assert.fail(asked.output);
        const given = await place.run(['abandon', id, '--approve', phrase], { timeoutSeconds: 150 });
        assert.equal(given.exitCode, 0, given.output);
        const left = await cluster.kubectl('get', 'jobs,pods', '-l', 'gpu-lease/claim', '-o', 'name');
        assert.doesNotMatch(left, new RegExp(id));
        assert.ok(onlyStory(place).run.closed);
      },
    },
  ];
  for (const each of partInTurn('a sweep on Kubernetes', others, 4, ({ it: name }) => name))
    it(each.it, (t) => each.play(t));

  // Some four minutes.
  if (isLong)
    it('of 100 cells is one submission, never more than 10 at once, and is sealed', async (t) => {
      const place = placeAt(t, { count: 100, atOnce: 10 });
      const running = place.start(['run'], { timeoutSeconds: 1000 });
      const most = await mostAtOnce(place, running, 1);
      const done = await running.ended;
      assert.equal(done.exitCode, 0, done.output);
      const story = onlyStory(place);
      assert.ok(story.run.seal && story.run.closed, done.output);
      const { jobs } = await objectsOf(place);
      assert.deepEqual([jobs.length, jobs[0]?.spec.completions, jobs[0]?.status.succeeded], [1, 100, 100]);
      assert.ok(most > 1 && most <= 10, `${most} at once`);
      assert.equal(ofType(story, 'rented').length, 1);
      assert.equal(ofType(story, 'cell-ended').length, 100);
    });
});
