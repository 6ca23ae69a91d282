import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import {
  type ApiOptions,
  ApiRefused,
  type ApiRequest,
  ApiUnclear,
  openApi,
} from '../../src/platforms/api.ts';
import { Problem } from '../../src/problem.ts';
import { missing } from '../requirement.ts';
import { startTwin, type Twin, type TwinReply } from '../twins/twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';

const KEY = 'key-that-nobody-may-read-0123456789';
const GET = { method: 'GET', path: '/v1/things', reply: z.object({ ok: z.boolean() }) } as const;
const POST = { ...GET, method: 'POST', body: { name: 'one' } } as const;

let twin: Twin;
let clock: SkippingClock;
let reply: TwinReply;

const apiAt = (base: string, more: Partial<ApiOptions> = {}) =>
  openApi({
    name: 'Example',
    base,
    headers: () => ({ authorization: `Bearer ${KEY}` }),
    secrets: [KEY],
    clock,
    keyName: 'EXAMPLE_API_KEY',
    ...more,
  });
const call = <T>(request: ApiRequest<T>, more: Partial<ApiOptions> = {}) =>
  apiAt(twin.url, more).call(request);
const refusing = (status: number, headers: Record<string, string> = {}, times = 1) =>
  twin.fail({ how: { reply: { status, body: { message: 'no' }, headers } }, times });

/** What a call came to in the end, which was not an answer. */
async function lossOf<T>(call: Promise<T>): Promise<Error> {
  const outcome = await call.then(
    (value) => assert.fail(`answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof Error);
  return outcome;
}

async function codeOf<T>(call: Promise<T>): Promise<string> {
  const error = await lossOf(call);
  assert.ok(error instanceof Problem, `${error.name}: ${error.message}`);
  return error.code;
}

describe("the client of every platform's API", { timeout: 60_000 }, () => {
  before(async () => {
    twin = await startTwin(() => reply);
  });
  after(() => twin.close());
  beforeEach(() => {
    twin.calm();
    delete twin.watch.before;
    twin.exchanges.splice(0);
    clock = new SkippingClock(0);
    reply = { status: 200, body: { ok: true } };
  });

  it('sends key, query and body, and gives back what fits', async () => {
    assert.deepEqual(await call({ ...POST, query: { page: 2, none: undefined } }), { ok: true });
    const [seen] = twin.exchanges;
    assert.equal(seen?.request.headers.authorization, `Bearer ${KEY}`);
    assert.equal(seen?.request.query.toString(), 'page=2');
    assert.deepEqual(seen?.request.body, { name: 'one' });
  });

  for (const body of [
    'error code: 1010',
    '<html><head><title>Attention Required! | Cloudflare</title></head><body>...</body></html>',
  ])
    it(`I3: knows a 403 of the door before the API, which judged no key: ${body.slice(0, 40)}`, async () => {
      twin.fail({ how: { reply: { status: 403, body } } });
      const error = await lossOf(call(GET));
      assert.ok(error instanceof Problem);
      assert.deepEqual([error.code, error.kind], ['api-turned-away', 'unreachable']);
      assert.match(error.what, /nothing was changed/);
      assert.match(error.next, /another machine/);
      refusing(403);
      assert.equal(await codeOf(call(GET)), 'api-key-may-not');
    });

  describe('told to wait', () => {
    const nearly = (seconds: number | undefined, wanted: number) =>
      assert.ok(seconds !== undefined && Math.abs(seconds - wanted) <= 1.5, `${seconds} s for ${wanted} s`);

    it('waits the seconds of Retry-After, for a call that changes something too', async () => {
      refusing(429, { 'retry-after': '17' });
      await call(POST);
      assert.deepEqual(clock.skipped, [17]);
      assert.equal(twin.exchanges.length, 2);
    });

    it('waits until the date of Retry-After, by its own clock', async () => {
      clock.pass(86_400);
      refusing(429, { 'retry-after': new Date(clock.now().getTime() + 40_000).toUTCString() });
      await call(GET);
      assert.equal(clock.skipped.length, 1);
      nearly(clock.skipped[0], 40);
    });

    it('waits for the longest of the used up windows of the RateLimit draft', async () => {
      refusing(429, { ratelimit: '"minute";r=0;t=9, "hour";r=0;t=23, "day";r=11;t=70' });
      await call(GET);
      assert.deepEqual(clock.skipped, [23]);
    });

    it("waits until DigitalOcean's reset, which is a point in time, when nothing remains", async () => {
      const reset = String(Math.round(clock.now().getTime() / 1000) + 33);
      refusing(429, { 'ratelimit-remaining': '0', 'ratelimit-reset': reset });
      await call(GET);
      nearly(clock.skipped[0], 33);
      refusing(429, { 'ratelimit-remaining': '12', 'ratelimit-reset': reset });
      await call(GET);
      assert.equal(clock.skipped[1], 2, 'with calls left the reset says nothing about this refusal');
    });

    it('gives up after four tries, or at once when the wait is longer than it may take', async () => {
      refusing(429, {}, 9);
      assert.equal(await codeOf(call(POST)), 'api-throttled');
      assert.equal(twin.exchanges.length, 4);
      assert.deepEqual(clock.skipped, [2, 4, 8]);
      twin.calm();
      refusing(429, { 'retry-after': '3600' });
      assert.equal(await codeOf(call(GET)), 'api-throttled');
      assert.equal(twin.exchanges.length, 5);
      assert.equal(clock.skipped.length, 3);
    });

    it('keeps the pace between calls of one key, even of calls made at once', async () => {
      const api = apiAt(twin.url, { paces: { launch: 12 } });
      const arrivals: number[] = [];
      twin.watch.before = () => {
        arrivals.push(clock.now().getTime());
        return undefined;
      };
      await Promise.all([1, 2, 3].map(() => api.call({ ...POST, pace: 'launch' })));
      assert.equal(clock.skipped.length, 2);
      for (const seconds of clock.skipped) nearly(seconds, 12);
      assert.equal(arrivals.length, 3);
      await api.call({ ...GET, pace: 'other' });
      assert.equal(clock.skipped.length, 2, 'what has no pace waits for nobody');
    });
  });

  describe('without a usable answer', () => {
    it('asks again after a 5xx where asking changes nothing, and says in the end that nobody answered', async () => {
      refusing(503, {}, 2);
      assert.deepEqual(await call(GET), { ok: true });
      assert.equal(twin.exchanges.length, 3);
      refusing(502, {}, 4);
      assert.equal(await codeOf(call(GET)), 'api-unreachable');
      assert.equal(twin.exchanges.length, 7);
    });

    it('does not know the effect of a POST after a 5xx or a lost answer, and sends it once', async () => {
      refusing(500);
      assert.ok((await lossOf(call(POST))) instanceof ApiUnclear);
      twin.fail({ how: 'lost' });
      assert.ok((await lossOf(call(POST))) instanceof ApiUnclear);
      assert.equal(twin.exchanges.length, 2);
    });

    it('does not know it of a PUT either that makes something, and repeats every other', async () => {
      const put = { ...GET, method: 'PUT', body: {} } as const;
      twin.fail({ how: 'lost' });
      assert.ok((await lossOf(call({ ...put, repeatable: false }))) instanceof ApiUnclear);
      assert.equal(twin.exchanges.length, 1);
      twin.fail({ how: 'lost' });
      assert.deepEqual(await call(put), { ok: true });
      assert.equal(twin.exchanges.length, 3);
    });

    it('knows that a refused connection carried nothing, so that even a POST is no riddle', async () => {
      const gone = await startTwin(() => reply);
      await gone.close();
      const error = await lossOf(apiAt(gone.url).call(POST));
      assert.ok(error instanceof Problem && error.code === 'api-unreachable', error.message);
      assert.match(error.message, /ECONNREFUSED/);
      assert.equal(clock.skipped.length, 3);
    });

    it('waits no longer than it was told to for one answer', async () => {
      twin.fail({ how: { lateMs: 3_000 } });
      const from = Date.now();
      const error = await lossOf(call({ ...POST, timeoutSeconds: 0.3 }));
      assert.ok(error instanceof ApiUnclear);
      assert.match(error.message, /no answer in time/);
      assert.ok(Date.now() - from < 2_500);
    });

    it('reads no answer without end', async () => {
      reply = { status: 200, body: 'x'.repeat(33 * 1024 * 1024) };
      const error = await lossOf(call(POST));
      assert.ok(error instanceof ApiUnclear);
      assert.match(error.message, /longer than 33554432 bytes/);
    });

    it('stops when the whole run stops', async () => {
      const controller = new AbortController();
      twin.watch.before = () => {
        controller.abort(new Error('over'));
        return 'drop';
      };
      const error = await lossOf(call(GET, { signal: controller.signal }));
      assert.equal(error.message, 'over');
    });
  });

  describe('with an answer it cannot use', () => {
    it('follows no redirect, so that the key goes nowhere else', async () => {
      const elsewhere = await startTwin(() => ({ status: 200, body: { ok: true } }));
      refusing(302, { location: `${elsewhere.url}/v1/things` });
      const error = await lossOf(call(GET));
      assert.ok(error instanceof ApiRefused && error.status === 302, error.message);
      assert.equal(elsewhere.exchanges.length, 0);
      await elsewhere.close();
    });

    it('names the field that does not fit, and no value', async () => {
      const value = 'jupyter-token-of-the-box';
      reply = { status: 200, body: { items: [{ port: value, password: value }] } };
      const shape = z.object({ items: z.array(z.object({ port: z.number() })) });
      const error = await lossOf(call({ ...GET, reply: shape }));
      assert.ok(error instanceof Problem && error.code === 'api-reply', error.message);
      assert.match(error.what, /items\.0\.port/);
      assert.ok(!`${error.what}${error.next}`.includes(value));
      reply = { status: 200, body: `<html>${value}` };
      const page = await lossOf(call(GET));
      assert.ok(page instanceof Problem && page.code === 'api-reply');
      assert.ok(!page.message.includes(value));
    });

    it('repeats no secret that the platform throws back, not even one that is cut off', async () => {
      for (const before of [0, 290]) {
        twin.fail({ how: { reply: { status: 400, body: `${'x'.repeat(before)}${KEY} is no key` } } });
        const error = await lossOf(call(GET));
        assert.ok(error instanceof ApiRefused);
        assert.ok(!error.message.includes(KEY.slice(0, 8)), error.message);
      }
      twin.fail({ how: { reply: { status: 401, body: { error: KEY } } } });
      const explain = (body: unknown) => (body as { error: string }).error;
      const error = await lossOf(call(GET, { explain }));
      assert.ok(error instanceof Problem && error.code === 'api-key-refused');
      assert.match(error.what, /EXAMPLE_API_KEY \(401 \*\*\*\)/);
    });

    it('says in one short line what a person can read of a refusal', async () => {
      twin.fail({ how: { reply: { status: 404, body: 'no\x1b[31m such\nthing' } } });
      const error = await lossOf(call(GET));
      assert.equal(error.message, 'Example GET /v1/things: 404 no [31m such thing');
      twin.fail({ how: { reply: { status: 404, body: '<html><title>404</title>' } } });
      assert.equal((await lossOf(call(GET))).message, 'Example GET /v1/things: 404 ');
    });
  });

  it('takes a key to no address without TLS but this machine', () => {
    for (const base of [
      'http://api.example.test',
      'http://127.0.0.1.example.test',
      'http://localhost@api.example.test',
      'ftp://127.0.0.1',
      'api.example.test',
      '',
    ])
      assert.throws(
        () => apiAt(base),
        (error: Problem) => error.code === 'api-base',
        base,
      );
    for (const base of ['https://api.example.test', 'http://127.0.0.1:1', 'http://[::1]:1']) apiAt(base);
  });

  it('goes past the proxy to this machine', async () => {
    const kept = process.env['HTTP_PROXY'];
    process.env['HTTP_PROXY'] = 'http://127.0.0.1:1';
    try {
      assert.deepEqual(await call(GET), { ok: true });
    } finally {
      if (kept === undefined) delete process.env['HTTP_PROXY'];
      else process.env['HTTP_PROXY'] = kept;
    }
  });
});

describe("the client of every platform's API behind a proxy", { timeout: 60_000 }, () => {
  it('tunnels to a name that only the proxy can resolve, and shows the proxy no key', {
    skip: missing('openssl'),
  }, async () => {
    const dir = await mkdtemp(join(tmpdir(), 'gl-proxy-'));
    const [keyFile, certFile] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
    const name = 'api.example.test';
    const certificate = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${name}`;
    await promisify(execFile)('openssl', [
      ...certificate.split(' '),
      ...['-addext', `subjectAltName=DNS:${name}`, '-keyout', keyFile, '-out', certFile],
    ]);
    const seen: string[] = [];
    const server = createTlsServer(
      { key: await readFile(keyFile), cert: await readFile(certFile) },
      (incoming, outgoing) => {
        seen.push(`${incoming.method} ${incoming.url} ${incoming.headers.authorization}`);
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
      },
    ).listen(0, '127.0.0.1');
    const asked: string[] = [];
    const proxy = createHttpServer()
      .on('connect', (incoming, socket) => {
        asked.push(`${incoming.url} ${JSON.stringify(incoming.headers)}`);
        const far = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
          far.pipe(socket).pipe(far);
        });
        far.on('error', () => socket.destroy());
        socket.on('error', () => far.destroy());
      })
      .listen(0, '127.0.0.1');
    await new Promise((resolve) => setTimeout(resolve, 50));
    try {
      const child = `
        import { z } from 'zod';
        import { systemClock as clock } from './src/clock.ts';
        import { openApi } from './src/platforms/api.ts';
        const headers = () => ({ authorization: 'Bearer ${KEY}' });
        const api = openApi({ name: 'Example', base: 'https://${name}', headers, secrets: [], clock, keyName: 'K' });
        const reply = z.object({ ok: z.boolean() });
        console.log(JSON.stringify(await api.call({ method: 'GET', path: '/v1/things', reply })));
        process.exit(0);`;
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '-e', child],
        {
          cwd: join(import.meta.dirname, '..', '..'),
          env: {
            PATH: process.env['PATH'],
            HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
            NODE_EXTRA_CA_CERTS: certFile,
          },
          timeout: 40_000,
        },
      );
      assert.equal(stdout.trim(), '{"ok":true}');
      assert.deepEqual(seen, [`GET /v1/things Bearer ${KEY}`]);
      assert.equal(asked.length, 1);
      assert.ok(asked[0]?.startsWith(`${name}:443 `), asked[0]);
      assert.ok(!asked[0]?.includes(KEY));
    } finally {
      for (const each of [server, proxy]) {
        each.closeAllConnections();
        each.close();
      }
      await rm(dir, { recursive: true, force: true });
    }
  });
});
