// What failing programs wrote on a real card (test/box/fixtures/h100/README.md), told by the catalogue.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { diagnose } from '../../src/watch/diagnose.ts';

const folder = join(import.meta.dirname, '..', 'box', 'fixtures', 'h100', 'failures');

const TOLD: Readonly<Record<string, [signature: string, failureClass: string]>> = {
  'assert-embedding': ['F-E12', 'DATA_BUG'],
  'assert-target': ['F-E12', 'DATA_BUG'],
  fork: ['F-E26', 'CODE_BUG'],
  illegal: ['F-E24', 'CODE_BUG'],
  'jax-beside': ['F-M05', 'VRAM_OOM'],
  'jax-oom': ['F-M05', 'VRAM_OOM'],
  'mpi-of-lightning': ['F-E28', 'ENV_BUG'],
  nan: ['F-T01', 'NAN'],
  'nccl-duplicate': ['F-N11', 'CODE_BUG'],
  'nccl-no-interface': ['F-N15', 'ENV_BUG'],
  'no-gpu': ['F-K07', 'GPU_ABSENT'],
  'no-kernel': ['F-E04', 'ENV_BUG'],
  oom: ['F-M05', 'VRAM_OOM'],
  'oom-beside': ['F-M07', 'VRAM_OOM'],
  'oom-context': ['F-M07', 'VRAM_OOM'],
  'oom-step': ['F-M05', 'VRAM_OOM'],
  ordinal: ['F-E25', 'CODE_BUG'],
  'port-used': ['F-N10', 'ENV_BUG'],
  rendezvous: ['F-N13', 'PREEMPTED'],
  'triton-smem': ['F-E27', 'CODE_BUG'],
};

describe('a program that failed on an H100', () => {
  it('has a row for each text', () => {
    const texts = readdirSync(folder).map((name) => name.replace(/\.txt$/, ''));
    assert.deepEqual(texts.sort(), Object.keys(TOLD).sort());
  });

  for (const [name, [signature, failureClass]] of Object.entries(TOLD))
    it(`is told as ${signature}: ${name}`, () => {
      const found = diagnose({
        exitCode: 1,
        logTail: readFileSync(join(folder, `${name}.txt`), 'utf8'),
        oomKillsSinceStart: 0,
        rebooted: false,
        diskFreeBytes: 1e12,
        diskFreeInodes: 1e6,
        vanished: false,
      });
      assert.deepEqual([found.signature, found.failureClass], [signature, failureClass]);
    });
});
