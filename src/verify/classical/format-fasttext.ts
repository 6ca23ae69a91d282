import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';

/** 793712314, little-endian, and then the version: 11 or 12 since 2017. */
const MAGIC = Uint8Array.of(0xba, 0x16, 0x4f, 0x2f);

/** A model of fastText, as `save_model` writes it: `.bin`, and `.ftz` where it is quantized. */
export const fasttext: Format = {
  name: 'fasttext',
  proves:
    'settings in their ranges; as many words and labels as are counted, in UTF-8 and with counts; matrices of the size that settings and words give; nothing behind them; values, in quantized matrices of centroids',
  checksum: 'none',

  recognises: ({ head }: Probe) => startsWith(head, MAGIC),

  async open(subject: Subject): Promise<Walk> {
    const { openFasttext } = await import('./fasttext-model.ts');
    return openFasttext(subject);
  },
};
