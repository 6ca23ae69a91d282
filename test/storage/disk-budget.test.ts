import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyRun } from '../../src/lease/fold.ts';
import type { Run } from '../../src/lease/run.ts';
import { askedTooLittle, cellGate, diskBudget, needAt, needGb } from '../../src/storage/disk-budget.ts';
import { loadJob } from '../job/job-text.ts';
import { profileOf } from '../profile/profiles.ts';

const footprint = { checkpoint: { bytes: 5e9, files: 4 }, output: { bytes: 6e9, files: 9 } };
const data: Run['data'] = new Map([
  [
    'set',
    { from: 'hf://a/b', to: 'set', files: 70, bytes: 30e9, unproven: 0, digest: '', fetched: undefined },
  ],
]);

const budgetOf = (lines: Record<string, string>, known: Partial<Run> = {}, platform = 'runpod') =>
  diskBudget({
    job: loadJob(lines),
    profile: profileOf(platform),
    candidate: { platform },
    known: { ...emptyRun('r'), ...known },
  });
const sizes = (lines: Record<string, string>, known: Partial<Run> = {}) =>
  Object.fromEntries(budgetOf(lines, known).rows.map(({ what, bytes }) => [what, bytes]));

describe('the disk budget [P0-05]', () => {
  it('is size times sets kept, one being written, data, setup and a floor', () => {
    const lines = {
      checkpoint: 'checkpoint: {path: "c-*", retain: {last: 3, best: true, on-box: true}}',
      metrics: 'metrics: {path: m.jsonl, best: {key: loss, direction: min}}',
      more: 'requirements: {file: requirements.txt, torch: as-pinned}',
    };
    assert.deepEqual(sizes(lines, { footprint, data }), {
      checkpoints: 20e9,
      'being written': 5e9,
      data: 30e9,
      setup: 8e9,
      floor: 200_000_000,
    });
    const budget = budgetOf(lines, { footprint, data });
    assert.equal(needAt(budget, ['run']).bytes, 33_200_000_000);
    assert.equal(needAt(budget, ['run'], true).bytes, 25_200_000_000, 'nothing that is an estimate');
    assert.equal(needAt(budget, ['run'], true).inodes, 5 * 5 + 1000);
    assert.equal(needAt(budget, ['data']).inodes, 70);
  });

  it('takes the word of the job before what the smoke measured, and says what it assumes', () => {
    const lines = { checkpoint: 'checkpoint: {path: "c-*", size: 12GB}' };
    assert.equal(sizes(lines, { footprint })['checkpoints'], 24e9);
    const [row] = budgetOf(lines).rows;
    assert.match(row?.how ?? '', /2 are assumed.*`checkpoint.size`/);
    assert.equal(sizes({ checkpoint: 'checkpoint: last.pt' }, { footprint })['checkpoints'], 5e9);
  });

  it('counts the sets of every cell of the box', () => {
    const lines = {
      checkpoint: 'checkpoint: {path: last.pt, size: 2GB}',
      more: 'cells: [{name: a}, {name: b}, {name: c}]',
    };
    const { rows } = budgetOf(lines);
    assert.equal(rows[0]?.bytes, 6e9);
  });

  it('is unknown where nobody measured or said it, and then the floor holds alone', () => {
    const budget = budgetOf({ checkpoint: 'checkpoint: "c-*"' });
    assert.deepEqual([budget.isKnown, budget.rows[0]?.bytes], [false, null]);
    assert.equal(needGb(budget), 1);
    assert.deepEqual(cellGate(loadJob({ checkpoint: 'checkpoint: "c-*"' }), emptyRun('r')), {
      floor: { bytes: 200_000_000, inodes: 1000 },
      sets: 0,
    });
  });

  it('gives the gate before a cell one set to write beside those that it keeps', () => {
    const job = loadJob({ checkpoint: 'checkpoint: {path: last.pt, size: 2GB}' });
    assert.deepEqual(cellGate(job, emptyRun('r')), {
      floor: { bytes: 2_200_000_000, inodes: 1002 },
      sets: 2e9,
    });
  });

  it('names what is missing and the line to paste, where a rented disk would be too small', () => {
    const short = (lines: Record<string, string>, candidate = {}) => {
      const all = { checkpoint: 'checkpoint: {path: "c-*", size: 30GB}', ...lines };
      const of = { platform: 'runpod', ...candidate };
      return askedTooLittle(loadJob(all), profileOf(of.platform), of, budgetOf(all));
    };
    assert.match(
      short({})?.what ?? '',
      /is 91 GB \(checkpoints 60 GB, being written 30 GB, floor 0\.20 GB\); the job file names no disk, and 40 GB would be rented: 51 GB are missing/,
    );
    assert.match(short({})?.next ?? '', /`disk: 91GB\+` under `resources`/);
    assert.match(short({ r: 'resources: {disk: 80GB+}' })?.what ?? '', /asks for 80 GB: 11 GB are missing/);
    assert.equal(short({ r: 'resources: {disk: 91GB+}' }), undefined);
    assert.equal(
      short({}, { attach: 'ssh://me@127.0.0.1:9' }),
      undefined,
      'the audit looks at a box that is there',
    );
  });
});
