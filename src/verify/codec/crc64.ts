/** The polynomial of ECMA-182, bits reversed, in two halves. */
const [HIGH, LOW] = [0xc96c5795, 0xd7870f42];

const [tableHigh, tableLow] = makeTables();

/** CRC-64 as xz writes it, of bytes that come in pieces. */
export class Crc64 {
  #high = -1;
  #low = -1;

  add(bytes: Uint8Array): void {
    let [high, low] = [this.#high, this.#low];
    for (let i = 0; i < bytes.length; i += 1) {
      const index = (low ^ (bytes[i] as number)) & 0xff;
      low = ((low >>> 8) | (high << 24)) ^ (tableLow[index] as number);
      high = (high >>> 8) ^ (tableHigh[index] as number);
    }
    this.#high = high;
    this.#low = low;
  }

  /** Sixteen hexadecimal digits. */
  hex(): string {
    return [~this.#high, ~this.#low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

function makeTables(): [Int32Array, Int32Array] {
  const highs = new Int32Array(256);
  const lows = new Int32Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let [high, low] = [0, byte];
    for (let bit = 0; bit < 8; bit += 1) {
      const isOdd = (low & 1) === 1;
      low = (low >>> 1) | (high << 31);
      high >>>= 1;
      if (isOdd) [high, low] = [high ^ HIGH, low ^ LOW];
    }
    highs[byte] = high;
    lows[byte] = low;
  }
  return [highs, lows];
}
