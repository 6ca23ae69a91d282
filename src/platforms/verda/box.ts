import { Problem } from '../../problem.ts';
import { type Api, ApiRefused, keyMayNot } from '../api.ts';
import type { Description, Held, Meter, MeterReading, Resource } from '../driver.ts';
import { ipEndpoint } from '../ip-endpoint.ts';
import { readMarkedName } from '../owner-mark.ts';
import {
  type DiskRate,
  get,
  type Instance,
  instances,
  Named,
  OneInstance,
  refusalIn,
  SECRET,
  trash,
  type Verda,
  type Volume,
  volumes,
} from './api.ts';

/** Login of Verda's own images, by its documents. */
const USER = 'root';
const HOURS_PER_MONTH = 730;
/** The most records of one page of start scripts; ten by default. */
const SCRIPTS_PAGE = 100;
/** A hard maximum of 1000 scripts is documented. */
const MOST_PAGES = 20;
/** An instance that is being made cannot be deleted; Verda's own SDK waits 180 s for that to end. */
const REFUSED = { everySeconds: 10, withinSeconds: 300 };

/** Nothing of the instance bills any more; its volumes may. */
const ENDED = ['discontinued', 'notfound', 'not_found', 'deleted'];
const STARTING = ['new', 'ordered', 'provisioning', 'validating', 'pending', 'restoring'];
const HOPELESS: Record<string, string> = {
  no_capacity: 'Verda took the order and has no machine for it',
  error: 'Verda calls the instance broken; nobody says that it does not bill',
};

const hasEnded = ({ status }: Instance): boolean => ENDED.includes(status);
const isStarting = ({ status }: Instance): boolean => STARTING.includes(status);

/** `undefined`: it is not there (any more). A 400 alone may mean something else, so the list has to agree. */
export async function instance(api: Api, boxId: string): Promise<Instance | undefined> {
  const path = `/instances/${encodeURIComponent(boxId)}`;
  const seen = await api.unlessGone({ ...get(path), reply: OneInstance });
  return seen ?? (await instances(api)).find(({ id }) => id === boxId);
}

const everyVolume = async (api: Api): Promise<Volume[]> => [...(await volumes(api)), ...(await trash(api))];

export async function find(api: Verda, name: string): Promise<Held[]> {
  const mine = (await instances(api)).filter((each) => each.hostname === name && !hasEnded(each));
  if (mine.length === 0) return [];
  const disk = await api.diskRate();
  const age = (each: Instance) => Date.parse(each.created_at ?? '') || 0;
  return mine.sort((a, b) => age(a) - age(b)).map((each) => heldFrom(each, disk));
}

export async function inventory(api: Api): Promise<Resource[]> {
  const boxes = (await instances(api)).map(instanceResource);
  const kept = (await volumes(api)).map((each) => volumeResource(each, false));
  return [...boxes, ...kept, ...(await trash(api)).map((each) => volumeResource(each, true))];
}

export async function describe(api: Verda, boxId: string): Promise<Description> {
  const seen = await instance(api, boxId);
  if (seen === undefined) return { state: 'gone' };
  const disks = hasEnded(seen)
    ? (await everyVolume(api)).filter((each) => isDiskOf(each, seen.hostname, seen))
    : [];
  const description = described(seen, disks);
  // Both were handed over when the machine was made.
  if (description.state === 'running') await tidyOnce(api, seen);
  return description;
}

export async function meters(api: Api, held: Held): Promise<MeterReading[]> {
  const seen = await instance(api, held.boxId);
  const disks = (await everyVolume(api)).filter((each) => isDiskOf(each, held.name, seen));
  return held.meters.map(({ id }) => ({
    id,
    state: id === 'gpu' ? computeState(seen) : id === 'os-volume' ? diskState(seen, disks) : 'unknown',
  }));
}

/** @param lease named the disk: a spot instance that was taken away leaves it behind */
export async function remove(api: Verda, boxId: string, lease: string): Promise<void> {
  const seen = await instance(api, boxId);
  if (seen && !hasEnded(seen)) {
    if (seen.status !== 'deleting') await deleteInstance(api, seen);
  } else {
    const left = (await everyVolume(api)).filter((each) => isDiskOf(each, lease, seen) && isLoose(each));
    for (const { id } of left) await deleteVolume(api, id);
  }
  if (seen) await tidyOnce(api, seen);
}

/** With the disk it boots from, and never with a volume of the user's: those are detached and stay. */
async function deleteInstance(api: Api, first: Instance): Promise<void> {
  let seen = first;
  for (let waited = 0; ; waited += REFUSED.everySeconds) {
    const refusal = await tryDelete(api, seen);
    if (refusal === undefined) return;
    const now = await instance(api, seen.id);
    if (now === undefined || hasEnded(now) || now.status === 'deleting') return;
    seen = now;
    if (!isStarting(seen) || waited >= REFUSED.withinSeconds) throw notDeletedBy(refusal, seen);
    await api.pause(REFUSED.everySeconds);
  }
}

async function tryDelete(api: Api, seen: Instance): Promise<ApiRefused | string | undefined> {
  const known = seen.os_volume_id ? [seen.os_volume_id] : await disksOf(api, seen);
  const body = {
    id: [seen.id],
    action: 'delete',
    // Left out, Verda takes the disk to the trash by itself; an empty list would leave it.
    ...(known.length === 0 ? {} : { volume_ids: known, delete_permanently: true }),
  };
  try {
    // A 403 as it comes: Verda also says so of what an instance's state does not allow.
    const answer = await api.unlessGone({ method: 'PUT', path: '/v1/instances', body, asAnswered: true });
    return refusalIn(answer, seen.id);
  } catch (error) {
    if (error instanceof ApiRefused) return error;
    throw error;
  }
}

const disksOf = async (api: Api, seen: Instance): Promise<string[]> =>
  (await volumes(api)).filter((each) => isDiskOf(each, seen.hostname, seen)).map(({ id }) => id);

function notDeletedBy(refusal: ApiRefused | string, seen: Instance): Problem {
  if (typeof refusal === 'string') return notDeleted('instance', seen.id, seen.status, refusal);
  if (refusal.status === 403 && !isStarting(seen)) return keyMayNot('Verda', SECRET, refusal.said);
  return notDeleted('instance', seen.id, seen.status, refusal.said);
}

export async function deleteVolume(api: Api, id: string): Promise<void> {
  const path = `/v1/volumes/${encodeURIComponent(id)}`;
  try {
    await api.unlessGone({ method: 'DELETE', path, body: { is_permanent: true } });
  } catch (error) {
    throw error instanceof ApiRefused ? notDeleted('volume', id, 'still there', error.said) : error;
  }
}

const notDeleted = (what: string, id: string, state: string, said: string): Problem =>
  new Problem({
    code: 'not-deleted',
    kind: 'billing',
    what: `Verda did not delete the ${what} ${id} (${state}): ${said}`,
    next: 'Run the same command again; if it stays so, delete it in the console of Verda, with its volumes, and look into the trash.',
    costing: [id],
  });

/** Key and start script of a lease. Verda keeps scripts as plain text for everybody in the project to read. */
export async function tidy(api: Api, marked: string): Promise<void> {
  const keys = (await api.call({ ...get('/sshkeys'), reply: Named })).filter(({ name }) => name === marked);
  for (const [folder, objects] of [
    ['sshkeys', keys],
    ['scripts', await scriptsNamed(api, marked)],
  ] as const)
    for (const { id } of objects)
      await api.unlessGone({ method: 'DELETE', path: `/v1/${folder}/${encodeURIComponent(id)}` });
}

async function scriptsNamed(api: Api, marked: string) {
  const all = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = { page, pageSize: SCRIPTS_PAGE };
    const some = await api.call({ ...get('/scripts'), query, reply: Named });
    all.push(...some);
    if (some.length < SCRIPTS_PAGE) break;
  }
  return all.filter(({ name }) => name === marked);
}

/** What is left behind costs nothing and is tried again at the next look. */
async function tidyOnce(api: Verda, { id, description }: Instance): Promise<void> {
  const { marked, owner } = readDescription(description);
  if (owner === undefined || api.tidied.has(id)) return;
  await tidy(api, marked).then(
    () => void api.tidied.add(id),
    () => undefined,
  );
}

/** Rounded up as Verda's own command line does it. */
export const diskUsdPerHour = ({ perGbMonth }: DiskRate, gb: number): number =>
  Math.ceil(Number(((perGbMonth * gb * 1e4) / HOURS_PER_MONTH).toFixed(6))) / 1e4;

/** `<lease>--gl<mark> 60 GB`: the size, because a new instance does not yet know its volume. */
export const describedAs = (marked: string, diskGb: number): string => `${marked} ${diskGb} GB`;

function readDescription(description: string | null | undefined) {
  const [, marked = description ?? '', gb] = /^(\S+) (\d+) GB$/.exec(description ?? '') ?? [];
  return { marked, ...readMarkedName(marked), diskGb: gb === undefined ? undefined : Number(gb) };
}

/** What is there of an instance at the moment of its creation, and later. */
type Seen = Pick<Instance, 'id' | 'hostname' | 'description' | 'price_per_hour' | 'created_at'>;

export function heldFrom(seen: Seen, rate: DiskRate): Held {
  const since = Date.parse(seen.created_at ?? '');
  const { diskGb } = readDescription(seen.description);
  const currency = rate.currency === 'USD' ? '' : `, ${rate.currency} counted as USD`;
  const disk: Meter = {
    id: 'os-volume',
    kind: 'disk',
    usdPerHour: diskGb === undefined ? undefined : diskUsdPerHour(rate, diskGb),
    source:
      diskGb === undefined
        ? "the instance's description tells no size of its disk"
        : `Verda's price of a volume${currency}`,
  };
  return {
    boxId: seen.id,
    name: seen.hostname,
    meters: [
      { id: 'gpu', kind: 'gpu', usdPerHour: seen.price_per_hour, source: "Verda's price_per_hour" },
      disk,
    ],
    ...(Number.isNaN(since) ? {} : { since: new Date(since).toISOString() }),
  };
}

/** The disk that a lease's instance boots or booted from: named by it, or marked as ours. Never a volume of the user's. */
function isDiskOf(volume: Volume, name: string, seen: Instance | undefined): boolean {
  const read = readMarkedName(volume.name);
  const isOurs = read.owner !== undefined && read.name === name;
  return volume.is_os_volume === true && (volume.id === seen?.os_volume_id || isOurs);
}

const isLoose = (volume: Volume): boolean =>
  volume.is_permanently_deleted !== true && (volume.instance_id ?? '') === '';

/** @param disks what is still there of its disk, in the trash too */
function described(seen: Instance, disks: readonly Volume[]): Description {
  const { status: native, ip } = seen;
  if (hasEnded(seen)) {
    // Our own delete takes the disk along; a spot instance that is taken away leaves it behind.
    const evicted = seen.is_spot === true && disks.some(isLoose);
    return { state: 'gone', native, ...(evicted ? { evicted } : {}) };
  }
  if (native === 'running' && ip) return { state: 'running', native, endpoint: ipEndpoint(ip, USER) };
  if (native === 'running' || isStarting(seen)) return { state: 'starting', native };
  if (native === 'offline') return { state: 'stopped', native };
  const hopeless = HOPELESS[native];
  return { state: 'unknown', native, ...(hopeless === undefined ? {} : { hopeless }) };
}

/** An instance that is shut down goes on billing, and so does one of which nobody says otherwise. */
function computeState(seen: Instance | undefined): MeterReading['state'] {
  if (seen === undefined || hasEnded(seen)) return 'gone';
  const known = ['running', 'offline', 'deleting', ...STARTING];
  return known.includes(seen.status) ? 'running' : 'unknown';
}

function diskState(seen: Instance | undefined, disks: readonly Volume[]): MeterReading['state'] {
  if (disks.some((each) => each.is_permanently_deleted !== true)) return 'running';
  // A volume that is not listed beside its living instance is one that we cannot see.
  return seen === undefined || hasEnded(seen) ? 'gone' : 'unknown';
}

function instanceResource(seen: Instance): Resource {
  const { owner } = readDescription(seen.description);
  const state = computeState(seen);
  return {
    kind: 'instance',
    id: seen.id,
    name: seen.hostname,
    ...(owner === undefined ? {} : { owner }),
    native: seen.status,
    billing: state === 'running' ? 'yes' : state === 'gone' ? 'no' : 'unknown',
    usdPerHour: seen.price_per_hour,
    ...(seen.created_at ? { createdAt: seen.created_at } : {}),
  };
}

function volumeResource(volume: Volume, inTrash: boolean): Resource {
  return {
    kind: volume.is_os_volume === true ? 'disk' : 'volume',
    id: volume.id,
    ...readMarkedName(volume.name),
    native: inTrash ? `in the trash (${volume.status})` : volume.status,
    billing: volume.is_permanently_deleted === true ? 'no' : 'yes',
    ...(volume.base_hourly_cost == null ? {} : { usdPerHour: volume.base_hourly_cost }),
    ...(volume.created_at ? { createdAt: volume.created_at } : {}),
  };
}
