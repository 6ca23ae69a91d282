import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { decide, type Judged } from '../../src/watch/decide.ts';
import type { CellVerdict } from '../../src/watch/judge.ts';
import { jobWith, LEASE, leaseOf, opened, RUNNING, started } from '../lease/told-run.ts';
import { cellOf, exited, probeOf, wrote } from './probed.ts';

const job = jobWith({
  cells: [
    { name: 'a', vars: {} },
    { name: 'b', vars: {} },
  ],
});
const STORY: EventBody[] = [opened({}, job), ...RUNNING.slice(1)];
const dead = (probabilistic: boolean): CellVerdict => ({
  verdict: 'dead',
  exitCode: 1,
  diagnosis: {
    failureClass: probabilistic ? 'OOM' : 'CODE_BUG',
    signature: 's',
    cause: 'it fell',
    fix: 'mend it',
    probabilistic,
  } as never,
});
const judged = (a: CellVerdict, b: CellVerdict = { verdict: 'running' }): Judged[] => [
  { cell: exited(1, { name: 'a' }), verdict: a },
  { cell: cellOf({ name: 'b' }), verdict: b },
];
const decided = (
  of: Judged[],
  queue: 'running' | 'ended' | 'lost',
  story = STORY,
  queueExitCode?: number,
) => {
  const seen = probeOf({ queue, ...(queueExitCode === undefined ? {} : { queueExitCode }) });
  const { events, said } = decide({ ...leaseOf(story), job }, seen, of);
  return {
    types: events.map(({ type }) => type),
    events,
    said: said.map((each) =>
      each.what === 'place' ? each.why : `${each.what === 'early' ? each.name : each.cell} ${each.what}`,
    ),
  };
};

describe('what the death of a cell means', () => {
  it('is the end of that cell where it would repeat, while others go on', () => {
    const { types, said } = decided(judged(dead(false)), 'running');
    assert.deepEqual([types, said], [['cell-ended'], ['a dead']]);
  });

  it('is nothing yet where it was chance and others go on, and nobody is told twice', () => {
    const { types, said } = decided(judged(dead(true)), 'running');
    assert.deepEqual([types, said], [[], []]);
  });

  it('is a relaunch of all once none of them runs', () => {
    const { events, said } = decided(judged(dead(true), { verdict: 'waiting' }), 'ended');
    assert.deepEqual(events, [{ type: 'preempted', lease: LEASE, what: 'process', why: 'a: it fell' }]);
    assert.deepEqual(said, ['a dead']);
  });

  const unread: CellVerdict = {
    verdict: 'dead',
    exitCode: 1,
    diagnosis: {
      failureClass: 'CKPT_BAD',
      signature: 's',
      cause: 'it could not be read',
      probabilistic: false,
    },
  } as never;
  const kept: EventBody = {
    type: 'kept',
    lease: LEASE,
    cell: 'a',
    step: 7,
    files: [{ path: 'ckpt.pt', bytes: 1, sha256: 'a'.repeat(64), verdict: 'pass' }],
    set: { name: 'ckpt.pt', beside: [] },
  };
  const inQueue = STORY.map((event) => (event.type === 'intended' ? { ...event, queue: 'slurm' } : event));

  it('is a relaunch where an engine ran a submission again on half a checkpoint and a copy is kept', () => {
    const again = [...inQueue, kept, started({ attempt: 2 })];
    const { events } = decided(judged(unread, { verdict: 'waiting' }), 'ended', again);
    assert.deepEqual(events, [
      { type: 'preempted', lease: LEASE, what: 'process', why: 'a: it could not be read' },
    ]);
  });

  it('is the end of a cell whose checkpoint could not be read where the disk was looked over, or no copy is kept', () => {
    const ends = (story: readonly EventBody[]) => decided(judged(unread), 'running', [...story]).types;
    assert.deepEqual(ends([...inQueue, kept]), ['cell-ended']);
    assert.deepEqual(ends([...inQueue, started({ attempt: 2 })]), ['cell-ended']);
    assert.deepEqual(ends([...STORY, kept, started({ attempt: 2 })]), ['cell-ended']);
  });

  it('is a relaunch where the queue is lost and no cell says why', () => {
    const running: CellVerdict = { verdict: 'running' };
    assert.deepEqual(decided(judged(running), 'lost').types, ['preempted']);
  });

  for (const [code, failureClass] of [
    [3, 'DISK_FULL'],
    [4, 'ENV_BUG'],
    [143, 'WALLTIME'],
    [77, 'CODE_BUG'],
  ] as const)
    it(`is ${failureClass} of every cell that never ran where the queue ended with ${code}`, () => {
      const waiting: CellVerdict = { verdict: 'waiting' };
      const { events } = decided(judged(waiting, waiting), 'ended', STORY, code);
      assert.deepEqual(
        events.map(
          (event) => event.type === 'cell-ended' && [event.cell, event.failureClass, event.exitCode],
        ),
        [
          ['a', failureClass, code],
          ['b', failureClass, code],
        ],
      );
    });

  it('is not asked about where a cell went on behind its checkpoint: the run stops', () => {
    const from = [{ cell: 'a', step: 40, path: 'last.safetensors', sha256: 'f', source: 'box' as const }];
    const { run, lease } = leaseOf(STORY);
    const resumed = { ...lease, started: started({ attempt: 2, from: from as never }) };
    const cell = cellOf({ name: 'a', ...wrote('{"step": 5}', '{"step": 6}') });
    const { events } = decide({ run, lease: resumed, job }, probeOf(), [{ cell, verdict: dead(false) }]);
    assert.deepEqual(
      events.map((event) => event.type === 'halted' && event.code),
      ['resumed-behind'],
    );
  });
});

describe('what a look says of the data', () => {
  const resolved: EventBody = {
    type: 'data-resolved',
    sources: ['corpus', 'weights'].map((to) => ({
      from: `https://data.example/${to}`,
      to,
      files: 1,
      bytes: 10,
      unproven: 0,
      digest: to,
    })),
  };
  const story = [...STORY.slice(0, 1), resolved, ...STORY.slice(1)];
  const came = (...sums: string[]) => sums.map((sha256) => ({ files: 1, bytes: 10, sha256 }));
  const look = (of: EventBody[], fetched: ReturnType<typeof came>, exitCode = 0) => {
    const seen = probeOf({ data: { state: 'exited', exitCode, logTail: '', bytes: 0, fetched } });
    return decide({ ...leaseOf(of), job }, seen, judged({ verdict: 'running' })).events;
  };

  it('is each source with what came of it, once', () => {
    const [event, ...more] = look(story, came('a', 'b'));
    assert.deepEqual(more, []);
    assert.ok(event?.type === 'data-fetched');
    assert.deepEqual(
      event.sources.map(({ to, sha256 }) => [to, sha256]),
      [
        ['corpus', 'a'],
        ['weights', 'b'],
      ],
    );
    assert.deepEqual(look([...story, event], came('a', 'b')), []);
  });

  it('is nothing where the box does not tell of every source, or did not come to its end', () => {
    assert.deepEqual(look(story, came('a')), []);
    assert.deepEqual(look(story, came('a', 'b', 'c')), []);
    assert.deepEqual(look(story, came('a', 'b'), 4), []);
  });

  it('never takes the place of what the first box had', () => {
    const [first] = look(story, came('a', 'b'));
    const [other] = look(story, came('x', 'y'));
    assert.ok(first && other);
    const { run } = leaseOf([...story, first, other]);
    assert.equal(run.data.get('corpus')?.fetched?.sha256, 'a');
  });
});
