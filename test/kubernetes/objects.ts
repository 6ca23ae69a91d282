import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeCluster } from './cluster.ts';

interface ContainerState {
  waiting?: { reason: string; message?: string };
  running?: { startedAt: string };
  terminated?: { exitCode: number; reason: string; message?: string };
}

interface ContainerStatus {
  name: string;
  ready: boolean;
  restartCount: number;
  state: ContainerState;
  lastState: ContainerState;
}

/** The part of a pod that tests read. */
export interface Pod {
  metadata: { name: string; deletionTimestamp?: string };
  spec: { nodeName?: string };
  status: {
    phase: string;
    reason?: string;
    message?: string;
    conditions?: { type: string; status: string; reason?: string }[];
    containerStatuses?: ContainerStatus[];
    initContainerStatuses?: ContainerStatus[];
  };
}

/** What differs between the pods of tests: `container` goes into the one container, `spec` into the pod. */
export interface PodWish {
  command: string[];
  container?: object;
  spec?: object;
}

const podSpec = ({ command, container, spec }: PodWish) => ({
  restartPolicy: 'Never',
  containers: [{ name: 'main', image: 'registry.test/trainer:1', command, ...container }],
  ...spec,
});

export const podOf = (name: string, wish: PodWish) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: podSpec(wish),
});

export const jobOf = (name: string, wish: PodWish, job: object = {}) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name },
  spec: { backoffLimit: 0, ...job, template: { spec: podSpec(wish) } },
});

export const claimOf = (name: string, mode: 'ReadWriteOnce' | 'ReadWriteMany' = 'ReadWriteOnce') => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name },
  spec: { accessModes: [mode], resources: { requests: { storage: '1Gi' } } },
});

/** A pod whose shell has a claim at `/checkpoints`; `spec` goes into the pod. */
export const onVolume = (name: string, claimName: string, script: string, spec: object = {}) =>
  podOf(name, {
    command: ['sh', '-ec', script],
    container: { volumeMounts: [{ name: 'kept', mountPath: '/checkpoints' }] },
    spec: { volumes: [{ name: 'kept', persistentVolumeClaim: { claimName } }], ...spec },
  });

/** How the one container of a pod ended. */
export function terminatedOf(pod: Pod) {
  const ended = pod.status.containerStatuses?.[0]?.state.terminated;
  return ended ?? assert.fail(`${pod.metadata.name} has not ended`);
}

/** What the events of one reason say about a pod, a line each, once there is one. */
export async function eventsOf(cluster: KubeCluster, pod: string, reason: string): Promise<string> {
  const selector = `involvedObject.name=${pod},reason=${reason}`;
  const template = '{range .items[*]}{.message}{"\\n"}{end}';
  for (let tried = 0; tried < 100; tried++) {
    const lines = await cluster.kubectl(
      'get',
      'events',
      '--field-selector',
      selector,
      '-o',
      `jsonpath=${template}`,
    );
    if (lines !== '') return lines;
    await sleep(400);
  }
  return assert.fail(`no event ${reason} about ${pod}`);
}

/** Looks until it is so. Fails with the pod as it is after `seconds`. */
export async function until(
  cluster: KubeCluster,
  name: string,
  isSo: (pod: Pod) => boolean,
  seconds = 60,
): Promise<Pod> {
  const late = Date.now() + seconds * 1000;
  for (;;) {
    const pod = await cluster.get<Pod>('pod', name);
    if (pod && isSo(pod)) return pod;
    if (Date.now() > late)
      assert.fail(`pod ${name} is not so after ${seconds} s: ${JSON.stringify(pod?.status)}`);
    await sleep(200);
  }
}
