import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { boardRows } from '../../src/course/board-rows.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { Problem } from '../../src/problem.ts';
import { type BoardRow, boardOf } from '../../src/report/board-facts.ts';
import { boardLines } from '../../src/report/board-text.ts';
import { deviations } from '../cli/json-docs.ts';
import {
  asEvents,
  jobWith,
  kept,
  LEASE,
  lost,
  opened,
  RUN,
  RUNNING,
  SEAL,
  SEALED,
} from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const job = jobWith({
  metrics: { path: 'metrics.jsonl', stepKey: 'step', lossKey: 'loss', totalSteps: 400 },
});
const story = (more: EventBody[] = []): EventBody[] => [opened({}, job), ...RUNNING.slice(1), ...more];

/** Before a box that is done is parked. */
const NOW = '2026-11-21T10:01:00Z';

async function rowsOf(
  records: Record<string, EventBody[] | Problem>,
  { storeDir = '/nowhere', id }: { storeDir?: string; id?: string } = {},
): Promise<BoardRow[]> {
  const { world } = scriptedWorld({ storeDir, clock: { now: () => new Date(NOW), sleep: async () => {} } });
  const open = Object.entries(records).map(
    ([run, record]) =>
      [run, record instanceof Problem ? record : { run, events: asEvents(record), tip: 't' }] as const,
  );
  const ledger = { readOpen: async () => new Map(open) };
  return boardRows({ ...world, ledger }, id);
}

describe('where a board says that a log is, whose box is gone', () => {
  it('is here as far as it was brought, else where it was looked at last', async (t) => {
    const gone = story([lost('box')]);
    const [held] = await rowsOf({ [RUN]: story() });
    assert.equal(held?.log, null, 'its box can be asked');
    const [away] = await rowsOf({ [RUN]: gone });
    assert.match(away?.log ?? '', new RegExp(`not here: .* artifact gpu-lease-record-${RUN}$`));
    const storeDir = storeWith(t, []);
    mkdirSync(join(storeDir, RUN, '+evidence'));
    writeFileSync(join(storeDir, RUN, '+evidence', 'main.1.log'), 'step 1\n');
    const [here] = await rowsOf({ [RUN]: gone }, { storeDir });
    assert.match(here?.log ?? '', new RegExp(`is here: gpu-lease log ${RUN}$`));
    const lines = boardLines(boardOf(away ? [away] : [], new Date(NOW)), { columns: 60, blocks: false });
    assert.match(lines.join(' ').replaceAll(/\s+/g, ' '), /what it printed is not here/);
  });
});

function storeWith(test: TestContext, lines: string[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'gpu-lease-board-'));
  test.after(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, RUN, 'main'), { recursive: true });
  writeFileSync(join(dir, RUN, 'main', 'metrics.jsonl'), lines.map((line) => `${line}\n`).join(''));
  return dir;
}

describe('the rows of a board', () => {
  it('say by the record alone how far a run is and what it costs, and ask no platform', async () => {
    const [row, ...more] = await rowsOf({ [RUN]: story([kept(120)]) });
    assert.deepEqual(more, []);
    const { state, done, total, loss, boxes, usdPerHourNow, debts, waits } = row ?? {};
    assert.deepEqual(
      { state, done, total, loss, boxes, usdPerHourNow, debts, waits },
      {
        state: 'running',
        done: 120,
        total: 400,
        loss: null,
        boxes: 1,
        usdPerHourNow: 1.1,
        debts: 0,
        waits: null,
      },
    );
  });

  it('draw what was pulled here, which may be further than what was verified', async (test) => {
    const storeDir = storeWith(test, ['{"step":100,"loss":2}', '{"step":200,"loss":1}']);
    const [row] = await rowsOf({ [RUN]: story([kept(120)]) }, { storeDir });
    assert.equal(row?.done, 200);
    assert.deepEqual(row?.loss, {
      key: 'loss',
      last: 1,
      curve: [
        { step: 100, value: 2 },
        { step: 200, value: 1 },
      ],
    });
  });

  it('are one board in JSON, with the keys that its page names', async () => {
    const facts = boardOf(await rowsOf({ [RUN]: SEALED }), new Date('2026-11-21T12:00:00Z'));
    assert.deepEqual(deviations('board', { ...facts }), []);
  });

  it('name the phrase that a sealed run waits for', async () => {
    const [row] = await rowsOf({ [RUN]: SEALED });
    assert.equal(row?.waits?.for, 'approval');
    assert.match(row?.waits?.phrase ?? '', new RegExp(`^${LEASE} ${SEAL.slice(0, 8)}`));
    assert.ok(row?.waits?.says.includes(`gpu-lease release ${RUN} --approve "${row.waits.phrase}"`));
  });

  it('say what a halted run is to be decided on', async () => {
    const halted: EventBody = { type: 'halted', code: 'x', what: 'It does not load.', next: 'Look at it.' };
    const [row] = await rowsOf({ [RUN]: story([halted]) });
    assert.equal(row?.state, 'halted');
    assert.deepEqual(row?.waits, {
      for: 'person',
      says: 'halted: It does not load. Next: Look at it.',
      phrase: null,
    });
  });

  it('have one for a record that nobody can read, and hide no other for it', async () => {
    const broken = new Problem({ code: 'x', kind: 'ledger', what: 'It is broken.', next: 'Restore it.' });
    const rows = await rowsOf({ 'spoiled-1': broken, [RUN]: story() });
    assert.deepEqual(
      rows.map(({ run, state }) => [run, state]),
      [
        ['spoiled-1', 'unreadable'],
        [RUN, 'running'],
      ],
    );
  });

  it('are of one run, or of the parts of one sweep, where that is asked for', async () => {
    const part = (n: number) => [
      opened({ sweep: { id: 'sweep-9', part: n, of: 2, division: 'd' } }, job),
      ...RUNNING.slice(1),
    ];
    const records = { 'sweep-9-p1': part(1), 'sweep-9-p2': part(2), [RUN]: story() };
    const names = async (id: string) => (await rowsOf(records, { id })).map(({ run }) => run);
    assert.deepEqual(await names(RUN), [RUN]);
    assert.deepEqual(await names('sweep-9'), ['sweep-9-p1', 'sweep-9-p2']);
    assert.deepEqual(await names('nobody'), []);
  });
});
