import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toTell } from '../../src/lease/concerns.ts';
import { fold } from '../../src/lease/fold.ts';
import { asEvents, audited, HELD, RUN, RUNNING, reachable, STARTED_AT } from './told-run.ts';

const told = (events: Parameters<typeof asEvents>[0], hours: number): string[] =>
  toTell(fold(RUN, asEvents(events)), new Date(STARTED_AT + hours * 3_600_000)).map(({ key }) => key);

describe('a box that is paid for and on which nothing was started', () => {
  for (const [state, events] of Object.entries({
    rented: HELD,
    reachable: [...HELD, reachable()],
    audited: [...HELD, reachable(), audited()],
  }))
    it(`is told of once it is held for an hour, ${state} [ninety days 3]`, () => {
      assert.deepEqual(told(events, 0.9), []);
      assert.deepEqual(told(events, 1.1), ['not-started:tiny-7-1']);
      const since = new Date(STARTED_AT + 3000).toISOString();
      assert.deepEqual(told([...events, { type: 'told', of: 'not-started:tiny-7-1', since }], 1.1), []);
    });

  it('is no news once it works', () => {
    assert.deepEqual(told(RUNNING, 1.1), []);
  });
});
