import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { doubtsOf } from '../../src/lease/run.ts';
import { jobWith, kept, LEASE, opened, RUNNING, told } from './told-run.ts';

const job = jobWith({ metrics: { path: 'm', stepKey: 'step', lossKey: 'loss', totalSteps: 150 } });
const ended = (lastStep?: number): EventBody => ({
  type: 'cell-ended',
  lease: LEASE,
  cell: 'main',
  attempt: 1,
  verdict: 'finished',
  exitCode: 0,
  ...(lastStep !== undefined && { lastStep }),
});
const doubts = (...events: EventBody[]) => doubtsOf(told([opened({}, job), ...RUNNING.slice(1), ...events]));

describe('a cell that ended well', () => {
  it('is doubted where its metrics end before the end, whatever was saved before', () => {
    assert.deepEqual(doubts(kept(150), ended(10)), ['main ended at step 10 of 150']);
    assert.deepEqual(doubts(kept(150), ended(150)), []);
  });

  it('without any metrics came as far as its checkpoint: it went on from its last step and had nothing to do', () => {
    assert.deepEqual(doubts(kept(150), ended()), []);
    assert.deepEqual(doubts(kept(60), ended()), ['main ended at step 60 of 150']);
    assert.match(doubts(ended())[0] ?? '', /its metrics do not show how far it came/);
  });
});
