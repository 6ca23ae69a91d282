import type { Asking } from './asking.ts';
import type { Binding } from './binding.ts';
import type {
  Approved,
  BegunFrom,
  Closed,
  Continued,
  DiskMended,
  Halted,
  Intended,
  KeptFile,
  KeptIn,
  KeptStored,
  MeterPrice,
  NoCapacity,
  OnTier,
  RunOpened,
  Sealed,
  StandingApproved,
  Started,
  Stored,
} from './events.ts';
import type { Footprint } from './footprint.ts';
import type { News, Notice } from './notice.ts';
import type { Traffic } from './traffic.ts';

/** One execution of a job, folded from its events. Never stored: always derived. */
export interface Run {
  id: string;
  opened: (RunOpened & { at: string; by: string }) | undefined;
  /** What it was bound to before a person bound it anew, oldest first; what it is bound to now is `opened`. */
  bindings: Binding[];
  smoke: 'missing' | 'passed' | 'waived';
  /** Of the newest smoke that was measured. */
  footprint: Footprint | undefined;
  /** In the order of their intents. */
  leases: Lease[];
  cells: Map<string, Cell>;
  /** What the box fetches by itself, by the directory that it goes to. */
  data: Map<string, RunData>;
  /** The sealed checkpoint of another run that it begins from, where its job names one and that was brought. */
  begunFrom: BegunFrom | undefined;
  /** What its boxes showed that their platforms are known for, by lease and id. */
  recognized: Map<
    string,
    { at: string; lease: string; cell?: string | undefined; id: string; cause: string; fix: string }
  >;
  /** Relaunches after a process died for a probabilistic reason. Lost boxes are bounded by `MAX_BOXES` instead. */
  relaunches: number;
  collected: boolean;
  seal: (Sealed & { at: string; by: string }) | undefined;
  /** Where the sealed artifacts lie beside the disk of the machine that sealed them. Gone with the seal. */
  stored: Stored[];
  /** Sets of kept copies in stores, by mark, that were not removed again. */
  keptSets: Map<string, KeptStored>;
  approvals: (Approved & { at: string })[];
  /** Approvals in advance, oldest first. */
  standing: (StandingApproved & { at: string })[];
  /** The first halt since a person last said go on. */
  halted: (Halted & { at: string }) | undefined;
  /** Halts that came while it stood halted already, oldest first. */
  haltedToo: Halted[];
  /** The last time that no candidate had a box, and since when none has had one. Gone with the next intent. */
  noCapacity: (NoCapacity & { at: string; since: string }) | undefined;
  /** Failed launches that a person has looked at and said go on after. */
  forgivenFailures: number;
  /** The newest hop of the chain of looks. */
  continued: (Continued & { at: string; by: string }) | undefined;
  /** Of all stages so far. */
  runnerSeconds: number;
  /** Seconds of stages by the job of a workflow that they ran in, of which each is billed alone. */
  runnerJobs: Map<string, { workflowRun: string; seconds: number; runner: string }>;
  /** What whole workflow runs were billed, as GitHub told it, minutes by the label of the runners. */
  runnerBills: Map<string, ReadonlyMap<string, number>>;
  closed: (Closed & { at: string }) | undefined;
  /**
   * Since when the record has a gap in which nobody wrote to it, and nobody has vouched for it since: what would stand there
   * may be missing. Ends with a `vouched`, or a person's go on.
   */
  unattendedSince: string | undefined;
  /** When somebody last vouched for it by a clock that the record is ahead of; by `updatedAt` that would be never. */
  askedAt: string | undefined;
  /** What persons were told, by the concern's key: since when it lasted, as it was told. */
  told: Map<string, string>;
  /** How it stood when its commit and its change were last told (`change-news.ts`). */
  changeTold: string | undefined;
  /** What happened that the job wants somebody to be told of, in its order. */
  news: News[];
  /** What somebody was told of, or is being told, by the key of the news. */
  notices: Map<string, Notice>;
  /** Events that mean nothing where they stand; shown by `gpu-lease events`, never acted upon. */
  ignored: { seq: number; type: string; why: string }[];
  updatedAt: string | undefined;
}

export interface RunData {
  from: string;
  to: string;
  revision?: string | undefined;
  files: number;
  bytes: number;
  unproven: number;
  digest: string;
  verified?: string | undefined;
  /** What the first box that had it found it to be. */
  fetched: { files: number; bytes: number; sha256: string } | undefined;
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
  /** Where its last audit saw that things may lie; absolute. */
  placed: { work?: string; durable?: string; data?: string } | undefined;
  /** The cards that its audit saw, in the words of their driver. */
  gpus: { name: string; count: number } | undefined;
  /** The last start, if any attempt was ever started here. */
  started: Started | undefined;
  startedAt: string | undefined;
  /** From here on the box was worth its price; before, it was only paid for. */
  firstStartedAt: string | undefined;
  /** When the last cell ended on it. */
  endedAt: string | undefined;
  /** When the platform took it away, gone or stopped. */
  lostAt: string | undefined;
  /** When what ran on it was last lost, its process or its disk, and the box stayed. */
  setBackAt: string | undefined;
  /** Verbs of the teardown plan that the platform accepted. */
  verbsDone: string[];
  /** When it accepted the last of them. */
  verbAt: string | undefined;
  /** When it accepted the first of them. */
  verbsSince: string | undefined;
  /** How often it accepted each. */
  verbTimes: Map<string, number>;
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
  /** When the box ends its own meter, as it was last laid down on it. */
  endsItselfAt: string | undefined;
  /** Why the platform's own timer does not end it, though it has one. */
  untimed: string | undefined;
  /** For `failed`: what went wrong with it, and when; whether its audit said so, not its boot. */
  failure: string | undefined;
  failedAt: string | undefined;
  unfit: boolean;
  rentedAt: string | undefined;
  /** How often it came back empty. */
  wipes: number;
  /** When the box last answered, as far as the record knows; and since when it does not, with what the platform called it then. */
  seenAt: string | undefined;
  /** When the work of the attempt on it is expected to be over, by the pace that was last seen. */
  overAt: string | undefined;
  unreached: { at: string; shown: string } | undefined;
  /** A submission to a queue: where it stood when that was last seen to change, and when it first had an allocation. */
  queue:
    | {
        to: 'waiting' | 'running' | 'over';
        why: string | undefined;
        at: string;
        begunAt: string | undefined;
        /** It does not start by itself. */
        stuck: 'held' | 'never' | undefined;
        /** Of several: how many run. */
        tasks: number | undefined;
      }
    | undefined;
  /**
   * A submission to a queue: what the machine of its newest attempt saw of itself, or those of its tasks (`attemptsOf`, by the places of
   * their cells); `unfit` says why it is not what the job asks for.
   */
  allocation: { attempt: number; at: string; tasks?: string; unfit?: string } | undefined;
  /** How many attempts on it were begun since a newer checkpoint was verified. */
  begunInVain: number;
  /** When it was last seen that what a stop ends is stopped. */
  stoppedSeenAt: string | undefined;
  /** It was proven stopped and computes again without our doing: when that was seen, and from when on it is counted. */
  ranAgain: { at: string; countedFrom: string; stoppedSeenAt: string } | undefined;
  /** Its platform shows it stopped, and it was told to park itself: when it was last seen before, and when it says that it did. */
  parkedItself: { seenAt: string; at: string | undefined } | undefined;
  /** It is being started again for the collect: since when that stands written. */
  wakes: string | undefined;
  /** What it may have cost while nobody could see that somebody had started it, at most; in no sum of what it has cost. */
  unseenUsd: number;
  /** What went to it and came from it, and what its platform takes for that. */
  traffic: Traffic;
  /** What is destroyed when, of a box that is parked or was stopped by its platform; `at` is a time or `unknown`. */
  clocks: { id: string; effect: string; at: string }[];
  /** From when on they run. */
  clocksSince: string | undefined;
  /** What persons said that they have done by hand, until something was seen that contradicts them. */
  words: { verb: string; person: string; at: string }[];
  /** The newest workflow run in which somebody is asked for its release, as far as that was written down. */
  asking: Asking | undefined;
  /** For `abandoned`: what a person agreed to lose. */
  lost: string[];
}

export interface LeaseMeter extends MeterPrice {
  startedAt: string;
  stoppedAt: string | undefined;
  /** So often it runs at the same time: allocations of one submission. */
  times: number;
  /** It ran before, and was stopped with its box, or ran another number of times: from when to when. */
  before: { startedAt: string; stoppedAt: string; times: number }[];
  /** Should have stopped and has not been proven to. */
  owed: { why: string; next: string } | undefined;
}

/** One checkpoint as a whole. */
export interface KeptSet {
  /** Its folder, its file, or the first of its files. */
  name: string;
  step: number | undefined;
  /** What the metric that decides on the best was at that step, where it is known. */
  metric: number | undefined;
  files: KeptFile[];
}

export interface Cell {
  name: string;
  ended:
    | {
        verdict: 'finished' | 'dead';
        exitCode: number;
        failureClass: string | undefined;
        attempt: number;
        /** Its command; absent in records of before that was written. */
        ranSeconds?: number;
        /** Its command had returned long before. */
        background: boolean;
        /** It was not started for want of room: how much is missing, and what takes it. */
        shortage?: string;
      }
    | undefined;
  /** Alive and silent: since when. */
  stalledSince: string | undefined;
  /** Its command returned and left work in the background, which goes on: since when, and how many processes. */
  detached: { at: string; processes: number } | undefined;
  /** Verified copies on our side, by path. What it goes on from is `goesOnFrom`. */
  kept: Map<string, KeptFile>;
  /** Checkpoint sets of which we hold every file, verified together, as far as the job retains them, oldest first; none in records of before they were sets. */
  sets: KeptSet[];
  /** What is kept beside sets and goes on with the newest of them: metrics, the best so far. By path. */
  beside: Map<string, KeptFile>;
  /** Of them, those that were pulled when the cell had ended: nothing newer of them can lie on the box. */
  keptAtEnd: Set<string>;
  /** Where the newest of them lie; `undefined` in records of before that was written. */
  keptIn: KeptIn | undefined;
  /** Its newest checkpoint has no room with us and no other place takes it: since when, and why. */
  unkept: { lease: string; at: string; bytes: number; freeBytes: number; why: string[] } | undefined;
  /** What its box last said of its copies on the durable tier, which no look makes. */
  onTier:
    | {
        lease: string;
        at: string;
        copy: OnTier['copy'];
        failure: { why: NonNullable<OnTier['failure']>; since: string } | undefined;
      }
    | undefined;
  /** The newest of them that lie in a store, too: all that is left of them once this machine is gone. */
  stored: { mark: string; copies: Map<string, KeptFile>; step: number | undefined } | undefined;
  /** What was last done about a half checkpoint that a kill had left on its disk, before which attempt. */
  mended: DiskMended | undefined;
  /** Step of the newest checkpoint that we pulled and loaded. */
  verifiedStep: number | undefined;
  lastStep: number | undefined;
  /** At the end, steps between the last two points. */
  stride: number | undefined;
  /** At the end, of `lastStep`. */
  lastLoss: number | undefined;
  /** First steps after each resume, oldest first. */
  resumedAt: number[];
  /** The newest attempt whose first step was seen. */
  resumedAttempt: number;
  /** Of a cell that is a task: the newest attempt of it that is known, where it is not the first, and what was verified when that was seen. */
  begunAgain: { attempt: number; step: number | undefined } | undefined;
}

export function jobOf(run: Run): RunOpened['document'] {
  if (!run.opened) throw new Error(`run ${run.id} was never opened`);
  return run.opened.document;
}

export function leaseOf(run: Run, name: string): Lease {
  const lease = run.leases.find((each) => each.name === name);
  if (!lease) throw new Error(`run ${run.id} has no lease ${name}`);
  return lease;
}

export const currentLease = (run: Run): Lease | undefined =>
  run.leases.findLast(
    ({ state, started, boxGone, evicted, failure, queue }) =>
      state !== 'refused' &&
      // What is over at a queue runs nothing again.
      !(state === 'preempted' && (boxGone || evicted || queue?.to === 'over')) &&
      // Given back or still to be: it never carried anything (`isUnused`).
      !(failure !== undefined && started === undefined),
  );

/**
 * Held by the account and by nobody else: it never came up, was found unfit or surfaced late, and nothing was ever started on
 * it. Each of these is an event that says so: no box is unused for want of one.
 */
export const isUnused = (lease: Lease): boolean =>
  lease.failure !== undefined &&
  lease.started === undefined &&
  lease.intent.attach === undefined &&
  (lease.state === 'failed' || lease.state === 'releasing' || lease.state === 'released');

/**
 * The cells whose metrics end before `metrics.total-steps`, or end nowhere that could be read although the job names a total. One
 * that went on from its last checkpoint writes no metrics any more, and then that says how far it came. A last point may be one
 * stride short of the end: not every step is written down.
 */
export function endedEarly(run: Run): { cell: string; lastStep: number | undefined; totalSteps: number }[] {
  const totalSteps = run.opened?.document.metrics?.totalSteps;
  if (totalSteps === undefined) return [];
  return [...run.cells.values()].flatMap(({ name, ended, verifiedStep, stride, ...cell }) => {
    if (ended?.verdict !== 'finished') return [];
    const lastStep = cell.lastStep ?? verifiedStep;
    const isThere = lastStep !== undefined && lastStep + (stride ?? 1) >= totalSteps;
    return isThere ? [] : [{ cell: name, lastStep, totalSteps }];
  });
}

/** One word for how a cell ended, and two where that is not how its job says that it ends. Empty while it has not. */
export function endOf(run: Run, { name, ended }: Cell): string {
  if (!ended) return '';
  const isEarly = endedEarly(run).some(({ cell }) => cell === name);
  return `${ended.verdict}${isEarly ? ' EARLY' : ''}${ended.background ? ' IN THE BACKGROUND' : ''}`;
}

/** "main ended at step 10 of 4000" for each cell that an approver must look at before it is believed. */
export function doubtsOf(run: Run): string[] {
  const early = endedEarly(run).map(({ cell, lastStep, totalSteps }) =>
    lastStep === undefined
      ? `${cell} ended, and its metrics do not show how far it came; metrics.total-steps is ${totalSteps}`
      : `${cell} ended at step ${lastStep} of ${totalSteps}`,
  );
  const behind = [...run.cells.values()].flatMap(({ name, ended }) =>
    ended?.background ? [`${name} put its work into the background; how that ended nobody was told`] : [],
  );
  return [...early, ...behind];
}

export const attemptsOf = (run: Run): number =>
  run.leases.reduce((most, lease) => Math.max(most, lease.started?.attempt ?? 0), 0);

/** A person gave up a box of it: nothing more is begun for the run. */
export const isGivenUp = ({ leases }: Run): boolean => leases.some(({ state }) => state === 'abandoned');

/** Meters of computing: what a stop of the box is made to end. */
export const computing = ({ meters }: Lease): LeaseMeter[] =>
  meters.filter(({ kind, usdPerHour }) => (kind === 'gpu' || kind === 'cpu') && usdPerHour > 0);

export const openMeters = (lease: Lease): LeaseMeter[] =>
  lease.meters.filter((meter) => meter.stoppedAt === undefined);

/** "tiny-1: gpu 0.40 USD/h, disk 0.02 USD/h" for every lease that still costs something. */
export function costing(run: Run): string[] {
  return run.leases.flatMap((lease) => {
    const paid = openMeters(lease).filter((meter) => meter.usdPerHour > 0);
    if (paid.length === 0) return [];
    return [
      `${lease.name} on ${lease.platform}: ${paid.map((m) => `${m.id} ${m.times > 1 ? `${m.times} times ` : ''}${m.usdPerHour} USD/h`).join(', ')}`,
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
