// Over a minute: a box that is taken away is waited for and taken over, in whole lives.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { livesInTurn } from '../in-turn.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';
import { assertWellEnded, awaitedPhrase } from './whole-life.ts';

const lives = livesInTurn('what befalls a box', 3);

const FAILED = 1;
const REFUSED = 10;

/** Slow enough to be met half-way, with checkpoints that come often. */
const slowly = (job: JobFile): void => {
  job['smoke'] = 'none';
  job['vars'].TINY_STEP_MS = 40;
};

/** As a spot market takes a box away: processes, home and meters end at once. */
const takeAway = (place: Place, name = place.boxes().at(-1) ?? ''): Promise<void> =>
  destroyLocalBox(place.boxesDir, name, systemClock);

/** SIGKILL to the trainer alone: box, keeper and its queue live on. */
function killTrainer(place: Place): void {
  const trainers = place.processes().filter(({ command }) => /node train\.mjs$/.test(command));
  assert.ok(trainers.length > 0, 'the trainer runs');
  for (const { pid } of trainers) process.kill(pid, 'SIGKILL');
}

/** Runs until a checkpoint is on our side, does what is to be done to it, and waits for the end of the command. */
async function runAndMeet(
  place: Place,
  meet: () => void | Promise<void>,
  when = /checkpoint of step \d+ pulled, hash-equal and loaded/,
) {
  const running = place.start(['run']);
  await running.says(when);
  await meet();
  return running.ended;
}

async function releaseAll(place: Place): Promise<void> {
  const released = await place.run(['release', '--approve', awaitedPhrase(place) ?? '']);
  assert.equal(released.exitCode, 0, released.output);
}

describe('a run that is preempted', { timeout: 300_000, concurrency: 3 }, () => {
  lives.it(
    'goes on on a second box from our verified copy when the first is taken away [P4-17] [P2-06]',
    async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, slowly);
      const run = await runAndMeet(place, () => takeAway(place));
      assert.equal(run.exitCode, 0, run.output);
      const story = onlyStory(place);
      const [preempted] = ofType(story, 'preempted');
      assert.equal(preempted?.what, 'box');
      const [first, second] = ofType(story, 'started');
      assert.equal(first?.from.length, 0);
      assert.equal(second?.from[0]?.source, 'our-copy');
      const [resumed] = ofType(story, 'resumed');
      assert.ok(resumed && resumed.verifiedStep > 0, run.output);
      assert.ok(resumed.firstStep >= resumed.verifiedStep, 'no verified step was done for nothing');
      await releaseAll(place);
      await assertWellEnded(place, { boxes: 2 });
    },
  );

  lives.it(
    'goes on on the same box when only the process died, as the next attempt [P4-12] [P4-14] [XC-06]',
    async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, slowly);
      const run = await runAndMeet(place, () => killTrainer(place));
      assert.equal(run.exitCode, 0, run.output);
      const story = onlyStory(place);
      assert.equal(ofType(story, 'preempted')[0]?.what, 'process');
      const started = ofType(story, 'started');
      assert.deepEqual(
        started.map((event) => event.attempt),
        [1, 2],
      );
      assert.equal(new Set(started.map((event) => event.configHash)).size, 1);
      const [resumed] = ofType(story, 'resumed');
      assert.ok(resumed && resumed.firstStep >= resumed.verifiedStep && resumed.verifiedStep > 0);
      await releaseAll(place);
      await assertWellEnded(place, { boxes: 1, starts: 2 });
    },
  );

  lives.it(
    'takes a second box when the first is gone at its end, before anything was collected [P5-01]',
    async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, (job) => {
        job['smoke'] = 'none';
      });
      assert.equal((await place.run(['launch'])).exitCode, 0);
      assert.equal((await place.run(['watch', '--bound', '60s'])).exitCode, 0);
      assert.equal(onlyStory(place).run.leases[0]?.state, 'ended');
      await takeAway(place);
      const run = await place.run(['run']);
      assert.equal(run.exitCode, 0, run.output);
      await releaseAll(place);
      await assertWellEnded(place, { boxes: 2 });
    },
  );

  lives.it(
    'loses nothing when the box is taken away after the seal: the release only has to prove it [P5-13]',
    async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, (job) => {
        job['smoke'] = 'none';
      });
      assert.equal((await place.run(['run'])).exitCode, 0);
      await takeAway(place);
      await releaseAll(place);
      await assertWellEnded(place, { boxes: 1, starts: 1 });
    },
  );

  lives.it(
    'waits for a person once its retries are used up, and goes on once more when told to [XC-05] [XC-06]',
    async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, (job) => {
        slowly(job);
        job['retry'] = { max: 0 };
      });
      const halted = await runAndMeet(place, () => killTrainer(place));
      assert.equal(halted.exitCode, FAILED, halted.output);
      assert.match(halted.output, /died 1 times? .*retry\.max is 0/);
      assert.match(halted.output, /gpu-lease resume/);
      assert.equal((await place.run(['run'])).exitCode, FAILED, 'the same command does not get around it');
      assert.equal(ofType(onlyStory(place), 'started').length, 1);
      const resumed = await place.run(['resume']);
      assert.equal(resumed.exitCode, 0, resumed.output);
      await releaseAll(place);
      await assertWellEnded(place, { boxes: 1, starts: 2 });
    },
  );
});

describe('a run that must not go on', { timeout: 300_000, concurrency: 3 }, () => {
  lives.it(
    'halts when the trainer starts over instead of resuming; the box is held until it is given up by phrase [P2-06] [ND-06]',
    async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, (job) => {
        slowly(job);
        // Long enough that a pull falls between two of its checkpoints on any machine.
        job['vars'].TINY_STEP_MS = 200;
        // It says that it resumes, and it does not.
        job['run'] = 'rm -rf "$GPU_LEASE_OUT/checkpoints"; sh train.sh';
      });
      const run = await runAndMeet(place, () => killTrainer(place), /checkpoint of step [4-7]0 pulled/);
      assert.equal(run.exitCode, FAILED, run.output);
      assert.match(run.output, /went on at step \d+ although step \d+ was verified/);
      const { halted } = onlyStory(place).run;
      assert.equal(halted?.code, 'resumed-behind');
      await assertHeld(place);

      const asked = await place.run(['abandon']);
      assert.equal(asked.exitCode, REFUSED, asked.output);
      assert.match(asked.output, /main: all work after step \d+/);
      assert.match(asked.output, /main: safe: checkpoints\/last\.safetensors/);
      assert.match(asked.output, /main: lost on the box: newest summary\.json/);
      const phrase = /to give this up, type: (.+)/.exec(asked.output)?.[1]?.trim() ?? '';

      const wrong = await place.run(['abandon', '--approve', `${phrase.slice(0, -1)}x`]);
      assert.equal(wrong.exitCode, REFUSED, wrong.output);
      assert.match(wrong.output, /is not the phrase for this abandon/);
      await assertHeld(place);

      const given = await place.run(['abandon', '--approve', phrase]);
      assert.equal(given.exitCode, 0, given.output);
      const story = onlyStory(place);
      assert.ok(story.archived);
      assert.equal(ofType(story, 'abandoned').length, 1);
      assert.equal((await place.boxRecord(place.boxes()[0] ?? '')).state, 'destroyed');
      assert.deepEqual(place.processes(), []);
      const kept = readFileSync(
        join(place.repository, 'gpu-lease-out', story.run.id, 'main/checkpoints/last.safetensors'),
      );
      assert.ok(kept.length > 0, 'what was verified is still ours');
    },
  );

  for (const { name, script, said } of [
    {
      name: 'a traceback',
      script:
        'echo Traceback; echo "  File \\"train.py\\", line 3"; echo "ValueError: shapes do not match" >&2; exit 1\n',
      said: /CODE_BUG/,
    },
    { name: 'a command that is not there', script: 'no-such-trainer --epochs 3\n', said: /exit 127/ },
  ]) {
    lives.it(`halts on ${name} and does not try it again [P4-14] [XC-06]`, async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, (job) => {
        job['smoke'] = 'none';
        job['run'] = 'sh fails.sh';
        writeFileSync(join(place.repository, 'fails.sh'), script);
      });
      const run = await place.run(['run']);
      assert.equal(run.exitCode, FAILED, run.output);
      assert.match(run.output, said);
      assert.match(run.output, /was not tried again/);
      const story = onlyStory(place);
      assert.equal(story.run.halted?.code, 'cells-dead');
      assert.equal(ofType(story, 'started').length, 1);
      await assertHeld(place);
    });
  }
});

async function assertHeld(place: Place): Promise<void> {
  const { meters, state } = await place.boxRecord(place.boxes()[0] ?? '');
  assert.equal(state, 'running');
  assert.ok(meters.every((meter) => meter.stoppedAt === null));
}
