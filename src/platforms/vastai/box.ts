import { Problem } from '../../problem.ts';
import { type Api, ApiRefused, type ApiRequest } from '../api.ts';
import type { Description, Endpoint, Held, MeterReading } from '../driver.ts';
import { asProblem, Charges, Done, everyInstance, type Instance, OneInstance, pagesOf } from './api.ts';

/**
 * Labels are `<lease>#<mark>`. A box that we stopped carries `.stopped` behind it: an outbid box and one that was stopped
 * on purpose look alike in every state field (`cur_state`, `intended_status` and `next_state` are all "stopped"), so the one
 * of the two that we can mark is marked.
 */
const LABEL = /^(.+)#([a-z2-7]{10})(?:\.w(\d{1,7}-[0-9a-f]{10}))?(\.stopped)?$/;

export const labelFor = (name: string, owner: string): string => `${name}#${owner}`;

const stoppedLabel = (label: string): string | undefined =>
  LABEL.exec(label)?.[4] === undefined && LABEL.test(label) ? `${label}.stopped` : undefined;

/** Behind `.w` how far the record had come when work was begun on the box. */
const workedLabel = (label: string, word: string): string | undefined => {
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

/** @param now a host is waited for a while before its proxy is taken */
function described(row: Instance, now: Date): Description {
  const native = row.actual_status ?? 'null (being provisioned)';
  const why = hopelessness(row);
  const mark = LABEL.exec(row.label ?? '')?.[3];
  return {
    ...stateOf(row, native, now),
    ...(why === undefined ? {} : { hopeless: why }),
    ...(mark === undefined ? {} : { mark }),
  };
}

function stateOf(row: Instance, native: string, now: Date): Description {
  const status = row.actual_status ?? null;
  if (isStopped(row)) return { state: 'stopped', native, ...(isEvicted(row) ? { evicted: true } : {}) };
  if (status === null || STARTING.has(status)) return { state: 'starting', native };
  if (status === 'frozen')
    return { state: 'unknown', native: 'frozen: paused with its memory; the GPU is still charged' };
  if (status !== 'running') return { state: 'unknown', native };
  return runningAt(row, native, now);
}

/** Both the container and the hold on the GPU: one of the two alone is on its way or not understood. */
const isStopped = (row: Instance): boolean =>
  (row.actual_status === 'stopped' || row.actual_status === 'exited') && row.cur_state === 'stopped';

/** Only a bid is outbid. What we stopped ourselves says so in its label. */
const isEvicted = (row: Instance): boolean =>
  row.is_bid === true && LABEL.exec(row.label ?? '')?.[4] === undefined;

/** A host that has ports to give shows ours a moment after the start. */
const PORT_WITHIN_SECONDS = 180;
/** Where nobody says since when it runs: since its contract began, the time that loading usually takes counted in. */
const PORT_AFTER_START_SECONDS = 600;

function isLateForPort({ uptime_mins, start_date }: Instance, now: Date): boolean {
  if (uptime_mins != null) return uptime_mins * 60 >= PORT_WITHIN_SECONDS;
  return start_date != null && now.getTime() / 1000 - start_date >= PORT_AFTER_START_SECONDS;
}

function runningAt(row: Instance, native: string, now: Date): Description {
  const direct = directEndpoint(row);
  if (direct) return { state: 'running', native, endpoint: direct };
  // A host without open ports, or one that shows them and does not give us one: the box is there all the same.
  const isDirect = row.direct_port_count !== 0 && (row.image_runtype ?? 'direc').includes('direc');
  const isProxied = !isDirect || isLateForPort(row, now);
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

const pathOf = (boxId: string): string => {
  if (!/^\d{1,15}$/.test(boxId)) throw notAnId(boxId);
  return `/api/v0/instances/${boxId}/`;
};

/** `null` only where the platform says in so many words that it is not there. */
export async function instance(api: Api, boxId: string): Promise<Instance | null> {
  const request = { method: 'GET', path: pathOf(boxId), reply: OneInstance, pace: 'one' } as const;
  return (await api.unlessGone(request))?.instances ?? null;
}

export async function describe(api: Api, boxId: string, now: Date): Promise<Description> {
  const row = await instance(api, boxId);
  return row ? described(row, now) : { state: 'gone', native: 'no such instance' };
}

export async function running(api: Api, now: Date): Promise<Map<string, Description>> {
  const seen = (await everyInstance(api)).map((row) => [String(row.id), described(row, now)] as const);
  return new Map(seen.filter(([, { state }]) => state === 'running'));
}

export async function meters(api: Api, held: Held): Promise<MeterReading[]> {
  const row = await instance(api, held.boxId);
  return held.meters.map(({ id }) => ({ id, state: readingOf(id, row) }));
}

/** @param now charges are kept by day (UTC) */
export async function billed(
  api: Api,
  { boxId, since }: Held,
  now: Date,
): Promise<{ usd: number; source: string } | null> {
  if (since === undefined) return null;
  const from = Math.floor(Date.parse(since) / 86_400_000) * 86_400;
  const day = { gte: from, lte: Math.ceil(now.getTime() / 1000) };
  const pages = await pagesOf(api, {
    method: 'GET',
    path: '/api/v0/charges/',
    query: { select_filters: JSON.stringify({ day, type: { in: ['instance'] } }), limit: 500 },
    reply: Charges,
    pace: 'charges',
  });
  const mine = pages.flatMap(({ results }) => results).filter(({ source }) => source === `instance-${boxId}`);
  const usd = mine.reduce((sum, { amount }) => sum + amount, 0);
  return mine.length === 0 ? null : { usd, source: 'vast.ai, GET /api/v0/charges/ (to a tenth of a cent)' };
}

/** Marks the box as stopped by us first: afterwards nothing tells it from one that was outbid. */
export async function stop(api: Api, boxId: string): Promise<void> {
  const seen = await instance(api, boxId).catch(() => null);
  const label = stoppedLabel(seen?.label ?? '');
  // The meter matters more than the mark.
  if (label !== undefined) await change(api, boxId, { label }).catch(() => undefined);
  await change(api, boxId, { state: 'stopped' });
}

export async function mark(api: Api, boxId: string, word: string): Promise<void> {
  const label = workedLabel((await instance(api, boxId))?.label ?? '', word);
  if (label !== undefined) await change(api, boxId, { label });
}

const change = (api: Api, boxId: string, body: object): Promise<void> =>
  accepted(api, { method: 'PUT', path: pathOf(boxId), body, pace: 'manage' });

export const destroy = async (api: Api, boxId: string): Promise<void> =>
  accepted(api, { method: 'DELETE', path: pathOf(boxId), pace: 'destroy' });

export async function deleteVolume(api: Api, resource: string): Promise<void> {
  const id = Number(/^volume\/(\d{1,15})$/.exec(resource)?.[1] ?? Number.NaN);
  if (Number.isNaN(id)) throw notAnId(resource);
  await accepted(api, { method: 'DELETE', path: '/api/v0/volumes/', body: { id }, pace: 'volumes' });
}

/** What is not there any more has been dealt with; everything else that is not a yes is a no. */
async function accepted(api: Api, request: Omit<ApiRequest<unknown>, 'reply'>): Promise<void> {
  const call = `${request.method} ${request.path}`;
  try {
    const answer = await api.unlessGone({ ...request, reply: Done, asAnswered: true });
    if (answer?.success === false) throw notAccepted(call, answer.msg ?? 'no reason given');
  } catch (error) {
    if (!(error instanceof ApiRefused)) throw error;
    const problem = asProblem(error);
    throw problem.code === 'api-refused' ? notAccepted(call, `${error.status} ${error.said}`) : problem;
  }
}

const notAnId = (id: string): Problem =>
  new Problem({
    code: 'not-a-box-id',
    kind: 'usage',
    what: `${JSON.stringify(id.slice(0, 60))} is not the id of an instance or volume of vast.ai.`,
    next: 'Give the number of the instance (its contract, not the offer), or volume/ and the number of the volume.',
  });

const notAccepted = (call: string, why: string): Problem =>
  new Problem({
    code: 'verb-not-accepted',
    kind: 'billing',
    what: `vast.ai did not accept ${call}: ${why}. What it was to end bills on.`,
    next: 'Run the same command again; if it stays so, end it in the console at cloud.vast.ai/instances and look there that it is gone.',
  });
