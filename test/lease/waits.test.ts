import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { next } from '../../src/lease/next.ts';
import type { Run } from '../../src/lease/run.ts';
import type { Step } from '../../src/lease/step.ts';
import {
  jobWith,
  opened,
  RUNNING,
  reachable,
  SEAL,
  SEALED,
  STARTED_AT,
  stored,
  told,
  waived,
} from './told-run.ts';

const at = (seconds: number) => new Date(STARTED_AT + seconds * 1000);
const zero = [{ verb: 'terminate', stops: ['gpu', 'disk'], destroys: ['home'], reversible: false }];
const park = [{ verb: 'stop', stops: ['gpu'], destroys: [], reversible: true }];
/** Somebody vouched for the record a moment ago: nothing here is about that. */
const steps = (run: Run, now: Date): Step[] =>
  next({ ...run, unattendedSince: undefined }, () => ({ zero, park }), now).filter(
    (step) => step.do !== 'tell' && step.do !== 'vouch',
  );
const does = (run: Run, now: Date) => steps(run, now).map((step) => step.do);

describe('a run for which nobody had a box', () => {
  const soldOut = (seconds: number, patient: boolean) => {
    const job = jobWith(patient ? { capacity: { tryAgainSeconds: 900, forSeconds: 3600 } } : {});
    const tryAgainAt = at(seconds).toISOString();
    return told([opened({}, job), waived, { type: 'no-capacity', declined: ['none'], tryAgainAt }]);
  };
  const wait = (seconds: number, patient: boolean): Step => ({
    do: 'wait',
    until: at(seconds).toISOString(),
    why: 'no-capacity',
    patient,
  });

  for (const { what, patient, seconds, now, expected } of [
    { what: 'waits until it is time', patient: true, seconds: 900, now: 899, expected: [wait(900, true)] },
    { what: 'asks when it is', patient: true, seconds: 900, now: 900, expected: [] },
    {
      what: 'is not asked for again once its patience is over',
      patient: true,
      seconds: 900,
      now: 3700,
      expected: [wait(900, false)],
    },
    {
      what: 'nor does it wait for a time that its patience does not reach',
      patient: true,
      seconds: 3700,
      now: 10,
      expected: [wait(3700, false)],
    },
    {
      what: 'nor is one whose job does not say to wait',
      patient: false,
      seconds: 900,
      now: 1000,
      expected: [wait(900, false)],
    },
  ])
    it(what, () => {
      const run = { ...soldOut(seconds, patient), updatedAt: at(now).toISOString() };
      assert.deepEqual(steps(run, at(now)), [...expected, { do: 'intend', n: 1 }]);
    });
});

describe('a seal that lies on no disk that stays', () => {
  const hosted = (more: EventBody[] = [], over = {}) =>
    told([opened({ needsStore: true, ...over }), ...SEALED.slice(1), ...more]);

  it('is waited for while the machine that made it may be at it', () => {
    assert.deepEqual(does(hosted(), at(3000)), ['store']);
  });

  it('is given up an hour after the last word, before the box that has to be asked again is stopped', () => {
    const all = steps(hosted(), at(3620));
    assert.deepEqual(all.slice(0, 2), [
      { do: 'store', seal: SEAL },
      { do: 'unseal', seal: SEAL },
    ]);
    assert.ok(all.slice(2).every((step) => step.do === 'park'));
    assert.ok(!does(hosted([stored()]), at(3620)).includes('unseal'));
  });

  it('is not given up where no box has it any more', () => {
    const released: EventBody = { type: 'releasing', lease: 'tiny-7-1', verb: 'terminate' };
    const lost: EventBody = { type: 'preempted', lease: 'tiny-7-1', what: 'box', why: 'reclaimed' };
    for (const event of [released, lost]) assert.ok(!does(hosted([event]), at(3700)).includes('unseal'));
  });

  it('leaves a person with the box where that stands stopped', () => {
    const parked: EventBody = { type: 'parked', lease: 'tiny-7-1', verb: 'stop', clocks: [] };
    const given = hosted([parked, { type: 'unsealed', seal: SEAL, why: 'gone' }]);
    const last = steps(given, at(60)).at(-1);
    assert.ok(last?.do === 'halt' && last.code === 'box-stopped');
    assert.match(last.next, /Start it in the console/);
  });

  it('is made anew from that box once somebody has started it, without training again', () => {
    const parked: EventBody = { type: 'parked', lease: 'tiny-7-1', verb: 'stop', clocks: [] };
    const unsealed: EventBody = { type: 'unsealed', seal: SEAL, why: 'gone' };
    const resolved: EventBody = { type: 'resolved', how: 'ada' };
    const halted: EventBody = {
      type: 'halted',
      code: 'box-stopped',
      what: 'it is stopped',
      next: 'start it',
    };
    const started = hosted([parked, unsealed, halted, resolved]);
    assert.deepEqual(does(started, at(60)), ['reach']);
    const reached = hosted([parked, unsealed, halted, resolved, reachable()]);
    assert.deepEqual(does(reached, at(60)), ['collect']);
  });
});

describe('kept copies', () => {
  const kept = (step: number): EventBody => ({
    type: 'kept',
    lease: 'tiny-7-1',
    cell: 'main',
    files: [{ path: 'last.safetensors', bytes: 1, sha256: `${step}`, verdict: 'pass' }],
    step,
  });
  const keptStored = (step: number): EventBody => ({
    ...stored(),
    type: 'kept-stored',
    mark: `set-${step}`,
    cells: [
      {
        cell: 'main',
        step,
        copies: [{ path: 'last.safetensors', bytes: 1, sha256: `${step}`, verdict: 'pass' }],
      },
    ],
  });
  const running = (...more: EventBody[]) =>
    told([opened({ needsStore: true }), ...RUNNING.slice(1), ...more]);

  it('are stored before the next look, and what newer ones replace is removed', () => {
    assert.deepEqual(does(running(), at(60)), ['look']);
    assert.deepEqual(does(running(kept(10)), at(60)), ['store-kept', 'look']);
    assert.deepEqual(does(running(kept(10), keptStored(10)), at(60)), ['look']);
    const replaced = steps(running(kept(10), keptStored(10), kept(20), keptStored(20)), at(60));
    assert.deepEqual(replaced[0], { do: 'drop-kept', marks: ['set-10'] });
  });

  it('are stored by nobody where the disk stays', () => {
    assert.deepEqual(does(told([...RUNNING, kept(10)]), at(60)), ['look']);
  });
});
