import type { Format, Probe, Subject, Walk } from '../contract/format.ts';

const MAGIC = [0x47, 0x47, 0x55, 0x46];

/**
 * A header of typed keys, one entry per tensor, and the tensors' data, each padded to the alignment (ggml, docs/gguf.md).
 * The offsets are checked as the reference reader does: each must be the padded sum of what stands before it. It carries no
 * checksum, so flipped bits are only seen with a manifest digest, except in the scales of packed blocks.
 */
export const gguf: Format = {
  name: 'gguf',
  proves:
    'versions 2 and 3 in either byte order; every key and its type, no duplicates; every tensor entry; offsets without hole, overlap or tail, zero padding; values, of packed blocks their scales; a chat template is named by its digest and never rendered',
  checksum: 'none',

  recognises: ({ head }: Probe): boolean => MAGIC.every((byte, i) => head[i] === byte),

  async open(subject: Subject): Promise<Walk> {
    const { openGguf } = await import('./walk.ts');
    return openGguf(subject);
  },
};
