import { sumDiffers } from '../codec/checksum.ts';
import { crc32c, masked } from '../codec/crc32c.ts';
import type { ByteSink } from '../codec/protobuf.ts';
import { Broken } from '../contract/findings.ts';

/** Length, its CRC, and after the data the CRC of the data. */
const HEADER_BYTES = 12;
const TRAILER_BYTES = 4;

export interface RecordTaker {
  /** A record's header was right: what takes its data. `dataAt` is where that begins. */
  begin(length: number, dataAt: number, record: number): ByteSink | undefined;
  /** The record's data is over and its CRC right. */
  end(record: number): void;
}

/**
 * TFRecord framing (facts from TensorFlow's record writer): u64 length, masked CRC-32C of those 8 bytes, the data, masked
 * CRC-32C of the data; nothing at the end of the file. Data is handed on as it goes by, so before its CRC is known.
 */
export class TfRecords {
  readonly #taker: RecordTaker;
  readonly #frame = new Uint8Array(HEADER_BYTES);
  #frameBytes = 0;
  #part: 'header' | 'data' | 'trailer' = 'header';
  #left = 0;
  #crc = 0;
  #sink: ByteSink | undefined;
  #recordAt = 0;
  #records = 0;
  readonly #middle: number;
  /** CRC over the frames of the present half of the file, and of the half before it. */
  #half = 0;
  #halfBefore: number | undefined;
  #alike = true;
  #firstCrc = 0;

  constructor(taker: RecordTaker, sizeBytes: number) {
    this.#taker = taker;
    this.#middle = sizeBytes / 2;
  }

  /** The second half of the file holds the records of the first once more, and not all records are the same anyway. */
  get repeatsItself(): boolean {
    return this.#halfBefore === this.#half && !this.#alike;
  }

  /** Whole records so far. */
  get records(): number {
    return this.#records;
  }

  feed(piece: Uint8Array, offset: number): void {
    let i = 0;
    while (i < piece.length) {
      if (this.#part === 'data') i += this.#takeData(piece, i, offset);
      else i += this.#takeFrame(piece, i, offset);
    }
  }

  /** @returns where the record begins that the end of the file cuts, if one is */
  end(): { cutAt: number } | undefined {
    return this.#part === 'header' && this.#frameBytes === 0 ? undefined : { cutAt: this.#recordAt };
  }

  #takeFrame(piece: Uint8Array, from: number, offset: number): number {
    if (this.#part === 'header' && this.#frameBytes === 0) this.#recordAt = offset + from;
    const wanted = this.#part === 'header' ? HEADER_BYTES : TRAILER_BYTES;
    const count = Math.min(wanted - this.#frameBytes, piece.length - from);
    this.#frame.set(piece.subarray(from, from + count), this.#frameBytes);
    this.#frameBytes += count;
    if (this.#frameBytes < wanted) return count;
    this.#frameBytes = 0;
    if (this.#part === 'header') this.#begin(offset + from + count);
    else this.#endRecord(offset + from + count);
    return count;
  }

  #begin(dataAt: number): void {
    const view = new DataView(this.#frame.buffer);
    const stored = view.getUint32(8, true);
    const found = masked(crc32c(this.#frame.subarray(0, 8), 0));
    if (stored !== found) throw this.#mismatch('the length', { stored, found });
    const length = view.getBigUint64(0, true);
    // A record may be longer than what is left, when the file was cut; its header's CRC says that this is no lie.
    if (length > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new Broken('L1', 'record-length', 'has a record that is longer than any file', {
        offset: this.#recordAt,
        found: `${length} bytes`,
      });
    }
    this.#left = Number(length);
    this.#crc = 0;
    this.#sink = this.#taker.begin(this.#left, dataAt, this.#records);
    this.#part = this.#left === 0 ? 'trailer' : 'data';
  }

  #takeData(piece: Uint8Array, from: number, offset: number): number {
    const count = Math.min(this.#left, piece.length - from);
    const bytes = piece.subarray(from, from + count);
    this.#crc = crc32c(bytes, this.#crc);
    this.#sink?.bytes(bytes, offset + from);
    this.#left -= count;
    if (this.#left === 0) this.#part = 'trailer';
    return count;
  }

  #endRecord(end: number): void {
    const trailer = this.#frame.subarray(0, TRAILER_BYTES);
    const stored = new DataView(this.#frame.buffer).getUint32(0, true);
    const found = masked(this.#crc);
    if (stored !== found) throw this.#mismatch('the data', { stored, found });
    this.#taker.end(this.#records);
    this.#half = crc32c(trailer, this.#half);
    this.#alike &&= this.#records === 0 || this.#firstCrc === stored;
    if (this.#records === 0) this.#firstCrc = stored;
    if (end === this.#middle) {
      this.#halfBefore = this.#half;
      this.#half = 0;
    }
    this.#records += 1;
    this.#part = 'header';
    this.#sink = undefined;
  }

  #mismatch(what: string, sums: { stored: number; found: number }): Broken {
    const record = `record ${this.#records}: ${what} does not have the CRC it carries`;
    return sumDiffers(record, this.#recordAt, sums);
  }
}

/** Whether a file begins with a record's header: its CRC cannot be right by chance. */
export function beginsWithRecord(head: Uint8Array): boolean {
  if (head.length < HEADER_BYTES) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  return view.getUint32(8, true) === masked(crc32c(head.subarray(0, 8), 0));
}
