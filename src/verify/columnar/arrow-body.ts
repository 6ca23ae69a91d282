import { Lz4Frames } from '../archive/lz4-frames.ts';
import { zstdFrames } from '../archive/zstd-frames.ts';
import { zstdDecompress } from '../codec/zstd.ts';
import { Broken } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import { type Program, PushParser } from '../read/push-parser.ts';
import { type ArrayLayout, leastBytes } from './arrow-layout.ts';
import { judgeArray } from './arrow-values.ts';
import type { PageTally } from './page-tally.ts';

export type ArrowCodec = 'lz4' | 'zstd' | undefined;

/** One array of a batch as its message describes it. */
export interface PlacedArray {
  layout: ArrayLayout;
  elements: number;
  nulls: number;
  /** In the body; one for each of the layout, then those that the message counts. */
  buffers: readonly (readonly [from: number, bytes: number])[];
  /** How long each of its children is. */
  below: readonly number[];
  /** Its numbers are ends of runs, of an array of so many elements. */
  runsTo: number | undefined;
  values: number | undefined;
}

export interface ArrowBatch {
  arrays: readonly PlacedArray[];
  codec: ArrowCodec;
  /** Of the message in the file. */
  offset: number;
}

/** How long the unpacked buffer is stands before each that is packed. */
const LENGTH_BYTES = 8;
/** A byte of its packed form stands for so many at most. */
const MOST_LZ4_RATIO = 255;
const LIMITS = { objects: 1_000_000, windowBytes: 65_536 };

/** Gathers the buffers of a body as they go by, array by array, and judges each array once its last byte is there. */
export class ArrowBody {
  readonly #batch: ArrowBatch;
  readonly #tally: PageTally;
  #at = 0;
  #array = 0;
  #kept: (Uint8Array | undefined)[] | undefined;

  constructor(batch: ArrowBatch, tally: PageTally) {
    this.#batch = batch;
    this.#tally = tally;
    this.#settleArrays();
  }

  get codec(): ArrowCodec {
    return this.#batch.codec;
  }

  feed(piece: Uint8Array): void {
    const [from, to] = [this.#at, this.#at + piece.length];
    this.#at = to;
    for (;;) {
      const array = this.#batch.arrays[this.#array];
      if (array === undefined) return;
      this.#kept ??= this.#begun(array);
      const kept = this.#kept;
      array.buffers.forEach(([start, bytes], i) => {
        const [first, last] = [Math.max(start, from), Math.min(start + bytes, to)];
        if (last > first) kept[i]?.set(piece.subarray(first - from, last - from), first - start);
      });
      if (endOf(array) > to) return;
      this.#settle(array);
    }
  }

  /** What takes no bytes at all is there at once. */
  #settleArrays(): void {
    for (
      let array = this.#batch.arrays[this.#array];
      array !== undefined;
      array = this.#batch.arrays[this.#array]
    ) {
      if (endOf(array) > this.#at) return;
      this.#settle(array);
    }
  }

  /** Room for what will be looked at. */
  #begun({ layout, buffers, elements, runsTo }: PlacedArray): (Uint8Array | undefined)[] {
    const { codec } = this.#batch;
    const isAllNeeded =
      codec !== undefined ||
      layout.indices !== undefined ||
      layout.variadic ||
      runsTo !== undefined ||
      /view|union/.test(layout.nesting?.kind ?? '');
    const isNeeded = (i: number) => {
      const kind = layout.buffers[i];
      return isAllNeeded || (kind !== undefined && typeof kind !== 'object');
    };
    return buffers.map(([, bytes], i) => {
      if (!isNeeded(i)) return undefined;
      if (this.#tally.allows(bytes, codec === undefined ? bytes : 0, elements)) return new Uint8Array(bytes);
      this.#tally.unread += 1;
      return undefined;
    });
  }

  #settle(array: PlacedArray): void {
    const kept = this.#kept ?? this.#begun(array);
    this.#kept = undefined;
    this.#array += 1;
    const { layout, elements, nulls, below, values, runsTo } = array;
    const { offset } = this.#batch;
    const buffers = kept.map((bytes, i) => {
      if (bytes === undefined || bytes.length === 0 || this.#batch.codec === undefined) return bytes;
      const unpacked = this.#unpacked(bytes, layout);
      const kind = layout.buffers[i];
      const least = kind === undefined ? 0 : leastBytes(kind, elements, nulls);
      if (unpacked !== undefined && unpacked.length < least)
        throw new Broken(
          'L2',
          'arrow-values',
          `column ${quoted(layout.name)} has a buffer that is too short`,
          {
            offset,
            expected: `at least ${least} bytes`,
            found: `${unpacked.length} bytes`,
          },
        );
      return unpacked;
    });
    judgeArray({ layout, elements, nulls, buffers, below, values, runsTo, offset });
  }

  /** @returns `undefined` when that would take more than may be spent */
  #unpacked(packed: Uint8Array, { name }: ArrayLayout): Uint8Array | undefined {
    const { offset, codec } = this.#batch;
    const broken = (what: string, extra: object = {}) =>
      new Broken('L2', 'arrow-values', `column ${quoted(name)} has a buffer that ${what}`, {
        offset,
        ...extra,
      });
    if (packed.length < LENGTH_BYTES) throw broken('is too short for its length');
    const length = Number(new DataView(packed.buffer, packed.byteOffset).getBigInt64(0, true));
    const content = packed.subarray(LENGTH_BYTES);
    // What would not have become smaller is left as it is.
    if (length === -1) return content;
    if (!(length >= 0)) throw broken('says that it has a negative length', { found: `${length}` });
    // So that what is too long to be unpacked here cannot claim any length.
    const told = codec === 'zstd' ? zstdLength(content, offset) : undefined;
    if (
      (told !== undefined && told !== length) ||
      (codec === 'lz4' && length > MOST_LZ4_RATIO * content.length)
    )
      throw broken('does not unpack to the length that it gives', { expected: `${length} bytes` });
    // Polars packs nothing, too, and a decoder answers an empty frame as it does a broken one.
    if (length === 0) return content.subarray(0, 0);
    if (!this.#tally.allows(packed.length, length, 0)) {
      this.#tally.unread += 1;
      return undefined;
    }
    const unpacked =
      codec === 'zstd'
        ? zstdDecompress(content, Math.max(1, length), offset)
        : unframed(content, length, offset);
    if (unpacked.length === length) return unpacked;
    throw broken('does not unpack to the length that it gives', {
      expected: `${length} bytes`,
      found: `${unpacked.length} bytes`,
    });
  }
}

const endOf = ({ buffers }: PlacedArray): number =>
  buffers.reduce((end, [from, bytes]) => (bytes === 0 ? end : Math.max(end, from + bytes)), 0);

/** What its frames say that they unpack to, where all say it. */
function zstdLength(packed: Uint8Array, offset: number): number | undefined {
  let length: bigint | undefined = 0n;
  whole(
    zstdFrames(packed.length, ({ contentBytes }) => {
      length = length === undefined || contentBytes === undefined ? undefined : length + contentBytes;
    }),
    packed,
    offset,
  );
  return length === undefined ? undefined : Number(length);
}

/** Unpacks LZ4 frames into at most one byte more than `most`. */
function unframed(packed: Uint8Array, most: number, offset: number): Uint8Array {
  const out = new Uint8Array(most + 1);
  let length = 0;
  const frames = new Lz4Frames(packed.length, { ...LIMITS, expandedBytes: most + 1 }, (piece) => {
    const part = piece.subarray(0, out.length - length);
    out.set(part, length);
    length += part.length;
  });
  whole(frames.read(), packed, offset);
  return out.subarray(0, length);
}

/** Offsets inside a frame are not those of the file. */
function whole(program: Program, packed: Uint8Array, offset: number): void {
  const parser = new PushParser(program);
  try {
    parser.feed(packed, offset);
    parser.end(offset + packed.length);
  } catch (error) {
    if (error instanceof Broken) throw new Broken(error.level, error.code, error.message, { offset });
    throw error;
  }
}
