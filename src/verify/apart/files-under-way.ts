import type { TreeFile } from '../contract/tree.ts';
import type { Turn } from '../engine/tree-options.ts';

const NONE = -1;

/**
 * Which file each of the threads has under way, in memory that all of them share: a message for each file would cost more
 * than looking at a small one.
 */
export class FilesUnderWay {
  /** One for each thread: the file's place in the tree. */
  readonly cells: Int32Array;
  readonly #files: readonly TreeFile[];
  readonly #seen: { index: number; since: number }[];

  constructor(files: readonly TreeFile[], threads: number) {
    this.#files = files;
    this.cells = new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT)).fill(NONE);
    this.#seen = Array.from({ length: threads }, () => ({ index: NONE, since: 0 }));
  }

  /** Each with when it was first seen here: later than it began, by at most the time between two looks. */
  look(now: number): { turn: Turn; since: number }[] {
    return this.#seen.flatMap((seen, thread) => {
      const index = Atomics.load(this.cells, thread);
      if (index !== seen.index) Object.assign(seen, { index, since: now });
      const file = this.#files[index];
      if (file === undefined) return [];
      return [{ turn: { kind: 'file', path: file.path, bytes: file.sizeBytes }, since: seen.since }];
    });
  }
}

/** The thread's own word for it; without a place it has none under way. */
export const setUnderWay = (cells: Int32Array, thread: number, index = NONE): void =>
  void Atomics.store(cells, thread, index);
