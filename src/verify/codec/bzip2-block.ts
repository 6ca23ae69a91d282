import { Broken, Unsettled } from '../contract/findings.ts';

const GROUP_SYMBOLS = 50;
const MOST_CODE_BITS = 20;
const [RUN_A, RUN_B] = [0, 1];
const LEAST_RUN = 4;
const OUT_BYTES = 65_536;

/** The bits that are there do not do yet: come again with more of them. */
export class MoreBits extends Error {}

/** Bits of bytes that lie in memory, the high ones first. */
export class BitReader {
  /** The next bit. */
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** @param count at most 24 */
  take(count: number): number {
    if (this.at + count > this.#bytes.length * 8) throw new MoreBits();
    const first = this.at >>> 3;
    const byte = (i: number) => this.#bytes[first + i] ?? 0;
    const word = ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0;
    const value = (word << (this.at & 7)) >>> (32 - count);
    this.at += count;
    return count === 0 ? 0 : value;
  }

  u32(): number {
    return this.take(16) * 65_536 + this.take(16);
  }

  bit(): number {
    const byte = this.#bytes[this.at >>> 3];
    if (byte === undefined) throw new MoreBits();
    const value = (byte >>> (7 - (this.at & 7))) & 1;
    this.at += 1;
    return value;
  }
}

interface Code {
  /** Symbols by length of their code, then by number. */
  symbols: Uint16Array;
  /** By length: the first code that is longer, and what to take off a code to find its symbol. */
  limit: Int32Array;
  base: Int32Array;
}

/**
 * Decodes what follows the magic and the checksum of one block of bzip2, from the description of the format: Huffman codes, runs,
 * moves to front, the transform of Burrows and Wheeler, and runs again.
 *
 * @param sink gets the content in pieces that are valid only during the call
 * @returns the checksum of the content
 */
export function bzip2Block(
  bits: BitReader,
  mostBytes: number,
  offset: number,
  sink: (piece: Uint8Array) => void,
): number {
  const broken = (what: string) => new Broken('L1', 'bzip2-broken', what, { offset });
  if (bits.bit() === 1)
    throw new Unsettled('L1', 'bzip2-randomised', 'has a block as bzip2 wrote it before 0.9.5', { offset });
  const origin = bits.take(24);
  const used = usedBytes(bits);
  if (used.length === 0) throw broken('a block has no bytes');
  const groups = bits.take(3);
  if (groups < 2 || groups > 6) throw broken('a block has no groups of codes');
  const selectors = selectorsOf(bits, groups, broken);
  const codes = Array.from({ length: groups }, () => codeOf(bits, used.length + 2, broken));
  const sorted = new Uint32Array(mostBytes);
  const counts = new Uint32Array(256);
  let length = 0;
  let run = 0;
  let scale = 1;
  const front = used;
  const repeat = (): void => {
    const byte = front[0] as number;
    if (run > mostBytes - length) throw broken('a block is larger than blocks of the file may be');
    sorted.fill(byte, length, length + run);
    counts[byte] = (counts[byte] as number) + run;
    length += run;
    run = 0;
    scale = 1;
  };
  for (let at = 0; ; at += 1) {
    const selector = selectors[Math.floor(at / GROUP_SYMBOLS)];
    if (selector === undefined) throw broken('a block has more symbols than groups for them');
    const symbol = symbolOf(bits, codes[selector] as Code, broken);
    if (symbol === RUN_A || symbol === RUN_B) {
      run += scale << symbol;
      scale *= 2;
      if (run > mostBytes) throw broken('a block is larger than blocks of the file may be');
      continue;
    }
    if (run > 0) repeat();
    const index = symbol - 1;
    if (index === used.length) break;
    const byte = front[index] as number;
    front.copyWithin(1, 0, index);
    front[0] = byte;
    if (length === mostBytes) throw broken('a block is larger than blocks of the file may be');
    sorted[length] = byte;
    counts[byte] = (counts[byte] as number) + 1;
    length += 1;
  }
  if (origin >= length) throw broken('a block begins outside of itself');
  return unsorted(sorted, counts, { length, origin }, sink);
}

function usedBytes(bits: BitReader): Uint8Array {
  const used: number[] = [];
  const ranges = bits.take(16);
  for (let i = 0; i < 16; i += 1) {
    if ((ranges & (0x8000 >> i)) === 0) continue;
    const range = bits.take(16);
    for (let j = 0; j < 16; j += 1) if ((range & (0x8000 >> j)) !== 0) used.push(i * 16 + j);
  }
  return Uint8Array.from(used);
}

type Say = (what: string) => Broken;

function selectorsOf(bits: BitReader, groups: number, broken: Say): Uint8Array {
  const count = bits.take(15);
  const selectors = new Uint8Array(count);
  const front = Uint8Array.from({ length: groups }, (_none, i) => i);
  for (let i = 0; i < count; i += 1) {
    let index = 0;
    while (bits.bit() === 1) index += 1;
    const group = front[index];
    if (group === undefined) throw broken('a block chooses a group that is not there');
    front.copyWithin(1, 0, index);
    front[0] = group;
    selectors[i] = group;
  }
  return selectors;
}

function codeOf(bits: BitReader, symbols: number, broken: Say): Code {
  const lengths = new Uint8Array(symbols);
  let length = bits.take(5);
  for (let i = 0; i < symbols; i += 1) {
    while (bits.bit() === 1) length += bits.bit() === 1 ? -1 : 1;
    if (length < 1 || length > MOST_CODE_BITS) throw broken('a code is of no length that there is');
    lengths[i] = length;
  }
  const bySize = new Uint16Array(symbols);
  const limit = new Int32Array(MOST_CODE_BITS + 1);
  const base = new Int32Array(MOST_CODE_BITS + 1);
  let [code, index] = [0, 0];
  for (let size = 1; size <= MOST_CODE_BITS; size += 1) {
    base[size] = code - index;
    for (let i = 0; i < symbols; i += 1) {
      if (lengths[i] !== size) continue;
      bySize[index] = i;
      index += 1;
      code += 1;
    }
    if (code > 2 ** size) throw broken('has more codes than bits can tell apart');
    limit[size] = code;
    code *= 2;
  }
  return { symbols: bySize, limit, base };
}

function symbolOf(bits: BitReader, { symbols, limit, base }: Code, broken: Say): number {
  let code = 0;
  for (let size = 1; size <= MOST_CODE_BITS; size += 1) {
    code = (code << 1) | bits.bit();
    if (code < (limit[size] as number)) return symbols[code - (base[size] as number)] as number;
  }
  throw broken('has a code that stands for nothing');
}

/** Undoes the sorting, and the runs of four or more that were shortened before it. */
function unsorted(
  sorted: Uint32Array,
  counts: Uint32Array,
  { length, origin }: { length: number; origin: number },
  sink: (piece: Uint8Array) => void,
): number {
  let sum = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const count = counts[byte] as number;
    counts[byte] = sum;
    sum += count;
  }
  for (let i = 0; i < length; i += 1) {
    const byte = (sorted[i] as number) & 0xff;
    const to = counts[byte] as number;
    counts[byte] = to + 1;
    sorted[to] = (sorted[to] as number) | (i << 8);
  }
  const out = new Uint8Array(OUT_BYTES);
  let [filled, crc] = [0, -1];
  const put = (byte: number): void => {
    crc = (crc << 8) ^ (CRC_TABLE[(crc >>> 24) ^ byte] as number);
    out[filled] = byte;
    filled += 1;
    if (filled < OUT_BYTES) return;
    sink(out);
    filled = 0;
  };
  let at = (sorted[origin] as number) >>> 8;
  let [before, same] = [-1, 0];
  for (let i = 0; i < length; i += 1) {
    const entry = sorted[at] as number;
    at = entry >>> 8;
    const byte = entry & 0xff;
    if (same === LEAST_RUN) {
      for (let more = 0; more < byte; more += 1) put(before);
      same = 0;
      before = -1;
      continue;
    }
    same = byte === before ? same + 1 : 1;
    before = byte;
    put(byte);
  }
  if (filled > 0) sink(out.subarray(0, filled));
  return ~crc >>> 0;
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_none, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});
