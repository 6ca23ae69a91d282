import { createHash } from 'node:crypto';
import { hex8, sumDiffers } from '../codec/checksum.ts';
import { crc32 } from '../codec/crc32.ts';
import { Crc64 } from '../codec/crc64.ts';
import { Lzma, lzmaProperties } from '../codec/lzma.ts';
import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import { type Program, PushParser } from '../read/push-parser.ts';
import { XZ_MAGIC } from './packed-magic.ts';
import type { UnpackLimits } from './unpacking.ts';

const FOOTER_MAGIC = Uint8Array.of(0x59, 0x5a);
const LZMA2 = 0x21;
/** Bytes of a check by its number; those between are reserved. */
const CHECK_BYTES = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];
const [NONE, CRC32, CRC64, SHA256] = [0, 1, 4, 10];

interface BlockSizes {
  packed: number;
  unpacked: number;
}

/** One xz stream after another: headers, blocks of LZMA2, their checks, the index and the footer, as the format's text says. */
export class XzStreams {
  parts = 0;
  /** Every stream has a check of its content that we know. */
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
      const from = this.#at;
      const four = (yield* this.#take(Math.min(4, this.#sizeBytes - from))).slice();
      // Between streams zeros may stand, by fours.
      if (this.parts > 0 && four.length === 4 && four.every((byte) => byte === 0)) continue;
      if (four.length < 4 || four.some((byte, i) => byte !== XZ_MAGIC[i]))
        throw new Broken('L1', 'trailing-bytes', 'what follows is no xz stream', { offset: from });
      yield* this.#stream(four, from);
      this.parts += 1;
    }
  }

  *#stream(four: Uint8Array, from: number): Program {
    const header = Buffer.concat([four, yield* this.#take(8)]);
    if (XZ_MAGIC.some((byte, i) => header[i] !== byte))
      throw new Broken('L1', 'trailing-bytes', 'what follows is no xz stream', { offset: from });
    const check = header[7] as number;
    if (header[6] !== 0 || check > 15) throw broken('a header has flags that mean nothing', from);
    mustBe(crc32(header.subarray(6, 8), 0), u32(header, 8), 'a stream’s header', from);
    if (check !== CRC32 && check !== CRC64 && check !== SHA256) {
      this.isChecksummed = false;
      if (check !== NONE)
        throw new Unsettled('L1', 'xz-check', 'has a check that we do not know', { found: String(check) });
    }
    const blocks: BlockSizes[] = [];
    for (;;) {
      const at = this.#at;
      const size = (yield* this.#take(1))[0] as number;
      if (size === 0) {
        yield* this.#index(blocks, at);
        yield* this.#footer(this.#at - at, header.subarray(6, 8));
        return;
      }
      blocks.push(yield* this.#block(size, check, at));
      const { objects } = this.#limits;
      if (blocks.length > objects) throw overBudget('objects', objects, blocks.length, at);
    }
  }

  *#block(size: number, check: number, from: number): Program<BlockSizes> {
    const header = Buffer.concat([Uint8Array.of(size), yield* this.#take(size * 4 + 3)]);
    mustBe(crc32(header.subarray(0, -4), 0), u32(header, header.length - 4), 'a block’s header', from);
    const { windowBytes, packed: saysPacked, unpacked: saysUnpacked } = blockHeader(header, from);
    const dataAt = this.#at;
    const sum = checkOf(check);
    let unpacked = 0;
    const lzma = new Lzma(windowBytes, this.#limits.windowBytes, (piece) => {
      unpacked += piece.length;
      sum.add(piece);
      this.#sink(piece);
    });
    yield* this.#chunks(lzma);
    const packed = this.#at - dataAt;
    const isAsSaid = (said: number | undefined, found: number) => said === undefined || said === found;
    if (!isAsSaid(saysPacked, packed) || !isAsSaid(saysUnpacked, unpacked))
      throw new Broken('L1', 'member-length', 'a block is not as long as it says', { offset: from });
    yield* this.#zeros((4 - (packed % 4)) % 4);
    const checkAt = this.#at;
    const bytes = CHECK_BYTES[check] as number;
    const stored = Buffer.from(yield* this.#take(bytes));
    const expected = (check === SHA256 ? stored : stored.reverse()).toString('hex');
    const found = check === NONE ? expected : sum.hex();
    if (expected !== found) {
      const what = 'the content is not what was packed: its check differs';
      throw new Broken('L1', 'crc-mismatch', what, { offset: checkAt, expected, found });
    }
    return { packed: header.length + packed + bytes, unpacked };
  }

  /** LZMA2: pieces of LZMA and of bytes as they are, and a zero at the end. */
  *#chunks(lzma: Lzma): Program {
    let isFirst = true;
    for (;;) {
      const at = this.#at;
      const control = (yield* this.#take(1))[0] as number;
      if (control === 0) return;
      const empties = control === 1 || control >= 0xe0;
      if ((control > 2 && control < 0x80) || (isFirst && !empties))
        throw broken('a piece of a block means nothing where it stands', at);
      isFirst = false;
      if (empties) lzma.emptyWindow();
      const low = u16be(yield* this.#take(2));
      if (control < 0x80) {
        lzma.put(yield* this.#take(low + 1));
        continue;
      }
      const unpacked = (control & 0x1f) * 65_536 + low + 1;
      const packed = u16be(yield* this.#take(2)) + 1;
      if (control >= 0xc0) {
        const properties = lzmaProperties((yield* this.#take(1))[0] as number, this.#at);
        if (properties.lc + properties.lp > 4) throw broken('its properties mean nothing', at);
        lzma.begin(properties);
      } else if (control >= 0xa0) lzma.again(at);
      if (packed < 5) throw broken('a piece of a block is too short', at);
      const input = yield* this.#take(packed);
      lzma.start(input.subarray(0, 5), at);
      const isEnd = lzma.decode(input.subarray(5), unpacked, true, at);
      lzma.rest();
      if (isEnd || lzma.at !== packed - 5 || !lzma.isAtRest)
        throw broken('a piece of a block does not end where it says', at);
    }
  }

  *#index(blocks: readonly BlockSizes[], from: number): Program {
    let crc = crc32(Uint8Array.of(0), 0);
    const take = function* (this: XzStreams, bytes: number): Program<Uint8Array> {
      const taken = yield* this.#take(bytes);
      crc = crc32(taken, crc);
      return taken;
    }.bind(this);
    const wrong = () => broken('the index does not list the blocks that are there', from);
    if ((yield* number(take, from)) !== blocks.length) throw wrong();
    for (const { packed, unpacked } of blocks)
      for (const size of [packed, unpacked]) if ((yield* number(take, from)) !== size) throw wrong();
    while ((this.#at - from) % 4 !== 0) if ((yield* take(1))[0] !== 0) throw wrong();
    mustBe(crc, u32(yield* this.#take(4), 0), 'the index', from);
  }

  *#footer(indexBytes: number, flags: Uint8Array): Program {
    const at = this.#at;
    const footer = (yield* this.#take(12)).slice();
    mustBe(crc32(footer.subarray(4, 10), 0), u32(footer, 0), 'a stream’s end', at);
    const isRight =
      (u32(footer, 4) + 1) * 4 === indexBytes &&
      flags.every((byte, i) => footer[8 + i] === byte) &&
      FOOTER_MAGIC.every((byte, i) => footer[10 + i] === byte);
    if (!isRight) throw broken('a stream’s end does not belong to its start', at);
  }

  *#zeros(bytes: number): Program {
    const at = this.#at;
    if ((yield* this.#take(bytes)).some((byte) => byte !== 0)) throw broken('zeros that align are none', at);
  }

  /** The bytes are only valid until the next ones are asked for. */
  *#take(bytes: number): Program<Uint8Array> {
    if (bytes > this.#sizeBytes - this.#at)
      throw new Broken('L1', 'cut-short', 'the file ends inside an xz stream', { offset: this.#at });
    this.#at += bytes;
    return bytes === 0 ? new Uint8Array(0) : yield bytes;
  }
}

/** What fits into memory, unpacked. @param offset of it in the file, for messages */
export function xzDecompress(packed: Uint8Array, mostBytes: number, offset: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const limits = { expandedBytes: mostBytes, windowBytes: mostBytes, objects: packed.length };
  const streams = new XzStreams(packed.length, limits, (piece) => {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Broken('L1', 'xz-broken', 'unpacks to more than it may', { offset });
    pieces.push(piece.slice());
  });
  const parser = new PushParser(streams.read());
  parser.feed(packed, offset);
  parser.end(offset + packed.length);
  return Buffer.concat(pieces);
}

interface BlockHeader {
  windowBytes: number;
  /** What the block says of itself, where it does. */
  packed: number | undefined;
  unpacked: number | undefined;
}

function blockHeader(header: Uint8Array, from: number): BlockHeader {
  const flags = header[1] as number;
  if ((flags & 0x3c) !== 0) throw broken('a block’s header has flags that mean nothing', from);
  let at = 2;
  const next = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = header[at] ?? 0x80;
      at += 1;
      if (at > header.length - 4 || scale > 2 ** 56) throw broken('a block’s header is too short', from);
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  const packed = (flags & 0x40) === 0 ? undefined : next();
  const unpacked = (flags & 0x80) === 0 ? undefined : next();
  const filter = next();
  if ((flags & 3) !== 0 || filter !== LZMA2)
    throw new Unsettled('L1', 'xz-filter', 'is packed by another filter than LZMA2', {
      offset: from,
      found: `0x${filter.toString(16)}`,
    });
  if (next() !== 1) throw broken('the properties of LZMA2 are not one byte', from);
  const bits = header[at] as number;
  at += 1;
  if (bits > 40 || header.subarray(at, -4).some((byte) => byte !== 0))
    throw broken('a block’s header means nothing', from);
  return {
    windowBytes: bits === 40 ? 2 ** 32 - 1 : (2 | (bits & 1)) * 2 ** ((bits >> 1) + 11),
    packed,
    unpacked,
  };
}

/** Seven bits in each byte, the low ones first. */
function* number(take: (bytes: number) => Program<Uint8Array>, offset: number): Program<number> {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    if (scale > 2 ** 56) throw broken('a number is too long', offset);
    const byte = (yield* take(1))[0] as number;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
  }
}

interface Sum {
  add(bytes: Uint8Array): void;
  hex(): string;
}

function checkOf(check: number): Sum {
  if (check === CRC64) return new Crc64();
  if (check === SHA256) {
    const hash = createHash('sha256');
    return { add: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
  }
  let crc = 0;
  const add = (bytes: Uint8Array) => {
    crc = crc32(bytes, crc);
  };
  return { add: check === NONE ? () => {} : add, hex: () => hex8(crc) };
}

const u16be = (bytes: Uint8Array): number => (bytes[0] as number) * 256 + (bytes[1] as number);

const u32 = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(at, true);

function mustBe(found: number, stored: number, what: string, offset: number): void {
  if (found !== stored) throw sumDiffers(`${what} is not of its CRC-32`, offset, { stored, found });
}

const broken = (what: string, offset: number): Broken => new Broken('L1', 'xz-broken', what, { offset });
