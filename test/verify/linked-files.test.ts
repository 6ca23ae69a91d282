import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openDirectory } from '../../src/verify/read/directory-tree.ts';

function folder(t: TestContext, files: Record<string, string>, links: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'gl-links-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const place = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    return join(root, path);
  };
  for (const [path, content] of Object.entries(files)) writeFileSync(place(path), content);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, place(path));
  return root;
}

const contentsOf = async (root: string) => {
  const tree = await openDirectory(root);
  const read: [string, string][] = [];
  for (const { path, sizeBytes } of tree.files) {
    const source = await tree.open(path);
    read.push([path, Buffer.from(await source.read(0, sizeBytes)).toString()]);
    await source.close();
  }
  return { read, refused: tree.refused.map(({ path }) => path), noted: tree.noted.map(({ code }) => code) };
};

describe('a link in a directory', () => {
  it('stands for a plain file of the same directory', async (t) => {
    const root = folder(
      t,
      { 'step-2.pt': 'two', 'deep/a.pt': 'a' },
      { 'last.pt': 'step-2.pt', 'b.pt': 'deep/a.pt' },
    );
    assert.deepEqual(await contentsOf(root), {
      read: [
        ['b.pt', 'a'],
        ['deep/a.pt', 'a'],
        ['last.pt', 'two'],
        ['step-2.pt', 'two'],
      ],
      refused: [],
      noted: ['linked', 'linked'],
    });
  });

  it('is refused where it leads out, on to another link, through a folder that is one, to a folder, or nowhere', async (t) => {
    const outside = folder(t, { 'secret.txt': 'secret' }, {});
    const root = folder(
      t,
      { 'x/a.pt': 'a' },
      {
        'absolute.pt': join(outside, 'secret.txt'),
        'up.pt': `../${outside.split('/').at(-1)}/secret.txt`,
        'chain.pt': 'one.pt',
        'one.pt': 'x/a.pt',
        folder: 'x',
        'through.pt': 'folder/a.pt',
        'nowhere.pt': 'gone.pt',
        'self.pt': 'self.pt',
      },
    );
    const { read, refused } = await contentsOf(root);
    assert.deepEqual(read, [
      ['one.pt', 'a'],
      ['x/a.pt', 'a'],
    ]);
    assert.deepEqual(refused, [
      'absolute.pt',
      'chain.pt',
      'folder',
      'nowhere.pt',
      'self.pt',
      'through.pt',
      'up.pt',
    ]);
  });

  it('is how the cache of the Hub keeps a snapshot, also when only that is named', async (t) => {
    const blob = createHash('sha256').update('weights').digest('hex');
    const snapshot = 'hub/models--someone--tiny/snapshots/abc';
    const root = folder(
      t,
      {
        [`hub/models--someone--tiny/blobs/${blob}`]: 'weights',
        'hub/models--someone--tiny/refs/main': 'abc',
      },
      {
        [`${snapshot}/model.safetensors`]: `../../blobs/${blob}`,
        [`${snapshot}/ref`]: '../../refs/main',
      },
    );
    const { read, refused } = await contentsOf(join(root, snapshot));
    assert.deepEqual([read, refused], [[['model.safetensors', 'weights']], ['ref']]);
    assert.equal((await contentsOf(root)).read.length, 4);
  });
});
