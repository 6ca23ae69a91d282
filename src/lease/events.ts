import type { Job } from '../job/job.ts';
import type {
  Approved,
  CellEnded,
  Collected,
  Kept,
  KeptDropped,
  KeptLost,
  KeptStored,
  Resumed,
  Sealed,
  StandingApproved,
  Stored,
  Unsealed,
} from './evidence-events.ts';
import type {
  Detached,
  Moving,
  RunsAgain,
  Seen,
  Stalled,
  StandsStopped,
  Told,
  Unreached,
  Vouched,
} from './sight-events.ts';
import type { SweepPart } from './sweep-part.ts';

/**
 * Everything that can stand in a ledger. Facts about what was decided, done or seen; no secret, no log text, no endpoint.
 * Adding a type or an optional field keeps `LEDGER_VERSION`; changing a meaning raises it, and older programs then
 * refuse the ledger by name instead of misreading it.
 */
export const LEDGER_VERSION = 1;

export interface EventBase {
  /** Position in the run, from 0. Given by the ledger. */
  seq: number;
  /** ISO 8601, UTC, by the writer's clock. */
  at: string;
  /** Who wrote it: `github:<run id>.<attempt>` or `user@host`. */
  by: string;
}

export type EventBody =
  | RunOpened
  | SmokePassed
  | SmokeWaived
  | Intended
  | RentRefused
  | NoCapacity
  | Claimed
  | Rented
  | BootFailed
  | Surfaced
  | Reachable
  | Audited
  | Started
  | Resumed
  | Kept
  | KeptStored
  | KeptDropped
  | KeptLost
  | Preempted
  | CellEnded
  | Collected
  | Sealed
  | Unsealed
  | Stored
  | StandingApproved
  | Approved
  | Releasing
  | MeterStopped
  | Owed
  | WordGiven
  | Parked
  | Released
  | Abandoned
  | Halted
  | Resolved
  | Vouched
  | Seen
  | Unreached
  | StandsStopped
  | RunsAgain
  | Stalled
  | Moving
  | Detached
  | Told
  | Continued
  | RunnerUsed
  | Closed;

export type NewEvent = EventBody & { at: string; by: string };
export type LedgerEvent = EventBase & EventBody;

/** First event of every run. The job travels by hash; the parts that later stages need are here. */
export interface RunOpened {
  type: 'run-opened';
  version: number;
  /** Its own id, and the repository that it belongs to: a record under another name is another run's. Absent before they were written. */
  run?: string;
  repository?: { name: string; id?: string };
  job: string;
  /** `digestOf` everything that determines the computation: XC-06. */
  configHash: string;
  commit: string;
  /** Hash over path and content of every file pushed. */
  codeHash: string;
  /** Made from a work tree with uncommitted changes; shown for ever. */
  dirty: boolean;
  cells: string[];
  budget: {
    usd: number;
    hours: number;
    usdPerHour: number;
    usdPerDay?: number;
    usdRepositoryPerDay?: number;
  };
  retryMax: number;
  onFinish: 'hold' | 'park';
  /** Whether a run of this job continues from its checkpoint; without it a preemption ends the run. */
  resumes: boolean;
  /** Opened where the disk is thrown away: a seal counts only once its artifacts are in a store that was read back. */
  needsStore?: true;
  /** This run is one part of a sweep; its cells are that part's. */
  sweep?: SweepPart;
  /** The job as parsed, so that any later stage continues without the repository. Holds names of secrets, no values. */
  document: Job;
}

export interface SmokePassed {
  type: 'smoke-passed';
  commit: string;
  configHash: string;
  seconds: number;
  environment: { os: string; arch: string; interpreter: string };
  drill: { killedAtStep: number; resumedAtStep: number } | 'none';
}

/** The job says `smoke: none`. A warning wherever the run is shown. */
export interface SmokeWaived {
  type: 'smoke-waived';
}

export interface MeterPrice {
  id: string;
  kind: string;
  usdPerHour: number;
  source: string;
}

/** Written before the create call leaves. */
export interface Intended {
  type: 'intended';
  /** Lease name, `<run id>-<n>`: the deterministic resource name at the platform. */
  lease: string;
  platform: string;
  offer: string;
  summary: string;
  usdPerHour: number;
  market: 'on-demand' | 'spot';
  /** Attach only: the box that is already there, as the job file names it. */
  attach?: string;
  /** Position of the candidate in the job; absent in records of before there were several of one platform. */
  candidate?: number;
  /** The physical machine and the region of the offer, where the platform names them. */
  host?: string;
  region?: string;
  /** What the rest of the job was expected to cost on it, where the job says how long it takes. */
  expectedUsd?: number;
  /** Login name, where the job names another than the platform's usual one. */
  user?: string;
  /** Which process will send the create: one word, made up by it. Absent in records of before. */
  claim?: string;
}

/**
 * Another process takes over an intent whose first one is gone: only the one whose claim is the last may send a create,
 * because no platform refuses a second box of one name.
 */
export interface Claimed {
  type: 'claimed';
  lease: string;
  claim: string;
}

/** A create that is proven to have left nothing behind (found by name: none, twice). */
export interface RentRefused {
  type: 'rent-refused';
  lease: string;
  reason: 'no-capacity' | 'refused' | 'unclear';
  what: string;
}

export interface Rented {
  type: 'rented';
  lease: string;
  boxId: string;
  meters: MeterPrice[];
  /** Found by name after a lost answer or a crash, not created by this call. */
  adopted: boolean;
  host?: string;
  /** When the platform says that it began to bill; else the event's own time counts. */
  since?: string;
  /** When the platform's own timer ends the box. */
  endsAt?: string;
  /** The platform has such a timer and it is not set on this box: why. */
  untimed?: string;
}

/** A rented box that never came up within its deadline, or said that it never will. Nothing was ever put on it. */
export interface BootFailed {
  type: 'boot-failed';
  lease: string;
  why: string;
  /** Not taken again in this run. */
  host?: string;
}

/**
 * A box that a create of ours left behind and that nobody holds: the late answer to a refused intent, or a second box of
 * one name. Nothing was ever put on it, so it goes back without a seal.
 */
export interface Surfaced {
  type: 'surfaced';
  /** Name of the refused lease that it turned out to be, or a new one, `<lease>~2`. */
  lease: string;
  /** The lease whose intent made it. */
  of: string;
  boxId: string;
  meters: MeterPrice[];
  since?: string;
}

/** No candidate had a box. An outcome, not a failure. */
export interface NoCapacity {
  type: 'no-capacity';
  /** `platform: why`, the first few. */
  declined: string[];
  tryAgainAt: string;
}

export interface Reachable {
  type: 'reachable';
  lease: string;
  /** Pinned from here on. */
  hostKeySha256: string;
  /** Who vouches for it. */
  pin: 'platform' | 'derived' | 'first-contact' | 'user';
}

export interface Audited {
  type: 'audited';
  lease: string;
  fit: boolean;
  /** Unfit, rented, and nothing was ever started on it: it is given back, and neither its offer nor its host is taken again. */
  goesBack?: true;
  findings: { id: string; level: 'info' | 'warn' | 'fail'; what: string }[];
  /** Numbers worth keeping: `diskFreeBytes`, `memoryMaxBytes`, `cpuQuota`, `gpuCount`. */
  measured: Record<string, number | string | boolean>;
}

/** The keeper was told to start attempt `attempt`. */
export interface Started {
  type: 'started';
  lease: string;
  attempt: number;
  configHash: string;
  /** As proven on the box. */
  codeHash: string;
  keeper: string;
  /** Where the run lies on the box, and the keeper in it. */
  dir: { base: string; keeper: string };
  launcher: string;
  /** Of the box right after the start: another boot id later means a reboot, more kills an OOM. */
  bootId: string;
  oomKills: number | null;
  /** How far the starter's clock was ahead of the box's. */
  aheadOfBoxSeconds?: number;
  /** What each cell continues from; absent cells start fresh. */
  from: { cell: string; step: number; source: 'durable-tier' | 'our-copy' }[];
}

export interface Preempted {
  type: 'preempted';
  lease: string;
  /**
   * `box`: gone at the platform, twice. `process`: dead for a probabilistic reason on a living box. `evicted`: stopped by
   * the platform without our asking; the box is lost to the run, its disk may bill until it is released. `disk`: the box
   * answers, and nothing of what was laid down on it is there any more.
   */
  what: 'box' | 'process' | 'evicted' | 'disk';
  why: string;
  /** Of an evicted box: profile clocks that now run against what it still holds, as in `parked`. */
  clocks?: { id: string; effect: string; at: string }[];
}

/** The chain of bounded looks goes on in another workflow run. Written before the dispatch; again with its id after it. */
export interface Continued {
  type: 'continued';
  how: 'dispatch' | 'rerun';
  /** Counted from 1. */
  hop: number;
  workflowRun?: number;
}

/** What a stage cost in runner time, which is money of another kind. */
export interface RunnerUsed {
  type: 'runner-used';
  stage: string;
  seconds: number;
  /** As the runner names itself: `GitHub Actions 12`, or `self-hosted`. */
  runner: string;
}

/** The platform accepted a verb of the teardown plan; more than once where it was not seen to have been carried out. */
export interface Releasing {
  type: 'releasing';
  lease: string;
  verb: string;
  /** It was not sent: the platform showed the box gone already. */
  found?: 'gone';
}

/** The platform showed the meter gone, twice. */
export interface MeterStopped {
  type: 'meter-stopped';
  lease: string;
  meter: string;
  sightings: string[];
}

/** A meter should have stopped and has not been proven to. */
export interface Owed {
  type: 'owed';
  lease: string;
  meter: string;
  why: string;
  next: string;
}

/**
 * A person says that they have done what no program can: ended the box by hand where it was rented. Proves nothing; without
 * it a box that does not answer is only a box that does not answer.
 */
export interface WordGiven {
  type: 'word-given';
  lease: string;
  /** The verb of the teardown plan that they say was done. */
  verb: string;
  person: string;
}

export interface Parked {
  type: 'parked';
  lease: string;
  verb: string;
  /** Why it was not left running, where nobody had asked for a park. */
  why?: string;
  /** Profile clocks that now run: what is destroyed when. */
  clocks: { id: string; effect: string; at: string }[];
}

export interface Released {
  type: 'released';
  lease: string;
  usd: number;
}

export interface Abandoned {
  type: 'abandoned';
  lease: string;
  lost: string[];
}

/** The run stopped itself and waits for a person; the box is held. */
export interface Halted {
  type: 'halted';
  code: string;
  what: string;
  next: string;
}

/** A person looked at a halt and said go on (`gpu-lease resume`). */
export interface Resolved {
  type: 'resolved';
  how: string;
}

export interface Closed {
  type: 'closed';
  usd: number;
}
