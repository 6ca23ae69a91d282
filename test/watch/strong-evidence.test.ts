import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diagnose } from '../../src/watch/diagnose.ts';
import { Explaining } from '../../src/watch/explain.ts';
import { OF_A_DEAD_CELL } from '../../src/watch/failures/catalogue.ts';
import type { Remains } from '../../src/watch/failures/failure.ts';
import { judgeCell } from '../../src/watch/judge.ts';
import { CORPUS } from './failure-corpus.ts';
import { cellOf, probeOf } from './probed.ts';

const dead = (logTail: string, over: Partial<Remains> = {}): string =>
  diagnose({
    exitCode: 137,
    logTail,
    oomKillsSinceStart: 0,
    rebooted: false,
    diskFreeBytes: 1e12,
    diskFreeInodes: 1e6,
    vanished: false,
    ...over,
  }).signature;

const steps = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `step ${from + i} loss 0.${500 - i}\n`).join('');

/** Numbers have no form of their own: a line of metrics is whatever its program makes of them. */
const NUMBERS = /^F-T/;

const known = OF_A_DEAD_CELL.filter(({ signature }) => !NUMBERS.test(signature)).flatMap(({ signature }) =>
  (CORPUS[signature]?.shows ?? []).map((log) => ({ signature, log })),
);

describe('what a program says behind a bar or a name that another hand put before it', () => {
  const behind = [
    '\rEpoch 3:  12%|█▏        | 12/100 [00:03<00:20,  4.31it/s]',
    '\rTraining:   1%|          | 3/400 [00:10<22:01,  3.33s/it, loss=0.51] ',
    'trainer-1  | ',
    'rank0 | ',
  ];
  for (const [log, signature] of [
    ["OSError: [Errno 28] No space left on device: 'last.pt'", 'F-D02'],
    ['Error: ENOSPC: no space, write', 'F-D02'],
    ['[rank1]:[E1] [Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=5)', 'F-N03'],
  ] as const)
    for (const before of behind)
      it(`is evidence of ${signature}: ${JSON.stringify(`${before}${log}`.slice(0, 90))} [P4-14]`, () => {
        assert.equal(dead(`${steps(1, 9)}${before}${log}\n`, { exitCode: 1 }), signature);
      });

  it('and is none behind the bar of a table or a quotation, however long the line is', () => {
    for (const before of ['| name | ', 'x | 3 | ', 'a sample: "', '| 12/100 | '])
      assert.notEqual(
        dead(`${steps(1, 9)}${before}: No space left on device\n`, { exitCode: 1 }),
        'F-D02',
        before,
      );
  });
});

describe('what a model says in its samples', () => {
  for (const { signature, log } of known)
    it(`is no evidence of ${signature}: ${JSON.stringify(log.trim().slice(-60))} [P4-04] [P4-14]`, () => {
      const quoted = log
        .trim()
        .split('\n')
        .map((line) => `sample 4 | Q: my run says "${line.trim()}", what is that? A: It`)
        .join('\n');
      assert.equal(dead(`${steps(1, 9)}${quoted}\n`), 'exit-signal');
      assert.equal(dead(`${steps(1, 9)}${JSON.stringify({ step: 9, sample: log })}\n`), 'exit-signal');
    });

  for (const line of [
    'The old man had fallen off the bus again.',
    'val_nan_count=0 killed=0 timeout=1800 errors=0',
    "config: {'on_oom': 'retry', 'error': 'CUDA out of memory', 'nccl_timeout': 1800}",
    'NCCL timeout: 1800 s, collective operation timeout is the default',
    'best_loss: inf',
    'Epoch 1: val_loss improved from inf to 0.14170, saving model to out/best.keras',
    'data/401 Unauthorized/letters.txt: 3 samples',
    'loading logs/OutOfMemoryError-traces.jsonl',
    'dataset ProxyError-corpus: 12 rows',
    'Fabric State: Texas',
    'size mismatch for some samples is tolerated',
    'ENOSPC handler installed',
    'TensorBoard could not bind to port 6006, it was already in use; trying 6007',
    'UserWarning: CUDA initialization: Found no NVIDIA driver on your system.',
    "{'loss': '2.244', 'grad_norm': 'inf', 'learning_rate': '0', 'epoch': '0.01'}",
  ])
    it(`is none in other words: ${line}`, () => assert.equal(dead(`${steps(1, 9)}${line}\n`), 'exit-signal'));
});

describe('what a run lived through', () => {
  const oom = 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n';

  it('is not what it ended of: work went on for long after it', () => {
    assert.equal(dead(`${oom}${steps(3, 20)}`), 'exit-signal');
    assert.equal(dead(`${oom}${steps(3, 6)}`), 'F-M05', 'other ranks may still get a step further');
    assert.equal(dead(`step 3 loss: nan\n${steps(4, 9)}`), 'exit-signal');
    assert.equal(dead(`step 3 loss: nan\n${'step 4 loss: nan\n'.repeat(20)}`), 'F-T01');
  });

  it('is what it ended of where it comes again', () =>
    assert.equal(dead(`${oom}${steps(3, 20)}${oom}`), 'F-M05'));

  it('is shown to whoever asks, and does not decide', async () => {
    const explaining = new Explaining();
    await explaining.read(
      `${oom}${steps(1, 6000)}Traceback (most recent call last):\n  File "t.py", line 3\nKeyError: 'lr'\n`,
    );
    assert.deepEqual(
      explaining.findings().map(({ signature, decides, livedThrough }) => [signature, decides, livedThrough]),
      [
        ['F-E10', true, false],
        ['F-E22', true, false],
        ['F-M05', false, true],
      ],
    );
  });

  it('is told by its last appearance where it killed at the second', async () => {
    const explaining = new Explaining();
    await explaining.read(`${oom}${steps(1, 6000)}${oom}`);
    const [found] = explaining.findings();
    assert.deepEqual([found?.signature, found?.at?.line, found?.livedThrough], ['F-M05', 6001, false]);
  });
});

describe('a text by itself', () => {
  const everything = Object.values(CORPUS)
    .flatMap(({ shows }) => shows)
    .join('\n');

  it('makes no relaunch: chance is believed only where the box shows it [P4-14]', () => {
    const byText = OF_A_DEAD_CELL.filter(
      (row) => row.probabilistic && (row.line ?? row.sees ?? row.withCard),
    );
    assert.deepEqual(
      byText.map(({ signature }) => signature),
      [],
    );
  });

  it('ends no cell that runs, and makes none of a finished one dead [P4-03]', () => {
    const baseline = { bootId: 'b', oomKills: 0 };
    const running = cellOf({ state: 'running', logTail: everything.slice(-4096), quietSeconds: 1 });
    assert.equal(
      judgeCell(running, probeOf({}, running), baseline, { stallSeconds: 600 }).verdict,
      'running',
    );
    const ended = cellOf({ state: 'exited', exitCode: 0, logTail: everything.slice(-4096), endedAt: 1 });
    assert.equal(judgeCell(ended, probeOf({}, ended), baseline, { stallSeconds: 600 }).verdict, 'finished');
  });
});
