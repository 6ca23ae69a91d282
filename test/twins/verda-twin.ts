import type { Clock } from '../../src/clock.ts';
import { Billing } from './billing.ts';
import type { BoxPool, TwinBox } from './boxes.ts';
import { inWords, jobOf, plain, type RentedPlatform, went, wordIn } from './rented-platform.ts';
import { startTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';
import { CLIENT_ID, CLIENT_SECRET, READ_ONLY_SECRET, verdaGate } from './verda-gate.ts';
import {
  gpuMemory,
  IMAGES,
  NVME_USD_PER_GB_MONTH,
  type TwinType,
  TYPES,
  typeView,
  volumePrice,
} from './verda-market.ts';
import { type Json, onlyKnown, refuse, whatIsWrong } from './verda-requests.ts';

const HOURS_PER_MONTH = 730;

interface TwinInstance {
  id: string;
  type: TwinType;
  hostname: string;
  description: string;
  location: string;
  isSpot: boolean;
  createdAt: Date;
  /** Set by what was done to it; without one it boots by the clock. */
  fixed?: string;
  keyIds: string[];
  scriptId: string | null;
  osVolumeId: string;
  image: string;
  box?: TwinBox | undefined;
}

interface TwinVolume {
  id: string;
  name: string;
  size: number;
  location: string;
  isOs: boolean;
  instanceId: string | null;
  onSpotDiscontinue: string;
  createdAt: Date;
}

interface VerdaTwinOptions {
  clock: Clock;
  /** Real sshd boxes; without them instances have an address where nothing listens. */
  boxes?: BoxPool;
  /** From create to `running`; the first half `ordered`, then `provisioning`, in which nothing can be deleted. Default 0.2. */
  bootSeconds?: number;
  /** Of a token. Default 3600. */
  tokenSeconds?: number;
}

export interface VerdaTwin {
  server: Twin;
  billing: Billing;
  clientId: string;
  clientSecret: string;
  readOnlySecret: string;
  /** Everything that it sends and nobody may repeat. */
  secrets: string[];
  /** Host names of the instances that bill now. */
  billed(): string[];
  /** Types that can be had, by location and market: `FIN-01 spot`. */
  stock: Map<string, string[]>;
  /** So many questions after one type are answered with no: its last machine went since the offer. */
  emptyLooks: number;
  /** Creates that are answered 503 although the type was said to be there. */
  snatched: number;
  /** After the next delete, how often the instance and the volumes are shown as they were before it. */
  lagLooks: number;
  /** Tokens made so far stop working at once. */
  forgetTokens(): void;
  addVolume(volume: { name: string; size: number; location: string; isOs?: boolean }): string;
  addForeign(hostname: string): string;
  /** A spot instance is discontinued; its disk is treated as its policy says. */
  evict(instanceId: string): Promise<void>;
  setStatus(instanceId: string, status: string): void;
  volumes(): { name: string; inTrash: boolean; instanceId: string | null }[];
  keys(): string[];
  scripts(): { name: string; script: string }[];
  close(): Promise<void>;
}

/** Verda's API v1 on loopback, as its own Python and Go SDKs have it (2026). It publishes no more of its failures than codes. */
export async function startVerdaTwin(options: VerdaTwinOptions): Promise<VerdaTwin> {
  const { clock, boxes, bootSeconds = 0.2, tokenSeconds = 3600 } = options;
  const billing = new Billing(clock);
  const instances = new Map<string, TwinInstance>();
  const volumes = new Map<string, TwinVolume>();
  const trash = new Map<string, TwinVolume>();
  const keys = new Map<string, { id: string; name: string; key: string }>();
  const scripts = new Map<string, { id: string; name: string; script: string }>();
  const gate = verdaGate(clock, tokenSeconds);
  const stale = new Map<string, { left: number; reply: TwinReply }>();
  const jupyterToken = 'jupyter-token-of-the-listing';
  gate.secrets.push(jupyterToken);
  let count = 0;
  const newId = (): string => {
    count += 1;
    return `5f1a0000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
  };

  function statusOf(each: TwinInstance): string {
    if (each.fixed !== undefined) return each.fixed;
    const age = (clock.now().getTime() - each.createdAt.getTime()) / 1000;
    if (age < bootSeconds / 2) return 'ordered';
    return age < bootSeconds ? 'provisioning' : 'running';
  }

  const hasEnded = (each: TwinInstance): boolean => statusOf(each) === 'discontinued';
  const priceOf = ({ type, isSpot }: TwinInstance) => (isSpot ? type.spotUsdPerHour : type.usdPerHour);
  const hourlyOf = (volume: TwinVolume) =>
    Math.ceil(Number(((NVME_USD_PER_GB_MONTH * volume.size * 1e4) / HOURS_PER_MONTH).toFixed(6))) / 1e4;

  function instanceView(each: TwinInstance): Json {
    const status = statusOf(each);
    const { type } = each;
    const isUp = status === 'running' || status === 'offline';
    return {
      id: each.id,
      instance_type: type.name,
      // As text, which the API also does.
      price_per_hour: String(priceOf(each)),
      hostname: each.hostname,
      description: each.description,
      status,
      created_at: each.createdAt.toISOString(),
      ssh_key_ids: each.keyIds,
      cpu: { description: `${type.cpus} CPU`, number_of_cores: type.cpus },
      gpu: { description: `${type.cards}x ${type.model}`, number_of_gpus: type.cards },
      memory: { description: `${type.memoryGb}GB RAM`, size_in_gigabytes: type.memoryGb },
      gpu_memory: gpuMemory(type),
      storage: { description: 'dynamic' },
      ip: isUp ? (each.box ? `${each.box.host}:${each.box.port}` : '127.0.0.1') : null,
      os_volume_id: status === 'ordered' ? null : each.osVolumeId,
      location: each.location,
      image: each.image,
      os_name: each.image,
      startup_script_id: each.scriptId,
      is_spot: each.isSpot,
      contract: each.isSpot ? 'SPOT' : 'PAY_AS_YOU_GO',
      pricing: 'FIXED_PRICE',
      jupyter_token: jupyterToken,
      volume_ids: [...volumes.values()]
        .filter(({ instanceId }) => instanceId === each.id)
        .map(({ id }) => id),
    };
  }

  const volumeView = (volume: TwinVolume, inTrash: boolean): Json => ({
    id: volume.id,
    name: volume.name,
    size: volume.size,
    type: 'NVMe',
    status: inTrash ? 'deleted' : volume.instanceId === null ? 'detached' : 'attached',
    created_at: volume.createdAt.toISOString(),
    instance_id: volume.instanceId,
    location: volume.location,
    is_os_volume: volume.isOs,
    target: volume.instanceId === null ? null : 'vda',
    ssh_key_ids: [],
    base_hourly_cost: hourlyOf(volume),
    monthly_price: volume.size * NVME_USD_PER_GB_MONTH,
    currency: 'usd',
    contract: 'PAY_AS_YOU_GO',
    ...(inTrash ? { deleted_at: clock.now().toISOString(), is_permanently_deleted: false } : {}),
  });

  const stockOf = (location: string, isSpot: boolean) =>
    twin.stock.get(`${location} ${isSpot ? 'spot' : 'on-demand'}`) ?? [];

  function addVolume(volume: Omit<TwinVolume, 'id' | 'createdAt'>): TwinVolume {
    const made = { ...volume, id: newId(), createdAt: clock.now() };
    volumes.set(made.id, made);
    billing.start(made.id, 'volume', hourlyOf(made));
    return made;
  }

  function addInstance(body: Json, type: TwinType): TwinInstance {
    const id = newId();
    const disk = body['os_volume'] as Json;
    const location = String(body['location_code']);
    const osVolume = addVolume({
      name: String(disk['name']),
      size: Number(disk['size']),
      location,
      isOs: true,
      instanceId: id,
      onSpotDiscontinue: String(disk['on_spot_discontinue'] ?? 'keep_detached'),
    });
    for (const each of (body['existing_volumes'] as string[]) ?? []) {
      const volume = volumes.get(each);
      if (volume) volume.instanceId = id;
    }
    const made: TwinInstance = {
      id,
      type,
      hostname: String(body['hostname']),
      description: String(body['description']),
      location,
      isSpot: body['is_spot'] === true,
      createdAt: clock.now(),
      keyIds: body['ssh_key_ids'] as string[],
      scriptId: (body['startup_script_id'] as string | null | undefined) ?? null,
      osVolumeId: osVolume.id,
      image: String(body['image']),
    };
    instances.set(id, made);
    billing.start(id, 'gpu', priceOf(made));
    return made;
  }

  async function deploy(body: Json): Promise<TwinReply> {
    const wrong = whatIsWrong(body);
    if (wrong) return refuse(400, 'invalid_request', wrong);
    const type = TYPES.find(({ name }) => name === body['instance_type']);
    if (!type) return refuse(400, 'invalid_request', 'Unknown instance type');
    const isMissing = (map: Map<string, unknown>, id: unknown) => id != null && !map.has(String(id));
    if ((body['ssh_key_ids'] as string[]).some((id) => isMissing(keys, id)))
      return refuse(400, 'invalid_request', 'Unknown ssh key');
    if (isMissing(scripts, body['startup_script_id']))
      return refuse(400, 'invalid_request', 'Unknown startup script');
    const location = String(body['location_code']);
    for (const each of (body['existing_volumes'] as string[]) ?? [])
      if (volumes.get(each)?.location !== location || volumes.get(each)?.instanceId !== null)
        return refuse(400, 'invalid_request', 'A volume is not there, not in this location or attached');
    if (!stockOf(location, body['is_spot'] === true).includes(type.name) || twin.snatched > 0) {
      twin.snatched = Math.max(0, twin.snatched - 1);
      return refuse(503, 'service_unavailable', 'No capacity for this instance type');
    }
    const made = addInstance(body, type);
    const authorizedKey = keys.get(made.keyIds[0] ?? '')?.key;
    if (boxes && authorizedKey) {
      const script = scripts.get(made.scriptId ?? '')?.script ?? '';
      const [hostKey] =
        /-----BEGIN OPENSSH PRIVATE KEY-----[\s\S]*?-----END OPENSSH PRIVATE KEY-----/.exec(script) ?? [];
      made.box = await boxes.take({
        authorizedKey,
        ...(hostKey === undefined ? {} : { hostKey: `${hostKey}\n` }),
      });
    }
    return { status: 202, body: made.id };
  }

  async function act(body: Json): Promise<TwinReply> {
    const wrong = onlyKnown(body, ['id', 'action', 'volume_ids', 'delete_permanently']);
    const ids = Array.isArray(body['id']) ? body['id'].map(String) : [];
    if (wrong || ids.length === 0) return refuse(400, 'invalid_request', wrong ?? 'id must be a list of ids');
    const found = ids.flatMap((id) => instances.get(id) ?? []).filter((each) => !hasEnded(each));
    if (found.length < ids.length) return refuse(400, 'invalid_request', 'Invalid instance id');
    const outcomes = [];
    for (const each of found) {
      const error = await actOn(each, body);
      const outcome = { action: body['action'], instanceId: each.id, status: error ? 'error' : 'success' };
      outcomes.push({ ...outcome, ...(error ? { error, statusCode: 400 } : {}) });
    }
    if (outcomes.length === 1 && outcomes[0]?.error) return refuse(400, 'invalid_request', outcomes[0].error);
    return { status: outcomes.some(({ status }) => status === 'error') ? 207 : 202, body: outcomes };
  }

  async function actOn(each: TwinInstance, body: Json): Promise<string | undefined> {
    const status = statusOf(each);
    switch (body['action']) {
      case 'shutdown':
        if (status !== 'running') return 'The instance is not running';
        // It bills on.
        each.fixed = 'offline';
        await each.box?.stop();
        return;
      case 'start':
        if (status !== 'offline') return 'The instance is not offline';
        each.fixed = 'running';
        await each.box?.start();
        return;
      case 'delete':
        if (['ordered', 'provisioning'].includes(status))
          return 'The instance is being provisioned and cannot be deleted';
        return discontinue(each, body['volume_ids'], body['delete_permanently'] === true);
      default:
        return `Unknown action ${String(body['action'])}`;
    }
  }

  async function discontinue(
    each: TwinInstance,
    volumeIds: unknown,
    forGood: boolean,
  ): Promise<string | undefined> {
    const doomed = Array.isArray(volumeIds) ? volumeIds.map(String) : [each.osVolumeId];
    if (doomed.some((id) => volumes.get(id)?.instanceId !== each.id))
      return 'A volume is not attached to this instance';
    keepStale(each.id);
    billing.stop(each.id);
    each.fixed = 'discontinued';
    if (!each.isSpot) instances.delete(each.id);
    for (const volume of [...volumes.values()].filter(({ instanceId }) => instanceId === each.id)) {
      volume.instanceId = null;
      if (doomed.includes(volume.id)) removeVolume(volume, forGood);
    }
    await each.box?.destroy();
    return;
  }

  /** Bills on in the trash: what documents say of it is not clear, so the twin takes the dear reading. */
  function removeVolume(volume: TwinVolume, forGood: boolean): void {
    volumes.delete(volume.id);
    if (!forGood) return void trash.set(volume.id, volume);
    trash.delete(volume.id);
    billing.stop(volume.id);
  }

  function keepStale(id: string): void {
    for (const path of [`/v1/instances/${id}`, '/v1/volumes', '/v1/volumes/trash'])
      if (twin.lagLooks > 0)
        stale.set(path, { left: twin.lagLooks, reply: structuredClone(read(path, new URLSearchParams())) });
    twin.lagLooks = 0;
  }

  function read(path: string, query: URLSearchParams): TwinReply {
    const [, , folder = '', id] = path.split('/');
    const ok = (body: unknown): TwinReply => ({ status: 200, body });
    const isSpot = query.get('isSpot') === 'true';
    switch (folder) {
      case 'instances': {
        const one = id === undefined ? undefined : instances.get(id);
        if (id !== undefined)
          return one ? ok(instanceView(one)) : refuse(400, 'invalid_request', 'Invalid instance id');
        const status = query.get('status');
        const all = [...instances.values()].filter((each) =>
          status ? statusOf(each) === status : !hasEnded(each),
        );
        return ok(all.map(instanceView));
      }
      case 'volumes': {
        if (id === 'trash') return ok([...trash.values()].map((each) => volumeView(each, true)));
        const one = id === undefined ? undefined : volumes.get(id);
        if (id !== undefined)
          return one ? ok(volumeView(one, false)) : refuse(404, 'not_found', 'Volume not found');
        return ok([...volumes.values()].map((each) => volumeView(each, false)));
      }
      case 'volume-types':
        return ok([
          { type: 'HDD', price: volumePrice(0.05), is_shared_fs: false },
          { type: 'NVMe', price: volumePrice(NVME_USD_PER_GB_MONTH), is_shared_fs: false },
        ]);
      case 'instance-types':
        return ok(TYPES.map(typeView));
      case 'instance-availability': {
        const location = query.get('location_code');
        const places = [...new Set([...twin.stock.keys()].map((key) => key.split(' ')[0] ?? ''))];
        const there = places.filter((each) => location === null || each === location);
        if (id !== undefined && twin.emptyLooks > 0) {
          twin.emptyLooks -= 1;
          return ok(false);
        }
        if (id !== undefined) return ok(there.some((each) => stockOf(each, isSpot).includes(id)));
        return ok(there.map((each) => ({ location_code: each, availabilities: stockOf(each, isSpot) })));
      }
      case 'images':
        return ok(
          IMAGES.map((image_type) => ({
            id: newId(),
            image_type,
            name: image_type,
            is_cluster: image_type.includes('cluster'),
            details: [],
          })),
        );
      case 'sshkeys':
        return ok([...keys.values()]);
      case 'scripts': {
        const size = Math.min(100, Number(query.get('pageSize') ?? 10));
        const from = (Number(query.get('page') ?? 1) - 1) * size;
        return ok([...scripts.values()].slice(from, from + size));
      }
      case 'locations':
        return ok([{ code: 'FIN-01', name: 'Finland 1', country_code: 'FI' }]);
      case 'balance':
        return ok({ amount: 100, currency: 'usd' });
      default:
        return refuse(404, 'not_found', `No route for GET ${path}`);
    }
  }

  function remove(path: string, body: Json): TwinReply {
    const [, , folder = '', id = ''] = path.split('/');
    if (folder === 'sshkeys' || folder === 'scripts') {
      const isThere = folder === 'sshkeys' ? keys.delete(id) : scripts.delete(id);
      return isThere ? { status: 200 } : refuse(404, 'not_found', 'Not found');
    }
    const volume = folder === 'volumes' ? (volumes.get(id) ?? trash.get(id)) : undefined;
    if (!volume) return refuse(404, 'not_found', 'Volume not found');
    if (volume.instanceId !== null)
      return refuse(400, 'invalid_request', 'The volume is attached to an instance');
    removeVolume(volume, body['is_permanent'] === true);
    return { status: 200 };
  }

  async function handle(request: TwinRequest): Promise<TwinReply> {
    const { method, path, query } = request;
    const body = (request.body ?? {}) as Json;
    if (method === 'POST' && path === '/v1/oauth2/token') return gate.login(body);
    const refusal = gate.refusal(request);
    if (refusal) return refusal;
    if (method === 'GET') {
      const old = stale.get(path);
      if (old && old.left > 0) {
        old.left -= 1;
        return old.reply;
      }
      return read(path, query);
    }
    if (method === 'DELETE') return remove(path, body);
    if (method === 'PUT' && path === '/v1/instances') return act(body);
    if (method !== 'POST') return refuse(404, 'not_found', `No route for ${method} ${path}`);
    if (path === '/v1/instances') return deploy(body);
    const id = newId();
    if (path === '/v1/sshkeys') {
      if (typeof body['name'] !== 'string' || !/^ssh-\S+ \S+/.test(String(body['key'])))
        return refuse(400, 'invalid_request', 'name and key are required');
      keys.set(id, { id, name: body['name'], key: String(body['key']) });
      return { status: 201, body: id };
    }
    if (path === '/v1/scripts') {
      if (typeof body['name'] !== 'string' || typeof body['script'] !== 'string')
        return refuse(400, 'invalid_request', 'name and script are required');
      scripts.set(id, { id, name: body['name'], script: body['script'] });
      return { status: 201, body: id };
    }
    return refuse(404, 'not_found', `No route for POST ${path}`);
  }

  const server = await startTwin(handle, clock);
  const all = TYPES.map(({ name }) => name);
  const twin: VerdaTwin = {
    server,
    billing,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    readOnlySecret: READ_ONLY_SECRET,
    secrets: gate.secrets,
    stock: new Map([
      ['FIN-01 on-demand', all],
      ['FIN-01 spot', all],
      ['FIN-03 on-demand', ['1H100.80S.30V', 'CPU.4V.16G']],
      ['FIN-03 spot', ['1V100.6V']],
    ]),
    emptyLooks: 0,
    snatched: 0,
    lagLooks: 0,
    billed: () => {
      const running = billing.running();
      return [...instances.values()]
        .filter(({ id }) => running.includes(`${id} gpu`))
        .map(({ hostname }) => hostname);
    },
    forgetTokens: () => gate.forget(),
    addVolume: ({ isOs = false, ...volume }) =>
      addVolume({ ...volume, isOs, instanceId: null, onSpotDiscontinue: 'keep_detached' }).id,
    addForeign: (hostname) => {
      const type = TYPES[0] as TwinType;
      const os_volume = { name: `${hostname}-os`, size: 50 };
      const more = {
        description: 'of somebody else',
        location_code: 'FIN-01',
        ssh_key_ids: [],
        image: 'ubuntu-22.04',
      };
      return addInstance({ hostname, os_volume, is_spot: false, ...more }, type).id;
    },
    async evict(instanceId) {
      const each = instances.get(instanceId);
      if (!each?.isSpot) throw new Error(`${instanceId} is no spot instance`);
      const policy = volumes.get(each.osVolumeId)?.onSpotDiscontinue ?? 'keep_detached';
      await discontinue(
        each,
        policy === 'keep_detached' ? [] : [each.osVolumeId],
        policy === 'delete_permanently',
      );
    },
    setStatus(instanceId, status) {
      const each = instances.get(instanceId);
      if (each) each.fixed = status;
    },
    volumes: () =>
      [...volumes.values(), ...trash.values()].map(({ id, name, instanceId }) => ({
        name,
        instanceId,
        inTrash: trash.has(id),
      })),
    keys: () => [...keys.values()].map(({ name }) => name),
    scripts: () => [...scripts.values()],
    close: () => server.close(),
  };
  return twin;
}

export const rented: RentedPlatform = {
  name: 'verda',
  job: jobOf('verda', 'H100'),
  async start(clock) {
    const twin = await startVerdaTwin({ clock });
    const env = {
      VERDA_CLIENT_ID: twin.clientId,
      VERDA_CLIENT_SECRET: twin.clientSecret,
      GPU_LEASE_API_VERDA: twin.server.url,
    };
    return inWords(twin, env, {
      evict: (id) => twin.evict(id),
      lag(looks) {
        twin.lagLooks = looks;
      },
    });
  },
  leaseOf: plain,
  isCreated: ({ method, path }, reply) => method === 'POST' && path === '/v1/instances' && went(reply),
  isEnd: ({ method, path }, reply) => method === 'PUT' && path === '/v1/instances' && went(reply),
  isDestroy: ({ method, path, body }) =>
    method === 'PUT' && path === '/v1/instances' && Object(body).action === 'delete',
  idOf: (reply) => wordIn(reply),
  evictsSpot: true,
};
