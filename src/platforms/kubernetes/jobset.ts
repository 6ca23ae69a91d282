import { ASKED_OF_KUBERNETES } from '../../job/kubernetes-schema.ts';
import {
  type Asked,
  BATCH,
  BODY,
  DISRUPTED,
  endedBadly,
  jobName,
  labelsOf,
  notesOf,
  podSpec,
  unqueued,
} from './manifest.ts';
import { JOBSET_API } from './paths.ts';

/**
 * Several nodes that work as one: a JobSet of one Indexed Job, a pod for each node (docs/decisions/0025-nodes-on-kubernetes.md). A pod that
 * fails fails its Job, and JobSet makes the whole Job anew, when the last pod of the one before is gone.
 */

/** Of the one Job in it; a part of the names of its pods. */
const GROUP_OF_NODES = 'node';
/** A pod is named NAME-node-0-1023-abcde, and a name has 63 characters. */
const MAX_NAME = 44;
/** What loses a node each time is no chance. A disruption and a pod deleted by hand are told apart by nothing that JobSet sees. */
const BEGUN_AGAIN = 50;

export const isSeveral = ({ want }: Pick<Asked, 'want'>): boolean => (want.nodes ?? 1) > 1;

/** The JobSet's name for a lease's. It begins with a letter, as the names of hosts do in which it stands. */
export function jobSetName(lease: string): string {
  const name = jobName(lease, MAX_NAME);
  return /^[a-z]/.test(name) ? name : jobName(`l ${lease}`, MAX_NAME);
}

/** What is submitted where the job wants several nodes; suspended, as the Job of one is. */
export function jobSetManifest(asked: Asked): object {
  const labels = labelsOf(asked);
  return {
    apiVersion: JOBSET_API,
    kind: 'JobSet',
    metadata: {
      name: jobSetName(asked.name),
      labels: { ...labels, ...unqueued(asked) },
      annotations: notesOf(asked),
    },
    spec: {
      suspend: true,
      // torchrun tells the others the name of its host.
      network: { enableDNSHostnames: true, publishNotReadyAddresses: true },
      successPolicy: { operator: 'All' },
      failurePolicy: {
        maxRestarts: BEGUN_AGAIN,
        rules: [
          {
            name: 'endedByItself',
            action: 'FailJobSet',
            onJobFailureReasons: ['PodFailurePolicy', 'DeadlineExceeded'],
          },
        ],
      },
      replicatedJobs: [
        { name: GROUP_OF_NODES, replicas: 1, template: { metadata: { labels }, spec: nodesSpec(asked) } },
      ],
    },
  };
}

/** The one Job of it by itself, by which the API server says what it thinks of the pods: a JobSet is checked for its shape alone. */
export const jobWithin = (asked: Asked): object => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: jobSetName(asked.name), labels: labelsOf(asked) },
  spec: { suspend: true, ...nodesSpec(asked) },
});

function nodesSpec(asked: Asked): object {
  const { lifetimeSeconds, candidate, want } = asked;
  const { waitSeconds } = candidate.kubernetes ?? ASKED_OF_KUBERNETES;
  const nodes = want.nodes ?? 1;
  return {
    completionMode: 'Indexed',
    completions: nodes,
    parallelism: nodes,
    // No pod is begun again alone.
    backoffLimit: 0,
    activeDeadlineSeconds: lifetimeSeconds + waitSeconds,
    podReplacementPolicy: 'Failed',
    podFailurePolicy: { rules: [{ action: 'Count', ...DISRUPTED }, endedBadly()] },
    template: {
      metadata: { labels: labelsOf(asked) },
      spec: {
        // A node is a machine: two pods of one are no network.
        affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [apartFrom(asked)] } },
        ...podSpec(asked, {
          body: [BODY, '[ "$JOB_COMPLETION_INDEX" = 0 ] || exec sh "$keeper" join "$base"', BATCH].join('\n'),
          secretsOf: jobSetName(asked.name),
          env: [
            { name: 'GPU_LEASE_PODS', value: String(nodes) },
            { name: 'GPU_LEASE_POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
          ],
        }),
      },
    },
  };
}

const apartFrom = ({ name }: Asked): object => ({
  labelSelector: { matchLabels: { 'jobset.sigs.k8s.io/jobset-name': jobSetName(name) } },
  topologyKey: 'kubernetes.io/hostname',
});
