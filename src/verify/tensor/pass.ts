import type { Hash } from 'node:crypto';
import type { Findings } from '../contract/findings.ts';
import type { BoundedReader } from '../read/bounded-reader.ts';
import type { Bulk, BulkSlice, BulkWork } from './bulk.ts';
import { takeBuffers } from './word-scan-simd.ts';

/**
 * Takes a stretch of the file piece by piece, in order. A piece is only valid during the call: its memory is used again.
 * A promise is awaited; most return nothing, because this runs once per chunk and stretch.
 */
export interface Consumer {
  feed(piece: Uint8Array, fileOffset: number): void | Promise<void>;
  end(): void | Promise<void>;
}

export interface Region extends Consumer {
  readonly offset: number;
  readonly length: number;
  /** Set when the bytes need nothing but a CRC and a scan. Then workers may do it, and `feed` is not called. */
  readonly bulk?: Bulk;
}

/** The file as one region, for what is read front to back. */
export const wholeFile = ({ sizeBytes }: { sizeBytes: number }, taker: Consumer): Region => ({
  offset: 0,
  length: sizeBytes,
  feed: (piece, fileOffset) => taker.feed(piece, fileOffset),
  end: () => taker.end(),
});

export interface PassOptions {
  chunkBytes: number;
  hash?: Hash;
  onProgress?: (bytesDone: number, bytesTotal: number) => void;
  /** Workers for what is `bulk`; without them everything is fed. */
  workers?: BulkWork;
}

/** Regions are asked for so far ahead that workers do not run dry. */
const AHEAD_BYTES = 256 * 1024 ** 2;
const AHEAD_REGIONS = 1024;
/** Below this, handing a stretch to a worker costs more than it saves. */
const BULK_BYTES = 1024 ** 2;
/** So often everything else gets its turn: an abort, a progress bar. */
const BREATH_BYTES = 32 * 1024 ** 2;

/**
 * Reads the file once, front to back, and hands every byte to the hash and to the region it lies in. `regions` ascend and do
 * not overlap; they may be asked for some way ahead of the reading. A region that breaks is dropped; the others go on,
 * because a scanner that stops at the first fault can be made to miss the rest. Bytes in no region are read for the hash only.
 *
 * @returns whether every region was taken to its end
 */
export async function sequentialPass(
  reader: BoundedReader,
  regions: Iterator<Region>,
  findings: Findings,
  options: PassOptions,
): Promise<boolean> {
  const pass = new Pass(reader, regions, findings, options);
  try {
    return await pass.run();
  } finally {
    pass.release();
  }
}

interface Step {
  region: Region;
  /** Under way in the workers. */
  done?: Promise<BulkSlice>;
  doneBytes: number;
  broken: boolean;
}

class Pass {
  readonly #reader: BoundedReader;
  readonly #regions: Iterator<Region>;
  readonly #findings: Findings;
  readonly #options: PassOptions;
  readonly #window: ReadWindow;
  readonly #ahead: Step[] = [];
  #aheadBytes = 0;
  #asked = 0;
  #allAsked = false;
  #complete = true;
  #breath = 0;
  #told = 0;
  #current: Step | undefined;

  constructor(reader: BoundedReader, regions: Iterator<Region>, findings: Findings, options: PassOptions) {
    this.#reader = reader;
    this.#regions = regions;
    this.#findings = findings;
    this.#options = options;
    this.#window = new ReadWindow(reader, options.chunkBytes);
  }

  async run(): Promise<boolean> {
    const { sizeBytes } = this.#reader;
    let at = 0;
    for (let step = this.#next(); step !== undefined; step = this.#next()) {
      const { region, done } = step;
      this.#current = step;
      // What lies between regions is only of interest to the hash.
      if (this.#options.hash !== undefined) await this.#read(at, region.offset);
      at = region.offset + region.length;
      const pending =
        done === undefined
          ? this.#read(region.offset, at, step)
          : this.#guarded(step, async () => {
              region.bulk?.took(await done);
            });
      // A file may have a million regions, and most of them are over at once.
      if (pending !== undefined) await pending;
      const ending = this.#guarded(step, () => region.end());
      if (ending !== undefined) await ending;
      this.#tell(at);
    }
    if (this.#options.hash !== undefined) await this.#read(at, sizeBytes);
    this.#tell(sizeBytes);
    this.#reader.throwIfStopped();
    return this.#complete;
  }

  release(): void {
    this.#window.release();
  }

  /** Feeds `[from, to)` to the hash and the step. @returns nothing where all of it was at hand */
  #read(from: number, to: number, step?: Step): void | Promise<void> {
    for (let at = from; at < to; ) {
      const piece = this.#window.now(at, to);
      if (piece === undefined) return this.#readOn(undefined, at, to, step);
      const pending = this.#take(piece, at, step);
      at += piece.length;
      if (pending !== undefined || this.#breath >= BREATH_BYTES) return this.#readOn(pending, at, to, step);
    }
  }

  /** The same from where something must be waited for. */
  async #readOn(pending: void | Promise<void>, from: number, to: number, step?: Step): Promise<void> {
    if (pending !== undefined) await pending;
    for (let at = from; ; ) {
      if (this.#breath >= BREATH_BYTES) {
        this.#breath = 0;
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (at >= to) return;
      const piece = this.#window.now(at, to) ?? (await this.#window.later(at, to));
      const taken = this.#take(piece, at, step);
      if (taken !== undefined) await taken;
      at += piece.length;
    }
  }

  #take(piece: Uint8Array, at: number, step?: Step): void | Promise<void> {
    this.#options.hash?.update(piece);
    this.#breath += piece.length;
    const pending = step && this.#guarded(step, () => step.region.feed(piece, at));
    this.#tell(at + piece.length);
    return pending;
  }

  /** At most once a chunk: a file may have a million regions. */
  #tell(at: number): void {
    const { sizeBytes } = this.#reader;
    if (at - this.#told < this.#options.chunkBytes && (at < sizeBytes || at === this.#told)) return;
    this.#told = at;
    this.#options.onProgress?.(at, sizeBytes);
  }

  #next(): Step | undefined {
    const { workers, hash } = this.#options;
    const most = workers === undefined || hash !== undefined ? 1 : AHEAD_REGIONS;
    while (!this.#allAsked && this.#ahead.length < most && this.#aheadBytes < AHEAD_BYTES) this.#ask();
    const step = this.#ahead.shift();
    if (step?.done !== undefined) this.#aheadBytes -= step.region.length;
    return step;
  }

  #ask(): void {
    const next = this.#regions.next();
    if (next.done === true) {
      this.#allAsked = true;
      return;
    }
    const region = next.value;
    if (region.offset < this.#asked)
      throw new Error(`regions out of order: ${region.offset} after ${this.#asked}`);
    this.#asked = region.offset + region.length;
    const { workers, hash } = this.#options;
    const { bulk } = region;
    // One thread must see all bytes in their order when there is a hash; then it may as well do the rest.
    const goesOut =
      workers !== undefined && hash === undefined && bulk !== undefined && region.length >= BULK_BYTES;
    if (!goesOut) {
      this.#ahead.push({ region, broken: false, doneBytes: 0 });
      return;
    }
    this.#reader.mustLieInside(region.offset, region.length);
    const step: Step = { region, broken: false, doneBytes: 0 };
    const onSlice = (bytes: number) => {
      step.doneBytes += bytes;
      if (this.#current === step) this.#tell(region.offset + step.doneBytes);
    };
    const done = this.#reader.bounded(() => workers.work(region.offset, region.length, bulk, onSlice));
    this.#reader.countOthers(1, region.length);
    // Awaited when its turn comes; until then a failure must not count as unhandled.
    done.catch(() => {});
    this.#ahead.push(Object.assign(step, { done }));
    this.#aheadBytes += region.length;
  }

  #guarded(step: Step, work: () => void | Promise<void>): void | Promise<void> {
    if (step.broken) return;
    try {
      return work()?.catch((error: unknown) => this.#drop(step, error));
    } catch (error) {
      this.#drop(step, error);
    }
  }

  #drop(step: Step, error: unknown): void {
    if (!this.#findings.caught(error)) throw error;
    step.broken = true;
    this.#complete = false;
  }
}

/**
 * The stretch of the file that is in memory. Where the source can read at once it does; elsewhere the next chunk is under way
 * while this one is looked at.
 */
class ReadWindow {
  readonly #reader: BoundedReader;
  readonly #chunkBytes: number;
  readonly #held: ReturnType<typeof takeBuffers>;
  #turn = 0;
  #from = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #next: { from: number; bytes: Uint8Array; done: Promise<void> } | undefined;

  constructor(reader: BoundedReader, chunkBytes: number) {
    this.#reader = reader;
    this.#chunkBytes = Math.min(chunkBytes, reader.sizeBytes);
    this.#held = takeBuffers(this.#chunkBytes);
  }

  /** What is at hand from `at`, at most up to `to`; `undefined` when it must be waited for. */
  now(at: number, to: number): Uint8Array | undefined {
    if (at < this.#from || at >= this.#from + this.#bytes.length) {
      const target = this.#target(at);
      if (this.#next !== undefined || !this.#reader.readIntoNow(at, target)) return undefined;
      this.#from = at;
      this.#bytes = target;
    }
    return this.#bytes.subarray(at - this.#from, Math.min(to - this.#from, this.#bytes.length));
  }

  async later(at: number, to: number): Promise<Uint8Array> {
    // After a jump: what was read ahead still writes into the buffer that is due now.
    if (this.#next !== undefined && this.#next.from !== at) await this.#next.done.catch(() => {});
    const next = this.#next?.from === at ? this.#next : this.#start(at);
    await next.done;
    this.#from = at;
    this.#bytes = next.bytes;
    this.#next = undefined;
    this.#turn += 1;
    const after = at + next.bytes.length;
    if (after < this.#reader.sizeBytes) this.#next = this.#start(after);
    return this.#bytes.subarray(0, to - at);
  }

  release(): void {
    // A read that nobody awaits any more still writes into its buffer.
    const { done } = this.#next ?? {};
    if (done === undefined) this.#held.release();
    else void done.then(this.#held.release, this.#held.release);
  }

  #target(at: number): Uint8Array {
    const buffer = this.#turn % 2 === 0 ? this.#held.buffers[0] : this.#held.buffers[1];
    return buffer.subarray(0, Math.min(this.#chunkBytes, this.#reader.sizeBytes - at));
  }

  #start(from: number): { from: number; bytes: Uint8Array; done: Promise<void> } {
    const bytes = this.#target(from);
    const done = this.#reader.readInto(from, bytes);
    done.catch(() => {});
    return { from, bytes, done };
  }
}
