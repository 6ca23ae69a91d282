import { walkTree1 } from './btree1.ts';
import { Cursor, hdf5Broken, textOf } from './cursor.ts';
import { type DenseKind, denseObjects } from './dense-index.ts';
import type { Hdf5File } from './file.ts';
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
  if (info === undefined) return;
  const cursor = new Cursor(info.bytes, info.fileOffset, file.widths);
  cursor.version('link info', 0);
  for await (const { object, hash } of denseObjects(file, cursor, DENSE)) yield parseLink(object, hash);
}

/** A B-tree of leaves of up to 2 x `groupLeaf` names, which ascend through the whole group. */
async function* classicLinks(file: Hdf5File, cursor: Cursor): AsyncGenerator<Link> {
  const tree = cursor.mustAddress('a group');
  const names = await LocalHeap.read(file, cursor.mustAddress('a group'));
  let before: Uint8Array | undefined;
  const nameAt = (key: Cursor) => names.name(key.length());
  const shape = {
    kind: 'group',
    keyBytes: file.widths.lengths,
    rank: file.ranks.groupInternal,
    order: (one: Cursor, other: Cursor) => Buffer.compare(nameAt(one), nameAt(other)),
  } as const;
  for await (const { key, next, child } of walkTree1(file, tree, shape)) {
    const [after, upTo] = [nameAt(key), nameAt(next)];
    for (const { name, link } of await readLeaf(file, child, names)) {
      if (Buffer.compare(name, after) <= 0 || Buffer.compare(name, upTo) > 0)
        throw hdf5Broken(
          'a name is not between the keys of its B-tree, by which it is looked up',
          link.place,
          {
            found: JSON.stringify(link.name.slice(0, 80)),
          },
        );
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

const EXTERNAL = 64;
const DENSE: DenseKind = {
  owner: 'a group',
  things: 'links',
  orderBytes: 8,
  byName: 5,
  byOrder: 6,
  read: (record) => ({ hash: record.u32(), id: record.part(record.left) }),
};

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
