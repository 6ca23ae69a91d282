// Over ten seconds: the keeper looks for checkpoints at each of its beats, and a box is lost in a whole life.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/clock.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

function hasCopy(durable: string, run: string): boolean {
  const root = join(durable, run, '.sets/main');
  return existsSync(root) && readdirSync(root).some((id) => existsSync(join(root, id, 'manifest')));
}

describe('a box that is lost and that nobody ever looked at', {
  skip: missing('git'),
  timeout: 500_000,
}, () => {
  it('costs what came after the copy on its durable tier: the second box goes on from there [P2-05] [P2-06] [P4-17] [AD6]', async (t) => {
    const place = placeFor(t);
    // A mount of its own, as a durable disk is one.
    const durable = mkdtempSync('/dev/shm/gl-durable-');
    t.after(() => rmSync(durable, { recursive: true, force: true }));
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
      job['vars'].TINY_STEP_MS = 900;
      job['storage'] = { durable };
    });
    const launched = await place.run(['launch']);
    assert.equal(launched.exitCode, 0, launched.output);
    const { run } = onlyStory(place);
    for (let waits = 0; !hasCopy(durable, run.id); waits += 1) {
      assert.ok(waits < 400, 'the keeper copies without any look');
      await sleep(200);
    }
    assert.deepEqual(ofType(onlyStory(place), 'kept'), []);
    await destroyLocalBox(place.boxesDir, place.boxes()[0] ?? '', systemClock);
    const again = await place.run(['run'], { timeoutSeconds: 300 });
    assert.equal(again.exitCode, 0, again.output);
    const story = onlyStory(place);
    const [first] = ofType(story, 'kept');
    const second = ofType(story, 'started')[1];
    const order = story.events.map(({ type }) => type);
    assert.ok(order.indexOf('kept') < order.lastIndexOf('started'), 'it is kept before anything starts');
    assert.equal(first?.lease, second?.lease);
    assert.ok(first?.step !== undefined && first.step > 0);
    assert.deepEqual(second?.from, [{ cell: 'main', step: first.step, source: 'durable-tier' }]);
    const [resumed] = ofType(story, 'resumed');
    assert.ok(resumed && resumed.firstStep >= first.step, again.output);
    assert.match(again.output, /was on the durable tier, newer than what was kept; it loads/);
  });
});
