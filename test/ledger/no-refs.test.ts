import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { surelyEmpty, surelyNoRefs } from '../../src/ledger/no-refs.ts';
import { ARCHIVE, RUNS } from '../../src/ledger/refs.ts';
import { missing } from '../requirement.ts';
import { git, repository, tempDir } from './git-fixture.ts';

const RUN = `${RUNS}tiny-1`;
const CLOSED = `${ARCHIVE}2026/tiny-1`;

function withCommit(t: TestContext): { dir: string; gitDir: string } {
  const dir = repository(t);
  git(dir, 'commit', '--quiet', '--allow-empty', '-m', 'first');
  return { dir, gitDir: join(dir, '.git') };
}

describe('looking for refs without git', { skip: missing('git') }, () => {
  it('finds none in a repository that never had one, packed refs and all', (t) => {
    const { dir, gitDir } = withCommit(t);
    git(dir, 'tag', 'gpu-lease/runs');
    git(dir, 'pack-refs', '--all');
    assert.equal(surelyNoRefs(gitDir, [RUNS, ARCHIVE]), true);
  });

  for (const ref of [RUN, CLOSED]) {
    it(`sees ${ref} loose, packed, and after both are gone`, (t) => {
      const { dir, gitDir } = withCommit(t);
      git(dir, 'update-ref', ref, 'HEAD');
      assert.equal(surelyNoRefs(gitDir, [RUNS, ARCHIVE]), false);
      git(dir, 'pack-refs', '--all');
      assert.equal(surelyNoRefs(gitDir, [RUNS, ARCHIVE]), false);
      git(dir, 'update-ref', '-d', ref);
      assert.equal(surelyNoRefs(gitDir, [RUNS, ARCHIVE]), true);
    });
  }

  it('counts a closed run only where closed ones are asked for', (t) => {
    const { dir } = withCommit(t);
    git(dir, 'update-ref', CLOSED, 'HEAD');
    const where = { kind: 'local-repo', dir } as const;
    assert.equal(surelyEmpty(where, false), `refs/gpu-lease in ${dir}`);
    assert.equal(surelyEmpty(where, true), undefined);
  });

  it('sees from a linked work tree what is in the repository', (t) => {
    const { dir } = withCommit(t);
    const linked = join(tempDir(t), 'linked');
    git(dir, 'worktree', 'add', '--quiet', linked);
    assert.equal(surelyNoRefs(join(linked, '.git'), [RUNS]), true);
    git(dir, 'update-ref', RUN, 'HEAD');
    assert.equal(surelyNoRefs(join(linked, '.git'), [RUNS]), false);
  });

  it('leaves a repository that keeps its refs otherwise to git', (t) => {
    const { gitDir } = withCommit(t);
    mkdirSync(join(gitDir, 'reftable'));
    assert.equal(surelyNoRefs(gitDir, [RUNS]), false);
  });

  it('takes a ledger that is not made yet for empty, and a named one that is missing for git to explain', (t) => {
    const dir = join(tempDir(t), 'ledger.git');
    assert.equal(surelyEmpty({ kind: 'local-repo', dir, create: true }, false), `refs/gpu-lease in ${dir}`);
    assert.equal(surelyEmpty({ kind: 'local-repo', dir }, false), undefined);
    assert.equal(surelyEmpty({ kind: 'remote', url: 'file:///nowhere', scratchDir: dir }, false), undefined);
  });
});
