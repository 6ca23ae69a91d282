import { sumDiffers } from '../codec/checksum.ts';
import { lz4Block } from '../codec/lz4-block.ts';
import { Xxh32 } from '../codec/xxh32.ts';
import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import type { Program } from '../read/push-parser.ts';
import type { UnpackLimits } from './unpacking.ts';

const FRAME = 0x184d2204;
/** Sixteen numbers that begin a frame which readers skip. */
const SKIPPABLE = 0x184d2a50;
/** Blocks of one frame may copy from so far back in those before. */
const HISTORY_BYTES = 65_536;
const UNPACKED = 0x80000000;

interface Frame {
  offset: number;
  isLinked: boolean;
  hasBlockSum: boolean;
  hasSum: boolean;
  blockBytes: number;
  contentBytes: bigint | undefined;
}

/** One LZ4 frame after another, by the description of the format: headers, blocks, and the checksums that the writer asked for. */
export class Lz4Frames {
  parts = 0;
  isChecksummed = true;
  readonly #sizeBytes: number;
  readonly #limits: UnpackLimits;
  readonly #sink: (piece: Uint8Array) => void;
  #at = 0;

  constructor(sizeBytes: number, limits: UnpackLimits, sink: (piece: Uint8Array) => void) {
    this.#sizeBytes = sizeBytes;
    this.#limits = limits;
    this.#sink = sink;
  }

  *read(): Program {
    while (this.#at < this.#sizeBytes) {
      const offset = this.#at;
      if (this.#sizeBytes - offset < 4)
        throw new Broken('L1', 'trailing-bytes', 'what follows is no LZ4 frame', { offset });
      const magic = u32(yield* this.#take(4));
      if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) {
        yield* this.#skip(u32(yield* this.#take(4)));
        continue;
      }
      if (magic !== FRAME)
        throw new Broken('L1', 'trailing-bytes', 'what follows is no LZ4 frame', { offset });
      yield* this.#blocks(yield* this.#header(offset));
      this.parts += 1;
    }
    if (this.parts === 0) throw new Broken('L1', 'empty', 'holds no frame with content');
  }

  *#header(offset: number): Program<Frame> {
    const two = (yield* this.#take(2)).slice();
    const [flags = 0, size = 0] = two;
    const broken = (what: string) => new Broken('L1', 'lz4-header', what, { offset });
    if (flags >> 6 !== 1 || (flags & 2) !== 0 || (size & 0x8f) !== 0 || size >> 4 < 4)
      throw broken('a frame’s header means nothing');
    const [hasSize, hasDictionary] = [(flags & 8) !== 0, (flags & 1) !== 0];
    const rest = (yield* this.#take((hasSize ? 8 : 0) + (hasDictionary ? 4 : 0))).slice();
    const found = (new Xxh32().add(two).add(rest).value() >>> 8) & 0xff;
    const stored = (yield* this.#take(1))[0] as number;
    if (stored !== found)
      throw sumDiffers('a frame’s header is not of its checksum', offset, { stored, found });
    if (hasDictionary)
      throw new Unsettled('L1', 'lz4-dictionary', 'is packed with a dictionary that is elsewhere', {
        offset,
      });
    return {
      offset,
      isLinked: (flags & 0x20) === 0,
      hasBlockSum: (flags & 0x10) !== 0,
      hasSum: (flags & 4) !== 0,
      blockBytes: 2 ** (8 + 2 * (size >> 4)),
      contentBytes: hasSize ? new DataView(rest.buffer).getBigUint64(0, true) : undefined,
    };
  }

  *#blocks({ offset, isLinked, hasBlockSum, hasSum, blockBytes, contentBytes }: Frame): Program {
    const room = new Uint8Array((isLinked ? HISTORY_BYTES : 0) + blockBytes);
    let [history, total] = [0, 0n];
    const sum = new Xxh32();
    for (let count = 0; ; count += 1) {
      const at = this.#at;
      const word = u32(yield* this.#take(4));
      if (word === 0) break;
      if (count >= this.#limits.objects) throw overBudget('objects', this.#limits.objects, count + 1, at);
      const packedBytes = word % UNPACKED;
      if (packedBytes > blockBytes)
        throw new Broken('L1', 'lz4-broken', 'a block is larger than the frame’s header says', {
          offset: at,
        });
      const packed = (yield* this.#take(packedBytes)).slice();
      if (hasBlockSum) {
        const [stored, found] = [u32(yield* this.#take(4)), new Xxh32().add(packed).value()];
        if (stored !== found) throw sumDiffers('a block is not of its checksum', at, { stored, found });
      }
      const most = room.subarray(0, history + blockBytes);
      if (word >= UNPACKED) most.set(packed, history);
      const end = word >= UNPACKED ? history + packedBytes : lz4Block(packed, most, history, at);
      const content = room.subarray(history, end);
      total += BigInt(content.length);
      if (hasSum) sum.add(content);
      this.#sink(content);
      if (!isLinked) continue;
      history = Math.min(end, HISTORY_BYTES);
      room.copyWithin(0, end - history, end);
    }
    if (!hasSum && !hasBlockSum) this.isChecksummed = false;
    if (hasSum) {
      const at = this.#at;
      const [stored, found] = [u32(yield* this.#take(4)), sum.value()];
      if (stored !== found)
        throw sumDiffers('the content is not what was packed: its checksum differs', at, { stored, found });
    }
    if (contentBytes !== undefined && contentBytes !== total)
      throw new Broken('L1', 'member-length', 'a frame is not as long as it says', {
        offset,
        expected: `${contentBytes} bytes`,
        found: `${total} bytes`,
      });
  }

  *#skip(bytes: number): Program {
    this.#mustFit(bytes);
    this.#at += bytes;
    yield { bytes, sink: () => {} };
  }

  /** The bytes are only valid until the next ones are asked for. */
  *#take(bytes: number): Program<Uint8Array> {
    this.#mustFit(bytes);
    this.#at += bytes;
    return bytes === 0 ? new Uint8Array(0) : yield bytes;
  }

  #mustFit(bytes: number): void {
    if (bytes > this.#sizeBytes - this.#at)
      throw new Broken('L1', 'cut-short', 'the file ends inside an LZ4 frame', { offset: this.#at });
  }
}

const u32 = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
