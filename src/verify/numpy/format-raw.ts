import type { Format, Subject, Walk } from '../contract/format.ts';

/** Nothing but numbers, as `numpy.memmap` and `tofile` leave them: what they are, only whoever asks can say. */
export const rawNumbers: Format = {
  name: 'raw',
  proves: 'where the type is declared: whole elements of it; values',
  checksum: 'none',

  /** Any bytes are numbers: only a declaration makes them so. */
  recognises: () => false,

  async open(subject: Subject): Promise<Walk> {
    const { openRaw } = await import('./raw-walk.ts');
    return openRaw(subject);
  },
};
