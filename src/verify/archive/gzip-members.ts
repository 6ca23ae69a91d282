import { sumDiffers } from '../codec/checksum.ts';
import { crc32 } from '../codec/crc32.ts';
import { Inflater } from '../codec/inflater.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import type { Unpacking, UnpackLimits } from './unpacking.ts';

const FIXED_BYTES = 10;
const TRAILER_BYTES = 8;
/** A name and a comment, in practice; an extra field is at most 64 KiB. */
const MOST_HEADER_BYTES = 256 * 1024;
const [HEADER_CRC, EXTRA, NAME, COMMENT, RESERVED] = [0x02, 0x04, 0x08, 0x10, 0xe0];

/**
 * One gzip member after another as the bytes go by (RFC 1952): header, deflated content, CRC-32 and length modulo 2^32.
 * `onContent` gets the content of all of them, as one.
 */
export class GzipMembers implements Unpacking {
  readonly isChecksummed = true;
  members = 0;
  expandedBytes = 0;
  readonly #limits: UnpackLimits;
  readonly #onContent: (piece: Uint8Array) => void;
  #stage: 'header' | 'content' | 'trailer' = 'header';
  #kept: Uint8Array = new Uint8Array(0);
  #start = 0;
  #inflater: Inflater | undefined;
  #crc = 0;
  #length = 0;

  constructor(limits: UnpackLimits, onContent: (piece: Uint8Array) => void) {
    this.#limits = limits;
    this.#onContent = onContent;
  }

  async feed(piece: Uint8Array, fileOffset: number): Promise<void> {
    for (let at = 0; at < piece.length; ) {
      const rest = piece.subarray(at);
      if (this.#stage === 'content') at += await this.#content(rest);
      else at += this.#collect(rest, fileOffset + at);
    }
  }

  end(offset: number): void {
    if (this.#stage === 'header' && this.#kept.length === 0 && this.members > 0) return;
    throw new Broken('L1', 'cut-short', 'ends in the middle of a gzip member', { offset });
  }

  /** @returns bytes taken */
  #collect(rest: Uint8Array, offset: number): number {
    const before = this.#kept.length;
    if (before === 0 && this.#stage === 'header') this.#start = offset;
    const whole = before === 0 ? rest : Buffer.concat([this.#kept, rest]);
    const length = this.#stage === 'trailer' ? TRAILER_BYTES : headerLength(whole, this.#start);
    if (length === undefined || whole.length < length) {
      if (whole.length > MOST_HEADER_BYTES)
        throw overBudget('gzipHeaderBytes', MOST_HEADER_BYTES, whole.length, this.#start);
      this.#kept = whole.slice();
      return rest.length;
    }
    this.#kept = new Uint8Array(0);
    if (this.#stage === 'trailer') this.#judge(whole.subarray(0, length), offset - before);
    else this.#begin(offset - before + length);
    return length - before;
  }

  #begin(dataOffset: number): void {
    this.members += 1;
    if (this.members > this.#limits.objects)
      throw overBudget('objects', this.#limits.objects, this.members, this.#start);
    this.#crc = 0;
    this.#length = 0;
    this.#inflater = new Inflater(Number.MAX_SAFE_INTEGER, dataOffset, (piece) => {
      this.#crc = crc32(piece, this.#crc);
      this.#length += piece.length;
      this.expandedBytes += piece.length;
      const { expandedBytes } = this.#limits;
      if (this.expandedBytes > expandedBytes)
        throw overBudget('expandedBytes', expandedBytes, this.expandedBytes, this.#start);
      this.#onContent(piece);
    });
    this.#stage = 'content';
  }

  async #content(rest: Uint8Array): Promise<number> {
    const inflater = this.#inflater as Inflater;
    const before = inflater.usedBytes;
    await inflater.feed(rest);
    if (!inflater.isEnded) return rest.length;
    this.#inflater = undefined;
    this.#stage = 'trailer';
    return inflater.usedBytes - before;
  }

  #judge(trailer: Uint8Array, offset: number): void {
    const view = new DataView(trailer.buffer, trailer.byteOffset, TRAILER_BYTES);
    const [crc, length] = [view.getUint32(0, true), view.getUint32(4, true)];
    if (crc !== this.#crc)
      throw sumDiffers('the content is not what was packed: its CRC-32 differs', offset, {
        stored: crc,
        found: this.#crc,
      });
    if (length !== this.#length % 2 ** 32)
      throw new Broken('L1', 'member-length', 'the content is not as long as its member says', {
        offset: offset + 4,
        expected: `${length} bytes`,
        found: `${this.#length % 2 ** 32} bytes`,
      });
    this.#stage = 'header';
  }
}

/** `undefined` while more bytes are needed to know. */
function headerLength(bytes: Uint8Array, offset: number): number | undefined {
  const known = bytes.subarray(0, 3);
  const isMagic = known.every((byte, i) => byte === [0x1f, 0x8b, 8][i]);
  if (!isMagic) throw new Broken('L1', 'trailing-bytes', 'what follows is no gzip member', { offset });
  if (bytes.length < FIXED_BYTES) return undefined;
  const flags = bytes[3] as number;
  if ((flags & RESERVED) !== 0)
    throw new Broken('L1', 'gzip-header', 'a header has flags that mean nothing', { offset });
  let at: number | undefined = FIXED_BYTES;
  if ((flags & EXTRA) !== 0) {
    if (bytes.length < at + 2) return undefined;
    at += 2 + (bytes[at] as number) + 256 * (bytes[at + 1] as number);
  }
  for (const text of [NAME, COMMENT]) {
    if ((flags & text) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  if ((flags & HEADER_CRC) === 0) return at;
  if (bytes.length < at + 2) return undefined;
  const claimed = (bytes[at] as number) + 256 * (bytes[at + 1] as number);
  if ((crc32(bytes.subarray(0, at), 0) & 0xffff) !== claimed)
    throw new Broken('L1', 'gzip-header', 'a header is not of its checksum', { offset });
  return at + 2;
}
