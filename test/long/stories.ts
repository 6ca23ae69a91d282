import { approveInAdvance } from '../../src/approval/approve-in-advance.ts';
import type { Job } from '../../src/job/job.ts';
import { usdSoFar } from '../../src/lease/cost.ts';
import type { LedgerEvent } from '../../src/lease/events.ts';
import { doubtsOf, type Run } from '../../src/lease/run.ts';
import { trafficUsd } from '../../src/lease/traffic.ts';
import { Problem } from '../../src/problem.ts';
import { passwordDoor } from '../drill/password-door.ts';
import { RENTED_PLATFORMS, type RentedPlatform } from '../faults/rented-platforms.ts';
import { seededRandom } from '../scenarios/seeded-random.ts';
import { usdBetween } from './accounts.ts';
import { LongWorld } from './long-world.ts';
import { liveThrough, type Report } from './ninety-days.ts';
import { BEHAVIOURS, beset } from './odd-account.ts';
import { TwinAccounts } from './twin-accounts.ts';
import { type Spent, spentOn } from './waste.ts';
import { DAY, HOUR, weatherOf } from './weather.ts';

const FROM = Date.parse('2026-11-27T00:00:00Z');
const UNTIL = Date.parse('2028-12-31T00:00:00Z');
/** A run that has not come to its end by then is counted as it stands. */
const DAYS = 20;
const RUN = 'sim-1';
/** A box that is not fit bills for two looks and the proof of its end. */
const UNFIT_HOURS = 2;

/** Where a box answers whose first login is by password. */
export type Door = Awaited<ReturnType<typeof passwordDoor>>;

/** A story in which nothing goes wrong: how its run is to end. */
type Calm = Pick<Job, 'onFinish'> & { moves?: LongWorld['moves'] };

/** What one run came to, wherever and whenever it was. */
export interface Told {
  seed: number;
  platform: string;
  behaviour: string | undefined;
  startsAt: number;
  isClosed: boolean;
  /** Nobody had a box for it, for days; nothing bills. */
  isInVain: boolean;
  usd: number;
  spent: Spent;
  /** What our ledger says that it cost, and what its platform charged. */
  ledgerUsd: number;
  invoiceUsd: number;
  /** What of both is for bytes. */
  ledgerTrafficUsd: number;
  trafficUsd: number;
  parkedHours: number;
  boxes: number;
  looks: number;
  /** Duties of which no person was told in time. */
  missed: Report['missed'];
  forgotten: string[];
  unfitHeld: string[];
  /** Its release was approved in advance, and waited for a person by nothing but the age of facts. */
  blocked: string[];
  /** A word in advance was wanted: whether it was taken, or why not. */
  standing: 'given' | string | undefined;
  halted: string[];
}

/** One run at the twin of one platform through its own driver, told from its seed alone. */
export async function tellStory(seed: number, door: Door, calm?: Calm): Promise<Told> {
  const drawnBy = seededRandom(seed);
  // Between these bounds nothing befalls a box, no look is dropped, and every box is fit.
  const random = calm ? () => 0.2 + 0.7 * drawnBy() : drawnBy;
  const platform = RENTED_PLATFORMS[seed % RENTED_PLATFORMS.length] as RentedPlatform;
  // Many while facts still are fresh enough for a word in advance, and on the days on which they stop to be.
  const until = random() < 0.4 ? FROM + 120 * DAY : UNTIL;
  const startsAt = FROM + Math.floor((until - FROM) * random());
  const drawn = Math.floor(random() * (BEHAVIOURS.length + 4));
  const behaviour = calm ? undefined : BEHAVIOURS[drawn];
  const wantsStanding = random() < 0.5;
  const isSpot = !calm && platform.evictsSpot === true && random() < 0.4;
  const drawnWeather = weatherOf(random, startsAt, DAYS, [platform.name]);
  const weather = {
    ...drawnWeather,
    rotations: [],
    scheduleOffAt: undefined,
    ...(calm && { githubDown: [], platformDown: new Map() }),
  };
  const world = new LongWorld(random, startsAt, weather);
  world.moves = calm?.moves ?? movesOf(seed);
  const started = await platform.start(world.clock, door);
  const accounts = new TwinAccounts(platform, started, { run: RUN, random, clock: world.clock, weather });
  world.accounts = accounts;
  try {
    beset(accounts, behaviour, {
      down: weather.platformDown.get(platform.name) ?? [],
      random,
      from: startsAt,
    });
    let standing: Told['standing'];
    const blocked: string[] = [];
    let sealedLooks = 0;
    const report = await liveThrough(
      { seed, days: DAYS, runs: 1 },
      {
        world,
        platforms: [platform.name],
        job: { ...jobAt(platform, isSpot), ...(calm && { onFinish: calm.onFinish }) },
        opened: async () => {
          if (wantsStanding) standing = await sayInAdvance(world);
        },
        // What was approved is released in a workflow of its own at once, where no outage is to be told of.
        acted: async () => {
          const run = calm && accounts.boxes.length > 0 ? await world.run(RUN) : undefined;
          if (run && run.approvals.length > 0 && !run.closed) await world.job('release', RUN);
        },
        looked: (run) => {
          sealedLooks = run.seal ? sealedLooks + 1 : 0;
          if (sealedLooks === 3 && blocked.length === 0) blocked.push(...blockedNow(run, world.now));
        },
      },
    );
    const { events } = await world.ledger.read(RUN);
    const run = await world.run(RUN);
    const spent: Spent = new Map();
    accounts.settle();
    for (const box of accounts.boxes)
      for (const [cause, usd] of spentOn(box, run, events, world.now))
        spent.set(cause, (spent.get(cause) ?? 0) + usd);
    return {
      seed,
      platform: platform.name,
      behaviour,
      startsAt,
      isClosed: run.closed !== undefined,
      isInVain: run.closed === undefined && run.noCapacity !== undefined,
      usd: accounts.boxes.reduce((sum, box) => sum + usdBetween(box, 0, world.now) + box.trafficUsd, 0),
      spent,
      ledgerUsd: usdSoFar(run, new Date(world.now)),
      invoiceUsd: started.billing.invoice(),
      ledgerTrafficUsd: run.leases.reduce((sum, lease) => sum + trafficUsd(lease, world.now), 0),
      trafficUsd: accounts.boxes.reduce((sum, box) => sum + box.trafficUsd, 0),
      parkedHours: parkedHours(events),
      boxes: accounts.boxes.length,
      looks: report.looks,
      missed: report.missed,
      forgotten: report.forgotten,
      unfitHeld: unfitHeld(accounts, events, run, world.now),
      blocked,
      standing,
      halted: events.flatMap((event) => (event.type === 'halted' ? [event.code] : [])),
    };
  } finally {
    await started.close();
  }
}

/** By the seed alone: what is moved changes nothing of what befalls a run. */
function movesOf(seed: number): LongWorld['moves'] {
  const random = seededRandom(seed + 1_000_003);
  return { pushedGb: random(), pulledGb: 30 * random() ** 3 };
}

function parkedHours(events: readonly LedgerEvent[]): number {
  const from = events.find(({ type }) => type === 'parked')?.at;
  const to = events.findLast(({ type }) => type === 'releasing')?.at;
  return from === undefined || to === undefined ? 0 : (Date.parse(to) - Date.parse(from)) / HOUR;
}

/** The card and the place as the platform's own tests ask for them. */
function jobAt({ job }: RentedPlatform, isSpot: boolean): Partial<Job> {
  const { resources, candidates = [] } = job;
  return {
    ...(resources && { resources }),
    candidates: candidates.map((each) => ({ ...each, ...(isSpot && { market: 'spot' as const }) })),
  };
}

/** As a person at a terminal does, who types what is shown. */
async function sayInAdvance(world: LongWorld): Promise<'given' | string> {
  const run = await world.run(RUN);
  const given = {
    env: {},
    person: 'ada',
    phrase: `standing ${RUN} ${'c'.repeat(8)}`,
    environment: undefined,
    noted: undefined,
    inAdvance: 'L2',
    ended: undefined,
    atTerminal: async () => undefined,
  };
  try {
    const word = await approveInAdvance(world.open(world.remote()), given, run);
    if (word) await world.say(RUN, [word]);
    return word ? 'given' : 'not given';
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

/** Looks have come by since the seal, and nothing but a date stands between the word and the release. */
function blockedNow(run: Run, now: number): string[] {
  if (run.closed || doubtsOf(run).length > 0 || run.halted) return [];
  const word = run.standing.findLast(({ expiresAt }) => Date.parse(expiresAt) > now);
  if (!word || run.approvals.length > 0) return [];
  const lease = run.leases.findLast(({ started }) => started !== undefined);
  const usdPerHour = (lease?.meters ?? []).reduce((sum, meter) => sum + meter.usdPerHour, 0);
  if (!lease || Math.max(usdPerHour, lease.usdPerHour) > word.maxUsdPerHour) return [];
  if (run.leases.some(({ meters }) => meters.some(({ owed }) => owed))) return [];
  return [`${lease.name} at ${lease.platform} on ${new Date(now).toISOString()}`];
}

/** From the verdict of its audit to the end of its last meter. */
function unfitHeld({ boxes }: TwinAccounts, events: readonly LedgerEvent[], run: Run, now: number): string[] {
  return events.flatMap((event) => {
    if (event.type !== 'audited' || event.fit) return [];
    const id = run.leases.find(({ name }) => name === event.lease)?.boxId;
    const box = boxes.find((each) => each.id === id);
    const ends = (box?.meters ?? []).flatMap(({ spans }) => spans.map(({ to }) => to ?? now));
    const hours = (Math.max(0, ...ends) - Date.parse(event.at)) / HOUR;
    return hours > UNFIT_HOURS ? [`${event.lease}: ${hours.toFixed(1)} h`] : [];
  });
}

export interface Year {
  told: Told[];
  seconds: number;
}

/**
 * @param from seed of the first of them
 * @param untold called with what kept a story from being told, where that is no reason to stop: another version may lack something
 */
export async function tellYear(
  from: number,
  count: number,
  untold?: (seed: number, error: Error) => void,
): Promise<Year> {
  const began = process.cpuUsage();
  const told: Told[] = [];
  const door = await passwordDoor();
  try {
    for (let seed = from; seed < from + count; seed += 1) {
      try {
        told.push(await tellStory(seed, door));
      } catch (error) {
        if (!untold) throw error;
        untold(seed, error as Error);
      }
    }
  } finally {
    door.close();
  }
  const { user, system } = process.cpuUsage(began);
  return { told, seconds: (user + system) / 1e6 };
}
