import { randomBytes } from 'node:crypto';
import type { Clock } from '../../src/clock.ts';
import { Billing } from './billing.ts';
import type { BoxPool, TwinBox } from './boxes.ts';
import { inWords, jobOf, plain, type RentedPlatform, saidYes, wordIn } from './rented-platform.ts';
import { keysIn } from './start-command.ts';
import { startTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';

export interface AutodlTwinOptions {
  clock: Clock;
  /** Real sshd boxes; without them an endpoint is shown at which nothing answers. */
  boxes?: BoxPool;
  /** From create to `running`, and from power-off to `shutdown`. */
  bootSeconds?: number;
  offSeconds?: number;
  /** Free cards per specification; what is not named never runs out. */
  stock?: Record<string, number>;
}

export interface AutodlTwin {
  server: Twin;
  billing: Billing;
  /** Works; known but of an account without verification. */
  tokens: { good: string; unverified: string };
  /** Passwords and tokens that its answers have held so far. */
  secrets(): string[];
  /** Names, as sent, of what is charged by the hour at this moment. */
  billed(): string[];
  /** An instance that somebody makes in the console. */
  foreign(name: string): string;
  /** `shutdown` inside of it: a power-off of the platform's, by its document. */
  shutDownInside(uuid: string): Promise<void>;
  /** Stays so until it is told otherwise. */
  setState(uuid: string, word: string): void;
  setStock(spec: string, cards: number): void;
  /** The next looks at an instance that is released show what it was before. */
  lag(looks: number): void;
  /** The details of new instances are not there for so many looks. */
  detailsLate(looks: number): void;
  instances: ReadonlyMap<string, AutodlInstance>;
  close(): Promise<void>;
}

interface AutodlInstance {
  uuid: string;
  name: string;
  spec: string;
  count: number;
  extraGb: number;
  status: string;
  createdAt: Date;
  /** When the present transition is over, by the clock. */
  settlesAt: number;
  password: string;
  jupyterToken: string;
  startCommand: string;
  box?: TwinBox;
}

/** Yuan x 1000 per card and hour; figures of the twin, near what is known. */
const PRICES: Record<string, number> = {
  h800: 8880,
  'v-48g': 2790,
  'pro6000-p': 5980,
  'v-32g-p': 1880,
  'v-48g-350w': 1580,
  '5090-p': 2880,
  '4090D': 1980,
};
const GIB = 2 ** 30;
const IMAGES = ['base-image-l2t43iu6uk', 'base-image-mbr2n4urrc'];

/**
 * AutoDL's Container Instance Pro API on loopback: requests, answers and codes of the platform's document and of field
 * reports (2026-08, 2026-09). Taken on trust: the words on a wrong token, and that unknown fields are refused.
 */
export async function startAutodlTwin(options: AutodlTwinOptions): Promise<AutodlTwin> {
  const { clock, bootSeconds = 0, offSeconds = 0 } = options;
  const billing = new Billing(clock);
  const instances = new Map<string, AutodlInstance>();
  const released = new Map<string, AutodlInstance>();
  const stock: Record<string, number> = { ...options.stock };
  const tokens = {
    good: `adl-${randomBytes(16).toString('hex')}`,
    unverified: `adl-${randomBytes(16).toString('hex')}`,
  };
  const secrets: string[] = [...Object.values(tokens)];
  let staleLooks = 0;
  let lateDetails = 0;
  const now = () => clock.now().getTime();

  /** Transitions happen when their time has come, whoever looks first. */
  function settle(): void {
    for (const each of instances.values()) {
      if (now() < each.settlesAt) continue;
      if (each.status === 'creating' || each.status === 'starting') {
        each.status = 'running';
        billing.start(each.uuid, 'gpu', usd((PRICES[each.spec] ?? 0) * each.count));
      } else if (each.status === 'shutting_down') {
        each.status = 'shutdown';
        billing.stop(each.uuid, 'gpu');
        stock[each.spec] = (stock[each.spec] ?? Number.POSITIVE_INFINITY) + each.count;
      }
    }
  }

  function made(fields: {
    name: string;
    spec: string;
    count: number;
    extraGb: number;
    startCommand: string;
  }) {
    const instance: AutodlInstance = {
      ...fields,
      uuid: `pro-${randomBytes(6).toString('hex')}`,
      status: 'creating',
      createdAt: clock.now(),
      settlesAt: now() + bootSeconds * 1000,
      password: randomBytes(9).toString('base64'),
      jupyterToken: `jupyter-${randomBytes(12).toString('hex')}`,
    };
    secrets.push(instance.password, instance.jupyterToken);
    instances.set(instance.uuid, instance);
    if (fields.extraGb > 0) billing.start(instance.uuid, 'disk', usd((fields.extraGb * 6.6) / 24));
    settle();
    return instance;
  }

  async function create(body: Body): Promise<TwinReply> {
    const wrong = faultOf(body, {
      req_gpu_amount: (v) => Number.isInteger(v) && (v as number) >= 1 && (v as number) <= 4,
      expand_system_disk_by_gb: (v) => Number.isInteger(v) && (v as number) >= 0 && (v as number) <= 500,
      gpu_spec_uuid: (v) => typeof v === 'string' && Object.hasOwn(PRICES, v),
      image_uuid: (v) => IMAGES.includes(String(v)) || /^image-/.test(String(v)),
      cuda_v_from: (v) => Number.isInteger(v) && (v as number) >= 100,
      'data_center_list?': (v) =>
        Array.isArray(v) && v.every((each) => ['westDC3', 'beijingDC2'].includes(each)),
      'instance_name?': (v) => typeof v === 'string',
      'start_command?': (v) => typeof v === 'string',
    });
    if (wrong) return refusal('RequestParameterIsWrong', '请求参数错误');
    const [spec, count] = [String(body['gpu_spec_uuid']), Number(body['req_gpu_amount'])];
    const left = stock[spec];
    if (left !== undefined && left < count)
      return refusal('InternalError', '当前算力规格暂无库存，请稍后再试');
    if (left !== undefined) stock[spec] = left - count;
    const startCommand = String(body['start_command'] ?? '');
    const name = String(body['instance_name'] ?? '');
    const extraGb = Number(body['expand_system_disk_by_gb']);
    const instance = made({ name, spec, count, extraGb, startCommand });
    if (options.boxes) instance.box = await options.boxes.take(keysIn(startCommand));
    return success(instance.uuid);
  }

  function details(each: AutodlInstance): TwinReply {
    const price = (PRICES[each.spec] ?? 0) * each.count;
    const host = each.box?.host ?? '127.0.0.1';
    const port = each.box?.port ?? 1;
    return success({
      region_sign: 'bj-B1',
      payg_price: price,
      origin_pay_price: Math.round(price * 1.05),
      snapshot_gpu_alias_name: each.spec,
      chip_corp: 'nvidia',
      cpu_arch: 'x86',
      usage_info: {
        container_id: `autodl-${each.uuid}`,
        data_disk_total_size: 0,
        valid: each.status === 'running',
      },
      expand_system_disk_size: each.extraGb * GIB,
      system_init_disk_size: 30 * GIB,
      ssh_command: `ssh -p ${port} root@${host}`,
      proxy_host: host,
      root_password: each.password,
      ssh_port: port,
      jupyter_token: each.jupyterToken,
      jupyter_domain: 'a1-765793a1f226.example:8443',
      service_6006_domain: 'u1-h1tr7dnhvxyvm4uacvq9.example:8443',
      service_6006_port_protocol: 'http',
    });
  }

  const row = (each: AutodlInstance) => ({
    created_at: beijing(each.createdAt),
    uuid: each.uuid,
    machine_id: '4d67438b4f',
    region_sign: 'bj-B1',
    region_name: '北京B区',
    status: each.status,
    sub_status: '',
    start_mode: 'gpu',
    charge_type: 'payg',
    req_gpu_amount: each.count,
    expired_at: { Time: '0001-01-01T00:00:00Z', Valid: false },
    started_at: { Time: beijing(each.createdAt), Valid: each.status === 'running' },
    name: each.name,
    gpu_spec_uuid: each.spec,
  });

  /** What the platform shows under that id, which may be what it was. */
  function shown(uuid: string): AutodlInstance | undefined {
    const there = instances.get(uuid);
    if (there || staleLooks === 0 || !released.has(uuid)) return there;
    staleLooks -= 1;
    return released.get(uuid);
  }

  async function powerOff(each: AutodlInstance): Promise<TwinReply> {
    if (each.status === 'shutdown') return refusal('InternalError', '实例已关机');
    each.status = 'shutting_down';
    each.settlesAt = now() + offSeconds * 1000;
    await each.box?.stop();
    return success(null);
  }

  /** By the document (2026-08): `payload` is `gpu`. Cards are given back by a stop, and may be gone by now. */
  async function powerOn(each: AutodlInstance): Promise<TwinReply> {
    if (each.status !== 'shutdown') return refusal('InternalError', '实例未关机');
    const left = stock[each.spec];
    if (left !== undefined && left < each.count)
      return refusal('InternalError', '当前算力规格暂无库存，请稍后再试');
    if (left !== undefined) stock[each.spec] = left - each.count;
    each.status = 'starting';
    each.settlesAt = now() + bootSeconds * 1000;
    await each.box?.start();
    return success({ description: '' });
  }

  async function release(each: AutodlInstance): Promise<TwinReply> {
    if (each.status !== 'shutdown') return refusal('InternalError', '释放实例前，请确保实例是关机状态');
    instances.delete(each.uuid);
    released.set(each.uuid, { ...each, status: 'running' });
    billing.stop(each.uuid);
    await each.box?.destroy();
    return success(null);
  }

  const onInstance: Record<string, (each: AutodlInstance) => TwinReply | Promise<TwinReply>> = {
    'POST power_on': powerOn,
    'POST power_off': powerOff,
    'POST release': release,
    'GET status': (each) => success(each.status),
    'GET snapshot': details,
  };

  async function handle(request: TwinRequest): Promise<TwinReply> {
    settle();
    const token = request.headers.authorization;
    if (token !== tokens.good && token !== tokens.unverified) return refusal('AuthorizeFailed', '登录超时');
    if (token === tokens.unverified) return refusal('TORealName', '请先完成实名认证');
    const verb = `${request.method} ${request.path.replace(/^\/api\/v1\/dev\/instance\/pro\//, '')}`;
    const body = request.body as Body;
    if (verb === 'POST create') return create(body);
    if (verb === 'POST list') return page([...instances.values()].map(row), body);
    if (verb === 'POST image/private/list') return page([], body);
    const act = Object.hasOwn(onInstance, verb) ? onInstance[verb] : undefined;
    if (!act) return { status: 404, body: '404 page not found' };
    // The GETs look into the query alone, whatever the document shows.
    const wanted = request.method === 'GET' ? Object.fromEntries(request.query) : body;
    const fields = {
      instance_uuid: (v: unknown) => typeof v === 'string' && v !== '',
      ...(verb === 'POST power_on' && {
        payload: (v: unknown) => v === 'gpu',
        'start_command?': (v: unknown) => typeof v === 'string',
      }),
    };
    if (faultOf(wanted, fields)) return refusal('RequestParameterIsWrong', '请求参数错误');
    const each = shown(String(wanted['instance_uuid']));
    if (!each) return refusal('RecordNotFoundError', '记录不存在');
    if (verb === 'GET snapshot' && lateDetails > 0) {
      lateDetails -= 1;
      return refusal('InternalError', '服务繁忙');
    }
    const reply = await act(each);
    settle();
    return reply;
  }

  const server = await startTwin(handle, clock);
  return {
    server,
    billing,
    tokens,
    secrets: () => [...secrets],
    billed() {
      settle();
      return [...instances.values()]
        .filter((each) => billing.running().some((line) => line.startsWith(each.uuid)))
        .map((each) => each.name);
    },
    foreign: (name) => made({ name, spec: '4090D', count: 1, extraGb: 0, startCommand: '' }).uuid,
    async shutDownInside(uuid) {
      const each = instances.get(uuid);
      if (each) await powerOff(each);
      settle();
    },
    setState(uuid, word) {
      const each = instances.get(uuid);
      if (!each) return;
      each.status = word;
      each.settlesAt = Number.POSITIVE_INFINITY;
    },
    setStock(spec, cards) {
      stock[spec] = cards;
    },
    lag(looks) {
      staleLooks = looks;
    },
    detailsLate(looks) {
      lateDetails = looks;
    },
    instances,
    close: () => server.close(),
  };
}

type Body = Record<string, unknown>;

/** The first field that is missing, wrong or not known; a question mark in a key makes it optional. */
function faultOf(body: unknown, fields: Record<string, (value: unknown) => boolean>): string | undefined {
  if (body === null || typeof body !== 'object') return 'body';
  const given = body as Body;
  const known = Object.keys(fields).map((key) => key.replace('?', ''));
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined) return unknown;
  return Object.entries(fields).find(([key, fits]) => {
    const value = given[key.replace('?', '')];
    return value === undefined ? !key.endsWith('?') : !fits(value);
  })?.[0];
}

function page(rows: unknown[], body: Body): TwinReply {
  const whole = (v: unknown) => Number.isInteger(v) && (v as number) >= 1;
  if (faultOf(body, { page_index: whole, page_size: whole }))
    return refusal('RequestParameterIsWrong', '请求参数错误');
  const [index, size] = [Number(body['page_index']), Number(body['page_size'])];
  return success({
    list: rows.slice((index - 1) * size, index * size),
    page_index: index,
    page_size: size,
    offset: 0,
    max_page: Math.ceil(rows.length / size),
    result_total: rows.length,
  });
}

const requestId = () => randomBytes(16).toString('hex');

/** Everything is HTTP 200. */
const success = (data: unknown): TwinReply => ({
  status: 200,
  body: { code: 'Success', data, msg: '', request_id: requestId() },
});

const refusal = (code: string, msg: string): TwinReply => ({
  status: 200,
  body: { code, msg, data: null, request_id: requestId() },
});

/** Yuan x 1000 in the dollars that the product counts in. */
const usd = (milliYuan: number): number => (milliYuan / 1000) * 0.15;

const beijing = (date: Date): string =>
  new Date(date.getTime() + 8 * 3.6e6).toISOString().replace('Z', '+08:00');

export const rented: RentedPlatform = {
  name: 'autodl',
  job: jobOf('autodl'),
  async start(clock) {
    const twin = await startAutodlTwin({ clock });
    const env = { AUTODL_TOKEN: twin.tokens.good, GPU_LEASE_API_AUTODL: twin.server.url };
    return inWords(twin, env, {
      stop: (id) => twin.setState(id, 'shutdown'),
      start: (id) => twin.setState(id, 'running'),
      lag: (looks) => twin.lag(looks),
    });
  },
  leaseOf: plain,
  isCreated: ({ path }, reply) => path.endsWith('/instance/pro/create') && saidYes(reply),
  isEnd: ({ path }, reply) => /\/instance\/pro\/(?:power_off|release)$/.test(path) && saidYes(reply),
  isDestroy: ({ path }) => path.endsWith('/instance/pro/release'),
  idOf: (reply) => wordIn(reply, 'data'),
};
