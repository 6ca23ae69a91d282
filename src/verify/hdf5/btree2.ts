import { bytesFor, type Cursor, hdf5Broken } from './cursor.ts';
import type { Hdf5File } from './file.ts';

/** Signature, version, type and checksum of every node. */
const NODE_BYTES = 10;
const DEEPEST = 32;

export interface Tree2 {
  type: number;
  recordBytes: number;
  total: number;
}

interface Header extends Tree2 {
  address: number;
  nodeBytes: number;
  depth: number;
  root: number | undefined;
  rootRecords: number;
  /** By height above the leaves: width of the pointer's total field, and the most records of a node. */
  heights: { most: number; totalBytes: number }[];
  countBytes: number;
}

/** Every record of a newer B-tree, in order. `types`: what it may hold. */
export async function* walkTree2(
  file: Hdf5File,
  address: number,
  types: readonly number[],
): AsyncGenerator<Cursor> {
  const header = await readHeader(file, address);
  if (!types.includes(header.type))
    throw hdf5Broken('a B-tree holds records of another kind', file.base + address, {
      expected: types.join(' or '),
      found: String(header.type),
    });
  if (header.root === undefined) {
    if (header.total !== 0) throw hdf5Broken('a B-tree of records has no root', file.base + address);
    return;
  }
  let seen = 0;
  for await (const record of walkNode(file, header, {
    address: header.root,
    records: header.rootRecords,
    height: header.depth,
  })) {
    seen += 1;
    yield record;
  }
  if (seen !== header.total)
    throw hdf5Broken('a B-tree holds another number of records than it declares', file.base + address, {
      expected: String(header.total),
      found: String(seen),
    });
}

async function readHeader(file: Hdf5File, address: number): Promise<Header> {
  const { offsets, lengths } = file.widths;
  const whole = 16 + offsets + 2 + lengths + 4;
  const cursor = await file.structure(address, whole, 'a B-tree');
  cursor.signature('BTHD');
  cursor.version('a B-tree', 0);
  const type = cursor.u8();
  const nodeBytes = cursor.u32();
  const recordBytes = cursor.u16();
  const depth = cursor.u16();
  cursor.skip(2);
  const root = cursor.address();
  const rootRecords = cursor.u16();
  const total = cursor.length();
  if (depth > DEEPEST || recordBytes === 0 || nodeBytes < NODE_BYTES + recordBytes)
    throw hdf5Broken('a B-tree has a shape that cannot be', file.base + address);
  const tree = { type, recordBytes, total, address, nodeBytes, depth, root, rootRecords };
  return { ...tree, ...shape(tree, offsets) };
}

/** From the specification: a pointer counts its child's records in as few bytes as the fullest child needs. */
function shape(
  { nodeBytes, recordBytes, depth }: { nodeBytes: number; recordBytes: number; depth: number },
  offsets: number,
): Pick<Header, 'heights' | 'countBytes'> {
  const leaf = Math.floor((nodeBytes - NODE_BYTES) / recordBytes);
  const countBytes = bytesFor(leaf);
  const heights = [{ most: leaf, totalBytes: 0 }];
  let under = leaf;
  for (let height = 1; height <= depth; height += 1) {
    const pointer = offsets + countBytes + (heights[height - 1]?.totalBytes ?? 0);
    const most = Math.floor((nodeBytes - NODE_BYTES - pointer) / (recordBytes + pointer));
    under = Math.min((most + 1) * under + most, Number.MAX_SAFE_INTEGER);
    heights.push({ most, totalBytes: bytesFor(under) });
  }
  return { heights, countBytes };
}

interface Place {
  address: number;
  records: number;
  height: number;
}

async function* walkNode(file: Hdf5File, header: Header, place: Place): AsyncGenerator<Cursor> {
  const { height, records } = place;
  const { most } = header.heights[height] as { most: number };
  if (records > most)
    throw hdf5Broken('a B-tree node has more records than room', file.base + place.address, {
      found: String(records),
    });
  file.count(1, file.base + place.address);
  file.claim(place.address, header.nodeBytes, 'a B-tree node');
  const pointerBytes =
    height === 0
      ? 0
      : file.widths.offsets + header.countBytes + (header.heights[height - 1]?.totalBytes ?? 0);
  const used = NODE_BYTES + records * header.recordBytes + (height === 0 ? 0 : (records + 1) * pointerBytes);
  const cursor = await file.checked(place.address, used, 'a B-tree node');
  cursor.signature(height === 0 ? 'BTLF' : 'BTIN');
  cursor.version('a B-tree node', 0);
  if (cursor.u8() !== header.type) throw hdf5Broken('a B-tree node is of another kind', cursor.fileOffset);
  const list = Array.from({ length: records }, () => cursor.part(header.recordBytes));
  if (height === 0) {
    yield* list;
    return;
  }
  for (let i = 0; i <= records; i += 1) {
    const pointer = cursor.part(pointerBytes);
    const address = pointer.mustAddress('a B-tree node');
    yield* walkNode(file, header, { address, records: pointer.uint(header.countBytes), height: height - 1 });
    const own = list[i];
    if (own !== undefined) yield own;
  }
}
