import { Broken, overBudget } from '../contract/findings.ts';

/** Thrown and caught inside `PickleMachine`: the opcode's argument has not all arrived. Never leaves it. */
export const MORE_NEEDED = Symbol('more needed');

/** A pickle's bytes as they arrive. An opcode whose argument is not there yet is tried again from its first byte. */
export class PickleStream {
  /** Where the next byte to read lies in `#bytes`. */
  at = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #wanted = 0;
  /** Waits for a line feed: pieces without one are not joined to what is there, or a long line took quadratic time. */
  #wantsLine = false;
  /** Bytes of the program before `#bytes`. */
  #before = 0;
  readonly #constantBytes: number;
  readonly #totalBytes: number;
  #opcodeFrom = 0;
  #frameEnd = -1;

  constructor(totalBytes: number, constantBytes: number) {
    this.#totalBytes = totalBytes;
    this.#constantBytes = constantBytes;
  }

  /** Position in the program. */
  get position(): number {
    return this.#before + this.at;
  }

  get left(): number {
    return this.#bytes.length - this.at + this.#waitingBytes;
  }

  /** @returns whether enough is there to go on */
  push(piece: Uint8Array): boolean {
    this.#waiting.push(piece.slice());
    this.#waitingBytes += piece.length;
    if (this.left < this.#wanted) return false;
    if (this.#wantsLine && !piece.includes(0x0a) && this.left <= this.#constantBytes) return false;
    const rest = this.#bytes.subarray(this.at);
    this.#before += this.at;
    this.#bytes =
      rest.length === 0 && this.#waiting.length === 1
        ? (this.#waiting[0] as Uint8Array)
        : Buffer.concat([rest, ...this.#waiting]);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#wanted = 0;
    this.#wantsLine = false;
    this.at = 0;
    return true;
  }

  startFrame(length: number, opcodeFrom: number): void {
    const from = this.position;
    if (opcodeFrom < this.#frameEnd) throw this.broken('a frame begins inside a frame');
    if (from + length > this.#totalBytes) throw this.broken('a frame is longer than the program');
    this.#frameEnd = from + length;
  }

  /** The C and the Python unpickler disagree about opcodes that cross the end of a frame. */
  mustStayInFrame(opcodeFrom: number): void {
    if (opcodeFrom < this.#frameEnd && this.position > this.#frameEnd)
      throw this.broken('an opcode crosses the end of its frame');
  }

  /** Where something begins or ends that lies outside all frames. */
  mustBeOutsideFrames(): void {
    if (this.position < this.#frameEnd) throw this.broken('it ends or is interrupted inside a frame');
  }

  /** Everything that has arrived and was not read yet. Valid until the next `push`. */
  rest(): Uint8Array {
    return this.#bytes.subarray(this.at);
  }

  skip(length: number): void {
    this.at += length;
  }

  u8(): number {
    return this.#bytes[this.#take(1)] as number;
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  i32(): number {
    return this.#view.getInt32(this.#take(4), true);
  }

  u64(): number {
    const value = this.#view.getBigUint64(this.#take(8), true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw this.broken('a length is beyond 2^53');
    return Number(value);
  }

  f64(): number {
    return this.#view.getFloat64(this.#take(8), false);
  }

  /** The bytes stay valid until the next `push`. */
  bytes(length: number): Uint8Array {
    if (length < 0) throw this.broken('a length is negative');
    if (this.position + length > this.#totalBytes) throw this.broken('a constant is longer than the program');
    if (length > this.#constantBytes)
      throw overBudget('constantBytes', this.#constantBytes, length, this.position);
    const from = this.#take(length);
    return this.#bytes.subarray(from, from + length);
  }

  utf8(length: number): string {
    return this.decode(this.bytes(length));
  }

  decode(bytes: Uint8Array): string {
    try {
      return UTF8.decode(bytes);
    } catch {
      try {
        // Python's 'surrogatepass': a lone surrogate is written as three bytes that strict UTF-8 refuses.
        return LENIENT_UTF8.decode(mustBeSurrogates(bytes));
      } catch {
        throw this.broken('text is not UTF-8');
      }
    }
  }

  /** Up to the next line feed, which is taken and left out. */
  line(): Uint8Array {
    const end = this.#bytes.indexOf(0x0a, this.at);
    if (end < 0) {
      if (this.left > this.#constantBytes)
        throw overBudget('constantBytes', this.#constantBytes, this.left, this.position);
      this.#wanted = this.left + 1;
      this.#wantsLine = true;
      throw MORE_NEEDED;
    }
    const line = this.#bytes.subarray(this.at, end);
    this.at = end + 1;
    return line;
  }

  asciiLine(): string {
    const line = this.line();
    if (line.some((byte) => byte > 0x7e || byte < 0x20))
      throw this.broken('a text argument is not plain ASCII');
    return Buffer.from(line).toString('latin1');
  }

  broken(what: string): Broken {
    return new Broken('L2', 'pickle-malformed', `the pickle program is malformed: ${what}`, {
      found: `at byte ${this.position} of the program`,
    });
  }

  #take(length: number): number {
    const from = this.at;
    if (from + length > this.#bytes.length) {
      this.#wanted = from - this.#opcodeFrom + length;
      throw MORE_NEEDED;
    }
    this.at = from + length;
    return from;
  }

  /** Marks the byte to which `rewind` goes back. */
  mark(): void {
    this.#opcodeFrom = this.at;
  }

  rewind(): void {
    this.at = this.#opcodeFrom;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LENIENT_UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

function mustBeSurrogates(bytes: Uint8Array): Uint8Array {
  const cleaned = Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/\xed[\xa0-\xbf][\x80-\xbf]/g, '???'),
    'latin1',
  );
  UTF8.decode(cleaned);
  return bytes;
}
