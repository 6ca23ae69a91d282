// Minutes: hundreds of thousands of damaged files, each read by us and by the library whose format it is.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { frameworksBin, missing, tensorflowPython, zooPython } from '../requirement.ts';
import { type Row, readBeside } from './own-readers.ts';

const fixtures = join(import.meta.dirname, '..', 'verify', 'fixtures');
const frameworks = join(frameworksBin, 'python3');

const ROWS: readonly Row[] = [
  { kind: 'safetensors', file: 'safetensors/every-type.safetensors', python: frameworks, stride: 1 },
  { kind: 'npy', file: 'numpy/np2-f32.npy', python: frameworks, stride: 1 },
  { kind: 'npy', file: 'numpy/np2-records.npy', python: frameworks, stride: 1 },
  { kind: 'torch', file: 'torch/legacy-types.pt', python: frameworks, stride: 1 },
  { kind: 'gguf', file: 'gguf/plain.gguf', python: zooPython, stride: 3 },
  { kind: 'onnx', file: 'onnx/inline.onnx', python: zooPython, stride: 1 },
  { kind: 'joblib', file: 'pickle/new-logistic.joblib', python: zooPython, stride: 1 },
  { kind: 'joblib', file: 'pickle/new-raw.joblib', python: zooPython, stride: 3 },
  { kind: 'hdf5', file: 'hdf5/classic.h5', python: frameworks, stride: 7 },
  { kind: 'hdf5', file: 'hdf5/latest.h5', python: frameworks, stride: 3 },
  { kind: 'parquet', file: 'tables/nested.parquet', python: frameworks, stride: 1, role: 'dataset' },
  { kind: 'arrow', file: 'tables/file-lz4.arrow', python: frameworks, stride: 3, role: 'dataset' },
  { kind: 'tensorflow', file: 'tensorflow/checkpoint-types/INDEX', python: tensorflowPython, stride: 1 },
  { kind: 'keras', file: 'keras/model.h5', python: frameworks, stride: 11, backend: 'torch' },
  { kind: 'keras', file: 'keras/model.keras', python: frameworks, stride: 61, backend: 'torch' },
  { kind: 'keras', file: 'keras/model.keras', python: zooPython, stride: 61, backend: 'jax' },
  { kind: 'keras', file: 'keras/model.keras', python: tensorflowPython, stride: 61, backend: 'tensorflow' },
];

describe('a damaged file, read by us and by the library whose format it is', {
  skip: missing('zoo', 'frameworks'),
}, () => {
  for (const row of ROWS)
    it(`[issue 16] is not passed where that refuses it: ${row.file}${row.backend ? ` with ${row.backend}` : ''}`, async () => {
      const { line, wrong, unseen, healthy } = await readBeside(
        row,
        join(fixtures, row.file.replace('INDEX', indexOf(row))),
      );
      console.log(`show: ${line}`);
      assert.notEqual(healthy.verdict, 'fail', JSON.stringify(healthy.reasons));
      assert.deepEqual(wrong.slice(0, 40), [], `${wrong.length} of them`);
      assert.deepEqual(unseen.slice(0, 40), [], `${unseen.length} of them`);
    });
});

/** The name of a checkpoint's index in its folder. */
function indexOf({ file }: Row): string {
  if (!file.endsWith('INDEX')) return '';
  return readdirSync(join(fixtures, dirname(file))).find((name) => name.endsWith('.index')) ?? 'INDEX';
}
