import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { listLogs } from '../../src/box/run-logs.ts';
import { LocalChannel } from '../collect/local-channel.ts';

const base = mkdtempSync(join(tmpdir(), 'gl-logs-'));
after(() => rmSync(base, { recursive: true, force: true }));

const lay = (path: string, text: string): void => {
  mkdirSync(dirname(join(base, 'attempts', path)), { recursive: true });
  writeFileSync(join(base, 'attempts', path), text);
};
const list = () => listLogs(new LocalChannel(), { base, keeper: 'none' });

describe('the logs that a box has of a run', () => {
  it('are none where nothing was ever started', async () => {
    assert.deepEqual(await list(), []);
  });

  it('are those of all attempts, also of what came before the cells, of nodes and of tasks', async () => {
    lay('1/setup/log', 'pip\n');
    lay('1/cells/main/log', '12345');
    lay('1/cells/main/nodes/2.log', 'two');
    lay('2/data/log', '');
    lay('2/tasks/lr.1/3/cells/lr.1/log', 'task');
    const at = (path: string) => join(base, 'attempts', path);
    assert.deepEqual(await list(), [
      { attempt: 1, cell: undefined, part: 'setup', path: at('1/setup/log'), bytes: 4, gone: 0 },
      { attempt: 1, cell: 'main', path: at('1/cells/main/log'), bytes: 5, gone: 0 },
      { attempt: 1, cell: 'main', part: 'node 2', path: at('1/cells/main/nodes/2.log'), bytes: 3, gone: 0 },
      { attempt: 2, cell: undefined, part: 'data', path: at('2/data/log'), bytes: 0, gone: 0 },
      {
        attempt: 2,
        cell: 'lr.1',
        part: 'begun 3',
        path: at('2/tasks/lr.1/3/cells/lr.1/log'),
        bytes: 4,
        gone: 0,
      },
    ]);
  });

  it('count what was cut off at their bound', async () => {
    lay('1/cells/main/log.gone', '1000\n');
    const main = (await list()).find(({ path }) => path.endsWith('1/cells/main/log'));
    assert.deepEqual([main?.bytes, main?.gone], [1005, 1000]);
  });

  it('are not what a stranger laid beside them under names that we never give', async () => {
    const before = (await list()).length;
    for (const path of [
      '1/tasks/a/1/cells/b/log',
      '1/cells/$(id)/log',
      '1/cells/a b/log',
      '1/cells/a\n1/log',
    ])
      lay(path, 'x');
    assert.equal((await list()).length, before);
  });
});
