// Over ten seconds: PyTorch itself trains on the box, is pulled and is verified.
import assert from 'node:assert/strict';
import {
  cpSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { ownSshBox } from './own-ssh-box.ts';
import { type Place, placeFor, repositoryRoot } from './run-bundle.ts';

const skip = missing('torch', 'sshd', 'testbed', 'ssh');

/** The example as it is, slow enough to be met half-way; on a box whose python3 has torch, as this machine's. */
async function exampleOnBox(t: TestContext) {
  const place = placeFor(t);
  const box = await ownSshBox(t, place);
  symlinkSync('/usr/bin/python3', join(place.dir, 'bin', 'python3'));
  symlinkSync('/usr/bin/python3', join(box.home, 'bin', 'python3'));
  cpSync(join(repositoryRoot, 'examples', 'pytorch'), place.repository, { recursive: true });
  const jobFile = join(place.repository, 'gpu-lease.yml');
  const job = readFileSync(jobFile, 'utf8').replace(/^ {2}STEPS: 300$/m, '$&\n  STEP_MS: 40');
  writeFileSync(jobFile, job);
  place.commit();
  return { place, box };
}

function killTrainer(place: Place, home: string): void {
  const trainers = place.processes(home).filter(({ command }) => /^\S*python3 train\.py/.test(command));
  assert.ok(trainers.length > 0, 'the trainer runs on the box');
  for (const { pid } of trainers) process.kill(pid, 'SIGKILL');
}

describe('examples/pytorch on a real sshd box', { skip, timeout: 600_000 }, () => {
  it('goes from smoke to its end with the user’s own key; a killed trainer resumes from its checkpoint [P2-06] [P2-07] [P4-12] [P5-04]', async (t) => {
    const { place, box } = await exampleOnBox(t);
    const running = place.start(['run'], { timeoutSeconds: 400 });
    await running.says(/checkpoint of step \d+ pulled, hash-equal and loaded/);
    killTrainer(place, box.home);
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

  it('goes on from our copy where PyTorch cannot read what a kill left on the same disk [XC-07] [P4-12]', async (t) => {
    const { place, box } = await exampleOnBox(t);
    const running = place.start(['run'], { timeoutSeconds: 400 });
    await running.says(/checkpoint of step \d+ pulled, hash-equal and loaded/);
    killTrainer(place, box.home);
    // As one leaves it that writes in place: half of what the newest was.
    const files = readdirSync(box.home, { recursive: true, encoding: 'utf8' });
    const last = join(
      box.home,
      files.find((file) => file.endsWith('cells/main/out/checkpoints/last.pt')) ?? '',
    );
    truncateSync(last, Math.floor(statSync(last).size / 2));
    const run = await running.ended;
    assert.equal(run.exitCode, 0, run.output);

    const story = onlyStory(place);
    assert.equal(ofType(story, 'preempted').length, 1, 'it is not started on what it cannot read');
    const [mended] = ofType(story, 'disk-mended');
    assert.deepEqual(
      mended?.aside.map(({ name }) => name),
      ['checkpoints/last.pt'],
      run.output,
    );
    const froms = ofType(story, 'started').map(({ from }) => from[0]?.source);
    assert.deepEqual(froms, [undefined, 'our-copy']);
    const [resumed] = ofType(story, 'resumed');
    assert.ok(resumed && resumed.verifiedStep > 0 && resumed.firstStep >= resumed.verifiedStep, run.output);
    assert.match(
      run.output,
      /last\.pt \(.*was set aside in .*unread-before-2; our verified copy of step \d+/,
    );
    assert.equal(story.run.seal?.verified, story.run.seal?.roster);
  });
});
