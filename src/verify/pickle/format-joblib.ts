import { constants, inflateRawSync } from 'node:zlib';
import { Inflater } from '../codec/inflater.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { NO_TENSORS } from '../contract/verdict.ts';
import { startsWith } from '../read/sniff.ts';
import { wholeFile } from '../tensor/pass.ts';
import { PickleReading } from './pickle-reading.ts';
import { unpacksToPickle } from './sniff.ts';

/** So much of a file is unpacked to see what is in it; deflate makes at most a thousand times as much of it. */
const TASTED_BYTES = 1024;
const GZIP = Uint8Array.of(0x1f, 0x8b);
/**
 * Before joblib 0.10: the length of the unpacked data in hexadecimal, padded to 19 characters (20 in Python 2 before 0.8.5), then a zlib
 * stream: a pickle, or in `_01.npy.z` beside one nothing but the numbers of an array.
 */
const OLD = /^ZF(0x[0-9a-f]{1,16})L? +(?=[^ ])/;
const OLD_HEADER_BYTES = [21, 22];

interface OldHeader {
  bytes: number;
  unpackedBytes: number;
}

function oldHeader(head: Uint8Array): OldHeader | undefined {
  const [header = '', length = ''] = OLD.exec(Buffer.from(head.subarray(0, 40)).toString('latin1')) ?? [];
  const isHeader = OLD_HEADER_BYTES.includes(header.length) && isZlib(head.subarray(header.length));
  return isHeader ? { bytes: header.length, unpackedBytes: Number(length) } : undefined;
}

type Wrapping = 'zlib' | 'gzip';

/** The method is deflate, and the two bytes together a multiple of 31 (RFC 1950). */
const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && first >> 4 <= 7 && (second & 0x20) === 0 && ((first << 8) | second) % 31 === 0;

function wrappingOf(head: Uint8Array): Wrapping | undefined {
  const wrapping = startsWith(head, GZIP) ? 'gzip' : isZlib(head) ? 'zlib' : undefined;
  return wrapping !== undefined && holdsPickle(wrapping, head) ? wrapping : undefined;
}

/** Without the checksum at the end: what follows it is judged when all has been read. */
function holdsPickle(wrapping: Wrapping, head: Uint8Array): boolean {
  const from = wrapping === 'gzip' ? gzipHeaderBytes(head) : 2;
  try {
    const start = inflateRawSync(head.subarray(from, from + TASTED_BYTES), {
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    return unpacksToPickle(new Uint8Array(start));
  } catch {
    return false;
  }
}

/** Ten bytes, then an extra field, a name, a comment and a CRC where the flags say so (RFC 1952). */
function gzipHeaderBytes(head: Uint8Array): number {
  const flags = head[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (head[at] ?? 0) + 256 * (head[at + 1] ?? 0);
  for (const bit of [8, 16]) if ((flags & bit) !== 0) at = Math.max(head.indexOf(0, at), at) + 1;
  return (flags & 2) !== 0 ? at + 2 : at;
}

/** A pickle that `joblib.dump(..., compress=)` wrapped as a whole, or that was gzipped by hand. */
export const joblib: Format = {
  name: 'joblib',
  proves:
    'the zlib or gzip stream to its trailer, nothing behind it, before 0.10 also its length; what is inside as of pickle',
  checksum: 'Adler-32 (zlib) or CRC-32 (gzip) of the whole',

  recognises: ({ head }: Probe) => oldHeader(head) !== undefined || wrappingOf(head) !== undefined,

  async open(subject: Subject): Promise<Walk> {
    const old = oldHeader(subject.head);
    const wrapping = old === undefined ? wrappingOf(subject.head) : 'zlib';
    const holds = old === undefined || holdsPickle('zlib', subject.head.subarray(old.bytes));
    const reading = holds ? new PickleReading(subject, Number.POSITIVE_INFINITY) : undefined;
    const stream = new Unpacking(subject, wrapping ?? 'zlib', { reading, old });
    return {
      checksummed: true,
      reaches: reading === undefined ? 'L2' : 'L3',
      regions: () => [wholeFile(subject, stream)],
      finish: (complete) => reading?.settle(complete),
      tensors: () => reading?.summary ?? NO_TENSORS,
    };
  },
};

class Unpacking {
  readonly #subject: Subject;
  readonly #reading: PickleReading | undefined;
  readonly #old: OldHeader | undefined;
  readonly #inflater: Inflater;
  #out = 0;

  constructor(
    subject: Subject,
    wrapping: Wrapping,
    { reading, old }: { reading: PickleReading | undefined; old: OldHeader | undefined },
  ) {
    this.#subject = subject;
    this.#reading = reading;
    this.#old = old;
    const declared = Number.MAX_SAFE_INTEGER;
    this.#inflater = new Inflater(declared, 0, (piece) => this.#take(piece), wrapping);
  }

  feed(piece: Uint8Array, offset: number): Promise<void> {
    return this.#inflater.feed(piece.subarray(Math.max(0, (this.#old?.bytes ?? 0) - offset)));
  }

  async end(): Promise<void> {
    const used = (this.#old?.bytes ?? 0) + (await this.#inflater.end());
    const { sizeBytes } = this.#subject;
    if (used !== sizeBytes) {
      throw new Broken('L1', 'trailing-bytes', 'bytes follow the compressed stream', {
        offset: used,
        found: `${sizeBytes - used} bytes`,
      });
    }
    const expected = this.#old?.unpackedBytes ?? this.#out;
    if (expected !== this.#out)
      throw new Broken('L2', 'size-lies', 'does not unpack to the length that it says', {
        expected: `${expected} bytes`,
        found: `${this.#out} bytes`,
      });
    this.#reading?.end(undefined, true);
  }

  #take(piece: Uint8Array): void {
    const { expandedBytes } = this.#subject.budgets;
    this.#out += piece.length;
    if (this.#out > expandedBytes) throw overBudget('expandedBytes', expandedBytes, this.#out);
    this.#reading?.feed(piece);
  }
}
