import type { Role } from '../../evidence-level.ts';
import type { Code } from './reading/code.ts';
import type { ShortOption } from './reading/option-names.ts';
import type { Place } from './repository.ts';

/**
 * A way to train that `init` knows: how it is recognised, what it writes, how it goes on from that, and what people have to
 * paste where it does not. One file each in `trainers/`; the table in `trainers.ts` is all that knows them.
 */
export interface Trainer {
  /** As the table of docs/trainers.md and a test name it. */
  name: string;
  /** As a person says it. */
  title: string;
  isUsed(code: Code): boolean;
  habits(code: Code): Habits;
}

export interface Habits {
  /** `undefined`: it writes nothing that a run could go on from. */
  checkpoint?: CheckpointSet;
  /** What it leaves at the end, beside the checkpoints. */
  results: readonly Result[];
  metrics?: MetricsSource;
  resume: Resume;
  /**
   * A run on a CPU that was killed and restored ends as one that never was, unless something is forgotten: the drill may ask
   * for that. Unset also where it would be red without a fault.
   */
  isExact?: boolean;
  /** Variables and further options of a short run on a CPU. */
  short?: readonly ShortOption[];
  /** What starts it, where that is not `python3`. */
  launcher?: 'torchrun' | 'accelerate' | 'deepspeed' | 'axolotl';
  /** Why it does not run on a CPU at all. */
  onlyOnGpu?: string;
  usesGpu: boolean;
  pastes: readonly Paste[];
  /** What reading cannot settle: comments that begin with CHECK. */
  checks: readonly string[];
}

export interface CheckpointSet {
  /** A folder, a file, or files that belong together; relative to the output directory. */
  path: string | readonly string[];
  /** All below it is one checkpoint; true also where a last file or judged ones are named. */
  isFolder?: boolean;
  /** The file of it that is surely written last, by whichever process: without it the folder is not whole. */
  complete?: string;
  /** A file that a folder has when it is nearly whole, for the search of the newest. Unset: the last one. */
  anchor?: string;
  /** Of a file that says its step. What a folder's step is, its trainer's set or its name says. */
  stepKey?: string;
  /** The trainer takes it away when it has come to its end: then it is no artifact that must be there. */
  isRemoved?: boolean;
  /** What of it makes a resume, for the comment. */
  why: string;
  /** Of a folder: the files whose content is judged too, by their names in it. All others count by their hash. */
  judged?: readonly { name: string; role: Role }[];
  /** Why its files count although they cannot be proven to the end. */
  degraded?: string;
}

export interface Result {
  path: string;
  role: Role;
  /** Not every script leaves it. */
  isOptional: boolean;
  isDegraded?: boolean;
  why: string;
}

export interface MetricsSource {
  /** A file, or a pattern of lines in the log. */
  path?: string;
  log?: string;
  format?: 'jsonl' | 'csv' | 'trainer-state' | 'tensorboard';
  stepKey?: string;
  lossKey?: string;
  why: string;
}

/** How the same command, started again, goes on. */
export type Resume =
  | { how: 'itself'; because: string }
  | { how: 'flag'; flag: string; value: ResumeValue; because: string }
  | { how: 'not'; because: string };

/** What the flag is given: the newest checkpoint, nothing, or a word. */
export type ResumeValue = 'newest' | 'nothing' | { word: string };

/** Lines for the user's own code. */
export interface Paste {
  /** Where they go, where that is known. */
  at?: Place;
  why: string;
  lines: readonly string[];
  /** It goes without: the resume is then not quite the same run. */
  isOptional?: boolean;
}
