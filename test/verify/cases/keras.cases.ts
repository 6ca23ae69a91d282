import type { Cases } from '../cases.ts';
import { fixture, oracle } from '../fixtures.ts';

/** The kernel of the first dense layer, as h5py says where it lies; inside the archive the HDF5 file begins at 4555. */
const kernel = (at: number, bytes: number) => ({ from: at, to: at + bytes });
const inArchive = kernel(4555 + 10_992, 384);
const inLegacy = kernel(14_528, 384);
const inWeights = kernel(11_320, 192);

export const cases: Cases = {
  formats: [
    {
      format: 'keras',
      name: 'Keras 3 archive',
      bytes: () => fixture('keras/model.keras'),
      table: oracle('keras/model.keras.table.json'),
      verdict: 'pass',
      payload: { ...inArchive, guarded: true },
      float: { at: inArchive.from + 40, type: 'f32' },
    },
    {
      format: 'keras-h5',
      name: 'whole model in HDF5',
      bytes: () => fixture('keras/model.h5'),
      table: oracle('keras/model.h5.table.json'),
      verdict: 'pass-degraded',
      payload: { ...inLegacy, guarded: false },
      float: { at: inLegacy.from + 40, type: 'f32' },
    },
    {
      format: 'hdf5',
      name: 'Keras 3 weights in bfloat16',
      bytes: () => fixture('keras/bf16.weights.h5'),
      table: oracle('keras/bf16.weights.h5.table.json'),
      verdict: 'pass-degraded',
      payload: { ...inWeights, guarded: false },
      float: { at: inWeights.from + 40, type: 'bf16' },
    },
  ],
};
