import { readyZstd, zstdDecompress } from '../codec/zstd.ts';
import { expansionLimit, unpackedInMemory } from '../contract/expansion.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { PushParser } from '../read/push-parser.ts';
import { wholeFile } from '../tensor/pass.ts';
import { Unpacked } from './unpacked.ts';
import { type ZstdFrame, zstdFrames } from './zstd-frames.ts';

const MOST_FRAMES = 100_000;

export function openZstd(subject: Subject): Walk {
  const { sizeBytes } = subject;
  const wrapped = new Wrapped(subject);
  const parser = new PushParser(zstdFrames(sizeBytes, (frame) => wrapped.take(frame)));
  return {
    get checksummed() {
      return wrapped.isChecksummed;
    },
    regions: () => [
      wholeFile(subject, {
        feed: (...piece) => parser.feed(...piece),
        end() {
          parser.end(sizeBytes);
          wrapped.isWhole = true;
        },
      }),
    ],
    inside: () => wrapped.examine(),
    finish: () => {},
    tensors: () => wrapped.content.tensors,
    get reaches() {
      return wrapped.content.reaches;
    },
  };
}

class Wrapped {
  isWhole = false;
  readonly content: Unpacked;
  readonly #subject: Subject;
  readonly #frames: ZstdFrame[] = [];

  constructor(subject: Subject) {
    this.#subject = subject;
    this.content = new Unpacked(subject, 'zstd');
  }

  get isChecksummed(): boolean {
    return this.#frames.length > 0 && this.#frames.every(({ hasChecksum }) => hasChecksum);
  }

  take(frame: ZstdFrame): void {
    if (this.#frames.length >= MOST_FRAMES)
      throw overBudget('frames', MOST_FRAMES, MOST_FRAMES + 1, frame.from);
    this.#frames.push(frame);
  }

  async examine(): Promise<void> {
    if (!this.isWhole) return;
    const { findings, facts } = this.#subject;
    if (this.#frames.length === 0) {
      findings.fail('L1', 'empty', 'holds nothing', { expected: 'a frame with content' });
      return;
    }
    const content = await this.#unpacked();
    facts.scalars['unpackedBytes'] = content.length;
    this.content.isRead = true;
    await this.content.examine(content, this.isChecksummed);
  }

  /** All frames, one by one: each says where it ends. */
  async #unpacked(): Promise<Uint8Array> {
    const { reader, sizeBytes } = this.#subject;
    const most = Math.min(unpackedInMemory(this.#subject), expansionLimit(this.#subject));
    if (sizeBytes > most) throw overBudget('structureBytes', most, sizeBytes, 0);
    await readyZstd();
    const parts: Uint8Array[] = [];
    let total = 0;
    for (const { from, to, contentBytes, isEmpty } of this.#frames) {
      if (contentBytes !== undefined && contentBytes > BigInt(most - total))
        throw overBudget('structureBytes', most, contentBytes, from);
      // The stand-in for Node's zstd cannot tell nothing from what it cannot unpack.
      const part = isEmpty
        ? new Uint8Array(0)
        : zstdDecompress(await reader.read(from, to - from), Math.max(1, most - total), from);
      if (contentBytes !== undefined && contentBytes !== BigInt(part.length))
        throw new Broken('L1', 'member-length', 'a frame is not as long as it says', {
          offset: from,
          expected: `${contentBytes} bytes`,
          found: `${part.length} bytes`,
        });
      parts.push(part);
      total += part.length;
    }
    return Buffer.concat(parts);
  }
}
