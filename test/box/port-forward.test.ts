import assert from 'node:assert/strict';
import net from 'node:net';
import { networkInterfaces } from 'node:os';
import { Duplex, PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { openPort } from '../../src/box/port-forward.ts';

const talk = (port: number, text: string, host = '127.0.0.1'): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ host, port });
    let heard = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      heard += chunk;
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(heard));
    socket.end(text);
  });

describe('a port of a box on the loopback of this machine', () => {
  it('carries each connection both ways, to its end', async (t) => {
    // Answers when its question has ended, as servers do that are asked with a half-closed line.
    const open = async () => new PassThrough();
    const port = await openPort({ port: 0, open, onFailure: assert.fail });
    t.after(() => port.close());
    const large = 'x'.repeat(1 << 20);
    assert.deepEqual(await Promise.all([talk(port.port, 'one'), talk(port.port, large)]), ['one', large]);
  });

  it('tells of a connection that could not be made, and serves the next one', async (t) => {
    const failures: unknown[] = [];
    let times = 0;
    const open = async (): Promise<Duplex> => {
      times += 1;
      if (times === 1) throw new Error('nothing listens there');
      return new PassThrough();
    };
    const port = await openPort({ port: 0, open, onFailure: (error) => void failures.push(error) });
    t.after(() => port.close());
    assert.equal(await talk(port.port, 'lost').catch(() => ''), '');
    assert.equal(await talk(port.port, 'heard'), 'heard');
    assert.deepEqual(
      failures.map((error) => (error as Error).message),
      ['nothing listens there'],
    );
  });

  it('listens at no other address of the machine, and not at all once it is closed', async () => {
    const port = await openPort({ port: 0, open: async () => new PassThrough(), onFailure: () => {} });
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal);
    for (const { address } of others) await assert.rejects(talk(port.port, 'x', address), /ECONNREFUSED/);
    await assert.rejects(openPort({ port: port.port, open: assert.fail, onFailure: () => {} }), {
      code: 'EADDRINUSE',
    });
    port.close();
    await assert.rejects(talk(port.port, 'x'), /ECONNREFUSED/);
  });

  it('ends a connection whose far end breaks', async (t) => {
    const far = new Duplex({
      read() {},
      write(_chunk, _encoding, done) {
        done(new Error('the line broke'));
      },
    });
    const port = await openPort({ port: 0, open: async () => far, onFailure: () => {} });
    t.after(() => port.close());
    assert.equal(await talk(port.port, 'x').catch(() => ''), '');
  });
});
