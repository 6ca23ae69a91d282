import type { Level, Role } from '../evidence-level.ts';
import type { MetricsRule } from '../metrics/rule.ts';
import type { Constraint } from './constraint.ts';
import type { NoticeEvent } from './notice-events.ts';

/** More boxes for one sweep would be more jobs than the matrix of a workflow may have. */
export const MOST_BOXES = 256;

/** The user's `gpu-lease.yml`, parsed and checked. Made only by `job/load.ts`. */
export interface Job {
  /** `[a-z0-9-]`, at most 40; leads every name we give to anything. */
  name: string;
  /** Shell command of one cell; runs under `sh -c` in the code directory with `GPU_LEASE_OUT` set to the cell's output directory. */
  run: string;
  /** Shell command run once per box, before the first cell; `undefined` = none. */
  setup?: string;
  /** Container image by content digest: `name@sha256:<64 hex>`. A tag alone is refused. */
  image?: string;
  /** By which a platform pulls the image: names of two secrets, whose values go to the platform and never to the box. */
  registry?: { user: string; password: string };
  /** Names of environment variables whose values are secrets; values come from our own environment and travel by stdin. */
  secrets: string[];
  /** Plain environment variables. Secret-shaped names are refused. */
  vars: Record<string, string>;
  /** Python requirements to install on the box. `keep-image` drops torch, torchvision, torchaudio pins and says so. */
  requirements?: {
    file: string;
    torch: 'keep-image' | 'as-pinned';
    /** Asked instead of the public index; `token` is the name of a variable. */
    index?: { url: string; token?: string };
  };
  /** What the box fetches before its setup. */
  data?: DataRule[];
  /** The run whose sealed checkpoint this one begins from. */
  from?: string;
  resources: Constraint;
  /** At least one. */
  candidates: Candidate[];
  /** How fast cards do this job, beside the one that `watch.expected` is said of. Absent: by a table of their peak rates. */
  speed?: Record<string, number>;
  /** `cheapest`: of all candidates by expected cost. `order`: the first candidate that has an offer. Absent: `cheapest`. */
  prefer?: 'cheapest' | 'order';
  /** Wait and ask again when nobody has a box. Absent: end at once. */
  capacity?: { tryAgainSeconds: number; forSeconds: number };
  /** The look at several nodes before their command. Absent: as by `PREFLIGHT`. */
  preflight?: 'none' | Preflight;
  smoke: 'none' | Smoke;
  artifacts: ArtifactRule[];
  /** Where what is sealed goes, the first that takes it; `none`: the disk alone. Absent: see `ladderOf`. */
  store?: 'none' | StoreRung[];
  /** Where things lie on the box, over what the profile says. */
  storage?: StorageRule;
  metrics?: MetricsRule;
  /** Sources after the first, in their order. */
  moreMetrics?: MetricsRule[];
  checkpoint?: CheckpointRule;
  budget: Budget;
  onFinish: 'hold' | 'park';
  /** Of a box that parks itself: after its last cell, and after whoever looked last. Absent: `PARK_AFTER_SECONDS`. */
  parkAfterSeconds?: number;
  /** Who may approve a release. Absent: whoever types its phrase. */
  approval?: ApprovalRule;
  retry: { max: number };
  watch: WatchRule;
  /** Whom the box itself tells. */
  notify?: NotifyRule;
  /** Whom whoever looks tells, each once. */
  notices?: NoticeTarget[];
  /** At least one; a plain job has the single cell `main` without vars. Names are unique. */
  cells: Cell[];
  /**
   * How the cells are divided, where the file says it: `boxes` over runs with a box each, by `sweep`; `atOnce` over the tasks of one
   * submission to a queue, of which so many may have an allocation at the same time. Never both.
   */
  sweep?: { boxes?: number; atOnce?: number };
}

/** One of the job's `data`. Tokens and keys stand here by the names of their variables. */
export interface DataRule {
  /** As typed. */
  from: string;
  source: DataSource;
  /** Relative to the data directory of the box. */
  to: string;
  /** Of the one file that the source names. */
  sha256?: string;
  /** How far it is verified by ranges before anything is rented. */
  verify?: 'L1' | 'L2';
  /** Sent as a bearer token. */
  token?: string;
}

export type DataSource =
  | {
      kind: 'hub';
      type: 'model' | 'dataset';
      /** `owner/name`. */
      repo: string;
      /** A folder or a file; absent: all of it. */
      path?: string;
      /** A branch, a tag or a commit. */
      revision: string;
    }
  | {
      kind: 's3';
      bucket: string;
      /** A folder or one object; empty: all of it. */
      prefix: string;
      /** `https://host[:port]`, without the bucket. */
      endpoint: string;
      region: string;
      /** Names of variables. */
      accessKey: string;
      secretKey: string;
    }
  | { kind: 'web'; url: string };

export interface Candidate {
  platform: string;
  /** `ssh://user@host:port` or a `~/.ssh/config` alias, for a box that is already there. */
  attach?: string;
  /** The attached box may end its own meter when nobody comes for it, by what its platform's profile names for that. */
  selfStop?: true;
  /** More machines like it, as it reaches them by SSH itself: with it they are the nodes of the job. */
  peers?: string[];
  /** Of a queue: its login node, `ssh://user@host:port` or a `~/.ssh/config` alias; or `kube://context/namespace/claim`. */
  queue?: string;
  /** What is asked of a Slurm cluster. */
  slurm?: SlurmRequest;
  /** What is asked of a Kubernetes cluster. */
  kubernetes?: KubernetesRequest;
  /** What is asked of Kaggle. */
  kaggle?: KaggleRequest;
  /**
   * What an attached box costs, by the user's word, 0 for one's own; or an hour of an allocation, unset: 0. Of a platform that names
   * its prices: the most that an offer of it may cost.
   */
  usdPerHour?: number;
  market?: 'on-demand' | 'spot' | 'any';
  /** Id or name of a volume or file system of yours to attach at creation. Yours before and after: never released. */
  volume?: string;
  /** The most to bid for a spot box where the platform takes bids; unset: the price that it names. */
  bidUsdPerHour?: number;
  /** The platform's own names of the machines that will do. */
  types?: string[];
  /** In place of those of the constraint: regions that will do at this platform. */
  regions?: string[];
  /** Machines, by the platform's id, that are never taken. */
  notHosts?: string[];
  /** Id of a login for the image's registry, kept at the platform; for an image that is not public. */
  registry?: string;
  /** Login name, where the image has another than the profile says. */
  user?: string;
}

/** Words of Slurm are checked for their letters: they stand in lines that sbatch splits. */
export interface SlurmRequest {
  partition?: string;
  account?: string;
  qos?: string;
  constraint?: string;
  reservation?: string;
  /** Of one allocation; whole minutes. Absent: the partition's default. */
  timeSeconds?: number;
  /** `gpu:a100:2`. Absent, and no `gpus`: from the constraint. */
  gres?: string;
  /** `2` or `a100:2`. */
  gpus?: string;
  cpus?: number;
  memoryGb?: number;
  dependency?: string;
  requeue: boolean;
  /** How long before the end of an allocation the job is told. */
  signalSeconds: number;
  modules: string[];
  /** By what the commands run in an image: the job's, or `image`. */
  container?: 'apptainer' | 'enroot';
  /** A file of the cluster, in place of the job's image. Absolute. */
  image?: string;
  /** Further options of sbatch, one each. */
  directives: string[];
}

export interface KubernetesRequest {
  cpus?: number;
  memoryGb?: number;
  ephemeralGb?: number;
  /** What the cluster calls its cards: `nvidia.com/gpu`. */
  gpuResource: string;
  nodeSelector: Record<string, string>;
  tolerations: {
    key?: string;
    operator: string;
    value?: string;
    effect?: string;
    tolerationSeconds?: number;
  }[];
  priorityClass?: string;
  imagePullSecrets: string[];
  /** A LocalQueue of Kueue. */
  kueue?: string;
  graceSeconds: number;
  /** The most that it may wait, beside the time that it runs. */
  waitSeconds: number;
  /** Number of user and group. */
  user: number;
}

export interface KaggleRequest {
  /** A machine shape, or `none`. Absent: from the constraint. */
  accelerator?: string;
  internet: boolean;
  /** Of one session. */
  timeSeconds: number;
  /** How long before its end the command is told to save. */
  stopSeconds: number;
  /** The most that one run may take. */
  sessions: number;
  /** `owner/name`. */
  datasets: string[];
  competitions: string[];
  models: string[];
}

export interface Preflight {
  timeoutSeconds: number;
  /** What each node must send to the first one, and what an all-reduce must come to, in Gb/s. Absent: they are compared. */
  gbps?: number;
}

/** Of a job of several nodes that says nothing of it. */
export const PREFLIGHT: Preflight = { timeoutSeconds: 60 };

export interface Smoke {
  run: string;
  setup?: string;
  timeoutSeconds: number;
  memoryMb: number;
  threads: number;
  /** `none` only when the job has no checkpoint; shown as a warning. */
  drill: 'none' | Drill;
}

export interface Drill {
  run: string;
  timeoutSeconds: number;
  /** The killed and restored run must be, number by number, one that was never killed. */
  exact?: true;
}

export interface ArtifactRule {
  /** Glob relative to the cell's output directory; `*`, `?`, `[...]`, `**`; never absolute, never `..`. */
  path: string;
  role: Role;
  /** `best` and `last` are pulled while the job runs; `evidence` at the end. */
  keep: 'best' | 'last' | 'evidence';
  /** At least this many files must match per cell. 0 = optional. */
  min: number;
  /** What each matching file must contain: tensor or key names, or patterns of them. */
  contains: string[];
  /** A format without checksums and without a manifest digest may count. */
  allowDegraded: boolean;
  /** Only a full training writes it: no smoke is asked for it. */
  inSmoke?: false;
}

/** One store of the ladder. Keys and tokens stand here by the names of their variables. */
export type StoreRung =
  | {
      kind: 'workflow-artifact';
      days?: number;
      /** The most that may go there. */
      mostBytes?: number;
    }
  | { kind: 'release-asset'; tag: string }
  | {
      kind: 's3';
      /** `https://host[:port]`, without the bucket. */
      endpoint: string;
      bucket: string;
      prefix?: string;
      region?: string;
      /** Keys are lent for it to a job that somebody vouches for. Without `sts` by the usual address of the service. */
      role?: { arn: string; sts?: string; audience: string };
      accessKey: string;
      secretKey: string;
      /** The box sends everything there itself, whether or not it would fit on this machine. */
      fromBox?: true;
    }
  | {
      kind: 'hugging-face';
      /** `owner/name` of a model, or `datasets/owner/name`. */
      repo: string;
      prefix?: string;
      token: string;
    };

/** Directories of the box, absolute or below `~`. A key that is absent: the profile's. `''`: deliberately none. */
export interface StorageRule {
  work?: string;
  durable?: 'none' | string;
  data?: string;
  /** Globs relative to a cell's output directory. */
  scratch?: string[];
  hfHome?: string;
  hfEndpoint?: string;
  /** Path of the interpreter. */
  python?: string;
  pipCache?: string;
  tensorboardDir?: string;
}

export interface CheckpointRule {
  /**
   * What a resume reads, relative to the output directory: a glob of folders, each one set with all that lies below it; a glob
   * of files, each a set of its own; a list of files that only together are one set.
   */
  path: string | string[];
  /** Written after all the others of a set: relative to the set's folder, for files to the output directory. */
  complete?: string;
  /** Which sets are kept beside the newest. */
  retain?: SetRetention;
  /** Where a checkpoint carries its step: a tensor, scalar or metadata key. */
  stepKey: string;
  /** `continues`: the first step after a resume is at least the checkpoint's. `none`: the job cannot resume. */
  resume: 'continues' | 'none';
  everySeconds?: number;
  /** Of one set, in a real run; else as the smoke measured it. */
  sizeBytes?: number;
}

/** A set is kept as long as one of these wants it; the newest always is. */
export interface SetRetention {
  /** So many of the newest. */
  last?: number;
  /** Those of which the step is a multiple. */
  every?: number;
  /** The one with the best metric of `metrics.best`. */
  best?: boolean;
  /** Those that it does not want are removed on the box, too, once a newer one is kept. */
  onBox?: boolean;
}

export interface Budget {
  usd: number;
  hours: number;
  usdPerHour: number;
  /** Of this run, in any 24 hours. */
  usdPerDay?: number;
  /** Hours of a card, of all cards and allocations together. */
  gpuHours?: number;
  /** Of all runs of the ledger, in the last 24 hours; no further box is rented above it. */
  usdRepositoryPerDay?: number;
  /** Of all runs of the ledger, in the present calendar month, UTC. */
  usdRepositoryPerMonth?: number;
}

export interface ApprovalRule {
  /** Its required reviewers approve; a typed phrase counts in a workflow only where it has none. */
  environment?: string;
  selfReview: 'allow' | 'forbid';
  adminBypass: 'allow' | 'forbid';
  /** Bounds of approvals in advance. Absent: level L2, price and hours of the budget. */
  standing?: 'forbid' | { level: Level; usdPerHour?: number; withinSeconds?: number };
}

/** Address and key stand here by the names of their variables. */
export interface NotifyRule {
  url: string;
  on: ('ended' | 'died' | 'preempted')[];
  hmac?: string;
}

/** Names of variables that hold secrets, but for `address`, `host` and what is said of a mail. */
export type NoticeTarget = { on: NoticeEvent[] } & (
  | { kind: 'webhook'; url?: string; address?: string; secret?: string }
  | { kind: 'slack'; url: string }
  | { kind: 'discord'; url: string }
  | {
      kind: 'smtp';
      host: string;
      port: number;
      from: string;
      to: string[];
      user?: string;
      password?: string;
    }
);

export interface WatchRule {
  /** No new byte in log, metrics or checkpoints for so long, while alive = stalled. */
  stallSeconds: number;
  /** Ended in less than half of this = suspicious; `undefined` = unknown. */
  expectedSeconds?: number;
  /**
   * From which age on a person is told: of a box that does not answer, of work that ended and is not sealed, of what is sealed
   * and not released, of a box that stands halted. What is not named has the default of `concerns.ts`.
   */
  tellAfter?: {
    unreachableSeconds?: number;
    uncollectedSeconds?: number;
    unreleasedSeconds?: number;
    heldSeconds?: number;
  };
}

export interface Cell {
  /** `[A-Za-z0-9._-]`, unique in the job; names the output directory. */
  name: string;
  vars: Record<string, string>;
  /** How long it takes beside the others; absent: 1. Says nothing about what is computed. */
  weight?: number;
}
