import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { next } from '../../src/lease/next.ts';
import { leftByTick } from '../../src/tick/may.ts';
import { asEvents, HELD, LEASE, opened, RUN, STARTED_AT, waived } from '../lease/told-run.ts';

const before = { do: 'discard', lease: LEASE, verb: 'terminate' } as const;
const later = new Date(STARTED_AT + 86_400_000);

describe('vouching at a look', () => {
  it('is left with the box that it would be for, so that a waiting run does not grow at every look [ninety days 2]', () => {
    const waiting = fold(RUN, asEvents([opened(), waived]));
    assert.equal(leftByTick(waiting, { do: 'vouch', before: { do: 'intend', n: 2 } })?.why, 'launch');
    const declined: EventBody = { type: 'no-capacity', declined: [], tryAgainAt: later.toISOString() };
    const soldOut = fold(RUN, asEvents([opened(), waived, declined]));
    const [first] = next(soldOut, () => ({ zero: [], park: null }), later);
    assert.equal(first && leftByTick(soldOut, first)?.why, 'capacity');
  });

  it('is done where something is held', () => {
    assert.equal(leftByTick(fold(RUN, asEvents(HELD)), { do: 'vouch', before }), undefined);
  });
});
