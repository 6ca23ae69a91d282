import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { keyMayNot, oneLine, openApi, SaidNo } from '../api.ts';
import { apiBaseOf, apiKeyOf, type PlatformContext } from '../context.ts';
import { everyPage } from '../every-page.ts';

const PLATFORM = 'CompShare';
const PUBLIC_KEY = 'COMPSHARE_PUBLIC_KEY';
const PRIVATE_KEY = 'COMPSHARE_PRIVATE_KEY';

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

const PAGE = 100;

/** @throws SaidNo for a no */
export type Ask = <T>(
  action: string,
  parameters: Parameters,
  shape: z.ZodType<T>,
  repeatable?: boolean,
) => Promise<T>;

export function openCompshare(context: PlatformContext): Ask {
  const { clock, secret, signal } = context;
  const secrets = [PUBLIC_KEY, PRIVATE_KEY].map((name) => secret(name)?.trim() ?? '');
  const api = openApi({
    name: PLATFORM,
    base: apiBaseOf(context, 'compshare', 'https://api.compshare.cn'),
    headers: () => ({}),
    secrets,
    clock,
    keyName: PRIVATE_KEY,
    ...(signal ? { signal } : {}),
  });
  return async (action, parameters, shape, repeatable = true) => {
    const [publicKey, privateKey] = [PUBLIC_KEY, PRIVATE_KEY].map((name) =>
      apiKeyOf(context, PLATFORM, name),
    ) as [string, string];
    const form = signed({ Action: action, ...flat(parameters) }, publicKey, privateKey);
    const reply = z.union([
      z.object({ RetCode: z.literal(0) }).and(shape),
      z.object({ RetCode: z.number().refine((code) => code !== 0), Message: text }),
    ]);
    const answer = await api.call({ method: 'POST', path: '/', form, reply, repeatable });
    if (answer.RetCode === 0) return answer as z.output<typeof shape>;
    const { Message } = answer as { Message: string };
    const said = secrets.reduce((left, each) => left.replaceAll(each, '***'), Message);
    throw refusal(answer.RetCode, oneLine(said).slice(0, 200), action);
  };
}

const Zones = z.object({
  ZoneInfo: z.array(z.object({ Region: z.string().min(1), Zone: z.string().min(1) })),
});
const MachineTypes = z.object({ AvailableInstanceTypes: z.array(MachineType).nullish() });
const Capacities = z.object({ Specs: z.array(Capacity).nullish() });
const Prices = z.object({ PriceDetails: z.array(PriceDetail).nullish() });
const Images = z.object({ ImageSet: z.array(Image).nullish() });
const Disks = z.object({ DiskSet: z.array(Disk).nullish() });
const Page = z.object({ UHostSet: z.array(Instance).nullish(), TotalCount: z.number().optional() });
const Created = z.object({ UHostIds: z.array(z.string().min(1)).min(1) });
const Projects = z.object({
  ProjectSet: z.array(z.object({ ProjectId: z.string(), IsDefault: z.boolean().catch(false) })).min(1),
});

export const places = async (ask: Ask): Promise<Place[]> =>
  (await ask('DescribeCompShareSupportZone', { Region: 'cn-wlcb' }, Zones)).ZoneInfo;

export async function machineTypes(ask: Ask, place: Place, spot: boolean): Promise<MachineType[]> {
  const parameters = { ...place, InstanceType: spot ? 'spot' : 'uhost' };
  const answer = await ask('DescribeAvailableCompShareInstanceTypes', parameters, MachineTypes);
  return answer.AvailableInstanceTypes ?? [];
}

export const capacity = async (ask: Ask, place: Place, more: Parameters) =>
  (await ask('CheckCompShareResourceCapacity', { ...place, ...more }, Capacities)).Specs ?? [];

export const prices = async (ask: Ask, place: Place, more: Parameters): Promise<PriceDetail[]> =>
  (await ask('GetCompShareInstancePrice', { ...place, ...more }, Prices)).PriceDetails ?? [];

export const images = async (ask: Ask, place: Place) =>
  (await ask('DescribeCompShareImages', { ...place }, Images)).ImageSet ?? [];

export const ownImages = async (ask: Ask, place: Place) =>
  (await ask('DescribeCompShareCustomImages', { ...place }, Images)).ImageSet ?? [];

export const disks = async (ask: Ask) => (await ask('DescribeCompshareDisk', {}, Disks)).DiskSet ?? [];

/** All of a place, or the one. */
export async function instances(ask: Ask, place: Place, id?: string): Promise<Instance[]> {
  const UHostIds = id === undefined ? [] : [id];
  const pages = await everyPage(
    `CompShare's list of instances in ${place.Zone}`,
    (Offset = 0) => ask('DescribeCompShareInstance', { ...place, Limit: PAGE, Offset, UHostIds }, Page),
    ({ UHostSet, TotalCount }, all) => {
      const seen = all.reduce((sum, each) => sum + (each.UHostSet?.length ?? 0), 0);
      return (UHostSet?.length ?? 0) < PAGE || seen >= (TotalCount ?? seen + 1) ? undefined : seen;
    },
  );
  return pages.flatMap(({ UHostSet }) => (UHostSet ?? []).map((row) => ({ ...row, ...place })));
}

/** @returns the instance's id */
export async function createAt(ask: Ask, place: Place, more: Parameters): Promise<string> {
  const { UHostIds } = await ask('CreateCompShareInstance', { ...place, ...more }, Created, false);
  return UHostIds[0] ?? '';
}

/** The platform stops it then, whatever becomes of us; at least five minutes from now. */
export async function stopAt(ask: Ask, place: Place, id: string, unixSeconds: number): Promise<void> {
  const { ProjectSet } = await ask('GetProjectList', {}, Projects);
  const project = ProjectSet.find(({ IsDefault }) => IsDefault) ?? ProjectSet[0];
  const timer = { ProjectId: project?.ProjectId, UHostId: id, SchedulerStopTime: unixSeconds };
  await ask('UpdateCompShareStopScheduler', { ...place, ...timer }, z.unknown());
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

const flat = (parameters: Parameters): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).flatMap(([name, value]) => flatOf(name, value)));

function flatOf(name: string, value: Parameters[string]): [string, string][] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [[name, String(value)]];
  return value.flatMap((each: Scalar | Record<string, Scalar>, index): [string, string][] =>
    typeof each === 'object'
      ? Object.entries(each).map(([key, inner]) => [`${name}.${index}.${key}`, String(inner)])
      : [[`${name}.${index}`, String(each)]],
  );
}

/** 171 wrong signature, 172 unknown public key (both seen by others), 299 not allowed, 226606 not verified. */
function refusal(code: number, said: string, action: string): Error {
  if (code === 299 || code === 226606)
    return keyMayNot(PLATFORM, PUBLIC_KEY, `RetCode ${code} ${said}`.trim());
  if (code !== 171 && code !== 172) return new SaidNo(code, said, `${PLATFORM} ${action}: RetCode`);
  return new Problem({
    code: 'api-key-refused',
    kind: 'usage',
    what: `CompShare does not accept the keys in ${PUBLIC_KEY} and ${PRIVATE_KEY} (RetCode ${code} ${said}).`,
    next: 'Copy both from the API page of the CompShare console (keys of UCloud itself are others), store them again, and run the same command again.',
  });
}
