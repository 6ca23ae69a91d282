import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  NAMED_LIKE_SEQUENCE,
  NpySequence,
  NpyStream,
  PickleImports,
  windowSource
} from "./verifier.verify-archive-archive-members.shared.mjs";
import {
  TensorBook
} from "./verifier.verify-tensor-dtype.shared.mjs";
import {
  lineBeforeArrays
} from "./verifier.clock.shared.mjs";

// src/verify/numpy/npy-walk.ts
var NAME = "(root)";
var LINE = "first-line.json";
function openNpy(subject) {
  const book = new TensorBook(subject);
  const imports = new PickleImports(subject);
  const books = { subject, book, imports };
  const from = lineBeforeArrays(subject.head);
  const bytes = subject.sizeBytes;
  const isSequence = from > 0 || NAMED_LIKE_SEQUENCE.test(subject.label);
  const sequence = isSequence ? new NpySequence(books, NAME, { bytes, from }) : void 0;
  const arrays = sequence ?? new NpyStream(books, { name: NAME, bytes, fileOffset: 0 });
  return {
    checksummed: false,
    reaches: "L3",
    *regions() {
      if (from > 0) yield { offset: 0, length: from, feed: () => {
      }, end: () => {
      } };
      yield {
        offset: from,
        length: bytes - from,
        feed: (piece) => void arrays.feed(piece),
        end: () => arrays.end(false)
      };
    },
    async inside() {
      if (from === 0) return;
      const line = windowSource(subject.reader, 0, from, LINE);
      await subject.examine(line, { role: "config", fileOffset: 0, member: true });
    },
    finish() {
      imports.settle(NEEDS_ALLOW_PICKLE);
      book.settle(sequence?.arrays ?? 1);
    },
    tensors: () => book.summary
  };
}
var NEEDS_ALLOW_PICKLE = "holds Python objects: it loads only with allow_pickle=True";

export {
  openNpy,
  NEEDS_ALLOW_PICKLE
};
