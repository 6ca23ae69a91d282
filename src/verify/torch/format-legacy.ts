import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { magicBytes } from './legacy-magic.ts';

/**
 * PyTorch's stream format from before 1.6, from its source: five pickles (magic, version, machine, the object, the storage
 * keys), then for each key the number of elements as an int64 and the elements, little-endian on every machine.
 */
export const torchLegacy: Format = {
  name: 'torch-legacy',
  proves:
    'magic and version are literals; the object walked opcode by opcode; the listed storages are those it refers to, each of its declared size; every tensor lies inside its storage; the storages end exactly where the file does; values',
  checksum: 'none',

  recognises: ({ head }: Probe) => magicBytes(head) > 0,

  async open(subject: Subject): Promise<Walk> {
    const { openLegacy } = await import('./legacy-file.ts');
    return await openLegacy(subject);
  },
};
