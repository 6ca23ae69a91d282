import type {
  Closed,
  Continued,
  Halted,
  Intended,
  MeterPrice,
  NoCapacity,
  RunOpened,
  Started,
} from './events.ts';
import type { Approved, KeptFile, KeptStored, Sealed, StandingApproved, Stored } from './evidence-events.ts';

/** One execution of a job, folded from its events. Never stored: always derived. */
export interface Run {
  id: string;
  opened: (RunOpened & { at: string }) | undefined;
  smoke: 'missing' | 'passed' | 'waived';
  /** In the order of their intents. */
  leases: Lease[];
  cells: Map<string, Cell>;
  /** Relaunches after a process died for a probabilistic reason. Lost boxes are bounded by `MAX_BOXES` instead. */
  relaunches: number;
  collected: boolean;
  seal: Sealed | undefined;
  /** Where the sealed artifacts lie beside the disk of the machine that sealed them. Gone with the seal. */
  stored: Stored[];
  /** Sets of kept copies in stores, by mark, that were not removed again. */
  keptSets: Map<string, KeptStored>;
  approvals: (Approved & { at: string })[];
  /** Approvals in advance, oldest first. */
  standing: (StandingApproved & { at: string })[];
  halted: Halted | undefined;
  /** The last time that no candidate had a box, and since when none has had one. Gone with the next intent. */
  noCapacity: (NoCapacity & { at: string; since: string }) | undefined;
  /** Failed launches that a person has looked at and said go on after. */
  forgivenFailures: number;
  /** The newest hop of the chain of looks. */
  continued: (Continued & { at: string; by: string }) | undefined;
  /** Of all stages so far. */
  runnerSeconds: number;
  closed: (Closed & { at: string }) | undefined;
  /** Events that mean nothing where they stand; shown by `gpu-lease log`, never acted upon. */
  ignored: { seq: number; type: string; why: string }[];
  updatedAt: string | undefined;
}

export type LeaseState =
  | 'intended'
  | 'refused'
  | 'rented'
  /** Never came up, or surfaced late: held by the account, used by nobody, to be given back. */
  | 'failed'
  | 'reachable'
  | 'audited'
  | 'unfit'
  | 'running'
  | 'preempted'
  | 'ended'
  | 'releasing'
  | 'parked'
  | 'released'
  | 'abandoned';

export interface Lease {
  name: string;
  platform: string;
  offer: string;
  usdPerHour: number;
  intent: Intended;
  state: LeaseState;
  boxId: string | undefined;
  adopted: boolean;
  meters: LeaseMeter[];
  pin: { sha256: string; by: string } | undefined;
  /** The last start, if any attempt was ever started here. */
  started: Started | undefined;
  startedAt: string | undefined;
  /** From here on the box was worth its price; before, it was only paid for. */
  firstStartedAt: string | undefined;
  /** When the last cell ended on it. */
  endedAt: string | undefined;
  /** When the platform took it away, gone or stopped. */
  lostAt: string | undefined;
  /** Verbs of the teardown plan that the platform accepted. */
  verbsDone: string[];
  /** When it accepted the last of them. */
  verbAt: string | undefined;
  /** For `preempted`: the box itself is gone, not only the process on it. */
  boxGone: boolean;
  /** Stopped by the platform without our asking: lost to the run, and its disk may still bill. */
  evicted: boolean;
  /** Who may send the create, and since when. */
  claim: { by: string | undefined; at: string };
  /** For `refused`: why. */
  refusal: { reason: string; what: string; at: string } | undefined;
  host: string | undefined;
  endsAt: string | undefined;
  /** Why the platform's own timer does not end it, though it has one. */
  untimed: string | undefined;
  /** For `failed`: what went wrong with it. */
  failure: string | undefined;
  rentedAt: string | undefined;
  /** What is destroyed when, of a box that is parked or was stopped by its platform; `at` is a time or `unknown`. */
  clocks: { id: string; effect: string; at: string }[];
  /** From when on they run. */
  clocksSince: string | undefined;
  /** What persons said that they have done by hand, until something was seen that contradicts them. */
  words: { verb: string; person: string; at: string }[];
  /** For `abandoned`: what a person agreed to lose. */
  lost: string[];
}

export interface LeaseMeter extends MeterPrice {
  startedAt: string;
  stoppedAt: string | undefined;
  /** Should have stopped and has not been proven to. */
  owed: { why: string; next: string } | undefined;
}

export interface Cell {
  name: string;
  ended:
    | { verdict: 'finished' | 'dead'; exitCode: number; failureClass: string | undefined; attempt: number }
    | undefined;
  /** Newest verified copies on our side, by path. */
  kept: Map<string, KeptFile>;
  /** The newest of them that lie in a store, too: all that is left of them once this machine is gone. */
  stored: { mark: string; copies: Map<string, KeptFile>; step: number | undefined } | undefined;
  /** Step of the newest checkpoint that we pulled and loaded. */
  verifiedStep: number | undefined;
  lastStep: number | undefined;
  /** At the end, of `lastStep`. */
  lastLoss: number | undefined;
  /** First steps after each resume, oldest first. */
  resumedAt: number[];
  /** The newest attempt whose first step was seen. */
  resumedAttempt: number;
}

export const currentLease = (run: Run): Lease | undefined =>
  run.leases.findLast(
    ({ state, started, boxGone, evicted, failure }) =>
      state !== 'refused' &&
      !(state === 'preempted' && (boxGone || evicted)) &&
      // Given back or still to be: it never carried anything (`isUnused`).
      !(failure !== undefined && started === undefined),
  );

/** Held by the account and by nobody else: it never came up or surfaced late, and nothing was ever started on it. */
export const isUnused = (lease: Lease): boolean =>
  lease.failure !== undefined &&
  lease.started === undefined &&
  lease.intent.attach === undefined &&
  (lease.state === 'failed' || lease.state === 'releasing' || lease.state === 'released');

export const attemptsOf = (run: Run): number =>
  run.leases.reduce((most, lease) => Math.max(most, lease.started?.attempt ?? 0), 0);

export const openMeters = (lease: Lease): LeaseMeter[] =>
  lease.meters.filter((meter) => meter.stoppedAt === undefined);

/** "tiny-1: gpu 0.40 USD/h, disk 0.02 USD/h" for every lease that still costs something. */
export function costing(run: Run): string[] {
  return run.leases.flatMap((lease) => {
    const paid = openMeters(lease).filter((meter) => meter.usdPerHour > 0);
    if (paid.length === 0) return [];
    return [
      `${lease.name} on ${lease.platform}: ${paid.map((m) => `${m.id} ${m.usdPerHour} USD/h`).join(', ')}`,
    ];
  });
}

/** One word for listings, from the state of what is furthest along. */
export function runState(run: Run): string {
  if (run.closed) return run.seal ? 'released' : 'abandoned';
  if (run.leases.some((lease) => lease.meters.some((meter) => meter.owed && !meter.stoppedAt))) return 'debt';
  if (run.halted) return 'halted';
  if (!run.opened) return 'empty';
  const lease = currentLease(run);
  if (!lease && run.noCapacity) return 'no-capacity';
  if (!lease) return run.leases.some((each) => each.state === 'preempted') ? 'preempted' : 'opened';
  if (lease.state === 'ended') return run.seal ? 'sealed' : run.collected ? 'collected' : 'ended';
  return lease.state;
}
