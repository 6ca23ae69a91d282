// Over ten seconds: trainers that others wrote train in a notebook until its machine is gone, and go on in another.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gpuLease, powerCut, pushed, startNotebook, untilSaved } from '../colab/notebook-run.ts';
import { missing } from '../requirement.ts';
import { uninterrupted } from './taken-away.ts';
import { compareWeights, initFor, placeTrainer } from './trainer.ts';

/** Folder of the script, and what it leaves at its end, as in the tests of each. */
const TRAINERS: [name: string, weights: string][] = [
  ['transformers', 'model.safetensors'],
  ['nanogpt', 'ckpt.pt'],
];

describe('a notebook of Colab with a trainer that somebody else wrote', {
  skip: missing('frameworks', 'git'),
  timeout: 1_200_000,
}, () => {
  for (const [name, weights] of TRAINERS)
    it(`ends with ${name} as if its machine had not been taken away [NB5]`, async (t) => {
      const place = placeTrainer(t, name);
      const init = await initFor(place, [
        [['candidates'], ['local']],
        [['resources'], { gpu: 'none' }],
      ]);
      assert.equal(init.exitCode, 0, init.output);
      const at = pushed(place);
      const exported = await gpuLease(at, 'colab', 'export', '--out', '../notebook.ipynb');
      assert.equal(exported.exitCode, 0, exported.output);
      const notebook = join(place.dir, 'notebook.ipynb');
      const first = startNotebook(at, notebook);
      await untilSaved(first, at.drive, 2);
      await powerCut(at, first);
      rmSync(at.work, { recursive: true });
      const looked = await gpuLease(at, 'colab', 'collect', at.drive, '--json');
      const [kept] = JSON.parse(looked.stdout).kept;
      assert.ok(kept.step > 0, looked.output);

      const { exitCode, said } = await startNotebook(at, notebook).ended;
      assert.equal(exitCode, 0, said);
      assert.match(said, new RegExp(`goes on from ${kept.id} `));
      const collected = await gpuLease(at, 'colab', 'collect', at.drive, '--json');
      assert.equal(collected.exitCode, 0, collected.output);
      const { place: here, verified, roster, level } = JSON.parse(collected.stdout);
      assert.equal(verified, roster);
      const alone = uninterrupted(place);
      const compared = compareWeights(place, join(here, 'main', weights), join(alone, weights));
      console.log(
        `show: ${name} in a notebook: taken away after step ${kept.step}; ${verified} files at ${level}; of ${compared.tensors} tensors ${compared.equal} are those of an uninterrupted run to the bit`,
      );
      assert.ok(compared.tensors > 0);
      assert.equal(compared.equal, compared.tensors, `${compared.first} differs`);
    });
});
