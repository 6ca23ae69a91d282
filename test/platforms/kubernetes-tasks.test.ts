import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TaskWords } from '../../src/platforms/driver.ts';
import type { Kube } from '../../src/platforms/kubernetes/api.ts';
import { jobManifest } from '../../src/platforms/kubernetes/manifest.ts';
import type { Job, Pod } from '../../src/platforms/kubernetes/objects.ts';
import { offersOf } from '../../src/platforms/kubernetes/offers.ts';
import { standingOfAll, tasksLeft } from '../../src/platforms/kubernetes/tasks.ts';
import { endOfTask } from '../../src/watch/words-of-engine.ts';

type Asked = Parameters<typeof jobManifest>[0];

interface Rule {
  action: string;
  onExitCodes?: { operator: string; values: number[] };
}
interface Manifest {
  spec: Record<string, unknown> & {
    podFailurePolicy: { rules: Rule[] };
    template: { spec: { affinity?: object; containers: { command: string[] }[] } };
  };
}

const manifestOf = (over: Partial<Asked> = {}): Manifest =>
  jobManifest({
    name: 'tiny-7-1',
    owner: 'aaaaaaaaaa',
    want: {},
    candidate: { platform: 'kubernetes' },
    lifetimeSeconds: 3600,
    image: 'registry.test/trainer',
    claim: 'work',
    sharing: 'any',
    usdPerHour: 0,
    ...over,
  }) as Manifest;
const ruleOf = ({ action, onExitCodes }: Rule) =>
  [action, onExitCodes?.operator, ...(onExitCodes?.values ?? [])]
    .filter((each) => each !== undefined)
    .join(' ');

describe('the Job of a sweep', () => {
  const tasks = { count: 40, atOnce: 4 };

  it('is an Indexed one, in which each task is counted for itself and a failed one ends no other', () => {
    const { spec } = manifestOf({ tasks });
    const { completionMode, completions, parallelism, backoffLimitPerIndex } = spec;
    assert.deepEqual(
      { completionMode, completions, parallelism, backoffLimitPerIndex },
      { completionMode: 'Indexed', completions: 40, parallelism: 4, backoffLimitPerIndex: 6 },
    );
    for (const limit of ['backoffLimit', 'maxFailedIndexes']) assert.ok(!(limit in spec), limit);
    assert.deepEqual(spec.podFailurePolicy.rules.map(ruleOf), ['Ignore', 'FailIndex NotIn 0 143']);
    assert.deepEqual(manifestOf().spec.podFailurePolicy.rules.map(ruleOf), ['Ignore', 'FailJob NotIn 0 143']);
  });

  it('hands each task its place, and the Job of one pod none', () => {
    const said = (manifest: Manifest) => manifest.spec.template.spec.containers[0]?.command[2] ?? '';
    assert.match(said(manifestOf({ tasks })), / batch "\$base" kubernetes "\$JOB_COMPLETION_INDEX"$/);
    assert.match(said(manifestOf()), / batch "\$base" kubernetes$/);
  });

  it('keeps its tasks on one node where one node alone may have the claim', () => {
    const placed = (over: Partial<Asked>) => JSON.stringify(manifestOf(over).spec.template.spec.affinity);
    assert.match(
      placed({ tasks, sharing: 'node' }),
      /"podAffinity".*"gpu-lease\/claim":"work".*kubernetes\.io\/hostname/,
    );
    assert.equal(placed({ tasks }), undefined);
    assert.equal(placed({ tasks: { count: 40, atOnce: 1 }, sharing: 'node' }), undefined);
    assert.equal(placed({ sharing: 'node' }), undefined);
  });
});

describe('what a cluster offers a sweep', () => {
  const wanted = { want: {}, candidate: { platform: 'kubernetes' } };
  function namespaceWith(accessMode: string) {
    const sent: Manifest[] = [];
    const answer = async ({ body }: { body?: Manifest }) => {
      if (body) sent.push(body);
      return { metadata: { name: 'work', uid: 'u' }, spec: { accessModes: [accessMode] } };
    };
    const kube = {
      namespace: 'a',
      claim: 'work',
      target: 'kube:///a/work',
      call: answer,
      unlessGone: answer,
    };
    return { kube: kube as unknown as Kube, sent };
  }

  it('is asked with the Job of the sweep itself', async () => {
    const { kube, sent } = namespaceWith('ReadWriteOnce');
    const [offer] = await offersOf(kube, { ...wanted, tasks: { count: 40, atOnce: 4 } });
    assert.match(offer?.summary ?? '', /40 tasks, 4 at once/);
    assert.deepEqual(
      sent.map(({ spec }) => [spec['completionMode'], spec['completions']]),
      [['Indexed', 40]],
    );
    assert.ok(sent[0]?.spec.template.spec.affinity, 'on one node');
  });

  it('is nothing where one pod alone may have the claim and several are to run at once', async () => {
    const { kube, sent } = namespaceWith('ReadWriteOncePod');
    await assert.rejects(offersOf(kube, { ...wanted, tasks: { count: 40, atOnce: 4 } }), {
      code: 'claim-of-one-pod',
    });
    assert.equal(sent.length, 0);
    await offersOf(kube, { ...wanted, tasks: { count: 40, atOnce: 1 } });
    assert.equal(sent.length, 1);
  });
});

let made = 0;
const podOf = (place: number, status: Pod['status'], metadata: Partial<Pod['metadata']> = {}): Pod => {
  made += 1;
  return {
    metadata: {
      name: `tiny-7-1-${place}-${made}`,
      uid: `u${made}`,
      creationTimestamp: new Date(made * 1000).toISOString(),
      annotations: { 'batch.kubernetes.io/job-completion-index': String(place) },
      ...metadata,
    },
    spec: { nodeName: 'one' },
    status,
  };
};
const failed = (place: number, exitCode: number, reason = 'Error') =>
  podOf(place, {
    phase: 'Failed',
    containerStatuses: [{ name: 'main', state: { terminated: { exitCode, reason } } }],
  });
const works = (place: number) =>
  podOf(place, { phase: 'Running', containerStatuses: [{ name: 'main', state: { running: {} } }] });
const homeless = (place: number) =>
  podOf(place, {
    phase: 'Pending',
    conditions: [
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'Unschedulable',
        message: '0/2 nodes are available: 2 Insufficient nvidia.com/gpu.',
      },
    ],
  });

const jobOf = (status: Job['status'], over: Partial<Job['spec']> = {}, begun = true): Job => ({
  metadata: {
    name: 'tiny-7-1',
    uid: 'u',
    annotations: begun ? { 'gpu-lease/begun': 'yes' } : {},
  },
  spec: {
    suspend: false,
    completions: 10,
    backoffLimitPerIndex: 6,
    template: { spec: {} },
    ...over,
  },
  status,
});
const condition = (type: string, reason: string) => ({ type, status: 'True', reason });
const NOTHING: TaskWords = { waiting: '', running: '', ended: [] };

describe('where an Indexed Job of Kubernetes stands', () => {
  it('is held until it is let go, and waits with all of its tasks where somebody else suspends it', () => {
    const { word } = standingOfAll(jobOf({}, { suspend: true }, false), [], []);
    assert.deepEqual(word, { phase: 'held', tasks: { ...NOTHING, waiting: '0-9' } });
    const later = standingOfAll(jobOf({ completedIndexes: '0-3' }, { suspend: true }), [], []);
    assert.equal(later.word?.phase, 'waiting');
    assert.equal(later.word?.tasks?.waiting, '4-9');
  });

  it('is said by ranges: what runs by its pods, what has ended by the Job, and the rest waits', () => {
    const job = jobOf({ completedIndexes: '0-2,5', failedIndexes: '3' });
    const pods = [failed(3, 7), works(4), works(6)];
    const { native, word } = standingOfAll(job, pods, []);
    assert.equal(word?.phase, 'running');
    assert.deepEqual(
      [word?.tasks?.waiting, word?.tasks?.running, word?.tasks?.ended.map(({ places }) => places)],
      ['7-9', '4,6', ['3']],
    );
    assert.equal(native, '4 COMPLETED, 1 FAILED, 2 RUNNING, 3 PENDING');
  });

  it('counts a task that is begun again as one that waits, whatever its earlier pods ended of', () => {
    const { word } = standingOfAll(jobOf({ completedIndexes: '0-8' }), [failed(9, 143)], []);
    assert.deepEqual([word?.phase, word?.tasks], ['waiting', { ...NOTHING, waiting: '9' }]);
  });

  it('says why its tasks wait, also while others of them run', () => {
    const waits = standingOfAll(jobOf({}), [homeless(0), homeless(1)], []);
    assert.match(waits.word?.why ?? '', /no node has as many free cards/);
    assert.match(waits.native, /Insufficient nvidia\.com\/gpu/, 'by which a gotcha is known');
    const some = standingOfAll(jobOf({}), [works(0), homeless(1)], []);
    assert.match(some.word?.why ?? '', /^others of its tasks wait: no node has as many free cards/);
  });

  it('names those that failed in a group for each kind of end, by the newest pod of each', () => {
    const evicted = (place: number, used: string) =>
      podOf(place, { phase: 'Failed', reason: 'Evicted', message: `The node was low on memory: ${used}` });
    const job = jobOf({
      completedIndexes: '0',
      failedIndexes: '1-9',
      conditions: [condition('Failed', 'FailedIndexes')],
    });
    const pods = [
      failed(1, 143),
      ...[1, 2, 3].map((place) => failed(place, 7)),
      ...[4, 5].map((place) => failed(place, 137, 'OOMKilled')),
      failed(6, 137),
      evicted(7, '3Gi'),
      evicted(8, '4Gi'),
    ];
    const { word } = standingOfAll(job, pods, []);
    assert.equal(word?.phase, 'over');
    assert.equal(word?.why, '1 COMPLETED, 9 FAILED (FailedIndexes)');
    assert.deepEqual(
      word?.tasks?.ended.map(({ places, native }) => [places, native.replace(/:.*/, '')]),
      [
        ['1-3', 'FAILED exit code 7'],
        ['4-5', 'FAILED OOMKilled'],
        ['6', 'FAILED exit code 137'],
        ['7-8', 'FAILED Evicted'],
        ['9', 'FAILED'],
      ],
    );
    assert.match(word?.tasks?.ended.at(-1)?.why ?? '', /no longer shows its pod/);
    assert.deepEqual(
      word?.tasks?.ended.map(({ native }) => endOfTask(native)),
      [undefined, 'HOST_OOM', undefined, undefined, undefined],
      'memory alone ends a cell by the word of the engine',
    );
  });

  it('tells of tasks that had no end of their own what their Job was ended for', () => {
    const conditions = [condition('Failed', 'DeadlineExceeded')];
    const job = jobOf({ completedIndexes: '0-6', failedIndexes: '7', conditions });
    const { word } = standingOfAll(job, [failed(7, 7), failed(8, 143)], []);
    const [own, others] = word?.tasks?.ended ?? [];
    assert.deepEqual([own?.places, others?.places], ['7', '8-9']);
    assert.match(others?.why ?? '', /^it reached the time that it was given/);
  });

  it('is running until the last pod is gone, for what is being ended computes', () => {
    const job = jobOf({ completedIndexes: '0-8', conditions: [condition('Failed', 'DeadlineExceeded')] });
    const { word } = standingOfAll(job, [works(9)], []);
    assert.deepEqual([word?.phase, word?.why], ['running', 'it is being ended']);
    assert.deepEqual(word?.tasks, { ...NOTHING, running: '9' });
  });

  it('is not over while a pod of it may still start', () => {
    const ended = jobOf({ completedIndexes: '0-8', conditions: [condition('Failed', 'DeadlineExceeded')] });
    const { word } = standingOfAll(ended, [homeless(9)], []);
    assert.deepEqual([word?.phase, word?.tasks], ['waiting', { ...NOTHING, waiting: '9' }]);
  });

  it('is over when each has ended, well or not', () => {
    const all = standingOfAll(
      jobOf({ completedIndexes: '0-9', conditions: [condition('Complete', 'CompletionsReached')] }),
      [],
      [],
    );
    assert.deepEqual(
      [all.native, all.word],
      ['10 COMPLETED', { phase: 'over', why: '10 COMPLETED', tasks: NOTHING }],
    );
  });

  it('is still known by its pods where its Job was deleted without them', () => {
    assert.deepEqual(tasksLeft([works(3), failed(4, 1), works(5)]), {
      tasks: { ...NOTHING, running: '3,5' },
    });
    assert.deepEqual(tasksLeft([podOf(0, { phase: 'Running' }, { annotations: {} })]), {});
  });

  it('is not read into the indexes of somebody else: ours alone count failures for each', () => {
    const job = jobOf({}, { completions: 2 });
    delete job.spec.backoffLimitPerIndex;
    assert.equal(standingOfAll(job, [works(0), works(1)], []).word?.tasks, undefined);
  });
});
