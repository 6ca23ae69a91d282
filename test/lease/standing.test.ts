import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { approveByStanding } from '../../src/approval/request.ts';
import type { EventBody, StandingApproved } from '../../src/lease/events.ts';
import { next } from '../../src/lease/next.ts';
import { standingGaps } from '../../src/lease/standing.ts';
import type { PlannedVerb, Step } from '../../src/lease/step.ts';
import { issueWarrant } from '../../src/lease/warrant.ts';
import {
  approved,
  HELD,
  LEASE,
  leaseOf,
  opened,
  SEAL,
  SEALED,
  STARTED_AT,
  sealed,
  standing,
  told,
} from './told-run.ts';

const SOON = new Date(STARTED_AT + 60_000);
const LATER = new Date('2026-11-21T22:00:01Z');
const TERMINATE: PlannedVerb = {
  verb: 'terminate',
  stops: ['gpu', 'disk'],
  destroys: ['home'],
  reversible: false,
};
const STOP: PlannedVerb = { verb: 'stop', stops: ['gpu'], destroys: [], reversible: true };

const steps = (story: EventBody[], plan = [TERMINATE], now = SOON): Step[] =>
  next(told(story), () => ({ zero: plan, park: [STOP] }), now);
const does = (story: EventBody[], plan = [TERMINATE], now = SOON) =>
  steps(story, plan, now).map((step) => step.do);

describe('an approval in advance', () => {
  const given: EventBody[] = [...HELD, standing(), ...SEALED.slice(HELD.length)];

  it('covers what was sealed within its bounds, and becomes an approval of exactly that release [GH-03] [P5-11]', () => {
    const [step, ...rest] = steps(given);
    assert.deepEqual(rest, []);
    assert.ok(step?.do === 'approve-standing');
    assert.deepEqual(step, { do: 'approve-standing', lease: LEASE, seal: SEAL, verbs: ['terminate'] });
    const { run, lease } = leaseOf(given);
    const events = approveByStanding({ run, lease, plan: [TERMINATE] }, step, SOON);
    assert.deepEqual(events, [
      approved({ via: 'standing', person: 'ada', expiresAt: '2026-11-21T22:00:00.000Z' }),
    ]);
    assert.deepEqual(does([...given, ...events]), ['release', 'prove']);
    const after = leaseOf([...given, ...events]);
    assert.ok(issueWarrant({ ...after, plan: [TERMINATE] }, { seal: SEAL, problems: [] }, SOON).ok);
  });

  it('is used only after parking, and after what is sealed is in its store [P5-12]', () => {
    const parks: EventBody[] = [opened({ onFinish: 'park', needsStore: true }), ...given.slice(1)];
    assert.deepEqual(does(parks), ['park', 'store']);
    assert.deepEqual(does([...parks, { type: 'parked', lease: LEASE, verb: 'stop', clocks: [] }]), [
      'prove',
      'store',
    ]);
  });

  const uncovered: { when: string; over?: Partial<StandingApproved>; story?: EventBody[]; says: RegExp }[] = [
    {
      when: 'the job is another one',
      over: { configHash: 'e'.repeat(64) },
      says: /for configuration eeeeeeee/,
    },
    {
      when: 'the box is on another platform',
      over: { platforms: ['runpod', 'local'] },
      says: /for runpod, local/,
    },
    {
      when: 'all meters of the box together cost more',
      over: { maxUsdPerHour: 1.05 },
      says: /at most 1.05 USD\/h; this box is 1.1/,
    },
    {
      when: 'the seal is of a lower level',
      over: { level: 'L3' },
      story: lowSeal('L2'),
      says: /this seal is L2/,
    },
    {
      when: 'something is owed',
      story: [...given, { type: 'owed', lease: LEASE, meter: 'disk', why: 'w', next: 'n' }],
      says: /the run owes disk/,
    },
  ];
  for (const { when, over, story = given, says } of uncovered) {
    it(`does not count when ${when}: a person is told why, once, and asked [P5-11]`, () => {
      const told = story.map((event) => (event.type === 'standing-approved' ? standing(over) : event));
      const [tell, ...rest] = steps(told);
      assert.ok(tell?.do === 'tell' && tell.of === `not-covered:${LEASE}`);
      assert.match(tell.what, says);
      assert.deepEqual(
        rest.map((step) => step.do),
        ['ask'],
      );
      assert.deepEqual(does([...told, { type: 'told', of: tell.of, since: tell.since }]), ['ask']);
      const { run, lease } = leaseOf(told);
      const [word] = run.standing;
      assert.ok(word);
      assert.match(standingGaps({ run, lease, plan: [TERMINATE] }, word, SOON).join('; '), says);
    });
  }

  it('does not count after its time: the box is parked and a person asked [P5-11]', () => {
    const late = does(given, [TERMINATE], LATER).filter((each) => each !== 'tell');
    assert.deepEqual(late, ['park']);
  });

  it('never acknowledges facts that were stale when it was given [FR-03]', () => {
    const stale: PlannedVerb = { ...TERMINATE, staleFacts: true, staleFrom: '2026-11-21T08:00:00.000Z' };
    assert.deepEqual(does(given, [stale]), ['ask']);
  });

  it('does not lapse by the age of facts while a box bills [platforms M2]', () => {
    const [word] = leaseOf(given).run.standing;
    assert.ok(word && word.at < '2026-11-21T23:00:00.000Z');
    const aged: PlannedVerb = { ...TERMINATE, staleFacts: true, staleFrom: '2026-11-21T23:00:00.000Z' };
    assert.deepEqual(does(given, [aged]), ['approve-standing']);
  });

  it('never covers giving up data [XC-02]', () => {
    const story: EventBody[] = [...given.slice(0, -2), { type: 'abandoned', lease: LEASE, lost: ['all'] }];
    const { run, lease } = leaseOf(story);
    const [word] = run.standing;
    assert.ok(word);
    assert.match(standingGaps({ run, lease, plan: [TERMINATE] }, word, SOON).join('; '), /given up/);
    const step = { do: 'approve-standing', lease: LEASE, seal: SEAL, verbs: ['terminate'] } as const;
    assert.deepEqual(
      approveByStanding({ run, lease, plan: [TERMINATE] }, { ...step, verbs: ['terminate'] }, SOON),
      [],
    );
  });

  it('takes the newest word that covers the release, and keeps to it', () => {
    const cheap = standing({ person: 'ben', maxUsdPerHour: 0.5 });
    const story: EventBody[] = [...given, cheap];
    const { run, lease } = leaseOf(story);
    const step = { do: 'approve-standing' as const, lease: LEASE, seal: SEAL, verbs: ['terminate'] };
    assert.equal(approveByStanding({ run, lease, plan: [TERMINATE] }, step, SOON)[0]?.person, 'ada');
  });

  for (const [what, event] of [
    ['in the name of somebody who gave none', approved({ via: 'standing', person: 'eve' })],
    ['that outlives the word', approved({ via: 'standing', expiresAt: '2026-11-21T22:00:01Z' })],
  ] as const) {
    it(`does not carry an approval ${what}: it is asked for again`, () =>
      assert.deepEqual(does([...given, event]), ['approve-standing']));
  }

  function lowSeal(level: 'L1' | 'L2'): EventBody[] {
    return [...given.slice(0, -1), { ...sealed, level } as EventBody];
  }
});
