import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cellDifferences } from '../../src/job/cell-differences.ts';
import { expandCells } from '../../src/job/cells.ts';
import { loadJob } from './job-text.ts';

const cellsOf = (cells: string) => loadJob({ c: `cells: ${cells}` }).cells;
const namesOf = (cells: string) => cellsOf(cells).map(({ name }) => name);

describe('cells', () => {
  it('are one called main when the job has none [SW-01]', () => {
    assert.deepEqual(loadJob().cells, [{ name: 'main', vars: {} }]);
  });

  it('may be names, configuration files and mappings', () => {
    assert.deepEqual(
      cellsOf(
        '[small, configs/base.v2.yaml, local.json, {config: c/x.py, name: y}, {name: z, vars: {LR: 0.10}}]',
      ),
      [
        { name: 'small', vars: {} },
        { name: 'base.v2', vars: { CONFIG: 'configs/base.v2.yaml' } },
        { name: 'local', vars: { CONFIG: 'local.json' } },
        { name: 'y', vars: { CONFIG: 'c/x.py' } },
        { name: 'z', vars: { LR: '0.10' } },
      ],
    );
  });

  it('keep names that look like numbers as typed', () => {
    assert.deepEqual(namesOf('[01, 1.0, 1, 0x1]'), ['01', '1.0', '1', '0x1']);
  });

  it('of a matrix are every combination, named after it', () => {
    assert.deepEqual(cellsOf('{matrix: {SEED: [1, 2], LR: [0.1, 1e-3]}}'), [
      { name: 'LR-0.1_SEED-1', vars: { LR: '0.1', SEED: '1' } },
      { name: 'LR-0.1_SEED-2', vars: { LR: '0.1', SEED: '2' } },
      { name: 'LR-1e-3_SEED-1', vars: { LR: '1e-3', SEED: '1' } },
      { name: 'LR-1e-3_SEED-2', vars: { LR: '1e-3', SEED: '2' } },
    ]);
  });

  it('of a matrix keep their names when variables are reordered or values added', () => {
    const before = namesOf('{matrix: {A: [x, "p q"], B: [1]}}');
    const after = namesOf('{matrix: {B: [2, 1], A: ["p q", new, x]}}');
    assert.ok(before.every((name) => after.includes(name)));
  });

  it('of a matrix get a digest where a value had to be altered to fit [P2-13]', () => {
    const names = namesOf('{matrix: {M: ["org/m", "org m", "org-m"]}}');
    assert.equal(names[2], 'M-org-m');
    assert.match(names[0] ?? '', /^M-org-m_x[0-9a-f]{12}$/);
    assert.match(names[1] ?? '', /^M-org-m_x[0-9a-f]{12}$/);
    assert.equal(new Set(names).size, 3);
  });

  it('of any matrix never share a name, not even where case is ignored, or it is refused [P2-13] [D-13]', () => {
    const value = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('a', 'A', 'a_b', '-1', '1.', 'x'.repeat(90), '_x', '', 'é'),
    );
    const name = fc.constantFrom('A', 'B', 'a_B', '_', '__', 'C1');
    const matrix = fc.dictionary(name, fc.array(value, { minLength: 1, maxLength: 4 }), { minKeys: 1 });
    let accepted = 0;
    fc.assert(
      fc.property(matrix, (axes) => {
        const { cells, faults } = expandCells({ matrix: axes });
        for (const { cell } of cells) assert.match(cell.name, /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);
        if (faults.length > 0) return;
        accepted += 1;
        assert.equal(new Set(cells.map(({ cell }) => cell.name.toLowerCase())).size, cells.length);
      }),
      { numRuns: 400 },
    );
    assert.ok(accepted > 50, `only ${accepted} were accepted`);
  });

  it('of a matrix are refused only when two values are equal or differ in case alone', () => {
    const value = fc.string({ maxLength: 6 });
    const values = fc.uniqueArray(value, {
      minLength: 1,
      maxLength: 8,
      selector: (text) => text.toLowerCase(),
    });
    fc.assert(
      fc.property(values, values, (a, b) => {
        assert.deepEqual(expandCells({ matrix: { A: a, B: b } }).faults, []);
      }),
    );
  });
});

describe('the differences between cells', () => {
  it('name what varies and what some leave to a default [SW-09] [SW-10]', () => {
    const cells = [
      { name: 'a', vars: { LR: '1', BATCH: '8' } },
      { name: 'b', vars: { LR: '2' } },
    ];
    assert.deepEqual(cellDifferences(cells, {}), {
      varied: [
        { name: 'BATCH', values: ['8'] },
        { name: 'LR', values: ['1', '2'] },
      ],
      partial: [{ name: 'BATCH', without: ['b'] }],
    });
  });

  it('count what a cell inherits from the job as its own [SW-10]', () => {
    const cells = [
      { name: 'a', vars: { LR: '1' } },
      { name: 'b', vars: {} },
    ];
    assert.deepEqual(cellDifferences(cells, { LR: '1' }), { varied: [], partial: [] });
    assert.deepEqual(cellDifferences(cells, { LR: '3' }), {
      varied: [{ name: 'LR', values: ['1', '3'] }],
      partial: [],
    });
  });
});
