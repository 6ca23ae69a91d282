import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { type Api, type ApiRequest, keyMayNot, openApi, PlatformAnswer } from '../api.ts';
import { apiBaseOf, apiKeyOf, type PlatformContext } from '../context.ts';

const PLATFORM = 'AutoDL';
export const KEY_NAME = 'AUTODL_TOKEN';

/** The platform's no. Everything comes as HTTP 200; there is no list of codes, so `msg` decides too. */
export class AutodlRefused extends PlatformAnswer {
  override readonly name = 'AutodlRefused';
  constructor(
    readonly code: string,
    readonly said: string,
    call: string,
  ) {
    super(`${call}: ${code}${said === '' ? '' : ` (${said})`}`);
  }

  /** The instance is not there (any more). */
  get isGone(): boolean {
    return this.code === 'RecordNotFoundError';
  }

  /** No card of that specification is free now; comes as the code that a fault of the server has too. */
  get isNoCapacity(): boolean {
    return this.code === 'InternalError' && /库存|无可用|资源不足/.test(this.said);
  }

  /** The request itself: the same again will fail again. */
  get isPermanent(): boolean {
    return (
      this.code === 'RequestParameterIsWrong' || this.code === 'BadRequest' || /余额|欠费/.test(this.said)
    );
  }
}

/** Row of the instance list. */
const Instance = z.object({
  uuid: z.string().min(1),
  name: z.string().catch(''),
  status: z.string(),
  gpu_spec_uuid: z.string().catch(''),
  req_gpu_amount: z.number().int().positive().catch(1),
  created_at: z.string().catch(''),
});
export type Instance = z.output<typeof Instance>;

/**
 * What is used of an instance's details. The answer also holds the root password and tokens: they are not read, and so
 * cannot be shown.
 */
const Snapshot = z.object({
  proxy_host: z.string().catch(''),
  ssh_port: z.number().int().catch(0),
  /** Yuan x 1000 per hour, after discounts. */
  payg_price: z.number().nonnegative().optional().catch(undefined),
  /** Bytes. */
  expand_system_disk_size: z.number().nonnegative().optional().catch(undefined),
});
export type Snapshot = z.output<typeof Snapshot>;

const Image = z.object({
  image_uuid: z.string().min(1),
  name: z.string().catch(''),
  status: z.string().catch(''),
  create_at: z.string().catch(''),
});
export type Image = z.output<typeof Image>;

export interface CreateBody {
  gpu_spec_uuid: string;
  req_gpu_amount: number;
  image_uuid: string;
  expand_system_disk_by_gb: number;
  cuda_v_from: number;
  data_center_list?: string[];
  instance_name: string;
  start_command: string;
}

/** Container Instance Pro, as its document describes it; every method throws `AutodlRefused` for a no. */
export interface AutodlApi {
  create(body: CreateBody): Promise<string>;
  /** The platform's word for the state. */
  status(uuid: string): Promise<string>;
  snapshot(uuid: string): Promise<Snapshot>;
  instances(): Promise<Instance[]>;
  images(): Promise<Image[]>;
  powerOff(uuid: string): Promise<void>;
  release(uuid: string): Promise<void>;
}

const PRO = '/api/v1/dev/instance/pro';
const PAGE_SIZE = 50;
/** An account with more than this many pages answers nonsense, or `max_page` does. */
const MOST_PAGES = 200;

export function autodlApi(context: PlatformContext): AutodlApi {
  // No "Bearer": the token is the whole value.
  const key = apiKeyOf(context, PLATFORM, KEY_NAME);
  const api = openApi({
    name: PLATFORM,
    base: apiBaseOf(context, 'autodl', 'https://api.autodl.com'),
    headers: () => ({ authorization: key }),
    secrets: [key],
    clock: context.clock,
    keyName: KEY_NAME,
    ...(context.signal ? { signal: context.signal } : {}),
  });
  const call = <T>(request: Omit<ApiRequest<T>, 'reply'>, data: z.ZodType<T>) => ask(api, request, data, key);
  const get = <T>(path: string, uuid: string, data: z.ZodType<T>) =>
    // The document shows a body for the GETs; only the query works.
    call({ method: 'GET', path: PRO + path, query: { instance_uuid: uuid } }, data);
  const post = <T>(path: string, body: unknown, data: z.ZodType<T>, repeatable: boolean) =>
    call({ method: 'POST', path: PRO + path, body, repeatable }, data);

  async function pages<T>(path: string, row: z.ZodType<T>): Promise<T[]> {
    const page = z.object({ list: z.array(row).nullable(), max_page: z.number().int().nonnegative() });
    const rows: T[] = [];
    for (let index = 1; ; index += 1) {
      const { list, max_page } = await post(path, { page_index: index, page_size: PAGE_SIZE }, page, true);
      rows.push(...(list ?? []));
      if (index >= max_page) return rows;
      if (index >= MOST_PAGES) throw endless(path);
    }
  }

  return {
    create: (body) => post('/create', body, z.string().min(1), false),
    status: (uuid) => get('/status', uuid, z.string()),
    snapshot: (uuid) => get('/snapshot', uuid, Snapshot),
    instances: () => pages('/list', Instance),
    images: () => pages('/image/private/list', Image),
    async powerOff(uuid) {
      await post('/power_off', { instance_uuid: uuid }, z.unknown(), true);
    },
    async release(uuid) {
      await post('/release', { instance_uuid: uuid }, z.unknown(), true);
    },
  };
}

async function ask<T>(
  api: Api,
  request: Omit<ApiRequest<T>, 'reply'>,
  data: z.ZodType<T>,
  key: string,
): Promise<T> {
  const reply = z.union([
    z.object({ code: z.literal('Success'), data }),
    z.object({ code: z.string().refine((code) => code !== 'Success'), msg: z.string().catch('') }),
  ]);
  const answer = await api.call({
    ...request,
    reply: reply as z.ZodType<{ code: string; msg?: string; data?: T }>,
  });
  if (answer.code === 'Success') return answer.data as T;
  const said = oneLine((answer.msg ?? '').replaceAll(key, '***'));
  if (/^TORealName$/.test(answer.code) || /访问权限/.test(said))
    throw keyMayNot(PLATFORM, KEY_NAME, `${oneLine(answer.code)} (${said || 'the account is not verified'})`);
  if (/auth|token|login/i.test(answer.code) || /登录|鉴权|token/i.test(said)) throw keyRefused(said);
  throw new AutodlRefused(oneLine(answer.code), said, `${PLATFORM} ${request.method} ${request.path}`);
}

/** What the platform says on a wrong token is in no document; told by the words that it can hardly do without. */
const keyRefused = (said: string): Problem =>
  new Problem({
    code: 'api-key-refused',
    kind: 'usage',
    what: `AutoDL does not accept the token in ${KEY_NAME}${said === '' ? '' : ` (${said})`}.`,
    next: `Copy the developer token from the console (账号 → 设置 → 开发者Token), store it as ${KEY_NAME} without "Bearer", and run the same command again.`,
  });

const endless = (path: string): Problem =>
  new Problem({
    code: 'api-reply',
    kind: 'unreachable',
    what: `AutoDL POST ${PRO}${path} has more than ${MOST_PAGES} pages, so not everything could be seen.`,
    next: 'Look into the console of AutoDL; then report this with the version of gpu-lease.',
  });

const oneLine = (text: string): string =>
  text
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, 200);
