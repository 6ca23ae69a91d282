// Over ten seconds: a year of runs at all platforms.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tellYear } from './stories.ts';
import { brokenBy, yearTable } from './year-table.ts';

const SEED = Number(process.env['GPU_LEASE_SEED'] ?? 1);
const STORIES = Number(process.env['LONG_STORIES'] ?? 600);

describe(`${STORIES} runs through the drivers of all platforms, at dates up to 2028, seed ${SEED}`, {
  timeout: 3_600_000,
}, () => {
  it('nothing bills unseen, unfit or by the calendar', async () => {
    const year = await tellYear(SEED, STORIES);
    for (const line of yearTable(year)) console.log(`# ${line}`);
    for (const [promise, found] of Object.entries(brokenBy(year.told))) assert.deepEqual(found, [], promise);
  });
});
