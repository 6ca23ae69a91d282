// Over ten seconds: a thousand trainings of a day each, watched by what GitHub delivers and not by what was asked of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ROUTINE } from '../../src/course/chain.ts';
import { nextLook } from '../../src/lease/look-plan.ts';
import type { Run } from '../../src/lease/run.ts';
import { isInTime, onward } from '../../src/tick/chain.ts';
import { type Look, paceOf } from '../../src/tick/schedule.ts';
import { type WaitTimer, waitingFor } from '../../src/tick/waiting.ts';
import { jobWith, opened, RUNNING, STARTED_AT, told } from '../lease/told-run.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const PLAN = ROUTINE;
const TIMERS: WaitTimer[] = [10, 60].map((minutes) => ({
  environment: `gpu-lease-wait-${minutes}`,
  minutes,
}));

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
  billedMinutes: number;
  /** Of the schedule that ran before the run began, too. */
  endedAt: number;
}

interface Carrier {
  timers: readonly WaitTimer[];
  /** Times at which the schedule looks. */
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

/** The plan of looks, by the functions that decide it. */
function watched({ timers, ticks }: Carrier, end: number, chance: () => number): Watching {
  const looks: number[] = [];
  const known: Look[] = [];
  let billedMinutes = 0;
  let link: number | undefined = STARTED_AT + between(chance, 2, 4) * MINUTE;
  let tick = 0;
  const note = (at: number): Look => ({
    at: new Date(at).toISOString(),
    everySeconds: 900,
    seconds: 20,
    runs: 1,
  });
  for (;;) {
    const nextTick = ticks[tick] ?? Number.POSITIVE_INFINITY;
    const now = Math.min(link ?? Number.POSITIVE_INFINITY, nextTick);
    if (!Number.isFinite(now)) throw new Error('nobody comes any more');
    const isTick = now === nextTick;
    if (isTick) {
      tick += 1;
      known.push(note(now));
      known.splice(0, known.length - 20);
    }
    // Before it began the schedule looked at others; its gaps count.
    if (now < STARTED_AT) continue;
    looks.push(now);
    billedMinutes += isTick ? 1 : 2;
    if (now >= end) return { looks, billedMinutes, endedAt: now };
    const run = runAt(now, end, chance);
    const at = new Date(now);
    const pace = paceOf({ looks: known });
    if (isTick) {
      const look = nextLook(run, at, PLAN);
      if (link !== undefined || !look || (pace && isInTime(look, pace, at))) continue;
      // One that finds that it will be too late next time begins a chain anew, in a job of its own.
      billedMinutes += 1;
    }
    const decided = onward(run, {
      now: at,
      link: { workflowRun: 7, hop: 0 },
      ticks: pace,
      plan: PLAN,
      always: isTick,
      maxHops: 1000,
    });
    if (decided.do !== 'claim') {
      link = undefined;
      continue;
    }
    const waiting = waitingFor(decided.look, at, timers);
    const timer = timers.find(({ environment }) => environment === waiting.environment);
    const paused = (waiting.pauseSeconds ?? 0) * 1000;
    billedMinutes += Math.ceil(paused / MINUTE) + (timer ? 1 : 0);
    link = now + paused + (timer ? timer.minutes * MINUTE : 0) + queue(chance);
  }
}

/** Version 0.1: a look of ten minutes, and the first tick that comes ends the chain for good. */
function watchedBefore({ ticks }: Pick<Carrier, 'ticks'>, end: number): Watching {
  const looks = [STARTED_AT];
  let billedMinutes = 0;
  const after = ticks.filter((at) => at >= STARTED_AT);
  for (let at = STARTED_AT; at < (after[0] ?? Number.POSITIVE_INFINITY) && at < end; at += 11 * MINUTE) {
    looks.push(at);
    billedMinutes += 14;
    if (at + 11 * MINUTE >= end) return { looks, billedMinutes, endedAt: at + 11 * MINUTE };
  }
  for (const at of after) {
    looks.push(at);
    billedMinutes += 2;
    if (at >= end) return { looks, billedMinutes, endedAt: at };
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
const DELIVERED: { name: string; gap(chance: () => number): number; mostBilled?: number }[] = [
  { name: 'every 30 min as asked', gap: (chance) => between(chance, 29, 31), mostBilled: 100 },
  { name: 'every 15 min as asked', gap: (chance) => between(chance, 14, 16) },
  { name: 'every 2 to 3 h (nodejs/build#4443)', gap: (chance) => between(chance, 120, 180), mostBilled: 100 },
  {
    name: 'every 3.5 to 4.6 h (inkdrafts/notiongit-template#29)',
    gap: (chance) => between(chance, 210, 276),
    mostBilled: 100,
  },
  {
    name: 'gaps of 124 to 349 min (onkartalekar/fpl-intelligence#288)',
    gap: (chance) => between(chance, 124, 349),
    mostBilled: 100,
  },
  { name: '3 of 138 (paiml/aprender#3292)', gap: (chance) => between(chance, 200, 700), mostBilled: 100 },
];

const quantile = (numbers: readonly number[], share: number): number => {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

interface Row {
  noticed: number[];
  billed: number[];
  unseen: number[];
}

function trainings(times: number, of: (seed: number) => Watching & { end: number }): Row {
  const row: Row = { noticed: [], billed: [], unseen: [] };
  for (let seed = 1; seed <= times; seed += 1) {
    const { looks, billedMinutes, endedAt, end } = of(seed);
    row.noticed.push((endedAt - end) / MINUTE);
    row.billed.push((billedMinutes * 24 * HOUR) / (endedAt - STARTED_AT));
    row.unseen.push(Math.max(...looks.slice(1).map((at, n) => (at - (looks[n] ?? at)) / MINUTE)));
  }
  return row;
}

const shown = ({ noticed, billed, unseen }: Row): string =>
  `end noticed after ${quantile(noticed, 0.5).toFixed(0)} min (median), ${quantile(noticed, 0.99).toFixed(0)} min (p99); longest unseen ${quantile(unseen, 0.99).toFixed(0)} min (p99); ${quantile(billed, 0.5).toFixed(0)} (p99 ${quantile(billed, 0.99).toFixed(0)}) billed min in 24 h`;

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
  return { end, ...watchedBefore({ ticks: ticksOf(() => gap(chance)) }, end) };
};

const NEVER = (): number => 1e9;

describe('a day of training, watched by what GitHub delivers', () => {
  for (const { name, gap, mostBilled } of DELIVERED)
    it(`is seen to end in time where the schedule comes ${name} and an environment has a wait timer`, (t) => {
      const row = trainings(200, after(gap, TIMERS));
      t.diagnostic(`${name}: ${shown(row)}`);
      t.diagnostic(`${name}, before: ${shown(trainings(200, before(gap)))}`);
      assert.ok(quantile(row.noticed, 0.5) <= 10, shown(row));
      assert.ok(quantile(row.noticed, 0.99) <= 30, shown(row));
      // Each look of a schedule is billed, whether or not it was needed: that is its cron line's price.
      if (mostBilled !== undefined) assert.ok(quantile(row.billed, 0.5) <= mostBilled, shown(row));
      assert.ok(quantile(row.unseen, 0.99) <= 75, shown(row));
    });

  it('is so with any of a thousand schedules', (t) => {
    const row = trainings(1000, (seed) => {
      const chance = chanceOf(seed * 7919);
      const usual = Math.exp(between(chance, Math.log(10), Math.log(600)));
      const spread = between(chance, 0.1, 1);
      return after((c) => usual * Math.exp(spread * gauss(c)), TIMERS)(seed);
    });
    t.diagnostic(shown(row));
    assert.ok(quantile(row.noticed, 0.5) <= 10, shown(row));
    assert.ok(quantile(row.noticed, 0.99) <= 30, shown(row));
  });

  it('is so without any schedule, on a chain that waits outside of runners or pauses on small ones', (t) => {
    const waiting = trainings(300, after(NEVER, TIMERS));
    t.diagnostic(`wait timer: ${shown(waiting)}`);
    assert.ok(quantile(waiting.noticed, 0.99) <= 30, shown(waiting));
    assert.ok(quantile(waiting.billed, 0.99) <= 100, shown(waiting));
    const pausing = trainings(300, after(NEVER, []));
    t.diagnostic(`pauses on a small runner: ${shown(pausing)}`);
    assert.ok(quantile(pausing.noticed, 0.99) <= 30, shown(pausing));
  });
});
