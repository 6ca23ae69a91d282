// A few seconds: some thousand drawn states, each followed until its meter ends or somebody is told.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { concernsOf } from '../../src/lease/concerns.ts';
import type { EventBody, LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { PARKABLE } from '../../src/lease/fold-lease.ts';
import { nextLook } from '../../src/lease/look-plan.ts';
import { next } from '../../src/lease/next.ts';
import { computing, currentLease, type Lease, type Run } from '../../src/lease/run.ts';
import type { Plans, Step } from '../../src/lease/step.ts';
import {
  approved,
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
  SEALED,
  STARTED_AT,
  sealed,
  standing,
  started,
} from './told-run.ts';

const HOUR = 3_600_000;
const BUDGET_HOURS = 6;
const JOB = jobWith({ budget: { usd: 1e6, hours: BUDGET_HOURS, usdPerHour: 2 } });
const ZERO = [{ verb: 'terminate', stops: ['gpu', 'disk'], destroys: ['home'], reversible: false }];
const PARK = [{ verb: 'stop', stops: ['gpu'], destroys: [], reversible: true }];
const SECOND = `${RUN}-2`;

/**
 * What may be written at any moment: what does not follow from what stands before it changes nothing. A verb that destroys is written by
 * whoever had a warrant for it, so those come of the steps alone.
 */
const EVENTS: EventBody[] = [
  ...RUNNING.slice(2),
  cellEnded(),
  cellEnded('dead'),
  collected,
  sealed,
  kept(3),
  lost('box'),
  lost('process'),
  gone('gpu'),
  approved(),
  standing(),
  started({ attempt: 2 }),
  intended(SECOND),
  rented(SECOND),
  reachable(SECOND),
  audited(true, SECOND),
  started({ lease: SECOND, attempt: 3 }),
  { type: 'boot-failed', lease: LEASE, why: 'no login' },
  { ...audited(false), goesBack: true } as EventBody,
  audited(false),
  { type: 'preempted', lease: LEASE, what: 'evicted', why: 'outbid' },
  { type: 'preempted', lease: LEASE, what: 'disk', why: 'wiped' },
  { type: 'unreached', lease: LEASE, shown: 'running' },
  { type: 'unreached', lease: LEASE, shown: 'stopped' },
  { type: 'stalled', lease: LEASE, cell: 'main', quietSeconds: 700 },
  { type: 'halted', code: 'cells-dead', what: 'it ended', next: 'look' },
  { type: 'resolved', how: 'person' },
  { type: 'parked', lease: LEASE, verb: 'stop', clocks: [] },
  { type: 'runs-again', lease: LEASE, meters: ['gpu'] },
  { type: 'unsealed', seal: 'a'.repeat(64), why: 'gone' },
  approved({ goal: 'abandon' }),
  { type: 'abandoned', lease: LEASE, lost: [] },
  {
    type: 'bound-anew',
    person: 'ada',
    commit: 'b'.repeat(40),
    codeHash: 'e'.repeat(64),
    configHash: 'c'.repeat(64),
    dirty: false,
    cells: ['main'],
    budget: JOB.budget,
    retryMax: 1,
    resumes: true,
    document: JOB,
  },
  { type: 'smoke-waived' },
];

const stories = fc
  .tuple(
    fc.constantFrom(HELD, RUNNING, ENDED, SEALED),
    fc.array(fc.tuple(fc.constantFrom(...EVENTS), fc.integer({ min: 1, max: 1200 })), { maxLength: 12 }),
  )
  .map(([begun, more]): LedgerEvent[] => {
    const story: LedgerEvent[] = [];
    let at = STARTED_AT;
    for (const [event, seconds] of [
      ...[opened({}, JOB), ...begun.slice(1)].map((each) => [each, 1] as const),
      ...more,
    ]) {
      // What is sealed nobody gives up ("abandon" refuses it), and nothing is rented for.
      if (['abandoned', 'intended'].includes(event.type) && fold(RUN, story).seal) continue;
      at += seconds * 1000;
      story.push({ ...event, seq: story.length, at: new Date(at).toISOString(), by: 'test' });
    }
    return story;
  });

const currentlyPaid = (run: Run): Lease[] =>
  run.leases.filter((lease) => computing(lease).some(({ stoppedAt }) => stoppedAt === undefined));

/** What comes of a step where its platform does what it is told. No other step brings anything. */
function outcomeOf(step: Step): EventBody[] {
  switch (step.do) {
    case 'tell':
      return [{ type: 'told', of: step.of, since: step.since }];
    case 'halt':
      return [{ type: 'halted', code: step.code, what: step.what, next: step.next }];
    case 'park':
      return [{ type: 'parked', lease: step.lease, verb: step.verbs[0] ?? '', clocks: [] }];
    case 'release':
    case 'discard':
      return [{ type: 'releasing', lease: step.lease, verb: step.verb }];
    case 'prove':
      return step.meters.map((meter) => gone(meter, ['t1', 't2'], step.lease));
    default:
      return [];
  }
}

const isTold = (run: Run, now: Date): boolean =>
  run.halted !== undefined ||
  concernsOf(run, now).some(
    ({ due, key, since, usdPerHour }) => due && usdPerHour > 0 && run.told.get(key) === since,
  );

/**
 * Follows a run whose work gets nowhere: only what tells, halts, stops and gives back has an outcome. Whoever looks comes when the
 * plan of looks says, and never before.
 *
 * @returns hours until its meter is ended or, where its platform cannot stop it, until somebody was told what it costs
 */
function hoursToAnEnd(story: readonly LedgerEvent[], plans: Plans): number {
  const events = [...story];
  const began = Date.parse(events.at(-1)?.at ?? '') + 1000;
  let turns = 0;
  for (let now = began; ; ) {
    const at = new Date(now);
    // Somebody vouched for the record a moment ago: nothing here is about that.
    const run = { ...fold(RUN, events), unattendedSince: undefined, askedAt: at.toISOString() };
    if (currentlyPaid(run).length === 0) return (now - began) / HOUR;
    const steps = next(run, () => plans, at).filter(({ do: what }) => what !== 'halt' || !run.halted);
    const said = steps.flatMap(outcomeOf);
    for (const event of said)
      events.push({ ...event, seq: events.length, at: at.toISOString(), by: 'test' } as LedgerEvent);
    if (said.length > 0) {
      now += 1000;
      turns += 1;
      assert.ok(turns < 200, `the same steps over and over: ${steps.map((step) => step.do).join(' ')}`);
      continue;
    }
    // A box that is given up or being given back is not stopped meanwhile; that it still is there is told.
    const canPark = plans.park !== null && currentlyPaid(run).every(({ state }) => PARKABLE.includes(state));
    if (!canPark && isTold(run, at)) return (now - began) / HOUR;
    const look = nextLook(run, at);
    const where = `${currentLease(run)?.state ?? 'no box'}, ${run.halted?.code ?? 'not halted'}`;
    assert.ok(
      look,
      `it computes and nobody looks again: ${where}, ${steps.map((step) => step.do).join(' ')}`,
    );
    now = Math.max(look.at.getTime(), now + 1000);
    assert.ok(now - began < 1000 * HOUR, `it computes for ever: ${where}`);
  }
}

describe('a box that computes', () => {
  for (const [what, plans] of Object.entries({
    'whose platform can stop it': { zero: ZERO, park: PARK },
    'whose platform can only destroy it': { zero: ZERO, park: null },
  }))
    it(`M1: ${what} is never left to itself, whatever state its run is in`, () => {
      fc.assert(
        fc.property(stories, (story) => {
          const run = fold(RUN, story);
          const worksOn = !run.halted && !run.seal && !run.leases.some(({ state }) => state === 'abandoned');
          // What is told after an hour is told by the next look, at most half an hour later; work goes on up to its budget.
          const promised = worksOn ? BUDGET_HOURS + 2.5 : 2.5;
          assert.ok(hoursToAnEnd(story, plans) <= promised);
        }),
        { numRuns: 2000 },
      );
    });
});
