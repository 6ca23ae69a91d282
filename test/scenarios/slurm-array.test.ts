// Over a minute: an array of real Slurm, from its submit to its seal.
// In turn: what befalls work in a queue or on several nodes
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { attemptsIn } from '../../src/lease/task-ranges.ts';
import { inTurn, partInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { type SlurmTestbed, slurmTestbed } from '../slurm-testbed.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import type { Place } from './run-bundle.ts';
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

/** Slow enough to be met half-way. */
const slowly =
  (stepMs: number, steps = 100) =>
  (job: JobFile): void => {
    Object.assign(job['vars'], { TINY_STEP_MS: stepMs, TINY_STEPS: steps });
    job['metrics']['total-steps'] = steps;
  };
const PULLED = /checkpoint of step \d+ pulled, hash-equal and loaded/;

const boxOf = (place: Place): string => onlyStory(place).run.leases[0]?.boxId ?? assert.fail('no box');
const queued = (bed: SlurmTestbed, id: string) => bed.slurm('squeue', '-h', '-r', '-j', id, '-o', '%K %T');

async function approve(place: Place, verb: string): Promise<void> {
  const { id } = onlyStory(place).run;
  const asked = await place.run([verb, id]);
  const phrase = /type: (\S+ \S+)/.exec(asked.output)?.[1] ?? assert.fail(asked.output);
  const given = await place.run([verb, id, '--approve', phrase], { timeoutSeconds: 150 });
  assert.equal(given.exitCode, 0, given.output);
}

const INTERRUPTIONS: { it: string; play: (bed: SlurmTestbed, t: TestContext) => Promise<void> }[] = [
  {
    it: 'has one task requeued in the middle, which goes on where it was while the others work on',
    play: async (bed, t) => {
      const place = placeAt(t, bed);
      // A task says every half minute how far it is: still at work when that has been heard.
      placeJobOfCluster(place, { change: sweepOf(3, 3, slowly(800, 70)) });
      const running = place.start(['run'], { timeoutSeconds: 300 });
      await running.says(PULLED);
      const id = boxOf(place);
      const before = await queued(bed, id);
      await bed.slurm('scontrol', 'requeue', `${id}_0`);
      const done = await running.ended;
      assert.equal(done.exitCode, 0, done.output);
      assert.match(before, /^0 RUNNING$/m);
      const story = onlyStory(place);
      assert.ok(story.run.seal && story.run.closed, done.output);
      assert.deepEqual(
        ofType(story, 'begun-again').map(({ cell, attempt }) => `${cell} ${attempt}`),
        ['c0 2'],
      );
      const resumed = ofType(story, 'resumed');
      assert.deepEqual(
        resumed.map(({ cell }) => cell),
        ['c0'],
      );
      assert.ok(
        resumed.every(({ firstStep, verifiedStep }) => firstStep > 0 && firstStep >= verifiedStep),
        JSON.stringify(resumed),
      );
      assert.equal(ofType(story, 'started').length, 1, 'no attempt of the run');
      assert.equal(ofType(story, 'rented').length, 1);
      assert.equal(story.run.relaunches, 0, 'that costs no retry');
    },
  },
  {
    it: 'is given up as one: no task of it runs or waits any more',
    play: async (bed, t) => {
      const place = placeAt(t, bed);
      placeJobOfCluster(place, { change: sweepOf(6, 2, slowly(5000)) });
      const watched = await place.run(['run', '--bound', '15s'], { timeoutSeconds: 60 });
      const id = boxOf(place);
      const before = await queued(bed, id);
      assert.match(before, /RUNNING/, watched.output);
      assert.match(before, /PENDING/, watched.output);
      await approve(place, 'abandon');
      assert.equal(await queued(bed, id), '');
      const story = onlyStory(place);
      assert.ok(story.run.closed);
      assert.equal(ofType(story, 'releasing').length, 1);
    },
  },
];

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

    it('gives each task a card and a port of its own, judges its machine, and names the cell that fails by its own error [P3-13]', async (t) => {
      const place = placeAt(t, bed);
      placeJobOfCluster(place, {
        slurm: { gres: 'gpu:1' },
        change: sweepOf(4, 4, (job) => {
          const said = '"$SLURMD_NODENAME card $CUDA_VISIBLE_DEVICES" "port $MASTER_PORT"';
          job['run'] =
            `printf '%s\\n' ${said} >"$GPU_LEASE_OUT/place.txt"; if [ "$GPU_LEASE_CELL" = c2 ]; then echo "RuntimeError: no such layer" >&2; exit 7; fi; ${job['run']}`;
          job['resources'] = { gpu: { count: 1 } };
        }),
      });
      const done = await place.run(['run'], { timeoutSeconds: 300 });
      assert.match(done.output, /c2/);
      const story = onlyStory(place);
      const places = ['c0', 'c1', 'c2', 'c3'].flatMap((cell) =>
        readFileSync(join(bed.home, '.gpu-lease', story.run.id, 'cells', cell, 'out', 'place.txt'), 'utf8')
          .trim()
          .split('\n'),
      );
      assert.equal(new Set(places).size, 8, places.join('; '));
      // The nodes of this test bed have cards in the words of Slurm alone.
      const judged = ofType(story, 'audited').flatMap(({ tasks, fit }) => (tasks && !fit ? [tasks] : []));
      const all = new Set(judged.flatMap((tasks) => [...attemptsIn(tasks).keys()]));
      assert.deepEqual([...all].sort(), [0, 1, 2, 3], done.output);
      assert.match(done.output, /task of c0: NOT FIT, U31/);
      assert.deepEqual(
        ofType(story, 'cell-ended')
          .map(({ cell, verdict }) => `${cell} ${verdict}`)
          .sort(),
        ['c0 finished', 'c1 finished', 'c2 dead', 'c3 finished'],
        done.output,
      );
      assert.equal(ofType(story, 'started').length, 1, 'one attempt of the run');
    });

    // Over a minute each. Five and two have no common divisor: in time each meets both kinds of accounting.
    for (const each of partInTurn('an array interrupted', INTERRUPTIONS, 5, ({ it: name }) => name))
      it(each.it, (t) => each.play(bed, t));

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
