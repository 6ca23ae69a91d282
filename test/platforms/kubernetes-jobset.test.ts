import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jobSetManifest, jobSetName } from '../../src/platforms/kubernetes/jobset.ts';
import { type Job, jobSet, type Pod } from '../../src/platforms/kubernetes/objects.ts';
import { standingOf } from '../../src/platforms/kubernetes/standing.ts';
import { howEnded } from '../../src/platforms/kubernetes/words.ts';

const asked = {
  name: 'tiny-7-1',
  owner: 'aaaaaaaaaa',
  image: `registry.test/trainer@sha256:${'ab'.repeat(32)}`,
  claim: 'work',
  sharing: 'any' as const,
  want: { nodes: 4, gpu: { names: [], count: 8 } },
  candidate: { platform: 'kubernetes', queue: 'kube:///default/work' },
  lifetimeSeconds: 3600,
  usdPerHour: 40,
};

interface Container {
  command: string[];
  env: { name: string; value?: string }[];
  resources: { limits: Record<string, string> };
}

/** What a test looks at of the one Job in it. */
interface Within {
  completionMode: string;
  completions: number;
  parallelism: number;
  backoffLimit: number;
  podReplacementPolicy: string;
  podFailurePolicy: { rules: { action: string }[] };
  template: {
    spec: {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            labelSelector: { matchLabels: Record<string, string> };
          }[];
        };
      };
      containers: Container[];
    };
  };
}

interface Submitted {
  metadata: { name: string; annotations: Record<string, string> };
  spec: {
    suspend: boolean;
    failurePolicy: { maxRestarts: number; rules: { action: string; onJobFailureReasons: string[] }[] };
    replicatedJobs: { name: string; replicas: number; template: { spec: Within } }[];
  };
}

const submitted = (): Submitted => jobSetManifest(asked) as Submitted;

describe('what is submitted to Kubernetes for several nodes', () => {
  it('is one suspended set with a pod for each node, none of which is begun again alone', () => {
    const { metadata, spec } = submitted();
    assert.equal(metadata.name, 'tiny-7-1');
    assert.equal(metadata.annotations['gpu-lease/lease'], 'tiny-7-1');
    assert.equal(spec.suspend, true);
    const [only, ...more] = spec.replicatedJobs;
    assert.deepEqual([only?.replicas, more], [1, []]);
    const within = only?.template.spec;
    assert.deepEqual(
      [within?.completionMode, within?.completions, within?.parallelism, within?.backoffLimit],
      ['Indexed', 4, 4, 0],
    );
    assert.equal(within?.podReplacementPolicy, 'Failed');
  });

  it('is over when a command ends by itself with an error, and begins again as one when a pod is taken away', () => {
    const { failurePolicy, replicatedJobs } = submitted().spec;
    const [disrupted, ended] = replicatedJobs[0]?.template.spec.podFailurePolicy.rules ?? [];
    assert.deepEqual([disrupted?.action, ended?.action], ['Count', 'FailJob']);
    assert.deepEqual(
      failurePolicy.rules.map(({ action, onJobFailureReasons }) => [action, onJobFailureReasons]),
      [['FailJobSet', ['PodFailurePolicy', 'DeadlineExceeded']]],
    );
    assert.equal(failurePolicy.maxRestarts, 50);
  });

  it('has each pod on a machine of its own, with the cards of one node, and told how many they are', () => {
    const pod = submitted().spec.replicatedJobs[0]?.template.spec.template.spec;
    const [apart] = pod?.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    assert.deepEqual(apart?.labelSelector.matchLabels, { 'jobset.sigs.k8s.io/jobset-name': 'tiny-7-1' });
    const [container] = pod?.containers ?? [];
    assert.equal(container?.resources.limits['nvidia.com/gpu'], '8');
    assert.equal(container?.env.find(({ name }) => name === 'GPU_LEASE_PODS')?.value, '4');
    assert.match(
      container?.command[2] ?? '',
      /exec sh "\$keeper" join "\$base"\nexec sh "\$keeper" batch "\$base" kubernetes$/,
    );
  });

  for (const lease of ['7-tiny', 'x'.repeat(60), 'Tiny_run.1', '0123456789'.repeat(6)])
    it(`has a name that leaves room for those of its pods, and begins with a letter: ${lease}`, () => {
      const name = jobSetName(lease);
      assert.match(name, /^[a-z][a-z0-9-]{0,43}$/);
      assert.ok(`${name}-node-0-1023-abcde`.length <= 63);
    });
});

const pod = (index: number, phase: string, more: Partial<Pod['status']> = {}): Pod => ({
  metadata: { name: `tiny-node-0-${index}`, uid: `u${index}`, labels: {} },
  spec: { nodeName: 'one' },
  status: { phase, ...more },
});
const runningPod = (index: number): Pod =>
  pod(index, 'Running', { containerStatuses: [{ name: 'main', state: { running: {} } }] });
const setWith = (conditions: object[], suspend = false): Job =>
  jobSet.parse({ metadata: { name: 'tiny', uid: 'u' }, spec: { suspend }, status: { conditions } });

describe('where a JobSet stands', () => {
  it('is read as of a Job: held, over, and how it ended', () => {
    assert.deepEqual(standingOf(setWith([], true), [], []).word, { phase: 'held' });
    assert.equal(standingOf(setWith([{ type: 'Completed', status: 'True' }]), [], []).native, 'COMPLETED');
    const failed = setWith([
      { type: 'Failed', status: 'True', reason: 'FailJobSetFailurePolicyAction', message: 'applying' },
    ]);
    const ended = pod(0, 'Failed', {
      containerStatuses: [{ name: 'main', state: { terminated: { exitCode: 1 } } }],
    });
    assert.match(howEnded(failed, [ended]).why, /ended with exit code 1 \(FailJobSetFailurePolicyAction\)/);
  });

  it('is running as soon as one node is there, which says what the others wait for', () => {
    const others = pod(1, 'Pending', {
      conditions: [
        {
          type: 'PodScheduled',
          status: 'False',
          reason: 'Unschedulable',
          message: '0/1 nodes are available: 1 Insufficient nvidia.com/gpu.',
        },
      ],
    });
    const { word } = standingOf(setWith([]), [runningPod(0), others], []);
    assert.equal(word?.phase, 'running');
    assert.match(
      word?.why ?? '',
      /^1 of 2 nodes have come, and wait for the others: no node has as many free cards/,
    );
  });

  it('says of nodes that never came together which one was missing', () => {
    const waited = pod(1, 'Failed', {
      containerStatuses: [
        {
          name: 'main',
          state: {
            terminated: { exitCode: 75, message: 'keeper: the first of 2 nodes had not come after 1200 s' },
          },
        },
      ],
    });
    const failed = setWith([{ type: 'Failed', status: 'True', reason: 'FailJobSetFailurePolicyAction' }]);
    assert.match(
      howEnded(failed, [waited]).why,
      /did not come together \(exit code 75\): .*the first of 2 nodes had not come/,
    );
  });
});
