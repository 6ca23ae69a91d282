import { sumDiffers } from '../codec/checksum.ts';
import { crc32c, masked } from '../codec/crc32c.ts';
import type { ByteSink } from '../codec/protobuf.ts';
import { Varint } from '../codec/varint.ts';
import { Broken } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';
import { ElementScan } from '../tensor/element-scan.ts';
import { readScalar } from '../tensor/element-values.ts';
import { mayNotBeNegative, type TensorJudge } from '../tensor/judge.ts';
import type { Region } from '../tensor/pass.ts';
import type { BundleEntry } from './bundle-entry.ts';

const CRC_BYTES = 4;
const MOST_IN_FOUR_BYTES = 2 ** 32 - 1;

/** A tensor of numbers: scanned as it goes by, and held against its CRC. */
export function numbersRegion(
  subject: Subject,
  { entry, dtype, littleEndian }: { entry: BundleEntry; dtype: Dtype; littleEndian: boolean },
  judge: TensorJudge,
  offer: (name: string, value: number) => void,
): Region {
  const { name, shape, elements, offset, size } = entry;
  let crc = 0;
  const scan = new ElementScan(dtype, {
    ...subject.scanning,
    littleEndian,
    countNegative: mayNotBeNegative([name]),
    mostBytes: size,
    firstBytes: elements === 1,
  });
  return {
    offset,
    length: size,
    feed(piece) {
      crc = crc32c(piece, crc);
      scan.feed(piece);
    },
    end() {
      const result = scan.finish();
      mustHaveItsCrc(entry, crc);
      const value = elements === 1 ? readScalar(dtype, result.firstBytes, littleEndian) : undefined;
      if (value !== undefined) offer(name, value);
      judge.take({ names: [name], dtype, shape, elements, fileOffset: offset, scan: result, proven: true });
    },
  };
}

/**
 * A tensor of strings: their lengths as varints, a masked CRC-32C of the lengths as fixed-size numbers (four bytes each;
 * eight for what needs them), the bytes. The tensor's CRC goes over the numbers, that CRC and the bytes. From TensorFlow's
 * bundle writer.
 */
export class StringsRegion implements Region {
  readonly offset: number;
  readonly length: number;
  readonly #entry: BundleEntry;
  readonly #subject: Subject;
  readonly #inner: ((length: number, at: number) => ByteSink) | undefined;
  readonly #print: ElementScan;
  readonly #varint = new Varint();
  readonly #number = new Uint8Array(8);
  readonly #stored = new Uint8Array(CRC_BYTES);
  #lengthsLeft: number;
  #crcLeft = CRC_BYTES;
  #bytes = 0;
  #bytesLeft = 0;
  #crc = 0;
  #sink: ByteSink | undefined;

  /** @param inner takes the bytes of all strings, one after the other */
  constructor(subject: Subject, entry: BundleEntry, inner?: (length: number, at: number) => ByteSink) {
    this.offset = entry.offset;
    this.length = entry.size;
    this.#entry = entry;
    this.#subject = subject;
    this.#inner = inner;
    this.#lengthsLeft = entry.elements;
    this.#print = new ElementScan(DTYPES.u8, {
      littleEndian: true,
      countNegative: false,
      mostBytes: entry.size,
    });
  }

  feed(piece: Uint8Array, at: number): void {
    let i = this.#takeLengths(piece, at);
    this.#print.feed(piece.subarray(0, i));
    i += this.#takeLengthsCrc(piece.subarray(i), at + i);
    const bytes = piece.subarray(i);
    if (bytes.length === 0) return;
    if (bytes.length > this.#bytesLeft) throw this.#notItsSize(at + i);
    this.#sink ??= this.#inner?.(this.#bytes, at + i);
    this.#crc = crc32c(bytes, this.#crc);
    this.#print.feed(bytes);
    this.#sink?.bytes(bytes, at + i);
    this.#bytesLeft -= bytes.length;
  }

  end(): void {
    const { name, shape } = this.#entry;
    if (this.#lengthsLeft > 0 || this.#crcLeft > 0 || this.#bytesLeft > 0)
      throw this.#notItsSize(this.offset);
    mustHaveItsCrc(this.#entry, this.#crc);
    this.#sink?.done?.(this.offset + this.length);
    const { fingerprint } = this.#print.finish();
    this.#subject.table.add({ name, dtype: 'string', shape, fingerprint, nonFinite: 0 });
  }

  #takeLengths(piece: Uint8Array, at: number): number {
    let i = 0;
    for (; i < piece.length && this.#lengthsLeft > 0; i += 1) {
      if (!this.#varint.add(piece[i] as number, at + i + 1)) continue;
      const length = this.#varint.toNumber();
      this.#varint.reset();
      this.#lengthsLeft -= 1;
      this.#bytes += length;
      if (this.#bytes > this.length) throw this.#notItsSize(at + i);
      this.#countIn(length);
    }
    this.#bytesLeft = this.#bytes;
    return i;
  }

  #countIn(length: number): void {
    const view = new DataView(this.#number.buffer);
    view.setUint32(0, length % 2 ** 32, true);
    view.setUint32(4, Math.floor(length / 2 ** 32), true);
    this.#crc = crc32c(this.#number.subarray(0, length <= MOST_IN_FOUR_BYTES ? 4 : 8), this.#crc);
  }

  #takeLengthsCrc(piece: Uint8Array, at: number): number {
    if (this.#lengthsLeft > 0 || this.#crcLeft === 0) return 0;
    const count = Math.min(this.#crcLeft, piece.length);
    this.#stored.set(piece.subarray(0, count), CRC_BYTES - this.#crcLeft);
    this.#crcLeft -= count;
    if (this.#crcLeft > 0) return count;
    const stored = new DataView(this.#stored.buffer).getUint32(0, true);
    if (stored !== masked(this.#crc)) throw mismatch(this.#entry, at, { stored, found: masked(this.#crc) });
    this.#crc = crc32c(this.#stored, this.#crc);
    return count;
  }

  #notItsSize(at: number): Broken {
    const what = `${quoted(this.#entry.name)} holds strings of other lengths than its size`;
    return new Broken('L2', 'tensor-size', what, { offset: at });
  }
}

function mustHaveItsCrc(entry: BundleEntry, crc: number): void {
  const found = masked(crc);
  if (found !== entry.crc) throw mismatch(entry, entry.offset, { stored: entry.crc, found });
}

const mismatch = ({ name }: BundleEntry, offset: number, sums: { stored: number; found: number }): Broken =>
  sumDiffers(`${quoted(name)} does not have the CRC that the index carries`, offset, sums);
