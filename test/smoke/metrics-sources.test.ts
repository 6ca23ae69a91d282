import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { systemClock } from '../../src/clock.ts';
import type { MetricsRule } from '../../src/metrics/rule.ts';
import { Problem, Problems } from '../../src/problem.ts';
import { DrilledMetrics } from '../../src/smoke/metrics-files.ts';
import { PrintedMetrics } from '../../src/smoke/printed-metrics.ts';
import { runSmoke } from '../../src/smoke/smoke.ts';
import { jobWith, smokeWorld } from './smoke-fixture.ts';

const KEYS = { stepKey: 'step', lossKey: 'loss' };
const SOURCES: Record<string, MetricsRule> = {
  csv: { path: 'logs/version_0/metrics.csv', format: 'csv', ...KEYS },
  'csv-versions': { path: 'logs/version_*/metrics.csv', format: 'csv', ...KEYS },
  state: { path: 'checkpoint-*/trainer_state.json', format: 'trainer-state', ...KEYS },
  wandb: { path: 'logs/*/run-*.wandb', format: 'wandb', ...KEYS, stepKey: '_step' },
  print: { path: '', format: 'log', pattern: 'iter {step}: loss {loss}, time *ms', ...KEYS },
  events: { path: 'logs/**/*tfevents*', format: 'tensorboard', ...KEYS },
};

const command = (writer: string, defect: string, steps: number, stepMs: number) =>
  `node tracked-trainer.mjs ${writer} ${defect} ${steps} ${stepMs}`;
const jobOf = (writer: string, defect = 'good') =>
  jobWith(
    {
      run: command(writer, 'good', 9, 0),
      drill: { run: command(writer, defect, 400, 25), timeoutSeconds: 10 },
    },
    { metrics: SOURCES[writer] as MetricsRule },
  );
const codeOf = async (running: Promise<unknown>): Promise<string> => {
  const error = await running.then(
    () => assert.fail('it passed'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Problem || error instanceof Problems, String(error));
  return error instanceof Problem ? `${error.code}: ${error.what}` : error.message;
};

for (const writer of Object.keys(SOURCES)) {
  describe(`a trainer whose metrics are ${writer}`, () => {
    it('passes the smoke, and the drill where it goes on from its checkpoint', async (t) => {
      const report = await runSmoke(jobOf(writer), smokeWorld(t));
      assert.deepEqual(
        [report.smoke.metrics?.firstLoss, report.smoke.metrics?.lastLoss].map((loss) => loss?.toFixed(4)),
        ['1.0000', '0.1111'],
      );
      assert.ok(report.drill !== 'none');
      const { killedAtStep, resumedAtStep, reachedStep } = report.drill;
      assert.ok(resumedAtStep > killedAtStep && reachedStep >= resumedAtStep, JSON.stringify(report.drill));
    });

    it('is caught where it starts over', async (t) => {
      assert.match(
        await codeOf(runSmoke(jobOf(writer, 'resets'), smokeWorld(t))),
        /^drill-step-reset: .* went on at step 1,/,
      );
    });

    it('is caught where its loss is NaN', async (t) => {
      const job = jobWith({ run: command(writer, 'nan', 9, 0) }, { metrics: SOURCES[writer] as MetricsRule });
      assert.match(
        await codeOf(runSmoke(job, smokeWorld(t))),
        /^metrics-not-finite: (Line|Record) \d+ of \S.* has (train_|train\/)?loss /,
      );
    });
  });
}

describe('several sources of metrics', () => {
  const none: MetricsRule = { path: 'eval/scores.csv', format: 'csv', ...KEYS };
  const csv = SOURCES['csv'] as MetricsRule;

  it('pass with a warning for one that a short run does not write', async (t) => {
    const job = jobWith({ run: command('csv', 'good', 9, 0) }, { metrics: none, moreMetrics: [csv] });
    const report = await runSmoke(job, smokeWorld(t));
    assert.equal(report.smoke.metrics?.lines, 12);
    assert.ok(
      report.warnings.some(
        ({ code, what }) => code === 'metrics-missing' && what.includes('eval/scores.csv'),
      ),
    );
  });

  it('fail where none is written, and where any has a NaN', async (t) => {
    const unwritten = jobWith({ run: command('csv', 'good', 9, 0) }, { metrics: none });
    assert.match(
      await codeOf(runSmoke(unwritten, smokeWorld(t))),
      /^metrics-missing: .* wrote no eval\/scores\.csv/,
    );
    const job = jobWith({ run: command('csv', 'nan', 9, 0) }, { metrics: none, moreMetrics: [csv] });
    assert.match(await codeOf(runSmoke(job, smokeWorld(t))), /^metrics-not-finite/);
  });
});

describe('a database that two attempts wrote to', () => {
  it('shows by the numbers of its rows which are of the second', (t) => {
    const { outDir } = smokeWorld(t);
    const put = (name: string) =>
      writeFileSync(
        join(outDir, `p.${name}`),
        gunzipSync(readFileSync(new URL(`../metrics/fixtures/trackio/amid.${name}.gz`, import.meta.url))),
      );
    const rule: MetricsRule = { path: '*.d*[bl]', format: 'trackio', ...KEYS, stepKey: '_step' };
    const metrics = new DrilledMetrics(outDir, rule, {
      printed: new PrintedMetrics([rule]),
      clock: systemClock,
    });
    const steps = (old: boolean) =>
      metrics.read()?.lines.flatMap((line) => (line.old === old ? [line.step] : []));
    put('db');
    assert.deepEqual(steps(false), [1]);
    metrics.mark(1);
    assert.deepEqual([steps(true), steps(false)], [[1], []]);
    put('db-wal');
    assert.deepEqual([steps(true), steps(false)], [[1], Array.from({ length: 59 }, (_, n) => n + 2)]);
  });
});
