import type { Clock } from '../../clock.ts';
import type { Budgets } from '../contract/budgets.ts';
import { Broken, Unsettled } from '../contract/findings.ts';
import type { RangeSource } from '../contract/source.ts';

/**
 * What a source may offer beyond `RangeSource`. `readInto` spares an allocation per chunk; `changed` says what moved
 * under our feet since the source was opened, or undefined.
 */
export interface SourceExtras {
  readInto?(offset: number, target: Uint8Array): Promise<void>;
  /** The same without waiting, where nothing need be waited for (a local file). */
  readIntoNow?(offset: number, target: Uint8Array): void;
  /** An open file descriptor of this process, for threads that read beside this one. */
  readonly descriptor?: number;
  changed?(): Promise<string | undefined>;
}

/** The only way in which a parser reads: counted, inside the file, bounded in time, ended by an abort. */
export class BoundedReader {
  requests = 0;
  bytesRead = 0;
  readonly sizeBytes: number;
  #head: Uint8Array = new Uint8Array(0);
  readonly #source: RangeSource & SourceExtras;
  readonly #signal: AbortSignal | undefined;
  readonly #clock: Clock;
  readonly #deadline: number;

  constructor(source: RangeSource & SourceExtras, budgets: Budgets, clock: Clock, signal?: AbortSignal) {
    this.#source = source;
    this.#signal = signal;
    this.#clock = clock;
    this.sizeBytes = source.sizeBytes;
    const allowedSeconds = budgets.wallSeconds + source.sizeBytes / budgets.wallBytesPerSecond;
    this.#deadline = clock.now().getTime() + allowedSeconds * 1000;
  }

  get label(): string {
    return this.#source.label;
  }

  /** A read costs next to nothing. */
  get isLocal(): boolean {
    return this.#source.descriptor !== undefined;
  }

  /** Reads the start once; later reads inside it cost nothing. */
  async head(length: number): Promise<Uint8Array> {
    if (this.#head.length < length) this.#head = await this.read(0, Math.min(length, this.sizeBytes));
    return this.#head;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    this.mustLieInside(offset, length);
    if (offset + length <= this.#head.length) return this.#head.subarray(offset, offset + length);
    const bytes = await this.bounded(() => this.#source.read(offset, length));
    if (bytes.length !== length) throw changed(`asked for ${length} bytes and got ${bytes.length}`, offset);
    this.#count(length);
    return bytes;
  }

  /** Like `read`, into memory that the caller uses again. */
  async readInto(offset: number, target: Uint8Array): Promise<void> {
    this.mustLieInside(offset, target.length);
    const { readInto } = this.#source;
    if (readInto === undefined) {
      target.set(await this.read(offset, target.length));
      return;
    }
    await this.bounded(() => readInto.call(this.#source, offset, target));
    this.#count(target.length);
  }

  /** @returns false when this source cannot read without waiting; then nothing was done */
  readIntoNow(offset: number, target: Uint8Array): boolean {
    const { readIntoNow } = this.#source;
    if (readIntoNow === undefined) return false;
    this.mustLieInside(offset, target.length);
    this.throwIfStopped();
    try {
      readIntoNow.call(this.#source, offset, target);
    } catch (error) {
      if (error instanceof RangeError) throw changed(error.message, 0);
      throw error;
    }
    this.#count(target.length);
    return true;
  }

  /** Reads that workers did. */
  countOthers(requests: number, bytes: number): void {
    this.requests += requests;
    this.bytesRead += bytes;
  }

  /** Throws when the source knows that the file is not the one that was opened. */
  async mustBeUnchanged(): Promise<void> {
    const what = await this.#source.changed?.();
    if (what !== undefined) throw changed(what, 0);
  }

  throwIfStopped(): void {
    this.#signal?.throwIfAborted();
    if (this.#clock.now().getTime() > this.#deadline) {
      throw new Unsettled('L0', 'over-budget', 'took longer than its wall-time budget');
    }
  }

  #count(length: number): void {
    this.requests += 1;
    this.bytesRead += length;
  }

  mustLieInside(offset: number, length: number): void {
    const inside = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
    if (inside && offset + length <= this.sizeBytes) return;
    throw new Broken('L1', 'outside-file', 'points outside the file', {
      offset,
      expected: `at most ${this.sizeBytes} bytes`,
      found: `${length} bytes from ${offset}`,
    });
  }

  /** A wait for the source: ends with an abort, and tells a file that shrank. */
  async bounded<T>(read: () => Promise<T>): Promise<T> {
    this.throwIfStopped();
    try {
      return await untilAborted(read(), this.#signal);
    } catch (error) {
      // The one error that the seam defines: the file got shorter than it was when it was opened.
      if (error instanceof RangeError) throw changed(error.message, 0);
      throw error;
    }
  }
}

const changed = (what: string, offset: number): Broken =>
  new Broken('L0', 'changed-while-reading', `changed while it was read: ${what}`, { offset });

/** A read that hangs must not hold an abort back. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
