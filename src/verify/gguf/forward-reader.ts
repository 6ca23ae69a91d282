import { Broken } from '../contract/findings.ts';
import type { BoundedReader } from '../read/bounded-reader.ts';
import { HEAD_BYTES } from '../read/sniff.ts';

/** The first window lies in the head, which was read anyway; the next ones grow while the header goes on. */
const FIRST_WINDOW_BYTES = HEAD_BYTES;
const MOST_WINDOW_BYTES = 1024 ** 2;

/**
 * Reads a binary header front to back through a window, so that a header of any length costs one window of memory. What
 * is skipped beyond the window is never read. Throws `Broken` (`cut-short`) when the file ends first.
 */
export class ForwardReader {
  readonly #reader: BoundedReader;
  readonly #littleEndian: boolean;
  #window: DataView<ArrayBufferLike> = new DataView(new ArrayBuffer(0));
  #windowAt: number;
  #nextBytes = FIRST_WINDOW_BYTES;
  /** Next byte, as an offset in the file. */
  offset: number;

  constructor(reader: BoundedReader, offset: number, littleEndian = true) {
    this.#reader = reader;
    this.#littleEndian = littleEndian;
    this.#windowAt = offset;
    this.offset = offset;
  }

  get remaining(): number {
    return this.#reader.sizeBytes - this.offset;
  }

  /** Whether the next bytes can be taken without `need`. */
  holds(bytes: number): boolean {
    return this.offset + bytes <= this.#windowAt + this.#window.byteLength;
  }

  /** Makes the next bytes available; not more than a window's worth. */
  async need(bytes: number): Promise<void> {
    if (this.holds(bytes)) return;
    if (bytes > this.remaining) throw endsEarly(this.offset, bytes, this.remaining);
    const inHead = this.offset + bytes <= HEAD_BYTES;
    const wanted = inHead ? HEAD_BYTES - this.offset : Math.max(bytes, this.#nextBytes);
    if (!inHead) this.#nextBytes = Math.min(2 * this.#nextBytes, MOST_WINDOW_BYTES);
    const length = Math.min(wanted, this.remaining);
    const window = await this.#reader.read(this.offset, length);
    this.#window = new DataView(window.buffer, window.byteOffset, window.length);
    this.#windowAt = this.offset;
  }

  u8(): number {
    return this.#window.getUint8(this.#step(1));
  }

  u32(): number {
    return this.#window.getUint32(this.#step(4), this.#littleEndian);
  }

  u64(): bigint {
    return this.#window.getBigUint64(this.#step(8), this.#littleEndian);
  }

  /** A copy, so that the window may be let go. */
  bytes(count: number): Uint8Array {
    const at = this.#step(count);
    return new Uint8Array(this.#window.buffer, this.#window.byteOffset + at, count).slice();
  }

  skip(bytes: number): void {
    if (bytes > this.remaining) throw endsEarly(this.offset, bytes, this.remaining);
    this.offset += bytes;
    if (this.offset > this.#windowAt + this.#window.byteLength) {
      this.#window = new DataView(new ArrayBuffer(0));
      this.#windowAt = this.offset;
    }
  }

  #step(bytes: number): number {
    const at = this.offset - this.#windowAt;
    this.offset += bytes;
    return at;
  }
}

const endsEarly = (offset: number, bytes: number, remaining: number): Broken =>
  new Broken('L1', 'cut-short', 'the file ends inside its header', {
    offset,
    expected: `${bytes} bytes more`,
    found: `${remaining} bytes`,
  });
