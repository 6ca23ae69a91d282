// Over ten seconds: Ctrl-C comes in the middle of a whole life, which then goes on to its end.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { partInTurn } from '../in-turn.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';
import { assertWellEnded, awaitedPhrase } from './whole-life.ts';

const INTERRUPTED = 130;

describe('Ctrl-C and a cancelled job', { timeout: 300_000, concurrency: 3 }, () => {
  for (const { when, text, signal } of partInTurn(
    'interruption',
    [
      { when: 'in the smoke', text: /starting at step 0/, signal: 'SIGINT' },
      { when: 'while the box comes up', text: /chose local/, signal: 'SIGTERM' },
      { when: 'while the job runs', text: /runs detached/, signal: 'SIGINT' },
      { when: 'while it is collected', text: /== collect and verify/, signal: 'SIGTERM' },
    ] as const,
    2,
    ({ when }) => when,
  )) {
    it(`${signal} ${when} ends with 130, tears nothing down, and the same command goes on [XC-05]`, async (t) => {
      const place = placeFor(t);
      placeTinyJob(place);
      const running = place.start(['run']);
      await running.says(text);
      running.child.kill(signal);
      const interrupted = await running.ended;
      assert.equal(interrupted.exitCode, INTERRUPTED, interrupted.output);
      assert.match(interrupted.output, /interrupted; nothing was torn down|this program was asked to stop/);
      assert.ok(interrupted.seconds < 30);
      for (const name of place.boxes()) assert.equal((await place.boxRecord(name)).state, 'running');

      const again = await place.run(['run']);
      assert.equal(again.exitCode, 0, again.output);
      assert.equal(ofType(onlyStory(place), 'started').length, 1);
      const released = await place.run(['release', '--approve', awaitedPhrase(place) ?? '']);
      assert.equal(released.exitCode, 0, released.output);
      await assertWellEnded(place, { boxes: 1, starts: 1 });
    });
  }
});
