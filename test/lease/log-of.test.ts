import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { logOf } from '../../src/lease/log-of.ts';
import { cellEnded, HELD, LEASE, opened, RUNNING, started, told } from './told-run.ts';

describe('where a person reads the log of a cell', () => {
  const lost: EventBody = { type: 'preempted', lease: LEASE, what: 'process', why: 'gone' };

  it('is nowhere in particular while nothing was started', () => {
    assert.equal(logOf(told(HELD), 'main'), 'its log');
  });

  it('is had by one command, with the cell where there are several and the attempt that one ended in', () => {
    const again = [...RUNNING, lost, started({ attempt: 2 })];
    assert.equal(logOf(told(again), 'main'), 'its log ("gpu-lease log tiny-7")');
    const two = [opened({ cells: ['a', 'b'] }), ...RUNNING.slice(1), cellEnded('finished', 'a'), lost];
    const run = told([...two, started({ attempt: 2 })]);
    assert.deepEqual(
      ['a', 'b'].map((cell) => logOf(run, cell)),
      ['its log ("gpu-lease log tiny-7 --cell a --attempt 1")', 'its log ("gpu-lease log tiny-7 --cell b")'],
    );
  });
});
