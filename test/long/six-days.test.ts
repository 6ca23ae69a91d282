// Over ten seconds: six days of thirty runs are the short form of ninety of five hundred.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { liveThrough, said } from './ninety-days.ts';

describe('six days of thirty runs', { timeout: 300_000 }, () => {
  it('nothing is owed that is not shown within its promised time [faults F7]', async () => {
    const report = await liveThrough({ seed: 10, days: 6, runs: 30 });
    for (const line of said(report)) console.log(`# ${line}`);
    assert.deepEqual(report.missed, []);
    assert.deepEqual(report.forgotten, []);
    assert.equal(report.unseenUsd, 0);
    assert.ok(
      report.closed > report.runs / 2,
      `only ${report.closed} of ${report.runs} runs came to their end`,
    );
  });
});
