import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openHttpSource } from '../../src/verify/http-source.ts';
import { verifyFile } from '../../src/verify/verify.ts';
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
});
