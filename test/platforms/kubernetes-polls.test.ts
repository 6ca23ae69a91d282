import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Kube } from '../../src/platforms/kubernetes/api.ts';
import { inventory, running } from '../../src/platforms/kubernetes/box.ts';
import { findPlace } from '../../src/platforms/kubernetes/place-pod.ts';

const meta = (name: string, at: number) => ({
  name,
  uid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  annotations: { 'gpu-lease/lease': name },
});
const jobOf = (name: string, at: number, condition?: string) => ({
  metadata: meta(name, at),
  spec: { suspend: false, template: { spec: {} } },
  status: { conditions: condition === undefined ? [] : [{ type: condition, status: 'True' }] },
});
const podOf = (of: ReturnType<typeof jobOf>, phase: string) => ({
  metadata: {
    ...meta(`${of.metadata.name}-pod`, 9),
    labels: { 'batch.kubernetes.io/controller-uid': of.metadata.uid },
  },
  spec: {},
  status: { phase },
});

type PodObject = ReturnType<typeof podOf>;

/** As the API server reads a selector of phases. */
const isMeant = ({ status: { phase } }: PodObject, selector = ''): boolean =>
  !selector.split(',').includes(`status.phase!=${phase}`);

/** A namespace with these, two to a page, and what was asked of it. */
function namespaceOf(
  jobs: ReturnType<typeof jobOf>[],
  pods: PodObject[],
  sets: ReturnType<typeof jobOf>[] = [],
) {
  const asked: string[] = [];
  const call = async ({ path, query = {} }: { path: string; query?: Record<string, string> }) => {
    asked.push(path.replace(/^.*\//, ''));
    if (path.endsWith('/serviceaccounts/default')) return { metadata: meta('default', 7) };
    if (path.includes('/pods/')) return undefined;
    const lists: [string, unknown[]][] = [
      ['/jobs', jobs],
      ['/pods', pods.filter((each) => isMeant(each, query['fieldSelector']))],
      ['/jobsets', sets],
    ];
    const all = lists.find(([end]) => path.endsWith(end))?.[1] ?? [];
    const from = Number(query['continue'] ?? 0);
    const next = from + 2 < all.length ? { continue: String(from + 2) } : {};
    return { metadata: next, items: all.slice(from, from + 2) };
  };
  const kube = { namespace: 'default', server: 'https://127.0.0.1:1', claim: 'work', call, unlessGone: call };
  return { kube: kube as unknown as Kube, asked };
}

describe('a poll of a namespace', () => {
  const [waits, works] = [jobOf('waits', 1), jobOf('works', 2)];
  const over = Array.from({ length: 5 }, (_, n) =>
    jobOf(`over-${n}`, 10 + n, n === 0 ? 'Failed' : 'Complete'),
  );
  const all = [...over, waits, works];
  const pods = [podOf(works, 'Running'), ...over.map((each) => podOf(each, 'Succeeded'))];

  it('asks for lists alone, and for words only about what waits, however many Jobs have ended there', async () => {
    const { kube, asked } = namespaceOf(all, pods);
    const seen = await running(kube);
    const words = [...seen].map(([id, { queue }]) => [id.split('/')[1], queue?.phase]);
    assert.deepEqual(words, [
      ['waits', 'waiting'],
      ['works', 'running'],
    ]);
    const count = (what: string) => asked.filter((each) => each === what).length;
    assert.deepEqual(
      [count('pods'), count('jobs'), count('default')],
      [1, 4, 1],
      'pages of two, and no pod that ended well',
    );
    assert.equal(count('events'), 1);
  });

  it('asks about one pod of a sweep why it waits, however many wait', async () => {
    const waiting = Array.from({ length: 30 }, () => podOf(waits, 'Pending'));
    const { kube, asked } = namespaceOf([waits], waiting);
    const [seen] = (await running(kube)).values();
    assert.equal(seen?.queue?.phase, 'waiting');
    assert.equal(asked.filter((each) => each === 'events').length, 2, 'of the Job and of one pod');
  });

  it('finds in them all that is ours, ended or not', async () => {
    const { kube, asked } = namespaceOf(all, pods);
    const found = (await inventory(kube)).map(({ name, billing }) => `${name} ${billing}`);
    assert.deepEqual(found, [...over.map(({ metadata }) => `${metadata.name} no`), 'waits yes', 'works yes']);
    assert.equal(asked.length, 1 + 1 + 4 + 1, 'and JobSets');
  });

  it('shows several nodes once, as the set that they are, and not the Job in it', async () => {
    const set = jobOf('several', 20);
    const ofSet = { labels: { 'jobset.sigs.k8s.io/jobset-uid': set.metadata.uid } };
    const within = { ...jobOf('several-node-0', 21), metadata: { ...meta('several-node-0', 21), ...ofSet } };
    const pod = podOf(within, 'Running');
    const labels = { ...pod.metadata.labels, ...ofSet.labels };
    const { kube, asked } = namespaceOf([within], [{ ...pod, metadata: { ...pod.metadata, labels } }], [set]);
    const [[id, seen] = assert.fail('nothing runs'), ...more] = [...(await running(kube))];
    assert.match(id, /^default\/several\/.*\/jobset$/);
    assert.deepEqual([seen.queue?.phase, more], ['running', []]);
    assert.equal(asked.filter((each) => each === 'jobsets').length, 1);
  });
});

describe('where files of a sweep are reached', () => {
  const sweep = jobOf('sweep', 3);
  const claim = { metadata: meta('work', 4), spec: { accessModes: ['ReadWriteMany'] } };
  const taskOf = (phase: string, at: number) => {
    const pod = podOf(sweep, phase);
    const state = phase === 'Running' ? { running: {} } : { terminated: { exitCode: 0 } };
    return {
      ...pod,
      metadata: {
        ...pod.metadata,
        name: `sweep-${at}`,
        creationTimestamp: new Date(at * 1000).toISOString(),
      },
      status: { phase, containerStatuses: [{ name: 'main', state }] },
    };
  };

  it('is the newest pod of it that runs, by one list of those that have not ended and one question for the place', async () => {
    const ended = Array.from({ length: 40 }, (_, at) => taskOf(at % 2 === 0 ? 'Succeeded' : 'Failed', at));
    const { kube, asked } = namespaceOf([sweep], [taskOf('Running', 50), taskOf('Running', 51), ...ended]);
    assert.deepEqual(await findPlace(kube, claim), { open: 'sweep-51' });
    assert.deepEqual(asked.sort(), ['gpu-lease-place-work', 'pods']);
  });

  it('is a pod of its own where none of it runs', async () => {
    const { kube } = namespaceOf([sweep], [taskOf('Succeeded', 1)]);
    await assert.rejects(findPlace(kube, claim), { code: 'no-recipe' }, 'it would be made');
  });
});
