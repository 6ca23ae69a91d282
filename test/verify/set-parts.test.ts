import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixtureFiles } from './fixtures.ts';
import type { Options } from './memory-source.ts';
import { verifyFiles } from './memory-tree.ts';

type Files = Map<string, Uint8Array>;

/** One save of each trainer, as the trainers themselves wrote it, and the step that it is of. */
const SAVES: {
  what: string;
  files: () => Files;
  parts: string[];
  step: number;
  without: string;
  lacks: string;
}[] = [
  {
    what: 'the Hugging Face Trainer',
    files: () => fixtureFiles('trainers/one-rank'),
    parts: ['model', 'optimizer', 'scheduler', 'rng', 'step', 'epoch'],
    step: 4,
    without: 'checkpoint-4/optimizer.pt',
    lacks: 'optimizer',
  },
  {
    what: 'its two ranks',
    files: () => fixtureFiles('trainers/two-ranks'),
    parts: ['model', 'optimizer', 'scheduler', 'rng', 'step'],
    step: 4,
    without: 'checkpoint-4/scheduler.pt',
    lacks: 'scheduler',
  },
  {
    what: 'torch.distributed.checkpoint',
    files: () => fixtureFiles('torch/dcp-one'),
    parts: ['model', 'optimizer', 'step'],
    step: 3,
    without: '',
    lacks: '',
  },
];

const failures = async (files: Files, over: Partial<Options>) => {
  const { files: alone, sets } = await verifyFiles(files, { role: 'checkpoint', ...over });
  const reasons = [...alone, ...sets].flatMap((each) => each.reasons);
  return new Set(reasons.filter(({ severity }) => severity === 'fail').map(({ code }) => code));
};

describe('what is asked of a set', () => {
  for (const { what, files, parts, step, without, lacks } of SAVES) {
    it(`is answered by whichever file of ${what} holds it: ${parts.join(', ')}`, async () => {
      assert.deepEqual(await failures(files(), { contains: parts }), new Set());
    });

    it(`is its step, whichever file of ${what} says it`, async () => {
      for (const expectation of [{ step }, { minStep: step }, { minStep: step - 1 }])
        assert.deepEqual(await failures(files(), { expectation }), new Set());
      assert.ok((await failures(files(), { expectation: { step: step + 1 } })).has('step-unexpected'));
      assert.ok((await failures(files(), { expectation: { minStep: step + 1 } })).has('step-behind'));
    });

    it(`is missed where ${what} has no such part`, async () => {
      assert.ok((await failures(files(), { contains: ['ema'] })).has('key-missing'));
      if (without === '') return;
      const cut = files();
      assert.ok(cut.delete(without));
      assert.ok((await failures(cut, { contains: [lacks] })).has('key-missing'));
    });
  }

  it('is no part that only its name makes one: weights in the place of the optimizer', async () => {
    const files = fixtureFiles('trainers/one-rank');
    const random = files.get('checkpoint-4/rng_state.pth');
    assert.ok(random);
    files.set('checkpoint-4/optimizer.pt', random);
    assert.ok((await failures(files, { contains: ['optimizer'] })).has('key-missing'));
  });

  it('is answered by accelerate and DeepSpeed, too', async () => {
    for (const [fixture, parts] of [
      ['trainers/accelerate', ['model', 'optimizer', 'scheduler', 'rng', 'step']],
      ['trainers/deepspeed-zero', ['model', 'optimizer', 'step']],
    ] as const) {
      const files = fixtureFiles(fixture);
      assert.deepEqual(
        await failures(files, { contains: parts, expectation: { minStep: 1 } }),
        new Set(),
        fixture,
      );
    }
  });
});
