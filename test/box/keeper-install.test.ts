// Over ten seconds: a box is anything that has a shell, and each shell reads the same script in its own way.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { codeDiffers, install, proveCode } from '../../src/box/keeper.ts';
import { keeperHash } from '../../src/box/keeper-text.ts';
import { setsid } from '../../src/launch/setsid.ts';
import { missing } from '../requirement.ts';
import { end, ended, onBox, started, text } from './keeper-run.ts';
import { eventually, processesOf, SHELLS } from './shell-channel.ts';
import { codeOf, planOf } from './small-plan.ts';

const LONG = `${'deep/'.repeat(30)}${'n'.repeat(120)}.py`;
const CODE = codeOf({
  'train.py': 'print(1)\n',
  'run.sh': '#!/bin/sh\necho run\n',
  'with blank/ünï.txt': 'x',
  'back\\slash': 'y',
  link: '-> train.py',
  [LONG]: 'long\n',
});

for (const shell of SHELLS) {
  describe(`keeper install on ${shell}`, { skip: missing(shell), concurrency: 4 }, () => {
    it('lays down keeper, code and plan in one exec and proves the code [P1-11]', async () => {
      await onBox(shell, async (box) => {
        const installed = await install(box.channel, planOf({ code: CODE }));
        assert.equal(box.execs.length, 1);
        assert.equal(installed.keeperHash, keeperHash());
        assert.equal(installed.codeHash, CODE.hash);
        assert.equal(
          installed.dir.keeper,
          `${box.home}/.gpu-lease/tiny-7/keeper-${keeperHash().slice(0, 12)}.sh`,
        );
        const code = join(installed.dir.base, 'code', CODE.hash);
        assert.equal(await readFile(join(code, LONG), 'utf8'), 'long\n');
        assert.equal((await stat(join(code, 'run.sh'))).mode & 0o100, 0o100);
        assert.deepEqual(await proveCode(box.channel, installed.dir, CODE.hash), {
          codeHashes: [CODE.hash],
          differing: [],
        });
        assert.deepEqual(
          (await readdir(installed.dir.base)).filter((name) => name.startsWith('.install')),
          [],
        );
      });
    });

    for (const { change, path, as } of [
      { change: 'one byte', path: 'train.py', as: 'train.py' },
      { change: 'a blank in the name', path: 'with blank/ünï.txt', as: 'with blank/ünï.txt' },
      { change: 'a backslash in the name', path: 'back\\slash', as: 'back\\slash' },
    ]) {
      it(`names the file that was changed on the box: ${change} [P1-11] [U42]`, async () => {
        await onBox(shell, async (box) => {
          const { dir } = await install(box.channel, planOf({ code: CODE }));
          await writeFile(join(dir.base, 'code', CODE.hash, path), 'changed');
          assert.deepEqual((await proveCode(box.channel, dir)).differing, [as]);
          await assert.rejects(install(box.channel, planOf({ code: CODE })), {
            kind: 'unfit',
            code: 'code-differs',
          });
        });
      });
    }

    it('names what is missing, replaced by a link or leads elsewhere, and does not mind files beside the code [U42]', async () => {
      await onBox(shell, async (box) => {
        const { dir } = await install(box.channel, planOf({ code: CODE }));
        const code = join(dir.base, 'code', CODE.hash);
        await mkdir(join(code, '__pycache__'));
        await writeFile(join(code, '__pycache__/x.pyc'), 'cache');
        assert.deepEqual((await proveCode(box.channel, dir)).differing, []);

        await rm(join(code, 'link'));
        await symlink('/etc/passwd', join(code, 'link'));
        await rm(join(code, LONG));
        await writeFile(join(box.home, 'copy'), 'print(1)\n');
        await rm(join(code, 'train.py'));
        await symlink(join(box.home, 'copy'), join(code, 'train.py'));
        assert.deepEqual(
          (await proveCode(box.channel, dir)).differing.sort(),
          [LONG, 'link', 'train.py'].sort(),
        );
      });
    });

    it('is not fooled by a list of hashes that was changed together with the code', async () => {
      await onBox(shell, async (box) => {
        const { dir } = await install(box.channel, planOf({ code: CODE }));
        await writeFile(join(dir.base, 'code', CODE.hash, 'train.py'), 'evil');
        const evil = codeOf({ 'train.py': 'evil' }).files[0]?.sha256 ?? '';
        const sums = join(dir.base, `code/${CODE.hash}.sums`);
        const honest = CODE.files.find((file) => file.path === 'train.py')?.sha256 ?? '';
        await writeFile(sums, (await readFile(sums, 'utf8')).replace(honest, evil));
        assert.deepEqual((await proveCode(box.channel, dir)).differing, [`${CODE.hash}.sums`]);
        await rm(join(dir.base, 'code'), { recursive: true });
        assert.deepEqual((await proveCode(box.channel, dir, CODE.hash)).differing, [`code/${CODE.hash}`]);
      });
    });

    it('never overwrites a keeper, code or the plan of an attempt that started [P2-16] [U2]', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, { command: 'exec sleep 1000' });
        const paths = [dir.keeper, join(dir.base, 'attempts/1/plan/cell-1.sh'), `${dir.base}/code`].flat();
        const before = await Promise.all(paths.map((path) => stat(path)));
        await install(box.channel, planOf({ command: 'echo another command' }));
        const after = await Promise.all(paths.map((path) => stat(path)));
        assert.deepEqual(
          after.map((each) => [each.ino, each.mtimeMs]),
          before.map((each) => [each.ino, each.mtimeMs]),
        );
        assert.equal(await text(box, 'attempts/1/plan/cell-1.sh'), 'exec sleep 1000\n');

        await writeFile(dir.keeper, 'echo not the keeper\n');
        await assert.rejects(install(box.channel, planOf()), {
          kind: 'unfit',
          message: /not the keeper that its name says/,
        });
      });
    });

    it('takes the newest plan of an attempt that has not started', async () => {
      await onBox(shell, async (box) => {
        await install(box.channel, planOf({ command: 'echo old' }));
        const seen = await ended(box, { command: 'echo new' });
        assert.equal(seen.cells[0]?.logTail, 'new\n');
      });
    });

    it('puts nothing in place when the stream is cut, and completes on the next try [XC-07]', async () => {
      await onBox(shell, async (box) => {
        const plan = planOf({ code: codeOf({ big: randomBytes(1_000_000).toString('hex') }) });
        const cut = { ...box.channel };
        cut.exec = (argv, options) => {
          const whole = options?.stdin as Uint8Array;
          return box.channel.exec(argv, { ...options, stdin: whole.subarray(0, whole.length / 2) });
        };
        await assert.rejects(install(cut, plan), { kind: 'unfit' });
        assert.deepEqual(await readdir(join(box.home, '.gpu-lease/tiny-7')), []);
        assert.equal((await install(box.channel, plan)).codeHash, plan.code.hash);
      });
    });

    it('stands ten installs at once', async () => {
      await onBox(shell, async (box) => {
        const all = await Promise.all(
          Array.from({ length: 10 }, () => install(box.channel, planOf({ code: CODE }))),
        );
        const dir = all[0]?.dir ?? assert.fail();
        assert.deepEqual((await readdir(join(dir.base, 'code'))).sort(), [CODE.hash, `${CODE.hash}.sums`]);
        assert.equal(existsSync(join(dir.base, 'code', CODE.hash, 'code')), false);
        assert.equal((await setsid.start(box.channel, dir, 1)).outcome, 'started');
        assert.equal((await end(box, dir)).queueExitCode, 0);
      });
    });

    it('installs below the data disk that the profile names, whatever is in its name', async () => {
      await onBox(shell, async (box) => {
        const workDir = join(box.home, "it's a disk");
        const { dir } = await install(box.channel, planOf({ workDir }));
        assert.equal(dir.base, `${workDir}/tiny-7`);
        await setsid.start(box.channel, dir, 1);
        assert.equal((await end(box, dir)).queueExitCode, 0);
      });
    });

    it('installs requirements before setup, and names the interpreter that does it [P0-10]', async () => {
      await onBox(shell, async (box) => {
        const seen = await ended(box, {
          requirements: { text: 'numpy\n', install: 'cat "$GPU_LEASE_REQUIREMENTS"' },
          setup: 'echo setup',
        });
        assert.equal(seen.setup?.logTail, 'numpy\nsetup\n');
      });
    });
  });

  describe(`keeper secrets on ${shell}`, { skip: missing(shell), concurrency: 4 }, () => {
    const SECRET = `s3cr3t-'"$(touch /tmp/x)\\\nsecond line`;

    it('hands them over by stdin into a 0600 file off every shared place, and never in a command line [P1-07] [U34]', async () => {
      await onBox(shell, async (box) => {
        const { dir } = await install(box.channel, planOf({ secrets: { TOKEN: SECRET } }));
        assert.equal(box.execs.length, 2);
        assert.doesNotMatch(JSON.stringify(box.execs), /s3cr3t/);
        const path = (await text(box, 'private.1')).trim();
        assert.match(path, /^\/dev\/shm\/gpu-lease\.\w+\/secrets$/);
        assert.equal((await stat(path)).mode & 0o777, 0o600);
        assert.equal((await stat(join(path, '..'))).mode & 0o777, 0o700);
        assert.equal(grep(dir.base, 's3cr3t'), '');
        await rm(join(path, '..'), { recursive: true });
      });
    });

    it('gives them to the command and setup alone; the file is gone once the queue runs [P1-07]', async () => {
      await onBox(shell, async (box) => {
        const command =
          'printf %s "$TOKEN" | openssl dgst -sha256 -r >"$GPU_LEASE_OUT/digest"; exec sleep 1000';
        const { dir } = await install(box.channel, planOf({ command, secrets: { TOKEN: SECRET } }));
        const path = (await text(box, 'private.1')).trim();
        await setsid.start(box.channel, dir, 1);
        const digest = await eventually(
          'a digest',
          async () => (await text(box, 'cells/main/out/digest').catch(() => '')) || undefined,
        );
        assert.equal(digest.slice(0, 64), codeOf({ x: SECRET }).files[0]?.sha256);
        assert.equal(existsSync(join(path, '..')), false);

        const lines = await Promise.all(
          (await processesOf(box.home)).map((pid) =>
            readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => ''),
          ),
        );
        assert.ok(lines.length >= 3, 'queue, command and pulse were looked at');
        assert.doesNotMatch(lines.join('\n'), /s3cr3t/);
        const queue = (await text(box, 'attempts/1/queue')).split(' ')[0];
        assert.doesNotMatch(await readFile(`/proc/${queue}/environ`, 'latin1'), /s3cr3t/);
        await setsid.signal(box.channel, dir, 1);
        assert.equal(grep(dir.base, 's3cr3t'), '');
      });
    });

    it('leaves nothing behind when it is asked again, before or after the start', async () => {
      await onBox(shell, async (box) => {
        const plan = planOf({ secrets: { TOKEN: SECRET } });
        await install(box.channel, plan);
        const first = (await text(box, 'private.1')).trim();
        const { dir } = await install(box.channel, plan);
        assert.equal(existsSync(first), false);
        await setsid.start(box.channel, dir, 1);
        await end(box, dir);
        await install(box.channel, plan);
        assert.equal(existsSync(join(dir.base, 'private.1')), false);
      });
    });

    it('does not use a place on the durable tier', async () => {
      await onBox(shell, async (box) => {
        await assert.rejects(install(box.channel, planOf({ secrets: { TOKEN: SECRET }, durableDir: '/' })), {
          kind: 'unfit',
          code: 'no-private-place',
        });
      });
    });
  });
}

describe('a plan that cannot be laid down', () => {
  const cell = (name: string) => ({ name, command: 'true', vars: {} });
  for (const [what, over, code] of [
    ['Windows line ends in the command [U26] [P1-09]', { command: 'echo a\r\necho b' }, 'crlf'],
    ['Windows line ends in setup [U26] [P1-09]', { setup: 'pip install x\r\n' }, 'crlf'],
    ['two cells of one name [D-13] [P2-13]', { cells: [cell('a'), cell('a')] }, 'plan-cell-twice'],
    ['a cell name that climbs out', { cells: [cell('..')] }, 'plan-cell-name'],
    ['a cell name with a slash', { cells: [cell('a/b')] }, 'plan-cell-name'],
    ['no cell at all', { cells: [] }, 'plan-no-cells'],
    ['a variable that is a command', { vars: { 'A; rm -rf /': 'x' } }, 'plan-variable-name'],
    ['a variable that changes the shell', { vars: { IFS: 'x' } }, 'plan-variable-name'],
    ['a secret with a NUL byte', { secrets: { A: '\0' } }, 'plan-variable-value'],
    ['an empty durable directory [D-03]', { durableDir: '' }, 'durable-dir-empty'],
    ['a relative durable directory', { durableDir: 'data' }, 'plan-durable-dir'],
    ['a self-stop of two lines', { selfStop: 'shutdown\nreboot' }, 'plan-self-stop'],
    ['a self-stop that is empty', { selfStop: ' ' }, 'plan-self-stop'],
  ] as const) {
    it(`is refused before anything is sent: ${what}`, async () => {
      await onBox('dash', async (box) => {
        await assert.rejects(install(box.channel, planOf(over as Parameters<typeof planOf>[0])), {
          kind: 'usage',
          code,
        });
        assert.deepEqual(box.execs, []);
      });
    });
  }

  it('names ten differing files at most', () => {
    const problem = codeDiffers(
      'a'.repeat(64),
      Array.from({ length: 12 }, (_, i) => `f${i}`),
    );
    assert.match(problem.what, /f9 and 2 more/);
  });
});

/** Files below `dir` that hold `word`. */
function grep(dir: string, word: string): string {
  try {
    return execFileSync('grep', ['-rl', word, dir], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
