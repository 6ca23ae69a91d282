// Over ten seconds: sessions really train, until their time is over or their machine is gone, and the next one goes on.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { kagglePlace } from '../kaggle/kaggle-place.ts';
import { missing } from '../requirement.ts';

const INCONCLUSIVE = 3;

describe('a run on Kaggle', { skip: missing('git', 'python3'), timeout: 180_000 }, () => {
  it('is a chain of sessions: one whose time is over saves before that, one that is cut off loses only its own, the next goes on, and its artifacts are brought, loaded and sealed [NB2] [NB4] [NB5] [F-P29]', async (t) => {
    const { place, twin, gpuLease, told } = await kagglePlace(t, (job) => {
      job['vars'] = { TINY_STEPS: 100, TINY_STEP_MS: 120, TINY_CKPT_EVERY: 10 };
      job['candidates'] = [{ platform: 'kaggle', kaggle: { time: '60s', stopSeconds: 54 } }];
    });
    const first = told(await gpuLease('kaggle', 'push', '--json'));
    assert.deepEqual([first.state, first.session, first.from], ['pushed', 1, null]);
    const name = (session: number): string => `${first.run}-${session}`;
    assert.equal(twin.pushed(name(1)).sessionTimeoutSeconds, 60);
    await twin.session(name(1)).ended();
    assert.equal(twin.session(name(1)).status, 'COMPLETE', twin.session(name(1)).said);

    const looked = await gpuLease('kaggle', 'collect', '--json');
    assert.equal(looked.exitCode, INCONCLUSIVE, looked.output);
    const { state, kept } = told(looked);
    assert.equal(state, 'unfinished');
    assert.ok(kept[0].step > 0 && kept[0].step < 100, looked.output);
    assert.ok(existsSync(join(kept[0].place, 'files', 'checkpoints', 'last.safetensors')));

    const second = told(await gpuLease('kaggle', 'push', '--json'));
    assert.deepEqual([second.session, second.from], [2, `ada/${name(1)}`]);
    await twin.session(name(2)).says(/resumed at step \d+/);
    twin.session(name(2)).end('ERROR', 'the machine is gone');

    const third = told(await gpuLease('kaggle', 'push', '--json'));
    assert.deepEqual([third.session, third.from], [3, `ada/${name(1)}`]);
    await twin.session(name(3)).ended();
    const { said } = twin.session(name(3));
    assert.match(said, new RegExp(`resumed at step ${kept[0].step}\\b`));
    for (let session = 4; told(await gpuLease('kaggle', 'push', '--json')).state === 'pushed'; session += 1)
      await twin.session(name(session)).ended();

    const collected = await gpuLease('kaggle', 'collect', '--json');
    assert.equal(collected.exitCode, 0, collected.output);
    const { seal, verified, roster, place: here } = told(collected);
    assert.match(seal, /^[0-9a-f]{64}$/);
    assert.deepEqual([verified, roster], [6, 6]);
    const steps = readFileSync(join(here, 'main', 'metrics.jsonl'), 'utf8')
      .trim()
      .split('\n');
    assert.deepEqual(
      steps.map((line) => JSON.parse(line).step),
      Array.from({ length: 100 }, (_, step) => step + 1),
      'what was measured in earlier sessions is there, too',
    );
    const last = twin.session(twin.kernels().at(-1) ?? '');
    const made = join(last.outputDir, 'gpu-lease', first.run, 'cells', 'main', 'files', 'checkpoints');
    for (const file of ['last.safetensors', 'best.safetensors'])
      assert.ok(readFileSync(join(made, file)).equals(readFileSync(join(here, 'main', 'checkpoints', file))));
    assert.deepEqual(
      told(await gpuLease('kaggle', 'collect', '--json')).seal,
      seal,
      'and a second time it is as it was',
    );
    assert.equal(place.processes().length, 0);
  });
});
