import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fetchTo, type Output, outputOf, textAt } from '../../src/kaggle/output.ts';
import { readRecord } from '../../src/kaggle/record.ts';
import type { Session } from '../../src/kaggle/sessions.ts';
import type { KaggleApi } from '../../src/platforms/kaggle/api.ts';

const { signal } = new AbortController();

async function store(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const holding = (address: string): Output => ({ files: new Map([['run.json', address]]), log: '' });

describe('the list of an output', () => {
  const session = { slug: 'tiny-kaggle-0123456789ab-1', version: 1 } as Session;
  const pages = (tokens: (string | undefined)[]): KaggleApi => ({
    user: async () => 'ada',
    call: async (_method, _body, reply) => {
      const nextPageToken = tokens.shift();
      return reply.parse({
        files: [{ fileName: `${tokens.length}`, url: 'https://store.example' }],
        nextPageToken,
      });
    },
    pause: async () => {},
  });

  it('is that of all pages', async () => {
    assert.equal((await outputOf(pages(['a', 'b', undefined]), session)).files.size, 3);
  });

  it('that comes back to a page is none, rather than one with files missing', async () => {
    await assert.rejects(outputOf(pages(['a', 'b', 'a', undefined]), session), /does not list .* to its end/);
  });
});

describe('a text of an output', () => {
  it('that does not end is given up at its limit, however much would come', {
    timeout: 20_000,
  }, async (t) => {
    let sent = 0;
    const address = await store(t, (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
      };
      response.on('drain', more);
      more();
    });
    assert.equal(await textAt(holding(address), 'run.json', signal, 100_000), undefined);
    assert.ok(sent < 50_000_000, `${sent}`);
  });

  it('that breaks off is no text and no bug: it could not be read', async (t) => {
    const address = await store(t, (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{');
      setTimeout(() => response.destroy(), 20);
    });
    await assert.rejects(
      textAt(holding(address), 'run.json', signal),
      /run\.json .*could not be read to its end/,
    );
  });
});

describe('a file of an output', () => {
  const fetched = async (t: TestContext, address: string) => {
    const dir = mkdtempSync(join(tmpdir(), 'kaggle-output-'));
    t.after(() => rmSync(dir, { recursive: true }));
    return fetchTo(address, join(dir, 'file'), 100, signal);
  };

  for (const [where, address] of [
    ['an address that is none', '\\\\store\\file'],
    ['an address without encryption', 'http://store.example/file'],
  ] as const)
    it(`at ${where} is not fetched, and that is said`, async (t) => {
      const told = await fetched(t, address);
      assert.match('why' in told ? told.why : '', /address that (?:can be used|is not encrypted)/);
    });

  it('is not followed to an address without encryption', async (t) => {
    const address = await store(t, (_request, response) => {
      response.writeHead(302, { location: 'http://store.example/file' }).end();
    });
    const told = await fetched(t, address);
    assert.match('why' in told ? told.why : '', /address that is not encrypted/);
  });

  it('is followed to where its store has it', async (t) => {
    const address = await store(t, ({ url }, response) => {
      if (url === '/') response.writeHead(307, { location: '/there' }).end();
      else response.end('whole');
    });
    const told = await fetched(t, address);
    assert.equal('bytes' in told && told.bytes, 5);
  });
});

describe('the record of a session', () => {
  const whole = {
    ...{ format: 'gpu-lease-kaggle/1', run: 'tiny-kaggle-0123456789ab', commit: 'a'.repeat(40), session: 1 },
    ...{ began: 1, ended: 2, gpus: [], fault: null, files: [] },
    cells: [{ name: 'main', exitCode: 0, from: null, saved: null, ran: true, kept: true }],
  };

  it('without a cell is none: it would say that every command ended well', () => {
    assert.ok(readRecord(JSON.stringify(whole)));
    assert.equal(readRecord(JSON.stringify({ ...whole, cells: [] })), undefined);
  });

  it('is shown in one line of what a person can read, whatever it says went wrong', () => {
    const read = readRecord(JSON.stringify({ ...whole, fault: `a\u001b[2Jb\n${'x'.repeat(100_000)}` }));
    assert.match(read?.fault ?? '', /^a \[2Jb x+\.\.\.$/);
    assert.ok((read?.fault ?? '').length < 600);
  });
});
