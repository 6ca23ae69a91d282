// In turn: whole lives beside trouble
import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type OwnBox, onMyBox, ownSshBox } from './own-ssh-box.ts';
import { placeFor } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const UNFIT = 16;
const NOBODY = 65534;
const needsRoot = process.getuid?.() === 0 ? false : 'needs root, to be another user on the box';

/** Whoever logs in is `nobody`, who may read the box and change nothing of it but what is given to them. */
function asNobody(box: OwnBox): void {
  const enter = join(box.bed.dir, 'box0', 'enter');
  const head = readFileSync(enter, 'utf8')
    .split('\n')
    .filter((line) => /^(#!|export|cd|c=)/.test(line));
  const drop = `exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups bash -c "$c"`;
  writeFileSync(enter, `${[...head, drop].join('\n')}\n`);
  for (const dir of [box.bed.dir, dirname(box.home)]) chmodSync(dir, 0o711);
  chmodSync(box.home, 0o755);
}

describe('a box of one’s own on which much goes only by sudo', {
  skip: missing('sshd', 'testbed', 'ssh') || needsRoot,
  timeout: 300_000,
  concurrency: 2,
}, () => {
  for (const { words, prepare, owned } of [
    {
      words: 'a home that belongs to root',
      prepare: () => {},
      owned: (home: string) => home,
    },
    {
      words: 'a directory of runs that somebody made by sudo',
      prepare: ({ home }: OwnBox) => {
        chownSync(home, NOBODY, NOBODY);
        mkdirSync(join(home, '.gpu-lease'));
      },
      owned: (home: string) => join(home, '.gpu-lease'),
    },
  ]) {
    it(`has ${words}: refused before anything is started, with owner, directory and what to do; then it goes on [faults sudo]`, async (t) => {
      const place = placeFor(t);
      const box = await ownSshBox(t, place);
      asNobody(box);
      prepare(box);
      placeTinyJob(place, onMyBox);
      const run = await place.run(['run']);
      assert.equal(run.exitCode, UNFIT, run.output);
      const base = join(box.home, '.gpu-lease');
      assert.ok(run.output.includes(`${owned(box.home)} belongs to root (mode 755) and the login is nobody`));
      assert.ok(run.output.includes(`sudo install -d -o nobody '${base}'`), run.output);
      assert.match(run.output, /nothing was started/);
      assert.deepEqual(ofType(onlyStory(place), 'started'), []);

      // What the message says, done by somebody who may.
      if (!existsSync(base)) mkdirSync(base);
      chownSync(base, NOBODY, NOBODY);
      const resumed = await place.run(['resume']);
      assert.equal(resumed.exitCode, 0, resumed.output);
    });
  }

  it('shows its GPU only to root: refused, and said as that and not as a box without one [faults sudo]', async (t) => {
    const place = placeFor(t);
    const box = await ownSshBox(t, place);
    asNobody(box);
    chownSync(box.home, NOBODY, NOBODY);
    const tool = join(box.home, 'bin', 'nvidia-smi');
    writeFileSync(
      tool,
      '#!/bin/sh\n[ "$(id -u)" = 0 ] || { echo "Failed to initialize NVML: Insufficient Permissions"; exit 4; }\n',
    );
    chmodSync(tool, 0o755);
    placeTinyJob(place, (job) => {
      onMyBox(job);
      job['resources'] = { gpu: { count: 1 } };
    });
    const run = await place.run(['run']);
    assert.equal(run.exitCode, UNFIT, run.output);
    assert.match(run.output, /NOT FIT, U31: this login may not use the GPU .*Insufficient Permissions/);
    assert.match(run.output, /usermod -aG/);
    assert.deepEqual(ofType(onlyStory(place), 'started'), []);
  });
});
