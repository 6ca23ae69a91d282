import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { ended, onBox } from './keeper-run.ts';
import { SHELLS, type ShellBox } from './shell-channel.ts';

for (const shell of SHELLS) {
  describe(`keeper after success on ${shell}`, { skip: missing(shell), concurrency: 4 }, () => {
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

    // busybox takes its own tar before any in PATH, so there a copy cannot be made to fail from outside.
    if (shell !== 'busybox') {
      it('notices a copy whose bytes differ, and publishes nothing of it [P2-05]', async () => {
        await onBox(shell, async (box) => {
          await mkdir(join(box.home, 'durable'));
          const over = {
            command: 'echo good >"$GPU_LEASE_OUT/best.pt"',
            durableDir: join(box.home, 'durable'),
          };
          const seen = await ended(box, over, () =>
            fakeTar(box, `dir=$4; /usr/bin/tar "$@"; echo bad >"$dir/best.pt"`),
          );
          assert.deepEqual([seen.cells[0]?.exitCode, seen.cells[0]?.syncExitCode], [0, 23]);
          assert.equal(existsSync(join(box.home, 'durable/tiny-7/main')), false);
        });
      });

      it('notices a copy that broke off [P2-05] [U33]', async () => {
        await onBox(shell, async (box) => {
          await mkdir(join(box.home, 'durable'));
          const over = {
            command: 'echo good >"$GPU_LEASE_OUT/best.pt"',
            durableDir: join(box.home, 'durable'),
          };
          const seen = await ended(box, over, () => fakeTar(box, 'exit 1'));
          assert.deepEqual([seen.cells[0]?.exitCode, seen.cells[0]?.syncExitCode], [0, 22]);
        });
      });
    }

    it('renews the copy of an earlier attempt file by file, and keeps what is not made again', async () => {
      await onBox(shell, async (box) => {
        const durableDir = join(box.home, 'durable');
        await mkdir(durableDir);
        const write = (names: string, word: string) =>
          `cd "$GPU_LEASE_OUT"; mkdir -p "s u/b"; for n in ${names}; do echo ${word} >"s u/b/$n"; done`;
        await ended(box, { durableDir, command: write(`'a\\b' -x 'q"1'`, 'first') });
        const seen = await ended(box, {
          durableDir,
          attempt: 2,
          command: `rm -rf "$GPU_LEASE_OUT"/*; ${write("'a\\b' new", 'second')}`,
        });
        assert.equal(seen.cells[0]?.syncExitCode, 0);
        const there = join(durableDir, 'tiny-7/main/s u/b');
        assert.deepEqual((await readdir(there)).sort(), ['-x', 'a\\b', 'new', 'q"1']);
        assert.equal(await readFile(join(there, 'a\\b'), 'utf8'), 'second\n');
        assert.equal(await readFile(join(there, '-x'), 'utf8'), 'first\n');
        assert.deepEqual(await readdir(join(durableDir, 'tiny-7')), ['main']);
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

    it('never deletes what the job promised, whatever is called scratch, and copies it [P2-09]', async () => {
      await onBox(shell, async (box) => {
        const durableDir = join(box.home, 'durable');
        await mkdir(durableDir);
        const command =
          'cd "$GPU_LEASE_OUT"; mkdir s; echo r >s/result.tmp; echo t >s/other.tmp; echo k >keep';
        const more = { scratch: ['**/*.tmp'], anchors: ['s/result.*'], durableDir };
        assert.equal((await ended(box, { command, ...more })).queueExitCode, 0);
        for (const dir of [
          join(box.home, '.gpu-lease/tiny-7/cells/main/out'),
          join(durableDir, 'tiny-7/main'),
        ])
          assert.deepEqual((await readdir(dir, { recursive: true })).sort(), ['keep', 's', 's/result.tmp']);
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

/** A `tar` that packs as ever and unpacks as told: `-xf - -C DIR` are its arguments. */
async function fakeTar(box: ShellBox, unpack: string): Promise<void> {
  const script = `#!/bin/sh\ncase $1 in -xf) ;; *) exec /usr/bin/tar "$@" ;; esac\n${unpack}\n`;
  await writeFile(join(box.bin, 'tar'), script, { mode: 0o755 });
}
