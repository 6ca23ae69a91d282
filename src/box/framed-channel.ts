import { randomBytes } from 'node:crypto';
import { systemClock } from '../clock.ts';
import { backoff } from '../host/backoff.ts';
import { Limit } from '../host/limit.ts';
import { Problem } from '../problem.ts';
import { ArmouredRange } from './armoured-range.ts';
import { type Channel, type ExecOptions, type ExecResult, TransportFailed } from './channel.ts';
import { publishFile, receiveFile, SIZE_DIFFERS, sendRange } from './file-transfer.ts';
import { Frame } from './frame.ts';
import { ChannelRefused, type RemoteCommand } from './remote-command.ts';
import { oneLine } from './stranger-text.ts';
import { timeBound } from './time-bound.ts';

/** Below sshd's default for MaxSessions (10); a server that allows fewer is met by `shrink`. */
const SLOTS = 8;
const DEFAULT_TIMEOUT_SECONDS = 30;
const DEFAULT_OUTPUT_BYTES = 4 << 20;
const STDERR_KEPT_BYTES = 64 << 10;
/** A range or a push that moves no byte for so long is stuck, on any line that is worth using. */
const TRANSFER_SILENCE_SECONDS = 60;
/** How often a place is asked for when none of ours is taken: about 1.5 s. */
const REFUSALS_ALONE = 4;
const PIECE_BYTES = 256 << 10;

type Argv = readonly [string, ...string[]];
type Sink = (chunk: Uint8Array) => void | Promise<void>;

/** What carries command lines to the far end, and their bytes both ways. */
export interface Carrier {
  readonly hostKeySha256: string;
  /** For messages. */
  readonly where: string;
  /** @throws ChannelRefused where nothing of it was started and a place may become free; TransportFailed */
  run(command: RemoteCommand): Promise<number>;
  end(): Promise<void>;
}

interface Bound {
  seconds: number;
  /** `silence`: restarted by every byte; `total`: to the exit code. Neither counts the wait for a place. */
  of: 'total' | 'silence';
  signal?: AbortSignal | undefined;
}

interface Command {
  argv: Argv;
  stdin?: ExecOptions['stdin'];
  onStdout: Sink;
  stderr: Collected;
}

/**
 * `Channel` over whatever carries lines for a shell. Every command stands between two marks that nobody can foretell, so that an answer
 * which was cut cannot pass for a whole one.
 *
 * In `stream`, `timeoutSeconds` bounds silence (time without a byte while we are ready to read), not the whole.
 */
export class FramedChannel implements Channel {
  readonly #carrier: Carrier;
  readonly #slots = new Limit(SLOTS);
  /** Others write between our bytes: ranges travel as text from now on. */
  #isNoisy = false;

  readonly #around: (argv: Argv, hasInput: boolean) => Argv;

  /** @param around what is put around every command */
  constructor(carrier: Carrier, around: (argv: Argv, hasInput: boolean) => Argv = (argv) => argv) {
    this.#carrier = carrier;
    this.#around = around;
  }

  get hostKeySha256(): string {
    return this.#carrier.hostKeySha256;
  }

  async exec(argv: Argv, options: ExecOptions = {}): Promise<ExecResult> {
    const stdout = new Collected(options.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES);
    const stderr = new Collected(options.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES);
    const bound: Bound = {
      seconds: options.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
      of: 'total',
      signal: options.signal,
    };
    const exitCode = await this.#run(
      { argv, stdin: options.stdin, onStdout: (chunk) => stdout.add(chunk), stderr },
      bound,
    );
    return {
      exitCode,
      stdout: stdout.text(),
      stderr: stderr.text(),
      truncated: stdout.truncated || stderr.truncated,
    };
  }

  async stream(
    argv: Argv,
    sink: Sink,
    options: Omit<ExecOptions, 'maxOutputBytes'> = {},
  ): Promise<{ exitCode: number; stderr: string; bytes: number }> {
    const stderr = new Collected(STDERR_KEPT_BYTES);
    let bytes = 0;
    const counted = (chunk: Uint8Array) => {
      bytes += chunk.length;
      return sink(chunk);
    };
    const bound: Bound = {
      seconds: options.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
      of: 'silence',
      signal: options.signal,
    };
    const exitCode = await this.#run({ argv, stdin: options.stdin, onStdout: counted, stderr }, bound);
    return { exitCode, stderr: stderr.text(), bytes };
  }

  /** @throws Problem `write-refused` when the box would not write (full disk, no permission), TransportFailed otherwise */
  async put(path: string, data: Uint8Array | AsyncIterable<Uint8Array>, mode = 0o644): Promise<void> {
    const partial = `${path}.part-${randomBytes(4).toString('hex')}`;
    if (data instanceof Uint8Array) {
      return this.#write(path, receiveFile(path, partial, mode, data.length), inPieces(data));
    }
    // A stream's size is known only at its end, so its rename is a second command; nothing has the real name until then.
    const counted = new Counted(data);
    await this.#write(path, receiveFile(path, partial, mode, undefined), counted);
    await this.#write(path, publishFile(path, partial, counted.bytes), undefined);
  }

  async get(path: string, offset: number, length: number, sink: Sink): Promise<void> {
    if (length === 0) return;
    const stderr = new Collected(STDERR_KEPT_BYTES);
    let left = length;
    const exact = (chunk: Uint8Array) => {
      left -= chunk.length;
      if (left < 0) throw this.#mixed(path);
      return sink(chunk);
    };
    const armoured = this.#isNoisy ? new ArmouredRange(path, offset, length, exact) : undefined;
    const argv = armoured?.argv ?? sendRange(path, offset, length);
    const take = armoured ? (chunk: Uint8Array) => armoured.add(chunk) : exact;
    const bound: Bound = { seconds: TRANSFER_SILENCE_SECONDS, of: 'silence' };
    const exitCode = await this.#run({ argv, onStdout: take, stderr }, bound);
    if (exitCode === 0 && left === 0) return;
    const said = oneLine(stderr.text());
    throw new TransportFailed(
      `${length - left} of ${length} bytes of ${path} came from offset ${offset}${said ? `: ${said}` : ''}`,
      'short',
    );
  }

  /** More came between the two marks than the file has: not ours to tell which bytes, so none of them count. */
  #mixed(path: string): TransportFailed {
    this.#isNoisy = true;
    return new TransportFailed(
      `the box sent more of ${path} than was asked for: something that its start files left running writes to our output`,
      'noise',
    );
  }

  async close(): Promise<void> {
    await this.#carrier.end();
  }

  /** Closes it once nothing is under way on it. */
  async retire(): Promise<void> {
    await this.#slots.whenIdle();
    await this.close();
  }

  async #write(path: string, argv: Argv, stdin: AsyncIterable<Uint8Array> | undefined): Promise<void> {
    const stderr = new Collected(STDERR_KEPT_BYTES);
    const bound: Bound = { seconds: TRANSFER_SILENCE_SECONDS, of: 'silence' };
    const exitCode = await this.#run({ argv, stdin, onStdout: () => {}, stderr }, bound);
    if (exitCode === SIZE_DIFFERS) throw new TransportFailed(`only a part of ${path} arrived`, 'short');
    if (exitCode !== 0) throw writeRefused(path, exitCode, stderr.text());
  }

  async #run({ argv, stdin, onStdout, stderr }: Command, { seconds, of, signal }: Bound): Promise<number> {
    const expired = () =>
      new TransportFailed(
        `${this.#carrier.where}: "${oneLine(argv.slice(0, 2).join(' '), 60)}" ${of === 'total' ? 'took longer than' : 'moved no byte for'} ${seconds} s`,
        'timeout',
      );
    const bound = timeBound(seconds, expired, signal);
    const onProgress = of === 'silence' ? bound.restart : undefined;
    const watched = stdin === undefined || stdin instanceof Uint8Array ? stdin : noticing(stdin, onProgress);
    try {
      for (let refusals = 0; ; ) {
        const frame = new Frame(
          this.#around(argv, stdin !== undefined),
          this.#carrier.where,
          onStdout,
          (chunk) => stderr.add(chunk),
        );
        // Bounded by the bounds of those who have the places.
        bound.restart(true);
        const free = await this.#slots.take(bound.signal);
        bound.restart();
        try {
          const exitCode = await this.#carrier.run({
            line: frame.line,
            stdin: watched,
            onStdout: (chunk) => frame.onStdout(chunk),
            onStderr: (chunk) => frame.onStderr(chunk),
            signal: bound.signal,
            onFreed: free,
            ...(onProgress ? { onProgress } : {}),
          });
          return await frame.ended(exitCode);
        } catch (error) {
          // Nothing of the command was started: wait for one of the others to end, if there are others.
          if (!(error instanceof ChannelRefused)) throw error;
          const alone = this.#slots.taken === 1;
          this.#slots.shrink();
          free();
          if (!alone) continue;
          // Whoever had the place may have ended only just now; or what was given up here still runs there, and keeps it.
          refusals += 1;
          if (refusals > REFUSALS_ALONE) throw noChannel(this.#carrier.where, error);
          await systemClock.sleep(backoff(refusals, { first: 0.1 }));
          bound.signal.throwIfAborted();
        }
      }
    } finally {
      bound.clear();
    }
  }
}

const noChannel = (where: string, cause: Error): TransportFailed =>
  new TransportFailed(`${where} opens no channel: ${oneLine(cause.message)}`, 'no-channel', { cause });

function writeRefused(path: string, exitCode: number, stderr: string): Problem {
  return new Problem({
    code: 'write-refused',
    kind: 'unfit',
    what: `The box did not write ${path} (exit code ${exitCode}): ${oneLine(stderr) || 'it said nothing'}.`,
    next: 'Free space or inodes on that file system, or correct its permissions, then run the same command again.',
  });
}

/** Waiting for our own source is no silence of the box. */
async function* noticing(
  source: AsyncIterable<Uint8Array>,
  onProgress: ((busy: boolean) => void) | undefined,
) {
  onProgress?.(true);
  for await (const chunk of source) {
    onProgress?.(false);
    yield chunk;
    onProgress?.(true);
  }
  onProgress?.(false);
}

/** In pieces, so that a large file on a slow line shows progress; small ones stay whole. */
async function* inPieces(data: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < data.length; at += PIECE_BYTES) yield data.subarray(at, at + PIECE_BYTES);
}

class Counted implements AsyncIterable<Uint8Array> {
  bytes = 0;
  readonly #source: AsyncIterable<Uint8Array>;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#source) {
      this.bytes += chunk.length;
      yield chunk;
    }
  }
}

/** Output kept up to a bound; the rest is read and dropped, so that the command can end. */
class Collected {
  truncated = false;
  readonly #chunks: Uint8Array[] = [];
  #left: number;

  constructor(maxBytes: number) {
    this.#left = maxBytes;
  }

  add(chunk: Uint8Array): void {
    const kept = chunk.length > this.#left ? chunk.subarray(0, this.#left) : chunk;
    if (kept.length < chunk.length) this.truncated = true;
    if (kept.length > 0) this.#chunks.push(kept);
    this.#left -= kept.length;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}
