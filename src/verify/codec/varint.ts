import { Broken } from '../contract/findings.ts';

const MOST_BYTES = 10;

/**
 * One base-128 number of at most ten bytes, taken by `next`. Beyond 2^53 only good enough to be found too large.
 *
 * @returns nothing where it does not end
 */
export function takeVarint(next: () => number): number | undefined {
  let value = 0;
  for (let i = 0; i < MOST_BYTES; i += 1) {
    const byte = next();
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return value;
  }
  return undefined;
}

/**
 * One base-128 number of up to 64 bits as its bytes come by, least significant group first. Held in three parts (28, 28
 * and 8 bits), because a BigInt for every byte would cost more than all else together.
 */
export class Varint {
  #count = 0;
  #low = 0;
  #middle = 0;
  #high = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  reset(): void {
    this.#count = 0;
    this.#low = 0;
    this.#middle = 0;
    this.#high = 0;
  }

  /** @returns whether the number is whole. `at`: the byte after this one, for the message. */
  add(byte: number, at: number): boolean {
    const group = byte & 0x7f;
    const place = this.#count;
    this.#count += 1;
    if (place < 4) this.#low |= group << (7 * place);
    else if (place < 8) this.#middle |= group << (7 * (place - 4));
    else this.#high |= group << (7 * (place - 8));
    const tooLong = this.#count === MOST_BYTES && (byte & 0x80) !== 0;
    if (tooLong || this.#high > 0xff)
      throw new Broken('L1', 'varint-too-long', 'has a number of more than 64 bits', {
        offset: at - this.#count,
      });
    return (byte & 0x80) === 0;
  }

  /** The lower 32 bits, unsigned. */
  get low32(): number {
    return (this.#low | (this.#middle << 28)) >>> 0;
  }

  /** The upper 32 bits, unsigned. */
  get high32(): number {
    return ((this.#middle >>> 4) | (this.#high << 24)) >>> 0;
  }

  /** Unsigned; beyond 2^53 only good enough to be found too large. */
  toNumber(): number {
    return this.high32 * 2 ** 32 + this.low32;
  }

  /** As a signed 64-bit number, which is how `int32` and `int64` lie in the file. */
  toSigned(): bigint {
    return BigInt.asIntN(64, (BigInt(this.high32) << 32n) | BigInt(this.low32));
  }

  /** As a signed number; `undefined` beyond 2^53. */
  toSafeInteger(): number | undefined {
    const value = Number(this.toSigned());
    return Number.isSafeInteger(value) ? value : undefined;
  }
}
