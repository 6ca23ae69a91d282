import type { FoundSet, SetKind, SetProof, SetSubject } from '../contract/set.ts';
import { folderOf, nameIn, prefixOf, type Tree } from '../contract/tree.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { passOver, textOfPart } from './chunk-pass.ts';
import { isWithin, orbaxFolders } from './orbax-folders.ts';
import { type ChunkSpan, type ChunkStore, ZarrArray } from './zarr-array.ts';
import { parseObject, parseZarrV2, parseZarrV3, type ZarrArrayInfo } from './zarr-metadata.ts';

const METADATA = new Set(['.zarray', '.zgroup', '.zattrs', '.zmetadata', 'zarr.json']);
const MOST_METADATA_BYTES = 64 * 1024 ** 2;

/** A folder of arrays, each a folder of chunk files (zarr versions 2 and 3). */
export const zarr: SetKind = {
  name: 'zarr',
  proves:
    'versions 2 and 3, sharded or not: metadata; every chunk of every grid is there with the bytes of its shape, after Blosc (LZ4, Zstandard, zlib, Snappy, BloscLZ; shuffled or not), gzip, LZ4, zlib or zstd, in any order of its dimensions; no other files; CRC-32C where the codecs have one; values',

  find(tree: Tree): FoundSet[] {
    const marked = new Set(
      tree.files.filter(({ path }) => METADATA.has(nameIn(path))).map(({ path }) => folderOf(path)),
    );
    const orbax = new Set(orbaxFolders(tree));
    const roots = [...marked].filter((folder) => !hasAncestor(folder, marked) && !isWithin(folder, orbax));
    return roots.sort().map((root) => {
      const parts = partsOf(tree, root);
      const examine = (subject: SetSubject) => examineHierarchy(subject, root, parts);
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

async function examineHierarchy(
  subject: SetSubject,
  root: string,
  parts: readonly string[],
): Promise<SetProof> {
  const book = new TensorBook(subject);
  const arrays = new Map<string, ZarrArrayInfo>();
  const metadata = parts.filter((path) => METADATA.has(nameIn(path)));
  for (const path of metadata) {
    await subject.findings.in(path).guard(async () => {
      const info = await arrayIn(subject, path);
      if (info !== undefined) arrays.set(folderOf(path), info);
    });
  }
  const found = await scanArrays(subject, arrays, parts, (folder) => nameOf(root, folder));
  for (const array of found) array.finish(book);
  // What could not be read, or is broken, has its reason; that something is missing then is no news.
  if (!subject.findings.has('fail') && !subject.findings.has('inconclusive')) book.settle(arrays.size);
  return { reaches: 'L3', checksummed: false };
}

const nameOf = (root: string, folder: string): string =>
  folder === root ? nameIn(folder) || 'array' : folder.slice(prefixOf(root).length);

/** Reads every chunk of these arrays, by folder, from files; every other part that is no metadata is a fault. */
export async function scanArrays(
  subject: SetSubject,
  arrays: ReadonlyMap<string, ZarrArrayInfo>,
  parts: readonly string[],
  nameOf: (folder: string) => string,
): Promise<ZarrArray[]> {
  const sizes = new Map(subject.tree.files.map(({ path, sizeBytes }) => [path, sizeBytes]));
  const store: ChunkStore = {
    find(key) {
      const bytes = sizes.get(key);
      return bytes === undefined ? undefined : { path: key, offset: 0, bytes };
    },
    async read(path, offset, bytes) {
      const part = await subject.part(path);
      const read = (await part.reader.read(offset, bytes)).slice();
      await part.close();
      return read;
    },
  };
  const spans: ChunkSpan[] = [];
  const known = new Set<string>();
  const found: ZarrArray[] = [];
  for (const [folder, info] of arrays) {
    const array = new ZarrArray(subject, nameOf(folder), folder, info);
    await subject.findings.guard(async () => {
      for (const { key } of array.keys()) known.add(key);
      for (const span of await array.spans(store)) spans.push(span);
      found.push(array);
    });
  }
  const chunks = parts.filter((path) => !METADATA.has(nameIn(path)));
  for (const path of chunks) {
    // Of an array whose grid could not be followed nobody knows the chunks.
    if (!known.has(path) && arrays.size > 0 && found.length === arrays.size)
      subject.findings.in(path).fail('L2', 'chunk-unexpected', 'is no chunk of the array that it lies in');
  }
  await passOver(subject, chunks, spans);
  return found;
}

/** The array that a metadata file describes, if it does. */
export async function arrayIn(subject: SetSubject, path: string): Promise<ZarrArrayInfo | undefined> {
  const text = await textOfPart(subject, path, MOST_METADATA_BYTES);
  if (nameIn(path) === '.zarray') return parseZarrV2(text);
  const meta = parseObject(text);
  return nameIn(path) === 'zarr.json' && meta['node_type'] === 'array' ? parseZarrV3(meta) : undefined;
}
