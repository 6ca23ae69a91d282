import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Sink } from './finder.ts';

export interface RecordingDoor {
  url: string;
  /** Address, headers and body of every request, and each answer, apart from one another: a secret may stand in one of them only. */
  seen: Sink[];
  close(): Promise<void>;
}

/** Passes everything on as it came, the name of the host too, which signatures cover. */
export async function openRecordingDoor(server: string): Promise<RecordingDoor> {
  const seen: Sink[] = [];
  const door = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming).catch(() => undefined);
    if (body === undefined) return;
    const { method = 'GET', url = '/', headers } = incoming;
    const what = `${method} ${url.split('?')[0]}`;
    note(seen, what, { address: Buffer.from(url), headers: headText(incoming), body });
    const onward = request(`${server}${url}`, { method, headers }, async (reply) => {
      const said = await buffer(reply).catch(() => Buffer.alloc(0));
      note(seen, what, { 'head of the answer to': headText(reply), 'answer to': said });
      const { 'transfer-encoding': _whole, ...kept } = reply.headers;
      outgoing.writeHead(reply.statusCode ?? 502, kept).end(said);
    });
    onward.on('error', () => outgoing.destroy());
    onward.end(body);
  });
  await new Promise<void>((open) => door.listen(0, '127.0.0.1', open));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    seen,
    async close() {
      door.closeAllConnections();
      await new Promise((done) => door.close(done));
    },
  };
}

function note(seen: Sink[], what: string, parts: Record<string, Buffer>): void {
  for (const [part, bytes] of Object.entries(parts)) seen.push({ where: `${part} ${what}`, bytes });
}

const headText = ({ rawHeaders }: IncomingMessage): Buffer =>
  Buffer.from(rawHeaders.reduce((text, each, i) => text + each + (i % 2 === 0 ? ': ' : '\n'), ''));
