import { readMark } from '../../record-mark-text.ts';
import type { Api } from '../api.ts';
import type { Description, Held, MeterReading, Resource } from '../driver.ts';
import { ipEndpoint } from '../ip-endpoint.ts';
import { readMarkedName } from '../owner-mark.ts';
import { accepted } from '../refusals.ts';
import { all, type Droplet, Droplets, Images, OneDroplet, volumes } from './api.ts';
import { removeKey } from './keys.ts';

export const USER = 'root';
/** Tags hold letters, digits, `_`, `-` and `:`, 255 in all, and are compared without case. */
export const TAG = { name: 'gl-name:', owner: 'gl-owner:', work: 'gl-work:' };

const tagged = ({ tags }: Droplet, prefix: string): string | undefined =>
  tags.find((tag) => tag.toLowerCase().startsWith(prefix))?.slice(prefix.length);

/** By our tag, since a person may rename a droplet; by name only where our mark is there as well. */
const isOf = (droplet: Droplet, name: string): boolean =>
  (
    tagged(droplet, TAG.name) ?? (tagged(droplet, TAG.owner) === undefined ? '' : droplet.name)
  ).toLowerCase() === name.toLowerCase();

const droplets = (api: Api, type: 'gpus' | 'droplets') => all(api, '/v2/droplets', Droplets, { type });

const pathOf = (boxId: string): string => `/v2/droplets/${encodeURIComponent(boxId)}`;

/** `undefined`: it is not there (any more). */
const droplet = async (api: Api, boxId: string): Promise<Droplet | undefined> =>
  (await api.unlessGone({ method: 'GET', path: pathOf(boxId), reply: OneDroplet }))?.droplet;

export async function find(api: Api, name: string): Promise<Held[]> {
  return (await droplets(api, 'gpus'))
    .filter((each) => isOf(each, name))
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id)
    .map((each) => heldAs(each, name));
}

export const heldAs = ({ id, created_at, size }: Droplet, name: string): Held => ({
  boxId: String(id),
  name,
  meters: [
    {
      id: 'gpu',
      kind: 'gpu',
      usdPerHour: size.price_hourly,
      source: "DigitalOcean's price_hourly of the size",
    },
  ],
  since: created_at,
});

export async function inventory(api: Api): Promise<Resource[]> {
  const machines = [...(await droplets(api, 'gpus')), ...(await droplets(api, 'droplets'))];
  const kept = (await volumes(api)).map(
    (each): Resource => ({
      kind: 'volume',
      id: each.id,
      ...readMarkedName(each.name),
      native: (each.droplet_ids ?? []).length > 0 ? 'attached' : 'not attached',
      billing: 'yes',
      createdAt: each.created_at,
    }),
  );
  const images = (await all(api, '/v2/images', Images, { private: 'true' })).map(
    (each): Resource => ({
      kind: 'snapshot',
      id: String(each.id),
      ...readMarkedName(each.name ?? String(each.id)),
      native: `${each.type ?? 'image'} ${each.status ?? ''}`.trim(),
      billing: 'yes',
      ...(each.created_at === undefined ? {} : { createdAt: each.created_at }),
    }),
  );
  return [...machines.map(asResource), ...kept, ...images];
}

function asResource(droplet: Droplet): Resource {
  const owner = tagged(droplet, TAG.owner);
  const meter = meterState(droplet.status);
  return {
    kind: 'instance',
    id: String(droplet.id),
    name: tagged(droplet, TAG.name) ?? droplet.name,
    ...(owner === undefined ? {} : { owner }),
    native: droplet.status,
    billing: meter === 'running' ? 'yes' : 'unknown',
    usdPerHour: droplet.size.price_hourly,
    createdAt: droplet.created_at,
  };
}

/** Says that work was begun, and on the strength of what record. Tags are the account's: it goes when the droplet does. */
const workTag = (word: string): string => `${TAG.work}${word}`;
const workTagOf = (droplet: Droplet): string | undefined => {
  const word = tagged(droplet, TAG.work);
  return word === undefined ? undefined : workTag(word);
};

export function described(droplet: Droplet): Description {
  const mark = readMark(tagged(droplet, TAG.work));
  return { ...stateOf(droplet), ...(mark === undefined ? {} : { mark }) };
}

function stateOf({ status: native, networks }: Droplet): Description {
  const address = networks.v4.find(({ type }) => type === 'public')?.ip_address;
  if (native === 'new') return { state: 'starting', native };
  // Off is no end of the bill: the machine stays reserved.
  if (native === 'off' || native === 'archive') return { state: 'stopped', native };
  if (native !== 'active') return { state: 'unknown', native };
  return address
    ? { state: 'running', native, endpoint: ipEndpoint(address, USER) }
    : { state: 'starting', native };
}

/** Nobody says whether an archived droplet bills. */
const meterState = (status: string): MeterReading['state'] =>
  ['new', 'active', 'off'].includes(status) ? 'running' : 'unknown';

export async function describe(api: Api, boxId: string): Promise<Description> {
  const seen = await droplet(api, boxId);
  return seen === undefined ? { state: 'gone' } : described(seen);
}

export async function meters(api: Api, held: Held): Promise<MeterReading[]> {
  const seen = await droplet(api, held.boxId);
  const state = seen === undefined ? 'gone' : meterState(seen.status);
  return held.meters.map(({ id }) => ({ id, state: id === 'gpu' ? state : 'unknown' }));
}

export async function mark(api: Api, boxId: string, word: string): Promise<void> {
  const name = workTag(word);
  await api.call({ method: 'POST', path: '/v2/tags', body: { name }, repeatable: true });
  const body = { resources: [{ resource_id: boxId, resource_type: 'droplet' }] };
  const path = `/v2/tags/${encodeURIComponent(name)}/resources`;
  await api.call({ method: 'POST', path, body, repeatable: true });
}

/** @param lease named the login key that was registered for it, where its tag does not say */
export async function destroy(api: Api, boxId: string, lease: string): Promise<void> {
  const seen = await droplet(api, boxId).catch(() => undefined);
  const tag = seen && workTagOf(seen);
  await remove(api, pathOf(boxId), { verb: 'destroy', boxId });
  // A tag costs nothing, and may stay where it cannot be taken away now.
  if (tag !== undefined)
    await api.unlessGone({ method: 'DELETE', path: `/v2/tags/${encodeURIComponent(tag)}` }).catch(() => {});
  await removeKey(api, (seen && tagged(seen, TAG.name)) ?? lease);
}

export const deleteVolume = (api: Api, boxId: string): Promise<void> =>
  remove(api, `/v2/volumes/${encodeURIComponent(boxId)}`, { verb: 'delete-volume', boxId });

/** A volume that is still attached is refused until the droplet is really gone. */
const remove = (api: Api, path: string, what: { verb: string; boxId: string }): Promise<void> =>
  accepted(
    api.unlessGone({ method: 'DELETE', path }),
    what,
    'Run the same command again in a few minutes; if it stays so, do it in the console of DigitalOcean.',
  );
