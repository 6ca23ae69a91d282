// Over ten seconds: a trainer that others wrote meets the walltime of a real Slurm, is begun again and goes on.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from '../scenarios/ledger-story.ts';
import type { Place } from '../scenarios/run-bundle.ts';
import { jobsOf, letKnow, QUEUE } from '../scenarios/slurm-cluster.ts';
import { slurmTestbed } from '../slurm-testbed.ts';
import { uninterrupted } from './taken-away.ts';
import { compareWeights, giveFrameworks, initFor, placeTrainer } from './trainer.ts';

/** Folder of the script, and what it leaves at its end, as in the tests of each. */
const TRAINERS: [name: string, weights: string][] = [['transformers', 'model.safetensors']];

/** Its 240 steps of at least 0.08 s fit in the minute of a fast machine, and nothing would be met. */
function longerThanWalltime(place: Place): void {
  const script = join(place.repository, 'train.py');
  const text = readFileSync(script, 'utf8');
  assert.ok(text.includes('max_steps=240'));
  writeFileSync(script, text.replace('max_steps=240', 'max_steps=900'));
}

describe('a trainer that somebody else wrote, on Slurm', {
  skip: missing('frameworks', 'slurm', 'sshd', 'testbed', 'ssh'),
  timeout: 1_200_000,
}, () => {
  for (const [name, weights] of TRAINERS)
    it(`ends with ${name} as if its walltime had never come [SLURM2] [SLURM1]`, async (t) => {
      const bed = await slurmTestbed({ acct: 'dbd' });
      t.after(() => bed.down());
      giveFrameworks(join(bed.home, 'bin'));
      const place = placeTrainer(t, name);
      longerThanWalltime(place);
      letKnow(place, bed);
      // Slurm counts in minutes, and may be early by most of one.
      const slurm = { time: '1min', signalSeconds: 30, cpus: 1, memoryGb: 1.8 };
      const init = await initFor(place, [
        [['candidates'], [{ platform: 'slurm', queue: QUEUE, slurm }]],
        [['resources'], { gpu: 'none' }],
      ]);
      assert.equal(init.exitCode, 0, init.output);
      const done = await place.run(['run'], { timeoutSeconds: 600 });
      assert.equal(done.exitCode, 0, done.output);
      const story = onlyStory(place);
      assert.ok(story.run.seal && story.run.closed, done.output);
      assert.equal((await jobsOf(bed, story.run.id)).length, 1, 'the same submission all along');
      const starts = ofType(story, 'started').length;
      const resumed = ofType(story, 'resumed');
      const alone = uninterrupted(place);
      const compared = compareWeights(
        place,
        join(story.run.seal.place, 'main', weights),
        join(alone, weights),
      );
      console.log(
        `show: ${name} on Slurm: ${starts} attempts of one submission, resumed at step ${resumed.map(({ firstStep }) => firstStep).join(', ')}; of ${compared.tensors} tensors ${compared.equal} are those of an uninterrupted run to the bit`,
      );
      assert.ok(starts >= 2 && resumed.some(({ firstStep }) => firstStep > 0));
      assert.equal(compared.equal, compared.tensors, `${compared.first} differs`);
    });
});
