import type { Format } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';
import { GzipMembers } from './gzip-members.ts';
import { packed } from './packed.ts';

const MAGIC = Uint8Array.of(0x1f, 0x8b, 8);

/** What was compressed for the way or for the shelf. What is inside is looked into, as whatever the roster says it is. */
export const gzip: Format = packed({
  name: 'gzip',
  proves:
    'every member: header, CRC-32 and length of its content, nothing after it; the content by its own type where it fits into memory',
  checksum: 'CRC-32 of the content',
  recognises: ({ head }) => startsWith(head, MAGIC),
  unpack: (_sizeBytes, limits, sink) => new GzipMembers(limits, sink),
});
