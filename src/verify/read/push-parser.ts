import { Broken } from '../contract/findings.ts';

/** So many bytes as one piece, or a stretch that is handed on as it comes. */
export type Want = number | Stretch;

export interface Stretch {
  bytes: number;
  sink(piece: Uint8Array, fileOffset: number): void;
}

/** Asks for bytes and gets them; of a `Stretch` it gets nothing back. */
export type Program<T = void> = Generator<Want, T, Uint8Array>;

const NOTHING = new Uint8Array(0);

/**
 * Runs a parser that is written as if it could read, on bytes that come in pieces: formats whose fields lie between their
 * payload are then read in the one pass. It holds no more than the longest field that was asked for in one piece.
 */
export class PushParser {
  readonly #program: Program;
  #want: Want | undefined;
  #gathered = NOTHING;
  #have = 0;
  #ended = false;
  /** Bytes taken so far. */
  taken = 0;

  constructor(program: Program) {
    this.#program = program;
  }

  /** Whether the parser wants nothing more. */
  get ended(): boolean {
    return this.#ended;
  }

  feed(piece: Uint8Array, fileOffset: number): void {
    if (this.#want === undefined && !this.#ended) this.#resume(NOTHING);
    let at = 0;
    while (at < piece.length) {
      if (this.#want === undefined) {
        throw new Broken('L1', 'trailing-bytes', 'bytes follow the end of the content', {
          offset: fileOffset + at,
        });
      }
      const length = Math.min(bytesOf(this.#want) - this.#have, piece.length - at);
      const part = piece.subarray(at, at + length);
      at += length;
      this.#take(this.#want, part, fileOffset + at - length);
    }
  }

  /** Throws `Broken` when the parser wants more. */
  end(fileOffset: number): void {
    if (this.#want === undefined && !this.#ended) this.#resume(NOTHING);
    if (this.#want === undefined) return;
    throw new Broken('L1', 'cut-short', 'the file ends in the middle of a value', {
      offset: fileOffset,
      expected: `${bytesOf(this.#want) - this.#have} bytes more`,
    });
  }

  #take(want: Want, part: Uint8Array, fileOffset: number): void {
    this.taken += part.length;
    const whole = bytesOf(want);
    if (typeof want !== 'number') {
      want.sink(part, fileOffset);
      this.#have += part.length;
      if (this.#have === whole) this.#resume(NOTHING);
    } else if (part.length === whole) {
      this.#resume(part);
    } else {
      if (this.#have === 0) this.#gathered = new Uint8Array(whole);
      this.#gathered.set(part, this.#have);
      this.#have += part.length;
      if (this.#have === whole) this.#resume(this.#gathered);
    }
  }

  /** Goes on until something is wanted that is not empty. */
  #resume(given: Uint8Array): void {
    this.#have = 0;
    let next = this.#program.next(given);
    while (next.done !== true && bytesOf(next.value) === 0) next = this.#program.next(NOTHING);
    this.#ended = next.done === true;
    this.#want = next.done === true ? undefined : next.value;
  }
}

const bytesOf = (want: Want): number => (typeof want === 'number' ? want : want.bytes);
