import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runnerRates } from '../../src/cli/runner-rates.ts';
import {
  type FileRuns,
  minutesFindings,
  minutesText,
  monthOfMinutes,
} from '../../src/github/doctor/month-of-minutes.ts';

const NOW = new Date('2026-11-25T12:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);

const fileRuns = (over: Partial<FileRuns>): FileRuns => ({
  isDaily: false,
  createdAt: [],
  hasMore: false,
  sampled: [],
  ...over,
});
const job = (seconds: number, label = 'ubuntu-latest') => ({ label, seconds });

describe('a month of billed minutes', () => {
  it('is what the runs of 30 days come to, each job rounded up, at the mean of those that were looked at', () => {
    const train = fileRuns({
      createdAt: [1, 2, 3, 40].map(daysAgo),
      sampled: [[job(61), job(5, 'ubuntu-slim')], [job(59)]],
    });
    // 3 + 1 minutes in two runs: 2 each, of three runs in 30 days.
    const { seen, runs, sampledRuns } = monthOfMinutes([train], NOW);
    assert.deepEqual([seen, runs, sampledRuns], [6, 3, 2]);
  });

  it('goes on at the pace of what one page lists, where there is more', () => {
    const tick = fileRuns({
      createdAt: Array.from({ length: 100 }, (_, i) => daysAgo((i + 1) / 20)),
      hasMore: true,
      sampled: [[job(20)]],
    });
    // 100 in 5 days.
    assert.equal(monthOfMinutes([tick], NOW).seen, 600);
    const older = { ...tick, createdAt: [...tick.createdAt.slice(0, 4), ...[31, 32].map(daysAgo)] };
    assert.equal(monthOfMinutes([older], NOW).seen, 4, 'the page goes back further than a month');
  });

  it('is the daily looks with nothing open', () => {
    const daily = fileRuns({ isDaily: true, createdAt: [daysAgo(1)], sampled: [[job(40)]] });
    const { seen, idle } = monthOfMinutes([fileRuns({ sampled: [[job(400)]] }), daily], NOW);
    assert.deepEqual([seen, idle], [1, 30]);
  });

  it('is not known where nothing was seen, and that is not zero', () => {
    const month = monthOfMinutes([fileRuns({})], NOW);
    assert.deepEqual([month.seen, month.idle], [null, null]);
    assert.match(
      minutesText(month, runnerRates()),
      /no workflow run .* was seen, with nothing open not measured yet/,
    );
    assert.deepEqual(minutesFindings(month, runnerRates()), []);
  });

  it('is advice from four fifths of what the smallest plan includes', () => {
    const of = (seen: number) =>
      minutesFindings({ seen, idle: null, sampledRuns: 1, runs: 1 }, runnerRates());
    assert.equal(of(1599).length, 0);
    assert.match(of(1600)[0]?.what ?? '', /about 1600 billed minutes a month here; Free includes 2000/);
  });
});
