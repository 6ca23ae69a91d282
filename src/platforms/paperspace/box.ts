import { Problem } from '../../problem.ts';
import { type Api, ApiRefused } from '../api.ts';
import type { Description, Held, MeterReading, Resource } from '../driver.ts';
import { ipEndpoint } from '../ip-endpoint.ts';
import { readMarkedName } from '../owner-mark.ts';
import { all, Machine, Machines, PublicIps, remove, Scripts, SharedDrives, Snapshots } from './api.ts';

const USER = 'paperspace';
/** `storageRate` is of a month, by third parties' reading; no page of the platform's says. */
const HOURS_PER_MONTH = 730;
/** Between off and asked to be, at most. */
const OFF = { everySeconds: 10, withinSeconds: 300 };
const STARTING = ['starting', 'restarting', 'provisioning', 'upgrading', 'serviceready'];

const pathOf = (boxId: string): string => `/v1/machines/${encodeURIComponent(boxId)}`;

/** `undefined`: it is not there (any more). */
async function machine(api: Api, boxId: string): Promise<Machine | undefined> {
  const seen = await api.unlessGone({ method: 'GET', path: pathOf(boxId), reply: Machine });
  return seen?.dtDeleted ? undefined : seen;
}

const machines = async (api: Api): Promise<Machine[]> =>
  (await all(api, '/machines', Machines)).filter(({ dtDeleted }) => !dtDeleted);

export const find = async (api: Api, name: string): Promise<Held[]> =>
  (await machines(api))
    .filter((each) => readMarkedName(each.name).name === name)
    .sort((a, b) => Date.parse(a.dtCreated) - Date.parse(b.dtCreated))
    .map(heldFrom);

export async function describe(api: Api, boxId: string): Promise<Description> {
  const seen = await machine(api, boxId);
  return seen === undefined ? { state: 'gone' } : described(seen);
}

export async function running(api: Api): Promise<Map<string, Description>> {
  const all = (await machines(api)).map((each) => [each.id, described(each)] as const);
  return new Map(all.filter(([, { state }]) => state === 'running'));
}

function described({ state: native, publicIp }: Machine): Description {
  if (native === 'ready' && publicIp)
    return { state: 'running', native, endpoint: ipEndpoint(publicIp, USER) };
  if (native === 'ready' || STARTING.includes(native)) return { state: 'starting', native };
  // What the platform's timer stopped looks as what we stopped.
  if (native === 'off') return { state: 'stopped', native };
  return { state: native === 'stopping' ? 'running' : 'unknown', native };
}

export async function meters(api: Api, held: Held): Promise<MeterReading[]> {
  const seen = await machine(api, held.boxId);
  const snapshots = await snapshotsOf(api, held.boxId);
  const state: Record<string, MeterReading['state']> = {
    gpu: computeState(seen),
    storage: seen ? 'running' : 'gone',
    // As long as the machine is there one can be made of it, so only afterwards none is a proof.
    snapshot: seen || snapshots.length > 0 ? 'running' : 'gone',
  };
  return held.meters.map(({ id }) => ({
    id,
    state: Object.hasOwn(state, id) ? (state[id] ?? 'unknown') : 'unknown',
  }));
}

const snapshotsOf = async (api: Api, boxId: string) =>
  (await all(api, '/snapshots', Snapshots)).filter(({ machineId }) => machineId === boxId);

function computeState(seen: Machine | undefined): MeterReading['state'] {
  if (seen === undefined || seen.state === 'off') return 'gone';
  return ['ready', 'stopping', ...STARTING].includes(seen.state) ? 'running' : 'unknown';
}

export function heldFrom(seen: Machine): Held {
  const hours = seen.autoShutdownEnabled ? seen.autoShutdownTimeout : undefined;
  const since = Date.parse(seen.dtCreated);
  return {
    boxId: seen.id,
    name: readMarkedName(seen.name).name,
    meters: [
      { id: 'gpu', kind: 'gpu', usdPerHour: seen.usageRate, source: "Paperspace's usageRate" },
      {
        id: 'storage',
        kind: 'disk',
        usdPerHour: seen.storageRate / HOURS_PER_MONTH,
        source: "Paperspace's storageRate, taken as of a month",
      },
      // None is asked for; whether one is there and outlives the machine is looked up every time.
      { id: 'snapshot', kind: 'snapshot', usdPerHour: 0, source: 'none is asked for' },
    ],
    since: new Date(since).toISOString(),
    ...(hours == null
      ? { untimed: 'Paperspace shows no auto-shutdown of it' }
      : { endsAt: new Date(since + hours * 3_600_000).toISOString() }),
  };
}

export async function inventory(api: Api): Promise<Resource[]> {
  const boxes = (await machines(api)).map(asResource);
  const snapshots = await all(api, '/snapshots', Snapshots);
  const ips = await all(api, '/public-ips', PublicIps);
  const drives = await all(api, '/shared-drives', SharedDrives);
  const billing = 'yes';
  return [
    ...boxes,
    ...snapshots.map(({ id, name, machineId }): Resource => {
      return { kind: 'snapshot', id, ...readMarkedName(name), native: `of ${machineId}`, billing };
    }),
    ...ips.map(({ ip, assignedMachineId: to }): Resource => {
      return { kind: 'ip', id: ip, name: ip, native: to ? `assigned to ${to}` : 'not assigned', billing };
    }),
    ...drives.map(({ id, name }): Resource => {
      return { kind: 'filesystem', id, ...readMarkedName(name), native: 'shared drive', billing };
    }),
  ];
}

function asResource(seen: Machine): Resource {
  return {
    kind: 'instance',
    id: seen.id,
    ...readMarkedName(seen.name),
    native: seen.state,
    // A machine that is off still pays its storage.
    billing: computeState(seen) === 'unknown' ? 'unknown' : 'yes',
    usdPerHour: (seen.state === 'off' ? 0 : seen.usageRate) + seen.storageRate / HOURS_PER_MONTH,
    createdAt: seen.dtCreated,
  };
}

export async function removeScripts(api: Api, marked: string): Promise<void> {
  for (const { id, name } of await all(api, '/startup-scripts', Scripts))
    if (name === marked) await remove(api, 'startup-scripts', id);
}

/** Returns once it is off or on its way there. */
export async function stop(api: Api, boxId: string): Promise<void> {
  for (let waited = 0; ; waited += OFF.everySeconds) {
    const seen = await machine(api, boxId);
    if (seen === undefined || seen.state === 'off') return;
    const isLast = waited >= OFF.withinSeconds;
    if (seen.state !== 'stopping') await askToStop(api, boxId, isLast);
    if (seen.state === 'ready' || seen.state === 'stopping') {
      const now = await machine(api, boxId);
      if (now === undefined || now.state === 'off' || now.state === 'stopping') return;
    }
    if (isLast) throw notDone('stop', boxId, seen.state);
    await api.pause(OFF.everySeconds);
  }
}

/** A no is on its way up, or has gone off meanwhile: the next look tells, where there is one. */
async function askToStop(api: Api, boxId: string, isLast: boolean): Promise<void> {
  try {
    // A body is wanted, if only an empty one.
    await api.unlessGone({ method: 'PATCH', path: `${pathOf(boxId)}/stop`, body: {}, repeatable: true });
  } catch (error) {
    if (isLast || !(error instanceof ApiRefused)) throw error;
  }
}

/** Off first: a machine that is on cannot be deleted. */
export async function destroy(api: Api, boxId: string): Promise<void> {
  const seen = await machine(api, boxId);
  for (let waited = 0; ; waited += OFF.everySeconds) {
    const now = await machine(api, boxId);
    if (now === undefined) break;
    if (now.state === 'off') {
      await remove(api, 'machines', boxId);
      break;
    }
    await stop(api, boxId);
    if (waited >= OFF.withinSeconds) throw notDone('delete', boxId, now.state);
    await api.pause(OFF.everySeconds);
  }
  if (seen && readMarkedName(seen.name).owner !== undefined)
    await removeScripts(api, seen.name).catch(() => undefined);
}

/** Those of the box, or the one that the id names itself. */
export async function deleteSnapshots(api: Api, id: string): Promise<void> {
  const mine = await snapshotsOf(api, id);
  for (const each of mine) await remove(api, 'snapshots', each.id);
  if (mine.length === 0) await remove(api, 'snapshots', id);
}

const notDone = (what: string, id: string, state: string): Problem =>
  new Problem({
    code: `not-${what === 'stop' ? 'stopped' : 'deleted'}`,
    kind: 'billing',
    what: `Paperspace did not ${what} the machine ${id}: it is ${state}.`,
    next: 'Run the same command again; if it stays so, do it in the console of Paperspace.',
    costing: [id],
  });
