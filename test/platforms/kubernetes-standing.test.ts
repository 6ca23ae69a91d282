import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Job, Pod } from '../../src/platforms/kubernetes/objects.ts';
import { standingOf } from '../../src/platforms/kubernetes/standing.ts';

const jobThat = (type: string | undefined): Job => ({
  metadata: { name: 'j', uid: 'u' },
  spec: { template: { spec: {} } },
  status: type === undefined ? {} : { conditions: [{ type, status: 'True', reason: 'PodFailurePolicy' }] },
});
const podIn = (phase: string, over: Partial<Pod['metadata']> = {}): Pod => ({
  metadata: { name: 'p', uid: 'u', ...over },
  spec: { nodeName: 'one' },
  status: { phase },
});

describe('a Job of Kubernetes whose end its controller has declared', () => {
  for (const end of ['Complete', 'Failed']) {
    for (const [phase, is] of [
      ['Pending', 'waiting'],
      ['Unknown', 'waiting'],
      ['Running', 'running'],
      ['Succeeded', 'over'],
      ['Failed', 'over'],
    ] as const)
      it(`(${end}) is ${is} with a pod that is ${phase}`, () => {
        assert.equal(standingOf(jobThat(end), [podIn(phase)], []).word?.phase, is);
      });
  }

  it('tells, of a pod that a taint ends, what lets another begin where its node is lost', () => {
    const pod = podIn('Running', { deletionTimestamp: 'now' });
    const because = (reason: string) => ({
      ...pod,
      status: { ...pod.status, conditions: [{ type: 'DisruptionTarget', status: 'True', reason }] },
    });
    const whyOf = (reason: string) => standingOf(jobThat(undefined), [because(reason)], []).word?.why;
    assert.match(
      whyOf('DeletionByTaintManager') ?? '',
      /kubectl taint node one node\.kubernetes\.io\/out-of-service/,
    );
    assert.equal(whyOf('EvictionByEvictionAPI'), 'its pod is being taken away');
  });

  it('is not over while one of many pods may still start', () => {
    const pods = [
      podIn('Failed'),
      podIn('Pending', { name: 'q', deletionTimestamp: 'now' }),
      podIn('Failed'),
    ];
    assert.equal(standingOf(jobThat('Failed'), pods, []).word?.phase, 'waiting');
  });
});
