import type { ClusterView } from '../github/doctor/cluster-findings.ts';
import { identityOf } from '../github/identity.ts';
import type { Candidate } from '../job/job.ts';
import { isKubeTarget } from '../job/kube-target.ts';
import { PlatformAnswer } from '../platforms/api.ts';
import { kubernetesRights } from '../platforms/registry.ts';
import { Problem } from '../problem.ts';
import type { Settings } from './settings.ts';
import { platformContext } from './world.ts';

/** Each cluster that the job names, once. Makes nothing there. */
export async function lookAtClusters(
  settings: Settings,
  { candidates, nodes }: { candidates: readonly Candidate[]; nodes: number },
  signal: AbortSignal,
): Promise<ClusterView[]> {
  const targets = candidates.flatMap(({ queue = '' }) => (isKubeTarget(queue) ? [queue] : []));
  const identity = identityOf(settings.env, settings.redactor);
  return Promise.all(
    [...new Set(targets)].map(async (target): Promise<ClusterView> => {
      const context = {
        ...platformContext(settings, signal),
        queue: target,
        ...(identity ? { identity } : {}),
      };
      try {
        return { target, ...(await kubernetesRights(context, nodes)) };
      } catch (error) {
        return unseen(target, error);
      }
    }),
  );
}

function unseen(target: string, error: unknown): ClusterView {
  if (error instanceof Problem) {
    const { code, kind, what, next } = error;
    // Without a kubeconfig it is another machine that speaks to the cluster.
    return { target, isFault: kind === 'usage' && code !== 'kubeconfig-missing', what, next };
  }
  if (!(error instanceof PlatformAnswer)) throw error;
  return {
    target,
    isFault: false,
    what: `What gpu-lease may do at ${target} could not be asked: ${error.message}.`,
    next: 'Ask with the same kubeconfig: "kubectl auth can-i --list"; examples/kubernetes/rbac.yml is what a run needs.',
  };
}
