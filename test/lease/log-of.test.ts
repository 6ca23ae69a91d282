import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { logOf } from '../../src/lease/log-of.ts';
import {
  cellEnded,
  HELD,
  intended,
  LEASE,
  opened,
  RUNNING,
  rented,
  started,
  told,
  waived,
} from './told-run.ts';

describe('where the log of a cell is said to lie', () => {
  const lost: EventBody = { type: 'preempted', lease: LEASE, what: 'process', why: 'gone' };

  it('is nowhere in particular while nothing was started', () => {
    assert.equal(logOf(told(HELD), 'main'), 'its log');
  });

  it('is the attempt that runs, or that it ended in though others came after it', () => {
    const again = [...RUNNING, lost, started({ attempt: 2 })];
    assert.equal(logOf(told(again), 'main'), `its log (/box/run/attempts/2/cells/main/log on ${LEASE})`);
    const two = [opened({ cells: ['a', 'b'] }), ...RUNNING.slice(1), cellEnded('finished', 'a'), lost];
    const run = told([...two, started({ attempt: 2 })]);
    assert.deepEqual(
      ['a', 'b'].map((cell) => logOf(run, cell)),
      [1, 2].map((n) => `its log (/box/run/attempts/${n}/cells/${n === 1 ? 'a' : 'b'}/log on ${LEASE})`),
    );
  });

  it('of a task is among its own attempts', () => {
    const story: EventBody[] = [
      opened({ cells: ['a', 'b'] }),
      waived,
      { ...intended(), queue: 'ssh://ada@login', tasks: { count: 2, atOnce: 2 } } as EventBody,
      rented(),
      ...RUNNING.slice(4),
    ];
    assert.equal(
      logOf(told(story), 'b'),
      `its log (the newest of /box/run/attempts/1/tasks/b/*/cells/b/log on ${LEASE})`,
    );
  });
});
