import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/clock.ts';
import type { Moved } from '../../src/lease/traffic.ts';
import { Billing } from './billing.ts';
import type { BoxPool, TwinBox } from './boxes.ts';
import { inWords, jobOf, type RentedPlatform, went, wordIn } from './rented-platform.ts';
import { startTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';
import { type Ask, asksOf, bidFloor, type Machine, trafficPrices, usualMachines } from './vastai-market.ts';
import { createFault, isFilter, matches } from './vastai-requests.ts';

/** Least seconds between two calls of one endpoint by one key, from the description's 429 examples. */
const THRESHOLDS = { create: 4.5, destroy: 3, one: 2, list: 1, manage: 1, volumes: 5.5, charges: 1 };

interface Contract {
  id: number;
  ask: Ask;
  label: string | null;
  image: string;
  onstart: string;
  runtype: string;
  disk: number;
  /** USD/h for an interruptible one. */
  bid: number | undefined;
  createdAt: number;
  /** When it was last asked to run; it is up `bootSeconds` later. */
  startedAt: number;
  wanted: 'running' | 'stopped';
  /** What a test or the host says, whatever the state machine has come to. */
  forced?: { actual_status: string; status_msg?: string };
  /** Its host has ports to give and maps none of ours. */
  isUnmapped?: true;
  /** The host does not say how long the container runs; the description's own example is so. */
  isUptimeUnsaid?: true;
  volumeId: number | undefined;
  box: TwinBox | undefined;
  /** Over its line, beside what its real box counts. */
  moved: Moved;
  host: string;
  port: number;
  /** Destroyed: gone at that moment; still shown for as many looks. */
  goneAt: number | undefined;
  looksLeft: number;
}

interface Volume {
  id: number;
  machine_id: number;
  size: number;
  label?: string;
}

export interface VastaiTwinOptions {
  clock: Clock;
  /** Rented boxes are real sshd servers; the start script is run for each. */
  boxes?: BoxPool;
  machines?: Machine[];
  bootSeconds?: number;
}

/** What tests do to the account or the market behind the driver's back. */
export type VastaiTwin = Awaited<ReturnType<typeof startVastaiTwin>>;

/**
 * vast.ai as its documents describe it (docs.vast.ai and the published description, 2026-08): asks become contracts, bids are
 * outbid, a destroyed instance may be shown for a while, storage is charged in every state and the GPU only while it runs.
 */
export async function startVastaiTwin(options: VastaiTwinOptions) {
  const { clock, boxes, bootSeconds = 2 } = options;
  const machines = options.machines ?? usualMachines();
  const billing = new Billing(clock);
  const contracts: Contract[] = [];
  const volumes: Volume[] = [];
  const keys = { full: secretText(), readOnly: secretText() };
  /** Of one instance each, as the platform puts it into the container's environment. */
  const containerKeys = new Map<string, number>();
  const jupyterToken = secretText();
  const lastCalls = new Map<string, number>();
  const script = await scriptRunner();
  let nextContract = 31_000_000;
  let next: { looks?: number; deleteSeconds?: number; createKeepsContract?: boolean; sellOut?: boolean } = {};

  const now = (): number => clock.now().getTime() / 1000;
  const listed = (): Contract[] => contracts.filter((each) => each.goneAt === undefined || isShown(each));
  const isShown = ({ goneAt, looksLeft }: Contract): boolean =>
    goneAt !== undefined && (now() < goneAt || looksLeft > 0);

  function gpuIsOn(contract: Contract): boolean {
    const { actual_status } = stateOf(contract);
    return contract.wanted === 'running' && (actual_status === 'running' || actual_status === 'frozen');
  }

  /** Charges by the second: the disk from the first, the GPU from when the container is up (loading costs nothing). */
  function settle(): void {
    for (const contract of contracts) {
      const id = String(contract.id);
      const isEnded = contract.goneAt !== undefined && now() >= contract.goneAt;
      const isOn = billing.running().includes(`${id} gpu`);
      if (isEnded) billing.stop(id);
      else if (gpuIsOn(contract) && !isOn) billing.start(id, 'gpu', priceOf(contract).gpu);
      else if (!gpuIsOn(contract) && isOn) billing.stop(id, 'gpu');
    }
  }

  const priceOf = ({ ask, bid, disk }: Contract) => ({
    gpu: bid ?? ask.machine.usdPerHour,
    disk: diskPrice(ask.machine, disk),
  });

  function stateOf(contract: Contract): Record<string, string | null> {
    const { wanted, startedAt, forced } = contract;
    const age = now() - startedAt;
    const booting = age < bootSeconds / 3 ? null : age < bootSeconds ? 'loading' : 'running';
    return {
      actual_status: wanted === 'stopped' ? 'stopped' : booting,
      status_msg:
        wanted === 'stopped' ? null : booting === 'running' ? 'success, running' : 'pulling the image',
      intended_status: wanted,
      cur_state: wanted,
      next_state: wanted,
      ...forced,
    };
  }

  function rowOf(contract: Contract): Record<string, unknown> {
    const { id, label, ask, disk, bid, image, onstart, runtype, createdAt, host, port } = contract;
    const { machine } = ask;
    const price = priceOf(contract);
    const state = stateOf(contract);
    const isDirect = runtype.includes('direc') && machine.directPorts > 0 && !contract.isUnmapped;
    const upMinutes = (now() - contract.startedAt - bootSeconds) / 60;
    return {
      id,
      label,
      ...state,
      is_bid: bid !== undefined,
      min_bid: bidFloor(machine),
      dph_base: price.gpu,
      dph_total: price.gpu + price.disk,
      storage_total_cost: price.disk,
      storage_cost: machine.storageUsdPerGbMonth,
      ...trafficPrices(machine),
      machine_id: machine.id,
      host_id: machine.id + 1000,
      start_date: createdAt,
      uptime_mins: contract.isUptimeUnsaid || upMinutes < 0 ? null : upMinutes,
      end_date: createdAt + machine.durationSeconds,
      duration: machine.durationSeconds,
      gpu_name: machine.gpu,
      num_gpus: machine.gpus,
      gpu_ram: machine.gpuMb,
      disk_space: disk,
      image_uuid: image,
      image_runtype: runtype === 'ssh_direct' ? 'ssh ssh_direc ssh_proxy' : runtype,
      onstart,
      extra_env: [],
      jupyter_token: jupyterToken,
      geolocation: machine.place,
      // With the line end that the platform sends.
      public_ipaddr: `${host}\n`,
      ports:
        state['actual_status'] === 'running' && isDirect
          ? { '22/tcp': [{ HostIp: '0.0.0.0', HostPort: String(port) }] }
          : null,
      direct_port_count: machine.directPorts,
      ssh_host: 'ssh5.vast.ai',
      ssh_port: 10_000 + (id % 10_000),
      ssh_idx: '5',
      volume_info: contract.volumeId === undefined ? [] : [{ id: contract.volumeId }],
    };
  }

  async function handle(request: TwinRequest): Promise<TwinReply> {
    settle();
    const { method, query } = request;
    const path = request.path.replace(/\/$/, '');
    if (method !== 'GET' && path === request.path)
      return { status: 308, headers: { location: `${path}/` }, body: 'Moved' };
    const who = whoIs(request, path);
    if (typeof who !== 'string' && 'status' in who) return who;
    const id = Number(/\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    const route = `${method} ${path.replace(/\/\d+$/, '/{id}')}`;
    const known = ROUTES[route];
    if (!known) return fault(404, 'not_found', `${route} does not exist`);
    const tooSoon = throttled(known, who);
    if (tooSoon) return tooSoon;
    const mayWrite = who !== 'read-only' && (typeof who === 'string' || who.contract === id);
    if (method !== 'GET' && known !== 'search' && !mayWrite)
      return fault(403, 'not_authorized', 'This key may not do this.');
    const body = (request.body ?? {}) as Record<string, unknown>;
    const reply = await {
      search: () => search(body),
      create: () => create(id, body),
      list: () => list(query),
      one: () => one(id),
      manage: () => manage(id, body),
      destroy: () => destroy(id),
      volumes: () => ({ status: 200, body: { volumes: volumes.map(volumeRow) } }),
      'delete-volume': () => deleteVolume(Number(body['id'] ?? query.get('id'))),
      charges: () => charges(query),
      user: () => ({ status: 200, body: { id: 77, key_id: 5, email: 'renter@example.com', balance: 0 } }),
    }[known]();
    settle();
    return reply;
  }

  /** By the header alone; a key in a URL is refused, so that nobody gets used to it. */
  function whoIs(
    { headers, query }: TwinRequest,
    path: string,
  ): TwinReply | 'full' | 'read-only' | { contract: number } {
    if (query.has('api_key'))
      return fault(400, 'invalid_args', 'the key belongs into the Authorization header');
    const [, key = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
    if (key === keys.full) return 'full';
    if (key === keys.readOnly) return 'read-only';
    const contract = containerKeys.get(key);
    if (contract !== undefined) return { contract };
    if (path === '/api/v0/bundles')
      return { status: 404, body: { error: 'auth_error', msg: 'Invalid user key' } };
    return path === '/api/v0/charges'
      ? fault(404, 'auth_error', 'Invalid user key')
      : fault(401, 'auth_error', 'Invalid user key');
  }

  function throttled(endpoint: string, who: string | { contract: number }): TwinReply | undefined {
    const bucket = endpoint === 'delete-volume' ? 'volumes' : endpoint;
    const threshold = (THRESHOLDS as Record<string, number>)[bucket];
    if (threshold === undefined) return;
    const caller = `${bucket} ${JSON.stringify(who)} ${endpoint}`;
    const since = now() - (lastCalls.get(caller) ?? Number.NEGATIVE_INFINITY);
    if (since < threshold - 0.001) {
      const text = `API requests too frequent endpoint threshold=${threshold}`;
      return {
        status: 429,
        body:
          endpoint === 'destroy'
            ? { success: false, error: 'rate_limit_exceeded', msg: text }
            : { detail: text },
      };
    }
    lastCalls.set(caller, now());
    return;
  }

  const market = (): Ask[] =>
    asksOf(
      machines,
      contracts.filter((each) => each.goneAt === undefined).map(({ ask }) => ask.machine.id),
      now(),
    );

  function search(body: Record<string, unknown>): TwinReply {
    const { type = 'ondemand', limit, order, allocated_storage: storage = 8, ...filters } = body;
    if (!['ondemand', 'on-demand', 'bid', 'reserved'].includes(String(type)))
      return { status: 400, body: { error: 'invalid_request', msg: `type ${type}` } };
    const bad = Object.entries(filters).find(([name, filter]) => !isFilter(name, filter));
    if (bad)
      return {
        status: 400,
        body: { error: 'invalid_request', msg: `Error in query: ${bad[0]} is not a valid search key` },
      };
    // The platform's own defaults, unless the search says otherwise.
    const wanted = { verified: { eq: true }, rentable: { eq: true }, rented: { eq: false }, ...filters };
    const rows = market()
      .map((ask) => ask.row(type === 'bid', Number(storage)))
      .filter((row) => matches(row, wanted));
    const [[field, direction] = ['dph_total', 'asc']] = (order ?? []) as [string, string][];
    rows.sort((a, b) => (Number(a[field]) - Number(b[field])) * (direction === 'desc' ? -1 : 1));
    return { status: 200, body: { offers: rows.slice(0, Number(limit ?? 64)) } };
  }

  async function create(askId: number, body: Record<string, unknown>): Promise<TwinReply> {
    const noSuchAsk = {
      status: 404,
      body: {
        success: false,
        error: 'invalid_args',
        msg: `error 404/3603: no_such_ask Instance type by id ${askId} is not available.`,
        ask_id: askId,
      },
    };
    if (next.sellOut) {
      next = {};
      return {
        status: 410,
        body: {
          success: false,
          error: 'no_such_ask',
          msg: `error 410/3907: no_such_ask Instance type ${askId} is no longer available.`,
          ask_id: askId,
        },
      };
    }
    const ask = market().find((each) => each.id === askId);
    if (!ask) return noSuchAsk;
    const volume = volumes.find(
      ({ id }) => id === (body['volume_info'] as { volume_id?: number } | undefined)?.volume_id,
    );
    const wrong =
      createFault(body, ask.machine.diskGb) ??
      (body['volume_info'] && volume?.machine_id !== ask.machine.id
        ? { error: 'invalid_args', msg: 'the volume is not on this machine' }
        : undefined);
    if (wrong) return { status: 400, body: { success: false, ...wrong, ask_id: askId } };
    const bid = body['price'] == null ? undefined : Number(body['price']);
    const isTooLow = bid !== undefined && bid < bidFloor(ask.machine);
    if (isTooLow && !next.createKeepsContract)
      return {
        status: 400,
        body: {
          success: false,
          error: 'invalid_price',
          msg: `error 400: the bid is below ${bidFloor(ask.machine)}`,
          ask_id: askId,
        },
      };
    const keeps = next.createKeepsContract === true;
    next = { ...next, createKeepsContract: false };
    const contract = await sign(
      ask,
      body,
      bid,
      keeps ? 'stopped' : body['target_state'] === 'stopped' ? 'stopped' : 'running',
    );
    const { id: new_contract } = contract;
    return keeps
      ? {
          status: 400,
          body: {
            success: false,
            error: 'invalid_price',
            msg: 'the bid is too low to run now',
            ask_id: askId,
            new_contract,
          },
        }
      : { status: 200, body: { success: true, new_contract } };
  }

  async function sign(
    ask: Ask,
    body: Record<string, unknown>,
    bid: number | undefined,
    wanted: Contract['wanted'],
  ): Promise<Contract> {
    nextContract += 7;
    const onstart = String(body['onstart'] ?? '');
    const box = boxes && wanted === 'running' ? await boxes.take(await script.keysOf(onstart)) : undefined;
    const contract: Contract = {
      id: nextContract,
      ask,
      bid,
      wanted,
      onstart,
      box,
      label: typeof body['label'] === 'string' ? body['label'] : null,
      image: String(body['image']),
      runtype: String(body['runtype'] ?? 'ssh'),
      disk: Number(body['disk'] ?? 8),
      createdAt: Math.floor(now()),
      startedAt: now(),
      moved: { toBoxBytes: 0, fromBoxBytes: 0 },
      volumeId: (body['volume_info'] as { volume_id?: number } | undefined)?.volume_id,
      host: box?.host ?? `203.0.113.${nextContract % 250}`,
      port: box?.port ?? 20_000 + (nextContract % 20_000),
      goneAt: undefined,
      looksLeft: 0,
    };
    contracts.push(contract);
    containerKeys.set(secretText(), contract.id);
    billing.start(String(contract.id), 'disk', priceOf(contract).disk);
    billTraffic(contract);
    return contract;
  }

  /**
   * By the byte, both ways and in every state. Second source: the published charges have a `bwd` and a `bwu` of each instance beside
   * `gpu` and `disk` (description of /api/v0/charges/, 2026-08; docs.vast.ai, pricing, 2026-08).
   */
  function billTraffic({ id, ask, box, moved }: Contract): void {
    const { inet_down_cost: down, inet_up_cost: up } = trafficPrices(ask.machine);
    const bytes = (way: keyof Moved): number => moved[way] + (box?.moved?.()[way] ?? 0);
    billing.measure(String(id), 'traffic bwd', () => (down * bytes('toBoxBytes')) / 2 ** 30);
    billing.measure(String(id), 'traffic bwu', () => (up * bytes('fromBoxBytes')) / 2 ** 30);
  }

  function list(query: URLSearchParams): TwinReply {
    const limit = Number(query.get('limit') ?? 25);
    const filters = JSON.parse(query.get('select_filters') ?? '{}') as Record<string, unknown>;
    const columns = JSON.parse(query.get('select_cols') ?? '["*"]') as string[];
    const token = query.get('after_token');
    const after = token === null ? 0 : tokenOf(token);
    if (after === undefined)
      return { status: 400, body: { error: 'invalid_token', msg: 'Invalid pagination token' } };
    if (limit > 25 || 'dph_total' in filters)
      return { status: 400, body: { error: 'invalid_request', msg: 'Error in query parameters' } };
    const all = listed()
      .filter((each) => matches({ ...rowOf(each) }, filters))
      .sort((a, b) => a.id - b.id);
    const page = all.filter(({ id }) => id > after).slice(0, limit <= 0 ? 5 : limit);
    const last = page.at(-1)?.id;
    const rows = page.map((each) => pick(look(each), columns));
    const isMore = last !== undefined && all.some(({ id }) => id > last);
    return {
      status: 200,
      body: {
        success: true,
        instances_found: rows.length,
        total_instances: all.length,
        instances: rows,
        next_token: isMore ? Buffer.from(JSON.stringify({ values: { id: last } })).toString('base64') : null,
      },
    };
  }

  /** Shows it once; a destroyed one is shown so often and no more. */
  function look(contract: Contract): Record<string, unknown> {
    if (contract.goneAt !== undefined && contract.looksLeft > 0) contract.looksLeft -= 1;
    return rowOf(contract);
  }

  function one(id: number): TwinReply {
    const contract = listed().find((each) => each.id === id);
    return { status: 200, body: { instances: contract ? look(contract) : null } };
  }

  const held = (id: number): Contract | undefined =>
    contracts.find((each) => each.id === id && each.goneAt === undefined);
  const noSuchInstance = (): TwinReply =>
    fault(404, 'no_such_instance', 'Instance with that ID does not exist.');

  async function manage(id: number, body: Record<string, unknown>): Promise<TwinReply> {
    const contract = held(id);
    if (!contract) return noSuchInstance();
    const { state, label, ...rest } = body;
    if (Object.keys(rest).length > 0 || (state === undefined && label === undefined))
      return fault(400, 'invalid_args', `unknown: ${Object.keys(rest).join()}`);
    if (typeof label === 'string') contract.label = label;
    if (state === 'stopped') await halt(contract);
    if (state === 'running') await resume(contract);
    return { status: 200, body: { success: true } };
  }

  async function halt(contract: Contract): Promise<void> {
    contract.wanted = 'stopped';
    delete contract.forced;
    settle();
    await contract.box?.stop();
  }

  async function resume(contract: Contract): Promise<void> {
    if (contract.wanted === 'running') return;
    contract.wanted = 'running';
    contract.startedAt = now();
    if (!contract.box) return;
    await contract.box.start();
    await script.bootAgain(contract.onstart, contract.box.home);
  }

  async function destroy(id: number): Promise<TwinReply> {
    const contract = held(id);
    if (!contract) return noSuchInstance();
    contract.goneAt = now() + (next.deleteSeconds ?? 0);
    contract.looksLeft = next.looks ?? 0;
    next = {};
    settle();
    await contract.box?.destroy();
    return { status: 200, body: { success: true, msg: 'Instance destroyed successfully' } };
  }

  const volumeRow = ({ id, machine_id, size, label }: Volume) => ({
    id,
    machine_id,
    status: 'created',
    disk_space: size,
    storage_total_cost: volumePrice(size),
    start_date: Math.floor(now()) - 3600,
    instances: listed()
      .filter(({ volumeId }) => volumeId === id)
      .map((each) => ({ id: each.id })),
    ...(label === undefined ? {} : { label }),
  });

  function deleteVolume(id: number): TwinReply {
    const at = volumes.findIndex((each) => each.id === id);
    if (at < 0) return fault(404, 'no_such_volume', 'Volume with that ID does not exist.');
    if (listed().some(({ volumeId }) => volumeId === id))
      return fault(400, 'invalid_args', 'The volume is in use.');
    volumes.splice(at, 1);
    billing.stop(`volume/${id}`);
    return { status: 200, body: { success: true } };
  }

  function charges(query: URLSearchParams): TwinReply {
    const { day } = JSON.parse(query.get('select_filters') ?? '{}') as {
      day?: { gte?: number; lte?: number };
    };
    if (day?.gte === undefined || day.lte === undefined)
      return {
        status: 400,
        body: { success: false, msg: "Must provide both 'day' gte and lte filters for instance charges" },
      };
    const results = contracts.map(({ id, createdAt, goneAt }) => ({
      start: createdAt,
      end: Math.floor(goneAt ?? now()),
      type: 'instance',
      source: `instance-${id}`,
      description: `Instance ${id} Charges`,
      amount: Number(billing.invoice(String(id)).toFixed(3)),
      metadata: {},
      items: [],
    }));
    return {
      status: 200,
      body: { success: true, count: results.length, total: results.length, results, next_token: null },
    };
  }

  const server: Twin = await startTwin(handle, clock);
  return {
    server,
    billing,
    keys,
    /** Text that the API really sends or takes and that must never be in a message. */
    secrets: [keys.full, keys.readOnly, jupyterToken],
    account: {
      /** Contract ids of one label's lease. */
      labels: () =>
        contracts
          .filter(({ goneAt }) => goneAt === undefined)
          .map(({ id, label }) => ({ id, label: label ?? '' })),
      row: (id: string) => rowOf(contractOf(id)),
      onstart: (id: string) => contractOf(id).onstart,
      box: (id: string) => contractOf(id).box,
      containerKey: (id: string) =>
        [...containerKeys].find(([, contract]) => contract === Number(id))?.[0] ?? '',
      /** The host or the platform says so, whatever was asked for. */
      force(id: string, actual_status: string, status_msg?: string): void {
        contractOf(id).forced = { actual_status, ...(status_msg === undefined ? {} : { status_msg }) };
      },
      /**
       * Second source: RUNNING with ports to give, and `ports` has no 22/tcp; SkyPilot's driver goes through ssh_host then
       * (sky/provision/vast, 2026-08).
       */
      unmap(id: string, { isUptimeSaid = true } = {}): void {
        const contract = contractOf(id);
        contract.isUnmapped = true;
        if (!isUptimeSaid) contract.isUptimeUnsaid = true;
      },
      moved(id: string, { toBoxBytes, fromBoxBytes }: Moved): void {
        const { moved } = contractOf(id);
        moved.toBoxBytes += toBoxBytes;
        moved.fromBoxBytes += fromBoxBytes;
      },
      /** Outbid, or taken by an on-demand renter: stopped by the platform, with every field saying so. */
      evict: (id: string) => halt(contractOf(id)),
      /** The bid is the highest again: it comes back by itself. */
      regain: (id: string) => resume(contractOf(id)),
      /** A machine of somebody else in the account. */
      foreign(label: string | null): { boxId: string } {
        const ask = market().at(-1);
        if (!ask) throw new Error('the market is empty');
        const { id } = signUnseen(ask, label);
        return { boxId: String(id) };
      },
      volume(machineId: number, label?: string): number {
        const id = 880 + volumes.length;
        volumes.push({ id, machine_id: machineId, size: 100, ...(label === undefined ? {} : { label }) });
        billing.start(`volume/${id}`, 'volume', volumePrice(100));
        return id;
      },
      /** Rents out everything to others. */
      sellOut: () => void machines.splice(0),
      /** Somebody is quicker with the next ask. */
      takeNext: () => {
        next.sellOut = true;
      },
      /** The next create says no and makes a stopped contract all the same. */
      keepContract: () => {
        next.createKeepsContract = true;
      },
      /** The next destroyed instance is shown as before for so many looks, or takes so long. */
      lag: (looks: number) => {
        next.looks = looks;
      },
      slowDelete: (seconds: number) => {
        next.deleteSeconds = seconds;
      },
    },
    async close(): Promise<void> {
      await server.close();
      await script.down();
    },
  };

  function contractOf(id: string): Contract {
    const found = contracts.find((each) => String(each.id) === id);
    if (!found) throw new Error(`the twin has no contract ${id}`);
    return found;
  }

  /** Without a real box, which foreign machines need not have. */
  function signUnseen(ask: Ask, label: string | null): Contract {
    nextContract += 7;
    const { machine } = ask;
    const contract: Contract = {
      id: nextContract,
      ask,
      label,
      bid: undefined,
      wanted: 'running',
      onstart: '',
      box: undefined,
      image: 'ubuntu:22.04',
      runtype: 'ssh',
      disk: 10,
      createdAt: Math.floor(now()),
      startedAt: now(),
      moved: { toBoxBytes: 0, fromBoxBytes: 0 },
      volumeId: undefined,
      host: '203.0.113.9',
      port: 22_022,
      goneAt: undefined,
      looksLeft: 0,
    };
    contracts.push(contract);
    billing.start(String(contract.id), 'disk', diskPrice(machine, 10));
    return contract;
  }
}

type Route =
  | 'search'
  | 'create'
  | 'list'
  | 'one'
  | 'manage'
  | 'destroy'
  | 'volumes'
  | 'delete-volume'
  | 'charges'
  | 'user';

const ROUTES: Record<string, Route> = {
  'POST /api/v0/bundles': 'search',
  'PUT /api/v0/asks/{id}': 'create',
  'GET /api/v1/instances': 'list',
  'GET /api/v0/instances/{id}': 'one',
  'PUT /api/v0/instances/{id}': 'manage',
  'DELETE /api/v0/instances/{id}': 'destroy',
  'GET /api/v0/volumes': 'volumes',
  'DELETE /api/v0/volumes': 'delete-volume',
  'GET /api/v0/charges': 'charges',
  'GET /api/v0/users/current': 'user',
};

const HOURS_PER_MONTH = 730;
const diskPrice = (machine: Machine, gb: number): number =>
  Number(((machine.storageUsdPerGbMonth * gb) / HOURS_PER_MONTH).toFixed(6));
const volumePrice = (gb: number): number => Number(((0.1 * gb) / HOURS_PER_MONTH).toFixed(6));

const secretText = (): string => randomBytes(24).toString('hex');

const fault = (status: number, error: string, msg: string): TwinReply => ({
  status,
  body: { success: false, error, msg },
});

function tokenOf(token: string): number | undefined {
  try {
    const { values } = JSON.parse(Buffer.from(token, 'base64').toString()) as { values: { id: number } };
    return Number.isInteger(values.id) ? values.id : undefined;
  } catch {
    return;
  }
}

const pick = (row: Record<string, unknown>, columns: string[]): Record<string, unknown> =>
  columns.includes('*') ? row : Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));

/** Runs start scripts as the platform does, but below a directory of its own and with an sshd that is none. */
async function scriptRunner() {
  const dir = await mkdtemp(join(tmpdir(), 'gl-vast-'));
  const bin = join(dir, 'bin');
  await mkdir(bin);
  for (const name of ['sshd', 'systemctl']) {
    await writeFile(join(bin, name), '#!/bin/sh\nexit 0\n');
    await chmod(join(bin, name), 0o755);
  }
  let runs = 0;
  async function run(text: string, home: string, root: string): Promise<void> {
    const env = { HOME: home, GPU_LEASE_ROOT: root, PATH: `${bin}:/usr/bin:/bin` };
    const child = spawn('sh', ['-c', text], { env, cwd: home, stdio: 'ignore' });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`the start script ended with ${code}`);
  }
  return {
    /** Who it lets in, and by which host key, found out by running it. */
    async keysOf(text: string): Promise<{ authorizedKey: string; hostKey?: string }> {
      runs += 1;
      const [home, root] = [join(dir, `${runs}`, 'home'), join(dir, `${runs}`, 'root')];
      await mkdir(home, { recursive: true });
      await mkdir(root, { recursive: true });
      await run(text, home, root);
      const hostKey = await readFile(join(root, 'etc/ssh/ssh_host_ed25519_key'), 'utf8').catch(
        () => undefined,
      );
      const authorizedKey = (await readFile(join(home, '.ssh/authorized_keys'), 'utf8')).trim();
      return { authorizedKey, ...(hostKey === undefined ? {} : { hostKey }) };
    },
    /** At a later start of the container, in the box's own home. */
    async bootAgain(text: string, home: string): Promise<void> {
      runs += 1;
      const root = join(dir, `${runs}`, 'root');
      await mkdir(root, { recursive: true });
      await run(text, home, root);
    },
    down: () => rm(dir, { recursive: true, force: true }),
  };
}

function labelsOf(twin: VastaiTwin): string[] {
  const billed = new Set(twin.billing.running().map((line) => line.split(' ')[0]));
  return twin.account
    .labels()
    .filter(({ id }) => billed.has(String(id)))
    .map(({ label }) => label);
}

export const rented: RentedPlatform = {
  name: 'vastai',
  job: jobOf('vastai'),
  async start(clock) {
    const twin = await startVastaiTwin({ clock });
    const env = { VAST_API_KEY: twin.keys.full, GPU_LEASE_API_VASTAI: twin.server.url };
    const { account } = twin;
    return inWords({ ...twin, billed: () => labelsOf(twin) }, env, {
      evict: (id) => account.evict(id),
      start: (id) => account.regain(id),
      moved: (id, bytes) => account.moved(id, bytes),
      lag: (looks) => account.lag(looks),
    });
  },
  leaseOf: (label) => label.split('#')[0] ?? label,
  isCreated: ({ method, path }, reply) => method === 'PUT' && /\/asks\/\d+\/$/.test(path) && went(reply),
  isEnd: ({ method, path }, reply) => method === 'DELETE' && /\/instances\/\d+\/$/.test(path) && went(reply),
  isDestroy: ({ method, path }) => method === 'DELETE' && /\/instances\/\d+\/$/.test(path),
  idOf: (reply) => wordIn(reply, 'new_contract'),
  evictsSpot: true,
  keepsMarks: true,
};
