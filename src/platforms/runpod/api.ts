import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { type Api, type ApiRefused, keyMayNot } from '../api.ts';
import type { PlatformContext } from '../context.ts';
import { everyPage } from '../every-page.ts';
import { openKeyed } from '../keyed-api.ts';

export const RUNPOD_KEY = 'RUNPOD_API_KEY';

/**
 * Replies of RunPod's REST v2, as far as this program reads them (docs.runpod.io/api-reference-v2, its openapi.json of
 * 2026-08). What money or state depends on is strict; a status is any text, so that a new one is unknown and not an error.
 */
const PodSshEndpoint = z.looseObject({
  host: z.string().min(1),
  port: z.number().int().min(1).max(65_535),
  username: z.string().min(1),
});

export const Pod = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  status: z.string().min(1),
  /** USD per hour for the compute at this moment; 0 when stopped, although its disk still bills. */
  cost: z.number().nonnegative(),
  /** Container disk, GB. */
  disk: z.number().nonnegative(),
  createdAt: z.string(),
  /** Holds secrets; nothing but the owner mark is ever read. */
  env: z.record(z.string(), z.unknown()).nullish(),
  mounts: z
    .looseObject({ persistent: z.looseObject({ size: z.number().nonnegative() }).nullish() })
    .nullish(),
  ssh: z.looseObject({ direct: PodSshEndpoint.nullish() }).nullish(),
  /** Seconds since its container started; nothing while it does not run. */
  runtime: z.looseObject({ uptime: z.number().nullish() }).nullish(),
  /** Members of a cluster are ended with it, never alone. */
  cluster: z.unknown().optional(),
});
export type Pod = z.output<typeof Pod>;

/**
 * Lists came whole in the description of 2026-08; RunPod's own command line of later in 2026 follows cursors. Both are
 * understood: a reply without this is everything.
 */
const pagination = z
  .looseObject({ nextCursor: z.string().nullish(), hasNextPage: z.boolean().nullish() })
  .nullish();

const PodList = z.looseObject({ pods: z.array(Pod), pagination });

const Availability = z.string();

export const Catalog = z.looseObject({
  gpus: z.array(
    z.looseObject({
      id: z.string().min(1),
      name: z.string(),
      /** VRAM of one card, GB. */
      memory: z.number().nonnegative(),
      /** USD per hour for one card. */
      price: z.looseObject({ secure: z.number().nonnegative(), community: z.number().nonnegative() }),
      maxCount: z.looseObject({ secure: z.number(), community: z.number() }),
      availability: Availability.optional(),
      /** Absent when there is none anywhere. */
      dataCenters: z.array(z.looseObject({ id: z.string().min(1), availability: Availability })).optional(),
    }),
  ),
});
export type CatalogGpu = z.output<typeof Catalog>['gpus'][number];

export const NetworkVolume = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  /** GB. */
  size: z.number().nonnegative(),
  dataCenter: z.string().min(1),
  type: z.string(),
});
export type NetworkVolume = z.output<typeof NetworkVolume>;

const NetworkVolumeList = z.looseObject({ networkVolumes: z.array(NetworkVolume), pagination });

/** Without its user and password, which nothing shows again. */
export const Registry = z.looseObject({ id: z.string().min(1), name: z.string() });
export type Registry = z.output<typeof Registry>;

const RegistryList = z.looseObject({ registries: z.array(Registry), pagination });

export const PodBilling = z.looseObject({
  records: z.array(
    z.looseObject({ podId: z.string(), totalAmount: z.number(), endTime: z.string().nullish() }),
  ),
});

const ProblemBody = z.looseObject({
  title: z.string().optional(),
  detail: z.string().optional(),
  errors: z.array(z.string()).optional(),
});

/** RunPod's `application/problem+json`: its prose, and the first of the fields that it names. */
function explain(body: unknown): string | undefined {
  const parsed = ProblemBody.safeParse(body);
  if (!parsed.success) return;
  const { title, detail, errors = [] } = parsed.data;
  return [detail ?? title ?? '', ...errors.slice(0, 3)].filter((each) => each !== '').join('; ');
}

export const openRunpod = (context: PlatformContext): Api =>
  openKeyed(context, {
    platform: 'runpod',
    name: 'RunPod',
    usual: 'https://api.runpod.io',
    explain,
    refused: asProblem,
    keyName: RUNPOD_KEY,
  });

export function asProblem(error: ApiRefused): Problem {
  if (error.status === 403) return keyMayNot('RunPod', RUNPOD_KEY, error.said);
  return new Problem(
    {
      code: 'api-refused',
      kind: 'unreachable',
      what: `${error.message}. RunPod did not do what was asked.`,
      next: 'Look at the pod in the console of RunPod; a member of a cluster ends with its cluster, a locked pod must be unlocked first. Then run the same command again.',
    },
    { cause: error },
  );
}

export async function listPods(api: Api, withClusters: boolean): Promise<Pod[]> {
  const query = withClusters ? { includeClusterPods: true } : {};
  const pages = await pagesOf(api, '/v2/pods', query, PodList);
  return pages.flatMap((page) => page.pods);
}

export async function listVolumes(api: Api): Promise<NetworkVolume[]> {
  const pages = await pagesOf(api, '/v2/network-volumes', {}, NetworkVolumeList);
  return pages.flatMap((page) => page.networkVolumes);
}

export async function listRegistries(api: Api): Promise<Registry[]> {
  const pages = await pagesOf(api, '/v2/registries', {}, RegistryList);
  return pages.flatMap((page) => page.registries);
}

const pagesOf = <T extends { pagination?: z.output<typeof pagination> }>(
  api: Api,
  path: string,
  query: Record<string, boolean>,
  reply: z.ZodType<T>,
): Promise<T[]> =>
  everyPage(
    `RunPod's list ${path}`,
    (cursor: string | undefined) => api.call({ method: 'GET', path, query: { ...query, cursor }, reply }),
    ({ pagination }) => {
      const { nextCursor, hasNextPage } = pagination ?? {};
      const isLast = hasNextPage === false || (!hasNextPage && !nextCursor);
      return isLast ? undefined : nextCursor || null;
    },
  );
