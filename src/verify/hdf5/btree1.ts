import { Cursor, hdf5Broken } from './cursor.ts';
import type { Hdf5File } from './file.ts';

/** A node of a classic B-tree has no key of its own size: groups have offsets of names, chunks have coordinates. */
export interface Tree1 {
  kind: 'group' | 'chunk';
  keyBytes: number;
  /** Half of the entries that a node has room for. */
  rank: number;
  /** Which of two keys comes first, below 0 where the former does: readers look entries up by halves. */
  order(one: Cursor, other: Cursor): number;
  /** Throws where a key of its own cannot be. */
  check?(key: Cursor): void;
}

/** Keys stand before each entry and behind the last; `key` is the one before, `next` the one behind. */
export interface Entry1 {
  key: Cursor;
  next: Cursor;
  child: number;
}

const KIND = { group: 0, chunk: 1 } as const;
const DEEPEST = 32;

/** Every leaf entry in order: the keys around it and where it points. Siblings, levels and keys must agree. */
export async function* walkTree1(file: Hdf5File, root: number, tree: Tree1): AsyncGenerator<Entry1> {
  let level = -1;
  let places: { child: number; within?: Entry1 }[] = [{ child: root }];
  while (places.length > 0) {
    const below: typeof places = [];
    let left: number | undefined;
    let expected: number | undefined;
    for (let i = 0; i < places.length; i += 1) {
      const { child: address, within } = places[i] as (typeof places)[number];
      const node = await readNode(file, address, tree);
      if (level < 0) level = node.level;
      mustAgree(node, { level, left, right: places[i + 1]?.child, place: file.base + address });
      if (expected !== undefined && expected !== address) throw outOfLine(file.base + address);
      mustAscend(node.entries, within, tree);
      left = address;
      expected = node.right;
      for (const entry of node.entries) {
        if (level === 0) yield entry;
        else below.push({ child: entry.child, within: entry });
      }
    }
    places = below;
    level -= 1;
  }
}

interface Node {
  level: number;
  left: number | undefined;
  right: number | undefined;
  entries: Entry1[];
}

/** Keys ascend, and stay between those that stand around the node one level higher. */
function mustAscend(entries: readonly Entry1[], within: Entry1 | undefined, { order }: Tree1): void {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return;
  const wrong = entries.find(({ key, next }) => order(again(key), again(next)) >= 0);
  if (wrong !== undefined) throw hdf5Broken('the keys of a B-tree are out of order', wrong.next.fileOffset);
  if (within === undefined) return;
  const isWithin =
    order(again(within.key), again(first.key)) <= 0 && order(again(last.next), again(within.next)) <= 0;
  if (!isWithin) throw hdf5Broken('the keys of a B-tree do not fit those above them', first.key.fileOffset);
}

/** To be read from its start. */
const again = ({ bytes, fileOffset, widths }: Cursor): Cursor => new Cursor(bytes, fileOffset, widths);

async function readNode(file: Hdf5File, address: number, tree: Tree1): Promise<Node> {
  const { kind, keyBytes, rank } = tree;
  const { offsets } = file.widths;
  const whole = 8 + 2 * offsets + 2 * rank * offsets + (2 * rank + 1) * keyBytes;
  const cursor = await file.unguarded(address, whole, 'a B-tree node');
  cursor.signature('TREE');
  const found = cursor.u8();
  if (found !== KIND[kind])
    throw hdf5Broken('a B-tree node is of another kind', cursor.fileOffset, { found: String(found) });
  const level = cursor.u8();
  if (level > DEEPEST)
    throw hdf5Broken('a B-tree is deeper than any', cursor.fileOffset, { found: String(level) });
  const used = cursor.u16();
  if (used > 2 * rank)
    throw hdf5Broken('a B-tree node has more entries than room', cursor.fileOffset, { found: String(used) });
  const [left, right] = [cursor.address(), cursor.address()];
  const entries: Node['entries'] = [];
  let key = cursor.part(keyBytes);
  if (used > 0) tree.check?.(again(key));
  for (let i = 0; i < used; i += 1) {
    const child = cursor.mustAddress('a B-tree entry');
    const next = cursor.part(keyBytes);
    tree.check?.(again(next));
    entries.push({ key, next: again(next), child });
    key = next;
  }
  return { level, left, right, entries };
}

function mustAgree(
  node: Node,
  expected: { level: number; left: number | undefined; right: number | undefined; place: number },
): void {
  const sound = node.level === expected.level && node.left === expected.left && node.right === expected.right;
  if (!sound) throw outOfLine(expected.place);
}

const outOfLine = (place: number) =>
  hdf5Broken('a B-tree node does not fit those beside and above it', place);
