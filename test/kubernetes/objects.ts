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
