import { z } from 'zod';
import type { PlatformContext } from '../context.ts';
import { type Kube, openKube } from './api.ts';
import { JOBSET_API, jobSetApiPath } from './paths.ts';

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

/** Beside these, where a job has several nodes. */
const OF_SEVERAL: typeof RIGHTS = [
  ['jobset.x-k8s.io', 'jobsets', ['create', 'get', 'list', 'patch', 'delete']],
];

const review = z.object({ status: z.object({ allowed: z.boolean() }) });

export interface Rights {
  namespace: string;
  /** What this user may not, of all that a run needs: `list events`. */
  refused: string[];
  /** What the cluster does not have, of all that the job needs. */
  lacks: string[];
}

/**
 * Asks the cluster of `context.queue`, right by right, whether this user has it; which every user may ask, and which makes nothing.
 *
 * @param nodes of the job
 * @throws Problem as every call of this driver; KubeRefused where not even this may be asked
 */
export async function rightsAt(context: PlatformContext, nodes: number): Promise<Rights> {
  const kube = await openKube(context);
  const { namespace } = kube;
  const names: Record<string, string> = { persistentvolumeclaims: kube.claim, serviceaccounts: 'default' };
  const wanted = nodes > 1 ? [...RIGHTS, ...OF_SEVERAL] : RIGHTS;
  const asked = wanted.flatMap(([group, resource, verbs]) =>
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
  return { namespace, refused: refused.flat(), lacks: nodes > 1 ? await lackedBy(kube) : [] };
}

/** Every user who is known may ask what kinds there are. */
async function lackedBy(kube: Kube): Promise<string[]> {
  const found = await kube.unlessGone({ method: 'GET', path: jobSetApiPath, reply: z.unknown() });
  return found === undefined ? [`JobSet (${JOBSET_API})`] : [];
}
