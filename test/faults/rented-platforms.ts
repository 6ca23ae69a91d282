import type { Clock } from '../../src/clock.ts';
import type { Job } from '../../src/job/job.ts';
import { readMarkedName } from '../../src/platforms/owner-mark.ts';
import { startAutodlTwin } from '../twins/autodl-twin.ts';
import type { Billing } from '../twins/billing.ts';
import { formOf, startCompshareTwin } from '../twins/compshare-twin.ts';
import { DO_TOKEN, startDigitalOceanTwin } from '../twins/digitalocean-twin.ts';
import { LAMBDA_KEY, startLambdaTwin } from '../twins/lambda-twin.ts';
import { startPaperspaceTwin } from '../twins/paperspace-twin.ts';
import { startRunpodTwin } from '../twins/runpod-twin.ts';
import type { Twin, TwinReply, TwinRequest } from '../twins/twin.ts';
import { startVastaiTwin, type VastaiTwin } from '../twins/vastai-twin.ts';
import { startVerdaTwin } from '../twins/verda-twin.ts';

/** What happens to a machine from the platform's side, by its id; absent where the platform has no such thing. */
export interface Hand {
  /** Stopped by the platform for its own reasons, the disk kept. */
  evict?(id: string): Promise<void> | void;
  /** Its host is gone, and with it everything. */
  takeAway?(id: string): Promise<void> | void;
  /** Somebody pressed the button in the console; and the other one. */
  stop?(id: string): Promise<void> | void;
  start?(id: string): Promise<void> | void;
  /** A machine that is ended from now on is shown as before for so many looks. */
  lag(looks: number): void;
}

/** A platform with an API, as a test needs it that knows none of them. */
export interface RentedPlatform {
  name: string;
  job: Partial<Job>;
  /** @param door where a box answers whose first login is by password */
  start(
    clock: Clock,
    door?: { host: string; port: number },
  ): Promise<{
    server: Twin;
    env: Record<string, string>;
    /** Names, as the platform has them, of the machines that bill now. */
    billed(): string[];
    /** Everything that it charges for, disks that outlive their machine too. */
    billing: Billing;
    hand: Hand;
    close(): Promise<void>;
  }>;
  /** The lease in a name of the platform. */
  leaseOf(name: string): string;
  /** Whether this call made a machine. */
  isCreated(request: TwinRequest, reply: TwinReply): boolean;
  /** Whether this call ended one. */
  isEnd(request: TwinRequest, reply: TwinReply): boolean;
  /** Whether it is an order to destroy one, well answered or not. */
  isDestroy(request: TwinRequest): boolean;
  /** The id of the machine that this call made. */
  idOf(reply: TwinReply): string;
}

const jobOf = (
  platform: string,
  name = 'RTX 4090',
  candidate: Partial<Job['candidates'][number]> = {},
): Partial<Job> => ({
  resources: { gpu: { names: [name], count: 1 }, diskGb: { min: 40 } },
  candidates: [{ platform, ...candidate }],
  budget: { usd: 100, hours: 10, usdPerHour: 10 },
});

const went = ({ status }: TwinReply): boolean => status >= 200 && status < 300;
type Started = Awaited<ReturnType<RentedPlatform['start']>>;

const inWords = (twin: Omit<Started, 'env' | 'hand'>, env: Started['env'], hand: Hand): Started => ({
  server: twin.server,
  env,
  hand,
  billed: () => twin.billed(),
  billing: twin.billing,
  close: () => twin.close(),
});

/** Of platforms that say no with a status of 200. */
const saidYes = ({ body }: TwinReply): boolean => {
  const { code, RetCode } = (body ?? {}) as { code?: string; RetCode?: number };
  return code === 'Success' || RetCode === 0;
};
/** A word deep in an answer; of the answer itself where nothing is named. */
const wordIn = ({ body }: TwinReply, ...keys: (string | number)[]): string =>
  String(keys.reduce((at: unknown, key) => Object(at)[key], body) ?? '');
const plain = (name: string): string => readMarkedName(name).name;

function labelsOf(twin: VastaiTwin): string[] {
  const billed = new Set(twin.billing.running().map((line) => line.split(' ')[0]));
  return twin.account
    .labels()
    .filter(({ id }) => billed.has(String(id)))
    .map(({ label }) => label);
}

export const RENTED_PLATFORMS: readonly RentedPlatform[] = [
  {
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
  },
  {
    name: 'vastai',
    job: jobOf('vastai'),
    async start(clock) {
      const twin = await startVastaiTwin({ clock });
      const env = { VAST_API_KEY: twin.keys.full, GPU_LEASE_API_VASTAI: twin.server.url };
      const { account } = twin;
      return inWords({ ...twin, billed: () => labelsOf(twin) }, env, {
        evict: (id) => account.evict(id),
        start: (id) => account.regain(id),
        lag: (looks) => account.lag(looks),
      });
    },
    leaseOf: (label) => label.split('#')[0] ?? label,
    isCreated: ({ method, path }, reply) => method === 'PUT' && /\/asks\/\d+\/$/.test(path) && went(reply),
    isEnd: ({ method, path }, reply) =>
      method === 'DELETE' && /\/instances\/\d+\/$/.test(path) && went(reply),
    isDestroy: ({ method, path }) => method === 'DELETE' && /\/instances\/\d+\/$/.test(path),
    idOf: (reply) => wordIn(reply, 'new_contract'),
  },
  {
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
  },
  {
    name: 'digitalocean',
    job: jobOf('digitalocean', 'H100'),
    async start(clock) {
      const twin = await startDigitalOceanTwin({ clock });
      const env = { DIGITALOCEAN_TOKEN: DO_TOKEN, GPU_LEASE_API_DIGITALOCEAN: twin.server.url };
      return inWords(twin, env, {
        stop: (id) => twin.set(id, 'off'),
        start: (id) => twin.set(id, 'active'),
        lag: (looks) => twin.slowEnd(30, looks),
      });
    },
    leaseOf: plain,
    isCreated: ({ method, path }, reply) => method === 'POST' && path === '/v2/droplets' && went(reply),
    isEnd: ({ method, path }, reply) =>
      method === 'DELETE' && path.startsWith('/v2/droplets/') && went(reply),
    isDestroy: ({ method, path }) => method === 'DELETE' && path.startsWith('/v2/droplets/'),
    idOf: (reply) => wordIn(reply, 'droplet', 'id'),
  },
  {
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
  },
  {
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
  },
  {
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
  },
  {
    name: 'compshare',
    job: jobOf('compshare'),
    async start(clock, door) {
      const twin = await startCompshareTwin({ clock, ...(door && { ssh: door }) });
      const env = {
        COMPSHARE_PUBLIC_KEY: twin.keys.full.publicKey,
        COMPSHARE_PRIVATE_KEY: twin.keys.full.privateKey,
        GPU_LEASE_API_COMPSHARE: twin.server.url,
      };
      return inWords(twin, env, { evict: (id) => twin.evict(id), lag: (looks) => twin.lag(looks) });
    },
    leaseOf: plain,
    isCreated: (request, reply) => formOf(request)['Action'] === 'CreateCompShareInstance' && saidYes(reply),
    isEnd: (request, reply) =>
      /^(?:Stop|Terminate)CompShareInstance$/.test(formOf(request)['Action'] ?? '') && saidYes(reply),
    isDestroy: (request) => formOf(request)['Action'] === 'TerminateCompShareInstance',
    idOf: (reply) => wordIn(reply, 'UHostIds', 0),
  },
];
