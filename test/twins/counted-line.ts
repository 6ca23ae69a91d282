import net from 'node:net';
import type { Moved } from '../../src/lease/traffic.ts';

/** What stands between a box and everybody else, as the host of a marketplace does, and counts every byte of the connections. */
export interface CountedLine {
  port: number;
  moved(): Moved;
  close(): Promise<void>;
}

export async function countedLine(to: { host: string; port: number }): Promise<CountedLine> {
  const sum: Moved = { toBoxBytes: 0, fromBoxBytes: 0 };
  const open = new Set<net.Socket>();
  const server = net.createServer((ours) => {
    const box = net.connect({ ...to, noDelay: true });
    for (const [from, into, way] of [
      [ours, box, 'toBoxBytes'],
      [box, ours, 'fromBoxBytes'],
    ] as const) {
      open.add(from);
      from.on('data', (chunk) => {
        sum[way] += chunk.length;
      });
      from.pipe(into);
      from.on('error', () => into.destroy());
      from.on('close', () => {
        open.delete(from);
        into.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    moved: () => ({ ...sum }),
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
