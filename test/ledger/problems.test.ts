import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import { type Git, systemGit } from '../../src/ledger/git-process.ts';
import type { LedgerLocation } from '../../src/ledger/location.ts';
import { EXIT, exitCodeOf } from '../../src/problem.ts';
import { missing } from '../requirement.ts';
import { commitFiles, git, quickClock, repository, tempDir, watchedGit } from './git-fixture.ts';
import { serveGit } from './http-remote.ts';
import { problem } from './problem-matcher.ts';
import { opened, resolved, summaryOf } from './sample-run.ts';
import { seedRuns } from './seed-runs.ts';

const ref = 'refs/gpu-lease/runs/tiny-1';
const local = (dir: string, over: { git?: Git } = {}) =>
  openLedger({ kind: 'local-repo', dir }, { clock: quickClock(), ...over });
const remote = (t: TestContext, url: string, over: { token?: string; git?: Git } = {}) => {
  const { token, git: watched } = over;
  const where: LedgerLocation = { kind: 'remote', url, scratchDir: tempDir(t), ...(token && { token }) };
  return openLedger(where, { clock: quickClock(), ...(watched && { git: watched }) });
};

describe('ledger problems', { skip: missing('git') }, () => {
  for (const open of [
    (_t: TestContext, absent: Git, dir: string) => local(dir, { git: absent }),
    (t: TestContext, absent: Git, dir: string) => remote(t, dir, { git: absent }),
  ]) {
    it('says that git is missing and how to get it', async (t) => {
      const absent = systemGit({ PATH: tempDir(t) });
      const dir = repository(t, '--bare');
      await seedRuns(dir, 1);
      const ledger = open(t, absent, dir);
      const noGit = problem('ledger', 'no-git', /git could not be started.*\nNext: Install it/);
      await assert.rejects(ledger.list(), noGit);
      await assert.rejects(ledger.read('tiny-1'), noGit);
      await assert.rejects(
        ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') }),
        noGit,
      );
    });
  }

  for (const hook of ['pre-receive', 'update']) {
    it(`says that the remote refuses to be written when its ${hook} hook does`, async (t) => {
      const url = repository(t, '--bare');
      writeFileSync(join(url, 'hooks', hook), '#!/bin/sh\necho "refs are guarded here" >&2\nexit 1\n', {
        mode: 0o755,
      });
      const watched = watchedGit();
      await assert.rejects(
        remote(t, url, { git: watched }).append('tiny-1', null, {
          events: [opened()],
          summary: summaryOf('tiny-1'),
        }),
        problem('ledger', 'no-write-permission', /hook declined.*\nNext: .*contents: write/),
      );
      assert.equal(
        watched.commands().filter((command) => command === 'push').length,
        1,
        'a refusal is not tried again',
      );
      assert.equal(git(url, 'for-each-ref'), '');
    });
  }

  it('names a hook that ends the transaction of its refs, and takes it for no lost connection [faults F14]', async (t) => {
    const url = repository(t, '--bare');
    const hook = '#!/bin/sh\n[ "$1" = prepared ] || exit 0\nexit 1\n';
    writeFileSync(join(url, 'hooks', 'reference-transaction'), hook, { mode: 0o755 });
    const watched = watchedGit();
    await assert.rejects(
      remote(t, url, { git: watched }).append('tiny-1', null, {
        events: [opened()],
        summary: summaryOf('tiny-1'),
      }),
      problem(
        'ledger',
        'hook-refused',
        /a hook .* refuses the ref, and nothing was written\. Git says: .*aborted by hook.*\nNext: .*reference-transaction/,
      ),
    );
    assert.equal(watched.commands().filter((command) => command === 'push').length, 1);
    assert.equal(git(url, 'for-each-ref'), '');
  });

  for (const [what, spoil] of [
    ['flipped', (bytes: Buffer) => bytes.fill(0xff, bytes.length >> 1, (bytes.length >> 1) + 2)],
    ['empty', () => Buffer.alloc(0)],
  ] as const) {
    for (const object of ['', '^{tree}', ':events.jsonl']) {
      it(`says that the repository is damaged where an object of it is (${what}, ${ref}${object}), not that a right is missing [faults F14]`, async (t) => {
        const url = repository(t, '--bare');
        const writer = remote(t, url);
        const first = await writer.append('tiny-1', null, {
          events: [opened()],
          summary: summaryOf('tiny-1'),
        });
        assert.equal(first.outcome, 'appended');
        const oid = git(url, 'rev-parse', `${ref}${object}`).trim();
        const file = join(url, 'objects', oid.slice(0, 2), oid.slice(2));
        chmodSync(file, 0o644);
        writeFileSync(file, spoil(readFileSync(file)));
        const damaged = (doing: RegExp) =>
          problem(
            'ledger',
            'ledger-damaged',
            new RegExp(`${doing.source}.*damaged.*\\nNext: .*git fsck.*restore`),
          );
        await assert.rejects(
          writer.append('tiny-1', first.tip, { events: [resolved('x')], summary: summaryOf('tiny-1') }),
          damaged(/Could not write to run tiny-1/),
        );
        await assert.rejects(remote(t, url).read('tiny-1'), damaged(/Could not read the ledger/));
      });
    }
  }

  it('says that a remote over HTTP refuses to be written', async (t) => {
    const { url } = await serveGit(t, repository(t, '--bare'), { token: 'reader', readOnly: true });
    await assert.rejects(
      remote(t, url, { token: 'reader' }).append('tiny-1', null, {
        events: [opened()],
        summary: summaryOf('tiny-1'),
      }),
      problem('ledger', 'no-write-permission', /403/),
    );
  });

  for (const token of [undefined, 'wrong']) {
    it(`says that the login is refused with ${token ? 'a wrong' : 'no'} token, without asking on the terminal`, async (t) => {
      const { url } = await serveGit(t, repository(t, '--bare'), { token: 'right' });
      await assert.rejects(
        remote(t, url, token ? { token } : {}).list(),
        problem('ledger', 'login-refused', /write access/),
      );
    });
  }

  it('says that the directory may not be written', {
    skip: process.getuid?.() !== 0 && 'needs root to be nobody',
  }, async (t) => {
    const dir = repository(t, '--bare');
    chmodSync(dir, 0o755);
    await assert.rejects(
      local(dir, { git: asNobody(t) }).append('tiny-1', null, {
        events: [opened()],
        summary: summaryOf('tiny-1'),
      }),
      problem(
        'ledger',
        'no-write-permission',
        /Could not write to the ledger.*\nNext: .*rights on the directory/,
      ),
    );
  });

  it('says that a remote cannot be reached, after a bounded number of tries', async (t) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const watched = watchedGit();
    const ledger = remote(t, `http://127.0.0.1:${port}/x.git`, { git: watched });
    const unreachable = problem(
      'unreachable',
      'remote-unreachable',
      /Git says: .*\nNext: .*says nothing about the run/s,
    );
    await assert.rejects(ledger.list(), unreachable);
    assert.equal(watched.commands().filter((command) => command === 'ls-remote').length, 4);
    await assert.rejects(ledger.read('tiny-1'), unreachable);
    await assert.rejects(
      ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') }),
      problem('unreachable', 'append-unclear', /may or may not be in the ledger/),
    );
  });

  it('reads again after a server fault that passes', async (t) => {
    const served = await serveGit(t, repository(t, '--bare'));
    const ledger = remote(t, served.url);
    served.failNext(/info\/refs/, 503);
    assert.deepEqual(await ledger.list(), []);
  });

  it('knows that its append landed although the answer was lost, and writes it once', async (t) => {
    const bare = repository(t, '--bare');
    const served = await serveGit(t, bare);
    const ledger = remote(t, served.url);
    const first = await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') });
    assert.equal(first.outcome, 'appended');
    served.failNext(/\/git-receive-pack$/, 'cut');
    const second = await ledger.append('tiny-1', first.tip, {
      events: [resolved('once')],
      summary: summaryOf('tiny-1'),
    });
    assert.equal(second.outcome, 'appended');
    const { events, tip } = await remote(t, served.url).read('tiny-1');
    assert.deepEqual(
      events.map((event) => event.type),
      ['run-opened', 'resolved'],
    );
    assert.equal(tip, second.tip);
    assert.equal(served.hasFailed(), true);
  });

  it('says where no repository is', async (t) => {
    const dir = tempDir(t);
    await assert.rejects(
      local(dir).list(),
      problem('ledger', 'no-repository', new RegExp(`no git repository at ${dir}`)),
    );
    await assert.rejects(
      remote(t, join(dir, 'absent.git')).list(),
      problem('ledger', 'no-repository', /existing git repository/),
    );
  });

  it('refuses a record that a newer version opened, and changes nothing', async (t) => {
    const dir = repository(t);
    const ledger = local(dir);
    const made = await ledger.append('tiny-1', null, {
      events: [opened({ version: 2 })],
      summary: summaryOf('tiny-1'),
    });
    assert.equal(made.outcome, 'appended');
    const newer = problem(
      'ledger',
      'newer-version',
      /ledger written by a newer version of gpu-lease: .*version 2, .*\nNext: Update/,
    );
    const reader = local(dir);
    await assert.rejects(reader.read('tiny-1'), newer);
    await assert.rejects(
      reader.append('tiny-1', made.tip, { events: [resolved('x')], summary: summaryOf('tiny-1') }),
      newer,
    );
    assert.equal(git(dir, 'rev-parse', ref), made.tip);
  });

  it('reads past optional fields and types of event that it does not know', async (t) => {
    const dir = repository(t);
    const lines = [
      { ...opened(), seq: 0, nonce: 'a', later: 1 },
      { type: 'hibernated', at: '2026-11-21T09:00:00Z', by: 'x', seq: 1, nonce: 'b' },
    ];
    commitFiles(
      dir,
      ref,
      { 'events.jsonl': lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 'run.json': '{}' },
      null,
    );
    const { events } = await local(dir).read('tiny-1');
    assert.deepEqual(
      events.map((event) => event.type as string),
      ['run-opened', 'hibernated'],
    );
  });

  const whole = { ...opened(), seq: 0, nonce: 'a' };
  for (const [fault, text, words] of [
    ['is not JSON', 'not json\n', /event 0: not JSON: "not json"/],
    ['is cut off', JSON.stringify(whole), /cut off/],
    ['is a list', '[]\n', /the line is not an object/],
    [
      'lacks a field',
      `${JSON.stringify({ ...whole, budget: undefined })}\n`,
      /run-opened\.budget is not an object/,
    ],
    [
      'has a wrong nested field',
      `${JSON.stringify({ ...whole, cells: ['a', 7] })}\n`,
      /run-opened\.cells\[1\] is not text/,
    ],
    ['is out of order', `${JSON.stringify({ ...whole, seq: 3 })}\n`, /says seq 3/],
    ['has no type', `${JSON.stringify({ ...whole, type: 7 })}\n`, /type is not text/],
  ] as const) {
    it(`names the commit of a line that ${fault}`, async (t) => {
      const dir = repository(t);
      const commit = commitFiles(dir, ref, { 'events.jsonl': text, 'run.json': '{}' }, null);
      commitFiles(dir, ref, { 'events.jsonl': text, 'run.json': '{"later":1}' }, commit);
      await assert.rejects(
        local(dir).read('tiny-1'),
        problem('ledger', 'corrupt-record', new RegExp(`${words.source}.*brought by commit ${commit}`)),
      );
    });
  }

  it('says that a record without events.jsonl is none', async (t) => {
    const dir = repository(t);
    commitFiles(dir, ref, { 'other.txt': 'x' }, null);
    await assert.rejects(
      local(dir).read('tiny-1'),
      problem('ledger', 'corrupt-record', /has no events\.jsonl/),
    );
  });

  for (const [url, code] of [
    ['https://x-access-token:t0ken@example.com/a.git', 'bad-remote'],
    ['-oProxyCommand=x', 'bad-remote'],
    ['', 'bad-remote'],
  ] as const) {
    it(`refuses the address ${JSON.stringify(url.replace('t0ken', '...'))}`, (t) => {
      assert.throws(
        () => remote(t, url),
        (error: unknown) => problem('usage', code, /./)(error) && !String(error).includes('t0ken'),
      );
    });
  }

  it('sends no token over an unencrypted connection to another machine', (t) => {
    assert.throws(
      () => remote(t, 'http://git.example.com/a.git', { token: 'x' }),
      problem('usage', 'token-in-the-clear', /https/),
    );
  });

  it('ends a git that does not end by itself', async (t) => {
    const dir = tempDir(t);
    mkdirSync(join(dir, 'bin'));
    const program = join(dir, 'bin', 'git');
    // A git whose child hangs too: the group must be ended, or the pipe would stay open.
    writeFileSync(program, '#!/bin/sh\nsleep 600\n', { mode: 0o755 });
    const result = await systemGit(process.env, program).run({ args: ['x'], cwd: dir, timeoutSeconds: 0.05 });
    assert.equal(result.timedOut, true);
  });

  it('has an exit code of its own for a ledger that cannot be trusted and for one that cannot be reached', async (t) => {
    const refused = await local(tempDir(t))
      .list()
      .then(() => 0, exitCodeOf);
    assert.equal(refused, EXIT.ledger);
  });
});

/** Git as a user who owns nothing: the way to meet a read-only directory in a test that root runs. */
function asNobody(t: TestContext): Git {
  const program = join(tempDir(t), 'git');
  chmodSync(dirname(program), 0o755);
  writeFileSync(program, '#!/bin/sh\nexec setpriv --reuid=65534 --regid=65534 --clear-groups git "$@"\n', {
    mode: 0o755,
  });
  return systemGit(process.env, program);
}
