// What a real card said, and runs that trained on it (fixtures/h100/README.md), read by what reads it on every box.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { judgeAudit } from '../../src/box/audit.ts';
import { readAudit } from '../../src/box/audit-reading.ts';
import { fold } from '../../src/lease/fold.ts';

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'fixtures', 'h100', name), 'utf8');
const audited = (name: string) => {
  const reading = readAudit(fixture(name)) ?? assert.fail('not whole');
  const gpu = { names: ['H100'], count: 1, memoryGb: { min: 80 } };
  const framework = { module: 'torch', required: true } as const;
  return judgeAudit(reading, { gpu, framework, python: 'python3' });
};
const found = (name: string) => audited(name).findings.map(({ level, id, what }) => `${level} ${id} ${what}`);

const XIDS = [
  'warn F-K01 Xid 43 (2 times): fault of the program: ',
  'warn F-K01 Xid 31: fault of the program: ',
];

describe('an H100', () => {
  it('is fit when it is idle [P1-04] [D-12]', () => {
    const { fit, findings, measured } = audited('audit-idle.txt');
    assert.deepEqual({ fit, findings }, { fit: true, findings: [] });
    assert.deepEqual(
      [measured.gpuCount, measured.gpuName, measured.gpuMemoryMib],
      [1, 'NVIDIA H100 80GB HBM3', 81559],
    );
  });

  it('is fit after programs that broke on it, and their Xids are told as theirs [D-01]', () => {
    assert.ok(audited('audit-after-illegal.txt').fit);
    const said = found('audit-after-illegal.txt');
    assert.equal(said.length, XIDS.length);
    for (const [index, each] of XIDS.entries()) assert.ok(said[index]?.startsWith(each), said[index]);
  });

  for (const name of ['audit-held.txt', 'audit-held-unseen.txt'])
    it(`is told to be held where somebody holds it, listed or not: ${name} [U11]`, () => {
      const [first] = found(name);
      assert.equal(first, 'warn U11 GPU 0: 61967 MiB in use before anything was started');
    });

  it('is held there by a process that its own tool does not list [U11]', () => {
    const said = fixture('held-unseen-smi.txt');
    assert.match(said, /61967MiB \/ +81559MiB/);
    assert.match(said, /No running processes found/);
  });

  for (const [name, files, attempts] of [
    ['pytorch', 5, 2],
    ['torchrun', 2, 1],
    ['nanogpt', 1, 1],
    ['transformers', 28, 1],
    ['accelerate', 98, 1],
  ] as const)
    it(`trained ${name} to a sealed end`, () => {
      const { events } = JSON.parse(fixture(`run-${name}.json`));
      const run = fold(events[0].run, events);
      const cell = run.cells.get('main') ?? assert.fail();
      assert.deepEqual(
        [run.seal?.verified, run.leases[0]?.started?.attempt, cell.ended?.exitCode],
        [files, attempts, 0],
      );
    });
});
