import type { ZipDirectory, ZipEntry } from '../archive/zip-directory.ts';
import { PYTHON_METHODS, type ZipKind } from '../archive/zip-kind.ts';
import { type MemberSink, ZipSpan } from '../archive/zip-span.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { PickleImports } from '../pickle/imports.ts';
import { TensorBook } from '../tensor/tensor-book.ts';
import { type NpyBooks, NpyStream } from './npy-stream.ts';
import { NEEDS_ALLOW_PICKLE } from './npy-walk.ts';

const SUFFIX = '.npy';

/** Arrays by name in a zip archive, as `numpy.savez` and `savez_compressed` write it. */
export const npz: ZipKind = {
  name: 'npz',
  proves: "strict zip directory; every member's local header and CRC-32; every member an npy file; values",
  checksum: 'CRC-32 of every member',
  methods: PYTHON_METHODS,
  holds: ({ entries }) => entries.every(({ name }) => name.endsWith(SUFFIX)),

  async open(subject: Subject, { entries, crcOff }: ZipDirectory): Promise<Walk> {
    const { budgets, digestGiven } = subject;
    const book = new TensorBook(subject);
    const books: NpyBooks = { subject, book, imports: new PickleImports(subject) };
    const rules = { crcOff, subject, expansion: { bytes: 0, limit: budgets.expandedBytes } };
    return {
      checksummed: !crcOff,
      reaches: 'L3',
      *regions() {
        for (const entry of entries)
          yield new ZipSpan(entry, rules, arraySink(books, entry, !crcOff || digestGiven));
      },
      finish() {
        books.imports.settle(NEEDS_ALLOW_PICKLE);
        book.settle(entries.length);
      },
      tensors: () => book.summary,
    };
  },
};

/** Content that is not what was written is judged by its CRC; what it would have meant is no news. */
function arraySink(books: NpyBooks, entry: ZipEntry, proven: boolean): MemberSink {
  const name = entry.name.slice(0, -SUFFIX.length);
  let stream: NpyStream | undefined;
  const streamAt = (fileOffset: number) => new NpyStream(books, { name, bytes: entry.bytes, fileOffset });
  return {
    feed(piece, fileOffset) {
      stream ??= streamAt(fileOffset < 0 ? entry.offset : fileOffset);
      stream.feed(piece);
    },
    end(intact) {
      if (intact) (stream ?? streamAt(entry.offset)).end(proven);
    },
  };
}
