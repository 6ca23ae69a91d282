import type { IndexOrder } from './value.ts';

/** More is not held: rows of one matrix, and numbers of it that begin a row. */
const MOST_HELD = 4_000_000;

/**
 * Whether the entries of a coalesced sparse tensor ascend, dimension by dimension, and none comes twice. Its indices come as they
 * lie, all of one dimension after all of the other or entry by entry; of any other way nothing is said.
 */
export class EntryOrder implements IndexOrder {
  readonly #dimensions: number;
  /** Of each entry, whether a dimension before told it from the one before it. */
  #told = new Uint8Array(1024);
  /** Of each dimension, the entry that came last, and its number. */
  readonly #last: number[] = [];
  readonly #before: bigint[] = [];
  #isKnown = true;
  #fault: string | undefined;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
  }

  take([dimension = 0, entry = 0]: readonly number[], value: bigint): void {
    const isNext = entry === (this.#last[dimension] ?? -1) + 1;
    this.#isKnown &&= isNext && (dimension === 0 || (this.#last[dimension - 1] ?? -1) >= entry);
    if (!this.#isKnown) return;
    const before = this.#before[dimension];
    this.#last[dimension] = entry;
    this.#before[dimension] = value;
    const at = Math.floor(entry / 8);
    if (at >= this.#told.length) this.#grow();
    const bit = 1 << (entry % 8);
    const told = this.#told[at] ?? 0;
    if (before === undefined || (told & bit) !== 0) return;
    if (value > before) this.#told[at] = told | bit;
    else if (value < before || dimension === this.#dimensions - 1)
      this.#fault ??= `entry ${entry} does not come after entry ${entry - 1}`;
  }

  /** As entries come: how many there are said to be is not to be believed. */
  #grow(): void {
    const wider = new Uint8Array(this.#told.length * 2);
    wider.set(this.#told);
    this.#told = wider;
  }

  fault(): string | undefined {
    return this.#isKnown ? this.#fault : undefined;
  }
}

/**
 * Whether the numbers of each row of a compressed sparse tensor ascend and none comes twice. Where the rows begin stands in another
 * tensor, which may come before or after; of a batch, matrix by matrix.
 */
export class RowOrder {
  readonly #entries: number;
  /** Where a row begins, and where a number is no larger than the one before it: as places in all matrices one after another. */
  readonly #starts: number[] = [];
  readonly #drops: number[] = [];
  #before = 0n;
  #left: number;
  #isTold = false;

  /** @param shape of the places of rows @param entries of one matrix */
  constructor(shape: readonly number[], entries: number) {
    this.#entries = entries;
    const matrices = shape.slice(0, -1);
    const product = (sizes: readonly number[]) => sizes.reduce((all, size) => all * size, 1);
    this.#left = product(shape) + product(matrices) * entries;
    this.places = this.#side(matrices, (first, _at, value) => {
      if (this.#starts.length <= MOST_HELD) this.#starts.push(first + Number(value));
    });
    this.indices = this.#side(matrices, (first, at, value) => {
      // The first of a matrix begins a row of it.
      const isDrop = value <= this.#before;
      this.#before = value;
      if (isDrop && this.#drops.length <= MOST_HELD) this.#drops.push(first + at);
    });
  }

  readonly places: IndexOrder;
  readonly indices: IndexOrder;

  #side(matrices: readonly number[], enter: (first: number, at: number, value: bigint) => void): IndexOrder {
    return {
      take: (index, value) => {
        this.#left -= 1;
        let matrix = 0;
        for (const [i, size] of matrices.entries()) matrix = matrix * size + (index[i] ?? 0);
        enter(matrix * this.#entries, index[matrices.length] ?? 0, value);
      },
      fault: () => this.#fault(),
    };
  }

  /** Once, when both have gone by. */
  #fault(): string | undefined {
    if (this.#left !== 0 || this.#isTold) return undefined;
    this.#isTold = true;
    if (Math.max(this.#starts.length, this.#drops.length) > MOST_HELD) return undefined;
    const starts = new Set(this.#starts);
    const stray = this.#drops.find((at) => !starts.has(at));
    if (stray === undefined) return undefined;
    const at = stray % this.#entries;
    return `index ${at} is not above index ${at - 1}, in the same row`;
  }
}
