import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { type Api, type ApiRefused, keyMayNot } from '../api.ts';
import type { PlatformContext } from '../context.ts';
import { openKeyed } from '../keyed-api.ts';

const KEY = 'LAMBDA_API_KEY';
export const V1 = '/api/v1';
export const KEYS = `${V1}/ssh-keys`;

/**
 * Replies of Lambda's Cloud API 1.8.3, only what is used. Everything else of an instance is dropped on arrival: every
 * listing carries `jupyter_token` and a `jupyter_url` with the same token in it.
 */
const data = <T>(of: z.ZodType<T>) => z.object({ data: of });

export const InstanceType = z.object({
  name: z.string(),
  description: z.string(),
  gpu_description: z.string(),
  price_cents_per_hour: z.number().min(0),
  specs: z.object({
    vcpus: z.number(),
    memory_gib: z.number(),
    storage_gib: z.number(),
    gpus: z.int(),
  }),
});

const Region = z.object({ name: z.string() });

const Instance = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  ip: z.string().optional(),
  /** Not an enum here: a word that no document knows must become `unknown` and not an error. */
  status: z.string(),
  region: Region,
  instance_type: InstanceType,
  tags: z.array(z.object({ key: z.string(), value: z.string() })).optional(),
});
export type Instance = z.output<typeof Instance>;

const FileSystem = z.object({
  id: z.string().min(1),
  name: z.string(),
  region: Region,
  created: z.string(),
  is_in_use: z.boolean(),
  bytes_used: z.number().optional(),
});

const SshKey = z.object({ id: z.string().min(1), name: z.string(), public_key: z.string() });

export const OneInstance = data(Instance);
const Instances = data(z.array(Instance));
const FileSystems = data(z.array(FileSystem));
export const OneSshKey = data(SshKey);
export const SshKeys = data(z.array(SshKey));
export const Launched = data(z.object({ instance_ids: z.array(z.string().min(1)).min(1) }));
export const Terminated = data(z.object({ terminated_instances: z.array(z.object({ id: z.string() })) }));
export const InstanceTypes = data(
  z.record(
    z.string(),
    z.object({ instance_type: InstanceType, regions_with_capacity_available: z.array(Region) }),
  ),
);
const Failure = z.object({
  error: z.object({ code: z.string(), message: z.string(), suggestion: z.string().optional() }),
});

/** `code: message suggestion`; prose of Lambda's own, which names types and regions and no secrets. */
function explain(body: unknown): string | undefined {
  const { data: failure } = Failure.safeParse(body);
  if (!failure) return;
  const { code, message, suggestion } = failure.error;
  return [`${code}:`, message, suggestion].filter(Boolean).join(' ');
}

/** The stable part of a refusal: Lambda asks not to rely on the prose. `''` where there is none. */
export const codeOf = (refused: ApiRefused): string => Failure.safeParse(refused.body).data?.error.code ?? '';

/** The documented 403 are about the account and not about the key. */
function mayNot(refused: ApiRefused): unknown {
  if (refused.status !== 403) return refused;
  const code = codeOf(refused);
  if (code !== 'global/account-inactive' && code !== 'global/invalid-address')
    return keyMayNot('Lambda', KEY, refused.said);
  return new Problem({
    code: 'api-key-may-not',
    kind: 'usage',
    what: `Lambda rents nothing to the account of ${KEY}: ${refused.said}`,
    next: 'Confirm the e-mail address, the means of payment and the billing address in the console of Lambda; then run the same command again.',
  });
}

export const openLambda = (context: PlatformContext): Api =>
  openKeyed(context, {
    platform: 'lambda',
    name: 'Lambda',
    usual: 'https://cloud.lambda.ai',
    // Documented: one call a second, one launch in twelve.
    paces: { call: 1, launch: 12 },
    explain,
    refused: mayNot,
    keyName: KEY,
  });

export const instances = async (api: Api): Promise<Instance[]> =>
  (await api.call({ method: 'GET', path: `${V1}/instances`, reply: Instances })).data;

export const fileSystems = async (api: Api) =>
  (await api.call({ method: 'GET', path: `${V1}/file-systems`, reply: FileSystems })).data;
