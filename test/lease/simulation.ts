import { approvalRequest, approveByPhrase, approveByStanding } from '../../src/approval/request.ts';
import type { Clock } from '../../src/clock.ts';
import { advance, type Drive, type Standstill } from '../../src/course/advance.ts';
import type { Job } from '../../src/job/job.ts';
import type { Approved, EventBody, LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { currentLease, type Lease, type Run } from '../../src/lease/run.ts';
import type { PlannedVerb, Step } from '../../src/lease/step.ts';
import type { Warrant } from '../../src/lease/warrant.ts';
import { lossesDigest } from '../../src/lease/warrant.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { vouch } from '../../src/ledger/vouch.ts';
import { type Held, type MeterReading, type PlatformDriver, RentFailed } from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import type { Profile } from '../../src/profile/schema.ts';
import { lossesOf } from '../../src/release/losses.ts';
import { prove } from '../../src/release/prove.ts';
import { discardVerb, park, releaseVerb } from '../../src/release/release.ts';
import { lookForLate } from '../../src/rent/close.ts';
import { findIntended, rent } from '../../src/rent/rent.ts';
import { lateBoxes } from '../../src/rent/twins.ts';
import { silentFace, type World } from '../../src/world.ts';
import { profileOf } from '../profile/profiles.ts';
import { flawOf, reviewed } from './simulated-reviewer.ts';
import { standing, stored } from './told-run.ts';

/** The loopback box's facts, but for its unique names: here a second create is a second box, as at every rented platform. */
function simulated(): Profile {
  const local = profileOf('local');
  return { ...local, rent: { ...local.rent, find: { ...local.rent.find, unique: 'no' } } };
}

/** Our process was killed at this point. Nothing after it ran. */
export class Crash extends Error {}

/** A stream of small decisions, from fast-check; 0 once it has run dry, which means "nothing bad happens". */
export class Fate {
  #at = 0;
  calm = false;
  readonly choices: readonly number[];
  constructor(choices: readonly number[]) {
    this.choices = choices;
  }
  /** True about `percent` of the time while there are choices left. */
  strikes(percent: number): boolean {
    if (this.calm) return false;
    const choice = this.choices[this.#at++];
    return choice !== undefined && choice % 100 < percent;
  }
  crashPoint(where: string): void {
    if (this.strikes(6)) throw new Crash(where);
  }
}

export const testJob = {
  name: 'sim',
  run: 'train',
  resources: {},
  candidates: [{ platform: 'sim' }],
  budget: { usd: 1e9, hours: 1e6, usdPerHour: 10 },
  capacity: { tryAgainSeconds: 900, forSeconds: 1e9 },
  artifacts: [
    { path: 'last.bin', role: 'checkpoint', keep: 'last', min: 1, contains: [], allowDegraded: false },
  ],
} as unknown as Job;

export const ZERO: PlannedVerb[] = [
  { verb: 'terminate', stops: ['gpu', 'disk'], destroys: ['home'], reversible: false },
];
export const PARK: PlannedVerb[] = [{ verb: 'stop', stops: ['gpu'], destroys: [], reversible: true }];

interface SimBox {
  alive: boolean;
  gpu: boolean;
  disk: boolean;
  /** How many more readings the platform's list lags behind. */
  lag: number;
  process: 'none' | 'running' | 'finished' | 'dead';
  /** From when on the platform's list shows it. */
  shownAt: number;
  madeAt: number;
  step: number;
}

/** A platform, a ledger and a box, all in memory, all able to fail between any two effects. */
export class Simulation {
  readonly boxes = new Map<string, SimBox>();
  readonly createdPerIntent = new Map<string, number>();
  readonly violations: string[] = [];
  readonly events: LedgerEvent[] = [];
  readonly fate: Fate;
  readonly onFinish: 'hold' | 'park';
  /** Opened on a runner whose disk is thrown away. */
  readonly needsStore: boolean;
  /** What was sealed lies here; gone with the machine that sealed it. */
  sealedHere = false;
  /** Which process asked in vain, and until when it may not ask again. */
  askedInVain = { by: '', until: 0 };
  /** Another one for every process. */
  claim = 'p0';
  now = Date.parse('2026-11-21T00:00:00Z');
  /** Starts per lease and attempt. */
  readonly starts = new Map<string, number>();

  constructor(fate: Fate, onFinish: 'hold' | 'park', needsStore = false) {
    this.fate = fate;
    this.onFinish = onFinish;
    this.needsStore = needsStore;
  }

  clock: Clock = {
    now: () => new Date(this.now),
    sleep: async (seconds) => {
      this.now += seconds * 1000;
    },
  };

  ledger: Ledger = {
    where: 'memory',
    notes: new MemoryLedger().notes,
    ticks: new MemoryLedger().ticks,
    readOpen: async () => new Map(),
    list: async () => [],
    archive: async () => {},
    text: async () => '',
    weigh: async () => 'unreadable',
    isCopy: async () => false,
    hidden: async () => ({ found: new Map(), closed: [] }),
    unhide: async () => {},
    peek: async () => null,
    restore: async () => {},
    read: async (run) => ({ run, events: [...this.events], tip: String(this.events.length), metHereAt: 0 }),
    append: async (_run, tip, { events }) => {
      this.fate.crashPoint('before append');
      if (tip !== String(this.events.length)) return { outcome: 'lost-race' };
      for (const event of events) this.events.push({ ...event, seq: this.events.length } as LedgerEvent);
      this.fate.crashPoint('after append');
      return { outcome: 'appended', tip: String(this.events.length), events: [...this.events] };
    },
  };

  driver: PlatformDriver = {
    platform: 'sim',
    offers: async () => [],
    inventory: async () => [],
    create: async (intent) => {
      const intended = this.events.some((event) => event.type === 'intended' && event.lease === intent.name);
      if (!intended) this.violations.push(`create of ${intent.name} before its intent`);
      if (this.fate.strikes(8)) throw new RentFailed('none left', 'no-capacity');
      if (this.fate.strikes(4)) throw new RentFailed('quota', 'refused');
      this.createdPerIntent.set(intent.name, (this.createdPerIntent.get(intent.name) ?? 0) + 1);
      const shownAt = this.now + this.lag();
      this.boxes.set(intent.name, {
        alive: true,
        gpu: true,
        disk: true,
        lag: 0,
        process: 'none',
        step: 0,
        shownAt,
        madeAt: this.now,
      });
      this.fate.crashPoint('create answered nobody');
      if (this.fate.strikes(10)) throw new RentFailed('500 after the box was made', 'unclear');
      return this.heldOf(intent.name);
    },
    find: async (name) => {
      const box = this.boxes.get(name);
      return box?.disk && box.shownAt <= this.now ? [this.heldOf(name)] : [];
    },
    describe: async (boxId) => ({ state: this.boxes.get(boxId)?.alive ? 'running' : 'gone' }),
    carryOut: async (warrant: Warrant, boxId, verb) => {
      if (!warrant.permits(boxId, verb)) this.violations.push(`${verb} of ${boxId} without a warrant`);
      this.checkRelease(boxId, verb);
      const box = this.boxes.get(boxId);
      if (box) {
        box.gpu = false;
        box.lag = this.fate.strikes(30) ? 3 : 0;
        if (verb === 'terminate') Object.assign(box, { disk: false, alive: false });
      }
      this.fate.crashPoint(`after ${verb}`);
    },
    meters: async (held) => this.readings(held),
  };

  /** Lists lag: sometimes within the time that a create is waited for, sometimes beyond it and within that of a close. */
  private lag(): number {
    if (this.fate.strikes(30)) return 3_000;
    return this.fate.strikes(20) ? 20_000 : this.fate.strikes(15) ? 100_000 : 0;
  }

  private heldOf(name: string): Held {
    const meters = ['gpu', 'disk'].map((id) => ({ id, kind: 'gpu' as const, usdPerHour: 1, source: 'sim' }));
    return { boxId: name, name, meters, since: new Date(this.boxes.get(name)?.madeAt ?? 0).toISOString() };
  }

  private readings(held: Held): MeterReading[] {
    const box = this.boxes.get(held.boxId);
    if (!box) return [];
    if (box.lag > 0) {
      box.lag -= 1;
      return held.meters.map(({ id }) => ({ id, state: 'running' }));
    }
    return held.meters.map(({ id }) => ({ id, state: box[id as 'gpu' | 'disk'] ? 'running' : 'gone' }));
  }

  /** The iron law, checked from the outside: from the record alone, without asking the code under test. */
  private checkRelease(boxId: string, verb: string): void {
    if (verb === 'stop' && (this.onFinish === 'park' || this.isIdle())) return;
    const carried = this.events.some((event) => event.type === 'started' && event.lease === boxId);
    const failed = this.events.some(
      (event) =>
        (event.type === 'boot-failed' ||
          event.type === 'surfaced' ||
          (event.type === 'preempted' && event.goesBack === true)) &&
        event.lease === boxId,
    );
    if (failed && !carried) return;
    const seals = this.events.filter((event) => event.type === 'sealed');
    const lost = this.events.some((event) => event.type === 'abandoned' && event.lease === boxId);
    const approved = this.events.find(
      (event): event is Approved & LedgerEvent =>
        event.type === 'approved' &&
        event.lease === boxId &&
        !BY_NOBODY.includes(event.person) &&
        Date.parse(event.expiresAt) > this.now &&
        (lost ? event.goal === 'abandon' : event.binds === seals.at(-1)?.seal) &&
        event.verbs.includes(verb),
    );
    if (!approved) this.violations.push(`${verb} of ${boxId} without an approval that binds`);
    if (approved?.via === 'standing') this.checkStanding(boxId, approved.person);
    if (!lost && this.needsStore) this.checkStored(verb, boxId, seals.at(-1)?.seal);
    if (!lost && seals.length === 0) this.violations.push(`${verb} of ${boxId} without a seal`);
  }

  /** Sealed for an hour, and nobody has said a word: stopped without one, because that destroys nothing. */
  private isIdle(): boolean {
    const seal = this.events.findLast((event) => event.type === 'sealed');
    return seal !== undefined && this.now - Date.parse(seal.at) >= 3_600_000;
  }

  /** What a program approved in somebody's name must be covered by what they said, every bound of it. */
  private checkStanding(boxId: string, person: string): void {
    const seal = this.events.findLast((event) => event.type === 'sealed');
    const covered = this.events.some(
      (event) =>
        event.type === 'standing-approved' &&
        event.person === person &&
        event.configHash === 'c0' &&
        event.platforms.includes('sim') &&
        event.maxUsdPerHour >= 2 &&
        Date.parse(event.expiresAt) > this.now &&
        seal?.type === 'sealed' &&
        seal.verified === seal.roster &&
        event.level <= seal.level,
    );
    if (!covered) this.violations.push(`${boxId} was released on a word that does not cover it`);
  }

  private checkStored(verb: string, boxId: string, seal: string | undefined): void {
    const stored = this.events.some(
      (event) =>
        event.type === 'stored' &&
        event.seal === seal &&
        (event.keptUntil === undefined || Date.parse(event.keptUntil) > this.now),
    );
    if (!stored) this.violations.push(`${verb} of ${boxId} while its artifacts are in no store`);
  }

  world(): World {
    return {
      clock: this.clock,
      ledger: this.ledger,
      claim: this.claim,
      who: 'test',
      machine: 'here',
      face: silentFace,
      storeDir: '',
      repoDir: '',
      driver: async () => this.driver,
      profile: async () => simulated(),
      channel: () => Promise.reject(new Error('not in the simulation')),
      hangUp: async () => {},
      loginKey: async () => ({ publicOpenSsh: '', privateOpenSsh: '' }),
      hostKey: async () => ({ privateOpenSsh: '', sha256: '' }),
      ownerMark: () => 'aaaaaaaaaa',
      withoutSecrets: (text) => text,
      secret: () => undefined,
      signal: new AbortController().signal,
    };
  }

  open(): void {
    this.events.push({
      seq: 0,
      at: this.clock.now().toISOString(),
      by: 'test',
      type: 'run-opened',
      version: 1,
      job: 'sim',
      configHash: 'c0',
      commit: 'abc',
      codeHash: 'd0',
      dirty: false,
      cells: ['main'],
      budget: { usd: 1e9, hours: 1e6, usdPerHour: 10 },
      retryMax: 2,
      onFinish: this.onFinish,
      resumes: true,
      ...(this.needsStore ? { needsStore: true as const } : {}),
      document: testJob,
    });
  }

  run(): Run {
    return fold('sim', this.events);
  }

  /** One process: works until it has nothing more to do without a person, or crashes. */
  async process(): Promise<Standstill | 'crashed'> {
    this.claim = `p${Number(this.claim.slice(1)) + 1}`;
    if (this.fate.strikes(5)) this.sealedHere = false;
    const drive: Drive = {
      ledger: this.ledger,
      clock: this.clock,
      who: 'test',
      signal: new AbortController().signal,
      plans: async () => () => ({ zero: ZERO, park: PARK }),
      perform: async (run, step) => {
        this.fate.crashPoint(`before ${step.do}`);
        const events = await this.perform(run, step);
        this.fate.crashPoint(`after ${step.do}`);
        return events;
      },
      may: (step) => !['ask', 'nothing'].includes(step.do),
    };
    try {
      return await advance(drive, 'sim');
    } catch (error) {
      if (error instanceof Crash) return 'crashed';
      // Thrown away by its store between the decision and the verb: that is refused, and the next process stores it again.
      if (error instanceof Problem && error.code === 'not-stored') return 'crashed';
      throw error;
    }
  }

  private async perform(run: Run, step: Step): Promise<EventBody[]> {
    const world = this.world();
    const lease = 'lease' in step ? run.leases.find((each) => each.name === step.lease) : undefined;
    if ('lease' in step && !lease) throw new Error(`no lease ${step.lease}`);
    const held = lease as Lease;
    switch (step.do) {
      case 'smoke':
        return [
          {
            type: 'smoke-passed',
            commit: 'abc',
            configHash: 'c0',
            seconds: 1,
            environment: { os: 'sim', arch: 'sim', interpreter: 'sim' },
            drill: 'none',
          },
        ];
      case 'intend':
        if (this.askedInVain.by === this.claim && this.now < this.askedInVain.until)
          this.violations.push(`${this.claim} asked for a box again before it was time`);
        if (this.fate.strikes(10)) return this.nobodyHasOne();
        return [
          {
            type: 'intended',
            lease: `sim-${step.n}`,
            platform: 'sim',
            offer: 'one',
            summary: '',
            usdPerHour: 1,
            market: 'spot',
            claim: this.claim,
          },
        ];
      case 'wait':
        this.now = Math.max(this.now, Date.parse(step.until));
        return [];
      case 'rent':
        return rent(world, run, held);
      case 'find':
        return findIntended(world, run, held);
      case 'reach':
        return this.reach(world, run, held);
      case 'audit':
        return (
          this.alive(held) ?? [
            { type: 'audited', lease: step.lease, fit: !this.fate.strikes(3), findings: [], measured: {} },
          ]
        );
      case 'start':
        return this.alive(held) ?? this.start(run, held, step.attempt);
      case 'look':
        this.now += 30_000;
        return this.alive(held) ?? this.look(run, held);
      case 'collect':
        return this.alive(held) ?? this.collect();
      case 'park':
        return park(world, {
          run,
          lease: held,
          plan: PARK,
          clocks: [{ id: 'c', effect: 'gone', at: '2026-12-06' }],
        });
      case 'tell':
        return [{ type: 'told', of: step.of, since: step.since }];
      case 'vouch':
        return vouch(world, run);
      case 'store':
        return this.store(step.seal);
      case 'unseal':
        return this.unseal(step.seal);
      case 'store-kept':
        return this.storeKept(run);
      case 'drop-kept':
        return step.marks.flatMap((mark) => this.drop(run, mark));
      case 'approve-standing':
        return approveByStanding({ run, lease: held, plan: ZERO }, step, this.clock.now());
      case 'release':
        return releaseVerb(world, this.byHand(run, held), step.verb, async () => ({
          seal: run.seal?.seal ?? '',
          problems: [],
        }));
      case 'discard':
        return discardVerb(world, this.byHand(run, held), step.verb);
      case 'prove':
        return prove(world, held, step.meters, { withinSeconds: 6, apartSeconds: 1 });
      case 'mark-released':
        return [{ type: 'released', lease: step.lease, usd: 0 }];
      case 'look-for-late':
        return lookForLate(world, run, new Date(step.until));
      case 'close':
        if (run.keptSets.size > 0 && run.seal)
          this.violations.push('closed, and superfluous copies stay in their store');
        return [{ type: 'closed', usd: 0 }];
      case 'halt':
        return [{ type: 'halted', code: step.code, what: step.what, next: step.next }];
      default:
        return [];
    }
  }

  private async reach(world: World, run: Run, lease: Lease): Promise<EventBody[]> {
    if (this.fate.strikes(10))
      return [{ type: 'boot-failed', lease: lease.name, why: 'image cannot be pulled' }];
    if (this.fate.strikes(5))
      return [{ type: 'preempted', lease: lease.name, what: 'evicted', goesBack: true, why: 'outbid' }];
    const lost = this.alive(lease);
    if (lost) return lost;
    const reachable = { type: 'reachable', lease: lease.name, hostKeySha256: 'k', pin: 'platform' } as const;
    return [reachable, ...(await lateBoxes(world, run))];
  }

  private byHand(run: Run, lease: Lease) {
    return { run, lease, plan: ZERO, word: async () => undefined };
  }

  /** The platform may take the box away at any look. */
  private alive(lease: Lease): EventBody[] | undefined {
    const box = this.boxes.get(lease.name);
    if (box && this.fate.strikes(7)) Object.assign(box, { alive: false, gpu: false, disk: false });
    if (!box?.alive) return [{ type: 'preempted', lease: lease.name, what: 'box', why: 'reclaimed' }];
    return undefined;
  }

  private start(run: Run, lease: Lease, attempt: number): EventBody[] {
    const box = this.boxes.get(lease.name);
    const key = `${lease.name}#${attempt}`;
    if (box && box.process !== 'running') {
      this.starts.set(key, (this.starts.get(key) ?? 0) + 1);
      box.process = 'running';
      box.step = run.cells.get('main')?.verifiedStep ?? 0;
    }
    return [
      {
        type: 'started',
        lease: lease.name,
        attempt,
        configHash: 'c0',
        codeHash: 'd0',
        keeper: 'k',
        dir: { base: '/b', keeper: '/b/k' },
        launcher: 'setsid',
        bootId: 'b',
        oomKills: 0,
        from: [],
      },
    ];
  }

  private look(run: Run, lease: Lease): EventBody[] {
    const box = this.boxes.get(lease.name);
    if (!box) return [];
    this.now += 10_000;
    box.step += 10;
    if (this.fate.strikes(8))
      return [{ type: 'preempted', lease: lease.name, what: 'process', why: 'killed' }].map((event) => {
        box.process = 'dead';
        return event as EventBody;
      });
    const ended = {
      type: 'cell-ended',
      lease: lease.name,
      cell: 'main',
      attempt: lease.started?.attempt ?? 0,
    } as const;
    if (this.fate.strikes(4)) return [{ ...ended, verdict: 'dead', exitCode: 1, failureClass: 'CODE_BUG' }];
    if (box.step >= 50) return [{ ...ended, verdict: 'finished', exitCode: 0, lastStep: box.step }];
    const verified = run.cells.get('main')?.verifiedStep ?? 0;
    if (box.step <= verified) return [];
    const file = { path: 'last.bin', bytes: 1, sha256: 'f', verdict: 'pass' as const };
    return [{ type: 'kept', lease: lease.name, cell: 'main', files: [file], step: box.step }];
  }

  private collect(): EventBody[] {
    const seal = `seal-${this.events.length}`.padEnd(64, '0');
    this.sealedHere = true;
    return [
      {
        type: 'collected',
        lease: currentLease(this.run())?.name ?? '',
        files: 1,
        bytes: 1,
        manifestSha256: 'm',
        codeProven: true,
      },
      {
        type: 'sealed',
        seal,
        verified: 1,
        roster: 1,
        bytes: 1,
        level: this.fate.strikes(30) ? 'L1' : 'L3',
        place: 'here',
      },
    ];
  }

  private nobodyHasOne(): EventBody[] {
    const until = this.now + 900_000;
    this.askedInVain = { by: this.claim, until };
    return [{ type: 'no-capacity', declined: ['none'], tryAgainAt: new Date(until).toISOString() }];
  }

  private unseal(seal: string): EventBody[] {
    const silentMs = this.now - Date.parse(this.events.at(-1)?.at ?? '');
    if (silentMs < 3_600_000) this.violations.push('a seal was given up while its machine may be at it');
    return this.sealedHere ? [] : [{ type: 'unsealed', seal, why: 'its machine is gone' }];
  }

  private storeKept(run: Run): EventBody[] {
    this.now += 1_000;
    if (this.fate.strikes(30)) return [];
    const mark = `set-${this.events.length}`;
    this.fate.crashPoint('kept copies are stored and nobody wrote it down');
    const cells = [...run.cells.values()].map(({ name, kept, verifiedStep }) => ({
      cell: name,
      copies: [...kept.values()],
      ...(verifiedStep === undefined ? {} : { step: verifiedStep }),
    }));
    const { seal: _, ...place } = stored({ seal: mark });
    return [{ ...place, type: 'kept-stored', mark, cells }];
  }

  /** From the record alone: nothing else may need the set. */
  private drop(run: Run, mark: string): EventBody[] {
    const newest = this.events.findLast((event) => event.type === 'kept-stored');
    const isSafe = this.events.some((event) => event.type === 'stored' && event.seal === run.seal?.seal);
    if (newest?.mark === mark && !isSafe)
      this.violations.push(`${mark} was dropped and nothing newer is stored`);
    return [{ type: 'kept-dropped', mark }];
  }

  /** Uploads fail, and stores throw things away. */
  private store(seal: string): EventBody[] {
    if (!this.sealedHere) return [];
    this.now += 5_000;
    if (this.fate.strikes(20)) return [];
    const keptUntil = this.fate.strikes(15) ? { keptUntil: new Date(this.now + 4_000).toISOString() } : {};
    return [stored({ seal, ...keptUntil })];
  }

  /** A person at a standstill: mostly right, sometimes with an approval that must not count. */
  async person(stand: Standstill): Promise<void> {
    const { run, waitingFor } = stand;
    // A person takes their time, and clocks run on.
    if (this.fate.strikes(30)) this.now += 10_000;
    // Nobody looks at a run whose machine is gone before it is missed.
    if (run.seal && !this.sealedHere) this.now += 3_700_000;
    // Then only that machine can bring what it sealed.
    if (![...this.boxes.values()].some(({ disk }) => disk)) this.sealedHere = true;
    const at = this.clock.now().toISOString();
    const push = (event: EventBody) =>
      this.events.push({ ...event, at, by: 'person', seq: this.events.length } as LedgerEvent);
    if (this.fate.strikes(12)) return void push(this.wordInAdvance());
    if (waitingFor?.do === 'ask') {
      const lease = run.leases.find((each) => each.name === waitingFor.lease);
      if (!lease) return;
      const request = approvalRequest(lease, 'release', waitingFor.seal, ZERO);
      const approval = approveByPhrase(
        run,
        request,
        { typed: request.phrase, person: 'p', via: 'phrase' },
        this.clock.now(),
      );
      if (this.fate.strikes(15)) return void push({ ...approval, binds: 'another'.padEnd(64, '0') });
      if (this.fate.strikes(15)) return void push({ ...approval, verbs: ['stop'] });
      if (this.fate.strikes(15)) return void push({ ...approval, expiresAt: at });
      if (this.fate.strikes(15)) return void push({ ...approval, via: 'standing', person: 'nobody' });
      if (this.fate.strikes(40)) {
        const flaw = this.fate.strikes(70) ? flawOf(this.events.length) : undefined;
        const person = await reviewed(waitingFor, flaw);
        if (person !== undefined && flaw) this.violations.push(`an approval counted although: ${flaw}`);
        return person === undefined ? undefined : void push({ ...approval, via: 'environment', person });
      }
      return void push(approval);
    }
    if (run.halted && !run.seal) {
      const held = run.leases.filter(
        (each) => each.meters.some((meter) => !meter.stoppedAt) && !each.boxGone,
      );
      if (held.length === 0 && run.leases.every((each) => each.state !== 'abandoned'))
        return void push({ type: 'resolved', how: 'person' });
      for (const lease of held) {
        const lost = lossesOf(run, testJob);
        const request = approvalRequest(lease, 'abandon', lossesDigest(run.id, lost), ZERO);
        push(
          approveByPhrase(
            run,
            request,
            { typed: request.phrase, person: 'p', via: 'phrase' },
            this.clock.now(),
          ),
        );
        push({ type: 'abandoned', lease: lease.name, lost });
      }
    }
  }

  /** Mostly within its bounds, sometimes for something else. */
  private wordInAdvance(): EventBody {
    const good = standing({
      configHash: 'c0',
      maxUsdPerHour: 2,
      expiresAt: new Date(this.now + 3_600_000).toISOString(),
    });
    if (this.fate.strikes(15)) return { ...good, configHash: 'c1', person: 'ben' };
    if (this.fate.strikes(15)) return { ...good, platforms: ['elsewhere'], person: 'cid' };
    if (this.fate.strikes(15)) return { ...good, maxUsdPerHour: 1.5, person: 'dan' };
    if (this.fate.strikes(15)) return { ...good, expiresAt: this.clock.now().toISOString(), person: 'eve' };
    return good;
  }
}

/** Approvals in these names were made up, and nobody's word stands behind them. */
const BY_NOBODY = ['nobody'];
