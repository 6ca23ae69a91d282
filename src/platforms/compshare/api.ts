import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { type Api, keyMayNot, openApi, PlatformAnswer } from '../api.ts';
import { apiBaseOf, apiKeyOf, type PlatformContext } from '../context.ts';

const PLATFORM = 'CompShare';
const PUBLIC_KEY = 'COMPSHARE_PUBLIC_KEY';
const PRIVATE_KEY = 'COMPSHARE_PRIVATE_KEY';

/** A `RetCode` other than 0; comes as HTTP 200. */
export class CompshareRefused extends PlatformAnswer {
  override readonly name = 'CompshareRefused';
  constructor(
    readonly code: number,
    readonly said: string,
    action: string,
  ) {
    super(`${PLATFORM} ${action}: RetCode ${code}${said === '' ? '' : ` (${said})`}`);
  }
}

type Scalar = string | number | boolean;
/** As the platform's documents write parameters: lists and objects become `Disks.0.Size`. */
export type Parameters = Record<string, Scalar | undefined | Scalar[] | Record<string, Scalar>[]>;

/** Where something is: every call about an instance names both. */
export interface Place {
  Region: string;
  Zone: string;
}

const text = z.string().catch('');
const price = z.number().nonnegative().optional().catch(undefined);

/** Row of the instance list. It also holds the password, which is read for the first login alone. */
const Instance = z.object({
  UHostId: z.string().min(1),
  Name: text,
  Remark: text,
  /** Empty when the platform could not tell. */
  State: text,
  ChargeType: text,
  GpuType: text,
  GPU: z.number().int().catch(1),
  CPU: z.number().int().catch(0),
  Memory: z.coerce.number().catch(0),
  CreateTime: z.coerce.number().catch(0),
  /** Yuan per hour where it is charged by use. */
  InstancePrice: price,
  CompShareImagePrice: price,
  DiskPriceInfo: z.array(z.object({ Price: price })).catch([]),
  /** When the platform itself will stop it, seconds since 1970; documents and client disagree about the name. */
  StopSchedulerTime: z.coerce.number().optional().catch(undefined),
  SchedulerStopTime: z.coerce.number().optional().catch(undefined),
  /** `ssh -p 23 root@1.2.3.4`; empty unless it runs. */
  SshLoginCommand: text,
  /** Base64. */
  Password: text,
});
export type Instance = z.output<typeof Instance> & Place;

const MachineType = z.object({
  Name: z.string(),
  Zone: text,
  Status: text,
  GraphicsMemory: z.object({ Value: z.number() }).optional().catch(undefined),
  MachineSizes: z
    .array(
      z.object({
        Gpu: z.number(),
        /** Memory in GB here, in MB everywhere else. */
        Collection: z.array(z.object({ Cpu: z.number(), Memory: z.array(z.number()) })).catch([]),
      }),
    )
    .catch([]),
});
export type MachineType = z.output<typeof MachineType>;

const PriceDetail = z.object({
  ChargeType: text,
  Instance: z.number().nonnegative(),
  Disks: z.number().catch(0),
  SystemDisks: z.number().catch(0),
  CompShareImage: z.number().catch(0),
});
export type PriceDetail = z.output<typeof PriceDetail>;

const Capacity = z.object({ Gpu: z.number(), Cpu: z.number(), Mem: z.number(), ResourceEnough: z.boolean() });

const Image = z.object({ CompShareImageId: z.string().min(1), Name: text, Status: text });
const Disk = z.object({ ResourceId: z.string().min(1), Name: text, Zone: text, MountInstance: text });

/** The calls that the driver needs; each throws `CompshareRefused` for a no. */
export interface CompshareApi {
  places(): Promise<Place[]>;
  machineTypes(place: Place, spot: boolean): Promise<MachineType[]>;
  capacity(place: Place, parameters: Parameters): Promise<z.output<typeof Capacity>[]>;
  price(place: Place, parameters: Parameters): Promise<PriceDetail[]>;
  images(place: Place): Promise<z.output<typeof Image>[]>;
  ownImages(place: Place): Promise<z.output<typeof Image>[]>;
  disks(): Promise<z.output<typeof Disk>[]>;
  /** All of a place, or the one. */
  instances(place: Place, id?: string): Promise<Instance[]>;
  create(place: Place, parameters: Parameters): Promise<string>;
  stop(place: Place, id: string): Promise<void>;
  terminate(place: Place, id: string): Promise<void>;
  /** The platform stops it then, whatever becomes of us; at least five minutes from now. */
  stopAt(place: Place, id: string, unixSeconds: number): Promise<void>;
}

const PAGE = 100;
const MOST_PAGES = 100;

export function compshareApi(context: PlatformContext): CompshareApi {
  const publicKey = apiKeyOf(context, PLATFORM, PUBLIC_KEY);
  const privateKey = apiKeyOf(context, PLATFORM, PRIVATE_KEY);
  const secrets = [publicKey, privateKey];
  const api: Api = openApi({
    name: PLATFORM,
    base: apiBaseOf(context, 'compshare', 'https://api.compshare.cn'),
    headers: () => ({}),
    secrets,
    clock: context.clock,
    keyName: PRIVATE_KEY,
    ...(context.signal ? { signal: context.signal } : {}),
  });

  async function call<T>(
    action: string,
    parameters: Parameters,
    shape: z.ZodType<T>,
    repeatable = true,
  ): Promise<T> {
    const reply = z.union([
      z.object({ RetCode: z.literal(0) }).and(shape),
      z.object({ RetCode: z.number().refine((code) => code !== 0), Message: text }),
    ]);
    const form = signed({ Action: action, ...flat(parameters) }, publicKey, privateKey);
    const answer = await api.call({ method: 'POST', path: '/', form, reply, repeatable });
    if (answer.RetCode === 0) return answer as unknown as T;
    const said = secrets.reduce(
      (left, each) => left.replaceAll(each, '***'),
      (answer as { Message: string }).Message,
    );
    throw refusal(answer.RetCode, oneLine(said), action);
  }

  return {
    async places() {
      const { ZoneInfo } = await call(
        'DescribeCompShareSupportZone',
        { Region: 'cn-wlcb' },
        z.object({ ZoneInfo: z.array(z.object({ Region: z.string().min(1), Zone: z.string().min(1) })) }),
      );
      return ZoneInfo;
    },
    async machineTypes(place, spot) {
      const shape = z.object({ AvailableInstanceTypes: z.array(MachineType).nullish() });
      const parameters = { ...place, InstanceType: spot ? 'spot' : 'uhost' };
      return (
        (await call('DescribeAvailableCompShareInstanceTypes', parameters, shape)).AvailableInstanceTypes ??
        []
      );
    },
    async capacity(place, parameters) {
      const shape = z.object({ Specs: z.array(Capacity).nullish() });
      return (await call('CheckCompShareResourceCapacity', { ...place, ...parameters }, shape)).Specs ?? [];
    },
    async price(place, parameters) {
      const shape = z.object({ PriceDetails: z.array(PriceDetail).nullish() });
      return (await call('GetCompShareInstancePrice', { ...place, ...parameters }, shape)).PriceDetails ?? [];
    },
    async images(place) {
      const shape = z.object({ ImageSet: z.array(Image).nullish() });
      return (await call('DescribeCompShareImages', { ...place }, shape)).ImageSet ?? [];
    },
    async ownImages(place) {
      const shape = z.object({ ImageSet: z.array(Image).nullish() });
      return (await call('DescribeCompShareCustomImages', { ...place }, shape)).ImageSet ?? [];
    },
    async disks() {
      const shape = z.object({ DiskSet: z.array(Disk).nullish() });
      return (await call('DescribeCompshareDisk', {}, shape)).DiskSet ?? [];
    },
    async instances(place, id) {
      const shape = z.object({ UHostSet: z.array(Instance).nullish(), TotalCount: z.number().optional() });
      const rows: Instance[] = [];
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const parameters = {
          ...place,
          Limit: PAGE,
          Offset: rows.length,
          UHostIds: id === undefined ? [] : [id],
        };
        const answer = await call('DescribeCompShareInstance', parameters, shape);
        const more = answer.UHostSet ?? [];
        rows.push(...more.map((row) => ({ ...row, ...place })));
        if (more.length < PAGE || rows.length >= (answer.TotalCount ?? rows.length + 1)) return rows;
      }
      throw endless();
    },
    async create(place, parameters) {
      const shape = z.object({ UHostIds: z.array(z.string().min(1)).min(1) });
      const { UHostIds } = await call('CreateCompShareInstance', { ...place, ...parameters }, shape, false);
      return UHostIds[0] ?? '';
    },
    async stop(place, id) {
      await call('StopCompShareInstance', { ...place, UHostId: id }, z.unknown());
    },
    async terminate(place, id) {
      await call('TerminateCompShareInstance', { ...place, UHostId: id, ReleaseUDisk: false }, z.unknown());
    },
    async stopAt(place, id, unixSeconds) {
      const shape = z.object({
        ProjectSet: z.array(z.object({ ProjectId: z.string(), IsDefault: z.boolean().catch(false) })).min(1),
      });
      const { ProjectSet } = await call('GetProjectList', {}, shape);
      const project = ProjectSet.find(({ IsDefault }) => IsDefault) ?? ProjectSet[0];
      await call(
        'UpdateCompShareStopScheduler',
        { ...place, ProjectId: project?.ProjectId, UHostId: id, SchedulerStopTime: unixSeconds },
        z.unknown(),
      );
    },
  };
}

/**
 * UCloud's public scheme: SHA-1, in hex, over every parameter's name and value in the order of the names, without anything
 * between them, and the private key at the end. What is signed must be what is sent, to the letter.
 */
export function signed(
  parameters: Record<string, string>,
  publicKey: string,
  privateKey: string,
): Record<string, string> {
  const all: Record<string, string> = { ...parameters, PublicKey: publicKey };
  const names = Object.keys(all).sort();
  const line = names.map((name) => name + all[name]).join('') + privateKey;
  return { ...all, Signature: createHash('sha1').update(line, 'utf8').digest('hex') };
}

function flat(parameters: Parameters): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (!Array.isArray(value)) result[name] = String(value);
    else
      for (const [index, each] of value.entries()) {
        if (typeof each !== 'object') result[`${name}.${index}`] = String(each);
        else
          for (const [key, inner] of Object.entries(each)) result[`${name}.${index}.${key}`] = String(inner);
      }
  }
  return result;
}

/** 171 wrong signature, 172 unknown public key (both seen by others), 299 not allowed, 226606 not verified. */
function refusal(code: number, said: string, action: string): Error {
  if (code === 299 || code === 226606)
    return keyMayNot(PLATFORM, PUBLIC_KEY, `RetCode ${code} ${said}`.trim());
  if (code !== 171 && code !== 172) return new CompshareRefused(code, said, action);
  return new Problem({
    code: 'api-key-refused',
    kind: 'usage',
    what: `CompShare does not accept the keys in ${PUBLIC_KEY} and ${PRIVATE_KEY} (RetCode ${code} ${said}).`,
    next: 'Copy both from the API page of the CompShare console (keys of UCloud itself are others), store them again, and run the same command again.',
  });
}

const endless = (): Problem =>
  new Problem({
    code: 'api-reply',
    kind: 'unreachable',
    what: `CompShare lists more than ${PAGE * MOST_PAGES} instances in one zone, so not everything could be seen.`,
    next: 'Look into the console of CompShare; then report this with the version of gpu-lease.',
  });

const oneLine = (said: string): string =>
  said
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, 200);
