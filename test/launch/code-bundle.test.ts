import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sumsOf } from '../../src/box/keeper.ts';
import { bundleCode } from '../../src/launch/code-bundle.ts';
import { missing } from '../requirement.ts';

const LONG = `${'folder/'.repeat(40)}${'n'.repeat(90)}.py`;

describe('code bundle', { skip: missing('git') }, () => {
  it('holds the files of the commit, each with its hash, and unpacks to them [P1-11] [P2-01]', async () => {
    await inRepository(
      { 'train.py': 'print(1)\n', 'run.sh': '#!/bin/sh\n', 'ü/b l.txt': 'x', [LONG]: 'long' },
      async (dir) => {
        await symlink('train.py', join(dir, 'link'));
        commitAll(dir);
        const bundle = await bundleCode(dir);
        assert.equal(bundle.commit, git(dir, 'rev-parse', 'HEAD'));
        assert.equal(bundle.dirty, false);
        assert.equal(bundle.notes, undefined);
        assert.deepEqual(
          bundle.files.map((file) => file.path),
          [LONG, 'link', 'run.sh', 'train.py', 'ü/b l.txt'].sort(),
        );
        assert.equal(
          bundle.files.find((file) => file.path === 'train.py')?.sha256,
          createHash('sha256').update('print(1)\n').digest('hex'),
        );
        assert.deepEqual(
          bundle.files.filter((file) => file.executable).map((file) => file.path),
          ['run.sh'],
        );
        assert.equal(bundle.files.find((file) => file.path === 'link')?.link, 'train.py');
        assert.equal(bundle.hash, createHash('sha256').update(sumsOf(bundle.files)).digest('hex'));
        for (const tar of [['tar'], ['busybox', 'tar']]) {
          const out = await mkdtemp(join(tmpdir(), 'bundle-'));
          execFileSync(tar[0] as string, [...tar.slice(1), '-xf', '-', '-C', out], { input: bundle.tar });
          assert.equal(await readFile(join(out, LONG), 'utf8'), 'long');
          assert.equal(await readFile(join(out, 'link'), 'utf8'), 'print(1)\n');
          assert.equal((await stat(join(out, 'run.sh'))).mode & 0o111, 0o111);
          await rm(out, { recursive: true });
        }
      },
    );
  });

  it('is the same bytes for the same commit', async () => {
    await inRepository({ 'a.py': '1' }, async (dir) => {
      const [one, two] = [await bundleCode(dir), await bundleCode(dir)];
      assert.equal(one.hash, two.hash);
      assert.deepEqual(one.tar, two.tar);
    });
  });

  it('leaves out what a run pulls into a store beside the code: the next command is the same run', async () => {
    await inRepository({ 'train.py': '1' }, async (dir) => {
      await writeFile(join(dir, 'train.py'), '2');
      const storeDir = join(dir, 'results here');
      const before = await bundleCode(dir, { allowDirty: true, storeDir });
      await mkdir(join(storeDir, 'run-1'), { recursive: true });
      await writeFile(join(storeDir, 'run-1', 'last.pt'), 'weights');
      assert.equal((await bundleCode(dir, { allowDirty: true, storeDir })).hash, before.hash);
      const elsewhere = await bundleCode(dir, { allowDirty: true, storeDir: join(dir, '..', 'store') });
      assert.notEqual(elsewhere.hash, before.hash, 'a folder of that name is code where the store is not');
      git(dir, 'checkout', '--quiet', 'train.py');
      assert.equal((await bundleCode(dir, { storeDir })).notes, undefined);
    });
  });

  it('takes the directory it is given as the root, inside a larger repository', async () => {
    await inRepository({ 'other.py': '1', 'sub/train.py': '2' }, async (dir) => {
      assert.deepEqual(
        (await bundleCode(join(dir, 'sub'))).files.map((file) => file.path),
        ['train.py'],
      );
      await writeFile(join(dir, 'other.py'), 'changed elsewhere');
      assert.equal((await bundleCode(join(dir, 'sub'))).dirty, false);
    });
  });

  it('refuses changed files, unless told; then it takes them as they are and is marked dirty', async () => {
    await inRepository({ 'train.py': 'old', 'gone.py': 'x', '.gitignore': '*.bin\n' }, async (dir) => {
      await writeFile(join(dir, 'train.py'), 'new');
      await rm(join(dir, 'gone.py'));
      await writeFile(join(dir, 'fresh.py'), 'fresh');
      await writeFile(join(dir, 'weights.bin'), 'ignored');
      await assert.rejects(bundleCode(dir), { kind: 'usage', code: 'dirty-tree', message: /train\.py/ });

      const index = await readFile(join(dir, '.git/index'));
      const refs = git(dir, 'for-each-ref');
      const bundle = await bundleCode(dir, { allowDirty: true });
      assert.equal(bundle.dirty, true);
      assert.deepEqual(
        bundle.files.map((file) => file.path),
        ['.gitignore', 'fresh.py', 'train.py'],
      );
      assert.equal(bundle.files[2]?.sha256, createHash('sha256').update('new').digest('hex'));
      assert.deepEqual(await readFile(join(dir, '.git/index')), index);
      assert.equal(git(dir, 'for-each-ref'), refs);
      assert.equal(git(dir, 'stash', 'list'), '');
    });
  });

  it('binds a named commit whatever the work tree holds, and is clean with nothing changed', async () => {
    await inRepository({ 'a.py': 'first' }, async (dir) => {
      const first = git(dir, 'rev-parse', 'HEAD');
      await writeFile(join(dir, 'a.py'), 'second');
      commitAll(dir);
      await writeFile(join(dir, 'a.py'), 'third');
      const bundle = await bundleCode(dir, { commit: first });
      assert.equal(bundle.files[0]?.sha256, createHash('sha256').update('first').digest('hex'));
      git(dir, 'checkout', '-q', '.');
      assert.equal((await bundleCode(dir, { allowDirty: true })).dirty, false);
    });
  });

  it('says what is not in it: untracked files, LFS content, submodules', async () => {
    await inRepository(
      { 'a.py': '1', 'w.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n' },
      async (dir) => {
        git(dir, 'update-index', '--add', '--cacheinfo', `160000,${git(dir, 'rev-parse', 'HEAD')},vendored`);
        git(dir, 'commit', '-q', '-m', 'submodule');
        await mkdir(join(dir, 'vendored'));
        await writeFile(join(dir, 'notes.txt'), 'x');
        const notes = (await bundleCode(dir)).notes?.join('\n') ?? '';
        assert.match(notes, /not on the box: notes\.txt/);
        assert.match(notes, /pointers.*w\.bin/);
        assert.match(notes, /Submodules.*vendored/);
      },
    );
  });

  for (const { what, files, code } of [
    {
      what: 'a shell script with Windows line ends [U26] [P1-09]',
      files: { 'go.sh': 'echo a\r\necho b\r\n' },
      code: 'crlf-script',
    },
    {
      what: 'an interpreter line with a carriage return [U26]',
      files: { train: '#!/usr/bin/env python3\r\nprint(1)\n' },
      code: 'crlf-script',
    },
    { what: 'a name with a line end', files: { 'a\nb': 'x' }, code: 'code-path' },
  ]) {
    it(`refuses ${what}`, async () => {
      await inRepository(files as unknown as Record<string, string>, async (dir) => {
        await assert.rejects(bundleCode(dir), { kind: 'usage', code });
      });
    });
  }

  it('carries data with Windows line ends as they are', async () => {
    await inRepository({ 'data.csv': 'a\r\nb\r\n' }, async (dir) => {
      git(dir, 'config', 'core.autocrlf', 'true');
      assert.equal(
        (await bundleCode(dir)).files[0]?.sha256,
        createHash('sha256').update('a\r\nb\r\n').digest('hex'),
      );
    });
  });

  it('says what to do without a repository, without a commit, and for a commit that is not here', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'no-repository-'));
    await assert.rejects(bundleCode(dir), { kind: 'usage', code: 'no-repository' });
    git(dir, 'init', '-q');
    await assert.rejects(bundleCode(dir), { kind: 'usage', code: 'no-commit' });
    await writeFile(join(dir, 'a'), 'x');
    commitAll(dir);
    await assert.rejects(bundleCode(dir, { commit: '--help' }), { kind: 'usage', code: 'no-commit' });
    await rm(dir, { recursive: true });
  });

  it('says that git is missing', async () => {
    await inRepository({ a: 'x' }, async (dir) => {
      const path = process.env['PATH'];
      process.env['PATH'] = dir;
      try {
        await assert.rejects(bundleCode(dir), { kind: 'usage', code: 'no-git' });
      } finally {
        process.env['PATH'] = path;
      }
    });
  });

  it('is not led astray by the variables of a git hook', async () => {
    await inRepository({ a: 'x' }, async (dir) => {
      process.env['GIT_DIR'] = '/nowhere';
      try {
        assert.equal((await bundleCode(dir)).files.length, 1);
      } finally {
        delete process.env['GIT_DIR'];
      }
    });
  });
});

async function inRepository(
  files: Record<string, string>,
  use: (dir: string) => Promise<void>,
): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'bundle-repository-'));
  try {
    git(dir, 'init', '-q');
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(dir, path, '..'), { recursive: true });
      await writeFile(join(dir, path), content);
      if (path.endsWith('.sh')) await chmod(join(dir, path), 0o755);
    }
    commitAll(dir);
    assert.ok((await readdir(dir)).includes('.git'));
    await use(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function commitAll(dir: string): void {
  git(dir, 'add', '-A');
  git(dir, 'commit', '-q', '-m', 'work');
}

function git(dir: string, ...args: string[]): string {
  const who = [
    '-c',
    'user.name=t',
    '-c',
    'user.email=t@example.org',
    '-c',
    'core.autocrlf=false',
    '-c',
    'commit.gpgsign=false',
  ];
  return execFileSync('git', ['-C', dir, ...who, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
