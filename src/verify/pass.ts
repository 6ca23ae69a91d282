import type { Hash } from 'node:crypto';
import type { BoundedReader } from './bounded-reader.ts';
import type { Findings } from './findings.ts';

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
}

export interface PassOptions {
  chunkBytes: number;
  hash?: Hash;
  onProgress?: (bytesDone: number, bytesTotal: number) => void;
}

/**
 * Reads the file once, front to back, while the next chunk is already under way, and hands every byte to the hash and to
 * the region it lies in. `regions` ascend and do not overlap. A region that breaks is dropped; the others go on, because
 * a scanner that stops at the first fault can be made to miss the rest.
 *
 * @returns whether every region was taken to its end
 */
export async function sequentialPass(
  reader: BoundedReader,
  regions: Iterator<Region>,
  findings: Findings,
  { chunkBytes, hash, onProgress }: PassOptions,
): Promise<boolean> {
  const cursor = new RegionCursor(regions, findings);
  const size = reader.sizeBytes;
  const chunkAt = (offset: number) => Math.min(chunkBytes, size - offset);
  const buffers = [chunkBuffer(Math.min(chunkBytes, size)), chunkBuffer(Math.min(chunkBytes, size))] as const;
  const start = (offset: number, turn: number) => {
    const target = (turn % 2 === 0 ? buffers[0] : buffers[1]).subarray(0, chunkAt(offset));
    const done = reader.readInto(offset, target);
    // Awaited one turn later; until then a failure must not count as unhandled.
    done.catch(() => {});
    return { target, done };
  };

  let next = start(0, 0);
  for (let offset = 0, turn = 1; offset < size; turn += 1) {
    const { target, done } = next;
    await done;
    const after = offset + target.length;
    if (after < size) next = start(after, turn);
    hash?.update(target);
    await cursor.take(target, offset);
    offset = after;
    onProgress?.(offset, size);
  }
  await cursor.finish();
  reader.throwIfStopped();
  return cursor.complete;
}

/**
 * Large Node buffers start 16 bytes into a page, where the kernel's copy runs at a quarter of its speed on AMD Zen; 64
 * bytes further in it does not (measured; a known hardware effect).
 */
const chunkBuffer = (length: number): Uint8Array => new Uint8Array(new ArrayBuffer(length + 64), 64, length);

class RegionCursor {
  readonly #regions: Iterator<Region>;
  readonly #findings: Findings;
  #current: Region | undefined;
  #broken = false;
  complete = true;

  constructor(regions: Iterator<Region>, findings: Findings) {
    this.#regions = regions;
    this.#findings = findings;
    this.#advance();
  }

  async take(chunk: Uint8Array, chunkOffset: number): Promise<void> {
    const chunkEnd = chunkOffset + chunk.length;
    while (this.#current !== undefined && this.#current.offset < chunkEnd) {
      const region = this.#current;
      const from = Math.max(region.offset, chunkOffset);
      const to = Math.min(region.offset + region.length, chunkEnd);
      if (from < to) {
        const piece = chunk.subarray(from - chunkOffset, to - chunkOffset);
        const pending = this.#guarded(() => region.feed(piece, from));
        if (pending !== undefined) await pending;
      }
      if (region.offset + region.length > chunkEnd) return;
      await this.#end(region);
    }
  }

  /** Regions of no length at the very end of the file are still due. */
  async finish(): Promise<void> {
    while (this.#current !== undefined) await this.#end(this.#current);
  }

  async #end(region: Region): Promise<void> {
    const pending = this.#guarded(() => region.end());
    if (pending !== undefined) await pending;
    this.#advance();
  }

  #guarded(work: () => void | Promise<void>): void | Promise<void> {
    if (this.#broken) return;
    try {
      return work()?.catch((error: unknown) => this.#drop(error));
    } catch (error) {
      this.#drop(error);
    }
  }

  #drop(error: unknown): void {
    if (!this.#findings.caught(error)) throw error;
    this.#broken = true;
    this.complete = false;
  }

  #advance(): void {
    const before = this.#current;
    const next = this.#regions.next();
    this.#current = next.done === true ? undefined : next.value;
    this.#broken = false;
    const from = before === undefined ? 0 : before.offset + before.length;
    if (this.#current !== undefined && this.#current.offset < from) {
      throw new Error(`regions out of order: ${this.#current.offset} after ${from}`);
    }
  }
}
