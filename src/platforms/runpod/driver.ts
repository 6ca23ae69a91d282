import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { type Api, ApiRefused, keyMayNot, openApi, unlessGone } from '../api.ts';
import { apiBaseOf, apiKeyOf, type PlatformContext } from '../context.ts';
import type { Driver, MeterReading } from '../driver.ts';
import {
  explainRunpod,
  NetworkVolume,
  NetworkVolumeList,
  Pod,
  PodBilling,
  PodList,
  RUNPOD_KEY,
} from './api.ts';
import { descriptionOf, heldOf, podMeterState, podResource, VOLUME, volumeResource } from './box.ts';
import { offersOf } from './offers.ts';
import { bodyOf, refusalOf, refuseVolumeElsewhere } from './rent.ts';

/**
 * RunPod pods by REST v2 (generally available since 2026-08; v1 and GraphQL are not used). On-demand only: v2 has no way to
 * ask for spot. From the platform's documents, 2026-08 to 2026-11.
 */
export function runpod(context: PlatformContext): Driver {
  const api = openApi({
    name: 'RunPod',
    base: apiBaseOf(context, 'runpod', 'https://api.runpod.io'),
    headers: () => ({ authorization: `Bearer ${apiKeyOf(context, 'RunPod', RUNPOD_KEY)}` }),
    secrets: [context.secret(RUNPOD_KEY)?.trim() ?? ''],
    clock: context.clock,
    explain: explainRunpod,
    keyName: RUNPOD_KEY,
    ...(context.signal ? { signal: context.signal } : {}),
  });
  /** Pods that this program stopped itself, so that their EXITED is not taken for the platform's doing. */
  const stoppedByUs = new Set<string>();
  /** Refusals in words that we do not know, and the offers that got them: see `refusalOf`. */
  const unknownWords = new Map<string, Set<string>>();

  const find: Driver['find'] = async (name) => {
    const pods = await listPods(api, false);
    return pods
      .filter((pod) => pod.name === name && pod.status !== 'TERMINATED')
      .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
      .map(heldOf);
  };

  return {
    platform: 'runpod',
    find,

    async offers(want, candidate) {
      if (candidate.market === 'spot') return [];
      const volume = candidate.volume === undefined ? undefined : await volumeNamed(api, candidate.volume);
      if (volume) refuseVolumeElsewhere(volume, want);
      return offersOf(api, want, volume).catch(asProblem);
    },

    async create(intent) {
      const [left] = await find(intent.name);
      if (left) return left;
      const volume =
        intent.candidate.volume === undefined ? undefined : await volumeNamed(api, intent.candidate.volume);
      const body = bodyOf(intent, volume);
      try {
        return heldOf(await api.call({ method: 'POST', path: '/v2/pods', body, reply: Pod }));
      } catch (error) {
        throw refusalOf(error, intent, unknownWords);
      }
    },

    async inventory() {
      const pods = await listPods(api, true);
      const volumes = await listVolumes(api);
      return [...pods.map(podResource), ...volumes.map(volumeResource)];
    },

    async describe(boxId) {
      if (boxId.startsWith(VOLUME)) {
        const volume = await volumeOf(api, boxId.slice(VOLUME.length));
        return volume ? { state: 'running', native: volume.type } : { state: 'gone', native: 'not found' };
      }
      return descriptionOf(await podOf(api, boxId), stoppedByUs.has(boxId));
    },

    async running() {
      const pods = await listPods(api, true);
      const described = pods.map((pod) => [pod.id, descriptionOf(pod, stoppedByUs.has(pod.id))] as const);
      return new Map(described.filter(([, { state }]) => state === 'running'));
    },

    verbs: {
      terminate: (boxId) => terminate(api, boxId),
      'delete-network-volume': (boxId) => deleteVolume(api, boxId),
      'delete-network-volume *': (boxId, { on = boxId }) => deleteVolume(api, on),
      async stop(boxId) {
        await stop(api, boxId);
        stoppedByUs.add(boxId);
      },
    },

    async meters({ boxId, meters }) {
      const pod = boxId.startsWith(VOLUME) ? undefined : await podOf(api, boxId);
      const readings: MeterReading[] = [];
      for (const { id } of meters) {
        const [kind, volumeId = boxId] = id.split(':');
        const state =
          kind === 'network-volume' ? await volumeState(api, unprefixed(volumeId)) : podMeterState(pod, id);
        readings.push({ id, state });
      }
      return readings;
    },

    async billed({ boxId, since }) {
      const { records } = await api
        .call({
          method: 'GET',
          path: '/v2/billing/pods',
          query: { podId: boxId, bucketSize: 'hour', startTime: since },
          reply: PodBilling,
        })
        .catch(asProblem);
      const mine = records.filter((record) => record.podId === boxId);
      if (mine.length === 0) return null;
      return {
        usd: mine.reduce((sum, { totalAmount }) => sum + totalAmount, 0),
        source: 'GET /v2/billing/pods',
      };
    },
  };
}

async function listPods(api: Api, withClusters: boolean): Promise<Pod[]> {
  const query = withClusters ? { includeClusterPods: true } : {};
  const pages = await everyPage(api, '/v2/pods', query, PodList);
  return pages.flatMap((page) => page.pods);
}

async function listVolumes(api: Api): Promise<NetworkVolume[]> {
  const pages = await everyPage(api, '/v2/network-volumes', {}, NetworkVolumeList);
  return pages.flatMap((page) => page.networkVolumes);
}

interface Page {
  pagination?:
    | { nextCursor?: string | null | undefined; hasNextPage?: boolean | null | undefined }
    | null
    | undefined;
}

/** A list that goes on and does not say where must not pass for the whole: a pod left out could be rented twice. */
async function everyPage<T extends Page>(
  api: Api,
  path: string,
  query: Record<string, boolean>,
  reply: z.ZodType<T>,
): Promise<T[]> {
  const pages: T[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page = await api.call({ method: 'GET', path, query: { ...query, cursor }, reply }).catch(asProblem);
    pages.push(page);
    const { nextCursor, hasNextPage } = page.pagination ?? {};
    if (hasNextPage === false || (!hasNextPage && !nextCursor)) return pages;
    if (!nextCursor || cursors.has(nextCursor)) {
      throw new Problem({
        code: 'api-reply',
        kind: 'unreachable',
        what: `RunPod's list ${path} goes on after ${pages.length} page(s) and does not say where.`,
        next: 'Run the same command again; if it stays so, report it with the version of gpu-lease.',
      });
    }
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}

/** `undefined` only when neither the pod's own page nor the account's list has it: one of the two may lag. */
async function podOf(api: Api, id: string): Promise<Pod | undefined> {
  const path = `/v2/pods/${encodeURIComponent(id)}`;
  const pod = await unlessGone(api.call({ method: 'GET', path, reply: Pod })).catch(asProblem);
  return pod ?? (await listPods(api, true)).find((each) => each.id === id);
}

async function volumeOf(api: Api, id: string): Promise<NetworkVolume | undefined> {
  const path = `/v2/network-volumes/${encodeURIComponent(id)}`;
  return unlessGone(api.call({ method: 'GET', path, reply: NetworkVolume })).catch(asProblem);
}

const volumeState = async (api: Api, id: string): Promise<MeterReading['state']> =>
  (await volumeOf(api, id)) ? 'running' : 'gone';

const unprefixed = (id: string): string => (id.startsWith(VOLUME) ? id.slice(VOLUME.length) : id);

async function volumeNamed(api: Api, wanted: string): Promise<NetworkVolume> {
  const volumes = await listVolumes(api);
  const byId = volumes.find((volume) => volume.id === wanted);
  const byName = volumes.filter((volume) => volume.name === wanted);
  const found = byId ?? byName[0];
  if (found && (byId || byName.length === 1)) return found;
  const there = volumes.map(({ id, name, dataCenter }) => `${id} (${name}, ${dataCenter})`).join(', ');
  throw new Problem({
    code: found ? 'volume-ambiguous' : 'volume-unknown',
    kind: 'usage',
    what: found
      ? `${byName.length} network volumes at RunPod are called ${JSON.stringify(wanted)}.`
      : `There is no network volume ${JSON.stringify(wanted)} at RunPod; nothing was rented.`,
    next: `Write one of these ids as "volume": ${there || 'none exists; make one in the data center where you want to rent'}.`,
  });
}

async function terminate(api: Api, id: string): Promise<void> {
  const path = `/v2/pods/${encodeURIComponent(id)}`;
  await unlessGone(api.call({ method: 'DELETE', path, reply: z.unknown() })).catch(asProblem);
}

async function deleteVolume(api: Api, id: string): Promise<void> {
  const path = `/v2/network-volumes/${encodeURIComponent(unprefixed(id))}`;
  await unlessGone(api.call({ method: 'DELETE', path, reply: z.unknown() })).catch(asProblem);
}

/** 409 is the answer to stopping what does not run: it is fine exactly when the pod is stopped or gone. */
async function stop(api: Api, id: string): Promise<void> {
  const path = `/v2/pods/${encodeURIComponent(id)}/action`;
  const body = { action: 'stop' };
  try {
    await api.call({ method: 'POST', path, body, reply: z.unknown(), repeatable: true });
  } catch (error) {
    if (!(error instanceof ApiRefused)) throw error;
    if (error.status === 404) return;
    const pod = error.status === 409 ? await podOf(api, id) : undefined;
    if (error.status === 409 && (!pod || pod.status === 'EXITED')) return;
    asProblem(error);
  }
}

function asProblem(error: unknown): never {
  if (!(error instanceof ApiRefused)) throw error;
  if (error.status === 403) throw keyMayNot('RunPod', RUNPOD_KEY, error.said);
  throw new Problem(
    {
      code: 'api-refused',
      kind: 'unreachable',
      what: `${error.message}. RunPod did not do what was asked.`,
      next: 'Look at the pod in the console of RunPod; a member of a cluster ends with its cluster, a locked pod must be unlocked first. Then run the same command again.',
    },
    { cause: error },
  );
}
