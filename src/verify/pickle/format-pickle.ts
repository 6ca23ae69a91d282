import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { beginsAsPickle } from './sniff.ts';

/** A pickled object as a file of its own, and what joblib makes of that. The bytes are no checksum of each other. */
export const pickle: Format = {
  name: 'pickle',
  proves:
    "protocols 0 to 5 opcode by opcode, imports by an exact list, nothing behind STOP; joblib's arrays between the opcodes; NumPy arrays: type x shape = bytes, values",
  checksum: 'none',

  recognises: ({ head, sizeBytes }: Probe) => beginsAsPickle(head, sizeBytes),

  async open(subject: Subject): Promise<Walk> {
    const { openPickle } = await import('./pickle-walk.ts');
    return openPickle(subject);
  },
};
