import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MemorySample, readMemory } from '../../src/box/memory-series.ts';
import { memoryUses, memoryWords } from '../../src/box/memory-use.ts';

const GB = 1e9;
const sample = (over: Partial<MemorySample>): MemorySample => ({
  at: 1_764_072_000,
  cell: 'main',
  held: null,
  max: 64 * GB,
  oomKills: 0,
  cardUsed: null,
  cardTotal: null,
  ...over,
});
const series = (...held: number[]): MemorySample[] =>
  held.map((each, index) => sample({ at: 1_764_072_000 + 60 * index, held: each * GB }));

/** 8 GB for a while, and a validation that ends in 32. */
const VALIDATES = series(...Array<number>(20).fill(8), 20, 32, 31, ...Array<number>(20).fill(8));
const COLLECTS = series(...Array.from({ length: 40 }, (_, at) => 8 + at));

describe('memory over time', () => {
  it('names a spike: how much, when, and against what it holds usually [P4-18] [AD8]', () => {
    const [use] = memoryUses(VALIDATES, 'main');
    assert.equal(use?.shape, 'spike');
    assert.match(
      use ? memoryWords(use) : '',
      /^memory of the box: at most 32\.0 GB of 64\.0 GB, 21 min after its start \(2025-11-25T12:21:00Z\); usually 8\.0 GB\. A spike of 4\.0 times the usual: a validation/,
    );
  });

  it('tells what rises from what jumps, and the end that a kill makes of it [P4-18] [U9]', () => {
    const killed = COLLECTS.map((each, at) => (at === 39 ? { ...each, held: 63 * GB, oomKills: 2 } : each));
    const [use] = memoryUses(killed, 'main');
    assert.deepEqual([use?.shape, use?.kills], ['rising', 2]);
    assert.match(
      use ? memoryWords(use) : '',
      /63\.0 GB of 64\.0 GB, which is all there is, .* It kept rising: .* The kernel killed 2 processes for memory meanwhile\.$/,
    );
  });

  it('says no more than the peak of what stays level, and nothing of another cell [P4-18]', () => {
    const [use, ...more] = memoryUses(series(7, 8, 8, 8.2, 8, 8, 7.9), 'main');
    assert.deepEqual([use?.shape, more], ['level', []]);
    assert.doesNotMatch(use ? memoryWords(use) : 'spike', /spike|rising/);
    assert.deepEqual(memoryUses(VALIDATES, 'other'), []);
  });

  it('takes from a box only what is a row', () => {
    const row = '1764072000\tmain\t8000\t-\t9000\t64000\t0\t9000\t40960\t1\t97';
    const odd = [
      '',
      'time\tcell',
      `${row}\t1`,
      row.replace('8000', '-8000'),
      row.replace('main', 'a b'),
      row.slice(0, 30),
    ];
    assert.deepEqual(readMemory([...odd, row].join('\n')), [
      {
        at: 1_764_072_000,
        cell: 'main',
        held: 8000,
        max: 64_000,
        oomKills: 0,
        cardUsed: 9000 * 1024 * 1024,
        cardTotal: 40_960 * 1024 * 1024,
      },
    ]);
  });
});
