import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';

const PLAIN = new TextEncoder().encode('PAR1');
const ENCRYPTED = new TextEncoder().encode('PARE');

/**
 * Magic, column chunks, indexes, footer, footer length, magic. Pages may carry a CRC-32 (most writers leave it out); the
 * footer and the page headers never do, so the file alone proves its values but not its names.
 */
export const parquet: Format = {
  name: 'parquet',
  proves:
    'footer; schema, its annotations fit its types, and the one that Arrow keeps beside it; row counts; every column chunk page by page to its exact end; page checksums where present; each page unpacked, its levels and values walked by their encoding, indices inside their dictionary, texts UTF-8, lists laid out alike in the columns below them; indexes and bloom filters; no byte unaccounted for. Not what numbers mean, nor statistics; pages above 32 MiB, and those beyond 512 MiB and half the size of the file, are walked and not read; encrypted columns or footers are inconclusive',
  checksum: 'CRC-32 of pages, optional; none of the footer',

  recognises: ({ head }: Probe) => startsWith(head, PLAIN) || startsWith(head, ENCRYPTED),

  async open(subject: Subject): Promise<Walk> {
    const { openParquet } = await import('./parquet-walk.ts');
    return openParquet(subject);
  },
};
