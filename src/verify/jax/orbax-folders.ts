import { folderOf, inFolder, nameIn, type Tree } from '../contract/tree.ts';

const MARKS = new Set(['_CHECKPOINT_METADATA', '_METADATA', 'manifest.ocdbt', 'commit_success.txt']);
/** Orbax writes into a folder of such a name and renames it when it is done. */
export const UNFINISHED = /\.orbax-checkpoint-tmp/;

/**
 * Topmost folders that Orbax wrote, finished or not. A folder that holds checkpoints by step is none itself.
 */
export function orbaxFolders(tree: Tree): string[] {
  const marked = new Set<string>();
  for (const { path } of tree.files) {
    const folder = folderOf(path);
    if (MARKS.has(nameIn(path))) marked.add(folder);
    const steps = folder.split('/');
    const unfinished = steps.findIndex((name) => UNFINISHED.test(name));
    if (unfinished >= 0) marked.add(steps.slice(0, unfinished + 1).join('/'));
  }
  // An item alone in a folder of items without marks (older versions) stays what it is: a root of its own.
  return [...marked].filter((folder) => !ancestorsOf(folder).some((each) => marked.has(each))).sort();
}

export const isWithin = (folder: string, roots: ReadonlySet<string>): boolean =>
  [folder, ...ancestorsOf(folder)].some((each) => roots.has(each));

function ancestorsOf(folder: string): string[] {
  const list: string[] = [];
  for (let at = folder; at !== ''; ) {
    at = folderOf(at);
    list.push(at);
  }
  return list;
}

/** Folders with a tree of arrays; an OCDBT database of one process lies inside one. */
export function itemsOf(paths: readonly string[]): string[] {
  const folders = paths
    .filter((path) => nameIn(path) === '_METADATA' || nameIn(path) === 'manifest.ocdbt')
    .map(folderOf)
    .filter((folder) => !/^ocdbt\.process_/.test(nameIn(folder)));
  return [...new Set(folders)];
}

/** What Orbax alone puts beside its arrays; a checkpoint of its that lost its tree still has some of it. */
const OF_ORBAX =
  /(^|\/)(_CHECKPOINT_METADATA|commit_success\.txt|_METADATA|_sharding|array_metadatas|ocdbt\.process_[^/]*)(\/|$)/;

/** A database that TensorStore or JAX's own `pytree_serialization` wrote. */
export const isBareDatabase = (folder: string, paths: readonly string[]): boolean =>
  paths.includes(inFolder(folder, 'manifest.ocdbt')) && !paths.some((path) => OF_ORBAX.test(path));
