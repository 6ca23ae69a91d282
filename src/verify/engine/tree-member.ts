import type { RangeSource } from '../contract/source.ts';
import type { FileVerdict } from '../contract/verdict.ts';
import type { ScanPool } from '../tensor/scan-pool.ts';
import type { FileTask, TreeOptions } from './tree-options.ts';
import { verifyFile } from './verify-file.ts';

/** One file of a tree that is to be verified. */
export interface TreeItem {
  /** Its place among the files of the tree. */
  index: number;
  /** Below the tree's root. Untrusted text. */
  path: string;
  sizeBytes: number;
  task: FileTask;
  /** Somebody asked for it; others are only looked at for their set. */
  isWanted: boolean;
  /** Its verdict is not final until its sets, or the files beside it, were looked at. */
  isAwaited: boolean;
}

/** Other threads that verify files beside this one. The verdicts are the same whoever reaches them. */
export interface FileCrew {
  /**
   * @param items may be gone through more than once
   * @returns those that are left for this thread alone, in their order; of all others the verdicts have been told
   * @throws what `verifyHere` throws
   */
  take(items: () => Iterable<TreeItem>, hands: CrewHands): Promise<Iterable<TreeItem>>;
}

export interface CrewHands {
  /** This thread's own share, file by file. */
  verifyHere(item: TreeItem): Promise<void>;
  /** What another thread found. */
  settle(item: TreeItem, verdict: FileVerdict): void;
}

/** Verifies one file of a tree as what its task says, and closes it. */
export async function verifyMember(
  source: RangeSource,
  options: Omit<TreeOptions, 'taskOf'>,
  task: FileTask,
  { path, workers }: { path: string; workers?: ScanPool | undefined },
): Promise<FileVerdict> {
  const { taskOf: _taskOf, onProgress, onVerdict: _onVerdict, jobs: _jobs, ...same } = options as TreeOptions;
  try {
    // It begins with a key of its own: V8 of Node 20 makes a hidden class for each object that begins with another's and goes on.
    const verdict = await verifyFile(source, {
      hash: options.hash === true,
      ...same,
      ...(workers === undefined ? {} : { workers }),
      ...task,
      table: true,
      ...(onProgress === undefined ? {} : { onProgress: (done, total) => onProgress(path, done, total) }),
    });
    return { ...verdict, label: path };
  } finally {
    await source.close();
  }
}

/** Without the tensors, unless somebody wants to see them. */
export function withoutTable(
  { table, ...rest }: FileVerdict,
  options: Pick<TreeOptions, 'table'>,
): FileVerdict {
  return options.table === true && table !== undefined ? { ...rest, table } : rest;
}

/** Without what only the examination needed. */
export function shown(verdict: FileVerdict, options: Pick<TreeOptions, 'table'>): FileVerdict {
  const { lacks: _lacks, ...rest } = withoutTable(verdict, options);
  return rest;
}
