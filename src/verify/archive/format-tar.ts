import { BLOCK, hasChecksum } from '../codec/tar-block.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';

const MAGIC = new TextEncoder().encode('ustar');

/** ustar, pax and GNU archives, and WebDataset shards, which are such archives with rules for the names. */
export const tar: Format = {
  name: 'tar',
  proves:
    'header checksums, sizes and padding; names and links stay inside, none twice, no device or pipe; the end mark and nothing after it; members by their own type; a checkpoint of PyTorch 0.1 is not read; as WebDataset: keys and their members',
  checksum: 'of headers only',

  recognises({ head }: Probe): boolean {
    if (head.length < BLOCK) return false;
    const first = Buffer.from(head.subarray(0, 100)).toString('latin1').replace(/\0.*$/s, '');
    // Before POSIX there was no magic, but a checksum by chance is one in thousands, and the name must be text too.
    return startsWith(head, MAGIC, 257) || (/^[\x20-\x7e]+$/.test(first) && hasChecksum(head));
  },

  async open(subject: Subject): Promise<Walk> {
    const { openTar } = await import('./tar-archive.ts');
    return openTar(subject);
  },
};
