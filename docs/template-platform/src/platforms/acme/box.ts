import type { Api } from '../api.ts';
import type { Description, Held, MeterReading, Resource } from '../driver.ts';
import { ipEndpoint } from '../ip-endpoint.ts';
import { readMarkedName } from '../owner-mark.ts';
import { Machine, machines, pathOf } from './api.ts';

const USER = 'root';

/** `undefined`: it is not there (any more). */
const machine = (api: Api, boxId: string): Promise<Machine | undefined> =>
  api.unlessGone({ method: 'GET', path: pathOf(boxId), reply: Machine });

export const find = async (api: Api, name: string): Promise<Held[]> =>
  (await machines(api))
    .filter((each) => readMarkedName(each.name).name === name)
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .map(heldFrom);

export const heldFrom = (seen: Machine): Held => ({
  boxId: seen.id,
  name: readMarkedName(seen.name).name,
  meters: [{ id: 'gpu', kind: 'gpu', usdPerHour: seen.usd_per_hour, source: "Acme's usd_per_hour" }],
  since: seen.created_at,
});

export const inventory = async (api: Api): Promise<Resource[]> =>
  (await machines(api)).map((seen) => ({
    kind: 'instance',
    id: seen.id,
    ...readMarkedName(seen.name),
    native: seen.state,
    billing: meterState(seen) === 'unknown' ? 'unknown' : 'yes',
    usdPerHour: seen.usd_per_hour,
    createdAt: seen.created_at,
  }));

export async function describe(api: Api, boxId: string): Promise<Description> {
  const seen = await machine(api, boxId);
  if (seen === undefined) return { state: 'gone' };
  const { state: native, ip } = seen;
  if (native === 'running' && ip) return { state: 'running', native, endpoint: ipEndpoint(ip, USER) };
  if (native === 'running' || native === 'starting') return { state: 'starting', native };
  return { state: 'unknown', native };
}

export async function meters(api: Api, held: Held): Promise<MeterReading[]> {
  const state = meterState(await machine(api, held.boxId));
  return held.meters.map(({ id }) => ({ id, state: id === 'gpu' ? state : 'unknown' }));
}

/** An answer that we do not understand is no proof that the meter stopped. */
function meterState(seen: Machine | undefined): MeterReading['state'] {
  if (seen === undefined) return 'gone';
  return ['starting', 'running'].includes(seen.state) ? 'running' : 'unknown';
}

export async function terminate(api: Api, boxId: string): Promise<void> {
  await api.unlessGone({ method: 'DELETE', path: pathOf(boxId) });
}
