import { quoted } from '../secret/shape.ts';
import { candidateOf, constraintOf } from './assemble.ts';
import type { Constraint } from './constraint.ts';
import { type Context, type Finding, stop } from './finding.ts';
import type { Candidate, SlurmRequest } from './job.ts';
import { isKubeTarget } from './kube-target.ts';
import { directiveFaults } from './slurm-directives.ts';
import { SIGNAL_SECONDS } from './slurm-schema.ts';

const KUBERNETES = 'kubernetes';
/** Platforms where work is submitted and waits. */
export const QUEUES: ReadonlySet<string> = new Set(['slurm', KUBERNETES]);

/** Of one machine each, and wiped with the job as a rule. */
const NODE_LOCAL = /^\/(?:tmp|var\/tmp|dev\/shm|run|local|localscratch|scratch\/local)(?:\/|$)/;

/** What a machine of a queue keeps for itself is gone with its allocation, and nobody else can read it. */
export function* sharedRules({
  parts: { candidates, storage },
  known: { queues = QUEUES },
}: Context): Generator<Finding> {
  const queue = (candidates ?? []).map(candidateOf).find(({ platform }) => queues.has(platform));
  if (queue === undefined) return;
  for (const key of ['work', 'durable'] as const) {
    const place = storage?.[key];
    if (place === undefined || !NODE_LOCAL.test(place)) continue;
    yield stop(
      'node-local',
      ['storage', key],
      `${quoted(place)} lies on one machine, and a job of ${quoted(queue.platform)} runs on another, which wipes such places when it ends.`,
      'Name a directory on the file system that all nodes share; $TMPDIR is for scratch alone.',
    );
  }
}

/** A candidate that is a queue: how it is reached, and what it is asked for. */
export function* queueRules({
  parts: { candidates, resources, image },
  known: { platforms, queues = QUEUES },
}: Context): Generator<Finding> {
  const want = constraintOf(resources);
  for (const [at, typed] of (candidates ?? []).entries()) {
    const candidate = candidateOf(typed);
    const path = ['candidates', at];
    if (!platforms.has(candidate.platform)) continue;
    const isQueue = queues.has(candidate.platform);
    yield* reachRules(candidate, path, isQueue);
    if (typeof typed === 'string') continue;
    const isKubernetes = candidate.platform === KUBERNETES;
    if (typed.kubernetes !== undefined && !isKubernetes)
      yield stop(
        'kubernetes-elsewhere',
        [...path, 'kubernetes'],
        `\`kubernetes\` says what is asked of a Kubernetes cluster, and the candidate is ${quoted(candidate.platform)}.`,
        'Remove it, or write `platform: kubernetes` and `queue`.',
      );
    if (typed.slurm !== undefined && (!isQueue || isKubernetes))
      yield stop(
        'slurm-elsewhere',
        [...path, 'slurm'],
        `\`slurm\` says what is asked of a Slurm cluster, and the candidate is ${quoted(candidate.platform)}.`,
        'Remove it, or write `platform: slurm` and `queue`.',
      );
    if (isQueue) yield* requestRules(candidate, want, [...path, 'slurm']);
    if (candidate.slurm !== undefined) yield* imageRules(candidate.slurm, image, path);
  }
}

/** A cluster of Kubernetes is no machine that one logs in to. */
const KUBE_ADDRESS = 'kube://context/namespace/claim';

function* reachRules(candidate: Candidate, path: (string | number)[], isQueue: boolean): Generator<Finding> {
  const { platform, attach, queue } = candidate;
  if (attach !== undefined && queue !== undefined)
    yield stop(
      'attach-and-queue',
      [...path, 'queue'],
      'A candidate is a box that is there (`attach`) or a queue (`queue`), and this one is both.',
      'Remove one of them; one more candidate may name the other.',
    );
  else if (queue !== undefined && !isQueue)
    yield stop(
      'no-queue',
      [...path, 'queue'],
      `${quoted(platform)} is no queue.`,
      'Remove `queue`; a machine of your own is attached: `platform: generic-ssh` and `attach`.',
    );
  else if (queue === undefined && isQueue)
    yield stop(
      'queue-missing',
      attach === undefined ? path : [...path, 'attach'],
      `The candidate ${quoted(platform)} does not say where its ${platform === KUBERNETES ? 'cluster' : 'login node'} is.`,
      platform === KUBERNETES
        ? `Add \`queue: ${KUBE_ADDRESS}\`.`
        : 'Add `queue: ssh://user@login-node` (or a Host name from your ~/.ssh/config).',
    );
  else if (queue !== undefined && isKubeTarget(queue) !== (platform === KUBERNETES))
    yield stop(
      'queue-of-another',
      [...path, 'queue'],
      `\`queue\` names ${isKubeTarget(queue) ? 'a claim of a Kubernetes cluster' : 'a login node'}, and the candidate is ${quoted(platform)}.`,
      platform === KUBERNETES
        ? `Write it as ${KUBE_ADDRESS}.`
        : 'Write it as ssh://user@login-node (or a Host name from your ~/.ssh/config).',
    );
  if (queue !== undefined && candidate.market !== undefined)
    yield stop('market-of-queue', [...path, 'market'], 'A queue is no market.', 'Remove `market`.');
}

function* requestRules(
  { slurm }: Candidate,
  want: Constraint,
  path: (string | number)[],
): Generator<Finding> {
  if (slurm === undefined) return;
  const { gres, gpus, timeSeconds, signalSeconds, directives } = slurm;
  if (gres !== undefined && gpus !== undefined)
    yield stop(
      'gres-and-gpus',
      [...path, 'gpus'],
      `\`gres: ${gres}\` and \`gpus: ${gpus}\` ask for cards twice.`,
      'Keep the one that your site asks for.',
    );
  else yield* countRules({ gres, gpus }, want, path);
  if (timeSeconds !== undefined && signalSeconds >= timeSeconds)
    yield stop(
      'signal-before-start',
      [...path, signalSeconds === SIGNAL_SECONDS ? 'time' : 'signalSeconds'],
      `The job would be told ${signalSeconds} s before an end that comes after ${timeSeconds} s.`,
      'Ask for a longer `time`, or set `signalSeconds` to what one save takes.',
    );
  const mem = slurm.memoryGb ?? want.memoryGb?.min;
  const cards = gres ?? gpus ?? (want.gpu && `gpu:${want.gpu.count}`);
  const renders = {
    ...(mem === undefined ? {} : { mem: `the memory of ${mem} GB` }),
    ...(cards === undefined ? {} : { gpus: `the cards ${cards}` }),
  };
  for (const fault of directiveFaults(directives, renders))
    yield stop(
      'slurm-directive',
      [...path, 'directives', fault.at],
      `The directive ${quoted(directives[fault.at] ?? '')} ${fault.why}.`,
      'Remove it from `directives`.',
    );
}

/** An image is run by a program that the site has, and nobody here knows which. */
function* imageRules(
  { container, image: file }: SlurmRequest,
  image: string | undefined,
  path: (string | number)[],
): Generator<Finding> {
  if (container === undefined && (image ?? file) !== undefined)
    yield stop(
      'image-without-container',
      file === undefined ? path : [...path, 'slurm', 'image'],
      `The commands are to run in ${quoted(file ?? image ?? '')}, and the candidate does not say by what.`,
      'Add `slurm: {container: apptainer}`, or `enroot` where the site has pyxis; a job of which only other candidates use the image is two jobs.',
    );
  else if (container !== undefined && (image ?? file) === undefined)
    yield stop(
      'container-without-image',
      [...path, 'slurm', 'container'],
      `\`container: ${container}\` runs the commands in an image, and none is named.`,
      'Add `image: name@sha256:<digest>` to the job, or the path of an image file as `slurm.image`.',
    );
  else if (container === 'enroot' && file === undefined)
    yield stop(
      'enroot-without-file',
      [...path, 'slurm', 'container'],
      '`srun --container-image` takes tags, which move, and no digest: the `image` of the job cannot be run by it.',
      'Import it once (`enroot import`, or `srun --container-save`), and name the file as `slurm.image`.',
    );
}

/** Cards are told twice: in the constraint, to which the world size of the run is bound, and in Slurm's words. */
function* countRules(
  { gres, gpus }: { gres: string | undefined; gpus: string | undefined },
  want: Constraint,
  path: (string | number)[],
): Generator<Finding> {
  const asked = cardsIn(gres, gpus);
  // `--gres` counts the cards of one node, and `--gpus` those of all.
  const counted = (want.gpu?.count ?? 0) * (gpus === undefined ? 1 : (want.nodes ?? 1));
  if (asked === undefined || asked === counted) return;
  const wanted = want.gpu === undefined ? 'asks for none' : `asks for ${counted}`;
  yield stop(
    'slurm-card-count',
    [...path, gres === undefined ? 'gpus' : 'gres'],
    `This asks Slurm for ${asked} card${asked === 1 ? '' : 's'}, and \`resources.gpu\` ${wanted}.`,
    'Make the two say the same: what the job was smoked and resumed with is bound to that number.',
  );
}

/** `undefined` where nothing is said about cards. */
function cardsIn(gres: string | undefined, gpus: string | undefined): number | undefined {
  if (gpus !== undefined) return Number(/(\d+)$/.exec(gpus)?.[1]);
  const cards = (gres ?? '').split(',').filter((each) => /^gpu(?::|$)/.test(each));
  if (cards.length === 0) return;
  const counts = cards.map((each) => Number(/:(\d+)(?:\(.*)?$/.exec(each)?.[1] ?? 1));
  return counts.reduce((sum, count) => sum + count, 0);
}
