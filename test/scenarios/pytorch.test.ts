// Over ten seconds: PyTorch itself trains on the box, is pulled and is verified.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { ownSshBox } from './own-ssh-box.ts';
import { placeFor, repositoryRoot } from './run-bundle.ts';

const skip = missing('torch', 'sshd', 'testbed', 'ssh');

describe('examples/pytorch on a real sshd box', { skip, timeout: 600_000 }, () => {
  it('goes from smoke to its end with the user’s own key; a killed trainer resumes from its checkpoint [P2-06] [P2-07] [P4-12] [P5-04]', async (t) => {
    const place = placeFor(t);
    const box = await ownSshBox(t, place);
    // The python3 that has torch, here and there.
    symlinkSync('/usr/bin/python3', join(place.dir, 'bin', 'python3'));
    symlinkSync('/usr/bin/python3', join(box.home, 'bin', 'python3'));
    cpSync(join(repositoryRoot, 'examples', 'pytorch'), place.repository, { recursive: true });
    // Slow enough to be killed half-way; all else is the example as it is.
    const jobFile = join(place.repository, 'gpu-lease.yml');
    writeFileSync(jobFile, readFileSync(jobFile, 'utf8').replace(/^ {2}STEPS: 300$/m, '$&\n  STEP_MS: 40'));
    place.commit();

    const running = place.start(['run'], { timeoutSeconds: 400 });
    await running.says(/checkpoint of step \d+ pulled, hash-equal and loaded/);
    const trainers = place.processes(box.home).filter(({ command }) => /^\S*python3 train\.py/.test(command));
    assert.ok(trainers.length > 0, 'the trainer runs on the box');
    for (const { pid } of trainers) process.kill(pid, 'SIGKILL');
    const run = await running.ended;
    assert.equal(run.exitCode, 0, run.output);

    const story = onlyStory(place);
    assert.ok(story.archived, run.output);
    const [smoke] = ofType(story, 'smoke-passed');
    assert.notEqual(smoke?.drill, 'none');
    const [reachable] = ofType(story, 'reachable');
    assert.equal(reachable?.hostKeySha256, box.bed.boxes[0]?.hostKeySha256);
    const [preempted] = ofType(story, 'preempted');
    assert.equal(preempted?.what, 'process');
    const [resumed] = ofType(story, 'resumed');
    assert.ok(resumed && resumed.verifiedStep > 0 && resumed.firstStep >= resumed.verifiedStep);
    assert.equal(story.run.leases.length, 1);
    assert.equal(ofType(story, 'started').length, 2);

    const { seal } = story.run;
    assert.equal(seal?.verified, seal?.roster);
    const { verdicts } = JSON.parse(
      readFileSync(join(seal?.place ?? '', '+evidence', 'verdicts.json'), 'utf8'),
    );
    for (const path of ['checkpoints/best.pt', 'checkpoints/last.pt']) {
      const verdict = verdicts.find((row: { path: string }) => row.path === path);
      assert.deepEqual([verdict?.verdict, verdict?.level], ['pass', 'L3'], path);
    }
  });
});
