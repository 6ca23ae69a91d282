import { createHash } from 'node:crypto';
import { ASKED_OF_KUBERNETES } from '../../job/kubernetes-schema.ts';
import type { RentIntent, Tasks } from '../driver.ts';
import { CLAIM, CONTAINER, HOME, KUEUE, LEASE, NO_QUEUE, OWNER, PRICE, QUEUE_NAME } from './objects.ts';
import { SECRET_MOUNT, secretVolume } from './secrets.ts';

/** How the script ends that finds nothing to run: EX_CONFIG. */
export const NOTHING_TO_RUN = 78;
/** How the keeper ends that was told to: 128 and SIGTERM. */
const TOLD_TO_END = 143;
/** Ends of a pod that nobody can tell for a disruption, as `kubectl delete pod`: so often it is begun again. */
const BEGUN_AGAIN = 6;
/** A name stands in a label, and a pod's name is that of its Job, its place in four digits and two dashes, and five characters. */
const MAX_NAME = 52;

export type Asked = Pick<
  RentIntent,
  'name' | 'owner' | 'want' | 'candidate' | 'lifetimeSeconds' | 'tasks'
> & {
  image: string;
  claim: string;
  sharing: Sharing;
  usdPerHour: number;
};

/** Of a claim: whether one node at a time may have it, or one pod; else any number of both. */
export type Sharing = 'node' | 'pod' | 'any';

/** The Job's name for a lease's: the same where Kubernetes takes it. */
export function jobName(lease: string, most = MAX_NAME): string {
  if (lease.length <= most && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(lease)) return lease;
  const words = lease
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, most - 9);
  const hash = createHash('sha256').update(lease).digest('hex').slice(0, 8);
  return `${words.replace(/-+$/, '') || 'lease'}-${hash}`;
}

export const labelsOf = ({ owner, claim }: Pick<Asked, 'owner' | 'claim'>): Record<string, string> => ({
  'app.kubernetes.io/managed-by': 'gpu-lease',
  [OWNER]: owner,
  [CLAIM]: claim,
});

/** By which the lease is known, and what is needed when it is let go. */
export function notesOf({ name, usdPerHour, candidate }: Asked): Record<string, string> {
  const { kueue } = candidate.kubernetes ?? ASKED_OF_KUBERNETES;
  return {
    [LEASE]: name,
    [PRICE]: String(usdPerHour),
    ...(kueue === undefined ? {} : { [KUEUE]: kueue }),
  };
}

/** Until it is let go it bears the name of another queue, lest one that the namespace gives to whatever has none lets it go. */
export const unqueued = ({ candidate }: Pick<Asked, 'candidate'>): Record<string, string> =>
  candidate.kubernetes?.kueue === undefined ? {} : { [QUEUE_NAME]: NO_QUEUE };

/** Of a disruption, and of what ended by itself with an error. What was told to end is neither. */
export const DISRUPTED = { onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] };
export const endedBadly = (tasks?: Tasks): object => ({
  action: tasks ? 'FailIndex' : 'FailJob',
  onExitCodes: { containerName: CONTAINER, operator: 'NotIn', values: [0, TOLD_TO_END] },
});

/** What is submitted: suspended, and a few lines that run the keeper which lies on the claim by then. No code, and no secret. */
export function jobManifest(asked: Asked): object {
  const { name, lifetimeSeconds, candidate, tasks } = asked;
  const { waitSeconds } = candidate.kubernetes ?? ASKED_OF_KUBERNETES;
  const labels = labelsOf(asked);
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: jobName(name), labels: { ...labels, ...unqueued(asked) }, annotations: notesOf(asked) },
    spec: {
      suspend: true,
      ...(tasks ? ofTasks(tasks) : { completions: 1, parallelism: 1, backoffLimit: BEGUN_AGAIN }),
      // The last layer of the dead-man; it counts from the moment that it is let go, waiting included.
      activeDeadlineSeconds: lifetimeSeconds + waitSeconds,
      // A new pod only when the old one has ended: two of them would write the same files.
      podReplacementPolicy: 'Failed',
      podFailurePolicy: { rules: [{ action: 'Ignore', ...DISRUPTED }, endedBadly(tasks)] },
      template: { metadata: { labels }, spec: podSpec(asked, { body: bodyOf(tasks), env: [] }) },
    },
  };
}

/** What is counted is counted for each of them, and one that fails ends no other: `maxFailedIndexes` stays unset. */
const ofTasks = ({ count, atOnce }: Tasks): object => ({
  completionMode: 'Indexed',
  completions: count,
  parallelism: atOnce,
  backoffLimitPerIndex: BEGUN_AGAIN,
});

/** What differs between the pods of one node and those of several: what they run, and what they are told. */
interface Runs {
  body: string;
  env: object[];
  /** The name of what owns its secrets; default: of its Job. */
  secretsOf?: string;
}

export function podSpec(all: Asked, { body, env, secretsOf = jobName(all.name) }: Runs): object {
  const { name, image, claim, want, candidate, lifetimeSeconds } = all;
  const asked = candidate.kubernetes ?? ASKED_OF_KUBERNETES;
  const cards = want.gpu?.count ?? 0;
  return {
    restartPolicy: 'Never',
    // Of one pod, in which waiting counts for nothing.
    activeDeadlineSeconds: lifetimeSeconds,
    terminationGracePeriodSeconds: asked.graceSeconds,
    ...commonSpec(asked.user),
    ...togetherOnANode(all),
    nodeSelector: asked.nodeSelector,
    tolerations: [
      ...(cards > 0 ? [{ key: asked.gpuResource, operator: 'Exists', effect: 'NoSchedule' }] : []),
      ...asked.tolerations,
    ],
    ...(asked.priorityClass === undefined ? {} : { priorityClassName: asked.priorityClass }),
    imagePullSecrets: asked.imagePullSecrets.map((each) => ({ name: each })),
    containers: [
      {
        ...containerOf(image),
        command: ['sh', '-c', body, 'gpu-lease', name],
        env: [{ name: 'HOME', value: HOME }, ...env],
        resources: resourcesOf({ ...asked, cards }, want),
        volumeMounts: [
          { name: 'claim', mountPath: HOME },
          { name: 'shm', mountPath: '/dev/shm' },
          SECRET_MOUNT,
        ],
      },
    ],
    volumes: [
      { name: 'claim', persistentVolumeClaim: { claimName: claim } },
      // Workers of a data loader share memory there, and 64 MiB are a container's own.
      { name: 'shm', emptyDir: { medium: 'Memory' } },
      secretVolume(secretsOf),
    ],
  };
}

/** One that came to another node than the rest would hold its cards there and wait for a claim that it cannot have. */
function togetherOnANode({ tasks, sharing, claim }: Asked): object {
  if (sharing !== 'node' || !tasks || tasks.atOnce === 1) return {};
  const labelSelector = { matchLabels: { [CLAIM]: claim } };
  return {
    affinity: {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { labelSelector, topologyKey: 'kubernetes.io/hostname' },
        ],
      },
    },
  };
}

/** What the restricted Pod Security standard asks of a pod, and what no pod of ours needs. */
export const commonSpec = (user: number): object => ({
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: {
    runAsNonRoot: user > 0,
    runAsUser: user,
    runAsGroup: user,
    fsGroup: user,
    fsGroupChangePolicy: 'OnRootMismatch',
    seccompProfile: { type: 'RuntimeDefault' },
  },
});

export const containerOf = (image: string): object => ({
  name: CONTAINER,
  image,
  workingDir: HOME,
  terminationMessagePolicy: 'FallbackToLogsOnError',
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
});

interface Amounts {
  cpus?: number;
  memoryGb?: number;
  ephemeralGb?: number;
  gpuResource: string;
  cards: number;
}

/** Asked for is the limit, so that a node under pressure takes others first. */
function resourcesOf(asked: Amounts, want: RentIntent['want']): object {
  const cpus = asked.cpus ?? want.cpus?.min;
  const memoryGb = asked.memoryGb ?? want.memoryGb?.min;
  const limits = {
    ...(cpus === undefined ? {} : { cpu: `${Math.ceil(cpus * 1000)}m` }),
    ...(memoryGb === undefined ? {} : { memory: String(Math.ceil(memoryGb * 1e9)) }),
    ...(asked.ephemeralGb === undefined
      ? {}
      : { 'ephemeral-storage': String(Math.ceil(asked.ephemeralGb * 1e9)) }),
    ...(asked.cards > 0 ? { [asked.gpuResource]: String(asked.cards) } : {}),
  };
  return { limits, requests: limits };
}

/**
 * The file that names keeper and folder is laid down before the Job is let go; one that somebody else let go says so and ends. A task is told
 * its place by Kubernetes.
 */
const bodyOf = (tasks: Tasks | undefined): string =>
  `${BODY}\n${BATCH}${tasks ? ' "$JOB_COMPLETION_INDEX"' : ''}`;
export const BATCH = 'exec sh "$keeper" batch "$base" kubernetes';
export const BODY = [
  'place="$HOME/.gpu-lease/.queue/$1"',
  'if [ ! -r "$place" ]; then',
  '  echo "gpu-lease: $place is not there: this Job was let go before anything was laid down for it" >&2',
  `  exit ${NOTHING_TO_RUN}`,
  'fi',
  '{ IFS= read -r keeper && IFS= read -r base; } <"$place"',
  'if [ ! -r "$keeper" ] || [ ! -d "$base" ]; then',
  '  echo "gpu-lease: $place names $keeper and $base, and they cannot be read on $(hostname)" >&2',
  `  exit ${NOTHING_TO_RUN}`,
  'fi',
].join('\n');
