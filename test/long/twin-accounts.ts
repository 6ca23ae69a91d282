import type { Clock } from '../../src/clock.ts';
import type { Moved } from '../../src/lease/traffic.ts';
import type { Held, PlatformDriver, RentIntent } from '../../src/platforms/driver.ts';
import { driverFor, type PlatformContext } from '../../src/platforms/registry.ts';
import { Problem } from '../../src/problem.ts';
import type { Profile } from '../../src/profile/schema.ts';
import { type HeldResource, teardownPlan } from '../../src/profile/teardown.ts';
import type { RentedPlatform } from '../faults/rented-platforms.ts';
import { warrantFor } from '../platforms/warrant-for-tests.ts';
import { profileOf } from '../profile/profiles.ts';
import type { BillLine } from '../twins/billing.ts';
import type { TwinReply, TwinRequest } from '../twins/twin.ts';
import { type AccountBooks, type Box, type Incident, usdPerHourOf } from './accounts.ts';
import { isIn, type Weather } from './weather.ts';

type Started = Awaited<ReturnType<RentedPlatform['start']>>;
type Work = Box['work'];

/** Lines of these are of things that may outlive their machine and are none. */
const NO_MACHINE = /^(?:volume|network-volume|snapshot|filesystem)$/;
const NO_COMPUTE = /disk|storage|volume|snapshot|filesystem|traffic/;

/** Each process logs in there once, over a real connection: one process for all looks, or a story would take a minute. */
const BY_PASSWORD: readonly string[] = ['compshare'];

/** A box at a twin, with everything that its work went through. */
export class TwinBox implements Box {
  /** As the driver calls it; as the bill does until it was heard. */
  id: string;
  /** As the bill calls it. */
  readonly resource: string;
  readonly name: string;
  readonly run: string;
  readonly platform: string;
  readonly bornAt: number;
  /** Lists do not show it before. */
  shownAt: number;
  meters: Box['meters'] = [];
  state: Box['state'] = 'running';
  evicted = false;
  againAt: number | undefined;
  hopeless = false;
  takesKey: boolean;
  deafSince: number | undefined;
  seenAt: number | undefined;
  mark: string | undefined;
  ignores = 0;
  attempt = 0;
  boots = 1;
  ahead: Box['ahead'] = [];
  /** Its platform took the order to destroy it. */
  isEnded = false;
  hasComputed = false;
  /** When a person started it in the console. */
  readonly startedAgain: number[] = [];
  /** Charged by the amount, whenever it was moved. */
  trafficUsd = 0;
  /** Every state of the work on it, in order. */
  readonly history: { at: number; state: Work['state']; attempt: number; exitCode: number }[] = [];
  #work: Work;

  constructor(of: Pick<Box, 'id' | 'name' | 'run' | 'platform' | 'bornAt' | 'takesKey'>) {
    this.id = of.id;
    this.resource = of.id;
    this.name = of.name;
    this.run = of.run;
    this.platform = of.platform;
    this.bornAt = of.bornAt;
    this.shownAt = of.bornAt;
    this.takesKey = of.takesKey;
    this.#work = { state: 'none', since: of.bornAt, exitCode: 0 };
  }

  get work(): Work {
    return this.#work;
  }

  set work(work: Work) {
    this.#work = work;
    this.history.push({ at: work.since, state: work.state, attempt: this.attempt, exitCode: work.exitCode });
  }
}

/** The account of one platform as its twin keeps it: its own driver speaks to it over HTTP, and its bill is the books. */
export class TwinAccounts implements AccountBooks {
  readonly boxes: TwinBox[] = [];
  readonly refusedKeys = new Set<string>();
  readonly platform: RentedPlatform;
  readonly started: Started;
  /** Whoever looks now is a person in the console, which no fault of the API keeps out. */
  isConsole = false;
  #kept: Promise<PlatformDriver> | undefined;
  readonly #of: { run: string; random: () => number; clock: Clock; weather: Weather };

  constructor(
    platform: RentedPlatform,
    started: Started,
    of: { run: string; random: () => number; clock: Clock; weather: Weather },
  ) {
    this.platform = platform;
    this.started = started;
    this.#of = of;
    started.server.watch.after = (_n, request) => this.#answered(request);
  }

  get now(): number {
    return this.#of.clock.now().getTime();
  }

  profile(platform: string): Profile {
    return profileOf(platform);
  }

  ofRun(run: string): Box[] {
    return this.boxes.filter((box) => box.run === run);
  }

  box(id: string): TwinBox | undefined {
    return this.boxes.find((box) => box.id === id || box.resource === id);
  }

  answers(platform: string): boolean {
    return !isIn(this.#of.weather.platformDown.get(platform) ?? [], this.now);
  }

  secret(name: string): string | undefined {
    return this.started.env[name];
  }

  async driver(platform: string): Promise<PlatformDriver> {
    const { clock } = this.#of;
    const context = {
      clock,
      localRoot: '/nowhere',
      selfCommand: ['/nowhere'] as [string],
      secret: (name: string) => this.secret(name),
    };
    const driver = await this.#driverOf(platform, context);
    const heardOf = (boxId: string): void => {
      const box = this.boxes.find(({ resource }) => boxId.split('@')[0] === resource);
      if (box) box.id = boxId;
    };
    const heard = (held: Held): Held => {
      heardOf(held.boxId);
      return held;
    };
    return Object.assign(Object.create(driver) as PlatformDriver, {
      create: async (intent: RentIntent) => heard(await driver.create(intent)),
      find: async (name: string) => (await driver.find(name)).map(heard),
      inventory: async () => {
        const all = await driver.inventory();
        for (const { id: boxId } of all) heardOf(boxId);
        return all;
      },
    });
  }

  async #driverOf(platform: string, context: PlatformContext): Promise<PlatformDriver> {
    const make = () => driverFor(platform, context, this.profile(platform).drive.driver);
    if (!BY_PASSWORD.includes(platform)) return make();
    this.#kept ??= make();
    return this.#kept;
  }

  /** Brings everything that was ahead of a box and is past now. */
  async live(): Promise<void> {
    for (const box of this.boxes)
      while (box.ahead[0] && box.ahead[0].at <= this.now) {
        const [{ at, what }] = box.ahead.splice(0, 1) as [Box['ahead'][number]];
        if (box.state === 'running') await this.#befall(box, what, at);
      }
    this.settle();
  }

  async #befall(box: TwinBox, what: Incident, at: number): Promise<void> {
    const isAtWork = box.work.state === 'running' || box.work.state === 'silent';
    if (what === 'finished' && isAtWork) box.work = { state: 'ended', since: at, exitCode: 0 };
    if (what === 'bug' && isAtWork) box.work = { state: 'ended', since: at, exitCode: 1 };
    if (what === 'rebooted') {
      box.boots += 1;
      if (isAtWork) box.work = { state: 'lost', since: at, exitCode: -1 };
    }
    if (what === 'silent' && box.work.state === 'running')
      box.work = { state: 'silent', since: at, exitCode: 0 };
    if (what === 'deaf') box.deafSince ??= at;
    const { hand } = this.started;
    const { resource } = box;
    if (what === 'evicted') await this.evict(box);
    if (what === 'vanished') await (hand.takeAway ? this.takeAway(box) : this.evict(box));
    if (what === 'stopped') await hand.stop?.(resource);
  }

  /** Taken by the platform, as far as it does such a thing. */
  async evict(box: TwinBox): Promise<void> {
    const { hand } = this.started;
    if (hand.evict) {
      // What was rented on demand is not taken back there, and the twin says so.
      box.evicted = await this.#isTaken(box);
      this.settle();
    } else if (hand.takeAway) await this.takeAway(box);
  }

  async #isTaken({ resource }: TwinBox): Promise<boolean> {
    try {
      await this.started.hand.evict?.(resource);
      return true;
    } catch (error) {
      if (!/is no spot instance/.test(String(error))) throw error;
      return false;
    }
  }

  async takeAway(box: TwinBox): Promise<void> {
    await this.started.hand.takeAway?.(box.resource);
    box.isEnded = true;
    this.settle();
  }

  /** A person in the console. */
  async end(box: Box, state: 'stopped' | 'gone'): Promise<void> {
    const profile = this.profile(box.platform);
    const held = profile.meters.map(({ id, kind }) => ({ meter: id, kind, resource: id }) as HeldResource);
    const { steps } = teardownPlan(profile, held, state === 'gone' ? 'zero' : 'park', {
      now: new Date(this.now),
    });
    const verbs = steps.map(({ verb }) => verb).filter((verb) => !/[ *]/.test(verb));
    this.isConsole = true;
    try {
      const driver = await this.driver(box.platform);
      for (const verb of verbs)
        await driver.carryOut(warrantFor(box.id, ...verbs), box.id, verb).catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error;
        });
    } finally {
      this.isConsole = false;
    }
    box.againAt = undefined;
    this.settle();
  }

  moved({ id }: Box, bytes: Moved): void {
    const box = this.box(id);
    if (box) this.started.hand.moved?.(box.resource, bytes);
  }

  async startAgain({ id }: Box): Promise<void> {
    const { hand } = this.started;
    const box = this.box(id);
    if (box?.state !== 'stopped' || !hand.start) return;
    await hand.start(box.resource);
    box.startedAgain.push(this.now);
    box.evicted = false;
    box.againAt = this.now;
    box.boots += 1;
    this.settle();
  }

  #answered(request: TwinRequest): void {
    const { server } = this.started;
    const reply = server.exchanges.at(-1)?.reply as TwinReply;
    if (this.platform.isDestroy(request) && this.platform.isEnd(request, reply)) {
      const text = `${request.path} ${request.bytes.toString('utf8')} ${request.query}`;
      for (const box of this.boxes) if (text.includes(box.resource)) box.isEnded = true;
    }
    this.settle();
  }

  /** Brings the boxes up to what the platform charges for. */
  settle(): void {
    const lines = this.started.billing.lines();
    for (const { resource, what, from } of lines)
      if (!NO_MACHINE.test(what) && !this.box(resource)) this.#made(resource, from);
    for (const box of this.boxes) {
      const own = linesOf(box, lines, this.boxes);
      box.meters = own.filter(({ usd }) => !usd).map(meterOf);
      box.trafficUsd = own.reduce((sum, { usd }) => sum + (usd?.() ?? 0), 0);
      const isComputing = box.meters.some(
        ({ id, spans }) => !NO_COMPUTE.test(id) && spans.some(({ to }) => to === undefined),
      );
      box.hasComputed ||= isComputing;
      const isStopped = box.hasComputed && !isComputing;
      box.state = box.isEnded && !isComputing ? 'gone' : isStopped ? 'stopped' : 'running';
      if (box.state === 'running') continue;
      box.againAt = undefined;
      if (box.work.state === 'running' || box.work.state === 'silent')
        box.work = { state: 'lost', since: this.now, exitCode: -1 };
    }
  }

  #made(id: string, bornAt: number): void {
    const { run, random } = this.#of;
    const names = this.started.billed().map((name) => this.platform.leaseOf(name));
    const counted = (name: string, all: readonly string[]) => all.filter((each) => each === name).length;
    const known = this.boxes.filter((box) => usdPerHourOf(box) > 0).map(({ name }) => name);
    const name = names.find((each) => counted(each, names) > counted(each, known)) ?? names.at(-1) ?? run;
    const takesKey = random() >= 0.04;
    this.boxes.push(new TwinBox({ id, name, run, platform: this.platform.name, bornAt, takesKey }));
  }
}

/** Of a thing without a machine of its own pays the box that was made last before it. */
function linesOf(box: TwinBox, lines: readonly Readonly<BillLine>[], boxes: readonly TwinBox[]) {
  const isOf = ({ resource, what, from }: Readonly<BillLine>): boolean => {
    if (!NO_MACHINE.test(what)) return resource === box.resource;
    return (boxes.findLast(({ bornAt }) => bornAt <= from) ?? boxes[0]) === box;
  };
  return lines.filter(isOf);
}

const meterOf = (line: Readonly<BillLine>): Box['meters'][number] => ({
  id: line.what,
  kind: NO_COMPUTE.test(line.what) ? ('disk' as const) : ('gpu' as const),
  usdPerHour: line.usdPerHour,
  source: 'the bill',
  spans: [{ from: line.from, to: line.to }],
});
