import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inParallel } from '../../src/host/limit.ts';
import type { EventBody, LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { next } from '../../src/lease/next.ts';
import type { Run } from '../../src/lease/run.ts';
import type { Step } from '../../src/lease/step.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import type { MonthOfMoney } from '../../src/ledger/month-of-money.ts';
import type { Description, PlatformDriver } from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import { listFirst } from '../../src/tick/lists.ts';
import { leftByTick } from '../../src/tick/may.ts';
import { oneReadingOf } from '../../src/tick/one-reading.ts';
import { inOrder, urgencyOf } from '../../src/tick/order.ts';
import type { RunOutcome } from '../../src/tick/outcome.ts';
import { fateOf, type Looked, problemsOf } from '../../src/tick/problems.ts';
import { afterLook, paceOf, readSchedule, scheduleText } from '../../src/tick/schedule.ts';
import { unlookedAfter } from '../../src/tick/unlooked.ts';
import {
  audited,
  intended,
  jobWith,
  opened,
  reachable,
  rented,
  STARTED_AT,
  started,
  waived,
} from '../lease/told-run.ts';
import { strict } from '../scripted-world.ts';

const HOUR = 3_600_000;
const at = (hours: number): Date => new Date(STARTED_AT + hours * HOUR);
const LEASE = 'tiny-7-1';

/** Told of the run that is meant: its leases carry its name. */
function runOf(bodies: EventBody[], id = 'tiny-7'): Run {
  const run = fold(
    id,
    bodies.map((body, seq) => ({
      ...body,
      ...('lease' in body && { lease: `${id}-1` }),
      seq,
      at: at(0).toISOString(),
      by: 'test',
    })) as LedgerEvent[],
  );
  assert.deepEqual(run.ignored, []);
  return run;
}

const running: EventBody[] = [opened(), waived, intended(), rented(), reachable(), audited(), started()];
const smoked: EventBody[] = [opened(), waived];
const evicted = (hours: number): EventBody[] => [
  ...running,
  {
    type: 'preempted',
    lease: LEASE,
    what: 'evicted',
    why: 'outbid',
    clocks: [{ id: 'deleted', effect: 'the disk is deleted', at: at(hours).toISOString() }],
  },
];
const owing: EventBody[] = [
  ...running,
  {
    type: 'owed',
    lease: LEASE,
    meter: 'gpu',
    why: 'sim has not shown it gone two times',
    next: 'look there',
  },
];

describe('the order of a tick', () => {
  it('puts what is destroyed soon before debts, budgets, costs and the rest', () => {
    const runs = [
      runOf(smoked, 'rest'),
      runOf(running, 'costs'),
      runOf([opened({ budget: { usd: 100, hours: 2, usdPerHour: 2 } }), ...running.slice(1)], 'budget'),
      runOf(owing, 'debt'),
      runOf(evicted(2), 'clock'),
    ];
    const now = at(1.9);
    assert.deepEqual(
      inOrder(runs, () => undefined, now).map(({ id }) => id),
      ['clock', 'debt', 'budget', 'costs', 'rest'],
    );
    assert.equal(urgencyOf(runOf(evicted(100)), at(1)), 'costs', 'that clock has long to go');
  });

  it('puts the run first that nobody has looked at for longest', () => {
    const runs = ['a', 'b', 'c'].map((id) => runOf(running, id));
    const seen: Record<string, string> = { a: at(1).toISOString(), b: at(0).toISOString() };
    assert.deepEqual(
      inOrder(runs, (id) => seen[id], at(2)).map(({ id }) => id),
      ['c', 'b', 'a'],
    );
  });
});

describe('what a tick may', () => {
  const capacity = { tryAgainSeconds: 900, forSeconds: 7200 };
  const waiting = (job = jobWith({ capacity })): EventBody[] => [
    opened({}, job),
    waived,
    { type: 'no-capacity', declined: ['sim: none'], tryAgainAt: at(0.25).toISOString() },
  ];
  /** What it leaves of what is next a moment after the record's last word, so that nobody has to vouch. */
  const left = (events: EventBody[], hours: number) => {
    const run = { ...runOf(events), updatedAt: at(hours).toISOString(), unattendedSince: undefined };
    const [first] = next(run, () => ({ zero: [], park: null }), at(hours)).filter(
      ({ do: what }) => what !== 'tell',
    );
    return first && leftByTick(run, first)?.why;
  };

  for (const { what, events, hours, why } of [
    { what: 'rents nothing for a run that was only smoked', events: smoked, hours: 1, why: 'launch' },
    { what: 'rents again for a run that had a box', events: running, hours: 1, why: undefined },
    {
      what: 'waits as long as the job says before it asks again',
      events: waiting(),
      hours: 0.2,
      why: 'capacity',
    },
    { what: 'asks again when that time has come', events: waiting(), hours: 0.3, why: undefined },
    { what: 'gives up when the job has waited long enough', events: waiting(), hours: 3, why: 'capacity' },
    {
      what: 'does not wait for a job that does not say so',
      events: waiting(jobWith()),
      hours: 0.3,
      why: 'capacity',
    },
  ]) {
    it(what, () => assert.equal(left(events, hours), why));
  }

  it('asks nobody, smokes nothing, and leaves a collect to a job whose disk stays [GH-07]', () => {
    const run = runOf(running);
    const ask: Step = { do: 'ask', lease: LEASE, seal: 's', verbs: [] };
    assert.equal(leftByTick(run, ask)?.why, 'approval');
    assert.equal(leftByTick(run, { do: 'smoke' })?.why, 'smoke');
    const collect = { do: 'collect', lease: LEASE } as const;
    assert.equal(leftByTick(run, collect), undefined);
    const hosted = runOf([opened({ needsStore: true }), ...running.slice(1)]);
    assert.equal(leftByTick(hosted, collect)?.why, 'collect');
    assert.equal(leftByTick(hosted, { do: 'look', lease: LEASE }), undefined);
  });
});

describe('the schedule of the tick', () => {
  const look = (hours: number, runs = 1) => ({
    at: at(hours).toISOString(),
    everySeconds: 900,
    seconds: 9,
    runs,
  });

  it('comes as its looks came, whatever its cron line says, and nobody can tell before there are nine', () => {
    const came = (...hours: number[]) => paceOf({ looks: hours.map((each) => look(each)) });
    assert.equal(came(0, 1, 2, 3, 4, 5, 6, 7), undefined);
    assert.deepEqual(came(0, 1, 2, 3, 4, 5, 6, 7, 10), { lastAt: at(10), longestSeconds: 10_800 });
  });

  it('remembers when each open run was looked at and forgets those that are closed', () => {
    const first = afterLook(readSchedule(''), look(0), { open: ['a', 'b'], seen: ['a', 'b'] });
    const second = afterLook(first, look(1), { open: ['a', 'c'], seen: ['c'] });
    assert.deepEqual(second.seen, { a: look(0).at, c: look(1).at });
    assert.deepEqual(readSchedule(scheduleText(second)), second);
  });

  it('takes a note that somebody spoiled for one without looks, and stays small', () => {
    for (const text of [
      '',
      '{',
      '[]',
      '{"version":2,"looks":[{}]}',
      '{"version":1,"looks":[{"at":"x"}],"seen":{"a":1}}',
    ])
      assert.deepEqual(readSchedule(text), {
        looks: [],
        seen: {},
        unlooked: {},
        closed: { commits: [], mac: '' },
      });
    let schedule = readSchedule('');
    for (let n = 0; n < 50; n += 1) schedule = afterLook(schedule, look(n), { open: [], seen: [] });
    assert.equal(schedule.looks.length, 20);
    assert.equal(schedule.looks.at(-1)?.at, look(49).at);
  });
});

describe('the problems that a tick tells', () => {
  const outcome = (run: Run | undefined, over: Partial<RunOutcome> = {}): RunOutcome => ({
    run,
    id: run?.id ?? 'broken-1',
    did: ['look'],
    events: 0,
    verdict: '',
    toldNow: false,
    ended: 'done',
    next: '',
    left: undefined,
    problem: undefined,
    haltedNow: false,
    ...over,
  });
  const looked = (over: Partial<Looked>): Looked => ({
    outcomes: [],
    strays: [],
    unlooked: {},
    missed: [],
    now: at(1),
    ...over,
  });
  const problem = (kind: Problem['kind']) =>
    new Problem({ code: 'c', kind, what: 'it says why', next: 'do that' });
  const halted = runOf([
    ...running,
    { type: 'halted', code: 'cells-dead', what: 'dead', next: 'read the log' },
  ]);
  const stray = {
    id: 'pod-9',
    kind: 'instance',
    name: 'tiny-3-1',
    usdPerHour: 0.44,
    firstSeenAt: at(0).toISOString(),
    reported: true,
    billing: 'yes' as const,
  };
  const strays = [{ platform: 'runpod', answered: true, told: true, why: '', dearer: [], strays: [stray] }];

  it('are debts, halts, clocks near their end, strays, lateness and records that cannot be used', () => {
    const found = problemsOf(
      looked({
        outcomes: [
          outcome(runOf(owing)),
          outcome(halted),
          outcome(runOf(evicted(1.1))),
          outcome(undefined, { problem: problem('ledger'), ended: 'failed' }),
          outcome(runOf(running, 'b'), { problem: problem('identity'), ended: 'failed' }),
        ],
        strays,
        missed: [
          {
            run: 'tiny-7',
            lookedAt: at(0).toISOString(),
            dueAt: at(0.1).toISOString(),
            why: 'a checkpoint is due',
          },
        ],
      }),
    );
    assert.deepEqual(
      found.map(({ key }) => key),
      [
        'tick-late',
        'debt:tiny-7:tiny-7-1',
        'halted:tiny-7',
        'clock:tiny-7:tiny-7-1:deleted',
        'concern:tiny-7:taken-away:tiny-7-1',
        'record:broken-1',
        'stuck:b',
        'stray:runpod:pod-9',
      ],
    );
  });

  it('say of a look that was missed when it was due and when it came', () => {
    const missed = Array.from({ length: 7 }, (_, n) => ({
      run: `tiny-${n}`,
      lookedAt: at(0).toISOString(),
      dueAt: at(0.25).toISOString(),
      why: 'its box comes up',
    }));
    const [late] = problemsOf(looked({ missed }));
    assert.equal(
      late?.lines[0],
      `Run tiny-0 was looked at ${at(0).toISOString()} and was to be again by ${at(0.25).toISOString()} (its box comes up); the first look since is this one at ${at(1).toISOString()}, 45 min late.`,
    );
    assert.equal(late?.lines[5], 'So it was with 2 more.');
  });

  it('are not what may answer the next time, nor a stray that was seen once', () => {
    const once = [{ ...strays[0], strays: [{ ...stray, reported: false }] }] as typeof strays;
    for (const kind of ['unreachable', 'capacity'] as const)
      assert.deepEqual(
        problemsOf(
          looked({
            outcomes: [outcome(runOf(running), { problem: problem(kind), ended: 'failed' })],
            strays: once,
          }),
        ),
        [],
      );
  });

  it('are what waits for somebody who says the time, though it may answer the next time [ninety days 61]', () => {
    const unheard = new Problem({ code: 'time-unheard', kind: 'unreachable', what: 'nobody', next: 'wait' });
    const [told, ...more] = problemsOf(
      looked({ outcomes: [outcome(runOf(running), { problem: unheard, ended: 'failed' })] }),
    );
    assert.deepEqual([told?.key, more], ['stuck:tiny-7', []]);
    assert.match(told?.lines.join(' ') ?? '', /nobody .*costs 1\.1 USD per hour/);
  });

  it('are no ages and budgets by a clock that is off, and no such problem is solved by one [faults F7]', () => {
    const wrong = new Problem({ code: 'clock-off', kind: 'refused', what: 'a day ahead', next: 'set it' });
    const refused = outcome(runOf(running), { ended: 'failed', problem: wrong });
    const off = looked({ outcomes: [refused], now: at(30) });
    assert.deepEqual(
      problemsOf(off).map(({ key }) => key),
      ['stuck:tiny-7'],
    );
    assert.deepEqual(fateOf('concern:tiny-7:over-time', off), { is: 'unknown' });
    const right = looked({ outcomes: [outcome(runOf(running))], now: at(30) });
    assert.ok(problemsOf(right).some(({ key }) => key === 'concern:tiny-7:over-time'));
  });

  it('are prices that are not those of the rental [faults F14]', () => {
    const dearer = [{ run: 'tiny-7', lease: 'tiny-7-1', rented: 1.1, listed: 22 }];
    const [problem, ...more] = problemsOf(
      looked({ strays: [{ platform: 'runpod', answered: true, told: true, why: '', dearer, strays: [] }] }),
    );
    assert.deepEqual([problem?.key, more], ['price:tiny-7:tiny-7-1', []]);
    assert.match(problem?.lines.join(' ') ?? '', /rented for 1\.1 USD per hour, .* says 22/);
  });

  it('are accounts that nobody could look at for an hour, told once, whatever the reason [ninety days 4]', () => {
    const dark = (answered: boolean) => [
      { platform: 'vastai', answered, told: answered, why: '503', dearer: [], strays: [] },
    ];
    const first = unlookedAfter({}, dark(false), at(1));
    assert.deepEqual(first, { vastai: at(1).toISOString() });
    const second = unlookedAfter(first, dark(false), at(1.5));
    assert.deepEqual(second, first, 'since the first look that failed');
    assert.deepEqual(
      unlookedAfter(second, undefined, at(1.6)),
      first,
      'a look that asked nobody knows nothing',
    );
    assert.deepEqual(unlookedAfter(second, dark(true), at(1.7)), {});
    assert.deepEqual(unlookedAfter(second, [], at(1.7)), {}, 'nobody has a reason to look there any more');
    const keys = (hours: number) =>
      problemsOf(looked({ unlooked: first, now: at(hours) })).map(({ key }) => key);
    assert.deepEqual([keys(1.9), keys(2), keys(30)], [[], ['unlooked:vastai'], ['unlooked:vastai']]);
    // Of a clock that was ahead: by ours from here on.
    assert.deepEqual(unlookedAfter({ vastai: at(90).toISOString() }, dark(false), at(1)), first);
  });

  it('have words that stay the same while the problem does: time passing is no news', () => {
    const outcomes = [outcome(runOf(owing)), outcome(halted), outcome(runOf(evicted(1.1)))];
    const now = problemsOf(looked({ outcomes, strays }));
    assert.deepEqual(problemsOf(looked({ outcomes, strays, now: at(5) })), now);
  });

  for (const { what, key, over, is } of [
    {
      what: 'a debt that is proven',
      key: 'debt:tiny-7:tiny-7-1',
      over: { outcomes: [outcome(runOf(running))] },
      is: 'solved',
    },
    { what: 'anything of a run that is closed', key: 'halted:gone-1', over: {}, is: 'solved' },
    {
      what: 'a debt of a run whose record cannot be read',
      key: 'debt:broken-1:broken-1-1',
      over: { outcomes: [outcome(undefined)] },
      is: 'unknown',
    },
    {
      what: 'a run that was not got at',
      key: 'stuck:tiny-7',
      over: { outcomes: [outcome(runOf(running), { ended: 'bound' })] },
      is: 'unknown',
    },
    {
      what: 'a stray that is gone',
      key: 'stray:runpod:pod-9',
      over: { strays: [{ platform: 'runpod', told: true, why: '', dearer: [], strays: [] }] },
      is: 'solved',
    },
    {
      what: 'a stray of an account that did not answer',
      key: 'stray:runpod:pod-9',
      over: { strays: [{ platform: 'runpod', told: false, why: '', dearer: [], strays: [] }] },
      is: 'unknown',
    },
    {
      what: 'a stray of an account that was not looked at',
      key: 'stray:lambda:x',
      over: { strays },
      is: 'unknown',
    },
    {
      what: 'an account that can be looked at again',
      key: 'unlooked:vastai',
      over: { unlooked: { lambda: at(0).toISOString() } },
      is: 'solved',
    },
    {
      what: 'an account that is dark for a few minutes again',
      key: 'unlooked:vastai',
      over: { unlooked: { vastai: at(0.9).toISOString() } },
      is: 'unknown',
    },
    { what: 'a schedule that is on time', key: 'tick-late', over: {}, is: 'solved' },
    { what: 'a month that nobody bounds any more', key: 'month-money', over: {}, is: 'solved' },
    {
      what: 'a month that could not be summed',
      key: 'month-money',
      over: { money: 'unread' },
      is: 'unknown',
    },
  ] as { what: string; key: string; over: Partial<Looked>; is: string }[]) {
    it(`end as ${is}: ${what}`, () => assert.equal(fateOf(key, looked(over)).is, is));
  }
});

describe('the money of a month in a tick', () => {
  const problem = (state: MonthOfMoney['state'], usd: number) =>
    problemsOf({
      outcomes: [],
      strays: [],
      unlooked: {},
      missed: [],
      money: { month: '2026-11', usd, most: 300, state, unread: 0 },
      now: at(1),
    });

  it('is told when nearly all of it is used and when all is, in words that do not change with each look', () => {
    assert.deepEqual(problem('within', 200), []);
    const [nearly] = problem('nearly', 280);
    assert.equal(nearly?.key, 'month-money');
    assert.match(nearly?.lines.join(' ') ?? '', /More than nine tenths of the 300 USD .* in 2026-11/);
    assert.deepEqual(problem('nearly', 290), problem('nearly', 280));
    const [over] = problem('over', 301);
    assert.match(
      over?.lines.join(' ') ?? '',
      /All of the 300 USD .* No box is rented until the month is over/,
    );
  });
});

describe('the means of a tick', () => {
  it('works in parallel up to its limit and keeps the order', async () => {
    let now = 0;
    let most = 0;
    const results = await inParallel([...Array(20).keys()], 4, async (n) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return n * 2;
    });
    assert.equal(most, 4);
    assert.deepEqual(
      results,
      [...Array(20).keys()].map((n) => n * 2),
    );
  });

  it('reads a run once, knows what it appended itself, and reads anew after a lost race', async () => {
    const ledger = new MemoryLedger();
    const event = (body: EventBody) => ({ ...body, at: at(0).toISOString(), by: 'test' });
    await ledger.append('tiny-7', null, {
      events: running.map(event),
      summary: summarise(runOf(running), at(0)),
    });
    const reading = await oneReadingOf(ledger);
    let reads = 0;
    const read = ledger.read.bind(ledger);
    ledger.read = async (run) => {
      reads += 1;
      return read(run);
    };
    const record = await reading.ledger.read('tiny-7');
    const halt = event({ type: 'halted', code: 'c', what: 'w', next: 'n' });
    await reading.ledger.append('tiny-7', record.tip, {
      events: [halt],
      summary: summarise(runOf(running), at(0)),
    });
    const after = await reading.ledger.read('tiny-7');
    assert.equal(after.events.at(-1)?.type, 'halted');
    assert.equal(reads, 0);

    await ledger.append('tiny-7', after.tip, {
      events: [event({ type: 'resolved', how: 'x' })],
      summary: summarise(runOf(running), at(0)),
    });
    reads = 0;
    const lost = await reading.ledger.append('tiny-7', after.tip, {
      events: [halt],
      summary: summarise(runOf(running), at(0)),
    });
    assert.equal(lost.outcome, 'lost-race');
    assert.equal((await reading.ledger.read('tiny-7')).events.at(-1)?.type, 'resolved');
    assert.equal(reads, 1);
  });

  it('takes from a list only what it shows running or waiting in a queue, and once', async () => {
    const asked: string[] = [];
    const running = new Map<string, Description>([
      ['a', { state: 'running', native: 'list' }],
      ['q', { state: 'starting', native: 'PENDING', queue: { phase: 'waiting' } }],
      ['h', { state: 'starting', native: 'PENDING', queue: { phase: 'held' } }],
    ]);
    let lists = 0;
    const driver = listFirst(
      strict<PlatformDriver>('the driver', {
        platform: 'sim',
        running: async () => {
          lists += 1;
          return new Map(running);
        },
        describe: async (id) => {
          asked.push(id);
          return { state: 'gone' };
        },
      }),
    );
    assert.equal((await driver.describe('a')).native, 'list');
    assert.equal((await driver.describe('q')).native, 'PENDING');
    assert.equal((await driver.describe('b')).state, 'gone');
    assert.equal((await driver.describe('h')).state, 'gone');
    assert.equal((await driver.describe('a')).state, 'gone', 'who comes back has found the list wrong');
    assert.deepEqual([asked.join(), lists], ['b,h,a', 1]);
  });
});
