import assert from 'node:assert/strict';
import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { LocalTree } from '../../src/collect/local-tree.ts';

async function treeOf(t: TestContext): Promise<LocalTree> {
  const dir = mkdtempSync(join(tmpdir(), 'tree-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return LocalTree.open(dir);
}

describe('the directory that files are published in', () => {
  it('sees a file below directories that were absent at the look before', async (t) => {
    const tree = await treeOf(t);
    assert.equal(tree.look('a/b/one').kind, 'absent');
    writeFileSync(tree.makeWay('a/b/one'), '1');
    tree.published('a/b/one', { synced: true });
    assert.equal(tree.look('a/b/one').kind, 'file');
    assert.equal(tree.look('a/b/two').kind, 'absent');
  });

  it('asks once for a directory that is absent, however many files it is to hold', async (t) => {
    const tree = await treeOf(t);
    const asked = t.mock.method(fs, 'lstatSync');
    syncBuiltinESMExports();
    t.after(() => {
      asked.mock.restore();
      syncBuiltinESMExports();
    });
    for (let n = 0; n < 100; n += 1) assert.equal(tree.look(`parts/${n}`).kind, 'absent');
    assert.equal(asked.mock.callCount(), 1);
  });
});
