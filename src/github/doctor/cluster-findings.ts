import type { Finding } from './finding.ts';

/** A cluster that a candidate of the job names, as it answered to whoever asks here. */
export type ClusterView =
  | { target: string; namespace: string; refused: readonly string[]; lacks: readonly string[] }
  | { target: string; isFault: boolean; what: string; next: string };

export const clusterFindings = (clusters: readonly ClusterView[]): Finding[] => clusters.flatMap(findingsAt);

function findingsAt(view: ClusterView): Finding[] {
  if ('what' in view) {
    const { isFault, what, next } = view;
    return [{ code: 'cluster-unseen', level: isFault ? 'fault' : 'unknown', what, fix: next }];
  }
  const { target, namespace, refused, lacks } = view;
  const findings: Finding[] = [];
  if (refused.length > 0)
    findings.push({
      code: 'cluster-rights',
      level: 'fault',
      what: `At ${target} gpu-lease may not: ${refused.join(', ')}. A run there would fail where it needs it.`,
      fix: `Name its user in the binding of examples/kubernetes/rbac.yml, then: kubectl apply -n ${namespace} -f examples/kubernetes/rbac.yml`,
    });
  if (lacks.length > 0)
    findings.push({
      code: 'cluster-lacks',
      level: 'fault',
      what: `The cluster of ${target} has no ${lacks.join(', ')}, by which several nodes are started as one. The job would be refused there.`,
      fix: 'Ask its operators to install it (https://jobset.sigs.k8s.io), or take `resources.nodes` out.',
    });
  return findings;
}
