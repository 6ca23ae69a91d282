import type { Channel, ExecResult } from '../src/box/channel.ts';
import type { Clock } from '../src/clock.ts';
import { MemoryLedger } from '../src/ledger/memory-ledger.ts';
import type { PlatformDriver } from '../src/platforms/driver.ts';
import type { Face, Progress, World } from '../src/world.ts';
import { profileOf } from './profile/profiles.ts';

/** A clock that only moves when somebody sleeps; every sleep is noted. */
export class ScriptedClock implements Clock {
  readonly slept: number[] = [];
  #now: number;
  constructor(startIso = '2026-11-21T12:00:00Z') {
    this.#now = Date.parse(startIso);
  }
  now(): Date {
    return new Date(this.#now);
  }
  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }
  async sleep(seconds: number): Promise<void> {
    if (this.slept.length > 10_000) throw new Error('this wait has no bound');
    this.slept.push(seconds);
    this.pass(seconds);
  }
}

/** What a person would have seen. */
export class ScriptedFace implements Face {
  readonly lines: string[] = [];
  readonly warnings: string[] = [];
  readonly updates: { id: string; state: Progress }[] = [];
  readonly settled: { id: string | undefined; is: string | undefined }[] = [];
  heading(text: string): void {
    this.lines.push(`# ${text}`);
  }
  line(text: string): void {
    this.lines.push(text);
  }
  warn(text: string): void {
    this.warnings.push(text);
  }
  progress(id: string, state: Progress): void {
    this.updates.push({ id, state });
  }
  settle(id?: string, is?: string): void {
    this.settled.push({ id, is });
  }
}

export interface Scripted {
  world: World;
  clock: ScriptedClock;
  face: ScriptedFace;
  /** Names of leases whose connection was closed, in order. */
  hungUp: string[];
  abort: AbortController;
}

/** A world in which nothing is there but what the test puts in; touching anything else fails the test. */
export function scriptedWorld(
  over: Partial<Omit<World, 'driver' | 'channel'>> & {
    driver?: Partial<PlatformDriver>;
    drivers?: Record<string, Partial<PlatformDriver>>;
    channel?: Channel | (() => Promise<Channel>);
  } = {},
): Scripted {
  const clock = new ScriptedClock();
  const face = new ScriptedFace();
  const hungUp: string[] = [];
  const abort = new AbortController();
  const { driver, drivers, channel, ...rest } = over;
  const world: World = {
    clock,
    face,
    claim: 'mine',
    ledger: new MemoryLedger(),
    who: 'test',
    machine: 'here',
    storeDir: '/nowhere',
    repoDir: '/nowhere',
    driver: async ({ platform }) => {
      const found = drivers?.[platform] ?? driver;
      if (!found) throw new Error(`the test has no driver of ${platform}`);
      // No labels, and nobody is asked whether a box is gone before a verb, unless the test says so.
      const quiet = {
        mark: undefined,
        keepSecrets: undefined,
        cards: undefined,
        forget: undefined,
        createsOnce: false,
        describe: async () => ({ state: 'running' }),
        ...found,
      };
      return strict(`driver of ${platform}`, quiet as unknown as PlatformDriver);
    },
    // Facts of the loopback box, where a stage wants its platform's; a test of facts brings its own.
    profile: async () => profileOf('local'),
    channel: async () => {
      if (!channel) throw new Error('the test has no channel');
      return typeof channel === 'function' ? channel() : channel;
    },
    hangUp: async (lease) => {
      hungUp.push(lease);
    },
    loginKey: async (run) => ({ publicOpenSsh: `ssh-ed25519 ${run}`, privateOpenSsh: 'private' }),
    hostKey: async (lease) => ({ privateOpenSsh: `host key of ${lease}`, sha256: 'derived' }),
    ownerMark: (lease) => `mark of ${lease}`,
    withoutSecrets: (text) => text,
    secret: () => undefined,
    signal: abort.signal,
    ...rest,
  };
  return { world, clock, face, hungUp, abort };
}

/** An object of which only the given parts may be used. */
export function strict<T extends object>(what: string, parts: Partial<T>): T {
  return new Proxy(parts, {
    get(target, key) {
      if (key in target || key === 'then' || typeof key === 'symbol') return Reflect.get(target, key);
      throw new Error(`${what} was asked for ${key}, which this test does not expect`);
    },
  }) as T;
}

/** A channel whose every exec is answered by `answer`, and noted. */
export function execChannel(
  answer: (argv: readonly string[]) => Partial<ExecResult> | Promise<Partial<ExecResult>>,
): {
  channel: Channel;
  execs: string[][];
} {
  const execs: string[][] = [];
  const channel = strict<Channel>('the channel', {
    hostKeySha256: 'key',
    exec: async (argv) => {
      execs.push([...argv]);
      return { exitCode: 0, stdout: '', stderr: '', truncated: false, ...(await answer(argv)) };
    },
    close: async () => {},
  });
  return { channel, execs };
}
