import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { defaultLedgerLocation } from '../../src/ledger/location.ts';
import { missing } from '../requirement.ts';
import { git, repository, tempDir } from './git-fixture.ts';

describe('where the ledger is when nobody said', { skip: missing('git') }, () => {
  it('is the repository one stands in, also from below', (t) => {
    const dir = repository(t);
    mkdirSync(join(dir, 'a', 'b'), { recursive: true });
    for (const cwd of [dir, join(dir, 'a', 'b')]) {
      assert.deepEqual(defaultLedgerLocation(cwd, {}), { kind: 'local-repo', dir });
    }
  });

  it('is a linked work tree or a bare repository where one stands in that', (t) => {
    const main = repository(t);
    git(main, 'commit', '--quiet', '--allow-empty', '-m', 'first');
    const linked = join(tempDir(t), 'linked');
    git(main, 'worktree', 'add', '--quiet', linked);
    const bare = repository(t, '--bare');
    assert.deepEqual(defaultLedgerLocation(linked, {}), { kind: 'local-repo', dir: linked });
    assert.deepEqual(defaultLedgerLocation(bare, {}), { kind: 'local-repo', dir: bare });
  });

  for (const { name, env, dir } of [
    {
      name: 'XDG_STATE_HOME',
      env: { XDG_STATE_HOME: '/state', HOME: '/home/a' },
      dir: '/state/gpu-lease/ledger.git',
    },
    {
      name: 'home when XDG_STATE_HOME is relative',
      env: { XDG_STATE_HOME: 'state', HOME: '/home/a' },
      dir: '/home/a/.local/state/gpu-lease/ledger.git',
    },
    {
      name: 'home when XDG_STATE_HOME is empty',
      env: { XDG_STATE_HOME: '', HOME: '/home/a' },
      dir: '/home/a/.local/state/gpu-lease/ledger.git',
    },
  ]) {
    it(`is made under ${name} outside a repository`, (t) => {
      assert.deepEqual(defaultLedgerLocation(tempDir(t), env), { kind: 'local-repo', dir, create: true });
    });
  }
});
