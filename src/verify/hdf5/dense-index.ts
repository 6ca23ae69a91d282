import { walkTree2 } from './btree2.ts';
import { type Cursor, hdf5Broken } from './cursor.ts';
import type { Hdf5File } from './file.ts';
import { FractalHeap } from './fractal-heap.ts';

/** How an object with many links or attributes keeps them. */
export interface DenseKind {
  /** For messages: `a group`, `links`. */
  owner: string;
  things: string;
  /** Bytes of the highest order ever given, which stand before the addresses where there is an order. */
  orderBytes: number;
  /** Kinds of records of the two trees. */
  byName: number;
  byOrder: number;
  /** What a record of the tree of names says. */
  read(record: Cursor): { hash: number; id: Cursor };
}

/**
 * Everything in a fractal heap that a B-tree of the hashes of names leads to; where there is a tree by order too, both must
 * be of one length.
 *
 * @param info behind its version
 */
export async function* denseObjects(
  file: Hdf5File,
  info: Cursor,
  kind: DenseKind,
): AsyncGenerator<{ object: Cursor; hash: number }> {
  const flags = info.u8();
  if ((flags & 1) !== 0) info.skip(kind.orderBytes);
  const heapAddress = info.address();
  const index = info.address();
  const order = (flags & 2) !== 0 ? info.address() : undefined;
  if (heapAddress === undefined) return;
  if (index === undefined)
    throw hdf5Broken(`${kind.owner} has ${kind.things} and no index of them`, info.fileOffset);
  const heap = await FractalHeap.open(file, heapAddress);
  let seen = 0;
  for await (const record of walkTree2(file, index, [kind.byName])) {
    const { hash, id } = kind.read(record);
    yield { object: await heap.object(id), hash };
    seen += 1;
  }
  if (order !== undefined) for await (const _record of walkTree2(file, order, [kind.byOrder])) seen -= 1;
  if (seen === (order === undefined ? heap.declared : 0)) return;
  throw hdf5Broken(`${kind.owner} has another number of ${kind.things} than its indexes`, info.fileOffset);
}
