// Over ten seconds: the program is killed at a writing call of a real control plane, in whole lives.
// In turn: what befalls work in a queue or on several nodes
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMeters } from '../../src/lease/run.ts';
import { isLong, leftOut, partInTurn } from '../in-turn.ts';
import { type ApiCall, type ApiProxy, apiProxy } from '../kubernetes/api-proxy.ts';
import { type KubeCluster, kubeCluster } from '../kubernetes/cluster.ts';
import { claimOf, type Pod } from '../kubernetes/objects.ts';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Place, placeFor, type Running } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const JOBS = '/apis/batch/v1/namespaces/default/jobs';
const PODS = '/api/v1/namespaces/default/pods';

const is = (method: string, path: RegExp) => (call: ApiCall) =>
  call.method === method && path.test(call.path);

/** Which of the calls that are so is meant, from 1. */
interface Writing {
  name: string;
  is(call: ApiCall): boolean;
  nth: number;
}

/** More commands than that run in pods, and they are like these. */
const MOST_COMMANDS = 14;
const submits = is('POST', new RegExp(`^${JOBS}$`));
const IN_A_LIFE: Writing[] = [
  { name: 'asking whether it may submit', is: submits, nth: 1 },
  { name: 'noting the recipe', is: is('PATCH', /persistentvolumeclaims/), nth: 1 },
  { name: 'creating the Job', is: submits, nth: 2 },
  { name: 'creating the place', is: is('POST', new RegExp(`^${PODS}$`)), nth: 1 },
  { name: 'noting that it has secrets', is: is('PATCH', new RegExp(`^${JOBS}/`)), nth: 1 },
  { name: 'handing over its secrets', is: is('POST', /\/secrets$/), nth: 1 },
  { name: 'letting it go', is: is('PATCH', new RegExp(`^${JOBS}/`)), nth: 2 },
  { name: 'taking its secrets away', is: is('DELETE', /\/secrets\//), nth: 1 },
  { name: 'noting that they are gone', is: is('PATCH', new RegExp(`^${JOBS}/`)), nth: 3 },
  { name: 'leaving it to be tidied away', is: is('PATCH', new RegExp(`^${JOBS}/`)), nth: 4 },
  ...Array.from({ length: MOST_COMMANDS }, (_, at) => ({
    name: `command ${at + 1}`,
    is: is('GET', /\/exec$/),
    nth: at + 1,
  })),
];
const DELETING: Writing = { name: 'deleting the Job', is: is('DELETE', new RegExp(`^${JOBS}/`)), nth: 1 };

/** Killed before the call leaves, or after it has its answer; or nobody is killed, and the answer is lost. */
const WHEN = ['killed before', 'killed after', 'without the answer to'] as const;
interface Case {
  writing: Writing;
  when: (typeof WHEN)[number];
}
const casesOf = (writings: readonly Writing[]): Case[] =>
  writings.flatMap((writing) => WHEN.map((when) => ({ writing, when })));
const nameOf = ({ when, writing }: Case) => `${when} ${writing.name}`;

/** The program's own part of a stream passes: the handshake, and nothing of what the command says. */
const HANDSHAKE_BYTES = 250;

describe('a program that is killed at a call of Kubernetes', {
  skip: missing('kube'),
  timeout: 1_800_000,
}, () => {
  let cluster: KubeCluster;
  let proxy: ApiProxy;
  before(async () => {
    cluster = await kubeCluster([{ name: 'one' }]);
    proxy = await apiProxy(cluster);
  });
  after(async () => {
    await proxy?.close();
    await cluster?.down();
  });

  /** With a claim of its own, on which nothing was ever noted. */
  async function placeOf(t: TestContext, stepMs: number): Promise<Place> {
    const place = placeFor(t);
    const claim = `claim-${proxy.calls.length}`;
    await cluster.apply(claimOf(claim, 'ReadWriteMany'));
    const file = join(place.home, 'kubeconfig');
    writeFileSync(file, proxy.kubeconfig(), { mode: 0o600 });
    Object.assign(place.env, { KUBECONFIG: file, HUB_TOKEN: 'hub-1' });
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
      job['image'] = `registry.test/trainer@sha256:${'ab'.repeat(32)}`;
      const queue = `kube://test/default/${claim}`;
      job['candidates'] = [{ platform: 'kubernetes', queue, kubernetes: { graceSeconds: 10 } }];
      job['vars'].TINY_STEP_MS = stepMs;
      job['env'] = ['HUB_TOKEN'];
      job['run'] = 'test "$HUB_TOKEN" = hub-1 && exec sh train.sh';
    });
    return place;
  }

  /** Fails where there was no such call. @returns how the program ended */
  async function meddledWith({ writing, when }: Case, start: () => Running) {
    let seen = 0;
    let meant: ApiCall | undefined;
    const isMeant = (call: ApiCall) => {
      if (meant === undefined && writing.is(call) && ++seen === writing.nth) meant = call;
      return call === meant;
    };
    const kill = (call: ApiCall) => {
      if (!isMeant(call)) return;
      running.child.kill('SIGKILL');
      return 'lost' as const;
    };
    if (when === 'killed before') proxy.meddler.before = kill;
    if (when === 'killed after') proxy.meddler.after = kill;
    if (when === 'without the answer to') {
      proxy.meddler.after = (call) => (isMeant(call) ? 'lost' : undefined);
      proxy.meddler.cutAfter = (call) => (isMeant(call) ? HANDSHAKE_BYTES : undefined);
    }
    const running = start();
    const ended = await running.ended;
    proxy.meddler = {};
    assert.ok(meant, `there was no such call:\n${ended.output}`);
    assert.equal(ended.signal, when === 'without the answer to' ? null : 'SIGKILL', ended.output);
    return ended;
  }

  async function objectsOf<T>(kind: string, run: string): Promise<T[]> {
    const { items } = JSON.parse(await cluster.kubectl('get', kind, '-o', 'json'));
    return items.filter(({ metadata }: { metadata: { name: string } }) => metadata.name.startsWith(run));
  }

  /** What was deleted could have been made twice, so nothing may have been. */
  async function assertOneJob(run: string, since: number): Promise<void> {
    assert.equal((await objectsOf('jobs', run)).length, 1, 'one Job was ever created');
    assert.deepEqual(proxy.calls.slice(since).filter(DELETING.is), []);
    const pods = await objectsOf<Pod>('pods', run);
    assert.deepEqual(
      pods.map(({ status }) => status.phase),
      ['Succeeded'],
    );
  }

  async function assertLife(t: TestContext, one: Case): Promise<void> {
    const place = await placeOf(t, 5);
    const since = proxy.calls.length;
    const again = () => place.run(['run'], { timeoutSeconds: 100 });
    const first = await meddledWith(one, () => place.start(['run'], { timeoutSeconds: 100 }));
    const done = first.exitCode === 0 ? first : await again();
    assert.equal(done.exitCode, 0, `${first.output}\n${done.output}`);
    const story = onlyStory(place);
    assert.ok(story.run.seal && story.run.closed, done.output);
    assert.deepEqual(story.run.leases.flatMap(openMeters), []);
    for (const type of ['intended', 'rented', 'started'] as const)
      assert.equal(ofType(story, type).length, 1, type);
    await assertOneJob(story.run.id, since);
    assert.equal(await cluster.kubectl('get', 'secrets', '-o', 'name'), '', 'and its secrets are gone');
  }

  async function assertAbandoned(t: TestContext, one: Case): Promise<void> {
    const place = await placeOf(t, 200);
    const running = place.start(['run'], { timeoutSeconds: 100 });
    await running.says(/is RUNNING/);
    running.child.kill('SIGKILL');
    await running.ended;
    const { id } = onlyStory(place).run;
    const asked = await place.run(['abandon', id]);
    const [, phrase = ''] = /to give this up, type: (.*)/.exec(asked.output) ?? [];
    const words = ['abandon', id, '--approve', phrase];
    const first = await meddledWith(one, () => place.start(words, { timeoutSeconds: 100 }));
    const done = first.exitCode === 0 ? first : await place.run(words, { timeoutSeconds: 100 });
    assert.equal(done.exitCode, 0, `${first.output}\n${done.output}`);
    const story = onlyStory(place);
    assert.ok(story.run.closed, done.output);
    assert.deepEqual(story.run.leases.flatMap(openMeters), []);
    assert.equal(ofType(story, 'rented').length, 1);
    assert.deepEqual(await objectsOf('jobs', id), []);
    assert.deepEqual(await objectsOf('pods', id), []);
    // They go with their Job, by the hand of the cluster's own collector.
    for (let tried = 0; (await cluster.kubectl('get', 'secrets', '-o', 'name')) !== ''; tried++) {
      assert.ok(tried < 100, 'its secrets stay');
      await sleep(200);
    }
  }

  for (const one of partInTurn('a kill at a call of Kubernetes', casesOf(IN_A_LIFE), 30, nameOf))
    it(`${nameOf(one)}, it makes no second Job, and the same command ends it`, (t) => assertLife(t, one));

  // Each waits most of a minute for a pod to end.
  const ends = (['killed before', 'killed after'] as const).map((when) => ({ writing: DELETING, when }));
  if (!isLong) leftOut(`a kill at a call of Kubernetes: ${ends.map(nameOf).join(', ')}`);
  for (const one of isLong ? ends : [])
    it(`${nameOf(one)}, the same command deletes it once`, (t) => assertAbandoned(t, one));
});
