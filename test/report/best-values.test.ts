import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { faultOfEvent } from '../../src/lease/events.ts';
import type { MetricsRule } from '../../src/metrics/rule.ts';
import { bestValues } from '../../src/report/best-values.ts';
import { sealed } from '../lease/told-run.ts';

const rule = (direction?: 'min' | 'max', more: Partial<MetricsRule> = {}): MetricsRule => ({
  path: 'metrics.jsonl',
  stepKey: 'step',
  lossKey: 'loss',
  ...(direction && { best: { key: 'acc', direction } }),
  ...more,
});

it('takes the best of the metric that the job names, of every cell, and of no other where it names none', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'gl-best-'));
  t.after(() => rmSync(dir, { recursive: true }));
  // More cells than are charted.
  const cells = Array.from({ length: 15 }, (_, at) => `cell-${at}`);
  for (const [at, cell] of cells.entries()) {
    const values = cell === 'cell-3' ? [] : [0.5, 0.5 + at / 100, Number.NaN, 0.4];
    mkdirSync(join(dir, cell));
    const lines = values.map((acc, step) => JSON.stringify({ step, loss: 1, acc }));
    writeFileSync(join(dir, cell, 'metrics.jsonl'), `${lines.join('\n')}\n`);
  }
  const most = bestValues(dir, cells, { metrics: rule('max') });
  assert.deepEqual(most.at(-1), { cell: 'cell-14', value: 0.64, step: 1 });
  assert.equal(most.length, 14, 'nothing is made up of a cell that wrote none');
  const least = bestValues(dir, cells, { metrics: rule(), moreMetrics: [rule('min')] });
  assert.deepEqual(least[0], { cell: 'cell-0', value: 0.4, step: 3 });
  assert.deepEqual(bestValues(dir, cells, { metrics: rule() }), []);
  assert.deepEqual(
    bestValues(dir, cells, { metrics: rule('max', { path: '' }) }),
    [],
    'what is printed stays on the box',
  );
  assert.equal(faultOfEvent({ ...sealed, seq: 1, at: 'x', by: 'y', best: most }), undefined);
});
