import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mayCreate } from '../../src/lease/may-create.ts';
import { HELD, leaseOf } from './told-run.ts';

const { lease } = leaseOf(HELD.slice(0, 3));
const AT = '2026-11-21T10:00:00Z';
const after = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000);
const claimedBy = (by: string | undefined) => ({ ...lease, claim: { by, at: AT } });
const may = (by: string | undefined, seconds: number) =>
  mayCreate(claimedBy(by), 'mine', after(seconds), false).now;

describe('whose create may leave', () => {
  for (const { by, seconds, now } of [
    { by: 'mine', seconds: 0, now: 'create' },
    { by: 'mine', seconds: 60, now: 'create' },
    { by: 'mine', seconds: 61, now: 'claim' },
    { by: 'theirs', seconds: 0, now: 'wait' },
    { by: 'theirs', seconds: 119, now: 'wait' },
    { by: 'theirs', seconds: 120, now: 'claim' },
    { by: undefined, seconds: 0, now: 'wait' },
    { by: undefined, seconds: 500, now: 'claim' },
  ])
    it(`is ${now} for a claim of ${by ?? 'nobody'}, ${seconds} s old`, () =>
      assert.equal(may(by, seconds), now));

  it('is never that of two at one time: while one may create, every other waits [P3-02]', () => {
    for (let seconds = -300; seconds < 300; seconds += 1)
      assert.ok(!(may('mine', seconds) === 'create' && may('theirs', seconds) !== 'wait'), `${seconds} s`);
  });

  it('waits out what is left of a claim, and of one from the future no more than a whole one', () => {
    const wait = mayCreate(claimedBy('theirs'), 'mine', after(100), false);
    assert.deepEqual(wait, { now: 'wait', seconds: 21, claimedSecondsAgo: 100 });
    const ahead = mayCreate(claimedBy('theirs'), 'mine', after(-4000), false);
    assert.deepEqual(ahead, { now: 'wait', seconds: 120, claimedSecondsAgo: 0 });
  });

  it('needs no claim where a second create makes no second box', () => {
    assert.equal(mayCreate(claimedBy('theirs'), 'mine', after(0), true).now, 'create');
    const attach = { ...claimedBy('theirs'), intent: { ...lease.intent, attach: 'me@here' } };
    assert.equal(mayCreate(attach, 'mine', after(0), false).now, 'create');
  });
});
