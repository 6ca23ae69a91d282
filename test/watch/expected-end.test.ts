import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Job } from '../../src/job/job.ts';
import { expectedOver, isNews } from '../../src/watch/expected-end.ts';
import { jobWith, opened, RUNNING, started, told } from '../lease/told-run.ts';
import { cellOf, probeOf, wrote } from './probed.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const line = (step: number) => JSON.stringify({ step, loss: 1 });

function over(job: Job, first: number | null = null, last?: number, from = 0): number | undefined {
  const run = told([opened({}, job), ...RUNNING.slice(1)]);
  const lease = {
    started: started({ from: [{ cell: 'main', step: from, source: 'our-copy' }] }),
  };
  // The attempt began 1,000 s ago.
  const metrics = last === undefined ? {} : wrote(first === null ? null : line(first), line(last));
  const at = expectedOver({ run, lease, job }, probeOf({}, cellOf(metrics)), NOW);
  return at && (at.getTime() - NOW.getTime()) / 1000;
}

const steps = (totalSteps: number, over: Partial<Job> = {}) =>
  jobWith({ metrics: { path: 'metrics.jsonl', stepKey: 'step', lossKey: 'loss', totalSteps }, ...over });

describe('when work on a box is expected to be over', () => {
  it('is told by the pace of this attempt and the steps that are left', () => {
    assert.equal(over(steps(1000), 0, 500), 1000);
    assert.equal(over(steps(1000), 400, 500, 400), 5000, 'steps before this attempt say nothing of its pace');
    assert.equal(over(steps(1000), null, 500, 400), 5000, 'nor where its first line is not to be seen');
    assert.equal(over(steps(1000), 0, 1000), 0);
  });

  it('counts the cells that wait as long as the one that runs', () => {
    const cells = ['main', 'b', 'c'].map((name) => ({ name, vars: {} }));
    assert.equal(over(steps(1000, { cells }), 0, 500), 1000 + 2 * 2000);
  });

  it("is the job's own word where no steps are named or none is to be seen, and nobody's without", () => {
    const watch = { stallSeconds: 600, expectedSeconds: 3000 };
    assert.equal(over(jobWith({ watch }), 0, 500), 2000);
    assert.equal(over(steps(1000, { watch })), 2000);
    assert.equal(over(steps(1000)), undefined);
    assert.equal(over(jobWith(), 0, 500), undefined);
  });

  it('is news for the record where it moved by a tenth of what is left', () => {
    const lease = (overAt?: string) => ({ overAt });
    const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
    assert.ok(isNews(lease(), inHours(10), NOW));
    const known = lease(inHours(10).toISOString());
    assert.equal(isNews(known, inHours(10.9), NOW), false);
    assert.ok(isNews(known, inHours(11.2), NOW));
    assert.equal(
      isNews(lease(inHours(0.1).toISOString()), inHours(0.15), NOW),
      false,
      'a few minutes are none',
    );
  });
});
