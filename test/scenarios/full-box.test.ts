// Over ten seconds: a box whose disk is full has a real disk that is full.
// In turn: whole lives beside trouble
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { SmallDisk } from '../drill/small-disk.ts';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type OwnBox, onMyBox, ownSshBox } from './own-ssh-box.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const FAILED = 1;
const UNFIT = 16;

/** What the audit asks for fits, and little more does. */
const DISK = 'size=300m,nr_inodes=2500';

/** The box keeps its runs on a small disk of their own. */
async function smallDisk(t: TestContext, place: Place): Promise<{ box: OwnBox; disk: string }> {
  let disk: string | undefined;
  // Registered before the box, so that it is gone when that is removed.
  t.after(() => disk !== undefined && execFileSync('umount', ['-l', disk]));
  const box = await ownSshBox(t, place);
  const dir = join(box.home, '.gpu-lease');
  mkdirSync(dir);
  execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', dir]);
  disk = dir;
  return { box, disk };
}

const UNTIL_FULL = {
  bytes(hog: string): void {
    const file = openSync(join(hog, 'file'), 'w');
    untilRefused(() => void writeSync(file, Buffer.alloc(1 << 16)));
    closeSync(file);
  },
  inodes(hog: string): void {
    let n = 0;
    untilRefused(() => writeFileSync(join(hog, String(n++)), ''));
  },
};

function untilRefused(more: () => void): void {
  try {
    for (;;) more();
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
}

const mayMount = SmallDisk.isPossible();
if (!mayMount) console.log('not run: a box whose disk runs full; it needs the right to mount a tmpfs');

if (mayMount)
  describe('a box of one’s own that runs full while a job trains', {
    skip: missing('sshd', 'testbed', 'ssh'),
    timeout: 300_000,
    concurrency: 2,
  }, () => {
    it('has no room for what the job writes: not fit, with the GB that are missing and what takes the room [P0-04] [P0-05]', async (t) => {
      const place = placeFor(t);
      const { disk } = await smallDisk(t, place);
      mkdirSync(join(disk, 'old-checkpoints'));
      writeFileSync(join(disk, 'old-checkpoints', 'step-1'), Buffer.alloc(50 << 20, 1));
      placeTinyJob(place, (job) => {
        onMyBox(job);
        job['checkpoint'] = { ...job['checkpoint'], size: '1GB' };
      });
      const run = await place.run(['run']);
      assert.notEqual(run.exitCode, 0, run.output);
      assert.match(
        run.output,
        /NOT FIT, U7: [^\n]* needed: [\d.]+ GB are missing\. The largest on that mount: [^\n]*old-checkpoints 5\d+ bytes/,
      );
      assert.equal(ofType(onlyStory(place), 'started').length, 0);
    });

    it('is filled by its setup: no cell starts, and a person is asked for the GB that are missing [P5-14] [P2-10]', async (t) => {
      const place = placeFor(t);
      await smallDisk(t, place);
      placeTinyJob(place, (job) => {
        onMyBox(job);
        job['setup'] =
          'mkdir -p "$HOME/.gpu-lease/wheels" && head -c 150000000 /dev/zero >"$HOME/.gpu-lease/wheels/a"';
      });
      const run = await place.run(['run']);
      assert.equal(run.exitCode, FAILED, run.output);
      const [ended] = ofType(onlyStory(place), 'cell-ended');
      assert.deepEqual([ended?.failureClass, ended?.exitCode], ['DISK_FULL', 3]);
      const [halted] = ofType(onlyStory(place), 'halted');
      assert.match(
        halted?.what ?? '',
        /main was not started: 0\.\d\d GB are missing on its disk; the largest on that disk: [^\n]*wheels 0\.15 GB.*The box is held and costs on/,
      );
      assert.match(halted?.next ?? '', /"gpu-lease resume/);
    });

    for (const { what, dead, refused } of [
      {
        what: 'bytes',
        dead: /main is dead: a write failed because the disk was full .* Now \d+ of 314572800 bytes and \d+ of 2500 inodes are free on the file system of \//,
        refused:
          /the disk is full on the file system of \/\S+: \d+ of 314572800 bytes and \d+ of 2500 inodes/,
      },
      {
        what: 'inodes',
        dead: /main is dead: inodes are exhausted .* Now [1-9]\d* of 314572800 bytes and \d+ of 2500 inodes are free on the file system of \//,
        refused:
          /no inodes are left on the file system of \/\S+: [1-9]\d* of 314572800 bytes and \d+ of 2500 inodes/,
      },
    ] as const) {
      it(`has no ${what} left: named as that, with the file system and how much; freed, it goes on from the last step [faults F12] [U7]`, async (t) => {
        const place = placeFor(t);
        const { disk } = await smallDisk(t, place);
        placeTinyJob(place, (job) => {
          onMyBox(job);
          job['vars'].TINY_STEP_MS = 150;
        });
        const run = place.start(['run'], { timeoutSeconds: 200 });
        await run.says(/checkpoint of step \d+ pulled/);
        const hog = join(disk, 'hog');
        mkdirSync(hog);
        UNTIL_FULL[what](hog);
        const full = await run.ended;
        assert.equal(full.exitCode, FAILED, full.output);
        assert.match(full.output, dead);
        const [ended] = ofType(onlyStory(place), 'cell-ended');
        assert.equal(ended?.failureClass, 'DISK_FULL');
        assert.ok(statfsSync(disk)[what === 'bytes' ? 'bavail' : 'ffree'] < 1000, 'nothing freed it');

        UNTIL_FULL[what](hog);
        const again = await place.run(['resume']);
        assert.equal(again.exitCode, UNFIT, again.output);
        assert.match(again.output, refused);
        assert.equal(ofType(onlyStory(place), 'started').length, 1, 'nothing was started');

        rmSync(hog, { recursive: true });
        const back = await place.run(['resume']);
        assert.equal(back.exitCode, 0, back.output);
        const [resumed] = ofType(onlyStory(place), 'resumed');
        assert.ok(resumed && resumed.firstStep > resumed.verifiedStep && resumed.verifiedStep >= 10);
        assert.equal(ofType(onlyStory(place), 'sealed').length, 1);
      });
    }
  });
