import type { Subject } from '../contract/format.ts';

/** A process writes no such run; a lost block of a file does. */
const HOLE_BYTES = 64;

/** Counts the lines of a text as it goes by, and says what no text holds. */
export class TextWatch {
  readonly #subject: Subject;
  #utf8: InstanceType<typeof TextDecoder> | undefined = new TextDecoder('utf-8', { fatal: true });
  #lines = 0;
  #zeros = 0;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  feed(piece: Uint8Array, offset: number): void {
    this.#decode(piece, offset);
    for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, at + 1)) this.#lines += 1;
    // Most pieces hold no zero at all, and then there is nothing to walk.
    if (this.#zeros > 0 || piece.includes(0)) this.#followZeros(piece, offset);
  }

  end(): void {
    this.#endZeros(this.#subject.sizeBytes);
    this.#subject.facts.rows = this.#lines;
  }

  #decode(piece: Uint8Array, offset: number): void {
    try {
      this.#utf8?.decode(piece, { stream: true });
    } catch {
      this.#utf8 = undefined;
      this.#subject.findings.note('L1', 'not-utf8', 'is not all UTF-8', { offset });
    }
  }

  #followZeros(piece: Uint8Array, offset: number): void {
    for (let i = 0; i < piece.length; i += 1) {
      if (piece[i] === 0) this.#zeros += 1;
      else if (this.#zeros > 0) this.#endZeros(offset + i);
    }
  }

  #endZeros(at: number): void {
    if (this.#zeros >= HOLE_BYTES) {
      this.#subject.findings.fail('L1', 'zero-hole', 'has a hole of zeros in its text', {
        offset: at - this.#zeros,
        found: `${this.#zeros} zero bytes`,
      });
    }
    this.#zeros = 0;
  }
}
