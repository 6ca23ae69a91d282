import type { z } from 'zod';
import { oneLine } from '../../box/stranger-text.ts';
import { Problem } from '../../problem.ts';
import { PlatformAnswer } from '../api.ts';
import type { Description, Endpoint, Held, Meter, MeterReading, Resource } from '../driver.ts';
import { metersOfQueue } from '../queue-meters.ts';
import { type Kube, notAllowed } from './api.ts';
import { jobSetName } from './jobset.ts';
import { JOB, JOBSET, type Kind } from './kind.ts';
import { jobName } from './manifest.ts';
import { type Event, events, type Job, LEASE, named, OWNER, type Pod, PRICE, pods } from './objects.ts';
import { accountPath, eventsPath, podsPath } from './paths.ts';
import { makeWay } from './place-pod.ts';
import { takeAway } from './secrets.ts';
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

export function partsOf({ namespace }: Kube, boxId: string): BoxId {
  const [, space, name, uid, account, mark] = BOX.exec(boxId) ?? [];
  if (name === undefined || uid === undefined || account === undefined)
    throw new PlatformAnswer(`${JSON.stringify(boxId.slice(0, 120))} is no id of a Job`);
  if (space !== namespace) throw new PlatformAnswer(`${boxId} lies in another namespace than ${namespace}`);
  return { kind: mark === undefined ? JOB : JOBSET, name, uid, account };
}

/** Read as a Job, whichever it is; undefined where there is none. */
export const read = (kube: Kube, { kind, name }: { kind: Kind; name: string }): Promise<Job | undefined> =>
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

export const podsOf = async (kube: Kube, { kind, uid }: { kind: Kind; uid: string }): Promise<Pod[]> => {
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
