import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { openLedger } from '../../src/ledger/git-ledger.ts';
import { missing } from '../requirement.ts';
import { git, quickClock, repository, tempDir } from './git-fixture.ts';
import { serveGit } from './http-remote.ts';
import { problem } from './problem-matcher.ts';
import { opened, summaryOf } from './sample-run.ts';

const STATUSES = [301, 302, 307, 308];
const TOKEN = 'of-the-ledger';

/** A server that sends whoever asks to another address, and notes with what they came. */
async function sendsTo(t: TestContext, address: (path: string) => string, status = 301) {
  const logins: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    logins.push(request.headers.authorization);
    response.writeHead(status, { location: address(request.url ?? '/') }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ada/ledger.git`, logins };
}

const ledgerAt = (t: TestContext, url: string, token?: string) =>
  openLedger(
    { kind: 'remote', url, scratchDir: tempDir(t), ...(token !== undefined && { token }) },
    { clock: quickClock() },
  );

describe('a ledger whose server sends elsewhere', { skip: missing('git') }, () => {
  for (const status of STATUSES)
    it(`is not followed to another server with its token: ${status} [leaks]`, async (t) => {
      const there = await serveGit(t, repository(t, '--bare'), { token: TOKEN });
      const door = await sendsTo(t, (path) => path.replace('/ada/ledger.git', there.url), status);
      const ledger = ledgerAt(t, door.url, TOKEN);
      const elsewhere = problem('ledger', 'ledger-moved', /now at 127\.0\.0\.1:\d+.*\nNext: Its token/);
      await assert.rejects(ledger.list(), elsewhere);
      await assert.rejects(ledger.read('tiny-1'), elsewhere);
      await assert.rejects(
        ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') }),
        elsewhere,
      );
      assert.ok(
        door.logins.some((login) => login?.startsWith('Basic ')),
        'the one it is for was told',
      );
      assert.deepEqual(there.logins, []);
    });

  it('is not taken for the page where people log in', async (t) => {
    const door = await sendsTo(t, () => '/login?next=%2Fada%2Fledger.git', 302);
    await assert.rejects(
      ledgerAt(t, door.url, TOKEN).list(),
      problem('ledger', 'ledger-moved', /now at 127\.0\.0\.1/),
    );
  });

  it('is followed there where nothing of ours goes along', async (t) => {
    const there = await serveGit(t, repository(t, '--bare'));
    const door = await sendsTo(t, (path) => path.replace('/ada/ledger.git', there.url));
    assert.deepEqual(await ledgerAt(t, door.url).list(), []);
  });

  it('is found on the same server under the name that it has now, to read and to write', async (t) => {
    const bare = repository(t, '--bare');
    const there = await serveGit(t, bare, { token: TOKEN, renamed: ['/ada/first.git', '/ada/ledger.git'] });
    const old = there.url.replace(/\/[^/]+$/, '/ada/first.git');
    const ledger = ledgerAt(t, old, TOKEN);
    assert.deepEqual(await ledger.list(), []);
    await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') });
    assert.match(git(bare, 'for-each-ref'), /refs\/gpu-lease\/runs\/tiny-1/);
    assert.equal((await ledgerAt(t, old, TOKEN).list()).length, 1);
    const fresh = ledgerAt(t, old, TOKEN);
    await fresh.append('tiny-2', null, { events: [opened()], summary: summaryOf('tiny-2') });
    assert.match(git(bare, 'for-each-ref'), /tiny-2/);
  });
});
