import type { TreeItem } from '../engine/tree-member.ts';
import type { FileTask } from '../engine/tree-options.ts';

/**
 * Files from which several threads take one after another, in memory that all of them share: none waits for another to be
 * handed its next, and a hundred thousand are not copied into each.
 */
export interface SharedItems {
  /** Records of JSON, one behind the other. */
  text: Uint8Array;
  /** Where each of them ends. */
  ends: Float64Array;
  /** Which is the next. */
  next: Int32Array;
  /** Without what differs from file to file. */
  tasks: readonly FileTask[];
}

type Digests = Pick<FileTask, 'sha256' | 'alreadyHashed'>;

type Item = Omit<TreeItem, 'task'> & Digests & { task: number };

/** Collects items; `shared` sorts them, largest first: what takes long must not be begun last. */
export class ItemPacker {
  readonly #records: { text: string; sizeBytes: number }[] = [];
  readonly #tasks = new Map<string, { index: number; task: FileTask }>();

  add({ task, ...item }: TreeItem): void {
    const { sha256, alreadyHashed, ...common } = task;
    const key = JSON.stringify(common);
    const known = this.#tasks.get(key) ?? { index: this.#tasks.size, task: common };
    this.#tasks.set(key, known);
    const record: Item = {
      ...item,
      task: known.index,
      ...(sha256 && { sha256 }),
      ...(alreadyHashed && { alreadyHashed }),
    };
    this.#records.push({ text: JSON.stringify(record), sizeBytes: item.sizeBytes });
  }

  shared(): SharedItems {
    const records = this.#records.sort((a, b) => b.sizeBytes - a.sizeBytes);
    const bytes = records.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    const text = Buffer.from(new SharedArrayBuffer(bytes));
    const ends = new Float64Array(new SharedArrayBuffer(records.length * Float64Array.BYTES_PER_ELEMENT));
    let at = 0;
    for (const [n, record] of records.entries()) {
      at += text.write(record.text, at);
      ends[n] = at;
    }
    const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    return { text, ends, next, tasks: [...this.#tasks.values()].map(({ task }) => task) };
  }
}

/** The next one that nobody has taken. */
export function takeItem({ text, ends, next, tasks }: SharedItems): TreeItem | undefined {
  const n = Atomics.add(next, 0, 1);
  const end = ends[n];
  if (end === undefined) return undefined;
  const from = n === 0 ? 0 : (ends[n - 1] as number);
  const record = Buffer.from(text.buffer, text.byteOffset + from, end - from).toString();
  const { task, sha256, alreadyHashed, ...item } = JSON.parse(record) as Item;
  const common = tasks[task] as FileTask;
  return { ...item, task: { ...common, ...(sha256 && { sha256 }), ...(alreadyHashed && { alreadyHashed }) } };
}
