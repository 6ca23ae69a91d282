import { randomBytes } from 'node:crypto';
import { parse as parseYaml } from 'yaml';
import type { Clock } from '../../src/clock.ts';
import { Billing } from './billing.ts';
import type { BoxPool, TwinBox } from './boxes.ts';
import { checkLaunch, type LaunchRequest } from './lambda-launch-check.ts';
import { inWords, jobOf, plain, type RentedPlatform, went, wordIn } from './rented-platform.ts';
import { startTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';

export const LAMBDA_KEY = 'secret_twin_0123456789abcdef.full';
export const LAMBDA_READ_ONLY_KEY = 'secret_twin_0123456789abcdef.inactive';

export interface LambdaTwinOptions {
  clock: Clock;
  /** Real boxes; without them an instance has an address at which nobody answers. */
  boxes?: BoxPool;
  bootSeconds?: number;
  /** From the call to `terminated`; documents say nothing, reports say minutes. */
  terminateSeconds?: number;
  /** One call a second and one launch in twelve, as documented; off for clients that keep no pace. Default on. */
  paced?: boolean;
}

export interface LambdaTwin {
  server: Twin;
  billing: Billing;
  /** Names of the instances that bill now. */
  billed(): string[];
  /** Units left of a type in a region. */
  capacity: Map<string, number>;
  /** What is advertised is only a hint: the next launches find nothing although it says otherwise. */
  runOut(launches?: number): void;
  /** Slow ends: seconds a terminate takes, and reads of an ended instance that still show it `terminating`. */
  slowEnd(seconds: number, staleReads: number): void;
  set(boxId: string, status: string): void;
  /** As a host that dies: ended from the platform's side, nothing bills any more. */
  takeAway(boxId: string): Promise<void>;
  rename(boxId: string, name: string): void;
  /** An instance and a file system of somebody else in the account. */
  foreign(name?: string): { boxId: string; fileSystemId: string };
  addFileSystem(name: string, region: string): string;
  addKey(name: string, publicKey: string): void;
  keys(): string[];
  /** What the instance was launched with. */
  userData(boxId: string): string | undefined;
  /** Tokens that stand in its answers. */
  tokens(): string[];
  close(): Promise<void>;
}

interface Machine {
  id: string;
  request: LaunchRequest;
  name: string;
  token: string;
  upAt: number;
  /** Set by a test, whatever the clock says. */
  forced?: string;
  endAt?: number;
  staleReads: number;
  box?: TwinBox;
  address: string;
}

interface FileSystem {
  id: string;
  name: string;
  region: string;
  created: string;
}

export const TYPES: [
  name: string,
  gpu: string,
  cents: number,
  gpus: number,
  vcpus: number,
  gib: number,
  disk: number,
][] = [
  ['gpu_1x_a10', 'A10 (24 GB PCIe)', 75, 1, 30, 200, 1400],
  ['gpu_1x_a100_sxm4', 'A100 (40 GB SXM4)', 129, 1, 30, 200, 512],
  ['gpu_1x_h100_pcie', 'H100 (80 GB PCIe)', 249, 1, 26, 200, 1024],
  ['gpu_8x_h100_sxm5', 'H100 (80 GB SXM5)', 2392, 8, 208, 1800, 22_528],
  ['cpu_4x_general', 'N/A', 10, 0, 4, 16, 512],
];
const REGIONS: Record<string, string> = {
  'us-east-1': 'Virginia, USA',
  'us-west-1': 'California, USA',
  'us-south-1': 'Texas, USA',
};
/** Seconds that an ended instance is still listed. */
const LISTED_AFTER_END = 30;

/**
 * A loopback Lambda Cloud API 1.8.3. From its document: paths, bodies, error codes, limits, states, one key per launch, the
 * Jupyter token in every listing. Ours, because nobody says: how long states last, that a bill begins with the launch (the
 * documents say with the health check: the dearer reading), and that a terminated instance is listed for half a minute.
 */
export async function startLambdaTwin(options: LambdaTwinOptions): Promise<LambdaTwin> {
  const { clock, boxes, bootSeconds = 20, paced = true } = options;
  const now = () => clock.now().getTime() / 1000;
  const billing = new Billing(clock);
  const machines = new Map<string, Machine>();
  const fileSystems = new Map<string, FileSystem>();
  const keys = new Map<string, { id: string; name: string; public_key: string }>();
  const capacity = new Map<string, number>();
  for (const [type] of TYPES) capacity.set(`${type}@us-east-1`, 40).set(`${type}@us-west-1`, 40);
  let terminateSeconds = options.terminateSeconds ?? 10;
  let staleReads = 0;
  let outOfCapacity = 0;
  let addresses = 0;
  const last = { call: Number.NEGATIVE_INFINITY, launch: Number.NEGATIVE_INFINITY };

  function statusOf(machine: Machine): string | undefined {
    if (machine.endAt !== undefined && now() >= machine.endAt) {
      if (machine.staleReads > 0) return 'terminating';
      return now() < machine.endAt + LISTED_AFTER_END ? 'terminated' : undefined;
    }
    if (machine.endAt !== undefined) return 'terminating';
    return machine.forced ?? (now() < machine.upAt ? 'booting' : 'active');
  }

  /** One look of a client: a list that lags shows the old state for so many looks. */
  function look(machine: Machine): object | undefined {
    const status = statusOf(machine);
    const shown = status && instance(machine, status);
    if (machine.endAt !== undefined && now() >= machine.endAt && machine.staleReads > 0)
      machine.staleReads -= 1;
    return shown || undefined;
  }

  function instance({ id, request, name, token, address }: Machine, status: string): object {
    const isUp = status !== 'booting';
    const can = { available: isUp };
    return {
      id,
      ...(name === '' ? {} : { name }),
      ...(isUp ? { ip: address, private_ip: '10.19.60.24', hostname: address.split(':')[0] } : {}),
      status,
      ssh_key_names: request.ssh_key_names,
      file_system_names: request.file_system_names ?? [],
      region: region(request.region_name),
      instance_type: instanceType(request.instance_type_name),
      ...(isUp
        ? { jupyter_token: token, jupyter_url: `https://jupyter-${id}.lambdaspaces.com/?token=${token}` }
        : {}),
      actions: { migrate: can, rebuild: can, restart: can, cold_reboot: can, terminate: { available: true } },
      ...(request.tags === undefined ? {} : { tags: request.tags }),
    };
  }

  function add(request: LaunchRequest, box?: TwinBox): Machine {
    addresses += 1;
    const machine: Machine = {
      id: randomBytes(16).toString('hex'),
      request,
      name: request.name ?? '',
      token: randomBytes(16).toString('hex'),
      upAt: now() + bootSeconds,
      staleReads: 0,
      address: box ? `${box.host}:${box.port}` : `198.51.100.${addresses % 250}`,
      ...(box ? { box } : {}),
    };
    machines.set(machine.id, machine);
    const cents = TYPES.find(([name]) => name === request.instance_type_name)?.[2] ?? 0;
    billing.start(machine.id, 'gpu', cents / 100);
    return machine;
  }

  async function launch(body: unknown): Promise<TwinReply> {
    const problem = checkLaunch(body, {
      types: TYPES.map(([name]) => name),
      regions: Object.keys(REGIONS),
      keys: [...keys.values()].map(({ name }) => name),
      fileSystems: [...fileSystems.values()],
    });
    if (problem) return problem;
    const request = body as LaunchRequest;
    const slot = `${request.instance_type_name}@${request.region_name}`;
    const left = capacity.get(slot) ?? 0;
    if (left < 1 || outOfCapacity > 0) {
      outOfCapacity = Math.max(0, outOfCapacity - 1);
      return failure(
        400,
        'instance-operations/launch/insufficient-capacity',
        'Not enough capacity to fulfill launch request.',
      );
    }
    capacity.set(slot, left - 1);
    const key = [...keys.values()].find(({ name }) => name === request.ssh_key_names[0]);
    const cloud = parseYaml(request.user_data ?? '') ?? {};
    const hostKey = cloud.ssh_keys?.ed25519_private;
    const box = await boxes?.take({
      authorizedKey: key?.public_key ?? '',
      ...(hostKey === undefined ? {} : { hostKey }),
    });
    return ok({ instance_ids: [add(request, box).id] });
  }

  async function terminate(body: unknown): Promise<TwinReply> {
    const ids = (body as { instance_ids?: unknown })?.instance_ids;
    if (!Array.isArray(ids) || ids.length === 0) return invalid('instance_ids must be a list of ids');
    const found = ids.map((id) => machines.get(id)).filter((each) => each && statusOf(each) !== undefined);
    if (found.length < ids.length) return notFound('Specified instance does not exist.');
    for (const machine of found) {
      if (machine?.endAt !== undefined || !machine) continue;
      machine.endAt = now() + terminateSeconds;
      machine.staleReads = staleReads;
      billing.stop(machine.id);
      await machine.box?.destroy();
    }
    return ok({
      terminated_instances: found.map((each) => each && instance(each, statusOf(each) ?? 'terminated')),
    });
  }

  function sshKeys({ method, path, body }: TwinRequest): TwinReply | undefined {
    if (method === 'GET' && path === '/api/v1/ssh-keys') return ok([...keys.values()]);
    if (method === 'POST' && path === '/api/v1/ssh-keys') {
      const { name, public_key: given, ...rest } = (body ?? {}) as Record<string, unknown>;
      if (typeof name !== 'string' || name.length < 1 || name.length > 64 || Object.keys(rest).length > 0)
        return invalid('name must have 1 to 64 characters');
      if (given !== undefined && !/^ssh-(ed25519|rsa) [A-Za-z0-9+/=]+( .*)?$/.test(String(given)))
        return invalid('public_key is no OpenSSH public key');
      // Known from reports, not from the document, which knows only invalid parameters here.
      if ([...keys.values()].some((each) => each.name === name))
        return failure(400, 'global/duplicate', `An SSH key named ${name} exists.`);
      const public_key = String(given ?? 'ssh-ed25519 AAAAgenerated');
      const key = { id: randomBytes(16).toString('hex'), name, public_key };
      keys.set(key.id, key);
      // Without a key of the caller's Lambda makes a pair, and sends the private half this once.
      return ok(given === undefined ? { ...key, private_key: 'PRIVATE-HALF' } : key);
    }
    const id = /^\/api\/v1\/ssh-keys\/([^/]+)$/.exec(path)?.[1];
    if (method !== 'DELETE' || id === undefined) return;
    return keys.delete(id) ? ok({}) : invalid('There is no such SSH key.');
  }

  function stores({ method, path }: TwinRequest): TwinReply | undefined {
    const isUsed = (name: string) =>
      [...machines.values()].some(
        (each) => (each.endAt ?? Infinity) > now() && each.request.file_system_names?.includes(name),
      );
    if (method === 'GET' && path === '/api/v1/file-systems') {
      return ok(
        [...fileSystems.values()].map((each) => ({
          ...each,
          region: region(each.region),
          mount_point: `/lambda/nfs/${each.name}`,
          created_by: { id: 'b1', email: 'someone@example.com', status: 'active' },
          is_in_use: isUsed(each.name),
          bytes_used: 10 * 2 ** 30,
        })),
      );
    }
    const id = /^\/api\/v1\/filesystems\/([^/]+)$/.exec(path)?.[1];
    if (method !== 'DELETE' || id === undefined) return;
    const found = fileSystems.get(id);
    if (!found) return notFound('Filesystem was not found.');
    if (isUsed(found.name))
      return failure(400, 'filesystems/filesystem-in-use', 'The filesystem is attached to an instance.');
    fileSystems.delete(id);
    billing.stop(id);
    return ok({ deleted_ids: [id] });
  }

  function types(): TwinReply {
    const rows = TYPES.map(([name]) => {
      const free = Object.keys(REGIONS).filter((each) => (capacity.get(`${name}@${each}`) ?? 0) > 0);
      return [name, { instance_type: instanceType(name), regions_with_capacity_available: free.map(region) }];
    });
    return ok(Object.fromEntries(rows));
  }

  /** The account behind the key; `undefined`: go on. */
  function turnedAway({ headers, method }: TwinRequest): TwinReply | undefined {
    const [scheme = '', given = ''] = (headers.authorization ?? '').split(' ');
    const basic = Buffer.from(given, 'base64').toString().replace(/:$/, '');
    const key = scheme.toLowerCase() === 'basic' ? basic : scheme.toLowerCase() === 'bearer' ? given : '';
    if (key !== LAMBDA_KEY && key !== LAMBDA_READ_ONLY_KEY)
      return failure(
        401,
        'global/invalid-api-key',
        'API key was invalid, expired, or deleted.',
        'Check your API key or create a new one, then try again.',
      );
    // Lambda knows no read-only keys; what comes nearest is an account that may look and rent nothing.
    if (key === LAMBDA_READ_ONLY_KEY && method !== 'GET')
      return failure(
        403,
        'global/account-inactive',
        'Your account is inactive.',
        'Make sure you have verified your email address and have a valid payment method. Contact Support if problems continue.',
      );
    return;
  }

  function tooFast({ path }: TwinRequest): TwinReply | undefined {
    const [kind, seconds] = path.endsWith('/launch') ? (['launch', 12] as const) : (['call', 1] as const);
    // A little less: the client measures when it sends, and we when it arrives.
    if (paced && now() - last[kind] < seconds * 0.8)
      return failure(429, 'global/too-many-requests', 'Too many requests.');
    last[kind] = now();
    return;
  }

  function instances({ method, path, body }: TwinRequest): TwinReply | undefined {
    if (method === 'GET' && path === '/api/v1/instances')
      return ok([...machines.values()].map(look).filter((each) => each !== undefined));
    const id = /^\/api\/v1\/instances\/([^/]+)$/.exec(path)?.[1];
    if (id === undefined) return;
    const machine = machines.get(id);
    if (method === 'POST' && machine) machine.name = String((body as { name?: string })?.name ?? '');
    const seen = machine && look(machine);
    return seen ? ok(seen) : notFound('Specified instance does not exist.');
  }

  const server = await startTwin(async (request) => {
    const early = turnedAway(request) ?? tooFast(request);
    if (early) return early;
    const { method, path, body } = request;
    if (method === 'GET' && path === '/api/v1/instance-types') return types();
    if (method === 'POST' && path === '/api/v1/instance-operations/launch') return launch(body);
    if (method === 'POST' && path === '/api/v1/instance-operations/terminate') return terminate(body);
    return (
      instances(request) ??
      sshKeys(request) ??
      stores(request) ??
      failure(404, 'global/object-does-not-exist', 'There is nothing here.')
    );
  }, clock);

  const machineOf = (id: string): Machine => {
    const machine = machines.get(id);
    if (!machine) throw new Error(`the twin has no instance ${id}`);
    return machine;
  };

  const addFileSystem = (name: string, regionName: string): string => {
    const id = randomBytes(16).toString('hex');
    fileSystems.set(id, { id, name, region: regionName, created: clock.now().toISOString() });
    billing.start(id, 'filesystem', (10 * 0.2) / 720);
    return id;
  };

  return {
    server,
    billing,
    billed: () =>
      [...machines.values()]
        .filter(({ id }) => billing.running().includes(`${id} gpu`))
        .map(({ request }) => request.name ?? ''),
    capacity,
    runOut: (launches = 1) => {
      outOfCapacity = launches;
    },
    slowEnd: (seconds, reads) => {
      terminateSeconds = seconds;
      staleReads = reads;
    },
    set: (boxId, status) => {
      machineOf(boxId).forced = status;
    },
    takeAway: async (boxId) => {
      const machine = machineOf(boxId);
      machine.forced = 'terminated';
      billing.stop(boxId);
      await machine.box?.destroy();
    },
    rename: (boxId, name) => {
      machineOf(boxId).name = name;
    },
    foreign: (name = 'somebody-elses') => {
      const request = {
        region_name: 'us-east-1',
        instance_type_name: 'gpu_1x_a10',
        ssh_key_names: ['somebody'],
        name,
      };
      return { boxId: add(request).id, fileSystemId: addFileSystem(`${name}-data`, 'us-east-1') };
    },
    addFileSystem,
    addKey: (name, public_key) => {
      const id = randomBytes(16).toString('hex');
      keys.set(id, { id, name, public_key });
    },
    keys: () => [...keys.values()].map(({ name }) => name),
    userData: (boxId) => machineOf(boxId).request.user_data,
    tokens: () => [...machines.values()].map(({ token }) => token),
    close: () => server.close(),
  };
}

function instanceType(wanted: string): object {
  const [name, gpu, cents, gpus, vcpus, gib, disk] =
    TYPES.find(([each]) => each === wanted) ?? TYPES[0] ?? [];
  return {
    name,
    description: gpus ? `${gpus}x ${gpu}` : `${vcpus}x CPU`,
    gpu_description: gpu,
    price_cents_per_hour: cents,
    specs: { vcpus, memory_gib: gib, storage_gib: disk, gpus },
  };
}

const region = (name: string) => ({ name, description: REGIONS[name] ?? name });

const ok = (data: unknown): TwinReply => ({ status: 200, body: { data } });

const failure = (status: number, code: string, message: string, suggestion?: string): TwinReply => ({
  status,
  body: { error: { code, message, ...(suggestion === undefined ? {} : { suggestion }) } },
});

const invalid = (message: string): TwinReply => failure(400, 'global/invalid-parameters', message);
const notFound = (message: string): TwinReply => failure(404, 'global/object-does-not-exist', message);

export const rented: RentedPlatform = {
  name: 'lambda',
  job: jobOf('lambda', 'A10'),
  async start(clock) {
    const twin = await startLambdaTwin({ clock });
    const env = { LAMBDA_API_KEY: LAMBDA_KEY, GPU_LEASE_API_LAMBDA: twin.server.url };
    return inWords(twin, env, {
      takeAway: (id) => twin.takeAway(id),
      lag: (looks) => twin.slowEnd(30, looks),
    });
  },
  leaseOf: plain,
  isCreated: ({ method, path }, reply) => method === 'POST' && path.endsWith('/launch') && went(reply),
  isEnd: ({ method, path }, reply) => method === 'POST' && path.endsWith('/terminate') && went(reply),
  isDestroy: ({ method, path }) => method === 'POST' && path.endsWith('/terminate'),
  idOf: (reply) => wordIn(reply, 'data', 'instance_ids', 0),
  keepsMarks: true,
};
