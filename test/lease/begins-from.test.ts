import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runStatement } from '../../src/attest/run-statement.ts';
import { configHash } from '../../src/job/config-hash.ts';
import type { BegunFrom, EventBody } from '../../src/lease/events.ts';
import { faultOfEvent } from '../../src/lease/events.ts';
import { goesOnFrom } from '../../src/lease/kept.ts';
import {
  asEvents,
  audited,
  intended,
  jobWith,
  kept,
  opened,
  RUN,
  reachable,
  rented,
  SEAL,
  started,
  told,
  waived,
} from './told-run.ts';

const SOURCE = 'other-1';
const job = jobWith({ from: SOURCE });
const file = { path: 'last.safetensors', bytes: 90, sha256: '9'.repeat(64), verdict: 'pass' as const };
const begins: BegunFrom = {
  type: 'begins-from',
  run: SOURCE,
  seal: '5'.repeat(64),
  commit: 'fedcba',
  configHash: 'e'.repeat(64),
  cells: [{ cell: 'main', of: 'main', name: 'last.safetensors', step: 80, files: [file] }],
  digest: '7'.repeat(64),
  in: { machine: 'here', dir: '/store/tiny-7' },
};
const BEFORE: readonly EventBody[] = [opened({}, job), waived];
const toAStart = [intended(), rented(), reachable(), audited()];

describe('a run that begins from another one', () => {
  it('is given its files as if they were copies of its own, and goes on behind its step', () => {
    const run = told([...BEFORE, begins]);
    const cell = run.cells.get('main');
    assert.deepEqual(run.ignored, []);
    assert.equal(run.begunFrom?.seal, begins.seal);
    assert.deepEqual([cell?.verifiedStep, cell && goesOnFrom(cell)], [80, [file]]);
    assert.equal(cell?.ended, undefined);
    const later = told([...BEFORE, begins, ...toAStart, started(), kept(90)]).cells.get('main');
    assert.equal(later?.verifiedStep, 90);
  });

  const hostile: Record<string, readonly EventBody[]> = {
    'of another run than the job names': [{ ...begins, run: 'third-1' }],
    'a second time': [begins, { ...begins, seal: '6'.repeat(64) }],
    'behind a start': [...toAStart, started(), begins],
    'with a cell that the run does not have': [
      { ...begins, cells: [...begins.cells, { ...begins.cells[0], cell: 'strange' }] } as BegunFrom,
    ],
    'with no file': [{ ...begins, cells: [{ ...begins.cells[0], files: [] }] } as unknown as BegunFrom],
    'of no cell': [{ ...begins, cells: [] }],
    'with one cell twice': [{ ...begins, cells: [...begins.cells, ...begins.cells] }],
  };
  for (const [how, events] of Object.entries(hostile))
    it(`does not begin ${how}`, () => {
      const run = told([...BEFORE, ...events]);
      assert.equal(run.ignored.at(-1)?.type, 'begins-from');
      assert.equal(run.begunFrom?.seal, how === 'a second time' ? begins.seal : undefined);
    });

  it('does not begin from itself, nor where its job says nothing of it', () => {
    for (const from of [RUN, undefined]) {
      const run = told([
        opened({}, jobWith(from === undefined ? {} : { from })),
        waived,
        { ...begins, run: RUN },
      ]);
      assert.deepEqual([run.begunFrom, run.cells.get('main')?.kept.size], [undefined, 0]);
    }
  });

  it('has an event of one shape', () => {
    const whole = { ...begins, seq: 2, at: '2026-11-21T10:00:00Z', by: 'ada' };
    assert.equal(faultOfEvent(whole), undefined);
    for (const [key, value] of Object.entries({
      run: 7,
      seal: undefined,
      cells: {},
      in: '/store',
      digest: null,
    }))
      assert.match(faultOfEvent({ ...whole, [key]: value }) ?? '', new RegExp(key), key);
  });

  it('is another configuration than one that begins from nothing or from a third one', () => {
    const code = { commit: 'a', codeHash: 'b' };
    const hashes = [job, jobWith(), jobWith({ from: 'third-1' })].map((each) => configHash(each, code));
    assert.equal(new Set(hashes).size, 3);
  });

  it('says so in what it attests, with every digest', () => {
    const events = asEvents([...BEFORE, begins]);
    const seal = {
      ...{ seal: SEAL, level: 'L2', verified: 1, bytes: 1 },
    } as unknown as Parameters<typeof runStatement>[0]['seal'];
    const { predicate } = runStatement({
      run: told([...BEFORE, begins]),
      events,
      seal,
      files: [],
      version: '1',
    });
    assert.deepEqual(predicate.from, {
      run: SOURCE,
      seal: { sha256: begins.seal },
      commit: begins.commit,
      configuration: { sha256: begins.configHash },
      digest: { sha256: begins.digest },
      cells: [
        {
          cell: 'main',
          of: 'main',
          name: 'last.safetensors',
          step: 80,
          files: [{ name: file.path, bytes: 90, digest: { sha256: file.sha256 } }],
        },
      ],
    });
  });
});
