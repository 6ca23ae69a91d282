const [P1, P2, P3, P4, P5] = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1] as const;
const STRIPE_BYTES = 16;

const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** XXH32 with the seed 0, of bytes that come in pieces. */
export class Xxh32 {
  readonly #lanes = [P1 + P2, P2, 0, -P1].map((lane) => lane | 0);
  readonly #rest = Buffer.alloc(STRIPE_BYTES);
  #held = 0;
  #total = 0;

  add(bytes: Uint8Array): this {
    this.#total += bytes.length;
    let at = 0;
    if (this.#held > 0) {
      at = Math.min(STRIPE_BYTES - this.#held, bytes.length);
      this.#rest.set(bytes.subarray(0, at), this.#held);
      this.#held += at;
      if (this.#held < STRIPE_BYTES) return this;
      this.#stripe(new DataView(this.#rest.buffer, this.#rest.byteOffset), 0);
      this.#held = 0;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (; at + STRIPE_BYTES <= bytes.length; at += STRIPE_BYTES) this.#stripe(view, at);
    this.#rest.set(bytes.subarray(at));
    this.#held = bytes.length - at;
    return this;
  }

  value(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#lanes;
    let hash =
      this.#total < STRIPE_BYTES ? P5 : rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18);
    hash = (hash + this.#total) | 0;
    let at = 0;
    for (; at + 4 <= this.#held; at += 4) {
      hash = (hash + Math.imul(this.#rest.readInt32LE(at), P3)) | 0;
      hash = Math.imul(rotated(hash, 17), P4);
    }
    for (; at < this.#held; at += 1) {
      hash = (hash + Math.imul(this.#rest[at] as number, P5)) | 0;
      hash = Math.imul(rotated(hash, 11), P1);
    }
    hash = Math.imul(hash ^ (hash >>> 15), P2);
    hash = Math.imul(hash ^ (hash >>> 13), P3);
    return (hash ^ (hash >>> 16)) >>> 0;
  }

  #stripe(view: DataView, at: number): void {
    for (let i = 0; i < 4; i += 1) {
      const lane = (this.#lanes[i] as number) + Math.imul(view.getInt32(at + 4 * i, true), P2);
      this.#lanes[i] = Math.imul(rotated(lane, 13), P1);
    }
  }
}
