import { oneLine } from '../../box/stranger-text.ts';
import type { Constraint } from '../../job/constraint.ts';
import type { Candidate } from '../../job/job.ts';
import { ASKED_OF_KUBERNETES } from '../../job/kubernetes-schema.ts';
import { Problem } from '../../problem.ts';
import type { Offer, Tasks } from '../driver.ts';
import { isQuota, type Kube, KubeRefused } from './api.ts';
import { allowed } from './box.ts';
import { jobManifest } from './manifest.ts';
import { job, QUEUE_NAME } from './objects.ts';
import { jobsPath } from './paths.ts';
import { claimOf, sharingOf } from './place-pod.ts';

/** What stands in for the job's image where only the rest is asked about. */
const ANY_IMAGE = `registry.invalid/any@sha256:${'0'.repeat(64)}`;

export interface Wanted {
  want: Constraint;
  candidate: Candidate;
  tasks: Tasks | undefined;
}

/** The one thing that this candidate can be given there. Whether the cluster would take it is asked with the very manifest, which makes nothing. */
export async function offersOf(kube: Kube, { want, candidate, tasks }: Wanted): Promise<Offer[]> {
  const claim = await claimOf(kube);
  const sharing = sharingOf(claim);
  if (sharing === 'pod' && tasks && tasks.atOnce > 1) throw ofOnePod(kube, tasks);
  const { usdPerHour = 0, kubernetes: asked = ASKED_OF_KUBERNETES } = candidate;
  const body = jobManifest({
    name: 'gpu-lease-test',
    owner: 'test',
    want,
    candidate,
    lifetimeSeconds: 3600,
    image: ANY_IMAGE,
    claim: kube.claim,
    sharing,
    usdPerHour,
    ...(tasks && { tasks }),
  });
  const query = { dryRun: 'All', fieldValidation: 'Strict' };
  const { metadata } = await allowed(
    kube,
    kube.call({ method: 'POST', path: jobsPath(kube.namespace), query, body, reply: job }),
  ).catch((error: unknown) => {
    throw refused(kube, error);
  });
  if (asked.kueue === undefined) refuseQueued(kube, metadata.labels?.[QUEUE_NAME]);
  const cards = want.gpu ? `${want.gpu.count} ${asked.gpuResource}` : 'no cards';
  const many = tasks ? `, ${tasks.count} tasks, ${tasks.atOnce} at once` : '';
  const modes = claim.spec.accessModes?.join('/') ?? 'of unknown access';
  return [
    {
      id: kube.target,
      platform: 'kubernetes',
      summary: `namespace ${kube.namespace}, ${cards}, claim ${kube.claim} (${modes})${many}`,
      usdPerHour,
      market: 'on-demand',
    },
  ];
}

const ofOnePod = ({ target, claim }: Kube, { atOnce }: Tasks): Problem =>
  new Problem({
    code: 'claim-of-one-pod',
    kind: 'usage',
    what: `The claim ${claim} of ${target} is ReadWriteOncePod, so one pod at a time may have it, and \`sweep.at-once\` wants ${atOnce}. Nothing was submitted.`,
    next: 'Name a claim of ReadWriteMany in `queue`, or set `at-once: 1`.',
  });

/** Kueue lets go by itself what bears the name of its queue, before anything is laid down for it. */
function refuseQueued({ target }: Kube, queue: string | undefined): void {
  if (queue === undefined) return;
  throw new Problem({
    code: 'kueue-unnamed',
    kind: 'usage',
    what: `In the namespace of ${target} Kueue puts what names no queue into its queue "${oneLine(queue, 63)}", and the job names none. Nothing was submitted.`,
    next: `Name it in the candidate: kubernetes: { kueue: ${oneLine(queue, 63)} }; then run the same command again.`,
  });
}

function refused({ target }: Kube, error: unknown): unknown {
  if (!(error instanceof KubeRefused)) return error;
  return new Problem(
    {
      code: 'kubernetes-refuses',
      kind: isQuota(error) ? 'capacity' : 'usage',
      what: `The cluster of ${target} would not take this job: ${error.said}. Nothing was submitted.`,
      next: 'Correct `kubernetes` of the candidate, or `resources`; what the namespace allows its operators know.',
    },
    { cause: error },
  );
}
