import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Explaining, type Finding } from '../../src/watch/explain.ts';

async function explained(text: string): Promise<Finding[]> {
  const explaining = new Explaining();
  await explaining.read(text);
  return explaining.findings();
}

const deciding = async (text: string): Promise<string[]> =>
  (await explained(text)).filter(({ decides }) => decides).map(({ signature }) => signature);

const bars = (from: number, to: number): string =>
  Array.from(
    { length: to - from },
    (_, i) => `\r ${from + i}%|█   | ${from + i}/100 [00:01<00:09,  9.80it/s, loss=0.51]`,
  ).join('');

const OOM = (rank: number): string =>
  [
    'Traceback (most recent call last):',
    '  File "/workspace/train.py", line 188, in main',
    'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
  ]
    .map((line) => `[rank${rank}]: ${line}\n`)
    .join('');

const WATCHDOG = (rank: number): string =>
  `[rank${rank}]:[E1121 10:31:02.118 ProcessGroupNCCL.cpp:616] [Rank ${rank}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=4117) ran for 600003 milliseconds before timing out.\n` +
  `[rank${rank}]: terminate called after throwing an instance of 'c10::DistBackendError'\n`;

const LAUNCHER = `E1121 10:31:05.000000 140 torch/distributed/elastic/multiprocessing/api.py:874] failed (exitcode: -6) local_rank: 0 (pid: 812)
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
train.py FAILED
`;

describe('of failures that follow one another', () => {
  it('is the first one the cause: one rank ran out of memory, and the others only waited', async () => {
    const log = `${bars(1, 40)}\n${OOM(1)}[rank0]: step 41 loss 0.5\n${WATCHDOG(0)}${WATCHDOG(2)}${LAUNCHER}`;
    const [first, ...others] = await deciding(log);
    assert.equal(first, 'F-M05');
    assert.ok(others.includes('F-N03'));
  });

  it('is what a rank died of at its exit, and not the traceback in which its launcher says so', async () => {
    const exit = 'terminate called without an active exception\nFatal Python error: Aborted\n\n';
    const launcher = `Traceback (most recent call last):\n  File "run.py", line 1142, in <module>\n    main()\n${LAUNCHER.split('\n').slice(1).join('\n')}`;
    assert.equal((await deciding(`step 20 loss 0.5\n${exit}${launcher}`))[0], 'aborted-at-exit');
    assert.equal((await deciding(`${OOM(1)}${exit}${launcher}`))[0], 'F-M05');
    const own = 'Traceback (most recent call last):\n  File "train.py", line 3\nKeyError: \'lr\'\n';
    assert.notEqual((await deciding(`${own}${exit}${launcher}`))[0], 'aborted-at-exit');
  });

  it('is it also where the lines of the ranks run into each other', async () => {
    const one = OOM(1).split('\n');
    const other = WATCHDOG(0).split('\n');
    const mixed = one.flatMap((line, i) => [line, other[i] ?? `[rank2]: step 41 loss 0.${i}`]).join('\n');
    assert.equal((await deciding(mixed))[0], 'F-M05');
  });

  it('is the error that was said first, of those of the program itself', async () => {
    const first =
      '[rank2]: RuntimeError: stack expects each tensor to be equal size, but got [3] at entry 0 and [4] at entry 1\n';
    const second =
      '[rank0]: torch.distributed.DistNetworkError: The server socket has failed to bind. Address already in use (errno: 98)\n';
    assert.deepEqual((await deciding(first + second)).slice(0, 2), ['F-E13', 'F-N10']);
    assert.deepEqual((await deciding(second + first)).slice(0, 2), ['F-N10', 'F-E13']);
  });

  it('is that of the last attempt, where a log holds several', async () => {
    const log = `attempt 1\n${bars(1, 30)}\n${OOM(0)}attempt 2\n${bars(30, 60)}\nOSError: [Errno 28] No space left on device: 'out/last.pt'\n`;
    const found = await explained(log);
    assert.deepEqual(
      found.map(({ signature, decides, livedThrough }) => [signature, decides, livedThrough]),
      [
        ['F-D02', true, false],
        ['F-M05', false, true],
        ['F-E22', false, true],
      ],
    );
  });

  it('is none where all of it was lived through', async () =>
    assert.deepEqual(await deciding(`${OOM(0)}${bars(1, 30)}\n`), []));
});

describe('a log as strangers have it', () => {
  it('is read with colours, bars without line ends, and bytes that are no text', async () => {
    const log = `${bars(1, 99)}\u001b[2K\u001b[1G\u001b[31mtorch.OutOfMemoryError\u001b[0m: CUDA out of memory. Tried to allocate 2.00 GiB.\ufffd\ufffd\u0000\n`;
    const [found] = await explained(log);
    assert.equal(found?.signature, 'F-M05');
    assert.ok(found?.at && found.at.text.length < 320);
    assert.doesNotMatch(found.at.text, /[\u0000-\u001f]/);
  });

  for (const prefix of [
    '2026-11-25T10:00:00.123456789Z stderr F ',
    '2026-11-25 10:00:00,123 ERROR ',
    'trainer-0  | ',
    '3: ',
    '[default3]:[rank3]: ',
    '(train_fn pid=4711, ip=10.0.0.4) ',
    '[1,3]<stderr>:',
  ])
    it(`is read as collectors and launchers write it: ${prefix}`, async () => {
      const log = `${prefix}Traceback (most recent call last):\n${prefix}  File "t.py", line 3\n${prefix}torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n`;
      assert.deepEqual(await deciding(log), ['F-M05', 'F-E22']);
    });

  it('is read where a traceback stands behind a bar, which has no line end', async () => {
    const log = `${bars(1, 99)}Traceback (most recent call last):\n  File "t.py", line 3\nRuntimeError: shapes differ\n`;
    assert.deepEqual(await deciding(log), ['F-E22']);
  });

  it('without a single line end does not grow in memory, and is read to its end', async () => {
    const [found] = await explained(
      `${bars(1, 99).repeat(300)}\rOSError: [Errno 28] No space left on device\n`,
    );
    assert.equal(found?.signature, 'F-D02');
  });

  it('costs no more time for its lines, however they are cut', { timeout: 60_000 }, async () => {
    const text = `${bars(1, 40)}\n${OOM(1)}`;
    const explaining = new Explaining();
    for (const letter of text) await explaining.read(letter);
    assert.equal(explaining.findings()[0]?.signature, 'F-M05');
  });
});
