import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { settingsOf } from '../../src/cli/settings.ts';
import { runStage } from '../../src/cli/stages.ts';
import { tick } from '../../src/cli/tick.ts';
import { missing } from '../requirement.ts';
import { ScriptedFace } from '../scripted-world.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const live = new AbortController().signal;

/** A command of its own: another process of another machine, as far as the ledger can tell. */
function from(place: Place, who: string, given: Record<string, string> = {}) {
  const env = { ...place.env, GPU_LEASE_SECRET: 'q7Jr2mX0b4Vn8sKc6tYw1eLz9uHa5pDg3fRj-_iOxBT', USER: who };
  // A store of its own, because another machine has another disk.
  const settings = settingsOf(
    { given: { store: join(place.dir, `store-${who}`), ...given } },
    env,
    place.repository,
  );
  const face = new ScriptedFace();
  return {
    face,
    stage: (name: string) => runStage(name, { settings: { ...settings, who }, face, signal: live }, {}),
    tick: () => tick({ ...settings, who }, face, live),
  };
}

describe('the schedule beside somebody who watches', { skip: missing('git'), timeout: 240_000 }, () => {
  it('does nothing twice on one lease, and the watch goes on where the tick was faster [GH-04]', async (t) => {
    const place = placeFor(t);
    const lookedAt = join(place.dir, 'looked-at');
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
      job['vars'] = { TINY_STEPS: 120, TINY_STEP_MS: 20, TINY_CKPT_EVERY: 20 };
      job['metrics']['total-steps'] = 120;
      // It works until both have looked at it, however slow this machine is.
      job['run'] = `sh train.sh && while [ ! -e '${lookedAt}' ]; do sleep 0.1; done`;
    });
    const launched = from(place, 'launcher');
    assert.equal(await launched.stage('launch'), 0, launched.face.warnings.join('\n'));

    const watcher = from(place, 'watcher', { bound: '90s' });
    const ticker = from(place, 'ticker', { bound: '60s' });
    let ticks = 0;
    let isWatching = true;
    const watching = watcher.stage('watch').finally(() => {
      isWatching = false;
    });
    while (isWatching) {
      const { facts } = await ticker.tick();
      ticks += 1;
      if (ticks > 1) writeFileSync(lookedAt, '');
      assert.ok(
        facts.runs.every(({ problem }) => problem === null || problem.code === 'pulled-elsewhere'),
        JSON.stringify(facts.runs),
      );
    }
    assert.equal(await watching, 0, watcher.face.warnings.join('\n'));

    const story = onlyStory(place);
    assert.ok(ticks > 1, 'they were at it at one time');
    assert.equal(ofType(story, 'started').length, 1);
    assert.equal(ofType(story, 'cell-ended').length, 1);
    assert.ok(ofType(story, 'sealed').length <= 1);
    assert.deepEqual(story.run.ignored, [], 'every event followed from what stood before it');
    const writers = new Set(story.events.map(({ by }) => by));
    console.log(
      `show: ${ticks} ticks beside one watch; ${story.events.length} events by ${[...writers].join(', ')}`,
    );
    assert.equal(place.boxes().length, 1);
    assert.equal(
      (await place.boxRecord(place.boxes()[0] ?? '')).state,
      'running',
      'nobody approved anything',
    );

    const { facts, exitCode } = await ticker.tick();
    assert.equal(exitCode, 0);
    assert.equal(facts.runs[0]?.next, 'waits for the approval of its release');
  });
});
