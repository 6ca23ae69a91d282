import { type Channel, type ExecOptions, type ExecResult, type SshLine, TransportFailed } from './channel.ts';
import type { SshChannel } from './ssh-channel.ts';
import { type Connected, connectSsh, type PinSource, type SshOptions } from './ssh-connect.ts';

type Argv = readonly [string, ...string[]];
type Sink = (chunk: Uint8Array) => void | Promise<void>;

/** How often one idempotent operation is carried on over a new connection before its failure is the caller's. */
const CARRY_ON = 3;
/** A connection that brought so much was worth it: a line that breaks every few megabytes still brings a file of any size. */
const WORTH_IT_BYTES = 64 << 10;

/**
 * One box for the length of a stage. Connects on opening; when the line has died since, the next operation opens a new
 * one to wherever the endpoint is then, with the key that was seen first.
 *
 * What is carried on by itself after a transport failure is what cannot do harm twice: `get` (from the byte reached),
 * `put` of bytes in memory, and an `exec` whose caller says `retry`; and everything of which the server started nothing.
 */
export async function openSession(options: SshOptions): Promise<SshSession> {
  return new SshSession(options, await connectSsh(options));
}

export class SshSession implements Channel {
  readonly hostKeySha256: string;
  readonly pinnedBy: PinSource;
  readonly line: SshLine;
  readonly #options: SshOptions;
  #current: Promise<SshChannel>;
  /** What `#current` was last seen to be. */
  #channel: SshChannel | undefined;
  #closed = false;

  constructor(options: SshOptions, { channel, pinnedBy }: Connected) {
    this.hostKeySha256 = channel.hostKeySha256;
    this.pinnedBy = pinnedBy;
    // Several keys may have been allowed, or any; from now on it is the one that was seen.
    this.#options = {
      ...options,
      pin: { sha256: channel.hostKeySha256, by: pinnedBy, ...keyTypesOf(options) },
    };
    this.#current = Promise.resolve(channel);
    this.line = {
      hostKey: channel.hostKey,
      forward: (port) => this.#try(false, undefined, (each) => each.forward(port)),
    };
  }

  async exec(argv: Argv, options: ExecOptions & { retry?: boolean } = {}): Promise<ExecResult> {
    const replayable = options.stdin === undefined || options.stdin instanceof Uint8Array;
    return this.#try(options.retry === true && replayable, options.signal, (channel) =>
      channel.exec(argv, options),
    );
  }

  async stream(argv: Argv, sink: Sink, options: Omit<ExecOptions, 'maxOutputBytes'> = {}) {
    return this.#try(false, options.signal, (channel) => channel.stream(argv, sink, options));
  }

  async put(path: string, data: Uint8Array | AsyncIterable<Uint8Array>, mode?: number): Promise<void> {
    await this.#try(data instanceof Uint8Array, undefined, (channel) => channel.put(path, data, mode));
  }

  async get(path: string, offset: number, length: number, sink: Sink): Promise<void> {
    let delivered = 0;
    let begunAt = 0;
    const counted = async (chunk: Uint8Array) => {
      await sink(chunk);
      delivered += chunk.length;
    };
    const work = (channel: SshChannel) => {
      begunAt = delivered;
      return channel.get(path, offset + delivered, length - delivered, counted);
    };
    await this.#try(true, undefined, work, () => delivered - begunAt >= WORTH_IT_BYTES);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const channel = await this.#current.catch(() => undefined);
    await channel?.close();
  }

  async #try<T>(
    repeatable: boolean,
    signal: AbortSignal | undefined,
    work: (channel: SshChannel) => Promise<T>,
    gotAhead: () => boolean = () => false,
  ): Promise<T> {
    for (let attempt = 1; ; attempt = gotAhead() ? 1 : attempt + 1) {
      const channel = await this.#open();
      try {
        return await work(channel);
      } catch (error) {
        if (error instanceof TransportFailed && error.reason === 'no-channel' && attempt < CARRY_ON) {
          this.#replace(channel);
          continue;
        }
        const again =
          repeatable &&
          error instanceof TransportFailed &&
          (attempt < CARRY_ON || gotAhead()) &&
          !signal?.aborted;
        // On a line that lives the same question has the same answer: a file that is too short stays so.
        if (!again || (channel.failure === undefined && error.reason !== 'timeout')) throw error;
      }
    }
  }

  /** A server counts by connection: where one carries no more commands, nothing was started, and the next one carries some. */
  #replace(channel: SshChannel): void {
    if (this.#channel !== channel) return;
    void channel.retire().catch(() => undefined);
    this.#channel = undefined;
    this.#current = connectSsh(this.#options).then((connected) => connected.channel);
    this.#current.catch(() => undefined);
  }

  /** The open connection, or a new one; callers that find it dead at the same time share one attempt. */
  async #open(): Promise<SshChannel> {
    if (this.#closed) throw new TransportFailed('the session was closed by us', 'closed');
    const opening = this.#current;
    const channel = await opening.catch(() => undefined);
    if (channel && channel.failure === undefined) {
      if (this.#current === opening) this.#channel = channel;
      return channel;
    }
    if (this.#current === opening)
      this.#current = connectSsh(this.#options).then((connected) => connected.channel);
    return this.#current;
  }
}

const keyTypesOf = ({ pin }: SshOptions) =>
  pin !== 'first-contact' && pin.keyTypes ? { keyTypes: pin.keyTypes } : {};
