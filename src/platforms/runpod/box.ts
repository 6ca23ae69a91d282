import { type Api, ApiRefused } from '../api.ts';
import type { Description, Held, Meter, MeterReading, Resource } from '../driver.ts';
import { asProblem, listPods, listVolumes, NetworkVolume, Pod, PodBilling } from './api.ts';
import { diskUsdPerHour, volumeUsdPerHour } from './prices.ts';
import { dropLogins, loginResources } from './registry-login.ts';

/** Carries our mark: readable in every listing, and out of the way of the pod's name. */
export const OWNER_VARIABLE = 'GPU_LEASE_OWNER';
/** A volume in an account-wide list of ids, where the pods' ids have no prefix. */
const VOLUME = 'volume:';

export function heldOf(pod: Pod): Held {
  return { boxId: pod.id, name: pod.name, meters: metersOf(pod), since: pod.createdAt };
}

type Priced = Meter & { usdPerHour: number };

function metersOf(pod: Pod): Priced[] {
  const isStopped = pod.status === 'EXITED';
  const volumeGb = pod.mounts?.persistent?.size;
  const gpu: Priced = {
    id: 'gpu',
    kind: 'gpu',
    usdPerHour: pod.cost,
    source: 'cost of the pod, GET /v2/pods',
  };
  const disk = (id: string, usdPerHour: number): Priced => ({
    id,
    kind: 'disk',
    usdPerHour,
    source: 'docs.runpod.io/pods/pricing',
  });
  return [
    gpu,
    disk('container-disk', isStopped ? 0 : diskUsdPerHour(pod.disk)),
    ...(volumeGb === undefined ? [] : [disk('volume-disk', diskUsdPerHour(volumeGb, isStopped))]),
  ];
}

const STATES: Record<string, Description['state']> = {
  PROVISIONING: 'starting',
  STARTING: 'starting',
  RUNNING: 'running',
  EXITED: 'stopped',
  ERROR: 'stopped',
  TERMINATED: 'gone',
};

const stateOf = ({ status }: Pod): Description['state'] =>
  Object.hasOwn(STATES, status) ? (STATES[status] ?? 'unknown') : 'unknown';

/** A container that has run for so long without an address is on a host that has none to give. */
const ADDRESS_WITHIN_SECONDS = 300;
const NO_ADDRESS = `its container runs for more than ${ADDRESS_WITHIN_SECONDS / 60} min and no public address is published; hosts of the Community Cloud without one of their own never do`;

const isWithoutAddress = ({ runtime }: Pod): boolean => (runtime?.uptime ?? 0) > ADDRESS_WITHIN_SECONDS;

export function descriptionOf(pod: Pod | undefined): Description {
  if (!pod) return { state: 'gone', native: 'not found' };
  const state = stateOf(pod);
  const direct = pod.ssh?.direct;
  // RUNNING without a direct address: the container runs and its port is not published yet, so nobody can log in.
  if (state === 'running' && !direct)
    return {
      state: 'starting',
      native: pod.status,
      ...(isWithoutAddress(pod) ? { hopeless: NO_ADDRESS } : {}),
    };
  return {
    state,
    native: pod.status,
    ...(state === 'running' && direct
      ? { endpoint: { host: direct.host, port: direct.port, user: direct.username } }
      : {}),
    // Nothing of it says who stopped it; whether we did the record knows.
    ...(pod.status === 'EXITED' ? { evicted: true } : {}),
    ...(pod.status === 'ERROR' ? { hopeless: 'RunPod calls the pod broken beyond recovery (ERROR)' } : {}),
  };
}

/** A stopped pod's GPU and container disk are free; a broken one is taken to bill until it is gone. */
function podMeterState(pod: Pod | undefined, meter: string): MeterReading['state'] {
  if (!pod || pod.status === 'TERMINATED') return 'gone';
  if (stateOf(pod) === 'unknown') return 'unknown';
  return pod.status === 'EXITED' && meter !== 'volume-disk' ? 'gone' : 'running';
}

function podResource(pod: Pod): Resource {
  const owner = pod.env?.[OWNER_VARIABLE];
  const usdPerHour = metersOf(pod).reduce((sum, meter) => sum + meter.usdPerHour, 0);
  const isGone = pod.status === 'TERMINATED';
  return {
    kind: 'instance',
    id: pod.id,
    name: pod.name,
    ...(typeof owner === 'string' ? { owner } : {}),
    native: pod.cluster ? `${pod.status}, member of a cluster` : pod.status,
    billing: isGone ? 'no' : stateOf(pod) === 'unknown' ? 'unknown' : usdPerHour > 0 ? 'yes' : 'no',
    usdPerHour: isGone ? 0 : usdPerHour,
    createdAt: pod.createdAt,
  };
}

const volumeResource = (volume: NetworkVolume): Resource => ({
  kind: 'volume',
  id: `${VOLUME}${volume.id}`,
  name: volume.name,
  native: `${volume.type}, ${volume.size} GB, ${volume.dataCenter}`,
  billing: 'yes',
  usdPerHour: volumeUsdPerHour(volume.size, volume.type),
});

export async function find(api: Api, name: string): Promise<Held[]> {
  return (await listPods(api, false))
    .filter((pod) => pod.name === name && pod.status !== 'TERMINATED')
    .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    .map(heldOf);
}

export async function inventory(api: Api): Promise<Resource[]> {
  const pods = await listPods(api, true);
  const volumes = (await listVolumes(api)).map(volumeResource);
  return [...pods.map(podResource), ...volumes, ...(await loginResources(api))];
}

/** `undefined` only when neither the pod's own page nor the account's list has it: one of the two may lag. */
async function podOf(api: Api, id: string): Promise<Pod | undefined> {
  const pod = await api.unlessGone({ method: 'GET', path: podPath(id), reply: Pod });
  return pod ?? (await listPods(api, true)).find((each) => each.id === id);
}

const podPath = (id: string): string => `/v2/pods/${encodeURIComponent(id)}`;
const volumeIdOf = (id: string): string => (id.startsWith(VOLUME) ? id.slice(VOLUME.length) : id);
const volumePath = (id: string): string => `/v2/network-volumes/${encodeURIComponent(volumeIdOf(id))}`;

const listedVolume = async (api: Api, id: string): Promise<NetworkVolume | undefined> =>
  (await listVolumes(api)).find((each) => each.id === volumeIdOf(id));

/** `undefined` only when neither its own page nor the account's list has it, as with pods. */
const volumeAt = async (api: Api, id: string): Promise<NetworkVolume | undefined> =>
  (await api.unlessGone({ method: 'GET', path: volumePath(id), reply: NetworkVolume })) ??
  (await listedVolume(api, id));

/**
 * @param log why a pod never comes up, by its log
 */
export async function describe(
  api: Api,
  boxId: string,
  log: (pod: Pod) => Promise<string | undefined>,
): Promise<Description> {
  if (!boxId.startsWith(VOLUME)) {
    const pod = await podOf(api, boxId);
    const seen = descriptionOf(pod);
    if (!pod || seen.state !== 'starting' || seen.hopeless !== undefined) return seen;
    const hopeless = await log(pod);
    return hopeless === undefined ? seen : { ...seen, hopeless };
  }
  const volume = await volumeAt(api, boxId);
  return volume ? { state: 'running', native: volume.type } : { state: 'gone', native: 'not found' };
}

export async function running(api: Api): Promise<Map<string, Description>> {
  const pods = await listPods(api, true);
  const described = pods.map((pod) => [pod.id, descriptionOf(pod)] as const);
  return new Map(described.filter(([, { state }]) => state === 'running'));
}

export async function meters(api: Api, { boxId, name, meters }: Held): Promise<MeterReading[]> {
  const pod = boxId.startsWith(VOLUME) ? undefined : await podOf(api, boxId);
  // While the end of a pod is under way its login is in use and stays; once it is gone nothing needs it, whoever ended the pod.
  if (!pod && !boxId.startsWith(VOLUME)) await dropLogins(api, name).catch(() => {});
  const readings: MeterReading[] = [];
  for (const { id } of meters) {
    const [kind, volumeId = boxId] = id.split(':');
    const ofVolume = async () => ((await volumeAt(api, volumeId)) ? 'running' : 'gone');
    readings.push({ id, state: kind === 'network-volume' ? await ofVolume() : podMeterState(pod, id) });
  }
  return readings;
}

/** It lags by hours to days (reported 2026), so its amount says until when it counts, and nothing yet is not nothing. */
export async function billed(
  api: Api,
  { boxId, since }: Held,
): Promise<{ usd: number; source: string } | null> {
  const path = '/v2/billing/pods';
  const query = { podId: boxId, bucketSize: 'hour', startTime: since };
  const { records } = await api.call({ method: 'GET', path, query, reply: PodBilling });
  const mine = records.filter((record) => record.podId === boxId);
  if (mine.length === 0) return null;
  const [until] = mine
    .flatMap(({ endTime }) => endTime ?? [])
    .sort()
    .reverse();
  const usd = mine.reduce((sum, { totalAmount }) => sum + totalAmount, 0);
  return { usd, source: `GET ${path}${until === undefined ? '' : `, which counts until ${until}`}` };
}

/** Then the login by which its image was pulled. One that stays costs nothing and is in the inventory, so the end of the pod never fails by it. */
export async function terminate(api: Api, id: string, lease: string): Promise<void> {
  await api.unlessGone({ method: 'DELETE', path: podPath(id) });
  await dropLogins(api, lease).catch(() => {});
}

/** A no, and a 500 as REST v1 answered it, is fine exactly when the volume is not in the account any more (2026). */
export async function deleteVolume(api: Api, id: string): Promise<void> {
  try {
    await api.unlessGone({ method: 'DELETE', path: volumePath(id) });
  } catch (error) {
    if (await listedVolume(api, id).catch(() => true)) throw error;
  }
}

/** 409 is the answer to stopping what does not run: it is fine exactly when the pod is stopped or gone. */
export async function stop(api: Api, id: string): Promise<void> {
  const body = { action: 'stop' };
  const request = { method: 'POST', path: `${podPath(id)}/action`, body, repeatable: true } as const;
  try {
    await api.unlessGone({ ...request, asAnswered: true });
  } catch (error) {
    if (!(error instanceof ApiRefused)) throw error;
    const pod = error.status === 409 ? await podOf(api, id) : undefined;
    if (error.status === 409 && (!pod || pod.status === 'EXITED')) return;
    throw asProblem(error);
  }
}
