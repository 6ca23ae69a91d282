import { Problem } from '../../problem.ts';
import { ApiUnclear } from '../api.ts';
import type { PlatformContext } from '../context.ts';
import {
  type Description,
  type Driver,
  type Held,
  type Meter,
  type MeterReading,
  RentFailed,
  type RentIntent,
  type Resource,
} from '../driver.ts';
import { startScript } from '../first-boot.ts';
import { removeOnceOff } from '../off-first.ts';
import { markedName, readMarkedName } from '../owner-mark.ts';
import { saysNothingOfBoxes, verbRefused } from '../refusals.ts';
import { usdFromYuan } from '../yuan.ts';
import { type AutodlApi, AutodlRefused, autodlApi, type Instance, type Snapshot } from './api.ts';
import { offersFor } from './offers.ts';
import {
  ANY_CUDA,
  diskYuanPerHour,
  extraGbFor,
  SYSTEM_DISK_GB,
  specOf,
  statedPrice,
  USUAL_IMAGE,
} from './specs.ts';

/** States of the documents and of field reports; the full list is in neither. Whatever else comes is in transition. */
const STARTING = new Set(['creating', 'created', 'starting']);

/**
 * AutoDL, "Container Instance Pro" (ordinary instances have no API and are attached). The API tells prices only of what is
 * rented already, knows no stock, has no timer and no tags: the mark stands in the instance's name.
 */
export function autodl(context: PlatformContext): Driver {
  // Opened late, so that a missing token is told by the call that needs it.
  let opened: AutodlApi | undefined;
  const api = (): AutodlApi => {
    opened ??= autodlApi(context);
    return opened;
  };

  /** `gone` for an instance that the platform does not know (any more). */
  async function statusOf(uuid: string): Promise<string> {
    return unlessGone(api().status(uuid), 'gone');
  }

  async function detailsOf(uuid: string): Promise<Snapshot | undefined> {
    return unlessGone(api().snapshot(uuid), undefined);
  }

  /** A box that was just made may have no details yet, and its price must not keep it from being held. */
  async function heldOf(row: Rented): Promise<Held> {
    const { name } = readMarkedName(row.name);
    return { boxId: row.uuid, name, meters: metersOf(row, await detailsOf(row.uuid).catch(() => undefined)) };
  }

  async function find(name: string): Promise<Held[]> {
    const all = await understood(api().instances());
    const rows = all.filter((row) => readMarkedName(row.name).name === name);
    rows.sort((a, b) => timeOf(a.created_at) - timeOf(b.created_at));
    return Promise.all(rows.map(heldOf));
  }

  async function powerOff(uuid: string): Promise<void> {
    const status = await statusOf(uuid);
    if (['gone', 'shutdown', 'shutting_down'].includes(status)) return;
    await unlessGone(api().powerOff(uuid), undefined);
  }

  async function release(uuid: string): Promise<void> {
    await removeOnceOff(context, {
      platform: 'AutoDL',
      boxId: uuid,
      async look() {
        const native = await statusOf(uuid);
        if (native === 'gone') return { state: 'gone', native };
        if (native === 'shutdown') return { state: 'ready', native };
        return { state: native === 'shutting_down' ? 'going-off' : 'on', native };
      },
      turnOff: () => unlessGone(api().powerOff(uuid), undefined),
      remove: () => unlessGone(api().release(uuid), undefined),
    });
  }

  return {
    platform: 'autodl',

    async offers(want, candidate) {
      if (candidate.volume !== undefined) throw noVolume(candidate.volume);
      if (candidate.market === 'spot') return [];
      return offersFor(want, candidate);
    },

    async create(intent) {
      const body = createBody(intent, context.secret('AUTODL_IMAGE')?.trim() || undefined);
      const [found] = await find(intent.name);
      if (found) return found;
      try {
        return await heldOf({ ...body, uuid: await api().create(body), name: body.instance_name });
      } catch (error) {
        throw asRentFailed(error);
      }
    },

    find,

    async inventory() {
      const [instances, images] = await understood(Promise.all([api().instances(), api().images()]));
      return [
        ...instances.map(
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
        ...images.map(
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
    },

    async describe(boxId): Promise<Description> {
      const native = await statusOf(boxId);
      if (native === 'gone') return { state: 'gone', native: 'RecordNotFoundError' };
      if (native === 'shutdown') return { state: 'stopped', native };
      if (STARTING.has(native)) return { state: 'starting', native };
      if (native !== 'running') return { state: 'unknown', native };
      const { proxy_host: host = '', ssh_port: port = 0 } = (await detailsOf(boxId)) ?? {};
      if (host === '' || port < 1 || port > 65_535) return { state: 'starting', native };
      return { state: 'running', native, endpoint: { host, port, user: 'root' } };
    },

    verbs: {
      'power-off': (boxId, { verb }) => told(powerOff(boxId), boxId, verb),
      release: (boxId, { verb }) => told(release(boxId), boxId, verb),
    },

    async meters(held) {
      const status = await statusOf(held.boxId);
      return held.meters.map(({ id }) => ({ id, state: readingOf(id, status) }));
    },
  };
}

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

function createBody({ offer, ...intent }: RentIntent, ownImage: string | undefined) {
  if (intent.image !== undefined) {
    const what = `AutoDL rents no image by its registry name (${intent.image}); it has images of its own`;
    throw new RentFailed(
      `${what}. Remove "image" from the job, or save a private image and name it in AUTODL_IMAGE.`,
      'refused',
    );
  }
  const [uuid = '', count = '', region] = offer.id.split(':');
  const extraGb = extraGbFor(intent.want.diskGb?.min);
  if (uuid === '' || !/^[1-4]$/.test(count) || extraGb === undefined)
    throw new RentFailed(`${JSON.stringify(offer.id)} is not an offer of AutoDL`, 'refused');
  return {
    gpu_spec_uuid: uuid,
    req_gpu_amount: Number(count),
    image_uuid: ownImage ?? USUAL_IMAGE.uuid,
    expand_system_disk_by_gb: extraGb,
    cuda_v_from: ownImage === undefined ? USUAL_IMAGE.cudaFrom : ANY_CUDA,
    ...(region ? { data_center_list: [region] } : {}),
    instance_name: markedName(intent.name, intent.owner),
    start_command: startScript({
      authorizedKey: intent.authorizedKey,
      ...(intent.hostKey === undefined ? {} : { hostKey: intent.hostKey }),
    }),
  };
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

async function understood<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw asProblem(error);
  }
}

async function unlessGone<T, U>(call: Promise<T>, gone: U): Promise<T | U> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AutodlRefused && error.isGone) return gone;
    throw asProblem(error);
  }
}

function asRentFailed(error: unknown): unknown {
  if (error instanceof ApiUnclear) return new RentFailed(error.message, 'unclear', { cause: error });
  if (!(error instanceof AutodlRefused)) return error;
  const reason = error.isNoCapacity ? 'no-capacity' : error.isPermanent ? 'refused' : 'unclear';
  return new RentFailed(error.message, reason, { cause: error });
}

/** Outside of a create a no that is not understood says nothing about the box. */
const asProblem = (error: unknown): unknown =>
  error instanceof AutodlRefused ? saysNothingOfBoxes('AutoDL', error) : error;

/** What a verb that was not accepted costs on. */
async function told(done: Promise<void>, boxId: string, verb: string): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'api-refused') throw error;
    throw verbRefused(boxId, verb, error.what, error.next, error);
  }
}

const noVolume = (volume: string): Problem =>
  new Problem({
    code: 'volume-unknown',
    kind: 'usage',
    what: `AutoDL attaches no volume, and so not ${JSON.stringify(volume)}: the file system of a region is mounted at /root/autodl-fs by itself.`,
    next: 'Remove "volume" from that candidate; to be where the data is, name the region under "resources.region".',
  });

/** 0 where the platform tells no time, so that such a box counts as the oldest. */
const timeOf = (text: string): number => Date.parse(text) || 0;

const createdAt = (text: string): { createdAt?: string } =>
  Number.isNaN(Date.parse(text)) ? {} : { createdAt: new Date(text).toISOString() };
