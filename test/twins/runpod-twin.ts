import type { Clock } from '../../src/clock.ts';
import { Billing } from './billing.ts';
import type { BoxPool, TwinBox } from './boxes.ts';
import { inWords, jobOf, plain, type RentedPlatform, went, wordIn } from './rented-platform.ts';
import { startedBy } from './runpod-args.ts';
import { cudaRank, DATA_CENTERS, fullStock, GPUS, type TwinGpu } from './runpod-catalog.ts';
import { badRequest, noInstances, placesFor, problem, type Wanted, wantedOf } from './runpod-create.ts';
import { startTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';

const HOURS_PER_MONTH = 730;

export interface TwinVolume {
  id: string;
  name: string;
  size: number;
  dataCenter: string;
  type: 'STANDARD' | 'HIGH_PERFORMANCE';
}

interface TwinPod {
  id: string;
  wanted: Wanted;
  place: string;
  createdAt: Date;
  /** Set by what was done to it; without one it boots by the clock. */
  fixed?: 'EXITED' | 'ERROR' | string;
  cluster?: boolean;
  locked?: boolean;
  box?: TwinBox | undefined;
  port: number;
  /** Looks at which it is still shown although it is deleted. */
  ghostLooks?: number;
  /** What its host and its container wrote. */
  log: { source: 'system' | 'container'; line: string }[];
  /** On a host that has no public address to give. */
  isHidden?: boolean;
}

interface TwinRegistry {
  id: string;
  name: string;
  username: string;
  password: string;
}

interface RunpodTwinOptions {
  clock: Clock;
  /** Real sshd boxes; without them pods have an address where nothing listens. */
  boxes?: BoxPool;
  /** From create to RUNNING; half of it PROVISIONING. Default 0.2. */
  bootSeconds?: number;
  /** From RUNNING to a published port. Default 0.1. */
  portSeconds?: number;
  /** Lists come in pages of so many, with cursors, as RunPod's own command line expects since late 2026. Default: whole. */
  pageSize?: number;
  /** USD; below one hour of what is asked for, nothing is rented. Default 100. */
  balanceUsd?: number;
}

export interface RunpodTwin {
  server: Twin;
  billing: Billing;
  key: string;
  readOnlyKey: string;
  /**
   * Second source: the key of one pod, which the platform puts into its environment as RUNPOD_API_KEY ("Pod-scoped API key",
   * docs.runpod.io/pods/templates/environment-variables, 2026-11). What that opens is written nowhere: here its own pod, for a read and a
   * stop, and nothing else; `read`: a stop is refused; `none`: everything is.
   */
  podKey(podId: string, opens?: 'read-and-stop' | 'read' | 'none'): string;
  /** Logins of registries that the account keeps, with what it shows to nobody. */
  registries: Map<string, TwinRegistry>;
  /** A password that stands in the listing of a foreign pod. */
  foreignPassword: string;
  /** Names of pods that bill now. */
  billed(): string[];
  /** Free cards by `<gpu id>@<data center>`. */
  stock: Map<string, number>;
  /** Makes every place run out of that card, or of everything. */
  sellOut(gpuId?: string): void;
  addVolume(volume: Omit<TwinVolume, 'id'>): TwinVolume;
  /** Somebody else's pod in the account. */
  addForeign(name: string, more?: { cluster?: boolean; persistentGb?: number }): string;
  /** As the platform does when the balance runs low or the host goes away: EXITED, not by any call. */
  evict(podId: string): Promise<void>;
  setStatus(podId: string, status: string): void;
  /**
   * Second source: its host never gets the container to stay, says so in its log alone, and RunPod bills it all the same
   * (Nerogar/OneTrainer#981, 2025-09). `status` is what it shows meanwhile.
   */
  breakBoot(podId: string, status: string, system: readonly string[], container?: readonly string[]): void;
  /** Second source: on a Community host without a public address the container runs and 22/tcp is never published. */
  hideAddress(podId: string): void;
  /** As a restart does: the published port is another one. */
  movePort(podId: string): void;
  /** So many creates find nothing although the catalog shows stock: somebody was faster. */
  snatched: number;
  /** Deleted pods stay visible for so many looks from now on. */
  ghostLooks: number;
  balanceUsd: number;
  close(): Promise<void>;
}

/** RunPod's REST v2 on loopback, as its published description and documents of 2026-08 have it. */
export async function startRunpodTwin(options: RunpodTwinOptions): Promise<RunpodTwin> {
  const { clock, boxes, bootSeconds = 0.2, portSeconds = 0.1 } = options;
  const billing = new Billing(clock);
  const pods = new Map<string, TwinPod>();
  const volumes = new Map<string, TwinVolume>();
  const podKeys = new Map<string, { podId: string; opens: 'read-and-stop' | 'read' | 'none' }>();
  const registries = new Map<string, TwinRegistry>();
  let stock = fullStock();
  let count = 0;
  const id = (prefix: string): string => {
    count += 1;
    return `${prefix}${count.toString(36).padStart(12, '0')}`;
  };

  const ageOf = (pod: TwinPod) => (clock.now().getTime() - pod.createdAt.getTime()) / 1000;
  const statusOf = (pod: TwinPod): string => {
    if (pod.fixed) return pod.fixed;
    if (ageOf(pod) < bootSeconds / 2) return 'PROVISIONING';
    return ageOf(pod) < bootSeconds ? 'STARTING' : 'RUNNING';
  };
  const computeUsd = ({ wanted }: TwinPod) =>
    wanted.gpu.price[wanted.cloud === 'SECURE' ? 'secure' : 'community'] * wanted.count;

  function bill(pod: TwinPod, state: 'running' | 'stopped' | 'gone'): void {
    const volumeGb = pod.wanted.persistent?.size ?? 0;
    const month = (usdPerGb: number, gb: number) => Math.round((gb * usdPerGb * 1e6) / HOURS_PER_MONTH) / 1e6;
    billing.stop(pod.id);
    if (state === 'running') {
      billing.start(pod.id, 'gpu', computeUsd(pod));
      billing.start(pod.id, 'container-disk', month(0.1, pod.wanted.disk));
    }
    if (state !== 'gone' && volumeGb > 0)
      billing.start(pod.id, 'volume-disk', month(state === 'running' ? 0.1 : 0.2, volumeGb));
  }

  function podView(pod: TwinPod) {
    const status = statusOf(pod);
    const { wanted } = pod;
    const isUp = status === 'RUNNING' && !pod.fixed;
    const host = pod.box?.host ?? '127.0.0.1';
    const port = pod.box?.port ?? pod.port;
    const user = boxes?.user ?? 'root';
    const hasPort =
      isUp &&
      !pod.isHidden &&
      startedBy(wanted.args).hasSshd &&
      wanted.ports.includes('22/tcp') &&
      ageOf(pod) >= bootSeconds + portSeconds;
    return {
      id: pod.id,
      name: wanted.name,
      image: wanted.image,
      args: wanted.args,
      disk: wanted.disk,
      ports: wanted.ports,
      env: wanted.env,
      registry: wanted.registry ?? null,
      status,
      actions: actionsIn(status),
      mounts: {
        ...(wanted.persistent ? { persistent: wanted.persistent } : {}),
        ...(wanted.network ? { network: [wanted.network] } : {}),
      },
      gpu: { id: wanted.gpu.id, count: wanted.count },
      cloud: wanted.cloud,
      dataCenterId: pod.place === 'COMMUNITY' ? null : pod.place,
      cudaVersion: wanted.gpu.cuda,
      ssh: {
        proxy: endpointView('ssh.runpod.io', 22, `${pod.id}-64411eb2`),
        direct: hasPort ? endpointView(host, port, user) : null,
      },
      template: null,
      cost: ['EXITED', 'TERMINATED'].includes(status) ? 0 : computeUsd(pod),
      locked: pod.locked ?? false,
      globalNetworking: { enabled: false },
      runtime: isUp ? { uptime: Math.floor(ageOf(pod)), ports: hasPort ? [portView(host, port)] : [] } : null,
      ...(pod.cluster ? { cluster: { id: 'cluster0001', rank: 0, ip: '10.65.0.2' } } : {}),
      createdAt: pod.createdAt.toISOString(),
      startedAt: isUp ? new Date(pod.createdAt.getTime() + bootSeconds * 1000).toISOString() : null,
    };
  }

  async function rent(wanted: Wanted): Promise<TwinReply> {
    const volume = wanted.network ? volumes.get(wanted.network.volumeId) : undefined;
    if (wanted.network && !volume) return problem(404, 'Not Found', 'network volume not found');
    const free = placesFor(wanted).filter((place) => volume === undefined || place === volume.dataCenter);
    const place = free.find((each) => (stock.get(`${wanted.gpu.id}@${each}`) ?? 0) >= wanted.count);
    if (twin.snatched > 0) {
      twin.snatched -= 1;
      return noInstances();
    }
    if (place === undefined) return noInstances();
    const pod: TwinPod = {
      id: id('pod'),
      wanted,
      place,
      createdAt: clock.now(),
      port: 20_000 + count,
      log: [],
    };
    if (computeUsd(pod) > twin.balanceUsd)
      return problem(402, 'Payment Required', 'insufficient balance to create this pod');
    stock.set(`${wanted.gpu.id}@${place}`, (stock.get(`${wanted.gpu.id}@${place}`) ?? 0) - wanted.count);
    pods.set(pod.id, pod);
    bill(pod, 'running');
    const authorizedKey = wanted.env['PUBLIC_KEY'];
    const { hostKey } = startedBy(wanted.args);
    if (boxes && authorizedKey)
      pod.box = await boxes.take({ authorizedKey, ...(hostKey === undefined ? {} : { hostKey }) });
    return ok(podView(pod), 201);
  }

  function giveBack({ wanted, place }: TwinPod): void {
    const key = `${wanted.gpu.id}@${place}`;
    stock.set(key, (stock.get(key) ?? 0) + wanted.count);
  }

  async function stop(pod: TwinPod): Promise<void> {
    pod.fixed = 'EXITED';
    bill(pod, 'stopped');
    giveBack(pod);
    await pod.box?.stop();
  }

  async function remove(pod: TwinPod): Promise<TwinReply> {
    if (pod.cluster) return problem(409, 'Conflict', 'pod belongs to a cluster; delete the cluster instead');
    if (pod.ghostLooks === undefined) {
      if (statusOf(pod) !== 'EXITED') giveBack(pod);
      bill(pod, 'gone');
      await pod.box?.destroy();
    }
    pod.ghostLooks ??= twin.ghostLooks;
    if (pod.ghostLooks === 0) pods.delete(pod.id);
    return { status: 204 };
  }

  /** A deleted pod that the platform still shows, for the looks that are left. */
  function lookedAt(podId: string): TwinPod | undefined {
    const pod = pods.get(podId);
    if (pod?.ghostLooks === undefined) return pod;
    if (pod.ghostLooks <= 0) pods.delete(podId);
    else pod.ghostLooks -= 1;
    return pods.get(podId);
  }

  /** By the description: three texts and nothing else, and neither user nor password is ever shown again. */
  function addRegistry(body: unknown): TwinReply {
    const { name, username, password, ...rest } = Object(body) as Record<string, unknown>;
    const isFine = [name, username, password].every((each) => typeof each === 'string' && each !== '');
    if (!isFine || Object.keys(rest).length > 0)
      return problem(422, 'Unprocessable Entity', 'Request validation failed.', ['$: not allowed']);
    const made = {
      id: id('reg'),
      name: String(name),
      username: String(username),
      password: String(password),
    };
    registries.set(made.id, made);
    return ok(shownLogin(made), 201);
  }

  async function act(pod: TwinPod, body: unknown): Promise<TwinReply> {
    const { action, ...rest } = (body ?? {}) as { action?: string };
    if (!['start', 'stop', 'restart', 'terminate'].includes(action ?? '') || Object.keys(rest).length > 0)
      return problem(422, 'Unprocessable Entity', 'Request validation failed.', ['$.action: not allowed']);
    if (!actionsIn(statusOf(pod)).includes(action ?? ''))
      return problem(409, 'Conflict', `action ${action} is not valid for a pod that is ${statusOf(pod)}`);
    if (pod.locked) return badRequest('pod is locked');
    if (action === 'terminate') return remove(pod);
    if (action === 'stop') await stop(pod);
    if (action === 'start') {
      delete pod.fixed;
      bill(pod, 'running');
      await pod.box?.start();
    }
    return ok(podView(pod));
  }

  function podBilling({ query }: TwinRequest): TwinReply {
    const podId = query.get('podId');
    const wanted = [...new Set([...pods.keys(), ...(podId ? [podId] : [])])].filter(
      (each) => podId === null || each === podId,
    );
    const startTime = query.get('startTime') ?? new Date(clock.now().getTime() - 30 * 86.4e6).toISOString();
    const endTime = clock.now().toISOString();
    const amounts = (usd: number) => ({ totalAmount: usd, gpuAmount: usd, cpuAmount: 0, diskAmount: 0 });
    const records = wanted
      .map((each) => ({ startTime, endTime, podId: each, ...amounts(billing.invoice(each)) }))
      .filter(({ totalAmount }) => totalAmount > 0);
    return ok({
      records,
      metadata: {
        query: { startTime, endTime, bucketSize: query.get('bucketSize') ?? 'day', podId },
        recordCount: records.length,
        uniquePodCount: records.length,
        totals: amounts(records.reduce((sum, each) => sum + each.totalAmount, 0)),
      },
    });
  }

  async function route(request: TwinRequest): Promise<TwinReply> {
    const { method, path } = request;
    const [, version, group, name, what] = path.split('/').map(decodeURIComponent);
    const is = (wanted: string) =>
      `${method} ${group}${name ? '/:' : ''}${what ? `/${what}` : ''}` === wanted;
    if (version !== 'v2') return problem(404, 'Not Found', 'no such path');
    if (method === 'GET' && path === '/v2/catalog/gpus') return catalog(request, stock);
    if (method === 'GET' && path === '/v2/billing/pods') return podBilling(request);
    if (is('GET pods')) {
      const withClusters = request.query.get('includeClusterPods') === 'true';
      const shown = [...pods.values()].filter((pod) => withClusters || !pod.cluster);
      const views = shown.filter((pod) => pod.ghostLooks !== 0).map(podView);
      return listOf('pods', views, request, options.pageSize);
    }
    if (is('POST pods')) {
      const wanted = wantedOf(request.body);
      return 'status' in wanted ? wanted : rent(wanted);
    }
    const pod = group === 'pods' && name ? lookedAt(name) : undefined;
    if (group === 'pods' && name && !pod) return problem(404, 'Not Found', 'pod not found');
    if (pod && is('GET pods/:')) return ok(podView(pod));
    if (pod && is('DELETE pods/:')) return remove(pod);
    if (pod && is('GET pods/:/logs')) return logOf(pod, request);
    if (pod && is('POST pods/:/action')) return act(pod, request.body);
    if (is('GET registries'))
      return listOf('registries', [...registries.values()].map(shownLogin), request, options.pageSize);
    if (is('POST registries')) return addRegistry(request.body);
    const login = group === 'registries' && name ? registries.get(name) : undefined;
    if (is('DELETE registries/:') && login) {
      if ([...pods.values()].some(({ wanted }) => wanted.registry === login.id))
        return badRequest('registry credential is in use by a pod');
      registries.delete(login.id);
      return { status: 204 };
    }
    if (is('GET network-volumes'))
      return listOf('networkVolumes', [...volumes.values()], request, options.pageSize);
    const volume = group === 'network-volumes' && name ? volumes.get(name) : undefined;
    if (is('GET network-volumes/:') && volume) return ok(volume);
    if (is('DELETE network-volumes/:') && volume) {
      const isUsed = [...pods.values()].some((each) => each.wanted.network?.volumeId === volume.id);
      if (isUsed) return badRequest('network volume is in use');
      volumes.delete(volume.id);
      billing.stop(volume.id);
      return { status: 204 };
    }
    return problem(404, 'Not Found', 'resource not found');
  }

  function withPodKey(
    { podId, opens }: { podId: string; opens: string },
    request: TwinRequest,
  ): Promise<TwinReply> | TwinReply {
    const own = `/v2/pods/${podId}`;
    const { action } = (request.body ?? {}) as { action?: string };
    const isRead = request.method === 'GET' && request.path === own;
    const isStop = request.method === 'POST' && request.path === `${own}/action` && action === 'stop';
    if ((isRead && opens !== 'none') || (isStop && opens === 'read-and-stop')) return route(request);
    return problem(403, 'Forbidden', 'access denied');
  }

  function handle(request: TwinRequest): Promise<TwinReply> | TwinReply {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    if (scheme !== 'Bearer' || !token) return problem(401, 'Unauthorized', 'missing bearer token');
    const scope = podKeys.get(token);
    if (scope !== undefined) return withPodKey(scope, request);
    if (token !== twin.key && token !== twin.readOnlyKey)
      return problem(401, 'Unauthorized', 'invalid bearer token');
    if (token === twin.readOnlyKey && request.method !== 'GET')
      return problem(403, 'Forbidden', 'access denied');
    return route(request);
  }

  const server = await startTwin(async (request) => {
    const reply = await handle(request);
    return reply.status === 401 ? reply : { ...reply, headers: { ...RATE_HEADERS, ...reply.headers } };
  }, clock);

  const podNamed = (podId: string): TwinPod => {
    const pod = pods.get(podId);
    if (!pod) throw new Error(`the twin has no pod ${podId}`);
    return pod;
  };

  const twin: RunpodTwin = {
    server,
    billing,
    key: 'rpa_TWINKEY0123456789abcdef',
    readOnlyKey: 'rpa_TWINLOOKONLY0123456789',
    registries,
    foreignPassword: 'hunter2-of-somebody-else',
    podKey: (podId, opens = 'read-and-stop') => {
      const key = `rpa_POD${podId.toUpperCase()}${opens.length}`;
      podKeys.set(key, { podId: podNamed(podId).id, opens });
      return key;
    },
    billed: () => [
      ...new Set(billing.running().map((line) => pods.get(line.split(' ')[0] ?? '')?.wanted.name ?? line)),
    ],
    get stock() {
      return stock;
    },
    sellOut: (gpuId) => {
      stock = new Map([...stock].map(([key, n]) => [key, gpuId && !key.startsWith(`${gpuId}@`) ? n : 0]));
    },
    addVolume: (volume) => {
      const made = { id: id('vol'), ...volume };
      volumes.set(made.id, made);
      const usdPerGb = volume.type === 'STANDARD' ? 0.07 : 0.14;
      billing.start(made.id, 'network-volume', (volume.size * usdPerGb) / HOURS_PER_MONTH);
      return made;
    },
    addForeign: (name, { cluster = false, persistentGb } = {}) => {
      const wanted: Wanted = {
        name,
        image: 'somebody/else:1',
        args: '',
        disk: 50,
        ports: ['8888/http'],
        env: { JUPYTER_PASSWORD: twin.foreignPassword },
        cloud: 'SECURE',
        dataCenterIds: [],
        gpu: GPUS[0] as TwinGpu,
        count: 1,
        ...(persistentGb === undefined ? {} : { persistent: { size: persistentGb, path: '/workspace' } }),
      };
      const pod: TwinPod = {
        id: id('pod'),
        wanted,
        place: 'US-TX-3',
        createdAt: clock.now(),
        port: 8888,
        cluster,
        log: [],
      };
      pods.set(pod.id, pod);
      bill(pod, 'running');
      return pod.id;
    },
    evict: (podId) => stop(podNamed(podId)),
    setStatus: (podId, status) => {
      podNamed(podId).fixed = status;
    },
    breakBoot: (podId, status, system, container = []) => {
      const pod = podNamed(podId);
      pod.fixed = status;
      pod.log.push(
        ...system.map((line) => ({ source: 'system' as const, line })),
        ...container.map((line) => ({ source: 'container' as const, line })),
      );
    },
    hideAddress: (podId) => {
      podNamed(podId).isHidden = true;
    },
    movePort: (podId) => {
      podNamed(podId).port += 1000;
    },
    snatched: 0,
    ghostLooks: 0,
    balanceUsd: options.balanceUsd ?? 100,
    close: () => server.close(),
  };
  return twin;
}

const RATE_HEADERS = {
  ratelimit: '"minute";r=59;t=60, "hour";r=2999;t=3600, "day";r=49999;t=86400',
  'ratelimit-policy': '"minute";q=60;w=60, "hour";q=3000;w=3600, "day";q=50000;w=86400',
};

const ok = (body: unknown, status = 200): TwinReply => ({ status, body });

function listOf(name: string, all: unknown[], { query }: TwinRequest, pageSize?: number): TwinReply {
  if (pageSize === undefined) return ok({ [name]: all });
  const from = Number(query.get('cursor')?.replace('after-', '') ?? 0);
  if (!Number.isInteger(from)) return badRequest('cursor is not valid');
  const to = from + pageSize;
  const hasNextPage = to < all.length;
  const pagination = { hasNextPage, ...(hasNextPage ? { nextCursor: `after-${to}` } : {}) };
  return ok({ [name]: all.slice(from, to), pagination });
}

const endpointView = (host: string, port: number, username: string) => ({
  host,
  port,
  username,
  command: `ssh ${username}@${host} -p ${port}`,
});

const portView = (host: string, port: number) => ({ private: 22, public: port, type: 'tcp', ip: host });

/** Server-sent events as the description of 2026-08 has them. The real stream stays open; a test lets it trickle by a fault. */
function logOf({ log, createdAt }: TwinPod, { query }: TwinRequest): TwinReply {
  const source = query.get('source');
  const tail = Number(query.get('tail') ?? 100);
  if (source !== null && source !== 'system' && source !== 'container')
    return badRequest('source is not valid');
  if (!Number.isInteger(tail) || tail < 0 || tail > 5000) return badRequest('tail is not valid');
  const shown = log
    .filter((each) => source === null || each.source === source)
    .slice(tail === 0 ? log.length : -tail);
  const events = shown.map((each, n) => {
    const ts = new Date(createdAt.getTime() + n * 1000).toISOString();
    return `id: ${ts}/${String(n).padStart(12, '0')}\ndata: ${JSON.stringify({ ts, ...each })}\n\n`;
  });
  return { status: 200, body: events.join(''), headers: { 'content-type': 'text/event-stream' } };
}

function actionsIn(status: string): string[] {
  if (status === 'RUNNING') return ['stop', 'restart', 'terminate'];
  if (status === 'EXITED' || status === 'ERROR') return ['start', 'terminate'];
  return status === 'TERMINATED' ? [] : ['stop', 'terminate'];
}

function catalog({ query }: TwinRequest, stock: Map<string, number>): TwinReply {
  const withStock = query.get('include') === 'AVAILABILITY';
  const filters = ['product', 'count', 'cloud', 'countryCodes', 'cudaVersions', 'minCudaVersion'];
  if (!withStock && filters.some((each) => query.has(each)))
    return badRequest('this filter is valid only with include=AVAILABILITY');
  if (withStock && !query.has('product')) return badRequest('product is required with include=AVAILABILITY');
  const count = Number(query.get('count') ?? 1);
  const cloud = query.get('cloud') ?? 'SECURE';
  const min = query.get('minCudaVersion');
  const level = (free: number) => (free < count ? 'NONE' : free < 4 ? 'LOW' : free < 20 ? 'MEDIUM' : 'HIGH');
  const gpus = GPUS.map(({ cuda, ...gpu }) => {
    const base = { ...gpu, secure: true, community: true };
    if (!withStock) return base;
    const fits = min === null || (cuda !== null && cudaRank(cuda) >= cudaRank(min));
    const free = (place: string) => (fits ? (stock.get(`${gpu.id}@${place}`) ?? 0) : 0);
    const places = Object.keys(DATA_CENTERS).filter((each) => free(each) >= count);
    const best = cloud === 'COMMUNITY' ? free('COMMUNITY') : Math.max(0, ...places.map(free));
    const dataCenters = places.map((each) => ({
      id: each,
      name: DATA_CENTERS[each] ?? each,
      availability: level(free(each)),
    }));
    return {
      ...base,
      availability: level(best),
      ...(cloud === 'SECURE' && dataCenters.length > 0 ? { dataCenters } : {}),
      ...(cuda === null ? {} : { cudaVersions: [{ version: cuda, available: best >= count }] }),
    };
  });
  return ok({ gpus });
}

/** As it is shown: write-only in what matters. */
const shownLogin = ({ id, name }: TwinRegistry) => ({ id, name });

export const rented: RentedPlatform = {
  name: 'runpod',
  job: jobOf('runpod'),
  async start(clock) {
    const twin = await startRunpodTwin({ clock });
    const env = { RUNPOD_API_KEY: twin.key, GPU_LEASE_API_RUNPOD: twin.server.url };
    return inWords(twin, env, {
      evict: (id) => twin.evict(id),
      lag(looks) {
        twin.ghostLooks = looks;
      },
    });
  },
  leaseOf: plain,
  isCreated: ({ method, path }, reply) => method === 'POST' && path === '/v2/pods' && went(reply),
  isEnd: ({ method, path }, reply) => method === 'DELETE' && path.startsWith('/v2/pods/') && went(reply),
  isDestroy: ({ method, path }) => method === 'DELETE' && path.startsWith('/v2/pods/'),
  idOf: (reply) => wordIn(reply, 'id'),
};
