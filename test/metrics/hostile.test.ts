import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowsOf } from '../../src/metrics/reader.ts';
import type { MetricsRule } from '../../src/metrics/rule.ts';
import { readMetrics } from '../../src/metrics/series.ts';

const KEYS = { stepKey: 'step', lossKey: 'loss' };
const LINES: MetricsRule = { path: 'm', ...KEYS };
const CSV: MetricsRule = { path: 'm', format: 'csv', ...KEYS };
const STATE: MetricsRule = { path: 'm', format: 'trainer-state', ...KEYS };
const LOG: MetricsRule = { path: 'm', format: 'log', pattern: 'step {step} * loss {loss}', ...KEYS };

const columns = Array.from({ length: 60_000 }, (_, n) => `c${n}`);
const record = `{"step":1,${columns.map((name, n) => `"${name}":${n}`).join(',')},"loss":0.5}`;

describe('metrics made to cost much', () => {
  for (const { what, text, rule, steps } of [
    { what: 'a line without an end', text: '{"step":1,"x":"'.padEnd(8e6, 'y'), rule: LINES, steps: [] },
    {
      what: 'a line of eight megabytes',
      text: `${'['.repeat(8e6)}\n{"step":2,"loss":1}\n`,
      rule: LINES,
      steps: [2],
    },
    {
      what: 'blanks between words that are no JSON',
      text: `{"step":NaN,${' '.repeat(9e5)}NaN}\n`,
      rule: LINES,
      steps: [],
    },
    { what: 'sixty thousand keys', text: `${record}\n`.repeat(8), rule: LINES, steps: Array(8).fill(1) },
    {
      what: 'endless columns',
      text: `step,${columns.join(',')}\n${'7,'.repeat(99_000)}\n`.repeat(4),
      rule: CSV,
      steps: Array(4).fill(7),
    },
    {
      what: 'quotes that are never closed',
      text: `step,loss\n${'"'.repeat(500_001)}\n8,1\n`,
      rule: CSV,
      steps: [8],
    },
    { what: 'a log without a line end', text: 'step 1 '.repeat(1e6), rule: LOG, steps: [] },
    {
      what: 'a line of beginnings',
      text: `${'step 1 '.repeat(1e6)}\nstep 2 of 3 loss 1\n`,
      rule: LOG,
      steps: [2],
    },
    { what: 'open braces', text: '{'.repeat(8e6), rule: STATE, steps: [] },
    { what: 'lists within lists', text: '{"log_history":'.padEnd(8e6, '['), rule: STATE, steps: [] },
  ]) {
    it(`${what} cost a bounded time and memory`, () => {
      const since = performance.now();
      const { lines } = readMetrics(rowsOf({ bytes: Buffer.from(text), at: 0 }, rule), rule);
      assert.deepEqual(
        lines.map(({ step }) => step),
        steps,
      );
      for (const { numbers } of lines) assert.ok(numbers.size <= 2010, String(numbers.size));
      assert.ok(performance.now() - since < 5000, String(performance.now() - since));
    });
  }

  it('keep the loss that stands behind all other keys', () => {
    const bytes = Buffer.from(`${record}\n`);
    assert.ok(bytes.length < 2 ** 20, 'it is read at all');
    const { lines } = readMetrics(rowsOf({ bytes, at: 0 }, LINES), LINES);
    assert.equal(lines[0]?.numbers.get('loss'), 0.5);
  });
});
