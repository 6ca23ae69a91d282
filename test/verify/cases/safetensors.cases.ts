import type { Cases, FormatCase } from '../cases.ts';
import { fixture, fixtureFiles, oracle } from '../fixtures.ts';
import { safetensorsFile, weights } from '../safetensors-writer.ts';

const model = () =>
  safetensorsFile({
    'a.weight': { shape: [16, 64], data: weights(1024) },
    'b.weight': { shape: [8, 8], data: weights(64) },
  });
const size = model().length;

/** A file of the library's own, and a tensor of 32-bit floats in it. */
function real(name: string, floats: string): FormatCase {
  const bytes = fixture(`safetensors/${name}.safetensors`);
  const data = 8 + Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const header = JSON.parse(Buffer.from(bytes.subarray(8, data)).toString()) as Record<
    string,
    { data_offsets: [number, number] }
  >;
  const [from, to] = header[floats]?.data_offsets ?? [0, 0];
  return {
    format: 'safetensors',
    name: `${name}, by the library`,
    bytes: () => bytes,
    verdict: 'pass-degraded',
    table: oracle(`safetensors/${name}.safetensors.table.json`),
    payload: { from: data + from, to: data + to, guarded: false },
    float: { at: data + from + 8, type: 'f32' },
  };
}

export const cases: Cases = {
  formats: [
    {
      format: 'safetensors',
      name: 'two weights',
      bytes: model,
      verdict: 'pass-degraded',
      payload: { from: size - 4096 - 256, to: size, guarded: false },
      float: { at: size - 4096 - 256 + 400, type: 'f32' },
    },
    real('every-type', 'float32.weight'),
    real('model', '0.weight'),
  ],
  sets: [
    {
      kind: 'safetensors-shards',
      name: 'saved by transformers',
      root: 'model.safetensors.index.json',
      role: 'archive',
      files: () => fixtureFiles('trainers/shards-safetensors'),
      verdict: 'pass',
      optional: {
        'config.json': 'the weights are whole without it; whether it is there is for the roster to say',
        'generation_config.json': 'only models that generate have one',
      },
      table: oracle('trainers/shards.table.json'),
    },
    {
      kind: 'torch-shards',
      name: 'saved by huggingface_hub',
      root: 'pytorch_model.bin.index.json',
      role: 'archive',
      files: () => fixtureFiles('trainers/shards-torch'),
      verdict: 'pass',
      table: oracle('trainers/shards.table.json'),
    },
  ],
};
