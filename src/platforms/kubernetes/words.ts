import { oneLine } from '../../box/stranger-text.ts';
import type { Event, Job, Pod } from './objects.ts';

/*
 * The words of Kubernetes in plain ones, with what to do where somebody can. Reasons: kubernetes.io (pod lifecycle, debugging pods),
 * k8s.io/api batch/v1, and the events of scheduler, kubelet and the controllers of jobs and volumes.
 */

/** How a node ends that has waited for the first one long enough: see src/box/pods.sh. */
const NEVER_CAME = 75;

/** The first that fits what was said. */
const WAITS: readonly (readonly [RegExp, string])[] = [
  [
    /exceeded quota|insufficient quota/i,
    'the quota of the namespace is used up; it starts when others of the namespace end, or ask for less or for a larger quota',
  ],
  [
    /ErrImagePull|ImagePullBackOff|InvalidImageName|Failed to pull image/,
    'its image cannot be pulled; correct `image` (name and digest), or name by `imagePullSecrets` who may pull it',
  ],
  [
    /Multi-Attach error|exclusively attached to one node/,
    'its claim is still attached to another node, and only one may have it; it starts when the pod there has ended. Where that node is lost for good, an operator marks it out of service; a claim of ReadWriteMany has no such wait',
  ],
  [
    /unbound immediate PersistentVolumeClaim|persistentvolumeclaim "[^"]*" (?:not found|is being deleted)/i,
    'its claim is bound to no volume; look at the claim and its storage class ("kubectl describe pvc")',
  ],
  [
    /volume node affinity conflict/,
    'its claim lies in a zone where no fitting node is; take a node there, or another claim',
  ],
  [
    /FailedMount|FailedAttachVolume|MountVolume|AttachVolume/,
    'its claim cannot be mounted; the event says why',
  ],
  [
    /CreateContainerConfigError|runAsNonRoot/,
    'its container cannot be made as asked; the message says what is missing',
  ],
  [
    /violates PodSecurity/,
    'the Pod Security standard of the namespace refuses its pod; leave `user` at its default, and ask the operators where that is not enough',
  ],
];

/** Of the scheduler's one sentence about all nodes, what the person can do about each part. */
const NODES: readonly (readonly [RegExp, string])[] = [
  [
    /Insufficient nvidia\.com\/gpu|Insufficient \S*gpu\S*/,
    'no node has as many free cards; it waits until one has. Where "kubectl describe nodes" shows 0 allocatable cards everywhere, the device plugin is down',
  ],
  [
    /Insufficient (?:cpu|memory|ephemeral-storage)/,
    'no node has as much free of what it asks for; wait, or ask for fewer `cpus` or less `memoryGb`',
  ],
  [
    /had untolerated taint/,
    'the nodes that would do have a taint; name it under `tolerations` where it is meant for such work',
  ],
  [/didn't match Pod's node affinity\/selector/, 'no node has the labels of `nodeSelector`; correct them'],
  [/were unschedulable/, 'nodes are closed for maintenance; it waits until they are open'],
  [/exceed max volume count/, 'the node can take no more volumes; wait'],
];

export interface Waiting {
  why: string;
  /** The cluster's own words. */
  native: string;
}

/** Why no pod of it runs, from its pods and what was told about them, the newest first. */
export function whyWaiting(pods: readonly Pod[], events: readonly Event[]): Waiting {
  const told = events.map(({ reason = '', message = '' }) => oneLine(`${reason}: ${message}`, 300));
  for (const pod of pods) {
    const scheduled = pod.status.conditions?.find(({ type }) => type === 'PodScheduled');
    if (scheduled?.status === 'False')
      return unschedulable(scheduled.message ?? scheduled.reason ?? '', told);
    const { reason, message = '' } = pod.status.containerStatuses?.[0]?.state?.waiting ?? {};
    const mount = told.find((line) => /^(?:FailedAttachVolume|FailedMount)/.test(line));
    const own = reason === undefined || reason === 'ContainerCreating' || reason === 'PodInitializing';
    const said = own ? (mount ?? 'its node prepares image and volumes') : `${reason}: ${message}`;
    return { why: inWords(said), native: oneLine(`Pending ${own ? (mount ?? reason ?? '') : said}`, 300) };
  }
  const refused = told.find((line) => /^FailedCreate/.test(line));
  if (refused !== undefined) return { why: inWords(refused), native: oneLine(`Pending ${refused}`, 300) };
  return { why: 'Kubernetes has not made its pod yet', native: 'Pending' };
}

function unschedulable(message: string, told: readonly string[]): Waiting {
  const said = oneLine(message, 400);
  const native = oneLine(`Pending ${said}`, 300);
  const claim = WAITS.find(([pattern]) => pattern.test(said));
  const parts = NODES.flatMap(([pattern, words]) => (pattern.test(said) ? [words] : []));
  const words = claim ? [claim[1]] : parts;
  if (words.length > 0) return { why: `${words.join('; ')} (${said})`, native };
  return { why: `no node takes it: ${said || told[0] || 'the scheduler has not said why'}`, native };
}

function inWords(said: string): string {
  const words = WAITS.find(([pattern]) => pattern.test(said))?.[1];
  return words === undefined ? said : `${words} (${oneLine(said, 240)})`;
}

/** Neither an end nor a delete scales anything down. */
export const NODES_BILL = 'its node bills until its pool is scaled down, and the claim until you delete it';

export interface End {
  why: string;
  native: string;
  /** The cluster took it away, or its node was lost. */
  taken?: true;
}

/** How it came to its end, by its conditions and what is left of its pods, the newest first. */
export function howEnded({ status }: Job, pods: readonly Pod[]): End {
  const failed = status.conditions?.find(({ type, status: is }) => type === 'Failed' && is === 'True');
  if (!failed) return { why: `its command ended with 0 (Complete); ${NODES_BILL}`, native: 'COMPLETED' };
  const { reason = 'Failed', message = '' } = failed;
  const last = pods.find((pod) => pod.status.phase === 'Failed');
  const native = (word: string) => oneLine(`FAILED ${reason}${word === '' ? '' : ` ${word}`}`, 300);
  if (reason === 'DeadlineExceeded')
    return {
      why: 'it reached the time that it was given, running and waiting together (DeadlineExceeded): `budget.hours` and `wait` of the job',
      native: native(''),
    };
  const { why, word, code, taken } = endOfPod(last, codeIn(message));
  const often =
    reason === 'BackoffLimitExceeded' && status.failed !== undefined
      ? `its pods ended ${status.failed} times before their time, the last so: `
      : '';
  return {
    why: `${often}${code === undefined && word !== '' ? why : `${why} (${reason})`}`,
    native: native(word),
    ...(taken ? { taken } : {}),
  };
}

export interface PodEnd {
  why: string;
  /** In the words of the cluster; empty where it says nothing. */
  word: string;
  /** Set where it ended with that. */
  code?: number;
  taken?: true;
}

/** How a pod of it failed. @param said the exit code, where it is known from elsewhere */
export function endOfPod(failed: Pod | undefined, said?: number): PodEnd {
  const { reason, message = '', containerStatuses } = failed?.status ?? {};
  if (reason === 'Evicted') {
    const evicted = oneLine(message, 200);
    return {
      why: `its node took it away: ${evicted} (Evicted)`,
      word: `Evicted: ${evicted}`,
      taken: true,
    };
  }
  if (reason === 'DeadlineExceeded')
    return { why: 'it ran for as long as it was given (DeadlineExceeded)', word: 'DeadlineExceeded' };
  const ended = containerStatuses?.[0]?.state?.terminated;
  if (ended?.reason === 'OOMKilled')
    return {
      why: 'it used more memory than it asked for; ask for a fifth more by `memoryGb`, and leave the batch size as it is (OOMKilled)',
      word: 'OOMKilled',
    };
  const code = ended?.exitCode ?? said;
  if (code === undefined) return { why: 'its command failed', word: '' };
  return { why: ofCode(code, ended?.message), word: `exit code ${code}`, code };
}

/** `Container main for pod train/tiny-abc failed with exit code 7 matching FailJob rule at index 1`. */
function codeIn(message: string): number | undefined {
  const [, code] = /failed with exit code (\d{1,3})/.exec(message) ?? [];
  return code === undefined ? undefined : Number(code);
}

function ofCode(code: number, message = ''): string {
  if (code === 78)
    return `it found nothing to start (exit code 78): ${oneLine(message, 200) || 'its log says what'}`;
  if (code === NEVER_CAME)
    return `its nodes did not come together (exit code ${NEVER_CAME}): ${oneLine(message, 300) || 'its log says which'}`;
  if (code === 124)
    return 'its keeper ended it: its time was over, or a stop was asked for (exit code 124); its own record says which';
  if (code === 143) return 'it was told to end more often than it is begun again (signal 15)';
  if (code > 128)
    return `signal ${code - 128} ended it${code === 137 ? ', for memory, after its grace period, or by hand' : ''}`;
  return `its command ended with exit code ${code}`;
}
