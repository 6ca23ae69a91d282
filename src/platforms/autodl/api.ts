import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { type ApiRequest, keyMayNot, oneLine, openApi, SaidNo } from '../api.ts';
import { apiBaseOf, apiKeyOf, type PlatformContext } from '../context.ts';
import { everyPage } from '../every-page.ts';

const PLATFORM = 'AutoDL';
const KEY_NAME = 'AUTODL_TOKEN';

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

const PRO = '/api/v1/dev/instance/pro';
const PAGE_SIZE = 50;

/** @throws SaidNo for a no */
export type Ask = <T>(request: Omit<ApiRequest<T>, 'reply'>, data: z.ZodType<T>) => Promise<T>;

/** Container Instance Pro, as its document describes it. Everything comes as HTTP 200. */
export function openAutodl(context: PlatformContext): Ask {
  const { clock, secret, signal } = context;
  const key = secret(KEY_NAME)?.trim() ?? '';
  const api = openApi({
    name: PLATFORM,
    base: apiBaseOf(context, 'autodl', 'https://api.autodl.com'),
    // No "Bearer": the token is the whole value.
    headers: () => ({ authorization: apiKeyOf(context, PLATFORM, KEY_NAME) }),
    secrets: [key],
    clock,
    keyName: KEY_NAME,
    ...(signal ? { signal } : {}),
  });
  return async <T>(request: Omit<ApiRequest<T>, 'reply'>, data: z.ZodType<T>) => {
    const reply = z.union([
      z.object({ code: z.literal('Success'), data }),
      z.object({ code: z.string().refine((code) => code !== 'Success'), msg: z.string().catch('') }),
    ]) as z.ZodType<{ code: string; msg?: string; data?: T }>;
    const answer = await api.call({ ...request, reply });
    if (answer.code === 'Success') return answer.data as T;
    const said = oneLine((answer.msg ?? '').replaceAll(key, '***')).slice(0, 200);
    throw refusal(oneLine(answer.code), said, `${PLATFORM} ${request.method} ${request.path}:`);
  };
}

/** There is no list of codes, so what was said decides too. */
function refusal(code: string, said: string, before: string): Error {
  if (/^TORealName$/.test(code) || /访问权限/.test(said))
    return keyMayNot(PLATFORM, KEY_NAME, `${code} (${said || 'the account is not verified'})`);
  if (/auth|token|login/i.test(code) || /登录|鉴权|token/i.test(said)) return keyRefused(said);
  return new SaidNo(code, said, before);
}

/** The document shows a body for the GETs; only the query works. */
const get = (path: string, uuid: string) =>
  ({ method: 'GET', path: PRO + path, query: { instance_uuid: uuid } }) as const;

const post = (path: string, body: object) =>
  ({ method: 'POST', path: PRO + path, body, repeatable: true }) as const;

/** The instance is not there (any more). */
async function unlessGone<T, U>(call: Promise<T>, gone: U): Promise<T | U> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof SaidNo && error.code === 'RecordNotFoundError') return gone;
    throw error;
  }
}

export const createAt = (ask: Ask, body: CreateBody): Promise<string> =>
  ask({ ...post('/create', body), repeatable: false }, z.string().min(1));

/** The platform's word for the state; `gone` for an instance that it does not know (any more). */
export const statusOf = (ask: Ask, uuid: string): Promise<string> =>
  unlessGone(ask(get('/status', uuid), z.string()), 'gone');

export const detailsOf = (ask: Ask, uuid: string): Promise<Snapshot | undefined> =>
  unlessGone(ask(get('/snapshot', uuid), Snapshot), undefined);

export const instances = (ask: Ask): Promise<Instance[]> => pages(ask, '/list', Instance);
export const images = (ask: Ask) => pages(ask, '/image/private/list', Image);

/** @param action `power_on`, `power_off` or `release` */
export const order = (ask: Ask, action: string, uuid: string, more: object = {}): Promise<unknown> =>
  unlessGone(ask(post(`/${action}`, { instance_uuid: uuid, ...more }), z.unknown()), undefined);

/** No card of that specification is free now; comes as the code that a fault of the server has too. */
export const isSoldOut = ({ code, said }: Pick<SaidNo<string | number>, 'code' | 'said'>): boolean =>
  code === 'InternalError' && /库存|无可用|资源不足/.test(said);

async function pages<T>(ask: Ask, path: string, row: z.ZodType<T>): Promise<T[]> {
  const page = z.object({ list: z.array(row).nullable(), max_page: z.number().int().nonnegative() });
  const all = await everyPage(
    `AutoDL's list ${path}`,
    (page_index = 1) => ask(post(path, { page_index, page_size: PAGE_SIZE }), page),
    ({ max_page }, seen) => (seen.length >= max_page ? undefined : seen.length + 1),
  );
  return all.flatMap(({ list }) => list ?? []);
}

/** What the platform says on a wrong token is in no document; told by the words that it can hardly do without. */
const keyRefused = (said: string): Problem =>
  new Problem({
    code: 'api-key-refused',
    kind: 'usage',
    what: `AutoDL does not accept the token in ${KEY_NAME}${said === '' ? '' : ` (${said})`}.`,
    next: `Copy the developer token from the console (账号 → 设置 → 开发者Token), store it as ${KEY_NAME} without "Bearer", and run the same command again.`,
  });
