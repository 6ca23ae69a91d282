import type { TransportFailed } from './channel.ts';
import { FramedChannel } from './framed-channel.ts';
import type { Connection } from './ssh-dial.ts';
import { runRemote } from './ssh-exec.ts';

/**
 * `Channel` over one logged-in SSH connection. Operations on a connection that ended throw what ended it; `ssh-session.ts`
 * adds reopening.
 */
export class SshChannel extends FramedChannel {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    const { hostKeySha256, where } = connection;
    super({
      hostKeySha256,
      where,
      run: (command) => runRemote(connection, command),
      end: () => connection.end(),
    });
    this.#connection = connection;
  }

  /** Why it can no longer be used; `undefined` while it can. */
  get failure(): TransportFailed | undefined {
    return this.#connection.failure();
  }
}
