import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runStatement } from '../../src/attest/run-statement.ts';
import { type BoundAnew, type EventBody, faultOfEvent } from '../../src/lease/events.ts';
import { next } from '../../src/lease/next.ts';
import { standingFor } from '../../src/lease/standing.ts';
import {
  asEvents,
  cellEnded,
  ENDED,
  jobWith,
  kept,
  LEASE,
  leaseOf,
  lost,
  opened,
  RUNNING,
  SEAL,
  SEALED,
  STARTED_AT,
  standing,
  started,
  told,
} from './told-run.ts';

const NEW = { configHash: '2'.repeat(64), codeHash: '3'.repeat(64), commit: 'fedcba9876' };
const job = jobWith();
const anew = (over: Partial<BoundAnew> = {}): EventBody =>
  ({
    type: 'bound-anew',
    person: 'ada',
    ...NEW,
    dirty: false,
    cells: ['main'],
    budget: job.budget,
    retryMax: 1,
    resumes: true,
    document: job,
    ...over,
  }) as EventBody;
const DEAD: readonly EventBody[] = [
  ...RUNNING,
  kept(40),
  cellEnded('dead'),
  { type: 'halted', code: 'cells-dead', what: 'it died', next: 'mend it' },
];
const smoked: EventBody = {
  type: 'smoke-passed',
  ...NEW,
  seconds: 1,
  environment: { os: 'linux', arch: 'x64', interpreter: 'sh' },
  drill: 'none',
};
const resolved: EventBody = { type: 'resolved', how: 'gpu-lease resume by ada' };

describe('a run that a person binds to another commit', () => {
  it('M1: is halted over its budget also while nobody runs the smoke of that', () => {
    const run = leaseOf([...DEAD, anew(), resolved]).run;
    const at = (hours: number) =>
      next(
        { ...run, unattendedSince: undefined },
        () => ({ zero: [], park: null }),
        new Date(STARTED_AT + hours * 3_600_000),
      )
        .filter((step) => step.do !== 'tell')
        .map((step) => (step.do === 'halt' ? step.code : step.do));
    assert.deepEqual(at(9), ['smoke']);
    assert.deepEqual(at(11), ['over-time']);
  });

  it('goes on with that on its box, once it is smoked, from what was kept', () => {
    const { run, lease } = leaseOf([...DEAD, anew(), smoked, resolved]);
    assert.deepEqual(run.ignored, []);
    assert.deepEqual(
      [run.opened?.commit, run.opened?.configHash, run.smoke, lease.state],
      [NEW.commit, NEW.configHash, 'passed', 'preempted'],
    );
    assert.equal(run.cells.get('main')?.verifiedStep, 40);
    const plans = () => ({ zero: [], park: null });
    const [step] = next(run, plans, new Date(STARTED_AT + 20_000)).filter((each) => each.do !== 'tell');
    assert.deepEqual(step, { do: 'start', lease: LEASE, attempt: 2 });
    const again = leaseOf([
      ...DEAD,
      anew(),
      smoked,
      resolved,
      started({ attempt: 2, configHash: NEW.configHash, codeHash: NEW.codeHash }),
    ]);
    assert.deepEqual([again.lease.state, again.run.leases.length, again.run.ignored], ['running', 1, []]);
  });

  it('starts nothing before its smoke has passed, and nothing of the old configuration after', () => {
    const unsmoked = told([...DEAD, anew(), resolved]);
    assert.equal(unsmoked.smoke, 'missing');
    assert.deepEqual(next(unsmoked, () => ({ zero: [], park: null }), new Date(STARTED_AT + 20_000)).at(-1), {
      do: 'smoke',
    });
    const old = told([...DEAD, anew(), smoked, resolved, started({ attempt: 2 })]);
    assert.match(old.ignored.at(-1)?.why ?? '', /another configuration/);
    const oldSmoke = told([...DEAD, anew(), { ...smoked, commit: 'abcdef0123' } as EventBody]);
    assert.match(oldSmoke.ignored.at(-1)?.why ?? '', /evidence for commit/);
  });

  const hostile: Record<string, [EventBody[], RegExp]> = {
    'while it works': [[...RUNNING, anew()], /it works/],
    'when it has finished': [[...ENDED, anew()], /its box is ended/],
    'behind its seal': [[...SEALED, anew()], /it is sealed/],
    'before anything was begun': [[...RUNNING.slice(0, -1), anew()], /no box of it is held/],
    'when its box is gone': [[...RUNNING, lost('box'), anew()], /no box of it is held/],
    'of another job': [[...DEAD, anew({ document: jobWith({ name: 'other' }) })], /of job tiny/],
    'with other cells': [[...DEAD, anew({ cells: ['main', 'more'] })], /its cells are main/],
    'to what it is bound to': [[...DEAD, anew({ configHash: 'c'.repeat(64) })], /that very configuration/],
    'from another beginning': [[...DEAD, anew({ document: jobWith({ from: 'x-1' }) })], /another run/],
    'as a labelled change': [
      [opened({ change: { pullRequest: 7 } }), ...DEAD.slice(1), anew()],
      /labelled change/,
    ],
    'when it was given up': [[...DEAD, { type: 'abandoned', lease: LEASE, lost: [] }, anew()], /given up/],
  };
  for (const [when, [events, why]] of Object.entries(hostile))
    it(`is not bound ${when}`, () => {
      const run = told(events);
      assert.match(run.ignored.at(-1)?.why ?? '', why);
      assert.deepEqual([run.opened?.configHash, run.bindings], ['c'.repeat(64), []]);
    });

  it('loses a word in advance, which was for the other configuration', () => {
    const before = leaseOf([...DEAD, standing()]);
    const after = leaseOf([...DEAD, standing(), anew(), smoked]);
    const now = new Date(STARTED_AT + 20_000);
    const plan: never[] = [];
    for (const { run, lease } of [before, after]) {
      run.seal = { ...({ seal: SEAL, level: 'L3' } as NonNullable<typeof run.seal>) };
      lease.state = 'ended';
    }
    assert.ok(standingFor({ ...before, plan }, now));
    assert.equal(standingFor({ ...after, plan }, now), undefined);
  });

  it('has an event of one shape, and attests what ran before until which attempt', () => {
    const whole = { ...anew(), seq: 9, at: '2026-11-21T10:00:00Z', by: 'ada' };
    assert.equal(faultOfEvent(whole), undefined);
    for (const key of ['configHash', 'cells', 'budget', 'document', 'dirty'])
      assert.match(faultOfEvent({ ...whole, [key]: undefined }) ?? '', new RegExp(key));
    const events = asEvents([...DEAD, anew()]);
    const seal = { seal: SEAL, level: 'L2', verified: 1, bytes: 1 } as Parameters<
      typeof runStatement
    >[0]['seal'];
    const { predicate } = runStatement({
      run: told([...DEAD, anew()]),
      events,
      seal,
      files: [],
      version: '1',
    });
    assert.equal(predicate.commit, NEW.commit);
    assert.deepEqual(predicate.earlier, [
      {
        commit: 'abcdef0123',
        codeHash: 'd'.repeat(64),
        configuration: { sha256: 'c'.repeat(64) },
        untilAttempt: 1,
      },
    ]);
  });
});
