import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { folderOf, nameIn, prefixOf, type Tree } from '../contract/tree.ts';
import { isWithin, orbaxFolders } from './orbax-folders.ts';
import { METADATA } from './zarr-names.ts';

/** A folder of arrays, each a folder of chunk files (zarr versions 2 and 3). */
export const zarr: SetKind = {
  name: 'zarr',
  proves:
    'versions 2 and 3, sharded or not: metadata; every chunk of every grid is there with the bytes of its shape, after Blosc (LZ4, Zstandard, zlib, Snappy, BloscLZ; shuffled or not), gzip, LZ4, zlib, zstd, bzip2, LZMA and numcodecs’ filters, in any order of its dimensions; texts and bytes of any length, element by element; no other files; CRC-32C, CRC-32 or Adler-32 where the codecs have one; values, of structures only their length',

  find(tree: Tree): FoundSet[] {
    const marked = new Set(
      tree.files.filter(({ path }) => METADATA.has(nameIn(path))).map(({ path }) => folderOf(path)),
    );
    const orbax = new Set(orbaxFolders(tree));
    const roots = [...marked].filter((folder) => !hasAncestor(folder, marked) && !isWithin(folder, orbax));
    return roots.sort().map((root) => {
      const parts = partsOf(tree, root);
      const examine = async (subject: SetSubject) => {
        const { examineHierarchy } = await import('./zarr-hierarchy.ts');
        return examineHierarchy(subject, root, parts);
      };
      return { root: root === '' ? '.' : root, parts, members: [], examine };
    });
  },
};

function hasAncestor(folder: string, marked: ReadonlySet<string>): boolean {
  for (let at = folder; at !== ''; ) {
    at = folderOf(at);
    if (marked.has(at)) return true;
  }
  return false;
}

/** Metadata files, and what lies below an array's folder; beside the arrays of a group other files may lie. */
function partsOf(tree: Tree, root: string): string[] {
  const inside = tree.files.map(({ path }) => path).filter((path) => path.startsWith(prefixOf(root)));
  const v2 = new Set(inside.filter((path) => nameIn(path) === '.zarray').map(folderOf));
  const v3 = new Set(inside.filter((path) => nameIn(path) === 'zarr.json').map(folderOf));
  return inside.filter((path) => {
    if (METADATA.has(nameIn(path))) return true;
    // Chunks may lie several folders deep (`c/0/1`).
    for (let at = folderOf(path); ; at = folderOf(at)) {
      if (v2.has(at)) return true;
      // Nothing but its content tells an array of version 3 from a group: go by the names that chunks have.
      if (v3.has(at)) return /^(c([./]|$)|[0-9])/.test(at === '' ? path : path.slice(at.length + 1));
      if (at === root || at === '') return false;
    }
  });
}
