import type { Moved } from '../../src/lease/traffic.ts';
import { type Held, type Meter, type PlatformDriver, RentFailed } from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import type { Profile } from '../../src/profile/schema.ts';
import { keepsMarks } from '../lease/whole-world.ts';
import { profileOf } from '../profile/profiles.ts';
import { HOUR, isIn, type Weather } from './weather.ts';

/** A meter of a box: every time that it ran. The platforms' own books, whatever any record says. */
interface Metered extends Meter {
  usdPerHour: number;
  spans: { from: number; to: number | undefined }[];
}

export type Incident =
  | 'evicted'
  | 'vanished'
  | 'deaf'
  | 'silent'
  | 'rebooted'
  | 'bug'
  | 'stopped'
  | 'finished';

/** A box as it really is. */
export interface Box {
  id: string;
  name: string;
  run: string;
  platform: string;
  bornAt: number;
  /** Lists do not show it before. */
  shownAt: number;
  meters: Metered[];
  state: 'running' | 'stopped' | 'gone';
  evicted: boolean;
  /** When somebody started it again in the console, while it runs of that. */
  againAt?: number | undefined;
  hopeless: boolean;
  takesKey: boolean;
  /** Nothing on it takes a connection since then. */
  deafSince: number | undefined;
  /** When it last answered somebody. */
  seenAt: number | undefined;
  mark: string | undefined;
  /** Verbs that it accepts and does not carry out, before it does. */
  ignores: number;
  work: {
    state: 'none' | 'running' | 'silent' | 'ended' | 'lost';
    since: number;
    exitCode: number;
    /** When somebody first saw it so. */
    metAt?: number;
  };
  attempt: number;
  boots: number;
  /** What will happen on it, the first first. */
  ahead: { at: number; what: Incident }[];
}

export const isBilling = (box: Box): boolean => usdPerHourOf(box) > 0;

export const usdPerHourOf = ({ meters }: Box): number =>
  meters.filter(runs).reduce((sum, { usdPerHour }) => sum + usdPerHour, 0);

const runs = ({ spans }: Metered): boolean => spans.some(({ to }) => to === undefined);

/** What the platform takes for a box between two moments. */
export const usdBetween = ({ meters }: Box, from: number, to: number): number =>
  meters.reduce(
    (sum, { usdPerHour, spans }) =>
      sum +
      spans.reduce((hours, span) => {
        const begin = Math.max(from, span.from);
        const end = Math.min(to, span.to ?? to);
        return hours + Math.max(0, end - begin) / HOUR;
      }, 0) *
        usdPerHour,
    0,
  );

export interface Time {
  now(): number;
}

/** What a life, its person and its judge know of accounts, whatever stands behind them. */
export interface AccountBooks {
  readonly boxes: readonly Box[];
  readonly refusedKeys: Set<string>;
  profile(platform: string): Profile;
  ofRun(run: string): Box[];
  box(id: string): Box | undefined;
  live(): void | Promise<void>;
  end(box: Box, state: 'stopped' | 'gone', at?: number): void | Promise<void>;
  startAgain(box: Box): void | Promise<void>;
  answers(platform: string): boolean;
  driver(platform: string, answered: () => void): PlatformDriver | Promise<PlatformDriver>;
  /** So much went over the line of a box, as its platform sees it. Absent: nobody takes anything for it. */
  moved?(box: Box, bytes: Moved): void;
  /** Keys by the names of their variables. Absent: every account has one. */
  secret?(name: string): string | undefined;
}

/** All the accounts of one person: boxes, prices, keys and the weather over them. */
export class Accounts implements AccountBooks {
  readonly boxes: Box[] = [];
  readonly refusedKeys = new Set<string>();
  readonly #profiles = new Map<string, Profile>();
  readonly #random: () => number;
  readonly #time: Time;
  readonly #weather: Weather;
  #made = 0;

  constructor(random: () => number, time: Time, weather: Weather) {
    this.#random = random;
    this.#time = time;
    this.#weather = weather;
  }

  profile(platform: string): Profile {
    const known = this.#profiles.get(platform);
    if (known) return known;
    const real = profileOf(platform);
    const made = { ...real, rent: { ...real.rent, find: { ...real.rent.find, unique: 'no' as const } } };
    this.#profiles.set(platform, made);
    return made;
  }

  ofRun(run: string): Box[] {
    return this.boxes.filter((box) => box.run === run);
  }

  box(id: string): Box | undefined {
    return this.boxes.find((box) => box.id === id);
  }

  /** Brings everything that was ahead of a box and is past now. */
  live(): void {
    const now = this.#time.now();
    for (const box of this.boxes) {
      while (box.ahead[0] && box.ahead[0].at <= now) {
        const [{ at, what }] = box.ahead.splice(0, 1) as [Box['ahead'][number]];
        if (box.state === 'running') this.#befall(box, what, at);
      }
    }
  }

  #befall(box: Box, what: Incident, at: number): void {
    const ends = (state: 'ended' | 'lost', exitCode: number) => {
      if (box.work.state === 'running' || box.work.state === 'silent')
        box.work = { state, since: at, exitCode };
    };
    if (what === 'finished') ends('ended', 0);
    if (what === 'bug') ends('ended', 1);
    if (what === 'rebooted') {
      box.boots += 1;
      ends('lost', -1);
    }
    if (what === 'silent' && box.work.state === 'running')
      box.work = { state: 'silent', since: at, exitCode: 0 };
    if (what === 'deaf') box.deafSince ??= at;
    if (what === 'vanished') this.end(box, 'gone', at);
    if (what === 'stopped' || what === 'evicted') {
      box.evicted = what === 'evicted';
      this.end(box, 'stopped', at);
    }
  }

  /** Stopped or gone, whoever did it: the meters that end with that end. */
  end(box: Box, state: 'stopped' | 'gone', at = this.#time.now()): void {
    const { verbs } = this.profile(box.platform);
    const stops = verbs.filter(({ event }) => event === 'stop').flatMap((verb) => verb.stops);
    const isPart = state === 'stopped' && stops.length > 0;
    for (const meter of box.meters) if (!isPart || stops.includes(meter.id)) stopMeter(meter, at);
    box.state = state;
    box.againAt = undefined;
    if (box.work.state === 'running' || box.work.state === 'silent')
      box.work = { state: 'lost', since: at, exitCode: -1 };
  }

  /** A person starts it again in the console. */
  startAgain(box: Box): void {
    if (box.state !== 'stopped') return;
    box.state = 'running';
    box.evicted = false;
    box.againAt = this.#time.now();
    box.boots += 1;
    for (const meter of box.meters)
      if (!runs(meter)) meter.spans.push({ from: this.#time.now(), to: undefined });
  }

  /** Whether the platform lets anybody in now. */
  answers(platform: string): boolean {
    const isDown = isIn(this.#weather.platformDown.get(platform) ?? [], this.#time.now());
    return !isDown && !this.refusedKeys.has(platform);
  }

  #letIn(platform: string, answered: () => void): void {
    if (isIn(this.#weather.platformDown.get(platform) ?? [], this.#time.now()))
      throw new Problem({
        code: 'api-unreachable',
        kind: 'unreachable',
        what: `GET /: 503. ${platform} did not answer; this says nothing about boxes there.`,
        next: 'Run the same command again; it goes on where this one stopped.',
      });
    answered();
    if (this.refusedKeys.has(platform))
      throw new Problem({
        code: 'api-key-refused',
        kind: 'usage',
        what: `${platform} does not accept the key (401).`,
        next: 'Make a new key, store it, and run the same command again.',
      });
    this.live();
  }

  #meters(platform: string, usdPerHour: number): Metered[] {
    const { meters, verbs } = this.profile(platform);
    const ended = new Set(verbs.filter(({ event }) => event === 'release').flatMap(({ stops }) => stops));
    return meters
      .filter(({ id, kind }) => ended.has(id) && kind !== 'bandwidth')
      .map(({ id, kind }) => ({
        id,
        kind: kind as Meter['kind'],
        usdPerHour: kind === 'gpu' ? usdPerHour : 0.02,
        source: 'the books',
        spans: [{ from: this.#time.now(), to: undefined }],
      }));
  }

  #make(platform: string, name: string, usdPerHour: number, shownAfter: number): Box {
    const now = this.#time.now();
    this.#made += 1;
    const box: Box = {
      id: `b${this.#made}`,
      name,
      run: name.replace(/-\d+$/, ''),
      platform,
      bornAt: now,
      shownAt: now + shownAfter,
      meters: this.#meters(platform, usdPerHour),
      state: 'running',
      evicted: false,
      hopeless: this.#random() < 0.03,
      takesKey: this.#random() >= 0.05,
      deafSince: undefined,
      seenAt: undefined,
      mark: undefined,
      ignores: this.#random() < 0.06 ? 1 + Math.floor(this.#random() * 7) : 0,
      work: { state: 'none', since: now, exitCode: 0 },
      attempt: 0,
      boots: 1,
      ahead: [],
    };
    this.boxes.push(box);
    return box;
  }

  /** @param answered called with each answer, whatever it is */
  driver(platform: string, answered: () => void): PlatformDriver {
    const shown = (box: Box) => box.platform === platform && box.shownAt <= this.#time.now();
    const heldOf = ({ id, name, meters, bornAt }: Box): Held => ({
      boxId: id,
      name,
      since: new Date(bornAt).toISOString(),
      meters: meters.map(({ spans: _, ...meter }) => meter),
    });
    const calls: PlatformDriver = {
      platform,
      offers: async () => [
        {
          id: `o${Math.floor(this.#random() * 1e6)}`,
          platform,
          summary: 'one GPU',
          usdPerHour: Number((0.3 + 2.4 * this.#random()).toFixed(2)),
          market: 'on-demand',
        },
      ],
      inventory: async () =>
        this.boxes
          .filter((box) => shown(box) && box.state !== 'gone')
          .map((box) => ({
            kind: 'instance',
            id: box.id,
            name: box.name,
            owner: 'aaaaaaaaaa',
            native: box.state,
            billing: isBilling(box) ? 'yes' : 'no',
            usdPerHour: usdPerHourOf(box),
            createdAt: new Date(box.bornAt).toISOString(),
          })),
      create: async ({ name, offer }) => {
        if (this.#random() < 0.04) throw new RentFailed('none left', 'no-capacity');
        const isLost = this.#random() < 0.06;
        // Within the time that is waited for, or long after it.
        const after = isLost ? (this.#random() < 0.5 ? 15_000 : 2 * HOUR) : 0;
        const box = this.#make(platform, name, offer.usdPerHour, after);
        if (isLost) throw new RentFailed('500 after the box was made', 'unclear');
        return heldOf(box);
      },
      find: async (name) =>
        this.boxes.filter((box) => shown(box) && box.name === name && box.state !== 'gone').map(heldOf),
      describe: async (id) => {
        const box = this.box(id);
        if (!box || box.state === 'gone') return { state: 'gone' };
        return {
          state: box.state,
          ...(box.evicted && { evicted: true }),
          ...(box.hopeless && { hopeless: 'the image cannot be pulled' }),
          ...(box.mark !== undefined && { mark: box.mark }),
          ...(box.state === 'running' && !box.hopeless && { endpoint: { host: id, port: 22, user: 'root' } }),
        };
      },
      carryOut: async (warrant, id, verb) => {
        const plan = this.profile(platform).verbs.find((each) => each.id === verb);
        if (!plan || !warrant.permits(id, verb)) throw new Error(`no warrant for ${verb} of ${id}`);
        const box = this.box(id);
        if (!box || box.state === 'gone') return;
        if (box.ignores > 0) {
          box.ignores -= 1;
          return;
        }
        for (const meter of box.meters) if (plan.stops.includes(meter.id)) stopMeter(meter, this.#time.now());
        if (plan.event === 'stop' && box.state === 'running') this.end(box, 'stopped');
        if (plan.event === 'release') this.end(box, 'gone');
      },
      meters: async ({ boxId, meters }) =>
        meters.map(({ id }) => {
          const meter = this.box(boxId)?.meters.find((each) => each.id === id);
          return { id, state: meter && runs(meter) ? 'running' : 'gone' };
        }),
      ...(keepsMarks(platform) && {
        mark: async (id: string, word: string) => {
          const box = this.box(id);
          if (box) box.mark = word;
        },
      }),
    };
    return this.#guarded(platform, calls, answered);
  }

  /** Nobody is let past the weather and the key. */
  #guarded(platform: string, driver: PlatformDriver, answered: () => void): PlatformDriver {
    return new Proxy(driver, {
      get: (target, key, receiver) => {
        const value = Reflect.get(target, key, receiver);
        if (typeof value !== 'function') return value;
        return async (...words: unknown[]) => {
          this.#letIn(platform, answered);
          return value.apply(target, words);
        };
      },
    });
  }
}

function stopMeter({ spans }: Metered, at: number): void {
  for (const span of spans) span.to ??= at;
}
