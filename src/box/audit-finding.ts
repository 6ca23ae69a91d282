import type { Constraint, Range } from '../job/constraint.ts';

/** What the job and the profile expect of a box. Absent = no expectation. */
export interface AuditExpectation {
  /** Where the run will live; `~` and `$HOME` at the start are understood on the box. Default: its HOME. */
  workDir?: string;
  /** The run lives in its home instead where `dataDir` is not there. */
  workNeedsData?: boolean;
  /** The platform's data disk, which some boxes lack. */
  dataDir?: string;
  /** Where data sets are fetched to by the job's word. Default: the data disk, else beside the runs. */
  setsDir?: string;
  durableDir?: string;
  /** Without it the box is fit all the same: copies are pulled instead. */
  durableMayLack?: boolean;
  /** The durable directory must lie on a mount of its own, not on the root file system. Default true. */
  durableIsMount?: boolean;
  /** Free bytes and inodes needed where the run will live. Defaults 200 MB and 1,000. */
  diskBytes?: number;
  inodes?: number;
  /** Free bytes that the data takes, wherever its directory is mounted. Default none. */
  dataBytes?: number;
  /** Free bytes needed on the durable tier. Default 200 MB. */
  durableBytes?: number;
  gpu?: Constraint['gpu'];
  cpus?: Range;
  memoryGb?: Range;
  shmBytes?: number;
  /** Interpreter that will train: `python3`, `/opt/conda/bin/python`. */
  python?: string;
  /** Folder that comes first in the run's PATH. */
  pathDir?: string;
  /** An environment of conda is to be installed into the one that trains. */
  conda?: true;
  /** Module that it must be able to import; `required: false` when the setup may still install it. */
  framework?: { module: 'torch' | 'jax' | 'tensorflow'; required: boolean };
  launcher?: 'tmux' | 'setsid';
  /** The platform's own gotchas: one that is known for a finding lends it its cause and fix. */
  profileGotchas?: readonly { id: string; aliases?: readonly string[]; cause: string; fix: string }[];
  /** No tool on the box is waited for longer. Default 45. */
  toolSeconds?: number;
}

export interface AuditFinding {
  /** Gotcha or capability id; a platform's own id is added: `U7`, `P0-13 (GS3)`. */
  id: string;
  level: 'info' | 'warn' | 'fail';
  what: string;
  cause: string;
  fix: string;
  /** A directory on a mount with too few bytes free. */
  fullAt?: string;
}

export interface AuditReport {
  /** No finding says `fail`. */
  fit: boolean;
  findings: AuditFinding[];
  /** Numbers worth keeping; units in the names. What could not be read is absent, never zero. */
  measured: Record<string, number | string | boolean>;
}
