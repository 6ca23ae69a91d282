import type { Cursor } from './cursor.ts';
import { hdf5Broken } from './cursor.ts';
import type { Hdf5File } from './file.ts';

/** A node of a classic B-tree has no key of its own size: groups have offsets of names, chunks have coordinates. */
export interface Tree1 {
  kind: 'group' | 'chunk';
  keyBytes: number;
  /** Half of the entries that a node has room for. */
  rank: number;
}

const KIND = { group: 0, chunk: 1 } as const;
const DEEPEST = 32;

/** Every leaf entry in order: the key before it and where it points. Siblings and levels must agree. */
export async function* walkTree1(
  file: Hdf5File,
  root: number,
  tree: Tree1,
): AsyncGenerator<{ key: Cursor; child: number }> {
  let level = -1;
  let addresses = [root];
  while (addresses.length > 0) {
    const below: number[] = [];
    let left: number | undefined;
    let expected: number | undefined;
    for (let i = 0; i < addresses.length; i += 1) {
      const address = addresses[i] as number;
      const node = await readNode(file, address, tree);
      if (level < 0) level = node.level;
      mustAgree(node, { level, left, right: addresses[i + 1], place: file.base + address });
      if (expected !== undefined && expected !== address) throw outOfLine(file.base + address);
      left = address;
      expected = node.right;
      for (const entry of node.entries) {
        if (level === 0) yield entry;
        else below.push(entry.child);
      }
    }
    addresses = below;
    level -= 1;
  }
}

interface Node {
  level: number;
  left: number | undefined;
  right: number | undefined;
  entries: { key: Cursor; child: number }[];
}

async function readNode(file: Hdf5File, address: number, { kind, keyBytes, rank }: Tree1): Promise<Node> {
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
  for (let i = 0; i < used; i += 1) {
    const key = cursor.part(keyBytes);
    entries.push({ key, child: cursor.mustAddress('a B-tree entry') });
  }
  cursor.skip(keyBytes);
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
