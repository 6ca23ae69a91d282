import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { ended, onBox } from './keeper-run.ts';
import { SHELLS, type ShellBox } from './shell-channel.ts';

for (const shell of SHELLS) {
  describe(`keeper after success on ${shell}`, { skip: missing(shell) }, () => {
    it('copies the outputs to the durable tier, proven by hash, under the name of the run [D-16] [U33]', async () => {
      await onBox(shell, async (box) => {
        await mkdir(join(box.home, 'durable'));
        const command =
          'mkdir -p "$GPU_LEASE_OUT/a b"; echo best >"$GPU_LEASE_OUT/a b/best.pt"; echo junk >"$GPU_LEASE_OUT/junk.tmp"';
        const seen = await ended(box, { command, durableDir: join(box.home, 'durable'), scratch: ['*.tmp'] });
        assert.equal(seen.cells[0]?.syncExitCode, 0);
        const there = join(box.home, 'durable/tiny-7');
        assert.deepEqual(await readdir(there), ['main']);
        assert.deepEqual(await readdir(join(there, 'main')), ['a b']);
        assert.equal(await readFile(join(there, 'main/a b/best.pt'), 'utf8'), 'best\n');
      });
    });

    it('fails the cell with a code of its own when the durable copy fails, though the command returned 0 [P2-05] [U33] [F-D10]', async () => {
      await onBox(shell, async (box) => {
        const scratch = ['*.tmp'];
        const command = 'echo x >"$GPU_LEASE_OUT/x"; echo j >"$GPU_LEASE_OUT/j.tmp"';
        const seen = await ended(box, { command, scratch, durableDir: join(box.home, 'no-such-mount') });
        assert.deepEqual([seen.cells[0]?.exitCode, seen.cells[0]?.syncExitCode], [0, 25]);
        assert.equal(seen.queueExitCode, 1);
        assert.equal(existsSync(join(box.home, 'no-such-mount')), false);
        assert.equal(existsSync(join(box.home, '.gpu-lease/tiny-7/cells/main/out/j.tmp')), true);
        assert.match(seen.cells[0]?.logTail ?? '', /DURABLE SYNC FAILED/);
      });
    });

    const ownCp = shell === 'busybox' && 'its own cp comes before any in PATH';
    it('notices a copy whose bytes differ, and publishes nothing of it [P2-05]', {
      skip: ownCp,
    }, async () => {
      await onBox(shell, async (box) => {
        await mkdir(join(box.home, 'durable'));
        await fakeCp(box);
        const seen = await ended(box, {
          command: 'echo good >"$GPU_LEASE_OUT/best.pt"',
          durableDir: join(box.home, 'durable'),
        });
        assert.deepEqual([seen.cells[0]?.exitCode, seen.cells[0]?.syncExitCode], [0, 23]);
        assert.deepEqual(await readdir(join(box.home, 'durable/tiny-7/main')), []);
      });
    });

    it('refuses a durable directory that is set and empty [D-03] [P2-19]', async () => {
      await onBox(shell, async (box) => {
        await assert.rejects(ended(box, { durableDir: '' }), { code: 'durable-dir-empty', kind: 'usage' });
        const seen = await ended(box, {}, async (base) => {
          await writeFile(
            join(base, 'plans/1/settings'),
            `${await readFile(join(base, 'plans/1/settings'), 'utf8')}durable_dir=\n`,
          );
        });
        assert.equal(seen.queueExitCode, 5);
        assert.equal(seen.cells[0]?.state, 'waiting');
      });
    });

    it('deletes named scratch after success, never the newest watched file, a link target or another name [P2-09] [C17] [U6]', async () => {
      await onBox(shell, async (box) => {
        const command = `cd "$GPU_LEASE_OUT"; mkdir sub; for n in ckpt-1.pt ckpt-2.pt ckpt-3.pt a.tmp sub/b.tmp keep.txt; do echo $n >$n; done
          touch -d 2001-01-01 ckpt-1.pt; touch -d 2003-01-01 ckpt-2.pt; touch -d 2002-01-01 ckpt-3.pt
          echo target >"$HOME/target"; ln -s "$HOME/target" link.tmp`;
        await ended(box, { command, watched: ['ckpt-*.pt'], scratch: ['ckpt-*.pt', '*.tmp'] });
        const left = await readdir(join(box.home, '.gpu-lease/tiny-7/cells/main/out'));
        assert.deepEqual(left.sort(), ['ckpt-2.pt', 'keep.txt', 'link.tmp', 'sub']);
        assert.equal(existsSync(join(box.home, '.gpu-lease/tiny-7/cells/main/out/sub/b.tmp')), true);
        assert.equal(existsSync(join(box.home, 'target')), true);
      });
    });

    it('deletes no scratch after a failure [P2-05]', async () => {
      await onBox(shell, async (box) => {
        await ended(box, { command: 'echo x >"$GPU_LEASE_OUT/x.tmp"; exit 1', scratch: ['*.tmp'] });
        assert.equal(existsSync(join(box.home, '.gpu-lease/tiny-7/cells/main/out/x.tmp')), true);
      });
    });
  });
}

/** A `cp` that loses the content, as a broken mount may. */
async function fakeCp(box: ShellBox): Promise<void> {
  await writeFile(join(box.bin, 'cp'), '#!/bin/sh\nfor last; do :; done\necho bad >"$last"\n', {
    mode: 0o755,
  });
}
