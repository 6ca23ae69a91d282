import type { Description, Held, Meter, MeterReading, Resource } from '../driver.ts';
import { ipEndpoint } from '../ip-endpoint.ts';
import { readMarkedName } from '../owner-mark.ts';
import type { Instance, Volume } from './api.ts';

/** Login of Verda's own images, by its documents. */
const USER = 'root';
const HOURS_PER_MONTH = 730;

/** Nothing of the instance bills any more; its volumes may. */
const ENDED = ['discontinued', 'notfound', 'not_found', 'deleted'];
const STARTING = ['new', 'ordered', 'provisioning', 'validating', 'pending', 'restoring'];
const HOPELESS: Record<string, string> = {
  no_capacity: 'Verda took the order and has no machine for it',
  error: 'Verda calls the instance broken; nobody says that it does not bill',
};

export const hasEnded = ({ status }: Instance): boolean => ENDED.includes(status);
export const isStarting = ({ status }: Instance): boolean => STARTING.includes(status);

/** USD per GB and month of the volume that an instance boots from. */
export interface DiskRate {
  perGbMonth: number;
  currency: string;
}

/** Rounded up as Verda's own command line does it. */
export const diskUsdPerHour = ({ perGbMonth }: DiskRate, gb: number): number =>
  Math.ceil(Number(((perGbMonth * gb * 1e4) / HOURS_PER_MONTH).toFixed(6))) / 1e4;

/** `<lease>--gl<mark> 60 GB`: the size, because a new instance does not yet know its volume. */
export const describedAs = (marked: string, diskGb: number): string => `${marked} ${diskGb} GB`;

export function readDescription(description: string | null | undefined) {
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
export function isDiskOf(volume: Volume, name: string, seen: Instance | undefined): boolean {
  const read = readMarkedName(volume.name);
  const isOurs = read.owner !== undefined && read.name === name;
  return volume.is_os_volume === true && (volume.id === seen?.os_volume_id || isOurs);
}

export const isLoose = (volume: Volume): boolean =>
  volume.is_permanently_deleted !== true && (volume.instance_id ?? '') === '';

/** @param disks what is still there of its disk, in the trash too */
export function described(seen: Instance, disks: readonly Volume[]): Description {
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
export function computeState(seen: Instance | undefined): MeterReading['state'] {
  if (seen === undefined || hasEnded(seen)) return 'gone';
  const known = ['running', 'offline', 'deleting', ...STARTING];
  return known.includes(seen.status) ? 'running' : 'unknown';
}

export function diskState(seen: Instance | undefined, disks: readonly Volume[]): MeterReading['state'] {
  if (disks.some((each) => each.is_permanently_deleted !== true)) return 'running';
  // A volume that is not listed beside its living instance is one that we cannot see.
  return seen === undefined || hasEnded(seen) ? 'gone' : 'unknown';
}

export function instanceResource(seen: Instance): Resource {
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

export function volumeResource(volume: Volume, inTrash: boolean): Resource {
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
