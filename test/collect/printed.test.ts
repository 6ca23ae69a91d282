import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { chooseLogs, fileOfLog, type LogName, wordsOfLog } from '../../src/box/log-name.ts';
import { keptLogs } from '../../src/collect/printed.ts';

const setup: LogName = { attempt: 1, cell: undefined, part: 'setup' };
const first: LogName = { attempt: 1, cell: 'main' };
const node: LogName = { attempt: 1, cell: 'main', part: 'node 2' };
const second: LogName = { attempt: 2, cell: 'main' };
const secondSetup: LogName = { attempt: 2, cell: undefined, part: 'setup' };
const any = { cell: undefined, attempt: undefined };

describe('the logs of a run', () => {
  it('have names of files that read back as what they are, whatever lies beside them', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'gl-printed-'));
    try {
      const dotted: LogName = { attempt: 3, cell: 'lr.1.log', part: 'begun 2' };
      for (const log of [setup, first, node, dotted]) writeFileSync(join(dir, fileOfLog(log)), 'ab');
      for (const other of ['manifest.json', '.1.log', 'main+x.log', '+.1.log'])
        writeFileSync(join(dir, other), '');
      mkdirSync(join(dir, 'folder.1.log'));
      const byName = (a: LogName, b: LogName) => (fileOfLog(a) < fileOfLog(b) ? -1 : 1);
      assert.deepEqual(
        await keptLogs(dir),
        [setup, first, node, dotted].sort(byName).map((log) => ({ ...log, bytes: 2 })),
      );
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it('that are meant without a word are those of the newest attempt, of its cells as soon as one has printed', () => {
    assert.deepEqual(chooseLogs([setup, first, node], any), [node, first]);
    assert.deepEqual(chooseLogs([setup, first, secondSetup], any), [secondSetup]);
    assert.deepEqual(chooseLogs([setup, first, secondSetup, second], any), [second]);
    assert.deepEqual(chooseLogs([], any), []);
  });

  it('can be had by cell and attempt, and what came before the cells by its name', () => {
    const all = [setup, first, secondSetup, second];
    assert.deepEqual(chooseLogs(all, { cell: undefined, attempt: 1 }), [first]);
    assert.deepEqual(chooseLogs(all, { cell: 'setup', attempt: undefined }), [secondSetup]);
    assert.deepEqual(chooseLogs(all, { cell: 'main', attempt: 3 }), []);
  });

  it('of a task that was begun again are those of the last time', () => {
    const begun = (n: number, cell = 'a'): LogName => ({ attempt: 1, cell, part: `begun ${n}` });
    assert.deepEqual(chooseLogs([begun(2), begun(10), begun(1, 'b')], any), [begun(10), begun(1, 'b')]);
  });

  it('are called in words', () => {
    assert.deepEqual([setup, first, node].map(wordsOfLog), [
      'setup, attempt 1',
      'main, attempt 1',
      'main, attempt 1, node 2',
    ]);
  });
});
