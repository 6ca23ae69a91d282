import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

export interface SlowProxy {
  /** `127.0.0.1:PORT`. */
  host: string;
  /** Addresses that were asked for through it. */
  asked: string[];
  close(): Promise<void>;
}

const PIECE = 16 * 1024;

/** A proxy for plain HTTP that lets so many bytes a second through, of each answer. */
export async function startSlowProxy(bytesPerSecond: number): Promise<SlowProxy> {
  const asked: string[] = [];
  const server = createServer((incoming, answer) => {
    asked.push(incoming.url ?? '');
    const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = incoming.headers;
    const onward = request(incoming.url ?? '', { method: incoming.method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(slowed(bytesPerSecond)).pipe(answer);
      answer.once('close', () => reply.destroy());
    });
    onward.once('error', () => answer.destroy());
    onward.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const slowed = (bytesPerSecond: number): Transform =>
  new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; at += PIECE) {
        const piece = chunk.subarray(at, at + PIECE);
        await sleep((piece.length / bytesPerSecond) * 1000);
        this.push(piece);
      }
      done();
    },
  });
