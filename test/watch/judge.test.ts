import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Probe, ProbeCell } from '../../src/box/box-plan.ts';
import { type CellVerdict, judgeCell } from '../../src/watch/judge.ts';
import { cellOf, exited, probeOf, wrote } from './probed.ts';

const BASELINE = { bootId: 'boot-1', oomKills: 2 };
const RULE = { stallSeconds: 600, expectedSeconds: 1000 };
const LONG = { startedAt: 0, endedAt: 900 };

const judge = (cell: ProbeCell, probe: Partial<Probe> = {}, baseline = BASELINE): CellVerdict =>
  judgeCell(
    cell,
    probeOf({ memory: { usedBytes: 1, maxBytes: 2, oomKills: 2 }, ...probe }, cell),
    baseline,
    RULE,
  );

const classOf = (verdict: CellVerdict): string | undefined =>
  verdict.verdict === 'dead' ? verdict.diagnosis.failureClass : undefined;

describe('the verdict on a cell', () => {
  /** Alive or not, evidence of completion or not, quiet or not: each combination has its one outcome. */
  const table: [string, ProbeCell, CellVerdict['verdict']][] = [
    ['alive and writing', cellOf({ quietSeconds: 5 }), 'running'],
    ['alive and quiet just as long as allowed', cellOf({ quietSeconds: 600 }), 'running'],
    ['alive and quiet for longer', cellOf({ quietSeconds: 601 }), 'stalled'],
    [
      'alive and quiet, with an end printed in its log',
      cellOf({ quietSeconds: 9999, logTail: 'Training completed' }),
      'stalled',
    ],
    [
      'alive and writing, with an old end and an old crash in its log',
      cellOf({ logTail: 'Traceback (most recent call last):\nDone' }),
      'running',
    ],
    ['gone with our exit record 0', exited(0, LONG), 'finished'],
    [
      'gone with our exit record 0 and nothing printed',
      exited(0, { ...LONG, logBytes: 0, logTail: '' }),
      'finished',
    ],
    [
      'gone with our exit record 0, and quiet since',
      exited(0, { ...LONG, quietSeconds: 99_999 }),
      'finished',
    ],
    ['gone with our exit record 1', exited(1, LONG), 'dead'],
    [
      'gone with our exit record 1, though its log says that it is done',
      exited(1, { ...LONG, logTail: 'Training completed' }),
      'dead',
    ],
    ['gone without a record', cellOf({ state: 'lost' }), 'dead'],
    [
      'gone without a record, though its log says that it is done',
      cellOf({ state: 'lost', logTail: 'QUEUE DONE' }),
      'dead',
    ],
    ['not begun', cellOf({ state: 'waiting' }), 'waiting'],
  ];
  for (const [what, cell, verdict] of table) {
    it(`is ${verdict} for one that is ${what} [P4-03] [XC-04] [XC-03]`, () =>
      assert.equal(judge(cell).verdict, verdict));
  }

  it('takes a log that is frozen by buffering for running while a checkpoint is fresh [P4-05] [U43]', () => {
    // The keeper's age is that of the newest byte in log, metrics and watched files; the log alone would say 9999.
    assert.equal(judge(cellOf({ quietSeconds: 3, logBytes: 0 })).verdict, 'running');
  });

  it('reads a log in colours as it reads it without them', () => {
    const plain = 'Traceback (most recent call last):\ntorch.OutOfMemoryError: CUDA out of memory.\n';
    const red =
      '\u001b[31mTraceback (most recent call last):\u001b[0m\n\u001b[1m\u001b[31mtorch.OutOfMemoryError\u001b[0m: CUDA out\u001b[0m of memory.\n';
    for (const logTail of [plain, red])
      assert.equal(classOf(judge(exited(1, { logTail }))), 'VRAM_OOM', logTail);
  });

  it('says for how long it has been silent, and never dead for silence alone [P4-05]', () =>
    assert.deepEqual(judge(cellOf({ quietSeconds: 5.5 * 3600 })), {
      verdict: 'stalled',
      quietSeconds: 19_800,
    }));

  it('marks an end in less than half of the expected time, and only that [P4-06] [D-11]', () => {
    const fast = (
      endedAt: number | null,
      rule: { stallSeconds: number; expectedSeconds?: number } = RULE,
    ) => {
      const cell = exited(0, { startedAt: 0, endedAt });
      const verdict = judgeCell(cell, probeOf({}, cell), BASELINE, rule);
      return verdict.verdict === 'finished' && verdict.fast;
    };
    assert.equal(fast(499), true);
    assert.equal(fast(500), false);
    assert.equal(fast(1), true);
    assert.equal(fast(null), false, 'unknown is not fast');
    assert.equal(fast(1, { stallSeconds: 600 }), false, 'nothing was expected');
  });

  it('stalls by its own rule and not by a constant [D-11]', () => {
    const cell = cellOf({ quietSeconds: 30 });
    assert.equal(judgeCell(cell, probeOf({}, cell), BASELINE, { stallSeconds: 29 }).verdict, 'stalled');
    assert.equal(judgeCell(cell, probeOf({}, cell), BASELINE, { stallSeconds: 31 }).verdict, 'running');
  });

  it('is dead when training ended well and its durable copy did not [U33] [P2-05] [F-D10]', () => {
    const verdict = judge(exited(0, { ...LONG, syncExitCode: 24 }));
    assert.ok(verdict.verdict === 'dead' && verdict.exitCode === 24);
    assert.equal(verdict.diagnosis.failureClass, 'SYNC_FAILED');
    assert.equal(verdict.diagnosis.probabilistic, false);
    assert.equal(judge(exited(0, { ...LONG, syncExitCode: 0 })).verdict, 'finished');
  });

  for (const reason of ['dead-man', 'signal'] as const) {
    it(`is dead and not for a relaunch when we ended it (${reason}), whatever its exit code`, () => {
      for (const exitCode of [0, 1, 143, 137]) {
        const verdict = judge(exited(exitCode, { ...LONG, reason }));
        assert.ok(verdict.verdict === 'dead' && !verdict.diagnosis.probabilistic, `exit ${exitCode}`);
      }
    });
  }
});

describe('a process that vanished', () => {
  const lost = cellOf({ state: 'lost' });
  const memory = (oomKills: number | null) => ({ memory: { usedBytes: 1, maxBytes: 2, oomKills } });

  const ladder: [string, ProbeCell, Partial<Probe>, string, boolean][] = [
    ['a reboot, by the boot id', lost, { bootId: 'boot-2' }, 'REBOOT', true],
    ['the kernel for memory, by its own counter', lost, memory(3), 'HOST_OOM', false],
    ['a hand or a restarted container, with nothing else to see', lost, {}, 'TRANSIENT', true],
    ['a kill from outside, by its exit code', exited(137, LONG), {}, 'PREEMPTED', true],
    ['a hang-up, by its exit code', exited(129, LONG), {}, 'PREEMPTED', true],
    [
      'a dead GPU, by what the driver said',
      exited(1, { ...LONG, logTail: 'RuntimeError: CUDA error: GPU is lost' }),
      {},
      'DEAD_GPU',
      false,
    ],
  ];
  for (const [what, cell, probe, failureClass, probabilistic] of ladder) {
    it(`was ended by ${what} [P4-12] [U3]`, () => {
      const verdict = judge(cell, probe);
      assert.ok(verdict.verdict === 'dead');
      assert.equal(verdict.diagnosis.failureClass, failureClass);
      assert.equal(verdict.diagnosis.probabilistic, probabilistic);
    });
  }

  it('is out of memory only by a counter that rose since the start, however red the host is [P4-13] [U41] [U9]', () => {
    const killed = exited(137, { ...LONG, logTail: 'epoch 3\nKilled\n' });
    assert.equal(classOf(judge(killed, memory(2))), 'PREEMPTED', 'as many as before the start');
    assert.equal(classOf(judge(killed, memory(null))), 'PREEMPTED', 'unreadable proves nothing');
    assert.equal(
      classOf(judge(killed, memory(3), { ...BASELINE, oomKills: null as unknown as number })),
      'PREEMPTED',
    );
    assert.equal(classOf(judge(killed, memory(0))), 'PREEMPTED', 'a counter that began anew');
    assert.equal(classOf(judge(killed, memory(3))), 'HOST_OOM');
  });

  it('was not ended by a reboot when the boot id could not be read, then or now', () => {
    assert.equal(classOf(judge(lost, { bootId: '' })), 'TRANSIENT');
    assert.equal(classOf(judge(lost, { bootId: 'boot-2' }, { ...BASELINE, bootId: '' })), 'TRANSIENT');
  });
});

describe('a GPU out of memory', () => {
  const oom = 'torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.';
  const metrics = { path: 'm', stepKey: 'step', lossKey: 'loss' };
  const causeAt = (step: number | undefined) => {
    const cell = exited(1, {
      ...LONG,
      logTail: oom,
      ...wrote(null, ...(step === undefined ? [] : [`{"step":${step}}`])),
    });
    const verdict = judgeCell(cell, probeOf({}, cell), BASELINE, { ...RULE, sources: [metrics] });
    return verdict.verdict === 'dead' ? verdict.diagnosis : undefined;
  };

  it('within the first steps names the optimizer state, later it does not [eval 3]', () => {
    assert.match(causeAt(1)?.cause ?? '', /optimizer state is allocated on the first/);
    assert.match(causeAt(2)?.cause ?? '', /optimizer state/);
    assert.doesNotMatch(causeAt(500)?.cause ?? '', /optimizer state/);
    assert.doesNotMatch(causeAt(undefined)?.cause ?? '', /optimizer state/);
    for (const step of [1, 500, undefined]) assert.equal(causeAt(step)?.failureClass, 'VRAM_OOM');
  });
});
