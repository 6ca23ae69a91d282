import type { Description, Endpoint, MeterReading } from '../driver.ts';
import type { Instance } from './api.ts';

/**
 * Labels are `<lease>#<mark>`. A box that we stopped carries `.stopped` behind it: an outbid box and one that was stopped
 * on purpose look alike in every state field (`cur_state`, `intended_status` and `next_state` are all "stopped"), so the one
 * of the two that we can mark is marked.
 */
const LABEL = /^(.+)#([a-z2-7]{10})(?:\.w(\d{1,7}-[0-9a-f]{10}))?(\.stopped)?$/;

export const labelFor = (name: string, owner: string): string => `${name}#${owner}`;

export const stoppedLabel = (label: string): string | undefined =>
  LABEL.exec(label)?.[4] === undefined && LABEL.test(label) ? `${label}.stopped` : undefined;

/** Behind `.w` how far the record had come when work was begun on the box. */
export const workedLabel = (label: string, word: string): string | undefined => {
  const [, name, owner, , stopped = ''] = LABEL.exec(label) ?? [];
  return name === undefined || owner === undefined
    ? undefined
    : `${labelFor(name, owner)}.w${word}${stopped}`;
};

export function readLabel(label: string | null | undefined): { name: string; owner?: string } {
  const [, name, owner] = LABEL.exec(label ?? '') ?? [];
  return name !== undefined && owner !== undefined ? { name, owner } : { name: label ?? '' };
}

/** States in which the container is on its way; `null` is "being provisioned". */
const STARTING = new Set(['created', 'loading', 'rebooting']);
/** By the platform's own word a box in one of these never comes to run. */
const HOPELESS: Record<string, string> = {
  exited: 'its container ended by itself',
  unknown: 'its host has stopped reporting',
  offline: 'its host has lost the connection to vast.ai',
};

export function describeInstance(row: Instance): Description {
  const native = row.actual_status ?? 'null (being provisioned)';
  const why = hopelessness(row);
  const mark = LABEL.exec(row.label ?? '')?.[3];
  return {
    ...stateOf(row, native),
    ...(why === undefined ? {} : { hopeless: why }),
    ...(mark === undefined ? {} : { mark }),
  };
}

function stateOf(row: Instance, native: string): Description {
  const status = row.actual_status ?? null;
  if (isStopped(row)) return { state: 'stopped', native, ...(isEvicted(row) ? { evicted: true } : {}) };
  if (status === null || STARTING.has(status)) return { state: 'starting', native };
  if (status === 'frozen')
    return { state: 'unknown', native: 'frozen: paused with its memory; the GPU is still charged' };
  if (status !== 'running') return { state: 'unknown', native };
  return running(row, native);
}

/** Both the container and the hold on the GPU: one of the two alone is on its way or not understood. */
const isStopped = (row: Instance): boolean =>
  (row.actual_status === 'stopped' || row.actual_status === 'exited') && row.cur_state === 'stopped';

/** Only a bid is outbid. What we stopped ourselves says so in its label. */
const isEvicted = (row: Instance): boolean =>
  row.is_bid === true && LABEL.exec(row.label ?? '')?.[4] === undefined;

function running(row: Instance, native: string): Description {
  const direct = directEndpoint(row);
  if (direct) return { state: 'running', native, endpoint: direct };
  // A host without open ports; one that has them shows them a moment after the start.
  const isProxied = row.direct_port_count === 0 || !(row.image_runtype ?? 'direc').includes('direc');
  const { ssh_host: host, ssh_port: port } = row;
  if (!isProxied || !host || port == null) return { state: 'running', native };
  return {
    state: 'running',
    native: 'running; reached through the SSH proxy, which is slow and not made for more than about 1 GB',
    endpoint: { host, port: row.image_runtype?.includes('jupyter') ? port + 1 : port, user: 'root' },
  };
}

function directEndpoint({ public_ipaddr, ports }: Instance): Endpoint | undefined {
  const mapped = (ports as Record<string, { HostPort?: unknown }[] | undefined> | null | undefined)?.[
    '22/tcp'
  ];
  const port = Number(mapped?.[0]?.HostPort);
  const host = public_ipaddr?.trim();
  return host && Number.isInteger(port) && port > 0 && port < 65_536
    ? { host, port, user: 'root' }
    : undefined;
}

function hopelessness(row: Instance): string | undefined {
  const host = row.machine_id == null ? 'the host' : `machine ${row.machine_id}`;
  if (row.actual_status !== 'running' && row.status_msg?.includes('OCI runtime create failed'))
    return `${host} cannot start the container (OCI runtime create failed); as a rule its driver is older than the image's CUDA`;
  if (row.intended_status !== 'running' || isStopped(row)) return;
  const why = HOPELESS[row.actual_status ?? ''];
  return why === undefined ? undefined : `${host}: ${why}`;
}

/** The disk is charged until the box is destroyed, the GPU until the box lets go of it. */
export function readingOf(meter: string, row: Instance | null): MeterReading['state'] {
  if (row === null) return 'gone';
  if (!meter.startsWith('gpu')) return 'running';
  if (isStopped(row)) return 'gone';
  const status = row.actual_status ?? null;
  const isHeld =
    status === null || STARTING.has(status) || ['running', 'frozen', 'stopped', 'exited'].includes(status);
  return isHeld ? 'running' : 'unknown';
}
