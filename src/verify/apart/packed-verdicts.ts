import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FileVerdict } from '../contract/verdict.ts';
import { count, noCounts, type Verdicts } from '../contract/verdicts.ts';

/** Packed together: most of what they say they say alike. Fewer files than this are not worth it. */
export const PACKED_TOGETHER = 256;

/** Blocks that are kept unpacked while one goes through them: two threads tell their verdicts in turns, sets come last. */
const BLOCKS_AT_HAND = 6;

/**
 * Verdicts on very many files, in some 20 bytes each instead of 460. They come in any order, each once and with its place.
 */
export class PackedVerdicts implements Verdicts {
  /** Of each place, as the how many-eth its verdict came, from 1. */
  readonly #came: Uint32Array;
  readonly #blocks: Uint8Array[] = [];
  /** Not packed yet. */
  #last: FileVerdict[] = [];
  #length = 0;
  readonly counts = noCounts();

  /** @param places that there are at most */
  constructor(places: number) {
    this.#came = new Uint32Array(places);
  }

  /** @throws RangeError where there is no such place, or one that is taken */
  put(place: number, verdict: FileVerdict): void {
    if (this.#came[place] !== 0) throw new RangeError(`place ${place} of ${this.#came.length} is not free`);
    this.#length += 1;
    count(verdict, this.counts);
    this.#last.push(verdict);
    this.#came[place] = this.#blocks.length * PACKED_TOGETHER + this.#last.length;
    if (this.#last.length < PACKED_TOGETHER) return;
    // A copy: what zlib gives back holds on to four times of what it fills.
    this.#blocks.push(Uint8Array.from(deflateRawSync(serialize(this.#last), { level: 1 })));
    this.#last = [];
  }

  /** Places with a verdict. */
  get length(): number {
    return this.#length;
  }

  *[Symbol.iterator](): Generator<FileVerdict> {
    const atHand = new Map<number, readonly FileVerdict[]>();
    for (const came of this.#came) {
      if (came === 0) continue;
      const block = Math.floor((came - 1) / PACKED_TOGETHER);
      const verdict = this.#unpacked(block, atHand)[(came - 1) % PACKED_TOGETHER];
      if (verdict !== undefined) yield verdict;
    }
  }

  #unpacked(block: number, atHand: Map<number, readonly FileVerdict[]>): readonly FileVerdict[] {
    const packed = this.#blocks[block];
    if (packed === undefined) return this.#last;
    const known = atHand.get(block);
    if (known !== undefined) return known;
    const verdicts: readonly FileVerdict[] = deserialize(inflateRawSync(packed));
    atHand.set(block, verdicts);
    // The one that was taken in first: places go up, and so do blocks.
    for (const first of atHand.keys()) if (atHand.size > BLOCKS_AT_HAND) atHand.delete(first);
    return verdicts;
  }
}
