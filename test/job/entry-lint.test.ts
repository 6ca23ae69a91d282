import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lintEntry } from '../../src/job/entry-lint.ts';

const codesOf = (source: string): string[] => lintEntry('train.py', source).map(({ code }) => code);

const CASES: { it: string; code: string; bad: string; good: string }[] = [
  {
    it: 'loader workers without a main guard [P2-17]',
    code: 'no-main-guard',
    bad: 'loader = DataLoader(data, num_workers=4)\n',
    good: 'def main():\n    DataLoader(data, num_workers=4)\nif __name__ == "__main__":\n    main()\n',
  },
  {
    it: 'a pool of processes without a main guard [P2-17]',
    code: 'no-main-guard',
    bad: 'pool = multiprocessing.Pool(4)\n',
    good: "pool = multiprocessing.Pool(4)\nif __name__ == '__main__':\n    pass\n",
  },
  {
    it: 'determinism that is declared and not achieved [P2-18]',
    code: 'determinism-declared',
    bad: 'torch.manual_seed(0)\n',
    good: 'torch.manual_seed(0)\ntorch.use_deterministic_algorithms(True)\n',
  },
  {
    it: 'workers that draw the same random numbers [P2-18]',
    code: 'workers-not-seeded',
    bad: 'x = np.random.rand()\nDataLoader(d, num_workers=2)\nif __name__ == "__main__": pass\n',
    good: 'x = np.random.rand()\nDataLoader(d, num_workers=2, worker_init_fn=f)\nif __name__ == "__main__": pass\n',
  },
  {
    it: 'a checkpoint without the optimizer [P2-07]',
    code: 'partial-checkpoint',
    bad: 'torch.save(model.state_dict(), p)\nos.replace(p, q)\n',
    good: 'torch.save({"m": model.state_dict(), "o": optimizer.state_dict()}, p)\nos.replace(p, q)\n',
  },
  {
    it: 'a checkpoint without the optimizer, whatever that is called in the script',
    code: 'partial-checkpoint',
    bad: 'torch.save({"model": net.state_dict()}, p)\nos.replace(p, q)\n',
    good: "torch.save({'model': net.state_dict(), 'optimizer':opt.state_dict()}, p)\nos.replace(p, q)\n",
  },
  {
    it: 'a checkpoint written in place',
    code: 'checkpoint-not-atomic',
    bad: 'save_file(tensors, "last.safetensors")\n',
    good: 'save_file(tensors, "last.tmp")\nos.replace("last.tmp", "last.safetensors")\n',
  },
  {
    it: 'a GPU that the smoke does not have',
    code: 'gpu-fixed',
    bad: 'model.cuda()\n',
    good: 'model.to("cuda" if torch.cuda.is_available() else "cpu")\n',
  },
  {
    it: 'more checkpoints than a disk may hold [P2-09]',
    code: 'many-kept',
    bad: 'ModelCheckpoint(save_top_k=-1)\n',
    good: 'ModelCheckpoint(save_top_k=3)\n',
  },
];

describe('a training script is read for', () => {
  for (const { it: name, code, bad, good } of CASES) {
    it(name, () => {
      assert.deepEqual(codesOf(bad), [code]);
      assert.deepEqual(codesOf(good), []);
    });
  }

  it('faults, each with its line and column', () => {
    const [hint] = lintEntry('a/train.py', 'import torch\n\n  torch.manual_seed(1)\n');
    assert.deepEqual(hint?.at, { file: 'a/train.py', line: 3, column: 9 });
  });

  it('loader workers that are none', () => assert.deepEqual(codesOf('DataLoader(d, num_workers=0)\n'), []));
});
