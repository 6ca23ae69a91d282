import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { currentLease, type Lease, type Run } from '../../src/lease/run.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import type { Held, PlatformDriver, Resource } from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import { type LookingWorld, lookForStrays, type PlatformLook } from '../../src/release/look-for-strays.ts';
import { putUp } from '../../src/release/put-up.ts';
import { newSecret, ownerMark } from '../../src/secret/keys.ts';
import {
  audited,
  cellEnded,
  collected,
  gone,
  intended,
  lost,
  opened,
  reachable,
  rented,
  sealed,
  started,
  waived,
} from '../lease/told-run.ts';
import { strict } from '../scripted-world.ts';

const REPOSITORY = 'ada/train';
const SECRET = newSecret();
const DAY_SECONDS = 86_400;
const PLATFORM = 'sim';
const RUNS = 4;

/** A machine or a volume as it really is, which no driver shows. */
interface Thing {
  kind: 'instance' | 'volume';
  id: string;
  name: string;
  owner?: string;
  createdAt: string;
  alive: boolean;
  /** `copy`: made from one of ours by a person, with everything that was on it. */
  madeBy: 'us' | 'copy' | 'stranger' | 'other-repository' | 'other-secret';
  /** Something is on it that somebody would miss. */
  data: boolean;
}

export type StepName = keyof typeof STEPS;
export type StrayStep = [StepName, number];

export interface Mutation {
  /** What the look is shown instead of the platform's list. */
  inventory?: (resources: Resource[], mark: (name: string) => string) => Resource[];
  apartSeconds?: number;
}

/**
 * One account with several tenants, the runs of one repository in it, and machines with wrong clocks that look for strays.
 * It keeps its own books of what is held and whose each thing is, and judges the product by these alone.
 */
export class StrayWorld {
  readonly ledger = new MemoryLedger();
  readonly violations: string[] = [];
  /** What came to pass, so that a test can say that its worlds were not empty. */
  readonly told = new Set<string>();
  readonly things: Thing[] = [];
  /** Ids of boxes that an open lease holds, by our own books. */
  readonly #held = new Set<string>();
  /** The account as a list that lags would show it. */
  readonly #past: Thing[][] = [];
  readonly #seenBefore = new Set<string>();
  readonly #mutation: Mutation;
  #seconds = 0;
  #count = 0;
  runs: string[] = [];
  /** Refused creates that take effect later. */
  readonly late: string[] = [];

  constructor(mutation: Mutation = {}) {
    this.#mutation = mutation;
  }

  async step([name, n]: StrayStep): Promise<void> {
    this.#past.push(this.things.map((thing) => ({ ...thing })));
    await STEPS[name](this, n);
    this.pass(1 + (n % 90));
  }

  /** Two looks far enough apart with a list that does not lag, and what they must have brought. */
  async reckon(n: number): Promise<{ strays: number; foreign: number; missed: number }> {
    const skewed = skewOf(n);
    await this.look(skewed, 'fresh');
    this.pass(3661);
    const [look] = await this.look(skewed, 'fresh');
    const ours = this.things.filter((thing) => thing.alive && isSigned(thing));
    const strays = ours.filter((thing) => !this.isHeld(thing));
    const reported = new Set(
      look?.strays.filter((stray) => stray.reported).map((stray) => stray.resource.id),
    );
    const missed = strays.filter((thing) => !reported.has(thing.id));
    for (const thing of missed) this.violations.push(`missed ${words(thing)}`);
    if (look?.outcome === 'none' && !ours.some((thing) => this.isHeld(thing)))
      this.violations.push('"none" although nothing known was there to be seen');
    const foreign = this.things.filter((thing) => thing.alive && !isSigned(thing));
    return { strays: strays.length, foreign: foreign.length, missed: missed.length };
  }

  pass(seconds: number): void {
    this.#seconds += seconds;
  }

  now(skewSeconds = 0): Date {
    return new Date(Date.parse('2026-11-21T12:00:00Z') + (this.#seconds + skewSeconds) * 1000);
  }

  add(over: Partial<Thing> & { name: string }): Thing {
    this.#count += 1;
    const thing: Thing = {
      kind: 'instance',
      id: `b-${this.#count}`,
      createdAt: this.now().toISOString(),
      alive: true,
      madeBy: 'us',
      data: false,
      ...over,
    };
    this.things.push(thing);
    return thing;
  }

  /** As a create of ours makes it. */
  addOurs(name: string, over: Partial<Thing> = {}): Thing {
    return this.add({ name, owner: ownerMark(SECRET, REPOSITORY, name), ...over });
  }

  async run(n: number): Promise<Run | undefined> {
    const id = this.runs[n % Math.max(1, this.runs.length)];
    if (id === undefined) return;
    const { events, archived } = await this.ledger.read(id);
    const run = fold(id, events);
    return run.closed || archived ? undefined : run;
  }

  async write(run: string, bodies: EventBody[]): Promise<Run> {
    const { tip, events } = await this.ledger.read(run);
    const now = this.now();
    const added = bodies.map((body) => ({ ...body, at: now.toISOString(), by: 'test' }));
    const after = fold(run, [...events, ...added.map((event, i) => ({ ...event, seq: events.length + i }))]);
    const appended = await this.ledger.append(run, tip, { events: added, summary: summarise(after, now) });
    if (appended.outcome !== 'appended') throw new Error('nobody else writes here');
    return after;
  }

  hold(boxId: string): void {
    this.#held.add(boxId);
  }

  letGo(boxId: string): void {
    this.#held.delete(boxId);
  }

  /** Volumes go with the name of a held box: the one that the list gives, which may be older than what a person made of it since. */
  isHeld(thing: Thing, called = thing.name): boolean {
    if (thing.kind === 'instance') return this.#held.has(thing.id);
    return this.things.some(({ id, name }) => this.#held.has(id) && this.#bornAs(id) === called && name);
  }

  thing(id: string | undefined): Thing | undefined {
    return this.things.find((each) => each.id === id);
  }

  /** The name that it was made with: a person may have changed it since. */
  readonly #names = new Map<string, string>();
  #bornAs(id: string): string | undefined {
    return this.#names.get(id) ?? this.thing(id)?.name;
  }

  rename(thing: Thing, name: string): void {
    if (!this.#names.has(thing.id)) this.#names.set(thing.id, thing.name);
    thing.name = name;
  }

  async look(skewSeconds: number, list: 'fresh' | 'stale' | 'silent', andPutUp = false) {
    const world = this.#world(skewSeconds, list);
    const { apartSeconds } = this.#mutation;
    const looks = await lookForStrays(world, [PLATFORM], apartSeconds === undefined ? {} : { apartSeconds });
    this.#judgeLooks(looks);
    if (andPutUp) {
      for (const { stray, lease } of await putUp(world, looks)) {
        if (lease === undefined) continue;
        const thing = this.thing(stray.resource.id);
        if (thing?.madeBy !== 'us' || thing.data || this.isHeld(thing))
          this.violations.push(`put up as ${lease}: ${thing ? words(thing) : 'nothing'}`);
        if (thing) this.hold(thing.id);
        this.told.add(`put up: ${stray.kind}`);
      }
    }
    return looks;
  }

  #judgeLooks(looks: readonly PlatformLook[]): void {
    for (const stray of looks.flatMap((look) => look.strays)) {
      const thing = this.thing(stray.resource.id);
      if (!thing || !['us', 'copy'].includes(thing.madeBy) || this.isHeld(thing, stray.resource.name))
        this.violations.push(`called a stray (${stray.kind}): ${thing ? words(thing) : 'nothing'}`);
      if (stray.reported) this.told.add(`reported: ${stray.kind}`);
      if (stray.reported && !this.#seenBefore.has(stray.resource.id))
        this.violations.push(`reported at first sight: ${stray.resource.id}`);
    }
    for (const stray of looks.flatMap((look) => look.strays)) this.#seenBefore.add(stray.resource.id);
  }

  #world(skewSeconds: number, list: 'fresh' | 'stale' | 'silent'): LookingWorld & { who: string } {
    const mark = (name: string) => ownerMark(SECRET, REPOSITORY, name);
    const shown = () => {
      if (list === 'silent') throw silent();
      const things = list === 'stale' ? (this.#past.at(-6) ?? []) : this.things;
      return things.filter((thing) => thing.alive);
    };
    const driver: Partial<PlatformDriver> = {
      inventory: async () => {
        const resources = shown().map(asResource);
        return this.#mutation.inventory?.(resources, mark) ?? resources;
      },
      find: async (name) =>
        shown()
          .filter((thing) => thing.kind === 'instance' && thing.name === name)
          .map(asHeld),
    };
    return {
      driver: async () => strict('the driver', driver),
      ledger: this.ledger,
      ownerMark: mark,
      clock: { now: () => this.now(skewSeconds), sleep: async () => {} },
      who: 'looker',
    };
  }
}

/** What happens in the account and to the runs; `n` chooses among what there is. */
const STEPS = {
  async 'open a run'(world: StrayWorld) {
    if (world.runs.length >= RUNS) return;
    const id = `tiny-${world.runs.length + 1}`;
    world.runs = [...world.runs, id];
    await world.write(id, [opened(), waived]);
  },

  async launch(world: StrayWorld, n: number) {
    const run = await world.run(n);
    if (!run || currentLease(run) || run.seal) return;
    const name = `${run.id}-${run.leases.length + 1}`;
    await world.write(run.id, [intended(name)]);
    if (n % 5 === 0) world.addOurs(name, { kind: 'volume', id: `v-${name}` });
    switch (n % 6) {
      case 0:
        return; // Killed before its create left.
      case 1:
        return void world.addOurs(name); // Killed before it could write down what it made.
      case 2:
        world.late.push(name);
        return void (await world.write(run.id, [refused(name)]));
      case 3:
        await take(world, run, world.addOurs(name));
        return void world.addOurs(name); // The answer to the first try was lost: two boxes.
      default:
        return void (await take(world, run, world.addOurs(name)));
    }
  },

  async 'launch again'(world: StrayWorld, n: number) {
    const run = await world.run(n);
    const lease = run?.leases.find(({ state }) => state === 'intended');
    if (!run || !lease) return;
    const made = world.things.find(
      (thing) => thing.alive && thing.kind === 'instance' && thing.name === lease.name && isSigned(thing),
    );
    if (made) await take(world, run, made);
    else await world.write(run.id, [refused(lease.name)]);
  },

  async 'a late create'(world: StrayWorld, n: number) {
    const name = world.late.splice(n % Math.max(1, world.late.length), 1)[0];
    if (name !== undefined) for (let twins = 0; twins <= n % 2; twins += 1) world.addOurs(name);
  },

  async work(world: StrayWorld, n: number) {
    const run = await world.run(n);
    const lease = run?.leases.find(({ state }) => state === 'rented');
    const box = world.thing(lease?.boxId);
    if (!run || !lease || !box?.alive) return;
    const attempt = run.leases.length;
    await world.write(run.id, [
      reachable(lease.name),
      audited(true, lease.name),
      started({ lease: lease.name, attempt }),
    ]);
    box.data = true;
  },

  async preempt(world: StrayWorld, n: number) {
    const run = await world.run(n);
    const lease = run?.leases.find(({ state }) => state === 'rented' || state === 'running');
    if (!run || !lease) return;
    kill(world, lease);
    await world.write(run.id, [lost('box', lease.name)]);
    if (n % 2 === 0) await prove(world, run, lease);
  },

  async 'give back what was put up'(world: StrayWorld, n: number) {
    const run = await world.run(n);
    for (const lease of run?.leases ?? []) {
      if (lease.state !== 'failed' || !run) continue;
      const box = world.thing(lease.boxId);
      if (box?.data || box?.madeBy !== 'us')
        world.violations.push(`released ${box ? words(box) : lease.boxId}`);
      kill(world, lease);
      await prove(world, run, lease);
      await world.write(run.id, [{ type: 'released', lease: lease.name, usd: 0 }]);
      world.told.add('given back');
    }
  },

  async release(world: StrayWorld, n: number) {
    const run = await world.run(n);
    const lease = run?.leases.find(({ state }) => state === 'running');
    if (!run || !lease) return;
    await world.write(run.id, [
      { ...cellEnded(), lease: lease.name } as EventBody,
      collected,
      sealed,
      { type: 'releasing', lease: lease.name, verb: 'terminate' },
    ]);
    // A platform that showed it gone, twice, and has it all the same.
    if (n % 4 > 0) kill(world, lease);
    await prove(world, run, lease);
    await world.write(run.id, [{ type: 'released', lease: lease.name, usd: 1 }]);
    const after = await world.write(run.id, [{ type: 'closed', usd: 1 }]);
    if (after.closed && n % 3 === 0) await world.ledger.archive(run.id);
  },

  async stranger(world: StrayWorld, n: number) {
    const ours = pick(world, n);
    const names = [ours?.name ?? 'desk', 'desk', `tiny-${n % 9}-1`, ours?.name ?? 'lab'];
    const marks = [undefined, ours?.owner, 'aaaaaaaaaa', ''];
    const name = names[n % 4] ?? 'desk';
    const owner = marks[(n >> 2) % 4];
    // With a name and its mark it would be a copy of ours, and that is another step.
    const kept = owner === ownerMark(SECRET, REPOSITORY, name) ? undefined : owner;
    world.add({
      name,
      ...(kept === undefined ? {} : { owner: kept }),
      kind: n % 3 === 0 ? 'volume' : 'instance',
      madeBy: 'stranger',
      data: true,
    });
  },

  async 'a box of a lost ledger'(world: StrayWorld, n: number) {
    world.addOurs(`ghost-${n % 7}-1`, { data: true });
  },

  async 'another repository'(world: StrayWorld, n: number) {
    const name = pick(world, n)?.name ?? 'tiny-1-1';
    const owner = ownerMark(SECRET, 'ada/other', name);
    world.add({ name, owner, madeBy: 'other-repository', data: true });
  },

  async 'another secret'(world: StrayWorld, n: number) {
    const name = pick(world, n)?.name ?? 'tiny-1-1';
    const owner = ownerMark(OTHER_SECRET, REPOSITORY, name);
    world.add({ name, owner, madeBy: 'other-secret', data: true });
  },

  async rename(world: StrayWorld, n: number) {
    const thing = pick(world, n);
    if (!thing) return;
    world.rename(thing, n % 2 === 0 ? 'renamed by hand' : `tiny-${n % 5}-2`);
    // Where the name carries the mark, the mark goes with it.
    const forged = thing.madeBy !== 'us' && thing.owner === ownerMark(SECRET, REPOSITORY, thing.name);
    if (n % 3 === 0 || forged) delete thing.owner;
  },

  async 'move to another host'(world: StrayWorld, n: number) {
    const thing = pick(world, n);
    if (thing?.kind !== 'instance') return;
    thing.alive = false;
    const { name, owner, data, madeBy } = thing;
    world.add({ name, ...(owner === undefined ? {} : { owner }), data, madeBy });
  },

  async 'copy by hand'(world: StrayWorld, n: number) {
    const thing = pick(world, n);
    if (thing?.kind !== 'instance' || !thing.data) return;
    world.pass(7200);
    const { name, owner, madeBy } = thing;
    const copied = madeBy === 'us' ? 'copy' : madeBy;
    world.add({ name, ...(owner === undefined ? {} : { owner }), data: true, madeBy: copied });
  },

  async 'time passes'(world: StrayWorld, n: number) {
    world.pass(n * 20);
  },

  async look(world: StrayWorld, n: number) {
    const list = (['fresh', 'fresh', 'fresh', 'stale', 'silent'] as const)[n % 5] ?? 'fresh';
    await world.look(skewOf(n), list, n % 2 === 0);
  },
} satisfies Record<string, (world: StrayWorld, n: number) => Promise<void>>;

/** Launches and looks more often than the accidents around them. */
export const STEP_NAMES: StepName[] = [
  ...(Object.keys(STEPS) as StepName[]),
  ...([
    'open a run',
    'launch',
    'launch',
    'launch',
    'preempt',
    'work',
    'a late create',
    'look',
    'look',
  ] as const),
];

const OTHER_SECRET = newSecret();

/** Up to a day ahead or behind. */
const skewOf = (n: number): number => ((n % 41) / 20 - 1) * DAY_SECONDS;

const pick = (world: StrayWorld, n: number): Thing | undefined => {
  const alive = world.things.filter((thing) => thing.alive);
  return alive[n % Math.max(1, alive.length)];
};

/** By what it is and not by what it is called: our own mark, good for the name that it has now. */
const isSigned = (thing: Thing): boolean =>
  (thing.madeBy === 'us' || thing.madeBy === 'copy') &&
  thing.owner === ownerMark(SECRET, REPOSITORY, thing.name);

async function take(world: StrayWorld, run: Run, box: Thing): Promise<void> {
  await world.write(run.id, [{ ...rented(box.name), boxId: box.id } as EventBody]);
  world.hold(box.id);
}

function kill(world: StrayWorld, lease: Lease): void {
  const box = world.thing(lease.boxId);
  if (box) box.alive = false;
}

async function prove(world: StrayWorld, run: Run, lease: Lease): Promise<void> {
  const meters = lease.meters.map(({ id }) => gone(id, ['t1', 't2'], lease.name));
  await world.write(run.id, meters);
  world.letGo(lease.boxId ?? '');
}

const refused = (lease: string): EventBody => ({
  type: 'rent-refused',
  lease,
  reason: 'unclear',
  what: 'the answer was lost',
});

const asResource = ({ kind, id, name, owner, createdAt }: Thing): Resource => ({
  kind,
  id,
  name,
  ...(owner === undefined ? {} : { owner }),
  native: 'RUNNING',
  billing: 'yes',
  usdPerHour: 1,
  createdAt,
});

const asHeld = ({ id, name, createdAt }: Thing): Held => ({
  boxId: id,
  name,
  meters: [{ id: 'gpu', kind: 'gpu', usdPerHour: 1, source: 'offer' }],
  since: createdAt,
});

const words = (thing: Thing): string =>
  `${thing.kind} ${thing.id} "${thing.name}" of ${thing.madeBy}${thing.data ? ' with data' : ''}`;

const silent = (): Problem =>
  new Problem({
    code: 'no-answer',
    kind: 'unreachable',
    what: 'The platform did not answer.',
    next: 'Wait.',
  });
