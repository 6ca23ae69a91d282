// Over a minute: work is submitted to a real Slurm over a real sshd, waits, runs, is taken away and begun again.
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { inTurn, livesInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { type SlurmTestbed, slurmTestbed } from '../slurm-testbed.ts';
import { ofType, onlyStory, type Story } from './ledger-story.ts';
import type { Place } from './run-bundle.ts';
import { jobsOf, placeAt, placeJobOfCluster } from './slurm-cluster.ts';
import type { JobFile } from './tiny-job.ts';

const lives = livesInTurn('a job on a Slurm cluster', 2);

const FAILED = 1;

/** Slow enough to be met half-way, with checkpoints that come often. */
const slowly = (job: JobFile): void => {
  job['vars'].TINY_STEP_MS = 60;
};
const PULLED = /checkpoint of step \d+ pulled, hash-equal and loaded/;

const moves = (story: Story) => ofType(story, 'queue-moved').map(({ to }) => to);

/** It came to its end by itself, and nothing of it is left at the queue. */
async function assertOver(bed: SlurmTestbed, place: Place, jobs: number): Promise<Story> {
  const story = onlyStory(place);
  assert.ok(story.run.seal && story.run.closed, 'sealed and closed');
  assert.equal(moves(story).at(-1), 'over');
  assert.deepEqual(ofType(story, 'releasing'), [], 'nothing had to be ended');
  assert.equal((await jobsOf(bed, story.run.id)).length, jobs);
  assert.equal(
    await bed.slurm('squeue', '-h', '-o', '%j', '-n', story.run.leases.map(({ name }) => name).join(',')),
    '',
  );
  return story;
}

/** The trainer had more than one start, and no later one of them began at step 0. */
function assertResumed(story: Story): void {
  const starts = ofType(story, 'started');
  assert.ok(starts.length >= 2, `${starts.length} attempts`);
  const resumed = ofType(story, 'resumed');
  assert.ok(
    resumed.length > 0 &&
      resumed.every(({ firstStep, verifiedStep }) => firstStep > 0 && firstStep >= verifiedStep),
  );
}

for (const acct of inTurn<'dbd' | 'none'>('accounting of Slurm', ['dbd', 'none']))
  describe(`a job on a Slurm cluster ${acct === 'dbd' ? 'with' : 'without'} accounting`, {
    skip: missing('slurm', 'sshd', 'testbed', 'ssh'),
    timeout: 600_000,
  }, () => {
    let bed: SlurmTestbed;
    before(async () => {
      bed = await slurmTestbed({ acct });
    });
    after(() => bed?.down());

    lives.it(
      'is submitted held, let go, trained, sealed, and closed by the word of the queue alone',
      async (t) => {
        const place = placeAt(t, bed);
        placeJobOfCluster(place);
        const done = await place.run(['run'], { timeoutSeconds: 200 });
        assert.equal(done.exitCode, 0, done.output);
        const story = await assertOver(bed, place, 1);
        assert.equal(ofType(story, 'started').length, 1);
        const notes = readdirSync(join(bed.home, '.gpu-lease', '.queue'));
        assert.ok(notes.includes(`${story.run.leases[0]?.name}.closed`), `its notes may go: ${notes}`);
      },
    );

    lives.it(
      'is put back into the queue by a preemption or a requeue, and goes on as the same submission [SLURM1]',
      async (t) => {
        const place = placeAt(t, bed);
        placeJobOfCluster(place, { change: slowly });
        const running = place.start(['run'], { timeoutSeconds: 200 });
        await running.says(PULLED);
        await bed.slurm('scontrol', 'requeue', onlyStory(place).run.leases[0]?.boxId ?? '');
        const done = await running.ended;
        assert.equal(done.exitCode, 0, done.output);
        const story = await assertOver(bed, place, 1);
        assertResumed(story);
        // It may wait for one reason after another.
        assert.match(moves(story).join(' '), /running( waiting)+ running/);
        assert.equal(story.run.relaunches, 0, 'that costs no retry');
      },
    );

    lives.it(
      'that dies of its own error is a halt with its last line, and nothing of it runs on',
      async (t) => {
        const place = placeAt(t, bed);
        placeJobOfCluster(place, {
          change: (job) => {
            job['run'] = 'sh fail.sh';
          },
        });
        writeFileSync(join(place.repository, 'fail.sh'), 'echo "RuntimeError: no such layer" >&2\nexit 7\n');
        place.commit();
        const done = await place.run(['run'], { timeoutSeconds: 100 });
        assert.equal(done.exitCode, FAILED, done.output);
        const story = onlyStory(place);
        assert.equal(story.run.halted?.code, 'cells-dead');
        assert.equal(moves(story).at(-1), 'over');
        const given = await place.run(['abandon', story.run.id]);
        assert.match(given.output, /abandon/);
      },
    );

    lives.it(
      'that somebody cancelled is asked about, and goes on as another submission when a person says so',
      async (t) => {
        const place = placeAt(t, bed);
        placeJobOfCluster(place, { change: slowly });
        const running = place.start(['run'], { timeoutSeconds: 200 });
        await running.says(PULLED);
        await bed.slurm('scancel', onlyStory(place).run.leases[0]?.boxId ?? '');
        const stopped = await running.ended;
        assert.equal(stopped.exitCode, FAILED, stopped.output);
        assert.match(stopped.output, /cancelled/i);
        assert.equal((await jobsOf(bed, onlyStory(place).run.id)).length, 1);
        const again = await place.run(['resume', onlyStory(place).run.id], { timeoutSeconds: 200 });
        assert.equal(again.exitCode, 0, again.output);
        assertResumed(await assertOver(bed, place, 2));
      },
    );

    lives.it(
      'that waits is held by nobody and can be given up, which takes it out of the queue',
      async (t) => {
        const place = placeAt(t, bed);
        placeJobOfCluster(place, { slurm: { directives: ['--begin=now+1hour'] } });
        const watched = await place.run(['run', '--bound', '2s'], { timeoutSeconds: 60 });
        assert.match(watched.output, /PENDING/);
        const story = onlyStory(place);
        const [job = ''] = await jobsOf(bed, story.run.id);
        assert.match(await bed.slurm('squeue', '-h', '-j', job, '-o', '%T'), /PENDING/);
        const asked = await place.run(['abandon', story.run.id]);
        const phrase = /type: (\S+ \S+)/.exec(asked.output)?.[1] ?? assert.fail(asked.output);
        const given = await place.run(['abandon', story.run.id, '--approve', phrase], {
          timeoutSeconds: 100,
        });
        assert.equal(given.exitCode, 0, given.output);
        assert.equal(await bed.slurm('squeue', '-h', '-j', job, '-o', '%T'), '');
        assert.ok(onlyStory(place).run.closed);
      },
    );
  });
