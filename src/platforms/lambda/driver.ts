import { offeredGpu } from '../../job/gpus.ts';
import type { Candidate } from '../../job/job.ts';
import { Problem } from '../../problem.ts';
import { type Api, ApiRefused, ApiUnclear, isGone, openApi, unlessGone } from '../api.ts';
import { apiBaseOf, apiKeyOf, type PlatformContext } from '../context.ts';
import { type Driver, type Held, type Offer, RentFailed, type RentIntent, type Resource } from '../driver.ts';
import { readMarkedName } from '../owner-mark.ts';
import {
  Anything,
  explainLambda,
  FileSystems,
  type Instance,
  Instances,
  InstanceTypes,
  Launched,
  mayNot,
  OneInstance,
  OneSshKey,
  SshKeys,
  Terminated,
} from './api.ts';
import { asResource, createdMs, described, meterState, TAG, tagOf, workedName } from './box.ts';
import { launchBody, launchFailure, refuseUnfit } from './rent.ts';

const KEY = 'LAMBDA_API_KEY';
const V1 = '/api/v1';
/** USD per GiB and month of a file system, hours of a month: lambda.ai pricing, 2026-06 (profiles/lambda.yml). */
const FILE_SYSTEM = { usdPerGibMonth: 0.2, hoursPerMonth: 730 };
const PRICE_SOURCE = "Lambda's price_cents_per_hour";

/**
 * Lambda's on-demand cloud, by its REST API. There is no stop: a terminate is the only end of the bill, and of the disk.
 * Launches are not idempotent and names not unique, so a box is known by tags that only its launch can set.
 */
export function lambda(context: PlatformContext): Driver {
  const { clock, secret, signal } = context;
  const api = openApi({
    name: 'Lambda',
    base: apiBaseOf(context, 'lambda', 'https://cloud.lambda.ai'),
    headers: () => ({ authorization: `Bearer ${apiKeyOf(context, 'lambda', KEY)}` }),
    secrets: [secret(KEY)?.trim() ?? ''],
    clock,
    // Documented: one call a second, one launch in twelve.
    paces: { call: 1, launch: 12 },
    explain: explainLambda,
    keyName: KEY,
    ...(signal === undefined ? {} : { signal }),
  });
  const ask: Api['call'] = (request) =>
    api.call({ pace: 'call', ...request }).catch((error: unknown) => {
      throw error instanceof ApiRefused && error.status === 403 ? mayNot(error, KEY) : error;
    });
  const get = (path: string) => ({ method: 'GET', path: V1 + path }) as const;
  const instances = async () => (await ask({ ...get('/instances'), reply: Instances })).data;
  const fileSystems = async () => (await ask({ ...get('/file-systems'), reply: FileSystems })).data;

  /** `undefined`: it is not there (any more). */
  async function instance(boxId: string): Promise<Instance | undefined> {
    const path = `/instances/${encodeURIComponent(boxId)}`;
    return (await unlessGone(ask({ ...get(path), reply: OneInstance })))?.data;
  }

  async function find(name: string): Promise<Held[]> {
    return (await instances())
      .filter((each) => tagOf(each, TAG.name) === name && each.status !== 'terminated')
      .sort((a, b) => createdMs(a) - createdMs(b))
      .map((each) => held(each.id, name, each.instance_type.price_cents_per_hour / 100));
  }

  /** The one that the candidate names; `undefined` when it names none. */
  async function fileSystemOf({ volume }: Candidate) {
    if (volume === undefined) return;
    const all = await fileSystems();
    const found = all.find(({ id, name }) => name === volume || id === volume);
    if (found) return found;
    throw noFileSystem(
      volume,
      all.map(({ name }) => name),
    );
  }

  async function registered(intent: RentIntent): Promise<{ id: string } | undefined> {
    const { data } = await ask({ ...get('/ssh-keys'), reply: SshKeys });
    const same = data.find((each) => each.name === intent.name);
    if (same === undefined || keyMaterial(same.public_key) === keyMaterial(intent.authorizedKey)) return same;
    throw new RentFailed(
      `the SSH key "${intent.name}" in the account is another one than this lease's; delete it in the console`,
      'refused',
    );
  }

  /** Never without `public_key`: Lambda would make a pair and answer with its private half. */
  async function registerKey(intent: RentIntent): Promise<string> {
    const there = await registered(intent);
    if (there) return there.id;
    const body = { name: intent.name, public_key: intent.authorizedKey };
    const path = `${V1}/ssh-keys`;
    try {
      // One name is taken once, so a second try after a lost answer does no harm.
      return (await ask({ method: 'POST', path, body, repeatable: true, reply: OneSshKey })).data.id;
    } catch (error) {
      if (!(error instanceof ApiRefused)) throw error;
      const mine = await registered(intent);
      if (mine) return mine.id;
      throw new RentFailed(`the login key could not be registered: ${error.message}`, 'refused');
    }
  }

  /** The box has its key by then. What is left behind costs nothing, and the next create of that name takes it away. */
  async function removeKey(intent: RentIntent, known?: string): Promise<void> {
    const id = known ?? (await registered(intent).catch(() => undefined))?.id;
    if (id === undefined) return;
    const path = `${V1}/ssh-keys/${encodeURIComponent(id)}`;
    await ask({ method: 'DELETE', path, reply: Anything }).catch(() => undefined);
  }

  async function launch(intent: RentIntent, fileSystem: string | undefined): Promise<Held> {
    const body = launchBody(intent, fileSystem, clock.now());
    const path = `${V1}/instance-operations/launch`;
    try {
      const { data } = await ask({ method: 'POST', path, body, pace: 'launch', reply: Launched });
      return held(data.instance_ids[0] ?? '', intent.name, intent.offer.usdPerHour);
    } catch (error) {
      throw launchFailure(error, intent);
    }
  }

  /** No deadline of Lambda's is known for this call, so it has ours; before a second try the state is asked for (LAM14). */
  async function terminate(boxId: string): Promise<void> {
    const path = `${V1}/instance-operations/terminate`;
    const body = { instance_ids: [boxId] };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { data } = await ask({ method: 'POST', path, body, timeoutSeconds: 60, reply: Terminated });
        if (data.terminated_instances.some(({ id }) => id === boxId)) return;
      } catch (error) {
        if (isGone(error)) return;
        if (error instanceof ApiRefused) throw notAccepted(`terminate of ${boxId}`, boxId, error);
        if (!(error instanceof ApiUnclear)) throw error;
      }
      const seen = await instance(boxId);
      if (seen === undefined || /^terminat/.test(seen.status)) return;
      if (attempt === 2) throw notTerminated(seen);
    }
  }

  async function deleteFileSystem(id: string): Promise<void> {
    const path = `${V1}/filesystems/${encodeURIComponent(id)}`;
    await ask({ method: 'DELETE', path, reply: Anything }).catch((error: unknown) => {
      if (isGone(error)) return;
      throw error instanceof ApiRefused ? notAccepted(`delete-filesystem of ${id}`, id, error) : error;
    });
  }

  return {
    platform: 'lambda',

    async offers(want, candidate) {
      // There is no spot market here.
      if (candidate.market === 'spot') return [];
      const { data } = await ask({ ...get('/instance-types'), reply: InstanceTypes });
      const only = (await fileSystemOf(candidate))?.region.name;
      // An offer that names no card passes for one that does not say; here it is known to have none.
      const fitting = Object.values(data).filter(
        ({ instance_type: { specs } }) => specs.gpus > 0 || want.gpu === undefined,
      );
      return fitting.flatMap(({ instance_type: type, regions_with_capacity_available: regions }) =>
        regions
          .filter(({ name }) => only === undefined || name === only)
          .map(({ name }): Offer => {
            const { gpus, vcpus, memory_gib, storage_gib } = type.specs;
            return {
              id: `${type.name}@${name}`,
              platform: 'lambda',
              summary: `${type.description}, ${name}, on-demand`,
              usdPerHour: type.price_cents_per_hour / 100,
              market: 'on-demand',
              ...(gpus > 0 ? { gpu: offeredGpu(type.gpu_description, gpus) } : {}),
              cpus: vcpus,
              memoryGb: memory_gib,
              diskGb: storage_gib,
              region: name,
            };
          }),
      );
    },

    async create(intent) {
      refuseUnfit(intent);
      const [there] = await find(intent.name);
      if (there) {
        await removeKey(intent);
        return there;
      }
      const fileSystem = await fileSystemOf(intent.candidate);
      let key: string | undefined;
      try {
        key = await registerKey(intent);
        return await launch(intent, fileSystem?.name);
      } finally {
        await removeKey(intent, key);
      }
    },

    find,

    async inventory() {
      const boxes = (await instances()).map(asResource);
      const stores = (await fileSystems()).map((each): Resource => {
        const gib = (each.bytes_used ?? 0) / 2 ** 30;
        return {
          kind: 'filesystem',
          id: each.id,
          ...readMarkedName(each.name),
          native: each.is_in_use ? 'in use' : 'not in use',
          billing: 'yes',
          usdPerHour: (gib * FILE_SYSTEM.usdPerGibMonth) / FILE_SYSTEM.hoursPerMonth,
          createdAt: each.created,
        };
      });
      return [...boxes, ...stores];
    },

    async describe(boxId) {
      const seen = await instance(boxId);
      return seen === undefined ? { state: 'gone' } : described(seen);
    },

    async running() {
      const seen = (await instances()).map((each) => [each.id, described(each)] as const);
      return new Map(seen.filter(([, { state }]) => state === 'running'));
    },

    async mark(boxId, word) {
      const name = (await instance(boxId))?.name;
      if (name === undefined || name === null) return;
      const path = `${V1}/instances/${encodeURIComponent(boxId)}`;
      await ask({
        method: 'POST',
        path,
        body: { name: workedName(name, word) },
        repeatable: true,
        reply: Anything,
      });
    },

    verbs: { terminate, 'delete-filesystem': deleteFileSystem },

    async meters(held) {
      const seen = await instance(held.boxId);
      const state = seen === undefined ? 'gone' : meterState(seen.status);
      return held.meters.map(({ id }) => ({ id, state: id === 'gpu' ? state : 'unknown' }));
    },
  };
}

/** Type and blob; the comment behind them may differ. */
const keyMaterial = (line: string): string => line.trim().split(/\s+/).slice(0, 2).join(' ');

const held = (boxId: string, name: string, usdPerHour: number): Held => ({
  boxId,
  name,
  meters: [{ id: 'gpu', kind: 'gpu', usdPerHour, source: PRICE_SOURCE }],
});

const notTerminated = ({ id, status }: Instance): Problem =>
  new Problem({
    code: 'terminate-unclear',
    kind: 'unreachable',
    what: `Lambda did not say that it terminates ${id}, twice, and calls it ${status}.`,
    next: 'Run the same command again; if it stays so, terminate the instance in the console of Lambda.',
    costing: [id],
  });

/** A file system that is in use is refused like this too, until the instance is really gone. */
const notAccepted = (what: string, id: string, { said }: ApiRefused): Problem =>
  new Problem({
    code: 'verb-refused',
    kind: 'billing',
    what: `Lambda did not accept ${what}: ${said}`,
    next: 'Run the same command again in a few minutes; if it stays so, do it in the console of Lambda.',
    costing: [id],
  });

const noFileSystem = (volume: string, names: string[]): Problem =>
  new Problem({
    code: 'volume-unknown',
    kind: 'usage',
    what: `There is no file system "${volume}" in the account at Lambda${names.length > 0 ? `; there are ${names.join(', ')}` : ''}.`,
    next: 'Correct "volume" of the candidate, or make the file system in the console of Lambda, in the region of the cards you want.',
  });
