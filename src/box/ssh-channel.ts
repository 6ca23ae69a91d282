import type { Duplex } from 'node:stream';
import { TransportFailed } from './channel.ts';
import { FramedChannel } from './framed-channel.ts';
import { type Connection, forward } from './ssh-dial.ts';
import { runRemote } from './ssh-exec.ts';

/** A box answers such a question at once, whether something listens there or not. */
const FORWARD_SECONDS = 15;

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

  /** The key that was compared, as known_hosts has it. */
  get hostKey(): string {
    return this.#connection.hostKey;
  }

  /** A connection to a port of the far end's own loopback. @throws TransportFailed */
  async forward(port: number): Promise<Duplex> {
    const { where, ended } = this.#connection;
    if (this.failure) throw this.failure;
    let patience: NodeJS.Timeout | undefined;
    const inVain = new Promise<never>((_resolve, reject) => {
      patience = setTimeout(
        () => reject(new TransportFailed(`${where} says nothing of its port ${port}`, 'timeout')),
        FORWARD_SECONDS * 1000,
      );
      void ended.then(() =>
        reject(this.failure ?? new TransportFailed(`${where} closed the connection`, 'closed')),
      );
    });
    inVain.catch(() => undefined);
    const opening = forward(this.#connection, { host: '127.0.0.1', port });
    try {
      return await Promise.race([opening, inVain]);
    } catch (error) {
      void opening.then((late) => late.destroy()).catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(patience);
    }
  }
}
