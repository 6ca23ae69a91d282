import type { Subject, Walk } from '../contract/format.ts';
import { PickleImports } from '../pickle/imports.ts';
import { windowSource } from '../read/window-source.ts';
import type { Region } from '../tensor/pass.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { lineBeforeArrays } from './line-before-arrays.ts';
import { NAMED_LIKE_SEQUENCE, NpySequence } from './npy-sequence.ts';
import { NpyStream } from './npy-stream.ts';

/** An array that is the whole file has no name of its own. */
const NAME = '(root)';
/** As what it is judged, and how its reasons call it. */
const LINE = 'first-line.json';

export function openNpy(subject: Subject): Walk {
  const book = new TensorBook(subject);
  const imports = new PickleImports(subject);
  const books = { subject, book, imports };
  const from = lineBeforeArrays(subject.head);
  const bytes = subject.sizeBytes;
  const isSequence = from > 0 || NAMED_LIKE_SEQUENCE.test(subject.label);
  const sequence = isSequence ? new NpySequence(books, NAME, { bytes, from }) : undefined;
  const arrays = sequence ?? new NpyStream(books, { name: NAME, bytes, fileOffset: 0 });
  return {
    checksummed: false,
    reaches: 'L3',
    *regions(): Generator<Region> {
      if (from > 0) yield { offset: 0, length: from, feed: () => {}, end: () => {} };
      yield {
        offset: from,
        length: bytes - from,
        feed: (piece) => void arrays.feed(piece),
        end: () => arrays.end(false),
      };
    },
    async inside() {
      if (from === 0) return;
      const line = windowSource(subject.reader, 0, from, LINE);
      await subject.examine(line, { role: 'config', fileOffset: 0, member: true });
    },
    finish() {
      imports.settle(NEEDS_ALLOW_PICKLE);
      book.settle(sequence?.arrays ?? 1);
    },
    tensors: () => book.summary,
  };
}

export const NEEDS_ALLOW_PICKLE = 'holds Python objects: it loads only with allow_pickle=True';
