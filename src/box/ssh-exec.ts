import type { ClientChannel } from 'ssh2';
import { TransportFailed } from './channel.ts';
import { ChannelRefused, type RemoteCommand } from './remote-command.ts';
import { signalNumber } from './signal-number.ts';
import type { Connection } from './ssh-dial.ts';

/** After so long what was given up no longer holds up others here, whatever the server does. */
const FREED_AFTER_SECONDS = 10;

/** Runs one command line on an open connection: two round trips, three with stdin. */
export async function runRemote(connection: Connection, command: RemoteCommand): Promise<number> {
  const stream = await openExec(connection, command);
  const written = writeStdin(stream, command.stdin, command.signal);
  try {
    const [exitCode] = await Promise.all([readToEnd(connection, stream, command), written]);
    return exitCode;
  } catch (error) {
    abandon(stream);
    // A server that keeps the place for a command which goes on refuses the next one, and that is answered by a new connection.
    setTimeout(command.onFreed, FREED_AFTER_SECONDS * 1000).unref();
    throw error;
  }
}

/** Reads and drops what still comes: a channel whose output nobody reads never closes, and keeps its place at sshd. */
function abandon(stream: ClientChannel): void {
  for (const each of [stream, stream.stderr]) {
    each.removeAllListeners('data');
    each.resume();
  }
  stream.close();
}

function openExec(connection: Connection, { line, signal, onFreed }: RemoteCommand): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => {
      onFreed();
      reject(connection.failure() ?? error);
    };
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const opened = (error: Error | undefined, stream: ClientChannel) => {
      signal.removeEventListener('abort', onAbort);
      // The caller frees the place itself, after it has learnt that there is one less.
      if (error && 'reason' in error) return reject(new ChannelRefused(error.message, { cause: error }));
      if (error) return refuse(noExec(connection.where, error));
      stream.on('error', () => {});
      stream.once('close', onFreed);
      if (signal.aborted) abandon(stream);
      resolve(stream);
    };
    try {
      connection.client.exec(line, opened);
    } catch (error) {
      refuse(
        new TransportFailed(`the connection to ${connection.where} is gone`, 'closed', { cause: error }),
      );
    }
  });
}

const noExec = (where: string, cause: unknown): TransportFailed =>
  new TransportFailed(
    `${where} refuses to run commands: an interactive-only proxy? Use the box's direct TCP endpoint`,
    'closed',
    { cause },
  );

/** The exit code, once every byte has gone through the sink. A signal's death is 128 + its number, as in a shell. */
function readToEnd(connection: Connection, stream: ClientChannel, command: RemoteCommand): Promise<number> {
  const { onStdout, onStderr, onProgress, signal } = command;
  return new Promise((resolve, reject) => {
    let pending: Promise<void> = Promise.resolve();
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });

    stream.on('data', (chunk: Buffer) => {
      onProgress?.(false);
      try {
        const taken = onStdout(chunk);
        if (!taken) return;
        stream.pause();
        onProgress?.(true);
        pending = taken.then(() => {
          onProgress?.(false);
          stream.resume();
        });
        pending.catch(reject);
      } catch (error) {
        reject(error);
      }
    });
    stream.stderr.on('data', (chunk: Buffer) => {
      onProgress?.(false);
      onStderr(chunk);
    });
    // A stream that was cut ends like one that is complete; only the exit code tells them apart.
    stream.once('close', (code?: number | null, name?: string) => {
      signal.removeEventListener('abort', onAbort);
      const outcome =
        typeof code === 'number' ? code : code === null ? 128 + signalNumber(name ?? '') : undefined;
      if (outcome === undefined) reject(connection.failure() ?? cut(connection.where));
      else pending.then(() => resolve(outcome), reject);
    });
  });
}

const cut = (where: string): TransportFailed =>
  new TransportFailed(`${where} ended a command without an exit code`, 'short');

async function writeStdin(
  stream: ClientChannel,
  stdin: RemoteCommand['stdin'],
  signal: AbortSignal,
): Promise<void> {
  if (stdin === undefined) return void stream.end();
  if (stdin instanceof Uint8Array) return void stream.end(stdin);
  for await (const chunk of stdin) {
    // ssh2 never answers a write on a channel that closed meanwhile, so the close is waited for as well.
    if (!stream.write(chunk)) await drained(stream, signal);
    if (!stream.writable) return;
  }
  stream.end();
}

function drained(stream: ClientChannel, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done);
      stream.off('close', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    stream.once('drain', done);
    stream.once('close', done);
    signal.addEventListener('abort', done, { once: true });
  });
}
