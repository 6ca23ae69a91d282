import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRunJson, runJson } from '../../src/ledger/run-json.ts';

const summary = {
  run: 'tiny-77-p2',
  job: 'tiny',
  state: 'running',
  usd: 1.5,
  updatedAt: '2026-11-21T12:00:00Z',
  leases: ['tiny-77-p2-1 local running'],
};

describe('the summary of a run', () => {
  it('says which part of which sweep it is, and nothing of that for a run of its own', () => {
    const part = { ...summary, sweep: { id: 'tiny-77', part: 2, of: 3 } };
    assert.deepEqual(readRunJson(runJson(part), part.run, false), { ...part, archived: false });
    assert.deepEqual(readRunJson(runJson(summary), summary.run, true), { ...summary, archived: true });
  });

  for (const odd of [
    7,
    null,
    'tiny-77',
    { id: 'tiny-77' },
    { id: 5, part: 1, of: 2 },
    { id: 'a', part: '1', of: 2 },
  ]) {
    it(`is listed without a sweep where that is ${JSON.stringify(odd)}`, () => {
      const text = JSON.stringify({ version: 1, ...summary, sweep: odd });
      assert.deepEqual(readRunJson(text, summary.run, false), { ...summary, archived: false });
    });
  }
});
