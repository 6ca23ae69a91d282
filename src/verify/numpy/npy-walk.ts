import type { Subject, Walk } from '../contract/format.ts';
import { PickleImports } from '../pickle/imports.ts';
import { wholeFile } from '../tensor/pass.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { NAMED_LIKE_SEQUENCE, NpySequence } from './npy-sequence.ts';
import { NpyStream } from './npy-stream.ts';

/** An array that is the whole file has no name of its own. */
const NAME = '(root)';

export function openNpy(subject: Subject): Walk {
  const book = new TensorBook(subject);
  const imports = new PickleImports(subject);
  const books = { subject, book, imports };
  const place = { name: NAME, bytes: subject.sizeBytes, fileOffset: 0 };
  const isSequence = NAMED_LIKE_SEQUENCE.test(subject.label);
  const sequence = isSequence ? new NpySequence(books, NAME, subject.sizeBytes) : undefined;
  const arrays = sequence ?? new NpyStream(books, place);
  return {
    checksummed: false,
    reaches: 'L3',
    regions: () => [
      wholeFile(subject, { feed: (piece) => void arrays.feed(piece), end: () => arrays.end(false) }),
    ],
    finish() {
      imports.settle(NEEDS_ALLOW_PICKLE);
      book.settle(sequence?.arrays ?? 1);
    },
    tensors: () => book.summary,
  };
}

export const NEEDS_ALLOW_PICKLE = 'holds Python objects: it loads only with allow_pickle=True';
