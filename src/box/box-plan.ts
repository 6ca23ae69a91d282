import type { SetShape } from '../job/checkpoint-sets.ts';
import type { Preflight } from '../job/job.ts';
import type { Growth } from '../metrics/reader.ts';
import type { Sent } from '../metrics/sighting.ts';

/** What is laid down on a box before anything starts, and what one look at it tells. Paths absolute, on the box. */
export interface BoxPlan {
  run: string;
  attempt: number;
  /** Absolute directory on the box below which `<run>` is made; default `$HOME/.gpu-lease`. */
  workDir?: string;
  code: CodeBundle;
  /** Laid down beside the plan and installed before `setup`: see `launch/requirements.ts`. */
  requirements?: { text: string; install: string };
  /** Fetched before `setup`, below `GPU_LEASE_DATA`. */
  data?: BoxData[];
  /** Run once per box before the first cell, in the code directory. */
  setup?: string;
  /** The machine was rented for this run: the setup waits for its first boot, and its package tools run as root. */
  isRented?: boolean;
  /** Variables of `setup` and of what installs the requirements, and of nothing else; as secret as `secrets`. */
  setupSecrets?: Record<string, string>;
  cells: BoxCell[];
  /** Where programs find their directories and mirrors on this box; `vars` win over them. A value may begin with `~/`. */
  places?: Record<string, string>;
  /** Folder that comes first in the commands' PATH: that of the interpreter. */
  pathDir?: string;
  /** Each cell's output is linked there, for a viewer of the platform that looks nowhere else. */
  tensorboardDir?: string;
  /** In order; later ones win. Values are not secret. */
  vars: Record<string, string>;
  /** Name to value; travels by stdin into one 0600 file off every durable or shared mount. */
  secrets: Record<string, string>;
  /** `transfer`: for data and setup alone, in whose shell they end. */
  hooks: { enter: string[]; leave: string[]; transfer?: string[] };
  /** A script that runs the file `$1` inside the job's image, for every command but what fetches data. */
  container?: string;
  /** In the order of the job's sources, at most 8; `path` is a glob relative to a cell's output directory. */
  metrics?: { path: string; growth: Growth }[];
  /** Globs relative to a cell's output directory whose newest files a probe lists. */
  watched: string[];
  /** Globs that may be deleted after success, never the resume anchor. */
  scratch: string[];
  /** Globs that are never deleted, whatever `scratch` says: what the job promised. */
  anchors?: string[];
  /** The checkpoints that are copied there while a cell runs. */
  sets?: SetShape;
  /** Copy checked artifacts here after success; `undefined` = no durable tier. Set and empty is an error, not a default. */
  durableDir?: string;
  /** Free before a cell starts, whatever lies in its output. */
  diskFloor: { bytes: number; inodes: number };
  /** Besides: room for the sets that a cell keeps, less what its output holds already. Default 0. */
  setsBytes?: number;
  /** The keeper ends the cells by itself after so long; guards against a forgotten box. */
  deadManSeconds: number;
  /** One shell line that ends the box's meter and loses nothing; run once, after the dead-man timer has ended the cells. */
  selfStop?: string;
  /** One shell line that stops the box and keeps its disk; run once, when every cell is finished and nobody came for so long. */
  parksItself?: { line: string; afterSeconds: number };
  heartbeatSeconds: number;
  /** Told by the box itself. Address and key are secrets. */
  notify?: { url: string; on: readonly string[]; key?: string };
  /** A cell's log is cut back when it grows past this; at most twice as much is kept. Default 64 MiB. */
  logMaxBytes?: number;
  /** What a command left in the background is waited for until it has written nothing for so long. Default 900. */
  stillSeconds?: number;
  /**
   * The commands run on a machine of a queue that shares the run's folder and may begin them again: the secrets lie in that folder,
   * readable by us alone, until they have ended. Default false: on this instance's own memory or disk, for a moment.
   */
  isElsewhere?: boolean;
  /** Elsewhere only: each cell is run by a task of its own, at the same time as others. Default: one after another. */
  isTasks?: boolean;
  /** Each machine that begins it looks at itself first, and leaves what it saw for whoever looks. */
  auditThere?: { withCards: boolean };
  /** Several machines on which the command of each cell is started at once. Absent: this one. */
  nodes?: BoxNodes;
  /** Give commands what the container's first process was given and a login lacks (variables, PATH), but no secrets. Default false. */
  bootEnv?: boolean;
}

export interface BoxNodes {
  count: number;
  /** So many are enough to begin, and to go on with. Absent: all. */
  least?: number;
  preflight: 'none' | Preflight;
  /** Globs of what a resume reads, for the look at the newest of it. */
  resumes: string[];
  /** Machines of one's own beside this one, as it reaches them by SSH. Absent: those that the engine of a queue gives. */
  peers?: string[];
}

/** One source of data, as the box fetches it: `src/box/fetch.sh`. */
export interface BoxData {
  /** Below the data directory. */
  to: string;
  files: BoxDataFile[];
  /** Digest of what an earlier box of this run fetched; other bytes end the queue. */
  expected?: string;
  /** A secret. */
  token?: string;
}

export interface BoxDataFile {
  /** Below `to`. */
  path: string;
  /** `undefined`: not known before it is there. */
  bytes: number | undefined;
  proof: { by: 'sha256' | 'git-sha1' | 'md5'; digest: string } | { by: 'nothing' };
  url: string;
  /** The address itself is a secret. */
  isSecretUrl?: true;
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
  /** For a symbolic link `link` is where it leads, and the hash is over that text. */
  files: { path: string; sha256: string; executable: boolean; link?: string }[];
  tar: Uint8Array;
  /** What a user should know about the bundle: submodules left out, LFS pointers instead of content. */
  notes?: string[];
}

/** What is known of a submission of several tasks when its keeper is asked. */
export interface KnownTasks {
  /** Ranges of those that are over by the word of the engine. */
  over: string;
  /** Names of the cells of which the record has the end: nothing more is told of them. */
  ended: readonly string[];
}

/** What the engine of a queue says of a submission. */
export type EngineWord = 'held' | 'waiting' | 'running' | 'over' | 'unknown';

/** One line of JSON from one exec; everything in it is a stranger's word. */
export interface Probe {
  /** The box's clock, seconds since the epoch. */
  boxTime: number;
  bootId: string;
  uptimeSeconds: number;
  attempt: number;
  /** `absent`: no attempt was ever started here. */
  queue: 'absent' | 'running' | 'ended' | 'lost';
  /**
   * Once the queue has ended: 0 every planned cell and copy succeeded, 1 some failed, 3 disk gate, 4 setup failed, 5 the
   * plan cannot be used, 6 not every planned cell was started, 9 the data are not there, 143 stopped.
   */
  queueExitCode?: number;
  queueReason?: string;
  /** The machine that runs it has looked at itself (`auditThere`). */
  audited?: true;
  /** A signal that was no order of ours: whoever runs the box takes it away. Seconds since the epoch, by the box's clock. */
  takenAwayAt?: number;
  /** When everything was finished it was about to stop itself (`parksItself`). Seconds since the epoch, by the box's clock. */
  parkedAt?: number;
  /** It goes on all the same: the exit code of that line. */
  parkExit?: number;
  /** Of this attempt; absent when there is no setup or an earlier attempt did it. */
  setup?: ProbeEarly;
  /** Of this attempt; absent when the job names no data. */
  data?: ProbeEarly & {
    /** That came so far. */
    bytes: number;
    /** Once all of it is there, by the order of the plan. `sha256` is over the lines "SHA256  PATH" of its files. */
    fetched: { files: number; bytes: number; sha256: string }[];
  };
  /** Where each is a task of its own: those of which there is something to tell. */
  cells: ProbeCell[];
  /** Of tasks: how many there are, and how many have written their end. */
  tasks?: { planned: number; over: number };
  disk: { freeBytes: number; totalBytes: number; freeInodes: number | null; totalInodes: number | null };
  memory: { usedBytes: number | null; maxBytes: number | null; oomKills: number | null };
  /**
   * CSV of the vendor tool without header, GPUs separated by `;`: index, name, utilisation %, memory used MiB, memory
   * total MiB, temperature C, SM clock MHz, power W. `null` without a GPU, and when the tool has not answered for 2 min.
   */
  gpu: string | null;
}

/** Of what comes before the cells. */
export interface ProbeEarly {
  state: 'running' | 'exited' | 'lost';
  exitCode: number | null;
  /** At most 4 KiB, decoded. */
  logTail: string;
}

export interface ProbeCell {
  name: string;
  /** `lost`: it was running and neither its process nor its exit record is there. */
  state: 'waiting' | 'running' | 'exited' | 'lost';
  attempt: number;
  exitCode: number | null;
  /**
   * Why it ended. `disk-gate`: too little room, exit code 3, never started. `hook`: an enter hook failed, never started.
   * `signal`, `dead-man`: we ended it. `taken`: whoever runs the box did. `background`: the command returned long before, and what it had left running ended then.
   */
  reason?:
    | 'exited'
    | 'disk-gate'
    | 'hook'
    | 'signal'
    | 'taken'
    | 'dead-man'
    | 'node-lost'
    | 'background'
    | 'unknown';
  /** Exit code of the checked copy to the durable tier; `null` when there was none. */
  syncExitCode: number | null;
  /** The newest checkpoint that the box has copied to the durable tier whole. */
  durable?: { id: string; name: string; files: number; bytes: number };
  /** Why the newest one is not there. */
  durableFailure?: 'no-room' | 'not-there' | 'changed' | 'differs' | 'copy-failed' | 'unknown';
  /** Box's clock, seconds since the epoch; as every other time here. */
  startedAt: number | null;
  endedAt: number | null;
  heartbeatAgeSeconds: number | null;
  logBytes: number;
  /** Last bytes of this attempt's log, at most 4 KiB, decoded. */
  logTail: string;
  /** Of each source of metrics that this attempt wrote to, raw. */
  metrics: (Sent & { path?: string })[];
  /** Processes that carry the cell's mark although its command has returned. */
  background: number;
  /** Files below its output directory that were written after its end, at most 64, and how long ago the newest. */
  changedAfterEnd: number;
  changedAgoSeconds: number | null;
  /** Age of the newest byte in log, metrics or watched files. */
  quietSeconds: number | null;
  watched: { path: string; bytes: number; modifiedAt: number }[];
  /** The place of its task in the plan, where each cell is one. */
  task?: number;
  /** The attempt of its task whose machine has looked at itself. */
  audited?: number;
  /** More is known there of this cell and did not come with this answer: log, metrics, watched files. */
  more?: true;
}

export interface ManifestEntry {
  /** Relative to the cell's output directory, forward slashes. */
  path: string;
  bytes: number;
  sha256: string;
}
