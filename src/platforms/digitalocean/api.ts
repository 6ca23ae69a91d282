import { z } from 'zod';
import type { Api } from '../api.ts';
import type { PlatformContext } from '../context.ts';
import { everyPage } from '../every-page.ts';
import { openKeyed } from '../keyed-api.ts';

const PER_PAGE = 200;

/** Replies of DigitalOcean's API v2, only what is used. */
const Meta = z.object({ total: z.int().min(0) });

const GpuInfo = z.object({
  count: z.int().min(1),
  model: z.string(),
  vram: z.object({ amount: z.number(), unit: z.string() }).optional(),
});

const Size = z.object({
  slug: z.string(),
  available: z.boolean(),
  price_hourly: z.number().min(0),
  regions: z.array(z.string()),
  vcpus: z.number(),
  /** MiB. */
  memory: z.number(),
  /** GiB. */
  disk: z.number(),
  /** TB a month that the droplet may send without a charge. */
  transfer: z.number().min(0).optional(),
  gpu_info: GpuInfo.optional(),
});
export type Size = z.output<typeof Size>;

const Droplet = z.object({
  id: z.int(),
  name: z.string(),
  /** Not an enum here: a word that no document knows must become `unknown` and not an error. */
  status: z.string(),
  created_at: z.string(),
  tags: z.array(z.string()),
  size: z.object({ price_hourly: z.number().min(0) }),
  networks: z.object({
    v4: z.array(z.object({ ip_address: z.string(), type: z.string() })).default([]),
  }),
});
export type Droplet = z.output<typeof Droplet>;

const Volume = z.object({
  id: z.string().min(1),
  name: z.string(),
  size_gigabytes: z.number(),
  created_at: z.string(),
  droplet_ids: z.array(z.int()).nullish(),
  region: z.object({ slug: z.string() }),
});
export type Volume = z.output<typeof Volume>;

const Image = z.object({
  id: z.int(),
  name: z.string().nullish(),
  type: z.string().optional(),
  status: z.string().optional(),
  created_at: z.string().optional(),
  size_gigabytes: z.number().nullish(),
});

const SshKey = z.object({ id: z.int(), name: z.string(), fingerprint: z.string() });

/** One page of a list, whatever it is called in its own reply. */
interface Page<T> {
  rows: T[];
  total: number;
}

export const Droplets = z
  .object({ droplets: z.array(Droplet), meta: Meta })
  .transform((reply): Page<Droplet> => ({ rows: reply.droplets, total: reply.meta.total }));
export const Sizes = z
  .object({ sizes: z.array(Size), meta: Meta })
  .transform((reply): Page<Size> => ({ rows: reply.sizes, total: reply.meta.total }));
const Volumes = z
  .object({ volumes: z.array(Volume), meta: Meta })
  .transform((reply): Page<Volume> => ({ rows: reply.volumes, total: reply.meta.total }));
export const Images = z
  .object({ images: z.array(Image), meta: Meta })
  .transform((reply): Page<z.output<typeof Image>> => ({ rows: reply.images, total: reply.meta.total }));

export const Keys = z
  .object({ ssh_keys: z.array(SshKey), meta: Meta })
  .transform((reply): Page<z.output<typeof SshKey>> => ({ rows: reply.ssh_keys, total: reply.meta.total }));

export const OneDroplet = z.object({ droplet: Droplet });
export const OneKey = z.object({ ssh_key: SshKey });

const Failure = z.object({ id: z.string(), message: z.string() });

/** `id: message`; prose of DigitalOcean's own, which names sizes and regions and no secrets. */
function explain(body: unknown): string | undefined {
  const { data } = Failure.safeParse(body);
  return data && `${data.id}: ${data.message}`;
}

export const openDigitalOcean = (context: PlatformContext): Api =>
  openKeyed(context, {
    platform: 'digitalocean',
    name: 'DigitalOcean',
    usual: 'https://api.digitalocean.com',
    // Documented: 250 calls a minute.
    paces: { call: 0.25 },
    explain,
    keyName: 'DIGITALOCEAN_TOKEN',
  });

/** A list that ends before the total that it tells is no list of everything. */
export async function all<T>(
  api: Api,
  path: string,
  reply: z.ZodType<Page<T>>,
  query: Record<string, string> = {},
): Promise<T[]> {
  const pages = await everyPage(
    `DigitalOcean's list ${path}`,
    (page = 1) => api.call({ method: 'GET', path, query: { ...query, per_page: PER_PAGE, page }, reply }),
    ({ rows, total }, seen) => {
      if (seen.reduce((sum, each) => sum + each.rows.length, 0) >= total) return undefined;
      return rows.length === 0 ? null : seen.length + 1;
    },
  );
  return pages.flatMap(({ rows }) => rows);
}

export const volumes = (api: Api): Promise<Volume[]> => all(api, '/v2/volumes', Volumes);
