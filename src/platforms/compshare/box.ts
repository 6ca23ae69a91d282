import type { Description, Endpoint, Held, Meter, MeterReading, RentIntent, Resource } from '../driver.ts';
import { usdFromYuan } from '../yuan.ts';
import type { Instance, Place } from './api.ts';

const STARTING = new Set(['Initializing', 'Starting', 'Rebooting']);
const BILLING = new Set(['Running', 'Stopping', 'Resizing', ...STARTING]);

/** Stop and delete want the zone as well, so it is part of what a box is called. Every zone's name begins with its region's. */
export const boxIdOf = ({ UHostId, Zone }: { UHostId: string; Zone: string }): string => `${UHostId}@${Zone}`;

export function partsOf(boxId: string): { place: Place; id: string } {
  const [id = '', Zone = ''] = boxId.split('@');
  return { id, place: { Region: Zone.replace(/-\d+$/, ''), Zone } };
}

/** The remark is the only text of an instance that is ours to write. */
export const remarkOf = ({ owner, authorizedKey }: RentIntent): string =>
  `gl=${owner} key=${authorizedKey.split(' ').slice(0, 2).join(' ')}`;
const ownerIn = (remark: string): string | undefined => /\bgl=([a-z2-7]{10})\b/.exec(remark)?.[1];
export const keyIn = (remark: string): string | undefined =>
  /\bkey=(ssh-ed25519 [A-Za-z0-9+/=]+)/.exec(remark)?.[1];

/** The platform's own timer, which spot boxes cannot have. */
export type Timer = Pick<Held, 'endsAt' | 'untimed'>;

export const heldOf = (row: Instance): Held => ({ ...heldUntimed(row), ...timerOf(row) });

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
export function readingOf(meter: string, row: Instance | undefined): MeterReading['state'] {
  if (meter !== 'gpu' && meter !== 'disk') return 'unknown';
  if (!row) return 'gone';
  if (meter === 'disk') return 'running';
  if (row.State === 'Stopped') return 'gone';
  return BILLING.has(row.State) ? 'running' : 'unknown';
}

/** As the list has it; whether our key is let in there is another question. */
export function described(row: Instance): Description {
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

export function instanceResource(row: Instance): Resource {
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
export const diskResource = (row: { ResourceId: string; Name: string; MountInstance: string }): Resource => ({
  kind: 'disk',
  id: row.ResourceId,
  name: row.Name,
  native: row.MountInstance === '' ? 'detached' : `attached to ${row.MountInstance}`,
  billing: 'yes',
});

export const imageResource = (row: { CompShareImageId: string; Name: string; Status: string }): Resource => ({
  kind: 'snapshot',
  id: row.CompShareImageId,
  name: row.Name,
  native: row.Status,
  billing: 'unknown',
});
