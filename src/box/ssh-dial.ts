import { createHash } from 'node:crypto';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import ssh2, { type AuthMethod, type Client, type ServerHostKeyAlgorithm } from 'ssh2';
import { HostKeyChanged, type LoginRefused, TransportFailed } from './channel.ts';
import { type DialStage, failureOf, silenceOf } from './ssh-failure.ts';
import { authMethods, type SshLogin } from './ssh-login.ts';

/** Who vouches for the host key that we insist on. */
export interface HostPin {
  /** Base64 without padding, as `ssh-keygen -l` prints it after "SHA256:". Several when a host has several keys. */
  sha256: string | readonly string[];
  /** Key types we know, so that the server shows one of those (`ssh-ed25519`); absent: whatever it prefers. */
  keyTypes?: readonly string[];
}

/** One SSH server and how to log in there. */
export interface DialTarget {
  host: string;
  port: number;
  user: string;
  login: SshLogin;
  /** `undefined` accepts the key shown, once: the caller records it and passes it from then on. */
  pin: HostPin | undefined;
  /** Reach `host` through this one (ProxyJump). Its key must be known already. */
  jump?: DialTarget & { pin: HostPin };
  /** Told of the socket to `host`; of none where there is a jump. */
  counted?: (socket: net.Socket) => void;
}

export interface Timing {
  /** From the first packet to a finished login. */
  connectSeconds: number;
  /** Without a byte for `keepaliveSeconds` x `keepaliveMisses` the connection counts as dead. */
  keepaliveSeconds: number;
  keepaliveMisses: number;
}

/** An open, logged-in connection. */
export interface Connection {
  readonly client: Client;
  readonly hostKeySha256: string;
  /** The same key as known_hosts has it: its type and the whole of it. */
  readonly hostKey: string;
  readonly where: string;
  /** Why it is of no more use; `undefined` while it lives. */
  failure(): TransportFailed | undefined;
  /** Resolves when it is over, whoever ended it. */
  readonly ended: Promise<void>;
  end(): Promise<void>;
}

/**
 * One attempt, no retry. The host key is compared before anything about us is sent.
 *
 * @throws TransportFailed, HostKeyChanged, LoginRefused; the signal's reason when it aborts
 */
export async function dial(target: DialTarget, timing: Timing, signal?: AbortSignal): Promise<Connection> {
  signal?.throwIfAborted();
  const auth = authMethods(target.login, target.user);
  if (!target.jump) {
    // ssh2 never turns Nagle's algorithm off: without this an exec takes 50 ms on a network of 0.1 ms.
    const socket = net.connect({ host: target.host, port: target.port, noDelay: true });
    target.counted?.(socket);
    return logIn({ target, auth, timing, signal }, socket);
  }
  const jump = await dial(target.jump, timing, signal);
  try {
    const connection = await logIn({ target, auth, timing, signal }, await forward(jump, target));
    void connection.ended.then(() => jump.end());
    return connection;
  } catch (error) {
    await jump.end();
    throw error;
  }
}

/** @throws TransportFailed */
export function forward(jump: Connection, to: { host: string; port: number }): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    jump.client.forwardOut('127.0.0.1', 0, to.host, to.port, (error, stream) => {
      if (!error) return resolve(stream);
      reject(
        new TransportFailed(`${jump.where} cannot reach ${to.host}:${to.port}: ${error.message}`, 'refused', {
          cause: error,
        }),
      );
    });
  });
}

/** Where to, as whom, and for how long it is tried. */
interface Login {
  target: DialTarget;
  auth: AuthMethod[];
  timing: Timing;
  signal: AbortSignal | undefined;
}

function logIn({ target, auth, timing, signal }: Login, transport: net.Socket | Duplex): Promise<Connection> {
  const where = `${target.user}@${target.host}:${target.port}`;
  const client = new ssh2.Client();
  const key = hostKeyCheck(target.pin, where);
  let failure: TransportFailed | undefined;
  let stage: DialStage = 'connecting';
  const ended = new Promise<void>((resolve) => client.once('close', resolve));

  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (error instanceof TransportFailed) failure ??= error;
      reject(error);
      // A half-broken connection can stay open for ever when the peer is silent too.
      transport.destroy();
    };
    const onAbort = () => fail(signal?.reason);
    const onSilence = () => {
      const mute = transport instanceof net.Socket && transport.bytesRead === 0;
      fail(silenceOf(stage === 'handshake' && mute ? 'banner' : stage, timing.connectSeconds, where));
    };
    const timer = setTimeout(onSilence, timing.connectSeconds * 1000);
    signal?.addEventListener('abort', onAbort, { once: true });

    // ssh2 reports the same corruption several times; an `error` without a listener would end the process.
    client.on('error', (error) => {
      if ('level' in error && error.level === 'agent') return;
      fail(key.changed() ?? asError(failureOf(error, stage, where)));
    });
    client.once('connect', () => {
      stage = 'handshake';
    });
    client.once('handshake', () => {
      stage = 'login';
    });
    client.once('close', () =>
      fail(failure ?? new TransportFailed(`${where} closed the connection`, 'closed')),
    );
    client.once('ready', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      stage = 'open';
      watchForSilence(client, transport, timing, () =>
        fail(silenceOf('open', timing.keepaliveSeconds * timing.keepaliveMisses, where)),
      );
      resolve({
        client,
        where,
        hostKeySha256: key.seen(),
        hostKey: key.whole(),
        failure: () => failure,
        ended,
        end: () => {
          failure ??= new TransportFailed(`the connection to ${where} was closed by us`, 'closed');
          client.end();
          const patience = setTimeout(() => transport.destroy(), 2000);
          return ended.then(() => clearTimeout(patience));
        },
      });
    });
    client.connect({
      sock: transport as net.Socket,
      username: target.user,
      // Named methods skip ssh2's opening "none" request, which is one round trip for a refusal.
      authHandler: auth,
      hostVerifier: key.verify,
      ...(target.pin?.keyTypes ? { algorithms: { serverHostKey: algorithmsFor(target.pin.keyTypes) } } : {}),
      readyTimeout: 0,
      // ssh2 only sends the probes; `watchForSilence` judges, because any byte is a sign of life, not only a reply.
      keepaliveInterval: timing.keepaliveSeconds * 1000,
      keepaliveCountMax: Number.MAX_SAFE_INTEGER,
    });
  });
}

const asError = (error: TransportFailed | LoginRefused): Error => error;

function hostKeyCheck(pin: HostPin | undefined, where: string) {
  let allowed = pin && new Set(typeof pin.sha256 === 'string' ? [pin.sha256] : pin.sha256);
  let seen = '';
  let whole = '';
  let changed: HostKeyChanged | undefined;
  return {
    seen: () => seen,
    whole: () => whole,
    changed: () => changed,
    /** Called for every key exchange: what was accepted first holds for the whole connection. */
    verify: (hostKey: Buffer): boolean => {
      seen = createHash('sha256').update(hostKey).digest('base64').replace(/=+$/, '');
      whole = `${keyTypeOf(hostKey)} ${hostKey.toString('base64')}`;
      allowed ??= new Set([seen]);
      if (allowed.has(seen)) return true;
      changed = new HostKeyChanged([...allowed].join(' or SHA256:'), seen, where);
      return false;
    },
  };
}

/** Of a stranger: only what such a name can be is repeated. */
export function keyTypeOf(key: Buffer): string {
  const type =
    key.length < 4 ? '' : key.subarray(4, 4 + Math.min(key.readUInt32BE(0), 64)).toString('latin1');
  return /^[a-z0-9@.-]+$/.test(type) ? type : 'unknown';
}

/** What a server is asked for, to show a key of one of these types. */
export function algorithmsFor(keyTypes: readonly string[]): ServerHostKeyAlgorithm[] {
  return keyTypes.flatMap((type) =>
    type === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256'] : [type],
  ) as ServerHostKeyAlgorithm[];
}

/** Counts ticks, not seconds: a process that was itself busy for a minute must not call its peer dead. */
function watchForSilence(
  client: Client,
  transport: net.Socket | Duplex,
  timing: Timing,
  dead: () => void,
): void {
  if (!(transport instanceof net.Socket)) return; // The jump's own socket is watched.
  let missed = 0;
  let bytes = transport.bytesRead;
  const timer = setInterval(() => {
    missed = transport.bytesRead === bytes ? missed + 1 : 0;
    bytes = transport.bytesRead;
    if (missed > timing.keepaliveMisses) dead();
  }, timing.keepaliveSeconds * 1000);
  client.once('close', () => clearInterval(timer));
}
