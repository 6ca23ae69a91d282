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
  PickleImports
} from "./verifier.verify-archive-archive-members.shared.mjs";
import {
  TensorBook
} from "./verifier.verify-tensor-dtype.shared.mjs";
import {
  wholeFile
} from "./verifier.clock.shared.mjs";

// src/verify/numpy/npy-walk.ts
var NAME = "(root)";
function openNpy(subject) {
  const book = new TensorBook(subject);
  const imports = new PickleImports(subject);
  const books = { subject, book, imports };
  const place = { name: NAME, bytes: subject.sizeBytes, fileOffset: 0 };
  const isSequence = NAMED_LIKE_SEQUENCE.test(subject.label);
  const sequence = isSequence ? new NpySequence(books, NAME, subject.sizeBytes) : void 0;
  const arrays = sequence ?? new NpyStream(books, place);
  return {
    checksummed: false,
    reaches: "L3",
    regions: () => [
      wholeFile(subject, { feed: (piece) => void arrays.feed(piece), end: () => arrays.end(false) })
    ],
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
