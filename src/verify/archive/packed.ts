import type { Level } from '../../evidence-level.ts';
import { expansionLimit, unpackedInMemory } from '../contract/expansion.ts';
import { overBudget } from '../contract/findings.ts';
import type { Format, Subject, Walk } from '../contract/format.ts';
import type { TensorSummary } from '../contract/verdict.ts';
import { PickleReading } from '../pickle/pickle-reading.ts';
import { unpacksToPickle } from '../pickle/sniff.ts';
import { type Program, PushParser } from '../read/push-parser.ts';
import { wholeFile } from '../tensor/pass.ts';
import { Unpacked } from './unpacked.ts';
import type { Unpacking, UnpackLimits } from './unpacking.ts';

/** So much of the content is looked at to see whether it is a pickle. */
const TASTED_BYTES = 1024;

export interface Packing extends Pick<Format, 'name' | 'proves' | 'checksum' | 'recognises'> {
  unpack(sizeBytes: number, limits: UnpackLimits, sink: (piece: Uint8Array) => void): Unpacking;
}

/**
 * A file that is packed as a whole. A pickle in it is what `joblib.dump(..., compress=)` writes, and is read as it comes out; anything
 * else is looked into as what the roster says the file is, where it fits into memory.
 */
export const packed = ({ unpack, ...format }: Packing): Format => ({
  ...format,

  async open(subject: Subject): Promise<Walk> {
    const content = new PackedContent(subject, format.name);
    const limits = {
      expandedBytes: expansionLimit(subject),
      windowBytes: subject.budgets.structureBytes,
      objects: subject.budgets.objects,
    };
    const unpacking = unpack(subject.sizeBytes, limits, (piece) => content.take(piece, limits));
    return {
      get format() {
        return content.isPickle ? 'joblib' : format.name;
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
  },
});

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

/** What is written as a program that reads. */
export function asUnpacking(read: Program, of: Pick<Unpacking, 'isChecksummed'>): Unpacking {
  const parser = new PushParser(read);
  return {
    feed: (...piece) => parser.feed(...piece),
    end: (sizeBytes) => parser.end(sizeBytes),
    get isChecksummed() {
      return of.isChecksummed;
    },
  };
}
