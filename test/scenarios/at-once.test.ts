// In turn: whole lives beside trouble
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ofType, onlyStory } from './ledger-story.ts';
import { placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';
import { assertWellEnded, awaitedPhrase } from './whole-life.ts';

const AT_ONCE = 3;

describe(`${AT_ONCE} processes of the same command at once`, { timeout: 300_000 }, () => {
  it('rent one box, start the trainer once, and release it once [P3-02] [P4-09]', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place);
    const together = (args: string[]) => Promise.all(Array.from({ length: AT_ONCE }, () => place.run(args)));
    for (const run of await together(['run'])) {
      assert.equal(run.exitCode, 0, run.output);
      assert.match(run.output, /waits for an approval/);
    }
    assert.equal(ofType(onlyStory(place), 'intended').length, 1);
    assert.equal(ofType(onlyStory(place), 'started').length, 1);

    const phrase = awaitedPhrase(place) ?? '';
    for (const release of await together(['release', onlyStory(place).run.id, '--approve', phrase]))
      assert.equal(release.exitCode, 0, release.output);
    await assertWellEnded(place, { boxes: 1, starts: 1 });
  });
});
