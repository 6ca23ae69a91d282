import { approvalRequest, approveByPhrase } from '../../src/approval/request.ts';
import { type Channel, LoginRefused, TransportFailed } from '../../src/box/channel.ts';
import type { Clock } from '../../src/clock.ts';
import { advance, type Standstill } from '../../src/course/advance.ts';
import { newStage, perform } from '../../src/course/effects.ts';
import type { EventBody, LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { lossOf } from '../../src/lease/loss.ts';
import type { Lease, Run } from '../../src/lease/run.ts';
import { jobOf, leaseOf } from '../../src/lease/run.ts';
import type { Step } from '../../src/lease/step.ts';
import { summarise } from '../../src/lease/summary.ts';
import { lossesDigest, type Warrant } from '../../src/lease/warrant.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { type Held, type PlatformDriver, RentFailed } from '../../src/platforms/driver.ts';
import { Problem, Problems } from '../../src/problem.ts';
import type { Profile } from '../../src/profile/schema.ts';
import { plansOf } from '../../src/release/lease-plans.ts';
import { lossesOf } from '../../src/release/losses.ts';
import { asProblem } from '../../src/rent/reach.ts';
import { silentFace, type World } from '../../src/world.ts';
import { RENTED_PLATFORMS } from '../faults/rented-platforms.ts';
import { profileOf } from '../profile/profiles.ts';
import { strict } from '../scripted-world.ts';
import type { Fate } from './simulation.ts';
import { Crash } from './simulation.ts';
import { jobWith, standing } from './told-run.ts';

export const RUN = 'tiny-7';

/** A box at a platform as it really is, whatever any record says. */
export interface Box {
  name: string;
  /** Meters that run, by id. */
  meters: Set<string>;
  state: 'running' | 'stopped' | 'gone';
  evicted: boolean;
  /** What a keeper on it knows: attempts that were started. */
  attempts: number;
  step: number;
  /** Whether it takes our key; a job may have broken that. */
  takesKey: boolean;
  mark: string | undefined;
}

/** Platforms that rent. */
export const PLATFORMS: readonly string[] = ['local', ...RENTED_PLATFORMS.map(({ name }) => name)];

/** Whether work on a box can be marked on it, for its platform to show. */
export const keepsMarks = (platform: string): boolean =>
  platform === 'local' || RENTED_PLATFORMS.some(({ name, keepsMarks }) => name === platform && keepsMarks);

/** One driver needs fewer for a whole life. */
const MOST_STEPS = 500;

export interface Setting {
  platform: string;
  onFinish: 'hold' | 'park';
  /** Work is done by workflows, each of which leaves a copy of the record behind when it ends well. */
  inWorkflows: boolean;
}

/** What one driver did to the world that cannot be taken back. */
export interface Deed {
  verb: string;
  box: string;
}

/**
 * One run, the platform that it rents at and everything that outlives a process: the world of which a record is only what was said.
 * Drivers come and go; each is the product's own loop with the product's own effects, but for what needs a real box.
 */
export class WholeWorld {
  readonly setting: Setting;
  readonly fate: Fate;
  boxes = new Map<string, Box>();
  ledger = new MemoryLedger();
  now = Date.parse('2026-11-21T00:00:00Z');
  /** The newest copy of the record outside of its ref. */
  copy: string | undefined;
  /** How many events the present driver's machine cannot have seen come. 0: it followed the run from the start. */
  metAt = 0;
  /** A service says what time it really is, where it is asked. */
  trueNow: (() => number) | undefined;
  readonly deeds: Deed[] = [];
  readonly creates: string[] = [];
  #process = 0;

  constructor(fate: Fate, setting: Setting) {
    this.fate = fate;
    this.setting = setting;
  }

  get profile(): Profile {
    const real = profileOf(this.setting.platform);
    return { ...real, rent: { ...real.rent, find: { ...real.rent.find, unique: 'no' } } };
  }

  readonly #heard: { aheadSeconds: number }[] = [];

  readonly clock: Clock = {
    now: () => new Date(this.now),
    sleep: async (seconds) => {
      this.now += seconds * 1000;
    },
    others: () =>
      this.#heard.map(({ aheadSeconds }) => ({ source: 'platform', by: 'service', aheadSeconds })),
  };

  #say(): void {
    if (this.trueNow) this.#heard.splice(0, 1, { aheadSeconds: (this.now - this.trueNow()) / 1000 });
  }

  /** Meters that a box of this platform has, as far as they end with the box. */
  #meterIds(): string[] {
    const { meters, verbs } = this.profile;
    const ended = new Set(verbs.filter(({ event }) => event === 'release').flatMap(({ stops }) => stops));
    return meters.filter(({ id, kind }) => ended.has(id) && kind !== 'bandwidth').map(({ id }) => id);
  }

  #held(box: Box): Held {
    const kinds = new Map(this.profile.meters.map(({ id, kind }) => [id, kind]));
    return {
      boxId: `at-${box.name}`,
      name: box.name,
      meters: this.#meterIds().map((id) => ({
        id,
        kind: kinds.get(id) as 'gpu',
        usdPerHour: kinds.get(id) === 'gpu' ? 1 : 0.01,
        source: 'here',
      })),
    };
  }

  #box(boxId: string): Box | undefined {
    return this.boxes.get(boxId.replace(/^at-/, ''));
  }

  driver(): PlatformDriver {
    const mark: Pick<PlatformDriver, 'mark'> = keepsMarks(this.setting.platform)
      ? {
          mark: async (boxId, word) => {
            const box = this.#box(boxId);
            if (box) box.mark = word;
          },
        }
      : {};
    return {
      platform: this.setting.platform,
      ...mark,
      offers: async () => [
        {
          id: 'one',
          platform: this.setting.platform,
          summary: 'one GPU',
          usdPerHour: 1.01,
          market: 'on-demand',
        },
      ],
      inventory: async () => [],
      create: async (intent) => {
        if (this.fate.strikes(6)) throw new RentFailed('none left', 'no-capacity');
        this.creates.push(intent.name);
        const box: Box = {
          name: intent.name,
          meters: new Set(this.#meterIds()),
          state: 'running',
          evicted: false,
          attempts: 0,
          step: 0,
          takesKey: !this.fate.strikes(8),
          mark: undefined,
        };
        this.boxes.set(intent.name, box);
        this.fate.crashPoint('create answered nobody');
        if (this.fate.strikes(8)) throw new RentFailed('500 after the box was made', 'unclear');
        return this.#held(box);
      },
      find: async (name) => {
        this.#say();
        const box = this.boxes.get(name);
        return box && box.state !== 'gone' ? [this.#held(box)] : [];
      },
      describe: async (boxId) => {
        this.#say();
        const box = this.#box(boxId);
        if (!box || box.state === 'gone') return { state: 'gone' };
        return {
          state: box.state,
          ...(this.#looksEvicted(box) && { evicted: true }),
          ...(box.mark !== undefined && { mark: box.mark }),
          ...(box.state === 'running' && { endpoint: { host: box.name, port: 22, user: 'root' } }),
        };
      },
      carryOut: async (warrant: Warrant, boxId, verb) => {
        const plan = this.profile.verbs.find(({ id }) => id === verb);
        if (!plan || !warrant.permits(boxId, verb)) throw new Error(`no warrant for ${verb} of ${boxId}`);
        if (plan.event !== 'stop') this.deeds.push({ verb, box: boxId });
        const box = this.#box(boxId);
        if (!box) return;
        for (const id of plan.stops) box.meters.delete(id);
        if (plan.event === 'stop' && box.state === 'running') box.state = 'stopped';
        if (plan.event === 'release') box.state = 'gone';
        this.fate.crashPoint(`after ${verb}`);
      },
      meters: async ({ boxId, meters }) => {
        this.#say();
        const box = this.#box(boxId);
        return meters.map(({ id }) => ({ id, state: box?.meters.has(id) ? 'running' : 'gone' }));
      },
    };
  }

  world(): World {
    const ledger: Ledger = Object.assign(Object.create(this.ledger), {
      read: async (run: string) => ({ ...(await this.ledger.read(run)), metHereAt: this.metAt }),
      append: async (...words: Parameters<Ledger['append']>) => {
        this.fate.crashPoint('before append');
        const done = await this.ledger.append(...words);
        this.fate.crashPoint('after append');
        return done;
      },
      where: 'memory',
      notes: this.ledger.notes,
      ticks: this.ledger.ticks,
      list: () => this.ledger.list(),
      text: (run: string) => this.ledger.text(run),
      weigh: (run: string, copy: string) => this.ledger.weigh(run, copy),
    });
    return {
      clock: this.clock,
      ledger,
      claim: `p${this.#process}`,
      who: 'driver',
      machine: 'somewhere',
      face: silentFace,
      storeDir: '/nowhere',
      repoDir: '/nowhere',
      driver: async () => this.driver(),
      profile: async () => this.profile,
      channel: async (lease) => this.#channel(lease),
      hangUp: async () => {},
      loginKey: async () => ({ publicOpenSsh: '', privateOpenSsh: '' }),
      hostKey: async () => ({ privateOpenSsh: '', sha256: 'ours' }),
      ownerMark: () => 'aaaaaaaaaa',
      withoutSecrets: (text) => text,
      secret: () => undefined,
      copiesElsewhere: async () =>
        this.copy === undefined ? [] : [{ source: 'an earlier workflow run', text: this.copy }],
      signal: new AbortController().signal,
    };
  }

  #channel(lease: Lease): Channel {
    const box = this.boxes.get(lease.name);
    if (box?.state !== 'running') throw new TransportFailed('nobody answers', 'refused');
    if (!box.takesKey) throw new LoginRefused('publickey');
    // All that is asked of it here: what ends its own meter is laid down on it, or taken away.
    const laid = async (argv: readonly string[]) => ({
      exitCode: 0,
      stdout: `GPU-LEASE dead-man laid ${argv[7] ?? ''}\n`,
      stderr: '',
      truncated: false,
    });
    return strict<Channel>('the channel', { hostKeySha256: 'ours', exec: laid });
  }

  async open(): Promise<void> {
    const job = jobWith({
      candidates: [{ platform: this.setting.platform }],
      onFinish: this.setting.onFinish,
      budget: { usd: 1e6, hours: 1e6, usdPerHour: 10 },
    });
    const opened: EventBody = {
      type: 'run-opened',
      version: 1,
      run: RUN,
      job: job.name,
      configHash: 'c'.repeat(64),
      commit: 'abcdef0123',
      codeHash: 'd'.repeat(64),
      dirty: false,
      cells: ['main'],
      budget: job.budget,
      retryMax: 1,
      onFinish: job.onFinish,
      resumes: true,
      document: job,
    };
    await this.say([opened, { type: 'smoke-waived' }], 'driver');
  }

  async run(): Promise<Run> {
    return fold(RUN, (await this.ledger.read(RUN)).events);
  }

  async say(bodies: EventBody[], by: string): Promise<void> {
    const record = await this.ledger.read(RUN);
    const at = this.clock.now().toISOString();
    const events = bodies.map((body) => ({ ...body, at, by }));
    const after = fold(RUN, [
      ...record.events,
      ...events.map((event, i) => ({ ...event, seq: i }) as LedgerEvent),
    ]);
    await this.ledger.append(RUN, record.tip, { events, summary: summarise(after, this.clock.now()) });
  }

  /** One driver: goes as far as it can without a person. @returns what it stands at, or why it did not get there */
  async process(): Promise<Standstill | 'crashed' | Error> {
    this.#process += 1;
    let performed = 0;
    const world = this.world();
    const stage = newStage(world, {
      bound: () => Promise.reject(new Error('nothing is started for real')),
      smoke: async () => [],
      boundSeconds: 600,
    });
    try {
      const stand = await advance(
        {
          ledger: world.ledger,
          clock: this.clock,
          who: 'driver',
          signal: world.signal,
          plans: (run) => plansOf(world, run),
          perform: async (run, step) => {
            performed += 1;
            if (performed > MOST_STEPS) {
              const last = (await this.ledger.read(RUN)).events
                .slice(-6)
                .map((event) => JSON.stringify(event));
              throw new Error(`it goes round in circles at ${JSON.stringify(step)}: ${last.join('\n')}`);
            }
            this.fate.crashPoint(`before ${step.do}`);
            const events = (await this.#onTheBox(run, step)) ?? (await perform(stage, run, step));
            this.fate.crashPoint(`after ${step.do}`);
            return events;
          },
          may: (step) => !['ask', 'nothing', 'smoke'].includes(step.do),
        },
        RUN,
      );
      if (this.setting.inWorkflows) this.copy = await this.ledger.text(RUN);
      return stand;
    } catch (error) {
      if (error instanceof Crash) return 'crashed';
      if (error instanceof Problem || error instanceof Problems) {
        if (this.setting.inWorkflows && !error.message.includes('not whole'))
          this.copy = await this.ledger.text(RUN);
        return error;
      }
      throw error;
    }
  }

  /** What needs a real box, told by the simulated one. */
  async #onTheBox(run: Run, step: Step): Promise<EventBody[] | undefined> {
    if (!('lease' in step)) return;
    const lease = leaseOf(run, step.lease);
    const box = this.boxes.get(lease.name);
    if (['audit', 'start', 'look', 'collect'].includes(step.do)) {
      if (box?.state === 'running' && this.fate.strikes(5)) this.#evict(box);
      if (box?.state !== 'running' || !box.takesKey) return this.#unreached(run, lease, box);
    }
    switch (step.do) {
      case 'audit': {
        const fit = !this.fate.strikes(8);
        const goesBack = !fit && lease.started === undefined;
        const findings = fit ? [] : [{ id: 'x', level: 'fail' as const, what: 'a dead GPU' }];
        return [
          { type: 'audited', lease: lease.name, fit, ...(goesBack && { goesBack }), findings, measured: {} },
        ];
      }
      case 'start':
        return this.#start(run, lease, box as Box, step.attempt);
      case 'look':
        return this.#look(run, lease, box as Box);
      case 'collect':
        return [
          {
            type: 'collected',
            lease: lease.name,
            files: 1,
            bytes: 1,
            manifestSha256: 'm',
            codeProven: true,
          },
          {
            type: 'sealed',
            seal: 'e'.repeat(64),
            verified: 1,
            roster: 1,
            bytes: 1,
            level: 'L3',
            place: 'here',
          },
        ];
      case 'release': {
        // The evidence is not in question here.
        const { releaseVerb } = await import('../../src/release/release.ts');
        const plan = (await plansOf(this.world(), run))(lease).zero;
        const hand = { run, lease, plan, word: async () => undefined };
        return releaseVerb(this.world(), hand, step.verb, async () => ({
          seal: run.seal?.seal ?? '',
          problems: [],
        }));
      }
      default:
        return;
    }
  }

  /** RunPod cannot say who stopped a box. */
  #looksEvicted(box: Box): boolean {
    return box.evicted || (box.state === 'stopped' && this.setting.platform === 'runpod');
  }

  #evict(box: Box): void {
    box.evicted = this.fate.strikes(50);
    box.state = box.evicted ? 'stopped' : 'gone';
    const stops = this.profile.verbs.filter(({ event }) => event === 'stop').flatMap((verb) => verb.stops);
    const ended = stops.length > 0 ? stops : ['gpu'];
    box.meters = box.evicted ? new Set([...box.meters].filter((id) => !ended.includes(id))) : new Set();
  }

  #startAgain(box: Box): void {
    Object.assign(box, { state: 'running', evicted: false, meters: new Set(this.#meterIds()) });
  }

  #unreached(run: Run, lease: Lease, box: Box | undefined): EventBody[] {
    if (box?.state === 'running') throw asProblem(new LoginRefused('publickey'), run, lease);
    const shown = { state: box?.state ?? 'gone', evicted: box !== undefined && this.#looksEvicted(box) };
    const what = lossOf(run, lease, shown, this.clock.now());
    if (!what) return lease.unreached ? [] : [{ type: 'unreached', lease: lease.name, shown: 'stopped' }];
    // As who reaches says it (`src/rent/reach.ts`).
    const isNew = lease.state === 'rented' && lease.started === undefined && lease.pin === undefined;
    const goesBack = what === 'evicted' && isNew && ({ goesBack: true } as const);
    return [{ type: 'preempted', lease: lease.name, what, ...goesBack, why: 'reclaimed' }];
  }

  async #start(run: Run, lease: Lease, box: Box, attempt: number): Promise<EventBody[]> {
    const driver = this.driver();
    if (!lease.started && driver.mark) {
      const { recordMark } = await import('../../src/ledger/record-mark.ts');
      await driver.mark(lease.boxId ?? '', recordMark(await this.ledger.read(RUN)));
    }
    box.attempts = Math.max(box.attempts, attempt);
    box.step = Math.max(box.step, run.cells.get('main')?.verifiedStep ?? 0);
    // A job may lock us out for good.
    if (this.fate.strikes(4)) box.takesKey = false;
    return [
      {
        type: 'started',
        lease: lease.name,
        attempt,
        configHash: 'c'.repeat(64),
        codeHash: 'd'.repeat(64),
        keeper: 'k',
        dir: { base: '/b', keeper: '/b/k' },
        launcher: 'setsid',
        bootId: 'b',
        oomKills: 0,
        from: [],
      },
    ];
  }

  #look(run: Run, lease: Lease, box: Box): EventBody[] {
    this.now += this.fate.strikes(30) ? 900_000 : 60_000;
    box.step += 20;
    const of = { lease: lease.name, cell: 'main' } as const;
    if (this.fate.strikes(6))
      return [{ type: 'preempted', lease: lease.name, what: 'process', why: 'killed' }];
    const ended = { type: 'cell-ended', ...of, attempt: lease.started?.attempt ?? 0 } as const;
    if (box.step >= 60) return [{ ...ended, verdict: 'finished', exitCode: 0, lastStep: box.step }];
    if (box.step <= (run.cells.get('main')?.verifiedStep ?? 0)) return [];
    return [{ type: 'kept', ...of, files: [], step: box.step }];
  }

  /** A person who looks at where it stands: mostly approves, sometimes goes on, sometimes takes their time. */
  async person(stand: Standstill | Error): Promise<void> {
    this.now += this.fate.strikes(40) ? 7_200_000 : 30_000;
    const run = await this.run();
    // Somebody looks at the files of a stopped box, and says nothing.
    if (this.fate.strikes(10))
      for (const box of this.boxes.values()) if (box.state === 'stopped') this.#startAgain(box);
    if (this.fate.strikes(12)) {
      const expiresAt = new Date(this.now + 40 * 86_400_000).toISOString();
      const word = standing({
        configHash: 'c'.repeat(64),
        platforms: [this.setting.platform],
        maxUsdPerHour: 2,
        expiresAt,
      });
      return this.say([word], 'person');
    }
    if (run.halted) {
      const isStopped = run.halted.code === 'box-stopped';
      for (const box of this.boxes.values())
        if (isStopped && box.state === 'stopped' && !box.evicted) this.#startAgain(box);
      for (const box of this.boxes.values()) if (box.state === 'running') box.takesKey = true;
      return this.say([{ type: 'resolved', how: 'person' }], 'person');
    }
    if (stand instanceof Error) {
      for (const box of this.boxes.values()) if (box.state === 'running') box.takesKey = true;
      return;
    }
    const asked = stand.waitingFor;
    if (asked?.do !== 'ask') return;
    const lease = leaseOf(run, asked.lease);
    const { zero } = (await plansOf(this.world(), run))(lease);
    const request = approvalRequest(lease, 'release', asked.seal, zero);
    await this.say(
      [
        approveByPhrase(
          run,
          request,
          { typed: request.phrase, person: 'p', via: 'phrase' },
          this.clock.now(),
        ),
      ],
      'person',
    );
  }

  /** Gives up what is held. */
  async giveUp(): Promise<void> {
    const run = await this.run();
    const lost = lossesOf(run, jobOf(run));
    for (const lease of run.leases) {
      if (lease.meters.every(({ stoppedAt }) => stoppedAt) || lease.boxGone) continue;
      const { zero } = (await plansOf(this.world(), run))(lease);
      const request = approvalRequest(lease, 'abandon', lossesDigest(run.id, lost), zero);
      const approved = approveByPhrase(
        run,
        request,
        { typed: request.phrase, person: 'p', via: 'phrase' },
        this.clock.now(),
      );
      await this.say([approved, { type: 'abandoned', lease: lease.name, lost }], 'person');
    }
  }

  /** As it is now, for somebody who comes later with another record of it. */
  snapshot(): Pick<WholeWorld, 'boxes' | 'copy' | 'now'> {
    const boxes = [...this.boxes].map(
      ([name, box]) => [name, { ...box, meters: new Set(box.meters) }] as const,
    );
    return { boxes: new Map(boxes), copy: this.copy, now: this.now };
  }
}
