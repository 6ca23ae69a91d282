// Over a minute: a hundred thousand damaged files, each read by us and by the library whose format it is.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { frameworksBin, missing, tensorflowPython, zooPython } from '../requirement.ts';
import { type Row, readBeside } from './own-readers.ts';

const fixtures = join(import.meta.dirname, '..', 'verify', 'fixtures');
const frameworks = join(frameworksBin, 'python3');

const ROWS: readonly Row[] = [
  { kind: 'safetensors', file: 'safetensors/every-type.safetensors', python: frameworks, stride: 7 },
  {
    kind: 'sharded',
    file: 'trainers/shards-safetensors/model.safetensors.index.json',
    python: frameworks,
    stride: 31,
    inSet: true,
  },
  { kind: 'npy', file: 'numpy/np2-f32.npy', python: frameworks, stride: 1 },
  { kind: 'npy', file: 'numpy/np2-records.npy', python: frameworks, stride: 1 },
  { kind: 'npz', file: 'numpy/np2-deflated.npz', python: frameworks, stride: 3 },
  { kind: 'torch', file: 'torch/zip-types.pt', python: frameworks, stride: 69 },
  { kind: 'torch_legacy', file: 'torch/legacy-types.pt', python: frameworks, stride: 7 },
  { kind: 'exported', file: 'torch/exported.pt2', python: frameworks, stride: 911 },
  { kind: 'script', file: 'torch/script.pt', python: frameworks, stride: 61 },
  { kind: 'joblib', file: 'pickle/new-logistic.joblib', python: zooPython, stride: 1 },
  { kind: 'joblib', file: 'pickle/new-raw.joblib', python: zooPython, stride: 5 },
  { kind: 'joblib', file: 'pickle/new-zlib.joblib.z', python: zooPython, stride: 7 },
  { kind: 'hdf5', file: 'hdf5/latest.h5', python: frameworks, stride: 29 },
  { kind: 'hdf5', file: 'hdf5/classic.h5', python: frameworks, stride: 124 },
  {
    kind: 'keras',
    file: 'keras/model.h5',
    python: frameworks,
    stride: 211,
    backend: 'torch',
  },
  { kind: 'gguf', file: 'gguf/plain.gguf', python: zooPython, stride: 101 },
  { kind: 'onnx', file: 'onnx/inline.onnx', python: zooPython, stride: 3 },
  { kind: 'onnx', file: 'onnx/nested.onnx', python: zooPython, stride: 1 },
  {
    kind: 'parquet',
    file: 'tables/nested.parquet',
    python: frameworks,
    stride: 3,
    role: 'dataset',
  },
  { kind: 'parquet', file: 'tables/encodings-v1.parquet', python: frameworks, stride: 3, role: 'dataset' },
  { kind: 'parquet', file: 'tables/encodings-v2.parquet', python: frameworks, stride: 5, role: 'dataset' },
  {
    kind: 'arrow',
    file: 'tables/file-lz4.arrow',
    python: frameworks,
    stride: 7,
    role: 'dataset',
  },
  {
    kind: 'arrow_stream',
    file: 'tables/stream.arrow',
    python: frameworks,
    stride: 13,
    role: 'dataset',
  },
  {
    kind: 'tensorflow',
    file: 'tensorflow/checkpoint-types/ckpt-2.index',
    python: tensorflowPython,
    stride: 5,
    inSet: true,
  },
  { kind: 'keras', file: 'keras/model.keras', python: frameworks, stride: 401, backend: 'torch' },
  { kind: 'keras', file: 'keras/model.keras', python: zooPython, stride: 401, backend: 'jax' },
  { kind: 'keras', file: 'keras/model.keras', python: tensorflowPython, stride: 401, backend: 'tensorflow' },
];

describe('a damaged file, read by us and by the library whose format it is', {
  skip: missing('zoo', 'frameworks'),
}, () => {
  for (const row of ROWS)
    it(`[issue 16] is not passed where that refuses it: ${row.file}${row.backend ? ` with ${row.backend}` : ''}`, async () => {
      const { line, damaged, wrong, unseen, healthy } = await readBeside(row, join(fixtures, row.file));
      console.log(`show: ${line}${row.unread ? `; not read: ${row.unread.what}` : ''}`);
      assert.notEqual(healthy.verdict, 'fail', JSON.stringify(healthy.reasons));
      const most = Math.floor(damaged * (row.unread?.most ?? 0));
      assert.ok(wrong.length <= most, `${wrong.length} of them: ${wrong.slice(0, 40).join(', ')}`);
      assert.deepEqual(unseen.slice(0, 40), [], `${unseen.length} of them`);
    });
});
