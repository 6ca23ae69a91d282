import { oneLine } from '../../box/stranger-text.ts';
import type { Constraint } from '../../job/constraint.ts';
import type { Candidate } from '../../job/job.ts';
import { ASKED_OF_KUBERNETES } from '../../job/kubernetes-schema.ts';
import { Problem } from '../../problem.ts';
import type { Offer, Tasks } from '../driver.ts';
import { isQuota, type Kube, KubeRefused } from './api.ts';
import { allowed } from './box.ts';
import { isSeveral, jobSetManifest, jobWithin } from './jobset.ts';
import { type Asked, jobManifest } from './manifest.ts';
import { type Claim, named, QUEUE_NAME } from './objects.ts';
import { JOBSET_API, jobSetsPath, jobsPath } from './paths.ts';
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
  const nodes = want.nodes ?? 1;
  if (nodes > 1 && sharing !== 'any') throw ofOneNode(kube, claim, nodes);
  const { kubernetes: asked = ASKED_OF_KUBERNETES } = candidate;
  // What a pod costs is said by the job, and there are as many as nodes.
  const usdPerHour = (candidate.usdPerHour ?? 0) * nodes;
  const queue = await tried(kube, {
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
  if (asked.kueue === undefined) refuseQueued(kube, queue);
  const each = want.gpu ? `${want.gpu.count} ${asked.gpuResource}` : 'no cards';
  const cards = nodes > 1 ? `${nodes} nodes, each ${each}` : each;
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

/** Asks with the very manifest. Of a JobSet only the shape is checked, so its Job is asked about, too. @returns the queue of Kueue into which the cluster puts it */
async function tried(kube: Kube, asked: Asked): Promise<string | undefined> {
  const query = { dryRun: 'All', fieldValidation: 'Strict' };
  const ask = (path: string, body: object) =>
    allowed(kube, kube.call({ method: 'POST', path, query, body, reply: named }));
  const several = isSeveral(asked);
  try {
    const first = await ask(jobsPath(kube.namespace), several ? jobWithin(asked) : jobManifest(asked));
    const last = several ? await ask(jobSetsPath(kube.namespace), jobSetManifest(asked)) : first;
    return last.metadata.labels?.[QUEUE_NAME];
  } catch (error) {
    throw several && error instanceof KubeRefused && error.status === 404
      ? noJobSet(kube, asked)
      : refused(kube, error);
  }
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

const ofOneNode = ({ target, claim }: Kube, { spec }: Claim, nodes: number): Problem =>
  new Problem({
    code: 'claim-of-one-node',
    kind: 'usage',
    what: `The claim ${claim} of ${target} is ${spec.accessModes?.join('/') ?? 'of unknown access'}, so one node at a time may have it, and the job wants ${nodes}. Nothing was submitted.`,
    next: 'Name a claim of ReadWriteMany in `queue`, on storage that several nodes can mount.',
  });

const noJobSet = ({ target }: Kube, { want }: Asked): Problem =>
  new Problem({
    code: 'no-jobset',
    kind: 'usage',
    what: `The cluster of ${target} has no JobSet (${JOBSET_API}), by which ${want.nodes} nodes are started and begun again as one. Nothing was submitted.`,
    next: 'Ask its operators to install JobSet (https://jobset.sigs.k8s.io), or take `resources.nodes` out and one node with more cards.',
  });

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
