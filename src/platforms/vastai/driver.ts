import { Problem } from '../../problem.ts';
import { ApiRefused, type ApiRequest } from '../api.ts';
import type { PlatformContext } from '../context.ts';
import { type Driver, type Held, RentFailed, type RentIntent } from '../driver.ts';
import {
  asProblem,
  Charges,
  Created,
  Done,
  type Instance,
  InstancePage,
  LIST_COLUMNS,
  Offers,
  OneInstance,
  openVastai,
  saysGone,
  type Volume,
  Volumes,
} from './api.ts';
import { describeInstance, readingOf, readLabel, stoppedLabel, workedLabel } from './box.ts';
import { heldFrom, heldUnseen, instanceResource, volumeResource } from './held.ts';
import { marketsOf, offerFrom, readOfferId, searchFor, volumeOf } from './offers.ts';
import { bodyFor, leftBehind, whyNotRented } from './rent.ts';

const PAGE = 25;
const OLDEST_FIRST = '[{"col":"id","dir":"asc"}]';
/** More pages than any account has: a token that leads round in a circle must end. */
const MOST_PAGES = 400;

/**
 * vast.ai, a marketplace: an offer (ask) is taken and becomes a contract with an id of its own, which is the box's. Facts
 * and their sources: profiles/vastai.yml.
 */
export function vastai(context: PlatformContext): Driver {
  const { clock } = context;
  const api = openVastai(context);
  const call = <T>(request: ApiRequest<T>): Promise<T> =>
    api.call(request).catch((error) => Promise.reject(asProblem(error)));

  /** To the end, or not at all: a list that is cut short would call a box gone. */
  async function everyPage<P extends { next_token?: string | null | undefined }>(
    request: (token: string | undefined) => ApiRequest<P>,
  ): Promise<P[]> {
    const pages: P[] = [];
    let token: string | undefined;
    do {
      const page = await call(request(token));
      pages.push(page);
      if (pages.length > MOST_PAGES) throw endless(request(token).path);
      token = page.next_token ?? undefined;
    } while (token);
    return pages;
  }

  const everyInstance = async (): Promise<Instance[]> => {
    const pages = await everyPage((after_token) => ({
      method: 'GET',
      path: '/api/v1/instances/',
      query: { limit: PAGE, order_by: OLDEST_FIRST, select_cols: LIST_COLUMNS, after_token },
      reply: InstancePage,
      pace: 'list',
    }));
    return pages.flatMap(({ instances }) => instances);
  };

  /** `null` only where the platform says in so many words that it is not there. */
  async function instance(boxId: string): Promise<Instance | null> {
    try {
      const request = { method: 'GET', path: pathOf(boxId), reply: OneInstance, pace: 'one' } as const;
      return (await api.call(request)).instances;
    } catch (error) {
      if (saysGone(error)) return null;
      throw asProblem(error);
    }
  }

  const volumes = async (): Promise<Volume[]> =>
    (
      await call({
        method: 'GET',
        path: '/api/v0/volumes',
        query: { owner: 'me', type: 'all_volume' },
        reply: Volumes,
        pace: 'volumes',
      })
    ).volumes;

  const find = async (name: string): Promise<Held[]> =>
    (await everyInstance()).filter((row) => readLabel(row.label).name === name).map(heldFrom);

  /** @returns the contract's id, or throws what the refusal means */
  async function take(intent: RentIntent): Promise<number> {
    const { ask, bid } = readOfferId(intent.offer.id);
    const { volume } = intent.candidate;
    const mounted = volume === undefined ? undefined : volumeOf(await volumes(), volume);
    const body = bodyFor(intent, bid, mounted?.id);
    try {
      const made = await api.call({
        method: 'PUT',
        path: `/api/v0/asks/${ask}/`,
        body,
        reply: Created,
        // An ask taken twice is two boxes.
        repeatable: false,
        pace: 'create',
        timeoutSeconds: 60,
      });
      if (made.success !== false && made.new_contract != null) return made.new_contract;
      throw new RentFailed(
        made.new_contract == null
          ? 'vast.ai answered without naming a contract'
          : leftBehind(made.new_contract, 'it said no in a 200'),
        'unclear',
      );
    } catch (error) {
      throw whyNotRented(error, ask);
    }
  }

  /** Marks the box as stopped by us first: afterwards nothing tells it from one that was outbid. */
  async function stop(boxId: string): Promise<void> {
    const seen = await instance(boxId).catch(() => null);
    const label = stoppedLabel(seen?.label ?? '');
    const put = (body: object) =>
      accepted({ method: 'PUT', path: pathOf(boxId), body, reply: Done, pace: 'manage' });
    // The meter matters more than the mark.
    if (label !== undefined) await put({ label }).catch(() => undefined);
    await put({ state: 'stopped' });
  }

  async function mark(boxId: string, word: string): Promise<void> {
    const label = workedLabel((await instance(boxId))?.label ?? '', word);
    if (label === undefined) return;
    await accepted({ method: 'PUT', path: pathOf(boxId), body: { label }, reply: Done, pace: 'manage' });
  }

  const destroy = (boxId: string): Promise<void> =>
    accepted({ method: 'DELETE', path: pathOf(boxId), reply: Done, pace: 'destroy' });

  async function deleteVolume(resource: string): Promise<void> {
    const id = Number(/^volume\/(\d{1,15})$/.exec(resource)?.[1] ?? Number.NaN);
    if (Number.isNaN(id)) throw notAnId(resource);
    await accepted({
      method: 'DELETE',
      path: '/api/v0/volumes/',
      body: { id },
      reply: Done,
      pace: 'volumes',
    });
  }

  /** What is not there any more has been dealt with; everything else that is not a yes is a no. */
  async function accepted(
    request: ApiRequest<{ success?: boolean | undefined; msg?: string | null | undefined }>,
  ) {
    try {
      const { success, msg } = await api.call(request);
      if (success === false) throw notAccepted(`${request.method} ${request.path}`, msg ?? 'no reason given');
    } catch (error) {
      if (saysGone(error)) return;
      const problem = asProblem(error);
      if (error instanceof ApiRefused && problem instanceof Problem && problem.code === 'api-refused')
        throw notAccepted(`${request.method} ${request.path}`, `${error.status} ${error.said}`);
      throw problem;
    }
  }

  async function billed({ boxId, since }: Held): Promise<{ usd: number; source: string } | null> {
    if (since === undefined) return null;
    const now = Math.ceil(clock.now().getTime() / 1000);
    // Charges are kept by day (UTC).
    const from = Math.floor(Date.parse(since) / 86_400_000) * 86_400;
    const filters = JSON.stringify({ day: { gte: from, lte: now }, type: { in: ['instance'] } });
    const pages = await everyPage((after_token) => ({
      method: 'GET',
      path: '/api/v0/charges/',
      query: { select_filters: filters, limit: 500, after_token },
      reply: Charges,
      pace: 'charges',
    }));
    const mine = pages
      .flatMap(({ results }) => results)
      .filter(({ source }) => source === `instance-${boxId}`);
    const usd = mine.reduce((sum, { amount }) => sum + amount, 0);
    return mine.length === 0 ? null : { usd, source: 'vast.ai, GET /api/v0/charges/ (to a tenth of a cent)' };
  }

  return {
    platform: 'vastai',

    async offers(want, candidate) {
      const home = candidate.volume === undefined ? undefined : volumeOf(await volumes(), candidate.volume);
      const found = [];
      for (const market of marketsOf(candidate)) {
        const { offers } = await call({
          method: 'POST',
          path: '/api/v0/bundles/',
          body: searchFor(want, market, home?.machine_id),
          reply: Offers,
          repeatable: true,
          pace: 'search',
        });
        found.push(...offers.map((row) => offerFrom(row, market, want, candidate)));
      }
      return found.filter((offer) => offer !== undefined);
    },

    async create(intent) {
      const [mine] = await find(intent.name);
      if (mine) return mine;
      const contract = await take(intent);
      // The contract exists from here on: whatever goes wrong now, its id must come back.
      const row = await instance(String(contract)).catch(() => null);
      return row ? heldFrom(row) : heldUnseen(contract, intent);
    },

    find,

    async inventory() {
      const instances = (await everyInstance()).map(instanceResource);
      return [...instances, ...(await volumes()).map(volumeResource)];
    },

    async describe(boxId) {
      const row = await instance(boxId);
      return row ? describeInstance(row) : { state: 'gone', native: 'no such instance' };
    },

    async running() {
      const rows = await everyInstance();
      const seen = rows.map((row) => [String(row.id), describeInstance(row)] as const);
      return new Map(seen.filter(([, { state }]) => state === 'running'));
    },

    mark,

    verbs: { stop, destroy, 'delete-volume': deleteVolume },

    async meters({ boxId, meters }) {
      const row = await instance(boxId);
      return meters.map(({ id }) => ({ id, state: readingOf(id, row) }));
    },

    billed,
  };
}

const endless = (path: string): Problem =>
  new Problem({
    code: 'api-reply',
    kind: 'unreachable',
    what: `vast.ai's list at ${path} did not end after ${MOST_PAGES} pages.`,
    next: 'Look into the console of vast.ai; then report this with the version of gpu-lease.',
  });

const pathOf = (boxId: string): string => {
  if (!/^\d{1,15}$/.test(boxId)) throw notAnId(boxId);
  return `/api/v0/instances/${boxId}/`;
};

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
