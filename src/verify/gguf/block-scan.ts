import { DTYPES, type Dtype } from '../tensor/dtype.ts';
import { ElementScan, INDEXES_KEPT, type ScanResult } from '../tensor/element-scan.ts';
import type { GgmlType } from './ggml-types.ts';

/**
 * Looks at packed blocks as they come by: are their scales numbers, and is any of them not zero? Units of the result are
 * blocks, because a bad scale spoils its whole block. Memory is constant.
 */
export class BlockScan {
  readonly #type: GgmlType;
  readonly #bytes: ElementScan;
  readonly #tests: Int32Array;
  readonly #magnitudes: Int32Array;
  /** The block that lies across two pieces. */
  readonly #carry: Uint8Array;
  #carried = 0;
  #blocks = 0;
  #bad = 0;
  #badAt: number[] = [];
  #anyMagnitude = false;

  constructor(type: GgmlType, mostBytes: number) {
    this.#type = type;
    this.#bytes = new ElementScan(DTYPES.u8, { littleEndian: true, countNegative: false, mostBytes });
    this.#carry = new Uint8Array(type.blockBytes);
    this.#tests = Int32Array.from(type.scales.flatMap(({ exponent }) => twoTests(exponent)));
    this.#magnitudes = Int32Array.from(type.scales.flatMap(({ magnitude }) => magnitude.flat()));
  }

  feed(piece: Uint8Array): void {
    this.#bytes.feed(piece);
    if (this.#tests.length === 0) return;
    const { blockBytes } = this.#type;
    let at = 0;
    if (this.#carried > 0) {
      at = Math.min(blockBytes - this.#carried, piece.length);
      this.#carry.set(piece.subarray(0, at), this.#carried);
      this.#carried += at;
      if (this.#carried < blockBytes) return;
      this.#carried = 0;
      this.#look(this.#carry, 0, blockBytes);
    }
    const whole = piece.length - at - ((piece.length - at) % blockBytes);
    this.#look(piece, at, at + whole);
    this.#carry.set(piece.subarray(at + whole));
    this.#carried = piece.length - at - whole;
  }

  finish(): ScanResult {
    const result = this.#bytes.finish();
    const scaledToZero = this.#magnitudes.length > 0 && !this.#anyMagnitude && this.#bad === 0;
    const allZero = result.allZero || (result.bytes > 0 && scaledToZero);
    return {
      ...result,
      allZero,
      constant: false,
      zeroRuns: allZero ? [] : result.zeroRuns,
      nonFinite: this.#bad,
      nan: this.#bad,
      nonFiniteAt: this.#badAt,
    };
  }

  #look(bytes: Uint8Array, from: number, to: number): void {
    const { blockBytes } = this.#type;
    const tests = this.#tests;
    for (let at = from; at < to; at += blockBytes) {
      for (let i = 0; i < tests.length; i += 4) {
        const mask = tests[i + 1] as number;
        if (((bytes[at + (tests[i] as number)] as number) & mask) !== mask) continue;
        const second = tests[i + 3] as number;
        if (((bytes[at + (tests[i + 2] as number)] as number) & second) !== second) continue;
        this.#note(this.#blocks + (at - from) / blockBytes);
        break;
      }
      if (!this.#anyMagnitude) this.#anyMagnitude = this.#hasMagnitude(bytes, at);
    }
    this.#blocks += (to - from) / blockBytes;
  }

  #note(block: number): void {
    this.#bad += 1;
    if (this.#badAt.length < INDEXES_KEPT) this.#badAt.push(block);
  }

  #hasMagnitude(bytes: Uint8Array, at: number): boolean {
    const bits = this.#magnitudes;
    for (let i = 0; i < bits.length; i += 2)
      if (((bytes[at + (bits[i] as number)] as number) & (bits[i + 1] as number)) !== 0) return true;
    return false;
  }
}

/** One or two bytes to compare, as two: the second of one is always true. */
function twoTests(exponent: GgmlType['scales'][number]['exponent']): number[] {
  const [first = [0, 0], second = [0, 0]] = exponent;
  return [...first, ...second];
}

/** How the judge sees a block type: bits per element for the length of a row, a block as the unit that is counted. */
export const blockDtype = ({ name, blockElements, blockBytes }: GgmlType): Dtype => ({
  ...DTYPES.u8,
  name,
  kind: 'float',
  bits: (8 * blockBytes) / blockElements,
  unitBytes: blockBytes,
});
