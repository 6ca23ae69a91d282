import type { Role } from '../../evidence-level.ts';
import { Problem, type ProblemDetail } from '../../problem.ts';
import type { LocalPlaces, TreeFile } from '../contract/tree.ts';
import type { FileVerdict } from '../contract/verdict.ts';
import type { FileTask, TreeOptions, Turn } from '../engine/tree-options.ts';
import type { VerifyOptions } from '../engine/verify-file.ts';

/** Only what is plain data; the rest of `TreeOptions` works by messages. */
export type ApartTreeOptions = Omit<TreeOptions, 'taskOf' | 'signal' | 'clock' | 'onProgress' | 'onVerdict'>;

export type ApartFileOptions = Omit<VerifyOptions, 'signal' | 'clock' | 'onProgress' | 'workers'>;

/** What the thread is asked for, one order after another. Files that are not `local` are opened and closed by whoever asks. */
export type Order =
  | {
      order: 'tree';
      label: string;
      files: readonly TreeFile[];
      /** One for each file, or none. Equal ones are best one and the same object: a message then carries it once. */
      tasks: readonly (FileTask | undefined)[];
      options: ApartTreeOptions;
      /** By turn, as `keyOf` names it: what is not tried again, and why. */
      refusals: ReadonlyMap<string, string>;
      /** Which files are under way, as `FilesUnderWay` reads it. */
      cells: Int32Array;
      /** Where the thread may open the files by itself. */
      local?: LocalPlaces;
      /** Whether anybody listens to verdicts before all are there. */
      tellsVerdicts: boolean;
    }
  | { order: 'file'; bytes: number; options: ApartFileOptions }
  | { order: 'role'; bytes: number }
  /** `jobs`: of the order that follows. */
  | { order: 'roles'; files: readonly TreeFile[]; local: LocalPlaces; jobs: number };

/** Of a tree the verdicts on its files are said as they become final. */
export type Result<Of extends Order['order']> = {
  tree: FileVerdict[];
  file: FileVerdict;
  role: Role;
  roles: Role[];
}[Of];

export const keyOf = ({ kind, path }: Pick<Turn, 'kind' | 'path'>): string => `${kind}:${path}`;

/** What goes wrong beyond the thread keeps its kind: a `RangeError` tells of a file that shrank, a `Problem` of its place. */
export type Failure =
  | { kind: 'range'; message: string; id: number }
  | { kind: 'problem'; detail: ProblemDetail; id: number }
  | { kind: 'other'; name: string; message: string; id: number };

export type FileProgress = [path: string, done: number, total: number];

/** @param index of the file in its tree */
export type FinalVerdict = [index: number, verdict: FileVerdict];

/** From the thread. */
export type Said =
  | { said: 'turn'; turn: Turn }
  | { said: 'progress'; of: readonly FileProgress[] }
  | { said: 'final'; verdicts: readonly FinalVerdict[] }
  /** The same as `final`, as bytes of V8: those that another thread found. */
  | { said: 'packed'; verdicts: Uint8Array }
  | { said: 'verdict'; verdict: FileVerdict }
  /** What several threads could not do may well be done by one. */
  | { said: 'crowded'; what: string }
  | { said: 'done'; result: unknown }
  /** `id` of the answer that it came from, where it did. */
  | { said: 'thrown'; what: string; problem?: ProblemDetail; id?: number }
  | { said: 'ask'; id: number; question: Question };

/** So many verdicts go in one message. */
export const VERDICTS_AT_ONCE = 256;

/** @param id of the answer that it came from */
export const thrown = (error: unknown, id?: number): Extract<Said, { said: 'thrown' }> => ({
  said: 'thrown',
  what: String(error).slice(0, 200),
  ...(error instanceof Problem ? { problem: detailOf(error) } : {}),
  ...(id === undefined ? {} : { id }),
});

function detailOf({ code, kind, what, next, costing, at }: Problem): ProblemDetail {
  return { code, kind, what, next, costing, ...(at && { at }) };
}

export type Question =
  | { to: 'open'; path: string }
  | { to: 'read'; source: number; offset: number; length: number }
  | { to: 'changed'; source: number }
  | { to: 'close'; source: number };

/** Of `open`. With a descriptor the thread reads for itself: descriptors belong to the process. */
export interface OpenedSource {
  source: number;
  label: string;
  sizeBytes: number;
  descriptor?: number;
}

/** To the thread. */
export type Told = Order | { answer: number; value: unknown } | { answer: number; failure: Failure };

/** Options as a message can carry them. */
export function plainTreeOptions(options: TreeOptions): ApartTreeOptions {
  const { taskOf: _t, signal: _s, clock: _c, onProgress: _p, onVerdict: _v, ...plain } = options;
  return plain;
}

export function plainFileOptions(options: VerifyOptions): ApartFileOptions {
  const { signal: _s, clock: _c, onProgress: _p, workers: _w, ...plain } = options;
  return plain;
}
