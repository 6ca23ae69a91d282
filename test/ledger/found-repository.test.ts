import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { commitsBetween } from '../../src/github/commits.ts';
import { bundleCode } from '../../src/launch/code-bundle.ts';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import { systemGit } from '../../src/ledger/git-process.ts';
import { defaultLedgerLocation } from '../../src/ledger/location.ts';
import { missing } from '../requirement.ts';
import { git, quickClock, tempDir } from './git-fixture.ts';
import { problem } from './problem-matcher.ts';
import { opened, summaryOf } from './sample-run.ts';

const STRANGER = 12_345;
const needsRoot = process.getuid?.() === 0 ? false : 'needs root, to give a repository to another user';

/** A repository whose every setting that can name a program names one that leaves its name in `ran`. */
function hostile(t: TestContext): { dir: string; ran: () => string[] } {
  const dir = tempDir(t);
  const marks = tempDir(t);
  git(dir, 'init', '--quiet', '--initial-branch=main');
  writeFileSync(join(dir, 'train.py'), 'print(1)\n');
  writeFileSync(join(dir, '.gitattributes'), '*.py filter=own diff=own\n');
  git(dir, 'add', '.');
  git(dir, 'commit', '--quiet', '-m', 'first');
  const program = (name: string): string => {
    const file = join(marks, `${name}.sh`);
    writeFileSync(
      file,
      `#!/bin/sh\n: >'${join(marks, name)}'\n${name === 'lazy-fetch' ? 'exit 1' : 'cat'}\n`,
      { mode: 0o755 },
    );
    return file;
  };
  for (const hook of ['reference-transaction', 'post-index-change', 'pre-auto-gc', 'post-checkout'])
    writeFileSync(join(dir, '.git/hooks', hook), `#!/bin/sh\n: >'${join(marks, hook)}'\n`, { mode: 0o755 });
  // A shell reads them all, but for the one that is started as it stands.
  for (const [key, name] of [
    ['core.fsmonitor', 'fsmonitor'],
    ['core.sshCommand', 'ssh'],
    ['core.pager', 'pager'],
    ['core.askPass', 'askpass'],
    ['filter.own.clean', 'clean'],
    ['filter.own.smudge', 'smudge'],
    ['diff.own.textconv', 'textconv'],
    ['diff.external', 'external-diff'],
    ['gpg.program', 'gpg'],
    ['remote.origin.uploadpack', 'lazy-fetch'],
  ] as const)
    git(dir, 'config', key, key === 'gpg.program' ? program(name) : `'${program(name)}'`);
  git(dir, 'config', 'log.showSignature', 'true');
  git(dir, 'config', 'remote.origin.url', dir);
  // As a racy checkout: git must compare contents, not times.
  writeFileSync(join(dir, 'train.py'), 'print(1)\n');
  return { dir, ran: () => readdirSync(marks).filter((name) => !name.endsWith('.sh')) };
}

/** A clone without some object, which git fetches when it is asked for. */
function makePartial(dir: string): void {
  git(dir, 'config', 'core.repositoryFormatVersion', '1');
  git(dir, 'config', 'extensions.partialClone', 'origin');
  git(dir, 'config', 'remote.origin.promisor', 'true');
  const absent = 'b'.repeat(40);
  mkdirSync(join(dir, '.git/refs/gpu-lease/runs'), { recursive: true });
  writeFileSync(join(dir, '.git/refs/gpu-lease/runs/tiny-1'), `${absent}\n`);
}

const ledgerOf = (dir: string, env: NodeJS.ProcessEnv = process.env) =>
  openLedger({ kind: 'local-repo', dir }, { clock: quickClock(), git: systemGit(env) });

describe('a repository that was found', { skip: missing('git') }, () => {
  it('runs nothing of its configuration when the code is looked at for a plan [security 7]', async (t) => {
    const { dir, ran } = hostile(t);
    const { files } = await bundleCode(dir);
    assert.deepEqual(
      files.map(({ path }) => path),
      ['.gitattributes', 'train.py'],
    );
    const head = git(dir, 'rev-parse', 'HEAD');
    await commitsBetween(dir, head, head);
    assert.deepEqual(ran(), []);
    // Otherwise nothing was proven.
    writeFileSync(join(dir, 'train.py'), 'print(1)\n');
    execFileSync('git', ['-C', dir, 'status'], { stdio: 'ignore' });
    assert.ok(ran().includes('fsmonitor') && ran().includes('clean'), ran().join());
  });

  it('runs no hook when the ledger in it is written and read [security 7]', async (t) => {
    const { dir, ran } = hostile(t);
    const ledger = ledgerOf(dir);
    const outcome = await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') });
    assert.equal(outcome.outcome, 'appended');
    await ledger.list();
    await ledger.archive('tiny-1', 2026);
    assert.deepEqual(ran(), []);
    git(dir, 'update-ref', 'refs/x', 'HEAD');
    assert.deepEqual(ran(), ['reference-transaction']);
  });

  it('fetches nothing that it lacks from where it says, not even for a status [security 7]', async (t) => {
    const { dir, ran } = hostile(t);
    makePartial(dir);
    const ledger = ledgerOf(dir);
    await ledger.list().catch(() => undefined);
    await ledger.read('tiny-1').catch(() => undefined);
    await ledger.readOpen().catch(() => undefined);
    await ledger.peek('tiny-1').catch(() => undefined);
    assert.deepEqual(ran(), []);
    execFileSync('git', ['-C', dir, 'cat-file', '--batch'], {
      input: `${'b'.repeat(40)}\n`,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    assert.deepEqual(ran(), ['lazy-fetch']);
  });

  it("is refused as git refuses it when it is another user's [security 7]", {
    skip: needsRoot,
  }, async (t) => {
    const { dir, ran } = hostile(t);
    const victim = join(dir, 'victim');
    makePartial(dir);
    mkdirSync(victim);
    execFileSync('chown', ['-R', String(STRANGER), dir]);
    chownSync(victim, 0, 0);
    chmodSync(dir, 0o755);
    const home = tempDir(t);
    const env = { ...process.env, HOME: home };
    const where = defaultLedgerLocation(victim, env);
    assert.equal(where.kind === 'local-repo' && where.dir, dir);
    const named = problem(
      'ledger',
      'other-owner',
      new RegExp(`dubious ownership(.|\\n)*safe.directory ${dir}`),
    );
    await assert.rejects(ledgerOf(dir, env).list(), named);
    await assert.rejects(ledgerOf(dir, env).read('tiny-1'), named);
    await assert.rejects(
      ledgerOf(dir, env).append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') }),
      named,
    );
    assert.deepEqual(ran(), []);

    appendFileSync(join(home, '.gitconfig'), `[safe]\n\tdirectory = ${dir}\n`);
    assert.equal((await ledgerOf(dir, env).list()).length, 1);
    assert.deepEqual(ran(), []);
  });

  it('names the owner where code is to be bundled from it [faults F14]', { skip: needsRoot }, async (t) => {
    const { dir } = hostile(t);
    execFileSync('chown', ['-R', String(STRANGER), dir]);
    await assert.rejects(
      bundleCode(dir),
      problem('usage', 'other-owner', /another user(.|\n)*safe\.directory/),
    );
  });
});
