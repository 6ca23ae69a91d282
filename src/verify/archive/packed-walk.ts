import type { Level } from '../../evidence-level.ts';
import { Inflater } from '../codec/inflater.ts';
import { expansionLimit, unpackedInMemory } from '../contract/expansion.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import type { TensorSummary } from '../contract/verdict.ts';
import { PickleReading } from '../pickle/pickle-reading.ts';
import { unpacksToPickle } from '../pickle/sniff.ts';
import { wholeFile } from '../tensor/pass.ts';
import { Bzip2Streams } from './bzip2-streams.ts';
import { GzipMembers } from './gzip-members.ts';
import { Lz4Frames } from './lz4-frames.ts';
import { lzmaAlone } from './lzma-alone.ts';
import { Unpacked } from './unpacked.ts';
import { asUnpacking, type Unpacking, type UnpackLimits } from './unpacking.ts';
import { XzStreams } from './xz-streams.ts';

type Unpack = (sizeBytes: number, limits: UnpackLimits, sink: (piece: Uint8Array) => void) => Unpacking;

const UNPACK = {
  gzip: (_sizeBytes, limits, sink) => new GzipMembers(limits, sink),
  xz(sizeBytes, limits, sink) {
    const streams = new XzStreams(sizeBytes, limits, sink);
    return asUnpacking(streams.read(), streams);
  },
  lzma: (sizeBytes, limits, sink) =>
    asUnpacking(lzmaAlone(sizeBytes, limits, sink), { isChecksummed: false }),
  bzip2: (_sizeBytes, limits, sink) => new Bzip2Streams(limits, sink),
  lz4(sizeBytes, limits, sink) {
    const frames = new Lz4Frames(sizeBytes, limits, sink);
    return asUnpacking(frames.read(), frames);
  },
  zlib(_sizeBytes, _limits, sink) {
    const inflater = new Inflater(Number.MAX_SAFE_INTEGER, 0, sink, 'zlib');
    return {
      isChecksummed: true,
      feed: (piece) => inflater.feed(piece),
      async end(sizeBytes) {
        const used = await inflater.end();
        if (used !== sizeBytes)
          throw new Broken('L1', 'trailing-bytes', 'bytes follow the compressed stream', { offset: used });
      },
    };
  },
} satisfies Record<string, Unpack>;

export type PackedName = keyof typeof UNPACK;

/** So much of the content is looked at to see whether it is a pickle. */
const TASTED_BYTES = 1024;

/**
 * A file that is packed as a whole. A pickle in it is what `joblib.dump(..., compress=)` writes, and is read as it comes out; anything
 * else is looked into as what the roster says the file is, where it fits into memory.
 */
export function openPacked(subject: Subject, name: PackedName): Walk {
  const content = new PackedContent(subject, name);
  const limits = {
    expandedBytes: expansionLimit(subject),
    windowBytes: subject.budgets.structureBytes,
    objects: subject.budgets.objects,
  };
  const unpacking = UNPACK[name](subject.sizeBytes, limits, (piece) => content.take(piece, limits));
  return {
    get format() {
      return content.isPickle ? 'joblib' : name;
    },
    get checksummed() {
      return unpacking.isChecksummed;
    },
    regions: () => [
      wholeFile(subject, {
        feed: (...piece) => unpacking.feed(...piece),
        async end() {
          await unpacking.end(subject.sizeBytes);
          content.end(unpacking.isChecksummed);
        },
      }),
    ],
    inside: () => content.examine(unpacking.isChecksummed),
    finish: (complete) => content.settle(complete),
    tensors: () => content.tensors,
    get reaches() {
      return content.reaches;
    },
  };
}

class PackedContent {
  readonly #subject: Subject;
  readonly #unpacked: Unpacked;
  readonly #mostHeld: number;
  #bytes = 0;
  #start: Uint8Array | undefined = new Uint8Array(0);
  #pickle: PickleReading | undefined;
  /** `undefined` where there are more of them than may be held. */
  #pieces: Uint8Array[] | undefined = [];

  constructor(subject: Subject, wrapping: string) {
    this.#subject = subject;
    this.#unpacked = new Unpacked(subject, wrapping);
    this.#mostHeld = unpackedInMemory(subject);
  }

  get isPickle(): boolean {
    return this.#pickle !== undefined;
  }

  get reaches(): Level {
    return this.isPickle ? 'L3' : this.#unpacked.reaches;
  }

  get tensors(): TensorSummary {
    return this.#pickle?.summary ?? this.#unpacked.tensors;
  }

  take(piece: Uint8Array, { expandedBytes }: UnpackLimits): void {
    this.#bytes += piece.length;
    if (this.#bytes > expandedBytes) throw overBudget('expandedBytes', expandedBytes, this.#bytes);
    // Much may come out of little, and nothing is read meanwhile.
    this.#subject.reader.throwIfStopped();
    if (this.#start === undefined) this.#goOn(piece);
    else {
      this.#start = Buffer.concat([this.#start, piece]);
      if (this.#start.length >= TASTED_BYTES) this.#taste();
    }
  }

  end(proven: boolean): void {
    this.#taste();
    this.#pickle?.end(undefined, proven);
    this.#unpacked.isRead = true;
  }

  async examine(proven: boolean): Promise<void> {
    const { findings, facts } = this.#subject;
    const pieces = this.#pieces;
    this.#pieces = undefined;
    if (this.isPickle || !this.#unpacked.isRead) return;
    facts.scalars['unpackedBytes'] = this.#bytes;
    if (pieces !== undefined) return await this.#unpacked.examine(Buffer.concat(pieces), proven);
    const what = `its content is ${proven ? 'right by its checksum, and' : ''} too long to be looked into`;
    findings.degraded('L2', 'not-examined', what, { found: `${this.#bytes} bytes` });
  }

  settle(complete: boolean): void {
    this.#pickle?.settle(complete);
  }

  #taste(): void {
    const start = this.#start;
    if (start === undefined) return;
    this.#start = undefined;
    if (unpacksToPickle(start)) this.#pickle = new PickleReading(this.#subject, Number.POSITIVE_INFINITY);
    this.#goOn(start);
  }

  #goOn(piece: Uint8Array): void {
    if (this.#pickle !== undefined) {
      this.#pickle.feed(piece);
      return;
    }
    if (this.#bytes > this.#mostHeld) this.#pieces = undefined;
    this.#pieces?.push(piece.slice());
  }
}
