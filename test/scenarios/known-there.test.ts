// Over ten seconds: a machine of one's own is a real sshd, and the job runs on it twice.
// In turn: whole lives beside trouble
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { profileOf } from '../profile/profiles.ts';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { onMyBox, ownSshBox } from './own-ssh-box.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const FAILED = 1;
/** As PyTorch says it where another process has the card: without its words nobody is accused. */
const FULL_CARD =
  'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has a total capacity of 79.18 GiB of which 8.15 GiB is free. Process 1362 has 70.51 GiB memory in use.';
const { cause = '', fix = '' } = profileOf('generic-ssh').gotchas.find(({ id }) => id === 'LOC3') ?? {};

/** A machine of one's own, on which the job runs `script`. */
async function trainingOnMyBox(t: TestContext, script: string): Promise<Place> {
  const place = placeFor(t);
  await ownSshBox(t, place);
  placeTinyJob(place, (job) => {
    onMyBox(job);
    job['run'] = 'sh told.sh';
  });
  writeFileSync(join(place.repository, 'told.sh'), script);
  place.commit();
  return place;
}

describe('what a platform is known for, in a run of the program', {
  skip: missing('sshd', 'testbed', 'ssh'),
  timeout: 300_000,
  concurrency: 2,
}, () => {
  it('is named with its fix as it trains, in status, report and the tick, and recorded once [FR-05]', async (t) => {
    const place = await trainingOnMyBox(
      t,
      `echo "Traceback (most recent call last):"\necho "${FULL_CARD}"\nsleep 6\nexit 1\n`,
    );
    const { exitCode, output } = await place.run(['run', '--yes']);
    assert.equal(exitCode, FAILED, output);
    assert.ok(output.includes(`(LOC3): ${cause} ${fix}`), output);
    assert.equal(output.split('(LOC3): ').length, 2, 'once, and not at each look');
    const story = onlyStory(place);
    const known = ofType(story, 'recognized');
    assert.deepEqual(
      known.map(({ id, cell }) => [id, cell]),
      [['LOC3', 'main']],
    );
    const types = story.events.map(({ type }) => type);
    assert.ok(types.indexOf('recognized') < types.indexOf('cell-ended'), 'while it ran, not only after');
    const status = (await place.run(['status', story.run.id])).output;
    assert.ok(status.includes('LOC3') && status.includes(fix), status);
    const summary = join(place.repository, 'gpu-lease-out', story.run.id, 'summary.md');
    assert.match(readFileSync(summary, 'utf8'), /LOC3/);
    const tick = (await place.run(['tick'])).output;
    assert.ok(tick.includes('LOC3') && tick.includes(fix), tick);
  });

  it('is not read into a run that is well, nor into one that went on after it', async (t) => {
    const place = await trainingOnMyBox(
      t,
      `echo "sample: fix CUDA out of memory"\necho "${FULL_CARD}"\ni=0\nwhile [ $i -lt 20 ]; do i=$((i+1)); echo "step $i loss 0.5"; done\nexec sh train.sh\n`,
    );
    const { exitCode, output } = await place.run(['run', '--yes']);
    assert.equal(exitCode, 0, output);
    assert.deepEqual(ofType(onlyStory(place), 'recognized'), []);
    assert.doesNotMatch(output, /LOC3/);
  });
});
