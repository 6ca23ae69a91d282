import type { SourceExtras } from '../read/bounded-reader.ts';
import type { RangeSource } from './source.ts';

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
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** What the paths of everything below a folder begin with. */
export const prefixOf = (folder: string): string => (folder === '' ? '' : `${folder}/`);

export const inFolder = (folder: string, name: string): string => prefixOf(folder) + name;

/** The path of a file beside `path`. */
export const beside = (path: string, name: string): string => inFolder(folderOf(path), name);

/** Files by the folder they lie in. */
export function byFolder(files: readonly TreeFile[]): Map<string, TreeFile[]> {
  const folders = new Map<string, TreeFile[]>();
  for (const file of files) {
    const folder = folderOf(file.path);
    const list = folders.get(folder);
    if (list === undefined) folders.set(folder, [file]);
    else list.push(file);
  }
  return folders;
}
