import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { type Api, type ApiRefused, type ApiRequest, keyMayNot } from '../api.ts';
import type { PlatformContext } from '../context.ts';
import { everyPage } from '../every-page.ts';
import { openKeyed } from '../keyed-api.ts';

const KEY_NAME = 'VAST_API_KEY';
const NAME = 'vast.ai';
const PAGE = 25;
const OLDEST_FIRST = '[{"col":"id","dir":"asc"}]';

/**
 * Least seconds between two calls of one endpoint by one key and address: the thresholds of the published description with
 * some more, because they count from arrival to arrival. The search's is from a field report (ten a minute, unconfirmed).
 */
const PACES = {
  search: 6.5,
  create: 5,
  destroy: 3.5,
  one: 2.3,
  list: 1.2,
  manage: 1.2,
  volumes: 6,
  charges: 1.2,
};

/** Trailing slashes are sent as the official client sends them; what the platform does without them nobody has written down. */
export const openVastai = (context: PlatformContext): Api =>
  openKeyed(context, {
    platform: 'vastai',
    name: NAME,
    usual: 'https://console.vast.ai',
    paces: PACES,
    explain: said,
    isGone: saysGone,
    refused: asProblem,
    keyName: KEY_NAME,
  });

const errorBody = z.object({
  error: z.string().optional().catch(undefined),
  msg: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
});

const faultOf = (body: unknown): z.output<typeof errorBody> => errorBody.safeParse(body).data ?? {};

function said(body: unknown): string | undefined {
  const { error, msg, message, detail } = faultOf(body);
  const text = msg ?? message ?? detail;
  if (error !== undefined && text !== undefined && !text.includes(error)) return `${error}: ${text}`;
  return text ?? error;
}

/** The words by which the platform says that an instance or a volume is not there. Any other 404 proves nothing. */
const GONE = new Set(['no_such_instance', 'not_found', 'no_such_volume']);

function saysGone({ status, body }: ApiRefused): boolean {
  return status === 404 && GONE.has(faultOf(body).error ?? '');
}

/** Some endpoints call an unknown key "404 Invalid user key": that must never be read as "no such instance". */
const saysKeyUnknown = (error: ApiRefused): boolean =>
  faultOf(error.body).error === 'auth_error' ||
  /invalid user key|requires login/i.test(faultOf(error.body).msg ?? '');

/** What a refusal is to whoever called, apart from what the caller branches on itself. */
export function asProblem(error: ApiRefused): Problem {
  if (saysKeyUnknown(error))
    return new Problem({
      code: 'api-key-refused',
      kind: 'usage',
      what: `${NAME} does not accept the key in ${KEY_NAME} (${error.status} ${error.said}).`,
      next: `Make a new key in the console of ${NAME}, store it as ${KEY_NAME}, and run the same command again.`,
    });
  if (error.status === 403) return keyMayNot(NAME, KEY_NAME, error.said);
  return new Problem(
    {
      code: 'api-refused',
      kind: 'unreachable',
      what: `${error.message}. Nothing was changed by this call.`,
      next: `Look into the console of ${NAME}; then run the same command again.`,
    },
    { cause: error },
  );
}

const number = z.number().nullish();
const text = z.string().nullish();

/** One instance as both the list and the single look give it; what is not named here (tokens, environment) is dropped. */
const Instance = z.object({
  id: z.number().int().positive(),
  label: text,
  actual_status: text,
  intended_status: text,
  cur_state: text,
  next_state: text,
  status_msg: text,
  is_bid: z.boolean().nullish(),
  min_bid: number,
  dph_base: number,
  dph_total: number,
  storage_total_cost: number,
  machine_id: number,
  start_date: number,
  /** How long the container runs; `null` where its host did not say. */
  uptime_mins: number,
  end_date: number,
  public_ipaddr: text,
  /** A map by container port; the description of the single look calls it a list. */
  ports: z.unknown(),
  ssh_host: text,
  ssh_port: number,
  image_runtype: text,
  direct_port_count: number,
  /** USD per GB, in every state. */
  inet_up_cost: number,
  inet_down_cost: number,
});
export type Instance = z.output<typeof Instance>;

export const OneInstance = z.object({ instances: Instance.nullable() });

/** Left out of the list: the Jupyter token, the environment and the start script, which nobody needs there. */
const LIST_COLUMNS = JSON.stringify(Object.keys(Instance.shape));

const InstancePage = z.object({ instances: z.array(Instance), next_token: text });

export const Created = z.object({
  success: z.boolean().optional(),
  new_contract: z.number().int().positive().nullish(),
});

export const Done = z.object({ success: z.boolean().optional(), msg: text });

export const Offers = z.object({ offers: z.array(z.unknown()) });

/** What an offer must say to be one; rows without it are passed over. */
export const Ask = z.object({
  id: z.number().int().positive(),
  machine_id: z.number().int(),
  gpu_name: z.string(),
  num_gpus: z.number().int().nonnegative(),
  gpu_ram: z.number().positive(),
  dph_total: z.number().nonnegative(),
  dph_base: number,
  min_bid: number,
  storage_total_cost: number,
  rentable: z.boolean().nullish(),
  verification: text,
  reliability: number,
  direct_port_count: number,
  geolocation: text,
  disk_space: number,
  cpu_cores_effective: number,
  cpu_ram: number,
  gpu_frac: number,
  inet_up_cost: number,
  inet_down_cost: number,
  /** Mbit/s. */
  inet_down: number,
  cuda_max_good: number,
});
export type Ask = z.output<typeof Ask>;

const Volume = z.object({
  id: z.number().int().positive(),
  machine_id: number,
  status: text,
  label: text,
  name: text,
  storage_total_cost: number,
  start_date: number,
});
export type Volume = z.output<typeof Volume>;

const Volumes = z.object({ volumes: z.array(Volume) });

export const Charges = z.object({
  results: z.array(z.object({ source: z.string(), amount: z.number() })),
  next_token: text,
});

/** `new_contract` of an answer that says no: the instance may be there all the same. */
export const contractIn = (body: unknown): number | undefined =>
  Created.pick({ new_contract: true }).safeParse(body).data?.new_contract ?? undefined;

/** What the platform calls the fault: `no_such_ask`, which stands in `error` or in the prose. */
export const isFault = (error: ApiRefused, name: string): boolean =>
  faultOf(error.body).error === name || (faultOf(error.body).msg ?? '').includes(name);

export const pagesOf = <P extends { next_token?: string | null | undefined }>(
  api: Api,
  request: ApiRequest<P>,
): Promise<P[]> =>
  everyPage(
    `vast.ai's list ${request.path}`,
    (after_token: string | undefined) => api.call({ ...request, query: { ...request.query, after_token } }),
    ({ next_token }) => next_token || undefined,
  );

export async function everyInstance(api: Api): Promise<Instance[]> {
  const pages = await pagesOf(api, {
    method: 'GET',
    path: '/api/v1/instances/',
    query: { limit: PAGE, order_by: OLDEST_FIRST, select_cols: LIST_COLUMNS },
    reply: InstancePage,
    pace: 'list',
  });
  return pages.flatMap(({ instances }) => instances);
}

export async function volumes(api: Api): Promise<Volume[]> {
  const query = { owner: 'me', type: 'all_volume' };
  const path = '/api/v0/volumes';
  return (await api.call({ method: 'GET', path, query, reply: Volumes, pace: 'volumes' })).volumes;
}
