import type { SetProof, SetSubject } from '../contract/set.ts';
import { folderOf, nameIn, prefixOf } from '../contract/tree.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { passOver, textOfPart } from './chunk-pass.ts';
import { type ChunkSpan, type ChunkStore, ZarrArray } from './zarr-array.ts';
import { parseObject, parseZarrV2, parseZarrV3, type ZarrArrayInfo } from './zarr-metadata.ts';
import { METADATA } from './zarr-names.ts';

const MOST_METADATA_BYTES = 64 * 1024 ** 2;

export async function examineHierarchy(
  subject: SetSubject,
  root: string,
  parts: readonly string[],
): Promise<SetProof> {
  const book = new TensorBook(subject);
  const arrays = new Map<string, ZarrArrayInfo>();
  const unread: string[] = [];
  const metadata = parts.filter((path) => METADATA.has(nameIn(path)));
  for (const path of metadata) {
    unread.push(prefixOf(folderOf(path)));
    const findings = subject.findings.in(path);
    await findings.guard(async () => {
      const info = await arrayIn(subject, path);
      unread.pop();
      if (info?.impliesBytes) {
        const what =
          'names no codec that makes bytes of numbers: zarrita reads it, zarr-python does not. Name "bytes"';
        findings.degraded('L2', 'zarr-codecs', what);
      }
      if (info !== undefined) arrays.set(folderOf(path), info);
    });
  }
  // Of an array that cannot be read nobody knows the chunks.
  const read = parts.filter(
    (path) => METADATA.has(nameIn(path)) || !unread.some((folder) => path.startsWith(folder)),
  );
  const found = await scanArrays(subject, arrays, read, (folder) => nameOf(root, folder));
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
