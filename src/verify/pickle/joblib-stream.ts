import { Inflater } from '../codec/inflater.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { NO_TENSORS } from '../contract/verdict.ts';
import { wholeFile } from '../tensor/pass.ts';
import { holdsPickle, type OldHeader, oldHeader, type Wrapping, wrappingOf } from './joblib-head.ts';
import { PickleReading } from './pickle-reading.ts';

export function openJoblib(subject: Subject): Walk {
  const old = oldHeader(subject.head);
  const wrapping = old === undefined ? wrappingOf(subject.head) : 'zlib';
  const holds = old === undefined || holdsPickle('zlib', subject.head.subarray(old.bytes));
  const reading = holds ? new PickleReading(subject, Number.POSITIVE_INFINITY) : undefined;
  const stream = new Unpacking(subject, wrapping ?? 'zlib', { reading, old });
  return {
    checksummed: true,
    reaches: reading === undefined ? 'L2' : 'L3',
    regions: () => [wholeFile(subject, stream)],
    finish: (complete) => reading?.settle(complete),
    tensors: () => reading?.summary ?? NO_TENSORS,
  };
}

class Unpacking {
  readonly #subject: Subject;
  readonly #reading: PickleReading | undefined;
  readonly #old: OldHeader | undefined;
  readonly #inflater: Inflater;
  #out = 0;

  constructor(
    subject: Subject,
    wrapping: Wrapping,
    { reading, old }: { reading: PickleReading | undefined; old: OldHeader | undefined },
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
