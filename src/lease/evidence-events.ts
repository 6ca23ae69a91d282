/** What a run left behind and what of it was proven: events that an approval stands on, and the approvals. Listed in `events.ts`. */

/** The first step seen after a resume, and that it is not behind what was verified. */
export interface Resumed {
  type: 'resumed';
  lease: string;
  cell: string;
  attempt: number;
  firstStep: number;
  verifiedStep: number;
}

/** A file pulled while the job runs, hash-equal to the box's and loaded. */
export interface Kept {
  type: 'kept';
  lease: string;
  cell: string;
  files: KeptFile[];
  /** The newest checkpoint's step, where the files include one. */
  step?: number;
  /** The machine and directory in which the copies lie. Absent before it was written. */
  in?: { machine: string; dir: string };
}

export interface KeptFile {
  path: string;
  bytes: number;
  sha256: string;
  verdict: 'pass' | 'pass-degraded';
}

/** Verified copies of some cells lie in a store that outlives this machine, and were read back from there, equal byte for byte. */
export interface KeptStored extends InStore {
  type: 'kept-stored';
  /** SHA-256 over the cells and their files: what the store has them under. */
  mark: string;
  cells: { cell: string; step?: number; copies: KeptFile[] }[];
}

/** A person said to go on without the newest copies, which lie where nobody gets at them: from what a store has, else from nothing. */
export interface KeptLost {
  type: 'kept-lost';
  cell: string;
  person: string;
}

/** Copies that nothing needs any more were removed from their store. */
export interface KeptDropped {
  type: 'kept-dropped';
  mark: string;
}

export interface CellEnded {
  type: 'cell-ended';
  lease: string;
  cell: string;
  attempt: number;
  verdict: 'finished' | 'dead';
  exitCode: number;
  /** Failure class of `src/watch/signatures.ts`, such as `CODE_BUG`; absent for `finished`. */
  failureClass?: string;
  lastStep?: number;
  /** Loss of that step, where the metrics have one: what a pull request is compared by. */
  lastLoss?: number;
  /** Steps between the last two points of its metrics: how much further than `lastStep` it may have come. */
  stride?: number;
  /** The command had returned long before: what it left in the background ended then, or was still. */
  background?: true;
}

export interface Collected {
  type: 'collected';
  lease: string;
  files: number;
  bytes: number;
  manifestSha256: string;
  codeProven: boolean;
}

export interface Sealed {
  type: 'sealed';
  seal: string;
  verified: number;
  /** Files that the roster claims. */
  roster: number;
  /**
   * Verified files of each row of the roster, cell by cell in the order of the job: what was promised stands in `run-opened`, so
   * that the two can be held against each other. Seals of before they were counted do not say.
   */
  rows?: number[];
  bytes: number;
  /** What every file that is to be loaded reaches, as far as its role can be proven. */
  level: 'L0' | 'L1' | 'L2' | 'L3';
  /** Of the verified files, those that count by their bytes only. Seals of before this was counted do not say. */
  opaque?: number;
  /** Where the artifacts are, by a name a person can use. */
  place: string;
  /** The machine on which it was sealed. Absent before it was written. */
  machine?: string;
}

/** Something sealed is no longer what it was; the seal is void. */
export interface Unsealed {
  type: 'unsealed';
  seal: string;
  why: string;
}

/** A place in a store, and what was found there when it was read back. */
export interface InStore {
  store: 'workflow-artifact' | 'release-asset' | 's3' | 'hugging-face';
  /** What the store's own interface finds it by: an artifact's id, `s3://bucket/prefix`. */
  id: string;
  /** By a name or an address that a person can use. */
  place: string;
  /** `sha256:<hex>` of the whole as the store has it, or of the list of its objects' digests. */
  digest: string;
  bytes: number;
  files: number;
  /** When the store throws it away by itself. */
  keptUntil?: string;
}

/** What was sealed lies in a store that outlives this machine, and was read back from there, equal byte for byte. */
export interface Stored extends InStore {
  type: 'stored';
  seal: string;
}

/**
 * A reviewer's word in advance: what of this run is sealed within these bounds may be released without asking again,
 * so that no meter waits for a person.
 */
export interface StandingApproved {
  type: 'standing-approved';
  person: string;
  via: 'environment' | 'phrase';
  /** Of the job that they saw. */
  configHash: string;
  platforms: string[];
  maxUsdPerHour: number;
  /** The least level of verification, with nothing missing. */
  level: 'L0' | 'L1' | 'L2' | 'L3';
  expiresAt: string;
}

export interface Approved {
  type: 'approved';
  /** What it binds to: for a release the seal, for an abandon the digest of the list of losses. */
  binds: string;
  goal: 'release' | 'park' | 'abandon';
  lease: string;
  /** Verbs in order, as shown to the person. */
  verbs: string[];
  person: string;
  via: 'phrase' | 'environment' | 'standing' | 'demo';
  expiresAt: string;
}
