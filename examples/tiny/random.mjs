/**
 * xoshiro128**, a generator whose whole state is four 32-bit words: it fits into a checkpoint, so a resumed run draws
 * the numbers that the interrupted one would have drawn. (`Math.random` has no state that one can save.)
 */
export class Random {
  /** @param {Uint32Array} state four words, not all zero; shared, not copied */
  constructor(state) {
    this.state = state;
  }

  /** @param {number} seed any whole number */
  static seeded(seed) {
    // splitmix32 spreads neighbouring seeds apart, so that seeds 1 and 2 do not start alike.
    let x = seed >>> 0;
    const word = () => {
      x = (x + 0x9e3779b9) >>> 0;
      let z = x;
      z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
      return (z ^ (z >>> 15)) >>> 0;
    };
    return new Random(Uint32Array.from([word(), word(), word(), word() | 1]));
  }

  /** A whole number in [0, 2^32). */
  word() {
    const s = this.state;
    const result = Math.imul(rotl(Math.imul(s[1], 5), 7), 9) >>> 0;
    const t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 11);
    return result;
  }

  /** Uniform in [0, 1). */
  uniform() {
    return this.word() / 2 ** 32;
  }

  /** Standard normal. The second value that Box and Muller offer is dropped: keeping it would be hidden state. */
  normal() {
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()));
    return radius * Math.cos(2 * Math.PI * this.uniform());
  }

  /** Fisher-Yates, in place. */
  shuffle(items) {
    for (let i = items.length - 1; i > 0; i--) {
      const j = Math.floor(this.uniform() * (i + 1));
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  }
}

const rotl = (x, k) => ((x << k) | (x >>> (32 - k))) >>> 0;
