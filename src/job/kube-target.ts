/** Where work of Kubernetes is handed over, and the claim on which its files lie. */
export interface KubeTarget {
  /** Of the kubeconfig; absent: its current one, or the cluster that this program runs in. */
  context?: string;
  namespace: string;
  claim: string;
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A context's name is anything that its owner likes, slashes and colons too. */
const TARGET = new RegExp(`^kube://(?:([A-Za-z0-9][\\w.:/@+=-]{0,252})/|/)(${LABEL})/(${LABEL})$`);

/** `kube://context/namespace/claim`, or `kube:///namespace/claim`. `undefined` for anything else. */
export function parseKubeTarget(text: string): KubeTarget | undefined {
  const [, context, namespace, claim] = TARGET.exec(text) ?? [];
  if (namespace === undefined || claim === undefined) return;
  return { ...(context === undefined ? {} : { context }), namespace, claim };
}

export const isKubeTarget = (text: string): boolean => text.startsWith('kube://');
