// Over ten seconds: an array of real Slurm, from its submit to its seal.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { type SlurmTestbed, slurmTestbed } from '../slurm-testbed.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { jobsOf, placeAt, placeJobOfCluster } from './slurm-cluster.ts';
import type { JobFile } from './tiny-job.ts';

const cells = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `c${at}`, vars: { SEED: at } }));
const sweepOf =
  (count: number, atOnce: number, more: (job: JobFile) => void = () => {}) =>
  (job: JobFile): void => {
    job['cells'] = cells(count);
    job['sweep'] = { 'at-once': atOnce };
    more(job);
  };

for (const acct of inTurn<'dbd' | 'none'>('accounting of Slurm, of an array', ['none', 'dbd']))
  describe(`an array on a Slurm cluster ${acct === 'dbd' ? 'with' : 'without'} accounting`, {
    skip: missing('slurm', 'sshd', 'testbed', 'ssh'),
    timeout: 900_000,
  }, () => {
    let bed: SlurmTestbed;
    before(async () => {
      bed = await slurmTestbed({ acct });
    });
    after(() => bed?.down());

    it('of 40 cells is one submission, never more than 4 at once, and is sealed', async (t) => {
      const place = placeAt(t, bed);
      placeJobOfCluster(place, { change: sweepOf(40, 4) });
      const running = place.start(['run'], { timeoutSeconds: 500 });
      let most = 0;
      let isOver = false;
      void running.ended.then(() => {
        isOver = true;
      });
      while (!isOver) {
        const listed = await bed.slurm('squeue', '-h', '-r', '-t', 'RUNNING,CONFIGURING', '-o', '%i');
        most = Math.max(most, listed.split('\n').filter(Boolean).length);
      }
      const done = await running.ended;
      assert.equal(done.exitCode, 0, done.output);
      const story = onlyStory(place);
      assert.ok(story.run.seal && story.run.closed, done.output);
      assert.ok(most > 1 && most <= 4, `${most} at once`);
      assert.equal((await jobsOf(bed, story.run.id)).length > 0, true);
      assert.equal(ofType(story, 'rented').length, 1);
      assert.equal(ofType(story, 'cell-ended').length, 40);
    });

    it('names the cell that fails by its own error, which ends no other', async (t) => {
      const place = placeAt(t, bed);
      placeJobOfCluster(place, {
        change: sweepOf(4, 4, (job) => {
          job['run'] =
            `if [ "$GPU_LEASE_CELL" = c2 ]; then echo "RuntimeError: no such layer" >&2; exit 7; fi; ${job['run']}`;
        }),
      });
      const done = await place.run(['run'], { timeoutSeconds: 300 });
      assert.match(done.output, /c2/);
      const story = onlyStory(place);
      assert.deepEqual(
        ofType(story, 'cell-ended')
          .map(({ cell, verdict }) => `${cell} ${verdict}`)
          .sort(),
        ['c0 finished', 'c1 finished', 'c2 dead', 'c3 finished'],
        done.output,
      );
      assert.equal(ofType(story, 'started').length, 1, 'one attempt of the run');
    });

    it('of more cells than the cluster takes is refused before anything is submitted', async (t) => {
      const place = placeAt(t, bed);
      placeJobOfCluster(place, { change: sweepOf(1002, 4) });
      const done = await place.run(['run'], { timeoutSeconds: 60 });
      assert.notEqual(done.exitCode, 0);
      assert.match(
        done.output,
        /1002 cells to run, and an array on .* has 1001 tasks at most \(MaxArraySize\)/,
      );
      assert.deepEqual(await jobsOf(bed, onlyStory(place).run.id), []);
    });
  });
