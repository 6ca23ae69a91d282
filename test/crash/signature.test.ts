import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CrashScan } from '../../src/crash/signature.ts';

const crashIn = (log: string) => {
  const scan = new CrashScan();
  for (const line of log.split('\n')) scan.push(line);
  return scan.crash;
};

describe('signs of a crash in a log', () => {
  for (const { log, line } of [
    {
      log: 'Traceback (most recent call last):\n  File "a.py", line 1\n    x\nKeyError: \'lr\'',
      line: "KeyError: 'lr'",
    },
    {
      log: '[rank1]: Traceback (most recent call last):\n[rank1]:   File "a"\n[rank1]: ValueError: no',
      line: 'ValueError: no',
    },
    {
      log: 'Traceback (most recent call last):\n  File "a"\nOSError: x\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "b"\nRuntimeError: y',
      line: 'RuntimeError: y',
    },
    {
      log: '[rank0]: Traceback (most recent call last):\n[rank0]:   File "a"\n[rank0]: OSError: gone\nTraceback (most recent call last):\n  File "torchrun"\ntorch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n====',
      line: 'OSError: gone',
    },
    {
      log: 'Traceback (most recent call last):\n  File "launch"\nsubprocess.CalledProcessError: Command died with <Signals.SIGKILL: 9>.',
      line: 'subprocess.CalledProcessError: Command died with <Signals.SIGKILL: 9>.',
    },
    {
      log: 'TypeError: x is not a function\n    at main (file.mjs:1:2)',
      line: 'TypeError: x is not a function',
    },
    {
      log: "terminate called after throwing an instance of 'c10::Error'",
      line: "terminate called after throwing an instance of 'c10::Error'",
    },
    { log: 'Fatal Python error: Segmentation fault', line: 'Fatal Python error: Segmentation fault' },
    {
      log: 'terminate called without an active exception\nFatal Python error: Aborted\n\nThread 0x00007f05c0621b80 (most recent call first):\n  <no Python frame>',
      line: 'terminate called without an active exception',
    },
    {
      log: 'Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 1\ngoes on\nFatal Python error: Aborted',
      line: 'Fatal Python error: Aborted',
    },
    { log: 'Segmentation fault (core dumped)', line: 'Segmentation fault (core dumped)' },
    { log: "thread 'main' panicked at src/main.rs:3:5:", line: "thread 'main' panicked at src/main.rs:3:5:" },
    { log: 'Traceback (most recent call last):', line: 'Traceback (most recent call last):' },
  ]) {
    it(`sees ${JSON.stringify(line)} [D-10]`, () => assert.equal(crashIn(log)?.line, line));
  }

  for (const log of [
    'relative Error 0.02',
    'Error: 0.02',
    'step 3 Error: 0.1 at epoch 2',
    'saw no Traceback (most recent call last): today',
    'ValueErrors so far: 0\nstep 2',
    'FutureWarning: Error at 3\n  warnings.warn(',
    'Aborted runs: 0',
  ]) {
    it(`takes ${JSON.stringify(log)} for no crash [D-10] [X9]`, () => assert.equal(crashIn(log), undefined));
  }
});
