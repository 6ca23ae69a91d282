// Over ten seconds: a machine of one's own is a real sshd, looked at before anything is begun.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { stories } from './ledger-story.ts';
import { onMyBox, ownSshBox, writeSshConfig } from './own-ssh-box.ts';
import { placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const UNREACHABLE = 13;

describe('a machine of one’s own, before anything is begun on it', {
  skip: missing('sshd', 'testbed', 'ssh'),
  timeout: 120_000,
  concurrency: 2,
}, () => {
  it('is looked at by a plan that is asked to, which starts nothing and leaves nothing there', async (t) => {
    const place = placeFor(t);
    const box = await ownSshBox(t, place);
    placeTinyJob(place, onMyBox);
    const plan = await place.run(['plan', '--probe', '--json']);
    assert.equal(plan.exitCode, 0, plan.output);
    const [probed, ...others] = JSON.parse(plan.stdout).probes;
    assert.deepEqual([probed.box, probed.fit, probed.problem, others.length], ['my-box', true, null, 0]);
    assert.ok(Object.keys(probed.measured).length > 3, plan.stdout);
    assert.ok(!existsSync(join(box.home, '.gpu-lease')), 'nothing was laid down on it');
    await box.bed.fault('crash', 'box0');
    const away = await place.run(['plan', '--probe']);
    assert.equal(away.exitCode, UNREACHABLE, away.output);
    assert.match(away.stdout, /PROBLEM: my-box cannot be reached: /);
  });

  it('lets nobody in: told before the smoke is run, and no run is opened for it', async (t) => {
    const place = placeFor(t);
    const box = await ownSshBox(t, place);
    const key = join(place.home, '.ssh', 'id_other');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    writeSshConfig(place, { port: box.port, user: box.bed.user, key });
    placeTinyJob(place, (job) => {
      const { smoke } = job;
      onMyBox(job);
      job['smoke'] = smoke;
    });
    const run = await place.run(['run']);
    assert.equal(run.exitCode, UNREACHABLE, run.output);
    assert.match(run.stderr, /my-box does not accept our key[\s\S]*authorized_keys/);
    assert.doesNotMatch(run.output, /== smoke/);
    assert.deepEqual(stories(place), []);
  });
});
