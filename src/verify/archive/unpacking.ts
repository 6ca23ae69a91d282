import { type Program, PushParser } from '../read/push-parser.ts';

/** What unpacking one file may take and give. */
export interface UnpackLimits {
  /** All that comes out, together. */
  expandedBytes: number;
  /** Held of what was unpacked, for copies that reach back. */
  windowBytes: number;
  /** Streams, blocks and frames of one file. */
  objects: number;
}

/** Undoes one way of packing as the bytes of a file go by. */
export interface Unpacking {
  feed(piece: Uint8Array, fileOffset: number): void | Promise<void>;
  /** Throws `Broken` when the file ends before what is packed in it does. */
  end(sizeBytes: number): void | Promise<void>;
  /** Once all of it was read: every byte that came out is under a checksum that was compared. */
  readonly isChecksummed: boolean;
}

/** What is written as a program that reads. */
export function asUnpacking(read: Program, of: Pick<Unpacking, 'isChecksummed'>): Unpacking {
  const parser = new PushParser(read);
  return {
    feed: (...piece) => parser.feed(...piece),
    end: (sizeBytes) => parser.end(sizeBytes),
    get isChecksummed() {
      return of.isChecksummed;
    },
  };
}
