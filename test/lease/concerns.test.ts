import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attentionOf, concernsOf } from '../../src/lease/concerns.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { LEASE, RUNNING, SEALED, STARTED_AT, told } from './told-run.ts';

const hours = (after: number): Date => new Date(STARTED_AT + after * 3_600_000);
const concern = (bodies: readonly EventBody[], after: number, key: string) => {
  const found = concernsOf(told(bodies), hours(after)).find((each) => each.key.startsWith(key));
  assert.ok(found, key);
  return found;
};

/** Its budget is 10 USD and 10 h. */
describe('what a person is told to do about a used-up budget', () => {
  it('is to release what is sealed: it needs nobody to give anything up, and does not end by itself [faults F2]', () => {
    for (const [after, key] of [
      [9.05, 'budget-nearly'],
      [12, 'over-'],
    ] as const)
      assert.equal(
        concern(SEALED, after, key).next,
        'It is sealed: "gpu-lease release tiny-7" gives the box back.',
      );
  });

  it('says of work that goes on what its end will cost, and what gives it up', () => {
    assert.match(
      concern(RUNNING, 9.05, 'budget-nearly').next,
      /the run is halted\. .* else it is held and goes on costing/,
    );
    assert.match(concern(RUNNING, 12, 'over-').next, /goes on costing\. "gpu-lease abandon tiny-7"/);
  });
});

describe('work that is silent', () => {
  it('is told with the command that shows its log [faults F4]', () => {
    const stalled: EventBody = { type: 'stalled', lease: LEASE, cell: 'main', quietSeconds: 700 };
    const { next } = concern([...RUNNING, stalled], 1, 'stalled');
    assert.match(next, /^Look at its log \("gpu-lease log tiny-7"\): a hung collective/);
  });
});

describe('a box that its platform shows otherwise than expected', () => {
  const unreached = (shown: string): EventBody => ({ type: 'unreached', lease: LEASE, shown });

  it('is called what its platform calls it, and nothing where that was not certain [faults F4]', () => {
    const [running, unsure] = ['running', 'unknown'].map(
      (shown) => concern([...RUNNING, unreached(shown)], 1, 'unreachable').what,
    );
    assert.match(running ?? '', /its platform calls it running/);
    assert.match(unsure ?? '', /its platform does not say for certain what it is/);
  });

  it('is told with what its price rests on while nobody has seen its meters end [faults F4]', () => {
    const { what, usdPerHour } = concern([...RUNNING, unreached('stopped')], 1, 'stopped');
    assert.match(
      what,
      /shows tiny-7-1 stopped, and nobody here stopped it\. .* all of its meters are counted on/,
    );
    assert.ok(usdPerHour > 0);
  });
});

describe('half a checkpoint that was set aside', () => {
  const mended = (more: Partial<Extract<EventBody, { type: 'disk-mended' }>> = {}): EventBody => ({
    type: 'disk-mended',
    lease: LEASE,
    cell: 'main',
    attempt: 2,
    dir: '/b/cells/main/unread-before-2',
    aside: [{ name: 'last.pt', why: 'is empty' }],
    back: { name: 'last.pt', step: 9, source: 'our-copy' },
    pointers: [],
    ...more,
  });
  const shown = (...bodies: EventBody[]) =>
    attentionOf(told(bodies), hours(1)).filter(({ what }) => what.includes('before attempt'));

  it('is shown with what it was, where it lies and what is in its place, for as long as its box is held', () => {
    const [seen] = shown(...RUNNING, mended());
    assert.equal(
      seen?.what,
      'main: before attempt 2 on tiny-7-1; last.pt (is empty) of main was set aside in /b/cells/main/unread-before-2; our verified copy of step 9 (last.pt) was put back.',
    );
    assert.match(seen?.next ?? '', /goes with the box/);
    assert.deepEqual(
      shown(...RUNNING, mended(), { type: 'preempted', lease: LEASE, what: 'box', why: 'gone' }),
      [],
    );
  });

  it('is told from a copy that had only gone, and from one that was there still', () => {
    assert.match(
      shown(...RUNNING, mended({ aside: [] }))[0]?.what ?? '',
      /of main, which was not there any more, was put back/,
    );
    const { back: _none, ...still } = mended() as Extract<EventBody, { type: 'disk-mended' }>;
    assert.match(
      shown(...RUNNING, { ...still, pointers: ['latest'] })[0]?.what ?? '',
      /the newest that is kept was there still; latest names it again/,
    );
  });
});
