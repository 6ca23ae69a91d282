import type { Finding } from './finding.ts';

/** A cluster that a candidate of the job names, as it answered to whoever asks here. */
export type ClusterView =
  | { target: string; namespace: string; refused: readonly string[] }
  | { target: string; isFault: boolean; what: string; next: string };

export const clusterFindings = (clusters: readonly ClusterView[]): Finding[] => clusters.flatMap(findingsAt);

function findingsAt(view: ClusterView): Finding[] {
  if ('what' in view) {
    const { isFault, what, next } = view;
    return [{ code: 'cluster-unseen', level: isFault ? 'fault' : 'unknown', what, fix: next }];
  }
  const { target, namespace, refused } = view;
  if (refused.length === 0) return [];
  return [
    {
      code: 'cluster-rights',
      level: 'fault',
      what: `At ${target} gpu-lease may not: ${refused.join(', ')}. A run there would fail where it needs it.`,
      fix: `Name its user in the binding of examples/kubernetes/rbac.yml, then: kubectl apply -n ${namespace} -f examples/kubernetes/rbac.yml`,
    },
  ];
}
