import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { onlyStory } from './ledger-story.ts';
import { placeFor, repositoryRoot } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const FAILED = 1;
const WRONG_CALL = 2;

const MEMORY_OF_THE_CARD = [
  'epoch 1',
  'Traceback (most recent call last):',
  '  File "train.py", line 7, in <module>',
  'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
  '',
].join('\n');

describe('gpu-lease diagnose', { timeout: 300_000 }, () => {
  it('says of any log what happened, how sure that is and what to do, before what followed from it', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place);
    writeFileSync(join(place.repository, 'train.log'), MEMORY_OF_THE_CARD);
    const { exitCode, stdout } = await place.run(['diagnose', 'train.log']);
    assert.equal(exitCode, 0);
    assert.match(stdout, /^VRAM_OOM \(F-M05\), very likely: the GPU ran out of memory\n {2}line 4: torch\./);
    assert.match(stdout, /What to do: check for another holder .*\n.*fails the same way again/);
    assert.match(stdout, /Seen, too:\n {2}CODE_BUG \(F-E22\), line 2/);
    const { stdout: json } = await place.run(['diagnose', 'train.log', '--json']);
    assert.deepEqual(
      JSON.parse(json).findings.map(({ signature }: { signature: string }) => signature),
      ['F-M05', 'F-E22'],
    );
  });

  it('reads what comes on stdin, and says of a log that is none where it looked', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place);
    const piped = spawnSync(join(repositoryRoot, 'bin', 'gpu-lease'), ['diagnose', '-'], {
      input: 'step 1 loss 0.5\n',
      cwd: place.repository,
      env: place.env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(piped.stdout, 'Nothing in this text is known to end a run.\n');
    const { exitCode, stderr } = await place.run(['diagnose', './none.log']);
    assert.equal(exitCode, WRONG_CALL);
    assert.match(stderr, /There is no file .*none\.log\.\n.*Next: Name a log/);
  });

  it('says of a run what its box shows now, and what that costs meanwhile', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
      job['run'] = `printf '%s' "OSError: [Errno 28] No space left on device: 'last.pt'" && exit 1`;
    });
    assert.equal((await place.run(['run', '--yes'])).exitCode, FAILED);
    const { run } = onlyStory(place);
    const { exitCode, stdout } = await place.run(['diagnose', run.id]);
    assert.equal(exitCode, 0);
    assert.match(
      stdout,
      /main: dead \(exit 1, DISK_FULL\)\nDISK_FULL \(F-D02\), very likely: a write failed/,
    );
    assert.match(stdout, /Meanwhile it costs 0\.41 USD per hour: tiny-\S+ on local/);
  });
});
