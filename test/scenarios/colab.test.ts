// Over ten seconds: a notebook trains in four ways until its machine is gone, and goes on.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  colabPlace,
  gpuLease,
  powerCut,
  resumedAt,
  savedIn,
  startNotebook,
  untilSaved,
} from '../colab/notebook-run.ts';
import { missing } from '../requirement.ts';

const INCONCLUSIVE = 3;

describe('a notebook of Colab', { skip: missing('git', 'python3'), timeout: 180_000 }, () => {
  it('goes on from the newest checkpoint that is whole on Drive when its machine was taken away, and its artifacts are brought, loaded and sealed [NB1] [NB4] [NB5] [F-D12]', async (t) => {
    const at = colabPlace(t);
    const exported = await gpuLease(at, 'colab', 'export', '--out', 'tiny.ipynb');
    assert.equal(exported.exitCode, 0, exported.output);
    const notebook = join(at.place.repository, 'tiny.ipynb');
    const first = startNotebook(at, notebook);
    await untilSaved(first, at.drive, 3);
    await powerCut(at, first);
    rmSync(at.work, { recursive: true });
    const [torn = '', late = '', whole = ''] = savedIn(at.drive).sets;
    truncateSync(join(torn, 'files', 'checkpoints', 'last.safetensors'), 1000);
    writeFileSync(join(late, 'files', 'metrics.jsonl'), '');

    const looked = await gpuLease(at, 'colab', 'collect', at.drive, '--json');
    assert.equal(looked.exitCode, INCONCLUSIVE, looked.output);
    const { state, kept } = JSON.parse(looked.stdout);
    assert.deepEqual([state, kept[0].id], ['going-on', whole.split('/').at(-1)]);
    assert.ok(kept[0].step > 0, looked.output);

    const { exitCode, said } = await startNotebook(at, notebook, {
      changes: ['DRIVE_LAG_SECONDS=1000'],
    }).ended;
    assert.equal(exitCode, 0, said);
    assert.match(
      said,
      /is not gone on from: checkpoints\/last\.safetensors has 1000 of \d+ bytes \(SYNC_FAILED/,
    );
    assert.match(said, /is not gone on from: metrics\.jsonl has 0 of \d+ bytes \(SYNC_FAILED/);
    assert.equal(resumedAt(said), kept[0].step);
    const left = savedIn(at.drive).sets;
    // The two newest, what Drive may still bring, and the oldest that is whole, until a newer one has lasted as long as Drive may lag.
    assert.deepEqual(left.slice(2), [torn, late, whole]);

    const collected = await gpuLease(at, 'colab', 'collect', at.drive, '--json');
    assert.equal(collected.exitCode, 0, collected.output);
    const { seal, verified, roster, attempts, place } = JSON.parse(collected.stdout);
    assert.match(seal, /^[0-9a-f]{64}$/);
    assert.deepEqual([verified, roster, attempts], [6, 6, 2]);
    const steps = readFileSync(join(place, 'main', 'metrics.jsonl'), 'utf8')
      .trim()
      .split('\n');
    assert.deepEqual(
      steps.map((line) => JSON.parse(line).step),
      Array.from({ length: 100 }, (_, step) => step + 1),
      'what was measured before the machine was taken away is there, too',
    );
    const verifiedAgain = await gpuLease(
      at,
      ...[
        'verify',
        join(savedIn(at.drive).root, 'cells', 'main', 'files'),
        '--manifest',
        join(savedIn(at.drive).root, 'SHA256SUMS'),
      ],
    );
    assert.equal(verifiedAgain.exitCode, 0, verifiedAgain.output);
  });

  it('ends what a killed kernel left running before it goes on, in the kernel of Jupyter', {
    skip: missing('nbclient-client', 'ipykernel-client'),
  }, async (t) => {
    const at = colabPlace(t, (job) => {
      // It prints nothing, so nothing tells it that nobody listens any more.
      job['run'] = 'echo $$ >"$GPU_LEASE_OUT/../pid"; exec node train.mjs >"$GPU_LEASE_OUT/train.log"';
      job['vars'] = { ...job['vars'], TINY_STEPS: 150, TINY_STEP_MS: 80 };
      job['artifacts'].pop();
    });
    await gpuLease(at, 'colab', 'export');
    const notebook = join(at.place.repository, 'tiny.colab.ipynb');
    const first = startNotebook(at, notebook, { how: 'kernel' });
    await untilSaved(first, at.drive, 2);
    for (const { pid, command } of at.place.processes())
      if (/ipykernel|run-notebook/.test(command)) process.kill(pid, 'SIGKILL');
    await first.ended;
    const [orphan] = at.place.processes().filter(({ command }) => /train\.mjs/.test(command));
    assert.ok(orphan, 'the trainer outlives the kernel');
    const second = startNotebook(at, notebook, { how: 'kernel' });
    await second.says(/main: goes on from/);
    assert.ok(!at.place.processes().some(({ pid }) => pid === orphan.pid), 'long before it would have ended');
    const { exitCode, said } = await second.ended;
    assert.equal(exitCode, 0, said);
    assert.match(said, new RegExp(`ending process ${orphan.pid}, which an earlier session left running`));
    assert.match(said, /main: goes on from \d+-1/);
    const collected = await gpuLease(at, 'colab', 'collect', at.drive);
    assert.equal(collected.exitCode, 0, collected.output);
  });
});
