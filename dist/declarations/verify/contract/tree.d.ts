import type { SourceExtras } from '../read/bounded-reader.js';
import type { RangeSource } from './source.js';
/** A file below a tree's root. */
export interface TreeFile {
    /** Below the root, with `/`. From the box: untrusted text. */
    path: string;
    sizeBytes: number;
}
/** Where the files of a tree lie on this machine, as plain data, so that any thread can open them by itself. */
export interface LocalPlaces {
    root: string;
    /** Absolute, of what links stand for; all others lie below the root. */
    linked: ReadonlyMap<string, string>;
}
/** Files that lie together: a directory here, a folder on a box, a prefix in a store. */
export interface Tree {
    /** For messages. */
    readonly label: string;
    /** Regular files, sorted by path. */
    readonly files: readonly TreeFile[];
    open(path: string): Promise<RangeSource & SourceExtras>;
    /** Where every file is a plain one of this machine. */
    readonly local?: LocalPlaces;
}
/** `''` for a file at the root. */
export declare const folderOf: (path: string) => string;
export declare const nameIn: (path: string) => string;
/** What the paths of everything below a folder begin with. */
export declare const prefixOf: (folder: string) => string;
export declare const inFolder: (folder: string, name: string) => string;
/** The path of a file beside `path`. */
export declare const beside: (path: string, name: string) => string;
/** Files by the folder they lie in. */
export declare function byFolder(files: readonly TreeFile[]): Map<string, TreeFile[]>;
