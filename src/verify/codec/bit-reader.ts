/** Bits of a stretch of bytes, the highest of each byte first. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #held = 0;
  #bits = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bytes that were begun. */
  get used(): number {
    return this.#at;
  }

  /** @param count 0 to 32 @returns an unsigned number; behind the end there are zeros */
  take(count: number): number {
    let value = 0;
    let left = count;
    while (left > 0) {
      if (this.#bits === 0) {
        this.#held = this.#bytes[this.#at] ?? 0;
        this.#at += 1;
        this.#bits = 8;
      }
      const now = Math.min(left, this.#bits);
      this.#bits -= now;
      // No shift: of 32 bits the highest is no sign.
      value = value * 2 ** now + ((this.#held >> this.#bits) & (2 ** now - 1));
      left -= now;
    }
    return value;
  }
}
