import { walkTree1 } from './btree1.ts';
import { walkTree2 } from './btree2.ts';
import { Cursor, hdf5Broken, textOf } from './cursor.ts';
import type { Hdf5File } from './file.ts';
import { FractalHeap } from './fractal-heap.ts';
import { LocalHeap } from './heap.ts';
import { lookup3 } from './lookup3.ts';
import { MESSAGE, type ObjectHeader, only } from './object.ts';

export interface Link {
  name: string;
  kind: 'hard' | 'soft' | 'external';
  /** Of the object, for a hard link. */
  address: number;
  /** Of a soft or external link: where it says that the object is. */
  target: string;
  place: number;
}

export const isGroup = ({ messages }: ObjectHeader): boolean =>
  messages.some(
    ({ type }) => type === MESSAGE.symbolTable || type === MESSAGE.linkInfo || type === MESSAGE.link,
  );

/** Every name in a group, whichever of the three ways it keeps them. */
export async function* linksOf(file: Hdf5File, header: ObjectHeader): AsyncGenerator<Link> {
  const table = only(header, MESSAGE.symbolTable);
  if (table !== undefined) yield* classicLinks(file, new Cursor(table.bytes, table.fileOffset, file.widths));
  for (const { type, bytes, fileOffset } of header.messages)
    if (type === MESSAGE.link) yield parseLink(new Cursor(bytes, fileOffset, file.widths));
  const info = only(header, MESSAGE.linkInfo);
  if (info !== undefined) yield* denseLinks(file, new Cursor(info.bytes, info.fileOffset, file.widths));
}

/** A B-tree of leaves of up to 2 x `groupLeaf` names, which ascend through the whole group. */
async function* classicLinks(file: Hdf5File, cursor: Cursor): AsyncGenerator<Link> {
  const tree = cursor.mustAddress('a group');
  const names = await LocalHeap.read(file, cursor.mustAddress('a group'));
  let before: Uint8Array | undefined;
  const shape = { kind: 'group', keyBytes: file.widths.lengths, rank: file.ranks.groupInternal } as const;
  for await (const { child } of walkTree1(file, tree, shape)) {
    for (const { name, link } of await readLeaf(file, child, names)) {
      if (before !== undefined && Buffer.compare(before, name) >= 0)
        throw hdf5Broken('the names of a group are out of order', link.place, {
          found: JSON.stringify(link.name.slice(0, 80)),
        });
      before = name;
      yield link;
    }
  }
}

async function readLeaf(
  file: Hdf5File,
  address: number,
  names: LocalHeap,
): Promise<{ name: Uint8Array; link: Link }[]> {
  const { offsets } = file.widths;
  const entryBytes = 2 * offsets + 24;
  const whole = 8 + 2 * file.ranks.groupLeaf * entryBytes;
  file.count(1, file.base + address);
  file.claim(address, whole, 'names of a group');
  const cursor = await file.cursor(address, whole);
  cursor.signature('SNOD');
  cursor.version('names of a group', 1);
  cursor.skip(1);
  const used = cursor.u16();
  if (used > 2 * file.ranks.groupLeaf)
    throw hdf5Broken('a group has more names than room', cursor.fileOffset, { found: String(used) });
  return Array.from({ length: used }, () => readEntry(cursor, names, offsets));
}

const SOFT = 2;

function readEntry(cursor: Cursor, names: LocalHeap, offsets: number): { name: Uint8Array; link: Link } {
  const place = cursor.place;
  const name = names.name(cursor.uint(offsets));
  const address = cursor.address();
  const cached = cursor.u32();
  cursor.skip(4);
  const scratch = cursor.part(16);
  const link = { name: textOf(name), place };
  if (cached === SOFT)
    return { name, link: { ...link, kind: 'soft', address: 0, target: names.text(scratch.u32()) } };
  if (cached > SOFT)
    throw hdf5Broken('a name leads to something of an unknown kind', place, { found: String(cached) });
  if (address === undefined) throw hdf5Broken('a name leads nowhere', place);
  return { name, link: { ...link, kind: 'hard', address, target: '' } };
}

const NAME_INDEX = 5;
const ORDER_INDEX = 6;
const EXTERNAL = 64;

/** Links in a fractal heap, found through a B-tree of the hashes of their names. */
async function* denseLinks(file: Hdf5File, info: Cursor): AsyncGenerator<Link> {
  info.version('link info', 0);
  const flags = info.u8();
  if ((flags & 1) !== 0) info.skip(8);
  const heapAddress = info.address();
  const index = info.address();
  const order = (flags & 2) !== 0 ? info.address() : undefined;
  if (heapAddress === undefined) return;
  if (index === undefined) throw hdf5Broken('a group has links and no index of them', info.fileOffset);
  const heap = await FractalHeap.open(file, heapAddress);
  let seen = 0;
  for await (const record of walkTree2(file, index, [NAME_INDEX])) {
    const hash = record.u32();
    const object = await heap.object(record.part(record.left));
    const link = parseLink(object, hash);
    seen += 1;
    yield link;
  }
  if (order !== undefined) for await (const _record of walkTree2(file, order, [ORDER_INDEX])) seen -= 1;
  const expected = order === undefined ? heap.declared : 0;
  if (seen !== expected)
    throw hdf5Broken('a group has another number of links than its indexes', info.fileOffset);
}

/** `hash`: what the index says of the name. */
function parseLink(cursor: Cursor, hash?: number): Link {
  const place = cursor.place;
  cursor.version('a link', 1);
  const flags = cursor.u8();
  const kind = (flags & 8) !== 0 ? cursor.u8() : 0;
  if ((flags & 4) !== 0) cursor.skip(8);
  if ((flags & 16) !== 0) cursor.skip(1);
  const name = cursor.take(cursor.uint(1 << (flags & 3)));
  if (name.length === 0) throw hdf5Broken('a link without a name', place);
  if (hash !== undefined && lookup3(name) !== hash)
    throw hdf5Broken('the index of links has another name for a link', place);
  const link = { name: textOf(name), address: 0, target: '', place };
  if (kind === 0) return { ...link, kind: 'hard', address: cursor.mustAddress('a link') };
  const target = textOf(cursor.take(cursor.u16()));
  if (kind === 1) return { ...link, kind: 'soft', target };
  if (kind === EXTERNAL) return { ...link, kind: 'external', target: target.replaceAll('\0', ' ') };
  throw hdf5Broken('a link of an unknown kind', place, { found: String(kind) });
}
