import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lookFor, lookText } from '../../src/kaggle/look.ts';

const SEEN = { run: 'tiny-kaggle-0123456789ab', session: 2, version: 1 };
const TOLD = { told: { code: 'kaggle-failed', what: 'main ended with 7' }, stored: null };

describe('what an earlier look has left', () => {
  it('is read back as it was left, of the session that it was left of', () => {
    const found = lookFor([lookText(SEEN, TOLD)], SEEN);
    assert.deepEqual(found?.told, TOLD.told);
  });

  for (const [what, seen] of [
    ['another session', { ...SEEN, session: 3 }],
    ['another version of it', { ...SEEN, version: 2 }],
    ['another run', { ...SEEN, run: 'tiny-kaggle-ba9876543210' }],
  ] as const)
    it(`says nothing of ${what}`, () => {
      assert.equal(lookFor([lookText(SEEN, TOLD)], seen), undefined);
    });

  it('is the newest that can be read: what is no look says nothing', () => {
    const newer = { told: null, stored: null };
    assert.equal(lookFor(['{', '[]', lookText(SEEN, newer), lookText(SEEN, TOLD)], SEEN)?.told, null);
    const elsewhere = { ...SEEN, session: 3 };
    assert.equal(lookFor([lookText(elsewhere, newer), lookText(SEEN, TOLD)], SEEN), undefined);
  });
});
