import type { Duplex } from 'node:stream';

/**
 * A way to run things on a box and move bytes. One channel per stage, reused for everything; at most 8 operations run
 * at once on it and more are queued (sshd's default MaxSessions is 10).
 *
 * Failures: `TransportFailed` when bytes did not get through (says nothing about the run on the box), `HostKeyChanged`
 * when the peer is not who was pinned, `LoginRefused` when our key was not accepted. A command's own non-zero exit is a
 * result, not an error.
 */
export interface Channel {
  /** SHA-256 of the host key of the peer, base64 without padding; known once connected. */
  readonly hostKeySha256: string;

  /** What only a line of SSH can do. Absent: it is none. */
  readonly line?: SshLine;

  /**
   * Runs one program. `argv` is passed word by word: the channel quotes, callers never do. Two round trips on an open
   * connection.
   */
  exec(argv: readonly [string, ...string[]], options?: ExecOptions): Promise<ExecResult>;

  /**
   * The same, with stdout delivered as it arrives; back-pressure is honoured. Here `timeoutSeconds` bounds silence (time
   * without a byte while we are ready to read), not the whole.
   */
  stream(
    argv: readonly [string, ...string[]],
    sink: (chunk: Uint8Array) => void | Promise<void>,
    options?: Omit<ExecOptions, 'maxOutputBytes'>,
  ): Promise<{ exitCode: number; stderr: string; bytes: number }>;

  /** Writes a file through a temporary sibling and a rename. `mode` is octal, e.g. 0o600. */
  put(path: string, data: Uint8Array | AsyncIterable<Uint8Array>, mode?: number): Promise<void>;

  /**
   * Delivers bytes [offset, offset + length) of a file. Throws `TransportFailed` when fewer arrive; with reason `noise`
   * when others wrote between them, so that what the sink was given is of no use and the whole range must be asked for again.
   */
  get(
    path: string,
    offset: number,
    length: number,
    sink: (chunk: Uint8Array) => void | Promise<void>,
  ): Promise<void>;

  close(): Promise<void>;
}

export interface SshLine {
  /** The key that the peer showed and that was compared, as known_hosts has it: `ssh-ed25519 AAAA...`. */
  readonly hostKey: string;
  /** A connection to a port of the peer's own loopback. @throws TransportFailed; `refused` where nothing listens there */
  forward(port: number): Promise<Duplex>;
}

export interface ExecOptions {
  stdin?: Uint8Array | AsyncIterable<Uint8Array>;
  /** Default 30. At the bound the remote side is abandoned and `TransportFailed` with reason `timeout` is thrown. */
  timeoutSeconds?: number;
  /** Default 4 MiB per stream; more is cut, and `truncated` says so. */
  maxOutputBytes?: number;
  signal?: AbortSignal;
}

export interface ExecResult {
  exitCode: number;
  stdout: string;
  stderr: string;
  truncated: boolean;
}

export class TransportFailed extends Error {
  override readonly name = 'TransportFailed';
  constructor(
    message: string,
    /** `noise`: somebody on the box wrote between the bytes. `no-channel`: nothing was started, the connection is of no more use. */
    readonly reason:
      | 'refused'
      | 'timeout'
      | 'reset'
      | 'banner'
      | 'unresolved'
      | 'closed'
      | 'short'
      | 'gone'
      | 'noise'
      | 'no-channel',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export class HostKeyChanged extends Error {
  override readonly name = 'HostKeyChanged';
  constructor(
    readonly expectedSha256: string,
    readonly seenSha256: string,
    readonly where: string,
  ) {
    super(`${where} shows host key SHA256:${seenSha256}, pinned is SHA256:${expectedSha256}`);
  }
}

export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
}

/** Nobody was spoken to: the line, a key or the host is why, and nothing is known of what runs there. */
export const isOfTheLine = (error: unknown): error is Error =>
  error instanceof TransportFailed || error instanceof LoginRefused || error instanceof HostKeyChanged;
