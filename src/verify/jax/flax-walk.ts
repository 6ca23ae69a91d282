import { crc32 } from '../codec/crc32.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { PushParser } from '../read/push-parser.ts';
import { wholeFile } from '../tensor/pass.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { FlaxArrays, flaxProgram } from './flax-arrays.ts';
import { MOST_DEPTH, trailing } from './msgpack-stream.ts';

export async function openFlax(subject: Subject): Promise<Walk> {
  const book = new TensorBook(subject);
  const arrays = new FlaxArrays(subject, book);
  const halves = new Halves(subject.sizeBytes);
  const parser = new PushParser(flaxProgram(arrays, subject, MOST_DEPTH));
  return {
    checksummed: false,
    reaches: 'L3',
    regions: () => [
      wholeFile(subject, {
        feed(piece, offset) {
          // A state with arrays is alone in its file, and may be large.
          if (arrays.declared === 0) halves.feed(piece, offset);
          parser.feed(piece, offset);
        },
        end() {
          parser.end(subject.sizeBytes);
          if (arrays.values === 2 && halves.areAlike) throw trailing(subject.sizeBytes / 2);
        },
      }),
    ],
    finish(complete) {
      arrays.settle();
      if (complete) book.settle(arrays.declared);
    },
    tensors: () => book.summary,
  };
}

/** Tells whether a file is something twice in a row. */
class Halves {
  readonly #middle: number;
  readonly #sums: [number, number] = [0, 0];

  constructor(sizeBytes: number) {
    this.#middle = sizeBytes / 2;
  }

  feed(piece: Uint8Array, offset: number): void {
    const first = piece.subarray(0, Math.max(0, this.#middle - offset));
    this.#sums[0] = crc32(first, this.#sums[0]);
    this.#sums[1] = crc32(piece.subarray(first.length), this.#sums[1]);
  }

  get areAlike(): boolean {
    return Number.isInteger(this.#middle) && this.#sums[0] === this.#sums[1];
  }
}
