import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { concernsOf } from '../../src/lease/concerns.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { next } from '../../src/lease/next.ts';
import { currentLease } from '../../src/lease/run.ts';
import { issueUnusedWarrant } from '../../src/lease/warrant.ts';
import {
  audited,
  HELD,
  intended,
  opened,
  reachable,
  rented,
  STARTED_AT,
  started,
  told,
  waived,
} from './told-run.ts';

const ZERO = [{ verb: 'terminate', stops: ['gpu', 'disk'], destroys: ['home'], reversible: false }];
const plans = () => ({ zero: ZERO, park: null });
const steps = (events: EventBody[]) => next(told(events), plans, new Date(STARTED_AT + 60_000));
const name = (n: number) => `tiny-7-${n}`;
const refused = (n: number, reason: 'refused' | 'no-capacity' | 'unclear', what: string): EventBody[] => [
  intended(name(n)),
  { type: 'rent-refused', lease: name(n), reason, what },
];
const START = [opened(), waived];

describe('the launch breaker', () => {
  it('halts after three launches that failed in the same words, whatever their ids', () => {
    const failures = [1, 2].flatMap((n) =>
      refused(n, 'refused', `quota of ${n} GPUs used up (request abcdef0${n})`),
    );
    assert.equal(steps([...START, ...failures])[0]?.do, 'intend');
    const [halt] = steps([
      ...START,
      ...failures,
      ...refused(3, 'refused', 'quota of 3 GPUs used up (request abcdef03)'),
    ]);
    assert.ok(halt?.do === 'halt' && halt.code === 'launch-breaker');
    assert.match(halt.what, /3 times in the same way: tiny-7-1: quota/);
  });

  it('does not halt for want of a free box, nor for failures of different kinds', () => {
    const none = [1, 2, 3, 4].flatMap((n) => refused(n, 'no-capacity', 'none left'));
    assert.equal(steps([...START, ...none])[0]?.do, 'intend');
    const mixed = [
      ...refused(1, 'refused', 'quota'),
      ...refused(2, 'refused', 'image'),
      ...refused(3, 'refused', 'quota'),
    ];
    assert.equal(steps([...START, ...mixed])[0]?.do, 'intend');
  });

  it('I1: does not halt for a platform that is down and holds nothing, and a run ends at its number of boxes', () => {
    const down = (times: number) =>
      Array.from({ length: times }, (_, i) => refused(i + 1, 'unclear', '502 bad gateway')).flat();
    assert.equal(steps([...START, ...down(4)])[0]?.do, 'intend');
    const [halt] = steps([...START, ...down(20)]);
    assert.ok(halt?.do === 'halt' && halt.code !== 'launch-breaker', JSON.stringify(halt));
  });

  it('counts from the start again when a person has said go on', () => {
    const failures = [1, 2, 3].flatMap((n) => refused(n, 'refused', 'quota'));
    const halted: EventBody = { type: 'halted', code: 'launch-breaker', what: 'w', next: 'n' };
    const on: EventBody[] = [...START, ...failures, halted, { type: 'resolved', how: 'p' }];
    assert.equal(steps(on)[0]?.do, 'intend');
    assert.equal(steps([...on, ...refused(4, 'refused', 'quota')])[0]?.do, 'intend');
    const again = [4, 5, 6].flatMap((n) => refused(n, 'refused', 'quota'));
    assert.equal(steps([...on, ...again])[0]?.do, 'halt');
  });
});

describe('a box that never carried anything', () => {
  const failed: EventBody[] = [
    ...START,
    intended(),
    rented(),
    { type: 'boot-failed', lease: name(1), why: 'image cannot be pulled' },
  ];

  it('goes back verb by verb and is proven, before another is rented', () => {
    assert.deepEqual(
      steps(failed).map((step) => ('verb' in step ? `${step.do} ${step.verb}` : step.do)),
      ['discard terminate', 'prove', 'intend'],
    );
    const accepted = steps([...failed, { type: 'releasing', lease: name(1), verb: 'terminate' }]);
    assert.deepEqual(
      accepted.map((step) => step.do),
      ['prove', 'intend'],
    );
    assert.equal(currentLease(told(failed)), undefined);
  });

  it('has a warrant of its own, which no box has that anything was started on', () => {
    const [lease] = told(failed).leases;
    assert.ok(lease);
    const issued = issueUnusedWarrant(lease, ZERO);
    assert.ok(issued.ok && issued.warrant.permits('box-of-tiny-7-1', 'terminate'));
    for (let upTo = 3; upTo <= HELD.length; upTo += 1) {
      const [held] = told(HELD.slice(0, upTo)).leases;
      assert.ok(held && !issueUnusedWarrant(held, ZERO).ok, held?.state);
    }
  });

  it('surfaces late: the refused lease that made it holds it, once', () => {
    const late: EventBody = { type: 'surfaced', lease: name(1), of: name(1), boxId: 'late', meters: [] };
    const run = told([
      ...START,
      intended(),
      { type: 'rent-refused', lease: name(1), reason: 'unclear', what: '504' },
      late,
      late,
    ]);
    assert.deepEqual([run.leases.length, run.leases[0]?.state, run.leases[0]?.boxId], [1, 'failed', 'late']);
    assert.deepEqual(
      run.ignored.map((each) => each.why),
      ['late is held already'],
    );
  });

  it('does not speak against the machine of its offer, when it surfaced on one that nobody named', () => {
    const onHost = { ...intended(), host: 'machine-7' } as EventBody;
    const late: EventBody = { type: 'surfaced', lease: name(1), of: name(1), boxId: 'late', meters: [] };
    const lost: EventBody = { type: 'rent-refused', lease: name(1), reason: 'unclear', what: '504' };
    assert.equal(told([...START, onHost, lost]).leases[0]?.host, 'machine-7');
    assert.equal(told([...START, onHost, lost, late]).leases[0]?.host, undefined);
  });

  it('is never the box of another lease', () => {
    const twin: EventBody = {
      type: 'surfaced',
      lease: `${name(1)}~2`,
      of: name(1),
      boxId: 'box-of-tiny-7-1',
      meters: [],
    };
    const run = told([...HELD, twin]);
    assert.equal(run.leases.length, 1);
    assert.match(run.ignored[0]?.why ?? '', /is held already/);
  });
});

describe('an evicted box', () => {
  const evicted: EventBody = { type: 'preempted', lease: name(1), what: 'evicted', why: 'outbid' };

  it('is lost to the run, its GPU meter is proven stopped, and its disk waits for the release', () => {
    const events = [...HELD, evicted];
    const [proof, intend] = steps(events);
    assert.ok(proof?.do === 'prove');
    assert.deepEqual(proof.meters, ['gpu']);
    assert.equal(intend?.do, 'intend');
    const [lease] = told(events).leases;
    assert.ok(lease && !issueUnusedWarrant(lease, ZERO).ok, 'it may hold data');
  });

  it('goes back at once where it never let us in, and no failure of a launch is counted', () => {
    const early: EventBody = { ...evicted, goesBack: true } as EventBody;
    const [discard, proof, intend] = steps([...HELD, early]);
    assert.ok(discard?.do === 'discard' && discard.lease === name(1));
    assert.ok(proof?.do === 'prove' && proof.meters.join() === 'gpu,disk');
    assert.equal(intend?.do, 'intend');
    const again = (n: number): EventBody[] => [
      intended(name(n)),
      { ...rented(), lease: name(n), boxId: `box-${n}` } as EventBody,
      { ...early, lease: name(n) } as EventBody,
    ];
    const three = steps([...HELD, early, ...again(2), ...again(3)]);
    assert.deepEqual([...new Set(three.map((step) => step.do))], ['discard', 'prove', 'intend']);
  });

  it('is kept where it let us in, whatever an event says: something may have been begun on it', () => {
    for (const met of [[reachable()], [reachable(), audited(), started()]] as EventBody[][]) {
      const [lease] = told([...HELD, ...met, { ...evicted, goesBack: true } as EventBody]).leases;
      assert.ok(lease?.state === 'preempted' && !issueUnusedWarrant(lease, ZERO).ok);
    }
  });

  it('is told of once it is paid for an hour while its run goes on elsewhere, and not once a seal or a halt says so', () => {
    const shown = (events: EventBody[], minutes: number) =>
      concernsOf(told(events), new Date(STARTED_AT + minutes * 60_000)).flatMap(({ key, due, usdPerHour }) =>
        key.startsWith('taken-away') ? [[due, usdPerHour]] : [],
      );
    const gpu: EventBody = { type: 'meter-stopped', lease: name(1), meter: 'gpu', sightings: ['a', 'b'] };
    const lost = [...HELD, reachable(), audited(), started(), evicted, gpu];
    assert.deepEqual([shown(lost, 55), shown(lost, 61)], [[[false, 0.1]], [[true, 0.1]]]);
    const halted: EventBody = { type: 'halted', code: 'over-time', what: 'w', next: 'n' };
    assert.deepEqual(shown([...lost, halted], 61), []);
    const disk: EventBody = { ...gpu, meter: 'disk' } as EventBody;
    assert.deepEqual(shown([...lost, disk], 61), []);
  });

  it('is not started again: what runs on it would be lost with the next bid', () => {
    const run = told([...HELD, reachable(), audited(), started(), evicted, started({ attempt: 2 })]);
    assert.equal(run.leases[0]?.state, 'preempted');
    assert.match(run.ignored[0]?.why ?? '', /lease is preempted/);
  });
});
