import { z } from 'zod';
import { oneLine } from '../../box/stranger-text.ts';
import { Problem } from '../../problem.ts';
import { PlatformAnswer } from '../api.ts';
import type { Description, Endpoint, Held, Meter, MeterReading, Resource } from '../driver.ts';
import { metersOfQueue } from '../queue-meters.ts';
import { type Kube, KubeRefused, notAllowed } from './api.ts';
import { jobSetName } from './jobset.ts';
import { JOB, JOBSET, type Kind } from './kind.ts';
import { jobName } from './manifest.ts';
import {
  BEGUN,
  type Event,
  events,
  type Job,
  KUEUE,
  LEASE,
  named,
  OWNER,
  type Pod,
  PRICE,
  pods,
  QUEUE_NAME,
} from './objects.ts';
import { accountPath, eventsPath, podPath, podsPath } from './paths.ts';
import { makeWay } from './place-pod.ts';
import { handOver, SECRET_FILE, takeAway } from './secrets.ts';
import { byAge, isAlive, isWaiting, type Standing } from './standing.ts';
import { standingOfAll, tasksLeft } from './tasks.ts';
import { NODES_BILL } from './words.ts';

/** Namespace, name and uid of the Job, and of the namespace's own account: who has another account is another cluster. */
const BOX = /^([a-z0-9-]{1,63})\/([a-z0-9-]{1,63})\/([0-9a-f-]{36})\/([0-9a-f]{8})(\/jobset)?$/;
const OURS = 'app.kubernetes.io/managed-by=gpu-lease';

interface BoxId {
  kind: Kind;
  name: string;
  uid: string;
  account: string;
}

function partsOf({ namespace }: Kube, boxId: string): BoxId {
  const [, space, name, uid, account, mark] = BOX.exec(boxId) ?? [];
  if (name === undefined || uid === undefined || account === undefined)
    throw new PlatformAnswer(`${JSON.stringify(boxId.slice(0, 120))} is no id of a Job`);
  if (space !== namespace) throw new PlatformAnswer(`${boxId} lies in another namespace than ${namespace}`);
  return { kind: mark === undefined ? JOB : JOBSET, name, uid, account };
}

/** Read as a Job, whichever it is; undefined where there is none. */
const read = (kube: Kube, { kind, name }: { kind: Kind; name: string }): Promise<Job | undefined> =>
  allowed(kube, kube.unlessGone({ method: 'GET', path: kind.path(kube.namespace, name), reply: kind.one }));

/** The same of JobSets, where there may be none, or where this user was never to have one. */
const unlessForeign = async <T>(kind: Kind, nothing: T, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (kind === JOBSET && error instanceof Problem && error.code === 'api-key-may-not') return nothing;
    throw error;
  });

/** Calls that this user may not make are said as such, whatever was asked. */
export const allowed = async <T>(kube: Kube, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw notAllowed(kube, error) ?? error;
  });

const accountOf = async (kube: Kube): Promise<string> => {
  const { metadata } = await kube.call({ method: 'GET', path: accountPath(kube.namespace), reply: named });
  return metadata.uid.slice(0, 8);
};

/** How long it ran only the cluster knows; what an hour costs only the job's author. */
export async function heldAs(kube: Kube, { metadata }: Job, kind: Kind): Promise<Held> {
  const price = priceOf(metadata.annotations?.[PRICE]);
  const account = await allowed(kube, accountOf(kube));
  return {
    boxId: idOf(kube, { metadata }, { kind, account }),
    name: metadata.annotations?.[LEASE] ?? metadata.name,
    meters: [
      {
        id: 'submission',
        kind: 'none',
        usdPerHour: 0,
        source:
          'a Job that waits costs nothing; nodes bill until their pool is scaled down, with a pod or without',
      },
      walltime(price),
    ],
  };
}

const idOf = (
  { namespace }: Kube,
  { metadata }: Pick<Job, 'metadata'>,
  { kind, account }: { kind: Kind; account: string },
): string => `${namespace}/${metadata.name}/${metadata.uid}/${account}${kind.mark}`;

const walltime = (usdPerHour: number | undefined): Meter => ({
  id: 'walltime',
  kind: 'gpu',
  usdPerHour,
  source: usdPerHour === undefined ? 'not written down where it was submitted' : "the job's usdPerHour",
});

function priceOf(text: string | undefined): number | undefined {
  const price = Number(text);
  return text === undefined || !Number.isFinite(price) || price < 0 ? undefined : price;
}

export async function find(kube: Kube, name: string): Promise<Held[]> {
  const places = [
    { kind: JOB, name: jobName(name) },
    { kind: JOBSET, name: jobSetName(name) },
  ];
  const held = await Promise.all(
    places.map(async (place) => {
      const found = await unlessForeign(place.kind, undefined, read(kube, place));
      if (found?.metadata.annotations?.[LEASE] !== name) return [];
      const { word } = standingOfAll(found, await podsOf(kube, { ...place, uid: found.metadata.uid }), []);
      return word?.phase === 'over' ? [] : [await heldAs(kube, found, place.kind)];
    }),
  );
  return held.flat();
}

/** What ended well tells nothing that its Job does not, and of a sweep there are hundreds. */
const UNLESS_WELL = 'status.phase!=Succeeded';

const podsOf = async (kube: Kube, { kind, uid }: { kind: Kind; uid: string }): Promise<Pod[]> => {
  const query = { labelSelector: `${kind.uidOn}=${uid}`, fieldSelector: UNLESS_WELL };
  return (
    await allowed(kube, kube.call({ method: 'GET', path: podsPath(kube.namespace), query, reply: pods }))
  ).items;
};

/** What was said about a Job and its pods, the newest first. */
async function eventsAbout(kube: Kube, names: readonly string[]): Promise<Event[]> {
  const path = eventsPath(kube.namespace);
  const lists = await Promise.all(
    names.map((name) =>
      allowed(
        kube,
        kube.call({
          method: 'GET',
          path,
          query: { fieldSelector: `involvedObject.name=${name}` },
          reply: events,
        }),
      ),
    ),
  );
  const when = ({ lastTimestamp, eventTime, metadata }: Event) =>
    lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? '';
  return lists.flatMap(({ items }) => items).sort((a, b) => when(b).localeCompare(when(a)));
}

/** Of a Job that is there. Events are asked for only where they tell more. */
async function standingWithEvents(kube: Kube, found: Job, all: readonly Pod[]): Promise<Standing> {
  const first = standingOfAll(found, all, []);
  if (!isWaiting(first) || found.spec.suspend) return first;
  await makeWay(kube, all);
  // Of many that wait the newest tells why; a question for each would be a burden on the cluster.
  const one = byAge(all).find(isAlive);
  const names = [found.metadata.name, ...(one ? [one.metadata.name] : [])];
  return standingOfAll(found, all, await eventsAbout(kube, names));
}

/** Gone is what its own namespace does not have: another cluster has another account, and says nothing of ours. */
async function look(kube: Kube, boxId: string): Promise<Standing> {
  const parts = partsOf(kube, boxId);
  const found = await read(kube, parts);
  const left = await podsOf(kube, parts);
  const { uid, account, kind } = parts;
  if (found?.metadata.uid === uid) {
    const standing = await standingWithEvents(kube, found, left);
    // Nothing of it reads them any more, and the Job may lie there until somebody tidies it away.
    if (standing.word?.phase === 'over') await takeAway(kube, kind, found);
    return standing;
  }
  if ((await allowed(kube, accountOf(kube))) !== account)
    return { native: `${kube.target} is not the namespace in which it was submitted` };
  if (left.some(isAlive))
    return {
      native: 'DELETED',
      word: {
        phase: 'running',
        why: `its ${kind.word} was deleted and its pod runs on; ending it ends the pod`,
        ...tasksLeft(left),
      },
    };
  return {
    native: 'CANCELLED',
    word: { phase: 'over', why: `it was cancelled: its ${kind.word} was deleted; ${NODES_BILL}` },
  };
}

function described({ native, word, taken }: Standing, endpoint: Endpoint): Description {
  if (word === undefined) return { state: 'unknown', native, endpoint };
  const state = ({ held: 'starting', waiting: 'starting', running: 'running', over: 'gone' } as const)[
    word.phase
  ];
  return { state, native, endpoint, queue: word, ...(taken ? { evicted: true } : {}) };
}

/** Where its files are reached: through the API server, whatever becomes of the Job. */
export function endpointOf({ server, claim }: Kube): Endpoint {
  const { hostname, port, protocol } = new URL(server);
  return { host: hostname, port: Number(port) || (protocol === 'http:' ? 80 : 443), user: claim };
}

export async function describe(kube: Kube, boxId: string): Promise<Description> {
  const standing = await look(kube, boxId).catch(silence);
  return described(standing, endpointOf(kube));
}

/** Nobody answered, so nothing is known; and a no is told to whoever asked. */
function silence(error: unknown): Standing {
  if (error instanceof Problem && error.code === 'queue-silent')
    return { native: 'the API server does not answer' };
  throw error;
}

/** All of ours in the namespace, page by page; none where the cluster has no such kind. */
async function everyOne<T>(
  kube: Kube,
  { path, reply, ...only }: { path: string; reply: z.ZodType<Page<T>>; fieldSelector?: string },
): Promise<T[]> {
  const all: T[] = [];
  let next: string | undefined;
  do {
    const query = {
      labelSelector: OURS,
      ...only,
      limit: '500',
      ...(next === undefined ? {} : { continue: next }),
    };
    const page = await allowed(kube, kube.unlessGone({ method: 'GET', path, query, reply }));
    all.push(...(page?.items ?? []));
    next = page?.metadata?.continue || undefined;
  } while (next !== undefined);
  return all;
}

interface Page<T> {
  metadata?: { continue?: string | undefined } | undefined;
  items: T[];
}

interface Ours {
  kind: Kind;
  found: Job;
  pods: Pod[];
}

const isPartOfSet = ({ metadata }: Job | Pod): boolean => metadata.labels?.[JOBSET.uidOn] !== undefined;

/**
 * Every Job of ours with its pods: two lists, however many Jobs have ended there and were never tidied away.
 *
 * @param sets whether JobSets are asked for also where nothing is seen of one
 */
async function withPods(kube: Kube, sets: 'always' | 'where seen'): Promise<Ours[]> {
  const listOf = ({ listPath, list }: Kind) =>
    everyOne(kube, { path: listPath(kube.namespace), reply: list });
  // Pods first: one that is made meanwhile is of a Job that still counts as waiting, and none is missed of a Job that has ended.
  const allPods = await everyOne(kube, {
    path: podsPath(kube.namespace),
    reply: pods,
    fieldSelector: UNLESS_WELL,
  });
  const allJobs = await listOf(JOB);
  const isAsked = sets === 'always' || allPods.some(isPartOfSet) || allJobs.some(isPartOfSet);
  const allSets = isAsked ? await unlessForeign(JOBSET, undefined, listOf(JOBSET)) : [];
  const ofUid = new Map<string, Pod[]>();
  for (const pod of allPods)
    for (const { uidOn } of [JOB, JOBSET]) {
      const uid = pod.metadata.labels?.[uidOn];
      if (uid === undefined) continue;
      const known = ofUid.get(uid);
      if (known) known.push(pod);
      else ofUid.set(uid, [pod]);
    }
  // Where the sets themselves may not be seen, their Jobs at least are.
  const alone = allSets ? allJobs.filter((each) => !isPartOfSet(each)) : allJobs;
  const ours = [
    ...alone.map((found) => ({ kind: JOB, found })),
    ...(allSets ?? []).map((found) => ({ kind: JOBSET, found })),
  ];
  return ours.map((each) => ({ ...each, pods: ofUid.get(each.found.metadata.uid) ?? [] }));
}

export async function inventory(kube: Kube): Promise<Resource[]> {
  const account = await allowed(kube, accountOf(kube));
  return (await withPods(kube, 'always')).map(({ found, kind, pods: own }): Resource => {
    const { metadata } = found;
    const { native, word } = standingOfAll(found, own, []);
    const owner = metadata.labels?.[OWNER];
    return {
      kind: 'instance',
      id: idOf(kube, found, { kind, account }),
      name: oneLine(metadata.annotations?.[LEASE] ?? metadata.name, 120),
      ...(owner === undefined ? {} : { owner }),
      native,
      billing: word === undefined ? 'unknown' : word.phase === 'over' ? 'no' : 'yes',
      ...(metadata.creationTimestamp === undefined ? {} : { createdAt: metadata.creationTimestamp }),
    };
  });
}

/** What is over is not among them: it is asked for by itself. */
export async function running(kube: Kube): Promise<Map<string, Description>> {
  const account = await allowed(kube, accountOf(kube));
  const open = (await withPods(kube, 'where seen')).filter(
    ({ found, pods: own }) => standingOfAll(found, own, []).word?.phase !== 'over',
  );
  const seen = await Promise.all(
    open.map(async ({ found, kind, pods: own }) => {
      const boxId = idOf(kube, found, { kind, account });
      return [boxId, described(await standingWithEvents(kube, found, own), endpointOf(kube))] as const;
    }),
  );
  return new Map(seen);
}

export async function meters(kube: Kube, held: Held): Promise<MeterReading[]> {
  const { word } = await look(kube, held.boxId).catch(silence);
  return metersOfQueue(held, word);
}

/** @returns the file in its pod in which the text will lie */
export async function keepSecrets(kube: Kube, boxId: string, text: string): Promise<string> {
  const { kind, name, uid } = partsOf(kube, boxId);
  const path = kind.path(kube.namespace, name);
  const { metadata } = await allowed(kube, kube.call({ method: 'GET', path, reply: kind.one }));
  // Let go, its pod may be about to read them.
  const isBegun = metadata.uid === uid && metadata.annotations?.[BEGUN] !== undefined;
  return isBegun ? SECRET_FILE : allowed(kube, handOver(kube, { kind, name, uid }, text));
}

/** For who would look at it by hand, once all of its work is brought home and proven. */
const FORGET_SECONDS = 3600;

/** Quiet about what is gone or is another one of its name. */
export async function forget(kube: Kube, boxId: string): Promise<void> {
  const { kind, name, uid } = partsOf(kube, boxId);
  const path = kind.path(kube.namespace, name);
  const body = { metadata: { uid }, spec: { ttlSecondsAfterFinished: FORGET_SECONDS } };
  await allowed(
    kube,
    kube.unlessGone({ method: 'PATCH', path, body, reply: z.unknown() }).catch(unlessAnother),
  );
}

/** 409: another one of that name, which is not meant. */
const unlessAnother = (error: unknown): undefined => {
  if (error instanceof KubeRefused && error.status === 409) return undefined;
  throw error;
};

/** Let go once. Kueue lets go itself what bears the name of its queue; until then the name is only noted, and another one borne. */
export async function begin(kube: Kube, boxId: string): Promise<void> {
  const parts = partsOf(kube, boxId);
  const path = parts.kind.path(kube.namespace, parts.name);
  const { uid } = parts;
  const found = await read(kube, parts);
  if (found?.metadata.uid !== uid || found.metadata.annotations?.[BEGUN] !== undefined) return;
  const queue = found.metadata.annotations?.[KUEUE];
  const body = {
    metadata: {
      uid,
      annotations: { [BEGUN]: 'yes' },
      ...(queue === undefined ? {} : { labels: { [QUEUE_NAME]: queue } }),
    },
    ...(queue === undefined ? { spec: { suspend: false } } : {}),
  };
  await allowed(kube, kube.call({ method: 'PATCH', path, body, reply: z.unknown() })).catch(
    (error: unknown) => {
      throw refusedToBegin(kube, boxId, error);
    },
  );
}

const refusedToBegin = ({ target }: Kube, boxId: string, error: unknown): unknown =>
  error instanceof KubeRefused
    ? new Problem(
        {
          code: 'begin-refused',
          kind: 'unfit',
          what: `Kubernetes does not let ${boxId} go: ${error.said}. It is suspended and costs nothing.`,
          next: `Look at it with "kubectl describe job" at ${target}; then run the same command again, or release it.`,
        },
        { cause: error },
      )
    : error;

/** With its pods, each of which has its grace to save; the claim stays. Named by its uid, so that no other of its name is meant. */
export async function remove(kube: Kube, boxId: string): Promise<void> {
  const { kind, name, uid } = partsOf(kube, boxId);
  const body = { propagationPolicy: 'Foreground', preconditions: { uid } };
  const path = kind.path(kube.namespace, name);
  await allowed(
    kube,
    kube.unlessGone({ method: 'DELETE', path, body, reply: z.unknown() }).catch(unlessAnother),
  );
  const found = await allowed(kube, kube.unlessGone({ method: 'GET', path, reply: named }));
  if (found?.metadata.uid === uid) return;
  for (const { metadata } of (await podsOf(kube, { kind, uid })).filter(isAlive))
    await allowed(
      kube,
      kube.unlessGone({ method: 'DELETE', path: podPath(kube.namespace, metadata.name), reply: z.unknown() }),
    );
}
