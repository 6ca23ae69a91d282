import { CheckpointMeaning } from '../checkpoint/meaning.ts';
import type { Subject } from '../contract/format.ts';
import type { TensorSummary } from '../contract/verdict.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { PickleImports } from './imports.ts';
import { PickledObject } from './pickled-object.ts';
import type { PyValue } from './value.ts';

export const NEEDS_OBJECTS =
  'is more than plain data: it loads only with an unpickler that makes the objects it names';

/** One pickled object, from its first byte to what is known about it. */
export class PickleReading {
  readonly #object: PickledObject;
  readonly #imports: PickleImports;
  readonly #book: TensorBook;
  readonly #meaning: CheckpointMeaning;
  #root: PyValue = null;
  #arrays = 0;

  /** @param bytes Infinity when only the end of the stream tells */
  constructor(subject: Subject, bytes: number) {
    this.#imports = new PickleImports(subject);
    this.#book = new TensorBook(subject);
    this.#meaning = new CheckpointMeaning(subject, subject.reader.label);
    this.#object = new PickledObject(subject, this.#imports, bytes, true);
  }

  get summary(): TensorSummary {
    return this.#book.summary;
  }

  feed(piece: Uint8Array): void {
    this.#object.feed(piece);
  }

  /** @param fileOffset of the program; absent when its bytes have no place in the file */
  end(fileOffset: number | undefined, proven: boolean): void {
    this.#root = this.#object.end();
    const place = { name: '', proven, book: this.#book, meaning: this.#meaning };
    this.#arrays = this.#object.enter(
      this.#root,
      fileOffset === undefined ? place : { ...place, fileOffset },
    );
  }

  settle(complete: boolean): void {
    this.#imports.settle(NEEDS_OBJECTS);
    if (!complete) return;
    this.#book.settle(this.#arrays);
    this.#meaning.settle(this.#root);
  }
}
