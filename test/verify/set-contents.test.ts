import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixtureFiles } from './fixtures.ts';
import type { Options } from './memory-source.ts';
import { verifyFiles } from './memory-tree.ts';
import { safetensorsFile, weights } from './safetensors-writer.ts';

const shard = (name: string) => safetensorsFile({ [name]: { shape: [4, 8], data: weights(32) } });
const index = (map: Record<string, string>) =>
  new TextEncoder().encode(JSON.stringify({ metadata: { total_size: 256 }, weight_map: map }));
const sharded = new Map([
  ['model-00001-of-00002.safetensors', shard('model.a.weight')],
  ['model-00002-of-00002.safetensors', shard('model.b.weight')],
  [
    'model.safetensors.index.json',
    index({
      'model.a.weight': 'model-00001-of-00002.safetensors',
      'model.b.weight': 'model-00002-of-00002.safetensors',
    }),
  ],
]);

const verdictsOf = async (files: ReadonlyMap<string, Uint8Array>, options: Partial<Options>) => {
  const { files: verdicts } = await verifyFiles(files, { role: 'checkpoint', ...options });
  return Object.fromEntries(verdicts.map(({ label, counts, reasons }) => [label, { counts, reasons }]));
};
const codes = (verdicts: Awaited<ReturnType<typeof verdictsOf>>, path: string) =>
  verdicts[path]?.reasons.filter(({ severity }) => severity === 'fail').map(({ code }) => code);

describe('what a roster asks of files that belong together', () => {
  it('may stand in any of them', async () => {
    const verdicts = await verdictsOf(sharded, { contains: ['model', 'model.a.weight', '*.b.weight'] });
    assert.deepEqual(
      Object.values(verdicts).map(({ counts }) => counts),
      [true, true, true],
      JSON.stringify(verdicts),
    );
  });

  it('must stand in one of them', async () => {
    const verdicts = await verdictsOf(sharded, { contains: ['model.a.weight', 'optimizer'] });
    for (const path of sharded.keys()) {
      assert.deepEqual(codes(verdicts, path), ['key-missing'], path);
      assert.equal(verdicts[path]?.reasons[0]?.expected, 'optimizer');
      assert.equal(verdicts[path]?.counts, false);
    }
  });

  it('lets a checkpoint folder hold files without tensors, and no folder without any', async () => {
    const folder = fixtureFiles('trainers/one-rank/checkpoint-4');
    const files = new Map([...folder].map(([path, bytes]) => [`checkpoint-4/${path}`, bytes]));
    const whole = await verdictsOf(files, { contains: ['model'] });
    for (const [path, { counts, reasons }] of Object.entries(whole))
      assert.ok(counts, `${path}: ${JSON.stringify(reasons)}`);
    const none = new Map([
      ['m-00001-of-00001.safetensors', safetensorsFile({})],
      ['m.safetensors.index.json', index({})],
    ]);
    const verdicts = await verdictsOf(none, {});
    assert.ok(
      codes(verdicts, 'm-00001-of-00001.safetensors')?.includes('no-tensors'),
      JSON.stringify(verdicts),
    );
  });
});
