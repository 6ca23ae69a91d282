import type { Tree } from '../contract/tree.js';
import { type FileVerdict } from '../contract/verdict.js';
import { type FileCrew } from './tree-member.js';
import { type TreeOptions, type Turns } from './tree-options.js';
export type { FileTask, TreeOptions } from './tree-options.js';
export interface TreeVerdict {
    /** In the order of the tree. A file that only a set can explain has the format `part of KIND`. */
    files: FileVerdict[];
    /** One for each set: `label` is its root, `format` its kind, `bytes` those of all its files. */
    sets: FileVerdict[];
}
/**
 * Verifies files that lie together: each alone, then every set of them. A file counts for nothing more than the sets it
 * belongs to.
 *
 * @throws `signal.reason` when aborted; a `Problem` of the tree or a source
 */
export declare function verifyTree(tree: Tree, options: TreeOptions): Promise<TreeVerdict>;
export interface TreeWatch {
    turns: Turns;
    /** Takes files off this thread where there are enough of them. */
    crew?: FileCrew;
    /** Each file's verdict once it cannot change any more, with the file's place in the tree; in any order. */
    onFinal(index: number, verdict: FileVerdict): void;
}
/** The same, which keeps of a hundred thousand files only those of sets. @returns the verdicts on the sets */
export declare function verifyEach(tree: Tree, options: TreeOptions, watch: TreeWatch): Promise<FileVerdict[]>;
