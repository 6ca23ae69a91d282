import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codesOf, notesOf, sha256Of, verify } from './memory-source.ts';
import { verifyFiles } from './memory-tree.ts';

const NOTHING = new Uint8Array(0);
const RUN = 'mlruns/0/61e1e13103d9444b90ffe64860ad03e5';

const MAY_BE: readonly string[] = [
  'outputs/2026-11-28/12-00-00/train.log',
  'logs/attempt_0/0/stderr.log',
  'slurm-1234.err',
  'slurm-1234.out',
  'sacred/1/cout.txt',
  'mylib/__init__.py',
  'data/.gitkeep',
  'table.parquet/_SUCCESS',
  'results/.validate_storage_marker',
  'hub/models--org--name/.no_exist/0123abcd/adapter_config.json',
  'model/.cache/huggingface/download/config.json.lock',
  `${RUN}/params/resume`,
  `${RUN}/tags/mlflow.note.content`,
  'mlruns/0/models/m-06c0aec285b54fbd8e691770da6b10e2/params/resume',
];

const MAY_NOT: readonly string[] = [
  'model.safetensors',
  'config.json',
  'metrics.csv',
  'requirements.txt',
  'vocab.txt',
  'train.py',
  'dvc.lock',
  `${RUN}/metrics/loss`,
  `${RUN}/meta.yaml`,
  `${RUN}/artifacts/params/resume/model.pt`,
];

const look = (label: string, over = {}) =>
  verify(NOTHING, { label, role: 'log', roleFrom: 'guessed', ...over });

describe('a file that holds nothing', () => {
  for (const label of MAY_BE)
    it(`is nothing that was lost where its name says so: ${label}`, async () => {
      for (const role of ['log', 'opaque', 'checkpoint'] as const) {
        const verdict = await look(label, { role });
        assert.equal(verdict.verdict, 'pass-degraded', JSON.stringify(verdict.reasons));
        assert.deepEqual(codesOf(verdict), ['no-checksum']);
        assert.deepEqual(notesOf(verdict), ['empty']);
      }
    });

  for (const label of MAY_NOT)
    it(`fails under every other name: ${label}`, async () => {
      assert.deepEqual(codesOf(await look(label)), ['empty']);
    });

  it('fails where somebody said what it is for, and where it belongs to a set', async () => {
    for (const roleFrom of ['declared', 'set'] as const)
      assert.deepEqual(codesOf(await look('train.log', { roleFrom })), ['empty']);
  });

  it('is held against its digest', async () => {
    assert.equal((await look('train.log', { sha256: sha256Of(NOTHING) })).verdict, 'pass');
    const other = await look('train.log', { sha256: sha256Of(Uint8Array.of(1)) });
    assert.equal(other.verdict, 'fail');
  });

  it('fails no folder that holds it', async () => {
    const files = new Map([
      ['run/train.log', NOTHING],
      ['run/.gitkeep', NOTHING],
    ]);
    const verdicts = await verifyFiles(files, { roleFrom: 'guessed' });
    assert.deepEqual(
      verdicts.files.map(({ verdict }) => verdict),
      ['pass-degraded', 'pass-degraded'],
    );
  });
});
