import { z } from 'zod';
import type { Api, ApiRefused } from '../api.ts';
import type { PlatformContext } from '../context.ts';
import { everyPage } from '../every-page.ts';
import { openKeyed } from '../keyed-api.ts';

export const Machine = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** Not an enum here: a word that no document knows must become `unknown` and not an error. */
  state: z.string(),
  machineType: z.string(),
  region: z.string().nullish(),
  publicIp: z.string().nullish(),
  usageRate: z.number().min(0),
  storageRate: z.number().min(0),
  dtCreated: z.string(),
  dtDeleted: z.string().nullish(),
  autoShutdownEnabled: z.boolean().nullish(),
  autoShutdownTimeout: z.number().nullish(),
});
export type Machine = z.output<typeof Machine>;

const pageOf = <T>(item: z.ZodType<T>) =>
  z.object({ hasMore: z.boolean(), nextPage: z.string().nullish(), items: z.array(item) });
interface Page<T> {
  hasMore: boolean;
  nextPage?: string | null | undefined;
  items: T[];
}

export const Machines = pageOf(Machine);
export const Created = z.object({ data: Machine });
export const Snapshots = pageOf(
  z.object({
    id: z.string().min(1),
    name: z.string(),
    machineId: z.string(),
    dtCreated: z.string().nullish(),
  }),
);
export const PublicIps = pageOf(z.object({ ip: z.string().min(1), assignedMachineId: z.string().nullish() }));
export const SharedDrives = pageOf(z.object({ id: z.string().min(1), name: z.string() }));
export const Scripts = pageOf(z.object({ id: z.string().min(1), name: z.string() }));
export const Named = z.object({ id: z.string().min(1) });
const Available = z.object({ available: z.boolean() });
const Template = z.object({
  id: z.string().min(1),
  name: z.string(),
  agentType: z.string().nullish(),
  availableMachineTypes: z.array(
    z.object({ machineTypeLabel: z.string(), isAvailable: z.boolean().nullish() }),
  ),
});
export type Template = z.output<typeof Template>;
export const Templates = pageOf(Template);

const Failure = z.object({ code: z.string(), message: z.string() });

const explain = (body: unknown): string | undefined => {
  const { data } = Failure.safeParse(body);
  return data && `${data.code}: ${data.message}`;
};

export const codeOf = (refused: ApiRefused): string => Failure.safeParse(refused.body).data?.code ?? '';

export const openPaperspace = (context: PlatformContext): Api =>
  openKeyed(context, {
    platform: 'paperspace',
    name: 'Paperspace',
    usual: 'https://api.paperspace.com',
    // One question for each type and region, and no limit is documented.
    paces: { availability: 0.5 },
    explain,
    keyName: 'PAPERSPACE_API_KEY',
  });

export async function all<T>(api: Api, path: string, reply: z.ZodType<Page<T>>): Promise<T[]> {
  const pages = await everyPage(
    `Paperspace's list ${path}`,
    (after: string | undefined) =>
      api.call({ method: 'GET', path: `/v1${path}`, query: { limit: 50, after }, reply }),
    ({ hasMore, nextPage }) => (hasMore ? nextPage || null : undefined),
  );
  return pages.flatMap(({ items }) => items);
}

export async function isAvailable(api: Api, machineType: string, region: string): Promise<boolean> {
  const query = { machineType, region };
  const request = { method: 'GET', path: '/v1/machine-availability', query } as const;
  return (await api.call({ ...request, reply: Available, pace: 'availability' })).available;
}

/** @param folder `machines`, `snapshots`, ... */
export const remove = (api: Api, folder: string, id: string): Promise<unknown> =>
  api.unlessGone({ method: 'DELETE', path: `/v1/${folder}/${encodeURIComponent(id)}` });
