// Over a minute: a process of PyTorch aborts at its exit, by a race that the script decides: what is said of it, and what the advice does.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { stringify } from 'yaml';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import type { Outcome, Place } from '../scenarios/run-bundle.ts';
import { placeTrainer } from './trainer.ts';

const command = (ends: string): string => `torchrun --standalone --nproc_per_node=2 exit.py ${ends}`;

async function smokeOf(t: TestContext, ends: string): Promise<{ place: Place; smoke: Outcome }> {
  const place = placeTrainer(t, 'abort');
  const job = {
    name: 'abort',
    run: command(ends),
    candidates: ['local'],
    smoke: { run: command(ends), drill: 'none' },
    artifacts: [{ path: 'last.pt', role: 'checkpoint', keep: 'last' }],
    budget: { usd: 1, hours: 1, usdPerHour: 1 },
  };
  writeFileSync(join(place.repository, 'gpu-lease.yml'), stringify(job));
  place.commit();
  return { place, smoke: await place.run(['smoke'], { from: installation(), timeoutSeconds: 120 }) };
}

describe('gloo at the exit of Python', { skip: missing('frameworks', 'git'), timeout: 600_000 }, () => {
  for (const ends of ['', 'destroy'])
    it(`aborts the process ${ends ? 'though the group was destroyed' : 'where the group was left'}, and the smoke says of what`, async (t) => {
      const { smoke } = await smokeOf(t, ends);
      assert.notEqual(smoke.exitCode, 0, smoke.output);
      assert.match(smoke.output, /aborted the process while Python was being closed \(aborted-at-exit\)/);
      assert.match(smoke.output, /os\._exit\(0\)/);
    });

  it('does nothing of the kind where the script ends as it is told', async (t) => {
    const { smoke } = await smokeOf(t, 'destroy _exit');
    assert.doesNotMatch(smoke.output, /terminate called|aborted-at-exit|SIGABRT/);
  });
});
