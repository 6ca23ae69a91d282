import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { TransportFailed } from '../../src/box/channel.ts';
import { dropSnapshot, takeSnapshot } from '../../src/collect/snapshot.ts';
import { SHELLS, shellBox } from '../box/shell-channel.ts';
import { missing } from '../requirement.ts';
import { sha256 } from './box-folder.ts';

for (const shell of SHELLS) {
  describe(`a snapshot on ${shell}`, { skip: missing(shell) }, () => {
    const boxes: { destroy(): Promise<void> }[] = [];
    after(() => Promise.all(boxes.map((box) => box.destroy())));

    async function cell(files: Record<string, string>) {
      const box = await shellBox(shell);
      boxes.push(box);
      const dir = join(box.home, 'a cell', 'main');
      await mkdir(join(dir, 'out'), { recursive: true });
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(dir, 'out', path)), { recursive: true });
        await writeFile(join(dir, 'out', path), text);
      }
      return { ...box, dir, out: join(dir, 'out') };
    }

    it('holds a checkpoint still that is replaced by a rename while it is pulled', async () => {
      const { channel, dir, out } = await cell({ 'last.bin': 'old content', 'deep/er/best.bin': 'best' });
      const snapshot = await takeSnapshot(channel, dir, ['last.bin', 'deep/er/best.bin'], []);
      await writeFile(join(out, 'new'), 'another content');
      await rename(join(out, 'new'), join(out, 'last.bin'));
      assert.equal(readFileSync(join(snapshot.dir, 'last.bin'), 'utf8'), 'old content');
      assert.deepEqual(
        snapshot.entries.map((entry) => ({ ...entry })).sort((a, b) => (a.path < b.path ? -1 : 1)),
        [
          { path: 'deep/er/best.bin', bytes: 4, sha256: sha256('best') },
          { path: 'last.bin', bytes: 11, sha256: sha256('old content') },
        ],
      );
    });

    it('takes no disk for a checkpoint, and copies a log, which grows in place', async () => {
      const { channel, dir, out } = await cell({ 'last.bin': 'weights', 'metrics.jsonl': '{"step":1}\n' });
      const snapshot = await takeSnapshot(channel, dir, ['last.bin'], ['metrics.jsonl']);
      const inode = async (path: string) => (await stat(path)).ino;
      assert.equal(await inode(join(snapshot.dir, 'last.bin')), await inode(join(out, 'last.bin')));
      await appendFile(join(out, 'metrics.jsonl'), '{"step":2}\n');
      assert.equal(readFileSync(join(snapshot.dir, 'metrics.jsonl'), 'utf8'), '{"step":1}\n');
    });

    it('replaces the one that a killed stage left, and is given back', async () => {
      const { channel, dir } = await cell({ a: '1' });
      await mkdir(join(dir, 'snapshot'));
      await writeFile(join(dir, 'snapshot', 'left over'), 'x');
      const snapshot = await takeSnapshot(channel, dir, ['a'], []);
      assert.deepEqual(readdirSync(snapshot.dir), ['a']);
      await dropSnapshot(channel, snapshot);
      assert.equal(existsSync(snapshot.dir), false);
      assert.ok(existsSync(join(dir, 'out', 'a')), 'and only that');
    });

    it('leaves out what is gone, what is a link and what is no plain file, and names that could lead elsewhere', async () => {
      const { channel, dir, out, home } = await cell({
        a: '1',
        '-n': 'a name that looks like an option',
        'b c': 'blank',
      });
      await writeFile(join(home, 'private'), 'secret');
      await symlink(join(home, 'private'), join(out, 'link'));
      await mkdir(join(out, 'folder'));
      const asked = ['a', 'gone', 'link', 'folder', '../../../private', '/etc/passwd', '-n', 'b c', 'x\ny'];
      const { entries, dir: snapshot } = await takeSnapshot(channel, dir, asked, []);
      assert.deepEqual(entries.map((entry) => entry.path).sort(), ['-n', 'a', 'b c']);
      assert.deepEqual(readdirSync(snapshot).sort(), ['-n', 'a', 'b c']);
    });

    it('of a cell without outputs is empty', async () => {
      const { channel, home } = await cell({});
      assert.deepEqual((await takeSnapshot(channel, join(home, 'nowhere'), ['a'], [])).entries, []);
    });

    it('that the box cannot make says nothing about the run', async () => {
      const { channel, dir } = await cell({ a: '1' });
      await writeFile(join(dir, 'snapshot'), 'a file in its place cannot be a problem');
      assert.equal((await takeSnapshot(channel, dir, ['a'], [])).entries.length, 1);
      const broken = {
        ...channel,
        exec: async () => ({ exitCode: 5, stdout: '', stderr: 'disk full', truncated: false }),
      };
      await assert.rejects(takeSnapshot(broken, dir, ['a'], []), TransportFailed);
    });
  });
}
