import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../../src/clock.ts';

export interface TwinRequest {
  method: string;
  /** Without query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Parsed JSON, `undefined` without a body, the text where it is no JSON. */
  body: unknown;
  /** The body as it came. */
  bytes: Buffer;
}

export interface TwinReply {
  status: number;
  /** Sent as JSON; `undefined` = no body; a string and bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** How the next calls that match go wrong. */
export interface Fault {
  method?: string;
  path?: RegExp;
  /** For platforms with one path for everything. */
  when?: (request: TwinRequest) => boolean;
  /** Default 1. */
  times?: number;
  /** Matching calls that go well first. */
  after?: number;
  how:
    | { reply: TwinReply }
    /** Done, and answered as if it had not been. */
    | { doneBut: TwinReply }
    /** Done, and its answer is another one than the twin's. */
    | { changed: (reply: TwinReply) => TwinReply }
    /** Done, and the answer never arrives. */
    | 'lost'
    /** Cut before anything was done. */
    | 'reset'
    /** Done, and the answer takes so long. */
    | { lateMs: number }
    /** Done, and the line breaks when so many bytes of the answer have come. */
    | { cutAfter: number }
    /** Done, and the answer comes in such pieces. */
    | { pieces: { bytes: number; everyMs: number } };
}

/** One call as it was seen, for tests that count and for checks against the published description. */
export interface Exchange {
  request: TwinRequest;
  reply: TwinReply;
  /** The answer is a fault's and not the twin's. */
  byFault?: true;
}

/** Requests under way, from their coming in to the end of their answer. */
export interface Load {
  now: number;
  most: number;
  /** All but GET. */
  writesNow: number;
  mostWrites: number;
}

export interface Twin {
  /** `http://127.0.0.1:port` */
  url: string;
  exchanges: Exchange[];
  load: Load;
  fail(fault: Fault): void;
  /** Forgets every fault that has not struck yet. */
  calm(): void;
  /** Called before and after each call is handled, in order: where a test kills the client. `drop`: it never came in. */
  watch: {
    before?: (n: number, request: TwinRequest) => Promise<'drop' | undefined> | 'drop' | undefined;
    after?: (n: number, request: TwinRequest) => Promise<void> | void;
  };
  close(): Promise<void>;
}

/**
 * A loopback HTTP server that behaves as `handle` says and fails as it is told to. What a platform does is `handle`'s; this
 * knows only HTTP.
 */
export async function startTwin(
  handle: (request: TwinRequest, load: Load) => Promise<TwinReply> | TwinReply,
  /** By which its answers say what time it is; without one they do not say. */
  clock?: Pick<Clock, 'now'>,
): Promise<Twin> {
  const load: Load = { now: 0, most: 0, writesNow: 0, mostWrites: 0 };
  const faults: (Fault & { left: number; skip: number })[] = [];
  const exchanges: Exchange[] = [];
  const watch: Twin['watch'] = {};
  let count = 0;
  const server: Server = createServer(async (incoming, outgoing) => {
    const write = incoming.method === 'GET' ? 0 : 1;
    load.now += 1;
    load.writesNow += write;
    load.most = Math.max(load.most, load.now);
    load.mostWrites = Math.max(load.mostWrites, load.writesNow);
    outgoing.on('close', () => {
      load.now -= 1;
      load.writesNow -= write;
    });
    // A client that goes away in the middle of its own words never said anything.
    const bytes = await buffer(incoming).catch(() => undefined);
    if (bytes === undefined) return;
    const url = new URL(incoming.url ?? '/', 'http://twin');
    const request: TwinRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: parse(bytes.toString('utf8')),
      bytes,
    };
    count += 1;
    const n = count;
    if ((await watch.before?.(n, request)) === 'drop') return void incoming.socket.destroy();
    const fault = nextFault(faults, request);
    if (fault === 'reset') return void incoming.socket.destroy();
    const done =
      typeof fault === 'object' && 'reply' in fault ? fault.reply : await answer(handle, request, load);
    const reply = answerBy(fault, done);
    const byFault = reply !== done || (typeof fault === 'object' && 'reply' in fault);
    exchanges.push({ request, reply, ...(byFault && { byFault: true as const }) });
    await watch.after?.(n, request);
    if (fault === 'lost') return void incoming.socket.destroy();
    if (typeof fault === 'object' && 'lateMs' in fault)
      await new Promise((resolve) => setTimeout(resolve, fault.lateMs));
    const isRaw = typeof reply.body === 'string' || Buffer.isBuffer(reply.body);
    const body = reply.body === undefined ? undefined : bodyOf(reply.body);
    outgoing.sendDate = false;
    outgoing.writeHead(reply.status, {
      ...(clock && { date: clock.now().toUTCString() }),
      ...(body && {
        'content-type': isRaw ? 'text/plain' : 'application/json',
        'content-length': body.length,
      }),
      ...reply.headers,
    });
    if (body && typeof fault === 'object' && ('cutAfter' in fault || 'pieces' in fault))
      return void (await trickle(outgoing, body, fault));
    outgoing.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    load,
    fail: (fault) => void faults.push({ ...fault, left: fault.times ?? 1, skip: fault.after ?? 0 }),
    calm: () => void faults.splice(0),
    watch,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerBy(fault: Fault['how'] | undefined, done: TwinReply): TwinReply {
  if (typeof fault !== 'object') return done;
  if ('doneBut' in fault) return fault.doneBut;
  return 'changed' in fault ? fault.changed(done) : done;
}

const bodyOf = (body: unknown): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

/** The length was said already: whoever counts what came sees that it was less. */
async function trickle(
  outgoing: ServerResponse,
  body: Buffer,
  how: { cutAfter: number } | { pieces: { bytes: number; everyMs: number } },
): Promise<void> {
  if ('cutAfter' in how) {
    outgoing.write(body.subarray(0, how.cutAfter), () => setTimeout(() => outgoing.destroy(), 20));
    return;
  }
  const { bytes, everyMs } = how.pieces;
  for (let at = 0; at < body.length && !outgoing.destroyed; at += bytes) {
    outgoing.write(body.subarray(at, at + bytes));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  outgoing.end();
}

/** A twin's own mistake must not look like the platform's: it is said, and the test fails on the status. */
async function answer(
  handle: (request: TwinRequest, load: Load) => Promise<TwinReply> | TwinReply,
  request: TwinRequest,
  load: Load,
): Promise<TwinReply> {
  try {
    return await handle(request, load);
  } catch (error) {
    process.stderr.write(`twin: ${request.method} ${request.path}: ${(error as Error).stack}\n`);
    return { status: 599, body: { twin: String(error) } };
  }
}

function nextFault(
  faults: (Fault & { left: number; skip: number })[],
  request: TwinRequest,
): Fault['how'] | undefined {
  for (const fault of faults) {
    const fits =
      fault.left > 0 &&
      (fault.method ?? request.method) === request.method &&
      (fault.path?.test(request.path) ?? true) &&
      (fault.when?.(request) ?? true);
    if (!fits) continue;
    if (fault.skip > 0) {
      fault.skip -= 1;
      continue;
    }
    fault.left -= 1;
    return fault.how;
  }
  return;
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
