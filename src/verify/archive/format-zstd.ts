import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';

const MAGIC = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd);
const SKIPPABLE = Uint8Array.of(0x2a, 0x4d, 0x18);

/** Compressed by zstd: its frames are walked, and its content is read where it fits into memory. */
export const zstd: Format = {
  name: 'zstd',
  proves:
    'frames and blocks that tile the file; the content, its size and checksum, by its own type where it fits into memory',
  checksum: 'XXH64 of the content, where the writer asked for it',

  recognises: ({ head }: Probe) =>
    startsWith(head, MAGIC) || ((head[0] ?? 0) >> 4 === 5 && startsWith(head, SKIPPABLE, 1)),

  async open(subject: Subject): Promise<Walk> {
    const { openZstd } = await import('./zstd-walk.ts');
    return openZstd(subject);
  },
};
