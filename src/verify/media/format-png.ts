import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';

const MAGIC = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A picture of a run. Its chunks tile the file and each carries a CRC-32. */
export const png: Format = {
  name: 'png',
  proves:
    'chunks that tile the file, each by its CRC-32: IHDR first, pixels there, IEND last and nothing after it',
  checksum: 'CRC-32 of each chunk',

  recognises: ({ head }: Probe) => startsWith(head, MAGIC),

  async open(subject: Subject): Promise<Walk> {
    const { openPng } = await import('./png-chunks.ts');
    return openPng(subject);
  },
};
