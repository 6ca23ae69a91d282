import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { mayBeOfSet } from '../../src/verify/engine/set-names.ts';
import { SETS } from '../../src/verify/engine/sets.ts';
import { TABLE_MAGIC } from '../../src/verify/tensorflow/sorted-table.ts';
import { memoryTree } from './memory-tree.ts';

const FOLDERS = [
  '',
  'checkpoint-50/',
  'tmp-checkpoint-50/',
  'global_step7/',
  'iter_0000100/',
  'release/',
  'rank_3/',
  'unet/',
  'scheduler/',
  'variables/',
  'state.orbax-checkpoint-tmp-17/',
  'arrays/c/0/',
  'mp_rank_00/',
];
const STEMS = [
  'model',
  'pytorch_model',
  'adapter_model',
  'adapter_config',
  'optimizer',
  'scheduler',
  'random_states_0',
  'rng_state',
  'rng_state_1',
  'trainer_state',
  'training_args',
  'mp_rank_00_model_states',
  'zero_pp_rank_0_mp_rank_00_optim_states',
  'layer_0_expert_1_mp_rank_00_model_states',
  'latest',
  'zero_to_fp32',
  'common',
  'metadata',
  'model_index',
  'scheduler_config',
  'config',
  'diffusion_pytorch_model',
  'model_rank3',
  'Rank.0',
  'epoch=3-step=100',
  'saved_model',
  'checkpoint',
  'ckpt-1',
  'weights_manifest',
  'shard-000001',
  '__0_0',
  '',
  'zarr',
  '_METADATA',
  '_CHECKPOINT_METADATA',
  'manifest',
  'commit_success',
  '0',
];
const NUMBERS = ['', '', '', '-00001-of-00002', '-00000-of-00001'];
const ENDS = [
  '',
  '.safetensors',
  '.safetensors.index.json',
  '.bin',
  '.bin.index.json',
  '.weights.bin',
  '.json',
  '.pt',
  '.pth',
  '.pkl',
  '.ckpt',
  '.gguf',
  '.onnx',
  '.ONNX',
  '.pb',
  '.index',
  '.data-00000-of-00001',
  '.metadata',
  '.distcp',
  '.ocdbt',
  '.txt',
  '.py',
  '.tar',
  '.tar.gz',
  '.tar.zst',
  '.zarray',
  '.zgroup',
  '.zattrs',
  '.zmetadata',
];

const path = fc
  .tuple(...[FOLDERS, FOLDERS, STEMS, NUMBERS, ENDS].map((words) => fc.constantFrom(...words)))
  .map((words) => words.join(''))
  .filter((each) => !each.endsWith('/') && each !== '');

/** What the kinds look for inside: the end of an index of TensorFlow, its list of checkpoints, a manifest, a model with data beside it. */
function contentOf(name: string): Uint8Array {
  if (name.endsWith('.index')) return TABLE_MAGIC;
  if (name.endsWith('.json'))
    return Buffer.from('{"weightsManifest": [{"paths": ["a.bin"], "weights": []}], "weight_map": {}}');
  // ModelProto.graph.initializer.external_data: location = a
  if (/\.onnx$/i.test(name))
    return Buffer.from(
      '3a 15 2a 13 42 01 77 6a 0d 0a 08 6c 6f 63 61 74 69 6f 6e 12 01 61 70 01'.replaceAll(' ', ''),
      'hex',
    );
  return Buffer.from('model_checkpoint_path: "ckpt-1"\n');
}

describe('names without which nothing is a set', () => {
  it('are among the paths of every tree in which a kind finds one', async () => {
    const found = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(path, { minLength: 1, maxLength: 4 }), async (paths) => {
        const tree = memoryTree(new Map(paths.map((each) => [each, contentOf(each)])));
        for (const kind of SETS) {
          if ((await kind.find(tree)).length === 0) continue;
          found.add(kind.name);
          assert.ok(paths.some(mayBeOfSet), `${kind.name} of ${paths.join(', ')}`);
        }
      }),
      // Two that differ in nothing but their number are too rare.
      { numRuns: 20_000, examples: [[['shard-000001.tar', 'shard-000002.tar']], [['model.pkl_01.npy']]] },
    );
    assert.deepEqual(
      SETS.map(({ name }) => name).filter((name) => !found.has(name)),
      [],
    );
  });

  it('are not those of everyday files', () => {
    for (const plain of [
      'model.pt',
      'model.safetensors',
      'weights.npz',
      'metrics.jsonl',
      'config.json',
      'train.log',
      'data/part-0001.parquet',
    ])
      assert.ok(!mayBeOfSet(plain), plain);
  });
});
