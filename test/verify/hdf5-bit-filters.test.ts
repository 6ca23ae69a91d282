import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Broken } from '../../src/verify/contract/findings.ts';
import { undoFilters } from '../../src/verify/hdf5/filters.ts';
import { zooPython } from '../requirement.ts';
import { fixture, oracle } from './fixtures.ts';
import { codesOf, verify } from './memory-source.ts';

const FOLDER = join(import.meta.dirname, 'fixtures', 'hdf5');

/** One chunk by h5py: what the file keeps for the filter, its bytes there, and as they are read. */
interface Row {
  filter: number;
  values: number[];
  stored: string;
  read: string;
}

const rowsIn = (folder: string): Row[] =>
  JSON.parse(readFileSync(join(folder, 'bit-filters.json'), 'utf8')) as Row[];
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const undone = ({ filter, values, read }: Row, stored: Uint8Array) =>
  undoFilters(stored, [{ id: filter, values }], { mask: 0, bytes: read.length / 2, place: 0 });

function mustBeSame(rows: readonly Row[]): void {
  for (const [i, row] of rows.entries())
    assert.equal(Buffer.from(undone(row, bytesOf(row.stored))).toString('hex'), row.read, `row ${i}`);
}

const hasH5py = spawnSync(zooPython, ['-c', 'import h5py']).status === 0;

describe('nbit and scaleoffset of HDF5', () => {
  const rows = rowsIn(FOLDER);

  it('are undone as h5py undoes them, bit by bit', () => {
    assert.deepEqual([...new Set(rows.map(({ filter }) => filter))].sort(), [5, 6]);
    mustBeSame(rows);
  });

  it('are undone so whatever the numbers', { skip: !hasH5py && 'needs h5py of the zoo' }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'bit-filters-'));
    try {
      const seed = String(Date.now() % 1_000_000);
      execFileSync(zooPython, [join(FOLDER, 'make-bit-filters.py'), folder, '300', seed]);
      console.log(`show: seed ${seed}`);
      mustBeSame(rowsIn(folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are of one length: a chunk that is shorter or longer is broken', () => {
    let others = 0;
    for (const row of rows) {
      const stored = bytesOf(row.stored);
      // All bits were asked for: the numbers stand there as they are, and their length is held elsewhere.
      for (const length of [0, 3, 20, stored.length - 2, stored.length + 1]) {
        if (length < 0 || length === stored.length) continue;
        const other = new Uint8Array(length);
        other.set(stored.subarray(0, length));
        assert.throws(() => undone(row, other), Broken, `${row.values} of ${length}`);
        others += 1;
      }
    }
    assert.ok(others > 200);
  });

  it('are broken, and take neither time nor memory, by settings that cannot be', () => {
    for (const row of rows) {
      for (let at = 0; at < row.values.length; at += 1)
        for (const value of [0, 3, 0x7fffffff, 0xffffffff]) {
          const values = row.values.map((each, i) => (i === at ? value : each));
          try {
            undone({ ...row, values }, bytesOf(row.stored));
          } catch (error) {
            if (!/^(Broken|Unsettled)$/.test((error as Error).name)) throw error;
          }
        }
    }
  });

  it('are read in a file, with the values that h5py reads', async () => {
    const bytes = fixture('hdf5/bit-filters.h5');
    const verdict = await verify(bytes, { role: 'model', table: true });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['no-checksum']]);
    const plain = (row: { name: string; fingerprint?: string }) => `${row.name} ${row.fingerprint}`;
    assert.deepEqual(
      (verdict.table ?? []).map((row) => plain(row as never)).sort(),
      oracle('hdf5/bit-filters.table.json')
        .map((row) => plain(row as never))
        .sort(),
    );
  });
});
