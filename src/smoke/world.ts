import type { CheckpointSet } from '../job/checkpoint-sets.ts';
import type { CheckpointRule } from '../job/job.ts';
import type { TensorRow } from '../verify/contract/tensor-table.ts';
import type { FileVerdict } from '../verify/contract/verdict.ts';
import type { CommandWorld } from './guarded-command.ts';

/** What the load-verifier says about a checkpoint, as far as a drill asks. */
export type LoadVerdict = Pick<FileVerdict, 'verdict' | 'facts' | 'keys' | 'reasons'>;

/** Everything outside that a smoke needs, passed in. */
export interface SmokeWorld extends CommandWorld {
  /** A clean checkout of the commit that is to be smoked; commands run in it. */
  workDir: string;
  /** An existing folder for outputs. The folders `smoke` and `drill` in it are ours and are emptied first. */
  outDir: string;
  /**
   * Whose smoke this is, such as the run id: processes that a killed smoke of the same owner left running are ended
   * first. Unset: whoever uses `outDir`.
   */
  owner?: string;
  /** Our own environment, of which an allow-list is passed on. */
  env: Readonly<Record<string, string | undefined>>;
  /**
   * Loads a checkpoint as the verifier does before a release. Rejects when the file vanishes under it.
   * @param name relative to the output directory, as the job's globs name it
   * @param stepKey where it carries its step
   */
  verify(path: string, name: string, stepKey: string): Promise<LoadVerdict>;
  /**
   * Loads a checkpoint of several files as it would be loaded when it is kept. Rejects when a file vanishes under it.
   * @param folder what the names of its files are relative to
   */
  verifySet(folder: string, set: CheckpointSet, rule: CheckpointRule): Promise<SetVerdict>;
  /** The tensors of a checkpoint, each by a name that is the same in another checkpoint of that kind. */
  tensorsOf(folder: string, set: CheckpointSet): Promise<TensorRow[]>;
}

/** What the load-verifier says about a checkpoint of several files, as far as a drill asks. */
export type SetVerdict =
  | { isWhole: true; step: number | undefined; keys: string[] }
  /** `isFinished`: written to its end, and not accepted all the same. `lacks`: what is there is well, and this is not there. */
  | { isWhole: false; path: string; why: string; isFinished: boolean; lacks?: readonly string[] };

/** Something a person should know and that stops nothing. */
export interface SmokeWarning {
  /** Short and stable: `determinism`, `ignores-sigterm`. */
  code: string;
  what: string;
  next: string;
}
