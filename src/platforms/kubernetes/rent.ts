import { ASKED_OF_KUBERNETES } from '../../job/kubernetes-schema.ts';
import { Problem } from '../../problem.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { isQuota, type Kube, KubeRefused } from './api.ts';
import { allowed, heldAs } from './box.ts';
import { isSeveral, jobSetManifest, jobSetName } from './jobset.ts';
import { JOB, JOBSET, type Kind } from './kind.ts';
import { jobManifest, jobName } from './manifest.ts';
import { type Job, LEASE, OWNER } from './objects.ts';
import { claimOf, noteRecipe, type Recipe, sharingOf } from './place-pod.ts';

/** Submits a suspended Job once: its name is the lease's, and the API server takes no second one of a name. */
export async function create(kube: Kube, intent: RentIntent): Promise<Held> {
  const { image } = intent;
  if (image === undefined) throw new RentFailed(NO_IMAGE, 'refused');
  try {
    const claim = await claimOf(kube);
    await noteRecipe(kube, claim, recipeOf(intent, image));
    const asked = {
      ...intent,
      image,
      claim: kube.claim,
      sharing: sharingOf(claim),
      usdPerHour: intent.offer.usdPerHour,
    };
    const sent: Sent = isSeveral(asked)
      ? { kind: JOBSET, name: jobSetName(intent.name), body: jobSetManifest(asked) }
      : { kind: JOB, name: jobName(intent.name), body: jobManifest(asked) };
    return await heldAs(kube, await submitted(kube, intent, sent), sent.kind);
  } catch (error) {
    throw asRentFailed(error);
  }
}

export const NO_IMAGE =
  'the job names no image, and a pod runs nothing without one; add "image: name@sha256:..." to the job, with a shell in it';

/** What is submitted, and under which name there. */
interface Sent {
  kind: Kind;
  name: string;
  body: object;
}

async function submitted(kube: Kube, intent: RentIntent, sent: Sent): Promise<Job> {
  const { kind, body } = sent;
  const path = kind.listPath(kube.namespace);
  const query = { fieldValidation: 'Strict' };
  try {
    return await allowed(kube, kube.call({ method: 'POST', path, query, body, reply: kind.one }));
  } catch (error) {
    if (!(error instanceof KubeRefused) || error.reason !== 'AlreadyExists') throw error;
    return adopted(kube, intent, sent);
  }
}

async function adopted(kube: Kube, { name, owner }: RentIntent, { kind, name: there }: Sent): Promise<Job> {
  const path = kind.path(kube.namespace, there);
  const found = await allowed(kube, kube.unlessGone({ method: 'GET', path, reply: kind.one }));
  if (!found || found.metadata.deletionTimestamp !== undefined)
    throw new RentFailed(`the ${kind.word} ${there} is being deleted at this moment`, 'unclear');
  const { annotations, labels } = found.metadata;
  if (annotations?.[LEASE] === name && labels?.[OWNER] === owner) return found;
  throw new RentFailed(
    `there is a ${kind.word} ${there} in the namespace ${kube.namespace}, and it is not of this run; delete or rename it`,
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
