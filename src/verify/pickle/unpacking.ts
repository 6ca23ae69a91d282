import { Inflater } from '../codec/inflater.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import type { OldHeader, Wrapping } from './joblib-head.ts';

/** Who takes what comes out. */
export interface Unpacked {
  feed(piece: Uint8Array): void;
  /** Once all has come and the checksum is right. */
  end(fileOffset: undefined, proven: true): void;
}

/** One stream that is the whole file but for an old header. */
export class Unpacking {
  readonly #subject: Pick<Subject, 'budgets' | 'sizeBytes'>;
  readonly #reading: Unpacked | undefined;
  readonly #old: OldHeader | undefined;
  readonly #inflater: Inflater;
  #out = 0;

  constructor(
    subject: Pick<Subject, 'budgets' | 'sizeBytes'>,
    wrapping: Wrapping,
    { reading, old }: { reading: Unpacked | undefined; old: OldHeader | undefined },
  ) {
    this.#subject = subject;
    this.#reading = reading;
    this.#old = old;
    const declared = Number.MAX_SAFE_INTEGER;
    this.#inflater = new Inflater(declared, 0, (piece) => this.#take(piece), wrapping);
  }

  feed(piece: Uint8Array, offset: number): Promise<void> {
    return this.#inflater.feed(piece.subarray(Math.max(0, (this.#old?.bytes ?? 0) - offset)));
  }

  async end(): Promise<void> {
    const used = (this.#old?.bytes ?? 0) + (await this.#inflater.end());
    const { sizeBytes } = this.#subject;
    if (used !== sizeBytes) {
      throw new Broken('L1', 'trailing-bytes', 'bytes follow the compressed stream', {
        offset: used,
        found: `${sizeBytes - used} bytes`,
      });
    }
    const expected = this.#old?.unpackedBytes ?? this.#out;
    if (expected !== this.#out)
      throw new Broken('L2', 'size-lies', 'does not unpack to the length that it says', {
        expected: `${expected} bytes`,
        found: `${this.#out} bytes`,
      });
    this.#reading?.end(undefined, true);
  }

  #take(piece: Uint8Array): void {
    const { expandedBytes } = this.#subject.budgets;
    this.#out += piece.length;
    if (this.#out > expandedBytes) throw overBudget('expandedBytes', expandedBytes, this.#out);
    this.#reading?.feed(piece);
  }
}
