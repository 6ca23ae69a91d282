import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { undoV2 } from '../../../src/verify/jax/zarr-filters.ts';
import { parseZarrV3 } from '../../../src/verify/jax/zarr-metadata.ts';

describe('an array of zarr that is read as other numbers than are stored', () => {
  const scaled = (scale: unknown, offset: unknown) =>
    undoV2('<f4', [{ id: 'fixedscaleoffset', scale, offset, dtype: '<f4', astype: '<f4' }], null);

  it('is not read where they are divided by zero or nothing is a number', () => {
    assert.ok('type' in scaled(10, 0.5));
    for (const [scale, offset] of [
      [0, 0],
      ['NaN', 0],
      [1, 'Infinity'],
    ])
      assert.deepEqual(scaled(scale, offset), { unknown: 'fixedscaleoffset' });
  });

  it('is not read where a field of its metadata must be understood and is not', () => {
    const meta = {
      zarr_format: 3,
      node_type: 'array',
      shape: [4],
      data_type: 'float32',
      chunk_grid: { name: 'regular', configuration: { chunk_shape: [4] } },
      chunk_key_encoding: { name: 'default' },
      fill_value: 0,
      codecs: [{ name: 'bytes', configuration: { endian: 'little' } }],
    };
    assert.deepEqual(parseZarrV3({ ...meta, more: { must_understand: false } }).shape, [4]);
    assert.throws(() => parseZarrV3({ ...meta, more: { must_understand: true } }), /more/);
  });
});
