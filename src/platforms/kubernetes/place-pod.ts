import { z } from 'zod';
import { oneLine } from '../../box/stranger-text.ts';
import { Problem } from '../../problem.ts';
import { type Kube, KubeRefused, notAllowed } from './api.ts';
import { commonSpec, containerOf, type Sharing } from './manifest.ts';
import {
  CLAIM,
  type Claim,
  CONTAINER,
  claim as claimShape,
  HOME,
  PLACE,
  type Pod,
  pod,
  pods,
} from './objects.ts';
import { claimPath, podPath, podsPath } from './paths.ts';
import { byAge, isAlive } from './standing.ts';

/**
 * The pod through which files on the claim are reached while nothing runs there: no cards, found by its name, and gone by itself when
 * nobody has asked it anything for a minute. A claim that one node alone may have is never held by it where the run's own pod has a node.
 */

/** What a place needs to know of the work on its claim; written down on the claim, because Jobs come and go. */
const recipe = z.object({
  image: z.string(),
  user: z.number(),
  nodeSelector: z.record(z.string(), z.string()),
  tolerations: z.array(z.unknown()),
  imagePullSecrets: z.array(z.string()),
});
export type Recipe = z.infer<typeof recipe>;

/** Unused for so many rounds of five seconds it ends. */
const IDLE_ROUNDS = 12;
const LONGEST_SECONDS = 6 * 3600;
const GRACE_SECONDS = 2;

/** Touched by every command that runs there. */
const USED = '/dev/shm/gpu-lease.used';

/**
 * What is put around a command: the pod knows that it is used. A command that has input reads all of it, because API servers break off
 * the whole stream when nobody takes it any more, and with it what the command said.
 */
export const using = (argv: readonly string[], hasInput: boolean): [string, ...string[]] => [
  'sh',
  '-c',
  `: 2>/dev/null >${USED}; ${hasInput ? '"$@"; c=$?; cat >/dev/null; exit "$c"' : 'exec "$@"'}`,
  'sh',
  ...argv,
];

const IDLE = `trap 'exit 0' TERM INT
idle=0
while [ "$idle" -lt ${IDLE_ROUNDS} ]; do
  sleep 5 &
  wait $!
  set -- /proc/[0-9]*
  if [ $# -gt 1 ] || [ -e ${USED} ]; then idle=0; else idle=$((idle + 1)); fi
  rm -f ${USED}
done`;

export const placeName = (claim: string): string => `gpu-lease-place-${claim}`;

const allowed = async <T>(kube: Kube, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw notAllowed(kube, error) ?? error;
  });

/** @throws Problem `no-claim` */
export async function claimOf(kube: Kube): Promise<Claim> {
  const { namespace, claim, target } = kube;
  const path = claimPath(namespace, claim);
  const found = await allowed(kube, kube.unlessGone({ method: 'GET', path, reply: claimShape }));
  if (found) return found;
  throw new Problem({
    code: 'no-claim',
    kind: 'usage',
    what: `There is no PersistentVolumeClaim ${claim} in the namespace ${namespace} (${target}). Nothing was submitted.`,
    next: 'Make it with "kubectl apply", as docs/kubernetes.md shows, or correct the last part of `queue`.',
  });
}

/** Writes down by what image the claim can be looked at. */
export async function noteRecipe(kube: Kube, found: Claim, wanted: Recipe): Promise<void> {
  const text = JSON.stringify(wanted);
  if (found.metadata.annotations?.[PLACE] === text) return;
  const body = { metadata: { annotations: { [PLACE]: text } } };
  const path = claimPath(kube.namespace, kube.claim);
  await allowed(kube, kube.call({ method: 'PATCH', path, body, reply: z.unknown() }));
}

export function sharingOf({ spec }: Claim): Sharing {
  const modes = spec.accessModes ?? [];
  if (modes.includes('ReadWriteMany')) return 'any';
  return modes.includes('ReadWriteOncePod') ? 'pod' : 'node';
}

interface Around {
  placePod: Pod | undefined;
  /** Of runs on this claim, that may still run something; the newest first. */
  working: Pod[];
}

const placePodOf = (kube: Kube): Promise<Pod | undefined> => {
  const path = podPath(kube.namespace, placeName(kube.claim));
  return allowed(kube, kube.unlessGone({ method: 'GET', path, reply: pod }));
};

/** Pods of a sweep stay when they have ended, each with kilobytes to tell: they are not asked for. */
async function around(kube: Kube): Promise<Around> {
  const query = { labelSelector: `${CLAIM}=${kube.claim}`, fieldSelector: STILL_THERE };
  const path = podsPath(kube.namespace);
  const [placePod, all] = await Promise.all([
    placePodOf(kube),
    allowed(kube, kube.call({ method: 'GET', path, query, reply: pods })),
  ]);
  return { placePod, working: byAge(all.items).filter(isAlive) };
}
const STILL_THERE = 'status.phase!=Succeeded,status.phase!=Failed';

/** Takes commands now, and is not about to go. */
const isOpen = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp === undefined &&
  status.phase === 'Running' &&
  status.containerStatuses?.find(({ name }) => name === CONTAINER)?.state?.running !== undefined;

export type Found = { open: string } | { wait: string } | { make: object };

/** Where commands go at this moment, or what to do about it; `wait` says in words for what. */
export async function findPlace(kube: Kube, found: Claim): Promise<Found> {
  const { placePod, working } = await around(kube);
  const open = [placePod, ...working].find((each) => each !== undefined && isOpen(each));
  if (open) return { open: open.metadata.name };
  if (placePod && !isAlive(placePod)) {
    await removePlacePod(kube, placePod);
    return { wait: 'an earlier one is being taken away' };
  }
  if (placePod) return whyNotOpen(kube, placePod);
  const bound = working.find(({ spec }) => spec.nodeName !== undefined);
  if (sharingOf(found) === 'pod' && working.length > 0)
    return { wait: "the run's own pod is about to have the claim, which takes one pod alone" };
  return { make: placeManifest(kube, found, sharingOf(found) === 'node' ? bound?.spec.nodeName : undefined) };
}

const NEVER = /^(?:InvalidImageName|ImagePullBackOff|CreateContainerConfigError|CreateContainerError)$/;

function whyNotOpen({ target }: Kube, { metadata, status }: Pod): Found {
  if (metadata.deletionTimestamp !== undefined) return { wait: 'an earlier one is being taken away' };
  const { reason = '', message = '' } = status.containerStatuses?.[0]?.state?.waiting ?? {};
  if (NEVER.test(reason))
    throw new Problem({
      code: 'place-hopeless',
      kind: 'unfit',
      what: `The pod ${metadata.name}, through which files of ${target} are reached, does not start: ${reason}: ${oneLine(message, 300)}.`,
      next: 'Correct `image` (name and digest), `imagePullSecrets` or `user`; then run the same command again.',
    });
  const scheduled = status.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status === 'False') return { wait: oneLine(scheduled.message ?? 'no node takes it', 300) };
  return {
    wait: reason === '' ? 'its node has not started it' : `${reason} ${oneLine(message, 200)}`.trim(),
  };
}

/** @throws Problem `no-recipe` where nothing was ever submitted for this claim */
function placeManifest(kube: Kube, { metadata }: Claim, node: string | undefined): object {
  const { claim, namespace, target } = kube;
  const { image, user, nodeSelector, tolerations, imagePullSecrets } = recipeOf(
    metadata.annotations?.[PLACE],
    target,
  );
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: placeName(claim),
      namespace,
      labels: { 'app.kubernetes.io/managed-by': 'gpu-lease', [PLACE]: claim },
    },
    spec: {
      restartPolicy: 'Never',
      activeDeadlineSeconds: LONGEST_SECONDS,
      terminationGracePeriodSeconds: GRACE_SECONDS,
      ...commonSpec(user),
      tolerations,
      affinity: { nodeAffinity: affinity(nodeSelector, node) },
      imagePullSecrets: imagePullSecrets.map((name) => ({ name })),
      containers: [
        {
          ...containerOf(image),
          command: ['sh', '-c', IDLE],
          env: [
            { name: 'HOME', value: HOME },
            // Images of CUDA ask for every card, and a node may give them where none were asked for.
            { name: 'NVIDIA_VISIBLE_DEVICES', value: 'void' },
          ],
          resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { cpu: '2', memory: '1Gi' } },
          volumeMounts: [{ name: 'claim', mountPath: HOME }],
        },
      ],
      volumes: [{ name: 'claim', persistentVolumeClaim: { claimName: claim } }],
    },
  };
}

/** Near the cards, so that a volume which is made for its first pod is made where they are; no more than preferred, or a pool would grow for it. */
function affinity(labels: Record<string, string>, node: string | undefined): object {
  if (node !== undefined)
    return {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }],
      },
    };
  const matchExpressions = Object.entries(labels).map(([key, value]) => ({
    key,
    operator: 'In',
    values: [value],
  }));
  if (matchExpressions.length === 0) return {};
  return {
    preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, preference: { matchExpressions } }],
  };
}

function recipeOf(text: string | undefined, target: string): Recipe {
  const read = recipe.safeParse(parsed(text));
  if (read.success) return read.data;
  throw new Problem({
    code: 'no-recipe',
    kind: 'unfit',
    what: `Nothing was ever submitted for the claim of ${target}, so there is no image by which its files could be looked at.`,
    next: 'Run the job first; where the claim was made anew, what lay on the old one is gone.',
  });
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Somebody else may have made it at the same time. */
export async function makePlace(kube: Kube, manifest: object): Promise<void> {
  const path = podsPath(kube.namespace);
  await allowed(kube, kube.call({ method: 'POST', path, body: manifest, reply: pod })).catch(
    (error: unknown) => {
      if (!(error instanceof KubeRefused) || error.reason !== 'AlreadyExists') throw error;
    },
  );
}

async function removePlacePod(kube: Kube, { metadata }: Pod): Promise<void> {
  const body = { gracePeriodSeconds: GRACE_SECONDS, preconditions: { uid: metadata.uid } };
  const path = podPath(kube.namespace, metadata.name);
  await allowed(kube, kube.unlessGone({ method: 'DELETE', path, body, reply: z.unknown() })).catch(
    (error: unknown) => {
      if (!(error instanceof KubeRefused) || error.status !== 409) throw error;
    },
  );
}

/** Takes the place pod away where it keeps the claim from a pod that waits for it. @param own of the Job that waits */
export async function makeWay(kube: Kube, own: readonly Pod[]): Promise<void> {
  const waiting = own.filter(isAlive);
  if (waiting.length === 0) return;
  const placePod = await placePodOf(kube);
  if (!placePod || !isAlive(placePod) || placePod.metadata.deletionTimestamp !== undefined) return;
  const shared = sharingOf(await claimOf(kube));
  const isElsewhere = waiting.some(
    ({ spec }) => spec.nodeName !== undefined && spec.nodeName !== placePod.spec.nodeName,
  );
  if (shared === 'pod' || (shared === 'node' && isElsewhere)) await removePlacePod(kube, placePod);
}
