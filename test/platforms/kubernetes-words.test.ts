import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Event, Job, Pod } from '../../src/platforms/kubernetes/objects.ts';
import { howEnded, whyWaiting } from '../../src/platforms/kubernetes/words.ts';

const unscheduled = (message: string): Pod => ({
  metadata: { name: 'p', uid: 'u' },
  spec: {},
  status: { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }] },
});
const waiting = (reason: string, message = ''): Pod => ({
  metadata: { name: 'p', uid: 'u' },
  spec: { nodeName: 'one' },
  status: { containerStatuses: [{ name: 'main', state: { waiting: { reason, message } } }] },
});
const told = (reason: string, message: string): Event => ({ reason, message, metadata: {} });

/** Sentences of scheduler, kubelet and controllers as our test clusters and the documents have them. */
const CASES: [what: string, pods: Pod[], events: Event[], words: RegExp][] = [
  [
    'too few cards [K8S1]',
    [unscheduled('0/2 nodes are available: 2 Insufficient nvidia.com/gpu.')],
    [],
    /free cards.*device plugin/,
  ],
  [
    'a taint [K8S1]',
    [unscheduled('0/1 nodes are available: 1 node(s) had untolerated taint {a: b}.')],
    [],
    /`tolerations`/,
  ],
  [
    'an image [K8S3]',
    [waiting('ImagePullBackOff', 'Back-off pulling image "x"')],
    [],
    /correct `image`.*`imagePullSecrets`/,
  ],
  [
    'a claim that is attached elsewhere [K8S4]',
    [waiting('ContainerCreating')],
    [told('FailedAttachVolume', 'Multi-Attach error for volume "pvc-1" Volume is already used by pod(s) p')],
    /still attached to another node/,
  ],
  [
    'a quota',
    [],
    [told('FailedCreate', 'Error creating: pods "p" is forbidden: exceeded quota: full, requested: cpu=4')],
    /quota of the namespace is used up/,
  ],
  ['nothing at all', [], [], /not made its pod yet/],
];

describe('why a Job of Kubernetes waits', () => {
  for (const [what, pods, events, words] of CASES)
    it(`is said in words, with what to do: ${what}`, () => {
      assert.match(whyWaiting(pods, events).why, words);
    });
});

describe('how a Job of Kubernetes ended', () => {
  const failed = (reason: string): Job => ({
    metadata: { name: 'j', uid: 'u' },
    spec: { template: { spec: {} } },
    status: { conditions: [{ type: 'Failed', status: 'True', reason }] },
  });
  const pod = (exitCode: number, reason = 'Error'): Pod => ({
    metadata: { name: 'p', uid: 'u' },
    spec: {},
    status: {
      phase: 'Failed',
      containerStatuses: [{ name: 'main', state: { terminated: { exitCode, reason } } }],
    },
  });
  const CASES: [what: string, pods: Pod[], why: RegExp, native: string][] = [
    ['for memory', [pod(137, 'OOMKilled')], /`memoryGb`/, 'FAILED PodFailurePolicy OOMKilled'],
    ['by its own time', [pod(124)], /its time was over/, 'FAILED PodFailurePolicy exit code 124'],
    ['by its command', [pod(1)], /exit code 1 /, 'FAILED PodFailurePolicy exit code 1'],
  ];
  it('is said in words: as often as it is begun again', () => {
    const job = failed('BackoffLimitExceeded');
    const end = howEnded({ ...job, status: { ...job.status, failed: 7 } }, [pod(143)]);
    assert.match(end.why, /ended 7 times .*told to end more often.*\(BackoffLimitExceeded\)$/);
    assert.equal(end.native, 'FAILED BackoffLimitExceeded exit code 143');
  });

  it('is said in words: by the time of the Job, which counts its waiting', () => {
    const end = howEnded(failed('DeadlineExceeded'), []);
    assert.match(end.why, /waiting together.*`budget\.hours` and `wait`/);
    assert.equal(end.native, 'FAILED DeadlineExceeded');
  });

  it('is no end of what its node and its claim cost, which is said', () => {
    const done = { ...failed(''), status: { conditions: [{ type: 'Complete', status: 'True' }] } };
    assert.match(
      howEnded(done, []).why,
      /bills until its pool is scaled down, and the claim until you delete/,
    );
  });

  for (const [what, pods, why, native] of CASES)
    it(`is said in words: ${what}`, () => {
      const end = howEnded(failed('PodFailurePolicy'), pods);
      assert.match(end.why, why);
      assert.equal(end.native, native);
    });
});
