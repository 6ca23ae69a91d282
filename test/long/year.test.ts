// Over ten seconds: eight stories at each of eight platforms are the short form of a year.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tellYear } from './stories.ts';
import { brokenBy, yearTable } from './year-table.ts';

const SEED = Number(process.env['GPU_LEASE_SEED'] ?? 1);
const STORIES = 64;

describe(`${STORIES} runs through the drivers of all platforms, at dates up to 2028, seed ${SEED}`, {
  timeout: 600_000,
}, () => {
  it('nothing bills unseen, unfit or by the calendar [M1] [M2] [faults F7]', async () => {
    const year = await tellYear(SEED, STORIES);
    for (const line of yearTable(year)) console.log(`# ${line}`);
    const broken = brokenBy(year.told);
    for (const [promise, found] of Object.entries(broken)) assert.deepEqual(found, [], promise);
    const dates = year.told.map(({ startsAt }) => new Date(startsAt).getUTCFullYear());
    assert.deepEqual([...new Set(dates)].sort(), [2026, 2027, 2028]);
    assert.ok(year.told.some(({ standing }) => standing === 'given'));
    assert.ok(year.told.some(({ standing }) => standing === 'standing-stale-facts'));
  });
});
