import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../src/clock.ts';
import { Billing } from './billing.ts';
import { inWords, jobOf, plain, type RentedPlatform, saidYes, wordIn } from './rented-platform.ts';
import { startTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';

export interface CompshareTwinOptions {
  clock: Clock;
  bootSeconds?: number;
  offSeconds?: number;
  /** What `SshLoginCommand` points at. */
  ssh?: { host: string; port: number };
}

export interface CompshareTwin {
  server: Twin;
  billing: Billing;
  /** Public to private key: one that may do everything, one that may only look. */
  keys: Record<'full' | 'readOnly', { publicKey: string; privateKey: string }>;
  secrets(): string[];
  /** Names of what is charged for at this moment. */
  billed(): string[];
  foreign(name: string): string;
  setState(id: string, word: string): void;
  soldOut(gpuType: string, isSoldOut: boolean): void;
  lag(looks: number): void;
  /** The platform takes a spot box back. */
  evict(id: string): void;
  instances: ReadonlyMap<string, CompshareInstance>;
  close(): Promise<void>;
}

interface CompshareInstance {
  id: string;
  name: string;
  remark: string;
  state: string;
  region: string;
  zone: string;
  gpuType: string;
  gpus: number;
  cpus: number;
  memoryMb: number;
  charge: string;
  diskGb: number;
  createdAt: number;
  settlesAt: number;
  stopsAt: number | undefined;
  /** Its row tells no price of machine and disk. */
  priceless?: boolean;
  password: string;
}

type Form = Record<string, string>;

const ZONES = [
  { Region: 'cn-wlcb', Zone: 'cn-wlcb-01', Describe: '华北二A' },
  { Region: 'cn-sh2', Zone: 'cn-sh2-02', Describe: '上海二B' },
];
/** Yuan per hour and card; figures of the twin, near those seen by others in 2026-08. */
export const CARDS: Record<string, { yuan: number; memoryGb: number; zones: string[]; spot: boolean }> = {
  '4090': { yuan: 2.05, memoryGb: 24, zones: ['cn-wlcb-01', 'cn-sh2-02'], spot: true },
  '4090_48G': { yuan: 2.8, memoryGb: 48, zones: ['cn-wlcb-01'], spot: false },
  '5090': { yuan: 2.77, memoryGb: 32, zones: ['cn-sh2-02'], spot: true },
  A800: { yuan: 5.2, memoryGb: 80, zones: ['cn-wlcb-01'], spot: false },
};
const IMAGES = ['compshareImage-torch28', 'compshareImage-torch29'];
const FREE_DISK_GB = 100;
const DISK_YUAN = 0.0005;

/** Names of every action's parameters; the platform itself passes over what it does not know, the twin does not. */
const PARAMETERS: Record<string, { needs: string[]; may?: string[] }> = {
  DescribeCompShareSupportZone: { needs: ['Region'] },
  DescribeAvailableCompShareInstanceTypes: {
    needs: ['Region'],
    may: ['Zone', 'InstanceType', 'MachineTypes.0'],
  },
  CheckCompShareResourceCapacity: {
    needs: [
      'Region',
      'Zone',
      'GpuType',
      'MachineType',
      'MinimalCpuPlatform',
      'CompShareImageId',
      'ChargeType',
      'Disks.0.IsBoot',
      'Disks.0.Type',
      'Disks.0.Size',
    ],
  },
  GetCompShareInstancePrice: {
    needs: ['Region', 'Zone', 'GpuType', 'Gpu', 'Cpu', 'Memory'],
    may: ['ChargeType', 'Disks.0.IsBoot', 'Disks.0.Type', 'Disks.0.Size', 'CompShareImageId', 'Quantity'],
  },
  DescribeCompShareImages: { needs: ['Region'], may: ['Zone'] },
  DescribeCompShareCustomImages: { needs: ['Region'], may: ['Zone'] },
  DescribeCompshareDisk: { needs: [], may: ['Region'] },
  DescribeCompShareInstance: { needs: [], may: ['Region', 'Zone', 'UHostIds.0', 'Limit', 'Offset'] },
  CreateCompShareInstance: {
    needs: [
      'Region',
      'Zone',
      'GpuType',
      'GPU',
      'CPU',
      'Memory',
      'CompShareImageId',
      'Disks.0.IsBoot',
      'Disks.0.Type',
      'Disks.0.Size',
    ],
    may: ['MachineType', 'MinimalCpuPlatform', 'ChargeType', 'Quantity', 'Name', 'Remark', 'MaxCount'],
  },
  GetProjectList: { needs: [], may: ['Region'] },
  UpdateCompShareStopScheduler: { needs: ['Region', 'Zone', 'ProjectId', 'UHostId', 'SchedulerStopTime'] },
  StopCompShareInstance: { needs: ['Region', 'Zone', 'UHostId'] },
  TerminateCompShareInstance: { needs: ['Region', 'Zone', 'UHostId'], may: ['ReleaseUDisk'] },
};
const CHANGES = /^(?:Create|Stop|Terminate|Update)/;

export const formOf = (request: TwinRequest): Form =>
  Object.fromEntries(new URLSearchParams(String(request.body ?? '')));

/**
 * CompShare's API on loopback, as its own documents, its official clients and others' notes (2026-08) have it. Taken on trust: what
 * a key without the right gets (299, UCloud's public code), the state of a box that was taken back.
 */
export async function startCompshareTwin(options: CompshareTwinOptions): Promise<CompshareTwin> {
  const { clock, bootSeconds = 0, offSeconds = 0, ssh = { host: '127.0.0.1', port: 1 } } = options;
  const billing = new Billing(clock);
  const instances = new Map<string, CompshareInstance>();
  const deleted = new Map<string, CompshareInstance>();
  const soldOut = new Set<string>();
  const pair = () => ({
    publicKey: `pub-${randomBytes(16).toString('hex')}`,
    privateKey: randomBytes(20).toString('hex'),
  });
  const keys = { full: pair(), readOnly: pair() };
  const passwords: string[] = [];
  let staleLooks = 0;
  const now = () => clock.now().getTime() / 1000;

  function settle(): void {
    for (const each of instances.values()) {
      if (each.stopsAt !== undefined && now() >= each.stopsAt && each.state === 'Running') {
        each.stopsAt = undefined;
        off(each);
      }
      if (now() < each.settlesAt) continue;
      if (each.state === 'Starting') {
        each.state = 'Running';
        billing.start(each.id, 'gpu', gpuYuan(each) * 0.15);
      } else if (each.state === 'Stopping') {
        each.state = 'Stopped';
        billing.stop(each.id, 'gpu');
      }
    }
  }

  function off(each: CompshareInstance): void {
    each.state = 'Stopping';
    each.settlesAt = now() + offSeconds;
  }

  function made(form: Form): CompshareInstance {
    const each: CompshareInstance = {
      id: `uhost-${randomBytes(6).toString('hex')}`,
      name: form['Name'] ?? 'host',
      remark: form['Remark'] ?? '',
      state: 'Starting',
      region: form['Region'] ?? '',
      zone: form['Zone'] ?? '',
      gpuType: form['GpuType'] ?? '',
      gpus: Number(form['GPU']),
      cpus: Number(form['CPU']),
      memoryMb: Number(form['Memory']),
      charge: form['ChargeType'] ?? 'Month',
      diskGb: Number(form['Disks.0.Size']),
      createdAt: Math.floor(now()),
      settlesAt: now() + bootSeconds,
      stopsAt: undefined,
      password: `pw-${randomBytes(9).toString('hex')}`,
    };
    passwords.push(each.password, Buffer.from(each.password).toString('base64'));
    instances.set(each.id, each);
    if (diskYuan(each) > 0) billing.start(each.id, 'disk', diskYuan(each) * 0.15);
    settle();
    return each;
  }

  const row = (each: CompshareInstance) => ({
    UHostId: each.id,
    Name: each.name,
    Remark: each.remark,
    State: each.state,
    Zone: each.zone,
    ChargeType: each.charge,
    InstanceType: 'Container',
    GpuType: each.gpuType,
    GPU: each.gpus,
    CPU: each.cpus,
    Memory: each.memoryMb,
    CreateTime: each.createdAt,
    CompShareImagePrice: 0,
    ...(each.priceless
      ? {}
      : {
          InstancePrice: gpuYuan(each),
          DiskPriceInfo: [{ ChargeType: 'Postpay', Price: diskYuan(each), IsBoot: true }],
        }),
    ...(each.stopsAt === undefined ? {} : { StopSchedulerTime: each.stopsAt }),
    SshLoginCommand: each.state === 'Running' ? `ssh -p ${ssh.port} root@${ssh.host}` : '',
    Password: Buffer.from(each.password).toString('base64'),
  });

  function create(form: Form): TwinReply {
    const card = CARDS[form['GpuType'] ?? ''];
    if (!card || !IMAGES.includes(form['CompShareImageId'] ?? ''))
      return refusal(230, 'Params [GpuType] not available');
    if (form['Disks.0.IsBoot'] !== 'true') return refusal(230, 'Params [Disks] not available');
    if (!card.zones.includes(form['Zone'] ?? '')) return refusal(8333, 'cpu memory ratio not in 2:1 - 1:12');
    if (!/^[\w.,:-]{1,63}$/.test(form['Name'] ?? '')) return refusal(230, 'Params [Name] not available');
    if (soldOut.has(form['GpuType'] ?? ''))
      return refusal(226604, 'This GPU type is currently out of resources');
    return success('CreateCompShareInstance', { UHostIds: [made(form).id] });
  }

  function list(form: Form): TwinReply {
    let rows = [...instances.values()];
    const id = form['UHostIds.0'];
    const gone = id === undefined ? undefined : deleted.get(id);
    if (gone && staleLooks > 0) {
      staleLooks -= 1;
      rows.push(gone);
    }
    rows = rows.filter((each) => (form['Zone'] ?? each.zone) === each.zone && (id ?? each.id) === each.id);
    const [from, count] = [Number(form['Offset'] ?? 0), Math.min(100, Number(form['Limit'] ?? 20))];
    const page = rows.slice(from, from + count);
    return success('DescribeCompShareInstance', { TotalCount: rows.length, UHostSet: page.map(row) });
  }

  function types(form: Form): TwinReply {
    const spot = form['InstanceType'] === 'spot';
    const found = Object.entries(CARDS).filter(
      ([, card]) => (form['Zone'] === undefined || card.zones.includes(form['Zone'])) && (!spot || card.spot),
    );
    return success('DescribeAvailableCompShareInstanceTypes', {
      AvailableInstanceTypes: found.map(([name, card]) => ({
        Name: name,
        Zone: form['Zone'],
        Status: soldOut.has(name) ? 'SoldOut' : 'Normal',
        GraphicsMemory: { Value: card.memoryGb, Rate: 3 },
        MachineSizes: [1, 2, 4].map((gpus) => ({
          Gpu: gpus,
          Collection: [
            { Cpu: 16 * gpus, Memory: [64 * gpus, 94 * gpus], MinimalCpuPlatform: ['Intel/IceLake'] },
          ],
        })),
      })),
    });
  }

  function price(form: Form): TwinReply {
    const card = CARDS[form['GpuType'] ?? ''];
    if (!card) return refusal(230, 'Params [GpuType] not available');
    const charge = form['ChargeType'] ?? 'Postpay';
    const instance = { gpuType: form['GpuType'] ?? '', gpus: Number(form['Gpu']), charge };
    const disks = { diskGb: Number(form['Disks.0.Size'] ?? 0) };
    const details = [{ ChargeType: charge, Instance: gpuYuan(instance), SystemDisks: diskYuan(disks) }];
    return success('GetCompShareInstancePrice', { PriceDetails: details, OriginalPriceDetails: details });
  }

  function capacity(form: Form): TwinReply {
    const there =
      CARDS[form['GpuType'] ?? '']?.zones.includes(form['Zone'] ?? '') && !soldOut.has(form['GpuType'] ?? '');
    const specs = [1, 2, 4].flatMap((gpus) =>
      [64, 94].map((gb) => ({
        Gpu: gpus,
        Cpu: 16 * gpus,
        Mem: gb * gpus,
        ResourceEnough: there === true && gpus < 4,
      })),
    );
    return success('CheckCompShareResourceCapacity', { Specs: specs });
  }

  function onInstance(action: string, form: Form): TwinReply {
    const each = instances.get(form['UHostId'] ?? '');
    if (!each || each.zone !== form['Zone'] || each.region !== form['Region'])
      return refusal(8039, 'UHost instance is not exist');
    if (action === 'StopCompShareInstance') {
      if (each.charge === 'Spot') return refusal(8040, 'spot instance can not be stopped');
      if (each.state !== 'Running') return refusal(8041, 'instance is not running');
      off(each);
    } else if (action === 'UpdateCompShareStopScheduler') {
      const at = Number(form['SchedulerStopTime']);
      if (each.charge === 'Spot' || !(at >= now() + 300) || form['ProjectId'] !== 'org-twin')
        return refusal(230, 'Params [SchedulerStopTime] not available');
      each.stopsAt = at;
    } else {
      if (each.state !== 'Stopped' && each.charge !== 'Spot')
        return refusal(8042, 'instance must be stopped');
      instances.delete(each.id);
      deleted.set(each.id, { ...each, state: 'Running' });
      billing.stop(each.id);
      return success(action, { UHostId: each.id, InRecycle: 'Yes' });
    }
    settle();
    return success(action, { UHostId: each.id });
  }

  function act(action: string, form: Form): TwinReply {
    if (action === 'DescribeCompShareSupportZone') return success(action, { ZoneInfo: ZONES });
    if (action === 'DescribeAvailableCompShareInstanceTypes') return types(form);
    if (action === 'CheckCompShareResourceCapacity') return capacity(form);
    if (action === 'GetCompShareInstancePrice') return price(form);
    if (action === 'DescribeCompShareImages') {
      const set = IMAGES.map((id, i) => ({
        CompShareImageId: id,
        Name: `cuda12${i}_torch2${8 + i}_py312`,
        Status: 'Available',
      }));
      return success(action, { TotalCount: set.length, ImageSet: set });
    }
    if (action === 'DescribeCompShareCustomImages') return success(action, { TotalCount: 0, ImageSet: [] });
    if (action === 'DescribeCompshareDisk')
      return success(action, {
        DiskSet: [{ ResourceId: 'udisk-foreign', Name: 'data', Zone: 'cn-sh2-02', MountInstance: '' }],
      });
    if (action === 'DescribeCompShareInstance') return list(form);
    if (action === 'GetProjectList')
      return success(action, {
        ProjectSet: [{ ProjectId: 'org-twin', ProjectName: 'Default', IsDefault: true }],
      });
    return action === 'CreateCompShareInstance' ? create(form) : onInstance(action, form);
  }

  function handle(request: TwinRequest): TwinReply {
    settle();
    if (request.method !== 'POST' || request.path !== '/') return { status: 404, body: 'not found' };
    if (!/^application\/x-www-form-urlencoded/.test(request.headers['content-type'] ?? ''))
      return refusal(160, 'Missing Action');
    const { Action: action = '', PublicKey, Signature, ...form } = formOf(request);
    const parameters = PARAMETERS[action];
    if (!parameters) return refusal(161, `Action [${action}] not found`);
    const owner = Object.entries(keys).find(([, { publicKey }]) => publicKey === PublicKey);
    if (!owner) return refusal(172, 'User Not Exists');
    const given = { ...form, Action: action, PublicKey: owner[1].publicKey };
    if (Signature !== signatureOf(given, owner[1].privateKey))
      return refusal(171, 'Signature VerifyAC Error');
    if (owner[0] === 'readOnly' && CHANGES.test(action)) return refusal(299, 'IAM permission error');
    const missing = parameters.needs.find((name) => !form[name]);
    if (missing !== undefined) return refusal(220, `Missing params [${missing}]`);
    const known = [...parameters.needs, ...(parameters.may ?? [])];
    const unknown = Object.keys(form).find((name) => !known.includes(name));
    if (unknown !== undefined) return refusal(230, `Params [${unknown}] not available`);
    return act(action, form);
  }

  const server = await startTwin(handle, clock);
  return {
    server,
    billing,
    keys,
    secrets: () => [...Object.values(keys).flatMap((each) => Object.values(each)), ...passwords],
    billed() {
      settle();
      const running = billing.running();
      return [...instances.values()]
        .filter(({ id }) => running.some((line) => line.startsWith(id)))
        .map(({ name }) => name);
    },
    foreign: (name) =>
      made({
        Name: name,
        Region: 'cn-sh2',
        Zone: 'cn-sh2-02',
        GpuType: '4090',
        GPU: '1',
        CPU: '16',
        Memory: '65536',
        ChargeType: 'Postpay',
        'Disks.0.Size': '100',
      }).id,
    setState(id, word) {
      const each = instances.get(id);
      if (!each) return;
      each.state = word;
      each.settlesAt = Number.POSITIVE_INFINITY;
    },
    soldOut: (gpuType, isSoldOut) => void (isSoldOut ? soldOut.add(gpuType) : soldOut.delete(gpuType)),
    lag(looks) {
      staleLooks = looks;
    },
    evict(id) {
      const each = instances.get(id);
      if (each) off(each);
      settle();
    },
    instances,
    close: () => server.close(),
  };
}

const gpuYuan = ({ gpuType, gpus, charge }: Pick<CompshareInstance, 'gpuType' | 'gpus' | 'charge'>): number =>
  (CARDS[gpuType]?.yuan ?? 0) * gpus * (charge === 'Spot' ? 0.5 : 1);

const diskYuan = ({ diskGb }: Pick<CompshareInstance, 'diskGb'>): number =>
  Math.max(0, diskGb - FREE_DISK_GB) * DISK_YUAN;

/** Written apart from the driver's, after the scheme's description. */
function signatureOf(parameters: Form, privateKey: string): string {
  const hash = createHash('sha1');
  for (const key of Object.keys(parameters).sort()) hash.update(`${key}${parameters[key]}`);
  return hash.update(privateKey).digest('hex');
}

/** Everything is HTTP 200. */
const success = (action: string, fields: object): TwinReply => ({
  status: 200,
  body: { Action: `${action}Response`, RetCode: 0, ...fields },
});

const refusal = (code: number, message: string): TwinReply => ({
  status: 200,
  body: { RetCode: code, Message: message },
});

export const rented: RentedPlatform = {
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
  evictsSpot: true,
};
