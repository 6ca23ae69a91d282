import type { z } from 'zod';
import { offeredGpu } from '../../job/gpus.ts';
import { Problem } from '../../problem.ts';
import { type Api, ApiRefused, ApiUnclear, isGone, keyMayNot, openApi, unlessGone } from '../api.ts';
import { apiBaseOf, apiKeyOf, type PlatformContext } from '../context.ts';
import { type Driver, type Held, type Offer, RentFailed, type RentIntent, type Resource } from '../driver.ts';
import { startScript } from '../first-boot.ts';
import { markedName, readMarkedName } from '../owner-mark.ts';
import {
  Anything,
  Available,
  asResource,
  Created,
  codeOf,
  computeState,
  described,
  explainPaperspace,
  heldFrom,
  Machine,
  Machines,
  Named,
  type Page,
  PublicIps,
  Scripts,
  SharedDrives,
  Snapshots,
  Templates,
} from './api.ts';

const KEY = 'PAPERSPACE_API_KEY';
const REGIONS = ['East Coast (NY2)', 'Europe (AMS1)', 'West Coast (CA1)'];
const LEAST_DISK_GB = 50;
/** The longest that auto-shutdown can be set to, in hours. */
const LONGEST_HOURS = 168;
const MOST_PAGES = 100;
/** The script runs as root, and the login is the template's own. `$key` is set by the script before. */
const LET_IN = `dir=/home/paperspace/.ssh
mkdir -p "$dir" && touch "$dir/authorized_keys"
grep -qxF "$key" "$dir/authorized_keys" || printf '%s\\n' "$key" >>"$dir/authorized_keys"
chmod 700 "$dir" && chmod 600 "$dir/authorized_keys" && chown -R paperspace: "$dir"`;
/** Between off and asked to be, at most. */
const OFF = { everySeconds: 10, withinSeconds: 300 };

/**
 * Paperspace machines, by API v1. Machine, storage, addresses and snapshots are metered apart; a machine has to be off before
 * it is deleted. The API names no price before a machine is there, so the candidate has to. Facts: profiles/paperspace-core.yml.
 */
export function paperspace(context: PlatformContext, platform: string): Driver {
  const { clock, secret, signal } = context;
  const api = openApi({
    name: 'Paperspace',
    base: apiBaseOf(context, 'paperspace', 'https://api.paperspace.com'),
    headers: () => ({ authorization: `Bearer ${apiKeyOf(context, 'paperspace', KEY)}` }),
    secrets: [secret(KEY)?.trim() ?? ''],
    clock,
    explain: explainPaperspace,
    keyName: KEY,
    ...(signal === undefined ? {} : { signal }),
  });
  const ask: Api['call'] = (request) =>
    api.call(request).catch((error: unknown) => {
      throw error instanceof ApiRefused && error.status === 403
        ? keyMayNot('Paperspace', KEY, error.said)
        : error;
    });

  async function all<T>(
    path: string,
    reply: z.ZodType<Page<T>>,
    query: Record<string, string> = {},
  ): Promise<T[]> {
    const rows: T[] = [];
    let after: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const seen = await ask({
        method: 'GET',
        path: `/v1${path}`,
        query: { ...query, limit: 50, after },
        reply,
      });
      rows.push(...seen.items);
      if (!seen.hasMore) return rows;
      if (!seen.nextPage) break;
      after = seen.nextPage;
    }
    throw new Problem({
      code: 'api-reply',
      kind: 'unreachable',
      what: `Paperspace's list ${path} did not come to its end after ${rows.length} rows.`,
      next: 'Look into the console of Paperspace; then report this with the version of gpu-lease.',
    });
  }

  const pathOf = (boxId: string) => `/v1/machines/${encodeURIComponent(boxId)}`;

  /** `undefined`: it is not there (any more). */
  async function machine(boxId: string): Promise<Machine | undefined> {
    const seen = await unlessGone(ask({ method: 'GET', path: pathOf(boxId), reply: Machine }));
    return seen?.dtDeleted ? undefined : seen;
  }

  const find = async (name: string): Promise<Held[]> =>
    (await all('/machines', Machines))
      .filter((each) => !each.dtDeleted && readMarkedName(each.name).name === name)
      .sort((a, b) => Date.parse(a.dtCreated) - Date.parse(b.dtCreated))
      .map(heldFrom);

  async function removeScripts(marked: string): Promise<void> {
    for (const { id } of (await all('/startup-scripts', Scripts)).filter(({ name }) => name === marked)) {
      const path = `/v1/startup-scripts/${encodeURIComponent(id)}`;
      await unlessGone(ask({ method: 'DELETE', path, reply: Anything }));
    }
  }

  async function rent(intent: RentIntent): Promise<Held> {
    const { name, owner, offer, want, authorizedKey, hostKey, lifetimeSeconds } = intent;
    const [, machineType, region, templateId] = /^([^@]+)@([^@]+)@([^@]+)$/.exec(offer.id) ?? [];
    if (!machineType || !region || !templateId)
      throw new RentFailed(`"${offer.id}" is no offer of Paperspace's`, 'refused');
    const query = { machineType, region };
    if (!(await ask({ method: 'GET', path: '/v1/machine-availability', query, reply: Available })).available)
      throw new RentFailed(`Paperspace has no ${machineType} in ${region} at this moment`, 'no-capacity');
    const marked = markedName(name, owner);
    await removeScripts(marked);
    const script = startScript({
      authorizedKey,
      ...(hostKey === undefined ? {} : { hostKey }),
      extra: LET_IN,
    });
    const scriptBody = { name: marked, script, isEnabled: true, isRunOnce: false };
    const { id } = await ask({
      method: 'POST',
      path: '/v1/startup-scripts',
      body: scriptBody,
      repeatable: true,
      reply: Named,
    });
    const body = {
      name: marked,
      machineType,
      templateId,
      region,
      diskSize: Math.max(LEAST_DISK_GB, Math.ceil(want.diskGb?.min ?? 0)),
      // A static one bills until it is released by itself.
      publicIpType: 'dynamic',
      startOnCreate: true,
      startupScriptId: id,
      autoShutdownEnabled: true,
      autoShutdownTimeout: Math.min(LONGEST_HOURS, Math.max(1, Math.ceil(lifetimeSeconds / 3600))),
      autoShutdownForce: true,
      takeInitialSnapshot: false,
      emailPassword: false,
    };
    try {
      return heldFrom((await ask({ method: 'POST', path: '/v1/machines', body, reply: Created })).data);
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** Off first: a machine that is on cannot be deleted. */
  async function stop(boxId: string): Promise<void> {
    for (let waited = 0; ; waited += OFF.everySeconds) {
      const seen = await machine(boxId);
      if (seen === undefined || seen.state === 'off') return;
      // A body is wanted, if only an empty one.
      if (seen.state !== 'stopping')
        await ask({
          method: 'PATCH',
          path: `${pathOf(boxId)}/stop`,
          body: {},
          repeatable: true,
          reply: Anything,
        }).catch((error: unknown) => {
          // It is on its way up, or has gone off meanwhile: the next look tells.
          if (!isGone(error) && !(error instanceof ApiRefused && waited < OFF.withinSeconds)) throw error;
        });
      if (seen.state === 'ready' || seen.state === 'stopping') {
        const now = await machine(boxId);
        if (now === undefined || now.state === 'off' || now.state === 'stopping') return;
      }
      if (waited >= OFF.withinSeconds) throw notDone('stop', boxId, seen.state);
      await clock.sleep(OFF.everySeconds, signal);
      signal?.throwIfAborted();
    }
  }

  async function destroy(boxId: string): Promise<void> {
    const seen = await machine(boxId);
    for (let waited = 0; ; waited += OFF.everySeconds) {
      const now = await machine(boxId);
      if (now === undefined) break;
      if (now.state === 'off') {
        await unlessGone(ask({ method: 'DELETE', path: pathOf(boxId), reply: Anything }));
        break;
      }
      await stop(boxId);
      if (waited >= OFF.withinSeconds) throw notDone('delete', boxId, now.state);
      await clock.sleep(OFF.everySeconds, signal);
      signal?.throwIfAborted();
    }
    if (seen && readMarkedName(seen.name).owner !== undefined)
      await removeScripts(seen.name).catch(() => undefined);
  }

  async function remove(path: string): Promise<void> {
    await ask({ method: 'DELETE', path, reply: Anything }).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }

  const snapshotsOf = async (boxId: string) =>
    (await all('/snapshots', Snapshots)).filter(({ machineId }) => machineId === boxId);

  return {
    platform,

    async offers(want, candidate) {
      if (candidate.market === 'spot') return [];
      if (candidate.volume !== undefined) throw noVolumes(candidate.volume);
      const { usdPerHour } = candidate;
      if (usdPerHour === undefined) throw noPrice();
      const templates = (await all('/os-templates', Templates)).filter(({ name }) =>
        /ml-in-a-box/i.test(name),
      );
      const offers: Offer[] = [];
      const seen = new Set<string>();
      for (const template of templates)
        for (const { machineTypeLabel: type, isAvailable } of template.availableMachineTypes) {
          const count = Number(/x(\d+)$/.exec(type)?.[1] ?? 1);
          const gpu = offeredGpu(type.replace(/x\d+$/, ''), count);
          if (
            isAvailable === false ||
            seen.has(type) ||
            (want.gpu && !want.gpu.names.includes(gpu.model ?? ''))
          )
            continue;
          seen.add(type);
          for (const region of REGIONS) {
            const query = { machineType: type, region };
            const { available } = await ask({
              method: 'GET',
              path: '/v1/machine-availability',
              query,
              reply: Available,
            });
            if (!available) continue;
            const id = `${type}@${region}@${template.id}`;
            const summary = `${type}, ${region}, ${template.name}, at the price that the candidate states`;
            offers.push({
              id,
              platform,
              summary,
              usdPerHour,
              market: 'on-demand',
              gpu,
              region,
            });
          }
        }
      return offers;
    },

    async create(intent) {
      if (intent.image !== undefined)
        throw new RentFailed(
          'Paperspace rents machines made of templates and starts no container image; take "image" out of the job',
          'refused',
        );
      if (intent.candidate.volume !== undefined) throw noVolumes(intent.candidate.volume);
      const [there] = await find(intent.name);
      return there ?? rent(intent);
    },

    find,

    async inventory() {
      const machines = (await all('/machines', Machines))
        .filter(({ dtDeleted }) => !dtDeleted)
        .map(asResource);
      const snapshots = (await all('/snapshots', Snapshots)).map(
        (each): Resource => ({
          kind: 'snapshot',
          id: each.id,
          ...readMarkedName(each.name),
          native: `of ${each.machineId}`,
          billing: 'yes',
        }),
      );
      const ips = (await all('/public-ips', PublicIps)).map(
        (each): Resource => ({
          kind: 'ip',
          id: each.ip,
          name: each.ip,
          native: each.assignedMachineId ? `assigned to ${each.assignedMachineId}` : 'not assigned',
          billing: 'yes',
        }),
      );
      const drives = (await all('/shared-drives', SharedDrives)).map(
        (each): Resource => ({
          kind: 'filesystem',
          id: each.id,
          ...readMarkedName(each.name),
          native: 'shared drive',
          billing: 'yes',
        }),
      );
      return [...machines, ...snapshots, ...ips, ...drives];
    },

    async describe(boxId) {
      const seen = await machine(boxId);
      return seen === undefined ? { state: 'gone' } : described(seen);
    },

    verbs: {
      'shut-down': stop,
      destroy,
      'release-ip': (id) => remove(`/v1/public-ips/${encodeURIComponent(id)}`),
      'delete-storage': (id) => remove(`/v1/shared-drives/${encodeURIComponent(id)}`),
      async 'delete-snapshots'(boxId) {
        const mine = await snapshotsOf(boxId);
        for (const each of mine) await remove(`/v1/snapshots/${encodeURIComponent(each.id)}`);
        if (mine.length === 0) await remove(`/v1/snapshots/${encodeURIComponent(boxId)}`);
      },
    },

    async meters(held) {
      const seen = await machine(held.boxId);
      const snapshots = await snapshotsOf(held.boxId);
      const state = {
        gpu: computeState(seen),
        storage: seen ? 'running' : 'gone',
        // As long as the machine is there one can be made of it, so only afterwards none is a proof.
        snapshot: seen || snapshots.length > 0 ? 'running' : 'gone',
      } as const;
      return held.meters.map(({ id }) => ({
        id,
        state: Object.hasOwn(state, id) ? state[id as keyof typeof state] : 'unknown',
      }));
    },
  };
}

function failureOf(error: unknown): unknown {
  if (error instanceof ApiUnclear) return new RentFailed(error.message, 'unclear', { cause: error });
  if (error instanceof Problem && error.code === 'api-reply')
    return new RentFailed(error.what, 'unclear', { cause: error });
  if (!(error instanceof ApiRefused)) return error;
  const isFull = /capacity|not available|unavailable|out of stock/i.test(error.said);
  return new RentFailed(
    error.message,
    isFull ? 'no-capacity' : codeOf(error) === '' ? 'unclear' : 'refused',
    { cause: error },
  );
}

const noVolumes = (volume: string): Problem =>
  new Problem({
    code: 'volume-unknown',
    kind: 'usage',
    what: `Paperspace attaches no volume to a machine by its API, and the candidate names "${volume}"; nothing was rented.`,
    next: 'Leave out "volume" of the candidate; mount a shared drive in the setup of the job.',
  });

const noPrice = (): Problem =>
  new Problem({
    code: 'price-unknown',
    kind: 'usage',
    what: "Paperspace's API names no price before a machine is there, and the candidate states none; nothing was rented.",
    next: 'Write "usdPerHour" of the candidate, from the platform\'s page of prices, machine and storage together.',
  });

const notDone = (what: string, id: string, state: string): Problem =>
  new Problem({
    code: `not-${what === 'stop' ? 'stopped' : 'deleted'}`,
    kind: 'billing',
    what: `Paperspace did not ${what} the machine ${id}: it is ${state}.`,
    next: 'Run the same command again; if it stays so, do it in the console of Paperspace.',
    costing: [id],
  });
