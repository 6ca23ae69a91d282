import { type Channel, LoginRefused, TransportFailed } from '../../src/box/channel.ts';
import { TrafficCount } from '../../src/box/traffic-count.ts';
import type { Clock } from '../../src/clock.ts';
import { advance, type Standstill } from '../../src/course/advance.ts';
import type { BoundJob } from '../../src/course/bound-job.ts';
import { newStage, perform, type Stage } from '../../src/course/effects.ts';
import { movedOf } from '../../src/course/moved.ts';
import { HeardClock } from '../../src/heard-clock.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Lease, Run } from '../../src/lease/run.ts';
import { leaseOf } from '../../src/lease/run.ts';
import { takes } from '../../src/lease/stage-steps.ts';
import type { Step } from '../../src/lease/step.ts';
import { GB, type Moved } from '../../src/lease/traffic.ts';
import { appendDecision } from '../../src/ledger/append-to-run.ts';
import { listenForTime } from '../../src/ledger/hear-the-time.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { recordMark } from '../../src/ledger/record-mark.ts';
import type { PlatformDriver } from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import { plansOf } from '../../src/release/lease-plans.ts';
import { releaseVerb } from '../../src/release/release.ts';
import { BLOCK } from '../../src/rent/blocked.ts';
import { hostKey, loginKey } from '../../src/secret/keys.ts';
import { listFirst } from '../../src/tick/lists.ts';
import { silentFace, type World } from '../../src/world.ts';
import { strict } from '../scripted-world.ts';
import { cellOf, exited, lineOf, probeOf, wrote } from '../watch/probed.ts';
import { type AccountBooks, Accounts, type Box, type Incident } from './accounts.ts';
import { ShownIssues } from './issues.ts';
import { HOUR, isIn, type Weather } from './weather.ts';

/** One clock of everybody, the accounts, the ledger and GitHub; the boxes answer as their keeper would. */
export class LongWorld {
  accounts: AccountBooks;
  readonly issues: ShownIssues;
  readonly random: () => number;
  readonly weather: Weather;
  ledger = new MemoryLedger('proven');
  now: number;
  /** Runs whose files cannot be sealed until a person has mended them. */
  readonly unsealable = new Set<string>();
  /** What a start brings to its box, and what a collect brings home, in GB. */
  moves = { pushedGb: 0, pulledGb: 0 };
  /** Newest copies of records outside of their refs. */
  readonly copies = new Map<string, string>();
  #process = 0;

  constructor(random: () => number, start: number, weather: Weather) {
    this.random = random;
    this.now = start;
    this.weather = weather;
    const time = { now: () => this.now };
    this.accounts = new Accounts(random, time, weather);
    this.issues = new ShownIssues(() => this.githubIsDown());
  }

  githubIsDown(): boolean {
    return isIn(this.weather.githubDown, this.now);
  }

  readonly clock: Clock = {
    now: () => new Date(this.now),
    sleep: async (seconds) => {
      this.now += seconds * 1000;
    },
  };

  /** The ledger as it is reached over the net. */
  remote(): Ledger {
    return new Proxy<Ledger>(this.ledger, {
      get: (target, key) => {
        const value = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        return async (...words: unknown[]) => {
          if (this.githubIsDown()) throw ledgerDown();
          return value.apply(target, words);
        };
      },
    });
  }

  open(ledger: Ledger): World & { close(): Promise<void> } {
    this.#process += 1;
    const drivers = new Map<string, PlatformDriver>();
    const traffic = new TrafficCount();
    const world: World & { close(): Promise<void> } = {
      clock: new HeardClock(this.clock),
      ledger,
      claim: `p${this.#process}`,
      who: `github:${this.#process}.1`,
      machine: 'runner',
      face: silentFace,
      storeDir: '/nowhere',
      repoDir: '/nowhere',
      driver: async ({ platform }) => {
        // Every answer has a `Date`, also one that refuses the key.
        const heard = () => world.clock.heard?.(platform, this.clock.now(), 'service');
        const known = drivers.get(platform) ?? listFirst(await this.accounts.driver(platform, heard));
        drivers.set(platform, known);
        return known;
      },
      profile: async (platform) => this.accounts.profile(platform),
      channel: (lease) => this.#channel(world, lease),
      traffic,
      hangUp: async () => {},
      loginKey: async (run) => loginKey(SECRET, run),
      hostKey: async (lease) => ({ ...hostKey(SECRET, lease), sha256: 'ours' }),
      ownerMark: () => 'aaaaaaaaaa',
      withoutSecrets: (text) => text,
      secret: (name) =>
        name === BLOCK ? undefined : this.accounts.secret ? this.accounts.secret(name) : 'a key',
      github: this.issues.asGitHub(),
      copiesElsewhere: async (run) => {
        const text = this.copies.get(run);
        return text === undefined ? [] : [{ source: 'an earlier workflow run', text }];
      },
      signal: new AbortController().signal,
      close: async () => {},
    };
    return world;
  }

  /** As the real one: the address comes from the platform, each time. */
  async #channel(world: World, lease: Lease): Promise<Channel> {
    const driver = await world.driver(lease.intent);
    const { endpoint, state } = await driver.describe(lease.boxId ?? '');
    const box = this.accounts.box(lease.boxId ?? '');
    if (!endpoint || !box)
      throw new TransportFailed(`no address: it is ${state}`, state === 'gone' ? 'gone' : 'closed');
    if (box.deafSince !== undefined) throw new TransportFailed('nobody answers', 'timeout');
    if (!box.takesKey) throw new LoginRefused('publickey');
    box.seenAt = this.now;
    return strict<Channel>('the channel', {
      hostKeySha256: 'ours',
      exec: async (argv) => ({
        exitCode: 0,
        stdout: argv.includes('probe') ? this.#probe(box) : 'GPU-LEASE signalled\n',
        stderr: '',
        truncated: false,
      }),
      close: async () => {},
    });
  }

  #probe(box: Box): string {
    const { work, attempt, boots } = box;
    work.metAt ??= this.now;
    const seconds = Math.floor((this.now - work.since) / 1000);
    const boxTime = Math.floor(this.now / 1000);
    const metrics = wrote(null, JSON.stringify({ step: Math.floor((this.now - box.bornAt) / 60_000) }));
    const cell =
      work.state === 'ended'
        ? exited(work.exitCode, { attempt, endedAt: Math.floor(work.since / 1000), ...metrics })
        : cellOf({
            state: work.state === 'lost' ? 'lost' : 'running',
            attempt,
            ...metrics,
            quietSeconds: work.state === 'silent' ? seconds : 1,
          });
    const queue = work.state === 'ended' ? 'ended' : work.state === 'lost' ? 'lost' : 'running';
    return lineOf(probeOf({ boxTime, bootId: `boot-${boots}`, attempt, queue }, cell));
  }

  async run(id: string): Promise<Run> {
    return fold(id, (await this.ledger.read(id)).events);
  }

  /** A person's or a workflow's word. */
  say(run: string, bodies: EventBody[]): Promise<void> {
    return appendDecision({ ledger: this.remote(), clock: this.clock, who: 'person' }, run, bodies);
  }

  /** One workflow job of a stage. @returns how far it came, or why it ended */
  async job(stageName: string, run: string): Promise<Standstill | Problem> {
    const ledger = this.remote();
    const world = this.open(ledger);
    const stage = newStage(world, {
      bound: () => Promise.reject(new Error('nothing is started for real')),
      smoke: async () => [],
      boundSeconds: 600,
    });
    try {
      const stand = await advance(
        {
          ledger,
          clock: world.clock,
          who: world.who,
          signal: world.signal,
          plans: (of) => plansOf(world, of),
          moved: (of) => movedOf(world, of),
          hear: async (of) => void (await listenForTime(world, of)),
          perform: (of, step) => this.perform(stage, of, step),
          may: (step) => takes(stageName, step),
        },
        run,
      );
      await this.keepCopies([run]);
      return stand;
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  /** What a workflow leaves behind of each record that it saw. */
  async keepCopies(runs: readonly string[]): Promise<void> {
    for (const run of runs) this.copies.set(run, await this.ledger.text(run));
  }

  /** The product's own effects, but for what needs the files of a real box. */
  readonly perform = async (stage: Stage, run: Run, step: Step): Promise<EventBody[]> => {
    const ours = { ...stage, bound: async () => NO_CODE };
    if (step.do === 'store') return this.#store(step.seal);
    if (!('lease' in step)) return perform(ours, run, step);
    const lease = leaseOf(run, step.lease);
    if (step.do === 'release') {
      const plan = (await plansOf(stage.world, run))(lease).zero;
      const evidence = async () => ({ seal: run.seal?.seal ?? '', problems: [] });
      return releaseVerb(stage.world, { run, lease, plan, word: stage.word }, step.verb, evidence);
    }
    if (!['audit', 'start', 'collect'].includes(step.do)) return perform(ours, run, step);
    // What does not answer is the product's to say.
    if (!(await isReached(stage.world, lease))) return perform(ours, run, step);
    const box = this.accounts.box(lease.boxId ?? '') as Box;
    if (step.do === 'audit') return this.#audit(lease);
    if (step.do === 'start') return this.#start(stage.world, run, lease, box, step.attempt);
    return this.#collect(stage.world, run, lease, box);
  };

  #audit(lease: Lease): EventBody[] {
    const fit = this.random() >= 0.04;
    const findings = fit ? [] : [{ id: 'x', level: 'fail' as const, what: 'a dead GPU' }];
    const goesBack = !fit && lease.started === undefined;
    return [
      { type: 'audited', lease: lease.name, fit, ...(goesBack && { goesBack }), findings, measured: {} },
    ];
  }

  async #start(world: World, run: Run, lease: Lease, box: Box, attempt: number): Promise<EventBody[]> {
    const driver = await world.driver(lease.intent);
    if (!lease.started) await driver.mark?.(box.id, recordMark(await world.ledger.read(run.id)));
    this.#move(world, lease, box, { toBoxBytes: this.moves.pushedGb * GB });
    box.attempt = attempt;
    box.work = { state: 'running', since: this.now, exitCode: 0 };
    box.ahead = this.#fate();
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
        bootId: `boot-${box.boots}`,
        oomKills: 0,
        from: [],
      },
    ];
  }

  /** By the sizes alone: over the line of this process, and on the bill. */
  #move(world: World, lease: Lease, box: Box, bytes: Partial<Moved>): void {
    world.traffic?.add(lease.name, bytes);
    this.accounts.moved?.(box, { toBoxBytes: 0, fromBoxBytes: 0, ...bytes });
  }

  /** What will come of this attempt: mostly its end, sometimes something before it or after it. */
  #fate(): Box['ahead'] {
    const end = this.now + HOUR * (0.5 + 19 * this.random() ** 2);
    const ahead: Box['ahead'] = [{ at: end, what: 'finished' }];
    for (const [what, chance] of CHANCES) {
      if (this.random() >= chance) continue;
      ahead.push({ at: this.now + (end - this.now) * this.random() * 1.3, what });
    }
    return ahead.sort((a, b) => a.at - b.at);
  }

  #collect(world: World, run: Run, lease: Lease, box: Box): EventBody[] {
    this.#move(world, lease, box, { fromBoxBytes: this.moves.pulledGb * GB });
    if (run.relaunches === 0 && this.random() < 0.01) this.unsealable.add(run.id);
    if (this.unsealable.has(run.id))
      throw new Problem({
        code: 'not-sealable',
        kind: 'failed',
        what: 'The run cannot be sealed; the box is held with everything on it.',
        next: `Look at the files, or "gpu-lease abandon ${run.id}".`,
      });
    const seal = run.id.padEnd(64, 'e').replaceAll(/[^0-9a-f]/g, 'e');
    return [
      {
        type: 'collected',
        lease: lease.name,
        files: 1,
        bytes: 1,
        manifestSha256: 'm',
        codeProven: true,
      },
      { type: 'sealed', seal, verified: 1, roster: 1, bytes: 1, level: 'L3', place: 'here' },
    ];
  }

  /** An upload may fail; the next job tries again. */
  #store(seal: string): EventBody[] {
    if (this.random() < 0.1) return [];
    return [
      {
        type: 'stored',
        seal,
        store: 'workflow-artifact',
        id: '4001',
        place: 'https://github.example/artifacts/4001',
        digest: `sha256:${'e'.repeat(64)}`,
        bytes: 1200,
        files: 1,
      },
    ];
  }
}

const CHANCES: readonly [Incident, number][] = [
  ['evicted', 0.06],
  ['vanished', 0.06],
  ['deaf', 0.12],
  ['silent', 0.08],
  ['rebooted', 0.1],
  ['bug', 0.06],
  ['stopped', 0.04],
];

const SECRET = 'q7Jr2mX0b4Vn8sKc6tYw1eLz9uHa5pDg3fRj-_iOxBT';

const NO_CODE = { code: { tar: Buffer.alloc(0) }, requirements: undefined } as unknown as BoundJob;

const isReached = (world: World, lease: Lease): Promise<boolean> =>
  world.channel(lease).then(
    () => true,
    () => false,
  );

const ledgerDown = (): Problem =>
  new Problem({
    code: 'remote-unreachable',
    kind: 'unreachable',
    what: 'The ledger did not answer: 503.',
    next: 'Run the same command again.',
  });
