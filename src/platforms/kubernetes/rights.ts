import { z } from 'zod';
import type { PlatformContext } from '../context.ts';
import { openKube } from './api.ts';

/** What examples/kubernetes/rbac.yml gives: API group, resource, verbs. */
const RIGHTS: readonly (readonly [group: string, resource: string, verbs: readonly string[]])[] = [
  ['batch', 'jobs', ['create', 'get', 'list', 'patch', 'delete']],
  ['', 'pods', ['create', 'get', 'list', 'delete']],
  ['', 'pods/exec', ['get', 'create']],
  ['', 'events', ['list']],
  ['', 'secrets', ['create', 'delete']],
  ['', 'persistentvolumeclaims', ['get', 'patch']],
  ['', 'serviceaccounts', ['get']],
];

const review = z.object({ status: z.object({ allowed: z.boolean() }) });

export interface Rights {
  namespace: string;
  /** What this user may not, of all that a run needs: `list events`. */
  refused: string[];
}

/**
 * Asks the cluster of `context.queue`, right by right, whether this user has it; which every user may ask, and which makes nothing.
 *
 * @throws Problem as every call of this driver; KubeRefused where not even this may be asked
 */
export async function rightsAt(context: PlatformContext): Promise<Rights> {
  const kube = await openKube(context);
  const { namespace } = kube;
  const names: Record<string, string> = { persistentvolumeclaims: kube.claim, serviceaccounts: 'default' };
  const asked = RIGHTS.flatMap(([group, resource, verbs]) =>
    verbs.map((verb) => ({ group, resource, verb })),
  );
  const refused = await Promise.all(
    asked.map(async ({ group, resource: whole, verb }) => {
      const [resource = '', subresource] = whole.split('/');
      const attributes = { namespace, verb, group, resource, subresource, name: names[whole] };
      const { status } = await kube.call({
        method: 'POST',
        path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        body: {
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'SelfSubjectAccessReview',
          spec: { resourceAttributes: attributes },
        },
        reply: review,
      });
      return status.allowed ? [] : [`${verb} ${whole}`];
    }),
  );
  return { namespace, refused: refused.flat() };
}
