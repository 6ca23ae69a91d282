// Over ten seconds: a whole run beside a real disk that has no room for its checkpoints.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SmallDisk } from '../drill/small-disk.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const mayMount = SmallDisk.isPossible();
if (!mayMount) console.log('not run: a checkpoint that is kept nowhere; it needs the right to mount a tmpfs');

if (mayMount)
  describe('a checkpoint for which no place has room', { timeout: 180_000 }, () => {
    it('is told to a person while the box still has it, once, with what helps', async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, (job) => {
        job['smoke'] = 'none';
        job['vars'].TINY_STEP_MS = 40;
      });
      const ours = join(place.dir, 'ours');
      // What whoever pulls leaves free is all that there is.
      place.disks.push(new SmallDisk(ours, 1e9));
      const run = await place.run(['run', '--store', ours]);
      assert.equal(run.exitCode, 0, run.output);
      assert.match(
        run.output,
        /The newest checkpoint of main \(\d+ bytes\) lies on \S+ alone: \d+ bytes are free on this side; the job names no store that a box can send to; the box has no durable tier\. If the box is lost, everything is lost\./,
      );
      assert.match(run.output, /Next: Free 2 GB here, or look at it from a machine that has as much/);
      const story = onlyStory(place);
      assert.equal(ofType(story, 'not-kept').length, 1);
      assert.equal(ofType(story, 'told').filter(({ of }) => of === 'not-kept:main').length, 1);
      assert.deepEqual(ofType(story, 'kept'), []);
      assert.ok(story.run.seal, 'at the end there is room for it alone');
    });
  });
