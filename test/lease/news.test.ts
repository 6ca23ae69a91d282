import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COMMANDS } from '../../src/cli/command-list.ts';
import type { NoticeTarget } from '../../src/job/job.ts';
import { noticeEvents } from '../../src/job/notice-events.ts';
import { concernsOf } from '../../src/lease/concerns.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { newsToTell } from '../../src/lease/news.ts';
import { next } from '../../src/lease/next.ts';
import { CLAIM_SECONDS, claimedBy, isRepeat } from '../../src/lease/notices.ts';
import type { Plans } from '../../src/lease/step.ts';
import {
  approved,
  asEvents,
  cellEnded,
  collected,
  ENDED,
  gone,
  jobWith,
  kept,
  LEASE,
  lost,
  opened,
  RUN,
  RUNNING,
  SEALED,
  STARTED_AT,
  sealed,
  started,
} from './told-run.ts';

const SLACK: NoticeTarget = { kind: 'slack', url: 'SLACK', on: [...noticeEvents] };
const job = jobWith({ notices: [SLACK] });
const plans: Plans = {
  zero: [{ verb: 'terminate', stops: ['gpu', 'disk'], destroys: ['home'], reversible: false }],
  park: null,
};

/** The same life of a job that tells somebody. */
const telling = (bodies: readonly EventBody[], of = job): EventBody[] => [
  opened({}, of),
  ...bodies.filter(({ type }) => type !== 'run-opened'),
];
const run = (bodies: readonly EventBody[], of = job) => fold(RUN, asEvents(telling(bodies, of)));
const after = (seconds: number) => new Date(STARTED_AT + seconds * 1000);

function toldOf(bodies: readonly EventBody[], at = after(60), of = job) {
  const now = run(bodies, of);
  return newsToTell(
    now,
    next(now, () => plans, at),
    at,
  ).map(({ news }) => news);
}
const eventsOf = (bodies: readonly EventBody[], at = after(60)) =>
  toldOf(bodies, at).map(({ event }) => event);

const halted = (code: string): EventBody => ({ type: 'halted', code, what: 'It stopped.', next: 'Look.' });

describe('what of a run is news', () => {
  for (const [what, bodies, expected] of [
    ['a start, and the first checkpoint alone', [...RUNNING, kept(10), kept(20)], ['started', 'checkpoint']],
    [
      'a loss and the start after it',
      [...RUNNING, lost('process'), started({ attempt: 2 })],
      ['started', 'preempted', 'started'],
    ],
    ['the end of the work', ENDED, ['started', 'ended']],
    [
      'a death, once, though the run halts of it',
      [...RUNNING, cellEnded('dead'), halted('cells-dead')],
      ['started', 'failed'],
    ],
    ['any other halt', [...RUNNING, halted('box-stopped')], ['started', 'halted']],
    ['a budget, once, whoever says it', [...RUNNING, halted('over-time')], ['started', 'over-budget']],
    ['a seal, and that its release waits', SEALED, ['started', 'ended', 'sealed', 'approval']],
    [
      'a debt, once however often it is told',
      [
        ...SEALED,
        approved(),
        { type: 'releasing', lease: LEASE, verb: 'terminate' },
        { type: 'owed', lease: LEASE, meter: 'gpu', why: 'listed', next: 'look' },
        { type: 'owed', lease: LEASE, meter: 'gpu', why: 'listed still', next: 'look' },
      ],
      ['started', 'ended', 'sealed', 'debt'],
    ],
    [
      'the end of all meters, behind the end of the run',
      [
        ...SEALED,
        approved(),
        { type: 'releasing', lease: LEASE, verb: 'terminate' },
        gone('gpu'),
        gone('disk'),
        { type: 'released', lease: LEASE, usd: 1 },
        { type: 'closed', usd: 1.5 },
      ],
      ['started', 'ended', 'sealed', 'released'],
    ],
    [
      'a silence',
      [...RUNNING, { type: 'stalled', lease: LEASE, cell: 'main', quietSeconds: 700 }],
      ['started', 'stalled'],
    ],
  ] as [string, EventBody[], string[]][]) {
    it(`is ${what}`, () => assert.deepEqual(eventsOf(bodies), expected));
  }

  it('says the next step of everything, by commands that there are', () => {
    const lives = [
      [...RUNNING, kept(10), lost('process'), halted('box-stopped')],
      [...RUNNING, cellEnded('dead')],
      [...RUNNING, { type: 'stalled', lease: LEASE, cell: 'main', quietSeconds: 700 }],
      SEALED,
      [
        ...SEALED,
        approved(),
        { type: 'releasing', lease: LEASE, verb: 'terminate' },
        { type: 'owed', lease: LEASE, meter: 'gpu', why: 'listed', next: 'look' },
        gone('gpu'),
        gone('disk'),
        { type: 'released', lease: LEASE, usd: 1 },
        { type: 'closed', usd: 1.5 },
      ],
    ] as EventBody[][];
    const news = [
      ...lives.flatMap((life) => toldOf(life)),
      ...toldOf(RUNNING, after(11 * 3600)),
      ...toldOf(SEALED, after(2 * 3600)),
    ];
    const untold = noticeEvents.filter((event) => !news.some((each) => each.event === event));
    assert.deepEqual(untold, ['danger-clock'], 'which a test of its own has');
    for (const { event, next: step = '' } of news) {
      assert.notEqual(step, '', event);
      const named = [...step.matchAll(/"gpu-lease (\S+)( \S+)?"/g)];
      for (const [, name] of named)
        assert.ok(
          COMMANDS.some((each) => each.name === name),
          step,
        );
      const ours = !['halted', 'debt'].includes(event);
      assert.ok(!ours || named.length > 0, `${event}: ${step}`);
    }
  });

  it('is of a sweep the first death, and how many there were once nothing runs any more, whichever cell ends last', () => {
    const cells = ['a', 'b', 'c'].map((name) => ({ name, vars: {} }));
    const sweep = jobWith({ notices: [SLACK], cells });
    const told = (...verdicts: ('dead' | 'finished')[]) =>
      toldOf(
        [
          ...RUNNING,
          ...verdicts.map((verdict, at) => cellEnded(verdict, cells[at]?.name)),
          ...(verdicts.length === cells.length ? [halted('cells-dead')] : []),
        ],
        after(60),
        sweep,
      )
        .slice(1)
        .map(({ event, what }) => `${event}: ${what}`);
    const first = 'failed: a died (exit code 1, CODE_BUG).';
    assert.deepEqual(told('dead', 'finished'), [first]);
    assert.deepEqual(told('dead', 'finished', 'finished'), [
      first,
      'failed: 1 of 3 cells is dead, and nothing runs any more.',
    ]);
    assert.deepEqual(told('dead', 'dead', 'finished'), [
      first,
      'failed: 2 of 3 cells are dead, and nothing runs any more.',
    ]);
    assert.deepEqual(told('finished', 'finished', 'dead'), [
      'failed: c died (exit code 1, CODE_BUG). 1 of 3 cells is dead, and nothing runs any more.',
    ]);
    assert.deepEqual(told('finished', 'finished', 'finished').slice(0, 1), ['ended: All 3 cells are done.']);
  });

  it('is what lasts, and that nobody looked, by the clock alone', () => {
    assert.deepEqual(eventsOf(RUNNING, after(3 * 3600)), ['started', 'unwatched']);
    assert.deepEqual(eventsOf(RUNNING, after(11 * 3600)), ['started', 'over-budget', 'unwatched']);
    assert.deepEqual(
      eventsOf(SEALED, after(2 * 3600)).includes('attention'),
      true,
      'unreleased for two hours',
    );
  });

  it('is a clock of the platform from its last quarter on', () => {
    const clock = { id: 'kept-after-stop', effect: 'the disk is deleted', at: after(86_400).toISOString() };
    const parked = [...SEALED, { type: 'parked', lease: LEASE, clocks: [clock] }] as EventBody[];
    assert.ok(!eventsOf(parked, after(40_000)).includes('danger-clock'));
    assert.ok(eventsOf(parked, after(70_000)).includes('danger-clock'));
    assert.ok(eventsOf(parked, after(90_000)).includes('danger-clock'), 'over, and the box still there');
    const unsaid = [
      ...SEALED,
      { type: 'parked', lease: LEASE, clocks: [{ ...clock, at: 'not said' }] },
    ] as EventBody[];
    assert.match(
      toldOf(unsaid, after(60)).find(({ event }) => event === 'danger-clock')?.what ?? '',
      /Nobody says when/,
    );
  });

  it('is nothing where the job tells nobody, or is a day old', () => {
    assert.deepEqual(toldOf(SEALED, after(60), jobWith()), []);
    assert.ok(!eventsOf(SEALED, after(2 * 86_400)).includes('sealed'));
  });

  it('goes to those alone that asked for it', () => {
    const picky = jobWith({
      notices: [
        { ...SLACK, on: ['sealed'] },
        { ...SLACK, on: ['sealed', 'ended'] },
      ],
    });
    const now = run(SEALED, picky);
    assert.deepEqual(
      newsToTell(now, [], after(60)).map(({ news, to }) => [news.event, to]),
      [
        ['ended', ['slack-2']],
        ['sealed', ['slack-1', 'slack-2']],
      ],
    );
  });
});

describe('who tells what', () => {
  const sealedJob = jobWith({ notices: [{ ...SLACK, on: ['sealed'] }] });
  const base = [...ENDED, collected, sealed];
  const [first] = newsToTell(run(base, sealedJob), [], after(60));
  const news = first?.news ?? assert.fail('nothing is news');
  const claim = (by: string): EventBody => ({
    type: 'notice-claimed',
    claim: by,
    notice: news.key,
    event: news.event,
    since: news.since,
    what: news.what,
    to: ['slack-1'],
  });
  const outcome = (by: string, taken: boolean, over: object = {}): EventBody => ({
    type: 'notice-sent',
    claim: by,
    notice: news.key,
    outcomes: [{ to: 'slack-1', taken, ...over }],
  });
  const due = (bodies: readonly EventBody[], seconds: number) =>
    newsToTell(run([...base, ...bodies], sealedJob), [], after(seconds)).length > 0;

  it('is whoever claimed it, until the claim runs out', () => {
    const claimed = run([...base, claim('one')], sealedJob);
    assert.equal(claimedBy(claimed, 'one').length, 1);
    assert.equal(claimedBy(claimed, 'two').length, 0);
    assert.ok(!due([claim('one')], 60));
    assert.ok(due([claim('one')], 60 + CLAIM_SECONDS));
    assert.ok(due([claim('one')], -3600), 'by a clock that runs ahead nobody claims for an hour');
    const again = run([...base, claim('one'), claim('two')], sealedJob);
    assert.equal(claimedBy(again, 'one').length, 0);
    assert.ok(isRepeat(again, news.key, 'slack-1'));
    assert.ok(!isRepeat(claimed, news.key, 'slack-1'));
  });

  it('is nobody once it was taken, also where one that was given up says so late', () => {
    assert.ok(!due([claim('one'), outcome('one', true)], 3600));
    assert.ok(!due([claim('one'), claim('two'), outcome('one', true)], 3600));
    assert.ok(
      !due([claim('one'), claim('two'), outcome('one', true), outcome('two', false)], 3600),
      'what arrived stays so whatever the other says',
    );
    assert.ok(
      due([claim('one'), claim('two'), outcome('one', false)], 3600),
      'its failure says nothing of the other',
    );
  });

  it('is the next look, later each time, and after five nobody', () => {
    const failed = [claim('one'), outcome('one', false, { why: 'HTTP 500' })];
    assert.ok(!due(failed, 60));
    assert.ok(due(failed, 60 + 20));
    const twice = [...failed, ...failed];
    assert.ok(!due(twice, 100));
    assert.ok(due(twice, 200));
    assert.ok(!due(Array.from({ length: 5 }, () => failed).flat(), 80_000));
  });

  it('waits as long as a target asks', () => {
    const later = [claim('one'), outcome('one', false, { notBefore: after(5000).toISOString() })];
    assert.ok(!due(later, 4999));
    assert.ok(due(later, 5001));
  });

  it('becomes a concern of the run when three looks could not', () => {
    const failed = [claim('one'), outcome('one', false, { why: 'HTTP 404 no_service' })];
    const running = (times: number) =>
      concernsOf(
        run([...RUNNING, ...Array.from({ length: times }, () => failed).flat()], sealedJob),
        after(60),
      )
        .filter(({ key }) => key === 'not-told:slack-1')
        .map(({ what }) => what);
    assert.deepEqual(running(2), []);
    const arrived = [...failed, ...failed, ...failed, claim('one'), outcome('one', true)];
    assert.ok(
      !concernsOf(run([...RUNNING, ...arrived], sealedJob), after(60)).some(({ key }) =>
        key.startsWith('not-told:'),
      ),
    );
    assert.deepEqual(running(3), ['Messages to slack-1 of `notify` are not taken (HTTP 404 no_service).']);
  });
});
