import { oneLine } from '../../box/stranger-text.ts';
import type { QueueWord } from '../driver.ts';
import { BEGUN, type Event, type Job, KUEUE, type Pod } from './objects.ts';
import { howEnded, whyWaiting } from './words.ts';

/** What is known of a Job at this moment. `word` absent: it cannot be told. */
export interface Standing {
  /** The cluster's own words. */
  native: string;
  word?: QueueWord;
  /** The cluster took it away. */
  taken?: true;
}

/** A pod that may still run something: on a node that is lost, too, until Kubernetes knows that it has ended. */
export const isAlive = ({ status }: Pod): boolean =>
  status.phase !== 'Succeeded' && status.phase !== 'Failed';
export const runs = ({ status }: Pod): boolean =>
  status.phase === 'Running' && status.containerStatuses?.[0]?.state?.terminated === undefined;

export const byAge = (pods: readonly Pod[]): Pod[] =>
  [...pods].sort((a, b) =>
    (b.metadata.creationTimestamp ?? '').localeCompare(a.metadata.creationTimestamp ?? ''),
  );

export const has = ({ status }: Job, wanted: string): boolean =>
  status.conditions?.some(({ type, status: is }) => type === wanted && is === 'True') ?? false;

/** Of a Job of one pod. @param events about it and its pods, the newest first; only asked for while it waits */
export function standingOf(job: Job, all: readonly Pod[], events: readonly Event[]): Standing {
  const pods = byAge(all);
  const running = pods.find(runs);
  if (has(job, 'Complete') || has(job, 'Failed')) {
    const { why, native, taken } = howEnded(job, pods);
    // A controller of an older Kubernetes says so before the pods have ended, and one that is about to start may still write.
    const left = running ? 'running' : pods.some(isAlive) ? 'waiting' : undefined;
    if (left)
      return { native, word: { phase: left, why: 'it is being ended, and not all of its pods have' } };
    return { native, word: { phase: 'over', why }, ...(taken ? { taken } : {}) };
  }
  if (running)
    return {
      native: 'RUNNING',
      word: { phase: 'running', ...whileRunning(job, running), ...incomplete(pods, events) },
    };
  if (job.metadata.deletionTimestamp !== undefined)
    return { native: 'DELETING', word: { phase: 'waiting', why: 'it is being deleted' } };
  if (job.spec.suspend) return suspended(job);
  const { why, native } = whyWaiting(pods.filter(isAlive), events);
  return { native, word: { phase: 'waiting', why } };
}

function whileRunning({ metadata }: Job, pod: Pod): { why?: string } {
  if (metadata.deletionTimestamp !== undefined) return { why: 'it is being deleted' };
  if (pod.metadata.deletionTimestamp === undefined) return {};
  const why = pod.status.conditions?.find(({ type }) => type === 'DisruptionTarget');
  const said = why?.message === undefined ? '' : `: ${oneLine(why.message, 80)}`;
  // Also what befalls the pods of a node that nobody hears any more; which of both it is, only the cluster's operators see.
  const lost = why?.reason === 'DeletionByTaintManager' ? outOfService(pod.spec.nodeName ?? 'NODE') : '';
  return { why: `its pod is being taken away${said}${lost}` };
}

const outOfService = (node: string): string =>
  `; if its node is lost for good, no other pod begins until an operator says so: kubectl taint node ${node} node.kubernetes.io/out-of-service=nodeshutdown:NoExecute`;

/** Of several nodes: those that are there cost money and wait for the others. */
function incomplete(all: readonly Pod[], events: readonly Event[]): { why?: string } {
  const alive = all.filter((pod) => isAlive(pod) && pod.metadata.deletionTimestamp === undefined);
  const others = alive.filter((pod) => !runs(pod));
  if (others.length === 0 || others.length === alive.length) return {};
  const { why } = whyWaiting(others, events);
  return {
    why: `${alive.length - others.length} of ${alive.length} nodes have come, and wait for the others: ${why}`,
  };
}

function suspended({ metadata }: Job): Standing {
  if (metadata.annotations?.[BEGUN] === undefined) return { native: 'SUSPENDED', word: { phase: 'held' } };
  const queue = metadata.annotations[KUEUE];
  const why =
    queue === undefined
      ? 'somebody suspended it, not gpu-lease; let it go with "kubectl patch job NAME -p \'{"spec":{"suspend":false}}\'"; where Kueue holds all jobs of the namespace, name its queue by `kueue`'
      : `it waits in the queue ${queue} of Kueue for its quota ("kubectl get workloads" says why)`;
  return { native: 'SUSPENDED', word: { phase: 'waiting', why } };
}

/** Whether only looking at events tells why it waits. */
export const isWaiting = ({ word }: Standing): boolean => word?.phase === 'waiting';
