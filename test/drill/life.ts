import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TransportFailed } from '../../src/box/channel.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import { openWorld } from '../../src/cli/world.ts';
import { advance } from '../../src/course/advance.ts';
import { newStage, perform } from '../../src/course/effects.ts';
import { openedBody } from '../../src/course/open-run.ts';
import { tickRun } from '../../src/course/tick-run.ts';
import type { Job } from '../../src/job/job.ts';
import type { EventBody, LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { openMeters, type Run } from '../../src/lease/run.ts';
import { takes } from '../../src/lease/stage-steps.ts';
import type { Step } from '../../src/lease/step.ts';
import { summarise } from '../../src/lease/summary.ts';
import { listenForTime } from '../../src/ledger/hear-the-time.ts';
import { Problem, Problems } from '../../src/problem.ts';
import { plansOf } from '../../src/release/lease-plans.ts';
import { Redactor } from '../../src/secret/redactor.ts';
import { problemsOf } from '../../src/tick/problems.ts';
import type { World } from '../../src/world.ts';
import { RENTED_PLATFORMS } from '../faults/rented-platforms.ts';
import { warrantFor } from '../platforms/warrant-for-tests.ts';
import { ScriptedFace } from '../scripted-world.ts';
import { auditOf, type Card } from './acted-audit.ts';
import { ActedBox } from './acted-box.ts';
import { ActedChannel, type Road } from './acted-channel.ts';
import { Adversity, isSpot } from './adversity.ts';
import { Books, type Finding } from './books.ts';
import type { Break } from './breaks.ts';
import { Chance } from './chance.ts';
import type { Fate } from './fates.ts';
import { type Ground, profileOf } from './ground.ts';
import { RUN, START, stamp } from './moments.ts';
import { Killed, LifeClock, MachineClock, Mortal } from './mortal.ts';
import { NosyPerson } from './nosy-person.ts';
import { Person } from './person.ts';
import { type Memory, Remote } from './remote.ts';
import { Watcher } from './watcher.ts';

/** No change was labelled here. */
const NOBODY = { env: {}, redactor: new Redactor() };

const SECRET = 'q7Jr2mX0b4Vn8sKc6tYw1eLz9uHa5pDg3fRj-_iOxBT';
/** Looks after which nothing more goes wrong; after which a person gives up; after which the life is stuck. */
const CALM_AFTER = 60;
const GIVE_UP_AFTER = 90;
const MOST_LOOKS = 150;

/** What one look of ours came to, as whoever reads it sees it. */
export interface Seen {
  run: Run | undefined;
  events: readonly LedgerEvent[];
  waitingFor: Step | undefined;
  problem: Problem | undefined;
  /** Red, an issue, a line that is told once: a person hears of it. */
  told: boolean;
  killed: boolean;
  /** Its clock was wrong, or nobody answered: it could not know. */
  blind: boolean;
}

/** One machine of ours: its disk and what it remembers. */
export interface Station {
  name: string;
  storeDir: string;
  memory: Memory;
}

export interface LifeEnd {
  findings: Finding[];
  looks: number;
  kills: number;
  creates: number;
  destroys: number;
  story: string;
}

/**
 * One life in one process: the product's own loop, drivers, look, pull, verification and release; the platform's twin over HTTP;
 * boxes whose shell and disk are real and whose hours are not. Judged from outside (`books.ts`).
 */
export class Life {
  readonly fate: Fate;
  readonly clock = new LifeClock(START);
  readonly chance: Chance;
  readonly remote = new Remote();
  readonly road: Road = { state: 'open' };
  readonly stations: Station[];
  readonly dir: string;
  readonly ground: Ground;
  readonly job: Job;
  readonly said: string[] = [];
  books!: Books;
  twin!: Awaited<ReturnType<(typeof RENTED_PLATFORMS)[number]['start']>>;
  /** Where work goes on now. */
  at = 0;
  /** The newest copy of the record outside of its ref. */
  copy: string | undefined;
  looks = 0;
  /** A person has just said that it goes on. */
  resumed = false;
  kills = 0;
  readonly #platform: (typeof RENTED_PLATFORMS)[number];
  readonly #break: Break | undefined;
  readonly adversity: Adversity;
  readonly watcher: Watcher;
  readonly nosy: NosyPerson;
  #mortal = new Mortal(Number.POSITIVE_INFINITY);
  #unfit: number;

  constructor(fate: Fate, ground: Ground, breaks?: Break) {
    const platform = RENTED_PLATFORMS.find(({ name }) => name === fate.platform);
    if (!platform) throw new Error(`no twin of ${fate.platform}`);
    this.fate = fate;
    this.ground = ground;
    this.chance = new Chance(fate.seed + 1_000_003);
    this.dir = mkdtempSync(join(ground.dir, `${fate.seed}-`));
    this.stations = ['laptop', 'desk'].map((name) => ({
      name,
      storeDir: join(this.dir, name),
      memory: new Map(),
    }));
    this.#platform = platform;
    this.#break = breaks;
    this.adversity = new Adversity(this);
    this.watcher = new Watcher(this, breaks?.isMute === true);
    this.nosy = new NosyPerson(this);
    this.#unfit = fate.unfitBoxes;
    this.job = this.#jobOf();
  }

  get station(): Station {
    return this.stations[this.at] as Station;
  }

  get now(): number {
    return this.clock.ms;
  }

  get workHours(): number {
    return (this.fate.stepMs * 100) / 3_600_000;
  }

  get isCalm(): boolean {
    return this.looks > CALM_AFTER;
  }

  get isOverdue(): boolean {
    return this.looks > GIVE_UP_AFTER;
  }

  #jobOf(): Job {
    const { fate } = this;
    const { resources, candidates = [] } = this.#platform.job;
    return {
      ...this.ground.bound.job,
      resources: { ...resources, diskGb: { min: 5 } } as Job['resources'],
      candidates: candidates.map((each) => ({ ...each, ...(isSpot(fate) && { market: 'spot' as const }) })),
      onFinish: fate.onFinish,
      budget: {
        usd: Number((fate.budgetFactor * this.workHours * PRICE).toFixed(2)),
        hours: Math.ceil(Math.max(2, 6 * this.workHours) + 24),
        usdPerHour: 10,
      },
    };
  }

  async live(): Promise<LifeEnd> {
    try {
      await this.begin();
      await this.#goOn();
      await this.watcher.end();
    } finally {
      await this.end();
    }
    const { findings, creates, destroys } = this.books;
    return { findings, looks: this.looks, kills: this.kills, creates, destroys, story: this.said.join('\n') };
  }

  /** The platform, and a run that a person has just opened. */
  async begin(): Promise<void> {
    const platform = this.#platform;
    this.twin = await platform.start(this.clock, this.ground.door);
    this.books = new Books({
      platform,
      started: this.twin,
      now: () => this.now,
      newBox: (lease) =>
        new ActedBox({
          dir: this.dir,
          lease,
          kind: this.fate.job,
          stepMs: this.fate.stepMs,
          now: () => this.now,
        }),
    });
    const { watch } = this.twin.server;
    watch.before = (_n, request) => {
      this.books.asked(request);
      return this.#mortal.strikes('call') ? 'drop' : undefined;
    };
    watch.after = (_n, request) => {
      const reply = this.twin.server.exchanges.at(-1)?.reply;
      if (reply) this.books.answered(request, reply);
      this.#mortal.strikes('answer');
    };
    this.adversity.firstCreate();
    await this.#open();
  }

  async end(): Promise<void> {
    await this.twin.close();
    if (!process.env['DRILL_KEEP']) rmSync(this.dir, { recursive: true, force: true });
  }

  async #goOn(): Promise<void> {
    const person = new Person(this, this.#break);
    while (this.looks < MOST_LOOKS) {
      this.looks += 1;
      await this.adversity.strike();
      // What goes on at once is the person's own process, which no schedule drops.
      const isOwn = this.resumed;
      this.resumed = false;
      const isDropped = !isOwn && !this.isCalm && this.chance.strikes(this.fate.dropped);
      if (isDropped) {
        this.pass(this.chance.between(1800, 4 * 3600));
        continue;
      }
      const seen = await this.look(isOwn ? 'run' : undefined);
      await this.watcher.look(seen);
      if (seen.run?.closed) return;
      if (this.#break) await this.#break.afterLook?.(this, seen);
      if (!(await this.nosy.react(seen))) await person.react(seen);
      // `gpu-lease resume` goes on at once.
      if (!this.resumed) this.pass(this.#pause());
    }
    const { run } = await this.seen();
    this.books.find(
      'stuck',
      `after ${this.looks} looks it stands at ${this.said.slice(-2).join(' | ')}; ${run?.halted?.code ?? ''}`,
    );
  }

  /** The schedule comes every quarter of an hour; while nothing happens for long it is not worth a look each. */
  #pause(): number {
    return this.looks < 4 ? 300 : this.looks < 40 ? 1500 : 3600;
  }

  pass(seconds: number): void {
    this.clock.pass(seconds);
    for (const { box } of this.books.machines) void box.isTraining;
  }

  // --- our processes ---

  #station(): void {
    const { machines } = this.fate;
    if (machines === 'two' && this.looks % 7 === 0 && !this.isCalm) this.at = 1 - this.at;
    if (machines === 'forgetful') this.station.memory.clear();
  }

  /** A world of one process, which lives until it is killed. */
  world(mortal: Mortal, aheadSeconds = 0): World & { close(): Promise<void> } {
    const clock = new MachineClock(this.clock, aheadSeconds, mortal);
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.dir,
      GPU_LEASE_SECRET: SECRET,
      GITHUB_REPOSITORY: 'acme/train',
      ...this.twin.env,
    };
    const settings = {
      ...settingsOf({ given: {} }, env, this.ground.repository),
      clock,
      storeDir: this.station.storeDir,
      stateDir: join(this.dir, 'state'),
      who: `us@${this.station.name}`,
    };
    mkdirSync(settings.storeDir, { recursive: true });
    const face = new ScriptedFace();
    const ledger = this.remote.seenBy(mortal, this.station.memory);
    const world = openWorld({ settings, face, signal: new AbortController().signal }, ledger);
    world.machine = this.station.name;
    world.profile = async (platform) => profileOf(platform);
    world.channel = async (lease) => this.#channel(lease.name, clock, mortal);
    world.hangUp = async () => {};
    if (this.fate.copies)
      world.copiesElsewhere = async () =>
        this.copy === undefined ? [] : [{ source: 'an earlier workflow run', text: this.copy }];
    return world;
  }

  #channel(lease: string, clock: MachineClock, mortal: Mortal): ActedChannel {
    mortal.point('connect');
    const machine = this.books.machines.findLast((each) => each.lease === lease && this.books.exists(each));
    if (!machine) throw new TransportFailed('nobody is there', 'gone');
    const card = this.job.resources.gpu?.names?.[0] as Card;
    const isUnfit = this.books.machines.indexOf(machine) < this.#unfit;
    return new ActedChannel({
      box: machine.box,
      road: this.road,
      chance: this.chance,
      clock,
      mortal,
      audit: auditOf(card, () => isUnfit),
      hostKey: `key-of-${machine.id}`,
    });
  }

  /** One process of ours: the schedule's, or a person's `run` with a bound; which one is chance's where nobody says. */
  async look(by?: 'tick' | 'run'): Promise<Seen> {
    this.#station();
    const { fate, chance } = this;
    const isKilled = !this.isCalm && chance.strikes(fate.killed);
    const mortal = new Mortal(isKilled ? chance.whole(1, 60) : Number.POSITIVE_INFINITY);
    const isSkewed = !this.isCalm && chance.strikes(fate.skewed);
    const ahead = isSkewed ? chance.of([-40, -1, 1, 40]) * 86_400 : 0;
    this.#mortal = mortal;
    if (this.#break?.isFrozen && this.looks > 2) return this.seen();
    const before = this.now;
    // The first box of a run is nobody's but a person's to rent.
    const isBegun = (await this.remote.eventsOf(RUN)).some(({ type }) => type === 'intended');
    const byHand = by === undefined ? !isBegun || chance.strikes(20) : by === 'run';
    const seen = byHand ? await this.#stage(mortal, ahead) : await this.#tick(mortal, ahead);
    this.#mortal = new Mortal(Number.POSITIVE_INFINITY);
    if (mortal.dead) this.kills += 1;
    else if (seen.problem === undefined) this.copy = await this.remote.memory.text(RUN);
    const { problem } = seen;
    const why = mortal.dead
      ? `killed at ${mortal.where}`
      : problem
        ? `${problem.code}: ${problem.what.slice(0, 160)}`
        : (seen.waitingFor?.do ?? '');
    this.said.push(
      `${stamp(before)} ${byHand ? 'run' : 'tick'}@${this.station.name}${ahead ? ` clock ${ahead / 86_400} d` : ''}: ${why}`,
    );
    return { ...seen, killed: mortal.dead, blind: isSkewed || this.remote.asleep || mortal.dead };
  }

  async #tick(mortal: Mortal, ahead: number): Promise<Seen> {
    const world = this.world(mortal, ahead);
    const until = new Date(world.clock.now().getTime() + 600_000);
    const outcome = await tickRun({ world, codeDir: this.ground.repository, until, teller: NOBODY }, RUN);
    await world.close();
    const { problem } = outcome;
    const isRed = problem !== undefined && !['unreachable', 'capacity', 'interrupted'].includes(problem.kind);
    const owes = outcome.run?.leases.some((lease) => openMeters(lease).some((meter) => meter.owed)) ?? false;
    // What it shows at each look and keeps an issue open for, told before or not.
    const shown = problemsOf({
      outcomes: [outcome],
      strays: [],
      unlooked: {},
      missed: [],
      now: world.clock.now(),
    });
    const seen = await this.seen();
    const waits = outcome.left?.why === 'approval' ? await this.#nextOf(seen.run, world) : undefined;
    return {
      ...seen,
      waitingFor: waits,
      problem,
      told: isRed || outcome.haltedNow || outcome.toldNow || owes || shown.length > 0,
      killed: false,
      blind: false,
    };
  }

  async #nextOf(run: Run | undefined, world: World): Promise<Step | undefined> {
    if (!run || run.closed) return;
    const { next } = await import('../../src/lease/next.ts');
    const plans = await plansOf(this.world(new Mortal(Number.POSITIVE_INFINITY)), run);
    return next(run, plans, world.clock.now()).find((step) => step.do === 'ask');
  }

  async #stage(mortal: Mortal, ahead: number): Promise<Seen> {
    const world = this.world(mortal, ahead);
    const stage = newStage(world, {
      bound: async () => this.ground.bound,
      smoke: async () => [],
      boundSeconds: this.chance.of([600, 3600]),
    });
    stage.pollSeconds = 300;
    try {
      const stand = await advance(
        {
          ledger: world.ledger,
          clock: world.clock,
          who: world.who,
          signal: world.signal,
          plans: (run) => plansOf(world, run),
          hear: async (of) => void (await listenForTime(world, of)),
          perform: (run, step) => perform(stage, run, step),
          may: (step) => takes('run', step),
        },
        RUN,
      );
      const events = await this.remote.eventsOf(RUN);
      const run = fold(RUN, events);
      if (run.closed) await this.remote.memory.archive(RUN);
      return {
        run,
        events,
        waitingFor: stand.waitingFor,
        problem: undefined,
        told: true,
        killed: false,
        blind: false,
      };
    } catch (error) {
      const seen = await this.seen();
      if (error instanceof Killed || mortal.dead) return { ...seen, told: false };
      return { ...seen, problem: asProblem(error), told: true };
    } finally {
      await world.close();
    }
  }

  /** As the record stands now, asked of nobody. */
  async seen(): Promise<Seen> {
    const events = await this.remote.eventsOf(RUN);
    return {
      run: events.length > 0 ? fold(RUN, events) : undefined,
      events,
      waitingFor: undefined,
      problem: undefined,
      told: false,
      killed: false,
      blind: false,
    };
  }

  async say(bodies: EventBody[], by: string): Promise<void> {
    const record = await this.remote.memory.read(RUN);
    const last = Math.max(this.now, ...record.events.map((event) => Date.parse(event.at)));
    const at = new Date(last).toISOString();
    const events = bodies.map((body) => ({ ...body, at, by }));
    const numbered = events.map((event, i) => ({ ...event, seq: record.events.length + i }) as LedgerEvent);
    const run = fold(RUN, [...record.events, ...numbered]);
    // A person says it until it is there.
    const { fate } = this.remote.memory;
    this.remote.memory.fate = () => 'appended';
    await this.remote.memory.append(RUN, record.tip, { events, summary: summarise(run, this.clock.now()) });
    this.remote.memory.fate = fate;
    this.said.push(`${stamp(this.now)} ${by}: ${bodies.map(({ type }) => type).join(' ')}`);
  }

  async #open(): Promise<void> {
    this.remote.opensAt(this.station.memory, RUN);
    const { bound, repository } = this.ground;
    const opened = openedBody({ env: {}, cwd: repository }, { ...bound, job: this.job });
    await this.say([{ ...opened, run: RUN } as EventBody, { type: 'smoke-waived' }], 'us');
    if (!this.fate.standing) return;
    const word: EventBody = {
      type: 'standing-approved',
      person: 'ada',
      via: 'environment',
      configHash: bound.configHash,
      platforms: [this.fate.platform],
      maxUsdPerHour: 12,
      level: 'L2',
      expiresAt: new Date(this.now + 40 * 86_400_000).toISOString(),
    };
    await this.say([word], 'ada');
    if (!this.#break?.isDeaf) this.books.said('*', 'standing');
  }

  /** A person at the console. */
  async startInConsole(): Promise<boolean> {
    const machine = this.books.machines.findLast((each) => this.books.exists(each));
    if (!machine || !this.twin.hand.start) return false;
    await this.twin.hand.start(machine.id);
    machine.box.offByHand = false;
    this.books.settle();
    machine.box.boot();
    return true;
  }

  // --- for a break: what a bad product would do ---

  async destroyOnOwn(): Promise<void> {
    const world = this.world(new Mortal(Number.POSITIVE_INFINITY));
    const { run } = await this.seen();
    const lease = run?.leases.findLast((each) => each.started && each.boxId);
    if (!run || !lease?.boxId) return;
    const driver = await world.driver(lease.intent);
    for (const { verb } of (await plansOf(world, run))(lease).zero)
      await driver.carryOut(warrantFor(lease.boxId, verb), lease.boxId, verb).catch(() => {});
  }

  /** A second machine of the name of the one that is held, by a call of its own. */
  async rentOnOwn(): Promise<void> {
    const { exchanges } = this.twin.server;
    const made = exchanges.find(({ request, reply }) => this.#platform.isCreated(request, reply));
    if (!made || this.books.creates > 1) return;
    const { method, path, query, headers, bytes } = made.request;
    const asked = Object.fromEntries(
      Object.entries(headers).filter(
        ([name]) => !/^(?:host|connection|content-length|transfer-encoding)$/.test(name),
      ),
    ) as Record<string, string>;
    await fetch(`${this.twin.server.url}${path}?${query}`, {
      method,
      headers: asked,
      ...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
    });
  }

  hears(body: EventBody): void {
    this.watcher.word({ ...body, at: '', by: '', seq: -1 } as LedgerEvent);
  }
}

/** USD per hour, about what the cards of the twins cost. */
const PRICE = 2;

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Problems) return error.all[0];
  return new Problem({
    code: 'bug',
    kind: 'bug',
    what: error instanceof Error ? (error.stack ?? error.message) : String(error),
    next: 'Report it.',
  });
}
