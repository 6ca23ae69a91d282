import { createHash } from 'node:crypto';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import ssh2 from 'ssh2';
import { LoginRefused, TransportFailed } from './channel.ts';
import { PROBE } from './ssh-connect.ts';
import {
  algorithmsFor,
  type Connection,
  type DialTarget,
  dial,
  forward,
  type HostPin,
  keyTypeOf,
} from './ssh-dial.ts';

/** What a server shows before anybody has logged in. */
export interface ShownKey {
  type: string;
  /** Base64 without padding. */
  sha256: string;
}

export interface Asked {
  host: string;
  port: number;
  /** The server is asked for a key of one of these, and where it has none for any. */
  keyTypes?: readonly string[];
  /** Logged in to, and its own key compared, because only from there the host can be seen. */
  jump?: DialTarget & { pin: HostPin };
}

/**
 * The host's key by a key exchange that is ended there: no name of a user, no key of ours and no password is sent.
 *
 * @returns `undefined` where nothing answers like an SSH server, which says nothing about its key
 * @throws HostKeyChanged where the jump host is another one
 */
export async function shownHostKey(asked: Asked): Promise<ShownKey | undefined> {
  const jump = asked.jump && (await reached(asked.jump));
  if (asked.jump && !jump) return;
  try {
    const shown = await askOnce(asked, jump, asked.keyTypes);
    return shown === 'none-of-these' ? keyOf(await askOnce(asked, jump)) : keyOf(shown);
  } finally {
    await jump?.end();
  }
}

/** The server answered, and has no key of the types that it was asked for. */
type Answer = ShownKey | 'none-of-these' | undefined;

const keyOf = (answer: Answer): ShownKey | undefined => (answer === 'none-of-these' ? undefined : answer);

async function askOnce(
  { host, port }: Asked,
  jump: Connection | undefined,
  keyTypes?: readonly string[],
): Promise<Answer> {
  if (!jump) return keyOver(net.connect({ host, port, noDelay: true }), keyTypes);
  const line = await forward(jump, { host, port }).catch(() => undefined);
  return line && keyOver(line, keyTypes);
}

async function reached(jump: DialTarget): Promise<Connection | undefined> {
  try {
    return await dial(jump, PROBE);
  } catch (error) {
    if (error instanceof TransportFailed || error instanceof LoginRefused) return;
    throw error;
  }
}

function keyOver(line: net.Socket | Duplex, keyTypes: readonly string[] | undefined): Promise<Answer> {
  const client = new ssh2.Client();
  let shown: Answer;
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      client.end();
      line.destroy();
      resolve(shown);
    };
    const timer = setTimeout(end, PROBE.connectSeconds * 1000);
    // Refusing the key is what ends the exchange, and ssh2 calls that an error like any other.
    client.on('error', (error) => {
      if (/no matching host key/.test(error.message)) shown ??= 'none-of-these';
      end();
    });
    client.on('close', end);
    client.connect({
      sock: line as net.Socket,
      // Never sent: the exchange of keys ends before a login begins.
      username: 'nobody',
      hostVerifier: (key: Buffer) => {
        shown = { type: keyTypeOf(key), sha256: fingerprint(key) };
        return false;
      },
      ...(keyTypes ? { algorithms: { serverHostKey: algorithmsFor(keyTypes) } } : {}),
      readyTimeout: 0,
    });
  });
}

const fingerprint = (key: Buffer): string =>
  createHash('sha256').update(key).digest('base64').replace(/=+$/, '');
