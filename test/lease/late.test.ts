import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stepsToClose } from '../../src/lease/endings.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { next } from '../../src/lease/next.ts';
import { gone, intended, LEASE, opened, RUN, SEALED, told, waived } from './told-run.ts';

const refused = (reason: 'unclear' | 'refused'): EventBody => ({
  type: 'rent-refused',
  lease: LEASE,
  reason,
  what: '500 after the box was made',
});
const LOST = [opened(), waived, intended(), refused('unclear')];
const NOW = new Date('2026-11-21T10:01:00Z');
const LATE = { do: 'look-for-late', leases: [LEASE], until: '2026-11-21T10:05:03.000Z' };

describe('the end of a run that never got an answer to a create', () => {
  it('is closed only behind the look for what the create may have made', () => {
    assert.deepEqual(stepsToClose(told(LOST), NOW), [LATE, { do: 'close' }]);
  });

  it('waits for nothing where no answer was lost, or nothing can come up', () => {
    assert.deepEqual(stepsToClose(told([...LOST.slice(0, 3), refused('refused')]), NOW), [{ do: 'close' }]);
    const attach = { ...intended(), attach: 'me@here' } as EventBody;
    const [step] = stepsToClose(told([opened(), waived, attach, refused('unclear')]), NOW);
    assert.deepEqual(step, { ...LATE, until: '2026-11-21T10:00:03.000Z' });
  });

  it('is no end while a meter runs, nor a second one', () => {
    assert.deepEqual(stepsToClose(told(SEALED), NOW), []);
    assert.deepEqual(stepsToClose(told([...LOST, { type: 'closed', usd: 0 }]), NOW), []);
  });

  const second = `${RUN}-2`;
  const ofSecond = (story: readonly EventBody[]) =>
    story.map((event) => ('lease' in event ? { ...event, lease: second } : event) as EventBody);
  for (const [end, story] of [
    ['a seal', [...SEALED.slice(2), gone('gpu'), gone('disk'), { type: 'released', lease: LEASE, usd: 1 }]],
    [
      'an abandon',
      [...SEALED.slice(2, 5), { type: 'abandoned', lease: LEASE, lost: [] }, gone('gpu'), gone('disk')],
    ],
  ] as [string, EventBody[]][])
    it(`is the same behind ${end}`, () => {
      const run = told([...LOST, ...ofSecond(story)]);
      const steps = next(run, () => ({ zero: [], park: null }), NOW);
      assert.deepEqual(steps, [LATE, { do: 'close' }]);
    });
});
