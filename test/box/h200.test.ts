// What a real card said (fixtures/h200/README.md), read by what reads it on every box.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { judgeAudit } from '../../src/box/audit.ts';
import type { AuditExpectation } from '../../src/box/audit-finding.ts';
import { readAudit } from '../../src/box/audit-reading.ts';
import { verifyFile } from '../../src/verify/engine/verify-file.ts';
import { openFileSource } from '../../src/verify/read/file-source.ts';
import { areUnused, cardWords, readCards } from '../../src/watch/cards.ts';

const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', 'h200', name);
const audited = (name: string, gpu: AuditExpectation['gpu']) => {
  const reading = readAudit(readFileSync(fixture(name), 'utf8')) ?? assert.fail('not whole');
  const torch = { module: 'torch', required: true } as const;
  return judgeAudit(reading, gpu ? { gpu, framework: torch, python: '/opt/torch/.venv/bin/python3' } : {});
};
const found = (name: string, gpu: AuditExpectation['gpu']) =>
  audited(name, gpu).findings.map(({ level, id, what }) => `${level} ${id} ${what}`);

describe('an H200', () => {
  it('is fit when it is idle, and measured [P1-04] [D-12]', () => {
    const { fit, findings, measured } = audited('audit-idle.txt', {
      names: ['H200'],
      count: 1,
      memoryGb: { min: 140 },
    });
    assert.deepEqual({ fit, findings }, { fit: true, findings: [] });
    const { gpuCount, gpuName, gpuMemoryMib, gpuDriver } = measured;
    assert.deepEqual(
      { gpuCount, gpuName, gpuMemoryMib, gpuDriver },
      { gpuCount: 1, gpuName: 'NVIDIA H200', gpuMemoryMib: 143771, gpuDriver: '580.159.04' },
    );
  });

  it('is told to be in use by somebody else, and not to be held down by its host [U10]', () => {
    assert.deepEqual(found('audit-busy.txt', { names: ['H200'], count: 1 }), [
      'warn U10 GPU 0: at least 98 % busy before anything was started',
    ]);
  });

  for (const [what, gpu, words] of [
    ['another form', { names: ['H200 NVL'], count: 1 }, 'NVIDIA H200 (143771 MiB) here, H200 NVL asked'],
    ['another card', { names: ['A100'], count: 1 }, 'NVIDIA H200 (143771 MiB) here, A100 asked'],
    ['two of them', { names: ['H200'], count: 2 }, '1 GPUs visible, 2 asked'],
    [
      'more memory',
      { names: ['H200'], count: 1, memoryGb: { min: 160 } },
      'GPU 0 (NVIDIA H200) has 143771 MiB, at least 160 GB asked',
    ],
  ] as const)
    it(`is unfit where ${what} was asked for [VAST14]`, () => {
      const all = found('audit-idle.txt', { ...gpu, names: [...gpu.names] });
      assert.equal(all[0], `fail VAST14 ${words}`);
      // Torch counts the cards, too.
      assert.equal(all.length, gpu.count);
    });

  it('shows by its memory, and not by how busy it is, that a small model trains on it', () => {
    const beats = readFileSync(fixture('keeper-gpu.txt'), 'utf8').trim().split('\n');
    const cards = beats.map((line) => readCards(line.slice(line.indexOf(' ') + 1).replace(/;$/, '')));
    assert.deepEqual(
      cards.map((each) => [areUnused(each), cardWords(each)]),
      [[true, 'GPU 0 %'], ...Array(5).fill([false, 'GPU 0 %'])],
    );
  });

  it('passes the look before a job of several nodes, though its machine has a switch of cards and one card', () => {
    const dir = mkdtempSync(join(tmpdir(), 'preflight-'));
    cpSync(fixture('preflight.facts'), join(dir, '0.facts'));
    const script = join(import.meta.dirname, '..', '..', 'src', 'box', 'preflight.sh');
    const said = execFileSync('sh', [script, 'judge', dir], {
      env: { ...process.env, GPU_LEASE_NODES: '1' },
      encoding: 'utf8',
    });
    rmSync(dir, { recursive: true });
    assert.equal(
      said,
      'PREFLIGHT ok - 1 node, all-reduce by nccl, torch 2.11.0+cu130, checkpoints/last.pt is read alike by all\n',
    );
  });

  for (const [name, level, verdict] of [
    ['pytorch-last.pt', 'L3', 'pass'],
    ['files/amp.pt', 'L3', 'pass'],
    ['files/bf16.pt', 'L3', 'pass'],
    ['files/fp8.pt', 'L3', 'pass'],
    ['files/odd.pt', 'L3', 'pass'],
    // Of a file without checksums nobody can say more.
    ['files/bf16.safetensors', 'L3', 'pass-degraded'],
    ['files/fp8.safetensors', 'L3', 'pass-degraded'],
  ] as const)
    it(`leaves ${name}, which is read without the card`, async () => {
      const source = await openFileSource(fixture(name));
      const found = await verifyFile(source, {
        role: 'checkpoint',
        contains: [],
        allowDegraded: true,
      });
      await source.close();
      assert.deepEqual([found.level, found.verdict], [level, verdict]);
    });
});
