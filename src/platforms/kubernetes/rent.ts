import { ASKED_OF_KUBERNETES } from '../../job/kubernetes-schema.ts';
import { Problem } from '../../problem.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { isQuota, type Kube, KubeRefused } from './api.ts';
import { allowed, heldAs } from './box.ts';
import { jobManifest, jobName } from './manifest.ts';
import { type Job, job, LEASE, OWNER } from './objects.ts';
import { jobPath, jobsPath } from './paths.ts';
import { claimOf, noteRecipe, type Recipe, sharingOf } from './place-pod.ts';

/** Submits a suspended Job once: its name is the lease's, and the API server takes no second one of a name. */
export async function create(kube: Kube, intent: RentIntent): Promise<Held> {
  const { image } = intent;
  if (image === undefined) throw new RentFailed(NO_IMAGE, 'refused');
  try {
    const claim = await claimOf(kube);
    await noteRecipe(kube, claim, recipeOf(intent, image));
    const body = jobManifest({
      ...intent,
      image,
      claim: kube.claim,
      sharing: sharingOf(claim),
      usdPerHour: intent.offer.usdPerHour,
    });
    const query = { fieldValidation: 'Strict' };
    return await heldAs(kube, await submitted(kube, intent, { body, query }));
  } catch (error) {
    throw asRentFailed(error);
  }
}

export const NO_IMAGE =
  'the job names no image, and a pod runs nothing without one; add "image: name@sha256:..." to the job, with a shell in it';

async function submitted(
  kube: Kube,
  intent: RentIntent,
  sent: { body: object; query: Record<string, string> },
): Promise<Job> {
  const path = jobsPath(kube.namespace);
  try {
    return await allowed(kube, kube.call({ method: 'POST', path, ...sent, reply: job }));
  } catch (error) {
    if (!(error instanceof KubeRefused) || error.reason !== 'AlreadyExists') throw error;
    return adopted(kube, intent);
  }
}

async function adopted(kube: Kube, { name, owner }: RentIntent): Promise<Job> {
  const path = jobPath(kube.namespace, jobName(name));
  const found = await allowed(kube, kube.unlessGone({ method: 'GET', path, reply: job }));
  if (!found || found.metadata.deletionTimestamp !== undefined)
    throw new RentFailed(`the Job ${jobName(name)} is being deleted at this moment`, 'unclear');
  const { annotations, labels } = found.metadata;
  if (annotations?.[LEASE] === name && labels?.[OWNER] === owner) return found;
  throw new RentFailed(
    `there is a Job ${jobName(name)} in the namespace ${kube.namespace}, and it is not of this run; delete or rename it`,
    'refused',
  );
}

const recipeOf = ({ candidate, want }: RentIntent, image: string): Recipe => {
  const asked = candidate.kubernetes ?? ASKED_OF_KUBERNETES;
  const { nodeSelector, tolerations, imagePullSecrets, user, gpuResource } = asked;
  const cards = { key: gpuResource, operator: 'Exists', effect: 'NoSchedule' };
  return {
    image,
    user,
    nodeSelector,
    tolerations: [...(want.gpu ? [cards] : []), ...tolerations],
    imagePullSecrets,
  };
};

function asRentFailed(error: unknown): unknown {
  if (error instanceof KubeRefused)
    return new RentFailed(
      `Kubernetes refuses the Job: ${error.said}`,
      isQuota(error) ? 'no-capacity' : 'refused',
      {
        cause: error,
      },
    );
  // The answer may have been lost after the Job was made.
  if (error instanceof Problem && error.code === 'queue-silent')
    return new RentFailed(error.what, 'unclear', { cause: error });
  if (error instanceof Problem && error.code === 'no-claim')
    return new RentFailed(error.what, 'refused', { cause: error });
  return error;
}
