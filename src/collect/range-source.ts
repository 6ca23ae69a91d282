import { type Channel, TransportFailed } from '../box/channel.ts';
import type { RangeSource } from '../verify/contract/source.ts';
import { sizesOnBox, unmixed } from './box-questions.ts';

const BLOCK_BYTES = 4 * 1024 * 1024;
/** Bounds the memory of one source: the blocks read ahead and the ones just read. */
const KEPT_BLOCKS = 8;
/** As many channels as may wait for blocks at once; a channel moves 2 MiB a round trip. */
const AHEAD_BLOCKS = 4;

/**
 * A file on a box as a source of ranges, so that it can be verified where it lies. Sequential reading is noticed and the
 * next blocks are fetched meanwhile; at most 32 MiB are held.
 *
 * @throws RangeError when there is no such plain readable file
 */
export async function rangeSource(channel: Channel, path: string): Promise<RangeSource> {
  const slash = path.lastIndexOf('/');
  const sizeBytes = await sizeOnBox(channel, path.slice(0, slash), path.slice(slash + 1));
  if (sizeBytes === undefined) throw new RangeError(`${path} is not a plain readable file on the box`);
  return new BoxRanges(channel, path, sizeBytes);
}

async function sizeOnBox(channel: Channel, dir: string, name: string): Promise<number | undefined> {
  return (await sizesOnBox(channel, dir === '' ? '/' : dir, [name])).get(name);
}

class BoxRanges implements RangeSource {
  readonly label: string;
  readonly sizeBytes: number;
  readonly #channel: Channel;
  readonly #path: string;
  /** By block number, least recently used first. */
  readonly #blocks = new Map<number, Promise<Uint8Array>>();
  #lastBlock = -1;
  #closed = false;

  constructor(channel: Channel, path: string, sizeBytes: number) {
    this.#channel = channel;
    this.#path = path;
    this.sizeBytes = sizeBytes;
    this.label = `box:${path}`;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    if (this.#closed) throw new RangeError(`${this.label} is closed`);
    if (!(offset >= 0 && length >= 0 && offset + length <= this.sizeBytes)) {
      throw new RangeError(`${this.label}: bytes ${offset} to ${offset + length} of ${this.sizeBytes}`);
    }
    const bytes = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      const at = offset + filled;
      const number = Math.floor(at / BLOCK_BYTES);
      const block = await this.#wanted(number);
      const part = block.subarray(at - number * BLOCK_BYTES, at - number * BLOCK_BYTES + length - filled);
      bytes.set(part, filled);
      filled += part.length;
    }
    return bytes;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#blocks.values());
    this.#blocks.clear();
  }

  #wanted(number: number): Promise<Uint8Array> {
    const sequential = number === this.#lastBlock || number === this.#lastBlock + 1;
    this.#lastBlock = number;
    const block = this.#block(number);
    // The first read says nothing about the next: only one that goes on from it is worth fetching ahead for.
    if (sequential && number > 0) {
      for (let ahead = 1; ahead <= AHEAD_BLOCKS && (number + ahead) * BLOCK_BYTES < this.sizeBytes; ahead++) {
        this.#block(number + ahead);
      }
    }
    return block;
  }

  #block(number: number): Promise<Uint8Array> {
    const block = this.#blocks.get(number) ?? this.#fetch(number);
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    for (const old of this.#blocks.keys()) {
      if (this.#blocks.size <= KEPT_BLOCKS) break;
      this.#blocks.delete(old);
    }
    return block;
  }

  #fetch(number: number): Promise<Uint8Array> {
    const fetched = this.#get(number * BLOCK_BYTES);
    // A block that failed is asked for again by the next read; one read ahead fails silently.
    fetched.catch(() => this.#blocks.delete(number));
    return fetched;
  }

  async #get(offset: number): Promise<Uint8Array> {
    const length = Math.min(BLOCK_BYTES, this.sizeBytes - offset);
    const bytes = new Uint8Array(length);
    try {
      await unmixed(async () => {
        let filled = 0;
        await this.#channel.get(this.#path, offset, length, (chunk) => {
          bytes.set(chunk, filled);
          filled += chunk.length;
        });
      });
    } catch (error) {
      throw (await this.#shrank(error)) ?? error;
    }
    return bytes;
  }

  /** Fewer bytes than asked: the file is shorter now, or the line failed. Only the box can tell which. */
  async #shrank(error: unknown): Promise<RangeError | undefined> {
    if (!(error instanceof TransportFailed) || error.reason !== 'short') return undefined;
    const slash = this.#path.lastIndexOf('/');
    const now = await sizeOnBox(this.#channel, this.#path.slice(0, slash), this.#path.slice(slash + 1));
    if (now !== undefined && now >= this.sizeBytes) return undefined;
    return new RangeError(`${this.label} had ${this.sizeBytes} bytes and has ${now ?? 'none'} now`);
  }
}
