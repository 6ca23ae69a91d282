import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Probe } from '../../src/box/box-plan.ts';
import type { Job } from '../../src/job/job.ts';
import type { Started } from '../../src/lease/events.ts';
import { type FirstSight, firstSightOf, isOpen } from '../../src/watch/first-sight.ts';
import { jobWith } from '../lease/told-run.ts';
import { cellOf, exited, probeOf, wrote } from './probed.ts';

const BASELINE = { bootId: 'boot-1', oomKills: 0 };
const AT_50: Started['from'] = [{ cell: 'main', step: 50, source: 'our-copy' }];
const withoutMetrics = (): Job => {
  const { metrics: _, ...job } = jobWith();
  return job;
};
const at = (step: number) => wrote(`{"step":${step},"loss":1}`, `{"step":${step},"loss":1}`);
const waiting = cellOf({ state: 'waiting' });
const early = (state: 'running' | 'exited') => ({ state, exitCode: null, logTail: '' });
const data = (state: 'running' | 'exited') => ({ ...early(state), bytes: 5, fetched: [] });

interface Case {
  it: string;
  seen: Probe;
  from?: Started['from'];
  job?: Job;
  shows: FirstSight['shows'];
  says: RegExp;
  isBad?: true;
  step?: number;
  cell?: null;
  /** More of the start may show. */
  open?: true;
}

const CASES: Case[] = [
  {
    it: 'a step behind the one that it was to go on from',
    seen: probeOf({}, cellOf(at(3))),
    from: AT_50,
    shows: 'behind',
    says: /^main began at step 3, and was to go on from step 50$/,
    isBad: true,
    step: 3,
  },
  {
    it: 'the step from which it goes on',
    seen: probeOf({}, cellOf(at(51))),
    from: AT_50,
    shows: 'step',
    says: /^main goes on from step 50, seen at step 51$/,
    step: 51,
  },
  {
    it: 'a first step of a run that goes on from nothing',
    seen: probeOf({}, cellOf(at(1))),
    shows: 'step',
    says: /^main does its work, seen at step 1$/,
    step: 1,
  },
  {
    it: 'the last line of a job that names no metrics',
    seen: probeOf({}, cellOf({ logTail: 'loading\n\u001b[32mepoch 1\u001b[0m\n' })),
    job: withoutMetrics(),
    shows: 'log',
    says: /^main runs; its log ends with: epoch 1$/,
  },
  {
    it: 'nothing, of a job without metrics that has printed nothing',
    seen: probeOf(),
    job: withoutMetrics(),
    shows: 'nothing',
    says: /^main runs and has printed nothing yet; its log is empty$/,
    open: true,
  },
  {
    it: 'nothing, where there are metrics and only a line',
    seen: probeOf({}, cellOf({ logTail: 'epoch 1\n' })),
    shows: 'nothing',
    says: /^main runs and shows no step yet; its log ends with: epoch 1$/,
    open: true,
  },
  {
    it: 'data that are on their way',
    seen: probeOf({ data: data('running'), setup: early('running') }, waiting),
    shows: 'early',
    says: /^the data are being fetched yet; no step can show before its end$/,
    cell: null,
    open: true,
  },
  {
    it: 'a setup that runs',
    seen: probeOf({ data: data('exited'), setup: early('running') }, waiting),
    shows: 'early',
    says: /^the setup runs yet/,
    cell: null,
    open: true,
  },
  {
    it: 'a queue that has not come to its first cell',
    seen: probeOf({}, waiting),
    shows: 'early',
    says: /^the first cell is not started yet/,
    cell: null,
    open: true,
  },
  {
    it: 'an end before any cell was started',
    seen: probeOf({ queue: 'ended', queueExitCode: 4, queueReason: 'the setup failed' }, waiting),
    shows: 'ended',
    says: /^no cell was started, and nothing runs any more \(the setup failed\)$/,
    isBad: true,
    cell: null,
  },
  {
    it: 'a good end',
    seen: probeOf({ queue: 'ended', queueExitCode: 0 }, exited(0)),
    shows: 'ended',
    says: /^main has ended with exit code 0 already$/,
  },
  {
    it: 'a death by a card that is paid for and not seen',
    seen: probeOf({}, exited(1, { logTail: 'No devices were found\n' })),
    job: jobWith({ resources: { gpu: { names: [], count: 1 } } }),
    shows: 'ended',
    says: /^main is dead already: .*\(GPU_ABSENT\)/,
    isBad: true,
  },
];

describe('the first sight of a start', () => {
  for (const each of CASES)
    it(`may be ${each.it} [P3-05]`, () => {
      const started = { from: each.from ?? [] } as unknown as Started;
      const sight = firstSightOf(each.seen, {
        lease: { started },
        job: each.job ?? jobWith(),
        baseline: BASELINE,
      });
      const { cell = 'main', step = null, isBad = false, open = false } = each;
      assert.deepEqual(
        [sight.shows, sight.cell, sight.step, sight.isBad, isOpen(sight)],
        [each.shows, cell, step, isBad, open],
      );
      assert.match(sight.says, each.says);
    });
});
