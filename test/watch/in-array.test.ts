import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Probe, ProbeCell } from '../../src/box/box-plan.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { TaskWords } from '../../src/platforms/driver.ts';
import { decide } from '../../src/watch/decide.ts';
import { knownTasks, lostTasks, ownWord, withWaiting } from '../../src/watch/in-array.ts';
import { type Engine, engineOf, inQueue } from '../../src/watch/in-queue.ts';
import {
  audited,
  cellEnded,
  intended,
  jobWith,
  kept,
  leaseOf,
  opened,
  reachable,
  rented,
  started,
  waived,
} from '../lease/told-run.ts';
import { cellOf, exited, probeOf, wrote } from './probed.ts';

const NAMES = ['a', 'b', 'c', 'd'];
const job = jobWith({ cells: NAMES.map((name) => ({ name, vars: {} })), sweep: { atOnce: 2 } });
const STORY: EventBody[] = [
  opened({ cells: NAMES }, job),
  waived,
  { ...intended(), queue: 'ssh://ada@login', tasks: { count: 4, atOnce: 2 } } as EventBody,
  rented(),
  reachable(),
  audited(),
  started({ launcher: 'sbatch' }),
];
const NO_WORDS: TaskWords = { waiting: '', running: '', ended: [] };
const engine = (phase: 'waiting' | 'running' | 'over', tasks: Partial<TaskWords> = {}): Engine =>
  engineOf(
    { state: 'running', native: phase, queue: { phase, tasks: { ...NO_WORDS, ...tasks } } },
    new Date(),
  );
const tasksOf = (over: number) => ({ planned: 4, over });
const lostCell = (name: string, task: number): ProbeCell => cellOf({ name, task, state: 'lost' });
const ended = (places: string, native: string) => ({ places, native, why: `it was ${native}` });

function lookAt(of: Engine, probe: Probe, story: readonly EventBody[] = STORY) {
  const { run, lease } = leaseOf([...story]);
  const seen = withWaiting(run, probe);
  return { run, lease, seen, lost: lostTasks(run, lease, of, { seen, decided: 0 }) };
}

describe('a look at a submission of several tasks', () => {
  it('tells the keeper what is over for the engine and for the record', () => {
    const { run, lease } = leaseOf([...STORY, cellEnded('finished', 'b')]);
    assert.deepEqual(knownTasks(run, lease, engine('running', { waiting: '3', running: '0' })), {
      over: '1-2',
      ended: ['b'],
    });
    assert.equal(knownTasks(run, lease, engine('over'))?.over, '0-3');
    assert.equal(knownTasks(run, lease, undefined)?.over, '', 'nobody asked the engine');
  });

  it('lets what nobody speaks of wait, and leaves out what has ended', () => {
    const { seen } = lookAt(
      engine('running', { running: '2', waiting: '3' }),
      probeOf({ tasks: tasksOf(1) }, cellOf({ name: 'c' })),
      [...STORY, cellEnded('finished', 'a')],
    );
    assert.deepEqual(
      seen.cells.map(({ name, state }) => [name, state]),
      [
        ['b', 'waiting'],
        ['c', 'running'],
        ['d', 'waiting'],
      ],
    );
  });

  it('writes the number of allocations down, and not each small change of a large one', () => {
    const { run, lease } = leaseOf(STORY);
    const moves = (of: Engine, story = { run, lease }) =>
      inQueue(story.run, story.lease, of, probeOf({ tasks: tasksOf(0) })).events.map((event) =>
        event.type === 'queue-moved' ? [event.to, event.tasks] : event.type,
      );
    assert.deepEqual(moves(engine('running', { running: '0-99' })), [['running', 100]]);
    const at100 = leaseOf([...STORY, { type: 'queue-moved', lease: lease.name, to: 'running', tasks: 100 }]);
    assert.deepEqual(moves(engine('running', { running: '0-95' }), at100), []);
    assert.deepEqual(moves(engine('running', { running: '0-93' }), at100), [['running', 94]]);
  });

  it('ends the cell of a task that would end alike again, by its name, and no other', () => {
    const { lost } = lookAt(
      engine('running', { running: '0,2', ended: [ended('1', 'OUT_OF_MEMORY'), ended('3', 'TIMEOUT')] }),
      probeOf({ tasks: tasksOf(0) }, cellOf({ name: 'a' }), lostCell('b', 1), lostCell('d', 3)),
    );
    assert.deepEqual(
      lost.events.map(
        (event) => event.type === 'cell-ended' && [event.cell, event.verdict, event.failureClass],
      ),
      [['b', 'dead', 'HOST_OOM']],
    );
    assert.deepEqual(lost.said, [{ cell: 'b', why: 'it was OUT_OF_MEMORY' }]);
  });

  it('goes on as another submission once none is left, where they were only taken away', () => {
    const words = { ended: [ended('1,3', 'TIMEOUT')] };
    const probe = probeOf({ queue: 'lost', tasks: tasksOf(2) }, lostCell('b', 1), lostCell('d', 3));
    const story = [...STORY, cellEnded('finished', 'a'), cellEnded('finished', 'c')];
    assert.deepEqual(lookAt(engine('running', { running: '0', ...words }), probe, story).lost.events, []);
    const [event] = lookAt(engine('over', words), probe, story).lost.events;
    assert.equal(event?.type, 'preempted');
    assert.match(event?.type === 'preempted' ? event.why : '', /^the tasks of b, d: it was TIMEOUT/);
  });

  it('asks a person about what somebody cancelled, and about ends that nobody can tell', () => {
    const probe = probeOf({ queue: 'lost', tasks: tasksOf(3) }, lostCell('b', 1));
    const story = [...STORY, ...['a', 'c', 'd'].map((name) => cellEnded('finished', name))];
    const codes = (of: Engine) =>
      lookAt(of, probe, story).lost.events.map((event) => event.type === 'halted' && event.code);
    assert.deepEqual(codes(engine('over', { ended: [ended('1', 'CANCELLED by 7')] })), [
      'submission-cancelled',
    ]);
    assert.deepEqual(codes(engine('over')), ['submission-failed']);
    const known: EventBody = { type: 'queue-moved', lease: 'tiny-7-1', to: 'over' };
    const { lost } = lookAt(engine('over'), probe, [...story, known]);
    assert.equal(lost.events[0]?.type, 'preempted', 'a person said go on');
  });

  it('asks a person about a submission that was deleted, of whose tasks the engine knows none any more', () => {
    const story = [...STORY, ...['a', 'c', 'd'].map((name) => cellEnded('finished', name))];
    const queue = { phase: 'over' as const, why: 'it was cancelled: its Job was deleted' };
    const of = engineOf({ state: 'gone', native: 'CANCELLED', queue }, new Date());
    const { lost } = lookAt(of, probeOf({ queue: 'lost', tasks: tasksOf(3) }, lostCell('b', 1)), story);
    const [event] = lost.events;
    assert.ok(event?.type === 'halted');
    assert.equal(event.code, 'submission-cancelled');
    assert.match(event.what, /the task of b: it was cancelled: its Job was deleted/);
  });

  it('waits for ends that are there and were not told yet', () => {
    const probe = probeOf(
      { queue: 'lost', tasks: tasksOf(2) },
      exited(0, { name: 'a', endedAt: 1999 }),
      lostCell('b', 1),
    );
    assert.deepEqual(lookAt(engine('over', { ended: [ended('1', 'NODE_FAIL')] }), probe).lost.events, []);
  });

  it('concludes nothing of the last one while some are left, and of all when each has its record', () => {
    const left = probeOf({ queue: 'lost', tasks: tasksOf(1) }, exited(0, { name: 'a' }), lostCell('b', 1));
    assert.deepEqual([ownWord(left).queue, ownWord(left).cells.map(({ name }) => name)], ['running', ['a']]);
    const all = probeOf({ queue: 'ended', tasks: tasksOf(4) }, exited(0, { name: 'a' }));
    assert.equal(ownWord(all).queue, 'ended');
  });

  it('writes down that one was begun again, and holds its first step against what was verified then', () => {
    const metrics = (step: number) =>
      wrote(`{"step": ${step}, "loss": 1}`, `{"step": ${step + 1}, "loss": 1}`);
    const eventsOf = (story: EventBody[], step: number) => {
      const { run, lease } = leaseOf(story);
      const cell = cellOf({ name: 'a', attempt: 2, ...metrics(step) });
      const seen = probeOf({ tasks: tasksOf(0) }, cell);
      const { events } = decide({ run, lease, job }, seen, [{ cell, verdict: { verdict: 'running' } }]);
      return events.map((event) => (event.type === 'halted' ? event.code : event.type));
    };
    const story = [...STORY, kept(100, 'a')];
    assert.deepEqual(eventsOf(story, 101), ['begun-again']);
    const again: EventBody = { type: 'begun-again', lease: 'tiny-7-1', cell: 'a', attempt: 2 };
    assert.deepEqual(eventsOf([...story, again], 101), ['resumed']);
    assert.deepEqual(
      eventsOf([...story, again, kept(200, 'a')], 101),
      ['resumed'],
      'newer copies are its own',
    );
    assert.deepEqual(eventsOf([...story, again], 1), ['resumed-behind']);
  });
});
