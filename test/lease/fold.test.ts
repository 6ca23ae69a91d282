import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { EventBody, LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { currentLease, type LeaseState, runState } from '../../src/lease/run.ts';
import {
  approved,
  asEvents,
  audited,
  cellEnded,
  collected,
  ENDED,
  gone,
  HELD,
  intended,
  jobWith,
  kept,
  LEASE,
  lost,
  opened,
  RUN,
  RUNNING,
  reachable,
  rented,
  SEAL,
  SEALED,
  sealed,
  started,
  stored,
  told,
  waived,
} from './told-run.ts';

const releasing: EventBody = { type: 'releasing', lease: LEASE, verb: 'terminate' };
const parked: EventBody = {
  type: 'parked',
  lease: LEASE,
  verb: 'stop',
  clocks: [{ id: 'c', effect: 'e', at: 'a' }],
};
const abandoned: EventBody = { type: 'abandoned', lease: LEASE, lost: ['main: all of its work'] };
const allGone = [gone('gpu'), gone('disk')];

/** The shortest story that leads to each state, and what may follow there; everything else is refused. */
const LADDER: Record<string, { told: EventBody[]; follows: Record<string, LeaseState> }> = {
  intended: {
    told: [opened(), waived, intended()],
    follows: { rented: 'rented', 'rent-refused': 'refused' },
  },
  refused: {
    told: [
      opened(),
      waived,
      intended(),
      { type: 'rent-refused', lease: LEASE, reason: 'refused', what: 'no' },
    ],
    follows: {},
  },
  rented: {
    told: HELD,
    follows: {
      parked: 'parked',
      reachable: 'reachable',
      'box lost': 'preempted',
      releasing: 'releasing',
      abandoned: 'abandoned',
    },
  },
  reachable: {
    told: [...HELD, reachable()],
    follows: {
      parked: 'parked',
      'audited fit': 'audited',
      'audited unfit': 'unfit',
      'box lost': 'preempted',
      releasing: 'releasing',
      abandoned: 'abandoned',
    },
  },
  audited: {
    told: [...HELD, reachable(), audited()],
    follows: {
      parked: 'parked',
      'audited fit': 'audited',
      'audited unfit': 'unfit',
      started: 'running',
      'started again': 'running',
      'box lost': 'preempted',
      releasing: 'releasing',
      abandoned: 'abandoned',
    },
  },
  unfit: {
    told: [...HELD, reachable(), audited(false)],
    follows: {
      parked: 'parked',
      'audited fit': 'audited',
      'audited unfit': 'unfit',
      'box lost': 'preempted',
      releasing: 'releasing',
      abandoned: 'abandoned',
    },
  },
  running: {
    told: RUNNING,
    follows: {
      parked: 'parked',
      'started again': 'running',
      'cell ended': 'ended',
      'process lost': 'preempted',
      'box lost': 'preempted',
      releasing: 'releasing',
      abandoned: 'abandoned',
    },
  },
  'preempted, box alive': {
    told: [...RUNNING, lost('process')],
    follows: {
      parked: 'parked',
      'started again': 'running',
      'process lost': 'preempted',
      'box lost': 'preempted',
      releasing: 'releasing',
      abandoned: 'abandoned',
    },
  },
  'preempted, box gone': {
    told: [...RUNNING, lost('box')],
    follows: {
      'process lost': 'preempted',
      'box lost': 'preempted',
      releasing: 'releasing',
      abandoned: 'abandoned',
    },
  },
  ended: {
    told: ENDED,
    follows: { 'box lost': 'preempted', parked: 'parked', releasing: 'releasing', abandoned: 'abandoned' },
  },
  parked: {
    told: [...SEALED, parked],
    follows: { 'box lost': 'preempted', releasing: 'releasing', abandoned: 'abandoned' },
  },
  releasing: {
    told: [...SEALED, approved(), releasing],
    follows: { releasing: 'releasing', abandoned: 'abandoned' },
  },
  'releasing, meters stopped': {
    told: [...SEALED, approved(), releasing, ...allGone],
    follows: { releasing: 'releasing', abandoned: 'abandoned', released: 'released' },
  },
  released: {
    told: [...SEALED, approved(), releasing, ...allGone, { type: 'released', lease: LEASE, usd: 1 }],
    follows: {},
  },
  abandoned: { told: [...RUNNING, abandoned], follows: { releasing: 'abandoned' } },
};

const EVENTS: Record<string, EventBody> = {
  'rent-refused': { type: 'rent-refused', lease: LEASE, reason: 'no-capacity', what: 'none' },
  rented: { ...rented(), boxId: 'another', adopted: true } as EventBody,
  reachable: { type: 'reachable', lease: LEASE, hostKeySha256: 'another key', pin: 'first-contact' },
  'audited fit': audited(true),
  'audited unfit': audited(false),
  started: started(),
  'started again': started({ attempt: 2 }),
  'cell ended': cellEnded(),
  'process lost': lost('process'),
  'box lost': lost('box'),
  releasing: { type: 'releasing', lease: LEASE, verb: 'delete-disk' },
  parked: { type: 'parked', lease: LEASE, verb: 'stop', clocks: [{ id: 'other', effect: 'e', at: 'a' }] },
  released: { type: 'released', lease: LEASE, usd: 1 },
  abandoned: { type: 'abandoned', lease: LEASE, lost: ['something else'] },
};

const stateOf = (bodies: EventBody[]) => told(bodies).leases[0]?.state;

describe('the ladder of a lease', () => {
  for (const [state, { told: story, follows }] of Object.entries(LADDER)) {
    for (const [name, event] of Object.entries(EVENTS)) {
      const to = follows[name];
      if (to) {
        it(`goes from ${state} to ${to} by "${name}"`, () => assert.equal(stateOf([...story, event]), to));
        continue;
      }
      it(`refuses "${name}" in ${state}, and that changes nothing at all [XC-01]`, () => {
        const before = told(story);
        assert.deepEqual(before.ignored, [], 'the story itself is sound');
        const after = told([...story, event]);
        assert.equal(after.ignored.length, 1);
        assert.ok((after.ignored[0]?.why ?? '').length > 5, 'says why');
        assert.deepEqual({ ...after, ignored: [] }, before);
      });
    }
  }

  it('costs from the claim on where the answer of its create was lost: the account was charged meanwhile [faults F14]', () => {
    const adopted: EventBody = { ...rented(), adopted: true } as EventBody;
    const events = asEvents([opened(), waived, intended(), adopted]);
    const [, , intent, found] = events;
    const later = {
      ...found,
      at: new Date(Date.parse(intent?.at ?? '') + 60_000).toISOString(),
    } as LedgerEvent;
    const lease = fold(RUN, [...events.slice(0, 3), later]).leases[0];
    assert.equal(lease?.meters[0]?.startedAt, intent?.at);
    // How long it had to come up counts from when it was found.
    assert.equal(lease?.rentedAt, later.at);
  });

  it('is climbed one rung at a time: no story reaches a rung from below the one before it [XC-01]', () => {
    const rungs = [...RUNNING.slice(2), cellEnded(), collected, sealed];
    for (let from = 0; from < rungs.length; from += 1) {
      for (let to = from + 2; to < rungs.length; to += 1) {
        const story = [opened(), waived, ...rungs.slice(0, from + 1)];
        const jumped = rungs[to] as EventBody;
        const { ignored, seal, collected: isCollected } = told([...story, jumped]);
        assert.deepEqual(
          ignored.map((each) => each.type),
          [jumped.type],
        );
        assert.equal(seal, undefined);
        assert.equal(isCollected, false);
      }
    }
  });
});

describe('what an event proves', () => {
  const refused: { it: string; told: EventBody[]; event: EventBody; why: RegExp }[] = [
    {
      it: 'a start of another configuration [XC-06]',
      told: RUNNING,
      event: started({ attempt: 2, configHash: 'e'.repeat(64) }),
      why: /only the identical one/,
    },
    {
      it: 'the first start too, when it is of another configuration [XC-06]',
      told: [...HELD, reachable(), audited()],
      event: started({ configHash: 'e'.repeat(64) }),
      why: /only the identical one/,
    },
    {
      it: 'smoke evidence of another commit [P2-02]',
      told: [opened()],
      event: smoke({ commit: 'other' }),
      why: /commit other/,
    },
    {
      it: 'smoke evidence of another configuration [P2-02]',
      told: [opened()],
      event: smoke({ configHash: 'e' }),
      why: /another configuration/,
    },
    {
      it: 'a collection before every cell has ended',
      told: [opened({}, twoCells()), ...RUNNING.slice(1), cellEnded('finished', 'a')],
      event: collected,
      why: /not every cell/,
    },
    { it: 'a seal before anything was collected', told: ENDED, event: sealed, why: /nothing was collected/ },
    {
      it: 'a seal of fewer files than the roster has [P5-01]',
      told: [...ENDED, collected],
      event: { ...sealed, verified: 2, roster: 3 } as EventBody,
      why: /1 of 3 files are not verified/,
    },
    {
      it: 'a meter that was seen gone only once [P5-13]',
      told: HELD,
      event: gone('gpu', ['once']),
      why: /fewer than two/,
    },
    {
      it: 'a release while a meter is not proven stopped [P5-13]',
      told: [...SEALED, approved(), releasing, gone('gpu')],
      event: { type: 'released', lease: LEASE, usd: 1 },
      why: /not proven stopped/,
    },
    {
      it: 'a closing while a meter is not proven stopped [P5-13]',
      told: HELD,
      event: { type: 'closed', usd: 0 },
      why: /not proven stopped/,
    },
    {
      it: 'a second intent while a box is held',
      told: HELD,
      event: intended('tiny-7-2'),
      why: /another lease/,
    },
    { it: 'one intent twice', told: [opened(), intended()], event: intended(), why: /intended already/ },
    {
      it: 'anything after the run was closed',
      told: [opened(), { type: 'closed', usd: 0 }],
      event: waived,
      why: /closed/,
    },
    {
      it: 'an attempt under a number that was used, on whatever box',
      told: [
        ...RUNNING,
        lost('box'),
        intended('tiny-7-2'),
        rented('tiny-7-2'),
        reachable('tiny-7-2'),
        audited(true, 'tiny-7-2'),
      ],
      event: started({ lease: 'tiny-7-2', attempt: 1 }),
      why: /attempt 1 was started already/,
    },
    {
      it: 'a collection of no cells at all',
      told: [opened({ cells: [] }), ...RUNNING.slice(1)],
      event: collected,
      why: /not every cell/,
    },
    { it: 'anything before the run was opened', told: [], event: intended(), why: /never opened/ },
    { it: 'an opening by a newer program', told: [], event: opened({ version: 99 }), why: /version 99/ },
    { it: 'a second opening', told: [opened()], event: opened(), why: /open already/ },
    {
      it: 'an end of a cell that nobody planned',
      told: RUNNING,
      event: cellEnded('finished', 'other'),
      why: /no cell other/,
    },
    { it: 'a copy of a cell that nobody planned', told: RUNNING, event: kept(1, 'toString'), why: /no cell/ },
    {
      it: 'an event of a lease that was never intended',
      told: RUNNING,
      event: rented('tiny-7-9'),
      why: /no lease/,
    },
    {
      it: 'a break of another seal',
      told: SEALED,
      event: { type: 'unsealed', seal: 'b', why: 'w' },
      why: /no such seal/,
    },
  ];
  for (const { it: name, told: story, event, why } of refused) {
    it(`is not ${name}`, () => {
      const before = told(story);
      const after = told([...story, event]);
      assert.match(after.ignored.at(-1)?.why ?? 'accepted', why);
      assert.deepEqual({ ...after, ignored: before.ignored }, before);
    });
  }

  it('keeps the relaunches of a process and the loss of a box apart', () => {
    const story = [...RUNNING, lost('process'), lost('process'), started({ attempt: 2 }), lost('process')];
    assert.equal(told(story).relaunches, 2, 'one death that was written twice counts once');
    assert.equal(told([...RUNNING, lost('box')]).relaunches, 0);
    assert.equal(currentLease(told(story))?.name, LEASE);
    assert.equal(currentLease(told([...story, lost('box')])), undefined, 'another box may be intended');
  });

  it('forgets an end that was only on a lost box, but not a seal', () => {
    const lostUnsealed = told([...ENDED, collected, lost('box')]);
    assert.equal(lostUnsealed.cells.get('main')?.ended, undefined);
    assert.equal(lostUnsealed.collected, false);
    const lostSealed = told([...SEALED, lost('box')]);
    assert.equal(lostSealed.cells.get('main')?.ended?.verdict, 'finished');
    assert.equal(lostSealed.seal?.seal, SEAL);
  });

  it('starts the collection over once a seal is broken [D-06] [P5-05]', () => {
    const broken = told([...SEALED, { type: 'unsealed', seal: SEAL, why: 'changed' }]);
    assert.equal(broken.seal, undefined);
    assert.equal(broken.collected, false);
    assert.match(
      told([...SEALED, { type: 'unsealed', seal: SEAL, why: 'w' }, sealed]).ignored[0]?.why ?? '',
      /nothing was collected/,
    );
  });
});

describe('the state of a run in one word', () => {
  const states: [string, EventBody[]][] = [
    ['empty', []],
    ['opened', [opened()]],
    ['intended', [opened(), intended()]],
    ['opened', [opened(), intended(), { type: 'rent-refused', lease: LEASE, reason: 'refused', what: '' }]],
    ['running', RUNNING],
    ['preempted', [...RUNNING, lost('box')]],
    ['ended', ENDED],
    ['collected', [...ENDED, collected]],
    ['sealed', SEALED],
    ['parked', [...SEALED, parked]],
    ['halted', [...RUNNING, { type: 'halted', code: 'c', what: 'w', next: 'n' }]],
    [
      'debt',
      [...SEALED, approved(), releasing, { type: 'owed', lease: LEASE, meter: 'gpu', why: 'w', next: 'n' }],
    ],
    ['released', [...SEALED, approved(), releasing, ...allGone, { type: 'closed', usd: 1 }]],
    ['abandoned', [...RUNNING, abandoned, releasing, ...allGone, { type: 'closed', usd: 1 }]],
  ];
  for (const [state, story] of states) {
    it(`is ${state} after ${story.at(-1)?.type ?? 'nothing'}`, () =>
      assert.equal(runState(told(story)), state));
  }

  it('is debt before it is halted, and no longer once the meter is proven stopped', () => {
    const owed: EventBody = { type: 'owed', lease: LEASE, meter: 'gpu', why: 'w', next: 'n' };
    const halted: EventBody = { type: 'halted', code: 'c', what: 'w', next: 'n' };
    assert.equal(runState(told([...RUNNING, owed, halted])), 'debt');
    assert.equal(runState(told([...RUNNING, owed, gone('gpu')])), 'running');
  });
});

describe('what surrounds a seal', () => {
  it('counts a store only for the seal that stands, and forgets it with that seal', () => {
    assert.equal(told([...SEALED, stored()]).stored.length, 1);
    assert.match(told([...SEALED, stored({ seal: 'f'.repeat(64) })]).ignored[0]?.why ?? '', /no such seal/);
    assert.match(told([...ENDED, stored()]).ignored[0]?.why ?? '', /no such seal/);
    assert.deepEqual(told([...SEALED, stored(), { type: 'unsealed', seal: SEAL, why: 'gone' }]).stored, []);
  });

  it('knows the newest hop of the chain, and adds up runner time', () => {
    const hop = (n: number, workflowRun?: number): EventBody => ({
      type: 'continued',
      how: 'dispatch',
      hop: n,
      ...(workflowRun === undefined ? {} : { workflowRun }),
    });
    const run = told([...RUNNING, hop(1), hop(1, 77), hop(2), hop(1, 78)]);
    assert.equal(run.continued?.hop, 2);
    assert.match(run.ignored[0]?.why ?? '', /hop 2 was taken already/);
    const used = (seconds: number): EventBody => ({
      type: 'runner-used',
      stage: 'watch',
      seconds,
      runner: 'GitHub Actions 3',
    });
    assert.equal(told([...RUNNING, used(60), used(-5), used(30)]).runnerSeconds, 90);
  });
});

describe('any sequence of events', () => {
  const names = fc.constantFrom(LEASE, 'tiny-7-2', '__proto__', 'constructor', '');
  const cells = fc.constantFrom('main', '__proto__', 'toString', '');
  const meters = fc.constantFrom('gpu', 'disk', '__proto__');
  const fixed = [...SEALED, ...Object.values(EVENTS), parked, abandoned, ...allGone, approved()];
  const anyEvent: fc.Arbitrary<EventBody> = fc.oneof(
    fc.constantFrom(...fixed),
    fc.tuple(fc.constantFrom(...fixed), names).map(([event, lease]) => ({ ...event, lease }) as EventBody),
    fc.tuple(cells, fc.integer({ min: 0, max: 9 })).map(([cell, step]) => kept(step, cell)),
    fc
      .tuple(cells, fc.constantFrom('finished' as const, 'dead' as const))
      .map(([cell, verdict]) => cellEnded(verdict, cell)),
    fc
      .tuple(names, meters, fc.array(fc.string(), { maxLength: 3 }))
      .map(([lease, meter, seen]) => gone(meter, seen, lease)),
    fc.constantFrom<EventBody>(
      { type: 'closed', usd: 0 },
      { type: 'resolved', how: '' },
      { type: 'halted', code: '', what: '', next: '' },
      { type: 'unsealed', seal: SEAL, why: '' },
      stored(),
      { type: 'continued', how: 'dispatch', hop: 1 },
      { type: 'runner-used', stage: 'watch', seconds: -4, runner: 'self-hosted' },
      { type: '__proto__' } as unknown as EventBody,
    ),
  );
  const stories = fc
    .array(anyEvent, { maxLength: 40 })
    .chain((rest) =>
      fc.constantFrom<EventBody[]>(rest, [opened(), ...rest], [...RUNNING, ...rest], [...SEALED, ...rest]),
    );

  it('folds without an error, the same each time, and touches no prototype', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const run = told(story);
        assert.deepEqual(told(story), run);
        assert.equal(({} as Record<string, unknown>)['state'], undefined);
        assert.equal(run.ignored.length <= story.length, true);
      }),
      { numRuns: 500 },
    );
  });

  it('never gives a seal without a collection, a running lease without an audit, nor two boxes at once [XC-01]', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const run = told(story);
        const accepted = (type: EventBody['type']) => {
          const ignored = new Set(run.ignored.map((each) => each.seq));
          return story.some((event, seq) => event.type === type && !ignored.has(seq));
        };
        if (run.seal) assert.ok(accepted('collected') && accepted('cell-ended'));
        if (run.leases.some((lease) => lease.state === 'running'))
          assert.ok(accepted('audited') && accepted('reachable'));
        if (run.closed)
          assert.ok(run.leases.every((lease) => lease.meters.every((meter) => meter.stoppedAt)));
        const holding = run.leases.filter((lease) => lease.boxId && !lease.boxGone);
        assert.ok(holding.length <= 1, holding.map((lease) => `${lease.name} ${lease.state}`).join());
      }),
      { numRuns: 500 },
    );
  });

  it('folded in two parts is the same as folded at once: nothing is kept beside the events', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const events = asEvents(story);
        const copy = structuredClone(events);
        fold(RUN, events);
        assert.deepEqual(events, copy, 'the events are not touched');
      }),
      { numRuns: 200 },
    );
  });
});

function smoke(over: { commit?: string; configHash?: string }): EventBody {
  const { commit, configHash } = opened();
  const environment = { os: 'linux', arch: 'x64', interpreter: 'python3' };
  return { type: 'smoke-passed', commit, configHash, seconds: 1, environment, drill: 'none', ...over };
}

function twoCells() {
  return jobWith({
    cells: [
      { name: 'a', vars: {} },
      { name: 'b', vars: {} },
    ],
  });
}

describe('the word of a person', () => {
  const word: EventBody = { type: 'word-given', lease: LEASE, verb: 'terminate', person: 'Ada' };
  const owed: EventBody = {
    type: 'owed',
    lease: LEASE,
    meter: 'gpu',
    why: 'SSH still answers',
    next: 'end it',
  };
  const wordsIn = (bodies: EventBody[]) => told(bodies).leases[0]?.words.map((each) => each.person);

  it('is kept with the lease and stops no meter by itself [P5-13]', () => {
    const run = told([...SEALED, approved(), word]);
    assert.deepEqual(wordsIn([...SEALED, approved(), word]), ['Ada']);
    assert.ok(run.leases[0]?.meters.every((meter) => meter.stoppedAt === undefined));
    assert.equal(run.leases[0]?.state, 'ended');
  });

  it('counts no more once something was seen after it that makes the meter a debt', () => {
    assert.deepEqual(wordsIn([...SEALED, approved(), word, owed]), []);
    assert.deepEqual(wordsIn([...SEALED, approved(), owed, word]), ['Ada']);
  });

  it('is refused where no box is held', () => {
    assert.equal(told([opened(), waived, intended(), word]).ignored[0]?.type, 'word-given');
  });
});

describe('a record that somebody wrote to hold up whoever reads it', () => {
  it('has no more leases than a run can come to, however many it names', () => {
    const box = (n: number): EventBody => ({
      type: 'surfaced',
      lease: `${LEASE}~${n}`,
      of: LEASE,
      boxId: `b-${n}`,
      meters: [],
    });
    const story = [...RUNNING, ...Array.from({ length: 600 }, (_, n) => box(n))];
    const { leases, ignored } = fold(RUN, asEvents(story));
    assert.equal(leases.length, 500);
    assert.equal(ignored.length, 101);
    assert.match(ignored[0]?.why ?? '', /no more than 500 leases/);
  });
});
