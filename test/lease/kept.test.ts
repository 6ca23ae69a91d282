import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody, KeptStored } from '../../src/lease/events.ts';
import { cellsToStore, dropKept } from '../../src/lease/kept.ts';
import {
  audited,
  cellEnded,
  collected,
  HELD,
  jobWith,
  kept,
  opened,
  reachable,
  sealed,
  started,
  stored,
  told,
} from './told-run.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const TWO_CELLS = jobWith({
  cells: [
    { name: 'a', vars: {} },
    { name: 'b', vars: {} },
  ],
});

const keptStored = (step: number, over: Partial<KeptStored> = {}): KeptStored => ({
  type: 'kept-stored',
  mark: `mark-${step}`,
  cells: [
    {
      cell: 'main',
      step,
      copies: [{ path: 'last.safetensors', bytes: 100 + step, sha256: `${step}`, verdict: 'pass' }],
    },
  ],
  store: 's3',
  id: `s3://b/tiny-7/mark-${step}`,
  place: `s3://b/tiny-7/mark-${step}`,
  digest: 'sha256:00',
  bytes: 100,
  files: 2,
  ...over,
});

const keptAt = (step: number): EventBody =>
  ({ ...kept(step), files: keptStored(step).cells[0]?.copies ?? [] }) as EventBody;

const running = (...more: EventBody[]) =>
  told([opened({ needsStore: true }), ...HELD.slice(1), reachable(), audited(), started(), ...more]);

const names = (cells: { name: string }[]) => cells.map(({ name }) => name);

describe('copies that are to outlive the machine that pulled them', () => {
  it('are those that no store holds, while the run works and its disk is thrown away', () => {
    assert.deepEqual(names(cellsToStore(running(), NOW)), [], 'nothing was kept');
    assert.deepEqual(names(cellsToStore(running(keptAt(40)), NOW)), ['main']);
    assert.deepEqual(names(cellsToStore(running(keptAt(40), keptStored(40)), NOW)), []);
    assert.deepEqual(names(cellsToStore(running(keptAt(40), keptStored(40), keptAt(60)), NOW)), ['main']);
    const stays = told([opened(), ...HELD.slice(1), reachable(), audited(), started(), keptAt(40)]);
    assert.deepEqual(names(cellsToStore(stays, NOW)), [], 'this disk stays');
  });

  it('are stored again once their store has thrown them away', () => {
    const run = running(keptAt(40), keptStored(40, { keptUntil: '2026-11-21T13:00:00Z' }));
    assert.deepEqual(names(cellsToStore(run, NOW)), []);
    assert.deepEqual(names(cellsToStore(run, new Date('2026-11-21T13:00:00Z'))), ['main']);
  });

  it('are left to the seal once every cell has ended, and kept for one that goes on', () => {
    assert.deepEqual(names(cellsToStore(running(keptAt(40), cellEnded()), NOW)), []);
    const two = told([
      opened({ needsStore: true }, TWO_CELLS),
      ...HELD.slice(1),
      reachable(),
      audited(),
      started(),
      kept(40, 'a'),
      cellEnded('finished', 'a'),
    ]);
    assert.deepEqual(names(cellsToStore(two, NOW)), ['a'], 'its box may still be lost with the other cell');
  });

  it('may be removed when newer ones are stored, or when the seal is, and not before', () => {
    const marks = (...more: EventBody[]) => dropKept(running(...more), NOW).flatMap(({ marks }) => marks);
    const first = [keptAt(40), keptStored(40)];
    assert.deepEqual(marks(...first), []);
    assert.deepEqual(
      marks(...first, keptAt(60)),
      [],
      'the newest in a store is all that is left after a loss',
    );
    assert.deepEqual(marks(...first, keptAt(60), keptStored(60)), ['mark-40']);
    const over = [...first, cellEnded(), collected, sealed];
    assert.deepEqual(marks(...over), [], 'sealed on a disk that is thrown away');
    assert.deepEqual(marks(...over, stored()), ['mark-40']);
    assert.deepEqual(
      marks(...over, stored({ keptUntil: '2026-11-21T11:00:00Z' })),
      [],
      'what was stored is gone again',
    );
    assert.deepEqual(
      marks(...first, keptAt(60), keptStored(60), { type: 'kept-dropped', mark: 'mark-40' }),
      [],
    );
  });

  it('are never said to be removed while they are needed, nor stored for a cell that is not there', () => {
    const run = running(
      keptAt(40),
      keptStored(40),
      { type: 'kept-dropped', mark: 'mark-40' },
      keptStored(50, { cells: [{ cell: 'nobody', copies: [] }] }),
    );
    assert.deepEqual(
      run.ignored.map(({ type, why }) => [type, why]),
      [
        ['kept-dropped', 'these copies are needed'],
        ['kept-stored', 'no cell nobody'],
      ],
    );
    assert.equal(run.cells.get('main')?.stored?.step, 40);
  });

  it('are the newest again after a start from them, so that what comes next is kept', () => {
    const from = (step: number) =>
      started({ attempt: 2, from: [{ cell: 'main', step, source: 'our-copy' }] });
    const lost: EventBody = { type: 'preempted', lease: 'tiny-7-1', what: 'process', why: 'killed' };
    const older = running(keptAt(40), keptStored(40), keptAt(60), lost, from(40)).cells.get('main');
    assert.equal(older?.verifiedStep, 40);
    assert.equal(older?.kept.get('last.safetensors')?.sha256, '40');
    const newest = running(keptAt(40), keptStored(40), keptAt(60), lost, from(60)).cells.get('main');
    assert.equal(newest?.verifiedStep, 60);
    assert.equal(newest?.kept.get('last.safetensors')?.sha256, '60');
  });
});
