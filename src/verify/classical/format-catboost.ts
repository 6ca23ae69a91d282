import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';

const MAGIC = Buffer.from('CBM1', 'latin1');

/** A model of CatBoost: a magic, a length, and a FlatBuffer with the trees. */
export const catboost: Format = {
  name: 'catboost',
  proves: 'magic and length; the core is a FlatBuffer of a known version with its trees. Not the values',
  checksum: 'none',
  memberNames: /\.cbm$/i,

  recognises: ({ head }: Probe) => startsWith(head, MAGIC),

  async open(subject: Subject): Promise<Walk> {
    const { openCatboost } = await import('./catboost-core.ts');
    return await openCatboost(subject);
  },
};
