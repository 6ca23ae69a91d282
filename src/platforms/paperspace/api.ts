import { z } from 'zod';
import type { ApiRefused } from '../api.ts';
import type { Description, Held, MeterReading, Resource } from '../driver.ts';
import { ipEndpoint } from '../ip-endpoint.ts';
import { readMarkedName } from '../owner-mark.ts';

const USER = 'paperspace';
/** `storageRate` is of a month, by third parties' reading; no page of the platform's says. */
const HOURS_PER_MONTH = 730;

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
export interface Page<T> {
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
export const Available = z.object({ available: z.boolean() });
export const Templates = pageOf(
  z.object({
    id: z.string().min(1),
    name: z.string(),
    agentType: z.string().nullish(),
    availableMachineTypes: z.array(
      z.object({ machineTypeLabel: z.string(), isAvailable: z.boolean().nullish() }),
    ),
  }),
);
export const Anything = z.unknown();

const Failure = z.object({ code: z.string(), message: z.string() });

export const explainPaperspace = (body: unknown): string | undefined => {
  const { data } = Failure.safeParse(body);
  return data && `${data.code}: ${data.message}`;
};

export const codeOf = (refused: ApiRefused): string => Failure.safeParse(refused.body).data?.code ?? '';

const STARTING = ['starting', 'restarting', 'provisioning', 'upgrading', 'serviceready'];

export function described({ state: native, publicIp }: Machine): Description {
  if (native === 'ready' && publicIp)
    return { state: 'running', native, endpoint: ipEndpoint(publicIp, USER) };
  if (native === 'ready' || STARTING.includes(native)) return { state: 'starting', native };
  // What the platform's timer stopped looks as what we stopped.
  if (native === 'off') return { state: 'stopped', native };
  return { state: native === 'stopping' ? 'running' : 'unknown', native };
}

export function computeState(seen: Machine | undefined): MeterReading['state'] {
  if (seen === undefined || seen.state === 'off') return 'gone';
  return ['ready', 'stopping', ...STARTING].includes(seen.state) ? 'running' : 'unknown';
}

export function heldFrom(seen: Machine): Held {
  const hours = seen.autoShutdownEnabled ? seen.autoShutdownTimeout : undefined;
  const since = Date.parse(seen.dtCreated);
  return {
    boxId: seen.id,
    name: readMarkedName(seen.name).name,
    meters: [
      { id: 'gpu', kind: 'gpu', usdPerHour: seen.usageRate, source: "Paperspace's usageRate" },
      {
        id: 'storage',
        kind: 'disk',
        usdPerHour: seen.storageRate / HOURS_PER_MONTH,
        source: "Paperspace's storageRate, taken as of a month",
      },
      // None is asked for; whether one is there and outlives the machine is looked up every time.
      { id: 'snapshot', kind: 'snapshot', usdPerHour: 0, source: 'none is asked for' },
    ],
    since: new Date(since).toISOString(),
    ...(hours == null
      ? { untimed: 'Paperspace shows no auto-shutdown of it' }
      : { endsAt: new Date(since + hours * 3_600_000).toISOString() }),
  };
}

export function asResource(seen: Machine): Resource {
  return {
    kind: 'instance',
    id: seen.id,
    ...readMarkedName(seen.name),
    native: seen.state,
    // A machine that is off still pays its storage.
    billing: computeState(seen) === 'unknown' ? 'unknown' : 'yes',
    usdPerHour: (seen.state === 'off' ? 0 : seen.usageRate) + seen.storageRate / HOURS_PER_MONTH,
    createdAt: seen.dtCreated,
  };
}
