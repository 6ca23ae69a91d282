import type { z } from 'zod';
import type { Candidate } from '../../job/job.ts';
import { Problem } from '../../problem.ts';
import { type Api, ApiRefused, isGone, keyMayNot, openApi, unlessGone } from '../api.ts';
import { apiBaseOf, apiKeyOf, type PlatformContext } from '../context.ts';
import type { Driver, Held, RentIntent, Resource } from '../driver.ts';
import { readMarkedName } from '../owner-mark.ts';
import {
  Anything,
  type Droplet,
  Droplets,
  explainDigitalOcean,
  Images,
  OneDroplet,
  OneKey,
  type Page,
  Sizes,
  type Volume,
  Volumes,
} from './api.ts';
import {
  asResource,
  createBody,
  createFailure,
  described,
  fingerprint,
  isAboutKey,
  isOf,
  meterState,
  offersOf,
  refuseUnfit,
  workTag,
  workTagOf,
} from './box.ts';

const NAME = 'DigitalOcean';
const KEY = 'DIGITALOCEAN_TOKEN';
const PRICE_SOURCE = "DigitalOcean's price_hourly of the size";
const KEYS = '/v2/account/keys';
const PER_PAGE = 200;
/** More rows than any account has; a list that never ends must not be read for ever. */
const MAX_PAGES = 100;

/**
 * DigitalOcean's GPU Droplets, by API v2. A droplet that is off bills as one that runs, so a destroy is the only end of the
 * bill. GPU droplets are in a list of their own, which cannot be filtered by tag: the tags are looked at here.
 */
export function digitalocean(context: PlatformContext): Driver {
  const { clock, secret, signal } = context;
  const api = openApi({
    name: NAME,
    base: apiBaseOf(context, 'digitalocean', 'https://api.digitalocean.com'),
    headers: () => ({ authorization: `Bearer ${apiKeyOf(context, 'digitalocean', KEY)}` }),
    secrets: [secret(KEY)?.trim() ?? ''],
    clock,
    // Documented: 250 calls a minute.
    paces: { call: 0.25 },
    explain: explainDigitalOcean,
    keyName: KEY,
    ...(signal === undefined ? {} : { signal }),
  });
  const ask: Api['call'] = (request) =>
    api.call({ pace: 'call', ...request }).catch((error: unknown) => {
      const mayNot = error instanceof ApiRefused && error.status === 403;
      throw mayNot ? keyMayNot(NAME, KEY, error.said) : error;
    });

  /** To the end; a list that ends before the total that it tells is no list of everything. */
  async function all<T>(path: string, reply: z.ZodType<Page<T>>, query: Record<string, string> = {}) {
    const rows: T[] = [];
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const seen = await ask({ method: 'GET', path, query: { ...query, per_page: PER_PAGE, page }, reply });
      rows.push(...seen.rows);
      if (rows.length >= seen.total) return rows;
      if (seen.rows.length === 0) break;
    }
    throw listBroke(path, rows.length);
  }

  const droplets = (type: 'gpus' | 'droplets') => all('/v2/droplets', Droplets, { type });

  /** `undefined`: it is not there (any more). */
  async function droplet(boxId: string): Promise<Droplet | undefined> {
    const path = `/v2/droplets/${encodeURIComponent(boxId)}`;
    return (await unlessGone(ask({ method: 'GET', path, reply: OneDroplet })))?.droplet;
  }

  async function find(name: string): Promise<Held[]> {
    return (await droplets('gpus'))
      .filter((each) => isOf(each, name))
      .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id)
      .map((each) => held(each, name));
  }

  /** All of that name, one a region at most, or the one of that id. */
  async function volumesOf({ volume }: Candidate): Promise<Volume[] | undefined> {
    if (volume === undefined) return;
    const there = await all('/v2/volumes', Volumes);
    const found = there.filter(({ id, name }) => name === volume || id === volume);
    if (found.length > 0) return found;
    throw noVolume(volume, there);
  }

  /** The same key may be there already: left over, or another lease's of the run, or under a name of somebody's own. */
  async function registerKey({ name, authorizedKey }: RentIntent): Promise<void> {
    const there = { method: 'GET', path: keyPath(authorizedKey), reply: OneKey } as const;
    const body = { name, public_key: authorizedKey };
    try {
      await ask(there);
    } catch (error) {
      if (!isGone(error)) throw error;
      // The same key twice is refused, so a second try after a lost answer does no harm.
      await ask({ method: 'POST', path: KEYS, body, repeatable: true, reply: OneKey }).catch(
        (refused: unknown) =>
          refused instanceof ApiRefused && refused.status === 422 ? ask(there) : Promise.reject(refused),
      );
    }
  }

  /**
   * Only one of this lease's name. The droplet has it by then; what is left behind costs nothing, and the next create of
   * that name takes it away.
   */
  async function removeKey({ name, authorizedKey }: RentIntent): Promise<void> {
    const path = keyPath(authorizedKey);
    try {
      const { ssh_key: key } = await ask({ method: 'GET', path, reply: OneKey });
      if (key.name === name) await ask({ method: 'DELETE', path, reply: Anything });
    } catch {
      // Not there, or not now.
    }
  }

  async function createWith(intent: RentIntent, volume: Volume | undefined): Promise<Held> {
    try {
      await registerKey(intent);
      const body = createBody(intent, volume);
      const reply = await ask({ method: 'POST', path: '/v2/droplets', body, reply: OneDroplet });
      return held(reply.droplet, intent.name);
    } finally {
      await removeKey(intent);
    }
  }

  async function remove(path: string, what: string, id: string): Promise<void> {
    await ask({ method: 'DELETE', path, reply: Anything }).catch((error: unknown) => {
      if (isGone(error)) return;
      throw error instanceof ApiRefused ? notAccepted(what, id, error) : error;
    });
  }

  return {
    platform: 'digitalocean',

    async offers(_want, candidate) {
      // There is no spot market here.
      if (candidate.market === 'spot') return [];
      const sizes = await all('/v2/sizes', Sizes);
      const only = (await volumesOf(candidate))?.map(({ region }) => region.slug);
      return sizes.flatMap((size) => offersOf(size, only));
    },

    async create(intent) {
      refuseUnfit(intent);
      const [there] = await find(intent.name);
      if (there) {
        await removeKey(intent);
        return there;
      }
      const region = intent.offer.id.split('@')[1] ?? '';
      const volumes = await volumesOf(intent.candidate);
      const volume = volumes?.find((each) => each.region.slug === region);
      if (volumes && !volume) throw volumeElsewhere(intent, volumes);
      return createWith(intent, volume)
        .catch((error: unknown) => {
          // Another lease of the same run took the key away that they share.
          if (isAboutKey(error)) return createWith(intent, volume);
          throw error;
        })
        .catch((error: unknown) => {
          throw createFailure(error);
        });
    },

    find,

    async inventory() {
      const machines = [...(await droplets('gpus')), ...(await droplets('droplets'))];
      const volumes = (await all('/v2/volumes', Volumes)).map(
        (each): Resource => ({
          kind: 'volume',
          id: each.id,
          ...readMarkedName(each.name),
          native: (each.droplet_ids ?? []).length > 0 ? 'attached' : 'not attached',
          billing: 'yes',
          createdAt: each.created_at,
        }),
      );
      const images = (await all('/v2/images', Images, { private: 'true' })).map(
        (each): Resource => ({
          kind: 'snapshot',
          id: String(each.id),
          ...readMarkedName(each.name ?? String(each.id)),
          native: `${each.type ?? 'image'} ${each.status ?? ''}`.trim(),
          billing: 'yes',
          ...(each.created_at === undefined ? {} : { createdAt: each.created_at }),
        }),
      );
      return [...machines.map(asResource), ...volumes, ...images];
    },

    async describe(boxId) {
      const seen = await droplet(boxId);
      return seen === undefined ? { state: 'gone' } : described(seen);
    },

    async mark(boxId, word) {
      const name = workTag(word);
      await ask({ method: 'POST', path: '/v2/tags', body: { name }, repeatable: true, reply: Anything });
      const body = { resources: [{ resource_id: boxId, resource_type: 'droplet' }] };
      const path = `/v2/tags/${encodeURIComponent(name)}/resources`;
      await ask({ method: 'POST', path, body, repeatable: true, reply: Anything });
    },

    verbs: {
      async destroy(boxId) {
        const tag = await droplet(boxId).then(
          (seen) => seen && workTagOf(seen),
          () => undefined,
        );
        await remove(`/v2/droplets/${encodeURIComponent(boxId)}`, `destroy of ${boxId}`, boxId);
        // A tag costs nothing, and may stay where it cannot be taken away now.
        if (tag !== undefined)
          await remove(`/v2/tags/${encodeURIComponent(tag)}`, tag, boxId).catch(() => {});
      },
      'delete-volume': (boxId) =>
        remove(`/v2/volumes/${encodeURIComponent(boxId)}`, `delete-volume of ${boxId}`, boxId),
    },

    async meters(held) {
      const seen = await droplet(held.boxId);
      const state = seen === undefined ? 'gone' : meterState(seen.status);
      return held.meters.map(({ id }) => ({ id, state: id === 'gpu' ? state : 'unknown' }));
    },
  };
}

const keyPath = (authorizedKey: string): string =>
  `${KEYS}/${encodeURIComponent(fingerprint(authorizedKey))}`;

const held = ({ id, created_at, size }: Droplet, name: string): Held => ({
  boxId: String(id),
  name,
  meters: [{ id: 'gpu', kind: 'gpu', usdPerHour: size.price_hourly, source: PRICE_SOURCE }],
  since: created_at,
});

const listBroke = (list: string, rows: number): Problem =>
  new Problem({
    code: 'api-reply',
    kind: 'unreachable',
    what: `DigitalOcean's list ${list} ended after ${rows} rows, before the total that it told.`,
    next: 'Run the same command again; a list that is cut short is no proof of anything.',
  });

const noVolume = (volume: string, there: Volume[]): Problem =>
  new Problem({
    code: 'volume-unknown',
    kind: 'usage',
    what: `There is no volume "${volume}" in the account at DigitalOcean${there.length > 0 ? `; there are ${there.map(({ name }) => name).join(', ')}` : ''}.`,
    next: 'Correct "volume" of the candidate, or make the volume in the console of DigitalOcean, in the region of the cards you want.',
  });

const volumeElsewhere = ({ offer }: RentIntent, volumes: Volume[]): Problem =>
  new Problem({
    code: 'volume-elsewhere',
    kind: 'usage',
    what: `The volume "${volumes[0]?.name}" is in ${volumes.map(({ region }) => region.slug).join(', ')} and not in ${offer.region ?? offer.id}.`,
    next: 'A volume can be attached in its own region only; name one of that region, or leave out "regions".',
  });

/** A volume that is still attached is refused like this too, until the droplet is really gone. */
const notAccepted = (what: string, id: string, { said }: ApiRefused): Problem =>
  new Problem({
    code: 'verb-refused',
    kind: 'billing',
    what: `DigitalOcean did not accept ${what}: ${said}`,
    next: 'Run the same command again in a few minutes; if it stays so, do it in the console of DigitalOcean.',
    costing: [id],
  });
