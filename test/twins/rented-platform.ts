import type { Clock } from '../../src/clock.ts';
import type { Job } from '../../src/job/job.ts';
import type { Moved } from '../../src/lease/traffic.ts';
import { readMarkedName } from '../../src/platforms/owner-mark.ts';
import type { Billing } from './billing.ts';
import type { Twin, TwinReply, TwinRequest } from './twin.ts';

/** What happens to a machine from the platform's side, by its id; absent where the platform has no such thing. */
export interface Hand {
  /** Stopped by the platform for its own reasons, the disk kept. */
  evict?(id: string): Promise<void> | void;
  /** Its host is gone, and with it everything. */
  takeAway?(id: string): Promise<void> | void;
  /** Somebody pressed the button in the console; and the other one. */
  stop?(id: string): Promise<void> | void;
  start?(id: string): Promise<void> | void;
  /** So much went over its line. Absent where the platform charges nothing for that. */
  moved?(id: string, bytes: Moved): void;
  /** A machine that is ended from now on is shown as before for so many looks. */
  lag(looks: number): void;
}

/** A platform with an API, as a test needs it that knows none of them. Each twin exports its own as `rented`. */
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
  /** It takes back what is rented at the price of spot, and nothing else. */
  evictsSpot?: true;
  /** Its driver writes words on boxes that the platform shows (`mark`). */
  keepsMarks?: true;
}

export const jobOf = (
  platform: string,
  name = 'RTX 4090',
  candidate: Partial<Job['candidates'][number]> = {},
): Partial<Job> => ({
  resources: { gpu: { names: [name], count: 1 }, diskGb: { min: 40 } },
  candidates: [{ platform, ...candidate }],
  budget: { usd: 100, hours: 10, usdPerHour: 10 },
});

export const went = ({ status }: TwinReply): boolean => status >= 200 && status < 300;
type Started = Awaited<ReturnType<RentedPlatform['start']>>;

export const inWords = (twin: Omit<Started, 'env' | 'hand'>, env: Started['env'], hand: Hand): Started => ({
  server: twin.server,
  env,
  hand,
  billed: () => twin.billed(),
  billing: twin.billing,
  close: () => twin.close(),
});

/** Of platforms that say no with a status of 200. */
export const saidYes = ({ body }: TwinReply): boolean => {
  const { code, RetCode } = (body ?? {}) as { code?: string; RetCode?: number };
  return code === 'Success' || RetCode === 0;
};
/** A word deep in an answer; of the answer itself where nothing is named. */
export const wordIn = ({ body }: TwinReply, ...keys: (string | number)[]): string =>
  String(keys.reduce((at: unknown, key) => Object(at)[key], body) ?? '');
export const plain = (name: string): string => readMarkedName(name).name;
