import { z } from 'zod';
import type { putKeyIn } from '../../box/ssh-first-login.ts';
import { Problem } from '../../problem.ts';
import type { PlatformContext } from '../context.ts';
import type { Description, Endpoint, Held, Meter, MeterReading, RentIntent, Resource } from '../driver.ts';
import { removeOnceOff } from '../off-first.ts';
import { understood } from '../refusals.ts';
import { usdFromYuan } from '../yuan.ts';
import { type Ask, disks, type Instance, instances, ownImages, type Place, places } from './api.ts';

const STARTING = new Set(['Initializing', 'Starting', 'Rebooting']);
const BILLING = new Set(['Running', 'Stopping', 'Resizing', ...STARTING]);

/** Stop and delete want the zone as well, so it is part of what a box is called. Every zone's name begins with its region's. */
export const boxIdOf = ({ UHostId, Zone }: { UHostId: string; Zone: string }): string => `${UHostId}@${Zone}`;

function partsOf(boxId: string): { place: Place; id: string } {
  const [id = '', Zone = ''] = boxId.split('@');
  return { id, place: { Region: Zone.replace(/-\d+$/, ''), Zone } };
}

/** The remark is the only text of an instance that is ours to write. */
export const remarkOf = ({ owner, authorizedKey }: RentIntent): string =>
  `gl=${owner} key=${authorizedKey.split(' ').slice(0, 2).join(' ')}`;
const ownerIn = (remark: string): string | undefined => /\bgl=([a-z2-7]{10})\b/.exec(remark)?.[1];
const keyIn = (remark: string): string | undefined => /\bkey=(ssh-ed25519 [A-Za-z0-9+/=]+)/.exec(remark)?.[1];

/** The platform's own timer, which spot boxes cannot have. */
export type Timer = Pick<Held, 'endsAt' | 'untimed'>;

const heldOf = (row: Instance): Held => ({ ...heldUntimed(row), ...timerOf(row) });

export const heldUntimed = (row: Instance): Held => ({
  boxId: boxIdOf(row),
  name: row.Name,
  meters: [meter('gpu', row.InstancePrice, 'InstancePrice'), meter('disk', diskYuan(row), 'DiskPriceInfo')],
});

/** The image's price is paid as long as the disk is there. */
function diskYuan({ DiskPriceInfo, CompShareImagePrice = 0 }: Instance): number | undefined {
  let sum = CompShareImagePrice;
  for (const { Price } of DiskPriceInfo) {
    if (Price === undefined) return;
    sum += Price;
  }
  return DiskPriceInfo.length > 0 ? sum : undefined;
}

function timerOf(row: Instance): Timer {
  const ends = row.StopSchedulerTime ?? row.SchedulerStopTime ?? 0;
  if (ends > 0) return { endsAt: new Date(ends * 1000).toISOString() };
  return row.ChargeType === 'Spot' ? {} : { untimed: 'CompShare shows no timed stop of it' };
}

/** Just made, and not listed yet. */
export const heldUnseen = (name: string, boxId: string): Held => ({
  boxId,
  name,
  meters: [meter('gpu', undefined, 'InstancePrice'), meter('disk', undefined, 'DiskPriceInfo')],
});

const meter = (kind: 'gpu' | 'disk', yuan: number | undefined, field: string): Meter => ({
  id: kind,
  kind,
  usdPerHour: yuan === undefined ? undefined : usdFromYuan(yuan),
  source:
    yuan === undefined ? `${field} is not told yet` : `${yuan.toFixed(2)} CNY/h: ${field} of the instance`,
});

/** The disk bills in every state; a row that is gone bills nothing. */
function readingOf(meter: string, row: Instance | undefined): MeterReading['state'] {
  if (meter !== 'gpu' && meter !== 'disk') return 'unknown';
  if (!row) return 'gone';
  if (meter === 'disk') return 'running';
  if (row.State === 'Stopped') return 'gone';
  return BILLING.has(row.State) ? 'running' : 'unknown';
}

/** As the list has it; whether our key is let in there is another question. */
function described(row: Instance): Description {
  const native = row.State || '(empty)';
  // Nobody but the platform can stop a spot box.
  if (row.State === 'Stopped')
    return { state: 'stopped', native, ...(row.ChargeType === 'Spot' ? { evicted: true } : {}) };
  if (row.State === 'Install Fail')
    return { state: 'unknown', native, hopeless: 'the image could not be installed on it' };
  if (STARTING.has(row.State)) return { state: 'starting', native };
  if (row.State !== 'Running') return { state: 'unknown', native };
  const endpoint = endpointIn(row.SshLoginCommand);
  return endpoint ? { state: 'running', native, endpoint } : { state: 'starting', native };
}

/** `ssh -p 23 root@1.2.3.4`, `ssh ubuntu@1.2.3.4` */
function endpointIn(command: string): Endpoint | undefined {
  const [, user, host] =
    /\s([a-z_][a-z0-9_-]{0,31})@([A-Za-z0-9.-]{1,253})\s*(?:-p\s*\d+)?$/.exec(command.trim()) ?? [];
  const port = Number(/\s-p\s*(\d{1,5})\b/.exec(command)?.[1] ?? 22);
  return user === undefined || host === undefined || port < 1 || port > 65_535
    ? undefined
    : { host, port, user };
}

function instanceResource(row: Instance): Resource {
  const owner = ownerIn(row.Remark);
  return {
    kind: 'instance',
    id: boxIdOf(row),
    name: row.Name,
    ...(owner === undefined ? {} : { owner }),
    native: row.State,
    billing: BILLING.has(row.State) ? 'yes' : 'unknown',
    ...(row.CreateTime > 0 ? { createdAt: new Date(row.CreateTime * 1000).toISOString() } : {}),
  };
}

/** A loose disk bills like one that is in use. */
const diskResource = (row: { ResourceId: string; Name: string; MountInstance: string }): Resource => ({
  kind: 'disk',
  id: row.ResourceId,
  name: row.Name,
  native: row.MountInstance === '' ? 'detached' : `attached to ${row.MountInstance}`,
  billing: 'yes',
});

const imageResource = (row: { CompShareImageId: string; Name: string; Status: string }): Resource => ({
  kind: 'snapshot',
  id: row.CompShareImageId,
  name: row.Name,
  native: row.Status,
  billing: 'unknown',
});

const everywhere = async <T>(ask: Ask, of: (place: Place) => Promise<T[]>): Promise<T[]> =>
  (await Promise.all((await places(ask)).map(of))).flat();

export async function rowOf(ask: Ask, boxId: string): Promise<Instance | undefined> {
  const { place, id } = partsOf(boxId);
  const rows = await understood('CompShare', instances(ask, place, id));
  return rows.find(({ UHostId }) => UHostId === id);
}

export async function find(ask: Ask, name: string): Promise<Held[]> {
  const all = everywhere(ask, (place) => instances(ask, place));
  return (await understood('CompShare', all))
    .filter((row) => row.Name === name)
    .sort((a, b) => a.CreateTime - b.CreateTime)
    .map(heldOf);
}

export async function inventory(ask: Ask): Promise<Resource[]> {
  const [boxes, loose, own] = await understood(
    'CompShare',
    Promise.all([
      everywhere(ask, (place) => instances(ask, place)),
      disks(ask),
      everywhere(ask, (place) => ownImages(ask, place)),
    ]),
  );
  // Every zone lists the same images.
  const images = new Map(own.map((row) => [row.CompShareImageId, row]));
  return [
    ...boxes.map(instanceResource),
    ...loose.map(diskResource),
    ...[...images.values()].map(imageResource),
  ];
}

/** How a key is put into a box that takes a password, and into which it was. */
export interface FirstLogins {
  putKeyIn: typeof putKeyIn;
  done: Set<string>;
}

export async function describe(ask: Ask, boxId: string, logins: FirstLogins): Promise<Description> {
  const row = await rowOf(ask, boxId);
  if (!row) return { state: 'gone', native: 'not listed' };
  const seen = described(row);
  if (!seen.endpoint || (await isOurs(row, seen.endpoint, logins))) return seen;
  return { state: 'starting', native: row.State };
}

/** Whether our key is let in there; the first look puts it in. */
async function isOurs(row: Instance, endpoint: Endpoint, logins: FirstLogins): Promise<boolean> {
  const key = keyIn(row.Remark);
  if (key === undefined || logins.done.has(row.UHostId)) return true;
  const password = Buffer.from(row.Password, 'base64').toString('utf8');
  if ((await logins.putKeyIn(endpoint, password, key)) === 'silent') return false;
  logins.done.add(row.UHostId);
  return true;
}

export async function meters(ask: Ask, held: Held): Promise<MeterReading[]> {
  const row = await rowOf(ask, held.boxId);
  return held.meters.map(({ id }) => ({ id, state: readingOf(id, row) }));
}

async function order(ask: Ask, action: 'Stop' | 'Terminate', boxId: string): Promise<void> {
  const { place, id } = partsOf(boxId);
  const more = action === 'Stop' ? {} : { ReleaseUDisk: false };
  await ask(`${action}CompShareInstance`, { ...place, UHostId: id, ...more }, z.unknown());
}

/** Off first, because only that can be deleted; a spot box cannot be turned off and is deleted as it is. */
export const terminate = (ask: Ask, context: PlatformContext, boxId: string): Promise<void> =>
  removeOnceOff(context, {
    platform: 'CompShare',
    boxId,
    async look() {
      const row = await rowOf(ask, boxId);
      const native = row?.State ?? '';
      if (!row) return { state: 'gone', native };
      const isReady = ['Stopped', 'Install Fail'].includes(native) || row.ChargeType === 'Spot';
      return { state: isReady ? 'ready' : native === 'Stopping' ? 'going-off' : 'on', native };
    },
    turnOff: () => order(ask, 'Stop', boxId),
    remove: () => order(ask, 'Terminate', boxId),
  });

export async function stop(ask: Ask, boxId: string): Promise<void> {
  const row = await rowOf(ask, boxId);
  if (!row || row.State === 'Stopped' || row.State === 'Stopping') return;
  if (row.ChargeType === 'Spot') throw spotStays(boxId);
  await order(ask, 'Stop', boxId);
}

const spotStays = (boxId: string): Problem =>
  new Problem({
    code: 'spot-cannot-stop',
    kind: 'billing',
    what: `${boxId} is a spot box, and CompShare stops those only itself; it can be deleted, with everything on it.`,
    next: 'Collect what must be kept and release it.',
    costing: [boxId],
  });
