import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { bindJob } from '../../src/cli/bind-job.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import { boundAtCommit, isBoundElsewhere } from '../../src/course/bound-at-commit.ts';
import type { BoundJob } from '../../src/course/bound-job.ts';
import { openedBody } from '../../src/course/open-run.ts';
import type { RunOpened } from '../../src/lease/events.ts';
import type { Run } from '../../src/lease/run.ts';
import type { Face, World } from '../../src/world.ts';
import { git } from '../ledger/git-fixture.ts';
import { missing } from '../requirement.ts';

const job = (name: string): string => `name: ${name}
run: python train.py
candidates: [local]
smoke: none
artifacts: [{ path: last.pt, role: checkpoint, keep: last }]
budget: { usd: 1, hours: 1, usdPerHour: 1 }
`;

describe('a repository with two job files in two folders', { skip: missing('git') }, () => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'gl-two-')));
  const world = { storeDir: join(top, '.gpu-lease') } as World;
  const env = { GITHUB_ACTIONS: 'true' };
  let bound: Record<'one' | 'two' | 'beside', BoundJob>;

  before(async () => {
    for (const [folder, name] of [
      ['one', 'first'],
      ['two', 'second'],
    ] as const) {
      mkdirSync(join(top, folder));
      writeFileSync(join(top, folder, 'gpu-lease.yml'), job(name));
      writeFileSync(join(top, folder, 'train.py'), `print("${name}")\n`);
    }
    writeFileSync(join(top, 'one', 'other.yml'), job('third'));
    git(top, 'init', '-q');
    git(top, 'add', '.');
    git(top, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'Two jobs');
    const face = { warn() {}, line() {} } as unknown as Face;
    const of = (path: string) => bindJob(settingsOf({ given: { job: path } }, {}, top), face);
    bound = {
      one: await of('one/gpu-lease.yml'),
      two: await of('two/gpu-lease.yml'),
      beside: await of('one/other.yml'),
    };
  });
  after(() => rmSync(top, { recursive: true, force: true }));

  const runOf = (of: BoundJob): Run => {
    const opened: RunOpened = openedBody({ env: {}, cwd: top }, of);
    return { id: `${opened.job}-7`, opened } as unknown as Run;
  };
  const told = { codeDir: join(top, 'one'), jobName: () => 'first' };

  it('writes down of each run in which folder its job file lies', () => {
    assert.equal(runOf(bound.one).opened?.folder, 'one');
    assert.equal(runOf(bound.two).opened?.folder, 'two');
    assert.notEqual(bound.one.code.hash, bound.two.code.hash);
  });

  it('gives each run its own code in a look that was told of one of them, so that a lost box of either is replaced', async () => {
    const [first, second] = [runOf(bound.one), runOf(bound.two)];
    assert.equal((await boundAtCommit(world, told.codeDir, first)).code.hash, bound.one.code.hash);
    const here = await boundAtCommit(world, told.codeDir, second);
    assert.equal(here.code.hash, bound.two.code.hash);
    assert.equal(here.dir, join(top, 'two'));
  });

  it('takes in a workflow what a run began with and not the job file that the workflow was told of', async () => {
    assert.equal(await isBoundElsewhere({ env }, told, runOf(bound.one)), false);
    assert.equal(await isBoundElsewhere({ env }, told, runOf(bound.two)), true, 'another folder');
    assert.equal(
      await isBoundElsewhere({ env }, told, runOf(bound.beside)),
      true,
      'another file of the same folder',
    );
    assert.equal(
      await isBoundElsewhere({ env: {} }, told, runOf(bound.two)),
      false,
      'a person at a terminal',
    );
  });

  for (const folder of ['../two', '/etc', 'one/../../x'])
    it(`takes a folder outside of the repository for none: ${folder}`, async () => {
      const run = runOf(bound.one);
      const there = { ...run, opened: { ...run.opened, folder } } as Run;
      assert.equal((await boundAtCommit(world, told.codeDir, there)).dir, told.codeDir);
    });

  it('goes on with a record of before, which names no folder', async () => {
    const { folder: _, ...before } = bound.one;
    const run = runOf(before);
    assert.equal(run.opened?.folder, undefined);
    assert.equal(await isBoundElsewhere({ env }, told, run), false);
    assert.equal((await boundAtCommit(world, told.codeDir, run)).code.hash, bound.one.code.hash);
  });
});
