import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { verifyFile } from '../../src/verify/engine/verify-file.ts';
import { openHttpSource } from '../../src/verify/read/http-source.ts';
import { fixture } from './fixtures.ts';
import { sha256Of } from './memory-source.ts';

const checkpoint = fixture('torch-small.pt');

type Handler = (request: IncomingMessage, response: ServerResponse, range: [number, number]) => void;

const serve: Handler = (_request, response, [from, to]) => {
  const part = checkpoint.subarray(from, to + 1);
  const end = from + part.length - 1;
  response.writeHead(206, { 'content-range': `bytes ${from}-${end}/${checkpoint.length}`, etag: '"one"' });
  response.end(part);
};

describe('a file behind HTTP', () => {
  let server: Server;
  let url = '';
  let handler: Handler = serve;
  let requests = 0;

  before(async () => {
    server = createServer((request, response) => {
      requests += 1;
      const [, from, to] = /^bytes=([0-9]+)-([0-9]+)$/.exec(request.headers.range ?? '') ?? [];
      handler(request, response, [Number(from), Number(to)]);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/run/last.pt?signature=secret`;
  });
  after(() => server.close());
  beforeEach(() => {
    handler = serve;
    requests = 0;
  });

  const open = (headers: Record<string, string> = {}) => openHttpSource(url, { headers, pauseMs: 1 });
  const verify = async () => {
    const source = await open();
    return await verifyFile(source, {
      role: 'checkpoint',
      contains: ['model'],
      allowDegraded: true,
      sha256: sha256Of(checkpoint),
    });
  };

  it('is verified where it lies, in one pass and a few ranges', async () => {
    const verdict = await verify();
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.ok(verdict.bytesRead <= 2 * checkpoint.length + 65_536 && verdict.requests < 20);
    assert.equal(requests, verdict.requests + 2);
    assert.ok(!verdict.label.includes('secret') && verdict.label.endsWith('/run/last.pt'));
  });

  it('is asked for again when the connection breaks or the server is busy', async () => {
    const faults: Handler[] = [
      (_request, response) => response.writeHead(503).end(),
      (request) => request.socket.destroy(),
      (_request, response) => response.writeHead(429).end(),
    ];
    handler = (request, response, range) => (faults.shift() ?? serve)(request, response, range);
    assert.equal((await verify()).verdict, 'pass');
    assert.equal(faults.length, 0);
  });

  it('is given up with the reason after some tries, and says nothing about the file', async () => {
    const source = await open();
    handler = (_request, response) => response.writeHead(503).end();
    await assert.rejects(
      verifyFile(source, { role: 'checkpoint', contains: [], allowDegraded: true }),
      /last\.pt could not be read: HTTP 503/,
    );
  });

  it('fails as changed when it is replaced while it is read', async () => {
    const source = await open();
    handler = (_request, response, [from, to]) => {
      const part = checkpoint.subarray(from, to + 1);
      const range = `bytes ${from}-${from + part.length - 1}/${checkpoint.length}`;
      response.writeHead(206, { 'content-range': range, etag: '"two"' }).end(part);
    };
    const verdict = await verifyFile(source, { role: 'checkpoint', contains: [], allowDegraded: true });
    assert.deepEqual([verdict.verdict, verdict.reasons[0]?.code], ['fail', 'changed-while-reading']);
  });

  it('is refused when the server gives no ranges, nothing, or not to us', async () => {
    handler = (_request, response) => response.writeHead(200).end(checkpoint);
    await assert.rejects(open(), /gives no ranges/);
    handler = (_request, response) => response.writeHead(403).end('<html>');
    await assert.rejects(
      open(),
      (error: Error) => /HTTP 403/.test(error.message) && !/secret/.test(error.message),
    );
    handler = (_request, response) => response.writeHead(416).end();
    await assert.rejects(open(), /is empty/);
    handler = (_request, response) =>
      response.writeHead(206, { 'content-range': 'bytes 5-9/100' }).end('12345');
    await assert.rejects(open(), /bytes=0-0/);
  });

  it('gets the headers it is given, and no compressed answer', async () => {
    let seen: IncomingMessage['headers'] = {};
    handler = (request, response, range) => {
      seen = request.headers;
      serve(request, response, range);
    };
    await open({ authorization: 'Bearer x' });
    assert.equal(seen.authorization, 'Bearer x');
    assert.equal(seen['accept-encoding'], 'identity');
  });

  it('ends at once when it is told to stop', async () => {
    const control = new AbortController();
    handler = () => control.abort(new Error('stop'));
    await assert.rejects(openHttpSource(url, { signal: control.signal }), /stop/);
  });

  describe('that sends elsewhere', () => {
    /** A server out there, which sends to `location`; what is asked of us goes on to the real one. */
    const sentTo = (locations: Record<string, string>, asked: [string, string | null][] = []) =>
      ((input: string, init: RequestInit) => {
        asked.push([input, new Headers(init.headers).get('authorization')]);
        const location = locations[input];
        return location === undefined
          ? fetch(url, init)
          : Promise.resolve(new Response(null, { status: 302, headers: { location } }));
      }) as typeof globalThis.fetch;
    const addressesOf = async (name: string) =>
      name === 'inside.example' ? ['203.0.113.9', '10.1.2.3'] : ['203.0.113.7'];
    const from = (start: string, locations: Record<string, string>, asked?: [string, string | null][]) =>
      openHttpSource(start, {
        fetch: sentTo(locations, asked),
        addressesOf,
        headers: { authorization: 'Bearer t' },
        tries: 1,
      });

    for (const inside of [
      'http://127.0.0.1:8080/x',
      'http://2130706433/x',
      'http://localhost:9000/x',
      'http://[::1]/x',
      'http://[::ffff:7f00:1]/x',
      'http://169.254.169.254/latest/meta-data',
      'http://192.168.1.1/x',
      'https://inside.example/x',
      'http://metadata.google.internal/x',
    ])
      it(`[security 9] is not followed from a public address to ${inside}`, async () => {
        const asked: [string, string | null][] = [];
        await assert.rejects(
          from('https://hub.example/f', { 'https://hub.example/f': inside }, asked),
          /sends to .*, which is an address of this machine or its network/,
        );
        assert.equal(asked.length, 1, 'nobody in there was asked');
      });

    it('is followed to another public address, which gets no token of the first', async () => {
      const asked: [string, string | null][] = [];
      const source = await from(
        'https://hub.example/f',
        { 'https://hub.example/f': 'https://cdn.example/f' },
        asked,
      );
      assert.equal(source.sizeBytes, checkpoint.length);
      assert.deepEqual(asked, [
        ['https://hub.example/f', 'Bearer t'],
        ['https://cdn.example/f', null],
      ]);
    });

    it('is followed within the network of an address that somebody typed', async () => {
      const source = await from('http://10.0.0.5/f', { 'http://10.0.0.5/f': '/g', 'http://10.0.0.5/g': url });
      assert.equal(source.sizeBytes, checkpoint.length);
    });

    it('is left when it goes round, and where it is no HTTP', async () => {
      const round = {
        'https://a.example/': 'https://b.example/',
        'https://b.example/': 'https://a.example/',
      };
      await assert.rejects(from('https://a.example/', round), /more than 5 times/);
      await assert.rejects(
        from('https://a.example/', { 'https://a.example/': 'file:///etc/passwd' }),
        /none of HTTP/,
      );
    });
  });

  /** Goes on for as long as it is listened to; resolves with the bytes that were sent by then. */
  const endless = (response: ServerResponse): Promise<number> =>
    new Promise((resolve) => {
      const chunk = Buffer.alloc(1 << 20);
      let sent = 0;
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', more);
      response.on('close', () => resolve(sent));
      more();
    });

  for (const { what, head, why } of [
    {
      what: 'more than was asked for',
      head: (response: ServerResponse) =>
        response.writeHead(206, { 'content-range': `bytes 0-0/${checkpoint.length}` }),
      why: /sends more than bytes=0-0, which was asked for/,
    },
    {
      what: 'a longer range than was asked for',
      head: (response: ServerResponse) =>
        response.writeHead(206, { 'content-range': `bytes 0-999999999/1000000000` }),
      why: /answers bytes=0-0 with "bytes 0-999999999\/1000000000"/,
    },
    {
      what: 'the whole file',
      head: (response: ServerResponse) => response.writeHead(200),
      why: /gives no ranges/,
    },
  ])
    it(`[security 9] is left when its server sends ${what}, for ever`, async () => {
      let sent: Promise<number> | undefined;
      handler = (_request, response) => {
        head(response);
        sent = endless(response);
      };
      await assert.rejects(open(), why);
      const bytes = (await sent) ?? 0;
      assert.ok(bytes < 64 * 1024 ** 2, `${bytes} bytes were taken`);
      assert.equal(requests, 1, 'and is not asked again');
    });

  it('[security 9] is left when its server trickles', async () => {
    handler = (_request, response) => {
      response.writeHead(206, { 'content-range': `bytes 0-0/${checkpoint.length}`, 'content-length': '1' });
      response.flushHeaders();
    };
    await assert.rejects(
      openHttpSource(url, { pauseMs: 1, rangeSeconds: 0.3 }),
      /sent no whole answer within 0\.3 s/,
    );
    server.closeAllConnections();
  });
});
