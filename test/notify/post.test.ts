import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { ScriptedClock } from '../scripted-world.ts';
import { startTwin, type TwinReply } from '../twins/twin.ts';
import { message, sending } from './sending.ts';

async function hook(t: TestContext, reply: TwinReply = { status: 200, body: 'ok' }) {
  const twin = await startTwin(() => reply);
  t.after(() => twin.close());
  const send = (clock?: ScriptedClock) =>
    sending({ kind: 'webhook', url: 'HOOK' }, { HOOK: `${twin.url}/secret-path` }, clock && { clock });
  return { twin, send };
}

describe('one message to one address', () => {
  it('is sent once where it is taken', async (t) => {
    const { twin, send } = await hook(t);
    assert.deepEqual((await send()).outcome, { taken: true });
    assert.equal(twin.exchanges.length, 1);
    const [{ request } = assert.fail()] = twin.exchanges;
    assert.equal(request.headers['content-type'], 'application/json');
    assert.equal(request.headers['x-gpu-lease-delivery'], 'tiny-7/sealed:12');
    assert.equal(request.headers['x-gpu-lease-signature'], undefined, 'nothing to sign by');
  });

  it('is sent again, with the same id, after a failure that may pass, and three times at most', async (t) => {
    const { twin, send } = await hook(t, { status: 503 });
    const { outcome, clock } = await send();
    assert.deepEqual(outcome, { taken: false, why: 'HTTP 503' });
    assert.deepEqual(clock.slept, [1, 2]);
    assert.equal(
      new Set(twin.exchanges.map(({ request }) => request.headers['x-gpu-lease-delivery'])).size,
      1,
    );
    assert.equal(twin.exchanges.length, 3);
    const calm = await hook(t);
    calm.twin.fail({ how: { reply: { status: 502 } } });
    calm.twin.fail({ how: 'reset' });
    assert.deepEqual((await calm.send()).outcome, { taken: true });
  });

  it('is not sent again where that would not help, with the word that Slack says', async (t) => {
    const { twin, send } = await hook(t, { status: 404, body: 'no_service' });
    assert.deepEqual((await send()).outcome, { taken: false, why: 'HTTP 404 no_service' });
    assert.equal(twin.exchanges.length, 1);
    const quoting = await hook(t, { status: 400, body: 'you sent "hunter2" to /secret-path' });
    assert.deepEqual((await quoting.send()).outcome, { taken: false, why: 'HTTP 400' });
  });

  it('follows no redirect: who is named there gets nothing', async (t) => {
    const other = await hook(t);
    for (const status of [301, 302, 307, 308]) {
      const { send } = await hook(t, { status, headers: { location: `${other.twin.url}/elsewhere` } });
      const { outcome } = await send();
      assert.match(outcome.taken ? '' : outcome.why, new RegExp(`HTTP ${status}: it sends us elsewhere`));
    }
    assert.equal(other.twin.exchanges.length, 0);
  });

  it('waits as long as it is asked to where the look has the time, and else says from when on', async (t) => {
    const soon = await hook(t);
    soon.twin.fail({ how: { reply: { status: 429, headers: { 'retry-after': '3' } } } });
    const { outcome, clock } = await soon.send();
    assert.deepEqual([outcome, clock.slept], [{ taken: true }, [3]]);
    const part = await hook(t);
    part.twin.fail({ how: { reply: { status: 429, headers: { 'retry-after': '0.5' } } } });
    assert.deepEqual((await part.send()).clock.slept, [0.5]);
    const late = await hook(t, { status: 429, headers: { 'retry-after': '600' } });
    const refused = await late.send();
    assert.deepEqual(refused.outcome, {
      taken: false,
      why: 'HTTP 429',
      notBefore: '2026-11-21T12:10:00.000Z',
    });
    assert.equal(late.twin.exchanges.length, 1);
    const dated = await hook(t);
    dated.twin.fail({
      how: { reply: { status: 503, headers: { 'retry-after': 'Sat, 21 Nov 2026 12:00:07 GMT' } } },
    });
    assert.deepEqual((await dated.send()).clock.slept, [7]);
    const never = await hook(t, { status: 429, headers: { 'retry-after': '999999' } });
    assert.deepEqual((await never.send()).outcome, {
      taken: false,
      why: 'HTTP 429',
      notBefore: '2026-11-21T18:00:00.000Z',
    });
  });

  it('is not begun again once somebody ends the command', async (t) => {
    const ending = new AbortController();
    const twin = await startTwin(() => {
      ending.abort();
      return { status: 503 };
    });
    t.after(() => twin.close());
    const { outcome, clock } = await sending(
      { kind: 'webhook', url: 'HOOK' },
      { HOOK: `${twin.url}/hook` },
      { signal: ending.signal },
    );
    assert.ok(!outcome.taken);
    assert.deepEqual([twin.exchanges.length, clock.slept], [1, []]);
  });

  it('is given up where nobody answers in time, and where nobody is there', async (t) => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      silent.close();
      silent.closeAllConnections();
    });
    const { port } = silent.address() as AddressInfo;
    const { outcome } = await sending(
      { kind: 'webhook', address: `http://127.0.0.1:${port}/` },
      {},
      { seconds: 1 },
    );
    assert.deepEqual(outcome, { taken: false, why: 'no answer in time' });
    silent.close();
    silent.closeAllConnections();
    const nobody = await sending(
      { kind: 'webhook', url: 'HOOK' },
      { HOOK: `http://127.0.0.1:${port}/secret-path` },
    );
    assert.deepEqual(nobody.outcome, { taken: false, why: 'it could not be reached (ECONNREFUSED)' });
  });

  it('goes to no address that is not https, has a login or is none, and says so by its name alone', async () => {
    for (const [address, why] of [
      ['http://example.org/xyzzy', 'what HOOK holds is no https address'],
      ['http://10.0.0.1/xyzzy', 'what HOOK holds is no https address'],
      ['https://ada:xyzzy@example.org/', 'what HOOK holds is an address with a login in it'],
      ['xyzzy', 'what HOOK holds is no address'],
      ['file:///etc/xyzzy', 'what HOOK holds is no https address'],
      [' ', 'HOOK is not set here'],
    ] as const) {
      const { outcome } = await sending({ kind: 'webhook', url: 'HOOK' }, { HOOK: address });
      assert.deepEqual(outcome, { taken: false, why });
    }
    const unsigned = await sending(
      { kind: 'webhook', url: 'HOOK', secret: 'KEY' },
      { HOOK: 'https://example.org/' },
    );
    assert.deepEqual(
      unsigned.outcome,
      { taken: false, why: 'KEY is not set here' },
      'what is to be signed is never sent unsigned',
    );
  });

  it('reads no more of an answer than a word', async (t) => {
    const { send } = await hook(t, { status: 400, body: 'x'.repeat(5_000_000) });
    assert.deepEqual((await send()).outcome, { taken: false, why: 'HTTP 400' });
    assert.equal(message().repeat, false);
  });
});
