import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';

const LOCAL = Uint8Array.of(0x50, 0x4b, 0x03, 0x04);
const EMPTY = Uint8Array.of(0x50, 0x4b, 0x05, 0x06);

/** Any zip archive: its directory is read once, strictly, and the kind of content decided from the names in it. */
export const zip: Format = {
  name: 'zip',
  proves:
    'strict directory, local headers, descriptors and CRC-32 of every member, stored or packed by deflate, bzip2, LZMA or zstd',
  checksum: 'CRC-32 of every member',

  recognises: ({ head }: Probe) => startsWith(head, LOCAL) || startsWith(head, EMPTY),

  async open(subject: Subject): Promise<Walk> {
    const { openZip } = await import('./zip-walk.ts');
    return await openZip(subject);
  },
};
