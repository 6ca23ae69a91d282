import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { ServerChannel } from 'ssh2';
import { signalNumber } from '../../box/signal-number.ts';

/**
 * Runs one command for a client, as sshd does: output is read only as fast as the client takes it, the exit status
 * follows the last byte, and a client that goes away takes its pipes with it but not the process.
 */
export async function serveCommand(
  channel: ServerChannel,
  command: string,
  where: { cwd: string; env: NodeJS.ProcessEnv },
  onStart: (child: ChildProcessWithoutNullStreams) => void,
): Promise<void> {
  const child = spawn('/bin/sh', ['-c', command], { ...where, detached: true });
  const ended = new Promise<{ code: number; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('error', () => resolve({ code: 127, signal: null }));
    child.once('close', (code, signal) => resolve({ code: code ?? 127, signal }));
  });
  onStart(child);

  channel.on('error', () => {});
  channel.once('close', () => {
    child.stdout.destroy();
    child.stderr.destroy();
    child.stdin.destroy();
  });
  child.stdin.on('error', () => channel.resume()); // The command does not read its input: drop it.
  channel.pipe(child.stdin);

  const output = new ChannelOutput(channel);
  await Promise.all([output.copy(child.stdout, channel), output.copy(child.stderr, channel.stderr)]);
  finish(channel, await ended);
}

function finish(
  channel: ServerChannel,
  { code, signal }: { code: number; signal: NodeJS.Signals | null },
): void {
  try {
    if (signal) channel.exit(signal.slice('SIG'.length), false, '');
    else channel.exit(code);
  } catch {
    channel.exit(128 + signalNumber(signal ?? '')); // SSH has no name for this signal.
  }
  channel.end();
}

/** ssh2's private fields of a channel for a write that waits for the window; it never empties them itself. */
const NOTHING_WAITS = {
  _chunk: undefined,
  _chunkcb: undefined,
  _chunkErr: undefined,
  _chunkcbErr: undefined,
};

/**
 * stdout and stderr share one flow-control window, and ssh2 takes whatever it finds in those fields for what waits: it
 * would send an old piece again and forget the one that waits. So one write at a time, and the fields emptied after it.
 */
class ChannelOutput {
  readonly #channel: ServerChannel;
  readonly #closed: Promise<void>;
  #last: Promise<void> = Promise.resolve();

  constructor(channel: ServerChannel) {
    this.#channel = channel;
    this.#closed = new Promise((resolve) => channel.once('close', () => resolve()));
  }

  async copy(from: Readable, to: Writable): Promise<void> {
    try {
      for await (const chunk of from) {
        this.#last = this.#last.then(() => this.#write(to, chunk));
        await this.#last;
      }
    } catch {
      // The client went away and its pipes were closed.
    }
  }

  async #write(to: Writable, chunk: Uint8Array): Promise<void> {
    // ssh2 never answers a write on a channel that is no longer open.
    const sent = new Promise<void>((resolve) => to.write(chunk, () => resolve()));
    await Promise.race([sent, this.#closed]);
    Object.assign(this.#channel, NOTHING_WAITS);
  }
}
