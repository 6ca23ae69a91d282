import { SaidNo } from '../api.ts';
import type { PlatformContext } from '../context.ts';
import {
  type Description,
  type Held,
  type Meter,
  type MeterReading,
  RentFailed,
  type Resource,
} from '../driver.ts';
import { removeOnceOff } from '../off-first.ts';
import { readMarkedName } from '../owner-mark.ts';
import { understood } from '../refusals.ts';
import { usdFromYuan } from '../yuan.ts';
import {
  type Ask,
  detailsOf,
  type Instance,
  images,
  instances,
  isSoldOut,
  order,
  type Snapshot,
  statusOf,
} from './api.ts';
import { diskYuanPerHour, SYSTEM_DISK_GB, specOf, statedPrice } from './specs.ts';

/** States of the documents and of field reports; the full list is in neither. Whatever else comes is in transition. */
const STARTING = new Set(['creating', 'created', 'starting']);

const looked = <T>(look: Promise<T>): Promise<T> => understood('AutoDL', look);

export async function find(ask: Ask, name: string): Promise<Held[]> {
  const all = await looked(instances(ask));
  const rows = all.filter((row) => readMarkedName(row.name).name === name);
  rows.sort((a, b) => timeOf(a.created_at) - timeOf(b.created_at));
  return Promise.all(rows.map((row) => heldOf(ask, row)));
}

/** A box that was just made may have no details yet, and its price must not keep it from being held. */
export async function heldOf(ask: Ask, row: Rented): Promise<Held> {
  const { name } = readMarkedName(row.name);
  const details = await detailsOf(ask, row.uuid).catch(() => undefined);
  return { boxId: row.uuid, name, meters: metersOf(row, details) };
}

export async function inventory(ask: Ask): Promise<Resource[]> {
  const [boxes, saved] = await looked(Promise.all([instances(ask), images(ask)]));
  return [
    ...boxes.map(
      (row): Resource => ({
        kind: 'instance',
        id: row.uuid,
        ...readMarkedName(row.name),
        native: row.status,
        billing: row.status === 'running' || STARTING.has(row.status) ? 'yes' : 'unknown',
        ...createdAt(row.created_at),
      }),
    ),
    // A saved image is charged for above a free quota that the API does not tell.
    ...saved.map(
      (row): Resource => ({
        kind: 'snapshot',
        id: row.image_uuid,
        ...readMarkedName(row.name),
        native: row.status,
        billing: 'unknown',
        ...createdAt(row.create_at),
      }),
    ),
  ];
}

export async function describe(ask: Ask, boxId: string): Promise<Description> {
  const native = await looked(statusOf(ask, boxId));
  if (native === 'gone') return { state: 'gone', native: 'RecordNotFoundError' };
  if (native === 'shutdown') return { state: 'stopped', native };
  if (STARTING.has(native)) return { state: 'starting', native };
  if (native !== 'running') return { state: 'unknown', native };
  const { proxy_host: host = '', ssh_port: port = 0 } = (await looked(detailsOf(ask, boxId))) ?? {};
  if (host === '' || port < 1 || port > 65_535) return { state: 'starting', native };
  return { state: 'running', native, endpoint: { host, port, user: 'root' } };
}

export async function meters(ask: Ask, held: Held): Promise<MeterReading[]> {
  const status = await looked(statusOf(ask, held.boxId));
  return held.meters.map(({ id }) => ({ id, state: readingOf(id, status) }));
}

export async function powerOff(ask: Ask, uuid: string): Promise<void> {
  const status = await statusOf(ask, uuid);
  if (!['gone', 'shutdown', 'shutting_down'].includes(status)) await order(ask, 'power_off', uuid);
}

/** With its cards: the other payload, which boots without any, stands in no document. */
export async function powerOn(ask: Ask, uuid: string): Promise<void> {
  const status = await looked(statusOf(ask, uuid));
  if (status === 'running' || STARTING.has(status)) return;
  try {
    await order(ask, 'power_on', uuid, { payload: 'gpu' });
  } catch (error) {
    if (!(error instanceof SaidNo)) throw error;
    const reason = isSoldOut(error) ? 'no-capacity' : 'refused';
    throw new RentFailed(`"${error.said}" (${error.code})`, reason, { cause: error });
  }
}

export const release = (ask: Ask, context: PlatformContext, uuid: string): Promise<void> =>
  removeOnceOff(context, {
    platform: 'AutoDL',
    boxId: uuid,
    async look() {
      const native = await statusOf(ask, uuid);
      if (native === 'gone') return { state: 'gone', native };
      if (native === 'shutdown') return { state: 'ready', native };
      return { state: native === 'shutting_down' ? 'going-off' : 'on', native };
    },
    turnOff: () => order(ask, 'power_off', uuid),
    remove: () => order(ask, 'release', uuid),
  });

/** What the list and our own request both know of an instance. */
type Rented = Pick<Instance, 'uuid' | 'name' | 'gpu_spec_uuid' | 'req_gpu_amount'> & {
  expand_system_disk_by_gb?: number;
};

/** The disk is there until the instance is released; the GPU bills in every state but off. */
function readingOf(meter: string, status: string): MeterReading['state'] {
  if (!['gpu', 'data-disk'].includes(meter)) return 'unknown';
  if (status === 'gone') return 'gone';
  if (meter === 'data-disk') return 'running';
  if (status === 'shutdown') return 'gone';
  return status === 'running' || status === 'shutting_down' || STARTING.has(status) ? 'running' : 'unknown';
}

/** The platform's own price once it tells one; before that what the offer was counted with. */
function metersOf(row: Rented, details: Snapshot | undefined): Meter[] {
  const stated = statedPrice(specOf(row.gpu_spec_uuid), row.req_gpu_amount);
  const told = details?.payg_price;
  const yuan = told === undefined ? stated.yuan : told / 1000;
  const source = told === undefined ? stated.source : 'payg_price of the instance';
  const extraBytes = details?.expand_system_disk_size ?? (row.expand_system_disk_by_gb ?? 0) * 2 ** 30;
  const extraGb = Math.round(extraBytes / 2 ** 30);
  return [
    { id: 'gpu', kind: 'gpu', usdPerHour: usdFromYuan(yuan), source: `${yuan.toFixed(2)} CNY/h: ${source}` },
    {
      id: 'data-disk',
      kind: 'disk',
      usdPerHour: usdFromYuan(diskYuanPerHour(extraGb)),
      source: `${extraGb} GB beyond the free ${SYSTEM_DISK_GB}: the profile, unsourced`,
    },
  ];
}

/** 0 where the platform tells no time, so that such a box counts as the oldest. */
const timeOf = (text: string): number => Date.parse(text) || 0;

const createdAt = (text: string): { createdAt?: string } =>
  Number.isNaN(Date.parse(text)) ? {} : { createdAt: new Date(text).toISOString() };
