import WebSocket, { type RawData } from 'ws';
import { z } from 'zod';
import { TransportFailed } from '../../box/channel.ts';
import type { RemoteCommand } from '../../box/remote-command.ts';
import { oneLine } from '../../box/stranger-text.ts';
import type { Kube } from './api.ts';
import { CONTAINER } from './objects.ts';
import { podPath } from './paths.ts';

/** The first that can say that the input has ended: API servers from 1.30 on. */
const PROTOCOL = 'v5.channel.k8s.io';
const HANDSHAKE_SECONDS = 30;
const [STDIN, STDOUT, STDERR, STATUS, CLOSE] = [0, 1, 2, 3, 255];

/** The pod takes no commands (any more), and nothing of this one was started. */
export class NotThere extends Error {
  override readonly name = 'NotThere';
}

const outcome = z.object({
  status: z.string(),
  message: z.string().optional(),
  reason: z.string().optional(),
  details: z
    .object({
      causes: z.array(z.object({ reason: z.string().optional(), message: z.string().optional() })).optional(),
    })
    .optional(),
});

/**
 * One command in a pod, through the API server.
 *
 * @returns its exit code; 0 also where the stream ended without a word, which says nothing
 * @throws NotThere; TransportFailed where it was not run
 */
export async function execIn(kube: Kube, pod: string, command: RemoteCommand): Promise<number> {
  const socket = await opened(kube, pod, command);
  try {
    return await new Promise<number>((resolve, reject) =>
      follow(socket, kube.target, command, { resolve, reject }),
    );
  } finally {
    socket.on('error', () => {});
    socket.terminate();
  }
}

async function opened(kube: Kube, pod: string, { line, stdin, signal }: RemoteCommand): Promise<WebSocket> {
  signal.throwIfAborted();
  const access = await kube.access();
  const url = new URL(`${access.server.replace(/^http/, 'ws')}${podPath(kube.namespace, pod)}/exec`);
  const query = { container: CONTAINER, stdin: String(stdin !== undefined), stdout: 'true', stderr: 'true' };
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  for (const word of ['sh', '-c', line]) url.searchParams.append('command', word);
  const { agent, headers, ca, cert, key, rejectUnauthorized, servername } = await access.options();
  const socket = new WebSocket(url, [PROTOCOL], {
    ...{ agent, headers, ca, cert, key, rejectUnauthorized, servername },
    perMessageDeflate: false,
    handshakeTimeout: HANDSHAKE_SECONDS * 1000,
  });
  return new Promise((resolve, reject) => {
    const give = (error: unknown) => {
      signal.removeEventListener('abort', onAbort);
      socket.on('error', () => {});
      socket.terminate();
      reject(error);
    };
    const onAbort = () => give(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('unexpected-response', (_request, { statusCode = 0 }) =>
      give(noExec(kube.target, pod, statusCode)),
    );
    socket.once('error', (error: Error) =>
      give(new TransportFailed(`${kube.target}: ${oneLine(error.message, 200)}`, 'reset', { cause: error })),
    );
    socket.once('open', () => {
      signal.removeEventListener('abort', onAbort);
      // Nothing may be lost between here and whoever follows.
      socket.pause();
      resolve(socket);
    });
  });
}

function noExec(target: string, pod: string, status: number): Error {
  if (status === 403)
    return new TransportFailed(
      `${target} lets this user run nothing in pods (403): give them the role of examples/kubernetes/rbac.yml`,
      'refused',
    );
  if (status === 401) return new TransportFailed(`${target} does not know who asks (401)`, 'refused');
  return new NotThere(`${pod} takes no commands (${status})`);
}

interface Settle {
  resolve(code: number): void;
  reject(error: unknown): void;
}

function follow(
  socket: WebSocket,
  target: string,
  command: RemoteCommand,
  { resolve, reject }: Settle,
): void {
  const { signal, onStderr, onProgress } = command;
  let taken: Promise<void> = Promise.resolve();
  let waiting = 0;
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const settle = <T>(how: (value: T) => void, value: T) => {
    signal.removeEventListener('abort', onAbort);
    void taken.then(() => how(value), reject);
  };
  // One after the other, and no more is read while somebody is busy with the last.
  const take = (chunk: Buffer) => {
    waiting += 1;
    socket.pause();
    onProgress?.(true);
    taken = taken
      .then(() => command.onStdout(chunk))
      .then(() => {
        waiting -= 1;
        if (waiting > 0) return;
        onProgress?.(false);
        socket.resume();
      });
    taken.catch(reject);
  };
  socket.on('message', (data: RawData) => {
    const bytes = bytesOf(data);
    const rest = bytes.subarray(1);
    if (rest.length > 0 && bytes[0] === STDOUT) return take(rest);
    if (bytes[0] === STDERR) {
      onProgress?.(false);
      onStderr(rest);
    }
    if (bytes[0] !== STATUS) return;
    const code = exitCodeOf(target, rest.toString('utf8'));
    if (typeof code === 'number') settle(resolve, code);
    else settle(reject, code);
  });
  // A stream that was cut ends like one that is complete, and one whose input nobody read may end without a word: the mark behind the
  // command's last byte tells which it was (frame.ts).
  const over = () => settle(resolve, 0);
  socket.once('close', over);
  socket.once('error', over);
  socket.resume();
  void feed(socket, command).catch(reject);
}

const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);

function exitCodeOf(target: string, text: string): number | TransportFailed {
  const { data } = outcome.safeParse(parsed(text));
  if (data?.status === 'Success') return 0;
  const code = data?.details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message;
  if (data?.reason === 'NonZeroExitCode' && code !== undefined && /^\d{1,3}$/.test(code)) return Number(code);
  return new TransportFailed(
    `${target} did not run a command: ${oneLine(data?.message ?? text, 200)}`,
    'closed',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the command does not read is nobody's loss. */
async function feed(socket: WebSocket, { stdin, signal }: RemoteCommand): Promise<void> {
  if (stdin === undefined) return;
  const pieces = stdin instanceof Uint8Array ? inPieces(stdin) : stdin;
  for await (const piece of pieces) {
    if (signal.aborted || !(await sent(socket, Buffer.concat([Buffer.of(STDIN), piece])))) return;
  }
  await sent(socket, Buffer.of(CLOSE, STDIN));
}

const PIECE_BYTES = 64 << 10;
function* inPieces(data: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < data.length; at += PIECE_BYTES) yield data.subarray(at, at + PIECE_BYTES);
}

/** Once it is with the system's socket. */
const sent = (socket: WebSocket, data: Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    socket.send(data, (error) => resolve(!error));
  });
