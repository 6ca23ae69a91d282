/** What is laid down on a box before anything starts, and what one look at it tells. Paths absolute, on the box. */
export interface BoxPlan {
  run: string;
  attempt: number;
  code: CodeBundle;
  /** Run once per box before the first cell, in the code directory. */
  setup?: string;
  cells: BoxCell[];
  /** In order; later ones win. Values are not secret. */
  vars: Record<string, string>;
  /** Name to value; travels by stdin into one 0600 file off every durable or shared mount. */
  secrets: Record<string, string>;
  hooks: { enter: string[]; leave: string[] };
  metrics?: { path: string; stepKey: string };
  /** Globs relative to a cell's output directory whose newest files a probe lists. */
  watched: string[];
  /** Globs that may be deleted after success, never the resume anchor. */
  scratch: string[];
  /** Copy checked artifacts here after success; `undefined` = no durable tier. Set and empty is an error, not a default. */
  durableDir?: string;
  diskFloor: { bytes: number; inodes: number };
  /** The keeper ends the cells by itself after so long; guards against a forgotten box. */
  deadManSeconds: number;
  heartbeatSeconds: number;
}

export interface BoxCell {
  name: string;
  command: string;
  vars: Record<string, string>;
}

/** The bound commit's files, as one tar stream, and what each must hash to. */
export interface CodeBundle {
  /** Digest over `files`; names the directory on the box. */
  hash: string;
  commit: string;
  dirty: boolean;
  files: { path: string; sha256: string; executable: boolean }[];
  tar: Uint8Array;
}

/** One line of JSON from one exec; everything in it is a stranger's word. */
export interface Probe {
  /** The box's clock, seconds since the epoch. */
  boxTime: number;
  bootId: string;
  uptimeSeconds: number;
  attempt: number;
  /** `absent`: no attempt was ever started here. */
  queue: 'absent' | 'running' | 'ended' | 'lost';
  cells: ProbeCell[];
  disk: { freeBytes: number; totalBytes: number; freeInodes: number | null; totalInodes: number | null };
  memory: { usedBytes: number | null; maxBytes: number | null; oomKills: number | null };
  /** One CSV line of the vendor tool; `null` without a GPU. */
  gpu: string | null;
}

export interface ProbeCell {
  name: string;
  /** `lost`: it was running and neither its process nor its exit record is there. */
  state: 'waiting' | 'running' | 'exited' | 'lost';
  attempt: number;
  exitCode: number | null;
  /** Exit code of the checked copy to the durable tier; `null` when there was none. */
  syncExitCode: number | null;
  startedAt: number | null;
  endedAt: number | null;
  heartbeatAgeSeconds: number | null;
  logBytes: number;
  /** Last bytes of this attempt's log, at most 4 KiB, decoded. */
  logTail: string;
  /** First and last complete metrics line written by this attempt, raw. */
  metricsFirst: string | null;
  metricsLast: string | null;
  /** Age of the newest byte in log, metrics or watched files. */
  quietSeconds: number | null;
  watched: { path: string; bytes: number; modifiedAt: number }[];
}

export interface ManifestEntry {
  /** Relative to the cell's output directory, forward slashes. */
  path: string;
  bytes: number;
  sha256: string;
}
