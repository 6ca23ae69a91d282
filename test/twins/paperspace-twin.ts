import type { Clock } from '../../src/clock.ts';
import { Billing } from './billing.ts';
import type { BoxPool, TwinBox } from './boxes.ts';
import { inWords, jobOf, plain, type RentedPlatform, went, wordIn } from './rented-platform.ts';
import { startTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';

const HOURS_PER_MONTH = 730;
const REGIONS = ['East Coast (NY2)', 'Europe (AMS1)', 'West Coast (CA1)'];
export const USD_PER_HOUR: Record<string, number> = { 'A100-80G': 3.18, H100: 5.95, H100x8: 47.6, C5: 0.08 };

interface TwinMachine {
  id: string;
  name: string;
  machineType: string;
  region: string;
  diskSize: number;
  publicIpType: string;
  autoShutdownTimeout: number | null;
  createdAt: Date;
  startedAt: Date;
  /** Set by what was done to it; without one it boots by the clock. */
  fixed?: string;
  gone?: boolean;
  ghostLooks: number;
  box?: TwinBox | undefined;
}

type Json = Record<string, unknown>;

export interface PaperspaceTwin {
  server: Twin;
  billing: Billing;
  key: string;
  readOnlyKey: string;
  billed(): string[];
  /** So many questions after one type are answered with no. */
  emptyLooks: number;
  /** Deleted machines stay visible for so many looks from now on. */
  ghostLooks: number;
  addForeign(name: string): string;
  addSnapshot(machineId: string): string;
  setState(machineId: string, state: string): void;
  scripts(): { name: string; script: string }[];
  close(): Promise<void>;
}

/** Paperspace's API v1 on loopback, as the types of the vendor's command line and its documents have it (2026). */
export async function startPaperspaceTwin(options: {
  clock: Clock;
  boxes?: BoxPool;
  bootSeconds?: number;
}): Promise<PaperspaceTwin> {
  const { clock, boxes, bootSeconds = 0.2 } = options;
  const billing = new Billing(clock);
  const machines = new Map<string, TwinMachine>();
  const scripts = new Map<string, { id: string; name: string; script: string }>();
  const snapshots = new Map<string, { id: string; name: string; machineId: string; dtCreated: string }>();
  let count = 0;
  const newId = (prefix: string): string => {
    count += 1;
    return `${prefix}${count.toString(36).padStart(8, '0')}`;
  };

  function stateOf(each: TwinMachine): string {
    if (each.fixed !== undefined) return each.fixed;
    const age = (clock.now().getTime() - each.startedAt.getTime()) / 1000;
    if (each.autoShutdownTimeout !== null && age >= each.autoShutdownTimeout * 3600) {
      turnOff(each);
      return 'off';
    }
    return age < bootSeconds ? 'starting' : 'ready';
  }

  function turnOff(each: TwinMachine): void {
    each.fixed = 'off';
    billing.stop(each.id, 'gpu');
  }

  const view = (each: TwinMachine): Json => ({
    id: each.id,
    name: each.name,
    state: stateOf(each),
    machineType: each.machineType,
    region: each.region,
    publicIp:
      stateOf(each) === 'ready' ? (each.box ? `${each.box.host}:${each.box.port}` : '127.0.0.1') : null,
    publicIpType: each.publicIpType,
    usageRate: USD_PER_HOUR[each.machineType],
    storageRate: each.diskSize * 0.1,
    dtCreated: each.createdAt.toISOString(),
    dtDeleted: null,
    autoShutdownEnabled: each.autoShutdownTimeout !== null,
    autoShutdownTimeout: each.autoShutdownTimeout,
  });

  function add(body: Json): TwinMachine {
    const made: TwinMachine = {
      id: newId('ps'),
      name: String(body['name']),
      machineType: String(body['machineType']),
      region: String(body['region']),
      diskSize: Number(body['diskSize']),
      publicIpType: String(body['publicIpType'] ?? 'dynamic'),
      autoShutdownTimeout: body['autoShutdownEnabled'] === true ? Number(body['autoShutdownTimeout']) : null,
      createdAt: clock.now(),
      startedAt: clock.now(),
      ghostLooks: 0,
    };
    machines.set(made.id, made);
    billing.start(made.id, 'gpu', USD_PER_HOUR[made.machineType] ?? 0);
    billing.start(made.id, 'storage', (made.diskSize * 0.1) / HOURS_PER_MONTH);
    return made;
  }

  async function create(body: Json): Promise<TwinReply> {
    const unknown = Object.keys(body).filter((key) => !CREATE.includes(key));
    if (unknown.length > 0) return refuse(400, 'BAD_REQUEST', `Unrecognized key ${unknown.join(', ')}`);
    for (const name of ['name', 'machineType', 'templateId', 'region', 'diskSize'])
      if (body[name] === undefined) return refuse(400, 'BAD_REQUEST', `${name} is required`);
    const type = String(body['machineType']);
    if (
      USD_PER_HOUR[type] === undefined ||
      !REGIONS.includes(String(body['region'])) ||
      body['templateId'] !== TEMPLATE
    )
      return refuse(400, 'BAD_REQUEST', 'Unknown machine type, region or template');
    const script = scripts.get(String(body['startupScriptId']));
    if (body['startupScriptId'] !== undefined && !script)
      return refuse(404, 'NOT_FOUND', 'Startup script not found');
    const made = add(body);
    const [, authorizedKey] = /^key='(.*)'$/m.exec(script?.script ?? '') ?? [];
    if (boxes && authorizedKey) made.box = await boxes.take({ authorizedKey });
    return ok(
      { data: view(made), event: { id: newId('ev'), name: 'create', state: 'new', machineId: made.id } },
      201,
    );
  }

  const there = (id: string): TwinMachine | undefined => {
    const each = machines.get(id);
    if (each?.gone && each.ghostLooks > 0) each.ghostLooks -= 1;
    else if (each?.gone) return;
    return each;
  };

  async function act(each: TwinMachine, verb: string, body: unknown): Promise<TwinReply> {
    if (body === undefined || Object.keys(body as Json).length > 0)
      return refuse(400, 'BAD_REQUEST', 'Expected an empty object');
    const state = stateOf(each);
    if (verb === 'stop') {
      if (state !== 'ready') return refuse(412, 'PRECONDITION_FAILED', `The machine is ${state}`);
      turnOff(each);
      await each.box?.stop();
    } else if (verb === 'start') {
      if (state !== 'off') return refuse(412, 'PRECONDITION_FAILED', `The machine is ${state}`);
      delete each.fixed;
      each.startedAt = clock.now();
      billing.start(each.id, 'gpu', USD_PER_HOUR[each.machineType] ?? 0);
      await each.box?.start();
    } else return refuse(404, 'NOT_FOUND', 'Not found');
    return ok({ data: view(each), event: { id: newId('ev'), name: verb, state: 'new', machineId: each.id } });
  }

  async function remove(folder: string, id: string): Promise<TwinReply> {
    if (folder === 'startup-scripts')
      return scripts.delete(id) ? ok({ id }) : refuse(404, 'NOT_FOUND', 'Not found');
    if (folder === 'snapshots') {
      billing.stop(id);
      return snapshots.delete(id) ? ok({ id }) : refuse(404, 'NOT_FOUND', 'Not found');
    }
    const each = folder === 'machines' ? machines.get(id) : undefined;
    if (!each || each.gone) return refuse(404, 'NOT_FOUND', 'Not found');
    if (stateOf(each) !== 'off') return refuse(412, 'PRECONDITION_FAILED', 'The machine must be off');
    each.ghostLooks = twin.ghostLooks;
    each.gone = true;
    // Shown as it was while it is still shown.
    if (twin.ghostLooks > 0) each.fixed = 'ready';
    twin.ghostLooks = 0;
    billing.stop(id);
    await each.box?.destroy();
    return ok({ data: view(each), event: { id: newId('ev'), name: 'delete', state: 'new', machineId: id } });
  }

  function read(folder: string, id: string | undefined, query: URLSearchParams): TwinReply {
    if (folder === 'machines' && id !== undefined) {
      const each = there(id);
      return each ? ok(view(each)) : refuse(404, 'NOT_FOUND', 'Not found');
    }
    if (folder === 'machine-availability') {
      twin.emptyLooks -= 1;
      return ok({
        available: twin.emptyLooks < 0 && USD_PER_HOUR[query.get('machineType') ?? ''] !== undefined,
      });
    }
    const lists: Record<string, () => Json[]> = {
      machines: () => [...machines.values()].filter(({ gone }) => !gone).map(view),
      'startup-scripts': () => [...scripts.values()].map(({ id: each, name }) => ({ id: each, name })),
      snapshots: () => [...snapshots.values()],
      'public-ips': () => [{ ip: '203.0.113.9', assignedMachineId: null }],
      'shared-drives': () => [{ id: 'sd1', name: 'theirs' }],
      'os-templates': () => [
        {
          id: TEMPLATE,
          name: 'ML-in-a-Box Ubuntu 22.04',
          agentType: 'LinuxHeadless',
          availableMachineTypes: Object.keys(USD_PER_HOUR).map((machineTypeLabel) => ({
            machineTypeLabel,
            isAvailable: true,
          })),
        },
      ],
    };
    const rows = lists[folder]?.();
    if (!rows) return refuse(404, 'NOT_FOUND', 'Not found');
    // Small pages, so that whoever does not turn them is found out.
    const from = Number(query.get('after') ?? 0);
    const hasMore = rows.length > from + 3;
    return ok({ hasMore, nextPage: hasMore ? String(from + 3) : null, items: rows.slice(from, from + 3) });
  }

  async function handle({ method, path, query, headers, body }: TwinRequest): Promise<TwinReply> {
    const [, v1, folder = '', id, verb] = path.split('/');
    const [, key] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
    if (key !== twin.key && key !== twin.readOnlyKey)
      return refuse(401, 'UNAUTHORIZED', 'You must be logged in to access this method.');
    if (key === twin.readOnlyKey && method !== 'GET')
      return refuse(403, 'FORBIDDEN', 'This key may only look');
    if (v1 !== 'v1') return refuse(404, 'NOT_FOUND', 'Not found');
    if (method === 'GET') return read(folder, id, query);
    if (method === 'DELETE' && id !== undefined) return remove(folder, id);
    const each = id === undefined ? undefined : machines.get(id);
    if (method === 'PATCH' && folder === 'machines' && verb)
      return each && !each.gone ? act(each, verb, body) : refuse(404, 'NOT_FOUND', 'Not found');
    if (method !== 'POST' || id !== undefined) return refuse(404, 'NOT_FOUND', 'Not found');
    if (folder === 'machines') return create(body as Json);
    const { name, script } = (body ?? {}) as { name?: string; script?: string };
    if (folder !== 'startup-scripts' || !name || !script)
      return refuse(400, 'BAD_REQUEST', 'name and script are required');
    const made = { id: newId('sc'), name, script };
    scripts.set(made.id, made);
    return ok({ id: made.id, name }, 201);
  }

  const server = await startTwin(handle, clock);
  const twin: PaperspaceTwin = {
    server,
    billing,
    key: 'paperspace-key-of-the-twin',
    readOnlyKey: 'paperspace-key-that-only-looks',
    billed: () => {
      const running = billing.running();
      return [...machines.values()]
        .filter(({ id }) => running.some((line) => line.startsWith(`${id} `)))
        .map(({ name }) => name.replace(/--gl.*/, ''));
    },
    emptyLooks: 0,
    ghostLooks: 0,
    addForeign: (name) => add({ name, machineType: 'C5', region: REGIONS[0], diskSize: 50 }).id,
    addSnapshot(machineId) {
      const id = newId('sn');
      snapshots.set(id, { id, name: 'auto', machineId, dtCreated: clock.now().toISOString() });
      billing.start(id, 'snapshot', 0.01);
      return id;
    },
    setState(machineId, state) {
      const each = machines.get(machineId);
      if (!each) return;
      const wasOff = stateOf(each) === 'off';
      if (state === 'off') turnOff(each);
      else each.fixed = state;
      if (wasOff && state === 'ready') billing.start(each.id, 'gpu', USD_PER_HOUR[each.machineType] ?? 0);
    },
    scripts: () => [...scripts.values()],
    close: () => server.close(),
  };
  return twin;
}

const TEMPLATE = 'tmlbox22';
const CREATE = [
  'name',
  'machineType',
  'templateId',
  'region',
  'diskSize',
  'publicIpType',
  'startOnCreate',
  'startupScriptId',
  'autoShutdownEnabled',
  'autoShutdownTimeout',
  'autoShutdownForce',
  'networkId',
  'enableNvlink',
  'takeInitialSnapshot',
  'restorePointEnabled',
  'emailPassword',
  'accessorIds',
];

const ok = (body: unknown, status = 200): TwinReply => ({ status, body });
const refuse = (status: number, code: string, message: string): TwinReply => ({
  status,
  body: { code, message },
});

export const rented: RentedPlatform = {
  name: 'paperspace-core',
  // Its API tells no prices.
  job: jobOf('paperspace-core', 'H100', { usdPerHour: 6 }),
  async start(clock) {
    const twin = await startPaperspaceTwin({ clock });
    const env = { PAPERSPACE_API_KEY: twin.key, GPU_LEASE_API_PAPERSPACE: twin.server.url };
    return inWords(twin, env, {
      stop: (id) => twin.setState(id, 'off'),
      start: (id) => twin.setState(id, 'ready'),
      lag(looks) {
        twin.ghostLooks = looks;
      },
    });
  },
  leaseOf: plain,
  isCreated: ({ method, path }, reply) => method === 'POST' && path === '/v1/machines' && went(reply),
  // Off or gone: either ends what ran there.
  isEnd: ({ method, path }, reply) =>
    (method === 'DELETE' || path.endsWith('/stop')) && path.startsWith('/v1/machines/') && went(reply),
  isDestroy: ({ method, path }) => method === 'DELETE' && path.startsWith('/v1/machines/'),
  idOf: (reply) => wordIn(reply, 'data', 'id'),
};
