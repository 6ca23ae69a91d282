// Over ten seconds: what is counted as an artifact is decided by this shell script, file by file.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TransportFailed } from '../../src/box/channel.ts';
import { install, manifest } from '../../src/box/keeper.ts';
import { readManifestLines } from '../../src/box/keeper-manifest.ts';
import { globToEre } from '../../src/box/keeper-pattern.ts';
import { compileGlob } from '../../src/job/glob.ts';
import type { RunDir } from '../../src/launch/launcher.ts';
import { missing } from '../requirement.ts';
import { onBox } from './keeper-run.ts';
import { SHELLS, type Shell, type ShellBox } from './shell-channel.ts';
import { planOf } from './small-plan.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

for (const shell of SHELLS) {
  describe(`keeper manifest on ${shell}`, { skip: missing(shell), concurrency: 4 }, () => {
    it('lists path, size and hash of the plain files that match, and follows no link', async () => {
      await withFiles(
        shell,
        { 'a.pt': 'one', 'ck pt/b\'"$(x).pt': 'two', 'ck pt/ü\\n.pt': 'three', 'other.txt': 'x' },
        async (box, dir, out) => {
          await symlink('/etc/passwd', join(out, 'link.pt'));
          await mkdir(join(box.home, 'elsewhere'));
          await writeFile(join(box.home, 'elsewhere/c.pt'), 'outside');
          await symlink(join(box.home, 'elsewhere'), join(out, 'linked'));
          box.execs.length = 0;
          const seen = await manifest(box.channel, dir, 'main', ['**/*.pt']);
          assert.equal(box.execs.length, 1);
          assert.deepEqual(seen, {
            entries: [
              { path: 'a.pt', bytes: 3, sha256: sha256('one') },
              { path: 'ck pt/b\'"$(x).pt', bytes: 3, sha256: sha256('two') },
              { path: 'ck pt/ü\\n.pt', bytes: 5, sha256: sha256('three') },
            ],
            refused: [],
          });
        },
      );
    });

    it('reports a name with a line end or bytes that are no text, instead of dropping it', async () => {
      await withFiles(shell, { 'good.pt': 'x', 'bad\nname.pt': 'x' }, async (box, dir, out) => {
        await writeFile(
          Buffer.concat([Buffer.from(`${out}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.pt')]),
          'x',
        );
        const seen = await manifest(box.channel, dir, 'main', ['*']);
        assert.deepEqual(
          seen.entries.map((entry) => entry.path),
          ['good.pt'],
        );
        assert.deepEqual(seen.refused.sort(), ['bad name.pt', '\ufffd\ufffd.pt']);
      });
    });

    it('hashes 1,500 files in one exec, in well under the time of a process each', async () => {
      const files = Object.fromEntries(
        Array.from({ length: 1500 }, (_, i) => [`d${i % 7}/f${i}.bin`, `content ${i}`]),
      );
      await withFiles(shell, files, async (box, dir) => {
        const seen = await manifest(box.channel, dir, 'main', ['**']);
        assert.equal(seen.entries.length, 1500);
        assert.deepEqual(
          seen.entries.find((entry) => entry.path === 'd3/f10.bin'),
          { path: 'd3/f10.bin', bytes: 10, sha256: sha256('content 10') },
        );
      });
    });

    it('gives an empty list for a cell without outputs, and for no globs', async () => {
      await withFiles(shell, {}, async (box, dir, out) => {
        assert.deepEqual(await manifest(box.channel, dir, 'main', ['*']), { entries: [], refused: [] });
        await rm(out, { recursive: true });
        assert.deepEqual(await manifest(box.channel, dir, 'main', ['*']), { entries: [], refused: [] });
        box.execs.length = 0;
        assert.deepEqual(await manifest(box.channel, dir, 'main', []), { entries: [], refused: [] });
        assert.equal(box.execs.length, 0);
      });
    });

    it('hashes with sha256sum where openssl is absent', async () => {
      await withFiles(shell, { 'a.pt': 'one', 'b\\c.pt': 'two' }, async (box, dir) => {
        await writeFile(join(box.bin, 'openssl'), '#!/bin/sh\nexit 127\n', { mode: 0o755 });
        const seen = await manifest(box.channel, dir, 'main', ['*']);
        assert.deepEqual(
          seen.entries.map((entry) => [entry.path, entry.sha256]),
          [
            ['a.pt', sha256('one')],
            ['b\\c.pt', sha256('two')],
          ],
        );
      });
    });
  });

  describe(`globs on ${shell}`, { skip: missing(shell), concurrency: 4 }, () => {
    const paths = [
      'a.pt',
      'x/a.pt',
      'x/y/a.pt',
      'ab',
      'b',
      'a.b',
      '.hidden',
      'x/.h/z',
      'a-1',
      'a+1',
      'a1',
      'ä',
      'aä',
      'a^',
      'a]',
      '(a)',
      'a|b',
      'a{1}',
    ];
    const globs = [
      '*',
      '**',
      '*.pt',
      '**/*.pt',
      'x/**',
      'x/**/a.pt',
      '?',
      'a?',
      'a[0-9]',
      'a[!0-9]',
      'a[+-]1',
      '[ab]',
      '.hidden',
      '(a)',
      'a|b',
      '**/z',
      'a+1',
      '[^b]x',
    ];
    it('select on the box at least what they mean here for a listing, and at most that for deleting', async () => {
      await onBox(shell, async (box) => {
        for (const glob of globs) {
          const meant = glob.includes('[^') ? [] : paths.filter(compileGlob(glob));
          const select = async (bias: 'wide' | 'narrow') => {
            const found = await box.channel.exec(
              ['sh', '-c', 'LC_ALL=C grep -E -e "$1"', 'sh', globToEre(glob, bias)],
              { stdin: Buffer.from(`${paths.join('\n')}\n`) },
            );
            assert.equal(found.stderr, '', glob);
            return found.stdout.split('\n').slice(0, -1);
          };
          const wide = await select('wide');
          assert.deepEqual(
            meant.filter((path) => !wide.includes(path)),
            [],
            `${glob} lists too little`,
          );
          const narrow = await select('narrow');
          assert.deepEqual(
            narrow.filter((path) => !meant.includes(path)),
            [],
            `${glob} would delete too much`,
          );
        }
        // Where names are plain, nothing is lost by caution.
        assert.equal(globToEre('ckpt-?.pt', 'narrow'), '^ckpt-[ -.0-~]\\.pt$');
      });
    });
  });
}

describe("a manifest's answer", () => {
  it('that was cut says nothing about the run [P1-05]', async () => {
    await onBox('dash', async (box) => {
      const { dir } = await install(box.channel, planOf());
      const cut = {
        ...box.channel,
        exec: async () => ({
          exitCode: 0,
          stdout: 'GPU-LEASE manifest\nS 1 ./a\n',
          stderr: '',
          truncated: false,
        }),
      };
      await assert.rejects(manifest(cut, dir, 'main', ['*']), TransportFailed);
    });
  });

  it('counts a file without hash, or outside what was asked for, as not listed', () => {
    const h = 'a'.repeat(64);
    const text = `S 1 ./a.pt\nS 2 ./b.pt\nS 3 ./__proto__\nH ${h}  ./a.pt\nH ${h}  ./__proto__\nH ${h}  ./never-sized.pt\nH zz  ./b.pt\n`;
    assert.deepEqual(readManifestLines(text, ['*.pt']), {
      entries: [{ path: 'a.pt', bytes: 1, sha256: h }],
      refused: ['b.pt'],
    });
  });
});

async function withFiles(
  shell: Shell,
  files: Record<string, string>,
  use: (box: ShellBox, dir: RunDir, out: string) => Promise<void>,
): Promise<void> {
  await onBox(shell, async (box) => {
    const { dir } = await install(box.channel, planOf());
    const out = join(dir.base, 'cells/main/out');
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(out, path, '..'), { recursive: true });
      await writeFile(join(out, path), content);
    }
    await use(box, dir, out);
  });
}
