import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { proposeJob } from '../../src/job/init.ts';
import { load } from './job-text.ts';

/** Whether the job file that `init` writes for a script asks its drill for the same run. */
function asksForTheSame(script: string): boolean {
  const { yaml } = proposeJob({ files: ['train.py'], read: () => script }, 'steady');
  const { smoke } = load(yaml).job;
  assert.ok(smoke !== 'none' && smoke.drill !== 'none', yaml);
  return smoke.drill.exact === true;
}

const SHARDS = `import os, random, json
import numpy as np
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
SEED
dist.init_process_group("gloo")
def batch_of(step):
    generator = torch.Generator().manual_seed(step)
    return torch.randn(8, 16, generator=generator)
done = newest("out")
if done: dcp.load({"app": app}, checkpoint_id=os.path.join("out", f"step-{done}"))
while app.step < 100:
    loss = model(batch_of(app.step)).sum()
    DRAW
    print(json.dumps({"step": app.step, "loss": loss.item()}), file=open("out/metrics.jsonl", "a"))
    dcp.save({"app": app}, checkpoint_id=os.path.join("out", f"step-{app.step}"))
def newest(folder): return max((name for name in os.listdir(folder)), default=None)
`;

const KERAS = `import keras
SEED
model = keras.Sequential([keras.layers.Dense(32), DRAW keras.layers.Dense(1)])
model.fit(data, epochs=30, shuffle=False, callbacks=[keras.callbacks.BackupAndRestore("out/backup", delete_checkpoint=False)])
`;

const seeded = (script: string, seed: string, draw = '') =>
  script.replace('SEED', seed).replace('DRAW', draw);

describe('init asks for the same run', () => {
  const shards = (draw: string) => seeded(SHARDS, 'torch.manual_seed(11)', draw);

  it('of shards whose training is seeded and draws nothing at random', () => {
    assert.equal(asksForTheSame(shards('pass')), true);
    assert.equal(asksForTheSame(shards('rate = step(dropout=0.0)')), true);
  });

  it('not without a seed of its own; that of a generator is none', () => {
    assert.equal(asksForTheSame(seeded(SHARDS, '', 'pass')), false);
  });

  for (const draw of [
    'x = torch.randn(2)',
    'x = np.random.rand(2)',
    'random.shuffle(files)',
    'net = torch.nn.Dropout(0.1)',
    'net = Block(dropout=0.1)',
    'loader = torch.utils.data.DataLoader(data)',
    'import transformers',
  ])
    it(`not where it goes on without its random state and has: ${draw}`, () => {
      assert.equal(asksForTheSame(shards(draw)), false);
      assert.equal(asksForTheSame(shards(`${draw}; state = torch.get_rng_state()`)), true);
    });

  it('of Keras that neither drops nor shuffles, and saves with its epochs', () => {
    const steady = seeded(KERAS, 'keras.utils.set_random_seed(1)');
    assert.equal(asksForTheSame(steady), true);
    assert.equal(asksForTheSame(seeded(KERAS, '')), false);
    assert.equal(asksForTheSame(steady.replace(', shuffle=False', '')), false);
    assert.equal(asksForTheSame(steady.replace('delete_checkpoint=False', 'save_freq=10')), false);
    const drops = seeded(KERAS, 'keras.utils.set_random_seed(1)', 'keras.layers.Dropout(0.1, seed=9),');
    assert.equal(asksForTheSame(drops), false);
  });
});
