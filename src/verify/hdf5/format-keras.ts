import type { ZipDirectory } from '../archive/zip-directory.ts';
import { PYTHON_METHODS, type ZipKind } from '../archive/zip-kind.ts';
import type { Subject, Walk } from '../contract/format.ts';

const CONFIG = 'config.json';
const METADATA = 'metadata.json';

/** A zip of a config, a little metadata and the weights as HDF5. Facts from archives of keras 3.15. */
export const keras: ZipKind = {
  name: 'keras',
  proves:
    'strict zip; the whole config names only parts of Keras and carries no code; the weights inside checked as HDF5, in place; values',
  checksum: 'CRC-32 of every member',

  methods: PYTHON_METHODS,
  holds: ({ entries }: ZipDirectory) =>
    [CONFIG, METADATA].every((wanted) => entries.some(({ name }) => name === wanted)),

  async open(subject: Subject, directory: ZipDirectory): Promise<Walk> {
    const { openKeras } = await import('./keras-walk.ts');
    return openKeras(subject, directory);
  },
};
