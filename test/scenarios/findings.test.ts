// Over ten seconds: a script of somebody else is smoked, and its job file mended by what the smoke found.
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { deviations } from '../cli/json-docs.ts';
import { missing } from '../requirement.ts';
import { ofType, onlyStory, stories } from './ledger-story.ts';
import { type Place, placeFor, repositoryRoot } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const USAGE = 2;
const SMOKE = 17;

const JOB = `# The job of a stranger.
name: nano
run: python3 train.py --out-dir out   # the whole training

candidates: [local]
smoke:
    run: python3 train.py --out-dir out --max-iters 8 --save-interval 8
    timeout: 60s # a busy machine
metrics: metrics.jsonl
checkpoint: { path: ckpt.safetensors } # what a resume reads
artifacts:
- { path: ckpt.safetensors, role: checkpoint, keep: last }
-   path: metrics.jsonl
    role: metrics
`;

function placeStranger(place: Place): void {
  const fixture = join(repositoryRoot, 'test', 'smoke', 'fixtures', 'nano.py');
  copyFileSync(fixture, join(place.repository, 'train.py'));
  writeFileSync(join(place.repository, 'gpu-lease.yml'), JOB);
  place.commit();
}

describe('the first smoke of a stranger’s script', { skip: missing('python3'), timeout: 120_000 }, () => {
  it('lists all that is wrong, leaves nothing behind, and goes on once "fix" has written what it proposes', async (t) => {
    const place = placeFor(t);
    placeStranger(place);
    const file = join(place.repository, 'gpu-lease.yml');

    const first = await place.run(['smoke']);
    assert.equal(first.exitCode, SMOKE, first.output);
    assert.match(
      first.stderr,
      /"iter", "train\/loss"[\s\S]*out\/ckpt\.safetensors beside the code[\s\S]*iter_num[\s\S]*--max-iters 1000/,
    );
    assert.match(first.stdout, /5 of 5 findings can be answered in the job file: "gpu-lease fix" shows how/);
    assert.deepEqual(stories(place), [], 'no run was opened');
    assert.equal(
      place.git('status', '--porcelain'),
      '',
      'the folder for what is pulled is no untracked file',
    );

    const shown = await place.run(['fix', '--json']);
    assert.equal(shown.exitCode, 0, shown.output);
    const facts = JSON.parse(shown.stdout);
    assert.deepEqual(deviations('fix', facts), []);
    assert.equal(readFileSync(file, 'utf8'), JOB, 'it was shown, and not written');
    assert.ok(shown.seconds < 5, 'the smoke is not run once more');

    const written = await place.run(['fix', '--write']);
    assert.match(
      written.stdout,
      /\+run: python3 train\.py --out-dir "\$GPU_LEASE_OUT" {3}# the whole training/,
    );
    assert.equal(
      readFileSync(file, 'utf8'),
      JOB.replaceAll('--out-dir out', '--out-dir "$GPU_LEASE_OUT"')
        .replace(
          'timeout: 60s',
          'drill: { run: python3 train.py --out-dir "$GPU_LEASE_OUT" --max-iters 1000 --save-interval 8 }\n    timeout: 60s',
        )
        .replace(
          'metrics: metrics.jsonl',
          'metrics: { path: metrics.jsonl, step-key: iter, loss-key: train/loss }',
        )
        .replace('path: ckpt.safetensors }', 'path: ckpt.safetensors, step-key: iter_num }'),
    );

    place.commit();
    const second = await place.run(['smoke']);
    assert.equal(second.exitCode, 0, second.output);
    const again = await place.run(['smoke']);
    assert.equal(again.exitCode, 0, again.output);
    assert.doesNotMatch(again.output, /== smoke$/m, 'the same commit and configuration is not smoked twice');
    assert.equal(ofType(onlyStory(place), 'smoke-passed').length, 1);
  });

  it('waits for the key of a platform to be set, and is not run before', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place, (job) => {
      job['candidates'] = ['runpod'];
    });
    const run = await place.run(['run']);
    assert.equal(run.exitCode, USAGE, run.output);
    assert.match(run.stderr, /runpod needs RUNPOD_API_KEY, which is not set here/);
    assert.doesNotMatch(run.output, /== smoke/);
    assert.deepEqual(stories(place), []);
  });
});
