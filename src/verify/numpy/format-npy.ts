import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';
import { NPY_MAGIC } from '../tensor/npy-magic.ts';
import { lineBeforeArrays } from './line-before-arrays.ts';

/** One NumPy array: magic, a header in Python's notation, the elements; or several, as Equinox keeps them. Nothing in it is a checksum. */
export const npy: Format = {
  name: 'npy',
  proves:
    'header 1.0 to 3.0 by a literal grammar; type x shape = bytes, nothing behind (in a `.eqx` of Equinox, or behind a line of JSON: one array after the other); fields of structures; objects as a pickle walked opcode by opcode; values',
  checksum: 'none',

  recognises: ({ head }: Probe) => startsWith(head, NPY_MAGIC) || lineBeforeArrays(head) > 0,

  async open(subject: Subject): Promise<Walk> {
    const { openNpy } = await import('./npy-walk.ts');
    return openNpy(subject);
  },
};
