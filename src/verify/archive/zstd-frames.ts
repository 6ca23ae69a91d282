import { sumDiffers } from '../codec/checksum.ts';
import { Broken, Unsettled } from '../contract/findings.ts';
import type { Program, Stretch } from '../read/push-parser.ts';

const MAGIC = 0xfd2fb528;
/** Sixteen numbers that begin a frame which readers skip. */
const SKIPPABLE = 0x184d2a50;
const MOST_BLOCK_BYTES = 131_072;
/** The low half of XXH64. */
const SUM_OF_NOTHING = 0x51d8e999;

export interface ZstdFrame {
  /** In the file: from the magic to behind the checksum, if any. */
  from: number;
  to: number;
  hasChecksum: boolean;
  /** Bytes that it says to unpack to. */
  contentBytes: bigint | undefined;
  /** Holds nothing, whatever it says; its checksum, if any, was compared. */
  isEmpty: boolean;
}

/** Walks frames and their blocks without unpacking anything: sizes must tile the file. By RFC 8878. */
export function* zstdFrames(sizeBytes: number, onFrame: (frame: ZstdFrame) => void): Program {
  let at = 0;
  while (at < sizeBytes) {
    const from = at;
    if (sizeBytes - at < 8) throw broken('trailing-bytes', 'what follows is no zstd frame', at);
    const magic = u32(yield 4);
    at += 4;
    if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) {
      const length = u32(yield 4);
      at += 4;
      if (length > sizeBytes - at)
        throw broken('cut-short', 'a skippable frame is longer than the file', from);
      yield skip(length);
      at += length;
      continue;
    }
    if (magic !== MAGIC) throw broken('trailing-bytes', 'what follows is no zstd frame', from);
    const descriptor = (yield 1)[0] as number;
    at += 1;
    if ((descriptor & 0x08) !== 0) throw broken('zstd-header', 'a frame has a reserved flag', from);
    const { window, dictionary, sizeField } = fieldsOf(descriptor);
    yield skip(window);
    if (dictionary > 0) mustNeedNone(yield dictionary, from);
    const contentBytes = sizeField === 0 ? undefined : contentSize(yield sizeField);
    at += window + dictionary + sizeField;
    let isEmpty = true;
    for (let isLast = false; !isLast; ) {
      const [low = 0, middle = 0, high = 0] = yield 3;
      const header = low | (middle << 8) | (high << 16);
      isLast = (header & 1) === 1;
      const length = blockLength(header, at);
      if (length > 0) isEmpty = false;
      if (length + 3 > sizeBytes - at) throw broken('cut-short', 'a block is longer than what is left', at);
      yield skip(length);
      at += 3 + length;
    }
    const hasChecksum = (descriptor & 4) !== 0;
    if (hasChecksum) {
      const stored = u32(yield 4);
      if (isEmpty && stored !== SUM_OF_NOTHING)
        throw sumDiffers('a frame of nothing has the checksum of something', at, {
          stored,
          found: SUM_OF_NOTHING,
        });
      at += 4;
    }
    onFrame({ from, to: at, hasChecksum, contentBytes, isEmpty });
  }
}

function blockLength(header: number, offset: number): number {
  const type = (header >> 1) & 3;
  const bytes = header >>> 3;
  if (type === 3) throw broken('zstd-block', 'a block is of the reserved type', offset);
  if (bytes > MOST_BLOCK_BYTES) throw broken('zstd-block', 'a block is larger than blocks may be', offset);
  return type === 1 ? 1 : bytes;
}

/** Bytes of each field behind the descriptor, in their order. */
function fieldsOf(descriptor: number): { window: number; dictionary: number; sizeField: number } {
  const isSingle = (descriptor & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeField = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  return { window: isSingle ? 0 : 1, dictionary, sizeField };
}

/** A number of zero says as little as none. */
function mustNeedNone(dictionary: Uint8Array, offset: number): void {
  const number = dictionary.reduceRight((sum, byte) => sum * 256 + byte, 0);
  if (number === 0) return;
  const what = 'needs a dictionary that is not in it, so nobody can unpack it with the file alone';
  throw new Unsettled('L1', 'zstd-dictionary', what, { offset, found: `dictionary ${number}` });
}

function contentSize(bytes: Uint8Array): bigint {
  const value = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return bytes.length === 2 ? value + 256n : value;
}

const skip = (bytes: number): Stretch => ({ bytes, sink: () => {} });

const u32 = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);

const broken = (code: string, what: string, offset: number): Broken =>
  new Broken('L1', code, what, { offset });
