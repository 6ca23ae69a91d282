import type { ZipEntry } from '../archive/zip-directory.ts';
import type { MemberSink } from '../archive/zip-span.ts';
import type { StorageScan } from '../pickle/storage-scan.ts';

/** Of a storage that is a member of an archive. */
export function storageSink(scan: StorageScan, entry: ZipEntry): MemberSink {
  let fileOffset = entry.dataOffset;
  return {
    // No spread: there may be a hundred thousand of them, and an object that is made so takes 4 µs.
    scan: scan.bounds === undefined ? scan.scan : undefined,
    feed(piece, offset) {
      if (offset >= 0) fileOffset ??= offset;
      scan.feed(piece);
    },
    end: () => scan.end(fileOffset ?? entry.offset, fileOffset !== undefined && entry.method === 'stored'),
  };
}
