import { Inflater } from '../codec/inflater.ts';
import { readyZstd, zstdDecompress } from '../codec/zstd.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import { type Program, PushParser } from '../read/push-parser.ts';
import { Bzip2Streams } from './bzip2-streams.ts';
import { lzmaStream } from './lzma-alone.ts';
import { asUnpacking, type Unpacking, type UnpackLimits } from './unpacking.ts';
import { structure, type ZipEntry } from './zip-directory.ts';
import { type ZstdFrame, zstdFrames } from './zstd-frames.ts';

/** Of the flags, by method 14: the stream ends with a mark (APPNOTE 4.4.4). */
const HAS_END_MARK = 0x0002;
/** The version of the packer's library, the length of the properties, the properties (APPNOTE 5.8.8). */
const LZMA_HEADER_BYTES = 9;
const PROPERTIES_BYTES = 5;

/**
 * What unpacks a member, or nothing where it is stored. More than the directory declares ends the walk, and so do bytes behind
 * the first stream: Python's reader stops there, others go on.
 *
 * @param from where in the file its data begins
 */
export function unpackingOf(
  entry: ZipEntry,
  from: number,
  limits: UnpackLimits,
  sink: (piece: Uint8Array) => void,
): Unpacking | undefined {
  const { method, compressedBytes, bytes, name } = entry;
  if (method === 'stored') return undefined;
  if (method === 'deflated') return inflating(entry, from, sink);
  let out = 0;
  const bounded = (piece: Uint8Array) => {
    out += piece.length;
    if (out > bytes)
      throw new Broken('L1', 'member-length', `${quoted(name)} unpacks to more than it declares`, {
        offset: entry.offset,
        expected: `${bytes} bytes`,
      });
    sink(piece);
  };
  const to = from + compressedBytes;
  switch (method) {
    case 'bzip2':
      return oneBzip2(entry, new Bzip2Streams(limits, bounded, from));
    case 'lzma':
      return asUnpacking(lzmaMember(entry, from, limits, bounded), { isChecksummed: false });
    case 'zstd':
      return new ZstdMember(entry, to, limits, bounded);
  }
}

function inflating(entry: ZipEntry, from: number, sink: (piece: Uint8Array) => void): Unpacking {
  const inflater = new Inflater(entry.bytes, from, sink);
  return {
    isChecksummed: false,
    feed: (piece) => inflater.feed(piece),
    async end() {
      if ((await inflater.end()) !== entry.compressedBytes) throw surplus(entry);
    },
  };
}

const surplus = ({ name, offset }: ZipEntry): Broken =>
  structure(`bytes follow the compressed data of ${quoted(name)}`, offset);

function oneBzip2(entry: ZipEntry, streams: Bzip2Streams): Unpacking {
  return {
    isChecksummed: true,
    feed: (piece) => streams.feed(piece),
    end(sizeBytes) {
      streams.end(sizeBytes);
      if (streams.count !== 1) throw surplus(entry);
    },
  };
}

function* lzmaMember(
  { flags, bytes, compressedBytes, name }: ZipEntry,
  from: number,
  limits: UnpackLimits,
  sink: (piece: Uint8Array) => void,
): Program {
  const header = (yield LZMA_HEADER_BYTES).slice();
  const view = new DataView(header.buffer);
  const properties = view.getUint16(2, true);
  if (properties !== PROPERTIES_BYTES)
    throw new Broken('L1', 'lzma-broken', `the properties of ${quoted(name)} are not five bytes`, {
      offset: from + 2,
      found: String(properties),
    });
  const declared = (flags & HAS_END_MARK) === 0 ? bytes : undefined;
  const stream = { properties: header[4] as number, windowBytes: view.getUint32(5, true), declared };
  yield* lzmaStream({ ...stream, at: from + LZMA_HEADER_BYTES, to: from + compressedBytes }, limits, sink);
}

/** Held until all of it is there: where Node has no zstd, its stand-in unpacks only what lies in memory. */
class ZstdMember implements Unpacking {
  readonly isChecksummed = false;
  readonly #pieces: Uint8Array[] = [];
  readonly #entry: ZipEntry;
  readonly #to: number;
  readonly #sink: (piece: Uint8Array) => void;

  constructor(entry: ZipEntry, to: number, { windowBytes }: UnpackLimits, sink: (piece: Uint8Array) => void) {
    const held = Math.max(entry.compressedBytes, entry.bytes);
    if (held > windowBytes) throw overBudget('structureBytes', windowBytes, held, entry.offset);
    this.#entry = entry;
    this.#to = to;
    this.#sink = sink;
  }

  feed(piece: Uint8Array): void {
    this.#pieces.push(piece.slice());
  }

  async end(): Promise<void> {
    const { bytes, compressedBytes } = this.#entry;
    const from = this.#to - compressedBytes;
    const packed = Buffer.concat(this.#pieces);
    const frames: ZstdFrame[] = [];
    const parser = new PushParser(zstdFrames(packed.length, (frame) => frames.push(frame)));
    parser.feed(packed, from);
    parser.end(this.#to);
    const [frame] = frames;
    if (frames.length !== 1 || frame === undefined) throw surplus(this.#entry);
    if (frame.isEmpty) return;
    await readyZstd();
    this.#sink(zstdDecompress(packed, Math.max(1, bytes), from));
  }
}
