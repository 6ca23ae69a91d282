// Over ten seconds: ninety days of five hundred runs show what is owed and not seen.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { liveThrough, said } from './ninety-days.ts';

const SEED = Number(process.env['GPU_LEASE_SEED'] ?? 10);
const DAYS = Number(process.env['LONG_DAYS'] ?? 90);
const RUNS = Number(process.env['LONG_RUNS'] ?? 500);

describe(`${DAYS} days of ${RUNS} runs, seed ${SEED}`, { timeout: 7_200_000 }, () => {
  it('nothing is owed that is not shown within its promised time', async () => {
    const report = await liveThrough({ seed: SEED, days: DAYS, runs: RUNS });
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
