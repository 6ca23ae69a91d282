import type { Socket } from 'node:net';
import { type Clock, secondsBetween, systemClock } from '../clock.ts';
import { backoff, type Pauses } from '../host/backoff.ts';
import { TransportFailed } from './channel.ts';
import { SshChannel } from './ssh-channel.ts';
import { type DialTarget, dial, type HostPin, type Timing } from './ssh-dial.ts';
import type { SshLogin } from './ssh-login.ts';

/** For looks and commands: gives a dead line up after about 30 s. */
export const PROBE: Timing = { connectSeconds: 15, keepaliveSeconds: 10, keepaliveMisses: 3 };

export type PinSource = 'platform' | 'derived' | 'first-contact' | 'user';

/** Less than the 45 s after which a probe of a silent box must have ended, with all its attempts. */
export const GIVE_UP_SECONDS = 40;

/** 0.5 to 1 s, then twice that each time, at most 10 s. */
const PAUSES: Pauses = { first: 1, most: 10, jitter: 0.5 };

export interface SshEndpoint {
  host: string;
  port: number;
  user: string;
  /** Where the platform vouches for the key. Base64 without padding. */
  hostKeySha256?: string;
}

export interface SshOptions {
  /** Asked anew for every attempt: addresses and ports change when a box restarts. */
  endpoint: () => Promise<SshEndpoint>;
  login: SshLogin;
  /**
   * The key the box must show. `first-contact`: accept what it shows unless the endpoint's platform vouches for a key;
   * the caller records `hostKeySha256` in the ledger and pins it from then on.
   */
  pin: 'first-contact' | (HostPin & { by: PinSource });
  /** Reach the endpoint through this host. */
  jump?: DialTarget & { pin: HostPin };
  timing?: Timing;
  /** Default 4. Transport failures only: a refused login or a changed host key is never tried again. */
  attempts?: number;
  /** No attempt starts, and none goes on, after so long. */
  giveUpSeconds?: number;
  /** Told of every socket before anything goes over it. */
  counted?: (socket: Socket) => void;
  clock?: Clock;
  /** Between 0 and 1; spreads the retries of many clients. */
  random?: () => number;
  signal?: AbortSignal;
}

export interface Connected {
  channel: SshChannel;
  /** Who vouched for the key that was compared; `first-contact` when nobody could. */
  pinnedBy: PinSource;
}

/** @throws TransportFailed after the last attempt, HostKeyChanged, LoginRefused, or what `endpoint` throws */
export async function connectSsh(options: SshOptions): Promise<Connected> {
  const {
    attempts = 4,
    giveUpSeconds = GIVE_UP_SECONDS,
    clock = systemClock,
    random = Math.random,
    timing = PROBE,
    signal,
  } = options;
  const started = clock.now();
  const secondsLeft = () => giveUpSeconds - secondsBetween(started, clock.now());
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connectOnce(options, {
        ...timing,
        connectSeconds: Math.min(timing.connectSeconds, secondsLeft()),
      });
    } catch (error) {
      const pause = backoff(attempt, PAUSES, random());
      // Where the platform itself shows no box any more, trying again only costs time.
      if (!(error instanceof TransportFailed) || error.reason === 'gone') throw error;
      if (attempt >= attempts || secondsLeft() - pause < 1) throw error;
      await clock.sleep(pause, signal);
      signal?.throwIfAborted();
    }
  }
}

async function connectOnce(options: SshOptions, timing: Timing): Promise<Connected> {
  const { pin, login, jump, counted, signal } = options;
  const endpoint = await options.endpoint();
  const { host, port, user, hostKeySha256 } = endpoint;
  const vouched = hostKeySha256 === undefined ? undefined : { sha256: hostKeySha256 };
  const expected = pin === 'first-contact' ? vouched : pin;
  const target = {
    host,
    port,
    user,
    login,
    pin: expected,
    ...(jump ? { jump } : {}),
    ...(counted ? { counted } : {}),
  };
  const channel = new SshChannel(await dial(target, timing, signal));
  return { channel, pinnedBy: pin !== 'first-contact' ? pin.by : vouched ? 'platform' : 'first-contact' };
}
