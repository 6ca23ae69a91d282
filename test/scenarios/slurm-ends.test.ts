// Over a minute: jobs of a real Slurm run out of memory, lose their node, are held and cancelled by others.
// In turn: what befalls work in a queue or on several nodes
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { inTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { type SlurmTestbed, slurmTestbed } from '../slurm-testbed.ts';
import { ofType, onlyStory, type Story } from './ledger-story.ts';
import type { Place } from './run-bundle.ts';
import { jobsOf, placeAt, placeJobOfCluster } from './slurm-cluster.ts';
import type { JobFile } from './tiny-job.ts';

const FAILED = 1;
const skip = missing('slurm', 'sshd', 'testbed', 'ssh');
const PULLED = /checkpoint of step \d+ pulled, hash-equal and loaded/;

const slowly = (job: JobFile): void => {
  job['vars'].TINY_STEP_MS = 60;
};
/** Somebody cancels it at once. */
const CANCELLING = `#!/bin/sh
case " $* " in *--test-only*) exec REAL "$@" ;; esac
id=$(REAL "$@") || exit
echo "$id"
scancel "\${id%%;*}"
`;
const jobOf = (place: Place): string => onlyStory(place).run.leases.at(-1)?.boxId ?? assert.fail('no job');
const stateOf = (bed: SlurmTestbed, job: string) =>
  bed.slurm('squeue', '-h', '-t', 'all', '-j', job, '-o', '%T %r');

function assertSealed(story: Story): void {
  assert.ok(story.run.seal && story.run.closed, 'sealed and closed');
  assert.equal(ofType(story, 'queue-moved').at(-1)?.to, 'over');
  const resumed = ofType(story, 'resumed');
  assert.ok(resumed.every(({ firstStep, verifiedStep }) => firstStep >= verifiedStep));
}

/** Takes more and more memory, in a process that has no word for its end. */
function placeHungryJob(place: Place): void {
  placeJobOfCluster(place, {
    slurm: { memoryGb: 0.3 },
    change: (job) => {
      job['run'] = 'sh hungry.sh';
    },
  });
  const hungry = 'const a = []; setInterval(() => a.push(Buffer.alloc(20e6, 1)), 40);';
  writeFileSync(join(place.repository, 'hungry.sh'), `node -e '${hungry}'\n`);
  place.commit();
}

async function assertOutOfMemory(place: Place): Promise<Story> {
  placeHungryJob(place);
  const done = await place.run(['run'], { timeoutSeconds: 120 });
  assert.equal(done.exitCode, FAILED, done.output);
  const story = onlyStory(place);
  assert.equal(ofType(story, 'cell-ended').at(-1)?.failureClass, 'HOST_OOM', done.output);
  assert.equal(story.run.halted?.code, 'cells-dead');
  return story;
}

for (const acct of inTurn<'dbd' | 'none'>('accounting of Slurm at an end for memory', ['dbd', 'none']))
  describe(`a job of Slurm that the kernel ends for memory, ${acct === 'dbd' ? 'with' : 'without'} accounting`, {
    skip,
    timeout: 300_000,
  }, () => {
    let bed: SlurmTestbed;
    before(async () => {
      bed = await slurmTestbed({ acct, cgroup: true });
    });
    after(() => bed?.down());

    it('is known by its own record, and is not tried again [SLURM4]', async (t) => {
      const story = await assertOutOfMemory(placeAt(t, bed));
      const job = story.run.leases[0]?.boxId ?? '';
      console.log(`show: ${await stateOf(bed, job)}; ${JSON.stringify(ofType(story, 'cell-ended').at(-1))}`);
      assert.equal(ofType(story, 'cell-ended').at(-1)?.exitCode, 137, 'by the keeper, which lived on');
    });
  });

for (const acct of inTurn<'dbd' | 'none'>('accounting of Slurm at the ends of a job', ['dbd', 'none']))
  describe(`how a job of Slurm ends, ${acct === 'dbd' ? 'with' : 'without'} accounting`, {
    skip,
    timeout: 900_000,
    concurrency: 1,
  }, () => {
    let bed: SlurmTestbed;
    before(async () => {
      bed = await slurmTestbed({ acct });
    });
    after(() => bed?.down());

    it('of a sum of memory, by what Slurm wrote into its log [SLURM4]', async (t) => {
      const story = await assertOutOfMemory(placeAt(t, bed));
      assert.equal(ofType(story, 'cell-ended').at(-1)?.exitCode, -1, 'the keeper was ended with it');
    });

    it('that loses its node goes on by itself on another one, as the same submission', async (t) => {
      const place = placeAt(t, bed);
      placeJobOfCluster(place, { change: slowly });
      const running = place.start(['run'], { timeoutSeconds: 240 });
      await running.says(PULLED);
      const node = await bed.slurm('squeue', '-h', '-j', jobOf(place), '-o', '%N');
      await bed.fault('kill-node', node);
      const done = await running.ended;
      await bed.fault('start-node', node);
      assert.equal(done.exitCode, 0, done.output);
      const story = onlyStory(place);
      assertSealed(story);
      assert.equal((await jobsOf(bed, story.run.id)).length, 1);
      assert.ok(ofType(story, 'started').length >= 2);
      assert.equal(story.run.relaunches, 0, 'that costs no retry');
    });

    it('that loses its node and may not be begun again goes on as another submission', async (t) => {
      const place = placeAt(t, bed);
      placeJobOfCluster(place, { slurm: { requeue: false }, change: slowly });
      const running = place.start(['run'], { timeoutSeconds: 240 });
      await running.says(PULLED);
      const node = await bed.slurm('squeue', '-h', '-j', jobOf(place), '-o', '%N');
      await bed.fault('kill-node', node);
      const done = await running.ended;
      await bed.fault('start-node', node);
      assert.equal(done.exitCode, 0, done.output);
      const story = onlyStory(place);
      assertSealed(story);
      assert.equal((await jobsOf(bed, story.run.id)).length, 2);
      assert.match(done.output, /NODE_FAIL/);
    });

    it('that somebody holds says so, and goes on by itself when it is let go', async (t) => {
      const place = placeAt(t, bed);
      placeJobOfCluster(place, { slurm: { directives: ['--begin=now+1hour'] } });
      const running = place.start(['run'], { timeoutSeconds: 120 });
      await running.says(/PENDING BeginTime/);
      await bed.slurm('scontrol', 'hold', jobOf(place));
      await running.says(/does not start by itself: it was held by hand|an administrator holds it/);
      await bed.slurm('scontrol', 'release', jobOf(place));
      await bed.slurm('scontrol', 'update', `jobid=${jobOf(place)}`, 'StartTime=now');
      const done = await running.ended;
      assert.equal(done.exitCode, 0, done.output);
      assertSealed(onlyStory(place));
    });

    it('that its nodes cannot start is held by Slurm: a person is asked, and it goes on after them', async (t) => {
      const place = placeAt(t, bed);
      placeJobOfCluster(place);
      await bed.configure(/$/, 'Prolog=/bin/false\n');
      const stopped = await place.run(['run'], { timeoutSeconds: 120 });
      await bed.configure(/Prolog=.*\n/, '');
      assert.equal(stopped.exitCode, FAILED, stopped.output);
      assert.equal(onlyStory(place).run.halted?.code, 'submission-stuck');
      assert.match(stopped.output, /could not start it and holds it/);
      for (const node of ['node0', 'node1'])
        await bed.slurm('scontrol', 'update', `nodename=${node}`, 'state=resume');
      await bed.slurm('scontrol', 'release', jobOf(place));
      const done = await place.run(['resume', onlyStory(place).run.id], { timeoutSeconds: 120 });
      assert.equal(done.exitCode, 0, done.output);
      assertSealed(onlyStory(place));
      assert.equal((await jobsOf(bed, onlyStory(place).run.id)).length, 1);
    });

    it('that somebody cancels before it was let go is not submitted again without a person', async (t) => {
      const place = placeAt(t, bed);
      placeJobOfCluster(place);
      const undo = await bed.shadow('sbatch', CANCELLING);
      const stopped = await place.run(['run'], { timeoutSeconds: 100 });
      await undo();
      assert.equal(stopped.exitCode, FAILED, stopped.output);
      const { id, halted } = onlyStory(place).run;
      assert.equal(halted?.code, 'submission-cancelled');
      assert.equal((await jobsOf(bed, id)).length, 1);
      const again = await place.run(['run'], { timeoutSeconds: 100 });
      assert.equal(again.exitCode, FAILED, again.output);
      assert.equal((await jobsOf(bed, id)).length, 1, 'the same command submits nothing');
      const done = await place.run(['resume', id], { timeoutSeconds: 100 });
      assert.equal(done.exitCode, 0, done.output);
      assertSealed(onlyStory(place));
      assert.equal((await jobsOf(bed, id)).length, 2);
    });

    it('that was cancelled before it was let go can be given up', async (t) => {
      const place = placeAt(t, bed);
      placeJobOfCluster(place);
      const undo = await bed.shadow('sbatch', CANCELLING);
      await place.run(['run'], { timeoutSeconds: 100 });
      await undo();
      const { id } = onlyStory(place).run;
      const given = await place.run(['abandon', id], { timeoutSeconds: 60 });
      const phrase = /type: (\S+ \S+)/.exec(given.output)?.[1];
      if (phrase) await place.run(['abandon', id, '--approve', phrase], { timeoutSeconds: 60 });
      assert.ok(onlyStory(place).run.closed, given.output);
    });
  });
