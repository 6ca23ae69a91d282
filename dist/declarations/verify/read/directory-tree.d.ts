import { type Oddity } from '../contract/oddity.js';
import type { LocalPlaces, Tree } from '../contract/tree.js';
export interface Directory extends Tree {
    readonly local: LocalPlaces;
    /** What is never read: links, devices, pipes, sockets, folders and files that may not be opened. */
    readonly refused: readonly Oddity[];
    /** Files that are read although something about them is worth a word: more than one name on this disk. */
    readonly noted: readonly Oddity[];
}
export interface DirectoryOptions {
    /** Default true; otherwise only the files that lie in the directory itself. */
    recursive?: boolean;
    signal?: AbortSignal;
}
/**
 * A directory on this machine as a tree. Nothing but plain files is opened, and no link is followed: one that names a plain file
 * of the same directory stands for that file, which is then opened by its own path (`last.ckpt`, caches of the Hub).
 *
 * @throws Problem `not-readable` when the directory itself cannot be listed; `signal.reason` when aborted
 */
export declare function openDirectory(path: string, options?: DirectoryOptions): Promise<Directory>;
