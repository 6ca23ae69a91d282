import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowsOf } from '../../src/metrics/reader.ts';
import type { MetricsRule } from '../../src/metrics/rule.ts';
import { readMetrics } from '../../src/metrics/series.ts';
import { growth, LINEAR } from '../growth.ts';

const KEYS = { stepKey: 'step', lossKey: 'loss' };
const LINES: MetricsRule = { path: 'm', ...KEYS };
const CSV: MetricsRule = { path: 'm', format: 'csv', ...KEYS };
const STATE: MetricsRule = { path: 'm', format: 'trainer-state', ...KEYS };
const LOG: MetricsRule = { path: 'm', format: 'log', pattern: 'step {step} * loss {loss}', ...KEYS };

const columns = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`);
const record = `{"step":1,${columns(60_000)
  .map((name, n) => `"${name}":${n}`)
  .join(',')},"loss":0.5}`;

/** Of about that many characters; a quarter of what was seen to hurt where something was quadratic. */
const SIZE = 200_000;

describe('metrics made to cost much', () => {
  for (const { what, of, rule, steps } of [
    {
      what: 'a line without an end',
      of: (n: number) => '{"step":1,"x":"'.padEnd(n, 'y'),
      rule: LINES,
      steps: [],
    },
    {
      what: 'a line of megabytes',
      of: (n: number) => `${'['.repeat(4 * n)}\n{"step":2,"loss":1}\n`,
      rule: LINES,
      steps: [2],
    },
    {
      what: 'blanks between words that are no JSON',
      of: (n: number) => `{"step":NaN,${' '.repeat(n)}NaN}\n`,
      rule: LINES,
      steps: [],
    },
    {
      what: 'endless keys',
      of: (n: number) =>
        `{"step":1,${columns(n / 20)
          .map((name, at) => `"${name}":${at}`)
          .join(',')},"loss":0.5}\n`,
      rule: LINES,
      steps: undefined,
    },
    {
      what: 'endless columns',
      of: (n: number) => `step,${columns(n / 10).join(',')}\n${'7,'.repeat(n / 10)}\n`,
      rule: CSV,
      steps: undefined,
    },
    {
      what: 'quotes that are never closed',
      of: (n: number) => `step,loss\n${'"'.repeat(n + 1)}\n8,1\n`,
      rule: CSV,
      steps: undefined,
    },
    { what: 'a log without a line end', of: (n: number) => 'step 1 '.repeat(n / 7), rule: LOG, steps: [] },
    {
      what: 'a line of beginnings',
      of: (n: number) => `${'step 1 '.repeat(n / 7)}\nstep 2 of 3 loss 1\n`,
      rule: LOG,
      steps: [2],
    },
    { what: 'open braces', of: (n: number) => '{'.repeat(n), rule: STATE, steps: [] },
    {
      what: 'lists within lists',
      of: (n: number) => '{"log_history":'.padEnd(n, '['),
      rule: STATE,
      steps: [],
    },
  ]) {
    it(`${what} cost time in proportion, and bounded memory`, async () => {
      const ratio = await growth(SIZE, (characters) => {
        const bytes = Buffer.from(of(characters));
        const { lines } = readMetrics(rowsOf({ bytes, at: 0 }, rule), rule);
        if (steps)
          assert.deepEqual(
            lines.map(({ step }) => step),
            steps,
          );
        for (const { numbers } of lines) assert.ok(numbers.size <= 2010, String(numbers.size));
      });
      assert.ok(ratio < LINEAR, `four times as much took ${ratio.toFixed(1)} times as long`);
    });
  }

  it('keep the loss that stands behind all other keys', () => {
    const bytes = Buffer.from(`${record}\n`);
    assert.ok(bytes.length < 2 ** 20, 'it is read at all');
    const { lines } = readMetrics(rowsOf({ bytes, at: 0 }, LINES), LINES);
    assert.equal(lines[0]?.numbers.get('loss'), 0.5);
  });
});
