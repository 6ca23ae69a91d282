import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import { systemGit } from '../../src/ledger/git-process.ts';
import type { LedgerLocation } from '../../src/ledger/location.ts';
import { missing } from '../requirement.ts';
import { commitFiles, git, quickClock, repository, tempDir, watchedGit } from './git-fixture.ts';
import { serveGit } from './http-remote.ts';
import { intended, opened, rented, resolved, secret, summaryOf } from './sample-run.ts';
import { seedRuns } from './seed-runs.ts';

describe('git ledger', { skip: missing('git') }, () => {
  it('tells the story of a run in words by git log of its ref', async (t) => {
    const dir = repository(t);
    const ledger = openLedger({ kind: 'local-repo', dir }, { clock: systemClock });
    const a = await ledger.append('tiny-3f2a', null, { events: [opened()], summary: summaryOf('tiny-3f2a') });
    assert.equal(a.outcome, 'appended');
    const b = await ledger.append('tiny-3f2a', a.tip, {
      events: [intended('tiny-3f2a-1')],
      summary: summaryOf('tiny-3f2a'),
    });
    assert.equal(b.outcome, 'appended');
    const odd = resolved('x');
    await ledger.append('tiny-3f2a', b.tip, {
      events: [rented('tiny-3f2a-1'), odd],
      summary: summaryOf('tiny-3f2a'),
    });
    assert.deepEqual(git(dir, 'log', '--format=%s', 'refs/gpu-lease/runs/tiny-3f2a').split('\n'), [
      'rented tiny-3f2a-1 on local; resolved, going on',
      'intend to rent tiny-3f2a-1 on local',
      'opened tiny at abcdef0123',
    ]);
  });

  it('names nobody in its commits, and puts a nonce into each', async (t) => {
    const dir = repository(t);
    const ledger = openLedger({ kind: 'local-repo', dir }, { clock: systemClock });
    await ledger.append('tiny-1', null, {
      events: [{ ...opened(), by: 'ada@laptop' }],
      summary: summaryOf('tiny-1'),
      nonce: 'n-1',
    });
    const commit = git(dir, 'cat-file', 'commit', 'refs/gpu-lease/runs/tiny-1');
    assert.match(commit, /^author gpu-lease <noreply@gpu-lease\.invalid> \d+ \+0000$/m);
    assert.match(commit, /^committer gpu-lease <noreply@gpu-lease\.invalid> \d+ \+0000$/m);
    assert.match(commit, /^Nonce: n-1$/m);
    assert.doesNotMatch(commit, /ada/);
  });

  it('makes objects that git finds nothing wrong with', async (t) => {
    const dir = repository(t);
    const ledger = openLedger({ kind: 'local-repo', dir }, { clock: systemClock, secret });
    const a = await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') });
    assert.equal(a.outcome, 'appended');
    await ledger.append('tiny-1', a.tip, {
      events: [resolved('é\u0000\n "x" \ud83d\ude00')],
      summary: summaryOf('tiny-1'),
    });
    git(dir, 'fsck', '--strict', '--full', '--no-dangling');
    assert.deepEqual(git(dir, 'ls-tree', '--name-only', 'refs/gpu-lease/runs/tiny-1').split('\n'), [
      'events.jsonl',
      'run.json',
    ]);
  });

  it('never touches the work tree, the index, HEAD or a branch', async (t) => {
    const dir = repository(t);
    writeFileSync(join(dir, 'a.txt'), 'one\n');
    git(dir, 'add', 'a.txt');
    git(dir, 'commit', '--quiet', '-m', 'first');
    appendFileSync(join(dir, 'a.txt'), 'two\n');
    writeFileSync(join(dir, 'events.jsonl'), 'mine\n');
    const state = () => ({
      index: readFileSync(join(dir, '.git', 'index')).toString('hex'),
      status: git(dir, 'status', '--porcelain'),
      branches: git(dir, 'for-each-ref', 'refs/heads'),
      head: readFileSync(join(dir, '.git', 'HEAD'), 'utf8'),
    });
    git(dir, 'status');
    const before = state();
    const ledger = openLedger({ kind: 'local-repo', dir }, { clock: systemClock });
    await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') });
    await ledger.archive('tiny-1', 2026);
    assert.deepEqual(state(), before);
  });

  it('follows the named repository and not what GIT_DIR and GIT_INDEX_FILE say', async (t) => {
    const [dir, elsewhere] = [repository(t), repository(t)];
    const misled = systemGit({
      ...process.env,
      GIT_DIR: join(elsewhere, '.git'),
      GIT_OBJECT_DIRECTORY: join(elsewhere, 'o'),
    });
    const ledger = openLedger({ kind: 'local-repo', dir: join(dir) }, { clock: systemClock, git: misled });
    await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') });
    assert.equal(git(elsewhere, 'for-each-ref'), '');
    assert.match(git(dir, 'for-each-ref'), /refs\/gpu-lease\/runs\/tiny-1$/);
  });

  for (const { name, first, next, location } of [
    {
      name: 'a repository',
      first: ['cat-file', 'for-each-ref', 'unpack-objects', 'update-ref'],
      next: ['cat-file', 'unpack-objects', 'update-ref'],
      location: async (dir: string): Promise<LedgerLocation> => ({ kind: 'local-repo', dir }),
    },
    {
      name: 'a local bare remote',
      first: ['fetch', 'ls-remote', 'unpack-objects', 'push'],
      next: ['fetch', 'cat-file', 'unpack-objects', 'push'],
      location: async (url: string, scratchDir: string): Promise<LedgerLocation> => {
        const location: LedgerLocation = { kind: 'remote', url, scratchDir };
        await openLedger(location, { clock: systemClock }).list();
        return location;
      },
    },
  ]) {
    it(`reads and appends with at most 4 git processes on ${name}`, async (t) => {
      const where = await location(repository(t, '--bare'), tempDir(t));
      const events = [opened(), resolved('a'), resolved('b')];
      for (const [index, event] of events.entries()) {
        // A new process each time: nothing is remembered.
        const watched = watchedGit();
        const ledger = openLedger(where, { clock: systemClock, git: watched });
        const { tip } = await ledger.read('tiny-1');
        assert.equal(
          (await ledger.append('tiny-1', tip, { events: [event], summary: summaryOf('tiny-1') })).outcome,
          'appended',
        );
        assert.deepEqual(watched.commands(), index === 0 ? first : next);
      }
    });
  }

  it('sees a lost race without a further look', async (t) => {
    const dir = repository(t, '--bare');
    const watched = watchedGit();
    const slow = openLedger({ kind: 'local-repo', dir }, { clock: systemClock, git: watched });
    const { tip } = await slow.read('tiny-1');
    const quick = openLedger({ kind: 'local-repo', dir }, { clock: systemClock });
    await quick.append('tiny-1', tip, { events: [opened()], summary: summaryOf('tiny-1') });
    watched.calls.length = 0;
    assert.equal(
      (await slow.append('tiny-1', tip, { events: [opened()], summary: summaryOf('tiny-1') })).outcome,
      'lost-race',
    );
    assert.deepEqual(watched.commands(), ['unpack-objects', 'update-ref']);
  });

  it('lists 500 open runs with two git processes, and none without any', async (t) => {
    const dir = repository(t, '--bare');
    const empty = watchedGit();
    assert.deepEqual(
      await openLedger({ kind: 'local-repo', dir }, { clock: systemClock, git: empty }).list(),
      [],
    );
    assert.deepEqual(empty.commands(), []);

    await seedRuns(dir, 500);
    const watched = watchedGit();
    const runs = await openLedger({ kind: 'local-repo', dir }, { clock: systemClock, git: watched }).list();
    assert.equal(runs.length, 500);
    assert.ok(runs.every((run) => run.state === 'running' && run.job === 'tiny'));
    assert.deepEqual(watched.commands(), ['for-each-ref', 'cat-file']);
  });

  it('lists a remote with one ls-remote and at most one fetch', async (t) => {
    const url = `file://${repository(t, '--bare')}`;
    const where: LedgerLocation = { kind: 'remote', url, scratchDir: tempDir(t) };
    const list = async () => {
      const watched = watchedGit();
      const runs = await openLedger(where, { clock: systemClock, git: watched }).list();
      return { runs: runs.length, commands: watched.commands().filter((command) => command !== 'init') };
    };
    assert.deepEqual(await list(), { runs: 0, commands: ['ls-remote'] });
    await seedRuns(url.slice('file://'.length), 30);
    assert.deepEqual(await list(), { runs: 30, commands: ['ls-remote', 'cat-file', 'fetch', 'cat-file'] });
    assert.deepEqual(await list(), { runs: 30, commands: ['ls-remote', 'cat-file'] });
  });

  it('makes no git process at all to see that a ledger was never made', async (t) => {
    const watched = watchedGit();
    const dir = join(tempDir(t), 'ledger.git');
    const ledger = openLedger(
      { kind: 'local-repo', dir, create: true },
      { clock: systemClock, git: watched },
    );
    assert.deepEqual(await ledger.list(), []);
    assert.equal((await ledger.read('tiny-1')).tip, null);
    assert.deepEqual([watched.calls, existsSync(dir)], [[], false]);
  });

  it('shows a run whose run.json is broken as unreadable beside the others', async (t) => {
    const dir = repository(t, '--bare');
    await seedRuns(dir, 1);
    for (const [run, text] of [
      ['bad-1', '{'],
      ['bad-2', '{"version":1,"job":7}'],
      ['bad-3', '{"version":2}'],
    ] as const) {
      commitFiles(dir, `refs/gpu-lease/runs/${run}`, { 'run.json': text }, null);
    }
    git(dir, 'update-ref', 'refs/gpu-lease/runs/not/ours', 'refs/gpu-lease/runs/bad-1');
    const runs = await openLedger({ kind: 'local-repo', dir }, { clock: systemClock }).list();
    assert.deepEqual(
      runs.map(({ run, state }) => [run, state]),
      [
        ['run-0', 'running'],
        ['bad-1', 'unreadable'],
        ['bad-2', 'unreadable'],
        ['bad-3', 'written by a newer version'],
      ],
    );
  });

  it('sends the token by environment to its own origin alone, never by argv', async (t) => {
    const remote = await serveGit(t, repository(t, '--bare'), { token: 's3cret-t0ken' });
    const watched = watchedGit();
    const where: LedgerLocation = {
      kind: 'remote',
      url: remote.url,
      scratchDir: tempDir(t),
      token: 's3cret-t0ken',
    };
    const ledger = openLedger(where, { clock: systemClock, git: watched });
    await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') });
    assert.equal((await ledger.read('tiny-1')).events.length, 1);
    assert.ok(remote.logins.length > 0);
    const basic = Buffer.from('x-access-token:s3cret-t0ken').toString('base64');
    assert.deepEqual(new Set(remote.logins), new Set([`Basic ${basic}`]));
    const argv = JSON.stringify(watched.calls);
    assert.ok(!argv.includes('s3cret-t0ken') && !argv.includes(basic), argv);
    assert.doesNotMatch(
      readFileSync(join(where.scratchDir, 'ledger-copy.git', 'config'), 'utf8'),
      /Authorization|token/i,
    );
  });

  it('replaces a login that a checkout left behind instead of sending two', async (t) => {
    const remote = await serveGit(t, repository(t, '--bare'), { token: 'right' });
    const left = systemGit({
      ...process.env,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `http.${new URL(remote.url).origin}/.extraHeader`,
      GIT_CONFIG_VALUE_0: 'Authorization: Basic bGVmdA==',
    });
    const where: LedgerLocation = { kind: 'remote', url: remote.url, scratchDir: tempDir(t), token: 'right' };
    assert.deepEqual(await openLedger(where, { clock: systemClock, git: left }).list(), []);
    assert.equal(new Set(remote.logins).size, 1);
  });

  it('goes on after a git that was killed left the lock of a ref behind', async (t) => {
    const dir = repository(t, '--bare');
    const ledger = openLedger({ kind: 'local-repo', dir }, { clock: systemClock });
    const lock = join(dir, 'refs', 'gpu-lease', 'runs', 'tiny-1.lock');
    mkdirSync(join(dir, 'refs', 'gpu-lease', 'runs'), { recursive: true });
    writeFileSync(lock, '');
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(lock, longAgo, longAgo);
    assert.equal(
      (await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') })).outcome,
      'appended',
    );
    assert.equal((await ledger.read('tiny-1')).events.length, 1);
  });

  it('waits for a lock that may be alive, and then says which file is in the way', async (t) => {
    const dir = repository(t, '--bare');
    const clock = quickClock();
    clock.sleptSeconds = (Date.now() - clock.now().getTime()) / 1000;
    const ledger = openLedger({ kind: 'local-repo', dir }, { clock });
    mkdirSync(join(dir, 'refs', 'gpu-lease', 'runs'), { recursive: true });
    const lock = join(dir, 'refs', 'gpu-lease', 'runs', 'tiny-1.lock');
    writeFileSync(lock, '');
    await assert.rejects(
      ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') }),
      /tiny-1\.lock.*\nNext: If no other git/,
    );
    assert.equal(existsSync(lock), true);
  });

  it('keeps run.json under 64 KB with a thousand leases, the newest in it', async (t) => {
    const dir = repository(t, '--bare');
    const ledger = openLedger({ kind: 'local-repo', dir }, { clock: systemClock });
    const leases = Array.from(
      { length: 1000 },
      (_, n) => `a-run-with-a-rather-long-name-${n} runpod ${'released '.repeat(6)}`,
    );
    await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1', { leases }) });
    assert.ok(Number(git(dir, 'cat-file', '-s', 'refs/gpu-lease/runs/tiny-1:run.json')) < 64 * 1024);
    const [listed] = await ledger.list();
    assert.equal(listed?.leases.at(-1), leases.at(-1));
  });
});
