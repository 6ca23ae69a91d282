import { createHash, randomUUID } from 'node:crypto';
import { parse as parseYaml } from 'yaml';
import type { Clock } from '../../src/clock.ts';
import type { Moved } from '../../src/lease/traffic.ts';
import { Billing } from './billing.ts';
import type { BoxPool, TwinBox } from './boxes.ts';
import { checkDroplet, type DropletRequest, SIZES } from './digitalocean-create.ts';
import { inWords, jobOf, plain, type RentedPlatform, went, wordIn } from './rented-platform.ts';
import { startTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';

export const DO_TOKEN = 'dop_v1_twin0123456789abcdef0123456789abcdef';
export const DO_READ_ONLY_TOKEN = 'dop_v1_readonly0123456789abcdef01234567';

export interface DigitalOceanTwinOptions {
  clock: Clock;
  /** Real boxes; without them a droplet has an address at which nobody answers. */
  boxes?: BoxPool;
  bootSeconds?: number;
  /** From the 204 to the 404. */
  destroySeconds?: number;
}

export interface DigitalOceanTwin {
  server: Twin;
  billing: Billing;
  /** Names of the droplets that bill now. */
  billed(): string[];
  /** The next creates of any size find no room. */
  runOut(creates?: number): void;
  /** Seconds that a destroy takes, and reads of a destroyed droplet that still show it. */
  slowEnd(seconds: number, staleReads: number): void;
  set(boxId: string, status: string): void;
  rename(boxId: string, name: string): void;
  moved(boxId: string, bytes: Moved): void;
  /** A droplet, a plain droplet, a volume and a snapshot of somebody else in the account. */
  foreign(name?: string): { boxId: string; plainId: string; volumeId: string; snapshotId: string };
  addVolume(name: string, region: string): string;
  addKey(name: string, publicKey: string): void;
  keys(): string[];
  userData(boxId: string): string | undefined;
  close(): Promise<void>;
}

interface Machine {
  id: number;
  request: DropletRequest;
  name: string;
  createdAt: string;
  upAt: number;
  forced?: string;
  goneAt?: number;
  staleReads: number;
  sentBytes: number;
  box?: TwinBox;
  address: string;
}

interface Volume {
  id: string;
  name: string;
  region: string;
  createdAt: string;
}

/**
 * A loopback DigitalOcean API v2, as far as GPU Droplets go. From the published description: paths, bodies, pages, statuses,
 * tags, the separate list of GPU droplets. From reports: 422 with prose for a lack of capacity, for a limit and for a key that
 * exists. Ours, because nobody says: how long a boot and a destroy take.
 */
export async function startDigitalOceanTwin(options: DigitalOceanTwinOptions): Promise<DigitalOceanTwin> {
  const { clock, boxes, bootSeconds = 20 } = options;
  const now = () => clock.now().getTime() / 1000;
  const billing = new Billing(clock);
  const machines = new Map<number, Machine>();
  /** By their lower-case spelling: the first one is canonical. */
  const known = new Map<string, string>();
  const volumes = new Map<string, Volume>();
  const keys = new Map<number, { id: number; fingerprint: string; public_key: string; name: string }>();
  const snapshots = new Map<number, object>();
  let destroySeconds = options.destroySeconds ?? 10;
  let staleReads = 0;
  let outOfCapacity = 0;
  let lastId = 3_164_444;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };

  const isGone = ({ goneAt = Number.POSITIVE_INFINITY, staleReads: left }: Machine) =>
    now() >= goneAt && left === 0;

  /** One look of a client: a list that lags shows the old state for so many looks. */
  function look(machine: Machine): object | undefined {
    if (isGone(machine)) return;
    if (machine.goneAt !== undefined && now() >= machine.goneAt) machine.staleReads -= 1;
    return shown(machine);
  }

  function shown({ id, request, name, createdAt, upAt, forced, address }: Machine): object {
    const size = SIZES.find(({ slug }) => slug === request.size) ?? SIZES[0];
    const status = forced ?? (now() < upAt ? 'new' : 'active');
    const v4 = { ip_address: address, netmask: '255.255.255.0', gateway: '203.0.113.1', type: 'public' };
    const inside = { ...v4, ip_address: '10.128.192.124', gateway: '10.128.192.1', type: 'private' };
    return {
      id,
      name,
      memory: size?.memory,
      vcpus: size?.vcpus,
      disk: size?.disk,
      locked: status === 'new',
      status,
      created_at: createdAt,
      features: ['private_networking'],
      backup_ids: [],
      next_backup_window: null,
      snapshot_ids: [],
      image: image(request.image),
      volume_ids: request.volumes ?? [],
      size,
      size_slug: request.size,
      networks: { v4: status === 'new' ? [] : [inside, v4], v6: [] },
      region: region(request.region),
      tags: request.tags ?? [],
      ...(size?.gpu_info ? { gpu_info: size.gpu_info } : {}),
    };
  }

  function add(request: DropletRequest, box?: TwinBox): Machine {
    const id = nextId();
    const machine: Machine = {
      id,
      request,
      name: request.name,
      createdAt: new Date(Math.floor(now()) * 1000).toISOString().replace('.000Z', 'Z'),
      upAt: now() + bootSeconds,
      staleReads: 0,
      sentBytes: 0,
      address: box ? `${box.host}:${box.port}` : `203.0.113.${(id % 250) + 1}`,
      ...(box ? { box } : {}),
    };
    machines.set(id, machine);
    // Off or on: it bills from its creation to its destruction.
    billing.start(String(id), 'gpu', SIZES.find(({ slug }) => slug === request.size)?.price_hourly ?? 0);
    billing.measure(String(id), 'traffic', () => excessOf(machine));
    return machine;
  }

  /**
   * What came in is free, what went out too up to the allowance, which grows by the hour for 28 days; whole GiB are billed. Second
   * source: answers in DigitalOcean's community, with the page on bandwidth billing (2018-06 to 2026-08). It pools the allowances of an
   * account; here a droplet has its own alone.
   */
  function excessOf({ request, createdAt, goneAt, sentBytes }: Machine): number {
    const transferTb = SIZES.find(({ slug }) => slug === request.size)?.transfer ?? 0;
    const hours = (Math.min(now(), goneAt ?? now()) - Date.parse(createdAt) / 1000) / 3600;
    const freeGb = ((transferTb * 1000) / 672) * Math.min(672, hours);
    return 0.01 * Math.max(0, Math.round(sentBytes / 2 ** 30 - freeGb));
  }

  async function create(body: unknown): Promise<TwinReply> {
    const known = [...keys.values()].flatMap(({ id, fingerprint }) => [String(id), fingerprint]);
    const problem = checkDroplet(body, { keys: known, volumes: [...volumes.values()] });
    if (problem) return problem;
    const request = body as DropletRequest;
    if (outOfCapacity > 0) {
      outOfCapacity -= 1;
      return unprocessable('There is currently not enough capacity for this size in this region.');
    }
    const hostKey = parseYaml(request.user_data ?? '')?.ssh_keys?.ed25519_private;
    const key = [...keys.values()].find(
      ({ id, fingerprint }) => fingerprint === request.ssh_keys?.[0] || id === request.ssh_keys?.[0],
    );
    const box = await boxes?.take({
      authorizedKey: key?.public_key ?? '',
      ...(hostKey === undefined ? {} : { hostKey }),
    });
    const machine = add(request, box);
    const href = `https://api.digitalocean.com/v2/actions/${machine.id}`;
    const links = { actions: [{ id: machine.id, rel: 'create', href }] };
    return { status: 202, body: { droplet: shown(machine), links } };
  }

  async function destroy(machine: Machine): Promise<TwinReply> {
    if (machine.goneAt !== undefined) return isGone(machine) ? notFound() : { status: 204 };
    machine.goneAt = now() + destroySeconds;
    machine.staleReads = staleReads;
    billing.stop(String(machine.id));
    await machine.box?.destroy();
    return { status: 204 };
  }

  async function droplets(request: TwinRequest): Promise<TwinReply | undefined> {
    const { method, path, query, body } = request;
    if (path === '/v2/droplets' && method === 'POST') return create(body);
    if (path === '/v2/droplets' && method === 'GET') {
      const type = query.get('type') ?? 'droplets';
      if (query.has('type') && query.has('tag_name'))
        return unprocessable('type cannot be combined with tag_name');
      const isGpu = ({ request: { size } }: Machine) => size.startsWith('gpu-');
      const rows = [...machines.values()].filter((each) => isGpu(each) === (type === 'gpus'));
      return page('droplets', rows.map(look).filter(Boolean), query);
    }
    const [, id, action] = /^\/v2\/droplets\/(\d+)(\/actions)?$/.exec(path) ?? [];
    if (id === undefined) return;
    const machine = machines.get(Number(id));
    if (!machine) return notFound();
    if (method === 'DELETE' && !action) return destroy(machine);
    if (method === 'GET' && !action) {
      const seen = look(machine);
      return seen ? { status: 200, body: { droplet: seen } } : notFound();
    }
    return method === 'POST' && action && !isGone(machine) ? act(machine, body) : undefined;
  }

  /** Off is no end of the bill. */
  function act(machine: Machine, body: unknown): TwinReply {
    const type = (body as { type?: string })?.type ?? '';
    if (!['power_off', 'power_on', 'shutdown'].includes(type)) return unprocessable('unknown action type');
    machine.forced = type === 'power_on' ? 'active' : 'off';
    const when = clock.now().toISOString();
    const action = {
      id: nextId(),
      status: 'in-progress',
      type,
      started_at: when,
      resource_id: machine.id,
      resource_type: 'droplet',
      region: region(machine.request.region),
      region_slug: machine.request.region,
    };
    return { status: 201, body: { action } };
  }

  function account({ method, path, query, body }: TwinRequest): TwinReply | undefined {
    if (path === '/v2/account/keys' && method === 'GET') return page('ssh_keys', [...keys.values()], query);
    if (path === '/v2/account/keys' && method === 'POST') {
      const { name, public_key: text } = (body ?? {}) as { name?: string; public_key?: string };
      if (!name || !/^ssh-(ed25519|rsa) [A-Za-z0-9+/=]+( .*)?$/.test(text ?? ''))
        return unprocessable('Key invalid, key should be of the format `ssh-rsa AAAA`');
      const fingerprint = md5Of(text ?? '');
      if ([...keys.values()].some((each) => each.fingerprint === fingerprint))
        return unprocessable('SSH Key is already in use on your account');
      const key = { id: nextId(), fingerprint, public_key: text ?? '', name };
      keys.set(key.id, key);
      return { status: 201, body: { ssh_key: key } };
    }
    const wanted = /^\/v2\/account\/keys\/([^/]+)$/.exec(path)?.[1];
    if (wanted === undefined) return;
    const name = decodeURIComponent(wanted);
    const key = [...keys.values()].find(({ id, fingerprint }) => String(id) === name || fingerprint === name);
    if (!key) return notFound();
    if (method === 'DELETE') keys.delete(key.id);
    return method === 'DELETE' ? { status: 204 } : { status: 200, body: { ssh_key: key } };
  }

  /** Tags are the account's: one is made first, put on droplets then, and stays when a droplet goes. */
  function tags({ method, path, body }: TwinRequest): TwinReply | undefined {
    if (path === '/v2/tags' && method === 'POST') {
      const { name = '' } = (body ?? {}) as { name?: string };
      if (!/^[a-zA-Z0-9_\-:]{1,255}$/.test(name)) return unprocessable('Tag name is not valid');
      known.set(name.toLowerCase(), name);
      return { status: 201, body: { tag: { name, resources: { count: 0 } } } };
    }
    const [, wanted, resources] = /^\/v2\/tags\/([^/]+)(\/resources)?$/.exec(path) ?? [];
    if (wanted === undefined) return;
    const tag = decodeURIComponent(wanted);
    if (known.get(tag.toLowerCase()) !== tag) return notFound();
    if (method === 'DELETE' && !resources) {
      known.delete(tag.toLowerCase());
      for (const { request } of machines.values())
        request.tags = request.tags?.filter((each) => each !== tag) ?? [];
      return { status: 204 };
    }
    if (method !== 'POST' || !resources) return;
    const given =
      (body as { resources?: { resource_id?: string; resource_type?: string }[] })?.resources ?? [];
    for (const { resource_id: id, resource_type: type } of given) {
      const machine = machines.get(Number(id));
      if (type !== 'droplet' || !machine || isGone(machine)) return notFound();
      machine.request.tags = [...new Set([...(machine.request.tags ?? []), tag])];
    }
    return { status: 204 };
  }

  function storage({ method, path, query }: TwinRequest): TwinReply | undefined {
    const usersOf = (id: string) =>
      [...machines.values()].filter((each) => !isGone(each) && each.request.volumes?.includes(id));
    if (path === '/v2/images' && method === 'GET') return page('images', [...snapshots.values()], query);
    if (path === '/v2/volumes' && method === 'GET') {
      const rows = [...volumes.values()].map((each) => ({
        id: each.id,
        name: each.name,
        description: '',
        size_gigabytes: 100,
        created_at: each.createdAt,
        droplet_ids: usersOf(each.id).map(({ id }) => id),
        region: region(each.region),
        filesystem_type: 'ext4',
        filesystem_label: 'data',
        tags: [],
      }));
      return page('volumes', rows, query);
    }
    const id = /^\/v2\/volumes\/([^/]+)$/.exec(path)?.[1];
    if (id === undefined || method !== 'DELETE') return;
    if (!volumes.has(id)) return notFound();
    if (usersOf(id).length > 0)
      return { status: 409, body: { id: 'conflict', message: 'volume must be detached first' } };
    volumes.delete(id);
    billing.stop(id);
    return { status: 204 };
  }

  function turnedAway({ headers, method }: TwinRequest): TwinReply | undefined {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    if (token !== DO_TOKEN && token !== DO_READ_ONLY_TOKEN)
      return { status: 401, body: { id: 'unauthorized', message: 'Unable to authenticate you.' } };
    if (token === DO_READ_ONLY_TOKEN && method !== 'GET')
      return {
        status: 403,
        body: { id: 'forbidden', message: 'You are not authorized to perform this operation' },
      };
    return;
  }

  const server = await startTwin(async (request) => {
    const isSizes = request.method === 'GET' && request.path === '/v2/sizes';
    return (
      turnedAway(request) ??
      (isSizes ? page('sizes', SIZES, request.query) : undefined) ??
      (await droplets(request)) ??
      account(request) ??
      tags(request) ??
      storage(request) ??
      notFound()
    );
  }, clock);

  const machineOf = (id: string): Machine => {
    const machine = machines.get(Number(id));
    if (!machine) throw new Error(`the twin has no droplet ${id}`);
    return machine;
  };

  const addVolume = (name: string, slug: string): string => {
    const id = randomUUID();
    volumes.set(id, { id, name, region: slug, createdAt: clock.now().toISOString() });
    billing.start(id, 'volume', 10 / 730);
    return id;
  };

  return {
    server,
    billing,
    billed: () =>
      [...machines.values()]
        .filter(({ id }) => billing.running().includes(`${id} gpu`))
        .map(({ request }) => request.name),
    runOut: (creates = 1) => {
      outOfCapacity = creates;
    },
    slowEnd: (seconds, reads) => {
      destroySeconds = seconds;
      staleReads = reads;
    },
    set: (boxId, status) => {
      machineOf(boxId).forced = status;
    },
    moved: (boxId, { fromBoxBytes }) => {
      machineOf(boxId).sentBytes += fromBoxBytes;
    },
    rename: (boxId, name) => {
      machineOf(boxId).name = name;
    },
    foreign: (name = 'somebody-elses') => {
      const request = { name, region: 'nyc2', image: 'gpu-h100x1-base', tags: ['web'] };
      const snapshotId = nextId();
      snapshots.set(snapshotId, { ...image(`${name}-snapshot`), id: snapshotId, type: 'snapshot' });
      return {
        boxId: String(add({ ...request, size: 'gpu-h100x1-80gb' }).id),
        plainId: String(add({ ...request, size: 's-1vcpu-1gb', name: `${name}-web` }).id),
        volumeId: addVolume(`${name}-data`, 'nyc2'),
        snapshotId: String(snapshotId),
      };
    },
    addVolume,
    addKey: (name, text) => {
      const id = nextId();
      keys.set(id, { id, fingerprint: md5Of(text), public_key: text, name });
    },
    keys: () => [...keys.values()].map(({ name }) => name),
    userData: (boxId) => machineOf(boxId).request.user_data,
    close: () => server.close(),
  };
}

/** Without `per_page` a page has 20 rows. */
function page(list: string, rows: unknown[], query: URLSearchParams): TwinReply {
  const perPage = Number(query.get('per_page') ?? 20);
  const number = Number(query.get('page') ?? 1);
  if (!(perPage >= 1 && perPage <= 200 && number >= 1)) return unprocessable('per_page must be 1 to 200');
  const from = (number - 1) * perPage;
  const body = { [list]: rows.slice(from, from + perPage), links: {}, meta: { total: rows.length } };
  const headers = {
    'ratelimit-limit': '5000',
    'ratelimit-remaining': '4816',
    'ratelimit-reset': '1444931833',
  };
  return { status: 200, body, headers };
}

const md5Of = (text: string): string =>
  (
    createHash('md5')
      .update(Buffer.from(text.split(/\s+/)[1] ?? '', 'base64'))
      .digest('hex')
      .match(/../g) ?? []
  ).join(':');

const region = (slug: string) => ({ name: slug, slug, features: ['volumes'], available: true, sizes: [] });

const image = (slug: string) => ({
  id: 7_555_620,
  name: slug,
  type: 'base',
  distribution: 'Ubuntu',
  slug,
  public: true,
  regions: ['nyc2', 'tor1'],
  created_at: '2026-01-05T16:30:40Z',
  min_disk_size: 20,
  size_gigabytes: 20.5,
  tags: [],
  status: 'available',
});

const unprocessable = (message: string): TwinReply => ({
  status: 422,
  body: { id: 'unprocessable_entity', message },
});
const notFound = (): TwinReply => ({
  status: 404,
  body: { id: 'not_found', message: 'The resource you requested could not be found.' },
});

export const rented: RentedPlatform = {
  name: 'digitalocean',
  job: jobOf('digitalocean', 'H100'),
  async start(clock) {
    const twin = await startDigitalOceanTwin({ clock });
    const env = { DIGITALOCEAN_TOKEN: DO_TOKEN, GPU_LEASE_API_DIGITALOCEAN: twin.server.url };
    return inWords(twin, env, {
      moved: (id, bytes) => twin.moved(id, bytes),
      stop: (id) => twin.set(id, 'off'),
      start: (id) => twin.set(id, 'active'),
      lag: (looks) => twin.slowEnd(30, looks),
    });
  },
  leaseOf: plain,
  isCreated: ({ method, path }, reply) => method === 'POST' && path === '/v2/droplets' && went(reply),
  isEnd: ({ method, path }, reply) => method === 'DELETE' && path.startsWith('/v2/droplets/') && went(reply),
  isDestroy: ({ method, path }) => method === 'DELETE' && path.startsWith('/v2/droplets/'),
  idOf: (reply) => wordIn(reply, 'droplet', 'id'),
  keepsMarks: true,
};
