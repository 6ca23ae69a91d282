import { Problem } from '../../problem.ts';
import { readMark } from '../../record-mark-text.ts';
import { type Api, ApiUnclear } from '../api.ts';
import type { Description, Held, MeterReading, Resource } from '../driver.ts';
import { ipEndpoint } from '../ip-endpoint.ts';
import { readMarkedName } from '../owner-mark.ts';
import { fileSystems, type Instance, instances, KEYS, OneInstance, SshKeys, Terminated, V1 } from './api.ts';

/**
 * USD per GiB and month of a file system: lambda.ai pricing, 2026-06 (profiles/lambda.yml). Its month has 720 hours
 * (docs.lambda.ai on billing, 2026), where those of other platforms have 730.
 */
const FILE_SYSTEM = { usdPerGibMonth: 0.2, hoursPerMonth: 720 };

/** Login of every image of Lambda's. */
export const USER = 'ubuntu';
/** Set at launch; no call changes tags afterwards, so they say more than a name that a person can change. */
export const TAG = { name: 'gpu-lease:name', owner: 'gpu-lease:owner', created: 'gpu-lease:created' };

const tagOf = ({ tags = [] }: Instance, key: string): string | undefined =>
  tags.find((each) => each.key === key)?.value;

/** Lambda tells no creation time, so ours is in a tag. */
const createdMs = (each: Instance): number => Date.parse(tagOf(each, TAG.created) ?? '') || 0;

const pathOf = (boxId: string): string => `${V1}/instances/${encodeURIComponent(boxId)}`;

/** `undefined`: it is not there (any more). */
export const instance = async (api: Api, boxId: string): Promise<Instance | undefined> =>
  (await api.unlessGone({ method: 'GET', path: pathOf(boxId), reply: OneInstance }))?.data;

export const priceOf = ({ instance_type: type }: Instance): number => type.price_cents_per_hour / 100;

export async function find(api: Api, name: string): Promise<Held[]> {
  return (await instances(api))
    .filter((each) => tagOf(each, TAG.name) === name && each.status !== 'terminated')
    .sort((a, b) => createdMs(a) - createdMs(b))
    .map((each) => heldAs(each.id, name, priceOf(each)));
}

export const heldAs = (boxId: string, name: string, usdPerHour: number): Held => ({
  boxId,
  name,
  meters: [{ id: 'gpu', kind: 'gpu', usdPerHour, source: "Lambda's price_cents_per_hour" }],
});

export async function inventory(api: Api): Promise<Resource[]> {
  const boxes = (await instances(api)).map(asResource);
  const kept = (await fileSystems(api)).map(
    (each): Resource => ({
      kind: 'filesystem',
      id: each.id,
      ...readMarkedName(each.name),
      native: each.is_in_use ? 'in use' : 'not in use',
      billing: 'yes',
      usdPerHour:
        (((each.bytes_used ?? 0) / 2 ** 30) * FILE_SYSTEM.usdPerGibMonth) / FILE_SYSTEM.hoursPerMonth,
      createdAt: each.created,
    }),
  );
  return [...boxes, ...kept];
}

function asResource(each: Instance): Resource {
  const owner = tagOf(each, TAG.owner);
  const createdAt = tagOf(each, TAG.created);
  const meter = meterState(each.status);
  return {
    kind: 'instance',
    id: each.id,
    name: tagOf(each, TAG.name) ?? each.name ?? each.id,
    ...(owner === undefined ? {} : { owner }),
    native: each.status,
    billing: meter === 'running' ? 'yes' : meter === 'gone' ? 'no' : 'unknown',
    usdPerHour: priceOf(each),
    ...(createdAt === undefined ? {} : { createdAt }),
  };
}

/** Tags cannot be changed after the launch; the name can, and nothing is found by it. At most 64 characters. */
const workedName = (name: string, word: string): string =>
  `${name.slice(0, 64 - WORK.length - word.length)}${WORK}${word}`;
const WORK = '.work-';

export function described(each: Instance): Description {
  const mark = readMark(each.name?.split(WORK)[1]);
  return { ...stateOf(each), ...(mark === undefined ? {} : { mark }) };
}

function stateOf({ status: native, ip }: Instance): Description {
  switch (native) {
    case 'booting':
      return { state: 'starting', native };
    case 'active':
      // It may be active for a moment without an address.
      return ip
        ? { state: 'running', native, endpoint: ipEndpoint(ip, USER) }
        : { state: 'starting', native };
    case 'unhealthy':
      return {
        state: 'unknown',
        native,
        hopeless: 'Lambda calls the machine unhealthy; it bills until it is terminated',
      };
    case 'terminating':
      return { state: 'running', native };
    case 'terminated':
      return { state: 'gone', native };
    case 'preempted':
      return { state: 'stopped', native, evicted: true };
    default:
      return { state: 'unknown', native };
  }
}

/** Nobody says whether a preempted instance bills. */
const meterState = (status: string): MeterReading['state'] =>
  ['booting', 'active', 'unhealthy', 'terminating'].includes(status)
    ? 'running'
    : status === 'terminated'
      ? 'gone'
      : 'unknown';

export async function describe(api: Api, boxId: string): Promise<Description> {
  const seen = await instance(api, boxId);
  return seen === undefined ? { state: 'gone' } : described(seen);
}

export async function running(api: Api): Promise<Map<string, Description>> {
  const seen = (await instances(api)).map((each) => [each.id, described(each)] as const);
  return new Map(seen.filter(([, { state }]) => state === 'running'));
}

export async function meters(api: Api, held: Held): Promise<MeterReading[]> {
  const seen = await instance(api, held.boxId);
  const state = seen === undefined ? 'gone' : meterState(seen.status);
  return held.meters.map(({ id }) => ({ id, state: id === 'gpu' ? state : 'unknown' }));
}

export async function mark(api: Api, boxId: string, word: string): Promise<void> {
  const name = (await instance(api, boxId))?.name;
  if (name === undefined) return;
  const body = { name: workedName(name, word) };
  await api.call({ method: 'POST', path: pathOf(boxId), body, repeatable: true });
}

/** @param lease named the login key that was registered for it, where its tag does not say */
export async function terminate(api: Api, boxId: string, lease: string): Promise<void> {
  const seen = await instance(api, boxId).catch(() => undefined);
  await endUnlessGone(api, boxId);
  await removeKey(api, (seen && tagOf(seen, TAG.name)) ?? lease);
}

/** A key costs nothing, and may stay where it cannot be taken away now. */
export async function removeKey(api: Api, name: string): Promise<void> {
  const { data } = await api
    .call({ method: 'GET', path: KEYS, reply: SshKeys })
    .catch(() => ({ data: [] as { id: string; name: string }[] }));
  for (const { id } of data.filter((key) => key.name === name))
    await api
      .unlessGone({ method: 'DELETE', path: `${KEYS}/${encodeURIComponent(id)}` })
      .catch(() => undefined);
}

/** Before a second try the state is asked for (LAM14). */
async function endUnlessGone(api: Api, boxId: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    if (await isTerminated(api, boxId)) return;
    const seen = await instance(api, boxId);
    if (seen === undefined || /^terminat/.test(seen.status)) return;
    if (attempt === 2) throw notTerminated(seen);
  }
}

/** No deadline of Lambda's is known for this call, so it has ours. `false`: it was lost, or the answer names another. */
async function isTerminated(api: Api, boxId: string): Promise<boolean> {
  const path = `${V1}/instance-operations/terminate`;
  const body = { instance_ids: [boxId] };
  try {
    const reply = Terminated;
    const answer = await api.unlessGone({ method: 'POST', path, body, timeoutSeconds: 60, reply });
    return answer === undefined || answer.data.terminated_instances.some(({ id }) => id === boxId);
  } catch (error) {
    if (error instanceof ApiUnclear) return false;
    throw error;
  }
}

const notTerminated = ({ id, status }: Instance): Problem =>
  new Problem({
    code: 'terminate-unclear',
    kind: 'unreachable',
    what: `Lambda did not say that it terminates ${id}, twice, and calls it ${status}.`,
    next: 'Run the same command again; if it stays so, terminate the instance in the console of Lambda.',
    costing: [id],
  });
