import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { type Api, type ApiOptions, type ApiRefused, openApi } from '../api.ts';
import { askedOnce } from '../asked-once.ts';
import { apiBaseOf, apiKeyOf, type PlatformContext } from '../context.ts';

const ID = 'VERDA_CLIENT_ID';
export const SECRET = 'VERDA_CLIENT_SECRET';
/** A token is taken for expired so long before it is: a call may be on its way for as long. */
const TOKEN_MARGIN_SECONDS = 60;

/** Prices come as numbers or as text (verda-cloud/sdk-python reads both). */
const usd = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)])
  .transform(Number)
  .pipe(z.number().min(0));

export const OneInstance = z.object({
  id: z.string().min(1),
  instance_type: z.string(),
  /** Of the whole machine, without its volumes. */
  price_per_hour: usd,
  hostname: z.string(),
  description: z.string().nullish(),
  /** Not an enum here: a word that no document knows must become `unknown` and not an error. */
  status: z.string(),
  created_at: z.string().nullish(),
  ip: z.string().nullish(),
  os_volume_id: z.string().nullish(),
  location: z.string(),
  is_spot: z.boolean().nullish(),
});
export type Instance = z.output<typeof OneInstance>;

const Volume = z.object({
  id: z.string().min(1),
  name: z.string(),
  size: z.number(),
  status: z.string(),
  created_at: z.string().nullish(),
  instance_id: z.string().nullish(),
  location: z.string(),
  is_os_volume: z.boolean().nullish(),
  base_hourly_cost: z.number().min(0).nullish(),
  /** Only of what lies in the trash. */
  is_permanently_deleted: z.boolean().nullish(),
});
export type Volume = z.output<typeof Volume>;

const InstanceType = z.object({
  instance_type: z.string(),
  model: z.string().nullish(),
  price_per_hour: usd,
  spot_price: usd.nullish(),
  cpu: z.object({ number_of_cores: z.number() }),
  gpu: z.object({ number_of_gpus: z.int() }),
  /** Of all cards together. */
  gpu_memory: z.object({ size_in_gigabytes: z.number() }),
  memory: z.object({ size_in_gigabytes: z.number() }),
  currency: z.string().toLowerCase().pipe(z.literal('usd')).nullish(),
});
export type InstanceType = z.output<typeof InstanceType>;

/** The Python SDK reads `price_per_month_per_gb`, the Go SDK `monthly_per_gb`. */
const VolumePrice = z
  .object({
    price_per_month_per_gb: usd.nullish(),
    monthly_per_gb: usd.nullish(),
    currency: z.string().nullish(),
  })
  .transform(({ price_per_month_per_gb, monthly_per_gb, currency }) => ({
    perGbMonth: price_per_month_per_gb ?? monthly_per_gb,
    currency: currency?.toUpperCase() ?? 'USD',
  }));

const Instances = z.array(OneInstance);
const Volumes = z.array(Volume);
export const InstanceTypes = z.array(InstanceType);
const VolumeTypes = z.array(z.object({ type: z.string(), price: VolumePrice }));
export const Availabilities = z.array(
  z.object({ location_code: z.string(), availabilities: z.array(z.string()) }),
);
export const Available = z.boolean();
export const Images = z.array(z.object({ image_type: z.string(), is_cluster: z.boolean().nullish() }));
export const Named = z.array(z.object({ id: z.string().min(1), name: z.string() }));
/** A create answers with nothing but the id, as text. */
export const BareId = z
  .string()
  .trim()
  .regex(/^[\w-]{1,80}$/);
/** Per instance, with 202 (all accepted) and with 207 (some not); the Python SDK looks at no body at all. */
const Outcomes = z.array(
  z.object({ instanceId: z.string(), status: z.string(), error: z.string().nullish() }),
);

/** Why an action was not accepted although the status is 2xx; `undefined` when nothing says so. */
export function refusalIn(body: unknown, id: string): string | undefined {
  const mine = Outcomes.safeParse(body).data?.find((each) => each.instanceId === id);
  return mine && /err|fail/i.test(mine.status) ? (mine.error ?? mine.status) : undefined;
}

const Failure = z.object({ code: z.string(), message: z.string().nullish() });

/** `code: message`, both Verda's own words. */
const explain = (body: unknown): string | undefined => {
  const { data } = Failure.safeParse(body);
  return data && `${data.code}${data.message ? `: ${data.message}` : ''}`;
};

/** `invalid_request`, `insufficient_funds`, ...; `''` where there is none. */
export const codeOf = (refused: ApiRefused): string => Failure.safeParse(refused.body).data?.code ?? '';

/** By 404; and by 400 with words of its own, as the SDK's tests and other people's code have it of an instance's id (2026-08). */
const isGone = (refused: ApiRefused): boolean => refused.status === 404 || saysUnknown(refused);

const saysUnknown = (refused: ApiRefused): boolean =>
  refused.status === 400 &&
  codeOf(refused) === 'invalid_request' &&
  /invalid \w+ id|not found|does not exist/i.test(refused.said);

/** USD per GB and month of the volume that an instance boots from. */
export interface DiskRate {
  perGbMonth: number;
  currency: string;
}

export interface Verda extends Api {
  diskRate(): Promise<DiskRate>;
  /** Instances whose key and start script are gone. */
  tidied: Set<string>;
}

/** Verda's API v1 behind an OAuth token, made of client id and secret when it is needed and again when it is refused. */
export function openVerda(context: PlatformContext): Verda {
  const { clock, secret, signal } = context;
  const secrets = [secret(SECRET)?.trim() ?? '', secret(ID)?.trim() ?? ''];
  const shared = {
    name: 'Verda',
    base: apiBaseOf(context, 'verda', 'https://api.verda.com'),
    secrets,
    clock,
    explain,
    isGone,
    keyName: SECRET,
    ...(signal === undefined ? {} : { signal }),
  };
  const token = tokenOf(context, shared);
  const api = openApi({
    ...shared,
    headers: async () => ({ authorization: `Bearer ${await token.value()}` }),
  });
  const letIn = <T>(call: () => Promise<T>): Promise<T> =>
    call().catch((error: unknown) => {
      // A 401 had no effect. Without a token it is the id and secret that were refused.
      const isRefused = error instanceof Problem && error.code === 'api-key-refused' && token.isThere();
      if (!isRefused) throw error;
      token.forget();
      return call();
    });
  const call: Api['call'] = (request) => letIn(() => api.call(request));
  return {
    ...api,
    call,
    unlessGone: (request) => letIn(() => api.unlessGone(request)),
    diskRate: askedOnce(() => askDiskRate(call)),
    tidied: new Set(),
  };
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().min(0) });

/** One token for however many calls wait for it. */
function tokenOf(context: PlatformContext, shared: Omit<ApiOptions, 'headers'> & { secrets: string[] }) {
  const login = openApi({ ...shared, headers: () => ({}), refused: notLetIn });
  const nowMs = (): number => context.clock.now().getTime();
  let token: Promise<{ value: string; until: number }> | undefined;

  async function ask() {
    const body = {
      grant_type: 'client_credentials',
      client_id: apiKeyOf(context, 'verda', ID),
      client_secret: apiKeyOf(context, 'verda', SECRET),
    };
    const request = { method: 'POST', path: '/v1/oauth2/token', body, repeatable: true } as const;
    const { access_token: value, expires_in } = await login.call({ ...request, reply: Token });
    shared.secrets.push(value);
    return { value, until: nowMs() + (expires_in - TOKEN_MARGIN_SECONDS) * 1000 };
  }

  async function value(): Promise<string> {
    const mine = token;
    const known = await mine;
    if (known && nowMs() < known.until) return known.value;
    // Whoever comes second takes the one that the first has asked for.
    if (token === mine) {
      token = ask();
      token.catch(() => {
        token = undefined;
      });
    }
    return token ? (await token).value : value();
  }

  return {
    value,
    isThere: () => token !== undefined,
    forget() {
      token = undefined;
    },
  };
}

const notLetIn = ({ status, said }: ApiRefused): Problem =>
  new Problem({
    code: 'api-key-refused',
    kind: 'usage',
    what: `Verda gives no token for ${ID} and ${SECRET} (${status} ${said}).`,
    next: `Make new API credentials in the console of Verda (project, Keys), store both as ${ID} and ${SECRET}, and run the same command again.`,
  });

export const get = (path: string) => ({ method: 'GET', path: `/v1${path}` }) as const;
export const instances = (api: Api): Promise<Instance[]> =>
  api.call({ ...get('/instances'), reply: Instances });
export const volumes = (api: Api): Promise<Volume[]> => api.call({ ...get('/volumes'), reply: Volumes });
export const trash = (api: Api): Promise<Volume[]> => api.call({ ...get('/volumes/trash'), reply: Volumes });

async function askDiskRate(call: Api['call']): Promise<DiskRate> {
  const types = await call({ ...get('/volume-types'), reply: VolumeTypes });
  const price = types.find(({ type }) => type === 'NVMe')?.price;
  if (price?.perGbMonth != null) return { ...price, perGbMonth: price.perGbMonth };
  throw new Problem({
    code: 'api-reply',
    kind: 'unreachable',
    what: 'Verda names no price of an NVMe volume, so nobody can say what a box costs.',
    next: 'Look into the console of Verda; then report this with the version of gpu-lease, its API may have changed.',
  });
}
