import { settingsOf } from '../../src/cli/settings.ts';
import { tick } from '../../src/cli/tick.ts';
import type { Job } from '../../src/job/job.ts';
import type { LedgerEvent, NewEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Run } from '../../src/lease/run.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { Problem } from '../../src/problem.ts';
import { silentFace } from '../../src/world.ts';
import { jobWith } from '../lease/told-run.ts';
import { PLATFORMS } from '../lease/whole-world.ts';
import { seededRandom } from '../scenarios/seeded-random.ts';
import { isBilling, usdBetween } from './accounts.ts';
import { strayKey } from './issues.ts';
import { dutiesOf, Judge, type Life, type Verdict } from './judge.ts';
import { LongWorld } from './long-world.ts';
import { Person } from './person.ts';
import { DAY, HOUR, isIn, nextLook, weatherOf } from './weather.ts';

export interface Days {
  seed: number;
  days: number;
  runs: number;
}

/** Another world than the one of all accounts in memory, and when it begins. */
export interface Place {
  world: LongWorld;
  platforms: readonly string[];
  /** What the job of a run says there beside what is drawn. */
  job: Partial<Job>;
  /** Right after a run was opened: a person may say something in advance. */
  opened?(run: string): Promise<void>;
  /** After a person may have done something. */
  acted?(): Promise<void>;
  /** After every look. */
  looked?(run: Run, looks: number): Promise<void> | void;
}

export interface Report extends Verdict {
  runs: number;
  closed: number;
  /** Boxes that still cost money at the end, and of which nobody was told. */
  forgotten: string[];
  looks: number;
  brokenLooks: number;
  longestSilenceHours: number;
  issues: number;
  usd: number;
  /** Of runs that were open when the newer version came. */
  upgraded: number;
}

const START = Date.parse('2026-11-21T00:00:00Z');
const RENTED = PLATFORMS.filter((platform) => platform !== 'local');

/** All accounts in memory, from the day on which the first of these years began. */
function everywhere({ seed, days }: Days): Place {
  const random = seededRandom(seed);
  const weather = weatherOf(random, START, days, RENTED);
  return { world: new LongWorld(random, START, weather), platforms: RENTED, job: {} };
}

/**
 * Lives through the days: launches, looks, persons and whatever befalls boxes, one after the other.
 *
 * @param place a story of its own: over once its runs are closed and nothing there costs money
 */
export async function liveThrough(of: Days, story?: Place): Promise<Report> {
  const { days, runs } = of;
  const place = story ?? everywhere(of);
  const { world } = place;
  const { random, weather, now: begin } = world;
  const person = new Person(world);
  const judge = new Judge();
  const lives = new Map<string, Life>();
  const end = begin + days * DAY;
  const lastLaunch = story ? begin : begin + (days - Math.min(5, days / 3)) * DAY;
  const launches = Array.from({ length: runs }, (_, n) => ({
    at: begin + (lastLaunch - begin) * random(),
    run: `sim-${n + 1}`,
  })).sort((a, b) => a.at - b.at);
  const upgradeAt = story ? Number.POSITIVE_INFINITY : begin + (days / 2) * DAY;
  const rotations = [...weather.rotations].sort((a, b) => a.at - b.at);
  const report = { looks: 0, brokenLooks: 0, longestSilenceHours: 0, upgraded: 0 };
  let lookAt = nextLook(random, begin);
  let lastLook = begin;
  let isUpgraded = false;
  let isSwitchedOff = false;

  for (;;) {
    const at = Math.min(lookAt, launches[0]?.at ?? Number.POSITIVE_INFINITY, person.nextAt);
    if (at > end) break;
    world.now = Math.max(world.now, at);
    await world.accounts.live();
    while (rotations[0] && rotations[0].at <= world.now)
      world.accounts.refusedKeys.add(rotations.shift()?.platform ?? '');
    if (!isUpgraded && world.now >= upgradeAt) {
      isUpgraded = true;
      report.upgraded = await writtenByTheOlder(world);
    }
    if (!isSwitchedOff && weather.scheduleOffAt !== undefined && world.now >= weather.scheduleOffAt) {
      isSwitchedOff = true;
      person.mailed();
    }
    await person.act();
    if (story) await story.acted?.();
    if (launches[0] && launches[0].at <= world.now) {
      const [{ run }] = launches.splice(0, 1) as [(typeof launches)[number]];
      if (!(await launch(place, lives, run))) launches.push({ at: world.now + HOUR, run });
      launches.sort((a, b) => a.at - b.at);
      continue;
    }
    if (world.now < lookAt) continue;
    lookAt = nextLook(random, Math.max(lookAt, world.now - 15 * 60_000));
    if (!person.scheduleIsOn || isIn(weather.githubDown, world.now)) continue;
    const began = world.now;
    const before = await dutiesNow(world, lives);
    const collect = await lookOnce(world);
    if (!collect) {
      report.brokenLooks += 1;
      continue;
    }
    report.looks += 1;
    report.longestSilenceHours = Math.max(report.longestSilenceHours, (began - lastLook) / HOUR);
    lastLook = began;
    const told = world.now;
    const open = world.issues.open();
    judge.look(began, told, before, await dutiesNow(world, lives), open);
    for (const run of collect) await world.job('collect', run);
    person.read(open);
    if (story) for (const { run } of lives.values()) await story.looked?.(run, report.looks);
    if (story && launches.length === 0 && (await isOver(world, lives))) break;
    for (const { run } of lives.values())
      if (run.seal && !run.closed && run.approvals.length === 0) person.asked(run.id);
  }
  if (!story) world.now = Math.max(world.now, end);
  return { ...report, ...(await summed(world, lives, judge)) };
}

async function isOver(world: LongWorld, lives: Map<string, Life>): Promise<boolean> {
  await refold(world, lives);
  if (world.accounts.boxes.some(isBilling)) return false;
  const isInVain = ({ noCapacity }: Run) =>
    noCapacity !== undefined && world.now - Date.parse(noCapacity.since) > 2 * DAY;
  return [...lives.values()].every(({ run }) => run.closed || isInVain(run));
}

async function summed(world: LongWorld, lives: Map<string, Life>, judge: Judge) {
  await refold(world, lives);
  const open = world.issues.open();
  const isToldOf = (run: string) => [...open].some((key) => key.split(':').includes(run));
  const closed = [...lives.values()].filter(({ run }) => run.closed);
  const billing = (run: string) =>
    world.accounts
      .ofRun(run)
      .filter((box) => box.meters.some(({ spans }) => spans.some(({ to }) => to === undefined)));
  return {
    ...judge.end(world.now),
    runs: lives.size,
    closed: closed.length,
    forgotten: closed.flatMap(({ run }) =>
      billing(run.id)
        .filter((box) => !open.has(strayKey(box)) && !isToldOf(run.id))
        .map(({ id }) => `${id} of ${run.id}`),
    ),
    issues: world.issues.opened,
    usd: world.accounts.boxes.reduce((sum, box) => sum + usdBetween(box, 0, world.now), 0),
  };
}

async function launch(place: Place, lives: Map<string, Life>, run: string): Promise<boolean> {
  const { world, platforms } = place;
  const { random } = world;
  const platform = platforms[Math.floor(random() * platforms.length)] ?? 'runpod';
  const budget = { usd: 4 + 60 * random(), hours: 10 + 60 * random(), usdPerHour: 10 };
  const job = jobWith({
    candidates: [{ platform }],
    onFinish: random() < 0.3 ? 'park' : 'hold',
    budget,
    capacity: { tryAgainSeconds: 900, forSeconds: 86_400 },
    ...place.job,
  } as Parameters<typeof jobWith>[0]);
  try {
    await world.say(run, [
      {
        type: 'run-opened',
        version: 1,
        run,
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
        ...(random() < 0.4 && { needsStore: true as const }),
        document: job,
      },
      { type: 'smoke-waived' },
    ]);
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
  lives.set(run, {
    run: await world.run(run),
    budgetUsd: budget.usd,
    stallSeconds: job.watch.stallSeconds,
    spentAt: undefined,
  });
  await place.opened?.(run);
  for (let tries = 0; tries < 4; tries += 1) {
    const ended = await world.job('launch', run);
    // Who launches looks whether anything came of it, and reads why not.
    if ((await world.run(run)).leases.length > 0) break;
    if (ended instanceof Problem && ended.code === 'api-key-refused')
      world.accounts.refusedKeys.delete(platform);
    world.now += HOUR / 2;
  }
  return true;
}

/** @returns runs that a job with a store has to collect; `undefined` where the look did not come to its end */
async function lookOnce(world: LongWorld): Promise<string[] | undefined> {
  const ledger = world.remote();
  const settings = {
    ...settingsOf({ given: { bound: '10min', parallel: '1' } }, {}, '/nowhere'),
    clock: world.clock,
  };
  try {
    const { toCollect, facts } = await tick(settings, silentFace, new AbortController().signal, {
      world: { ledger, open: (of) => world.open(of), perform: world.perform },
    });
    await world.keepCopies(facts.runs.map(({ run }) => run));
    return toCollect;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

async function refold(world: LongWorld, lives: Map<string, Life>): Promise<void> {
  for (const life of lives.values()) if (!life.run.closed) life.run = await world.run(life.run.id);
}

async function dutiesNow(world: LongWorld, lives: Map<string, Life>) {
  await refold(world, lives);
  return dutiesOf(world, lives);
}

/** What a version wrote that knew neither sight nor voices: the same records with what came later missing. */
const NEWER = [
  'seen',
  'unreached',
  'stalled',
  'moving',
  'detached',
  'told',
  'vouched',
  'stands-stopped',
  'runs-again',
];

async function writtenByTheOlder(world: LongWorld): Promise<number> {
  const before = world.ledger;
  const after = new MemoryLedger('proven');
  for (const note of ['notes', 'ticks'] as const)
    await after[note].write((await before[note].read()).text, null);
  const listed = await before.list({ archived: true });
  for (const { run, archived } of listed) {
    const { events } = await before.read(run);
    const older = archived ? events : events.flatMap(olderEvent);
    const folded = fold(run, older.map((event, seq) => ({ ...event, seq })) as LedgerEvent[]);
    await after.append(run, null, {
      events: older as NewEvent[],
      summary: summarise(folded, world.clock.now()),
    });
    if (archived) await after.archive(run);
    if (world.copies.has(run)) world.copies.set(run, await after.text(run));
  }
  for (const box of world.accounts.boxes) box.mark = undefined;
  world.ledger = after;
  return listed.filter(({ archived }) => !archived).length;
}

function olderEvent(event: LedgerEvent): LedgerEvent[] {
  if (NEWER.includes(event.type)) return [];
  const { run, candidate, claim, expectedUsd, goesBack, found, why, ...older } = event as LedgerEvent &
    Record<string, unknown>;
  const keepsWhy = ['preempted', 'boot-failed', 'owed', 'unsealed'].includes(event.type);
  return [{ ...older, ...(keepsWhy && { why }) } as LedgerEvent];
}

export const said = ({ missed, told, forgotten, ...sums }: Report): string[] => [
  ...Object.entries(sums).map(([name, value]) => `${name}: ${Number(value.toFixed(4))}`),
  `told in time: ${[...told].map(([what, count]) => `${what} ${count}`).join(', ')}`,
  ...missed.map(
    ({ what, box, run, platform, at, hours, usd }) =>
      `UNSEEN ${what} ${box} of ${run} at ${platform} since ${new Date(at).toISOString()}: ${hours.toFixed(2)} h, ${usd.toFixed(2)} USD`,
  ),
  ...forgotten.map((box) => `FORGOTTEN ${box}`),
];
