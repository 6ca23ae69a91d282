// Over ten seconds: a thousand trainings of a day each, watched by what GitHub delivers and not by what was asked of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { billOf, type JobTime, totalOf } from '../../src/lease/billed-minutes.ts';
import { nextLook } from '../../src/lease/look-plan.ts';
import type { Run } from '../../src/lease/run.ts';
import { isInTime, onward } from '../../src/tick/chain.ts';
import { dayOfLooks, ROUTINE, USUAL_TIMERS } from '../../src/tick/look-bill.ts';
import { type Look, paceOf } from '../../src/tick/schedule.ts';
import { type WaitTimer, waitingFor } from '../../src/tick/waiting.ts';
import { jobWith, opened, RUNNING, STARTED_AT, told } from '../lease/told-run.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const PLAN = ROUTINE;
/** A source of numbers between 0 and 1 that a seed repeats. */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const between = (chance: () => number, least: number, most: number): number =>
  least + chance() * (most - least);

const gauss = (chance: () => number): number =>
  Math.sqrt(-2 * Math.log(chance() || 1e-9)) * Math.cos(2 * Math.PI * chance());

interface Watching {
  looks: number[];
  /** Smoke, launch and the first look of ten minutes; collecting and release. */
  around: JobTime[];
  /** The looks, with what waits and dispatches. */
  jobs: JobTime[];
  endedAt: number;
}

interface Carrier {
  timers: readonly WaitTimer[];
  /** Times at which the schedule looks, before the run began, too. */
  ticks: readonly number[];
}

const JOB = jobWith({ budget: { usd: 1e6, hours: 1e6, usdPerHour: 2 } });

/** As the record tells of it after a look at that time: the end is estimated, and better the nearer it is. */
function runAt(now: number, end: number, chance: () => number): Run {
  const run = told([opened({}, JOB), ...RUNNING.slice(1)]);
  const [lease] = run.leases;
  assert.ok(lease);
  const left = Math.max(0, end - now) * (1 + 0.04 * gauss(chance));
  if (now > STARTED_AT + 5 * MINUTE) lease.overAt = new Date(now + left).toISOString();
  return run;
}

/** Waits for a runner, and for what GitHub takes to start a workflow that was dispatched. */
const queue = (chance: () => number): number => between(chance, 20_000, 120_000);

/** Jobs with what they take on a hosted runner, its own setup and a checkout included: one look in four takes over a minute. */
const jobs = (chance: () => number) => {
  const job = (label: string, least: number, most: number): JobTime => ({
    label,
    seconds: between(chance, least, most),
  });
  return {
    look: job('ubuntu-latest', 28, 70),
    dispatch: job('ubuntu-slim', 15, 40),
    inEnvironment: job('ubuntu-slim', 3, 8),
    begin: [
      job('ubuntu-latest', 40, 100),
      job('ubuntu-latest', 15, 40),
      job('ubuntu-latest', 720, 960),
      job('ubuntu-slim', 15, 40),
    ],
    finish: [job('ubuntu-latest', 60, 240), job('ubuntu-slim', 15, 40), job('ubuntu-latest', 60, 150)],
  };
};

/** The plan of looks, by the functions that decide it. */
function watched({ timers, ticks }: Carrier, end: number, chance: () => number): Watching {
  const looks: number[] = [];
  const known: Look[] = [];
  const { begin, finish } = jobs(chance);
  const around = [...begin, ...finish];
  const all: JobTime[] = [];
  let link: number | undefined = STARTED_AT + between(chance, 10, 11) * MINUTE;
  let tick = 0;
  for (;;) {
    const nextTick = ticks[tick] ?? Number.POSITIVE_INFINITY;
    const now = Math.min(link ?? Number.POSITIVE_INFINITY, nextTick);
    if (!Number.isFinite(now)) throw new Error('nobody comes any more');
    const isTick = now === nextTick;
    if (isTick) {
      tick += 1;
      known.push({ at: new Date(now).toISOString(), everySeconds: 900, seconds: 20, runs: 1 });
      known.splice(0, known.length - 20);
    }
    // Before it began the schedule looked at others; its gaps count.
    if (now < STARTED_AT) continue;
    const isFirst = looks.length === 0 && !isTick;
    looks.push(now);
    const { look, dispatch, inEnvironment } = jobs(chance);
    if (!isFirst) all.push(look);
    if (!isTick && !isFirst) all.push(dispatch);
    if (now >= end) return { looks, around, jobs: all, endedAt: now };
    const run = runAt(now, end, chance);
    const at = new Date(now);
    const pace = paceOf({ looks: known });
    if (isTick) {
      const planned = nextLook(run, at, PLAN);
      if (link !== undefined || !planned || (pace && isInTime(planned, pace, at))) continue;
      // One that finds that it will be too late next time begins a chain anew, in a job of its own.
      all.push(dispatch);
    }
    const decided = onward(run, {
      now: at,
      link: { workflowRun: 7, hop: 0 },
      ticks: pace,
      plan: PLAN,
      always: isTick,
      maxHops: 2000,
    });
    if (decided.do !== 'claim') {
      link = undefined;
      continue;
    }
    const waiting = waitingFor(decided.look, at, timers);
    const timer = timers.find(({ environment }) => environment === waiting.environment);
    const { pauseSeconds } = waiting;
    if (pauseSeconds !== undefined) all.push({ label: 'ubuntu-slim', seconds: pauseSeconds + 3 });
    if (timer) all.push(inEnvironment);
    link = now + (pauseSeconds ?? 0) * 1000 + (timer ? timer.minutes * MINUTE : 0) + queue(chance);
  }
}

/** Version 0.1: a look of ten minutes, and the first tick that comes ends the chain for good; each tick asked in a second job. */
function watchedBefore({ ticks }: Pick<Carrier, 'ticks'>, end: number, chance: () => number): Watching {
  const looks = [STARTED_AT];
  const { begin, finish } = jobs(chance);
  const around = [...begin, ...finish];
  const all: JobTime[] = [];
  const usual = { label: 'ubuntu-latest', seconds: 0 };
  const after = ticks.filter((at) => at >= STARTED_AT);
  for (let at = STARTED_AT; at < (after[0] ?? Number.POSITIVE_INFINITY) && at < end; at += 11 * MINUTE) {
    looks.push(at);
    all.push({ ...usual, seconds: 12.5 * 60 }, { ...usual, seconds: 30 });
    if (at + 11 * MINUTE >= end) return { looks, around, jobs: all, endedAt: at + 11 * MINUTE };
  }
  for (const at of after) {
    looks.push(at);
    all.push(jobs(chance).look, { ...usual, seconds: 30 });
    if (at >= end) return { looks, around, jobs: all, endedAt: at };
  }
  throw new Error('nobody comes any more');
}

/** Times of looks by a schedule whose gaps are drawn; it came for a day before the run began. */
function ticksOf(gapMinutes: () => number): number[] {
  const times: number[] = [];
  for (let at = STARTED_AT - 24 * HOUR; at < STARTED_AT + 96 * HOUR; at += Math.max(1, gapMinutes()) * MINUTE)
    times.push(at);
  return times.slice(1);
}

/** Gaps between looks of frequent crons as repositories reported them in 2026 (docs/actions.md, "Looks"). */
const DELIVERED: { name: string; gap(chance: () => number): number }[] = [
  { name: 'every 2 to 3 h (nodejs/build#4443)', gap: (chance) => between(chance, 120, 180) },
  {
    name: 'every 3.5 to 4.6 h (inkdrafts/notiongit-template#29)',
    gap: (chance) => between(chance, 210, 276),
  },
  {
    name: 'gaps of 124 to 349 min (onkartalekar/fpl-intelligence#288)',
    gap: (chance) => between(chance, 124, 349),
  },
  { name: '3 of 138 (paiml/aprender#3292)', gap: (chance) => between(chance, 200, 700) },
  { name: 'every 30 min as asked', gap: (chance) => between(chance, 29, 31) },
];

const quantile = (numbers: readonly number[], share: number): number => {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

interface Row {
  /** Minutes from the end of the work to the look that finds it. */
  noticed: number[];
  /** Billed minutes of the looks in 24 h, and of everything from smoke to release. */
  looking: number[];
  billed: number[];
  /** Longest time between two looks, minutes. */
  unseen: number[];
}

type Training = Watching & { end: number };

function trainings(times: number, of: (seed: number) => Training): Row {
  const row: Row = { noticed: [], looking: [], billed: [], unseen: [] };
  for (let seed = 1; seed <= times; seed += 1) {
    const { looks, jobs: all, around, endedAt, end } = of(seed);
    const minutes = totalOf(billOf(all)) * ((24 * HOUR) / (endedAt - STARTED_AT));
    row.noticed.push((endedAt - end) / MINUTE);
    row.looking.push(minutes);
    row.billed.push(minutes + totalOf(billOf(around)));
    row.unseen.push(Math.max(...looks.slice(1).map((at, n) => (at - (looks[n] ?? at)) / MINUTE)));
  }
  return row;
}

const both = (numbers: readonly number[]): string =>
  `${quantile(numbers, 0.5).toFixed(0)} (p99 ${quantile(numbers, 0.99).toFixed(0)})`;

const shown = ({ noticed, looking, billed, unseen }: Row): string =>
  `end noticed after ${both(noticed)} min; longest unseen ${both(unseen)} min; billed in 24 h ${both(looking)} min for looks, ${both(billed)} min from smoke to release`;

/** What must hold of every carrier; how long nobody looks is how old a checkpoint that is kept elsewhere may be. */
function requireInTime(row: Row, longestUnseen: number): void {
  assert.ok(quantile(row.noticed, 0.5) <= 10, shown(row));
  assert.ok(quantile(row.noticed, 0.99) <= 30, shown(row));
  assert.ok(quantile(row.unseen, 0.99) <= longestUnseen, shown(row));
}

/** A hundred minutes: for looks in every training but one in a hundred, and with all that is around them in most. */
function requireCheap(row: Row): void {
  assert.ok(quantile(row.looking, 0.99) <= 100, shown(row));
  assert.ok(quantile(row.billed, 0.5) <= 100, shown(row));
}

const lasts = (chance: () => number): number => STARTED_AT + between(chance, 22, 26) * HOUR;

const after = (gap: (chance: () => number) => number, timers: readonly WaitTimer[]) => (seed: number) => {
  const chance = chanceOf(seed);
  const end = lasts(chance);
  const ticks = ticksOf(() => gap(chance));
  return { end, ...watched({ timers, ticks }, end, chance) };
};

const before = (gap: (chance: () => number) => number) => (seed: number) => {
  const chance = chanceOf(seed);
  const end = lasts(chance);
  return { end, ...watchedBefore({ ticks: ticksOf(() => gap(chance)) }, end, chance) };
};

const NEVER = (): number => 1e9;

/** Of a run that names no cadence, whose end is known. */
const PACE = { everySeconds: undefined, isEndKnown: true, isSpot: false };

const estimated = (carrier: Parameters<typeof dayOfLooks>[1]): number =>
  totalOf(dayOfLooks(PACE, carrier).bill);

/** As `plan` says it before anything is rented. */
function requireForetold(row: Row, carrier: Parameters<typeof dayOfLooks>[1]): void {
  const share = estimated(carrier) / quantile(row.billed, 0.5);
  assert.ok(share > 0.8 && share < 1.2, `${estimated(carrier)} min were foretold: ${shown(row)}`);
}

/** The longest routine wait, and what comes on top: the queue, and a tick whose pace was relied upon. */
const TIMER_CADENCE = 80 + 5;

describe('a day of training, watched by what GitHub delivers', () => {
  for (const { name, gap } of DELIVERED)
    it(`is seen to end in time where the schedule comes ${name} and an environment has a wait timer`, (t) => {
      const row = trainings(200, after(gap, USUAL_TIMERS));
      t.diagnostic(`${name}: ${shown(row)}`);
      t.diagnostic(`${name}, before: ${shown(trainings(200, before(gap)))}`);
      requireInTime(row, TIMER_CADENCE);
      requireCheap(row);
      if (name.endsWith('as asked')) requireForetold(row, { by: 'schedule', everySeconds: 1800 });
    });

  it('is so with any of a thousand schedules, as far as these do not look more often than asked', (t) => {
    const drawn = trainings(1000, (seed) => {
      const chance = chanceOf(seed * 7919);
      const usual = Math.exp(between(chance, Math.log(30), Math.log(600)));
      const spread = between(chance, 0.1, 1);
      const gap = (c: () => number): number => Math.max(30, usual * Math.exp(spread * gauss(c)));
      return after(gap, USUAL_TIMERS)(seed);
    });
    t.diagnostic(shown(drawn));
    // A schedule that came often for twenty looks and then does not come is relied upon until it is late.
    requireInTime(drawn, 4 * TIMER_CADENCE);
    assert.ok(quantile(drawn.unseen, 0.9) <= TIMER_CADENCE, shown(drawn));
    // One that comes half-hourly, but too unevenly to be relied upon, is paid for beside the chain.
    assert.ok(quantile(drawn.looking, 0.95) <= 100, shown(drawn));
    assert.ok(quantile(drawn.billed, 0.5) <= 100, shown(drawn));
  });

  it('is so without any schedule, on a chain that waits in environments', (t) => {
    const row = trainings(300, after(NEVER, USUAL_TIMERS));
    t.diagnostic(`wait timers: ${shown(row)}`);
    requireInTime(row, TIMER_CADENCE);
    requireCheap(row);
    requireForetold(row, { by: 'wait-timer' });
  });

  it('is so where a schedule or a clock outside of GitHub comes every half hour, without wait timers', (t) => {
    const row = trainings(
      300,
      after((chance) => between(chance, 29, 31), []),
    );
    t.diagnostic(`every 30 min, no wait timers: ${shown(row)}`);
    requireInTime(row, 35);
    // Soon after the start and near the end it waits on a small runner, for up to half an hour in all.
    assert.ok(quantile(row.looking, 0.5) <= 100, shown(row));
    assert.ok(quantile(row.billed, 0.99) <= 140, shown(row));
  });

  it('costs what is asked for where it comes every quarter of an hour: each look is a job', (t) => {
    const row = trainings(
      200,
      after((chance) => between(chance, 14, 16), USUAL_TIMERS),
    );
    t.diagnostic(`every 15 min: ${shown(row)}`);
    t.diagnostic(
      `every 15 min, before: ${shown(
        trainings(
          200,
          before((c) => between(c, 14, 16)),
        ),
      )}`,
    );
    requireInTime(row, 20);
    assert.ok(quantile(row.looking, 0.99) <= 96 * 1.5, shown(row));
    requireForetold(row, { by: 'schedule', everySeconds: 900 });
  });

  it('is as dear as a runner that sleeps where there is neither: no carrier allows less there', (t) => {
    const row = trainings(200, after(NEVER, []));
    t.diagnostic(`pauses on a small runner: ${shown(row)}`);
    requireInTime(row, 20);
    assert.ok(quantile(row.billed, 0.99) <= 1700, shown(row));
    requireForetold(row, { by: 'pause' });
  });
});
