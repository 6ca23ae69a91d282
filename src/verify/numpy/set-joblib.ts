import { Broken } from '../contract/findings.ts';
import type { FoundSet, SetKind } from '../contract/set.ts';
import { beside, nameIn, type Tree } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { oldHeader } from '../pickle/joblib-head.ts';
import { beginsAsPickle } from '../pickle/sniff.ts';
import { HEAD_BYTES } from '../read/sniff.ts';

/** As joblib 0.9.4 and before named the files of arrays, in the order in which it wrote them. */
const SIBLING = /^(.+)_\d{2,}\.npy(\.z)?$/;
/** Nothing else that is missing is told by its arrays alone. */
const IS_PICKLE = /\.(pkl|pickle|joblib)$/i;
const MARK = Buffer.from('NDArrayWrapper', 'latin1');
const WINDOW_BYTES = 1024 ** 2;
/** It stands before the first array that lies elsewhere. A pickle that keeps more of its own is looked at alone, and says so. */
const MOST_SEARCHED_BYTES = 16 * WINDOW_BYTES;

/** A pickle and the files beside it that hold its arrays, as joblib wrote them before 0.10. */
export const joblibSiblings: SetKind = {
  name: 'joblib-siblings',
  proves:
    'the pickle opcode by opcode; every array that it names lies beside it, and no further: `.npy` as of npy, `.npy.z` to its length, checksum and type x shape; values',

  async find(tree: Tree): Promise<FoundSet[]> {
    const sizes = new Map(tree.files.map(({ path, sizeBytes }) => [path, sizeBytes]));
    const groups = new Map<string, string[]>();
    for (const { path } of tree.files) {
      const name = SIBLING.exec(nameIn(path))?.[1];
      const root = name === undefined ? undefined : beside(path, name);
      if (root !== undefined && (sizes.has(root) || IS_PICKLE.test(root)))
        groups.set(root, [...(groups.get(root) ?? []), path]);
    }
    const found: FoundSet[] = [];
    for (const [root, arrays] of groups) {
      const sizeBytes = sizes.get(root);
      if (sizeBytes === undefined) found.push(withoutPickle(root, arrays));
      else if (await namesArrays(tree, root, sizeBytes)) found.push(setOf(root, arrays));
    }
    return found;
  },
};

/** A packed pickle says it only once it has been unpacked. */
async function namesArrays(tree: Tree, path: string, sizeBytes: number): Promise<boolean> {
  const source = await tree.open(path);
  try {
    const head = await source.read(0, Math.min(sizeBytes, HEAD_BYTES));
    if (oldHeader(head) !== undefined) return true;
    if (!beginsAsPickle(head, sizeBytes)) return false;
    for (let at = 0; at < Math.min(sizeBytes, MOST_SEARCHED_BYTES); at += WINDOW_BYTES) {
      const window = await source.read(at, Math.min(sizeBytes - at, WINDOW_BYTES + MARK.length));
      if (Buffer.from(window.buffer, window.byteOffset, window.length).includes(MARK)) return true;
    }
    return false;
  } finally {
    await source.close();
  }
}

const withoutPickle = (root: string, arrays: readonly string[]): FoundSet => ({
  root,
  parts: [],
  members: arrays,
  async examine() {
    const what = `${quoted(nameIn(root))} is missing, of which these files are the arrays`;
    throw new Broken('L2', 'file-missing', what, { file: root });
  },
});

const setOf = (root: string, arrays: readonly string[]): FoundSet => ({
  root,
  parts: [root, ...arrays],
  members: [],
  async examine(subject) {
    const { JoblibReading } = await import('./joblib-reading.ts');
    return await new JoblibReading(subject, root, arrays).run();
  },
});
