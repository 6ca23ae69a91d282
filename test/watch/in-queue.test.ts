import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Probe, ProbeCell } from '../../src/box/box-plan.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { closerBy, type Engine, engineOf, inQueue, wordsOfQueue } from '../../src/watch/in-queue.ts';
import {
  audited,
  intended,
  kept,
  leaseOf,
  opened,
  reachable,
  rented,
  started,
  waived,
} from '../lease/told-run.ts';
import { cellOf, exited, probeOf } from './probed.ts';

const STORY: EventBody[] = [
  opened(),
  waived,
  { ...intended(), queue: 'ssh://ada@login' } as EventBody,
  rented(),
  reachable(),
  audited(),
  started({ launcher: 'sbatch' }),
];
const moved = (to: 'waiting' | 'running' | 'over'): EventBody => ({
  type: 'queue-moved',
  lease: 'tiny-7-1',
  to,
});
const NOW = new Date('2026-11-21T11:00:00Z');
const engine = (
  word: Engine['word'],
  native = word.toUpperCase(),
  why?: string,
  more: Partial<Engine> = {},
): Engine => ({
  ...{ word, native, why, startsAt: undefined, stuck: undefined, said: '', askedAt: NOW, tasks: undefined },
  ...more,
});

function seen(of: Engine, probe: Probe, story: readonly EventBody[] = STORY) {
  const { run, lease } = leaseOf([...story]);
  const found = inQueue(run, lease, of, probe);
  return {
    ...found,
    types: found.events.map((event) => ('to' in event ? `${event.type} ${event.to}` : event.type)),
  };
}
const notBegun = probeOf({ queue: 'absent', attempt: 0 }, ...[]);
const finished = (over: Partial<Probe> = {}) =>
  probeOf({ queue: 'ended', queueExitCode: 0, boxTime: 3000, ...over }, exited(0));
const taken = probeOf(
  { queue: 'ended', queueExitCode: 143, takenAwayAt: 1800 },
  exited(143, { reason: 'taken' }),
);
const vanished = probeOf({ queue: 'lost' }, cellOf({ state: 'lost' }));

describe('a look at a submission', () => {
  it('says once that it waits and why, and again when the reason is another', () => {
    assert.deepEqual(seen(engine('waiting', 'PENDING', 'Priority'), notBegun).types, ['queue-moved waiting']);
    const story = [...STORY, { ...moved('waiting'), why: 'Priority' } as EventBody];
    assert.deepEqual(seen(engine('waiting', 'PENDING', 'Priority'), notBegun, story).types, []);
    assert.deepEqual(seen(engine('waiting', 'PENDING', 'Resources'), notBegun, story).types, [
      'queue-moved waiting',
    ]);
  });

  it('judges its commands while it runs, and nothing before its keeper has begun', () => {
    const running = seen(engine('running'), probeOf());
    assert.deepEqual([running.judge, running.types], [true, ['queue-moved running']]);
    assert.equal(seen(engine('running'), notBegun).judge, false);
  });

  it('takes no silence of the engine for an end, and its record for one', () => {
    assert.deepEqual(seen(engine('unknown', ''), vanished).types, []);
    assert.equal(seen(engine('unknown', ''), vanished).judge, false);
    assert.equal(seen(engine('unknown', ''), finished()).judge, true);
    assert.equal(seen(engine('unknown', ''), finished({ boxTime: 1910 })).judge, false, 'it may say so soon');
    assert.equal(seen(engine('unknown', ''), taken).judge, false);
  });

  it('waits for the engine to see an end, and not for ever', () => {
    const at = (boxTime: number) => seen(engine('running'), finished({ boxTime }));
    assert.deepEqual([at(1910).judge, at(1910).events.length], [false, 1]);
    assert.equal(at(2100).judge, true);
    // Its keeper may need a moment more than its last command, and a halt then would leave an allocation that nobody looks at.
    const last = (boxTime: number, ...more: ProbeCell[]) =>
      seen(engine('running'), probeOf({ boxTime }, exited(7), ...more)).judge;
    assert.deepEqual([last(1910), last(2100), last(1910, cellOf({ name: 'b' }))], [false, true, true]);
  });

  it('takes work that was told to end for one that goes on, until the engine says that it is over', () => {
    for (const word of ['running', 'waiting'] as const)
      assert.equal(seen(engine(word), taken).judge, false, word);
    assert.deepEqual(seen(engine('over', 'TIMEOUT', 'its walltime is over'), taken).types, [
      'queue-moved over',
      'preempted',
    ]);
  });

  it('finds the attempt that the engine began by itself, and goes on from what was verified', () => {
    const { judge, events } = seen(engine('running'), probeOf({ attempt: 2 }), [
      ...STORY,
      moved('running'),
      kept(30),
    ]);
    assert.equal(judge, false);
    assert.deepEqual(events, [
      {
        ...started({
          launcher: 'sbatch',
          attempt: 2,
          from: [{ cell: 'main', step: 30, source: 'same-disk' }],
        }),
      },
    ]);
  });

  it('reads from the engine how it ended where its own record has no word of that', () => {
    const how = (native: string) => seen(engine('over', native), vanished).types.at(-1);
    assert.equal(how('TIMEOUT 0:0'), 'preempted');
    assert.equal(how('PREEMPTED'), 'preempted');
    assert.equal(how('NODE_FAIL'), 'preempted');
    assert.equal(how('OUT_OF_MEMORY 0:125'), 'cell-ended');
    assert.equal(how('CANCELLED by 1000'), 'halted');
    assert.equal(how('FAILED 78:0'), 'halted');
    assert.equal(how(''), 'halted');
  });

  it('names the class of what repeats, and of whom cancelled it asks a person', () => {
    const [, oom] = seen(engine('over', 'OUT_OF_MEMORY 0:125'), vanished).events;
    assert.deepEqual(oom, {
      type: 'cell-ended',
      lease: 'tiny-7-1',
      cell: 'main',
      attempt: 1,
      verdict: 'dead',
      exitCode: -1,
      failureClass: 'HOST_OOM',
    });
    const [, halt] = seen(engine('over', 'CANCELLED by 1000', 'cancelled by user 1000'), vanished).events;
    assert.equal(halt?.type === 'halted' && halt.code, 'submission-cancelled');
    assert.match(halt?.type === 'halted' ? halt.what : '', /cancelled by user 1000.*computes nothing more/);
  });

  it('takes the word of Kubernetes for an end by memory, of which the fix is that of any queue', () => {
    const over = engine('over', 'FAILED PodFailurePolicy OOMKilled', 'it used more memory than it asked for');
    const [, end] = seen(over, vanished).events;
    assert.equal(end?.type === 'cell-ended' && end.failureClass, 'HOST_OOM');
    const bare = closerBy(over, {
      verdict: 'dead',
      exitCode: 137,
      diagnosis: {
        ...{ signature: 'exit-signal', failureClass: 'PREEMPTED', cause: 'a signal', fix: '' },
        probabilistic: true,
      },
    });
    assert.match(
      bare.verdict === 'dead' ? bare.diagnosis.fix : '',
      /a fifth more.*shrinking the batch is not/,
    );
    const failed = seen(engine('over', 'FAILED PodFailurePolicy exit code 7'), vanished);
    assert.deepEqual(failed.types, ['queue-moved over', 'halted']);
  });

  it('says what helps where Kubernetes names why it gave a Job up [F-P14]', () => {
    const nextOf = (native: string) => {
      const [, halt] = seen(engine('over', native), vanished).events;
      return halt?.type === 'halted' ? halt.next : assert.fail(`${native} halts nothing`);
    };
    assert.match(
      nextOf('FAILED DeadlineExceeded'),
      /What helps: a longer deadline \(`wait`.*\(F-P14\)\. Look at/,
    );
    assert.match(nextOf('FAILED BackoffLimitExceeded exit code 143'), /What helps: read the log.*\(F-P14\)/);
    assert.match(nextOf('FAILED PodFailurePolicy exit code 7'), /^Look at /);
    const full = 'FAILED PodFailurePolicy Evicted: Pod ephemeral local storage usage exceeds the total limit';
    assert.match(nextOf(full), /What helps: write to the claim/);
  });

  it('submits it once more where a person said go on after that', () => {
    const { types } = seen(engine('over', 'CANCELLED by 1000'), vanished, [...STORY, moved('over')]);
    assert.deepEqual(types, ['preempted']);
  });

  it('reads from its log that it was ended for memory where its state does not say so', () => {
    const said = 'slurmstepd: error: StepId=42.batch exceeded memory limit (120 > 100), being killed';
    const ended = seen(engine('over', 'FAILED JobLaunchFailure', 'signal 9', { said }), vanished);
    const [, end] = ended.events;
    assert.equal(end?.type === 'cell-ended' && end.failureClass, 'HOST_OOM');
    const other = seen(
      engine('over', 'FAILED JobLaunchFailure', 'signal 9', { said: 'slurmstepd: x' }),
      vanished,
    );
    assert.deepEqual(other.types, ['queue-moved over', 'halted']);
  });

  it('takes the word of the engine for what a bare signal ended, and for nothing that has a word of its own', () => {
    const of = (signature: string) =>
      ({
        verdict: 'dead',
        exitCode: 137,
        diagnosis: { signature, failureClass: 'PREEMPTED', cause: 'a signal', fix: '', probabilistic: true },
      }) as const;
    const classOf = (by: Engine | undefined, signature = 'exit-signal') => {
      const verdict = closerBy(by, of(signature));
      return verdict.verdict === 'dead' ? verdict.diagnosis.failureClass : verdict.verdict;
    };
    assert.equal(classOf(engine('over', 'OUT_OF_MEMORY OutOfMemory')), 'HOST_OOM');
    assert.equal(classOf(engine('over', 'OUT_OF_MEMORY OutOfMemory'), 'F-M04'), 'PREEMPTED');
    for (const by of [engine('over', 'FAILED'), engine('running', 'OUT_OF_MEMORY'), undefined])
      assert.equal(classOf(by), 'PREEMPTED');
    assert.deepEqual(closerBy(engine('over', 'OUT_OF_MEMORY'), { verdict: 'running' }), {
      verdict: 'running',
    });
  });

  it('waits in vain for nothing: a person is asked at once, or a day after somebody held it', () => {
    const never = engine('waiting', 'PENDING', 'it never starts', { stuck: 'never' });
    const asked = seen(never, notBegun);
    assert.deepEqual(asked.types, ['queue-moved waiting', 'halted']);
    const [, halt] = asked.events;
    assert.match(
      halt?.type === 'halted' ? `${halt.code} ${halt.what}` : '',
      /submission-stuck .*it never starts.*no cost/,
    );
    const held = { ...moved('waiting'), why: 'held by hand', stuck: 'held' } as EventBody;
    const { lease } = leaseOf([...STORY, held]);
    const after = (seconds: number) => {
      const askedAt = new Date(Date.parse(lease.queue?.at ?? '') + seconds * 1000);
      return seen(engine('waiting', 'PENDING', 'held by hand', { stuck: 'held', askedAt }), notBegun, [
        ...STORY,
        held,
      ]).types;
    };
    assert.deepEqual(seen(engine('waiting', 'PENDING', 'held by hand', { stuck: 'held' }), notBegun).types, [
      'queue-moved waiting',
    ]);
    assert.deepEqual(after(86_399), []);
    assert.deepEqual(after(86_400), ['halted']);
  });

  it('judges by the record what is over and ended by itself', () => {
    const { judge, types } = seen(
      engine('over', 'FAILED 1:0'),
      probeOf({ queue: 'ended', queueExitCode: 1 }, exited(1)),
    );
    assert.deepEqual([judge, types], [true, ['queue-moved over']]);
  });

  it('is gone where it was over before it began', () => {
    assert.deepEqual(seen(engine('over', 'NODE_FAIL'), notBegun).types, ['queue-moved over', 'preempted']);
  });

  it('shows a person the words of the engine, and nothing that could command their terminal', () => {
    const { lease } = leaseOf(STORY);
    const of = engineOf(
      {
        state: 'starting',
        native: 'PENDING\u001b[2J',
        queue: { phase: 'waiting', why: 'behind 3 others', startsAt: '2026-11-21T12:00:00Z' },
      },
      NOW,
    );
    const words = wordsOfQueue(lease, of, NOW);
    assert.match(
      words,
      /^tiny-7-1 \(box-of-tiny-7-1\) is PENDING.*: behind 3 others; expected to start at 2026-11-21T12:00:00Z$/,
    );
    assert.ok(!words.includes('\u001b'));
  });
});
