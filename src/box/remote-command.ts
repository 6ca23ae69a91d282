type Sink = (chunk: Uint8Array) => void | Promise<void>;

/** One line for a shell at the far end. */
export interface RemoteCommand {
  line: string;
  stdin?: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  /** While the sink's promise is pending nothing is read, and once the window (2 MiB) is full the box waits too. */
  onStdout: Sink;
  onStderr: (chunk: Uint8Array) => void;
  /** Ends the wait with the reason; the command itself may go on at the far end. */
  signal: AbortSignal;
  /** Called for every piece of output: what a bound on silence restarts from. `busy` while the sink holds us up. */
  onProgress?: (busy: boolean) => void;
  /** Called once the far end counts one channel less, which can be later than our giving up. */
  onFreed: () => void;
}

/** What the server says when it will not open one more channel. */
export class ChannelRefused extends Error {
  override readonly name = 'ChannelRefused';
}
