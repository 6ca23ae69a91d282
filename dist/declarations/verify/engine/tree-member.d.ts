import type { RangeSource } from '../contract/source.js';
import type { FileVerdict } from '../contract/verdict.js';
import type { ScanPool } from '../tensor/scan-pool.js';
import type { FileTask, TreeOptions } from './tree-options.js';
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
export declare function verifyMember(source: RangeSource, options: Omit<TreeOptions, 'taskOf'>, task: FileTask, { path, workers }: {
    path: string;
    workers?: ScanPool | undefined;
}): Promise<FileVerdict>;
/** Without the tensors, unless somebody wants to see them. */
export declare function withoutTable({ table, ...rest }: FileVerdict, options: Pick<TreeOptions, 'table'>): FileVerdict;
/** Without what only the examination needed. */
export declare function shown(verdict: FileVerdict, options: Pick<TreeOptions, 'table'>): FileVerdict;
