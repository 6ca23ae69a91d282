import { Unsettled } from './findings.ts';
import type { Format, Probe } from './format.ts';
import { startsWith } from './sniff.ts';

/** Protocol 2, then the magic number 0x1950a86a20f9469cfc6c as a LONG1, then STOP. */
const MAGIC = Uint8Array.of(
  0x80,
  0x02,
  0x8a,
  0x0a,
  0x6c,
  0xfc,
  0x9c,
  0x46,
  0xf9,
  0x20,
  0x6a,
  0xa8,
  0x50,
  0x19,
);

/** PyTorch's stream format from before 1.6. Known, not proven by this version. */
export const torchLegacy: Format = {
  name: 'torch-legacy',
  proves: 'recognised',
  checksum: 'none',

  recognises: ({ head }: Probe) => startsWith(head, MAGIC),

  async open(): Promise<never> {
    throw new Unsettled(
      'L1',
      'torch-legacy',
      'is in the old stream format of PyTorch, which this version cannot prove',
      {
        offset: 0,
        expected: 'a checkpoint saved with the default of torch.save (zip) or as safetensors',
      },
    );
  },
};
