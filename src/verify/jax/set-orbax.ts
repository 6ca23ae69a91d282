import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { inFolder, prefixOf, type Tree } from '../contract/tree.ts';
import { itemsOf, orbaxFolders, UNFINISHED } from './orbax-folders.ts';

/** A checkpoint that Orbax wrote: items with a tree of arrays each, in an OCDBT database or in a zarr folder per leaf. */
export const orbax: SetKind = {
  name: 'orbax',
  proves:
    'finished, no temporary name; every leaf of `_METADATA` is there with its shape, and no other (a database of TensorStore alone has no such tree); OCDBT manifest and tree nodes with their CRC-32C, every value inside an existing file; zarr chunks; values',

  find(tree: Tree): FoundSet[] {
    return orbaxFolders(tree).map((root) => {
      const parts = partsOf(tree, root);
      const examine = async (subject: SetSubject) => {
        const { OrbaxCheckpoint } = await import('./orbax-checkpoint.ts');
        return new OrbaxCheckpoint(subject, root, parts).examine();
      };
      return { root: root === '' ? '.' : root, parts, members: [], examine };
    });
  },
};

/** Items that are no trees of arrays (metrics, configurations) are files like any other. */
function partsOf(tree: Tree, root: string): string[] {
  const inside = tree.files.map(({ path }) => path).filter((path) => path.startsWith(prefixOf(root)));
  const items = itemsOf(inside);
  const own = new Set([inFolder(root, '_CHECKPOINT_METADATA'), inFolder(root, 'commit_success.txt')]);
  if (items.length === 0 && inside.some((path) => UNFINISHED.test(path))) return inside;
  return inside.filter((path) => own.has(path) || items.some((item) => path.startsWith(prefixOf(item))));
}
