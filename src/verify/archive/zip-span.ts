import { sumDiffers } from '../codec/checksum.ts';
import { crc32 } from '../codec/crc32.ts';
import { combineCrc32 } from '../codec/crc32-combine.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import type { BulkSlice } from '../tensor/bulk.ts';
import type { ElementScan } from '../tensor/element-scan.ts';
import type { Region } from '../tensor/pass.ts';
import type { Unpacking } from './unpacking.ts';
import {
  extraFields,
  REFUSED_FLAGS,
  refusedFlags,
  structure,
  viewOf,
  wide,
  ZIP_METHODS,
  type ZipEntry,
} from './zip-directory.ts';
import { isPadding, PADDING_ID, unknownExtra } from './zip-entry-rules.ts';
import { unpackLimits } from './zip-member.ts';
import { unpackingOf } from './zip-packing.ts';

/** Takes a member's content as it is read. */
export interface MemberSink {
  /** `fileOffset` is -1 for unpacked content. */
  feed(piece: Uint8Array, fileOffset: number): void;
  /** `intact`: the content has the CRC and the length that the directory gives. */
  end(intact: boolean): void;
  /** Set when feeding does nothing but scan, so that workers may do it in slices. */
  scan?: Pick<ElementScan, 'spec' | 'join'> | undefined;
}

export interface SpanRules {
  /** Skip the comparison of CRCs: no member has one. */
  crcOff: boolean;
  /** Data of stored members must begin at a multiple of this. */
  alignment?: number;
  subject: Pick<Subject, 'findings' | 'reader' | 'budgets'>;
  /** Shared by all members of the file. */
  expansion: { bytes: number; limit: number };
}

const LOCAL_BYTES = 30;
const LONGEST_TRAILER = 24;
const NOTHING = new Uint8Array(0);
const HAS_DESCRIPTOR = 0x0008;

/**
 * Everything from one local header to the next: header, name, extra field, data, descriptor, and nothing else. Verifies
 * that the local header repeats the directory and that the content has the CRC it claims.
 */
export class ZipSpan implements Region {
  readonly offset: number;
  readonly length: number;
  readonly #entry: ZipEntry;
  readonly #rules: SpanRules;
  readonly #sink: MemberSink | undefined;
  #unpacking: Unpacking | undefined;
  #stage: 'header' | 'names' | 'data' | 'trailer' = 'header';
  /** A header or trailer that is not all here yet, or one that lies in the piece at hand. */
  #kept: Uint8Array = NOTHING;
  #wanted = LOCAL_BYTES;
  #keptBytes = 0;
  #dataLeft = 0;
  #headerBytes = 0;
  #out = 0;
  #crc = 0;

  constructor(entry: ZipEntry, rules: SpanRules, sink?: MemberSink) {
    this.offset = entry.offset;
    this.length = entry.spanEnd - entry.offset;
    this.#entry = entry;
    this.#rules = rules;
    this.#sink = sink;
  }

  /**
   * The span cut at its data, where the directory's reader found out where that is (`locateLarge`): header, data that workers
   * may take, and what follows.
   */
  regions(): Region[] {
    const { dataOffset, bytes, spanEnd } = this.#entry;
    const scan = this.#sink?.scan;
    if (dataOffset === undefined || (this.#sink !== undefined && scan === undefined)) return [this];
    const dataEnd = dataOffset + bytes;
    const feed = (piece: Uint8Array, offset: number) => this.feed(piece, offset);
    return [
      { offset: this.offset, length: dataOffset - this.offset, feed, end: () => this.#mustBeAtData() },
      {
        offset: dataOffset,
        length: bytes,
        feed,
        end: () => {},
        bulk: {
          crc: !this.#rules.crcOff,
          scan: scan?.spec,
          took: (slice) => this.#tookSlice(slice),
        },
      },
      { offset: dataEnd, length: spanEnd - dataEnd, feed, end: () => this.end() },
    ];
  }

  feed(piece: Uint8Array, fileOffset: number): void | Promise<void> {
    let at = 0;
    while (at < piece.length) {
      if (this.#stage === 'data') {
        const length = Math.min(this.#dataLeft, piece.length - at);
        const pending = this.#data(piece.subarray(at, at + length), fileOffset + at);
        at += length;
        if (pending !== undefined) return pending.then(() => this.feed(piece.subarray(at), fileOffset + at));
      } else {
        at += this.#collect(piece.subarray(at), fileOffset + at);
      }
    }
  }

  end(): void | Promise<void> {
    if (this.#stage === 'header' || this.#stage === 'names')
      throw structure('a local header is cut', this.offset);
    const unpacked = this.#unpacking?.end(this.offset + this.#headerBytes + this.#entry.compressedBytes);
    if (unpacked !== undefined) return unpacked.then(() => this.#judgeContent());
    this.#judgeContent();
  }

  #judgeContent(): void {
    const entry = this.#entry;
    const lengthRight = this.#out === entry.bytes;
    const crcRight = this.#rules.crcOff || this.#crc === entry.crc;
    if (!lengthRight) {
      const what = `${quoted(entry.name)} has another length than declared`;
      this.#rules.subject.findings.fail('L1', 'member-length', what, {
        offset: this.offset,
        expected: `${entry.bytes} bytes`,
        found: `${this.#out} bytes`,
      });
    } else if (!crcRight) {
      const what = `${quoted(entry.name)} is not what was written: its CRC-32 differs`;
      this.#rules.subject.findings.caught(
        sumDiffers(what, this.offset, { stored: entry.crc, found: this.#crc }),
      );
    }
    this.#sink?.end(lengthRight && crcRight);
    this.#judgeTrailer(this.#kept.subarray(0, this.#keptBytes));
  }

  #mustBeAtData(): void {
    const right = this.#stage === 'data' || (this.#stage === 'trailer' && this.#entry.bytes === 0);
    if (!right || this.offset + this.#headerBytes !== this.#entry.dataOffset)
      throw structure('a local header is not as long as it was a moment ago', this.offset);
  }

  #tookSlice({ bytes, crc = 0, scan }: BulkSlice): void {
    this.#out += bytes;
    this.#dataLeft -= bytes;
    if (!this.#rules.crcOff) this.#crc = combineCrc32(this.#crc, crc, bytes);
    if (scan !== undefined) this.#sink?.scan?.join(scan);
    if (this.#dataLeft === 0) this.#startTrailer();
  }

  /** Gathers a header or trailer; where all of it lies in the piece, nothing is copied. Returns the bytes taken. */
  #collect(piece: Uint8Array, fileOffset: number): number {
    if (this.#stage === 'trailer') return this.#collectTrailer(piece, fileOffset);
    const kept = this.#keptBytes;
    const length = Math.min(this.#wanted - kept, piece.length);
    this.#kept =
      kept === 0 ? piece.subarray(0, length) : Buffer.concat([this.#kept, piece.subarray(0, length)]);
    this.#keptBytes = kept + length;
    if (this.#keptBytes < this.#wanted) this.#kept = this.#kept.slice();
    else if (this.#stage === 'names') this.#endNames();
    else return length + this.#endHeader(piece, length);
    return length;
  }

  /** Returns how much more of the piece was taken. */
  #endHeader(piece: Uint8Array, taken: number): number {
    const header = viewOf(this.#kept);
    if (header.getUint32(0, true) !== 0x04034b50)
      throw structure('a local header has no signature', this.offset);
    this.#wanted = LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
    this.#stage = 'names';
    const more = this.#wanted - LOCAL_BYTES;
    if (taken === LOCAL_BYTES && piece.length >= this.#wanted) {
      this.#kept = piece.subarray(0, this.#wanted);
      this.#keptBytes = this.#wanted;
      this.#endNames();
      return more;
    }
    this.#kept = this.#kept.slice();
    if (more === 0) this.#endNames();
    return 0;
  }

  #collectTrailer(piece: Uint8Array, fileOffset: number): number {
    if (this.#keptBytes + piece.length > LONGEST_TRAILER) {
      throw structure(`bytes that belong to no member follow ${quoted(this.#entry.name)}`, fileOffset);
    }
    this.#kept = Buffer.concat([this.#kept, piece]);
    this.#keptBytes += piece.length;
    return piece.length;
  }

  #endNames(): void {
    const entry = this.#entry;
    const dataOffset = this.offset + this.#kept.length;
    this.#headerBytes = this.#kept.length;
    this.#judgeLocal(viewOf(this.#kept), dataOffset);
    if (dataOffset + entry.compressedBytes > entry.spanEnd) {
      throw structure(`${quoted(entry.name)} overlaps what follows it`, this.offset);
    }
    this.#dataLeft = entry.compressedBytes;
    const limits = unpackLimits(this.#rules.subject.budgets);
    this.#unpacking = unpackingOf(entry, dataOffset, limits, (piece) => this.#content(piece, -1));
    this.#stage = 'data';
    if (this.#dataLeft === 0) this.#startTrailer();
  }

  #judgeLocal(header: DataView, dataOffset: number): void {
    const entry = this.#entry;
    const flags = header.getUint16(6, true);
    if ((flags & REFUSED_FLAGS) !== 0) throw refusedFlags(entry.name, flags, this.offset);
    const nameLength = header.getUint16(26, true);
    const name = this.#kept.subarray(LOCAL_BYTES, LOCAL_BYTES + nameLength);
    const extra = this.#kept.subarray(LOCAL_BYTES + nameLength);
    const sameName = Buffer.from(entry.name, entry.nameIn).equals(name);
    const sameMethod = ZIP_METHODS.get(header.getUint16(8, true)) === entry.method;
    const version = header.getUint16(4, true);
    // Python asks for the version that knows 64 bits in the directory alone, of each member beyond 2 GiB.
    const sameVersion = version === entry.version || (entry.isWide && version < entry.version);
    const sameRest = sameVersion && header.getUint32(10, true) === entry.timeAndDate;
    const sameFlags = flags === entry.flags;
    if (!sameName || !sameMethod || !sameFlags || !sameRest || !this.#sameSizes(header, extra, flags)) {
      const what = `the header before ${quoted(entry.name)} does not repeat the directory`;
      throw new Broken('L1', 'local-differs', what, { offset: this.offset });
    }
    if (entry.nameIn !== 'utf8') {
      const what = `${quoted(entry.name)} has a name in letters that the archive does not tell: readers call it differently`;
      this.#rules.subject.findings.degraded('L1', 'zip-name', what, { offset: this.offset });
    }
    this.#judgeExtra(extraFields(extra, this.offset));
    const { alignment } = this.#rules;
    if (alignment !== undefined && entry.bytes > 0 && dataOffset % alignment !== 0) {
      const what = `${quoted(entry.name)} is not aligned to ${alignment} bytes`;
      this.#rules.subject.findings.note('L1', 'misaligned', what, { offset: dataOffset });
    }
  }

  #judgeExtra(fields: { id: number; bytes: Uint8Array }[]): void {
    const { name, nameIn, unknownExtra: inDirectory } = this.#entry;
    // PyTorch aligns data with an extra field of the letter Z.
    if (fields.some(({ id, bytes }) => id === PADDING_ID && !isPadding(bytes)))
      throw structure('padding is not what it should be', this.offset);
    for (const id of new Set([...inDirectory, ...unknownExtra(fields, { name, nameIn }, this.offset)])) {
      const found = `0x${id.toString(16).padStart(4, '0')}`;
      const what = `${quoted(name)} has an extra field that nothing explains`;
      this.#rules.subject.findings.degraded('L1', 'unknown-extra', what, { offset: this.offset, found });
    }
  }

  #sameSizes(header: DataView, extra: Uint8Array, flags: number): boolean {
    const { crc, compressedBytes, bytes } = this.#entry;
    const sizes = [header.getUint32(22, true), header.getUint32(18, true)];
    const [size = -1, compressed = -1] = wide(extra, sizes, this.offset);
    // What the descriptor tells may be left open; some writers knew the size and not yet the rest.
    const mayBeOpen = (flags & HAS_DESCRIPTOR) !== 0;
    const fits = (field: number, value: number) => field === value || (mayBeOpen && field === 0);
    return fits(header.getUint32(14, true), crc) && fits(size, bytes) && fits(compressed, compressedBytes);
  }

  #data(piece: Uint8Array, fileOffset: number): void | Promise<void> {
    this.#dataLeft -= piece.length;
    const unpacking = this.#unpacking;
    const done =
      unpacking === undefined ? this.#content(piece, fileOffset) : unpacking.feed(piece, fileOffset);
    if (this.#dataLeft === 0) this.#startTrailer();
    return done;
  }

  #content(piece: Uint8Array, fileOffset: number): void {
    const { expansion, crcOff, subject } = this.#rules;
    this.#out += piece.length;
    if (fileOffset < 0) {
      expansion.bytes += piece.length;
      // Much may come out of little, and nothing is read meanwhile.
      subject.reader.throwIfStopped();
    }
    if (expansion.bytes > expansion.limit)
      throw overBudget('expandedBytes', expansion.limit, expansion.bytes, this.offset);
    if (!crcOff) this.#crc = crc32(piece, this.#crc);
    this.#sink?.feed(piece, fileOffset);
  }

  #startTrailer(): void {
    this.#stage = 'trailer';
    this.#kept = NOTHING;
    this.#keptBytes = 0;
  }

  /** A data descriptor, with or without its signature, of 32- or 64-bit sizes; or nothing. */
  #judgeTrailer(bytes: Uint8Array): void {
    const { name, flags, crc, compressedBytes, bytes: size } = this.#entry;
    const expected = (flags & HAS_DESCRIPTOR) !== 0;
    if (!expected && bytes.length === 0) return;
    const view = viewOf(bytes);
    const signed = bytes.length % 8 === 0 && bytes.length > 0 && view.getUint32(0, true) === 0x08074b50;
    const at = signed ? 4 : 0;
    const isWide = bytes.length - at === 20;
    const fits = expected && (isWide || bytes.length - at === 12);
    const number = (offset: number) =>
      isWide ? Number(view.getBigUint64(offset, true)) : view.getUint32(offset, true);
    const right =
      fits &&
      view.getUint32(at, true) === crc &&
      number(at + 4) === compressedBytes &&
      number(at + (isWide ? 12 : 8)) === size;
    if (right) return;
    throw structure(
      `what follows ${quoted(name)} is not its data descriptor`,
      this.#entry.spanEnd - bytes.length,
    );
  }
}
