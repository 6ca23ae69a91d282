import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ofItself } from '../../src/verify/contract/verdict.ts';
import { fixtureFiles } from './fixtures.ts';
import { verifyFiles } from './memory-tree.ts';
import { safetensorsFile, weights } from './safetensors-writer.ts';

type Files = Map<string, Uint8Array>;

const INDEX = 'model.safetensors.index.json';
const shard = (no: number, of = 4) => `model-0000${no}-of-0000${of}.safetensors`;
const real = () => fixtureFiles('trainers/shards-safetensors');
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

interface Index {
  metadata: Record<string, unknown>;
  weight_map: Record<string, unknown>;
}

const withIndex = (change: (index: Index) => unknown): Files => {
  const files = real();
  const index = JSON.parse(Buffer.from(files.get(INDEX) ?? []).toString()) as Index;
  files.set(INDEX, bytes(change(index) ?? index));
  return files;
};

const without = (name: string): Files => {
  const files = real();
  files.delete(name);
  return files;
};

/** The codes of the set alone, and whether every file of it still counts. */
async function look(files: Files, label = INDEX) {
  const { files: alone, sets } = await verifyFiles(files, { role: 'archive' });
  const set = sets.find((each) => each.label === label);
  assert.ok(set, JSON.stringify(sets.map((each) => each.label)));
  const codes = set.reasons.map(({ code }) => code);
  return { verdict: set.verdict, codes, alone, set };
}

describe('shards and their index', () => {
  it('are whole together, and give one table of all tensors', async () => {
    const { verdict, codes, set } = await look(real());
    assert.deepEqual([verdict, codes, set.tensors?.count], ['pass', [], 21]);
  });

  it('miss a shard that the index names, and by its number', async () => {
    const { verdict, codes, alone } = await look(without(shard(2)));
    assert.equal(verdict, 'fail');
    assert.deepEqual([...new Set(codes)], ['shard-missing', 'tensor-missing']);
    const first = alone.find(({ label }) => label === shard(1));
    assert.deepEqual([first?.verdict, first?.reasons[0]?.code], ['fail', 'set-not-whole']);
  });

  it('[issue 16] are spoiled by one of them, and the others by nothing of their own', async () => {
    const files = real();
    const cut = files.get(shard(2)) ?? new Uint8Array();
    files.set(shard(2), cut.subarray(0, cut.length - 8));
    const { alone, set } = await look(files);
    assert.deepEqual([...new Set(set.reasons.map(({ file }) => file))], [shard(2)]);
    const of = (name: string) => alone.find(({ label }) => label === name);
    assert.deepEqual([of(shard(1))?.verdict, of(shard(1))?.byItself], ['fail', 'pass-degraded']);
    assert.deepEqual([of(shard(2))?.verdict, of(shard(2))?.byItself], ['fail', undefined]);
    const trainer = new Map([...fixtureFiles('trainers/one-rank')]);
    trainer.delete('checkpoint-4/model.safetensors');
    for (const [path, content] of files) trainer.set(`checkpoint-4/${path}`, content);
    const { sets, files: all } = await verifyFiles(trainer, { role: 'archive' });
    const outer = sets.find(({ format }) => format === 'hf-trainer-checkpoint');
    const named = outer?.reasons.filter(({ severity }) => severity === 'fail').map(({ file }) => file);
    assert.deepEqual([...new Set(named)], [`checkpoint-4/${shard(2)}`], JSON.stringify(outer?.reasons));
    const red = all.filter((each) => ofItself(each).verdict === 'fail').map(({ label }) => label);
    assert.deepEqual(red, [`checkpoint-4/${shard(2)}`]);
  });

  it('of a model are inconclusive without their index: nobody knows what they should hold', async () => {
    const { verdict, codes } = await look(without(INDEX), 'model-*.safetensors');
    assert.deepEqual([verdict, codes], ['inconclusive', ['index-missing']]);
  });

  it('of data need no index, and miss a number all the same, from 0 or from 1', async () => {
    const [one] = real().values();
    assert.ok(one !== undefined);
    for (const [numbers, missing] of [
      [[0, 1, 2], false],
      [[1, 2, 3], false],
      [[0, 2], true],
      [[1, 2], true],
    ] as const) {
      const files: Files = new Map(numbers.map((no) => [`rows-0000${no}-of-00003.safetensors`, one]));
      assert.deepEqual((await look(files, 'rows-*.safetensors')).codes, missing ? ['shard-missing'] : []);
    }
  });

  it('are found in each other´s place', async () => {
    const files = real();
    const [one, two] = [files.get(shard(1)), files.get(shard(2))];
    assert.ok(one !== undefined && two !== undefined);
    files.set(shard(1), two).set(shard(2), one);
    assert.deepEqual((await look(files)).codes, ['tensor-misplaced']);
  });

  it('may not hold a tensor twice, nor one that the index leaves out', async () => {
    const extra = withIndex(() => undefined);
    extra.set('model-00005-of-00005.safetensors', new Uint8Array(0));
    assert.ok((await look(extra)).codes.includes('shards-mixed'));
    const twice = real();
    twice.set(shard(4), safetensorsFile({ 'model.norm.weight': { data: weights(8) } }));
    assert.deepEqual((await look(twice)).codes.sort(), ['tensor-missing', 'tensor-twice']);
    const unmapped = withIndex(({ weight_map: map }) => {
      delete map['lm_head.weight'];
    });
    assert.deepEqual((await look(unmapped)).codes, ['tensor-unmapped']);
  });

  for (const [what, index] of [
    ['no object', []],
    ['without a map', { metadata: {} }],
    ['with an empty map', { weight_map: {} }],
    ['leading out of its folder', { weight_map: { a: '../other.safetensors' } }],
    ['naming no file', { weight_map: { a: 7 } }],
  ] as const) {
    it(`refuse an index ${what}`, async () => {
      assert.deepEqual((await look(withIndex(() => index))).codes, ['index-malformed']);
    });
  }

  it('[issue 16] are doubted where the index has no metadata, without which transformers loads no model', async () => {
    const nameless = withIndex(({ metadata, weight_map }) => ({ metadatA: metadata, weight_map }));
    const { verdict, codes } = await look(nameless);
    assert.deepEqual([verdict, codes], ['pass-degraded', ['index-metadata']]);
    assert.deepEqual((await look(withIndex(({ weight_map }) => ({ metadata: {}, weight_map })))).codes, []);
  });

  it('tell totals that differ, which proves nothing: tied weights are counted in two ways', async () => {
    const files = withIndex(({ metadata }) => {
      metadata['total_size'] = 17;
      metadata['total_parameters'] = 4;
    });
    const { verdict, codes } = await look(files);
    assert.deepEqual([verdict, codes], ['pass', ['total-size', 'total-parameters']]);
  });

  for (const sibling of [
    `${shard(3)}.incomplete`,
    `.${shard(3)}.Xa81bC`,
    `.${shard(3)}.sample`,
    `${INDEX}.tmp`,
  ]) {
    it(`are not whole beside ${sibling}`, async () => {
      const { codes, set } = await look(real().set(sibling, bytes('half')));
      assert.deepEqual(codes, ['unfinished-sibling']);
      assert.equal(set.reasons[0]?.file, sibling);
    });
  }

  it('do not mind what somebody else is still writing', async () => {
    assert.equal((await look(real().set('notes.txt.tmp', bytes('half')))).verdict, 'pass');
  });

  it('may be of torch.save, too', async () => {
    const files = fixtureFiles('trainers/shards-torch');
    const root = 'pytorch_model.bin.index.json';
    const { verdict, set } = await look(files, root);
    assert.deepEqual([verdict, set.format, set.tensors?.count], ['pass', 'torch-shards', 21]);
    files.delete('pytorch_model-00003-of-00004.bin');
    assert.ok((await look(files, root)).codes.includes('shard-missing'));
  });
});
