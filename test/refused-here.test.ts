import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Problem } from '../src/problem.ts';
import { refusedHere } from '../src/refused-here.ts';
import { SmallDisk } from './drill/small-disk.ts';
import { ofType, onlyStory } from './scenarios/ledger-story.ts';
import { placeFor } from './scenarios/run-bundle.ts';
import { placeTinyJob } from './scenarios/tiny-job.ts';

const thrownBy = (act: () => void): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was thrown');
};

const systemError = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: as Node says it`), { code, syscall: 'open', ...(path && { path }) });

describe('what the file system of this machine refuses', () => {
  for (const [code, said] of [
    ['ENOSPC', /\/nowhere\/at\/all \(ENOSPC\): \d+ bytes are free\./],
    ['EDQUOT', /quota there is used up/],
    ['EROFS', /mounted read-only/],
    ['EIO', /the disk itself failed/],
    ['EMFILE', /ulimit -n/],
    ['EACCES', /this user may not/],
  ] as const)
    it(`is said as what it is: ${code} [faults F14]`, () => {
      const told = refusedHere(systemError(code, '/nowhere/at/all'));
      assert.ok(told instanceof Problem);
      assert.equal(told.code, 'refused-here');
      assert.match(told.what, said);
      assert.match(told.what, /says nothing about the run/);
      assert.match(told.next, /again; it goes on where this one stopped\.$/);
    });

  it('is nothing else that is thrown: those stay bugs of ours', () => {
    for (const error of [
      thrownBy(() => readFileSync('/nowhere/at/all')),
      systemError('EACCES'),
      new TypeError('x is undefined'),
      'a text',
    ])
      assert.equal(refusedHere(error), error);
  });

  const mayMount = SmallDisk.isPossible();
  if (!mayMount) console.log('not run: a full disk of this machine; it needs the right to mount a tmpfs');
  if (mayMount)
    it('is what is missing also where Node says that there is no such directory [faults F14]', async (t) => {
      const place = placeFor(t);
      const disk = new SmallDisk(join(place.dir, 'small'));
      place.disks.push(disk);
      const nested = join(place.dir, 'small', 'new', 'nested');
      disk.fill('inodes');
      const error = await mkdir(nested, { recursive: true }).catch((thrown: unknown) => thrown);
      const told = refusedHere(error);
      assert.ok(told instanceof Problem, String(error));
      assert.match(told.what, /refused to mkdir .* \(ENOSPC\): none of \d+ inodes is free/);
      disk.free();
      assert.equal(refusedHere(error), error, 'where there is room it stays a bug');
    });
  for (const what of mayMount ? (['bytes', 'inodes'] as const) : [])
    it(`without ${what} a run says so, names no bug, and goes on once there is room [faults F14]`, async (t) => {
      const place = placeFor(t);
      const disk = new SmallDisk(join(place.dir, 'state'));
      // The box has one of its own: only what happens here is asked.
      const there = new SmallDisk(place.boxesDir);
      place.disks.push(disk, there);
      placeTinyJob(place, (job) => {
        job['smoke'] = 'none';
      });
      const launched = await place.run(['launch']);
      assert.equal(launched.exitCode, 0, launched.output);
      disk.fill(what);
      const full = await place.run(['watch', '--bound', '20s']);
      disk.free();
      assert.doesNotMatch(full.output, /a bug of ours|\n\s+at /);
      const run = await place.run(['run']);
      assert.equal(run.exitCode, 0, run.output);
      const story = onlyStory(place);
      assert.equal(story.run.seal?.verified, story.run.seal?.roster);
      assert.equal(ofType(story, 'rented').length, 1);
    });
});
