import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { next } from '../../src/lease/next.ts';
import type { Plans } from '../../src/lease/step.ts';
import { approved, HELD, LEASE, RUNNING, SEALED, STARTED_AT, standing, told } from './told-run.ts';

const HOURS = 3_600_000;
const plans = (): Plans => ({
  zero: [{ verb: 'terminate', stops: ['gpu', 'disk'], destroys: ['home'], reversible: false }],
  park: null,
});

const halted: EventBody = { type: 'halted', code: 'not-vouched', what: 'nobody knows', next: 'look' };

/** What is next two hours after the last word. */
const does = (story: readonly EventBody[], at = STARTED_AT + 2 * HOURS) =>
  next(told(story), plans, new Date(at))
    .filter(({ do: what }) => what !== 'tell')
    .map(({ do: what }) => what);

/** A box that never came up: its verb was accepted, and it was not seen to go. */
const UNUSED: EventBody[] = [
  ...HELD,
  { type: 'boot-failed', lease: LEASE, why: 'no login' },
  { type: 'releasing', lease: LEASE, verb: 'terminate' },
];

describe('a record that nobody vouches for', () => {
  it('is asked about once before a box is given back on its strength [security 1]', () => {
    assert.deepEqual(does(UNUSED), ['vouch']);
  });

  it('gives nothing back after that, and goes on proving what somebody may have ended by hand', () => {
    assert.deepEqual(does([...UNUSED, halted]), ['prove', 'nothing']);
  });

  it('is asked about once, too, where a wrong clock put it ahead of every right one', () => {
    const now = STARTED_AT - 35 * HOURS;
    const asked = (askedAt?: number): EventBody => ({
      type: 'vouched',
      witnesses: ['this machine'],
      ...(askedAt !== undefined && { askedAt: new Date(askedAt).toISOString() }),
    });
    const isAsked = (story: readonly EventBody[], at: number): boolean => does(story, at).includes('vouch');
    assert.ok(isAsked(UNUSED, now));
    assert.equal(isAsked([...UNUSED, asked(now)], now), false, 'once');
    assert.ok(isAsked([...UNUSED, asked(now)], now + 301_000), 'that word holds for five minutes');
    assert.ok(isAsked([...UNUSED, asked(now), asked()], now), 'a word of an earlier version says no time');
  });

  it('asks a person for the release that a word in advance would have covered, and carries out theirs', () => {
    const given: EventBody[] = [
      ...HELD,
      standing({ expiresAt: '2026-11-29T22:00:00Z' }),
      ...SEALED.slice(HELD.length),
    ];
    assert.deepEqual(does(given), ['vouch']);
    assert.deepEqual(does([...given, halted]), ['ask']);
    const approvedByHand = approved({ expiresAt: '2026-11-29T22:00:00Z' });
    assert.deepEqual(does([...given, halted, approvedByHand]), ['release', 'prove']);
  });

  it('stands still where there is nothing to look at', () => {
    assert.deepEqual(does([...RUNNING.slice(0, 2), halted]), ['nothing']);
  });
});
