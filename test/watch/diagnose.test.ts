import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { diagnose } from '../../src/watch/diagnose.ts';
import { SIGNATURES as ALL, OF_A_DEAD_CELL as SIGNATURES } from '../../src/watch/failures/catalogue.ts';
import { evidenceOf } from '../../src/watch/failures/evidence.ts';
import type { Remains } from '../../src/watch/failures/failure.ts';
import { growth, LINEAR } from '../growth.ts';
import { partInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { TEXTS } from './corpus/all.ts';
import { CORPUS } from './failure-corpus.ts';

const left = (over: Partial<Remains> = {}): Remains => ({
  exitCode: 1,
  logTail: '',
  oomKillsSinceStart: 0,
  rebooted: false,
  diskFreeBytes: 1e12,
  diskFreeInodes: 1e6,
  vanished: false,
  ...over,
});

const traceback = (last: string) =>
  `epoch 3 loss 0.5\nTraceback (most recent call last):\n  File "train.py", line 7, in <module>\n    main()\n${last}\n`;

interface Case {
  signature: string;
  failureClass: string;
  remains: Partial<Remains>;
}

const says = (signature: string, failureClass: string, ...logs: string[]): Case[] =>
  logs.map((logTail) => ({ signature, failureClass, remains: { logTail } }));

const OOM =
  'CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 79.15 GiB of which';

const KNOWN: Case[] = [
  ...says(
    'F-E21',
    'AUTH',
    traceback('huggingface_hub.errors.GatedRepoError: 401 Client Error. (Request ID: Root=1)'),
    traceback(
      'requests.exceptions.HTTPError: 401 Client Error: Unauthorized for url: https://hub.example/api',
    ),
  ),
  ...says(
    'F-K02',
    'DEAD_GPU',
    traceback('RuntimeError: CUDA error: uncorrectable ECC error encountered'),
    'Unable to determine the device handle for GPU0000:3B:00.0: GPU is lost.  Reboot the system',
    'GPU 0000:af:00.0 has fallen off the bus',
  ),
  { signature: 'F-K04', failureClass: 'HOST_OOM', remains: { exitCode: 137, oomKillsSinceStart: 1 } },
  { signature: 'F-K06', failureClass: 'REBOOT', remains: { rebooted: true, vanished: true, exitCode: -1 } },
  {
    signature: 'F-D06',
    failureClass: 'DISK_FULL',
    remains: {
      exitCode: 3,
      logTail: 'DISK_GATE_ABORT 1000 bytes and 5 inodes free, 200000000 and 1000 needed\n',
    },
  },
  ...['OSError: [Errno 28] No space left on device', 'RuntimeError: basic_ios::clear: iostream error'].map(
    (text) => ({
      signature: 'F-D03',
      failureClass: 'DISK_FULL',
      remains: { logTail: traceback(text), diskFreeInodes: 0, diskFreeBytes: 5e11 },
    }),
  ),
  ...says(
    'F-D02',
    'DISK_FULL',
    traceback('OSError: [Errno 28] No space left on device'),
    'Error: ENOSPC: no space, write',
  ),
  ...says(
    'F-D01',
    'DISK_FULL',
    traceback('RuntimeError: basic_ios::clear: iostream error'),
    traceback(
      'RuntimeError: [enforce fail at inline_container.cc:603] . unexpected pos 33554496 vs 33554390',
    ),
  ),
  ...says(
    'F-K07',
    'GPU_ABSENT',
    traceback('RuntimeError: No CUDA GPUs are available'),
    traceback('AssertionError: Torch not compiled with CUDA enabled'),
    traceback(
      'RuntimeError: Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU',
    ),
  ),
  ...['No devices were found', 'sh: 1: nvidia-smi: not found'].map((logTail) => ({
    signature: 'F-K07',
    failureClass: 'GPU_ABSENT',
    remains: { logTail, cardAsked: true },
  })),
  ...says(
    'F-E05',
    'ENV_BUG',
    traceback(
      'RuntimeError: The NVIDIA driver on your system is too old (found version 11040). Please update your GPU driver',
    ),
    traceback(
      'RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 804: forward compatibility was attempted on non supported HW',
    ),
  ),
  ...says(
    'F-E04',
    'ENV_BUG',
    traceback('RuntimeError: CUDA error: no kernel image is available for execution on the device'),
  ),
  ...says(
    'F-E07',
    'ENV_BUG',
    traceback(
      'RuntimeError: The detected CUDA version (12.4) mismatches the version that was used to compile PyTorch (11.8).',
    ),
  ),
  ...says(
    'F-M06',
    'VRAM_OOM',
    traceback(
      `torch.OutOfMemoryError: ${OOM} 1.00 GiB is free. 20.31 GiB is allocated by PyTorch, and 56.50 GiB is reserved by PyTorch but unallocated.`,
    ),
  ),
  ...says(
    'F-M07',
    'VRAM_OOM',
    traceback(
      `torch.OutOfMemoryError: ${OOM} 1.00 GiB is free. Process 4711 has 70.10 GiB memory in use. Including non-PyTorch memory, this process has 8.00 GiB memory in use.`,
    ),
  ),
  ...says(
    'F-M05',
    'VRAM_OOM',
    traceback(
      `torch.OutOfMemoryError: ${OOM} 1.00 GiB is free. 77.31 GiB is allocated by PyTorch, and 500.00 MiB is reserved by PyTorch but unallocated.`,
    ),
    traceback('torch.cuda.OutOfMemoryError: CUDA out of memory.'),
    traceback(
      'RuntimeError: CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 7.79 GiB total capacity)',
    ),
  ),
  {
    signature: 'F-M08',
    failureClass: 'VRAM_OOM',
    remains: { logTail: traceback('torch.OutOfMemoryError: x'), lastStep: 2 },
  },
  ...says(
    'F-M04',
    'SHM_FULL',
    traceback(
      'RuntimeError: DataLoader worker (pid 4711) is killed by signal: Bus error. It is possible that',
    ),
    traceback('RuntimeError: unable to write to file </torch_4711_123>'),
    traceback('RuntimeError: received 0 items of ancdata'),
    'epoch 1\nBus error (core dumped)\n',
  ),
  ...says(
    'F-M02',
    'HOST_OOM',
    traceback('RuntimeError: DataLoader worker (pid 4711) is killed by signal: Killed.'),
  ),
  ...says(
    'F-T01',
    'NAN',
    'step 5 loss: nan\nstopping\n',
    '{"step": 7, "loss": NaN}',
    'loss=-inf',
    'grad_norm: inf',
    'step 9 | loss | Infinity',
  ),
  ...says(
    'F-E12',
    'DATA_BUG',
    traceback('RuntimeError: CUDA error: device-side assert triggered'),
    traceback('IndexError: Target 10 is out of bounds.'),
  ),
  ...says(
    'F-E13',
    'DATA_BUG',
    traceback('RuntimeError: stack expects each tensor to be equal size, but got [3, 8, 8] at entry 0'),
  ),
  ...says(
    'F-E14',
    'DATA_BUG',
    traceback(
      'ValueError: Expected more than 1 value per channel when training, got input size torch.Size([1, 4])',
    ),
  ),
  ...says(
    'F-D07',
    'CKPT_BAD',
    traceback(
      'RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central directory',
    ),
  ),
  ...says(
    'F-D08',
    'CODE_BUG',
    traceback(
      'RuntimeError: Error(s) in loading state_dict for Net:\n\tMissing key(s) in state_dict: "a.weight".\n\tUnexpected key(s) in state_dict: "module.a.weight"',
    ),
    traceback('RuntimeError: Error(s):\n\tUnexpected key(s) in state_dict: "_orig_mod.a.weight"'),
  ),
  ...says(
    'F-D09',
    'CODE_BUG',
    traceback('RuntimeError: Error(s):\n\tsize mismatch for head.weight: copying a param'),
  ),
  ...says(
    'F-E01',
    'ENV_BUG',
    "run.sh: line 2: $'\\r': command not found\n",
    'run.sh: 3: train\r: not found\n',
    "run.sh: line 4: syntax error near unexpected token `$'do\\r''\n",
    '/usr/bin/env: python3\r: No such file or directory\n',
    'run.sh: 1: set: Illegal option -\r\n',
    'run.sh: line 1: set: -\r: invalid option\n',
  ),
  {
    signature: 'F-E02',
    failureClass: 'ENV_BUG',
    remains: { exitCode: 127, logTail: 'sh: 1: python: not found\n' },
  },
  {
    signature: 'F-E02',
    failureClass: 'ENV_BUG',
    remains: { exitCode: 126, logTail: 'sh: 1: ./run: Permission denied\n' },
  },
  ...says(
    'F-E09',
    'ENV_BUG',
    traceback("ModuleNotFoundError: No module named 'torch'"),
    traceback('ImportError: libcudnn.so.9: cannot open shared object file'),
    "[rank0]: Traceback (most recent call last):\n[rank0]: ModuleNotFoundError: No module named 'x'",
  ),
  ...says(
    'preflight',
    'ENV_BUG',
    'PREFLIGHT fail ND-02 node 1 (gpu-b) has torch 2.9.0, and node 0 (gpu-a) has 2.11.0; make them the same',
  ),
  ...says(
    'F-N10',
    'ENV_BUG',
    traceback(
      'torch.distributed.DistNetworkError: The server socket has failed to bind. Address already in use (errno: 98)',
    ),
    'Error: listen EADDRINUSE: address already in use :::29500',
  ),
  ...says(
    'F-N01',
    'HANG',
    traceback(
      'torch.distributed.DistStoreError: Timed out after 601 seconds waiting for clients. 1/2 clients joined.',
    ),
  ),
  ...says(
    'F-N05',
    'CODE_BUG',
    traceback('RuntimeError: Detected mismatch between collectives on ranks. Rank 0 is'),
  ),
  ...says(
    'F-N03',
    'HANG',
    '[rank1]:[E1121 ProcessGroupNCCL.cpp] [Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7)',
    '[Rank 0] Watchdog for collective 7 timed out after 600000ms',
  ),
  ...says('F-E22', 'CODE_BUG', traceback('RuntimeError: shapes do not match')),
  ...says(
    'F-E10',
    'CODE_BUG',
    traceback("KeyError: 'lr'"),
    "[rank3]: Traceback (most recent call last):\n[rank3]: AttributeError: 'NoneType' object has no attribute 'x'",
  ),
  { signature: 'vanished', failureClass: 'TRANSIENT', remains: { exitCode: -1, vanished: true } },
  ...says(
    'aborted-at-exit',
    'CODE_BUG',
    'terminate called without an active exception\nFatal Python error: Aborted',
  ),
  ...[129, 137, 143].map((exitCode) => ({
    signature: 'exit-signal',
    failureClass: 'PREEMPTED',
    remains: { exitCode },
  })),
];

const summary = (remains: Partial<Remains>) => {
  const { signature, failureClass } = diagnose(left(remains));
  return `${signature} ${failureClass}`;
};

describe('what is known to end a run', () => {
  for (const { signature, failureClass, remains } of KNOWN) {
    const shown = remains.logTail?.trim().split('\n').at(-1)?.slice(0, 70) ?? JSON.stringify(remains);
    it(`is ${failureClass} by ${signature}: ${shown} [P4-14]`, () =>
      assert.equal(summary(remains), `${signature} ${failureClass}`));
  }

  it('has an example here for every signature, so none can be dropped unseen', () => {
    const shown = new Set([...KNOWN.map((each) => each.signature), ...Object.keys(CORPUS)]);
    assert.deepEqual(
      SIGNATURES.map((each) => each.signature).filter((id) => !shown.has(id)),
      [],
    );
  });

  it('is inodes and not bytes when only they are full [eval 11] [U7]', () => {
    const torn = traceback('RuntimeError: basic_ios::clear: iostream error');
    assert.equal(
      diagnose(left({ logTail: torn, diskFreeInodes: 0, diskFreeBytes: 5e11 })).signature,
      'F-D03',
    );
    assert.match(
      diagnose(left({ logTail: torn, diskFreeInodes: 0 })).cause,
      /inodes .* although bytes are free/,
    );
    assert.equal(
      diagnose(left({ logTail: torn, diskFreeInodes: 3, diskFreeBytes: 3e8 })).signature,
      'F-D03',
      'the file that did not fit was unlinked before we looked',
    );
    assert.equal(diagnose(left({ logTail: torn, diskFreeInodes: 3, diskFreeBytes: 1e6 })).signature, 'F-D01');
    assert.equal(
      diagnose(left({ logTail: torn, diskFreeInodes: null })).signature,
      'F-D01',
      'unreadable is not full',
    );
  });

  it('is non-finite with what to look at, and never tried again [eval 6]', () => {
    const nan = diagnose(left({ logTail: 'step 900 loss: nan' }));
    assert.equal(nan.probabilistic, false);
    assert.match(nan.fix, /data.*learning rate or precision/);
  });
});

describe('each class', () => {
  it('has one remedy per signature, a cause, and a relaunch only where chance ended it [P4-14] [XC-06]', () => {
    for (const { signature, cause, fix } of SIGNATURES) {
      assert.ok(cause.length > 10 && fix.length > 10, signature);
      assert.doesNotMatch(fix, /\.$/, 'the sentence around it ends it');
    }
    const byChance = new Set(
      SIGNATURES.filter((each) => each.probabilistic).map((each) => each.failureClass),
    );
    assert.deepEqual([...byChance].sort(), ['PREEMPTED', 'REBOOT', 'TRANSIENT']);
  });

  it('stands once in the table', () => {
    const ids = SIGNATURES.map((each) => each.signature);
    assert.equal(new Set(ids).size, ids.length);
  });
});

describe('what is no sign of a crash', () => {
  const harmless = [
    'relative Error 0.02',
    'Error: 0.02\nval_error=0.3',
    'mean absolute Error per class: 0.1 0.2',
    'loss: 0.5 information gain',
    'loss: 1.0 (nan values skipped: 0)',
    'infinite loader, loss decreasing',
    'see Traceback (most recent call last): in the old log',
    'Killed 3 stale workers',
    'the disk has space left on device /data',
    'waiting for 401 samples',
    'set size mismatch tolerance 0.1',
    'no traceback',
    'Training completed',
  ];
  for (const line of harmless) {
    it(`is ${JSON.stringify(line)}: the exit code alone speaks [X9] [D-10] [P4-04]`, () => {
      assert.equal(summary({ logTail: `${line}\n` }), 'exit CODE_BUG');
      assert.equal(summary({ logTail: `${line}\n`, exitCode: 137 }), 'exit-signal PREEMPTED');
    });
  }

  it('is a bare "Killed": no proof of memory, only of a signal [U9]', () =>
    assert.equal(summary({ logTail: 'epoch 4\nKilled\n', exitCode: 137 }), 'exit-signal PREEMPTED'));

  it('is a disk gate line of the payload without our exit code', () =>
    assert.equal(summary({ logTail: 'DISK_GATE_ABORT\n', exitCode: 1 }), 'exit CODE_BUG'));

  for (const exitCode of [1, 2, 3, 64, 130, 134, 139]) {
    it(`leaves exit ${exitCode} to the code, not to chance`, () => {
      assert.equal(summary({ exitCode }), 'exit CODE_BUG');
      assert.equal(diagnose(left({ exitCode })).probabilistic, false);
    });
  }
});

describe('of several signs', () => {
  const oom = 'torch.cuda.OutOfMemoryError: CUDA out of memory.';
  const order: [string, Partial<Remains>, string][] = [
    ['a dead card before the kernel', { logTail: 'GPU is lost', oomKillsSinceStart: 1 }, 'F-K02'],
    ["the kernel's proof before a reboot", { oomKillsSinceStart: 1, rebooted: true }, 'F-K04'],
    ["the kernel's proof before the disk", { oomKillsSinceStart: 1, logTail: 'ENOSPC' }, 'F-K04'],
    ['a reboot before what was printed', { rebooted: true, logTail: traceback('KeyError: 1') }, 'F-K06'],
    [
      'the disk before the traceback it caused',
      { logTail: traceback('OSError: No space left on device') },
      'F-D02',
    ],
    [
      'a missing GPU before its traceback',
      { logTail: traceback('RuntimeError: No CUDA GPUs are available') },
      'F-K07',
    ],
    [
      'memory of the card before a loss that was not finite',
      { logTail: `loss: nan\n${traceback(oom)}` },
      'F-M05',
    ],
    [
      'a loss that is not finite before the hang of the others',
      { logTail: 'loss: nan\nWatchdog caught collective operation timeout' },
      'F-T01',
    ],
    [
      "a rank's own error before the hang of the others",
      { logTail: 'OSError: [Errno 98] Address already in use\nWatchdog caught collective operation timeout' },
      'F-N10',
    ],
    [
      'a hang before the traceback it ends in',
      { logTail: traceback('RuntimeError: collective operation timeout') },
      'F-N03',
    ],
    ['a traceback before the signal', { logTail: traceback('OSError: x'), exitCode: 137 }, 'F-E22'],
    ['a traceback before the vanishing', { logTail: traceback('OSError: x'), vanished: true }, 'F-E22'],
    ['the vanishing before a signal', { vanished: true, exitCode: 137 }, 'vanished'],
  ];
  for (const [what, remains, signature] of order) {
    it(`takes ${what} [P4-14]`, () => assert.equal(diagnose(left(remains)).signature, signature));
  }

  it('takes one, whatever a box says, in bounded time', { timeout: 20_000 }, () => {
    const tail = fc.oneof(
      fc.string({ maxLength: 4096 }),
      fc.constantFrom(...KNOWN.map((each) => each.remains.logTail ?? '')),
    );
    fc.assert(
      fc.property(tail, fc.integer({ min: -1, max: 255 }), fc.boolean(), (logTail, exitCode, vanished) => {
        const diagnosis = diagnose(left({ logTail, exitCode, vanished }));
        assert.ok(diagnosis.failureClass !== '' && diagnosis.cause !== '' && diagnosis.fix !== '');
      }),
    );
    for (const piece of [
      'DataLoader worker ',
      'Watchdog collective ',
      '[rank0]: ',
      'Missing key(s) in state_dict',
      'loss ',
      '1 GiB is reserved',
    ])
      diagnose(left({ logTail: piece.repeat(4096 / piece.length) }));
  });
});

describe('what real programs leave behind', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gpu-lease-diagnose-'));
  after(() => rmSync(dir, { recursive: true, force: true }));

  /** Ends as a cell would: exit code as `sh` gives it, both streams in one log. */
  const outcome = (program: string, args: string[]): Partial<Remains> => {
    const { status, signal, stdout, stderr } = spawnSync('sh', ['-c', '"$@" 2>&1', 'sh', program, ...args], {
      cwd: dir,
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(signal, null);
    return { exitCode: status ?? -1, logTail: (stdout + stderr).slice(-4096) };
  };
  const script = (name: string, text: string): string => {
    writeFileSync(join(dir, name), text);
    chmodSync(join(dir, name), 0o755);
    return `./${name}`;
  };
  const python = '/usr/bin/python3';
  const sh = (text: string) => outcome('sh', ['-c', text]);

  const real: {
    what: string;
    needs?: Parameters<typeof missing>;
    make: () => Partial<Remains>;
    is: string;
  }[] = [
    {
      what: 'a command that is not there',
      make: () => sh('no-such-trainer --epochs 3'),
      is: 'F-E02 ENV_BUG',
    },
    { what: 'a script that may not run', make: () => sh('touch plain; ./plain'), is: 'F-E02 ENV_BUG' },
    { what: 'a kill from outside', make: () => sh('sh -c "kill -9 \\$\\$"'), is: 'exit-signal PREEMPTED' },
    { what: 'an end by TERM', make: () => sh('sh -c "kill -TERM \\$\\$"'), is: 'exit-signal PREEMPTED' },
    { what: 'a full device, by cp', make: () => sh('cp /etc/hostname /dev/full'), is: 'F-D02 DISK_FULL' },
    {
      what: 'a full device, by Node',
      make: () => outcome(process.execPath, ['-e', 'require("fs").writeFileSync("/dev/full", "x")']),
      is: 'F-D02 DISK_FULL',
    },
    ...(['dash', 'bash', 'busybox'] as const).map((shell) => ({
      what: `Windows line ends, by ${shell}`,
      needs: [shell] as Parameters<typeof missing>,
      make: () => {
        const path = script(`crlf-${shell}.sh`, 'echo begin\r\ntrain-it\r\n');
        return shell === 'busybox' ? outcome('busybox', ['sh', path]) : outcome(shell, [path]);
      },
      is: 'F-E01 ENV_BUG',
    })),
    {
      what: 'Windows line ends after an interpreter line',
      make: () => sh(script('shebang.sh', '#!/usr/bin/env sh\r\necho\r\n')),
      is: 'F-E01 ENV_BUG',
    },
    {
      what: 'a missing module, by Python',
      make: () => outcome(python, ['-c', 'import no_such_module_here']),
      is: 'F-E09 ENV_BUG',
    },
    {
      what: 'an uncaught exception, by Python',
      make: () => outcome(python, ['-c', '{}["lr"]']),
      is: 'F-E10 CODE_BUG',
    },
    {
      what: 'a full device, by Python',
      make: () => outcome(python, ['-c', 'open("/dev/full","w").write("x"*99999)']),
      is: 'F-D02 DISK_FULL',
    },
    {
      what: 'a damaged checkpoint, by torch',
      needs: ['torch'],
      make: () =>
        outcome(python, [
          '-c',
          'import torch;torch.save({"a":torch.ones(99999)},"c.pt");d=open("c.pt","rb").read();open("c.pt","wb").write(d[:len(d)//2+9000]);torch.load("c.pt")',
        ]),
      is: 'F-D07 CKPT_BAD',
    },
    {
      what: 'a checkpoint of another model, by torch',
      needs: ['torch'],
      make: () =>
        outcome(python, [
          '-c',
          'import torch.nn as n;n.Linear(2,3).load_state_dict(n.Linear(2,4).state_dict())',
        ]),
      is: 'F-D09 CODE_BUG',
    },
    {
      what: 'a checkpoint of a wrapped model, by torch',
      needs: ['torch'],
      make: () =>
        outcome(python, [
          '-c',
          'import torch.nn as n;n.Linear(2,3).load_state_dict({"module."+k:v for k,v in n.Linear(2,3).state_dict().items()})',
        ]),
      is: 'F-D08 CODE_BUG',
    },
    {
      what: 'a GPU that is not there, by torch',
      needs: ['torch'],
      make: () => outcome(python, ['-c', 'import torch;torch.ones(1).cuda()']),
      is: 'F-K07 GPU_ABSENT',
    },
    {
      what: 'a label out of range, by torch',
      needs: ['torch'],
      make: () =>
        outcome(python, [
          '-c',
          'import torch;torch.nn.functional.cross_entropy(torch.ones(1,3),torch.tensor([7]))',
        ]),
      is: 'F-E12 DATA_BUG',
    },
    {
      what: 'samples of unequal size, by torch',
      needs: ['torch'],
      make: () =>
        outcome(python, [
          '-c',
          'import torch;torch.utils.data.default_collate([torch.ones(2),torch.ones(3)])',
        ]),
      is: 'F-E13 DATA_BUG',
    },
  ];
  const byTorch = real.filter(({ needs }) => needs?.includes('torch'));
  const others = real.filter((each) => !byTorch.includes(each));
  // Each imports torch anew, which takes longer than all the others.
  for (const { what, needs = [], make, is } of [
    ...others,
    ...partInTurn('real remains', byTorch, 3, (each) => each.what),
  ]) {
    it(`is recognised: ${what} [XC-11]`, { skip: missing(...needs) }, () => {
      const remains = make();
      assert.equal(summary(remains), is, JSON.stringify(remains));
    });
  }
});

describe('what a signature is known by', () => {
  for (const { signature, failureClass, shows } of SIGNATURES) {
    if (!('line' in shows)) continue;
    it(`${signature}: its line alone is diagnosed as it`, () => {
      const { signature: found, failureClass: as } = diagnose(left({ logTail: `epoch 3\n${shows.line}\n` }));
      assert.deepEqual([found, as], [signature, failureClass]);
    });
  }
});

/** Everything that a signature looks for, said over and over: its words, and how they follow each other. */
function hostileTexts(line: string): string[] {
  const words = line.split(/\s+/).filter((word) => word.length > 2);
  const pairs = words.flatMap((word, at) => words.slice(at + 1, at + 9).map((next) => `${word} ${next} `));
  return [
    ...words,
    ...words.map((word) => `${word} `),
    ...pairs,
    `${line.slice(0, -5)} `,
    line.replace(/\S+$/, ''),
  ].filter((text) => text !== '');
}

describe('a log that is made to hold a look up', () => {
  const lines = ALL.flatMap((row) =>
    'line' in row.shows && row.line ? [{ signature: row.signature, line: row.shows.line, row }] : [],
  );
  for (const { signature, line, row } of lines)
    it(`[security 8] takes ${signature} no more time than its length`, async () => {
      for (const fragment of hostileTexts(line)) {
        const ratio = await growth(2048, (characters) =>
          evidenceOf(row, left({ logTail: fragment.repeat(Math.ceil(characters / fragment.length)) })),
        );
        assert.ok(
          ratio < LINEAR,
          `${JSON.stringify(fragment)}: four times as much took ${ratio.toFixed(1)} times as long`,
        );
      }
    });

  for (const row of ALL.filter(({ sees }) => sees))
    it(`[security 8] takes ${row.signature} over many lines no more time than its length`, async () => {
      const logs = (TEXTS[row.signature]?.shows ?? []).map((text) =>
        typeof text === 'string' ? text : text.log,
      );
      const lines = logs.flatMap((log) => log.split('\n').filter((line) => line.trim() !== ''));
      for (const fragment of [
        ...logs,
        ...lines.map((line) => `${line}\n`),
        ...lines.map((line) => `${line} `),
      ]) {
        const ratio = await growth(2048, (characters) =>
          evidenceOf(row, left({ logTail: fragment.repeat(Math.ceil(characters / fragment.length)) })),
        );
        assert.ok(
          ratio < LINEAR,
          `${JSON.stringify(fragment)}: four times as much took ${ratio.toFixed(1)} times as long`,
        );
      }
    });

  it('[security 8] is read within milliseconds, whatever it says', () => {
    const logTail = 'Watchdog collective '.repeat(205).slice(0, 4096);
    diagnose(left({ logTail }));
    const began = performance.now();
    for (let cell = 0; cell < 40; cell += 1) diagnose(left({ logTail }));
    // 40 cells took 6595 ms.
    assert.ok(performance.now() - began < 1500);
  });
});
