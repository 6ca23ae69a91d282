// Over a minute: a machine of one’s own is a real sshd, with all that goes wrong there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { livesInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { ofType, onlyStory, stories } from './ledger-story.ts';
import { onMyBox, ownSshBox, writeSshConfig } from './own-ssh-box.ts';
import { type Outcome, placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const lives = livesInTurn("a machine of one's own over ssh", 3);

const USAGE = 2;
const REFUSED = 10;
const UNREACHABLE = 13;
const IDENTITY = 15;
const UNFIT = 16;

function assertProblem(outcome: Outcome, exitCode: number, ...said: RegExp[]): void {
  assert.equal(outcome.exitCode, exitCode, outcome.output);
  for (const text of said) assert.match(outcome.output, text);
  assert.match(outcome.output, /Next: \S/, 'it says what to do next');
  assert.doesNotMatch(outcome.output, /a bug of ours|\n\s+at /);
}

describe('a machine of one’s own over ssh', {
  skip: missing('sshd', 'testbed', 'ssh'),
  timeout: 300_000,
  // Each has a place and a box of its own, and mostly waits for them.
  concurrency: 3,
}, () => {
  lives.it(
    'runs a job by the name in ~/.ssh/config, and is left as it was found: nothing is destroyed [P1-03] [XC-14]',
    async (t) => {
      const place = placeFor(t);
      const box = await ownSshBox(t, place);
      placeTinyJob(place, onMyBox);
      const run = await place.run(['run']);
      assert.equal(run.exitCode, 0, run.output);
      const story = onlyStory(place);
      assert.ok(story.archived, run.output);
      assert.equal(story.run.seal?.verified, story.run.seal?.roster);
      assert.deepEqual(ofType(story, 'releasing'), []);
      assert.equal(ofType(story, 'started').length, 1);
      const [started] = ofType(story, 'started');
      assert.ok(existsSync(join(started?.dir.base ?? '', 'cells/main/out/checkpoints/best.safetensors')));
      assert.ok(started?.dir.base.startsWith(box.home));
      assert.deepEqual(place.processes(), [], 'no process is left');
    },
  );

  lives.it(
    'does not answer: 13, nothing attached, and the same command goes on once it does [P1-05]',
    async (t) => {
      const place = placeFor(t);
      const box = await ownSshBox(t, place);
      placeTinyJob(place, onMyBox);
      await box.bed.fault('crash', 'box0');
      const away = await place.run(['run']);
      assertProblem(away, UNREACHABLE, /my-box cannot be reached: .*Nothing was rented/);
      assert.deepEqual(stories(place), [], 'no run was opened');
      await box.bed.fault('start', 'box0');
      const back = await place.run(['run']);
      assert.equal(back.exitCode, 0, back.output);
      assert.equal(ofType(onlyStory(place), 'intended').length, 1);
    },
  );

  lives.it(
    'was never there: the run is given up without a phrase, because nothing can be lost',
    async (t) => {
      const place = placeFor(t);
      const box = await ownSshBox(t, place);
      placeTinyJob(place, onMyBox);
      await box.bed.fault('crash', 'box0');
      assert.equal((await place.run(['launch'])).exitCode, UNREACHABLE);
      const abandon = await place.run(['abandon']);
      assert.equal(abandon.exitCode, 0, abandon.output);
      const story = onlyStory(place);
      assert.ok(story.archived && story.run.closed, 'the run is closed');
      assert.match((await place.run(['status'])).stdout, /No open runs/);
    },
  );

  lives.it(
    'is held by another run: 10, the run is named and nothing is started beside it [P3-02]',
    async (t) => {
      const place = placeFor(t);
      const box = await ownSshBox(t, place);
      placeTinyJob(place, (job) => {
        onMyBox(job);
        job['vars'].TINY_STEP_MS = 400;
      });
      const first = await place.run(['launch', '--run', 'first']);
      assert.equal(first.exitCode, 0, first.output);
      const before = box.logins();
      const second = await place.run(['launch', '--run', 'second']);
      assertProblem(second, REFUSED, /my-box is held by run first \(first-1, running\); nothing was started/);
      assert.equal(box.logins(), before, 'nobody even logged in');
      const given = await place.run(['abandon', 'second']);
      assert.equal(given.exitCode, 0, given.output);
    },
  );

  lives.it('does not take our key: 13, and nothing is started there [P1-04]', async (t) => {
    const place = placeFor(t);
    const box = await ownSshBox(t, place);
    const key = join(place.home, '.ssh', 'id_other');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    writeSshConfig(place, { port: box.port, user: box.bed.user, key });
    placeTinyJob(place, onMyBox);
    const run = await place.run(['run']);
    assertProblem(run, UNREACHABLE, /does not accept our key/, /authorized_keys/, /IdentityFile/);
    assert.equal(box.logins(), 0);
    assert.deepEqual(stories(place), [], 'no run was opened');
  });

  lives.it('shows another host key than known_hosts has: 15 before anything is sent [P1-03]', async (t) => {
    const place = placeFor(t);
    const box = await ownSshBox(t, place);
    placeTinyJob(place, onMyBox);
    await box.bed.fault('rekey', 'box0');
    const run = await place.run(['run']);
    assertProblem(
      run,
      IDENTITY,
      /shows host key SHA256:.*, and known_hosts expects SHA256:/,
      /nothing was sent/,
    );
    assert.equal(box.logins(), 0);
    assert.deepEqual(stories(place), [], 'no run, no lease, and no meter of one');
  });

  lives.it(
    'is vouched for by a secret that does not: nothing is begun, with what the box shows [P1-03]',
    async (t) => {
      const place = placeFor(t);
      const box = await ownSshBox(t, place);
      placeTinyJob(place, onMyBox);
      const known = readFileSync(box.bed.knownHosts, 'utf8');
      const shown = box.bed.boxes[0]?.hostKeySha256;
      // The file of the laptop knows the box; a runner has the secret alone.
      writeFileSync(join(place.home, '.ssh', 'known_hosts'), '');
      const refusedFor = async (lines: string, exitCode: number, ...said: RegExp[]): Promise<string> => {
        place.env['GPU_LEASE_KNOWN_HOSTS'] = lines;
        const run = await place.run(['run']);
        assertProblem(run, exitCode, ...said);
        assert.deepEqual(stories(place), []);
        return run.output;
      };
      await refusedFor(
        `my-box ssh-ed25519\n${known}`,
        USAGE,
        /has 1 line that no host can be known by: line 1:/,
      );
      const other = known.replace(/^\S+/, 'other.example');
      const unnamed = await refusedFor(other, IDENTITY, /does not name \[127\.0\.0\.1\]:\d+/);
      assert.ok(unnamed.includes(`SHA256:${shown}`), unnamed);
      assert.equal(box.logins(), 0);
      place.env['GPU_LEASE_KNOWN_HOSTS'] = known;
      assert.equal((await place.run(['launch'])).exitCode, 0);
    },
  );

  lives.it(
    'changes its host key while a job runs: 15 at the next look, and nothing more is sent [P1-03]',
    async (t) => {
      const place = placeFor(t);
      const box = await ownSshBox(t, place);
      placeTinyJob(place, (job) => {
        onMyBox(job);
        job['vars'].TINY_STEP_MS = 200;
      });
      const launch = await place.run(['launch']);
      assert.equal(launch.exitCode, 0, launch.output);
      const { archived, run } = onlyStory(place);
      assert.ok(!archived && run.leases[0]?.state === 'running');
      await box.bed.fault('rekey', 'box0');
      const before = box.logins();
      const watch = await place.run(['watch', '--bound', '20s']);
      assertProblem(watch, IDENTITY, /shows host key/, /gpu-lease abandon/);
      assert.equal(box.logins(), before);
      assert.equal(onlyStory(place).run.leases[0]?.state, 'running', 'it says nothing about the run');
    },
  );

  for (const { name, statfs, said } of [
    { name: 'bytes', statfs: '4096 5000000 2 1000000 900000', said: /NOT FIT, U7: .* 0\.00 GB free/ },
    { name: 'inodes', statfs: '4096 50000000 40000000 1000000 3', said: /NOT FIT, U7: .* 3 inodes free/ },
  ]) {
    lives.it(
      `has no ${name} left: 16, nothing is started; it goes on once there is room [P0-03] [U7]`,
      async (t) => {
        const place = placeFor(t);
        const box = await ownSshBox(t, place);
        placeTinyJob(place, onMyBox);
        const fake = join(box.home, 'bin', 'stat');
        writeFileSync(
          fake,
          `#!/bin/sh\ncase "$*" in -f*%S*) echo '${statfs}' ;; *) exec /usr/bin/stat "$@" ;; esac\n`,
        );
        chmodSync(fake, 0o755);
        const run = await place.run(['run']);
        assert.equal(run.exitCode, UNFIT, run.output);
        for (const text of [said, /is not fit for the job; nothing was started/, /gpu-lease resume/])
          assert.match(run.output, text);
        assert.deepEqual(ofType(onlyStory(place), 'started'), []);
        assert.ok(!existsSync(join(box.home, '.gpu-lease')), 'nothing was laid down on it');

        chmodSync(fake, 0o644);
        const resumed = await place.run(['resume']);
        assert.equal(resumed.exitCode, 0, resumed.output);
        assert.ok(onlyStory(place).archived, 'with room made by hand it runs to its end');
      },
    );
  }
});
