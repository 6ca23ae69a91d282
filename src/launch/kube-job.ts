import { keeperLauncher } from './keeper-launcher.ts';

/** Kubernetes runs the queue in a pod of its own: it is told what, and the suspended Job is let go. */
export const kubeJob = keeperLauncher('kube-job');
